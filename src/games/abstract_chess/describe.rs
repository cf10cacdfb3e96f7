//! Sentences about the game: effects of a move, the pieces, threats.

use super::AbstractChess;
use super::board::{Piece, Role, Square};
use super::moves::{self, Move, MovePattern, Powers, Transfer, TurnRule};
use crate::engine::Why;
use crate::rules::wording::{capital, or_none};
use crate::rules::{Describe, Reach, Seat, Topic};

impl Describe for AbstractChess {
    fn describe(&self, mv: &Move) -> String {
        match *mv {
            Move::Transfer(transfer) => {
                let handed = handing(self, transfer, None);
                format!("{}.", capital(&handed))
            }
            Move::Go { from, to, then } => {
                let name = self.get(from).map_or("piece", |piece| piece.role.name());
                let action = match self.get(to) {
                    Some(victim) => format!(
                        "{} {from} takes the {} on {to}",
                        capital(name),
                        victim.role.name()
                    ),
                    None => format!("{} {from} to {to}", capital(name)),
                };
                match then {
                    None => format!("{action}."),
                    Some(transfer) => format!(
                        "{action}, then {}.",
                        handing(self, transfer, Some((from, to)))
                    ),
                }
            }
        }
    }

    fn alt_text(&self, limit: usize) -> String {
        let roles = [Role::Royal]
            .into_iter()
            .chain((1..=Role::MOST).rev().map(Role::Stack));
        let mut sides = Vec::new();
        for seat in [Seat::WHITE, Seat::BLACK] {
            let mut groups = Vec::new();
            for role in roles.clone() {
                let squares: Vec<String> = self
                    .board
                    .pieces(seat)
                    .filter(|(_, other)| *other == role)
                    .map(|(square, _)| square.to_string())
                    .collect();
                if let [first, rest @ ..] = squares.as_slice() {
                    let plural = if rest.is_empty() { "" } else { "s" };
                    let rest: String = rest.iter().map(|square| format!(" {square}")).collect();
                    groups.push(format!("{}{plural} {first}{rest}", role.name()));
                }
            }
            sides.push(format!(
                "{}: {}.",
                seat_name(seat),
                or_none(groups.join("; "))
            ));
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

    fn exposed(&self) -> Vec<String> {
        let waiting = check_warning(self, self.turn.other());
        waiting.into_iter().collect()
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        reach(self, Square::parse(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        check_warning(self, self.turn)
    }

    fn reason(&self, why: &Why) -> String {
        // If a stone was handed over, the stack was made there rather than moved there.
        if let Why::Equal { piece: Some(stack) } = why {
            return format!(
                "Nothing is urgent. A {} is well placed on {}.",
                stack.name, stack.square
            );
        }
        why.sentence("royal stone", "it captures the royal stone")
    }

    fn status_lines(&self) -> Vec<String> {
        [Seat::WHITE, Seat::BLACK]
            .into_iter()
            .filter(|seat| self.transferred[seat.index()])
            .map(|seat| {
                format!(
                    "{}'s last turn was a transfer: the next one must be a move.",
                    seat_name(seat)
                )
            })
            .collect()
    }

    fn topics(&self) -> Vec<Topic> {
        let topic = |key: &str, line: &str| Topic {
            key: format!("abstract:{key}"),
            line: line.to_owned(),
        };
        let mut topics = match self.rules.turn {
            TurnRule::Double => vec![topic(
                "double",
                "After your move you may hand one stone to a stack next to the giver: `Ng1-f3,h2+g2`.",
            )],
            TurnRule::Single => vec![topic(
                "transfer",
                "Instead of moving you may hand one stone to a stack next to the giver, a transfer: `h2+g2`.",
            )],
            TurnRule::NoRepeat => vec![topic(
                "no-repeat",
                "Instead of moving you may hand one stone to a stack next to the giver (`h2+g2`), but not twice in a \
                 row.",
            )],
        };
        topics.push(topic(
            "capture",
            "There is no check or mate: you win by capturing the enemy royal stone, so look after yours.",
        ));
        if self.rules.powers == Powers::Aronson {
            let has = |move_pattern| {
                [Seat::WHITE, Seat::BLACK].into_iter().any(|seat| {
                    self.board
                        .pieces(seat)
                        .any(|(_, role)| self.rules.move_pattern(role) == move_pattern)
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
}

/// Returns a side's name for players.
pub fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// Returns a transfer in words, after the first part of the turn if it has one.
fn handing(
    position: &AbstractChess,
    transfer: Transfer,
    first: Option<(Square, Square)>,
) -> String {
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

/// Returns the numbers of stones of giver and taker before a transfer.
pub(super) fn stones(
    position: &AbstractChess,
    Transfer { from, to }: Transfer,
    first: Option<(Square, Square)>,
) -> (u8, u8) {
    let board = match first {
        Some((from, to)) => position.board_after(from, to),
        None => position.board.clone(),
    };
    let count = |square| {
        board
            .get(square)
            .map_or(0, |piece: Piece| piece.role.stones())
    };
    (count(from).max(1), count(to))
}

/// Returns the moves and transfers of the piece on a square, as if it were its owner's turn.
pub fn reach(position: &AbstractChess, from: Square) -> Option<Reach> {
    let piece = position.get(from)?;
    let mut reach = Reach::of(format!("{} {from}", piece.role.name()));
    position
        .rules
        .each_target(&position.board, from, piece, |to| {
            reach.add(to, position.get(to));
            true
        });
    let barred = position.transferred[piece.seat.index()];
    if position.rules.turn != TurnRule::Double && !barred {
        for to in Square::all() {
            if moves::judge_transfer(&position.board, piece.seat, Transfer { from, to }).is_ok() {
                reach.other("hand a stone to", to);
            }
        }
    }
    Some(reach)
}

/// Returns a sentence about the threats to a side's royal stone; `None` without threats.
pub fn check_warning(position: &AbstractChess, seat: Seat) -> Option<String> {
    let royal = position.board.royal(seat)?;
    let attackers = position.rules.attackers(&position.board, royal, seat);
    let by: Vec<String> = attackers
        .iter()
        .map(|(square, role)| format!("the {} on {square}", role.name()))
        .collect();
    (!by.is_empty()).then(|| {
        format!(
            "{}'s royal stone on {royal} is in danger: {} can take it.",
            seat_name(seat),
            by.join(" and ")
        )
    })
}
