//! Who agrees to what is offered, who is waited for, and how long a consent stands.

use super::{OfferKind, Offered, still_in};
use crate::app::live::{Ahead, Live};
use crate::rules::Seat;
use crate::store::{KeptOffers, OfferRow};
use crate::table::{Event, Phase};

/// What is offered in a match: who has agreed, and who is waited for.
pub(in crate::app) fn offered(live: &Live, rows: &[OfferRow]) -> Vec<Offered> {
    let over = matches!(live.table.phase(), Phase::Over(_));
    let voters = |kind: OfferKind| -> Vec<Seat> {
        match (kind, over) {
            (OfferKind::Rematch, true) => live.kind.all_seats().collect(),
            (OfferKind::Draw | OfferKind::Takeback, false) => still_in(live),
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
                .filter(|row| live.table.owner(row.seat) == Some(row.user))
                .collect();
            let by = votes.first()?.user;
            let (mut agreed, mut awaited) = (Vec::new(), Vec::new());
            for vote in &votes {
                if !agreed.contains(&vote.user) {
                    agreed.push(vote.user);
                }
            }
            for seat in voters {
                let Some(user) = live.table.owner(seat) else {
                    continue;
                };
                let absent = live.table.is_absent(seat);
                // In a game of more than two it goes on without whoever does not want it.
                let wants_none = kind == OfferKind::Rematch
                    && live.table.size() > 2
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
    live: &Live,
    rows: &[OfferRow],
    kind: OfferKind,
    impatient: bool,
) -> Option<Offered> {
    let mut offers = offered(live, rows).into_iter();
    let offer = offers.find(|offer| offer.kind == kind)?;
    let seats: usize = offer
        .agreed
        .iter()
        .map(|user| live.table.seats_of(*user).len())
        .sum();
    let goes = match kind {
        OfferKind::Rematch if seats < usize::from(live.table.size()) => {
            offer.agreed.len() > 1 && (impatient || offer.awaited.is_empty())
        }
        _ => offer.awaited.is_empty(),
    };
    goes.then_some(offer)
}

/// The offers that outlive what has just happened: a draw. With two players it stands until the other one moves, who
/// thereby declines it. With more it stands until the turn of whoever offered it has come round and they have moved on
/// without offering it again; what others play meanwhile takes nobody's consent back, since it could never be complete
/// otherwise. It can be withdrawn at any time, and is void where a player leaves or a move is taken back.
pub(in crate::app) fn kept_offers(ahead: &Ahead) -> Option<KeptOffers> {
    let table = &ahead.live.table;
    if *table.phase() != Phase::Playing {
        return None;
    }
    let mut lapsed: Vec<(Seat, u32)> = Vec::new();
    let mut moved: Vec<Seat> = Vec::new();
    for event in &ahead.events {
        let seat = match event {
            Event::Moved { seat, .. } | Event::Answered { seat, .. } => *seat,
            Event::Undone { .. } | Event::Resigned { .. } | Event::TimedOut { .. } => return None,
            _ => continue,
        };
        // What was offered at this very turn goes with the move, as is usual at a board.
        let with_it = moved.is_empty() && ahead.was.turn() == Some(seat);
        let before = if with_it {
            ahead.was.changed()
        } else {
            table.changed()
        };
        lapsed.push((seat, before));
        moved.push(seat);
        if table.size() <= 2 {
            let others = (0..table.size()).map(Seat).filter(|other| *other != seat);
            lapsed.extend(others.map(|other| (other, table.changed())));
        }
    }
    Some(KeptOffers {
        kind: OfferKind::Draw.key().to_owned(),
        lapsed,
    })
}

/// Whether a draw is offered to which everybody has agreed who is waited for.
pub(in crate::app) fn is_agreed(live: &Live, rows: &[OfferRow]) -> bool {
    offered(live, rows)
        .iter()
        .any(|offer| offer.kind == OfferKind::Draw && offer.awaited.is_empty())
}
