//! Crosstables: a line for each player with the place, the name, the results and the points.

use super::canvas::Canvas;
use super::encode;
use super::measure::width_of;
use super::picture::{LONGEST_SIDE, MOST_PIXELS, RenderError, Theme};
use super::text::{is_drawn, word};

/// Height of a line.
const LINE: i32 = 44;
/// Size of the words: on a telephone at half of it, or a little less where the columns are many.
const SIZE: f32 = 25.0;
/// Free pixels at the sides of a column's words.
const SIDE: i32 = 7;
/// Narrowest picture, and the widest for the sake of long names.
const WIDTH: (i32, i32) = (720, 800);
/// Narrowest column of results, and of names.
const CELL: i32 = 40;
const NAME: i32 = 200;
/// Margin around the picture.
const MARGIN: i32 = 8;

/// The results of a tournament as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    /// Headings of the results' columns.
    pub headings: Vec<String>,
    /// Heading of the points.
    pub points: String,
    /// The lines, the first place first.
    pub lines: Vec<CrosstableLine>,
}

/// A player's line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrosstableLine {
    /// The place.
    pub place: String,
    /// The name.
    pub name: String,
    /// The results; `■` is the player's own column.
    pub cells: Vec<String>,
    /// The points.
    pub points: String,
    /// True for a player who has withdrawn.
    pub muted: bool,
}

/// True if the face has every character of a text.
pub fn draws(text: &str) -> bool {
    text.chars().all(is_drawn)
}

/// Draws a crosstable as a PNG file.
///
/// # Errors
/// [`RenderError::TooLarge`] if it needs too many pixels.
pub fn crosstable(table: &Crosstable, theme: Theme) -> Result<Vec<u8>, RenderError> {
    let columns = Columns::of(table);
    let lines = i32::try_from(table.lines.len()).unwrap_or(i32::MAX / LINE);
    let height = lines
        .saturating_add(1)
        .saturating_mul(LINE)
        .saturating_add(2 * MARGIN);
    let (across, down) = (
        u64::try_from(columns.width).unwrap_or_default(),
        u64::try_from(height).unwrap_or_default(),
    );
    if down > u64::from(LONGEST_SIDE) || across * down > MOST_PIXELS {
        return Err(RenderError::TooLarge {
            width: across,
            height: down,
        });
    }
    let cuts = (0..=lines).map(|line| MARGIN + line * LINE).collect();
    let mut canvas = Canvas::new(columns.width, height, cuts, theme);
    let heads = table.headings.iter().map(String::as_str);
    let head = [("", columns.place), ("", columns.name)];
    let head = head
        .into_iter()
        .chain(heads.zip(columns.cells.iter().copied()));
    let head = head.chain([(table.points.as_str(), columns.points)]);
    for (text, column) in head {
        let muted = canvas.colours().muted;
        centred(&mut canvas, text, column, MARGIN, muted);
    }
    for (at, line) in (1..).zip(&table.lines) {
        let top = MARGIN + at * LINE;
        // Every second line is shaded.
        if at % 2 == 1 {
            let (width, panel) = (columns.width - 2 * MARGIN, canvas.colours().panel);
            canvas.plate([MARGIN, top, width, LINE], 5.0, panel);
        }
        draw_line(&mut canvas, &columns, line, top);
    }
    Ok(encode::png(&canvas)?)
}

/// The columns of a crosstable, each with its left side and its width.
struct Columns {
    place: (i32, i32),
    name: (i32, i32),
    cells: Vec<(i32, i32)>,
    points: (i32, i32),
    width: i32,
}

