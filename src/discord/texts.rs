//! Texts of the bot's messages that several commands share, in English. A match's events are worded by
//! `app::view::log_texts`, its endings and alt texts by `app`, the rules by the games.
//!
//! # How texts are written
//!
//! For a ten-year-old who knows chess, and reads a sentence once.
//!
//! - Subject first, then the verb: "The piece on g1 is your king", never "On g1 stands your king".
//! - Today's everyday words. "Piece", never "man" or "men"; "can't reach", not "cannot come to"; "if somebody", not
//!   "whoever"; "again", not "anew". Contractions ("can't", "don't", "I'll") are welcome.
//! - A refusal says first what is wrong, in squares and pieces, then what works. It says that nothing was changed where
//!   that could be in doubt, and never blames.
//! - One thing once: what a message says in one line it does not say again in another.
//! - The bot is "I", the reader is "you". Sides by their names ("White"), people by their mentions.
//! - Times as Discord shows them (`<t:..>`), moves as code, commands as `/command`.
//! - A button says what it does, in one to three words, the same for everybody who sees it.

mod correspondence;
mod event;
mod gif;
mod larger;
mod list;
mod lobby;
mod machine;
mod naming;
mod privacy_moderation;
mod season;
mod tables;
mod task;
mod typed;

pub use correspondence::*;
pub use event::*;
pub use gif::*;
pub use larger::*;
pub use list::*;
pub use lobby::*;
pub use machine::*;
pub use naming::{ago, channel, footer, heading, people, person, seat};
pub use privacy_moderation::*;
pub use season::*;
pub use tables::*;
pub use task::*;
pub use typed::*;

use naming::{in_brackets, moves_made};

use crate::app::LastMove;
use crate::discord::markdown::{code, cut};
use crate::match_state::{ChannelId, GameId, UserId};
use crate::rules::{GameInfo, wording};

pub const OPTION_WHICH_GAME: &str = "Which of your games, if it is not the one of this channel";
pub const CHOICE_RANDOM: &str = "random";
pub const CHOICE_THREAD: &str = "in a new thread";

// -- buttons

pub const BUTTON_CHOOSE: &str = "Choose a move";
pub const BUTTON_VIEW: &str = "My side";
pub const BUTTON_MOVES: &str = "Moves";
pub const BUTTON_RULES: &str = "Rules";
pub const BUTTON_RESIGN: &str = "Resign";
pub const BUTTON_MORE: &str = "More";
pub const BUTTON_RESIGN_YES: &str = "Yes, I give up";
pub const BUTTON_CANCEL: &str = "No, play on";
pub const BUTTON_BACK: &str = "Back";
pub const BUTTON_PLAY_IT: &str = "Play it";
pub const BUTTON_SHOW: &str = "Show everybody";
pub const BUTTON_BOARD: &str = "Board";
pub const BUTTON_ANOTHER: &str = "Another move";
pub const BUTTON_PREVIOUS: &str = "◀ Previous";
pub const BUTTON_NEXT: &str = "Next ▶";

/// Labels the button that plays a move.
pub fn button_play(mv: &str) -> String {
    format!("Play {mv}")
}

/// Labels the button that shows a suggested move before it is made.
pub fn button_see(mv: &str) -> String {
    format!("Show {mv}")
}

/// Labels the button that shows a typed move in one of several matches.
pub fn button_see_in(mv: &str, title: &str, game: GameId) -> String {
    format!("{} in game {} ({title})", cut(mv, 30), game.0)
}

/// Asks for the game to which a user will be invited.
pub fn challenge(user: UserId) -> String {
    format!("Which game do you want to play with {}?", person(user))
}

// -- tables and boards

/// Returns the name of a match's thread.
pub fn thread_name(title: &str, game: GameId, players: &[String]) -> String {
    let who = if players.is_empty() {
        String::new()
    } else {
        format!(": {}", players.join(" – "))
    };
    cut(&format!("{title} {}{who}", game.0), 100)
}

/// Names a seat and its player.
pub fn sits(seat_name: &str, user: UserId) -> String {
    format!("{}: {}", seat(seat_name), person(user))
}

