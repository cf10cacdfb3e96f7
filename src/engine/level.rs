//! Levels of play.
//!
//! Weak play is convincing if it overlooks things: in a careless turn about every second move, drawn at random, is
//! judged by the board right after it, and the others by the search. A weak machine leaves pieces to be captured and
//! misses replies, but never gives a piece away on purpose. It gives up a game that is lost ([`super::giving_up`]), and
//! ends one that is won like a strong one.

use super::SplitMix64;

/// The play of a machine at one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The level's number, 1 to 8.
    pub number: u8,
    /// The level's name.
    pub name: &'static str,
    /// Search depth in own turns and replies: with four seats twice as many plies. 0 for no bound.
    pub depth: u8,
    /// Upper bound of the nodes searched, lower for games with costly positions
    /// ([`Search::cost`](super::Search::cost)); a level that first looks for wins in two moves may spend as many again
    /// on those.
    pub nodes: u64,
    /// Maximal error of a value in either direction, in hundredths of a pawn.
    pub noise: i32,
    /// Frequency of weak turns: with two seats, and with more. With more seats a deeper search hardly separates two
    /// levels, since the others' moves are guessed, and careless turns separate them only up to a few hundred in
    /// 1,000.
    pub lapses: [Lapses; 2],
}

/// Frequency of weak turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lapses {
    /// Number of turns in 1,000 that are careless.
    pub careless: u16,
    /// Number of turns in 1,000 that make a random legal move.
    pub random: u16,
}

const fn level(
    number: u8,
    name: &'static str,
    (depth, nodes): (u8, u64),
    noise: i32,
    lapses: [Lapses; 2],
) -> Level {
    Level {
        number,
        name,
        depth,
        nodes,
        noise,
        lapses,
    }
}

impl Lapses {
    /// Returns the frequencies of careless and of random turns.
    pub const fn new(careless: u16, random: u16) -> Self {
        Lapses { careless, random }
    }
}

/// Highest level whose games, if nobody helps, seldom end by mate.
const HIGHEST_WEAK: u8 = 3;

const NONE: Lapses = Lapses::new(0, 0);

/// All levels, the weakest first.
#[rustfmt::skip]
pub static LEVELS: [Level; 8] = [
    level(1, "Hatchling", (1, 5_000), 60, [Lapses::new(800, 400), Lapses::new(800, 650)]),
    level(2, "Fledgling", (1, 5_000), 45, [Lapses::new(0, 240), Lapses::new(200, 600)]),
    level(3, "Sparrow", (1, 5_000), 42, [Lapses::new(240, 0), Lapses::new(300, 0)]),
    level(4, "Jackdaw", (2, 10_000), 30, [Lapses::new(200, 0), Lapses::new(290, 0)]),
    level(5, "Magpie", (2, 10_000), 20, [Lapses::new(60, 0), Lapses::new(160, 0)]),
    level(6, "Crow", (4, 20_000), 10, [NONE, Lapses::new(65, 0)]),
    level(7, "Raven", (0, 60_000), 4, [NONE, Lapses::new(25, 0)]),
    level(8, "Owl", (0, 300_000), 0, [NONE, NONE]),
];

impl Level {
    /// Returns the level with a number, 1 to 8.
    pub fn numbered(number: u8) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.number == number)
    }

    /// Returns the search depth in plies for a number of seats.
    pub fn plies(&self, seats: usize) -> u8 {
        match self.depth {
            0 => u8::MAX,
            depth if seats > 2 => depth * 2,
            depth => depth,
        }
    }

    /// True for a level whose games seldom end by mate: it gives up what is lost, and ends what is won.
    pub(super) fn is_weak(&self) -> bool {
        self.number <= HIGHEST_WEAK
    }

    /// Draws the care of a turn for a number of seats; `percent` scales the frequency of weak turns
    /// ([`Search::lapses`](super::Search::lapses)).
    pub(super) fn care(&self, seats: usize, percent: Lapses, rng: &mut SplitMix64) -> Care {
        let Lapses { careless, random } = self.lapses[usize::from(seats > 2)];
        let scaled = |share: u16, percent: u16| {
            let share = u32::from(share) * u32::from(percent) / 100;
            u16::try_from(share).unwrap_or(u16::MAX)
        };
        if rng.happens(scaled(random, percent.random)) {
            Care::Random
        } else if rng.happens(scaled(careless, percent.careless)) {
            Care::Careless
        } else {
            Care::Careful
        }
    }
}

/// The care of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// The turn makes any legal move.
    Random,
    /// The turn judges some moves ([`Search::overlooked`](super::Search::overlooked)) by the board right after them.
    Careless,
    /// The turn judges every move by the search.
    Careful,
}
