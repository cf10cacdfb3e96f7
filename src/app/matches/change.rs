//! The only way to change a match: apply the change and everything that follows automatically to a copy, then store the
//! events together with the notices about them. If another change came first, this one is tried again on the new state.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;

use super::loaded::LoadedMatch;
use super::pending::PendingMatch;
use super::seats::is_offered_anywhere;
use super::throws::resolve_chance;
use crate::app::deadlines::expiry::run_out_in_turn;
use crate::app::offer::consent::offered;
use crate::app::play::plan::follow;
use crate::app::view::showing::public_view;
use crate::app::{App, AppError, Chance, MatchRef, MatchView, Request, run_blocking};
use crate::match_state::{GameId, Phase, Uncounted, UserId};
use crate::store::{Beside, StoreError};

/// Maximum number of attempts at a change that others keep overtaking.
pub(in crate::app) const ATTEMPTS: usize = 8;

/// The cause of a change of a match.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) enum Trigger {
    /// The request of a user.
    Request(Request),
    /// A user's move. Where pieces are hidden its answer is private, so that nobody else reads the request, and the
    /// board must be shown at the match's home.
    Move(Request),
    /// Passing time; the board must be shown at the match's home.
    Clock,
    /// A move of the machine; the board must be shown at the match's home.
    Machine,
    /// A side effect of something outside the match, such as a vacation or a player who cannot be reached; no answer
    /// shows it.
    Aside,
    /// The request of a moderator, who need not play in the match; the board must be shown at the match's home.
    Moderator(Request),
    /// A user who leaves for good through a request made elsewhere; the board must be shown at the match's home.
    Leaving(UserId),
}

impl Trigger {
    /// Returns the user who caused the change; `None` for time, the machine and side effects.
    pub fn user(self) -> Option<UserId> {
        match self {
            Trigger::Request(request) | Trigger::Move(request) | Trigger::Moderator(request) => {
                Some(request.user)
            }
            Trigger::Leaving(user) => Some(user),
            Trigger::Clock | Trigger::Machine | Trigger::Aside => None,
        }
    }

    /// Returns the request; `None` if the cause was none.
    pub fn request(self) -> Option<Request> {
        match self {
            Trigger::Request(request) | Trigger::Move(request) | Trigger::Moderator(request) => {
                Some(request)
            }
            Trigger::Clock | Trigger::Machine | Trigger::Aside | Trigger::Leaving(_) => None,
        }
    }

    /// True for a move that the other players must not read in its answer.
    pub fn is_unseen(self, loaded: &LoadedMatch) -> bool {
        matches!(self, Trigger::Move(_)) && loaded.hides && !loaded.is_private()
    }
}

/// The range of revisions of a match in which a change may still be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Precondition {
    /// Any revision.
    Any,
    /// The position at this ply.
    Ply(u32),
    /// The position that the first attempt found.
    First,
}

impl Precondition {
    /// Returns the ply if one is named.
    pub fn ply(self) -> Option<u32> {
        match self {
            Precondition::Ply(ply) => Some(ply),
            Precondition::Any | Precondition::First => None,
        }
    }
}

/// A change of a match, applied to a copy; applied again if another change came first.
pub(in crate::app) type Apply =
    Arc<dyn Fn(&mut PendingMatch, &Chance) -> Result<(), AppError> + Send + Sync>;

