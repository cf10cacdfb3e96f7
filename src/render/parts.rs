//! A picture taken apart, for who wants to put it together in another way: the board without its pieces, and the pieces.

use image::RgbaImage;

use super::arrange::still;
use super::draw;
use super::layout::Layout;
use super::picture::{Picture, RenderError, Theme};
use super::sprites::{self, Style};
use crate::scene::{Ground, Scene};

/// A picture's parts.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Everything but the pieces on the boards.
    pub board: Picture,
    /// The pieces on the boards in drawing order: left and upper edge in pixels, and what is laid there.
    pub pieces: Vec<(i32, i32, RgbaImage)>,
}

/// Takes the picture of a scene apart. Marks that are drawn over or around pieces are left to the board.
///
/// # Errors
/// As [`super::png`].
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
