//! Movement of stacks and royal stones, transfers, and turns.

use super::board::{Board, Piece, Role, Square};
use crate::geometry;
use crate::rules::{Options, Seat};

/// A way in which pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovePattern {
    /// Moves one square straight forward, captures one square diagonally forward.
    Pawn,
    /// Leaps like a knight.
    Knight,
    /// Steps orthogonally to an empty square, then diagonally outward.
    Mao,
    /// Rides diagonally.
    Bishop,
    /// Rides orthogonally.
    Rook,
    /// Moves like a bishop or a knight.
    Cardinal,
    /// Rides orthogonally and diagonally.
    Queen,
    /// Steps one square in any direction.
    King,
}

impl MovePattern {
    /// Returns the chess piece that the pattern is named after, with its article.
    pub fn name(self) -> &'static str {
        match self {
            MovePattern::Pawn => "a pawn",
            MovePattern::Knight => "a knight",
            MovePattern::Mao => "a mao",
            MovePattern::Bishop => "a bishop",
            MovePattern::Rook => "a rook",
            MovePattern::Cardinal => "a cardinal",
            MovePattern::Queen => "a queen",
            MovePattern::King => "a king",
        }
    }

    /// Returns the steps that the pattern rides along; none if it does not ride.
    pub fn rides(self) -> &'static [(i8, i8)] {
        match self {
            MovePattern::Bishop | MovePattern::Cardinal => &geometry::DIAGONALS,
            MovePattern::Rook => &geometry::ORTHOGONALS,
            MovePattern::Queen => &geometry::COMPASS,
            MovePattern::Pawn | MovePattern::Knight | MovePattern::Mao | MovePattern::King => &[],
        }
    }

    /// Returns the displacements that the pattern makes at once.
    fn leaps(self) -> &'static [(i8, i8)] {
        match self {
            MovePattern::Knight | MovePattern::Cardinal | MovePattern::Mao => &geometry::KNIGHT,
            MovePattern::King => &geometry::COMPASS,
            MovePattern::Pawn | MovePattern::Bishop | MovePattern::Rook | MovePattern::Queen => &[],
        }
    }
}

/// Returns the square that a mao passes, orthogonally next to its origin.
pub fn mao_leg(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    from.shift((files / 2, ranks / 2))
}

/// Returns the rank change of a step forward: 1 for White, -1 for Black.
pub fn forward(seat: Seat) -> i8 {
    if seat == Seat::WHITE { 1 } else { -1 }
}

/// The table of powers in force (option `powers`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Powers {
    /// The inventor's table.
    Neto,
    /// Peter Aronson's table, quoted in the inventor's page.
    Aronson,
}

/// The parts of a turn (option `turn`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnRule {
    /// A move, a capture or a transfer.
    Single,
    /// A move or capture, then a transfer if the player wants.
    Double,
    /// A move, a capture or a transfer, but not two transfers in a row by one player.
    NoRepeat,
}

/// The options in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The table of powers.
    pub powers: Powers,
    /// The parts of a turn.
    pub turn: TurnRule,
}

impl Rules {
    /// Returns the rules that resolved options set.
    pub fn of(options: &Options) -> Self {
        Rules {
            powers: if options.is("powers", "aronson") {
                Powers::Aronson
            } else {
                Powers::Neto
            },
            turn: if options.is("turn", "double") {
                TurnRule::Double
            } else if options.is("turn", "no-repeat") {
                TurnRule::NoRepeat
            } else {
                TurnRule::Single
            },
        }
    }

    /// Returns the pattern by which a role moves.
    pub fn move_pattern(self, role: Role) -> MovePattern {
        match (role, self.powers) {
            (Role::Royal, _) => MovePattern::King,
            (Role::Stack(1), _) => MovePattern::Pawn,
            (Role::Stack(2), Powers::Neto) => MovePattern::Knight,
            (Role::Stack(2), Powers::Aronson) => MovePattern::Mao,
            (Role::Stack(3), _) => MovePattern::Bishop,
            (Role::Stack(4), _) | (Role::Stack(5), Powers::Neto) => MovePattern::Rook,
            (Role::Stack(5), Powers::Aronson) => MovePattern::Cardinal,
            (Role::Stack(_), _) => MovePattern::Queen,
        }
    }

