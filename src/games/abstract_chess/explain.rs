//! Refusals of illegal moves, in the terms of the rules and the squares.

use super::AbstractChess;
use super::board::{Piece, Role, Square};
use super::describe::seat_name;
use super::moves::{self, BarredTransfer, Move, MovePattern, Transfer, TurnRule};
use crate::geometry;
use crate::notation::ParsedMove;
use crate::rules::{Notation, Position, RuleError, Seat};

/// Returns the refusal of a text that fits no legal move.
pub fn explain(position: &AbstractChess, wanted: &ParsedMove) -> RuleError {
    let to = wanted.to.as_deref().and_then(Square::parse);
    match (wanted.from.as_deref().and_then(Square::parse), to) {
        (Some(from), None) => idle(position, from, wanted),
        (Some(from), Some(to)) => explain_from(position, from, to, wanted),
        (None, Some(to)) => explain_to(position, to, wanted),
        (None, None) => RuleError::unreadable(
            "That names no square of the board: a move names where it starts and where it ends, such as Ng1-f3.",
        ),
    }
}

/// Returns the piece that the player may move from a square, or the refusal.
fn own_piece(
    position: &AbstractChess,
    from: Square,
    letter: Option<&str>,
) -> Result<Piece, RuleError> {
    let Some(piece) = position.get(from) else {
        return Err(RuleError::nothing_on(from));
    };
    if piece.seat != position.turn {
        return Err(RuleError::illegal(format!(
            "The {} on {from} is {}'s, and it is {}'s turn.",
            piece.role.name(),
            seat_name(piece.seat),
            seat_name(position.turn)
        ))
        .at([from]));
    }
    let named = letter
        .and_then(|letter| letter.chars().next())
        .and_then(Role::of_letter);
    if let Some(named) = named
        && named != piece.role
    {
        return Err(RuleError::illegal(format!(
            "The piece on {from} is your {} ({}), not a {} ({}).",
            piece.role.name(),
            piece.role.letter(),
            named.name(),
            named.letter()
        ))
        .at([from]));
    }
    Ok(piece)
}

/// Returns the refusal of a piece that was named alone and cannot move.
fn idle(position: &AbstractChess, from: Square, wanted: &ParsedMove) -> RuleError {
    match own_piece(position, from, wanted.letter.as_deref()) {
        Err(rejection) => rejection,
        Ok(piece) => RuleError::illegal(format!(
            "The {} on {from} can do nothing now: it moves like {}, and every square it could go to is blocked or off the board.",
            piece.role.name(),
            position.rules.move_pattern(piece.role).name()
        ))
        .at([from]),
    }
}

/// Returns the refusal of a move or transfer from `from` to `to`.
fn explain_from(
    position: &AbstractChess,
    from: Square,
    to: Square,
    wanted: &ParsedMove,
) -> RuleError {
    let piece = match own_piece(position, from, wanted.letter.as_deref()) {
        Ok(piece) => piece,
        Err(rejection) => return rejection,
    };
    if from == to {
        return RuleError::illegal(format!("Your {} is on {from} already.", piece.role.name()))
            .at([from]);
    }
    let friendly = position
        .get(to)
        .is_some_and(|other| other.seat == position.turn);
    let transfer = Transfer { from, to };
    let rejection = if wanted.op == Some('+') {
        RuleError::illegal(refuse_transfer(position, transfer))
    } else if friendly {
        let own = position.get(to).map_or("piece", |other| other.role.name());
        let text = format!("{from}+{to}");
        let legal = position.is_legal(&Move::Transfer(transfer));
        let advice = if legal {
            format!("To hand it a stone, write {text}.")
        } else if wanted.op.is_none() {
            refuse_transfer(position, transfer)
        } else {
            String::new()
        };
        let sentence =
            format!("Your own {own} is on {to}, and a piece can't land on a friend. {advice}");
        let rejection = RuleError::illegal(sentence.trim_end());
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
            RuleError::illegal(refuse_going(position, from, to, piece))
        }
    };
    rejection.at([from, to])
}

