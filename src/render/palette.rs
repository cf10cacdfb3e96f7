//! The colours of pictures, and the table of at most 256 of them that a picture uses.
//!
//! The table holds every flat colour exactly, and steps between colours that meet at a smoothed edge. A smoothed pixel
//! takes the nearest entry, found through a cube of 5 bits per channel. Edges have few steps ([`steps`]), since each
//! step makes the file larger, and more would be visible only under a magnifying glass.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::picture::Theme;
use crate::scene::{Army, Ground, Ink};

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

const fn hex(rgb: u32) -> Rgb {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

/// The colours around the boards, by theme.
#[derive(Clone, Copy, Debug)]
pub struct Colours {
    /// The background of the picture.
    pub page: Rgb,
    /// The background of chips and badges.
    pub panel: Rgb,
    /// The border of a board.
    pub rim: Rgb,
    /// Words.
    pub text: Rgb,
    /// Words of less weight.
    pub muted: Rgb,
    /// The coarser board's coordinates.
    pub coarse: Rgb,
    /// Words on a lit chip or badge.
    pub on_lit: Rgb,
}

const DARK: Colours = Colours {
    page: hex(0x24262B),
    panel: hex(0x3A3D46),
    rim: hex(0x15171B),
    text: hex(0xE6E8EC),
    muted: hex(0x9AA0AB),
    coarse: hex(0xF0C36A),
    on_lit: hex(0xFFFFFF),
};

const LIGHT: Colours = Colours {
    page: hex(0xF2F3F5),
    panel: hex(0xDBDEE4),
    rim: hex(0x3A3F4A),
    text: hex(0x25282E),
    muted: hex(0x646A76),
    coarse: hex(0x8A5A00),
    on_lit: hex(0xFFFFFF),
};

/// The colour of the last move.
pub const LAST: Rgb = hex(0x2C6CB8);
/// The colour of a warning.
pub const DANGER: Rgb = hex(0xDC2B26);
/// The colour of cells that a piece can reach.
pub const REACH: Rgb = hex(0x14765A);
/// The colour of the piece that the viewer looks at.
pub const CHOSEN: Rgb = hex(0x7A3FB0);
/// The colour of lines on a board.
pub const LINE: Rgb = hex(0x3B2A1C);
/// The colour of lines on a grey board.
pub const GREY_LINE: Rgb = hex(0x4A5263);
/// The colour of the thin rim that keeps a mark visible on every ground.
pub const HALO: Rgb = hex(0xFFFFFF);
/// The colour of the rim around black pieces on a dark page.
pub const PIECE_RIM: Rgb = hex(0xAEB4BF);
/// A colour that is nearly black.
pub const BLACK: Rgb = hex(0x16181C);
/// The colour of a tower's crenels.
pub const CRENEL: Rgb = hex(0x93A3BB);
/// The colour of a tower's outer wall.
pub const TOWER_WALL: Rgb = hex(0x5A6781);
/// The colour of the last move's brackets on a grey board.
pub const LAST_ON_GREY: Rgb = hex(0x8A6508);

/// Returns the colour of a ground; `None` if the page shows through.
pub fn ground(ground: Ground) -> Option<Rgb> {
    Some(match ground {
        Ground::Light => hex(0xEBDDC0),
        Ground::Dark => hex(0xBE9468),
        Ground::PaleLight => hex(0xE1D9CB),
        Ground::PaleDark => hex(0xA68B6E),
        Ground::GreyLight => hex(0xDBDEE5),
        Ground::GreyDark => hex(0xA3AAB8),
        Ground::Tower => hex(0x74849F),
        Ground::Bare => return None,
    })
}

/// Returns the colour of a ground that the last move left or reached.
pub fn tinted(ground: Ground) -> Rgb {
    match ground {
        Ground::Light | Ground::PaleLight => hex(0xA9C7E6),
        Ground::Dark | Ground::PaleDark => hex(0x7199C4),
        Ground::GreyLight => hex(0xF2DF93),
        Ground::GreyDark => hex(0xDABF62),
        Ground::Tower => hex(0x4E86C4),
        Ground::Bare => hex(0x9DBFE4),
    }
}

/// Returns the colour of a ground under the piece that the viewer looks at.
pub fn chosen(ground: Ground) -> Rgb {
    match ground {
        Ground::Light | Ground::PaleLight | Ground::GreyLight => hex(0xD6BFEA),
        Ground::Dark | Ground::PaleDark | Ground::GreyDark => hex(0xAF8FCB),
        Ground::Tower => hex(0x8E7BB5),
        Ground::Bare => hex(0xC9AEE0),
    }
}

/// The colours of an army's pieces.
#[derive(Clone, Copy, Debug)]
pub struct ArmyColours {
    /// The body.
    pub fill: Rgb,
    /// The outline of the body.
    pub outline: Rgb,
    /// Lines and shapes on the body.
    pub detail: Rgb,
    /// Shaded parts of the body.
    pub shade: Rgb,
}

/// Returns the colours of an army.
pub const fn army_colours(army: Army) -> ArmyColours {
    match army {
        Army::White => ArmyColours {
            fill: hex(0xFBF6EA),
            outline: hex(0x22252C),
            detail: hex(0x22252C),
            shade: hex(0xDDD3BE),
        },
        Army::Black => ArmyColours {
            fill: hex(0x3B414D),
            outline: hex(0x0E1014),
            detail: hex(0xEDE6D6),
            shade: hex(0x5A6270),
        },
        Army::Red => ArmyColours {
            fill: hex(0xE0492A),
            outline: hex(0x3A0C08),
            detail: hex(0xFFE9DF),
            shade: hex(0xB5321A),
        },
        Army::Green => ArmyColours {
            fill: hex(0x56CF98),
            outline: hex(0x0A2A1A),
            detail: hex(0x0A2A1A),
            shade: hex(0x35A874),
        },
        Army::Frozen => ArmyColours {
            fill: hex(0x8B919C),
            outline: hex(0x33373F),
            detail: hex(0xE6E9EE),
            shade: hex(0x737985),
        },
    }
}

/// The colour of crowns and rings.
pub const GOLD: Rgb = hex(0xE8B23A);

/// Returns the colour of an ink.
pub fn ink(ink: Ink) -> Rgb {
    match ink {
        Ink::Line => LINE,
        Ink::White => HALO,
        Ink::Black => BLACK,
        Ink::Last => LAST,
        Ink::Danger => DANGER,
        Ink::Reach => REACH,
    }
}

/// Maximum number of colours of a table. With the transparent one of moving pictures, an index takes 7 bits.
const ENTRIES: usize = 127;

/// Number of cubes, with 5 bits for each of three channels.
const CUBES: usize = 1 << 15;

/// Returns the nearest of four steps of coverage or opacity: none, a third, two thirds, all.
pub fn steps(cover: u32) -> u32 {
    (cover * 3 + 127) / 255 * 85
}

/// Returns the colours in which an army's pieces are drawn: its flat colours, and the middle between two that meet.
pub fn inks(army: Army) -> [Rgb; 7] {
    let ArmyColours {
        fill,
        outline,
        detail,
        shade,
    } = army_colours(army);
    [
        fill,
        outline,
        detail,
        shade,
        half(fill, outline),
        half(fill, detail),
        half(shade, outline),
    ]
}

/// Returns the further colours of an army's crowns and rings.
pub fn crown_colours(army: Army) -> [Rgb; 2] {
    [GOLD, half(GOLD, army_colours(army).outline)]
}

fn half(a: Rgb, b: Rgb) -> Rgb {
    mix(a, b, 127)
}

const ARMIES: [Army; 5] = [
    Army::White,
    Army::Black,
    Army::Red,
    Army::Green,
    Army::Frozen,
];

const GROUNDS: [Ground; 7] = [
    Ground::Light,
    Ground::Dark,
    Ground::PaleLight,
    Ground::PaleDark,
    Ground::GreyLight,
    Ground::GreyDark,
    Ground::Tower,
];

/// A theme's colours and its table.
#[derive(Debug)]
pub struct Palette {
    /// The colours around the boards.
    pub colours: Colours,
    table: Vec<Rgb>,
    /// The entry nearest to each cube's middle plus 1, or 0 if not looked up yet: pictures use few of the 32,768 cubes,
    /// and filling all of them would delay the first picture of each process.
    nearest: Vec<AtomicU8>,
}

static DARK_PALETTE: LazyLock<Palette> = LazyLock::new(|| Palette::new(DARK));
static LIGHT_PALETTE: LazyLock<Palette> = LazyLock::new(|| Palette::new(LIGHT));

/// Returns the palette of a theme.
pub fn of(theme: Theme) -> &'static Palette {
    match theme {
        Theme::Dark => &DARK_PALETTE,
        Theme::Light => &LIGHT_PALETTE,
    }
}

