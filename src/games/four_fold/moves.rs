//! Moves of single pieces and of units, and what makes them legal.

use super::attacks::{Attack, attack, rides};
use super::board::{Board, Cell, PROMOTIONS, Piece, Quad, Role, forward, promotion, second_row};
use crate::geometry::{COMPASS, KNIGHT, leaps, ray};
use crate::rules::Seat;

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// One piece moves on the cells, as in chess.
    Piece {
        /// From where.
        from: Cell,
        /// To where; an enemy there is captured.
        to: Cell,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// Pieces of one quad move together, by one displacement of quads.
    Unit {
        /// Their quad.
        from: Quad,
        /// Where they go.
        to: Quad,
        /// Which of the quad's corners move, bit by corner.
        members: u8,
        /// What the pawn of each corner becomes.
        promotions: [Option<Role>; 4],
    },
}

impl Move {
    /// The cells it leaves and enters, corner by corner for a unit.
    pub fn steps(self) -> impl Iterator<Item = (Cell, Cell, Option<Role>)> {
        let (single, unit) = match self {
            Move::Piece {
                from,
                to,
                promotion,
            } => (Some((from, to, promotion)), None),
            Move::Unit {
                from,
                to,
                members,
                promotions,
            } => (None, Some((from, to, members, promotions))),
        };
        let unit = unit
            .into_iter()
            .flat_map(|(from, to, members, promotions)| {
                (0..4usize)
                    .filter(move |corner| members & 1 << corner != 0)
                    .map(move |corner| (from.cell(corner), to.cell(corner), promotions[corner]))
            });
        single.into_iter().chain(unit)
    }

    /// Where it takes the piece on a cell; `None` where that piece stays.
    fn takes(self, cell: Cell) -> Option<Cell> {
        match self {
            Move::Piece { from, to, .. } => (from == cell).then_some(to),
            Move::Unit {
                from, to, members, ..
            } => (from == cell.quad() && members & 1 << cell.corner() != 0)
                .then(|| to.cell(cell.corner())),
        }
    }
}

/// Makes a move on the board. Returns whether it captured, moved a pawn or promoted, and so counts as progress.
pub fn apply(board: &mut Board, mv: Move) -> bool {
    let mut progress = false;
    for (from, to, promotion) in mv.steps() {
        let Some(mut piece) = board.set(from, None) else {
            continue;
        };
        progress |= piece.role == Role::Pawn;
        if let Some(role) = promotion {
            piece.role = role;
        }
        progress |= board.set(to, Some(piece)).is_some();
    }
    progress
}

/// A king that a move would leave attacked though it must not be.
pub struct Exposed {
    /// Where it stands after the move.
    pub king: Cell,
    /// Whether the move is its own.
    pub moved: bool,
    /// Who attacks it.
    pub by: Attack,
    /// The board after the move.
    pub after: Board,
}

/// What forbids a move that is otherwise right: no moved king may stand attacked, nor may the last one ("Kings may never
/// be moved to an attacked position. The player is only obligated to remove a threat to their last remaining King").
/// `kings` are the mover's.
pub fn exposes(board: &Board, side: Seat, kings: &[Cell], mv: Move) -> Option<Exposed> {
    let is_last = kings.len() == 1;
    if !is_last && !kings.iter().any(|&king| mv.takes(king).is_some()) {
        return None;
    }
    let mut after = board.clone();
    apply(&mut after, mv);
    let (king, moved, by) = kings.iter().find_map(|&king| {
        let to = mv.takes(king);
        let at = to.or(is_last.then_some(king))?;
        Some((at, to.is_some(), attack(&after, at, side.other())?))
    })?;
    Some(Exposed {
        king,
        moved,
        by,
        after,
    })
}

/// Every legal move of `side`.
pub fn legal(board: &Board, side: Seat) -> Vec<Move> {
    let mut found = pseudo(board, side);
    keep_legal(board, side, &mut found);
    found
}