/// Names the teams: the seats of each, with their players.
pub fn teams(teams: &[Vec<(&str, Option<UserId>)>]) -> String {
    let team = |seats: &Vec<(&str, Option<UserId>)>| {
        let seats = seats.iter().map(|(name, user)| match user {
            Some(user) => format!("{} ({})", seat(name), in_brackets(*user)),
            None => format!("{} (free)", seat(name)),
        });
        seats.collect::<Vec<_>>().join(" and ")
    };
    let teams: Vec<String> = teams.iter().map(team).collect();
    format!("Partners: {}.", teams.join(", against "))
}

/// Names a player and the seat, with the level of a machine in the same brackets.
pub fn plays(user: UserId, seat_name: &str) -> String {
    match user.machine_level() {
        Some(level) => format!(
            "{} (level {}, {})",
            level.name,
            level.number,
            seat(seat_name)
        ),
        None => format!("{} ({})", person(user), seat(seat_name)),
    }
}

/// Names a seat with its player, as the subject of a sentence.
pub fn plays_as(seat_name: &str, user: UserId) -> String {
    format!("{} ({})", seat(seat_name), in_brackets(user))
}

/// Reports that a match begins, below its first board. `players` are mentions with their seats.
pub fn first_board(players: &str) -> String {
    format!("The game begins: {players}.")
}

/// Reports a move. `display` is `None` for a hidden move.
pub fn move_made(
    seat: &str,
    player: Option<UserId>,
    display: Option<&str>,
    words: &str,
    at_once: bool,
) -> String {
    let player = player
        .map(|user| format!(" ({})", in_brackets(user)))
        .unwrap_or_default();
    let words = words.trim_end_matches('.');
    let words = if words.is_empty() {
        String::new()
    } else {
        format!(": {}", wording::small(words))
    };
    let Some(display) = display else {
        return if at_once {
            format!("{seat}{player} has moved at once.")
        } else {
            format!("{seat}{player} has moved.")
        };
    };
    let verb = if at_once {
        "answered at once with"
    } else {
        "played"
    };
    format!("{seat}{player} {verb} {}{words}.", code(display))
}

/// Names the players to move; a machine is thinking instead.
pub fn your_turn(players: &[(String, UserId)]) -> String {
    if let [(seat, user)] = players
        && user.is_machine()
    {
        return machine_thinks(*user, seat);
    }
    let players: Vec<String> = players
        .iter()
        .map(|(seat, user)| format!("{} ({seat})", person(*user)))
        .collect();
    if players.len() > 1 {
        format!("{}: it is your turn.", wording::listed(&players))
    } else {
        format!("{}, it is your turn.", wording::listed(&players))
    }
}

/// Joins sentences about several events in one line.
pub fn in_one_line(parts: &[String]) -> String {
    let stopped = parts.iter().filter(|part| !part.is_empty()).map(|part| {
        if part.ends_with(['.', '!', '?', ')']) {
            part.clone()
        } else {
            format!("{part}.")
        }
    });
    stopped.collect::<Vec<_>>().join(" ")
}

/// Joins neighbouring sentences that end alike after a colon, such as those about lost turns, into one.
pub fn folded(sentences: &[String]) -> Vec<String> {
    let end = |sentence: &String| sentence.rsplit_once(": ").map(|(_, end)| end.to_owned());
    let alike = sentences.chunk_by(|one, next| end(one).is_some() && end(one) == end(next));
    let folded = alike.map(|alike| match (alike, end(&alike[0])) {
        ([_, _, ..], Some(end)) => {
            let begun = alike
                .iter()
                .filter_map(|one| one.strip_suffix(&format!(": {end}")).map(str::to_owned));
            format!("{}: {end}", wording::listed(&begun.collect::<Vec<_>>()))
        }
        _ => alike[0].clone(),
    });
    folded.collect()
}

/// The question above the buttons for rare actions.
pub const MORE: &str = "What would you like to do?";

/// Marks a warning to the player to move.
pub fn danger(warning: &str) -> String {
    format!("⚠️ {warning}")
}

/// Marks a rule that the players have not met before.
pub fn lesson(line: &str) -> String {
    format!("💡 {line}")
}

/// Marks the ending of a match.
pub fn over(ending: &str) -> String {
    format!("🏁 **{ending}**")
}

/// Reports that the picture failed, and describes it in words.
pub fn no_picture(words: &str) -> String {
    format!("The picture could not be drawn this time; the game itself is safe. In words: {words}")
}