impl Palette {
    fn new(colours: Colours) -> Self {
        let mut table = Vec::with_capacity(256);
        for colour in flats(&colours) {
            if !table.contains(&colour) {
                table.push(colour);
            }
        }
        // The smaller the distance between two colours, the finer the edges: the finest table that fits is used.
        let ramps = ramps(&colours);
        let flat = table.len();
        for apart in [
            36, 64, 100, 144, 196, 256, 324, 400, 484, 576, 700, 900, 1_200, 2_000,
        ] {
            table.truncate(flat);
            for &colour in &ramps {
                if table.iter().all(|&seen| distance(seen, colour) > apart) {
                    table.push(colour);
                }
            }
            if table.len() <= ENTRIES {
                break;
            }
        }
        table.truncate(ENTRIES);
        Palette {
            colours,
            table,
            nearest: (0..CUBES).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// Returns the table, at most 256 colours.
    pub fn table(&self) -> &[Rgb] {
        &self.table
    }

    /// Returns the colour of an index; the page's colour if the table has no such index.
    pub fn colour(&self, index: u8) -> Rgb {
        self.table
            .get(usize::from(index))
            .copied()
            .unwrap_or(self.colours.page)
    }

    /// Returns the index of a flat colour, or of the nearest entry if the table does not hold it.
    pub fn index(&self, colour: Rgb) -> u8 {
        match self.table.iter().position(|&seen| seen == colour) {
            Some(index) => index as u8,
            None => self.near(colour),
        }
    }

    /// Returns the index of the entry nearest to a mixed colour.
    #[inline]
    pub fn near(&self, [r, g, b]: Rgb) -> u8 {
        let cube = usize::from(r >> 3) << 10 | usize::from(g >> 3) << 5 | usize::from(b >> 3);
        // Two threads that look up the same cube store equal indexes.
        match self.nearest[cube].load(Ordering::Relaxed) {
            0 => self.look_up(cube),
            found => found - 1,
        }
    }

    #[cold]
    fn look_up(&self, cube: usize) -> u8 {
        let channel = |shift: usize| (((cube >> shift) & 31) << 3 | 4) as u8;
        let index = closest(&self.table, [channel(10), channel(5), channel(0)]);
        self.nearest[cube].store(index + 1, Ordering::Relaxed);
        index
    }
}

/// Returns every colour that the table must hold exactly.
fn flats(colours: &Colours) -> Vec<Rgb> {
    let mut flats = vec![
        colours.page,
        colours.panel,
        colours.rim,
        colours.text,
        colours.muted,
        colours.coarse,
        colours.on_lit,
        LAST,
        DANGER,
        REACH,
        CHOSEN,
        LINE,
        GREY_LINE,
        HALO,
        BLACK,
        CRENEL,
        TOWER_WALL,
        LAST_ON_GREY,
        PIECE_RIM,
    ];
    flats.extend(GROUNDS.iter().filter_map(|&name| ground(name)));
    flats.extend(GROUNDS.iter().map(|&name| tinted(name)));
    flats.extend(GROUNDS.iter().map(|&name| chosen(name)));
    flats.extend([tinted(Ground::Bare), chosen(Ground::Bare)]);
    flats.extend(ARMIES.into_iter().flat_map(inks));
    flats.extend(ARMIES.into_iter().flat_map(crown_colours));
    flats
}

/// Returns steps between colours that meet, the most frequent pairs first.
fn ramps(colours: &Colours) -> Vec<Rgb> {
    let mut pairs: Vec<(Rgb, Rgb)> = Vec::new();
    let grounds = || GROUNDS.into_iter();
    let edge = army_colours(Army::Black).outline;
    for name in grounds() {
        pairs.extend(ground(name).map(|colour| (colour, edge)));
        pairs.push((tinted(name), edge));
    }
    pairs.extend([
        (colours.page, colours.text),
        (colours.page, colours.muted),
        (colours.panel, colours.text),
        (colours.page, colours.panel),
        (colours.page, colours.coarse),
        (LAST, colours.on_lit),
        (DANGER, HALO),
        (colours.page, LAST),
        (colours.page, edge),
        (colours.panel, edge),
        (HALO, BLACK),
    ]);
    for colour in grounds().filter_map(ground) {
        pairs.extend([
            (colour, REACH),
            (colour, HALO),
            (colour, army_colours(Army::White).fill),
            (colour, army_colours(Army::Black).fill),
            (colour, DANGER),
            (colour, CHOSEN),
            (colour, LAST),
        ]);
    }
    for army in ARMIES {
        let outline = army_colours(army).outline;
        pairs.extend(grounds().filter_map(ground).map(|colour| (colour, outline)));
        pairs.extend(grounds().map(|name| (tinted(name), outline)));
    }
    pairs.extend(grounds().map(|name| (chosen(name), edge)));
    let thirds = |(from, to)| [mix(from, to, 85), mix(from, to, 170)];
    pairs.into_iter().flat_map(thirds).collect()
}

/// Mixes two colours; a `part` of 255 is `to`.
pub fn mix(from: Rgb, to: Rgb, part: u32) -> Rgb {
    let blend =
        |a: u8, b: u8| ((u32::from(a) * (255 - part) + u32::from(b) * part + 127) / 255) as u8;
    [
        blend(from[0], to[0]),
        blend(from[1], to[1]),
        blend(from[2], to[2]),
    ]
}

/// Returns the squared difference of two colours as seen: green counts most and blue least.
pub fn distance(a: Rgb, b: Rgb) -> i32 {
    let by = |index: usize| i32::from(a[index]) - i32::from(b[index]);
    (3 * by(0) * by(0) + 5 * by(1) * by(1) + 2 * by(2) * by(2)) / 3
}

fn closest(table: &[Rgb], colour: Rgb) -> u8 {
    (0..=255_u8)
        .zip(table)
        .min_by_key(|(_, seen)| distance(**seen, colour))
        .map_or(0, |(index, _)| index)
}
