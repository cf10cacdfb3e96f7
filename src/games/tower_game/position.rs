//! A position of the Tower Game, and [`Mutator`]: a set of rules that changes it.
//!
//! The plain game is the position without a mutator. Every listing, judging, making and showing of a move calls the
//! mutators; each default of [`Mutator`] leaves the game unchanged.

use std::fmt;
use std::sync::Arc;

use super::board::{Cube, CubeSet, MOST_CUBES};
use super::moves::{Bar, CORNERS, EnPassant, KING_FILE, Move};
use super::options::{MOST, Rules};
use super::pieces::{Board, Hand, Piece, Role};
use super::riders::{Path, Paths, Table};
use super::seen::{Gone, Seen};
use super::twist::{Changes, Field, Page};
use crate::rules::wording::capital;
use crate::rules::{OwnReason, Seat, Status};

/// A position of the Tower Game, of any of its variants.
#[derive(Clone, Debug)]
pub struct TowerGame {
    /// The rules that it is played by.
    pub rules: Rules,
    /// The mutators in effect.
    pub effects: Effects,
    pieces: [Option<Piece>; MOST_CUBES],
    /// The cubes with pieces of each seat, on either board.
    sides: [CubeSet; 2],
    /// The occupied cubes of board B (Alice).
    on_b: CubeSet,
    /// The cubes on which each side has a king.
    kings: [CubeSet; 2],
    /// The seat whose turn it is.
    pub turn: Seat,
    /// The rooks that may still castle, by seat, in the order of [`CORNERS`].
    pub castling: [[bool; 4]; 2],
    /// The seats whose king has not moved (Hostage).
    pub unmoved: [bool; 2],
    /// The double steps that can be met: one, with Marseillais two.
    pub passed: [Option<EnPassant>; 2],
    /// The pieces that each side can put on the board (Shogi, Crazyhouse, Anywhere).
    pub hands: [Hand; 2],
    /// The pieces of each side that the other holds (Hostage).
    pub prison: [Hand; 2],
    /// The pieces of each side that were freed and wait (Hostage).
    pub airfield: [Hand; 2],
    /// The moves left in this turn (Marseillais).
    pub left: u8,
    /// Plies since the last step that cannot be undone.
    pub no_progress: u32,
    /// The cubes of pieces that went, turned or flew in the last move, for pictures; no rule depends on them.
    pub touched: CubeSet,
    /// The first move of the turn that has just been played, for pictures (Marseillais).
    pub first: Option<Move>,
    /// The last move's capture, for the umpire (Kriegspiel).
    pub gone: Option<Gone>,
    /// True if the game has ended, for any reason: then nothing is hidden (Kriegspiel).
    pub over: bool,
    /// The viewer's knowledge, if the viewer is shown a part of the position: this is that part (Kriegspiel).
    pub seen: Option<Arc<Seen>>,
}

/// The reason that the enemy king was exploded, turned or captured; its key is the one in other games.
pub static KING_GONE: OwnReason = OwnReason {
    key: "royal-captured",
    words: "the other king is gone",
};

