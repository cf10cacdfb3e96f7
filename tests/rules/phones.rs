//! Pictures on a telephone, and the sheets of pieces, for every game and variant.

use rookery::games::GAMES;
use rookery::render::{
    READABLE, Theme, enlargements, least_cell, least_cell_with_pieces, least_heading, png,
    touched_cells,
};
use rookery::rules::sheet::sheet;
use rookery::rules::{Game, GameInfo, Options, Viewer};
use rookery::scene::{Grid, Mark, Scene, View};

/// How many bytes a picture may have.
const MOST_BYTES: usize = 58_000;

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

/// At a width of 360 pixels every cell of every board has a side of at least 22, and half as much more in "Larger". The
/// table that this prints has the least of all cells, of those that the last move touched, and of "Larger".
#[test]
fn every_cell_can_be_read_on_a_telephone() {
    println!("CSS pixels at 360: every cell, where a move was made, in Larger");
    for (kind, name, options) in setups() {
        let (mut least, mut touched, mut larger) = (f32::MAX, f32::MAX, f32::MAX);
        for game in played(kind, &options, 30).iter().step_by(5) {
            for from in kind.all_seats().map(Some).chain([None]) {
                let view = View {
                    from,
                    ..View::default()
                };
                let scene = game.scene(&view);
                let cell = least_cell(&scene);
                assert!(cell >= READABLE, "{name}: {cell:.1} at {}", game.text());
                least = least.min(cell);
                if let Some([cell, _]) = touched_cells(&scene) {
                    touched = touched.min(cell);
                }
                for part in enlargements(&scene) {
                    larger = larger.min(least_cell(&part.scene));
                }
            }
        }
        assert!(touched >= READABLE, "{name}: {touched:.1}");
        assert!(larger >= 1.4 * READABLE, "{name}: {larger:.1}");
        println!("{name}: {least:.1}, {touched:.1}, {larger:.1}");
    }
}

/// Whether a scene has two boards that stand side by side.
fn is_abreast(scene: &Scene) -> bool {
    let boards = || scene.grids.iter().map(|grid| grid.board);
    !boards().is_sorted() && !boards().rev().is_sorted()
}

/// With every twist, too: on two boards one of which is in front, of which a telephone cannot show all ranks so large, those
/// of that board and those where something happens, or where neither is in front the latter. A picture has as many bytes as a telephone shows at once.
#[test]
fn what_matters_with_every_twist_can_be_read_on_a_telephone() {
    for kind in GAMES {
        for value in kind.twists() {
            let options = kind.twisted(&value);
            let alone = !value.contains('+');
            let games = played(kind, &options, if alone { 40 } else { 16 });
            let (mut least, mut most) = (f32::MAX, 0);
            for game in games.iter().skip(1).step_by(if alone { 3 } else { 5 }) {
                let kind = game.kind();
                let hidden = kind.all_seats().map(|seat| {
                    let seen = game.seen_by(Viewer::Seat(seat));
                    (seen, Some(seat))
                });
                for (game, from) in hidden.chain([(game.seen_by(Viewer::Public), None)]) {
                    let view = View {
                        from,
                        ..View::default()
                    };
                    let scene = game.scene(&view);
                    let touched = touched_cells(&scene).map_or(f32::MAX, |[least, _]| least);
                    // How small the rest of two boards abreast is, is said below.
                    let cell = if is_abreast(&scene) {
                        touched
                    } else {
                        touched.min(least_cell(&scene))
                    };
                    assert!(cell >= READABLE, "{value}: {cell:.1} at {}", game.text());
                    least = least.min(cell);
                }
            }
            if let Some(game) = games.last() {
                let scene = game.scene(&View::default());
                most = png(&scene, Theme::Dark).unwrap().len();
                assert!(
                    most <= MOST_BYTES,
                    "{value}: {most} bytes at {}",
                    game.text()
                );
            }
            println!("{value}: {least:.1}, {most} bytes");
        }
    }
}

/// Two boards of eight ranks in one picture: all of the board in front, and of the other where the last move went, has cells
/// of 22 pixels at the start, in the middle and late, when hands are full and ranks are empty, for every seat.
#[test]
fn both_boards_of_bughouse_can_be_read_on_a_telephone() {
    let kind = rookery::games::find("tower").unwrap();
    let games = played(kind, &kind.twisted("bughouse"), 160);
    for (when, plies) in [("start", 0..4), ("middle", 56..64), ("late", 152..160)] {
        let (mut least, mut most) = (f32::MAX, 0);
        for game in games.get(plies).unwrap() {
            for from in game.kind().all_seats().map(Some).chain([None]) {
                let scene = game.scene(&View {
                    from,
                    ..View::default()
                });
                let touched = touched_cells(&scene).map_or(f32::MAX, |[least, _]| least);
                let cell = touched.min(least_cell(&scene));
                assert!(
                    cell >= READABLE,
                    "{when}: {cell:.1} from {from:?} at {}",
                    game.text()
                );
                least = least.min(cell);
            }
            let bytes = png(&game.scene(&View::default()), Theme::Dark)
                .unwrap()
                .len();
            assert!(bytes <= MOST_BYTES, "{bytes} at {}", game.text());
            most = most.max(bytes);
        }
        println!("{when}: {least:.1} px, {most} bytes");
    }
}

