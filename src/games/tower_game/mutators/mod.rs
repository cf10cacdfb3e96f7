//! The mutators of the Tower Game. Inventor's page: "Many mutators can be applied to this game", and fifteen names.
//!
//! A mutator is one file, with its source and its rulings on top, and one line in [`TABLE`]. What it changes it says as a
//! [`Mutator`]; [`Mutated`] is the game with one or two of them in effect. The plain Tower Game knows nothing of either.

use std::fmt;

use super::board::{Cube, CubeSet};
use super::options::{Riders, Rules, Setup};
use super::pieces::Role;
use super::riders::Path;
use crate::rules::{
    Game, GameInfo, GameResult, GameWithHistory, Options, OwnReason, RuleError, Status,
};

mod choices;
mod describe;
mod diagrams;
mod effects;
mod evaluation;
mod explain;
mod interface;
mod judgement;
mod lessons;
mod making;
mod moves;
mod notation;
mod position;
mod position_text;
mod scene;
mod table_of_four;
mod tries;
mod unit;

mod alice;
mod anywhere;
mod atomic;
mod benedict;
mod bughouse;
mod crazyhouse;
mod doppelganger;
mod extinction;
mod fusion;
mod half;
mod hostage;
mod kriegspiel;
mod magnetic;
mod marseillais;
mod suicide;

#[cfg(test)]
mod tests;

pub use effects::{Effects, MOST};
pub use lessons::pages;
pub use position::Mutated;

use judgement::Bar;
use lessons::Page;
use moves::Move;
use table_of_four::TableOfFour;
use unit::{Hand, Unit};

/// Every mutator, by name.
// One line for each, here and in `VALUES`.
#[rustfmt::skip]
pub static TABLE: &[&dyn Mutator] = &[
    &alice::Alice,
    &anywhere::Anywhere,
    &atomic::Atomic,
    &benedict::Benedict,
    &bughouse::Bughouse,
    &crazyhouse::Crazyhouse,
    &doppelganger::Doppelganger,
    &extinction::Extinction,
    &fusion::Fusion,
    &half::Half,
    &hostage::Hostage,
    &kriegspiel::Kriegspiel,
    &magnetic::Magnetic,
    &marseillais::Marseillais,
    &suicide::Suicide,
];

/// The enemy king was exploded, turned or captured. In machine notation as in the other games.
pub static KING_GONE: OwnReason = OwnReason {
    key: "royal-captured",
    words: "the other king is gone",
};

/// The key of the option.
pub const OPTION: &str = "mutator";

/// What the option may be set to, for lists: `none` and the keys of [`TABLE`] with what each does in a few words.
pub static VALUES: &[(&str, &str)] = &[
    ("none", "no twist"),
    (
        "alice",
        "two towers: a piece that has moved goes over to the other one",
    ),
    (
        "anywhere",
        "you place your pieces yourselves before the first move",
    ),
    (
        "atomic",
        "every capture explodes all pieces around it, pawns apart",
    ),
    (
        "benedict",
        "nothing is captured: the piece that moves turns all it attacks",
    ),
    (
        "bughouse",
        "two towers, four players: what you capture your partner drops",
    ),
    (
        "crazyhouse",
        "what you capture you can drop back on the board as your own",
    ),
    (
        "doppelganger",
        "a capture takes a second piece of the kind, a promotion promotes two",
    ),
    (
        "extinction",
        "a side that has lost all pieces of one kind loses",
    ),
    ("fusion", "a piece can join a friend, and both move as one"),
    (
        "half",
        "riders go half as far, leapers leap half as many ways",
    ),
    (
        "hostage",
        "captured pieces are held, and exchanged to come back",
    ),
    (
        "kriegspiel",
        "you see only your own pieces; an umpire tells the rest",
    ),
    (
        "magnetic",
        "a piece that moves pushes friends away and pulls enemies near",
    ),
    ("marseillais", "two moves a turn; a check ends the turn"),
    (
        "suicide",
        "you must capture if you can, and the side that has lost everything wins",
    ),
];

/// The inventor's own spellings, where they are not those of [`VALUES`].
pub static ALSO: &[(&str, &str)] = &[
    ("doppleganger", "doppelganger"),
    ("marseillaise", "marseillais"),
];

