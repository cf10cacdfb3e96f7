//! Views of a match, without a word of Discord: the contents of messages, lists and files.

use crate::app::play::walk::Walk;
use crate::app::{DeclinedOffer, OfferKind, Offered, Twist};
use crate::engine::Level;
use crate::match_state::{
    ChannelId, GameId, GuildId, RatingChange, Terms, Timer, Uncounted, UserId,
};
use crate::rules::Seat;
use crate::scene::Scene;

/// The phase of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are still open, or invited players have not accepted.
    Open {
        /// The invited who have not answered.
        invited: Vec<UserId>,
        /// Number of seats without a player.
        empty: u8,
    },
    /// The game is being played.
    Playing,
    /// The game is over.
    Over {
        /// The ending in one sentence ("White wins: the royal stone was captured."), with the placings if more than two
        /// played.
        ending: String,
    },
}

impl Phase {
    /// Returns the phase of a table that so many more people can join, besides those who are invited.
    pub(super) fn open(places: u8, invited: Vec<UserId>) -> Phase {
        let asked = u8::try_from(invited.len()).unwrap_or(u8::MAX);
        Phase::Open {
            empty: places.saturating_add(asked),
            invited,
        }
    }
}

/// A view of a match: everything that a message shows of it, without a word of Discord.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The match.
    pub game: GameId,
    /// The match's number of events when this view was made; buttons carry it.
    pub ply: u32,
    /// The game's key.
    pub key: &'static str,
    /// The game's name, with its variant if it has one ("Abstract Chess (Aronson)").
    pub title: String,
    /// The name ("White") and player of each seat, in turn order; at an open table, the guest who asked for the seat.
    pub seats: Vec<(String, Option<UserId>)>,
    /// The pairs of seats that win and lose together; empty if each plays for itself.
    pub teams: &'static [[Seat; 2]],
    /// The keys of its twists.
    pub twisted: Vec<String>,
    /// The twists that can still be added at a table that nobody else has joined.
    pub twists: Vec<Twist>,
    /// The opener of the table.
    pub opener: Option<UserId>,
    /// The guests of the open table, seated or not, in the order in which they came. Empty once the game has begun.
    pub guests: Vec<UserId>,
    /// The match's phase.
    pub phase: Phase,
    /// The match's home (a thread or channel), once known.
    pub home: Option<ChannelId>,
    /// The time since which the match has been in this state, in seconds of the Unix epoch.
    pub since: i64,
    /// Events shown before the last move, in order, one sentence each: those before an automatic move, and the
    /// machine's moves for other seats right before.
    pub before: Vec<String>,
    /// The last move; `None` before the first.
    pub last: Option<LastMove>,
    /// Events since the last move, in order.
    pub remarks: Vec<Remark>,
    /// Number of events that everybody at the match's home has been told; 0 if the view shows all that is known.
    pub told: u32,
    /// The number of the event that last changed the board or the turn.
    pub changed: u32,
    /// The seat to move and its player.
    pub next: Vec<(Seat, UserId)>,
    /// Warnings: one line for each royal piece that the picture rings.
    pub warnings: Vec<String>,
    /// The moves of the piece that was asked about, in one sentence.
    pub reach: Option<String>,
    /// Further sentences to show with the board.
    pub status_lines: Vec<String>,
    /// Rules that have just come into force and that the players have not met before, a sentence each; at an open
    /// table, the rules of its options.
    pub lessons: Vec<String>,
    /// The picture.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
    /// The terms of the match; `None` if no clock runs at all.
    pub terms: Option<Terms>,
    /// The timer that runs out next.
    pub timer: Option<Timer>,
    /// The clock of each seat, in turn order; empty unless the game is being played.
    pub clocks: Vec<SeatClock>,
    /// Offers that have not been answered.
    pub offers: Vec<Offered>,
    /// The kinds of those offers that have just been made, or that somebody has just agreed to.
    pub new_offers: Vec<OfferKind>,
    /// Changes of the players' ratings by the ended match; empty if it did not count.
    pub ratings: Vec<RatingChange>,
    /// The reason why a match that is over counts for no rating, if its terms were rated.
    pub uncounted: Option<Uncounted>,
    /// The offer that has just been declined or withdrawn.
    pub declined: Option<DeclinedOffer>,
    /// Users whom the public board must mention: those to move, or whose match has ended, and who want to be notified
    /// there. Empty if nothing has just happened.
    pub mention: Vec<UserId>,
    /// True if a moderator hides the match from everybody who does not play in it.
    pub hidden: bool,
    /// The role (a snowflake) to mention with a new table that is open to anyone, if the server has set one.
    pub role: Option<u64>,
    /// True if only its player sees it: an analysis board, or a private match against the machine.
    pub private: bool,
    /// True if the rules hide something of the board until the end.
    pub hides: bool,
    /// True if the machine gave up, so that its game can be played out.
    pub given_up: bool,
    /// True for a table that was closed before its game began, so that its opener can open it again.
    pub can_reopen: bool,
    /// The result of the only person in a match against the machine that is over and has a result.
    pub result: Option<SoloResult>,
    /// The winner of a match of two that is over, and the loser.
    pub decided: Option<(Seat, Seat)>,
    /// The levels at which the machine plays this game.
    pub levels: &'static [Level],
    /// True if the view shows something that only the user it was made for may see.
    pub secret: bool,
    /// True if the change is shown at the match's home separately, and the answer is private.
    pub posted: bool,
    /// Number of moves made.
    pub moves: u32,
    /// Number of rounds begun.
    pub rounds: u32,
    /// Number of opponents of each player.
    pub rivals: usize,
    /// The keys of the games from which the open table will choose one; empty if the game is known.
    pub choices: Vec<&'static str>,
    /// True if the match was opened in a place where the bot can only answer.
    pub outside: bool,
}

