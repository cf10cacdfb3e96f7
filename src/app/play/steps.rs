//! Moves put together step by step, for players who do not type.

use std::cmp::Reverse;

use super::explore::loses;
use super::walk::Walk;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::seat_to_move;
use crate::app::matches::texts::position_words;
use crate::app::texts::{sentence, title};
use crate::app::view::sight::SeenGame;
use crate::app::{App, AppError, MatchRef, Purpose, Request, Steps, run_blocking};
use crate::match_state::UserId;
use crate::rules::{Game, Seat};
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

    /// Returns the first choices of the seat to move, and a piece to offer with them: that of `moved`, the user's last
    /// move in display notation, if it can move again.
    ///
    /// # Errors
    /// Those of [`App::steps`].
    pub async fn first_steps(
        &self,
        request: Request,
        which: MatchRef,
        moved: Option<String>,
    ) -> Result<Steps, AppError> {
        let game = self.find_match(request, which, Purpose::Move).await?;
        let first = self.steps(request, which, &[]).await?;
        let loaded = self.load(game).await?;
        run_blocking(move || {
            let seen = loaded.seen_by(loaded.sight_of(request.user));
            Ok(Steps {
                piece: offered_piece(&*seen, &first.walk, moved.as_deref()),
                ..first
            })
        })
        .await?
    }
}

/// Returns the piece to offer with the first question: the piece of `moved`, a move in display notation, or else the
/// piece with the most answers that are all whole moves.
fn offered_piece(game: &dyn Game, first: &Walk, moved: Option<&str>) -> Option<Walk> {
    moved
        .and_then(|moved| moved_piece(game, first, moved))
        .or_else(|| {
            let is_ready = |walk: &Walk| walk.choices.options.iter().all(|answer| answer.whole);
            let walks = after_answers(game, first, |_| true);
            let ready = walks.filter(|walk| walk.choices.options.len() > 1 && is_ready(walk));
            // The first of those with the most.
            ready.min_by_key(|walk| Reverse(walk.choices.options.len()))
        })
}

/// Returns the walk to the piece of a move in display notation, by way of its kind where that is asked first. `None` if
/// the piece has no second move to choose from.
fn moved_piece(game: &dyn Game, first: &Walk, moved: &str) -> Option<Walk> {
    let square = target(moved)?;
    let to_piece = |walk: &Walk| {
        let mut there = after_answers(game, walk, |text| target(text) == Some(square));
        there.find(|walk| walk.choices.options.len() > 1)
    };
    let is_kind = |text: &str| target(text).is_none() && moved.starts_with(text);
    let by_kind = || after_answers(game, first, is_kind).find_map(|kind| to_piece(&kind));
    to_piece(first).or_else(by_kind)
}

/// Returns the walks after those answers to a walk's question whose texts are wanted.
fn after_answers(
    game: &dyn Game,
    walk: &Walk,
    wants: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Walk> {
    let answers = walk.choices.options.iter().zip(0..);
    let wanted = answers.filter(move |(answer, _)| wants(&answer.text));
    wanted.filter_map(move |(_, index)| walk.then(game, index))
}

/// Returns the last square that a move, or the beginning of one, names.
fn target(text: &str) -> Option<&str> {
    let text = text.split(['=', ' ', '(']).next()?;
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let square = text.rfind(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let square = &text[square.map_or(0, |at| at + 1)..];
    (square.ends_with(|c: char| c.is_ascii_digit())).then_some(square)
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
        Some((display, mut lines, game)) => {
            lines.extend(loses(loaded, seat, &game));
            (display, lines, Some(game))
        }
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
        piece: None,
        alt: position_words(
            shown,
            &[about.as_str(), walk.reach.as_deref().unwrap_or_default()].join(" "),
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

#[cfg(test)]
mod tests {
    use super::{Walk, moved_piece};
    use crate::games;
    use crate::rules::Options;

    /// Whoever moved a piece is offered the same one again, also where its kind would be asked first; a piece whose
    /// answers lead to several levels too.
    #[test]
    fn the_piece_that_moved_is_found_by_way_of_its_kind() {
        for (key, moved, answers) in [
            ("tower", "Nab1-bb3", &["N", "Nbb3"][..]),
            ("towers", "Nb3-c5", &["Nc5"]),
            ("abstract", "Nb1-c3", &["Nc3"]),
        ] {
            let kind = games::find(key).unwrap();
            let mut game = kind.new_game(&Options::new()).unwrap();
            game.play(moved).unwrap();
            let reply = game.legal().into_iter().next().unwrap();
            game.play(&reply).unwrap();
            let first = Walk::new(&*game, &[]).unwrap();
            let walk = moved_piece(&*game, &first, moved).unwrap();
            let mut texts: Vec<String> = Vec::new();
            for end in 1..=walk.path.len() {
                texts.push(Walk::new(&*game, &walk.path[..end]).unwrap().text);
            }
            assert_eq!(texts, answers, "{key}");
            assert!(walk.choices.options.len() > 1, "{key}");
            assert!(moved_piece(&*game, &first, "Xz9").is_none(), "{key}");
        }
    }
}