/// What a mutator changes: two that change the same do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// How the game starts.
    Start,
    /// How the pieces go.
    Pieces,
    /// What follows a move.
    Follows,
    /// How many moves a turn has.
    Turn,
    /// What wins.
    Goal,
    /// What the players see.
    Sight,
}

impl Changes {
    fn in_words(self) -> &'static str {
        match self {
            Changes::Start => "how the game starts",
            Changes::Pieces => "how the pieces move",
            Changes::Follows => "what follows a move",
            Changes::Turn => "the turn",
            Changes::Goal => "what wins",
            Changes::Sight => "what the players see",
        }
    }
}

/// The fields that a mutator adds to the position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// What each side can put on the board.
    Hand,
    /// What is held, and what is freed.
    Prison,
    /// The moves left in this turn.
    Left,
}

/// What a mutator does to the game. Each default leaves the Tower Game as it is.
pub trait Mutator: Sync {
    /// Its key in machine notation.
    fn key(&self) -> &'static str;

    /// Its name.
    fn name(&self) -> &'static str;

    /// What it does, in one line.
    fn about(&self) -> &'static str {
        let key = self.key();
        let value = VALUES.iter().find(|(value, _)| *value == key);
        value.map_or("", |(_, about)| about)
    }

    /// What it changes.
    fn changes(&self) -> Changes;

    /// What the sheet of pieces cannot show of how they move under it; may be empty.
    fn sheet_note(&self) -> &'static str {
        ""
    }

    /// Why it cannot be played under these rules; the end of a sentence that names it.
    fn refuses(&self, _rules: &Rules) -> Option<&'static str> {
        None
    }

    /// Whether it is in force before every piece has been placed (see [`anywhere`]).
    fn is_early(&self) -> bool {
        false
    }

    /// The field that it adds to the position text.
    fn field(&self) -> Option<Field> {
        None
    }

    /// Sets up what the start has besides the pieces.
    fn start(&self, _game: &mut Mutated) {}

    /// Whether kings are safe from capture, so that there is check.
    fn knows_check(&self, _game: &Mutated) -> bool {
        true
    }

    /// Whether there is castling.
    fn castles(&self) -> bool {
        true
    }

    /// Whether there is en passant.
    fn passes(&self) -> bool {
        true
    }

    /// Whether pieces capture.
    fn captures(&self) -> bool {
        true
    }

    /// Whether kings capture (where they are royal).
    fn kings_capture(&self) -> bool {
        true
    }

    /// Whether a king may be gone: exploded, turned or taken.
    fn loses_kings(&self) -> bool {
        false
    }

    /// Whether it is remembered of a piece that it was a pawn.
    fn remembers_pawns(&self) -> bool {
        false
    }

    /// Whether pawns may stand on their own first rank.
    fn pawns_on_first(&self) -> bool {
        false
    }

    /// Takes away, or adds to, what a pawn of the side to move may become.
    fn promotions(&self, _game: &Mutated, _pieces: &mut Vec<Role>) {}

    /// Whether a pawn that arrives so is promoted.
    fn promotes(&self, _mv: &Move) -> bool {
        true
    }

    /// Where a part of a piece goes, if otherwise than by its table; `captures` also onto enemies.
    fn reach(
        &self,
        _game: &Mutated,
        _from: Cube,
        _unit: Unit,
        _part: Role,
        _captures: bool,
    ) -> Option<CubeSet> {
        None
    }

    /// Whether a piece attacks along a path that its table has.
    fn opens(&self, _game: &Mutated, _from: Cube, _unit: Unit, _to: Cube, _path: Path) -> bool {
        true
    }

    /// How many cubes a move may empty besides its own and that of a captured piece.
    fn empties(&self) -> u32 {
        0
    }

    /// Whether nobody can take a king on a cube, though pieces attack it.
    fn spares(&self, _game: &Mutated, _king: Cube, _unit: Unit) -> bool {
        false
    }

    /// Whether all moves are those of [`Mutator::moves`].
    fn is_whole_list(&self, _game: &Mutated) -> bool {
        false
    }

    /// Moves of another kind.
    fn moves(&self, _game: &Mutated, _moves: &mut Vec<Move>) {}

    /// Puts in the place of a move all that it can be with what the mover still chooses.
    fn unfold(&self, _game: &Mutated, mv: Move, moves: &mut Vec<Move>) {
        moves.push(mv);
    }

    /// Whether [`Mutator::unfold`] does anything.
    fn unfolds(&self) -> bool {
        false
    }

    /// Leaves of the moves only those that may be chosen.
    fn narrow(&self, _moves: &mut Vec<Move>) {}

    /// What forbids a move, judged before it is made.
    fn bar(&self, _game: &Mutated, _mv: &Move) -> Option<Bar> {
        None
    }

    /// What forbids a move, judged when the piece has moved and nothing has followed.
    fn bar_midway(&self, _before: &Mutated, _midway: &Mutated, _mv: &Move) -> Option<Bar> {
        None
    }

    /// What follows a move: the piece has moved, the captured piece has gone.
    fn follow(&self, _game: &mut Mutated, _mv: &Move, _captured: Option<Unit>) {}

    /// Sets castling rights that a move gives.
    fn grant_castling(&self, _game: &mut Mutated, _mv: &Move) {}

    /// Whether double steps of earlier moves can still be met; see [`marseillais`].
    fn keeps_passed(&self) -> bool {
        false
    }

    /// Whether the side that has moved moves again.
    fn keeps_turn(&self, _before: &Mutated, _game: &mut Mutated) -> bool {
        false
    }

    /// How the game has ended by what the board shows.
    fn end(&self, _game: &Mutated) -> Option<Status> {
        None
    }

    /// How the game ends for a side that cannot move.
    fn stuck(&self, _game: &Mutated) -> Option<Status> {
        None
    }

    /// What is said of a move after what the piece did, such as "everything around explodes".
    fn in_words(&self, _game: &Mutated, _mv: &Move) -> Option<String> {
        None
    }

    /// Its rule in one or two sentences, for refusals and for those who have not met it.
    fn rule(&self) -> &'static str;

    /// Its page of the rules.
    fn lesson(&self) -> Page;
}

