//! Why a move is not legal, in the terms of the rules and of the squares.

use super::board::{Man, Rank, Square, seat_name};
use super::moves::{self, Move};
use super::position::{Die, FourSeasons};
use super::words::{self, the};
use crate::notation::Wanted;
use crate::rules::Rejection;
use crate::rules::wording::{capital, listed};

/// Why a roll or a drop does not fit here.
pub fn event(position: &FourSeasons, mv: &Move) -> Rejection {
    match mv {
        Move::Drop(seat) => Rejection::illegal(format!("{} is out already.", seat_name(*seat))),
        _ if !position.settings.dice => Rejection::illegal("This game is played without dice."),
        _ => Rejection::illegal("The die has been rolled already."),
    }
}

/// Why no legal move fits.
pub fn man(position: &FourSeasons, wanted: &Wanted) -> Rejection {
    let from = wanted.from.as_deref().and_then(Square::parse);
    let to = wanted.to.as_deref().and_then(Square::parse);
    match (from, to) {
        (Some(from), Some(to)) => from_to(position, from, to),
        (Some(from), None) => alone(position, from),
        (None, Some(to)) => somebody(position, wanted, to),
        (None, None) => Rejection::unreadable("A move names a square from a1 to h8."),
    }
}

/// What is wrong with moving whoever stands on a square at all.
fn not_mine(position: &FourSeasons, from: Square) -> Result<Man, Rejection> {
    let turn = position.turn;
    let Some(man) = position.board.get(from) else {
        return Err(Rejection::illegal(format!("There is nothing on {from}.")).at([from]));
    };
    match man.owner {
        Some(owner) if owner == turn => Ok(man),
        Some(owner) => Err(Rejection::illegal(format!(
            "{} belongs to {}, and it is {}'s turn.",
            capital(&the(man, from)),
            seat_name(owner),
            seat_name(turn)
        ))
        .at([from])),
        None => Err(Rejection::illegal(format!(
            "{} is frozen: it belongs to nobody and never moves.",
            capital(&the(man, from))
        ))
        .at([from])),
    }
}

/// What the die says against moving a man.
fn against_die(position: &FourSeasons, man: Man, from: Square) -> Option<Rejection> {
    let Die::Shows(number) = position.die else {
        return None;
    };
    (man.rank.die() != number).then(|| {
        Rejection::illegal(format!(
            "The die shows {number}: only a {} may move, not {}.",
            words::die_name(number),
            the(man, from)
        ))
        .at([from])
    })
}

fn alone(position: &FourSeasons, from: Square) -> Rejection {
    let man = match not_mine(position, from) {
        Ok(man) => man,
        Err(rejection) => return rejection,
    };
    if let Some(rejection) = against_die(position, man, from) {
        return rejection;
    }
    let texts: Vec<String> = position
        .legal()
        .iter()
        .filter(|mv| matches!(mv, Move::Man { from: origin, .. } if *origin == from))
        .map(|mv| super::notation::write(position, mv))
        .collect();
    if texts.is_empty() {
        Rejection::illegal(format!("{} has no legal move.", capital(&the(man, from)))).at([from])
    } else {
        crate::notation::ambiguous(texts)
    }
}

fn somebody(position: &FourSeasons, wanted: &Wanted, to: Square) -> Rejection {
    let candidates: Vec<(Square, Man)> = position
        .board
        .men_of(position.turn)
        .filter(|(square, man)| {
            let name = square.to_string();
            wanted
                .letter
                .as_ref()
                .is_none_or(|letter| letter.starts_with(man.rank.letter()))
                && wanted.from.as_ref().is_none_or(|from| {
                    name.starts_with(from.as_str()) || name.ends_with(from.as_str())
                })
        })
        .collect();
    let name = wanted.letter.as_deref().map_or("piece", |letter| {
        candidates
            .first()
            .map_or(letter, |(_, man)| man.rank.name())
    });
    if let [(from, _)] = candidates[..] {
        return from_to(position, from, to);
    }
    match candidates
        .iter()
        .find(|(from, _)| moves::pseudo(&position.board, *from).contains(&to))
    {
        Some((from, _)) => from_to(position, *from, to),
        None if candidates.is_empty() => Rejection::illegal(format!(
            "{} has no {name} like that.",
            seat_name(position.turn)
        ))
        .at([to]),
        None => Rejection::illegal(format!(
            "No {name} of {} reaches {to}.",
            seat_name(position.turn)
        ))
        .at([to]),
    }
}

