//! The game with mutators in words: what a move does, where everybody stands, what lies beside the board.

use super::super::board::Cube;
use super::super::describe::{Detail, en_passant_topic, in_check, with_article};
use super::super::explain::seat_name;
use super::super::pieces::{Piece, Role};
use super::choices::mover;
use super::moves::{Move, MoveKind};
use super::{Field, Hand, Mutated, Unit};
use crate::rules::wording::{capital, listed};
use crate::rules::{Counting, Describe, Reach, Seat, Topic, Viewer};

impl Describe for Mutated {
    fn describe(&self, mv: &Move) -> String {
        let name = mv.unit.name(&self.rules);
        let named = |role: Role| with_article(Piece::new(mv.unit.seat, role).name(&self.rules));
        let mut words = match (mv.from, mv.kind) {
            (None, MoveKind::Exchanges(given)) => format!(
                "Gives {}, gets {} and drops it on {}",
                named(given),
                with_article(&name),
                mv.to
            ),
            (None, _) if self.is_placing() => format!("{} placed on {}", capital(&name), mv.to),
            (None, _) => format!("{} from the hand to {}", capital(&name), mv.to),
            (Some(from), MoveKind::Captures(cube)) => {
                let taken = self.unit(cube).unwrap_or(mv.unit).name(&self.rules);
                if cube == mv.to {
                    format!("{} {from} takes the {taken} on {cube}", capital(&name))
                } else {
                    format!(
                        "The {name} on {from} captures the {taken} on {cube} en passant and ends on {}",
                        mv.to
                    )
                }
            }
            (Some(from), MoveKind::Castles) => format!(
                "The king castles from {from} to {}; the rook of that corner goes to {}",
                mv.to,
                Mutated::beside(mv.to)
            ),
            (Some(from), MoveKind::Joins) => {
                let friend = self.unit(mv.to).unwrap_or(mv.unit).name(&self.rules);
                format!("The {name} on {from} joins the {friend} on {}", mv.to)
            }
            (Some(from), MoveKind::Parts) => {
                format!(
                    "The {name} leaves the compound on {from} and goes to {}",
                    mv.to
                )
            }
            (Some(from), _) => format!("{} {from} to {}", capital(&name), mv.to),
        };
        let own = mv.unit.is_pawn() && mv.to.rank() == self.rules.last_rank(mv.unit.seat);
        if let Some(role) = mv.promotion.filter(|_| own) {
            words.push_str(&format!(" and becomes {}", named(role)));
        }
        let lines: Vec<String> = (self.in_force())
            .filter_map(|mutator| mutator.in_words(self, mv))
            .collect();
        for what in lines {
            words.push_str(&format!("; it {what}"));
        }
        words
    }

    fn alt_text(&self, limit: usize) -> String {
        let placing = if self.is_placing() {
            format!("{} has a piece to place. ", seat_name(self.turn))
        } else {
            String::new()
        };
        let head = format!(
            "The Tower Game with {}, {} ranks of 5x5. {placing}{}",
            self.effects.names(),
            self.rules.space.ranks,
            self.status_lines().join(" ")
        );
        let head = head.trim_end();
        let room = limit.saturating_sub(head.chars().count() + 1);
        match self.pieces_in_words(room) {
            pieces if pieces.is_empty() => head.chars().take(limit).collect(),
            pieces => format!("{head} {pieces}"),
        }
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        let moves = self.moves_of(square);
        if let Some(letter) = square.strip_suffix('@') {
            // What is held can have no cube to go to, as in a check that no drop ends.
            let turn = self.turn.index();
            let held = self.hands[turn].iter().chain(self.airfield[turn].iter());
            let held = held.map(|(role, _)| Unit::new(self.turn, role));
            let named = |unit: &Unit| unit.letter().eq_ignore_ascii_case(letter);
            let unit = moves.first().map(|mv| mv.unit);
            let name = unit
                .or_else(|| held.into_iter().find(named))?
                .name(&self.rules);
            let verb = if self.is_placing() {
                "be placed on"
            } else {
                "be dropped on"
            };
            let exchanged = moves
                .iter()
                .any(|mv| matches!(mv.kind, MoveKind::Exchanges(_)));
            let mut reach = Reach::of(if exchanged {
                format!("the {name} that you get")
            } else if self.effects.has_field(Field::Prison) {
                format!("a freed {name}")
            } else {
                format!("a {name} in hand")
            });
            let cubes: Vec<Cube> = moves.iter().map(|mv| mv.to).collect();
            for place in self.places_in_words(&cubes) {
                reach.other(verb, place);
            }
            return Some(reach);
        }
        let (cube, unit) = self.unit_at(square)?;
        let mut reach = Reach::of(format!("{} {cube}", unit.name(&self.rules)));
        for mv in moves {
            match mv.kind {
                MoveKind::Captures(_) => reach.add(mv.to, true),
                MoveKind::Castles => reach.other("castle to", mv.to),
                MoveKind::Joins => reach.other("join the piece on", mv.to),
                MoveKind::Parts => reach.other("send a part of it to", mv.to),
                MoveKind::Goes | MoveKind::Drops | MoveKind::Exchanges(_) => {
                    reach.add(mv.to, false)
                }
            }
        }
        Some(reach)
    }

