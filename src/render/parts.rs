//! A picture taken apart, for putting it together in another way: the board without its pieces, and the pieces.

use image::RgbaImage;

use super::arrange::still;
use super::draw;
use super::layout::Layout;
use super::picture::{Picture, RenderError, Theme};
use super::sprites::{self, Style};
use crate::scene::{Ground, Scene};

/// The parts of a picture.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The picture without the pieces on the boards.
    pub board: Picture,
    /// The pieces on the boards in drawing order: left and upper edge in pixels, and the piece's pixels.
    pub pieces: Vec<(i32, i32, RgbaImage)>,
}

/// Takes the picture of a scene apart. Marks over or around pieces belong to the board.
///
/// # Errors
/// The errors of [`super::png`].
pub fn parts(scene: &Scene, theme: Theme) -> Result<Parts, RenderError> {
    let scene = &*still(scene);
    let mut empty = scene.clone();
    let grids = empty.grids.iter_mut();
    for cell in grids.flat_map(|grid| &mut grid.cells).flatten() {
        cell.token = None;
    }
    let board = draw(&empty, theme)?.picture();
    let signs = sprites::needs_signs(scene);
    let mut pieces = Vec::new();
    for (grid, place) in scene.grids.iter().zip(&Layout::of(scene).grids) {
        for (index, cell) in (0_i32..).zip(&grid.cells) {
            let Some(cell) = cell else { continue };
            let Some(token) = &cell.token else { continue };
            let across = i32::from(grid.width.max(1));
            let style = Style {
                signs,
                on_page: cell.ground == Ground::Bare,
            };
            let piece = sprites::alone(theme, place.cell, token, style);
            let column = index % across;
            pieces.push((
                place.x + column * place.cell + place.aside(column),
                place.y + index / across * place.cell,
                piece,
            ));
        }
    }
    Ok(Parts { board, pieces })
}
