//! What a game is to the rest of Rookery.
//!
//! [`Position`] is what the author of a game writes, against the game's own types. [`Game`] is what the
//! rest of the program holds, as `Box<dyn Game>`: text in; canonical text, scene and words out. The one
//! implementation of `Game` is [`GameWithHistory`], a position together with the history that repetition needs.
//!
//! Nothing here does input or output, reads a clock or draws at random. Chance comes in from outside, as an
//! option (a shuffled setup) or as an entry of the move list (a die).

use std::collections::BTreeMap;
use std::fmt;

use crate::engine;
use crate::notation::{self, MoveText};
use crate::scene::{Scene, View};

mod history;
mod reach;
pub mod sheet;
mod tutorial;
pub mod wording;

pub use history::{GameWithHistory, digest};
pub use reach::Reach;
pub use tutorial::{Attempt, Exercise, Mistake, Outcome};

/// A place at the board, counted from 0 in the order of [`GameInfo::seats`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The first of two seats.
    pub const WHITE: Seat = Seat(0);
    /// The second of two seats.
    pub const BLACK: Seat = Seat(1);

    /// The seat as an index into [`GameInfo::seats`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The other one of two seats. A third seat has no other one: it is given back as it is.
    pub fn other(self) -> Seat {
        match self {
            Seat::WHITE => Seat::BLACK,
            Seat::BLACK => Seat::WHITE,
            seat => seat,
        }
    }
}

/// Who looks at a game. Where its rules hide something, it depends on this what they may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Everybody, also those who do not play: what all may know.
    Public,
    /// The player of a seat.
    Seat(Seat),
    /// Who may know everything: the program, and everybody once the game is over.
    Umpire,
}

/// Why a game is over, in the words of the machine notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// The royal stone was taken (Abstract Chess).
    RoyalCaptured,
    /// Every king was taken at once (Four-Fold Chess).
    KingsCaptured,
    /// Nothing to move.
    Stalemate,
    /// The same position once too often.
    Repetition,
    /// Too long without a capture or another step that cannot be undone.
    NoProgress,
    /// Nobody else is left (Four Seasons).
    LastStanding,
    /// Every piece of a kind is gone.
    Extinction,
    /// The winner has no piece left (a mutator of the Tower Game).
    GaveAll,
    /// Those still in have agreed to a draw; no move leads to it.
    Agreement,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::RoyalCaptured => "royal-captured",
            Reason::KingsCaptured => "kings-captured",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::NoProgress => "no-progress",
            Reason::LastStanding => "last-standing",
            Reason::Extinction => "extinction",
            Reason::GaveAll => "gave-all",
            Reason::Agreement => "agreement",
        })
    }
}

/// Whether a game goes on, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Somebody is to move.
    Ongoing,
    /// One seat has won.
    Won {
        /// Who won.
        winner: Seat,
        /// By what.
        reason: Reason,
    },
    /// Nobody has won.
    Drawn(Reason),
    /// A stalemate that counts three quarters for the seat that gave it (the Tower Game).
    Stalemate {
        /// Who gave it.
        by: Seat,
    },
}

impl Status {
    /// True once the game is over.
    pub fn is_over(self) -> bool {
        self != Status::Ongoing
    }

    /// The status in the machine notation: `ongoing`, `won:white:checkmate`, `draw:repetition`, `stalemate:black`.
    pub fn to_text(self, kind: &GameInfo) -> String {
        match self {
            Status::Ongoing => "ongoing".to_owned(),
            Status::Won { winner, reason } => format!("won:{}:{reason}", kind.seat_name(winner)),
            Status::Drawn(reason) => format!("draw:{reason}"),
            Status::Stalemate { by } => format!("stalemate:{}", kind.seat_name(by)),
        }
    }

    /// What the ended game counts for `seat`, in quarters of a point (4 a win, 2 a draw, 3 and 1 a Tower Game
    /// stalemate); `None` while it goes on. In a game of four a draw counts 2 for everyone here; placings are
    /// [`Position::placings`].
    pub fn quarters(self, seat: Seat) -> Option<u8> {
        match self {
            Status::Ongoing => None,
            Status::Won { winner, .. } => Some(if winner == seat { 4 } else { 0 }),
            Status::Drawn(_) => Some(2),
            Status::Stalemate { by } => Some(if by == seat { 3 } else { 1 }),
        }
    }
}

