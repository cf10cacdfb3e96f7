//! The picture: as that of the plain game, with what the mutators add: a second board, what lies beside, and every cube that
//! the last move changed.

use super::super::board::Cube;
use super::super::explain::seat_name;
use super::super::pieces::{Piece, Role};
use super::super::scene::slice::{arranged, bare_slice, place, side_note};
use super::super::scene::surroundings::{decided, to_move};
use super::super::scene::token::{figure, token};
use super::super::sheet;
use super::moves::{Move, MoveKind};
use super::{Field, Mutated, Unit, alice};
use crate::rules::{Counting, Depict, Position, Reason, Seat, Specimen, Status};
use crate::scene::{Cell, Grid, Mark, Scene, Token, Turn, TurnPlace, View};

mod trays;
mod two_boards;

pub use two_boards::pair;

use trays::beside;
use two_boards::{CELL, side_by_side};

impl Depict for Mutated {
    /// Every piece that the game may have, by itself.
    fn specimens(&self) -> Vec<Specimen> {
        let effects = self.effects;
        sheet::alone(self.rules, pieces(self), |rules, pieces| {
            let mut shown = Mutated::empty(rules, effects);
            for (cube, piece) in pieces {
                shown.put(*cube, Unit::new(piece.seat, piece.role));
            }
            let mut moves = shown.pseudo_moves();
            moves.retain(|mv| pieces.first().map(|(own, _)| *own) == mv.from);
            moves.iter().map(|mv| (mv.to, mv.captured())).collect()
        })
    }

    fn sheet_note(&self) -> String {
        let notes = self.effects.iter().map(|mutator| mutator.sheet_note());
        let notes = notes.filter(|note| !note.is_empty());
        notes.collect::<Vec<&str>>().join(" ")
    }

    fn piece_names(&self) -> Vec<(String, String)> {
        sheet::names(&pieces(self), &self.rules)
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        let mut drawing = Drawing::of(self, view);
        for mv in self.first.iter().chain(last) {
            drawing.mark_move(mv);
        }
        if self.is_partial()
            && let Some((cube, ..)) = self.gone
        {
            drawing.mark(cube, 0, Mark::To);
            drawing.light(cube, 0);
        }
        drawing.mark_touched();
        drawing.mark_check();
        if let Some(role) = &view.reach {
            drawing.mark_reach(role);
        }
        drawing.scene(view)
    }
}

/// Every piece that the game may have.
fn pieces(game: &Mutated) -> Vec<Piece> {
    let mut pieces = sheet::pieces(&game.rules);
    // A Fool comes by promotion alone.
    pieces.retain(|piece| piece.role != Role::Fool || game.promotions().contains(&Role::Fool));
    pieces
}

/// The piece that a partial move is about, as a view asks for it.
pub fn reach_of(partial: &str) -> Option<String> {
    let role = partial.split(' ').next()?;
    let reach = match role.find('@') {
        Some(at) => role.get(..=at)?,
        None => role
            .trim_start_matches(|c: char| !c.is_ascii_lowercase())
            .get(..3)?,
    };
    Some(reach.to_owned())
}

/// A unit as it is drawn.
pub fn drawn(game: &Mutated, unit: Unit, cube: Option<Cube>) -> Token {
    let mut token = token(&game.rules, Piece::new(unit.seat, unit.role), cube);
    if let Some(second) = unit.second {
        token.second = Some(figure(&game.rules, Piece::new(unit.seat, second)));
        token.pips = None;
    }
    if unit.promoted {
        "~".clone_into(&mut token.count);
    }
    token
}

/// A picture being put together.
struct Drawing<'g> {
    game: &'g Mutated,
    /// Whose home is last.
    viewer: Seat,
    /// By board, then by rank from rank 1.
    boards: Vec<Vec<Grid>>,
}

impl<'g> Drawing<'g> {
    fn of(game: &'g Mutated, view: &View) -> Self {
        // A seat that the game does not have looks on from White's side, as the public does.
        let viewer = view
            .from
            .filter(|seat| *seat == Seat::BLACK)
            .unwrap_or(Seat::WHITE);
        let two = game.effects.has(alice::KEY);
        let names: &[&str] = if two { &["board A", "board B"] } else { &[""] };
        let slice = |rank: u8, board: usize, name: &str| {
            let mut grid = bare_slice(rank, false);
            grid.board = u8::try_from(board).unwrap_or_default();
            if let Some(badge) = &mut grid.badge {
                badge.note = if name.is_empty() {
                    side_note(&game.rules, rank)
                } else {
                    name.to_owned()
                };
            }
            grid
        };
        let boards = (names.iter().enumerate())
            .map(|(board, name)| {
                (0..game.rules.space.ranks)
                    .map(|rank| slice(rank, board, name))
                    .collect()
            })
            .collect();
        let mut drawing = Drawing {
            game,
            viewer,
            boards,
        };
        for (cube, unit) in game.all_units() {
            if let Some(cell) = drawing.cell(cube, unit.board()) {
                cell.token = Some(drawn(game, unit, Some(cube)));
            }
            // A piece of B is in the way of those of A who would go over.
            if unit.on_b
                && let Some(cell) = drawing.cell(cube, 0)
            {
                let mut faint = drawn(game, unit, Some(cube));
                faint.ghost = true;
                cell.token = Some(faint);
            }
        }
        drawing
    }

