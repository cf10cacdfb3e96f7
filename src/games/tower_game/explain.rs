//! Reasons why a move is not legal, in the terms of the rules, of the mutators and of the cubes.

use super::board::Cube;
use super::describe::{how_it_goes, with_article};
use super::moves::{Bar, CORNERS, Danger, Move};
use super::notation::{move_text, write};
use super::pieces::{Board, Piece, Role, seat_name};
use super::position::{Effects, TowerGame};
use super::riders::Path;
use super::twist::{Changes, Field};
use crate::notation::{MoveText, ParsedMove};
use crate::rules::RuleError;

mod castling;
mod drops;
mod pawns;
pub(super) mod sentences;

impl TowerGame {
    /// Explains why no legal move fits the text that was read.
    pub(super) fn why_not(&self, wanted: &ParsedMove) -> RuleError {
        let from = wanted.from.as_deref().and_then(Cube::parse);
        let to = wanted.to.as_deref().and_then(Cube::parse);
        let refusal = match (from, to) {
            (_, Some(to)) if wanted.op == Some('@') => self.why_no_drop(wanted, to),
            _ if self.is_placing() => self.why_placing(),
            (Some(from), Some(to)) => self.why_not_from(wanted, from, to),
            (None, Some(to)) => self.why_none_goes(wanted, to),
            (Some(from), None) => return self.what_it_can_do(from),
            (None, None) => RuleError::unreadable("That names no square of the tower."),
        };
        let legal: Vec<(MoveText, String)> = (self.legal().iter())
            .map(|mv| (move_text(mv), write(mv)))
            .collect();
        sentences::with_suggestions(&legal, wanted, refusal)
    }

    /// Explains why the piece on one cube cannot go to another.
    fn why_not_from(&self, wanted: &ParsedMove, from: Cube, to: Cube) -> RuleError {
        let Some(piece) = self.get(from) else {
            return RuleError::nothing_on(from);
        };
        let name = piece.name(&self.rules);
        if piece.seat != self.turn {
            let mut refusal = sentences::not_their_turn(&name, from, piece.seat, self.turn);
            if let Some(why) = self.why_turn_ended() {
                refusal.sentence = format!("{} {why}", refusal.sentence);
            }
            return refusal;
        }
        let mut moving = piece;
        if let Some(letter) = &wanted.letter
            && *letter != piece.letter()
        {
            let named = self.piece_named(letter);
            let part = named.filter(|named| {
                piece.second.is_some()
                    && piece
                        .parts()
                        .any(|part| *named == Piece::new(piece.seat, part))
            });
            let Some(part) = part else {
                return self.why_another(piece, named, from);
            };
            moving = part;
        }
        self.why_not_there(moving, from, to, wanted)
    }

    /// Explains that another piece is on the cube than the player named.
    fn why_another(&self, piece: Piece, named: Option<Piece>, from: Cube) -> RuleError {
        let name = piece.name(&self.rules);
        let said = named.map(|named| named.name(&self.rules));
        // Different pieces become the same general.
        let once = |piece: Piece| {
            let first = Piece::new(piece.seat, piece.role).name(&self.rules);
            format!("{name} that was {}", with_article(&first))
        };
        let (is, said) = match named {
            Some(named) if said.as_ref() == Some(&name) => (once(piece), Some(once(named))),
            _ => (name.clone().into_owned(), said.map(Into::into)),
        };
        RuleError::illegal(format!(
            "The piece on {from} is {}, not {}.",
            with_article(&is),
            with_article(said.as_deref().unwrap_or("such a piece"))
        ))
        .at([from])
    }

