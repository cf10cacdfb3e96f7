//! Sample scenes for the tests: boards of the five games, made by hand.

use crate::scene::*;

mod marks;
mod towers;

pub use marks::{ALL_GROUNDS, ALL_MARKS, contact_sheet, figure_table, marks};
pub use towers::four_towers;

/// Returns every figure once.
pub fn figures() -> Vec<Figure> {
    let mut all = vec![
        Figure::RoyalStone,
        Figure::King,
        Figure::Queen,
        Figure::Rook,
        Figure::Bishop,
        Figure::Knight,
        Figure::Pawn,
        Figure::Marshall,
        Figure::Cardinal,
        Figure::Wizard,
        Figure::Lancer,
        Figure::Dragon,
        Figure::Merchant,
        Figure::Captain,
        Figure::Jester,
        Figure::Fool,
        Figure::Base,
        Figure::Scientist,
        Figure::Reporter,
        Figure::Nightrider,
        Figure::CaptainRider,
        Figure::JesterRider,
        Figure::Lance,
        Figure::Silver,
        Figure::Gold,
        Figure::CrownedRook,
        Figure::CrownedBishop,
        Figure::CrownedMerchant,
    ];
    all.extend("PLNCJSG".chars().map(Figure::Uranium));
    all.extend((1..=6).map(Figure::Stack));
    all.extend((1..=6).map(Figure::Die));
    all
}

pub const ARMIES: [Army; 5] = [
    Army::White,
    Army::Black,
    Army::Red,
    Army::Green,
    Army::Frozen,
];

pub fn scene(grids: Vec<Grid>, columns: u8, cell: u16) -> Scene {
    Scene {
        grids,
        columns,
        cell,
        trays: Vec::new(),
        turn: None,
    }
}

/// Returns a chequered board with coordinates.
pub fn board(width: u8, height: u8, light: Ground, dark: Ground) -> Grid {
    let mut grid = Grid::blank(width, height);
    for y in 0..height {
        for x in 0..width {
            if let Some(cell) = grid.cell_mut(x, y) {
                let even = (u16::from(x) + u16::from(y)) % 2 == 0;
                cell.ground = if even { light } else { dark };
            }
        }
    }
    let letters = (0..width).map(|x| char::from(b'a' + x % 26).to_string());
    let numbers = (0..height).map(|y| (height - y).to_string());
    grid.coordinates(letters, numbers);
    grid
}

pub fn put(grid: &mut Grid, x: u8, y: u8, army: Army, figure: Figure) {
    if let Some(cell) = grid.cell_mut(x, y) {
        cell.token = Some(Token::new(army, figure));
    }
}

pub fn mark(grid: &mut Grid, x: u8, y: u8, mark: Mark) {
    if let Some(cell) = grid.cell_mut(x, y) {
        cell.marks.push(mark);
    }
}

fn turn(army: Army, text: &str, detail: &str, place: TurnPlace) -> Option<Turn> {
    Some(Turn {
        army,
        figure: Figure::King,
        text: text.to_owned(),
        detail: detail.to_owned(),
        place,
    })
}

fn badge(text: &str, note: &str, lit: bool) -> Option<Badge> {
    Some(Badge {
        text: text.to_owned(),
        note: note.to_owned(),
        lit,
    })
}

/// Returns a board of 16 by 16 with every piece on it, quads, dots, and both kinds of coordinates.
pub fn four_fold() -> Scene {
    use Figure::*;
    let mut grid = board(16, 16, Ground::Light, Ground::Dark);
    let home = [
        Rook, Rook, Knight, Knight, Bishop, Bishop, Queen, Queen, King, King, Bishop, Bishop,
        Knight, Knight, Rook, Rook,
    ];
    for (x, figure) in (0..16).zip(home) {
        for (y, army, figure) in [
            (0, Army::Black, figure),
            (1, Army::Black, figure),
            (2, Army::Black, Pawn),
            (3, Army::Black, Pawn),
            (12, Army::White, Pawn),
            (13, Army::White, Pawn),
            (14, Army::White, figure),
            (15, Army::White, figure),
        ] {
            put(&mut grid, x, y, army, figure);
        }
    }
    for line in 0..=8_u8 {
        let at = f32::from(line) * 2.0;
        for (from, to) in [((at, 0.0), (at, 16.0)), ((0.0, at), (16.0, at))] {
            grid.strokes.push(Stroke::Line {
                from,
                to,
                width: 5,
                ink: Ink::Line,
            });
        }
    }
    for y in 0..8_u8 {
        for x in 0..8_u8 {
            grid.strokes.push(Stroke::Dot {
                at: (f32::from(x) * 2.0 + 1.0, f32::from(y) * 2.0 + 1.0),
                radius: 13,
                ink: if (x + y) % 2 == 0 {
                    Ink::White
                } else {
                    Ink::Black
                },
            });
        }
    }
    for quad in 0..8_u8 {
        let at = f32::from(quad) * 2.0 + 1.0;
        grid.labels.push(Label {
            x: at,
            y: -0.4,
            text: char::from(b'A' + quad).to_string(),
            style: LabelStyle::Coarse,
        });
        grid.labels.push(Label {
            x: 16.4,
            y: at,
            text: (8 - quad).to_string(),
            style: LabelStyle::Coarse,
        });
    }
    mark(&mut grid, 6, 15, Mark::From);
    mark(&mut grid, 13, 3, Mark::To);
    mark(&mut grid, 9, 0, Mark::Danger);
    put(&mut grid, 13, 3, Army::White, Queen);
    let mut scene = scene(vec![grid], 1, 60);
    scene.turn = turn(
        Army::Black,
        "Black to move",
        "move 9 · check",
        TurnPlace::Below,
    );
    scene
}