    fn check_warning(&self) -> Option<String> {
        if !self.check() {
            return None;
        }
        if self.is_partial() {
            let lines: Vec<String> = (self.said().iter())
                .filter_map(|said| said.strip_prefix("check "))
                .map(str::to_owned)
                .collect();
            return Some(format!(
                "{} is in check: {}.",
                seat_name(self.turn),
                listed(&lines)
            ));
        }
        let king = self.king(self.turn)?;
        let board = self.unit(king)?.board();
        let attackers: Vec<String> = self
            .attackers(king, board, self.turn.other(), self.taken(board))
            .filter_map(|cube| Some((self.unit(cube)?, cube)))
            .map(|(unit, cube)| format!("the {} on {cube}", unit.name(&self.rules)))
            .collect();
        Some(in_check(self.turn, king, &attackers))
    }

    fn status_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for seat in [Seat::WHITE, Seat::BLACK] {
            let side = seat_name(seat);
            if self.effects.has_field(Field::Hand)
                && (!self.effects.has("anywhere") || self.is_placing())
            {
                let hand = self.hands[seat.index()];
                if !hand.is_empty() {
                    let held = self.hand_in_words(hand);
                    lines.push(format!("{side} has in hand: {held}."));
                }
            }
            if self.effects.has_field(Field::Prison) {
                let prison = self.prison[seat.other().index()];
                let airfield = self.airfield[seat.index()];
                for (what, pieces) in [("holds", prison), ("can drop", airfield)] {
                    if !pieces.is_empty() {
                        lines.push(format!("{side} {what}: {}.", self.hand_in_words(pieces)));
                    }
                }
            }
        }
        if self.effects.has_field(Field::Left) && !self.is_placing() {
            lines.push(match self.left {
                1 => format!("{} has 1 move left in this turn.", seat_name(self.turn)),
                left => format!("{} has {left} moves in this turn.", seat_name(self.turn)),
            });
        }
        lines
    }

    fn topics(&self) -> Vec<Topic> {
        let mut topics: Vec<Topic> = (self.effects.iter())
            .map(|mutator| Topic {
                key: format!("tower:{}", mutator.key()),
                line: mutator.rule().to_owned(),
            })
            .collect();
        if self.all_legal().iter().any(Move::is_en_passant) {
            topics.push(en_passant_topic());
        }
        topics
    }
}

impl Mutated {
    /// The moves of the piece on a cube, as if it were its owner's turn, or of what is put on the board (`P@`, `N:B@`);
    /// small letters mean the same.
    pub(super) fn moves_of(&self, square: &str) -> Vec<Move> {
        if square.ends_with('@') {
            let mut moves = self.all_legal();
            moves.retain(|mv| mover(mv).eq_ignore_ascii_case(square));
            return moves;
        }
        let Some((cube, unit)) = self.unit_at(square) else {
            return Vec::new();
        };
        let mut asked = self.clone();
        asked.turn = unit.seat;
        let mut moves = if self.is_partial() {
            asked.askable()
        } else {
            asked.all_legal()
        };
        moves.retain(|mv| mv.from == Some(cube));
        moves
    }

