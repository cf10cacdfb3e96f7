//! Sentences about the game: moves, the position piece by piece, dangers, and the powers in force.

use super::FourTowers;
use super::board::{Square, Tower};
use super::pieces::seat_name;
use super::pieces::{Parts, Piece, Role};
use super::powers::Powers;
use super::turn::{Move, MoveEffect, Step};
use crate::rules::wording::{capital, listed, or_none};
use crate::rules::{Describe, Reach, Seat, Topic};

impl Describe for FourTowers {
    fn describe(&self, mv: &Move) -> String {
        match mv {
            Move::Step(step) => describe_step(self, step),
            Move::Return(to) => match self.returning {
                Some(returning) => format!(
                    "The {} taken on {} comes back on {to}.",
                    returning.role, returning.tower
                ),
                None => format!("A piece comes back on {to}."),
            },
            Move::Rearrange(arena, puts) => {
                let parts: Vec<String> = puts
                    .iter()
                    .map(|&(from, to)| format!("the {} from {from} to {to}", name_on(self, from)))
                    .collect();
                format!(
                    "{} rearranges arena {arena}: {}.",
                    seat_name(self.turn),
                    listed(&parts)
                )
            }
            Move::Multi(steps) => {
                let parts: Vec<String> = steps
                    .iter()
                    .map(|step| {
                        let becomes = step
                            .promotion
                            .map_or(String::new(), |role| format!(", becoming a {role}"));
                        format!(
                            "the {} from {} to {}{becomes}",
                            step.role, step.from, step.to
                        )
                    })
                    .collect();
                format!(
                    "{} moves {} pieces in one turn: {}.",
                    seat_name(self.turn),
                    steps.len(),
                    listed(&parts)
                )
                .replace(" moves 2 pieces", " makes two moves")
                .replace(" moves 3 pieces", " makes three moves")
                .replace(" moves 4 pieces", " makes four moves")
            }
        }
    }

    fn alt_text(&self, limit: usize) -> String {
        let mut parts: Vec<String> = return_line(self).into_iter().collect();
        // Before any piece has moved dragons have nothing to mimic; the board's message reports that during a match.
        if !self.memory.iter().all(|parts| parts.is_empty()) {
            parts.push(dragon_line(self));
        }
        let held: Vec<String> = Powers::of(&self.board)
            .held()
            .map(|(tower, seat, role)| format!("{}'s {role} on {tower}", seat_name(seat)))
            .collect();
        if !held.is_empty() {
            parts.push(format!("Towers: {}.", held.join(", ")));
        }
        for seat in [Seat::WHITE, Seat::BLACK] {
            let list: Vec<String> = Role::ALL
                .into_iter()
                .filter_map(|role| {
                    let squares: Vec<String> = self
                        .board
                        .of(seat)
                        .filter(|square| self.board.get(*square) == Some(Piece { seat, role }))
                        .map(|square| square.to_string())
                        .collect();
                    (!squares.is_empty()).then(|| format!("{role} {}", squares.join(" ")))
                })
                .collect();
            parts.push(format!(
                "{}: {}.",
                seat_name(seat),
                or_none(list.join(", "))
            ));
        }
        cut(&parts.join(" "), limit)
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        reach(self, Square::parse(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        let seat = self.turn;
        let king = self.board.king(seat)?;
        let checkers: Vec<String> = self
            .checkers(seat)
            .map(|at| format!("the {} on {at}", name_on(self, at)))
            .collect();
        if checkers.is_empty() {
            return None;
        }
        Some(format!(
            "Check: {}'s king on {king} is attacked by {}.",
            seat_name(seat),
            listed(&checkers)
        ))
    }

    fn status_lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Powers::of(&self.board).held().map(power_line).collect();
        lines.push(dragon_line(self));
        lines.extend(return_line(self));
        if !self.passed.0.is_empty() {
            let parts: Vec<String> = self
                .passed
                .iter()
                .map(|(over, at)| format!("the {} on {at} on {over}", name_on(self, at)))
                .collect();
            lines.push(format!(
                "Pawns and lancers may take in passing: {}.",
                listed(&parts)
            ));
        }
        lines
    }

    fn topics(&self) -> Vec<Topic> {
        let mut topics: Vec<Topic> = Vec::new();
        let mut add = |key: String, line: String| {
            if !topics.iter().any(|topic| topic.key == key) {
                topics.push(Topic { key, line });
            }
        };
        for held in Powers::of(&self.board).held() {
            add(
                format!("towers.{}", held.2),
                format!(
                    "A {} holds a tower: `/rules topic:tower {}` shows what it does there.",
                    held.2, held.2
                ),
            );
        }
        if return_line(self).is_some() {
            add(
                "towers.return".to_owned(),
                "A piece taken on a tower can come back: putting it on the board again is a whole turn.".to_owned(),
            );
        }
        topics
    }
}

fn name_on(position: &FourTowers, square: Square) -> &'static str {
    position
        .board
        .get(square)
        .map_or("piece", |piece| piece.role.name())
}