/// Returns a number of ranks of the Tower Game as slices, with a side view and a hand.
pub fn tower_game(ranks: u8, shogi: bool) -> Scene {
    use Figure::*;
    let mut grids = Vec::new();
    let home = [
        [Rook, Knight, Merchant, Merchant, Rook],
        [Captain, Captain, Merchant, Bishop, Knight],
        [Captain, Jester, King, Jester, Jester],
        [Knight, Bishop, Bishop, Jester, Fool],
        [Rook, Bishop, Base, Knight, Rook],
    ];
    let other = [
        [CrownedRook, Lance, Silver, Gold, Uranium('P')],
        [CrownedBishop, Lance, Silver, Gold, Uranium('N')],
        [CrownedMerchant, Lance, King, Gold, Uranium('G')],
        [
            Nightrider,
            CaptainRider,
            JesterRider,
            Scientist,
            Uranium('S'),
        ],
        [Rook, Reporter, Base, Uranium('C'), Uranium('L')],
    ];
    for rank in (1..=ranks).rev() {
        let mut grid = board(5, 5, Ground::Light, Ground::Dark);
        grid.labels.clear();
        grid.coordinates(
            "abcde".chars().map(String::from),
            "edcba".chars().map(String::from),
        );
        let note = match rank {
            1 => "White home",
            r if r == ranks => "Black home",
            _ => "",
        };
        grid.badge = badge(&rank.to_string(), note, rank == 2 || rank == 4);
        for y in 0..5 {
            for x in 0..5 {
                let figure = if shogi { other } else { home }[usize::from(y)][usize::from(x)];
                match rank {
                    1 => put(&mut grid, x, y, Army::White, figure),
                    2 => put(&mut grid, x, y, Army::White, Pawn),
                    r if r == ranks => put(&mut grid, x, y, Army::Black, figure),
                    r if r + 1 == ranks => put(&mut grid, x, y, Army::Black, Pawn),
                    _ => {}
                }
                if rank == 1
                    && (x + y) % 2 == 0
                    && let Some(cell) = grid.cell_mut(x, y)
                    && let Some(token) = &mut cell.token
                {
                    token.pips = Some((x + y) / 2 % 4);
                }
            }
        }
        match rank {
            2 => {
                put(&mut grid, 2, 2, Army::White, Pawn);
                if let Some(cell) = grid.cell_mut(2, 2) {
                    cell.token = None;
                }
                mark(&mut grid, 2, 2, Mark::From);
            }
            4 => {
                put(&mut grid, 2, 2, Army::White, Pawn);
                mark(&mut grid, 2, 2, Mark::To);
            }
            r if r == ranks => mark(&mut grid, 2, 2, Mark::Danger),
            _ => mark(&mut grid, 2, 2, Mark::Trail),
        }
        grids.push(grid);
    }
    if ranks < 9 {
        let mut side = board(5, ranks, Ground::Light, Ground::Dark);
        side.scale = 0.62;
        side.badge = badge("", "side view, row c", false);
        for y in 0..ranks {
            if !(2..=5).contains(&y) {
                for x in 0..5 {
                    put(
                        &mut side,
                        x,
                        y,
                        if y < 4 { Army::Black } else { Army::White },
                        Pawn,
                    );
                }
            }
        }
        grids.push(side);
    }
    let mut scene = scene(grids, 3, 60);
    scene.turn = turn(
        Army::Black,
        "Black to move",
        "move 3 · check",
        TurnPlace::NextPanel,
    );
    if shogi {
        for (army, title, place) in [
            (Army::Black, "Black's hand", TrayPlace::Above),
            (Army::White, "White's hand", TrayPlace::Below),
        ] {
            let items = [
                (Pawn, 7),
                (Lance, 2),
                (Knight, 1),
                (Silver, 3),
                (Gold, 12),
                (Rook, 1),
            ]
            .map(|(figure, count)| TrayItem {
                token: Some(Token {
                    count: if count > 1 {
                        count.to_string()
                    } else {
                        String::new()
                    },
                    ..Token::new(army, figure)
                }),
                text: String::new(),
                lit: false,
                out: false,
            })
            .to_vec();
            scene.trays.push(Tray {
                title: title.to_owned(),
                items,
                place,
            });
        }
    }
    scene
}

