//! The rules by name, each with where it comes from: "seed" is the inventor's page, "ruling" what `mod.rs` says.

use crate::rules::{Game, GameInfo, Options, Reason, RuleError, RuleErrorKind, Seat, Status};
use crate::scene::{Ground, Mark, Scene, View};

use super::KIND;

static ABSTRACT: &GameInfo = &KIND;

fn with(options: &[(&str, &str)], text: &str) -> Box<dyn Game> {
    ABSTRACT
        .from_position(&options.iter().copied().collect(), text)
        .unwrap()
}

fn at(text: &str) -> Box<dyn Game> {
    with(&[], text)
}

fn new_game() -> Box<dyn Game> {
    ABSTRACT.new_game(&Options::new()).unwrap()
}

fn refusal(game: &dyn Game, text: &str) -> RuleError {
    game.parse_move(text).unwrap_err()
}

/// The squares that the piece on `from` may go to, in byte order.
fn targets(game: &dyn Game, from: &str) -> String {
    let squares: Vec<String> = game
        .legal()
        .into_iter()
        .filter(|text| text.get(1..3) == Some(from) && !text.contains(','))
        .map(|text| text[3..].replace('-', ""))
        .collect();
    squares.join(" ")
}

const WHITE_WINS: Status = Status::Won {
    winner: Seat::WHITE,
    reason: Reason::RoyalCaptured,
};

/// Ruling "Vectors": 8 moves of single stones, 4 of two-stacks, 58 transfers.
#[test]
fn the_first_turn_has_seventy_choices() {
    let legal = new_game().legal();
    assert_eq!(legal.len(), 70);
    assert_eq!(legal.iter().filter(|text| text.starts_with('P')).count(), 8);
    assert_eq!(legal.iter().filter(|text| text.starts_with('N')).count(), 4);
    assert_eq!(legal.iter().filter(|text| text.contains('+')).count(), 58);
    assert!(
        !legal.iter().any(|text| text.ends_with("+d1")),
        "a six-stack is full"
    );
    assert!(
        legal.iter().any(|text| text.starts_with("d1+")),
        "but it gives"
    );
}

/// Seed, "An example": the transfer makes a queen, and every answer loses the royal stone.
#[test]
fn the_inventors_example() {
    let mut game = at("7k/6T1/7N/8/1r6/2r5/8/K7 w - 0");
    game.play("h6+g7").unwrap();
    assert_eq!(game.text(), "7k/6Q1/7P/8/1r6/2r5/8/K7 b - 1");
    assert!(game.check());
    for answer in game.legal() {
        let mut next = game.clone();
        next.play(&answer).unwrap();
        let takes = next.legal().into_iter().any(|text| {
            let mut after = next.clone();
            after.play(&text).unwrap();
            after.status() == WHITE_WINS
        });
        assert!(takes, "after {answer} White takes the royal stone");
    }
}

/// Seed, MOVE/CAPTURE RANGE: "moves like the chess Pawn (except there's no initial double move ...)".
#[test]
fn a_single_stone_moves_like_a_pawn() {
    let game = at("k7/8/8/2nnn3/3P4/8/4P3/K7 w - 0");
    assert_eq!(targets(&*game, "d4"), "xc5 xe5");
    assert_eq!(targets(&*game, "e2"), "e3", "no double step");
    let black = at("k7/3p4/2N1N3/8/8/8/8/K7 b - 0");
    assert_eq!(
        targets(&*black, "d7"),
        "d6 xc6 xe6",
        "forward is down for Black"
    );
}

/// Seed: "no en-passant and no promotion": a stone on the far edge stays what it is, and may still give itself away.
#[test]
fn nothing_promotes() {
    let mut game = at("7k/1P6/8/8/8/8/8/K7 w - 0");
    game.play("Pb7-b8").unwrap();
    assert_eq!(game.text(), "1P5k/8/8/8/8/8/8/K7 b - 0");
    assert_eq!(targets(&*at("1P5k/8/8/8/8/8/8/K7 w - 0"), "b8"), "");
    assert!(at("1P5k/N7/8/8/8/8/8/K7 w - 0").parse_move("b8+a7").is_ok());
    assert_eq!(
        refusal(&*at("7k/1P6/8/8/8/8/8/K7 w - 0"), "Pb7-b8=Q").sentence,
        "Nothing promotes in this game: the move is Pb7-b8."
    );
}

