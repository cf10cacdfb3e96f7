//! Drawing of the parts around the boards: trays, and the turn's note.

use super::canvas::Canvas;
use super::layout::Layout;
use super::measure::{cell_of, word_size};
use super::palette;
use super::sprites::{self, Style};
use super::text::word;
use super::trays::Chip;
use super::turn_box::TurnBox;
use crate::scene::{Ground, Scene, Token, Tray, TrayItem, Turn};

/// Draws the trays and the turn's note.
pub fn draw(canvas: &mut Canvas, scene: &Scene, layout: &Layout, signs: bool) {
    let cell = cell_of(scene);
    let style = Style {
        signs,
        on_page: true,
    };
    for (tray, placed) in scene.trays.iter().zip(&layout.trays) {
        title(canvas, tray, placed.title, cell);
        for (item, area) in tray.items.iter().zip(&placed.items) {
            draw_item(canvas, item, *area, placed.chip, style);
        }
    }
    if let (Some(turn), Some(place)) = (&scene.turn, layout.turn) {
        if place.strip {
            strip(canvas, turn, place, cell, style);
        } else {
            note(canvas, turn, place, cell, style);
        }
    }
}

fn title(canvas: &mut Canvas, tray: &Tray, at: Option<(i32, i32)>, cell: i32) {
    let Some((x, y)) = at else {
        return;
    };
    let text = word(&tray.title, word_size(cell));
    let muted = canvas.colours().muted;
    canvas.word(&text, x, y, muted, 255);
    if tray.items.is_empty() {
        let dash = word("–", word_size(cell));
        canvas.word(&dash, x + text.width() as i32 + 8, y, muted, 255);
    }
}

fn draw_item(canvas: &mut Canvas, item: &TrayItem, area: [i32; 4], chip: Chip, style: Style) {
    let [x, y, width, height] = area;
    let colours = canvas.colours();
    let captioned = !item.text.is_empty();
    let (back, ink) = match (item.lit, item.out) {
        (true, _) => (palette::LAST, colours.on_lit),
        (false, false) => (colours.panel, colours.text),
        (false, true) => (colours.panel, colours.muted),
    };
    // A piece in a hand has a square like those of the boards: a black one would hardly be visible on a dark page.
    let square = palette::ground(Ground::Light).filter(|_| !captioned && !item.lit);
    if let (Some(square), Some(_)) = (square, &item.token) {
        canvas.plate(area, 5.0, square);
    } else if captioned || item.lit {
        canvas.plate(area, 7.0, back);
    }
    let mut left = x + 6;
    if let Some(token) = &item.token {
        let side = height - 4;
        let at = if captioned {
            x + 4
        } else {
            x + (width - side) / 2
        };
        sprites::token(
            canvas,
            (at, y + 2),
            side,
            token,
            Style {
                on_page: captioned && !item.lit,
                ..style
            },
        );
        left = at + side + 4;
        if style.signs && captioned {
            let centre = (x + width - chip.sign(height), y + height / 2);
            sprites::sign(canvas, centre, height as f32 * 0.17, token.army);
        }
    }
    if captioned {
        let text = word(&item.text, chip.caption);
        canvas.word(&text, left, y + height / 2 - text.middle(), ink, 255);
    }
    if item.out {
        // The stroke covers only the figure if there is one, so that the words stay readable.
        let right = if item.token.is_some() {
            left - 4
        } else {
            x + width - 6
        };
        let thick = (height as f32 * 0.06).max(2.0);
        let from = ((x + 6) as f32, (y + height - 7) as f32);
        let to = (right as f32, (y + 7) as f32);
        canvas.line(from, to, thick + 2.0, colours.rim);
        canvas.line(from, to, thick, palette::DANGER);
    }
}

/// Draws the turn's note as a strip, all on one line.
fn strip(canvas: &mut Canvas, turn: &Turn, place: TurnBox, cell: i32, style: Style) {
    let [x, y, _, height] = place.area;
    let colours = canvas.colours();
    let size = word_size(cell);
    // Three pixels stay free at the edge of a picture.
    let side = height - 4;
    sprites::token(
        canvas,
        (x, y + 1),
        side,
        &Token::new(turn.army, turn.figure),
        style,
    );
    let text = word(&turn.text, size);
    let middle = y + height / 2;
    let left = x + side + 10;
    canvas.word(&text, left, middle - text.middle(), colours.text, 255);
    if !turn.detail.is_empty() {
        let detail = word(&turn.detail, size * 0.8);
        let left = left + text.width() as i32 + 12;
        canvas.word(&detail, left, middle - detail.middle(), colours.muted, 255);
    }
}

/// Draws the turn's note in a box: the figure, with the words next to it, or below it in a narrow box.
fn note(canvas: &mut Canvas, turn: &Turn, place: TurnBox, cell: i32, style: Style) {
    let [x, y, width, height] = place.area;
    let colours = canvas.colours();
    let size = word_size(cell);
    let small = size * 0.82;
    let icon = (cell as f32 * 0.8).clamp(40.0, 72.0) as i32;
    let beside = width >= icon + 8 + word(&turn.text, size).width() as i32;
    let room = if beside { width - icon - 8 } else { width };
    let lines: Vec<_> = wrap(&turn.text, size, room)
        .into_iter()
        .map(|line| (line, size, colours.text))
        .chain(
            wrap(&turn.detail, small, room)
                .into_iter()
                .map(|line| (line, small, colours.muted)),
        )
        .collect();
    let tall: i32 = lines
        .iter()
        .map(|(_, size, _)| (size * 1.3).round() as i32)
        .sum();
    let token = Token::new(turn.army, turn.figure);
    let (left, mut top) = if beside {
        let middle = y + height / 2;
        sprites::token(canvas, (x, middle - icon / 2), icon, &token, style);
        (x + icon + 8, middle - tall / 2)
    } else {
        let top = y + ((height - icon - tall) / 2).max(0);
        sprites::token(canvas, (x, top), icon, &token, style);
        (x, top + icon + 4)
    };
    for (line, size, colour) in lines {
        let text = word(&line, size);
        let step = (size * 1.3).round() as i32;
        canvas.word(&text, left, top + step / 2 - text.middle(), colour, 255);
        top += step;
    }
}

/// Splits words into lines of at most `room` pixels; a longer word has its own line.
fn wrap(text: &str, size: f32, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {part}");
            if word(&longer, size).width() as i32 <= room {
                *line = longer;
                continue;
            }
        }
        lines.push(part.to_owned());
    }
    lines
}
