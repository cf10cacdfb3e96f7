//! The Tower Game (Abdul-Rahman Sibahi, 2007) and the Shogi Tower Game, after the inventor's page of 2007-06-28.
//!
//! A board of 5 x 5 x 8 cubes; "a simplified version of Gavin Smith's Prince". The inventor's special variants (chamber,
//! toroidal, berlin, tripunch, shuffle) combine freely; Shogi stands alone.
//!
//! Rulings, where the inventor's page is silent:
//!
//! - White starts at the bottom and moves first; forward for White is up. In Shogi Black starts at the bottom and moves first.
//! - A pawn's double step is open to every pawn on its side's second rank; en passant takes it as if it had made one
//!   step, by any of the eight capturing ways. Berlin pawns go twice the same of their eight ways, and are taken en
//!   passant by a pawn whose straight capture reaches the cube passed.
//! - Promotion is compulsory. "Any piece in the starting setup" is R B M N C J; with the fool, who is left out under tripunch.
//! - Toroidal: a slide stops before its own starting cube, and what two ways reach is one move.
//! - Planar riders: a plane is an unordered pair of the piece's own directions, at 90 degrees for the base, at 90 or 60 for
//!   the scientist, not opposite for the reporter. `area` needs the whole area empty, as in Prince; `hook` follows
//!   the inventor's "so-called hook-movers". Cubes of an area that lie outside the board do not count.
//! - A start that leaves the side not to move in check is refused (chamber, toroidal and tripunch together), and so
//!   is such a position text.
//! - Stalemate counts three quarters for the side that gave it ("It gets 3/4 in tournament counts"). In Shogi a side
//!   without a legal move loses.
//! - Repetition: a draw at the third occurrence. In Shogi at the fourth, and then a loss for a side that gave check at
//!   every one of its turns between the first and the fourth (a draw should both have done so).
//! - A text without a piece letter that reads as one pawn's move is that pawn's move: the inventor's page writes pawns so.
//! - The number of the inventor's shuffle arrangements is 14 times too small; see [`shuffle`].

use crate::rules::{
    Counting, GameInfo, GameResult, GameWithHistory, Hidden, Occurrence, Options, Position, Reason,
    RuleError, Seat, Status, without_last_field,
};

mod board;
mod move_pattern;
mod moves;
mod mutators;
mod options;
mod pieces;
mod shuffle;

mod attacks;
mod choices;
mod describe;
mod diagrams;
mod evaluation;
mod explain;
mod lessons;
mod notation;
mod paths;
mod position_text;
mod riders;
mod scene;
mod setup;
mod sheet;
mod shogi;
mod tutorial;

#[cfg(test)]
mod tests;

use board::{Cube, CubeSet, MOST_CUBES};
use moves::{EnPassant, Move};
use options::Rules;
use pieces::{Piece, Role};

/// The Tower Game in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "tower",
    name: "The Tower Game",
    credit: "Abdul-Rahman Sibahi, 2007",
    summary: "Chess in a tower of eight 5x5 ranks: merchants, captains and jesters, or Shogi with drops.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 3,
    options: options::OPTIONS,
    variants: options::VARIANTS,
    reasons: &[&mutators::KING_GONE],
    start,
    read,
    chance_option,
    lessons: lessons::all,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};

fn start(kind: &'static GameInfo, options: &Options) -> GameResult {
    if let Some(begun) = mutators::start(kind, options) {
        return begun;
    }
    let game = TowerGame::start(Rules::of(options)?)?;
    Ok(Box::new(GameWithHistory::begin(kind, options, game)))
}

fn read(kind: &'static GameInfo, options: &Options, text: &str) -> GameResult {
    if let Some(begun) = mutators::read(kind, options, text) {
        return begun;
    }
    GameWithHistory::<TowerGame>::from_text(kind, options, text)
}

fn chance_option(options: &Options) -> Option<(&'static str, u64)> {
    options
        .is("setup", "shuffle")
        .then_some(("seed", shuffle::ARRANGEMENTS))
}

/// How many kinds of piece a hand keeps count of.
const PIECES: usize = Role::ALL.len();

