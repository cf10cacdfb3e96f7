//! The places of a tray's items: pieces in a hand, or fields of a table with captions. All lengths are pixels.

use super::measure::{MOST, width_of, word_size};
use super::text::word;
use crate::scene::{Tray, TrayItem};

/// The setting of a tray's captioned items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chip {
    /// The size of the captions' text.
    pub caption: f32,
    /// True if the items have no more room than their parts need.
    pub tight: bool,
}

impl Chip {
    /// Returns the setting with full room.
    pub fn roomy(cell: i32) -> Self {
        Chip {
            caption: caption_size(cell),
            tight: false,
        }
    }

    /// Returns the distance from the right edge of an item of this height to the centre of its army's sign.
    pub fn sign(self, height: i32) -> i32 {
        if self.tight {
            height * 3 / 10
        } else {
            height / 2
        }
    }
}

/// The place of a tray.
#[derive(Clone, Debug)]
pub struct TrayPlaced {
    /// The setting of the items.
    pub chip: Chip,
    /// Upper left corner of the title's text; `None` without a title.
    pub title: Option<(i32, i32)>,
    /// Left, top, width and height of each item.
    pub items: Vec<[i32; 4]>,
}

/// Returns the size of an item's caption in a setting with full room.
fn caption_size(cell: i32) -> f32 {
    (cell as f32 * 0.28).clamp(15.0, 22.0)
}

/// Returns the height of a tray's items: with captions they are fields of a table, without captions pieces in a hand.
fn item_height(tray: &Tray, cell: i32) -> i32 {
    if captioned(tray) {
        (cell * 11 / 20).clamp(34, 50)
    } else {
        cell.clamp(36, 72)
    }
}

fn captioned(tray: &Tray) -> bool {
    tray.items.iter().any(|item| !item.text.is_empty())
}

/// Returns the width of an item by itself.
fn item_width(item: &TrayItem, chip: Chip, height: i32) -> i32 {
    let token = if item.token.is_some() { height } else { 0 };
    if item.text.is_empty() {
        return token.max(height / 2);
    }
    let sign = match (item.token.is_some(), chip.tight) {
        (false, _) => 0,
        (true, false) => height * 6 / 10,
        (true, true) => height * 47 / 100,
    };
    let about = if chip.tight { 9 } else { 16 };
    token + width_of(&item.text, chip.caption) + sign + about
}

/// Returns the width of the narrowest picture that shows every item.
pub fn least_width(tray: &Tray, cell: i32) -> i32 {
    let title = width_of(&tray.title, word_size(cell));
    let height = item_height(tray, cell);
    let widest = tray
        .items
        .iter()
        .take(MOST)
        .map(|item| item_width(item, Chip::roomy(cell), height))
        .max();
    title.max(widest.unwrap_or(0))
}

/// Returns the width of a tray whose title and items are in one row.
pub fn whole_width(tray: &Tray, cell: i32) -> i32 {
    let items = item_widths(tray, Chip::roomy(cell), item_height(tray, cell));
    let title = width_of(&tray.title, word_size(cell)) + 12;
    title + items.iter().map(|item| item + GAP).sum::<i32>()
}

impl TrayPlaced {
    /// Returns the right edge of the last item.
    pub fn right(&self) -> i32 {
        let ends = self.items.iter().map(|item| item[0] + item[2]);
        ends.max().unwrap_or(0)
    }
}

/// Gap between two items.
const GAP: i32 = 6;
/// Gap between two items where a smaller one brings a title and all pieces in a hand into one row.
const TIGHT_GAP: i32 = 2;

fn item_widths(tray: &Tray, chip: Chip, height: i32) -> Vec<i32> {
    tray.items
        .iter()
        .take(MOST)
        .map(|item| item_width(item, chip, height))
        .collect()
}

/// Returns the setting of items: captioned items that take more than a row are set closer, and then smaller down to the
/// least readable size, if that brings them into one row.
fn fitting(tray: &Tray, cell: i32, height: i32, width: i32) -> Chip {
    let roomy = Chip::roomy(cell);
    if !captioned(tray) {
        return roomy;
    }
    let tight = (0..8).map(|step| Chip {
        caption: (roomy.caption - step as f32).max(15.0),
        tight: true,
    });
    std::iter::once(roomy)
        .chain(tight)
        .find(|chip| {
            let items = item_widths(tray, *chip, height);
            let gaps = GAP * i32::try_from(items.len().saturating_sub(1)).unwrap_or(0);
            items.iter().sum::<i32>() + gaps <= width
        })
        .unwrap_or(roomy)
}

