//! What games that last for months need: time, seats, offers, settings, records.

use super::{Answer, Asker, Handlers, InvokedFrom, Response};
use crate::app::{AppError, MatchRef, MatchView, OfferKind, Phase};
use crate::discord::custom_id::PlanPress;
use crate::discord::reply::{File, Reply};
use crate::discord::request::CorrespondenceCommand;
use crate::discord::{board, texts};
use crate::match_state::GameId;
use crate::rules::Seat;

impl Handlers {
    pub(super) async fn correspondence(
        &self,
        asker: Asker,
        action: CorrespondenceCommand,
    ) -> Result<Answer, AppError> {
        let (app, request) = (&self.app, asker.request);
        match action {
            CorrespondenceCommand::Offer(which, kind) => {
                self.offer(asker, which, kind, InvokedFrom::Words).await
            }
            CorrespondenceCommand::OfferSeat(which) => {
                let match_view = app.offer_seat(request, which).await?;
                Ok(self.tell_all(asker, &match_view, InvokedFrom::Words).await)
            }
            CorrespondenceCommand::KeepSeat(which) => {
                let match_view = app.keep_seat(request, which).await?;
                Ok(self.tell_all(asker, &match_view, InvokedFrom::Words).await)
            }
            CorrespondenceCommand::Take(which) => {
                let (game, _) = app
                    .suggestions(request, which, crate::app::Purpose::Look)
                    .await?;
                self.take_seat(asker, game, None).await
            }
            CorrespondenceCommand::Planned(which) => {
                let plan = app.planned(request, which).await?;
                Ok(Answer::say(board::plan(&plan)))
            }
            CorrespondenceCommand::Plan(which, line) => {
                let plan = app.plan(request, which, &line).await?;
                Ok(Answer::say(board::plan(&plan)))
            }
            CorrespondenceCommand::PlanMore(which, line) => {
                let plan = app.add_to_plan(request, which, &line).await?;
                Ok(Answer::say(board::plan(&plan)))
            }
            CorrespondenceCommand::Explore(which, line) => {
                let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
                let reply = self.explore(asker, which, &line, usize::MAX, "").await?;
                Ok(Answer::say(reply))
            }
            CorrespondenceCommand::Notes(which) => {
                let (game, _) = app
                    .suggestions(request, which, crate::app::Purpose::Look)
                    .await?;
                let notes = app.notes(request, MatchRef::Game(game)).await?;
                Ok(Answer::say(board::notes(game, &notes, request.user)))
            }
            CorrespondenceCommand::Note {
                which,
                text,
                sealed,
            } => {
                let (game, _) = app
                    .suggestions(request, which, crate::app::Purpose::Look)
                    .await?;
                let notes = app
                    .add_note(request, MatchRef::Game(game), &text, sealed)
                    .await?;
                Ok(Answer::say(board::notes(game, &notes, request.user)))
            }
            CorrespondenceCommand::Unnote(which, number) => self.unnote(asker, which, number).await,
            CorrespondenceCommand::Settings(wishes) => {
                let before = app.preferences(request.user).await?;
                let chosen = wishes.change(before.clone());
                if chosen != before {
                    app.prefer(request, chosen.clone()).await?;
                }
                // The one who sets how they are told may have opened their direct messages for it.
                app.direct_opened(request.user).await?;
                Ok(Answer::say(Reply::private(texts::preferences(&chosen))))
            }
            CorrespondenceCommand::Profile(user) => {
                let profile = app.profile(user.unwrap_or(request.user)).await?;
                Ok(Answer::say(Reply::private(texts::profile(&profile))))
            }
            CorrespondenceCommand::Leaderboard(key) => {
                let ladder = app.ladder(request, &key).await?;
                let text = texts::ladder(&ladder, request.user);
                Ok(Answer::say(Reply::private(text)))
            }
            CorrespondenceCommand::Export(which) => {
                let history = app.history(request, which).await?;
                let mut reply = Reply::private(format!(
                    "{}\n{}",
                    texts::heading(&history.title, history.game),
                    texts::EXPORTED
                ));
                reply.files.push(File {
                    name: "game.txt",
                    bytes: history.file.into_bytes(),
                    alt: String::new(),
                });
                Ok(Answer::say(reply))
            }
            // A file has been fetched before; what is left to do is to ask for the text.
            CorrespondenceCommand::Import(_) => Ok(Answer {
                first: Response::Form,
                then: None,
                keep: None,
            }),
        }
    }

    /// Takes out a note of the asker's, counted as they are shown.
    async fn unnote(&self, asker: Asker, which: MatchRef, number: u32) -> Result<Answer, AppError> {
        let (app, request) = (&self.app, asker.request);
        let (game, _) = app
            .suggestions(request, which, crate::app::Purpose::Look)
            .await?;
        let notes = app.notes(request, MatchRef::Game(game)).await?;
        let mine: Vec<i64> = notes
            .iter()
            .filter(|note| note.by == request.user)
            .map(|note| note.id)
            .collect();
        let at = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
        let id = at.and_then(|at| mine.get(at)).copied();
        let id = id.ok_or_else(|| AppError::Plain(texts::no_note(number, mine.len())))?;
        let notes = app.remove_note(request, game, id).await?;
        Ok(Answer::say(board::notes(game, &notes, request.user)))
    }

