//! Tests of the guided first games: every position can be played, its task can be solved, and remarks about mistakes
//! are true.

use rookery::games::GAMES;
use rookery::rules::{Attempt, Exercise, GameInfo, Outcome, RuleErrorKind};

fn exercises() -> impl Iterator<Item = (&'static GameInfo, &'static Exercise)> {
    GAMES
        .iter()
        .flat_map(|kind| kind.tutorial.iter().map(move |exercise| (*kind, exercise)))
}

fn missed(kind: &'static GameInfo, exercise: &Exercise, text: &str) -> String {
    match exercise.parse_move(kind, text).unwrap() {
        Outcome::Missed { reason } => reason,
        Outcome::Done { .. } => panic!("{}: {text} does {}", kind.key, exercise.title),
    }
}

/// A course is long enough to show the special features of a game, and short enough for one evening.
#[test]
fn a_guided_first_game_has_six_to_ten_positions() {
    for kind in GAMES.iter().filter(|kind| !kind.tutorial.is_empty()) {
        assert!((6..=10).contains(&kind.tutorial.len()), "{}", kind.key);
    }
}

#[test]
fn every_task_can_be_done_and_is_not_done_by_anything() {
    for (kind, exercise) in exercises() {
        let game = exercise.game(kind).unwrap();
        assert!(!game.status().is_over(), "{}", exercise.title);
        let legal = game.legal();
        let does = |text: &String| {
            let mut after = game.boxed_clone();
            let played = after.play(text).unwrap();
            (exercise.goal)(&Attempt {
                before: &*game,
                after: &*after,
                text: &played.canonical,
            })
        };
        let done = legal.iter().filter(|text| does(text)).count();
        assert!(done > 0, "{}: {} cannot be done", kind.key, exercise.title);
        // If every legal move is right, the rules must refuse some for a reason.
        assert!(
            done < legal.len() || !exercise.refused.is_empty(),
            "{}: {}",
            kind.key,
            exercise.title
        );
    }
}

/// A solution does not lose: the opponent cannot win with the next move.
#[test]
fn no_right_answer_loses_at_once() {
    for (kind, exercise) in exercises() {
        let game = exercise.game(kind).unwrap();
        for text in game.legal() {
            let mut after = game.boxed_clone();
            let played = after.play(&text).unwrap();
            let attempt = Attempt {
                before: &*game,
                after: &*after,
                text: &played.canonical,
            };
            assert!(
                !(exercise.goal)(&attempt) || !attempt.loses_next(),
                "{}: {}: {text}",
                kind.key,
                exercise.title
            );
        }
    }
}

/// The board is turned to the learner's side, so no sentence may name a direction on the picture.
#[test]
fn no_sentence_names_a_direction_of_the_picture() {
    for kind in GAMES.iter().filter(|kind| kind.seats.len() > 2) {
        for exercise in kind.tutorial {
            for text in [exercise.text, exercise.task, exercise.success] {
                for word in [
                    "to the left",
                    "to the right",
                    "up.",
                    "upwards",
                    "down.",
                    "downwards",
                ] {
                    assert!(!text.contains(word), "{}: {text}", exercise.title);
                }
            }
        }
    }
}

#[test]
fn the_named_mistakes_are_mistakes() {
    for (kind, exercise) in exercises() {
        let game = exercise.game(kind).unwrap();
        for mistake in exercise.mistakes {
            assert_eq!(
                game.parse_move(mistake.example).as_deref(),
                Ok(mistake.example),
                "{}: {}",
                kind.key,
                exercise.title
            );
            assert_eq!(missed(kind, exercise, mistake.example), mistake.reason);
        }
        for (text, part) in exercise.refused {
            let refused = game.parse_move(text).expect_err(text);
            assert_ne!(refused.kind, RuleErrorKind::Unreadable, "{text}: {refused}");
            let reason = missed(kind, exercise, text);
            assert!(reason.contains(part), "{}: {text}: {reason}", kind.key);
        }
        assert!(
            !exercise.mistakes.is_empty() || !exercise.refused.is_empty(),
            "{}: {} says nothing of mistakes",
            kind.key,
            exercise.title
        );
    }
}

/// A ten-year-old reads no sentence twice.
#[test]
fn sentences_are_short() {
    for (kind, exercise) in exercises() {
        let reasons = exercise.mistakes.iter().map(|mistake| mistake.reason);
        for text in [exercise.text, exercise.task, exercise.success]
            .into_iter()
            .chain(reasons)
        {
            for sentence in text.split(['.', '!', '?', '\n', ':']) {
                let words = sentence.split_whitespace().count();
                assert!(words <= 20, "{}: {words} words: {sentence}", kind.key);
            }
            for jargon in [
                "ply",
                "orthogonal",
                "triagonal",
                "canonical",
                "men ",
                "zugzwang",
                "en prise",
            ] {
                assert!(!text.contains(jargon), "{}: {jargon}: {text}", kind.key);
            }
        }
        assert!(exercise.title.chars().count() <= 60);
        let length = exercise.text.chars().count() + exercise.task.chars().count();
        assert!(length <= 900, "{}: {length}", exercise.title);
    }
}
