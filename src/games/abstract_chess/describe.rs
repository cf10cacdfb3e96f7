//! The game in words: what a move does, what stands where, what threatens.

use super::Stacks;
use super::board::{Piece, Role, Square};
use super::moves::{self, Move, MovePattern, Powers, Transfer, TurnRule};
use crate::rules::wording::capital;
use crate::rules::{Choice, Choices, Notation, Reach, Seat, Topic};

/// A side's name for players.
pub fn side(seat: Seat) -> &'static str {
    if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// The move in words, before it is played.
pub fn describe(position: &Stacks, mv: &Move) -> String {
    let mover = side(position.turn);
    match *mv {
        Move::Hand(transfer) => {
            format!("{mover} hands {}.", handing(position, transfer, None))
        }
        Move::Go { from, to, then } => {
            let name = position
                .piece(from)
                .map_or("piece", |piece| piece.body.name());
            let deed = match position.piece(to) {
                Some(victim) => format!(
                    "{} {from} takes the {} on {to}",
                    capital(name),
                    victim.body.name()
                ),
                None => format!("{} {from} to {to}", capital(name)),
            };
            match then {
                None => format!("{deed}."),
                Some(transfer) => format!(
                    "{deed}, then {mover} hands {}.",
                    handing(position, transfer, Some((from, to)))
                ),
            }
        }
    }
}

/// A transfer in words, after the first part of the turn if there was one.
fn handing(position: &Stacks, transfer: Transfer, first: Option<(Square, Square)>) -> String {
    let Transfer { from, to } = transfer;
    let (giver, taker) = stones(position, transfer, first);
    let left = match giver - 1 {
        0 => format!("which leaves {from} empty"),
        less => format!("which leaves a {} on {from}", Role::Stack(less).name()),
    };
    let grown = Role::Stack(taker + 1);
    format!(
        "one stone from {from} to {to}, {left} and makes a {} on {to}, moving like {}",
        grown.name(),
        position.rules.move_pattern(grown).name()
    )
}

/// How many stones giver and taker have before a transfer.
fn stones(
    position: &Stacks,
    Transfer { from, to }: Transfer,
    first: Option<(Square, Square)>,
) -> (u8, u8) {
    let board = match first {
        Some((from, to)) => position.board_after(from, to),
        None => position.board.clone(),
    };
    let count = |square| {
        board
            .at(square)
            .map_or(0, |piece: Piece| piece.body.stones())
    };
    (count(from).max(1), count(to))
}

/// The move as autocomplete shows it: `Ng1-f3`, `Bc1xh6 takes a two-stack`, `h6+g7 (2→1, 4→5)`.
pub fn label(position: &Stacks, mv: &Move) -> String {
    let text = position.write(mv);
    let change = |transfer, first| {
        let (giver, taker) = stones(position, transfer, first);
        format!(" ({giver}→{}, {taker}→{})", giver - 1, taker + 1)
    };
    match *mv {
        Move::Hand(transfer) => text + &change(transfer, None),
        Move::Go { from, to, then } => {
            let takes = match position.piece(to) {
                Some(victim) => format!(" takes a {}", victim.body.name()),
                None => String::new(),
            };
            match then {
                None => text + &takes,
                Some(transfer) => text + &change(transfer, Some((from, to))) + &takes,
            }
        }
    }
}

/// The steps to a move: `""`, then `Ng1`; with `turn=double` on to `Ng1-f3,` and `Ng1-f3,h2`.
pub fn choices(position: &Stacks, partial: &str) -> Choices {
    if partial.is_empty() {
        return pieces(position);
    }
    match partial.split_once(',') {
        None => first_parts(position, partial),
        Some((first, giver)) => second_parts(position, first, giver),
    }
}

