//! The takebacks of a record, which is replayed without the moves that they take back.

use std::collections::HashMap;

use crate::match_state::{Event, MatchState};
use crate::store::EventRow;

/// The takebacks of a record: the events that they cancel, and the states to which they return.
pub(in crate::app) struct Takebacks {
    /// The takebacks in force, last first, each as the event to which it returns and its own number: the events between
    /// them are cancelled.
    in_force: Vec<(u32, u32)>,
    /// The states to which takebacks return, with the time of the next event, by their number of events; `None` until
    /// that event is reached.
    states: HashMap<u32, Option<(MatchState, i64)>>,
}

impl Takebacks {
    /// Returns the takebacks among these events.
    pub fn of(events: &[EventRow]) -> Self {
        let mut takebacks = Takebacks {
            in_force: Vec::new(),
            states: HashMap::new(),
        };
        for row in events.iter().rev() {
            let Some(Event::Undone { to, .. }) = Event::from_record(&row.record) else {
                continue;
            };
            takebacks.states.insert(to, None);
            if !takebacks.is_cancelled(row.ply) {
                takebacks.in_force.push((to, row.ply));
            }
        }
        takebacks
    }

    /// True if a later takeback cancels the event with this number.
    pub fn is_cancelled(&self, ply: u32) -> bool {
        // The ranges do not overlap, and their ends fall from one to the next.
        let later = self.in_force.partition_point(|(_, undone)| *undone > ply);
        let last = self.in_force[..later].last();
        last.is_some_and(|(to, _)| *to < ply)
    }

    /// Keeps the state before an event at `next`, in seconds of the Unix epoch, if a takeback returns to it.
    pub(super) fn keep(&mut self, state: &MatchState, next: i64) {
        if let Some(kept) = self.states.get_mut(&state.ply()) {
            kept.get_or_insert_with(|| (state.clone(), next));
        }
    }

    /// Returns the state after this many events, with the time of the next; `None` if it was not reached.
    pub(super) fn state_after(&self, ply: u32) -> Option<&(MatchState, i64)> {
        self.states.get(&ply)?.as_ref()
    }
}
