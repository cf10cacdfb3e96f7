//! Texts of lists of matches and of moves.

use super::{ago, channel, heading, in_brackets, moves_made};
use crate::discord::markdown::cut;
use crate::match_state::{ChannelId, GameId, UserId};
use crate::rules::wording;

pub const NO_GAMES: &str = "You have no games. `/play` starts one against the machine, `/learn` teaches you one, `/new` opens a table.";
pub const YOUR_GAMES: &str = "**Your games**";
pub const SHOW_PLACEHOLDER: &str = "Look at a board …";

/// Counts the matches that do not fit into the message; the menu below it lists more of them.
pub fn more_games(more: usize) -> String {
    format!("… and {more} more: the menu below lists up to 25.")
}

/// A reply to a page of the list that has no matches.
pub const NO_MORE_GAMES: &str = "There are no more games on this page.";

/// Describes one match in the user's list. `others` are mentions.
#[expect(clippy::too_many_arguments, reason = "one sentence with many parts")]
pub fn listed(
    game: GameId,
    title: &str,
    others: &str,
    mine: bool,
    next: &str,
    since: i64,
    moves: u32,
    home: Option<ChannelId>,
) -> String {
    let against = if others.is_empty() {
        String::new()
    } else {
        format!(" with {others}")
    };
    let turn = if mine {
        "**your turn** · ".to_owned()
    } else if next.is_empty() {
        String::new()
    } else {
        format!("{next} to move · ")
    };
    let last = match moves {
        0 => format!("begun {}", ago(since)),
        _ => format!("the last {}", ago(since)),
    };
    let place = home
        .map(|home| format!(" · {}", channel(home)))
        .unwrap_or_default();
    format!(
        "{}{against}: {turn}{}, {last}{place}",
        heading(title, game),
        moves_made(moves)
    )
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

/// Describes a table that waits for players in the user's list.
pub fn listed_open(game: GameId, title: &str, home: Option<ChannelId>) -> String {
    let place = home
        .map(|home| format!(" · {}", channel(home)))
        .unwrap_or_default();
    format!("{}: waiting for players{place}", heading(title, game))
}

/// Describes a match that is over in the user's list.
pub fn listed_over(game: GameId, title: &str, ending: &str) -> String {
    format!("{}: {ending}", heading(title, game))
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
