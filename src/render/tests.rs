//! Tests that hold for every picture, and the samples to look at.

use image::{GrayImage, ImageReader, RgbImage};

use super::*;
use crate::games::GAMES;
use crate::rules::Seat;
use crate::scene::*;

mod look;
mod odd;
mod samples;

/// Returns a picture's pixels in grey, as a viewer without colour vision sees them.
fn grey(scene: &Scene, theme: Theme) -> GrayImage {
    let picture = picture(scene, theme).unwrap();
    let mut pixels = picture.pixels;
    for pixel in pixels.iter_mut() {
        let [r, g, b] = picture.palette[usize::from(*pixel)].map(u32::from);
        *pixel = ((r * 299 + g * 587 + b * 114) / 1_000) as u8;
    }
    pixels
}

fn colours(scene: &Scene) -> RgbImage {
    decoded(&png(scene, Theme::Dark).unwrap())
}

fn decoded(file: &[u8]) -> RgbImage {
    let reader = ImageReader::with_format(std::io::Cursor::new(file), image::ImageFormat::Png);
    reader.decode().unwrap().to_rgb8()
}

/// Returns the pixels of one cell of `side` pixels, drawn by itself in grey.
fn tile(token: Option<Token>, marks: &[Mark], ground: Ground, side: u16) -> Vec<u8> {
    let mut grid = Grid::blank(1, 1);
    let cell = grid.cell_mut(0, 0).unwrap();
    cell.ground = ground;
    cell.token = token;
    cell.marks = marks.to_vec();
    let picture = grey(&samples::scene(vec![grid], 1, side), Theme::Dark);
    let side = u32::from(side);
    let layout = Layout::of(&samples::scene(vec![Grid::blank(1, 1)], 1, side as u16));
    let (x, y) = (layout.grids[0].x as u32, layout.grids[0].y as u32);
    image::imageops::crop_imm(&picture, x, y, side, side)
        .to_image()
        .into_raw()
}

/// Returns the mean difference of two tiles, of 255.
fn apart(a: &[u8], b: &[u8]) -> f64 {
    let sum: u64 = a
        .iter()
        .zip(b)
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    sum as f64 / a.len() as f64
}

/// Returns the least difference between two figures. Stacks and dice carry their number; the former piece of a general
/// shows less, which suffices, since all generals move alike.
fn least_apart(a: Figure, b: Figure) -> f64 {
    match (a, b) {
        (Figure::Uranium(_), Figure::Uranium(_)) => 1.0,
        (Figure::Stack(_), Figure::Stack(_)) | (Figure::Die(_), Figure::Die(_)) => 1.5,
        _ => 9.0,
    }
}

/// No figure looks like another at 24 pixels in grey: a mean difference of 9 of 255 is as if a tenth of a figure's
/// pixels, which fill a third of the cell, changed from black to white.
#[test]
fn figures_differ_at_24_pixels() {
    for army in samples::ARMIES {
        let tiles: Vec<_> = samples::figures()
            .into_iter()
            .map(|figure| {
                (
                    figure,
                    tile(Some(Token::new(army, figure)), &[], Ground::Light, 24),
                )
            })
            .collect();
        for (index, (figure, pixels)) in tiles.iter().enumerate() {
            for (other, others) in &tiles[..index] {
                let bound = least_apart(*figure, *other);
                let apart = apart(pixels, others);
                assert!(
                    apart >= bound,
                    "{army:?}: {figure:?} and {other:?}: {apart:.1}"
                );
            }
        }
    }
}

/// Armies differ without colour if more than two play: even equally bright ones have different signs on the foot.
#[test]
fn armies_differ_without_colour() {
    for figure in [
        Figure::King,
        Figure::Pawn,
        Figure::Rook,
        Figure::Knight,
        Figure::Bishop,
    ] {
        for side in [24, 60] {
            let tiles = samples::ARMIES.map(|army| {
                let token = Token {
                    facing: Some(Facing::Up),
                    ..Token::new(army, figure)
                };
                tile(Some(token), &[], Ground::GreyLight, side)
            });
            for (index, pixels) in tiles.iter().enumerate() {
                for (other, others) in tiles.iter().enumerate().take(index) {
                    let apart = apart(pixels, others);
                    let (a, b) = (samples::ARMIES[index], samples::ARMIES[other]);
                    assert!(
                        apart >= 4.0,
                        "{figure:?} at {side}: {a:?} and {b:?}: {apart:.1}"
                    );
                }
            }
        }
    }
}

