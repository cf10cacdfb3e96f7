//! The games as the table of games lists them, and a game as the rest of the program holds it.

use std::fmt;

use super::{
    Choice, Choices, OptionSpec, Options, OwnReason, PieceName, Reason, RuleError, Seat, Specimen,
    Status, Topic, Variant, Viewer,
};
use crate::engine;
use crate::notation;
use crate::scene::{Scene, View};

/// A game ready to be played, or the reason why it cannot be.
pub type GameResult = Result<Box<dyn Game>, RuleError>;

/// A game as the table of games lists it.
#[derive(Debug)]
pub struct GameInfo {
    /// Key in machine notation.
    pub key: &'static str,
    /// Name.
    pub name: &'static str,
    /// Inventor and year.
    pub credit: &'static str,
    /// Summary in one sentence (at most 100 characters).
    pub summary: &'static str,
    /// The way to win, in one sentence for a first board. Twists may change it.
    pub goal: &'static str,
    /// Names of the seats, lower case, in turn order.
    pub seats: &'static [&'static str],
    /// Pairs of seats that win and lose together; empty if each plays for itself.
    pub teams: &'static [[Seat; 2]],
    /// Version of the rules, raised by a correction that would change stored games.
    pub rules_version: u32,
    /// Options.
    pub options: &'static [OptionSpec],
    /// Named variants; may be empty.
    pub variants: &'static [Variant],
    /// Reasons that only this game can end for.
    pub reasons: &'static [&'static OwnReason],
    /// Makes the starting position from resolved options.
    pub start: fn(&'static GameInfo, &Options) -> GameResult,
    /// Makes the position of a position text from resolved options.
    pub read: fn(&'static GameInfo, &Options, &str) -> GameResult,
    /// Returns the option that chance must set before the game can start, and how many equally likely values it has (0
    /// up to the number, exclusive). `None` if these options need no chance.
    pub chance_option: fn(&Options) -> Option<(&'static str, u64)>,
    /// Returns the rules page by page, in the bot's own words. There is at least one page; the first is the overview.
    /// The page on how a game is won has the key `ending`.
    pub lessons: fn() -> Vec<Lesson>,
    /// Sections of the pages, at most four with at most 25 pages each: the key of the first page and the name. Empty if
    /// all pages are one section without a name.
    pub sections: &'static [(&'static str, &'static str)],
    /// Courses of lessons, in the order in which a beginner needs them; may be empty. The first has the game's key.
    pub tutorial: &'static [Course],
    /// Built-in puzzles, as the text of a file; may be empty.
    pub puzzles: &'static str,
}

impl GameInfo {
    /// Returns the name of a seat; `nobody` for a seat that the game does not have.
    pub fn seat_name(&self, seat: Seat) -> &'static str {
        self.seats.get(seat.index()).copied().unwrap_or("nobody")
    }

    /// Returns the seat of that name, in any case.
    pub fn seat_named(&self, name: &str) -> Option<Seat> {
        let index = self
            .seats
            .iter()
            .position(|seat| seat.eq_ignore_ascii_case(name))?;
        u8::try_from(index).ok().map(Seat)
    }

    /// Returns every seat, in turn order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..u8::try_from(self.seats.len()).unwrap_or(u8::MAX)).map(Seat)
    }

    /// Returns the seat that wins and loses with this one; `None` if each plays for itself.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.teams.iter().find_map(|team| match *team {
            [one, other] if one == seat => Some(other),
            [one, other] if other == seat => Some(one),
            _ => None,
        })
    }

    /// Returns the one seat that a seat plays against: the other of two, and in a game of two teams the seat half a
    /// round later. `None` if there are several.
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        let seats = self.seats.len();
        let alone = seats > 2 && self.partner(seat).is_none();
        if alone || seat.index() >= seats {
            return None;
        }
        let index = (seat.index() + seats / 2) % seats;
        u8::try_from(index).ok().map(Seat)
    }

    /// Returns a seat and its partner, if it has one.
    pub fn side(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        std::iter::once(seat).chain(self.partner(seat))
    }

    /// Returns the game under these options, some of which change the number of seats; returns `self` if the options
    /// are not playable.
    pub fn under(&'static self, options: &Options) -> &'static GameInfo {
        self.new_game(options).map_or(self, |game| game.kind())
    }

    /// Returns the options with every default filled in.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions) for an unknown key or a value that its option
    /// does not have.
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

    /// Returns the first option that is set to an unusual value and has no effect with these resolved options, and the
    /// setting that it needs.
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

    /// Returns a game at its start.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions).
    pub fn new_game(&'static self, options: &Options) -> Result<Box<dyn Game>, RuleError> {
        (self.start)(self, &self.resolve(options)?)
    }

    /// Returns a game from a position text.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions),
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition).
    pub fn from_position(
        &'static self,
        options: &Options,
        text: &str,
    ) -> Result<Box<dyn Game>, RuleError> {
        (self.read)(self, &self.resolve(options)?, text)
    }
}

