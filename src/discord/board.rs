//! Messages that show a match: the public board and a player's own. Pure: pictures arrive drawn.

mod correspondence;
mod larger;
mod lesson;
mod list;
mod lobby;
mod machine;
mod menu;
mod parts;
mod preview;
mod solo;
mod tables;
mod task;

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::custom_id::CustomId;
use super::reply::{Reply, button, buttons};
use super::texts;
use crate::app::{MatchView, Phase};
use crate::discord::markdown::{CONTENT, cut};
use crate::games;
use crate::match_state::UserId;
use crate::scene::{Mark, Scene};

pub use larger::{larger, piece, pieces, task_part};
pub use lesson::{catalogue, lesson};
pub use list::{LISTED, about, games, history, short, which_game, which_game_for};
pub use lobby::{NO_TWIST, begun, begun_before_its_thread, challenge, own_table, settled, table};
pub use machine::{first_hint, hint_move, levels, review};
pub use menu::{refused, steps};
pub use parts::RenderedBoard;
pub use preview::{LINE, attach, preview};
pub use solo::{is_solo, more as solo_more, news, shown, solo};
pub use tables::{players, result, seek, tables, which_choice};
pub use task::{help, puzzle_post, task_asked, task_steps, task_view, tutorials};

use lobby::open_to_anyone;
use parts::{
    choose_button, explore_button, more_button, moves_button, pictures, rules_button, view_button,
};

/// Builds the public board: what happened, whose turn it is and until when, and in small what else there is to know.
pub fn board(match_view: &MatchView, drawn: RenderedBoard) -> Reply {
    debug_assert!(!match_view.secret, "it was made for one person");
    if match_view.secret {
        return Reply::public(texts::heading(&match_view.title, match_view.game));
    }
    let mut reply = Reply::public(board_text(match_view, &[]));
    reply.pings.clone_from(&match_view.mention);
    reply.pings.sort_unstable();
    reply.pings.dedup();
    // Only the players concerned are mentioned; the message notifies nobody else.
    reply.silent = reply.pings.is_empty();
    reply.rows.extend(row(match_view));
    reply.rows.extend(correspondence::rows(match_view, true));
    reply.rows.extend(second_row(match_view, true));
    pictures(&mut reply, match_view, drawn);
    reply
}

/// Builds the board for one user, with `notes` first. A user who does not play gets a spectator's buttons.
pub fn own(match_view: &MatchView, drawn: RenderedBoard, notes: &[String], user: UserId) -> Reply {
    let mut reply = Reply::private(board_text(match_view, notes));
    let plays = plays(match_view, user);
    reply.rows.extend(own_row(match_view, plays));
    reply.rows.extend(correspondence::rows(match_view, plays));
    if plays {
        reply.rows.extend(second_row(match_view, false));
    }
    pictures(&mut reply, match_view, drawn);
    reply
}

/// True if a user holds a seat of the match that has not dropped out.
fn plays(match_view: &MatchView, user: UserId) -> bool {
    match_view
        .seats
        .iter()
        .enumerate()
        .any(|(index, (_, owner))| {
            let out = match_view.clocks.get(index).is_some_and(|clock| clock.out);
            *owner == Some(user) && !out
        })
}

/// Builds the menu of further actions on a match.
pub fn more(match_view: &MatchView, user: UserId) -> Reply {
    let (game, ply) = (match_view.game, match_view.ply);
    let reply = Reply::private(format!(
        "{}\n{}",
        texts::heading(&match_view.title, game),
        texts::MORE
    ));
    let playing = matches!(match_view.phase, Phase::Playing);
    let explore = (playing && !match_view.hides)
        .then(|| explore_button(match_view))
        .flatten();
    if !plays(match_view, user) || !playing {
        return reply.row(buttons([
            explore,
            view_button(match_view),
            moves_button(match_view),
            rules_button(match_view),
        ]));
    }
    let resign = button(
        &CustomId::Resign { game, ply },
        texts::BUTTON_RESIGN,
        ButtonStyle::Danger,
    );
    reply
        .row(buttons([
            explore,
            moves_button(match_view),
            rules_button(match_view),
        ]))
        .row(buttons(
            correspondence::proposals(match_view, user)
                .into_iter()
                .chain([resign]),
        ))
}

