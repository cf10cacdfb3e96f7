//! Figures of the pieces.

use super::super::board::Cube;
use super::super::options::{Riders, Rules};
use super::super::pieces::{Piece, Role};
use crate::rules::Seat;
use crate::scene::{Army, Figure, Token};

/// A piece as it is drawn.
pub fn token(rules: &Rules, piece: Piece, cube: Option<Cube>) -> Token {
    let mut token = Token::new(army(piece.seat), figure(rules, piece));
    if let Some(second) = piece.second {
        token.second = Some(figure(rules, piece.part(second)));
    } else {
        token.pips = cube.and_then(|cube| binding(rules, piece, cube));
    }
    if piece.was_pawn {
        "~".clone_into(&mut token.count);
    }
    token
}

/// The figure of a piece.
fn figure(rules: &Rules, piece: Piece) -> Figure {
    let tripunch = rules.riders != Riders::Linear;
    match piece.role {
        Role::King => Figure::King,
        Role::Fool => Figure::Fool,
        Role::Rook if piece.promoted => Figure::CrownedRook,
        Role::Bishop if piece.promoted => Figure::CrownedBishop,
        Role::Merchant if piece.promoted => Figure::CrownedMerchant,
        role if piece.promoted => Figure::Uranium(role.letter()),
        Role::Rook if tripunch => Figure::Base,
        Role::Rook => Figure::Rook,
        Role::Bishop if tripunch => Figure::Scientist,
        Role::Bishop => Figure::Bishop,
        Role::Merchant if tripunch => Figure::Reporter,
        Role::Merchant => Figure::Merchant,
        Role::Knight if tripunch => Figure::Nightrider,
        Role::Knight => Figure::Knight,
        Role::Captain if tripunch => Figure::CaptainRider,
        Role::Captain => Figure::Captain,
        Role::Jester if tripunch => Figure::JesterRider,
        Role::Jester => Figure::Jester,
        Role::Silver => Figure::Silver,
        Role::Gold => Figure::Gold,
        Role::Lance => Figure::Lance,
        Role::Pawn => Figure::Pawn,
    }
}

/// The part of the board that a piece is bound to. On a toroidal board, and once promoted, no piece is bound; nor is
/// a Shogi captain, which can only go forward.
fn binding(rules: &Rules, piece: Piece, cube: Cube) -> Option<u8> {
    if rules.space.toroidal || piece.promoted {
        return None;
    }
    let half = (cube.column() + cube.row() + cube.rank()) % 2;
    match piece.role {
        Role::Bishop => Some(1 + half),
        Role::Captain if !rules.shogi => Some(1 + half),
        Role::Merchant => Some(2 * half + (cube.column() + cube.rank()) % 2),
        _ => None,
    }
}

/// The colour of a side's pieces.
pub fn army(seat: Seat) -> Army {
    if seat == Seat::WHITE {
        Army::White
    } else {
        Army::Black
    }
}
