//! Messages of tournaments, which players call events.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use crate::app::{TournamentPhase, TournamentPost, TournamentPostKind, TournamentView};
use crate::discord::custom_id::{CustomId, EventButton};
use crate::discord::reply::{File, MenuOption, OPTIONS, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::match_state::UserId;
use crate::render::{Crosstable, CrosstableLine, draws};
use crate::tournament::points_text;

fn action(
    event: &TournamentView,
    what: EventButton,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    let id = CustomId::Event {
        button: what,
        event: event.id,
    };
    button(&id, label, style)
}

/// Returns the buttons of the message for signing up.
fn sign_up_row(event: &TournamentView) -> Option<CreateActionRow> {
    let row = [
        (EventButton::Join, texts::BUTTON_ENTER, ButtonStyle::Success),
        (
            EventButton::Withdraw,
            texts::BUTTON_WITHDRAW,
            ButtonStyle::Secondary,
        ),
        (
            EventButton::Start,
            texts::BUTTON_START,
            ButtonStyle::Primary,
        ),
        (
            EventButton::Cancel,
            texts::BUTTON_CANCEL_EVENT,
            ButtonStyle::Secondary,
        ),
    ];
    let row = row.map(|(what, label, style)| action(event, what, label, style));
    buttons(
        row.into_iter()
            .filter(|_| event.phase == TournamentPhase::Open),
    )
}

/// Returns the menu of a tournament's games: those of the current round, or one player's.
fn games_menu(event: &TournamentView, of: Option<usize>) -> Option<CreateActionRow> {
    let games = event.pairings.iter().rev().filter(|pairing| match of {
        Some(number) => pairing.players.contains(&number),
        None => pairing.round == event.round,
    });
    let games = games.filter_map(|pairing| Some((pairing.round, pairing.game?)));
    let mut games: Vec<_> = games.take(OPTIONS).collect();
    games.reverse();
    let line = |(round, game): (u8, crate::match_state::GameId)| {
        let label = format!("Round {round}, game {}", game.0);
        MenuOption::new(game.0.to_string(), label)
    };
    menu(
        &CustomId::Show,
        texts::MENU_EVENT_GAMES,
        games.into_iter().map(line),
    )
}

/// Builds the message for signing up.
pub fn sign_up(event: &TournamentView) -> Reply {
    let mut reply = Reply::public(texts::sign_up(event)).row(sign_up_row(event));
    reply.silent = true;
    reply
}

/// Builds a post of a tournament; `drawn` is its crosstable with the picture in words. The posts ring nobody: each match
/// mentions its players.
pub fn event_post(post: &TournamentPost, drawn: Option<(Vec<u8>, String)>) -> Reply {
    let event = &post.event;
    let mut reply = match post.kind {
        TournamentPostKind::SignUp | TournamentPostKind::Look => sign_up(event),
        TournamentPostKind::Round => {
            Reply::public(texts::round(event)).row(games_menu(event, None))
        }
        TournamentPostKind::Crosstable => {
            let mine = action(
                event,
                EventButton::Mine,
                texts::BUTTON_MINE,
                ButtonStyle::Secondary,
            );
            Reply::public(texts::crosstable(event)).row(buttons([mine]))
        }
        TournamentPostKind::Closing => Reply::public(texts::closing(event)),
    };
    reply.silent = true;
    attach(&mut reply, drawn);
    reply
}

pub(super) fn attach(reply: &mut Reply, drawn: Option<(Vec<u8>, String)>) {
    reply.files.extend(drawn.map(|(bytes, alt)| File {
        name: "crosstable.png",
        bytes,
        alt,
    }));
}

/// Builds the crosstable for one user.
pub fn own_crosstable(event: &TournamentView, drawn: Option<(Vec<u8>, String)>) -> Reply {
    let mut reply = Reply::private(texts::crosstable(event));
    attach(&mut reply, drawn);
    reply
}

/// Builds the list of a user's games.
pub fn own_games(event: &TournamentView, user: UserId) -> Reply {
    match number(event, user) {
        Some(number) => {
            Reply::private(texts::own_games(event, number)).row(games_menu(event, Some(number)))
        }
        None => Reply::private(texts::NO_EVENT_GAMES),
    }
}

/// Returns the number of a user among the players.
fn number(event: &TournamentView, user: UserId) -> Option<usize> {
    let mut players = event.players.iter();
    players.position(|player| player.user == Some(user))
}

/// Builds a tournament's message for one user, with everything that they can do about it.
pub fn own_event(event: &TournamentView, user: UserId, moderates: bool) -> Reply {
    let reply = Reply::private(texts::event_summary(event));
    let number = number(event, user);
    let takes_part = number.is_some_and(|number| !event.players[number].withdrew);
    let open = event.phase == TournamentPhase::Open;
    let under_way = open || event.phase == TournamentPhase::Playing;
    let holds = event.organiser == Some(user);
    let row = [
        (open && !takes_part, EventButton::Join, texts::BUTTON_ENTER),
        (
            !open && event.round > 0,
            EventButton::Table,
            texts::BUTTON_TABLE,
        ),
        (
            !open && number.is_some(),
            EventButton::Mine,
            texts::BUTTON_MINE,
        ),
        (
            under_way && takes_part,
            EventButton::Withdraw,
            texts::BUTTON_WITHDRAW,
        ),
        (open && holds, EventButton::Start, texts::BUTTON_START),
        (
            under_way && (holds || moderates),
            EventButton::Cancel,
            texts::BUTTON_CANCEL_EVENT,
        ),
    ];
    let row = row.into_iter().filter(|(shown, ..)| *shown);
    reply.row(buttons(row.map(|(_, what, label)| {
        action(event, what, label, ButtonStyle::Secondary)
    })))
}

/// Returns the crosstable as plain data. A name with letters that the face lacks, or an unknown one, is the player's
/// number.
pub fn crosstable(event: &TournamentView, name: &dyn Fn(UserId) -> Option<String>) -> Crosstable {
    let line = |(line, cells): (&crate::tournament::Standing, &Vec<String>)| CrosstableLine {
        place: if line.counts {
            line.place.to_string()
        } else {
            "–".to_owned()
        },
        name: named(event, line.player, name),
        // The face has no thirds.
        cells: cells.iter().map(|cell| drawable(cell)).collect(),
        points: drawable(&points_text(line.points)),
        muted: event
            .players
            .get(line.player)
            .is_some_and(|player| player.withdrew),
    };
    Crosstable {
        headings: event.columns.clone(),
        points: "Points".to_owned(),
        lines: event.standings.iter().zip(&event.cells).map(line).collect(),
    }
}

/// Returns the name of a player in a picture and in its words.
pub fn named(
    event: &TournamentView,
    number: usize,
    name: &dyn Fn(UserId) -> Option<String>,
) -> String {
    let user = event.players.get(number).and_then(|player| player.user);
    let name = user.and_then(name).filter(|name| draws(name));
    name.unwrap_or_else(|| format!("player {}", number + 1))
}

pub(super) fn drawable(text: &str) -> String {
    text.replace('⅓', ".3").replace('⅔', ".7")
}