/// Particulars of a token are visible.
#[test]
fn particulars_are_seen() {
    let plain = Token::new(Army::Black, Figure::Rook);
    let mut all = vec![plain.clone()];
    for facing in [Facing::Up, Facing::Down, Facing::Left, Facing::Right] {
        all.push(Token {
            facing: Some(facing),
            ..plain.clone()
        });
    }
    for former in [Army::White, Army::Red, Army::Green] {
        all.push(Token {
            former: Some(former),
            ..plain.clone()
        });
    }
    for pips in 0..4 {
        all.push(Token {
            pips: Some(pips),
            ..plain.clone()
        });
    }
    for count in ["2", "12"] {
        all.push(Token {
            count: count.to_owned(),
            ..plain.clone()
        });
    }
    all.push(Token {
        ghost: true,
        ..plain
    });
    let tiles: Vec<_> = all
        .iter()
        .map(|token| tile(Some(token.clone()), &[], Ground::Dark, 60))
        .collect();
    for (index, pixels) in tiles.iter().enumerate() {
        for (other, others) in tiles.iter().enumerate().take(index) {
            let apart = apart(pixels, others);
            assert!(
                apart > 0.3,
                "{:?} and {:?}: {apart}",
                all[index],
                all[other]
            );
        }
    }
}

/// Every mark is visible on every ground, with and without a piece, without colour, and differs from every other mark.
#[test]
fn marks_are_seen_and_told_apart() {
    for ground in samples::ALL_GROUNDS {
        for token in [None, Some(Token::new(Army::White, Figure::Queen))] {
            let mut seen = vec![("none".to_owned(), tile(token.clone(), &[], ground, 60))];
            for mark in samples::ALL_MARKS {
                let pixels = tile(token.clone(), &[mark], ground, 60);
                for (other, others) in &seen {
                    let apart = apart(&pixels, others);
                    assert!(apart > 1.0, "{mark:?} and {other} on {ground:?}: {apart}");
                }
                seen.push((format!("{mark:?}"), pixels));
            }
        }
    }
}

/// Every stroke is visible on every board.
#[test]
fn strokes_are_seen() {
    let blank = samples::board(4, 4, Ground::Light, Ground::Dark);
    let bare = colours(&samples::scene(vec![blank.clone()], 1, 40));
    for ink in [
        Ink::Line,
        Ink::White,
        Ink::Black,
        Ink::Last,
        Ink::Danger,
        Ink::Reach,
    ] {
        let strokes = [
            Stroke::Line {
                from: (0.0, 2.0),
                to: (4.0, 2.0),
                width: 6,
                ink,
            },
            Stroke::Line {
                from: (0.0, 0.0),
                to: (4.0, 4.0),
                width: 6,
                ink,
            },
            Stroke::Dot {
                at: (2.0, 2.0),
                radius: 14,
                ink,
            },
            Stroke::Frame {
                at: (1.0, 1.0),
                size: (2.0, 2.0),
                width: 6,
                ink,
            },
            Stroke::Arrow {
                from: (0.5, 0.5),
                to: (3.5, 1.5),
                ink,
            },
        ];
        for stroke in strokes {
            let mut grid = blank.clone();
            grid.strokes.push(stroke.clone());
            let drawn = colours(&samples::scene(vec![grid], 1, 40));
            let changed = bare.pixels().zip(drawn.pixels()).filter(|(a, b)| a != b);
            assert!(changed.count() > 60, "{stroke:?}");
        }
    }
}

