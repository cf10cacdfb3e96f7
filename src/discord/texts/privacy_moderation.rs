//! Texts about stored data, and texts for moderators.

use super::{ago, heading, person};
use crate::app::{MatchView, mention};
use crate::discord::markdown::{CONTENT, cut};
use crate::match_state::{ChannelId, GameId, Moderation, UserId};
use crate::rules::wording::listed;
use crate::store::{Bar, Kept};

pub const BUTTON_ERASE: &str = "Yes, erase it all";
pub const BUTTON_END_GAME: &str = "Yes, end it";
pub const BUTTON_NOTHING: &str = "No, leave it";
pub const NOTHING_DONE: &str = "Nothing was changed.";

/// Describes a moderator's action on a match, for its subcommand.
pub fn moderation(action: Moderation) -> &'static str {
    match action {
        Moderation::Close => "Close a table whose game has not begun",
        Moderation::End => {
            "End a running game, which then counts for nobody; you are asked once more"
        }
        Moderation::Hide => "Hide a game from everybody who does not play in it",
        Moderation::Show => "Let everybody see a hidden game again",
        Moderation::Free => "Let anyone take over a player's seat in a game of four",
        Moderation::Notes => {
            "Remove the notes that a player opened to everybody at the end of a game"
        }
    }
}

/// Returns a number with its noun, in the singular or plural.
fn counted(count: u32, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    }
}

/// Describes the rows of a table to the person that they are about, and how long they are stored.
fn kept_line(kept: &Kept) -> String {
    let n = |one, more| counted(kept.count, one, more);
    match kept.table.as_str() {
        "seat" => format!(
            "{} in games: kept for good, since the other players keep them",
            n("seat", "seats")
        ),
        "event" => format!(
            "{} in games (moves, joining, resigning): kept for good, since the other players keep them",
            n("thing you did", "things you did")
        ),
        "guest" => format!(
            "{} at tables whose games have not begun: until they begin or close",
            n("place", "places")
        ),
        "rating" => format!("{}: kept for good", n("rating", "ratings")),
        "abandoned" => format!(
            "{} that you lost by running out of time: kept for good, for your reliability",
            n("game", "games")
        ),
        "placing_count" | "reliability" => {
            "how often you finished at each place, and how many games you finished: kept for good"
                .to_owned()
        }
        "note" => format!("{}: until you remove them", n("note", "notes")),
        "plan" | "former_plan" => format!(
            "{} of plans: until they are played or the game is over",
            n("line", "lines")
        ),
        "offer" => format!("{}: until they are answered", n("offer", "offers")),
        "lesson" => format!(
            "{} that you have seen, so that you see each once: kept for good",
            n("rule", "rules")
        ),
        "vacation" => format!(
            "{}: kept for good, since their days are counted",
            n("vacation", "vacations")
        ),
        "setting" => format!("{}: until you change them", n("setting", "settings")),
        "beaten" => format!(
            "{} of the machine that you have beaten: kept for good",
            n("level", "levels")
        ),
        "remote" => format!(
            "{} that you play from another server: kept with the game",
            n("game", "games")
        ),
        "nag" => "how many reminders you were sent since you last moved".to_owned(),
        "outbox" => format!(
            "{} to you: until two weeks after they were sent",
            n("message", "messages")
        ),
        "bar" => format!(
            "{} where a moderator has stopped you from joining games: until a moderator ends it, even if all else is \
             erased",
            n("server", "servers")
        ),
        "member" => format!(
            "{} that you play in a server: kept for good, for its leaderboard",
            n("game", "games")
        ),
        "usage" => format!(
            "{}: for a day, because of the daily limits",
            n("invitation or import", "invitations and imports")
        ),
        "tutorial" => format!(
            "how far you are in {}: kept for good",
            n("set of lessons", "sets of lessons")
        ),
        "puzzle" => format!(
            "{} that you were set: kept for good",
            n("puzzle", "puzzles")
        ),
        "entrant" => format!(
            "{} that you take part in: kept for good",
            n("event or season", "events and seasons")
        ),
        "tournament" => format!("{} that you hold: kept for good", n("event", "events")),
        "puzzler" => "how strong you are at puzzles: kept for good".to_owned(),
        "direct_closed" => "that you take no direct messages: until I try again".to_owned(),
        "unreachable" => format!(
            "{} in which no message reaches you: until one does",
            n("game", "games")
        ),
        other => n(&format!("row in “{other}”"), &format!("rows in “{other}”")),
    }
}

