//! Refusals and their sentences.

use super::*;

/// Every fault of a move has its own sentence, in the terms of the rules and the squares.
#[test]
fn refusals_speak_of_squares() {
    let game = at("4r2k/8/8/2p5/P1P1Q3/P7/2N1N3/2BQKR2 w - 0");
    for (text, sentence) in [
        (
            "Bc1-f5",
            "The three-stack on c1 moves like a bishop: f5 is not on its diagonals.",
        ),
        (
            "Qe4-b1",
            "The six-stack on e4 moves like a queen: b1 is blocked by your own stack on c2.",
        ),
        (
            "Rf1-g3",
            "The four-stack on f1 moves like a rook: g3 is neither on its rank nor on its file.",
        ),
        (
            "Qe4-f6",
            "The six-stack on e4 moves like a queen: f6 is neither on its rank, nor on its file, nor on its diagonals.",
        ),
        (
            "Ne2-e3",
            "The two-stack on e2 moves like a knight: e3 is not a knight's jump away.",
        ),
        (
            "Ke1-e3",
            "The royal stone on e1 moves like a king: e3 is more than one step away.",
        ),
        (
            "Pc4-c5",
            "The single stone on c4 moves like a pawn: straight forward it only goes to an empty square, and c5 is blocked by Black's single stone on c5.",
        ),
        (
            "Pc4xb5",
            "The single stone on c4 moves like a pawn: diagonally it only captures, and there is nothing on b5.",
        ),
        (
            "Pa4-a6",
            "The single stone on a4 moves like a pawn, but there is no double step in this game: a6 is two squares away.",
        ),
        (
            "Pc4-c3",
            "The single stone on c4 moves like a pawn, and never goes back: c3 is behind it.",
        ),
        (
            "Pa4-b4",
            "The single stone on a4 moves like a pawn, and never goes sideways: b4 is next to it.",
        ),
        (
            "Pa4-d7",
            "The single stone on a4 moves like a pawn: one square straight forward, or one diagonally forward to capture; that does not lead to d7.",
        ),
        ("Bg4-h5", "There is nothing on g4."),
        (
            "Re8-e7",
            "The four-stack on e8 is Black's, and it is White's turn.",
        ),
        (
            "Bf1-g2",
            "The piece on f1 is your four-stack (R), not a three-stack (B).",
        ),
        (
            "Qe4xe7",
            "There is nothing to capture on e7: the move is Qe4-e7.",
        ),
        (
            "Qe4-e8",
            "Black's four-stack is on e8, so that is a capture: Qe4xe8.",
        ),
        (
            "a3+a5",
            "There is no stack on a5 to take a stone: a transfer goes from one of your stacks to another.",
        ),
        (
            "c4+c5",
            "The single stone on c5 is Black's: a stone goes to a friendly stack only.",
        ),
        (
            "a3+c2",
            "A stone goes to a stack right next to the giver, and c2 does not touch a3.",
        ),
        (
            "c1+d1",
            "The stack on d1 is full: it has six stones already.",
        ),
        (
            "c1-d1",
            "Your own six-stack is on d1, and a piece can't land on a friend.",
        ),
        (
            "d1-e2",
            "Your own two-stack is on e2, and a piece can't land on a friend. To hand it a stone, write d1+e2.",
        ),
        ("e4e4", "Your six-stack is on e4 already."),
        ("Te5", "White has no five-stack (T)."),
        (
            "Nh6",
            "None of White's two-stacks (c2, e2) can go to h6: they move like a knight.",
        ),
        (
            "Pa4-a5,a3+a4",
            "A turn is one move or one transfer here, not two parts joined by a comma: that is the option turn=double.",
        ),
    ] {
        let rejection = refusal(&*game, text);
        assert_eq!(rejection.sentence, sentence, "{text}");
        assert!(
            rejection.suggestions.len() <= 3,
            "{text}: {:?}",
            rejection.suggestions
        );
    }
}

#[test]
fn suggestions_are_near() {
    let game = at("7k/8/8/8/8/8/3N4/2B1K3 w - 0");
    let rejection = refusal(&*game, "Bc1-d2");
    assert_eq!(rejection.suggestions, ["c1+d2"]);
    assert_eq!(rejection.squares, ["c1", "d2"]);
    let rejection = refusal(&*game, "Nd2-f4");
    assert!(
        rejection.suggestions.contains(&"Nd2-e4".to_owned()),
        "{rejection:?}"
    );
}

/// The refusal lists the moves that fit, if several do; a piece alone is never a move.
#[test]
fn a_piece_alone_is_asked_about() {
    let game = at("7k/8/8/8/8/8/3P4/2B1K3 w - 0");
    let rejection = refusal(&*game, "Bc1");
    assert_eq!(rejection.kind, RuleErrorKind::Ambiguous);
    assert_eq!(rejection.suggestions, ["Bc1-b2", "Bc1-a3", "c1+d2"]);
    assert_eq!(game.parse_move("a3").unwrap(), "Bc1-a3");
    assert_eq!(game.parse_move("ba3").unwrap(), "Bc1-a3");
    assert_eq!(game.parse_move("c1d2").unwrap(), "c1+d2");
    assert_eq!(game.parse_move("Bc1+d2").unwrap(), "c1+d2");
    assert_eq!(game.parse_move("b c1 – b2 !?").unwrap(), "Bc1-b2");
}

