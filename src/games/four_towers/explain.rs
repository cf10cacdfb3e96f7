//! Why a move is not legal, in the terms of the rules and of the squares, with the power that forbids it named.

mod composite;

use super::FourTowers;
use super::board::{Direction, Square, Tower};
use super::moves::{Deed, Move, Step};
use super::notation::spell_step;
use super::pieces::{Parts, Piece, PieceKind};
use super::powers::{Powers, is_apart};
use crate::notation::Wanted;
use crate::rules::wording::listed;
use crate::rules::{Position, Rejection, Seat};

pub use composite::{
    no_dragon, no_multi, no_multi_part, no_rearrangement, no_return, unsafe_composite,
};

/// The name of a side.
pub fn side_name(side: Seat) -> &'static str {
    if side == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// Why no legal move fits what was read.
pub fn explain(position: &FourTowers, wanted: &Wanted) -> Rejection {
    let from = wanted.from.as_deref().and_then(Square::named);
    let kind = wanted
        .letter
        .as_ref()
        .and_then(|letter| PieceKind::of_letter(letter.chars().next()?));
    let Some(to) = wanted.to.as_deref().and_then(Square::named) else {
        return only_a_piece(position, from);
    };
    let powers = Powers::of(&position.board);
    let pseudo = position.pseudo_steps(&powers);
    // What the pieces could do but for the king.
    if let Some(step) = fitting(&pseudo, wanted) {
        return exposes(position, &Move::Step(step));
    }
    if wanted.op == Some('@') {
        return no_return(position, to);
    }
    // What they could do if the promotion were named or left out.
    let loose = Wanted {
        promotion: None,
        ..wanted.clone()
    };
    if wanted.promotion.is_some()
        && let Some(step) = fitting(&pseudo, &loose)
    {
        let text = spell_step(&step);
        return Rejection::illegal(if step.promotion.is_some() {
            format!(
                "A pawn or lancer becomes a queen, marshall, cardinal, wizard, rook, bishop, knight or dragon on {to}: \
                 write {}{}{}{}=Q, for instance.",
                text.letter, text.from, text.op, text.to
            )
        } else if step.deed == Deed::Attach {
            format!("An attachment promotes nothing: the two pawns make a lancer on {to}.")
        } else {
            format!("Nothing promotes on {to}.")
        })
        .at([to]);
    }
    if let Some(from) = from
        && let Some(refusal) = wrong_start(position, from, kind)
    {
        return refusal;
    }
    // What they could do but for one tower's power.
    for tower in Tower::ALL {
        let without = Powers::except(&position.board, |ignored| ignored == tower);
        if without == powers {
            continue;
        }
        if let Some(step) = fitting(&position.pseudo_steps(&without), wanted) {
            return forbidden_by(position, tower, &step);
        }
    }
    // Two marshalls may keep the same move.
    let marshalls: Vec<Tower> = powers.held_by(PieceKind::Marshall).collect();
    if let [first, _, ..] = marshalls[..] {
        let without = Powers::except(&position.board, |tower| marshalls.contains(&tower));
        if let Some(step) = fitting(&position.pseudo_steps(&without), wanted) {
            return forbidden_by(position, first, &step);
        }
    }
    match from.or_else(|| only_one(position, kind)) {
        Some(from) => no_way(position, &powers, from, kind, to, wanted),
        None => nobody(position, kind, to),
    }
}

fn fitting(steps: &[Step], wanted: &Wanted) -> Option<Step> {
    steps
        .iter()
        .find(|step| wanted.fits(&spell_step(step)))
        .copied()
}

/// The square of the mover's only piece of a kind.
fn only_one(position: &FourTowers, kind: Option<PieceKind>) -> Option<Square> {
    let mut squares = position.board.of(position.turn).filter(|square| {
        position
            .board
            .on(*square)
            .is_some_and(|piece| Some(piece.kind) == kind)
    });
    let first = squares.next()?;
    squares.next().is_none().then_some(first)
}

fn nobody(position: &FourTowers, kind: Option<PieceKind>, to: Square) -> Rejection {
    let who = kind.map_or("piece of yours".to_owned(), |kind| {
        format!("{kind} of yours")
    });
    let met = match position.board.on(to) {
        Some(piece) if piece.side == position.turn => {
            format!(" Your own {} stands there.", piece.kind)
        }
        _ => String::new(),
    };
    Rejection::illegal(format!("No {who} can go to {to} now.{met}")).at([to])
}

