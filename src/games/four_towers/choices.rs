//! Step-by-step entry of a move: a label for each move; rearrangements and multi-moves entered part by part.
//!
//! The partial text is one of: empty; a piece (`Nb3`); `@`; an arena with its placements so far and perhaps the piece
//! picked up next (`I:Na3-b4,Rb4`); `multi`, or the steps so far with a comma after each and perhaps the piece picked
//! up next (`Ng5-i6,Ni6`).

mod multi_move;
mod rearrangement;

use super::board::{Arena, Square};
use super::pieces::{Piece, Role};
use super::powers::Powers;
use super::turn::{Move, MoveEffect, Step};
use super::{FourTowers, notation, scene};
use crate::notation as shared;
use crate::rules::{Choice, Choices, Depict, Entry, Notation};
use crate::scene::{Scene, View};
use multi_move::PartialMultiMove;
use rearrangement::PartialRearrangement;

impl Entry for FourTowers {
    fn label(&self, mv: &Move) -> String {
        label(self, mv)
    }

    fn choices(&self, partial: &str) -> Choices {
        match PartialMove::read(self, partial) {
            None => Choices::default(),
            Some(PartialMove::Nothing) => first(self),
            Some(PartialMove::Return) => returns(self),
            Some(PartialMove::Rearrangement(so_far)) => so_far.choices(self).unwrap_or_default(),
            Some(PartialMove::Multi(so_far)) => so_far.choices(self),
            Some(PartialMove::Other(piece)) => goals(self, piece),
        }
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        complete(self, typed, limit)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        match PartialMove::read(self, partial)? {
            PartialMove::Nothing => None,
            PartialMove::Return => {
                let piece = Piece {
                    seat: self.turn,
                    role: self.returning?.role,
                };
                let mut scene = scene::board(self, view);
                for to in self.return_squares() {
                    scene::add_ghost(&mut scene, view, to, piece);
                }
                Some(scene)
            }
            PartialMove::Rearrangement(so_far) => Some(so_far.preview(self, view)),
            PartialMove::Multi(so_far) => Some(so_far.preview(view)),
            PartialMove::Other(text) => {
                if let Some(mv) = self.exact(text) {
                    let mut shown = self.clone();
                    shown.make(&mv);
                    let mut scene = scene::board(&shown, view);
                    scene::mark_move_on(&mut scene, view, &mv);
                    return Some(scene);
                }
                let from = Square::parse(text.get(1..)?)?;
                let view = View {
                    reach: Some(from.to_string()),
                    ..view.clone()
                };
                Some(self.scene(None, &view))
            }
        }
    }
}

/// Number of options that a menu shows at once.
const MENU: usize = 25;

/// Upper bound of a partial text that is read, in bytes; nine placements take 85.
const LONGEST: usize = 100;

/// Returns a move's label in a list: its notation and its nature.
pub fn label(position: &FourTowers, mv: &Move) -> String {
    let text = position.display(mv);
    match mv {
        Move::Step(step) => match nature(position, step) {
            nature if nature.is_empty() => text,
            nature => format!("{text} · {nature}"),
        },
        Move::Return(_) => format!("{text} · return"),
        Move::Rearrange(..) => format!("{text} · rearrangement"),
        Move::Multi(_) => format!("{text} · multi-move"),
    }
    .chars()
    .take(100)
    .collect()
}

/// Returns the nature of a step, beyond an ordinary move: "detach, attach: makes a wizard".
fn nature(position: &FourTowers, step: &Step) -> String {
    let powers = Powers::of(&position.board);
    let name = |square: Square| {
        position
            .board
            .get(square)
            .map_or("piece", |piece| piece.role.name())
    };
    let mut words = Vec::new();
    if step.is_detachment(position) {
        words.push(format!("detach from {}", name(step.from)));
    }
    if step.is_direct(position, &powers) {
        words.push("direct".to_owned());
    }
    match step.effect {
        MoveEffect::Capture if step.is_en_passant(position) => words.push("en passant".to_owned()),
        MoveEffect::Capture => words.push(format!("takes {}", name(step.to))),
        MoveEffect::Attach => {
            let made = position
                .board
                .get(step.to)
                .and_then(|friend| step.role.fused(friend.role))
                .map_or("piece", |made| made.name());
            words.push(format!("attach, makes {made}"));
        }
        MoveEffect::Swap => words.push(format!("swap with {}", name(step.to))),
        MoveEffect::Quiet => {}
    }
    if let Some(role) = step.promotion {
        words.push(format!("becomes {role}"));
    }
    words.join(", ")
}

/// A partly entered move.
enum PartialMove<'t> {
    Nothing,
    Return,
    Rearrangement(PartialRearrangement),
    Multi(Box<PartialMultiMove>),
    /// A piece, or a whole move.
    Other(&'t str),
}

impl<'t> PartialMove<'t> {
    /// Reads a partial text; `None` if it is too long or has parts that cannot be played here.
    fn read(position: &FourTowers, text: &'t str) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        Some(match text {
            "" => PartialMove::Nothing,
            "@" => PartialMove::Return,
            _ if let Some((arena, body)) = text.split_once(':') => {
                let (parts, taken_up) = parts_of(body)?;
                let arena = Arena::parse(arena)?;
                PartialMove::Rearrangement(PartialRearrangement::of(
                    position, arena, &parts, taken_up,
                )?)
            }
            _ if text == "multi" || text.starts_with("multi ") || text.contains(',') => {
                let (parts, taken_up) = parts_of(text.strip_prefix("multi").unwrap_or(text))?;
                PartialMove::Multi(Box::new(PartialMultiMove::of(position, &parts, taken_up)?))
            }
            _ => PartialMove::Other(text),
        })
    }
}

