//! Mates, conquests, passes, drops and the end of the game.

use super::*;

#[test]
fn rules_10_and_11_the_mated_king_goes_and_the_conqueror_takes_the_pieces() {
    let mut game = at("gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0");
    let played = game.play("Rg4-g1").unwrap();
    assert_eq!(
        played.consequences,
        ["Red is checkmated and is out; Green takes over one piece."]
    );
    assert_eq!(game.turn(), BLACK);
    assert!(
        game.text().contains("1,gPv"),
        "the pawn keeps its facing: {}",
        game.text()
    );
    assert!(game.text().contains(" b gbw - 0"), "{}", game.text());
}

#[test]
fn mated_removed_takes_the_pieces_off_the_board() {
    let text = "gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0";
    let mut game = with(&[("mated", "removed")], text);
    game.play("Rg4-g1").unwrap();
    assert!(
        game.text()
            .starts_with("gK,6,wK/8/8/8/8/7,bK/7,gR/6,gR,1 b gbw"),
        "{}",
        game.text()
    );
}

#[test]
fn rule_13_the_conqueror_is_the_first_backwards_in_turn_order() {
    // Both Green and Black threaten Red's king: going backwards from Red, Green is first. Reading the text applies the
    // mate.
    let text = "gK,6,wK/gR,6,bK/8/8/8/3,rN,4/gR,7/rK,6,bR r grbw - 0";
    let game = at(text);
    assert_eq!(
        game.text(),
        "gK,6,wK/gR,6,bK/8/8/8/3,gN,4/gR,7/7,bR b gbw - 0"
    );
    // If Black and White threaten the king, White is first.
    let text = "wK,6,gK/wR,6,bK/8/8/8/3,rN,4/wR,7/rK,6,bR r grbw - 0";
    assert!(at(text).text().contains("3,wN,4"));
}

#[test]
fn mate_is_judged_at_the_victims_own_turn_and_may_be_lifted() {
    // Green threatens Black's king with mate; Red moves between and may take the rook.
    let text = "gK,3,gR,3/8/8/8/rK,7/3,rN,4/1,gR,6/7,bK g grb - 0";
    let mut lifted = at(text);
    assert!(lifted.play("Re8-e1").unwrap().consequences.is_empty());
    assert_eq!(lifted.turn(), RED);
    lifted.play("Nd3xe1").unwrap();
    assert_eq!(lifted.turn(), BLACK);
    let mut left = at(text);
    left.play("Re8-e1").unwrap();
    let played = left.play("Ka4-a5").unwrap();
    assert_eq!(
        played.consequences,
        ["Black is checkmated by Green and is out."]
    );
    assert_eq!(left.turn(), GREEN);
}

#[test]
fn last_player_with_a_king_wins() {
    // Rule 12.
    let mut game = at("gK,7/8/8/8/6,gR,1/8/7,gR/rK,7 g gr - 0");
    game.play("Rg4-g1").unwrap();
    assert_eq!(status(&*game), "won:green:last-standing");
    assert!(game.legal().is_empty());
    assert_eq!(game.placings(), Some(vec![1, 2, 3, 3]));
}

#[test]
fn a_player_who_cannot_move_passes() {
    // Ruling: a player without a legal move who is not threatened passes.
    let mut game = at("7,gK/8/8/8/8/1,gR,6/7,gR/rK,7 g gr - 0");
    let played = game.play("Rh2-g2").unwrap();
    assert_eq!(
        played.consequences,
        ["Red has no legal move and is not in check: the turn passes."]
    );
    assert_eq!(
        game.turn(),
        GREEN,
        "a player alone against one who must pass simply moves again"
    );
    assert!(
        game.text().ends_with(" g gr - 1"),
        "passes do not count: {}",
        game.text()
    );
}

#[test]
fn nobody_can_move_is_a_draw() {
    // Ruling: no seat can move, since both kings are walled in by their own pawns, which face each other in pairs.
    let text = "gK,gP>,gP<,5/gPv,gP>,gP<,5/gP^,7/8/8/7,rPv/5,rP>,rP<,rP^/5,rP>,rP<,rK g gr - 0";
    assert_eq!(status(&*at(text)), "draw:stalemate");
    assert_eq!(at(text).turn(), GREEN, "the first player looked at");
    assert_eq!(at(&text.replace(" g gr", " r gr")).turn(), RED);
    assert_eq!(at(text).placings(), Some(vec![1, 1, 3, 3]));
}

