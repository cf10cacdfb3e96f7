//! The shapes of a canvas in drawing order, each with a key that distinguishes it from all others, and their drawing on
//! a strip of rows.
//!
//! A shape's pixels depend only on its key, on its place relative to the strip's first row, and on the pixels under it.

use std::hash::{BuildHasher as _, Hash as _, Hasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use super::palette::{Palette, Rgb, mix, steps};

/// Random hash keys of this process, so that nobody outside can make two shapes with equal keys.
static KEYS: LazyLock<[RandomState; 2]> =
    LazyLock::new(|| [RandomState::new(), RandomState::new()]);

/// The secret points at which the polynomials of strips are evaluated: odd, so that no shape's part is ever lost.
static POINTS: LazyLock<[u64; 2]> =
    LazyLock::new(|| KEYS.each_ref().map(|state| state.hash_one("point") | 1));

/// Returns a number that is unique in this process.
fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The coverage of each pixel of a rectangle, 0 to 255, row by row.
#[derive(Debug)]
pub struct Coverage {
    id: u64,
    width: usize,
    mask: Vec<u8>,
}

impl Coverage {
    /// Returns the coverage of a mask with rows of `width` bytes.
    pub fn new(width: usize, mask: Vec<u8>) -> Self {
        Coverage {
            id: unique(),
            width: width.max(1),
            mask,
        }
    }

    /// Returns the number of pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of pixels down.
    pub fn height(&self) -> usize {
        self.mask.len() / self.width
    }

    /// Returns the mask's bytes, row by row.
    pub fn mask(&self) -> &[u8] {
        &self.mask
    }
}

/// A square piece in pixels.
#[derive(Debug)]
pub struct Sprite {
    id: u64,
    side: usize,
    pixels: Vec<Ink>,
    indexes: Vec<u8>,
    runs: Vec<Run>,
}

/// A run of adjacent pixels in a row that are not wholly transparent: all of them opaque, or none.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The row of the pixels.
    pub row: usize,
    /// The column of the first pixel.
    pub start: usize,
    /// The column after the last pixel.
    pub end: usize,
    /// True if the pixels are opaque.
    pub opaque: bool,
}

/// A pixel of a sprite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ink {
    /// The colour times its opacity.
    pub premultiplied: Rgb,
    /// The opacity, 0 to 255.
    pub alpha: u8,
    /// The palette's index of the colour, for an opaque pixel.
    pub index: u8,
}

impl Sprite {
    pub fn new(side: usize, pixels: Vec<Ink>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (row, line) in pixels.chunks_exact(side.max(1)).enumerate() {
            let first = runs.len();
            for (column, ink) in line.iter().enumerate() {
                if ink.alpha == 0 {
                    continue;
                }
                let opaque = ink.alpha == 255;
                match runs.get_mut(first..).and_then(<[Run]>::last_mut) {
                    Some(run) if run.end == column && run.opaque == opaque => run.end += 1,
                    _ => runs.push(Run {
                        row,
                        start: column,
                        end: column + 1,
                        opaque,
                    }),
                }
            }
        }
        Sprite {
            id: unique(),
            side,
            indexes: pixels.iter().map(|ink| ink.index).collect(),
            pixels,
            runs,
        }
    }

    /// Returns a number that no other sprite has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the runs of visible pixels, row by row.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the palette's indexes of all pixels, valid for opaque ones; row by row.
    pub fn indexes(&self) -> &[u8] {
        &self.indexes
    }

    /// Returns the number of pixels across, and down.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the pixels, row by row.
    pub fn pixels(&self) -> &[Ink] {
        &self.pixels
    }
}

/// The content of a shape.
#[derive(Clone, Debug)]
pub enum What {
    /// A filled rectangle.
    Rect { width: i32, colour: Rgb },
    /// A colour through a mask; a `strength` of 255 is full.
    Covered {
        coverage: Arc<Coverage>,
        colour: Rgb,
        strength: u8,
    },
    /// A piece in pixels.
    Sprite(Arc<Sprite>),
}