/// Returns the text of a board's message in three lines: what happened; what is in danger, whose turn it is and until
/// when; in small the title and what else must be known. The second line and the title are never cut off.
fn board_text(match_view: &MatchView, notes: &[String]) -> String {
    let mut head = notes.to_vec();
    head.extend(match_view.reach.iter().cloned());
    head.retain(|line| !line.is_empty());
    let mut end = ending(match_view);
    if !end.is_empty() {
        end.push('\n');
    }
    let heading = texts::heading(&match_view.title, match_view.game);
    end.push_str(&texts::footer(
        &match correspondence::time_left(match_view) {
            Some(left) => format!("{heading} · {left}"),
            None => heading,
        },
    ));
    let room = CONTENT.saturating_sub(end.encode_utf16().count() + 1);
    let mut text = newest(&head.join("\n"), happened(match_view), room);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&end);
    // Anything else that must be seen with the board follows the title, as far as there is room.
    let lessons = match_view.lessons.iter().map(|line| texts::lesson(line));
    for (index, words) in match_view
        .status_lines
        .iter()
        .cloned()
        .chain(lessons)
        .enumerate()
    {
        let words = if index == 0 {
            format!(" · {words}")
        } else {
            format!(" {words}")
        };
        if text.encode_utf16().count() + words.encode_utf16().count() <= CONTENT {
            text.push_str(&words);
        }
    }
    text
}

/// Returns `head` and, in a line below it, as many of the newest events as fit into so many UTF-16 units. A newest
/// event that does not fit by itself is cut.
fn newest(head: &str, mut events: Vec<String>, room: usize) -> String {
    events.retain(|event| !event.is_empty());
    let head = cut(head, room);
    let below = if head.is_empty() { "" } else { "\n" };
    for oldest in 0..events.len() {
        let line = texts::in_one_line(&events[oldest..]);
        let text = format!("{head}{below}{line}");
        if text.encode_utf16().count() <= room || oldest + 1 == events.len() {
            return cut(&text, room);
        }
    }
    head
}

/// Returns the events since the last board, in order, and what the board shows of offers, vacations and free seats.
fn happened(match_view: &MatchView) -> Vec<String> {
    let mut parts = match_view.before.clone();
    match &match_view.last {
        Some(last) => {
            let player = match_view
                .seats
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(&last.seat))
                .and_then(|(_, user)| *user);
            parts.push(texts::move_made(
                &texts::seat(&last.seat),
                player,
                last.display.as_deref(),
                &last.words,
                last.at_once,
            ));
        }
        None if matches!(match_view.phase, Phase::Playing) => {
            parts.push(texts::first_board(&players(match_view)));
            parts.extend(goal(match_view));
            parts.extend(lobby::teams(match_view));
        }
        None => {}
    }
    parts.extend(match_view.remarks.iter().cloned());
    parts.extend(correspondence::beside(match_view));
    parts
}

/// Returns the way to win, unless a twist may change it.
fn goal(match_view: &MatchView) -> Option<String> {
    let kind = games::find(match_view.key)?;
    (match_view.twisted.is_empty()).then(|| kind.goal.to_owned())
}

