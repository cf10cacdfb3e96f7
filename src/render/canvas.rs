//! The canvas: palette indexes, and what is drawn on them. Everything outside it is cut off.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use image::GrayImage;

use super::palette::{self, Palette, Rgb, mix};
use super::sprites::Sprite;
use super::text::Word;
use super::tiny_skia::{self, FillRule, Mask, Path, PathBuilder, Stroke, Transform};
use super::{Picture, Theme};

/// A picture being drawn.
#[derive(Debug)]
pub struct Canvas {
    pixels: GrayImage,
    palette: &'static Palette,
    theme: Theme,
}

impl Canvas {
    /// An empty page, at least one pixel.
    pub fn new(width: i32, height: i32, theme: Theme) -> Self {
        let palette = palette::of(theme);
        let side = |length: i32| u32::try_from(length).unwrap_or(1).max(1);
        let page = image::Luma([palette.index(palette.colours.page)]);
        Canvas {
            pixels: GrayImage::from_pixel(side(width), side(height), page),
            palette,
            theme,
        }
    }

    /// The theme it is drawn in.
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// The colours around the boards.
    pub fn colours(&self) -> &'static palette::Colours {
        &self.palette.colours
    }

    /// The drawn picture.
    pub fn finish(self) -> Picture {
        Picture {
            pixels: self.pixels,
            palette: self.palette.table(),
            plain: self.palette.plain(),
        }
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

    /// The canvas rows from `y` on that `height` rows of `width` pixels at `x` cover: each with the index of the row
    /// and of the first pixel that is visible.
    fn rows(
        &mut self,
        (x, y): (i32, i32),
        width: usize,
        height: usize,
    ) -> impl Iterator<Item = (usize, usize, &mut [u8])> {
        let across = self.pixels.width();
        let columns = Self::visible(x, width, across);
        let lines = Self::visible(y, height, self.pixels.height());
        let (left, cut, count) = columns.unwrap_or_default();
        let (top, above, down) = match columns {
            Some(_) => lines.unwrap_or_default(),
            None => (0, 0, 0),
        };
        let stride = across as usize;
        self.pixels
            .chunks_exact_mut(stride)
            .skip(top)
            .take(down)
            .enumerate()
            .filter_map(move |(row, line)| {
                Some((row + above, cut, line.get_mut(left..left + count)?))
            })
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, colour: Rgb) {
        let index = self.palette.index(colour);
        let side = |length: i32| usize::try_from(length).unwrap_or(0);
        for (_, _, line) in self.rows((x, y), side(width), side(height)) {
            line.fill(index);
        }
    }

    /// Draws a rectangle's outline inwards, `thick` pixels wide.
    pub fn frame(&mut self, [x, y, width, height]: [i32; 4], thick: i32, colour: Rgb) {
        self.rect(x, y, width, thick, colour);
        self.rect(x, y + height - thick, width, thick, colour);
        self.rect(x, y, thick, height, colour);
        self.rect(x + width - thick, y, thick, height, colour);
    }

    /// Fills a smooth shape, given in pixels.
    pub fn fill(&mut self, path: &Path, colour: Rgb) {
        let bounds = path.bounds();
        let limit = |edge: f32| edge.clamp(-16.0, 8_192.0) as i32;
        let (left, top) = (limit(bounds.left().floor()), limit(bounds.top().floor()));
        let width = limit(bounds.right().ceil()) - left + 1;
        let height = limit(bounds.bottom().ceil()) - top + 1;
        let (Ok(across), Ok(down)) = (u32::try_from(width), u32::try_from(height)) else {
            return;
        };
        let Some(mut mask) = Mask::new(across, down) else {
            return;
        };
        let moved = Transform::from_translate(-left as f32, -top as f32);
        mask.fill_path(path, FillRule::Winding, true, moved);
        self.cover((left, top), across as usize, mask.data(), colour, 255);
    }

    /// Draws along a path with round ends, `width` pixels wide.
    pub fn stroke(&mut self, path: &Path, width: f32, colour: Rgb) {
        let stroke = Stroke {
            width,
            line_cap: tiny_skia::LineCap::Round,
            line_join: tiny_skia::LineJoin::Round,
            ..Stroke::default()
        };
        if let Some(outline) = path.stroke(&stroke, 1.0) {
            self.fill(&outline, colour);
        }
    }

    /// A disc.
    pub fn disc(&mut self, centre: (f32, f32), radius: f32, colour: Rgb) {
        if !(centre.0.abs() < 8_192.0 && centre.1.abs() < 8_192.0 && radius < 400.0) {
            return;
        }
        let (left, top) = (centre.0.floor(), centre.1.floor());
        let Some(disc) = disc(radius, (centre.0 - left, centre.1 - top)) else {
            return;
        };
        let at = (left as i32 - disc.reach, top as i32 - disc.reach);
        let across = disc.mask.width() as usize;
        self.cover(at, across, disc.mask.data(), colour, 255);
    }

    /// A circle's line.
    pub fn ring(&mut self, centre: (f32, f32), radius: f32, width: f32, colour: Rgb) {
        if let Some(path) = PathBuilder::from_circle(centre.0, centre.1, radius) {
            self.stroke(&path, width, colour);
        }
    }

    /// A straight line with round ends.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, colour: Rgb) {
        if let Some(path) = polyline(&[from, to], false) {
            self.stroke(&path, width, colour);
        }
    }

    /// A filled polygon.
    pub fn polygon(&mut self, points: &[(f32, f32)], colour: Rgb) {
        if let Some(path) = polyline(points, true) {
            self.fill(&path, colour);
        }
    }

    /// A rectangle with rounded corners.
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

    /// Writes a word; (x, y) is the upper left corner of its box. `strength` of 255 is full.
    pub fn word(&mut self, word: &Word, x: i32, y: i32, colour: Rgb, strength: u8) {
        self.cover((x, y), word.width(), word.coverage(), colour, strength);
    }

    /// Lays a colour over the canvas by a mask of coverage, `width` bytes a row.
    fn cover(&mut self, at: (i32, i32), width: usize, mask: &[u8], colour: Rgb, strength: u8) {
        let palette = self.palette;
        let full = palette.index(colour);
        if width == 0 {
            return;
        }
        for (row, skip, line) in self.rows(at, width, mask.len() / width) {
            let from = row * width + skip;
            let Some(covers) = mask.get(from..from + line.len()) else {
                continue;
            };
            for (pixel, &cover) in line.iter_mut().zip(covers) {
                match u32::from(cover) * u32::from(strength) / 255 {
                    0 => {}
                    255 => *pixel = full,
                    part => *pixel = palette.near(mix(palette.colour(*pixel), colour, part)),
                }
            }
        }
    }

    /// Lays a sprite over the canvas; (x, y) is its upper left corner.
    pub fn sprite(&mut self, sprite: &Sprite, x: i32, y: i32) {
        let palette = self.palette;
        let side = sprite.side();
        let across = self.pixels.width() as usize;
        let canvas: &mut [u8] = &mut self.pixels;
        for run in sprite.runs() {
            // What lies outside is cut off, left and right.
            let (Ok(top), from) = (
                usize::try_from(i64::from(y) + run.row as i64),
                (i64::from(x) + run.start as i64).clamp(0, across as i64) as usize,
            ) else {
                continue;
            };
            let to = (i64::from(x) + run.end as i64).clamp(0, across as i64) as usize;
            let Some(line) = canvas.get_mut(top * across + from..top * across + to) else {
                continue;
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

/// A disc drawn once, in the middle of a mask.
#[derive(Debug)]
struct Disc {
    mask: Mask,
    /// From the mask's left and upper edge to the pixel that the centre lies in.
    reach: i32,
}

/// Discs by the bits of their radius and of where in its pixel the centre lies: boards have few different ones, and
/// many of each.
type Discs = HashMap<[u32; 3], Arc<Disc>>;

static DISCS: LazyLock<Mutex<Discs>> = LazyLock::new(Mutex::default);

/// How many discs are kept before the store is emptied.
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
    let disc = Arc::new(Disc { mask, reach });
    if discs.len() >= MOST_DISCS {
        discs.clear();
    }
    discs.insert(key, Arc::clone(&disc));
    Some(disc)
}

/// Straight lines through these points; `None` where they are not finite or all one.
fn polyline(points: &[(f32, f32)], close: bool) -> Option<Path> {
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
    if close {
        path.close();
    }
    path.finish()
}
