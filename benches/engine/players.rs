//! Players, and games between two of them.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rookery::engine::{Level, Limits, Request};
use rookery::rules::{Game, GameInfo, Options, Seat};

/// A player of a game.
#[derive(Clone, Copy)]
pub enum Player {
    /// Plays any listed move.
    Random,
    /// Plays the move with the best static evaluation after it.
    Greedy,
    /// Plays the move with the best evaluation after the best reply of the next seat.
    Two,
    /// Plays the move with the best evaluation after all other seats have replied.
    Round,
    /// Plays as a level of the machine.
    Level(&'static Level),
}

impl Player {
    /// Returns the player of that name, or the level of that number.
    pub fn named(name: &str) -> Player {
        match name {
            "random" => Player::Random,
            "greedy" => Player::Greedy,
            "two" => Player::Two,
            "round" => Player::Round,
            number => Player::Level(Level::numbered(number.parse().unwrap()).unwrap()),
        }
    }

    pub fn name(self) -> String {
        match self {
            Player::Random => "random".to_owned(),
            Player::Greedy => "greedy".to_owned(),
            Player::Two => "two".to_owned(),
            Player::Round => "round".to_owned(),
            Player::Level(level) => format!("level {}", level.number),
        }
    }

    pub fn chooses(self, game: &dyn Game, dice: &mut ChaCha8Rng) -> String {
        match self {
            Player::Random => game.legal().choose(dice).unwrap().clone(),
            Player::Greedy => {
                let seat = game.turn();
                let best = game.legal().into_iter().map(|text| {
                    let mut after = game.boxed_clone();
                    after.play(&text).unwrap();
                    let won = after.status().quarters(seat).map_or(0, i32::from);
                    (won * 100_000 + after.evaluation(seat), text)
                });
                best.max().unwrap().1
            }
            Player::Two | Player::Round => {
                let limits = Limits {
                    depth: match self {
                        Player::Two => 2,
                        _ => game.kind().seats.len() as u8,
                    },
                    full_width: true,
                    ..Limits::nodes(2_000_000)
                };
                game.search(&Request::strongest(limits)).unwrap().text
            }
            Player::Level(level) => {
                let request = Request::at_level(level, dice.random());
                game.search(&request).unwrap().text
            }
        }
    }
}

/// Throws the die if one is due.
pub fn roll(game: &mut Box<dyn Game>, dice: &mut ChaCha8Rng) {
    while let Some(outcome) = game.chance().choose(dice).cloned() {
        game.play(&outcome).unwrap();
    }
}

/// Returns a game after six random moves, in which nobody has won.
pub fn opening(kind: &'static GameInfo, options: &Options, dice: &mut ChaCha8Rng) -> Box<dyn Game> {
    'again: loop {
        let mut game = kind.new_game(options).unwrap();
        for _ in 0..6 {
            roll(&mut game, dice);
            let Some(text) = game.legal().choose(dice).cloned() else {
                continue 'again;
            };
            game.play(&text).unwrap();
        }
        roll(&mut game, dice);
        if !game.status().is_over() {
            return game;
        }
    }
}

/// Returns the points (0 to 1) of the first player, who has `seats`, and true if the rules ended the game.
pub fn play(
    mut game: Box<dyn Game>,
    seats: &[Seat],
    first: Player,
    second: Player,
    dice: &mut ChaCha8Rng,
) -> (f64, bool) {
    let kind = game.kind();
    let most = if kind.seats.len() == 2 { 160 } else { 400 };
    for _ in 0..most {
        roll(&mut game, dice);
        if game.status().is_over() {
            break;
        }
        let player = if seats.contains(&game.turn()) {
            first
        } else {
            second
        };
        let text = player.chooses(&*game, dice);
        game.play(&text).unwrap();
    }
    let share = |best: &[Seat]| {
        let own = best.iter().filter(|seat| seats.contains(seat)).count();
        own as f64 / best.len() as f64
    };
    let over = game.status().is_over();
    if let Some(placings) = game.placings().filter(|_| over) {
        let is_best = |seat: &Seat| placings[seat.index()] == 1;
        return (
            share(&kind.all_seats().filter(is_best).collect::<Vec<_>>()),
            true,
        );
    }
    if let Some(quarters) = game.status().quarters(seats[0]) {
        return (f64::from(quarters) / 4.0, true);
    }
    // A game that was cut off is won by the seats with the best evaluation.
    let most = kind.all_seats().map(|seat| game.evaluation(seat)).max();
    let is_best = |seat: &Seat| Some(game.evaluation(*seat)) == most;
    (
        share(&kind.all_seats().filter(is_best).collect::<Vec<_>>()),
        false,
    )
}
