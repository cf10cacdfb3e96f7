//! Reading a move, and why a text is not one: in the terms of the rules and of the squares.

use super::Stacks;
use super::board::{Body, Man, Square};
use super::moves::{self, Gait, Move, Transfer, TurnRule};
use super::words::side;
use crate::geometry;
use crate::notation::{self, Wanted};
use crate::rules::{Position, Rejection, Seat};

/// Reads a move, leniently.
///
/// # Errors
/// Unreadable, illegal or ambiguous, with the reason.
pub fn read(position: &Stacks, text: &str) -> Result<Move, Rejection> {
    if let Some(mv) = position.exact(text) {
        return Ok(mv);
    }
    let Some((first, second)) = text.split_once(',') else {
        let list = position.first_parts();
        return notation::read_among(position, &list, text);
    };
    if position.rules.turn != TurnRule::Double {
        return Err(Rejection::illegal(
            "A turn is one move or one transfer here, not two parts joined by a comma: that is the option turn=double.",
        ));
    }
    let list = position.first_parts();
    let Move::Go { from, to, .. } = notation::read_among(position, &list, first)? else {
        return Err(Rejection::illegal(
            "A turn begins with a move or capture; the transfer comes after it.",
        ));
    };
    let bare = Move::Go {
        from,
        to,
        then: None,
    };
    let bare = position.write(&bare);
    if second.contains(',') {
        return Err(Rejection::illegal(format!(
            "A turn is a move and at most one transfer; after {bare} you name more than one."
        )));
    }
    if notation::strip(second).is_empty() {
        return Err(Rejection::unreadable(format!(
            "After the comma comes a transfer, such as h2+g2. Without one the turn is {bare} alone."
        ))
        .suggest(vec![bare]));
    }
    if position.takes_royal(to) {
        return Err(Rejection::illegal(format!(
            "{bare} captures the royal stone and ends the game at once: no transfer follows."
        ))
        .suggest(vec![bare]));
    }
    let after = after_first(position, from, to);
    let seconds: Vec<Move> = position
        .second_parts(from, to)
        .into_iter()
        .map(Move::Hand)
        .collect();
    match notation::read_among(&after, &seconds, second) {
        Ok(Move::Hand(transfer)) => Ok(Move::Go {
            from,
            to,
            then: Some(transfer),
        }),
        Ok(Move::Go { .. }) => Err(Rejection::illegal(
            "The second part of a turn is a transfer, not a second move.",
        )),
        Err(mut rejection) => {
            rejection.sentence = format!("After {bare}: {}", rejection.sentence);
            for meant in &mut rejection.meant {
                *meant = format!("{bare},{meant}");
            }
            Err(rejection)
        }
    }
}

/// The position between the two parts of a turn, as one in which only a transfer is left to make.
fn after_first(position: &Stacks, from: Square, to: Square) -> Stacks {
    let mut after = position.clone();
    after.board = position.board_after(from, to);
    after.rules.turn = TurnRule::Single;
    after
}

/// Why no legal move fits what was read.
pub fn explain(position: &Stacks, wanted: &Wanted) -> Rejection {
    let to = wanted.to.as_deref().and_then(Square::read);
    match (wanted.from.as_deref().and_then(Square::read), to) {
        (Some(from), None) => idle(position, from, wanted),
        (Some(from), Some(to)) => explain_from(position, from, to, wanted),
        (None, Some(to)) => explain_to(position, to, wanted),
        (None, None) => Rejection::unreadable(
            "That names no square of the board: a move names where it starts and where it ends, such as Ng1-f3.",
        ),
    }
}

/// The man that a player may move on a square, or why there is none.
fn own_man(position: &Stacks, from: Square, letter: Option<&str>) -> Result<Man, Rejection> {
    let Some(man) = position.man(from) else {
        return Err(Rejection::illegal(format!("There is nothing on {from} to move.")).at([from]));
    };
    if man.owner != position.turn {
        return Err(Rejection::illegal(format!(
            "The {} on {from} is {}'s, and it is {}'s turn.",
            man.body.name(),
            side(man.owner),
            side(position.turn)
        ))
        .at([from]));
    }
    let named = letter
        .and_then(|letter| letter.chars().next())
        .and_then(Body::of_letter);
    if let Some(named) = named
        && named != man.body
    {
        return Err(Rejection::illegal(format!(
            "The piece on {from} is your {} ({}), not a {} ({}).",
            man.body.name(),
            man.body.letter(),
            named.name(),
            named.letter()
        ))
        .at([from]));
    }
    Ok(man)
}

/// Why a man that was named alone can do nothing.
fn idle(position: &Stacks, from: Square, wanted: &Wanted) -> Rejection {
    match own_man(position, from, wanted.letter.as_deref()) {
        Err(rejection) => rejection,
        Ok(man) => Rejection::illegal(format!(
            "The {} on {from} can do nothing now: it moves like {}, and every square it could go to is blocked or off the board.",
            man.body.name(),
            position.rules.gait(man.body).name()
        ))
        .at([from]),
    }
}

