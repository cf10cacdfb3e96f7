//! Words in pixels: Noto Sans SemiBold, reduced to the characters of boards (see `fonts/`).

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ab_glyph::{Font, FontRef, PxScale};
use image::{GrayImage, Luma};

use super::shape::Coverage;

static FACE: &[u8] = include_bytes!("../../fonts/NotoSans-SemiBold-board.ttf");

/// The face; `None` if the file is damaged: pictures then lack only the words.
static FONT: LazyLock<Option<FontRef<'static>>> =
    LazyLock::new(|| FontRef::try_from_slice(FACE).ok());

/// Number of words at which the store is emptied: a few games' worth of coordinates and captions.
const MOST_WORDS: usize = 4_096;

type Store = HashMap<(String, u16), Arc<Word>>;

static WORDS: LazyLock<Mutex<Store>> = LazyLock::new(Mutex::default);

/// Height of capitals and figures, relative to the size of the text.
const CAPITALS: f32 = 0.714;
/// Distance from the top of the box to the baseline, relative to the size of the text.
const ASCENT: f32 = 1.069;
/// Height of the box, relative to the size of the text.
const BOX: f32 = 1.362;

/// Maximum number of characters of a text that are drawn.
const MOST_CHARACTERS: usize = 48;

/// A text drawn once: the coverage of each pixel.
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

    /// Returns the number of pixels across.
    pub fn width(&self) -> usize {
        self.coverage.width()
    }

    /// Returns the number of pixels down.
    pub fn height(&self) -> usize {
        self.coverage.height()
    }

    /// Returns the coverage of the pixels.
    pub fn coverage(&self) -> &Arc<Coverage> {
        &self.coverage
    }

    /// Returns the distance from the top of the box to the middle of the capitals, in pixels.
    pub fn middle(&self) -> i32 {
        ((ASCENT - CAPITALS / 2.0) * self.size).round() as i32
    }
}

/// Returns a text at a size (the height of its em square, in pixels), from the store or newly drawn. Characters that
/// the face lacks become question marks; very long texts are cut.
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

/// True if the face has a character.
pub fn is_drawn(letter: char) -> bool {
    FONT.as_ref()
        .is_some_and(|font| font.glyph_id(letter).0 != 0)
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
