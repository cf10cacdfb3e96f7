//! Texts around lessons and puzzles; the words of the lessons themselves are in the games.

use crate::app::{Progress, PuzzlePost};
use crate::match_state::ChannelId;
use crate::rules::Course;

pub const BUTTON_TYPE: &str = "Type a move";

pub const BUTTON_SOLVE: &str = "Solve it";
pub const BUTTON_NEXT_LESSON: &str = "Next lesson";
pub const BUTTON_SKIP: &str = "Skip";
pub const BUTTON_LESSON_BACK: &str = "Previous lesson";
pub const BUTTON_LESSON_AGAIN: &str = "Start again";
pub const BUTTON_FURTHER: &str = "Further lessons";
pub const BUTTON_SOLUTION: &str = "Show the solution";
pub const BUTTON_NEXT_PUZZLE: &str = "Next puzzle";
pub const BUTTON_ANOTHER_PUZZLE: &str = "Another of this kind";
pub const BUTTON_FIRST_GAME: &str = "Play the machine";

pub const TYPE_TITLE: &str = "Your move";
pub const TYPE_FIELD: &str = "The move, written as you like";
pub const TYPE_PLACEHOLDER: &str = "Where from and where to";

pub const LEARN: &str =
    "**Learn a game.** Each lesson is one small task on a board that only you see.";
pub const PLAY_A_GAME: &str = "Play a game against the machine …";
pub const BUTTON_LEARN: &str = "Learn";
pub const LEARN_A_GAME: &str = "Learn a game in small tasks …";
pub const LEARN_WHICH: &str = "Say which game the move is for: `/learn game: move:`.";

/// Returns the text after the last lesson of a course, with the course that comes next.
pub fn learn_end(then: Option<&Course>) -> String {
    let then = then.map(|course| format!(" **{BUTTON_FURTHER}**: {}.", course.about));
    format!(
        "🎓 Those were all the lessons. Now try a game against the machine at its weakest, level 1. If you don't know \
         what to do there, press **Hint** below the board.{}",
        then.unwrap_or_default()
    )
}

/// Names a course after a game's first one.
pub fn further(game: &str) -> String {
    format!("{game}: further")
}

/// Labels the button of a course.
pub fn course(progress: &Progress) -> String {
    match progress.further {
        true => further(progress.name),
        false => progress.name.to_owned(),
    }
}

/// Names a game's lessons, and counts those that the user has done.
pub fn progress(progress: &Progress) -> String {
    let state = match progress.done {
        0 => format!("{} lessons", progress.of),
        done if done >= progress.of => "done ✅".to_owned(),
        done => format!("{done} of {} lessons done", progress.of),
    };
    if progress.further {
        return format!("  - Further: {state} ({})", progress.about);
    }
    format!("- **{}**: {state}. {}", progress.name, progress.about)
}

/// Returns the text of the post of a puzzle of the day.
pub fn puzzle_of_the_day(post: &PuzzlePost) -> String {
    format!(
        "🧩 **Puzzle of the day: {}**\n{} Your board and your tries are private.",
        post.game, post.goal
    )
}

/// Names the channel of daily puzzles.
pub fn server_puzzles(place: Option<ChannelId>) -> String {
    match place {
        Some(place) => format!("A puzzle a day is posted in {}.", super::channel(place)),
        None => "No daily puzzle is posted.".to_owned(),
    }
}
