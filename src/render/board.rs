//! Drawing of a grid: border, cells, lines, marks, pieces, coordinates and heading.

use super::canvas::Canvas;
use super::layout::GridPlace;
use super::measure::{cells_to_pixels, label_size};
use super::palette::{self, Rgb};
use super::sprites::{self, Style};
use super::text::word;
use crate::scene::{Cell, Grid, Ground, Ink, LabelStyle, Mark, Stroke};

/// A cell and its place on the canvas: left, top and side in pixels.
struct Spot<'a> {
    cell: &'a Cell,
    x: i32,
    y: i32,
    side: i32,
    /// Distance by which the piece is moved to the right, in pixels.
    aside: i32,
}

impl Spot<'_> {
    fn centre(&self) -> (f32, f32) {
        let half = self.side as f32 / 2.0;
        (self.x as f32 + half, self.y as f32 + half)
    }

    fn unit(&self) -> f32 {
        self.side as f32 / 100.0
    }

    fn grey(&self) -> bool {
        matches!(self.cell.ground, Ground::GreyLight | Ground::GreyDark)
    }
}

/// Draws a grid at its place.
pub fn draw(canvas: &mut Canvas, grid: &Grid, place: &GridPlace, signs: bool) {
    let spots: Vec<Spot<'_>> = (0..grid.height)
        .flat_map(|y| (0..grid.width).map(move |x| (x, y)))
        .zip(&grid.cells)
        .filter_map(|((x, y), cell)| {
            Some(Spot {
                cell: cell.as_ref()?,
                x: place.x + i32::from(x) * place.cell,
                y: place.y + i32::from(y) * place.cell,
                side: place.cell,
                aside: place.aside(i32::from(x)),
            })
        })
        .collect();
    rim(canvas, place, &spots);
    for spot in &spots {
        ground(canvas, spot);
    }
    let pen = Pen::of(grid, place);
    for stroke in &grid.strokes {
        draw_stroke(canvas, &pen, stroke);
    }
    for spot in &spots {
        for mark in &spot.cell.marks {
            under(canvas, spot, *mark);
        }
        if let Some(token) = &spot.cell.token {
            let style = Style {
                signs,
                on_page: spot.cell.ground == Ground::Bare,
            };
            let at = (spot.x + spot.aside, spot.y);
            sprites::token(canvas, at, spot.side, token, style);
        }
        for mark in &spot.cell.marks {
            over(canvas, spot, *mark);
        }
    }
    for [x, y, width, height] in &place.tabs {
        let page = canvas.colours().page;
        canvas.plate([place.x + x, place.y + y, *width, *height], 3.0, page);
    }
    for (label, at) in grid.labels.iter().zip(&place.labels) {
        let Some((x, y)) = *at else {
            continue;
        };
        let colours = canvas.colours();
        let colour = match label.style {
            LabelStyle::Coordinate => colours.text,
            LabelStyle::Coarse => colours.coarse,
            LabelStyle::Note => colours.muted,
        };
        let text = word(&label.text, label_size(label.style, place.cell));
        canvas.word(&text, place.x + x, place.y + y, colour, 255);
    }
    heading(canvas, grid, place);
}

