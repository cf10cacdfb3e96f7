//! The moves of a match, as numbered lines for people and as a text file from which it can be played again.
//!
//! The file has headers, one a line, `Name: value`; an empty line; then the rounds, each a number with a full stop and
//! the canonical texts, separated by spaces. Chance outcomes (`roll:3`) and seats that left (`drop:green`) are written
//! among the moves as the rules core reads them. Text in braces is a remark.

use super::log::{LogEntry, LogEvent};
use super::log_texts::NOTE_REMOVED;
use super::sight::Sight;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::texts::{mention, seat_label, sentence, title};
use crate::match_state::Phase;

/// The sign for a hidden move.
const HIDDEN: &str = "?";

/// Returns the log entries in force, without those of moves that were taken back.
pub(in crate::app) fn entries_in_force(lines: &[LogEntry]) -> Vec<&LogEntry> {
    let mut kept: Vec<&LogEntry> = Vec::new();
    for line in lines {
        if let LogEvent::Undone { to, .. } = line.what {
            kept.retain(|kept| kept.ply <= to);
        } else {
            kept.push(line);
        }
    }
    kept
}

/// Returns the text that an event plays on the board, as the rules core reads it; `None` if it plays nothing, or
/// something hidden.
pub(in crate::app) fn played(line: &LogEntry, sight: Sight) -> Option<&str> {
    match &line.what {
        LogEvent::Moved { texts, .. } => texts.canonical(sight),
        LogEvent::Rolled { canonical, .. } => Some(canonical.as_str()),
        LogEvent::Resigned { text, .. } | LogEvent::TimedOut { text, .. } => text.as_deref(),
        _ => None,
    }
}

/// Returns numbered lines in display notation, one for each round. A hidden move is a question mark, and public
/// announcements about a move follow it in brackets.
pub(in crate::app) fn rounds(
    loaded: &LoadedMatch,
    lines: &[LogEntry],
    sight: Sight,
) -> Vec<String> {
    let mut rounds: Vec<(u32, Vec<String>)> = Vec::new();
    for line in entries_in_force(lines) {
        let text = match &line.what {
            LogEvent::Moved { texts, .. } => {
                let display = texts.display(sight).unwrap_or(HIDDEN);
                match texts.announced(sight) {
                    [] => display.to_owned(),
                    said => format!("{display} [{}]", said.join(", ")),
                }
            }
            LogEvent::Rolled { display, lost, .. } => {
                let lost = if *lost { ", turn lost" } else { "" };
                format!("[{display}{lost}]")
            }
            LogEvent::Resigned { seat, .. } => {
                format!("({} resigns)", seat_label(loaded.kind, *seat))
            }
            LogEvent::TimedOut { seat, .. } => {
                format!("({} ran out of time)", seat_label(loaded.kind, *seat))
            }
            LogEvent::Table(_)
            | LogEvent::Began
            | LogEvent::Beside(_)
            | LogEvent::Undone { .. }
            | LogEvent::Ended(_) => continue,
        };
        enter(&mut rounds, line.round, text);
    }
    let rounds = rounds.into_iter();
    let mut parts: Vec<String> = rounds
        .map(|(number, texts)| format!("{number}. {}", texts.join(" ")))
        .collect();
    if matches!(loaded.state.phase(), Phase::Over(ending) if ending.is_moderated()) {
        parts.push("Ended by a moderator.".to_owned());
    }
    let removed =
        |line: &LogEntry| matches!(&line.what, LogEvent::Beside(what) if what == NOTE_REMOVED);
    if lines.iter().any(removed) {
        parts.push(sentence(NOTE_REMOVED));
    }
    parts
}

/// Returns the whole record, as far as the viewer may see it.
pub(in crate::app) fn file(loaded: &LoadedMatch, lines: &[LogEntry], sight: Sight) -> String {
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        text.push_str(&format!("{name}: {value}\n"));
    };
    header("Rookery", &format!("game {}", loaded.id.0));
    header("Game", loaded.kind.key);
    header("Title", &title(loaded.kind, &loaded.options));
    header("Rules", &loaded.rules.to_string());
    for (key, value) in loaded.options.iter() {
        header("Option", &format!("{key}={value}"));
    }
    for seat in loaded.kind.all_seats() {
        let owner = loaded.state.owner(seat);
        let owner = owner.filter(|user| !user.is_erased());
        let owner = owner.map_or_else(|| "-".to_owned(), mention);
        header(&format!("Seat {}", loaded.kind.seat_name(seat)), &owner);
    }
    if let Some(terms) = loaded.state.terms() {
        header("Clock", &terms.to_string());
    }
    header("Opened", &loaded.opened.to_string());
    match loaded.state.phase() {
        Phase::Over(ending) => {
            header("Result", &ending.to_string());
            header("Ended", &loaded.state.since().to_string());
        }
        Phase::Open | Phase::Playing => header("Result", "ongoing"),
    }
    let mut rounds: Vec<(u32, Vec<String>)> = Vec::new();
    for line in entries_in_force(lines) {
        let entry = match &line.what {
            LogEvent::Moved { texts, .. } => {
                let canonical = texts.canonical(sight).unwrap_or(HIDDEN);
                match texts.announced(sight) {
                    [] => canonical.to_owned(),
                    said => format!("{canonical} {{{}}}", said.join(", ")),
                }
            }
            LogEvent::Rolled { canonical, .. } => canonical.clone(),
            LogEvent::Resigned {
                text: Some(text), ..
            }
            | LogEvent::TimedOut {
                text: Some(text), ..
            } => text.clone(),
            LogEvent::TimedOut { seat, .. } => {
                format!("{{{} ran out of time}}", seat_label(loaded.kind, *seat))
            }
            LogEvent::Resigned { seat, .. } => {
                format!("{{{} resigns}}", seat_label(loaded.kind, *seat))
            }
            LogEvent::Ended(sentence) => format!("{{{sentence}}}"),
            LogEvent::Table(_)
            | LogEvent::Began
            | LogEvent::Beside(_)
            | LogEvent::Undone { .. } => continue,
        };
        enter(&mut rounds, line.round, entry);
    }
    text.push('\n');
    for (number, entries) in rounds {
        text.push_str(&format!("{number}. {}\n", entries.join(" ")));
    }
    text
}

fn enter(rounds: &mut Vec<(u32, Vec<String>)>, round: u32, text: String) {
    // Everything before the first move belongs to the first round.
    let round = round.max(1);
    match rounds.last_mut() {
        Some((last, texts)) if *last == round => texts.push(text),
        _ => rounds.push((round, vec![text])),
    }
}
