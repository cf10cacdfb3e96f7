//! Board: 16x16 cells, which are also 8x8 quads of 2x2 cells.

use std::fmt;

use crate::engine::hooks::hashed;
use crate::geometry::square_name;
use crate::rules::Seat;

/// A cell, one of 256, numbered rank by rank from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Returns the cell in file `x` and rank `y`, both counted from 0; `None` off the board.
    pub fn at(x: i8, y: i8) -> Option<Cell> {
        ((0..16).contains(&x) && (0..16).contains(&y)).then_some(Cell((y as u8) << 4 | x as u8))
    }

    /// Returns the cell's file, 0 to 15.
    pub fn x(self) -> i8 {
        (self.0 & 15) as i8
    }

    /// Returns the cell's rank, 0 to 15.
    pub fn y(self) -> i8 {
        (self.0 >> 4) as i8
    }

    /// Returns the cell `dx` files and `dy` ranks away; `None` off the board.
    pub fn shifted(self, (dx, dy): (i8, i8)) -> Option<Cell> {
        Cell::at(self.x() + dx, self.y() + dy)
    }

    /// Returns the quad that contains the cell.
    pub fn quad(self) -> Quad {
        Quad((self.0 >> 5) << 3 | (self.0 & 15) >> 1)
    }

    /// Returns the cell's corner of its quad: 0 lower left, 1 lower right, 2 upper left, 3 upper right.
    pub fn corner(self) -> usize {
        usize::from((self.0 >> 4 & 1) << 1 | self.0 & 1)
    }

    /// Returns the cell as an index, 0 to 255.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the cell's name, such as `p16`.
    pub fn name(self) -> &'static str {
        square_name(self.0 & 15, self.0 >> 4)
    }

    /// Returns all cells, a1 to p16.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..=255).map(Cell)
    }

    /// Reads `a1` to `p16`, lower case.
    pub fn parse(text: &str) -> Option<Cell> {
        let (x, y) = coordinates(text)?;
        Cell::at(x, y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A quad, one of 64, numbered row by row from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quad(u8);

impl Quad {
    /// Returns the quad in column `x` and row `y`, both counted from 0; `None` off the board.
    pub fn at(x: i8, y: i8) -> Option<Quad> {
        ((0..8).contains(&x) && (0..8).contains(&y)).then_some(Quad((y as u8) << 3 | x as u8))
    }

    /// Returns the quad's column, 0 to 7.
    pub fn x(self) -> i8 {
        (self.0 & 7) as i8
    }

    /// Returns the quad's row, 0 to 7.
    pub fn y(self) -> i8 {
        (self.0 >> 3) as i8
    }

    /// Returns the quad `dx` columns and `dy` rows away; `None` off the board.
    pub fn shifted(self, (dx, dy): (i8, i8)) -> Option<Quad> {
        Quad::at(self.x() + dx, self.y() + dy)
    }

    /// Returns the quad's cell in a corner, 0 to 3.
    pub fn cell(self, corner: usize) -> Cell {
        Cell((self.0 >> 3) << 5 | (corner as u8 >> 1) << 4 | (self.0 & 7) << 1 | corner as u8 & 1)
    }

    /// Returns the quad's four cells, by corner.
    pub fn cells(self) -> [Cell; 4] {
        [0, 1, 2, 3].map(|corner| self.cell(corner))
    }

    /// Returns the quad's name, such as `h8`.
    pub fn name(self) -> &'static str {
        square_name(self.0 & 7, self.0 >> 3)
    }

    /// Returns all quads, a1 to h8.
    pub fn all() -> impl Iterator<Item = Quad> {
        (0..64).map(Quad)
    }

    /// Reads `a1` to `h8`, lower case.
    pub fn parse(text: &str) -> Option<Quad> {
        let (x, y) = coordinates(text)?;
        Quad::at(x, y)
    }

    /// Returns the quad as an index, 0 to 63.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Quad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a lower-case letter and a number without leading zero; returns both counted from 0.
fn coordinates(text: &str) -> Option<(i8, i8)> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank = text.get(1..)?;
    if rank.starts_with('0') || !rank.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rank: i8 = rank.parse().ok()?;
    Some(((file - b'a') as i8, rank - 1))
}

/// A role: a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// King.
    King,
    /// Queen.
    Queen,
    /// Rook.
    Rook,
    /// Bishop.
    Bishop,
    /// Knight.
    Knight,
    /// Pawn.
    Pawn,
}

