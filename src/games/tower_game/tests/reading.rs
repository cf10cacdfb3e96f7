//! Reading of moves, and the refusals.

use super::*;
use crate::rules::Notation;

fn judged(game: &dyn Game, text: &str) -> String {
    game.parse_move(text).unwrap()
}

#[test]
fn every_way_of_writing_is_read_back() {
    // Canonical, display, lower case and bare texts of every legal move, over rich positions of every kind.
    for (pairs, moves) in [
        ("", "cc4 cb5 ccxcb5 cc5 cbxcc6 dbJcd6"),
        ("setup=alternate", ""),
        ("pawns=berlin", "Pcc2-aa4 Pdd7-bb5"),
        ("edges=toroidal riders=tripunch", "Pcc2-cc4"),
        ("rules=shogi", "Pcc3-cc4"),
    ] {
        let game = started(pairs, moves);
        let position = TowerGame::from_text(&resolved(pairs), &game.text()).unwrap();
        let legal = position.legal_moves();
        for mv in legal.iter().step_by(3) {
            let canonical = position.write(mv);
            assert_eq!(judged(&*game, &canonical), canonical);
            let short = position.short(mv, &legal);
            assert_eq!(judged(&*game, &short), canonical, "{short}");
            assert_eq!(judged(&*game, &format!("{short}+!")), canonical);
            if mv.promotion.is_none() {
                assert_eq!(judged(&*game, &canonical.to_ascii_lowercase()), canonical);
                let spaced = canonical.replace(['-', 'x'], " ");
                assert_eq!(judged(&*game, &spaced), canonical, "{spaced}");
            }
        }
    }
}

#[test]
fn the_seeds_short_algebraic_notation() {
    let game = started("", "cc4 cb5 ccxcb5 cc5");
    assert_eq!(judged(&*game, "cbxcc6 e.p."), "Pcb5xcc6");
    assert_eq!(judged(&*game, "cbxcc6"), "Pcb5xcc6");
    let game = started("", "cc4 cb5 ccxcb5 cc5 cbxcc6");
    assert_eq!(judged(&*game, "dbJcd6"), "Jdb8-cd6");
    assert_eq!(judged(&*game, "Jdb8cd6"), "Jdb8-cd6");
    // Without the file two jesters fit.
    let rejection = game.parse_move("Jcd6").unwrap_err();
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions, ["Jdb8-cd6", "Jec8-cd6"]);
    // A pawn has no letter: `cc3` is its step, although a captain could leap there.
    let game = started("", "");
    assert!(
        game.legal()
            .iter()
            .any(|mv| !mv.starts_with('P') && mv.ends_with("cc3"))
    );
    assert_eq!(judged(&*game, "cc3"), "Pcc2-cc3");
}

#[test]
fn a_pawns_file_is_no_piece_letter() {
    // `cbxcc6` is the pawn of file cb even where a captain could capture there from a file ending in b.
    let game = placed("", "Kaa1 kee8 Pcb5 ncc6 Ccb4 Cbb4", "w - - 0");
    assert_eq!(judged(&*game, "cbxcc6"), "Pcb5xcc6");
}

#[test]
fn castling_by_the_piece_next_to_the_corner() {
    // Inventor's page: "The Bishop's Rook, for example, is the one diagonally adjacent to a Bishop."
    let pieces = "Kcc1 Raa1 Rae1 Rea1 Ree1 kcc8 raa8 rae8 rea8 ree8 Paa2 Pae2 Pea2 Pee2 Pcc2 pcc7";
    let rights = "AA,AE,EA,EE,aa,ae,ea,ee - 0";
    let white = placed("", pieces, &format!("w {rights}"));
    for (text, goal) in [
        ("O-M", "aa1"),
        ("O-C", "ae1"),
        ("o-j", "ea1"),
        ("0-B", "ee1"),
    ] {
        assert_eq!(judged(&*white, text), format!("Kcc1-{goal}"), "{text}");
    }
    // Black by its own pieces: merchants where White has bishops.
    let black = placed("", pieces, &format!("b {rights}"));
    assert_eq!(judged(&*black, "O-B"), "Kcc8-aa8");
    assert_eq!(judged(&*black, "O-M"), "Kcc8-ee8");
    // Alternate: B next to aa, M to ae, J to ea, C to ee, for both.
    let black = placed("setup=alternate", pieces, &format!("b {rights}"));
    assert_eq!(judged(&*black, "O-B"), "Kcc8-aa8");
    assert_eq!(judged(&*black, "O-C"), "Kcc8-ee8");
    assert!(refusal(&*black, "O-N").contains("There is no corner N"));
    // `O-O` says castling, but not where to.
    let rejection = white.parse_move("O-O").unwrap_err();
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions.len(), 4);
    assert_eq!(judged(&*white, "Kee1"), "Kcc1-ee1");
}