/// Seed: sizes 2, 3, 4, 5, 6 and the royal stone.
#[test]
fn stacks_move_by_their_size() {
    let reach = |letter: char| {
        let text = format!("7k/8/3p4/8/8/1P1{letter}4/8/K7 w - 0");
        targets(&*at(&text), "d3")
    };
    assert_eq!(reach('N'), "b2 b4 c1 c5 e1 e5 f2 f4");
    assert_eq!(reach('B'), "a6 b1 b5 c2 c4 e2 e4 f1 f5 g6 h7");
    let rook = "c3 d1 d2 d4 d5 e3 f3 g3 h3 xd6";
    assert_eq!(reach('R'), rook);
    assert_eq!(reach('T'), rook, "five stones are no stronger than four");
    assert_eq!(
        reach('Q'),
        "a6 b1 b5 c2 c3 c4 d1 d2 d4 d5 e2 e3 e4 f1 f3 f5 g3 g6 h3 h7 xd6"
    );
    let royal = at("7k/8/8/8/8/1p6/1P6/K7 w - 0");
    assert_eq!(
        targets(&*royal, "a1"),
        "a2 b1",
        "never onto a friend, but into danger"
    );
}

/// Aronson's table: 2 is a mao, which does not jump; 5 is a cardinal.
#[test]
fn aronsons_powers() {
    let aronson = |text| with(&[("powers", "aronson")], text);
    let mao = aronson("7k/8/8/3P4/3N4/8/8/K7 w - 0");
    assert_eq!(
        targets(&*mao, "d4"),
        "b3 b5 c2 e2 f3 f5",
        "d5 bars c6 and e6"
    );
    assert_eq!(
        refusal(&*mao, "Nd4-e6").sentence,
        "The two-stack on d4 moves like a mao, which does not jump: its first step is blocked by your own stack on d5."
    );
    let cardinal = aronson("7k/8/8/3P4/3T4/8/8/K6r w - 0");
    assert_eq!(
        targets(&*cardinal, "d4"),
        "a7 b2 b3 b5 b6 c2 c3 c5 c6 e2 e3 e5 e6 f2 f3 f5 f6 g1 g7 xh8"
    );
}

/// Seed, TURN: "Transfer one regular stone from a stack to an adjacent (orthogonal or diagonal) friendly stack".
#[test]
fn a_transfer_moves_one_stone() {
    let mut game = at("7k/8/8/8/8/2R5/1P6/K7 w - 0");
    let played = game.play("b2+c3").unwrap();
    assert_eq!(
        game.text(),
        "7k/8/8/8/8/2T5/8/K7 b - 1",
        "a giver of one vanishes"
    );
    assert_eq!(
        played.words,
        "White hands one stone from b2 to c3, which leaves b2 empty and makes a five-stack on c3, moving like a rook."
    );
}

/// Seed, STACK: "A royal stone cannot belong to a stack".
#[test]
fn a_royal_stone_neither_gives_nor_takes() {
    let game = at("7k/8/8/8/8/8/1N6/K7 w - 0");
    assert!(!game.legal().iter().any(|text| text.contains('+')));
    assert_eq!(
        refusal(&*game, "a1+b2").sentence,
        "The royal stone on a1 belongs to no stack: it gives no stone and takes none."
    );
    assert_eq!(
        refusal(&*game, "b2+a1").sentence,
        "The royal stone on a1 belongs to no stack: it takes no stone and gives none."
    );
}

/// Seed, GOAL: "the one who captures the royal stone"; ruling: there is no check.
#[test]
fn capturing_the_royal_stone_wins() {
    let mut game = at("r6k/8/8/8/8/8/8/K6R w - 5");
    assert!(game.check());
    assert_eq!(
        game.check_warning().unwrap(),
        "White's royal stone on a1 is in danger: the four-stack on a8 can take it."
    );
    let mut careless = game.clone();
    careless.play("Rh1-g1").unwrap();
    assert_eq!(careless.status(), Status::Ongoing, "danger may be left");
    careless.play("Ra8xa1").unwrap();
    assert_eq!(
        careless.status().to_text(ABSTRACT),
        "won:black:royal-captured"
    );
    game.play("Rh1xh8").unwrap();
    assert_eq!(game.status(), WHITE_WINS);
    assert_eq!(game.text(), "r6R/8/8/8/8/8/8/K7 b - 0");
    assert!(game.legal().is_empty());
    assert_eq!(refusal(&*game, "Ra8-a7").kind, RuleErrorKind::Finished);
    assert_eq!(game.check_warning(), None);
}