    fn cell(&mut self, cube: Cube, board: usize) -> Option<&mut Cell> {
        let (x, y) = place(cube, false);
        self.boards
            .get_mut(board)?
            .get_mut(usize::from(cube.rank()))?
            .cell_mut(x, y)
    }

    fn mark(&mut self, cube: Cube, board: usize, mark: Mark) {
        if let Some(cell) = self.cell(cube, board)
            && !cell.marks.contains(&mark)
        {
            cell.marks.push(mark);
        }
    }

    fn light(&mut self, cube: Cube, board: usize) {
        let grid = (self.boards.get_mut(board))
            .and_then(|slices| slices.get_mut(usize::from(cube.rank())));
        if let Some(badge) = grid.and_then(|grid| grid.badge.as_mut()) {
            badge.lit = true;
        }
    }

    fn mark_move(&mut self, mv: &Move) {
        let board = mv.unit.board();
        let goes_over = self.game.effects.has(alice::KEY) && mv.from.is_some();
        let arrives = if goes_over { 1 - board } else { board };
        if let Some(from) = mv.from {
            self.mark(from, board, Mark::From);
            self.light(from, board);
        }
        if let Some(cube) = mv.captured().filter(|_| mv.is_en_passant()) {
            self.mark(cube, board, Mark::From);
        }
        if goes_over {
            self.mark(mv.to, board, Mark::Trail);
        }
        self.mark(mv.to, arrives, Mark::To);
        self.light(mv.to, arrives);
        if mv.kind == MoveKind::Castles {
            self.mark(Mutated::beside(mv.to), arrives, Mark::To);
        }
    }

    /// Marks the cubes of all pieces that went, turned or flew.
    fn mark_touched(&mut self) {
        let game = self.game;
        for cube in game.touched.iter() {
            let mark = match game.unit(cube) {
                Some(_) => Mark::To,
                None => Mark::From,
            };
            self.mark(cube, 0, mark);
            self.light(cube, 0);
        }
    }

    fn mark_check(&mut self) {
        let game = self.game;
        if game.check()
            && let Some(king) = game.king(game.turn)
            && let Some(unit) = game.unit(king)
        {
            self.mark(king, unit.board(), Mark::Danger);
        }
    }

    /// Marks where one piece, or what is put on the board (`P@`, `N:B@`), can go.
    fn mark_reach(&mut self, role: &str) {
        let game = self.game;
        if role.ends_with('@') {
            for mv in game.moves_of(role) {
                self.mark(mv.to, 0, Mark::Reach);
            }
            return;
        }
        let Some(cube) = Cube::named(role).filter(|cube| game.rules.space.has(*cube)) else {
            return;
        };
        let unit = game.unit(cube);
        self.mark(cube, unit.map_or(0, Unit::board), Mark::Chosen);
        let Some(unit) = unit else {
            return;
        };
        for mv in game.moves_of(role) {
            let mark = match mv.kind {
                MoveKind::Captures(_) => Mark::Capture,
                MoveKind::Goes => Mark::Reach,
                _ => Mark::Special,
            };
            self.mark(mv.to, unit.board(), mark);
        }
    }

    fn scene(self, view: &View) -> Scene {
        let game = self.game;
        let wide = view.layout.as_deref() == Some("wide");
        let ascending = game.rules.goes_up(self.viewer);
        let trays = beside(game, self.viewer);
        let mut boards = self.boards;
        if !ascending {
            for slices in &mut boards {
                slices.reverse();
            }
        }
        // From the viewer's home up.
        let (grids, columns, cell, place) = match <[Vec<Grid>; 2]>::try_from(boards) {
            Ok([a, b]) => (side_by_side(a, b), 4, CELL, TurnPlace::Below),
            Err(mut boards) => {
                let slices = boards.pop().unwrap_or_default();
                arranged(slices, None, wide)
            }
        };
        Scene {
            grids,
            columns,
            cell,
            trays,
            turn: Some(turn(game, place)),
        }
    }
}

/// Why a game has ended, in two or three words.
pub fn remark(reason: Reason) -> String {
    match reason {
        Reason::Own(own) => own.words.to_owned(),
        Reason::GaveAll => "nothing left to lose".to_owned(),
        _ => reason.to_string().replace('-', " "),
    }
}

/// Whose turn it is, or how the game has ended.
fn turn(game: &Mutated, place: TurnPlace) -> Turn {
    let status = game.status();
    if let Some(turn) = decided(status, place, remark) {
        return turn;
    }
    let mut turn = to_move(game.turn, String::new(), place);
    if let Status::Drawn(reason) = status {
        (turn.text, turn.detail) = ("Drawn".to_owned(), remark(reason));
    } else if game.is_placing() {
        turn.text = format!("{} to place", seat_name(game.turn));
    } else {
        let mut said = Vec::new();
        if game.check() {
            said.push("in check".to_owned());
        }
        if game.effects.has_field(Field::Left) {
            let plural = if game.left == 1 { "" } else { "s" };
            said.push(format!("{} move{plural} left", game.left));
        }
        turn.detail = said.join(" · ");
    }
    turn
}
