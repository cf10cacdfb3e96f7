//! Whole games of every game and variant, ply after ply: time from a scene to its file, with the cache of earlier plies
//! and without it, and the size of the file; and the moving picture of the first 40 plies.

use std::hint::black_box;
use std::time::{Duration, Instant};

use image::ImageEncoder as _;
use rookery::games::GAMES;
use rookery::render::{Theme, forget, gif, picture, png};
use rookery::rules::{GameInfo, Options};
use rookery::scene::{Scene, View};

use super::small::in_small;
use super::walk::walk;

/// Plies of a game.
const PLIES: usize = 120;
/// Rounds of which each time is the least, to exclude other load on the machine.
const ROUNDS: usize = 4;

pub fn whole(games: u64) {
    println!(
        "{:<20} {:>9} {:>9} {:>9} {:>9} {:>8} {:>13} {:>9} {:>8}",
        "", "mean ms", "most ms", "cold ms", "most B", "mean B", "image ms/B", "gif ms", "gif B"
    );
    for kind in GAMES {
        let variants = kind.variants.iter().map(|variant| {
            let options: Options = variant.options.iter().copied().collect();
            (format!("{} {}", kind.key, variant.key), options)
        });
        let mut setups: Vec<(String, Options)> = variants.collect();
        if setups.is_empty() {
            setups.push((kind.key.to_owned(), Options::new()));
        }
        for (name, options) in setups {
            measure(kind, &name, &options, games);
        }
    }
}

fn millis(took: Duration) -> f64 {
    took.as_secs_f64() * 1e3
}

fn measure(kind: &'static GameInfo, name: &str, options: &Options, games: u64) {
    let (mut all, mut cold) = (Vec::new(), 0.0_f64);
    let mut sizes = Vec::new();
    let mut moving = (f64::INFINITY, 0);
    let mut plain = (f64::INFINITY, 0);
    for seed in 0..games {
        let positions = walk(kind, options, seed, if in_small() { 6 } else { PLIES });
        let scenes: Vec<Scene> = positions
            .iter()
            .map(|game| game.scene(&View::default()))
            .collect();
        // Sprites and words, which are made once, are not measured.
        for scene in &scenes {
            sizes.push(png(scene, Theme::Dark).unwrap().len());
        }
        // The first picture finds an empty cache.
        let plies = quickest(&scenes, false);
        cold = cold.max(plies.first().copied().unwrap_or(0.0));
        all.extend(plies.into_iter().skip(1));
        let last: Vec<Scene> = scenes.iter().rev().take(3).cloned().collect();
        cold = quickest(&last, true).into_iter().fold(cold, f64::max);
        if seed == 0 {
            let first: Vec<Scene> = scenes.iter().take(41).cloned().collect();
            for _ in 0..ROUNDS {
                let begun = Instant::now();
                let made = gif(&first, Theme::Dark, usize::MAX).unwrap();
                moving = (moving.0.min(millis(begun.elapsed())), made.file.len());
                let (took, size) = by_image(scenes.last().unwrap());
                plain = (plain.0.min(took), size);
            }
        }
    }
    println!(
        "{name:<20} {:>9.2} {:>9.2} {cold:>9.2} {:>9} {:>8} {:>5.1} / {:>6} {:>8.0} {:>8}",
        all.iter().sum::<f64>() / all.len().max(1) as f64,
        all.iter().copied().fold(0.0, f64::max),
        sizes.iter().max().unwrap(),
        sizes.iter().sum::<usize>() / sizes.len(),
        plain.0,
        plain.1,
        moving.0,
        moving.1,
    );
}

/// Returns the time of each picture, one after the other, in the quickest of some rounds; the cache is emptied before
/// each if `cold`.
fn quickest(scenes: &[Scene], cold: bool) -> Vec<f64> {
    let mut times = vec![f64::INFINITY; scenes.len()];
    for _ in 0..ROUNDS {
        forget();
        for (scene, time) in scenes.iter().zip(&mut times) {
            if cold {
                forget();
            }
            let begun = Instant::now();
            black_box(png(scene, Theme::Dark).unwrap());
            *time = time.min(millis(begun.elapsed()));
        }
    }
    times
}

/// Writes the same pixels by `image` with its defaults; returns the time of the file alone, and its size.
fn by_image(scene: &Scene) -> (f64, usize) {
    let drawn = picture(scene, Theme::Dark).unwrap();
    let (width, height) = drawn.pixels.dimensions();
    let colours = image::RgbImage::from_fn(width, height, |x, y| {
        let index = drawn.pixels.get_pixel(x, y).0[0];
        image::Rgb(drawn.palette[usize::from(index)])
    });
    let begun = Instant::now();
    let mut file = Vec::new();
    image::codecs::png::PngEncoder::new(&mut file)
        .write_image(
            colours.as_raw(),
            width,
            height,
            image::ExtendedColorType::Rgb8,
        )
        .unwrap();
    (millis(begun.elapsed()), file.len())
}