/// Draws the border along the true outline: a rectangle under each run of adjacent cells, which cover its inside.
fn rim(canvas: &mut Canvas, place: &GridPlace, spots: &[Spot<'_>]) {
    let colour = canvas.colours().rim;
    let wide = place.rim;
    let is_next = |a: &Spot<'_>, b: &Spot<'_>| {
        let bare = a.cell.ground == Ground::Bare || b.cell.ground == Ground::Bare;
        !bare && (b.x, b.y) == (a.x + a.side, a.y)
    };
    for cells in spots.chunk_by(is_next) {
        if let [first, ..] = cells
            && first.cell.ground != Ground::Bare
        {
            let across = first.side * cells.len() as i32 + 2 * wide;
            let down = first.side + 2 * wide;
            canvas.rect(first.x - wide, first.y - wide, across, down, colour);
        }
    }
}

fn ground(canvas: &mut Canvas, spot: &Spot<'_>) {
    let Spot {
        cell, x, y, side, ..
    } = *spot;
    let marks = &cell.marks;
    let colour = if marks.contains(&Mark::Chosen) {
        Some(palette::chosen(cell.ground))
    } else if marks
        .iter()
        .any(|mark| matches!(mark, Mark::From | Mark::To))
    {
        Some(palette::tinted(cell.ground))
    } else {
        palette::ground(cell.ground)
    };
    if let Some(colour) = colour {
        canvas.rect(x, y, side, side, colour);
    }
    if cell.ground == Ground::Tower {
        crenels(canvas, spot);
    }
    for mark in marks {
        let (near, far) = match mark {
            Mark::Rising => ((x, y + side), (x + side, y)),
            Mark::Falling => ((x, y), (x + side, y + side)),
            _ => continue,
        };
        let point = |(x, y): (i32, i32)| (x as f32, y as f32);
        let width = (4.0 * spot.unit()).max(1.5);
        canvas.line(point(near), point(far), width * 1.8, palette::HALO);
        canvas.line(point(near), point(far), width, palette::GREY_LINE);
    }
}

/// Draws a tower's wall: a dark edge and a ring of crenels inside it.
fn crenels(canvas: &mut Canvas, spot: &Spot<'_>) {
    let Spot { x, y, side, .. } = *spot;
    let wall = (side / 9).max(2);
    let teeth = 7;
    canvas.frame([x, y, side, side], wall, palette::TOWER_WALL);
    for tooth in (0..teeth).step_by(2) {
        let from = side * tooth / teeth;
        let length = side * (tooth + 1) / teeth - from;
        for (left, top, width, height) in [
            (x + from, y, length, wall),
            (x + from, y + side - wall, length, wall),
            (x, y + from, wall, length),
            (x + side - wall, y + from, wall, length),
        ] {
            canvas.rect(left, top, width, height, palette::CRENEL);
        }
    }
}

/// A pen for a grid's strokes: the place of its cells, and the colours that its ground needs.
struct Pen {
    /// The grid's upper left corner, in pixels.
    corner: (i32, i32),
    cell: i32,
    /// True if the ground is grey, on which the usual lines would be invisible.
    grey: bool,
}

impl Pen {
    fn of(grid: &Grid, place: &GridPlace) -> Self {
        let mut cells = grid.cells.iter().flatten();
        Pen {
            corner: (place.x, place.y),
            cell: place.cell,
            grey: cells.any(|cell| matches!(cell.ground, Ground::GreyLight | Ground::GreyDark)),
        }
    }

    /// Returns the pixel of a point given in cells; `None` if it is not finite.
    fn point(&self, (x, y): (f32, f32)) -> Option<(i32, i32)> {
        let x = self.corner.0 + cells_to_pixels(x, self.cell)?;
        let y = self.corner.1 + cells_to_pixels(y, self.cell)?;
        Some((x, y))
    }

    /// Returns a width in pixels, given in hundredths of a cell.
    fn thick(&self, width: u8) -> f32 {
        (f32::from(width) / 100.0 * self.cell as f32).max(1.0)
    }

    fn colour(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Line if self.grey => palette::GREY_LINE,
            Ink::Last if self.grey => palette::LAST_ON_GREY,
            _ => palette::ink(ink),
        }
    }
}

/// Returns a pixel as a point with fractions.
fn smooth((x, y): (i32, i32)) -> (f32, f32) {
    (x as f32, y as f32)
}