impl TowerGame {
    /// An empty board.
    pub fn empty(rules: Rules, effects: Effects) -> TowerGame {
        TowerGame {
            rules,
            effects,
            pieces: [None; MOST_CUBES],
            sides: [CubeSet::default(); 2],
            on_b: CubeSet::default(),
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

    /// The piece on a cube, on either board: no cube is ever taken on both.
    pub fn get(&self, cube: Cube) -> Option<Piece> {
        self.pieces[cube.index()]
    }

    /// The piece on a cube of one board.
    pub fn get_on(&self, cube: Cube, board: Board) -> Option<Piece> {
        self.get(cube).filter(|piece| piece.board == board)
    }

    /// Puts a piece on an empty cube, or in place of a piece of its side.
    pub fn put(&mut self, cube: Cube, piece: Piece) {
        self.pieces[cube.index()] = Some(piece);
        self.sides[piece.seat.index()].insert(cube);
        if piece.board == Board::B {
            self.on_b.insert(cube);
        }
        if piece.has_king() {
            self.kings[piece.seat.index()].insert(cube);
        }
    }

    /// Takes away the piece on a cube.
    pub fn take(&mut self, cube: Cube) -> Option<Piece> {
        let piece = self.pieces[cube.index()].take()?;
        self.sides[piece.seat.index()].remove(cube);
        self.on_b.remove(cube);
        self.kings[piece.seat.index()].remove(cube);
        Some(piece)
    }

    /// The occupied cubes of both boards.
    pub fn occupied(&self) -> CubeSet {
        self.sides[0].union(self.sides[1])
    }

    /// The occupied cubes of a board.
    pub fn taken(&self, board: Board) -> CubeSet {
        match (board, self.effects.is_none()) {
            (Board::B, _) => self.on_b,
            (Board::A, true) => self.occupied(),
            (Board::A, false) => self.occupied().without(self.on_b),
        }
    }

    /// The cubes with a side's pieces, on either board.
    pub fn side(&self, seat: Seat) -> CubeSet {
        self.sides[seat.index()]
    }

    /// Every piece with its cube, in the order of the board.
    pub fn all_pieces(&self) -> impl Iterator<Item = (Cube, Piece)> {
        self.pieces_on(self.occupied())
    }

    /// The pieces of a side with their cubes, in the order of the board.
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = (Cube, Piece)> {
        self.pieces_on(self.side(seat))
    }

    fn pieces_on(&self, cubes: CubeSet) -> impl Iterator<Item = (Cube, Piece)> {
        cubes
            .iter()
            .filter_map(|cube| Some((cube, self.get(cube)?)))
    }

    /// The cube of a side's king; of several the first.
    pub fn king(&self, seat: Seat) -> Option<Cube> {
        self.kings[seat.index()].iter().next()
    }

    /// True if pieces remain to be placed before the first move (Anywhere).
    pub fn is_placing(&self) -> bool {
        !self.effects.is_none()
            && self.effects.iter().any(|mutator| mutator.places())
            && self.hands.iter().any(|hand| !hand.is_empty())
    }

    /// True if kings alone are a dead position with the mutators, and no piece is off the board.
    pub fn kings_alone_are_dead(&self) -> bool {
        let off = [self.hands, self.prison, self.airfield].concat();
        let mut effects = self.effects.iter();
        effects.all(|mutator| mutator.kings_alone_are_dead())
            && off.iter().all(|hand| hand.is_empty())
    }

    /// The mutators in force now: before every piece is placed the rules of most have not begun.
    pub fn in_force(&self) -> impl Iterator<Item = &'static dyn Mutator> + Clone + use<> {
        let placing = self.is_placing();
        self.effects
            .iter()
            .filter(move |mutator| !placing || mutator.is_early())
    }

    /// True if every mutator in force passes the test; true without a mutator.
    pub fn all(&self, asked: impl Fn(&dyn Mutator) -> bool) -> bool {
        self.effects.is_none() || self.in_force().all(asked)
    }

    /// True if the position has check: kings are safe from capture.
    pub fn knows_check(&self) -> bool {
        self.all(|mutator| mutator.knows_check(self))
    }

    /// The move table of a piece, or of a part of it.
    pub fn table(&self, piece: Piece, part: Role) -> &'static Table {
        Table::of(
            piece.part(part).move_pattern(&self.rules),
            piece.seat,
            &self.rules,
        )
    }

    /// The paths of a piece, or of a part of it, from a cube.
    pub fn paths(&self, from: Cube, piece: Piece, part: Role) -> &'static Paths {
        self.table(piece, part).paths(self.rules.space, from)
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

    /// The position as if it were a side's turn.
    pub fn in_turn_of(&self, seat: Seat) -> TowerGame {
        let mut asked = self.clone();
        asked.turn = seat;
        asked
    }
}

