//! Offers between players: a draw, a takeback, a rematch. An offer is stored until it is answered or lapses, and is
//! shown with the board.

pub(super) mod consent;
pub(super) mod kind;

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::app::deadlines::expiry::agree;
use crate::app::matches::change::{ATTEMPTS, Precondition, Trigger, since};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::{seats_of, still_in};
use crate::app::matches::texts::fault_sentence;
use crate::app::notice::kinds::NotificationKind;
use crate::app::texts::title;
use crate::app::view::showing::public_view;
use crate::app::{App, AppError, MatchRef, MatchView, Offered, Purpose, Request, run_blocking};
use crate::match_state::{GameId, MatchError, Phase, UserId};
use crate::rules::Seat;
use crate::store::{OfferChange, OfferRow, StoreError};
use consent::{Unanswered, Voted, complete, consent, offer_of, offered, voted, voted_against};
use kind::{DeclinedOffer, OfferKind};

/// The answer to a second offer of a draw.
const OFFERED_ALREADY: &str =
    "You have offered a draw or agreed to one already: the others must answer.";

/// The question before a user offers a draw or agrees to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawQuestion {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The match's title.
    pub title: String,
    /// The user who already offers a draw, to whom this user would agree.
    pub by: Option<UserId>,
}

/// A user's answer to an offer.
#[derive(Clone, Copy)]
enum Vote {
    /// The user agrees, or makes the offer.
    Agrees,
    /// The user declines, or withdraws the offer.
    Declines,
}

impl App {
    /// Makes an offer, or agrees to one that has been made.
    ///
    /// A draw ends the match when all players who are still in and not absent have agreed. A takeback needs no consent
    /// within a minute of a move that nobody has answered, even after a planned answer was made at once: nobody has
    /// thought about the slip, and the plan is put back with it. A rematch that everybody wants is opened, and its view
    /// returned. With more than two players a rematch does not need those who decline it, and a user who has agreed and
    /// proposes it again does not wait for those who have not answered.
    ///
    /// The result of the last consent is stored together with that consent, or neither is stored.
    ///
    /// # Errors
    /// Not a player still in; the match is not being played (or, for a rematch, not over); no move to take back; the
    /// offer was declined in this very position; the position has changed meanwhile.
    pub async fn offer(
        &self,
        request: Request,
        which: MatchRef,
        kind: OfferKind,
    ) -> Result<MatchView, AppError> {
        let purpose = match kind {
            OfferKind::Rematch => Purpose::Look,
            OfferKind::Draw | OfferKind::Takeback => Purpose::Own,
        };
        self.answer(request, (which, purpose), kind, Vote::Agrees)
            .await
    }

    /// Returns the question to ask before a draw offer; nothing is changed.
    ///
    /// # Errors
    /// Those of [`App::offer`]; also if the user has already offered or agreed.
    pub async fn before_draw(
        &self,
        request: Request,
        which: MatchRef,
    ) -> Result<DrawQuestion, AppError> {
        let kind = OfferKind::Draw;
        let game = self.find_match(request, which, Purpose::Own).await?;
        let loaded = self.unchanged(request, game, which, &mut None).await?;
        may_offer(&loaded, request, kind)?;
        let rows = self.store.offers(game).await?;
        let standing = offer_of(&loaded, &rows, kind);
        if let Some(offer) = &standing {
            if offer.agreed.contains(&request.user) {
                return Err(AppError::Plain(OFFERED_ALREADY.to_owned()));
            }
        } else {
            must_not_be_declined(kind, request.user, &rows)?;
        }
        Ok(DrawQuestion {
            game,
            ply: loaded.state.ply(),
            title: title(loaded.kind, &loaded.options),
            by: standing.map(|offer| offer.by),
        })
    }

