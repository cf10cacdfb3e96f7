//! Powers of the towers in force on each square; every rule that depends on a power asks here.
//!
//! "When a piece is moved onto a tower, its presence has an effect on the four arenas touching the tower. This effect
//! remains in force for as long as the piece is on the tower." Powers belong to a board: the board at the start of a
//! turn governs the moves, the board after it governs check. One power on several towers has no added effect.

use super::board::{Arena, ArenaSet, Square, SquareSet, Tower, TowerSet, is_double_step_square};
use super::pieces::{Board, Parts, Role};
use crate::rules::Seat;

/// The powers in force on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Powers {
    /// Owner and role of the piece on each tower, in the order of [`Tower::ALL`].
    holders: [Option<(Seat, Role)>; 4],
    knights: TowerSet,
    rooks: TowerSet,
    bishops: TowerSet,
    marshalls: SquareSet,
    cardinals: SquareSet,
    pawns: SquareSet,
    lancers: SquareSet,
    queens: [SquareSet; 2],
}

/// Returns true for rooks, knights and marshalls, which a marshall on a tower makes "a separate universe".
pub fn is_apart(role: Role) -> bool {
    matches!(role, Role::Rook | Role::Knight | Role::Marshall)
}

impl Powers {
    /// Returns the powers of the pieces on a board's towers.
    pub fn of(board: &Board) -> Self {
        Self::except(board, |_| false)
    }

    /// Returns the powers without those of some towers, to explain which tower forbids a move.
    pub fn except(board: &Board, ignored: impl Fn(Tower) -> bool) -> Self {
        let mut powers = Powers::default();
        for tower in Tower::ALL {
            let Some(piece) = board.get(tower.square()) else {
                continue;
            };
            if ignored(tower) {
                continue;
            }
            powers.holders[tower as usize] = Some((piece.seat, piece.role));
            let zone = |set: &mut SquareSet| *set = set.union(tower.touches());
            match piece.role {
                Role::Marshall => zone(&mut powers.marshalls),
                Role::Cardinal => zone(&mut powers.cardinals),
                Role::Queen => zone(&mut powers.queens[piece.seat.index()]),
                Role::Pawn => zone(&mut powers.pawns),
                Role::Lancer => zone(&mut powers.lancers),
                Role::Rook => powers.rooks.insert(tower),
                Role::Bishop => powers.bishops.insert(tower),
                Role::Knight => powers.knights.insert(tower),
                Role::Wizard | Role::Dragon | Role::King => {}
            }
        }
        powers
    }

    /// Returns powers with knights on exactly these towers, and with every step that a power gives to pawns and lancers.
    pub fn relaxed(knights: TowerSet) -> Self {
        Powers {
            knights,
            pawns: SquareSet::ALL,
            lancers: SquareSet::ALL,
            ..Powers::default()
        }
    }

