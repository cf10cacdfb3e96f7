//! Positions in which chance decides: worth the mean of what may come.

use super::hooks::Search;
use super::search::Searcher;
use super::window::{Look, Window};

impl<P: Search> Searcher<'_, P> {
    /// The mean over what chance may bring, for the team to move.
    pub(super) fn mean(&mut self, position: &P, chances: &[String], look: Look) -> i32 {
        if look.depth <= 0 {
            return self.eye(position);
        }
        let (mut sum, mut count) = (0_i64, 0_i64);
        for text in chances {
            let Some(mv) = position.exact(text) else {
                continue;
            };
            let mut after = position.clone();
            if !after.advance(&mv) {
                continue;
            }
            // A throw that loses the turn ends the line here.
            let depth = if after.turn() == position.turn() {
                look.depth
            } else {
                0
            };
            let window = Window::OPEN;
            let below = Look {
                depth,
                window,
                ..look
            };
            let value = self.child(position, &after, below);
            if self.stopped {
                return 0;
            }
            sum += i64::from(value);
            count += 1;
        }
        match count {
            0 => self.eye(position),
            _ => i32::try_from(sum / count).unwrap_or(0),
        }
    }
}
