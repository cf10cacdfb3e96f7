//! The terms that options of a command choose: how long the players may think.

use serenity::model::application::{CommandDataOption, CommandDataOptionValue};

use super::{string, value};
use crate::discord::commands::name;
use crate::discord::texts;
use crate::match_state::{Pace, Terms};

pub(super) const FLAG_WITHOUT_CLOCK: &str =
    "The option flag has an effect only with a clock: leave flag out, or choose a clock.";

pub(in crate::discord) fn integer(options: &[CommandDataOption], name: &str) -> Option<i64> {
    match value(options, name)? {
        CommandDataOptionValue::Integer(number) => Some(*number),
        _ => None,
    }
}

/// The terms that options of a command choose; `None` where they choose none. What is not said is as in `usual`.
///
/// # Errors
/// The clock cannot be read, or none runs and it is said what happens when it has run out.
pub fn terms(options: &[CommandDataOption], usual: Terms) -> Result<Option<Terms>, String> {
    let pace = string(options, name::CLOCK).map(pace).transpose()?;
    let hard = string(options, name::FLAG).map(|flag| flag == name::HARD);
    let open = integer(options, name::WAIT).map(|days| u8::try_from(days).unwrap_or(u8::MAX));
    let machine = integer(options, name::MACHINES);
    let machine = machine.map(|level| u8::try_from(level).unwrap_or(u8::MAX));
    if pace.is_none() && hard.is_none() && open.is_none() && machine.is_none() {
        return Ok(None);
    }
    let pace = pace.unwrap_or(usual.pace);
    if pace == Pace::Untimed && hard.is_some() {
        return Err(FLAG_WITHOUT_CLOCK.to_owned());
    }
    Ok(Some(Terms {
        pace,
        hard: hard.unwrap_or(usual.hard),
        open: open.unwrap_or(usual.open),
        machine: machine.or(usual.machine),
    }))
}

/// How long the players may think: `3`, `3 days`, `bank`, `7+1/14`, `untimed`.
pub fn pace(text: &str) -> Result<Pace, String> {
    let unreadable = || texts::NOT_A_CLOCK.to_owned();
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "bank" => return Ok(Pace::BANK),
        "untimed" | "none" | "no clock" => return Ok(Pace::Untimed),
        _ => {}
    }
    let text = text.strip_prefix("bank ").unwrap_or(&text);
    let number = |part: &str| part.trim().parse::<u8>().map_err(|_| unreadable());
    if let Some((days, rest)) = text.split_once('+') {
        let (add, cap) = rest.split_once('/').unwrap_or((rest, ""));
        let (days, add) = (number(days)?, number(add)?);
        let cap = if cap.trim().is_empty() {
            days.saturating_mul(2).min(60)
        } else {
            number(cap)?
        };
        return Ok(Pace::Bank { days, add, cap });
    }
    let days = text.split_whitespace().next().ok_or_else(unreadable)?;
    Ok(Pace::PerMove {
        days: number(days)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        let bank = |days, add, cap| Ok(Pace::Bank { days, add, cap });
        assert_eq!(pace("3"), Ok(Pace::PerMove { days: 3 }));
        assert_eq!(pace(" 14 days a move "), Ok(Pace::PerMove { days: 14 }));
        assert_eq!(pace("bank"), Ok(Pace::BANK));
        assert_eq!(pace("5+2/12"), bank(5, 2, 12));
        assert_eq!(pace("bank 5 + 2"), bank(5, 2, 10));
        assert_eq!(pace("Untimed"), Ok(Pace::Untimed));
        for bad in ["", "x", "-1", "3+", "+1/2", "999", "3+1/x", "<@1>"] {
            assert!(pace(bad).is_err(), "{bad}");
        }
    }
}
