//! Private matches against the machine: one message for the player alone, changed with every turn. Nothing is posted.
//!
//! The message is changed by the answer to each press. If the machine thinks longer than [`QUICK`], its move follows
//! with the same interaction, whose token is valid for fifteen minutes; after that, and after a restart, a press on any
//! button shows the board as it is.

use std::time::Duration;

use super::{Answer, Asker, FollowUp, Handlers, InvokedFrom, Response};
use crate::app::{AppError, FirstHint, MatchRef, MatchView, Phase, Side};
use crate::discord::board;
use crate::discord::custom_id::{At, CustomId, GuideAction};
use crate::discord::reply::{Question, Reply};
use crate::discord::texts;
use crate::match_state::{GameId, UserId};

/// The time for which an answer waits for the machine's move. Other people who ask for much wait meanwhile.
const QUICK: Duration = Duration::from_millis(250);

/// The time within which a later move of the machine can still be shown: the interaction's token expires after 15
/// minutes.
const LATEST: Duration = Duration::from_secs(14 * 60);

/// Additions to the board in a message.
#[derive(Default)]
pub(super) struct Additions<'a> {
    /// Lines above it.
    notes: &'a [String],
    /// The hint that the player has asked for.
    hint: Option<&'a FirstHint>,
    /// The player's last move, in display notation.
    moved: Option<String>,
}

impl<'a> Additions<'a> {
    /// Returns only lines above the board.
    pub(super) fn of(notes: &'a [String]) -> Self {
        Additions {
            notes,
            ..Additions::default()
        }
    }
}

impl Asker {
    /// True if nobody else reads the message that the request comes from.
    pub(super) fn reads_alone(&self) -> bool {
        self.in_private || !self.among_others()
    }
}

impl Handlers {
    /// Answers a change of a private match against the machine: with the board after the machine's move if that is
    /// made quickly, otherwise with the board before it, and the machine's move follows.
    pub(super) async fn solo(
        &self,
        asker: Asker,
        changed: &MatchView,
        notes: &[String],
        used: InvokedFrom,
    ) -> Answer {
        let game = changed.game;
        let quick = self.app.machine_has_moved(game, QUICK).await;
        let moved = quick.unwrap_or_else(|refusal| {
            tracing::warn!(game = game.0, %refusal, "it is not known whether the machine has moved");
            false
        });
        let reply = self.solo_message(asker, changed, notes).await;
        let in_place = used != InvokedFrom::Words && asker.reads_alone();
        let answer = match in_place {
            true => Answer::update(reply),
            false => Answer::say(reply),
        };
        if moved {
            return answer;
        }
        answer.and(FollowUp::MachineMove {
            asker,
            changed: Box::new(changed.clone()),
            in_place,
        })
    }

    /// Waits for the machine's move in a private match and returns the message that shows it; `None` if the machine
    /// thinks for too long.
    pub async fn machine_answer(&self, asker: Asker, changed: &MatchView) -> Option<Reply> {
        match self.app.machine_has_moved(changed.game, LATEST).await {
            Ok(true) => Some(self.solo_message(asker, changed, &[]).await),
            Ok(false) => None,
            Err(refusal) => {
                tracing::warn!(game = changed.game.0, %refusal, "the machine's move could not be shown");
                None
            }
        }
    }

    /// Returns the message of a private match as it is now, with what the player did in `changed` first.
    async fn solo_message(&self, asker: Asker, changed: &MatchView, notes: &[String]) -> Reply {
        let which = MatchRef::Game(changed.game);
        let look = self.app.show(asker.request, which, Side::Own, None);
        // The change is made, whether it can be shown or not.
        let mut now = look.await.unwrap_or_else(|_| changed.clone());
        let mut lines = notes.to_vec();
        // A later answer may have shown this move already, and the player may have made another since.
        let turns = now.moves.saturating_sub(changed.moves) as usize;
        if (1..now.seats.len()).contains(&turns) {
            lines.push(board::news(changed));
        }
        now.lessons.clone_from(&changed.lessons);
        let with = Additions {
            notes: &lines,
            moved: own_move(changed, asker.request.user),
            ..Additions::default()
        };
        self.solo_reply(asker, &now, with).await
    }

