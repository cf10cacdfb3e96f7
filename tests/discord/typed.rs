//! Tests of text options: each is read to its end or refused, and the reading is reported.

use serde_json::{Value, json};

use crate::harness::{ALICE, BOB, GAMES, GENERAL, Harness, content, has_button, is_private};

/// Role of the sandbox.
const LOVERS: &str = "5000000000000000001";

/// A text option: a valid value, and a part of the refusal if something follows it, or several separated by `|`.
struct Typed {
    valid: &'static str,
    refusal: &'static str,
}

/// Returns the expectations of every text option without a list of choices; `None` if any text is valid.
fn typed(command: &str, option: &str) -> Option<Typed> {
    let typed = |valid, refusal| Some(Typed { valid, refusal });
    match (command, option) {
        (_, "clock") => typed("1 day", "is not a clock"),
        (_, "game") => typed("1", "The `game` option is the number"),
        (_, "quiet") => typed("22-7", "full hours"),
        (_, "zone") => typed("Europe/Rome", "no time zone"),
        ("play", "variant") => typed("chamber", "has no variant"),
        ("play", "side") => typed("white", "has no side"),
        ("play", "twist") | ("new", "mutator") => typed("atomic", "cannot be"),
        ("new", "options") => typed("board=chamber", "option"),
        ("event" | "season", "options") => typed("board=chamber", "option|setting"),
        ("move" | "learn", "move") => typed("Nb1-c3", "read as a move"),
        ("explore", "line") => typed("Nb1-c3", "read as a move"),
        ("plan", "line") => typed("if Nb1-c3 then Nb8-c6", "read as a move|Write a line"),
        ("board", "piece") => typed("b1", "no piece there that could move"),
        // A note is stored unchanged, and a topic is looked up among the words of the pages.
        ("note", "text") | ("event", "note") | ("rules", "topic") => None,
        _ => panic!("a text option without a test: {command} {option}"),
    }
}