/// The roles that a pawn may promote to, in the order in which they are offered.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Role {
    /// Every role, the strongest first.
    pub const ALL: [Role; 6] = [
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];

    /// Returns the role's letter, in upper case.
    pub fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Queen => 'Q',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Knight => 'N',
            Role::Pawn => 'P',
        }
    }

    /// Returns the role with a letter, in either case.
    pub fn of_letter(letter: char) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| role.letter() == letter.to_ascii_uppercase())
    }

    /// Returns the role's name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Role::King => "king",
            Role::Queen => "queen",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Knight => "knight",
            Role::Pawn => "pawn",
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns the piece.
    pub seat: Seat,
    /// The piece's role.
    pub role: Role,
}

impl Piece {
    /// Returns the piece's letter: upper case for White, lower case for Black.
    pub fn letter(self) -> char {
        if self.seat == Seat::WHITE {
            self.role.letter()
        } else {
            self.role.letter().to_ascii_lowercase()
        }
    }
}

/// Returns the direction of a side's pawns: 1 for White, -1 for Black.
pub fn forward(seat: Seat) -> i8 {
    if seat == Seat::WHITE { 1 } else { -1 }
}

/// Returns the row of quads, 0 to 7, from which a side's pawns may make a double step.
pub fn second_row(seat: Seat) -> i8 {
    if seat == Seat::WHITE { 1 } else { 6 }
}

/// Returns true if a side's pawn may promote on a cell: on its last row of quads.
pub fn may_promote(seat: Seat, cell: Cell) -> bool {
    steps_left(seat, cell) <= 1
}

/// Returns true if a side's pawn must promote on a cell: on its last rank of cells.
pub fn must_promote(seat: Seat, cell: Cell) -> bool {
    steps_left(seat, cell) == 0
}

fn steps_left(seat: Seat, cell: Cell) -> i8 {
    if seat == Seat::WHITE {
        15 - cell.y()
    } else {
        cell.y()
    }
}

/// The pieces by cell, with data derived from them that is read often.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    pieces: [Option<Piece>; 256],
    /// The cells of each side's pieces, as bits.
    occupied: [[u64; 4]; 2],
    /// Number of kings of each side.
    kings: [u8; 2],
    /// Sum of a number for each piece on its cell.
    key: u64,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.placement())
    }
}

impl Board {
    /// Returns a board without pieces.
    pub fn empty() -> Board {
        Board {
            pieces: [None; 256],
            occupied: [[0; 4]; 2],
            kings: [0; 2],
            key: 0,
        }
    }

    /// Returns the piece on a cell.
    pub fn get(&self, cell: Cell) -> Option<Piece> {
        self.pieces[usize::from(cell.0)]
    }

