//! Effects of timers that have run out.

use crate::app::AppError;
use crate::app::error::impossible;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::still_in;
use crate::app::play::moves::drop_out;
use crate::match_state::{CLAIM_WINDOW, Ending, Event, Expiry, Leaving, UserId};
use crate::rules::Seat;

/// Applies a timer that has run out for the player to move and leaves the turn with that player, before anything else.
pub(in crate::app) fn run_out_in_turn(pending: &mut PendingMatch) -> Result<(), AppError> {
    match pending.loaded.expired(pending.at) {
        Some(expiry) if expiry.leaves_the_turn() => run_out(pending, expiry),
        _ => Ok(()),
    }
}

/// Applies a timer that has run out.
pub(in crate::app) fn run_out(pending: &mut PendingMatch, expiry: Expiry) -> Result<(), AppError> {
    let owner = |seat| pending.loaded.state.owner(seat).unwrap_or(UserId(0));
    let event = match expiry {
        Expiry::Close => Event::Ended {
            ending: Ending::closed(),
        },
        Expiry::Abandon => Event::Ended {
            ending: Ending::by_silence(pending.loaded.game.umpire()),
        },
        Expiry::Excuse(seat) => Event::Excused {
            seat,
            user: owner(seat),
        },
        Expiry::Vacate(seat) => return vacate(pending, seat, None),
        Expiry::Flag(seat) => Event::Flagged {
            seat,
            wait: Some(CLAIM_WINDOW),
        },
        Expiry::TimeOut(seat) => {
            let out = |text, next| Event::TimedOut {
                seat,
                claimed: None,
                text,
                next,
            };
            return drop_out(pending, seat, Leaving::Timeout, out);
        }
    };
    pending.add(event, None).map_err(impossible)
}

/// Opens a seat to anyone, offered by its player or after a timeout; if the terms name a stand-in, the machine takes it
/// over at once. If only machines were left then, the seat loses on time instead.
///
/// # Errors
/// The seat is offered, and only machines would be left.
pub(in crate::app) fn vacate(
    pending: &mut PendingMatch,
    seat: Seat,
    user: Option<UserId>,
) -> Result<(), AppError> {
    let state = &pending.loaded.state;
    let stand_in = state.terms().and_then(|terms| terms.stand_in());
    let stand_in = stand_in.filter(|_| state.size() > 2);
    let mut others = still_in(&pending.loaded).into_iter();
    if stand_in.is_some() && others.all(|other| other == seat || state.is_machine(other)) {
        return match user {
            Some(_) => Err(AppError::Plain(
                "Nobody else plays in this game any more, and it does not go on among machines. `/resign` ends it."
                    .to_owned(),
            )),
            None => run_out(pending, Expiry::TimeOut(seat)),
        };
    }
    let vacated = Event::Vacated { seat, user };
    pending.add(vacated, None).map_err(impossible)?;
    match stand_in {
        Some(user) => pending
            .add(Event::Substituted { seat, user }, None)
            .map_err(impossible),
        None => Ok(()),
    }
}

/// Ends the match in a draw by agreement.
pub(in crate::app) fn agree(pending: &mut PendingMatch) -> Result<(), AppError> {
    let mut agreed = pending.loaded.game.clone();
    agreed.umpire_mut().agree();
    let ending = Ending::of_game(agreed.umpire()).ok_or(AppError::Internal)?;
    pending
        .add(Event::Ended { ending }, None)
        .map_err(impossible)
}
