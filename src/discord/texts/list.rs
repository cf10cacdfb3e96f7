//! Texts of lists of matches and of moves.

use super::{ago, heading, in_brackets, moves_made};
use crate::discord::markdown::cut;
use crate::match_state::{ChannelId, GameId, GuildId, UserId};
use crate::rules::wording;

pub const NO_GAMES: &str = "You have no games. `/play` starts one against the machine, `/learn` teaches you one, `/new` opens a table.";
pub const NONE_FINISHED: &str = "You have finished no game yet.";
pub const NO_SUCH_GAMES: &str = "You have no such games.";
pub const BUTTON_FINISHED: &str = "Finished games";
pub const BUTTON_RUNNING: &str = "Running games";
pub const SHOW_PLACEHOLDER: &str = "Look at a board …";

/// Counts the matches that do not fit into the message; the menu below it lists more of them.
pub fn more_games(more: usize) -> String {
    format!("… and {more} more: the menu below lists up to 25.")
}

/// A reply to a page of the list that has no matches.
pub const NO_MORE_GAMES: &str = "There are no more games on this page.";

/// Headings of the parts of a list.
pub const YOUR_TURN: &str = "**Your turn**";
pub const OTHERS_TURN: &str = "**Others to move**";
pub const TABLES: &str = "**Tables**";
pub const FINISHED: &str = "**Finished**";

/// Returns a match as one line of a list: its name, which leads to `place` if there is one, the others, and its
/// state.
pub fn listed(
    (title, game): (&str, GameId),
    place: Option<&str>,
    others: &[UserId],
    state: &str,
) -> String {
    let name = format!("{title} {}", game.0);
    let name = match place {
        Some(place) => format!("[{name}]({place})"),
        None => format!("**{name}**"),
    };
    if others.is_empty() {
        return format!("{name} · {state}");
    }
    let others: Vec<String> = others.iter().copied().map(in_brackets).collect();
    format!("{name} · {} · {state}", others.join(", "))
}

/// Returns the address of a channel, or of a message in it.
pub fn address(guild: Option<GuildId>, channel: ChannelId, message: Option<u64>) -> String {
    let guild = guild.map_or_else(|| "@me".to_owned(), |guild| guild.0.to_string());
    let message = message.map_or_else(String::new, |message| format!("/{message}"));
    format!(
        "https://discord.com/channels/{guild}/{}{message}",
        channel.0
    )
}

/// Says since when a match without a deadline has waited for a move.
pub fn listed_since(moves: u32, since: i64) -> String {
    match moves {
        0 => format!("begun {}", ago(since)),
        _ => format!("last move {}", ago(since)),
    }
}

/// Says how a match ended, and when.
pub fn listed_over(result: &str, since: i64) -> String {
    format!("{}, {}", result.trim_end_matches('.'), ago(since))
}

/// Says what an open table waits for, and when it closes.
pub fn listed_open(invited: bool, until: Option<i64>) -> String {
    let waits = if invited {
        "you are invited"
    } else {
        "waiting for players"
    };
    match until {
        Some(until) => format!("{waits}, closes {}", ago(until)),
        None => waits.to_owned(),
    }
}

/// Names the match of an answer, above it, for a user who plays several.
pub fn about_game(game: GameId, title: &str, others: &[UserId]) -> String {
    let heading = heading(title, game);
    if others.is_empty() {
        return format!("{heading}:");
    }
    let others: Vec<String> = others.iter().copied().map(in_brackets).collect();
    format!("{heading} with {}:", wording::listed(&others))
}

/// Describes a match in a menu or in autocomplete: plain text of at most 100 characters.
pub fn listed_short(
    game: GameId,
    title: &str,
    others: &[String],
    mine: bool,
    moves: u32,
) -> String {
    let against = if others.is_empty() {
        String::new()
    } else {
        format!(" with {}", others.join(", "))
    };
    let turn = if mine { "your turn · " } else { "" };
    cut(
        &format!("{}: {title}{against} · {turn}{}", game.0, moves_made(moves)),
        100,
    )
}

/// A question which of several matches the user means. Lines that list them follow.
pub const WHICH_GAME_FOR: &str = "You have several games. Press the button of the game that you mean, which shows the move before it is made, or say which with the `game` option.";
pub const WHICH_GAME: &str =
    "You have several games: say which with the `game` option, or write in the game's own thread.";

pub const SEAT_OPEN: &str = "open";
pub const NO_MOVES: &str = "No move has been made yet.";
pub const HISTORY_CUT: &str = "Only the last moves are shown here; the file has them all.";
