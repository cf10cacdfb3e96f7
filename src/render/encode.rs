//! Palette indexes to a PNG file.
//!
//! The rows are cut into bands, and each band is compressed by itself, to be put together to one zlib stream: a band
//! ends with a sync flush, at a whole byte, and looks back at nothing before it (RFC 1951, section 3.2.4; RFC 1950 for
//! the checksum of all). That costs about a hundredth of the size, as deflate looks back 32 KiB, 30 to 45 rows of a
//! board. Between two plies few bands change, and home rows are the same in thousands of games: compressed bands are
//! kept, by what is in them. What is kept has no influence on the bytes of a file.

use std::collections::HashMap;
use std::hash::Hasher as _;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use flate2::{Compress, Compression, FlushCompress, Status};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use rustc_hash::FxHasher;

use super::Picture;

/// How many rows are compressed together.
const ROWS: usize = 48;
/// How hard deflate tries. What more would save is not worth the wait for a picture of which nothing is kept.
const LEVEL: u32 = 6;
/// The same where a picture comes near [`MOST_BYTES`].
const MORE: u32 = 9;
/// How much memory compressed bands may take, in bytes: twice this, as those of the time before are kept, too.
const MOST_KEPT: usize = 4 * 1024 * 1024;
/// What a band takes besides its bytes, about.
const OVERHEAD: usize = 160;

/// So many bytes a file may have: what a telephone shows at once.
pub const MOST_BYTES: usize = 60_000;
/// What a file has besides its bands, and room for an estimate that is not exact.
const ROOM: usize = 4_500;
/// A picture with so many changes of colour is drawn with fewer steps at the edges of its pieces from its first row on,
/// which only a magnifying glass shows: it would come near [`MOST_BYTES`] otherwise.
const MOST_CHANGES: usize = 56_000;

/// Rows, compressed.
#[derive(Debug)]
struct Band {
    deflated: Vec<u8>,
    adler: u32,
    length: usize,
}

/// What is kept of bands, by what is in them: what was asked for since the last time there was too much, and what was
/// kept then.
#[derive(Debug)]
struct Kept<T> {
    young: HashMap<u128, T>,
    old: HashMap<u128, T>,
    bytes: usize,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept {
            young: HashMap::new(),
            old: HashMap::new(),
            bytes: 0,
        }
    }
}

impl<T: Clone> Kept<T> {
    /// What is kept under a key; what takes so many bytes is made where nothing is.
    fn get(&mut self, key: u128, size: impl Fn(&T) -> usize) -> Option<T> {
        if let Some(value) = self.young.get(&key) {
            return Some(value.clone());
        }
        let value = self.old.remove(&key)?;
        self.put(key, value.clone(), size(&value));
        Some(value)
    }

    fn put(&mut self, key: u128, value: T, size: usize) {
        self.bytes += size + OVERHEAD;
        self.young.insert(key, value);
        if self.bytes > MOST_KEPT {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
    }
}

static BANDS: LazyLock<Mutex<Kept<Arc<Band>>>> = LazyLock::new(Mutex::default);
static CHANGES: LazyLock<Mutex<Kept<usize>>> = LazyLock::new(Mutex::default);

fn locked<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets everything about bands, as after a start.
pub fn forget() {
    *locked(&BANDS) = Kept::default();
    *locked(&CHANGES) = Kept::default();
}

/// Writes a picture with its palette. Neighbouring rows of a board are alike as they stand, so filters, which help
/// photographs, only make it larger.
///
/// # Errors
/// The picture cannot be written.
pub fn png(picture: &Picture) -> Result<Vec<u8>, EncodingError> {
    let across = picture.pixels.width().max(1) as usize;
    let bands: Vec<(u128, usize, &[u8])> = picture
        .pixels
        .as_raw()
        .chunks(across * ROWS)
        .map(|rows| {
            let key = key(rows, across);
            (key, kept_changes(key, rows, across), rows)
        })
        .collect();
    let all: usize = bands.iter().map(|(_, changes, _)| changes).sum();
    let mut plain = all > MOST_CHANGES;
    let mut done = 0;
    let mut data = Vec::with_capacity(MOST_BYTES);
    // Deflate with a window of 32 KiB, at the usual effort.
    data.extend([0x78, 0x9C]);
    let mut adler = 1;
    for (key, changes, rows) in bands {
        // Where the rows so far foretell too large a file, the others make do with fewer steps: nothing is compressed
        // twice.
        plain |= done * 4 >= all && data.len() * all > (MOST_BYTES - ROOM) * done;
        let band = band(key, rows, across, plain.then_some(picture.plain));
        data.extend(&band.deflated);
        adler = combined(adler, band.adler, band.length);
        done += changes;
    }
    // An empty last block.
    data.extend([0x03, 0x00]);
    data.extend(adler.to_be_bytes());
    let mut file = Vec::with_capacity(data.len() + 1_024);
    let (width, height) = picture.pixels.dimensions();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(picture.palette.concat());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &data)?;
    writer.finish()?;
    Ok(file)
}