/// Returns the gap between the items of a tray whose title takes `title` of the width.
fn gap(tray: &Tray, items: &[i32], title: i32, width: i32) -> i32 {
    let between = i32::try_from(items.len().saturating_sub(1)).unwrap_or(0);
    let fits = |gap: i32| title + items.iter().sum::<i32>() + gap * between <= width;
    if !captioned(tray) && !fits(GAP) && fits(TIGHT_GAP) {
        TIGHT_GAP
    } else {
        GAP
    }
}

/// Places a tray's items in rows of at most `width`, with the title before them if it fits, else above them.
pub fn place_tray(tray: &Tray, cell: i32, left: i32, y: &mut i32, width: i32) -> TrayPlaced {
    let height = item_height(tray, cell);
    let chip = fitting(tray, cell, height, width);
    let items = item_widths(tray, chip, height);
    let mut placed = TrayPlaced {
        chip,
        title: None,
        items: Vec::new(),
    };
    if items.is_empty() && tray.title.is_empty() {
        return placed;
    }
    let text = word(&tray.title, word_size(cell));
    let titled = if tray.title.is_empty() {
        0
    } else {
        text.width() as i32 + 12
    };
    let gap = gap(tray, &items, titled, width);
    let between = i32::try_from(items.len().saturating_sub(1)).unwrap_or(0);
    let sum = items.iter().sum::<i32>() + gap * between;
    let mut start = left;
    let captioned = captioned(tray);
    if !tray.title.is_empty() {
        let inline = titled + sum <= width;
        if inline {
            placed.title = Some((left, *y + height / 2 - text.middle()));
            start += titled;
        } else {
            placed.title = Some((left, *y));
            *y += text.height() as i32;
        }
    }
    let room = left + width - start;
    let mut first = 0;
    while first < items.len() {
        let mut count = 0;
        let mut used = 0;
        for item in items.iter().skip(first) {
            let next = used + item + if count > 0 { gap } else { 0 };
            if count > 0 && next > room {
                break;
            }
            used = next;
            count += 1;
        }
        // Captioned items share the row, so that a turn order looks like a table of equal fields.
        let mut x = start;
        for item in items.iter().skip(first).take(count) {
            let spare = if captioned {
                (room - used).max(0) / i32::try_from(count).unwrap_or(1).max(1)
            } else {
                0
            };
            placed.items.push([x, *y, item + spare, height]);
            x += item + spare + gap;
        }
        first += count.max(1);
        *y += height + GAP;
    }
    if items.is_empty() {
        *y += height;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::super::measure::PAGE;
    use super::*;
    use crate::scene::{Army, Figure, Token, TrayPlace};

    fn tray(captions: &[&str]) -> Tray {
        let army = [Army::Green, Army::Red, Army::Black, Army::White];
        let item = |(index, text): (usize, &&str)| TrayItem {
            token: Some(Token::new(army[index % 4], Figure::Pawn)),
            text: (*text).to_owned(),
            lit: index == 0,
            out: false,
        };
        Tray {
            title: String::new(),
            items: captions.iter().enumerate().map(item).collect(),
            place: TrayPlace::Below,
        }
    }

    fn rows(placed: &TrayPlaced) -> Vec<i32> {
        let mut tops: Vec<i32> = placed.items.iter().map(|item| item[1]).collect();
        tops.dedup();
        tops
    }

    /// Captions of Four Seasons' order of turns, with each player's payments, fit into one row below its board.
    #[test]
    fn chips_are_set_closer_where_that_saves_a_row() {
        let amounts = ["Green · 0", "Red · 12", "Black · 100", "White · 1000"];
        for captions in [amounts, ["Green · 0", "Red · 0", "Black · 0", "White · 0"]] {
            let placed = place_tray(&tray(&captions), 80, PAGE, &mut 0, 708);
            assert_eq!(rows(&placed).len(), 1, "{captions:?}: {placed:?}");
            assert!(placed.chip.caption >= 15.0);
            for (item, text) in placed.items.iter().zip(captions) {
                // Figure, caption and sign side by side.
                let sign = item[2] - placed.chip.sign(item[3]) - item[3] * 17 / 100;
                let caption = item[3] + 4 + width_of(text, placed.chip.caption);
                assert!(caption <= sign, "{text}: {placed:?}");
                assert!(item[0] + item[2] <= PAGE + 708);
            }
        }
    }

    #[test]
    fn chips_that_fit_or_never_will_keep_their_room() {
        let few = place_tray(
            &tray(&["Green", "Red", "Black", "White"]),
            80,
            0,
            &mut 0,
            708,
        );
        assert_eq!((rows(&few).len(), few.chip), (1, Chip::roomy(80)));
        let long = ["a long caption of a chip"; 6];
        let many = place_tray(&tray(&long), 80, 0, &mut 0, 708);
        assert!(rows(&many).len() > 1);
        assert_eq!(many.chip, Chip::roomy(80));
    }
}
