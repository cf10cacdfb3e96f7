//! Step-by-step entry of a move: first the quad or the piece, then the destination, then the members of the unit.

use super::board::{Cell, Quad};
use super::moves;
use super::position::FourFold;
use super::scene;
use super::turn::Move;
use crate::notation;
use crate::rules::{Choice, Choices, Depict, Entry, Notation};
use crate::scene::{Scene, View};

impl Entry for FourFold {
    fn choices(&self, partial: &str) -> Choices {
        if let Some((from, rest)) = partial.split_once('>') {
            let Some(from) = Quad::parse(from) else {
                return Choices::default();
            };
            let units = moves::legal_units(&self.board, self.turn, from);
            return match Quad::parse(rest.trim_end_matches(':')) {
                None => Choices {
                    prompt: format!("Where do pieces of quad {from} go?"),
                    options: destinations(&units, from),
                },
                Some(to) => Choices {
                    prompt: format!("Who goes from quad {from} to quad {to}?"),
                    options: companies(self, &units, to),
                },
            };
        }
        if !partial.is_empty() {
            let Some(from) = partial.get(1..).and_then(Cell::parse) else {
                return Choices::default();
            };
            let name = self
                .board
                .get(from)
                .map_or("piece", |piece| piece.role.name());
            let options = moves::legal_of_piece(&self.board, self.turn, from)
                .iter()
                .map(|mv| Choice {
                    text: self.write(mv),
                    label: self.display(mv),
                    whole: true,
                })
                .collect();
            return Choices {
                prompt: format!("Where does the {name} on {from} go?"),
                options,
            };
        }
        let mut options = quads(self);
        options.extend(pieces(self));
        Choices {
            prompt: "Which quad, or which piece by itself?".to_owned(),
            options,
        }
    }

    /// Returns completions of a typed text. Units are offered quad by quad, so that a position with thousands of them
    /// remains readable: `d4` offers the quad and the piece on the cell, `d4>` the destinations, `d4>e5` the units.
    fn complete(&self, typed: &str, limit: usize) -> Vec<crate::rules::Choice> {
        let text = notation::strip(typed).to_ascii_lowercase();
        let mut found = Vec::new();
        if let Some((from, rest)) = text.split_once('>') {
            let Some(from) = Quad::parse(from) else {
                return found;
            };
            let quad_part = rest.split(':').next().unwrap_or_default();
            let units = moves::legal_units(&self.board, self.turn, from);
            if let Some(to) = Quad::parse(quad_part) {
                found = companies(self, &units, to);
                let wanted = format!("{from}>{rest}");
                let fits = |choice: &Choice| {
                    choice.text.starts_with(&wanted)
                        || choice
                            .label
                            .to_ascii_lowercase()
                            .replace(' ', "")
                            .starts_with(&wanted.replace(':', ""))
                };
                if rest.contains(':') && found.iter().any(fits) {
                    found.retain(fits);
                    // The exact unit that was typed precedes larger ones.
                    found.sort_by_key(|choice| choice.text != wanted);
                }
            } else {
                found = destinations(&units, from);
                found.retain(|choice| choice.text.starts_with(&format!("{from}>{quad_part}")));
            }
            found.truncate(limit);
            return found;
        }
        if text.is_empty() {
            found = self.choices("").options;
        } else {
            found.extend(
                quads(self)
                    .into_iter()
                    .filter(|choice| choice.text.starts_with(&text)),
            );
            let pieces = moves::legal_pieces(&self.board, self.turn);
            found.extend(notation::complete_among(self, &pieces, typed, limit));
            if let Some((from, to)) = super::notation::as_quad_move(&text) {
                found.extend(self.complete(&format!("{from}>{to}"), limit));
            }
        }
        found.truncate(limit);
        found
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        if let Ok(mv) = self.read(partial) {
            let mut after = self.clone();
            after.make(mv);
            return Some(after.scene(Some(&mv), view));
        }
        let reach = match partial.split_once('>') {
            Some((from, _)) => format!("{}>", Quad::parse(from)?),
            None => partial.get(1..).and_then(Cell::parse)?.to_string(),
        };
        Some(scene::board(
            self,
            None,
            &View {
                reach: Some(reach),
                ..view.clone()
            },
        ))
    }
}

