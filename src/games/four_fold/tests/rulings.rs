//! Rulings of `mod.rs`, and counts of legal texts.

use super::*;
use crate::scene::View;

#[test]
fn start_has_332_legal_texts() {
    // 32 moves of single pieces, 240 of pawn quads, 60 of knight quads.
    let all = KIND.new_game(&Options::new()).unwrap().legal();
    assert_eq!(all.len(), 332);
    let unit = all.iter().filter(|mv| mv.contains('>')).count();
    let pawns = all
        .iter()
        .filter(|mv| mv.contains('>') && mv.as_bytes()[1] == b'2')
        .count();
    assert_eq!((all.len() - unit, pawns, unit - pawns), (32, 240, 60));
    assert_eq!(KIND.new_game(&Options::new()).unwrap().text(), START);
}

#[test]
fn a_quad_is_four_cells() {
    let cells = |quad: &str| {
        Quad::parse(quad)
            .unwrap()
            .cells()
            .map(|cell| cell.to_string())
    };
    assert_eq!(cells("a1"), ["a1", "b1", "a2", "b2"]);
    assert_eq!(cells("d4"), ["g7", "h7", "g8", "h8"]);
    for cell in Cell::all() {
        assert_eq!(cell.quad().cell(cell.corner()), cell);
        assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
    }
}

#[test]
fn knights_leap_over_quads_and_one_piece_is_a_unit() {
    // "units performing knight-type moves leap"; ruling: one alone is a unit too.
    assert_eq!(units(START, "b1>a3").len(), 15);
}

#[test]
fn pawns_double_step_from_the_second_row_of_quads_moved_before_or_not() {
    // "Pawns located on any cell of the second rank of 'quads' may exercise their two-step privilege, regardless".
    let text = "k15/16/16/16/16/16/16/16/16/16/16/16/4P11/5P10/16/15K w 0";
    let found = legal(text, "P");
    assert_eq!(found, ["Pe4-e5", "Pe4-e6", "Pf3-f4", "Pf3-f5"]);
    assert_eq!(units(text, "c2>c4"), ["e4", "e4,f3", "f3"]);
    // "the cells of each of the 'quads' of this two-step move must be vacant": an enemy bars it even in a corner that
    // no piece lands on.
    let barred = "k15/16/16/16/16/16/16/16/4n11/16/16/16/5P10/5P10/16/15K w 0";
    assert!(units(barred, "c2>c4").is_empty());
    assert_eq!(units(barred, "c2>c3").len(), 3);
    assert!(refusal(barred, "c2>c4").contains("both quads must be wholly empty"));
    // A king cannot take part in a double step.
    let king = "k15/16/16/16/16/16/16/16/16/16/16/16/5P10/4K11/16/16 w 0";
    assert_eq!(units(king, "c2>c4"), ["f4"]);
    assert_eq!(
        refusal(king, "c2>c4"),
        "A group with a king moves one quad only; c4 is farther from c2."
    );
}

#[test]
fn one_quad_forward_asks_only_for_empty_landing_cells() {
    // Ruling: one quad forward requires only the landing cells to be empty.
    let text = "k15/16/16/16/16/16/16/16/16/16/5n10/16/4P11/4P11/16/15K w 0";
    assert_eq!(units(text, "c2>c3"), ["e3", "e3,e4", "e4"]);
    let onto = "k15/16/16/16/16/16/16/16/16/16/4n11/16/4P11/4P11/16/15K w 0";
    assert_eq!(units(onto, "c2>c3"), ["e3"]);
    assert!(refusal(onto, "c2>c3:e4").contains("captures nothing straight ahead"));
}

#[test]
fn no_quad_move_begins_beside_an_enemy_or_alone() {
    // "There must be at least two friendly pieces in the starting 'quad', and no enemy pieces."
    let enemy = "k15/16/16/16/16/16/16/16/6nQ8/6QB8/16/16/16/16/16/15K w 0";
    assert!(legal(enemy, "d4>").is_empty());
    assert!(refusal(enemy, "d4>d5").contains("the enemy knight on g8 is in the quad"));
    let alone = "k15/16/16/16/16/16/16/16/7Q8/16/16/16/16/16/16/15K w 0";
    assert!(legal(alone, "d4>").is_empty());
    assert!(refusal(alone, "d4>d5").contains("has only one"));
}