/// Splits a composite move into its finished parts, joined by commas, and the piece picked up but not yet put down.
fn parts_of(body: &str) -> Option<(String, Option<Square>)> {
    let mut parts: Vec<&str> = body
        .trim()
        .split(',')
        .filter(|part| !part.is_empty())
        .collect();
    let taken_up = match parts.last() {
        Some(last) if !last.contains('-') => {
            let square = Square::parse(last.get(1..)?)?;
            parts.pop();
            Some(square)
        }
        _ => None,
    };
    Some((parts.join(","), taken_up))
}

fn whole(position: &FourTowers, mv: &Move) -> Choice {
    Choice {
        text: position.write(mv),
        label: position.label(mv),
        whole: true,
    }
}

fn piece_text(step: &Step) -> String {
    format!("{}{}", step.role.letter(), step.from)
}

/// Returns the pieces that can move, whole or in parts, followed by the other kinds of turn.
fn first(position: &FourTowers) -> Choices {
    let mut options: Vec<Choice> = Vec::new();
    let mut returns = false;
    for mv in position.listed() {
        let Move::Step(step) = mv else {
            returns = true;
            continue;
        };
        let role = whole_role(position, &step);
        let text = format!("{}{}", role.letter(), step.from);
        if options.iter().all(|choice| choice.text != text) {
            let label = format!("{text} · {role}");
            options.push(Choice::part(text, label));
        }
    }
    if returns && let Some(returning) = position.returning {
        let choice = Choice::part(
            "@".to_owned(),
            format!("Return the {} taken on {}", returning.role, returning.tower),
        );
        options.insert(0, choice);
    }
    for arena in position.rearrangements() {
        options.push(Choice::part(
            format!("{arena}:"),
            format!("Rearrange arena {arena}"),
        ));
    }
    if !position.multi_towers().is_empty() && multi_move::can_start(position) {
        options.push(Choice::part(
            "multi".to_owned(),
            "Multi-move: two to four moves in one turn".to_owned(),
        ));
    }
    Choices {
        prompt: "Which piece moves?".to_owned(),
        options,
    }
}

/// Returns the kind of the piece that makes a step or that a part of leaves by it.
fn whole_role(position: &FourTowers, step: &Step) -> Role {
    let piece = position.board.get(step.from);
    piece.map_or(step.role, |piece| piece.role)
}

/// Returns the destinations of a piece or a part of one, such as `Nb3`, those of a whole piece with those of its parts.
/// If they are more than a menu shows at once, each part is one choice, before the whole piece's destinations.
fn goals(position: &FourTowers, piece: &str) -> Choices {
    let listed = position.listed();
    let steps = listed.iter().filter_map(|mv| match mv {
        Move::Step(step) => Some((mv, step)),
        _ => None,
    });
    let of_piece = steps.filter(|(_, step)| {
        let role = whole_role(position, step);
        piece_text(step) == piece || format!("{}{}", role.letter(), step.from) == piece
    });
    let (own, parted): (Vec<_>, Vec<_>) = of_piece.partition(|(_, step)| piece_text(step) == piece);
    let Some((_, first)) = own.first().or(parted.first()) else {
        return Choices::default();
    };
    let named = match own.is_empty() {
        true => whole_role(position, first),
        false => first.role,
    };
    let mut parts: Vec<Choice> = Vec::new();
    if own.len() + parted.len() > MENU {
        for (_, step) in &parted {
            let text = piece_text(step);
            if parts.iter().all(|choice| choice.text != text) {
                let label = format!("{text} · {} leaves the {named}", step.role);
                parts.push(Choice::part(text, label));
            }
        }
    }
    let shown = if parts.is_empty() { &parted[..] } else { &[] };
    let moves = own.iter().chain(shown).map(|(mv, _)| whole(position, mv));
    Choices {
        prompt: format!("Where does the {named} on {} go?", first.from),
        options: parts.into_iter().chain(moves).collect(),
    }
}

fn returns(position: &FourTowers) -> Choices {
    Choices {
        prompt: "On which square does it come back?".to_owned(),
        options: position
            .listed()
            .iter()
            .filter(|mv| matches!(mv, Move::Return(_)))
            .map(|mv| whole(position, mv))
            .collect(),
    }
}

/// Returns completions of a typed text.
pub fn complete(position: &FourTowers, typed: &str, limit: usize) -> Vec<Choice> {
    let stripped = shared::strip(typed);
    let mut found = if stripped.is_empty() {
        position.choices("").options
    } else if stripped.contains([',', ':']) || stripped.eq_ignore_ascii_case("multi") {
        // Composite moves are completed part by part.
        let partial = if stripped.eq_ignore_ascii_case("multi") {
            "multi"
        } else {
            typed.trim()
        };
        let mut found: Vec<Choice> = position
            .read(partial)
            .ok()
            .map(|mv| whole(position, &mv))
            .into_iter()
            .collect();
        for choice in position.choices(partial).options {
            if found.iter().all(|other| other.text != choice.text) {
                found.push(choice);
            }
        }
        found
    } else {
        let mut found: Vec<Choice> = notation::complete(position, typed, limit)
            .into_iter()
            .map(|choice| match position.exact(&choice.text) {
                Some(mv) => whole(position, &mv),
                None => choice,
            })
            .collect();
        // A piece that is named whole goes on with the moves of its parts.
        let of_piece = goals(position, typed.trim()).options;
        if found.iter().all(|choice| !choice.whole) && !of_piece.is_empty() {
            found.clear();
        }
        for choice in of_piece {
            if found.iter().all(|other| other.text != choice.text) {
                found.push(choice);
            }
        }
        found
    };
    found.truncate(limit);
    found
}