    pub(super) async fn press_plan(
        &self,
        asker: Asker,
        press: PlanPress,
    ) -> Result<Answer, AppError> {
        match press {
            PlanPress::Show { game } => self.planned(asker, game, None).await,
            PlanPress::Pick { game, line, .. } => self.planned(asker, game, Some(line)).await,
            PlanPress::Edit {
                game,
                ply,
                line,
                edit,
            } => {
                let which = MatchRef::At(game, ply);
                let plan = self.app.edit_plan(asker.request, which, line, edit).await?;
                Ok(Answer::update(board::plan(&plan)))
            }
            // A menu, which `request::component` has turned into what it chooses.
            PlanPress::Menu { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        }
    }

    /// The asker's plan, or one line of it with what can be done about it, in the place of what the button is on.
    pub(super) async fn planned(
        &self,
        asker: Asker,
        game: GameId,
        line: Option<i64>,
    ) -> Result<Answer, AppError> {
        let plan = self
            .app
            .planned(asker.request, MatchRef::Game(game))
            .await?;
        let one = line.and_then(|line| board::plan_line(&plan, line));
        Ok(Answer::update(one.unwrap_or_else(|| board::plan(&plan))))
    }

    /// Brings in a match from its text.
    pub async fn import(&self, asker: Asker, text: &str) -> Answer {
        match self.app.import(asker.request, text).await {
            Ok(match_view) => {
                self.privately(
                    asker,
                    &match_view,
                    &[texts::IMPORTED.to_owned()],
                    InvokedFrom::Words,
                )
                .await
            }
            Err(refusal) => super::refused(refusal),
        }
    }

    pub(super) async fn offer(
        &self,
        asker: Asker,
        which: MatchRef,
        kind: OfferKind,
        used: InvokedFrom,
    ) -> Result<Answer, AppError> {
        let match_view = self.app.offer(asker.request, which, kind).await?;
        Ok(self.tell_all(asker, &match_view, used).await)
    }

    pub(super) async fn decline(
        &self,
        asker: Asker,
        which: MatchRef,
        kind: OfferKind,
    ) -> Result<Answer, AppError> {
        let match_view = self.app.decline(asker.request, which, kind).await?;
        Ok(self.tell_all(asker, &match_view, InvokedFrom::Board).await)
    }

    pub(super) async fn take_seat(
        &self,
        asker: Asker,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Answer, AppError> {
        let match_view = self.app.take_seat(asker.request, game, seat).await?;
        Ok(self.tell_all(asker, &match_view, InvokedFrom::Words).await)
    }

    /// Shows everybody what has become of a match.
    pub(in crate::discord) async fn tell_all(
        &self,
        asker: Asker,
        match_view: &MatchView,
        used: InvokedFrom,
    ) -> Answer {
        self.announce(asker, match_view, texts::DONE, texts::done_elsewhere, used)
            .await
    }

    /// Whether somebody sees a move before it is made: as they have chosen, or in their first games of a kind; and
    /// whether it is for the latter that they do.
    pub(super) async fn previews(
        &self,
        asker: Asker,
        match_view: &MatchView,
    ) -> Result<(bool, bool), AppError> {
        /// How many games of a kind one has finished before one is not asked any more.
        const FIRST: u32 = 2;
        let chosen = self.app.preferences(asker.request.user).await?.preview;
        if let Some(chosen) = chosen {
            return Ok((chosen, false));
        }
        let profile = self.app.profile(asker.request.user).await?;
        let Some(kind) = crate::games::find(match_view.key) else {
            return Ok((false, false));
        };
        let two = profile.ratings.iter().filter(|(name, _)| name == kind.name);
        let two: u32 = two
            .map(|(_, rating)| rating.won + rating.drawn + rating.lost)
            .sum();
        let more = profile
            .placings
            .iter()
            .filter(|(name, _)| name == kind.name);
        let more: u32 = more
            .flat_map(|(_, places)| places)
            .map(|(_, times)| *times)
            .sum();
        let beaten = profile.beaten.iter();
        let beaten = beaten.filter(|(name, _)| name == kind.name);
        let beaten: usize = beaten.map(|(_, levels)| levels.len()).sum();
        let beaten = u32::try_from(beaten).unwrap_or(FIRST);
        let first = two + more + beaten < FIRST;
        Ok((first, first))
    }

    /// Whether it is the asker's turn.
    pub(super) fn is_next(asker: Asker, match_view: &MatchView) -> bool {
        matches!(match_view.phase, Phase::Playing)
            && match_view
                .next
                .iter()
                .any(|(_, user)| *user == asker.request.user)
    }
}