/// Every move of `side` but for the kings.
pub fn pseudo(board: &Board, side: Seat) -> Vec<Move> {
    let mut found = Vec::with_capacity(512);
    pieces(board, side, &mut found);
    units(board, side, &mut found);
    found
}

/// Every legal move of single pieces.
pub fn legal_pieces(board: &Board, side: Seat) -> Vec<Move> {
    let mut found = Vec::new();
    pieces(board, side, &mut found);
    keep_legal(board, side, &mut found);
    found
}

/// Every legal move of the piece on a cell; none where no piece of `side` stands.
pub fn legal_of_piece(board: &Board, side: Seat, from: Cell) -> Vec<Move> {
    let mut found = Vec::new();
    if let Some(there) = board.get(from).filter(|there| there.side == side) {
        piece(board, side, from, there.role, &mut found);
        keep_legal(board, side, &mut found);
    }
    found
}

/// Every legal move of units from one quad.
pub fn legal_units(board: &Board, side: Seat, origin: Quad) -> Vec<Move> {
    let mut found = Vec::new();
    units_from(board, side, origin, &mut found);
    keep_legal(board, side, &mut found);
    found
}

/// Whether `side` may make a move.
pub fn allows(board: &Board, side: Seat, mv: Move) -> bool {
    match mv {
        Move::Piece { from, .. } => legal_of_piece(board, side, from).contains(&mv),
        Move::Unit { from, .. } => legal_units(board, side, from).contains(&mv),
    }
}

/// What the pieces of one quad could do as units but for the kings.
pub fn pseudo_units(board: &Board, side: Seat, origin: Quad) -> Vec<Move> {
    let mut found = Vec::new();
    units_from(board, side, origin, &mut found);
    found
}

/// What the piece on a cell could do but for the kings.
pub fn pseudo_of_piece(board: &Board, side: Seat, from: Cell) -> Vec<Move> {
    let mut found = Vec::new();
    if let Some(there) = board.get(from).filter(|there| there.side == side) {
        piece(board, side, from, there.role, &mut found);
    }
    found
}

/// Whether `side` has any legal move.
pub fn any_legal(board: &Board, side: Seat) -> bool {
    let kings: Vec<Cell> = board.kings(side).collect();
    let mut found = Vec::new();
    pieces(board, side, &mut found);
    if found
        .iter()
        .any(|&mv| exposes(board, side, &kings, mv).is_none())
    {
        return true;
    }
    found.clear();
    units(board, side, &mut found);
    found
        .iter()
        .any(|&mv| exposes(board, side, &kings, mv).is_none())
}

fn keep_legal(board: &Board, side: Seat, moves: &mut Vec<Move>) {
    let kings: Vec<Cell> = board.kings(side).collect();
    moves.retain(|&mv| exposes(board, side, &kings, mv).is_none());
}

fn pieces(board: &Board, side: Seat, found: &mut Vec<Move>) {
    for (from, role) in board.pieces(side) {
        piece(board, side, from, role, found);
    }
}

/// What a piece could do but for the kings: modern chess without castling and en passant (the inventor's rules, first sentence of
/// the rules).
fn piece(board: &Board, side: Seat, from: Cell, role: Role, found: &mut Vec<Move>) {
    match role {
        Role::Pawn => pawn(board, side, from, found),
        Role::Knight => leap(board, side, from, &KNIGHT, found),
        Role::King => leap(board, side, from, &COMPASS, found),
        Role::Queen | Role::Rook | Role::Bishop => {
            for direction in COMPASS
                .into_iter()
                .filter(|&direction| rides(role, direction))
            {
                for to in ray(from, |cell| cell.shifted(direction)) {
                    let there = board.get(to);
                    if there.is_none_or(|piece| piece.side != side) {
                        found.push(Move::Piece {
                            from,
                            to,
                            promotion: None,
                        });
                    }
                    if there.is_some() {
                        break;
                    }
                }
            }
        }
    }
}

