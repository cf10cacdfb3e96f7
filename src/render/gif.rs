//! Moving pictures: one frame per scene, all with one palette. A frame is no larger than the box around the changes,
//! and transparent within it where the pixels stay.

use std::iter::repeat_n;
use std::ops::Range;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::arrange::moving;
use super::canvas::{Band, Canvas};
use super::layout::Layout;
use super::picture::{LONGEST_SIDE, MOST_PIXELS, RenderError, Theme};
use super::{draw, palette};
use crate::scene::Scene;

/// Maximum number of frames in one file; longer games are thinned.
pub const MOST_FRAMES: usize = 400;

/// Maximum number of frames that are shown for [`CALM`] each; more are shown for [`BRISK`].
const FEW: usize = 80;
/// Duration of a frame, in hundredths of a second.
const CALM: u16 = 110;
/// Duration of a frame in a long game, in hundredths of a second.
const BRISK: u16 = 65;
/// Duration of the first frame, in hundredths of a second.
const FIRST: u16 = 160;
/// Duration of the last frame before the picture begins again, in hundredths of a second.
const LAST: u16 = 450;
/// Maximum number of frames that are shown for [`LAST`] each: a sentence is read with each.
const SENTENCES: usize = 3;

/// A moving picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gif {
    /// The file.
    pub file: Vec<u8>,
    /// Number of scenes shown: fewer than were given if they had to be thinned.
    pub frames: usize,
}

/// Draws scenes one after the other as a GIF of at most `most_bytes` bytes that repeats without end.
///
/// If the scenes are too many, or the file would be too large, every second one is left out, and so on; the first and
/// the last always stay. Equal scenes, theme and limit always give equal bytes.
///
/// # Errors
/// Fails if a scene is too large to be drawn, if there are no scenes, or if even a few make too large a file.
pub fn gif(scenes: &[Scene], theme: Theme, most_bytes: usize) -> Result<Gif, RenderError> {
    if scenes.is_empty() {
        return Err(RenderError::Nothing);
    }
    let mut step = scenes
        .len()
        .saturating_sub(1)
        .div_ceil(MOST_FRAMES - 1)
        .max(1);
    loop {
        let shown = thinned(scenes, step);
        if let Some(file) = write(&shown, theme, most_bytes)? {
            return Ok(Gif {
                file,
                frames: shown.len(),
            });
        }
        if shown.len() <= 2 {
            return Err(RenderError::TooLong { most_bytes });
        }
        step = step.saturating_mul(2);
    }
}

/// Returns every `step`th scene, and the last.
pub(super) fn thinned(scenes: &[Scene], step: usize) -> Vec<&Scene> {
    let mut shown: Vec<&Scene> = scenes.iter().step_by(step).collect();
    if let Some(last) = scenes.last()
        && !scenes.len().saturating_sub(1).is_multiple_of(step)
    {
        shown.push(last);
    }
    shown
}

/// Returns the file, or `None` as soon as it would be too large.
fn write(
    scenes: &[&Scene],
    theme: Theme,
    most_bytes: usize,
) -> Result<Option<Vec<u8>>, RenderError> {
    let arranged: Vec<Scene> = scenes.iter().map(|scene| moving(scene)).collect();
    let (width, height) = size(&arranged)?;
    let colours = palette::of(theme);
    let page = colours.index(colours.colours.page);
    let table = colours.table();
    // The entry after the last colour is the transparent one.
    let clear = u8::try_from(table.len()).ok();
    let mut entries = table.concat();
    if clear.is_some() {
        entries.extend([0; 3]);
    }
    let mut file = Vec::with_capacity(256 * 1024);
    let mut encoder = Encoder::new(&mut file, width, height, &entries)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut screen = LogicalScreen::new(width, height, page);
    for (index, scene) in arranged.iter().enumerate() {
        let changed = screen.show(&draw(scene, theme)?);
        let mut frame = if index == 0 {
            screen.whole()
        } else {
            screen.change(&changed, clear)
        };
        frame.dispose = DisposalMethod::Keep;
        frame.delay = if index + 1 == scenes.len() || scenes.len() <= SENTENCES {
            LAST
        } else if index == 0 {
            FIRST
        } else if scenes.len() <= FEW {
            CALM
        } else {
            BRISK
        };
        encoder.write_frame(&frame)?;
        if encoder.get_ref().len() >= most_bytes {
            return Ok(None);
        }
    }
    drop(encoder);
    Ok((file.len() <= most_bytes).then_some(file))
}

