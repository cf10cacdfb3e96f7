//! Turns, by the option `turn`.

use super::*;

/// Ruling, `turn=double`: "a turn is a move or capture (obligatory), and then, if the player wants, one transfer".
#[test]
fn a_double_turn_is_a_move_and_perhaps_a_transfer() {
    let double = |text| with(&[("turn", "double")], text);
    let mut game = double("7k/8/8/8/8/8/7P/K5NP w - 3");
    assert!(game.parse_move("Ng1-f3").is_ok());
    assert_eq!(game.parse_move("g1f3,h2h1").unwrap(), "Ng1-f3,h2+h1");
    assert_eq!(
        refusal(&*game, "h2+g1").sentence,
        "A turn begins with a move or capture; a transfer may only follow it, as in Ng1-f3,h2+g1."
    );
    let twice = refusal(&*game, "Ng1-f3,h2+h1,h1+h2").sentence;
    assert_eq!(
        twice,
        "A turn is a move and at most one transfer; after Ng1-f3 you name more than one."
    );
    assert!(
        refusal(&*game, "Ng1-f3,h2+g1")
            .sentence
            .starts_with("After Ng1-f3: There is no stack on g1"),
        "the stack has left"
    );
    game.play("Ng1-f3,h2+h1").unwrap();
    assert_eq!(
        game.text(),
        "7k/8/8/8/8/5N2/8/K6N b - 4",
        "a transfer is no progress"
    );
    let own = double("7k/8/8/8/8/8/8/K5NP w - 0");
    assert_eq!(
        own.parse_move("Ng1-e2,e2+h1").unwrap_err().kind,
        RuleErrorKind::Illegal
    );
    let mover = double("7k/8/8/8/8/5P2/8/K5N1 w - 0");
    assert_eq!(
        mover.parse_move("Ng1-e2,e2+f3").unwrap(),
        "Ng1-e2,e2+f3",
        "the mover may give"
    );
}

/// Ruling, `turn=double`: "Capturing the royal stone ends the game at once; no transfer follows".
#[test]
fn no_transfer_follows_the_capture_of_the_royal_stone() {
    let game = with(&[("turn", "double")], "7k/8/8/8/8/8/8/KPP4R w - 0");
    let captures: Vec<_> = game
        .legal()
        .into_iter()
        .filter(|text| text.starts_with("Rh1xh8"))
        .collect();
    assert_eq!(captures, ["Rh1xh8"]);
    assert_eq!(
        refusal(&*game, "Rh1xh8,b1+c1").sentence,
        "Rh1xh8 captures the royal stone and ends the game at once: no transfer follows."
    );
}

/// Ruling, `turn=double`: "A player with no move or capture to make draws", whatever transfers would be possible.
#[test]
fn a_double_turn_needs_a_move() {
    let text = "KP6/PP6/8/8/8/8/6k1/8 w - 0";
    let single = at(text);
    assert!(single.legal().iter().all(|text| text.contains('+')));
    assert_eq!(single.status(), Status::Ongoing);
    let double = with(&[("turn", "double")], text);
    assert_eq!(double.status(), Status::Drawn(Reason::Stalemate));
    assert!(double.legal().is_empty());
}

/// Ruling, `turn=no-repeat`: "a player whose own last turn was a transfer may not transfer".
#[test]
fn no_two_transfers_in_a_row() {
    let mut game = with(&[("turn", "no-repeat")], START);
    game.play("h2+g2").unwrap();
    assert!(game.text().ends_with(" b w 1"), "{}", game.text());
    game.play("h7+g7").unwrap();
    assert!(game.text().ends_with(" w wb 2"), "{}", game.text());
    assert!(!game.legal().iter().any(|text| text.contains('+')));
    assert_eq!(
        refusal(&*game, "g2+f2").sentence,
        "White's last turn was a transfer, and nobody may transfer twice in a row here: make a move or a capture."
    );
    game.play("Pe2-e3").unwrap();
    assert!(game.text().ends_with(" b b 0"), "{}", game.text());
    game.play("Pe7-e6").unwrap();
    assert!(game.parse_move("g2+f2").is_ok());
}
