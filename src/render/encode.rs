//! Palette indexes to a PNG file.

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

use super::Picture;

/// Writes a picture with its palette. Neighbouring rows of a board are alike as they stand, so filters, which help
/// photographs, only make it larger.
pub fn png(picture: &Picture) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, picture.pixels.width(), picture.pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(picture.palette.concat());
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(picture.pixels.as_raw())?;
    writer.finish()?;
    Ok(file)
}