/// Lists the data stored about the user.
pub fn kept(list: &[Kept]) -> String {
    let mut lines = vec!["**What I keep about you**".to_owned()];
    lines.extend(list.iter().map(|kept| format!("- {}", kept_line(kept))));
    if list.is_empty() {
        lines.push("Nothing.".to_owned());
    }
    let end = "All of it is under your Discord id alone: I keep no names and no messages, and give nothing to anybody. \
        It is there for you to play, and for nothing else. What everybody could see (games, ratings) everybody still \
        can; notes, plans and settings are yours alone. Backups that the person who runs me has made are kept as long as they \
        decide.\n\
        `/privacy export` gives you all of it as a file. `/privacy erase` erases it.";
    let room = CONTENT - end.encode_utf16().count() - 1;
    format!("{}\n{end}", cut(&lines.join("\n"), room))
}

pub const KEPT_EXPORTED: &str =
    "All that I keep about you, table by table. Times are seconds since 1970 in UTC.";
pub const KEPT_TOO_LONG: &str = "What I keep about you is more than one message can carry. Please ask the person who runs me for it.";

/// Asks once more before all data about a user is erased.
pub fn erase_sure(list: &[Kept]) -> String {
    let count = |table: &str| {
        let found = list.iter().find(|kept| kept.table == table);
        found.map_or(0, |kept| kept.count)
    };
    format!(
        "**Erase all that I keep about you?** This cannot be taken back.\n\
         - Your settings, {}, plans, vacations and ratings are gone.\n\
         - You leave every table and **resign every running game**.\n\
         - Your games stay, since the other players keep them: you are “a player who left” in them, and nobody can tell \
         who.\n\
         - If a moderator has stopped you from joining games in a server, that stays, without your name.\n\
         Messages that were posted in channels are Discord's: delete them, or ask the moderators there.",
        match count("note") {
            0 => "notes".to_owned(),
            notes => counted(notes, "note", "notes"),
        },
    )
}

/// Confirms that all data about a user is erased.
pub fn erased(games: usize) -> String {
    let games = u32::try_from(games).unwrap_or(u32::MAX);
    match games {
        0 => "All that I kept about you is erased.".to_owned(),
        games => format!(
            "All that I kept about you is erased, and you are a player who left in {}.",
            counted(games, "game", "games")
        ),
    }
}

// -- moderators

pub const NOT_A_MODERATOR: &str = "That is for moderators: it needs the permission to manage the server, to moderate members or to manage \
     messages.";
pub const NOT_AN_ADMIN: &str = "You need the permission Manage Server.";

/// Asks once more before a moderator ends a game.
pub fn end_sure(match_view: &MatchView) -> String {
    format!(
        "{}\nEnd this game for its players? It then counts for nobody, and can't be resumed.",
        heading(&match_view.title, match_view.game)
    )
}

/// Confirms a moderator's action.
pub fn moderated(action: Moderation, game: GameId) -> String {
    let game = game.0;
    match action {
        Moderation::Close => {
            format!("The table of game {game} is closed; I've told those waiting.")
        }
        Moderation::End => {
            format!("Game {game} is ended and counts for nobody; I've told its players.")
        }
        Moderation::Hide => format!(
            "Game {game} is hidden from everybody who does not play in it; I've told its players. What was posted \
             before is still there: delete it as you would any message."
        ),
        Moderation::Show => {
            format!("Everybody here can see game {game} again; I've told its players.")
        }
        Moderation::Free => format!(
            "Anyone may take over the seat in game {game}; I've told its player, who plays on until then."
        ),
        Moderation::Notes => format!(
            "Their opened notes about game {game} are removed. `/history` says that a moderator removed a note, and no more."
        ),
    }
}

