//! Step-by-step entry of a turn, and labels of moves in lists.

use super::board::{Role, Square};
use super::describe::stones;
use super::moves::{Move, Transfer};
use super::{AbstractChess, scene};
use crate::notation;
use crate::rules::{Choice, Choices, Entry, Notation};
use crate::scene::{Scene, View};

impl Entry for AbstractChess {
    fn label(&self, mv: &Move) -> String {
        label(self, mv)
    }

    fn choices(&self, partial: &str) -> Choices {
        if partial.is_empty() {
            return pieces(self);
        }
        match partial.split_once(',') {
            None => first_parts(self, partial),
            Some((first, giver)) => second_parts(self, first, giver),
        }
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        notation::complete(self, typed, limit)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        scene::preview(self, partial, view)
    }
}

/// Returns a move's label: `Ng1-f3`, `Bc1xh6 takes a two-stack`, `h6+g7 (2→1, 4→5)`.
pub fn label(position: &AbstractChess, mv: &Move) -> String {
    let text = position.write(mv);
    let change = |transfer, first| {
        let (giver, taker) = stones(position, transfer, first);
        format!(" ({giver}→{}, {taker}→{})", giver - 1, taker + 1)
    };
    match *mv {
        Move::Transfer(transfer) => text + &change(transfer, None),
        Move::Go { from, to, then } => {
            let takes = match position.get(to) {
                Some(victim) => format!(" takes a {}", victim.role.name()),
                None => String::new(),
            };
            match then {
                None => text + &takes,
                Some(transfer) => text + &change(transfer, Some((from, to))) + &takes,
            }
        }
    }
}

/// Returns the pieces that can move or hand over a stone.
fn pieces(position: &AbstractChess) -> Choices {
    let list = position.first_parts();
    let options = position
        .board
        .pieces(position.turn)
        .filter_map(|(square, role)| {
            let mut going = 0;
            let mut handing = 0;
            for mv in &list {
                match *mv {
                    Move::Go { from, .. } => going += usize::from(from == square),
                    Move::Transfer(Transfer { from, .. }) => handing += usize::from(from == square),
                }
            }
            let parts: Vec<String> = [
                (going, counted(going, "move")),
                (handing, counted(handing, "transfer")),
            ]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(_, text)| text)
            .collect();
            let like = match role {
                Role::Royal => String::new(),
                Role::Stack(_) => format!(", like {}", position.rules.move_pattern(role).name()),
            };
            (!parts.is_empty()).then(|| Choice {
                text: format!("{}{square}", role.letter()),
                label: format!("{square}: {}{like} ({})", role.name(), parts.join(", ")),
                whole: false,
            })
        })
        .collect();
    Choices {
        prompt: "Which of your pieces?".to_owned(),
        options,
    }
}

/// Returns a number with its noun.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns the first parts that one piece can make; `partial` is its letter and square.
fn first_parts(position: &AbstractChess, partial: &str) -> Choices {
    let mut options = Vec::new();
    for mv in position.first_parts() {
        let spelling = position.move_text(&mv);
        if format!("{}{}", spelling.letter, spelling.from) != partial {
            continue;
        }
        let (text, label) = (position.write(&mv), position.label(&mv));
        let follows = match mv {
            Move::Go { from, to, .. } => !position.second_parts(from, to).is_empty(),
            Move::Transfer(_) => false,
        };
        let goes_on = follows.then(|| Choice {
            text: format!("{text},"),
            label: format!("{label}, then hand over a stone ..."),
            whole: false,
        });
        options.push(Choice {
            text,
            label,
            whole: true,
        });
        options.extend(goes_on);
    }
    let square = partial.get(1..).and_then(Square::parse);
    let piece = square.and_then(|square| Some((position.get(square)?.role.name(), square)));
    let prompt = match piece {
        Some((name, square)) => format!("What does the {name} on {square} do?"),
        None => "What does it do?".to_owned(),
    };
    Choices { prompt, options }
}

/// Returns the transfers after a first part: the givers, then the takers of one giver.
fn second_parts(position: &AbstractChess, first: &str, giver: &str) -> Choices {
    let Some(Move::Go { from, to, .. }) = position.exact(first) else {
        return Choices::default();
    };
    let seconds = position.second_parts(from, to);
    if let Some(giver) = Square::parse(giver) {
        let options = seconds
            .into_iter()
            .filter(|transfer| transfer.from == giver)
            .map(|transfer| {
                let mv = Move::Go {
                    from,
                    to,
                    then: Some(transfer),
                };
                Choice {
                    text: position.write(&mv),
                    label: position.label(&mv),
                    whole: true,
                }
            })
            .collect();
        return Choices {
            prompt: format!("Which stack takes the stone from {giver}?"),
            options,
        };
    }
    let after = position.board_after(from, to);
    let mut options: Vec<Choice> = Vec::new();
    for Transfer { from: giver, .. } in seconds {
        let text = format!("{first},{giver}");
        if options.last().is_none_or(|choice| choice.text != text) {
            let name = after.get(giver).map_or("stack", |piece| piece.role.name());
            options.push(Choice {
                label: format!("{giver}: the {name} gives a stone"),
                text,
                whole: false,
            });
        }
    }
    Choices {
        prompt: format!("After {first}, which stack gives a stone?"),
        options,
    }
}