/// Ruling: "A text in which one royal stone is missing is a finished game"; whose turn it says does not matter.
#[test]
fn a_missing_royal_stone_is_a_finished_game() {
    for turn in ["w", "b"] {
        let game = at(&format!("8/8/8/8/8/8/8/K6r {turn} - 0"));
        assert_eq!(game.status(), WHITE_WINS);
        assert!(game.legal().is_empty() && !game.check());
    }
}

/// Ruling: a player who has no turn to take draws. (With `turn=single` two stacks of one side that touch always have a
/// transfer, unless both are full.)
#[test]
fn no_turn_to_take_is_a_draw() {
    let text = "KP6/PP6/8/8/8/8/6k1/8 w w 0";
    let stuck = with(&[("turn", "no-repeat")], text);
    assert_eq!(stuck.status(), Status::Drawn(Reason::Stalemate));
    assert!(stuck.legal().is_empty());
    let free = with(&[("turn", "no-repeat")], &text.replace(" w w ", " w b "));
    assert_eq!(free.status(), Status::Ongoing);
}

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

/// Ruling, `turn=double`: "A player with no move or capture to make draws", whatever transfers there would be.
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
    let mut game = with(&[("turn", "no-repeat")], super::START);
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

/// House rule: the count restarts with a capture and with a quiet move of a single stone, nothing else.
#[test]
fn what_counts_as_progress() {
    for (text, count) in [
        ("Pa2-a3", 0),
        ("Rd1xd8", 0),
        ("Rd1-d2", 8),
        ("a2+b2", 8),
        ("Ke1-e2", 8),
    ] {
        let mut game = at("3rk3/8/8/8/8/8/PP6/3RK3 w - 7");
        game.play(text).unwrap();
        assert!(
            game.text().ends_with(&format!(" {count}")),
            "{text}: {}",
            game.text()
        );
    }
}

/// House rule: the third occurrence of a position draws at once; the starting position is its own first occurrence.
#[test]
fn the_third_occurrence_draws() {
    let mut game = new_game();
    let round = ["Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"];
    for text in round.iter().chain(&round[..3]) {
        game.play(text).unwrap();
        assert_eq!(game.status(), Status::Ongoing, "{text}");
    }
    game.play(round[3]).unwrap();
    assert_eq!(game.status(), Status::Drawn(Reason::Repetition));
    assert!(game.legal().is_empty());
    assert_eq!(game.perft(1), 0);
}

/// House rule: 200 plies without progress draw; a win on that ply comes first, and stalemate and repetition too.
#[test]
fn no_progress_draws_last_of_all() {
    let mut game = at("7k/8/8/8/8/8/8/K6R w - 199");
    let mut won = game.clone();
    won.play("Rh1xh8").unwrap();
    assert_eq!(won.status(), WHITE_WINS);
    game.play("Rh1-g1").unwrap();
    assert_eq!(game.status(), Status::Drawn(Reason::NoProgress));
    assert_eq!(
        at("KP6/PP6/8/8/8/8/6k1/8 w - 199").status(),
        Status::Ongoing
    );
    assert_eq!(
        at("KP6/PP6/8/8/8/8/6k1/8 w - 200").status(),
        Status::Drawn(Reason::NoProgress)
    );
    let stuck = with(&[("turn", "double")], "KP6/PP6/8/8/8/8/6k1/8 w - 200");
    assert_eq!(stuck.status(), Status::Drawn(Reason::Stalemate));
    let mut repeated = at("7k/8/8/8/8/8/8/K6R w - 192");
    for _ in 0..2 {
        for text in ["Rh1-g1", "Kh8-h7", "Rg1-h1", "Kh7-h8"] {
            repeated.play(text).unwrap();
        }
    }
    assert!(repeated.text().ends_with(" 200"));
    assert_eq!(repeated.status(), Status::Drawn(Reason::Repetition));
}

