//! Tests of Discord's demands on commands, and of what is registered.

use super::*;
use crate::rules::{OptionSpec, RuleError, Values, Variant};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

static PLAIN: GameInfo = GameInfo {
    key: "plain",
    name: "The Plain & Simple Game",
    credit: "nobody, 2026",
    summary: "A game for tests",
    goal: "You win.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 1,
    options: &[OptionSpec {
        key: "place",
        about: "an option that has a name of ours",
        values: Values::OneOf(&[("a", "first"), ("b", "second")]),
    }],
    variants: &[Variant {
        key: "odd",
        name: "Odd",
        options: &[("place", "b")],
    }],
    reasons: &[],
    start: |_, _| Err(RuleError::options("No.")),
    read: |_, _, _| Err(RuleError::options("No.")),
    chance_option: |_| None,
    lessons: Vec::new,
    sections: &[],
    tutorial: &[],
    puzzles: "",
};

static FOUR: GameInfo = GameInfo {
    key: "four",
    name: "Four",
    seats: &["green", "red", "black", "white"],
    options: &[
        OptionSpec {
            key: "seed",
            about: "small",
            values: Values::Number {
                min: 0,
                max: 99,
                default: 0,
            },
        },
        OptionSpec {
            key: "deal",
            about: "large",
            values: Values::Number {
                min: 0,
                max: u64::MAX,
                default: 0,
            },
        },
    ],
    variants: &[],
    ..PLAIN
};

