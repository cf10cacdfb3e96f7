//! Lengths of time as people write them: `3`, `1 week`, `36h`, `1 day 12 hours`, `half a day`.

use crate::match_state::DAY;

/// Units, longest first: their length in seconds and their names. A month and a year have no fixed length.
const UNITS: &[(i64, &[&str])] = &[
    (14 * DAY, &["fortnight", "fortnights"]),
    (7 * DAY, &["w", "wk", "wks", "week", "weeks"]),
    (DAY, &["d", "day", "days"]),
    (3600, &["h", "hr", "hrs", "hour", "hours"]),
    (60, &["m", "min", "mins", "minute", "minutes"]),
    (1, &["s", "sec", "secs", "second", "seconds"]),
];

/// Numbers in words; the place in the list is the number.
const WORDS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen",
];

/// Returns the length in seconds that a whole text in lower case names; a number without a unit, which is then alone,
/// counts `usual` seconds. `None` if anything in the text is no part of a length, if a unit does not follow a longer
/// one, or if the length is no whole number of seconds.
pub fn duration(text: &str, usual: i64) -> Option<i64> {
    let mut words = words(text).into_iter().peekable();
    let (mut total, mut last) = (0_i64, i64::MAX);
    while let Some(word) = words.next() {
        // `1 day and 12 hours`, `1 day, 12 hours`.
        let word = match word.as_str() {
            "and" | "," if total > 0 => words.next()?,
            _ => word,
        };
        let (count, below) = number(&word)?;
        if word == "half" {
            words.next_if(|article| article == "a" || article == "an");
        }
        let alone = last == i64::MAX && !["a", "an", "half"].contains(&word.as_str());
        let unit = match words.next() {
            Some(name) => UNITS.iter().find(|(_, names)| names.contains(&&*name))?.0,
            None if alone => usual,
            None => return None,
        };
        let length = count.checked_mul(unit)?;
        if unit >= last || length % below != 0 {
            return None;
        }
        last = unit;
        total = total.checked_add(length / below)?;
    }
    (last < i64::MAX).then_some(total)
}

/// Reads a number as a fraction, numerator and denominator: `3`, `1.5`, `two`, `a`, `half`.
fn number(word: &str) -> Option<(i64, i64)> {
    if let Some(at) = WORDS.iter().position(|known| *known == word) {
        return Some((i64::try_from(at).ok()?, 1));
    }
    match word {
        "a" | "an" => return Some((1, 1)),
        "half" => return Some((1, 2)),
        _ => {}
    }
    let (whole, part) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|c| c.is_ascii_digit());
    let is_number = digits(whole) && digits(part) && !whole.is_empty() && part.len() <= 3;
    if !is_number || word.ends_with('.') {
        return None;
    }
    let below = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
    let number: i64 = format!("{whole}{part}").parse().ok()?;
    Some((number, below))
}

/// Splits a text into words and numbers, with every other character alone.
fn words(text: &str) -> Vec<String> {
    #[derive(PartialEq)]
    enum Kind {
        Number,
        Word,
        Other,
    }
    let kind = |c: char| match c {
        '0'..='9' | '.' => Kind::Number,
        c if c.is_alphabetic() => Kind::Word,
        _ => Kind::Other,
    };
    let mut found: Vec<String> = Vec::new();
    let mut before = Kind::Other;
    for c in text.chars() {
        let now = kind(c);
        match found.last_mut() {
            Some(word) if now == before && now != Kind::Other => word.push(c),
            _ if c.is_whitespace() => {}
            _ => found.push(c.to_string()),
        }
        before = now;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_as_people_write_them() {
        const HOUR: i64 = 3600;
        for (text, seconds) in [
            ("3", 3 * DAY),
            ("3d", 3 * DAY),
            ("3 days", 3 * DAY),
            ("three days", 3 * DAY),
            ("1 week", 7 * DAY),
            ("a week", 7 * DAY),
            ("2 weeks", 14 * DAY),
            ("a fortnight", 14 * DAY),
            ("1w", 7 * DAY),
            ("36h", 36 * HOUR),
            ("3 hours", 3 * HOUR),
            ("an hour", HOUR),
            ("half an hour", HOUR / 2),
            ("half a day", 12 * HOUR),
            ("5 minutes", 300),
            ("10 min", 600),
            ("1 day 12 hours", 36 * HOUR),
            ("1 day and 12 hours", 36 * HOUR),
            ("1 day, 12 hours", 36 * HOUR),
            ("1d12h", 36 * HOUR),
            ("1.5 days", 36 * HOUR),
            ("0.25 d", 6 * HOUR),
            ("90 sec", 90),
            ("0", 0),
        ] {
            assert_eq!(duration(text, DAY), Some(seconds), "{text}");
        }
    }

    #[test]
    fn nothing_of_a_length_is_passed_over() {
        for text in [
            "",
            " ",
            "x",
            "day",
            "days",
            "-1",
            "-1 day",
            "+1",
            "1 day xyz",
            "1 xyz",
            "xyz 1 day",
            "1 month",
            "2 years",
            "1 day 2",
            "1 2",
            "1 day 2 days",
            "1 hour 1 day",
            "1,5 days",
            "1. days",
            "1..5 days",
            ".5 days",
            "1.2345 days",
            "1/2 day",
            "1 day,",
            "and 1 day",
            "1 day and",
            "1-2 days",
            "1 day!",
            "a",
            "an",
            "half",
            "0.0001 s",
            "<@1>",
            "99999999999999999999 days",
            "9223372036854775807 weeks",
            "1 day\u{200b}2",
            "٣ days",
        ] {
            assert_eq!(duration(text, DAY), None, "{text}");
        }
    }
}
