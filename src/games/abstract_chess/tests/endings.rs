//! Endings of a game.

use super::*;

/// Inventor's page: "The winner is whoever captures the royal stone"; ruling: there is no check.
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

/// Ruling: a text in which one royal stone is missing is a finished game, whichever turn it names.
#[test]
fn a_missing_royal_stone_is_a_finished_game() {
    for turn in ["w", "b"] {
        let game = at(&format!("8/8/8/8/8/8/8/K6r {turn} - 0"));
        assert_eq!(game.status(), WHITE_WINS);
        assert!(game.legal().is_empty() && !game.check());
    }
}

/// Ruling: a player who can take no turn draws. (With `turn=single` two stacks of one side that touch always have a
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

/// House rule: the count restarts with a capture and with a quiet move of a single stone.
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

/// House rule: the third occurrence of a position draws at once; the starting position counts as its first occurrence.
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

/// House rule: 200 plies without progress draw, unless that ply wins; stalemate and repetition also take precedence.
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
