//! Matches whose board cannot be worked out: the reason, and the stand-in for the game. It shows the last position
//! reached and refuses every move with the reason, so that everything that needs no board goes on: lists, the record,
//! resigning, agreeing to a draw, closing the table.

use crate::engine;
use crate::rules::{
    Choice, Choices, Game, GameInfo, Options, Played, Reason, RuleError, Seat, Status, Topic,
    Viewer,
};
use crate::scene::{Grid, Label, LabelStyle, Scene, View};
use crate::store::Stored;

/// The reason why a match cannot be replayed, and the event from which it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct ReplayError {
    /// The first event that does not fit; 0 if not even the initial position can be set up.
    pub ply: u32,
    /// The move text of that event.
    pub text: Option<String>,
    /// The cause of the failure.
    pub cause: Cause,
    /// Details for the log.
    pub detail: String,
}

/// The cause of a failed replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Cause {
    /// An unknown key of a game.
    UnknownGame(String),
    /// Options that the game does not accept.
    BadOptions,
    /// The match was played under another version of the rules, and the current one refuses it.
    OtherRules {
        name: &'static str,
        stored: u32,
        ours: u32,
    },
    /// The rules refuse a recorded move, although the match was played under them.
    Refused,
    /// The record itself is damaged.
    Damaged,
    /// The state at the checkpoint cannot be read.
    Checkpoint,
}

impl ReplayError {
    /// Returns the sentence for players that the board cannot be worked out.
    pub fn sentence(&self) -> String {
        let here = match (&self.text, self.ply) {
            (_, 0) => String::new(),
            (Some(text), _) => format!(" The board shows the last position before {text}."),
            (None, _) => " The board shows the last position that is known.".to_owned(),
        };
        match &self.cause {
            Cause::UnknownGame(key) => format!(
                "This version of Rookery does not know the game \"{key}\": no move can be made until one does."
            ),
            Cause::BadOptions => {
                "The options of this game cannot be read, so no move can be made.".to_owned()
            }
            Cause::OtherRules { name, stored, ours } if stored > ours => format!(
                "This game was played under version {stored} of the rules of {name}, and this version of Rookery plays \
                 version {ours}: no move can be made until a newer one does.{here}"
            ),
            Cause::OtherRules { name, .. } => match &self.text {
                Some(text) => {
                    format!("The rules of {name} were corrected, and do not allow {text}.{here}")
                }
                None => format!("The rules of {name} were corrected.{here}"),
            },
            Cause::Refused | Cause::Damaged | Cause::Checkpoint => format!(
                "The record of this game is damaged at event {}, so no move can be made.{here}",
                self.ply
            ),
        }
    }

    /// True if the match was played under rules that have been corrected since, and cannot go on under those in force.
    pub fn is_by_correction(&self) -> bool {
        matches!(self.cause, Cause::OtherRules { stored, ours, .. } if stored < ours)
    }
}

/// The stand-in for a game that cannot be worked out.
#[derive(Clone)]
pub(in crate::app) struct UnreplayableGame {
    kind: &'static GameInfo,
    options: Options,
    /// The last position reached.
    shown: Option<Box<dyn Game>>,
    turn: Seat,
    refusal: String,
    agreed: bool,
}

impl UnreplayableGame {
    /// Returns a stand-in for a match whose initial position cannot be set up.
    pub fn of(kind: &'static GameInfo, options: Options, replay_error: &ReplayError) -> Self {
        UnreplayableGame {
            kind,
            options,
            shown: None,
            turn: Seat(0),
            refusal: replay_error.sentence(),
            agreed: false,
        }
    }

    /// Returns a stand-in for a match whose replay fails after `game`.
    pub fn after(game: Box<dyn Game>, replay_error: &ReplayError) -> Self {
        UnreplayableGame {
            kind: game.kind(),
            options: game.options().clone(),
            turn: game.turn(),
            shown: Some(game),
            refusal: replay_error.sentence(),
            agreed: false,
        }
    }

    fn refuse<T>(&self) -> Result<T, RuleError> {
        Err(RuleError::illegal(self.refusal.clone()))
    }
}

