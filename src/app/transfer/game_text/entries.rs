//! The moves of a game as people write them: with numbers, remarks, variations, signs and a result.

use crate::notation::excerpt;

/// Results as in chess, at the end of the moves.
const SCORES: &[&str] = &["1-0", "0-1", "1/2-1/2", "1/2", "½-½", "½", "*"];

/// The refusal of a hidden move: an export has `?` for a move that its reader may not see.
const HIDDEN: &str = "A “?” is a move that was hidden when the text was written: export the game again once it is over.";

/// Signs of the notation between two parts of a move.
const BETWEEN: &[char] = &['-', '→', '×', '&', '~', '>', '@', '=', ',', ':'];

/// The moves of a text and its other entries.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Entries {
    /// Moves and chance outcomes in order, as they were written.
    pub moves: Vec<String>,
    /// The result after the moves.
    pub score: Option<String>,
    /// Number of remarks left out.
    pub remarks: usize,
    /// Number of variations left out.
    pub variations: usize,
    /// Number of signs such as `$1` left out.
    pub signs: usize,
}

/// Reads the moves of a text.
///
/// # Errors
/// A sentence, if something is not closed, a number is missing, or something follows the result.
pub(super) fn read(body: &str) -> Result<Entries, String> {
    let mut entries = Entries::default();
    let words = words(body, &mut entries)?;
    let mut number: u32 = 0;
    // True if the current word continues the one before.
    let mut open = false;
    for (at, word) in words.iter().enumerate() {
        let (mut word, next) = (word.as_str(), words.get(at + 1));
        if let Some(score) = &entries.score {
            return Err(format!(
                "After the result {score} comes “{}”: import one game at a time.",
                excerpt(word)
            ));
        }
        if !open && let Some((said, after)) = numbered(word) {
            if said != number && said != number + 1 {
                return Err(match number {
                    0 => {
                        format!("The moves begin with number {said}: those before it are missing.")
                    }
                    _ => format!("After move {number} comes number {said}: are moves missing?"),
                });
            }
            number = said;
            word = after;
        }
        let word = word.trim_start_matches(['.', '…']);
        if word.is_empty() {
            continue;
        }
        if word == "?" {
            return Err(HIDDEN.to_owned());
        }
        let plain = word.replace(['–', '—', '‒', '−', '‐', '‑'], "-");
        if !open && SCORES.contains(&plain.as_str()) {
            entries.score = Some(plain);
            continue;
        }
        match entries.moves.last_mut() {
            Some(last) if open || goes_before(last, &plain, next) => last.push_str(&plain),
            // A sign without a move is left for the rules to refuse.
            _ => entries.moves.push(plain.clone()),
        }
        let whole = entries.moves.last().map_or("", String::as_str);
        open = is_open(whole, &plain, next);
    }
    Ok(entries)
}

/// True if a word belongs to the move before it: `- c5`, `=Q`, `e.p.`, `!?`.
fn goes_before(last: &str, word: &str, next: Option<&String>) -> bool {
    let is_remark = |word: &str| word.chars().all(|c| matches!(c, '!' | '?' | '+' | '#'));
    word.starts_with(BETWEEN)
        || is_remark(word)
        || word == "x"
        || ["e.p.", "e.p", "ep"].contains(&word.to_ascii_lowercase().as_str())
        // `h6 + g7` and `h6 +g7` are moves with a sign between two squares.
        || word.strip_prefix('+').is_some_and(|to| is_square(last) && (is_square(to) || to.is_empty() && next.is_some_and(|next| is_square(next))))
}

/// True if the next word belongs to the move that ends with this one: `N`, `Nb3 -`, `h2+g2,`.
fn is_open(whole: &str, word: &str, next: Option<&String>) -> bool {
    let is_letter =
        |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_uppercase());
    let from = whole.strip_suffix('+').is_some_and(is_square);
    whole.ends_with(BETWEEN)
        || word == "x"
        || is_letter(word) && (whole == word || whole.ends_with(&format!(",{word}")))
        || word == "+" && from && next.is_some_and(|next| is_square(next))
}

