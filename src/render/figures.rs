//! The drawings of figures: the files by figure, drawings that a game brings along, and drawings put together here
//! because they have a number or letter: stacks, dice, and generals with their former piece.

use std::fmt::Write as _;

use crate::scene::Figure;

macro_rules! drawing {
    ($name:literal) => {
        inside(include_str!(concat!("pieces/", $name, ".svg")))
    };
}

/// Returns the part of an SVG file between its style sheet and its end.
fn inside(file: &'static str) -> &'static str {
    let body = file.split_once("</style>").map_or(file, |(_, rest)| rest);
    body.rsplit_once("</svg>")
        .map_or(body, |(inside, _)| inside)
}

/// True if the figure has the usual foot, on which signs are shown.
pub fn has_foot(figure: Figure) -> bool {
    !matches!(
        figure,
        Figure::Stack(_)
            | Figure::RoyalStone
            | Figure::Die(_)
            | Figure::Nightrider
            | Figure::CaptainRider
            | Figure::JesterRider
            | Figure::Own(_)
    )
}

/// Appends a figure's drawing, in a box of 100 by 100.
pub fn push(svg: &mut String, figure: Figure) {
    let drawing = match figure {
        Figure::Stack(stones) => return push_stack(svg, stones),
        Figure::Die(number) => return push_die(svg, number),
        Figure::Uranium(letter) => return push_uranium(svg, letter),
        Figure::Own(drawing) => inside(drawing.svg),
        Figure::RoyalStone => drawing!("royal_stone"),
        Figure::King => drawing!("king"),
        Figure::Queen => drawing!("queen"),
        Figure::Rook => drawing!("rook"),
        Figure::Bishop => drawing!("bishop"),
        Figure::Knight => drawing!("knight"),
        Figure::Pawn => drawing!("pawn"),
        Figure::Marshall => drawing!("marshall"),
        Figure::Cardinal => drawing!("cardinal"),
        Figure::Wizard => drawing!("wizard"),
        Figure::Lancer => drawing!("lancer"),
        Figure::Dragon => drawing!("dragon"),
        Figure::Merchant => drawing!("merchant"),
        Figure::Captain => drawing!("captain"),
        Figure::Jester => drawing!("jester"),
        Figure::Fool => drawing!("fool"),
        Figure::Base => drawing!("base"),
        Figure::Scientist => drawing!("scientist"),
        Figure::Reporter => drawing!("reporter"),
        Figure::Nightrider => drawing!("nightrider"),
        Figure::CaptainRider => drawing!("captain_rider"),
        Figure::JesterRider => drawing!("jester_rider"),
        Figure::Lance => drawing!("lance"),
        Figure::Silver => drawing!("silver"),
        Figure::Gold => drawing!("gold"),
        Figure::CrownedRook => drawing!("crowned_rook"),
        Figure::CrownedBishop => drawing!("crowned_bishop"),
        Figure::CrownedMerchant => drawing!("crowned_merchant"),
    };
    svg.push_str(drawing);
}

/// The height of one stone of a stack, in units of the drawing.
const STONE: f32 = 8.0;
/// Half the width and half the height of a stone's face.
const FACE: (f32, f32) = (40.0, 17.5);

/// Returns the distance from the top of the drawing to the middle of a stack's uppermost face, in units. More than six
/// stones are drawn as six.
pub fn stack_top(stones: u8) -> f32 {
    let stones = f32::from(stones.clamp(1, 6));
    51.0 - stones * STONE / 2.0
}

fn push_stack(svg: &mut String, stones: u8) {
    let (rx, ry) = FACE;
    let top = stack_top(stones);
    for stone in (0..stones.clamp(1, 6)).rev() {
        let y = top + STONE * f32::from(stone);
        let (left, right) = (50.0 - rx, 50.0 + rx);
        let _ = write!(
            svg,
            r#"<path d="M{left} {y}v{STONE}A{rx} {ry} 0 0 0 {right} {low}V{y}Z" class="s"/><path d="M{left} {y}v{STONE}A{rx} {ry} 0 0 0 {right} {low}V{y}" class="o"/>"#,
            low = y + STONE,
        );
    }
    let _ = write!(
        svg,
        r#"<ellipse cx="50" cy="{top}" rx="{rx}" ry="{ry}" class="b"/>"#
    );
}

fn push_die(svg: &mut String, number: u8) {
    svg.push_str(
        r#"<path d="M29 17H71Q85 17 85 31V73Q85 87 71 87H29Q15 87 15 73V31Q15 17 29 17Z" class="b"/>"#,
    );
    let (a, b, c) = (32.0, 50.0, 68.0);
    let pips: &[(f32, f32)] = match number.clamp(1, 6) {
        1 => &[(b, b)],
        2 => &[(a, c), (c, a)],
        3 => &[(a, c), (b, b), (c, a)],
        4 => &[(a, a), (a, c), (c, a), (c, c)],
        5 => &[(a, a), (a, c), (b, b), (c, a), (c, c)],
        _ => &[(a, a), (a, b), (a, c), (c, a), (c, b), (c, c)],
    };
    for (x, y) in pips {
        let _ = write!(
            svg,
            r#"<circle cx="{x}" cy="{}" r="8.400" class="i"/>"#,
            y + 2.0
        );
    }
}

/// Draws the general, with the piece that it was promoted from below its sign.
fn push_uranium(svg: &mut String, letter: char) {
    svg.push_str(drawing!("uranium"));
    let was = match letter.to_ascii_uppercase() {
        'P' => Figure::Pawn,
        'L' => Figure::Lance,
        'N' => Figure::Knight,
        'C' => Figure::Captain,
        'J' => Figure::Jester,
        'S' => Figure::Silver,
        'G' => Figure::Gold,
        _ => return,
    };
    svg.push_str(r#"<g class="m" transform="translate(26.500 47) scale(.47)">"#);
    push(svg, was);
    svg.push_str("</g>");
}