/// The mutators in effect, in the order of their table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effects([Option<&'static dyn Mutator>; MOST]);

impl Effects {
    /// True without a mutator: the plain game or Shogi.
    pub fn is_none(&self) -> bool {
        self.0[0].is_none()
    }

    /// The mutators in effect.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Mutator> + Clone + use<> {
        self.0.into_iter().flatten()
    }

    /// True if the mutator of that key is in effect.
    pub fn has(&self, key: &str) -> bool {
        self.iter().any(|mutator| mutator.key() == key)
    }

    /// True if a mutator sets another goal than checkmate: kings are pieces like others.
    pub fn has_goal(&self) -> bool {
        self.iter()
            .any(|mutator| mutator.changes() == Changes::Goal)
    }

    /// True if the position text has the field.
    pub fn has_field(&self, field: Field) -> bool {
        self.iter().any(|mutator| mutator.field() == Some(field))
    }

    /// Their names, such as `Atomic and Half`.
    pub fn names(&self) -> String {
        let names: Vec<String> = self.iter().map(Mutator::name).collect();
        names.join(" and ")
    }
}

impl FromIterator<&'static dyn Mutator> for Effects {
    fn from_iter<I: IntoIterator<Item = &'static dyn Mutator>>(all: I) -> Self {
        let mut effects = Effects::default();
        for (place, mutator) in effects.0.iter_mut().zip(all) {
            *place = Some(mutator);
        }
        effects
    }
}

/// A change to the rules of the game. Each default leaves the Tower Game as it is.
pub trait Mutator: Sync {
    /// Its key in machine notation.
    fn key(&self) -> &'static str;

    /// Its name.
    fn name(&self) -> String {
        capital(self.key())
    }

    /// The kind of change.
    fn changes(&self) -> Changes;