    /// Declines an offer for everybody, or withdraws the user's own.
    ///
    /// The offer is removed, and cannot be made again in this position. With more than two players a rematch goes on
    /// without a user who declines it. A withdrawn offer can be made again, but nobody is notified of it twice.
    ///
    /// # Errors
    /// Not a player still in; nothing of that kind is offered; the position has changed meanwhile.
    pub async fn decline(
        &self,
        request: Request,
        which: MatchRef,
        kind: OfferKind,
    ) -> Result<MatchView, AppError> {
        self.answer(request, (which, Purpose::Look), kind, Vote::Declines)
            .await
    }

    /// Finds the match and its offers, then answers; tries again if another user has answered at the same moment.
    fn answer(
        &self,
        request: Request,
        (which, purpose): (MatchRef, Purpose),
        kind: OfferKind,
        vote: Vote,
    ) -> BoxFuture<'_, Result<MatchView, AppError>> {
        Box::pin(async move {
            self.must_be_new(request).await?;
            let game = self.find_match(request, which, purpose).await?;
            let mut first = None;
            for _ in 0..ATTEMPTS {
                let loaded = self.unchanged(request, game, which, &mut first).await?;
                let rows = self.store.offers(game).await?;
                let changed = match vote {
                    Vote::Agrees => self.offer_to(request, &loaded, kind, rows).await?,
                    Vote::Declines => self.decline_to(request, &loaded, kind, rows).await?,
                };
                if let Some(match_view) = changed {
                    return Ok(match_view);
                }
            }
            Err(StoreError::Changed.into())
        })
    }

    /// Returns the match if the user has seen its position: that of the button, or the first one found.
    pub(super) async fn unchanged(
        &self,
        request: Request,
        game: GameId,
        which: MatchRef,
        first: &mut Option<u32>,
    ) -> Result<Arc<LoadedMatch>, AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let seen = match since(which) {
            Precondition::Ply(ply) => ply,
            Precondition::Any | Precondition::First => {
                self.must_have_seen(request, &loaded).await?;
                *first.get_or_insert(loaded.state.ply())
            }
        };
        if loaded.state.is_fresh(seen) {
            Ok(loaded)
        } else {
            Err(self.stale(game, seen, request.user).await)
        }
    }

    /// Makes an offer in a match whose offers are `rows`; `None` if either has changed meanwhile.
    async fn offer_to(
        &self,
        request: Request,
        loaded: &LoadedMatch,
        kind: OfferKind,
        rows: Vec<OfferRow>,
    ) -> Result<Option<MatchView>, AppError> {
        let mine = may_offer(loaded, request, kind)?;
        let (user, now) = (request.user, self.sources.clock.now());
        let standing = offer_of(loaded, &rows, kind);
        match kind {
            OfferKind::Draw => {}
            OfferKind::Rematch => self.must_have_no_rematch(loaded).await?,
            // The addressee of a takeback agrees to it, and takes back no other move.
            OfferKind::Takeback if standing.as_ref().is_some_and(|offer| offer.by != user) => {}
            OfferKind::Takeback => match self.last_move(loaded, &mine, now).await? {
                Some(last) if last.is_free => {
                    return self.take_back(request, loaded, last, None).await.map(Some);
                }
                None if standing.is_none() => {
                    return Err(AppError::Plain("You have no move to take back.".to_owned()));
                }
                _ => {}
            },
        }
        if standing.is_none() {
            must_not_be_declined(kind, user, &rows)?;
        }
        let mut given: Vec<OfferRow> = (mine.iter())
            .map(|&seat| consent(loaded, kind.key(), user, seat, now))
            .collect();
        given.extend(self.machine_votes(loaded, kind, now).await?);
        let Voted { added, after } = voted(&rows, kind, standing.as_ref(), given);
        let unanswered = match &standing {
            Some(offer) if offer.agreed.contains(&user) => Unanswered::LeftOut,
            _ => Unanswered::Awaited,
        };
        if let Some(offer) = complete(loaded, &after, kind, unanswered) {
            return self
                .settle_offer(request, loaded, &offer, rows)
                .await
                .map(Some);
        }
        let known = |row: &OfferRow| {
            row.user == user && (row.kind == kind.declined() || row.kind == kind.withdrawn())
        };
        let told = if standing.is_some() || rows.iter().any(known) {
            // A user is notified of an offer once, not of every answer to it.
            Vec::new()
        } else {
            awaited(loaded, user, kind, &after)
        };
        let (postings, mention) = self.offer_postings(loaded, request, told, now).await?;
        let change = OfferChange {
            interaction: request.interaction,
            until: Some(request.sent.until(None)),
            at: now,
            ply: loaded.state.ply(),
            seen: rows,
            gone: standing.is_none().then(|| kind.key().to_owned()),
            added,
            postings,
        };
        self.change_offers(loaded, &change, &after, (mention, None))
            .await
    }

    /// Refuses a rematch of a match that already has one.
    async fn must_have_no_rematch(&self, loaded: &LoadedMatch) -> Result<(), AppError> {
        match self.store.row(loaded.id).await?.rematch {
            None => Ok(()),
            Some(rematch) => Err(AppError::Plain(format!(
                "The rematch of game {} is game {}.",
                loaded.id.0, rematch.0
            ))),
        }
    }

    /// Declines an offer in a match whose offers are `rows`; `None` if either has changed meanwhile.
    async fn decline_to(
        &self,
        request: Request,
        loaded: &LoadedMatch,
        kind: OfferKind,
        rows: Vec<OfferRow>,
    ) -> Result<Option<MatchView>, AppError> {
        let mine = may_offer(loaded, request, kind)?;
        let (user, now) = (request.user, self.sources.clock.now());
        let standing = offer_of(loaded, &rows, kind)
            .ok_or_else(|| AppError::Plain(format!("{} is not offered any more.", kind.name())))?;
        let answer = if standing.by == user {
            kind.withdrawn()
        } else {
            kind.declined()
        };
        let row = |seat: Seat| consent(loaded, answer, user, seat, now);
        let given = mine.into_iter().map(row).collect();
        let (Voted { added, after }, next) = voted_against(loaded, &rows, kind, given);
        if next.is_some()
            && let Some(offer) = complete(loaded, &after, kind, Unanswered::Awaited)
        {
            return self
                .settle_offer(request, loaded, &offer, rows)
                .await
                .map(Some);
        }
        let why = NotificationKind::Declined { kind, user };
        let mut agreed = standing.agreed;
        agreed.retain(|agreed| *agreed != user);
        let told = agreed.iter().map(|user| (*user, why.clone())).collect();
        let (postings, mention) = self.offer_postings(loaded, request, told, now).await?;
        let declined = DeclinedOffer {
            kind,
            by: user,
            withdrawn: standing.by == user,
            agreed,
        };
        let change = OfferChange {
            interaction: request.interaction,
            until: Some(request.sent.until(None)),
            at: now,
            ply: loaded.state.ply(),
            seen: rows,
            gone: Some(kind.key().to_owned()),
            added,
            postings,
        };
        self.change_offers(loaded, &change, &after, (mention, Some(declined)))
            .await
    }

    /// Stores the current offers `after`, and returns a view of the match with them, with the mentioned users and the
    /// offer that was declined.
    fn change_offers<'a>(
        &'a self,
        loaded: &'a LoadedMatch,
        change: &'a OfferChange,
        after: &'a [OfferRow],
        (mention, declined): (Vec<UserId>, Option<DeclinedOffer>),
    ) -> BoxFuture<'a, Result<Option<MatchView>, AppError>> {
        Box::pin(async move {
            let (looked, now) = (loaded.clone(), change.at);
            let mut match_view = run_blocking(move || public_view(&looked, now)).await?;
            match_view.told = match_view.ply;
            match_view.offers = offered(loaded, after);
            let kinds = match_view.offers.iter().map(|offer| offer.kind);
            let is_new = |kind: &OfferKind| change.added.iter().any(|row| row.kind == kind.key());
            match_view.new_offers = kinds.filter(is_new).collect();
            (match_view.mention, match_view.declined) = (mention, declined);
            // Nothing after this line can fail.
            match self.store.change_offers(loaded.id, change).await {
                Ok(()) => Ok(Some(match_view)),
                Err(StoreError::Changed) => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
    }

    /// Carries out an offer to which everybody agrees, by the stored votes and the user's consent.
    fn settle_offer<'a>(
        &'a self,
        request: Request,
        loaded: &'a LoadedMatch,
        offer: &'a Offered,
        rows: Vec<OfferRow>,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            let game = loaded.id;
            match offer.kind {
                OfferKind::Draw => {
                    let ply = Precondition::Ply(loaded.state.ply());
                    self.change(
                        Trigger::Request(request),
                        game,
                        ply,
                        move |pending: &mut PendingMatch, _| {
                            pending.offered = Some((game, rows.clone()));
                            agree(pending)
                        },
                    )
                    .await
                }
                OfferKind::Takeback => {
                    let seats = loaded.state.seats_of(offer.by);
                    let now = self.sources.clock.now();
                    let last = self.last_move(loaded, &seats, now).await?;
                    let last = last.ok_or_else(|| {
                        AppError::Plain("That move can't be taken back any more.".to_owned())
                    })?;
                    self.take_back(request, loaded, last, Some(rows)).await
                }
                OfferKind::Rematch => self.rematch(request, loaded, offer, rows).await,
            }
        })
    }
}