/// Returns the line that must not be cut off: dangers, whose turn it is and until when, or how the match ended.
fn ending(match_view: &MatchView) -> String {
    let parts = match &match_view.phase {
        Phase::Over { ending } => {
            // The lines about offers and ratings already name these users.
            let card = machine::card(match_view);
            let mut named = beside_names(match_view);
            named.extend(card.as_ref().map(|(user, _)| *user));
            named.extend(match_view.ratings.iter().map(|change| change.user));
            let mut others = match_view.mention.clone();
            others.retain(|user| !named.contains(user));
            let others = (!others.is_empty()).then(|| texts::people(&others));
            let ratings = texts::rating_changes(&match_view.ratings).or_else(|| {
                match_view
                    .uncounted
                    .map(|why| texts::uncounted(why).to_owned())
            });
            let over = match card {
                Some((_, words)) => format!("{} {ending}", texts::over(&words)),
                None => texts::over(ending),
            };
            std::iter::once(over).chain(ratings).chain(others).collect()
        }
        Phase::Open { invited, empty } => {
            vec![texts::table_waiting(
                invited,
                open_to_anyone(invited, *empty),
                (match_view.terms.as_ref()).is_some_and(|terms| terms.people.is_some()),
            )]
        }
        Phase::Playing => {
            let warnings = match_view.warnings.iter().map(|line| texts::danger(line));
            let next: Vec<(String, UserId)> = match_view
                .next
                .iter()
                .map(|(seat, user)| {
                    let name = match_view
                        .seats
                        .get(seat.index())
                        .map(|(name, _)| name.as_str());
                    (texts::seat(name.unwrap_or_default()), *user)
                })
                .collect();
            let turn = (!next.is_empty()).then(|| texts::your_turn(&next));
            let until = correspondence::runs_out(match_view);
            warnings.chain(turn).chain(until).collect()
        }
    };
    parts.join(" ")
}

/// Returns the users whom the lines about offers name.
fn beside_names(match_view: &MatchView) -> Vec<UserId> {
    let offers = match_view.offers.iter().flat_map(|offer| &offer.awaited);
    let declined = match_view.declined.iter().flat_map(|offer| &offer.agreed);
    offers.chain(declined).copied().collect()
}

/// Returns the buttons below a public board. A phone shows few in a row, so rare actions are behind "More".
fn row(match_view: &MatchView) -> Option<CreateActionRow> {
    let playing = matches!(match_view.phase, Phase::Playing);
    buttons([
        choose_button(match_view),
        view_button(match_view),
        larger::button(match_view),
        larger::pieces_button(match_view),
        if playing {
            more_button(match_view)
        } else {
            moves_button(match_view)
        },
    ])
}

/// Returns the buttons below a user's own board.
fn own_row(match_view: &MatchView, plays: bool) -> Option<CreateActionRow> {
    let playing = matches!(match_view.phase, Phase::Playing);
    let explore = (playing && !match_view.hides)
        .then(|| explore_button(match_view))
        .flatten();
    if playing && plays {
        return buttons([
            choose_button(match_view),
            explore,
            larger::button(match_view),
            larger::pieces_button(match_view),
            more_button(match_view),
        ]);
    }
    buttons([
        explore,
        larger::button(match_view),
        larger::pieces_button(match_view),
        moves_button(match_view),
        rules_button(match_view),
    ])
}

/// Returns the buttons about the machine while a user plays against it, or those that follow a game that is over.
fn second_row(match_view: &MatchView, public: bool) -> Option<CreateActionRow> {
    let rematch = correspondence::rematch(match_view);
    buttons(
        rematch
            .into_iter()
            .map(Some)
            .chain(machine::row(match_view, public)),
    )
}

/// Returns the buttons of a board without the board: what a user can do about it now.
pub fn answers(match_view: &MatchView, user: UserId) -> Vec<CreateActionRow> {
    let view = view_button(match_view);
    let mut rows: Vec<CreateActionRow> = buttons([view]).into_iter().collect();
    rows.extend(correspondence::rows(match_view, plays(match_view, user)));
    rows
}

/// True if a picture marks a piece that the user asked about.
pub fn marks_a_piece(scene: &Scene) -> bool {
    let cells = scene
        .grids
        .iter()
        .flat_map(|grid| grid.cells.iter().flatten());
    cells
        .flat_map(|cell| &cell.marks)
        .any(|mark| *mark == Mark::Chosen)
}

/// Asks once more before a user resigns.
pub fn resign(match_view: &MatchView) -> Reply {
    let (game, ply) = (match_view.game, match_view.ply);
    let board = CustomId::Board { game };
    Reply::private(texts::resign_sure(&match_view.title, game)).row(buttons([
        button(
            &CustomId::ResignConfirmed { game, ply },
            texts::BUTTON_RESIGN_YES,
            ButtonStyle::Danger,
        ),
        button(
            if is_solo(match_view) {
                &board
            } else {
                &CustomId::Cancel
            },
            texts::BUTTON_CANCEL,
            ButtonStyle::Secondary,
        ),
    ]))
}

#[cfg(test)]
mod tests;
