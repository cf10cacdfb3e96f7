//! Consent to offers: who must agree, and whether they have.

use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::still_in;
use crate::app::{OfferKind, Offered};
use crate::match_state::{Phase, UserId};
use crate::rules::Seat;
use crate::store::OfferRow;

/// The consent of one player for a seat, given at `at` in seconds of the Unix epoch.
pub(in crate::app) fn consent(
    loaded: &LoadedMatch,
    kind: &str,
    user: UserId,
    seat: Seat,
    at: i64,
) -> OfferRow {
    OfferRow {
        kind: kind.to_owned(),
        seat,
        ply: loaded.state.ply(),
        user,
        at,
        place: 0,
    }
}

/// Returns the offers of a match, each with the users who have agreed and those still awaited.
pub(in crate::app) fn offered(loaded: &LoadedMatch, rows: &[OfferRow]) -> Vec<Offered> {
    let over = matches!(loaded.state.phase(), Phase::Over(_));
    let voters = |kind: OfferKind| -> Vec<Seat> {
        match (kind, over) {
            (OfferKind::Rematch, true) => loaded.kind.all_seats().collect(),
            (OfferKind::Draw | OfferKind::Takeback, false) => still_in(loaded),
            _ => Vec::new(),
        }
    };
    OfferKind::ALL
        .into_iter()
        .filter_map(|kind| {
            let voters = voters(kind);
            // A vote belongs to its player: it goes when somebody else takes over the seat.
            let mut votes: Vec<&OfferRow> = rows
                .iter()
                .filter(|row| row.kind == kind.key() && voters.contains(&row.seat))
                .filter(|row| loaded.state.owner(row.seat) == Some(row.user))
                .collect();
            votes.sort_by_key(|row| (row.place, row.seat));
            // An offer belongs to the user who made it: it goes with that user, whoever has agreed to it.
            let by = votes.first().filter(|row| row.place == 0)?.user;
            let (mut agreed, mut awaited) = (Vec::new(), Vec::new());
            for vote in &votes {
                if !agreed.contains(&vote.user) {
                    agreed.push(vote.user);
                }
            }
            for seat in voters {
                let Some(user) = loaded.state.owner(seat) else {
                    continue;
                };
                // Without teams the absent are not waited for; in teams nobody agrees for an absent partner.
                let absent = loaded.kind.teams.is_empty() && loaded.state.is_absent(seat);
                // A rematch of more than two begins without those who declined.
                let wants_none = kind == OfferKind::Rematch
                    && loaded.state.size() > 2
                    && rows.iter().any(|row| {
                        row.user == user
                            && [kind.declined(), kind.withdrawn()].contains(&row.kind.as_str())
                    });
                if !absent
                    && !wants_none
                    && !user.is_erased()
                    && !agreed.contains(&user)
                    && !awaited.contains(&user)
                {
                    awaited.push(user);
                }
            }
            Some(Offered {
                kind,
                by,
                agreed,
                awaited,
            })
        })
        .collect()
}

/// Returns the offer of a kind, if it has been made.
pub(in crate::app) fn offer_of(
    loaded: &LoadedMatch,
    rows: &[OfferRow],
    kind: OfferKind,
) -> Option<Offered> {
    let mut offers = offered(loaded, rows).into_iter();
    offers.find(|offer| offer.kind == kind)
}

/// Gives the votes in `given` their places after those in `rows`, all of one kind; the user in place 0 makes the offer.
/// A user who has voted before keeps that place and time. Returns the votes of `given`.
fn in_order(rows: &[OfferRow], given: Vec<OfferRow>) -> Vec<OfferRow> {
    let mut all = rows.to_vec();
    let mut placed = Vec::new();
    for mut vote in given {
        let before = all.iter().find(|row| row.user == vote.user);
        let last = all.iter().map(|row| row.place + 1).max();
        (vote.place, vote.at) = match before {
            Some(before) => (before.place, before.at),
            None => (last.unwrap_or(0), vote.at),
        };
        all.push(vote.clone());
        placed.push(vote);
    }
    placed
}

/// The votes on a match's offers after an answer.
pub(in crate::app) struct Voted {
    /// The votes that the answer adds.
    pub added: Vec<OfferRow>,
    /// All votes.
    pub after: Vec<OfferRow>,
}

/// Adds votes for an offer, `standing` if it has been made. An offer that is made now voids all former consents.
pub(in crate::app) fn voted(
    rows: &[OfferRow],
    kind: OfferKind,
    standing: Option<&Offered>,
    given: Vec<OfferRow>,
) -> Voted {
    let mut valid: Vec<OfferRow> = rows.to_vec();
    valid.retain(|row| standing.is_some() && row.kind == kind.key());
    let added = in_order(&valid, given);
    let is_replaced = |row: &OfferRow| {
        row.kind == kind.key()
            && (standing.is_none() || added.iter().any(|added| added.seat == row.seat))
    };
    let mut after: Vec<OfferRow> = rows.to_vec();
    after.retain(|row| !is_replaced(row));
    after.extend(added.iter().cloned());
    Voted { added, after }
}

/// Adds a user's votes against an offer, which end it. A rematch of more than two goes on without that user, and is
/// returned, if at least two people are left; if its proposer drops out, the next one proposes it.
pub(in crate::app) fn voted_against(
    loaded: &LoadedMatch,
    rows: &[OfferRow],
    kind: OfferKind,
    given: Vec<OfferRow>,
) -> (Voted, Option<Offered>) {
    let mut added = given;
    let (mut theirs, mut after): (Vec<OfferRow>, Vec<OfferRow>) = (rows.iter().cloned())
        .chain(added.iter().cloned())
        .partition(|row| row.kind == kind.key());
    let next = if kind == OfferKind::Rematch && loaded.state.size() > 2 {
        theirs.retain(|row| added.iter().all(|against| against.user != row.user));
        theirs.sort_by_key(|row| (row.user.is_machine(), row.place, row.seat));
        theirs = in_order(&[], theirs);
        let left = [&after[..], &theirs[..]].concat();
        offer_of(loaded, &left, kind)
            .filter(|offer| !offer.by.is_machine() && offer.agreed.len() + offer.awaited.len() > 1)
    } else {
        None
    };
    if next.is_some() {
        // The votes of the others are kept.
        after.extend(theirs.iter().cloned());
        added.extend(theirs);
    }
    (Voted { added, after }, next)
}

/// The users who have not answered an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Unanswered {
    /// They are waited for.
    Awaited,
    /// A rematch that at least two users want goes on without them.
    LeftOut,
}

/// Returns the offer of `kind` if it needs no further answer. A rematch without all seats takes at least two users.
pub(in crate::app) fn complete(
    loaded: &LoadedMatch,
    rows: &[OfferRow],
    kind: OfferKind,
    unanswered: Unanswered,
) -> Option<Offered> {
    let offer = offer_of(loaded, rows, kind)?;
    let seats: usize = offer
        .agreed
        .iter()
        .map(|user| loaded.state.seats_of(*user).len())
        .sum();
    let goes = match kind {
        OfferKind::Rematch if seats < usize::from(loaded.state.size()) => {
            offer.agreed.len() > 1
                && (unanswered == Unanswered::LeftOut || offer.awaited.is_empty())
        }
        _ => offer.awaited.is_empty(),
    };
    goes.then_some(offer)
}

/// True if everybody has agreed to a draw.
pub(in crate::app) fn is_agreed(loaded: &LoadedMatch, rows: &[OfferRow]) -> bool {
    offered(loaded, rows)
        .iter()
        .any(|offer| offer.kind == OfferKind::Draw && offer.awaited.is_empty())
}