#[test]
fn dropping_out_freezes_the_pieces() {
    let mut game = KIND.new_game(&Options::new()).unwrap();
    assert!(
        game.legal().iter().all(|mv| !mv.starts_with("drop")),
        "never listed"
    );
    assert_eq!(game.parse_move("drop:red").unwrap(), "drop:red");
    game.play("drop:red").unwrap();
    assert_eq!(game.turn(), GREEN, "a drop by another side leaves the turn");
    assert!(game.text().contains("xN,xB,xP>"), "{}", game.text());
    assert!(game.text().contains(" g gbw - 0"));
    assert!(
        game.parse_move("drop:red")
            .unwrap_err()
            .sentence
            .contains("out already")
    );
    game.play("drop:green").unwrap();
    assert_eq!(game.turn(), BLACK);
    game.play("drop:white").unwrap();
    assert_eq!(status(&*game), "won:black:last-standing");
    assert_eq!(game.placings(), Some(vec![3, 4, 1, 2]));
    assert!(game.parse_move("drop:black").is_err());
}

#[test]
fn a_mate_can_need_the_pieces_of_two_owners() {
    // Rule 10: Green's knight threatens Black's king, and Red's guards h1, where it could go.
    let text = "gK,gR,1,gP>,1,rP<,rR,1/1,gB,gP>,rP<,2,rB,rN/gPv,gPv,3,rB,rPv,rPv/8/8/rP^,rP^,3,gN,bP^,bP^/\
1,rK,bB,2,rN,bR,bK/1,rR,rP>,2,bP<,2 b grb - 0";
    let mated = at(text);
    assert_eq!(mated.status_lines()[1], "Black is out, conquered by Green.");
    let unguarded = at(&text.replace("2,rN,bR", "3,bR"));
    assert_eq!(unguarded.legal(), ["Kh2-h1"]);
    assert!(unguarded.check());
    let unthreatened = at(&text.replace("3,gN,bP", "4,bP"));
    assert!(!unthreatened.check());
}

#[test]
fn what_follows_one_move_is_reported_in_order() {
    // Green mates Red; Black, walled in and not threatened, passes; White's throw is lost.
    let text = "gK,6,wK/8/8/8/4,gR,3/1,rPv,5,bPv/3,gR,1,bP>,bP<,bP^/rK,4,bP>,bP<,bK g grbw ? 0";
    let mut game = with(&[("dice", "on")], text);
    game.play("roll:4").unwrap();
    assert_eq!(
        game.play("Re4-e1").unwrap().consequences,
        [
            "Red is checkmated and is out; Green takes over one piece.",
            "Black has no legal move and is not in check: the turn passes.",
        ]
    );
    assert_eq!(game.turn(), WHITE);
    assert_eq!(
        game.play("roll:5").unwrap().consequences,
        ["White throws 5 (no queen): the turn is lost."]
    );
    assert_eq!(game.turn(), GREEN);
}

#[test]
fn without_dice_the_third_occurrence_draws() {
    let mut game = at("gK,7/8/8/3,xP^,4/8/8/8/7,rK g gr - 0");
    for mv in [
        "a8b8", "h1g1", "b8a8", "g1h1", "a8b8", "h1g1", "b8a8", "g1h1",
    ] {
        assert_eq!(status(&*game), "ongoing");
        game.play(mv).unwrap();
    }
    assert_eq!(status(&*game), "draw:repetition");
}

#[test]
fn no_progress_is_a_hundred_for_each_player_still_in() {
    let mut game = at("gK,7/8/8/3,xP^,4/8/8/8/7,rK g gr - 199");
    game.play("a8b8").unwrap();
    assert_eq!(status(&*game), "draw:no-progress");
    let four = at(&START.replace(" 0", " 399"));
    assert_eq!(status(&*four), "ongoing");
    assert_eq!(
        status(&*at(&START.replace(" 0", " 400"))),
        "draw:no-progress"
    );
}

/// Green mates Black by a rook's move, and Red can add a check with a rook.
const MATED_BEFORE_RED: &str = "gK,gR,6/7,bP^/8/3,rK,2,rR,1/8/8/gR,7/7,bK g grb - 0";

const LAST: &[(&str, &str)] = &[("conqueror", "last")];

