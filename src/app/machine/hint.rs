//! Hints: what to look at, and a good move, in a game in which nobody is helped against somebody else.

use super::{Failed, Urgency};
use crate::app::change::Precondition;
use crate::app::clocks::since;
use crate::app::play::seat_to_move;
use crate::app::{App, AppError, MatchRef, Purpose, Request};
use crate::engine::hint::{self, Reason};
use crate::engine::{Limits, hint::Found};
use crate::match_state::{GameId, Phase};
use crate::rules::{Choice, Game};

/// How many positions are looked at for a hint: somebody waits for it.
const NODES: u64 = 20_000;

/// Why a hinted move is good.
pub type HintReason = Reason;

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
    pub reason: HintReason,
    /// The piece that moves, as the menus name it, where they do.
    pub piece: Option<String>,
    /// A warning for who is to move.
    pub danger: Option<String>,
}

impl App {
    /// A hint for the asker's next move.
    ///
    /// # Errors
    /// Somebody else plays in the match, or the asker does not; it is not their turn, or the position has changed; too
    /// many think about something.
    pub async fn hint(&self, request: Request, which: MatchRef) -> Result<Hint, AppError> {
        let game = self.which(request, which, Purpose::Move).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let state = &loaded.state;
        let mut seats = loaded.kind.all_seats();
        let alone = seats.all(|seat| {
            let owner = state.owner(seat);
            owner.is_some_and(|user| user == request.user || user.is_machine())
        });
        if *state.phase() == Phase::Playing && !alone {
            return Err(AppError::Plain(
                "There are no hints in a game with another person: that would be unfair. `/play` starts a game against \
                 the machine."
                    .to_owned(),
            ));
        }
        if let Precondition::Ply(ply) = since(which)
            && !state.is_fresh(ply)
        {
            return Err(self.stale(game, ply, request.user).await);
        }
        seat_to_move(&loaded, request)?;
        if let Some(lost) = &loaded.lost {
            return Err(AppError::Plain(lost.sentence()));
        }
        let board = loaded.game.umpire().boxed_clone();
        let think = self.machine.queue().think(Urgency::Hint, move |stop| {
            let limits = Limits {
                stop: Some(stop),
                ..Limits::nodes(NODES)
            };
            let found = hint::hint(board.as_ref(), limits)?;
            let piece = piece(board.as_ref(), &found.text);
            Some((found, piece))
        });
        let (Found { text, reason }, piece) = match think.await {
            Ok(Some(found)) => found,
            Ok(None) => return Err(AppError::Plain("I have no hint here.".to_owned())),
            Err(failed) => return Err(not_now(failed)),
        };
        Ok(Hint {
            game,
            ply: state.ply(),
            text,
            reason,
            piece,
            danger: loaded
                .seen_by(loaded.sight_of(request.user))
                .check_warning(),
        })
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