/// A position of the Tower Game, of any of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TowerGame {
    rules: Rules,
    pieces: [Option<Piece>; MOST_CUBES],
    /// Where each seat has pieces.
    sides: [CubeSet; 2],
    turn: Seat,
    /// Where the kings are, by seat.
    kings: [Cube; 2],
    /// Which rooks may still castle, by seat, in the order of [`moves::CORNERS`].
    castling: [[bool; 4]; 2],
    en_passant: Option<EnPassant>,
    /// What each seat has in hand, by piece (Shogi).
    hands: [[u8; PIECES]; 2],
    no_progress: u32,
}

impl TowerGame {
    /// The starting position.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadOptions`] where the side not to move would be in check.
    pub fn start(rules: Rules) -> Result<TowerGame, RuleError> {
        let mut game = TowerGame::empty(rules);
        for (cube, piece) in setup::pieces(&rules) {
            game.set(cube, Some(piece));
            if piece.role == Role::King {
                game.kings[piece.seat.index()] = cube;
            }
        }
        game.castling = [[rules.castling(); 4]; 2];
        let waiting = game.turn.other();
        let king = game.kings[waiting.index()];
        if let Some(by) = game.attacker(king, game.turn, game.occupied()) {
            let name = game.piece(by).map_or("piece", |piece| piece.name(&rules));
            return Err(RuleError::options(format!(
                "These options cannot go together: at the start the {name} on {by} would already attack the king on \
                 {king}, and it is the other side's move.{}",
                match rules.setup {
                    options::Setup::Shuffle(_) => " Another seed may do.",
                    _ => "",
                }
            ))
            .at([by, king]));
        }
        Ok(game)
    }

    /// A board without pieces; where the kings are means nothing yet.
    fn empty(rules: Rules) -> TowerGame {
        TowerGame {
            rules,
            pieces: [None; MOST_CUBES],
            sides: [CubeSet::default(); 2],
            turn: rules.bottom(),
            kings: [Cube::on_file(moves::KING_FILE, 0); 2],
            castling: [[false; 4]; 2],
            en_passant: None,
            hands: [[0; PIECES]; 2],
            no_progress: 0,
        }
    }

    /// Puts a piece on a cube, or with `None` takes away what stands there.
    fn set(&mut self, cube: Cube, piece: Option<Piece>) {
        if let Some(old) = self.piece(cube) {
            self.sides[old.seat.index()].remove(cube);
        }
        if let Some(new) = piece {
            self.sides[new.seat.index()].insert(cube);
        }
        self.pieces[cube.index()] = piece;
    }

    /// The pieces of a seat, in the order of the board.
    fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = (Cube, Piece)> {
        let cubes = self.sides[seat.index()].iter();
        cubes.filter_map(|cube| Some((cube, self.piece(cube)?)))
    }

    /// Every piece, one seat's after the other's.
    fn pieces_of_both(&self) -> impl Iterator<Item = (Cube, Piece)> {
        let seats = [Seat::WHITE, Seat::BLACK].into_iter();
        seats.flat_map(|seat| self.pieces_of(seat))
    }

    /// The piece on a cube.
    pub fn piece(&self, cube: Cube) -> Option<Piece> {
        self.pieces[cube.index()]
    }
}

impl Position for TowerGame {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        if self.can_move(self.turn) {
            return Status::Ongoing;
        }
        let by = self.turn.other();
        if self.check() {
            return Status::Won {
                winner: by,
                reason: Reason::Checkmate,
            };
        }
        if self.rules.shogi {
            Status::Won {
                winner: by,
                reason: Reason::Stalemate,
            }
        } else {
            Status::Stalemate { by }
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal_moves_of(self.turn)
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(mv)
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(mv);
        Vec::new()
    }

    fn to_text(&self) -> String {
        self.write_position()
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        TowerGame::read_position(Rules::of(options)?, text)
    }
}

impl Counting for TowerGame {
    fn check(&self) -> bool {
        self.in_check(self.turn)
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    fn repetition(&self, history: &[Occurrence]) -> Option<Status> {
        if self.rules.shogi {
            return shogi::repetition(history);
        }
        let newest = history.last()?;
        let same = |before: &&Occurrence| before.position == newest.position;
        (history.iter().filter(same).count() >= 3).then_some(Status::Drawn(Reason::Repetition))
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Hidden for TowerGame {}