#[test]
fn a_swapped_coordinate_is_pointed_out() {
    // Inventor's page: "The cubes ac2 and ca2 are DIFFERENT cubes."
    let game = placed("", "Kaa1 kee8 Rac1 Pcb3", "w - - 0");
    let sentence = refusal(&*game, "Rac1-ca5");
    assert!(sentence.contains("Did you mean Rac1-ac5?"), "{sentence}");
    assert!(
        sentence.contains("the first letter is the column"),
        "{sentence}"
    );
    assert_eq!(
        game.parse_move("Rac1-ca5").unwrap_err().suggestions,
        ["Rac1-ac5"]
    );
    let sentence = refusal(&*game, "Rca1-ac5");
    assert!(sentence.contains("nothing on ca1"), "{sentence}");
    assert!(sentence.contains("Did you mean Rac1-ac5?"), "{sentence}");
    let sentence = refusal(&*game, "bc4");
    assert!(sentence.contains("Did you mean Pcb3-cb4?"), "{sentence}");
}

#[test]
fn refusals_say_why() {
    let pieces = "Kcc1 Rcc3 Bdd1 Mbb2 Nab4 Pee2 Pea3 rcc6 ncd5 kce8 pee3 Jca1";
    let game = placed("", pieces, "w - - 0");
    for (text, reasons) in [
        ("Rcc3-cd3", &["pinned", "king on cc1", "rook on cc6"][..]),
        (
            "Nab4-cc5",
            &[
                "2 columns, 1 row and 1 level",
                "changes one coordinate by 2",
            ],
        ),
        ("Bdd1-de1", &["1 row away", "exactly two"]),
        ("Mbb2-bb4", &["2 levels away", "triagonally"]),
        ("Bdd1-bb1", &["blocks the way", "cc1", "your own king"]),
        ("Rcc3-cc7", &["blocks the way", "cc6", "the enemy's rook"]),
        ("Kcc1-dd2", &["can't go to dd2", "pawn on ee3"]),
        ("Pee2-ee3", &["pawn is there", "straight ahead"]),
        ("Pee2-ee4", &["both squares empty", "ee3"]),
        ("Pea3-ea5", &["starting level, level 2"]),
        ("Pea3-ea2", &["never go back"]),
        (
            "Pea3-eb4",
            &["only to capture", "nothing to capture on eb4"],
        ),
        ("Ncd5-dd7", &["Black's", "White's turn"]),
        ("Nbb2-cc4", &["is a merchant, not a knight"]),
        ("Ndd5-ee7", &["nothing on dd5"]),
        ("Bdd1-dd1", &["already"]),
        ("Bdd1-cc1", &["Your own king"]),
        ("Fcc5", &["White has no fool"]),
        ("Jca1xaa1", &["can't go", "2 columns away"]),
        ("P@cc5", &["only in the Shogi"]),
        ("Kcc1-ee1", &["cannot castle", "has moved"]),
        ("Nab4xbd4", &["nothing to capture on bd4"]),
        ("Qcc4", &["no piece called Q", "B C F J K M N P R"]),
        ("e4", &["from aa1 to ee8"]),
        ("cc9", &["from aa1 to ee8"]),
    ] {
        let Err(rejection) = game.parse_move(text) else {
            panic!("{text} is legal");
        };
        for reason in reasons {
            assert!(
                rejection.sentence.contains(reason),
                "{text}: \"{}\" lacks \"{reason}\"",
                rejection.sentence
            );
        }
    }
}

#[test]
fn what_does_not_end_a_check_is_refused_as_such() {
    let game = placed("", "Kcc1 Rea1 kee8 rcc5", "w - - 0");
    let sentence = refusal(&*game, "Rea1-ea2");
    assert!(
        sentence.contains("attacked by the rook on cc5"),
        "{sentence}"
    );
    assert!(game.check_warning().unwrap().contains("rook on cc5"));
}

