//! Refusals of moves that a tower's power forbids, or whose line a power bends.

use super::super::FourTowers;
use super::super::board::{Direction, Square, Tower, TowerSet};
use super::super::pieces::{Parts, Role};
use super::super::powers::{Powers, is_apart};
use super::super::turn::{MoveEffect, Step, spell_step};
use super::movement::{blocked, mover};
use crate::notation::ParsedMove;
use crate::rules::RuleError;
use crate::rules::wording::{listed, small};

/// Returns the refusal of a move that only the piece on one tower forbids, or the pieces on several towers together. A
/// power is named before a wrong operator: a move that no operator makes legal is refused for the power.
pub(super) fn forbidden(position: &FourTowers, wanted: &ParsedMove) -> Option<RuleError> {
    let powers = Powers::of(&position.board);
    let is_friend = (wanted.to.as_deref().and_then(Square::parse))
        .and_then(|to| position.board.get(to))
        .is_some_and(|met| met.seat == position.turn);
    let unsigned = ParsedMove {
        op: wanted.op.filter(|op| is_friend && matches!(op, '&' | '~')),
        promotion: None,
        ..wanted.clone()
    };
    for wanted in [wanted, &unsigned] {
        for count in 1..=4 {
            for ignored in TowerSet::every().filter(|set| set.len() == count) {
                let without = Powers::except(&position.board, |tower| ignored.contains(tower));
                if without == powers {
                    continue;
                }
                if let Some(step) = fitting(&position.pseudo_steps(&without), wanted) {
                    return Some(forbidden_by(position, ignored, &step));
                }
            }
        }
    }
    None
}

/// Returns the refusal of a step that the powers on some towers forbid together.
fn forbidden_by(position: &FourTowers, ignored: TowerSet, step: &Step) -> RuleError {
    let powers = Powers::of(&position.board);
    let held = |role: Role| {
        let towers = powers.held_by(role);
        let towers: Vec<Tower> = towers.filter(|tower| ignored.contains(*tower)).collect();
        (!towers.is_empty()).then_some(towers)
    };
    let mut sentences = Vec::new();
    if let Some(towers) = held(Role::Marshall) {
        sentences.push(kept_by_marshall(position, &powers, &towers, step));
    }
    if let Some(towers) = held(Role::Cardinal) {
        let Step { role, from, .. } = *step;
        let now = powers.movement(role, from).names().next();
        sentences.push(format!(
            "{} your {role} on {from} move like a {}.",
            subject(Role::Cardinal, &towers, "makes", "make"),
            now.unwrap_or("piece")
        ));
    }
    if let Some(towers) = held(Role::Knight) {
        sentences.push(bends(position, &towers, step.role, step.from, step.to));
    }
    let concerned = [step.from, step.to].into_iter().chain(
        (Tower::ALL.into_iter())
            .filter(|tower| ignored.contains(*tower))
            .map(Tower::square),
    );
    RuleError::illegal(sentences.join(" ")).at(concerned)
}

/// Returns the subject of a sentence with its verb: "The marshall on d5 keeps", "The marshalls on d5 and g4 keep".
fn subject(role: Role, towers: &[Tower], one: &str, several: &str) -> String {
    let on: Vec<String> = towers.iter().map(Tower::to_string).collect();
    match on.len() {
        1 => format!("The {role} on {} {one}", on[0]),
        _ => format!("The {role}s on {} {several}", listed(&on)),
    }
}

