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

/// Gives the votes in `given` their places after those in `rows`, all of one kind; the user in place 0 makes the offer.
/// A user who has voted before keeps that place and time. Returns the votes of `given`.
pub(in crate::app) fn in_order(rows: &[OfferRow], given: Vec<OfferRow>) -> Vec<OfferRow> {
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

/// Returns the offer of `kind` if every awaited player has agreed. A rematch without all seats takes at least two
/// users, and does not wait for the awaited ones if `impatient`.
pub(in crate::app) fn complete(
    loaded: &LoadedMatch,
    rows: &[OfferRow],
    kind: OfferKind,
    impatient: bool,
) -> Option<Offered> {
    let mut offers = offered(loaded, rows).into_iter();
    let offer = offers.find(|offer| offer.kind == kind)?;
    let seats: usize = offer
        .agreed
        .iter()
        .map(|user| loaded.state.seats_of(*user).len())
        .sum();
    let goes = match kind {
        OfferKind::Rematch if seats < usize::from(loaded.state.size()) => {
            offer.agreed.len() > 1 && (impatient || offer.awaited.is_empty())
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
