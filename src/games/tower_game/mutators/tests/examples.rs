//! The worked examples, one for each ruling that could be read otherwise; those of Kriegspiel are in `kriegspiel.rs`.

use super::{after, legal, placed, ranks, started, status};

/// Suicide: a side that can capture must, and kings are pieces like others.
#[test]
fn in_suicide_captures_are_compulsory() {
    let text = "5/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/3p1/5/5/5|5/5/2K2/5/R4 w - - 0";
    let game = placed("mutator=suicide", text);
    assert_eq!(game.legal(), ["Kcc1xdd2", "Raa1xaa4"]);
    assert!(!game.check());
}

/// Suicide: a side with pieces but no move wins with fewer pieces; equal numbers are a draw.
#[test]
fn in_suicide_a_stuck_side_with_fewer_pieces_has_won() {
    let few = "4n/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/P4|5/5/5/5/5 w - - 0";
    assert_eq!(status("mutator=suicide", few, ""), "won:white:stalemate");
    let equal = few.replacen("4n", "5", 1);
    assert_eq!(status("mutator=suicide", &equal, ""), "draw:stalemate");
    let none = format!("4n/5/5/5/5|{} w - - 0", ranks(7));
    assert_eq!(status("mutator=suicide", &none, ""), "won:white:gave-all");
}

/// Extinction: promoting the last pawn leaves no pawns; if both sides lack a kind the mover has won.
#[test]
fn in_extinction_the_mover_wins_where_both_lack_a_kind() {
    let text = format!(
        "4j/2m2/1bk1c/5/r4|5/3n1/p4/5/1P3|{}|4J/5/2K2/5/RBMNC w - - 0",
        ranks(5)
    );
    assert_eq!(status("mutator=extinction", &text, ""), "ongoing");
    assert_eq!(
        status("mutator=extinction", &text, "Pba7xaa8=R"),
        "won:white:extinction"
    );
    assert!(
        placed("mutator=extinction", &text)
            .parse_move("Pba7xaa8=K")
            .is_ok()
    );
    assert!(
        placed("mutator=extinction", &text)
            .parse_move("Pba7xaa8=F")
            .is_err()
    );
}

/// Atomic: the 26 neighbours of the cube where the captor arrives, pawns apart.
#[test]
fn in_atomic_a_capture_explodes_all_but_pawns_around() {
    let text = "5/5/5/5/k4|5/5/2r2/5/5|5/2b2/5/5/5|5/2p2/2p2/1n3/5|5/3m1/5/5/5|5/5/5/5/5|5/5/2R2/5/5|5/5/5/5/4K w - - 9";
    assert_eq!(
        after("mutator=atomic", text, "Rcc2xcc5"),
        "5/5/5/5/k4|5/5/2r2/5/5|5/5/5/5/5|5/2p2/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K b - - 0"
    );
}

/// Atomic: exploding the enemy king wins, even out of check; nobody may explode his own, and the king captures nothing.
#[test]
fn in_atomic_kings_explode() {
    let text = format!(
        "4k/4n/5/5/5|5/5/5/5/5|{}|5/5/4R/5/5|5/5/5/r4/K4 w - - 0",
        ranks(4)
    );
    let mut game = placed("mutator=atomic", &text);
    assert!(game.check());
    assert!(game.parse_move("Kaa1xab1").is_err());
    let text = format!("4k/4n/4R/5/5|{}|5/5/5/r4/K4 w - - 0", ranks(6));
    game = placed("mutator=atomic", &text);
    game.play("Rec8xed8").unwrap();
    assert_eq!(
        game.status().to_text(game.kind()),
        "won:white:royal-captured"
    );
    // The same position can be read: the side to move may have no king.
    assert_eq!(
        placed("mutator=atomic", &game.text()).status(),
        game.status()
    );
}