/// Draws a stroke; `None` if a coordinate is not finite.
fn draw_stroke(canvas: &mut Canvas, pen: &Pen, stroke: &Stroke) -> Option<()> {
    match *stroke {
        Stroke::Line {
            from,
            to,
            width,
            ink,
        } => line(canvas, pen, [pen.point(from)?, pen.point(to)?], width, ink),
        Stroke::Dot { at, radius, ink } => {
            let at = smooth(pen.point(at)?);
            let radius = pen.thick(radius);
            let around = match ink {
                Ink::Black => palette::HALO,
                _ => palette::BLACK,
            };
            canvas.disc(at, radius + 1.5, around);
            canvas.disc(at, radius, pen.colour(ink));
        }
        Stroke::Frame {
            at,
            size,
            width,
            ink,
        } => {
            let from = pen.point(at)?;
            let to = pen.point((at.0 + size.0, at.1 + size.1))?;
            let wide = pen.thick(width).round() as i32;
            let area = [
                from.0 - wide / 2,
                from.1 - wide / 2,
                to.0 - from.0 + wide,
                to.1 - from.1 + wide,
            ];
            canvas.frame(area, wide, pen.colour(ink));
        }
        Stroke::Arrow { from, to, ink } => {
            let (from, to) = (smooth(pen.point(from)?), smooth(pen.point(to)?));
            let cell = pen.cell as f32;
            arrow(canvas, from, to, cell, palette::HALO, 1.5);
            arrow(canvas, from, to, cell, pen.colour(ink), 0.0);
        }
    }
    Some(())
}

fn line(canvas: &mut Canvas, pen: &Pen, [from, to]: [(i32, i32); 2], width: u8, ink: Ink) {
    let thick = pen.thick(width);
    if from.0 == to.0 || from.1 == to.1 {
        // Straight lines along the cells have sharp edges and square ends.
        let wide = thick.round() as i32;
        let x = from.0.min(to.0) - wide / 2;
        let y = from.1.min(to.1) - wide / 2;
        let across = (from.0 - to.0).abs() + wide;
        let down = (from.1 - to.1).abs() + wide;
        canvas.rect(x, y, across, down, pen.colour(ink));
    } else {
        if ink == Ink::Line {
            canvas.line(smooth(from), smooth(to), thick + 3.0, palette::HALO);
        }
        canvas.line(smooth(from), smooth(to), thick, pen.colour(ink));
    }
}

/// Draws an arrow, `more` pixels larger all around.
fn arrow(canvas: &mut Canvas, from: (f32, f32), to: (f32, f32), cell: f32, colour: Rgb, more: f32) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let head = (cell * 0.34).min(length * 0.7);
    let wide = cell * 0.19 + more * 1.6;
    let neck = (to.0 - ux * head, to.1 - uy * head);
    let tip = (to.0 + ux * more * 2.0, to.1 + uy * more * 2.0);
    let back = (neck.0 - ux * more, neck.1 - uy * more);
    canvas.line(from, neck, cell * 0.12 + more * 2.0, colour);
    let left = (back.0 - uy * wide, back.1 + ux * wide);
    let right = (back.0 + uy * wide, back.1 - ux * wide);
    canvas.polygon(&[tip, left, right], colour);
}

/// Draws a mark that lies under the piece.
fn under(canvas: &mut Canvas, spot: &Spot<'_>, mark: Mark) {
    let last = if spot.grey() {
        palette::LAST_ON_GREY
    } else {
        palette::LAST
    };
    let unit = spot.unit();
    let (x, y) = spot.centre();
    let taken = spot.cell.token.is_some();
    match mark {
        Mark::From => brackets(canvas, spot, 4.0, 24.0, last),
        Mark::To => brackets(canvas, spot, 7.0, 34.0, last),
        Mark::Trail => brackets(canvas, spot, 4.5, 20.0, last),
        Mark::Chosen => {
            let thick = ((6.0 * unit).round() as i32).max(2);
            let area = [spot.x, spot.y, spot.side, spot.side];
            canvas.frame(area, thick, palette::CHOSEN);
        }
        Mark::Reach if !taken => {
            canvas.disc((x, y), 17.0 * unit + 1.5, palette::HALO);
            canvas.disc((x, y), 17.0 * unit, palette::REACH);
        }
        Mark::Capture => {
            canvas.ring((x, y), 43.0 * unit, 9.0 * unit + 2.5, palette::HALO);
            canvas.ring((x, y), 43.0 * unit, 9.0 * unit, palette::REACH);
        }
        Mark::Special => {
            // On an occupied cell the arms reach into the corners, where the piece does not hide them.
            let arm = if taken { 41.0 } else { 24.0 } * unit;
            for (width, colour) in [
                (11.0 * unit + 3.0, palette::HALO),
                (11.0 * unit, palette::REACH),
            ] {
                canvas.line((x - arm, y - arm), (x + arm, y + arm), width, colour);
                canvas.line((x - arm, y + arm), (x + arm, y - arm), width, colour);
            }
        }
        Mark::Reach | Mark::Danger | Mark::Rising | Mark::Falling => {}
    }
}

