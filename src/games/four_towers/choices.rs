//! Entering a move step by step: what each move is, and rearrangements and multi-moves put together part by part.
//!
//! What is typed so far is a text of its own: nothing; a piece (`Nb3`); `@`; an arena with the placements so far
//! and perhaps the piece taken up next (`I:Na3-b4,Rb4`); `multi` or the steps so far with a comma after each and
//! perhaps the piece taken up next (`Ng5-i6,Ni6`).

use super::FourTowers;
use super::board::{Arena, Square, SquareSet, Tower};
use super::moves::{Move, MoveEffect, Step};
use super::multi_move::Underway;
use super::notation::{self, spell_step};
use super::pieces::Piece;
use super::powers::Powers;
use super::scene;
use crate::notation as shared;
use crate::rules::{Choice, Choices, Position};
use crate::scene::{Mark, Scene, View};

/// The longest partial text looked at, in bytes; nine placements take 85.
const LONGEST: usize = 100;

/// A move as a list shows it: what it is, beside its notation.
pub fn label(position: &FourTowers, mv: &Move) -> String {
    let text = notation::display(position, mv);
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

/// What a step is besides an ordinary move: "detach, attach: makes a wizard".
fn nature(position: &FourTowers, step: &Step) -> String {
    let powers = Powers::of(&position.board);
    let name = |square: Square| {
        position
            .board
            .on(square)
            .map_or("piece", |piece| piece.kind.name())
    };
    let mut words = Vec::new();
    if step.is_detachment(position) {
        words.push(format!("detach from {}", name(step.from)));
    }
    if step.is_direct(position, &powers) {
        words.push("direct".to_owned());
    }
    match step.deed {
        MoveEffect::Capture if step.is_en_passant(position) => words.push("en passant".to_owned()),
        MoveEffect::Capture => words.push(format!("takes {}", name(step.to))),
        MoveEffect::Attach => {
            let made = position
                .board
                .on(step.to)
                .and_then(|friend| step.kind.fused(friend.kind))
                .map_or("piece", |made| made.name());
            words.push(format!("attach, makes {made}"));
        }
        MoveEffect::Swap => words.push(format!("swap with {}", name(step.to))),
        MoveEffect::Quiet => {}
    }
    if let Some(kind) = step.promotion {
        words.push(format!("becomes {kind}"));
    }
    words.join(", ")
}

/// The steps that can be taken from a partial text.
pub fn choices(position: &FourTowers, partial: &str) -> Choices {
    if partial.len() > LONGEST {
        return Choices::default();
    }
    if partial.is_empty() {
        return first(position);
    }
    if partial == "@" {
        return returns(position);
    }
    if partial.contains(':') {
        return rearranging(position, partial).unwrap_or_default();
    }
    if partial == "multi" || partial.contains(',') || is_multi_piece(partial) {
        return multiplying(position, partial).unwrap_or_default();
    }
    let options: Vec<Choice> = position
        .listed()
        .iter()
        .filter(|mv| matches!(mv, Move::Step(step) if piece_text(step) == partial))
        .map(|mv| whole(position, mv))
        .collect();
    Choices {
        prompt: format!("Where does {partial} go?"),
        options,
    }
}

fn whole(position: &FourTowers, mv: &Move) -> Choice {
    Choice {
        text: position.write(mv),
        label: label(position, mv),
        whole: true,
    }
}

fn part(text: String, label: String) -> Choice {
    Choice {
        text,
        label,
        whole: false,
    }
}

fn piece_text(step: &Step) -> String {
    format!("{}{}", step.kind.letter(), step.from)
}

/// Pieces and parts that can move, then what else the turn may be.
fn first(position: &FourTowers) -> Choices {
    let mut options: Vec<Choice> = Vec::new();
    let mut returns = false;
    for mv in position.listed() {
        let Move::Step(step) = mv else {
            returns = true;
            continue;
        };
        let text = piece_text(&step);
        if options.iter().any(|choice| choice.text == text) {
            continue;
        }
        let label = match position.board.on(step.from) {
            Some(piece) if piece.kind != step.kind => {
                format!("{text} · {} leaves the {}", step.kind, piece.kind)
            }
            _ => format!("{text} · {}", step.kind),
        };
        options.push(part(text, label));
    }
    if returns && let Some(returning) = position.returning {
        let choice = part(
            "@".to_owned(),
            format!("Return the {} taken on {}", returning.kind, returning.tower),
        );
        options.insert(0, choice);
    }
    for arena in position.rearrangements() {
        options.push(part(
            format!("{arena}:"),
            format!("Rearrange arena {arena}"),
        ));
    }
    if !position.multi_towers().is_empty() && can_multiply(position) {
        options.push(part(
            "multi".to_owned(),
            "Multi-move: two to four moves in one turn".to_owned(),
        ));
    }
    Choices {
        prompt: "Which piece moves?".to_owned(),
        options,
    }
}

/// Whether two steps from different arenas of one tower can be made, safe or not.
fn can_multiply(position: &FourTowers) -> bool {
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

/// A rearrangement so far.
struct Rearranging {
    arena: Arena,
    puts: Vec<(Square, Square)>,
    /// The piece taken up and not yet put down.
    taken_up: Option<Square>,
}

impl Rearranging {
    fn read(position: &FourTowers, partial: &str) -> Option<Self> {
        let (arena, rest) = partial.split_once(':')?;
        let arena = Arena::named(arena)?;
        let mut parts: Vec<&str> = rest.split(',').filter(|part| !part.is_empty()).collect();
        let taken_up = match parts.last() {
            Some(last) if !last.contains('-') => {
                let square = Square::named(last.get(1..)?)?;
                parts.pop();
                Some(square)
            }
            _ => None,
        };
        let text = format!("{arena}:{}", parts.join(","));
        let (arena, puts) = notation::parse_rearrangement(position, &text).ok()?;
        let own = position
            .board
            .of(position.turn)
            .intersection(arena.squares());
        let known = puts
            .iter()
            .map(|(from, _)| *from)
            .chain(taken_up)
            .all(|from| own.contains(from));
        known.then_some(Rearranging {
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
}

/// A piece's letter and square.
fn named(position: &FourTowers, square: Square) -> String {
    position.board.on(square).map_or(String::new(), |piece| {
        format!("{}{square}", piece.kind.letter())
    })
}

fn rearranging(position: &FourTowers, partial: &str) -> Option<Choices> {
    let so_far = Rearranging::read(position, partial)?;
    let powers = Powers::of(&position.board);
    if !powers.rearrangeable(position.turn).contains(&so_far.arena) {
        return None;
    }
    let own = position
        .board
        .of(position.turn)
        .intersection(so_far.arena.squares());
    let text = so_far.text(position);
    if let Some(from) = so_far.taken_up {
        let enemies = position.board.of(position.turn.other());
        let options = so_far
            .arena
            .squares()
            .without(enemies)
            .without(so_far.filled())
            .filter(|to| *to != from)
            .map(|to| {
                let mut puts = so_far.puts.clone();
                puts.push((from, to));
                puts.sort_by_cached_key(|(from, _)| from.to_string());
                let next = Rearranging {
                    puts,
                    taken_up: None,
                    ..so_far
                };
                let moves_on = own.contains(to) && !next.moved().contains(to);
                let label = if moves_on {
                    let there = position
                        .board
                        .on(to)
                        .map_or("piece", |piece| piece.kind.name());
                    format!("to {to}; your {there} there goes elsewhere")
                } else {
                    format!("to {to}")
                };
                part(next.text(position), label)
            })
            .collect();
        return Some(Choices {
            prompt: format!(
                "Where in arena {} does {} go?",
                so_far.arena,
                named(position, from)
            ),
            options,
        });
    }
    let mut options = Vec::new();
    let mv = Move::Rearrange(so_far.arena, so_far.puts.clone());
    if position.is_legal(&mv) {
        options.push(Choice {
            text: text.clone(),
            label: format!("Done: {text}").chars().take(100).collect(),
            whole: true,
        });
    }
    let waiting = own.without(so_far.moved());
    let must = waiting.intersection(so_far.filled());
    for from in if must.is_empty() { waiting } else { must } {
        let join = if so_far.puts.is_empty() { "" } else { "," };
        options.push(part(
            format!("{text}{join}{}", named(position, from)),
            format!("Move {}", named(position, from)),
        ));
    }
    if options.is_empty() || (!so_far.puts.is_empty() && options.len() < 20) {
        options.push(part(format!("{}:", so_far.arena), "Start again".to_owned()));
    }
    Some(Choices {
        prompt: if so_far.puts.is_empty() {
            format!("Rearranging arena {}: which piece first?", so_far.arena)
        } else {
            "Done, or another piece?".to_owned()
        },
        options,
    })
}

/// Whether a text is `multi` with a piece taken up: `multi Ng5`.
fn is_multi_piece(partial: &str) -> bool {
    partial.starts_with("multi ")
}

/// A multi-move so far.
struct Multiplying {
    steps: Vec<Step>,
    underway: Underway,
    /// The piece taken up and not yet moved.
    taken_up: Option<Square>,
}

impl Multiplying {
    fn read(position: &FourTowers, partial: &str) -> Option<Self> {
        let body = partial.strip_prefix("multi").unwrap_or(partial).trim();
        let mut parts: Vec<&str> = body.split(',').filter(|part| !part.is_empty()).collect();
        let taken_up = match parts.last() {
            Some(last) if !last.contains('-') => {
                let square = Square::named(last.get(1..)?)?;
                parts.pop();
                Some(square)
            }
            _ => None,
        };
        let steps = notation::parse_multi(position, &parts.join(",")).ok()?;
        let mut underway = Underway::new(position);
        for step in &steps {
            underway.take(step);
        }
        Some(Multiplying {
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
}

/// Squares in arenas from which the next step may start.
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

fn multiplying(position: &FourTowers, partial: &str) -> Option<Choices> {
    let so_far = Multiplying::read(position, partial)?;
    let board = &so_far.underway.position;
    let text = so_far.text();
    let next = starts(position, &so_far.steps);
    if let Some(from) = so_far.taken_up.filter(|from| next.contains(*from)) {
        let options = so_far
            .underway
            .steps_from(from)
            .iter()
            .filter_map(|step| after_step(position, &so_far, step))
            .collect();
        return Some(Choices {
            prompt: format!("Where does {} go?", named(board, from)),
            options,
        });
    }
    let mut options = Vec::new();
    let mv = Move::Multi(so_far.steps.clone());
    if so_far.steps.len() >= 2 && position.is_legal(&mv) {
        let text = position.write(&mv);
        options.push(Choice {
            label: format!("Done: {text}"),
            text,
            whole: true,
        });
    }
    if so_far.steps.len() < 4 {
        let lead = if so_far.steps.is_empty() {
            "multi "
        } else {
            ""
        };
        for from in next.intersection(board.board.of(position.turn)) {
            let leads_on = so_far
                .underway
                .steps_from(from)
                .iter()
                .any(|step| after_step(position, &so_far, step).is_some());
            if leads_on {
                let arena = from.arena().map_or("", |arena| arena.numeral());
                options.push(part(
                    format!("{lead}{text}{}", named(board, from)),
                    format!("Move {} · from arena {arena}", named(board, from)),
                ));
            }
        }
    }
    if !so_far.steps.is_empty() {
        options.push(part("multi".to_owned(), "Start again".to_owned()));
    }
    Some(Choices {
        prompt: match so_far.steps.len() {
            0 => "Multi-move: which piece moves first?".to_owned(),
            1 => "Which piece moves next, from another arena?".to_owned(),
            _ => "Done, or one more move?".to_owned(),
        },
        options,
    })
}

/// The choice of one more step; `None` where neither ending there nor going on is possible.
fn after_step(position: &FourTowers, so_far: &Multiplying, step: &Step) -> Option<Choice> {
    let mut steps = so_far.steps.clone();
    steps.push(*step);
    let mut underway = so_far.underway.clone();
    underway.take(step);
    let spelt = spell_step(step);
    let goes_on = steps.len() < 4
        && starts(position, &steps)
            .intersection(underway.position.board.of(position.turn))
            .any(|from| !underway.steps_from(from).is_empty());
    if goes_on {
        return Some(part(
            format!("{}{spelt},", so_far.text()),
            spelt.to_string(),
        ));
    }
    let mv = Move::Multi(steps);
    (matches!(&mv, Move::Multi(steps) if steps.len() >= 2) && underway.is_safe()).then(|| Choice {
        text: position.write(&mv),
        label: format!("{spelt} · done"),
        whole: true,
    })
}

/// Ways to go on from what was typed.
pub fn complete(position: &FourTowers, typed: &str, limit: usize) -> Vec<Choice> {
    let stripped = shared::strip(typed);
    let mut found = if stripped.is_empty() {
        choices(position, "").options
    } else if stripped.contains([',', ':']) || stripped.eq_ignore_ascii_case("multi") {
        // A composite move is completed part by part.
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
        for choice in choices(position, partial).options {
            if found.iter().all(|other| other.text != choice.text) {
                found.push(choice);
            }
        }
        found
    } else {
        notation::complete(position, typed, limit)
            .into_iter()
            .map(|choice| match position.exact(&choice.text) {
                Some(mv) => whole(position, &mv),
                None => choice,
            })
            .collect()
    };
    found.truncate(limit);
    found
}

/// The picture of what is put together so far.
pub fn preview(position: &FourTowers, partial: &str, view: &View) -> Option<Scene> {
    if partial.len() > LONGEST {
        return None;
    }
    if partial == "@" {
        let returning = position.returning?;
        let mut scene = scene::board(position, view);
        let piece = Piece {
            side: position.turn,
            kind: returning.kind,
        };
        for to in position.return_squares() {
            scene::add_ghost(&mut scene, view, to, piece);
        }
        return Some(scene);
    }
    if partial.contains(':') {
        let so_far = Rearranging::read(position, partial)?;
        let own = position.board.of(position.turn);
        let (moved, filled) = (so_far.moved(), so_far.filled());
        let mut shown = position.clone();
        shown.place_anew(&so_far.puts);
        let mut scene = scene::board(&shown, view);
        let mv = Move::Rearrange(so_far.arena, so_far.puts);
        scene::mark_move_on(&mut scene, view, &mv);
        scene::mark_squares(&mut scene, view, so_far.taken_up, Mark::Chosen);
        let waiting = own
            .without(moved)
            .intersection(filled)
            .filter_map(|from| position.board.on(from));
        scene::add_waiting(&mut scene, waiting);
        return Some(scene);
    }
    if partial.contains(',') || partial.starts_with("multi") {
        let so_far = Multiplying::read(position, partial)?;
        let mut scene = scene::board(&so_far.underway.position, view);
        if let Some(from) = so_far.taken_up {
            scene::mark_squares(&mut scene, view, [from], Mark::Chosen);
            let reach = so_far.underway.steps_from(from);
            scene::mark_squares(
                &mut scene,
                view,
                reach.iter().map(|step| step.to),
                Mark::Reach,
            );
        }
        scene::mark_move_on(&mut scene, view, &Move::Multi(so_far.steps));
        return Some(scene);
    }
    if let Some(mv) = position.exact(partial) {
        let mut shown = position.clone();
        shown.make(&mv);
        let mut scene = scene::board(&shown, view);
        scene::mark_move_on(&mut scene, view, &mv);
        return Some(scene);
    }
    let from = Square::named(partial.get(1..)?)?;
    let view = View {
        reach: Some(from.to_string()),
        ..view.clone()
    };
    Some(scene::scene(position, None, &view))
}
