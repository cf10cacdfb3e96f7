//! Moves of single pieces and of units, and their legality.

use super::attacks::{Attack, attack, rides};
use super::board::{
    Board, Cell, PROMOTIONS, Quad, Role, forward, may_promote, must_promote, second_row,
};
use super::turn::{Move, apply};
use crate::geometry::{COMPASS, KNIGHT, leaps, ray};
use crate::rules::Seat;

/// A king that a move would illegally leave attacked.
pub struct Exposed {
    /// The king's cell after the move.
    pub king: Cell,
    /// True if the move moves this king.
    pub moved: bool,
    /// The attack on the king.
    pub by: Attack,
    /// The board after the move.
    pub after: Board,
}

/// Returns the king that makes an otherwise legal move illegal: neither a moved king nor the last one may be attacked
/// ("Kings may never be moved to an attacked position. The player is only obligated to remove a threat to their last
/// remaining King").
pub fn exposes(board: &Board, seat: Seat, mv: Move) -> Option<Exposed> {
    let is_last = board.king_count(seat) == 1;
    let is_king = |from| {
        board
            .get(from)
            .is_some_and(|piece| piece.role == Role::King)
    };
    if !is_last && !mv.steps().any(|(from, ..)| is_king(from)) {
        return None;
    }
    let kings: Vec<Cell> = board.kings(seat).collect();
    exposes_one_of(board, seat, &kings, mv)
}

/// Returns the result of [`exposes`] for a side whose kings are known.
fn exposes_one_of(board: &Board, seat: Seat, kings: &[Cell], mv: Move) -> Option<Exposed> {
    let is_last = kings.len() == 1;
    let mut bound = kings.iter().filter_map(|&king| {
        let to = mv.takes(king);
        Some((to.or(is_last.then_some(king))?, to.is_some()))
    });
    // Most moves concern no king, and need not be tried on a board.
    let first = bound.next()?;
    let mut after = board.clone();
    apply(&mut after, mv);
    let (king, moved, by) = std::iter::once(first)
        .chain(bound)
        .find_map(|(king, moved)| Some((king, moved, attack(&after, king, seat.other())?)))?;
    Some(Exposed {
        king,
        moved,
        by,
        after,
    })
}

/// Returns every legal move of `seat`.
pub fn legal(board: &Board, seat: Seat) -> Vec<Move> {
    let mut found = pseudo(board, seat);
    keep_legal(board, seat, &mut found);
    found
}

/// Returns every move of `seat`, regardless of the kings' safety.
pub fn pseudo(board: &Board, seat: Seat) -> Vec<Move> {
    let mut found = Vec::with_capacity(512);
    pieces(board, seat, Wanted::All, &mut found);
    units(board, seat, Wanted::All, &mut found);
    found
}

/// Returns the moves of [`pseudo`] that capture or promote.
pub fn taking(board: &Board, seat: Seat) -> Vec<Move> {
    let mut found = Vec::with_capacity(32);
    pieces(board, seat, Wanted::Taking, &mut found);
    units(board, seat, Wanted::Taking, &mut found);
    found
}

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Moves that capture or promote.
    Taking,
}

/// Returns every legal move of single pieces.
pub fn legal_pieces(board: &Board, seat: Seat) -> Vec<Move> {
    let mut found = Vec::new();
    pieces(board, seat, Wanted::All, &mut found);
    keep_legal(board, seat, &mut found);
    found
}

/// Returns every legal move of the piece on a cell; none if no piece of `seat` is there.
pub fn legal_of_piece(board: &Board, seat: Seat, from: Cell) -> Vec<Move> {
    let mut found = Vec::new();
    if let Some(there) = board.get(from).filter(|there| there.seat == seat) {
        piece(board, seat, from, there.role, Wanted::All, &mut found);
        keep_legal(board, seat, &mut found);
    }
    found
}

/// Returns every legal move of units from one quad.
pub fn legal_units(board: &Board, seat: Seat, origin: Quad) -> Vec<Move> {
    let mut found = Vec::new();
    units_from(board, seat, origin, Wanted::All, &mut found);
    keep_legal(board, seat, &mut found);
    found
}

/// Returns true if a move of `seat` is legal.
pub fn allows(board: &Board, seat: Seat, mv: Move) -> bool {
    match mv {
        Move::Piece { from, .. } => legal_of_piece(board, seat, from).contains(&mv),
        Move::Unit { from, .. } => legal_units(board, seat, from).contains(&mv),
    }
}

/// Returns the moves of one quad's units, regardless of the kings' safety.
pub fn pseudo_units(board: &Board, seat: Seat, origin: Quad) -> Vec<Move> {
    let mut found = Vec::new();
    units_from(board, seat, origin, Wanted::All, &mut found);
    found
}

/// Returns the moves of the piece on a cell, regardless of the kings' safety.
pub fn pseudo_of_piece(board: &Board, seat: Seat, from: Cell) -> Vec<Move> {
    let mut found = Vec::new();
    if let Some(there) = board.get(from).filter(|there| there.seat == seat) {
        piece(board, seat, from, there.role, Wanted::All, &mut found);
    }
    found
}

