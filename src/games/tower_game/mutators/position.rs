//! The Tower Game with one or two mutators in effect: what a position is, and how it starts.

use std::sync::Arc;

use super::super::board::{Cube, CubeSet, MOST_CUBES};
use super::super::moves::{CORNERS, EnPassant, KING_FILE};
use super::super::options::Rules;
use super::super::pieces::{Piece, Role};
use super::super::riders::Table;
use super::super::{TowerGame, setup};
use super::kriegspiel::Seen;
use super::{Effects, Hand, Move, Mutator, Unit, anywhere};
use crate::rules::{RuleError, Seat};

/// A position of the Tower Game with mutators.
#[derive(Clone, Debug)]
pub struct Mutated {
    /// The rules of the Tower Game that it is played by.
    pub rules: Rules,
    /// The mutators in effect.
    pub effects: Effects,
    units: [Option<Unit>; MOST_CUBES],
    /// The occupied cubes of boards A and B.
    taken: [CubeSet; 2],
    /// The cubes on which each side has a king.
    kings: [CubeSet; 2],
    /// Who is to move.
    pub turn: Seat,
    /// Which rooks may still castle, by seat, in the order of [`CORNERS`].
    pub castling: [[bool; 4]; 2],
    /// Whose king has not moved (Hostage).
    pub unmoved: [bool; 2],
    /// The double steps that can be met: one, with Marseillais two.
    pub passed: [Option<EnPassant>; 2],
    /// What each side can put on the board (Crazyhouse, Anywhere).
    pub hands: [Hand; 2],
    /// The pieces of each side that the other holds (Hostage).
    pub prison: [Hand; 2],
    /// The pieces of each side that were freed and wait (Hostage).
    pub airfield: [Hand; 2],
    /// The moves left in this turn (Marseillais).
    pub left: u8,
    /// Plies since the last step that cannot be undone.
    pub no_progress: u32,
    /// The cubes of pieces that went, turned or flew in the last move. Pictures show it; no rule asks.
    pub touched: CubeSet,
    /// The first move of the turn that has just been played, for pictures (Marseillais).
    pub first: Option<Move>,
    /// The captured piece's cube, whether it was a pawn, and whether en passant: what the umpire says (Kriegspiel).
    pub gone: Option<(Cube, bool, bool)>,
    /// Whether the game has ended, for any reason: then nothing is hidden any more (Kriegspiel).
    pub over: bool,
    /// Where this is only what somebody may be shown: what they know besides (Kriegspiel).
    pub seen: Option<Arc<Seen>>,
}

impl Mutated {
    /// The starting position.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadOptions`] where the plain game cannot start so.
    pub fn start(rules: Rules, effects: Effects) -> Result<Mutated, RuleError> {
        TowerGame::start(rules)?;
        let mut game = Mutated::empty(rules, effects);
        for (cube, piece) in setup::pieces(&rules) {
            game.put(cube, Unit::new(piece.seat, piece.role));
        }
        game.castling = [[rules.castling(); 4]; 2];
        for mutator in effects.iter() {
            mutator.start(&mut game);
        }
        Ok(game)
    }

    /// A board with nobody on it.
    pub fn empty(rules: Rules, effects: Effects) -> Mutated {
        Mutated {
            rules,
            effects,
            units: [None; MOST_CUBES],
            taken: [CubeSet::default(); 2],
            kings: [CubeSet::default(); 2],
            turn: rules.bottom(),
            castling: [[false; 4]; 2],
            unmoved: [false; 2],
            passed: [None; 2],
            hands: [Hand::default(); 2],
            prison: [Hand::default(); 2],
            airfield: [Hand::default(); 2],
            left: 1,
            no_progress: 0,
            touched: CubeSet::default(),
            first: None,
            gone: None,
            over: false,
            seen: None,
        }
    }

    /// What stands on a cube, on either board: no cube is ever taken on both.
    pub fn unit(&self, cube: Cube) -> Option<Unit> {
        self.units[cube.index()]
    }

    /// What stands on a cube of one board.
    pub fn unit_on(&self, cube: Cube, board: usize) -> Option<Unit> {
        self.unit(cube).filter(|unit| unit.board() == board)
    }

    /// Puts a unit on an empty cube.
    pub fn put(&mut self, cube: Cube, unit: Unit) {
        self.units[cube.index()] = Some(unit);
        self.taken[unit.board()].insert(cube);
        if unit.has_king() {
            self.kings[unit.seat.index()].insert(cube);
        }
    }

    /// Takes away what stands on a cube.
    pub fn take(&mut self, cube: Cube) -> Option<Unit> {
        let unit = self.units[cube.index()].take()?;
        self.taken[unit.board()].remove(cube);
        self.kings[unit.seat.index()].remove(cube);
        Some(unit)
    }

    /// The occupied cubes of a board.
    pub fn taken(&self, board: usize) -> CubeSet {
        self.taken[board]
    }

    /// Every unit with its cube, in the order of the board.
    pub fn all_units(&self) -> impl Iterator<Item = (Cube, Unit)> {
        let both = self.taken[0].union(self.taken[1]);
        both.iter()
            .filter_map(|cube| Some((cube, self.unit(cube)?)))
    }

    /// The units of a side with their cubes.
    pub fn units_of(&self, seat: Seat) -> impl Iterator<Item = (Cube, Unit)> {
        self.all_units().filter(move |(_, unit)| unit.seat == seat)
    }

    /// Where a side's king is; of several the first.
    pub fn king(&self, seat: Seat) -> Option<Cube> {
        self.kings[seat.index()].iter().next()
    }

    /// Whether pieces are still to be placed (Anywhere).
    pub fn is_placing(&self) -> bool {
        (!self.hands[0].is_empty() || !self.hands[1].is_empty()) && self.effects.has(anywhere::KEY)
    }

    /// The mutators in force now: before every piece is placed the rules of most have not begun.
    pub fn in_force(&self) -> impl Iterator<Item = &'static dyn Mutator> + use<> {
        let placing = self.is_placing();
        self.effects
            .iter()
            .filter(move |mutator| !placing || mutator.is_early())
    }

    /// Whether all mutators in force agree.
    pub fn all(&self, asked: impl Fn(&dyn Mutator) -> bool) -> bool {
        self.in_force().all(asked)
    }

    /// Whether there is check now.
    pub fn knows_check(&self) -> bool {
        self.all(|mutator| mutator.knows_check(self))
    }

    /// How a part of a side's pieces goes.
    pub fn table(&self, seat: Seat, part: Role) -> &'static Table {
        Table::of(
            Piece::new(seat, part).move_pattern(&self.rules),
            self.rules.goes_up(seat),
            &self.rules,
        )
    }

    /// The cube that a side's king starts on.
    pub fn king_home(&self, seat: Seat) -> Cube {
        Cube::on_file(KING_FILE, self.rules.rank_for(seat, 0))
    }

    /// The corner of a side's first rank, by its index in [`CORNERS`].
    pub fn corner(&self, seat: Seat, index: usize) -> Cube {
        let file = CORNERS.get(index).copied().unwrap_or_default();
        Cube::on_file(file, self.rules.rank_for(seat, 0))
    }
}