impl Status {
    /// Returns the status in machine notation: `ongoing`, `won:white:checkmate`, `draw:repetition`, `stalemate:black`.
    pub fn to_text(self, kind: &GameInfo) -> String {
        match self {
            Status::Ongoing => "ongoing".to_owned(),
            Status::Won { winner, reason } => format!("won:{}:{reason}", kind.seat_name(winner)),
            Status::Drawn(reason) => format!("draw:{reason}"),
            Status::Stalemate { by } => format!("stalemate:{}", kind.seat_name(by)),
        }
    }
}

impl Reason {
    /// Returns every reason for which a game can end. Its own reason replaces the common one of the same key.
    pub fn all(game: &GameInfo) -> impl Iterator<Item = Reason> {
        let reasons = game.reasons;
        let is_own = move |reason: &Reason| reasons.iter().any(|own| own.key == reason.key());
        let common = Self::COMMON
            .into_iter()
            .filter(move |reason| !is_own(reason));
        common.chain(reasons.iter().copied().map(Reason::Own))
    }

    /// Returns the reason that a machine notation names in a game.
    pub fn read(game: &GameInfo, text: &str) -> Option<Reason> {
        Self::all(game).find(|reason| reason.key() == text)
    }
}

/// A page of a game's rules, in the bot's own words.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Key of the page: lower-case words (`bishop`, `tower rook`).
    pub key: &'static str,
    /// Heading.
    pub title: String,
    /// Text in Discord markdown; at most 1,800 characters.
    pub text: String,
    /// Description of the diagram in whole sentences, shown below the text and in the picture's alt text. Empty if the
    /// text covers it.
    pub caption: String,
    /// Board that shows it.
    pub diagram: Option<Scene>,
}

/// A course of lessons: the guided first game, or what comes after it.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Key, in lower-case letters; no other course has it.
    pub key: &'static str,
    /// Subjects, as they follow a colon (at most 100 characters); empty for the first course, which the game's summary
    /// describes.
    pub about: &'static str,
    /// Positions, in order.
    pub exercises: &'static [Exercise],
}

/// A position of a course.
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// Heading: at most 60 characters.
    pub title: &'static str,
    /// Options that differ from the game's default.
    pub options: &'static [(&'static str, &'static str)],
    /// Position text.
    pub position: &'static str,
    /// Square, in machine notation, whose piece's moves the picture marks; `None` marks nothing.
    pub marked: Option<&'static str>,
    /// Explanation in Discord markdown.
    pub text: &'static str,
    /// Task in one sentence.
    pub task: &'static str,
    /// True if a legal move solves the task.
    pub goal: fn(&Attempt<'_>) -> bool,
    /// Answer to a solution.
    pub success: &'static str,
    /// Legal moves that do not solve the task, each with a separate reason.
    pub mistakes: &'static [Mistake],
    /// Moves that a beginner may try and the rules refuse: as typed, and a part of the sentence that refuses them. The
    /// sentence itself is that of the rules.
    pub refused: &'static [(&'static str, &'static str)],
}

/// A legal move that misses the point of an exercise.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// Example of such a move, canonical text.
    pub example: &'static str,
    /// True if a move is such a mistake.
    pub is: fn(&Attempt<'_>) -> bool,
    /// Explanation for the player.
    pub reason: &'static str,
}

