//! Why a move is not legal, in the terms of the rules and of the cubes.

use super::TowerGame;
use super::board::{Cube, Vector};
use super::describe::{how_it_goes, with_article};
use super::moves::{Move, Promotion};
use super::notation::move_text;
use super::pieces::{Piece, Role};
use super::riders::Path;
use crate::notation::{MoveText, ParsedMove, nearest};
use crate::rules::RuleError;

mod castling;
mod drops;
pub(super) mod sentences;

pub(super) use sentences::seat_name;

/// What a refusal says of pawns that depends on more than the plain game.
pub(super) struct PawnRules<'t> {
    /// The ranks from which they have the double step.
    pub(super) starts: &'t [u8],
    /// When they capture en passant, a sentence.
    pub(super) passing: &'t str,
    /// By which name it is forbidden that anything is captured.
    pub(super) captureless: Option<&'t str>,
    /// What stands where the pawn is to go, with its article.
    pub(super) goal: Option<String>,
}

impl TowerGame {
    /// Why no legal move is what was read.
    pub(super) fn why_not(&self, wanted: &ParsedMove, legal: &[MoveText]) -> RuleError {
        let from = wanted.from.as_deref().and_then(Cube::named);
        let to = wanted.to.as_deref().and_then(Cube::named);
        let refusal = match (from, to) {
            (_, Some(to)) if wanted.op == Some('@') => self.why_no_drop(wanted, to),
            (Some(from), Some(to)) => self.why_not_from(wanted, from, to),
            (None, Some(to)) => self.why_none_goes(wanted, to),
            (Some(from), None) => return self.what_it_can_do(from),
            (None, None) => sentences::no_cube(),
        };
        with_suggestions(legal, wanted, or_swapped(legal, wanted, refusal))
    }

    /// Why the piece on one cube cannot go to another.
    fn why_not_from(&self, wanted: &ParsedMove, from: Cube, to: Cube) -> RuleError {
        let Some(piece) = self.piece(from) else {
            return RuleError::nothing_on(from);
        };
        let name = piece.name(&self.rules);
        if piece.seat != self.turn {
            return sentences::not_their_turn(name, from, piece.seat, self.turn);
        }
        if let Some(letter) = &wanted.letter
            && *letter != piece.letter()
        {
            let other = self.piece_named(letter).map(|(role, promoted)| Piece {
                role,
                promoted,
                ..piece
            });
            let Some(other) = other else {
                return sentences::other_piece(name, None, from);
            };
            let said = other.name(&self.rules);
            // Different pieces become the same general.
            let told = |piece: Piece, name: &str| {
                let first = Piece::new(piece.seat, piece.role).name(&self.rules);
                format!("{name} that was {}", with_article(first))
            };
            let (is, said) = if name == said {
                (told(piece, name), told(other, said))
            } else {
                (name.to_owned(), said.to_owned())
            };
            return sentences::other_piece(&is, Some(&said), from);
        }
        self.why_not_there(piece, from, to, wanted)
    }

