//! The search for a saving multi-move against plainly trying all of them.

use super::super::multi_move::Underway;
use super::*;

/// Whether some multi-move of this tower ends out of check, found by trying all.
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

/// The same answer on positions of all kinds of pieces in which no single step ends a check, from a fixed sequence of
/// numbers.
#[test]
fn the_search_leaves_out_nothing_that_saves() {
    let mut state = 2001_u64;
    let mut draw = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let squares: Vec<Square> = Square::all().collect();
    let own = [
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Pawn,
        PieceKind::Lancer,
        PieceKind::Cardinal,
        PieceKind::Marshall,
        PieceKind::Queen,
        PieceKind::Wizard,
    ];
    let theirs = [
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::Dragon,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Wizard,
        PieceKind::Marshall,
        PieceKind::Cardinal,
        PieceKind::Lancer,
        PieceKind::Pawn,
    ];
    /// How many positions of either kind.
    const EACH: u32 = 150;
    let (mut saved, mut lost) = (0, 0);
    for _ in 0..2_000_000 {
        if saved >= EACH && lost >= EACH {
            break;
        }
        // Pawns can promote from h7's arenas.
        let tower = [Tower::D5, Tower::H7][draw(2)];
        let mut position = set(&format!("D{tower}"));
        let touched: Vec<Square> = tower.touches().collect();
        let side = Seat::WHITE;
        let mut put = |at: Square, side: Seat, kind: PieceKind| {
            if position.board.is_empty(at) {
                position.board.put(at, Piece { side, kind });
            }
        };
        put(squares[draw(85)], side, PieceKind::King);
        put(squares[draw(85)], Seat::BLACK, PieceKind::King);
        for _ in 0..3 + draw(2) {
            put(touched[draw(36)], side, own[draw(own.len())]);
        }
        for _ in 0..9 + draw(4) {
            put(squares[draw(85)], Seat::BLACK, theirs[draw(theirs.len())]);
        }
        let memories = [
            Parts::NONE,
            Parts::KING,
            Parts::ROOK,
            Parts::BISHOP.with(Parts::KNIGHT),
        ];
        position.memory = [memories[draw(4)], memories[draw(4)]];
        if !position.check() || position.has_listed() {
            continue;
        }
        let expected = exhaustively(&Underway::new(&position), &tower.arenas(), 0);
        if expected && saved >= EACH || !expected && lost >= EACH {
            continue;
        }
        assert_eq!(position.has_multi(), expected, "{}", position.to_text());
        if expected {
            saved += 1;
        } else {
            lost += 1;
        }
    }
    assert!(saved >= EACH && lost >= EACH, "{saved} saved, {lost} lost");
}
