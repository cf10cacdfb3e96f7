//! The moves of a match: as numbered lines for people, and as a text file from which it can be played again.
//!
//! The file: headers, one a line, `Name: value`; an empty line; then the rounds, each a number with a full stop and
//! the canonical texts, separated by spaces. What chance gave (`roll:3`) and seats that left (`drop:green`) stand
//! among the moves as the rules core reads them. Text in braces is a remark.

use super::live::{Line, Live, What};
use super::words::{mention, seat_label, title};
use crate::table::Phase;

/// The lines that count: those of moves that were taken back are left out.
pub(super) fn standing(lines: &[Line]) -> Vec<&Line> {
    let mut kept: Vec<&Line> = Vec::new();
    for line in lines {
        if let What::Undone { to, .. } = line.what {
            kept.retain(|kept| kept.ply <= to);
        } else {
            kept.push(line);
        }
    }
    kept
}

/// Numbered lines in display notation, one for each round of turns.
pub(super) fn rounds(live: &Live, lines: &[Line]) -> Vec<String> {
    let mut rounds: Vec<(u32, Vec<String>)> = Vec::new();
    for line in standing(lines) {
        let text = match &line.what {
            What::Moved { display, .. } => display.clone(),
            What::Rolled { display, lost, .. } => {
                let lost = if *lost { ", turn lost" } else { "" };
                format!("[{display}{lost}]")
            }
            What::Resigned { seat, .. } => format!("({} resigns)", seat_label(live.kind, *seat)),
            What::TimedOut { seat, .. } => {
                format!("({} ran out of time)", seat_label(live.kind, *seat))
            }
            What::Table(_)
            | What::Began
            | What::Beside(_)
            | What::Undone { .. }
            | What::Ended(_) => continue,
        };
        enter(&mut rounds, line.round, text);
    }
    let rounds = rounds.into_iter();
    let mut told: Vec<String> = rounds
        .map(|(number, texts)| format!("{number}. {}", texts.join(" ")))
        .collect();
    if matches!(live.table.phase(), Phase::Over(ending) if ending.is_moderated()) {
        told.push("Ended by a moderator.".to_owned());
    }
    told
}

/// The whole record.
pub(super) fn file(live: &Live, lines: &[Line]) -> String {
    let mut text = String::new();
    let mut header = |name: &str, value: &str| {
        text.push_str(&format!("{name}: {value}\n"));
    };
    header("Rookery", &format!("game {}", live.id.0));
    header("Game", live.kind.key);
    header("Title", &title(live.kind, &live.options));
    header("Rules", &live.rules.to_string());
    for (key, value) in live.options.iter() {
        header("Option", &format!("{key}={value}"));
    }
    for seat in live.kind.all_seats() {
        let owner = live.table.owner(seat);
        let owner = owner.filter(|user| !user.is_erased());
        let owner = owner.map_or_else(|| "-".to_owned(), mention);
        header(&format!("Seat {}", live.kind.seat_name(seat)), &owner);
    }
    if let Some(terms) = live.table.terms() {
        header("Clock", &terms.to_string());
    }
    header("Opened", &live.opened.to_string());
    match live.table.phase() {
        Phase::Over(ending) => {
            header("Result", &ending.to_text());
            header("Ended", &live.table.since().to_string());
        }
        Phase::Open | Phase::Playing => header("Result", "ongoing"),
    }
    let mut rounds: Vec<(u32, Vec<String>)> = Vec::new();
    for line in standing(lines) {
        let entry = match &line.what {
            What::Moved { canonical, .. } | What::Rolled { canonical, .. } => canonical.clone(),
            What::Resigned {
                text: Some(text), ..
            }
            | What::TimedOut {
                text: Some(text), ..
            } => text.clone(),
            What::TimedOut { seat, .. } => {
                format!("{{{} ran out of time}}", seat_label(live.kind, *seat))
            }
            What::Resigned { seat, .. } => {
                format!("{{{} resigns}}", seat_label(live.kind, *seat))
            }
            What::Ended(sentence) => format!("{{{sentence}}}"),
            What::Table(_) | What::Began | What::Beside(_) | What::Undone { .. } => continue,
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
    // What comes before the first move belongs to the first round.
    let round = round.max(1);
    match rounds.last_mut() {
        Some((last, texts)) if *last == round => texts.push(text),
        _ => rounds.push((round, vec![text])),
    }
}
