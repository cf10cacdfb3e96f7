//! Scene of a position: a grey board with its marked diagonals, four armies, and the strip of whose turn it is.

use super::board::{Board, Facing, Piece, Role, SEATS, Square, seat_name};
use super::die::Die;
use super::moves::{self, Move};
use super::position::{Exit, FourSeasons};
use crate::rules::{Depict, PieceName, Seat, Specimen};
use crate::scene::{
    Army, Facing as Arrow, Figure, Grid, Ground, Ink, Mark, Scene, Stroke, Token, Tray, TrayItem,
    TrayPlace, View,
};

impl Depict for FourSeasons {
    fn specimens(&self) -> Vec<Specimen> {
        specimens(self)
    }

    fn sheet_note(&self) -> String {
        if self.settings.walls {
            "No piece crosses a drawn diagonal; the moves here are those where none is in the way."
                .to_owned()
        } else {
            String::new()
        }
    }

    fn piece_names(&self) -> Vec<PieceName> {
        let named = |role: Role| PieceName::new(role.name(), role.letter());
        ROLES.into_iter().map(named).collect()
    }

    fn scene(&self, _last: Option<&Move>, view: &View) -> Scene {
        board(self, view)
    }
}

/// Quarter turns that bring a seat's corner to the lower left, where Red's corner is for everybody else.
#[derive(Clone, Copy)]
struct Turned(Option<Seat>);

impl Turned {
    /// Returns a step as the turned board shows it.
    fn step(self, (dx, dy): (i8, i8)) -> (i8, i8) {
        match self.0.map(Seat::index) {
            Some(0) => (-dy, dx),
            Some(2) => (dy, -dx),
            Some(3) => (-dx, -dy),
            _ => (dx, dy),
        }
    }

    /// Returns column and row of a square, from the picture's top left.
    fn place(self, square: Square) -> (u8, u8) {
        // Doubled distances from the centre are whole numbers.
        let (x, y) = self.step((2 * square.x() - 7, 2 * square.y() - 7));
        (((x + 7) / 2) as u8, (7 - (y + 7) / 2) as u8)
    }

    fn arrow(self, facing: Facing) -> Arrow {
        match self.step(facing.ahead()) {
            (0, 1) => Arrow::Up,
            (0, _) => Arrow::Down,
            (1, _) => Arrow::Right,
            _ => Arrow::Left,
        }
    }
}

/// Returns the army that draws a seat's pieces.
pub fn army(seat: Option<Seat>) -> Army {
    match seat.map(Seat::index) {
        Some(0) => Army::Green,
        Some(1) => Army::Red,
        Some(2) => Army::Black,
        Some(3) => Army::White,
        _ => Army::Frozen,
    }
}

fn figure(role: Role) -> Figure {
    match role {
        Role::King => Figure::King,
        Role::Queen => Figure::Queen,
        Role::Rook => Figure::Rook,
        Role::Knight => Figure::Knight,
        Role::Bishop => Figure::Bishop,
        Role::Pawn(_) => Figure::Pawn,
    }
}

/// Returns the board with the strips below it.
pub fn board(position: &FourSeasons, view: &View) -> Scene {
    let turned = Turned(view.from);
    let mut scene = bare(position, turned);
    let mut mark = |square: Square, mark: Mark| {
        let (x, y) = turned.place(square);
        if let Some(cell) = scene.grids.first_mut().and_then(|grid| grid.cell_mut(x, y)) {
            cell.marks.push(mark);
        }
    };
    if let Some((from, to)) = position.extra_state.trail {
        for (index, what) in [(from, Mark::From), (to, Mark::To)] {
            if let Some(square) = Square::all().nth(usize::from(index)) {
                mark(square, what);
            }
        }
    }
    for seat in position.seats_in() {
        if !position.threats_to(seat).is_empty()
            && let Some(king) = position.board.king(seat)
        {
            mark(king, Mark::Danger);
        }
    }
    if let Some(from) = view.reach.as_deref().and_then(Square::parse) {
        mark(from, Mark::Chosen);
        for (to, what) in reach(position, from) {
            mark(to, what);
        }
    }
    scene.trays.push(turn_strip(position));
    scene.trays.extend(ranking_tray(position));
    scene.trays.extend(dice_tray(position));
    scene
}

