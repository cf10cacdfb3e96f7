//! Putting a move together step by step: by piece, then by rank, then by cube.
//!
//! A side may have fifty pieces that can move, so the first question is which kind of piece where more than a menu's
//! worth could answer. A step that leaves but one answer is skipped.

use super::moves::{Move, Promotion};
use super::notation::move_text;
use super::pieces::Piece;
use super::{Cube, TowerGame, scene};
use crate::notation;
use crate::rules::wording::capital;
use crate::rules::{Choice, Choices, Entry, RuleError};
use crate::scene::{Scene, View};

impl Entry for TowerGame {
    fn choices(&self, partial: &str) -> Choices {
        self.steps(partial)
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        self.completions(typed, limit)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        scene::preview(self, partial, view)
    }
}

/// How many options a menu of Discord's shows at once.
pub(super) const MENU: usize = 25;

/// The first question, where all answers fit into a menu.
pub(super) const WHICH_PIECE: &str = "Which piece moves?";

/// The first question, where there are more of them.
pub(super) const WHICH_KIND: &str = "Which kind of piece moves?";

/// Asks for the rank that a piece, such as "the rook on aa1", goes to.
pub(super) fn to_which_rank(what: &str) -> String {
    format!("To which rank does {what} go?")
}

/// Asks for the cube.
pub(super) fn to_which_cube(what: &str) -> String {
    format!("To which cube does {what} go?")
}

/// What a partial move has settled so far, as it is written: `N`, `Ncb1`, `Ncb1 rank 3`, `Paa7-aa8` (a promotion to
/// be chosen).
struct Partial<'t> {
    role: &'t str,
    rank: Option<u8>,
}

impl TowerGame {
    /// The steps that can be taken from a partial move.
    pub(super) fn steps(&self, partial: &str) -> Choices {
        let legal = self.legal_moves_of(self.turn);
        self.steps_among(partial, &legal)
    }

