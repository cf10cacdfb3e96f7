//! Quiescence search: captures that follow at the leaves, so that no position is judged in the middle of an exchange.
//!
//! The captures are cut hard, since on large boards they would otherwise take most of the effort: all captures at the
//! first ply; then none that costs more than it takes, except to retake; from the third ply on only captures on the
//! square of the last one.

use super::WIN;
use super::hooks::{ROYAL, Search, Stakes};
use super::node::Window;
use super::search::Searcher;

/// Upper bound of the plies of captures searched beyond the depth.
const CAPTURE_PLIES: u8 = 6;

/// Delta pruning: margin by which a capture may gain more than it takes.
const DELTA_MARGIN: i32 = 150;

impl<P: Search> Searcher<'_, P> {
    /// Returns the value of a position including the captures that follow, for the team to move. `count` is the number
    /// of captures since the full search ended, `last` the square of the last one.
    pub(super) fn quiescence(
        &mut self,
        position: &P,
        window: Window,
        ply: usize,
        count: u8,
        last: Option<u16>,
    ) -> i32 {
        if count > 0 && self.must_stop() {
            return 0;
        }
        let Window { mut alpha, beta } = window;
        let static_value = self.static_value(position);
        let mut best = static_value;
        if best >= beta || count >= CAPTURE_PLIES {
            return best;
        }
        alpha = alpha.max(best);
        let mut captures: Vec<(Stakes, P::Move)> = position
            .captures_and_promotions()
            .into_iter()
            .map(|mv| (position.stakes(&mv), mv))
            .filter(|(stakes, _)| {
                let takes_back = last == Some(stakes.target);
                stakes.gain > 0
                    && match count {
                        0 => true,
                        1 => takes_back || stakes.cost <= stakes.gain,
                        _ => takes_back || stakes.gain >= ROYAL,
                    }
            })
            .collect();
        captures.sort_by_key(|(stakes, _)| (-stakes.gain, stakes.cost));
        for (stakes, mv) in captures {
            if stakes.gain >= ROYAL {
                return WIN - i32::try_from(ply).unwrap_or(0) - 1;
            }
            let most = static_value + stakes.gain + DELTA_MARGIN;
            if most <= alpha {
                // The remaining captures take even less.
                return best.max(most);
            }
            let mut after = position.clone();
            if !after.advance(&mv) {
                continue;
            }
            let target = Some(stakes.target);
            let window = Window { alpha, beta };
            let value = if self.is_own(position) == self.is_own(&after) {
                self.quiescence(&after, window, ply + 1, count + 1, target)
            } else {
                -self.quiescence(&after, window.flipped(), ply + 1, count + 1, target)
            };
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
