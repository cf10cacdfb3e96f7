//! A match position by position, for moving pictures.

use super::log::{LogEntry, LogEvent};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::texts::alt;
use crate::app::matches::unreplayable::ReplayError;
use crate::app::texts::{ALT_LIMIT, cut, title};
use crate::app::{App, AppError, Frames, MatchRef, Purpose, Request, Rounds, run_blocking};
use crate::match_state::Phase;
use crate::rules::wording::{capital, moves};
use crate::scene::{Scene, View};
use crate::store::Stored;

/// The positions of a moving picture; the first of them is the one before the first move of the range.
struct Span {
    first: usize,
    last: usize,
}

impl App {
    /// Returns the positions of a match or of a range of its rounds: about `most` at most; longer matches give every
    /// second, third, ... position.
    ///
    /// # Errors
    /// No such match, no match here, a match that has not begun, or no such rounds.
    pub async fn scenes(
        &self,
        request: Request,
        which: MatchRef,
        rounds: Rounds,
        most: usize,
    ) -> Result<Frames, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        if *loaded.state.phase() == Phase::Open {
            return Err(AppError::Plain("This game has not begun yet.".to_owned()));
        }
        let stored = self.store.load_whole(game).await?;
        run_blocking(move || frames(&stored, loaded.replay_error.as_ref(), rounds, most)).await?
    }
}

fn frames(
    stored: &Stored,
    replay_error: Option<&ReplayError>,
    rounds: Rounds,
    most: usize,
) -> Result<Frames, AppError> {
    // The ply and the round of every position that was not taken back; the initial position has round 0.
    let mut reached: Vec<(u32, u32)> = Vec::new();
    let loaded = walk(stored, replay_error, |_, line| match line.what {
        // Positions that were taken back are not shown.
        LogEvent::Undone { to, .. } => reached.retain(|(ply, _)| *ply <= to),
        _ => reached.extend(round(line).map(|round| (line.ply, round))),
    })?;
    let rounds_reached: Vec<u32> = reached.iter().map(|(_, round)| *round).collect();
    if let (Some(replay_error), true) = (replay_error, rounds_reached.len() < 2) {
        return Err(AppError::Plain(replay_error.sentence()));
    }
    let span = span(&rounds_reached, rounds)?;
    let all = span.last - span.first + 1;
    let step = all
        .saturating_sub(1)
        .div_ceil(most.saturating_sub(1).max(1))
        .max(1);
    let wanted: Vec<u32> = (span.first..=span.last)
        .filter(|index| (index - span.first).is_multiple_of(step) || *index == span.last)
        .filter_map(|index| reached.get(index).map(|(ply, _)| *ply))
        .collect();
    let mut scenes: Vec<Scene> = Vec::new();
    let mut words = String::new();
    // Sight is that of now, not of the time when the position was played.
    let sight = loaded.public_sight();
    walk(stored, replay_error, |loaded, line| {
        if wanted.contains(&line.ply) {
            scenes.push(loaded.seen_by(sight).scene(&View::default()));
        }
        if wanted.last() == Some(&line.ply) {
            words = alt(loaded, sight, &title(loaded.kind, &loaded.options));
        }
    })?;
    // A resignation or timeout after the last position ends the picture and its words too.
    let over = matches!(loaded.state.phase(), Phase::Over(_));
    if over && replay_error.is_none() && span.last + 1 == reached.len() {
        words = alt(&loaded, sight, &title(loaded.kind, &loaded.options));
        let given_up = !loaded.seen_by(sight).status().is_over();
        if let Some(scene) = scenes.last_mut().filter(|_| given_up) {
            scene.turn = None;
        }
    }
    let round = |index: usize| rounds_reached.get(index).copied().unwrap_or_default();
    let (from, to) = (round(span.first + 1), round(span.last));
    Ok(Frames {
        game: stored.row.game,
        title: title(loaded.kind, &loaded.options),
        from,
        to,
        positions: all,
        scenes,
        alt: cut(
            &format!(
                "{} as a moving picture. At its end: {words}",
                capital(&moves(from, to))
            ),
            ALT_LIMIT,
        ),
    })
}

/// Replays a match and calls `show` after each event, as long as the board can be worked out.
fn walk(
    stored: &Stored,
    replay_error: Option<&ReplayError>,
    mut show: impl FnMut(&LoadedMatch, &LogEntry),
) -> Result<LoadedMatch, AppError> {
    let Some(replay_error) = replay_error else {
        return LoadedMatch::blank(&stored.row)
            .and_then(|loaded| loaded.replay_events_with(stored, show))
            .map(|replayed| replayed.loaded)
            .map_err(|replay_error| AppError::Plain(replay_error.sentence()));
    };
    Ok(LoadedMatch::replay_partly_with(
        stored,
        replay_error,
        |loaded, line| {
            if loaded.replay_error.is_none() {
                show(loaded, line);
            }
        },
    ))
}

/// Returns the round of an event that changed the position, 0 for the initial one; `None` if the position did not
/// change.
fn round(line: &LogEntry) -> Option<u32> {
    match line.what {
        LogEvent::Began => Some(0),
        LogEvent::Moved { .. }
        | LogEvent::Rolled { .. }
        | LogEvent::Resigned { text: Some(_), .. }
        | LogEvent::TimedOut { text: Some(_), .. } => Some(line.round.max(1)),
        _ => None,
    }
}

/// Returns the positions of a range of rounds.
fn span(reached: &[u32], rounds: Rounds) -> Result<Span, AppError> {
    let plain = |sentence: String| Err(AppError::Plain(sentence));
    let Some(&end) = reached.last().filter(|_| reached.len() > 1) else {
        return plain("No move has been made in this game yet.".to_owned());
    };
    let from = rounds.from.unwrap_or(1).max(1);
    let to = rounds.to.unwrap_or(end).min(end);
    if rounds.to.is_some_and(|to| to < from) {
        return plain(format!(
            "The moves cannot begin with number {from} and end before it."
        ));
    }
    if from > end {
        return plain(format!(
            "The last move so far is move {end}: there is no move {from}."
        ));
    }
    let first = reached.iter().rposition(|round| *round < from).unwrap_or(0);
    let last = reached.iter().rposition(|round| *round <= to).unwrap_or(0);
    Ok(Span {
        first,
        last: last.max(first),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spanned(from: Option<u32>, to: Option<u32>) -> Result<(usize, usize), String> {
        // The initial position, then three rounds of two moves, the last of them half played.
        span(&[0, 1, 1, 2, 2, 3], Rounds { from, to })
            .map(|span| (span.first, span.last))
            .map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn a_range_begins_before_its_first_move_and_ends_after_its_last() {
        assert_eq!(spanned(None, None), Ok((0, 5)));
        assert_eq!(spanned(Some(1), Some(1)), Ok((0, 2)));
        assert_eq!(spanned(Some(2), None), Ok((2, 5)));
        assert_eq!(spanned(Some(2), Some(2)), Ok((2, 4)));
        assert_eq!(spanned(Some(3), Some(900)), Ok((4, 5)));
        assert_eq!(spanned(Some(0), None), Ok((0, 5)));
    }

    #[test]
    fn a_range_that_is_none_is_refused() {
        assert!(spanned(Some(4), None).unwrap_err().contains("move 3"));
        assert!(spanned(Some(3), Some(2)).unwrap_err().contains('3'));
        let none = span(&[0], Rounds::default());
        assert!(none.is_err_and(|refusal| refusal.to_string().contains("No move")));
    }
}