/// Returns the picture of a partly entered move: the destinations of the chosen piece (`Ra3`).
pub fn preview(position: &FourSeasons, partial: &str, view: &View) -> Option<Scene> {
    let from = partial.get(1..3)?;
    Square::parse(from)?;
    let view = View {
        reach: Some(from.to_owned()),
        ..view.clone()
    };
    Some(board(position, &view))
}

/// Returns board and pieces, without marks and strips.
fn bare(position: &FourSeasons, turned: Turned) -> Scene {
    let mut grid = Grid::blank(8, 8);
    for square in Square::all() {
        let (x, y) = turned.place(square);
        let Some(cell) = grid.cell_mut(x, y) else {
            continue;
        };
        cell.ground = if (square.x() + square.y()) % 2 == 0 {
            Ground::GreyDark
        } else {
            Ground::GreyLight
        };
        cell.token = position.board.get(square).map(|piece| Token {
            facing: match piece.role {
                Role::Pawn(facing) => Some(turned.arrow(facing)),
                _ => None,
            },
            former: piece.former.map(|former| army(Some(former))),
            ..Token::new(army(piece.seat), figure(piece.role))
        });
    }
    for (from, to) in [((2.0, 2.0), (6.0, 6.0)), ((6.0, 2.0), (2.0, 6.0))] {
        grid.strokes.push(Stroke::Line {
            from,
            to,
            width: if position.settings.walls { 8 } else { 3 },
            ink: Ink::Line,
        });
    }
    let along_files = matches!(view_axis(turned), Axis::Files);
    let name = |square: Square, file: bool| {
        let text = square.to_string();
        if file {
            text[..1].to_owned()
        } else {
            text[1..].to_owned()
        }
    };
    let at =
        |column: u8, row: u8| Square::all().find(|square| turned.place(*square) == (column, row));
    let columns: Vec<String> = (0..8)
        .filter_map(|x| at(x, 7))
        .map(|square| name(square, along_files))
        .collect();
    let rows: Vec<String> = (0..8)
        .filter_map(|y| at(0, y))
        .map(|square| name(square, !along_files))
        .collect();
    grid.coordinates(columns, rows);
    Scene {
        grids: vec![grid],
        columns: 1,
        cell: 66,
        trays: Vec::new(),
        turn: None,
    }
}

/// The coordinates along the lower edge.
enum Axis {
    Files,
    Ranks,
}

fn view_axis(turned: Turned) -> Axis {
    if turned.step((1, 0)).0 == 0 {
        Axis::Ranks
    } else {
        Axis::Files
    }
}

/// Returns marks for the moves of the piece on a square, as if it were its owner's turn.
fn reach(position: &FourSeasons, from: Square) -> Vec<(Square, Mark)> {
    let mark = |to: Square| match position.board.get(to) {
        Some(_) => Mark::Capture,
        None => Mark::Reach,
    };
    let targets = moves::legal_from(&position.board, from).into_iter();
    targets.map(|to| (to, mark(to))).collect()
}

/// Returns the strip of the seats in turn order: whose turn it is, which seats are out, and with stakes what each has
/// paid.
fn turn_strip(position: &FourSeasons) -> Tray {
    let items = SEATS
        .into_iter()
        .map(|seat| TrayItem {
            token: Some(Token::new(army(Some(seat)), Figure::Pawn)),
            text: match &position.extra_state.ledger {
                Some(ledger) => format!("{} · {}", seat_name(seat), ledger.paid(seat)),
                None => seat_name(seat).to_owned(),
            },
            lit: seat == position.turn && !position.status.is_over(),
            out: !position.is_in(seat),
        })
        .collect();
    Tray {
        title: if position.extra_state.ledger.is_some() {
            "Paid into the pool".to_owned()
        } else {
            String::new()
        },
        items,
        place: TrayPlace::Below,
    }
}

