//! Small parts of the sentences that games write.

/// Returns the text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Returns the text with a small first letter, unless it begins with the name of a side.
pub fn small(text: &str) -> String {
    const NAMES: [&str; 4] = ["White", "Black", "Red", "Green"];
    if NAMES.iter().any(|name| text.starts_with(name)) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Returns a list of pieces; `no piece` if it is empty.
pub fn or_none(pieces: String) -> String {
    if pieces.is_empty() {
        return "no piece".to_owned();
    }
    pieces
}

/// Joins parts: "a", "a and b", "a, b and c"; empty for no parts.
pub fn listed<S: AsRef<str>>(parts: &[S]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// Returns "1st", "2nd", "11th".
pub fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Returns "move 3" or "moves 1 to 3".
pub fn moves(first: u32, last: u32) -> String {
    if first == last {
        format!("move {first}")
    } else {
        format!("moves {first} to {last}")
    }
}
