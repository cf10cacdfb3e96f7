//! What is read from what Discord delivers.

use super::*;
use crate::rules::{OptionSpec, RuleError, Values, Variant};
use serde_json::{Value, json};

static KIND: GameInfo = GameInfo {
    key: "plain",
    name: "Plain Game",
    credit: "nobody, 2026",
    summary: "A game for tests",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 1,
    options: &[
        OptionSpec {
            key: "board",
            about: "which board",
            values: Values::OneOf(&[("a", "first"), ("b", "second")]),
        },
        OptionSpec {
            key: "seed",
            about: "a number",
            values: Values::Number {
                min: 0,
                max: 99,
                default: 0,
            },
        },
    ],
    variants: &[Variant {
        key: "odd",
        name: "Odd",
        options: &[("board", "b"), ("seed", "3")],
    }],
    reasons: &[],
    start: |_, _| Err(RuleError::options("No.")),
    read: |_, _, _| Err(RuleError::options("No.")),
    draws: |_| None,
    lessons: Vec::new,
    tutorial: &[],
    puzzles: "",
};

fn data(value: Value) -> CommandData {
    serde_json::from_value(value).unwrap()
}

fn read(name: &str, options: Value) -> Result<Command, String> {
    let data = data(json!({"id": "1", "name": name, "type": 1, "options": options}));
    command(&data, &[&KIND])
}

fn new(options: Value) -> Result<Command, String> {
    let data = data(json!({
        "id": "1", "name": "new", "type": 1,
        "options": [{"name": "plain-game", "type": 1, "options": options}],
        "resolved": {"users": {
            "8": {"id": "8", "username": "bob", "bot": false},
            "9": {"id": "9", "username": "robot", "bot": true},
        }},
    }));
    command(&data, &[&KIND])
}

#[test]
fn a_table_is_read_with_its_variant_and_what_was_said_besides() {
    let Ok(Command::New { new, thread, .. }) = new(json!([
        {"name": "opponent", "type": 6, "value": "8"},
        {"name": "variant", "type": 3, "value": "odd"},
        {"name": "seed", "type": 4, "value": 5},
        {"name": "side", "type": 3, "value": "black"},
        {"name": "place", "type": 3, "value": "here"},
    ])) else {
        panic!("not read")
    };
    assert_eq!(new.opponents, [UserId(8)]);
    assert_eq!(new.seat, Some(Seat::BLACK));
    assert_eq!(
        new.options,
        [("board", "b"), ("seed", "5")].into_iter().collect()
    );
    assert_eq!(thread, Some(false));
}

#[test]
fn a_bare_table_is_open_random_and_where_the_server_has_it() {
    let Ok(Command::New { new, thread, .. }) = new(json!([])) else {
        panic!("not read")
    };
    assert_eq!(new.game, "plain");
    assert!(new.opponents.is_empty() && new.seat.is_none() && thread.is_none());
    assert_eq!(new.options, Options::new());
}

#[test]
fn nobody_plays_against_a_bot() {
    let invited = new(json!([{"name": "opponent", "type": 6, "value": "9"}]));
    assert_eq!(invited.unwrap_err(), texts::BOTS_DO_NOT_PLAY);
}

#[test]
fn the_game_option_is_a_number_or_what_autocomplete_shows() {
    let which = |text: &str| {
        read(
            "history",
            json!([{"name": "game", "type": 3, "value": text}]),
        )
    };
    for text in ["12", " #12 ", "12: Plain Game with Bob · 3 moves"] {
        assert_eq!(
            which(text),
            Ok(Command::History {
                which: MatchRef::Game(GameId(12))
            })
        );
    }
    for text in ["", "x", "-1", "0", "12x", "99999999999999999999", "<@1>"] {
        let error = which(text).unwrap_err();
        assert!(error.contains("`game`") && !error.contains('<'), "{error}");
    }
    assert_eq!(
        read("history", json!([])),
        Ok(Command::History {
            which: MatchRef::Here
        })
    );
}

