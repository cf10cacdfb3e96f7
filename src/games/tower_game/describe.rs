//! The game in words: how pieces go, what a move does, where everybody stands.

use super::board::Cube;
use super::explain::seat_name;
use super::move_pattern::MovePattern;
use super::moves::{Move, Promotion, passed};
use super::options::{Riders, Rules};
use super::pieces::{Piece, Role};
use super::{TowerGame, shogi};
use crate::rules::wording::{capital, listed};
use crate::rules::{Describe, Reach, Seat, Topic};

impl Describe for TowerGame {
    fn describe(&self, mv: &Move) -> String {
        self.in_words(mv)
    }

    fn alt_text(&self, limit: usize) -> String {
        self.board_in_words(limit)
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        if let Some(letter) = square.strip_suffix('@') {
            let (role, _) = self.piece_named(&letter.to_ascii_uppercase())?;
            let name = Piece::new(self.turn, role).name(&self.rules);
            let mut reach = Reach::of(format!("a {name} in hand"));
            let legal = self.legal_moves_of(self.turn).into_iter();
            for mv in legal.filter(|mv| mv.from.is_none() && mv.piece.role == role) {
                reach.other("be dropped on", mv.to);
            }
            return Some(reach);
        }
        let cube = Cube::named(square).filter(|cube| self.rules.space.has(*cube))?;
        let piece = self.piece(cube)?;
        let mut reach = Reach::of(format!("{} {cube}", piece.name(&self.rules)));
        for mv in self.legal_moves_of(piece.seat) {
            if mv.from != Some(cube) {
                continue;
            }
            if mv.castles {
                reach.other("castle to", mv.to);
            } else {
                reach.add(mv.to, mv.captured.is_some());
            }
        }
        Some(reach)
    }

    fn check_warning(&self) -> Option<String> {
        self.danger_in_words()
    }

    fn status_lines(&self) -> Vec<String> {
        self.hands_in_words()
    }

    fn topics(&self) -> Vec<Topic> {
        self.topics_now()
    }
}

