//! The picture: a slice for every rank, the far ranks first and one's own last, so that a board is read as it is in
//! two dimensions, from the enemy's home down to one's own.
//!
//! A file is the same place in every slice, also for Black: setups of the Tower Game face each other file by file. In
//! Shogi each side's ranks are the other's turned round, and so is the picture for the side at the top.
//!
//! Light cubes are those of the kings' half on rank 1, as in the seed's diagrams; light and dark alternate along
//! orthogonals, from slice to slice too. Pieces bound to a part of the board wear its pips: bishops and captains one on
//! the light half and two on the dark, merchants none to three.

use super::board::{Cube, WIDTH, file_name};
use super::explain::seat_name;
use super::moves::{Move, passed};
use super::options::{Riders, Rules};
use super::pieces::{Piece, Role};
use super::{TowerGame, sheet};
use crate::rules::{Counting, Depict, Position, Seat, Status};
use crate::scene::{
    Army, Badge, Cell, Figure, Grid, Ground, Ink, Mark, Scene, Stroke, Token, Tray, TrayItem,
    TrayPlace, Turn, TurnPlace, View,
};

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
    Some(game.scene(None, &view))
}

/// A slice of a rank with nobody on it, as White sees it.
pub fn bare_slice(rank: u8, turned: bool) -> Grid {
    let mut grid = Grid::blank(WIDTH, WIDTH);
    for file in 0..WIDTH * WIDTH {
        let cube = Cube::on_file(file, rank);
        let (x, y) = place(cube, turned);
        if let Some(cell) = grid.cell_mut(x, y) {
            cell.ground = ground(cube);
        }
    }
    let letters = || (b'a'..b'a' + WIDTH).map(|letter| char::from(letter).to_string());
    if turned {
        grid.coordinates(letters().rev(), letters());
    } else {
        grid.coordinates(letters(), letters().rev());
    }
    grid.badge = Some(Badge {
        text: (rank + 1).to_string(),
        note: String::new(),
        lit: false,
    });
    grid
}

/// Where a cube is on its slice.
pub fn place(cube: Cube, turned: bool) -> (u8, u8) {
    if turned {
        (WIDTH - 1 - cube.column(), cube.row())
    } else {
        (cube.column(), WIDTH - 1 - cube.row())
    }
}

/// The ground of a cube: light where column, row and rank, from 0, add up to an even number.
fn ground(cube: Cube) -> Ground {
    if (cube.column() + cube.row() + cube.rank()).is_multiple_of(2) {
        Ground::Light
    } else {
        Ground::Dark
    }
}

/// A piece as it is drawn.
pub fn token(rules: &Rules, piece: Piece, cube: Option<Cube>) -> Token {
    let army = if piece.seat == Seat::WHITE {
        Army::White
    } else {
        Army::Black
    };
    let mut token = Token::new(army, figure(rules, piece));
    token.pips = cube.and_then(|cube| binding(rules, piece, cube));
    token
}

/// What a piece is drawn as.
pub fn figure(rules: &Rules, piece: Piece) -> Figure {
    let tripunch = rules.riders != Riders::Linear;
    match piece.role {
        Role::King => Figure::King,
        Role::Fool => Figure::Fool,
        Role::Rook if piece.promoted => Figure::CrownedRook,
        Role::Bishop if piece.promoted => Figure::CrownedBishop,
        Role::Merchant if piece.promoted => Figure::CrownedMerchant,
        role if piece.promoted => Figure::Uranium(role.letter()),
        Role::Rook if tripunch => Figure::Base,
        Role::Rook => Figure::Rook,
        Role::Bishop if tripunch => Figure::Scientist,
        Role::Bishop => Figure::Bishop,
        Role::Merchant if tripunch => Figure::Reporter,
        Role::Merchant => Figure::Merchant,
        Role::Knight if tripunch => Figure::Nightrider,
        Role::Knight => Figure::Knight,
        Role::Captain if tripunch => Figure::CaptainRider,
        Role::Captain => Figure::Captain,
        Role::Jester if tripunch => Figure::JesterRider,
        Role::Jester => Figure::Jester,
        Role::Silver => Figure::Silver,
        Role::Gold => Figure::Gold,
        Role::Lance => Figure::Lance,
        Role::Pawn => Figure::Pawn,
    }
}

