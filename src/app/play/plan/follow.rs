//! Playing plans: each move advances or ends every line, and answers are made as long as lines fit.

use super::line::{Line, MOST_IN_A_ROW};
use crate::app::error::impossible;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::throws::resolve_chance;
use crate::app::play::moves::play_text;
use crate::app::texts::seat_label;
use crate::app::{AppError, Chance};
use crate::match_state::{Event, Phase, UserId};
use crate::rules::{Played, Seat};
use crate::store::{FormerPlans, PlanChange, PlanRow};

/// A line of a plan during a change.
struct FollowedLine {
    id: i64,
    user: UserId,
    line: Line,
    gone: bool,
    moved: bool,
}

/// Plays planned answers, and the only legal move for players who want that, until somebody has to think.
pub(in crate::app) fn follow(
    pending: &mut PendingMatch,
    rows: &[PlanRow],
    forced: &[UserId],
    chance: &Chance,
) -> Result<(), AppError> {
    let mut followed: Vec<FollowedLine> = rows
        .iter()
        .map(|row| {
            let line = serde_json::from_str(&row.line).ok();
            FollowedLine {
                id: row.id,
                user: row.user,
                gone: line.is_none(),
                line: line.unwrap_or(Line {
                    steps: Vec::new(),
                    seen: 0,
                }),
                moved: false,
            }
        })
        .collect();
    let (mut looked, mut turn) = (0, pending.was.turn());
    for _ in 0..MOST_IN_A_ROW {
        while let Some(event) = pending.events.get(looked) {
            let event = event.clone();
            looked += 1;
            see(&mut followed, &event, turn, pending);
            turn = event.next().or(turn);
        }
        let (Phase::Playing, Some(seat)) = (
            pending.loaded.state.phase().clone(),
            pending.loaded.state.turn(),
        ) else {
            break;
        };
        let Some(user) = pending.loaded.state.owner(seat) else {
            break;
        };
        let Some(played) = answer(&mut followed, user, pending)
            .or_else(|| forced.contains(&user).then(|| only_move(pending))?)
        else {
            break;
        };
        let answered = Event::Answered {
            seat,
            user,
            text: played.canonical.clone(),
            next: pending.loaded.game.umpire().turn(),
        };
        pending.add(answered, Some(played)).map_err(impossible)?;
        resolve_chance(pending, chance)?;
    }
    if *pending.loaded.state.phase() != Phase::Playing {
        followed
            .iter_mut()
            .for_each(|followed| followed.gone = true);
    }
    let changed = followed
        .iter()
        .any(|followed| followed.gone || followed.moved);
    if let (Some(Event::Moved { .. }), true) = (pending.events.first(), changed) {
        pending.former = Some(FormerPlans::Keep {
            ply: pending.was.ply(),
            rows: rows.to_vec(),
        });
    }
    for followed in followed {
        if followed.gone {
            pending.plans.push(PlanChange::Gone { id: followed.id });
        } else if followed.moved {
            let line = serde_json::to_string(&followed.line).map_err(|_| AppError::Internal)?;
            pending.plans.push(PlanChange::Kept {
                id: followed.id,
                line,
            });
        }
    }
    Ok(())
}

/// Applies an event, before which it was the turn of `turn`, to the lines: lines of other players' plans that foresaw
/// it advance, the rest end.
fn see(
    followed: &mut [FollowedLine],
    event: &Event,
    turn: Option<Seat>,
    pending: &mut PendingMatch,
) {
    match event {
        Event::Moved { user, text, .. } | Event::Answered { user, text, .. } => {
            see_move(followed, *user, text, pending);
        }
        Event::Rolled { next, .. } if turn.is_some_and(|turn| turn != *next) => {
            see_lost_turn(followed, turn, pending);
        }
        Event::Undone { .. } | Event::Resigned { .. } | Event::TimedOut { .. } => {
            see_changed_position(followed, pending);
        }
        _ => {}
    }
}

/// Ends the plan of a player who has lost the planned turn.
fn see_lost_turn(followed: &mut [FollowedLine], turn: Option<Seat>, pending: &mut PendingMatch) {
    let loser = turn.and_then(|turn| pending.loaded.state.owner(turn));
    let lines = followed
        .iter_mut()
        .filter(|line| !line.gone && Some(line.user) == loser);
    let mut any = false;
    for line in lines {
        line.gone = true;
        any = true;
    }
    if let (true, Some(user)) = (any, loser) {
        let because = "The die has cost you the turn that you had planned: your plan is dropped.";
        pending.lapsed.push((user, because.to_owned()));
    }
}