fn all_samples() -> Vec<(&'static str, Scene)> {
    vec![
        ("four-fold", samples::four_fold()),
        ("tower-8", samples::tower_game(8, false)),
        ("tower-5", samples::tower_game(5, false)),
        ("tower-9", samples::tower_game(9, true)),
        ("abstract", samples::abstract_chess()),
        ("four-seasons", samples::four_seasons()),
        ("four-towers", samples::four_towers()),
    ]
}

/// Every level keeps its place and size throughout a game, whatever is on it.
#[test]
fn levels_keep_their_place_and_size() {
    for kind in GAMES {
        let twists = kind.twists().into_iter();
        let twists = twists.filter(|value| !value.contains('+'));
        let variants = kind.variants.iter();
        let variants = variants.map(|variant| variant.options.iter().copied().collect());
        for options in variants.chain(twists.map(|value| kind.twisted(&value))) {
            let mut options = kind.resolve(&options).unwrap();
            if let Some((key, _)) = (kind.chance_option)(&options) {
                options.set(key, "7");
            }
            let mut game = kind.new_game(&options).unwrap();
            let mut places = Vec::new();
            for ply in 0..60 {
                let scene = game.scene(&View {
                    from: Some(Seat::WHITE),
                    ..View::default()
                });
                let layout = Layout::of(&arrange::still(&scene));
                let first = layout.grids[0].y;
                let grids = layout.grids.iter().take(scene.grids.len().min(16));
                places.push((
                    layout.width,
                    grids
                        .map(|grid| [grid.x, grid.y - first, grid.cell])
                        .collect::<Vec<_>>(),
                ));
                let legal = match game.chance() {
                    chance if chance.is_empty() => game.legal(),
                    chance => chance,
                };
                let Some(text) = legal.get(ply * 37 % legal.len().max(1)) else {
                    break;
                };
                game.play(text).unwrap();
            }
            places.dedup();
            assert_eq!(places.len(), 1, "{} {options:?}: {places:?}", kind.key);
        }
    }
}

/// Full boards of every game take at most 60 KB and nearly fit the size that Discord shows without scrolling: at most
/// 1,400 pixels a side, and at most one and a half times as high as wide.
#[test]
fn pictures_are_small_and_near_square() {
    for (name, scene) in all_samples() {
        for theme in [Theme::Dark, Theme::Light] {
            let file = png(&scene, theme).unwrap();
            assert!(
                file.len() <= encode::MOST_BYTES,
                "{name}: {} bytes",
                file.len()
            );
            let picture = decoded(&file);
            let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
            assert!(width.max(height) <= 1_400.0, "{name}: {width} by {height}");
            assert!(
                width.max(height) / width.min(height) <= 1.5,
                "{name}: {width} by {height}"
            );
        }
    }
}

/// A file shows, pixel by pixel, the drawn picture, and has the size of the layout.
#[test]
fn files_decode_to_what_was_drawn() {
    for (name, scene) in all_samples() {
        let layout = Layout::of(&arrange::still(&scene));
        let drawn = picture(&scene, Theme::Dark).unwrap();
        let file = decoded(&png(&scene, Theme::Dark).unwrap());
        assert_eq!(
            (file.width() as i32, file.height() as i32),
            (layout.width, layout.height)
        );
        let shown = file.pixels().map(|pixel| pixel.0);
        let same = drawn
            .pixels
            .iter()
            .map(|&index| drawn.palette[usize::from(index)])
            .eq(shown);
        assert!(same, "{name}");
    }
    // Widths: a cell of 60 pixels, a border of 4 and the page's 4 on both sides; 8 between two grids.
    let one = Layout::of(&samples::scene(vec![Grid::blank(1, 1)], 1, 60));
    assert_eq!((one.width, one.height), (76, 80));
    let two = Layout::of(&samples::scene(vec![Grid::blank(1, 1); 2], 2, 60));
    assert_eq!((two.width, two.height), (152, 80));
    let columns = Layout::of(&samples::scene(vec![Grid::blank(1, 1); 3], 1, 60));
    assert_eq!((columns.width, columns.height), (76, 232));
}

