//! Hours of the day and time zones as people write them.

use crate::discord::texts;
use crate::notation::excerpt;

/// Words for no quiet hours.
const OFF: &[&str] = &["off", "no", "none", "never"];

/// Signs and words between the first hour and the last.
const UNTIL: &[&str] = &["-", "–", "—", " to ", " until ", " till "];

/// Returns the first and the last of quiet hours: `22-7`, `22:00 – 7:00`, `10pm to 7am`; `None` for `off`.
///
/// # Errors
/// Any part of the text is no full hour of a day, or both are the same.
pub fn quiet(text: &str) -> Result<Option<(u8, u8)>, String> {
    let plain = text.trim().to_lowercase();
    if OFF.contains(&plain.as_str()) {
        return Ok(None);
    }
    hours(&plain)
        .map(Some)
        .ok_or_else(|| texts::not_quiet_hours(text))
}

fn hours(text: &str) -> Option<(u8, u8)> {
    let text = text.strip_prefix("from ").unwrap_or(text);
    let (from, until) = UNTIL.iter().find_map(|sign| text.split_once(sign))?;
    let (from, until) = (hour(from)?, hour(until)?);
    // In `10-7am` the half of the day of the first hour is open.
    let is_open =
        |one: &Hour, other: &Hour| one.named && !other.named && (1..=12).contains(&other.hour);
    if is_open(&from, &until) || is_open(&until, &from) || from.hour == until.hour {
        return None;
    }
    Some((from.hour, until.hour))
}

/// An hour of the day.
struct Hour {
    /// The hour, from 0 to 23.
    hour: u8,
    /// True if the half of the day is named.
    named: bool,
}

/// Reads a full hour: `22`, `22:00`, `22.00`, `2200`, `22h`, `10pm`, `10 p.m.`, `midnight`.
fn hour(text: &str) -> Option<Hour> {
    let text = text.trim();
    match text {
        "midnight" => {
            return Some(Hour {
                hour: 0,
                named: true,
            });
        }
        "noon" | "midday" => {
            return Some(Hour {
                hour: 12,
                named: true,
            });
        }
        _ => {}
    }
    let half = [("am", 0), ("a.m.", 0), ("pm", 12), ("p.m.", 12)];
    let half = half
        .iter()
        .find_map(|(name, add)| Some((text.strip_suffix(name)?.trim_end(), *add)));
    let (text, add) = half.map_or((text, None), |(text, add)| (text, Some(add)));
    let digits = [":00", ".00", "h00", "h"]
        .iter()
        .find_map(|full| text.strip_suffix(full));
    let digits = digits.or_else(|| text.strip_suffix("00").filter(|hour| hour.len() == 2));
    let digits = digits.unwrap_or(text);
    let is_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|c| c.is_ascii_digit());
    let hour: u8 = digits.parse().ok().filter(|_| is_number)?;
    match add {
        Some(add) => (1..=12).contains(&hour).then(|| Hour {
            hour: hour % 12 + add,
            named: true,
        }),
        None => (hour < 24).then_some(Hour { hour, named: false }),
    }
}

/// Returns the time zone that a text names, under its IANA name: `Europe/Rome`, `rome`, `UTC+2`.
///
/// # Errors
/// No zone has that name, or several do.
pub fn zone(text: &str) -> Result<String, String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join("_");
    let mut known = jiff::tz::db().available().map(|zone| zone.to_string());
    if let Some(zone) = known.find(|zone| zone.eq_ignore_ascii_case(&name)) {
        return Ok(zone);
    }
    if let Some(zone) = offset(&name.replace('_', "").to_ascii_uppercase()) {
        return Ok(zone);
    }
    let is_city = |zone: &String| {
        zone.rsplit_once('/')
            .is_some_and(|(_, city)| city.eq_ignore_ascii_case(&name))
    };
    let mut found: Vec<String> = jiff::tz::db()
        .available()
        .map(|zone| zone.to_string())
        .filter(is_city)
        .collect();
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            found.push(last);
            Err(texts::which_zone(&excerpt(text), &found))
        }
        (None, _) => Err(texts::no_zone(&excerpt(text))),
    }
}

