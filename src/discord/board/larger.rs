//! The board in parts, each large, and the sheet of pieces.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use crate::app::{MatchView, SoloTask};
use crate::discord::custom_id::{At, CustomId, TaskAction};
use crate::discord::markdown::{CONTENT, cut};
use crate::discord::reply::{self, File, MenuOption, Reply, buttons};
use crate::discord::texts;
use crate::match_state::GameId;
use crate::render::Part;
use crate::rules::sheet::Sheet;

/// The most buttons in a row, Discord's limit.
const ROW: usize = 5;
/// The most parts that get a button.
const PARTS: usize = 20;

/// Returns the button below every board that opens its parts.
pub fn button(match_view: &MatchView) -> Option<CreateButton> {
    let (game, ply) = (match_view.game, match_view.ply);
    let larger = CustomId::Larger(At { game, ply });
    reply::button(&larger, texts::BUTTON_LARGER, ButtonStyle::Secondary)
}

/// Returns the button below every board that opens the sheet of pieces.
pub fn pieces_button(match_view: &MatchView) -> Option<CreateButton> {
    let game = match_view.game;
    let pieces = CustomId::Pieces(game);
    reply::button(&pieces, texts::BUTTON_PIECES, ButtonStyle::Secondary)
}

/// Shows one part of the board, with buttons to all. `pressed` is the ply of the message that had the button.
pub fn larger(
    match_view: &MatchView,
    parts: &[Part],
    at: usize,
    drawn: Option<Vec<u8>>,
    pressed: Option<u32>,
) -> Reply {
    let (game, ply) = (match_view.game, match_view.ply);
    let is_old = pressed.is_some_and(|pressed| pressed < ply);
    let note = is_old.then_some(texts::MOVED_SINCE);
    let part_of = |part| CustomId::Part { game, ply, part };
    in_parts(parts, at, drawn, note, part_of)
}

/// Shows one part of a task's board, with buttons to all parts.
pub fn task_part(task: &SoloTask, parts: &[Part], at: usize, drawn: Option<Vec<u8>>) -> Reply {
    let part_of = |part| {
        CustomId::Task(TaskAction::Part {
            task: task.clone(),
            part,
        })
    };
    in_parts(parts, at, drawn, None, part_of)
}

fn in_parts(
    parts: &[Part],
    at: usize,
    drawn: Option<Vec<u8>>,
    note: Option<&str>,
    part_of: impl Fn(u16) -> CustomId,
) -> Reply {
    let Some(part) = parts.get(at) else {
        return Reply::private(texts::UNKNOWN_BUTTON);
    };
    let mut reply = Reply::private(texts::part_of_board(&part.name, note));
    let all: Vec<_> = (0..).zip(parts).take(PARTS).collect();
    // Rows are as even as can be: a last row of one button looks lost.
    let rows = all.len().div_ceil(ROW).max(1);
    for row in all.chunks(all.len().div_ceil(rows).max(1)) {
        let row = row.iter().map(|(index, part)| {
            let style = if usize::from(*index) == at {
                ButtonStyle::Primary
            } else {
                ButtonStyle::Secondary
            };
            reply::button(&part_of(*index), &part.name, style)
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

/// Shows the sheet of a game's pieces, with a menu of them. The message holds a description too long for an alt text.
pub fn pieces(title: &str, game: GameId, sheet: &Sheet, drawn: Option<Vec<u8>>) -> Reply {
    let said = [texts::sheet(title), sheet.note.clone()];
    let mut reply = Reply::private(said.join("\n").trim_end());
    let long = sheet.words.encode_utf16().count() > reply::ALT;
    if long || drawn.is_none() {
        let words = format!("{}\n{}", texts::sheet_title(title), sheet.words);
        reply.content = cut(&words, CONTENT);
    }
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "pieces.png",
            bytes,
            alt: if long {
                texts::SHEET_ABOVE.to_owned()
            } else {
                sheet.words.clone()
            },
        });
    }
    reply.row(piece_menu(game, sheet))
}

/// Shows one piece in the place of the sheet.
pub fn piece(title: &str, game: GameId, sheet: &Sheet, at: usize, drawn: Option<Vec<u8>>) -> Reply {
    let Some(entry) = sheet.entries.get(at) else {
        return Reply::private(texts::UNKNOWN_BUTTON);
    };
    let mut reply = Reply::private(format!("{}\n{}", texts::sheet(title), entry.words));
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "piece.png",
            bytes,
            alt: cut(&entry.scene.described(), reply::ALT),
        });
    }
    reply.row(piece_menu(game, sheet))
}

fn piece_menu(game: GameId, sheet: &Sheet) -> Option<CreateActionRow> {
    let entries = (0..).zip(&sheet.entries);
    let entries = entries
        .map(|(index, entry): (u16, _)| MenuOption::new(index.to_string(), entry.name.as_str()));
    let menu = CustomId::PieceMenu(game);
    reply::menu(&menu, texts::PIECE_PLACEHOLDER, entries)
}