/// A legal move that was tried in an exercise.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// Position before the move.
    pub before: &'a dyn Game,
    /// Position after the move.
    pub after: &'a dyn Game,
    /// The move, canonical text.
    pub text: &'a str,
}

/// A game being played, whichever game it is.
pub trait Game: Send + Sync {
    /// Returns the game's entry in the table of games.
    fn kind(&self) -> &'static GameInfo;
    /// Returns the resolved options that the game is played with.
    fn options(&self) -> &Options;
    /// Returns the seat whose turn it is; in a finished game, whose turn it would be.
    fn turn(&self) -> Seat;
    /// Returns the status, repetition and lack of progress included.
    fn status(&self) -> Status;
    /// True if the side to move is in check.
    fn check(&self) -> bool;
    /// Returns the canonical texts of all listed legal moves, sorted by bytes.
    fn legal(&self) -> Vec<String>;
    /// See [`Position::has_unlisted_moves`](super::Position::has_unlisted_moves). False in a finished game.
    fn has_unlisted_moves(&self) -> bool;
    /// Returns the canonical text of the only legal move; `None` if there are several or none, if there may be unlisted
    /// moves, or if the answer would reveal what is hidden.
    fn only_move(&self) -> Option<String>;
    /// Returns the canonical text of the move that `text` means, without playing it.
    ///
    /// # Errors
    /// The text means no legal move, for the reason given.
    fn parse_move(&self, text: &str) -> Result<String, RuleError>;

    /// Returns the square that a text names, with or without its piece: `g1` of `Ng1` and of `the knight on g1`.
    fn square_named(&self, _text: &str) -> Option<String> {
        None
    }

    /// True if a text is only the name of a square of this board.
    fn names_square(&self, _text: &str) -> bool {
        false
    }

