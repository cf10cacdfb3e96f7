//! Entry of a multi-move, step by step.

use super::super::FourTowers;
use super::super::board::{Arena, Square, SquareSet, Tower};
use super::super::multi_move::Underway;
use super::super::notation::{self, named};
use super::super::scene;
use super::super::turn::spell_step;
use super::super::turn::{Move, Step};
use crate::rules::{Choice, Choices, Notation, Position};
use crate::scene::{Mark, Scene, View};

/// A partly entered multi-move.
pub struct PartialMultiMove {
    steps: Vec<Step>,
    underway: Underway,
    /// The piece picked up and not yet moved.
    taken_up: Option<Square>,
}

impl PartialMultiMove {
    /// Reads steps such as `Ng5-i6,Ni6-j8`; `None` unless each can be made.
    pub fn of(position: &FourTowers, parts: &str, taken_up: Option<Square>) -> Option<Self> {
        let steps = notation::parse_multi(position, parts).ok()?;
        let mut underway = Underway::new(position);
        for step in &steps {
            underway.take(step);
        }
        Some(PartialMultiMove {
            steps,
            underway,
            taken_up,
        })
    }

    fn text(&self) -> String {
        self.steps
            .iter()
            .map(|step| format!("{},", spell_step(step)))
            .collect()
    }

    /// Returns the choices that continue the multi-move.
    pub fn choices(&self, position: &FourTowers) -> Choices {
        let next = starts(position, &self.steps);
        match self.taken_up.filter(|from| next.contains(*from)) {
            Some(from) => self.destinations(position, from),
            None => self.pieces(position, next),
        }
    }

    /// Returns the destinations of the piece picked up.
    fn destinations(&self, position: &FourTowers, from: Square) -> Choices {
        Choices {
            prompt: format!("Where does {} go?", named(&self.underway.position, from)),
            options: self
                .underway
                .steps_from(from)
                .iter()
                .filter_map(|step| self.after(position, step))
                .collect(),
        }
    }

    /// Returns the choice of ending here, if that is legal, and the pieces that can be picked up next.
    fn pieces(&self, position: &FourTowers, next: SquareSet) -> Choices {
        let board = &self.underway.position;
        let mut options = Vec::new();
        let mv = Move::Multi(self.steps.clone());
        if self.steps.len() >= 2 && position.is_legal(&mv) {
            let text = position.write(&mv);
            options.push(Choice {
                label: format!("Done: {text}"),
                text,
                whole: true,
            });
        }
        if self.steps.len() < 4 {
            let lead = if self.steps.is_empty() { "multi " } else { "" };
            for from in next.intersection(board.board.of(position.turn)) {
                let leads_on = self
                    .underway
                    .steps_from(from)
                    .iter()
                    .any(|step| self.after(position, step).is_some());
                if leads_on {
                    let arena = from.arena().map_or("", |arena| arena.numeral());
                    options.push(Choice::part(
                        format!("{lead}{}{}", self.text(), named(board, from)),
                        format!("Move {} · from arena {arena}", named(board, from)),
                    ));
                }
            }
        }
        if !self.steps.is_empty() {
            options.push(Choice::part("multi".to_owned(), "Start again".to_owned()));
        }
        Choices {
            prompt: match self.steps.len() {
                0 => "Multi-move: which piece moves first?".to_owned(),
                1 => "Which piece moves next, from another arena?".to_owned(),
                _ => "Done, or one more move?".to_owned(),
            },
            options,
        }
    }

    /// Returns the choice of one more step; `None` if the multi-move can neither end nor continue after it.
    fn after(&self, position: &FourTowers, step: &Step) -> Option<Choice> {
        let mut steps = self.steps.clone();
        steps.push(*step);
        let mut underway = self.underway.clone();
        underway.take(step);
        let spelt = spell_step(step);
        let goes_on = steps.len() < 4
            && starts(position, &steps)
                .intersection(underway.position.board.of(position.turn))
                .any(|from| !underway.steps_from(from).is_empty());
        if goes_on {
            return Some(Choice::part(
                format!("{}{spelt},", self.text()),
                spelt.to_string(),
            ));
        }
        (steps.len() >= 2 && underway.is_safe()).then(|| Choice {
            text: position.write(&Move::Multi(steps)),
            label: format!("{spelt} · done"),
            whole: true,
        })
    }

    /// Returns the board after the steps, with the piece picked up and its destinations marked.
    pub fn preview(self, view: &View) -> Scene {
        let mut scene = scene::board(&self.underway.position, view);
        if let Some(from) = self.taken_up {
            scene::mark_squares(&mut scene, view, [from], Mark::Chosen);
            let reach = self.underway.steps_from(from);
            scene::mark_squares(
                &mut scene,
                view,
                reach.iter().map(|step| step.to),
                Mark::Reach,
            );
        }
        scene::mark_move_on(&mut scene, view, &Move::Multi(self.steps));
        scene
    }
}

/// Returns true if two steps from different arenas of one tower can be made, even if they leave the king in check.
pub fn can_start(position: &FourTowers) -> bool {
    let underway = Underway::new(position);
    starts(position, &[]).into_iter().any(|from| {
        underway.steps_from(from).iter().any(|step| {
            let mut next = underway.clone();
            next.take(step);
            starts(position, &[*step])
                .into_iter()
                .any(|from| !next.steps_from(from).is_empty())
        })
    })
}

/// Returns the squares in arenas from which the next step may start.
fn starts(position: &FourTowers, made: &[Step]) -> SquareSet {
    let used: Vec<Arena> = made.iter().filter_map(|step| step.from.arena()).collect();
    let fits = |tower: &Tower| used.iter().all(|arena| tower.arenas().contains(arena));
    position
        .multi_towers()
        .into_iter()
        .filter(fits)
        .flat_map(Tower::touches)
        .filter(|square| square.arena().is_some_and(|arena| !used.contains(&arena)))
        .collect()
}
