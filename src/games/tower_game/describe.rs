//! Descriptions of the game: movement of the pieces, effects of a move, places of the pieces, pieces off the board.

use super::board::Cube;
use super::move_pattern::MovePattern;
use super::moves::{Move, MoveKind, beside};
use super::notation::mover;
use super::options::{Riders, Rules};
use super::pieces::{Board, Hand, Piece, Role, seat_name};
use super::position::TowerGame;
use super::seen::Announcement;
use super::twist::Field;
use crate::rules::wording::{capital, listed};
use crate::rules::{Counting, Describe, Reach, Seat, Topic, Viewer};

impl Describe for TowerGame {
    fn describe(&self, mv: &Move) -> String {
        let name = mv.piece.name(&self.rules);
        let named = |role: Role| with_article(&Piece::new(mv.piece.seat, role).name(&self.rules));
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
                let taken = self.get(cube).unwrap_or(mv.piece).name(&self.rules);
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
                "The king castles from {from} to {}; the {} of that corner goes to {}",
                mv.to,
                Piece::new(mv.piece.seat, Role::Rook).name(&self.rules),
                beside(mv.to)
            ),
            (Some(from), MoveKind::Joins) => {
                let friend = self.get(mv.to).unwrap_or(mv.piece).name(&self.rules);
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
        let last = mv.to.rank() == self.rules.last_rank(mv.piece.seat);
        if mv.plus || (mv.promotion.is_some() && mv.piece.is_pawn() && last) {
            let new = mv.becomes().name(&self.rules);
            words.push_str(&format!(" and becomes {}", with_article(&new)));
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
        let game = match self.effects.names() {
            names if names.is_empty() => names,
            names => format!("The Tower Game with {names}, "),
        };
        let head = format!(
            "{game}{} levels of 5x5. {placing}{}",
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
            // A held piece may have no cube to go to, as in a check that no drop ends.
            let turn = self.turn.index();
            let held = self.hands[turn].iter().chain(self.airfield[turn].iter());
            let held = held.map(|(role, _)| Piece::new(self.turn, role));
            let named = |piece: &Piece| piece.letter().eq_ignore_ascii_case(letter);
            let piece = moves.first().map(|mv| mv.piece);
            let name = piece
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
        let (cube, piece) = self.piece_at(square)?;
        let mut reach = Reach::of(format!("{} {cube}", piece.name(&self.rules)));
        for mv in moves {
            match mv.kind {
                MoveKind::Captures(_) => reach.takes_on(mv.to),
                MoveKind::Castles => reach.other("castle to", mv.to),
                MoveKind::Joins => reach.other("join the piece on", mv.to),
                MoveKind::Parts => reach.other("send a part of it to", mv.to),
                MoveKind::Goes | MoveKind::Drops | MoveKind::Exchanges(_) => reach.goes_to(mv.to),
            }
        }
        Some(reach)
    }

    fn check_warning(&self) -> Option<String> {
        if !self.check() {
            return None;
        }
        if self.is_partial() {
            let line = |said| match said {
                Announcement::Check(line) => Some(line),
                Announcement::Gone(_) | Announcement::Tries(_) => None,
            };
            let lines: Vec<String> = self.said().into_iter().filter_map(line).collect();
            return Some(format!(
                "{} is in check: {}.",
                seat_name(self.turn),
                listed(&lines)
            ));
        }
        let king = self.king(self.turn)?;
        let board = self.get(king)?.board;
        let attackers: Vec<String> = self
            .attackers(king, board, self.turn.other(), self.taken(board))
            .filter_map(|cube| Some((self.get(cube)?, cube)))
            .map(|(piece, cube)| format!("the {} on {cube}", piece.name(&self.rules)))
            .collect();
        Some(format!(
            "{} is in check: the king on {king} is attacked by {}.",
            seat_name(self.turn),
            listed(&attackers)
        ))
    }

    fn status_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let bottom = self.rules.bottom();
        for seat in [bottom, bottom.other()] {
            for (what, hand, _) in self.held_by(seat) {
                if !hand.is_empty() {
                    let held = self.hand_in_words(hand);
                    lines.push(format!("{} {what}: {held}.", seat_name(seat)));
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
        let topic = |key: &str, line: &str| Topic {
            key: format!("tower:{key}"),
            line: line.to_owned(),
        };
        let mut topics: Vec<Topic> = (self.effects.iter())
            .map(|mutator| topic(mutator.key(), mutator.rule()))
            .collect();
        let plain = self.effects.is_none();
        if plain {
            topics.push(topic(
                "levels",
                "Each numbered panel is one level of the tower. A square is named by column, row and level: straight above `cc2` lies `cc3`.",
            ));
        }
        let legal = self.legal();
        if legal.iter().any(Move::is_en_passant) {
            topics.push(topic(
                "en-passant",
                "En passant: a pawn that has just made a double step can be captured this turn as if it had made one step.",
            ));
        }
        if !plain {
            return topics;
        }
        if legal.iter().any(|mv| mv.kind == MoveKind::Castles) {
            topics.push(topic(
                "castling",
                "Castling: the king may go from cc to a corner of his level; the corner's rook goes to the square he passed.",
            ));
        }
        if legal.iter().any(|mv| mv.promotion.is_some()) {
            topics.push(topic(
                "promotion",
                "Promotion: a pawn that reaches the farthest level must become another piece. Add it to the move, as in =R.",
            ));
        }
        if legal.iter().any(|mv| mv.plus) {
            topics.push(topic(
                "shogi-promotion",
                "Promotion: a move that begins or ends in the last three levels may promote the piece. Add =+ to the move.",
            ));
        }
        if legal.iter().any(|mv| mv.from.is_none()) {
            topics.push(topic(
                "drops",
                "Drops: a captured piece is yours. Instead of moving, put one on an empty square, as in P@cc5.",
            ));
        }
        if !self.rules.shogi && self.occupied().len() <= 12 {
            topics.push(topic(
                "stalemate",
                "Stalemate is no draw here: leaving the other side without a legal move counts three quarters of a point.",
            ));
        }
        topics
    }
}

impl TowerGame {
    /// The moves of the piece on a cube, as if it were its owner's turn, or of a piece off the board (`P@`, `N:B@`);
    /// small letters mean the same.
    pub(super) fn moves_of(&self, square: &str) -> Vec<Move> {
        if square.ends_with('@') {
            let mut moves = self.legal();
            moves.retain(|mv| mover(mv).eq_ignore_ascii_case(square));
            return moves;
        }
        let Some((cube, piece)) = self.piece_at(square) else {
            return Vec::new();
        };
        let asked = self.in_turn_of(piece.seat);
        let mut moves = if self.is_partial() {
            asked.askable()
        } else {
            asked.legal()
        };
        moves.retain(|mv| mv.from == Some(cube));
        moves
    }

    fn piece_at(&self, square: &str) -> Option<(Cube, Piece)> {
        let cube = Cube::parse(square).filter(|cube| self.rules.space.has(*cube))?;
        Some((cube, self.get(cube)?))
    }

    /// Describes cubes in a few words: ranks if every empty cube of them is included, then the other cubes by name.
    fn places_in_words(&self, cubes: &[Cube]) -> Vec<String> {
        let all = self.rules.space.cubes();
        let empty: Vec<Cube> = all.filter(|cube| self.get(*cube).is_none()).collect();
        let on = |cubes: &[Cube], rank: u8| cubes.iter().filter(|cube| cube.rank() == rank).count();
        let whole: Vec<u8> = (0..self.rules.space.ranks)
            .filter(|rank| on(cubes, *rank) > 0 && on(cubes, *rank) == on(&empty, *rank))
            .collect();
        let mut places: Vec<String> = whole
            .chunk_by(|one, next| one + 1 == *next)
            .filter_map(|run| Some((run.first()? + 1, run.last()? + 1)))
            .map(|(first, last)| match last - first {
                0 => format!("any empty square of level {first}"),
                _ => format!("any empty square of levels {first} to {last}"),
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

    /// The pieces of both sides, in at most `limit` characters; empty if even the kings do not fit.
    pub(super) fn pieces_in_words(&self, limit: usize) -> String {
        let bottom = self.rules.bottom();
        Detail::ALL
            .into_iter()
            .map(|detail| {
                let side = |seat| self.side_in_words(seat, detail);
                match self.seen.as_ref().map(|seen| seen.viewer) {
                    None => format!("{} {}", side(bottom), side(bottom.other())),
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
        let mut groups: Vec<(Piece, Vec<String>)> = Vec::new();
        for (cube, piece) in self.pieces_of(seat) {
            match groups.iter_mut().find(|(known, _)| *known == piece) {
                Some((_, cubes)) => cubes.push(cube.to_string()),
                None => groups.push((piece, vec![cube.to_string()])),
            }
        }
        groups.sort_by_key(|(piece, _)| {
            (
                piece.board,
                piece.role,
                piece.second,
                piece.was_pawn || piece.promoted,
            )
        });
        let lines: Vec<String> = groups
            .into_iter()
            .filter(|(piece, _)| detail != Detail::Kings || piece.has_king())
            .map(|(piece, cubes)| {
                let mut name = piece.name(&self.rules).into_owned();
                if piece.move_pattern(&self.rules) == MovePattern::Uranium {
                    let first = Piece::new(seat, piece.role);
                    name = format!("uranium (once {})", first.name(&self.rules));
                } else if cubes.len() > 1 {
                    name.push('s');
                }
                if piece.was_pawn {
                    name.insert_str(0, "promoted ");
                }
                if piece.board == Board::B {
                    name.push_str(" on board B");
                }
                let by_count = match detail {
                    Detail::Cubes | Detail::Kings => false,
                    Detail::Officers => piece.is_pawn(),
                    Detail::Counts => !piece.has_king(),
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

/// The amount of detail in a description of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Every piece's cube.
    Cubes,
    /// Every piece's cube, but pawns only counted.
    Officers,
    /// The kings' cubes, all others counted.
    Counts,
    /// The kings alone.
    Kings,
}

impl Detail {
    /// Each, the longest first.
    const ALL: [Detail; 4] = [
        Detail::Cubes,
        Detail::Officers,
        Detail::Counts,
        Detail::Kings,
    ];
}

/// The word with `a` or `an`.
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// Describes a piece's movement in one sentence.
pub fn how_it_goes(piece: Piece, rules: &Rules) -> &'static str {
    match piece.move_pattern(rules) {
        MovePattern::King if piece.role == Role::Fool => {
            "A fool goes one step in any of the 26 directions."
        }
        MovePattern::King => "A king goes one step in any of the 26 directions.",
        MovePattern::Rook => "A rook goes orthogonally: only one of column, row and level changes.",
        MovePattern::Bishop => {
            "A bishop goes diagonally: exactly two of column, row and level change, both by the same number."
        }
        MovePattern::Merchant => {
            "A merchant goes triagonally: column, row and level all change by the same number."
        }
        MovePattern::Knight => {
            "A knight changes one coordinate by 2 and another by 1: column, row and level, in any order."
        }
        MovePattern::Captain => {
            "A captain changes one coordinate by 2 and the other two by 1: column, row and level, in any order."
        }
        MovePattern::Jester => {
            "A jester changes two coordinates by 2 and the third by 1: column, row and level, in any order."
        }
        MovePattern::Base => match rules.riders {
            Riders::Hook => {
                "A base goes along one orthogonal line and then along another at a right angle."
            }
            _ => {
                "A base goes in a plane of two orthogonal directions, if the whole area between is empty."
            }
        },
        MovePattern::Scientist => match rules.riders {
            Riders::Hook => {
                "A scientist goes along one diagonal and then along another at 90 or 60 degrees."
            }
            _ => {
                "A scientist goes in a plane of two diagonals at 90 or 60 degrees, if the whole area between is empty."
            }
        },
        MovePattern::Reporter => match rules.riders {
            Riders::Hook => "A reporter goes along one triagonal and then along another.",
            _ => {
                "A reporter goes in a plane of two triagonals, if the whole area between is empty."
            }
        },
        MovePattern::Nightrider => {
            "A nightrider jumps (2,1,0) and may repeat the same jump while it lands on empty squares."
        }
        MovePattern::CaptainRider => {
            "A captain-rider jumps (2,1,1) and may repeat the same jump while it lands on empty squares."
        }
        MovePattern::JesterRider => {
            "A jester-rider jumps (2,2,1) and may repeat the same jump while it lands on empty squares."
        }
        MovePattern::Pawn => {
            "A pawn goes one step straight ahead, two from its starting level, and captures one step diagonally or triagonally ahead."
        }
        MovePattern::Ahead if rules.shogi => {
            "A pawn goes one step straight ahead, and captures so too."
        }
        MovePattern::Ahead => {
            "A Berlin pawn goes one step diagonally or triagonally ahead, the same step twice from its starting level, and captures one step straight ahead."
        }
        MovePattern::Lance => "A lance goes straight ahead, any distance.",
        MovePattern::ShogiKnight => {
            "A knight here goes two levels ahead and one square sideways, along a column or a row."
        }
        MovePattern::ShogiCaptain => {
            "A captain here goes two levels ahead, one column and one row sideways."
        }
        MovePattern::ShogiJester => {
            "A jester here goes two levels ahead, two squares sideways one way and one the other."
        }
        MovePattern::Silver => {
            "A silver general goes one step to any of the nine squares of the next level, or diagonally."
        }
        MovePattern::Gold => {
            "A gold general goes one step to any of the nine squares of the next level, or orthogonally."
        }
        MovePattern::Uranium => {
            "A uranium general goes one step to any of the nine squares of the next level, anywhere next to it on its own level, or straight back."
        }
        MovePattern::CrownedRook => "A promoted rook goes like a rook, or one step like a king.",
        MovePattern::CrownedBishop => {
            "A promoted bishop goes like a bishop, or one step like a king."
        }
        MovePattern::CrownedMerchant => {
            "A promoted merchant goes like a merchant, or one step like a king."
        }
    }
}
