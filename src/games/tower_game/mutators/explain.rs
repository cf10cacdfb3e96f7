//! Why a move is not legal, in the terms of the mutator's rules and of the cubes.

use super::super::TowerGame;
use super::super::board::{Cube, CubeSet};
use super::super::describe::{how_it_goes, with_article};
use super::super::explain::{seat_name, sentences};
use super::super::moves::{CORNERS, CastlingBar, KING_FILE};
use super::super::pieces::{Piece, Role};
use super::judgement::Bar;
use super::moves::Move;
use super::notation::write;
use super::{Changes, Field, Hand, Mutated, Unit, fusion};
use crate::notation::{ParsedMove, nearest};
use crate::rules::RuleError;

mod of_choices;
mod of_pawns;

impl Mutated {
    /// Why no legal move is what was read.
    pub(super) fn why_not(&self, wanted: &ParsedMove) -> RuleError {
        let from = wanted.from.as_deref().and_then(Cube::named);
        let to = wanted.to.as_deref().and_then(Cube::named);
        let refusal = match (from, to) {
            (_, Some(to)) if wanted.op == Some('@') => self.why_no_drop(wanted, to),
            _ if self.is_placing() => self.why_placing(),
            (Some(from), Some(to)) => self.why_not_from(wanted, from, to),
            (None, Some(to)) => self.why_none_goes(wanted, to),
            (Some(from), None) => return self.what_it_can_do(from),
            (None, None) => sentences::no_cube(),
        };
        self.with_suggestions(wanted, refusal)
    }

    fn with_suggestions(&self, wanted: &ParsedMove, mut refusal: RuleError) -> RuleError {
        if !refusal.suggestions.is_empty() {
            return refusal;
        }
        let letter = wanted.letter.as_deref().unwrap_or("P");
        let from = wanted.from.as_deref().unwrap_or_default();
        let to = wanted.to.as_deref().unwrap_or_default();
        let legal = self.all_legal();
        let typed = format!("{letter}{from}{}{to}", wanted.op.unwrap_or('-'));
        let near = |fits: &dyn Fn(&Move) -> bool| {
            let texts: Vec<String> = legal.iter().filter(|mv| fits(mv)).map(write).collect();
            nearest(&typed, texts.iter().map(String::as_str))
        };
        refusal.suggestions = near(&|mv| mv.from.is_some_and(|cube| cube.to_string() == from));
        if refusal.suggestions.is_empty() {
            refusal.suggestions = near(&|mv| mv.unit.letter() == letter);
        }
        refusal
    }

    fn why_placing(&self) -> RuleError {
        let hand = self.hands[self.turn.index()];
        let example = super::anywhere::next(hand)
            .next()
            .map_or(String::new(), |(role, _)| {
                format!(
                    ", as in {}@cc{}",
                    role.letter(),
                    self.rules.rank_for(self.turn, 0) + 1
                )
            });
        RuleError::illegal(format!(
            "Anywhere: nobody moves before every piece is placed. {} places a piece on their own half{example}; {} left.",
            seat_name(self.turn),
            hand.total()
        ))
    }

    /// Why the piece on one cube cannot go to another.
    fn why_not_from(&self, wanted: &ParsedMove, from: Cube, to: Cube) -> RuleError {
        let Some(unit) = self.unit(from) else {
            return RuleError::nothing_on(from);
        };
        let name = unit.name(&self.rules);
        if unit.seat != self.turn {
            let mut refusal = sentences::not_their_turn(&name, from, unit.seat, self.turn);
            if let Some(why) = self.why_turn_ended() {
                refusal.sentence = format!("{} {why}", refusal.sentence);
            }
            return refusal;
        }
        let mut moving = unit;
        if let Some(letter) = &wanted.letter
            && *letter != unit.letter()
        {
            let named = self.unit_named(letter);
            let part = named.filter(|named| {
                named.second.is_none() && unit.parts().any(|part| part == named.role)
            });
            let Some(part) = part.filter(|_| unit.second.is_some()) else {
                let said = named.map(|named| named.name(&self.rules));
                return sentences::other_piece(&name, said.as_deref(), from);
            };
            moving = part;
        }
        self.why_not_there(moving, from, to, wanted)
    }

