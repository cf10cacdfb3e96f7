//! Games with the die.

use super::*;

#[test]
fn dice_are_entries_and_say_what_moves() {
    // Rules 14 to 16.
    let dice = options(&[("dice", "on")]);
    let mut game = KIND.new_game(&dice).unwrap();
    assert_eq!(
        game.legal(),
        ["roll:1", "roll:2", "roll:3", "roll:4", "roll:5", "roll:6"]
    );
    assert!(game.text().ends_with(" g grbw ? 0"));
    assert!(
        game.parse_move("a6a5")
            .unwrap_err()
            .sentence
            .contains("rolled before")
    );
    game.play("roll:1").unwrap();
    assert!(game.text().contains(" 1 0"));
    assert!(game.legal().iter().all(|mv| mv.starts_with('P')));
    assert!(
        game.parse_move("Nb5")
            .unwrap_err()
            .sentence
            .contains("The die shows 1")
    );
    game.play("a5").unwrap();
    assert_eq!(game.turn(), RED);
    // Rule 16: there is no queen on the board.
    let played = game.play("roll:5").unwrap();
    assert_eq!(
        played.consequences,
        ["Red throws 5 (no queen): the turn is lost."]
    );
    assert_eq!(game.turn(), BLACK);
    assert!(game.text().ends_with(" b grbw ? 0"));
}

#[test]
fn a_threatened_king_whose_roll_saves_nothing_stays_threatened() {
    let mut game = with(&[("dice", "on")], "gK,7/8/8/8/gR,7/8/7,rN/rK,7 r gr ? 0");
    assert!(game.check());
    let played = game.play("roll:3").unwrap();
    assert_eq!(
        played.consequences,
        ["Red throws 3 (no knight move saves the king): the turn is lost."]
    );
    assert_eq!(game.turn(), GREEN);
}

#[test]
fn a_text_after_a_roll_loses_the_turn_when_nothing_fits() {
    let game = with(&[("dice", "on")], &START.replace("- 0", "5 0"));
    assert!(game.text().ends_with(" r grbw ? 0"), "{}", game.text());
    assert!(
        with(&[("dice", "on")], START)
            .text()
            .ends_with(" g grbw ? 0"),
        "- is read as ?"
    );
}

#[test]
fn with_dice_lost_turns_do_not_count_as_occurrences() {
    let mut game = KIND.new_game(&options(&[("dice", "on")])).unwrap();
    for _ in 0..6 {
        for _ in 0..4 {
            game.play("roll:5").unwrap();
        }
    }
    assert_eq!(status(&*game), "ongoing");
}

/// A die shows 1 to 6, in games with dice and without.
#[test]
fn a_throw_is_of_one_to_six() {
    for dice in ["on", "off"] {
        let options: Options = [("dice", dice)].into_iter().collect();
        let game = KIND.new_game(&options).unwrap();
        for text in ["roll:7", "Roll:0", "roll: 12"] {
            let refused = game.parse_move(text).unwrap_err();
            assert!(
                refused.sentence.starts_with("A die shows 1 to 6, not "),
                "{refused}"
            );
        }
        assert_eq!(game.parse_move("roll:6").is_ok(), dice == "on");
    }
}
