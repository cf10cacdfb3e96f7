//! Games of a careful player against the weak levels, and what these leave hanging.

use std::sync::Mutex;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rookery::engine::giving_up::{
    TURNS, has_nothing_to_try, is_behind, may_give_up, takes_draw, value_for,
};
use rookery::engine::{Level, Limits, Request};
use rookery::rules::{Game, GameInfo, Options, Seat};

use super::players::{Player, opening, roll};
use super::{each, titled};

/// Most moves of the careful player in a game.
const MOST: usize = 150;

/// Number of moves from which the careful player offers a draw, or resigns if behind by more than a rook, as people do
/// where nobody gets on.
const TIRES: usize = 120;

/// Error in the value of a position, in hundredths of a pawn: less than a pawn in all, so that it hides everything but
/// material.
const BLUR: i32 = 45;

/// Value of a decided game.
const DECIDED: i32 = 100_000;

/// Returns the value of a position for a seat.
fn value(game: &dyn Game, seat: Seat) -> i32 {
    match game.status().quarters(seat) {
        Some(quarters) => (i32::from(quarters) - 2) * DECIDED,
        None => game.evaluation(seat),
    }
}

/// Returns the careful player's move: the best after the next seat's best reply.
fn careful(game: &dyn Game, dice: &mut ChaCha8Rng) -> String {
    let seat = game.turn();
    let after = |game: &dyn Game, text: &str| {
        let mut after = game.boxed_clone();
        after.play(text).unwrap();
        after
    };
    let mut moves: Vec<_> = (game.legal().into_iter())
        .map(|text| (after(game, &text), text))
        .collect();
    moves.sort_by_cached_key(|(after, _)| -value(after.as_ref(), seat));
    let (mut most, mut chosen) = (i32::MIN, None);
    for (next, text) in moves {
        let blur = dice.random_range(-BLUR..=BLUR);
        let mut worst = value(next.as_ref(), seat);
        if !next.status().is_over() && next.chance().is_empty() {
            worst = i32::MAX;
            for reply in next.legal() {
                worst = worst.min(value(after(next.as_ref(), &reply).as_ref(), seat));
                if worst + blur <= most {
                    break;
                }
            }
        }
        if worst.saturating_add(blur) > most {
            most = worst.saturating_add(blur);
            chosen = Some(text);
        }
    }
    chosen.unwrap()
}

/// Returns the move of a level in a position.
fn choice(game: &dyn Game, level: &'static Level, seed: u64) -> String {
    game.search(&Request::at_level(level, seed)).unwrap().text
}

/// Returns true if all machines would accept a draw after at least this many moves of each side, while the careful
/// player is to move.
fn would_draw(game: &dyn Game, level: &Level, moves: usize) -> bool {
    let kind = game.kind();
    let others = kind.all_seats().filter(|seat| *seat != game.turn());
    let mut left = others.filter(|seat| game.resign_move(*seat).is_some());
    left.all(|seat| takes_draw(level, 2 * moves as u32, || value_for(game, seat, 5_000)))
}

/// The end of a game for the careful player.
struct End {
    won: bool,
    ended: bool,
    given_up: bool,
    moves: usize,
}

/// Plays one game.
fn game(
    kind: &'static GameInfo,
    options: &Options,
    level: &'static Level,
    person: Seat,
    seed: u64,
) -> End {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut game = kind.new_game(options).unwrap();
    let (mut moves, mut behind) = (0, 0);
    let end = |won, ended, given_up, moves| End {
        won,
        ended,
        given_up,
        moves,
    };
    loop {
        roll(&mut game, &mut dice);
        if game.status().is_over() {
            let won = match game.placings() {
                Some(placings) => {
                    let best = placings.iter().filter(|place| **place == 1).count();
                    best == 1 && placings[person.index()] == 1
                }
                None => game.status().quarters(person) == Some(4),
            };
            return end(won, true, false, moves);
        }
        // A game of four ends with its last person.
        if kind.seats.len() > 2 && game.resign_move(person).is_none() {
            return end(false, true, false, moves);
        }
        if game.turn() == person {
            if moves == MOST {
                return end(false, false, false, moves);
            }
            moves += 1;
            if moves >= TIRES
                && (is_behind(game.as_ref(), person) || would_draw(game.as_ref(), level, moves))
            {
                return end(false, true, false, moves);
            }
            let text = careful(game.as_ref(), &mut dice);
            game.play(&text).unwrap();
            continue;
        }
        if may_give_up(level, game.as_ref()) {
            behind = if is_behind(game.as_ref(), game.turn()) {
                behind + 1
            } else {
                0
            };
            if behind >= TURNS && has_nothing_to_try(game.as_ref()) {
                return end(true, true, true, moves);
            }
        }
        let text = choice(game.as_ref(), level, seed);
        game.play(&text).unwrap();
    }
}