/// What is wrong with a text that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleErrorKind {
    /// It cannot be read as a move of this game.
    Unreadable,
    /// It reads as a move that the rules forbid.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
    /// The game is over.
    Finished,
    /// The options name no playable game.
    BadOptions,
    /// The position text is not one.
    BadPosition,
}

/// Why a text was refused, as data and as a sentence that a player understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct RuleError {
    /// What is wrong.
    pub kind: RuleErrorKind,
    /// One or two sentences in the terms of the rules and of the squares, ending in a full stop.
    pub sentence: String,
    /// The squares concerned, in machine notation; may be empty.
    pub squares: Vec<String>,
    /// Legal moves (canonical text) that may have been meant: up to 3, or up to 10 where several fit.
    pub suggestions: Vec<String>,
}

impl RuleError {
    /// A refusal without squares or suggestions.
    pub fn new(kind: RuleErrorKind, sentence: impl Into<String>) -> Self {
        RuleError {
            kind,
            sentence: sentence.into(),
            squares: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// The text reads as a move that the rules forbid.
    pub fn illegal(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::Illegal, sentence)
    }

    /// The text does not read as a move.
    pub fn unreadable(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::Unreadable, sentence)
    }

    /// The options name no playable game.
    pub fn options(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::BadOptions, sentence)
    }

    /// The position text is not one.
    pub fn position(sentence: impl Into<String>) -> Self {
        Self::new(RuleErrorKind::BadPosition, sentence)
    }

    /// The game is over.
    pub fn finished() -> Self {
        Self::new(
            RuleErrorKind::Finished,
            "The game is over: there is nothing left to move.",
        )
    }

    /// Names the squares concerned.
    pub fn at<S: ToString>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        self.squares = squares
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        self
    }

    /// Adds legal moves that may have been meant.
    pub fn suggest(mut self, suggestions: Vec<String>) -> Self {
        self.suggestions = suggestions;
        self
    }
}

/// The options a game is played with: key and value, both in machine notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// No option set.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `key`, if it is set.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Whether `key` is set to `value`. False for options that are not set: ask the options that
    /// [`GameInfo::resolve`] returned.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// The value of `key` as a number; `None` where it is not set or not a number.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?.parse().ok()
    }

    /// Sets `key` to `value`.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.insert(key.into(), value.into());
    }

    /// Leaves `key` to its default.
    pub fn unset(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// All that is set, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Options {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        Options(
            pairs
                .into_iter()
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        )
    }
}

/// What an option may be set to.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these `(value, what it means in a few words)`; the first is the default.
    OneOf(&'static [(&'static str, &'static str)]),
    /// One of these, as in [`Values::OneOf`], or several joined by `+` in any order; the first, the default, stands alone.
    Joined {
        /// `(value, what it means in a few words)`.
        values: &'static [(&'static str, &'static str)],
        /// How many may be joined.
        most: usize,
    },
    /// A whole number from `min` to `max`.
    Number {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
        /// What it is where it is not set.
        default: u64,
    },
}

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Its key in machine notation: lower-case letters and `_`.
    pub key: &'static str,
    /// What it is about, in a few words (at most 100 characters). It ends with `(for KEY=VALUE)` where it has an effect
    /// only while another option has that value: see [`OptionSpec::needs`].
    pub about: &'static str,
    /// What it may be set to.
    pub values: Values,
}

/// A named set of options, such as the Tower Game's `berlin`.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name in machine notation.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The options that differ from the default.
    pub options: &'static [(&'static str, &'static str)],
}

/// A page of a game's rules in our own words.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What the page is asked for by: lower-case words (`bishop`, `tower rook`).
    pub key: &'static str,
    /// Its heading.
    pub title: String,
    /// Its text, in Discord markdown; at most 1,800 characters.
    pub text: String,
    /// A board that shows it.
    pub diagram: Option<Scene>,
}

/// A rule that a player may not have met before and that is in force now, told once to each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// What it is remembered by, such as `tower:rook`.
    pub key: String,
    /// One line that explains it.
    pub line: String,
}

