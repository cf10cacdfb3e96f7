//! Tests `rookery rules` with the Tower Game's mutators, as an outside program uses it: every worked example of their
//! rules that has a position, and the counts from the start.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::rules_cli::{batch, rules, text};

/// A request for a position, and the expected answer.
struct Example {
    options: &'static str,
    position: Cow<'static, str>,
    moves: &'static str,
    /// Member of the answer, and its expected value.
    expected: (&'static str, Value),
    /// Texts to try, each true if it is legal.
    tries: &'static [(&'static str, bool)],
}

impl Example {
    fn request(&self, id: usize) -> Value {
        let options: serde_json::Map<String, Value> = self
            .options
            .split_whitespace()
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_owned(), json!(value)))
            .collect();
        let moves: Vec<&str> = self.moves.split_whitespace().collect();
        let tries: Vec<&str> = self.tries.iter().map(|(text, _)| *text).collect();
        json!({"id": id, "game": "tower", "options": options, "position": self.position, "moves": moves, "try": tries})
    }

    fn check(&self, answer: &Value) {
        let (member, expected) = &self.expected;
        let is_count = *member == "count";
        let found = if is_count {
            json!(answer["legal"].as_array().map(Vec::len))
        } else {
            answer[*member].clone()
        };
        assert_eq!(found, *expected, "{}: {answer}", self.position);
        for ((text, legal), tried) in self.tries.iter().zip(answer["try"].as_array().unwrap()) {
            assert_eq!(tried["ok"], json!(legal), "{text}: {tried}");
            if *legal {
                assert_eq!(tried["canonical"], json!(text));
            } else {
                assert!(
                    tried["error"]
                        .as_str()
                        .is_some_and(|error| !error.is_empty())
                );
            }
        }
    }
}

/// Returns the examples of the goals, of the effects of a move except Bughouse, and of the pieces.
fn of_two() -> Vec<Example> {
    let example = |options, position: &'static str, moves, expected, tries| Example {
        options,
        position: position.into(),
        moves,
        expected,
        tries,
    };
    vec![
        example(
            "mutator=suicide",
            "5/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/3p1/5/5/5|5/5/2K2/5/R4 w - - 0",
            "",
            ("legal", json!(["Kcc1xdd2", "Raa1xaa4"])),
            &[("Raa1xaa4", true), ("Raa1-aa2", false)],
        ),
        example(
            "mutator=suicide",
            "4n/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/P4|5/5/5/5/5 w - - 0",
            "",
            ("status", json!("won:white:stalemate")),
            &[("Paa2-aa3", false)],
        ),
        example(
            "mutator=extinction",
            "4j/2m2/1bk1c/5/r4|5/3n1/p4/5/1P3|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4J/5/2K2/5/RBMNC w - - 0",
            "Pba7xaa8=R",
            ("status", json!("won:white:extinction")),
            &[],
        ),
        example(
            "mutator=atomic",
            "5/5/5/5/k4|5/5/2r2/5/5|5/2b2/5/5/5|5/2p2/2p2/1n3/5|5/3m1/5/5/5|5/5/5/5/5|5/5/2R2/5/5|5/5/5/5/4K w - - 9",
            "Rcc2xcc5",
            (
                "position",
                json!(
                    "5/5/5/5/k4|5/5/2r2/5/5|5/5/5/5/5|5/2p2/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K b - - 0"
                ),
            ),
            &[],
        ),
        example(
            "mutator=benedict",
            "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/5|5/5/5/p4/2n1b|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 5",
            "Raa1-aa4",
            (
                "position",
                json!(
                    "4k/5/5/5/5|5/5/5/5/P4|5/5/5/5/5|5/5/5/5/5|5/5/5/P4/R1N1b|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5 b - - 0"
                ),
            ),
            &[],
        ),
        example(
            "mutator=crazyhouse",
            "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - P1 0",
            "",
            ("count", json!(157)),
            &[
                ("P@cc2", true),
                ("P@cc7", true),
                ("P@cc1", false),
                ("P@cc8", false),
                ("N@cc5", false),
            ],
        ),
        example(
            "mutator=hostage",
            "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - B1n1 - 0",
            "",
            ("count", json!(205)),
            &[("N:B@cc4", true), ("N:B@aa1", false), ("B:N@cc4", false)],
        ),
        example(
            "mutator=hostage",
            "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - B1n1 - 0",
            "N:B@cc4",
            (
                "position",
                json!(
                    "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2B2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 b - - - n1 0"
                ),
            ),
            &[("N@cc5", true)],
        ),
        example(
            "mutator=doppelganger",
            "4k/5/5/5/5|5/5/4n/5/5|5/5/5/5/5|5/5/5/5/nbn2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
            "",
            ("status", json!("ongoing")),
            &[
                ("Raa1xaa5:ca5", true),
                ("Raa1xaa5:ec7", true),
                ("Raa1xaa5", false),
                ("Raa1xaa5:ba5", false),
            ],
        ),
        example(
            "mutator=magnetic",
            "4k/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|5/5/5/5/5|5/2N2/n2R1/5/2r2|5/5/5/5/5|5/5/2K2/5/M4|5/5/2b2/5/5 w - - 0",
            "Maa2-cc4",
            (
                "position",
                json!(
                    "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2p2/5/5|2N2/5/1nM1R/2r2/5|5/5/5/5/5|5/5/2K2/5/5|5/5/2b2/5/5 b - - 1"
                ),
            ),
            &[],
        ),
        example(
            "mutator=alice",
            "4k/5/5/r*4/1r3|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w - - 0",
            "",
            ("legal", json!(["Kaa1-aa2", "Kaa1-bb1", "Kaa1-bb2"])),
            &[("Kaa1-ba1", false), ("Kaa1-ab1", false)],
        ),
        example(
            "mutator=half",
            "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
            "",
            ("check", json!(false)),
            &[
                ("Raa1-aa5", true),
                ("Raa1-ca1", true),
                ("Raa1-ac1", true),
                ("Raa1-aa6", false),
                ("Raa1-da1", false),
                ("Raa1-ad1", false),
            ],
        ),
        example(
            "mutator=fusion",
            "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1r3|5/5/5/5/5|5/5/5/5/(KR)4 w - - 0",
            "",
            ("turn", json!("white")),
            &[
                ("KRaa1-aa2", true),
                ("KRaa1-ae1", true),
                ("KRaa1-aa3", false),
                ("KRaa1-aa4", false),
                ("KRaa1-ba1", false),
                ("KRaa1-ba2", false),
            ],
        ),
    ]
}