/// Reports that the board has changed since the message whose button was pressed.
pub fn gone_on(last: Option<&LastMove>) -> String {
    let shown = last.and_then(|last| Some((&last.seat, last.display.as_deref()?)));
    match shown {
        Some((seat, display)) => {
            format!(
                "The game has moved on since that message: {seat} played {} last.",
                code(display)
            )
        }
        None => "The game has moved on since that message.".to_owned(),
    }
}

/// Confirms a move made from elsewhere, and links the match's home, where the board is.
pub fn played_elsewhere(display: &str, home: ChannelId) -> String {
    format!(
        "Played {}. The board is in {}.",
        code(display),
        channel(home)
    )
}

/// Confirms a resignation from elsewhere, and links the match's home.
pub fn resigned_elsewhere(home: ChannelId) -> String {
    format!("You have resigned. The board is in {}.", channel(home))
}

/// Reports that the board could not be posted at the match's home.
pub fn home_unreachable(home: ChannelId) -> String {
    format!(
        "That counts, but I could not post the board in {}: please check that I may send messages and files there.",
        channel(home)
    )
}

/// Explains once, after the title, that Discord archives the thread, if the match may be silent for that long.
pub fn thread_sleeps(game: GameId) -> String {
    format!(
        "· Discord archives this thread after a week of silence. Any message here wakes it, mine too, and \
         `/move game:{}` works in the other channels.",
        game.0
    )
}

pub const DONE: &str = "Done.";

/// Confirms the user's move.
pub fn played(display: &str) -> String {
    format!("Played {}.", code(display))
}

// -- the guided entry

/// Names the choices so far, in words if there are any.
pub fn so_far(words: Option<&str>, text: &str) -> String {
    match words {
        Some(words) => format!("So far: {words}."),
        None => format!("So far: {}", code(text)),
    }
}

/// A note that the last answer was the only one.
pub const ONLY_CHOICE: &str = "There was only one choice left, so I took it.";
/// A note that there was no choice to make at any step.
pub const ONLY_MOVE: &str = "It is your only move.";

/// Names a complete move of a task, which is not made yet.
pub fn would_be(display: &str) -> String {
    format!("Your move would be {}.", code(display))
}

/// Names a complete move of a match, chosen or typed, which is not made yet; `solo` is true if nobody else sees the
/// match.
pub fn ready(display: &str, solo: bool) -> String {
    match solo {
        true => would_be(display),
        false => format!("{} Nobody else has seen it yet.", would_be(display)),
    }
}

/// Names the twists of a game above its rules: for each the index of its page, from 0, and its title.
pub fn twisted(pages: &[(usize, &str)]) -> String {
    let pages: Vec<String> = pages
        .iter()
        .map(|(page, title)| format!("**{title}** (page {})", page + 1))
        .collect();
    if pages.is_empty() {
        return String::new();
    }
    format!("This game has a twist: {}.\n", pages.join(" and "))
}

/// Numbers the shown part of a long list; `page` counts from 0.
pub fn page(page: usize, pages: usize) -> String {
    format!("Page {} of {pages}.", page + 1)
}

/// The placeholder of the menu below a board.
pub const CHOOSE_MOVE_PLACEHOLDER: &str = "Choose a move …";
/// The placeholder of the menu of one piece's moves, below the menu of pieces.
pub fn or_at_once(piece: &str) -> String {
    format!("Moves of {piece} …")
}

pub const CHOOSE_PLACEHOLDER: &str = "Choose …";
pub const NOTHING_TO_CHOOSE: &str = "There is nothing to choose here: type your move with `/move`.";
pub const PATH_TOO_LONG: &str =
    "This move has more parts than a menu can carry: type the rest of it with `/move`.";

// -- rules

/// Labels the menu of a section of a game's pages.
pub fn rules_placeholder(section: Option<&str>) -> String {
    format!("{} …", section.unwrap_or("Another page"))
}
pub const RULES_GAMES: &str = "**Games you can play here.** Choose one with `/rules game:`.";

/// Describes a game in the list of games.
pub fn game_line(kind: &GameInfo) -> String {
    format!("**{}** – {} ({})", kind.name, kind.summary, kind.credit)
}