/// Benedict: the piece that moved turns the pieces that it attacks, and none behind them.
#[test]
fn in_benedict_the_piece_that_moved_turns_what_it_attacks() {
    let text = "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/5|5/5/5/p4/2n1b|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 5";
    assert_eq!(
        after("mutator=benedict", text, "Raa1-aa4"),
        "4k/5/5/5/5|5/5/5/5/P4|5/5/5/5/5|5/5/5/5/5|5/5/5/P4/R1N1b|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5 b - - 0"
    );
}

/// Crazyhouse: 7 moves with the king and 150 drops of a pawn.
#[test]
fn in_crazyhouse_a_pawn_drops_on_any_empty_cube_but_first_and_last_rank() {
    let text = format!("4k/5/5/5/5|{}|5/5/5/5/K4 w - - P1 0", ranks(6));
    assert_eq!(placed("mutator=crazyhouse", &text).legal().len(), 157);
}

/// Hostage: exchanges on any of the 198 empty cubes; the given piece waits on its owner's airfield.
#[test]
fn in_hostage_pieces_are_exchanged() {
    let text = format!("4k/5/5/5/5|{}|5/5/5/5/K4 w - - B1n1 - 0", ranks(6));
    let game = placed("mutator=hostage", &text);
    assert_eq!(legal(&*game, "N:B@").len(), 198);
    assert_eq!(game.legal().len(), 205);
    assert_eq!(
        after("mutator=hostage", &text, "N:B@cc4"),
        format!(
            "4k/5/5/5/5|{}|5/5/2B2/5/5|{}|5/5/5/5/K4 b - - - n1 0",
            ranks(3),
            ranks(2)
        )
    );
    // Typed without its signs.
    assert_eq!(game.parse_move("n:bcc4").unwrap(), "N:B@cc4");
}

/// Hostage: without a piece to change places with, a pawn may not enter the last rank.
#[test]
fn in_hostage_a_pawn_needs_a_held_piece_to_be_promoted() {
    let text = |prison: &str| {
        format!(
            "5/5/5/5/4k|5/5/P4/5/5|{}|5/5/5/5/K4 w - - {prison} - 0",
            ranks(5)
        )
    };
    assert!(legal(&*placed("mutator=hostage", &text("P1")), "Pac7").is_empty());
    let game = placed("mutator=hostage", &text("R1P1").replace("R1P1", "P1R1"));
    assert_eq!(legal(&*game, "Pac7"), ["Pac7-ac8=R"]);
    let reached = after("mutator=hostage", &text("R1"), "Pac7-ac8=R");
    assert!(reached.ends_with(" b - - P1 - 0"), "{reached}");
}

/// Doppelganger: a capture takes another piece of the kind along, the captor's choice.
#[test]
fn in_doppelganger_the_captor_chooses_the_double() {
    let text = "4k/5/5/5/5|5/5/4n/5/5|5/5/5/5/5|5/5/5/5/nbn2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0";
    let game = placed("mutator=doppelganger", text);
    let captures: Vec<String> = (game.legal().into_iter())
        .filter(|mv| mv.contains('x'))
        .collect();
    assert_eq!(captures, ["Raa1xaa5:ca5", "Raa1xaa5:ec7"]);
    assert_eq!(game.parse_move("aa1aa5:ec7").unwrap(), "Raa1xaa5:ec7");
}

/// Magnetic: the nearest friend flies away, the nearest enemy comes next to the piece; kings shield.
#[test]
fn in_magnetic_friends_fly_and_enemies_come() {
    let text = "4k/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|5/5/5/5/5|5/2N2/n2R1/5/2r2|5/5/5/5/5|5/5/2K2/5/M4|5/5/2b2/5/5 w - - 0";
    assert_eq!(
        after("mutator=magnetic", text, "Maa2-cc4"),
        "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2p2/5/5|2N2/5/1nM1R/2r2/5|5/5/5/5/5|5/5/2K2/5/5|5/5/2b2/5/5 b - - 1"
    );
}

