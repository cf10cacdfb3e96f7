//! Moves put together step by step, for players who do not type.

use super::walk::Walk;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::seat_to_move;
use crate::app::matches::texts::position_words;
use crate::app::texts::{sentence, title};
use crate::app::view::sight::SeenGame;
use crate::app::{App, AppError, MatchRef, Purpose, Request, Steps, run_blocking};
use crate::match_state::UserId;
use crate::rules::Seat;
use crate::scene::View;

impl App {
    /// Follows a path through the choices of the seat to move; it holds the index of the answer at each step, from 0.
    ///
    /// # Errors
    /// Not a player, not the user's turn, stale, or a path that the choices do not have.
    pub async fn steps(
        &self,
        request: Request,
        which: MatchRef,
        path: &[u16],
    ) -> Result<Steps, AppError> {
        let game = self.find_match(request, which, Purpose::Move).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        if let MatchRef::At(_, then) = which
            && !loaded.state.is_fresh(then)
        {
            return Err(self.stale(game, then, request.user).await);
        }
        let seat = seat_to_move(&loaded, request)?;
        let path = path.to_vec();
        run_blocking(move || steps(&loaded, request.user, seat, &path)).await?
    }
}

/// Returns the choices at the end of the path. A whole move ends it.
fn steps(loaded: &LoadedMatch, user: UserId, seat: Seat, path: &[u16]) -> Result<Steps, AppError> {
    let seen = loaded.seen_by(loaded.sight_of(user));
    let walk = Walk::new(&*seen, path).ok_or_else(|| {
        AppError::Stale("There is no such choice any more. Please begin again.".to_owned())
    })?;
    let text = &walk.text;
    let view = View {
        from: Some(seat),
        ..View::default()
    };
    let title = title(loaded.kind, &loaded.options);
    let about = if text.is_empty() {
        format!("{title}, game {}.", loaded.id.0)
    } else {
        let chosen = walk.chosen.as_ref().unwrap_or(text);
        format!(
            "{title}, game {}, with {chosen} chosen so far.",
            loaded.id.0
        )
    };
    // A whole move is shown by the board after it.
    let after = walk.whole.then(|| made(&seen, text)).flatten();
    let (display, effects, after) = match after {
        Some((display, lines, game)) => (display, lines, Some(game)),
        None => (text.clone(), Vec::new(), None),
    };
    let preview = match &after {
        Some(game) => Some(game.scene(&view)),
        None if text.is_empty() => Some(seen.scene(&view)),
        // If the game has nothing to mark yet, the board itself helps to choose.
        None => seen
            .preview(text, &view)
            .or_else(|| (!walk.whole).then(|| seen.scene(&view))),
    };
    let shown = after.as_ref().unwrap_or(&seen);
    Ok(Steps {
        game: loaded.id,
        ply: loaded.state.ply(),
        solo: loaded.is_solo(),
        alt: position_words(
            shown,
            &[about.as_str(), walk.reach.as_deref().unwrap_or_default()].join(" "),
            true,
        ),
        effects,
        title,
        walk,
        display,
        preview,
    })
}

/// Returns a whole move in display notation, its effects and the pieces that it leaves in danger, and the board after
/// it.
fn made(seen: &SeenGame, text: &str) -> Option<(String, Vec<String>, SeenGame)> {
    if seen.hides() {
        // Only the move itself finds out whether it is legal, and what it meets.
        return None;
    }
    let mut after = seen.clone();
    let played = after.play(text).ok()?;
    let mut lines = vec![sentence(&played.words)];
    lines.extend(played.consequences);
    lines.extend(after.check_warning());
    lines.extend(after.exposed());
    Some((played.display, lines, after))
}