fn kept_changes(key: u128, rows: &[u8], across: usize) -> usize {
    if let Some(kept) = locked(&CHANGES).get(key, |_| 0) {
        return kept;
    }
    let counted = changes(rows, across);
    locked(&CHANGES).put(key, counted, 0);
    counted
}

/// How often neighbours in a row differ where the row above does not say so.
fn changes(rows: &[u8], across: usize) -> usize {
    let below = rows.get(across..).unwrap_or_default();
    rows.chunks_exact(across)
        .zip(below.chunks_exact(across))
        .map(|(above, row)| {
            let left = row.iter().zip(row.get(1..).unwrap_or_default());
            let differs = left.zip(above.get(1..).unwrap_or_default());
            differs
                .map(|((left, own), above)| usize::from(left != own && own != above))
                .sum::<usize>()
        })
        .sum()
}

/// These rows, compressed or remembered.
fn band(key: u128, rows: &[u8], across: usize, plain: Option<&[u8; 256]>) -> Arc<Band> {
    // In fewer colours they are something else.
    let key = if plain.is_some() { !key } else { key };
    let size = |band: &Arc<Band>| band.deflated.len();
    if let Some(band) = locked(&BANDS).get(key, size) {
        return band;
    }
    // Compressed outside the lock: two threads may compress the same one, and the pictures go on.
    let mut filtered = Vec::with_capacity(rows.len() + ROWS);
    for row in rows.chunks(across) {
        filtered.push(0);
        match plain {
            None => filtered.extend(row),
            Some(plain) => filtered.extend(row.iter().map(|&index| plain[usize::from(index)])),
        }
    }
    let band = Arc::new(Band {
        deflated: deflated(&filtered, if plain.is_some() { MORE } else { LEVEL }),
        adler: adler(&filtered),
        length: filtered.len(),
    });
    locked(&BANDS).put(key, Arc::clone(&band), band.deflated.len());
    band
}

