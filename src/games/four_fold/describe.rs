//! Sentences about moves and positions.

use super::attacks::attack;
use super::board::{Board, Cell, Quad, Role};
use super::explain::attacker;
use super::moves;
use super::position::FourFold;
use super::turn::Move;
use crate::engine::Why;
use crate::rules::wording::{capital, listed, or_none};
use crate::rules::{Describe, Reach, Seat, Topic};

impl Describe for FourFold {
    fn describe(&self, mv: &Move) -> String {
        let name = |cell: Cell| {
            self.board
                .get(cell)
                .map_or("piece", |piece| piece.role.name())
        };
        let captured: Vec<String> = mv
            .steps()
            .filter_map(|(_, to, _)| {
                self.board
                    .get(to)
                    .map(|piece| format!("the {} on {to}", piece.role.name()))
            })
            .collect();
        let promoted: Vec<String> = mv
            .steps()
            .filter_map(|(_, to, promotion)| {
                promotion.map(|role| format!("a {} on {to}", role.name()))
            })
            .collect();
        let mut sentence = match *mv {
            Move::Piece { from, to, .. } => format!("{} {from} to {to}", capital(name(from))),
            Move::Unit { from, to, .. } => {
                let ranks: Vec<Role> = mv
                    .steps()
                    .filter_map(|(cell, ..)| self.board.get(cell).map(|piece| piece.role))
                    .collect();
                let verb = if ranks.len() == 1 {
                    "goes"
                } else {
                    "go together"
                };
                format!(
                    "{} {verb} from quad {from} to quad {to}",
                    capital(&company(&ranks))
                )
            }
        };
        if !captured.is_empty() {
            sentence += &format!(", taking {}", listed(&captured));
        }
        if !promoted.is_empty() {
            sentence += &format!(", and becomes {}", listed(&promoted));
        }
        sentence
    }

    fn alt_text(&self, limit: usize) -> String {
        position(self, limit)
    }

    fn exposed(&self) -> Vec<String> {
        let (waiting, turn) = (self.turn.other(), self.turn);
        let name = if waiting == Seat::WHITE {
            "White"
        } else {
            "Black"
        };
        self.board
            .kings(waiting)
            .filter_map(|king| Some((king, attack(&self.board, king, turn)?)))
            .map(|(king, by)| {
                format!(
                    "{name}'s king on {king} can be taken by {}.",
                    attacker(&self.board, by)
                )
            })
            .collect()
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        reach(self, square)
    }

    fn check_warning(&self) -> Option<String> {
        if let Some((king, attack)) = self.attack_on_last_king() {
            return Some(format!(
                "Check: the last king, on {king}, is attacked by {}.",
                attacker(&self.board, attack)
            ));
        }
        let kings: Vec<String> = self.attacked_kings().iter().map(Cell::to_string).collect();
        match kings.len() {
            0 => None,
            1 => Some(format!(
                "The king on {} is attacked. It is not the last one, so the attack need not be met.",
                kings[0]
            )),
            count if count == self.board.kings(self.turn).count() && self.can_lose_all_kings() => {
                Some(format!(
                    "All kings, on {}, can be taken in one move, and that wins the game.",
                    listed(&kings)
                ))
            }
            _ => Some(format!(
                "The kings on {} are attacked. Attacks on kings need not be met while one is left.",
                listed(&kings)
            )),
        }
    }

    fn reason(&self, why: &Why) -> String {
        why.sentence("last king", "no king can be saved")
    }

    fn status_lines(&self) -> Vec<String> {
        let kings = |seat| self.board.kings(seat).count();
        let (white, black) = (kings(Seat::WHITE), kings(Seat::BLACK));
        if white == 4 && black == 4 {
            Vec::new()
        } else {
            vec![format!("Kings left: White {white}, Black {black}.")]
        }
    }

    fn topics(&self) -> Vec<Topic> {
        let topic = |key: &str, line: &str| Topic {
            key: format!("fourfold.{key}"),
            line: line.to_owned(),
        };
        let mut found = vec![topic(
            "quads",
            "Pieces that share a 2x2 quad can move as one: `d4>e5` moves all pieces of quad d4 to e5, `d4>e5:PK` only its pawn and king.",
        )];
        if !self.attacked_kings().is_empty() && self.attack_on_last_king().is_none() {
            found.push(topic(
                "kings",
                "Only the last king must be kept out of check: others may be captured like any piece, but no king may move to an attacked square.",
            ));
        }
        if self.attack_on_last_king().is_some() {
            found.push(topic(
                "last-king",
                "With one king left, check must be met at once: no answer is checkmate.",
            ));
        }
        found
    }
}

