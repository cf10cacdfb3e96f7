//! What a board looks like, as plain data: grids, cells, tokens, trays, marks. Games make scenes, `render` draws
//! them; neither knows the other.
//!
//! All places are in *cells*: a grid's top-left corner is (0, 0), x grows to the right and y downwards, and the
//! centre of the first cell is (0.5, 0.5). A scene is already turned to the side that looks at it.

use crate::rules::Seat;

pub mod crop;
mod described;

/// How somebody looks at a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The seat shown at the bottom. `None` is the public view, which never turns: the first seat's.
    pub from: Option<Seat>,
    /// A square, in machine notation, whose piece's possible moves are to be marked.
    pub reach: Option<String>,
    /// Another layout that the game offers, such as `wide`; unknown names are the standard layout.
    pub layout: Option<String>,
}

/// A whole picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Boards or slices, in reading order.
    pub grids: Vec<Grid>,
    /// How many grids stand side by side before the next row begins; at least 1. See also [`Grid::ends_row`].
    pub columns: u8,
    /// Side of a cell in pixels, 24 to 120.
    pub cell: u16,
    /// What is beside or below the boards, in order.
    pub trays: Vec<Tray>,
    /// Who is to move, and what must be said in the picture about it.
    pub turn: Option<Turn>,
}

/// The note of whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The army to move.
    pub army: Army,
    /// The piece that is shown for it, such as its king.
    pub figure: Figure,
    /// Such as `White to move`, at most 24 characters.
    pub text: String,
    /// Such as `move 14 · check`, at most 32 characters; may be empty.
    pub detail: String,
    /// Where it goes.
    pub place: TurnPlace,
}

/// Where a picture says whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnPlace {
    /// In a strip below the boards.
    Below,
    /// In the first grid's cells from (x, y) on, `w` by `h` cells that the board leaves empty.
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
    /// In the place of the grid after the last.
    NextPanel,
}

/// One board or slice: cells in rows, with what is drawn over and around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Cells in a row.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Row by row from the top left; `None` where the board has no cell. `width * height` of them.
    pub cells: Vec<Option<Cell>>,
    /// The heading above it.
    pub badge: Option<Badge>,
    /// Coordinates and other small texts, by the centre of the text; they may stand up to one cell outside.
    pub labels: Vec<Label>,
    /// Lines, dots and frames over the cells and under the tokens, in drawing order.
    pub strokes: Vec<Stroke>,
    /// How large its cells are against the scene's: 1.0 usually, 0.5 for a side view.
    pub scale: f32,
    /// How large the words of its heading are against those that its cells have usually: 1.0, or more, at most 3.0, in a
    /// picture of so many grids that it is shown small.
    pub heading: f32,
    /// Whether the next grid begins a new row although this one is not full. In a scene with such a grid the grids of
    /// different rows need not stand below each other.
    pub ends_row: bool,
    /// Which of several boards it belongs to, from 0. Grids of two boards come in turns where the boards stand side by
    /// side, and one board after the other where the first is in front.
    pub board: u8,
}

/// A grid's heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// In a filled box, at most 4 characters.
    pub text: String,
    /// Behind it, small, at most 24 characters; may be empty.
    pub note: String,
    /// Whether the last move touched this grid: the box lights up.
    pub lit: bool,
}

/// A small text at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Centre, in cells from the left.
    pub x: f32,
    /// Centre, in cells from the top.
    pub y: f32,
    /// At most 24 characters.
    pub text: String,
    /// How it is written.
    pub style: LabelStyle,
}

/// How a label is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelStyle {
    /// A coordinate.
    Coordinate,
    /// A coordinate of a coarser board laid over the first (Four-Fold's quads).
    Coarse,
    /// A remark.
    Note,
}

/// Something drawn over the cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// A straight line, `width` in hundredths of a cell.
    Line {
        /// One end.
        from: (f32, f32),
        /// The other end.
        to: (f32, f32),
        /// Hundredths of a cell.
        width: u8,
        /// Its ink.
        ink: Ink,
    },
    /// A disc, `radius` in hundredths of a cell, with a thin outline.
    Dot {
        /// Its centre.
        at: (f32, f32),
        /// Hundredths of a cell.
        radius: u8,
        /// Its ink.
        ink: Ink,
    },
    /// A rectangle's outline.
    Frame {
        /// Upper left corner.
        at: (f32, f32),
        /// Width and height.
        size: (f32, f32),
        /// Hundredths of a cell.
        width: u8,
        /// Its ink.
        ink: Ink,
    },
    /// An arrow from cell centre to cell centre.
    Arrow {
        /// Where it starts.
        from: (f32, f32),
        /// Where its head is.
        to: (f32, f32),
        /// Its ink.
        ink: Ink,
    },
}

