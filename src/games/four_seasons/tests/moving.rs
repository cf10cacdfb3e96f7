//! Movement of the pieces, and moves that a king's safety forbids.

use super::*;
use crate::games::four_seasons::board::{Board, SEATS, Square};
use crate::games::four_seasons::position::FourSeasons;

#[test]
fn start_has_seven_moves_and_nobody_threatens_anybody() {
    // Properties of the array.
    let game = KIND.new_game(&Options::new()).unwrap();
    assert_eq!(game.text(), START);
    assert_eq!(game.legal().len(), 7);
    let position = position::read(&KIND.resolve(&Options::new()).unwrap(), START).unwrap();
    for (from, piece) in position.board.pieces() {
        for to in moves::attacks(&position.board, from) {
            let there = position.board.get(to);
            assert!(
                there.is_none_or(|there| there.seat == piece.seat),
                "{from} attacks {to}"
            );
        }
    }
}

#[test]
fn the_bishops_squares_never_meet() {
    // Property of the array: the four bishops' squares never meet.
    let bishops = [(1, 6), (1, 1), (6, 1), (6, 6)];
    let mut orbits: Vec<Vec<(i8, i8)>> = Vec::new();
    for start in bishops {
        let mut orbit = vec![start];
        let mut next = 0;
        while let Some(&(x, y)) = orbit.get(next) {
            for (dx, dy) in [(2, 2), (2, -2), (-2, 2), (-2, -2)] {
                let to = (x + dx, y + dy);
                if (0..8).contains(&to.0) && (0..8).contains(&to.1) && !orbit.contains(&to) {
                    orbit.push(to);
                }
            }
            next += 1;
        }
        orbits.push(orbit);
    }
    for (index, orbit) in orbits.iter().enumerate() {
        assert!(
            orbits[index + 1..]
                .iter()
                .flatten()
                .all(|square| !orbit.contains(square))
        );
    }
}

#[test]
fn array_exchanged_swaps_rook_and_knight() {
    let game = KIND.new_game(&options(&[("array", "exchanged")])).unwrap();
    assert!(
        game.text().starts_with("gK,gN,gP>,2,wP<,wN,wK/gR,gB,"),
        "{}",
        game.text()
    );
    assert!(game.text().contains("/rR,rB,rP>,2,bP<,bB,bR/rK,rN,"));
}

#[test]
fn play_goes_anticlockwise_in_the_order_of_the_seasons() {
    // Rule 3.
    let mut game = KIND.new_game(&Options::new()).unwrap();
    for (seat, mv) in [
        (GREEN, "a6a5"),
        (RED, "c1d1"),
        (BLACK, "h3h4"),
        (WHITE, "f8e8"),
        (GREEN, "b6b5"),
    ] {
        assert_eq!(game.turn(), seat);
        game.play(mv).unwrap();
    }
}

#[test]
fn rule_4_the_pieces_move() {
    let on = |piece: &str| format!("gK,7/8/8/3,{piece},4/8/8/xP^,7/7,rK r gr - 0");
    assert_eq!(targets(&*at(&on("rP^")), "d5"), ["d6"]);
    assert_eq!(targets(&*at(&on("rP>")), "d5"), ["e5"]);
    assert_eq!(targets(&*at(&on("rPv")), "d5"), ["d4"]);
    assert_eq!(targets(&*at(&on("rP<")), "d5"), ["c5"]);
    assert_eq!(targets(&*at(&on("rB")), "d5"), ["b3", "b7", "f3", "f7"]);
    assert_eq!(targets(&*at(&on("rQ")), "d5"), ["c4", "c6", "e4", "e6"]);
    assert_eq!(targets(&*at(&on("rN")), "d5").len(), 8);
    assert_eq!(targets(&*at(&on("rR")), "d5").len(), 14);
    assert_eq!(
        targets(&*at("gK,7/8/8/3,rK,4/8/8/8/7,xP^ r gr - 0"), "d5").len(),
        8
    );
}