fn from_to(position: &FourSeasons, from: Square, to: Square) -> Rejection {
    let man = match not_mine(position, from) {
        Ok(man) => man,
        Err(rejection) => return rejection,
    };
    let who = capital(&the(man, from));
    if from == to {
        return Rejection::illegal(format!("{who} is there already.")).at([from]);
    }
    if let Some(there) = position.board.get(to) {
        if there.owner == man.owner {
            return Rejection::illegal(format!("Your own {} is on {to}.", there.rank.name()))
                .at([to]);
        }
        if there.rank == Rank::King && moves::strikes(&position.board, from).contains(&to) {
            return Rejection::illegal(format!(
                "A king is never captured: the king on {to} is in check, and its owner must answer at the next turn."
            ))
            .at([to]);
        }
    }
    if !moves::pseudo(&position.board, from).contains(&to) {
        return unreachable(position, man, from, to);
    }
    if let Some(rejection) = against_die(position, man, from) {
        return rejection;
    }
    let mut after = position.board.clone();
    moves::shift(&mut after, from, to);
    let Some(king) = after.king(position.turn) else {
        return Rejection::illegal(format!("{who} cannot go to {to}."));
    };
    let attackers = moves::threats(&after, king, position.turn);
    let by: Vec<String> = attackers
        .iter()
        .filter_map(|at| after.get(*at).map(|man| words::owned(man, *at)))
        .collect();
    let sentence = if man.rank == Rank::King {
        format!(
            "The king can't go to {to}: {} would threaten it there.",
            listed(&by)
        )
    } else if position.threats_to(position.turn).is_empty() {
        format!(
            "{who} can't go to {to}: that would expose your king on {king} to {}.",
            listed(&by)
        )
    } else {
        format!(
            "{who} can't go to {to}: your king on {king} would still be threatened by {}.",
            listed(&by)
        )
    };
    Rejection::illegal(sentence).at(attackers)
}

/// A move that is not the man's way of moving, or that is blocked.
fn unreachable(position: &FourSeasons, man: Man, from: Square, to: Square) -> Rejection {
    let who = capital(&the(man, from));
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let reason = match man.rank {
        Rank::King => "the king goes one square in any direction".to_owned(),
        Rank::Queen => "the queen goes one square diagonally".to_owned(),
        Rank::Bishop => "the bishop jumps exactly two squares diagonally".to_owned(),
        Rank::Knight => "the knight goes two squares one way and one the other".to_owned(),
        Rank::Rook if dx == 0 || dy == 0 => {
            let step = (dx.signum(), dy.signum());
            let blocker = crate::geometry::ray(from, |square| square.shifted(step))
                .take_while(|square| *square != to)
                .find_map(|square| {
                    position
                        .board
                        .get(square)
                        .map(|man| words::owned(man, square))
                });
            match blocker {
                Some(blocker) => format!("{blocker} is in the way"),
                None => "the rook goes straight".to_owned(),
            }
        }
        Rank::Rook => "the rook goes straight along files and ranks".to_owned(),
        Rank::Pawn(facing) if facing.ahead() == (dx, dy) => {
            let there = position
                .board
                .get(to)
                .map(|man| words::owned(man, to))
                .unwrap_or_default();
            format!("{there} is in front of it, and pawns capture diagonally forward")
        }
        Rank::Pawn(facing) if facing.diagonals().contains(&(dx, dy)) => {
            format!("pawns go diagonally only to capture, and there is nothing on {to}")
        }
        Rank::Pawn(facing) => {
            format!(
                "it has faced {} since the start, and goes one square that way",
                facing.name()
            )
        }
    };
    Rejection::illegal(format!("{who} can't go to {to}: {reason}.")).at([from, to])
}