impl Columns {
    fn of(table: &Crosstable) -> Columns {
        let widest = |texts: &mut dyn Iterator<Item = &String>| {
            let widths = texts.map(|text| width_of(text, SIZE) + 2 * SIDE);
            widths.max().unwrap_or(0).max(CELL)
        };
        let place = widest(&mut table.lines.iter().map(|line| &line.place));
        let points = table.lines.iter().map(|line| &line.points);
        let points = widest(&mut points.chain([&table.points]));
        let cells: Vec<i32> = table
            .headings
            .iter()
            .enumerate()
            .map(|(at, heading)| {
                let own = table.lines.iter().filter_map(|line| line.cells.get(at));
                widest(&mut own.chain([heading]))
            })
            .collect();
        let names = widest(&mut table.lines.iter().map(|line| &line.name)).max(NAME);
        let others = place + points + cells.iter().sum::<i32>() + 2 * MARGIN;
        let width = (others + names).clamp(WIDTH.0, WIDTH.1.max(others + NAME));
        let mut left = MARGIN;
        let mut next = |width: i32| {
            left += width;
            (left - width, width)
        };
        Columns {
            place: next(place),
            name: next(width - others),
            cells: cells.iter().map(|width| next(*width)).collect(),
            points: next(points),
            width,
        }
    }
}

fn draw_line(canvas: &mut Canvas, columns: &Columns, line: &CrosstableLine, top: i32) {
    let colours = canvas.colours();
    let ink = if line.muted {
        colours.muted
    } else {
        colours.text
    };
    centred(canvas, &line.place, columns.place, top, colours.muted);
    let (left, width) = columns.name;
    let name = shortened(&line.name, width - 2 * SIDE);
    let name = word(&name, SIZE);
    let middle = top + LINE / 2;
    canvas.word(&name, left + SIDE, middle - name.middle(), ink, 255);
    for (cell, column) in line.cells.iter().zip(&columns.cells) {
        if cell == "■" {
            let (left, width) = *column;
            canvas.plate([left + 3, top + 3, width - 6, LINE - 6], 4.0, colours.rim);
        } else {
            centred(canvas, cell, *column, top, ink);
        }
    }
    centred(canvas, &line.points, columns.points, top, ink);
}

fn centred(
    canvas: &mut Canvas,
    text: &str,
    (left, width): (i32, i32),
    top: i32,
    colour: super::palette::Rgb,
) {
    if text.is_empty() {
        return;
    }
    let text = word(text, SIZE);
    let x = left + (width - text.width() as i32) / 2;
    canvas.word(&text, x, top + LINE / 2 - text.middle(), colour, 255);
}

/// Cuts a text to at most `room` pixels.
fn shortened(text: &str, room: i32) -> String {
    if width_of(text, SIZE) <= room {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() {
        let cut = format!("{}…", kept.trim_end());
        if width_of(&cut, SIZE) <= room {
            return cut;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(people: usize, cells: usize, cell: &str) -> Crosstable {
        let line = |place: usize| CrosstableLine {
            place: place.to_string(),
            name: format!("Somebody with a long name {place}"),
            cells: vec![cell.to_owned(); cells],
            points: "10½".to_owned(),
            muted: place == 2,
        };
        Crosstable {
            headings: (1..=cells).map(|number| number.to_string()).collect(),
            points: "Points".to_owned(),
            lines: (1..=people).map(line).collect(),
        }
    }

    /// On a telephone 390 pixels wide the words of a crosstable of eight are at least eleven pixels high, those of seven
    /// Swiss rounds at least nine, those of a season of eight divisions at least thirteen.
    #[test]
    fn a_crosstable_is_legible_on_a_telephone() {
        let tables = [
            (8, 8, "½*", 11.0),
            (64, 7, "64w½*", 9.0),
            (72, 2, "↓", 13.0),
        ];
        for (people, cells, cell, least) in tables {
            let table = table(people, cells, cell);
            let columns = Columns::of(&table);
            let size = SIZE * 390.0 / columns.width as f32;
            assert!(size >= least, "{people}: {size}");
            let (_, name) = columns.name;
            assert!(
                shortened(&table.lines[0].name, name - 2 * SIDE)
                    .chars()
                    .count()
                    >= 10
            );
            let png = crosstable(&table, Theme::default()).unwrap();
            assert!(png.len() < 400_000, "{people}: {}", png.len());
        }
    }

    #[test]
    fn letters_that_the_face_lacks_are_known() {
        assert!(draws("Zoë ½ ■ × ↑ ↓"));
        assert!(!draws("Алиса"));
    }

    #[test]
    fn an_endless_crosstable_is_refused() {
        let refused = crosstable(&table(200, 7, "1"), Theme::default());
        assert!(matches!(refused, Err(RenderError::TooLarge { .. })));
    }
}
