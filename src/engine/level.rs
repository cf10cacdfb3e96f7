//! How well a machine plays.
//!
//! People lose to weak play by overlooking things, so a weak machine overlooks things too: in a careless turn every
//! second move or so, by lot, is judged by the board right after it, the others by the search. It leaves pieces to be taken
//! and misses replies, but never gives a piece away on purpose.

use super::SplitMix64;

/// How a machine of one level plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// 1 to 8.
    pub number: u8,
    /// What it is called.
    pub name: &'static str,
    /// How far it looks ahead, in own turns and replies: with four seats twice as many plies. 0 as far as it gets.
    pub depth: u8,
    /// How many positions it looks at, fewer where each takes long ([`Search::cost`](super::Search::cost)); where it looks for
    /// wins in two moves before all else, as many more at most for that.
    pub nodes: u64,
    /// By how much a value may be misjudged either way, in hundredths of a pawn.
    pub noise: i32,
    /// How often it does not play its best: with two seats, and with more. There a deeper search hardly tells two levels
    /// apart, since what the others do is guessed; a few careless turns do, and beyond some hundreds more of them do not.
    pub lapses: [Lapses; 2],
}

/// How often a level does not play its best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lapses {
    /// In how many of 1,000 turns it is careless.
    pub careless: u16,
    /// In how many of 1,000 turns it makes any move at all.
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

const fn lapses(careless: u16, random: u16) -> Lapses {
    Lapses { careless, random }
}

const NONE: Lapses = lapses(0, 0);

/// The levels, the weakest first.
#[rustfmt::skip]
pub static LEVELS: [Level; 8] = [
    level(1, "Hatchling", (1, 5_000), 60, [lapses(800, 250), lapses(800, 650)]),
    level(2, "Fledgling", (1, 5_000), 55, [lapses(700, 120), lapses(650, 150)]),
    level(3, "Sparrow", (1, 5_000), 45, [lapses(520, 0), lapses(300, 0)]),
    level(4, "Jackdaw", (2, 10_000), 30, [lapses(200, 0), lapses(290, 0)]),
    level(5, "Magpie", (2, 10_000), 20, [lapses(60, 0), lapses(160, 0)]),
    level(6, "Crow", (4, 20_000), 10, [NONE, lapses(65, 0)]),
    level(7, "Raven", (0, 60_000), 4, [NONE, lapses(25, 0)]),
    level(8, "Owl", (0, 300_000), 0, [NONE, NONE]),
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

    /// How the turn drawn from these random numbers is played in a game of so many seats, in which careless turns are
    /// so many percent of the usual ones ([`Search::careless`](super::Search::careless)).
    pub(super) fn care(&self, seats: usize, percent: u16, rng: &mut SplitMix64) -> Care {
        let Lapses { careless, random } = self.lapses[usize::from(seats > 2)];
        let careless = u32::from(careless) * u32::from(percent) / 100;
        if rng.happens(random) {
            Care::Random
        } else if rng.happens(u16::try_from(careless).unwrap_or(u16::MAX)) {
            Care::Careless
        } else {
            Care::Careful
        }
    }
}

/// How one turn is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// Any legal move.
    Random,
    /// Some moves ([`Search::overlooked`](super::Search::overlooked)) are judged by the board right after them.
    Careless,
    /// Every move is judged by the search.
    Careful,
}