/// Returns a value for an option that is required, or that the tested one needs.
fn filled(option: &Value) -> Value {
    let choices = option["choices"].as_array();
    let tower = choices.and_then(|all| all.iter().find(|choice| choice["value"] == "tower"));
    let chosen = tower.or(choices.and_then(|all| all.first()));
    let value = match (option["type"].as_u64().unwrap(), chosen) {
        (_, Some(choice)) => choice["value"].clone(),
        (4, None) => json!(option["min_value"].as_i64().unwrap_or(1)),
        (6, None) => json!(BOB),
        (8, None) => json!(LOVERS),
        (3, None) => json!("Nb1-c3"),
        other => panic!("{other:?}: {option}"),
    };
    json!({"name": option["name"], "type": option["type"], "value": value})
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_follows_a_value_is_passed_over() {
    let harness = Harness::unhurried().await;
    let (thread, _) = harness.begin().await;
    let (mut tested, mut wrong) = (0, Vec::new());
    for command in harness.server.shared().commands() {
        let name = command["name"].as_str().unwrap().to_owned();
        let options = command["options"].as_array().cloned().unwrap_or_default();
        let subs: Vec<Value> = options
            .iter()
            .filter(|option| option["type"] == 1)
            .cloned()
            .collect();
        let parts = match subs.is_empty() {
            true => vec![(None, options)],
            false => subs
                .into_iter()
                .map(|sub| {
                    (
                        Some(sub["name"].clone()),
                        sub["options"].as_array().cloned().unwrap_or_default(),
                    )
                })
                .collect(),
        };
        for (sub, options) in parts {
            for option in options.iter().filter(|option| {
                option["type"] == 3 && option["choices"].as_array().is_none_or(Vec::is_empty)
            }) {
                let key = option["name"].as_str().unwrap();
                let Some(typed) = typed(&name, key) else {
                    continue;
                };
                let others = options.iter().filter(|other| {
                    let needed =
                        other["required"] == true || name == "learn" && other["name"] == "game";
                    needed && other["name"] != option["name"]
                });
                let others: Vec<Value> = others.map(filled).collect();
                for junk in [" xyz", " foo bar", "!xyz", "; 1"] {
                    let value = format!("{}{junk}", typed.valid);
                    let mut given = others.clone();
                    given.push(json!({"name": key, "type": 3, "value": value}));
                    let given = match &sub {
                        Some(sub) => json!([{"name": sub, "type": 1, "options": given}]),
                        None => json!(given),
                    };
                    let channel = if key == "clock" { GENERAL } else { &*thread };
                    // A plan is for the player who waits.
                    let user = if name == "plan" { BOB } else { ALICE };
                    let asked = json!({
                        "user": user, "channel": channel, "kind": "command", "command": name, "options": given,
                    });
                    let answer = harness.interact(asked).await.message;
                    let refused = is_private(&answer)
                        && typed
                            .refusal
                            .split('|')
                            .any(|part| content(&answer).contains(part));
                    if !refused {
                        wrong.push(format!("{name} {key}: {value}: {}", content(&answer)));
                    }
                    tested += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tested > 100, "{tested}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_understood_is_said() {
    let harness = Harness::unhurried().await;
    for (clock, said) in [
        ("1 week", "Clock: 7 days per move."),
        ("2 weeks a move", "Clock: 14 days per move."),
        ("24 hours", "Clock: 1 day per move."),
        (
            "1 week + 1 day / 2 weeks",
            "Clock: 7 days, plus 1 per move (14 at most).",
        ),
        ("unlimited", "Untimed"),
    ] {
        let table = harness.open(&[("clock", clock)]).await;
        assert!(content(&table).contains(said), "{clock}: {table}");
    }
    for clock in ["5 minutes", "10 min/move", "3 hours", "36h", "3 weeks"] {
        let given = json!([{"name": "clock", "type": 3, "value": clock}]);
        let refused = harness
            .subcommand(ALICE, GAMES, "new", "abstract-chess", given)
            .await
            .message;
        let words = content(&refused);
        assert!(
            is_private(&refused) && words.contains("1, 2, 3, 5, 7, 10 or 14 days"),
            "{clock}: {refused}"
        );
        assert!(!has_button(&refused, "Join"), "{refused}");
    }
    // The inventor's own spelling, and words between two twists.
    for twist in [
        "Doppleganger and Half",
        "half, doppelganger",
        "HALF + DOPPLEGANGER",
    ] {
        let table = harness
            .open_game("the-tower-game", &[("mutator", twist)])
            .await;
        assert!(
            content(&table).contains("Doppelganger and Half"),
            "{twist}: {table}"
        );
    }
    let set = async |option: &str, value: &str| {
        let answer = harness
            .command(ALICE, GENERAL, "settings", &[(option, value)])
            .await
            .message;
        assert!(is_private(&answer), "{answer}");
        content(&answer).to_owned()
    };
    assert!(
        set("quiet", "10pm-7am")
            .await
            .contains("from 22:00 to 7:00")
    );
    assert!(
        set("zone", "Berlin")
            .await
            .contains("Time zone: Europe/Berlin.")
    );
    assert!(set("zone", "UTC+2").await.contains("Time zone: UTC+2."));
    // A refused value changes nothing.
    assert!(set("quiet", "22:30-6:30").await.contains("full hours"));
    assert!(set("zone", "Atlantis").await.contains("no time zone"));
    let kept = set("preview", "off").await;
    assert!(
        kept.contains("from 22:00 to 7:00") && kept.contains("UTC+2"),
        "{kept}"
    );
    harness.end().await;
}

/// Two options that exclude each other are refused, not dropped.
#[tokio::test(flavor = "multi_thread")]
async fn two_things_at_once_are_refused() {
    let harness = Harness::unhurried().await;
    let (thread, _) = harness.begin().await;
    harness
        .command(ALICE, &thread, "note", &[("text", "the first")])
        .await;
    let asked = |command: &str, options: Value| {
        harness.interact(json!({
            "user": ALICE, "channel": thread, "kind": "command", "command": command, "options": options,
        }))
    };
    let text = json!({"name": "text", "type": 3, "value": "the second"});
    let remove = json!({"name": "remove", "type": 4, "value": 1});
    let refused = asked("note", json!([text, remove])).await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("not both"),
        "{refused}"
    );
    let line = json!({"name": "line", "type": 3, "value": "if Nb8-c6 then Ng1-f3"});
    let forget = json!({"name": "forget", "type": 5, "value": true});
    let refused = asked("plan", json!([line, forget])).await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("leave out"),
        "{refused}"
    );
    let notes = harness.command(ALICE, &thread, "note", &[]).await.message;
    let notes = content(&notes);
    assert!(
        notes.contains("the first") && !notes.contains("the second"),
        "{notes}"
    );
    harness.end().await;
}

/// A user who names no side gets the first to move: in Shogi that is Black.
#[tokio::test(flavor = "multi_thread")]
async fn who_names_no_side_moves_first() {
    let harness = Harness::unhurried().await;
    let moves_first = async |side: &str, options: Value| {
        let asked = json!({"user": ALICE, "channel": GENERAL, "kind": "command", "command": "play", "options": options});
        let begun = harness.interact(asked).await.message;
        content(&begun).contains(&format!("<@{ALICE}> ({side}), it is your turn"))
    };
    let level = || json!({"name": "level", "type": 4, "value": 1});
    let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
    for kind in rookery::games::GAMES {
        let first = kind
            .new_game(&rookery::rules::Options::new())
            .unwrap()
            .turn();
        let first = rookery::rules::wording::capital(kind.seat_name(first));
        assert!(
            moves_first(&first, json!([text("game", kind.key), level()])).await,
            "{}",
            kind.key
        );
    }
    let shogi = |side: Option<&str>| {
        let mut options = vec![text("game", "tower"), level(), text("variant", "shogi")];
        options.extend(side.map(|side| text("side", side)));
        json!(options)
    };
    assert!(moves_first("Black", shogi(None)).await);
    assert!(moves_first("Black", shogi(Some("black"))).await);
    assert!(!moves_first("Black", shogi(Some("white"))).await);
    harness.end().await;
}
