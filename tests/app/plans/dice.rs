//! Tests of plans in games in which dice decide whose turn comes and which moves are possible.

use super::{planner, texts};
use crate::harness::{ANN, BOB, CY, DEE, TestApp, board, four, legal, match_view, sent_kinds};
use rookery::app::{MatchRef, NotificationKind};
use rookery::match_state::Terms;

#[tokio::test]
async fn a_plan_at_a_table_of_four_waits_for_all_whose_turn_comes_before() {
    let harness = TestApp::new().await;
    let game = harness.four(Terms::default()).await;
    let which = MatchRef::Game(game);
    let first = legal(&harness.app, game).await[0].clone();
    // Dee answers whatever the three before her play.
    let mut board = rookery::games::find(&four(false).game)
        .unwrap()
        .new_game(&four(false).options)
        .unwrap();
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(board.legal()[0].clone());
        board.play(others.last().unwrap()).unwrap();
    }
    let answer = board.legal()[0].clone();
    let line = format!(
        "if {} and any move and {} then {answer}",
        others[0], others[2]
    );
    // A move can be named after one that is left open.
    let plan = harness
        .app
        .plan(harness.by(DEE), which, &line)
        .await
        .unwrap();
    assert_eq!(plan.lines[0].text, line);
    let line = format!(
        "if {} and {} and any move then {answer}",
        others[0], others[1]
    );
    harness
        .app
        .plan(harness.by(DEE), which, &line)
        .await
        .unwrap();
    assert_eq!(first, others[0]);
    for (user, text) in [(ANN, &others[0]), (BOB, &others[1])] {
        harness.play(user, game, text).await;
    }
    let played = harness.play(CY, game, &others[2]).await;
    assert_eq!(played.next[0].1, ANN, "Dee has answered");
}

/// A plan can have an answer for every throw: the answer that the die allows is played, and if the turn is lost the
/// player is notified.
#[tokio::test]
async fn a_plan_looks_past_the_die() {
    let harness = TestApp::new().await;
    let game = harness.seated(four(true)).await;
    let which = MatchRef::Game(game);
    let (mut answered, mut lost) = (0, 0);
    for _ in 0..24 {
        if answered > 0 && lost > 0 {
            break;
        }
        let now = match_view(&harness, game).await;
        let user = now.next[0].1;
        let mv = legal(&harness.app, game).await[0].clone();
        let Some((planner, seat)) = planner(&harness, game, &mv).await else {
            break;
        };
        let mut after = board(&harness.app, game).await;
        after.play(&mv).unwrap();
        let mut fitting: Vec<(String, String)> = Vec::new();
        for throw in after.chance() {
            let mut thrown = after.clone();
            thrown.play(&throw).unwrap();
            if thrown.turn() == seat && thrown.chance().is_empty() {
                fitting.push((throw, thrown.legal().last().unwrap().clone()));
            }
        }
        if planner == user || fitting.is_empty() {
            harness.play(user, game, &mv).await;
            continue;
        }
        let nonsense = format!("if {mv} then Ka1-h8");
        let refused = harness
            .app
            .plan(harness.by(planner), which, &nonsense)
            .await;
        assert!(refused.is_err(), "no throw allows it");
        let lines: Vec<String> = fitting
            .iter()
            .map(|(_, answer)| format!("if {mv} then {answer}"))
            .collect();
        let plan = harness
            .app
            .plan(harness.by(planner), which, &lines.join(";"))
            .await
            .unwrap();
        assert!(plan.dice);
        assert_eq!(texts(&plan), lines);
        sent_kinds(&harness).await;
        let before = now.ply;
        harness.play(user, game, &mv).await;
        let stored = harness.app.store().load_whole(game).await.unwrap();
        let since: Vec<_> = stored
            .events
            .iter()
            .filter(|row| row.ply > before)
            .map(|row| &row.record)
            .collect();
        let thrown = since[1].text.clone().unwrap();
        let notices = sent_kinds(&harness).await;
        let lapsed = notices.iter().any(|(to, why)| {
            *to == Some(planner) && matches!(why, NotificationKind::PlanLapsed { .. })
        });
        match fitting.iter().find(|(throw, _)| *throw == thrown) {
            Some((_, answer)) => {
                // Lines of the same piece are alike after other throws: the first legal one is played.
                assert_eq!(since[2].kind, "answered", "{thrown} {answer}");
                assert_eq!(since[2].user, Some(planner));
                assert!(!lapsed, "{notices:?}");
                answered += 1;
            }
            None => {
                assert!(lapsed, "{thrown}: {notices:?}");
                lost += 1;
            }
        }
        let left = harness
            .app
            .planned(harness.by(planner), which)
            .await
            .unwrap();
        assert!(left.lines.is_empty());
    }
    assert!(answered > 0 && lost > 0, "{answered} answered, {lost} lost");
}

/// A plan beyond other players' dice is checked as far as any throw can lead there.
#[tokio::test]
async fn conditions_lie_beyond_dice_too() {
    let harness = TestApp::new().await;
    let game = harness.seated(four(true)).await;
    let which = MatchRef::Game(game);
    let mv = legal(&harness.app, game).await[0].clone();
    let (_, next) = planner(&harness, game, &mv).await.unwrap();
    let after_next = [ANN, BOB, CY, DEE][(next.index() + 1) % 4];
    let mut after = board(&harness.app, game).await;
    after.play(&mv).unwrap();
    let answers: Vec<String> = after
        .chance()
        .iter()
        .filter_map(|throw| {
            let mut thrown = after.clone();
            thrown.play(throw).unwrap();
            (thrown.turn() == next).then(|| thrown.legal()[0].clone())
        })
        .collect();
    for answer in answers.into_iter().take(2) {
        for line in [
            format!("if {mv} and {answer} then Kz9"),
            format!("if {mv} and any move then Kz9"),
        ] {
            let refused = harness.app.plan(harness.by(after_next), which, &line).await;
            assert!(refused.is_err(), "{line}");
        }
    }
}
