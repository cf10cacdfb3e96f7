//! Scene of a position: the outline of the board, its nine arenas and four towers, the powers in force, the dragons'
//! movement, the last move, checks, and a piece that may return.

use super::board::{RANKS, Square};
use super::describe::power_in_short;
use super::pieces::seat_name;
use super::pieces::{Parts, Piece, Role};
use super::powers::Powers;
use super::turn::{Move, MoveEffect};
use super::{FourTowers, sheet};
use crate::rules::{Counting, Depict, PieceName, Position, Seat, Status};
use crate::scene::{
    Army, Cell, Figure, Grid, Ground, Ink, Label, LabelStyle, Mark, Scene, Stroke, Token, Tray,
    TrayItem, TrayPlace, Turn, TurnPlace, View,
};

impl Depict for FourTowers {
    fn specimens(&self) -> Vec<crate::rules::Specimen> {
        sheet::specimens()
    }

    fn piece_names(&self) -> Vec<PieceName> {
        let named = |role: Role| PieceName::new(role.name(), role.letter());
        Role::ALL.into_iter().map(named).collect()
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        let mut scene = board(self, view);
        let sight = BoardView::of(view);
        if let (Some(mv), Some(grid)) = (last, scene.grids.first_mut()) {
            mark_move(grid, sight, mv);
        }
        if let Some(from) = view.reach.as_deref().and_then(Square::parse)
            && let Some(grid) = scene.grids.first_mut()
        {
            mark_reach(self, grid, sight, from);
        }
        let (seat, says, detail) = match self.status() {
            Status::Won { winner, .. } => (winner, "wins", "checkmate"),
            Status::Drawn(_) | Status::Stalemate { .. } => (self.turn, "cannot move", "a draw"),
            Status::Ongoing if self.check() => (self.turn, "to move", "check"),
            Status::Ongoing => (self.turn, "to move", ""),
        };
        scene.turn = Some(Turn {
            army: army(seat),
            figure: Figure::King,
            text: format!("{} {says}", seat_name(seat)),
            detail: detail.to_owned(),
            place: TurnPlace::Corner {
                x: 0.0,
                y: 9.75,
                w: 3.4,
                h: 1.2,
            },
        });
        scene
    }
}

/// Side of a cell, in pixels.
const CELL: u16 = 80;

/// Orientation of the board in the picture.
#[derive(Clone, Copy)]
struct BoardView {
    turned: bool,
}

impl BoardView {
    fn of(view: &View) -> Self {
        BoardView {
            turned: view.from == Some(Seat::BLACK),
        }
    }

    /// Returns column and row of a square, from the picture's top left.
    fn place(self, square: Square) -> (u8, u8) {
        let seen = if self.turned {
            square.rotated()
        } else {
            square
        };
        (seen.file() as u8, 10 - seen.rank() as u8)
    }

    fn centre(self, square: Square) -> (f32, f32) {
        let (x, y) = self.place(square);
        (f32::from(x) + 0.5, f32::from(y) + 0.5)
    }
}

/// Returns the army that draws a side's pieces.
pub fn army(seat: Seat) -> Army {
    if seat == Seat::WHITE {
        Army::White
    } else {
        Army::Black
    }
}

/// Returns the figure that draws a role.
pub fn figure(role: Role) -> Figure {
    match role {
        Role::King => Figure::King,
        Role::Queen => Figure::Queen,
        Role::Wizard => Figure::Wizard,
        Role::Marshall => Figure::Marshall,
        Role::Cardinal => Figure::Cardinal,
        Role::Rook => Figure::Rook,
        Role::Bishop => Figure::Bishop,
        Role::Knight => Figure::Knight,
        Role::Dragon => Figure::Dragon,
        Role::Lancer => Figure::Lancer,
        Role::Pawn => Figure::Pawn,
    }
}

fn token(piece: Piece) -> Token {
    Token::new(army(piece.seat), figure(piece.role))
}

/// Returns the board with the powers in force, without the last move and the note of whose turn it is.
pub fn board(position: &FourTowers, view: &View) -> Scene {
    let sight = BoardView::of(view);
    let mut grid = empty_grid(sight);
    for square in Square::all() {
        if let Some(piece) = position.board.get(square)
            && let Some(cell) = cell_at(&mut grid, sight, square)
        {
            cell.token = Some(token(piece));
        }
    }
    let powers = Powers::of(&position.board);
    for seat in [Seat::WHITE, Seat::BLACK] {
        if let Some(king) = position.board.king(seat)
            && position.in_check(seat)
        {
            add_mark(&mut grid, sight, king, Mark::Danger);
        }
    }
    frame_holders(&mut grid, sight, &powers);
    let dragons = Square::all()
        .filter_map(|square| position.board.get(square))
        .any(|piece| piece.role == Role::Dragon);
    if dragons {
        write_dragons(&mut grid, position.dragon_movement());
    }
    Scene {
        grids: vec![grid],
        columns: 1,
        cell: CELL,
        trays: trays(position, &powers),
        turn: None,
    }
}