#[test]
fn promotions_are_each_pawns_own() {
    // Rulings: a pawn may stay a pawn on the nearer rank, and must promote on the last.
    let text = "k15/16/6P9/7P8/16/16/16/16/16/16/16/16/16/16/16/15K w 0";
    // g14 lands on g16 (four ways), h13 on h15 (five ways).
    assert_eq!(units(text, "d7>d8").len(), 4 + 5 + 20);
    let mut game = game(text);
    game.play("d7>d8:g14=N,h13").unwrap();
    assert!(game.text().starts_with("k5N9/7P8/"), "{}", game.text());
    assert_eq!(FourFold::parse(text).unwrap().to_text(), text);
    let mut queens = self::game(text);
    assert_eq!(
        queens.play("d7>d8=Q").unwrap().canonical,
        "d7>d8:g14=Q,h13=Q"
    );
    let individual = "k15/6P9/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w 0";
    assert_eq!(
        legal(individual, "P"),
        ["Pg15-g16=B", "Pg15-g16=N", "Pg15-g16=Q", "Pg15-g16=R"]
    );
    let nearer = "k15/16/6P9/16/16/16/16/16/16/16/16/16/16/16/16/15K w 0";
    assert_eq!(legal(nearer, "P").len(), 5);
    assert!(
        self::game(nearer).parse_move("g15").is_ok(),
        "without a letter the pawn stays a pawn"
    );
}

#[test]
fn kings_may_be_lost_but_not_led_into_attack() {
    // "The player is only obligated to remove a threat to their last remaining King."
    let two = "k15/16/16/16/16/16/16/16/16/16/16/4r11/16/16/16/4K10K w 0";
    let game_of_two = game(two);
    assert!(!game_of_two.check());
    assert!(game_of_two.parse_move("Kp1-p2").is_ok());
    assert!(game_of_two.parse_move("Ke1-e2").is_err());
    assert!(game_of_two.parse_move("Ke1-f1").is_ok());
    assert!(
        game_of_two
            .check_warning()
            .unwrap()
            .contains("king on e1 is attacked")
    );
    let one = two.replace("4K10K", "4K11");
    assert!(game(&one).check());
    assert!(game(&one).legal().iter().all(|mv| mv.starts_with('K')));
}

#[test]
fn capturing_every_king_at_once_wins() {
    // Ruling: a unit may capture several kings at once.
    let text = "16/16/16/16/16/16/6kk8/6rr8/16/16/6QQ8/6QQ8/16/16/16/15K w 0";
    let mut game = game(text);
    game.play("d3>d5").unwrap();
    assert_eq!(game.status().to_text(&KIND), "won:white:kings-captured");
    assert!(game.legal().is_empty());
}

#[test]
fn checkmate_and_stalemate() {
    let mate = "k15/16/16/16/16/16/16/16/16/16/16/16/16/15R/14R1/K15 w 0";
    let mut game = game(mate);
    game.play("o2-o15").unwrap();
    game.play("a16-b16").unwrap();
    game.play("p3-p16").unwrap();
    assert_eq!(game.status().to_text(&KIND), "won:white:checkmate");
    let turn = |game: &dyn Game| {
        let turn = game.scene(&View::default()).turn.unwrap();
        format!("{}, {}", turn.text, turn.detail)
    };
    assert_eq!(turn(&*game), "White wins, checkmate");
    let stalemate = "k15/2Q13/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b 0";
    let stalemate = self::game(stalemate);
    assert_eq!(turn(&*stalemate), "Black cannot move, a draw");
    let status = stalemate.status();
    assert!(matches!(status, Status::Drawn(_)), "{status:?}");
    assert_eq!(status.to_text(&KIND), "draw:stalemate");
}

#[test]
fn attack_by_a_unit_needs_the_power_to_land() {
    // A queen that would land on her own pawn cannot carry the rook to the king.
    let text = "16/16/16/16/16/7k8/16/6p9/16/16/16/6qn8/16/16/6P9/7K8 w 0";
    // Origin d3 (g5 q, h5 n), target d1: the queen lands on g1, the knight on h1.
    let open = game(text);
    assert!(open.check(), "the queen carries the knight to h1");
    let barred = text.replace("7K8 w", "6p1K7 w");
    assert!(
        KIND.from_position(&Options::new(), &barred).is_err(),
        "a black pawn on rank 1 is on its last rank"
    );
    let barred = text.replace("6P9/7K8", "6P9/6nK8");
    assert!(
        !game(&barred).check(),
        "her own knight stands where the queen would land"
    );
}

#[test]
fn progress_counts_captures_pawns_and_promotions() {
    let mut game = game(START);
    game.play("b1>a3").unwrap();
    assert!(game.text().ends_with("b 1"));
    game.play("a7>a6").unwrap();
    assert!(
        game.text().ends_with("w 0"),
        "a group with a pawn is progress"
    );
}