    /// Explains why a piece of the side to move, or a part of it, cannot go to a cube.
    fn why_not_there(&self, piece: Piece, from: Cube, to: Cube, wanted: &ParsedMove) -> RuleError {
        let name = piece.name(&self.rules);
        let refuse = |sentence: String| RuleError::illegal(sentence).at([from, to]);
        if from == to {
            return RuleError::illegal(format!("The {name} is on {from} already.")).at([from]);
        }
        let mut moves = self.free_moves();
        moves.retain(|mv| mv.from == Some(from) && mv.to == to && mv.piece == piece);
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        let castling = !self.rules.shogi
            && piece.role == Role::King
            && from == self.king_home(piece.seat)
            && from.rank() == to.rank()
            && CORNERS.contains(&to.file());
        if castling {
            return self.why_no_castling(vec![to.file()], None);
        }
        if let Some(sentence) = self.why_by_mutator(piece, from, to) {
            return refuse(sentence);
        }
        if let Some(other) = self.get(to).filter(|other| other.seat == piece.seat) {
            let mut joining = self.effects.iter().filter(|mutator| mutator.joins());
            let why = joining
                .next()
                .map_or(Some(""), |mutator| mutator.why_not_onto(other, piece));
            if let Some(why) = why {
                let own = self.own_piece_on(other, to);
                return refuse(format!("{own} {why}").trim_end().to_owned());
            }
        }
        if piece.is_pawn() && !self.rules.shogi {
            return refuse(self.why_pawn_cannot(piece, from, to));
        }
        if let Some((cube, what)) = self.blocker(piece, from, to) {
            let other = self.get(cube).unwrap_or(piece);
            let whose = if other.seat == piece.seat {
                "your own"
            } else {
                "the enemy's"
            };
            let other = other.name(&self.rules);
            return RuleError::illegal(format!(
                "The {name} on {from} can't reach {to}: {whose} {other} on {cube} {what}."
            ))
            .at([from, to, cube]);
        }
        let how = self.how_it_goes(piece);
        refuse(sentences::too_far(&name, from, to, self.rules.space, &how))
    }

    fn own_piece_on(&self, other: Piece, to: Cube) -> String {
        format!("Your own {} is on {to}.", other.name(&self.rules))
    }

    /// The ways of a piece, a sentence for each of its parts.
    fn how_it_goes(&self, piece: Piece) -> String {
        let parts = piece.parts().map(|part| piece.part(part));
        let ways: Vec<&str> = parts.map(|part| how_it_goes(part, &self.rules)).collect();
        ways.join(" ")
    }

    /// Explains why a move that a piece can make is not legal, or how it is written; `None` without such a move.
    /// Moves that differ only in their choices are narrowed to the promotion that was named.
    fn why_barred(&self, mut same: Vec<Move>, wanted: &ParsedMove) -> Option<RuleError> {
        let promotion = wanted.promotion.as_deref();
        let named = |mv: &Move| move_text(mv).promotion.as_deref() == promotion;
        let is_named = promotion.is_some() && same.iter().any(named);
        if is_named {
            same.retain(named);
        }
        let mv = same.first()?;
        if let Some(bar) = self.bar(mv, &self.check_info()) {
            return Some(self.why_bar(mv, bar));
        }
        let legal = self.legal();
        let duty = self.effects.iter().find(|mutator| mutator.wants_loss());
        if let Some(mutator) = duty
            && mv.captured().is_none()
        {
            let captures = legal.iter().filter(|mv| mv.captured().is_some());
            let captures: Vec<String> = captures.map(write).take(3).collect();
            if !captures.is_empty() {
                let refusal = RuleError::illegal(format!(
                    "{}: if you can capture, you must. You can, with {}.",
                    mutator.name(),
                    captures.join(" or ")
                ));
                return Some(refusal.suggest(captures));
            }
        }
        let texts: Vec<String> = same.iter().map(write).take(3).collect();
        let legal: Vec<String> = legal.iter().map(write).collect();
        let kept = texts
            .iter()
            .filter(|text| legal.contains(text))
            .cloned()
            .collect();
        Some(RuleError::illegal(self.why_spelt_wrong(mv, &texts, wanted)).suggest(kept))
    }

    /// Explains how the text differs from the spelling of the legal move that it means.
    fn why_spelt_wrong(&self, mv: &Move, texts: &[String], wanted: &ParsedMove) -> String {
        let name = mv.piece.name(&self.rules);
        let first = texts.first().map_or("", String::as_str);
        let is_named = move_text(mv).promotion.as_deref() == wanted.promotion.as_deref();
        match (wanted.op, mv.captured()) {
            _ if mv.double.or(mv.passer).is_some() => {
                format!(
                    "This capture names another square, too: {}.",
                    texts.join(", ")
                )
            }
            (Some('x'), None) => format!("There is nothing to capture on {}.", mv.to),
            (Some('-'), Some(_)) => {
                format!("The move to {} captures, which is written with x.", mv.to)
            }
            _ if wanted.promotion.is_some() && mv.promotion.is_none() && !mv.plus => {
                format!("The {name} is not promoted by moving to {}.", mv.to)
            }
            _ if mv.promotion.is_some() && !is_named && self.effects.has_field(Field::Prison) => {
                format!(
                    "Hostage: a pawn becomes only a piece of its side that the enemy holds: {}.",
                    texts.join(", ")
                )
            }
            _ if mv.promotion.is_some() && !is_named => {
                let letters = self
                    .promotions()
                    .into_iter()
                    .map(|role| role.letter().to_string());
                format!(
                    "A pawn that reaches the farthest level becomes one of {}: add it, as in {first}.",
                    letters.collect::<Vec<String>>().join(", ")
                )
            }
            _ => format!("That is written differently for the {name}: {first}."),
        }
    }

