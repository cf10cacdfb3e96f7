//! The lines of a plan as stored.

use crate::app::{AppError, Request};
use serde::{Deserialize, Serialize};

use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::{seats_of, still_in};
use crate::app::matches::texts::fault_sentence;
use crate::match_state::MatchError;
use crate::rules::Seat;

/// Maximum number of lines in a plan.
pub(super) const LINES: usize = 20;

/// Maximum number of moves made automatically in a row.
pub(super) const MOST_IN_A_ROW: usize = 60;

/// A condition on another player's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Condition {
    /// A certain move, in canonical text.
    Move(String),
    /// Any capture on a square.
    CaptureOn(String),
    /// Any move.
    Any,
}

/// An answer with its conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Step {
    /// Conditions on those who move before the planner's next turn, in order; a missing one accepts any move.
    pub(super) conditions: Vec<Condition>,
    /// The canonical text of the answer if it could be checked, else the typed text.
    pub(super) answer: String,
}

/// The remaining steps of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) steps: Vec<Step>,
    /// Number of others' moves that have met conditions of the first step.
    pub(super) seen: usize,
}

impl Condition {
    pub(super) fn fits(&self, canonical: &str) -> bool {
        match self {
            Condition::Move(text) => text == canonical,
            Condition::CaptureOn(square) => captures_on(canonical, square),
            Condition::Any => true,
        }
    }

    pub(super) fn written(&self) -> String {
        match self {
            Condition::Move(text) => text.clone(),
            Condition::CaptureOn(square) => format!("any capture on {square}"),
            Condition::Any => "any move".to_owned(),
        }
    }
}

impl Line {
    /// Returns the conditions of the first step that no move has met yet.
    pub(super) fn pending(&self) -> &[Condition] {
        let step = self.steps.first();
        step.and_then(|step| step.conditions.get(self.seen..))
            .unwrap_or_default()
    }

    /// True if the line's first answer can be given on the planner's turn: every condition left accepts any move. A
    /// player who has lost the turn to the die has made no move, which such a condition accepts too.
    pub(super) fn is_ready(&self) -> bool {
        self.pending()
            .iter()
            .all(|condition| *condition == Condition::Any)
    }

    /// Returns the remaining line in the form in which it could be entered now.
    pub(super) fn written(&self) -> String {
        let mut seen = self.seen;
        let step = |step: &Step| {
            let left = step.conditions.get(std::mem::take(&mut seen)..);
            let conditions: Vec<String> = left
                .unwrap_or_default()
                .iter()
                .map(Condition::written)
                .collect();
            let conditions = if conditions.is_empty() {
                Condition::Any.written()
            } else {
                conditions.join(" and ")
            };
            format!("if {conditions} then {}", step.answer)
        };
        let steps: Vec<String> = self.steps.iter().map(step).collect();
        steps.join(" then ")
    }
}

/// True if a move, or a part of a composite one, captures on a square.
fn captures_on(canonical: &str, square: &str) -> bool {
    canonical.split(',').any(|part| {
        part.split_once('x').is_some_and(|(_, to)| {
            let to = to.split('=').next().unwrap_or(to);
            to == square
        })
    })
}

/// Returns the seat for which the user plans: the user's seat that moves next.
pub(super) fn planner(loaded: &LoadedMatch, request: Request) -> Result<Seat, AppError> {
    let mut mine = seats_of(loaded, request)?;
    let still = still_in(loaded);
    mine.retain(|seat| still.contains(seat));
    let turn = loaded.state.turn().unwrap_or(Seat(0));
    if mine.contains(&turn) {
        return Err(AppError::Plain(
            "It is your turn: a plan is for what you answer to the others' moves.".to_owned(),
        ));
    }
    let size = loaded.state.size().max(1);
    mine.into_iter()
        .min_by_key(|seat| (seat.0 + size - turn.0) % size)
        .ok_or_else(|| AppError::Plain(fault_sentence(loaded, request.user, MatchError::Out)))
}
