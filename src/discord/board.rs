//! A match as messages: the board for everyone and the board from one's own side. Pure: pictures come in drawn.

mod larger;
mod lesson;
mod list;
mod lobby;
mod machine;
mod menu;
mod months;
mod task;
mod think;

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::press::Press;
use super::reply::{self, File, Reply, button, buttons, cut};
use super::texts;
use crate::app::{Phase, Shown};
use crate::scene::{Mark, Scene};
use crate::table::UserId;

pub use larger::{larger, pieces};
pub use lesson::{catalogue, lesson};
pub use list::{games, history, notes, short, which_game};
pub use lobby::{begun, settled, table};
pub use machine::{hint, hint_move, levels, review};
pub use menu::{refused, steps};
pub use task::{posed, task_steps, tutorials};
pub use think::{explored, line_of, plan, plan_line, preview};

/// The pictures of a [`Shown`], as far as they could be drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The board.
    pub board: Option<Vec<u8>>,
}

/// The board for everyone: the last move, whose turn it is, and the picture.
pub fn board(shown: &Shown, drawn: Drawn) -> Reply {
    let mut reply = Reply::public(story(shown, &[]));
    reply.pings.clone_from(&shown.mention);
    reply.pings.sort_unstable();
    reply.pings.dedup();
    // Whom it concerns is mentioned; nobody else is rung up.
    reply.silent = reply.pings.is_empty();
    reply.rows.extend(row(shown, true));
    reply.rows.extend(larger::row(shown));
    reply.rows.extend(months::rows(shown));
    reply.rows.extend(months::proposals(shown, true));
    reply.rows.extend(machine::rows(shown, true));
    pictures(&mut reply, shown, drawn);
    reply
}

/// The board for one pair of eyes; `notes` come first.
pub fn own(shown: &Shown, drawn: Drawn, notes: &[String]) -> Reply {
    let mut reply = Reply::private(story(shown, notes));
    reply.rows.extend(row(shown, false));
    reply.rows.extend(larger::row(shown));
    reply.rows.extend(months::rows(shown));
    reply.rows.extend(months::proposals(shown, false));
    reply.rows.extend(machine::rows(shown, false));
    pictures(&mut reply, shown, drawn);
    reply
}

/// The text of a board's message.
fn story(shown: &Shown, notes: &[String]) -> String {
    let mut lines = notes.to_vec();
    lines.push(texts::heading(&shown.title, shown.game));
    match &shown.last {
        Some(last) => {
            let player = shown
                .seats
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(&last.seat))
                .and_then(|(_, user)| *user);
            lines.push(texts::move_made(
                &texts::seat(&last.seat),
                player,
                &last.display,
                &last.words,
            ));
        }
        None if matches!(shown.phase, Phase::Playing) => {
            lines.push(texts::first_board(&lobby::players(shown)));
        }
        None => {}
    }
    lines.extend(shown.told.iter().cloned());
    lines.extend(shown.standing.iter().cloned());
    lines.extend(months::beside(shown));
    lines.extend(shown.lessons.iter().map(|line| texts::lesson(line)));
    // The end of the message is what must not be cut off: whose turn it is, or how it ended.
    let end = match &shown.phase {
        Phase::Over { ending } if shown.mention.is_empty() => texts::over(ending),
        Phase::Over { ending } => {
            format!("{}\n{}", texts::over(ending), texts::people(&shown.mention))
        }
        Phase::Open { invited, empty } => {
            texts::table_waiting(invited, open_to_anyone(invited, *empty))
        }
        Phase::Playing => {
            let mut end = Vec::new();
            if let Some(danger) = &shown.danger {
                end.push(texts::danger(danger));
            }
            let next: Vec<(String, UserId)> = shown
                .next
                .iter()
                .map(|(seat, user)| {
                    let name = shown.seats.get(seat.index()).map(|(name, _)| name.as_str());
                    (texts::seat(name.unwrap_or_default()), *user)
                })
                .collect();
            if !next.is_empty() {
                end.push(texts::your_turn(&next));
            }
            end.extend(months::runs_out(shown));
            end.join("\n")
        }
    };
    let room = reply::CONTENT.saturating_sub(end.encode_utf16().count() + 1);
    let mut text = cut(&lines.join("\n"), room);
    if !end.is_empty() {
        text.push('\n');
        text.push_str(&end);
    }
    text
}

/// How many of the empty seats are not kept for the invited.
fn open_to_anyone(invited: &[UserId], empty: u8) -> u8 {
    empty.saturating_sub(u8::try_from(invited.len()).unwrap_or(u8::MAX))
}

fn rules_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let key = shown.key.to_owned();
    button(
        &Press::Learn { key },
        texts::BUTTON_RULES,
        ButtonStyle::Secondary,
    )
}

/// The buttons below a board.
fn row(shown: &Shown, public: bool) -> Option<CreateActionRow> {
    let (game, ply) = (shown.game, shown.ply);
    let playing = matches!(shown.phase, Phase::Playing);
    let choose = Press::Start { game, ply };
    buttons([
        playing
            .then(|| button(&choose, texts::BUTTON_CHOOSE, ButtonStyle::Primary))
            .flatten(),
        public
            .then(|| {
                button(
                    &Press::View { game, ply },
                    texts::BUTTON_VIEW,
                    ButtonStyle::Secondary,
                )
            })
            .flatten(),
        button(
            &Press::Moves { game },
            texts::BUTTON_MOVES,
            ButtonStyle::Secondary,
        ),
        rules_button(shown),
        playing
            .then(|| {
                button(
                    &Press::Resign { game, ply },
                    texts::BUTTON_RESIGN,
                    ButtonStyle::Danger,
                )
            })
            .flatten(),
    ])
}

/// Attaches the pictures, or says that there is none.
fn pictures(reply: &mut Reply, shown: &Shown, drawn: Drawn) {
    match drawn.board {
        Some(bytes) => {
            reply.files.push(File {
                name: "board.png",
                bytes,
                alt: shown.alt.clone(),
            });
        }
        None => {
            let room = reply::CONTENT.saturating_sub(reply.content.encode_utf16().count() + 1);
            let words = cut(&texts::no_picture(&reply::plain(&shown.alt)), room);
            reply.content = format!("{}\n{words}", reply.content);
        }
    }
}

/// The buttons of a board without the board: what can be done about it now.
pub fn answers(shown: &Shown) -> Vec<CreateActionRow> {
    let (game, ply) = (shown.game, shown.ply);
    let view = button(
        &Press::View { game, ply },
        texts::BUTTON_VIEW,
        ButtonStyle::Secondary,
    );
    let mut rows: Vec<CreateActionRow> = buttons([view]).into_iter().collect();
    rows.extend(months::rows(shown));
    rows
}

/// Whether a picture marks a piece that was asked about.
pub fn marks_a_piece(scene: &Scene) -> bool {
    let cells = scene
        .grids
        .iter()
        .flat_map(|grid| grid.cells.iter().flatten());
    cells
        .flat_map(|cell| &cell.marks)
        .any(|mark| *mark == Mark::Chosen)
}

/// Asks once more before giving up.
pub fn resign(shown: &Shown) -> Reply {
    let (game, ply) = (shown.game, shown.ply);
    Reply::private(texts::resign_sure(&shown.title, game)).row(buttons([
        button(
            &Press::ResignYes { game, ply },
            texts::BUTTON_RESIGN_YES,
            ButtonStyle::Danger,
        ),
        button(&Press::Cancel, texts::BUTTON_CANCEL, ButtonStyle::Secondary),
    ]))
}

#[cfg(test)]
mod tests;
