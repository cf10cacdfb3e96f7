//! Every sentence of the seed's example, every ruling, and the document's vectors.

use super::KIND;
use super::attacks::attacked;
use super::board::{Cell, Quad};
use super::lessons::EXAMPLE;
use super::position::{FourFold, START};
use crate::rules::{Game, Options, RuleErrorKind, Seat, Status};

fn game(text: &str) -> Box<dyn Game> {
    KIND.from_position(&Options::new(), text).unwrap()
}

/// All legal texts that begin so.
fn legal(text: &str, prefix: &str) -> Vec<String> {
    game(text)
        .legal()
        .into_iter()
        .filter(|mv| mv.starts_with(prefix))
        .collect()
}

/// The unit moves between two quads, as the origin cells after the colon.
fn units(text: &str, quads: &str) -> Vec<String> {
    let prefix = format!("{quads}:");
    legal(text, &prefix)
        .into_iter()
        .map(|mv| mv[prefix.len()..].to_owned())
        .collect()
}

/// The example with a second white king far away, so that the bishop's threat need not be met.
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

#[test]
fn start_has_332_legal_texts() {
    // Document, vectors: 32 individual, 240 pawn quads, 60 knight quads.
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
fn example_forward_quad_takes_the_pawn_and_any_of_the_others() {
    // "the player is permitted to move the Pawn and any of the other three pieces to this postion"
    let text = with_spare_king();
    let found = units(&text, "d4>d5");
    let with_pawn: Vec<_> = found.iter().filter(|cells| cells.contains("g8")).collect();
    assert_eq!(with_pawn.len(), 8, "{with_pawn:?}");
}

#[test]
fn example_pawn_quad_move_to_the_left_needs_an_enemy() {
    // "unable to perform a Pawn 'quad' move to the left forward diagonal 'quad' since it contains no enemy pieces"
    let text = with_spare_king();
    assert!(
        units(&text, "d4>c5")
            .iter()
            .all(|cells| !cells.contains("g8"))
    );
    assert!(refusal(&text, "d4>c5:P").contains("goes diagonally only to capture"));
}

#[test]
fn example_pawn_quad_move_to_the_right_needs_the_king_to_capture() {
    // "able to take the Bishop on the right forward diagonal 'quad', provided that at least the King is also moved"
    let found = units(EXAMPLE, "d4>e5");
    let with_pawn: Vec<_> = found.iter().filter(|cells| cells.contains("g8")).collect();
    assert_eq!(with_pawn.len(), 4, "{with_pawn:?}");
    assert!(with_pawn.iter().all(|cells| cells.contains("h7")));
    let mut after = game(EXAMPLE);
    let played = after.play("d4>e5:PK").unwrap();
    assert!(
        played.words.contains("taking the bishop on j9"),
        "{}",
        played.words
    );
    assert!(
        after.text().contains("/2p5P7/9K6/7N5r2/"),
        "{}",
        after.text()
    );
}

#[test]
fn example_knight_goes_two_columns_left_without_king_and_pawn_but_with_the_queen() {
    // "The Knight is able to perform a 'quad' move to the position two 'quad' files left ... unable to affect a capture
    // of this Pawn ... cannot bring the King ... may bring the Queen."
    let text = with_spare_king();
    assert_eq!(units(&text, "d4>b5"), ["g7,h8", "h8"]);
    let mut after = game(&text);
    after.play("d4>b5:NQ").unwrap();
    assert!(
        after.text().contains("2pN12"),
        "the pawn on c10 stays: {}",
        after.text()
    );
}

#[test]
fn example_knight_goes_back_alone() {
    // "can perform a 'quad' move to the rearward position containing the friendly Pawn, but cannot bring any other piece"
    let text = with_spare_king();
    assert_eq!(units(&text, "d4>e2"), ["h8"]);
    let sentence = refusal(&text, "d4>e2:QN");
    assert_eq!(
        sentence,
        "The queen on g7 can't come along: your pawn is on its cell of e2, i3."
    );
}

#[test]
fn example_queen_goes_to_the_friendly_bishop_but_not_beyond() {
    // "able to move to the 'quad' containing the friendly Bishop, but not beyond. It can bring along the Knight and/or
    // the King but cannot bring the Pawn."
    let text = with_spare_king();
    let found = units(&text, "d4>c3");
    assert!(found.contains(&"g7".to_owned()) && found.contains(&"g7,h8".to_owned()));
    assert!(found.iter().all(|cells| !cells.contains("g8")));
    assert!(units(&text, "d4>b2").is_empty());
    assert!(
        refusal(&text, "d4>b2:Q")
            .contains("Quads on the way must be wholly empty, and quad c3 is not")
    );
    // The king may come where the bishop on j9 does not see: with that bishop gone, he may.
    let without = text.replace("9b6", "16");
    let found = units(&without, "d4>c3");
    for cells in ["g7", "g7,h8", "g7,h7", "g7,h7,h8"] {
        assert!(found.contains(&cells.to_owned()), "{cells}: {found:?}");
    }
}

#[test]
fn example_queen_takes_the_rook_only_with_the_knight() {
    // "It can move to the 'quad' containing the enemy Rook, but cannot bring its Pawn or King and must bring the Knight
    // to immediately capture the enemy Rook."
    let text = with_spare_king();
    assert_eq!(units(&text, "d4>g4"), ["g7", "g7,h8"]);
    let mut alone = game(&text);
    alone.play("d4>g4:Q").unwrap();
    assert!(alone.text().contains('r'));
    let mut both = game(&text);
    assert!(
        both.play("d4>g4:QN")
            .unwrap()
            .words
            .contains("taking the rook on n8")
    );
    assert!(!both.text().split(' ').next().unwrap().contains('r'));
}

#[test]
fn example_queen_and_knight_threaten_the_king() {
    // "It also threatens the enemy King by being able to bring its Knight to this position."
    let position = super::FourFold::parse(EXAMPLE).unwrap();
    let king = Cell::parse("h12").unwrap();
    assert!(attacked(&position.board, king, Seat::WHITE));
    assert!(game(&EXAMPLE.replace(" w ", " b ")).check());
    let mut taken = game(&with_spare_king());
    taken.play("d4>d6:g7,h8").unwrap();
    assert_eq!(taken.status().to_text(&KIND), "won:white:kings-captured");
}

#[test]
fn example_king_moves_to_the_three_forward_quads_with_any_company_but_the_pawn_to_the_left() {
    // "The King is able to move to the three forward adjacent 'quads', and bring any of the other pieces with it except
    // its Pawn to the left forward diagonal."
    let text = with_spare_king();
    let kings = |quads: &str| {
        units(&text, quads)
            .into_iter()
            .filter(|cells| cells.contains("h7"))
            .count()
    };
    assert_eq!((kings("d4>c5"), kings("d4>d5"), kings("d4>e5")), (4, 8, 8));
}

#[test]
fn example_king_moves_back_and_aside_without_its_pawn_except_to_the_bishop() {
    // "able to move without its Pawn to the remaining adjacent 'quads' except for the position occupied by the friendly
    // Bishop. This is because the enemy Bishop threatens the King's destination cell."
    let text = with_spare_king();
    for quads in ["d4>c4", "d4>e4", "d4>d3", "d4>e3"] {
        let found = units(&text, quads);
        assert_eq!(
            found.iter().filter(|cells| cells.contains("h7")).count(),
            4,
            "{quads}: {found:?}"
        );
        assert!(found.iter().all(|cells| !cells.contains("g8")), "{quads}");
    }
    let found = units(&text, "d4>c3");
    assert!(found.iter().all(|cells| !cells.contains("h7")), "{found:?}");
    let sentence = refusal(&text, "d4>c3:K");
    assert_eq!(
        sentence,
        "A king can't move to an attacked cell: f5 is attacked by the bishop on j9."
    );
}

#[test]
fn example_last_king_must_leave_the_bishops_threat() {
    // "If there are no other friendly Kings, the player is obligated to remove the threat of the enemy Bishop. Either by
    // capturing the enemy Bishop or moving the King outside its threat."
    let alone = game(EXAMPLE);
    assert!(alone.check());
    assert!(!game(&with_spare_king()).check());
    assert!(alone.legal().iter().all(|mv| {
        let mut after = alone.clone();
        after.play(mv).unwrap();
        let position = super::FourFold::parse(&after.text()).unwrap();
        position
            .board
            .kings(Seat::WHITE)
            .all(|king| !attacked(&position.board, king, Seat::BLACK))
    }));
    assert!(
        alone
            .parse_move("i3i4")
            .unwrap_err()
            .sentence
            .contains("last king on h7 attacked by the bishop on j9")
    );
    assert!(game(&with_spare_king()).parse_move("i3i4").is_ok());
}

#[test]
fn knights_leap_over_quads_and_one_man_is_a_unit() {
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
    // "the cells of each of the 'quads' of this two-step move must be vacant": an enemy in a corner nobody lands on bars it.
    let barred = "k15/16/16/16/16/16/16/16/4n11/16/16/16/5P10/5P10/16/15K w 0";
    assert!(units(barred, "c2>c4").is_empty());
    assert_eq!(units(barred, "c2>c3").len(), 3);
    assert!(refusal(barred, "c2>c4").contains("both quads must be wholly empty"));
    // A king cannot come along on two quads.
    let king = "k15/16/16/16/16/16/16/16/16/16/16/16/5P10/4K11/16/16 w 0";
    assert_eq!(units(king, "c2>c4"), ["f4"]);
    assert_eq!(
        refusal(king, "c2>c4"),
        "A unit with a king moves one quad only; c4 is farther from c2."
    );
}

#[test]
fn one_quad_forward_asks_only_for_empty_landing_cells() {
    // Ruling.
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
    // Rulings: on the nearer rank it may stay, on the last it must promote.
    let text = "k15/16/6P9/7P8/16/16/16/16/16/16/16/16/16/16/16/15K w 0";
    // g14 lands on g16 (four ways), h13 on h15 (five ways).
    assert_eq!(units(text, "d7>d8").len(), 4 + 5 + 20);
    let mut game = game(text);
    game.play("d7>d8:g14=N,h13").unwrap();
    assert!(game.text().starts_with("k5N9/7P8/"), "{}", game.text());
    assert_eq!(super::FourFold::parse(text).unwrap().to_text(), text);
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
    // Ruling: a unit can take several at once.
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
    let stalemate = "k15/2Q13/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b 0";
    let status = self::game(stalemate).status();
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
fn lenient_reading() {
    let text = with_spare_king();
    let judge = |mv: &str| game(&text).parse_move(mv).unwrap();
    assert_eq!(judge("d4>d5"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("D4 > D5"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("d4>e5:pk"), "d4>e5:g8,h7");
    assert_eq!(judge("d4>e5:h7,g8"), "d4>e5:g8,h7");
    assert_eq!(judge("d4>b5 : N + Q"), "d4>b5:g7,h8");
    assert_eq!(judge("Nj9"), "Nh8xj9");
    assert!(
        game(&text)
            .parse_move("d4>")
            .unwrap_err()
            .sentence
            .contains("Say where quad d4 goes")
    );
    assert!(game(&text).parse_move("d4>z9").is_err());
    assert!(
        game(&text)
            .parse_move("d4>e5:RR")
            .unwrap_err()
            .sentence
            .contains("holds no such pieces")
    );
    for hostile in [
        "d4>e5:\u{1F600}",
        ">",
        "d4>>e5",
        "d4>e5:g",
        "d4>e5:=",
        "d4>e5:g8=",
        "é>e5",
        "d4>e5:g8=K",
    ] {
        assert!(game(&text).parse_move(hostile).is_err(), "{hostile}");
    }
}

#[test]
fn letters_that_fit_several_units_are_ambiguous_unless_the_position_is_the_same() {
    // Two pawns of one quad: P names either.
    let rejection = game(START).parse_move("a2>a3:P").unwrap_err();
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions.len(), 4);
}

#[test]
fn progress_counts_captures_pawns_and_promotions() {
    let mut game = game(START);
    game.play("b1>a3").unwrap();
    assert!(game.text().ends_with("b 1"));
    game.play("a7>a6").unwrap();
    assert!(
        game.text().ends_with("w 0"),
        "a unit with a pawn is progress"
    );
}

#[test]
fn bad_positions_are_refused() {
    for (text, why) in [
        ("", "three fields"),
        (&START.replace(" w", " x"), "side to move"),
        (&START.replace("16/16/", "15/16/"), "does not fill"),
        (&START.replace("rrnn", "rrzn"), "no piece"),
        (
            "P15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/kK14 w 0",
            "last rank",
        ),
        (
            "kkkkk11/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w 0",
            "four kings",
        ),
        (
            "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w 0",
            "Neither side",
        ),
        (&START.replace(" 0", " -1"), "whole number"),
    ] {
        let rejection = KIND.from_position(&Options::new(), text).unwrap_err();
        assert!(
            rejection.sentence.contains(why),
            "{text}: {}",
            rejection.sentence
        );
    }
}

#[test]
fn units_are_told_by_their_men() {
    let mut game = game(START);
    assert_eq!(
        game.play("d2>d4").unwrap().words,
        "Four pawns go together from quad d2 to quad d4"
    );
    assert_eq!(
        self::game(&with_spare_king())
            .play("d4>b5:NQ")
            .unwrap()
            .words,
        "The queen and the knight go together from quad d4 to quad b5"
    );
}

/// Every piece of a unit is named once.
#[test]
fn nobody_goes_twice_in_a_unit() {
    let twice = refusal(START, "b2>b3:c3,c3");
    assert!(twice.starts_with("c3 is named twice"), "{twice}");
    let queen = refusal(START, "b2>b3:c3=q,d3");
    assert!(queen.starts_with("Only a pawn that arrives"), "{queen}");
}

/// A game that lists no pieces for its sheet has those that are seen when it is played, each with its moves.
#[test]
fn pieces_that_are_not_listed_are_met_in_play() {
    let start = FourFold::parse(START).unwrap();
    let met = crate::rules::from_play(&start);
    for (letter, name) in [("P", "pawn"), ("N", "knight")] {
        let one = met.iter().find(|one| one.letter == letter).unwrap();
        assert_eq!(one.name, name);
        let cells = one.scene.grids[0].cells.iter().flatten();
        let marks: Vec<_> = cells.flat_map(|cell| &cell.marks).collect();
        assert!(marks.contains(&&crate::scene::Mark::Chosen), "{letter}");
        assert!(marks.len() > 1, "{letter}");
    }
}
