//! Kriegspiel: each player sees only the own pieces, and the program is the umpire.
//!
//! Source: Henry Michael Temple, 1899; ICC Wild 16. The rules of moving are the Tower Game's.
//!
//! - A seat's view: its own pieces and castling rights. Spectators see nothing before the end; after it everybody sees
//!   all.
//! - The umpire announces to both, in this order: where a piece went and whether it was a pawn; for each check the line
//!   through the king, or the leaper; the number of captures of the side to move's pawns. In a finished game only the
//!   capture. Promotion is not announced.
//! - A side may ask moves that would be possible if its own pieces were alone, and pawn captures where captures were
//!   announced. The answer to an illegal move is "No." if it may be asked, else "Nonsense.", with no reason. A text
//!   that is no move, or fits several that may be asked, is answered as in other games: by the own pieces, which are
//!   known.

use super::super::pieces::{Board, Role, seat_name};
use super::super::position::{Mutator, TowerGame};
use super::super::seen::{Announcement, Gone, Seen};
use super::super::twist::{Changes, Page};
use std::sync::Arc;

use serde_json::{Value, json};

use super::super::board::{Cube, CubeSet, Vector};
use super::super::moves::CORNERS;
use super::super::moves::{Move, MoveKind};
use super::super::notation::{ask, castling_named, write};
use super::super::options::Rules;
use crate::notation;
use crate::rules::{Hidden, RuleError, RuleErrorKind, Seat, Viewer};

mod tries;

/// See the top of the file.
pub struct Kriegspiel;

impl Mutator for Kriegspiel {
    fn key(&self) -> &'static str {
        "kriegspiel"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Sight
    }

    fn rule(&self) -> &'static str {
        "Kriegspiel: you see only your own pieces. Try a move: `No.` costs nothing. The umpire says where something is \
         captured, where a check comes from, and how many captures your pawns have."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "You see **only your own pieces**. The board that everybody sees is empty.\n\nYou try a move. If you \
                   get `No.`, it can't be played; that costs nothing, nobody else hears it, and you try another. \
                   `Nonsense.` says that your own pieces alone forbid it.\n\nThe umpire tells both sides:\n• where \
                   something was captured, and whether it was a pawn: `pawn gone on cc5`, `piece gone on cc5`;\n• where \
                   a check comes from, as the king sees it: along a line (`check rank` is straight up or down, `check \
                   column+row` a diagonal of his own level), or from a jumper (`check knight`);\n• how many captures the \
                   pawns of the side to move have.\n\nNobody learns what a captured piece was or what a pawn becomes. \
                   After the end everything is shown.",
            shown: "What White sees. A dot is a move that the rook can try; an unseen piece may be in its way.",
            board: [
                "4k/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/1K3/5/5/R4 w - - 0",
                "",
                "aa1",
            ],
            ranks: &[3, 2, 1],
        }
    }

    fn refuses(&self, rules: &Rules) -> Option<&'static str> {
        let why = "does not go with edges=toroidal or with riders=tripunch: there are no straight lines to name";
        if rules.space.toroidal {
            Some(why)
        } else {
            rules.no_planar(why)
        }
    }
}

/// The answer to a move that may be asked and is not legal.
const NO: &str = "No.";

/// The answer to any other text.
const NONSENSE: &str = "Nonsense.";

impl Hidden for TowerGame {
    /// True until the game is over.
    fn hides(&self) -> bool {
        self.effects.has("kriegspiel") && !self.over
    }

    /// The position without the pieces hidden from a viewer. The umpire's announcements are kept, since they do not
    /// follow from the visible pieces; the count of plies without progress is not, since it reveals pawn moves.
    fn seen_by(&self, viewer: Viewer) -> TowerGame {
        if !self.hides() || viewer == Viewer::Umpire || self.is_partial() {
            return self.clone();
        }
        let mut seen = self.clone();
        for seat in [Seat::WHITE, Seat::BLACK] {
            if viewer == Viewer::Seat(seat) {
                continue;
            }
            let hidden: Vec<Cube> = self.pieces_of(seat).map(|(cube, _)| cube).collect();
            for cube in hidden {
                seen.take(cube);
            }
            seen.castling[seat.index()] = [false; 4];
            seen.unmoved[seat.index()] = false;
        }
        seen.passed = [None; 2];
        seen.no_progress = 0;
        seen.touched = CubeSet::default();
        seen.first = None;
        seen.seen = Some(Arc::new(Seen {
            viewer,
            check: self.in_check(self.turn),
            said: self.said(),
            turn: self.turn,
            tries: self.pawn_tries(),
        }));
        seen
    }

