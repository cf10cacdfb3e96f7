//! Tests of players' other actions: offers, plans, notes, lines tried in private; records of them; and game texts.

use std::sync::atomic::Ordering;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, four, match_view, sent_kinds};
use rookery::app::{MatchRef, NotificationKind, OfferKind, Phase};
use rookery::match_state::{DAY, GameId, Pace, Terms};

mod records;

async fn position(harness: &TestApp, game: GameId) -> String {
    let file = harness.app.history(harness.by(ANN), MatchRef::Game(game));
    let file = file.await.unwrap().file;
    file.split_once("\n\n").unwrap().1.to_owned()
}

#[tokio::test]
async fn a_draw_needs_both_survives_a_restart_and_ends_with_the_position() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    sent_kinds(&harness).await;
    let offered = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    assert_eq!(offered.offers[0].awaited, [BOB]);
    let asked = NotificationKind::Offer {
        kind: OfferKind::Draw,
        user: ANN,
    };
    // The board in the answer mentions the opponent. The bot dies before it answers: they are sent a notice.
    assert_eq!(offered.mention, [BOB]);
    assert_eq!(sent_kinds(&harness).await, []);
    harness = harness.restart().await;
    harness.now.fetch_add(60, Ordering::SeqCst);
    assert_eq!(sent_kinds(&harness).await, [(Some(BOB), asked)]);
    assert_eq!(match_view(&harness, game).await.offers, offered.offers);
    // The offer goes with the move; a player who answers it by moving declines it.
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.offers, offered.offers);
    harness = harness.restart().await;
    assert_eq!(match_view(&harness, game).await.offers, offered.offers);
    let answered = harness.play(BOB, game, "Ng8-f6").await;
    assert!(answered.offers.is_empty());
    assert!(match_view(&harness, game).await.offers.is_empty());

    harness.play(ANN, game, "Nf3-g1").await;
    harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let stranger = harness
        .app
        .offer(harness.by(CY), which, OfferKind::Draw)
        .await;
    assert!(stranger.unwrap_err().to_string().contains("You don't play"));
    let declined = harness
        .app
        .decline(harness.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    assert!(declined.offers.is_empty());
    let again = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap_err();
    assert!(
        again.to_string().starts_with("The draw was declined"),
        "{again}"
    );
    harness.play(BOB, game, "Nb8-c6").await;
    harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    let over = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let ending = "A draw: the players agreed.".to_owned();
    assert_eq!(over.phase, Phase::Over { ending });
}

#[tokio::test]
async fn a_draw_of_four_needs_all_still_in_and_no_absent_player_blocks_it() {
    let harness = TestApp::new().await;
    let terms = Terms {
        pace: Pace::PerMove { days: 1 },
        ..Terms::default()
    };
    let game = harness.four(terms).await;
    let which = MatchRef::Game(game);
    harness.app.resign(harness.by(DEE), which).await.unwrap();
    harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    let asked = harness
        .app
        .offer(harness.by(CY), which, OfferKind::Draw)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [ANN], "who has left is not asked");
    // Ann is excused, and is absent after that: the others' agreement does not need her.
    for _ in 0..2 {
        harness.now.fetch_add(DAY, Ordering::SeqCst);
        harness.app.tick().await.unwrap();
    }
    let over = match_view(&harness, game).await;
    assert!(matches!(over.phase, Phase::Over { .. }));
    let place = |user| harness.app.profile(user);
    assert_eq!(place(DEE).await.unwrap().placings[0].1, [(4, 1)]);
    assert_eq!(place(ANN).await.unwrap().placings[0].1, [(1, 1)]);
    assert!(place(ANN).await.unwrap().ratings.is_empty());
}