    /// Calls `visit` with every square that the piece on `from` may move to or capture on, until it returns false.
    pub fn each_target(
        self,
        board: &Board,
        from: Square,
        piece: Piece,
        mut visit: impl FnMut(Square) -> bool,
    ) {
        let move_pattern = self.move_pattern(piece.role);
        let friendly = |square| {
            board
                .get(square)
                .is_some_and(|other| other.seat == piece.seat)
        };
        if move_pattern == MovePattern::Pawn {
            for files in [0, -1, 1] {
                if let Some(to) = from.shift((files, forward(piece.seat)))
                    && board.get(to).is_some() == (files != 0)
                    && !friendly(to)
                    && !visit(to)
                {
                    return;
                }
            }
            return;
        }
        for &step in move_pattern.rides() {
            for to in geometry::ray(from, |square| square.shift(step)) {
                if friendly(to) {
                    break;
                }
                if !visit(to) {
                    return;
                }
                if board.get(to).is_some() {
                    break;
                }
            }
        }
        for &leap in move_pattern.leaps() {
            let lame = move_pattern == MovePattern::Mao
                && mao_leg(from, leap).is_some_and(|leg| board.get(leg).is_some());
            if let Some(to) = from.shift(leap)
                && !lame
                && !friendly(to)
                && !visit(to)
            {
                return;
            }
        }
    }

    /// Returns true if the piece on `from` may move to or capture on `to`.
    pub fn reaches(self, board: &Board, from: Square, piece: Piece, to: Square) -> bool {
        let mut found = false;
        self.each_target(board, from, piece, |square| {
            found = square == to;
            !found
        });
        found
    }

    /// Returns the enemies of `seat` that could capture on `square`, a1 b1 ... h8.
    pub fn attackers(self, board: &Board, square: Square, seat: Seat) -> Vec<(Square, Role)> {
        let enemy = seat.other();
        board
            .pieces(enemy)
            .filter(|&(from, role)| self.reaches(board, from, Piece { seat: enemy, role }, square))
            .collect()
    }
}

/// A transfer of one stone from a stack to an adjacent one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The square of the stack that gives.
    pub from: Square,
    /// The square of the stack that takes.
    pub to: Square,
}

/// A reason that forbids a transfer, whatever the turn allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarredTransfer {
    /// The giver's square has no piece of the side.
    NoGiver,
    /// The giver is a royal stone.
    RoyalGiver,
    /// The taker's square is empty.
    NoTaker,
    /// The taker is the other side's piece.
    Enemy(Piece),
    /// The taker is a royal stone.
    RoyalTaker,
    /// The squares do not touch.
    Apart,
    /// The taker has six stones already.
    Full,
}

/// Decides if a stone may be transferred: from a friendly stack to an adjacent friendly stack of at most five stones.
///
/// # Errors
/// Returns the reason that forbids the transfer.
pub fn judge_transfer(
    board: &Board,
    seat: Seat,
    Transfer { from, to }: Transfer,
) -> Result<(), BarredTransfer> {
    let giver = board.get(from).filter(|piece| piece.seat == seat);
    if giver.ok_or(BarredTransfer::NoGiver)?.role == Role::Royal {
        return Err(BarredTransfer::RoyalGiver);
    }
    judge_taker(board, seat, Transfer { from, to })
}

/// Decides if the piece on the taker's square may take a stone from a stack of `seat`.
///
/// # Errors
/// Returns the reason that forbids the transfer.
fn judge_taker(
    board: &Board,
    seat: Seat,
    Transfer { from, to }: Transfer,
) -> Result<(), BarredTransfer> {
    match board.get(to) {
        None => Err(BarredTransfer::NoTaker),
        Some(taker) if taker.seat != seat => Err(BarredTransfer::Enemy(taker)),
        Some(taker) if taker.role == Role::Royal => Err(BarredTransfer::RoyalTaker),
        _ if !from.touches(to) => Err(BarredTransfer::Apart),
        Some(taker) if taker.role.stones() >= Role::MOST => Err(BarredTransfer::Full),
        Some(_) => Ok(()),
    }
}

/// Calls `visit` with every transfer that `seat` could make, until it returns false.
pub fn each_transfer(board: &Board, seat: Seat, mut visit: impl FnMut(Transfer) -> bool) {
    let givers = board.pieces(seat).filter(|(_, role)| *role != Role::Royal);
    for (from, _) in givers {
        for to in geometry::leaps(from, &geometry::COMPASS, Square::shift) {
            let transfer = Transfer { from, to };
            if judge_taker(board, seat, transfer).is_ok() && !visit(transfer) {
                return;
            }
        }
    }
}

/// Moves a piece and removes the piece it captures.
pub fn relocate(board: &mut Board, from: Square, to: Square) {
    let piece = board.get(from);
    board.put(from, None);
    board.put(to, piece);
}

/// Hands over a stone: the giver shrinks by one and vanishes at zero.
pub fn apply_transfer(board: &mut Board, Transfer { from, to }: Transfer) {
    for (square, change) in [(from, -1), (to, 1)] {
        let changed = board.get(square).and_then(|piece| {
            let stones = piece.role.stones().checked_add_signed(change)?;
            (stones > 0).then_some(Piece {
                role: Role::Stack(stones),
                ..piece
            })
        });
        board.put(square, changed);
    }
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A move or capture; `then` follows with `turn=double`.
    Go {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
        /// The transfer after the move.
        then: Option<Transfer>,
    },
    /// A transfer as the whole turn.
    Transfer(Transfer),
}
