//! Words in pixels: Noto Sans SemiBold, cut down to what a board needs (see `fonts/`).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, PxScale};
use image::{GrayImage, Luma};

use super::shape::Coverage;

static FACE: &[u8] = include_bytes!("../../fonts/NotoSans-SemiBold-board.ttf");

/// The face, or nothing if the file were damaged: then pictures have no words, but there are pictures.
static FONT: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FACE).ok());

/// How many words are kept before the store is emptied: a few games' worth of coordinates and captions.
const MOST_WORDS: usize = 4_096;

type Store = HashMap<(String, u16), Arc<Word>>;

static WORDS: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

/// The height of capitals and figures against the size of the text.
const CAPITALS: f32 = 0.714;
/// From the top of the box to the baseline, against the size of the text.
const ASCENT: f32 = 1.069;
/// The height of the box against the size of the text.
const BOX: f32 = 1.362;

/// The most characters of a text that are drawn.
const MOST_CHARACTERS: usize = 48;

/// A text drawn once: how much of each pixel it covers.
#[derive(Debug)]
pub struct Word {
    coverage: Arc<Coverage>,
    size: f32,
}

impl Word {
    fn new(pixels: GrayImage, size: f32) -> Self {
        let width = pixels.width() as usize;
        Word {
            coverage: Arc::new(Coverage::new(width, pixels.into_raw())),
            size,
        }
    }

    /// Pixels across.
    pub fn width(&self) -> usize {
        self.coverage.width()
    }

    /// Pixels down.
    pub fn height(&self) -> usize {
        self.coverage.height()
    }

    /// Its pixels.
    pub fn coverage(&self) -> &Arc<Coverage> {
        &self.coverage
    }

    /// How far the middle of the capitals lies below the top of the box, in pixels.
    pub fn middle(&self) -> i32 {
        ((ASCENT - CAPITALS / 2.0) * self.size).round() as i32
    }
}

/// The text at a size (the height of its em square, in pixels), drawn or remembered. Characters that the face does
/// not have become question marks; very long texts are cut.
pub fn word(text: &str, size: f32) -> Arc<Word> {
    let size = if size.is_finite() {
        size.clamp(6.0, 96.0)
    } else {
        12.0
    };
    let key = (text.to_owned(), (size * 8.0).round() as u16);
    let mut store = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = store.get(&key) {
        return Arc::clone(word);
    }
    let word = Arc::new(draw(text, f32::from(key.1) / 8.0));
    if store.len() >= MOST_WORDS {
        store.clear();
    }
    store.insert(key, Arc::clone(&word));
    word
}

fn draw(text: &str, size: f32) -> Word {
    let Some(font) = FONT.as_ref() else {
        return Word::new(GrayImage::new(1, 1), size);
    };
    let mut shown: String = text
        .chars()
        .take(MOST_CHARACTERS)
        .map(|letter| match font.glyph_id(letter).0 {
            0 => '?',
            _ => letter,
        })
        .collect();
    if text.chars().nth(MOST_CHARACTERS).is_some() {
        shown.pop();
        shown.push('…');
    }
    let scale = PxScale::from(size * BOX);
    let (width, height) = imageproc::drawing::text_size(scale, font, &shown);
    let mut pixels = GrayImage::new(width + 1, height + 1);
    imageproc::drawing::draw_text_mut(&mut pixels, Luma([255]), 0, 0, scale, font, &shown);
    Word::new(pixels, size)
}
