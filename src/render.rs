//! Drawing of scenes: pure, blocking, safe to call from any thread, without a panic for any scene.
//!
//! [`layout`] measures the places of all parts; [`board`] draws the grids, [`panel`] the trays and the turn's note.
//! Both add [`shape`]s to a [`canvas`], which draws them as palette indexes, a band of rows at a time. [`encode`] keeps
//! compressed bands, so that the next picture of a board costs only the bands that have changed. [`sprites`] turns the
//! SVG pieces of `render/pieces` into pixels once per size and keeps them, [`text`] does the same for words.
//! [`mod@parts`] takes a picture apart; [`mod@crosstable`] draws the results of a tournament.
//!
//! No meaning depends on colour alone: every mark has its own shape, and with more than two armies each piece carries
//! its army's sign on the foot.

use crate::scene::Scene;

mod arrange;
mod board;
mod canvas;
mod crosstable;
mod encode;
mod figures;
mod gif;
mod layout;
mod measure;
mod palette;
mod panel;
mod parts;
mod picture;
mod rows;
mod shape;
mod sprites;
mod svg;
mod text;
mod trays;
mod turn_box;

#[cfg(test)]
mod tests;

pub use arrange::{Part, first_of, parts as enlargements};
pub use crosstable::{Crosstable, CrosstableLine, crosstable, draws};
pub use encode::forget;
pub use gif::{Gif, MOST_FRAMES, gif};
pub use measure::READABLE;
pub use parts::{Parts, parts};
pub use picture::{LONGEST_SIDE, MOST_PIXELS, Picture, RenderError, Theme};

use canvas::Canvas;
use layout::Layout;

/// Draws a scene as a PNG file of at most 256 colours.
///
/// Equal scenes and themes always give equal bytes.
///
/// # Errors
/// [`RenderError::TooLarge`] if the scene needs too many pixels.
pub fn png(scene: &Scene, theme: Theme) -> Result<Vec<u8>, RenderError> {
    Ok(encode::png(&draw(&arrange::still(scene), theme)?)?)
}

/// Returns the side of the smallest cells of a scene's boards on a telephone, 360 pixels wide, in CSS pixels; second
/// views of the boards do not count.
pub fn least_cell(scene: &Scene) -> f32 {
    Layout::of(&arrange::still(scene)).least_cell()
}

/// Returns the size of the smallest words in a scene's headings on a telephone, 360 pixels wide, in CSS pixels.
pub fn least_heading(scene: &Scene) -> f32 {
    let arranged = arrange::still(scene);
    let layout = Layout::of(&arranged);
    let headings = arranged.grids.iter().zip(&layout.grids);
    let words = headings.filter_map(|(grid, place)| {
        let badge = grid.badge.as_ref()?;
        let [text, note] = place.words;
        let shown = [(&badge.text, text), (&badge.note, note)];
        let sizes = shown.into_iter().filter(|(words, _)| !words.is_empty());
        sizes.map(|(_, size)| size).reduce(f32::min)
    });
    words.fold(f32::MAX, f32::min) * measure::PHONE / layout.width.max(1) as f32
}

/// Writes a drawn picture as a PNG file, with the same bytes as [`png()`].
///
/// # Errors
/// [`RenderError::Encoding`] if the file cannot be written.
pub fn file(picture: &Picture) -> Result<Vec<u8>, RenderError> {
    Ok(encode::drawn(picture)?)
}

/// Draws a scene without writing a file.
///
/// # Errors
/// The errors of [`png()`].
pub fn picture(scene: &Scene, theme: Theme) -> Result<Picture, RenderError> {
    Ok(draw(&arrange::still(scene), theme)?.picture())
}

/// Returns a canvas with the shapes of an arranged scene.
fn draw(scene: &Scene, theme: Theme) -> Result<Canvas, RenderError> {
    let layout = Layout::of(scene);
    let width = u64::try_from(layout.width).unwrap_or(0);
    let height = u64::try_from(layout.height).unwrap_or(0);
    let longest = u64::from(LONGEST_SIDE);
    if width > longest || height > longest || width * height > MOST_PIXELS {
        return Err(RenderError::TooLarge { width, height });
    }
    let mut canvas = Canvas::new(layout.width, layout.height, layout.cuts(scene), theme);
    let signs = sprites::needs_signs(scene);
    for (grid, place) in scene.grids.iter().zip(&layout.grids) {
        board::draw(&mut canvas, grid, place, signs);
    }
    panel::draw(&mut canvas, scene, &layout, signs);
    Ok(canvas)
}
