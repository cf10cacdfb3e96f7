//! What is to be sent in answer to an interaction.

use super::gif_queue::Ticket;
use crate::app::{Frames, Request};
use crate::discord::reply::{Question, Reply};
use crate::match_state::{ChannelId, GameId};

/// What is to be sent.
#[derive(Debug)]
pub struct Answer {
    /// To the one who asked.
    pub first: Response,
    /// Afterwards.
    pub then: Option<FollowUp>,
    /// Where the first answer tells everybody of something that happened.
    pub keep: Option<Keep>,
}

/// Where a first answer tells everybody of something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In a channel, where it is posted if it cannot be given as an answer.
    Post(ChannelId),
    /// Where the bot can only answer.
    Answer,
}

/// What the one who asked gets.
#[derive(Debug)]
pub enum Response {
    /// A message.
    Say(Reply),
    /// Another message in the place of the one that the button is on.
    Update(Reply),
    /// That it takes a while: what happens afterwards brings the answer.
    Wait,
    /// The form for the text of a match.
    Form,
    /// A form with one line.
    Ask(Question),
    /// Nothing: this very request has been answered before.
    Nothing,
}

/// What happens afterwards.
#[derive(Debug)]
pub enum FollowUp {
    /// The board goes to where the match lives.
    Post {
        /// There.
        home: ChannelId,
        /// The board.
        reply: Reply,
    },
    /// The table goes to where tables are posted.
    Table {
        /// Which match's.
        game: GameId,
        /// There.
        lobby: ChannelId,
        /// The table.
        reply: Reply,
    },
    /// The answer shows an open table: which message it is, is noted.
    SetLobbyMessage {
        /// Which match's.
        game: GameId,
        /// Where it is.
        channel: ChannelId,
    },
    /// A message that shows an open table is changed to how the table stands now.
    ReplaceTable {
        /// Where it is.
        channel: ChannelId,
        /// Its snowflake.
        message: u64,
        /// What it says now.
        reply: Reply,
    },
    /// A match begins: it gets a thread below the table's message where one is wanted, and its first board.
    Begin {
        /// Which match.
        game: GameId,
        /// Where its table is.
        channel: ChannelId,
        /// What the message with the table becomes once the thread is there; `None` where it is that already.
        table: Option<Reply>,
        /// The thread's name, if it is to have one.
        thread: Option<String>,
        /// The board.
        reply: Reply,
    },
    /// The board follows the answer, where the bot can only answer.
    Here {
        /// The board.
        reply: Reply,
    },
    /// A match begins at a table that somebody has joined from elsewhere.
    BeginThere {
        /// Which match.
        game: GameId,
        /// Where its table is.
        channel: ChannelId,
        /// The table's message (a snowflake), which gets the match's thread if it asks for one, and what it says now.
        table: Option<(u64, Reply)>,
        /// The thread's name.
        thread: String,
        /// The board.
        reply: Reply,
    },
    /// The asker's moves in a game that is over are looked at.
    Review {
        /// Who asks.
        request: Request,
        /// Which game.
        game: GameId,
    },
    /// A moving picture is made.
    Gif {
        /// What it shows.
        frames: Box<Frames>,
        /// The asker's place in the queue.
        ticket: Ticket,
    },
}

impl FollowUp {
    /// Whether it brings what everybody is to see of what has been done.
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
    /// Only words, only to the one who asked.
    pub fn say(reply: Reply) -> Self {
        Answer {
            first: Response::Say(reply),
            then: None,
            keep: None,
        }
    }

    /// With something that happens afterwards.
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

    /// The same without anything done to the message that the button is on: others see it, and the button is not one
    /// that belongs on it. What would take its place is said to the one who asked alone.
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
