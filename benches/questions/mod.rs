//! Users' requests to the bot: every command with typical arguments, and typed input. A test compares them with the
//! registered commands.
#![allow(dead_code, missing_docs, reason = "each bench uses a part of it")]

use rookery::games::GAMES;
use rookery::rules::GameInfo;
use serde_json::{Value, json};

/// A user's request: the kind of interaction (2 a command, 4 typing into an option, 5 a form) and its data.
#[derive(Clone, Debug)]
pub struct Question {
    pub kind: u64,
    pub data: Value,
}

impl Question {
    /// Returns the command and its subcommand, if the question is a command.
    pub fn command(&self) -> Option<String> {
        (self.kind == 2).then(|| paths(&self.data).remove(0))
    }
}

/// Targets named in questions.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Match that goes on.
    pub game: i64,
    /// Match that may be over.
    pub over: i64,
    pub channel: u64,
    /// Another user.
    pub other: u64,
}

/// Returns a command, or one for each of its subcommands, as people see it: `/server show`, or the entry of a menu.
pub fn paths(command: &Value) -> Vec<String> {
    let name = command["name"].as_str().unwrap_or_default();
    if matches!(command["type"].as_u64(), Some(2 | 3)) {
        return vec![name.to_owned()];
    }
    let options = command["options"].as_array();
    let subs = options
        .into_iter()
        .flatten()
        .filter(|option| option["type"] == 1);
    let mut paths: Vec<String> = subs
        .filter_map(|sub| Some(format!("/{name} {}", sub["name"].as_str()?)))
        .collect();
    if paths.is_empty() {
        paths.push(format!("/{name}"));
    }
    paths
}

/// Types of options.
const SUBCOMMAND: u8 = 1;
const TEXT: u8 = 3;
const INTEGER: u8 = 4;
const PERSON: u8 = 6;
const PLACE: u8 = 7;
const ROLE: u8 = 8;

fn option(kind: u8, name: &str, value: impl Into<Value>) -> Value {
    json!({"name": name, "type": kind, "value": value.into()})
}

fn asked(name: &str, options: &[Value]) -> Question {
    let data = json!({"id": "1", "name": name, "type": 1, "options": options});
    Question { kind: 2, data }
}

/// Returns a command with options that are texts.
pub fn command(name: &str, options: &[(&str, &str)]) -> Question {
    let options = options.iter().map(|(name, text)| option(TEXT, name, *text));
    asked(name, &options.collect::<Vec<_>>())
}

/// Returns a command with a subcommand.
pub fn subcommand(name: &str, sub: &str, options: &[Value]) -> Question {
    let sub = json!({"name": sub, "type": SUBCOMMAND, "options": options});
    asked(name, &[sub])
}

/// Returns a moderator's command about a match.
pub fn moderate(action: &str, game: i64) -> Question {
    let which = option(TEXT, "game", game.to_string());
    subcommand("moderate", action, &[which])
}

/// Returns a moderator's command that bars a person, or lifts the bar.
pub fn moderate_person(action: &str, person: u64) -> Question {
    let player = option(PERSON, "player", person.to_string());
    subcommand("moderate", action, &[player])
}

/// Returns the command that opens a table of a game.
pub fn new(kind: &GameInfo) -> Question {
    let name = kind.name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    subcommand("new", &words.join("-"), &[])
}

/// Returns the command that begins a private game against the machine from this side.
pub fn play(kind: &GameInfo, side: &str) -> Question {
    let level = option(INTEGER, "level", 1);
    let side = option(TEXT, "side", side);
    asked("play", &[option(TEXT, "game", kind.key), level, side])
}

/// Returns the form with which a game's text is imported.
pub fn import(text: &str) -> Question {
    let field = json!({"type": 4, "custom_id": "r1:import", "value": text});
    let rows = json!([{"type": 1, "components": [field]}]);
    let data = json!({"custom_id": "r1:import", "components": rows});
    Question { kind: 5, data }
}

/// Returns an entry of the menu of a person (`kind` 2) or of a message (3).
fn menu(name: &str, kind: u8, target: u64, resolved: Value) -> Question {
    let target = target.to_string();
    let data =
        json!({"id": "1", "name": name, "type": kind, "target_id": target, "resolved": resolved});
    Question { kind: 2, data }
}

/// Returns typing into an option.
fn typing(name: &str, option: &str, typed: &str) -> Question {
    let option = json!({"name": option, "type": TEXT, "value": typed, "focused": true});
    let data = json!({"id": "1", "name": name, "type": 1, "options": [option]});
    Question { kind: 4, data }
}

