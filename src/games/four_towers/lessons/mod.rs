//! Pages of the rules, each with a diagram made from a position.

mod diagram;
mod pieces;
mod towers;
mod turns;

use crate::rules::Lesson;

/// Returns every page, the overview first.
pub fn lessons() -> Vec<Lesson> {
    let mut pages = turns::overview();
    pages.extend(pieces::pages());
    pages.extend(turns::fusion());
    pages.extend(towers::pages());
    pages.extend(turns::endings());
    pages
}