/// Returns true if `seat` has a legal move.
pub fn any_legal(board: &Board, seat: Seat) -> bool {
    let mut found = Vec::new();
    pieces(board, seat, Wanted::All, &mut found);
    if found.iter().any(|&mv| exposes(board, seat, mv).is_none()) {
        return true;
    }
    found.clear();
    units(board, seat, Wanted::All, &mut found);
    found.iter().any(|&mv| exposes(board, seat, mv).is_none())
}

fn keep_legal(board: &Board, seat: Seat, moves: &mut Vec<Move>) {
    let kings: Vec<Cell> = board.kings(seat).collect();
    moves.retain(|&mv| exposes_one_of(board, seat, &kings, mv).is_none());
}

fn pieces(board: &Board, seat: Seat, wanted: Wanted, found: &mut Vec<Move>) {
    for (from, role) in board.pieces(seat) {
        piece(board, seat, from, role, wanted, found);
    }
}

/// Adds a piece's moves, regardless of the kings' safety: modern chess without castling and en passant (first sentence
/// of the inventor's rules).
fn piece(board: &Board, seat: Seat, from: Cell, role: Role, wanted: Wanted, found: &mut Vec<Move>) {
    let mut push = |to, promotion| {
        found.push(Move::Piece {
            from,
            to,
            promotion,
        });
    };
    let mut go = |to: Cell| {
        let there = board.get(to);
        let fits = match there {
            None => wanted == Wanted::All,
            Some(piece) => piece.seat != seat,
        };
        if fits {
            push(to, None);
        }
        there.is_none()
    };
    match role {
        Role::Pawn => pawn(board, seat, from, wanted, push),
        Role::Knight => {
            for to in leaps(from, &KNIGHT, Cell::shifted) {
                go(to);
            }
        }
        Role::King => {
            for to in leaps(from, &COMPASS, Cell::shifted) {
                go(to);
            }
        }
        Role::Queen | Role::Rook | Role::Bishop => {
            for direction in COMPASS
                .into_iter()
                .filter(|&direction| rides(role, direction))
            {
                for to in ray(from, |cell| cell.shifted(direction)) {
                    if !go(to) {
                        break;
                    }
                }
            }
        }
    }
}

fn pawn(
    board: &Board,
    seat: Seat,
    from: Cell,
    wanted: Wanted,
    mut push: impl FnMut(Cell, Option<Role>),
) {
    let ahead = forward(seat);
    let vacant = |to: &Cell| board.get(*to).is_none();
    let mut go = |to: Cell| {
        for promotion in becomings(seat, to) {
            if wanted == Wanted::All || promotion.is_some() || !vacant(&to) {
                push(to, promotion);
            }
        }
    };
    if let Some(to) = from.shifted((0, ahead)).filter(vacant) {
        go(to);
        // "Pawns located on any cell of the second rank of quads may exercise their two-step privilege."
        if from.quad().y() == second_row(seat)
            && let Some(to) = to.shifted((0, ahead)).filter(vacant)
        {
            go(to);
        }
    }
    for dx in [-1, 1] {
        if let Some(to) = from.shifted((dx, ahead))
            && board.get(to).is_some_and(|piece| piece.seat != seat)
        {
            go(to);
        }
    }
}

/// Returns the promotions of a pawn that arrives on a cell, and `None` if it may stay a pawn (ruling: it may stay one
/// on the nearer rank of the last quads, and must promote on the last rank).
pub fn becomings(seat: Seat, to: Cell) -> impl Iterator<Item = Option<Role>> {
    let may = may_promote(seat, to);
    let stays = (!must_promote(seat, to)).then_some(None);
    stays
        .into_iter()
        .chain(PROMOTIONS.into_iter().filter(move |_| may).map(Some))
}
fn units(board: &Board, seat: Seat, wanted: Wanted, found: &mut Vec<Move>) {
    for origin in Quad::all() {
        units_from(board, seat, origin, wanted, found);
    }
}

/// Adds the moves of one quad's units, regardless of the kings' safety.
fn units_from(board: &Board, seat: Seat, origin: Quad, wanted: Wanted, found: &mut Vec<Move>) {
    if !board.is_origin(seat, origin) {
        return;
    }
    let group = Group::of(board, seat, origin, wanted);
    for leap in KNIGHT {
        if let Some(to) = origin.shifted(leap) {
            group.by_power(board, to, group.knights, found);
        }
    }
    for direction in COMPASS {
        let riders = if direction.0 == 0 || direction.1 == 0 {
            group.rook_riders
        } else {
            group.bishop_riders
        };
        let mut near = true;
        for to in ray(origin, |quad| quad.shifted(direction)) {
            group.by_power(board, to, riders, found);
            if near {
                group.with_king(board, to, found);
                if direction.1 == forward(seat) {
                    if direction.0 == 0 {
                        group.pawns_ahead(board, to, found);
                    } else {
                        group.pawns_aslant(board, to, found);
                    }
                }
            }
            if !board.vacant(to) {
                break;
            }
            if near && direction == (0, forward(seat)) && origin.y() == second_row(seat) {
                group.double_step(board, to, found);
            }
            if riders == 0 {
                break;
            }
            near = false;
        }
    }
}