/// Returns the examples of the turn and of Bughouse.
fn of_turns() -> Vec<Example> {
    let board =
        "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/n4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4";
    let taken =
        "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/R4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5";
    let marseillais = "4n/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1R3|5/5/5/5/4K w - - 2 0";
    vec![
        Example {
            options: "mutator=marseillais",
            position: marseillais.into(),
            moves: "Rba2-aa2",
            expected: (
                "position",
                json!(
                    "4n/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/R4|5/5/5/5/4K b - - 2 1"
                ),
            ),
            tries: &[],
        },
        Example {
            options: "mutator=marseillais",
            position: marseillais.into(),
            moves: "Rba2-ba3",
            expected: ("turn", json!("white")),
            tries: &[],
        },
        Example {
            options: "mutator=bughouse",
            position: format!("{board} {board} wa - - - - - - 0").into(),
            moves: "A:Raa1xaa5",
            expected: (
                "position",
                json!(format!("{taken} {board} wb - - - - - n1 0")),
            ),
            // White-b has nothing to drop, and moves on B alone.
            tries: &[
                ("B:N@cc5", false),
                ("A:Kee1-ee2", false),
                ("B:Kee1-ee2", true),
            ],
        },
        Example {
            options: "mutator=bughouse",
            position: format!("{board} {board} wa - - - - - - 0").into(),
            moves: "A:Raa1xaa5 B:Kee1-ee2 A:kee8-ee7",
            expected: ("turn", json!("black-b")),
            tries: &[("B:N@cc5", true), ("B:N@aa5", false)],
        },
    ]
}

#[test]
fn every_worked_example_holds_for_an_outside_program() {
    let examples: Vec<Example> = of_two().into_iter().chain(of_turns()).collect();
    let lines: Vec<String> = (examples.iter().enumerate())
        .map(|(id, example)| example.request(id).to_string())
        .collect();
    let answers = batch(lines.join("\n").as_bytes());
    assert_eq!(answers.len(), examples.len());
    for (id, (example, answer)) in examples.iter().zip(&answers).enumerate() {
        assert_eq!(answer["id"], json!(id), "{answer}");
        example.check(answer);
        // Anything else is announced only if pieces are hidden.
        assert!(answer.get("views").is_none() && answer.get("asks").is_none());
    }
    // `legal` gives the same position and list.
    for (example, answer) in examples.iter().zip(&answers) {
        let moves = example.moves.split_whitespace();
        let options = ["legal", "tower", "--json", "--option", example.options];
        let position = ["--position", example.position.as_ref()];
        let arguments: Vec<&str> = options.into_iter().chain(position).chain(moves).collect();
        let printed: Value = serde_json::from_str(&text(&rules(&arguments))).unwrap();
        for member in ["turn", "position", "status", "check", "legal"] {
            assert_eq!(printed[member], answer[member], "{member}: {printed}");
        }
    }
}