/// Plays games of the careful player against a level, and prints how they ended.
pub fn games(
    kind: &'static GameInfo,
    options: &Options,
    level: &'static Level,
    count: usize,
    seed: u64,
) {
    let ends = Mutex::new(Vec::new());
    each(count, |number| {
        let person = Seat((number % kind.seats.len()) as u8);
        let end = game(kind, options, level, person, seed + number as u64);
        ends.lock().unwrap().push(end);
    });
    let mut ends = ends.into_inner().unwrap();
    ends.sort_by_key(|end| end.moves);
    let of = |what: fn(&End) -> bool| ends.iter().filter(|end| what(end)).count();
    println!(
        "{} careful against level {}: {} of {count} won, {} without an end, {} given up, median {} moves, most {}",
        titled(kind, options),
        level.number,
        of(|end| end.won),
        of(|end| !end.ended),
        of(|end| end.given_up),
        ends[ends.len() / 2].moves,
        ends[ends.len() - 1].moves,
    );
}

/// Returns what each move changes in the static value of the position for the mover, the best first.
fn gains(game: &dyn Game) -> Vec<(i32, String)> {
    let (seat, before) = (game.turn(), game.evaluation(game.turn()));
    let mut gains: Vec<(i32, String)> = (game.legal().into_iter())
        .map(|text| {
            let mut after = game.boxed_clone();
            after.play(&text).unwrap();
            (after.evaluation(seat) - before, text)
        })
        .collect();
    gains.sort_by_key(|(gain, _)| -gain);
    gains
}

/// Counts how many pieces that hang, and that a strong search takes, a level takes, or others of nearly the same value.
/// One that moves by lot in a third of its turns, and else takes the most, has left them.
pub fn hanging(
    kind: &'static GameInfo,
    options: &Options,
    level: &'static Level,
    count: usize,
    seed: u64,
) {
    /// Least value of a piece that hangs, in hundredths of a pawn.
    const PIECE: i32 = 150;
    let taken = Mutex::new(0);
    each(count, |number| {
        for attempt in 0.. {
            let seed = (seed + number as u64) * 1_000 + attempt;
            let mut dice = ChaCha8Rng::seed_from_u64(seed);
            let mut game = opening(kind, options, &mut dice);
            for ply in 0..60 {
                roll(&mut game, &mut dice);
                if game.status().is_over() {
                    break;
                }
                let free = |game: &dyn Game| {
                    let overview = game.overview()?;
                    (!overview.wins && overview.gain?.1).then_some(())
                };
                let gains = match free(game.as_ref()) {
                    Some(()) if ply > 5 => gains(game.as_ref()),
                    _ => Vec::new(),
                };
                let best = gains.first().map_or(0, |(gain, _)| *gain);
                let takes = |text: &str| {
                    let same = gains.iter().find(|(_, other)| other == text);
                    best >= PIECE && same.is_some_and(|(gain, _)| gain * 10 >= best * 6)
                };
                let strong = || game.search(&Request::strongest(Limits::nodes(4_000)));
                if best >= PIECE && strong().is_some_and(|found| takes(&found.text)) {
                    let text = choice(game.as_ref(), level, seed);
                    *taken.lock().unwrap() += usize::from(takes(&text));
                    return;
                }
                let player = match dice.random_range(0..3) {
                    0 => Player::Random,
                    _ => Player::Greedy,
                };
                let text = player.chooses(game.as_ref(), &mut dice);
                game.play(&text).unwrap();
            }
        }
    });
    let taken = taken.into_inner().unwrap();
    println!(
        "{} level {}: {:.0} % of {count} hanging pieces taken",
        titled(kind, options),
        level.number,
        100.0 * taken as f64 / count as f64,
    );
}
