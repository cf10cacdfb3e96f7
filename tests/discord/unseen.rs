//! Tests that a stranger who names a match that they may not see gets the answer for a number without a match: by every
//! command that takes a number, and by every button and menu that carries one.

use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::four::game_of_four;
use crate::harness::{ALICE, BOB, DAVE, GAMES, Harness, content, is_private};

/// A number that no match has.
const NONE: u32 = 987;

/// Custom ids of buttons and menus of a match, `#` in the place of its number; after the colon of `values` the choice.
const CUSTOM_IDS: [&str; 62] = [
    "join:#:any:t",
    "join:#:0:h",
    "joinas:#:any:t",
    "joinas:#:abstract:h",
    "sit:#:ask",
    "sit:#:any",
    "sit:#:abstract",
    "leave:#:t",
    "close:#",
    "tablemenu:#:t:variant values aronson",
    "tablemenu:#:t:clock values 3",
    "tablemenu:#:t:side values 0",
    "tablemenu:#:t:twist values none",
    "tablemenu:#:t:twist2 values none",
    "view:#:1",
    "more:#:1",
    "larger:#:1",
    "part:#:1:0",
    "pieces:#",
    "piece:#:0",
    "piecemenu:# values 0",
    "moves:#",
    "resign:#:1",
    "resigned:#:1",
    "see:#:1:Nb1-c3",
    "play:#:1:Nb1-c3",
    "offer:#:1:draw",
    "offer:#:1:takeback",
    "offer:#:1:rematch",
    "decline:#:1:draw",
    "decline:#:1:takeback",
    "decline:#:1:rematch",
    "take:#:0",
    "claim:#:1",
    "yesclaim:#:1",
    "gift:#:1",
    "askdraw:#:1",
    "offerdraw:#:1",
    "explore:#:1",
    "look:#:1:0",
    "try:#:1:0: values Nb1-c3",
    "playline:#:1",
    "planline:#:1",
    "start:#:1",
    "another:#:1",
    "choose:#:1:0:0",
    "pick:#:1:0 values 0",
    "go:#:1:0",
    "planned:#",
    "planmenu:#:1 values 5",
    "planpick:#:1:5",
    "planedit:#:1:5:out",
    "m:levels:#",
    "m:fill:#:1",
    "m:menu:# values 1",
    "m:again:#:1",
    "m:hint:#:1",
    "m:move:#:1",
    "m:line:#:1:0",
    "m:review:#",
    "m:goon:#:1:1",
    "endgame:#:1",
];

/// Returns a request of Dave's from an unrelated server.
fn from_elsewhere(kind: u64, data: Value, message: &Value) -> Raw {
    let mut over = json!({
        "guild_id": "2000000000000000666", "channel_id": "3000000000000000666", "channel": null,
    });
    if kind == 3 {
        over["message"] = message.clone();
    }
    Raw {
        kind,
        user: DAVE.parse().unwrap(),
        channel: GAMES.parse().unwrap(),
        data,
        over,
    }
}

fn component(id: &str, number: u32) -> Value {
    let id = id.replace('#', &number.to_string());
    match id.split_once(" values ") {
        Some((id, value)) => {
            json!({"component_type": 3, "custom_id": format!("r1:{id}"), "values": [value]})
        }
        None => json!({"component_type": 2, "custom_id": format!("r1:{id}")}),
    }
}

/// Returns required options, and the match of that number.
fn filled(options: &Value, number: u32) -> Vec<Value> {
    let all = options.as_array().into_iter().flatten();
    let wanted = all.filter(|option| option["name"] == "game" || option["required"] == true);
    wanted
        .map(|option| {
            let value = match (&option["name"], option["type"].as_u64()) {
                (name, _) if name == "game" => json!(number.to_string()),
                (_, Some(6)) => json!(BOB),
                (_, Some(3)) => match &option["choices"][0]["value"] {
                    Value::Null => json!("Nb1-c3"),
                    choice => choice.clone(),
                },
                _ => json!(1),
            };
            json!({"name": option["name"], "type": option["type"], "value": value})
        })
        .collect()
}