/// What rows are known by: two hashes of 64 bits, which nobody outside can choose the rows for.
fn key(rows: &[u8], across: usize) -> u128 {
    let hash = |seed: u64| {
        let mut hasher = FxHasher::default();
        hasher.write_u64(seed);
        hasher.write_usize(across);
        hasher.write(rows);
        hasher.finish()
    };
    u128::from(hash(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(hash(0xD1B5_4A32_D192_ED03))
}

/// Raw deflate without a last block, ending at a whole byte.
fn deflated(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut compress = Compress::new(Compression::new(level), false);
    // Enough for bytes that cannot be compressed: then `Ok` leaves nothing behind.
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 1_000 + 64);
    loop {
        let done = compress.total_in() as usize;
        let rest = bytes.get(done..).unwrap_or_default();
        let room = out.capacity() - out.len();
        match compress.compress_vec(rest, &mut out, FlushCompress::Sync) {
            Ok(Status::Ok | Status::BufError) if room == 0 || out.len() == out.capacity() => {
                out.reserve(bytes.len() / 2 + 64);
            }
            _ => return out,
        }
    }
}

/// The largest prime below 65,536: Adler's modulus.
const PRIME: u32 = 65_521;

/// Adler's checksum.
fn adler(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    // So many bytes fit into 32 bits before the remainder must be taken.
    for part in bytes.chunks(5_552) {
        for &byte in part {
            a += u32::from(byte);
            b += a;
        }
        (a, b) = (a % PRIME, b % PRIME);
    }
    b << 16 | a
}

/// The checksum of two parts together, the second of so many bytes.
fn combined(first: u32, second: u32, length: usize) -> u32 {
    let length = (length % PRIME as usize) as u32;
    let (a1, b1) = (first & 0xFFFF, first >> 16);
    let (a2, b2) = (second & 0xFFFF, second >> 16);
    let a = (a1 + a2 + PRIME - 1) % PRIME;
    let moved = u64::from(length) * u64::from(a1 + PRIME - 1) % u64::from(PRIME);
    let b = (b1 + b2 + moved as u32) % PRIME;
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Theme, palette};
    use image::GrayImage;

    /// Areas of flat colours with so many pixels of every colour strewn over them: far more than edges ever are.
    fn strewn(every: usize) -> Picture {
        let palette = palette::of(Theme::Dark);
        let mut noise = 1_u32;
        let pixels = GrayImage::from_fn(1_000, 1_000, |x, y| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let lot = (noise >> 8) as usize;
            let flat = (x / 125 + y / 125) % 2;
            let index = match lot % every {
                0 => lot / every % palette.table().len(),
                _ => flat as usize,
            };
            image::Luma([index as u8])
        });
        Picture {
            pixels,
            palette: palette.table(),
            plain: palette.plain(),
        }
    }

    /// A picture that would be too large is drawn in fewer colours, and keeps those of its areas.
    #[test]
    fn a_picture_that_would_be_too_large_is_drawn_in_fewer_colours() {
        let rich = strewn(8);
        assert!(changes(rich.pixels.as_raw(), 1_000) > MOST_CHANGES);
        let decoded = image::load_from_memory(&png(&rich).unwrap()).unwrap();
        let mut colours = std::collections::BTreeSet::new();
        for (pixel, shown) in rich.pixels.pixels().zip(decoded.to_rgb8().pixels()) {
            colours.insert(shown.0);
            if pixel.0[0] < 2 {
                assert_eq!(shown.0, rich.palette[usize::from(pixel.0[0])]);
            }
        }
        assert!(colours.len() < rich.palette.len());
    }

    /// RFC 1950: the checksum of the whole is that of its parts, whatever is kept; readers check it.
    #[test]
    fn bands_make_one_stream_whatever_is_kept() {
        for every in [70, 300, 4_000] {
            let picture = strewn(every);
            forget();
            let cold = png(&picture).unwrap();
            assert!(png(&picture).unwrap() == cold);
            let decoded = image::load_from_memory(&cold).unwrap();
            for (pixel, shown) in picture.pixels.pixels().zip(decoded.to_rgb8().pixels()) {
                assert_eq!(shown.0, picture.palette[usize::from(pixel.0[0])]);
            }
        }
    }

    #[test]
    fn checksums_of_parts_make_that_of_the_whole() {
        let bytes: Vec<u8> = (0..20_000_u32).map(|n| (n * n / 7) as u8).collect();
        for cut in [0, 1, 5_552, 19_999] {
            let (first, second) = bytes.split_at(cut);
            let whole = combined(adler(first), adler(second), second.len());
            assert_eq!(whole, adler(&bytes), "{cut}");
        }
        // "Wikipedia", the usual example.
        assert_eq!(adler(b"Wikipedia"), 0x11E6_0398);
    }
}
