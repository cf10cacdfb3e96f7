//! Thousands of games at once through the socket, of all kinds, by people who double-click, ask again and answer late;
//! at the end every game is compared with a replay of the database's record. Then memory and start-up with many begun
//! games.
//!
//!     cargo bench --bench load -- [--games 3000] [--moves 10] [--people-at-once 200] [--kept 10000] [--bot-cores 0,1]
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use driver::{
    Arena, TRIES, is_board, load, milliseconds, number, only_listed, quantile, stored, wait,
};
use futures_util::{StreamExt as _, stream};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rookery::games::GAMES;
use sqlx::{Connection as _, Row as _, SqliteConnection};

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let (games, moves) = (number("--games", 3000, 5), number("--moves", 10, 2));
    let at_once = usize::try_from(number("--people-at-once", 200, 5)).unwrap();
    let arena = Arc::new(Arena::new().await);
    let (bot, _) = arena.start().await;
    let app = driver::open(&arena.database()).await;
    let habits = Arc::new(Habits::default());
    println!(
        "{games} games, {moves} moves each, {at_once} people at once; load of the machine {}",
        load()
    );

    let begun = Instant::now();
    let played = stream::iter(0..games)
        .map(|index| {
            let (arena, app, habits) = (Arc::clone(&arena), app.clone(), Arc::clone(&habits));
            async move { play(&arena, &app, index, moves, &habits).await }
        })
        .buffer_unordered(at_once)
        .collect::<Vec<_>>()
        .await;
    let took = begun.elapsed();

    let mut times = Vec::new();
    let mut over = 0;
    for (game, mut taken) in played {
        times.append(&mut taken);
        let (texts, replayed) = stored(&app, game.kind, game.game).await;
        assert_eq!(
            texts, game.accepted,
            "game {} of {}",
            game.game, game.kind.key
        );
        assert_eq!(replayed.text(), game.board.text(), "game {}", game.game);
        assert_eq!(replayed.status(), game.board.status(), "game {}", game.game);
        over += usize::from(game.board.status().is_over());
    }
    println!(
        "{} moves in {:.1} s ({:.0} a second); {over} games came to their end",
        times.len(),
        took.as_secs_f64(),
        times.len() as f64 / took.as_secs_f64(),
    );
    let count = |habit: &AtomicUsize| habit.load(Ordering::Relaxed);
    println!(
        "  {} second clicks, each refused; {} players took their time; {} moves whose answer came too late to be seen at \
         once, asked for again {} times; {} tables or seats asked for again",
        count(&habits.doubled),
        count(&habits.late),
        count(&habits.unseen),
        count(&habits.again),
        count(&driver::ASKED_AGAIN),
    );
    println!(
        "  p50 {}, p99 {}, longest {}",
        milliseconds(quantile(&mut times, 0.5)),
        milliseconds(quantile(&mut times, 0.99)),
        milliseconds(quantile(&mut times, 1.0)),
    );
    println!("  every game is what a replay of its record comes to");
    let (now, most) = bot.extra_state();
    println!(
        "  resident: {now:.0} MB now, {most:.0} MB at most; load of the machine {}",
        load()
    );
    drop(bot);
    app.stop().await;

    many(&arena, i64::try_from(number("--kept", 10_000, 20)).unwrap()).await;
}

/// Counts of what people did besides moving.
#[derive(Default)]
struct Habits {
    /// Double clicks.
    doubled: AtomicUsize,
    /// Late moves.
    late: AtomicUsize,
    /// Boards that did not come in time.
    unseen: AtomicUsize,
    /// Repeated requests.
    again: AtomicUsize,
}

