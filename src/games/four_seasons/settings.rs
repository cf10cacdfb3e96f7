//! Options of a match.

use crate::rules::{OptionSpec, Options, Values};

/// The options that may be set at the start.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "array",
        about: "Where rooks and knights begin",
        values: Values::OneOf(&[
            (
                "murray",
                "rook next to the king along the edge, as Murray and Gollon have it",
            ),
            ("exchanged", "rook and knight change places"),
        ]),
    },
    OptionSpec {
        key: "mated",
        about: "What happens to a mated player's pieces",
        values: Values::OneOf(&[
            ("conquered", "the conqueror takes them over"),
            (
                "removed",
                "they leave the board, as in the manuscript of 1283",
            ),
        ]),
    },
    OptionSpec {
        key: "bare",
        about: "A player with nothing but a king",
        values: Values::OneOf(&[
            ("plays", "the lone king plays on"),
            ("out", "a lone king is out, so that games end sooner"),
        ]),
    },
    OptionSpec {
        key: "diagonals",
        about: "What the drawn diagonals do",
        values: Values::OneOf(&[
            ("marks", "they only mark which way pawns go"),
            (
                "walls",
                "they stop every piece: it can go onto one but not across",
            ),
        ]),
    },
    OptionSpec {
        key: "conqueror",
        about: "Who conquers where several took part in a mate",
        values: Values::OneOf(&[
            ("attacker", "a player whose piece attacks the king"),
            ("last", "the player whose move completed the mate"),
        ]),
    },
    OptionSpec {
        key: "dice",
        about: "Whether a die says which kind of piece must move",
        values: Values::OneOf(&[
            ("off", "no die"),
            ("on", "a die before each move says what moves"),
        ]),
    },
    OptionSpec {
        key: "stakes",
        about: "Whether losses are paid into a pool for the winner",
        values: Values::OneOf(&[
            ("off", "no stakes"),
            ("on", "play money for losses, checks and mates"),
        ]),
    },
    amount(
        "stake_capture",
        "Paid for each piece lost (for stakes=on)",
        1,
    ),
    amount(
        "stake_check",
        "Paid when the king is newly attacked (for stakes=on)",
        1,
    ),
    amount(
        "stake_mate",
        "Paid for each piece left when mated (for stakes=on)",
        1,
    ),
    amount(
        "stake_entry",
        "Paid by everyone at the start (for stakes=on)",
        0,
    ),
];

const fn amount(key: &'static str, about: &'static str, default: u64) -> OptionSpec {
    OptionSpec {
        key,
        about,
        values: Values::Number {
            min: 0,
            max: 1000,
            default,
        },
    }
}

/// The options as values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// True if rook and knight are exchanged.
    pub exchanged: bool,
    /// True if a mated player's pieces leave the board.
    pub removed: bool,
    /// True if a side whose king is alone is out.
    pub bare_out: bool,
    /// True if no piece crosses a drawn diagonal.
    pub walls: bool,
    /// True if the seat whose move completed a mate is the conqueror.
    pub last_conquers: bool,
    /// True if a die is rolled before each move.
    pub dice: bool,
    /// The amounts of the stakes, if they are on.
    pub stakes: Option<Stakes>,
}

/// Amounts of the stakes, in play money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// Paid for each piece lost.
    pub capture: u64,
    /// Paid for a new threat to the king, once a move.
    pub check: u64,
    /// Paid for each piece left when mated.
    pub mate: u64,
    /// Paid at the start.
    pub entry: u64,
}

impl Settings {
    /// Reads resolved options.
    pub fn of(options: &Options) -> Settings {
        let number = |key: &str, default| options.number(key).unwrap_or(default);
        Settings {
            exchanged: options.is("array", "exchanged"),
            removed: options.is("mated", "removed"),
            bare_out: options.is("bare", "out"),
            walls: options.is("diagonals", "walls"),
            last_conquers: options.is("conqueror", "last"),
            dice: options.is("dice", "on"),
            stakes: options.is("stakes", "on").then(|| Stakes {
                capture: number("stake_capture", 1),
                check: number("stake_check", 1),
                mate: number("stake_mate", 1),
                entry: number("stake_entry", 0),
            }),
        }
    }
}