    pub(super) fn why_bar(&self, mv: &Move, bar: Bar) -> RuleError {
        let named = |cube: Cube| self.get(cube).unwrap_or(mv.piece).name(&self.rules);
        let (sentence, cubes) = match bar {
            Bar::Exposed(danger) => (self.why_exposed(mv, danger), vec![danger.king, danger.by]),
            Bar::ExposedMidway(Danger { king, by }) => (
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
            Bar::PawnMate => (
                "A pawn may not be dropped to give checkmate.".to_owned(),
                vec![mv.to],
            ),
            Bar::Placed(Danger { king, by }) => (
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

    /// Explains why a move that a piece can make leaves its king attacked.
    fn why_exposed(&self, mv: &Move, Danger { king, by }: Danger) -> String {
        let attacker = self.get(by).unwrap_or(mv.piece).name(&self.rules);
        if mv.piece.has_king() {
            return format!("The king can't go to {king}: the {attacker} on {by} attacks it.");
        }
        if !self.effects.is_none() {
            return format!(
                "That would leave the king on {king} attacked by the {attacker} on {by}."
            );
        }
        let enemy = self.turn.other();
        if (self.attackers(king, Board::A, enemy, self.occupied())).any(|cube| cube == by) {
            let drop = if mv.from.is_none() { "drop" } else { "move" };
            return format!(
                "The king on {king} is attacked by the {attacker} on {by}, and this {drop} does not end it: move the \
                 king, capture the {attacker}, or put something between them if its way can be blocked."
            );
        }
        if let Some(pawn) = mv.captured().filter(|_| mv.is_en_passant()) {
            return format!(
                "Taking the pawn on {pawn} would expose the king on {king} to the {attacker} on {by}."
            );
        }
        let from = mv
            .from
            .map(|from| format!(" on {from}"))
            .unwrap_or_default();
        format!(
            "The {}{from} is pinned: moving it would expose the king on {king} to the {attacker} on {by}.",
            mv.piece.name(&self.rules)
        )
    }

    /// Explains why a mutator forbids a move that the plain game allows.
    fn why_by_mutator(&self, piece: Piece, from: Cube, to: Cube) -> Option<String> {
        let other = self.get(to);
        if let Some(other) = other
            && other.board != piece.board
        {
            let board = other.board.name();
            return Some(format!(
                "Alice: on board {board}, {to} is taken by {}, so nobody can go over to it.",
                with_article(&other.name(&self.rules))
            ));
        }
        if self.effects.is_none()
            || other.is_some_and(|other| other.seat == piece.seat)
            || !self.plain_goals(piece, from).contains(&to)
        {
            return None;
        }
        let blamed = self.in_force().find(|mutator| match mutator.changes() {
            Changes::Pieces => true,
            _ if !mutator.captures() => other.is_some(),
            _ if !mutator.kings_capture() => other.is_some() && piece.has_king(),
            _ => mutator.field() == Some(Field::Prison) && piece.is_pawn(),
        })?;
        let why = if blamed.field() == Some(Field::Prison) {
            "Hostage: while the other side holds none of your pieces but pawns, your pawns cannot go to the last level."
        } else {
            blamed.rule()
        };
        Some(format!(
            "The {} on {from} cannot go to {to} here. {why}",
            piece.name(&self.rules)
        ))
    }

    /// Cubes that the parts of a piece could reach in the plain game, among the pieces of its board.
    fn plain_goals(&self, piece: Piece, from: Cube) -> Vec<Cube> {
        let mut plain = TowerGame::empty(self.rules, Effects::default());
        for (cube, other) in self
            .all_pieces()
            .filter(|(_, other)| other.board == piece.board)
        {
            plain.put(cube, Piece::new(other.seat, other.role));
        }
        let mut moves = Vec::new();
        for part in piece.parts() {
            plain.moves_from(from, Piece::new(piece.seat, part), &mut moves);
        }
        moves.into_iter().map(|mv| mv.to).collect()
    }

    /// The first piece in the way of a piece to a cube, and how it is in the way.
    fn blocker(&self, piece: Piece, from: Cube, to: Cube) -> Option<(Cube, &'static str)> {
        let space = self.rules.space;
        let mut paths = piece
            .parts()
            .flat_map(|part| self.table(piece, part).paths_between(space, from, to))
            .peekable();
        let what = match paths.peek() {
            Some(Path::Area { .. }) => "is in the area between, which must be empty",
            _ => "blocks the way",
        };
        let taken = self.taken(piece.board);
        let cube = paths.find_map(|path| {
            let met = path.between(space, from)?.intersection(taken);
            let along = match *path {
                Path::Line { step, count } => (1..count)
                    .filter_map(|along| space.shift(from, step.times(along)))
                    .find(|cube| met.contains(*cube)),
                _ => None,
            };
            along.or_else(|| met.iter().next())
        })?;
        Some((cube, what))
    }

    fn why_none_goes(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let sought = (wanted.letter.as_deref())
            .and_then(|letter| self.piece_named(letter))
            .unwrap_or(Piece::new(self.turn, Role::Pawn));
        let part = wanted.from.as_deref();
        let name = sought.name(&self.rules);
        let kind = |piece: Piece| (piece.role, piece.second, piece.promoted);
        let pieces: Vec<(Cube, Piece)> = (self.pieces_of(self.turn))
            .filter(|(_, piece)| kind(*piece) == kind(sought))
            .filter(|(cube, _)| {
                let name = cube.name();
                part.is_none_or(|part| name.starts_with(part) || name.ends_with(part))
            })
            .collect();
        if let [(from, piece)] = pieces[..] {
            return self.why_not_there(piece, from, to, wanted);
        }
        if pieces.is_empty() {
            return self.why_has_none(sought, part, to);
        }
        if let Some(other) = self.get(to).filter(|other| other.seat == self.turn)
            && !self.effects.iter().any(|mutator| mutator.joins())
        {
            return RuleError::illegal(self.own_piece_on(other, to)).at([to]);
        }
        // One that could go there but for the king explains more than those that could not at all.
        let mut moves = self.free_moves();
        moves.retain(|mv| mv.to == to && pieces.iter().any(|(from, _)| mv.from == Some(*from)));
        let first = moves.first().and_then(|mv| mv.from);
        moves.retain(|mv| mv.from == first);
        if let Some(refusal) = self.why_barred(moves, wanted) {
            return refusal;
        }
        // A pawn named by its goal alone is the one of that file.
        if let Some((from, pawn)) = pieces
            .iter()
            .find(|(from, piece)| piece.is_pawn() && from.file() == to.file())
        {
            return self.why_not_there(*pawn, *from, to, wanted);
        }
        RuleError::illegal(format!(
            "None of {}'s {name}s can go to {to}. {}",
            seat_name(self.turn),
            self.how_it_goes(sought)
        ))
        .at([to])
    }

    /// Explains that the side to move has no such piece.
    fn why_has_none(&self, sought: Piece, part: Option<&str>, to: Cube) -> RuleError {
        let seat = self.turn.index();
        let is_held = |count: u8| count > 0 && sought == Piece::new(self.turn, sought.role);
        let beside = if is_held(self.hands[seat].count(sought.role)) {
            Some("in hand")
        } else {
            is_held(self.airfield[seat].count(sought.role)).then_some("among the freed pieces")
        };
        let (side, name) = (seat_name(self.turn), sought.name(&self.rules));
        let sentence = match (part, beside) {
            (Some(part), _) => format!("{side} has no {name} on {part}."),
            (None, Some(beside)) => format!(
                "{side} has no {name} on the board, only {beside}: a drop is written {}@{to}.",
                sought.letter()
            ),
            (None, None) => format!("{side} has no {name}."),
        };
        RuleError::illegal(sentence).at([to])
    }

    /// Lists the moves of the piece on a cube, for a text that names nothing but the cube.
    fn what_it_can_do(&self, from: Cube) -> RuleError {
        let Some(piece) = self.get(from) else {
            return RuleError::nothing_on(from);
        };
        let name = piece.name(&self.rules);
        if piece.seat != self.turn {
            return sentences::not_their_turn(&name, from, piece.seat, self.turn);
        }
        let texts: Vec<String> = (self.legal().iter())
            .filter(|mv| mv.from == Some(from))
            .map(write)
            .collect();
        sentences::where_to(&name, from, &texts)
    }
}
