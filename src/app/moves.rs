//! Moves, chance and the end of the game, as they happen to a match.

use super::error::impossible;
use super::pending::PendingMatch;
use super::{AppError, Chance};
use crate::match_state::{Ending, Event, Phase, UserId};
use crate::rules::{Game, Played, Seat};

/// A player's move, which is never what only chance or leaving the game can do.
pub(super) fn make_move(
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

/// Plays a text that somebody typed. What chance decides and how a seat is left is written as a move too, and is not
/// for a player to type.
pub(super) fn play_text(game: &mut dyn Game, text: &str) -> Result<Played, AppError> {
    let mut reserved = game.chance();
    reserved.extend(
        game.kind()
            .all_seats()
            .filter_map(|seat| game.resign_move(seat)),
    );
    let mut after = game.boxed_clone();
    let played = after.play(text)?;
    if reserved.contains(&played.canonical) {
        return Err(AppError::Plain(
            "That is not a move: what is left to chance is drawn by me, and a game is left with `/resign`.".to_owned(),
        ));
    }
    Ok(game.play(&played.canonical)?)
}

/// A seat leaves: the game goes on without it where its rules say how, or else the match ends.
pub(super) fn resign(pending: &mut PendingMatch, seat: Seat, user: UserId) -> Result<(), AppError> {
    drop_out(pending, seat, "resignation", |text, next| Event::Resigned {
        seat,
        user,
        text,
        next,
    })
}

/// A seat leaves, by resigning or by its clock; `event` makes what is recorded of the move text by which it leaves and of the
/// turn after it.
pub(super) fn drop_out(
    pending: &mut PendingMatch,
    seat: Seat,
    why: &str,
    event: impl FnOnce(Option<String>, Seat) -> Event,
) -> Result<(), AppError> {
    // Nobody loses by a clock while no move can be made.
    if let (Some(replay_error), "timeout") = (&pending.loaded.replay_error, why) {
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
        let ending = Ending::by_leaving(pending.loaded.kind, seat, why);
        let ended = Event::Ended { ending };
        pending.add(ended, None).map_err(impossible)?;
    }
    Ok(())
}

/// How many throws in a row are left to chance before only those are that let somebody move. A throw can lose a player
/// the turn, so that the next one throws; some throw never does, or else the game would be over. A fair die comes here
/// less than once in 10^15 games, and one that shows the same for ever holds up no match.
pub(super) const THROWS: usize = 200;

/// Draws what chance must decide before somebody can move, and ends the match where the game is over.
///
/// It ends: after [`THROWS`] throws every further one is taken from those after which nothing is left to chance, and
/// where a game has none it is given up.
pub(super) fn resolve_chance(pending: &mut PendingMatch, chance: &Chance) -> Result<(), AppError> {
    for throws in 0..=THROWS {
        if *pending.loaded.state.phase() != Phase::Playing {
            return Ok(());
        }
        let game = pending.loaded.game.umpire_mut();
        if let Some(ending) = Ending::of_game(game) {
            let ended = Event::Ended { ending };
            return pending.add(ended, None).map_err(impossible);
        }
        let mut outcomes = game.chance();
        if throws == THROWS {
            outcomes.retain(|outcome| {
                let mut after = game.boxed_clone();
                after.play(outcome).is_ok() && after.chance().is_empty()
            });
        }
        let Some(outcome) = chance.pick(&outcomes) else {
            break;
        };
        let played = game.play(outcome)?;
        let rolled = Event::Rolled {
            text: played.canonical.clone(),
            next: game.turn(),
        };
        pending.add(rolled, Some(played)).map_err(impossible)?;
    }
    // The last throw may have ended the game, which only the next look would have seen.
    if *pending.loaded.state.phase() == Phase::Playing
        && let Some(ending) = Ending::of_game(pending.loaded.game.umpire())
    {
        pending
            .add(Event::Ended { ending }, None)
            .map_err(impossible)?;
    }
    if pending.loaded.game.umpire().chance().is_empty() {
        return Ok(());
    }
    tracing::error!(
        game = pending.loaded.kind.key,
        "nothing that chance can decide lets anybody move"
    );
    Err(AppError::Internal)
}
