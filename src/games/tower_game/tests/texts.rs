//! Position texts.

use super::*;

fn bad(pairs: &str, text: &str) -> String {
    let rejection = KIND.from_position(&options(pairs), text).unwrap_err();
    assert_eq!(rejection.kind, RuleErrorKind::BadPosition, "{rejection}");
    rejection.sentence
}

#[test]
fn positions_of_played_games_are_read_back() {
    // Play goes on from a text alone: with the same text and the same moves.
    for pairs in combinations() {
        let Ok(mut game) = KIND.new_game(&options(&pairs)) else {
            continue;
        };
        for ply in 0..6 {
            let text = game.text();
            let again = KIND.from_position(&options(&pairs), &text).unwrap();
            assert_eq!(again.text(), text, "{pairs}");
            let legal = game.legal();
            assert_eq!(again.legal(), legal, "{pairs}");
            let Some(mv) = legal.get(ply * 37 % legal.len().max(1)) else {
                break;
            };
            game.play(mv).unwrap();
        }
    }
}

#[test]
fn what_could_not_occur_is_a_bad_position() {
    let kings = "Kcc1 kcc8";
    for (pieces, fields, why) in [
        ("Kcc1", "w - - 0", "exactly one king"),
        ("Kcc1 Kcc2 kcc8", "w - - 0", "exactly one king"),
        ("Kcc1 kcc8 Paa8", "w - - 0", "first or last level"),
        ("Kcc1 kcc8 paa1", "w - - 0", "first or last level"),
        ("Kcc1 kcc8 Gaa4", "w - - 0", "no gold general"),
        ("Kcc1 kcc8 +Raa4", "w - - 0", "cannot be promoted"),
        (kings, "w AA - 0", "castling"),
        ("Kcc2 kcc8 Raa1", "w AA - 0", "castling"),
        ("Kcc1 kcc8 Raa1 Ree1", "w EE,AA - 0", "order"),
        ("Kcc1 kcc8 Raa1", "w AA,AA - 0", "castling"),
        (kings, "w - cc6 0", "en passant"),
        ("Kcc1 kcc8 paa5 naa6", "w - aa6 0", "en passant"),
        ("Kcc1 kcc8 paa5 naa7", "w - aa6 0", "en passant"),
        (kings, "x - - 0", "w or b"),
        (kings, "w - - -1", "whole number"),
        (kings, "w - - 01", "whole number"),
        (kings, "w - -", "five fields"),
        ("Kcc1 kcc8 Rcc5", "w - - 0", "not to move is in check"),
    ] {
        let sentence = bad("", &text_of("", pieces, fields));
        assert!(sentence.contains(why), "{pieces} {fields}: {sentence}");
    }
    assert!(bad("", "5/5 w - - 0").contains("levels"));
    let good = text_of("", kings, "w - - 0");
    assert!(bad("", &good.replacen('5', "6", 1)).contains("five squares"));
    assert!(bad("", &good.replacen('5', "32", 1)).contains("five squares"));
    assert!(bad("", &good.replacen("5/", "", 1)).contains("rows"));
    assert!(bad("board=chamber", &good).contains("5 levels"));
    // A toroidal game has no castling to speak of, Berlin's en passant names the pawn.
    assert!(bad("edges=toroidal", &text_of("", "Kcc1 kcc8 Raa1", "w AA - 0")).contains("castling"));
    let text = text_of("", "Kcc1 kce8 pcc5", "w - cc6 0");
    assert!(KIND.from_position(&options(""), &text).is_ok());
    assert!(bad("pawns=berlin", &text).contains("en passant"));
    let text = text_of("", "Kcc1 kce8 paa5", "w - bb6>aa5 0");
    assert!(KIND.from_position(&options("pawns=berlin"), &text).is_ok());
    assert!(bad("riders=tripunch", &text_of("", "Kcc1 kcc8 Faa4", "w - - 0")).contains("no fool"));
}

#[test]
fn shogi_positions_are_checked_too() {
    let kings = "Kcc1 kce9";
    for (pieces, fields, why) in [
        ("Kcc1 kce9 Paa9", "b - 0", "never move again"),
        ("Kcc1 kce9 naa2", "b - 0", "never move again"),
        ("Kcc1 kce9 Paa4 Paa6", "b - 0", "one file"),
        ("Kcc1 kce9 Faa4", "b - 0", "no fool"),
        ("+Kcc1 kce9", "b - 0", "cannot be promoted"),
        (kings, "b K1 0", "hands"),
        (kings, "b P0 0", "hands"),
        (kings, "b P 0", "hands"),
        (kings, "b p1P1 0", "hands"),
        (kings, "b R1P1 0", "hands"),
        (kings, "b P1P1 0", "hands"),
        (kings, "b P100 0", "hands"),
        (kings, "b - - 0", "four fields"),
    ] {
        let sentence = bad("rules=shogi", &text_of("rules=shogi", pieces, fields));
        assert!(sentence.contains(why), "{pieces} {fields}: {sentence}");
    }
    let text = text_of("rules=shogi", kings, "b P2L1R1n1 12");
    let game = KIND.from_position(&options("rules=shogi"), &text).unwrap();
    assert_eq!(game.text(), text);
    assert_eq!(
        game.status_lines(),
        [
            "Black has in hand: 2 pawns, 1 lance and 1 rook.",
            "White has in hand: 1 knight."
        ]
    );
}
