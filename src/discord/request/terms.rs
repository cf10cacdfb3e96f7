//! The terms that a command's options choose: the time control and how a match waits.

use serenity::model::application::{CommandDataOption, CommandDataOptionValue};

use super::duration::duration;
use super::{string, value};
use crate::discord::name;
use crate::discord::texts;
use crate::match_state::{DAY, Pace, Terms};

pub(super) const FLAG_WITHOUT_CLOCK: &str =
    "The option flag has an effect only with a clock: leave flag out, or choose a clock.";

pub(super) const WEEKENDS_WITHOUT_CLOCK: &str = "An untimed game has no clock that could rest at weekends: leave weekends out, or choose a clock.";

pub(in crate::discord) fn integer(options: &[CommandDataOption], name: &str) -> Option<i64> {
    match value(options, name)? {
        CommandDataOptionValue::Integer(number) => Some(*number),
        _ => None,
    }
}

/// Returns the terms that a command's options choose; `None` if they choose none. Missing ones are as in `usual`.
///
/// # Errors
/// The clock is unreadable, or `flag` is given without a clock.
pub fn terms(options: &[CommandDataOption], usual: Terms) -> Result<Option<Terms>, String> {
    let pace = string(options, name::CLOCK).map(pace).transpose()?;
    let hard = string(options, name::FLAG).map(|flag| flag == name::HARD);
    let open = integer(options, name::WAIT).map(|days| u8::try_from(days).unwrap_or(u8::MAX));
    let machine = integer(options, name::MACHINES);
    let machine = machine.map(|level| u8::try_from(level).unwrap_or(u8::MAX));
    let unrated = string(options, name::RATED).map(|rated| rated == name::NO);
    let rests = string(options, name::WEEKENDS).map(|weekends| weekends == name::REST);
    let said = pace.is_some() || hard.is_some() || open.is_some() || machine.is_some();
    let people = integer(options, name::PEOPLE);
    let people = people.map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    if !said && unrated.is_none() && rests.is_none() && people.is_none() {
        return Ok(None);
    }
    let pace = pace.unwrap_or(usual.pace);
    if pace == Pace::Untimed && hard.is_some() {
        return Err(FLAG_WITHOUT_CLOCK.to_owned());
    }
    if pace == Pace::Untimed && rests == Some(true) {
        return Err(WEEKENDS_WITHOUT_CLOCK.to_owned());
    }
    Ok(Some(Terms {
        pace,
        hard: hard.unwrap_or(usual.hard),
        open: open.unwrap_or(usual.open),
        machine: machine.or(usual.machine),
        unrated: unrated.unwrap_or(usual.unrated),
        runs: false,
        rests: pace != Pace::Untimed && rests.unwrap_or(usual.rests),
        people: people.filter(|number| *number != 4),
    }))
}

/// Words for a game without a clock.
const UNTIMED: &[&str] = &[
    "untimed",
    "none",
    "no clock",
    "no limit",
    "no time limit",
    "unlimited",
    "off",
];

/// Words that make a length a move's.
const A_MOVE: &[&str] = &[
    " for every move",
    " for each move",
    " every move",
    " each move",
    " per move",
    " a move",
    " per turn",
    " a turn",
];

/// Signs and words before the most that a bank holds.
const AT_MOST: &[&str] = &["/", " up to ", " at most ", " max "];

/// Reads a time control: `3`, `1 week a move`, `bank`, `7+1/14`, `untimed`, or the name of a suggestion.
///
/// # Errors
/// Any part of the text is no clock, or none that a match can be played with: the sentence repeats the text and names
/// the possible ones.
pub fn pace(text: &str) -> Result<Pace, String> {
    let typed = text.trim();
    let labels = texts::clocks();
    let label = labels
        .iter()
        .find(|label| label.name.eq_ignore_ascii_case(typed));
    let text = label.map_or(typed, |label| &label.value).to_lowercase();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let read = match text.as_str() {
        "bank" => Some(Pace::BANK),
        text if UNTIMED.contains(&text) => Some(Pace::Untimed),
        text => clock(text),
    };
    let fits = |pace: &Pace| {
        let terms = Terms {
            pace: *pace,
            ..Terms::default()
        };
        terms.check().is_ok()
    };
    read.filter(fits).ok_or_else(|| texts::not_a_clock(typed))
}