/// Returns the refusal of a text whose squares fit a legal move, but not its operator or its end.
fn wrong_operator(
    position: &AbstractChess,
    right: &Move,
    to: Square,
    wanted: &ParsedMove,
) -> RuleError {
    let text = position.write(right);
    let sentence = match (wanted.op, position.get(to)) {
        _ if wanted.promotion.is_some() => {
            format!("Nothing promotes in this game: the move is {text}.")
        }
        (Some('x'), None) => {
            format!("There is nothing to capture on {to}: the move is {text}.")
        }
        (Some('-'), Some(victim)) => format!(
            "{}'s {} is on {to}, so that is a capture: {text}.",
            seat_name(victim.seat),
            victim.role.name()
        ),
        _ => format!("This game has no such move: you may mean {text}."),
    };
    RuleError::illegal(sentence).suggest(vec![text])
}

/// Returns the reason why a stone cannot be handed over.
fn refuse_transfer(position: &AbstractChess, transfer: Transfer) -> String {
    let Transfer { from, to } = transfer;
    if position.rules.turn == TurnRule::Double {
        return format!(
            "A turn begins with a move or capture; a transfer may only follow it, as in Ng1-f3,{from}+{to}."
        );
    }
    match moves::judge_transfer(&position.board, position.turn, transfer) {
        Err(BarredTransfer::NoGiver) => format!("You have no stack on {from}."),
        Err(BarredTransfer::RoyalGiver) => format!(
            "The royal stone on {from} belongs to no stack: it gives no stone and takes none."
        ),
        Err(BarredTransfer::NoTaker) => format!(
            "There is no stack on {to} to take a stone: a transfer goes from one of your stacks to another."
        ),
        Err(BarredTransfer::Enemy(taker)) => format!(
            "The {} on {to} is {}'s: a stone goes to a friendly stack only.",
            taker.role.name(),
            seat_name(taker.seat)
        ),
        Err(BarredTransfer::RoyalTaker) => format!(
            "The royal stone on {to} belongs to no stack: it takes no stone and gives none."
        ),
        Err(BarredTransfer::Apart) => format!(
            "A stone goes to a stack right next to the giver, and {to} does not touch {from}."
        ),
        Err(BarredTransfer::Full) => {
            format!("The stack on {to} is full: it has six stones already.")
        }
        Ok(()) => format!(
            "{}'s last turn was a transfer, and nobody may transfer twice in a row here: make a move or a capture.",
            seat_name(position.turn)
        ),
    }
}

/// Returns the piece in the way by name: "your own stack on c2", "Black's royal stone on e8".
fn blocker(position: &AbstractChess, square: Square, mover: Seat) -> String {
    match position.get(square) {
        Some(piece) if piece.seat == mover => {
            let what = if piece.role == Role::Royal {
                "royal stone"
            } else {
                "stack"
            };
            format!("your own {what} on {square}")
        }
        Some(piece) => format!(
            "{}'s {} on {square}",
            seat_name(piece.seat),
            piece.role.name()
        ),
        None => format!("the piece on {square}"),
    }
}