/// Files do not depend on kept bands: the bytes are the same with none, all or some bands in the cache, and equal to
/// those of a picture drawn as a whole.
#[test]
fn what_is_kept_has_no_influence_on_a_file() {
    let scenes = all_samples();
    let cold: Vec<Vec<u8>> = scenes
        .iter()
        .map(|(_, scene)| {
            forget();
            png(scene, Theme::Dark).unwrap()
        })
        .collect();
    for ((name, scene), cold) in scenes.iter().zip(&cold) {
        assert!(png(scene, Theme::Dark).unwrap() == *cold, "{name}");
        assert!(
            file(&picture(scene, Theme::Dark).unwrap()).unwrap() == *cold,
            "{name}"
        );
        // Another position comes first, which shares most bands with this one.
        let mut other = scene.clone();
        let cells = other.grids.iter_mut().flat_map(|grid| &mut grid.cells);
        let tokens = cells.flatten().filter_map(|cell| cell.token.as_mut());
        for token in tokens.take(3) {
            token.figure = Figure::Die(2);
        }
        forget();
        let changed = png(&other, Theme::Dark).unwrap();
        assert!(changed != *cold, "{name}");
        assert!(png(scene, Theme::Dark).unwrap() == *cold, "{name}");
        assert!(png(&other, Theme::Dark).unwrap() == changed, "{name}");
    }
}

/// A changed piece changes only the bands on which its cell lies.
#[test]
fn a_move_leaves_most_bands() {
    let scene = samples::abstract_chess();
    let mut other = scene.clone();
    let cells = other.grids.iter_mut().flat_map(|grid| &mut grid.cells);
    let token = cells.flatten().find_map(|cell| cell.token.as_mut());
    token.unwrap().figure = Figure::Queen;
    let bands = |scene: &Scene| draw(scene, Theme::Dark).unwrap().bands();
    let (before, after) = (bands(&scene), bands(&other));
    assert!(before.len() > 8, "{before:?}");
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!((1..=2).contains(&changed), "{changed}");
    assert_ne!(before, draw(&scene, Theme::Light).unwrap().bands());
}

/// A band is exactly a part of the picture: shapes across its edge are drawn as without the edge.
#[test]
fn bands_leave_no_seam() {
    let drawn = |cuts: Vec<i32>| {
        let mut canvas = Canvas::new(300, 300, cuts, Theme::Dark);
        for step in 0..12_u8 {
            let at = f32::from(step);
            canvas.line(
                (3.3, 5.1 + 9.7 * at),
                (290.7 - 21.3 * at, 291.2),
                5.3,
                palette::LAST,
            );
            canvas.ring((150.3, 150.9), 11.0 * at + 3.7, 2.9, palette::DANGER);
        }
        canvas.plate([20, 31, 55, 260], 7.0, palette::REACH);
        canvas.picture().pixels
    };
    assert!(drawn(Vec::new()) == drawn((1..300).step_by(31).collect()));
}

/// Equal scenes give equal bytes, on any thread and whatever was drawn before.
#[test]
fn pictures_are_the_same_every_time() {
    let scene = samples::four_seasons();
    let first = png(&scene, Theme::Dark).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let _ = png(&samples::contact_sheet(26), Theme::Light).unwrap();
                assert!(png(&scene, Theme::Dark).unwrap() == first);
            });
        }
    });
    assert_ne!(first, png(&scene, Theme::Light).unwrap());
}

/// A palette fits into a PNG and holds the flat colours exactly.
#[test]
fn palettes_fit() {
    for theme in [Theme::Dark, Theme::Light] {
        let palette = palette::of(theme);
        assert!(palette.table().len() <= 256);
        for army in samples::ARMIES {
            let army_colours = palette::army_colours(army);
            for flat in [army_colours.fill, army_colours.outline, army_colours.detail] {
                assert_eq!(palette.colour(palette.index(flat)), flat);
            }
        }
        assert_eq!(
            palette.colour(palette.index(palette.colours.page)),
            palette.colours.page
        );
    }
}
