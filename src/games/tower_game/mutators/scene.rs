//! The picture: as that of the plain game, with what the mutators add: a second board, what lies beside, and every cube that
//! the last move changed.

use super::super::board::{Cube, WIDTH};
use super::super::explain::seat_name;
use super::super::pieces::{Piece, Role};
use super::super::scene::{arranged, bare_slice, place, side_note, token};
use super::super::sheet;
use super::moves::{Move, MoveKind};
use super::{Field, Hand, Mutated, Unit, alice};
use crate::rules::{Counting, Depict, Position, Reason, Seat, Specimen, Status, Viewer};
use crate::scene::{
    Army, Badge, Cell, Grid, Mark, Scene, Token, Tray, TrayItem, TrayPlace, Turn, TurnPlace,
    Unseen, View,
};

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

/// The picture of two boards with a game on each, the one in front above. Each is seen from the side of the same team: what
/// is white on the one is black on the other.
pub fn pair(
    boards: &[Mutated; 2],
    front: usize,
    to_move: usize,
    last: Option<(usize, Move)>,
    view: &View,
    (text, detail): &(String, String),
) -> Scene {
    // The public looks on from one team's side, whichever board is in front.
    let side = view.from.unwrap_or([Seat::WHITE, Seat::BLACK][front]);
    let boards_in_order = [front, 1 - front].map(|index| {
        let name = ["A", "B"][index];
        let asked = View {
            from: Some(if index == front { side } else { side.other() }),
            reach: view.reach.clone().filter(|_| index == to_move),
            ..view.clone()
        };
        let mut drawing = Drawing::of(&boards[index], &asked);
        if let Some((_, mv)) = last.filter(|(board, _)| *board == index) {
            drawing.mark_move(&mv);
        }
        drawing.mark_check();
        if let Some(role) = &asked.reach {
            drawing.mark_reach(role);
        }
        let viewer = drawing.viewer;
        let mut slices = drawing.boards.pop().unwrap_or_default();
        for grid in &mut slices {
            grid.board = u8::try_from(index).unwrap_or_default();
            if let Some(badge) = &mut grid.badge {
                badge.note = format!("board {name}");
            }
        }
        // The far ranks first.
        if boards[index].rules.goes_up(viewer) {
            slices.reverse();
        }
        let places = slices.len().next_multiple_of(COLUMNS);
        slices.resize_with(places, || nothing(index));
        slices
    });
    // There is little room: what both colours hold of a board is in one row, since the pieces show whose they are, and there
    // is none where they hold nothing.
    let trays = (boards.iter().zip(["A", "B"]))
        .map(|(board, name)| {
            let trays = beside(board, Seat::BLACK).into_iter();
            let items: Vec<TrayItem> = trays.flat_map(|tray| tray.items).collect();
            let title = if items.len() > MOST_TITLED {
                format!("On {name}")
            } else {
                format!("In hand on {name}")
            };
            Tray {
                title,
                items,
                place: TrayPlace::Below,
            }
        })
        .filter(|tray| !tray.items.is_empty())
        .collect();
    let mut turn = turn(&boards[to_move], TurnPlace::Below);
    turn.text.clone_from(text);
    turn.detail.clone_from(detail);
    Scene {
        grids: boards_in_order.concat(),
        columns: COLUMNS as u8,
        cell: CELL,
        trays,
        turn: Some(turn),
    }
}

/// How many slices of two boards stand side by side.
const COLUMNS: usize = 4;

/// The size of a cell of two boards in pixels: the picture is not to be larger than that of one board.
const CELL: u16 = 42;

/// With how many kinds of pieces in one row a hand has room for a title in full.
const MOST_TITLED: usize = 12;