#[tokio::test]
async fn a_move_is_taken_back_freely_within_a_minute_and_else_by_consent() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let before = match_view(&harness, game).await;
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    harness.now.fetch_add(60, Ordering::SeqCst);
    let back = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(
        (back.scene.clone(), &back.last),
        (before.scene.clone(), &before.last)
    );
    assert_eq!(back.next, before.next);
    assert_eq!(
        back.ply,
        moved.ply + 1,
        "nothing is taken out of the record"
    );
    // The takeback does not refresh the clock: the remaining time is unchanged.
    let now = harness.now.load(Ordering::SeqCst);
    assert_eq!(back.timer.unwrap().at, now + 6 * DAY);
    let stale = harness
        .app
        .play(harness.by(BOB), MatchRef::At(game, moved.ply), "Pe7-e6")
        .await;
    assert!(
        stale
            .unwrap_err()
            .to_string()
            .contains("White took back a move")
    );

    // After a minute, or an answer, the opponent must agree.
    harness.play(ANN, game, "Pe2-e3").await;
    harness.play(BOB, game, "Pe7-e6").await;
    let asked = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [BOB]);
    let back = harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(back.scene, before.scene);
    assert_eq!(back.next[0].1, ANN);

    // Replays and checkpoints after it are right.
    let mut last = None;
    for round in 0..24 {
        let user = if round % 2 == 0 { ANN } else { BOB };
        let moves = legal_now(&harness, game).await;
        last = Some(harness.play(user, game, &moves[round % moves.len()]).await);
        if round % 5 == 0 {
            let back = harness
                .app
                .offer(harness.by(user), which, OfferKind::Takeback)
                .await
                .unwrap();
            harness = harness.restart().await;
            let after = match_view(&harness, game).await;
            assert_eq!(
                (after.scene, after.last, after.timer),
                (back.scene, back.last, back.timer)
            );
            let moves = legal_now(&harness, game).await;
            last = Some(harness.play(user, game, &moves[0]).await);
        }
    }
    let last = last.unwrap();
    harness = harness.restart().await;
    let after = match_view(&harness, game).await;
    assert_eq!(
        (after.scene, after.last, after.ply),
        (last.scene, last.last, last.ply)
    );
    assert!(!position(&harness, game).await.contains("Ng1-f3 Pe2-e3"));
}

/// Returns the legal moves by the public record, which leaves out moves that were taken back.
async fn legal_now(harness: &TestApp, game: GameId) -> Vec<String> {
    let row = harness.app.store().row(game).await.unwrap();
    let mut board = rookery::games::find(&row.key)
        .unwrap()
        .new_game(&Default::default())
        .unwrap();
    for text in position(harness, game).await.split_whitespace() {
        if !text.ends_with('.') {
            board.play(text).unwrap();
        }
    }
    // No captures, so that nothing ends early.
    board
        .legal()
        .into_iter()
        .filter(|text| !text.contains('x'))
        .collect()
}

#[tokio::test]
async fn a_rematch_changes_seats_and_is_opened_once() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let early = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Rematch)
        .await
        .unwrap_err();
    assert!(early.to_string().contains("when the game is over"));
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    let asked = harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(
        (asked.game, &asked.offers[0].awaited[..]),
        (game, &[ANN][..])
    );
    let begun = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Rematch)
        .await
        .unwrap();
    assert_ne!(begun.game, game);
    assert_eq!((begun.seats[0].1, begun.seats[1].1), (Some(BOB), Some(ANN)));
    assert_eq!(begun.phase, Phase::Playing);
    let row = harness.app.store().row(game).await.unwrap();
    assert_eq!(row.rematch, Some(begun.game));
}

#[tokio::test]
async fn what_only_chance_or_leaving_can_do_is_no_move_of_a_players() {
    let harness = TestApp::new().await;
    let game = harness.seated(four(true)).await;
    let board = |options| {
        rookery::games::find(&four(true).game)
            .unwrap()
            .new_game(options)
            .unwrap()
    };
    let start = board(&four(true).options);
    let mut texts = start.chance();
    texts.extend(
        start
            .kind()
            .all_seats()
            .filter_map(|seat| start.resign_move(seat)),
    );
    assert!(texts.len() > 5);
    let before = match_view(&harness, game).await;
    assert!(!before.remarks.is_empty(), "the first throw is told");
    for text in texts {
        for text in [text.clone(), text.to_uppercase(), format!(" {text} ")] {
            let (user, which) = (before.next[0].1, MatchRef::Game(game));
            let refused = harness.app.play(harness.by(user), which, &text).await;
            assert!(refused.is_err(), "{text}");
        }
    }
    assert_eq!(match_view(&harness, game).await.ply, before.ply);
}