/// Returns the pieces by name: "the queen and two knights".
fn company(ranks: &[Role]) -> String {
    let mut parts = Vec::new();
    for role in Role::ALL {
        match ranks.iter().filter(|there| **there == role).count() {
            0 => {}
            1 => parts.push(format!("the {}", role.name())),
            count => parts.push(format!(
                "{} {}s",
                ["two", "three", "four"][(count - 2).min(2)],
                role.name()
            )),
        }
    }
    listed(&parts)
}

/// Returns the position piece by piece. A crowded board names quads of four like pieces and runs of cells; if that
/// exceeds the limit, the pawns' cells are left out.
pub fn position(position: &FourFold, limit: usize) -> String {
    let full = armies(&position.board, |cells| format!("P {}", runs(cells)));
    if full.chars().count() <= limit {
        return full;
    }
    let short = armies(&position.board, |cells| format!("{} pawns", cells.len()));
    short.chars().take(limit).collect()
}

fn armies(board: &Board, pawns: fn(&[Cell]) -> String) -> String {
    let army = |seat: Seat, name: &str| {
        let mut parts = Vec::new();
        for role in Role::ALL {
            let cells: Vec<Cell> = board
                .pieces(seat)
                .filter(|(_, there)| *there == role)
                .map(|(cell, _)| cell)
                .collect();
            if cells.is_empty() {
                continue;
            }
            parts.push(match role {
                Role::Pawn => pawns(&cells),
                _ => format!("{} {}", role.letter(), runs(&cells)),
            });
        }
        format!("{name}: {}.", or_none(parts.join("; ")))
    };
    format!(
        "{} {}",
        army(Seat::WHITE, "White"),
        army(Seat::BLACK, "Black")
    )
}

/// Returns the cells in reading order, with neighbours on a rank joined: `a3-p3 c5`.
fn runs(cells: &[Cell]) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut rest = cells;
    while let Some((&first, _)) = rest.split_first() {
        let mut length = 1;
        while rest
            .get(length)
            .is_some_and(|cell| cell.y() == first.y() && cell.x() == first.x() + length as i8)
        {
            length += 1;
        }
        let last = rest[length - 1];
        texts.push(match length {
            1 => first.to_string(),
            2 => format!("{first} {last}"),
            _ => format!("{first}-{last}"),
        });
        rest = &rest[length..];
    }
    texts.join(" ")
}

/// Returns the moves of the piece on a cell, or of a quad's pieces (`d4>`), as if it were their owner's turn.
pub fn reach(position: &FourFold, wanted: &str) -> Option<Reach> {
    if let Some(quad) = wanted.strip_suffix('>').and_then(Quad::parse) {
        let mut reach = Reach::of(format!("quad {quad}"));
        for mv in moves::legal_units(&position.board, position.turn, quad) {
            if let Move::Unit { to, .. } = mv {
                let taken = mv.steps().find_map(|(_, to, _)| position.board.get(to));
                reach.add(to, taken);
            }
        }
        // A quad may capture in a quad with some pieces and only move there with others.
        let takes = reach.takes.clone();
        reach.goes.retain(|to| !takes.contains(to));
        return Some(reach);
    }
    let cell = Cell::parse(wanted)?;
    let piece = position.board.get(cell)?;
    let mut reach = Reach::of(format!("{} {cell}", piece.role.name()));
    for mv in moves::legal_of_piece(&position.board, piece.seat, cell) {
        for (_, to, _) in mv.steps() {
            reach.add(to, position.board.get(to));
        }
    }
    for mv in moves::legal_units(&position.board, piece.seat, cell.quad()) {
        for (from, to, _) in mv.steps() {
            let alone =
                reach.goes.contains(&to.to_string()) || reach.takes.contains(&to.to_string());
            if from == cell && !alone {
                let what = if position.board.get(to).is_some() {
                    "in a quad move take on"
                } else {
                    "in a quad move go to"
                };
                reach.other(what, to);
            }
        }
    }
    Some(reach)
}
