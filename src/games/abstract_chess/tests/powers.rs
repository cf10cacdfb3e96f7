//! Movement of stacks and royal stones, and transfers.

use super::*;

/// The first turn has 70 choices: 8 moves of single stones, 4 of two-stacks, 58 transfers.
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

/// Inventor's page, "An example": the transfer makes a queen, and every answer loses the royal stone.
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

/// Inventor's page, MOVE/CAPTURE RANGE: "moves like the chess Pawn (except there's no initial double move ...)".
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

/// Inventor's page: "no en-passant and no promotion": a stone on the far edge keeps its role, and may still be handed
/// over.
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

/// Inventor's page: movement of sizes 2, 3, 4, 5, 6 and of the royal stone.
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

/// Aronson's table: a stack of 2 is a mao, which does not jump; a stack of 5 is a cardinal.
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

/// Inventor's page, TURN: "Transfer one regular stone from a stack to an adjacent (orthogonal or diagonal) friendly
/// stack".
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
        "One stone from b2 to c3, which leaves b2 empty and makes a five-stack on c3, moving like a rook."
    );
}

/// Inventor's page: a royal stone "cannot belong to a stack".
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
