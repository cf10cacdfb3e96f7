//! The pieces that a quad move takes along, as a text names them.

use super::board::{Cell, Quad, Role};
use super::position::FourFold;
use super::turn::Move;

/// The pieces named in a unit's move.
pub struct Unit {
    /// The possible sets of corners; more than one only if named by letters.
    pub ways: Vec<u8>,
    /// The promotions named by corner.
    pub(super) promotions: [Option<Role>; 4],
    /// A cell that the text names more than once.
    pub(super) named_twice: Option<Cell>,
    /// The corners occupied by pawns.
    pub(super) pawns: u8,
    /// A promotion for every pawn of the unit.
    pub(super) promote_all: Option<Role>,
    /// True if any promotion is given: pawns without one then stay pawns.
    pub(super) promotions_given: bool,
}

impl Unit {
    /// Reads the part after the quads, in lower case: empty, letters, or cells; each may have its `=q`.
    pub fn parse(position: &FourFold, from: Quad, tail: &str) -> Option<Unit> {
        let occupied = |corner: usize| {
            position
                .board
                .get(from.cell(corner))
                .filter(|piece| piece.seat == position.turn)
        };
        let mask = |test: &dyn Fn(Role) -> bool| {
            (0..4)
                .filter(|&corner| occupied(corner).is_some_and(|piece| test(piece.role)))
                .fold(0u8, |mask, corner| mask | 1 << corner)
        };
        let everyone = mask(&|_| true);
        let mut unit = Unit {
            ways: Vec::new(),
            promotions: [None; 4],
            named_twice: None,
            pawns: mask(&|role| role == Role::Pawn),
            promote_all: None,
            promotions_given: false,
        };
        let (body, all) = match tail.strip_prefix('=') {
            Some(letter) => ("", Some(letter)),
            None => (tail, None),
        };
        if let Some(letter) = all {
            unit.promote_all = Some(promotion_letter(letter)?);
        }
        if body.is_empty() || body == "all" {
            unit.ways.push(everyone);
            return Some(unit);
        }
        if body.contains(|c: char| c.is_ascii_digit()) {
            let mut members = 0;
            for (cell, letter) in split_cells(body)? {
                let cell = Cell::parse(cell)?;
                if cell.quad() != from {
                    return None;
                }
                if members & 1 << cell.corner() != 0 {
                    unit.named_twice = Some(cell);
                }
                members |= 1 << cell.corner();
                if let Some(letter) = letter {
                    unit.promotions[cell.corner()] = Some(promotion_letter(letter)?);
                    unit.promotions_given = true;
                }
            }
            unit.ways.push(members);
            return Some(unit);
        }
        let (letters, all) = body
            .split_once('=')
            .map_or((body, None), |(letters, all)| (letters, Some(all)));
        if let Some(letter) = all {
            unit.promote_all = Some(promotion_letter(letter)?);
        }
        let mut wanted: Vec<Role> = Vec::new();
        for letter in letters.chars().filter(|c| !matches!(c, ',' | '+' | '&')) {
            wanted.push(Role::of_letter(letter)?);
        }
        wanted.sort();
        unit.ways = (1..16u8)
            .filter(|members| {
                let mut ranks: Vec<Role> = (0..4)
                    .filter(|corner| members & 1 << corner != 0)
                    .filter_map(|corner| occupied(corner).map(|piece| piece.role))
                    .collect();
                ranks.sort();
                ranks == wanted && members & !everyone == 0
            })
            .collect();
        Some(unit)
    }

    pub(super) fn fits(&self, mv: &Move) -> bool {
        let Move::Unit {
            members,
            promotions,
            ..
        } = *mv
        else {
            return false;
        };
        let promoted = |corner: usize| self.promotions[corner].is_some();
        self.ways.contains(&members)
            && (0..4).all(|corner| !promoted(corner) || self.pawns & 1 << corner != 0)
            && (self.promote_all.is_none() || members & self.pawns != 0)
            && (0..4)
                .filter(|corner| members & self.pawns & 1 << corner != 0)
                .all(|corner| match (self.promotions[corner], self.promote_all) {
                    (Some(role), _) | (None, Some(role)) => promotions[corner] == Some(role),
                    (None, None) => !self.promotions_given || promotions[corner].is_none(),
                })
    }
}

fn promotion_letter(text: &str) -> Option<Role> {
    let mut letters = text.chars();
    let role = Role::of_letter(letters.next()?)?;
    (letters.next().is_none() && super::board::PROMOTIONS.contains(&role)).then_some(role)
}

/// Splits `g13=qg14` or `g13=q,g14` into cells with their promotion letters.
fn split_cells(text: &str) -> Option<Vec<(&str, Option<&str>)>> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (cell, after) = rest.split_at_checked(1 + digits)?;
        let (letter, after) = match after.strip_prefix('=') {
            Some(promoted) => {
                let (letter, after) = promoted.split_at_checked(1)?;
                (Some(letter), after)
            }
            None => (None, after),
        };
        found.push((cell, letter));
        rest = after.trim_start_matches([',', '+', '&']);
    }
    Some(found)
}
