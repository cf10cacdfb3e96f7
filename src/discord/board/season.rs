//! Messages of leagues and their seasons.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use super::event::{attach, drawable, named};
use crate::app::{
    DivisionView, SeasonView, TournamentPhase, TournamentPost, TournamentPostKind, Winner,
};
use crate::discord::custom_id::{CustomId, EventButton, SeasonButton};
use crate::discord::reply::{MenuOption, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::match_state::UserId;
use crate::render::{Crosstable, CrosstableLine};
use crate::tournament::{Promotion, TournamentId, points_text};

/// Buttons in a row.
const ROW: usize = 5;

fn action(
    season: &SeasonView,
    what: SeasonButton,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    let id = CustomId::Season {
        button: what,
        season: season.id,
    };
    button(&id, label, style)
}

fn sign_up_row(season: &SeasonView) -> Option<CreateActionRow> {
    let row = [
        (
            SeasonButton::Join,
            texts::BUTTON_ENTER,
            ButtonStyle::Success,
        ),
        (
            SeasonButton::Leave,
            texts::BUTTON_WITHDRAW,
            ButtonStyle::Secondary,
        ),
    ];
    let row = row.map(|(what, label, style)| action(season, what, label, style));
    buttons(
        row.into_iter()
            .filter(|_| season.phase == TournamentPhase::Open),
    )
}

/// Returns the buttons below a season's table.
fn table_row(season: &SeasonView) -> Option<CreateActionRow> {
    let is_played = season.phase == TournamentPhase::Playing;
    let withdraw = texts::button_withdraw_from(season.month);
    let row = [
        (true, SeasonButton::Mine, texts::BUTTON_MINE),
        (true, SeasonButton::Division, texts::BUTTON_SEASON_DIVISION),
        (is_played, SeasonButton::Withdraw, &withdraw),
    ];
    let row = row.into_iter().filter(|(shown, ..)| *shown);
    buttons(row.map(|(_, what, label)| action(season, what, label, ButtonStyle::Secondary)))
}

/// Builds the message for signing up.
pub fn season_sign_up(season: &SeasonView) -> Reply {
    let mut reply = Reply::public(texts::season_sign_up(season)).row(sign_up_row(season));
    reply.silent = true;
    reply
}

/// Builds a post of a season; `drawn` is its table with the picture in words. A new list calls those who played last, and
/// the closing post the winners.
pub fn season_post(
    post: &TournamentPost,
    season: &SeasonView,
    drawn: Option<(Vec<u8>, String)>,
) -> Reply {
    match post.kind {
        TournamentPostKind::Crosstable => {
            let mut reply = Reply::public(texts::season_table(season)).row(table_row(season));
            reply.silent = true;
            attach(&mut reply, drawn);
            reply
        }
        TournamentPostKind::Closing => {
            let mut reply = Reply::public(texts::season_closing(season));
            reply.pings = season.divisions.iter().flat_map(winners).collect();
            reply
        }
        TournamentPostKind::Look | TournamentPostKind::SignUp | TournamentPostKind::Round => {
            let mut reply = season_sign_up(season);
            if post.message.is_none() {
                reply.pings.clone_from(&season.last);
                reply.silent = false;
            }
            reply
        }
    }
}

fn winners(division: &DivisionView) -> Vec<UserId> {
    let lines = division.event.standings.iter();
    let first = lines.filter(|line| line.place == 1 && line.counts);
    let users = first.filter_map(|line| division.event.players.get(line.player)?.user);
    users.collect()
}

/// Builds the message of a channel's seasons for one user: the table of a season that has begun, the list for the next.
pub fn own_season(
    table: Option<&SeasonView>,
    list: Option<&SeasonView>,
    drawn: Option<(Vec<u8>, String)>,
) -> Reply {
    let mut reply = Reply::private(texts::own_season(table, list));
    reply = reply.row(table.and_then(table_row));
    reply = reply.row(list.and_then(sign_up_row));
    attach(&mut reply, drawn);
    reply
}

/// Builds the crosstable of a division for one user, with buttons for those of the others.
pub fn own_division(
    season: &SeasonView,
    division: &DivisionView,
    drawn: Option<(Vec<u8>, String)>,
) -> Reply {
    let mut reply = Reply::private(texts::division_table(season, division));
    attach(&mut reply, drawn);
    let others: Vec<&DivisionView> = season
        .divisions
        .iter()
        .filter(|other| other.number != division.number)
        .collect();
    for row in others.chunks(ROW) {
        let row = row.iter().map(|other| {
            let id = CustomId::Event {
                button: EventButton::Table,
                event: other.event.id,
            };
            let label = texts::division_name(other.number);
            button(&id, &label, ButtonStyle::Secondary)
        });
        reply = reply.row(buttons(row));
    }
    reply
}

/// Builds the list of the earlier seasons of a channel, with a menu of their tables.
pub fn past_seasons(winners: &[Winner]) -> Reply {
    let seasons = texts::past_seasons(winners);
    if seasons.is_empty() {
        return Reply::private(texts::NO_PAST);
    }
    let lines: Vec<&str> = seasons.iter().map(|(.., line)| line.as_str()).collect();
    let option = |(season, month, _): &(TournamentId, _, String)| {
        MenuOption::new(season.0.to_string(), texts::month_name(*month))
    };
    Reply::private(lines.join("\n")).row(menu(
        &CustomId::SeasonMenu,
        texts::MENU_PAST,
        seasons.iter().map(option),
    ))
}

/// Returns a season's table as plain data, one division below the other.
pub fn season_table(season: &SeasonView, name: &dyn Fn(UserId) -> Option<String>) -> Crosstable {
    let mut lines = Vec::new();
    for division in &season.divisions {
        lines.push(CrosstableLine {
            name: texts::division_name(division.number),
            cells: vec![String::new(); 2],
            muted: true,
            ..CrosstableLine::default()
        });
        for (line, goes) in division.event.standings.iter().zip(&division.goes) {
            let mark = match goes {
                Promotion::Up => "↑",
                Promotion::Stays => "",
                Promotion::Down => "↓",
            };
            let player = division.event.players.get(line.player);
            lines.push(CrosstableLine {
                place: if line.counts {
                    line.place.to_string()
                } else {
                    "–".to_owned()
                },
                name: named(&division.event, line.player, name),
                cells: vec![mark.to_owned(), line.games.to_string()],
                points: drawable(&points_text(line.points)),
                muted: player.is_some_and(|player| player.withdrew),
            });
        }
    }
    Crosstable {
        headings: vec![String::new(), "Games".to_owned()],
        points: "Points".to_owned(),
        lines,
    }
}
