//! Tests `rookery rules` as an outside program uses it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

pub fn rules(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rookery"))
        .arg("rules")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Sends all lines to `rookery rules batch` at once, and returns the answers.
pub fn batch(lines: &[u8]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["rules", "batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let lines = lines.to_vec();
    let writer = std::thread::spawn(move || input.write_all(&lines).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn list_names_games_variants_and_options() {
    let games: Value = serde_json::from_str(&text(&rules(&["list", "--json"]))).unwrap();
    let game = &games[0];
    assert_eq!(game["key"], "abstract");
    assert_eq!(game["seats"], json!(["white", "black"]));
    assert_eq!(game["options"][0]["key"], "powers");
    assert_eq!(game["options"][0]["values"], json!(["neto", "aronson"]));
    assert_eq!(game["variants"][1]["options"], json!({"powers": "aronson"}));
    assert!(text(&rules(&["list"])).starts_with("abstract: Abstract Chess"));
}

#[test]
fn legal_prints_sorted_moves() {
    let printed = text(&rules(&["legal", "abstract"]));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 70);
    assert!(lines.is_sorted());
    let printed = text(&rules(&[
        "legal",
        "abstract",
        "--option",
        "turn=no-repeat",
        "--json",
        "h2+g2",
        "nf6",
    ]));
    let answer: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(answer["turn"], "white");
    assert_eq!(answer["status"], "ongoing");
    assert_eq!(
        answer["position"],
        "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPN1/RNBQKBNR w w 2"
    );
    // 6 single stones, two-stacks 2 + 2 + 3, the four-stack on h1 6; no transfer, since White made the last.
    assert_eq!(answer["legal"].as_array().unwrap().len(), 19);
    let won = text(&rules(&[
        "legal",
        "abstract",
        "--position",
        "7k/8/8/8/8/8/8/K6R w - 0",
        "Rh1xh8",
    ]));
    assert_eq!(won, "", "nothing is legal in a finished game");
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(text(&rules(&["perft", "abstract", "0"])), "1\n");
    assert_eq!(text(&rules(&["perft", "abstract", "2"])), "4900\n");
    let printed = text(&rules(&[
        "perft",
        "abstract",
        "2",
        "--divide",
        "--position",
        "7k/6T1/7N/8/1r6/2r5/8/K7 w - 0",
    ]));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 24);
    assert_eq!(lines[23], "753");
    let sum: u64 = lines[..23]
        .iter()
        .map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 753);
}

#[test]
fn errors_go_to_standard_error() {
    for (arguments, says) in [
        (&["legal", "chess"][..], "no game called \"chess\""),
        (
            &["legal", "abstract", "--option", "turn=triple"],
            "cannot be \"triple\"",
        ),
        (
            &["legal", "abstract", "--option", "size=9"],
            "no option called \"size\"",
        ),
        (&["legal", "abstract", "--option", "turn"], "KEY=VALUE"),
        (&["legal", "abstract", "--position", "8/8"], "four fields"),
        (&["perft", "abstract", "1", "Pe2-e3", "Pe2-e4"], "Move 2"),
        (&["perft", "abstract", "many"], "many"),
    ] {
        let output = rules(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(says), "{arguments:?}: {error}");
    }
}

#[test]
fn batch_answers_in_the_documented_shape() {
    let answers = batch(
        br#"{"id":1,"game":"abstract","options":{},"position":null,"moves":["Ng1-f3"],"try":["e6","Bc8xh3",""]}
{"id":"two","game":"abstract","position":"7k/8/8/8/8/8/8/K6R w - 0","moves":["Rh1xh8"],"unknown":[1]}
"#,
    );
    let first = &answers[0];
    let keys: Vec<&String> = first.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["check", "id", "legal", "position", "status", "try", "turn"]
    );
    assert_eq!(first["id"], 1);
    assert_eq!(first["turn"], "black");
    assert_eq!(
        first["position"],
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b - 1"
    );
    assert_eq!(first["status"], "ongoing");
    assert_eq!(first["check"], false);
    assert_eq!(first["legal"].as_array().unwrap().len(), 70);
    assert_eq!(first["try"][0], json!({"ok": true, "canonical": "Pe7-e6"}));
    assert_eq!(first["try"][1]["ok"], false);
    assert!(
        first["try"][1]["error"]
            .as_str()
            .unwrap()
            .contains("blocked by your own stack on d7")
    );
    assert_eq!(first["try"][2]["ok"], false);
    let second = &answers[1];
    assert_eq!(second["id"], "two");
    assert_eq!(second["status"], "won:white:royal-captured");
    assert_eq!(second["legal"], json!([]));
    assert_eq!(second.get("try"), None);
}

