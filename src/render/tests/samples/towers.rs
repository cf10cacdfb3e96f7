//! The sample scene of Four Towers.

use super::{mark, put, scene, turn};
use crate::scene::*;

/// Returns the 85 squares of Four Towers: nine arenas, four towers, a ragged outline.
pub fn four_towers() -> Scene {
    use Figure::*;
    let rows = [
        "..AAA......",
        "..AAABBB...",
        "..AAABBBAAA",
        ".BBBTBBBAAA",
        ".BBBAAATAAA",
        ".BBBAAABBB.",
        "AAATAAABBB.",
        "AAABBBTBBB.",
        "AAABBBAAA..",
        "...BBBAAA..",
        "......AAA..",
    ];
    let mut grid = Grid::blank(11, 11);
    for (y, row) in (0_u8..).zip(rows) {
        for (x, kind) in (0_u8..).zip(row.bytes()) {
            let even = (x + y) % 2 == 1;
            let ground = match (kind, even) {
                (b'A', true) => Some(Ground::Light),
                (b'A', false) => Some(Ground::Dark),
                (b'B', true) => Some(Ground::PaleLight),
                (b'B', false) => Some(Ground::PaleDark),
                (b'T', _) => Some(Ground::Tower),
                _ => None,
            };
            grid.cells[usize::from(y) * 11 + usize::from(x)] = ground.map(|ground| Cell {
                ground,
                ..Cell::default()
            });
        }
    }
    for (x, y) in [
        (2, 0),
        (5, 1),
        (8, 2),
        (1, 3),
        (4, 4),
        (7, 5),
        (0, 6),
        (3, 7),
        (6, 8),
    ] {
        grid.strokes.push(Stroke::Frame {
            at: (x as f32, y as f32),
            size: (3.0, 3.0),
            width: 5,
            ink: Ink::Line,
        });
    }
    let white = [
        ("a3", Rook),
        ("b3", Bishop),
        ("c3", Knight),
        ("a4", Pawn),
        ("b4", Pawn),
        ("c4", Pawn),
        ("d2", Marshall),
        ("e2", Wizard),
        ("f2", King),
        ("d3", Pawn),
        ("e3", Lancer),
        ("g1", Queen),
        ("h1", Cardinal),
        ("i1", Rook),
        ("g2", Pawn),
        ("h2", Bishop),
        ("i2", Knight),
        ("g3", Pawn),
        ("h3", Pawn),
        ("i3", Pawn),
        ("g4", Rook),
        ("f6", Dragon),
    ];
    let black = [
        ("c11", Rook),
        ("d11", Cardinal),
        ("e11", Queen),
        ("c10", Knight),
        ("d10", Bishop),
        ("e10", Pawn),
        ("f10", King),
        ("h10", Marshall),
        ("c9", Pawn),
        ("d9", Pawn),
        ("e9", Pawn),
        ("g9", Lancer),
        ("h9", Pawn),
        ("i9", Knight),
        ("j9", Bishop),
        ("k9", Rook),
        ("i8", Pawn),
        ("j8", Pawn),
        ("k8", Pawn),
        ("g7", Dragon),
        ("d5", Wizard),
    ];
    for (army, men) in [(Army::White, &white[..]), (Army::Black, &black[..])] {
        for (square, figure) in men {
            let x = square.as_bytes()[0] - b'a';
            let y = 11 - square[1..].parse::<u8>().unwrap();
            put(&mut grid, x, y, army, *figure);
        }
    }
    mark(&mut grid, 5, 5, Mark::To);
    mark(&mut grid, 5, 7, Mark::From);
    mark(&mut grid, 5, 1, Mark::Danger);
    let bottoms = [9, 9, 9, 10, 10, 10, 11, 11, 11, 8, 5];
    for (x, bottom) in (0_u8..).zip(bottoms) {
        grid.labels.push(Label {
            x: f32::from(x) + 0.5,
            y: bottom as f32 + 0.28,
            text: char::from(b'a' + x).to_string(),
            style: LabelStyle::Coordinate,
        });
    }
    for (y, left) in (0_u8..).zip([2, 2, 2, 1, 1, 1, 0, 0, 0, 3, 6]) {
        grid.labels.push(Label {
            x: left as f32 - 0.25,
            y: f32::from(y) + 0.5,
            text: (11 - y).to_string(),
            style: LabelStyle::Coordinate,
        });
    }
    grid.labels.push(Label {
        x: 9.5,
        y: 9.5,
        text: "dragons: R N · B".into(),
        style: LabelStyle::Note,
    });
    if let Some(cell) = grid.cell_mut(8, 6) {
        cell.token = Some(Token {
            ghost: true,
            ..Token::new(Army::Black, Knight)
        });
    }
    let mut scene = scene(vec![grid], 1, 80);
    scene.turn = turn(
        Army::White,
        "White to move",
        "move 14 · check",
        TurnPlace::Corner {
            x: 0.0,
            y: 10.0,
            w: 5.0,
            h: 1.0,
        },
    );
    scene
}