/// The colours that strokes use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Of the board's lines.
    Line,
    /// White.
    White,
    /// Black.
    Black,
    /// Of the last move.
    Last,
    /// Of a warning.
    Danger,
    /// Of what may be done.
    Reach,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Its ground.
    pub ground: Ground,
    /// Who stands there.
    pub token: Option<Token>,
    /// What is marked about it, in drawing order.
    pub marks: Vec<Mark>,
}

/// A cell's ground.
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
    /// Nothing: the page shows through (trays, diagrams).
    Bare,
}

/// What is marked about a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// The last move left here: tint and corner brackets.
    From,
    /// The last move ended here: tint and corner brackets.
    To,
    /// Part of the last move's column on another slice: corner brackets alone.
    Trail,
    /// A royal piece in danger: red ring and "!".
    Danger,
    /// The piece looked at.
    Chosen,
    /// It can go here: a dot.
    Reach,
    /// It can capture here: a ring.
    Capture,
    /// Something else can be done here, told apart from both: a cross.
    Special,
    /// Lines drawn on the ground towards both diagonals, right-leaning.
    Rising,
    /// The same, left-leaning.
    Falling,
}

/// A piece, as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// Whose it is.
    pub army: Army,
    /// What it is.
    pub figure: Figure,
    /// What else it is: two pieces in one cell, drawn smaller.
    pub second: Option<Figure>,
    /// The way it faces, shown as an arrow at the cell's edge.
    pub facing: Option<Facing>,
    /// Whose it was before (conquered pieces): shown as that army's mark.
    pub former: Option<Army>,
    /// Drawn faintly: it is not there now, but may come (a captured piece that may return, a preview).
    pub ghost: bool,
    /// A small text in a corner of the cell, at most 3 characters (how many of it are in hand); may be empty.
    pub count: String,
    /// A binding, told apart by small marks of 0 to 3 pips; `None` shows nothing.
    pub pips: Option<u8>,
}

impl Token {
    /// A piece with nothing special about it.
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

/// Whose a piece is, as the eye tells it.
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
    /// Nobody's.
    Frozen,
}

/// The way a pawn faces on the picture.
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

/// What a piece is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Figure {
    /// Stones on each other, 1 to 6, with their count.
    Stack(u8),
    /// A royal stone.
    RoyalStone,
    /// King.
    King,
    /// Queen (fused from rook and bishop in Four Towers, but drawn as everybody knows her).
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
    /// Uranium general; the letter is the piece it was promoted from: P L N C J S G.
    Uranium(char),
    /// Promoted rook (Shogi).
    CrownedRook,
    /// Promoted bishop.
    CrownedBishop,
    /// Promoted merchant.
    CrownedMerchant,
    /// A die showing 1 to 6.
    Die(u8),
    /// A drawing that a game brings along.
    Own(&'static Drawing),
}

/// A piece that one game alone has, as it is drawn.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drawing {
    /// What it is called, lower case.
    pub name: &'static str,
    /// An SVG file of the game's folder (`include_str!`): 100 by 100 units, with the style sheet of
    /// `src/render/pieces/pawn.svg` and its classes, which are exchanged for each army's colours.
    pub svg: &'static str,
}

/// A row of things beside or below the boards.
#[derive(Clone, Debug, PartialEq)]
pub struct Tray {
    /// Its heading, at most 24 characters; may be empty.
    pub title: String,
    /// What lies in it.
    pub items: Vec<TrayItem>,
    /// Where it goes.
    pub place: TrayPlace,
}

/// Where a tray goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrayPlace {
    /// Above the boards.
    Above,
    /// Below the boards.
    Below,
}

/// One thing in a tray.
#[derive(Clone, Debug, PartialEq)]
pub struct TrayItem {
    /// The piece drawn, if any.
    pub token: Option<Token>,
    /// Its caption, at most 24 characters; may be empty.
    pub text: String,
    /// Whether it stands out (the seat to move).
    pub lit: bool,
    /// Whether it is struck through (a seat that is out).
    pub out: bool,
}

impl Grid {
    /// A full rectangle of bare light cells without labels.
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

    /// The cell in column `x` and row `y`, both from the top left; `None` outside the board.
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