/// Returns the size of the largest arranged scene: trays grow in the course of a game.
fn size(scenes: &[Scene]) -> Result<(u16, u16), RenderError> {
    let (mut width, mut height) = (0, 0);
    for scene in scenes {
        let layout = Layout::of(scene);
        width = width.max(layout.width);
        height = height.max(layout.height);
    }
    let (wide, high) = (
        u64::try_from(width).unwrap_or(0),
        u64::try_from(height).unwrap_or(0),
    );
    let longest = u64::from(LONGEST_SIDE);
    let too_large = || RenderError::TooLarge {
        width: wide,
        height: high,
    };
    if wide == 0 || high == 0 || wide > longest || high > longest || wide * high > MOST_PIXELS {
        return Err(too_large());
    }
    Ok((
        u16::try_from(width).map_err(|_| too_large())?,
        u16::try_from(height).map_err(|_| too_large())?,
    ))
}

/// The pixels shown now and before, which GIF calls the logical screen.
struct LogicalScreen {
    across: usize,
    page: u8,
    now: Vec<u8>,
    before: Vec<u8>,
    /// The bands of the last canvas; `wide` is its width.
    bands: Vec<Band>,
    wide: usize,
}

impl LogicalScreen {
    fn new(width: u16, height: u16, page: u8) -> Self {
        let all = vec![page; usize::from(width) * usize::from(height)];
        LogicalScreen {
            across: usize::from(width).max(1),
            page,
            now: all.clone(),
            before: all,
            bands: Vec::new(),
            wide: 0,
        }
    }

    /// Draws those bands of a canvas, in the upper left, that differ from the last canvas; returns the rows that may
    /// have changed.
    fn show(&mut self, canvas: &Canvas) -> Vec<Range<usize>> {
        let wide = canvas.dimensions().0 as usize;
        let bands = canvas.bands();
        let row = |row: i32| usize::try_from(row).unwrap_or(0);
        let end = |bands: &[Band]| bands.last().map_or(0, |band| row(band.rows.end));
        let mut changed = Vec::new();
        let mut pixels = Vec::new();
        for band in &bands {
            if wide == self.wide && self.bands.contains(band) {
                continue;
            }
            canvas.draw(&band.rows, &mut pixels);
            let rows = row(band.rows.start)..row(band.rows.end);
            for (row, drawn) in rows.clone().zip(pixels.chunks_exact(wide.max(1))) {
                let line = self.now.get_mut(row * self.across..(row + 1) * self.across);
                if let Some((line, rest)) = line.and_then(|line| line.split_at_mut_checked(wide)) {
                    line.copy_from_slice(drawn);
                    rest.fill(self.page);
                }
            }
            changed.push(rows);
        }
        // Below a lower canvas the page shows.
        let below = end(&bands)..end(&self.bands);
        if !below.is_empty() {
            let area = below.start * self.across..below.end * self.across;
            self.now.get_mut(area).unwrap_or_default().fill(self.page);
            changed.push(below);
        }
        (self.bands, self.wide) = (bands, wide);
        changed
    }