/// Which part of the board a piece is bound to. On a toroidal board, and once promoted, nobody is bound; nor is a
/// Shogi captain who can only go forward.
fn binding(rules: &Rules, piece: Piece, cube: Cube) -> Option<u8> {
    if rules.space.toroidal || piece.promoted {
        return None;
    }
    let half = (cube.column() + cube.row() + cube.rank()) % 2;
    match piece.role {
        Role::Bishop => Some(1 + half),
        Role::Captain if !rules.shogi => Some(1 + half),
        Role::Merchant => Some(2 * half + (cube.column() + cube.rank()) % 2),
        _ => None,
    }
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

/// Puts slices, from the viewer's home up, in their places: the grids, how many stand side by side, the size of a cell, and
/// where it is said whose turn it is.
pub fn arranged(
    mut slices: Vec<Grid>,
    side: Option<Grid>,
    wide: bool,
) -> (Vec<Grid>, u8, u16, TurnPlace) {
    let ranks = slices.len();
    if wide {
        // As one climbs: the lower half below, each row from left to right.
        let columns = if ranks == 8 { 4 } else { 5 };
        let lower = if ranks == 5 { 0 } else { 4 };
        let upper = slices.split_off(lower);
        let place = if ranks == 9 {
            TurnPlace::NextPanel
        } else {
            TurnPlace::Below
        };
        return ([upper, slices].concat(), columns, 56, place);
    }
    slices.reverse();
    // Nine slices fill the square; with fewer there is room for the tower seen from the side.
    let place = if ranks == 9 {
        TurnPlace::Below
    } else {
        slices.extend(side);
        TurnPlace::NextPanel
    };
    (slices, 3, 60, place)
}

/// What a slice's heading says beside its number.
pub fn side_note(rules: &Rules, rank: u8) -> String {
    let sides = [Seat::WHITE, Seat::BLACK];
    let own = |own: u8| {
        sides
            .into_iter()
            .find(|seat| rank == rules.rank_for(*seat, own))
            .map(seat_name)
    };
    if let Some(side) = own(0) {
        return format!("{side} home");
    }
    if rules.shogi {
        return sides
            .into_iter()
            .find(|seat| rules.last_rank(*seat).abs_diff(rank) < 3)
            .map(|seat| format!("{} promotes", seat_name(seat)))
            .unwrap_or_default();
    }
    own(1)
        .map(|side| format!("{side} pawns"))
        .unwrap_or_default()
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

/// The hands of the Shogi Tower Game: the other side's above, one's own below.
fn hands(game: &TowerGame, viewer: Seat) -> Vec<Tray> {
    if !game.rules.shogi {
        return Vec::new();
    }
    [viewer.other(), viewer]
        .into_iter()
        .map(|seat| Tray {
            title: format!("{} in hand", seat_name(seat)),
            items: game
                .hand(seat)
                .map(|(role, count)| {
                    let mut token = token(&game.rules, Piece::new(seat, role), None);
                    if count > 1 {
                        token.count = count.to_string();
                    }
                    TrayItem {
                        token: Some(token),
                        text: String::new(),
                        lit: false,
                        out: false,
                    }
                })
                .collect(),
            place: if seat == viewer {
                TrayPlace::Below
            } else {
                TrayPlace::Above
            },
        })
        .collect()
}

/// Whose turn it is, or how the game has ended.
fn turn(game: &TowerGame, place: TurnPlace) -> Turn {
    let army = |seat: Seat| {
        if seat == Seat::WHITE {
            Army::White
        } else {
            Army::Black
        }
    };
    let (seat, text, detail) = match game.status() {
        Status::Won { winner, reason } => (
            winner,
            format!("{} wins", seat_name(winner)),
            reason.to_string(),
        ),
        Status::Stalemate { by } => (
            by,
            "Stalemate".to_owned(),
            format!(
                "3/4 for {}, 1/4 for {}",
                seat_name(by),
                seat_name(by.other())
            ),
        ),
        _ => (
            game.turn,
            format!("{} to move", seat_name(game.turn)),
            if game.check() { "in check" } else { "" }.to_owned(),
        ),
    };
    Turn {
        army: army(seat),
        text,
        detail,
        place,
    }
}
