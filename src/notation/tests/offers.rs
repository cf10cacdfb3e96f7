//! Tests of what is offered while a move is typed.

use super::*;

/// Autocomplete lists the exact text, then moves that begin so, then captures, then the rest.
#[test]
fn completions_are_ranked() {
    let position = listed(&[
        ("N", "b1", '-', "c3", ""),
        ("P", "d4", 'x', "c3", ""),
        ("R", "c3", '-', "c4", ""),
        ("N", "g1", '-', "f3", ""),
    ]);
    let texts = |typed: &str, limit: usize| -> Vec<String> {
        complete(&position, typed, limit)
            .into_iter()
            .map(|choice| choice.text)
            .collect()
    };
    assert_eq!(texts("c3", 25), ["Pd4xc3", "Nb1-c3", "Rc3-c4"]);
    assert_eq!(texts("n", 25), ["Nb1-c3", "Ng1-f3"]);
    assert_eq!(texts("n", 1), ["Nb1-c3"]);
    assert_eq!(texts("g1f", 25), ["Ng1-f3"]);
    // A piece that captures comes first.
    assert_eq!(texts("", 25), ["Pd4", "Nb1", "Rc3", "Ng1"]);
    assert!(texts("zz", 25).is_empty());
    assert!(
        complete(&position, "", 25)
            .iter()
            .all(|choice| !choice.whole)
    );
    let of_knight = choices(&position, "Ng1").options;
    assert_eq!(of_knight.len(), 1);
    assert!(of_knight[0].whole && of_knight[0].text == "Ng1-f3");
}

/// The moves of a piece begin with its captures; the others keep their order.
#[test]
fn captures_are_offered_first() {
    let position = listed(&[
        ("R", "c3", '-', "c4", ""),
        ("R", "c3", '-', "c5", ""),
        ("R", "c3", 'x', "c6", ""),
    ]);
    let of_rook = choices(&position, "Rc3").options;
    let texts = of_rook.iter().map(|choice| choice.text.as_str());
    assert!(texts.eq(["Rc3xc6", "Rc3-c4", "Rc3-c5"]));
}

/// A move that names no square, such as a pass, is offered however many pieces can move, and suggested for a text that
/// nearly matches it; other words still suggest nothing.
#[test]
fn a_move_without_a_square_is_offered() {
    let pass = MoveText {
        tail: "ass".to_owned(),
        ..spelt(("", "", 'p', "", ""))
    };
    let mut position = listed(&[]);
    for file in "abcdefghijklmnop".chars() {
        for rank in 1..=2 {
            let (from, to) = (format!("{file}{rank}"), format!("{file}{}", rank + 2));
            position.0.push(spelt(("R", &from, '-', &to, "")));
        }
    }
    position.0.push(pass);
    let offered = complete(&position, "", 25);
    assert_eq!(offered.len(), 25);
    assert_eq!((offered[0].text.as_str(), offered[0].whole), ("pass", true));
    assert_eq!(offered[1].text, "Ra1");
    // If all choices fit, the order is that of the game.
    assert_eq!(complete(&position, "", 50)[0].text, "Ra1");
    assert_eq!(complete(&position, "pa", 25)[0].text, "pass");
    assert!(near(&position, "pas")("pass") && near(&position, "PASS")("pass"));
    for other in ["resign", "xyzzy", "pa", "Ra1-a3", ""] {
        assert!(!near(&position, other)("pass"), "{other}");
    }
    assert!(!near(&position, "pass")("Ra1-a3"));
}
