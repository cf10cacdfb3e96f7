//! What chance decides in a match, and the end of the game.

use super::error::impossible;
use super::pending::PendingMatch;
use super::{AppError, Chance};
use crate::match_state::{Ending, Event, Phase};

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
