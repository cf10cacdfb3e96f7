//! Tests of databases that are full or held, and of clocks that jump: a change that cannot be stored is refused with a
//! clear sentence, nothing is half done, and work resumes as soon as possible.

use std::sync::atomic::Ordering;

use crate::harness::{ANN, BOB, CY, TestApp, challenge, legal, sql};
use rookery::app::{AppError, MatchRef, OfferKind, Place, Request, Rounds, Sent, Side};
use rookery::match_state::{ChannelId, GuildId};

/// Returns every row of the database, as text, so that two moments can be compared.
async fn everything(harness: &TestApp) -> Vec<String> {
    let mut connection = sql(&harness.database()).await;
    let mut rows = Vec::new();
    for query in [
        "SELECT json_array(id, ply, phase, ending, since, moves, home) FROM game ORDER BY id",
        "SELECT json_array(game, ply, kind, seat, user, text, next, interaction) FROM event ORDER BY game, ply",
        "SELECT json_array(game, number, tenure, user, live, awaited) FROM seat ORDER BY game, number, tenure",
        "SELECT json_array(game, ply) FROM checkpoint ORDER BY game, ply",
    ] {
        let part: Vec<String> = sqlx::query_scalar(query)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        rows.extend(part);
    }
    rows
}

/// SQLITE_FULL at any statement of the transaction refuses the move.
#[tokio::test]
async fn on_a_full_disk_a_move_is_refused_and_nothing_is_half_done() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.app.store().limit_pages(1).await.unwrap();
    while harness.app.open(harness.by(CY), challenge()).await.is_ok() {}
    let mut users = [ANN, BOB].into_iter().cycle();
    let mut refused = 0;
    // The existing pages have room for some more moves; then nothing fits.
    for _ in 0..400 {
        let moves = legal(&harness.app, game).await;
        let text = &moves[moves.len() / 2];
        let before = everything(&harness).await;
        let user = users.next().unwrap();
        match harness
            .app
            .play(harness.by(user), MatchRef::Game(game), text)
            .await
        {
            Ok(match_view) if match_view.next.is_empty() => break,
            Ok(_) => {}
            Err(refusal) => {
                let said = refusal.to_string();
                assert!(
                    said.contains("no room left") && said.contains("nothing was changed"),
                    "{said}"
                );
                assert_eq!(everything(&harness).await, before);
                let seen = harness
                    .app
                    .show(harness.by(user), MatchRef::Game(game), Side::Own, None)
                    .await
                    .unwrap();
                assert!(!seen.next.is_empty(), "the game can still be looked at");
                refused += 1;
                if refused == 3 {
                    // Space is freed: the same move counts now.
                    harness.app.store().limit_pages(1_000_000).await.unwrap();
                    harness.play(user, game, text).await;
                    return;
                }
                users.next();
            }
        }
    }
    panic!("the disk was never full");
}

/// A new table on a full disk: no match without its events.
#[tokio::test]
async fn on_a_full_disk_no_table_is_half_opened() {
    let harness = TestApp::new().await;
    harness.app.store().limit_pages(1).await.unwrap();
    let mut opened = 0;
    let refusal = loop {
        match harness.app.open(harness.by(ANN), challenge()).await {
            Ok(_) => opened += 1,
            Err(refusal) => break refusal,
        }
        assert!(opened < 2000);
    };
    assert!(refusal.to_string().contains("no room left"), "{refusal}");
    let mut connection = sql(&harness.database()).await;
    let whole: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM game WHERE ply = (SELECT count(*) FROM event WHERE event.game = game.id)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(whole, opened);
}

/// A move is refused while another process holds the database for longer than the bot waits; views still work.
#[tokio::test]
async fn while_somebody_holds_the_database_a_move_is_refused_and_looking_goes_on() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let before = everything(&harness).await;
    let mut holder = sql(&harness.database()).await;
    sqlx::query("BEGIN EXCLUSIVE")
        .execute(&mut holder)
        .await
        .unwrap();
    let played = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(game), "Nb1-c3")
        .await;
    let refusal = played.unwrap_err();
    assert!(
        matches!(&refusal, AppError::Plain(said) if said.contains("nothing was changed")),
        "{refusal:?}"
    );
    harness
        .app
        .show(harness.by(ANN), MatchRef::Game(game), Side::Own, None)
        .await
        .unwrap();
    sqlx::query("ROLLBACK").execute(&mut holder).await.unwrap();
    assert_eq!(everything(&harness).await, before);
    harness.play(ANN, game, "Nb1-c3").await;
}