/// A step on the way to a move, for autocomplete and for the guided select menus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is typed so far when it is taken: a whole move's canonical text, or the beginning of one, which
    /// [`Position::choices`] takes as its next `partial`.
    pub text: String,
    /// What is shown: at most 100 characters.
    pub label: String,
    /// True where `text` is a whole legal move.
    pub whole: bool,
}

/// The steps that can be taken from where a partial move stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The question, such as "Which piece?".
    pub prompt: String,
    /// The answers, in the order to show them. Any number: who shows them pages or cuts.
    pub options: Vec<Choice>,
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move in canonical text, as it is stored.
    pub canonical: String,
    /// The move in display notation, with `+` or `#` where it gives check or mate.
    pub display: String,
    /// The move in words ("The knight goes from g1 to f3").
    pub words: String,
    /// What followed by itself, in order, one sentence each (mates, conquests, passes, lost throws).
    pub told: Vec<String>,
    /// What all may know of it where the move itself is hidden: see [`Position::announced`].
    pub announced: Vec<String>,
}

/// A game ready to be played, or why there is not one.
pub type GameResult = Result<Box<dyn Game>, RuleError>;

/// One of the games, as the table of games lists it.
#[derive(Debug)]
pub struct GameInfo {
    /// Its key in machine notation.
    pub key: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Who invented it and when.
    pub credit: &'static str,
    /// What it is, in one sentence (at most 100 characters).
    pub summary: &'static str,
    /// The names of the seats, lower case, in turn order.
    pub seats: &'static [&'static str],
    /// The pairs of seats that win and lose together; empty where each plays for itself.
    pub teams: &'static [[Seat; 2]],
    /// Raised when a correction of the rules would change games that are already stored.
    pub rules_version: u32,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its named variants; empty where there is but one.
    pub variants: &'static [Variant],
    /// Makes the starting position from resolved options.
    pub start: fn(&'static GameInfo, &Options) -> GameResult,
    /// Makes the position of a position text from resolved options.
    pub read: fn(&'static GameInfo, &Options, &str) -> GameResult,
    /// The option that chance must set before the game can start, and how many equally likely values it
    /// has (0 up to the number, exclusive). `None` where these options leave nothing to chance.
    pub draws: fn(&Options) -> Option<(&'static str, u64)>,
    /// The game's rules in our own words, page by page; the first is the overview.
    pub lessons: fn() -> Vec<Lesson>,
    /// A guided first game, in the order in which a beginner needs its positions; empty where there is not one.
    pub tutorial: &'static [Exercise],
    /// The puzzles that come with the program, as the text of a file; empty where there are none.
    pub puzzles: &'static str,
}

impl GameInfo {
    /// The name of a seat; `nobody` for a seat that the game does not have.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seats.get(seat.index()).copied().unwrap_or("nobody")
    }

    /// The seat of that name, in any case.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        let index = self
            .seats
            .iter()
            .position(|seat| seat.eq_ignore_ascii_case(name))?;
        u8::try_from(index).ok().map(Seat)
    }

    /// Every seat, in turn order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..u8::try_from(self.seats.len()).unwrap_or(u8::MAX)).map(Seat)
    }

    /// The seat that wins and loses with this one; `None` where each plays for itself.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.teams.iter().find_map(|team| match *team {
            [one, other] if one == seat => Some(other),
            [one, other] if other == seat => Some(one),
            _ => None,
        })
    }

    /// The one seat that a seat plays against: the other of two, and in a game of two teams the one half a round later.
    /// `None` where there are several.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        let seats = self.seats.len();
        let alone = seats > 2 && self.partner(seat).is_none();
        if alone || seat.index() >= seats {
            return None;
        }
        let index = (seat.index() + seats / 2) % seats;
        u8::try_from(index).ok().map(Seat)
    }

    /// A seat and the one that wins and loses with it.
    pub fn side(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        std::iter::once(seat).chain(self.partner(seat))
    }

    /// The game as these options make it: some change how many seats it has. The game itself where they make none.
    pub fn under(&'static self, options: &Options) -> &'static GameInfo {
        self.new_game(options).map_or(self, |game| game.kind())
    }

    /// The options with every default filled in.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`] for an unknown key or a value that its option does not have.
    pub fn resolve(&self, options: &Options) -> Result<Options, RuleError> {
        for (key, _) in options.iter() {
            if !self.options.iter().any(|spec| spec.key == key) {
                let known: Vec<_> = self.options.iter().map(|spec| spec.key).collect();
                let known = if known.is_empty() {
                    "none".to_owned()
                } else {
                    known.join(", ")
                };
                let key = notation::excerpt(key);
                return Err(RuleError::options(format!(
                    "{} has no option called \"{key}\". Its options: {known}.",
                    self.name
                )));
            }
        }
        self.options
            .iter()
            .map(|spec| Ok((spec.key, spec.resolve(options.get(spec.key))?)))
            .collect()
    }

    /// The first option that is set to something unusual and has no effect with these resolved options, with what it
    /// would need.
    pub fn without_effect(
        &self,
        resolved: &Options,
    ) -> Option<(&'static str, (&'static str, &'static str))> {
        self.options.iter().find_map(|spec| {
            let needs = spec.needs()?;
            let usual = spec.resolve(None).ok()?;
            let set = resolved.get(spec.key).is_some_and(|value| value != usual);
            (set && !resolved.is(needs.0, needs.1)).then_some((spec.key, needs))
        })
    }

    /// A game at its start.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`].
    pub fn new_game(&'static self, options: &Options) -> Result<Box<dyn Game>, RuleError> {
        (self.start)(self, &self.resolve(options)?)
    }

    /// A game from a position text.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`], [`RuleErrorKind::BadPosition`].
    pub fn from_position(
        &'static self,
        options: &Options,
        text: &str,
    ) -> Result<Box<dyn Game>, RuleError> {
        (self.read)(self, &self.resolve(options)?, text)
    }
}

