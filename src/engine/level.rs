//! How well a machine plays.
//!
//! People lose to weak play by overlooking things, so a weak machine overlooks things too: in a careless turn every
//! second move or so, by lot, is judged by the board right after it, the others by the search. It leaves pieces to be taken
//! and misses replies, but never gives a piece away on purpose.

use super::Lots;

/// How a machine of one level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 to 8.
    pub number: u8,
    /// What it is called.
    pub name: &'static str,
    /// How far it looks ahead, in own turns and replies: with four seats twice as many plies. 0 as far as it gets.
    pub depth: u8,
    /// How many positions it looks at.
    pub nodes: u64,
    /// In how many of 1,000 turns it is careless.
    pub careless: u16,
    /// By how much a value may be misjudged either way, in hundredths of a pawn.
    pub noise: i32,
    /// In how many of 1,000 turns it makes any move at all.
    pub random: u16,
    /// The same two with more than two seats: what one overlooks there only one of three has to see, and carelessness that
    /// tells two levels apart in a game of two is not noticed.
    pub of_four: (u16, u16),
}

const fn level(
    number: u8,
    name: &'static str,
    (depth, nodes): (u8, u64),
    careless: u16,
    noise: i32,
    random: u16,
    of_four: (u16, u16),
) -> Level {
    Level {
        number,
        name,
        depth,
        nodes,
        careless,
        noise,
        random,
        of_four,
    }
}

/// The levels, the weakest first.
pub static LEVELS: [Level; 8] = [
    level(1, "Hatchling", (1, 5_000), 800, 60, 250, (800, 250)),
    level(2, "Fledgling", (1, 5_000), 700, 55, 120, (350, 40)),
    level(3, "Sparrow", (1, 5_000), 520, 45, 0, (100, 0)),
    level(4, "Jackdaw", (2, 10_000), 200, 30, 0, (120, 0)),
    level(5, "Magpie", (2, 10_000), 60, 20, 0, (0, 0)),
    level(6, "Crow", (4, 20_000), 0, 10, 0, (0, 0)),
    level(7, "Raven", (0, 60_000), 0, 4, 0, (0, 0)),
    level(8, "Owl", (0, 300_000), 0, 0, 0, (0, 0)),
];

impl Level {
    /// The level of that number, 1 to 8.
    pub fn numbered(number: u8) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.number == number)
    }

    /// How many plies it looks ahead in a game of so many seats.
    pub fn plies(&self, seats: usize) -> u8 {
        match self.depth {
            0 => u8::MAX,
            depth if seats > 2 => depth * 2,
            depth => depth,
        }
    }

    /// How the turn drawn from these lots is played in a game of so many seats.
    pub(super) fn mood(&self, seats: usize, lots: &mut Lots) -> Mood {
        let (careless, random) = if seats > 2 {
            self.of_four
        } else {
            (self.careless, self.random)
        };
        if lots.happens(random) {
            Mood::Random
        } else if lots.happens(careless) {
            Mood::Careless
        } else {
            Mood::Careful
        }
    }
}

/// How one turn is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// Any legal move.
    Random,
    /// Some moves ([`Search::OVERLOOKED`](super::Search::OVERLOOKED)) are judged by the board right after them.
    Careless,
    /// Every move is judged by the search.
    Careful,
}
