//! Refusals of choices within a move: an exchange, a freed piece, the other piece that goes or is promoted too.

use super::super::board::Cube;
use super::super::describe::with_article;
use super::super::moves::Move;
use super::super::notation::write;
use super::super::pieces::{Piece, Role, seat_name};
use super::super::position::TowerGame;
use super::doppelganger;
use crate::rules::RuleError;

impl TowerGame {
    fn named(&self, role: Role) -> std::borrow::Cow<'static, str> {
        Piece::new(self.turn, role).name(&self.rules)
    }

    /// Explains why a piece that has not been freed cannot be dropped (Hostage).
    pub(in super::super) fn why_not_freed(&self, role: Role, to: Cube) -> String {
        let (seat, enemy) = (self.turn, self.turn.other());
        let name = self.named(role);
        let freed = format!(
            "{} has no {name} to drop: only a piece that the other side has given back can be dropped.",
            seat_name(seat)
        );
        if self.prison[seat.index()].count(role) == 0 {
            return freed;
        }
        let held = self.prison[enemy.index()];
        let given = held.iter().find(|(given, _)| is_worth(*given, role));
        let way = given.map_or_else(
            || format!("and {} holds nothing to give for it", seat_name(seat)),
            |(given, _)| {
                format!(
                    "an exchange for it is written {}:{}@{to}",
                    given.letter(),
                    role.letter()
                )
            },
        );
        format!("{freed} {} holds one; {way}.", seat_name(enemy))
    }

    /// Explains why an exchange cannot be made (Hostage); `got` is the piece named to return.
    pub(in super::super) fn why_no_exchange(
        &self,
        given: Role,
        got: Option<Role>,
        to: Cube,
    ) -> RuleError {
        let (seat, enemy) = (self.turn, self.turn.other());
        let (side, other) = (seat_name(seat), seat_name(enemy));
        let refuse = |sentence: String| RuleError::illegal(sentence).at([to]);
        if self.prison[enemy.index()].count(given) == 0 {
            return refuse(format!(
                "{side} holds no {} to give back.",
                self.named(given)
            ));
        }
        let Some(got) = got else {
            return refuse(format!(
                "An exchange names what you get, too, as in {}:B@{to}.",
                given.letter()
            ));
        };
        let name = self.named(got);
        if self.prison[seat.index()].count(got) == 0 {
            return refuse(format!("{other} holds no {name} of {side}'s."));
        }
        if !is_worth(given, got) {
            return refuse(format!(
                "For a pawn you get only a pawn, not {}.",
                with_article(&name)
            ));
        }
        if let Some(met) = self.get(to) {
            return refuse(format!(
                "Pieces are put on empty squares, and {} is on {to}.",
                with_article(&met.name(&self.rules))
            ));
        }
        if !self.may_drop(got, to) {
            return refuse(format!(
                "A pawn may not be put on {to}, on the first or last level."
            ));
        }
        let mv = (self.pseudo_moves().into_iter())
            .find(|mv| write(mv) == format!("{}:{}@{to}", given.letter(), got.letter()));
        let bar = mv.and_then(|mv| Some((mv, self.bar(&mv, &self.check_info())?)));
        match bar {
            Some((mv, bar)) => self.why_bar(&mv, bar),
            None => refuse(format!(
                "An exchange is written {}:{}@{to}.",
                given.letter(),
                got.letter()
            )),
        }
    }

    /// Explains why the piece on a cube does not go with a move, or is not `promoted` with it (Doppelganger); `mv` is
    /// the move with any choice.
    pub(in super::super) fn why_no_double(&self, mv: &Move, cube: Cube, promoted: bool) -> String {
        let taken = mv
            .captured()
            .and_then(|cube| self.get(cube))
            .filter(|_| !promoted);
        let choices = if promoted {
            doppelganger::seconds(self, mv)
        } else {
            doppelganger::doubles(self, mv)
        };
        let kind = taken.unwrap_or(mv.piece);
        let name = kind.name(&self.rules);
        if taken.is_none() && !promoted {
            return format!(
                "Doppelganger: nothing is captured, and so no other square is named: {}.",
                write(mv)
            );
        }
        if choices.is_empty() {
            return format!(
                "Doppelganger: that is {}'s last {name}, and so no other square is named: {}.",
                seat_name(kind.seat),
                write(mv)
            );
        }
        let met = self.get(cube).map_or_else(
            || "nothing".to_owned(),
            |met| format!("{}'s {}", seat_name(met.seat), met.name(&self.rules)),
        );
        format!(
            "Doppelganger: the other piece is another {name} of {}'s, and on {cube} is {}.",
            seat_name(kind.seat),
            if mv.captured() == Some(cube) {
                "the captured one".to_owned()
            } else {
                met
            }
        )
    }
}

/// True if a piece may be got for another: a pawn is worth less than any piece.
fn is_worth(given: Role, got: Role) -> bool {
    given != Role::Pawn || got == Role::Pawn
}
