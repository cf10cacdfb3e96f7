//! Putting a move together step by step: by piece, then by rank, then by cube, then by what is chosen with it.

use std::borrow::Cow;

use super::kriegspiel::ask;
use super::moves::{Move, MoveKind};
use super::notation::{operator, write};
use super::scene::reach_of;
use super::{Cube, Mutated, Unit};
use crate::notation;
use crate::rules::wording::capital;
use crate::rules::{Choice, Choices, Depict, Entry, Hidden, RuleError};
use crate::scene::{Scene, View};

use super::super::choices::{MENU, WHICH_KIND, WHICH_PIECE, to_which_cube, to_which_rank};
use super::super::describe::with_article;
use super::super::scene::slice::on_chosen_rank;

impl Entry for Mutated {
    fn label(&self, mv: &Move) -> String {
        let name = |unit: Unit| unit.name(&self.rules);
        let mut label = if self.hides() {
            // Whether it captures is not known before it is played.
            let asked = ask(mv);
            asked.strip_prefix('P').map(str::to_owned).unwrap_or(asked)
        } else {
            let usual = matches!(
                mv.kind,
                MoveKind::Goes | MoveKind::Captures(_) | MoveKind::Castles
            );
            match mv.from.filter(|_| usual) {
                Some(from) => format!("{} {from} to {}", capital(&name(mv.unit)), mv.to),
                None => self.shown(mv),
            }
        };
        if mv.kind == MoveKind::Castles {
            label.push_str(" · castles");
        } else if let Some(taken) = mv.captured().and_then(|cube| self.unit(cube)) {
            label.push_str(&format!(" · takes the {}", name(taken)));
        }
        if let Some(role) = mv.promotion {
            label.push_str(&format!(
                " · becomes {}",
                name(Unit::new(mv.unit.seat, role))
            ));
        }
        label
    }

    fn choices(&self, partial: &str) -> Choices {
        self.steps_among(partial, &self.offered())
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let legal = self.offered();
        let partial = typed.trim();
        let (role, rank) = split_rank(partial);
        let under: Vec<&Move> = (legal.iter())
            .filter(|mv| mover(mv) == role)
            .filter(|mv| rank.is_none_or(|rank| mv.to.rank() == rank))
            .collect();
        // A step whose moves all fit is shown as those moves.
        if !under.is_empty() && under.len() <= limit {
            return under.into_iter().map(|mv| self.whole(mv)).collect();
        }
        let mut found = self.steps_among(partial, &legal).options;
        if found.is_empty() && !partial.is_empty() {
            found = notation::complete_among(self, &legal, partial, limit);
            if self.hides() {
                for choice in &mut found {
                    choice.text.retain(|sign| !"-x".contains(sign));
                }
            }
        }
        found.truncate(limit);
        found
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        let view = View {
            reach: Some(reach_of(partial)?),
            ..view.clone()
        };
        Some(on_chosen_rank(self.scene(None, &view), partial))
    }
}

impl Mutated {
    /// The moves to choose from: where pieces are hidden, what may be asked.
    fn offered(&self) -> Vec<Move> {
        if self.hides() {
            self.askable()
        } else {
            self.all_legal()
        }
    }

    fn steps_among(&self, partial: &str, legal: &[Move]) -> Choices {
        let partial = partial.trim();
        if partial.is_empty() {
            let movers = self.movers(legal);
            if movers.len() <= MENU {
                return choices(WHICH_PIECE.to_owned(), movers);
            }
            return choices(WHICH_KIND.to_owned(), self.kinds(legal));
        }
        let of_kind: Vec<Move> = (legal.iter())
            .filter(|mv| mv.from.is_some() && kind(mv) == partial)
            .copied()
            .collect();
        if let Some(first) = of_kind.first() {
            let name = first.unit.name(&self.rules);
            return choices(notation::which_moves(&name), self.movers(&of_kind));
        }
        let (role, rank) = split_rank(partial);
        let moves: Vec<Move> = (legal.iter())
            .filter(|mv| mover(mv) == role)
            .filter(|mv| rank.is_none_or(|rank| mv.to.rank() == rank))
            .copied()
            .collect();
        if let Some(first) = moves.first() {
            return self.goals(first, role, &moves);
        }
        let going_on: Vec<Move> = (legal.iter())
            .filter(|mv| partial.starts_with(&base(mv)))
            .filter(|mv| stages(mv).iter().any(|stage| stage == partial) && write(mv) != partial)
            .copied()
            .collect();
        let Some(first) = going_on.first() else {
            return Choices::default();
        };
        let chosen = next_stage(first, partial).unwrap_or_default();
        let prompt = match chosen.strip_prefix(partial).unwrap_or_default() {
            rest if rest.starts_with('=') => "What does the pawn become?",
            _ if first.second.is_some() && partial.contains('=') => {
                "Which other pawn is promoted too?"
            }
            _ if first.double.is_some() => "Which other piece goes too?",
            _ => "Which pawn is captured?",
        };
        choices(
            prompt.to_owned(),
            self.next_steps(&going_on, |mv| {
                next_stage(mv, partial).unwrap_or_else(|| write(mv))
            }),
        )
    }