/// Alice's two boards stand side by side: with up to twelve of their sixteen ranks in use, all of these have cells of 22
/// pixels. For more a screen of 360 by 640 pixels is too low, and a row of four has smaller ones.
#[test]
fn both_boards_of_alice_can_be_read_on_a_telephone() {
    let kind = rookery::games::find("tower").unwrap();
    let mut most_used = 0;
    for (plies, game) in played(kind, &kind.twisted("alice"), 46).iter().enumerate() {
        let from = kind.all_seats().nth(plies % 2);
        let scene = game.scene(&View {
            from,
            ..View::default()
        });
        let is_used = |grid: &&Grid| {
            let mut cells = grid.cells.iter().flatten();
            cells.any(|cell| {
                let passed = |mark: &Mark| *mark == Mark::Trail;
                cell.token.as_ref().is_some_and(|token| !token.ghost)
                    || !cell.marks.iter().all(passed)
            })
        };
        let used = scene.grids.iter().filter(is_used).count();
        most_used = most_used.max(used);
        let cell = least_cell_with_pieces(&scene).unwrap();
        let touched = touched_cells(&scene).map_or(f32::MAX, |[least, _]| least);
        println!("{plies}: {used} ranks, {cell:.1} px, {touched:.1} px");
        assert!(cell >= READABLE, "{cell:.1} at {}", game.text());
        assert!(touched >= READABLE, "{touched:.1} at {}", game.text());
    }
    assert_eq!(most_used, 12, "both boards are in use");
}

/// The fullest picture of Bughouse: nobody is missing on any rank of the board in front, the last move was made between two
/// ranks of the other, and both hands have every kind of both colours.
#[test]
fn the_fullest_boards_of_bughouse_can_be_read_on_a_telephone() {
    let kind = rookery::games::find("tower").unwrap();
    let board = "4k/5/5/5/5|5/5/2n2/5/5|5/5/2p2/5/5|5/1n3/5/5/5|5/5/3P1/5/5|5/5/5/1N3/5|5/5/2P2/5/5|5/5/5/5/K3R";
    let hands = "P9N2C2J2B2M2R2p9n2c2j2b2m2r2";
    let mut least = f32::MAX;
    for (turn, mv) in [
        ("wa", "A:Rea1-ea8"),
        ("wa", "A:Rea1-ea2"),
        ("wa", "A:Pcc2-cc4"),
        ("wb", "B:Rea1-ea5"),
        ("ba", "A:Ncc7-cb5"),
        ("bb", "B:Pcc6-cc5"),
    ] {
        let text = format!("{board} {board} {turn} - - - - {hands} {hands} 0");
        let mut game = kind
            .from_position(&kind.twisted("bughouse"), &text)
            .unwrap();
        game.play(mv).unwrap();
        for from in game.kind().all_seats().map(Some).chain([None]) {
            let scene = game.scene(&View {
                from,
                ..View::default()
            });
            let touched = touched_cells(&scene).map_or(f32::MAX, |[least, _]| least);
            let cell = touched.min(least_cell(&scene));
            println!("{mv} from {from:?}: {cell:.1} px");
            least = least.min(cell);
        }
    }
    assert!(least >= READABLE, "{least:.1}");
}

/// In every variant and with every twist each piece stands alone on its sheet, and the file has no more bytes than a telephone
/// shows at once.
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

/// "Larger" shows the whole board, part by part, in cells half as large again at least.
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

/// Width and height of a PNG file, from its header.
fn size(png: &[u8]) -> (f32, f32) {
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap()) as f32;
    (side(16), side(20))
}

/// A sheet is read where it is posted: in the 550 by 350 pixels that a desktop gives a picture, and 360 pixels wide. Every
/// piece is drawn once at least 16 pixels large, one of several levels 22.
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

/// The words in the headings of the boards on pages of rules have 9 CSS pixels at least in a picture 360 pixels wide.
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

/// The levels beside a piece are those on which it has the most moves. With Half a knight goes one level down and two up,
/// never one up. What depends on where a piece stands, or on what it is fused with, is said beside the picture.
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
    for (sheet, about) in [(&half, "half of the cubes"), (&of("fusion"), "fused piece")] {
        assert!(sheet.note.contains(about), "{}", sheet.note);
        assert!(sheet.words.contains(&sheet.note), "{}", sheet.words);
    }
    assert!(!plain.note.contains("half") && !plain.note.contains("fused"));
}

/// Where the last move was made in the Tower Game the ranks are half as large again, as far as a telephone has the room:
/// the picture is not less legible for it anywhere.
#[test]
fn ranks_where_something_happens_are_larger() {
    let kind = rookery::games::find("tower").unwrap();
    for (name, options) in setups()
        .into_iter()
        .filter(|(other, ..)| other.key == kind.key)
        .map(|(_, name, options)| (name, options))
    {
        let (mut larger, mut all) = (0, 0);
        for game in played(kind, &options, 24).iter().skip(1) {
            let scene = game.scene(&View::default());
            assert!(least_cell(&scene) >= READABLE, "{name}");
            all += 1;
            if touched_cells(&scene).is_some_and(|[_, most]| most >= 1.4 * READABLE) {
                larger += 1;
            }
        }
        // Nine ranks and two hands leave no room for it, unless some of them are empty.
        let few = if name.ends_with("shogi") { 0 } else { all };
        assert!(larger * 2 >= few, "{name}: {larger} of {all}");
    }
}

/// "Larger" begins with the last move where the board is so large that its quarters are no close look.
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

/// Every piece that stands on a board is on the sheet of the game, with its letter, and the words are few enough for a
/// message; the rules' first page, which has a text of its own, has them in an alt text of 1,024 characters. Each piece
/// has a picture of its own whose cells can be read.
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
