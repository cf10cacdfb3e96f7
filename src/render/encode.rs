//! A picture to a PNG file.
//!
//! The rows are cut into bands, and each band is compressed separately, to be put together to one zlib stream: a band is
//! one block that ends at a whole byte and looks back at nothing before it (RFC 1951; RFC 1950 for the checksum of all).
//! That costs about a hundredth of the size, as deflate looks back 32 KiB, 30 to 45 rows of a board. Between two plies
//! few bands change, and home rows are the same in thousands of games: compressed bands are kept, by the key of what is
//! on them, and what is kept is not even drawn. It has no influence on the bytes of a file.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use flate2::{Compress, Compression, FlushCompress};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use simd_adler32::adler32;

use super::canvas::Canvas;
use super::picture::Picture;

/// How much memory compressed bands may take, in bytes: twice this, as those of the time before are kept, too.
const MOST_KEPT: usize = 4 * 1024 * 1024;
/// What a band takes besides its bytes, about.
const OVERHEAD: usize = 160;
/// Deflate's level, from 1 to 9.
const EFFORT: u32 = 6;

/// So many bytes a file may have: what a telephone shows at once.
#[cfg(test)]
pub const MOST_BYTES: usize = 60_000;

/// Rows, compressed.
#[derive(Debug)]
struct Deflated {
    bytes: Vec<u8>,
    adler: u32,
    /// How many bytes were compressed.
    length: usize,
}

/// What is kept of bands, by their keys: what was asked for since the last time there was too much, and what was kept
/// then.
#[derive(Debug, Default)]
struct BandCache {
    recent: HashMap<u128, Arc<Deflated>>,
    older: HashMap<u128, Arc<Deflated>>,
    bytes: usize,
}

impl BandCache {
    fn get(&mut self, key: u128) -> Option<Arc<Deflated>> {
        if let Some(band) = self.recent.get(&key) {
            return Some(Arc::clone(band));
        }
        let band = self.older.remove(&key)?;
        self.put(key, Arc::clone(&band));
        Some(band)
    }

    fn put(&mut self, key: u128, band: Arc<Deflated>) {
        self.bytes += band.bytes.len() + OVERHEAD;
        self.recent.insert(key, band);
        if self.bytes > MOST_KEPT {
            self.older = std::mem::take(&mut self.recent);
            self.bytes = 0;
        }
    }
}

static CACHE: LazyLock<Mutex<BandCache>> = LazyLock::new(Mutex::default);

fn cache() -> MutexGuard<'static, BandCache> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Forgets all bands, as after a start.
pub fn forget() {
    *cache() = BandCache::default();
}

/// Draws and writes a picture, as far as it is not kept.
///
/// # Errors
/// The picture cannot be written.
pub fn png(canvas: &Canvas) -> Result<Vec<u8>, EncodingError> {
    let (width, _) = canvas.dimensions();
    let mut pixels = Vec::new();
    let mut stream = Stream::new();
    for band in canvas.bands() {
        let found = cache().get(band.key);
        // Drawn and compressed outside the lock: two threads may make the same band, and the pictures go on.
        let deflated = found.unwrap_or_else(|| {
            canvas.draw(&band.rows, &mut pixels);
            let made = Arc::new(deflated(&pixels, width));
            cache().put(band.key, Arc::clone(&made));
            made
        });
        stream.push(&deflated);
    }
    written(canvas.dimensions(), canvas.table(), stream)
}

/// Writes a picture that is drawn, to the same bytes as [`png()`].
///
/// # Errors
/// The picture cannot be written.
pub fn drawn(picture: &Picture) -> Result<Vec<u8>, EncodingError> {
    let (width, _) = picture.pixels.dimensions();
    let mut stream = Stream::new();
    let mut rest = picture.pixels.as_raw().as_slice();
    for rows in &picture.bands {
        let bytes = usize::try_from(rows.end - rows.start).unwrap_or(0) * width as usize;
        let Some((band, below)) = rest.split_at_checked(bytes) else {
            break;
        };
        stream.push(&deflated(band, width));
        rest = below;
    }
    written(picture.pixels.dimensions(), picture.palette, stream)
}