#[test]
fn rule_4_the_bishop_jumps() {
    let game = at("gK,7/8/2,rPv,1,gPv,3/3,rB,4/8/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*game, "d5"), ["b3", "b7", "f3", "f7"]);
}

#[test]
fn rule_6_a_pawn_on_the_far_edge_becomes_a_queen() {
    let mut game = at("gK,7/5,rP>,2/8/8/6,rP>,1/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*game, "g4"), ["h4=Q"]);
    assert!(targets(&*game, "f7") == ["g7"]);
    game.play("h4").unwrap();
    assert!(game.text().contains("7,rQ"));
    let capturing = at("6,wPv,wK/6,bP>,1/8/8/8/8/8/bK,7 b bw - 0");
    assert!(
        capturing.legal().iter().all(|mv| mv != "Pg7xh8=Q"),
        "a king is never captured (rule 9)"
    );
    let capturing = at("wK,6,wN/6,bP>,1/8/8/8/8/8/bK,7 b bw - 0");
    assert!(capturing.legal().contains(&"Pg7xh8=Q".to_owned()));
    let refused = capturing.parse_move("Pg7xh8=R").unwrap_err();
    assert_eq!(refused.sentence, "The promotion on h8 is =Q.");
}

#[test]
fn rule_7_pawns_capture_diagonally_forward_in_their_own_direction() {
    let game = at("gK,7/8/2,gN,gN,gN,3/2,gN,rP>,gN,3/2,gN,gN,gN,3/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*game, "d5"), ["e4", "e6"]);
}

/// Calls `visit` with the positions of some games of arbitrary moves, each of at most `plies`.
fn in_many_positions(games: usize, plies: usize, mut visit: impl FnMut(&FourSeasons)) {
    for seed in 0..games {
        let diagonals = if seed % 2 == 0 { "marks" } else { "walls" };
        let resolved = KIND.resolve(&options(&[("diagonals", diagonals)])).unwrap();
        let mut game = KIND.new_game(&resolved).unwrap();
        for ply in 0..plies {
            let listed = game.legal();
            let Some(mv) = listed.get((seed + 1) * (ply + 7) * 31 % listed.len().max(1)) else {
                break;
            };
            visit(&position::read(&resolved, &game.text()).unwrap());
            game.play(mv).unwrap();
        }
    }
}

/// Moves listed without trying them are those that trying each move leaves, with pins and without (rule 9).
#[test]
fn rule_9_holds_for_moves_that_are_not_tried() {
    let (mut kept, mut forbidden) = (0, 0);
    in_many_positions(40, 200, |position| {
        let board = &position.board;
        let mut tried = Vec::new();
        for (from, _) in board.pieces_of(position.turn) {
            for to in moves::pseudo_legal(board, from) {
                match moves::exposed_king(board, position.turn, from, to) {
                    None => tried.push(moves::Move::Piece { from, to }),
                    Some(_) => forbidden += 1,
                }
            }
        }
        kept += tried.len();
        let found = moves::legal_moves(board, position.turn);
        assert_eq!(found, tried, "{}", position::write(position));
    });
    assert!(kept > 10_000 && forbidden > 1_000, "{kept} {forbidden}");
}

/// Attackers found on a few candidate squares are those whose attacks include the square.
#[test]
fn attackers_are_the_pieces_whose_attacks_hold_the_square() {
    let mut found = 0;
    in_many_positions(10, 100, |position| {
        let (board, text) = (&position.board, position::write(position));
        for (square, of) in Square::all().flat_map(|square| SEATS.map(|seat| (square, seat))) {
            let attackers: Vec<Square> = moves::attackers(board, square, of).collect();
            let pieces = board
                .pieces()
                .filter(|(_, piece)| piece.seat.is_some_and(|seat| seat != of));
            let attacking: Vec<Square> = pieces
                .map(|(from, _)| from)
                .filter(|from| moves::attacks(board, *from).contains(&square))
                .collect();
            assert_eq!(attackers, attacking, "{square} {of:?} {text}");
            found += attackers.len();
        }
    });
    assert!(found > 10_000, "{found}");
}

#[test]
fn rule_9_a_move_must_not_leave_the_king_threatened() {
    let pinned = at("3,gR,3,gK/8/3,rR,4/8/8/8/8/3,rK,4 r gr - 0");
    assert!(targets(&*pinned, "d6").iter().all(|to| to.starts_with('d')));
    let sentence = pinned.parse_move("Rd6-a6").unwrap_err().sentence;
    assert_eq!(
        sentence,
        "The rook on d6 can't go to a6: that would expose your king on d1 to Green's rook on d8."
    );
    let king = at("3,gR,3,gK/8/8/8/8/8/8/2,rK,5 r gr - 0");
    assert_eq!(
        king.parse_move("Kd1").unwrap_err().sentence,
        "The king can't go to d1: Green's rook on d8 would attack it there."
    );
}

#[test]
fn a_king_is_never_captured() {
    // Rule 9: a king is threatened, never captured.
    let game = at("gK,7/8/8/8/8/8/rR,7/7,rK r gr - 0");
    assert!(game.legal().iter().all(|mv| !mv.contains("xa8")));
    assert!(
        game.parse_move("Ra2xa8")
            .unwrap_err()
            .sentence
            .starts_with("A king is never captured")
    );
}

#[test]
fn frozen_pieces_threaten_nothing_block_and_may_be_captured() {
    let game = at("gK,7/8/8/8/xR,2,xN,4/8/8/rR,6,rK r gr - 0");
    let rook = targets(&*game, "a1");
    assert!(
        rook.contains(&"a4".to_owned()) && !rook.contains(&"a5".to_owned()),
        "{rook:?}"
    );
    let game = at("gK,7/8/8/8/8/8/8/rK,2,xR,4 r gr - 0");
    assert!(!game.check());
    assert!(targets(&*game, "a1").contains(&"b1".to_owned()));
}

/// Ruling for `diagonals=walls` (a reading on a public page: the diagonals divide the board into fields that no piece
/// may cross): a line between the middles of two squares must not cross the drawn part of a diagonal.
#[test]
fn walls_stop_what_crosses_a_drawn_diagonal() {
    let mut board = Board::empty();
    assert!(Square::all().all(|to| !board.is_walled(to, to)));
    board.walls = true;
    // In half squares, the drawn parts run from corner to corner of the sixteen central squares.
    let side = |(ax, ay): (i32, i32), (bx, by): (i32, i32), (x, y): (i32, i32)| {
        ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).signum()
    };
    let middle = |square: Square| (2 * i32::from(square.x()), 2 * i32::from(square.y()));
    let mut walled = 0;
    for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
        let (p, q) = (middle(from), middle(to));
        let crosses = [((3, 3), (11, 11)), ((3, 11), (11, 3))]
            .into_iter()
            .any(|(a, b)| side(a, b, p) * side(a, b, q) < 0 && side(p, q, a) * side(p, q, b) < 0);
        assert_eq!(board.is_walled(from, to), crosses, "{from} {to}");
        walled += usize::from(crosses);
    }
    assert!(walled > 500, "{walled}");
}

#[test]
fn with_walls_a_piece_stops_on_a_diagonal_and_threatens_nothing_beyond() {
    let walls = [("diagonals", "walls")];
    let text = "8/8/8/8/2,rB,5/8/4,rR,3/gK,6,rK r gr - 0";
    let (usual, walled) = (at(text), with(&walls, text));
    assert_eq!(targets(&*usual, "c4"), ["a2", "a6", "e6"]);
    assert_eq!(targets(&*walled, "c4"), ["a2", "a6"]);
    let up = |game: &dyn Game| {
        targets(game, "e2")
            .iter()
            .filter(|to| to.starts_with('e'))
            .count()
    };
    assert_eq!((up(&*usual), up(&*walled)), (7, 3), "e1, e3 and e4");
    let refusal = walled.parse_move("Re2-e5").unwrap_err();
    let why = "The rook on e2 can't go to e5: a drawn diagonal is in between";
    assert!(refusal.sentence.starts_with(why), "{refusal}");
    let far = "8/8/8/8/gR,6,rK/8/8/gK,7 r gr - 0";
    assert!(at(far).check());
    assert!(!with(&walls, far).check());
}

/// `+` is for a king that the mover's pieces attack, whoever is next, and not for a check that was there before.
#[test]
fn a_sign_tells_of_a_check_to_any_side() {
    let mut game = at("gK,5,wK,1/8/8/8/3,gR,4/8/8/rK,6,bK g grbw - 0");
    assert_eq!(game.play("Rd4-h4").unwrap().display, "Rd4-h4+");
    let quiet = game.play("Ka1-a2").unwrap().display;
    assert!(game.check() && !quiet.ends_with('+'), "{quiet}");
}