/// Magnetic: a pawn pushed to its last rank is promoted to the mover's choice.
#[test]
fn in_magnetic_a_pushed_pawn_is_promoted() {
    let text = format!(
        "4k/5/5/5/5|{}|5/5/1P3/5/5|{}|1R3/5/5/5/K4 w - - 7",
        ranks(3),
        ranks(2)
    );
    let text = text.replace("1R3/5/5/5/K4", "5/5/R4/5/K4");
    let game = placed("mutator=magnetic", &text);
    assert_eq!(legal(&*game, "Rac1-bc1").len(), 7);
    let reached = after("mutator=magnetic", &text, "Rac1-bc1=J");
    assert!(
        reached.starts_with("4k/5/1J3/5/5|") && reached.ends_with(" b - - 0"),
        "{reached}"
    );
}

/// Alice: the two boards are judged each by itself.
#[test]
fn in_alice_each_board_is_judged_alone() {
    let text = format!("4k/5/5/r*4/1r3|{}|5/5/5/5/K4 w - - 0", ranks(6));
    assert_eq!(
        placed("mutator=alice", &text).legal(),
        ["Kaa1-aa2", "Kaa1-bb1", "Kaa1-bb2"]
    );
    assert!(after("mutator=alice", &text, "Kaa1-aa2").contains("|5/5/5/5/K*4|"));
}

/// Half: a rook goes half as far, rounded up.
#[test]
fn in_half_riders_go_half_as_far() {
    let text = format!("4k/5/5/5/5|{}|4K/5/5/5/R4 w - - 0", ranks(6));
    let game = placed("mutator=half", &text);
    assert_eq!(
        legal(&*game, "R"),
        [
            "Raa1-aa2", "Raa1-aa3", "Raa1-aa4", "Raa1-aa5", "Raa1-ab1", "Raa1-ac1", "Raa1-ba1",
            "Raa1-ca1"
        ]
    );
}

/// Half: leapers keep 12 of 24: two ranks forward, one rank back, and the knight a quarter-turned level leap.
#[test]
fn in_half_leapers_keep_half_of_their_leaps() {
    for letter in ["N", "C", "J"] {
        let text = format!(
            "4k/5/5/5/5|{}|5/5/2{letter}2/5/5|{}|K4/5/5/5/5 w - - 0",
            ranks(3),
            ranks(2)
        );
        let game = placed("mutator=half", &text);
        assert_eq!(legal(&*game, letter).len(), 12, "{letter}");
    }
}

/// Fusion: a royal compound does not ride over attacked cubes, though it may go one step.
#[test]
fn in_fusion_a_royal_compound_does_not_ride_over_attacked_cubes() {
    let text = "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1r3|5/5/5/5/5|5/5/5/5/(KR)4 w - - 0";
    let game = placed("mutator=fusion", text);
    let whole = legal(&*game, "KRaa1");
    assert!(whole.contains(&"KRaa1-aa2".to_owned()) && whole.contains(&"KRaa1-ae1".to_owned()));
    assert!(
        !whole
            .iter()
            .any(|mv| mv.starts_with("KRaa1-aa") && mv != "KRaa1-aa2")
    );
    assert!(
        !whole.iter().any(|mv| mv.starts_with("KRaa1-ba")),
        "{whole:?}"
    );
}

/// Marseillais: a first move that gives check ends the turn.
#[test]
fn in_marseillais_a_check_ends_the_turn() {
    let text = "4n/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1R3|5/5/5/5/4K w - - 2 0";
    let checked = after("mutator=marseillais", text, "Rba2-aa2");
    assert!(checked.ends_with(" b - - 2 1"), "{checked}");
    let quiet = after("mutator=marseillais", text, "Rba2-ba3");
    assert!(quiet.ends_with(" w - - 1 1"), "{quiet}");
}

