//! Messages that show a match: the public board and a player's own. Pure: pictures arrive drawn.

mod correspondence;
mod event;
mod larger;
mod lesson;
mod list;
mod lobby;
mod machine;
mod menu;
mod parts;
mod preview;
mod result;
mod season;
mod solo;
mod tables;
mod task;
mod text;

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::custom_id::{At, CustomId};
use super::reply::{Reply, button, buttons};
use super::texts;
use crate::app::{MatchView, Phase};
use crate::match_state::UserId;
use crate::scene::{Mark, Scene};

pub use event::{crosstable, event_post, named, own_crosstable, own_event, own_games, sign_up};
pub use larger::{larger, piece, pieces, task_part};
pub use lesson::{catalogue, lesson};
pub use list::{LISTED, about, digest, games, history, line, short, which_game, which_game_for};
pub use lobby::{NO_TWIST, begun, begun_before_its_thread, challenge, own_table, settled, table};
pub use machine::{first_hint, hint_move, levels, review, review_frames};
pub use menu::{refused, steps};
pub use parts::RenderedBoard;
pub use preview::{LINE, attach, preview};
pub use result::result;
pub use season::{
    own_division, own_season, past_seasons, season_post, season_sign_up, season_table,
};
pub use solo::{is_solo, more as solo_more, news, shown, solo};
pub use tables::{players, seek, tables, which_choice};
pub use task::{help, puzzle_post, task_asked, task_steps, task_view, tutorials};
pub use text::last_move;

use parts::{
    Readers, choose_button, explore_button, learn_button, more_button, moves_button, pictures,
    rules_button, view_button,
};

/// Builds the public post about what has happened to a match: the news, whose turn it is and until when, and in small
/// what else there is to know. The picture comes with it if the board has changed.
pub fn board(match_view: &MatchView, drawn: RenderedBoard) -> Reply {
    debug_assert!(!match_view.secret, "it was made for one person");
    if match_view.secret {
        return Reply::public(texts::heading(&match_view.title, match_view.game));
    }
    let mut reply = Reply::public(text::news(match_view));
    reply.pings.clone_from(&match_view.mention);
    reply.pings.sort_unstable();
    reply.pings.dedup();
    // Only the players concerned are mentioned; the message notifies nobody else.
    reply.silent = reply.pings.is_empty();
    reply.rows.extend(row(match_view));
    reply
        .rows
        .extend(correspondence::rows(match_view, Readers::All));
    reply.rows.extend(second_row(match_view, Readers::All));
    if match_view.has_new_board() {
        pictures(&mut reply, match_view, drawn);
    }
    reply
}

/// Builds the board for one user, with `notes` first. A user who does not play gets a spectator's buttons.
pub fn own(match_view: &MatchView, drawn: RenderedBoard, notes: &[String], user: UserId) -> Reply {
    let mut reply = Reply::private(text::whole(match_view, notes));
    let readers = reader(match_view, user);
    reply.rows.extend(own_row(match_view, readers));
    reply.rows.extend(correspondence::rows(match_view, readers));
    if readers == Readers::Player {
        reply.rows.extend(second_row(match_view, readers));
    }
    pictures(&mut reply, match_view, drawn);
    reply
}

/// Returns the kind of reader that a user is.
fn reader(match_view: &MatchView, user: UserId) -> Readers {
    if plays(match_view, user) {
        Readers::Player
    } else {
        Readers::Spectator
    }
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
        &CustomId::Resign(At { game, ply }),
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
fn own_row(match_view: &MatchView, readers: Readers) -> Option<CreateActionRow> {
    let playing = matches!(match_view.phase, Phase::Playing);
    let explore = (playing && !match_view.hides)
        .then(|| explore_button(match_view))
        .flatten();
    if playing && readers == Readers::Player {
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

/// Returns the buttons about the machine while a user plays against it, those that follow a game that is over, or the
/// one that leads to the lessons, below a first board.
fn second_row(match_view: &MatchView, readers: Readers) -> Option<CreateActionRow> {
    let rematch = correspondence::rematch(match_view).into_iter().map(Some);
    let is_first = match_view.moves == 0 && matches!(match_view.phase, Phase::Playing);
    let learn = is_first.then(|| learn_button(match_view));
    buttons(
        rematch
            .chain(machine::row(match_view, readers))
            .chain(learn),
    )
}

/// Returns the buttons of a board without the board: what a user can do about it now.
pub fn answers(match_view: &MatchView, user: UserId) -> Vec<CreateActionRow> {
    let waits = match_view.next.iter().any(|(_, next)| *next == user);
    let choose = choose_button(match_view).filter(|_| waits);
    let mut rows: Vec<CreateActionRow> = buttons([choose, view_button(match_view)])
        .into_iter()
        .collect();
    rows.extend(correspondence::rows(match_view, reader(match_view, user)));
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
    let board = CustomId::Board(game);
    Reply::private(texts::resign_sure(&match_view.title, game)).row(buttons([
        button(
            &CustomId::ResignConfirmed(At { game, ply }),
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
