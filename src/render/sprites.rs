//! Pieces in pixels, drawn once for each size and theme, and kept.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use image::{Rgba, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};

use super::canvas::Canvas;
use super::figures;
use super::palette::{self, Rgb};
use super::picture::Theme;
use super::shape::{Ink, Sprite};
use super::svg::{Key, rim_style, style, svg};
use super::text::{Word, word};
use crate::scene::{Army, Figure, Scene, Token};

/// Maximum size of the sprites before the store is emptied, in bytes: about the whole set at three sizes.
const MOST_BYTES: usize = 48 * 1024 * 1024;

#[derive(Debug, Default)]
struct Store {
    sprites: HashMap<Key, Arc<Sprite>>,
    bytes: usize,
}

static STORE: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

/// True if pieces must carry their army's sign, so that nobody has to distinguish red from green: if the scene has
/// other armies than the two usual ones, or pieces with a facing or a former army.
pub fn needs_signs(scene: &Scene) -> bool {
    let many = |token: &Token| {
        token.facing.is_some()
            || token.former.is_some()
            || !matches!(token.army, Army::White | Army::Black)
    };
    let on_boards = scene
        .grids
        .iter()
        .flat_map(|grid| &grid.cells)
        .flatten()
        .filter_map(|cell| cell.token.as_ref());
    let in_trays = scene
        .trays
        .iter()
        .flat_map(|tray| &tray.items)
        .filter_map(|item| item.token.as_ref());
    on_boards.chain(in_trays).any(many)
}

/// The style of a token: additions that depend on its surroundings.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// True if the token carries its army's sign.
    pub signs: bool,
    /// True if the token is on the page and not on a board: dark pieces need a light rim on a dark page.
    pub on_page: bool,
}

/// Draws a token in the cell of `side` pixels whose upper left corner is (x, y).
pub fn token(canvas: &mut Canvas, (x, y): (i32, i32), side: i32, token: &Token, style: Style) {
    let Some(key) = key(canvas.theme(), side, token, style) else {
        return;
    };
    canvas.sprite(&sprite(&key), x, y);
    if let Some((count, left, top)) = stones(side, token) {
        let strength = if token.ghost { GHOST } else { 255 };
        let colour = palette::army_colours(token.army).detail;
        canvas.word(&count, x + left, y + top, colour, strength);
    }
    if !token.count.is_empty() {
        badge(
            canvas,
            (x + side, y + side),
            side as f32 / 100.0,
            &token.count,
        );
    }
}

/// Returns the picture of a token in a cell of `side` pixels, without a count in its corner.
pub fn alone(theme: Theme, side: i32, token: &Token, style: Style) -> RgbaImage {
    let Some(key) = key(theme, side, token, style) else {
        return RgbaImage::new(1, 1);
    };
    let sprite = sprite(&key);
    let mut piece = RgbaImage::new(u32::from(key.side), u32::from(key.side));
    for (pixel, ink) in piece.pixels_mut().zip(sprite.pixels()) {
        *pixel = straight(ink.premultiplied, ink.alpha);
    }
    if let Some((count, left, top)) = stones(side, token) {
        let colour = palette::army_colours(token.army).detail;
        for (row, line) in (top..).zip(count.coverage().mask().chunks_exact(count.width().max(1))) {
            for (column, &cover) in (left..).zip(line) {
                let (Ok(x), Ok(y)) = (u32::try_from(column), u32::try_from(row)) else {
                    continue;
                };
                if let Some(pixel) = piece.get_pixel_mut_checked(x, y) {
                    let [red, green, blue, alpha] = pixel.0;
                    let [red, green, blue] =
                        palette::mix([red, green, blue], colour, u32::from(cover));
                    pixel.0 = [red, green, blue, alpha.max(cover)];
                }
            }
        }
    }
    piece
}

fn key(theme: Theme, side: i32, token: &Token, style: Style) -> Option<Key> {
    Some(Key {
        army: token.army,
        figure: token.figure,
        second: token.second,
        facing: token.facing,
        former: token.former,
        ghost: token.ghost,
        pips: token.pips.map(|pips| pips.min(3)),
        sign: style.signs,
        halo: style.on_page && token.army == Army::Black && theme == Theme::Dark,
        side: u16::try_from(side.clamp(8, 400)).ok()?,
        theme,
    })
}

/// Returns the number on a stack in a cell of `side` pixels, and its left and upper edge in the cell.
fn stones(side: i32, token: &Token) -> Option<(Arc<Word>, i32, i32)> {
    let Figure::Stack(stones) = token.figure else {
        return None;
    };
    let unit = side as f32 / 100.0;
    let count = word(&stones.to_string(), 33.0 * unit);
    let middle = figures::stack_top(stones) * unit;
    let left = (side - count.width() as i32) / 2;
    let top = middle.round() as i32 - count.middle();
    Some((count, left, top))
}

/// The opacity of a ghost, of 255.
const GHOST: u8 = 105;

/// Draws the count in the lower right corner.
fn badge(canvas: &mut Canvas, (right, bottom): (i32, i32), unit: f32, text: &str) {
    let short: String = text.chars().take(3).collect();
    let count = word(&short, (30.0 * unit).max(11.0));
    let width = count.width() as i32 - 1;
    let height = (36.0 * unit).max(14.0).round() as i32;
    let across = (width + (12.0 * unit).round() as i32).max(height);
    let left = right - across;
    let top = bottom - height;
    let colours = canvas.colours();
    let radius = height as f32 / 2.0;
    canvas.plate([left, top, across, height], radius, colours.rim);
    canvas.plate(
        [left + 1, top + 1, across - 2, height - 2],
        radius,
        colours.coarse,
    );
    let at = (
        left + (across - width) / 2,
        top + height / 2 - count.middle(),
    );
    canvas.word(&count, at.0, at.1, colours.page, 255);
}

