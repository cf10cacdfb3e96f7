//! Board and pieces.

use std::fmt;

use crate::geometry::{members, square_name};
use crate::rules::Seat;

/// The seat of Spring, top left.
pub const GREEN: Seat = Seat(0);
/// The seat of Summer, bottom left.
pub const RED: Seat = Seat(1);
/// The seat of Autumn, bottom right.
pub const BLACK: Seat = Seat(2);
/// The seat of Winter, top right.
pub const WHITE: Seat = Seat(3);

/// The seats in turn order, anticlockwise (rule 3).
pub const SEATS: [Seat; 4] = [GREEN, RED, BLACK, WHITE];

/// Returns the letter of a seat in position texts.
pub fn seat_letter(seat: Seat) -> char {
    ['g', 'r', 'b', 'w']
        .get(seat.index())
        .copied()
        .unwrap_or('x')
}

/// Returns the seat with a letter of position texts.
pub fn seat_of_letter(letter: char) -> Option<Seat> {
    SEATS.into_iter().find(|seat| seat_letter(*seat) == letter)
}

/// Returns the seat's name for players.
pub fn seat_name(seat: Seat) -> &'static str {
    ["Green", "Red", "Black", "White"]
        .get(seat.index())
        .copied()
        .unwrap_or("Nobody")
}

/// Returns the season of a seat.
pub fn season(seat: Seat) -> &'static str {
    ["Spring", "Summer", "Autumn", "Winter"]
        .get(seat.index())
        .copied()
        .unwrap_or("")
}

/// A square, one of 64, numbered rank by rank from a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square in file `x` and rank `y`, both counted from 0; `None` off the board.
    pub fn at(x: i8, y: i8) -> Option<Square> {
        ((0..8).contains(&x) && (0..8).contains(&y)).then_some(Square((y as u8) << 3 | x as u8))
    }

    /// Returns the square's file, 0 to 7.
    pub fn x(self) -> i8 {
        (self.0 & 7) as i8
    }

    /// Returns the square's rank, 0 to 7.
    pub fn y(self) -> i8 {
        (self.0 >> 3) as i8
    }

    /// Returns the square `dx` files and `dy` ranks away; `None` off the board.
    pub fn shifted(self, (dx, dy): (i8, i8)) -> Option<Square> {
        Square::at(self.x() + dx, self.y() + dy)
    }

    /// Returns the square as an index, 0 to 63.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the square's name, such as `c1`.
    pub fn name(self) -> &'static str {
        square_name(self.0 & 7, self.0 >> 3)
    }

    /// Returns all squares, a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Reads `a1` to `h8`, lower case.
    pub fn parse(text: &str) -> Option<Square> {
        let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *text.as_bytes() else {
            return None;
        };
        Square::at((file - b'a') as i8, (rank - b'1') as i8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The direction that a pawn has faced since the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Facing {
    /// Faces rank 8.
    Up,
    /// Faces rank 1.
    Down,
    /// Faces file a.
    Left,
    /// Faces file h.
    Right,
}

impl Facing {
    /// Returns one step straight ahead.
    pub fn ahead(self) -> (i8, i8) {
        match self {
            Facing::Up => (0, 1),
            Facing::Down => (0, -1),
            Facing::Left => (-1, 0),
            Facing::Right => (1, 0),
        }
    }

    /// Returns the two steps diagonally ahead.
    pub fn diagonals(self) -> &'static [(i8, i8)] {
        match self {
            Facing::Up => &[(-1, 1), (1, 1)],
            Facing::Down => &[(-1, -1), (1, -1)],
            Facing::Left => &[(-1, -1), (-1, 1)],
            Facing::Right => &[(1, -1), (1, 1)],
        }
    }

    /// Returns true if a square is on the far edge in this direction.
    pub fn is_far(self, square: Square) -> bool {
        square.shifted(self.ahead()).is_none()
    }

    /// Returns the direction's sign in position texts.
    pub fn sign(self) -> char {
        match self {
            Facing::Up => '^',
            Facing::Down => 'v',
            Facing::Left => '<',
            Facing::Right => '>',
        }
    }

    /// Returns the direction with a sign of position texts.
    pub fn of_sign(sign: char) -> Option<Facing> {
        [Facing::Up, Facing::Down, Facing::Left, Facing::Right]
            .into_iter()
            .find(|facing| facing.sign() == sign)
    }

    /// Returns the edge that it faces: a board may be shown turned, so up and down say nothing.
    pub fn edge(self) -> &'static str {
        match self {
            Facing::Up => "rank 8",
            Facing::Down => "rank 1",
            Facing::Left => "file a",
            Facing::Right => "file h",
        }
    }
}