/// A zlib stream that is put together.
struct Stream {
    bytes: Vec<u8>,
    adler: u32,
}

impl Stream {
    fn new() -> Self {
        let mut bytes = Vec::with_capacity(64 * 1024);
        // Deflate with a window of 32 KiB, at the usual effort.
        bytes.extend([0x78, 0x9C]);
        Stream { bytes, adler: 1 }
    }

    fn push(&mut self, band: &Deflated) {
        self.bytes.extend(&band.bytes);
        self.adler = combined(self.adler, band.adler, band.length);
    }

    fn finish(mut self) -> Vec<u8> {
        // An empty last block.
        self.bytes.extend([0x03, 0x00]);
        self.bytes.extend(self.adler.to_be_bytes());
        self.bytes
    }
}

fn written(
    (width, height): (u32, u32),
    table: &[[u8; 3]],
    stream: Stream,
) -> Result<Vec<u8>, EncodingError> {
    let data = stream.finish();
    let mut file = Vec::with_capacity(data.len() + 1_024);
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(table.concat());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(png::chunk::IDAT, &data)?;
    writer.finish()?;
    Ok(file)
}

/// Compresses rows of so many pixels. Neighbouring rows of a board are alike as they stand, so filters, which help
/// photographs, only make it larger.
fn deflated(pixels: &[u8], width: u32) -> Deflated {
    let width = width.max(1) as usize;
    let mut filtered = Vec::with_capacity(pixels.len() + pixels.len() / width);
    for row in pixels.chunks(width) {
        filtered.push(0);
        filtered.extend(row);
    }
    Deflated {
        adler: adler32(&filtered.as_slice()),
        length: filtered.len(),
        bytes: block(&filtered),
    }
}

/// Deflates bytes to blocks that end at a whole byte, none of which is the last of a stream.
fn block(bytes: &[u8]) -> Vec<u8> {
    let mut compress = Compress::new(Compression::new(EFFORT), false);
    let mut out = Vec::with_capacity(bytes.len() / 8 + 64);
    loop {
        let read = usize::try_from(compress.total_in()).unwrap_or(bytes.len());
        let rest = bytes.get(read..).unwrap_or_default();
        // Memory is all that it may want, and a compressor that is new has no state to object to.
        let _ = compress.compress_vec(rest, &mut out, FlushCompress::Sync);
        if out.len() < out.capacity() {
            break;
        }
        out.reserve(out.len().max(64));
    }
    out.shrink_to_fit();
    out
}

/// The largest prime below 65,536: Adler's modulus.
const PRIME: u32 = 65_521;

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

    #[test]
    fn checksums_of_parts_make_that_of_the_whole() {
        let bytes: Vec<u8> = (0..20_000_u32).map(|n| (n * n / 7) as u8).collect();
        for cut in [0, 1, 5_552, 19_999] {
            let (first, second) = bytes.split_at(cut);
            let whole = combined(adler32(&first), adler32(&second), second.len());
            assert_eq!(whole, adler32(&bytes.as_slice()), "{cut}");
        }
    }

    /// What is kept is bounded, and what is asked for stays.
    #[test]
    fn the_bands_longest_unused_are_forgotten() {
        let mut cache = BandCache::default();
        let band = || {
            Arc::new(Deflated {
                bytes: vec![0; 64 * 1024],
                adler: 1,
                length: 0,
            })
        };
        cache.put(0, band());
        for key in 1..1_000 {
            cache.put(key, band());
            assert!(cache.get(0).is_some(), "{key}");
            let all = cache.recent.len() + cache.older.len();
            assert!(all * 64 * 1024 <= 2 * MOST_KEPT + 128 * 1024, "{key}");
        }
        assert!(cache.get(1).is_none());
    }
}
