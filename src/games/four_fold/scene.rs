//! Scene of a position: sixteen by sixteen cells, with the quads drawn over them as the board of the game.

use super::board::{Cell, Quad, Role};
use super::moves;
use super::position::FourFold;
use super::sheet;
use super::turn::Move;
use crate::rules::{Depict, PieceName, Reason, Seat, Status};
use crate::scene::{
    Army, Figure, Grid, Ground, Ink, Label, LabelStyle, Mark, Scene, Stroke, Token, Turn,
    TurnPlace, View,
};

impl Depict for FourFold {
    fn specimens(&self) -> Vec<crate::rules::Specimen> {
        sheet::specimens()
    }

    fn piece_names(&self) -> Vec<PieceName> {
        let named = |role: Role| PieceName::new(role.name(), role.letter());
        sheet::roles().map(named).collect()
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        board(self, last, view)
    }
}

/// A rectangle of the board, in cells from a1, in a viewer's orientation.
#[derive(Clone, Copy)]
struct Window {
    x: i8,
    y: i8,
    width: i8,
    height: i8,
    turned: bool,
}

impl Window {
    const WHOLE: Window = Window {
        x: 0,
        y: 0,
        width: 16,
        height: 16,
        turned: false,
    };

    /// Returns column and row of a cell from the picture's top left; `None` outside the window.
    fn place(&self, cell: Cell) -> Option<(u8, u8)> {
        let (dx, dy) = (cell.x() - self.x, cell.y() - self.y);
        if !(0..self.width).contains(&dx) || !(0..self.height).contains(&dy) {
            return None;
        }
        let (x, y) = if self.turned {
            (self.width - 1 - dx, dy)
        } else {
            (dx, self.height - 1 - dy)
        };
        Some((x as u8, y as u8))
    }

    /// Returns a quad's top left corner in the picture, in cells; `None` unless the whole quad is in the window.
    fn corner(&self, quad: Quad) -> Option<(f32, f32)> {
        let places: Vec<(u8, u8)> = quad
            .cells()
            .into_iter()
            .filter_map(|cell| self.place(cell))
            .collect();
        if places.len() < 4 {
            return None;
        }
        let x = places.iter().map(|place| place.0).min()?;
        let y = places.iter().map(|place| place.1).min()?;
        Some((f32::from(x), f32::from(y)))
    }
}

/// Returns the whole board.
pub fn board(position: &FourFold, last: Option<&Move>, view: &View) -> Scene {
    let window = Window {
        turned: view.from == Some(Seat::BLACK),
        ..Window::WHOLE
    };
    let mut scene = draw(position, last, view, window, 60);
    scene.turn = Some(turn(position));
    scene
}

