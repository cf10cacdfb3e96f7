//! Lists: of matches, and of a match's moves.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use crate::app::{DailyList, History, ListFilter, Listed, Phase};
use crate::discord::custom_id::CustomId;
use crate::discord::markdown::CONTENT;
use crate::discord::reply::{File, MenuOption, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::match_state::UserId;

/// The most matches on a page: so many lines fit into a message.
pub const LISTED: u32 = 10;

/// Lists a user's matches; `name` returns the names of people as far as they are known.
///
/// `listed` holds the matches of one page, and one more if there is another page.
pub fn games(
    listed: &[Listed],
    filter: &ListFilter,
    page: u16,
    name: impl Fn(UserId) -> Option<String>,
) -> Reply {
    let all = filter.key.is_none() && filter.with.is_none();
    let mut reply = match (listed.split_at_checked(LISTED as usize), listed) {
        (_, []) if page > 0 => Reply::private(texts::NO_MORE_GAMES),
        (_, []) if !all => Reply::private(texts::NO_SUCH_GAMES),
        (_, []) if filter.over => Reply::private(texts::NONE_FINISHED),
        (_, []) => Reply::private(texts::NO_GAMES),
        (Some((shown, _)), _) | (None, shown) => {
            Reply::private(fitting("", shown, CONTENT)).row(games_menu(shown, name))
        }
    };
    let to = |page: Option<u16>, label: &str| {
        let (page, filter) = (page?, filter.clone());
        button(
            &CustomId::Games { page, filter },
            label,
            ButtonStyle::Secondary,
        )
    };
    let others = CustomId::Games {
        page: 0,
        filter: ListFilter {
            over: !filter.over,
            ..filter.clone()
        },
    };
    let label = match filter.over {
        true => texts::BUTTON_RUNNING,
        false => texts::BUTTON_FINISHED,
    };
    let more = listed.len() > LISTED as usize;
    reply.rows.extend(buttons([
        to(page.checked_sub(1), texts::BUTTON_PREVIOUS),
        to(more.then(|| page.saturating_add(1)), texts::BUTTON_NEXT),
        button(&others, label, ButtonStyle::Secondary),
    ]));
    reply
}

/// Asks which of several matches the user means.
pub fn which_game(listed: &[Listed]) -> Reply {
    Reply::private(fitting(texts::WHICH_GAME, listed, CONTENT))
}

/// Asks in which match a typed move was meant, with a button for each of the first five that shows the move there.
pub fn which_game_for(listed: &[Listed], text: &str) -> Reply {
    let waiting = listed.iter().filter(|one| one.mine);
    Reply::private(fitting(texts::WHICH_GAME_FOR, listed, CONTENT)).row(buttons(waiting.map(
        |one| {
            let see = CustomId::See {
                game: one.game,
                ply: one.ply,
                text: text.to_owned(),
            };
            let label = texts::button_see_in(text, &one.title, one.game);
            button(&see, &label, ButtonStyle::Secondary)
        },
    )))
}

/// Returns the daily message: the matches that wait for the user, the most urgent first, other news, and a menu of the
/// matches to answer from; `name` returns the names of people as far as they are known.
pub fn digest(
    waiting: &DailyList,
    news: &[String],
    name: impl Fn(UserId) -> Option<String>,
) -> Reply {
    let games = &waiting.games;
    let mut rest = news.to_vec();
    rest.push(texts::DIGEST_END.to_owned());
    let rest = rest.join("\n");
    let head = texts::digest(waiting.waiting, waiting.urgent);
    let room = CONTENT.saturating_sub(rest.encode_utf16().count() + 1);
    let text = fitting(&head, games, room);
    Reply::public(format!("{text}\n{rest}")).row(games_menu(games, name))
}

/// Lists as many matches as fit into `room` below `head`, in their parts, and the number of the others.
fn fitting(head: &str, listed: &[Listed], room: usize) -> String {
    let more = texts::more_games(listed.len()).encode_utf16().count() + 1;
    let room = room.saturating_sub(more);
    let mut listed: Vec<&Listed> = listed.iter().collect();
    listed.sort_by_key(|one| part(one));
    let (mut text, mut last) = (head.to_owned(), None);
    for (shown, one) in listed.iter().enumerate() {
        let part = part(one);
        let heading = Some(part.1).filter(|_| last != Some(part));
        let above = Some(text.as_str()).filter(|text| !text.is_empty());
        let lines: Vec<&str> = above.into_iter().chain(heading).collect();
        let longer = [lines, vec![&line(one)]].concat().join("\n");
        if longer.encode_utf16().count() > room {
            return format!("{text}\n{}", texts::more_games(listed.len() - shown));
        }
        (text, last) = (longer, Some(part));
    }
    text
}

/// Returns the part of a list to which a match belongs: its place among the parts, and its heading.
fn part(listed: &Listed) -> (u8, &'static str) {
    match listed.phase {
        Phase::Playing if listed.mine => (0, texts::YOUR_TURN),
        Phase::Playing => (1, texts::OTHERS_TURN),
        Phase::Open { .. } => (2, texts::TABLES),
        Phase::Over { .. } => (3, texts::FINISHED),
    }
}

/// Returns the line that names the match of an answer, for a user who plays several.
pub fn about(listed: &Listed) -> String {
    texts::about_game(listed.game, &listed.title, &listed.others)
}

/// Returns a match as one line of a list.
pub fn line(listed: &Listed) -> String {
    let state = match &listed.phase {
        Phase::Playing => listed.deadline.map_or_else(
            || texts::listed_since(listed.moves, listed.since),
            texts::ago,
        ),
        Phase::Open { .. } => texts::listed_open(listed.invited, listed.deadline),
        Phase::Over { ending } => {
            texts::listed_over(listed.result.as_deref().unwrap_or(ending), listed.since)
        }
    };
    let table = listed
        .table
        .filter(|_| matches!(listed.phase, Phase::Open { .. }))
        .map(|(channel, message)| (channel, Some(message)));
    let place = table.or(listed.home.map(|home| (home, None)));
    let place = place.map(|(channel, message)| texts::address(listed.guild, channel, message));
    let name = (listed.title.as_str(), listed.game);
    texts::listed(name, place.as_deref(), &listed.others, &state)
}

fn games_menu(
    listed: &[Listed],
    name: impl Fn(UserId) -> Option<String>,
) -> Option<CreateActionRow> {
    menu(
        &CustomId::Show,
        texts::SHOW_PLACEHOLDER,
        listed
            .iter()
            .map(|one| MenuOption::new(one.game.0.to_string(), short(one, &name))),
    )
}

/// Returns a match as one line of plain text.
pub fn short(listed: &Listed, name: &impl Fn(UserId) -> Option<String>) -> String {
    let others: Vec<String> = listed
        .others
        .iter()
        .filter_map(|user| name(*user))
        .collect();
    texts::listed_short(
        listed.game,
        &listed.title,
        &others,
        listed.mine,
        listed.moves,
    )
}

/// Shows the moves of a match.
pub fn history(history: &History) -> Reply {
    let mut lines = vec![texts::heading(&history.title, history.game)];
    lines.extend(history.seats.iter().map(|(name, user)| {
        let who = user.map_or_else(|| texts::SEAT_OPEN.to_owned(), texts::person);
        format!("{}: {who}", texts::seat(name))
    }));
    if history.lines.is_empty() {
        lines.push(texts::NO_MOVES.to_owned());
    } else {
        let fixed = lines.join("\n").encode_utf16().count() + texts::HISTORY_CUT.len() + 20;
        let mut room = CONTENT.saturating_sub(fixed);
        let mut match_view: Vec<&str> = Vec::new();
        for line in history.lines.iter().rev() {
            let size = line.encode_utf16().count() + 1;
            if size > room {
                break;
            }
            room -= size;
            match_view.push(line);
        }
        if match_view.len() < history.lines.len() {
            lines.push(texts::HISTORY_CUT.to_owned());
        }
        match_view.reverse();
        lines.push(format!(
            "```\n{}\n```",
            match_view.join("\n").replace('`', "'")
        ));
    }
    let mut reply = Reply::private(lines.join("\n"));
    reply.files.push(File {
        name: "moves.txt",
        bytes: history.file.clone().into_bytes(),
        alt: String::new(),
    });
    reply
}
