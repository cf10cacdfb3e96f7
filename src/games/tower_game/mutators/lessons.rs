//! The rules of the mutators in our own words, page by page.

use super::{MOST, Mutator, TABLE};
use crate::rules::Lesson;
use crate::rules::wording::listed;

/// A page for the twists, and one for each.
pub fn pages() -> Vec<Lesson> {
    let mut pages = vec![overview()];
    pages.extend(TABLE.iter().map(|mutator| page(*mutator)));
    pages
}

fn overview() -> Lesson {
    let lines: Vec<String> = TABLE
        .iter()
        .map(|mutator| format!("• **{}**: {}", mutator.name(), mutator.about()))
        .collect();
    Lesson {
        key: "mutators",
        title: "Twists: the mutators".to_owned(),
        text: format!(
            "A mutator changes one thing about the game. You can play with one, or with {MOST} that change different things: open a \
             game with `/new` and choose under *Add a twist* on its table. With the option `mutator` of `/new`, \
             write two with a plus, as in `atomic+half`.\n\n{}\n\nEach has a page of its own.",
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
        title: mutator.name().to_owned(),
        text: lesson.text.to_owned(),
        caption: format!(
            "Ranks {} of a tower of five. {}",
            listed(&ranks),
            lesson.shown
        ),
        diagram: super::diagrams::diagram(mutator.key(), position, moves, reach, lesson.ranks),
    }
}

/// What a mutator's page says and shows.
pub struct Page {
    /// The text, in Discord markdown.
    pub text: &'static str,
    /// What the board shows, in whole sentences.
    pub shown: &'static str,
    /// A position of the chamber, moves to play from it, and a piece to look at; each may be empty.
    pub board: [&'static str; 3],
    /// The ranks shown.
    pub ranks: &'static [u8],
}