    fn goals(&self, first: &Move, role: &str, moves: &[Move]) -> Choices {
        let what = match (first.from, first.kind) {
            (Some(from), _) => format!("the {} on {from}", first.unit.name(&self.rules)),
            _ => format!("the {}", first.unit.name(&self.rules)),
        };
        let mut ranks: Vec<u8> = moves.iter().map(|mv| mv.to.rank()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        // Nearest to the other side first: that is where most moves are wanted.
        if self.rules.goes_up(self.turn) {
            ranks.reverse();
        }
        let goals = self.next_steps(moves, base);
        if ranks.len() > 1 && goals.len() > 5 {
            let options = ranks
                .into_iter()
                .map(|rank| {
                    let here = moves.iter().filter(|mv| mv.to.rank() == rank).count();
                    Choice {
                        text: format!("{role} rank {}", rank + 1),
                        label: format!("Rank {} · {}", rank + 1, counted(here, "move")),
                        whole: false,
                    }
                })
                .collect();
            return choices(to_which_rank(&what), options);
        }
        choices(to_which_cube(&what), goals)
    }

    /// One option for each of the next steps, whole where but one move takes it.
    fn next_steps(&self, moves: &[Move], step: impl Fn(&Move) -> String) -> Vec<Choice> {
        let mut options: Vec<(String, Vec<Move>)> = Vec::new();
        for mv in moves {
            let text = step(mv);
            match options.iter_mut().find(|(known, _)| *known == text) {
                Some((_, same)) => same.push(*mv),
                None => options.push((text, vec![*mv])),
            }
        }
        options
            .into_iter()
            .map(|(text, same)| match &same[..] {
                [mv] => self.whole(mv),
                _ => Choice {
                    label: format!("{text} · {}", counted(same.len(), "way")),
                    text,
                    whole: false,
                },
            })
            .collect()
    }

    /// What can move, each by itself.
    fn movers(&self, legal: &[Move]) -> Vec<Choice> {
        let mut options: Vec<(String, Vec<Move>)> = Vec::new();
        for mv in legal {
            let text = mover(mv);
            match options.iter_mut().find(|(known, _)| *known == text) {
                Some((_, same)) => same.push(*mv),
                None => options.push((text, vec![*mv])),
            }
        }
        options.sort_by_key(|(_, moves)| {
            moves
                .first()
                .map(|mv| (mv.from.is_none(), mv.unit.role, mv.from))
        });
        options
            .into_iter()
            .map(|(text, moves)| match &moves[..] {
                [mv] => self.whole(mv),
                _ => Choice {
                    label: self.mover_label(&moves),
                    text,
                    whole: false,
                },
            })
            .collect()
    }

    fn mover_label(&self, moves: &[Move]) -> String {
        let Some(first) = moves.first() else {
            return String::new();
        };
        let name = first.unit.name(&self.rules);
        let captures = moves.iter().filter(|mv| mv.captured().is_some()).count();
        let taking = if captures == 0 {
            String::new()
        } else {
            format!(" · {}", counted(captures, "capture"))
        };
        match (first.from, first.kind) {
            (Some(from), MoveKind::Parts) => {
                format!(
                    "{} leaves {from} · {}",
                    capital(&name),
                    counted(moves.len(), "move")
                )
            }
            (Some(from), _) => format!(
                "{} {from} · {}{taking}",
                capital(&name),
                counted(moves.len(), "move")
            ),
            (None, MoveKind::Exchanges(given)) => format!(
                "Give {}, get {} · {}",
                with_article(&Unit::new(self.turn, given).name(&self.rules)),
                with_article(&name),
                counted(moves.len(), "cube")
            ),
            (None, _) => {
                let verb = if self.is_placing() { "Place" } else { "Drop" };
                format!(
                    "{verb} {} · {}",
                    with_article(&name),
                    counted(moves.len(), "cube")
                )
            }
        }
    }

    /// The kinds of pieces that can move, and what can be put on the board.
    fn kinds(&self, legal: &[Move]) -> Vec<Choice> {
        let mut letters: Vec<(super::Role, Cow<'static, str>)> = (legal.iter())
            .filter(|mv| mv.from.is_some())
            .map(|mv| (mv.unit.role, kind(mv)))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let mut kinds = Vec::new();
        for (_, letter) in letters {
            let of_kind: Vec<Move> = (legal.iter())
                .filter(|mv| mv.from.is_some() && kind(mv) == letter)
                .copied()
                .collect();
            let roles = self.movers(&of_kind);
            match (&roles[..], of_kind.first()) {
                ([role], _) => kinds.push(role.clone()),
                (_, Some(first)) => kinds.push(Choice {
                    label: format!(
                        "{}: {} can move, {}",
                        capital(&first.unit.name(&self.rules)),
                        roles.len(),
                        counted(of_kind.len(), "move")
                    ),
                    text: letter.into_owned(),
                    whole: false,
                }),
                _ => {}
            }
        }
        let put: Vec<Move> = legal
            .iter()
            .filter(|mv| mv.from.is_none())
            .copied()
            .collect();
        kinds.extend(self.movers(&put));
        kinds
    }

    fn whole(&self, mv: &Move) -> Choice {
        Choice {
            text: if self.hides() { ask(mv) } else { write(mv) },
            label: self.label(mv),
            whole: true,
        }
    }

    /// What is still to be said where a text is but the beginning of a move.
    pub(super) fn question(&self, partial: &str, legal: &[Move]) -> Option<RuleError> {
        if partial.trim().is_empty() {
            return None;
        }
        let step = self.steps_among(partial, legal);
        notation::question(&step.prompt, &step.options)
    }
}

fn choices(prompt: String, options: Vec<Choice>) -> Choices {
    Choices { prompt, options }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// The letter by which all pieces of a kind are asked for.
fn kind(mv: &Move) -> Cow<'static, str> {
    mv.unit.letter()
}

/// The beginning of a move's text: its piece and cube, or what is put on the board.
pub fn mover(mv: &Move) -> String {
    let mut text = String::with_capacity(8);
    if let (None, MoveKind::Exchanges(given)) = (mv.from, mv.kind) {
        text.push(given.letter());
        text.push(':');
    }
    text.push_str(&mv.unit.letter());
    text.push_str(mv.from.map_or("@", Cube::name));
    text
}

/// A move's text as far as the cube it goes to.
fn base(mv: &Move) -> String {
    let mut text = mover(mv);
    if mv.from.is_some() {
        text.push(operator(mv));
    }
    text.push_str(mv.to.name());
    text
}

/// The texts that a move is put together by, from [`base`] to the whole.
fn stages(mv: &Move) -> Vec<String> {
    let mut text = base(mv);
    let mut stages = vec![text.clone()];
    let promotion = mv.promotion.map(|role| format!("={}", role.letter()));
    let cube = |cube: Option<super::Cube>| cube.map(|cube| format!(":{cube}"));
    let parts = [cube(mv.passer), cube(mv.double), promotion, cube(mv.second)];
    for part in parts.into_iter().flatten() {
        text.push_str(&part);
        stages.push(text.clone());
    }
    stages
}

fn next_stage(mv: &Move, after: &str) -> Option<String> {
    let mut stages = stages(mv).into_iter();
    stages.find(|stage| stage == after)?;
    stages.next()
}

/// A partial such as `Ncb1 rank 3` in its parts; the rank is counted from 0.
fn split_rank(text: &str) -> (&str, Option<u8>) {
    if let Some((role, rank)) = text.rsplit_once(" rank ")
        && let Ok(rank @ 1..=9) = rank.parse::<u8>()
    {
        return (role, Some(rank - 1));
    }
    (text, None)
}
