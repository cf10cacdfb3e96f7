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
pub use lobby::{begun, challenge, settled, table};
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

/// The board for everyone: who did what, whose turn it is and until when, and what else there is to know in small.
pub fn board(shown: &Shown, drawn: Drawn) -> Reply {
    let mut reply = Reply::public(story(shown, &[]));
    reply.pings.clone_from(&shown.mention);
    reply.pings.sort_unstable();
    reply.pings.dedup();
    // Whom it concerns is mentioned; nobody else is rung up.
    reply.silent = reply.pings.is_empty();
    reply.rows.extend(row(shown));
    reply.rows.extend(larger::row(shown));
    reply.rows.extend(months::rows(shown, true));
    reply.rows.extend(months::rematch(shown));
    reply.rows.extend(machine::rows(shown, true));
    pictures(&mut reply, shown, drawn);
    reply
}

/// The board for one person; `notes` come first. Those who do not play in the match see what a spectator can do.
pub fn own(shown: &Shown, drawn: Drawn, notes: &[String], user: UserId) -> Reply {
    let mut reply = Reply::private(story(shown, notes));
    let plays = plays(shown, user);
    reply.rows.extend(own_row(shown, plays));
    reply.rows.extend(larger::row(shown));
    reply.rows.extend(months::rows(shown, plays));
    if plays {
        reply.rows.extend(months::rematch(shown));
        reply.rows.extend(machine::rows(shown, false));
    }
    pictures(&mut reply, shown, drawn);
    reply
}

/// Whether somebody holds a seat of the match that has not dropped out.
fn plays(shown: &Shown, user: UserId) -> bool {
    shown.seats.iter().enumerate().any(|(index, (_, owner))| {
        let out = shown.clocks.get(index).is_some_and(|clock| clock.out);
        *owner == Some(user) && !out
    })
}

/// What else somebody can do about a match.
pub fn more(shown: &Shown, user: UserId) -> Reply {
    let (game, ply) = (shown.game, shown.ply);
    let reply = Reply::private(format!(
        "{}\n{}",
        texts::heading(&shown.title, game),
        texts::MORE
    ));
    let playing = matches!(shown.phase, Phase::Playing);
    let explore = playing.then(|| explore_button(shown)).flatten();
    if !plays(shown, user) || !playing {
        return reply.row(buttons([
            explore,
            view_button(shown),
            moves_button(shown),
            rules_button(shown),
        ]));
    }
    let resign = button(
        &Press::Resign { game, ply },
        texts::BUTTON_RESIGN,
        ButtonStyle::Danger,
    );
    reply.row(buttons(
        [explore]
            .into_iter()
            .chain(months::proposals(shown))
            .chain([resign]),
    ))
}

/// The text of a board's message: what was done, what is in danger, whose turn it is and until when, and in small the
/// title and what else must be known. The turn and the title are never cut off.
fn story(shown: &Shown, notes: &[String]) -> String {
    let mut lines = notes.to_vec();
    lines.extend(shown.reach.iter().cloned());
    lines.extend(shown.before.iter().cloned());
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
                last.at_once,
            ));
        }
        None if matches!(shown.phase, Phase::Playing) => {
            lines.push(texts::first_board(&lobby::players(shown)));
        }
        None => {}
    }
    lines.extend(shown.told.iter().cloned());
    lines.extend(months::beside(shown));
    lines.extend(shown.lessons.iter().map(|line| texts::lesson(line)));
    let mut end = ending(shown);
    let heading = texts::footer(&texts::heading(&shown.title, shown.game));
    end.push(match months::time_left(shown) {
        Some(left) => format!("{heading} · {left}"),
        None => heading,
    });
    let end = end.join("\n");
    let room = reply::CONTENT.saturating_sub(end.encode_utf16().count() + 1);
    let mut text = cut(&lines.join("\n"), room);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&end);
    // What else must be seen with the board is small, and last.
    for line in &shown.standing {
        let line = texts::footer(line);
        if text.encode_utf16().count() + line.encode_utf16().count() < reply::CONTENT {
            text.push('\n');
            text.push_str(&line);
        }
    }
    text
}

/// What must not be cut off: what is in danger, whose turn it is and until when, or how it ended.
fn ending(shown: &Shown) -> Vec<String> {
    match &shown.phase {
        Phase::Over { ending } if shown.mention.is_empty() => vec![texts::over(ending)],
        Phase::Over { ending } => vec![texts::over(ending), texts::people(&shown.mention)],
        Phase::Open { invited, empty } => {
            vec![texts::table_waiting(
                invited,
                open_to_anyone(invited, *empty),
            )]
        }
        Phase::Playing => {
            let warnings = shown.warnings.iter().map(|line| texts::danger(line));
            let mut end: Vec<String> = warnings.collect();
            let next: Vec<(String, UserId)> = shown
                .next
                .iter()
                .map(|(seat, user)| {
                    let name = shown.seats.get(seat.index()).map(|(name, _)| name.as_str());
                    (texts::seat(name.unwrap_or_default()), *user)
                })
                .collect();
            let turn = (!next.is_empty()).then(|| texts::your_turn(&next));
            let until = months::runs_out(shown);
            let line: Vec<String> = turn.into_iter().chain(until).collect();
            if !line.is_empty() {
                end.push(line.join(" "));
            }
            end
        }
    }
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

fn view_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let (game, ply) = (shown.game, shown.ply);
    let view = Press::View { game, ply };
    button(&view, texts::BUTTON_VIEW, ButtonStyle::Secondary)
}

fn moves_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let game = shown.game;
    let moves = Press::Moves { game };
    button(&moves, texts::BUTTON_MOVES, ButtonStyle::Secondary)
}

fn explore_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let (game, ply) = (shown.game, shown.ply);
    let explore = Press::Explore { game, ply };
    button(&explore, texts::BUTTON_EXPLORE, ButtonStyle::Secondary)
}

fn choose_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let (game, ply) = (shown.game, shown.ply);
    let choose = Press::Start { game, ply };
    button(&choose, texts::BUTTON_CHOOSE, ButtonStyle::Primary)
}

fn more_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let (game, ply) = (shown.game, shown.ply);
    let more = Press::More { game, ply };
    button(&more, texts::BUTTON_MORE, ButtonStyle::Secondary)
}

/// The buttons below a board that everybody sees.
fn row(shown: &Shown) -> Option<CreateActionRow> {
    let playing = matches!(shown.phase, Phase::Playing);
    buttons([
        playing.then(|| choose_button(shown)).flatten(),
        view_button(shown),
        moves_button(shown),
        rules_button(shown),
        playing.then(|| more_button(shown)).flatten(),
    ])
}

/// The buttons below somebody's own board.
fn own_row(shown: &Shown, plays: bool) -> Option<CreateActionRow> {
    let playing = matches!(shown.phase, Phase::Playing);
    buttons([
        (playing && plays).then(|| choose_button(shown)).flatten(),
        playing.then(|| explore_button(shown)).flatten(),
        moves_button(shown),
        rules_button(shown),
        (playing && plays).then(|| more_button(shown)).flatten(),
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

/// The buttons of a board without the board: what somebody can do about it now.
pub fn answers(shown: &Shown, user: UserId) -> Vec<CreateActionRow> {
    let view = view_button(shown);
    let mut rows: Vec<CreateActionRow> = buttons([view]).into_iter().collect();
    rows.extend(months::rows(shown, plays(shown, user)));
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