    /// Why a piece of the side to move cannot go to a cube.
    fn why_not_there(&self, piece: Piece, from: Cube, to: Cube, wanted: &ParsedMove) -> RuleError {
        let name = piece.name(&self.rules);
        let refuse = |sentence: String| RuleError::illegal(sentence).at([from, to]);
        if from == to {
            return sentences::there_already(name, from);
        }
        if self.is_castling_goal(piece, from, to)
            && !self
                .legal_moves_of(self.turn)
                .iter()
                .any(|mv| mv.castles && mv.to == to)
        {
            return self.why_no_castling(&[to.file()], None);
        }
        if let Some(other) = self.piece(to)
            && other.seat == piece.seat
            && !self.is_castling_goal(piece, from, to)
        {
            return refuse(sentences::own_piece_on(other.name(&self.rules), to));
        }
        let mut moves = Vec::new();
        self.moves_from(from, piece, &mut moves);
        moves.retain(|mv| mv.to == to);
        if let Some(mv) = moves.first() {
            let check_info = self.check_info(self.turn);
            if let Some(by) = self.exposed_to(mv, &check_info) {
                return self.why_exposed(mv, by);
            }
            return self.why_spelt_wrong(moves, wanted);
        }
        if piece.role == Role::Pawn && !self.rules.shogi {
            let pawn_rules = PawnRules {
                starts: &[self.rules.rank_for(piece.seat, 1)],
                captureless: None,
                passing: "En passant is possible only on the turn right after an enemy pawn's double step over the cube.",
                goal: self
                    .piece(to)
                    .map(|other| with_article(other.name(&self.rules))),
            };
            return refuse(self.why_pawn_cannot(piece, from, to, &pawn_rules));
        }
        let space = self.rules.space;
        let paths = self.table(piece).paths_between(space, from, to);
        let blocker = paths.iter().find_map(|path| {
            let met = path.between(space, from)?.intersection(self.occupied());
            let nearest = self.nearest(*path, from);
            nearest.or_else(|| met.iter().next())
        });
        if let Some(cube) = blocker {
            let other = self.piece(cube);
            let is_own = other.is_some_and(|other| other.seat == piece.seat);
            let other = other.map_or("piece", |piece| piece.name(&self.rules));
            let what = match paths.first() {
                Some(Path::Area { .. }) => "is in the area between, which must be empty",
                _ => "blocks the way",
            };
            return sentences::blocked(name, (from, to), (other, is_own), cube, what);
        }
        let how = how_it_goes(piece, &self.rules);
        refuse(sentences::too_far(name, from, to, space, how))
    }

    /// The first piece met along a line.
    fn nearest(&self, path: Path, from: Cube) -> Option<Cube> {
        let Path::Line { step, count } = path else {
            return None;
        };
        (1..count)
            .filter_map(|along| self.rules.space.shift(from, step.times(along)))
            .find(|cube| self.piece(*cube).is_some())
    }

    /// Why a move that a piece can make leaves its king attacked.
    fn why_exposed(&self, mv: &Move, by: Cube) -> RuleError {
        let king = self.kings[self.turn.index()];
        let attacker = self
            .piece(by)
            .map_or("piece", |piece| piece.name(&self.rules));
        let name = mv.piece.name(&self.rules);
        let sentence = if mv.piece.role == Role::King {
            format!(
                "The king can't go to {}: the {attacker} on {by} attacks it.",
                mv.to
            )
        } else if self
            .attackers(king, self.turn.other(), self.occupied())
            .any(|cube| cube == by)
        {
            let drop = if mv.from.is_none() { "drop" } else { "move" };
            format!(
                "The king on {king} is in check from the {attacker} on {by}, and this {drop} does not end it: move the \
                 king, capture the {attacker}, or put something between them if its way can be blocked."
            )
        } else if let Some(pawn) = mv.captured.filter(|_| mv.is_en_passant()) {
            format!(
                "Taking the pawn on {pawn} would expose the king on {king} to the {attacker} on {by}."
            )
        } else {
            let from = mv
                .from
                .map(|from| format!(" on {from}"))
                .unwrap_or_default();
            format!(
                "The {name}{from} is pinned: moving it would expose the king on {king} to the {attacker} on {by}."
            )
        };
        RuleError::illegal(sentence).at([king, by])
    }

    /// Why a text does not fit moves that are legal, but for how they are spelt.
    fn why_spelt_wrong(&self, mut moves: Vec<Move>, wanted: &ParsedMove) -> RuleError {
        let named = |mv: &Move| move_text(mv).promotion.as_deref() == wanted.promotion.as_deref();
        if wanted.promotion.is_some() && moves.iter().any(named) {
            moves.retain(named);
        }
        let texts: Vec<String> = moves.iter().map(|mv| move_text(mv).text()).collect();
        let Some(mv) = moves.first() else {
            return RuleError::illegal("That is not a legal move.");
        };
        let name = mv.piece.name(&self.rules);
        let sentence = match (wanted.op, mv.captured) {
            (Some('x'), None) => format!("There is nothing to capture on {}.", mv.to),
            (Some('-'), Some(_)) => {
                format!("The move to {} captures, which is written with x.", mv.to)
            }
            _ if wanted.promotion.is_some() && mv.promotion.is_none() => {
                format!("The {name} is not promoted by moving to {}.", mv.to)
            }
            _ if matches!(mv.promotion, Some(Promotion::To(_))) => {
                let letters: Vec<String> = self
                    .promotions()
                    .map(|role| role.letter().to_string())
                    .collect();
                format!(
                    "A pawn that reaches the farthest rank becomes one of {}: add it, as in {}.",
                    letters.join(", "),
                    texts.first().map_or("", String::as_str)
                )
            }
            _ => format!(
                "That is written differently for the {name}: {}.",
                texts.first().map_or("", String::as_str)
            ),
        };
        RuleError::illegal(sentence).suggest(texts.into_iter().take(3).collect())
    }