    /// The remark under the sheet of pieces on movement that the pictures cannot show; may be empty.
    fn sheet_note(&self) -> &'static str {
        ""
    }

    /// Returns the reason against playing it under these rules, as the end of a sentence that names it.
    fn refuses(&self, _rules: &Rules) -> Option<&'static str> {
        None
    }

    /// True if it is in force before every piece has been placed.
    fn is_early(&self) -> bool {
        false
    }

    /// True if two kings alone are a dead position in every tower with ordinary riders, also with any other such mutator
    /// (`benches/dead.rs`).
    fn kings_alone_are_dead(&self) -> bool {
        false
    }

    /// True if the players place their hands before the first move.
    fn places(&self) -> bool {
        false
    }

    /// True if the game has two boards, A and B.
    fn has_board_b(&self) -> bool {
        false
    }

    /// True if pieces join to compounds.
    fn joins(&self) -> bool {
        false
    }

    /// Returns the reason why a piece cannot join a friend on the cube where it would end; empty where nobody would
    /// expect joining, `None` where it could join from elsewhere.
    fn why_not_onto(&self, _friend: Piece, _piece: Piece) -> Option<&'static str> {
        Some("")
    }

    /// The field that it adds to the position text.
    fn field(&self) -> Option<Field> {
        None
    }

    /// Sets up the start's fields other than the pieces.
    fn start(&self, _game: &mut TowerGame) {}

    /// True if kings are safe from capture, so that the game has check.
    fn knows_check(&self, _game: &TowerGame) -> bool {
        true
    }

    /// True if the game has castling.
    fn castles(&self) -> bool {
        true
    }

    /// True if the game has en passant.
    fn passes(&self) -> bool {
        true
    }

    /// True if pieces capture.
    fn captures(&self) -> bool {
        true
    }

    /// True if kings capture (where they are royal).
    fn kings_capture(&self) -> bool {
        true
    }

    /// True if a king may be gone: exploded, turned or taken.
    fn loses_kings(&self) -> bool {
        false
    }

    /// True if the game remembers which pieces were pawns.
    fn remembers_pawns(&self) -> bool {
        false
    }

    /// True if pawns may be on their own first rank.
    fn pawns_on_first(&self) -> bool {
        false
    }

    /// Changes the roles that a pawn of the side to move may be promoted to.
    fn promotions(&self, _game: &TowerGame, _pieces: &mut Vec<Role>) {}

    /// True if a pawn that arrives by this move is promoted.
    fn promotes(&self, _mv: &Move) -> bool {
        true
    }

    /// Returns the wanted cubes that a part of a piece reaches, if its move table does not hold.
    fn reach(
        &self,
        _game: &TowerGame,
        _from: Cube,
        _unit: Piece,
        _part: Role,
        _wanted: CubeSet,
    ) -> Option<CubeSet> {
        None
    }

    /// True if [`Mutator::opens`] may close a path.
    fn closes(&self) -> bool {
        false
    }

    /// True if a piece attacks along a path that its table has.
    fn opens(&self, _game: &TowerGame, _from: Cube, _unit: Piece, _to: Cube, _path: Path) -> bool {
        true
    }

    /// Number of cubes that a move may empty besides its own and the captured piece's.
    fn empties(&self) -> u32 {
        0
    }

    /// True if nobody can take a king on a cube, though pieces attack it.
    fn spares(&self, _game: &TowerGame, _king: Cube, _unit: Piece) -> bool {
        false
    }

    /// True if the moves of [`Mutator::moves`] are the whole list.
    fn is_whole_list(&self, _game: &TowerGame) -> bool {
        false
    }

    /// Adds moves of other kinds.
    fn moves(&self, _game: &TowerGame, _moves: &mut Vec<Move>) {}

    /// Replaces a move by all its versions, one for each choice that the mover still has.
    fn unfold(&self, _game: &TowerGame, mv: Move, moves: &mut Vec<Move>) {
        moves.push(mv);
    }

    /// True if [`Mutator::unfold`] changes anything.
    fn unfolds(&self) -> bool {
        false
    }

    /// Keeps only the moves that may be chosen.
    fn narrow(&self, _moves: &mut Vec<Move>) {}

    /// Returns the bar against a move, judged before it is made.
    fn bar(&self, _game: &TowerGame, _mv: &Move) -> Option<Bar> {
        None
    }

    /// Returns the bar against a move, judged when the piece has moved and before any consequence.
    fn bar_midway(&self, _before: &TowerGame, _midway: &TowerGame, _mv: &Move) -> Option<Bar> {
        None
    }

    /// Carries out the consequences of a move: the piece has moved, the captured piece has gone.
    fn follow(&self, _game: &mut TowerGame, _mv: &Move, _captured: Option<Piece>) {}

    /// Sets castling rights that a move gives.
    fn grant_castling(&self, _game: &mut TowerGame, _mv: &Move) {}

    /// True if double steps of earlier moves can still be met.
    fn keeps_passed(&self) -> bool {
        false
    }

    /// True if the side that has moved moves again.
    fn keeps_turn(&self, _game: &mut TowerGame) -> bool {
        false
    }

    /// True if losing pieces is an advantage.
    fn wants_loss(&self) -> bool {
        false
    }

    /// Returns the result that the board shows, if the game has ended.
    fn end(&self, _game: &TowerGame) -> Option<Status> {
        None
    }

    /// Returns the result if a side cannot move.
    fn stuck(&self, _game: &TowerGame) -> Option<Status> {
        None
    }

    /// Describes the consequences of a move, after the piece's own part in it, such as "everything around explodes".
    fn in_words(&self, _game: &TowerGame, _mv: &Move) -> Option<String> {
        None
    }

    /// The mutator's rule in one or two sentences, for refusals and for players new to it.
    fn rule(&self) -> &'static str;

    /// Its page of the rules.
    fn lesson(&self) -> Page;
}

impl fmt::Debug for dyn Mutator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