#[test]
fn a_piece_is_meant_by_its_square() {
    for (typed, suggestions) in [
        ("g1", Some("g1")),
        (" Ng1 ", Some("g1")),
        ("+Rcc5", Some("cc5")),
        ("P", Some("p")),
        ("", None),
    ] {
        assert_eq!(square(typed).as_deref(), suggestions, "{typed}");
    }
}

#[test]
fn unknown_commands_and_games_are_told() {
    assert_eq!(
        read("dance", json!([])).unwrap_err(),
        texts::UNKNOWN_COMMAND
    );
    assert_eq!(read("new", json!([])).unwrap_err(), texts::UNKNOWN_COMMAND);
    let other = json!([{"name": "chess", "type": 1, "options": []}]);
    assert_eq!(read("new", other).unwrap_err(), texts::UNKNOWN_COMMAND);
}

#[test]
fn options_of_a_wrong_type_do_not_panic() {
    for name in ["move", "board", "history", "rules", "resign", "new"] {
        for (kind, value) in [
            (4, json!(3)),
            (5, json!(true)),
            (10, json!(0.5)),
            (6, json!("8")),
        ] {
            for option in ["move", "game", "piece", "topic"] {
                let _ = read(
                    name,
                    json!([{"name": option, "type": kind, "value": value}]),
                );
            }
        }
    }
}

#[test]
fn autocomplete_is_read_while_the_game_is_half_typed() {
    let data = data(json!({"id": "1", "name": "move", "type": 1, "options": [
        {"name": "move", "type": 3, "value": "N", "focused": true},
        {"name": "game", "type": 3, "value": "ab"},
    ]}));
    assert_eq!(
        typing(&data),
        Some(Autocomplete::Move {
            which: MatchRef::Here,
            typed: "N".to_owned()
        })
    );
}

fn select(values: &[&str]) -> ComponentInteractionDataKind {
    ComponentInteractionDataKind::StringSelect {
        values: values.iter().map(|value| (*value).to_owned()).collect(),
    }
}

#[test]
fn a_choice_from_a_menu_is_a_step_further() {
    assert_eq!(
        component("r1:pick:1:2:3:0", &select(&["30"])),
        CustomId::parse("r1:choose:1:2:3-30:0")
    );
    assert_eq!(
        component("r1:lessons:plain:0", &select(&["2"])),
        CustomId::parse("r1:rules:plain:2")
    );
    assert_eq!(
        component("r1:show", &select(&["5"])),
        Some(CustomId::View {
            game: GameId(5),
            ply: u32::MAX
        })
    );
}

#[test]
fn buttons_with_values_and_menus_without_are_forged() {
    let button = ComponentInteractionDataKind::Button;
    for id in [
        "r1:pick:1:2:3:0",
        "r1:lessons:plain:0",
        "r1:piecemenu:1",
        "r1:planmenu:1:2",
        "r1:m:menu:1",
        "r1:taskpick:e.abstract.0:",
        "r1:show",
    ] {
        assert_eq!(component(id, &button), None);
        for values in [
            &[][..],
            &["x"],
            &["1", "2"],
            &["-1"],
            &["99999999999999999999"],
            &[""],
        ] {
            assert_eq!(component(id, &select(values)), None, "{id} {values:?}");
        }
    }
    // These take any words, but only from a menu, and all but one of them one at a time.
    for id in ["r1:tablemenu:1:t:clock", "r1:try:1:2:3:", "r1:seekmenu"] {
        assert_eq!(component(id, &button), None, "{id}");
        assert_eq!(component(id, &select(&[])), None, "{id}");
        assert!(component(id, &select(&["x"])).is_some(), "{id}");
        let two = component(id, &select(&["x", "y"]));
        assert_eq!(two.is_some(), id == "r1:seekmenu", "{id}");
    }
    // What a menu alone asks for is no button's, nor is there another menu for it.
    for id in ["r1:settable:1:t:clock:3", "r1:tried:1:2:3:=x"] {
        assert!(CustomId::parse(id).is_some(), "{id}");
        assert_eq!(component(id, &button), None, "{id}");
        assert_eq!(component(id, &select(&["x"])), None, "{id}");
    }
    assert_eq!(component("r1:cancel", &select(&["1"])), None);
    assert_eq!(component("r1:cancel", &button), Some(CustomId::Cancel));
}