    /// Why a pawn cannot go to a cube.
    pub(super) fn why_pawn_cannot(
        &self,
        piece: Piece,
        from: Cube,
        to: Cube,
        pawn_rules: &PawnRules,
    ) -> String {
        let space = self.rules.space;
        let ahead = self.ahead(piece.seat);
        let difference = space.difference(from, to);
        let reaches = |way: &Vector| space.shift(from, *way) == Some(to);
        let twice = |way: &&Vector| space.shift(from, way.times(2)) == Some(to);
        let quiet = self.quiet_ways(piece.seat);
        let (straight, sideways) = if self.rules.berlin {
            ("diagonally or triagonally", "straight ahead")
        } else {
            ("straight ahead", "diagonally or triagonally")
        };
        if difference.rank.signum() == -ahead.rank {
            return "Pawns never go back.".to_owned();
        }
        if let (true, Some(other)) = (quiet.iter().any(&reaches), &pawn_rules.goal) {
            return format!(
                "The pawn on {from} can't go to {to}: {other} is there, and {straight} a pawn goes without capturing."
            );
        }
        if self.table(piece).vectors.steps.iter().any(reaches) {
            if let Some(name) = pawn_rules.captureless {
                return format!(
                    "{name}: nothing is captured, so a pawn never goes {sideways}: not from {from} to {to}."
                );
            }
            return format!(
                "A pawn goes {sideways} only to capture, and there is nothing to capture on {to}. {}",
                pawn_rules.passing
            );
        }
        if let Some(way) = quiet.iter().find(twice) {
            if !pawn_rules.starts.contains(&from.rank()) {
                let starts: Vec<String> = (pawn_rules.starts.iter())
                    .map(|rank| (rank + 1).to_string())
                    .collect();
                return format!(
                    "Only a pawn on its starting rank, rank {}, may go two steps.",
                    starts.join(" or ")
                );
            }
            let blocked = [space.shift(from, *way), Some(to)]
                .into_iter()
                .flatten()
                .find(|cube| self.piece(*cube).is_some())
                .unwrap_or(to);
            return format!(
                "A double step needs both cubes empty, and {blocked} is not: pawns do not leap."
            );
        }
        let how = how_it_goes(piece, &self.rules);
        sentences::too_far("pawn", from, to, space, how)
    }

    fn why_none_goes(&self, wanted: &ParsedMove, to: Cube) -> RuleError {
        let role = wanted
            .letter
            .as_deref()
            .and_then(|letter| self.piece_named(letter));
        let (role, promoted) = role.unwrap_or((Role::Pawn, false));
        let part = wanted.from.as_deref();
        let sought = Piece {
            seat: self.turn,
            role,
            promoted,
        };
        let pieces: Vec<Cube> = self
            .rules
            .space
            .cubes()
            .filter(|cube| self.piece(*cube) == Some(sought))
            .filter(|cube| {
                let name = cube.to_string();
                part.is_none_or(|part| name.starts_with(part) || name.ends_with(part))
            })
            .collect();
        let name = sought.name(&self.rules);
        if let [from] = pieces[..] {
            return self.why_not_there(sought, from, to, wanted);
        }
        if pieces.is_empty() {
            let is_held = !promoted && self.hand(self.turn).any(|(held, _)| held == role);
            let place = is_held.then_some("in hand");
            return sentences::has_none(self.turn, name, part, (role, to), place);
        }
        if let Some(other) = self.piece(to)
            && other.seat == self.turn
        {
            let sentence = sentences::own_piece_on(other.name(&self.rules), to);
            return RuleError::illegal(sentence).at([to]);
        }
        // One that could go there but for the king explains more than those that could not at all.
        let check_info = self.check_info(self.turn);
        for &from in &pieces {
            let mut moves = Vec::new();
            self.moves_from(from, sought, &mut moves);
            let fitting: Vec<Move> = moves.into_iter().filter(|mv| mv.to == to).collect();
            if let Some(mv) = fitting.first() {
                return match self.exposed_to(mv, &check_info) {
                    Some(by) => self.why_exposed(mv, by),
                    None => self.why_spelt_wrong(fitting, wanted),
                };
            }
        }
        // A pawn named by its goal alone is the one of that file.
        if let (Role::Pawn, Some(from)) = (
            role,
            pieces
                .iter()
                .find(|from| from.file() == to.file() && part.is_none()),
        ) {
            return self.why_not_there(sought, *from, to, wanted);
        }
        sentences::none_can_go(self.turn, name, to, how_it_goes(sought, &self.rules))
    }

