//! SVG drawings of pieces: a figure with the piece's particulars. The drawings of the figures are files of 100 by 100
//! units in White's colours; the army's style sheet replaces theirs.

use std::fmt::Write as _;

use super::figures;
use super::palette::{self, ArmyColours, GOLD, Rgb};
use super::picture::Theme;
use crate::scene::{Army, Facing, Figure};

/// The key of a sprite: everything that its pixels depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub army: Army,
    pub figure: Figure,
    pub second: Option<Figure>,
    pub facing: Option<Facing>,
    pub former: Option<Army>,
    pub ghost: bool,
    pub pips: Option<u8>,
    pub sign: bool,
    pub halo: bool,
    pub side: u16,
    pub theme: Theme,
}

/// Returns the style sheet of a light rim: the same shapes, wider and all of one colour, laid under the piece.
pub fn rim_style() -> String {
    let colour = css(palette::PIECE_RIM);
    format!(
        ".b,.o,.g{{fill:none;stroke:{colour};stroke-width:8;stroke-linejoin:round;stroke-linecap:round}}\
         .f,.l,.i,.s,.c,.r{{fill:none;stroke:none}}"
    )
}

fn css(colour: Rgb) -> String {
    format!("#{:02X}{:02X}{:02X}", colour[0], colour[1], colour[2])
}

