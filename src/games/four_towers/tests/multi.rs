//! Search for a saving multi-move, compared with an exhaustive one.

use super::super::multi_move::Underway;
use super::*;

/// Returns true if some multi-move of this tower ends out of check, found by trying all.
fn exhaustively(underway: &Underway, left: &[Arena], made: usize) -> bool {
    if made >= 2 && underway.is_safe() {
        return true;
    }
    let own = underway.position.board.of(underway.position.turn);
    left.iter().any(|arena| {
        let rest: Vec<Arena> = left
            .iter()
            .copied()
            .filter(|other| other != arena)
            .collect();
        own.intersection(arena.squares()).any(|from| {
            underway.steps_from(from).iter().any(|step| {
                let mut next = underway.clone();
                next.take(step);
                exhaustively(&next, &rest, made + 1)
            })
        })
    })
}

/// A fixed sequence of numbers below a limit.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const OWN: &[Role] = &[
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
    Role::Lancer,
    Role::Cardinal,
    Role::Marshall,
    Role::Queen,
    Role::Wizard,
];

const ENEMIES: &[Role] = &[
    Role::Rook,
    Role::Queen,
    Role::Dragon,
    Role::Knight,
    Role::Bishop,
    Role::Wizard,
    Role::Marshall,
    Role::Cardinal,
    Role::Lancer,
    Role::Pawn,
];

/// Returns a position with a dragon of either side on any tower, few pieces in its arenas and many enemies anywhere;
/// sometimes other towers are occupied too.
fn crowd(draw: &mut Draw) -> FourTowers {
    let squares: Vec<Square> = Square::all().collect();
    let seat = draw.of(&[Seat::WHITE, Seat::BLACK]);
    let tower = draw.of(&Tower::ALL);
    let touched: Vec<Square> = tower.touches().collect();
    let mut position = set("");
    position.turn = seat;
    let mut put = |at: Square, seat: Seat, role: Role| {
        if position.board.is_empty(at) {
            position.board.put(at, Piece { seat, role });
        }
    };
    put(tower.square(), seat, Role::Dragon);
    put(draw.of(&squares), seat, Role::King);
    put(draw.of(&squares), seat.other(), Role::King);
    for other in Tower::ALL {
        match draw.below(10) {
            0 => put(other.square(), seat, draw.of(OWN)),
            1 => put(other.square(), seat.other(), draw.of(ENEMIES)),
            _ => {}
        }
    }
    for _ in 0..3 + draw.below(2) {
        put(draw.of(&touched), seat, draw.of(OWN));
    }
    for _ in 0..9 + draw.below(4) {
        put(draw.of(&squares), seat.other(), draw.of(ENEMIES));
    }
    let memories = [
        Parts::NONE,
        Parts::KING,
        Parts::ROOK,
        Parts::BISHOP.with(Parts::KNIGHT),
    ];
    position.memory = [draw.of(&memories), draw.of(&memories)];
    position
}

/// The search agrees with the exhaustive one on positions in which no single move is legal, in check or not.
#[test]
fn the_search_leaves_out_nothing_that_saves() {
    /// Number of positions of either kind.
    const EACH: u32 = 150;
    let mut draw = Draw(2001);
    let (mut saved, mut lost) = (0, 0);
    for _ in 0..2_000_000 {
        if saved >= EACH && lost >= EACH {
            break;
        }
        let position = crowd(&mut draw);
        if position.has_listed() {
            continue;
        }
        let underway = Underway::new(&position);
        let expected = position
            .multi_towers()
            .into_iter()
            .any(|tower| exhaustively(&underway, &tower.arenas(), 0));
        assert_eq!(position.has_multi(), expected, "{}", position.to_text());
        if expected {
            saved += 1;
        } else {
            lost += 1;
        }
    }
    assert!(saved >= EACH && lost >= EACH, "{saved} saved, {lost} lost");
}
