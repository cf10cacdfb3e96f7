//! What a canvas holds: shapes in drawing order, each with a key that tells it from all others, and how they are drawn
//! on a strip of rows.
//!
//! A shape's pixels depend on nothing but its key, where it lies against the strip's first row, and what lies under it.

use std::hash::{BuildHasher as _, Hash as _, Hasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use super::palette::{Palette, Rgb, mix, steps};

/// Keys nobody outside can foresee, so that nobody can make two things of one key.
static KEYS: LazyLock<[RandomState; 2]> =
    LazyLock::new(|| [RandomState::new(), RandomState::new()]);

/// Where the polynomials of strips are taken: odd, so that no shape's part is ever lost.
static POINTS: LazyLock<[u64; 2]> =
    LazyLock::new(|| KEYS.each_ref().map(|state| state.hash_one("point") | 1));

/// A number that nothing else made in this process has.
fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// How much of each pixel of a rectangle something covers, 0 to 255, row by row.
#[derive(Debug)]
pub struct Coverage {
    id: u64,
    width: usize,
    mask: Vec<u8>,
}

impl Coverage {
    /// A mask of rows of so many bytes.
    pub fn new(width: usize, mask: Vec<u8>) -> Self {
        Coverage {
            id: unique(),
            width: width.max(1),
            mask,
        }
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.mask.len() / self.width
    }

    /// Row by row.
    pub fn mask(&self) -> &[u8] {
        &self.mask
    }
}

/// A piece in pixels, square.
#[derive(Debug)]
pub struct Sprite {
    id: u64,
    side: usize,
    pixels: Vec<Ink>,
    indexes: Vec<u8>,
    runs: Vec<Run>,
}

/// Pixels side by side in a row that are not wholly transparent: all of them opaque, or none.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Their row.
    pub row: usize,
    /// The column of the first.
    pub start: usize,
    /// The column after the last.
    pub end: usize,
    /// Whether they are opaque.
    pub opaque: bool,
}

/// One pixel of a sprite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ink {
    /// The colour times its opacity.
    pub premultiplied: Rgb,
    /// Opacity.
    pub alpha: u8,
    /// The palette's entry for it, where it is opaque.
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

    /// A number that no other sprite has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// What is to be seen of it, row by row.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The palette's entry of each pixel, where it is opaque; row by row.
    pub fn indexes(&self) -> &[u8] {
        &self.indexes
    }

    /// Pixels across, and down.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Row by row.
    pub fn pixels(&self) -> &[Ink] {
        &self.pixels
    }
}

/// What is drawn.
#[derive(Clone, Debug)]
pub enum What {
    /// A filled rectangle.
    Rect { width: i32, colour: Rgb },
    /// A colour by a mask; a `strength` of 255 is full.
    Covered {
        coverage: Arc<Coverage>,
        colour: Rgb,
        strength: u8,
    },
    /// A piece.
    Sprite(Arc<Sprite>),
}

/// Something drawn: what, and the upper left corner of the box around it.
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

    /// The row after its last.
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add(self.height)
    }

    /// Draws what lies on the strip.
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

/// Two numbers as one: a hasher takes eight bytes at a time.
fn packed(first: i32, second: i32) -> u64 {
    u64::from(first as u32) << 32 | u64::from(second as u32)
}

/// A colour, and what kind of shape it is of.
fn tagged(kind: u8, [red, green, blue]: Rgb) -> i32 {
    i32::from_le_bytes([kind, red, green, blue])
}

/// The key of what is drawn on a strip, built shape by shape: polynomials of the shapes' keys at two secret points.
#[derive(Clone, Debug)]
pub struct Key([u64; 2]);

impl Key {
    /// Of an empty strip of so many pixels on a page of this colour.
    pub fn new(across: u32, rows: i32, page: Rgb) -> Self {
        Key(KEYS
            .each_ref()
            .map(|state| state.hash_one((across, rows, page))))
    }

    /// With another shape on it, `top` being the strip's first row.
    pub fn add(&mut self, shape: &Shape, top: i32) {
        // Keys are as good as random: that the same sum comes of another one and its row is not to be feared.
        let row = i64::from(shape.y) - i64::from(top);
        let added = shape.key.wrapping_add(row as u64);
        for (key, point) in self.0.iter_mut().zip(*POINTS) {
            *key = key.wrapping_mul(point).wrapping_add(added);
        }
    }

    /// Two hashes of 64 bits.
    pub fn finish(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
}

/// Whole rows of a picture, as palette indexes.
#[derive(Debug)]
pub struct Strip<'a> {
    pub pixels: &'a mut [u8],
    pub across: u32,
    /// The picture's row that is the strip's first.
    pub top: i32,
    pub palette: &'static Palette,
}

impl Strip<'_> {
    fn height(&self) -> i32 {
        i32::try_from(self.pixels.len() / self.across.max(1) as usize).unwrap_or(i32::MAX)
    }

    /// The part of a run of `length` from `start` that lies on a side of `limit` pixels: its first pixel, how many
    /// were cut off before it, and how many are left.
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

    /// The rows from `y` on that `height` rows of `width` pixels at `x` cover: each with the index of the row and of
    /// the first pixel that is visible.
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

    /// Lays a colour over the rows by a mask of coverage, `width` bytes a row.
    fn cover(&mut self, at: (i32, i32), width: usize, mask: &[u8], colour: Rgb, strength: u8) {
        let palette = self.palette;
        let full = palette.index(colour);
        if width == 0 {
            return;
        }
        // What becomes of an index at a step of coverage: few of them meet, again and again.
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
            // What lies outside is cut off, left and right.
            let (Ok(top), from) = (
                usize::try_from(i64::from(y) + run.row as i64),
                (i64::from(x) + run.start as i64).clamp(0, across as i64) as usize,
            ) else {
                continue;
            };
            let to = (i64::from(x) + run.end as i64).clamp(0, across as i64) as usize;
            let Some(line) = self.pixels.get_mut(top * across + from..top * across + to) else {
                // Below the last row there is nothing more.
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
