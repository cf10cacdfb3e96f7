//! The canvas: the shapes of a picture in drawing order. Pixels are drawn only on demand, whole or a band of rows at a
//! time; everything outside the canvas is cut off.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use image::GrayImage;
use resvg::tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

use super::palette::{self, Palette, Rgb};
use super::picture::{Picture, Theme};
use super::shape::{Coverage, Key, Shape, Sprite, Strip, What};
use super::text::Word;

/// A picture that can be drawn.
#[derive(Debug)]
pub struct Canvas {
    width: u32,
    height: u32,
    shapes: Vec<Shape>,
    /// The first rows of the bands, in order.
    cuts: Vec<i32>,
    palette: &'static Palette,
    theme: Theme,
}

/// A band: whole rows of a picture. Bands with equal keys have equal pixels, wherever they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// The rows of the band.
    pub rows: Range<i32>,
    /// The key of the shapes on the rows.
    pub key: u128,
}

impl Canvas {
    /// Returns an empty page of at least one pixel, cut into bands before those rows of `cuts` that lie on it.
    pub fn new(width: i32, height: i32, cuts: Vec<i32>, theme: Theme) -> Self {
        let side = |length: i32| u32::try_from(length).unwrap_or(1).max(1);
        Canvas {
            width: side(width),
            height: side(height),
            shapes: Vec::with_capacity(1_024),
            cuts,
            palette: palette::of(theme),
            theme,
        }
    }

