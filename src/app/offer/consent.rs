//! Who agrees to what is offered, who is waited for, and how long a consent stands.

use super::{OfferKind, Offered, still_in};
use crate::app::loaded::{LoadedMatch, PendingMatch};
use crate::match_state::{Event, Phase};
use crate::rules::Seat;
use crate::store::{KeptOffers, OfferRow};

/// What is offered in a match: who has agreed, and who is waited for.
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
            // A vote is its player's: it goes with them when somebody else takes over the seat.
            let votes: Vec<&OfferRow> = rows
                .iter()
                .filter(|row| row.kind == kind.key() && voters.contains(&row.seat))
                .filter(|row| loaded.state.owner(row.seat) == Some(row.user))
                .collect();
            let by = votes.first()?.user;
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
                // In teams nobody agrees for a partner who is away.
                let absent = loaded.kind.teams.is_empty() && loaded.state.is_absent(seat);
                // In a game of more than two it goes on without the one who does not want it.
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

/// What everybody agrees to who is waited for. A rematch takes two; where they are not all, `impatient` ones who have
/// agreed before wait no longer.
pub(super) fn complete(
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

/// The offers that outlive what has just happened: a draw. With two players it stands until the other one moves, who
/// thereby declines it. With more it stands until the turn of the one who offered it has come round and they have moved on
/// without offering it again; what others play meanwhile takes nobody's consent back, since it could never be complete
/// otherwise. It can be withdrawn at any time, and is void where a player leaves or a move is taken back.
pub(in crate::app) fn kept_offers(pending: &PendingMatch) -> Option<KeptOffers> {
    let state = &pending.loaded.state;
    if *state.phase() != Phase::Playing {
        return None;
    }
    let mut lapsed: Vec<(Seat, u32)> = Vec::new();
    let mut moved: Vec<Seat> = Vec::new();
    for event in &pending.events {
        let seat = match event {
            Event::Moved { seat, .. } | Event::Answered { seat, .. } => *seat,
            Event::Undone { .. } | Event::Resigned { .. } | Event::TimedOut { .. } => return None,
            _ => continue,
        };
        // What was offered at this very turn goes with the move, as is usual at a board.
        let with_it = moved.is_empty() && pending.was.turn() == Some(seat);
        let before = if with_it {
            pending.was.changed()
        } else {
            state.changed()
        };
        lapsed.push((seat, before));
        moved.push(seat);
        if state.size() <= 2 {
            let others = (0..state.size()).map(Seat).filter(|other| *other != seat);
            lapsed.extend(others.map(|other| (other, state.changed())));
        }
    }
    Some(KeptOffers {
        kind: OfferKind::Draw.key().to_owned(),
        lapsed,
    })
}

/// Whether a draw is offered to which everybody has agreed who is waited for.
pub(in crate::app) fn is_agreed(loaded: &LoadedMatch, rows: &[OfferRow]) -> bool {
    offered(loaded, rows)
        .iter()
        .any(|offer| offer.kind == OfferKind::Draw && offer.awaited.is_empty())
}
