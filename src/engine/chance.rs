//! Chance nodes, whose value is the mean of their equally likely outcomes.

use super::hooks::Search;
use super::node::{Node, Window};
use super::search::Searcher;

impl<P: Search> Searcher<'_, P> {
    /// Returns the mean over `chances`, the texts of the outcomes, for the team to move.
    pub(super) fn mean(&mut self, position: &P, chances: &[String], node: Node) -> i32 {
        if node.depth <= 0 {
            return self.static_value(position);
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
            // A throw that loses the turn ends the line here, even if the turn returns at once because no other seat
            // can move: otherwise throw after throw could lose it.
            let depth = if after.turn() == position.turn() && after.chance().is_empty() {
                node.depth
            } else {
                0
            };
            let window = Window::OPEN;
            let below = Node {
                depth,
                window,
                ..node
            };
            let value = self.child(position, &after, below);
            if self.stopped {
                return 0;
            }
            sum += i64::from(value);
            count += 1;
        }
        match count {
            0 => self.static_value(position),
            _ => i32::try_from(sum / count).unwrap_or(0),
        }
    }
}