    /// Plays the move that `text` means. A refused text changes nothing.
    ///
    /// # Errors
    /// The text means no legal move, for the reason given.
    fn play(&mut self, text: &str) -> Result<Played, RuleError>;
    /// Returns the number of move sequences of exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// See [`Entry::choices`](super::Entry::choices). No options in a finished game.
    fn choices(&self, partial: &str) -> Choices;
    /// See [`Entry::complete`](super::Entry::complete). Empty in a finished game.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice>;
    /// Returns the picture of the position, with the last move marked.
    fn scene(&self, view: &View) -> Scene;
    /// See [`Depict::specimens`](super::Depict::specimens).
    fn specimens(&self) -> Vec<Specimen>;
    /// See [`Depict::sheet_note`](super::Depict::sheet_note).
    fn sheet_note(&self) -> String;
    /// See [`Depict::piece_names`](super::Depict::piece_names).
    fn piece_names(&self) -> Vec<PieceName> {
        Vec::new()
    }
    /// See [`Entry::preview`](super::Entry::preview).
    fn preview(&self, partial: &str, view: &View) -> Option<Scene>;
    /// See [`Describe::alt_text`](super::Describe::alt_text).
    fn alt_text(&self, limit: usize) -> String;
    /// See [`Describe::check_warning`](super::Describe::check_warning). `None` in a finished game.
    fn check_warning(&self) -> Option<String>;
    /// See [`Describe::exposed`](super::Describe::exposed). Empty in a finished game.
    fn exposed(&self) -> Vec<String> {
        Vec::new()
    }
    /// See [`Describe::reach`](super::Describe::reach): returns its sentence.
    fn reach(&self, _square: &str) -> Option<String> {
        None
    }
    /// See [`Describe::status_lines`](super::Describe::status_lines); once the game is over,
    /// [`Describe::results`](super::Describe::results).
    fn status_lines(&self) -> Vec<String>;
    /// See [`Describe::topics`](super::Describe::topics).
    fn topics(&self) -> Vec<Topic>;
    /// See [`Position::chance`](super::Position::chance). Empty in a finished game.
    fn chance(&self) -> Vec<String>;
    /// See [`Position::resign_move`](super::Position::resign_move).
    fn resign_move(&self, seat: Seat) -> Option<String>;
    /// See [`Position::placings`](super::Position::placings).
    fn placings(&self) -> Option<Vec<u8>>;
    /// Ends an ongoing game as drawn by agreement of the remaining players. The match decides who may agree, and when;
    /// the game decides what happens to a pool, and the placings.
    fn agree(&mut self);
    /// Lets the game go on in dead positions, for the replay of a record from before they were drawn. See
    /// [`Counting::is_dead`](super::Counting::is_dead).
    fn overlook_dead(&mut self) {}
    /// Ends the game in dead positions again: in those reached from now on, or in this one too if `at_once`.
    fn heed_dead(&mut self, _at_once: bool) {}
    /// See [`Hidden::hides`](super::Hidden::hides).
    fn hides(&self) -> bool;
    /// Returns the game as `viewer` may see it: see [`Hidden::seen_by`](super::Hidden::seen_by). Neither its history
    /// nor a hidden last move is included.
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Game>;
    /// See [`Hidden::tries`](super::Hidden::tries).
    fn tries(&self, _seed: u64) -> Vec<String> {
        Vec::new()
    }
    /// See [`Hidden::announced`](super::Hidden::announced).
    fn announced(&self) -> Vec<String>;
    /// See [`Position::extra`](super::Position::extra).
    fn extra(&self) -> Vec<(&'static str, serde_json::Value)>;
    /// Returns the position text.
    fn text(&self) -> String;
    /// Returns all that [`Game::resume`] needs to go on from here: the position and its history, as one line of text.
    fn checkpoint(&self) -> String;
    /// Returns the game as it was when `checkpoint` was taken, with this game's options. The last move is not restored:
    /// play at least one more to have it marked.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition) if the checkpoint is damaged.
    fn resume(&self, checkpoint: &str) -> Result<Box<dyn Game>, RuleError>;
    /// Searches for a move of the side to move. `None` in a finished game, and if chance must decide first.
    fn search(&self, request: &engine::Request<'_>) -> Option<engine::Found>;
    /// Returns what can be seen without a search. `None` in a finished game, and if chance must decide first.
    fn overview(&self) -> Option<engine::Overview>;
    /// Returns the piece of a seat that would be lost with another seat's next move. `None` in a finished game.
    fn hanging(&self, _seat: Seat) -> Option<engine::Hanging> {
        None
    }
    /// Explains why a legal move is good; `mate` is the mate that a search has proven for it, in own moves. `None` if
    /// the text is no legal move.
    fn why(&self, text: &str, mate: Option<i32>) -> Option<engine::Why>;
    /// Returns the value of what each listed legal move captures and promotes to, in hundredths of a pawn.
    fn gains(&self) -> Vec<(String, i32)> {
        Vec::new()
    }
    /// See [`Search::motif`](engine::Search::motif). `None` if the text is no legal move.
    fn motif(&self, _text: &str) -> Option<engine::Theme> {
        None
    }
    /// Returns the point of a line of canonical texts that wins material; `None` if no theme fits.
    fn point(&self, _line: &[String]) -> Option<engine::Point> {
        None
    }
    /// See [`Describe::reason`](super::Describe::reason).
    fn reason(&self, why: &engine::Why) -> String;
    /// Returns the static evaluation for a seat compared with the others, in hundredths of a pawn.
    fn evaluation(&self, seat: Seat) -> i32;
    /// Asserts what [`engine::Search`] promises of this position.
    #[cfg(test)]
    fn check_search(&self);
    /// Returns a copy.
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

/// The result of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Move in canonical text, as it is stored.
    pub canonical: String,
    /// Move in display notation, with `+` or `#` if it gives check or mate.
    pub display: String,
    /// Move in words ("The knight goes from g1 to f3").
    pub words: String,
    /// Automatic consequences, in order, one sentence each (mates, conquests, passes, lost throws).
    pub consequences: Vec<String>,
    /// Facts that all may know of a hidden move: see [`Hidden::announced`](super::Hidden::announced).
    pub announced: Vec<String>,
}