/// Returns the tray of the seats that are out, in order, and their conquerors; `None` while all are in.
fn ranking_tray(position: &FourSeasons) -> Option<Tray> {
    let exits = position.extra_state.exits.iter();
    let items: Vec<TrayItem> = exits
        .map(|&(victim, exit)| {
            let seat = seat_name(victim);
            let (token, text) = match exit {
                Exit::Mated(by) => {
                    let did = if position.settings.removed {
                        "mated"
                    } else {
                        "took over"
                    };
                    let text = format!("{} {did} {seat}", seat_name(by));
                    (Token::new(army(Some(by)), Figure::King), text)
                }
                Exit::Bared(by) => {
                    let by_name = by.map(|by| format!("{} beat {seat}", seat_name(by)));
                    let text = by_name.unwrap_or_else(|| format!("{seat} is out"));
                    (Token::new(army(by.or(Some(victim))), Figure::King), text)
                }
                Exit::Left => (
                    Token::new(Army::Frozen, Figure::Pawn),
                    format!("{seat} left"),
                ),
            };
            TrayItem {
                token: Some(token),
                text,
                lit: false,
                out: false,
            }
        })
        .collect();
    (!items.is_empty()).then_some(Tray {
        title: String::new(),
        items,
        place: TrayPlace::Below,
    })
}

/// Returns the tray of the last roll and the pool; `None` if it has neither.
fn dice_tray(position: &FourSeasons) -> Option<Tray> {
    let mut items = Vec::new();
    let shown = match position.die {
        Die::Shows(number) => Some((position.turn, number)),
        _ => position.extra_state.throw,
    };
    if let Some((seat, number)) = shown {
        items.push(TrayItem {
            token: Some(Token::new(army(Some(seat)), Figure::Die(number))),
            text: format!("{} threw {number}", seat_name(seat)),
            lit: matches!(position.die, Die::Shows(_)),
            out: false,
        });
    }
    if let Some(ledger) = &position.extra_state.ledger {
        items.push(TrayItem {
            token: None,
            text: format!("Pool {}", ledger.pool()),
            lit: false,
            out: false,
        });
    }
    (!items.is_empty()).then_some(Tray {
        title: String::new(),
        items,
        place: TrayPlace::Below,
    })
}

/// Returns the scene of a position for a rules page, without strips.
pub fn lesson(position: &FourSeasons, reach_of: Option<&str>) -> Scene {
    let view = View {
        reach: reach_of.map(str::to_owned),
        ..View::default()
    };
    let mut scene = board(position, &view);
    scene.trays.clear();
    scene
}

/// Roles of the sheet, with a pawn that faces up the board.
const ROLES: [Role; 6] = [
    Role::King,
    Role::Rook,
    Role::Knight,
    Role::Bishop,
    Role::Queen,
    Role::Pawn(Facing::Up),
];

/// Returns every role on d4, with its moves.
fn specimens(game: &FourSeasons) -> Vec<Specimen> {
    let Some(own) = Square::parse("d4") else {
        return Vec::new();
    };
    ROLES
        .into_iter()
        .map(|role| {
            let board = |enemy: Option<Square>| {
                let piece = |seat, role| {
                    Some(Piece {
                        seat: Some(seat),
                        role,
                        former: None,
                    })
                };
                let mut shown = game.clone();
                shown.board = Board::empty();
                shown.settings.walls = false;
                shown.extra_state.trail = None;
                shown.board.set(own, piece(Seat(0), role));
                if let Some(square) = enemy {
                    shown.board.set(square, piece(Seat(1), Role::Queen));
                }
                lesson(&shown, Some(&own.to_string()))
            };
            let enemies = Square::all().filter(|square| *square != own);
            let with_enemy = enemies.map(|square| board(Some(square)));
            Specimen::new(role.name(), role.letter(), board(None), with_enemy)
        })
        .collect()
}
