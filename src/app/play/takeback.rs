//! Takebacks: which move can be taken back, without consent within a minute or else with it, and how it is undone.

use futures_util::future::BoxFuture;

use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::loaded::{LoadedMatch, Takebacks};
use crate::app::{App, AppError, MatchView, Request, run_blocking};
use crate::match_state::{Event, Phase};
use crate::rules::Seat;
use crate::store::{EventRow, FormerPlans, OfferRow};

/// Time within which an unanswered move is taken back without consent, in seconds.
const FREE: i64 = 60;

/// A move that can be taken back.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct LastMove {
    /// The ply before the move.
    before: u32,
    /// The seat that made it.
    seat: Seat,
    /// True if it needs no consent: a move of the last minute that nobody has answered except by a plan, and after which
    /// no die was thrown, so that dice are not thrown again on demand. A second takeback in the same turn needs it.
    pub is_free: bool,
}

impl App {
    /// Returns the last move of one of these seats that can be taken back.
    pub(in crate::app) async fn last_move(
        &self,
        loaded: &LoadedMatch,
        seats: &[Seat],
        now: i64,
    ) -> Result<Option<LastMove>, AppError> {
        if *loaded.state.phase() != Phase::Playing {
            return Ok(None);
        }
        let all = self.store.load_whole(loaded.id).await?.events;
        let takebacks = Takebacks::of(&all);
        let mut found = None;
        for row in all
            .iter()
            .rev()
            .filter(|row| !takebacks.is_cancelled(row.ply))
        {
            match Event::from_record(&row.record) {
                Some(Event::Moved { seat, .. } | Event::Answered { seat, .. })
                    if seats.contains(&seat) =>
                {
                    found = Some((row.ply, seat));
                    break;
                }
                // Changes by a seat that left are not undone.
                Some(Event::Resigned { .. } | Event::TimedOut { .. }) => break,
                _ => {}
            }
        }
        let Some((ply, seat)) = found else {
            return Ok(None);
        };
        // Once a turn, so that nobody finds out an opponent's plan by trying one move after another.
        let again = all.iter().any(|row| {
            row.ply == ply - 1
                && matches!(Event::from_record(&row.record), Some(Event::Undone { to, .. })
                    if answered_until(&all, to + 1, seats) + 1 == row.ply)
        });
        let unanswered = loaded.state.changed() == answered_until(&all, ply, seats);
        Ok(Some(LastMove {
            before: ply - 1,
            seat,
            is_free: now - loaded.state.since() <= FREE && unanswered && !again,
        }))
    }

    /// Takes back a move and everything that followed it.
    pub(in crate::app) fn take_back<'a>(
        &'a self,
        request: Request,
        loaded: &'a LoadedMatch,
        LastMove {
            before: to, seat, ..
        }: LastMove,
        offers: Option<Vec<OfferRow>>,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            self.limits.must_have_room(loaded.state.ply())?;
            let before = self.store.takebacks(loaded.id).await?;
            self.limits.must_allow_takeback(before)?;
            let mut stored = self.store.load_whole(loaded.id).await?;
            let moved = stored.events.iter().find(|row| row.ply == to + 1);
            let moved = moved.map(|row| (row.at, row.outage));
            let (moved, outage) = moved.ok_or(AppError::Internal)?;
            stored.events.retain(|row| row.ply <= to);
            stored.outages.retain(|before| before.id <= outage);
            stored.row.ply = to;
            let replayed = run_blocking(move || LoadedMatch::replay(&stored)).await?;
            let earlier = replayed
                .map_err(|replay_error| AppError::Plain(replay_error.sentence()))?
                .loaded;
            let (game, ply) = (loaded.id, Precondition::Ply(loaded.state.ply()));
            // A takeback without consent costs nobody anything, so plans are put back. After one with consent, both
            // sides have seen the position, and plans are made anew.
            let put_back = match offers {
                None => self.store.former_planners(game, to).await?,
                Some(_) => Vec::new(),
            };
            self.change(Trigger::Request(request), game, ply, move |pending, _| {
                if offers.is_none() {
                    pending.former = Some(FormerPlans::PutBack { ply: to });
                    pending.put_back.clone_from(&put_back);
                }
                pending.offered = offers.clone().map(|offers| (game, offers));
                pending.undo(&earlier, seat, moved).map_err(|_| {
                    AppError::Plain("That move cannot be taken back any more.".to_owned())
                })
            })
            .await
        })
    }
}

/// Returns the ply of the last of the planned answers that others gave at once to the move at `ply` by one of `seats`;
/// the ply of the move itself if there was none.
fn answered_until(events: &[EventRow], ply: u32, seats: &[Seat]) -> u32 {
    let after = events.iter().filter(|row| row.ply > ply);
    let planned = after.take_while(|row| {
        matches!(Event::from_record(&row.record), Some(Event::Answered { seat, .. }) if !seats.contains(&seat))
    });
    planned.last().map_or(ply, |row| row.ply)
}