impl OptionSpec {
    /// The option, and the value of it, without which this one has no effect.
    pub fn needs(&self) -> Option<(&'static str, &'static str)> {
        let (_, needs) = self.about.strip_suffix(')')?.rsplit_once("(for ")?;
        needs.split_once('=')
    }

    /// The value in machine notation, or the default for `None`.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`] where the option cannot have that value.
    pub fn resolve(&self, value: Option<&str>) -> Result<String, RuleError> {
        match (self.values, value) {
            (Values::OneOf(values) | Values::Joined { values, .. }, None) => Ok(values
                .first()
                .map(|(value, _)| (*value).to_owned())
                .unwrap_or_default()),
            (Values::Number { default, .. }, None) => Ok(default.to_string()),
            (Values::OneOf(values), Some(given)) => values
                .iter()
                .find(|(value, _)| *value == given)
                .map(|(value, _)| (*value).to_owned())
                .ok_or_else(|| {
                    let known: Vec<_> = values.iter().map(|(value, _)| *value).collect();
                    RuleError::options(format!(
                        "The option {} cannot be \"{}\"; it is one of {}.",
                        self.key,
                        notation::excerpt(given),
                        known.join(", ")
                    ))
                }),
            (Values::Joined { values, most }, Some(given)) => {
                joined(values, most, given).ok_or_else(|| {
                    let known: Vec<_> = values.iter().map(|(value, _)| *value).collect();
                    RuleError::options(format!(
                        "The option {} cannot be \"{}\"; it is one of {}, or up to {most} different ones of them joined by +.",
                        self.key,
                        notation::excerpt(given),
                        known.join(", ")
                    ))
                })
            }
            (Values::Number { min, max, .. }, Some(given)) => given
                .parse::<u64>()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(|number| number.to_string())
                .ok_or_else(|| {
                    RuleError::options(format!(
                        "The option {} is a whole number from {min} to {max}, not \"{}\".",
                        self.key,
                        notation::excerpt(given)
                    ))
                }),
        }
    }
}

/// The values of a joined text in the order of the list, or `None` where it names none, too many or one twice.
fn joined(values: &[(&'static str, &'static str)], most: usize, given: &str) -> Option<String> {
    let parts: Vec<&str> = given.split('+').collect();
    let (first, others) = values.split_first()?;
    if parts == [first.0] {
        return Some(given.to_owned());
    }
    let chosen: Vec<&str> = (others.iter())
        .map(|(value, _)| *value)
        .filter(|value| parts.contains(value))
        .collect();
    (chosen.len() == parts.len() && chosen.len() <= most).then(|| chosen.join("+"))
}

