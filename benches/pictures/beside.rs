//! A picture drawn by Rookery and by Pillow in turns, in one run: positions on a board of 8 by 8, as many pixels, the
//! same sprites. Rookery draws a game ply after ply, as a bot does; Pillow one of its positions. A third figure is the
//! file of that position's pixels as `image` writes it, without drawing.
//!
//! Pillow's program is `pillow.py`: it gets Rookery's board without the pieces and every piece as a picture with
//! opacity, loads them once, and makes the picture by pasting the pieces on a copy of the board. Marks, coordinates and
//! the note of whose turn it is are already on its board; Rookery draws them again every time.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use rookery::games::GAMES;
use rookery::render::{Theme, file, forget, parts, png};
use rookery::rules::{Game, Options};
use rookery::scene::View;

use super::walk::walk;

/// Pictures drawn in a round.
const TIMES: usize = 40;
/// Names of the other measurements.
const KEPT: &str = "ply after ply";
const COLD: &str = "nothing kept";
const IMAGE: &str = "the file alone, by `image`";
/// Ply whose picture Pillow draws.
const PLIES: usize = 12;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/pictures/pillow.py");

pub fn beside(rounds: u64) {
    let folder = tempfile::tempdir().unwrap();
    // The first game played on one board of 8 by 8.
    let (plies, scene) = GAMES
        .iter()
        .find_map(|kind| {
            let plies = walk(kind, &Options::new(), 3, TIMES - 1);
            let scene = plies.get(PLIES)?.scene(&View::default());
            let square = scene.grids.len() == 1
                && scene
                    .grids
                    .first()
                    .is_some_and(|grid| grid.width == 8 && grid.height == 8);
            square.then_some((plies, scene))
        })
        .unwrap();
    let pieces = write_parts(folder.path(), &scene);
    let Some(mut pillow) = Pillow::start(folder.path()) else {
        println!("there is no Pillow here: python3 -m pip install pillow, or set PYTHON");
        return;
    };
    let ours = png(&scene, Theme::Dark).unwrap();
    let drawn = image::load_from_memory(&ours).unwrap().to_rgb8();
    let ways = pillow.ways();
    let mut times: HashMap<&str, Vec<f64>> = HashMap::new();
    for _ in 0..rounds {
        let draw = |game: &dyn Game| {
            std::hint::black_box(png(&game.scene(&View::default()), Theme::Dark).unwrap());
        };
        forget();
        let mean = mean(plies.iter().map(|game| draw(game.as_ref())));
        times.entry(KEPT).or_default().push(mean);
        let cold = plies.iter().map(|game| {
            forget();
            draw(game.as_ref());
        });
        times.entry(COLD).or_default().push(self::mean(cold));
        let alone = (0..TIMES).map(|_| {
            std::hint::black_box(by_image(&drawn));
        });
        times.entry(IMAGE).or_default().push(self::mean(alone));
        for (way, _) in &ways {
            let median = pillow.round(way);
            times.entry(way).or_default().push(median);
        }
    }
    let mut median = |way: &str| {
        let all = times.get_mut(way).unwrap();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    println!(
        "{}, {} by {} pixels, {pieces} men, in {rounds} rounds of {TIMES}; medians",
        plies[0].kind().name,
        drawn.width(),
        drawn.height()
    );
    let (mine, cold) = (median(KEPT), median(COLD));
    println!("  Rookery, {KEPT}: {mine:.2} ms, {} bytes", ours.len());
    println!("  Rookery, {COLD}: {cold:.2} ms");
    let image = (IMAGE.to_owned(), by_image(&drawn).len().to_string());
    let pillow_ways = ways
        .iter()
        .map(|(way, size)| (format!("{}, {way}", pillow.version), way, size));
    for (name, way, size) in pillow_ways.chain([(image.0.clone(), &image.0, &image.1)]) {
        let theirs = median(way);
        println!(
            "  {name}: {theirs:.2} ms, {size} bytes: {:.1} times as long, {:.1} times without what is kept",
            theirs / mine,
            theirs / cold
        );
    }
    let theirs = image::open(folder.path().join("drawn.png"))
        .unwrap()
        .to_rgb8();
    let sum: u64 = drawn
        .as_raw()
        .iter()
        .zip(theirs.as_raw())
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    println!(
        "  the two pictures differ by {:.2} of 255 on average",
        sum as f64 / drawn.as_raw().len() as f64
    );
}

/// Returns the average time of an item, in milliseconds.
fn mean(each: impl ExactSizeIterator<Item = ()>) -> f64 {
    let (count, begun) = (each.len(), Instant::now());
    each.for_each(drop);
    begun.elapsed().as_secs_f64() * 1e3 / count as f64
}

/// Returns the pixels as a file, written by `image` with its defaults.
fn by_image(pixels: &image::RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut file);
    pixels.write_with_encoder(encoder).unwrap();
    file
}

/// Writes the board, every different piece, and their places; returns the number of pieces.
fn write_parts(folder: &Path, scene: &rookery::scene::Scene) -> usize {
    let parts = parts(scene, Theme::Dark).unwrap();
    std::fs::write(folder.join("board.png"), file(&parts.board).unwrap()).unwrap();
    let mut known: Vec<&image::RgbaImage> = Vec::new();
    let mut list = String::new();
    for (x, y, piece) in &parts.pieces {
        let number = known
            .iter()
            .position(|seen| *seen == piece)
            .unwrap_or_else(|| {
                known.push(piece);
                known.len() - 1
            });
        writeln!(list, "{number} {x} {y}").unwrap();
    }
    for (number, piece) in known.iter().enumerate() {
        piece.save(folder.join(format!("{number}.png"))).unwrap();
    }
    std::fs::write(folder.join("pieces.txt"), list).unwrap();
    parts.pieces.len()
}

/// The Pillow program, which waits for commands.
struct Pillow {
    child: Child,
    said: BufReader<std::process::ChildStdout>,
    version: String,
}

impl Drop for Pillow {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Pillow {
    fn start(folder: &Path) -> Option<Pillow> {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let mut child = Command::new(python)
            .arg(PROGRAM)
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut said = BufReader::new(child.stdout.take()?);
        let mut version = String::new();
        said.read_line(&mut version).ok()?;
        let mut pillow = Pillow {
            child,
            said,
            version: version.trim().to_owned(),
        };
        if pillow.version.is_empty() {
            pillow.child.wait().ok()?;
            return None;
        }
        Some(pillow)
    }

    fn ask(&mut self, line: &str) -> String {
        let input = self.child.stdin.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        let mut answer = String::new();
        self.said.read_line(&mut answer).unwrap();
        answer.trim().to_owned()
    }

    /// Returns the ways in which it writes a file, and the bytes of each.
    fn ways(&mut self) -> Vec<(String, String)> {
        let ways = self.ask("ways");
        ways.split(';')
            .filter_map(|way| way.split_once('|'))
            .map(|(way, bytes)| (way.to_owned(), bytes.to_owned()))
            .collect()
    }

    /// Returns the median of a round, in milliseconds.
    fn round(&mut self, way: &str) -> f64 {
        self.ask(&format!("{TIMES} {way}")).parse().unwrap()
    }
}
