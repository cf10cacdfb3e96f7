//! Texts of a board's parts and of the sheet of pieces.

pub const BUTTON_LARGER: &str = "Larger";
pub const BUTTON_PIECES: &str = "Pieces";

/// A note below a part of the board that has changed since the message.
pub const MOVED_SINCE: &str = "A move has been made since the message that you pressed.";

/// Names a part of the board, with a note about it.
pub fn part_of_board(name: &str, note: Option<&str>) -> String {
    let text = format!("One part of the board, larger: **{name}**. The buttons show the others.");
    match note {
        Some(note) => format!("{text} {note}"),
        None => text,
    }
}

/// Returns the alt text of a part of a board.
pub fn part_alt(name: &str) -> String {
    format!(
        "Part of the board, larger: {name}. The picture of the whole board describes all of it."
    )
}

pub const PIECE_PLACEHOLDER: &str = "One piece, larger …";

/// The alt text of a sheet of pieces that the message itself describes.
pub const SHEET_ABOVE: &str =
    "Each piece with its moves; the text of the message describes all of them.";

/// Returns the title of the sheet of pieces.
pub fn sheet_title(game: &str) -> String {
    format!("**{game}: the pieces**")
}

/// Returns the title of the sheet of pieces, and the meaning of its marks.
pub fn sheet(game: &str) -> String {
    format!(
        "{}\nA dot is where a piece can move, a ring where it can capture; an arrow says that it can go on further.",
        sheet_title(game)
    )
}