/// Describes the board of a page of rules, below the page's text; empty if there is no caption.
pub fn in_picture(caption: &str) -> String {
    if caption.is_empty() {
        String::new()
    } else {
        format!("\n\n**In the picture:** {caption}")
    }
}

/// Returns the alt text of a diagram in the rules.
pub fn diagram(title: &str, game: &str, words: &str) -> String {
    format!("Diagram for the page “{title}” of the rules of {game}. {words}")
}

/// Refuses a page that the rules of a game do not have.
pub fn no_topic(game: &str, typed: &str, known: &[String]) -> String {
    format!(
        "The rules of {game} have no page called “{typed}”. There are: {}.",
        cut(&wording::listed(known), 1500)
    )
}

/// Refuses a game that does not exist.
pub fn no_game(typed: &str) -> String {
    format!("There is no game called “{typed}” here.")
}

// -- giving up

/// Asks once more before a user resigns.
pub fn resign_sure(title: &str, game: GameId) -> String {
    format!(
        "Do you want to give up game {}, {title}? You can't undo this.",
        game.0
    )
}

pub const RESIGNED: &str = "You have resigned.";
pub const NOT_RESIGNED: &str = "Good: the game goes on.";

// -- what went wrong

pub const UNKNOWN_COMMAND: &str =
    "I don't know this command; it may be from another version of me. `/help` lists what I know.";
pub const UNKNOWN_BUTTON: &str = "I don't know this button; it may be from another version of me. Use a command instead: `/help` lists them.";
/// Refuses a value that an option does not offer.
pub fn not_a_choice(option: &str) -> String {
    format!(
        "The `{option}` option has no such choice: type the command again, and take one of those that it lists."
    )
}

pub const UNREADABLE: &str =
    "I couldn't read what Discord sent me; nothing was changed. Please try another way.";
pub const CRASHED: &str =
    "Something went wrong on my side. If you made a move, `/board` shows whether it counts.";
/// A refusal of too many requests by one user.
pub const SLOWER: &str =
    "That was too fast for me, so I did nothing. Please wait a few seconds and try again.";
pub const WHICH_GAME_UNREADABLE: &str =
    "The `game` option is the number of a game, such as 12: take one of the suggestions.";
pub const BOTS_DO_NOT_PLAY: &str = "Bots can't play: invite a person, or leave the seat open.";

/// Suggests moves after a refused one.
pub fn suggestions(moves: &[String]) -> String {
    let moves: Vec<String> = moves.iter().map(|mv| code(mv)).collect();
    format!("Did you mean {}?", moves.join(", "))
}

/// Explains the bot, for `/help`.
pub fn help(games: &[&GameInfo]) -> String {
    let names: Vec<String> = games.iter().map(|kind| kind.name.to_owned()).collect();
    format!(
        "**Rookery** is for playing unusual chess: {}.\n\
         \n\
         **Alone.** `/play` starts a game against the machine, in a message that only you see, with `/hint` · `/learn` \
         teaches a game · `/puzzle` sets you one to solve · `/rules` explains a game page by page.\n\
         **With people.** `/new` opens a table · `/tables` lists open seats and finds you an opponent.\n\
         **Move.** Choose from the menus at the board, or type `/move`: write it as you like, and if it is illegal I'll \
         tell you why.\n\
         **Look and think.** `/board`, `/games`, `/history` and `/gif` show · `/explore` tries moves out · `/plan` \
         prepares answers · `/note` keeps notes.\n\
         **Agree.** `/draw`, `/takeback` and `/rematch` ask your opponent; `/resign` gives up. `/claim`, `/vacation` and \
         `/substitute` are for time and absence.\n\
         **You.** `/settings` · `/profile` · `/leaderboard` · `/export` and `/import` · `/privacy` shows what I keep about \
         you, and erases it.\n\
         \n\
         All of it works in every channel and in direct messages to me. Install me for yourself, and it works in your \
         groups too.",
        wording::listed(&names)
    )
}

pub const NOT_PLAYING: &str = "This game is not running: there is nothing to give up.";
pub const OUT_ALREADY: &str = "You are out of this game already: there is nothing to give up.";
pub const NOT_A_PLAYER: &str = "You don't play in this game, so you can't give it up.";

pub const NO_SUCH_PIECE: &str =
    "There is no piece there that could move: name its square, such as one of the suggestions.";
