//! The Tower Game (Abdul-Rahman Sibahi, 2007) and the Shogi Tower Game, after the inventor's page of 2007-06-28.
//!
//! A board of 5 x 5 x 8 cubes; "a simplified version of Gavin Smith's Prince". The inventor's special variants
//! (chamber, toroidal, berlin, tripunch, shuffle) combine freely; Shogi combines with none.
//!
//! Rulings, where the inventor's page is silent:
//!
//! - White starts at the bottom and moves first; forward for White is up. In Shogi Black starts at the bottom and moves
//!   first.
//! - A pawn's double step is open to every pawn on its side's second rank; en passant takes it as if it had made one
//!   step, by any of the eight capturing ways. Berlin pawns go twice the same of their eight ways, and are taken en
//!   passant by a pawn whose straight capture reaches the cube passed.
//! - Promotion is compulsory. "Any piece in the starting setup" is R B M N C J; with the fool, who is left out under
//!   tripunch.
//! - Toroidal: a slide stops before its own starting cube; two ways to one cube are one move.
//! - Planar riders: a plane is an unordered pair of the piece's own directions, at 90 degrees for the base, at 90 or 60
//!   for the scientist, not opposite for the reporter. `area` needs the whole area empty, as in Prince; `hook` follows
//!   the inventor's "so-called hook-movers". Cubes of an area that lie outside the board do not count.
//! - A start that leaves the side not to move in check is refused (chamber, toroidal and tripunch together), and so
//!   is such a position text.
//! - Stalemate counts three quarters for the side that gave it ("It gets 3/4 in tournament counts"). In Shogi a side
//!   without a legal move loses.
//! - The two kings alone, none of them attacked, are a dead position: a draw. Neither mate nor stalemate can come, which
//!   every placement in every tower shows, and every move in Shogi, with each of nine mutators and with each two of
//!   them; with Alice, Benedict and Magnetic a king can win. In the plain Chamber with ordinary riders so are the kings
//!   and one more piece, which is no fool and no pawn.
//! - Repetition: a draw at the third occurrence. In Shogi at the fourth, and then a loss for a side that gave check at
//!   every one of its turns between the first and the fourth (a draw should both have done so).
//! - A text without a piece letter that reads as one pawn's move is that pawn's move: the inventor's page writes pawns
//!   so.
//! - The number of the inventor's shuffle arrangements is 14 times too small; see [`shuffle`].

use crate::rules::{Course, GameInfo, GameResult, GameWithHistory, Options};

mod board;
mod generation;
mod interface;
mod judgement;
mod making;
mod move_pattern;
mod moves;
mod mutators;
mod options;
mod pieces;
mod position;
mod shuffle;
mod table_of_four;

mod choices;
mod describe;
mod diagrams;
mod evaluation;
mod explain;
mod further;
mod lessons;
mod notation;
mod position_text;
mod riders;
mod scene;
mod seen;
mod setup;
mod sheet;
mod shogi;
mod tutorial;
mod twist;

#[cfg(test)]
mod tests;

use position::TowerGame;
use table_of_four::TableOfFour;

/// The Tower Game in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "tower",
    name: "The Tower Game",
    credit: "Abdul-Rahman Sibahi, 2007",
    summary: "Chess in a tower of eight 5x5 levels: merchants, captains and jesters, or Shogi with drops.",
    goal: "You win by checkmating the enemy king.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 6,
    options: options::OPTIONS,
    variants: options::VARIANTS,
    reasons: &[&position::KING_GONE],
    start,
    read,
    chance_option,
    lessons: lessons::all,
    sections: &[
        ("overview", "The game"),
        ("rook", "Pieces"),
        ("chamber", "Variants"),
        ("mutators", "Twists"),
    ],
    tutorial: &[
        Course {
            key: "tower",
            about: "",
            exercises: tutorial::EXERCISES,
        },
        Course {
            key: "towermore",
            about: "castling, en passant, variants and twists",
            exercises: further::EXERCISES,
        },
    ],
    puzzles: include_str!("puzzles.txt"),
};

/// The four seats of Bughouse; all else is the Tower Game's.
static FOUR: GameInfo = GameInfo {
    summary: "The Tower Game on two boards, for two teams of two.",
    goal: "Your team wins when one of you checkmates an enemy king.",
    seats: table_of_four::SEATS,
    teams: table_of_four::TEAMS,
    rules_version: 1,
    reasons: &[],
    lessons: lessons::mutators::pages,
    sections: &[],
    tutorial: &[],
    puzzles: "",
    ..KIND
};

fn start(_: &'static GameInfo, options: &Options) -> GameResult {
    let (rules, effects) = mutators::of(options)?;
    if effects.has(mutators::BUGHOUSE) {
        let game = TableOfFour::start(rules, effects)?;
        return Ok(Box::new(GameWithHistory::begin(&FOUR, options, game)));
    }
    let game = TowerGame::start(rules, effects)?;
    Ok(Box::new(GameWithHistory::begin(&KIND, options, game)))
}

fn read(_: &'static GameInfo, options: &Options, text: &str) -> GameResult {
    if mutators::of(options)?.1.has(mutators::BUGHOUSE) {
        return GameWithHistory::<TableOfFour>::from_text(&FOUR, options, text);
    }
    GameWithHistory::<TowerGame>::from_text(&KIND, options, text)
}

fn chance_option(options: &Options) -> Option<(&'static str, u64)> {
    options
        .is("setup", "shuffle")
        .then_some(("seed", options::ARRANGEMENTS))
}
