//! Tests of games that the machine gives up, and that are played out.

use super::{board, going_on, level, play};
use crate::harness::{ANN, TestApp, match_view};
use rookery::app::Phase;
use rookery::engine::giving_up::{TURNS, is_behind};
use rookery::engine::{Limits, Request};
use rookery::match_state::{GameId, UserId};
use rookery::rules::Seat;

/// Lets Ann make a good move and the machine answer it. Returns true if the game goes on.
async fn exchange(harness: &TestApp, game: GameId) -> bool {
    let now = board(&harness.app, game).await;
    let limits = Limits {
        depth: 2,
        ..Limits::nodes(2_000)
    };
    let found = now.search(&Request::strongest(limits)).unwrap();
    harness.play(ANN, game, &found.text).await;
    harness.app.make_machine_moves().await.unwrap();
    match_view(harness, game).await.phase == Phase::Playing
}

/// At levels 1 to 3 the machine gives up what has been hopeless for six of its turns (house ruling), and says so; the
/// win counts, and the game is played out in another one, which it does not give up.
#[tokio::test]
async fn a_weak_machine_gives_up_what_is_hopeless_and_plays_it_out() {
    let harness = TestApp::new().await;
    let game = play(&harness, "fourfold", 1).await;
    let mut behind = 0;
    while exchange(&harness, game).await {
        let now = board(&harness.app, game).await;
        behind += usize::from(is_behind(&*now, Seat(1)));
    }
    let over = match_view(&harness, game).await;
    assert!(behind >= TURNS - 1, "{behind} turns");
    let remarks = over.remarks.iter().map(|remark| remark.text.as_str());
    assert_eq!(
        remarks.collect::<Vec<_>>(),
        ["Hatchling (level 1) gives up."]
    );
    assert!(over.given_up);
    let profile = harness.app.profile(ANN).await.unwrap();
    assert_eq!(profile.beaten, [("Four-Fold Chess".to_owned(), vec![1])]);
    let last = board(&harness.app, game).await;
    let on = harness
        .app
        .go_on_from(harness.by(ANN), game, over.ply, level(1));
    let (on, _) = on.await.unwrap();
    let machine = UserId::machine(level(1));
    assert_eq!(on.next, [(Seat(1), machine)]);
    assert_eq!(board(&harness.app, on.game).await.text(), last.text());
    harness.answer().await;
    harness.app.make_machine_moves().await.unwrap();
    for _ in 0..2 * TURNS {
        let text = going_on(&harness.app, on.game).await;
        harness.play(ANN, on.game, &text).await;
        assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
        let shown = match_view(&harness, on.game).await;
        assert!(!shown.given_up, "{shown:?}");
        if shown.phase != Phase::Playing {
            break;
        }
    }
    // The record of the game that was given up is as it was.
    assert_eq!(match_view(&harness, game).await.phase, over.phase);
}

#[tokio::test]
async fn level_4_plays_on() {
    let harness = TestApp::new().await;
    let game = play(&harness, "fourfold", 4).await;
    for _ in 0..60 {
        if !exchange(&harness, game).await {
            break;
        }
    }
    assert!(!match_view(&harness, game).await.given_up);
}
