//! Four Seasons Chess: from the *Libro de los Juegos* of 1283, after the leaflet by Damian Walker (2011).
//!
//! Source: the leaflet, cited below by its rules' numbers; the array is Murray's and Gollon's, with its colours in the
//! leaflet's corners. These rulings settle questions that the leaflet leaves open:
//!
//! - Other sources exchange rook and knight: the option `array`.
//! - The marked diagonals restrict nothing. With `diagonals=walls` no piece crosses one, neither by a step nor by a
//!   jump: the straight line from the middle of one square to that of another must not cross the drawn part, which
//!   runs through the sixteen central squares. A piece may stop on a diagonal, go along it, and leave it to either
//!   side.
//! - Mate is judged only at the victim's turn; the conqueror owns a piece that threatens the king; among several
//!   owners, it is the first one going backwards in turn order from the victim (rule 13). With `conqueror=last` it is
//!   the player whose move completed the mate, also if another's piece gives the check or the move only uncovers it;
//!   if a mate or an exit completed it, or that player is out by then, it is decided as without the option.
//! - A player who cannot move and is not in check passes; if no remaining player can move, the game is drawn.
//! - A player who leaves (resignation, timeout) drops out: the king is removed and the pieces stay frozen. Frozen
//!   pieces have no owner, never move, threaten no square, block, and may be captured by anyone.
//! - With `bare=out` a side whose king is alone after any player's turn is out at once, before mates are judged. It
//!   is conquered by the player who took its last piece, and by nobody if a position text does not show that. Until
//!   the turn ends its king guards, so the last piece is not taken where that king threatens. Of several such sides in
//!   a position text the right-hand neighbour of the player who moved goes first; if no other side is left, they share
//!   the game.
//! - Kings alone, none of them threatened, are a dead position: a draw. Kings threaten each other or neither does, so
//!   no mate can come. So are the last two kings with one more piece, which is no rook, unless there are stakes: no
//!   placement is a mate.
//! - With dice, the player of a threatened king whose roll allows no saving move loses the turn and stays threatened.
//! - With dice only positions reached by a move or a drop count as occurrences for repetition.
//! - The amounts of the stakes are options; the current owner pays for a lost piece, and frozen pieces cost no seat
//!   anything.

use crate::rules::{Choice, Choices, Course, Entry, GameInfo, GameWithHistory, Hidden, Variant};
use crate::scene::{Scene, View};

mod board;
mod describe;
mod die;
mod evaluation;
mod explain;
mod further;
mod ledger;
mod lessons;
mod moves;
mod notation;
mod position;
mod scene;
mod settings;
mod turns;
mod tutorial;

#[cfg(test)]
mod tests;

pub use moves::Move;
pub use position::FourSeasons;

/// The entry of Four Seasons Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "seasons",
    name: "Four Seasons Chess",
    credit: "Libro de los Juegos, 1283; leaflet by Damian Walker, 2011",
    summary: "Four players, one season each: mate your neighbours and lead their armies, with dice and stakes.",
    goal: "You win if your king is the last in the game.",
    seats: &["green", "red", "black", "white"],
    teams: &[],
    rules_version: 3,
    options: settings::OPTIONS,
    // Suits games over days best, so it is offered first.
    variants: &[
        Variant {
            key: "quick",
            name: "Quick (a lone king is out)",
            options: &[("bare", "out")],
        },
        Variant {
            key: "seasons",
            name: "Four Seasons",
            options: &[],
        },
        Variant {
            key: "dice",
            name: "with dice",
            options: &[("dice", "on")],
        },
        Variant {
            key: "stakes",
            name: "for stakes",
            options: &[("stakes", "on")],
        },
        Variant {
            key: "libro",
            name: "as in the Libro: pieces removed, stakes",
            options: &[("mated", "removed"), ("stakes", "on")],
        },
    ],
    reasons: &[&position::BARE_KINGS],
    start: |kind, options| {
        let position = position::start(options)?;
        Ok(Box::new(GameWithHistory::begin(kind, options, position)))
    },
    read: GameWithHistory::<FourSeasons>::from_text,
    chance_option: |_| None,
    lessons: lessons::lessons,
    sections: &[],
    tutorial: &[
        Course {
            key: "seasons",
            about: "",
            exercises: tutorial::EXERCISES,
        },
        Course {
            key: "seasonsmore",
            about: "the quick game, dice, stakes, and players who leave",
            exercises: further::EXERCISES,
        },
    ],
    puzzles: include_str!("puzzles.txt"),
};

impl Entry for FourSeasons {
    fn label(&self, mv: &Move) -> String {
        describe::label(self, mv)
    }

    fn choices(&self, partial: &str) -> Choices {
        if self.die == die::Die::Due {
            Choices::default()
        } else {
            let mut choices = crate::notation::choices(self, partial);
            describe::name_pieces(self, partial, &mut choices);
            choices
        }
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        if self.die == die::Die::Due {
            Vec::new()
        } else {
            crate::notation::complete(self, typed, limit)
        }
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        scene::preview(self, partial, view)
    }
}

impl Hidden for FourSeasons {}
