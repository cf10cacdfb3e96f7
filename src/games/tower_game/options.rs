//! The options of the game, and the rules that they give.

use super::board::Space;
use crate::rules::{OptionSpec, Options, RuleError, Seat, Values, Variant};

/// The options in machine notation. The first value of each is the default.
pub static OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "setup",
        about: "how the pieces stand at the start",
        values: Values::OneOf(&[
            ("original", "the first setup: bishops face merchants"),
            ("alternate", "the second setup: every pawn is protected"),
            ("shuffle", "king and rooks in place, the others at random"),
        ]),
    },
    OptionSpec {
        key: "seed",
        about: "which of the shuffled setups (for setup=shuffle)",
        values: Values::Number {
            min: 0,
            max: ARRANGEMENTS - 1,
            default: 0,
        },
    },
    OptionSpec {
        key: "board",
        about: "how tall the tower is",
        values: Values::OneOf(&[
            ("tower", "eight levels"),
            ("chamber", "five levels: the Mini Tower Game"),
        ]),
    },
    OptionSpec {
        key: "edges",
        about: "what is behind the outer columns and rows",
        values: Values::OneOf(&[
            ("walled", "walls"),
            ("toroidal", "the opposite side; no castling"),
        ]),
    },
    OptionSpec {
        key: "pawns",
        about: "how pawns move",
        values: Values::OneOf(&[
            ("standard", "straight ahead, capturing diagonally"),
            ("berlin", "diagonally, capturing straight ahead"),
        ]),
    },
    OptionSpec {
        key: "riders",
        about: "how pieces move",
        values: Values::OneOf(&[
            (
                "linear",
                "rooks, bishops and merchants in lines; jumpers jump once",
            ),
            ("tripunch", "planar riders, and jumpers that go on jumping"),
        ]),
    },
    OptionSpec {
        key: "planar",
        about: "how planar riders move (for riders=tripunch)",
        values: Values::OneOf(&[
            ("area", "the whole area between must be empty"),
            ("hook", "along one line, then along another"),
        ]),
    },
    OptionSpec {
        key: "rules",
        about: "which game is played in the tower",
        values: Values::OneOf(&[
            ("chess", "the Tower Game"),
            (
                "shogi",
                "the Shogi Tower Game, with drops; takes no other option",
            ),
        ]),
    },
    OptionSpec {
        key: OPTION,
        about: "a twist, or two joined by a plus, such as atomic+half",
        values: Values::Joined {
            values: VALUES,
            most: MOST,
            also: ALSO,
        },
    },
];

/// Number of arrangements.
pub const ARRANGEMENTS: u64 = 4 * 4 * 6 * 6 * (15 * 45) * (6 * 28) * 70;

/// The key of the option that names mutators.
pub const OPTION: &str = "mutator";

/// Number of mutators that may be in effect together.
pub const MOST: usize = 2;

/// The values of [`OPTION`], for lists: `none` and the keys of the mutators, each with its effect in a few words.
pub static VALUES: &[(&str, &str)] = &[
    ("none", "no twist"),
    (
        "alice",
        "two towers: a piece that has moved goes over to the other one",
    ),
    (
        "anywhere",
        "you place your pieces yourselves before the first move",
    ),
    (
        "atomic",
        "every capture explodes all pieces around it, pawns apart",
    ),
    (
        "benedict",
        "nothing is captured: the piece that moves turns all it attacks",
    ),
    (
        "bughouse",
        "two towers, four players: what you capture your partner drops",
    ),
    (
        "crazyhouse",
        "what you capture you can drop back on the board as your own",
    ),
    (
        "doppelganger",
        "a capture takes a second piece of the kind, a promotion promotes two",
    ),
    (
        "extinction",
        "a side that has lost all pieces of one kind loses",
    ),
    ("fusion", "a piece can join a friend, and both move as one"),
    (
        "half",
        "riders go half as far, jumpers jump half as many ways",
    ),
    (
        "hostage",
        "captured pieces are held, and exchanged to come back",
    ),
    (
        "kriegspiel",
        "you see only your own pieces; an umpire tells the rest",
    ),
    (
        "magnetic",
        "a piece that moves pushes friends away and pulls enemies near",
    ),
    ("marseillais", "two moves a turn; a check ends the turn"),
    (
        "suicide",
        "you must capture if you can, and the side that has lost everything wins",
    ),
];

/// The inventor's own spellings, where they are not those of [`VALUES`].
static ALSO: &[(&str, &str)] = &[
    ("doppleganger", "doppelganger"),
    ("marseillaise", "marseillais"),
];

