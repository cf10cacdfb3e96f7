//! Tests of help: hints only in games that are not against other people, and reviews of finished games.

use rookery::app::MatchRef;
use rookery::match_state::UserId;

use crate::harness::{ANN, BOB, TestApp, board};
use crate::machine::{badly_played, level, play};

#[tokio::test]
async fn hints_are_for_those_who_play_against_nobody_else() {
    let harness = TestApp::new().await;
    let others = harness.game().await.game;
    for user in [ANN, BOB] {
        let refused = harness
            .app
            .hint(harness.by(user), MatchRef::Game(others), &[])
            .await;
        let refusal = refused.unwrap_err().to_string();
        assert!(refusal.contains("another person"), "{refusal}");
        let first = harness
            .app
            .first_hint(harness.by(user), MatchRef::Game(others));
        assert_eq!(first.await.unwrap_err().to_string(), refusal);
    }
    let game = play(&harness, "abstract", 1).await;
    let refused = harness
        .app
        .hint(harness.by(BOB), MatchRef::Game(game), &[])
        .await;
    assert!(refused.is_err());
    let hint = harness
        .app
        .hint(harness.by(ANN), MatchRef::Game(game), &[])
        .await
        .unwrap();
    assert!(board(&harness.app, game).await.legal().contains(&hint.text));
    let now = board(&harness.app, game).await;
    let why = now.why(&hint.text, None);
    assert_eq!(why.as_ref(), Some(&hint.why), "one judgement, in words too");
    assert_eq!(hint.sentence, now.reason(&hint.why));
    let which = MatchRef::Game(game);
    assert!(
        harness
            .app
            .first_hint(harness.by(BOB), which)
            .await
            .is_err()
    );
    let first = harness
        .app
        .first_hint(harness.by(ANN), which)
        .await
        .unwrap();
    assert_eq!((first.game, first.ply), (game, hint.ply));
    assert_eq!(Some(first.overview), now.overview());
    harness.play(ANN, game, &hint.text).await;
    let stale = MatchRef::At(game, first.ply);
    for gone in [which, stale] {
        let first = harness.app.first_hint(harness.by(ANN), gone).await;
        assert!(first.is_err(), "not her turn");
    }
    assert!(
        harness
            .app
            .hint(harness.by(ANN), MatchRef::Game(game), &[])
            .await
            .is_err(),
        "not her turn"
    );
}

#[tokio::test]
async fn one_who_has_played_badly_is_shown_what_was_better() {
    let (harness, game) = badly_played(5).await;
    let machine = harness.by(UserId::machine(level(5)));
    assert!(
        harness.app.may_review(harness.by(ANN), game).await.is_err(),
        "it is not over"
    );
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    assert!(harness.app.review(harness.by(BOB), game).await.is_err());
    let review = harness.app.review(machine, game).await.unwrap();
    assert!((1..=3).contains(&review.notes.len()), "{:?}", review.notes);
    let note = &review.notes[0];
    assert!(note.lost >= 300 && note.made.display != note.better.display);
    assert!(!note.better.why.is_empty(), "{note:?}");
    let answer = note.answer.as_ref().unwrap();
    assert!(!answer.why.is_empty() && answer.scene != note.made.scene);
    assert!(note.alt.starts_with("1: ") && note.alt.contains("3: "));
    let before: Vec<u32> = review.notes.iter().map(|note| note.ply).collect();
    assert!(before.is_sorted());
}