/// Returns the whole drawing: figure, sign, pips, arrow, former owner.
pub fn svg(key: &Key, style: &str) -> String {
    let mut svg = String::with_capacity(4_096);
    svg.push_str(r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" viewBox="0 0 100 100"><style>"#);
    svg.push_str(style);
    svg.push_str("</style>");
    match key.facing {
        None if key.second.is_some() => {
            // Two pieces in one: the second in front of the first, lower and to the right. Figures leave a margin in
            // their boxes, so these may reach beyond the cell; large parts are easier to read on a telephone.
            let figures = [(Some(key.figure), (-7, -5)), (key.second, (28, 26))];
            for (figure, (x, y)) in figures
                .into_iter()
                .filter_map(|(figure, at)| Some((figure?, at)))
            {
                let _ = write!(svg, r#"<g transform="translate({x} {y}) scale(.76)">"#);
                figures::push(&mut svg, figure);
                svg.push_str("</g>");
            }
        }
        None => figures::push(&mut svg, key.figure),
        Some(facing) => {
            let (x, y, arrow) = match facing {
                Facing::Up => (7.0, 13.5, "M50 3L61 16H39Z"),
                Facing::Down => (7.0, 0.0, "M50 97L61 84H39Z"),
                Facing::Left => (13.5, 8.0, "M3 50L16 39V61Z"),
                Facing::Right => (0.5, 8.0, "M97 50L84 39V61Z"),
            };
            let _ = write!(svg, r#"<g transform="translate({x} {y}) scale(.86)">"#);
            figures::push(&mut svg, key.figure);
            if key.sign {
                push_sign(&mut svg, key);
            }
            push_pips(&mut svg, key);
            let _ = write!(svg, r#"</g><path d="{arrow}" class="b"/>"#);
        }
    }
    if key.facing.is_none() {
        if key.sign {
            push_sign(&mut svg, key);
        }
        push_pips(&mut svg, key);
    }
    if let Some(former) = key.former {
        let old = palette::army_colours(former);
        let _ = write!(
            svg,
            r#"<g fill="{}" stroke="{}" stroke-width="3.5" stroke-linejoin="round">{}</g>"#,
            css(old.fill),
            css(old.outline),
            sign_shape(former, 14.0, 14.0, 10.0)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// Returns the style sheet of the drawings, in an army's colours. The classes: `b` body, `o` outline alone, `f` a line
/// of the body's colour, `l` detail line, `i` detail shape, `s` shade, `c` shade with a detail line, `g` gold with an
/// outline, `r` a gold line. Within the class `m`, a small figure on another, all is dark on light or light on dark.
pub fn style(army_colours: &ArmyColours) -> String {
    let fill = css(army_colours.fill);
    let outline = css(army_colours.outline);
    let detail = css(army_colours.detail);
    let shade = css(army_colours.shade);
    let gold = css(GOLD);
    let round = "stroke-linejoin:round;stroke-linecap:round";
    format!(
        ".b{{fill:{fill};stroke:{outline};stroke-width:4;{round}}}\
         .o{{fill:none;stroke:{outline};stroke-width:4;{round}}}\
         .f{{fill:none;stroke:{fill}}}\
         .l{{fill:none;stroke:{detail};{round}}}\
         .i{{fill:{detail}}}\
         .s{{fill:{shade}}}\
         .c{{fill:{shade};stroke:{detail}}}\
         .g{{fill:{gold};stroke:{outline};stroke-width:4;{round}}}\
         .r{{fill:none;stroke:{gold}}}\
         .m .b,.m .g,.m .s,.m .c{{fill:{detail};stroke:{fill};stroke-width:3}}\
         .m .o,.m .l{{stroke:{fill}}}\
         .m .f{{stroke:{detail}}}\
         .m .i{{fill:{fill}}}"
    )
}

/// Returns an army's sign: Spring a diamond, Summer a triangle, Autumn a square, Winter a disc, nobody's pieces a
/// cross.
fn sign_shape(army: Army, x: f32, y: f32, r: f32) -> String {
    match army {
        Army::White => format!(r#"<circle cx="{x}" cy="{y}" r="{}"/>"#, r * 0.9),
        Army::Black => {
            let half = r * 0.82;
            format!(
                r#"<path d="M{} {}h{}v{}h-{}z"/>"#,
                x - half,
                y - half,
                half * 2.0,
                half * 2.0,
                half * 2.0
            )
        }
        Army::Red => format!(
            r#"<path d="M{x} {}l{} {}h-{}z"/>"#,
            y - r,
            r * 1.08,
            r * 1.86,
            r * 2.16
        ),
        Army::Green => format!(r#"<path d="M{x} {}l{r} {r}l-{r} {r}l-{r} -{r}z"/>"#, y - r),
        Army::Frozen => {
            let (a, b) = (r * 0.95, r * 0.36);
            format!(
                r#"<path d="M{} {}h{s}v-{a2}h{t}v{a2}h{s}v{t}h-{s}v{a2}h-{t}v-{a2}h-{s}z" transform="rotate(45 {x} {y})"/>"#,
                x - a,
                y - b,
                s = a - b,
                t = b * 2.0,
                a2 = a - b,
            )
        }
    }
}

/// Draws the army's sign on the foot, or in the upper right corner for a piece without a foot.
fn push_sign(svg: &mut String, key: &Key) {
    if matches!(key.figure, Figure::Die(_)) {
        return;
    }
    let army_colours = palette::army_colours(key.army);
    let (x, y, r) = if figures::has_foot(key.figure) {
        (50.0, 83.6, 6.4)
    } else {
        (85.0, 15.0, 8.0)
    };
    let (inside, around) = if figures::has_foot(key.figure) {
        (army_colours.detail, army_colours.fill)
    } else {
        (army_colours.fill, army_colours.outline)
    };
    let _ = write!(
        svg,
        r#"<g fill="{}" stroke="{}" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke">{}</g>"#,
        css(inside),
        css(around),
        sign_shape(key.army, x, y, r)
    );
}

/// Draws a binding's pips: dots on the foot, a dash for 0.
fn push_pips(svg: &mut String, key: &Key) {
    let Some(pips) = key.pips else {
        return;
    };
    let army_colours = palette::army_colours(key.army);
    let (ink, halo) = (css(army_colours.detail), css(army_colours.fill));
    let middle = if key.sign { 31.0 } else { 50.0 };
    if pips == 0 {
        let _ = write!(
            svg,
            r#"<path d="M{} 84.500h14" stroke="{ink}" stroke-width="4" stroke-linecap="round"/>"#,
            middle - 7.0
        );
    }
    for pip in 0..pips {
        let x = middle + 11.0 * (f32::from(pip) - f32::from(pips - 1) / 2.0);
        let _ = write!(
            svg,
            r#"<circle cx="{x}" cy="84.500" r="4.2" fill="{ink}" stroke="{halo}" stroke-width="1.2"/>"#
        );
    }
}