/// Returns every command that takes the number of a match, with it.
fn commands(harness: &Harness, number: u32) -> Vec<Value> {
    let takes = |options: &Value| {
        let mut all = options.as_array().into_iter().flatten();
        // Other commands use this option for a game's key.
        all.any(|one| one["name"] == "game" && one["required"] != true)
    };
    let mut all = Vec::new();
    for command in harness.server.shared().commands() {
        let (name, options) = (&command["name"], &command["options"]);
        if takes(options) {
            let options = filled(options, number);
            all.push(json!({"id": "1", "name": name, "type": 1, "options": options}));
        }
        for sub in options.as_array().into_iter().flatten() {
            if sub["type"] == 1 && takes(&sub["options"]) {
                let options = filled(&sub["options"], number);
                let sub = json!({"name": sub["name"], "type": 1, "options": options});
                all.push(json!({"id": "1", "name": name, "type": 1, "options": [sub]}));
            }
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_one_may_not_see_is_answered_as_one_that_there_is_not() {
    let harness = Harness::unhurried().await;
    // A running match, one that is over, one against the machine that is over, and open tables: of a game, of four, of
    // several games.
    harness.begin().await;
    let table = harness.open(&[("side", "white")]).await;
    harness.click(BOB, &table, "Join").await;
    let level = json!([
        {"name": "game", "type": 3, "value": "abstract"}, {"name": "level", "type": 4, "value": 1},
        {"name": "place", "type": 3, "value": "here"},
    ]);
    harness
        .interact(json!({
            "user": ALICE, "channel": GAMES, "kind": "command", "command": "play", "options": level,
        }))
        .await;
    for game in ["2", "3"] {
        let asked = harness.command(ALICE, GAMES, "resign", &[("game", game)]);
        let asked = asked.await.message;
        harness.click(ALICE, &asked, "Yes, I give up").await;
    }
    harness.open(&[]).await;
    harness.open_game(&game_of_four(), &[]).await;
    let tables = harness.command(ALICE, GAMES, "tables", &[]).await.message;
    let seek = json!({
        "user": ALICE, "channel": GAMES, "kind": "component", "message": tables["id"], "custom_id": "r1:seekmenu",
        "values": ["towers", "fourfold"],
    });
    harness.interact(seek).await;
    harness.caught_up().await;
    let shared = harness.server.shared();
    let rows = async || {
        let mut rows = Vec::new();
        for game in 1..=6 {
            let game = rookery::match_state::GameId(game);
            rows.push(harness.app().store().row(game).await.unwrap());
        }
        rows
    };
    let before = rows().await;
    let words = async |kind: u64, data: Value, number: u32| {
        let about = data.to_string();
        let outcome = shared.deliver(from_elsewhere(kind, data, &table)).await;
        let message = outcome.message.unwrap_or_else(|| panic!("{about}"));
        assert!(is_private(&message), "{about}: {message}");
        content(&message).replace(&number.to_string(), "#")
    };
    let mut unseen = 0;
    for number in 1..=6 {
        let asked = commands(&harness, number)
            .into_iter()
            .zip(commands(&harness, NONE))
            .map(|(one, none)| (2, one, none));
        let pressed = CUSTOM_IDS
            .into_iter()
            .map(|id| (3, component(id, number), component(id, NONE)));
        for (kind, one, none) in asked.chain(pressed) {
            let about = one.to_string();
            let (one, none) = (
                words(kind, one, number).await,
                words(kind, none, NONE).await,
            );
            assert_eq!(one, none, "{about}");
            // A request that needs more than the number, such as a line in the message or a permission, is refused for
            // that.
            unseen += usize::from(one == "There is no game # here.");
        }
    }
    assert!(unseen > 6 * 60, "{unseen}");
    assert_eq!(rows().await, before, "nothing was changed");
    harness.end().await;
}