/// A role: a kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// King.
    King,
    /// Queen: a promoted pawn, which moves one square diagonally.
    Queen,
    /// Rook.
    Rook,
    /// Knight.
    Knight,
    /// Bishop: jumps two squares diagonally.
    Bishop,
    /// Pawn.
    Pawn(Facing),
}

impl Role {
    /// Returns the role's letter, in upper case.
    pub fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Queen => 'Q',
            Role::Rook => 'R',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Pawn(_) => 'P',
        }
    }

    /// Returns the role's name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Role::King => "king",
            Role::Queen => "queen",
            Role::Rook => "rook",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Pawn(_) => "pawn",
        }
    }

    /// Returns the number of the die that lets the role move (rule 15).
    pub fn die(self) -> u8 {
        match self {
            Role::King => 6,
            Role::Queen => 5,
            Role::Rook => 4,
            Role::Knight => 3,
            Role::Bishop => 2,
            Role::Pawn(_) => 1,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The seat that moves the piece; `None` if it is frozen.
    pub seat: Option<Seat>,
    /// The piece's role.
    pub role: Role,
    /// The seat that owned the piece at the start, if it is another one and known.
    pub former: Option<Seat>,
}

impl Piece {
    /// Appends the piece as position texts write it: `gPv`, `xK`.
    pub fn push_to(self, text: &mut String) {
        text.push(self.seat.map_or('x', seat_letter));
        text.push(self.role.letter());
        if let Role::Pawn(facing) = self.role {
            text.push(facing.sign());
        }
    }

    /// Reads the text of [`Piece::push_to`].
    pub fn parse(text: &str) -> Option<Piece> {
        let mut signs = text.chars();
        let seat = match signs.next()? {
            'x' => None,
            letter => Some(seat_of_letter(letter)?),
        };
        let role = match signs.next()? {
            'K' => Role::King,
            'Q' => Role::Queen,
            'R' => Role::Rook,
            'N' => Role::Knight,
            'B' => Role::Bishop,
            'P' => Role::Pawn(Facing::of_sign(signs.next()?)?),
            _ => return None,
        };
        signs.next().is_none().then_some(Piece {
            seat,
            role,
            former: None,
        })
    }
}

/// Squares from which some piece could reach each square, as bits: those on its file and rank for a rook, and those at
/// most two squares away for the others.
const ORIGINS: [u64; 64] = {
    let mut origins = [0; 64];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (to, from) = (pair / 64, pair % 64);
        let (files, ranks) = ((to % 8).abs_diff(from % 8), (to / 8).abs_diff(from / 8));
        if files == 0 || ranks == 0 || (files <= 2 && ranks <= 2) {
            origins[to] |= 1 << from;
        }
        pair += 1;
    }
    origins
};

/// Squares that the straight way from each square reaches only across a drawn diagonal, as bits.
const WALLED: [u64; 64] = {
    let mut walled = [0; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let (from_x, to_x) = (from % 8, to % 8);
        let (from_y, to_y) = (from / 8, to / 8);
        if crosses((from_x, from_y), (to_x, to_y))
            || crosses((7 - from_x, from_y), (7 - to_x, to_y))
        {
            walled[from as usize] |= 1 << to;
        }
        pair += 1;
    }
    walled
};

/// Returns true if the line between two squares crosses the diagonal drawn from c3 to f6, from one side to the other.
const fn crosses(from: (i32, i32), to: (i32, i32)) -> bool {
    let (before, after) = (from.0 - from.1, to.0 - to.1);
    if before * after >= 0 {
        return false;
    }
    let (before, after) = (before.abs(), after.abs());
    let whole = before + after;
    let twice_x = 2 * (from.0 * after + to.0 * before);
    // It is drawn from the outer corner of c3 to that of f6, 1.5 to 5.5 from the middle of a1.
    3 * whole < twice_x && twice_x < 11 * whole
}

/// The pieces on their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    squares: [Option<Piece>; 64],
    /// Squares of the pieces that each seat moves, as bits.
    seats: [u64; 4],
    /// Squares of the frozen pieces, as bits.
    frozen: u64,
    /// True if no piece crosses a drawn diagonal.
    pub walls: bool,
}

