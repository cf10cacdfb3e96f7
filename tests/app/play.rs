//! Tests of the use cases, from opening a table to the end of a match, without Discord and without pixels.

use crate::harness::{ANN, BOB, CY, TestApp, challenge};
use rookery::app::{AppError, MatchRef, Phase, Side};
use rookery::match_state::GameId;
use rookery::rules::Seat;

mod looking;
mod tables;

#[tokio::test]
async fn two_people_meet_play_and_one_wins() {
    let harness = TestApp::new().await;
    let opened = harness
        .app
        .open(harness.by(ANN), challenge())
        .await
        .unwrap();
    assert_eq!(
        opened.phase,
        Phase::Open {
            invited: vec![BOB],
            empty: 1
        }
    );
    assert_eq!(opened.seats[0], ("White".to_owned(), Some(ANN)));
    let begun = harness
        .app
        .join(harness.by(BOB), opened.game, None)
        .await
        .unwrap();
    assert_eq!(begun.phase, Phase::Playing);
    assert_eq!(begun.next, vec![(Seat::WHITE, ANN)]);
    assert_eq!(begun.seats[1], ("Black".to_owned(), Some(BOB)));

    // Typed leniently, stored canonically, described in words.
    let moved = harness.play(ANN, begun.game, "ng1f3").await;
    let last = moved.last.clone().unwrap();
    assert_eq!((last.seat.as_str(), last.number), ("White", 1));
    assert_eq!(moved.next, vec![(Seat::BLACK, BOB)]);
    // The fastest loss from this seed: the royal stone walks out and is taken.
    let mut match_view = moved;
    for (user, text) in [
        (BOB, "Pe7-e6"),
        (ANN, "Nf3-g5"),
        (BOB, "Ke8-e7"),
        (ANN, "Pa2-a3"),
        (BOB, "Ke7-f6"),
        (ANN, "Pa3-a4"),
        (BOB, "Kf6-f5"),
        (ANN, "Pa4-a5"),
        (BOB, "Kf5-f4"),
        (ANN, "Pe2-e3"),
        (BOB, "Pa7-a6"),
        (ANN, "Pe3xf4"),
    ] {
        match_view = harness.play(user, begun.game, text).await;
    }
    assert_eq!(
        match_view.phase,
        Phase::Over {
            ending: "White wins: the royal stone was captured.".to_owned()
        }
    );
    assert!(match_view.next.is_empty());
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());

    let history = harness
        .app
        .history(harness.by(CY), MatchRef::Game(begun.game))
        .await
        .unwrap();
    assert_eq!(history.lines.len(), 7);
    assert_eq!(history.lines[0], "1. Ng1-f3 Pe7-e6");
    assert!(
        history
            .file
            .contains("Result: won:white:royal-captured 4,0 1,2\n")
    );
    assert!(history.file.contains("7. Pe3xf4"));
}

fn plain<T: std::fmt::Debug>(refused: Result<T, AppError>) -> String {
    match refused {
        Err(AppError::Plain(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

fn stale<T: std::fmt::Debug>(refused: Result<T, AppError>) -> String {
    match refused {
        Err(AppError::Stale(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn only_the_owner_of_the_seat_to_move_moves() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let other = harness.app.play(harness.by(CY), which, "Pe2-e3").await;
    assert_eq!(
        plain(other),
        "You don't play in game 1: only the owner of a seat can move for it."
    );
    let early = harness.app.play(harness.by(BOB), which, "Pe7-e6").await;
    assert_eq!(plain(early), "It is White's turn in game 1, not yours.");
    harness.play(ANN, game, "Pe2-e3").await;
    let twice = harness.app.play(harness.by(ANN), which, "Pe3-e4").await;
    let twice = plain(twice);
    assert!(
        twice.starts_with("It is Black's turn in game 1, not yours. You already played "),
        "{twice}"
    );
    let other = harness.app.resign(harness.by(CY), which).await;
    assert!(plain(other).starts_with("You don't play in game 1"));
    let nowhere = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(GameId(99)), "e3");
    assert_eq!(plain(nowhere.await), "There is no game 99 here.");
}

#[tokio::test]
async fn a_move_against_the_rules_is_refused_with_the_reason_and_changes_nothing() {
    let harness = TestApp::new().await;
    let begun = harness.game().await;
    let which = MatchRef::Game(begun.game);
    for text in ["Pe2-e5", "", "🏰🏰🏰", "Ng1-f3,h2+g2", &"x".repeat(5_000)] {
        let refused = harness.app.play(harness.by(ANN), which, text).await;
        let Err(AppError::Rules(rejection)) = refused else {
            panic!("{text}: {refused:?}")
        };
        assert!(!rejection.sentence.is_empty());
    }
    let match_view = harness
        .app
        .show(harness.by(ANN), which, Side::Public, None)
        .await
        .unwrap();
    assert_eq!((match_view.ply, match_view.last), (begun.ply, None));
}

#[tokio::test]
async fn a_stale_button_says_what_has_changed() {
    let harness = TestApp::new().await;
    let begun = harness.game().await;
    let (game, ply) = (begun.game, begun.ply);
    harness.play(ANN, game, "Ng1-f3").await;
    let confirm = harness
        .app
        .resign(harness.by(BOB), MatchRef::At(game, ply))
        .await;
    assert_eq!(
        stale(confirm),
        "I did not do that: since then White played Ng1-f3. It is your turn."
    );
    harness.play(BOB, game, "Pe7-e6").await;
    let old = harness
        .app
        .play(harness.by(BOB), MatchRef::At(game, ply), "Pa7-a6")
        .await;
    assert_eq!(
        stale(old),
        "I did not do that: since then White played Ng1-f3, Black played Pe7-e6. It is White's turn."
    );
    let fresh = harness
        .app
        .play(harness.by(ANN), MatchRef::At(game, ply + 2), "Nf3-g5");
    assert_eq!(fresh.await.unwrap().ply, ply + 3);
    // A look is never stale.
    let look = harness
        .app
        .show(harness.by(CY), MatchRef::At(game, ply), Side::Own, None);
    assert_eq!(look.await.unwrap().ply, ply + 3);
    harness
        .app
        .resign(harness.by(ANN), MatchRef::At(game, ply + 3))
        .await
        .unwrap();
    let late = harness
        .app
        .resign(harness.by(BOB), MatchRef::At(game, ply + 3))
        .await;
    assert_eq!(
        stale(late),
        "I did not do that: the game is over. Black wins: White resigned."
    );
}

#[tokio::test]
async fn who_resigns_loses_and_the_match_is_over() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.play(ANN, game, "Ng1-f3").await;
    // Not only on the player's own turn.
    let match_view = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    assert_eq!(
        match_view.phase,
        Phase::Over {
            ending: "Black wins: White resigned.".to_owned()
        }
    );
    // The ending already reports it.
    assert_eq!(match_view.remarks, []);
    assert_eq!(match_view.last.unwrap().display.as_deref(), Some("Ng1-f3"));
    let moved = harness
        .app
        .play(harness.by(BOB), MatchRef::Game(game), "Pe7-e6")
        .await;
    assert_eq!(plain(moved), "Game 1 is over. Black wins: White resigned.");
    let history = harness
        .app
        .history(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    assert_eq!(history.lines, vec!["1. Ng1-f3 (White resigns)".to_owned()]);
    assert!(
        history
            .file
            .contains("Result: won:black:resignation 0,4 2,1\n")
    );
}