    /// Puts a piece on a cell, or empties the cell, and returns the piece that was there.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) -> Option<Piece> {
        let before = std::mem::replace(&mut self.pieces[usize::from(cell.0)], piece);
        let (word, bit) = (usize::from(cell.0 >> 6), 1 << (cell.0 & 63));
        if let Some(before) = before {
            let seat = before.seat.index() & 1;
            self.occupied[seat][word] &= !bit;
            self.kings[seat] -= u8::from(before.role == Role::King);
            self.key = self.key.wrapping_sub(hashed((cell, before)));
        }
        if let Some(piece) = piece {
            let seat = piece.seat.index() & 1;
            self.occupied[seat][word] |= bit;
            self.kings[seat] += u8::from(piece.role == Role::King);
            self.key = self.key.wrapping_add(hashed((cell, piece)));
        }
        before
    }

    /// Returns a hash of the pieces on their cells.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the number of a side's kings.
    pub fn king_count(&self, seat: Seat) -> u8 {
        self.kings[seat.index() & 1]
    }

    /// Returns the corners of a quad that a side's pieces occupy, one bit a corner.
    pub fn corners(&self, seat: Seat, quad: Quad) -> u8 {
        // A row of quads is half a word: sixteen cells of the lower rank, then sixteen of the upper one.
        let word = self.occupied[seat.index() & 1][usize::from(quad.0 >> 4)];
        let pair = word >> (u32::from(quad.0 >> 3 & 1) * 32 + u32::from(quad.0 & 7) * 2);
        (pair & 3) as u8 | ((pair >> 16 & 3) as u8) << 2
    }

    /// Returns the number of a side's pieces in a quad, 0 to 4.
    pub fn count(&self, seat: Seat, quad: Quad) -> u32 {
        self.corners(seat, quad).count_ones()
    }

    /// Returns true if a quad has no pieces.
    pub fn vacant(&self, quad: Quad) -> bool {
        self.corners(Seat::WHITE, quad) | self.corners(Seat::BLACK, quad) == 0
    }

    /// Returns true if quad moves may begin in a quad: it holds at least two pieces of `seat` and no enemy (the
    /// inventor's rules, first condition).
    pub fn is_origin(&self, seat: Seat, quad: Quad) -> bool {
        self.count(seat, quad) >= 2 && self.count(seat.other(), quad) == 0
    }

    /// Returns a side's pieces, a1 to p16.
    pub fn pieces(&self, seat: Seat) -> impl Iterator<Item = (Cell, Role)> + '_ {
        let mut left = self.occupied[seat.index() & 1];
        let mut word = 0;
        std::iter::from_fn(move || {
            while *left.get(word)? == 0 {
                word += 1;
            }
            let cell = Cell((word as u8) << 6 | left[word].trailing_zeros() as u8);
            left[word] &= left[word] - 1;
            Some((cell, self.get(cell)?.role))
        })
    }

    /// Returns the cells of a side's kings, a1 to p16.
    pub fn kings(&self, seat: Seat) -> impl Iterator<Item = Cell> + '_ {
        self.pieces(seat)
            .filter(|(_, role)| *role == Role::King)
            .map(|(cell, _)| cell)
    }

    /// Returns the cell of a side's only king; `None` if the side has none or several.
    pub fn last_king(&self, seat: Seat) -> Option<Cell> {
        (self.king_count(seat) == 1)
            .then(|| self.kings(seat).next())
            .flatten()
    }

    /// Returns the placement field of the position text.
    pub fn placement(&self) -> String {
        use fmt::Write as _;
        let mut text = String::with_capacity(200);
        for y in (0..16).rev() {
            let mut gap = 0;
            for x in 0..16u8 {
                match self.pieces[usize::from((y as u8) << 4 | x)] {
                    None => gap += 1,
                    Some(piece) => {
                        if gap > 0 {
                            let _ = write!(text, "{gap}");
                            gap = 0;
                        }
                        text.push(piece.letter());
                    }
                }
            }
            if gap > 0 {
                let _ = write!(text, "{gap}");
            }
            if y > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Reads a placement field.
    ///
    /// # Errors
    /// Returns a sentence that names the malformed rank.
    pub fn parse(text: &str) -> Result<Board, String> {
        let mut board = Board::empty();
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 16 {
            return Err(format!(
                "The placement has {} ranks; it needs 16, parted by \"/\".",
                ranks.len()
            ));
        }
        for (row, rank) in ranks.into_iter().enumerate() {
            let y = 15 - row as i8;
            let mut x = 0i8;
            let mut rest = rank;
            let wrong = || format!("Rank {} of the placement does not fill 16 squares.", y + 1);
            while let Some(first) = rest.chars().next() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    let (number, after) = rest.split_at(digits);
                    let gap = number
                        .parse::<i8>()
                        .ok()
                        .filter(|gap| (1..=16).contains(gap) && x + gap <= 16);
                    x += gap.ok_or_else(wrong)?;
                    rest = after;
                    if number.starts_with('0') {
                        return Err(wrong());
                    }
                } else {
                    let role = Role::of_letter(first).ok_or_else(|| {
                        format!(
                            "Rank {} of the placement has a letter that is no piece (K Q R B N P).",
                            y + 1
                        )
                    })?;
                    let seat = if first.is_ascii_uppercase() {
                        Seat::WHITE
                    } else {
                        Seat::BLACK
                    };
                    let cell = Cell::at(x, y).ok_or_else(wrong)?;
                    if role == Role::Pawn && must_promote(seat, cell) {
                        return Err(format!("A pawn cannot stand on {cell}, its last rank."));
                    }
                    board.set(cell, Some(Piece { seat, role }));
                    x += 1;
                    rest = &rest[1..];
                }
            }
            if x != 16 {
                return Err(wrong());
            }
        }
        Ok(board)
    }
}
