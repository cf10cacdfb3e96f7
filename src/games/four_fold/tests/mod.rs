//! Tests of every sentence of the inventor's example, of every ruling, and of the number of first moves.

use super::KIND;
use super::attacks::attacked;
use super::board::{Cell, Quad};
use super::lessons::EXAMPLE;
use super::moves;
use super::position::{FourFold, START};
use crate::rules::{Game, Options, RuleErrorKind, Seat, Status};

mod dead;
mod example;
mod rulings;
mod texts;

fn game(text: &str) -> Box<dyn Game> {
    KIND.from_position(&Options::new(), text).unwrap()
}

/// Returns all legal texts with a prefix.
fn legal(text: &str, prefix: &str) -> Vec<String> {
    game(text)
        .legal()
        .into_iter()
        .filter(|mv| mv.starts_with(prefix))
        .collect()
}

/// Returns the unit moves between two quads, as the origin cells after the colon.
fn units(text: &str, quads: &str) -> Vec<String> {
    let prefix = format!("{quads}:");
    legal(text, &prefix)
        .into_iter()
        .map(|mv| mv[prefix.len()..].to_owned())
        .collect()
}

/// Returns the example with a second white king far away, so that the bishop's threat may be ignored.
fn with_spare_king() -> String {
    EXAMPLE.replacen("16/8P7/16/16 w", "16/8P7/16/K15 w", 1)
}

fn refusal(text: &str, mv: &str) -> String {
    let rejection = game(text).parse_move(mv).unwrap_err();
    assert_ne!(
        rejection.kind,
        RuleErrorKind::Unreadable,
        "{mv}: {}",
        rejection.sentence
    );
    rejection.sentence
}

/// The captures and promotions generated alone are those among all moves, in the same order, including those by kings,
/// units and pawns before their last ranks.
#[test]
fn moves_that_take_are_those_of_all_moves() {
    const PROMOTIONS: &str = "14rr/1PPP4pp4nk/1PP1P11/5R10/16/6qq8/6bQ8/16/3k12/16/7bb7/16/2nP4K7/pp1pp11/pp1pp4rNP4/9NB5 w 0";
    let (mut taken, mut promoted) = (0, 0);
    for start in [START, EXAMPLE, PROMOTIONS] {
        let mut position = FourFold::parse(start).unwrap();
        for ply in 0..60 {
            for seat in [Seat::WHITE, Seat::BLACK] {
                let mut all = moves::pseudo(&position.board, seat);
                all.retain(|mv| {
                    mv.steps().any(|(_, to, promotion)| {
                        let enemy = position
                            .board
                            .get(to)
                            .is_some_and(|piece| piece.seat != seat);
                        promoted += u32::from(promotion.is_some());
                        taken += u32::from(enemy);
                        enemy || promotion.is_some()
                    })
                });
                assert_eq!(moves::taking(&position.board, seat), all, "{position:?}");
            }
            let legal = position.legal();
            let Some(mv) = legal.get(ply * 7_919 % legal.len().max(1)) else {
                break;
            };
            position.make(*mv);
        }
    }
    assert!(taken > 1_000 && promoted > 100, "{taken}, {promoted}");
}

/// The derived data of a board depend only on its pieces, not on the moves that led there.
#[test]
fn what_a_board_counts_follows_from_its_pieces() {
    let mut position = FourFold::parse(START).unwrap();
    for ply in 0..200 {
        let legal = position.legal();
        let Some(mv) = legal.get(ply * 104_729 % legal.len().max(1)) else {
            break;
        };
        position.make(*mv);
        let read = FourFold::parse(&position.to_text()).unwrap();
        assert!(position.board == read.board, "{position:?}");
        for seat in [Seat::WHITE, Seat::BLACK] {
            let pieces: Vec<Cell> = Cell::all()
                .filter(|cell| {
                    position
                        .board
                        .get(*cell)
                        .is_some_and(|piece| piece.seat == seat)
                })
                .collect();
            let listed: Vec<Cell> = position.board.pieces(seat).map(|(cell, _)| cell).collect();
            assert_eq!(listed, pieces);
            for quad in Quad::all() {
                let corners = (0..4).filter(|corner| pieces.contains(&quad.cell(*corner)));
                let mask = corners.fold(0, |mask, corner| mask | 1 << corner);
                assert_eq!(position.board.corners(seat, quad), mask, "{quad}");
            }
        }
    }
}

/// Ruling: a move that takes all kings wins. So two kings that one group takes are in danger, though neither is the last.
#[test]
fn all_kings_in_reach_of_one_move_are_in_danger() {
    let warning = |text: &str| {
        let game = KIND.from_position(&Options::new(), text).unwrap();
        game.check_warning().unwrap()
    };
    let both = "16/16/16/16/16/4kk10/16/16/16/16/16/16/16/4RN10/16/7K8 b 0";
    assert_eq!(
        warning(both),
        "All kings, on e11 and f11, can be taken in one move, and that wins the game."
    );
    let apart = "16/16/16/16/16/4k11/5k10/16/16/16/16/16/16/4RR10/16/7K8 b 0";
    assert!(warning(apart).ends_with("need not be met while one is left."));
}
