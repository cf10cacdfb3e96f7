//! Palette indexes to a PNG file.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use super::Picture;

/// Pictures of fewer pixels than this stay small with less effort.
const SMALL: u64 = 700_000;

/// Pictures of this many pixels need more.
const LARGE: u64 = 1_250_000;

/// Writes a picture with its palette. Neighbouring rows of a board are alike as they stand, so filters, which help
/// photographs, only make it larger. The effort grows with the picture: what a board of 8 by 8 saves in time, one of
/// 16 by 16 with 128 men needs to stay within 60 KB.
pub fn png(picture: &Picture) -> Result<Vec<u8>, EncodingError> {
    let (width, height) = picture.pixels.dimensions();
    let effort = match u64::from(width) * u64::from(height) {
        ..SMALL => 4,
        SMALL..LARGE => 6,
        LARGE.. => 7,
    };
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(picture.palette.concat());
    encoder.set_deflate_compression(DeflateCompression::Level(effort));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.pixels.as_raw())?;
    writer.finish()?;
    Ok(file)
}