/// What the author of a game writes: one position of it, and what can be done there.
///
/// A `Position` knows nothing of the positions before it; repetition and the count without progress are judged
/// by [`GameWithHistory`]. Everything here is a pure function.
///
/// # Example
///
/// Nim with one heap: a row of stones, of which a turn takes the last one to three. The player who takes the last stone wins.
///
/// ```
/// use rookery::engine::Search;
/// use rookery::notation::{MoveText, ParsedMove};
/// use rookery::rules::{Game, GameWithHistory, GameInfo, Options, Position, Reason, RuleError, Seat, Status};
/// use rookery::scene::{Grid, Scene, View};
///
/// #[derive(Clone)]
/// struct Nim {
///     stones: u8,
///     turn: Seat,
/// }
///
/// /// The square of a stone, counted from 1.
/// fn square(stone: u8) -> String {
///     format!("{}1", char::from(b'a' + stone - 1))
/// }
///
/// impl Position for Nim {
///     /// How many stones are taken.
///     type Move = u8;
///
///     fn turn(&self) -> Seat {
///         self.turn
///     }
///     fn status(&self) -> Status {
///         match self.stones {
///             0 => Status::Won { winner: Seat(1 - self.turn.0), reason: Reason::Extinction },
///             _ => Status::Ongoing,
///         }
///     }
///     fn check(&self) -> bool {
///         false
///     }
///     fn no_progress(&self) -> u32 {
///         0
///     }
///     fn legal_moves(&self) -> Vec<u8> {
///         (1..=self.stones.min(3)).collect()
///     }
///     // A move is named by the first stone that it takes: `xk1`, and `k1` will do.
///     fn move_text(&self, taken: &u8) -> MoveText {
///         MoveText {
///             letter: String::new(),
///             from: String::new(),
///             op: 'x',
///             to: square(self.stones - taken + 1),
///             promotion: None,
///             tail: String::new(),
///         }
///     }
///     fn is_square(&self, text: &str) -> bool {
///         (1..=12).any(|stone| square(stone) == text)
///     }
///     fn is_letter(&self, _: &str) -> bool {
///         false
///     }
///     fn explain(&self, _: &ParsedMove) -> RuleError {
///         RuleError::illegal("A turn takes the last one, two or three stones.")
///     }
///     fn play(&mut self, taken: &u8) -> Vec<String> {
///         self.stones -= taken;
///         self.turn = Seat(1 - self.turn.0);
///         Vec::new()
///     }
///     fn describe(&self, taken: &u8) -> String {
///         format!("takes {taken} of {} stones", self.stones)
///     }
///     fn scene(&self, _: Option<&u8>, _: &View) -> Scene {
///         let grids = vec![Grid::blank(12, 1)];
///         Scene { grids, columns: 1, cell: 40, trays: Vec::new(), turn: None }
///     }
///     fn alt_text(&self, _: usize) -> String {
///         format!("{} stones", self.stones)
///     }
///     fn check_warning(&self) -> Option<String> {
///         None
///     }
///     fn to_text(&self) -> String {
///         format!("{} {} 0", self.stones, self.turn.0)
///     }
///     fn from_text(_: &Options, text: &str) -> Result<Nim, RuleError> {
///         let bad = || RuleError::position("A position of Nim is `STONES SEAT 0`.");
///         let mut fields = text.split(' ').map(|field| field.parse().ok());
///         match (fields.next().flatten(), fields.next().flatten()) {
///             (Some(stones @ 0..=12), Some(turn @ 0..=1)) => Ok(Nim { stones, turn: Seat(turn) }),
///             _ => Err(bad()),
///         }
///     }
/// }
///
/// // What a computer player needs; every method has a default that serves any game.
/// impl Search for Nim {}
///
/// static NIM: GameInfo = GameInfo {
///     key: "nim",
///     name: "Nim",
///     credit: "a traditional game",
///     summary: "Take the last stone of a heap.",
///     seats: &["first", "second"],
///     teams: &[],
///     rules_version: 1,
///     options: &[],
///     variants: &[],
///     start: |kind, options| {
///         Ok(Box::new(GameWithHistory::begin(kind, options, Nim { stones: 12, turn: Seat(0) })))
///     },
///     read: |kind, options, text| {
///         Ok(Box::new(GameWithHistory::begin(kind, options, Nim::from_text(options, text)?)))
///     },
///     draws: |_| None,
///     lessons: Vec::new,
///     tutorial: &[],
///     puzzles: "",
/// };
///
/// let mut game = NIM.new_game(&Options::default())?;
/// assert_eq!(game.legal(), ["xj1", "xk1", "xl1"]);
/// assert_eq!(game.parse_move("J1")?, "xj1");
/// assert!(game.parse_move("a1").is_err());
/// for text in ["j1", "g1", "d1", "a1"] {
///     game.play(text)?;
/// }
/// assert_eq!(game.status().to_text(&NIM), "won:second:extinction");
/// # Ok::<(), RuleError>(())
/// ```
pub trait Position: Clone + Send + Sync + Sized + 'static {
    /// A whole turn, however many parts it has.
    type Move: Clone + PartialEq + fmt::Debug + Send + Sync + 'static;

    /// Whose turn it is; in a finished game, whose it would be.
    fn turn(&self) -> Seat;

    /// How the game stands by what the position alone shows: wins and stalemate, not repetition.
    fn status(&self) -> Status;

    /// Whether the side to move is in check, as `rookery rules` reports it.
    fn check(&self) -> bool;

    /// Plies since the last step that cannot be undone, as the last field of the position text gives it.
    fn no_progress(&self) -> u32;

    /// The count of [`Position::no_progress`] that makes a draw: 100 for each player still in.
    fn no_progress_limit(&self) -> u32 {
        200
    }

    /// Every move that is listed, in a stable order. Empty in a finished game.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// Whether there may be legal moves that are not listed (composite ones). False only where there are certainly
    /// none.
    fn has_unlisted_moves(&self) -> bool {
        false
    }

    /// Whether a move is legal here, though it need not be listed (composite moves are not). However a text was read,
    /// it is played only if this says so.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// The legal move whose canonical text is exactly `text`, listed or not. This is how stored games are replayed:
    /// a game with many moves should do better than the default, which writes them all.
    fn exact(&self, text: &str) -> Option<Self::Move> {
        self.legal_moves()
            .into_iter()
            .find(|mv| self.write(mv) == text)
    }

    /// Reads a move, leniently. A canonical text means itself, whatever else it could mean.
    ///
    /// # Errors
    /// Unreadable, illegal or ambiguous, with the reason in the terms of the rules.
    fn read(&self, text: &str) -> Result<Self::Move, RuleError> {
        notation::read(self, text)
    }

    /// How a legal move is spelt: the parts that a text may name it by. [`Position::write`] need not write them all.
    fn move_text(&self, mv: &Self::Move) -> MoveText;

    /// The move's canonical text.
    fn write(&self, mv: &Self::Move) -> String {
        self.move_text(mv).to_string()
    }

    /// The move for people to read, without `+` and `#`.
    fn display(&self, mv: &Self::Move) -> String {
        self.write(mv)
    }

    /// The move as a list to choose from shows it: at most 100 characters.
    fn label(&self, mv: &Self::Move) -> String {
        self.display(mv)
    }

    /// Whether a text names a square of the board (`c1`, `cc1`), lower case.
    fn is_square(&self, text: &str) -> bool;

    /// Whether a text is a piece letter of this game, upper case (`N`, `+R`).
    fn is_letter(&self, text: &str) -> bool;

    /// Why no legal move fits what was read: one or two sentences in the terms of the rules and of the squares.
    fn explain(&self, wanted: &notation::ParsedMove) -> RuleError;

    /// Plays a legal move and says what followed by itself, one sentence each, in order.
    fn play(&mut self, mv: &Self::Move) -> Vec<String>;

    /// The move in words, before it is played.
    fn describe(&self, mv: &Self::Move) -> String;

    /// The steps to a move from `partial`, which is empty or the text of a [`Choice`] that was not whole.
    fn choices(&self, partial: &str) -> Choices {
        notation::choices(self, partial)
    }

    /// At most `limit` ways to go on from what was typed, best first.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        notation::complete(self, typed, limit)
    }

    /// The picture of the position. `last` is the move that led here.
    fn scene(&self, last: Option<&Self::Move>, view: &View) -> Scene;

    /// Every piece of the game under its options, each by itself, for the sheet of pieces.
    fn specimens(&self) -> Vec<sheet::Specimen> {
        sheet::from_play(self)
    }

    /// The picture of a move that is still being put together.
    fn preview(&self, _partial: &str, _view: &View) -> Option<Scene> {
        None
    }

    /// The position in words, piece by piece, in at most `limit` characters, for those who cannot see it.
    fn alt_text(&self, limit: usize) -> String;

    /// A warning for the side to move: what attacks its royal piece.
    fn check_warning(&self) -> Option<String>;

    /// Why a move is good, in one sentence for players.
    fn reason(&self, why: &engine::Why) -> String {
        why.sentence("king", "checkmate")
    }

    /// Royal pieces of the sides that are not to move which are in check or could be taken: one line each. With
    /// [`Position::check_warning`] it says everything that the picture rings.
    fn exposed(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the piece on a square can do, as if it were its owner's turn; `square` is what a [`View`] takes as its
    /// `reach`. The same moves as the picture marks for it. `None` where nothing stands there.
    fn reach(&self, _square: &str) -> Option<Reach> {
        None
    }

    /// What else must be seen with the board, one line each: hands, powers in force, who is out, the pool.
    fn status_lines(&self) -> Vec<String> {
        Vec::new()
    }

    /// Rules in force now that a beginner may not have met.
    fn topics(&self) -> Vec<Topic> {
        Vec::new()
    }

    /// The equally likely outcomes, as move texts, that chance must choose from before the player can move.
    fn chance(&self) -> Vec<String> {
        Vec::new()
    }

    /// The move text by which `seat` leaves a game that goes on without it; `None` where leaving ends the game.
    fn resign_move(&self, _seat: Seat) -> Option<String> {
        None
    }

    /// The placing of each seat in an ended game of more than two, 1 the best, equal numbers for ties.
    fn placings(&self) -> Option<Vec<u8>> {
        None
    }

    /// Further members for `rookery rules --json` and `batch`.
    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        Vec::new()
    }

    /// Told once, when the game has ended, by whatever it ended (repetition is not seen by the position itself).
    fn ended(&mut self, _status: Status) {}

    /// Whether something is hidden from some of those who look until the game is over. The same from the first move to
    /// the last, and false after the end that the rules make.
    fn hides(&self) -> bool {
        false
    }

    /// The position as it may be shown: what is hidden from `viewer` is not in it, so that nothing that is made of it
    /// (pictures, words, choices, suggestions) can tell it. It is not played on. A game that hides nothing is shown as
    /// it is.
    fn seen_by(&self, _viewer: Viewer) -> Self {
        self.clone()
    }

    /// Whether `viewer` may know a move that has been played.
    fn shows_move(&self, _mv: &Self::Move, _viewer: Viewer) -> bool {
        true
    }

    /// What all are told of the position, though pieces are hidden, in the words of its rules (`check rank`).
    fn announced(&self) -> Vec<String> {
        Vec::new()
    }

    /// What a checkpoint must keep besides the position text: what pictures show and no rule asks. One line.
    fn extra_state(&self) -> String {
        String::new()
    }

    /// Takes in what [`Position::extra_state`] gave, on the position of the same text.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`] where it cannot be read.
    fn restore_extra_state(&mut self, _memory: &str) -> Result<(), RuleError> {
        Ok(())
    }

    /// Whether this position counts as an occurrence for repetition.
    fn counts_as_occurrence(&self) -> bool {
        true
    }

    /// How many occurrences end the game, and how, given the occurrences so far with the newest last. `None`
    /// where the game goes on. The default is a draw at the third.
    fn repetition(&self, history: &[Occurrence]) -> Option<Status> {
        let newest = history.last()?;
        let times = history
            .iter()
            .filter(|before| before.position == newest.position)
            .count();
        (times >= 3).then_some(Status::Drawn(Reason::Repetition))
    }

    /// The position text.
    fn to_text(&self) -> String;

    /// Reads a position text with resolved options.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`], saying what is wrong.
    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError>;
}

