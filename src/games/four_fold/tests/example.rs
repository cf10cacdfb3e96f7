//! Tests of every sentence of the inventor's example.

use super::*;

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
    // "can perform a 'quad' move to the rearward position containing the friendly Pawn, but cannot bring any other
    // piece"
    let text = with_spare_king();
    assert_eq!(units(&text, "d4>e2"), ["h8"]);
    let sentence = refusal(&text, "d4>e2:QN");
    assert_eq!(
        sentence,
        "The queen on g7 can't come along: your pawn is on its square of e2, i3."
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
    // The king may move where the bishop on j9 does not attack: without that bishop it may.
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
    let position = FourFold::parse(EXAMPLE).unwrap();
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
        "A king can't move to an attacked square: f5 is attacked by the bishop on j9."
    );
}

#[test]
fn example_last_king_must_leave_the_bishops_threat() {
    // "If there are no other friendly Kings, the player is obligated to remove the threat of the enemy Bishop. Either
    // by capturing the enemy Bishop or moving the King outside its threat."
    let alone = game(EXAMPLE);
    assert!(alone.check());
    assert!(!game(&with_spare_king()).check());
    assert!(alone.legal().iter().all(|mv| {
        let mut after = alone.clone();
        after.play(mv).unwrap();
        let position = FourFold::parse(&after.text()).unwrap();
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
