//! The picture: a slice for every rank, the far ranks first and one's own last, so that a board is read as it is in
//! two dimensions, from the enemy's home down to one's own.
//!
//! A file is the same place in every slice, also for Black: setups of the Tower Game face each other file by file. In
//! Shogi each side's ranks are the other's turned round, and so is the picture for the side at the top.
//!
//! Light cubes are those of the kings' half on rank 1, as in the inventor's diagrams; light and dark alternate along
//! orthogonals, from slice to slice too. Pieces bound to a part of the board wear its pips: bishops and captains one on
//! the light half and two on the dark, merchants none to three.

use super::board::{Cube, WIDTH, file_name};
use super::moves::{Move, passed};
use super::{TowerGame, sheet};
use crate::rules::{Counting, Depict, Seat};
use crate::scene::{Badge, Cell, Grid, Ink, Mark, Scene, Stroke, View};

pub(super) mod slice;
pub(super) mod surroundings;
pub(super) mod token;

use slice::{arranged, bare_slice, on_chosen_rank, place, side_note};
use surroundings::{hands, turn};
use token::token;

impl Depict for TowerGame {
    fn specimens(&self) -> Vec<crate::rules::Specimen> {
        sheet::specimens(self)
    }

    fn piece_names(&self) -> Vec<(String, String)> {
        sheet::names(&sheet::shown(&self.rules), &self.rules)
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        let mut drawing = Drawing::of(self, view);
        if let Some(mv) = last {
            drawing.mark_last(mv);
        }
        drawing.mark_check();
        if let Some(square) = &view.reach {
            drawing.mark_reach(square);
        }
        drawing.scene(view.layout.as_deref() == Some("wide"), last)
    }
}

/// How large the side view's cells are against the slices'.
const SIDE_SCALE: f32 = 0.62;

/// The picture of a move being put together: where the chosen piece, or the piece to drop, can go.
pub fn preview(game: &TowerGame, partial: &str, view: &View) -> Option<Scene> {
    let role = partial.split(' ').next()?;
    let view = View {
        reach: Some(if role.ends_with('@') {
            role.to_owned()
        } else {
            role.trim_start_matches(|c: char| !c.is_ascii_lowercase())
                .get(..3)?
                .to_owned()
        }),
        ..view.clone()
    };
    Some(on_chosen_rank(game.scene(None, &view), partial))
}

/// A picture being put together.
struct Drawing<'g> {
    game: &'g TowerGame,
    /// Whose home is last.
    viewer: Seat,
    turned: bool,
    /// By rank, from rank 1.
    slices: Vec<Grid>,
}

impl<'g> Drawing<'g> {
    fn of(game: &'g TowerGame, view: &View) -> Self {
        let rules = &game.rules;
        // A seat that the game does not have looks on from White's side, as the public does.
        let viewer = view
            .from
            .filter(|seat| *seat == Seat::BLACK)
            .unwrap_or(Seat::WHITE);
        let turned = rules.shogi && viewer != rules.bottom();
        let mut slices = Vec::new();
        for rank in 0..rules.space.ranks {
            let mut grid = bare_slice(rank, turned);
            if let Some(badge) = &mut grid.badge {
                badge.note = side_note(&game.rules, rank);
            }
            slices.push(grid);
        }
        let mut drawing = Drawing {
            game,
            viewer,
            turned,
            slices,
        };
        for cube in rules.space.cubes() {
            if let Some(piece) = game.piece(cube)
                && let Some(cell) = drawing.cell(cube)
            {
                cell.token = Some(token(&game.rules, piece, Some(cube)));
            }
        }
        drawing
    }

    fn cell(&mut self, cube: Cube) -> Option<&mut Cell> {
        let (x, y) = place(cube, self.turned);
        self.slices
            .get_mut(usize::from(cube.rank()))?
            .cell_mut(x, y)
    }

    fn mark(&mut self, cube: Cube, mark: Mark) {
        if let Some(cell) = self.cell(cube)
            && !cell.marks.contains(&mark)
        {
            cell.marks.push(mark);
        }
    }