/// Draws a mark that lies over the piece.
fn over(canvas: &mut Canvas, spot: &Spot<'_>, mark: Mark) {
    match mark {
        Mark::Danger => danger(canvas, spot),
        Mark::Reach if spot.cell.token.is_some() => {
            let radius = 12.0 * spot.unit();
            let edge = radius + 3.0;
            let centre = (
                (spot.x + spot.side) as f32 - edge,
                (spot.y + spot.side) as f32 - edge,
            );
            canvas.disc(centre, radius + 1.5, palette::HALO);
            canvas.disc(centre, radius, palette::REACH);
        }
        _ => {}
    }
}

/// Draws corner brackets; thickness and length are in hundredths of the cell.
fn brackets(canvas: &mut Canvas, spot: &Spot<'_>, thick: f32, length: f32, colour: Rgb) {
    let unit = spot.unit();
    let thick = ((thick * unit).round() as i32).max(2);
    let length = ((length * unit).round() as i32).max(thick * 2);
    let (left, top) = (spot.x, spot.y);
    let (right, bottom) = (spot.x + spot.side, spot.y + spot.side);
    for y in [top, bottom - thick] {
        canvas.rect(left, y, length, thick, colour);
        canvas.rect(right - length, y, length, thick, colour);
    }
    for x in [left, right - thick] {
        canvas.rect(x, top, thick, length, colour);
        canvas.rect(x, bottom - length, thick, length, colour);
    }
}

/// Draws the red frame and the "!" of a royal piece in danger, over everything else.
fn danger(canvas: &mut Canvas, spot: &Spot<'_>) {
    let unit = spot.unit();
    let thick = ((6.0 * unit).round() as i32).max(2);
    let area = [spot.x, spot.y, spot.side, spot.side];
    canvas.frame(area, thick, palette::DANGER);
    let radius = (16.0 * unit).max(7.0);
    let centre = (
        (spot.x + spot.side) as f32 - radius - 1.0,
        spot.y as f32 + radius + 1.0,
    );
    canvas.disc(centre, radius, palette::HALO);
    canvas.disc(centre, radius - 2.0, palette::DANGER);
    let size = radius * 1.7;
    let text = word("!", size);
    let x = centre.0.round() as i32 - text.width() as i32 / 2;
    let y = centre.1.round() as i32 - text.middle();
    canvas.word(&text, x, y, palette::HALO, 255);
}

fn heading(canvas: &mut Canvas, grid: &Grid, place: &GridPlace) {
    let (Some(badge), Some(area)) = (&grid.badge, place.badge) else {
        return;
    };
    let colours = canvas.colours();
    let (back, ink) = if badge.lit {
        (palette::LAST, colours.on_lit)
    } else {
        (colours.panel, colours.text)
    };
    let (x, y) = (place.x + area.x, place.y + area.y);
    let text = word(&badge.text, place.words[0]);
    let middle = y + area.height / 2;
    if !badge.text.is_empty() {
        canvas.plate([x, y, area.width, area.height], 5.0, back);
        let left = x + (area.width - text.width() as i32) / 2;
        canvas.word(&text, left, middle - text.middle(), ink, 255);
    }
    if !badge.note.is_empty() {
        let note = word(&badge.note, place.words[1]);
        let left = if badge.text.is_empty() {
            x
        } else {
            x + area.width + 8
        };
        canvas.word(&note, left, middle - note.middle(), colours.muted, 255);
    }
}
