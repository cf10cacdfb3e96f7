//! The fields behind the placement and the side to move: castling, en passant, and what lies beside the board.

use super::super::super::board;
use super::super::super::moves::CORNERS;
use super::super::super::position_text::parts::{bad_castling, bad_en_passant};
use super::super::unit::HAND_ORDER;
use super::super::{Hand, Mutated, anywhere};
use super::cased;
use super::{Cube, EnPassant, Role, RuleError, Seat, Unit, excerpt};

/// How many of a piece may lie beside the board, in a text.
const MOST_BESIDE: u8 = 99;

impl Mutated {
    /// The castling field, as far as it is about these seats.
    pub(in crate::games::tower_game::mutators) fn write_castling(&self, seats: &[Seat]) -> String {
        let mut files: Vec<String> = Vec::new();
        for &seat in seats {
            let mut own: Vec<String> = (CORNERS.iter().enumerate())
                .filter(|(index, _)| self.castling[seat.index()][*index])
                .map(|(_, corner)| board::file_name(*corner))
                .collect();
            if self.unmoved[seat.index()] {
                own.push("cc".to_owned());
            }
            if seat == Seat::WHITE {
                own = own.iter().map(|file| file.to_ascii_uppercase()).collect();
            }
            files.extend(own);
        }
        files.sort_unstable();
        if files.is_empty() {
            "-".to_owned()
        } else {
            files.join(",")
        }
    }

    pub(super) fn write_passed(&self) -> String {
        let whole = self.rules.berlin || self.effects.iter().any(|mutator| mutator.keeps_passed());
        let mut steps: Vec<String> = (self.passed.into_iter().flatten())
            .map(|EnPassant { passed, pawn }| {
                if whole {
                    format!("{passed}>{pawn}")
                } else {
                    passed.to_string()
                }
            })
            .collect();
        steps.sort_unstable();
        if steps.is_empty() {
            "-".to_owned()
        } else {
            steps.join(",")
        }
    }

    pub(super) fn read_castling(&mut self, text: &str) -> Result<(), RuleError> {
        if text == "-" {
            return Ok(());
        }
        let castles = self.rules.castling() && self.effects.iter().all(|mutator| mutator.castles());
        for name in text.split(',') {
            let wrong = || bad_castling(name);
            let seat = if name == name.to_ascii_uppercase() {
                Seat::WHITE
            } else {
                Seat::BLACK
            };
            let home = self.unit(self.king_home(seat)) == Some(Unit::new(seat, Role::King));
            if !castles || !home {
                return Err(wrong());
            }
            let file = name.to_ascii_lowercase();
            if file == "cc" && self.effects.has("hostage") {
                self.unmoved[seat.index()] = true;
                continue;
            }
            let index = CORNERS
                .into_iter()
                .position(|corner| file == board::file_name(corner))
                .ok_or_else(wrong)?;
            if self.unit(self.corner(seat, index)) != Some(Unit::new(seat, Role::Rook)) {
                return Err(wrong());
            }
            self.castling[seat.index()][index] = true;
        }
        let forgotten = |seat: usize| self.castling[seat] != [false; 4] && !self.unmoved[seat];
        if self.effects.has("hostage") && (forgotten(0) || forgotten(1)) {
            return Err(RuleError::position(
                "A king who may castle has not moved: the castling field names him too, as CC or cc.",
            ));
        }
        if self.write_castling(&[Seat::WHITE, Seat::BLACK]) == text {
            Ok(())
        } else {
            Err(RuleError::position(
                "The castling field lists each file once, in the order AA,AE,EA,EE,aa,ae,ea,ee.",
            ))
        }
    }

