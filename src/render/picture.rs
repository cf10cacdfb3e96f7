//! Drawn pictures, and the errors of drawing.

use std::ops::Range;

/// A theme: the colours around the boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light text on a page of #24262B, near Discord's dark theme.
    #[default]
    Dark,
    /// Dark text on a page of #F2F3F5.
    Light,
}

/// Maximum number of pixels of a picture. At one byte per pixel, even a file that cannot be compressed is far smaller
/// than the 10 MiB that Discord takes.
pub const MOST_PIXELS: u64 = 4_000_000;

/// The longest side of a picture, in pixels.
pub const LONGEST_SIDE: u32 = 4_000;

/// An error that prevents a picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The picture would be larger than [`MOST_PIXELS`] or [`LONGEST_SIDE`] allow.
    #[error("the picture would be {width} by {height} pixels, which is too large")]
    TooLarge {
        /// Pixels across.
        width: u64,
        /// Pixels down.
        height: u64,
    },
    /// No scene was given.
    #[error("there is no position to show")]
    Nothing,
    /// Even a few positions make a file larger than the limit.
    #[error("the moving picture would be larger than {most_bytes} bytes")]
    TooLong {
        /// The limit, in bytes.
        most_bytes: usize,
    },
    /// The moving picture could not be written.
    #[error("the moving picture could not be written: {0}")]
    Moving(#[from] ::gif::EncodingError),
    /// The PNG could not be written.
    #[error("the picture could not be written: {0}")]
    Encoding(#[from] png::EncodingError),
}

/// A picture as palette indexes, before it is written to a file.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The palette indexes, one per pixel, row by row.
    pub pixels: image::GrayImage,
    /// The colours, at most 256.
    pub palette: &'static [[u8; 3]],
    /// The rows of each band.
    pub(super) bands: Vec<Range<i32>>,
}