fn only_a_piece(position: &FourTowers, from: Option<Square>) -> Rejection {
    let Some(from) = from else {
        return Rejection::illegal("Say where the piece goes, too.");
    };
    if let Some(refusal) = wrong_start(position, from, None) {
        return refusal;
    }
    let moves: Vec<String> = position
        .legal_moves()
        .iter()
        .filter(|mv| matches!(mv, Move::Step(step) if step.from == from))
        .map(|mv| position.write(mv))
        .collect();
    let name = position
        .board
        .on(from)
        .map_or("piece", |piece| piece.kind.name());
    if moves.is_empty() {
        let why = match position.board.on(from) {
            Some(Piece {
                kind: PieceKind::Dragon,
                ..
            }) if position.dragon_movement().is_empty() => {
                ": neither side has moved a piece yet that it could mimic"
            }
            _ => "",
        };
        return Rejection::illegal(format!("Your {name} on {from} cannot move now{why}."))
            .at([from]);
    }
    Rejection::illegal(format!("Say where your {name} on {from} goes, too."))
        .at([from])
        .suggest(moves.into_iter().take(3).collect())
}

/// What is wrong with the square a move starts from, if anything is.
fn wrong_start(position: &FourTowers, from: Square, kind: Option<PieceKind>) -> Option<Rejection> {
    let sentence = match position.board.on(from) {
        None => format!("There is nothing on {from}."),
        Some(piece) if piece.side != position.turn => format!(
            "The {} on {from} is {}'s, and it is {}'s turn.",
            piece.kind,
            side_name(piece.side),
            side_name(position.turn)
        ),
        Some(piece) => {
            let kind = kind?;
            if kind == piece.kind || piece.kind.leavers().contains(&kind) {
                return None;
            }
            format!(
                "On {from} stands your {}, and there is no {kind} in it.",
                piece.kind
            )
        }
    };
    Some(Rejection::illegal(sentence).at([from]))
}

/// The refusal of a move that the power on one tower forbids.
fn forbidden_by(position: &FourTowers, tower: Tower, step: &Step) -> Rejection {
    let Step { kind, from, to, .. } = *step;
    let owner = position.board.on(tower.square());
    let holder = owner.map_or("piece", |piece| piece.kind.name());
    let met = position
        .board
        .on(to)
        .map_or("piece", |piece| piece.kind.name());
    let whole = position.board.on(from).map_or(kind, |piece| piece.kind);
    let sentence = match owner.map(|piece| piece.kind) {
        Some(PieceKind::Marshall) => {
            let powers = Powers::of(&position.board);
            if !powers.may_leave(kind, whole, from) && kind != whole {
                format!(
                    "The marshall on {tower} keeps the {kind} from leaving your {whole} on {from}: near it rooks, \
                     knights and marshalls leave nothing but marshalls."
                )
            } else if step.deed == Deed::Attach {
                format!(
                    "The marshall on {tower} keeps your {kind} from attaching to the {met} on {to}: near it rooks, \
                     knights and marshalls fuse with nothing that has a bishop in it."
                )
            } else if is_apart(kind) {
                format!(
                    "The marshall on {tower} keeps your {kind} from taking the {met} on {to}: near it rooks, knights \
                     and marshalls capture only one another."
                )
            } else {
                format!(
                    "The marshall on {tower} keeps your {kind} from taking the {met} on {to}: near it rooks, knights \
                     and marshalls are captured only by one another."
                )
            }
        }
        Some(PieceKind::Cardinal) => {
            let now = if kind == PieceKind::Knight {
                "bishop"
            } else {
                "knight"
            };
            format!("The cardinal on {tower} makes your {kind} on {from} move like a {now}.")
        }
        Some(PieceKind::Knight) => format!(
            "The knight on {tower} bends lines between the arenas round it: straight steps keep their row or column \
             within the arena and never reach the tower, so your {kind} on {from} does not come to {to}."
        ),
        _ => format!("The {holder} on {tower} does not let your {kind} go to {to}."),
    };
    Rejection::illegal(sentence).at([from, to, tower.square()])
}

