//! PNG files of pictures.
//!
//! The rows are cut into bands, and each band is compressed separately; the bands are put together into one zlib
//! stream. A band is a block that ends at a whole byte and looks back at nothing before it (RFC 1951; RFC 1950 for the
//! checksum of all). The files become a little larger by it, but between two plies few bands change, and home rows are
//! the same in all matches of a game: compressed bands are kept by the key of their shapes, and a kept band is not even
//! drawn. The cache has no influence on the bytes of a file.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use flate2::{Compress, Compression, FlushCompress};
use png::{BitDepth, ColorType, Encoder, EncodingError};
use simd_adler32::adler32;

use super::canvas::Canvas;
use super::picture::Picture;

/// Maximum size of the recently used bands, in bytes; older ones may take as much again.
const MOST_KEPT: usize = 4 * 1024 * 1024;
/// Approximate bytes of a kept band besides its contents.
const OVERHEAD: usize = 160;
/// The filter of a row that is written as it is (PNG specification, section 9.2).
const NO_FILTER: u8 = 0;
/// The filter of a row that is written as its difference from the row above.
const UP: u8 = 2;
/// The width, in pixels, from which a picture is compressed with less effort.
const WIDE: usize = 800;

/// Maximum size of a file, in bytes: a telephone shows that much at once.
#[cfg(test)]
pub const MOST_BYTES: usize = 60_000;

/// Compressed rows.
#[derive(Debug)]
struct Deflated {
    bytes: Vec<u8>,
    adler: u32,
    /// Number of bytes before compression.
    length: usize,
}

/// A cache of compressed bands by key, in two generations: when the recent ones exceed the limit, they become the older
/// ones, and the previous older ones are dropped.
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

/// Drops all kept bands, as after a start.
pub fn forget() {
    *cache() = BandCache::default();
}

/// Writes a picture as a PNG file, drawing only bands that are not kept.
///
/// # Errors
/// Fails if the encoder refuses the picture.
pub fn png(canvas: &Canvas) -> Result<Vec<u8>, EncodingError> {
    let (width, _) = canvas.dimensions();
    let mut pixels = Vec::new();
    let mut stream = Stream::new();
    for band in canvas.bands() {
        let found = cache().get(band.key);
        // Drawn and compressed outside the lock, so that other pictures need not wait; two threads may make the same
        // band.
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

/// Writes a drawn picture as a PNG file, with the same bytes as [`png()`].
///
/// # Errors
/// Fails if the encoder refuses the picture.
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

/// A zlib stream, put together from bands.
struct Stream {
    bytes: Vec<u8>,
    adler: u32,
}

impl Stream {
    fn new() -> Self {
        let mut bytes = Vec::with_capacity(64 * 1024);
        // The header: deflate with a window of 32 KiB, at the default level.
        bytes.extend([0x78, 0x9C]);
        Stream { bytes, adler: 1 }
    }

    fn push(&mut self, band: &Deflated) {
        self.bytes.extend(&band.bytes);
        self.adler = combined(self.adler, band.adler, band.length);
    }

    fn finish(mut self) -> Vec<u8> {
        // The empty block that ends the stream.
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

/// Compresses rows of `width` pixels. A row equal to the one above it is written as zeros by the filter Up, which is
/// quick; other rows are not filtered: filters help photographs, and would make the file of a board larger.
fn deflated(pixels: &[u8], width: u32) -> Deflated {
    let width = width.max(1) as usize;
    let mut filtered = Vec::with_capacity(pixels.len() + pixels.len() / width);
    let mut above: &[u8] = &[];
    for row in pixels.chunks(width) {
        if row == above {
            filtered.push(UP);
            filtered.resize(filtered.len() + row.len(), 0);
        } else {
            filtered.push(NO_FILTER);
            filtered.extend(row);
        }
        above = row;
    }
    Deflated {
        adler: adler32(&filtered.as_slice()),
        length: filtered.len(),
        bytes: block(&filtered, effort(width)),
    }
}

/// Returns deflate's level for a picture so many pixels wide: a lower one is quicker and makes larger files, for which
/// 8x8 boards are too near their limit of bytes.
fn effort(width: usize) -> Compression {
    Compression::new(if width < WIDE { 6 } else { 5 })
}

/// Compressors that no picture uses now. Each has a quarter of a megabyte, which would leave a hole in the heap if it
/// were allocated and freed for each band.
static IDLE: Mutex<Vec<Compress>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Compress>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Deflates bytes to blocks that end at a whole byte, none of which ends the stream.
fn block(bytes: &[u8], effort: Compression) -> Vec<u8> {
    let compress = idle().pop();
    let mut compress = compress.unwrap_or_else(|| Compress::new(effort, false));
    // A compressor that was reset holds nothing that would have to be written first, and cannot fail.
    let _ = compress.set_level(effort);
    let mut out = Vec::with_capacity(bytes.len() / 8 + 64);
    loop {
        let read = usize::try_from(compress.total_in()).unwrap_or(bytes.len());
        let rest = bytes.get(read..).unwrap_or_default();
        // A new compressor with enough memory cannot fail.
        let _ = compress.compress_vec(rest, &mut out, FlushCompress::Sync);
        if out.len() < out.capacity() {
            break;
        }
        out.reserve(out.len().max(64));
    }
    compress.reset();
    idle().push(compress);
    out.shrink_to_fit();
    out
}

/// Adler's modulus, the largest prime below 65,536.
const PRIME: u32 = 65_521;

/// Returns the checksum of two parts together, of which the second has `length` bytes.
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

    /// The cache is bounded, and recently used bands stay.
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
