//! The games as the table of games lists them, and a game being played as the rest of the program holds it.

use std::fmt;

use super::{
    Choice, Choices, OptionSpec, Options, OwnReason, Reason, RuleError, Seat, Specimen, Status,
    Topic, Variant, Viewer,
};
use crate::engine;
use crate::notation;
use crate::scene::{Scene, View};

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
    pub chance_option: fn(&Options) -> Option<(&'static str, u64)>,
    /// The game's rules in our own words, page by page: at least one, of which the first is the overview. The page on how
    /// a game is won has the key `ending`.
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

impl Status {
    /// The status in the machine notation: `ongoing`, `won:white:checkmate`, `draw:repetition`, `stalemate:black`.
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
    /// Every reason for which a game can end. One of its own takes the place of the common one of the same key.
    pub fn all(game: &GameInfo) -> impl Iterator<Item = Reason> {
        let reasons = game.reasons;
        let is_own = move |reason: &Reason| reasons.iter().any(|own| own.key == reason.key());
        let common = Self::COMMON
            .into_iter()
            .filter(move |reason| !is_own(reason));
        common.chain(reasons.iter().copied().map(Reason::Own))
    }

    /// The reason of that machine notation in a game.
    pub fn read(game: &GameInfo, text: &str) -> Option<Reason> {
        Self::all(game).find(|reason| reason.key() == text)
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
    /// What the board shows, in whole sentences: said below the text and in the picture's alt text. Empty where the text says
    /// it.
    pub caption: String,
    /// A board that shows it.
    pub diagram: Option<Scene>,
}

/// One position of a guided first game.
#[derive(Clone, Copy, Debug)]
pub struct Exercise {
    /// Its heading: at most 60 characters.
    pub title: &'static str,
    /// The options that differ from the game's default.
    pub options: &'static [(&'static str, &'static str)],
    /// The position text.
    pub position: &'static str,
    /// The square, in machine notation, whose piece's moves the picture marks; `None` marks nothing.
    pub marked: Option<&'static str>,
    /// What there is to know, in Discord markdown.
    pub text: &'static str,
    /// What is to be done, one sentence.
    pub task: &'static str,
    /// Whether a legal move does it.
    pub goal: fn(&Attempt<'_>) -> bool,
    /// What is said when it is done.
    pub success: &'static str,
    /// Legal moves that do not do it, each with a reason of its own.
    pub mistakes: &'static [Mistake],
    /// Moves that a beginner may try and the rules refuse: as they are typed, and a part of the sentence that refuses
    /// them. The sentence itself is the rules' own.
    pub refused: &'static [(&'static str, &'static str)],
}

/// A legal move that misses the point of an exercise.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// One such move, canonical text.
    pub example: &'static str,
    /// Whether a move is one.
    pub is: fn(&Attempt<'_>) -> bool,
    /// What is said of it.
    pub reason: &'static str,
}

/// A legal move that was tried in an exercise.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// The position before it.
    pub before: &'a dyn Game,
    /// The position after it.
    pub after: &'a dyn Game,
    /// The move, canonical text.
    pub text: &'a str,
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
    /// See [`Position::has_unlisted_moves`](super::Position::has_unlisted_moves). False in a finished game.
    fn has_unlisted_moves(&self) -> bool;
    /// The canonical text of the only legal move; `None` where there are several or none, where there may be some
    /// that are not listed, and where that there is only one would tell what is hidden.
    fn only_move(&self) -> Option<String>;
    /// The canonical text of the move that `text` means, without playing it.
    ///
    /// # Errors
    /// Why there is not one.
    fn parse_move(&self, text: &str) -> Result<String, RuleError>;

    /// The square that a text names, with or without the piece on it: `g1` of `Ng1` and of `the knight on g1`.
    fn square_named(&self, _text: &str) -> Option<String> {
        None
    }

    /// True if a text is no more than the name of a square of this board.
    fn names_square(&self, _text: &str) -> bool {
        false
    }

    /// Plays the move that `text` means. A refused text changes nothing.
    ///
    /// # Errors
    /// Why there is not one.
    fn play(&mut self, text: &str) -> Result<Played, RuleError>;
    /// The number of move sequences of exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// See [`Entry::choices`](super::Entry::choices). No options in a finished game.
    fn choices(&self, partial: &str) -> Choices;
    /// See [`Entry::complete`](super::Entry::complete). Empty in a finished game.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice>;
    /// The picture of the position, the last move marked.
    fn scene(&self, view: &View) -> Scene;
    /// See [`Depict::specimens`](super::Depict::specimens).
    fn specimens(&self) -> Vec<Specimen>;
    /// See [`Depict::sheet_note`](super::Depict::sheet_note).
    fn sheet_note(&self) -> String;
    /// See [`Depict::piece_names`](super::Depict::piece_names).
    fn piece_names(&self) -> Vec<(String, String)> {
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
    /// See [`Describe::reach`](super::Describe::reach): the sentence about it.
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
    /// Ends a game that goes on as drawn by agreement of those still in: who may agree, and when, is the match's
    /// business; what becomes of a pool, and who comes in where, is the game's.
    fn agree(&mut self);
    /// See [`Hidden::hides`](super::Hidden::hides).
    fn hides(&self) -> bool;
    /// The game as it may be shown: see [`Hidden::seen_by`](super::Hidden::seen_by). Neither its history nor a last move that is hidden from
    /// `viewer` is in it.
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Game>;
    /// See [`Hidden::tries`](super::Hidden::tries).
    fn tries(&self, _seed: u64) -> Vec<String> {
        Vec::new()
    }
    /// See [`Hidden::announced`](super::Hidden::announced).
    fn announced(&self) -> Vec<String>;
    /// See [`Position::extra`](super::Position::extra).
    fn extra(&self) -> Vec<(&'static str, serde_json::Value)>;
    /// The position text.
    fn text(&self) -> String;
    /// All that [`Game::resume`] needs to go on from here: the position and its history, as one line of text.
    fn checkpoint(&self) -> String;
    /// The game as it was when `checkpoint` was taken, with this game's options. The last move is not
    /// remembered: play at least one more to have it marked.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition) where the checkpoint is damaged.
    fn resume(&self, checkpoint: &str) -> Result<Box<dyn Game>, RuleError>;
    /// Searches for a move of the side to move. `None` in a finished game, and where chance must decide first.
    fn search(&self, request: &engine::Request<'_>) -> Option<engine::Found>;
    /// What there is to see before anything is searched. `None` in a finished game, and where chance must decide first.
    fn overview(&self) -> Option<engine::Overview>;
    /// Why a legal move is good; `mate` is what a search has proven of it, in own moves. `None` where the text is no
    /// legal move.
    fn why(&self, text: &str, mate: Option<i32>) -> Option<engine::Why>;
    /// See [`Describe::reason`](super::Describe::reason).
    fn reason(&self, why: &engine::Why) -> String;
    /// The static evaluation for a seat compared with the others, in hundredths of a pawn.
    fn evaluation(&self, seat: Seat) -> i32;
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

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move in canonical text, as it is stored.
    pub canonical: String,
    /// The move in display notation, with `+` or `#` where it gives check or mate.
    pub display: String,
    /// The move in words ("The knight goes from g1 to f3").
    pub words: String,
    /// What followed automatically, in order, one sentence each (mates, conquests, passes, lost throws).
    pub consequences: Vec<String>,
    /// What all may know of it where the move itself is hidden: see [`Hidden::announced`](super::Hidden::announced).
    pub announced: Vec<String>,
}
