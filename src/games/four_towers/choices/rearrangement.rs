//! Entry of a rearrangement, placement by placement.

use super::super::FourTowers;
use super::super::board::{Arena, Square, SquareSet};
use super::super::notation::{self, named};
use super::super::powers::Powers;
use super::super::scene;
use super::super::turn::Move;
use crate::rules::{Choice, Choices, Position};
use crate::scene::{Mark, Scene, View};

/// A partly entered rearrangement.
pub struct PartialRearrangement {
    arena: Arena,
    puts: Vec<(Square, Square)>,
    /// The piece picked up and not yet put down.
    taken_up: Option<Square>,
}

impl PartialRearrangement {
    /// Reads placements such as `Na3-b4,Rb4-a3`; `None` unless all move the player's pieces of the arena.
    pub fn of(
        position: &FourTowers,
        arena: Arena,
        parts: &str,
        taken_up: Option<Square>,
    ) -> Option<Self> {
        let (arena, puts) =
            notation::parse_rearrangement(position, &format!("{arena}:{parts}")).ok()?;
        let own = own(position, arena);
        puts.iter()
            .map(|(from, _)| *from)
            .chain(taken_up)
            .all(|from| own.contains(from))
            .then_some(PartialRearrangement {
                arena,
                puts,
                taken_up,
            })
    }

    fn moved(&self) -> SquareSet {
        self.puts.iter().map(|(from, _)| *from).collect()
    }

    fn filled(&self) -> SquareSet {
        self.puts.iter().map(|(_, to)| *to).collect()
    }

    fn text(&self, position: &FourTowers) -> String {
        let parts: Vec<String> = self
            .puts
            .iter()
            .map(|&(from, to)| format!("{}-{to}", named(position, from)))
            .collect();
        format!("{}:{}", self.arena, parts.join(","))
    }

    /// Returns the choices that continue the rearrangement; `None` if no wizard lets the arena be rearranged.
    pub fn choices(&self, position: &FourTowers) -> Option<Choices> {
        let powers = Powers::of(&position.board);
        if !powers.rearrangeable(position.turn).contains(&self.arena) {
            return None;
        }
        Some(match self.taken_up {
            Some(from) => self.destinations(position, from),
            None => self.pieces(position),
        })
    }

    /// Returns the destinations of the piece picked up.
    fn destinations(&self, position: &FourTowers, from: Square) -> Choices {
        let own = own(position, self.arena);
        let enemies = position.board.of(position.turn.other());
        let options = self
            .arena
            .squares()
            .without(enemies)
            .without(self.filled())
            .filter(|to| *to != from)
            .map(|to| {
                let mut puts = self.puts.clone();
                puts.push((from, to));
                puts.sort_by_cached_key(|(from, _)| from.to_string());
                let next = PartialRearrangement {
                    arena: self.arena,
                    puts,
                    taken_up: None,
                };
                let moves_on = own.contains(to) && !next.moved().contains(to);
                let label = if moves_on {
                    let there = position
                        .board
                        .get(to)
                        .map_or("piece", |piece| piece.role.name());
                    format!("to {to}; your {there} there goes elsewhere")
                } else {
                    format!("to {to}")
                };
                Choice::part(next.text(position), label)
            })
            .collect();
        Choices {
            prompt: format!(
                "Where in arena {} does {} go?",
                self.arena,
                named(position, from)
            ),
            options,
        }
    }

    /// Returns the choice of ending here, if that is legal, and the pieces that can be picked up next.
    fn pieces(&self, position: &FourTowers) -> Choices {
        let text = self.text(position);
        let mut options = Vec::new();
        if position.is_legal(&Move::Rearrange(self.arena, self.puts.clone())) {
            options.push(Choice {
                text: text.clone(),
                label: format!("Done: {text}").chars().take(100).collect(),
                whole: true,
            });
        }
        let waiting = own(position, self.arena).without(self.moved());
        let must = waiting.intersection(self.filled());
        for from in if must.is_empty() { waiting } else { must } {
            let join = if self.puts.is_empty() { "" } else { "," };
            options.push(Choice::part(
                format!("{text}{join}{}", named(position, from)),
                format!("Move {}", named(position, from)),
            ));
        }
        if options.is_empty() || (!self.puts.is_empty() && options.len() < 20) {
            options.push(Choice::part(
                format!("{}:", self.arena),
                "Start again".to_owned(),
            ));
        }
        Choices {
            prompt: if self.puts.is_empty() {
                format!("Rearranging arena {}: which piece first?", self.arena)
            } else {
                "Done, or another piece?".to_owned()
            },
            options,
        }
    }

    /// Returns the board after the placements, with the piece picked up marked, and displaced pieces waiting at the
    /// side.
    pub fn preview(self, position: &FourTowers, view: &View) -> Scene {
        let own = position.board.of(position.turn);
        let (moved, filled) = (self.moved(), self.filled());
        let mut shown = position.clone();
        shown.place_again(&self.puts);
        let mut scene = scene::board(&shown, view);
        scene::mark_move_on(&mut scene, view, &Move::Rearrange(self.arena, self.puts));
        scene::mark_squares(&mut scene, view, self.taken_up, Mark::Chosen);
        let waiting = own
            .without(moved)
            .intersection(filled)
            .filter_map(|from| position.board.get(from));
        scene::add_waiting(&mut scene, waiting);
        scene
    }
}

/// Returns the squares of the player's pieces in an arena.
fn own(position: &FourTowers, arena: Arena) -> SquareSet {
    position
        .board
        .of(position.turn)
        .intersection(arena.squares())
}
