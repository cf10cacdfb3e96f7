//! The one way in which anything happens to a match: on a copy, with all that follows by itself, and then into the
//! store together with what people are to be told. Where somebody else was quicker it is tried again with what they
//! did.

use std::sync::Arc;

use super::live::{Ahead, Live};
use super::look::shown;
use super::plan::follow;
use super::play::let_chance_decide;
use super::schedule::run_out_in_turn;
use super::{App, Chance, Refusal, Request, Shown, think};
use crate::scene::View;
use crate::store::StoreError;
use crate::table::{GameId, Phase, UserId};

/// How often something that can go together with whatever happens at the same moment is tried.
pub(super) const ATTEMPTS: usize = 8;

/// What makes something happen to a match.
#[derive(Clone, Copy, Debug)]
pub(super) enum By {
    /// Somebody's request.
    Request(Request),
    /// Time alone: the board is to be shown at the match's home.
    Clock,
    /// The machine has moved: the board is to be shown at the match's home.
    Machine,
    /// Something that the asker did elsewhere and that is not shown here.
    Aside,
    /// The request of a moderator, who need not play in the match: the board is to be shown at its home.
    Moderator(Request),
    /// Somebody leaves for good without having asked for it here: the board is to be shown at the match's home.
    Leaving(UserId),
}

impl By {
    /// Who asked.
    pub fn user(self) -> Option<UserId> {
        match self {
            By::Request(request) | By::Moderator(request) => Some(request.user),
            By::Leaving(user) => Some(user),
            By::Clock | By::Machine | By::Aside => None,
        }
    }

    /// The request, if it was one.
    pub fn request(self) -> Option<Request> {
        match self {
            By::Request(request) | By::Moderator(request) => Some(request),
            By::Clock | By::Machine | By::Aside | By::Leaving(_) => None,
        }
    }
}

/// How much a match may have changed before something happens to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Since {
    /// As much as it likes.
    Any,
    /// Its position is the one at that ply.
    Ply(u32),
    /// Its position is the one that was found first.
    First,
}

impl App {
    /// Lets something happen to a match.
    pub(super) async fn change<F>(
        &self,
        by: By,
        game: GameId,
        since: Since,
        happen: F,
    ) -> Result<Shown, Refusal>
    where
        F: Fn(&mut Ahead, &Chance) -> Result<(), Refusal> + Clone + Send + 'static,
    {
        if let Some(request) = by.request() {
            self.must_be_new(request).await?;
        }
        self.check_clock().await?;
        let judged = move |ahead: &mut Ahead, chance: &Chance| {
            run_out_in_turn(ahead)?;
            happen(ahead, chance)
        };
        let mut first = None;
        let mut expired = None;
        for _ in 0..ATTEMPTS {
            let live = self.live(game).await?;
            if let By::Request(request) = by {
                self.must_be_visible(request, &live)?;
            }
            let seen = match since {
                Since::Any => None,
                Since::Ply(ply) => Some(ply),
                Since::First => Some(*first.get_or_insert(live.table.ply())),
            };
            if let Some(ply) = seen
                && !live.table.is_fresh(ply)
            {
                return Err(self.stale(game, ply, by.user().unwrap_or(UserId(0))).await);
            }
            // What has run out happens before anything that is asked for, and is stored whatever becomes of that.
            let now = self.sources.clock.now();
            let expiry = live.expired(now);
            if expiry.is_some_and(|expiry| !expiry.leaves_the_turn()) && self.expire(game).await? {
                expired.get_or_insert(live.table.ply());
                continue;
            }
            let (ahead, shown) = match (self.ahead(live, &judged).await, expired, by) {
                (Err(_), Some(ply), By::Request(request)) => {
                    return Err(self.stale(game, ply, request.user).await);
                }
                (done, ..) => done?,
            };
            match self.commit(by, ahead, shown).await {
                Err(StoreError::Changed) => self.recent.forget(game),
                done => return Ok(done?),
            }
        }
        Err(StoreError::Changed.into())
    }

    /// A match after something has happened to it and all that followed by itself, not yet stored.
    pub(super) async fn ahead<F>(
        &self,
        live: Arc<Live>,
        happen: &F,
    ) -> Result<(Ahead, Shown), Refusal>
    where
        F: Fn(&mut Ahead, &Chance) -> Result<(), Refusal> + Clone + Send + 'static,
    {
        let plans = self.store.plans(live.id).await?;
        let forced = self.forced(&live).await?;
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let happen = happen.clone();
        think(move || {
            let mut ahead = Ahead::of(Live::clone(&live), now);
            happen(&mut ahead, &chance)?;
            if ahead.live.table.changed() > ahead.was.changed() {
                let_chance_decide(&mut ahead, &chance)?;
                follow(&mut ahead, &plans, &forced, &chance)?;
            }
            let shown = shown(&ahead.live, &View::default());
            Ok((ahead, shown))
        })
        .await?
    }

    /// The players who want a move made for them where there is only one.
    async fn forced(&self, live: &Live) -> Result<Vec<UserId>, Refusal> {
        let mut forced = Vec::new();
        if *live.table.phase() != Phase::Playing {
            return Ok(forced);
        }
        for seat in live.kind.all_seats() {
            if let Some(user) = live.table.owner(seat)
                && !user.is_machine()
                && !forced.contains(&user)
                && self.preferences(user).await?.forced
            {
                forced.push(user);
            }
        }
        Ok(forced)
    }

    /// Stores what has just happened to a match, and gives back `shown` once it is safe. Everything that could go
    /// wrong with the picture has gone well by then: whoever is told of a failure can rely on it that nothing changed.
    pub(super) async fn commit(
        &self,
        by: By,
        ahead: Ahead,
        mut shown: Shown,
    ) -> Result<Shown, StoreError> {
        let (lessons, learnt) = self.lessons(&ahead.live).await?;
        let interaction = by.request().map(|request| request.interaction);
        let mut addition = ahead.addition(interaction, learnt);
        (addition.postings, shown.mention) = self.postings(&ahead, by).await?;
        let mut offers = self.store.offers(ahead.live.id).await?;
        offers.retain(|offer| {
            let kept = addition.kept.as_ref();
            offer.ply >= addition.standing.changed || kept.is_some_and(|kept| kept.keeps(offer))
        });
        shown.lessons = lessons;
        self.dress(&mut shown, &ahead.live, &offers);
        self.hold_machine(by.request(), &ahead.live);
        // Nothing that can fail comes after it.
        self.store.append(ahead.live.id, &addition).await?;
        self.recent.put(Arc::new(ahead.live));
        Ok(shown)
    }
}
