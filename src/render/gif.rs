//! Scenes to a moving picture: one frame a scene, all on one palette, each frame no larger than what has changed, and
//! within that transparent where nothing has.

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::arrange::moving;
use super::layout::Layout;
use super::{LONGEST_SIDE, MOST_PIXELS, RenderError, Theme, draw, palette};
use crate::scene::Scene;

/// The most frames in one file; longer games are thinned.
pub const MOST_FRAMES: usize = 400;

/// Up to so many frames are shown for [`CALM`] each, more of them for [`BRISK`].
const FEW: usize = 80;
/// How long a frame stands, in hundredths of a second.
const CALM: u16 = 110;
/// The same in a long game.
const BRISK: u16 = 65;
/// How long the first frame stands.
const FIRST: u16 = 160;
/// How long the last one stands before it begins again.
const LAST: u16 = 450;

/// A moving picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gif {
    /// The file.
    pub file: Vec<u8>,
    /// How many of the scenes it shows: fewer than there were where they had to be thinned.
    pub frames: usize,
}

/// Draws scenes one after the other as a GIF of at most `most_bytes` bytes that runs again and again.
///
/// Where they are too many or the file would be too large, every second one is left out, and so on; the first and the
/// last always stay. The same scenes, theme and limit always give the same bytes.
///
/// # Errors
/// A scene is too large to be drawn, there is not one, or even few of them make too large a file.
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

/// Every `step`th scene, and the last.
pub(super) fn thinned(scenes: &[Scene], step: usize) -> Vec<&Scene> {
    let mut shown: Vec<&Scene> = scenes.iter().step_by(step).collect();
    if let Some(last) = scenes.last()
        && !scenes.len().saturating_sub(1).is_multiple_of(step)
    {
        shown.push(last);
    }
    shown
}

/// The file, or `None` as soon as it would be too large.
fn write(
    scenes: &[&Scene],
    theme: Theme,
    most_bytes: usize,
) -> Result<Option<Vec<u8>>, RenderError> {
    let (width, height) = size(scenes)?;
    let colours = palette::of(theme);
    let page = colours.index(colours.colours.page);
    let table = colours.table();
    // The entry after the last colour is the one that shows what was there before.
    let clear = u8::try_from(table.len()).ok();
    let mut entries = table.concat();
    if clear.is_some() {
        entries.extend([0; 3]);
    }
    let across = usize::from(width);
    let mut file = Vec::with_capacity(256 * 1024);
    let mut encoder = Encoder::new(&mut file, width, height, &entries)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Option<Vec<u8>> = None;
    for (index, scene) in scenes.iter().enumerate() {
        let drawn = draw(&moving(scene), theme)?.pixels;
        let mut canvas = vec![page; across * usize::from(height)];
        let wide = drawn.width() as usize;
        for (row, line) in canvas
            .chunks_exact_mut(across)
            .zip(drawn.as_raw().chunks_exact(wide.max(1)))
        {
            if let Some(row) = row.get_mut(..wide) {
                row.copy_from_slice(line);
            }
        }
        let mut frame = match &before {
            Some(before) => change(before, &canvas, across, clear),
            None => Frame {
                width,
                height,
                buffer: canvas.clone().into(),
                ..Frame::default()
            },
        };
        frame.dispose = DisposalMethod::Keep;
        frame.delay = if index + 1 == scenes.len() {
            LAST
        } else if index == 0 {
            FIRST
        } else if scenes.len() <= FEW {
            CALM
        } else {
            BRISK
        };
        encoder.write_frame(&frame)?;
        before = Some(canvas);
        if encoder.get_ref().len() >= most_bytes {
            return Ok(None);
        }
    }
    drop(encoder);
    Ok((file.len() <= most_bytes).then_some(file))
}

/// Large enough for every scene, since trays grow in the course of a game.
fn size(scenes: &[&Scene]) -> Result<(u16, u16), RenderError> {
    let (mut width, mut height) = (0, 0);
    for scene in scenes {
        let layout = Layout::of(&moving(scene));
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

/// What has changed from one canvas to the next, `across` pixels wide both: the smallest box around it, and in the box
/// `clear` wherever nothing has.
fn change(before: &[u8], now: &[u8], across: usize, clear: Option<u8>) -> Frame<'static> {
    let across = across.max(1);
    let rows = || before.chunks_exact(across).zip(now.chunks_exact(across));
    let differs = |(old, new): &(&[u8], &[u8])| old != new;
    let Some(top) = rows().position(|row| differs(&row)) else {
        // Nothing has changed; the time passes all the same.
        return still(now, clear);
    };
    let same_below = rows().rev().take_while(|row| !differs(row)).count();
    let bottom = (now.len() / across).saturating_sub(same_below);
    let (mut left, mut right) = (across, 0);
    for (old, new) in rows().take(bottom).skip(top) {
        let mut changed = old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b);
        if let Some((first, _)) = changed.next() {
            left = left.min(first);
            right = right.max(changed.next_back().map_or(first, |(last, _)| last) + 1);
        }
    }
    let mut buffer = Vec::with_capacity((bottom - top) * (right - left));
    for (old, new) in rows().take(bottom).skip(top) {
        let pairs = old.iter().zip(new).take(right).skip(left);
        buffer.extend(pairs.map(|(old, new)| match clear {
            Some(clear) if old == new => clear,
            _ => *new,
        }));
    }
    // All of these are below the longest side, which fits.
    let fit = |pixels: usize| u16::try_from(pixels).unwrap_or(u16::MAX);
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

/// A frame that changes nothing: one pixel.
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
    use crate::scene::{Army, Turn, TurnPlace, View};

    /// The positions of a short game.
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

    /// A few words on an empty page.
    fn note(text: &str) -> Scene {
        Scene {
            grids: Vec::new(),
            columns: 1,
            cell: 40,
            trays: Vec::new(),
            turn: Some(Turn {
                army: Army::White,
                text: text.to_owned(),
                detail: String::new(),
                place: TurnPlace::Below,
            }),
        }
    }

    /// What a viewer sees: every frame as colours, its width, and how long it stands.
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

    /// Whether what is seen is the scene's own picture, at the upper left.
    fn shows((canvas, across, _): &(Vec<[u8; 3]>, usize, u16), scene: &Scene) -> bool {
        let drawn = draw(&moving(scene), Theme::Dark).unwrap();
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
        assert_eq!(seen(&fifty.file).len(), 50, "the time passes all the same");
        assert!(fifty.file.len() < alone + 50 * 40);
        let moving = scenes(kind, 10);
        let size = gif(&moving, Theme::Dark, usize::MAX).unwrap().file.len();
        assert!(size < alone * 6, "{size} for eleven, {alone} for one");
    }

    /// Trays grow in the course of a game: the canvas is as large as the largest picture.
    #[test]
    fn pictures_of_different_sizes_share_a_canvas() {
        let scenes = [note("A"), note("Somebody else to move"), note("B")];
        let made = gif(&scenes, Theme::Dark, usize::MAX).unwrap();
        for (frame, scene) in seen(&made.file).iter().zip(&scenes) {
            assert!(shows(frame, scene));
            let wide = draw(&moving(&scenes[1]), Theme::Dark)
                .unwrap()
                .pixels
                .width();
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