/// Every way that a move can be wrong has its own sentence, in the terms of the rules and of the squares.
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
            "The two-stack on e2 moves like a knight: e3 is not a knight's leap away.",
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
            "The single stone on a4 moves like a pawn, and never goes sideways: b4 is beside it.",
        ),
        (
            "Pa4-d7",
            "The single stone on a4 moves like a pawn: one square straight forward, or one diagonally forward to capture; that does not lead to d7.",
        ),
        ("Bg4-h5", "There is nothing on g4 to move."),
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
            "A stone goes to a stack right beside the giver, and c2 does not touch a3.",
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
        (
            "e4e4",
            "A move must leave its square: e4 is where your six-stack already stands.",
        ),
        ("Te5", "White has no five-stack (T)."),
        (
            "Nh6",
            "No two-stack of White's (c2, e2) can go to h6: it moves like a knight.",
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

/// Rules README: several fit, the error lists them; a piece alone is never a move.
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

/// Position texts are read strictly, and refused with what is wrong.
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

/// The marks on a square of a scene that is seen from White's side.
fn marks<'s>(scene: &'s Scene, square: &str) -> &'s [Mark] {
    let [file, rank] = square.as_bytes() else {
        panic!("{square}")
    };
    let index = usize::from(b'8' - rank) * 8 + usize::from(file - b'a');
    &scene.grids[0].cells[index].as_ref().unwrap().marks
}

#[test]
fn the_picture_marks_moves_dangers_and_reach() {
    let mut game = at("7k/6T1/7N/8/1r6/2r5/8/K7 w - 0");
    game.play("h6+g7").unwrap();
    let scene = game.scene(&View::default());
    assert_eq!(marks(&scene, "h6"), [Mark::From]);
    assert_eq!(marks(&scene, "g7"), [Mark::To]);
    assert_eq!(marks(&scene, "h8"), [Mark::Danger]);
    assert_eq!(marks(&scene, "a1"), []);
    let ground = |index: usize| scene.grids[0].cells[index].as_ref().unwrap().ground;
    assert_eq!(
        (ground(56), ground(63)),
        (Ground::Dark, Ground::Light),
        "a1 is dark"
    );
    let reach = View {
        reach: Some("c1".to_owned()),
        ..View::default()
    };
    let scene = at("7k/8/8/8/8/p7/3P4/2B1K3 w - 0").scene(&reach);
    assert_eq!(marks(&scene, "c1"), [Mark::Chosen]);
    assert_eq!(marks(&scene, "b2"), [Mark::Reach]);
    assert_eq!(marks(&scene, "a3"), [Mark::Capture]);
    assert_eq!(marks(&scene, "d2"), [Mark::Special]);
}

#[test]
fn the_picture_turns_to_black() {
    let game = new_game();
    let turned = game.scene(&View {
        from: Some(Seat::BLACK),
        ..View::default()
    });
    let mut cells = game.scene(&View::default()).grids[0].cells.clone();
    cells.reverse();
    assert_eq!(turned.grids[0].cells, cells);
    assert_eq!(turned.grids[0].labels[0].text, "h");
}

#[test]
fn the_board_in_words() {
    let game = at("7k/8/8/8/8/2R5/1P5P/K7 w - 0");
    assert_eq!(
        game.alt_text(1024),
        "White: royal stone a1; four-stack c3; single stones b2 h2. Black: royal stone h8."
    );
    assert_eq!(game.alt_text(10), "White: ro…");
}

#[test]
fn choices_go_from_man_to_move_to_transfer() {
    let game = with(&[("turn", "double")], "7k/8/8/8/8/8/7P/K5NP w - 3");
    let texts = |partial: &str| -> Vec<String> {
        game.choices(partial)
            .options
            .into_iter()
            .map(|choice| choice.text)
            .collect()
    };
    assert_eq!(texts(""), ["Ka1", "Ng1", "Ph2"]);
    assert_eq!(texts("Ng1")[..2], ["Ng1-h3", "Ng1-h3,"]);
    assert_eq!(texts("Ng1-f3,"), ["Ng1-f3,h1", "Ng1-f3,h2"]);
    assert_eq!(texts("Ng1-f3,h1"), ["Ng1-f3,h1+h2"]);
    let labels = game.choices("Ng1-f3,h1").options;
    assert_eq!(labels[0].label, "Ng1-f3,h1+h2 (1→0, 1→2)");
}

/// A piece without a letter, and one that is stuck.
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
