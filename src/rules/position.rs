//! What the author of a game writes.

use std::fmt;

use super::{Options, Reach, Reason, RuleError, Seat, Status, Viewer, sheet};
use crate::engine;
use crate::notation::{self, MoveText};
use crate::scene::{Scene, View};

/// What the author of a game writes: one position of it, and what can be done there.
///
/// A `Position` knows nothing of the positions before it; repetition and the count without progress are judged
/// by [`GameWithHistory`](super::GameWithHistory). Everything here is a pure function.
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
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition) where it cannot be read.
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
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition), saying what is wrong.
    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError>;
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