/// Returns the reason why a piece cannot move to a square without a friend on it.
fn refuse_going(position: &AbstractChess, from: Square, to: Square, piece: Piece) -> String {
    let move_pattern = position.rules.move_pattern(piece.role);
    let who = format!(
        "The {} on {from} moves like {}",
        piece.role.name(),
        move_pattern.name()
    );
    let cannot = |who: &str| format!("{who}: it cannot go to {to}.");
    let (files, ranks) = from.towards(to);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let leap = files.abs() * ranks.abs() == 2;
    let step = (files.signum(), ranks.signum());
    if is_line && move_pattern.rides().contains(&step) {
        let met = geometry::ray(from, |square| square.shift(step))
            .find(|&square| position.get(square).is_some());
        return match met {
            Some(met) => format!(
                "{who}: {to} is blocked by {}.",
                blocker(position, met, piece.seat)
            ),
            None => cannot(&who),
        };
    }
    match move_pattern {
        MovePattern::Pawn => refuse_pawn(position, from, to, piece, &who),
        MovePattern::Knight => format!("{who}: {to} is not a knight's jump away."),
        MovePattern::Mao if leap => match moves::mao_leg(from, (files, ranks)) {
            Some(leg) => format!(
                "{who}, which does not jump: its first step is blocked by {}.",
                blocker(position, leg, piece.seat)
            ),
            None => cannot(&who),
        },
        MovePattern::Mao => {
            format!("{who}, one step straight and one diagonally on: that does not lead to {to}.")
        }
        MovePattern::Bishop => format!("{who}: {to} is not on its diagonals."),
        MovePattern::Rook => format!("{who}: {to} is neither on its rank nor on its file."),
        MovePattern::Cardinal => {
            format!("{who}: {to} is neither on its diagonals nor a knight's jump away.")
        }
        MovePattern::Queen => {
            format!("{who}: {to} is neither on its rank, nor on its file, nor on its diagonals.")
        }
        MovePattern::King => format!("{who}: {to} is more than one step away."),
    }
}

/// Returns the reason why a single stone cannot move to a square.
fn refuse_pawn(
    position: &AbstractChess,
    from: Square,
    to: Square,
    piece: Piece,
    who: &str,
) -> String {
    let (files, ranks) = from.towards(to);
    let ahead = ranks * moves::forward(piece.seat);
    match (files.abs(), ahead, position.get(to)) {
        (0, 1, Some(_)) => format!(
            "{who}: straight forward it only goes to an empty square, and {to} is blocked by {}.",
            blocker(position, to, piece.seat)
        ),
        (1, 1, None) => {
            format!("{who}: diagonally it only captures, and there is nothing on {to}.")
        }
        (0, 2, _) => {
            format!("{who}, but there is no double step in this game: {to} is two squares away.")
        }
        (_, ..=-1, _) => format!("{who}, and never goes back: {to} is behind it."),
        (_, 0, _) => format!("{who}, and never goes sideways: {to} is next to it."),
        _ => format!(
            "{who}: one square straight forward, or one diagonally forward to capture; that does not lead to {to}."
        ),
    }
}

/// Returns the refusal of a text whose pieces, as far as named, cannot move to a square.
fn explain_to(position: &AbstractChess, to: Square, wanted: &ParsedMove) -> RuleError {
    let letter = wanted.letter.as_deref();
    let named = letter
        .and_then(|letter| letter.chars().next())
        .and_then(Role::of_letter);
    let part = wanted.from.as_deref().unwrap_or_default();
    let pieces: Vec<(Square, Role)> = position
        .board
        .pieces(position.turn)
        .filter(|(square, role)| {
            named.is_none_or(|named| named == *role) && square.to_string().contains(part)
        })
        .collect();
    let place = if part.is_empty() {
        String::new()
    } else {
        format!(" on {part}")
    };
    if part.is_empty() && pieces.iter().any(|&(square, _)| square == to) {
        return idle(position, to, wanted);
    }
    match (pieces.as_slice(), named) {
        (&[(from, _)], _) => explain_from(position, from, to, wanted),
        ([], Some(named)) => RuleError::illegal(format!(
            "{} has no {} ({}){place}.",
            seat_name(position.turn),
            named.name(),
            named.letter()
        ))
        .at([to]),
        ([], None) => {
            RuleError::illegal(format!("{} has no piece{place}.", seat_name(position.turn)))
                .at([to])
        }
        (several, Some(named)) => {
            let squares: Vec<String> = several
                .iter()
                .map(|(square, _)| square.to_string())
                .collect();
            RuleError::illegal(format!(
                "None of {}'s {}s{place} ({}) can go to {to}: they move like {}.",
                seat_name(position.turn),
                named.name(),
                squares.join(", "),
                position.rules.move_pattern(named).name()
            ))
            .at([to])
        }
        (_, None) => RuleError::illegal(format!(
            "None of {}'s pieces{place} can go to {to}.",
            seat_name(position.turn)
        ))
        .at([to]),
    }
}
