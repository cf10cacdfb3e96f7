//! The position of Bughouse as one line:
//! `<placement A> <placement B> <wa|wb|ba|bb> <castling A> <castling B> <ep A> <ep B> <hand A> <hand B> <noprogress>`.

use super::super::options::Rules;
use super::super::position::{Effects, TowerGame};
use super::{BOARDS, TableOfFour, board_of, next, side_of};
use crate::notation::{count, excerpt};
use crate::rules::{RuleError, Seat};

/// Letters of the seats in position texts.
const TURNS: [&str; 4] = ["wa", "wb", "ba", "bb"];

impl TableOfFour {
    /// Reads a position text.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`], with the fault.
    pub fn read_text(rules: Rules, effects: Effects, text: &str) -> Result<TableOfFour, RuleError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [
            placement_a,
            placement_b,
            turn,
            castling_a,
            castling_b,
            passed_a,
            passed_b,
            hand_a,
            hand_b,
            plies,
        ] = fields[..]
        else {
            return Err(RuleError::position(
                "A position of Bughouse has ten fields: two placements, the seat to move, and castling, en passant and hands of \
                 board A and of board B, then the count.",
            ));
        };
        let turn = TURNS
            .iter()
            .position(|name| *name == turn)
            .and_then(|index| u8::try_from(index).ok())
            .map(Seat)
            .ok_or_else(|| {
                RuleError::position(format!(
                    "The seat to move is wa, wb, ba or bb, not \"{}\".",
                    excerpt(turn)
                ))
            })?;
        let board = |index: usize, placement: &str, castling: &str, passed: &str, hand: &str| {
            let seat = if board_of(turn) == index {
                turn
            } else {
                next(turn)
            };
            let side = if side_of(seat) == Seat::WHITE {
                "w"
            } else {
                "b"
            };
            let text = format!("{placement} {side} {castling} {passed} {hand} 0");
            TowerGame::read_position(rules, effects, &text).map_err(|mut rejection| {
                rejection.sentence = format!("Board {}: {}", BOARDS[index], rejection.sentence);
                rejection
            })
        };
        let mut game = TableOfFour {
            boards: [
                board(0, placement_a, castling_a, passed_a, hand_a)?,
                board(1, placement_b, castling_b, passed_b, hand_b)?,
            ],
            turn,
            no_progress: count(plies)?,
        };
        game.pass_over();
        Ok(game)
    }

    /// The position text.
    pub(super) fn write_text(&self) -> String {
        let boards = self.boards.each_ref().map(TowerGame::write_position);
        let boards = boards
            .each_ref()
            .map(|text| text.split(' ').collect::<Vec<_>>());
        let field = |index: usize| {
            let of_board =
                |fields: &Vec<&str>| fields.get(index).copied().unwrap_or_default().to_owned();
            boards.each_ref().map(of_board).join(" ")
        };
        format!(
            "{} {} {} {} {} {}",
            field(0),
            TURNS[self.turn.index() % 4],
            field(2),
            field(3),
            field(4),
            self.no_progress
        )
    }
}
