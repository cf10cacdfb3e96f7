//! What games that last for months need: time, seats, offers, settings, records.

use super::{Answer, Asker, Desk, First, Used};
use crate::app::{OfferKind, Phase, Refusal, Shown, Which};
use crate::discord::reply::{File, Reply};
use crate::discord::request::Deed;
use crate::discord::{board, texts};
use crate::rules::Seat;
use crate::table::GameId;

impl Desk {
    pub(super) async fn months(&self, asker: Asker, deed: Deed) -> Result<Answer, Refusal> {
        let (app, request) = (&self.app, asker.request);
        match deed {
            Deed::Offer(which, kind) => self.offer(asker, which, kind, Used::Words).await,
            Deed::Claim(which) => {
                let shown = app.claim(request, which).await?;
                Ok(self.tell_all(asker, &shown, Used::Words).await)
            }
            Deed::Gift(which) => {
                let shown = app.gift(request, which).await?;
                Ok(self.tell_all(asker, &shown, Used::Words).await)
            }
            Deed::OfferSeat(which) => {
                let shown = app.offer_seat(request, which).await?;
                Ok(self.tell_all(asker, &shown, Used::Words).await)
            }
            Deed::KeepSeat(which) => {
                let shown = app.keep_seat(request, which).await?;
                Ok(self.tell_all(asker, &shown, Used::Words).await)
            }
            Deed::Take(which) => {
                let (game, _) = app.meant(request, which, crate::app::Purpose::Look).await?;
                self.take_seat(asker, game, None).await
            }
            Deed::Vacation(days) => {
                let vacation = match days {
                    None => app.vacation(request.user).await?,
                    Some(0) => app.end_vacation(request).await?,
                    Some(days) => app.begin_vacation(request, days).await?,
                };
                Ok(Answer::say(Reply::private(texts::vacation(&vacation))))
            }
            Deed::Planned(which) => {
                let plan = app.planned(request, which).await?;
                Ok(Answer::say(board::plan(&plan)))
            }
            Deed::Plan(which, line) => {
                let plan = app.plan(request, which, &line).await?;
                Ok(Answer::say(board::plan(&plan)))
            }
            Deed::PlanMore(which, line) => {
                let plan = app.add_to_plan(request, which, &line).await?;
                Ok(Answer::say(board::plan(&plan)))
            }
            Deed::Explore(which, line) => {
                let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
                let reply = self.explore(asker, which, &line, usize::MAX, "").await?;
                Ok(Answer::say(reply))
            }
            Deed::Notes(which) => {
                let (game, _) = app.meant(request, which, crate::app::Purpose::Look).await?;
                let notes = app.notes(request, Which::Game(game)).await?;
                Ok(Answer::say(board::notes(game, &notes, request.user)))
            }
            Deed::Note {
                which,
                text,
                sealed,
            } => {
                let (game, _) = app.meant(request, which, crate::app::Purpose::Look).await?;
                let notes = app
                    .add_note(request, Which::Game(game), &text, sealed)
                    .await?;
                Ok(Answer::say(board::notes(game, &notes, request.user)))
            }
            Deed::Unnote(which, number) => self.unnote(asker, which, number).await,
            Deed::Settings(wishes) => {
                let before = app.preferences(request.user).await?;
                let chosen = wishes.change(before.clone());
                if chosen != before {
                    app.prefer(request, chosen.clone()).await?;
                }
                // Whoever sets how they are told may have opened their direct messages for it.
                app.direct_opened(request.user).await?;
                Ok(Answer::say(Reply::private(texts::preferences(&chosen))))
            }
            Deed::Profile(user) => {
                let profile = app.profile(user.unwrap_or(request.user)).await?;
                Ok(Answer::say(Reply::private(texts::profile(&profile))))
            }
            Deed::Leaderboard(key) => {
                let ladder = app.ladder(request, &key).await?;
                let text = texts::ladder(&ladder, request.user);
                Ok(Answer::say(Reply::private(text)))
            }
            Deed::Export(which) => {
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
            Deed::Import(_) => Ok(Answer {
                first: First::Form,
                then: None,
                keep: None,
            }),
        }
    }

    /// Takes out a note of the asker's, counted as they are shown.
    async fn unnote(&self, asker: Asker, which: Which, number: u32) -> Result<Answer, Refusal> {
        let (app, request) = (&self.app, asker.request);
        let (game, _) = app.meant(request, which, crate::app::Purpose::Look).await?;
        let notes = app.notes(request, Which::Game(game)).await?;
        let mine: Vec<i64> = notes
            .iter()
            .filter(|note| note.by == request.user)
            .map(|note| note.id)
            .collect();
        let at = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
        let id = at.and_then(|at| mine.get(at)).copied();
        let id = id.ok_or_else(|| Refusal::Plain(texts::no_note(number, mine.len())))?;
        let notes = app.remove_note(request, game, id).await?;
        Ok(Answer::say(board::notes(game, &notes, request.user)))
    }

    /// The asker's plan, or one line of it with what can be done about it, in the place of what the button is on.
    pub(super) async fn planned(
        &self,
        asker: Asker,
        game: GameId,
        line: Option<i64>,
    ) -> Result<Answer, Refusal> {
        let plan = self.app.planned(asker.request, Which::Game(game)).await?;
        let one = line.and_then(|line| board::plan_line(&plan, line));
        Ok(Answer::update(one.unwrap_or_else(|| board::plan(&plan))))
    }

    /// Brings in a match from its text.
    pub async fn import(&self, asker: Asker, text: &str) -> Answer {
        match self.app.import(asker.request, text).await {
            Ok(shown) => {
                self.privately(asker, &shown, &[texts::IMPORTED.to_owned()], Used::Words)
                    .await
            }
            Err(refusal) => super::refused(refusal),
        }
    }

    pub(super) async fn offer(
        &self,
        asker: Asker,
        which: Which,
        kind: OfferKind,
        used: Used,
    ) -> Result<Answer, Refusal> {
        let shown = self.app.offer(asker.request, which, kind).await?;
        Ok(self.tell_all(asker, &shown, used).await)
    }

    pub(super) async fn decline(
        &self,
        asker: Asker,
        which: Which,
        kind: OfferKind,
    ) -> Result<Answer, Refusal> {
        let shown = self.app.decline(asker.request, which, kind).await?;
        Ok(self.tell_all(asker, &shown, Used::Board).await)
    }

    pub(super) async fn claim(
        &self,
        asker: Asker,
        which: Which,
        gift: bool,
    ) -> Result<Answer, Refusal> {
        let shown = if gift {
            self.app.gift(asker.request, which).await?
        } else {
            self.app.claim(asker.request, which).await?
        };
        Ok(self.tell_all(asker, &shown, Used::Board).await)
    }

    pub(super) async fn take_seat(
        &self,
        asker: Asker,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Answer, Refusal> {
        let shown = self.app.take_seat(asker.request, game, seat).await?;
        Ok(self.tell_all(asker, &shown, Used::Words).await)
    }

    /// Shows everybody what has become of a match.
    async fn tell_all(&self, asker: Asker, shown: &Shown, used: Used) -> Answer {
        self.announce(asker, shown, texts::DONE, texts::done_elsewhere, used)
            .await
    }

    /// Whether somebody sees a move before it is made: as they have chosen, or in their first games of a kind; and
    /// whether it is for the latter that they do.
    pub(super) async fn previews(
        &self,
        asker: Asker,
        shown: &Shown,
    ) -> Result<(bool, bool), Refusal> {
        /// How many games of a kind one has finished before one is not asked any more.
        const FIRST: u32 = 2;
        let chosen = self.app.preferences(asker.request.user).await?.preview;
        if let Some(chosen) = chosen {
            return Ok((chosen, false));
        }
        let profile = self.app.profile(asker.request.user).await?;
        let Some(kind) = crate::games::find(shown.key) else {
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
    pub(super) fn is_next(asker: Asker, shown: &Shown) -> bool {
        matches!(shown.phase, Phase::Playing)
            && shown
                .next
                .iter()
                .any(|(_, user)| *user == asker.request.user)
    }
}
