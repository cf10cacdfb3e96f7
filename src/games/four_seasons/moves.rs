//! Movement of the pieces, threats to kings, and the legal moves.

use super::board::{Board, Piece, Role, Square};
use crate::geometry::{COMPASS, DIAGONALS, KNIGHT, ORTHOGONALS, leaps, ray};
use crate::rules::Seat;

const BISHOP: [(i8, i8); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];

/// An entry of the move list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A move of a piece by the player to move.
    Piece {
        /// The origin.
        from: Square,
        /// The destination; an opponent's or frozen piece there is captured.
        to: Square,
    },
    /// A throw of the die, 1 to 6.
    Roll(u8),
    /// The exit of a seat that resigned or ran out of time.
    Drop(Seat),
}

/// Returns the squares on which the piece on `from` could capture, given the other pieces on the board.
pub fn attacks(board: &Board, from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    if let Some(piece) = board.get(from) {
        each_attack(board, from, piece.role, |to| found.push(to));
    }
    found
}

/// Calls `visit` with each square of [`attacks`].
fn each_attack(board: &Board, from: Square, role: Role, mut visit: impl FnMut(Square)) {
    if role != Role::Rook {
        let reached = leaps(from, leaps_of(role), Square::shifted);
        reached
            .filter(|to| !board.is_walled(from, *to))
            .for_each(visit);
        return;
    }
    for step in ORTHOGONALS {
        for to in ray(from, |square| square.shifted(step)) {
            if board.is_walled(from, to) {
                break;
            }
            visit(to);
            if board.get(to).is_some() {
                break;
            }
        }
    }
}

/// Returns the pieces that threaten a square: those of all seats except `of`, never frozen ones. A piece threatens a
/// square on which it could capture, whether or not its owner may make the move.
pub fn attackers(board: &Board, square: Square, of: Seat) -> impl Iterator<Item = Square> {
    let threatens =
        move |(from, piece): &(Square, Piece)| reaches(board, *from, piece.role, square);
    let threatening = board.pieces_against(of, square).filter(threatens);
    threatening.map(|(from, _)| from)
}

/// Returns true if a square is one of [`attacks`], without listing them.
fn reaches(board: &Board, from: Square, role: Role, to: Square) -> bool {
    if board.is_walled(from, to) {
        return false;
    }
    let (x, y) = (to.x() - from.x(), to.y() - from.y());
    if role != Role::Rook {
        // No piece leaps further than two squares.
        return x.abs().max(y.abs()) <= 2 && leaps_of(role).contains(&(x, y));
    }
    let step = (x.signum(), y.signum());
    let mut line = ray(from, |square| square.shifted(step));
    (x == 0) != (y == 0) && line.find(|at| *at == to || board.get(*at).is_some()) == Some(to)
}

/// Returns the leaps by which a role captures; none for the rook, which rides.
fn leaps_of(role: Role) -> &'static [(i8, i8)] {
    match role {
        Role::King => &COMPASS,
        Role::Queen => &DIAGONALS,
        Role::Bishop => &BISHOP,
        Role::Knight => &KNIGHT,
        Role::Pawn(facing) => facing.diagonals(),
        Role::Rook => &[],
    }
}

/// Returns the destinations of the piece on `from`, regardless of its owner's king: rule 4, and captures by rules 7 to
/// 9.
pub fn pseudo_legal(board: &Board, from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    each_pseudo_legal(board, from, |to| found.push(to));
    found
}

/// Calls `visit` with each square of [`pseudo_legal`].
fn each_pseudo_legal(board: &Board, from: Square, mut visit: impl FnMut(Square)) {
    let Some(piece) = board.get(from) else {
        return;
    };
    let is_pawn = matches!(piece.role, Role::Pawn(_));
    each_attack(board, from, piece.role, |to| {
        let may_go = match board.get(to) {
            Some(there) => there.seat != piece.seat && there.role != Role::King,
            None => !is_pawn,
        };
        if may_go {
            visit(to);
        }
    });
    // A single step straight ahead ends on a diagonal at most.
    if let Role::Pawn(facing) = piece.role
        && let Some(to) = from.shifted(facing.ahead())
        && board.get(to).is_none()
    {
        visit(to);
    }
}