#[tokio::test]
async fn notes_are_private_and_sealed_comments_open_at_the_end() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    harness
        .app
        .add_note(harness.by(ANN), which, "watch the c file", false)
        .await
        .unwrap();
    let mine = harness
        .app
        .add_note(harness.by(ANN), which, "I am lost", true)
        .await
        .unwrap();
    assert_eq!(mine.len(), 2);
    assert!(
        harness
            .app
            .notes(harness.by(BOB), which)
            .await
            .unwrap()
            .is_empty()
    );
    let stranger = harness
        .app
        .add_note(harness.by(CY), which, "ha", true)
        .await;
    assert!(stranger.unwrap_err().to_string().contains("Only players"));
    let theft = harness
        .app
        .remove_note(harness.by(BOB), game, mine[0].id)
        .await;
    assert!(theft.is_err());
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    let open = harness.app.notes(harness.by(BOB), which).await.unwrap();
    assert_eq!(
        open.iter()
            .map(|note| note.text.as_str())
            .collect::<Vec<_>>(),
        ["I am lost"]
    );
}

#[tokio::test]
async fn a_line_is_tried_in_private_and_changes_nothing() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let line: Vec<String> = ["ng1f3", "Pe7-e6", "Nf3-g5"].map(str::to_owned).to_vec();
    let whole = harness
        .app
        .explore(harness.by(BOB), which, &line, 9)
        .await
        .unwrap();
    assert_eq!((whole.at, whole.line[0].as_str()), (3, "Ng1-f3"));
    let part = harness
        .app
        .explore(harness.by(BOB), which, &line, 1)
        .await
        .unwrap();
    assert_ne!(part.scene, whole.scene);
    assert_eq!(part.line, whole.line);
    let mut wrong = line.clone();
    wrong.push("Ke8-e2".to_owned());
    let refused = harness
        .app
        .explore(harness.by(BOB), which, &wrong, 0)
        .await
        .unwrap_err();
    assert!(
        refused.to_string().starts_with("Move 4 of the line: "),
        "{refused}"
    );
    assert_eq!(match_view(&harness, game).await.last, None);
}

/// A takeback is free for a minute, and consent is bound to the position in which it was requested.
#[tokio::test]
async fn a_minute_later_a_takeback_is_asked_for_and_holds_for_this_position_alone() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    harness.play(ANN, game, "Ng1-f3").await;
    harness.now.fetch_add(61, Ordering::SeqCst);
    let takeback = OfferKind::Takeback;
    let asked = harness.app.offer(harness.by(ANN), which, takeback).await;
    let asked = asked.unwrap();
    assert_eq!(asked.offers[0].awaited, [BOB]);
    // Bob answers the move instead: the request is void, and its button is refused.
    harness.play(BOB, game, "Nb8-c6").await;
    assert!(match_view(&harness, game).await.offers.is_empty());
    let stale = MatchRef::At(game, asked.ply);
    let late = harness.app.offer(harness.by(BOB), stale, takeback).await;
    assert!(late.unwrap_err().to_string().contains("since then"));
    // The minute is not free after an answer.
    harness.play(ANN, game, "Pe2-e3").await;
    harness.play(BOB, game, "Pe7-e6").await;
    let asked = harness.app.offer(harness.by(ANN), which, takeback).await;
    assert_eq!(asked.unwrap().offers[0].awaited, [BOB]);
    let back = harness.app.offer(harness.by(BOB), which, takeback).await;
    let back = back.unwrap();
    assert_eq!(
        (back.last.unwrap().display, back.next[0].1),
        (Some("Nb8-c6".to_owned()), ANN)
    );
}
