//! Tests of words, numbers and figures in typed moves.

use super::*;

/// A drop in words drops the piece named first; an article after the word for a drop is not a column.
#[test]
fn words_for_a_drop_become_its_sign() {
    let names = [("pawn", "P"), ("knight", "N")];
    let names = names.map(|(name, letter)| PieceName::new(name, letter));
    for (typed, read) in [
        ("drop a pawn on cc5", "P@cc5"),
        ("Drop pawn cc5", "P@cc5"),
        ("place the knight on cc5", "N@cc5"),
        ("put knight at cc5", "N@cc5"),
        ("drop N@cc5 pawn", "N@cc5P"),
        ("put a knight at cc5", "N@cc5"),
        ("drop pawn", "P@"),
        ("pawn a5", "Pa5"),
        ("knight a cc5", "Nacc5"),
    ] {
        let lettered = in_letters(typed, &names).map(|text| strip(&text));
        assert_eq!(lettered.as_deref(), Some(read), "{typed}");
    }
    assert_eq!(in_letters("drop it on cc5", &names), None);
}

/// Filler words are left out even if no piece is named; a text without any known words is left alone.
#[test]
fn words_between_squares_are_left_out() {
    let names = [
        ("pawn", "P"),
        ("gold general", "G"),
        ("promoted pawn", "+P"),
        ("promoted rook", "+R"),
    ];
    let names = names.map(|(name, letter)| PieceName::new(name, letter));
    for (typed, read) in [
        ("gold b2", "Gb2"),
        ("gold general b2", "Gb2"),
        ("promoted pawn b2", "+Pb2"),
        ("b1 to c3", "b1c3"),
        ("from b1 to c3", "b1c3"),
        ("move b1 to c3 please", "b1c3"),
        ("takes d5", "xd5"),
        ("I play Nc3", "Nc3"),
        ("play Nc3", "Nc3"),
    ] {
        let lettered = in_letters(typed, &names).map(|text| strip(&text));
        assert_eq!(lettered.as_deref(), Some(read), "{typed}");
    }
    for other in [
        "promoted b2",
        "general b2",
        "b1 c3",
        "b1 xyzzy c3",
        "",
        "drop on cc5",
    ] {
        assert_eq!(in_letters(other, &names), None, "{other}");
    }
}

/// Move numbers, arrows and figures, as in lists of moves, sentences or printed boards, are not part of the move.
#[test]
fn numbers_arrows_and_figures_are_read() {
    for (typed, read) in [
        ("1. Nc3", "Nc3"),
        ("12.Nc3", "Nc3"),
        ("3... Nc3", "Nc3"),
        ("Nc3.", "Nc3"),
        ("\"Nc3\"", "Nc3"),
        ("“Nc3”.", "Nc3"),
        ("Nb1->c3", "Nb1-c3"),
        ("Nb1 => c3", "Nb1-c3"),
        ("♘c3", "Nc3"),
        ("♟\u{fe0f}a7-a5", "Pa7-a5"),
        ("cbxcc6 e.p.", "cbxcc6"),
        // Neither a number with a point nor an arrow.
        ("1Nc3", "1Nc3"),
        ("d4>e5", "d4>e5"),
        ("g8=Q", "g8=Q"),
    ] {
        assert_eq!(strip(typed), read, "{typed}");
    }
}

/// A Latin capital comes from a table; any other sign becomes an owned text.
#[test]
fn letters_are_texts() {
    for letter in ['A', 'N', 'Z', '?', 'a', 'é'] {
        assert_eq!(letter_text(letter), letter.to_string());
    }
}