impl fmt::Debug for dyn Mutator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// The rules and the mutators of resolved options.
///
/// # Errors
/// [`crate::rules::RuleErrorKind::BadOptions`] where they cannot be played.
pub fn of(options: &Options) -> Result<(Rules, Effects), RuleError> {
    let rules = Rules::of(options)?;
    let effects = Effects::of(options.get(OPTION).unwrap_or_default(), &rules)?;
    Ok((rules, effects))
}

/// The game at its start with the mutators of the options; `None` where there are none.
pub fn start(kind: &'static GameInfo, options: &Options) -> Option<GameResult> {
    begin(kind, options, Mutated::start, TableOfFour::start)
}

/// The game of a position text with the mutators of the options; `None` where there are none.
pub fn read(kind: &'static GameInfo, options: &Options, text: &str) -> Option<GameResult> {
    begin(
        kind,
        options,
        |rules, effects| Mutated::read_position(rules, effects, text),
        |rules, effects| TableOfFour::read_text(rules, effects, text),
    )
}

fn begin(
    kind: &'static GameInfo,
    options: &Options,
    two: impl FnOnce(Rules, Effects) -> Result<Mutated, RuleError>,
    four: impl FnOnce(Rules, Effects) -> Result<TableOfFour, RuleError>,
) -> Option<GameResult> {
    if matches!(options.get(OPTION), None | Some("none")) {
        return None;
    }
    let (rules, effects) = match of(options) {
        Ok(chosen) => chosen,
        Err(rejection) => return Some(Err(rejection)),
    };
    if effects.has(bughouse::KEY) {
        Some(table_of_four::begin(options, four))
    } else {
        let begun = two(rules, effects)
            .map(|game| Box::new(GameWithHistory::begin(kind, options, game)) as Box<dyn Game>);
        Some(begun)
    }
}

/// Why a mutator of the pieces cannot go with tripunch.
fn no_planar(rules: &Rules, why: &'static str) -> Option<&'static str> {
    (rules.riders != Riders::Linear).then_some(why)
}

/// Whether the start is the usual one.
fn usual_setup(rules: &Rules) -> bool {
    rules.setup == Setup::Original
}
