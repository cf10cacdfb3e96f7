//! A board as plain data: grids, cells, tokens, trays, marks. Games make scenes, `render` draws them; neither knows the
//! other.
//!
//! All coordinates are in *cells*: a grid's top-left corner is (0, 0), x grows to the right and y downwards, and the
//! centre of the first cell is (0.5, 0.5). A scene is already turned to the viewer's side.

use crate::rules::Seat;

pub mod crop;
mod described;

/// Settings of a picture: the viewer's side, a piece whose moves are marked, the layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Seat shown at the bottom. `None` is the public view, which never turns: the first seat's.
    pub from: Option<Seat>,
    /// Square, in machine notation, whose piece's possible moves are marked.
    pub reach: Option<String>,
    /// Another layout that the game offers, such as `wide`; an unknown name gives the standard layout.
    pub layout: Option<String>,
}

/// A board, with its trays and the note of whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Boards or slices, in reading order.
    pub grids: Vec<Grid>,
    /// Number of grids in a row; at least 1. See also [`Grid::ends_row`].
    pub columns: u8,
    /// Side of a cell in pixels, 24 to 120.
    pub cell: u16,
    /// Trays above or below the boards, in order.
    pub trays: Vec<Tray>,
    /// Note of whose turn it is.
    pub turn: Option<Turn>,
}

/// The note of whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Army to move.
    pub army: Army,
    /// Piece shown for the army, such as its king.
    pub figure: Figure,
    /// Main text, such as `White to move`; at most 24 characters.
    pub text: String,
    /// Further text, such as `move 14 · check`; at most 32 characters, may be empty.
    pub detail: String,
    /// Location in the picture.
    pub place: TurnPlace,
}

/// Location of the note of whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnPlace {
    /// A strip below the boards.
    Below,
    /// A part of the first grid from (x, y) on, `w` by `h` cells that the board leaves empty.
    Corner {
        /// Left edge, in cells.
        x: f32,
        /// Upper edge, in cells.
        y: f32,
        /// Width, in cells.
        w: f32,
        /// Height, in cells.
        h: f32,
    },
    /// The space of the grid after the last.
    NextPanel,
}

/// A board or slice: cells in rows, with what is drawn over and around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Cells in a row.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// Cells row by row from the top left, `width * height` of them; `None` if the board has no cell there.
    pub cells: Vec<Option<Cell>>,
    /// Heading above the grid.
    pub badge: Option<Badge>,
    /// Coordinates and other small texts, placed by the centre of the text; at most one cell outside the grid.
    pub labels: Vec<Label>,
    /// Lines, dots and frames over the cells and under the tokens, in drawing order.
    pub strokes: Vec<Stroke>,
    /// Size of its cells relative to the scene's: 1.0 usually, 0.5 for a side view.
    pub scale: f32,
    /// Size of the heading's words relative to the usual size for its cells: 1.0, or more, at most 3.0, in a picture of
    /// so many grids that it is shown small.
    pub heading: f32,
    /// True if the next grid begins a new row although this one is not full. In a scene with such a grid the grids of
    /// different rows need not be aligned.
    pub ends_row: bool,
    /// Board that the grid belongs to, from 0. Grids of two boards alternate if the boards are side by side; otherwise
    /// the front board's grids come first.
    pub board: u8,
}

/// A grid's heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// Text in a filled box, at most 4 characters.
    pub text: String,
    /// Small text after the box, at most 24 characters; may be empty.
    pub note: String,
    /// True if the last move touched this grid: the box lights up.
    pub lit: bool,
}

/// A small text at a position in the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Centre, in cells from the left.
    pub x: f32,
    /// Centre, in cells from the top.
    pub y: f32,
    /// Text, at most 24 characters.
    pub text: String,
    /// Style of the text.
    pub style: LabelStyle,
}

/// Style of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelStyle {
    /// Coordinate of a row or column.
    Coordinate,
    /// Coordinate of a coarser board laid over the first (Four-Fold's quads).
    Coarse,
    /// A remark.
    Note,
}

