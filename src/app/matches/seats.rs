//! The seats of a match: who holds them, and who may act for them.

use super::loaded::LoadedMatch;
use super::texts::fault_sentence;
use crate::app::texts::seat_label;
use crate::app::{AppError, Request, Side};
use crate::match_state::{Leaving, MatchError, Outcome, Phase, UserId};
use crate::rules::Seat;

/// Returns the seat to move, if the user holds it.
pub(in crate::app) fn seat_to_move(
    loaded: &LoadedMatch,
    request: Request,
) -> Result<Seat, AppError> {
    let seats = seats_of(loaded, request)?;
    let turn = loaded.state.turn();
    turn.filter(|turn| seats.contains(turn)).ok_or_else(|| {
        AppError::Plain(fault_sentence(
            loaded,
            request.user,
            MatchError::NotTheirTurn,
        ))
    })
}

/// Returns the seat that the user resigns: of several, the one to move.
pub(in crate::app) fn seat_to_leave(
    loaded: &LoadedMatch,
    request: Request,
) -> Result<Seat, AppError> {
    let seats = seats_of(loaded, request)?;
    let turn = loaded.state.turn();
    let still_in = still_in(loaded);
    let mut still = seats.iter().copied().filter(|seat| still_in.contains(seat));
    turn.filter(|turn| seats.contains(turn))
        .or_else(|| still.next())
        .ok_or_else(|| AppError::Plain(fault_sentence(loaded, request.user, MatchError::Out)))
}

/// Returns the user's seats in a match that is being played.
pub(in crate::app) fn seats_of(
    loaded: &LoadedMatch,
    request: Request,
) -> Result<Vec<Seat>, AppError> {
    let refuse = |fault| Err(AppError::Plain(fault_sentence(loaded, request.user, fault)));
    let seats = loaded.state.seats_of(request.user);
    match loaded.state.phase() {
        Phase::Open => refuse(MatchError::NotBegun),
        Phase::Over(_) => refuse(MatchError::Over),
        Phase::Playing if seats.is_empty() => refuse(MatchError::NotAPlayer),
        Phase::Playing => Ok(seats),
    }
}

/// Returns the seats whose players are still in: they have not left, and the game has not put them out. With more than
/// two seats, a seat that the game does not let leave is out, unless none can leave.
pub(in crate::app) fn still_in(loaded: &LoadedMatch) -> Vec<Seat> {
    let there = |seat: &Seat| !loaded.state.is_out(*seat);
    let seats: Vec<Seat> = loaded.kind.all_seats().filter(there).collect();
    if loaded.state.size() <= 2 {
        return seats;
    }
    let can_leave = |seat: &Seat| loaded.game.umpire().resign_move(*seat).is_some();
    if seats.iter().any(can_leave) {
        return seats.into_iter().filter(can_leave).collect();
    }
    seats
}

/// Returns the seats that anyone may take over; none that is out.
pub(in crate::app) fn vacant(loaded: &LoadedMatch) -> Vec<Seat> {
    let still = still_in(loaded);
    let mut vacant = loaded.state.vacant();
    vacant.retain(|seat| still.contains(seat));
    vacant
}

/// True if a seat that anyone may take over can be found from everywhere.
pub(in crate::app) fn is_offered_anywhere(loaded: &LoadedMatch) -> bool {
    loaded.location.is_found_anywhere() && !loaded.state.is_hidden() && !vacant(loaded).is_empty()
}

/// Returns the seat from which a board is drawn for a user.
pub(in crate::app) fn own_side(loaded: &LoadedMatch, user: UserId, side: Side) -> Option<Seat> {
    let seats = loaded.state.seats_of(user);
    let turn = loaded.state.turn().filter(|turn| seats.contains(turn));
    match side {
        Side::Public => None,
        Side::Own => turn.or_else(|| seats.first().copied()),
    }
}

/// Returns each seat's name and player, in turn order.
pub(in crate::app) fn seats(loaded: &LoadedMatch) -> Vec<(String, Option<UserId>)> {
    loaded
        .kind
        .all_seats()
        .map(|seat| (seat_label(loaded.kind, seat), loaded.state.owner(seat)))
        .collect()
}

/// True if a machine holds every seat whose player is still in.
pub(in crate::app) fn only_machines_left(loaded: &LoadedMatch) -> bool {
    let mut still = still_in(loaded).into_iter();
    still.all(|seat| loaded.state.is_machine(seat))
}

/// True if a table was for fewer people than seats, and one of them leads every side that is left.
pub(in crate::app) fn one_leader_left(loaded: &LoadedMatch) -> bool {
    let terms = loaded.state.terms();
    let fewer = terms.is_some_and(|terms| terms.people.is_some());
    let mut owners = still_in(loaded)
        .into_iter()
        .map(|seat| loaded.state.owner(seat));
    let first = owners.next();
    fewer && first.is_some() && owners.all(|owner| Some(owner) == first)
}

/// True if the user and the machine hold all seats, so that there is no other person to play against.
pub(in crate::app) fn is_alone(loaded: &LoadedMatch, user: UserId) -> bool {
    loaded.kind.all_seats().all(|seat| {
        let owner = loaded.state.owner(seat);
        owner.is_some_and(|owner| owner == user || owner.is_machine())
    })
}

/// Returns true if a table was closed before its game began, though not by a moderator.
pub(in crate::app) fn can_reopen(loaded: &LoadedMatch) -> bool {
    let Phase::Over(ending) = loaded.state.phase() else {
        return false;
    };
    ending.outcome(loaded.kind) == Some(Outcome::Closed)
}

/// Returns the seat of the machine that gave up and so ended a match; `None` if the match ended otherwise.
pub(in crate::app) fn gave_up(loaded: &LoadedMatch) -> Option<Seat> {
    let Phase::Over(ending) = loaded.state.phase() else {
        return None;
    };
    let loser = match ending.outcome(loaded.kind)? {
        Outcome::WonByLeaving {
            winner,
            how: Leaving::Resignation,
        } => loaded.kind.opponent(winner)?,
        // The last side that drops out leaves the game to the winner.
        Outcome::Decided(_) => {
            (loaded.kind.all_seats())
                .zip(&ending.placings)
                .find(|(seat, place)| **place == 2 && loaded.state.is_out(*seat))?
                .0
        }
        _ => return None,
    };
    loaded.state.is_machine(loser).then_some(loser)
}
