//! Refusals: the reasons why requests change nothing.

use crate::app::Listed;
use crate::match_state::{GameId, MatchError};
use crate::rules::RuleError;
use crate::store::{Bound, StoreError};

/// The answer to a request that could not begin in time.
const LATE: &str =
    "I couldn't begin with that in time, so nothing was changed. Please send it again.";

/// A refusal, the reason why a request changed nothing: a clear sentence for the user who asked, shown in private.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppError {
    /// The rules forbid the move.
    #[error("{0}")]
    Rules(RuleError),
    /// Any other fault that the user can understand and correct.
    #[error("{0}")]
    Plain(String),
    /// Several matches fit the request.
    #[error("You have several games here: say which with the `game` option.")]
    WhichGame(Vec<Listed>),
    /// The match has changed since the button was made.
    #[error("{0}")]
    Stale(String),
    /// The request has been answered before; nothing is sent.
    #[error("That was already done.")]
    Repeated,
    /// The store or another part of the program failed; nothing was changed, and the log has the cause.
    #[error(
        "Something went wrong on my side and nothing was changed. Please try again in a moment."
    )]
    Internal,
}

impl From<RuleError> for AppError {
    fn from(rejection: RuleError) -> Self {
        AppError::Rules(rejection)
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Repeated => AppError::Repeated,
            StoreError::Late => AppError::Plain(LATE.to_owned()),
            StoreError::Bound(bound) => AppError::Plain(over_bound(bound)),
            StoreError::NoGame(game) => no_game(game),
            // A request for a certain ply is answered with what has changed since; any other is tried again.
            StoreError::Changed => AppError::Stale(
                "Something happened in this game at the same moment. Please look again.".to_owned(),
            ),
            StoreError::Busy(error) => {
                tracing::warn!(%error, "the database is busy");
                AppError::Plain(
                    "The database is busy; nothing was changed. Try again in a moment.".to_owned(),
                )
            }
            StoreError::Unsure(error) => {
                tracing::error!(%error, "it is not known whether an answer was stored");
                AppError::Plain(
                    "I lost my database at that moment, so I don't know whether that was done. Look at the game again \
                     in a moment."
                        .to_owned(),
                )
            }
            StoreError::Full(error) => {
                tracing::error!(%error, "the disk is full");
                AppError::Plain(
                    "I have no room left to write this down, so nothing was changed and your games are safe. \
                     Please tell the person who runs me that my disk is full."
                        .to_owned(),
                )
            }
            error => {
                tracing::error!(%error, "the store failed");
                AppError::Internal
            }
        }
    }
}

/// Returns the answer about a match that does not exist or that the user may not see, so that nobody learns which.
pub(super) fn no_game(game: GameId) -> AppError {
    AppError::Plain(format!("There is no game {} here.", game.0))
}

/// Returns the answer to a request that would exceed a bound.
pub(super) fn over_bound(bound: Bound) -> String {
    match bound {
        Bound::Games(most) => format!(
            "You have {most} games that are not over, which is the limit. Finish or resign one first; `/games` lists \
             them."
        ),
        Bound::Machines(most) => format!(
            "You have {most} games against the machine, which is the limit. Finish or resign one first; `/games` lists \
             them. One in which you have not moved for two weeks does not count."
        ),
        Bound::Tables(most) => format!(
            "You have {most} open tables, which is the limit. Close one, or wait until somebody joins; `/games` lists \
             them."
        ),
        Bound::Invitations(user, most) => format!(
            "<@{}> has not answered {most} invitations from you. Wait for an answer, or close one of those tables.",
            user.0
        ),
        Bound::Pending(user) => format!(
            "<@{}> has too many invitations that are not answered. Open a table without inviting them: anyone can join.",
            user.0
        ),
        Bound::InvitationsADay(user, most) => format!(
            "You have invited <@{}> {most} times in the last 24 hours. Open a table without inviting them: anyone can \
             join.",
            user.0
        ),
        Bound::BegunADay(most) => format!(
            "You have begun {most} games in the last 24 hours, which is the daily limit. Please try again tomorrow."
        ),
        Bound::Notes(most) => format!(
            "You have {most} notes in all your games, which is the limit. Remove one first: `/note remove:`."
        ),
        Bound::ImportsADay(most) => format!(
            "You have imported {most} games in the last 24 hours, which is the daily limit. Please try again tomorrow."
        ),
    }
}

/// Logs an event that does not fit the match although this program made it, and returns an internal error.
pub(super) fn impossible(fault: MatchError) -> AppError {
    tracing::error!(?fault, "an event made here does not fit the match");
    AppError::Internal
}
