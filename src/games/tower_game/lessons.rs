//! The rules in our own words, page by page.

use crate::rules::Lesson;

/// Every page; the first is the overview.
pub fn all() -> Vec<Lesson> {
    vec![Lesson {
        key: "tower game",
        title: "The Tower Game".to_owned(),
        text: "Chess in a tower of eight ranks, each a board of 5x5 cubes. A cube is called by its column, its row and its \
               rank: `cc1` is the middle of the lowest rank. Forward is up for White and down for Black. Checkmate the \
               king to win; stalemate counts three quarters of a point for the side that gives it."
            .to_owned(),
        diagram: None,
    }]
}