/// True if a text is only a square, such as `h6` or `cc5`.
fn is_square(text: &str) -> bool {
    let file = text.trim_end_matches(|c: char| c.is_ascii_digit());
    (1..=2).contains(&file.len())
        && (1..=2).contains(&(text.len() - file.len()))
        && file.bytes().all(|c| c.is_ascii_lowercase())
}

/// Returns the move number at the beginning of a word, and the rest: `12.`, `12...Nc5`, `12)`, `12`.
fn numbered(word: &str) -> Option<(u32, &str)> {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = word[..word.len() - after.len()].parse().ok();
    // The first half of `0 - 0` is no number.
    let number = number.filter(|number| *number > 0)?;
    let rest = after.trim_start_matches(['.', '…']);
    let rest = if rest.len() == after.len() {
        after.strip_prefix(')').unwrap_or(after)
    } else {
        rest
    };
    (after.is_empty() || rest.len() < after.len()).then_some((number, rest))
}

/// Returns the words of a text outside its remarks, variations and signs, and counts those in `entries`.
fn words(body: &str, entries: &mut Entries) -> Result<Vec<String>, String> {
    let mut words: Vec<String> = Vec::new();
    let mut apart = true;
    let mut rest = body;
    let mut begins_line = true;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let to_the_end_of_the_line = || after.find('\n').map_or("", |end| &after[end..]);
        let was_apart = apart;
        apart = true;
        rest = match c {
            '{' => {
                entries.remarks += 1;
                let end = after.find('}').ok_or_else(|| not_closed("remark", rest))?;
                &after[end + 1..]
            }
            ';' => {
                entries.remarks += 1;
                to_the_end_of_the_line()
            }
            '%' if begins_line => {
                entries.remarks += 1;
                to_the_end_of_the_line()
            }
            '(' if was_apart => {
                let end = end_of_variation(rest).ok_or_else(|| not_closed("variation", rest))?;
                if !rest[..end].contains(|c: char| c.is_ascii_digit()) {
                    return Err(format!(
                        "“{}” is no variation. Remarks are in braces, such as {{a remark}}.",
                        excerpt(&rest[..end])
                    ));
                }
                entries.variations += 1;
                &rest[end..]
            }
            '[' if was_apart => {
                return Err(format!(
                    "“{}” is no move. If another game begins there, import one at a time.",
                    excerpt(rest.lines().next().unwrap_or_default())
                ));
            }
            '$' => {
                let number = after.trim_start_matches(|c: char| c.is_ascii_digit());
                if number.len() == after.len() {
                    return Err("A “$” has no number behind it.".to_owned());
                }
                entries.signs += 1;
                number
            }
            c if c.is_whitespace() => after,
            c => {
                apart = false;
                match words.last_mut() {
                    Some(word) if !was_apart => word.push(c),
                    _ => words.push(c.to_string()),
                }
                after
            }
        };
        begins_line = c == '\n';
    }
    Ok(words)
}

