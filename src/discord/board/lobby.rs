//! The table that waits for players.

use serenity::model::application::ButtonStyle;

use super::{Drawn, open_to_anyone, pictures, rules_button};
use crate::app::{Phase, Shown};
use crate::discord::press::Press;
use crate::discord::reply::{Reply, button, buttons};
use crate::discord::texts;
use crate::rules::Seat;
use crate::rules::wording::listed;
use crate::table::UserId;

/// The text of a table's message.
fn text(shown: &Shown) -> String {
    let mut lines = vec![texts::heading(&shown.title, shown.game)];
    let (invited, empty) = waited_for(shown);
    if let (Phase::Open { .. }, Some(opener)) = (&shown.phase, shown.opener) {
        lines.push(texts::table_opened(opener, invited));
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
        let leave = button(
            &Press::Leave { game, thread },
            match (invited.is_empty(), many) {
                (true, true) => texts::BUTTON_LEAVE_ONLY,
                (true, false) => texts::BUTTON_LEAVE,
                (false, _) => texts::BUTTON_DECLINE,
            },
            ButtonStyle::Secondary,
        );
        let close = || {
            let close = Press::Close { game };
            let close = button(&close, texts::BUTTON_CLOSE, ButtonStyle::Secondary);
            close.filter(|_| many)
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
        reply.pings = invited.to_vec();
        if let Some(role) = shown.role {
            reply.content = format!("{}\n{}", reply.content, texts::role_mention(role));
            reply.roles = vec![role];
        }
    }
    pictures(&mut reply, shown, drawn);
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
