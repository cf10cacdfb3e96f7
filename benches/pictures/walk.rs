//! Random games, the same in every run.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rookery::rules::{Game, GameInfo, Options};

/// Returns the positions of a random game, the start included, until it is over or has so many plies. Captures are
/// tried twice as often as other moves, so that hands fill.
pub fn walk(
    kind: &'static GameInfo,
    options: &Options,
    seed: u64,
    plies: usize,
) -> Vec<Box<dyn Game>> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut options = kind.resolve(options).unwrap();
    if let Some((key, values)) = (kind.chance_option)(&options) {
        options.set(key, dice.random_range(0..values).to_string());
    }
    let mut games = vec![kind.new_game(&options).unwrap()];
    while games.len() <= plies {
        let mut game = games.last().unwrap().clone();
        let chance = game.chance();
        let moves = if chance.is_empty() {
            game.legal()
        } else {
            chance
        };
        let Some(mut text) = draw(&moves, &mut dice) else {
            break;
        };
        if !text.contains('x')
            && let Some(again) = draw(&moves, &mut dice)
        {
            text = again;
        }
        game.play(&text).unwrap();
        games.push(game);
    }
    games
}

fn draw(moves: &[String], dice: &mut ChaCha8Rng) -> Option<String> {
    (!moves.is_empty()).then(|| moves[dice.random_range(0..moves.len())].clone())
}
