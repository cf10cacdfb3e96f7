//! Why a king does not castle.

use super::super::TowerGame;
use super::super::board::Cube;
use super::super::moves::{CORNERS, CastlingBar, KING_FILE, passed};
use super::super::pieces::{Piece, Role};
use super::{seat_name, sentences};
use crate::rules::RuleError;

impl TowerGame {
    /// Whether a move looks like castling: from the king's first cube to a corner of his rank.
    pub(super) fn is_castling_goal(&self, piece: Piece, from: Cube, to: Cube) -> bool {
        !self.rules.shogi
            && piece.role == Role::King
            && from == Cube::on_file(KING_FILE, self.rules.rank_for(piece.seat, 0))
            && from.rank() == to.rank()
            && CORNERS.contains(&to.file())
    }

    /// Why the side to move cannot castle towards any of these corners.
    pub(in crate::games::tower_game) fn why_no_castling(
        &self,
        corners: &[u8],
        wanted: Option<Role>,
    ) -> RuleError {
        let seat = self.turn;
        if let Some(refusal) = sentences::no_castling(&self.rules) {
            return refusal;
        }
        let home = self.rules.rank_for(seat, 0);
        let king = Cube::on_file(KING_FILE, home);
        if self.kings[seat.index()] != king {
            return RuleError::illegal(format!(
                "Castling is over for {}: the king has left {king}.",
                seat_name(seat)
            ));
        }
        let reasons: Vec<String> = corners
            .iter()
            .map(|corner| {
                let index = CORNERS.iter().position(|other| other == corner);
                let to = Cube::on_file(*corner, home);
                if !index.is_some_and(|index| self.castling[seat.index()][index]) {
                    return sentences::corner_has_moved(to);
                }
                let name = |cube: Cube| {
                    self.piece(cube)
                        .map_or("piece", |piece| piece.name(&self.rules))
                };
                match self.castling_bar(seat, *corner) {
                    Some(CastlingBar::Blocked(cube)) => {
                        sentences::castling_blocked(to, name(cube), cube)
                    }
                    Some(CastlingBar::Attacked { cube, by }) if cube == king => {
                        format!(
                            "to {to}: the king is in check from the {} on {by}",
                            name(by)
                        )
                    }
                    Some(CastlingBar::Attacked { cube, by }) => {
                        let what = if cube == to {
                            "the corner"
                        } else {
                            "the cube passed"
                        };
                        format!("to {to}: the {} on {by} attacks {what} {cube}", name(by))
                    }
                    None => format!("to {to}: write K{king}-{to}"),
                }
            })
            .collect();
        if reasons.is_empty() {
            let called: Vec<String> = CORNERS
                .iter()
                .filter_map(|corner| self.castling_name(seat, *corner))
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
        sentences::cannot_castle(&reasons).at(cubes)
    }
}