/// Reads the days for every move, or those of a bank.
fn clock(text: &str) -> Option<Pace> {
    let text = text
        .replace("/ ", "/")
        .replace("/move", " per move")
        .replace("/turn", " per turn");
    let bank = text.strip_prefix("bank");
    let bank = bank.map(|text| text.trim_start_matches([':', ' ']));
    let Some((days, rest)) = bank.unwrap_or(&text).split_once('+') else {
        // A bank without the time that a move adds.
        return if bank.is_some() {
            None
        } else {
            Some(Pace::PerMove {
                days: whole_days(a_move(&text))?,
            })
        };
    };
    let cap = AT_MOST.iter().find_map(|sign| rest.split_once(sign));
    let (add, cap) = cap.map_or((rest, None), |(add, cap)| (add, Some(cap)));
    let (days, add) = (whole_days(days)?, whole_days(a_move(add))?);
    let cap = match cap {
        Some(cap) => whole_days(cap)?,
        None => days.saturating_mul(2).min(60),
    };
    Some(Pace::Bank { days, add, cap })
}

/// Returns a length without the words that make it a move's.
fn a_move(text: &str) -> &str {
    let text = text.trim_end();
    A_MOVE
        .iter()
        .find_map(|of| text.strip_suffix(of))
        .unwrap_or(text)
}

/// Reads a length that is a whole number of days.
fn whole_days(text: &str) -> Option<u8> {
    let seconds = duration(text, DAY)?;
    (seconds % DAY == 0)
        .then(|| u8::try_from(seconds / DAY).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let bank = |days, add, cap| Ok(Pace::Bank { days, add, cap });
        for (text, days) in [
            ("3", 3),
            ("3d", 3),
            ("3 days/move", 3),
            (" 14 days a move ", 14),
            ("1 week", 7),
            ("a week", 7),
            ("1 Week per move", 7),
            ("2 weeks", 14),
            ("two weeks each move", 14),
            ("a fortnight", 14),
            ("24 hours", 1),
            ("48h per move", 2),
            ("a day / move", 1),
            ("1 day per move", 1),
        ] {
            assert_eq!(pace(text), Ok(Pace::PerMove { days }), "{text}");
        }
        assert_eq!(pace("bank"), Ok(Pace::BANK));
        for text in [
            "7+1/14",
            "7 + 1",
            "bank 7+1/14",
            "bank: 7 + 1 / 14",
            "1 week + 1 day / 2 weeks",
            "7 days + 1 day per move up to 14 days",
            "7d+24h/14d",
            "7+1 at most 14",
            "7+1/move/14",
        ] {
            assert_eq!(pace(text), bank(7, 1, 14), "{text}");
        }
        assert_eq!(pace("5+2/12"), bank(5, 2, 12));
        assert_eq!(pace("bank 5 + 2"), bank(5, 2, 10));
        for text in ["Untimed", "no clock", "unlimited", "No time limit"] {
            assert_eq!(pace(text), Ok(Pace::Untimed), "{text}");
        }
        // A suggestion may stay as its name.
        for clock in texts::clocks() {
            assert_eq!(pace(&clock.name), pace(&clock.value), "{}", clock.name);
        }
    }

    /// Units that are shorter than a day, lengths that no move can have, and text after a clock.
    #[test]
    fn what_is_no_clock_of_a_match_is_refused_and_never_rounded() {
        for bad in [
            "",
            "x",
            "-1",
            "3+",
            "+1/2",
            "999",
            "3+1/x",
            "<@1>",
            "5 minutes",
            "10 min/move",
            "3 hours",
            "36h",
            "1 day 12 hours",
            "half a day",
            "1 month",
            "4",
            "4 days",
            "3 weeks",
            "0",
            "bank 3",
            "bank 1 week",
            "bank x",
            "bankrupt",
            "untimed 3",
            "3 untimed",
            "1 day xyz",
            "1 xyz",
            "1 day 7",
            "3 3",
            "3 days per move please",
            "a move",
            "7+1/14 per move x",
            "7+1/14/20",
            "5 min + 3 sec",
            "7 days + 12 hours",
            "7+1+1",
            "7+15",
            "0+1",
            "7+1/3",
            "61+1",
            "3 days or 5 days",
            "about 3 days",
            "1-2 days",
            "1.5 days",
            "bank bank",
            "7+1 xyz",
            "7 foo + 1",
        ] {
            let refused = pace(bad).unwrap_err();
            assert!(
                refused.contains("1, 2, 3, 5, 7, 10 or 14"),
                "{bad}: {refused}"
            );
        }
    }
}
