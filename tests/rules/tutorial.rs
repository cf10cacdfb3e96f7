//! Tests of the courses: every position can be played, its task can be solved, and remarks about mistakes are true.

use std::collections::BTreeSet;

use rookery::games::GAMES;
use rookery::rules::{Attempt, Exercise, Game, GameInfo, Outcome, RuleErrorKind};

pub fn exercises() -> impl Iterator<Item = (&'static GameInfo, &'static Exercise)> {
    GAMES.iter().flat_map(|kind| {
        let courses = kind.tutorial.iter();
        courses.flat_map(|course| course.exercises.iter().map(|exercise| (*kind, exercise)))
    })
}

/// Returns the legal moves of a position: the listed ones, those that its lesson writes out, and other ends of these.
fn legal(game: &dyn Game, exercise: &Exercise) -> BTreeSet<String> {
    let written = [exercise.text, exercise.task].map(|text| text.split('`').skip(1).step_by(2));
    let written = written.into_iter().flatten();
    let written: Vec<&str> = written
        .filter(|text| game.parse_move(text).is_ok())
        .collect();
    let several = written.iter().filter(|text| text.contains(','));
    let begun = several.filter_map(|text| text.rfind('-').map(|at| &text[..=at]));
    let ended = begun.flat_map(|begun| {
        let squares = ('a'..='k').flat_map(|file| (1..=11).map(move |rank| (file, rank)));
        squares.map(move |(file, rank)| format!("{begun}{file}{rank}"))
    });
    let named = exercise
        .mistakes
        .iter()
        .map(|mistake| mistake.example.to_owned());
    let named = written.iter().map(|text| (*text).to_owned()).chain(named);
    let all = named
        .chain(ended)
        .filter_map(|text| game.parse_move(&text).ok());
    game.legal().into_iter().chain(all).collect()
}

/// Returns what a legal move does.
fn judged(game: &dyn Game, exercise: &Exercise, text: &str) -> (bool, bool) {
    let mut after = game.boxed_clone();
    let played = after.play(text).unwrap();
    let attempt = Attempt {
        before: game,
        after: &*after,
        text: &played.canonical,
    };
    let solves = (exercise.goal)(&attempt);
    (solves, solves && attempt.loses_next())
}

fn missed(kind: &'static GameInfo, exercise: &Exercise, text: &str) -> String {
    match exercise.parse_move(kind, text).unwrap() {
        Outcome::Missed { reason } => reason,
        Outcome::Done { .. } => panic!("{}: {text} does {}", kind.key, exercise.title),
    }
}

/// A course is long enough to show the special features of a game, and short enough for one evening. The first has the
/// game's key, and each a key that buttons can carry.
#[test]
fn a_course_has_six_to_ten_positions_and_its_own_key() {
    let mut keys = BTreeSet::new();
    for kind in GAMES {
        assert!(
            kind.tutorial
                .first()
                .is_none_or(|first| first.key == kind.key)
        );
        for course in kind.tutorial {
            assert!((6..=10).contains(&course.exercises.len()), "{}", course.key);
            assert!(course.key.bytes().all(|byte| byte.is_ascii_lowercase()));
            assert!(keys.insert(course.key), "{}", course.key);
            assert!(course.about.chars().count() <= 100, "{}", course.about);
            assert_eq!(course.about.is_empty(), course.key == kind.key);
        }
    }
}

#[test]
fn every_task_can_be_done_and_is_not_done_by_anything() {
    for (kind, exercise) in exercises() {
        let game = exercise.game(kind).unwrap();
        assert!(!game.status().is_over(), "{}", exercise.title);
        let legal = legal(&*game, exercise);
        let does = |text: &&String| judged(&*game, exercise, text).0;
        let done = legal.iter().filter(does).count();
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
        for text in legal(&*game, exercise) {
            let (_, loses) = judged(&*game, exercise, &text);
            assert!(!loses, "{}: {}: {text}", kind.key, exercise.title);
        }
    }
}

/// The board is turned to the learner's side, so no sentence may name a direction on the picture.
#[test]
fn no_sentence_names_a_direction_of_the_picture() {
    for (_, exercise) in exercises().filter(|(kind, _)| kind.seats.len() > 2) {
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