/// The refusal of a move that would leave the own king in check.
pub fn exposes(position: &FourTowers, mv: &Move) -> Rejection {
    let side = position.turn;
    let mut next = position.clone();
    next.make(mv);
    let (Some(king), Some(checker)) = (next.board.king(side), next.checkers(side).next()) else {
        return Rejection::illegal("That move is not legal now.");
    };
    let attacker = next
        .board
        .on(checker)
        .map_or("piece", |piece| piece.kind.name());
    let mover = match mv {
        Move::Step(step) => format!("the {}", step.kind),
        _ => "the pieces".to_owned(),
    };
    let learnt = next.memory[side.index()];
    let before = position.checkers(side).any(|square| square == checker);
    let dragon_learns = attacker == "dragon" && {
        let mut forgetful = next.clone();
        forgetful.memory[side.index()] = position.memory[side.index()];
        !before && !forgetful.checkers(side).any(|square| square == checker)
    };
    let sentence = match mv {
        Move::Step(step) if step.kind == PieceKind::King && !dragon_learns => {
            format!("The {attacker} on {checker} would take your king on {king}.")
        }
        _ if dragon_learns => format!(
            "Moving {mover} would give the dragon on {checker} {}: check to your king on {king}.",
            moves_named(learnt)
        ),
        _ if before => format!(
            "Your king on {king} is in check from the {attacker} on {checker}, and that does not end it."
        ),
        _ if is_power_lost(position, &next, side) => format!(
            "Without the queen on its tower your king on {king} would be in check from the {attacker} on {checker}."
        ),
        _ => format!(
            "Moving {mover} would expose your king on {king} to the {attacker} on {checker}."
        ),
    };
    Rejection::illegal(sentence).at([king, checker])
}

/// Whether a side's king has lost its queen's shelter.
fn is_power_lost(before: &FourTowers, after: &FourTowers, side: Seat) -> bool {
    let shelters = |position: &FourTowers| {
        position
            .board
            .king(side)
            .is_some_and(|king| Powers::of(&position.board).shelters(side, king))
    };
    shelters(before) && !shelters(after)
}

/// "a knight's move", "a rook's and a bishop's move".
pub fn moves_named(parts: Parts) -> String {
    let names: Vec<String> = parts.names().map(|name| format!("a {name}'s")).collect();
    if names.is_empty() {
        return "no move".to_owned();
    }
    format!("{} move", listed(&names))
}

/// Why a piece does not come from one square to another by any movement.
fn no_way(
    position: &FourTowers,
    powers: &Powers,
    from: Square,
    kind: Option<PieceKind>,
    to: Square,
    wanted: &Wanted,
) -> Rejection {
    let Some(piece) = position.board.on(from) else {
        return nobody(position, kind, to);
    };
    let kind = kind.unwrap_or(piece.kind);
    let whole = kind == piece.kind;
    let reach = position.reach(powers, position.turn, kind, from, whole);
    let refuse = |sentence: String| Rejection::illegal(sentence).at([from, to]);
    if from == to {
        return refuse(format!("Your {kind} is on {to} already."));
    }
    if let Some(met) = position.board.on(to) {
        if met.side == position.turn {
            let arrives = reach.joins.contains(to)
                || powers.direct(from, position.board.occupied()).contains(to);
            if arrives {
                return refuse(no_fusion(from, kind, whole, met, to, wanted));
            }
        } else if met.kind == PieceKind::King && reach.enemies.contains(to) {
            return refuse("A king is never captured: the game ends with checkmate.".to_owned());
        }
    }
    if kind == PieceKind::Dragon {
        let parts = position.dragon_movement();
        if parts.is_empty() {
            return refuse(format!(
                "Your dragon on {from} cannot move yet: dragons mimic what the two sides moved last, and no piece that \
                 they can mimic has been moved."
            ));
        }
        return refuse(format!(
            "Dragons now have {}: that does not lead from {from} to {to}{}.",
            moves_named(parts),
            blocked(position, powers, parts, from, to)
        ));
    }
    if matches!(kind, PieceKind::Pawn) {
        return refuse(no_pawn_move(position, powers, from, to));
    }
    if kind == PieceKind::Lancer {
        return refuse(format!(
            "A lancer goes one or two squares straight ahead, diagonally ahead or (without capturing anything but \
             lancers) sideways, and does not leap: not from {from} to {to}."
        ));
    }
    let parts = if whole {
        powers.movement(kind, from)
    } else {
        kind.parts()
    };
    if whole
        && parts != kind.parts()
        && let Some(tower) = powers
            .held_by(PieceKind::Cardinal)
            .find(|tower| tower.touches().contains(from))
    {
        let like = parts.names().next().unwrap_or("piece");
        return refuse(format!(
            "The cardinal on {tower} makes your {kind} on {from} move like a {like}, which does not lead to {to}{}.",
            blocked(position, powers, parts, from, to)
        ));
    }
    let part = if whole {
        format!("Your {kind} on {from}")
    } else {
        format!("The {kind} in your {} on {from}", piece.kind)
    };
    let reason = blocked(position, powers, parts, from, to);
    refuse(if reason.is_empty() {
        format!(
            "{part} has {}, which does not lead to {to}.",
            moves_named(parts)
        )
    } else {
        format!("{part} cannot come to {to}{reason}.")
    })
}

