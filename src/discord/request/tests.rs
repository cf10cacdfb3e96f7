//! Tests of reading requests from Discord's data.

use super::terms::terms;
use super::*;
use crate::match_state::Terms;
use serde_json::{Value, json};

fn data(value: Value) -> CommandData {
    serde_json::from_value(value).unwrap()
}

#[test]
fn the_game_option_is_a_number_or_what_autocomplete_shows() {
    let which = |text: &str| {
        let options = json!([{"name": "game", "type": 3, "value": text}]);
        super::which(
            &data(json!({"id": "1", "name": "history", "type": 1, "options": options})).options,
        )
    };
    for text in ["12", " #12 ", "12: Plain Game with Bob · 3 moves"] {
        assert_eq!(which(text), Ok(MatchRef::Game(GameId(12))));
    }
    for text in ["", "x", "-1", "0", "12x", "99999999999999999999", "<@1>"] {
        let error = which(text).unwrap_err();
        assert!(error.contains("`game`") && !error.contains('<'), "{error}");
    }
    assert_eq!(super::which(&[]), Ok(MatchRef::Here));
}

/// A value that the option does not have asks for no home, as if it had not been given.
#[test]
fn a_place_is_one_of_two() {
    for (place, expected) in [
        ("here", Some(Home::Here)),
        ("thread", Some(Home::Thread)),
        ("", None),
        ("Here", None),
        ("elsewhere", None),
    ] {
        let options = json!([{"name": "place", "type": 3, "value": place}]);
        let data = data(json!({"id": "1", "name": "play", "type": 1, "options": options}));
        assert_eq!(home(&data.options), expected, "{place:?}");
    }
    assert_eq!(home(&[]), None);
}

#[test]
fn options_of_a_wrong_type_are_not_there() {
    for (kind, value) in [
        (4, json!(-3)),
        (5, json!(true)),
        (10, json!(0.5)),
        (6, json!("8")),
    ] {
        let options = json!([{"name": "game", "type": kind, "value": value}]);
        let data = data(json!({"id": "1", "name": "move", "type": 1, "options": options}));
        let options = &data.options;
        assert_eq!(super::which(options), Ok(MatchRef::Here), "{kind}");
        assert_eq!(string(options, name::GAME), None, "{kind}");
        assert_eq!(number(options, name::GAME), None, "{kind}");
        assert_eq!(boolean(options, name::GAME).is_some(), kind == 5);
        assert_eq!(user(options, name::GAME).is_some(), kind == 6);
        assert_eq!(integer(options, name::GAME).is_some(), kind == 4);
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

#[test]
fn games_that_are_over_are_suggested_where_a_command_can_be_about_one() {
    let typing_in = |command: &str| {
        typing(&data(
            json!({"id": "1", "name": command, "type": 1, "options": [
                {"name": "game", "type": 3, "value": "ab", "focused": true},
            ]}),
        ))
    };
    for (command, over) in [
        ("gif", true),
        ("export", true),
        ("move", false),
        ("resign", false),
    ] {
        let typed = "ab".to_owned();
        assert_eq!(
            typing_in(command),
            Some(Autocomplete::Game { typed, over }),
            "{command}"
        );
    }
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
        Some(CustomId::View(At {
            game: GameId(5),
            ply: u32::MAX
        }))
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
    // A custom id that only a menu asks for is no button's, nor is there another menu for it.
    for id in ["r1:settable:1:t:clock:3", "r1:tried:1:2:3:=x"] {
        assert!(CustomId::parse(id).is_some(), "{id}");
        assert_eq!(component(id, &button), None, "{id}");
        assert_eq!(component(id, &select(&["x"])), None, "{id}");
    }
    assert_eq!(component("r1:cancel", &select(&["1"])), None);
    assert_eq!(component("r1:cancel", &button), Some(CustomId::Cancel));
}

/// A `flag` has no effect without a clock, so it is refused.
#[test]
fn a_flag_needs_a_clock() {
    let asked = |clock: &str| {
        let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
        let options = json!([text("clock", clock), text("flag", "hard")]);
        let data = data(json!({"id": "1", "name": "new", "type": 1, "options": options}));
        terms(&data.options, Terms::default())
    };
    assert!(matches!(asked("3"), Ok(Some(Terms { hard: true, .. }))));
    assert_eq!(
        asked("untimed"),
        Err(super::terms::FLAG_WITHOUT_CLOCK.to_owned())
    );
}
