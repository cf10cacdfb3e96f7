//! Answers to interactions, as plain data.

use super::Asker;
use super::gif_queue::Ticket;
use crate::app::{Frames, MatchView, Request};
use crate::discord::reply::{Question, Reply};
use crate::match_state::{ChannelId, GameId};

/// An answer, with its follow-up.
#[derive(Debug)]
pub struct Answer {
    /// The answer to the asker.
    pub first: Response,
    /// The follow-up.
    pub then: Option<FollowUp>,
    /// The way to keep the first answer visible if it reports a change to everybody.
    pub keep: Option<Keep>,
}

/// The way to keep a first answer visible that reports a change to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The channel in which the answer is posted if it cannot be given as an answer.
    Post(ChannelId),
    /// The answer alone, where the bot can do nothing else.
    Answer,
}

/// The first answer, to the asker.
#[derive(Debug)]
pub enum Response {
    /// A message.
    Say(Reply),
    /// Another message, which replaces the button's.
    Update(Reply),
    /// A public deferral: the follow-up brings the answer.
    Wait,
    /// The form for the text of a match.
    Form,
    /// A form with one line.
    Ask(Question),
    /// No answer: this very request has been answered before.
    Nothing,
}

/// A follow-up, carried out after the answer.
#[derive(Debug)]
pub enum FollowUp {
    /// Posts the board at the match's home.
    Post {
        /// The match's home.
        home: ChannelId,
        /// The board.
        reply: Reply,
    },
    /// Posts the table where tables are posted.
    Table {
        /// The match.
        game: GameId,
        /// The channel for tables.
        lobby: ChannelId,
        /// The table.
        reply: Reply,
    },
    /// Stores which message shows an open table: the answer's.
    SetLobbyMessage {
        /// The match.
        game: GameId,
        /// The message's channel.
        channel: ChannelId,
    },
    /// Changes a message that shows an open table to the table's present state.
    ReplaceTable {
        /// The message's channel.
        channel: ChannelId,
        /// The message's snowflake.
        message: u64,
        /// The table's present state.
        reply: Reply,
    },
    /// Begins a match: gives it a thread below the table's message if one is wanted, and posts its first board.
    Begin {
        /// The match.
        game: GameId,
        /// The table's channel.
        channel: ChannelId,
        /// The new contents of the table's message, once there is a thread; `None` if it has them already.
        table: Option<Reply>,
        /// The thread's name; `None` if no thread is wanted.
        thread: Option<String>,
        /// The board.
        reply: Reply,
    },
    /// Sends the board after the answer, where the bot can only answer.
    Here {
        /// The board.
        reply: Reply,
    },
    /// Begins a match at a table that was joined from elsewhere.
    BeginThere {
        /// The match.
        game: GameId,
        /// The table's channel.
        channel: ChannelId,
        /// The table's message (a snowflake), which gets the match's thread if it asks for one, and its new contents.
        table: Option<(u64, Reply)>,
        /// The thread's name.
        thread: String,
        /// The board.
        reply: Reply,
    },
    /// Reviews the asker's moves in a game that is over.
    Review {
        /// The request.
        request: Request,
        /// The match.
        game: GameId,
    },
    /// Shows the machine's move in a private match in the answer, once it is made.
    MachineMove {
        /// The player.
        asker: Asker,
        /// The match after the player's move.
        changed: Box<MatchView>,
        /// True if the answer replaced the message of the button.
        in_place: bool,
    },
    /// Makes a moving picture.
    Gif {
        /// The positions to show.
        frames: Box<Frames>,
        /// The asker's place in the queue.
        ticket: Ticket,
    },
}

impl FollowUp {
    /// True if the follow-up shows everybody the change.
    pub fn shows(&self) -> bool {
        matches!(
            self,
            FollowUp::Post { .. }
                | FollowUp::Table { .. }
                | FollowUp::Begin { .. }
                | FollowUp::BeginThere { .. }
                | FollowUp::Here { .. }
        )
    }
}

impl Answer {
    /// Returns an answer of one message.
    pub fn say(reply: Reply) -> Self {
        Answer {
            first: Response::Say(reply),
            then: None,
            keep: None,
        }
    }

    /// Adds a follow-up.
    pub(super) fn and(self, then: FollowUp) -> Self {
        Answer {
            then: Some(then),
            ..self
        }
    }

    pub(in crate::discord) fn update(reply: Reply) -> Self {
        Answer {
            first: Response::Update(reply),
            then: None,
            keep: None,
        }
    }

    /// Returns the answer without any change of the message that the button is on: others see it, and the button does
    /// not belong on it. A replacement of it is sent to the asker alone.
    pub fn aside(self) -> Self {
        let first = match self.first {
            Response::Update(reply) => Response::Say(Reply {
                private: true,
                pings: Vec::new(),
                roles: Vec::new(),
                ..reply
            }),
            first => first,
        };
        let then = match self.then {
            Some(FollowUp::SetLobbyMessage { .. }) => None,
            Some(FollowUp::Begin {
                game,
                channel,
                reply,
                ..
            }) => Some(FollowUp::Begin {
                game,
                channel,
                table: None,
                thread: None,
                reply,
            }),
            then => then,
        };
        Answer {
            first,
            then,
            keep: self.keep,
        }
    }
}