/// Marseillais, Berlin: where two pawns have passed the same cube, the captor names the pawn to capture.
#[test]
fn in_marseillais_the_captor_names_the_berlin_pawn() {
    let text = format!(
        "5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/3p1/2P2/1p3/5|5/5/5/5/5|{}|5/5/5/5/4K w - cc6>bb5,cc6>dd5 2 0",
        ranks(2)
    );
    let game = placed("mutator=marseillais pawns=berlin", &text);
    assert_eq!(legal(&*game, "Pcc5x"), ["Pcc5xcc6:bb5", "Pcc5xcc6:dd5"]);
    let taken = after("mutator=marseillais pawns=berlin", &text, "Pcc5xcc6:dd5");
    // After an en passant capture the second move may be another.
    assert!(taken.ends_with(" w - - 1 0"), "{taken}");
}

/// Anywhere: the king is placed first, in the own half, and no king may be attacked meanwhile.
#[test]
fn in_anywhere_pieces_are_placed() {
    let mut game = started("mutator=anywhere");
    assert_eq!(game.legal().len(), 75);
    assert!(game.legal().iter().all(|mv| mv.starts_with("K@")));
    game.play("K@cc4").unwrap();
    assert!(game.parse_move("K@cc5").is_err());
    game.play("K@cc8").unwrap();
    assert!(game.parse_move("R@aa1").is_ok());
    assert!(game.parse_move("P@aa1").is_err());
    assert!(!game.check());
}

/// Suicide and tripunch: every move at the start is a capture.
#[test]
fn in_suicide_planar_riders_must_capture_at_once() {
    let game = started("mutator=suicide riders=tripunch");
    assert_eq!(game.legal().len(), 10);
    assert!(game.legal().iter().all(|mv| mv.contains('x')));
}

/// Bughouse: a piece captured on one board goes, in its own colour, to the partner's hand on the other.
#[test]
fn in_bughouse_captures_go_to_the_partner() {
    let board =
        "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/n4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4";
    let taken =
        "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/R4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5";
    let text = format!("{board} {board} wa - - - - - - 0");
    assert_eq!(
        after("mutator=bughouse", &text, "A:Raa1xaa5"),
        format!("{taken} {board} wb - - - - - n1 0")
    );
    let game = placed(
        "mutator=bughouse",
        &format!("{taken} {board} bb - - - - - n1 0"),
    );
    assert!(legal(&*game, "B:N@").len() > 100);
    assert!(game.parse_move("A:Raa5-aa6").is_err());
    assert_eq!(started("mutator=bughouse").perft(1), 91);
}

/// `+` is for a check on the mover's board: the seat that is next plays on the other one.
#[test]
fn in_bughouse_a_sign_tells_of_a_check_on_the_own_board() {
    let empty = ["5/5/5/5/5"; 6].join("|");
    let board = format!("4k/5/5/5/5|{empty}|R3K/5/5/5/5");
    let mut game = placed(
        "mutator=bughouse",
        &format!("{board} {board} wa - - - - - - 0"),
    );
    let gives = game.play("A:Rae1-ae8").unwrap().display;
    assert!(gives.ends_with('+') && !game.check(), "{gives}");
    let quiet = game.play("B:Kee1-ed1").unwrap().display;
    assert!(game.check() && !quiet.ends_with('+'), "{quiet}");
}

/// Pieces off the board are named by their state: in hand, got for another piece, or freed.
#[test]
fn what_can_be_dropped_is_named_for_what_it_is() {
    let empty = ranks(6);
    for (mutator, beside, chosen, words) in [
        ("crazyhouse", "N1", "N@", "knight in hand can be dropped"),
        (
            "hostage",
            "B1n1 -",
            "N:B@",
            "bishop that you get can be dropped",
        ),
        ("hostage", "- N1", "N@", "freed knight can be dropped"),
    ] {
        let text = format!("4k/5/5/5/5|{empty}|5/5/5/5/K4 w - - {beside} 0");
        let game = placed(&format!("mutator={mutator}"), &text);
        let reach = game.reach(chosen).unwrap();
        assert!(reach.contains(words), "{mutator}: {reach}");
    }
}
