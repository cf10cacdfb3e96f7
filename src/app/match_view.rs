//! A match as it is to be shown, without a word of Discord: what messages, lists and files are made of.

use super::walk::Walk;
use super::{DeclinedOffer, Offered, Twist};
use crate::engine::Level;
use crate::match_state::{ChannelId, GameId, Terms, Timer, UserId};
use crate::rules::Seat;
use crate::scene::Scene;

/// How far a match is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are still open, or invited players have not accepted.
    Open {
        /// The invited who have not answered.
        invited: Vec<UserId>,
        /// How many seats nobody sits on.
        empty: u8,
    },
    /// It is being played.
    Playing,
    /// It is over.
    Over {
        /// The ending in one sentence ("White wins: the royal stone was captured."), and who came in where if more
        /// than two played.
        ending: String,
    },
}

/// A match as it is to be shown: all that a message says about it, without a word of Discord.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// Which match.
    pub game: GameId,
    /// How many events it had when this was made; buttons carry it.
    pub ply: u32,
    /// The game's key.
    pub key: &'static str,
    /// The game's name, with its variant where it has one ("Abstract Chess (Aronson)").
    pub title: String,
    /// Who sits where, in turn order, with the seat's name for people ("White"). At an open table, who asked for it.
    pub seats: Vec<(String, Option<UserId>)>,
    /// The pairs of seats that win and lose together; empty where each plays for itself.
    pub teams: &'static [[Seat; 2]],
    /// The twists that it is played with, by their keys.
    pub twisted: Vec<String>,
    /// What can be added to the game of a table that nobody has come to yet.
    pub twists: Vec<Twist>,
    /// Who opened the table.
    pub opener: Option<UserId>,
    /// Who has a place at the open table, with or without a seat of their own yet, in the order they came. Empty once
    /// the game has begun.
    pub guests: Vec<UserId>,
    /// How far it is.
    pub phase: Phase,
    /// The thread or channel it lives in, once known.
    pub home: Option<ChannelId>,
    /// Since when it stands as it stands, in seconds of the Unix epoch.
    pub since: i64,
    /// What happened before an answer that was made at once, in order, one sentence each; the answer is the last move.
    pub before: Vec<String>,
    /// The last move: who made it, in display notation and in words. `None` before the first.
    pub last: Option<LastMove>,
    /// What followed the move automatically, in order, one sentence each.
    pub remarks: Vec<String>,
    /// Whose turn it is.
    pub next: Vec<(Seat, UserId)>,
    /// What is in danger: one line for each royal piece that the picture rings.
    pub warnings: Vec<String>,
    /// What the piece that was asked about can do, in one sentence.
    pub reach: Option<String>,
    /// What else must be seen with the board, a sentence each.
    pub status_lines: Vec<String>,
    /// Rules that just came into force and that the players have not met before, a sentence each; at an open table those
    /// that its options bring.
    pub lessons: Vec<String>,
    /// The picture.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
    /// The terms it is played on; `None` where no clock runs at all.
    pub terms: Option<Terms>,
    /// What runs out next, and when.
    pub timer: Option<Timer>,
    /// The clock of each seat, in turn order; empty unless the game is being played.
    pub clocks: Vec<SeatClock>,
    /// What is offered and not yet answered.
    pub offers: Vec<Offered>,
    /// What has just been declined or withdrawn.
    pub declined: Option<DeclinedOffer>,
    /// Whom the public board is to mention: whose turn it is now, or whose match has ended, and who wants to be notified
    /// there. Empty when nothing has just happened.
    pub mention: Vec<UserId>,
    /// Whether a moderator hides it from everybody who does not play in it.
    pub hidden: bool,
    /// The role (a snowflake) to mention with a new table that is open to anyone, where the server has set one.
    pub role: Option<u64>,
    /// Whether it is an analysis board: nobody but its player sees it.
    pub private: bool,
    /// Whether its rules hide something of the board until the end.
    pub hides: bool,
    /// The levels at which the machine plays this.
    pub levels: &'static [Level],
    /// Whether something is shown here that only the one may see whom it was made for.
    pub secret: bool,
    /// Whether what has just happened is shown at the match's home separately, and the answer is for the asker alone.
    pub posted: bool,
    /// Moves made so far.
    pub moves: u32,
    /// The keys of the games of which the open table becomes one; empty where the game is known.
    pub choices: Vec<&'static str>,
    /// Whether it was opened where the bot can only answer.
    pub outside: bool,
}

/// How a seat stands for time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// What it had when its turn began, or has for its next turn, in seconds; `None` where nobody counts. The seat to
    /// move has until the end of [`MatchView::timer`].
    pub left: Option<i64>,
    /// Until when its player is on vacation, in seconds of the Unix epoch.
    pub away_until: Option<i64>,
    /// Whether its player has thought too long, and the match goes on without asking them.
    pub absent: bool,
    /// Whether anyone may take it over.
    pub vacant: bool,
    /// Whether it has dropped out.
    pub out: bool,
}

/// The last move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Whose it was, as the seat is called for people.
    pub seat: String,
    /// Its number for people: 1 for the first turn of everyone.
    pub number: u32,
    /// Display notation, `+` and `#` included; `None` where the move is hidden.
    pub display: Option<String>,
    /// In words; empty where they would tell something that is hidden.
    pub words: String,
    /// Whether it was planned, or the only move, and made automatically.
    pub at_once: bool,
}

/// One line of somebody's list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// The other players.
    pub others: Vec<UserId>,
    /// How far it is.
    pub phase: Phase,
    /// Whether the asker is to move.
    pub mine: bool,
    /// Who is to move.
    pub next: Vec<UserId>,
    /// Since when, in seconds of the Unix epoch.
    pub since: i64,
    /// Moves made so far.
    pub moves: u32,
    /// The thread or channel it lives in.
    pub home: Option<ChannelId>,
    /// When something runs out next, in seconds of the Unix epoch.
    pub deadline: Option<i64>,
}

/// The moves of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// Who sits where.
    pub seats: Vec<(String, Option<UserId>)>,
    /// Numbered lines in display notation, one for each round of turns.
    pub lines: Vec<String>,
    /// The whole record as a text file: headers, options, canonical moves, result.
    pub file: String,
}

/// A match position by position, seen as in public.
#[derive(Clone, Debug)]
pub struct Frames {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// The number of the first move shown.
    pub from: u32,
    /// The number of the last move shown.
    pub to: u32,
    /// How many positions there are from before the first move to after the last.
    pub positions: usize,
    /// As many of them as were asked for, evenly spaced; always the first and the last.
    pub scenes: Vec<Scene>,
    /// The moving picture in words: at most 1,024 characters.
    pub alt: String,
}

/// A move that is put together step by step, as far as it has come.
#[derive(Clone, Debug)]
pub struct Steps {
    /// Which match.
    pub game: GameId,
    /// How many events it has.
    pub ply: u32,
    /// The game's name, with its variant.
    pub title: String,
    /// What has been chosen so far, and what can be chosen next.
    pub walk: Walk,
    /// A whole move in display notation; its canonical text where it is not known what it meets.
    pub display: String,
    /// The board with what has been chosen so far, from the asker's side, where the game draws it.
    pub preview: Option<Scene>,
    /// The preview in words: at most 1,024 characters.
    pub alt: String,
    /// What a whole move does and what it leaves in danger, one sentence each.
    pub effects: Vec<String>,
}