fn kept_by_marshall(
    position: &FourTowers,
    powers: &Powers,
    towers: &[Tower],
    step: &Step,
) -> String {
    let Step { role, from, to, .. } = *step;
    let keeps = subject(Role::Marshall, towers, "keeps", "keep");
    let named = |square: Square| position.board.get(square).map(|piece| piece.role);
    let whole = named(from).unwrap_or(role);
    let met = named(to).map_or("piece", Role::name);
    if !powers.may_leave(role, whole, from) && role != whole {
        return format!(
            "{keeps} the {role} from leaving your {whole} on {from}: near it rooks, knights and marshalls can detach \
             only from marshalls."
        );
    }
    if step.effect == MoveEffect::Attach {
        return format!(
            "{keeps} your {role} from attaching to the {met} on {to}: near it rooks, knights and marshalls join nothing \
             that has a bishop in it."
        );
    }
    let only = if is_apart(role) {
        "capture only one another"
    } else {
        "are captured only by one another"
    };
    format!(
        "{keeps} your {role} from taking the {met} on {to}: near it rooks, knights and marshalls {only}."
    )
}

fn bends(position: &FourTowers, towers: &[Tower], role: Role, from: Square, to: Square) -> String {
    let mover =
        (position.board.get(from)).map_or_else(String::new, |piece| mover(role, piece, from));
    format!(
        "{} lines between the arenas round it: straight steps keep their row or column within the arena and never reach \
         the tower, so {} can't reach {to}.",
        subject(Role::Knight, towers, "bends", "bend"),
        small(&mover)
    )
}

/// Returns the refusal of a move along a line that knights on towers bend; `None` if the line is straight, or if the
/// piece does not move along such a line.
pub(super) fn bent(
    position: &FourTowers,
    powers: &Powers,
    role: Role,
    from: Square,
    to: Square,
) -> Option<RuleError> {
    let (knights, none) = (powers.knights(), TowerSet::default());
    let direction = (Direction::ORTHOGONAL.into_iter())
        .find(|direction| from.ray(*direction, none).contains(to))?;
    if from.ray(direction, knights).contains(to) {
        return None;
    }
    let mut bending: Vec<Tower> = Vec::new();
    let (mut at, mut steps) = (from, 0);
    while at != to {
        let next = at.step(direction, none)?;
        if bending.is_empty() {
            let bends = |tower: &Tower| {
                let mut alone = TowerSet::default();
                alone.insert(*tower);
                at.step(direction, alone) != Some(next)
            };
            bending.extend(powers.held_by(Role::Knight).filter(bends));
        }
        (at, steps) = (next, steps + 1);
    }
    if !goes_straight(position, powers, role, from, to, direction, steps) {
        return None;
    }
    let mut sentence = bends(position, &bending, role, from, to);
    let parts = position.movement(powers, role, from);
    let other = blocked(position, powers, parts, from, to);
    if !other.is_empty() {
        sentence.push_str(&format!(" The way that is left is blocked{other}."));
    }
    let concerned = [from, to]
        .into_iter()
        .chain(bending.into_iter().map(Tower::square));
    Some(RuleError::illegal(sentence).at(concerned))
}

/// Returns true if a piece could go `steps` squares in a direction with no piece in its way and no line bent.
fn goes_straight(
    position: &FourTowers,
    powers: &Powers,
    role: Role,
    from: Square,
    to: Square,
    direction: Direction,
    steps: u8,
) -> bool {
    let seat = position.turn;
    let is_back = direction == Direction::back(seat);
    match role {
        Role::Pawn | Role::Lancer if is_back => steps == 1 && powers.may_step_back(from),
        Role::Pawn if direction == Direction::forward(seat) => {
            steps == 1 || steps == 2 && powers.may_double_step(seat, from)
        }
        Role::Pawn => steps == 1,
        Role::Lancer => steps <= 2,
        Role::King => {
            let far = position.board.get(to).is_some() && powers.captures_far(from);
            steps == 1 || far
        }
        _ => {
            let parts = position.movement(powers, role, from);
            parts.overlaps(Parts::ROOK) || steps == 1 && parts.overlaps(Parts::KING)
        }
    }
}

pub(super) fn fitting(steps: &[Step], wanted: &ParsedMove) -> Option<Step> {
    steps
        .iter()
        .find(|step| wanted.fits(&spell_step(step)))
        .copied()
}
