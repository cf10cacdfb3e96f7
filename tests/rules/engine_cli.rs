//! Tests `rookery engine` as an outside program uses it: every line has an answer, in order, and a bad one an error.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Sends lines to `rookery engine`, each after the answer to the one before it.
fn ask(lines: &[&str]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let answers = lines.iter().map(|line| {
        writeln!(input, "{line}").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        serde_json::from_str(&answer).unwrap()
    });
    let answers = answers.collect();
    drop(input);
    assert!(child.wait().unwrap().success());
    answers
}

/// Returns a request for a move of Abstract Chess at the start, with these further members.
fn with(members: Value) -> String {
    let mut request = json!({"id": 1, "do": "move", "game": "abstract"});
    for (key, value) in members.as_object().unwrap() {
        request[key] = value.clone();
    }
    request.to_string()
}

#[test]
fn moves_are_legal_and_the_same_for_the_same_request() {
    let level = with(json!({"moves": ["Pe2-e3"], "level": 3, "seed": 7}));
    let nodes = with(json!({"nodes": 500, "options": {"powers": "aronson"}}));
    let time = with(json!({"time": 0.05}));
    let answers = ask(&[&level, &level, &nodes, &time]);
    assert_eq!(answers[0], answers[1]);
    for answer in &answers {
        assert_eq!(answer["id"], 1);
        assert!(answer["move"].is_string(), "{answer}");
        assert!(
            answer["value"].is_i64() && answer["depth"].is_u64(),
            "{answer}"
        );
        assert_eq!(answer["line"][0], answer["move"], "{answer}");
    }
    assert!(answers[2]["nodes"].as_u64().unwrap() <= 501);
}

#[test]
fn a_look_gives_the_best_moves_in_order_and_a_mate_where_it_is_proven() {
    let look = with(json!({"do": "look", "best": 3, "nodes": 3000}));
    let answer = &ask(&[&look])[0];
    let values: Vec<i64> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["value"].as_i64().unwrap())
        .collect();
    assert_eq!(values.len(), 3, "{answer}");
    assert!(values.is_sorted_by(|one, other| one >= other), "{answer}");
    // The royal stone on e8 is exposed to the rook on e1.
    let won = with(json!({"do": "look", "nodes": 3000, "position": "4k3/8/8/8/8/8/8/K3R3 w - 0"}));
    let answer = &ask(&[&won])[0]["moves"][0];
    assert_eq!(
        (&answer["move"], &answer["mate"]),
        (&json!("Re1xe8"), &json!(1))
    );
    let why = &answer["why"];
    assert_eq!((&why["code"], &why["in"]), (&json!("mate"), &json!(1)));
    assert!(
        why["words"].as_str().unwrap().contains("royal stone"),
        "{why}"
    );
    assert!(why["squares"].is_array(), "{why}");
}

#[test]
fn the_levels_are_listed() {
    let answer = &ask(&[r#"{"id":"x","do":"levels"}"#])[0];
    assert_eq!(answer["id"], "x");
    let levels = answer["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 8);
    assert_eq!(levels[0]["name"], "Hatchling");
    assert_eq!(levels[7]["careless"], 0.0);
}

#[test]
fn whatever_cannot_be_answered_is_answered_with_an_error() {
    let dice = r#"{"id":1,"game":"seasons","options":{"dice":"on"},"level":1}"#.to_owned();
    let over = with(json!({"level": 1, "position": "8/8/8/8/8/8/8/K3R3 w - 0"}));
    for (line, says) in [
        ("nonsense".to_owned(), "not JSON"),
        ("[]".to_owned(), "object"),
        ("{}".to_owned(), "how well"),
        (with(json!({"do": "dance", "level": 1})), "\"do\""),
        (with(json!({"do": 7})), "\"do\" is a string"),
        (with(json!({})), "how well"),
        (with(json!({"level": 9})), "1 to 8"),
        (with(json!({"level": 0})), "1 to 8"),
        (with(json!({"level": "5"})), "1 to 8"),
        (with(json!({"level": 1, "nodes": 5})), "exclude"),
        (with(json!({"nodes": 0})), "\"nodes\""),
        (with(json!({"nodes": 1e30})), "\"nodes\""),
        (with(json!({"time": -1})), "\"time\""),
        (with(json!({"time": 1e9})), "\"time\""),
        (with(json!({"level": 1, "seed": -1})), "\"seed\""),
        (
            with(json!({"do": "look", "level": 1, "best": 0})),
            "\"best\"",
        ),
        (with(json!({"level": 1, "game": "chess"})), "no game called"),
        (with(json!({"level": 1, "moves": ["Pe2-e9"]})), "e9"),
        (
            with(json!({"level": 1, "position": "8/8 w"})),
            "Abstract Chess",
        ),
        (dice, "die must be rolled"),
        (over, "over"),
    ] {
        let answer = &ask(&[&line])[0];
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(says), "{line}: {answer}");
    }
    // The answer after a bad line is unaffected.
    let good = with(json!({"level": 1}));
    assert!(ask(&["?", &good])[1]["move"].is_string());
}