/// Why the man on `from` cannot do that to `to`.
fn explain_from(position: &Stacks, from: Square, to: Square, wanted: &Wanted) -> Rejection {
    let man = match own_man(position, from, wanted.letter.as_deref()) {
        Ok(man) => man,
        Err(rejection) => return rejection,
    };
    if from == to {
        return Rejection::illegal(format!(
            "A move must leave its square: {from} is where your {} already stands.",
            man.body.name()
        ))
        .at([from]);
    }
    let friendly = position
        .man(to)
        .is_some_and(|other| other.owner == position.turn);
    let transfer = Transfer { from, to };
    let rejection = if wanted.op == Some('+') {
        Rejection::illegal(refuse_transfer(position, transfer, man))
    } else if friendly {
        let own = position.man(to).map_or("piece", |other| other.body.name());
        let text = format!("{from}+{to}");
        let legal = position.is_legal(&Move::Hand(transfer));
        let advice = if legal {
            format!("To hand it a stone, write {text}.")
        } else if wanted.op.is_none() {
            refuse_transfer(position, transfer, man)
        } else {
            String::new()
        };
        let sentence =
            format!("Your own {own} is on {to}, and a piece can't land on a friend. {advice}");
        let rejection = Rejection::illegal(sentence.trim_end());
        if legal {
            rejection.suggest(vec![text])
        } else {
            rejection
        }
    } else {
        let right = Move::Go {
            from,
            to,
            then: None,
        };
        if position.is_legal(&right) {
            wrong_operator(position, &right, to, wanted)
        } else {
            Rejection::illegal(refuse_going(position, from, to, man))
        }
    };
    rejection.at([from, to])
}

/// The squares fit a legal move, but what is between them, or after them, does not.
fn wrong_operator(position: &Stacks, right: &Move, to: Square, wanted: &Wanted) -> Rejection {
    let text = position.write(right);
    let sentence = match (wanted.op, position.man(to)) {
        _ if wanted.promotion.is_some() => {
            format!("Nothing promotes in this game: the move is {text}.")
        }
        (Some('x'), None) => {
            format!("There is nothing to capture on {to}: the move is {text}.")
        }
        (Some('-'), Some(victim)) => format!(
            "{}'s {} is on {to}, so that is a capture: {text}.",
            side(victim.owner),
            victim.body.name()
        ),
        _ => format!("This game has no such move: you may mean {text}."),
    };
    Rejection::illegal(sentence).suggest(vec![text])
}

/// Why a stone cannot be handed over.
fn refuse_transfer(position: &Stacks, Transfer { from, to }: Transfer, giver: Man) -> String {
    if position.rules.turn == TurnRule::Double {
        return format!(
            "A turn begins with a move or capture; a transfer may only follow it, as in Ng1-f3,{from}+{to}."
        );
    }
    if giver.body == Body::Royal {
        return format!(
            "The royal stone on {from} belongs to no stack: it gives no stone and takes none."
        );
    }
    let Some(taker) = position.man(to) else {
        return format!(
            "There is no stack on {to} to take a stone: a transfer goes from one of your stacks to another."
        );
    };
    if taker.owner != giver.owner {
        return format!(
            "The {} on {to} is {}'s: a stone goes to a friendly stack only.",
            taker.body.name(),
            side(taker.owner)
        );
    }
    if taker.body == Body::Royal {
        return format!(
            "The royal stone on {to} belongs to no stack: it takes no stone and gives none."
        );
    }
    if !from.touches(to) {
        return format!(
            "A stone goes to a stack right beside the giver, and {to} does not touch {from}."
        );
    }
    if taker.body.stones() >= Body::MOST {
        return format!("The stack on {to} is full: it has six stones already.");
    }
    format!(
        "{}'s last turn was a transfer, and nobody may transfer twice in a row here: make a move or a capture.",
        side(position.turn)
    )
}

/// "your own stack on c2", "Black's royal stone on e8".
fn blocker(position: &Stacks, square: Square, mover: Seat) -> String {
    match position.man(square) {
        Some(man) if man.owner == mover => {
            let what = if man.body == Body::Royal {
                "royal stone"
            } else {
                "stack"
            };
            format!("your own {what} on {square}")
        }
        Some(man) => format!("{}'s {} on {square}", side(man.owner), man.body.name()),
        None => format!("what stands on {square}"),
    }
}