fn cell_at(grid: &mut Grid, sight: BoardView, square: Square) -> Option<&mut Cell> {
    let (x, y) = sight.place(square);
    grid.cell_mut(x, y)
}

fn add_mark(grid: &mut Grid, sight: BoardView, square: Square, mark: Mark) {
    if let Some(cell) = cell_at(grid, sight, square)
        && !cell.marks.contains(&mark)
    {
        cell.marks.push(mark);
    }
}

/// Returns the board without pieces: grounds, borders of arenas and towers, coordinates along the outline.
fn empty_grid(sight: BoardView) -> Grid {
    let mut grid = Grid {
        cells: vec![None; 121],
        ..Grid::blank(11, 11)
    };
    for square in Square::all() {
        let (x, y) = sight.place(square);
        if let Some(cell) = grid.cells.get_mut(usize::from(y) * 11 + usize::from(x)) {
            *cell = Some(Cell {
                ground: ground(square),
                ..Cell::default()
            });
        }
    }
    borders(&mut grid, sight);
    coordinates(&mut grid, sight);
    grid
}

/// Returns a square's ground: "I'd suggest making the towers white squares, so that the corners are black."
fn ground(square: Square) -> Ground {
    let Some(arena) = square.arena() else {
        return Ground::Tower;
    };
    let (x, y) = arena.place();
    let is_dark = (square.file() + square.rank()) % 2 == 0;
    match ((x + y) % 2 == 0, is_dark) {
        (true, true) => Ground::Dark,
        (true, false) => Ground::Light,
        (false, true) => Ground::PaleDark,
        (false, false) => Ground::PaleLight,
    }
}

/// Draws a line along every border of arenas and towers.
fn borders(grid: &mut Grid, sight: BoardView) {
    for square in Square::all() {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let Some(other) = Square::at(square.file() + dx, square.rank() + dy) else {
                continue;
            };
            if square.arena() == other.arena() {
                continue;
            }
            let (one, two) = (sight.centre(square), sight.centre(other));
            let middle = ((one.0 + two.0) / 2.0, (one.1 + two.1) / 2.0);
            // The border is perpendicular to the line between the two centres.
            let (wx, wy) = (f32::from(dy) / 2.0, f32::from(dx) / 2.0);
            grid.strokes.push(Stroke::Line {
                from: (middle.0 - wx, middle.1 - wy),
                to: (middle.0 + wx, middle.1 + wy),
                width: 5,
                ink: Ink::Line,
            });
        }
    }
}

/// Writes files below their lowest square, ranks left of their first.
fn coordinates(grid: &mut Grid, sight: BoardView) {
    let mut label = |x: f32, y: f32, text: String| {
        grid.labels.push(Label {
            x,
            y,
            text,
            style: LabelStyle::Coordinate,
        });
    };
    for file in 0..11_i8 {
        let lowest = Square::all()
            .filter(|square| square.file() == file)
            .max_by_key(|square| sight.place(*square).1);
        if let Some(square) = lowest {
            let (x, y) = sight.centre(square);
            label(
                x - 0.06,
                y + 0.75,
                char::from(b'a' + file as u8).to_string(),
            );
        }
    }
    for rank in 0..RANKS.len() as i8 {
        let first = Square::all()
            .filter(|square| square.rank() == rank)
            .min_by_key(|square| sight.place(*square).0);
        if let Some(square) = first {
            let (x, y) = sight.centre(square);
            label(x - 0.76, y + 0.04, (rank + 1).to_string());
        }
    }
}

/// Draws a frame in the owner's colour around each piece on a tower.
fn frame_holders(grid: &mut Grid, sight: BoardView, powers: &Powers) {
    for (tower, seat, _) in powers.held() {
        let (x, y) = sight.place(tower.square());
        grid.strokes.push(Stroke::Frame {
            at: (f32::from(x) + 0.14, f32::from(y) + 0.14),
            size: (0.72, 0.72),
            width: 4,
            ink: if seat == Seat::WHITE {
                Ink::White
            } else {
                Ink::Black
            },
        });
    }
}

/// Writes the dragons' movement in a corner outside the board's outline, unless they have none.
fn write_dragons(grid: &mut Grid, movement: Parts) {
    let names: Vec<&str> = movement.names().collect();
    let lines = match names.len() {
        0 => return,
        4 => ["Dragons move like".to_owned(), names.join(" ")],
        _ => ["Dragons move like".to_owned(), names.join(" + ")],
    };
    for (line, text) in lines.into_iter().enumerate() {
        grid.labels.push(Label {
            x: 8.9,
            y: 0.12 + 0.34 * line as f32,
            text,
            style: if line == 0 {
                LabelStyle::Note
            } else {
                LabelStyle::Coordinate
            },
        });
    }
}