#[test]
fn a_missing_promotion_is_asked_for() {
    let game = placed("", "Kaa1 kee1 Pcc7", "w - - 0");
    let rejection = game.parse_move("cc8").unwrap_err();
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions.len(), 7);
    assert_eq!(judged(&*game, "cc8=f"), "Pcc7-cc8=F");
    assert_eq!(judged(&*game, "cc8R"), "Pcc7-cc8=R");
    assert!(refusal(&*game, "cc8=K").contains("becomes one of"));
}

#[test]
fn shogi_refusals_say_why() {
    let game = placed("rules=shogi", "Kaa1 kee9 Pcc4 Rdd3 pea4 Scc6", "b P1N1 0");
    for (text, reason) in [
        ("B@cc5", "no bishop in hand"),
        ("P@cc5", "nifu"),
        ("P@dd9", "never move again"),
        ("N@ea4", "empty squares"),
        ("Rdd3-dd5=+", "last three levels"),
        ("Kaa1-ee1", "can't go"),
        ("O-O", "no castling"),
    ] {
        let sentence = refusal(&*game, text);
        assert!(sentence.contains(reason), "{text}: {sentence}");
    }
    assert_eq!(judged(&*game, "p*dd5"), "P@dd5");
    assert_eq!(judged(&*game, "N @ cc5"), "N@cc5");
    assert_eq!(judged(&*game, "Scc6-cc7=+"), "Scc6-cc7=+");
    assert_eq!(judged(&*game, "Scc6-cc7"), "Scc6-cc7");
}

#[test]
fn odd_texts_are_refused_and_nothing_breaks() {
    let chess = started("", "");
    let shogi = started("rules=shogi", "");
    let long = "cc4".repeat(200);
    for text in [
        "",
        " ",
        "=",
        "=+",
        "+",
        "O",
        "O-",
        "0-0-0",
        "x",
        "@",
        "P@",
        "@cc4",
        "cc9",
        "cc0",
        "ff4",
        "ç4é",
        "P–cc4",
        "K@cc4",
        "cc4=",
        "cc4==",
        "++R",
        "Kcc1-cc1",
        "e.p.",
        "ep",
        "aaa",
        "cc",
        "Pcc2-cc4=R",
        "💥cc4",
        &long,
    ] {
        for game in [&chess, &shogi] {
            let judged = game.parse_move(text);
            if let Ok(canonical) = judged {
                assert!(game.legal().contains(&canonical), "{text}");
            }
            let _ = game.complete(text, 25);
            let _ = game.choices(text);
        }
    }
    assert_eq!(chess.text(), started("", "").text());
}

/// A lower-case piece letter is a letter, where no column has that name.
#[test]
fn a_lower_case_letter_is_no_column() {
    let game = started("", "");
    let upper = game.parse_move("Kcc2").unwrap_err();
    let lower = game.parse_move("kcc2").unwrap_err();
    assert_eq!(lower.sentence, upper.sentence);
    assert!(!lower.sentence.contains("no piece called"), "{lower}");
}

/// The refusal of an unknown letter reports it; a wrong sign keeps the promotion that was named, and the exchange of
/// column and row.
#[test]
fn refusals_suggest_what_was_meant() {
    let game = placed("", "Kaa1 kee8 Pcb7 rdb8", "w - - 0");
    for text in ["Pcb7-cb8=Q", "cb8=Q", "Pcb7xdb8=Q", "Qcb8", "Q@cc4"] {
        let refused = refusal(&*game, text);
        assert!(
            refused.starts_with("There is no piece called Q here"),
            "{text}: {refused}"
        );
    }
    let wrong = game.parse_move("Pcb7-db8=F").unwrap_err();
    assert_eq!(
        wrong.sentence,
        "The move to db8 captures, which is written with x."
    );
    assert_eq!(wrong.suggestions, ["Pcb7xdb8=F"]);
    assert!(refusal(&*game, "Pcb7-cb8=K").contains("becomes one of R, B, M, N, C, J, F"));
    let planar = placed("riders=tripunch", "Kaa1 kee8 Pcb7", "w - - 0");
    assert!(refusal(&*planar, "Pcb7-cb8=F").starts_with("There is no piece called F here"));
    let swapped = placed("", "Kaa1 kee8 Peb4 rde5", "w - - 0");
    for sign in ["-", "x"] {
        let refused = refusal(&*swapped, &format!("Peb4{sign}be5"));
        assert!(
            refused.contains("Did you mean Peb4-eb5?") || refused.contains("away"),
            "{refused}"
        );
    }
}