/// The pieces that can do something.
fn pieces(position: &Stacks) -> Choices {
    let list = position.first_parts();
    let options = position
        .board
        .pieces(position.turn)
        .filter_map(|(square, body)| {
            let mut going = 0;
            let mut handing = 0;
            for mv in &list {
                match *mv {
                    Move::Go { from, .. } => going += usize::from(from == square),
                    Move::Hand(Transfer { from, .. }) => handing += usize::from(from == square),
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
            let like = match body {
                Role::Royal => String::new(),
                Role::Stack(_) => format!(", like {}", position.rules.move_pattern(body).name()),
            };
            (!parts.is_empty()).then(|| Choice {
                text: format!("{}{square}", body.letter()),
                label: format!("{square}: {}{like} ({})", body.name(), parts.join(", ")),
                whole: false,
            })
        })
        .collect();
    Choices {
        prompt: "Which of your pieces?".to_owned(),
        options,
    }
}

/// A number with its noun.
fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// What one piece can do: `partial` is its letter and square.
fn first_parts(position: &Stacks, partial: &str) -> Choices {
    let mut options = Vec::new();
    for mv in position.first_parts() {
        let spelling = position.move_text(&mv);
        if format!("{}{}", spelling.letter, spelling.from) != partial {
            continue;
        }
        let (text, label) = (position.write(&mv), label(position, &mv));
        let follows = match mv {
            Move::Go { from, to, .. } => !position.second_parts(from, to).is_empty(),
            Move::Hand(_) => false,
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
    Choices {
        prompt: format!("What does {partial} do?"),
        options,
    }
}

/// The transfer after a first part: which stack gives, then which takes.
fn second_parts(position: &Stacks, first: &str, giver: &str) -> Choices {
    let Some(Move::Go { from, to, .. }) = position.exact(first) else {
        return Choices::default();
    };
    let seconds = position.second_parts(from, to);
    if let Some(giver) = Square::read(giver) {
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
                    label: label(position, &mv),
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
            let name = after.at(giver).map_or("stack", |piece| piece.body.name());
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

/// The position piece by piece, the largest first: "White: royal stone e1; six-stack d1; ...".
pub fn alt_text(position: &Stacks, limit: usize) -> String {
    let bodies = [Role::Royal]
        .into_iter()
        .chain((1..=Role::MOST).rev().map(Role::Stack));
    let mut sides = Vec::new();
    for owner in [Seat::WHITE, Seat::BLACK] {
        let mut groups = Vec::new();
        for body in bodies.clone() {
            let squares: Vec<String> = position
                .board
                .pieces(owner)
                .filter(|(_, other)| *other == body)
                .map(|(square, _)| square.to_string())
                .collect();
            if let [first, rest @ ..] = squares.as_slice() {
                let plural = if rest.is_empty() { "" } else { "s" };
                let rest: String = rest.iter().map(|square| format!(" {square}")).collect();
                groups.push(format!("{}{plural} {first}{rest}", body.name()));
            }
        }
        sides.push(format!("{}: {}.", side(owner), groups.join("; ")));
    }
    let whole = sides.join(" ");
    if whole.chars().count() <= limit {
        return whole;
    }
    let mut cut: String = whole.chars().take(limit.saturating_sub(1)).collect();
    if limit > 0 {
        cut.push('…');
    }
    cut
}

/// What the piece on a square can do, as if it were its owner's turn.
pub fn reach(position: &Stacks, from: Square) -> Option<Reach> {
    let piece = position.piece(from)?;
    let mut reach = Reach::of(format!("{} {from}", piece.body.name()));
    position
        .rules
        .each_target(&position.board, from, piece, |to| {
            reach.add(to, position.piece(to).is_some());
            true
        });
    let barred = position.transferred[piece.owner.index()];
    if position.rules.turn != TurnRule::Double && !barred {
        for to in Square::all() {
            if moves::may_transfer(&position.board, piece.owner, Transfer { from, to }) {
                reach.other("hand a stone to", to);
            }
        }
    }
    Some(reach)
}

/// What could capture the royal stone of a side.
pub fn check_warning(position: &Stacks, owner: Seat) -> Option<String> {
    let royal = position.board.royal(owner)?;
    let attackers = position.rules.attackers(&position.board, royal, owner);
    let by: Vec<String> = attackers
        .iter()
        .map(|(square, body)| format!("the {} on {square}", body.name()))
        .collect();
    (!by.is_empty()).then(|| {
        format!(
            "{}'s royal stone on {royal} is in danger: {} can take it.",
            side(owner),
            by.join(" and ")
        )
    })
}

/// Who may not transfer now.
pub fn status_lines(position: &Stacks) -> Vec<String> {
    [Seat::WHITE, Seat::BLACK]
        .into_iter()
        .filter(|seat| position.transferred[seat.index()])
        .map(|seat| {
            format!(
                "{}'s last turn was a transfer: the next one must be a move.",
                side(seat)
            )
        })
        .collect()
}

/// Rules in force that a player of chess has not met.
pub fn topics(position: &Stacks) -> Vec<Topic> {
    let topic = |key: &str, line: &str| Topic {
        key: format!("abstract:{key}"),
        line: line.to_owned(),
    };
    let mut topics = match position.rules.turn {
        TurnRule::Double => vec![topic(
            "double",
            "After your move you may hand one stone to a stack beside the giver: `Ng1-f3,h2+g2`.",
        )],
        TurnRule::Single => vec![topic(
            "transfer",
            "Instead of moving you may hand one stone to a stack beside the giver: `h2+g2`.",
        )],
        TurnRule::NoRepeat => vec![topic(
            "no-repeat",
            "Instead of moving you may hand one stone to a stack beside the giver (`h2+g2`), but not twice in a row.",
        )],
    };
    topics.push(topic(
        "capture",
        "There is no check or mate: you win by capturing the enemy royal stone, so look after yours.",
    ));
    if position.rules.powers == Powers::Aronson {
        let has = |move_pattern| {
            [Seat::WHITE, Seat::BLACK].into_iter().any(|owner| {
                position
                    .board
                    .pieces(owner)
                    .any(|(_, body)| position.rules.move_pattern(body) == move_pattern)
            })
        };
        if has(MovePattern::Mao) {
            topics.push(topic(
                "mao",
                "A two-stack is a mao: a knight that does not jump. It steps straight first, and that square must be empty.",
            ));
        }
        if has(MovePattern::Cardinal) {
            topics.push(topic(
                "cardinal",
                "A five-stack is a cardinal: it moves like a bishop or like a knight.",
            ));
        }
    }
    topics
}