impl MatchView {
    /// True unless everybody at the match's home has seen this board.
    pub fn has_new_board(&self) -> bool {
        self.changed > self.told
    }
}

/// A sentence about an event since the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The number of the event.
    pub ply: u32,
    /// The sentence.
    pub text: String,
    /// True for the beginning of something that a view of everything shows as long as it lasts.
    pub lasts: bool,
}

/// The result of a person against the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoloResult {
    /// The person has the first place, or their team has won.
    Won,
    /// The person shares the first place.
    Drawn,
    /// Another seat, or the other team, has won.
    Lost,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatClock {
    /// The seat.
    pub seat: Seat,
    /// The seat's time at the beginning of its current or next turn, in seconds; `None` without a time limit. The seat
    /// to move has until the end of [`MatchView::timer`].
    pub left: Option<i64>,
    /// The end of the player's vacation, in seconds of the Unix epoch.
    pub away_until: Option<i64>,
    /// True if the player is out of time and the match goes on without waiting for that player's consent.
    pub absent: bool,
    /// True if anyone may take over the seat.
    pub vacant: bool,
    /// True if a moderator has opened the seat to anyone.
    pub freed: bool,
    /// The former player and the time from which anyone may take over the seat, in seconds of the Unix epoch, if the
    /// machine keeps it; `None` for the time once it has passed.
    pub kept_for: Option<(UserId, Option<i64>)>,
    /// True if the seat has dropped out.
    pub out: bool,
}

/// The last move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// The number of its event.
    pub ply: u32,
    /// The name of the move's seat as shown to people.
    pub seat: String,
    /// The move's number as shown to people: 1 for everyone's first turn.
    pub number: u32,
    /// The move in display notation with `+` and `#`; `None` if it is hidden.
    pub display: Option<String>,
    /// The move in words; empty if they would reveal something hidden.
    pub words: String,
    /// True for a move made automatically: planned, or the only one.
    pub at_once: bool,
}

/// A line of a user's list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The game's name with its variant.
    pub title: String,
    /// The other players.
    pub others: Vec<UserId>,
    /// The match's phase.
    pub phase: Phase,
    /// The user's own result in a few words; `None` if the match is not over, or has no result.
    pub result: Option<String>,
    /// True if the user is to move.
    pub mine: bool,
    /// True if the user is invited and has not answered.
    pub invited: bool,
    /// The users to move.
    pub next: Vec<UserId>,
    /// The time since which the match has been in this state, in seconds of the Unix epoch.
    pub since: i64,
    /// Number of moves made.
    pub moves: u32,
    /// The server in which the match was opened; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The match's home, a thread or channel.
    pub home: Option<ChannelId>,
    /// The message that shows the open table: the channel and the message's snowflake.
    pub table: Option<(ChannelId, u64)>,
    /// The time at which the match's next timer runs out, in seconds of the Unix epoch.
    pub deadline: Option<i64>,
}

/// The moves of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The match.
    pub game: GameId,
    /// The game's name with its variant.
    pub title: String,
    /// The name and player of each seat.
    pub seats: Vec<(String, Option<UserId>)>,
    /// Numbered lines in display notation, one for each round.
    pub lines: Vec<String>,
    /// The whole record as a text file: headers, options, canonical texts of the moves, result.
    pub file: String,
}

/// A match position by position, as the public sees it.
#[derive(Clone, Debug)]
pub struct Frames {
    /// The match.
    pub game: GameId,
    /// The game's name with its variant.
    pub title: String,
    /// The number of the first move shown.
    pub from: u32,
    /// The number of the last move shown.
    pub to: u32,
    /// Number of positions from the one before the first move to the one after the last.
    pub positions: usize,
    /// Evenly spaced positions, as many as were requested, always with the first and the last.
    pub scenes: Vec<Scene>,
    /// The moving picture in words: at most 1,024 characters.
    pub alt: String,
}

/// A move that is put together step by step, as far as chosen.
#[derive(Clone, Debug)]
pub struct Steps {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The game's name with its variant.
    pub title: String,
    /// The choices made so far and the next ones.
    pub walk: Walk,
    /// A whole move in display notation; its canonical text if the pieces that it meets are hidden.
    pub display: String,
    /// The board with the choices so far, from the user's side, if the game draws it.
    pub preview: Option<Scene>,
    /// The preview in words: at most 1,024 characters.
    pub alt: String,
    /// Effects of a whole move and pieces that it leaves in danger, one sentence each.
    pub effects: Vec<String>,
    /// True in a private match against the machine.
    pub solo: bool,
    /// A piece offered together with the first question, so that its moves are one step away.
    pub piece: Option<Walk>,
}