/// The named sets of options, first the one whose games are short enough for somebody new.
pub static VARIANTS: &[Variant] = &[
    Variant {
        key: "chamber",
        name: "Chamber (Mini Tower Game)",
        options: &[("board", "chamber")],
    },
    Variant {
        key: "original",
        name: "Original setup",
        options: &[],
    },
    Variant {
        key: "alternate",
        name: "Alternate setup",
        options: &[("setup", "alternate")],
    },
    Variant {
        key: "toroidal",
        name: "Toroidal",
        options: &[("edges", "toroidal")],
    },
    Variant {
        key: "berlin",
        name: "Berlin",
        options: &[("pawns", "berlin")],
    },
    Variant {
        key: "tripunch",
        name: "Tripunch",
        options: &[("riders", "tripunch")],
    },
    Variant {
        key: "shuffle",
        name: "Shuffle",
        options: &[("setup", "shuffle")],
    },
    Variant {
        key: "shogi",
        name: "Shogi",
        options: &[("rules", "shogi")],
    },
];

/// The arrangement of the pieces at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The first setup of the inventor's page.
    Original,
    /// The second setup of the inventor's page.
    Alternate,
    /// The shuffled setup of that number.
    Shuffle(u64),
}

/// The movement of riders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Riders {
    /// In lines; leapers leap once.
    Linear,
    /// Tripunch, the whole area empty.
    Area,
    /// Tripunch, along one line and then another.
    Hook,
}

/// Number of ranks of the Chamber.
pub const CHAMBER: u8 = 5;

/// The rules that a game is played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The start.
    pub setup: Setup,
    /// The tower.
    pub space: Space,
    /// True if pawns are Berlin pawns.
    pub berlin: bool,
    /// The movement of riders.
    pub riders: Riders,
    /// True for the Shogi Tower Game.
    pub shogi: bool,
}

impl Rules {
    /// The rules of resolved options.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadOptions`] for Shogi with any other option off its default.
    pub fn of(options: &Options) -> Result<Rules, RuleError> {
        let shogi = options.is("rules", "shogi");
        if shogi {
            refuse_others(options)?;
        }
        let setup = match options.get("setup") {
            Some("alternate") => Setup::Alternate,
            Some("shuffle") => Setup::Shuffle(options.number("seed").unwrap_or_default()),
            _ => Setup::Original,
        };
        let riders = match (options.get("riders"), options.get("planar")) {
            (Some("tripunch"), Some("hook")) => Riders::Hook,
            (Some("tripunch"), _) => Riders::Area,
            _ => Riders::Linear,
        };
        let ranks = match options.get("board") {
            _ if shogi => 9,
            Some("chamber") => CHAMBER,
            _ => 8,
        };
        Ok(Rules {
            setup,
            space: Space {
                ranks,
                toroidal: options.is("edges", "toroidal"),
            },
            berlin: options.is("pawns", "berlin"),
            riders,
            shogi,
        })
    }

    /// The side that starts on rank 1 and moves first: White, in Shogi Black.
    pub fn bottom(&self) -> Seat {
        if self.shogi { Seat::BLACK } else { Seat::WHITE }
    }

    /// True if a side's forward is up.
    pub fn goes_up(&self, seat: Seat) -> bool {
        seat == self.bottom()
    }

    /// A side's rank, counted from 0 on its own first rank, as a rank of the tower. For a rank the tower does not
    /// have, the nearest it has.
    pub fn rank_for(&self, seat: Seat, rank: u8) -> u8 {
        let top = self.space.ranks - 1;
        let rank = rank.min(top);
        if self.goes_up(seat) { rank } else { top - rank }
    }

    /// The farthest rank of a side.
    pub fn last_rank(&self, seat: Seat) -> u8 {
        self.rank_for(seat, self.space.ranks - 1)
    }

    /// Returns `why` under tripunch: a mutator of the pieces cannot be combined with it.
    pub fn no_planar(&self, why: &'static str) -> Option<&'static str> {
        (self.riders != Riders::Linear).then_some(why)
    }

    /// True if the rules have castling (the inventor's page: with toroidal edges "Castling is abolished"; Shogi has
    /// none).
    pub fn castling(&self) -> bool {
        !self.shogi && !self.space.toroidal
    }
}

/// Refuses every option but `rules` that is not at its default.
fn refuse_others(options: &Options) -> Result<(), RuleError> {
    for spec in OPTIONS.iter().filter(|spec| spec.key != "rules") {
        let default = spec.resolve(None)?;
        if let Some(value) = options.get(spec.key)
            && value != default
        {
            return Err(RuleError::options(format!(
                "The Shogi Tower Game has its own board, setup and pieces: leave out {} {value}, or choose another game than Shogi.",
                spec.key
            )));
        }
    }
    Ok(())
}