    /// Returns the occupied towers, with the owner and the role of each piece.
    pub fn held(&self) -> impl Iterator<Item = (Tower, Seat, Role)> + '_ {
        Tower::ALL.into_iter().filter_map(|tower| {
            self.holders[tower as usize].map(|(seat, role)| (tower, seat, role))
        })
    }

    /// Returns the towers that pieces of one role occupy, of either side.
    pub fn held_by(&self, role: Role) -> impl Iterator<Item = Tower> + '_ {
        self.held()
            .filter(move |(.., holder)| *holder == role)
            .map(|(tower, ..)| tower)
    }

    /// Knight: returns the towers that bend orthogonal steps, the argument of [`Square::step`].
    pub fn knights(&self) -> TowerSet {
        self.knights
    }

    /// Cardinal: returns the kinds of movement of a whole piece that starts from a square. "Knights move and capture
    /// like bishops, and bishops move and capture like knights"; compound pieces and their parts are unaffected.
    pub fn movement(&self, role: Role, from: Square) -> Parts {
        match role {
            Role::Knight if self.cardinals.contains(from) => Parts::BISHOP,
            Role::Bishop if self.cardinals.contains(from) => Parts::KNIGHT,
            _ => role.parts(),
        }
    }

    /// Marshall: returns true if a piece or part may capture a piece. If the move starts or ends near the tower,
    /// rooks, knights and marshalls capture only each other; other pieces cannot capture them there.
    pub fn may_capture(&self, mover: Role, from: Square, victim: Role, to: Square) -> bool {
        match (is_apart(mover), is_apart(victim)) {
            (true, false) => !self.marshalls.contains(from) && !self.marshalls.contains(to),
            (false, true) => !self.marshalls.contains(to),
            _ => true,
        }
    }

    /// Marshall: returns true if a piece or part may attach to a friend. Near the tower no piece with a bishop part
    /// fuses with rooks, knights and marshalls.
    pub fn may_attach(&self, mover: Role, from: Square, friend: Role, to: Square) -> bool {
        let diagonal = |role: Role| role.parts().overlaps(Parts::BISHOP);
        let mixed = (is_apart(mover) && diagonal(friend)) || (diagonal(mover) && is_apart(friend));
        !mixed || !(self.marshalls.contains(from) || self.marshalls.contains(to))
    }

    /// Marshall: returns true if a part may leave a compound. "Nor can knights or rooks be detached from compound
    /// pieces other than marshalls" near the tower.
    pub fn may_leave(&self, part: Role, whole: Role, at: Square) -> bool {
        whole == Role::Marshall || !is_apart(part) || !self.marshalls.contains(at)
    }

    /// Queen: returns true if a side's king cannot be captured on a square.
    pub fn shelters(&self, seat: Seat, king: Square) -> bool {
        self.queens[seat.index()].contains(king)
    }

    /// King: returns true if a king on a square captures along queen lines.
    pub fn captures_far(&self, king: Square) -> bool {
        king.tower()
            .is_some_and(|tower| matches!(self.holders[tower as usize], Some((_, Role::King))))
    }

    /// Pawn, and the starting squares: returns true if a side's pawn may double-step from a square.
    pub fn may_double_step(&self, seat: Seat, pawn: Square) -> bool {
        is_double_step_square(seat, pawn) || self.pawns.contains(pawn)
    }

    /// Lancer: returns true if pawns and lancers on a square may step straight back.
    pub fn may_step_back(&self, from: Square) -> bool {
        self.lancers.contains(from)
    }

    /// Wizard: returns the towers from which a side may rearrange.
    pub fn wizards(&self, seat: Seat) -> impl Iterator<Item = Tower> + '_ {
        self.held()
            .filter(move |(_, owner, role)| *owner == seat && *role == Role::Wizard)
            .map(|(tower, ..)| tower)
    }

    /// Wizard: returns the arenas in which a side may rearrange, I to IX.
    pub fn rearrangeable(&self, seat: Seat) -> Vec<Arena> {
        let arenas: ArenaSet = self.wizards(seat).flat_map(Tower::arenas).collect();
        arenas.collect()
    }

    /// Dragon: returns the towers from which a side may make multi-moves.
    pub fn dragons(&self, seat: Seat) -> impl Iterator<Item = Tower> + '_ {
        self.held()
            .filter(move |(_, owner, role)| *owner == seat && *role == Role::Dragon)
            .map(|(tower, ..)| tower)
    }

    /// Rook and bishop: returns the squares that a direct move from a square can reach. A direct move goes on through
    /// empty squares only, and may end on a friend.
    ///
    /// Rooks link adjacent arenas around their tower, bishops opposite ones. With rooks or bishops on two or more
    /// towers a move may go on over any link, repeatedly, through empty squares.
    pub fn direct(&self, from: Square, occupied: SquareSet) -> SquareSet {
        let links = self.rooks.union(self.bishops);
        let Some(home) = from.arena() else {
            return SquareSet::EMPTY;
        };
        if links.len() == 0 {
            return SquareSet::EMPTY;
        }
        let (x, y) = from.place();
        let mut reached = SquareSet::EMPTY;
        let mut front = vec![home];
        while let Some(arena) = front.pop() {
            for next in self.linked(arena) {
                let to = next.square(x, y);
                if to == from || reached.contains(to) {
                    continue;
                }
                reached.insert(to);
                if links.len() >= 2 && !occupied.contains(to) {
                    front.push(next);
                }
            }
        }
        reached
    }

    /// Returns the arenas that one hop leads to.
    fn linked(&self, arena: Arena) -> impl Iterator<Item = Arena> + '_ {
        let (x, y) = arena.place();
        Tower::ALL
            .into_iter()
            .filter(move |tower| tower.arenas().contains(&arena))
            .flat_map(move |tower| {
                tower.arenas().into_iter().filter(move |other| {
                    let (column, row) = other.place();
                    match u8::from(column != x) + u8::from(row != y) {
                        1 => self.rooks.contains(tower),
                        2 => self.bishops.contains(tower),
                        _ => false,
                    }
                })
            })
    }
}
