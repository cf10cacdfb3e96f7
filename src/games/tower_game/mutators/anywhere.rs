//! Anywhere: the players place their pieces themselves.
//!
//! No rules under this name have been found. Ruling, after *Free Placement* and *Placement Chess*:
//! - Pawns start on their usual cubes; the other 25 pieces are in hand. In turn, White first, each side places one on
//!   an empty cube in its half (ranks 1 to 4 of the tower, 1 and 2 of the chamber, Black's likewise from above), the
//!   king first.
//! - No placing may leave a king attacked by anything, the other king included (suicide and extinction apart).
//! - When the hands are empty, White moves. A king and rooks placed at home may castle. Bindings are free.
//! - The rules of another mutator begin after the placing, except that a half piece attacks as one from the start.

use super::super::board::{Cube, PER_RANK};
use super::super::moves::{Bar, Danger, Move};
use super::super::options::{Rules, Setup};
use super::super::pieces::{Board, Hand, Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Field, Page};
use crate::rules::Seat;

/// See the top of the file.
pub struct Anywhere;

impl Mutator for Anywhere {
    fn key(&self) -> &'static str {
        "anywhere"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Start
    }

    fn rule(&self) -> &'static str {
        "Anywhere: first each side in turn places its pieces on empty squares of its half, the king first; no king may be \
         attacked meanwhile."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Only the pawns stand on the board at the start. In turn, White first, each side **places** one of \
                   its 25 other pieces on an empty square of its half: `K@cc1`. The king comes first. After each \
                   placing no king may be attacked, neither yours nor your opponent's.\n\nWhen every piece is placed, \
                   White makes the first move. A king and rooks placed at home may castle. The rules of another twist \
                   begin after the placing; only Half is in force at once.",
            shown: "White's half of this tower is levels 1 and 2. A dot is where White can place the king.",
            board: [
                "5/5/5/5/5|ppppp/ppppp/ppppp/ppppp/ppppp|5/5/5/5/5|PPPPP/PPPPP/PPPPP/PPPPP/PPPPP|5/5/5/5/5 w - - N4C4J4B4M4R4K1n4c4j4b4m4r4k1 0",
                "",
                "K@",
            ],
            ranks: &[2, 1],
        }
    }

    fn refuses(&self, rules: &Rules) -> Option<&'static str> {
        (rules.setup != Setup::Original).then_some(
            "has no setup: the players place the pieces themselves, so leave the option setup at original",
        )
    }

    fn is_early(&self) -> bool {
        true
    }

    fn places(&self) -> bool {
        true
    }

    fn field(&self) -> Option<Field> {
        Some(Field::Hand)
    }

    fn start(&self, game: &mut TowerGame) {
        let pieces: Vec<_> = game
            .all_pieces()
            .filter(|(_, piece)| !piece.is_pawn())
            .collect();
        for (cube, piece) in pieces {
            game.take(cube);
            game.hands[piece.seat.index()].add(piece.role);
        }
        game.castling = [[false; 4]; 2];
    }

    fn knows_check(&self, game: &TowerGame) -> bool {
        !game.is_placing()
    }

    fn is_whole_list(&self, game: &TowerGame) -> bool {
        game.is_placing()
    }

    fn moves(&self, game: &TowerGame, moves: &mut Vec<Move>) {
        if !game.is_placing() {
            return;
        }
        let seat = game.turn;
        for (role, _) in next(game.hands[seat.index()]) {
            let cubes = own_half(&game.rules, seat).filter(|cube| game.get(*cube).is_none());
            moves.extend(cubes.map(|to| Move::drop(seat, role, to)));
        }
    }

    fn bar(&self, game: &TowerGame, mv: &Move) -> Option<Bar> {
        if !game.is_placing() || game.effects.has_goal() {
            return None;
        }
        let enemy = mv.piece.seat.other();
        let mut occupied = game.taken(Board::A);
        occupied.insert(mv.to);
        // An additional piece closes lines and opens none.
        if mv.piece.role == Role::King {
            let by = game.attackers(mv.to, Board::A, enemy, occupied).next()?;
            return Some(Bar::Placed(Danger { king: mv.to, by }));
        }
        let king = game.king(enemy)?;
        game.attacks(mv.to, mv.piece, king, occupied)
            .then_some(Bar::Placed(Danger { king, by: mv.to }))
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, _captured: Option<Piece>) {
        if mv.from.is_none() {
            game.hands[mv.piece.seat.index()].remove(mv.piece.role);
        }
    }

    fn grant_castling(&self, game: &mut TowerGame, mv: &Move) {
        let seat = mv.piece.seat;
        if mv.from.is_some()
            || !game.rules.castling()
            || game.king(seat) != Some(game.king_home(seat))
        {
            return;
        }
        for index in 0..4 {
            let rook = game.get(game.corner(seat, index));
            game.castling[seat.index()][index] =
                rook.is_some_and(|piece| piece.seat == seat && piece.role == Role::Rook);
        }
        if game.effects.iter().any(|mutator| !mutator.castles()) {
            game.castling[seat.index()] = [false; 4];
        }
    }
}

/// The pieces that may be placed next from a hand: the king first.
fn next(hand: Hand) -> impl Iterator<Item = (Role, u8)> {
    let king = hand.count(Role::King) > 0;
    hand.iter()
        .filter(move |(role, _)| !king || *role == Role::King)
}

/// The cubes of a side's own half.
fn own_half(rules: &Rules, seat: Seat) -> impl Iterator<Item = Cube> {
    let mut ranks: Vec<u8> = (0..rules.space.ranks / 2)
        .map(|rank| rules.rank_for(seat, rank))
        .collect();
    ranks.sort_unstable();
    ranks
        .into_iter()
        .flat_map(|rank| (0..PER_RANK).map(move |file| Cube::on_file(file, rank)))
}