    fn steps_among(&self, partial: &str, legal: &[Move]) -> Choices {
        let partial = partial.trim();
        if partial.is_empty() {
            let roles = self.roles(legal);
            let kinds = self.kinds(legal);
            let by_kind = roles.len() > MENU && kinds.len() > 1;
            return Choices {
                prompt: if by_kind { WHICH_KIND } else { WHICH_PIECE }.to_owned(),
                options: if by_kind { kinds } else { roles },
            };
        }
        let of_kind: Vec<Move> = legal
            .iter()
            .filter(|mv| mv.piece.letter() == partial && mv.from.is_some())
            .copied()
            .collect();
        if !of_kind.is_empty() {
            let name = of_kind
                .first()
                .map_or("piece", |mv| mv.piece.name(&self.rules));
            return Choices {
                prompt: notation::which_moves(name),
                options: self.roles(&of_kind),
            };
        }
        // A promotion still to be chosen.
        let promoting: Vec<Move> = legal
            .iter()
            .filter(|mv| partial.ends_with(mv.to.name()) && unpromoted(mv) == partial)
            .copied()
            .collect();
        if promoting.len() > 1 {
            return Choices {
                prompt: "What does it become?".to_owned(),
                options: promoting.iter().map(|mv| self.whole(mv, legal)).collect(),
            };
        }
        let partial = Partial::of(partial);
        let moves: Vec<Move> = legal
            .iter()
            .filter(|mv| is_mover(mv, partial.role))
            .filter(|mv| partial.rank.is_none_or(|rank| mv.to.rank() == rank))
            .copied()
            .collect();
        let Some(first) = moves.first() else {
            return Choices::default();
        };
        let mut ranks: Vec<u8> = moves.iter().map(|mv| mv.to.rank()).collect();
        ranks.sort_unstable();
        ranks.dedup();
        // Nearest to the other side first: that is where most moves are wanted.
        if self.rules.goes_up(self.turn) {
            ranks.reverse();
        }
        let goals = self.goals(&moves, legal);
        let what = match first.from {
            Some(from) => format!("the {} on {from}", first.piece.name(&self.rules)),
            None => format!("the dropped {}", first.piece.name(&self.rules)),
        };
        if ranks.len() > 1 && goals.len() > 5 {
            return Choices {
                prompt: to_which_rank(&what),
                options: ranks
                    .into_iter()
                    .map(|rank| self.to_rank(partial.role, rank, &moves))
                    .collect(),
            };
        }
        Choices {
            prompt: to_which_cube(&what),
            options: goals,
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

    /// The kinds of pieces that can move, and what can be dropped.
    fn kinds(&self, legal: &[Move]) -> Vec<Choice> {
        let mut kinds: Vec<Choice> = Vec::new();
        for piece in self.movers(legal) {
            let of_kind: Vec<Move> = legal
                .iter()
                .filter(|mv| mv.piece == piece && mv.from.is_some())
                .copied()
                .collect();
            if of_kind.is_empty() {
                continue;
            }
            let roles = self.roles(&of_kind);
            if let [role] = &roles[..] {
                kinds.push(role.clone());
                continue;
            }
            kinds.push(Choice {
                text: piece.letter().into_owned(),
                label: format!(
                    "{}: {} can move, {}",
                    capital(piece.name(&self.rules)),
                    roles.len(),
                    counted(&of_kind)
                ),
                whole: false,
            });
        }
        kinds.extend(self.droppable(legal));
        kinds
    }

    /// The kinds of pieces that have a move, the strongest first.
    fn movers(&self, legal: &[Move]) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = legal.iter().map(|mv| mv.piece).collect();
        pieces.sort_by_key(|piece| (piece.role, !piece.promoted));
        pieces.dedup();
        pieces
    }

    /// The pieces that can move, by kind, and what can be dropped.
    fn roles(&self, legal: &[Move]) -> Vec<Choice> {
        let mut roles = Vec::new();
        for piece in self.movers(legal) {
            let mut cubes: Vec<_> = legal
                .iter()
                .filter(|mv| mv.piece == piece)
                .filter_map(|mv| mv.from)
                .collect();
            cubes.sort_unstable();
            cubes.dedup();
            for from in cubes {
                let moves: Vec<Move> = legal
                    .iter()
                    .filter(|mv| mv.from == Some(from))
                    .copied()
                    .collect();
                roles.push(match &moves[..] {
                    [mv] => self.whole(mv, legal),
                    _ => Choice {
                        text: format!("{}{from}", piece.letter()),
                        label: format!("{} · {}", self.titled(piece, from), counted(&moves)),
                        whole: false,
                    },
                });
            }
        }
        roles.extend(self.droppable(legal));
        roles
    }

    fn droppable(&self, legal: &[Move]) -> Vec<Choice> {
        self.hand(self.turn)
            .filter_map(|(role, count)| {
                let piece = Piece::new(self.turn, role);
                let drops = legal
                    .iter()
                    .filter(|mv| mv.from.is_none() && mv.piece == piece)
                    .count();
                (drops > 0).then(|| Choice {
                    text: format!("{}@", piece.letter()),
                    label: format!(
                        "Drop {} ({count} in hand) · {drops} cubes",
                        super::describe::with_article(piece.name(&self.rules))
                    ),
                    whole: false,
                })
            })
            .collect()
    }

    fn to_rank(&self, role: &str, rank: u8, moves: &[Move]) -> Choice {
        let here: Vec<Move> = moves
            .iter()
            .filter(|mv| mv.to.rank() == rank)
            .copied()
            .collect();
        let files: Vec<String> = {
            let mut files: Vec<String> = here.iter().map(|mv| mv.to.file_name()).collect();
            files.dedup();
            files
        };
        let shown = if files.len() > 8 {
            format!("{} cubes", files.len())
        } else {
            files.join(" ")
        };
        Choice {
            text: format!("{role} rank {}", rank + 1),
            label: format!("Rank {} · {shown}{}", rank + 1, captures(&here)),
            whole: false,
        }
    }

    /// The goals of moves of one piece: whole moves, or a step to the choice of what it becomes.
    fn goals(&self, moves: &[Move], legal: &[Move]) -> Vec<Choice> {
        let mut goals: Vec<Choice> = Vec::new();
        for mv in moves {
            let same: Vec<&Move> = moves
                .iter()
                .filter(|other| unpromoted(other) == unpromoted(mv))
                .collect();
            let text = unpromoted(mv);
            if same.len() == 1 || mv.piece.role != super::pieces::Role::Pawn || self.rules.shogi {
                goals.push(self.whole(mv, legal));
            } else if !goals.iter().any(|goal| goal.text == text) {
                goals.push(Choice {
                    label: format!("{} · promotes", self.label(mv, legal).trim_end_matches(".")),
                    text,
                    whole: false,
                });
            }
        }
        goals
    }

    fn whole(&self, mv: &Move, legal: &[Move]) -> Choice {
        Choice {
            text: move_text(mv).text(),
            label: match mv.promotion {
                None => self.label(mv, legal),
                Some(promotion) => {
                    let mut piece = mv.piece;
                    match promotion {
                        Promotion::To(role) => piece.role = role,
                        Promotion::Plus => piece.promoted = true,
                    }
                    format!(
                        "{} · becomes {}",
                        self.label(mv, legal),
                        piece.name(&self.rules)
                    )
                }
            },
            whole: true,
        }
    }

    /// A move on a menu: the piece by its name, where it goes and what it does.
    fn label(&self, mv: &Move, legal: &[Move]) -> String {
        let bare = Move {
            promotion: None,
            ..*mv
        };
        let mut label = match mv.from {
            Some(from) => format!(
                "{} {from} to {}",
                capital(mv.piece.name(&self.rules)),
                mv.to
            ),
            None => self.short(&bare, legal),
        };
        if mv.castles {
            label.push_str(" · castles");
        } else if let Some(taken) = mv.captured.and_then(|cube| self.piece(cube)) {
            label.push_str(&format!(" · takes the {}", taken.name(&self.rules)));
        }
        label
    }

    /// What autocomplete offers.
    fn completions(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let legal = self.legal_moves_of(self.turn);
        let partial = typed.trim();
        let mut found = self.steps_among(partial, &legal).options;
        if partial.is_empty() {
            found.truncate(limit);
            return found;
        }
        // A step whose moves all fit is shown as those moves.
        let under: Vec<Move> = legal
            .iter()
            .filter(|mv| is_mover(mv, Partial::of(partial).role))
            .filter(|mv| {
                Partial::of(partial)
                    .rank
                    .is_none_or(|rank| mv.to.rank() == rank)
            })
            .copied()
            .collect();
        if !under.is_empty() && under.len() <= limit {
            return under.iter().map(|mv| self.whole(mv, &legal)).collect();
        }
        if found.is_empty() {
            found = self.fitting(partial, &legal);
        }
        found.truncate(limit);
        found
    }

    /// The moves that begin with, mention or mean what was typed, best first.
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
            ranked.push((rank * 2 + u8::from(mv.captured.is_none()), mv));
        }
        ranked.sort_by_key(|(rank, _)| *rank);
        // Many moves of several pieces: offer the pieces.
        let best: Vec<Move> = ranked.iter().map(|(_, mv)| **mv).collect();
        if best.len() > MENU {
            return self.roles(&best);
        }
        best.iter().map(|mv| self.whole(mv, legal)).collect()
    }
}

impl<'t> Partial<'t> {
    fn of(text: &'t str) -> Partial<'t> {
        if let Some((role, rank)) = text.rsplit_once(" rank ")
            && let Ok(rank @ 1..=9) = rank.parse::<u8>()
        {
            return Partial {
                role,
                rank: Some(rank - 1),
            };
        }
        Partial {
            role: text,
            rank: None,
        }
    }
}

/// Whether a text is the beginning of a move's: its piece and cube, or the drop of it.
fn is_mover(mv: &Move, text: &str) -> bool {
    text.strip_prefix(&*mv.piece.letter()) == Some(mv.from.map_or("@", Cube::name))
}

/// A move's text without its promotion.
fn unpromoted(mv: &Move) -> String {
    let mut spelling = move_text(mv);
    spelling.promotion = None;
    spelling.text()
}

fn counted(moves: &[Move]) -> String {
    let plural = if moves.len() == 1 { "" } else { "s" };
    format!("{} move{plural}{}", moves.len(), captures(moves))
}

fn captures(moves: &[Move]) -> String {
    match moves.iter().filter(|mv| mv.captured.is_some()).count() {
        0 => String::new(),
        1 => " · 1 capture".to_owned(),
        count => format!(" · {count} captures"),
    }
}
