//! Tests of puzzles for one person: the streak, and another puzzle of a kind.

use rookery::app::{AppError, SoloTask, TaskState, TaskView};
use rookery::engine::puzzles::PuzzleKind;
use rookery::games::puzzles::{Listed, all, find};
use rookery::match_state::UserId;

use crate::harness::{ANN, BOB, TestApp};

/// Returns the puzzles that one move solves.
fn short() -> impl Iterator<Item = &'static Listed> {
    let is_long = |listed: &&Listed| matches!(listed.puzzle.kind, PuzzleKind::Mate(2..));
    all().iter().filter(move |listed| !is_long(listed))
}

/// Lets a user answer a new puzzle with its solution.
async fn solve(harness: &TestApp, user: UserId, listed: &Listed) -> String {
    let request = harness.by(user);
    let set = harness.app.begin_puzzle(request, listed.id).await.unwrap();
    let text = &listed.puzzle.solution[0];
    let done = harness.app.answer_task(harness.by(user), &set.task, text);
    let done = done.await.unwrap();
    assert_eq!(done.state, TaskState::Done, "{done:?}");
    done.lines.join("\n")
}

/// The streak ends with a miss, the best one stays, and both are erased with their owner.
#[tokio::test]
async fn a_streak_lasts_until_a_miss() {
    let harness = TestApp::new().await;
    let mut puzzles = short();
    let mut next = || puzzles.next().unwrap();
    let first = solve(&harness, ANN, next()).await;
    assert!(
        first.contains("Your puzzle rating") && !first.contains("in a row"),
        "{first}"
    );
    for count in 2..=3 {
        let said = solve(&harness, ANN, next()).await;
        let streak = format!("{count} in a row, your best is {count}.");
        assert!(said.contains(&streak), "{said}");
    }
    let harness = harness.restart().await;
    let missed = next();
    let set = harness
        .app
        .begin_puzzle(harness.by(ANN), missed.id)
        .await
        .unwrap();
    let shown = harness
        .app
        .show_solution(harness.by(ANN), missed.id, 0)
        .await
        .unwrap();
    assert_eq!((set.state, shown.state), (TaskState::Open, TaskState::Done));
    let again = solve(&harness, ANN, next()).await;
    assert!(!again.contains("in a row"), "{again}");
    let again = solve(&harness, ANN, next()).await;
    assert!(again.contains("2 in a row, your best is 3."), "{again}");
    let other = solve(&harness, BOB, missed).await;
    assert!(!other.contains("in a row"), "{other}");
    harness.app.erase(ANN).await.unwrap();
    let anew = solve(&harness, ANN, missed).await;
    assert!(!anew.contains("in a row"), "{anew}");
    let anew = solve(&harness, ANN, next()).await;
    assert!(anew.contains("2 in a row, your best is 2."), "{anew}");
}

fn set_puzzle(view: &TaskView) -> &'static Listed {
    let SoloTask::Puzzle { id, .. } = view.task else {
        panic!("{view:?}");
    };
    find(id).unwrap()
}

/// Another puzzle of a kind has the game and the theme of the last one and was never set, until none is left.
#[tokio::test]
async fn another_of_a_kind_is_unseen_until_none_is_left() {
    let harness = TestApp::new().await;
    let of_kind = |one: &Listed| {
        let alike = |listed: &&Listed| {
            listed.kind.key == one.kind.key && listed.puzzle.theme == one.puzzle.theme
        };
        all().iter().filter(alike).count()
    };
    let first = all().iter().filter(|listed| of_kind(listed) > 1);
    let first = first.min_by_key(|listed| of_kind(listed)).unwrap();
    harness
        .app
        .begin_puzzle(harness.by(ANN), first.id)
        .await
        .unwrap();
    let mut met = vec![first.id];
    let refused = loop {
        let last = *met.last().unwrap();
        match harness.app.another_puzzle(harness.by(ANN), last).await {
            Ok(view) => {
                let other = set_puzzle(&view);
                assert_eq!(other.puzzle.theme, first.puzzle.theme);
                assert_eq!(other.kind.key, first.kind.key);
                assert!(!met.contains(&other.id));
                met.push(other.id);
            }
            Err(refused) => break refused,
        }
    };
    assert_eq!(met.len(), of_kind(first));
    let AppError::Plain(said) = refused else {
        panic!("{refused:?}");
    };
    assert!(said.contains("of this kind"), "{said}");
    // A forged button names a puzzle that there is not.
    let forged = harness.app.another_puzzle(harness.by(BOB), 7).await;
    assert!(matches!(forged, Err(AppError::Stale(_))), "{forged:?}");
    assert!(harness.app.puzzle_rating(BOB).await.unwrap().is_none());
}