/// The pieces of an origin quad, as masks of its corners.
struct Group {
    seat: Seat,
    origin: Quad,
    wanted: Wanted,
    pawns: u8,
    kings: u8,
    others: u8,
    knights: u8,
    rook_riders: u8,
    bishop_riders: u8,
}

impl Group {
    fn of(board: &Board, seat: Seat, origin: Quad, wanted: Wanted) -> Group {
        let mut group = Group {
            seat,
            origin,
            wanted,
            pawns: 0,
            kings: 0,
            others: 0,
            knights: 0,
            rook_riders: 0,
            bishop_riders: 0,
        };
        for corner in 0..4 {
            let bit = 1 << corner;
            match board.get(origin.cell(corner)).map(|piece| piece.role) {
                None => continue,
                Some(Role::Pawn) => group.pawns |= bit,
                Some(Role::King) => group.kings |= bit,
                Some(role) => {
                    group.others |= bit;
                    group.knights |= u8::from(role == Role::Knight) << corner;
                    group.rook_riders |= u8::from(rides(role, (0, 1))) << corner;
                    group.bishop_riders |= u8::from(rides(role, (1, 1))) << corner;
                }
            }
        }
        group
    }

    /// Adds units without pawn and king, which move by any power of any piece in them.
    fn by_power(&self, board: &Board, to: Quad, powers: u8, found: &mut Vec<Move>) {
        if powers != 0 {
            self.push_each(board, to, self.others, powers, found);
        }
    }

    /// Adds units with a king and no pawn, which move one quad.
    fn with_king(&self, board: &Board, to: Quad, found: &mut Vec<Move>) {
        if self.kings != 0 {
            self.push_each(board, to, self.others | self.kings, self.kings, found);
        }
    }

    /// Adds the units of some of those corners with at least one piece that has the power.
    fn push_each(&self, board: &Board, to: Quad, all: u8, powers: u8, found: &mut Vec<Move>) {
        let able = all & !board.corners(self.seat, to);
        let needed = match self.wanted {
            Wanted::All => able,
            Wanted::Taking => able & board.corners(self.seat.other(), to),
        };
        if needed == 0 {
            return;
        }
        let units = subsets(able).filter(|members| members & powers != 0 && members & needed != 0);
        found.extend(units.map(|members| Move::Unit {
            from: self.origin,
            to,
            members,
            promotions: [None; 4],
        }));
    }

    /// Adds units with a pawn that move one quad straight ahead, without capturing.
    fn pawns_ahead(&self, board: &Board, to: Quad, found: &mut Vec<Move>) {
        if self.pawns == 0 {
            return;
        }
        let taken = board.corners(self.seat, to) | board.corners(self.seat.other(), to);
        for members in subsets((self.pawns | self.kings | self.others) & !taken) {
            if members & self.pawns != 0 {
                self.push_promoting(to, members, 0, found);
            }
        }
    }

    /// Adds units with a pawn that move one quad diagonally ahead and capture.
    fn pawns_aslant(&self, board: &Board, to: Quad, found: &mut Vec<Move>) {
        if self.pawns == 0 {
            return;
        }
        let victims = board.corners(self.seat.other(), to);
        let friends = board.corners(self.seat, to);
        for members in subsets((self.pawns | self.kings | self.others) & !friends) {
            if members & self.pawns != 0 && members & victims != 0 {
                self.push_promoting(to, members, victims, found);
            }
        }
    }

    /// Adds units with a pawn that move two quads; `between` is vacant. No king takes part: two quads is no king's
    /// step.
    fn double_step(&self, board: &Board, between: Quad, found: &mut Vec<Move>) {
        let Some(to) = between
            .shifted((0, forward(self.seat)))
            .filter(|&to| board.vacant(to))
        else {
            return;
        };
        for members in subsets(self.pawns | self.others) {
            if members & self.pawns != 0 {
                self.push_promoting(to, members, 0, found);
            }
        }
    }

    /// Adds the unit with every choice of promotions ("in a quad move each arriving pawn decides for itself").
    fn push_promoting(&self, to: Quad, members: u8, victims: u8, found: &mut Vec<Move>) {
        let may_stay = members & victims != 0 || self.wanted == Wanted::All;
        let unit = |promotions| Move::Unit {
            from: self.origin,
            to,
            members,
            promotions,
        };
        if !may_promote(self.seat, to.cell(0)) {
            if may_stay {
                found.push(unit([None; 4]));
            }
            return;
        }
        let mut ways = vec![[None; 4]];
        for corner in (0..4).filter(|corner| members & self.pawns & 1 << corner != 0) {
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    becomings(self.seat, to.cell(corner)).map(move |becoming| {
                        let mut way = way;
                        way[corner] = becoming;
                        way
                    })
                })
                .collect();
        }
        ways.retain(|way| may_stay || *way != [None; 4]);
        found.extend(ways.into_iter().map(unit));
    }
}

/// Returns every non-empty subset of a mask.
fn subsets(mask: u8) -> impl Iterator<Item = u8> {
    (1..=mask).filter(move |subset| subset & !mask == 0)
}
