//! The board in parts, each large, and the sheet of pieces.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use crate::app::MatchView;
use crate::discord::custom_id::CustomId;
use crate::discord::reply::{self, File, Reply, button, buttons, cut};
use crate::discord::texts;
use crate::render::Part;
use crate::rules::sheet::Sheet;

/// The most buttons of a row.
const ROW: usize = 5;
/// The most parts that there are buttons for.
const PARTS: usize = 20;

/// The buttons below every board that open these.
pub fn row(match_view: &MatchView) -> Option<CreateActionRow> {
    let (game, ply) = (match_view.game, match_view.ply);
    let grey = ButtonStyle::Secondary;
    buttons([
        button(&CustomId::Larger { game, ply }, texts::BUTTON_LARGER, grey),
        button(&CustomId::Pieces { game }, texts::BUTTON_PIECES, grey),
    ])
}

/// One part of the board, with buttons to all of them. `moved` where the board is not that of the message any more.
pub fn larger(
    match_view: &MatchView,
    parts: &[Part],
    at: usize,
    drawn: Option<Vec<u8>>,
    moved: bool,
) -> Reply {
    let Some(part) = parts.get(at) else {
        return Reply::private(texts::UNKNOWN_BUTTON);
    };
    let mut reply = Reply::private(texts::part_of_board(&part.name, moved));
    let (game, ply) = (match_view.game, match_view.ply);
    let all: Vec<_> = (0..).zip(parts).take(PARTS).collect();
    for row in all.chunks(ROW) {
        let row = row.iter().map(|(index, part)| {
            let style = if usize::from(*index) == at {
                ButtonStyle::Primary
            } else {
                ButtonStyle::Secondary
            };
            let part_of = CustomId::Part {
                game,
                ply,
                part: *index,
            };
            button(&part_of, &part.name, style)
        });
        reply.rows.extend(buttons(row));
    }
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "part.png",
            bytes,
            alt: texts::part_alt(&part.name),
        });
    }
    reply
}

/// The sheet of a game's pieces.
pub fn pieces(title: &str, sheet: &Sheet, drawn: Option<Vec<u8>>) -> Reply {
    let mut reply = Reply::private(texts::sheet(title));
    match drawn {
        Some(bytes) => reply.files.push(File {
            name: "pieces.png",
            bytes,
            alt: cut(&sheet.words, reply::ALT),
        }),
        None => reply.content = cut(&sheet.words, reply::CONTENT),
    }
    reply
}
