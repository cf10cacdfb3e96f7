//! Tests of single texts: those that name a piece, a castling, a placing or a promotion.

use super::*;

/// The expected result of a text.
enum Expect {
    /// This move.
    Move(&'static str),
    /// A question, with these answers.
    Asked(&'static [&'static str]),
    /// A refusal that contains this.
    Refused(&'static str),
}
use Expect::{Asked, Move, Refused};

/// Returns a game with options as `key=value`, from a position text, or at its start if the text is empty.
fn game(key: &str, options: &str, position: &str) -> Box<dyn Game> {
    let kind = rookery::games::find(key).unwrap();
    let pairs = options
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='));
    let options = pairs.collect::<Options>();
    match position {
        "" => kind.new_game(&kind.resolve(&options).unwrap()).unwrap(),
        text => kind.from_position(&options, text).unwrap(),
    }
}

fn check(game: &dyn Game, text: &str, expect: &Expect) {
    let read = game.parse_move(text);
    let about = format!("{text:?}: {read:?}: {}", game.text());
    match (expect, read) {
        (Move(meant), Ok(read)) => assert_eq!(read, *meant, "{about}"),
        (Asked(answers), Err(why)) => {
            assert_eq!(why.kind, RuleErrorKind::Ambiguous, "{about}");
            assert_eq!(why.suggestions, *answers, "{about}");
        }
        (Refused(says), Err(why)) => {
            assert_ne!(why.kind, RuleErrorKind::Ambiguous, "{about}");
            assert!(why.sentence.contains(says), "{about}");
        }
        _ => panic!("{about}"),
    }
}

/// The rules core README: "A word that names a piece, or a capital letter of one followed by a place, means that piece
/// and no other: `bishop c5`, `Bc5`, `Captain cc4` are never a move of another piece from file b or column c"; "A
/// lower-case letter that can be a file or column is one first"; "a scrap is no move".
#[test]
fn a_named_piece_is_that_piece() {
    for (key, texts) in [
        (
            "towers",
            "bishop c5|Bc5|dragon d5|Dd5|king k5|Kk5|BISHOP C5|B c5|the bishop to c five",
        ),
        ("tower", "captain cc4|Ccc4|Captain to cc4|C cc4|captain a3"),
        ("abstract", "bishop c3|Bc3|Kd1c1|two-stack b3"),
        ("seasons", "bishop b5|Bb5"),
        ("fourfold", "bishop b5|Bb5|knight n5|Nn5|king k5"),
    ] {
        for text in texts.split('|') {
            check(&*game(key, "", ""), text, &Refused(""));
        }
    }
    let towers = game("towers", "", "");
    // The other move is suggested, and can be made by its canonical text.
    let suggested = towers.parse_move("Bc5").unwrap_err().suggestions;
    assert!(suggested.contains(&"Nb3-c5".to_owned()), "{suggested:?}");
    for (text, expect) in [
        ("knight c5", Move("Nb3-c5")),
        ("night c5", Move("Nb3-c5")),
        ("Nc5", Move("Nb3-c5")),
        ("nc5", Move("Nb3-c5")),
        ("knight from b3 to c five check", Move("Nb3-c5")),
        ("bc5", Asked(&["Nb3-c5"])),
    ] {
        check(&*towers, text, &expect);
    }
    check(&*game("seasons", "", ""), "bb5", &Asked(&["Pb6-b5"]));
    let tower = game("tower", "", "");
    check(&*tower, "ccc4", &Asked(&["Pcc2-cc4"]));
    check(&*tower, "Cc4", &Move("Pcc2-cc4"));
    check(&*tower, "cc4", &Move("Pcc2-cc4"));
}

/// Mutators leave the notation of the Tower Game alone: a pawn's move has no letter.
#[test]
fn pawns_have_no_letter_with_any_mutator() {
    let mut twists = 0;
    for value in rookery::games::find("tower").unwrap().twists() {
        let kind = rookery::games::find("tower").unwrap();
        let game = kind.new_game(&kind.twisted(&value)).unwrap();
        let legal = game.legal();
        for (text, meant) in [
            ("cc3", "Pcc2-cc3"),
            ("ac3", "Pac2-ac3"),
            ("cc4", "Pcc2-cc4"),
        ] {
            let board = if game.kind().seats.len() == 4 {
                "A:"
            } else {
                ""
            };
            let meant = format!("{board}{meant}");
            if legal.contains(&meant) {
                assert_eq!(game.parse_move(text).as_ref(), Ok(&meant), "{value}");
                twists += 1;
            }
        }
    }
    assert!(twists > 60, "{twists}");
}

/// A scrap is no castling; `O-O` is, and the reader asks if there are several.
#[test]
fn castling_is_named_in_full() {
    let rank = |rows: &str| format!("5/5/5/1k3/5|{}{rows}", "5/5/5/5/5|".repeat(6));
    for mutator in [
        "",
        "mutator=kriegspiel",
        "mutator=marseillais",
        "mutator=half",
    ] {
        let left = if mutator.ends_with("marseillais") {
            "2 "
        } else {
            ""
        };
        let one = rank(&format!("4R/5/2K2/5/5 w EE - {left}0"));
        let one = game("tower", mutator, &one);
        for text in [
            "O-O",
            "0-0",
            "o-o",
            "castle",
            "castles",
            "castle bishop side",
            "O-B",
            "0-B",
        ] {
            check(&*one, text, &Move("Kcc1-ee1"));
        }
        for text in [
            "O",
            "0",
            "o",
            "O-",
            "0-",
            "O-O-O-O",
            "castle knight side",
            "O-Q",
        ] {
            check(&*one, text, &Refused(""));
        }
        let two = rank(&format!("4R/5/2K2/5/R4 w AA,EE - {left}0"));
        let two = game("tower", mutator, &two);
        let why = two.parse_move("O-O").unwrap_err();
        assert_eq!(
            (why.kind, why.suggestions.len()),
            (RuleErrorKind::Ambiguous, 2),
            "{mutator}"
        );
    }
}

/// An exchange names the pieces given, a return names the piece that returns, and a canonical text means itself.
#[test]
fn what_is_placed_is_what_was_named() {
    let empty = "5/5/5/5/5|".repeat(6);
    let hostage = format!("5/5/5/5/k4|{empty}4K/5/5/5/5 w - - P1c1 - 0");
    let hostage = game("tower", "mutator=hostage", &hostage);
    for text in [
        "P@cc4",
        "cc4",
        "@cc4",
        "drop a pawn on cc4",
        "Pcc4",
        "p@cc4",
    ] {
        check(&*hostage, text, &Asked(&["C:P@cc4"]));
    }
    for text in ["C:P@cc4", "c:p@cc4", "C: P @ cc4", "**C:P@cc4**"] {
        check(&*hostage, text, &Move("C:P@cc4"));
    }
    let returning = game("towers", "", "3/6/9/10/10/9/3R6/10/9/6/3 b - - - Q@d5 0");
    for text in [
        "N@c4",
        "Kc11@c4",
        "x@c4",
        "knight @ c4",
        "return the knight to c4",
    ] {
        check(&*returning, text, &Refused(""));
    }
    for text in [
        "@c4",
        "Q@c4",
        "q@c4",
        "queen @ c4",
        "return the queen to c4",
        "Put the queen on c4",
    ] {
        check(&*returning, text, &Move("@c4"));
    }
    let rows = "16/".repeat(11);
    let quads = format!("15k/16/16/4PN10/{rows}K15 w 0");
    let quads = game("fourfold", "", &quads);
    for text in [
        "c7>c8:e13",
        " c7>c8: e13",
        "C7>C8:E13",
        "c7>c8:e13!",
        "(c7>c8:e13)",
    ] {
        check(&*quads, text, &Move("c7>c8:e13"));
    }
    check(
        &*game("fourfold", "", ""),
        "quad d2 to d3",
        &Move("d2>d3:g3,g4,h3,h4"),
    );
}

/// The rules core README: "In Shogi a final `+` means that the piece promotes, `=` that it does not; a `+` where
/// nothing can promote is a remark".
#[test]
fn a_final_plus_promotes_in_the_shogi_tower() {
    let empty = |ranks: usize| "5/5/5/5/5|".repeat(ranks);
    let one = format!(
        "5/5/5/5/4k|{}5/5/5/5/S4|{}4K/5/5/5/5 b - 0",
        empty(2),
        empty(4)
    );
    let one = game("tower", "rules=shogi", &one);
    for text in [
        "Saa7+",
        "Saa7+!",
        "Saa7++",
        "saa6aa7+",
        "Saa6-aa7=+",
        "Saa7=+",
        "silver to aa7 promotes",
        "Saa7 +",
    ] {
        check(&*one, text, &Move("Saa6-aa7=+"));
    }
    for text in [
        "Saa7",
        "Saa7=",
        "Saa7=!",
        "Saa6-aa7",
        "silver aa7 without promotion",
    ] {
        check(&*one, text, &Move("Saa6-aa7"));
    }
    // A king cannot promote, nor a silver outside the last ranks.
    check(&*one, "Kee2+", &Move("Kee1-ee2"));
    check(&*one, "Saa5+", &Refused(""));
    let two = format!(
        "5/5/5/5/4k|{}5/5/5/5/1S3|5/5/5/5/5|5/5/5/5/S4|{}4K/5/5/5/5 b - 0",
        empty(1),
        empty(3)
    );
    let two = game("tower", "rules=shogi", &two);
    check(&*two, "Saa6+", &Asked(&["Sba7-aa6=+", "Saa5-aa6"]));
}

/// Kriegspiel: unreadable and ambiguous texts are answered from the mover's own pieces.
#[test]
fn the_umpire_says_what_cannot_be_read_and_hides_what_is_hidden() {
    let text = format!(
        "4k/5/5/5/5|{}5/5/2r2/5/5|5/5/2R2/5/5|5/5/5/5/5|5/5/2K2/R4/5 w - - 0",
        "5/5/5/5/5|".repeat(3)
    );
    let game = game("tower", "mutator=kriegspiel", &text);
    for (text, expect) in [
        ("hello there", Refused("I don't know the word hello")),
        ("Rcc4%", Refused("the sign %")),
        ("Raa9", Refused("no square aa9")),
        ("Rcc1", Refused("Nonsense.")),
        ("bishop cc3", Refused("Nonsense.")),
        ("rook cc3 to cc4", Move("Rcc3xcc4")),
        ("Rcc", Refused("does not read")),
        ("R", Asked(&[])),
    ] {
        check(&*game, text, &expect);
    }
}
