//! Texts that people type in the place of a move though they are not moves: names of commands, and castling.

/// Returns a typed text in the form in which it is compared: lower case, only letters and digits, at most 24.
fn plain(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .take(24)
        .collect()
}

/// Returns advice if the text typed as a move is the name of a command, or a word for one. None of these words can be
/// a move of any game: a move names a square, and a square has a digit.
pub fn command_typed(text: &str) -> Option<&'static str> {
    Some(match plain(text).as_str() {
        "resign" | "iresign" | "resigns" | "giveup" | "igiveup" | "surrender" | "forfeit" => {
            "That is not a move, and nothing was played. To give up this game, use `/resign`; it asks you once more."
        }
        "draw" | "offerdraw" | "offeradraw" | "drawoffer" | "remis" => {
            "That is not a move, and nothing was played. To offer a draw, or to agree to one, use `/draw`."
        }
        "undo" | "takeback" | "back" | "oops" | "mistake" => {
            "That is not a move, and nothing was played. To take back your last move, use `/takeback`."
        }
        "help" | "how" | "howto" | "commands" => {
            "That is not a move, and nothing was played. `/help` shows how to play here, `/rules` how the game goes."
        }
        "rules" | "rule" => {
            "That is not a move, and nothing was played. `/rules` shows how the game goes."
        }
        "board" | "show" => "That is not a move, and nothing was played. `/board` shows the board.",
        "moves" | "history" => {
            "That is not a move, and nothing was played. `/history` lists the moves so far."
        }
        "rematch" => {
            "That is not a move, and nothing was played. `/rematch` proposes another game."
        }
        "claim" => {
            "That is not a move, and nothing was played. `/claim` is for when your opponent's time is over."
        }
        "nomove" => {
            "That is not a move, and nothing was played. `/games` lists your games, first those in which it is your \
             turn."
        }
        "whichgame" => {
            "I didn't know which game you meant, so nothing was played. Fill in `game` first; then `move` suggests the \
             moves of that game."
        }
        "pass" | "skip" => {
            "You can't pass: when it is your turn you make a move. `/board` shows the board."
        }
        _ => return None,
    })
}

/// True if a text asks for castling, in words or as chess players write it.
pub fn asks_for_castling(text: &str) -> bool {
    let text = plain(text);
    [
        "castle", "castling", "castles", "rochade", "oo", "ooo", "00", "000",
    ]
    .contains(&text.as_str())
        || text.starts_with("castle")
}

/// Explains castling in a game: `page` is the key of the page about it, or `None` if the game has no castling.
pub fn castling(game: &str, page: Option<&str>) -> String {
    match page {
        Some(page) => format!(
            "Castling is written as a move of the king, such as one of the suggestions while you type. \
             `/rules topic:{page}` shows how it goes."
        ),
        None => {
            format!("There is no castling in {game}. `/rules topic:king` shows how the king moves.")
        }
    }
}

/// The value of the only suggestion if nobody can move; it is not a move of any game.
pub const NO_MOVE: &str = "no move";

/// The only suggestion while several games can be meant, and its value, which is not a move of any game.
pub const WHICH_GAME_FIRST: &str =
    "You have several games. Fill in “game” first, then I can suggest moves.";
pub const NO_GAME: &str = "which game";

/// A note below a move shown first because the user typed only a square, to which a piece other than a pawn would go.
pub const BARE_SQUARE: &str =
    "-# You named only a square, so I ask first whether this is the move that you meant.";

/// A note below a move shown first because it is legal in only one of the user's games.
pub const ONLY_MATCH: &str =
    "-# You have several games, and this is a move in only one of those that wait for you.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_commands_are_answered_with_the_command() {
        for (typed, command) in [
            ("resign", "`/resign`"),
            ("/resign", "`/resign`"),
            ("I resign!", "`/resign`"),
            ("Draw?", "`/draw`"),
            ("undo", "`/takeback`"),
            ("take back", "`/takeback`"),
            ("HELP", "`/help`"),
        ] {
            let words = command_typed(typed).unwrap();
            assert!(words.contains(command), "{typed}: {words}");
        }
        for typed in ["e4", "Nf3", "O-O", "xyzzy", "", "d4>e5:PK"] {
            assert_eq!(command_typed(typed), None, "{typed}");
        }
        for typed in ["O-O", "0-0-0", "castle", "Castle kingside"] {
            assert!(asks_for_castling(typed), "{typed}");
        }
        assert!(!asks_for_castling("Ke1-g1"));
    }
}
