//! Reasons why a king does not castle.

use super::super::board::Cube;
use super::super::moves::{CORNERS, CastlingBar, passed};
use super::super::pieces::{Piece, Role, seat_name};
use super::super::position::TowerGame;
use crate::rules::RuleError;

impl TowerGame {
    /// Explains why the side to move cannot castle towards any of these corners.
    pub(in super::super) fn why_no_castling(
        &self,
        corners: Vec<u8>,
        wanted: Option<Role>,
    ) -> RuleError {
        let seat = self.turn;
        let never = match self.effects.iter().find(|mutator| !mutator.castles()) {
            Some(mutator) => Some(format!("in {}", mutator.name())),
            None if self.rules.shogi => Some("in the Shogi Tower Game".to_owned()),
            None => (self.rules.space.toroidal).then(|| "on a toroidal board".to_owned()),
        };
        if let Some(never) = never {
            return RuleError::illegal(format!("There is no castling {never}."));
        }
        let king = self.king_home(seat);
        if self.get(king) != Some(Piece::new(seat, Role::King)) {
            let side = seat_name(seat);
            return RuleError::illegal(if self.effects.is_none() {
                format!("Castling is over for {side}: the king has left {king}.")
            } else {
                format!("{side} cannot castle: the king is not on {king}.")
            });
        }
        let home = king.rank();
        let name = |cube: Cube| {
            self.get(cube)
                .map_or("piece".into(), |piece| piece.name(&self.rules))
        };
        let reasons: Vec<String> = corners
            .iter()
            .map(|corner| {
                let index = CORNERS.iter().position(|other| other == corner);
                let to = Cube::on_file(*corner, home);
                if !index.is_some_and(|index| self.castling[seat.index()][index]) {
                    return format!("to {to}: the king or the rook of that corner has moved");
                }
                match self.castling_bar(seat, to) {
                    Some(CastlingBar::Blocked(cube)) => {
                        format!("to {to}: the {} on {cube} is in the way", name(cube))
                    }
                    Some(CastlingBar::Attacked { cube, by }) if cube == king => {
                        format!("to {to}: the king is attacked by the {} on {by}", name(by))
                    }
                    Some(CastlingBar::Attacked { cube, by }) => {
                        let what = if cube == to {
                            "the corner"
                        } else {
                            "the square passed"
                        };
                        format!("to {to}: the {} on {by} attacks {what} {cube}", name(by))
                    }
                    None if self.has_board_b() => {
                        format!("to {to}: the king would be attacked on the other board")
                    }
                    None => format!("to {to}: write K{king}-{to}"),
                }
            })
            .collect();
        if reasons.is_empty() {
            let called: Vec<String> = CORNERS
                .iter()
                .filter_map(|corner| self.castling_name(*corner))
                .map(|role| role.letter().to_string())
                .collect();
            let letter = wanted.map_or(' ', Role::letter);
            return RuleError::illegal(format!(
                "There is no corner {letter}: the letter after O- names the piece that stood diagonally next to the \
                 corner's rook at the start ({} for {}, from aa, ae, ea, ee).",
                called.join(", "),
                seat_name(seat)
            ));
        }
        let cubes: Vec<Cube> = corners
            .iter()
            .flat_map(|corner| [*corner, passed(*corner)])
            .map(|file| Cube::on_file(file, home))
            .collect();
        let sentence = format!("The king cannot castle {}.", reasons.join("; "));
        RuleError::illegal(sentence).at(cubes)
    }
}