    fn shows_move(&self, mv: &Move, viewer: Viewer) -> bool {
        !self.hides() || viewer == Viewer::Umpire || viewer == Viewer::Seat(mv.piece.seat)
    }

    fn tries(&self, seed: u64) -> Vec<String> {
        self.tries_in_order(seed)
    }

    fn announced(&self) -> Vec<String> {
        if !self.effects.has("kriegspiel") {
            return Vec::new();
        }
        let mover = seat_name(self.turn);
        let plain = |said: &Announcement| match said {
            Announcement::Tries(1) => format!("{mover}'s pawns have 1 capture"),
            Announcement::Tries(tries) => format!("{mover}'s pawns have {tries} captures"),
            Announcement::Gone(_) | Announcement::Check(_) => said.to_string(),
        };
        self.said().iter().map(plain).collect()
    }
}

impl TowerGame {
    /// True if this is a viewer's part of the position, not the umpire's position.
    pub(in super::super) fn is_partial(&self) -> bool {
        self.seen.is_some()
    }

    /// Each seat's view, the umpire's announcements, and the asks of the side to move.
    pub(in super::super) fn umpire(&self) -> Vec<(&'static str, Value)> {
        if !self.effects.has("kriegspiel") {
            return Vec::new();
        }
        let view = |seat: Seat| {
            let placement = self.write_placement(|piece| piece.seat == seat);
            format!("{placement} {}", self.write_castling(&[seat]))
        };
        let said: Vec<String> = self.said().iter().map(ToString::to_string).collect();
        vec![
            (
                "views",
                json!({"white": view(Seat::WHITE), "black": view(Seat::BLACK)}),
            ),
            ("said", json!(said)),
            ("asks", json!(self.asks())),
        ]
    }

    /// The umpire's announcements on the position, to both seats.
    pub(in super::super) fn said(&self) -> Vec<Announcement> {
        if let Some(seen) = &self.seen {
            return seen.said.clone();
        }
        let mut said: Vec<Announcement> = self.gone.map(Announcement::Gone).into_iter().collect();
        if self.over {
            return said;
        }
        if let Some(king) = self.king(self.turn) {
            let mut checks: Vec<String> = self
                .attackers(king, Board::A, self.turn.other(), self.taken(Board::A))
                .filter_map(|by| Some(self.line(king, by, self.get(by)?.role)))
                .collect();
            checks.sort_unstable();
            said.extend(checks.into_iter().map(Announcement::Check));
        }
        match self.pawn_tries() {
            0 => {}
            tries => said.push(Announcement::Tries(tries)),
        }
        said
    }

    /// Number of captures of the side to move's pawns, by pawn and cube.
    fn pawn_tries(&self) -> usize {
        if let Some(seen) = &self.seen {
            return if seen.turn == self.turn {
                seen.tries
            } else {
                0
            };
        }
        let mut tries: Vec<(Option<Cube>, Cube)> = (self.legal().iter())
            .filter(|mv| mv.piece.is_pawn() && mv.captured().is_some())
            .map(|mv| (mv.from, mv.to))
            .collect();
        tries.sort_unstable();
        tries.dedup();
        tries.len()
    }

    /// The line from a king to the attacker, seen from the king with the first sign as plus; or the leaper.
    fn line(&self, king: Cube, by: Cube, role: Role) -> String {
        match role {
            Role::Knight => return "knight".to_owned(),
            Role::Captain => return "captain".to_owned(),
            Role::Jester => return "jester".to_owned(),
            _ => {}
        }
        let Vector { column, row, rank } = self.rules.space.difference(king, by);
        let mut line = String::new();
        let mut first = 0;
        for (part, word) in [(column, "column"), (row, "row"), (rank, "rank")] {
            let sign = part.signum();
            if sign == 0 {
                continue;
            }
            if first == 0 {
                first = sign;
            } else {
                line.push(if sign == first { '+' } else { '-' });
            }
            line.push_str(word);
        }
        line
    }

    /// The moves that the side to move may ask, sorted, without operators.
    pub(in super::super) fn asks(&self) -> Vec<String> {
        let mut asks: Vec<String> = self.askable().iter().map(ask).collect();
        asks.sort_unstable();
        asks
    }

