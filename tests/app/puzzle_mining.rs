//! Tests of puzzles from matches played here: only if the players agree, once, and for everybody.

use rookery::app::{
    MachineGame, MatchRef, Moderator, NewGame, Preferences, Scope, SoloTask, TaskState,
};
use rookery::match_state::{GameId, Moderation, UserId};
use rookery::rules::{Options, Seat};
use rookery::store::MinedPuzzle;

use crate::harness::{ANN, BOB, CY, TestApp, challenge, legal};
use crate::machine::level;

/// A game in which White's bishop goes where a transfer of Black's wins the queen: nothing that can be captured at once
/// is worth as much.
const BLUNDER: [&str; 17] = [
    "f2+g2", "f8+f7", "c1+b2", "c8+d7", "d2+c2", "g8+h7", "g2+h2", "a7+b7", "f1+g2", "Ra8xa2",
    "e2+f1", "Ra2xb2", "Qd1-e2", "g7+h7", "Qe2-e3", "Bh7xc2", "Bf1-c4",
];

/// Sets if a user's games may be mined for puzzles; `None` restores the default.
async fn say(harness: &TestApp, user: UserId, puzzles: Option<bool>) {
    let chosen = Preferences {
        puzzles,
        ..Preferences::default()
    };
    harness.app.prefer(harness.by(user), chosen).await.unwrap();
}

async fn resign(harness: &TestApp, user: UserId, game: GameId) {
    let resigned = harness.app.resign(harness.by(user), MatchRef::Game(game));
    resigned.await.unwrap();
}

/// Lets Ann and Bob play that game, and Bob resign.
async fn played(harness: &TestApp) -> GameId {
    let abstract_chess = NewGame {
        game: "abstract".to_owned(),
        ..challenge()
    };
    let game = harness.begun(abstract_chess).await;
    for (text, user) in BLUNDER.into_iter().zip([ANN, BOB].into_iter().cycle()) {
        harness.play(user, game, text).await;
    }
    resign(harness, BOB, game).await;
    game
}

/// Returns the puzzles mined from all finished matches.
async fn mined(harness: &TestApp, key: &str) -> Vec<MinedPuzzle> {
    while harness.app.mine_puzzles().await.unwrap() {}
    harness.app.store().mined_puzzles(key).await.unwrap()
}

#[tokio::test]
async fn a_match_of_two_who_agree_brings_a_puzzle_once_that_others_solve() {
    let harness = TestApp::new().await;
    say(&harness, ANN, Some(true)).await;
    say(&harness, BOB, Some(true)).await;
    played(&harness).await;
    // The matches still to be mined outlive the process.
    let harness = harness.restart().await;
    let puzzles = mined(&harness, "abstract").await;
    let [puzzle] = &puzzles[..] else {
        panic!("{puzzles:?}");
    };
    assert!(puzzle.line.contains("\tc2+b2 "), "{puzzle:?}");
    assert!(puzzle.line.ends_with("\ttransfer"), "{puzzle:?}");
    // The same game again gives the same puzzle, which is already stored.
    played(&harness).await;
    assert_eq!(mined(&harness, "abstract").await, puzzles);

    let harness = harness.restart().await;
    let request = harness.by(CY);
    let task_view = harness.app.begin_puzzle(request, puzzle.id).await.unwrap();
    assert_eq!(task_view.state, TaskState::Open);
    let said = format!("{task_view:?}");
    assert!(!said.contains("101") && !said.contains("102"), "{said}");
    // An unfinished puzzle comes again, also if only that game is requested.
    for key in [None, Some("abstract")] {
        let again = harness.app.next_puzzle(request, key).await.unwrap();
        assert_eq!(again.task, task_view.task);
    }
    let wrong = harness
        .app
        .answer_task(harness.by(CY), &task_view.task, "Pc7-c6");
    assert_eq!(wrong.await.unwrap().state, TaskState::Missed);
    let right = harness
        .app
        .answer_task(harness.by(CY), &task_view.task, "c2+b2");
    assert_eq!(right.await.unwrap().state, TaskState::Done);
    let SoloTask::Puzzle { id, .. } = task_view.task else {
        panic!("{task_view:?}");
    };
    assert_eq!(id, puzzle.id);
}

#[tokio::test]
async fn a_match_of_two_brings_nothing_unless_both_have_said_yes() {
    let harness = TestApp::new().await;
    for (ann, bob) in [
        (None, None),
        (Some(true), None),
        (None, Some(true)),
        (Some(true), Some(false)),
    ] {
        say(&harness, ANN, ann).await;
        say(&harness, BOB, bob).await;
        played(&harness).await;
        assert_eq!(mined(&harness, "abstract").await, [], "{ann:?} {bob:?}");
    }
    // The setting at the time of mining counts: the match is not mined again.
    say(&harness, ANN, Some(true)).await;
    say(&harness, BOB, Some(true)).await;
    assert_eq!(mined(&harness, "abstract").await, []);
}

/// Lets Ann play a match against the machine, whose moves follow from the match's number, until it has won or she
/// resigns.
async fn played_alone(harness: &TestApp, number: usize) {
    let as_black = MachineGame {
        game: "abstract".to_owned(),
        options: Options::new(),
        seat: Some(Seat(1)),
        level: level(4),
        private: false,
    };
    let begun = harness.app.play_machine(harness.by(ANN), as_black);
    let game = begun.await.unwrap().game;
    harness.answer().await;
    for turn in 0..=20 {
        harness.app.make_machine_moves().await.unwrap();
        let moves = legal(&harness.app, game).await;
        match moves.get((turn * 7 + number) % moves.len().max(1)) {
            Some(text) if turn < 20 => {
                harness.play(ANN, game, text).await;
            }
            Some(_) => resign(harness, ANN, game).await,
            None => break,
        }
    }
}

#[tokio::test]
async fn a_match_against_the_machine_brings_puzzles_unless_its_player_has_said_no() {
    let harness = TestApp::new().await;
    let mut count = 0;
    while mined(&harness, "abstract").await.is_empty() {
        assert!(count < 40, "no puzzle in {count} matches");
        played_alone(&harness, count).await;
        count += 1;
    }
    // The same matches again.
    let harness = TestApp::new().await;
    say(&harness, ANN, Some(false)).await;
    for number in 0..count {
        played_alone(&harness, number).await;
    }
    assert_eq!(mined(&harness, "abstract").await, []);
}

/// Matches with hidden pieces are not mined, since a position would reveal what its players could not see; nor are
/// matches that a moderator ended.
#[tokio::test]
async fn hidden_and_moderated_matches_are_not_looked_through() {
    let harness = TestApp::new().await;
    say(&harness, ANN, Some(true)).await;
    say(&harness, BOB, Some(true)).await;
    let hidden = NewGame {
        game: "tower".to_owned(),
        options: [("mutator".to_owned(), "kriegspiel".to_owned())]
            .into_iter()
            .collect(),
        ..challenge()
    };
    let game = harness.begun(hidden).await;
    resign(&harness, BOB, game).await;
    let game = harness.begun(challenge()).await;
    let moderator = Moderator {
        request: harness.by(CY),
        scope: Scope::Server,
    };
    let which = MatchRef::Game(game);
    let ended = harness
        .app
        .moderate(moderator, which, Moderation::End, None);
    ended.await.unwrap();
    assert!(!harness.app.mine_puzzles().await.unwrap());
}