/// A line, dot, frame or arrow over the cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// Straight line, `width` in hundredths of a cell.
    Line {
        /// First end.
        from: (f32, f32),
        /// Second end.
        to: (f32, f32),
        /// Hundredths of a cell.
        width: u8,
        /// Colour of the line.
        ink: Ink,
    },
    /// Disc, `radius` in hundredths of a cell, with a thin outline.
    Dot {
        /// Centre.
        at: (f32, f32),
        /// Hundredths of a cell.
        radius: u8,
        /// Colour of the disc.
        ink: Ink,
    },
    /// Outline of a rectangle.
    Frame {
        /// Upper left corner.
        at: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// Hundredths of a cell.
        width: u8,
        /// Colour of the outline.
        ink: Ink,
    },
    /// Arrow from cell centre to cell centre.
    Arrow {
        /// Start.
        from: (f32, f32),
        /// Tip.
        to: (f32, f32),
        /// Colour of the arrow.
        ink: Ink,
    },
}

/// A colour of strokes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Colour of the board's lines.
    Line,
    /// White.
    White,
    /// Black.
    Black,
    /// Colour of the last move.
    Last,
    /// Colour of a warning.
    Danger,
    /// Colour of possible moves.
    Reach,
}

/// A cell of a grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Ground of the cell.
    pub ground: Ground,
    /// Piece on the cell.
    pub token: Option<Token>,
    /// Marks on the cell, in drawing order.
    pub marks: Vec<Mark>,
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A light square of the usual board.
    #[default]
    Light,
    /// A dark square of the usual board.
    Dark,
    /// A light square of the second tint (every other arena of Four Towers).
    PaleLight,
    /// A dark square of the second tint.
    PaleDark,
    /// A light square of a grey board (Four Seasons).
    GreyLight,
    /// A dark square of a grey board.
    GreyDark,
    /// A tower: slate with a ring of crenels.
    Tower,
    /// No ground: the page shows through (trays, diagrams).
    Bare,
}

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Origin of the last move: tint and corner brackets.
    From,
    /// Destination of the last move: tint and corner brackets.
    To,
    /// Part of the last move's column on another slice: corner brackets alone.
    Trail,
    /// A royal piece in danger: red frame and "!".
    Danger,
    /// The piece whose moves are marked.
    Chosen,
    /// Square that the chosen piece can go to: a dot.
    Reach,
    /// Square on which the chosen piece can capture: a ring.
    Capture,
    /// Square for another action, distinct from both: a cross.
    Special,
    /// Lines drawn on the ground towards both diagonals, right-leaning.
    Rising,
    /// Lines drawn on the ground towards both diagonals, left-leaning.
    Falling,
}

/// A piece, as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Army that owns the piece.
    pub army: Army,
    /// Drawing of the piece.
    pub figure: Figure,
    /// Second piece in the same cell; both are drawn smaller.
    pub second: Option<Figure>,
    /// Direction it faces, shown as an arrow at the cell's edge.
    pub facing: Option<Facing>,
    /// Previous owner of a conquered piece, shown as that army's mark.
    pub former: Option<Army>,
    /// True if drawn faintly: the piece is not there now, but may come (a captured piece that may return, a preview).
    pub ghost: bool,
    /// Small text in a corner of the cell, at most 3 characters (the number of such pieces in hand); may be empty.
    pub count: String,
    /// A binding, shown by small marks of 0 to 3 pips; `None` shows nothing.
    pub pips: Option<u8>,
}

impl Token {
    /// Returns a plain piece: no second figure, facing or other extras.
    pub fn new(army: Army, figure: Figure) -> Self {
        Token {
            army,
            figure,
            second: None,
            facing: None,
            former: None,
            ghost: false,
            count: String::new(),
            pips: None,
        }
    }
}

/// A side in a picture, by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Army {
    /// White, and Winter.
    White,
    /// Black, and Autumn.
    Black,
    /// Summer.
    Red,
    /// Spring.
    Green,
    /// Frozen pieces, which nobody owns.
    Frozen,
}

impl Army {
    /// Returns the army of the seat with this name, if it is named after its colour.
    pub fn of_seat(name: &str) -> Option<Army> {
        Some(match name {
            "white" => Army::White,
            "black" => Army::Black,
            "red" => Army::Red,
            "green" => Army::Green,
            _ => return None,
        })
    }
}