/// The word with `a` or `an`.
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// How a piece goes, in one sentence.
pub fn how_it_goes(piece: Piece, rules: &Rules) -> &'static str {
    match piece.move_pattern(rules) {
        MovePattern::King if piece.role == Role::Fool => {
            "A fool goes one step in any of the 26 directions."
        }
        MovePattern::King => "A king goes one step in any of the 26 directions.",
        MovePattern::Rook => "A rook goes orthogonally: only one of column, row and rank changes.",
        MovePattern::Bishop => {
            "A bishop goes diagonally: exactly two of column, row and rank change, both by the same number."
        }
        MovePattern::Merchant => {
            "A merchant goes triagonally: column, row and rank all change by the same number."
        }
        MovePattern::Knight => {
            "A knight changes one coordinate by 2 and another by 1: column, row and rank, in any order."
        }
        MovePattern::Captain => {
            "A captain changes one coordinate by 2 and the other two by 1: column, row and rank, in any order."
        }
        MovePattern::Jester => {
            "A jester changes two coordinates by 2 and the third by 1: column, row and rank, in any order."
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
            "A nightrider leaps (2,1,0) and may repeat the same leap while it lands on empty cubes."
        }
        MovePattern::CaptainRider => {
            "A captain-rider leaps (2,1,1) and may repeat the same leap while it lands on empty cubes."
        }
        MovePattern::JesterRider => {
            "A jester-rider leaps (2,2,1) and may repeat the same leap while it lands on empty cubes."
        }
        MovePattern::Pawn => {
            "A pawn goes one step straight ahead, two from its starting rank, and captures one step diagonally or triagonally ahead."
        }
        MovePattern::Ahead if rules.shogi => {
            "A pawn goes one step straight ahead, and captures so too."
        }
        MovePattern::Ahead => {
            "A Berlin pawn goes one step diagonally or triagonally ahead, the same step twice from its starting rank, and captures one step straight ahead."
        }
        MovePattern::Lance => "A lance goes straight ahead, any distance.",
        MovePattern::ShogiKnight => {
            "A knight here goes two ranks ahead and one cube sideways, along a column or a row."
        }
        MovePattern::ShogiCaptain => {
            "A captain here goes two ranks ahead, one column and one row sideways."
        }
        MovePattern::ShogiJester => {
            "A jester here goes two ranks ahead, two cubes sideways one way and one the other."
        }
        MovePattern::Silver => {
            "A silver general goes one step to any of the nine cubes of the next rank, or diagonally."
        }
        MovePattern::Gold => {
            "A gold general goes one step to any of the nine cubes of the next rank, or orthogonally."
        }
        MovePattern::Uranium => {
            "A uranium general goes one step to any of the nine cubes of the next rank, anywhere beside it on its own rank, or straight back."
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

/// That the king of `turn` is attacked; each attacker is such as "the rook on aa1".
pub(super) fn in_check(turn: Seat, king: Cube, attackers: &[String]) -> String {
    format!(
        "{} is in check: the king on {king} is attacked by {}.",
        seat_name(turn),
        listed(attackers)
    )
}

/// What a player is shown of en passant where it can happen for the first time.
pub(super) fn en_passant_topic() -> Topic {
    Topic {
        key: "tower:en-passant".to_owned(),
        line: "En passant: a pawn that has just made a double step can be captured this turn as if it had made one step."
            .to_owned(),
    }
}

impl TowerGame {
    /// A move in words, before it is played.
    pub(super) fn in_words(&self, mv: &Move) -> String {
        let name = mv.piece.name(&self.rules);
        let Some(from) = mv.from else {
            return format!("{} from the hand to {}", capital(name), mv.to);
        };
        if mv.castles {
            let corner = mv.to.file();
            let beside = Cube::on_file(passed(corner), mv.to.rank());
            let rook = Piece::new(mv.piece.seat, Role::Rook).name(&self.rules);
            return format!(
                "The king castles from {from} to {}; the {rook} of that corner goes to {beside}",
                mv.to
            );
        }
        let mut words = match mv.captured {
            None => format!("{} {from} to {}", capital(name), mv.to),
            Some(cube) => {
                let other = self
                    .piece(cube)
                    .map_or("piece", |piece| piece.name(&self.rules));
                if cube == mv.to {
                    format!("{} {from} takes the {other} on {cube}", capital(name))
                } else {
                    format!(
                        "The {name} on {from} captures the {other} on {cube} en passant and ends on {}",
                        mv.to
                    )
                }
            }
        };
        match mv.promotion {
            None => {}
            Some(promotion) => {
                let mut piece = mv.piece;
                match promotion {
                    Promotion::To(role) => piece.role = role,
                    Promotion::Plus => piece.promoted = true,
                }
                let new = piece.name(&self.rules);
                words.push_str(&format!(" and becomes {}", with_article(new)));
            }
        }
        words
    }

    /// What attacks the king of the side to move.
    fn danger_in_words(&self) -> Option<String> {
        let king = self.kings[self.turn.index()];
        let attackers: Vec<String> = self
            .attackers(king, self.turn.other(), self.occupied())
            .filter_map(|cube| Some((self.piece(cube)?, cube)))
            .map(|(piece, cube)| format!("the {} on {cube}", piece.name(&self.rules)))
            .collect();
        (!attackers.is_empty()).then(|| in_check(self.turn, king, &attackers))
    }

    /// The hands of the Shogi Tower Game, a line for each side that holds something.
    fn hands_in_words(&self) -> Vec<String> {
        if !self.rules.shogi {
            return Vec::new();
        }
        [Seat::BLACK, Seat::WHITE]
            .into_iter()
            .filter_map(|seat| {
                let held: Vec<String> = self
                    .hand(seat)
                    .map(|(role, count)| {
                        let name = Piece::new(seat, role).name(&self.rules);
                        let plural = if count == 1 { "" } else { "s" };
                        format!("{count} {name}{plural}")
                    })
                    .collect();
                let line = format!("{} has in hand: {}.", seat_name(seat), listed(&held));
                (!held.is_empty()).then_some(line)
            })
            .collect()
    }

    /// What a seat holds in hand, the pieces it holds none of left out.
    pub(super) fn hand(&self, seat: Seat) -> impl Iterator<Item = (Role, u8)> {
        shogi::hand_order()
            .filter_map(move |role| {
                Some((role, *self.hands.get(seat.index())?.get(role as usize)?))
            })
            .filter(|(_, count)| *count > 0)
    }

    /// The whole board in words, in at most `limit` characters: what is least needed is left out first.
    fn board_in_words(&self, limit: usize) -> String {
        let hands = self.hands_in_words().join(" ");
        let head = format!("{} ranks of 5x5. {hands}", self.rules.space.ranks);
        let head = head.trim_end();
        let first = self.rules.bottom();
        for detail in Detail::ALL {
            let text = format!(
                "{head} {} {}",
                self.side_in_words(first, detail),
                self.side_in_words(first.other(), detail)
            );
            if text.chars().count() <= limit {
                return text;
            }
        }
        head.chars().take(limit).collect()
    }

    fn side_in_words(&self, seat: Seat, detail: Detail) -> String {
        let mut groups = Vec::new();
        for role in Role::ALL {
            for promoted in [false, true] {
                let piece = Piece {
                    seat,
                    role,
                    promoted,
                };
                let cubes: Vec<String> = self
                    .rules
                    .space
                    .cubes()
                    .filter(|cube| self.piece(*cube) == Some(piece))
                    .map(|cube| cube.to_string())
                    .collect();
                if cubes.is_empty() || (detail == Detail::Kings && role != Role::King) {
                    continue;
                }
                let mut name = piece.name(&self.rules).to_owned();
                if promoted && piece.move_pattern(&self.rules) == MovePattern::Uranium {
                    name = format!(
                        "uranium (once {})",
                        Piece::new(seat, role).name(&self.rules)
                    );
                } else if cubes.len() > 1 {
                    name.push('s');
                }
                let by_count = match detail {
                    Detail::Cubes | Detail::Kings => false,
                    Detail::Officers => role == Role::Pawn && !promoted,
                    Detail::Counts => role != Role::King,
                };
                groups.push(if by_count {
                    format!("{} {name}", cubes.len())
                } else {
                    format!("{name} {}", cubes.join(" "))
                });
            }
        }
        format!("{}: {}.", seat_name(seat), groups.join("; "))
    }

    /// The rules that a beginner may meet for the first time now.
    fn topics_now(&self) -> Vec<Topic> {
        let topic = |key: &str, line: &str| Topic {
            key: format!("tower:{key}"),
            line: line.to_owned(),
        };
        let mut topics = vec![topic(
            "levels",
            "Each numbered panel is one level of the tower. A cube is named by column, row and level: straight above `cc2` lies `cc3`.",
        )];
        let legal = self.legal_moves_of(self.turn);
        if legal.iter().any(Move::is_en_passant) {
            topics.push(en_passant_topic());
        }
        if legal.iter().any(|mv| mv.castles) {
            topics.push(topic(
                "castling",
                "Castling: the king may go from cc to a corner of his rank; the corner's rook goes to the cube he passed.",
            ));
        }
        if legal
            .iter()
            .any(|mv| matches!(mv.promotion, Some(Promotion::To(_))))
        {
            topics.push(topic(
                "promotion",
                "Promotion: a pawn that reaches the farthest rank must become another piece. Add it to the move, as in =R.",
            ));
        }
        if legal.iter().any(|mv| mv.promotion == Some(Promotion::Plus)) {
            topics.push(topic(
                "shogi-promotion",
                "Promotion: a move that begins or ends in the last three ranks may promote the piece. Add =+ to the move.",
            ));
        }
        if legal.iter().any(|mv| mv.from.is_none()) {
            topics.push(topic(
                "drops",
                "Drops: a captured piece is yours. Instead of moving, put one on an empty cube, as in P@cc5.",
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

    /// The name of a piece at the beginning of a sentence, with its cube.
    pub(super) fn titled(&self, piece: Piece, cube: Cube) -> String {
        format!("{} {cube}", capital(piece.name(&self.rules)))
    }
}

/// How much of the board words tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
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
    pub(super) const ALL: [Detail; 4] = [
        Detail::Cubes,
        Detail::Officers,
        Detail::Counts,
        Detail::Kings,
    ];
}
