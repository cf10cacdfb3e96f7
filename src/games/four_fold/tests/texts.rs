//! Moves and positions as players write them, and their refusals.

use super::*;
use crate::rules::Notation;

#[test]
fn lenient_reading() {
    let text = with_spare_king();
    let judge = |mv: &str| game(&text).parse_move(mv).unwrap();
    assert_eq!(judge("d4>d5"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("D4 > D5"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("d4>e5:pk"), "d4>e5:g8,h7");
    assert_eq!(judge("d4>e5:h7,g8"), "d4>e5:g8,h7");
    assert_eq!(judge("d4>b5 : N + Q"), "d4>b5:g7,h8");
    assert_eq!(judge("d4>b5 NQ"), "d4>b5:g7,h8");
    assert_eq!(judge("d4>e5 g8,h7"), "d4>e5:g8,h7");
    assert_eq!(judge("d4>d5 all"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("quad d4 to d5"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("quad d4 to quad e5: pk"), "d4>e5:g8,h7");
    assert_eq!(judge("move the whole quad d4-d5"), "d4>d5:g7,g8,h7,h8");
    assert_eq!(judge("quad d4>d5"), "d4>d5:g7,g8,h7,h8");
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
        "d4>e5 pawn",
        "quad",
        "quad d4",
        "quad d4 to",
        "quad to quad",
        "d4>e55",
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
    // With two pawns in a quad, P names either.
    let rejection = game(START).parse_move("a2>a3:P").unwrap_err();
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions.len(), 4);
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
fn units_are_named_by_their_pieces() {
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

/// A unit names each piece once.
#[test]
fn nobody_goes_twice_in_a_unit() {
    let twice = refusal(START, "b2>b3:c3,c3");
    assert!(twice.starts_with("c3 is named twice"), "{twice}");
    let queen = refusal(START, "b2>b3:c3=q,d3");
    assert!(queen.starts_with("Only a pawn that arrives"), "{queen}");
}

/// The pieces of a game without specimens are found in play, each with its moves.
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

#[test]
fn a_move_written_from_square_to_square_finds_the_quads_of_these_names() {
    let game = KIND.new_game(&Options::new()).unwrap();
    let whole = "d2>d4:g3,g4,h3,h4";
    assert_eq!(game.parse_move("d2>d4").as_deref(), Ok(whole));
    for typed in ["d2-d4", "d2xd4", "d2 d4", "d2d4"] {
        // Such a text names cells, and plays no quad move.
        let refused = game.parse_move(typed).unwrap_err();
        assert_eq!(refused.suggestions[0], whole, "{typed}: {refused:?}");
        let offered = game.complete(typed, 25);
        assert!(offered.iter().any(|choice| choice.text == whole), "{typed}");
    }
    assert_eq!(game.complete("d2-d", 25)[0].text, "d2>d3:");
    assert_eq!(game.complete("d2-d", 25)[1].text, "d2>d4:");
}

/// Both spellings of a unit name its cells in the order of their names, with promotions.
#[test]
fn a_unit_is_written_as_it_is_spelt() {
    let text = "8k7/16/PP14/PP14/16/16/RR14/RR14/16/16/16/16/16/16/16/8K7 w 0";
    let position = FourFold::parse(text).unwrap();
    let moves = position.legal();
    for mv in &moves {
        assert_eq!(position.write(mv), position.move_text(mv).text());
    }
    let texts: Vec<String> = moves.iter().map(|mv| position.write(mv)).collect();
    for known in ["a5>b5:a10,a9", "a7>a8:a13=Q,b14=N", "a7>a8:a13,b14=N"] {
        assert!(texts.iter().any(|text| text == known), "{known}");
    }
    assert!(!texts.iter().any(|text| text == "a5>b5:a9,a10"));
}

#[test]
fn a_menu_says_that_the_pieces_of_a_unit_are_chosen_next() {
    let labels = |text: &str, partial: &str| -> Vec<String> {
        let options = game(text).choices(partial).options;
        options.into_iter().map(|choice| choice.label).collect()
    };
    assert_eq!(
        labels(START, "f2>"),
        [
            "f2>f3: choose the pieces, 15 ways",
            "f2>f4: choose the pieces, 15 ways"
        ]
    );
    // The first choice includes all pieces of the quad.
    assert!(labels(START, "f2>f4:")[0].starts_with("f2>f4 PPPP"));
}

/// A refusal names the wrong member, promotion or operator of a quad move.
#[test]
fn refusals_say_what_is_wrong_with_who_goes() {
    let start = KIND.new_game(&Options::new()).unwrap().text();
    let outside = refusal(&start, "b1>c3:e1");
    assert!(outside.starts_with("e1 is not in quad b1"), "{outside}");
    let becomes = refusal(&start, "b2>b3:c3=K");
    assert!(becomes.contains("=K is none of these"), "{becomes}");
    assert_eq!(
        refusal(&start, "c2-c3:e3,f3"),
        "A quad move is written with >: c2>c3:e3,f3."
    );
    assert_eq!(refusal(&start, "O-O"), "There is no castling in this game.");
    // A single piece is not called "none of".
    let alone = refusal(&with_spare_king(), "d4>f8:h8");
    assert!(alone.contains("cannot go from d4 to f8"), "{alone}");
}
