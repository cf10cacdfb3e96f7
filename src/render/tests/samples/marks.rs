//! Sample scenes with everything side by side: marks, and figures in all armies.

use super::{ARMIES, figures, scene};
use crate::scene::*;

/// Every ground, once.
pub const ALL_GROUNDS: [Ground; 8] = [
    Ground::Light,
    Ground::Dark,
    Ground::PaleLight,
    Ground::PaleDark,
    Ground::GreyLight,
    Ground::GreyDark,
    Ground::Tower,
    Ground::Bare,
];

/// Returns every mark on every ground, empty and with a piece.
pub fn marks() -> Scene {
    let mut grid = Grid::blank(ALL_MARKS.len() as u8 * 2, ALL_GROUNDS.len() as u8);
    for (y, ground) in (0..).zip(ALL_GROUNDS) {
        for (x, kind) in (0..).zip(ALL_MARKS) {
            for side in 0..2 {
                if let Some(cell) = grid.cell_mut(x * 2 + side, y) {
                    cell.ground = ground;
                    cell.marks.push(kind);
                    if side == 1 {
                        cell.token = Some(Token::new(
                            if y % 2 == 0 { Army::White } else { Army::Black },
                            Figure::Knight,
                        ));
                    }
                }
            }
        }
    }
    for (y, ink) in (0_u8..).zip([
        Ink::Line,
        Ink::White,
        Ink::Black,
        Ink::Last,
        Ink::Danger,
        Ink::Reach,
    ]) {
        grid.strokes.push(Stroke::Arrow {
            from: (0.5 + f32::from(y), 0.5),
            to: (2.5 + f32::from(y) * 2.0, 6.5),
            ink,
        });
    }
    scene(vec![grid], 1, 60)
}

pub const ALL_MARKS: [Mark; 10] = [
    Mark::From,
    Mark::To,
    Mark::Trail,
    Mark::Danger,
    Mark::Chosen,
    Mark::Reach,
    Mark::Capture,
    Mark::Special,
    Mark::Rising,
    Mark::Falling,
];

/// Returns every figure in every army, on alternating grounds.
pub fn contact_sheet(cell: u16) -> Scene {
    let all = figures();
    let mut grid = Grid::blank(all.len() as u8, 5);
    for (y, army) in (0..).zip(ARMIES) {
        for (x, figure) in (0..).zip(&all) {
            if let Some(cell) = grid.cell_mut(x, y) {
                cell.ground = if (x + y) % 2 == 0 {
                    Ground::Light
                } else {
                    Ground::Dark
                };
                cell.token = Some(Token::new(army, *figure));
            }
        }
    }
    scene(vec![grid], 1, cell)
}

/// Returns the figures in rows, large, for White and Black.
pub fn figure_table(cell: u16) -> Scene {
    let all = figures();
    let mut grid = Grid::blank(12, (all.len().div_ceil(12) * 2) as u8);
    for (index, figure) in all.iter().enumerate() {
        let (x, y) = ((index % 12) as u8, (index / 12 * 2) as u8);
        for (step, army) in [(0, Army::White), (1, Army::Black)] {
            if let Some(cell) = grid.cell_mut(x, y + step) {
                cell.ground = if (x + step) % 2 == 0 {
                    Ground::Light
                } else {
                    Ground::Dark
                };
                cell.token = Some(Token::new(army, *figure));
            }
        }
    }
    scene(vec![grid], 1, cell)
}