fn sprite(key: &Key) -> Arc<Sprite> {
    {
        let store = STORE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sprite) = store.sprites.get(key) {
            return Arc::clone(sprite);
        }
    }
    // Drawn outside the lock, so that other pictures need not wait; two threads may draw the same sprite.
    let sprite = Arc::new(draw(key));
    let size = sprite.pixels().len() * (size_of::<Ink>() + 1) + size_of_val(sprite.runs());
    let mut store = STORE.lock().unwrap_or_else(PoisonError::into_inner);
    if store.bytes + size > MOST_BYTES {
        *store = Store::default();
    }
    if store
        .sprites
        .insert(key.clone(), Arc::clone(&sprite))
        .is_none()
    {
        store.bytes += size;
    }
    sprite
}

fn draw(key: &Key) -> Sprite {
    let side = usize::from(key.side);
    let Some(mut pixmap) = Pixmap::new(u32::from(key.side), u32::from(key.side)) else {
        return Sprite::new(side, vec![Ink::default(); side * side]);
    };
    let scale = Transform::from_scale(f32::from(key.side) / 100.0, f32::from(key.side) / 100.0);
    let options = resvg::usvg::Options::default();
    let army_colours = palette::army_colours(key.army);
    let halo = key.halo.then(rim_style);
    for style in halo.into_iter().chain([style(&army_colours)]) {
        if let Ok(tree) = resvg::usvg::Tree::from_str(&svg(key, &style), &options) {
            resvg::render(&tree, scale, &mut pixmap.as_mut());
        }
    }
    let palette = palette::of(key.theme);
    let strength = if key.ghost { u32::from(GHOST) } else { 255 };
    // A piece that belonged to another army before also shows that army's sign.
    let armies = [Some(key.army), key.former].into_iter().flatten();
    // A piece without gold must not have colours halfway to gold at the edges of its lines.
    let has_gold = pixmap
        .pixels()
        .iter()
        .any(|pixel| [pixel.red(), pixel.green(), pixel.blue()] == palette::GOLD);
    let inks: Vec<(Rgb, u8)> = armies
        .flat_map(palette::inks)
        .chain(
            palette::crown_colours(key.army)
                .into_iter()
                .filter(|_| has_gold),
        )
        .chain(key.halo.then_some(palette::PIECE_RIM))
        .map(|ink| (ink, palette.index(ink)))
        .collect();
    let pixels = pixmap
        .pixels()
        .iter()
        .map(|pixel| {
            let alpha = (palette::steps(u32::from(pixel.alpha())) * strength / 255) as u8;
            let straight = pixel.demultiply();
            let colour = [straight.red(), straight.green(), straight.blue()];
            let nearest = inks
                .iter()
                .min_by_key(|(ink, _)| palette::distance(*ink, colour));
            let (colour, index) = nearest.copied().unwrap_or((colour, 0));
            Ink {
                premultiplied: colour
                    .map(|value| (u32::from(value) * u32::from(alpha) / 255) as u8),
                alpha,
                index,
            }
        })
        .collect();
    Sprite::new(side, pixels)
}

/// Draws an army's sign by itself, for captions.
pub fn sign(canvas: &mut Canvas, centre: (i32, i32), radius: f32, army: Army) {
    let army_colours = palette::army_colours(army);
    let (x, y) = (centre.0 as f32, centre.1 as f32);
    for (r, colour) in [
        (radius + 2.0, army_colours.outline),
        (radius, army_colours.fill),
    ] {
        match army {
            Army::White => canvas.disc((x, y), r * 0.9, colour),
            Army::Black => {
                let half = r * 0.82;
                canvas.polygon(
                    &[
                        (x - half, y - half),
                        (x + half, y - half),
                        (x + half, y + half),
                        (x - half, y + half),
                    ],
                    colour,
                );
            }
            Army::Red => canvas.polygon(
                &[
                    (x, y - r),
                    (x + r * 1.08, y + r * 0.86),
                    (x - r * 1.08, y + r * 0.86),
                ],
                colour,
            ),
            Army::Green => {
                canvas.polygon(&[(x, y - r), (x + r, y), (x, y + r), (x - r, y)], colour);
            }
            Army::Frozen => {
                let arm = r * 0.62;
                let width = if colour == army_colours.outline {
                    6.0
                } else {
                    3.0
                };
                canvas.line((x - arm, y - arm), (x + arm, y + arm), width, colour);
                canvas.line((x - arm, y + arm), (x + arm, y - arm), width, colour);
            }
        }
    }
}

/// Returns the straight colour of a premultiplied pixel.
fn straight(premultiplied: [u8; 3], alpha: u8) -> Rgba<u8> {
    let channel = |value: u8| match u32::from(alpha) {
        0 => 0,
        alpha => ((u32::from(value) * 255 + alpha / 2) / alpha).min(255) as u8,
    };
    let [red, green, blue] = premultiplied.map(channel);
    Rgba([red, green, blue, alpha])
}