    /// Returns a frame with all pixels.
    fn whole(&mut self) -> Frame<'static> {
        self.before.copy_from_slice(&self.now);
        Frame {
            width: fit(self.across),
            height: fit(self.now.len() / self.across),
            buffer: self.now.clone().into(),
            ..Frame::default()
        }
    }

    /// Returns a frame of the changes within these rows: the smallest box around them, with `clear` where pixels stay.
    fn change(&mut self, rows: &[Range<usize>], clear: Option<u8>) -> Frame<'static> {
        let across = self.across;
        let lines = |index: usize| {
            let line = index * across..(index + 1) * across;
            Some((self.before.get(line.clone())?, self.now.get(line)?))
        };
        let (mut left, mut right, mut top, mut bottom) = (across, 0, usize::MAX, 0);
        for index in rows.iter().cloned().flatten() {
            let Some((old, new)) = lines(index).filter(|(old, new)| old != new) else {
                continue;
            };
            let differs = |(a, b): (&u8, &u8)| a != b;
            let first = old.iter().zip(new).position(differs).unwrap_or(0);
            let last = old.iter().zip(new).rposition(differs).unwrap_or(0);
            (left, right) = (left.min(first), right.max(last + 1));
            (top, bottom) = (top.min(index), bottom.max(index + 1));
        }
        if top >= bottom {
            // A frame without changes still takes its time.
            return still(&self.now, clear);
        }
        let mut buffer = Vec::with_capacity((bottom - top) * (right - left));
        for (old, new) in (top..bottom).filter_map(lines) {
            let old = old.get(left..right).unwrap_or_default();
            let new = new.get(left..right).unwrap_or_default();
            match clear {
                Some(clear) if old == new => buffer.extend(repeat_n(clear, new.len())),
                Some(clear) => {
                    let pairs = old.iter().zip(new);
                    buffer.extend(pairs.map(|(old, new)| if old == new { clear } else { *new }));
                }
                None => buffer.extend(new),
            }
        }
        let area = top * across..bottom * across;
        if let (Some(old), Some(new)) = (self.before.get_mut(area.clone()), self.now.get(area)) {
            old.copy_from_slice(new);
        }
        Frame {
            left: fit(left),
            top: fit(top),
            width: fit(right - left),
            height: fit(bottom - top),
            transparent: clear,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}

/// Returns a number of pixels as GIF writes it; all are at most [`LONGEST_SIDE`].
fn fit(pixels: usize) -> u16 {
    u16::try_from(pixels).unwrap_or(u16::MAX)
}