/// Plays one game, by people with their habits.
async fn play(
    arena: &Arena,
    app: &rookery::app::App,
    index: u64,
    moves: u64,
    habits: &Habits,
) -> (driver::Match, Vec<Duration>) {
    let mut dice = ChaCha8Rng::seed_from_u64(index);
    let kind = GAMES[usize::try_from(index).unwrap() % GAMES.len()];
    let mut game = arena.begin(kind, index).await;
    let mut times = Vec::new();
    for _ in 0..moves {
        let Some(text) = game.some_move(dice.random_range(0..usize::MAX)) else {
            break;
        };
        if dice.random_range(0..10) == 0 {
            habits.late.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(dice.random_range(50..400))).await;
        }
        let user = game.turn();
        let begun = Instant::now();
        let made = if dice.random_range(0..8) == 0 {
            // A double click: one of the two moves counts, the other is refused.
            let (one, two) = tokio::join!(
                arena.play(user, game.game, &text),
                arena.play(user, game.game, &text)
            );
            habits.doubled.fetch_add(1, Ordering::Relaxed);
            // A position that has the same move once more for the same person would let both count; nobody holds two
            // seats here, so at most one does.
            let boards = usize::from(is_board(&one)) + usize::from(is_board(&two));
            assert!(
                boards <= 1,
                "a double click moved twice in game {}",
                game.game
            );
            boards == 1
        } else {
            is_board(&arena.play(user, game.game, &text).await)
        };
        times.push(begun.elapsed());
        if !made {
            // A player who sees no board checks whether the move counts, and asks again if it does not.
            let counts = async || {
                let (texts, _) = stored(app, kind, game.game).await;
                (texts.len() > game.accepted.len()).then_some(())
            };
            let mut tries = 0;
            while wait(counts).await.is_none() {
                tries += 1;
                habits.again.fetch_add(1, Ordering::Relaxed);
                let again = arena.play(user, game.game, &text).await;
                assert!(tries <= TRIES, "game {}: {again:?}", game.game);
            }
            habits.unseen.fetch_add(1, Ordering::Relaxed);
        }
        let played = game.board.play(&text).unwrap();
        game.accepted.push(played.canonical);
        if !game.board.chance().is_empty() {
            // The bot throws; the players read the dice off the board.
            let (_, board) = stored(app, kind, game.game).await;
            game.board = board;
        }
        if game.board.status().is_over() {
            break;
        }
    }
    (game, times)
}

/// Measures memory and start-up with many games: existing ones are copied, under new numbers and for other people.
async fn many(arena: &Arena, wanted: i64) {
    let path = format!("sqlite://{}", arena.database().display());
    let mut database = SqliteConnection::connect(&path).await.unwrap();
    let count = "SELECT count(*) FROM game WHERE phase = 'playing'";
    let mut there: i64 = sqlx::query_scalar(count)
        .fetch_one(&mut database)
        .await
        .unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    )
    .fetch_all(&mut database)
    .await
    .unwrap();
    sqlx::query("PRAGMA foreign_keys = OFF")
        .execute(&mut database)
        .await
        .unwrap();
    while there < wanted {
        let last: i64 = sqlx::query_scalar("SELECT max(id) FROM game")
            .fetch_one(&mut database)
            .await
            .unwrap();
        for table in &tables {
            let info =
                sqlx::AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')"));
            let rows = sqlx::query(info).fetch_all(&mut database).await.unwrap();
            let columns: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            let key = if table == "game" { "id" } else { "game" };
            if !columns.iter().any(|column| column == key) {
                continue;
            }
            let values: Vec<String> = columns
                .iter()
                .map(|column| match column.as_str() {
                    column if column == key => format!("{column} + {last}"),
                    "user" => format!("user + {last} * 8"),
                    // Numbers that are given once only.
                    "interaction" => "NULL".to_owned(),
                    column => column.to_owned(),
                })
                .collect();
            let copy = format!(
                "INSERT OR IGNORE INTO {table} ({}) SELECT {} FROM {table} WHERE {key} <= {last}",
                columns.join(", "),
                values.join(", ")
            );
            sqlx::query(sqlx::AssertSqlSafe(copy))
                .execute(&mut database)
                .await
                .unwrap();
        }
        there = sqlx::query_scalar(count)
            .fetch_one(&mut database)
            .await
            .unwrap();
    }
    database.close().await.unwrap();

    let (bot, ready) = arena.start().await;
    let (fresh, _) = bot.extra_state();
    // Looks at every tenth of them.
    let at = GAMES.len() as i64;
    let mut times = Vec::new();
    for game in (1..=there).step_by(usize::try_from(there / 1000).unwrap().max(1)) {
        let begun = Instant::now();
        let data = serde_json::json!({"id": "1", "name": "board", "type": 1, "options": [
            {"name": "game", "type": 3, "value": game.to_string()},
        ]});
        arena
            .command(
                6_000_000_000_000_000_000 + u64::try_from(game / at).unwrap(),
                data,
            )
            .await;
        times.push(begun.elapsed());
    }
    let (now, most) = bot.extra_state();
    println!(
        "{there} games under way: ready {} after the start; resident {fresh:.0} MB then,",
        milliseconds(ready)
    );
    println!(
        "  {now:.0} MB (at most {most:.0} MB) after {} boards were looked at, p50 {}, p99 {}; load of the machine {}",
        times.len(),
        milliseconds(quantile(&mut times, 0.5)),
        milliseconds(quantile(&mut times, 0.99)),
        load(),
    );
}
