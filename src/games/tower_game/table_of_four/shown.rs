//! Bughouse in words and pictures.

use super::super::describe::with_article;
use super::super::pieces::Piece;
use super::picture::pair;
use super::{BOARDS, BoardMove, TableOfFour, board_of, partner, player_of, seat_name, side_of};
use crate::rules::{
    Counting, Depict, Describe, PieceName, Position, Reach, Specimen, Status, Topic,
};
use crate::scene::{Scene, View};

impl Describe for TableOfFour {
    fn describe(&self, mv: &BoardMove) -> String {
        let board = &self.boards[mv.board];
        let words = format!("Board {}: {}", BOARDS[mv.board], board.describe(&mv.mv));
        let Some(taken) = mv.mv.captured().and_then(|cube| board.get(cube)) else {
            return words;
        };
        let name = with_article(&Piece::new(taken.seat, taken.in_hand()).name(&board.rules));
        let receiver = seat_name(player_of(taken.seat, 1 - mv.board));
        format!("{words}; {receiver} gets {name} to drop")
    }

    fn alt_text(&self, limit: usize) -> String {
        let head = "Bughouse.";
        let room = limit.saturating_sub(head.chars().count() + 20) / 2;
        let boards: Vec<String> = (BOARDS.iter().zip(&self.boards))
            .map(|(name, board)| format!("Board {name}: {}", board.pieces_in_words(room)))
            .collect();
        let text = format!("{head} {}", boards.join(" "));
        if text.chars().count() <= limit {
            text
        } else {
            head.chars().take(limit).collect()
        }
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        self.board().reach(self.without_board(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        let danger = self.board().check_warning()?;
        Some(format!("Board {}: {danger}", BOARDS[board_of(self.turn)]))
    }

    fn exposed(&self) -> Vec<String> {
        let other = 1 - board_of(self.turn);
        let danger = self.boards[other].check_warning();
        let lines = danger.map(|danger| format!("Board {}: {danger}", BOARDS[other]));
        lines.into_iter().collect()
    }

    fn status_lines(&self) -> Vec<String> {
        let lines = BOARDS.iter().zip(&self.boards).flat_map(|(name, board)| {
            let lines = board.status_lines().into_iter();
            lines.map(move |line| format!("Board {name}: {line}"))
        });
        lines.collect()
    }

    fn topics(&self) -> Vec<Topic> {
        self.board().topics()
    }
}

impl Depict for TableOfFour {
    fn specimens(&self) -> Vec<Specimen> {
        self.board().specimens()
    }

    fn piece_names(&self) -> Vec<PieceName> {
        self.board().piece_names()
    }

    fn scene(&self, last: Option<&BoardMove>, view: &View) -> Scene {
        let seat = view.from.filter(|seat| seat.index() < 4);
        // The public sees the board in front whose turn it is.
        let front = board_of(seat.unwrap_or(self.turn));
        let own = View {
            from: seat.map(side_of),
            ..view.clone()
        };
        let last = last.map(|mv| (mv.board, mv.mv));
        pair(
            &self.boards,
            front,
            board_of(self.turn),
            last,
            &own,
            &self.headline(),
        )
    }
}

impl TableOfFour {
    /// The turn or the result of the game, and a remark.
    fn headline(&self) -> (String, String) {
        match self.status() {
            Status::Won { winner, reason } => (
                format!("{} wins", seat_name(winner)),
                format!("{}, with {}", reason.remark(), seat_name(partner(winner))),
            ),
            Status::Drawn(reason) => ("Drawn".to_owned(), reason.remark()),
            _ => {
                let check = if self.check() { "in check" } else { "" };
                (
                    format!("{} to move", seat_name(self.turn)),
                    check.to_owned(),
                )
            }
        }
    }
}