/// The rules, "Kriegspiel" and "Vectors": the announcements to both players, each player's view, the questions allowed;
/// after the game only the capture remains.
#[test]
fn kriegspiel_tells_views_what_is_said_and_what_may_be_asked() {
    let position = "4k/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2m2/5/5|5/3R1/5/5/5|5/5/2K2/5/5 b - - 0";
    let printed = text(&rules(&[
        "legal",
        "tower",
        "--json",
        "--option",
        "mutator=kriegspiel",
        "--position",
        position,
        "Mcc3xdd2",
    ]));
    let answer: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        answer["said"],
        json!(["piece gone on dd2", "check column+row+rank", "check rank"])
    );
    let empty = "5/5/5/5/5";
    let only = |rank: usize, row: &str| {
        let ranks: Vec<&str> = (1..=8)
            .rev()
            .map(|at| if at == rank { row } else { empty })
            .collect();
        ranks.join("|")
    };
    assert_eq!(
        answer["views"]["white"],
        json!(format!("{} -", only(1, "5/5/2K2/5/5")))
    );
    assert_eq!(
        answer["views"]["black"],
        json!(
            "4k/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/3m1/5/5/5|5/5/5/5/5 -"
        )
    );
    // The king's seventeen steps from rank 1, whatever occupies it; no pawn has tries, and castling is impossible.
    let asks: Vec<&str> = answer["asks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ask| ask.as_str().unwrap())
        .collect();
    assert!(asks.is_sorted() && asks.len() == 17, "{asks:?}");
    assert!(asks.contains(&"Kcc1dd2") && asks.iter().all(|ask| !ask.contains(['-', 'x'])));
    // A position that was just read announces no capture.
    let read = text(&rules(&[
        "legal",
        "tower",
        "--json",
        "--option",
        "mutator=kriegspiel",
        "--position",
        position,
    ]));
    let read: Value = serde_json::from_str(&read).unwrap();
    assert!(
        read["said"]
            .as_array()
            .unwrap()
            .iter()
            .all(|said| !said.as_str().unwrap().contains("gone"))
    );
    // A finished game announces the capture alone, and allows no questions.
    let mated = "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1q3|5/5/5/5/5|K4/5/5/5/5 w - - 0";
    assert!(
        !rules(&[
            "legal",
            "tower",
            "--option",
            "mutator=kriegspiel",
            "--position",
            mated
        ])
        .status
        .success()
    );
}

/// "First ply: 91 legal moves with every mutator but fusion (119) and anywhere (75); suicide with tripunch: 10."
#[test]
fn the_first_counts_hold_for_an_outside_program() {
    let listed: Value = serde_json::from_str(&text(&rules(&["list", "--json"]))).unwrap();
    let games = listed.as_array().unwrap();
    let tower = games.iter().find(|game| game["key"] == "tower").unwrap();
    let options = tower["options"].as_array().unwrap();
    let option = options
        .iter()
        .find(|option| option["key"] == "mutator")
        .unwrap();
    assert_eq!(
        (&option["default"], &option["most"]),
        (&json!("none"), &json!(2))
    );
    let values: Vec<&str> = option["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|value| value.as_str().unwrap())
        .collect();
    assert_eq!(values.len(), 16);
    let count = |options: &[&str]| {
        let chosen = options.iter().flat_map(|option| ["--option", option]);
        let arguments: Vec<&str> = ["perft", "tower", "1"].into_iter().chain(chosen).collect();
        text(&rules(&arguments)).trim().to_owned()
    };
    for value in values {
        let expected = match value {
            "fusion" => "119",
            "anywhere" => "75",
            _ => "91",
        };
        assert_eq!(count(&[&format!("mutator={value}")]), expected, "{value}");
    }
    assert_eq!(count(&["mutator=suicide", "riders=tripunch"]), "10");
    let refused = rules(&["legal", "tower", "--option", "mutator=bughouse+half"]);
    let sentence = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && sentence.contains("do not go together"),
        "{sentence}"
    );
}