    /// What the piece on a cube can do, for a text that names nothing but the cube.
    fn what_it_can_do(&self, from: Cube) -> RuleError {
        let Some(piece) = self.piece(from) else {
            return RuleError::nothing_on(from);
        };
        let name = piece.name(&self.rules);
        if piece.seat != self.turn {
            return sentences::not_their_turn(name, from, piece.seat, self.turn);
        }
        let legal = self.legal_moves_of(self.turn);
        let texts: Vec<String> = legal
            .iter()
            .filter(|mv| mv.from == Some(from))
            .map(|mv| move_text(mv).text())
            .collect();
        sentences::where_to(name, from, &texts)
    }
}

/// Adds what the same piece, or pieces of its kind, can do instead.
fn with_suggestions(legal: &[MoveText], wanted: &ParsedMove, mut refusal: RuleError) -> RuleError {
    if !refusal.suggestions.is_empty() {
        return refusal;
    }
    let letter = wanted.letter.as_deref().unwrap_or("P");
    let from = wanted.from.as_deref().unwrap_or_default();
    let to = wanted.to.as_deref().unwrap_or_default();
    let typed = format!("{letter}{from}{}{to}", wanted.op.unwrap_or('-'));
    let near = |fits: &dyn Fn(&MoveText) -> bool| {
        let fitting = legal.iter().filter(|spelt| fits(spelt));
        let texts: Vec<String> = fitting.map(MoveText::text).collect();
        nearest(&typed, texts.iter().map(String::as_str))
    };
    refusal.suggestions = near(&|spelt| !from.is_empty() && spelt.from == from);
    if refusal.suggestions.is_empty() {
        refusal.suggestions = near(&|spelt| spelt.letter == letter);
    }
    refusal
}

/// Adds that exchanging column and row would make a legal move of it, where that is so.
fn or_swapped(legal: &[MoveText], wanted: &ParsedMove, refusal: RuleError) -> RuleError {
    let swap = |name: &str| match Cube::named(name) {
        Some(cube) => cube.swapped().to_string(),
        None if name.len() == 2 => name.chars().rev().collect(),
        None => name.to_owned(),
    };
    for (swap_from, swap_to) in [(false, true), (true, false), (true, true)] {
        let mut mended = ParsedMove {
            op: None,
            ..wanted.clone()
        };
        if swap_from {
            mended.from = mended.from.map(|name| swap(&name));
        }
        if swap_to {
            mended.to = mended.to.map(|name| swap(&name));
        }
        if (&mended.from, &mended.to) == (&wanted.from, &wanted.to) {
            continue;
        }
        let fitting: Vec<String> = legal
            .iter()
            .filter(|spelt| mended.fits(spelt))
            .map(MoveText::text)
            .collect();
        let Some(first) = fitting.first() else {
            continue;
        };
        let typed = if swap_to { &wanted.to } else { &wanted.from };
        let typed = typed.as_deref().unwrap_or_default();
        let mut refusal = refusal;
        refusal.sentence = format!(
            "{} Did you mean {first}? {typed} and {} are different places: the first letter is the column, the \
             second the row.",
            refusal.sentence,
            swap(typed)
        );
        refusal.suggestions = fitting.into_iter().take(3).collect();
        return refusal;
    }
    refusal
}