impl Game for UnreplayableGame {
    fn kind(&self) -> &'static GameInfo {
        self.kind
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        if self.agreed {
            Status::Drawn(Reason::Agreement)
        } else {
            Status::Ongoing
        }
    }

    fn check(&self) -> bool {
        false
    }

    fn legal(&self) -> Vec<String> {
        Vec::new()
    }

    fn has_unlisted_moves(&self) -> bool {
        false
    }

    fn only_move(&self) -> Option<String> {
        None
    }

    fn parse_move(&self, _text: &str) -> Result<String, RuleError> {
        self.refuse()
    }

    fn play(&mut self, _text: &str) -> Result<Played, RuleError> {
        self.refuse()
    }

    fn perft(&self, depth: u32) -> u64 {
        u64::from(depth == 0)
    }

    fn choices(&self, _partial: &str) -> Choices {
        Choices::default()
    }

    fn complete(&self, _typed: &str, _limit: usize) -> Vec<Choice> {
        Vec::new()
    }

    fn scene(&self, view: &View) -> Scene {
        let scene = self.shown.as_ref().map(|game| game.scene(view));
        scene.unwrap_or_else(|| Scene {
            grids: vec![empty()],
            columns: 1,
            cell: 48,
            trays: Vec::new(),
            turn: None,
        })
    }

    fn specimens(&self) -> Vec<crate::rules::Specimen> {
        let shown = self.shown.as_ref();
        shown.map(|game| game.specimens()).unwrap_or_default()
    }

    fn sheet_note(&self) -> String {
        let shown = self.shown.as_ref();
        shown.map(|game| game.sheet_note()).unwrap_or_default()
    }

    fn preview(&self, _partial: &str, _view: &View) -> Option<Scene> {
        None
    }

    fn alt_text(&self, limit: usize) -> String {
        let words = self.shown.as_ref().map(|game| game.alt_text(limit));
        words.unwrap_or_default()
    }

    fn check_warning(&self) -> Option<String> {
        None
    }

    fn status_lines(&self) -> Vec<String> {
        let standing = self.shown.as_ref().map(|game| game.status_lines());
        standing.unwrap_or_default()
    }

    fn topics(&self) -> Vec<Topic> {
        Vec::new()
    }

    fn chance(&self) -> Vec<String> {
        Vec::new()
    }

    fn resign_move(&self, _seat: Seat) -> Option<String> {
        None
    }

    fn placings(&self) -> Option<Vec<u8>> {
        let shown = self.shown.as_ref().filter(|_| self.agreed);
        shown.and_then(|game| game.placings())
    }

    fn agree(&mut self) {
        self.agreed = true;
        if let Some(game) = &mut self.shown {
            game.agree();
        }
    }

    fn hides(&self) -> bool {
        let shown = self.shown.as_ref();
        !self.agreed && shown.is_some_and(|game| game.hides())
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn Game> {
        Box::new(UnreplayableGame {
            shown: self.shown.as_ref().map(|game| game.seen_by(viewer)),
            ..self.clone()
        })
    }

    fn announced(&self) -> Vec<String> {
        let shown = self.shown.as_ref();
        shown.map(|game| game.announced()).unwrap_or_default()
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        Vec::new()
    }

    fn text(&self) -> String {
        let text = self.shown.as_ref().map(|game| game.text());
        text.unwrap_or_default()
    }

    fn checkpoint(&self) -> String {
        String::new()
    }

    fn resume(&self, _checkpoint: &str) -> Result<Box<dyn Game>, RuleError> {
        self.refuse()
    }

    fn search(&self, _request: &engine::Request<'_>) -> Option<engine::Found> {
        None
    }

    fn overview(&self) -> Option<engine::Overview> {
        None
    }

    fn why(&self, _text: &str, _mate: Option<i32>) -> Option<engine::Why> {
        None
    }

    fn reason(&self, _why: &engine::Why) -> String {
        String::new()
    }

    fn evaluation(&self, _seat: Seat) -> i32 {
        0
    }

    #[cfg(test)]
    fn check_search(&self) {}

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// Returns a picture that only says that there is no board.
fn empty() -> Grid {
    const WIDTH: u8 = 8;
    const HEIGHT: u8 = 2;
    Grid {
        cells: vec![None; usize::from(WIDTH) * usize::from(HEIGHT)],
        labels: vec![Label {
            x: f32::from(WIDTH) / 2.0,
            y: f32::from(HEIGHT) / 2.0,
            text: "no board to show".to_owned(),
            style: LabelStyle::Note,
        }],
        ..Grid::blank(WIDTH, HEIGHT)
    }
}

/// Seat names of unknown games: numbers.
static SEATS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

/// Unknown games of two to eight seats.
static UNKNOWN: [GameInfo; 7] = [
    unknown(2),
    unknown(3),
    unknown(4),
    unknown(5),
    unknown(6),
    unknown(7),
    unknown(8),
];

const fn unknown(seats: usize) -> GameInfo {
    GameInfo {
        key: "unknown",
        name: "Unknown game",
        credit: "",
        summary: "",
        goal: "",
        seats: SEATS.split_at(seats).0,
        teams: &[],
        rules_version: 0,
        options: &[],
        variants: &[],
        reasons: &[],
        start: |_, _| Err(RuleError::options("This game is not known.")),
        read: |_, _, _| Err(RuleError::position("This game is not known.")),
        chance_option: |_| None,
        lessons: Vec::new,
        sections: &[],
        tutorial: &[],
        puzzles: "",
    }
}

/// Returns an unknown game with as many seats as its record names.
pub(in crate::app) fn unknown_kind(stored: &Stored) -> &'static GameInfo {
    let seats = stored.events.iter().filter_map(|row| row.record.seat);
    let most = seats.map(usize::from).max().unwrap_or(0) + 1;
    let [two, rest @ ..] = &UNKNOWN;
    most.checked_sub(3)
        .and_then(|more| rest.get(more).or(rest.last()))
        .unwrap_or(two)
}