/// A position that the game has been in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// A digest of the position text without its last field.
    pub position: u128,
    /// Whether the side to move was in check.
    pub check: bool,
    /// Who was to move.
    pub turn: Seat,
}

/// A game being played, whichever it is.
pub trait Game: Send + Sync {
    /// Which game it is.
    fn kind(&self) -> &'static GameInfo;
    /// The resolved options it is played with.
    fn options(&self) -> &Options;
    /// Whose turn it is; in a finished game, whose it would be.
    fn turn(&self) -> Seat;
    /// How it stands, repetition and lack of progress included.
    fn status(&self) -> Status;
    /// Whether the side to move is in check.
    fn check(&self) -> bool;
    /// The canonical texts of all listed legal moves, sorted by bytes.
    fn legal(&self) -> Vec<String>;
    /// The canonical text of the only legal move; `None` where there are several or none, where there may be some
    /// that are not listed, and where that there is only one would tell what is hidden.
    fn only_move(&self) -> Option<String>;
    /// The canonical text of the move that `text` means, without playing it.
    ///
    /// # Errors
    /// Why there is not one.
    fn parse_move(&self, text: &str) -> Result<String, RuleError>;
    /// Plays the move that `text` means. A refused text changes nothing.
    ///
    /// # Errors
    /// Why there is not one.
    fn play(&mut self, text: &str) -> Result<Played, RuleError>;
    /// The number of move sequences of exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// See [`Position::choices`]. No options in a finished game.
    fn choices(&self, partial: &str) -> Choices;
    /// See [`Position::complete`]. Empty in a finished game.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice>;
    /// The picture of the position, the last move marked.
    fn scene(&self, view: &View) -> Scene;
    /// See [`Position::specimens`].
    fn specimens(&self) -> Vec<sheet::Specimen>;
    /// See [`Position::preview`].
    fn preview(&self, partial: &str, view: &View) -> Option<Scene>;
    /// See [`Position::alt_text`].
    fn alt_text(&self, limit: usize) -> String;
    /// See [`Position::check_warning`]. `None` in a finished game.
    fn check_warning(&self) -> Option<String>;
    /// See [`Position::exposed`]. Empty in a finished game.
    fn exposed(&self) -> Vec<String> {
        Vec::new()
    }
    /// See [`Position::reach`]: the sentence about it.
    fn reach(&self, _square: &str) -> Option<String> {
        None
    }
    /// See [`Position::status_lines`].
    fn status_lines(&self) -> Vec<String>;
    /// See [`Position::topics`].
    fn topics(&self) -> Vec<Topic>;
    /// See [`Position::chance`]. Empty in a finished game.
    fn chance(&self) -> Vec<String>;
    /// See [`Position::resign_move`].
    fn resign_move(&self, seat: Seat) -> Option<String>;
    /// See [`Position::placings`].
    fn placings(&self) -> Option<Vec<u8>>;
    /// Ends a game that goes on as drawn by agreement of those still in: who may agree, and when, is the match's
    /// business; what becomes of a pool, and who comes in where, is the game's.
    fn agree(&mut self);
    /// See [`Position::hides`].
    fn hides(&self) -> bool;
    /// The game as it may be shown: see [`Position::seen_by`]. Neither its history nor a last move that is hidden from
    /// `viewer` is in it.
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Game>;
    /// See [`Position::announced`].
    fn announced(&self) -> Vec<String>;
    /// See [`Position::extra`].
    fn extra(&self) -> Vec<(&'static str, serde_json::Value)>;
    /// The position text.
    fn text(&self) -> String;
    /// All that [`Game::resume`] needs to go on from here: the position and its history, as one line of text.
    fn checkpoint(&self) -> String;
    /// The game as it was when `checkpoint` was taken, with this game's options. The last move is not
    /// remembered: play at least one more to have it marked.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`] where the checkpoint is damaged.
    fn resume(&self, checkpoint: &str) -> Result<Box<dyn Game>, RuleError>;
    /// Searches for a move of the side to move. `None` in a finished game, and where chance must decide first.
    fn search(&self, request: &engine::Request<'_>) -> Option<engine::Found>;
    /// Why a legal move is good; `mate` is what a search has proven of it, in own moves. `None` where the text is no
    /// legal move.
    fn why(&self, text: &str, mate: Option<i32>) -> Option<engine::Why>;
    /// See [`Position::reason`].
    fn reason(&self, why: &engine::Why) -> String;
    /// What the position is worth to a seat compared with the others, by the eye, in hundredths of a pawn.
    fn worth(&self, seat: Seat) -> i32;
    /// Asserts what [`engine::Search`] promises of this position.
    #[cfg(test)]
    fn check_search(&self);
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Game>;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind().key, self.text())
    }
}