/// Why a piece that comes to a friend's square neither fuses nor trades places with it.
fn no_fusion(
    from: Square,
    kind: PieceKind,
    whole: bool,
    met: Piece,
    to: Square,
    wanted: &Wanted,
) -> String {
    let friend = met.kind;
    if wanted.op == Some('~') || (wanted.op.is_none() && from.tower().or(to.tower()).is_some()) {
        if kind == PieceKind::Pawn {
            return format!("A pawn cannot start a swap: your {friend} on {to} has to.");
        }
        if !whole {
            return format!("A part that leaves a piece cannot swap with your {friend} on {to}.");
        }
        if kind == friend && from.tower().or(to.tower()).is_some() {
            return format!(
                "Swapping your {kind} with another {kind} on {to} would change nothing."
            );
        }
        if wanted.op == Some('~') {
            return format!(
                "A swap puts a piece on a tower or takes one off it, and neither {from} nor {to} is one \
                 (d5, g4, e8 and h7 are)."
            );
        }
    }
    let unfit = |kind: PieceKind| {
        matches!(
            kind,
            PieceKind::King | PieceKind::Dragon | PieceKind::Lancer
        )
    };
    if let Some(unfit) = [kind, friend].into_iter().find(|kind| unfit(*kind)) {
        let plural = format!("{unfit}s");
        return format!(
            "Your own {friend} stands on {to}, and {plural} never attach or are attached to."
        );
    }
    if kind == PieceKind::Pawn || friend == PieceKind::Pawn {
        return format!("Your own {friend} stands on {to}, and pawns fuse with pawns alone.");
    }
    if kind.parts().overlaps(friend.parts()) {
        return format!(
            "Your {kind} cannot attach to the {friend} on {to}: both have the same part in them."
        );
    }
    format!(
        "Your {kind} cannot attach to the {friend} on {to}: one of the two must be a simple piece."
    )
}

fn no_pawn_move(position: &FourTowers, powers: &Powers, from: Square, to: Square) -> String {
    let side = position.turn;
    let knights = powers.knights();
    let met = position.board.on(to);
    let diagonal = Direction::forward_diagonals(side)
        .into_iter()
        .any(|direction| from.step(direction, knights) == Some(to));
    if diagonal && met.is_none() {
        return format!(
            "A pawn goes diagonally only to capture, and there is nothing on {to} to take."
        );
    }
    let forward = Direction::forward(side);
    let first = from.step(forward, knights);
    let straight = first == Some(to)
        || Direction::SIDEWAYS
            .into_iter()
            .any(|direction| from.step(direction, knights) == Some(to));
    if straight && let Some(met) = met {
        return format!(
            "A pawn does not capture straight ahead or sideways, and the {} stands on {to}.",
            met.kind
        );
    }
    if let Some(first) = first
        && first.step(forward, knights) == Some(to)
    {
        if !powers.may_double_step(side, from) {
            return format!(
                "Your pawn on {from} may not go two squares: it is past the squares where pawns start, and no pawn \
                 holds a tower near it."
            );
        }
        if let Some(met) = position.board.on(first) {
            return format!(
                "Your pawn on {from} is blocked by the {} on {first}.",
                met.kind
            );
        }
    }
    if from.step(Direction::back(side), knights) == Some(to) {
        return format!(
            "A pawn goes back only while a lancer holds a tower near it, so not from {from} to {to}."
        );
    }
    format!(
        "A pawn goes one square ahead or sideways and captures diagonally ahead: not from {from} to {to}."
    )
}

/// ": the pawn on c4 is in the way", where a line of the movement leads there past somebody.
fn blocked(
    position: &FourTowers,
    powers: &Powers,
    parts: Parts,
    from: Square,
    to: Square,
) -> String {
    let mut lines: Vec<Direction> = Vec::new();
    if parts.overlaps(Parts::ROOK) {
        lines.extend(Direction::ORTHOGONAL);
    }
    if parts.overlaps(Parts::BISHOP) {
        lines.extend(Direction::DIAGONAL);
    }
    for direction in lines {
        let mut met = None;
        let mut at = from;
        while let Some(next) = at.step(direction, powers.knights()) {
            if next == to {
                if let Some((square, piece)) = met {
                    let piece: Piece = piece;
                    let whose = if piece.side == position.turn {
                        "your own"
                    } else {
                        "the"
                    };
                    return format!(": {whose} {} on {square} is in the way", piece.kind);
                }
                break;
            }
            if met.is_none() {
                met = position.board.on(next).map(|piece| (next, piece));
            }
            at = next;
        }
    }
    String::new()
}
