//! The rules of the mutators in our own words, page by page.

use super::super::mutators::TABLE;
use super::super::options::{MOST, VALUES};
use super::super::position::Mutator;
use super::twists::diagram;
use crate::rules::Lesson;
use crate::rules::wording::listed;

/// A page for the twists, and one for each.
pub fn pages() -> Vec<Lesson> {
    let mut pages = vec![overview()];
    pages.extend(TABLE.iter().map(|mutator| page(*mutator)));
    pages
}

fn overview() -> Lesson {
    let about = |key: &str| VALUES.iter().find(|(value, _)| *value == key);
    let lines: Vec<String> = TABLE
        .iter()
        .filter_map(|mutator| Some((mutator.name(), about(mutator.key())?.1)))
        .map(|(name, about)| format!("• **{name}**: {about}"))
        .collect();
    Lesson {
        key: "mutators",
        title: "Twists".to_owned(),
        text: format!(
            "A twist changes one thing about the game. You can play with one, or with {MOST} that change different things: open a \
             game with `/new` and choose under *Add a twist* on its table. With the option `mutator` of `/new`, \
             write two with a plus, as in `atomic+half`.\n\n{}\n\nEach has its own page.",
            lines.join("\n")
        ),
        caption: String::new(),
        diagram: None,
    }
}

fn page(mutator: &dyn Mutator) -> Lesson {
    let lesson = mutator.lesson();
    let [position, moves, reach] = lesson.board;
    let ranks: Vec<String> = lesson.ranks.iter().map(u8::to_string).collect();
    Lesson {
        key: mutator.key(),
        title: mutator.name(),
        text: lesson.text.to_owned(),
        caption: format!(
            "Levels {} of a tower of five. {}",
            listed(&ranks),
            lesson.shown
        ),
        diagram: diagram(mutator.key(), position, moves, reach, lesson.ranks),
    }
}