/// A unit as it is drawn.
pub fn drawn(game: &Mutated, unit: Unit, cube: Option<Cube>) -> Token {
    let mut token = token(&game.rules, Piece::new(unit.seat, unit.role), cube);
    if let Some(second) = unit.second {
        token.second = Some(super::super::scene::figure(
            &game.rules,
            Piece::new(unit.seat, second),
        ));
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
        let unseen = match game.seen.as_ref().map(|seen| seen.viewer) {
            None => Unseen::Nothing,
            Some(Viewer::Seat(_)) => Unseen::Others,
            Some(_) => Unseen::All,
        };
        let slice = |rank: u8, board: usize, name: &str| {
            let mut grid = bare_slice(rank, false);
            grid.board = u8::try_from(board).unwrap_or_default();
            grid.unseen = unseen;
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

/// Two boards, the first on the left: two slices of each in a row, the far ranks first.
fn side_by_side(mut a: Vec<Grid>, mut b: Vec<Grid>) -> Vec<Grid> {
    a.reverse();
    b.reverse();
    let mut grids = Vec::new();
    for (left, right) in a.chunks(2).zip(b.chunks(2)) {
        for (board, pair) in [left, right].into_iter().enumerate() {
            grids.extend(pair.iter().cloned());
            if pair.len() < 2 {
                grids.push(nothing(board));
            }
        }
    }
    grids
}

/// A place without a slice.
fn nothing(board: usize) -> Grid {
    let mut grid = Grid::blank(WIDTH, WIDTH);
    grid.board = u8::try_from(board).unwrap_or_default();
    grid.cells.fill(None);
    grid.badge = Some(Badge {
        text: String::new(),
        note: String::new(),
        lit: false,
    });
    grid
}

/// Hands, prisons and airfields: the other side's above, one's own below.
fn beside(game: &Mutated, viewer: Seat) -> Vec<Tray> {
    let mut trays = Vec::new();
    for seat in [viewer.other(), viewer] {
        let side = seat_name(seat);
        let place = if seat == viewer {
            TrayPlace::Below
        } else {
            TrayPlace::Above
        };
        let mut add = |title: String, hand: Hand, of: Seat| {
            // The room is for the boards where there is nothing to show.
            if hand.is_empty() {
                return;
            }
            trays.push(Tray {
                title,
                items: items(game, hand, of),
                place,
            });
        };
        if game.effects.has_field(Field::Hand) {
            let placing = game.effects.has(super::anywhere::KEY);
            if !placing || game.is_placing() {
                let what = if placing { "to place" } else { "in hand" };
                add(format!("{side} {what}"), game.hands[seat.index()], seat);
            }
        }
        if game.effects.has_field(Field::Prison) {
            let other = seat.other();
            add(format!("{side} holds"), game.prison[other.index()], other);
            add(
                format!("{side} can drop"),
                game.airfield[seat.index()],
                seat,
            );
        }
    }
    trays
}

fn items(game: &Mutated, hand: Hand, seat: Seat) -> Vec<TrayItem> {
    hand.iter()
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
        .collect()
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
    let (seat, text, detail) = match game.status() {
        Status::Won { winner, reason } => (
            winner,
            format!("{} wins", seat_name(winner)),
            remark(reason),
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
        Status::Drawn(reason) => (game.turn, "Drawn".to_owned(), remark(reason)),
        Status::Ongoing if game.is_placing() => (
            game.turn,
            format!("{} to place", seat_name(game.turn)),
            String::new(),
        ),
        Status::Ongoing => {
            let mut said = Vec::new();
            if game.check() {
                said.push("in check".to_owned());
            }
            if game.effects.has_field(Field::Left) {
                let plural = if game.left == 1 { "" } else { "s" };
                said.push(format!("{} move{plural} left", game.left));
            }
            (
                game.turn,
                format!("{} to move", seat_name(game.turn)),
                said.join(" · "),
            )
        }
    };
    Turn {
        army: if seat == Seat::WHITE {
            Army::White
        } else {
            Army::Black
        },
        text,
        detail,
        place,
    }
}