/// Moves a piece on the board; a pawn on its far edge becomes a queen (rule 6). Returns the captured piece.
pub fn apply(board: &mut Board, from: Square, to: Square) -> Option<Piece> {
    let mut piece = board.set(from, None)?;
    if let Role::Pawn(facing) = piece.role
        && facing.is_far(to)
    {
        piece.role = Role::Queen;
    }
    board.set(to, Some(piece))
}

/// A king that its side's move would leave threatened.
pub struct Exposed {
    /// The king's square after the move.
    pub king: Square,
    /// The board after the move.
    pub after: Board,
}

/// Returns the mover's king if the move leaves it threatened (rule 9), which makes a move that the piece itself could
/// make illegal. `None` if the move is legal, the die apart.
pub fn exposed_king(board: &Board, seat: Seat, from: Square, to: Square) -> Option<Exposed> {
    let mut after = board.clone();
    apply(&mut after, from, to);
    let king = after.king(seat)?;
    let is_threatened = attackers(&after, king, seat).next().is_some();
    is_threatened.then_some(Exposed { king, after })
}

/// Returns the legal destinations of the piece on a square as if it were its owner's turn, the die apart; none if it
/// is frozen.
pub fn legal_from(board: &Board, from: Square) -> Vec<Square> {
    let Some(seat) = board.get(from).and_then(|piece| piece.seat) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let king = MoversKing::of(board, seat);
    each_legal(board, seat, from, king, |to| found.push(to));
    found
}

/// Facts about the mover's king before a move.
#[derive(Clone, Copy)]
struct MoversKing {
    at: Option<Square>,
    is_threatened: bool,
    /// True if a rook that could capture the king is on its file, whatever is between.
    rook_on_file: bool,
    /// True if a rook that could capture the king is on its rank, whatever is between.
    rook_on_rank: bool,
}

impl MoversKing {
    fn of(board: &Board, seat: Seat) -> MoversKing {
        let mut known = MoversKing {
            at: board.king(seat),
            is_threatened: false,
            rook_on_file: false,
            rook_on_rank: false,
        };
        let Some(king) = known.at else {
            return known;
        };
        for (from, piece) in board.pieces_against(seat, king) {
            known.is_threatened |= reaches(board, from, piece.role, king);
            let is_rook = piece.role == Role::Rook;
            known.rook_on_file |= is_rook && from.x() == king.x();
            known.rook_on_rank |= is_rook && from.y() == king.y();
        }
        known
    }

    /// Returns true if a move of the piece on a square may leave the king threatened. Only rooks ride, so a piece
    /// other than the king exposes it only by leaving a line between the king and a rook.
    fn may_be_exposed_from(self, from: Square) -> bool {
        let may_open = |king: Square| {
            king == from
                || (self.rook_on_file && king.x() == from.x())
                || (self.rook_on_rank && king.y() == from.y())
        };
        self.is_threatened || self.at.is_some_and(may_open)
    }
}

/// Calls `visit` with each square of [`legal_from`] for the owner's piece on a square.
fn each_legal(
    board: &Board,
    seat: Seat,
    from: Square,
    king: MoversKing,
    mut visit: impl FnMut(Square),
) {
    let may_expose = king.may_be_exposed_from(from);
    each_pseudo_legal(board, from, |to| {
        if !may_expose || exposed_king(board, seat, from, to).is_none() {
            visit(to);
        }
    });
}

/// Returns every legal move of a seat, the die apart.
pub fn legal_moves(board: &Board, seat: Seat) -> Vec<Move> {
    let mut found = Vec::with_capacity(64);
    let king = MoversKing::of(board, seat);
    for (from, _) in board.pieces_of(seat) {
        each_legal(board, seat, from, king, |to| {
            found.push(Move::Piece { from, to });
        });
    }
    found
}

/// Returns true if a seat has a legal move, the die apart.
pub fn has_legal_move(board: &Board, seat: Seat) -> bool {
    let king = MoversKing::of(board, seat);
    board.pieces_of(seat).any(|(from, _)| {
        let mut found = false;
        each_legal(board, seat, from, king, |_| found = true);
        found
    })
}
