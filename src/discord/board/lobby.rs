//! The table that waits for players.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::{Drawn, open_to_anyone, pictures, rules_button};
use crate::app::{Phase, Shown};
use crate::discord::commands::name;
use crate::discord::press::{Press, TableSetting};
use crate::discord::reply::{Reply, button, buttons, menu};
use crate::discord::texts;
use crate::games;
use crate::rules::wording::listed;
use crate::rules::{Kind, Seat};
use crate::table::UserId;

/// The text of a table's message.
fn text(shown: &Shown) -> String {
    let mut lines = vec![texts::heading(&shown.title, shown.game)];
    let (invited, empty) = waited_for(shown);
    if let (Phase::Open { .. }, Some(opener)) = (&shown.phase, shown.opener) {
        lines.push(texts::table_opened(opener, invited, shown.seats.len()));
    }
    lines.extend(
        shown
            .seats
            .iter()
            .filter_map(|(name, user)| Some(texts::sits(name, (*user)?))),
    );
    let seated = |user: &UserId| shown.seats.iter().any(|(_, other)| other == &Some(*user));
    let waiting: Vec<UserId> = shown
        .guests
        .iter()
        .copied()
        .filter(|user| !seated(user))
        .collect();
    if !waiting.is_empty() {
        lines.push(texts::at_table(&waiting));
    }
    lines.extend(shown.standing.iter().cloned());
    match &shown.phase {
        Phase::Open { .. } => {
            lines.extend(shown.terms.as_ref().map(texts::terms));
            lines.push(texts::table_waiting(invited, empty));
            lines.extend(super::months::runs_out(shown));
        }
        Phase::Playing => {}
        Phase::Over { ending } if ending.is_empty() => lines.push(texts::TABLE_CLOSED.to_owned()),
        Phase::Over { ending } => lines.push(texts::over(ending)),
    }
    lines.join("\n")
}

/// Who is invited and has not come, and how many more can come.
fn waited_for(shown: &Shown) -> (&[UserId], u8) {
    match &shown.phase {
        Phase::Open { invited, empty } => (invited.as_slice(), open_to_anyone(invited, *empty)),
        _ => (&[], 0),
    }
}

/// The message of a table that waits for players.
pub fn table(shown: &Shown, drawn: Drawn, thread: bool) -> Reply {
    let (invited, _) = waited_for(shown);
    let mut reply = Reply::public(text(shown));
    if matches!(shown.phase, Phase::Open { .. }) {
        let game = shown.game;
        let take = |seat: Option<Seat>, label: &str| {
            button(
                &Press::Join { game, seat, thread },
                label,
                ButtonStyle::Success,
            )
        };
        // Where others wait too, the opener can leave without sending them away.
        let many = shown.seats.len() > 2;
        let leave = match (invited.is_empty(), many) {
            (true, true) => Some(texts::BUTTON_LEAVE),
            // Nobody but the opener sits there.
            (true, false) => None,
            (false, _) => Some(texts::BUTTON_DECLINE),
        };
        let leave = leave.and_then(|label| {
            let leave = Press::Leave { game, thread };
            button(&leave, label, ButtonStyle::Secondary)
        });
        let close = || {
            let close = Press::Close { game };
            button(&close, texts::BUTTON_CLOSE, ButtonStyle::Secondary)
        };
        // Where several seats are open, one may choose among those that nobody holds.
        let open: Vec<_> = shown
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
                super::machine::fill(shown),
                leave,
                close(),
                rules_button(shown),
            ]))
        } else {
            let label = if invited.is_empty() {
                texts::BUTTON_JOIN
            } else {
                texts::BUTTON_ACCEPT
            };
            reply.row(buttons([
                take(None, label),
                super::machine::fill(shown).filter(|_| invited.is_empty()),
                leave,
                close(),
                rules_button(shown),
            ]))
        };
        reply.rows.extend(settings(shown, thread));
        reply.pings = invited.to_vec();
        if let Some(role) = shown.role {
            reply.content = format!("{}\n{}", reply.content, texts::role_mention(role));
            reply.roles = vec![role];
        }
    }
    pictures(&mut reply, shown, drawn);
    reply
}

/// The menus with which the opener changes the table before anybody has joined.
fn settings(shown: &Shown, thread: bool) -> Vec<CreateActionRow> {
    let Some(kind) = games::find(shown.key).filter(|_| shown.guests.len() == 1) else {
        return Vec::new();
    };
    let game = shown.game;
    let pick = |setting: TableSetting, placeholder: &str, options: Vec<(String, String)>| {
        let press = Press::TableMenu {
            game,
            thread,
            setting,
        };
        let options = options
            .into_iter()
            .map(|(label, value)| (value, label, String::new()));
        menu(&press, placeholder, options)
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
pub fn challenge(games: &[&'static Kind], user: UserId) -> Reply {
    let choices = games.iter().take(25).map(|kind| {
        let key = kind.key.to_owned();
        button(
            &Press::Challenge { key, user },
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
pub fn begun(shown: &Shown) -> Reply {
    Reply::public(format!(
        "{}\n{}",
        texts::heading(&shown.title, shown.game),
        texts::table_started(&players(shown))
    ))
}

/// What the table's message becomes once nobody can come any more, whatever has become of the match.
pub fn settled(shown: &Shown) -> Reply {
    if shown.seats.iter().all(|(_, user)| user.is_some()) {
        return begun(shown);
    }
    let mut reply = Reply::public(text(shown));
    reply.silent = true;
    reply
}

/// Who plays what, mentioned.
pub fn players(shown: &Shown) -> String {
    let players: Vec<String> = shown
        .seats
        .iter()
        .filter_map(|(name, user)| Some(texts::plays((*user)?, name)))
        .collect();
    listed(&players)
}
