//! The fields of castling and en passant.

use super::super::board::{self, Cube};
use super::super::moves::{CORNERS, EnPassant};
use super::super::pieces::{Piece, Role};
use super::super::position::TowerGame;
use super::super::twist::Field;
use crate::notation::excerpt;
use crate::rules::{RuleError, Seat};

impl TowerGame {
    /// The castling field, as far as it is about these seats.
    pub(in super::super) fn write_castling(&self, seats: &[Seat]) -> String {
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
        let holds = self.effects.has_field(Field::Prison);
        for name in text.split(',') {
            let wrong = || {
                RuleError::position(format!(
                    "The castling field says \"{}\", but no unmoved king and rook stand so.",
                    excerpt(name)
                ))
            };
            let seat = if name == name.to_ascii_uppercase() {
                Seat::WHITE
            } else {
                Seat::BLACK
            };
            let home = self.get(self.king_home(seat)) == Some(Piece::new(seat, Role::King));
            if !castles || !home {
                return Err(wrong());
            }
            let file = name.to_ascii_lowercase();
            if file == "cc" && holds {
                self.unmoved[seat.index()] = true;
                continue;
            }
            let index = CORNERS
                .into_iter()
                .position(|corner| file == board::file_name(corner))
                .ok_or_else(wrong)?;
            if self.get(self.corner(seat, index)) != Some(Piece::new(seat, Role::Rook)) {
                return Err(wrong());
            }
            self.castling[seat.index()][index] = true;
        }
        let forgotten = |seat: usize| self.castling[seat] != [false; 4] && !self.unmoved[seat];
        if holds && (forgotten(0) || forgotten(1)) {
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
        let wrong = || {
            RuleError::position(format!(
                "The en passant field says \"{}\", but no pawn has just made such a double step.",
                excerpt(text)
            ))
        };
        let cube = |name: &str| {
            Cube::parse(name)
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
            let seat = |chance: &EnPassant| self.get(chance.pawn).map(|piece| piece.seat);
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

    /// True if a pawn can just have made such a double step.
    fn has_passed(&self, chance: EnPassant, several: bool) -> bool {
        let Some(pawn) = self.get(chance.pawn).filter(|piece| piece.is_pawn()) else {
            return false;
        };
        // With two moves a turn the first may have been the own one.
        let own_first = several && self.left == 1 && pawn.seat == self.turn;
        if pawn.seat == self.turn && !own_first {
            return false;
        }
        let space = self.rules.space;
        self.get(chance.passed).is_none()
            && self.quiet_ways(pawn.seat).iter().any(|&way| {
                let from = space.shift(chance.passed, way.times(-1));
                space.shift(chance.passed, way) == Some(chance.pawn)
                    && from.is_some_and(|from| {
                        from.rank() == self.rules.rank_for(pawn.seat, 1)
                            && (several || self.get(from).is_none())
                    })
            })
    }
}
