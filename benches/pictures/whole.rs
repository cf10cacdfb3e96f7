//! Whole games of every game and variant, ply after ply: how long a picture takes, drawn and written, with what is
//! kept from the plies before and without, and how large it is; and the moving picture of the first 40 plies.

use std::hint::black_box;
use std::time::{Duration, Instant};

use image::ImageEncoder as _;
use rookery::games::GAMES;
use rookery::render::{Theme, file, forget, gif, picture};
use rookery::rules::{GameInfo, Options};
use rookery::scene::{Scene, View};

use super::walk::walk;

/// The plies of a game.
const PLIES: usize = 120;

pub fn whole(games: u64) {
    println!(
        "{:<20} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8} {:>13} {:>9} {:>8}",
        "",
        "mean ms",
        "drawing",
        "most ms",
        "cold ms",
        "most B",
        "mean B",
        "image ms/B",
        "gif ms",
        "gif B"
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
    let (mut all, mut drawing, mut cold) = (Vec::new(), 0.0, 0.0_f64);
    let (mut most, mut bytes) = (0, 0);
    let mut moving = (0.0, 0);
    let mut plain = (0.0, 0);
    for seed in 0..games {
        let positions = walk(kind, options, seed, PLIES);
        let scenes: Vec<Scene> = positions
            .iter()
            .map(|game| game.scene(&View::default()))
            .collect();
        // What is made once, sprites and words, is not measured.
        for scene in &scenes {
            black_box(picture(scene, Theme::Dark).unwrap());
        }
        forget();
        for (ply, scene) in scenes.iter().enumerate() {
            let begun = Instant::now();
            let drawn = picture(scene, Theme::Dark).unwrap();
            let halfway = begun.elapsed();
            let written = file(&drawn).unwrap().len();
            let took = millis(begun.elapsed());
            if ply == 0 {
                cold = cold.max(took);
            } else {
                all.push(took);
                drawing += millis(halfway);
            }
            most = most.max(written);
            bytes += written;
        }
        for scene in scenes.iter().rev().take(3) {
            forget();
            let begun = Instant::now();
            black_box(file(&picture(scene, Theme::Dark).unwrap()).unwrap());
            cold = cold.max(millis(begun.elapsed()));
        }
        if seed == 0 {
            let begun = Instant::now();
            let first: Vec<Scene> = scenes.iter().take(41).cloned().collect();
            let made = gif(&first, Theme::Dark, usize::MAX).unwrap();
            moving = (millis(begun.elapsed()), made.file.len());
            plain = by_image(scenes.last().unwrap());
        }
    }
    let count = all.len().max(1) as f64;
    println!(
        "{name:<20} {:>9.2} {:>9.2} {:>9.2} {cold:>9.2} {most:>9} {:>8} {:>5.1} / {:>6} {:>8.0} {:>8}",
        all.iter().sum::<f64>() / count,
        drawing / count,
        all.iter().copied().fold(0.0, f64::max),
        bytes / (all.len() + games as usize),
        plain.0,
        plain.1,
        moving.0,
        moving.1,
    );
}

/// The same pixels written by `image` as it comes: the time of the file alone, and its size.
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