/// Returns the zone at a number of hours ahead of UTC or behind it: `UTC+2`, `GMT-5`, `+02:00`. The database counts the
/// other way round: `Etc/GMT-2` is two hours ahead.
fn offset(text: &str) -> Option<String> {
    let text = ["UTC", "GMT"]
        .iter()
        .find_map(|name| text.strip_prefix(name))
        .unwrap_or(text);
    let (sign, most, hours) = match text.chars().next()? {
        '+' => ('-', 14, text.strip_prefix('+')?),
        '-' => ('+', 12, text.strip_prefix('-')?),
        '−' => ('+', 12, text.strip_prefix('−')?),
        _ => return None,
    };
    let hours = hours
        .strip_suffix(":00")
        .or_else(|| hours.strip_suffix("00").filter(|hours| hours.len() == 2))
        .unwrap_or(hours);
    let is_number = (1..=2).contains(&hours.len()) && hours.bytes().all(|c| c.is_ascii_digit());
    let hours: u8 = hours
        .parse()
        .ok()
        .filter(|hours| is_number && *hours <= most)?;
    Some(match hours {
        0 => "UTC".to_owned(),
        hours => format!("Etc/GMT{sign}{hours}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_hours_are_read_as_people_write_them() {
        for text in [
            "22-7",
            " 22:00 – 7:00 ",
            "22:00-07:00",
            "22.00 - 7.00",
            "2200-0700",
            "22h-7h",
            "22h00-7h00",
            "22 to 7",
            "from 22 to 7",
            "22 until 7",
            "10pm-7am",
            "10 pm - 7 am",
            "10:00 p.m. to 7:00 a.m.",
            "From 10PM to 7AM",
            "22-7am",
        ] {
            assert_eq!(quiet(text), Ok(Some((22, 7))), "{text}");
        }
        assert_eq!(quiet("midnight-noon"), Ok(Some((0, 12))));
        assert_eq!(quiet("12am-12pm"), Ok(Some((0, 12))));
        for off in ["off", "None", " never "] {
            assert_eq!(quiet(off), Ok(None), "{off}");
        }
    }

    /// Minutes are refused rather than rounded, and so is an hour whose half of the day is open.
    #[test]
    fn what_is_no_full_hour_is_refused() {
        for bad in [
            "",
            "22",
            "24-7",
            "7-7",
            "a-b",
            "22-7-8",
            "22:30-6:30",
            "22-6:30",
            "10:30pm-7am",
            "22-7 foo",
            "foo 22-7",
            "22-7 UTC",
            "10-7am",
            "10pm-7",
            "13pm-7am",
            "0am-7am",
            "22 7",
            "22-",
            "-7",
            "off 22-7",
            "22-7 off",
            "22-7pm am",
            "222-7",
            "2 2-7",
            "22--7",
            "midnight noon",
            "+22-7",
            "220-7",
        ] {
            let refused = quiet(bad).unwrap_err();
            assert!(refused.contains("full hours"), "{bad}: {refused}");
        }
    }

    #[test]
    fn zones_are_read_as_people_write_them() {
        for (text, zone) in [
            ("Europe/Rome", "Europe/Rome"),
            (" europe/rome ", "Europe/Rome"),
            ("Berlin", "Europe/Berlin"),
            ("new york", "America/New_York"),
            ("America/New York", "America/New_York"),
            ("utc", "UTC"),
            ("UTC+2", "Etc/GMT-2"),
            ("utc + 2", "Etc/GMT-2"),
            ("GMT-5", "Etc/GMT+5"),
            ("UTC−5", "Etc/GMT+5"),
            ("+02:00", "Etc/GMT-2"),
            ("UTC+0200", "Etc/GMT-2"),
            ("+14", "Etc/GMT-14"),
            ("UTC+0", "UTC"),
            ("Etc/GMT-2", "Etc/GMT-2"),
        ] {
            assert_eq!(super::zone(text), Ok(zone.to_owned()), "{text}");
            assert!(jiff::tz::TimeZone::get(zone).is_ok(), "{zone}");
        }
    }

    #[test]
    fn what_names_no_zone_is_refused() {
        for bad in [
            "",
            "Nowhere",
            "Europe",
            "Berlin foo",
            "Berlin, Germany",
            "Europe/Rome x",
            "UTC+2 foo",
            "UTC+5:30",
            "UTC+15",
            "UTC-13",
            "UTC+",
            "+",
            "2",
            "UTC++2",
            "UTC+2+2",
            "PST8",
            "ome",
            "<@1>",
            "UTC+002",
        ] {
            assert!(super::zone(bad).is_err(), "{bad}");
        }
    }
}
