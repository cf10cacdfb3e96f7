//! Moves, and seats that leave the game.

use crate::app::AppError;
use crate::app::error::impossible;
use crate::app::matches::pending::PendingMatch;
use crate::match_state::{Ending, Event, Leaving, UserId};
use crate::rules::{Game, Played, Seat};

/// Makes a player's move; refuses texts that only chance or leaving the game can produce.
pub(in crate::app) fn make_move(
    pending: &mut PendingMatch,
    seat: Seat,
    user: UserId,
    text: &str,
) -> Result<(), AppError> {
    let played = play_text(pending.loaded.game.umpire_mut(), text)?;
    let moved = Event::Moved {
        seat,
        user,
        text: played.canonical.clone(),
        next: pending.loaded.game.umpire().turn(),
    };
    pending.add(moved, Some(played)).map_err(impossible)
}

/// Plays a typed text. Outcomes of chance and leaving the game are written as moves too, but players cannot type them.
pub(in crate::app) fn play_text(game: &mut dyn Game, text: &str) -> Result<Played, AppError> {
    let mut reserved = game.chance();
    reserved.extend(
        game.kind()
            .all_seats()
            .filter_map(|seat| game.resign_move(seat)),
    );
    let canonical = game.parse_move(text)?;
    if reserved.contains(&canonical) {
        return Err(AppError::Plain(
            "That is not a move: I roll the dice, and `/resign` gives up a game.".to_owned(),
        ));
    }
    Ok(game.play(&canonical)?)
}

/// Lets a seat resign: the game goes on without it if its rules say how, or else the match ends.
pub(in crate::app) fn resign(
    pending: &mut PendingMatch,
    seat: Seat,
    user: UserId,
) -> Result<(), AppError> {
    drop_out(pending, seat, Leaving::Resignation, |text, next| {
        Event::Resigned {
            seat,
            user,
            text,
            next,
        }
    })
}

/// Lets a seat leave by resignation or timeout; `event` makes the event from the move text of leaving and the next
/// turn.
pub(in crate::app) fn drop_out(
    pending: &mut PendingMatch,
    seat: Seat,
    how: Leaving,
    event: impl FnOnce(Option<String>, Seat) -> Event,
) -> Result<(), AppError> {
    // Nobody loses on time while no move can be made.
    if let (Some(replay_error), Leaving::Timeout) = (&pending.loaded.replay_error, how) {
        return Err(AppError::Plain(replay_error.sentence()));
    }
    let resign_move = pending.loaded.game.umpire().resign_move(seat);
    let played = resign_move
        .map(|text| pending.loaded.game.umpire_mut().play(&text))
        .transpose()?;
    let goes_on = played.is_some();
    let text = played.as_ref().map(|played| played.canonical.clone());
    let left = event(text, pending.loaded.game.umpire().turn());
    pending.add(left, played).map_err(impossible)?;
    if !goes_on {
        let ending = Ending::by_leaving(pending.loaded.kind, seat, how);
        let ended = Event::Ended { ending };
        pending.add(ended, None).map_err(impossible)?;
    }
    Ok(())
}
