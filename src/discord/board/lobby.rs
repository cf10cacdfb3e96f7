//! Messages of a table that waits for players.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::parts::{RenderedBoard, pictures, rules_button};
use super::tables::{choices, players};
use crate::app::{MatchView, Phase, Twist};
use crate::discord::custom_id::{CustomId, Home, LobbyAction, TableSetting};
use crate::discord::reply::{MenuOption, Reply, button, buttons, menu};
use crate::discord::{name, texts};
use crate::games;
use crate::match_state::UserId;
use crate::rules::wording::capital;
use crate::rules::{GameInfo, Seat};

/// The most rows of buttons and menus in a message, Discord's limit.
const ROWS: usize = 5;

/// Returns the text of a table's message.
fn text(match_view: &MatchView) -> String {
    let mut lines = vec![texts::heading(&match_view.title, match_view.game)];
    let (invited, empty) = waited_for(match_view);
    if let (Phase::Open { .. }, Some(opener)) = (&match_view.phase, match_view.opener) {
        let people = match_view.terms.and_then(|terms| terms.people);
        let people = people.map_or(match_view.seats.len(), usize::from);
        lines.push(texts::table_opened(opener, invited, people));
    }
    match teams(match_view) {
        Some(teams) => lines.push(teams),
        None => lines.extend(
            match_view
                .seats
                .iter()
                .filter_map(|(name, user)| Some(texts::sits(name, (*user)?))),
        ),
    }
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
    lines.extend(match_view.lessons.iter().map(|line| texts::lesson(line)));
    match &match_view.phase {
        Phase::Open { .. } => {
            let seats = match_view.seats.len();
            let terms = match_view.terms.as_ref();
            lines.extend(terms.map(|terms| texts::table_terms(terms, seats)));
            lines.push(if match_view.choices.len() > 1 {
                texts::ANY_WAITING.to_owned()
            } else {
                texts::table_waiting(invited, empty, terms.and_then(|terms| terms.people))
            });
            lines.extend(super::correspondence::runs_out(match_view));
        }
        Phase::Playing => {}
        Phase::Over { ending } if ending.is_empty() => lines.push(texts::TABLE_CLOSED.to_owned()),
        Phase::Over { ending } => lines.push(texts::over(ending)),
    }
    lines.join("\n")
}

/// Returns a line that names the teams and their players; `None` if each plays for themselves.
pub fn teams(match_view: &MatchView) -> Option<String> {
    if match_view.teams.is_empty() {
        return None;
    }
    let seat = |seat: &Seat| {
        let (name, user) = match_view.seats.get(seat.index())?;
        Some((name.as_str(), *user))
    };
    let teams = match_view.teams.iter();
    let teams: Vec<Vec<_>> = teams
        .map(|team| team.iter().filter_map(seat).collect())
        .collect();
    Some(texts::teams(&teams))
}

/// Returns the invited users who have not answered, and the number of further users who can join.
fn waited_for(match_view: &MatchView) -> (&[UserId], u8) {
    match &match_view.phase {
        Phase::Open { invited, empty } => (invited.as_slice(), open_to_anyone(invited, *empty)),
        _ => (&[], 0),
    }
}

/// Builds the public message of a table that waits for players.
pub fn table(match_view: &MatchView, drawn: RenderedBoard, home: Home) -> Reply {
    let mut reply = Reply::public(text(match_view));
    if matches!(match_view.phase, Phase::Open { .. }) {
        reply.rows = controls(match_view, home, None);
        reply.pings = waited_for(match_view).0.to_vec();
        reply.pings.extend(&match_view.mention);
        if let Some(role) = match_view.role {
            reply.content = format!("{}\n{}", reply.content, texts::role_mention(role));
            reply.roles = vec![role];
        }
    }
    // The game, and so its board, is not known yet.
    if match_view.choices.is_empty() {
        pictures(&mut reply, match_view, drawn);
    }
    reply
}

/// Builds the table's message for one user, with everything that they can do about it; `notes` come first.
pub fn own_table(
    match_view: &MatchView,
    drawn: RenderedBoard,
    notes: &[String],
    user: UserId,
) -> Reply {
    let lines: Vec<String> = notes.iter().cloned().chain([text(match_view)]).collect();
    let mut reply = Reply::private(lines.join("\n"));
    if matches!(match_view.phase, Phase::Open { .. }) {
        reply.rows = controls(match_view, Home::Thread, Some(user));
    }
    if match_view.choices.is_empty() {
        pictures(&mut reply, match_view, drawn);
    }
    reply
}