fn json_of(games: &[&'static GameInfo]) -> Vec<Value> {
    all(games)
        .iter()
        .map(|command| serde_json::to_value(command).unwrap())
        .collect()
}

/// Checks everything that Discord demands of a command's shape; returns the number of characters that it counts.
fn check(option: &Value, depth: usize) -> usize {
    let text = |key: &str| option[key].as_str().unwrap_or_default();
    // A context menu has only a name.
    if depth == 0 && (option["type"] == 2 || option["type"] == 3) {
        assert!((1..=32).contains(&text("name").len()), "{option}");
        assert!(text("description").is_empty() && option["options"] == serde_json::json!([]));
        return text("name").len();
    }
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    assert!(
        (1..=32).contains(&text("name").len()) && text("name").chars().all(good),
        "{option}"
    );
    assert!(
        (1..=100).contains(&text("description").chars().count()),
        "{option}"
    );
    let mut size = text("name").chars().count() + text("description").chars().count();
    let empty = Vec::new();
    let choices = option["choices"].as_array().unwrap_or(&empty);
    assert!(choices.len() <= 25);
    for choice in choices {
        let name = choice["name"].as_str().unwrap().chars().count();
        // A whole number counts as one character.
        let value = choice["value"].as_str();
        let value = value.map_or(1, |value| value.chars().count());
        assert!(
            (1..=100).contains(&name) && (1..=100).contains(&value),
            "{choice}"
        );
        size += name + value;
    }
    let options = option["options"].as_array().unwrap_or(&empty);
    assert!(options.len() <= 25 && depth <= 2);
    let names: std::collections::BTreeSet<_> = options
        .iter()
        .map(|option| option["name"].as_str())
        .collect();
    assert_eq!(names.len(), options.len(), "{option}");
    let required: Vec<bool> = options
        .iter()
        .map(|option| option["required"] == json!(true))
        .collect();
    assert!(
        required.is_sorted_by(|a, b| a >= b),
        "required options come first"
    );
    size + options
        .iter()
        .map(|option| check(option, depth + 1))
        .sum::<usize>()
}

#[test]
fn commands_keep_to_discords_limits() {
    for games in [&[][..], &[&PLAIN], &[&PLAIN, &FOUR], crate::games::GAMES] {
        for command in json_of(games) {
            let size = check(&command, 0);
            assert!(size <= 8000, "{} has {size} characters", command["name"]);
        }
    }
}

#[test]
fn every_game_is_a_subcommand_with_its_seats_and_options() {
    let commands = json_of(&[&PLAIN, &FOUR]);
    let new = &commands[0];
    assert_eq!(new["name"], "new");
    assert_eq!(new["options"][0]["name"], "the-plain-simple-game");
    let names = |index: usize| -> Vec<&str> {
        new["options"][index]["options"]
            .as_array()
            .unwrap()
            .iter()
            .map(|option| option["name"].as_str().unwrap())
            .collect()
    };
    assert_eq!(
        names(0),
        [
            "opponent",
            "variant",
            "side",
            "place",
            "clock",
            "flag",
            "wait",
            "weekends",
            "rated",
            "option_place"
        ]
    );
    assert_eq!(
        names(1),
        [
            "opponent",
            "opponent2",
            "opponent3",
            "side",
            "place",
            "clock",
            "flag",
            "wait",
            "weekends",
            "people",
            "machines",
            "seed",
            "deal"
        ]
    );
    let kinds: Vec<_> = (11..13)
        .map(|index| {
            new["options"][1]["options"][index]["type"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(
        kinds,
        [4, 3],
        "a number too large for a double is typed as text"
    );
}

#[test]
fn what_discord_adds_is_no_change_and_anything_else_is() {
    let wanted = all(&[&PLAIN, &FOUR]);
    let mut registered = json_of(&[&PLAIN, &FOUR]);
    for (index, command) in registered.iter_mut().enumerate() {
        command["id"] = json!((index + 1).to_string());
        command["application_id"] = json!("1");
        command["version"] = json!("7");
        if command["default_member_permissions"].is_null() {
            command["default_member_permissions"] = Value::Null;
        }
        command["dm_permission"] = json!(true);
        let members = command.as_object_mut().unwrap();
        members.remove("nsfw");
        members.remove("name_localizations");
    }
    registered.reverse();
    assert!(!changed(&registered, &wanted));
    registered[0]["description"] = json!("something else");
    assert!(changed(&registered, &wanted));
    registered.pop();
    assert!(changed(&registered, &wanted));
    assert!(changed(&[], &wanted));
}

#[test]
fn only_typed_commands_of_ours_are_given() {
    for (name, kind, is_ours) in [
        ("history", 1, true),
        ("dance", 1, false),
        // A context menu may share its name with a slash command.
        ("history", 2, false),
        ("history", 3, false),
    ] {
        let data = json!({"id": "1", "name": name, "type": kind, "options": []});
        let data = serde_json::from_value(data).unwrap();
        assert_eq!(given(&data).is_some(), is_ours, "{name} {kind}");
    }
}

/// An option with choices takes those alone, at any depth: another value could only be read as something else.
#[test]
fn an_option_with_choices_takes_no_other_value() {
    let asked = |option: Value| {
        let data = json!({"id": "1", "name": "new", "type": 1, "options": [
            {"type": 1, "name": new::subcommand(crate::games::GAMES[0]), "options": [option]}]});
        serde_json::from_value::<CommandData>(data).unwrap()
    };
    for (option, wrong) in [
        (json!({"type": 3, "name": "rated", "value": "no"}), None),
        (
            json!({"type": 3, "name": "rated", "value": "No"}),
            Some("rated"),
        ),
        (
            json!({"type": 3, "name": "flag", "value": "harder"}),
            Some("flag"),
        ),
        (
            json!({"type": 3, "name": "place", "value": ""}),
            Some("place"),
        ),
        (
            json!({"type": 3, "name": "clock", "value": "whatever"}),
            None,
        ),
    ] {
        assert_eq!(without_choice(&asked(option.clone())), wrong, "{option}");
    }
}

/// Collects the files of a folder of the sources.
fn files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Every command that a sentence names exists, so that a renamed command leaves its former name nowhere.
#[test]
fn every_command_that_a_sentence_names_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut sources, mut named) = (Vec::new(), 0);
    for folder in ["app", "discord"] {
        files(&root.join(folder), &mut sources);
    }
    sources.retain(|source| !source.ends_with("commands/tests.rs"));
    for source in sources {
        let text = std::fs::read_to_string(&source).unwrap();
        let lines = text.lines();
        // Comments are checked, too, except for `/command`, which names no particular command.
        for line in lines.filter(|line| !line.contains("`/command`")) {
            for (at, _) in line.match_indices("`/") {
                let rest = &line[at + 2..];
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
                let name = &rest[..end.unwrap_or(rest.len())];
                let is_there = COMMANDS.iter().any(|command| command.name == name);
                assert!(is_there, "{}: {line}", source.display());
                named += 1;
            }
        }
    }
    assert!(named > 100, "{named} were found");
}

/// `docs/commands.md` has a row for each command, with the names of its subcommands and options; those that only some games
/// bring to `/new` are the games' own.
#[test]
fn the_document_lists_every_command_with_its_options() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands.md");
    let document = std::fs::read_to_string(path).unwrap();
    let quoted = |text: &str| -> Vec<String> {
        let parts = text.split('`').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let told: BTreeMap<String, BTreeSet<String>> = document
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').collect();
            let name = quoted(cells[1]).remove(0);
            (name, quoted(cells[2]).into_iter().collect())
        })
        .collect();
    let specs = crate::games::GAMES.iter().flat_map(|kind| kind.options);
    let of_games: BTreeSet<String> = specs.map(new::option_name).collect();
    let registered = json_of(crate::games::GAMES);
    let known: BTreeMap<String, BTreeSet<String>> = registered
        .iter()
        .map(|command| {
            let name = command["name"].as_str().unwrap();
            let slash = if command["type"] == 1 { "/" } else { "" };
            let mut names = BTreeSet::new();
            for option in command["options"].as_array().unwrap() {
                let inside = option["options"].as_array().into_iter().flatten();
                let inside = inside.chain([option]);
                names.extend(inside.map(|option| option["name"].as_str().unwrap().to_owned()));
            }
            if name == "new" {
                names = &names - &of_games;
            }
            (format!("{slash}{name}"), names)
        })
        .collect();
    assert_eq!(told, known);
}