/// Ends all plans, since they were made for another position.
fn see_changed_position(followed: &mut [FollowedLine], pending: &mut PendingMatch) {
    let mut notified = Vec::new();
    for line in followed.iter_mut().filter(|line| !line.gone) {
        line.gone = true;
        if !notified.contains(&line.user) {
            notified.push(line.user);
        }
    }
    let because = "Your plan is dropped: the game went another way.";
    notified.retain(|user| !pending.put_back.contains(user));
    pending
        .lapsed
        .extend(notified.into_iter().map(|user| (user, because.to_owned())));
    let because = "The last move was taken back: your plan is again what it was before it.";
    let put_back = pending.put_back.iter();
    pending
        .lapsed
        .extend(put_back.map(|user| (*user, because.to_owned())));
}

/// Applies a move of `user`: lines that foresaw it advance; planners whose last line has ended are notified.
fn see_move(followed: &mut [FollowedLine], user: UserId, text: &str, pending: &mut PendingMatch) {
    let planners: Vec<UserId> = followed
        .iter()
        .filter(|line| !line.gone)
        .map(|line| line.user)
        .collect();
    for line in followed.iter_mut().filter(|line| !line.gone) {
        line.see_move(user, text);
    }
    for planner in planners {
        let left = followed
            .iter()
            .any(|line| line.user == planner && !line.gone);
        let notified = pending.lapsed.iter().any(|(user, _)| *user == planner);
        if planner != user && !left && !notified {
            let what = if pending.loaded.hides {
                "that move"
            } else {
                text
            };
            let because =
                format!("Your plan did not foresee {what}: it is dropped. Now it is your move.");
            pending.lapsed.push((planner, because));
        }
    }
}

impl FollowedLine {
    /// Advances the line by a move of `user`, or ends it.
    fn see_move(&mut self, user: UserId, text: &str) {
        self.moved = true;
        let Some(step) = self.line.steps.first() else {
            self.gone = true;
            return;
        };
        if self.user == user {
            // A planned answer advances the line by one step; any other move of the planner ends it.
            let planned = step.answer == text && self.line.seen >= step.conditions.len();
            self.line.steps.remove(0);
            self.line.seen = 0;
            self.gone = !planned || self.line.steps.is_empty();
            return;
        }
        match step.conditions.get(self.line.seen) {
            Some(condition) if !condition.fits(text) => self.gone = true,
            Some(_) => self.line.seen += 1,
            None => {}
        }
    }
}

/// Plays the planned answer of the player to move on the board: the first legal answer of a line whose conditions are
/// met. Illegal ones before it end their lines; if none is legal, the player is notified of the reason.
fn answer(
    followed: &mut [FollowedLine],
    user: UserId,
    pending: &mut PendingMatch,
) -> Option<Played> {
    let mut refused = None;
    for line in followed.iter_mut() {
        if line.gone || line.user != user || !line.line.is_ready() {
            continue;
        }
        let Some(step) = line.line.steps.first_mut() else {
            continue;
        };
        match play_text(pending.loaded.game.umpire_mut(), &step.answer) {
            Ok(played) => {
                step.answer.clone_from(&played.canonical);
                // Missing conditions count as met.
                line.line.seen = step.conditions.len();
                return Some(played);
            }
            Err(why) => {
                line.gone = true;
                refused.get_or_insert((step.answer.clone(), why));
            }
        }
    }
    let (text, why) = refused?;
    let seat = pending.loaded.state.turn().unwrap_or(Seat(0));
    let because = format!(
        "Your planned answer {text} for {} cannot be played: {why}",
        seat_label(pending.loaded.kind, seat)
    );
    pending.lapsed.push((user, because));
    None
}

/// Plays the only legal move on the board.
fn only_move(pending: &mut PendingMatch) -> Option<Played> {
    let only = pending.loaded.game.umpire().only_move()?;
    play_text(pending.loaded.game.umpire_mut(), &only).ok()
}