fn describe_step(position: &FourTowers, step: &Step) -> String {
    let &Step {
        role,
        from,
        effect,
        to,
        promotion,
    } = step;
    let powers = Powers::of(&position.board);
    let leaves = if step.is_detachment(position) {
        let whole = name_on(position, from);
        if role == Role::Pawn {
            "One pawn leaves the ".to_owned() + &format!("{whole} on {from}")
        } else {
            format!("The {role} leaves the {whole} on {from}")
        }
    } else {
        format!("{} {from}", capital(role.name()))
    };
    let detaches = step.is_detachment(position);
    let and = if detaches { " and" } else { "" };
    let direct = step.is_direct(position, &powers);
    let mut text = match effect {
        MoveEffect::Quiet if direct => format!("{leaves}{and} moves directly to {to}"),
        MoveEffect::Quiet if detaches => format!("{leaves} and goes to {to}"),
        MoveEffect::Quiet => format!("{leaves} to {to}"),
        MoveEffect::Capture if step.is_en_passant(position) => {
            let victims: Vec<String> = position
                .taken_in_passing(&powers, role, from, to)
                .map(|at| format!("the {} on {at}", name_on(position, at)))
                .collect();
            format!(
                "{leaves}{and} takes {} in passing, on {to}",
                listed(&victims)
            )
        }
        MoveEffect::Capture => format!("{leaves}{and} takes the {} on {to}", name_on(position, to)),
        MoveEffect::Attach => {
            let makes = position
                .board
                .get(to)
                .and_then(|friend| role.fused(friend.role));
            let made = makes.map_or(String::new(), |made| format!(", making a {made}"));
            let how = if direct {
                "moves directly and attaches"
            } else {
                "attaches"
            };
            format!(
                "{leaves}{and} {how} to the {} on {to}{made}",
                name_on(position, to)
            )
        }
        MoveEffect::Swap => format!(
            "{leaves} trades places with the {} on {to}",
            name_on(position, to)
        ),
    };
    if let Some(role) = promotion {
        text.push_str(&format!(" and becomes a {role}"));
    }
    text.push('.');
    text
}

/// Returns the power of a role on a tower, in at most 18 characters.
pub fn power_in_short(role: Role) -> &'static str {
    match role {
        Role::King => "far captures",
        Role::Queen => "king is safe",
        Role::Wizard => "rearranging",
        Role::Marshall => "R N M set apart",
        Role::Cardinal => "N and B switched",
        Role::Rook => "direct, straight",
        Role::Bishop => "direct, across",
        Role::Knight => "lines bend",
        Role::Dragon => "multi-moves",
        Role::Lancer => "pawns step back",
        Role::Pawn => "double steps",
    }
}