    /// Marks the last move: its cubes, its slices, and the file it ended on through all of them.
    fn mark_last(&mut self, mv: &Move) {
        let ranks = [Some(mv.to), mv.from].map(|cube| cube.map(Cube::rank));
        for rank in ranks.into_iter().flatten() {
            if let Some(badge) = self
                .slices
                .get_mut(usize::from(rank))
                .and_then(|grid| grid.badge.as_mut())
            {
                badge.lit = true;
            }
        }
        if let Some(from) = mv.from {
            self.mark(from, Mark::From);
        }
        self.mark(mv.to, Mark::To);
        if mv.castles {
            self.mark(Cube::on_file(passed(mv.to.file()), mv.to.rank()), Mark::To);
        }
        if let Some(cube) = mv.captured.filter(|_| mv.is_en_passant()) {
            self.mark(cube, Mark::From);
        }
        let Some(from) = mv.from else {
            return;
        };
        if from.rank() != mv.to.rank() {
            for rank in 0..self.game.rules.space.ranks {
                if rank != mv.to.rank() {
                    self.mark(Cube::on_file(mv.to.file(), rank), Mark::Trail);
                }
            }
        }
        // How it went sideways, on the slice where it arrived.
        if from.file() != mv.to.file() {
            let centre = |cube: Cube| {
                let (x, y) = place(cube, self.turned);
                (f32::from(x) + 0.5, f32::from(y) + 0.5)
            };
            // It ends before the piece, which would hide its head.
            let ((x, y), (to_x, to_y)) = (centre(from), centre(mv.to));
            let length = (to_x - x).hypot(to_y - y);
            let part = (length - 0.42) / length;
            let arrow = Stroke::Arrow {
                from: (x, y),
                to: (x + (to_x - x) * part, y + (to_y - y) * part),
                ink: Ink::Last,
            };
            if let Some(grid) = self.slices.get_mut(usize::from(mv.to.rank())) {
                grid.strokes.push(arrow);
            }
        }
    }

    fn mark_check(&mut self) {
        let game = self.game;
        if game.check() {
            self.mark(game.kings[game.turn.index()], Mark::Danger);
        }
    }

    /// Marks where one piece, or a piece dropped from hand (`P@`), can go.
    fn mark_reach(&mut self, square: &str) {
        let game = self.game;
        if let Some(letter) = square.strip_suffix('@') {
            let drops: Vec<Cube> = game
                .legal_moves_of(game.turn)
                .iter()
                .filter(|mv| mv.from.is_none() && mv.piece.letter() == letter)
                .map(|mv| mv.to)
                .collect();
            for cube in drops {
                self.mark(cube, Mark::Reach);
            }
            return;
        }
        let Some(cube) = Cube::named(square).filter(|cube| game.rules.space.has(*cube)) else {
            return;
        };
        self.mark(cube, Mark::Chosen);
        let Some(piece) = game.piece(cube) else {
            return;
        };
        // What a piece of the waiting side could do if it were to move.
        for mv in game.legal_moves_of(piece.seat) {
            if mv.from != Some(cube) {
                continue;
            }
            let mark = if mv.castles {
                Mark::Special
            } else if mv.captured.is_some() {
                Mark::Capture
            } else {
                Mark::Reach
            };
            self.mark(mv.to, mark);
        }
    }

    fn scene(self, wide: bool, last: Option<&Move>) -> Scene {
        let game = self.game;
        let side = side_view(&self, last);
        let ascending = game.rules.goes_up(self.viewer);
        let mut slices = self.slices;
        if !ascending {
            slices.reverse();
        }
        // From the viewer's home up.
        let (grids, columns, cell, place) = arranged(slices, Some(side), wide);
        Scene {
            grids,
            columns,
            cell,
            trays: hands(game, self.viewer),
            turn: Some(turn(game, place)),
        }
    }
}

/// The tower from the side: one row of every rank, that of the last move, else the kings'.
fn side_view(drawing: &Drawing, last: Option<&Move>) -> Grid {
    let game = drawing.game;
    let ranks = game.rules.space.ranks;
    let row = last.map_or(2, |mv| mv.to.row());
    let up = game.rules.goes_up(drawing.viewer);
    let mut grid = Grid::blank(WIDTH, ranks);
    for rank in 0..ranks {
        for column in 0..WIDTH {
            let cube = Cube::on_file(row * WIDTH + column, rank);
            let (x, y) = place(cube, drawing.turned);
            let shown = drawing
                .slices
                .get(usize::from(rank))
                .and_then(|slice| slice.cells.get(usize::from(y * WIDTH + x)))
                .cloned()
                .flatten()
                .unwrap_or_default();
            let down = if up { ranks - 1 - rank } else { rank };
            if let Some(cell) = grid.cell_mut(x, down) {
                *cell = shown;
                // Brackets of the slices mean a file here: the whole column would be bracketed.
                cell.marks.retain(|mark| *mark != Mark::Trail);
            }
        }
    }
    let letters = (b'a'..b'a' + WIDTH).map(|letter| char::from(letter).to_string());
    let numbers = (1..=ranks).map(|rank| rank.to_string());
    if up {
        grid.coordinates(letters, numbers.rev());
    } else {
        grid.coordinates(letters, numbers);
    }
    grid.badge = Some(Badge {
        text: String::new(),
        note: format!("side view, row {}", &file_name(row * WIDTH)[1..]),
        lit: false,
    });
    grid.scale = SIDE_SCALE;
    grid
}
