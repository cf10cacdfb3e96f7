//! Hints: what to look at, and a good move, in a game in which nobody is helped against somebody else.

use super::{Failed, Urgency};
use crate::app::change::{Precondition, since};
use crate::app::explore::tried;
use crate::app::seats::{is_alone, seat_to_move};
use crate::app::{App, AppError, MatchRef, Purpose, Request};
use crate::engine::{self, Limits, Why, why};
use crate::match_state::{GameId, Phase};
use crate::rules::{Choice, Game};

/// How many positions are looked at for a hint: somebody waits for it.
const NODES: u64 = 20_000;

/// Why there is no hint while pieces are hidden.
const NO_HINT_WHERE_HIDDEN: &str = "There are no hints while pieces are hidden: a good one would tell you where they are. When the game is over, \
     everything can be looked at.";

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// In which match.
    pub game: GameId,
    /// How many events it had.
    pub ply: u32,
    /// The move, canonical text.
    pub text: String,
    /// Why it is good.
    pub why: Why,
    /// The same as a sentence in the game's words.
    pub sentence: String,
    /// In how many moves of the opponents the asker loses even so, where that is proven.
    pub loses: Option<u32>,
    /// The piece that moves, as the menus name it, where they do.
    pub piece: Option<String>,
    /// A warning for who is to move.
    pub danger: Option<String>,
}

impl App {
    /// A hint for the asker's next move, or for the next one after a line of moves that they try on a board of their own.
    ///
    /// # Errors
    /// Somebody else plays in the match, or the asker does not; without a line it is not their turn, or the position has
    /// changed; the line cannot be played; too many think about something.
    pub async fn hint(
        &self,
        request: Request,
        which: MatchRef,
        line: &[String],
    ) -> Result<Hint, AppError> {
        let game = self.which(request, which, Purpose::Move).await?;
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
        if line.is_empty() {
            seat_to_move(&loaded, request)?;
        }
        if let Some(replay_error) = &loaded.replay_error {
            return Err(AppError::Plain(replay_error.sentence()));
        }
        let seen = loaded.seen_by(loaded.sight_of(request.user));
        let board = tried(&seen, line)?.board;
        let (ply, danger) = (state.ply(), board.check_warning());
        let think = self.machine.queue().think(Urgency::Hint, move |stop| {
            let limits = Limits {
                stop: Some(stop),
                ..Limits::nodes(NODES)
            };
            let found = board.search(&engine::Request::strongest(limits))?;
            let best = found.best.into_iter().next()?;
            let why = why::why(&*board, &best)?;
            Some(Hint {
                game,
                ply,
                sentence: board.reason(&why),
                why,
                loses: best
                    .mate()
                    .filter(|moves| *moves < 0)
                    .map(i32::unsigned_abs),
                piece: piece(&*board, &best.text),
                danger,
                text: best.text,
            })
        });
        match think.await {
            Ok(Some(hint)) => Ok(hint),
            Ok(None) => Err(AppError::Plain("I have no hint here.".to_owned())),
            Err(failed) => Err(not_now(failed)),
        }
    }
}

/// Why nothing could be thought about.
pub(super) fn not_now(failed: Failed) -> AppError {
    match failed {
        Failed::Full | Failed::Stopped => AppError::Plain(
            "So many games wait for the machine that I can't think about yours now. Please try again in a minute."
                .to_owned(),
        ),
        Failed::Crashed => AppError::Internal,
    }
}

/// What the menus call the piece that a move begins with, where they ask for a piece first.
fn piece(game: &dyn Game, text: &str) -> Option<String> {
    // One of the two may leave the letter of the piece out.
    let bare = |text: &str| {
        let square = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '+');
        square.to_owned()
    };
    let square = bare(text);
    let begins = |choice: &Choice| {
        let from = bare(&choice.text);
        let fits = !from.is_empty() && square.starts_with(&from);
        !choice.whole && (fits || text.starts_with(&choice.text))
    };
    // `b16` begins like `b1`.
    let find = |partial: &str| {
        let options = game.choices(partial).options.into_iter();
        options
            .filter(begins)
            .max_by_key(|choice| choice.text.len())
    };
    let first = find("")?;
    // A group of pieces is asked for before the piece itself.
    let label = find(&first.text).map_or(first.label, |next| next.label);
    // What it can do is told in brackets.
    let name = label.split(" (").next().unwrap_or(&label);
    Some(name.to_owned())
}