pub const BOTS_JOIN_NOTHING: &str = "Bots don't join games: there is nothing to stop.";
pub const ROLES_UNKNOWN: &str =
    "Discord doesn't tell me the roles here at the moment. Please try again. Nothing was changed.";

/// Refuses to bar the owner of the server.
pub fn owns_the_server(user: UserId) -> String {
    format!(
        "{} owns this server: nobody can stop them from joining games here.",
        person(user)
    )
}

/// Refuses to bar an administrator.
pub fn is_administrator(user: UserId) -> String {
    format!(
        "{} is an administrator of this server: only its owner can stop them from joining games here.",
        person(user)
    )
}

/// Refuses to bar a member whose rank is not below the moderator's.
pub fn outranks(user: UserId) -> String {
    format!(
        "You can't stop {} from joining games here: that is for members whose highest role is above theirs, and who \
         may manage the server if they may.",
        person(user)
    )
}

/// Refuses a channel in which the bot may not post, naming the permissions that it lacks there.
pub fn may_not_post(channel: ChannelId, missing: &[&str]) -> String {
    let missing: Vec<String> = missing.iter().map(|name| format!("*{name}*")).collect();
    format!(
        "I may not post in {}. There I lack {}. Nothing was changed.",
        super::channel(channel),
        listed(&missing)
    )
}

/// Confirms that a user is barred from the tables.
pub fn barred(user: UserId) -> String {
    format!(
        "{} can't join games here any more. What they play goes on: `/moderate end` and `/moderate free` are for that.",
        person(user)
    )
}

/// Reports that a user was barred from the tables before.
pub fn barred_already(user: UserId) -> String {
    format!("{} already can't join games here.", person(user))
}

/// Confirms that a user may join tables again.
pub fn allowed(user: UserId) -> String {
    format!("{} can join games here again.", person(user))
}

/// Reports that a user was never barred from the tables.
pub fn allowed_already(user: UserId) -> String {
    format!("{} can join games here already.", person(user))
}

/// Lists the users barred from the tables.
pub fn bars(list: &[Bar]) -> String {
    if list.is_empty() {
        return "Everybody can join games here.".to_owned();
    }
    let who = |user: Option<UserId>, gone: &str| user.map_or_else(|| gone.to_owned(), mention);
    let lines = list.iter().map(|bar| {
        format!(
            "- {}, by {} {}",
            who(bar.user, "somebody who had their data erased"),
            who(bar.moderator, "a moderator who left"),
            ago(bar.at)
        )
    });
    let lines: Vec<String> = lines.collect();
    let head = "**Can't join games here**";
    cut(&format!("{head}\n{}", lines.join("\n")), 1900)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every table with people in it has a description, also one that is added later.
    #[test]
    fn what_is_kept_is_said_in_words() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
        let mut tables = 0;
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_none_or(|end| end != "sql") {
                continue;
            }
            let text = std::fs::read_to_string(path).unwrap();
            for table in text.split("CREATE TABLE ").skip(1) {
                let (name, columns) = table.split_once(" (\n").unwrap();
                let columns = columns.split("\n)").next().unwrap();
                if !columns
                    .lines()
                    .any(|line| line.trim_start().starts_with("user "))
                {
                    continue;
                }
                tables += 1;
                let line = kept_line(&Kept {
                    table: name.to_owned(),
                    rows: Vec::new(),
                    count: 2,
                });
                assert!(!line.contains(['“', '_']), "{name}: {line}");
            }
        }
        assert!(tables > 15, "{tables}");
    }
}