    /// The moves that the side to move may ask, as if its pieces stood alone.
    pub(in super::super) fn askable(&self) -> Vec<Move> {
        if self.over || self.end().is_some() {
            return Vec::new();
        }
        let seat = self.turn;
        let mut alone = self.clone();
        let enemies: Vec<Cube> = self.pieces_of(seat.other()).map(|(cube, _)| cube).collect();
        for cube in enemies {
            alone.take(cube);
        }
        alone.passed = [None; 2];
        let mut moves = alone.pseudo_moves();
        if self.pawn_tries() == 0 {
            return moves;
        }
        let last = self.rules.last_rank(seat);
        for (from, piece) in self.pieces_of(seat).filter(|(_, piece)| piece.is_pawn()) {
            for &way in self.capturing_ways(seat) {
                let Some(to) = self.rules.space.shift(from, way) else {
                    continue;
                };
                if self.get(to).is_some_and(|other| other.seat == seat) {
                    continue;
                }
                let mv = Move::plain(piece, from, to, MoveKind::Goes);
                let becomes = if to.rank() == last {
                    self.promotions().into_iter().map(Some).collect()
                } else {
                    vec![None]
                };
                moves.extend(
                    becomes
                        .into_iter()
                        .map(|promotion| Move { promotion, ..mv }),
                );
            }
        }
        // Each ask is listed once.
        let mut known = std::collections::BTreeSet::new();
        moves.retain(|mv| known.insert(ask(mv)));
        moves
    }

    /// Reads a move as the umpire does: by the moves that may be asked, and without a reason if it cannot be played. A
    /// text that is no move at all, or fits several that may be asked, is refused with a reason from the own pieces and
    /// the announcements.
    pub(in super::super) fn read_asked(&self, text: &str) -> Result<Move, RuleError> {
        let legal = self.legal();
        let typed = notation::strip(text);
        if let Some(mv) = legal.iter().find(|mv| write(mv) == typed) {
            return Ok(*mv);
        }
        let askable = self.askable();
        let asked = ask(&self.asked(text, &typed, &askable)?);
        (legal.into_iter())
            .find(|mv| ask(mv) == asked)
            .ok_or_else(|| RuleError::illegal(NO))
    }

    /// The single move that a text means among those that may be asked.
    fn asked(&self, text: &str, typed: &str, askable: &[Move]) -> Result<Move, RuleError> {
        if let Some(wanted) = castling_named(typed) {
            let fitting = self.castlings_asked(wanted, askable);
            return match fitting[..] {
                [mv] => Ok(mv),
                [] => Err(RuleError::illegal(NONSENSE)),
                _ => Err(notation::ambiguous(fitting.iter().map(ask).collect())),
            };
        }
        if let Some(question) = self.question(typed, askable) {
            return Err(question);
        }
        // The moves that may be asked have no signs.
        let bare: String = text
            .chars()
            .filter(|sign| !"-xX:".contains(*sign))
            .collect();
        notation::read_among(self, askable, &bare).map_err(|refused| match refused.kind {
            RuleErrorKind::Illegal => RuleError::illegal(NONSENSE),
            _ => {
                let unsigned = |text: &str| text.replace('-', "");
                let quoted = |text: &str| format!("\"{}\"", notation::excerpt(text));
                let sentence = unsigned(&refused.sentence).replace(&quoted(&bare), &quoted(text));
                let suggestions = refused.suggestions.iter().map(|text| unsigned(text));
                RuleError::new(refused.kind, sentence).suggest(suggestions.collect())
            }
        })
    }

    /// The castlings that `O-B` or `O-O` names among the moves that may be asked.
    fn castlings_asked(&self, wanted: Option<char>, askable: &[Move]) -> Vec<Move> {
        let is_meant = |mv: &&Move| {
            let corner = CORNERS.into_iter().find(|corner| *corner == mv.to.file());
            let named = corner.and_then(|corner| self.castling_name(corner));
            mv.kind == MoveKind::Castles
                && wanted.is_none_or(|letter| named.is_some_and(|role| role.letter() == letter))
        };
        askable.iter().filter(is_meant).copied().collect()
    }

    /// The checkpoint's record of the last announced capture.
    pub(in super::super) fn memory_of_gone(&self) -> String {
        match self.gone.filter(|_| self.effects.has("kriegspiel")) {
            Some(gone) => format!("{} {} {}", gone.cube, gone.is_pawn, gone.in_passing),
            None => String::new(),
        }
    }

    /// Restores the record that [`TowerGame::memory_of_gone`] gave.
    ///
    /// # Errors
    /// A record that cannot be read.
    pub(in super::super) fn remember_gone(&mut self, memory: &str) -> Result<(), RuleError> {
        if memory.is_empty() {
            return Ok(());
        }
        let fields: Vec<&str> = memory.split(' ').collect();
        let gone = match fields[..] {
            [cube, is_pawn, in_passing] => Cube::parse(cube)
                .zip(is_pawn.parse().ok().zip(in_passing.parse().ok()))
                .map(|(cube, (is_pawn, in_passing))| Gone {
                    cube,
                    is_pawn,
                    in_passing,
                }),
            _ => None,
        };
        self.gone = Some(gone.ok_or_else(|| RuleError::position("The checkpoint is damaged."))?);
        Ok(())
    }
}