impl Board {
    /// Returns a board without pieces.
    pub fn empty() -> Board {
        Board {
            squares: [None; 64],
            seats: [0; 4],
            frozen: 0,
            walls: false,
        }
    }

    /// Returns the piece on a square.
    pub fn get(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Puts a piece on a square, or empties the square, and returns the piece that was there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let bit = 1 << square.0;
        let before = std::mem::replace(&mut self.squares[square.index()], piece);
        if let Some(before) = before {
            *self.set_of(before.seat) &= !bit;
        }
        if let Some(piece) = piece {
            *self.set_of(piece.seat) |= bit;
        }
        before
    }

    fn set_of(&mut self, seat: Option<Seat>) -> &mut u64 {
        match seat {
            Some(seat) => &mut self.seats[seat.index()],
            None => &mut self.frozen,
        }
    }

    /// Returns every piece, a1 to h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.on(self.seats.iter().fold(self.frozen, |all, seat| all | seat))
    }

    /// Returns the pieces on a set of squares, given as bits.
    fn on(&self, set: u64) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let squares = members(set).map(Square);
        squares.filter_map(|square| Some((square, self.get(square)?)))
    }

    /// Returns the pieces that a seat moves, a1 to h8.
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.on(self.seats.get(seat.index()).copied().unwrap_or_default())
    }

    /// Returns the pieces of other seats on squares from which some piece could reach `square`, a1 to h8.
    pub fn pieces_against(
        &self,
        seat: Seat,
        square: Square,
    ) -> impl Iterator<Item = (Square, Piece)> + '_ {
        let others = SEATS
            .into_iter()
            .zip(self.seats)
            .filter(|(it, _)| *it != seat);
        let others = others.fold(0, |all, (_, theirs)| all | theirs);
        self.on(others & ORIGINS[square.index()])
    }

    /// Returns true if a drawn diagonal stops a piece on its way from one square to another.
    pub fn is_walled(&self, from: Square, to: Square) -> bool {
        self.walls && WALLED[from.index()] & (1 << to.0) != 0
    }

    /// Returns true if a seat has a single piece, which is its king while it is in.
    pub fn is_bare(&self, seat: Seat) -> bool {
        self.pieces_of(seat).nth(1).is_none()
    }

    /// Returns the square of a seat's king.
    pub fn king(&self, seat: Seat) -> Option<Square> {
        self.pieces_of(seat)
            .find(|(_, piece)| piece.role == Role::King)
            .map(|(square, _)| square)
    }

    /// Returns the placement field of the position text.
    pub fn placement(&self) -> String {
        let mut text = String::with_capacity(256);
        for rank in self.squares.chunks_exact(8).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            let mut x = 0;
            while let Some(there) = rank.get(x) {
                if x > 0 {
                    text.push(',');
                }
                if let Some(piece) = there {
                    piece.push_to(&mut text);
                    x += 1;
                    continue;
                }
                let gap = rank[x..].iter().take_while(|it| it.is_none()).count();
                text.push(char::from(b'0' + gap as u8));
                x += gap;
            }
        }
        text
    }

    /// Reads a placement field.
    ///
    /// # Errors
    /// Returns a sentence about the first fault of the text.
    pub fn parse(text: &str) -> Result<Board, String> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            return Err(format!(
                "The placement has {} ranks; it needs 8, parted by \"/\".",
                ranks.len()
            ));
        }
        let mut board = Board::empty();
        for (y, rank) in (0..8).rev().zip(ranks) {
            let wrong = || format!("Rank {} of the placement does not fill 8 squares.", y + 1);
            let mut x = 0i8;
            for cell in rank.split(',') {
                if let [gap @ b'1'..=b'8'] = *cell.as_bytes() {
                    x += (gap - b'0') as i8;
                    continue;
                }
                let piece = Piece::parse(cell).ok_or_else(|| {
                    format!(
                        "Rank {} of the placement has a piece that is none: write it as gK or rP^.",
                        y + 1
                    )
                })?;
                let square = Square::at(x, y).ok_or_else(wrong)?;
                if let Role::Pawn(facing) = piece.role
                    && facing.is_far(square)
                {
                    return Err(format!(
                        "The pawn on {square} is on its far edge, where it would be a queen."
                    ));
                }
                board.set(square, Some(piece));
                x += 1;
            }
            if x != 8 {
                return Err(wrong());
            }
        }
        Ok(board)
    }
}

/// Returns the text of a seat's exit from the game.
pub fn drop_text(seat: Seat) -> String {
    format!("drop:{}", seat_name(seat).to_lowercase())
}