    /// Why a piece of the side to move, or a part of it, cannot go to a cube.
    fn why_not_there(&self, unit: Unit, from: Cube, to: Cube, wanted: &ParsedMove) -> RuleError {
        let name = unit.name(&self.rules);
        let refuse = |sentence: String| RuleError::illegal(sentence).at([from, to]);
        if from == to {
            return sentences::there_already(&name, from);
        }
        let moves: Vec<Move> = (self.unnarrowed().into_iter())
            .filter(|mv| mv.from == Some(from) && mv.to == to && mv.unit == unit)
            .collect();
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        let castling = unit.role == Role::King
            && from == self.king_home(unit.seat)
            && from.file() == KING_FILE
            && from.rank() == to.rank()
            && CORNERS.contains(&to.file());
        if castling {
            return self.why_no_castling([to.file()].into_iter());
        }
        if let Some(sentence) = self.why_by_mutator(unit, from, to) {
            return refuse(sentence);
        }
        if let Some(other) = self.unit(to).filter(|other| other.seat == unit.seat) {
            let own = sentences::own_piece_on(&other.name(&self.rules), to);
            if !self.effects.has("fusion") {
                return refuse(own);
            }
            match fusion::why_not_joined(other, unit) {
                Some(why) => return refuse(format!("{own} {why}")),
                // It could be joined from elsewhere.
                None if fusion::joins(unit) => {}
                None => return refuse(own),
            }
        }
        if unit.is_pawn() {
            return refuse(self.why_pawn_cannot(unit, from, to));
        }
        if let Some(cube) = self.blocker(unit, from, to) {
            let other = self.unit(cube).unwrap_or(unit);
            let is_own = other.seat == unit.seat;
            let other = other.name(&self.rules);
            return sentences::blocked(&name, (from, to), (&other, is_own), cube, "blocks the way");
        }
        let how = self.how_it_goes(unit);
        refuse(sentences::too_far(&name, from, to, self.rules.space, &how))
    }

    /// The ways of a piece, a sentence for each of its parts.
    fn how_it_goes(&self, unit: Unit) -> String {
        let parts = unit.parts().map(|part| Piece::new(unit.seat, part));
        let ways: Vec<&str> = parts.map(|part| how_it_goes(part, &self.rules)).collect();
        ways.join(" ")
    }

    /// Every move that the pieces can make, also those that a duty takes away.
    fn unnarrowed(&self) -> Vec<Move> {
        let mut free = self.clone();
        if self.effects.has("suicide") {
            let kept: Vec<&str> = (self.effects.iter())
                .map(|mutator| mutator.key())
                .filter(|key| *key != "suicide")
                .collect();
            free.effects = super::Effects::of(&kept.join("+"), &self.rules).unwrap_or(self.effects);
        }
        free.pseudo_moves()
    }

    /// Why a move that a piece can make is not legal, or how it is written; `None` without such a move. Of several that differ
    /// in what is chosen with them, those with the promotion that was named are looked at.
    fn why_barred(&self, mut same: Vec<Move>, wanted: &ParsedMove) -> Option<RuleError> {
        let letter = wanted
            .promotion
            .as_deref()
            .and_then(|text| text.chars().next());
        let named = |mv: &Move| mv.promotion.map(Role::letter) == letter;
        let is_named = letter.is_some() && same.iter().any(named);
        if is_named {
            same.retain(named);
        }
        let mv = same.first()?;
        if let Some(bar) = self.bar(mv, &self.check_info()) {
            return Some(self.why_bar(mv, bar));
        }
        if self.effects.has("suicide") && mv.captured().is_none() {
            let captures: Vec<String> = (self.all_legal().iter())
                .filter(|mv| mv.captured().is_some())
                .map(write)
                .take(3)
                .collect();
            if !captures.is_empty() {
                let refusal = RuleError::illegal(format!(
                    "Suicide: if you can capture, you must. You can, with {}.",
                    captures.join(" or ")
                ));
                return Some(refusal.suggest(captures));
            }
        }
        let texts: Vec<String> = same.iter().map(write).take(3).collect();
        let legal = self.all_legal();
        let kept: Vec<String> = (legal.iter().map(write))
            .filter(|text| texts.contains(text))
            .collect();
        let what = match (mv.promotion, mv.double.or(mv.passer)) {
            (Some(_), None) if is_named => "That move is written otherwise",
            (Some(_), None) if self.effects.has_field(Field::Prison) => {
                "Hostage: a pawn becomes only a piece of its own side that the enemy holds"
            }
            (Some(_), None) => "A pawn on the farthest rank becomes another piece",
            (_, Some(_)) => "This capture names another cube, too",
            _ => "That move is written otherwise",
        };
        Some(RuleError::illegal(format!("{what}: {}.", texts.join(", "))).suggest(kept))
    }