/// Returns the power of the piece on a tower, in one line that begins with the tower.
fn power_line((tower, seat, role): (Tower, Seat, Role)) -> String {
    let owner = seat_name(seat);
    let what = match role {
        Role::King => format!("{owner}'s king captures along queen's lines from there"),
        Role::Queen => format!("{owner}'s king cannot be in check in the arenas around it"),
        Role::Wizard => {
            format!("{owner} may rearrange {owner}'s pieces in one of the arenas around it as a turn")
        }
        Role::Marshall => "in the arenas around it rooks, knights and marshalls can capture only each other, and \
             nothing else can capture them"
            .to_owned(),
        Role::Cardinal => {
            "in the arenas around it knights move like bishops and bishops like knights".to_owned()
        }
        Role::Rook => "any piece in the arenas around it may move directly to the same place of the next one"
            .to_owned(),
        Role::Bishop => "any piece in the arenas around it may move directly to the same place of the one across \
             the tower"
            .to_owned(),
        Role::Knight => "straight lines run on between the arenas around it as if these were in line, past the \
             tower"
            .to_owned(),
        Role::Dragon => format!(
            "{owner} may move up to four pieces in a turn, one from each of the arenas around it, capturing nothing"
        ),
        Role::Lancer => {
            "pawns and lancers in the arenas around it may step one square back".to_owned()
        }
        Role::Pawn => "pawns in the arenas around it may step two squares".to_owned(),
    };
    format!("{owner}'s {role} on {tower}: {what}.")
}

/// The moves that dragons do not copy.
const NOT_COPIED: &str = "Moves of pawns, lancers and dragons don't count.";

/// Returns the dragons' movement, in one line.
fn dragon_line(position: &FourTowers) -> String {
    let all = |parts: Parts| parts.names().collect::<Vec<_>>().join(", ");
    let [white, black] = position.memory;
    match (white.is_empty(), black.is_empty()) {
        (true, true) => {
            "Dragons have no move yet: no piece that they mimic has been moved.".to_owned()
        }
        (false, true) => format!(
            "Dragons move like White's last piece ({}). {NOT_COPIED}",
            all(white)
        ),
        (true, false) => format!(
            "Dragons move like Black's last piece ({}). {NOT_COPIED}",
            all(black)
        ),
        (false, false) => format!(
            "Dragons move like White's last piece ({}) and Black's last piece ({}). {NOT_COPIED}",
            all(white),
            all(black)
        ),
    }
}

fn return_line(position: &FourTowers) -> Option<String> {
    let returning = position.returning?;
    Some(format!(
        "{} may return the {} taken on {} now, on an empty square of arenas {}.",
        seat_name(position.turn),
        returning.role,
        returning.tower,
        returning
            .tower
            .arenas()
            .map(|arena| arena.numeral())
            .join(", ")
    ))
}

/// Returns the moves of the piece on a square, as if it were its owner's turn; for a tower from which a piece may
/// return, the squares it may return to.
pub fn reach(position: &FourTowers, from: Square) -> Option<Reach> {
    if let Some(returning) = position
        .returning
        .filter(|returning| returning.tower.square() == from)
    {
        let mut reach = Reach::of(format!("the {} taken on {from}", returning.role));
        for to in position.return_squares() {
            reach.other("come back on", to);
        }
        return Some(reach);
    }
    let piece = position.board.get(from)?;
    let mut reach = Reach::of(format!("{} {from}", piece.role));
    for step in steps_from(position, from) {
        match step.effect {
            MoveEffect::Quiet => reach.goes_to(step.to),
            MoveEffect::Capture => reach.takes_on(step.to),
            MoveEffect::Attach => reach.other("attach to", step.to),
            MoveEffect::Swap => reach.other("swap with", step.to),
        }
    }
    Some(reach)
}

/// Returns the single steps from a square, as if it were the turn of the piece there.
pub fn steps_from(position: &FourTowers, from: Square) -> Vec<Step> {
    let mut shown = position.clone();
    if let Some(piece) = shown.board.get(from) {
        // The moves of an opponent's piece are shown too.
        if piece.seat != shown.turn {
            shown.turn = piece.seat;
            shown.passed = super::EnPassant::default();
            shown.returning = None;
        }
    }
    let steps = shown.listed().into_iter().filter_map(|mv| match mv {
        Move::Step(step) if step.from == from => Some(step),
        _ => None,
    });
    steps.collect()
}

/// Returns the text, cut at the end of a word if it exceeds the limit.
fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let Some(room) = limit.checked_sub(1) else {
        return String::new();
    };
    let mut kept: String = text.chars().take(room).collect();
    if let Some(space) = kept.rfind(' ')
        && space > room / 2
    {
        kept.truncate(space);
    }
    kept.push('…');
    kept
}
