//! Hints in games without another person to play against: first an overview, then a good move.
//!
//! The overview is read off the board, as quickly as any answer. The move is searched for on the machine's threads when
//! the player presses the button for it.

use std::sync::Arc;

use super::{Failed, Urgency};
use crate::app::matches::change::{Precondition, since};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::{is_alone, seat_to_move};
use crate::app::play::explore::tried;
use crate::app::{App, AppError, MatchRef, Purpose, Request, run_blocking};
use crate::engine::{self, Limits, Overview, Why};
use crate::match_state::{GameId, Phase};

/// Number of positions searched for a hint, while a person waits.
const NODES: u64 = 20_000;

/// The refusal of a hint while pieces are hidden.
const NO_HINT_WHERE_HIDDEN: &str = "There are no hints while pieces are hidden: a good one would tell you where they are. When the game is over, \
     everything can be looked at.";

/// A first hint: what to look at before a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstHint {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The overview of the position.
    pub overview: Overview,
    /// A warning for the player to move.
    pub danger: Option<String>,
}

/// A hint: the move that the machine would play, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The canonical text of the move.
    pub text: String,
    /// The reason why it is good.
    pub why: Why,
    /// The reason as a sentence in the game's words.
    pub sentence: String,
    /// Number of the opponents' moves in which the user still loses, if that is proven.
    pub loses: Option<u32>,
}

impl App {
    /// Returns what to look at before the user's next move.
    ///
    /// # Errors
    /// Those of [`App::hint`], except those of the search.
    pub async fn first_hint(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<FirstHint, AppError> {
        let loaded = self.to_be_hinted_at(request, which).await?;
        seat_to_move(&loaded, request)?;
        run_blocking(move || {
            let board = loaded.seen_by(loaded.sight_of(request.user));
            Ok(FirstHint {
                game: loaded.id,
                ply: loaded.state.ply(),
                overview: board.overview().ok_or_else(no_hint)?,
                danger: board.check_warning(),
            })
        })
        .await?
    }

    /// Returns a good move for the user, or for the side to move after a line of moves tried on a private board.
    ///
    /// # Errors
    /// Somebody else plays in the match, or the user does not; without a line it is not the user's turn, or the
    /// position has changed; the line cannot be played; too many searches wait.
    pub async fn hint(
        &self,
        request: Request,
        which: MatchRef,
        line: &[String],
    ) -> Result<Hint, AppError> {
        let loaded = self.to_be_hinted_at(request, which).await?;
        if line.is_empty() {
            seat_to_move(&loaded, request)?;
        }
        let (game, ply) = (loaded.id, loaded.state.ply());
        let seen = loaded.seen_by(loaded.sight_of(request.user));
        let board = tried(&seen, line)?.board;
        let think = self.machine.queue().think(Urgency::Hint, move |stop| {
            let limits = Limits::nodes(NODES).until(stop);
            let found = board.search(&engine::Request::strongest(limits))?;
            let best = found.best.into_iter().next()?;
            let why = board.why(&best.text, best.mate())?;
            Some(Hint {
                game,
                ply,
                sentence: board.reason(&why),
                why,
                loses: best
                    .mate()
                    .filter(|moves| *moves < 0)
                    .map(i32::unsigned_abs),
                text: best.text,
            })
        });
        match think.await {
            Ok(Some(hint)) => Ok(hint),
            Ok(None) => Err(no_hint()),
            Err(failed) => Err(not_now(failed)),
        }
    }

    /// Returns the match if the user may have hints in it.
    async fn to_be_hinted_at(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<Arc<LoadedMatch>, AppError> {
        let game = self.find_match(request, which, Purpose::Move).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let state = &loaded.state;
        if *state.phase() == Phase::Playing && !is_alone(&loaded, request.user) {
            return Err(AppError::Plain(
                "There are no hints in a game with another person: that would be unfair. `/play` starts a game against \
                 the machine."
                    .to_owned(),
            ));
        }
        if loaded.hides && *state.phase() == Phase::Playing {
            return Err(AppError::Plain(NO_HINT_WHERE_HIDDEN.to_owned()));
        }
        if let Precondition::Ply(ply) = since(which)
            && !state.is_fresh(ply)
        {
            return Err(self.stale(game, ply, request.user).await);
        }
        if let Some(replay_error) = &loaded.replay_error {
            return Err(AppError::Plain(replay_error.sentence()));
        }
        Ok(loaded)
    }
}

fn no_hint() -> AppError {
    AppError::Plain("I have no hint here.".to_owned())
}

/// Returns the refusal for a search that failed.
pub(super) fn not_now(failed: Failed) -> AppError {
    match failed {
        Failed::Full | Failed::Stopped => AppError::Plain(
            "So many games wait for the machine that I can't think about yours now. Please try again in a minute."
                .to_owned(),
        ),
        Failed::Crashed => AppError::Internal,
    }
}
