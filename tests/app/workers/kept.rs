//! Tests of a process's cache of a match that another process continues.

use std::sync::atomic::Ordering;

use rookery::app::{App, MatchRef, OfferKind, Side};
use rookery::match_state::{GameId, UserId};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, four, legal, sources};
use crate::postgres::on_a_server::two;
use crate::statements::Statements;

/// Returns everything that a process shows of a match, the picture's contents included.
async fn seen(app: &App, harness: &TestApp, game: GameId) -> String {
    let show = app.show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
    format!("{:?}", show.await.unwrap())
}

/// Returns everything that a process with an empty cache shows of a match.
async fn recorded(harness: &TestApp, game: GameId) -> String {
    let app = App::start(harness.place(), sources(&harness.now)).await;
    let app = app.unwrap();
    let seen = seen(&app, harness, game).await;
    app.stop().await;
    seen
}

/// Plays so many moves of a match by one process, each player in turn.
async fn play_on(app: &App, harness: &TestApp, game: GameId, players: &[UserId], moves: usize) {
    for _ in 0..moves {
        let view = app.show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        let (_, user) = view.await.unwrap().next[0];
        assert!(players.contains(&user), "{user:?}");
        let mut moves = legal(app, game).await;
        let text = moves.swap_remove(moves.len() / 2);
        harness.now.fetch_add(1, Ordering::SeqCst);
        let played = app.play(harness.by(user), MatchRef::Game(game), &text);
        played.await.unwrap();
    }
}

/// A match that another process continued is updated by its events since, not from a checkpoint, and then agrees with
/// the whole record: with throws of dice in it, too.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn what_another_process_has_done_is_added_to_what_is_remembered() {
    let (statements, _listening) = Statements::listen();
    let Some((harness, other)) = two().await else {
        return;
    };
    let everyone = [ANN, BOB, CY, DEE];
    let games = [
        (harness.begun(challenge()).await, &everyone[..2]),
        (harness.seated(four(false)).await, &everyone[..]),
        (harness.seated(four(true)).await, &everyone[..]),
    ];
    for (game, players) in games {
        seen(&other, &harness, game).await;
        for moves in [1, 2, 5, 12] {
            play_on(&harness.app, &harness, game, players, moves).await;
            statements.take();
            let remembered = seen(&other, &harness, game).await;
            let read = statements.take();
            let from = |what: &str| read.iter().filter(|text| text.contains(what)).count();
            assert_eq!(
                [from(" FROM checkpoint "), from(" FROM event ")],
                [0, 1],
                "{read:#?}"
            );
            assert_eq!(remembered, recorded(&harness, game).await);
        }
    }
    other.stop().await;
}

/// A move that another process has made and taken back, before or after this one has seen it, is not on its board.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn a_move_taken_back_in_another_process_is_not_remembered() {
    let Some((harness, other)) = two().await else {
        return;
    };
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    for (user, text, remembered) in [(ANN, "Ng1-f3", false), (BOB, "Pe7-e6", true)] {
        seen(&other, &harness, game).await;
        harness.play(user, game, text).await;
        if remembered {
            seen(&other, &harness, game).await;
        }
        let back = harness
            .app
            .offer(harness.by(user), which, OfferKind::Takeback)
            .await
            .unwrap();
        assert_eq!(back.next[0].1, user);
        let remembers = seen(&other, &harness, game).await;
        assert_eq!(remembers, recorded(&harness, game).await, "{remembered}");
        harness.play(user, game, text).await;
    }
    other.stop().await;
}

/// A person erased by one process is not in the cache of another, also if it has missed later events, and if the person
/// had left the match before, so that only the erasure itself shows it.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn somebody_erased_by_another_process_is_not_remembered() {
    let Some((harness, other)) = two().await else {
        return;
    };
    for left in [false, true] {
        let game = harness.seated(four(false)).await;
        play_on(&harness.app, &harness, game, &[ANN, BOB, CY, DEE], 6).await;
        if left {
            let resigned = harness.app.resign(harness.by(CY), MatchRef::Game(game));
            resigned.await.unwrap();
        }
        let cy = format!("{CY:?}");
        assert!(seen(&other, &harness, game).await.contains(&cy));
        harness.app.erase(CY).await.unwrap();
        play_on(&harness.app, &harness, game, &[ANN, BOB, DEE], 2).await;
        let remembers = seen(&other, &harness, game).await;
        assert!(!remembers.contains(&cy), "{remembers}");
        assert_eq!(remembers, recorded(&harness, game).await);
    }
    other.stop().await;
}

/// A server keeps its plan of the statement that reads a match before a move, and does not plan it anew for the events
/// requested, which takes longer than the statement. It does so with games of many events on many pages.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn a_server_keeps_its_plan_of_the_look_before_a_move() {
    let (statements, _listening) = Statements::listen();
    let Some((harness, other)) = two().await else {
        return;
    };
    other.stop().await;
    let game = harness.begun(challenge()).await;
    statements.take();
    seen(&harness.app, &harness, game).await;
    let mut looked = statements.take();
    looked.retain(|text| text.contains(" LEFT JOIN event "));
    let look = looked.pop().unwrap();
    harness
        .execute(
            "INSERT INTO game (id, key, options, rules, channel, opened, ply, phase, since, moves) \
             SELECT game, 'key', '', 1, 1, 1, 60, 'over', 1, 60 FROM generate_series(1000, 1999) AS game; \
             INSERT INTO event (game, ply, at, kind, text) SELECT game, ply, 1, 'moved', 'text' \
             FROM generate_series(1, 60) AS ply, generate_series(1000, 1999) AS game; ANALYZE",
        )
        .await;
    let mut connection = PgConnection::connect(&harness.place).await.unwrap();
    for _ in 0..12 {
        let looked = sqlx::query(AssertSqlSafe(look.clone()))
            .bind(1_500_i64)
            .bind(None::<i64>)
            .bind(60_i64);
        let rows = looked.fetch_all(&mut connection).await.unwrap();
        assert_eq!(rows.len(), 1);
    }
    let plans = "SELECT ARRAY[custom_plans, generic_plans] FROM pg_prepared_statements \
                 WHERE statement LIKE 'SELECT game.%'";
    let plans: Vec<Vec<i64>> = sqlx::query_scalar(plans)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    // It makes five specific plans, to compare.
    assert_eq!(plans, [[5, 7]]);
}