/// A shape: its content, and the upper left corner and height of the box around it.
#[derive(Clone, Debug)]
pub struct Shape {
    pub x: i32,
    pub y: i32,
    pub height: i32,
    what: What,
    key: u64,
}

impl Shape {
    pub fn new(x: i32, y: i32, height: i32, what: What) -> Self {
        let mut hasher = KEYS[0].build_hasher();
        hasher.write_u64(packed(x, height));
        match &what {
            What::Rect { width, colour } => hasher.write_u64(packed(*width, tagged(0, *colour))),
            What::Covered {
                coverage,
                colour,
                strength,
            } => {
                hasher.write_u64(packed(i32::from(*strength), tagged(1, *colour)));
                hasher.write_u64(coverage.id);
            }
            What::Sprite(sprite) => (2_u8, sprite.id()).hash(&mut hasher),
        }
        Shape {
            x,
            y,
            height,
            what,
            key: hasher.finish(),
        }
    }

    /// Returns the row after the last one.
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add(self.height)
    }

    /// Draws the part that lies on the strip.
    pub fn draw(&self, strip: &mut Strip<'_>) {
        let at = (self.x, self.y.saturating_sub(strip.top));
        match &self.what {
            What::Rect { width, colour } => {
                let index = strip.palette.index(*colour);
                let side = |length: i32| usize::try_from(length).unwrap_or(0);
                for (_, _, line) in strip.rows(at, side(*width), side(self.height)) {
                    line.fill(index);
                }
            }
            What::Covered {
                coverage,
                colour,
                strength,
            } => strip.cover(at, coverage.width, &coverage.mask, *colour, *strength),
            What::Sprite(sprite) => strip.sprite(sprite, at),
        }
    }
}

/// Packs two numbers into one: a hasher takes eight bytes at a time.
fn packed(first: i32, second: i32) -> u64 {
    u64::from(first as u32) << 32 | u64::from(second as u32)
}

/// Packs a colour and the kind of its shape.
fn tagged(kind: u8, [red, green, blue]: Rgb) -> i32 {
    i32::from_le_bytes([kind, red, green, blue])
}

/// The key of a strip's shapes, built shape by shape: polynomials of the shapes' keys at two secret points.
#[derive(Clone, Debug)]
pub struct Key([u64; 2]);

impl Key {
    /// Returns the key of an empty strip of this size on a page of this colour.
    pub fn new(across: u32, rows: i32, page: Rgb) -> Self {
        Key(KEYS
            .each_ref()
            .map(|state| state.hash_one((across, rows, page))))
    }

    /// Adds a shape on top; `top` is the strip's first row.
    pub fn add(&mut self, shape: &Shape, top: i32) {
        // Keys are as good as random, so another shape and row with the same sum is as unlikely as equal keys.
        let row = i64::from(shape.y) - i64::from(top);
        let added = shape.key.wrapping_add(row as u64);
        for (key, point) in self.0.iter_mut().zip(*POINTS) {
            *key = key.wrapping_mul(point).wrapping_add(added);
        }
    }

    /// Returns the key: two hashes of 64 bits.
    pub fn finish(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
}

/// A strip: whole rows of a picture, as palette indexes.
#[derive(Debug)]
pub struct Strip<'a> {
    pub pixels: &'a mut [u8],
    pub across: u32,
    /// The picture's row at the top of the strip.
    pub top: i32,
    pub palette: &'static Palette,
}

