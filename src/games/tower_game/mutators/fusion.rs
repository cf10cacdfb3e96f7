//! Fusion: two friends become one.
//!
//! Source: Fergus Duniho, *Fusion Chess*, 1999, as of 2020.
//!
//! - R B M N C J may move onto a friend of another of these kinds, or onto the king: both become one piece that moves
//!   as either. Compounds cannot join or be joined; kings, fools and pawns do not join other pieces, and of these only
//!   the king can be joined.
//! - A compound that is not attacked may part: one part moves by its own movement to an empty cube, the other stays;
//!   the king may be either.
//! - A compound with the king is royal. It may not ride over an attacked cube (judged with the compound off the board;
//!   one free way is enough), though it attacks there.
//! - No promotion to compounds (the inventor's page forbids it too).

use super::super::board::{Cube, CubeSet, Vector};
use super::super::moves::{Move, MoveKind};
use super::super::options::Rules;
use super::super::pieces::{Board, Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Fusion;

impl Mutator for Fusion {
    fn key(&self) -> &'static str {
        "fusion"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Pieces
    }

    fn rule(&self) -> &'static str {
        "Fusion: rooks, bishops, merchants, knights, captains and jesters can join a single friend of another of these kinds, or \
         the king, as in Bcc3&cd4. An unattacked compound may part; one with the king may not ride over attacked squares."
    }

    fn sheet_note(&self) -> &'static str {
        "A joined piece moves like either of its two: a rook-knight like the rook or like the knight. Its sign shows both, and \
         its letters are theirs, such as RN."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Rooks, bishops, merchants, knights, captains and jesters can **join**: move one onto a friend of \
                   another of these kinds, or onto your king, `Raa1&aa3`. Both become one piece, a **compound**, that \
                   moves like either of them. It cannot join again, and no pawn promotes to one.\n\nA compound that is \
                   not attacked may **part**: one part moves to an empty square in its own way, the other stays. A \
                   compound with your king in it is your king. It may not ride over attacked squares.",
            shown: "Rook and knight have joined on aa3. A cross is where the compound can go as a rook or a knight, and \
                    also where one part can go alone: the rook along its lines, the knight by its jumps.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/N4|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
                "Raa1&aa3",
                "aa3",
            ],
            ranks: &[3, 2],
        }
    }

    fn refuses(&self, rules: &Rules) -> Option<&'static str> {
        rules.no_planar(
            "does not go with riders=tripunch: planar riders are stronger than a compound already",
        )
    }

    fn joins(&self) -> bool {
        true
    }

    fn why_not_onto(&self, friend: Piece, piece: Piece) -> Option<&'static str> {
        if piece.second.is_some() || friend.second.is_some() {
            Some("Fusion: a compound joins nobody, and nobody joins a compound.")
        } else if !joins(piece) {
            Some("")
        } else if is_joined_by(friend, piece) {
            None
        } else if friend.role == piece.role {
            Some("Fusion: only pieces of different kinds join.")
        } else {
            Some("Fusion: pawns and fools are not joined.")
        }
    }

    fn reach(
        &self,
        game: &TowerGame,
        from: Cube,
        piece: Piece,
        part: Role,
        wanted: CubeSet,
    ) -> Option<CubeSet> {
        if !piece.has_king() || piece.second.is_none() {
            return None;
        }
        let slides = &game.table(piece, part).vectors.slides;
        if slides.is_empty() {
            return None;
        }
        let mut occupied = game.taken(Board::A);
        occupied.remove(from);
        let mut reached = CubeSet::default();
        for &step in slides {
            ride(game, from, piece, step, occupied, &mut reached);
        }
        Some(reached.intersection(wanted))
    }

    fn moves(&self, game: &TowerGame, moves: &mut Vec<Move>) {
        for (from, piece) in game.pieces_of(game.turn) {
            if piece.second.is_some() {
                partings(game, from, piece, moves);
            } else if joins(piece) {
                joinings(game, from, piece, moves);
            }
        }
    }
}

/// The cubes that a royal compound rides to: it stops on an attacked cube at the latest.
fn ride(
    game: &TowerGame,
    from: Cube,
    piece: Piece,
    step: Vector,
    occupied: CubeSet,
    reached: &mut CubeSet,
) {
    let space = game.rules.space;
    let mut at = from;
    while let Some(next) = space.shift(at, step).filter(|next| *next != from) {
        reached.insert(next);
        let attacked = || {
            game.attackers(next, Board::A, piece.seat.other(), occupied)
                .next()
        };
        if game.get(next).is_some() || attacked().is_some() {
            return;
        }
        at = next;
    }
}

/// True if a piece can join a friend.
fn joins(piece: Piece) -> bool {
    piece.second.is_none() && Role::OFFICERS.contains(&piece.role)
}

/// True if a piece can be joined by another.
fn is_joined_by(friend: Piece, piece: Piece) -> bool {
    friend.seat == piece.seat
        && friend.role != piece.role
        && (joins(friend) || (friend.role == Role::King && friend.second.is_none()))
}

fn joinings(game: &TowerGame, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
    let friends = game.pieces_of(piece.seat);
    let joined = friends.filter(|(_, friend)| is_joined_by(*friend, piece));
    let wanted = joined.map(|(cube, _)| cube).collect();
    for to in game.reached(from, piece, piece.role, wanted).iter() {
        moves.push(Move::plain(piece, from, to, MoveKind::Joins));
    }
}

fn partings(game: &TowerGame, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
    if game
        .attackers(from, Board::A, piece.seat.other(), game.taken(Board::A))
        .next()
        .is_some()
    {
        return;
    }
    let empty = CubeSet::ALL.without(game.occupied());
    for part in piece.parts() {
        let alone = Piece::new(piece.seat, part);
        for to in game.targets(from, alone, empty).iter() {
            moves.push(Move::plain(alone, from, to, MoveKind::Parts));
        }
    }
}