/// Direction that a pawn faces in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// The drawing of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// Stones on top of each other, 1 to 6, with their number.
    Stack(u8),
    /// A royal stone.
    RoyalStone,
    /// King.
    King,
    /// Queen (fused from rook and bishop in Four Towers, but drawn in the usual way).
    Queen,
    /// Rook.
    Rook,
    /// Bishop.
    Bishop,
    /// Knight.
    Knight,
    /// Pawn.
    Pawn,
    /// Rook and knight in one.
    Marshall,
    /// Bishop and knight in one.
    Cardinal,
    /// Rook, bishop and knight in one.
    Wizard,
    /// Two pawns in one.
    Lancer,
    /// Dragon.
    Dragon,
    /// Merchant.
    Merchant,
    /// Captain.
    Captain,
    /// Jester.
    Jester,
    /// Fool.
    Fool,
    /// Planar rook.
    Base,
    /// Planar bishop.
    Scientist,
    /// Planar merchant.
    Reporter,
    /// Riding knight.
    Nightrider,
    /// Riding captain.
    CaptainRider,
    /// Riding jester.
    JesterRider,
    /// Lance (Shogi).
    Lance,
    /// Silver general.
    Silver,
    /// Gold general.
    Gold,
    /// Uranium general; the letter names the piece it was promoted from: P L N C J S G.
    Uranium(char),
    /// Promoted rook (Shogi).
    CrownedRook,
    /// Promoted bishop.
    CrownedBishop,
    /// Promoted merchant.
    CrownedMerchant,
    /// A die showing 1 to 6.
    Die(u8),
    /// Drawing that a game brings along.
    Own(&'static Drawing),
}

/// The drawing of a piece that one game alone has.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawing {
    /// Name of the piece, lower case.
    pub name: &'static str,
    /// An SVG file of the game's folder (`include_str!`): 100 by 100 units, with the style sheet of
    /// `src/render/pieces/pawn.svg` and its classes, which are exchanged for each army's colours.
    pub svg: &'static str,
}

/// A row of items above or below the boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Tray {
    /// Heading, at most 24 characters; may be empty.
    pub title: String,
    /// Items in reading order.
    pub items: Vec<TrayItem>,
    /// Location in the picture.
    pub place: TrayPlace,
}

/// Location of a tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayPlace {
    /// Above the boards.
    Above,
    /// Below the boards.
    Below,
}

/// An item of a tray.
#[derive(Clone, Debug, PartialEq)]
pub struct TrayItem {
    /// Piece drawn, if any.
    pub token: Option<Token>,
    /// Caption, at most 24 characters; may be empty.
    pub text: String,
    /// True if highlighted (the seat to move).
    pub lit: bool,
    /// True if struck through (a seat that is out).
    pub out: bool,
}

impl Grid {
    /// Returns a full rectangle of bare light cells without labels.
    pub fn blank(width: u8, height: u8) -> Self {
        Grid {
            width,
            height,
            cells: vec![Some(Cell::default()); usize::from(width) * usize::from(height)],
            badge: None,
            labels: Vec::new(),
            strokes: Vec::new(),
            scale: 1.0,
            heading: 1.0,
            ends_row: false,
            board: 0,
        }
    }

    /// Returns the cell in column `x` and row `y`, both from the top left; `None` outside the board.
    pub fn cell_mut(&mut self, x: u8, y: u8) -> Option<&mut Cell> {
        if x >= self.width || y >= self.height {
            return None;
        }
        self.cells
            .get_mut(usize::from(y) * usize::from(self.width) + usize::from(x))?
            .as_mut()
    }

    /// Writes a coordinate below each column and left of each row, in the order given.
    pub fn coordinates(
        &mut self,
        columns: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = String>,
    ) {
        let bottom = f32::from(self.height) + 0.28;
        for (index, text) in columns.into_iter().enumerate() {
            let x = index as f32 + 0.5;
            self.labels.push(Label {
                x,
                y: bottom,
                text,
                style: LabelStyle::Coordinate,
            });
        }
        for (index, text) in rows.into_iter().enumerate() {
            let y = index as f32 + 0.5;
            self.labels.push(Label {
                x: -0.25,
                y,
                text,
                style: LabelStyle::Coordinate,
            });
        }
    }
}