/// Returns questions by name that change nothing which another of these answers shows: they can be asked again and
/// again.
pub fn questions(names: Names) -> Vec<(String, Question)> {
    let mut all = by_name(names);
    all.extend(with_subcommands(names));
    let other = names.other.to_string();
    let person = json!({"users": {&other: {"id": &other, "username": "other", "discriminator": "0",
                                           "global_name": null, "avatar": null}}});
    let player = option(PERSON, "player", other);
    let message = |name| menu(name, 3, names.channel, json!({}));
    let more = [
        ("/profile player", asked("profile", &[player])),
        (
            "a person's menu: Challenge",
            menu("Challenge", 2, names.other, person),
        ),
        ("a message's menu: My board", message("My board")),
        ("a message's menu: Moves", message("Moves")),
    ];
    all.extend(more.map(|(name, question)| (name.to_owned(), question)));
    all.extend(typed());
    all
}

/// Returns the typed texts that are answered with suggestions.
pub fn typed() -> Vec<(String, Question)> {
    let all = [
        ("typing a game", typing("board", "game", "")),
        ("typing a game's number", typing("board", "game", "1")),
        (
            "typing a game's name",
            typing("board", "game", GAMES[0].key),
        ),
        ("typing a move", typing("move", "move", "N")),
    ];
    all.map(|(name, question)| (name.to_owned(), question))
        .into()
}

/// Returns the commands without subcommands.
fn by_name(names: Names) -> Vec<(String, Question)> {
    let key = GAMES[0].key;
    let (game, over) = (names.game.to_string(), names.over.to_string());
    let (running, ended) = (("game", game.as_str()), ("game", over.as_str()));
    let all = [
        ("help", &[][..]),
        ("games", &[]),
        ("tables", &[]),
        ("board", &[]),
        ("board", &[running]),
        ("board", &[ended]),
        ("history", &[running]),
        ("history", &[ended]),
        ("gif", &[ended]),
        ("export", &[ended]),
        ("rules", &[("game", key)]),
        ("plan", &[running]),
        ("plan", &[running, ("line", "Ng1-f3 Nb8-c6")]),
        ("note", &[running]),
        ("note", &[running, ("text", "a thought")]),
        ("explore", &[running]),
        ("claim", &[running]),
        ("takeback", &[running]),
        ("substitute", &[running]),
        ("rematch", &[running]),
        ("hint", &[running]),
        ("settings", &[]),
        ("settings", &[("preview", "off")]),
        ("vacation", &[]),
        ("profile", &[]),
        ("leaderboard", &[("game", key)]),
        ("learn", &[]),
        ("learn", &[("game", key)]),
        ("puzzle", &[("game", key)]),
        ("resign", &[running]),
        ("import", &[]),
    ];
    let named = all.map(|(name, options)| {
        let named: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
        let over = if options.contains(&ended) {
            ", ended"
        } else {
            ""
        };
        let title = format!("/{name} {}{over}", named.join(" "));
        (title, command(name, options))
    });
    named.into()
}

/// Returns the commands with subcommands, except those that open a table or end something.
fn with_subcommands(names: Names) -> Vec<(String, Question)> {
    let here = option(PLACE, "channel", names.channel.to_string());
    let role = [
        option(TEXT, "game", GAMES[0].key),
        option(ROLE, "role", "600"),
    ];
    let correction = [
        option(INTEGER, "number", names.game),
        option(TEXT, "result", "draw"),
        option(TEXT, "note", "a word"),
    ];
    let all = [
        subcommand("new", "any", &[]),
        subcommand("server", "show", &[]),
        subcommand("server", "events", &[option(TEXT, "allowed", "off")]),
        subcommand("event", "show", &[]),
        subcommand("event", "new", &[option(TEXT, "game", GAMES[0].key)]),
        subcommand("event", "correct", &correction),
        subcommand("season", "start", &[option(TEXT, "game", GAMES[0].key)]),
        subcommand("season", "show", &[]),
        subcommand("season", "past", &[]),
        subcommand("season", "stop", &[]),
        subcommand("server", "role", &role),
        subcommand("server", "clock", &[option(TEXT, "clock", "3d")]),
        subcommand("server", "tables", &[option(TEXT, "place", "thread")]),
        subcommand("server", "results", std::slice::from_ref(&here)),
        subcommand("server", "digest", std::slice::from_ref(&here)),
        subcommand("server", "puzzles", &[here]),
        subcommand("privacy", "show", &[]),
        subcommand("privacy", "export", &[]),
        subcommand("privacy", "erase", &[]),
        moderate("free", names.game),
        moderate("notes", names.over),
        subcommand("moderate", "bars", &[]),
    ];
    all.map(|question| (question.command().unwrap_or_default(), question))
        .into()
}