/// Returns the note of whose turn it is, or of the winner.
fn turn(position: &FourFold) -> Turn {
    let (seat, says, detail) = match position.judge() {
        Status::Won {
            winner,
            reason: Reason::Checkmate,
        } => (winner, "wins", "checkmate"),
        Status::Won { winner, .. } => (winner, "wins", "no king is left"),
        Status::Drawn(_) | Status::Stalemate { .. } => (position.turn, "cannot move", "a draw"),
        Status::Ongoing if position.attack_on_last_king().is_some() => {
            (position.turn, "to move", "check")
        }
        Status::Ongoing => (position.turn, "to move", ""),
    };
    let name = if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    };
    Turn {
        army: army(seat),
        figure: Figure::King,
        text: format!("{name} {says}"),
        detail: detail.to_owned(),
        place: TurnPlace::Below,
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

fn figure(role: Role) -> Figure {
    match role {
        Role::King => Figure::King,
        Role::Queen => Figure::Queen,
        Role::Rook => Figure::Rook,
        Role::Bishop => Figure::Bishop,
        Role::Knight => Figure::Knight,
        Role::Pawn => Figure::Pawn,
    }
}

fn draw(
    position: &FourFold,
    last: Option<&Move>,
    view: &View,
    window: Window,
    cell_px: u16,
) -> Scene {
    let mut grid = Grid::blank(window.width as u8, window.height as u8);
    for cell in Cell::all() {
        let Some((x, y)) = window.place(cell) else {
            continue;
        };
        let Some(drawn) = grid.cell_mut(x, y) else {
            continue;
        };
        drawn.ground = if (cell.x() + cell.y()) % 2 == 0 {
            Ground::Dark
        } else {
            Ground::Light
        };
        drawn.token = position
            .board
            .get(cell)
            .map(|piece| Token::new(army(piece.seat), figure(piece.role)));
    }
    let mut mark = |cell: Cell, mark: Mark| {
        if let Some((x, y)) = window.place(cell)
            && let Some(drawn) = grid.cell_mut(x, y)
        {
            drawn.marks.push(mark);
        }
    };
    for (from, to, _) in last.iter().flat_map(|mv| mv.steps()) {
        mark(from, Mark::From);
        mark(to, Mark::To);
    }
    for king in position.attacked_kings() {
        mark(king, Mark::Danger);
    }
    let reached = reach(position, view.reach.as_deref());
    for (cell, what) in reached {
        mark(cell, what);
    }
    lines(&mut grid, window);
    if let Some(Move::Unit { from, to, .. }) = last {
        for quad in [*from, *to] {
            if let Some(at) = window.corner(quad) {
                grid.strokes.push(Stroke::Frame {
                    at,
                    size: (2.0, 2.0),
                    width: 7,
                    ink: Ink::Last,
                });
            }
        }
        if let (Some(a), Some(b)) = (window.corner(*from), window.corner(*to)) {
            grid.strokes.push(Stroke::Arrow {
                from: (a.0 + 1.0, a.1 + 1.0),
                to: (b.0 + 1.0, b.1 + 1.0),
                ink: Ink::Last,
            });
        }
    }
    labels(&mut grid, window);
    Scene {
        grids: vec![grid],
        columns: 1,
        cell: cell_px,
        trays: Vec::new(),
        turn: None,
    }
}

/// Draws the quads' borders and the inventor's dot in the middle of each: "dots of two distinct colors ... alternating
/// such to reflect the standard pattern of the 8x8 field".
fn lines(grid: &mut Grid, window: Window) {
    let (width, height) = (f32::from(grid.width), f32::from(grid.height));
    for x in (0..=grid.width).step_by(2) {
        let x = f32::from(x);
        grid.strokes.push(Stroke::Line {
            from: (x, 0.0),
            to: (x, height),
            width: 5,
            ink: Ink::Line,
        });
    }
    for y in (0..=grid.height).step_by(2) {
        let y = f32::from(y);
        grid.strokes.push(Stroke::Line {
            from: (0.0, y),
            to: (width, y),
            width: 5,
            ink: Ink::Line,
        });
    }
    for quad in Quad::all() {
        if let Some((x, y)) = window.corner(quad) {
            let ink = if (quad.x() + quad.y()) % 2 == 0 {
                Ink::Black
            } else {
                Ink::White
            };
            grid.strokes.push(Stroke::Dot {
                at: (x + 1.0, y + 1.0),
                radius: 9,
                ink,
            });
        }
    }
}

/// Writes files and ranks of the cells below and to the left, columns and rows of the quads above and to the right.
fn labels(grid: &mut Grid, window: Window) {
    let turned = |count: i8, index: i8| {
        if window.turned {
            count - 1 - index
        } else {
            index
        }
    };
    let columns = (0..window.width).map(|index| file(window.x + turned(window.width, index)));
    let rows = (0..window.height)
        .map(|index| (window.y + turned(window.height, window.height - 1 - index) + 1).to_string());
    let (columns, rows): (Vec<String>, Vec<String>) = (columns.collect(), rows.collect());
    grid.coordinates(columns, rows);
    let right = f32::from(grid.width) + 0.28;
    for index in 0..window.width / 2 {
        let text = file(window.x / 2 + turned(window.width / 2, index));
        grid.labels.push(Label {
            x: f32::from(index as u8) * 2.0 + 1.0,
            y: -0.28,
            text,
            style: LabelStyle::Coarse,
        });
    }
    for index in 0..window.height / 2 {
        let row = turned(window.height / 2, window.height / 2 - 1 - index);
        let text = (window.y / 2 + row + 1).to_string();
        grid.labels.push(Label {
            x: right,
            y: f32::from(index as u8) * 2.0 + 1.0,
            text,
            style: LabelStyle::Coarse,
        });
    }
}

fn file(index: i8) -> String {
    char::from(b'a' + index.clamp(0, 15) as u8).to_string()
}

/// Returns marks for the moves of a single piece (`g8`) or of a quad's units (`d4>`), with separate ones for captures.
fn reach(position: &FourFold, wanted: Option<&str>) -> Vec<(Cell, Mark)> {
    let Some(wanted) = wanted else {
        return Vec::new();
    };
    let (origins, found): (Vec<Cell>, Vec<Move>) =
        match wanted.strip_suffix('>').and_then(Quad::parse) {
            Some(quad) => {
                let occupied = |cell: &Cell| position.board.get(*cell).is_some();
                (
                    quad.cells().into_iter().filter(occupied).collect(),
                    moves::legal_units(&position.board, position.turn, quad),
                )
            }
            None => {
                let Some(cell) = Cell::parse(wanted) else {
                    return Vec::new();
                };
                let seat = position
                    .board
                    .get(cell)
                    .map_or(position.turn, |piece| piece.seat);
                let mut found = moves::legal_of_piece(&position.board, seat, cell);
                let units = moves::legal_units(&position.board, seat, cell.quad());
                found.extend(
                    units
                        .into_iter()
                        .filter(|mv| mv.steps().any(|(from, ..)| from == cell)),
                );
                (vec![cell], found)
            }
        };
    let mut marks: Vec<(Cell, Mark)> = origins.iter().map(|&cell| (cell, Mark::Chosen)).collect();
    for mv in found {
        for (from, to, _) in mv.steps() {
            if !origins.contains(&from) {
                continue;
            }
            let mark = match (mv, position.board.get(to).is_some()) {
                (_, true) => Mark::Capture,
                (Move::Piece { .. }, false) => Mark::Reach,
                (Move::Unit { .. }, false) => Mark::Special,
            };
            match marks.iter_mut().find(|(cell, _)| *cell == to) {
                Some((_, marked)) if mark == Mark::Reach && *marked == Mark::Special => {
                    *marked = mark
                }
                Some(_) => {}
                None => marks.push((to, mark)),
            }
        }
    }
    marks
}