/// Returns a board of 8 by 8 with stacks of stones.
pub fn abstract_chess() -> Scene {
    let mut grid = board(8, 8, Ground::Light, Ground::Dark);
    for (x, stones) in (0..).zip([4, 2, 3, 6, 0, 3, 2, 5]) {
        for (y, pawns, army) in [(0, 1, Army::Black), (7, 6, Army::White)] {
            let figure = if stones == 0 {
                Figure::RoyalStone
            } else {
                Figure::Stack(stones)
            };
            put(&mut grid, x, y, army, figure);
            put(&mut grid, x, pawns, army, Figure::Stack(1));
        }
    }
    for y in 6..8 {
        mark(
            &mut grid,
            6,
            y - 1,
            if y == 6 { Mark::To } else { Mark::From },
        );
    }
    put(&mut grid, 6, 5, Army::White, Figure::Stack(5));
    let mut scene = scene(vec![grid], 1, 88);
    scene.turn = turn(Army::White, "White to move", "move 12", TurnPlace::Below);
    if let Some(turn) = &mut scene.turn {
        turn.figure = Figure::RoyalStone;
    }
    scene
}

/// Returns four armies with facing pawns, diagonals and a turn strip; one side is out, its pieces frozen and conquered.
pub fn four_seasons() -> Scene {
    use Figure::*;
    let mut grid = board(8, 8, Ground::GreyLight, Ground::GreyDark);
    let corner = |grid: &mut Grid,
                  army,
                  fx: &dyn Fn(u8) -> u8,
                  fy: &dyn Fn(u8) -> u8,
                  ahead: Facing,
                  aside: Facing| {
        for (x, y, figure) in [(0, 0, King), (1, 0, Rook), (0, 1, Knight), (1, 1, Bishop)] {
            put(grid, fx(x), fy(y), army, figure);
        }
        for (x, y, facing) in [(0, 2, ahead), (1, 2, ahead), (2, 0, aside), (2, 1, aside)] {
            put(grid, fx(x), fy(y), army, Pawn);
            if let Some(cell) = grid.cell_mut(fx(x), fy(y))
                && let Some(token) = &mut cell.token
            {
                token.facing = Some(facing);
            }
        }
    };
    let (near, far): (&dyn Fn(u8) -> u8, &dyn Fn(u8) -> u8) = (&|v| v, &|v| 7 - v);
    corner(
        &mut grid,
        Army::Green,
        near,
        near,
        Facing::Down,
        Facing::Right,
    );
    corner(
        &mut grid,
        Army::White,
        far,
        near,
        Facing::Down,
        Facing::Left,
    );
    corner(&mut grid, Army::Red, near, far, Facing::Up, Facing::Right);
    corner(&mut grid, Army::Black, far, far, Facing::Up, Facing::Left);
    grid.strokes.push(Stroke::Line {
        from: (2.0, 2.0),
        to: (6.0, 6.0),
        width: 4,
        ink: Ink::Line,
    });
    grid.strokes.push(Stroke::Line {
        from: (6.0, 2.0),
        to: (2.0, 6.0),
        width: 4,
        ink: Ink::Line,
    });
    mark(&mut grid, 4, 6, Mark::To);
    mark(&mut grid, 5, 6, Mark::From);
    for (x, y, army, former, figure) in [
        (3, 3, Army::Red, Army::Green, Queen),
        (4, 3, Army::Frozen, Army::Green, Bishop),
        (3, 4, Army::Black, Army::Red, Pawn),
        (4, 4, Army::Frozen, Army::Frozen, Pawn),
        (4, 6, Army::Black, Army::White, Pawn),
    ] {
        put(&mut grid, x, y, army, figure);
        if let Some(cell) = grid.cell_mut(x, y)
            && let Some(token) = &mut cell.token
        {
            token.former = (former != Army::Frozen).then_some(former);
            token.facing = (figure == Pawn).then_some(Facing::Left);
        }
    }
    mark(&mut grid, 0, 7, Mark::Danger);
    let mut scene = scene(vec![grid], 1, 84);
    let items = [
        (Army::Green, "Spring"),
        (Army::Red, "Summer"),
        (Army::Black, "Autumn"),
        (Army::White, "Winter"),
    ]
    .map(|(army, text)| TrayItem {
        token: Some(Token::new(army, Pawn)),
        text: text.to_owned(),
        lit: army == Army::White,
        out: army == Army::Green,
    })
    .to_vec();
    scene.trays.push(Tray {
        title: String::new(),
        items,
        place: TrayPlace::Below,
    });
    let dice = [1, 2, 3, 4, 5, 6].map(|n| TrayItem {
        token: Some(Token::new(Army::White, Die(n))),
        text: String::new(),
        lit: n == 4,
        out: false,
    });
    scene.trays.push(Tray {
        title: "Die".to_owned(),
        items: dice.to_vec(),
        place: TrayPlace::Below,
    });
    scene.turn = turn(
        Army::White,
        "Winter to move",
        "rolled 4: rook · check",
        TurnPlace::Below,
    );
    scene
}