impl App {
    /// Changes a match, at most once per request.
    pub(in crate::app) fn change(
        &self,
        by: Trigger,
        game: GameId,
        since: Precondition,
        apply: impl Fn(&mut PendingMatch, &Chance) -> Result<(), AppError> + Send + Sync + 'static,
    ) -> BoxFuture<'_, Result<MatchView, AppError>> {
        let judged = move |pending: &mut PendingMatch, chance: &Chance| {
            run_out_in_turn(pending)?;
            apply(pending, chance)
        };
        Box::pin(async move {
            let done = self.change_judged(by, game, since, Arc::new(judged)).await;
            match (&done, by.request()) {
                // The same request, delivered twice, may have been carried out while this one was judged.
                (Err(_), Some(request)) if self.is_carried_out(game, request).await => {
                    Err(AppError::Repeated)
                }
                _ => done,
            }
        })
    }

    /// True if a request is known to have been carried out in a match.
    async fn is_carried_out(&self, game: GameId, request: Request) -> bool {
        let glance = self.glance(game, Some(request.interaction)).await;
        glance.is_ok_and(|glance| glance.repeated)
    }

    fn change_judged(
        &self,
        by: Trigger,
        game: GameId,
        since: Precondition,
        apply: Apply,
    ) -> BoxFuture<'_, Result<MatchView, AppError>> {
        Box::pin(async move {
            let interaction = by.request().map(|request| request.interaction);
            let mut first = None;
            let mut expired = None;
            for _ in 0..ATTEMPTS {
                let glance = self.glance(game, interaction).await?;
                if glance.repeated {
                    return Err(AppError::Repeated);
                }
                if !self.is_awake(glance.heartbeat) {
                    self.wake().await?;
                    continue;
                }
                let Some(loaded) = self.load_as_of(&glance).await? else {
                    continue;
                };
                if let Trigger::Request(request) | Trigger::Move(request) = by {
                    // A seat can be taken from elsewhere: `App::take_seat` decides that.
                    let visible = self.must_be_visible(request, &loaded);
                    if visible.is_err() && !is_offered_anywhere(&loaded) {
                        visible?;
                    }
                }
                let seen = match since {
                    Precondition::Any => None,
                    Precondition::Ply(ply) => Some(ply),
                    Precondition::First => Some(*first.get_or_insert(loaded.state.ply())),
                };
                if let (None, Trigger::Request(request) | Trigger::Move(request)) =
                    (since.ply(), by)
                {
                    self.must_have_seen(request, &loaded).await?;
                }
                if let Some(ply) = seen
                    && !loaded.state.is_fresh(ply)
                {
                    return Err(self.stale(game, ply, by.user().unwrap_or(UserId(0))).await);
                }
                // A timer that has run out acts before the request, and stays stored even if the request fails.
                let now = self.sources.clock.now();
                let expiry = loaded.expired(now);
                if expiry.is_some_and(|expiry| !expiry.leaves_the_turn())
                    && self.expire(game).await?
                {
                    expired.get_or_insert(loaded.state.ply());
                    continue;
                }
                let (mut pending, match_view) = match (
                    self.apply_to_copy(loaded, glance.beside, Arc::clone(&apply))
                        .await,
                    expired,
                    by,
                ) {
                    (Err(_), Some(ply), Trigger::Request(request) | Trigger::Move(request)) => {
                        return Err(self.stale(game, ply, request.user).await);
                    }
                    (done, ..) => done?,
                };
                let sent = by.request().map(|request| request.sent);
                pending.until = sent.map(|sent| sent.until(Some(glance.clock)));
                match self.commit(by, pending, match_view).await {
                    Err(StoreError::Changed) => self.match_cache.forget(game),
                    done => return Ok(done?),
                }
            }
            Err(StoreError::Changed.into())
        })
    }

    /// Applies a change to a copy of a match, with everything that follows automatically; nothing is stored yet.
    pub(in crate::app) fn apply_to_copy(
        &self,
        loaded: Arc<LoadedMatch>,
        beside: Beside,
        apply: Apply,
    ) -> BoxFuture<'_, Result<(PendingMatch, MatchView), AppError>> {
        Box::pin(async move {
            let plans = match beside.plans {
                true => self.store.plans(loaded.id).await?,
                false => Vec::new(),
            };
            let playing = playing(&loaded);
            let players = self.players(&playing).await?;
            let forced: Vec<UserId> = playing
                .into_iter()
                .filter(|user| players.preferences(*user).is_some_and(|one| one.forced))
                .collect();
            let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
            run_blocking(move || {
                let mut pending = PendingMatch::of(LoadedMatch::clone(&loaded), now);
                (pending.players, pending.offers) = (players, beside.offers);
                apply(&mut pending, &chance)?;
                if pending.loaded.state.changed() > pending.was.changed() {
                    resolve_chance(&mut pending, &chance)?;
                    follow(&mut pending, &plans, &forced, &chance)?;
                }
                let mut match_view = public_view(&pending.loaded, now);
                match_view.told = pending.told();
                Ok((pending, match_view))
            })
            .await?
        })
    }

    /// Stores a change of a match and returns `match_view` once it is safe. The picture's contents are complete before
    /// that, so that a user who gets an error can rely on the match being unchanged.
    pub(in crate::app) fn commit(
        &self,
        by: Trigger,
        pending: PendingMatch,
        mut match_view: MatchView,
    ) -> BoxFuture<'_, Result<MatchView, StoreError>> {
        Box::pin(async move {
            let (lessons, learnt) = self.lessons(&pending.loaded).await?;
            let (postings, mention) = self.postings(&pending, by).await?;
            let mut offers = match pending.offers {
                true => self.store.offers(pending.loaded.id).await?,
                false => Vec::new(),
            };
            let interaction = by.request().map(|request| request.interaction);
            let changed_before = pending.was.changed();
            let (mut loaded, commit) = pending.into_commit(interaction, learnt, postings);
            offers.retain(|offer| {
                let kept = commit.kept.as_ref();
                offer.ply >= commit.summary.changed || kept.is_some_and(|kept| kept.keeps(offer))
            });
            match_view.lessons.extend(lessons);
            match_view.mention = mention;
            match_view.posted = by.is_unseen(&loaded);
            match_view.offers = offered(&loaded, &offers);
            self.hold_machine(by.request(), &loaded);
            // Nothing after this line can fail.
            self.store.append(loaded.id, &commit).await?;
            if commit.rated.is_some() {
                match_view.ratings = self.rating_changes(loaded.id).await;
                let changes = self.store.rating_changes(loaded.id).await;
                if changes.is_ok_and(|changes| changes.is_empty()) {
                    match_view.uncounted = Some(Uncounted::PlayedOften);
                }
            }
            if loaded.state.changed() != changed_before {
                loaded.changed = Some(Instant::now());
            }
            self.match_cache.put(Arc::new(loaded));
            Ok(match_view)
        })
    }
}

/// Returns the people who play a running match, each once, without the machine.
fn playing(loaded: &LoadedMatch) -> Vec<UserId> {
    let mut users = Vec::new();
    if *loaded.state.phase() != Phase::Playing {
        return users;
    }
    for seat in loaded.kind.all_seats() {
        if let Some(user) = loaded.state.owner(seat)
            && !user.is_machine()
            && !users.contains(&user)
        {
            users.push(user);
        }
    }
    users
}

/// Returns the precondition of a request: the ply of its button, or any revision.
pub(in crate::app) fn since(which: MatchRef) -> Precondition {
    which.ply().map_or(Precondition::Any, Precondition::Ply)
}
