//! The parts of a move's time: the same moves once more in this process, part by part, in processor time. The rest of
//! the bot's time is Discord's share: the gateway, the answer's JSON, the upload, and messages to others.

use std::hint::black_box;

use rookery::app::{App, MatchRef, NewGame, Place, Request, Sent, Sources};
use rookery::games::GAMES;
use rookery::match_state::{ChannelId, GameId, GuildId, UserId};
use rookery::render::{Theme, file, forget, picture, png};
use rookery::rules::{Game, GameInfo, Options};
use rookery::scene::{Scene, View};

use super::{CHANNEL, GUILD, processor_of};

/// First of the users who play here.
const PEOPLE: u64 = 7_000_000_000_000_000_000;

/// A game that was played: its positions and the moves between them.
struct Played {
    positions: Vec<Box<dyn Game>>,
    moves: Vec<String>,
}

/// Prints the table; `whole` is the bot's time for a move, in milliseconds.
pub async fn print(whole: f64, plies: usize) {
    let games: Vec<Played> = GAMES.iter().map(|kind| played(kind, plies)).collect();
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    // Repeated so often that a tick of the clock, ten milliseconds, is little.
    let rounds = if plies < 10 { 1 } else { 10 };
    let per_move = |seconds: f64, rounds: usize| seconds * 1e3 / (moves * rounds) as f64;
    let steps = || {
        games
            .iter()
            .flat_map(|game| game.positions.iter().zip(&game.moves))
    };

    let rules = took(|| {
        for _ in 0..rounds {
            for (position, text) in steps() {
                let mut after = position.clone();
                after.play(text).unwrap();
                black_box(after.scene(&View::default()));
            }
        }
    });
    let rules = per_move(rules, rounds);

    let folder = tempfile::tempdir().unwrap();
    let app = App::start(folder.path().join("parts.db"), Sources::system())
        .await
        .unwrap();
    let mut tables = Vec::new();
    for (index, game) in games.iter().enumerate() {
        tables.push(begin(&app, game.positions[0].kind(), index as u64).await);
    }
    let before = own_processor();
    for (game, (id, users)) in games.iter().zip(&tables) {
        for (position, text) in game.positions.iter().zip(&game.moves) {
            let user = users[position.turn().index()];
            app.play(request(user), MatchRef::Game(*id), text)
                .await
                .unwrap();
        }
    }
    let store = per_move(own_processor() - before, 1) - rules;
    app.stop().await;

    let scenes: Vec<Vec<Scene>> = games
        .iter()
        .map(|game| {
            game.positions
                .iter()
                .map(|game| game.scene(&View::default()))
                .collect()
        })
        .collect();
    let all = || scenes.iter().flatten();
    let drawn: Vec<_> = all()
        .map(|scene| picture(scene, Theme::Dark).unwrap())
        .collect();
    let drawing = took(|| all().for_each(|scene| drop(black_box(picture(scene, Theme::Dark)))));
    let encoding = took(|| drawn.iter().for_each(|drawn| drop(black_box(file(drawn)))));
    let kept = took(|| {
        for _ in 0..rounds {
            forget();
            all().for_each(|scene| drop(black_box(png(scene, Theme::Dark))));
        }
    });
    let kept = per_move(kept, rounds);
    // Cached parts are neither drawn nor encoded: both shrink alike.
    let share = drawing / (drawing + encoding).max(1e-9);
    let rest = whole - rules - store - kept;
    println!("where a move's {whole:.2} ms of processor go, of {moves} moves:");
    for (name, took) in [
        ("rules", rules),
        ("store", store),
        ("drawing", kept * share),
        ("encoding", kept * (1.0 - share)),
        ("sending and the rest", rest),
    ] {
        println!(
            "  {name:<20} {took:>6.2} ms {:>4.0} %",
            took / whole * 100.0
        );
    }
}

/// Returns the processor time of a piece of work, in seconds.
fn took(work: impl FnOnce()) -> f64 {
    let before = own_processor();
    work();
    own_processor() - before
}

fn own_processor() -> f64 {
    processor_of(std::process::id())
}

/// Plays a game without dice to its end.
fn played(kind: &'static GameInfo, plies: usize) -> Played {
    let mut positions = vec![kind.new_game(&Options::new()).unwrap()];
    let mut moves = Vec::new();
    for ply in 0..plies {
        let mut game = positions.last().unwrap().clone();
        let legal = game.legal();
        let Some(text) = legal.get(ply * 31 % legal.len().max(1)).cloned() else {
            break;
        };
        game.play(&text).unwrap();
        if game.status().is_over() || !game.chance().is_empty() {
            break;
        }
        moves.push(text);
        positions.push(game);
    }
    Played { positions, moves }
}

fn request(user: UserId) -> Request {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    Request {
        user,
        place: Place {
            guild: Some(GuildId(GUILD)),
            channel: ChannelId(CHANNEL),
            outside: false,
        },
        interaction: NUMBER.fetch_add(1, Ordering::Relaxed),
        sent: Sent::now(),
    }
}

/// Begins a match of a kind; returns it with the player of each seat.
async fn begin(app: &App, kind: &'static GameInfo, index: u64) -> (GameId, Vec<UserId>) {
    let user = |seat: u64| UserId(PEOPLE + index * 8 + seat);
    let new = NewGame {
        game: kind.key.to_owned(),
        options: Options::new(),
        opponents: Vec::new(),
        seat: None,
        terms: None,
    };
    let game = app.open(request(user(0)), new).await.unwrap().game;
    for seat in 1..kind.seats.len() as u64 {
        app.join(request(user(seat)), game, None).await.unwrap();
    }
    let mut seats = app.store().participants(game).await.unwrap().seats;
    seats.sort_unstable();
    (game, seats.into_iter().map(|(_, user)| user).collect())
}