fn leap(board: &Board, side: Seat, from: Cell, vectors: &[(i8, i8)], found: &mut Vec<Move>) {
    for to in leaps(from, vectors, Cell::shifted) {
        if board.get(to).is_none_or(|piece| piece.side != side) {
            found.push(Move::Piece {
                from,
                to,
                promotion: None,
            });
        }
    }
}

fn pawn(board: &Board, side: Seat, from: Cell, found: &mut Vec<Move>) {
    let ahead = forward(side);
    let mut push = |to: Cell| {
        for promotion in becomings(side, to) {
            found.push(Move::Piece {
                from,
                to,
                promotion,
            });
        }
    };
    if let Some(to) = from
        .shifted((0, ahead))
        .filter(|&to| board.get(to).is_none())
    {
        push(to);
        // "Pawns located on any cell of the second rank of quads may exercise their two-step privilege."
        if from.quad().y() == second_row(side)
            && let Some(to) = to.shifted((0, ahead)).filter(|&to| board.get(to).is_none())
        {
            push(to);
        }
    }
    for dx in [-1, 1] {
        if let Some(to) = from.shifted((dx, ahead))
            && board.get(to).is_some_and(|piece| piece.side != side)
        {
            push(to);
        }
    }
}

/// What a pawn that arrives on a cell may be there: itself, or one of the promotions (ruling: it may stay a pawn
/// on the nearer rank of the last quads, and must promote on the last rank).
pub fn becomings(side: Seat, to: Cell) -> impl Iterator<Item = Option<Role>> {
    let (may, must) = promotion(side, to);
    let stays = (!must).then_some(None);
    stays
        .into_iter()
        .chain(PROMOTIONS.into_iter().filter(move |_| may).map(Some))
}

fn units(board: &Board, side: Seat, found: &mut Vec<Move>) {
    for origin in Quad::all() {
        units_from(board, side, origin, found);
    }
}

/// What the units of one quad could do but for the kings.
fn units_from(board: &Board, side: Seat, origin: Quad, found: &mut Vec<Move>) {
    if !board.is_origin(side, origin) {
        return;
    }
    let group = Group::of(board, side, origin);
    for leap in KNIGHT {
        if let Some(to) = origin.shifted(leap) {
            group.by_power(board, to, group.knights, found);
        }
    }
    for direction in COMPASS {
        let mut near = true;
        for to in ray(origin, |quad| quad.shifted(direction)) {
            let riders = if direction.0 == 0 || direction.1 == 0 {
                group.rook_riders
            } else {
                group.bishop_riders
            };
            group.by_power(board, to, riders, found);
            if near {
                group.with_king(board, to, found);
                if direction.1 == forward(side) {
                    group.with_pawn(board, to, direction.0 != 0, found);
                }
            }
            if !board.vacant(to) {
                break;
            }
            if near && direction == (0, forward(side)) && origin.y() == second_row(side) {
                group.double_step(board, to, found);
            }
            near = false;
        }
    }
}

/// The pieces of an origin quad, as masks of its corners.
struct Group {
    side: Seat,
    origin: Quad,
    pawns: u8,
    kings: u8,
    others: u8,
    knights: u8,
    rook_riders: u8,
    bishop_riders: u8,
}

impl Group {
    fn of(board: &Board, side: Seat, origin: Quad) -> Group {
        let mask = |test: &dyn Fn(Role) -> bool| {
            (0..4)
                .filter(|&corner| {
                    board
                        .get(origin.cell(corner))
                        .is_some_and(|piece| test(piece.role))
                })
                .fold(0, |mask, corner| mask | 1 << corner)
        };
        Group {
            side,
            origin,
            pawns: mask(&|role| role == Role::Pawn),
            kings: mask(&|role| role == Role::King),
            others: mask(&|role| !matches!(role, Role::Pawn | Role::King)),
            knights: mask(&|role| role == Role::Knight),
            rook_riders: mask(&|role| rides(role, (0, 1))),
            bishop_riders: mask(&|role| rides(role, (1, 1))),
        }
    }

