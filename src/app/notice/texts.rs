//! Sentences of notices, one for each kind.

use crate::app::NotificationKind;
use crate::app::texts::{
    CLOSED, FREED, NEVER_BEGAN, ending_sentence, is_moderated, mention, seat_label,
};
use crate::app::view::log_texts;
use crate::match_state::{Ending, Moderation, UserId};
use crate::rules::{GameInfo, Seat};
use crate::store::Row;

impl NotificationKind {
    /// True if the match has gone on in a way that leaves no mark on the position: a day was given to the player whose
    /// seat could be claimed.
    pub(in crate::app) fn is_settled(&self, row: &Row) -> bool {
        match self {
            NotificationKind::Together { why, .. } => why.is_settled(row),
            NotificationKind::ClaimReminder { until, .. } => {
                row.deadline.is_none_or(|deadline| deadline < *until)
            }
            NotificationKind::GivenBack => row.deadline.is_none(),
            _ => false,
        }
    }

    /// Returns the notification as a sentence that names neither its recipient nor its match. Times are written as
    /// Discord shows them.
    pub(in crate::app) fn sentence(&self, kind: Option<&GameInfo>, row: &Row) -> String {
        let who = |user: &UserId| mention(*user);
        let when = |at: &i64| format!("<t:{at}:R>");
        match self {
            NotificationKind::Turn => "It is your turn.".to_owned(),
            NotificationKind::Reminder { deadline } => {
                format!(
                    "It is still your turn: your time runs out {}.",
                    when(deadline)
                )
            }
            NotificationKind::TimeOver => {
                "Your time has run out. You can still move, until an opponent claims or seven days have passed: then \
                 you have lost by running out of time."
                    .to_owned()
            }
            NotificationKind::Claimable { seat } => {
                claimable(kind, *seat, None, "after seven days")
            }
            NotificationKind::ClaimReminder { seat, until } => {
                claimable(kind, *seat, Some("still"), &when(until))
            }
            NotificationKind::Excused { deadline } => format!(
                "Your time ran out. This once you get new time: it runs out {}.",
                when(deadline)
            ),
            NotificationKind::SeatOffered { until } => format!(
                "Your time has run out again. Anyone may take over your seat until {}; you can still move.",
                when(until)
            ),
            NotificationKind::Replaced { user } => {
                format!("{} has taken over your seat.", who(user))
            }
            NotificationKind::Gift { user, deadline } => format!(
                "{} gave you more time: it runs out {}.",
                who(user),
                when(deadline)
            ),
            NotificationKind::Offer { kind, user } => format!("{} {}.", who(user), kind.offered()),
            NotificationKind::Declined { kind, user } => {
                format!("{} declined {}.", who(user), kind.name())
            }
            // The board of the ended match is shown with a result, and a digest has separate words.
            NotificationKind::Result { .. } | NotificationKind::Weekly { .. } => String::new(),
            NotificationKind::Began => "Everyone is here: the game has begun.".to_owned(),
            NotificationKind::Joined { user } => format!("{} has joined your table.", who(user)),
            NotificationKind::Left { user } => {
                format!("{} won't play at your table.", who(user))
            }
            NotificationKind::Inherited { user } => {
                format!("{} has left the table: it is yours now.", who(user))
            }
            NotificationKind::Moderated { action } => match action {
                Moderation::Hide => {
                    "A moderator has hidden this game: only those who play in it can see it now."
                }
                Moderation::Show => "A moderator has made this game visible again.",
                Moderation::Free => FREED,
                Moderation::Notes => "A moderator has removed a note about this game.",
                Moderation::Close | Moderation::End => "A moderator has ended this game.",
            }
            .to_owned(),
            NotificationKind::Closed if row.ending.as_deref().is_some_and(is_moderated) => {
                CLOSED.to_owned()
            }
            NotificationKind::Closed | NotificationKind::TableChanged => NEVER_BEGAN.to_owned(),
            NotificationKind::Ended => {
                match (kind, row.ending.as_deref().and_then(Ending::from_text)) {
                    (Some(kind), Some(ending)) => ending_sentence(kind, &ending),
                    _ => "The game is over.".to_owned(),
                }
            }
            NotificationKind::PlanLapsed { because } => because.clone(),
            NotificationKind::Invited => "You are invited to this table.".to_owned(),
            NotificationKind::ClockStopped { seat } => {
                let seat =
                    kind.map_or_else(|| "A player".to_owned(), |kind| seat_label(kind, *seat));
                log_texts::of_seat(log_texts::UNREACHABLE, &seat)
            }
            NotificationKind::GivenBack => {
                let until = row.deadline.unwrap_or_default();
                format!(
                    "I was not running for a while. That time is given back: the clock runs out {}.",
                    when(&until)
                )
            }
            NotificationKind::Archive => "The game is over.".to_owned(),
            NotificationKind::Together { why, .. } => why.sentence(kind, row),
            NotificationKind::Board { .. } | NotificationKind::News => {
                "There is news in this game.".to_owned()
            }
            NotificationKind::Out { seat } => {
                let seat = kind.map_or_else(|| "Your side".to_owned(), |kind| seat_label(kind, *seat));
                format!("{seat} is out of the game.")
            }
        }
    }
}

/// Returns the sentence that a player has run out of time, with what an opponent may do: among more than two, a claim
/// puts out one seat. `when` is the time at which the same happens without a claim.
fn claimable(kind: Option<&GameInfo>, seat: Seat, still: Option<&str>, when: &str) -> String {
    let several = kind.is_some_and(|kind| kind.seats.len() > 2);
    let seat = kind.map_or_else(|| "A player".to_owned(), |kind| seat_label(kind, seat));
    let (claim, end) = match several {
        true => (
            format!("claim, which puts {seat} out of the game at once"),
            format!("{seat} drops out"),
        ),
        false => (
            "claim the win, which ends the game at once".to_owned(),
            "you win".to_owned(),
        ),
    };
    let late = match still {
        Some(still) => format!("{seat} is {still} out of time"),
        None => format!("{seat} has run out of time and can still move"),
    };
    format!("{late}. You can {claim}, give a day more, or wait: {end} {when} without a claim.")
}

#[cfg(test)]
mod tests {
    use super::claimable;
    use crate::games;
    use crate::rules::Seat;

    /// The sentence states the effect of a claim, since the button below it claims without a question.
    #[test]
    fn a_notice_says_what_a_claim_does() {
        let said = |key: &str| claimable(games::find(key), Seat(0), None, "after seven days");
        let two = said("abstract");
        assert!(two.contains("which ends the game at once"), "{two}");
        let four = said("seasons");
        assert!(
            four.contains("puts Green out of the game at once") && !four.contains("the win"),
            "{four}"
        );
    }
}
