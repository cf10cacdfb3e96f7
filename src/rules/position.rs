//! The trait that the author of a game implements first.

use std::fmt;

use super::{Options, RuleError, Seat, Status};

/// A position of a game, with its legal moves.
///
/// A `Position` does not know the positions before it; repetition and the count without progress are judged by
/// [`GameWithHistory`](super::GameWithHistory). All methods are pure functions.
///
/// # Example
///
/// Nim with one heap: a row of stones, of which a turn takes the last one to three. The player who takes the last stone
/// wins.
///
/// ```
/// use rookery::engine::Search;
/// use rookery::notation::MoveText;
/// use rookery::rules::{
///     Counting, Depict, Describe, Entry, Game, GameInfo, GameWithHistory, Hidden, Lesson, Notation, Options, Position,
///     Reason, RuleError, Seat, Status,
/// };
/// use rookery::scene::{Grid, Scene, View};
///
/// #[derive(Clone)]
/// struct Nim {
///     stones: u8,
///     turn: Seat,
/// }
///
/// /// Returns the square of a stone, counted from 1.
/// fn square(stone: u8) -> String {
///     format!("{}1", char::from(b'a' + stone - 1))
/// }
///
/// impl Position for Nim {
///     /// Number of stones taken.
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
///     fn legal_moves(&self) -> Vec<u8> {
///         (1..=self.stones.min(3)).collect()
///     }
///     fn play(&mut self, taken: &u8) -> Vec<String> {
///         self.stones -= taken;
///         self.turn = Seat(1 - self.turn.0);
///         Vec::new()
///     }
///     fn to_text(&self) -> String {
///         format!("{} {}", self.stones, self.turn.0)
///     }
///     fn from_text(_: &Options, text: &str) -> Result<Nim, RuleError> {
///         let bad = || RuleError::position("A position of Nim is `STONES SEAT`.");
///         let mut fields = text.split(' ').map(|field| field.parse().ok());
///         match (fields.next().flatten(), fields.next().flatten()) {
///             (Some(stones @ 0..=12), Some(turn @ 0..=1)) => Ok(Nim { stones, turn: Seat(turn) }),
///             _ => Err(bad()),
///         }
///     }
/// }
///
/// impl Notation for Nim {
///     // A move is named by the first stone that it takes: `xk1`, and `k1` will do.
///     fn move_text(&self, taken: &u8) -> MoveText {
///         MoveText {
///             letter: "".into(),
///             from: "".into(),
///             op: 'x',
///             to: square(self.stones - taken + 1).into(),
///             promotion: None,
///             tail: String::new(),
///         }
///     }
///     fn is_square(&self, text: &str) -> bool {
///         (1..=12).any(|stone| square(stone) == text)
///     }
/// }
///
/// impl Describe for Nim {
///     fn describe(&self, taken: &u8) -> String {
///         format!("takes {taken} of {} stones", self.stones)
///     }
///     fn alt_text(&self, _: usize) -> String {
///         format!("{} stones", self.stones)
///     }
/// }
///
/// impl Depict for Nim {
///     fn scene(&self, _: Option<&u8>, _: &View) -> Scene {
///         let grids = vec![Grid::blank(12, 1)];
///         Scene { grids, columns: 1, cell: 40, trays: Vec::new(), turn: None }
///     }
/// }
///
/// // Nothing is counted or hidden, moves are offered as they are listed, and a computer player needs no help.
/// impl Counting for Nim {}
/// impl Entry for Nim {}
/// impl Hidden for Nim {}
/// impl Search for Nim {}
///
/// static NIM: GameInfo = GameInfo {
///     key: "nim",
///     name: "Nim",
///     credit: "a traditional game",
///     summary: "Take the last stone of a heap.",
///     goal: "You win by taking the last stone.",
///     seats: &["first", "second"],
///     teams: &[],
///     rules_version: 1,
///     options: &[],
///     variants: &[],
///     reasons: &[],
///     start: |kind, options| {
///         Ok(Box::new(GameWithHistory::begin(kind, options, Nim { stones: 12, turn: Seat(0) })))
///     },
///     read: GameWithHistory::<Nim>::from_text,
///     chance_option: |_| None,
///     lessons: || {
///         let text = "Take one to three stones. Who takes the last one wins.".to_owned();
///         vec![Lesson { key: "overview", title: "Nim".to_owned(), text, caption: String::new(), diagram: None }]
///     },
///     sections: &[],
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

    /// Returns the seat whose turn it is; in a finished game, whose turn it would be.
    fn turn(&self) -> Seat;

    /// Returns the status by what the position alone shows: wins and stalemate, not repetition.
    fn status(&self) -> Status;

    /// Returns every listed move, in a stable order. Empty in a finished game.
    fn legal_moves(&self) -> Vec<Self::Move>;

    /// True if there may be legal moves that are not listed (composite ones). False only if there are certainly none.
    fn has_unlisted_moves(&self) -> bool {
        false
    }

    /// True if a move is legal here, listed or not (composite moves are not). However a text was read, it is played
    /// only if this returns true.
    fn is_legal(&self, mv: &Self::Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Plays a legal move and returns its automatic consequences, one sentence each, in order.
    fn play(&mut self, mv: &Self::Move) -> Vec<String>;

    /// Returns the equally likely outcomes, as move texts, that chance must choose from before the player can move.
    fn chance(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the move text by which `seat` leaves a game that goes on without it; `None` if leaving ends the game.
    fn resign_move(&self, _seat: Seat) -> Option<String> {
        None
    }

    /// Returns the placing of each seat in an ended game of more than two, 1 the best, equal numbers for ties.
    fn placings(&self) -> Option<Vec<u8>> {
        None
    }

    /// Returns further members for `rookery rules --json` and `batch`.
    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        Vec::new()
    }

    /// Called once when the game ends, for whatever reason (the position itself cannot see repetition).
    fn ended(&mut self, _status: Status) {}

    /// Returns what a checkpoint must keep besides the position text: one line about things that only pictures need.
    fn extra_state(&self) -> String {
        String::new()
    }

    /// Restores the result of [`Position::extra_state`] on a position with the same text.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition) if it cannot be read.
    fn restore_extra_state(&mut self, _memory: &str) -> Result<(), RuleError> {
        Ok(())
    }

    /// Returns the position text.
    fn to_text(&self) -> String;

    /// Reads a position text with resolved options.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition), with what is wrong.
    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError>;
}
