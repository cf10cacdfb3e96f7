//! One of the games, as the table of games lists it.

use super::{Exercise, Game, OptionSpec, Options, OwnReason, RuleError, Seat, Variant};
use crate::notation;
use crate::scene::Scene;

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
    /// The reasons for which this game ends and no other.
    pub reasons: &'static [&'static OwnReason],
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
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions) for an unknown key or a value that its option does not have.
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
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions).
    pub fn new_game(&'static self, options: &Options) -> Result<Box<dyn Game>, RuleError> {
        (self.start)(self, &self.resolve(options)?)
    }

    /// A game from a position text.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions), [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition).
    pub fn from_position(
        &'static self,
        options: &Options,
        text: &str,
    ) -> Result<Box<dyn Game>, RuleError> {
        (self.read)(self, &self.resolve(options)?, text)
    }
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