#[test]
fn bad_lines_are_answered_and_the_batch_goes_on() {
    let bad: &[(&[u8], Value, u64)] = &[
        (b"not JSON", Value::Null, 0),
        (b"\xff\xfe", Value::Null, 0),
        (b"[]", Value::Null, 0),
        (b"{\"id\":1}", json!(1), 0),
        (b"{\"id\":{},\"game\":\"abstract\"}", Value::Null, 0),
        (b"{\"id\":2,\"game\":7}", json!(2), 0),
        (b"{\"id\":3,\"game\":\"chess\"}", json!(3), 0),
        (
            b"{\"id\":4,\"game\":\"abstract\",\"options\":[]}",
            json!(4),
            0,
        ),
        (
            b"{\"id\":5,\"game\":\"abstract\",\"options\":{\"turn\":true}}",
            json!(5),
            0,
        ),
        (
            b"{\"id\":6,\"game\":\"abstract\",\"options\":{\"turn\":\"triple\"}}",
            json!(6),
            0,
        ),
        (
            b"{\"id\":7,\"game\":\"abstract\",\"position\":7}",
            json!(7),
            0,
        ),
        (
            b"{\"id\":8,\"game\":\"abstract\",\"position\":\"8/8\"}",
            json!(8),
            0,
        ),
        (
            b"{\"id\":9,\"game\":\"abstract\",\"moves\":\"Pe2-e3\"}",
            json!(9),
            0,
        ),
        (
            b"{\"id\":10,\"game\":\"abstract\",\"moves\":[1]}",
            json!(10),
            0,
        ),
        (
            b"{\"id\":11,\"game\":\"abstract\",\"try\":\"x\"}",
            json!(11),
            0,
        ),
        (
            b"{\"id\":12,\"game\":\"abstract\",\"moves\":[\"Pe2-e3\",\"Pe3-e4\"]}",
            json!(12),
            1,
        ),
    ];
    let mut input = Vec::new();
    for (line, ..) in bad {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\n \r\n");
    }
    input.extend_from_slice(b"{\"id\":99,\"game\":\"abstract\"}");
    let answers = batch(&input);
    assert_eq!(answers.len(), bad.len() + 1, "blank lines are skipped");
    for ((line, id, ply), answer) in bad.iter().zip(&answers) {
        let line = String::from_utf8_lossy(line);
        assert_eq!(answer["id"], *id, "{line}: {answer}");
        assert_eq!(answer["ply"], *ply, "{line}: {answer}");
        assert!(
            answer["error"].as_str().unwrap().len() > 10,
            "{line}: {answer}"
        );
        assert_eq!(answer.as_object().unwrap().len(), 3, "{line}: {answer}");
    }
    assert_eq!(
        answers.last().unwrap()["id"],
        99,
        "the last line needs no end"
    );
}

#[test]
fn batch_keeps_the_order_of_many_lines() {
    let input: String = (0..2000)
        .map(|id| {
            let moves = if id % 3 == 0 {
                r#"["Ng1-f3","Ng8-f6","Pe2-e3"]"#
            } else {
                "[]"
            };
            format!("{{\"id\":{id},\"game\":\"abstract\",\"moves\":{moves}}}\n")
        })
        .collect();
    let ids: Vec<u64> = batch(input.as_bytes())
        .iter()
        .map(|answer| answer["id"].as_u64().unwrap())
        .collect();
    assert!(ids.iter().copied().eq(0..2000));
}

/// A program that waits for each answer before it writes the next line gets its answers.
#[test]
fn batch_answers_while_the_input_pauses() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rookery"))
        .args(["rules", "batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in 0..20 {
        writeln!(input, "{{\"id\":{id},\"game\":\"abstract\"}}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], id);
    }
    drop(input);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

/// The rules: with Kriegspiel `batch` adds each seat's view, the announcements to both, and the questions allowed; a
/// refusal gives no reason.
#[test]
fn batch_gives_views_what_is_said_and_what_may_be_asked() {
    let position = "4k/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2m2/5/5|5/3R1/5/5/5|5/5/2K2/5/5 b - - 0";
    let line = json!({
        "id": 1, "game": "tower", "options": {"mutator": "kriegspiel"}, "position": position,
        "moves": ["Mcc3xdd2"], "try": ["Kcc1dd2", "Kcc1-cc2", "Kcc1-aa8"],
    });
    let answer = batch(format!("{line}\n").as_bytes()).swap_remove(0);
    assert_eq!(
        answer["said"],
        json!(["piece gone on dd2", "check column+row+rank", "check rank"])
    );
    let rest = ["5/5/5/5/5"; 7].join("|");
    assert_eq!(
        answer["views"]["white"],
        format!("{rest}|5/5/2K2/5/5 -"),
        "its own pieces and rights"
    );
    let black = answer["views"]["black"].as_str().unwrap();
    assert!(black.contains('k') && black.contains('m') && !black.contains('K'));
    let asks = answer["asks"].as_array().unwrap();
    assert!(asks.contains(&json!("Kcc1dd2")) && asks.is_sorted_by_key(|ask| ask.to_string()));
    assert_eq!(
        answer["try"],
        json!([
            {"ok": true, "canonical": "Kcc1xdd2"},
            {"ok": false, "error": "No."},
            {"ok": false, "error": "Nonsense."},
        ])
    );
}
