//! Scene of a position.

use super::board::{Piece, Role, Square};
use super::moves::{self, Move, Transfer, TurnRule};
use super::{AbstractChess, sheet};
use crate::rules::{Counting, Depict, Notation, PieceName, Position, Seat, Status};
use crate::scene::{Army, Figure, Grid, Ground, Mark, Scene, Token, Turn, TurnPlace, View};

impl Depict for AbstractChess {
    fn specimens(&self) -> Vec<crate::rules::Specimen> {
        sheet::specimens(self)
    }

    fn piece_names(&self) -> Vec<PieceName> {
        let named = |role: Role| PieceName::new(role.name(), role.letter());
        let of_chess = |role: Role| Some(PieceName::new(role.chess_name()?, role.letter()));
        let of_chess = sheet::roles().filter_map(of_chess);
        sheet::roles().map(named).chain(of_chess).collect()
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        let mut picture = Picture::of(self, view);
        if let Some(last) = last {
            picture.mark_move(last);
        }
        picture.mark_dangers(self);
        if let Some(square) = view.reach.as_deref().and_then(Square::parse) {
            picture.mark_reach(self, square);
        }
        picture.finish(self)
    }
}

/// Side of a cell, in pixels.
const CELL: u16 = 80;

/// Returns the picture of a partly entered move: `Ng1`, or with `turn=double` `Ng1-f3,` and `Ng1-f3,h2`.
pub fn preview(position: &AbstractChess, partial: &str, view: &View) -> Option<Scene> {
    let Some((first, giver)) = partial.split_once(',') else {
        let square = Square::parse(partial.get(1..)?)?;
        position.get(square)?;
        let view = View {
            reach: Some(square.to_string()),
            ..view.clone()
        };
        return Some(position.scene(None, &view));
    };
    let mv = position.exact(first)?;
    let Move::Go { from, to, .. } = mv else {
        return None;
    };
    let mut after = position.clone();
    after.board = position.board_after(from, to);
    let mut picture = Picture::of(&after, view);
    picture.mark_move(&mv);
    picture.mark_dangers(&after);
    let seconds = position.second_parts(from, to);
    if let Some(giver) = Square::parse(giver) {
        picture.mark(giver, Mark::Chosen);
        for Transfer { from, to } in seconds {
            if from == giver {
                picture.mark(to, Mark::Special);
            }
        }
    } else {
        for Transfer { from, .. } in seconds {
            picture.mark(from, Mark::Special);
        }
    }
    Some(picture.finish(&after))
}

/// A picture in progress: the grid and its orientation.
struct Picture {
    grid: Grid,
    turned: bool,
}

impl Picture {
    /// Returns the board with its pieces and coordinates.
    fn of(position: &AbstractChess, view: &View) -> Self {
        let mut picture = Picture {
            grid: Grid::blank(8, 8),
            turned: view.from == Some(Seat::BLACK),
        };
        for square in Square::all() {
            let (x, y) = picture.place(square);
            let Some(cell) = picture.grid.cell_mut(x, y) else {
                continue;
            };
            cell.ground = if (square.file() + square.rank()) % 2 == 0 {
                Ground::Dark
            } else {
                Ground::Light
            };
            cell.token = position.get(square).map(token);
        }
        let mut files: Vec<String> = ('a'..='h').map(String::from).collect();
        let mut ranks: Vec<String> = ('1'..='8').rev().map(String::from).collect();
        if picture.turned {
            files.reverse();
            ranks.reverse();
        }
        picture.grid.coordinates(files, ranks);
        picture
    }

    /// Returns a square's column and row in the picture.
    fn place(&self, square: Square) -> (u8, u8) {
        let (file, rank) = (square.file().unsigned_abs(), square.rank().unsigned_abs());
        if self.turned {
            (7 - file, rank)
        } else {
            (file, 7 - rank)
        }
    }

    /// Marks a square, once.
    fn mark(&mut self, square: Square, mark: Mark) {
        let (x, y) = self.place(square);
        if let Some(cell) = self.grid.cell_mut(x, y)
            && !cell.marks.contains(&mark)
        {
            cell.marks.push(mark);
        }
    }

    /// Marks a move's origin and destination; a transfer marks giver and taker.
    fn mark_move(&mut self, mv: &Move) {
        let mut parts = Vec::new();
        match *mv {
            Move::Go { from, to, then } => {
                parts.push((from, to));
                parts.extend(then.map(|Transfer { from, to }| (from, to)));
            }
            Move::Transfer(Transfer { from, to }) => parts.push((from, to)),
        }
        for (from, to) in parts {
            self.mark(from, Mark::From);
            self.mark(to, Mark::To);
        }
    }

    /// Marks the royal stones of either side that an enemy could capture in its turn.
    fn mark_dangers(&mut self, position: &AbstractChess) {
        for seat in [Seat::WHITE, Seat::BLACK] {
            if let Some(royal) = position.board.royal(seat)
                && !position
                    .rules
                    .attackers(&position.board, royal, seat)
                    .is_empty()
            {
                self.mark(royal, Mark::Danger);
            }
        }
    }

    /// Marks the moves of the piece on a square, as if it were its side's turn.
    fn mark_reach(&mut self, position: &AbstractChess, from: Square) {
        let Some(piece) = position.get(from) else {
            return;
        };
        self.mark(from, Mark::Chosen);
        let mut reached = Vec::new();
        position
            .rules
            .each_target(&position.board, from, piece, |to| {
                reached.push(to);
                true
            });
        for to in reached {
            let mark = if position.get(to).is_some() {
                Mark::Capture
            } else {
                Mark::Reach
            };
            self.mark(to, mark);
        }
        let barred = position.transferred[piece.seat.index()];
        if position.rules.turn != TurnRule::Double && !barred {
            for to in Square::all() {
                if moves::judge_transfer(&position.board, piece.seat, Transfer { from, to }).is_ok()
                {
                    self.mark(to, Mark::Special);
                }
            }
        }
    }

    /// Returns the whole scene, with the note of whose turn it is.
    fn finish(self, position: &AbstractChess) -> Scene {
        Scene {
            grids: vec![self.grid],
            columns: 1,
            cell: CELL,
            trays: Vec::new(),
            turn: Some(turn(position)),
        }
    }
}

/// Returns the token that draws a piece.
fn token(piece: Piece) -> Token {
    let figure = match piece.role {
        Role::Stack(stones) => Figure::Stack(stones),
        Role::Royal => Figure::RoyalStone,
    };
    Token::new(army(piece.seat), figure)
}

/// Returns the army that draws a seat's pieces.
fn army(seat: Seat) -> Army {
    if seat == Seat::WHITE {
        Army::White
    } else {
        Army::Black
    }
}

/// Returns the note of whose turn it is, or of the winner.
fn turn(position: &AbstractChess) -> Turn {
    let (seat, says, detail) = match position.status() {
        Status::Won { winner, .. } => (winner, "has won", "royal stone captured"),
        Status::Drawn(_) | Status::Stalemate { .. } => (position.turn, "cannot move", "a draw"),
        Status::Ongoing if position.check() => (position.turn, "to move", "royal stone in danger!"),
        Status::Ongoing => (position.turn, "to move", ""),
    };
    Turn {
        army: army(seat),
        figure: Figure::RoyalStone,
        text: format!("{} {says}", super::describe::seat_name(seat)),
        detail: detail.to_owned(),
        place: TurnPlace::Below,
    }
}
