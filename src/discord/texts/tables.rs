//! Texts for finding an opponent: open tables, several games at once, results, the weekly digest, and places outside.

use super::correspondence::{RUNS, terms};
use super::{ago, channel, footer, heading, moves_made, person};
use crate::app::{Entries, OpenTable, OpenTables};
use crate::match_state::{ChannelId, GameId, Terms};

pub const MENU_SEEK: &str = "One or more games that you would play …";
pub const BUTTON_ANY_GAME: &str = "Any of them";

/// The text above the menu of games to play with anybody.
pub const SEEK: &str = "Choose one or more games. I seat you with anybody who wants one of them; if nobody waits, I open \
    a table for you.";

const NO_TABLES: &str = "No open seats right now. Choose one or more games below, and I open a table that anyone can \
    join. `/play` starts a game against the machine.";

const NO_SEATS: &str = "No seat of a game is offered right now. `/tables` lists open tables.";

/// Labels the button that joins a table of a list.
pub fn button_sit(game: GameId) -> String {
    format!("Join {}", game.0)
}

/// Labels the button of a list that shows a match in which the user plays.
pub fn button_game(game: GameId) -> String {
    format!("Game {}", game.0)
}

/// Labels the button of a list that shows the user's own table.
pub fn button_table(game: GameId) -> String {
    format!("Table {}", game.0)
}

/// Lists a page of open tables.
pub fn open_tables(page: &OpenTables) -> String {
    if page.tables.is_empty() {
        return match page.entries {
            Entries::Seats => NO_SEATS,
            Entries::SeatsAndTables => NO_TABLES,
        }
        .to_owned();
    }
    let heading = match page.entries {
        Entries::Seats => "**Offered seats**",
        Entries::SeatsAndTables => "**Open tables**",
    };
    let mut lines = vec![match page.page {
        0 => heading.to_owned(),
        page => format!("{heading}, page {}", page + 1),
    }];
    lines.extend(page.tables.iter().map(open_table));
    lines.join("\n")
}

fn open_table(table: &OpenTable) -> String {
    if let Some(moves) = table.begun {
        return offered_seat(table, moves);
    }
    let who = match table.opener {
        _ if table.mine => "you are waiting".to_owned(),
        Some(opener) if table.far => format!("{} waits in another server", person(opener)),
        Some(opener) => format!("{} waits", person(opener)),
        None => "somebody waits".to_owned(),
    };
    let seats = if table.free > 1 {
        format!(", {} seats open", table.free)
    } else {
        String::new()
    };
    let closes = table
        .until
        .map_or_else(String::new, |until| format!(" Closes {}.", ago(until)));
    let clock = table.terms.as_ref().map_or_else(String::new, short_clock);
    format!(
        "{}: {who}{seats}.\n{}",
        heading(&table.title, table.game),
        footer(format!("{clock}{closes}").trim_start())
    )
}

fn offered_seat(table: &OpenTable, moves: u32) -> String {
    let seats = match table.free {
        1 => "a seat is".to_owned(),
        seats => format!("{seats} seats are"),
    };
    let place = match (table.mine, table.far) {
        (true, _) => " in this game of yours",
        (false, true) => " in another server",
        (false, false) => "",
    };
    let clock = table.terms.as_ref().map_or_else(String::new, short_clock);
    format!(
        "{}: {seats} offered{place}, {}.\n{}",
        heading(&table.title, table.game),
        moves_made(moves),
        footer(&clock)
    )
}

/// Describes the clock without the consequence of running out of time, and the other terms that differ from the usual
/// ones.
pub fn short_clock(terms: &Terms) -> String {
    let whole = self::terms(terms);
    let end = whole.find(". ").map_or(whole.len(), |end| end + 1);
    let rests = if terms.rests {
        " Rests at weekends."
    } else {
        ""
    };
    let runs = match terms.runs {
        true => format!(" {RUNS}"),
        false => String::new(),
    };
    let unrated = if terms.unrated { " Unrated." } else { "" };
    let people = match terms.people {
        Some(2) => " For two people.",
        Some(_) => " For three people.",
        None => "",
    };
    format!("{}{people}{rests}{runs}{unrated}", &whole[..end])
}

/// Asks which of several games a table will become.
pub fn which_choice(game: GameId) -> String {
    format!("Which game do you want to play at table {}?", game.0)
}

/// Reports that the user has a seat with somebody who waited, and that the game has begun.
pub fn seated(title: &str, game: GameId, players: &str, place: Option<ChannelId>) -> String {
    let begun = format!("{}\nThe game begins: {players}.", heading(title, game));
    match place {
        Some(place) => format!("{begun} It is in {}.", channel(place)),
        None => format!(
            "{begun} It is played in another server: I tell you of each turn by direct message, and `/board game:{0}` and \
             `/move` with game:{0} work everywhere.",
            game.0
        ),
    }
}

/// Reports that the user has a seat at a table that still waits for others.
pub fn waits_too(title: &str, game: GameId) -> String {
    format!(
        "{}\nYou have a seat. I tell you when the game begins.",
        heading(title, game)
    )
}

/// A note at a table that can become one of several games.
pub const ANY_WAITING: &str = "Choose the game when you join.";

/// Says who played and how it ended, if nobody has beaten one other.
pub fn players_result(players: &str, ending: &str) -> String {
    format!("🏁 {players}: {ending}")
}

/// Reports the result of a match, which `over` says in a sentence, for a channel with that bulletin.
pub fn result(title: &str, game: GameId, over: &str, moves: u32) -> String {
    let (length, them) = if moves == 1 {
        ("1 move".to_owned(), "it")
    } else {
        (format!("{moves} moves"), "them")
    };
    format!(
        "{}\n{over}\n{}",
        heading(title, game),
        footer(&format!(
            "{length}; `/gif game:{}` shows {them}. Want to play? `/tables` has open seats, `/new` opens a table.",
            game.0
        ))
    )
}

/// Reports whether tables can be found from other servers.
pub fn server_shared(shared: bool) -> String {
    if shared {
        "Open tables here can be found in other servers, and theirs here (`/tables`).".to_owned()
    } else {
        "Open tables here are shown in this server only.".to_owned()
    }
}

/// Names the channels of results and of the digest.
pub fn server_bulletins(results: Option<ChannelId>, digest: Option<ChannelId>) -> String {
    let results = match results {
        Some(place) => format!("Results are posted in {}.", channel(place)),
        None => "Results are not posted.".to_owned(),
    };
    let week = match digest {
        Some(place) => format!(
            "The week in games is posted in {} on Sundays.",
            channel(place)
        ),
        None => "The week in games is not posted.".to_owned(),
    };
    format!("{results}\n{week}")
}

// -- where the bot can only answer

/// A note that no thread can be made in a place outside.
pub const OUTSIDE_NO_THREAD: &str =
    "I'm not a member here, so I can't make a thread: the game is played right here.";

/// A note on the differences in a place outside.
pub const OUTSIDE: &str =
    "I'm not a member here: I answer, and tell you of each turn by direct message.";

/// A note after a change from elsewhere that nothing can be posted where the match is played.
pub const OUTSIDE_ELSEWHERE: &str =
    "I can't post where this game is played; I tell the others by direct message.";

/// A refusal of a table that only its opener would see.
pub const OUTSIDE_UNSEEN: &str = "This server lets me answer only you, so nobody could see your table. Open it in a direct \
    message, in a group, or in a server that has me.";