    pub(super) fn why_bar(&self, mv: &Move, bar: Bar) -> RuleError {
        let named = |cube: Cube| self.unit(cube).unwrap_or(mv.unit).name(&self.rules);
        let is_king = mv.unit.has_king();
        let (sentence, cubes) = match bar {
            Bar::Exposed { king, by } if is_king => (
                format!(
                    "The king cannot go to {king}: the {} on {by} attacks it.",
                    named(by)
                ),
                vec![king, by],
            ),
            Bar::Exposed { king, by } => (
                format!(
                    "That would leave the king on {king} attacked by the {} on {by}.",
                    named(by)
                ),
                vec![king, by],
            ),
            Bar::ExposedMidway { king, by } => (
                format!(
                    "Alice: a move must be legal on its own board first, and there the {} on {by} would attack the king on {king}.",
                    named(by)
                ),
                vec![king, by],
            ),
            Bar::Explodes(cube) => (
                format!("Atomic: a capture on {cube} would explode your own king."),
                vec![cube],
            ),
            Bar::Placed { king, by } => (
                format!(
                    "Anywhere: no king may be attacked while the pieces are placed, and the {} on {by} would attack the king on \
                     {king}.",
                    named(by)
                ),
                vec![king, by],
            ),
        };
        RuleError::illegal(sentence).at(cubes)
    }

    /// What a mutator has against a move that the plain game allows.
    fn why_by_mutator(&self, unit: Unit, from: Cube, to: Cube) -> Option<String> {
        let other = self.unit(to);
        if let Some(other) = other
            && other.on_b != unit.on_b
        {
            let board = if other.on_b { "B" } else { "A" };
            return Some(format!(
                "Alice: on board {board}, {to} is taken by {}, so nobody can go over to it.",
                with_article(&other.name(&self.rules))
            ));
        }
        if !self.plain_goals(unit, from).contains(&to) {
            return None;
        }
        if other.is_some_and(|other| other.seat == unit.seat) {
            return None;
        }
        let blamed = self.in_force().find(|mutator| match mutator.changes() {
            Changes::Pieces => true,
            _ if !mutator.captures() => other.is_some(),
            _ if !mutator.kings_capture() => other.is_some() && unit.has_king(),
            _ => mutator.field() == Some(Field::Prison) && unit.is_pawn(),
        })?;
        let why = if blamed.field() == Some(Field::Prison) {
            "Hostage: while the other side holds none of your pieces but pawns, your pawns cannot go to the last rank."
        } else {
            blamed.rule()
        };
        Some(format!(
            "The {} on {from} cannot go to {to} here. {why}",
            unit.name(&self.rules)
        ))
    }

    /// The pieces of one board, as the plain game has them.
    pub(super) fn plain(&self, on_b: bool) -> TowerGame {
        let mut plain = TowerGame::empty(self.rules);
        for (cube, other) in self.all_units() {
            if other.on_b == on_b {
                plain.set(cube, Some(Piece::new(other.seat, other.role)));
            }
        }
        plain
    }

    /// Where the parts of a unit could go in the plain game.
    fn plain_goals(&self, unit: Unit, from: Cube) -> Vec<Cube> {
        let mut plain = self.plain(unit.on_b);
        let mut goals = Vec::new();
        for part in unit.parts() {
            let piece = Piece::new(unit.seat, part);
            plain.set(from, Some(piece));
            let mut moves = Vec::new();
            plain.moves_from(from, piece, &mut moves);
            goals.extend(moves.into_iter().map(|mv| mv.to));
        }
        goals
    }

    /// The first piece in the way of a unit that goes along a line.
    fn blocker(&self, unit: Unit, from: Cube, to: Cube) -> Option<Cube> {
        let space = self.rules.space;
        unit.parts()
            .flat_map(|part| self.table(unit.seat, part).paths_between(space, from, to))
            .filter_map(|path| path.between(space, from))
            .map(|between| between.intersection(self.taken(unit.board())))
            .filter_map(|met: CubeSet| met.iter().next())
            .next()
    }

    /// Why the side to move cannot castle towards any of these corners.
    pub(super) fn why_no_castling(&self, corners: impl Iterator<Item = u8>) -> RuleError {
        let seat = self.turn;
        if let Some(mutator) = self.effects.iter().find(|mutator| !mutator.castles()) {
            return RuleError::illegal(format!("There is no castling in {}.", mutator.name()));
        }
        if let Some(refusal) = sentences::no_castling(&self.rules) {
            return refusal;
        }
        let home = self.king_home(seat);
        if self.unit(home) != Some(Unit::new(seat, Role::King)) {
            return RuleError::illegal(format!(
                "{} cannot castle: the king is not on {home}.",
                seat_name(seat)
            ));
        }
        let named = |cube: Cube| {
            self.unit(cube)
                .map_or("piece".to_owned(), |unit| unit.name(&self.rules))
        };
        let reasons: Vec<String> = corners
            .map(|file| {
                let to = Cube::on_file(file, home.rank());
                let index = CORNERS.iter().position(|corner| *corner == file);
                if !index.is_some_and(|index| self.castling[seat.index()][index]) {
                    return sentences::corner_has_moved(to);
                }
                match self.castling_bar(seat, to) {
                    Some(CastlingBar::Blocked(cube)) => {
                        sentences::castling_blocked(to, &named(cube), cube)
                    }
                    Some(CastlingBar::Attacked { cube, by }) => {
                        format!("to {to}: the {} on {by} attacks {cube}", named(by))
                    }
                    None => format!("to {to}: the king would be attacked on the other board"),
                }
            })
            .collect();
        if reasons.is_empty() {
            return RuleError::illegal(
                "There is no such corner: the letter after O- names the piece that stood diagonally next to the corner's rook at \
                 the start.",
            );
        }
        sentences::cannot_castle(&reasons).at([home])
    }