    /// The corners whose landing cell fits.
    fn landing(&self, board: &Board, to: Quad, fits: impl Fn(Option<Piece>) -> bool) -> u8 {
        (0..4)
            .filter(|&corner| fits(board.get(to.cell(corner))))
            .fold(0, |mask, corner| mask | 1 << corner)
    }

    fn no_friend(&self, board: &Board, to: Quad) -> u8 {
        self.landing(board, to, |there| {
            there.is_none_or(|piece| piece.side != self.side)
        })
    }

    /// Units without pawn and king: any power of any piece in them.
    fn by_power(&self, board: &Board, to: Quad, powers: u8, found: &mut Vec<Move>) {
        if powers == 0 {
            return;
        }
        let able = self.others & self.no_friend(board, to);
        for members in subsets(able).filter(|members| members & powers != 0) {
            found.push(Move::Unit {
                from: self.origin,
                to,
                members,
                promotions: [None; 4],
            });
        }
    }

    /// Units with a king and no pawn: one quad.
    fn with_king(&self, board: &Board, to: Quad, found: &mut Vec<Move>) {
        if self.kings == 0 {
            return;
        }
        let able = (self.others | self.kings) & self.no_friend(board, to);
        for members in subsets(able).filter(|members| members & self.kings != 0) {
            found.push(Move::Unit {
                from: self.origin,
                to,
                members,
                promotions: [None; 4],
            });
        }
    }

    /// Units with a pawn that go one quad: straight capturing nothing, diagonally capturing something.
    fn with_pawn(&self, board: &Board, to: Quad, capturing: bool, found: &mut Vec<Move>) {
        if self.pawns == 0 {
            return;
        }
        let everyone = self.pawns | self.kings | self.others;
        let able = everyone
            & if capturing {
                self.no_friend(board, to)
            } else {
                self.landing(board, to, |there| there.is_none())
            };
        let victims = self.landing(board, to, |there| {
            there.is_some_and(|piece| piece.side != self.side)
        });
        for members in subsets(able) {
            if members & self.pawns != 0 && (!capturing || members & victims != 0) {
                self.push_promoting(to, members, found);
            }
        }
    }

    /// Units with a pawn that go two quads; `between` is vacant. No king comes along: two quads is no king's step.
    fn double_step(&self, board: &Board, between: Quad, found: &mut Vec<Move>) {
        let Some(to) = between
            .shifted((0, forward(self.side)))
            .filter(|&to| board.vacant(to))
        else {
            return;
        };
        for members in subsets(self.pawns | self.others) {
            if members & self.pawns != 0 {
                self.push_promoting(to, members, found);
            }
        }
    }

    /// The unit with every choice of promotions ("in a quad move each arriving pawn decides for itself").
    fn push_promoting(&self, to: Quad, members: u8, found: &mut Vec<Move>) {
        let unit = |promotions| Move::Unit {
            from: self.origin,
            to,
            members,
            promotions,
        };
        let arriving = promotion(self.side, to.cell(0)).0;
        if !arriving {
            found.push(unit([None; 4]));
            return;
        }
        let mut ways = vec![[None; 4]];
        for corner in (0..4).filter(|corner| members & self.pawns & 1 << corner != 0) {
            ways = ways
                .into_iter()
                .flat_map(|way| {
                    becomings(self.side, to.cell(corner)).map(move |becoming| {
                        let mut way = way;
                        way[corner] = becoming;
                        way
                    })
                })
                .collect();
        }
        found.extend(ways.into_iter().map(unit));
    }
}

/// Every non-empty subset of a mask.
fn subsets(mask: u8) -> impl Iterator<Item = u8> {
    (1..=mask).filter(move |subset| subset & !mask == 0)
}
