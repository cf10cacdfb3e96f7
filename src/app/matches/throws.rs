//! Resolving chance in a match, and ending the game.

use super::pending::PendingMatch;
use super::seats::{one_leader_left, only_machines_left};
use crate::app::error::impossible;
use crate::app::{AppError, Chance};
use crate::match_state::{Ending, Event, Phase};

/// Number of throws in a row after which only those are drawn that let somebody move.
///
/// A throw can lose a player the turn, so that the next player throws. A fair die practically never gets here, and a
/// faulty one that always shows the same number holds up no match.
pub(in crate::app) const THROWS: usize = 200;

/// Draws what chance must decide before somebody can move, and ends the match if the game is over or only machines are
/// left in it.
///
/// The loop ends: after [`THROWS`] throws every further one is drawn from those after which nothing is left to chance;
/// if a game has none, an internal error is returned.
pub(in crate::app) fn resolve_chance(
    pending: &mut PendingMatch,
    chance: &Chance,
) -> Result<(), AppError> {
    for throws in 0..=THROWS {
        if *pending.loaded.state.phase() != Phase::Playing {
            return Ok(());
        }
        let game = pending.loaded.game.umpire_mut();
        if let Some(ending) = Ending::of_game(game) {
            let ended = Event::Ended { ending };
            return pending.add(ended, None).map_err(impossible);
        }
        if only_machines_left(&pending.loaded) {
            let ending = Ending::among_machines(pending.loaded.game.umpire());
            let ended = Event::Ended { ending };
            return pending.add(ended, None).map_err(impossible);
        }
        if one_leader_left(&pending.loaded) {
            let ending = Ending::of_one_leader(pending.loaded.game.umpire());
            let ended = Event::Ended { ending };
            return pending.add(ended, None).map_err(impossible);
        }
        let game = pending.loaded.game.umpire_mut();
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
    // The last throw may have ended the game, which only the next pass would have seen.
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