    /// Returns the theme of the picture.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// Returns the colours around the boards.
    pub fn colours(&self) -> &'static palette::Colours {
        &self.palette.colours
    }

    /// Returns the colours of the palette's indexes.
    pub fn table(&self) -> &'static [Rgb] {
        self.palette.table()
    }

    /// Returns the number of pixels across and down.
    pub fn dimensions(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns all rows, from the first band to the last.
    pub fn bands(&self) -> Vec<Band> {
        let height = i32::try_from(self.height).unwrap_or(i32::MAX);
        let mut starts = vec![0];
        for &cut in self.cuts.iter().filter(|&&cut| cut < height) {
            if starts.last().is_some_and(|&last| cut > last) {
                starts.push(cut);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([height]);
        let rows: Vec<Range<i32>> = starts
            .iter()
            .zip(ends)
            .map(|(&top, end)| top..end)
            .collect();
        let page = self.palette.colours.page;
        let mut keys: Vec<Key> = rows
            .iter()
            .map(|rows| Key::new(self.width, rows.end - rows.start, page))
            .collect();
        for shape in &self.shapes {
            let first = rows.partition_point(|rows| rows.end <= shape.y);
            for (rows, key) in rows.iter().zip(&mut keys).skip(first) {
                if rows.start >= shape.bottom() {
                    break;
                }
                key.add(shape, rows.start);
            }
        }
        rows.into_iter()
            .zip(keys)
            .map(|(rows, key)| Band {
                rows,
                key: key.finish(),
            })
            .collect()
    }

    /// Draws some rows, one palette index per pixel; `pixels` is emptied first.
    pub fn draw(&self, rows: &Range<i32>, pixels: &mut Vec<u8>) {
        let page = self.palette.index(self.palette.colours.page);
        let down = usize::try_from(rows.end - rows.start).unwrap_or(0);
        pixels.clear();
        pixels.resize(self.width as usize * down, page);
        let mut strip = Strip {
            pixels,
            across: self.width,
            top: rows.start,
            palette: self.palette,
        };
        for shape in &self.shapes {
            if shape.y < rows.end && rows.start < shape.bottom() {
                shape.draw(&mut strip);
            }
        }
    }

    /// Returns the whole picture, drawn band by band.
    pub fn picture(&self) -> Picture {
        let mut all = Vec::with_capacity(self.width as usize * self.height as usize);
        let mut pixels = Vec::new();
        let bands: Vec<Range<i32>> = self.bands().into_iter().map(|band| band.rows).collect();
        for rows in &bands {
            self.draw(rows, &mut pixels);
            all.extend_from_slice(&pixels);
        }
        let pixels = GrayImage::from_raw(self.width, self.height, all);
        Picture {
            pixels: pixels.unwrap_or_default(),
            palette: self.palette.table(),
            bands,
        }
    }

    fn add(&mut self, x: i32, y: i32, height: i32, what: What) {
        self.shapes.push(Shape::new(x, y, height, what));
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Rgb) {
        if width > 0 && height > 0 {
            self.add(x, y, height, What::Rect { width, colour });
        }
    }

    /// Draws a rectangle's outline, `thick` pixels wide, inside its edges.
    pub fn frame(&mut self, [x, y, width, height]: [i32; 4], thick: i32, colour: Rgb) {
        self.rect(x, y, width, thick, colour);
        self.rect(x, y + height - thick, width, thick, colour);
        self.rect(x, y, thick, height, colour);
        self.rect(x + width - thick, y, thick, height, colour);
    }

    /// Fills a smooth path, given in pixels.
    pub fn fill(&mut self, path: &Path, colour: Rgb) {
        self.path(path, None, colour);
    }

    /// Draws a line along a path with round ends, `width` pixels wide.
    pub fn stroke(&mut self, path: &Path, width: f32, colour: Rgb) {
        self.path(path, Some(width), colour);
    }

    fn path(&mut self, path: &Path, stroke: Option<f32>, colour: Rgb) {
        let bounds = path.bounds();
        let around = stroke.map_or(0.0, |width| width / 2.0);
        // Parts farther outside the picture are invisible.
        let limit = |edge: f32, most: u32| edge.clamp(-16.0, most as f32 + 16.0) as i32;
        let left = limit((bounds.left() - around).floor(), self.width);
        let top = limit((bounds.top() - around).floor(), self.height);
        let width = limit((bounds.right() + around).ceil(), self.width) - left + 1;
        let height = limit((bounds.bottom() + around).ceil(), self.height) - top + 1;
        let moved = Transform::from_translate(-left as f32, -top as f32);
        let moved = path.clone().transform(moved);
        if let (Ok(width), Ok(height), Some(path)) =
            (u32::try_from(width), u32::try_from(height), moved)
            && let Some(coverage) = covered_by(&path, stroke, [width, height])
        {
            self.covered(&coverage, (left, top), colour, 255);
        }
    }

    /// Fills a disc; discs that are too large or too far away are ignored.
    pub fn disc(&mut self, centre: (f32, f32), radius: f32, colour: Rgb) {
        if !(centre.0.abs() < 8_192.0 && centre.1.abs() < 8_192.0 && radius < 400.0) {
            return;
        }
        let (left, top) = (centre.0.floor(), centre.1.floor());
        let Some(disc) = disc(radius, (centre.0 - left, centre.1 - top)) else {
            return;
        };
        let at = (left as i32 - disc.reach, top as i32 - disc.reach);
        self.covered(&disc.coverage, at, colour, 255);
    }

    /// Draws a circle's line.
    pub fn ring(&mut self, centre: (f32, f32), radius: f32, width: f32, colour: Rgb) {
        if let Some(path) = PathBuilder::from_circle(centre.0, centre.1, radius) {
            self.stroke(&path, width, colour);
        }
    }

    /// Draws a straight line with round ends.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb) {
        if let Some(path) = polyline(&[from, to]).and_then(PathBuilder::finish) {
            self.stroke(&path, width, colour);
        }
    }

    /// Fills a polygon.
    pub fn polygon(&mut self, points: &[(f32, f32)], colour: Rgb) {
        let outline = polyline(points).and_then(|mut path| {
            path.close();
            path.finish()
        });
        if let Some(path) = outline {
            self.fill(&path, colour);
        }
    }

    /// Fills a rectangle with rounded corners.
    pub fn plate(&mut self, [x, y, width, height]: [i32; 4], radius: f32, colour: Rgb) {
        let (l, t) = (x as f32, y as f32);
        let (r, b) = ((x + width) as f32, (y + height) as f32);
        let radius = radius.min((r - l) / 2.0).min((b - t) / 2.0).max(0.0);
        let mut path = PathBuilder::new();
        path.move_to(l + radius, t);
        path.line_to(r - radius, t);
        path.quad_to(r, t, r, t + radius);
        path.line_to(r, b - radius);
        path.quad_to(r, b, r - radius, b);
        path.line_to(l + radius, b);
        path.quad_to(l, b, l, b - radius);
        path.line_to(l, t + radius);
        path.quad_to(l, t, l + radius, t);
        path.close();
        if let Some(path) = path.finish() {
            self.fill(&path, colour);
        }
    }

    /// Writes a word; (x, y) is the upper left corner of its box, and a `strength` of 255 is full.
    pub fn word(&mut self, word: &Word, x: i32, y: i32, colour: Rgb, strength: u8) {
        self.covered(word.coverage(), (x, y), colour, strength);
    }

    fn covered(&mut self, coverage: &Arc<Coverage>, at: (i32, i32), colour: Rgb, strength: u8) {
        let what = What::Covered {
            coverage: Arc::clone(coverage),
            colour,
            strength,
        };
        let height = i32::try_from(coverage.height()).unwrap_or(0);
        self.add(at.0, at.1, height, what);
    }

    /// Lays a sprite over the canvas; (x, y) is its upper left corner.
    pub fn sprite(&mut self, sprite: &Arc<Sprite>, x: i32, y: i32) {
        let side = i32::try_from(sprite.side()).unwrap_or(0);
        self.add(x, y, side, What::Sprite(Arc::clone(sprite)));
    }
}

/// A disc in the middle of a mask, drawn once.
#[derive(Debug)]
struct Disc {
    coverage: Arc<Coverage>,
    /// Distance from the mask's left and upper edge to the pixel of the centre.
    reach: i32,
}

/// Discs by the bits of their radius and of the centre's place within its pixel. Boards have many equal discs.
type Discs = HashMap<[u32; 3], Arc<Disc>>;

static DISCS: LazyLock<Mutex<Discs>> = LazyLock::new(Mutex::default);

/// Number of discs at which the store is emptied.
const MOST_DISCS: usize = 256;

fn disc(radius: f32, part: (f32, f32)) -> Option<Arc<Disc>> {
    let key = [radius.to_bits(), part.0.to_bits(), part.1.to_bits()];
    let mut discs = DISCS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(disc) = discs.get(&key) {
        return Some(Arc::clone(disc));
    }
    let reach = radius.ceil() as i32 + 1;
    let side = u32::try_from(2 * reach + 2).ok()?;
    let mut mask = Mask::new(side, side)?;
    let middle = reach as f32;
    let path = PathBuilder::from_circle(middle + part.0, middle + part.1, radius)?;
    mask.fill_path(&path, FillRule::Winding, true, Transform::identity());
    let coverage = Arc::new(Coverage::new(side as usize, mask.take()));
    let disc = Arc::new(Disc { coverage, reach });
    if discs.len() >= MOST_DISCS {
        discs.clear();
    }
    discs.insert(key, Arc::clone(&disc));
    Some(disc)
}

/// Masks of paths, by everything they depend on: the size of the mask, the line's width, and the path's verbs and
/// points as bits.
#[derive(Debug, Default)]
struct PathStore {
    coverages: HashMap<Vec<u32>, Arc<Coverage>>,
    bytes: usize,
}

static PATHS: LazyLock<Mutex<PathStore>> = LazyLock::new(Mutex::default);

/// Maximum size of the masks before the store is emptied, in bytes.
const MOST_PATH_BYTES: usize = 2 * 1024 * 1024;

/// Returns the mask of a path, from the store or newly drawn: filled, or a line `stroke` pixels wide with round ends.
/// Boards have few kinds of plates and lines, but many of each, and the same after every move.
fn covered_by(path: &Path, stroke: Option<f32>, size: [u32; 2]) -> Option<Arc<Coverage>> {
    let points = path.points().iter();
    let points = points.flat_map(|point| [point.x.to_bits(), point.y.to_bits()]);
    let verbs = path.verbs().iter().map(|verb| *verb as u32);
    let width = stroke.map_or(u32::MAX, f32::to_bits);
    let key: Vec<u32> = size
        .into_iter()
        .chain([width])
        .chain(verbs)
        .chain(points)
        .collect();
    if let Some(found) = paths().coverages.get(&key) {
        return Some(Arc::clone(found));
    }
    // Drawn outside the lock, so that other pictures need not wait; two threads may draw the same path.
    let outline = match stroke {
        None => Some(path.clone()),
        Some(width) => path.stroke(&round(width), 1.0),
    };
    let mut mask = Mask::new(size[0], size[1])?;
    mask.fill_path(&outline?, FillRule::Winding, true, Transform::identity());
    let coverage = Arc::new(Coverage::new(size[0] as usize, mask.take()));
    let mut store = paths();
    store.bytes += coverage.mask().len();
    if store.bytes > MOST_PATH_BYTES {
        *store = PathStore {
            bytes: coverage.mask().len(),
            ..PathStore::default()
        };
    }
    store.coverages.insert(key, Arc::clone(&coverage));
    Some(coverage)
}

fn paths() -> MutexGuard<'static, PathStore> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn round(width: f32) -> Stroke {
    Stroke {
        width,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        ..Stroke::default()
    }
}

/// Begins a path with straight lines through these points; `None` if they are not finite.
fn polyline(points: &[(f32, f32)]) -> Option<PathBuilder> {
    let mut path = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        if !x.is_finite() || !y.is_finite() {
            return None;
        }
        if index == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    Some(path)
}