#[test]
fn the_conqueror_may_be_who_completed_the_mate() {
    // With `conqueror=last` the player who moves the last piece into position gets the mate (a reading of the game
    // played in tournaments); otherwise rule 13 decides among those who threaten the king.
    for (options, owner, memory) in [(&[][..], 'r', ""), (LAST, 'g', " bg")] {
        let mut game = with(options, MATED_BEFORE_RED);
        game.play("Rb8-b1").unwrap();
        let text = game.text();
        assert!(text.ends_with(&format!(" r grb -{memory} 1")), "{text}");
        for mut game in [with(options, &text), game] {
            game.play("Rg5-h5").unwrap();
            assert!(game.text().contains(&format!("7,{owner}P^")), "{game:?}");
        }
    }
    // The last piece may guard a square while another player's gives the check.
    let text = "gK,7/7,bP^/8/2,rR,5/8/4,rK,3/8/1,gR,5,bK r grb - 0";
    for (options, owner) in [(&[][..], 'g'), (LAST, 'r')] {
        let mut game = with(options, text);
        game.play("Rc5-c2").unwrap();
        assert!(game.text().contains(&format!("7,{owner}P^")), "{game:?}");
    }
}

#[test]
fn a_mate_that_no_move_completed_goes_to_an_attacker() {
    // The text does not say who mated Black; Red's move adds nothing to it.
    let text = MATED_BEFORE_RED
        .replace("gK,gR,6", "gK,7")
        .replace("7,bK g", "1,gR,5,bK r");
    let mut game = with(LAST, &text);
    game.play("Kd5-d6").unwrap();
    assert!(game.text().contains("7,gP^"), "{game:?}");
    // Red uncovers Green's rook, and leaves before White's turn.
    let text = "gR,2,rN,3,wK/6,wPv,wPv/8/8/8/8/8/gK,3,rK,2,bK r grbw - 0";
    for (leaves, owner) in [(false, 'r'), (true, 'g')] {
        let mut game = with(LAST, text);
        game.play("Nd8-c6").unwrap();
        assert!(game.text().ends_with(" b grbw - wr 1"), "{game:?}");
        if leaves {
            game.play("drop:red").unwrap();
            assert!(game.text().ends_with(" b gbw - 0"), "{game:?}");
        }
        game.play("Kh1-h2").unwrap();
        assert!(
            game.text().contains(&format!("{owner}Pv,{owner}Pv")),
            "{game:?}"
        );
    }
}

#[test]
fn a_mate_that_is_lifted_is_forgotten() {
    let text = MATED_BEFORE_RED.replace("3,rK,2,rR,1/8/8", "3,rK,4/8/2,rN,5");
    let mut game = with(LAST, &text);
    game.play("Rb8-b1").unwrap();
    assert!(game.text().ends_with(" r grb - bg 1"), "{game:?}");
    game.play("Nc3xa2").unwrap();
    assert!(game.text().ends_with(" b grb - 0"), "{game:?}");
    // Also where a text says it of a mate that is none.
    let text = game.text().replace(" - 0", " - bg 0");
    assert_eq!(with(LAST, &text).text(), game.text());
}

#[test]
fn texts_that_name_mates_wrongly_are_refused() {
    for mates in ["bb", "bx", "b", "wg", "bgrg", "bgb", ""] {
        let text = MATED_BEFORE_RED.replace(" - 0", &format!(" - {mates} 0"));
        let refusal = KIND.from_position(&options(LAST), &text).unwrap_err();
        let expected = refusal.sentence.contains("Who completed a mate");
        assert!(expected, "{mates}: {refusal}");
        let refusal = KIND.from_position(&Options::new(), &text).unwrap_err();
        assert!(refusal.sentence.contains("five fields"), "{refusal}");
    }
}

/// Ruling: with `conqueror=last` a position text may name who completed each unjudged mate, each in turn order.
#[test]
fn a_text_that_names_no_possible_mate_is_refused() {
    let read = |pairs, mates: &str| {
        let text = MATED_BEFORE_RED.replace(" - 0", &format!(" - {mates} 0"));
        KIND.from_position(&options(pairs), &text).map(|_| ())
    };
    read(LAST, "bg").unwrap();
    for mates in [
        "b", "bb", "bgr", "bw", "wg", "bx", "BG", "bggb", "bgbg", "b g", "-",
    ] {
        assert!(read(LAST, mates).is_err(), "{mates}");
    }
    assert!(read(&[], "bg").is_err(), "without the option");
}
