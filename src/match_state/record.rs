//! Rows of the store that hold events.

use serde::{Deserialize, Serialize};

use super::{Event, Terms, UserId};

/// An event as a row: its kind, and the four values that it can have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The kind of event, in one lower-case word.
    pub kind: String,
    /// The seat concerned.
    pub seat: Option<u8>,
    /// The user concerned.
    pub user: Option<UserId>,
    /// A move, an option, a number or an ending, in machine notation.
    pub text: Option<String>,
    /// The seat whose turn it is afterwards.
    pub next: Option<u8>,
}

impl Record {
    /// Returns the terms that a row agrees on; `None` if its event is another.
    pub fn terms(&self) -> Option<Terms> {
        match Event::from_record(self) {
            Some(Event::Agreed { terms }) => Some(terms),
            _ => None,
        }
    }
}

impl Event {
    /// Returns the event as a row.
    pub fn record(&self) -> Record {
        // Every event has a kind, and each of its values a column: `every_event_is_read_as_it_was_written`.
        let row = serde_json::to_value(self).and_then(serde_json::from_value);
        row.unwrap_or_default()
    }

    /// Returns the event in a row; `None` if the row holds no known event.
    pub fn from_record(record: &Record) -> Option<Event> {
        let row = serde_json::to_value(record).ok()?;
        serde_json::from_value(row).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_state::{Ending, Moderation};
    use crate::rules::Seat;

    /// Returns every event with its row as `kind seat user text next`: stored rows must remain readable.
    fn rows() -> Vec<(Event, &'static str)> {
        let (seat, user, next) = (Seat(3), UserId(7), Seat(2));
        let (wish, text) = (Some(Seat(1)), "roll:6".to_owned());
        let ending = Ending::from_text("won:white:last-standing 0,4 2,1").unwrap();
        let terms = Terms::from_text("bank:7+1/14 soft open:7 machine:5").unwrap();
        vec![
            (Event::Opened { user, wish }, "opened 1 7 - -"),
            (Event::Invited { user }, "invited - 7 - -"),
            (Event::Joined { user, wish: None }, "joined - 7 - -"),
            (Event::Wished { user, wish }, "wished 1 7 - -"),
            (Event::Declined { user }, "declined - 7 - -"),
            (Event::Left { user }, "left - 7 - -"),
            (
                Event::Drawn {
                    text: "seed=7".to_owned(),
                },
                "drawn - - seed=7 -",
            ),
            (Event::Seated { seat, user }, "seated 3 7 - -"),
            (Event::Began { next }, "began - - - 2"),
            (
                Event::Moved {
                    seat,
                    user,
                    text: text.clone(),
                    next,
                },
                "moved 3 7 roll:6 2",
            ),
            (
                Event::Answered {
                    seat,
                    user,
                    text: text.clone(),
                    next,
                },
                "answered 3 7 roll:6 2",
            ),
            (
                Event::Rolled {
                    text: text.clone(),
                    next,
                },
                "rolled - - roll:6 2",
            ),
            (
                Event::Resigned {
                    seat,
                    user,
                    text: Some(text.clone()),
                    next,
                },
                "resigned 3 7 roll:6 2",
            ),
            (
                Event::Resigned {
                    seat,
                    user,
                    text: None,
                    next,
                },
                "resigned 3 7 - 2",
            ),
            (
                Event::Ended { ending },
                "ended - - won:white:last-standing 0,4 2,1 -",
            ),
            (
                Event::Ended {
                    ending: Ending::closed(),
                },
                "ended - - closed - - -",
            ),
            (
                Event::Agreed { terms },
                "agreed - - bank:7+1/14 soft open:7 machine:5 -",
            ),
            (Event::Flagged { seat, wait: None }, "flagged 3 - - -"),
            (
                Event::Flagged {
                    seat,
                    wait: Some(604_800),
                },
                "flagged 3 - 604800 -",
            ),
            (Event::Excused { seat, user }, "excused 3 7 - -"),
            (
                Event::Vacated {
                    seat,
                    user: Some(user),
                },
                "vacated 3 7 - -",
            ),
            (Event::Vacated { seat, user: None }, "vacated 3 - - -"),
            (Event::Kept { seat }, "kept 3 - - -"),
            (Event::Substituted { seat, user }, "substituted 3 7 - -"),
            (
                Event::TimedOut {
                    seat,
                    claimed: Some(user),
                    text: None,
                    next,
                },
                "timedout 3 7 - 2",
            ),
            (
                Event::TimedOut {
                    seat,
                    claimed: None,
                    text: Some(text),
                    next,
                },
                "timedout 3 - roll:6 2",
            ),
            (
                Event::Gifted {
                    seat,
                    user,
                    seconds: 86_400,
                },
                "gifted 3 7 86400 -",
            ),
            (Event::Away { seat, until: -1 }, "away 3 - -1 -"),
            (Event::Back { seat }, "back 3 - - -"),
            (
                Event::Unreachable { seat, since: 100 },
                "unreachable 3 - 100 -",
            ),
            (Event::Reached { seat }, "reached 3 - - -"),
            (Event::Undone { seat, to: 12 }, "undone 3 - 12 -"),
            (
                Event::Moderated {
                    user,
                    action: Moderation::Free,
                    seat: Some(seat),
                },
                "moderated 3 7 free -",
            ),
            (
                Event::Moderated {
                    user,
                    action: Moderation::Hide,
                    seat: None,
                },
                "moderated - 7 hide -",
            ),
            (
                Event::Erased {
                    user: UserId(u64::MAX),
                },
                "erased - 18446744073709551615 - -",
            ),
        ]
    }

    #[test]
    fn every_event_is_read_as_it_was_written() {
        for (event, row) in rows() {
            let record = event.record();
            let number = |number: Option<u64>| number.map_or("-".to_owned(), |it| it.to_string());
            let written = format!(
                "{} {} {} {} {}",
                record.kind,
                number(record.seat.map(u64::from)),
                number(record.user.map(|user| user.0)),
                record.text.as_deref().unwrap_or("-"),
                number(record.next.map(u64::from)),
            );
            assert_eq!(written, row);
            assert_eq!(Event::from_record(&record), Some(event));
        }
    }

    #[test]
    fn what_is_no_event_is_not_read_as_one() {
        let moved = rows()
            .into_iter()
            .find(|(event, _)| matches!(event, Event::Moved { .. }));
        let moved = moved.unwrap().0.record();
        let gifted = Event::Gifted {
            seat: Seat(0),
            user: UserId(7),
            seconds: 1,
        }
        .record();
        for record in [
            Record {
                kind: "teleported".to_owned(),
                ..moved.clone()
            },
            Record {
                user: None,
                ..moved.clone()
            },
            Record {
                text: None,
                ..moved
            },
            Record {
                text: Some("soon".to_owned()),
                ..gifted
            },
        ] {
            assert_eq!(Event::from_record(&record), None, "{record:?}");
        }
    }
}
