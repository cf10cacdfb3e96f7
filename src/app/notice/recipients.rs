//! Recipients of the notifications about a change of a match.

use crate::app::NotificationKind;
use crate::app::matches::change::Trigger;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::still_in;
use crate::match_state::{Event, MatchState, Moderation, Phase, UserId};
use crate::rules::Seat;

/// Returns the notifications about a change, with their recipients.
pub(in crate::app) fn notifications(
    pending: &PendingMatch,
    actor: Option<UserId>,
) -> Vec<(UserId, NotificationKind)> {
    let (state, was) = (&pending.loaded.state, &pending.was);
    let mut list: Vec<(UserId, NotificationKind)> = Vec::new();
    for event in &pending.events {
        if event.changes_position() {
            // The player whose time was over has moved after all.
            list.retain(|(_, why)| !why.is_of_late_turn());
        }
        if matches!(event, Event::Substituted { .. }) {
            list.retain(|(_, why)| !matches!(why, NotificationKind::SeatOffered { .. }));
        }
        list.extend(match event {
            Event::Joined { .. } | Event::Left { .. } | Event::Declined { .. } => {
                of_table(event, state, was)
            }
            Event::Ended { .. } if *was.phase() == Phase::Open => of_closing(was, actor),
            _ => of_match(event, state, was),
        });
    }
    list.extend(of_those_out(pending));
    list.extend(of_turn(state, was));
    // Of several reasons one counts: the end, or else the first; the board names the rest.
    let mut told: Vec<UserId> = Vec::new();
    if list.iter().any(|(_, why)| *why == NotificationKind::Ended) {
        list.retain(|(_, why)| !why.is_on_board() || *why == NotificationKind::Ended);
    }
    list.retain(|(user, why)| {
        let again = why.is_on_board() && told.contains(user);
        told.extend(why.is_on_board().then_some(*user));
        !again
    });
    list.retain(|(user, _)| !user.is_machine());
    for (user, because) in &pending.lapsed {
        let because = because.clone();
        list.push((*user, NotificationKind::PlanLapsed { because }));
    }
    list
}

/// Returns the opener's notification of guests who come and go; if the opener leaves, the new opener's.
fn of_table(
    event: &Event,
    state: &MatchState,
    was: &MatchState,
) -> Vec<(UserId, NotificationKind)> {
    let (to, why) = match event {
        // The last guest starts the game, and the players are notified of that instead.
        Event::Joined { .. } if *state.phase() != Phase::Open => return Vec::new(),
        Event::Joined { user, .. } => (was.opener(), NotificationKind::Joined { user: *user }),
        Event::Left { user } if was.opener() == Some(*user) => {
            (state.opener(), NotificationKind::Inherited { user: *user })
        }
        Event::Left { user } | Event::Declined { user } => {
            (was.opener(), NotificationKind::Left { user: *user })
        }
        _ => return Vec::new(),
    };
    to.into_iter().map(|to| (to, why.clone())).collect()
}

/// Returns the notifications that a table was closed: to everybody seated or invited, and to the opener unless a
/// request closed it.
fn of_closing(was: &MatchState, actor: Option<UserId>) -> Vec<(UserId, NotificationKind)> {
    let waiting = was.guests().iter().map(|guest| guest.user);
    let mut waiting: Vec<UserId> = waiting.chain(was.invited().to_vec()).collect();
    waiting.extend(was.opener().filter(|_| actor.is_none()));
    waiting.sort_unstable();
    waiting.dedup();
    let closed = |user| (user, NotificationKind::Closed);
    waiting.into_iter().map(closed).collect()
}

