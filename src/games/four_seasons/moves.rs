//! How the pieces move, what threatens a king, and what that leaves legal.

use super::board::{Board, Piece, Role, Square};
use crate::geometry::{COMPASS, DIAGONALS, KNIGHT, ORTHOGONALS, leaps, ray};
use crate::rules::Seat;

const BISHOP: [(i8, i8); 4] = [(2, 2), (2, -2), (-2, 2), (-2, -2)];

/// An entry of the move list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The player to move moves a piece.
    Piece {
        /// From where.
        from: Square,
        /// To where; an opponent's or frozen piece there is captured.
        to: Square,
    },
    /// The die shows this number, 1 to 6.
    Roll(u8),
    /// A seat resigned or ran out of time.
    Drop(Seat),
}

/// The squares on which the piece on `from` could capture, as the board stands.
pub fn attacks(board: &Board, from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    if let Some(piece) = board.get(from) {
        each_attack(board, from, piece.role, |to| found.push(to));
    }
    found
}

/// Calls `visit` with each of [`attacks`].
fn each_attack(board: &Board, from: Square, role: Role, mut visit: impl FnMut(Square)) {
    if role != Role::Rook {
        leaps(from, leaps_of(role), Square::shifted).for_each(visit);
        return;
    }
    for step in ORTHOGONALS {
        for to in ray(from, |square| square.shifted(step)) {
            visit(to);
            if board.get(to).is_some() {
                break;
            }
        }
    }
}

/// The pieces that threaten a square: everyone's but `of`'s, frozen ones never. A piece threatens as it could capture
/// there, whether or not its owner may make the move.
pub fn attackers(board: &Board, square: Square, of: Seat) -> impl Iterator<Item = Square> {
    let threatens =
        move |(from, piece): &(Square, Piece)| reaches(board, *from, piece.role, square);
    let threatening = board.pieces_against(of, square).filter(threatens);
    threatening.map(|(from, _)| from)
}

/// Whether a square is one of [`attacks`], without a list of these.
fn reaches(board: &Board, from: Square, role: Role, to: Square) -> bool {
    let (x, y) = (to.x() - from.x(), to.y() - from.y());
    if role != Role::Rook {
        // Nothing leaps further than two squares.
        return x.abs().max(y.abs()) <= 2 && leaps_of(role).contains(&(x, y));
    }
    let step = (x.signum(), y.signum());
    let mut line = ray(from, |square| square.shifted(step));
    (x == 0) != (y == 0) && line.find(|at| *at == to || board.get(*at).is_some()) == Some(to)
}

/// Where a piece captures that does not ride.
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

/// What the piece on `from` could do but for its owner's king: rule 4, and capturing by rules 7 to 9.
pub fn pseudo_legal(board: &Board, from: Square) -> Vec<Square> {
    let mut found = Vec::new();
    each_pseudo_legal(board, from, |to| found.push(to));
    found
}

/// Calls `visit` with each of [`pseudo_legal`].
fn each_pseudo_legal(board: &Board, from: Square, mut visit: impl FnMut(Square)) {
    let Some(piece) = board.get(from) else {
        return;
    };
    let is_pawn = matches!(piece.role, Role::Pawn(_));
    each_attack(board, from, piece.role, |to| {
        let may_go = match board.get(to) {
            Some(there) => there.owner != piece.owner && there.role != Role::King,
            None => !is_pawn,
        };
        if may_go {
            visit(to);
        }
    });
    if let Role::Pawn(facing) = piece.role
        && let Some(to) = from.shifted(facing.ahead())
        && board.get(to).is_none()
    {
        visit(to);
    }
}

/// Moves a piece on the board, a pawn on its far edge becoming a queen (rule 6). Returns whom it captured.
pub fn apply(board: &mut Board, from: Square, to: Square) -> Option<Piece> {
    let mut piece = board.set(from, None)?;
    if let Role::Pawn(facing) = piece.role
        && facing.is_far(to)
    {
        piece.role = Role::Queen;
    }
    board.set(to, Some(piece))
}

/// A king that a move of its own side would leave threatened.
pub struct Exposed {
    /// Where the king would stand.
    pub king: Square,
    /// The board after the move.
    pub after: Board,
}

/// What forbids a move that the piece itself could make (rule 9): it leaves the mover's king threatened. `None` where the
/// move is legal, the die aside.
pub fn exposed_king(board: &Board, seat: Seat, from: Square, to: Square) -> Option<Exposed> {
    let mut after = board.clone();
    apply(&mut after, from, to);
    let king = after.king(seat)?;
    let is_threatened = attackers(&after, king, seat).next().is_some();
    is_threatened.then_some(Exposed { king, after })
}

/// Where the piece on a square may go by the rules as if it were its owner's turn, the die aside; nowhere if it is frozen.
pub fn legal_from(board: &Board, from: Square) -> Vec<Square> {
    let Some(owner) = board.get(from).and_then(|piece| piece.owner) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let king = MoversKing::of(board, owner);
    each_legal(board, owner, from, king, |to| found.push(to));
    found
}

/// What is known of the mover's king before a move.
#[derive(Clone, Copy)]
struct MoversKing {
    at: Option<Square>,
    is_threatened: bool,
    /// Whether a rook that could capture him stands on his file, whatever is between.
    rook_on_file: bool,
    /// The same of his rank.
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

    /// Whether a move of the piece on a square may leave the king threatened. Only rooks ride: another piece than the king
    /// exposes him by leaving his line to one, or not at all.
    fn may_be_exposed_from(self, from: Square) -> bool {
        let may_open = |king: Square| {
            king == from
                || (self.rook_on_file && king.x() == from.x())
                || (self.rook_on_rank && king.y() == from.y())
        };
        self.is_threatened || self.at.is_some_and(may_open)
    }
}

/// Calls `visit` with each of [`legal_from`] for the owner's piece on a square.
fn each_legal(
    board: &Board,
    owner: Seat,
    from: Square,
    king: MoversKing,
    mut visit: impl FnMut(Square),
) {
    let may_expose = king.may_be_exposed_from(from);
    each_pseudo_legal(board, from, |to| {
        if !may_expose || exposed_king(board, owner, from, to).is_none() {
            visit(to);
        }
    });
}

/// Every legal move of a seat, the die aside.
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

/// Whether a seat has any legal move, the die aside.
pub fn has_legal_move(board: &Board, seat: Seat) -> bool {
    let king = MoversKing::of(board, seat);
    board.pieces_of(seat).any(|(from, _)| {
        let mut found = false;
        each_legal(board, seat, from, king, |_| found = true);
        found
    })
}