/// Why a man cannot go to a square where no friend of its stands.
fn refuse_going(position: &Stacks, from: Square, to: Square, man: Man) -> String {
    let gait = position.rules.gait(man.body);
    let who = format!(
        "The {} on {from} moves like {}",
        man.body.name(),
        gait.name()
    );
    let (files, ranks) = from.towards(to);
    let straight = files == 0 || ranks == 0;
    let slanting = files.abs() == ranks.abs();
    let leap = files.abs() * ranks.abs() == 2;
    let rides = match gait {
        Gait::Rook => straight,
        Gait::Bishop | Gait::Cardinal => slanting,
        Gait::Queen => straight || slanting,
        Gait::Pawn | Gait::Knight | Gait::Mao | Gait::King => false,
    };
    if rides {
        let step = (files.signum(), ranks.signum());
        let met = geometry::ray(from, |square| square.shift(step))
            .find(|&square| position.man(square).is_some());
        return match met {
            Some(met) => format!(
                "{who}: {to} is blocked by {}.",
                blocker(position, met, man.owner)
            ),
            None => format!("{who}: it cannot go to {to}."),
        };
    }
    match gait {
        Gait::Pawn => refuse_pawn(position, from, to, man, &who),
        Gait::Knight => format!("{who}: {to} is not a knight's leap away."),
        Gait::Mao if leap => match moves::mao_leg(from, (files, ranks)) {
            Some(leg) => format!(
                "{who}, which does not jump: its first step is blocked by {}.",
                blocker(position, leg, man.owner)
            ),
            None => format!("{who}: it cannot go to {to}."),
        },
        Gait::Mao => {
            format!("{who}, one step straight and one diagonally on: that does not lead to {to}.")
        }
        Gait::Bishop => format!("{who}: {to} is not on its diagonals."),
        Gait::Rook => format!("{who}: {to} is neither on its rank nor on its file."),
        Gait::Cardinal => {
            format!("{who}: {to} is neither on its diagonals nor a knight's leap away.")
        }
        Gait::Queen => {
            format!("{who}: {to} is neither on its rank, nor on its file, nor on its diagonals.")
        }
        Gait::King => format!("{who}: {to} is more than one step away."),
    }
}

/// Why a single stone cannot go there.
fn refuse_pawn(position: &Stacks, from: Square, to: Square, man: Man, who: &str) -> String {
    let (files, ranks) = from.towards(to);
    let ahead = ranks * moves::forward(man.owner);
    match (files.abs(), ahead, position.man(to)) {
        (0, 1, Some(_)) => format!(
            "{who}: straight forward it only goes to an empty square, and {to} is blocked by {}.",
            blocker(position, to, man.owner)
        ),
        (1, 1, None) => {
            format!("{who}: diagonally it only captures, and there is nothing on {to}.")
        }
        (0, 2, _) => {
            format!("{who}, but there is no double step in this game: {to} is two squares away.")
        }
        (_, ..=-1, _) => format!("{who}, and never goes back: {to} is behind it."),
        (_, 0, _) => format!("{who}, and never goes sideways: {to} is beside it."),
        _ => format!(
            "{who}: one square straight forward, or one diagonally forward to capture; that does not lead to {to}."
        ),
    }
}

/// Why nobody, of those that fit what was named, can go to a square.
fn explain_to(position: &Stacks, to: Square, wanted: &Wanted) -> Rejection {
    let letter = wanted.letter.as_deref();
    let named = letter
        .and_then(|letter| letter.chars().next())
        .and_then(Body::of_letter);
    let part = wanted.from.as_deref().unwrap_or_default();
    let men: Vec<(Square, Body)> = position
        .board
        .men(position.turn)
        .filter(|(square, body)| {
            named.is_none_or(|named| named == *body) && square.to_string().contains(part)
        })
        .collect();
    let place = if part.is_empty() {
        String::new()
    } else {
        format!(" on {part}")
    };
    if part.is_empty() && men.iter().any(|&(square, _)| square == to) {
        return idle(position, to, wanted);
    }
    match (men.as_slice(), named) {
        (&[(from, _)], _) => explain_from(position, from, to, wanted),
        ([], Some(named)) => Rejection::illegal(format!(
            "{} has no {} ({}){place}.",
            side(position.turn),
            named.name(),
            named.letter()
        ))
        .at([to]),
        ([], None) => {
            Rejection::illegal(format!("{} has nobody{place}.", side(position.turn))).at([to])
        }
        (several, Some(named)) => {
            let squares: Vec<String> = several
                .iter()
                .map(|(square, _)| square.to_string())
                .collect();
            Rejection::illegal(format!(
                "No {} of {}'s{place} ({}) can go to {to}: it moves like {}.",
                named.name(),
                side(position.turn),
                squares.join(", "),
                position.rules.gait(named).name()
            ))
            .at([to])
        }
        (_, None) => Rejection::illegal(format!(
            "Nobody of {}'s{place} can go to {to}.",
            side(position.turn)
        ))
        .at([to]),
    }
}