/// Returns the quads that have a legal move.
fn quads(position: &FourFold) -> Vec<Choice> {
    let mut found = Vec::new();
    for quad in Quad::all() {
        let units = moves::legal_units(&position.board, position.turn, quad);
        if units.is_empty() {
            continue;
        }
        let letters: String = quad
            .cells()
            .into_iter()
            .filter_map(|cell| position.board.get(cell))
            .map(|piece| piece.role.letter())
            .collect();
        let count = destinations(&units, quad).len();
        let plural = if count == 1 { "" } else { "s" };
        found.push(Choice {
            text: format!("{quad}>"),
            label: format!("Quad {quad} ({letters}): to {count} quad{plural}"),
            whole: false,
        });
    }
    found
}

/// Returns the pieces that have a legal move alone.
fn pieces(position: &FourFold) -> Vec<Choice> {
    let mut found: Vec<Choice> = Vec::new();
    for (cell, role) in position.board.pieces(position.turn) {
        let count = moves::legal_of_piece(&position.board, position.turn, cell).len();
        if count > 0 {
            let plural = if count == 1 { "" } else { "s" };
            let text = format!("{}{cell}", role.letter());
            found.push(Choice {
                label: format!("{text}: {} alone, {count} move{plural}", role.name()),
                text,
                whole: false,
            });
        }
    }
    found
}

/// Returns the quads that units can move to, in the order of the move list.
fn destinations(units: &[Move], from: Quad) -> Vec<Choice> {
    let mut found: Vec<(Quad, usize)> = Vec::new();
    for mv in units {
        if let Move::Unit { to, .. } = mv {
            match found.iter_mut().find(|(quad, _)| quad == to) {
                Some((_, ways)) => *ways += 1,
                None => found.push((*to, 1)),
            }
        }
    }
    found.sort_by_key(|(quad, _)| *quad);
    found
        .into_iter()
        .map(|(to, ways)| Choice {
            text: format!("{from}>{to}:"),
            label: match ways {
                1 => format!("{from}>{to}: 1 way to go"),
                _ => format!("{from}>{to}: choose the pieces, {ways} ways"),
            },
            whole: false,
        })
        .collect()
}

/// Returns the units that can move to a quad, the largest first.
fn companies(position: &FourFold, units: &[Move], to: Quad) -> Vec<Choice> {
    let mut going: Vec<&Move> = units
        .iter()
        .filter(|mv| matches!(mv, Move::Unit { to: there, .. } if *there == to))
        .collect();
    going.sort_by_key(|mv| match mv {
        Move::Unit {
            members,
            promotions,
            ..
        } => (
            std::cmp::Reverse(members.count_ones()),
            *members,
            *promotions,
        ),
        Move::Piece { .. } => (std::cmp::Reverse(0), 0, [None; 4]),
    });
    going
        .into_iter()
        .map(|mv| {
            let text = position.write(mv);
            Choice {
                label: label(position, mv, &text),
                text,
                whole: true,
            }
        })
        .collect()
}

/// Returns the label of a unit's move: its letters, then its cells.
fn label(position: &FourFold, mv: &Move, text: &str) -> String {
    let cells = text.split_once(':').map_or("", |(_, cells)| cells);
    let letters = position.display(mv);
    let label = format!(
        "{} · {cells}",
        letters.split(" (").next().unwrap_or(&letters)
    );
    let captured: Vec<String> = mv
        .steps()
        .filter_map(|(_, to, _)| {
            position
                .board
                .get(to)
                .map(|piece| format!("{} {to}", piece.role.name()))
        })
        .collect();
    if captured.is_empty() {
        label
    } else {
        format!("{label} · takes {}", captured.join(", "))
            .chars()
            .take(100)
            .collect()
    }
}