    pub(super) fn read_passed(&mut self, text: &str) -> Result<(), RuleError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = || bad_en_passant(text);
        let cube = |name: &str| {
            Cube::named(name)
                .filter(|cube| self.rules.space.has(*cube))
                .ok_or_else(wrong)
        };
        let several = self.effects.iter().any(|mutator| mutator.keeps_passed());
        if self.is_placing() || !self.effects.iter().all(|mutator| mutator.passes()) {
            return Err(wrong());
        }
        let mut found = Vec::new();
        for step in text.split(',') {
            let (passed, pawn) = if self.rules.berlin || several {
                let (passed, pawn) = step.split_once('>').ok_or_else(wrong)?;
                (cube(passed)?, cube(pawn)?)
            } else {
                let passed = cube(step)?;
                let ahead = self.ahead(self.turn.other());
                (
                    passed,
                    self.rules.space.shift(passed, ahead).ok_or_else(wrong)?,
                )
            };
            let chance = EnPassant { passed, pawn };
            if !self.has_passed(chance, several) {
                return Err(wrong());
            }
            found.push(chance);
        }
        let one_side = found.windows(2).all(|pair| {
            let seat = |chance: &EnPassant| self.unit(chance.pawn).map(|unit| unit.seat);
            seat(&pair[0]) == seat(&pair[1])
        });
        if found.len() > if several { 2 } else { 1 } || !one_side {
            return Err(wrong());
        }
        for (place, chance) in self.passed.iter_mut().zip(found) {
            *place = Some(chance);
        }
        if self.write_passed() == text && self.passed[0] != self.passed[1] {
            Ok(())
        } else {
            Err(wrong())
        }
    }

    /// Whether a pawn can just have made such a double step.
    fn has_passed(&self, chance: EnPassant, several: bool) -> bool {
        let Some(pawn) = self.unit(chance.pawn).filter(|unit| unit.is_pawn()) else {
            return false;
        };
        // With two moves a turn the first may have been the own one.
        let own_first = several && self.left == 1 && pawn.seat == self.turn;
        if pawn.seat == self.turn && !own_first {
            return false;
        }
        let space = self.rules.space;
        self.unit(chance.passed).is_none()
            && self.quiet_ways(pawn.seat).into_iter().any(|way| {
                let from = space.shift(chance.passed, way.times(-1));
                space.shift(chance.passed, way) == Some(chance.pawn)
                    && from.is_some_and(|from| {
                        from.rank() == self.rules.rank_for(pawn.seat, 1)
                            && (several || self.unit(from).is_none())
                    })
            })
    }

    pub(super) fn read_hands(&self, text: &str, what: &str) -> Result<[Hand; 2], RuleError> {
        let mut hands = [Hand::default(); 2];
        if text == "-" {
            return Ok(hands);
        }
        let wrong = || {
            RuleError::position(format!(
                "The {what} are written like P2n1, White's first, in the order P N C J B M R; not \"{}\".",
                excerpt(text)
            ))
        };
        let anywhere = self.effects.has(anywhere::KEY);
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let seat = if letter.is_ascii_uppercase() {
                Seat::WHITE
            } else {
                Seat::BLACK
            };
            let may = |role: &Role| {
                HAND_ORDER.contains(role)
                    && match role {
                        Role::King => anywhere,
                        Role::Pawn => !anywhere,
                        _ => true,
                    }
            };
            let role = Role::of_letter(letter.to_ascii_uppercase())
                .filter(may)
                .ok_or_else(wrong)?;
            rest = &rest[letter.len_utf8()..];
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = (rest[..digits].parse::<u8>().ok())
                .filter(|count| (1..=MOST_BESIDE).contains(count))
                .ok_or_else(wrong)?;
            rest = &rest[digits..];
            hands[seat.index()].set(role, count);
        }
        // Each letter once, in order, without leading zeros: what was read is written back the same.
        if write_hands(&hands) == text {
            Ok(hands)
        } else {
            Err(wrong())
        }
    }
}

/// Pieces beside the board, White's first.
pub(super) fn write_hands(hands: &[Hand; 2]) -> String {
    let mut text = String::new();
    for seat in [Seat::WHITE, Seat::BLACK] {
        for (role, count) in hands[seat.index()].iter() {
            text.push(cased(seat, role.letter()));
            text.push_str(&count.to_string());
        }
    }
    if text.is_empty() {
        "-".to_owned()
    } else {
        text
    }
}