/// Returns the end of the variation at the beginning of a text; it may contain variations and remarks.
fn end_of_variation(text: &str) -> Option<usize> {
    let (mut depth, mut remark) = (0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '}' => remark = false,
            _ if remark => {}
            '{' => remark = true,
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn not_closed(what: &str, text: &str) -> String {
    format!(
        "The {what} that begins with “{}” is not closed, so that I can't tell what is a move.",
        excerpt(text.lines().next().unwrap_or_default())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(body: &str) -> Vec<String> {
        read(body)
            .unwrap_or_else(|why| panic!("{body}: {why}"))
            .moves
    }

    #[test]
    fn moves_are_found_however_they_are_numbered_and_spaced() {
        for (body, found) in [
            ("1. Nb3-c5 Nb8-c6", "Nb3-c5 Nb8-c6"),
            ("1.Nb3-c5 Nb8-c6 2.d4", "Nb3-c5 Nb8-c6 d4"),
            ("1 Nb3 Nc6 2 d4 d5", "Nb3 Nc6 d4 d5"),
            ("1) Nb3 Nc6 2) d4", "Nb3 Nc6 d4"),
            ("1. Nb3 1... Nc6 2. d4 2… d5", "Nb3 Nc6 d4 d5"),
            ("1. Nb3 ... Nc6", "Nb3 Nc6"),
            ("1 . Nb3 … Nc6", "Nb3 Nc6"),
            ("1. N b3 - c5 N b8 -c6", "Nb3-c5 Nb8-c6"),
            ("1. Nb3- c5 Nb8 - c6", "Nb3-c5 Nb8-c6"),
            ("1. Nb3 – c5", "Nb3-c5"),
            ("1. Nb3 x c5 d4", "Nb3xc5 d4"),
            ("1. e8 = Q e8 =Q e8= Q", "e8=Q e8=Q e8=Q"),
            ("1. h6 + g7 h6 +g7 h6+ g7", "h6+g7 h6+g7 h6+ g7"),
            ("1. Nf3 + Nc6 # d4 !?", "Nf3+ Nc6# d4!?"),
            ("1. e2, h2+g2 P @ c5", "e2,h2+g2 P@c5"),
            ("1. O - O 0 - 0", "O-O 0-0"),
            ("cbxcc6 e.p. dbJcd6 ep", "cbxcc6e.p. dbJcd6ep"),
            ("1. roll:3 Nc3 roll: 4", "roll:3 Nc3 roll:4"),
            ("1. e8(Q) d4", "e8(Q) d4"),
            ("", ""),
        ] {
            assert_eq!(moves(body).join(" "), found, "{body}");
        }
    }

    #[test]
    fn what_is_no_move_is_counted_and_left_out() {
        let text = "{begins} 1. Nb3$1 (1. d4 d5 (1... e5 {no)}) 2. c4) Nc6 $14 ; to the end d4\n% escaped d4\n2. d4 {a\nb} d5 1/2–1/2";
        let found = read(text).unwrap();
        assert_eq!(found.moves, ["Nb3", "Nc6", "d4", "d5"]);
        assert_eq!(found.score.as_deref(), Some("1/2-1/2"));
        assert_eq!((found.remarks, found.variations, found.signs), (4, 1, 2));
        for score in ["1-0", "0-1", "*", "½-½"] {
            let found = read(&format!("1. d4 {score}")).unwrap();
            assert_eq!(
                (found.moves.len(), found.score.as_deref()),
                (1, Some(score))
            );
        }
    }

    #[test]
    fn what_would_be_lost_without_a_word_is_refused() {
        for (body, why) in [
            ("1. d4 {not closed d5 2. c4", "not closed"),
            ("1. d4 (1. e4 {x} d5 2. c4", "not closed"),
            ("1. d4 ((1. e4) d5", "not closed"),
            ("1. d4 (Q) d5", "no variation"),
            ("1. d4 $ d5", "no number"),
            ("1. d4 d5 3. c4", "are moves missing"),
            ("3. d4", "those before it are missing"),
            ("2. d4 d5 1. c4", "are missing"),
            ("1. d4 1-0 d5", "After the result"),
            ("1. d4 * 1. e4", "After the result"),
            ("1. d4 [Event \"x\"] 1. e4", "one at a time"),
            ("1. d4 ? 2. c4", "hidden"),
        ] {
            let refused = read(body).unwrap_err();
            assert!(refused.contains(why), "{body}: {refused}");
        }
        // These are moves for the rules to refuse.
        assert_eq!(moves("d4} d5%"), ["d4}", "d5%"]);
        assert_eq!(moves("d4 -- resigns"), ["d4--resigns"]);
    }
}
