//! Texts of moving pictures.

use crate::match_state::GameId;
use crate::rules::wording;

/// Describes a moving picture of the moves `from` to `to`, which shows `shown` of `of` positions.
pub fn gif(title: &str, game: GameId, (from, to): (u32, u32), shown: usize, of: usize) -> String {
    let moves = wording::moves(from, to);
    let mut line = format!("**{title}** · game {} · {moves}", game.0);
    if shown < of {
        line.push_str(&format!(
            " · {shown} of its {of} positions, to keep the file small"
        ));
    }
    line
}

pub const ONE_GIF: &str =
    "Your last moving picture is still being made. Ask again once it is here.";

pub const MANY_GIFS: &str =
    "Many moving pictures are being made right now. Please ask again in a few minutes.";

pub const GIFS_HERE: &str = "There have been several moving pictures here in the last minutes. Please ask again in a minute.";

pub const GIF_TOO_LONG: &str =
    "That is too much for one file on Discord. Ask for fewer moves, with `from` and `to`.";

pub const NO_GIF: &str = "The moving picture could not be made this time. The game itself is safe.";
