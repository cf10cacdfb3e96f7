//! Palette indexes to a PNG file.

use image::GrayImage;
use png::{BitDepth, ColorType, DeflateCompression, Encoder, EncodingError, Filter};

use super::Picture;
use super::palette::{Rgb, distance};

/// Pictures of this many pixels, boards in three dimensions, are too large with little effort.
const LARGE: u64 = 1_150_000;

/// Quick, for nearly all boards: half the time for a fifth more bytes.
const LITTLE: u8 = 2;
/// What a large picture is worth.
const MORE: u8 = 6;
/// For a picture that would be too large otherwise.
const MOST: u8 = 9;

/// The most bytes that a picture should have: 60 KB is what a telephone shows at once, and there is some room.
pub const MOST_BYTES: usize = 58_000;

/// Where no effort is enough, the edges of men are drawn with fewer steps, which only a magnifying glass shows: so many
/// colours are tried, one after the other.
const FEWER: [usize; 3] = [64, 48, 32];

/// Writes a picture with its palette, in at most [`MOST_BYTES`] wherever possible. Neighbouring rows of a board are
/// alike as they stand, so filters, which help photographs, only make it larger.
pub fn png(picture: &Picture) -> Result<Vec<u8>, EncodingError> {
    let (width, height) = picture.pixels.dimensions();
    let large = u64::from(width) * u64::from(height) >= LARGE;
    let efforts: &[u8] = if large {
        &[MORE, MOST]
    } else {
        &[LITTLE, MORE, MOST]
    };
    let mut file = Vec::new();
    for &effort in efforts {
        file = write(picture, &picture.pixels, effort)?;
        if file.len() <= MOST_BYTES {
            return Ok(file);
        }
    }
    for colours in FEWER {
        file = write(picture, &coarser(picture, colours), MOST)?;
        if file.len() <= MOST_BYTES {
            break;
        }
    }
    Ok(file)
}

fn write(picture: &Picture, pixels: &GrayImage, effort: u8) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::with_capacity(64 * 1024);
    let mut encoder = Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(picture.palette.concat());
    encoder.set_deflate_compression(DeflateCompression::Level(effort));
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels.as_raw())?;
    writer.finish()?;
    Ok(file)
}

/// The picture in its most frequent colours, at most so many; each other one becomes the nearest of them.
fn coarser(picture: &Picture, colours: usize) -> GrayImage {
    let mut used = [0_u32; 256];
    for &index in picture.pixels.as_raw() {
        used[usize::from(index)] += 1;
    }
    let mut kept: Vec<u8> = (0..=255)
        .filter(|&index| used[usize::from(index)] > 0)
        .collect();
    kept.sort_by_key(|&index| std::cmp::Reverse(used[usize::from(index)]));
    kept.truncate(colours);
    let colour = |index: u8| -> Rgb {
        let entry = picture.palette.get(usize::from(index));
        entry.copied().unwrap_or_default()
    };
    let mut instead = [0_u8; 256];
    for (index, instead) in (0..=255).zip(&mut instead) {
        let nearest = kept
            .iter()
            .min_by_key(|&&other| distance(colour(index), colour(other)));
        *instead = nearest.copied().unwrap_or(index);
    }
    let mut pixels = picture.pixels.clone();
    for index in pixels.iter_mut() {
        *index = instead[usize::from(*index)];
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Theme, palette};

    /// Areas of flat colours with so many pixels of every colour strewn over them: far more than edges ever are.
    fn strewn(every: usize) -> Picture {
        let palette = palette::of(Theme::Dark).table();
        let mut noise = 1_u32;
        let pixels = GrayImage::from_fn(1_000, 1_000, |x, y| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let lot = (noise >> 8) as usize;
            let flat = (x / 125 + y / 125) % 2;
            let index = match lot % every {
                0 => lot / every % palette.len(),
                _ => flat as usize,
            };
            image::Luma([index as u8])
        });
        Picture { pixels, palette }
    }

    /// Every picture is below 60 KB: one that would be larger has fewer colours, and keeps those of its areas.
    #[test]
    fn a_picture_that_would_be_too_large_is_drawn_in_fewer_colours() {
        let rich = strewn(44);
        let plain = write(&rich, &rich.pixels, MOST).unwrap();
        assert!(plain.len() > MOST_BYTES, "{} bytes", plain.len());
        let file = png(&rich).unwrap();
        assert!(file.len() <= MOST_BYTES, "{} bytes", file.len());
        let decoded = image::load_from_memory(&file).unwrap().to_rgb8();
        for (pixel, shown) in rich.pixels.pixels().zip(decoded.pixels()) {
            if pixel.0[0] < 2 {
                assert_eq!(shown.0, rich.palette[usize::from(pixel.0[0])]);
            }
        }
    }

    #[test]
    fn a_picture_that_is_small_enough_keeps_every_colour() {
        let picture = strewn(70);
        let decoded = image::load_from_memory(&png(&picture).unwrap()).unwrap();
        for (pixel, shown) in picture.pixels.pixels().zip(decoded.to_rgb8().pixels()) {
            assert_eq!(shown.0, picture.palette[usize::from(pixel.0[0])]);
        }
    }
}