/// Refuses an offer that somebody else has declined in this position.
fn must_not_be_declined(kind: OfferKind, user: UserId, rows: &[OfferRow]) -> Result<(), AppError> {
    let mut said_no = rows.iter().filter(|row| row.kind == kind.declined());
    if said_no.all(|row| row.user == user) {
        return Ok(());
    }
    let until = match kind {
        OfferKind::Rematch => "`/new` opens another game.",
        _ => "You can ask again when the position has changed.",
    };
    Err(AppError::Plain(format!(
        "{} was declined. {until}",
        crate::rules::wording::capital(kind.name())
    )))
}

/// Returns the users who must answer, with their notifications.
fn awaited(
    loaded: &LoadedMatch,
    by: UserId,
    kind: OfferKind,
    rows: &[OfferRow],
) -> Vec<(UserId, NotificationKind)> {
    let why = NotificationKind::Offer { kind, user: by };
    (offer_of(loaded, rows, kind).into_iter())
        .flat_map(|offer| offer.awaited)
        .filter(|user| !user.is_machine())
        .map(|user| (user, why.clone()))
        .collect()
}

/// Returns the seats for which the user can make an offer.
fn may_offer(
    loaded: &LoadedMatch,
    request: Request,
    kind: OfferKind,
) -> Result<Vec<Seat>, AppError> {
    let refuse = |fault| Err(AppError::Plain(fault_sentence(loaded, request.user, fault)));
    if kind == OfferKind::Rematch {
        let mine = loaded.state.seats_of(request.user);
        return match loaded.state.phase() {
            Phase::Over(ending) if ending.quarters.is_empty() => refuse(MatchError::Over),
            Phase::Over(_) if mine.is_empty() => refuse(MatchError::NotAPlayer),
            Phase::Over(_) if has_erased(loaded) => Err(AppError::Plain(
                "A player of that game has left for good, so there can be no rematch.".to_owned(),
            )),
            Phase::Over(_) => Ok(mine),
            Phase::Open => refuse(MatchError::NotBegun),
            Phase::Playing => Err(AppError::Plain(
                "A rematch can be proposed when the game is over.".to_owned(),
            )),
        };
    }
    let mut mine = seats_of(loaded, request)?;
    let still = still_in(loaded);
    mine.retain(|seat| still.contains(seat));
    if mine.is_empty() {
        return refuse(MatchError::Out);
    }
    Ok(mine)
}

/// True if a user who held a seat to the end has had their data erased.
fn has_erased(loaded: &LoadedMatch) -> bool {
    let mut seats = loaded.kind.all_seats();
    seats.any(|seat| loaded.state.owner(seat).is_some_and(UserId::is_erased))
}
