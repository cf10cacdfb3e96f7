//! The table that waits for players.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::{RenderedBoard, open_to_anyone, pictures, rules_button};
use crate::app::{MatchView, Phase};
use crate::discord::commands::name;
use crate::discord::custom_id::{CustomId, TableSetting};
use crate::discord::reply::{Reply, button, buttons, menu};
use crate::discord::texts;
use crate::games;
use crate::match_state::UserId;
use crate::rules::wording::listed;
use crate::rules::{GameInfo, Seat};

/// The text of a table's message.
fn text(match_view: &MatchView) -> String {
    let mut lines = vec![texts::heading(&match_view.title, match_view.game)];
    let (invited, empty) = waited_for(match_view);
    if let (Phase::Open { .. }, Some(opener)) = (&match_view.phase, match_view.opener) {
        lines.push(texts::table_opened(opener, invited, match_view.seats.len()));
    }
    lines.extend(
        match_view
            .seats
            .iter()
            .filter_map(|(name, user)| Some(texts::sits(name, (*user)?))),
    );
    let seated = |user: &UserId| {
        match_view
            .seats
            .iter()
            .any(|(_, other)| other == &Some(*user))
    };
    let waiting: Vec<UserId> = match_view
        .guests
        .iter()
        .copied()
        .filter(|user| !seated(user))
        .collect();
    if !waiting.is_empty() {
        lines.push(texts::at_table(&waiting));
    }
    lines.extend(match_view.status_lines.iter().cloned());
    match &match_view.phase {
        Phase::Open { .. } => {
            lines.extend(match_view.terms.as_ref().map(texts::terms));
            lines.push(texts::table_waiting(invited, empty));
            lines.extend(super::correspondence::runs_out(match_view));
        }
        Phase::Playing => {}
        Phase::Over { ending } if ending.is_empty() => lines.push(texts::TABLE_CLOSED.to_owned()),
        Phase::Over { ending } => lines.push(texts::over(ending)),
    }
    lines.join("\n")
}

/// Who is invited and has not come, and how many more can come.
fn waited_for(match_view: &MatchView) -> (&[UserId], u8) {
    match &match_view.phase {
        Phase::Open { invited, empty } => (invited.as_slice(), open_to_anyone(invited, *empty)),
        _ => (&[], 0),
    }
}

/// The message of a table that waits for players.
pub fn table(match_view: &MatchView, drawn: RenderedBoard, thread: bool) -> Reply {
    let (invited, _) = waited_for(match_view);
    let mut reply = Reply::public(text(match_view));
    if matches!(match_view.phase, Phase::Open { .. }) {
        let game = match_view.game;
        let take = |seat: Option<Seat>, label: &str| {
            button(
                &CustomId::Join { game, seat, thread },
                label,
                ButtonStyle::Success,
            )
        };
        // Where others wait too, the opener can leave without sending them away.
        let many = match_view.seats.len() > 2;
        let leave = match (invited.is_empty(), many) {
            (true, true) => Some(texts::BUTTON_LEAVE),
            // Nobody but the opener sits there.
            (true, false) => None,
            (false, _) => Some(texts::BUTTON_DECLINE),
        };
        let leave = leave.and_then(|label| {
            let leave = CustomId::Leave { game, thread };
            button(&leave, label, ButtonStyle::Secondary)
        });
        let close = || {
            let close = CustomId::Close { game };
            button(&close, texts::BUTTON_CLOSE, ButtonStyle::Secondary)
        };
        // Where several seats are open, one may choose among those that nobody holds.
        let open: Vec<_> = match_view
            .seats
            .iter()
            .enumerate()
            .filter(|(_, (_, user))| user.is_none())
            .filter_map(|(index, (name, _))| {
                let seat = Seat(u8::try_from(index).ok()?);
                take(Some(seat), &texts::button_seat(name))
            })
            .collect();
        reply = if many && !open.is_empty() && invited.is_empty() {
            reply.row(buttons(open.into_iter().map(Some))).row(buttons([
                take(None, texts::BUTTON_ANY_SEAT),
                super::machine::fill(match_view),
                leave,
                close(),
                rules_button(match_view),
            ]))
        } else {
            let label = if invited.is_empty() {
                texts::BUTTON_JOIN
            } else {
                texts::BUTTON_ACCEPT
            };
            reply.row(buttons([
                take(None, label),
                super::machine::fill(match_view).filter(|_| invited.is_empty()),
                leave,
                close(),
                rules_button(match_view),
            ]))
        };
        reply.rows.extend(settings(match_view, thread));
        reply.pings = invited.to_vec();
        if let Some(role) = match_view.role {
            reply.content = format!("{}\n{}", reply.content, texts::role_mention(role));
            reply.roles = vec![role];
        }
    }
    pictures(&mut reply, match_view, drawn);
    reply
}

/// The menus with which the opener changes the table before anybody has joined.
fn settings(match_view: &MatchView, thread: bool) -> Vec<CreateActionRow> {
    let Some(kind) = games::find(match_view.key).filter(|_| match_view.guests.len() == 1) else {
        return Vec::new();
    };
    let game = match_view.game;
    let pick = |setting: TableSetting, placeholder: &str, options: Vec<(String, String)>| {
        let custom_id = CustomId::TableMenu {
            game,
            thread,
            setting,
        };
        let options = options
            .into_iter()
            .map(|(label, value)| (value, label, String::new()));
        menu(&custom_id, placeholder, options)
    };
    let variants = kind
        .variants
        .iter()
        .map(|variant| (variant.name.to_owned(), variant.key.to_owned()))
        .collect();
    let mut sides = vec![(texts::CHOICE_RANDOM.to_owned(), name::RANDOM.to_owned())];
    sides.extend(
        kind.all_seats()
            .map(|seat| (texts::seat(kind.seat_name(seat)), seat.0.to_string())),
    );
    let variant = (kind.variants.len() > 1)
        .then(|| pick(TableSetting::Variant, texts::MENU_VARIANT, variants));
    [
        variant.flatten(),
        pick(TableSetting::Clock, texts::MENU_CLOCK, texts::clocks()),
        pick(TableSetting::Side, texts::MENU_SIDE, sides),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Asks to which game somebody is invited.
pub fn challenge(games: &[&'static GameInfo], user: UserId) -> Reply {
    let choices = games.iter().take(25).map(|kind| {
        let key = kind.key.to_owned();
        button(
            &CustomId::Challenge { key, user },
            kind.name,
            ButtonStyle::Primary,
        )
    });
    let choices: Vec<_> = choices.collect();
    let mut reply = Reply::private(texts::challenge(user));
    for five in choices.chunks(5) {
        reply.rows.extend(buttons(five.iter().cloned()));
    }
    reply
}

/// What the table's message becomes once the match has begun: the board is elsewhere, or follows.
pub fn begun(match_view: &MatchView) -> Reply {
    Reply::public(format!(
        "{}\n{}",
        texts::heading(&match_view.title, match_view.game),
        texts::table_started(&players(match_view))
    ))
}

/// What the table's message becomes once nobody can come any more, whatever has become of the match.
pub fn settled(match_view: &MatchView) -> Reply {
    if match_view.seats.iter().all(|(_, user)| user.is_some()) {
        return begun(match_view);
    }
    let mut reply = Reply::public(text(match_view));
    reply.silent = true;
    reply
}

/// Who plays what, mentioned.
pub fn players(match_view: &MatchView) -> String {
    let players: Vec<String> = match_view
        .seats
        .iter()
        .filter_map(|(name, user)| Some(texts::plays((*user)?, name)))
        .collect();
    listed(&players)
}
