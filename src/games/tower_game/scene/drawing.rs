//! A picture being put together.

use super::super::board::{Cube, WIDTH, file_name};
use super::super::moves::{Move, MoveKind, beside};
use super::super::pieces::Board;
use super::super::position::TowerGame;
use super::slice::{bare_slice, place, side_by_side, side_note, square, turned_slice, wide};
use super::surroundings::turn;
use super::token::token;
use super::trays::trays;
use crate::rules::{Counting, Seat};
use crate::scene::{Badge, Cell, Grid, Ink, Mark, Scene, Stroke, View};

/// Size of the side view's cells relative to the slices'.
const SIDE_SCALE: f32 = 0.62;

/// A picture being put together.
pub struct Drawing<'g> {
    game: &'g TowerGame,
    /// The viewer, whose home is last.
    pub viewer: Seat,
    turned: bool,
    /// Grids by board, then by rank from rank 1.
    pub boards: Vec<Vec<Grid>>,
}

impl<'g> Drawing<'g> {
    /// The position as the viewer sees it.
    pub fn of(game: &'g TowerGame, view: &View) -> Self {
        let rules = &game.rules;
        // A seat that the game does not have sees White's side, as the public does.
        let viewer = view
            .from
            .filter(|seat| *seat == Seat::BLACK)
            .unwrap_or(Seat::WHITE);
        let turned = rules.shogi && viewer != rules.bottom();
        let names: &[&str] = if game.has_board_b() {
            &["board A", "board B"]
        } else {
            &[""]
        };
        let slice = |rank: u8, board: usize, name: &str| {
            let mut grid = if turned {
                turned_slice(rank)
            } else {
                bare_slice(rank)
            };
            grid.board = u8::try_from(board).unwrap_or_default();
            if let Some(badge) = &mut grid.badge {
                badge.note = if name.is_empty() {
                    side_note(rules, rank)
                } else {
                    name.to_owned()
                };
            }
            grid
        };
        let boards = (names.iter().enumerate())
            .map(|(board, name)| {
                (0..rules.space.ranks)
                    .map(|rank| slice(rank, board, name))
                    .collect()
            })
            .collect();
        let mut drawing = Drawing {
            game,
            viewer,
            turned,
            boards,
        };
        for (cube, piece) in game.all_pieces() {
            let token = token(rules, piece, Some(cube));
            // A piece of B is in the way of those of A that would go over.
            if piece.board == Board::B
                && let Some(cell) = drawing.cell(cube, Board::A)
            {
                let mut faint = token.clone();
                faint.ghost = true;
                cell.token = Some(faint);
            }
            if let Some(cell) = drawing.cell(cube, piece.board) {
                cell.token = Some(token);
            }
        }
        drawing
    }

    fn grid(&mut self, rank: u8, board: Board) -> Option<&mut Grid> {
        self.boards
            .get_mut(board.index())?
            .get_mut(usize::from(rank))
    }

    fn place(&self, cube: Cube) -> (u8, u8) {
        let (x, y) = place(cube);
        if self.turned {
            (WIDTH - 1 - x, WIDTH - 1 - y)
        } else {
            (x, y)
        }
    }

    fn cell(&mut self, cube: Cube, board: Board) -> Option<&mut Cell> {
        let (x, y) = self.place(cube);
        self.grid(cube.rank(), board)?.cell_mut(x, y)
    }

    /// Marks a cube, once.
    pub fn mark(&mut self, cube: Cube, board: Board, mark: Mark) {
        if let Some(cell) = self.cell(cube, board)
            && !cell.marks.contains(&mark)
        {
            cell.marks.push(mark);
        }
    }

    /// Lights the slice of a cube.
    pub fn light(&mut self, cube: Cube, board: Board) {
        let grid = self.grid(cube.rank(), board);
        if let Some(badge) = grid.and_then(|grid| grid.badge.as_mut()) {
            badge.lit = true;
        }
    }

