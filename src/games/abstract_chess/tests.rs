//! The rules by name, each with where it comes from: "seed" is the inventor's page.

use crate::rules::{Game, Options, Reason, Rejection, Seat, Status};

use super::KIND;

fn game(options: &[(&str, &str)], text: &str) -> Box<dyn Game> {
    KIND.from_position(&options.iter().copied().collect(), text)
        .unwrap()
}

fn new_game() -> Box<dyn Game> {
    KIND.new_game(&Options::new()).unwrap()
}

fn refusal(game: &dyn Game, text: &str) -> Rejection {
    game.judge(text).unwrap_err()
}

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
    let mut game = game(&[], "7k/6T1/7N/8/1r6/2r5/8/K7 w - 0");
    game.play("h6+g7").unwrap();
    assert_eq!(game.text(), "7k/6Q1/7P/8/1r6/2r5/8/K7 b - 1");
    assert!(game.check());
    for answer in game.legal() {
        let mut next = game.clone();
        next.play(&answer).unwrap();
        if next.status().is_over() {
            panic!("{answer} ends the game");
        }
        let takes = next.legal().into_iter().any(|text| {
            let mut after = next.clone();
            after.play(&text).unwrap();
            after.status()
                == Status::Won {
                    winner: Seat::WHITE,
                    reason: Reason::RoyalCaptured,
                }
        });
        assert!(takes, "after {answer} White takes the royal stone");
    }
}

#[test]
fn refusals_speak_of_squares() {
    let game = game(&[], "7k/8/8/8/8/8/2P5/2BQK3 w - 0");
    assert_eq!(
        refusal(&*game, "Bc1-f5").sentence,
        "The three-stack on c1 moves like a bishop: f5 is not on its diagonals."
    );
}