/// Position texts are read strictly; a refusal names the fault.
#[test]
fn bad_positions() {
    for (text, says) in [
        ("", "four fields"),
        ("8/8/8/8/8/8/8/K6k w - 0 1", "four fields"),
        ("8/8/8/8/8/8/8/K6k w -  0", "four fields"),
        ("8/8/8/8/8/8/K6k w - 0", "7 ranks"),
        (
            "8/8/8/8/8/8/8/K5k w - 0",
            "7 squares instead of 8 on rank 1",
        ),
        ("8/8/8/8/8/8/8/K7k w - 0", "more than 8 squares on rank 1"),
        ("9/8/8/8/8/8/8/K6k w - 0", "\"9\" on rank 8"),
        ("44/8/8/8/8/8/8/K6k w - 0", "two numbers in a row on rank 8"),
        ("x7/8/8/8/8/8/8/K6k w - 0", "\"x\" on rank 8"),
        ("8/8/8/8/8/8/8/K6k W - 0", "\"w\" or \"b\""),
        (
            "8/8/8/8/8/8/8/K6k w w 0",
            "unless the option turn is no-repeat",
        ),
        ("8/8/8/8/8/8/8/K6k w - -1", "whole number"),
        ("8/8/8/8/8/8/8/K6k w - 01", "whole number"),
        ("8/8/8/8/8/8/8/K6k w - 99999999999", "whole number"),
        ("8/8/8/8/8/8/8/8 w - 0", "Both royal stones are missing"),
        (
            "8/8/8/8/8/8/8/KK5k w - 0",
            "White has more than one royal stone: on a1 and on b1",
        ),
    ] {
        let rejection = ABSTRACT.from_position(&Options::new(), text).unwrap_err();
        assert_eq!(rejection.kind, RuleErrorKind::BadPosition, "{text}");
        assert!(rejection.sentence.contains(says), "{text}: {rejection}");
    }
    let options = [("turn", "no-repeat")].into_iter().collect();
    for extra in ["bw", "ww", "x", ""] {
        let text = format!("8/8/8/8/8/8/8/K6k w {extra} 0");
        assert!(ABSTRACT.from_position(&options, &text).is_err(), "{extra}");
    }
}

/// Refusals of a piece without a letter, and of one that is stuck.
#[test]
fn refusals_of_half_a_move() {
    let game = at("7k/8/8/8/8/2p5/2P5/K7 w - 0");
    assert_eq!(
        refusal(&*game, "h7").sentence,
        "None of White's pieces can go to h7."
    );
    assert_eq!(
        refusal(&*game, "Pc2").sentence,
        "The single stone on c2 can do nothing now: it moves like a pawn, and every square it could go to is blocked or off the board."
    );
    assert_eq!(
        refusal(&*game, "c2c3").sentence,
        "The single stone on c2 moves like a pawn: straight forward it only goes to an empty square, and c3 is blocked by Black's single stone on c3."
    );
}

/// A stack may be named by the chess piece whose letter it has, and a transfer may be written in words.
#[test]
fn moves_are_read_in_words() {
    let game = new_game();
    for (typed, canonical) in [
        ("knight to c3", "Nb1-c3"),
        ("the two-stack to c3", "Nb1-c3"),
        ("pawn e2 e3", "Pe2-e3"),
        ("give a stone from b1 to c1", "b1+c1"),
        ("transfer B1 C1", "b1+c1"),
        ("hand b1 c1", "b1+c1"),
    ] {
        assert_eq!(game.parse_move(typed).unwrap(), canonical, "{typed}");
    }
    for typed in ["give b1", "give b1 c1 d1", "give", "hand a1 h8"] {
        assert!(game.parse_move(typed).is_err(), "{typed}");
    }
    let refusal = game.parse_move("knight").unwrap_err();
    assert_eq!(refusal.sentence, "Which two-stack moves? Nb1, Ng1.");
    let refusal = game.parse_move("knight to d4").unwrap_err();
    assert!(refusal.sentence.contains("two-stacks (b1, g1)"));
}

/// Ruling, `turn=double`: a turn is a move and then a transfer; a second move is refused and not suggested again.
#[test]
fn two_moves_are_no_turn() {
    let double: Options = [("turn", "double")].into_iter().collect();
    let game = KIND.new_game(&double).unwrap();
    for text in [
        "Ng1-f3,Pe2-e3",
        "Ng1-f3,e2-e3",
        "g1f3,e2e3",
        "Ng1-f3,Pe2xe3",
    ] {
        let refused = refusal(&*game, text);
        assert_eq!(
            refused.sentence,
            "A turn is one move, then one transfer if you like: after Ng1-f3 you name a second move.",
            "{text}"
        );
        assert_eq!(refused.suggestions, ["Ng1-f3"], "{text}");
    }
    assert_eq!(game.parse_move("Ng1-f3,h2+g2").unwrap(), "Ng1-f3,h2+g2");
}