    /// Why nothing can be put on a cube so.
    fn why_no_drop(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let refuse = |sentence: String| RuleError::illegal(sentence).at([to]);
        let source = self.in_force().find(|mutator| mutator.field().is_some());
        let Some(source) = source.filter(|mutator| mutator.field() != Some(Field::Left)) else {
            return refuse("Nothing is dropped in this game.".to_owned());
        };
        if !self.is_placing() && source.key() == super::anywhere::KEY {
            return refuse("Anywhere: every piece is placed, so now they move.".to_owned());
        }
        let named = wanted
            .letter
            .as_deref()
            .and_then(|text| self.unit_named(text));
        let Some(unit) = named.filter(|unit| unit.second.is_none()) else {
            return RuleError::unreadable(format!(
                "Say which piece is put on the board, as in N@{to}."
            ));
        };
        let name = unit.name(&self.rules);
        if let Some(other) = self.unit(to) {
            return refuse(format!(
                "Pieces are put on empty cubes, and {} is on {to}.",
                with_article(&other.name(&self.rules))
            ));
        }
        let mut moves = self.unnarrowed();
        moves.retain(|mv| mv.from.is_none() && mv.unit == unit && mv.to == to);
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        if self.is_placing() {
            let hand = self.hands[self.turn.index()];
            if hand.count(unit.role) == 0 {
                return refuse(format!("{} has no {name} to place.", seat_name(self.turn)));
            }
            if hand.count(Role::King) > 0 && unit.role != Role::King {
                return refuse("Anywhere: the king is placed first.".to_owned());
            }
            return refuse(format!("Anywhere: {to} is not in your own half."));
        }
        if unit.is_pawn() && !super::crazyhouse::may_drop(&self.rules, self.turn, Role::Pawn, to) {
            return refuse(format!(
                "A pawn may not be put on {to}, on the first or last rank."
            ));
        }
        if source.field() == Some(Field::Prison) {
            return refuse(self.why_not_freed(unit.role, to));
        }
        refuse(format!(
            "{} has no {name} to drop. {}",
            seat_name(self.turn),
            source.rule()
        ))
    }

    fn why_none_goes(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let unit = (wanted.letter.as_deref())
            .and_then(|letter| self.unit_named(letter))
            .unwrap_or(Unit::new(self.turn, Role::Pawn));
        let part = wanted.from.as_deref();
        let name = unit.name(&self.rules);
        let pieces: Vec<(Cube, Unit)> = (self.units_of(self.turn))
            .filter(|(_, other)| (other.role, other.second) == (unit.role, unit.second))
            .filter(|(cube, _)| {
                let name = cube.to_string();
                part.is_none_or(|part| name.starts_with(part) || name.ends_with(part))
            })
            .collect();
        if let [(from, unit)] = pieces[..] {
            return self.why_not_there(unit, from, to, wanted);
        }
        if pieces.is_empty() {
            let seat = self.turn.index();
            let is_held = |hand: Hand| unit.second.is_none() && hand.count(unit.role) > 0;
            let beside = if is_held(self.hands[seat]) {
                Some("in hand")
            } else {
                is_held(self.airfield[seat]).then_some("among the freed pieces")
            };
            return sentences::has_none(self.turn, &name, part, (unit.role, to), beside);
        }
        let moves: Vec<Move> = (self.unnarrowed().into_iter())
            .filter(|mv| mv.to == to && pieces.iter().any(|(from, _)| mv.from == Some(*from)))
            .collect();
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        // A pawn named by its goal alone is the one of that file.
        if let Some((from, pawn)) = pieces
            .iter()
            .find(|(from, other)| other.is_pawn() && from.file() == to.file())
        {
            return self.why_not_there(*pawn, *from, to, wanted);
        }
        sentences::none_can_go(self.turn, &name, to, &self.how_it_goes(unit))
    }

    /// What the piece on a cube can do, for a text that names nothing but the cube.
    fn what_it_can_do(&self, from: Cube) -> RuleError {
        let Some(unit) = self.unit(from) else {
            return RuleError::nothing_on(from);
        };
        let name = unit.name(&self.rules);
        if unit.seat != self.turn {
            return sentences::not_their_turn(&name, from, unit.seat, self.turn);
        }
        let texts: Vec<String> = (self.all_legal().iter())
            .filter(|mv| mv.from == Some(from))
            .map(write)
            .collect();
        sentences::where_to(&name, from, &texts)
    }
}
