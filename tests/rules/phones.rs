//! Pictures on a telephone, and the sheets of pieces, for every game and variant.

use rookery::games::GAMES;
use rookery::render::{READABLE, enlargements, least_cell};
use rookery::rules::sheet::sheet;
use rookery::rules::{Game, GameInfo, Options};
use rookery::scene::View;

/// Every game as it is usually played, and every variant.
fn setups() -> Vec<(&'static GameInfo, String, Options)> {
    GAMES
        .iter()
        .flat_map(|kind| {
            let variants = kind.variants.iter().map(|variant| {
                let options = variant.options.iter().copied().collect();
                (*kind, format!("{} {}", kind.key, variant.key), options)
            });
            let usual = (*kind, kind.key.to_owned(), Options::new());
            std::iter::once(usual).chain(variants)
        })
        .collect()
}

/// The positions of a game of so many plies, moves taken from all over the list, captures first.
fn played(kind: &'static GameInfo, options: &Options, plies: usize) -> Vec<Box<dyn Game>> {
    let mut options = kind.resolve(options).unwrap();
    if let Some((key, _)) = (kind.draws)(&options) {
        options.set(key, "7");
    }
    let mut games = vec![kind.new_game(&options).unwrap()];
    for ply in 0..plies {
        let mut game = games.last().unwrap().clone();
        let chance = game.chance();
        let moves = if chance.is_empty() {
            game.legal()
        } else {
            chance
        };
        let captures: Vec<&String> = moves.iter().filter(|text| text.contains('x')).collect();
        let text = match captures.get(ply % captures.len().max(1)) {
            Some(text) if ply % 2 == 0 => Some(*text),
            _ => moves.get(ply * 37 % moves.len().max(1)),
        };
        let Some(text) = text.cloned() else { break };
        game.play(&text).unwrap();
        games.push(game);
    }
    games
}

/// At a width of 360 pixels every cell of every board has a side of at least 22.
#[test]
fn every_cell_can_be_read_on_a_telephone() {
    for (kind, name, options) in setups() {
        let mut least = f32::MAX;
        for game in played(kind, &options, 30).iter().step_by(5) {
            for from in kind.all_seats().map(Some).chain([None]) {
                let view = View {
                    from,
                    ..View::default()
                };
                let cell = least_cell(&game.scene(&view));
                assert!(cell >= READABLE, "{name}: {cell:.1} at {}", game.text());
                least = least.min(cell);
            }
        }
        println!("{name}: {least:.1}");
    }
}

/// "Larger" shows the whole board, part by part, in cells half as large again at least.
#[test]
fn the_parts_of_a_board_are_larger_and_leave_nothing_out() {
    for (kind, name, options) in setups() {
        let game = kind.new_game(&kind.resolve(&options).unwrap()).unwrap();
        let scene = game.scene(&View::default());
        let parts = enlargements(&scene);
        let count = |scene: &rookery::scene::Scene| {
            let grids = scene.grids.iter().filter(|grid| grid.scale >= 0.8);
            let cells = grids.flat_map(|grid| grid.cells.iter().flatten());
            cells.filter(|cell| cell.token.is_some()).count()
        };
        let shown: usize = parts.iter().map(|part| count(&part.scene)).sum();
        assert_eq!(shown, count(&scene), "{name}");
        for part in &parts {
            let larger = least_cell(&part.scene);
            assert!(larger >= 1.5 * READABLE, "{name}, {}: {larger}", part.name);
            assert!(
                (1..=20).contains(&part.name.chars().count()),
                "{}",
                part.name
            );
        }
        let mut names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), parts.len(), "{name}: {names:?}");
    }
}

/// Every piece that stands on a board is on the sheet of the game, with its letter, and the words are few enough for a
/// message; an alt text holds 1,024 characters of them.
#[test]
fn the_sheet_shows_every_piece_of_the_board() {
    for (kind, name, options) in setups() {
        let game = kind.new_game(&kind.resolve(&options).unwrap()).unwrap();
        let sheet = sheet(game.as_ref());
        assert!(
            sheet.words.chars().count() <= 1_400,
            "{name}: {}",
            sheet.words
        );
        let figures = |scene: &rookery::scene::Scene| {
            let cells = scene
                .grids
                .iter()
                .flat_map(|grid| grid.cells.iter().flatten());
            let mut figures: Vec<_> = cells
                .filter_map(|cell| Some(cell.token.as_ref()?.figure))
                .collect();
            figures.sort_unstable();
            figures.dedup();
            figures
        };
        let all = figures(&sheet.scene);
        for figure in figures(&game.scene(&View::default())) {
            assert!(all.contains(&figure), "{name}: {figure:?} in {all:?}");
        }
        for specimen in game.specimens() {
            let capital = specimen.name[..1].to_uppercase() + &specimen.name[1..];
            let entry = format!("{capital} ({}): ", specimen.letter);
            assert!(sheet.words.contains(&entry), "{entry}: {}", sheet.words);
        }
        println!("{name}\n{}\n", sheet.words);
    }
}
