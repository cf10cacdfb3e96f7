//! Who is told of what happens to a match.

use super::NotificationKind;
use super::change::Trigger;
use super::pending::PendingMatch;
use crate::match_state::{Event, MatchState, Moderation, Phase, UserId};
use crate::rules::Seat;

/// Who is to be told what of that which has just happened.
pub(super) fn notifications(
    pending: &PendingMatch,
    actor: Option<UserId>,
) -> Vec<(UserId, NotificationKind)> {
    let (state, was) = (&pending.loaded.state, &pending.was);
    let mut list: Vec<(UserId, NotificationKind)> = Vec::new();
    let deadline = state.timer().map_or(0, |timer| timer.at);
    let players = || players(state);
    for event in &pending.events {
        if event.changes_position() {
            // A player whose time was over has moved all the same.
            list.retain(|(_, why)| !why.is_of_late_turn());
        }
        match event {
            // The one who comes last begins the game, which is told instead.
            Event::Joined { user, .. } if *state.phase() == Phase::Open => {
                list.extend(
                    was.opener()
                        .map(|to| (to, NotificationKind::Joined { user: *user })),
                );
            }
            Event::Began { .. } => {
                let others = players().into_iter();
                let others = others
                    .filter(|user| state.turn().and_then(|seat| state.owner(seat)) != Some(*user));
                list.extend(others.map(|user| (user, NotificationKind::Began)));
            }
            Event::Left { user } if was.opener() == Some(*user) => {
                let heir = state.opener();
                list.extend(heir.map(|heir| (heir, NotificationKind::Inherited { user: *user })));
            }
            Event::Left { user } | Event::Declined { user } => {
                list.extend(
                    was.opener()
                        .map(|to| (to, NotificationKind::Left { user: *user })),
                );
            }
            Event::Ended { .. } if *was.phase() == Phase::Open => {
                let waiting = was.guests().iter().map(|guest| guest.user);
                let mut waiting: Vec<UserId> = waiting.chain(was.invited().to_vec()).collect();
                waiting.extend(was.opener().filter(|_| actor.is_none()));
                waiting.sort_unstable();
                waiting.dedup();
                list.extend(
                    waiting
                        .into_iter()
                        .map(|user| (user, NotificationKind::Closed)),
                );
            }
            Event::Ended { .. } => {
                list.extend(
                    players()
                        .into_iter()
                        .map(|user| (user, NotificationKind::Ended)),
                );
            }
            Event::Flagged { seat } => {
                for user in players() {
                    let why = if state.owner(*seat) == Some(user) {
                        NotificationKind::TimeOver
                    } else {
                        NotificationKind::Claimable { seat: *seat }
                    };
                    list.push((user, why));
                }
            }
            Event::Excused { user, .. } => {
                list.push((*user, NotificationKind::Excused { deadline }))
            }
            Event::Vacated { seat, user: None } => {
                let owner = state.owner(*seat);
                list.extend(
                    owner.map(|owner| (owner, NotificationKind::SeatOffered { until: deadline })),
                );
            }
            Event::Unreachable { seat, .. } => {
                let owner = state.owner(*seat);
                let others = players().into_iter().filter(|user| Some(*user) != owner);
                list.extend(
                    others.map(|user| (user, NotificationKind::ClockStopped { seat: *seat })),
                );
            }
            Event::Substituted { seat, user } => {
                let owner = was.owner(*seat);
                list.retain(|(_, why)| !matches!(why, NotificationKind::SeatOffered { .. }));
                list.extend(owner.map(|owner| (owner, NotificationKind::Replaced { user: *user })));
            }
            Event::Gifted { seat, user, .. } => {
                let owner = state.owner(*seat);
                let user = *user;
                list.extend(owner.map(|owner| (owner, NotificationKind::Gift { user, deadline })));
            }
            Event::Moderated {
                deed: deed @ (Moderation::Hide | Moderation::Show),
                ..
            } => {
                let why = NotificationKind::Moderated { deed: *deed };
                list.extend(players().into_iter().map(|user| (user, why.clone())));
            }
            Event::Moderated {
                deed: deed @ Moderation::Free,
                seat: Some(seat),
                ..
            } => {
                let why = NotificationKind::Moderated { deed: *deed };
                list.extend(state.owner(*seat).map(|owner| (owner, why)));
            }
            _ => {}
        }
    }
    // One mention when it becomes somebody's turn, however much happened on the way there.
    let begins = state.changed() > was.changed() && *state.phase() == Phase::Playing;
    if let (true, Some(seat)) = (begins, state.turn())
        && (was.turn() != Some(seat) || state.since() != was.since())
    {
        list.extend(
            state
                .owner(seat)
                .map(|owner| (owner, NotificationKind::Turn)),
        );
    }
    list.retain(|(user, _)| !user.is_machine());
    for (user, because) in &pending.lapsed {
        let because = because.clone();
        list.push((*user, NotificationKind::PlanLapsed { because }));
    }
    list
}

/// The players of a match, each once, in turn order.
pub(super) fn players(state: &MatchState) -> Vec<UserId> {
    let mut players: Vec<UserId> = Vec::new();
    for seat in (0..state.size()).map(Seat) {
        players.extend(state.owner(seat).filter(|user| !players.contains(user)));
    }
    players
}

/// Whether the match's home is to show what has just happened although nobody has asked for it there. The board of a
/// hidden match is shown nowhere.
pub(super) fn is_shown_at_home(pending: &PendingMatch, by: Trigger) -> bool {
    let state = &pending.loaded.state;
    if *pending.was.phase() == Phase::Open {
        return matches!(by, Trigger::Clock)
            || (matches!(by, Trigger::Moderator(_) | Trigger::Leaving(_))
                && matches!(state.phase(), Phase::Over(_)));
    }
    let was_hidden = pending.was.is_hidden();
    match by {
        Trigger::Unseen(_) | Trigger::Clock | Trigger::Leaving(_) => !state.is_hidden(),
        // Where it moves for several seats in a row, the board after the last one shows them all.
        Trigger::Machine => {
            !state.is_hidden() && !state.turn().is_some_and(|seat| state.is_machine(seat))
        }
        Trigger::Moderator(_) => !state.is_hidden() && !was_hidden,
        Trigger::Request(_) | Trigger::Aside => false,
    }
}