/// Returns the buttons and menus of a table that waits for players: all of them, or those that one user can use.
fn controls(match_view: &MatchView, home: Home, person: Option<UserId>) -> Vec<CreateActionRow> {
    let game = match_view.game;
    let (invited, free) = waited_for(match_view);
    let sits = person.is_some_and(|user| match_view.guests.contains(&user));
    let is_invited = person.map_or(!invited.is_empty(), |user| invited.contains(&user));
    let opens = person.is_none_or(|user| match_view.opener == Some(user));
    // Where others wait too, the opener can leave without sending them away.
    let many = match_view.seats.len() > 2;
    let can_come = person.is_none() || is_invited || (!sits && free > 0);
    let take = |seat: Option<Seat>, label: &str| {
        let join = CustomId::Lobby(LobbyAction::Join { game, seat, home });
        button(&join, label, ButtonStyle::Success)
    };
    let leave = match person {
        _ if is_invited => Some(texts::BUTTON_DECLINE),
        None => many.then_some(texts::BUTTON_LEAVE),
        Some(_) => (sits && many).then_some(texts::BUTTON_LEAVE),
    };
    let leave = leave.and_then(|label| {
        let leave = CustomId::Lobby(LobbyAction::Leave { game, home });
        button(&leave, label, ButtonStyle::Secondary)
    });
    let close = CustomId::Lobby(LobbyAction::Close(game));
    let close = opens
        .then(|| button(&close, texts::BUTTON_CLOSE, ButtonStyle::Secondary))
        .flatten();
    let fill = super::machine::fill(match_view).filter(|_| opens && invited.is_empty());
    // Where several seats are open, a user may choose among them.
    let open: Vec<_> = match_view
        .seats
        .iter()
        .enumerate()
        .filter(|(_, (_, user))| user.is_none() && (can_come || sits))
        .filter_map(|(index, (name, _))| {
            let seat = Seat(u8::try_from(index).ok()?);
            take(Some(seat), &texts::button_seat(name))
        })
        .collect();
    // The second of two people has no choice once the first has chosen.
    let two = match_view
        .terms
        .is_some_and(|terms| terms.people == Some(2));
    let open = if two && open.len() <= 2 {
        Vec::new()
    } else {
        open
    };
    let mut rows = Vec::new();
    if !match_view.choices.is_empty() {
        let join = |key: Option<String>| CustomId::Lobby(LobbyAction::JoinAs { game, key, home });
        if can_come {
            rows.extend(choices(&match_view.choices, join));
        }
        rows.extend(buttons([close]));
    } else if many && !open.is_empty() && invited.is_empty() {
        let any = can_come
            .then(|| take(None, texts::BUTTON_ANY_SEAT))
            .flatten();
        rows.extend(buttons(open.into_iter().map(Some)));
        rows.extend(buttons([any, fill, leave, close, rules_button(match_view)]));
    } else {
        let label = if is_invited {
            texts::BUTTON_ACCEPT
        } else {
            texts::BUTTON_JOIN
        };
        let come = can_come.then(|| take(None, label)).flatten();
        rows.extend(buttons([
            come,
            fill,
            leave,
            close,
            rules_button(match_view),
        ]));
    }
    if opens {
        let room = ROWS.saturating_sub(rows.len());
        rows.extend(settings(match_view, home, room));
    }
    rows
}

/// The value of the option that removes a twist.
pub const NO_TWIST: &str = "none";