    fn unit_at(&self, square: &str) -> Option<(Cube, Unit)> {
        let cube = Cube::named(square).filter(|cube| self.rules.space.has(*cube))?;
        Some((cube, self.unit(cube)?))
    }

    /// Cubes in a few words: ranks of which every empty cube is meant, then the other cubes by name.
    fn places_in_words(&self, cubes: &[Cube]) -> Vec<String> {
        let all = self.rules.space.cubes();
        let empty: Vec<Cube> = all.filter(|cube| self.unit(*cube).is_none()).collect();
        let on = |cubes: &[Cube], rank: u8| cubes.iter().filter(|cube| cube.rank() == rank).count();
        let whole: Vec<u8> = (0..self.rules.space.ranks)
            .filter(|rank| on(cubes, *rank) > 0 && on(cubes, *rank) == on(&empty, *rank))
            .collect();
        let mut places: Vec<String> = whole
            .chunk_by(|one, next| one + 1 == *next)
            .filter_map(|run| Some((run.first()? + 1, run.last()? + 1)))
            .map(|(first, last)| match last - first {
                0 => format!("any empty cube of rank {first}"),
                _ => format!("any empty cube of ranks {first} to {last}"),
            })
            .collect();
        let others = cubes.iter().filter(|cube| !whole.contains(&cube.rank()));
        places.extend(others.map(ToString::to_string));
        places
    }

    fn hand_in_words(&self, hand: Hand) -> String {
        let held: Vec<String> = hand
            .iter()
            .map(|(role, count)| {
                let name = Piece::new(Seat::WHITE, role).name(&self.rules);
                let plural = if count == 1 { "" } else { "s" };
                format!("{count} {name}{plural}")
            })
            .collect();
        listed(&held)
    }

    /// Where everybody stands, in at most `limit` characters; nothing where even the kings are too long.
    pub(super) fn pieces_in_words(&self, limit: usize) -> String {
        Detail::ALL
            .into_iter()
            .map(|detail| {
                let side = |seat| self.side_in_words(seat, detail);
                match self.seen.as_ref().map(|seen| seen.viewer) {
                    None => format!("{} {}", side(Seat::WHITE), side(Seat::BLACK)),
                    Some(Viewer::Seat(seat)) => {
                        format!("{} {}: hidden.", side(seat), seat_name(seat.other()))
                    }
                    Some(_) => "Every piece is hidden.".to_owned(),
                }
            })
            .find(|text| text.chars().count() <= limit)
            .unwrap_or_default()
    }

    fn side_in_words(&self, seat: Seat, detail: Detail) -> String {
        let mut groups: Vec<(Unit, Vec<String>)> = Vec::new();
        for (cube, unit) in self.units_of(seat) {
            match groups.iter_mut().find(|(known, _)| *known == unit) {
                Some((_, cubes)) => cubes.push(cube.to_string()),
                None => groups.push((unit, vec![cube.to_string()])),
            }
        }
        groups.sort_by_key(|(unit, _)| (unit.on_b, unit.role, unit.second, unit.promoted));
        let lines: Vec<String> = groups
            .into_iter()
            .filter(|(unit, _)| detail != Detail::Kings || unit.has_king())
            .map(|(unit, cubes)| {
                let mut name = unit.name(&self.rules);
                if cubes.len() > 1 {
                    name.push('s');
                }
                if unit.promoted {
                    name.insert_str(0, "promoted ");
                }
                if unit.on_b {
                    name.push_str(" on board B");
                }
                let by_count = match detail {
                    Detail::Cubes | Detail::Kings => false,
                    Detail::Officers => unit.is_pawn(),
                    Detail::Counts => !unit.has_king(),
                };
                if by_count {
                    format!("{} {name}", cubes.len())
                } else {
                    format!("{name} {}", cubes.join(" "))
                }
            })
            .collect();
        if lines.is_empty() {
            return format!("{}: nothing.", seat_name(seat));
        }
        format!("{}: {}.", seat_name(seat), lines.join("; "))
    }
}