/// Returns the trays below the board: the piece on each tower with its power, and the piece that may return.
fn trays(position: &FourTowers, powers: &Powers) -> Vec<Tray> {
    let mut trays = Vec::new();
    let held: Vec<TrayItem> = powers
        .held()
        .map(|(tower, seat, role)| TrayItem {
            token: Some(Token::new(army(seat), figure(role))),
            text: format!("{tower}: {}", power_in_short(role)),
            lit: false,
            out: false,
        })
        .collect();
    if !held.is_empty() {
        trays.push(Tray {
            title: "Powers in force".to_owned(),
            items: held,
            place: TrayPlace::Below,
        });
    }
    if let Some(returning) = position.returning {
        trays.push(Tray {
            title: "May return now".to_owned(),
            items: vec![TrayItem {
                token: Some(Token {
                    ghost: true,
                    ..Token::new(army(position.turn), figure(returning.role))
                }),
                text: format!("{} from {}", returning.role, returning.tower),
                lit: true,
                out: false,
            }],
            place: TrayPlace::Below,
        });
    }
    trays
}

/// Marks a move's origin and destination; a multi-move's steps also get arrows.
pub fn mark_move_on(scene: &mut Scene, view: &View, mv: &Move) {
    if let Some(grid) = scene.grids.first_mut() {
        mark_move(grid, BoardView::of(view), mv);
    }
}

fn mark_move(grid: &mut Grid, sight: BoardView, mv: &Move) {
    let mut mark = |from: Square, to: Square| {
        add_mark(grid, sight, from, Mark::From);
        add_mark(grid, sight, to, Mark::To);
    };
    match mv {
        Move::Step(step) => mark(step.from, step.to),
        Move::Return(to) => mark(*to, *to),
        Move::Rearrange(_, puts) => puts.iter().for_each(|&(from, to)| mark(from, to)),
        Move::Multi(steps) => {
            steps.iter().for_each(|step| mark(step.from, step.to));
            grid.strokes.extend(steps.iter().map(|step| Stroke::Arrow {
                from: sight.centre(step.from),
                to: sight.centre(step.to),
                ink: Ink::Last,
            }));
        }
    }
}

/// Marks the moves of the piece on a square: dots, rings for captures, crosses for attachments and swaps. For a tower
/// from which a piece may return, marks the squares it may return to.
fn mark_reach(position: &FourTowers, grid: &mut Grid, sight: BoardView, from: Square) {
    add_mark(grid, sight, from, Mark::Chosen);
    if position
        .returning
        .is_some_and(|returning| returning.tower.square() == from)
    {
        for to in position.return_squares() {
            add_mark(grid, sight, to, Mark::Special);
        }
        return;
    }
    for step in super::describe::steps_from(position, from) {
        let mark = match step.effect {
            MoveEffect::Quiet => Mark::Reach,
            MoveEffect::Capture => Mark::Capture,
            MoveEffect::Attach | MoveEffect::Swap => Mark::Special,
        };
        add_mark(grid, sight, step.to, mark);
    }
}

/// Marks squares on a scene of this game.
pub fn mark_squares(
    scene: &mut Scene,
    view: &View,
    squares: impl IntoIterator<Item = Square>,
    mark: Mark,
) {
    if let Some(grid) = scene.grids.first_mut() {
        for square in squares {
            add_mark(grid, BoardView::of(view), square, mark);
        }
    }
}

/// Draws a ghost of a piece on an empty square of a scene of this game.
pub fn add_ghost(scene: &mut Scene, view: &View, square: Square, piece: Piece) {
    if let Some(grid) = scene.grids.first_mut()
        && let Some(cell) = cell_at(grid, BoardView::of(view), square)
        && cell.token.is_none()
    {
        cell.token = Some(Token {
            ghost: true,
            ..token(piece)
        });
    }
}

/// Adds a tray of displaced pieces that have no square yet.
pub fn add_waiting(scene: &mut Scene, pieces: impl Iterator<Item = Piece>) {
    let items: Vec<TrayItem> = pieces
        .map(|piece| TrayItem {
            token: Some(token(piece)),
            text: piece.role.name().to_owned(),
            lit: true,
            out: false,
        })
        .collect();
    if !items.is_empty() {
        scene.trays.push(Tray {
            title: "Still to be placed".to_owned(),
            items,
            place: TrayPlace::Below,
        });
    }
}

/// Writes the arenas' numerals over their middles, for the rules page about the board.
pub fn number_arenas(scene: &mut Scene, view: &View) {
    let Some(grid) = scene.grids.first_mut() else {
        return;
    };
    for arena in super::board::Arena::all() {
        let (x, y) = BoardView::of(view).centre(arena.square(1, 1));
        // A dark ground makes the numeral legible at any size.
        grid.strokes.push(Stroke::Dot {
            at: (x, y),
            radius: 40,
            ink: Ink::Black,
        });
        grid.labels.push(Label {
            x,
            y,
            text: arena.numeral().to_owned(),
            style: LabelStyle::Coarse,
        });
    }
}