/// The machine's clock is set back by a day and forward by ten years: moves count, in their order.
#[tokio::test]
async fn a_clock_that_jumps_disturbs_no_game() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.play(ANN, game, "Nb1-c3").await;
    for (user, text, now) in [
        (BOB, "Pa7-a6", 1_000_000 - 86_400),
        (ANN, "Nc3-b1", 1_000_000 + 10 * 365 * 86_400),
        (BOB, "Pa6-a5", -5),
        (ANN, "Nb1-c3", i64::from(u32::MAX)),
    ] {
        harness.now.store(now, Ordering::SeqCst);
        harness.play(user, game, text).await;
    }
    let stored = harness.app.store().load_whole(game).await.unwrap();
    let plies: Vec<u32> = stored.events.iter().map(|event| event.ply).collect();
    assert!(plies.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    let harness = harness.restart().await;
    let match_view = harness
        .app
        .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None)
        .await
        .unwrap();
    assert_eq!(match_view.next.first().map(|(_, user)| *user), Some(BOB));
    assert_eq!(harness.app.games(harness.by(BOB)).await.unwrap().len(), 1);
}

/// A forged button of a match on another server reveals nothing of it to a stranger, stale or not.
#[tokio::test]
async fn a_stranger_from_another_server_learns_nothing_by_forged_buttons() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.play(ANN, game, "Nb1-c3").await;
    let ply = harness.app.store().row(game).await.unwrap().ply;
    for (number, which) in [
        MatchRef::Game(game),
        MatchRef::At(game, 0),
        MatchRef::At(game, ply),
        MatchRef::At(game, u32::MAX),
    ]
    .into_iter()
    .enumerate()
    {
        let far = |offset: u64| Request {
            user: CY,
            place: Place {
                guild: Some(GuildId(666)),
                channel: ChannelId(667),
                outside: false,
            },
            interaction: 9_000 + 100 * number as u64 + offset,
            sent: Sent::now(),
        };
        let app = &harness.app;
        let mut refusals = vec![
            app.plan(far(20), which, "any: Pa7-a6").await.unwrap_err(),
            app.planned(far(21), which).await.unwrap_err(),
            app.claim(far(22), which).await.unwrap_err(),
            app.gift(far(23), which).await.unwrap_err(),
            app.explore(far(24), which, &[], 0).await.unwrap_err(),
            app.notes(far(25), which).await.unwrap_err(),
            app.add_note(far(26), which, "x", false).await.unwrap_err(),
            app.offer_seat(far(27), which).await.unwrap_err(),
            app.keep_seat(far(28), which).await.unwrap_err(),
            app.take_seat(far(29), game, None).await.unwrap_err(),
            app.scenes(far(30), which, Rounds::default(), 9)
                .await
                .unwrap_err(),
        ];
        for (offset, kind) in (31..).zip(OfferKind::ALL) {
            refusals.push(app.offer(far(offset), which, kind).await.unwrap_err());
            refusals.push(
                app.decline(far(offset + 10), which, kind)
                    .await
                    .unwrap_err(),
            );
        }
        refusals.extend([
            harness.app.play(far(0), which, "Pa7-a6").await.unwrap_err(),
            harness.app.resign(far(1), which).await.unwrap_err(),
            harness.app.steps(far(2), which, &[0]).await.unwrap_err(),
            harness.app.join(far(3), game, None).await.unwrap_err(),
            harness.app.leave(far(4), game).await.unwrap_err(),
            harness.app.history(far(5), which).await.unwrap_err(),
            harness
                .app
                .complete_move(far(6), which, "N")
                .await
                .unwrap_err(),
        ]);
        for refusal in refusals {
            let said = refusal.to_string();
            assert!(said.contains("There is no game"), "{which:?}: {said}");
        }
        assert!(
            harness
                .app
                .complete_game(far(7), "", true, &|_| None)
                .await
                .is_empty()
        );
    }
}
