//! Tests of pictures on a phone and of the sheets of pieces, for every game and variant.

use rookery::engine::puzzles::read;
use rookery::games::GAMES;
use rookery::render::{READABLE, Theme, enlargements, least_cell, least_heading, png};
use rookery::rules::sheet::sheet;
use rookery::rules::{Game, GameInfo, Options, Viewer};
use rookery::scene::{Scene, View};

/// Most bytes of a picture.
const MOST_BYTES: usize = 58_000;

/// Least side of a cell of the front board of two, in CSS pixels.
const FRONT: f32 = 18.0;

/// Returns every game with its default options, and every variant.
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

/// Returns the positions of a game of so many plies, with moves from all over the list, captures first.
fn played(kind: &'static GameInfo, options: &Options, plies: usize) -> Vec<Box<dyn Game>> {
    let mut options = kind.resolve(options).unwrap();
    if let Some((key, _)) = (kind.chance_option)(&options) {
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

/// Returns the views of a position, each seat's and the public's, each with only what its viewer may see.
fn seen(game: &dyn Game) -> Vec<(Box<dyn Game>, Option<rookery::rules::Seat>)> {
    let seats = game.kind().all_seats();
    let mut seen: Vec<_> = seats
        .map(|seat| (game.seen_by(Viewer::Seat(seat)), Some(seat)))
        .collect();
    seen.push((game.seen_by(Viewer::Public), None));
    seen
}

/// At a width of 360 pixels every cell of a board has a side of at least 22, and half as much more in "Larger", from
/// the first ply to the two hundredth, also while a move is put together. Two boards do not fit: each level of theirs
/// has 22 pixels in "Larger", one press away.
#[test]
fn every_cell_can_be_read_on_a_telephone() {
    println!("CSS pixels at 360: every cell, and in Larger; bytes of the last picture");
    let twisted = GAMES.iter().flat_map(|kind| {
        let twists = kind.twists().into_iter();
        twists.map(move |value| (*kind, format!("{} {value}", kind.key), kind.twisted(&value)))
    });
    for (kind, name, options) in setups().into_iter().chain(twisted) {
        let plies = if name.contains('+') { 40 } else { 200 };
        let games = played(kind, &options, plies);
        let (mut least, mut larger) = (f32::MAX, f32::MAX);
        for (ply, game) in games.iter().enumerate().skip(1).step_by(plies / 10 - 1) {
            let step = game.choices("").options;
            for (game, from) in seen(game.as_ref()) {
                let view = View {
                    from,
                    ..View::default()
                };
                let chosen = step.get(ply % step.len().max(1));
                let chosen = chosen.and_then(|choice| game.preview(&choice.text, &view));
                for scene in [Some(game.scene(&view)), chosen].into_iter().flatten() {
                    let two = scene.grids.iter().any(|grid| grid.board > 0);
                    let cell = least_cell(&scene);
                    assert!(
                        two || cell >= READABLE,
                        "{name}: {cell:.1} at {}",
                        game.text()
                    );
                    least = least.min(cell);
                    for part in enlargements(&scene) {
                        larger = larger.min(least_cell(&part.scene));
                    }
                }
            }
        }
        assert!(larger >= 1.4 * READABLE, "{name}: {larger:.1}");
        let last = games.last().unwrap().scene(&View::default());
        let bytes = png(&last, Theme::Dark).unwrap().len();
        assert!(bytes <= MOST_BYTES, "{name}: {bytes} bytes");
        println!("{name}: {least:.1}, {larger:.1}, {bytes} bytes");
    }
}

/// At 360 pixels the front board of two is little smaller than a single board, however full the hands are.
#[test]
fn the_board_in_front_can_be_read_on_a_telephone() {
    let kind = rookery::games::find("tower").unwrap();
    let board = "4k/5/5/5/5|5/5/2n2/5/5|5/5/2p2/5/5|5/1n3/5/5/5|5/5/3P1/5/5|5/5/5/1N3/5|5/5/2P2/5/5|5/5/5/5/K3R";
    let hands = "P9N2C2J2B2M2R2p9n2c2j2b2m2r2";
    for turn in ["wa", "wb", "ba", "bb"] {
        let text = format!("{board} {board} {turn} - - - - {hands} {hands} 0");
        let options = kind.twisted("bughouse");
        let game = kind.from_position(&options, &text).unwrap();
        for from in game.kind().all_seats().map(Some).chain([None]) {
            let scene = game.scene(&View {
                from,
                ..View::default()
            });
            let cell = least_cell(&scene);
            println!("{turn} from {from:?}: {cell:.1} px");
            assert!(cell >= FRONT, "{cell:.1}");
        }
    }
}

/// Pictures of rules, lessons and puzzles have cells as large as those of matches.
#[test]
fn every_lesson_and_puzzle_can_be_read_on_a_telephone() {
    for kind in GAMES {
        let pages = (kind.lessons)().into_iter();
        let pages = pages.filter_map(|page| Some((page.key.to_owned(), page.diagram?)));
        let lessons = kind.tutorial.iter().flat_map(|course| course.exercises);
        let lessons = lessons.map(|lesson| {
            let game = lesson.game(kind).unwrap();
            let view = View {
                from: Some(game.turn()),
                reach: lesson.marked.map(str::to_owned),
                ..View::default()
            };
            (lesson.title.to_owned(), game.scene(&view))
        });
        let puzzles = read(kind.puzzles).into_iter().step_by(25);
        let puzzles = puzzles.map(|(options, puzzle)| {
            let game = kind.from_position(&options, &puzzle.position).unwrap();
            (puzzle.position, game.scene(&View::default()))
        });
        for (name, scene) in pages.chain(lessons).chain(puzzles) {
            let cell = least_cell(&scene);
            assert!(cell >= READABLE, "{} {name}: {cell:.1}", kind.key);
        }
    }
}

/// In every variant and with every twist each piece is alone on its part of the sheet, and the file has no more bytes
/// than a phone shows at once.
#[test]
fn the_sheets_of_all_variants_and_twists_show_single_pieces_in_few_bytes() {
    let mut drawn: Vec<Scene> = Vec::new();
    for kind in GAMES {
        let variants = kind.variants.iter().map(|variant| {
            let options: Options = variant.options.iter().copied().collect();
            (variant.key.to_owned(), options)
        });
        let twists = kind.twists().into_iter().map(|value| {
            let options = kind.twisted(&value);
            (value, options)
        });
        for (value, options) in variants.chain(twists) {
            let game = kind.new_game(&options).unwrap();
            for specimen in game.specimens() {
                let cells = specimen.scene.grids.iter().flat_map(|grid| &grid.cells);
                let pieces = cells.flatten().filter(|cell| cell.token.is_some());
                assert_eq!(pieces.count(), 1, "{value}: {}", specimen.name);
            }
            let sheet = sheet(game.as_ref());
            assert!(sheet.entries.len() >= 5, "{value}: {}", sheet.words);
            // Many twists leave the pieces as they are, or change them in the same way.
            if drawn.contains(&sheet.scene) {
                continue;
            }
            let bytes = png(&sheet.scene, Theme::Dark).unwrap().len();
            println!("{value}: {bytes} bytes");
            assert!(bytes <= MOST_BYTES, "{value}: {bytes} bytes");
            drawn.push(sheet.scene);
        }
    }
}

/// "Larger" shows the whole board, part by part, in cells at least half as large again.
#[test]
fn the_parts_of_a_board_are_larger_and_leave_nothing_out() {
    for (kind, name, options) in setups() {
        let game = kind.new_game(&kind.resolve(&options).unwrap()).unwrap();
        let scene = game.scene(&View::default());
        let parts = enlargements(&scene);
        let count = |scene: &Scene| {
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

/// Returns the width and height of a PNG file, from its header.
fn size(png: &[u8]) -> (f32, f32) {
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as f32;
    (side(16), side(20))
}

/// A sheet is legible where it is posted: in the 550 by 350 pixels of a picture on a desktop, and 360 pixels wide.
/// Every piece is drawn once at least 16 pixels large, one of several levels 22.
#[test]
fn the_sheets_can_be_read_on_desktop_and_telephone() {
    println!("picture, CSS pixels of a piece on a desktop, on a telephone");
    for (kind, name, options) in setups() {
        let game = kind.new_game(&kind.resolve(&options).unwrap()).unwrap();
        let sheet = sheet(game.as_ref());
        let (width, height) = size(&png(&sheet.scene, Theme::Dark).unwrap());
        let grids = sheet.scene.grids.iter();
        let largest = grids.map(|grid| grid.scale).fold(0.0, f32::max);
        let piece = f32::from(sheet.scene.cell) * largest;
        let (desktop, phone) = ((550.0 / width).min(350.0 / height), 360.0 / width);
        println!(
            "{name}: {width}x{height}, {:.1}, {:.1}",
            piece * desktop,
            piece * phone
        );
        let wanted = if largest > 1.0 { READABLE } else { 16.0 };
        assert!(piece * desktop.min(phone) >= wanted, "{name}");
        let heading = least_heading(&sheet.scene);
        assert!(heading >= 6.5, "{name}: headings of {heading:.1}");
    }
}

/// Words in the headings of boards on pages of rules have at least 9 CSS pixels in a picture 360 pixels wide.
#[test]
fn the_headings_on_pages_of_rules_can_be_read_on_a_telephone() {
    for kind in GAMES {
        for lesson in (kind.lessons)() {
            if let Some(scene) = &lesson.diagram {
                let heading = least_heading(scene);
                println!("{} {}: {heading:.1}", kind.key, lesson.key);
                assert!(heading >= 8.9, "{} {}: {heading:.1}", kind.key, lesson.key);
            }
        }
    }
}

/// The levels next to a piece are those on which it has the most moves. With Half a knight goes one level down and two
/// up, never one up. Rules that depend on a piece's square, or on a fused piece, are explained in words.
#[test]
fn the_sheet_shows_the_levels_that_a_piece_goes_to() {
    let kind = rookery::games::find("tower").unwrap();
    let of = |twist: &str| {
        let options = kind.resolve(&kind.twisted(twist)).unwrap();
        sheet(kind.new_game(&options).unwrap().as_ref())
    };
    let levels = |sheet: &rookery::rules::sheet::Sheet, letter: &str| -> Vec<String> {
        let badges = sheet
            .scene
            .grids
            .iter()
            .filter_map(|grid| grid.badge.clone());
        let from = badges.skip_while(|badge| badge.text != letter).skip(1);
        from.take(3).map(|badge| badge.note).collect()
    };
    let plain = sheet(kind.new_game(&Options::new()).unwrap().as_ref());
    assert_eq!(levels(&plain, "N"), ["same", "±1", "±2"]);
    assert_eq!(levels(&plain, "P"), ["same", "+1", "+2"]);
    let half = of("half");
    for letter in ["N", "C", "J"] {
        assert_eq!(levels(&half, letter), ["−1", "same", "+2"], "{letter}");
    }
    assert_eq!(levels(&half, "K"), ["same", "±1", "±2"]);
    for (sheet, about) in [
        (&half, "half of the squares"),
        (&of("fusion"), "joined piece"),
    ] {
        assert!(sheet.note.contains(about), "{}", sheet.note);
        assert!(sheet.words.contains(&sheet.note), "{}", sheet.words);
    }
    assert!(!plain.note.contains("half") && !plain.note.contains("fused"));
}

/// "Larger" begins with the last move if the board is so large that its quarters are no close look.
#[test]
fn the_last_move_of_a_large_board_is_its_first_part() {
    let kind = rookery::games::find("fourfold").unwrap();
    for (options, near) in [("d2>d4", true), ("b1>a3:c1,d1,d2", true)] {
        let mut game = kind
            .new_game(&kind.resolve(&Options::new()).unwrap())
            .unwrap();
        game.play(options).unwrap();
        let parts = enlargements(&game.scene(&View::default()));
        assert_eq!(parts[0].name == "last move", near, "{options}");
        assert_eq!(parts.len(), 5, "and the four quarters");
        assert!(least_cell(&parts[0].scene) >= 1.4 * READABLE);
    }
}

/// Every piece on a board is on the sheet of the game, with its letter, and the words fit a message. On the rules'
/// first page, which has other text, they fit an alt text of 1,024 characters. Each piece has a separate picture with
/// legible cells.
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
        let figures = |scene: &Scene| {
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
        if name == kind.key {
            assert!(sheet.words.chars().count() <= 1_024, "{name}");
        }
        for entry in &sheet.entries {
            let cell = least_cell(&entry.scene);
            assert!(cell >= READABLE, "{name}, {}: {cell}", entry.name);
        }
        assert!(sheet.entries.len() <= 25, "{name}: one menu");
        for specimen in game.specimens() {
            let capital = specimen.name[..1].to_uppercase() + &specimen.name[1..];
            let entry = match &specimen.letter[..] {
                "" => format!("{capital}: "),
                letter => format!("{capital} ({letter}): "),
            };
            assert!(sheet.words.contains(&entry), "{entry}: {}", sheet.words);
        }
        println!("{name}\n{}\n", sheet.words);
    }
}
