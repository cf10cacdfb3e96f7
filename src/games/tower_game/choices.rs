//! Building a move step by step: first the piece, then the rank, then the cube, then the choices within the move.
//!
//! A side may have fifty pieces that can move, so the first question is for the kind of piece if the pieces do not fit
//! into a menu. A step with only one answer is skipped.

use super::board::Cube;
use super::describe::with_article;
use super::moves::{Move, MoveKind};
use super::notation::{ask, base, move_text, mover, shown, write};
use super::pieces::Piece;
use super::position::TowerGame;
use super::scene::slice::{on_chosen_rank, reach_of};
use crate::notation;
use crate::rules::wording::capital;
use crate::rules::{Choice, Choices, Depict, Entry, Hidden, RuleError};
use crate::scene::{Scene, View};

/// Number of options that a Discord menu shows at once.
const MENU: usize = 25;

impl Entry for TowerGame {
    fn label(&self, mv: &Move) -> String {
        let mut label = if self.hides() {
            // The player learns of a capture only when the move is played.
            let asked = ask(mv);
            asked.strip_prefix('P').map(str::to_owned).unwrap_or(asked)
        } else {
            let usual = matches!(
                mv.kind,
                MoveKind::Goes | MoveKind::Captures(_) | MoveKind::Castles
            );
            match mv.from.filter(|_| usual) {
                Some(from) => {
                    let name = capital(&mv.piece.name(&self.rules));
                    format!("{name} {from} to {}", mv.to)
                }
                None => shown(mv),
            }
        };
        if mv.kind == MoveKind::Castles {
            label.push_str(" · castles");
        } else if let Some(taken) = mv.captured().and_then(|cube| self.get(cube)) {
            label.push_str(&format!(" · takes the {}", taken.name(&self.rules)));
        }
        let becomes = match mv.promotion {
            _ if mv.plus => Some(mv.becomes()),
            role => role.map(|role| Piece::new(mv.piece.seat, role)),
        };
        if let Some(new) = becomes {
            label.push_str(&format!(" · becomes {}", new.name(&self.rules)));
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
            found = if self.effects.is_none() {
                self.fitting(partial, &legal)
            } else {
                notation::complete_among(self, &legal, partial, limit)
            };
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

impl TowerGame {
    /// The moves to choose from: with hidden pieces, the moves that may be asked.
    fn offered(&self) -> Vec<Move> {
        if self.hides() {
            self.askable()
        } else {
            self.legal()
        }
    }

    fn steps_among(&self, partial: &str, legal: &[Move]) -> Choices {
        let partial = partial.trim();
        if partial.is_empty() {
            let (movers, kinds) = (self.movers(legal), self.kinds(legal));
            return if movers.len() > MENU && kinds.len() > 1 {
                choices("Which kind of piece moves?".to_owned(), kinds)
            } else {
                choices("Which piece moves?".to_owned(), movers)
            };
        }
        let of_kind: Vec<Move> = (legal.iter())
            .filter(|mv| mv.from.is_some() && mv.piece.letter() == partial)
            .copied()
            .collect();
        if let Some(first) = of_kind.first() {
            let name = first.piece.name(&self.rules);
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
            (Some(from), _) => format!("the {} on {from}", first.piece.name(&self.rules)),
            _ if self.is_placing() => format!("the {}", first.piece.name(&self.rules)),
            _ => format!("the dropped {}", first.piece.name(&self.rules)),
        };
        let mut ranks: Vec<u8> = moves.iter().map(|mv| mv.to.rank()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        // Nearest to the other side first, where most moves go.
        if self.rules.goes_up(self.turn) {
            ranks.reverse();
        }
        // In Shogi a move with promotion is listed next to the one without.
        let step = if self.rules.shogi { write } else { base };
        let goals = self.next_steps(moves, step);
        if ranks.len() > 1 && goals.len() > 5 {
            let options = ranks
                .into_iter()
                .map(|rank| {
                    let mut here = moves.to_vec();
                    here.retain(|mv| mv.to.rank() == rank);
                    let mut files: Vec<String> = here.iter().map(|mv| mv.to.file_name()).collect();
                    files.dedup();
                    let cubes = if files.len() > 8 {
                        format!("{} squares", files.len())
                    } else {
                        files.join(" ")
                    };
                    Choice {
                        text: format!("{role} rank {}", rank + 1),
                        label: format!("Level {} · {cubes}{}", rank + 1, captures(&here)),
                        whole: false,
                    }
                })
                .collect();
            return choices(format!("To which level does {what} go?"), options);
        }
        choices(format!("To which square does {what} go?"), goals)
    }

    /// Returns one option for each next step, written as a whole move where only one move takes the step.
    fn next_steps(&self, moves: &[Move], step: impl Fn(&Move) -> String) -> Vec<Choice> {
        grouped(moves, step)
            .into_iter()
            .map(|(text, same)| match &same[..] {
                [mv] => self.whole(mv),
                [mv, ..] if same.iter().all(|mv| mv.promotion.is_some()) && mv.piece.is_pawn() => {
                    let bare = Move {
                        promotion: None,
                        ..*mv
                    };
                    Choice {
                        label: format!("{} · promotes", self.label(&bare)),
                        text,
                        whole: false,
                    }
                }
                _ => Choice {
                    label: format!("{text} · {}", counted(same.len(), "way")),
                    text,
                    whole: false,
                },
            })
            .collect()
    }

    /// Returns one option for each piece that can move.
    fn movers(&self, legal: &[Move]) -> Vec<Choice> {
        let mut options = grouped(legal, mover);
        options.sort_by_key(|(_, moves)| {
            moves.first().map(|mv| {
                (
                    mv.from.is_none(),
                    mv.piece.role,
                    !mv.piece.promoted,
                    mv.from,
                )
            })
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
        let name = first.piece.name(&self.rules);
        let count = counted(moves.len(), "move");
        match (first.from, first.kind) {
            (Some(from), MoveKind::Parts) => {
                format!("{} leaves {from} · {count}", capital(&name))
            }
            (Some(from), _) => format!("{} {from} · {count}{}", capital(&name), captures(moves)),
            (None, MoveKind::Exchanges(given)) => format!(
                "Give {}, get {} · {}",
                with_article(&Piece::new(self.turn, given).name(&self.rules)),
                with_article(&name),
                counted(moves.len(), "square")
            ),
            (None, _) => {
                let (verb, held) = match self.hands[self.turn.index()].count(first.piece.role) {
                    _ if self.is_placing() => ("Place", String::new()),
                    0 => ("Drop", String::new()),
                    held => ("Drop", format!(" ({held} in hand)")),
                };
                format!(
                    "{verb} {}{held} · {}",
                    with_article(&name),
                    counted(moves.len(), "square")
                )
            }
        }
    }

    /// The kinds of pieces that can move, and the pieces that can be put on the board.
    fn kinds(&self, legal: &[Move]) -> Vec<Choice> {
        let mut letters: Vec<_> = (legal.iter())
            .filter(|mv| mv.from.is_some())
            .map(|mv| (mv.piece.role, !mv.piece.promoted, mv.piece.letter()))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        let mut kinds = Vec::new();
        for (.., letter) in letters {
            let of_kind: Vec<Move> = (legal.iter())
                .filter(|mv| mv.from.is_some() && mv.piece.letter() == letter)
                .copied()
                .collect();
            let roles = self.movers(&of_kind);
            match (&roles[..], of_kind.first()) {
                ([role], _) => kinds.push(role.clone()),
                (_, Some(first)) => kinds.push(Choice {
                    label: format!(
                        "{}: {} can move, {}{}",
                        capital(&first.piece.name(&self.rules)),
                        roles.len(),
                        counted(of_kind.len(), "move"),
                        captures(&of_kind)
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

    /// The moves that begin with, mention or mean the player's text, best first.
    fn fitting(&self, typed: &str, legal: &[Move]) -> Vec<Choice> {
        let typed = notation::strip(typed);
        let lower = typed.to_ascii_lowercase();
        let meanings = notation::parse(self, &typed);
        let mut ranked: Vec<(u8, &Move)> = Vec::new();
        for mv in legal {
            let spelling = move_text(mv);
            let text = spelling.text().to_ascii_lowercase();
            let named = meanings.iter().any(|wanted| match wanted.to {
                Some(_) => wanted.fits(&spelling),
                None => wanted.from.as_deref() == Some(&*spelling.from),
            });
            let rank = if text.starts_with(&lower) || spelling.from.starts_with(&lower) {
                0
            } else if spelling.to == lower || named {
                1
            } else if text.contains(&lower)
                || self
                    .short(mv, legal)
                    .to_ascii_lowercase()
                    .starts_with(&lower)
            {
                2
            } else {
                continue;
            };
            ranked.push((rank * 2 + u8::from(mv.captured().is_none()), mv));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        // Many moves of several pieces: offer the pieces.
        let best: Vec<Move> = ranked.iter().map(|(_, mv)| **mv).collect();
        if best.len() > MENU {
            return self.movers(&best);
        }
        best.iter().map(|mv| self.whole(mv)).collect()
    }

    /// Asks for the rest of a move where a text is only the beginning of one.
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

/// The moves grouped by one of their texts, in the order in which the texts appear.
fn grouped(moves: &[Move], text: impl Fn(&Move) -> String) -> Vec<(String, Vec<Move>)> {
    let mut groups: Vec<(String, Vec<Move>)> = Vec::new();
    for mv in moves {
        let text = text(mv);
        match groups.iter_mut().find(|(known, _)| *known == text) {
            Some((_, same)) => same.push(*mv),
            None => groups.push((text, vec![*mv])),
        }
    }
    groups
}

/// Reports the number of captures among the moves, if any.
fn captures(moves: &[Move]) -> String {
    match moves.iter().filter(|mv| mv.captured().is_some()).count() {
        0 => String::new(),
        count => format!(" · {}", counted(count, "capture")),
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// The partial texts of a move, from [`base`] to the whole.
fn stages(mv: &Move) -> Vec<String> {
    let mut text = base(mv);
    let mut stages = vec![text.clone()];
    let promotion = mv.promotion.map(|role| format!("={}", role.letter()));
    let cube = |cube: Option<Cube>| cube.map(|cube| format!(":{cube}"));
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
