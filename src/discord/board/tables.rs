//! Messages with lists of open tables, tables that become one of several games, and results.

use serenity::builder::{
    CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};
use serenity::model::application::ButtonStyle;

use crate::app::{Entries, MatchView, OpenTables, pairable};
use crate::discord::custom_id::{ANY, At, CustomId, LobbyAction};
use crate::discord::reply::{Reply, button, buttons};
use crate::discord::texts;
use crate::games;
use crate::match_state::GameId;
use crate::rules::wording::listed;

/// The most buttons in a row, Discord's limit.
const ROW: usize = 5;
/// The most options of a menu, Discord's limit.
const OPTIONS: usize = 25;

/// Shows a page of open tables and offered seats, with a button for each, the user's own included, and a menu to look
/// for other games.
pub fn tables(page: &OpenTables) -> Reply {
    let mut reply = Reply::private(texts::open_tables(page));
    let join: Vec<_> = page
        .tables
        .iter()
        .map(|table| {
            let (game, key) = (table.game, None);
            if table.mine {
                let view = CustomId::View(At { game, ply: 0 });
                let label = match table.begun {
                    Some(_) => texts::button_game(game),
                    None => texts::button_table(game),
                };
                return button(&view, &label, ButtonStyle::Secondary);
            }
            let sit = CustomId::Lobby(LobbyAction::Sit { game, key });
            button(&sit, &texts::button_sit(game), ButtonStyle::Success)
        })
        .collect();
    reply = reply.row(buttons(join));
    let entries = page.entries;
    let turn = |page: u32, label: &str| {
        let turn = match entries {
            Entries::Seats => LobbyAction::Seats { page },
            Entries::SeatsAndTables => LobbyAction::Tables { page },
        };
        let turn = CustomId::Lobby(turn);
        button(&turn, label, ButtonStyle::Secondary)
    };
    let back = page.page.checked_sub(1);
    reply = reply.row(buttons([
        back.and_then(|back| turn(back, texts::BUTTON_PREVIOUS)),
        page.more
            .then(|| turn(page.page + 1, texts::BUTTON_NEXT))
            .flatten(),
    ]));
    match entries {
        Entries::Seats => reply,
        Entries::SeatsAndTables => reply.row(seek_menu()),
    }
}

/// Asks for games to play with anybody.
pub fn seek() -> Reply {
    Reply::private(texts::SEEK).row(seek_menu())
}

fn seek_menu() -> Option<CreateActionRow> {
    let options: Vec<CreateSelectMenuOption> = pairable()
        .take(OPTIONS)
        .map(|kind| CreateSelectMenuOption::new(kind.name, kind.key))
        .collect();
    let most = u8::try_from(options.len()).ok().filter(|most| *most > 0)?;
    let kind = CreateSelectMenuKind::String { options };
    Some(CreateActionRow::SelectMenu(
        CreateSelectMenu::new(CustomId::Lobby(LobbyAction::SeekMenu).id()?, kind)
            .placeholder(texts::MENU_SEEK)
            .min_values(1)
            .max_values(most),
    ))
}

/// Asks which game a table of a list will become.
pub fn which_choice(game: GameId, keys: &[&'static str]) -> Reply {
    let sit = |key: Option<String>| CustomId::Lobby(LobbyAction::Sit { game, key });
    let mut reply = Reply::private(texts::which_choice(game));
    reply.rows.extend(choices(keys, sit));
    reply
}

/// Returns a button for each game that a table can become, and one for any of them.
pub fn choices(
    keys: &[&'static str],
    custom_id: impl Fn(Option<String>) -> CustomId,
) -> Vec<CreateActionRow> {
    let named = keys.iter().filter_map(|key| games::find(key));
    let mut all: Vec<_> = named
        .map(|kind| {
            let custom_id = custom_id(Some(kind.key.to_owned()));
            button(&custom_id, kind.name, ButtonStyle::Success)
        })
        .collect();
    if all.len() > 1 {
        let any = custom_id(Some(ANY.to_owned()));
        all.push(button(&any, texts::BUTTON_ANY_GAME, ButtonStyle::Primary));
    }
    all.chunks(ROW)
        .take(3)
        .filter_map(|row| buttons(row.iter().cloned()))
        .collect()
}

/// Returns the seats with their players, mentioned.
pub fn players(match_view: &MatchView) -> String {
    let players: Vec<String> = match_view
        .seats
        .iter()
        .filter_map(|(name, user)| Some(texts::plays((*user)?, name)))
        .collect();
    listed(&players)
}