/// Returns a frame that changes nothing: one pixel.
fn still(now: &[u8], clear: Option<u8>) -> Frame<'static> {
    Frame {
        width: 1,
        height: 1,
        transparent: clear,
        buffer: vec![clear.or(now.first().copied()).unwrap_or_default()].into(),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::Options;
    use crate::scene::{Army, Figure, Turn, TurnPlace, View};

    /// Returns the positions of a short game.
    fn scenes(kind: &'static crate::rules::GameInfo, plies: usize) -> Vec<Scene> {
        let mut game = kind.new_game(&Options::new()).unwrap();
        let mut scenes = vec![game.scene(&View::default())];
        for ply in 0..plies {
            let legal = game.legal();
            let Some(mv) = legal.get(ply * 31 % legal.len().max(1)) else {
                break;
            };
            game.play(mv).unwrap();
            scenes.push(game.scene(&View::default()));
        }
        scenes
    }

    /// Returns a scene of a few words on an empty page.
    fn note(text: &str) -> Scene {
        Scene {
            grids: Vec::new(),
            columns: 1,
            cell: 40,
            trays: Vec::new(),
            turn: Some(Turn {
                army: Army::White,
                figure: Figure::King,
                text: text.to_owned(),
                detail: String::new(),
                place: TurnPlace::Below,
            }),
        }
    }

    /// Decodes a file as a viewer shows it: for each frame its colours, its width and its duration.
    fn seen(file: &[u8]) -> Vec<(Vec<[u8; 3]>, usize, u16)> {
        let mut decoder = ::gif::DecodeOptions::new().read_info(file).unwrap();
        let palette: Vec<[u8; 3]> = decoder
            .global_palette()
            .unwrap()
            .chunks_exact(3)
            .map(|colour| [colour[0], colour[1], colour[2]])
            .collect();
        let across = usize::from(decoder.width());
        let mut canvas = vec![[0; 3]; across * usize::from(decoder.height())];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let wide = usize::from(frame.width);
            for (at, index) in frame.buffer.iter().enumerate() {
                if frame.transparent == Some(*index) {
                    continue;
                }
                let (x, y) = (
                    usize::from(frame.left) + at % wide,
                    usize::from(frame.top) + at / wide,
                );
                canvas[y * across + x] = palette[usize::from(*index)];
            }
            frames.push((canvas.clone(), across, frame.delay));
        }
        frames
    }

    /// True if the viewer shows the scene's own picture at the upper left.
    fn shows((canvas, across, _): &(Vec<[u8; 3]>, usize, u16), scene: &Scene) -> bool {
        let drawn = draw(&moving(scene), Theme::Dark).unwrap().picture();
        drawn.pixels.enumerate_pixels().all(|(x, y, pixel)| {
            canvas[y as usize * across + x as usize] == drawn.palette[usize::from(pixel.0[0])]
        })
    }

    #[test]
    fn every_frame_is_the_picture_of_its_position() {
        for kind in GAMES {
            let scenes = scenes(kind, 3);
            let made = gif(&scenes, Theme::Dark, usize::MAX).unwrap();
            let frames = seen(&made.file);
            assert_eq!(frames.len(), scenes.len(), "{}", kind.key);
            assert_eq!(made.frames, scenes.len());
            for (frame, scene) in frames.iter().zip(&scenes) {
                assert!(shows(frame, scene), "{}", kind.key);
            }
            let delays: Vec<u16> = frames.iter().map(|frame| frame.2).collect();
            let (last, others) = delays.split_last().unwrap();
            assert!(others.iter().all(|delay| delay < last), "{delays:?}");
            // A few frames are read with a sentence each.
            let few = gif(&scenes[..SENTENCES], Theme::Dark, usize::MAX).unwrap();
            assert!(seen(&few.file).iter().all(|frame| frame.2 == *last));
        }
    }

    #[test]
    fn what_stays_costs_nothing() {
        let kind = GAMES[0];
        let one = scenes(kind, 0);
        let still: Vec<Scene> = (0..50).flat_map(|_| one.clone()).collect();
        let (alone, fifty) = (
            gif(&one, Theme::Dark, usize::MAX).unwrap().file.len(),
            gif(&still, Theme::Dark, usize::MAX).unwrap(),
        );
        assert_eq!(seen(&fifty.file).len(), 50, "the time passes even so");
        assert!(fifty.file.len() < alone + 50 * 40);
        let moving = scenes(kind, 10);
        let size = gif(&moving, Theme::Dark, usize::MAX).unwrap().file.len();
        assert!(size < alone * 6, "{size} for eleven, {alone} for one");
    }

    /// The canvas is as large as the largest picture, since trays grow in the course of a game.
    #[test]
    fn pictures_of_different_sizes_share_a_canvas() {
        let scenes = [note("A"), note("Somebody else to move"), note("B")];
        let made = gif(&scenes, Theme::Dark, usize::MAX).unwrap();
        for (frame, scene) in seen(&made.file).iter().zip(&scenes) {
            assert!(shows(frame, scene));
            let (wide, _) = draw(&moving(&scenes[1]), Theme::Dark).unwrap().dimensions();
            assert_eq!(frame.1, wide as usize);
        }
    }

    #[test]
    fn too_large_a_file_is_thinned_and_then_refused() {
        let scenes = scenes(GAMES[0], 8);
        let whole = gif(&scenes, Theme::Dark, usize::MAX).unwrap();
        let limit = whole.file.len() - 1;
        let thin = gif(&scenes, Theme::Dark, limit).unwrap();
        assert!(thin.file.len() <= limit && thin.frames < whole.frames);
        let frames = seen(&thin.file);
        assert_eq!(frames.len(), thin.frames);
        assert!(shows(&frames[0], &scenes[0]));
        assert!(shows(&frames[frames.len() - 1], &scenes[8]));
        let refused = gif(&scenes, Theme::Dark, 2_000);
        assert!(matches!(refused, Err(RenderError::TooLong { .. })));
        assert!(matches!(
            gif(&[], Theme::Dark, 2_000),
            Err(RenderError::Nothing)
        ));
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let scenes: Vec<Scene> = (0..1_000).map(|index| note(&index.to_string())).collect();
        for (step, count) in [(1, 1_000), (2, 501), (3, 334), (999, 2), (5_000, 2)] {
            let shown = thinned(&scenes, step);
            assert_eq!(shown.len(), count, "{step}");
            assert_eq!(shown[0], &scenes[0]);
            assert_eq!(shown[count - 1], &scenes[999]);
        }
        assert_eq!(thinned(&scenes[..1], 4).len(), 1);
    }
}