impl Strip<'_> {
    fn height(&self) -> i32 {
        i32::try_from(self.pixels.len() / self.across.max(1) as usize).unwrap_or(i32::MAX)
    }

    /// Returns the part of a run of `length` from `start` that lies on a side of `limit` pixels: its first pixel, the
    /// number of pixels cut off before it, and the number that are left.
    fn visible(start: i32, length: usize, limit: u32) -> Option<(usize, usize, usize)> {
        let limit = i64::from(limit);
        let first = i64::from(start).max(0);
        let end = (i64::from(start) + length as i64).min(limit);
        if end <= first {
            return None;
        }
        let skipped = first - i64::from(start);
        Some((first as usize, skipped as usize, (end - first) as usize))
    }

    /// Returns the strip's rows that a box at (x, y) covers: for each the row within the box, the first visible column
    /// of the box, and the covered pixels.
    fn rows(
        &mut self,
        (x, y): (i32, i32),
        width: usize,
        height: usize,
    ) -> impl Iterator<Item = (usize, usize, &mut [u8])> {
        let columns = Self::visible(x, width, self.across);
        let lines = Self::visible(y, height, self.height().unsigned_abs());
        let (left, cut, count) = columns.unwrap_or_default();
        let (top, above, down) = match columns {
            Some(_) => lines.unwrap_or_default(),
            None => (0, 0, 0),
        };
        self.pixels
            .chunks_exact_mut(self.across.max(1) as usize)
            .skip(top)
            .take(down)
            .enumerate()
            .filter_map(move |(row, line)| {
                Some((row + above, cut, line.get_mut(left..left + count)?))
            })
    }

    /// Lays a colour over the rows through a mask of coverage, `width` bytes a row.
    fn cover(&mut self, at: (i32, i32), width: usize, mask: &[u8], colour: Rgb, strength: u8) {
        let palette = self.palette;
        let full = palette.index(colour);
        if width == 0 {
            return;
        }
        // Results by step of coverage and index below: few pairs occur, but each of them many times.
        let mut mixed = [[None; 256]; 4];
        for (row, skip, line) in self.rows(at, width, mask.len() / width) {
            let from = row * width + skip;
            let Some(covers) = mask.get(from..from + line.len()) else {
                continue;
            };
            for (pixel, &cover) in line.iter_mut().zip(covers) {
                let step = steps(u32::from(cover));
                if step == 0 {
                    continue;
                }
                let mixed = &mut mixed[step as usize / 85][usize::from(*pixel)];
                let index = *mixed.get_or_insert_with(|| match step * u32::from(strength) / 255 {
                    0 => *pixel,
                    255 => full,
                    part => palette.near(mix(palette.colour(*pixel), colour, part)),
                });
                *pixel = index;
            }
        }
    }

    /// Lays a sprite over the rows.
    fn sprite(&mut self, sprite: &Sprite, (x, y): (i32, i32)) {
        let palette = self.palette;
        let side = sprite.side();
        let across = self.across as usize;
        for run in sprite.runs() {
            // Parts left and right of the strip are cut off.
            let (Ok(top), from) = (
                usize::try_from(i64::from(y) + run.row as i64),
                (i64::from(x) + run.start as i64).clamp(0, across as i64) as usize,
            ) else {
                continue;
            };
            let to = (i64::from(x) + run.end as i64).clamp(0, across as i64) as usize;
            let Some(line) = self.pixels.get_mut(top * across + from..top * across + to) else {
                // The following runs lie below the last row.
                break;
            };
            let first = run.row * side + (from as i64 - i64::from(x)).max(0) as usize;
            if run.opaque {
                if let Some(indexes) = sprite.indexes().get(first..first + line.len()) {
                    line.copy_from_slice(indexes);
                }
                continue;
            }
            let inks = sprite.pixels().get(first..).unwrap_or_default();
            for (pixel, ink) in line.iter_mut().zip(inks) {
                let below = palette.colour(*pixel);
                let rest = 255 - u32::from(ink.alpha);
                let over = |channel: usize| {
                    let under = u32::from(below[channel]) * rest / 255;
                    (u32::from(ink.premultiplied[channel]) + under).min(255) as u8
                };
                *pixel = palette.near([over(0), over(1), over(2)]);
            }
        }
    }
}
