//! Step-by-step entry of moves, and labels in lists.

use super::super::choices;
use super::*;
use crate::rules::Entry;
use crate::scene::View;

fn labels(position: &FourTowers, partial: &str) -> Vec<String> {
    position
        .choices(partial)
        .options
        .into_iter()
        .map(|choice| choice.label)
        .collect()
}

/// Every listed move is reached through the pieces: those of parts with the whole piece's, or through the part where a
/// menu cannot hold them all.
#[test]
fn every_listed_move_is_a_choice() {
    let crowned = set("Wc4 be8 Mf5 Qe3 Nc7 Kg1 kk9");
    let of_wizard = crowned.choices("Wc4").options;
    assert!(
        of_wizard.iter().any(|choice| !choice.whole),
        "too many for a menu"
    );
    for position in [
        start(),
        set("Rd5 be8 Mb4 Qe3 Nc7 Pf6 Lc6 Kg1 re6 kk9").returning(Role::Rook, Tower::E8),
        crowned,
    ] {
        let mut reached: Vec<String> = Vec::new();
        for first in position.choices("").options {
            assert!(!first.whole);
            for choice in position.choices(&first.text).options {
                if choice.whole {
                    reached.push(choice.text);
                    continue;
                }
                let part = position.choices(&choice.text).options;
                reached.extend(part.into_iter().map(|choice| choice.text));
            }
        }
        reached.sort_unstable();
        assert_eq!(reached, position.texts());
    }
}

/// A piece that was taken from the suggestions leads on to the moves of its parts, also if only these can move.
#[test]
fn a_named_piece_is_completed_with_its_parts() {
    let pinned = set("Kg1 Mg2 rg9 kk9");
    let texts = |typed: &str| -> Vec<String> {
        let found = choices::complete(&pinned, typed, 25);
        found.into_iter().map(|choice| choice.text).collect()
    };
    assert!(texts("").contains(&"Mg2".to_owned()));
    assert!(texts("Mg2").contains(&"Rg2-g3".to_owned()));
    for first in position_with_parts().choices("").options {
        let next = choices::complete(&position_with_parts(), &first.text, 25);
        assert!(
            next.iter().any(|choice| choice.text != first.text),
            "{}",
            first.text
        );
    }
}

fn position_with_parts() -> FourTowers {
    set("Wc4 be8 Mf5 Qe3 Nc7 Kg1 kk9")
}

#[test]
fn labels_say_what_a_move_is() {
    let label = |position: &FourTowers, text: &str| position.label(&position.exact(text).unwrap());
    let position = set("Rd5 Be8 Mb4 Be3 Qh2 nc6 Pf6 lg8 kk9");
    assert_eq!(
        label(&position, "Nb4xc6"),
        "Nb4xc6 · detach from marshall, takes knight"
    );
    assert_eq!(
        label(&position, "Nb4&e3"),
        "Nb4&e3 · detach from marshall, direct, attach, makes cardinal"
    );
    assert_eq!(label(&position, "Rd5-d4"), "Rd5-d4");
    let swap = set("Rd5 Nb4");
    assert_eq!(label(&swap, "Nb4~d5"), "Nb4~d5 · swap with rook");
    let passing = black("Lf6 lg8 kk9").after("Lg8-g6");
    assert_eq!(label(&passing, "Lf6xg7"), "Lf6xg7 e.p. · en passant");
    let back = set("re8 ka3").returning(Role::Queen, Tower::E8);
    assert_eq!(label(&back, "@c7"), "Q@c7 · return");
}

/// A rearrangement is entered piece by piece; a displaced piece must go on, and "done" ends it.
#[test]
fn rearrangements_are_built_part_by_part() {
    let position = set("Wd5 Na3 Rb4 kk9");
    assert!(labels(&position, "").contains(&"Rearrange arena I".to_owned()));
    assert_eq!(labels(&position, "I:"), ["Move Rb4", "Move Na3"]);
    assert!(
        labels(&position, "I:Na3").contains(&"to b4; your rook there goes elsewhere".to_owned())
    );
    let displaced = position.choices("I:Na3-b4");
    assert!(displaced.options.iter().all(|choice| !choice.whole));
    assert_eq!(displaced.options[0].text, "I:Na3-b4,Rb4");
    let done = position.choices("I:Na3-b4,Rb4-a3");
    assert!(done.options[0].whole);
    assert_eq!(done.options[0].text, "I:Na3-b4,Rb4-a3");
    for partial in ["I:", "I:Na3", "I:Na3-b4", "I:Na3-b4,Rb4", "I:Na3-b4,Rb4-a3"] {
        assert!(
            position.preview(partial, &View::default()).is_some(),
            "{partial}"
        );
    }
}

/// A multi-move is entered step by step; a piece may go on from the next arena.
#[test]
fn multi_moves_are_built_part_by_part() {
    let position = black("dh7 ng5 Kg1");
    let first = position.choices("multi");
    assert_eq!(first.options[0].text, "multi Ng5");
    let to = position.choices("multi Ng5");
    assert!(to.options.iter().any(|choice| choice.text == "Ng5-i6,"));
    let next = position.choices("Ng5-i6,");
    assert_eq!(next.options[0].text, "Ng5-i6,Ni6");
    let two = position.choices("Ng5-i6,Ni6-j8,");
    assert!(two.options[0].whole);
    assert_eq!(two.options[0].text, "Ng5-i6,Ni6-j8");
    let last = position.choices("Ng5-i6,Ni6-j8,Nj8-h9,Nh9");
    assert!(last.options.iter().all(|choice| choice.whole));
    for partial in [
        "multi",
        "multi Ng5",
        "Ng5-i6,",
        "Ng5-i6,Ni6",
        "Ng5-i6,Ni6-j8,",
    ] {
        assert!(
            position.preview(partial, &View::default()).is_some(),
            "{partial}"
        );
    }
}

#[test]
fn odd_partials_are_no_choices() {
    let position = set("Wd5 Na3 De8 kk9");
    for partial in [
        "I",
        "X:",
        "I:I:",
        "I:Na3-b4,,,",
        "II:Na3",
        "multi x",
        ",",
        ",,",
        "é:",
        "@@",
        "N",
    ] {
        position.choices(partial);
        position.preview(partial, &View::default());
    }
}

/// Autocomplete reads the words that a move may be written with.
#[test]
fn words_are_completed_like_letters() {
    let texts = |typed: &str| -> Vec<String> {
        choices::complete(&start(), typed, 25)
            .into_iter()
            .map(|choice| choice.text)
            .collect()
    };
    for (typed, text) in [
        ("knight b3 to c5", "Nb3-c5"),
        ("N b3 c5", "Nb3-c5"),
        ("pawn e5", "Pe3-e5"),
        ("rook a3 joins b3", "Ra3&b3"),
    ] {
        assert_eq!(texts(typed), [text], "{typed}");
    }
    assert_eq!(texts("knight"), texts("N"));
    assert!(texts("swap Nb3").is_empty());
    assert!(
        texts("attach Nb3")
            .iter()
            .all(|text| text.starts_with("Nb3&"))
    );
    assert!(texts(&"knight ".repeat(100)).is_empty());
}