/// Returns the menus, at most `room`, with which the opener changes the table before anybody else has joined. The
/// menu of variants is left out first: a twist adds a menu for the second one.
fn settings(match_view: &MatchView, home: Home, room: usize) -> Vec<CreateActionRow> {
    let Some(kind) = games::find(match_view.key).filter(|_| match_view.guests.len() == 1) else {
        return Vec::new();
    };
    let game = match_view.game;
    let pick = |setting: TableSetting, placeholder: &str, options: Vec<MenuOption>| {
        let custom_id = CustomId::Lobby(LobbyAction::TableMenu {
            game,
            home,
            setting,
        });
        menu(&custom_id, placeholder, options)
    };
    let clocks = texts::clocks().into_iter();
    let clocks = clocks.map(|clock| MenuOption::new(clock.value, capital(&clock.name)));
    let variants = kind
        .variants
        .iter()
        .map(|variant| MenuOption::new(variant.key, capital(variant.name)))
        .collect();
    let mut sides = vec![MenuOption::new(name::RANDOM, capital(texts::CHOICE_RANDOM))];
    sides.extend(
        (match_view.seats.iter().enumerate()).map(|(index, (name, _))| {
            MenuOption::new(index.to_string(), capital(&texts::seat(name)))
        }),
    );
    if !match_view.choices.is_empty() {
        let clock = pick(TableSetting::Clock, texts::MENU_CLOCK, clocks.collect());
        return clock.into_iter().collect();
    }
    let variant = (kind.variants.len() > 1)
        .then(|| pick(TableSetting::Variant, texts::MENU_VARIANT, variants));
    let mut menus = vec![variant.flatten()];
    let settings = [TableSetting::Twist, TableSetting::SecondTwist];
    for (twist, setting) in match_view.twists.iter().zip(settings) {
        let (placeholder, options) = twist_menu(twist, setting);
        menus.push(pick(setting, &placeholder, options));
    }
    menus.push(pick(
        TableSetting::Clock,
        texts::MENU_CLOCK,
        clocks.collect(),
    ));
    menus.push(pick(TableSetting::Side, texts::MENU_SIDE, sides));
    let menus: Vec<CreateActionRow> = menus.into_iter().flatten().collect();
    let skipped = menus.len().saturating_sub(room);
    menus.into_iter().skip(skipped).collect()
}

/// Returns the placeholder of a twist's menu, and its options.
fn twist_menu(twist: &Twist, setting: TableSetting) -> (String, Vec<MenuOption>) {
    let (label, add, none) = match setting {
        TableSetting::SecondTwist => (
            texts::SECOND_TWIST,
            texts::MENU_SECOND_TWIST,
            texts::CHOICE_NO_SECOND_TWIST,
        ),
        _ => (texts::TWIST, texts::MENU_TWIST, texts::CHOICE_NO_TWIST),
    };
    let away = MenuOption::new(NO_TWIST, none);
    let lines = twist
        .choices
        .iter()
        .map(|(value, about)| MenuOption::new(*value, capital(value)).about(capital(about)));
    match &twist.chosen {
        Some(chosen) => (
            texts::menu_twist(label, chosen),
            [away].into_iter().chain(lines).collect(),
        ),
        None => (add.to_owned(), lines.collect()),
    }
}

/// Asks to which game a user is invited.
pub fn challenge(games: &[&'static GameInfo], user: UserId) -> Reply {
    let choices = games.iter().take(25).map(|kind| {
        let key = kind.key.to_owned();
        button(
            &CustomId::Lobby(LobbyAction::Challenge { key, user }),
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

/// Builds the table's message once the match has begun; the board is elsewhere, or follows.
pub fn begun(match_view: &MatchView) -> Reply {
    Reply::public(format!(
        "{}\n{}",
        texts::heading(&match_view.title, match_view.game),
        texts::table_started(&players(match_view))
    ))
}

/// Builds the table's message while the match's thread is being made: it keeps a button for the thread, disabled.
pub fn begun_before_its_thread(match_view: &MatchView) -> Reply {
    let join = CustomId::Lobby(LobbyAction::Join {
        game: match_view.game,
        seat: None,
        home: Home::Thread,
    });
    let comes = button(&join, texts::BUTTON_THREAD_COMES, ButtonStyle::Secondary);
    begun(match_view).row(buttons([comes.map(|button| button.disabled(true))]))
}

/// Builds the table's message once nobody can join any more, whether the match began or not.
pub fn settled(match_view: &MatchView) -> Reply {
    if match_view.seats.iter().all(|(_, user)| user.is_some()) {
        return begun(match_view);
    }
    let mut reply = Reply::public(text(match_view));
    reply.silent = true;
    let game = match_view.game;
    let again = CustomId::Lobby(LobbyAction::Reopen(game));
    let again = (match_view.can_reopen)
        .then(|| button(&again, texts::BUTTON_REOPEN, ButtonStyle::Secondary));
    reply.row(buttons([again.flatten()]))
}

/// Returns the number of empty seats that are not kept for the invited.
pub(super) fn open_to_anyone(invited: &[UserId], empty: u8) -> u8 {
    empty.saturating_sub(u8::try_from(invited.len()).unwrap_or(u8::MAX))
}