    /// Returns the message of a private match that has been looked up for its player.
    pub(super) async fn solo_reply(
        &self,
        asker: Asker,
        match_view: &MatchView,
        with: Additions<'_>,
    ) -> Reply {
        let user = asker.request.user;
        let mut mine = match_view.next.iter().filter(|(_, next)| *next == user);
        let steps = match mine.next() {
            Some(_) if match_view.phase == Phase::Playing => {
                let which = MatchRef::At(match_view.game, match_view.ply);
                let steps = self.app.first_steps(asker.request, which, with.moved);
                steps.await.ok()
            }
            _ => None,
        };
        let drawn = self.draw(match_view).await;
        let mut reply = board::solo(match_view, (steps.as_ref(), with.hint), drawn, with.notes);
        reply.private = asker.among_others();
        reply
    }

    /// Shows the board as it is now, in the message that the button is on if nobody else reads that.
    pub(super) async fn board_again(&self, asker: Asker, game: GameId) -> Result<Answer, AppError> {
        let which = MatchRef::Game(game);
        let match_view = self.app.show(asker.request, which, Side::Own, None).await?;
        if !board::is_solo(&match_view) {
            return self.own_board(asker, which, None, None).await;
        }
        Ok(self.solo(asker, &match_view, &[], InvokedFrom::Board).await)
    }

    /// Returns the board as it is now, with the reason why a press on an earlier one did nothing; `None` if the button
    /// is not on the message of a private match.
    pub(super) async fn renewed(
        &self,
        asker: Asker,
        game: Option<GameId>,
        reason: &str,
    ) -> Option<Answer> {
        let which = MatchRef::Game(game.filter(|_| asker.reads_alone())?);
        let look = self.app.show(asker.request, which, Side::Own, None).await;
        let match_view = look.ok().filter(board::is_solo)?;
        let notes = [reason.to_owned()];
        let answer = self.solo(asker, &match_view, &notes, InvokedFrom::Board);
        Some(answer.await)
    }

    /// Shows a first hint: above the board in a private match, otherwise in a separate message.
    pub(super) async fn solo_hint(&self, asker: Asker, hint: &FirstHint) -> Option<Answer> {
        let which = MatchRef::Game(hint.game);
        let look = self.app.show(asker.request, which, Side::Own, None).await;
        let match_view = look
            .ok()
            .filter(|view| board::is_solo(view) && view.ply == hint.ply && asker.reads_alone())?;
        let with = Additions {
            hint: Some(hint),
            ..Additions::default()
        };
        let reply = self.solo_reply(asker, &match_view, with);
        Some(Answer::update(reply.await))
    }

    /// Posts the board of a private match in its player's channel.
    pub(super) async fn show_everybody(
        &self,
        asker: Asker,
        game: GameId,
    ) -> Result<Answer, AppError> {
        let which = MatchRef::Game(game);
        let own = self.app.show(asker.request, which, Side::Own, None).await?;
        if !board::is_solo(&own) {
            return Err(AppError::Plain(texts::UNKNOWN_BUTTON.to_owned()));
        }
        let public = self
            .app
            .show(asker.request, which, Side::Public, None)
            .await?;
        let drawn = self.draw(&public).await;
        let reply = board::shown(&public, drawn);
        if !asker.in_server() {
            return Ok(Answer::say(reply));
        }
        let notes = [texts::SHOWN.to_owned()];
        let message = self.solo_reply(asker, &own, Additions::of(&notes)).await;
        Ok(Answer::update(message).and(FollowUp::Post {
            home: asker.here(),
            reply,
        }))
    }

    /// Asks for a move in a form.
    pub(super) fn ask_for_move(game: GameId, ply: u32) -> Answer {
        Answer {
            first: Response::Ask(Question {
                id: CustomId::Guide(GuideAction::Type(At { game, ply })).to_string(),
                title: texts::TYPE_TITLE,
                label: texts::TYPE_FIELD,
                placeholder: texts::TYPE_PLACEHOLDER,
            }),
            then: None,
            keep: None,
        }
    }
}

/// Returns the last move of a match in display notation, if a user made it.
fn own_move(match_view: &MatchView, user: UserId) -> Option<String> {
    let last = match_view.last.as_ref()?;
    let mine = |(seat, owner): &(String, Option<UserId>)| {
        *owner == Some(user) && seat.eq_ignore_ascii_case(&last.seat)
    };
    match_view
        .seats
        .iter()
        .any(mine)
        .then(|| last.display.clone())?
}