    /// Marks a move: its cubes and its slices.
    pub fn mark_move(&mut self, mv: &Move) {
        let board = mv.piece.board;
        let goes_over = self.game.has_board_b() && mv.from.is_some();
        let arrives = if goes_over { board.other() } else { board };
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
            self.mark(beside(mv.to), arrives, Mark::To);
        }
        if self.game.effects.is_none()
            && let Some(from) = mv.from
        {
            self.mark_way(from, mv.to);
        }
    }

    /// Marks the file that a move ended on through all slices, and its sideways way.
    fn mark_way(&mut self, from: Cube, to: Cube) {
        if from.rank() != to.rank() {
            for rank in 0..self.game.rules.space.ranks {
                if rank != to.rank() {
                    self.mark(Cube::on_file(to.file(), rank), Board::A, Mark::Trail);
                }
            }
        }
        // The sideways way, on the slice of arrival.
        if from.file() != to.file() {
            let centre = |cube: Cube| {
                let (x, y) = self.place(cube);
                (f32::from(x) + 0.5, f32::from(y) + 0.5)
            };
            // The line ends before the piece, to keep its head visible.
            let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
            let length = (to_x - x).hypot(to_y - y);
            let part = (length - 0.42) / length;
            let arrow = Stroke::Arrow {
                from: (x, y),
                to: (x + (to_x - x) * part, y + (to_y - y) * part),
                ink: Ink::Last,
            };
            if let Some(grid) = self.grid(to.rank(), Board::A) {
                grid.strokes.push(arrow);
            }
        }
    }

    /// Marks the cubes of all pieces that went, turned or flew.
    pub fn mark_touched(&mut self) {
        let game = self.game;
        for cube in game.touched.iter() {
            let mark = match game.get(cube) {
                Some(_) => Mark::To,
                None => Mark::From,
            };
            self.mark(cube, Board::A, mark);
            self.light(cube, Board::A);
        }
    }

    /// Marks a king in check.
    pub fn mark_check(&mut self) {
        let game = self.game;
        if game.check()
            && let Some(king) = game.king(game.turn)
            && let Some(piece) = game.get(king)
        {
            self.mark(king, piece.board, Mark::Danger);
        }
    }

    /// Marks the goals of a piece, or of a piece off the board (`P@`, `N:B@`).
    pub fn mark_reach(&mut self, role: &str) {
        let game = self.game;
        let mut board = Board::A;
        if !role.ends_with('@') {
            let Some(cube) = Cube::parse(role).filter(|cube| game.rules.space.has(*cube)) else {
                return;
            };
            board = game.get(cube).map_or(Board::A, |piece| piece.board);
            self.mark(cube, board, Mark::Chosen);
        }
        for mv in game.moves_of(role) {
            let mark = match mv.kind {
                MoveKind::Captures(_) => Mark::Capture,
                MoveKind::Goes | MoveKind::Drops | MoveKind::Exchanges(_) => Mark::Reach,
                MoveKind::Castles | MoveKind::Joins | MoveKind::Parts => Mark::Special,
            };
            self.mark(mv.to, board, mark);
        }
    }

    /// Finishes the picture.
    pub fn scene(self, last: Option<&Move>, view: &View) -> Scene {
        let game = self.game;
        let side = game.effects.is_none().then(|| self.side_view(last));
        let trays = trays(game, self.viewer);
        let mut boards = self.boards;
        // From the viewer's home up.
        if !game.rules.goes_up(self.viewer) {
            for slices in &mut boards {
                slices.reverse();
            }
        }
        let arranged = match <[Vec<Grid>; 2]>::try_from(boards) {
            Ok([a, b]) => side_by_side(a, b),
            Err(mut boards) => match (boards.pop().unwrap_or_default(), view.layout.as_deref()) {
                (slices, Some("wide")) => wide(slices),
                (slices, _) => square(slices, side),
            },
        };
        Scene {
            grids: arranged.grids,
            columns: arranged.columns,
            cell: arranged.cell,
            trays,
            turn: Some(turn(game, arranged.turn)),
        }
    }

    /// The tower from the side: one row in every rank, the last move's or else the kings'.
    fn side_view(&self, last: Option<&Move>) -> Grid {
        let rules = &self.game.rules;
        let ranks = rules.space.ranks;
        let row = last.map_or(2, |mv| mv.to.row());
        let up = rules.goes_up(self.viewer);
        let mut grid = Grid::blank(WIDTH, ranks);
        for rank in 0..ranks {
            for column in 0..WIDTH {
                let cube = Cube::on_file(row * WIDTH + column, rank);
                let (x, y) = self.place(cube);
                let slice = self
                    .boards
                    .first()
                    .and_then(|slices| slices.get(usize::from(rank)));
                let shown = slice
                    .and_then(|slice| slice.cells.get(usize::from(y * WIDTH + x)))
                    .cloned()
                    .flatten()
                    .unwrap_or_default();
                let down = if up { ranks - 1 - rank } else { rank };
                if let Some(cell) = grid.cell_mut(x, down) {
                    *cell = shown;
                    // Slice brackets mark a file, which is the whole column here: they are left out.
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
}