/// Returns the notifications of an event after the beginning of the game.
fn of_match(
    event: &Event,
    state: &MatchState,
    was: &MatchState,
) -> Vec<(UserId, NotificationKind)> {
    let deadline = state.timer().map_or(0, |timer| timer.at);
    let all = |why: NotificationKind| {
        let players = players(state).into_iter();
        players.map(|user| (user, why.clone())).collect::<Vec<_>>()
    };
    let all_but = |left_out: Option<UserId>, why: NotificationKind| {
        let mut list = all(why);
        list.retain(|(user, _)| Some(*user) != left_out);
        list
    };
    let one = |user: Option<UserId>, why: NotificationKind| {
        user.into_iter()
            .map(|user| (user, why.clone()))
            .collect::<Vec<_>>()
    };
    let owner = |seat: &Seat| state.owner(*seat);
    match event {
        Event::Began { .. } => {
            let next = state.turn().and_then(|seat| state.owner(seat));
            all_but(next, NotificationKind::Began)
        }
        Event::Ended { .. } => all(NotificationKind::Ended),
        Event::Flagged { seat, .. } => {
            let mut list = all(NotificationKind::Claimable { seat: *seat });
            let late = list
                .iter_mut()
                .filter(|(user, _)| owner(seat) == Some(*user));
            late.for_each(|(_, why)| *why = NotificationKind::TimeOver);
            list
        }
        Event::Excused { user, .. } => one(Some(*user), NotificationKind::Excused { deadline }),
        Event::Vacated { seat, user: None } => one(
            owner(seat),
            NotificationKind::SeatOffered { until: deadline },
        ),
        Event::Unreachable { seat, .. } => {
            all_but(owner(seat), NotificationKind::ClockStopped { seat: *seat })
        }
        Event::Substituted { seat, user } => {
            one(was.owner(*seat), NotificationKind::Replaced { user: *user })
        }
        Event::Gifted { seat, user, .. } => {
            let user = *user;
            one(owner(seat), NotificationKind::Gift { user, deadline })
        }
        Event::Moderated {
            action: action @ (Moderation::Hide | Moderation::Show),
            ..
        } => all(NotificationKind::Moderated { action: *action }),
        Event::Moderated {
            action: action @ Moderation::Free,
            seat: Some(seat),
            ..
        } => one(owner(seat), NotificationKind::Moderated { action: *action }),
        _ => Vec::new(),
    }
}

/// Returns the notifications of the players whose seats the game has put out, unless it is over.
fn of_those_out(pending: &PendingMatch) -> Vec<(UserId, NotificationKind)> {
    let state = &pending.loaded.state;
    if *state.phase() != Phase::Playing || pending.still_in.is_empty() {
        return Vec::new();
    }
    let still = still_in(&pending.loaded);
    let out = pending.still_in.iter().filter(|seat| !still.contains(seat));
    out.filter_map(|seat| Some((state.owner(*seat)?, NotificationKind::Out { seat: *seat })))
        .collect()
}

/// Returns one notification of the player to move, however many events led to that turn.
fn of_turn(state: &MatchState, was: &MatchState) -> Option<(UserId, NotificationKind)> {
    let begins = state.changed() > was.changed() && *state.phase() == Phase::Playing;
    let seat = state.turn().filter(|_| begins)?;
    let is_new = was.turn() != Some(seat) || state.since() != was.since();
    Some((state.owner(seat)?, NotificationKind::Turn)).filter(|_| is_new)
}

/// Returns the players of a match, each once, in turn order.
pub(in crate::app) fn players(state: &MatchState) -> Vec<UserId> {
    let mut players: Vec<UserId> = Vec::new();
    for seat in (0..state.size()).map(Seat) {
        players.extend(state.owner(seat).filter(|user| !players.contains(user)));
    }
    players
}

/// True if the match's home must show a change without a request from there. The board of a hidden match is shown
/// nowhere.
pub(in crate::app) fn is_shown_at_home(pending: &PendingMatch, by: Trigger) -> bool {
    let state = &pending.loaded.state;
    if *pending.was.phase() == Phase::Open {
        return matches!(by, Trigger::Clock)
            || (matches!(by, Trigger::Moderator(_) | Trigger::Leaving(_))
                && matches!(state.phase(), Phase::Over(_)));
    }
    let was_hidden = pending.was.is_hidden();
    match by {
        Trigger::Clock | Trigger::Leaving(_) => !state.is_hidden(),
        Trigger::Move(_) => by.is_unseen(&pending.loaded) && !state.is_hidden(),
        // If the machine moves for several seats in a row, the board after the last one shows them all.
        Trigger::Machine => {
            !state.is_hidden() && !state.turn().is_some_and(|seat| state.is_machine(seat))
        }
        Trigger::Moderator(_) => !state.is_hidden() && !was_hidden,
        Trigger::Aside => !state.is_hidden() && !pending.events.is_empty(),
        Trigger::Request(_) => false,
    }
}
