//! Tests of strangers' input: texts that others see, imported files, and requests that they may not make. It mentions
//! nobody, is no markup, reveals nobody's data, and changes nothing.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rookery::app::MatchRef;
use rookery::discord::RateLimit;
use rookery::match_state::GameId;
use rookery::sandbox::{Outcome, Raw};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, Harness, asker, content, is_board, is_private,
};

/// A mention of everyone, of a role and of a user, a link, a heading, code and a sign that reverses writing.
const SMUGGLED: &str =
    "@everyone <@&6000000000000000001> <@4000000000000000004> [a](http://b) `c` **d**\u{202e}\n# e";

fn snowflake(text: &str) -> u64 {
    text.parse().unwrap()
}

fn raw(kind: u64, user: &str, channel: &str, data: Value) -> Raw {
    Raw {
        kind,
        user: snowflake(user),
        channel: snowflake(channel),
        data,
        over: Value::Null,
    }
}

/// Returns the submitted form with a match's text.
fn form(user: &str, text: &str) -> Raw {
    let field = json!({"type": 4, "custom_id": "r1:import", "value": text});
    let rows = json!([{"type": 1, "components": [field]}]);
    raw(
        5,
        user,
        GAMES,
        json!({"custom_id": "r1:import", "components": rows}),
    )
}

fn command(user: &str, channel: &str, name: &str, options: &[(&str, &str)]) -> Raw {
    let options: Vec<Value> = options
        .iter()
        .map(|(name, value)| json!({"name": name, "type": 3, "value": value}))
        .collect();
    let data = json!({"id": "1", "name": name, "type": 1, "options": options});
    raw(2, user, channel, data)
}

/// Returns the text outside of code, where Discord would read markup.
fn prose(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

/// Asserts that in every text sent so far the smuggled text is inert.
fn must_be_tame(harness: &Harness) {
    for request in harness.server.shared().requests() {
        let body = &request.body;
        let data = if body["data"].is_object() {
            &body["data"]
        } else {
            body
        };
        let Some(text) = data["content"].as_str() else {
            continue;
        };
        let lower = text.to_lowercase();
        for live in ["@everyone", "@here"] {
            assert!(!lower.contains(live), "{text}");
        }
        for live in [
            "<@&6000000000000000001>",
            "<@4000000000000000004>",
            "](http",
            "**d**",
            "\n# e",
        ] {
            assert!(!prose(text).contains(live), "{live}: {text}");
        }
        let allowed = &data["allowed_mentions"];
        assert!(
            allowed["parse"].as_array().is_none_or(Vec::is_empty),
            "{body}"
        );
        assert!(!allowed.to_string().contains(DAVE), "{body}");
    }
}

/// Alice and Bob play; whatever they type or set mentions nobody and cannot pass for the bot's own words.
#[tokio::test(flavor = "multi_thread")]
async fn texts_that_people_write_mention_nobody_and_are_no_markup() {
    let harness = Harness::unhurried().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    for (name, option) in [
        ("move", "move"),
        ("move", "game"),
        ("board", "piece"),
        ("plan", "line"),
        ("explore", "line"),
        ("note", "text"),
        ("rules", "topic"),
        ("settings", "zone"),
        ("settings", "quiet"),
        ("settings", "tell"),
        ("leaderboard", "game"),
        ("history", "game"),
    ] {
        for user in [ALICE, BOB] {
            let outcome = shared
                .deliver(command(user, &thread, name, &[(option, SMUGGLED)]))
                .await;
            assert!(outcome.answered, "{name} {option}: {outcome:?}");
        }
    }
    // A sealed comment is opened for everybody when the game is over.
    let sealed = json!({"id": "1", "name": "note", "type": 1, "options": [
        {"name": "text", "type": 3, "value": SMUGGLED},
        {"name": "sealed", "type": 5, "value": true},
    ]});
    shared.deliver(raw(2, ALICE, &thread, sealed)).await;
    let hidden = harness.command(CAROL, &thread, "note", &[]).await.message;
    assert!(!content(&hidden).contains("everyone"), "{hidden}");
    let asked = harness.command(BOB, &thread, "resign", &[]).await.message;
    harness.click(BOB, &asked, "Yes, I give up").await;
    let opened = harness.command(CAROL, &thread, "note", &[]).await.message;
    assert!(
        content(&opened).contains("everyone"),
        "it is shown now: {opened}"
    );
    must_be_tame(&harness);
    harness.end().await;
}

/// Text smuggled into an imported file is shown in messages as text, and in the exported file.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_smuggled_into_an_imported_match_stays_text() {
    let harness = Harness::unhurried().await;
    let shared = harness.server.shared();
    let line = SMUGGLED.replace('\n', " ");
    for text in [
        format!("Game: {line}\n\n1. Nb1-c3"),
        format!("Game: abstract\nOption: {line}={line}\n\n1. Nb1-c3"),
        format!(
            "Game: abstract\nClock: {line}\nResult: {line}\nSeat White: {line}\nTitle: {line}\n\n1. Nb1-c3"
        ),
        format!("Game: abstract\n\n1. {line}"),
        format!("Game: abstract\n\n1. Nb1-c3 {{{line}}} Pa7-a6"),
        format!("Rookery: {line}\nGame: abstract\n{line}: {line}\n\n1. Nb1-c3"),
        SMUGGLED.to_owned(),
    ] {
        let outcome = shared.deliver(form(ALICE, &text)).await;
        assert!(outcome.answered, "{text}: {outcome:?}");
    }
    for game in 1..=7 {
        let game = game.to_string();
        for name in ["export", "history", "board"] {
            let outcome = shared
                .deliver(command(ALICE, GAMES, name, &[("game", &game)]))
                .await;
            assert!(outcome.answered, "{name} {game}: {outcome:?}");
        }
        let exported = harness
            .app()
            .history(asker(ALICE), MatchRef::Game(GameId(game.parse().unwrap())));
        let Ok(exported) = exported.await else {
            continue;
        };
        assert!(!exported.file.contains("everyone"), "{}", exported.file);
    }
    must_be_tame(&harness);
    harness.end().await;
}

/// Texts of matches with anything changed are read, or refused in words; a refused text leaves no match behind.
#[tokio::test(flavor = "multi_thread")]
async fn imported_files_of_any_shape_are_read_or_refused() {
    let harness = Harness::unhurried().await;
    let shared = harness.server.shared();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[5; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let good = "Rookery: game 1\nGame: abstract\nRules: 1\nOption: powers=neto\nClock: bank 7+1/14\nResult: ongoing\n\n\
                1. Nb1-c3 Pa7-a6\n2. Nc3-b1 {a remark} Pa6-a5\n";
    let piece = prop_oneof![
        Just("\n\n".to_owned()),
        Just("{".to_owned()),
        Just(": ".to_owned()),
        Just("Game: towers\n".to_owned()),
        Just("Option: a=b\n".to_owned()),
        Just("Result: won:white:checkmate\n".to_owned()),
        Just("Clock: bank 255+255/255\n".to_owned()),
        Just("roll:7 ".to_owned()),
        Just("drop:green ".to_owned()),
        (any::<char>(), 0_usize..3000).prop_map(|(c, n)| c.to_string().repeat(n)),
        "\\PC{0,20}",
    ];
    let change = (any::<prop::sample::Index>(), 0_usize..40, piece);
    let changes = prop::collection::vec(change, 0..5);
    let mut made = 0;
    for _ in 0..120 {
        let mut letters: Vec<char> = good.chars().collect();
        for (at, length, piece) in changes.new_tree(&mut runner).unwrap().current() {
            let from = at.index(letters.len() + 1);
            let to = (from + length).min(letters.len());
            letters.splice(from..to, piece.chars());
        }
        let text: String = letters.into_iter().collect();
        let outcome = shared.deliver(form(ALICE, &text)).await;
        assert!(outcome.answered, "{text:?}: {outcome:?}");
        let message = outcome.message.unwrap();
        let said = content(&message).to_lowercase();
        assert!(!said.contains("something went wrong"), "{text:?}: {said}");
        let is_made = !message["attachments"].as_array().unwrap().is_empty();
        made += i64::from(is_made);
        let row = harness.app().store().row(GameId(made)).await;
        assert_eq!(row.is_ok(), made > 0, "{text:?}");
        assert!(
            harness.app().store().row(GameId(made + 1)).await.is_err(),
            "half a match was left behind: {text:?}"
        );
    }
    assert!((1..120).contains(&made), "{made} were read");
    must_be_tame(&harness);
    harness.end().await;
}

/// Buttons of the right position, for every action that exists, do nothing when pressed by other users.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_for_anybody_else_by_a_forged_button() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    let shared = harness.server.shared();
    let game = GameId(1);
    let row = harness.app().store().row(game).await.unwrap();
    let ply = row.ply;
    let line = "So far: `Pa7-a6 Nc3-d5`";
    // It is Bob's turn. Carol and Dave do not play, and Alice has moved.
    for user in [ALICE, CAROL, DAVE] {
        for verb in [
            format!("play:1:{ply}:Pa7-a6"),
            format!("go:1:{ply}:0-0"),
            format!("choose:1:{ply}::0"),
            format!("claim:1:{ply}"),
            "take:1:1".to_owned(),
            format!("playline:1:{ply}"),
            format!("tried:1:{ply}:0:=Pa7-a6"),
            "join:1:1:t".to_owned(),
            "leave:1:t".to_owned(),
        ] {
            let id = format!("r1:{verb}");
            let mut forged = raw(
                3,
                user,
                &thread,
                json!({"component_type": 2, "custom_id": id}),
            );
            let mut message = board.clone();
            message["content"] = json!(line);
            forged.over = json!({"message": message});
            let outcome = shared.deliver(forged).await;
            assert!(outcome.answered, "{user} {id}: {outcome:?}");
            let now = harness.app().store().row(game).await.unwrap();
            assert_eq!(now, row, "{user} {id}");
        }
    }
    for user in [CAROL, DAVE] {
        for verb in [
            format!("gift:1:{ply}"),
            format!("resigned:1:{ply}"),
            format!("offer:1:{ply}:draw"),
            format!("offer:1:{ply}:takeback"),
            format!("offer:1:{ply}:rematch"),
            format!("decline:1:{ply}:draw"),
            format!("planline:1:{ply}"),
        ] {
            let id = format!("r1:{verb}");
            let mut forged = raw(
                3,
                user,
                &thread,
                json!({"component_type": 2, "custom_id": id}),
            );
            forged.over = json!({"message": board});
            let outcome = shared.deliver(forged).await;
            let message = outcome.message.unwrap_or_else(|| panic!("{id}"));
            assert!(is_private(&message), "{id}: {message}");
            assert_eq!(
                harness.app().store().row(game).await.unwrap(),
                row,
                "{user} {id}"
            );
        }
        for (name, options) in [
            ("move", &[("move", "Pa7-a6")][..]),
            ("resign", &[]),
            ("draw", &[]),
            ("takeback", &[]),
            ("claim", &[]),
            ("plan", &[("line", "any: Pa7-a6")]),
        ] {
            shared.deliver(command(user, &thread, name, options)).await;
            assert_eq!(
                harness.app().store().row(game).await.unwrap(),
                row,
                "{user} {name}"
            );
        }
    }
    let played = harness.play(BOB, &thread, "Pa7-a6").await.message;
    assert!(is_board(&played), "Bob can: {played}");
    harness.end().await;
}

/// Plans and notes are hidden from others in every command that exists, and the whole match from another server.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_shown_what_somebody_else_keeps_to_themselves() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    harness
        .command(ALICE, &thread, "plan", &[("line", "if Pa7-a5 then Nc3-e4")])
        .await;
    harness
        .command(ALICE, &thread, "note", &[("text", "alices-own-note")])
        .await;
    let shared = harness.server.shared();
    let ply = harness.app().store().row(GameId(1)).await.unwrap().ply;
    let away = json!({"guild_id": "2000000000000000666", "channel_id": "3000000000000000666", "channel": null});
    let shown = |outcome: &Outcome| {
        let choices = outcome.choices.clone().unwrap_or_default();
        format!("{}{choices}", outcome.message.clone().unwrap_or_default())
    };
    for (user, over) in [(BOB, Value::Null), (CAROL, Value::Null), (DAVE, away)] {
        let stranger = user == DAVE;
        let mut all = Vec::new();
        for (name, options) in [
            ("plan", &[("game", "1")][..]),
            ("note", &[("game", "1")]),
            ("board", &[("game", "1")]),
            ("history", &[("game", "1")]),
            ("export", &[("game", "1")]),
            ("explore", &[("game", "1")]),
            ("draw", &[("game", "1")]),
            ("claim", &[("game", "1")]),
        ] {
            all.push(command(user, &thread, name, options));
        }
        for verb in [
            "view", "moves", "explore", "look", "planline", "playline", "start",
        ] {
            let id = match verb {
                "moves" => "r1:moves:1".to_owned(),
                "look" => format!("r1:look:1:{ply}:0"),
                verb => format!("r1:{verb}:1:{ply}"),
            };
            let mut pressed = raw(
                3,
                user,
                &thread,
                json!({"component_type": 2, "custom_id": id}),
            );
            pressed.over = json!({"message": board});
            all.push(pressed);
        }
        let mut typing = command(user, &thread, "move", &[("move", ""), ("game", "1")]);
        typing.kind = 4;
        typing.data["options"][0]["focused"] = json!(true);
        all.push(typing);
        for mut one in all {
            if let Some(more) = over.as_object() {
                let mut members = one.over.as_object().cloned().unwrap_or_default();
                members.extend(more.clone());
                one.over = Value::Object(members);
            }
            let about = one.data.to_string();
            let outcome = shared.deliver(one).await;
            assert!(outcome.answered, "{user} {about}: {outcome:?}");
            let shown = shown(&outcome);
            for private in ["alices-own-note", "Nc3-e4", "Pa7-a5 then"] {
                // The player to move is offered every legal move; a plan is recognized by its form.
                if user == BOB && private == "Nc3-e4" {
                    continue;
                }
                assert!(!shown.contains(private), "{user} {about}: {shown}");
            }
            if stranger && outcome.choices.is_none() {
                // A line that the message does not show shows nothing, whoever presses.
                let no_line = about.contains("line:1:") && shown.contains("\"attachments\":[]");
                assert!(
                    no_line || shown.contains("There is no game"),
                    "{about}: {shown}"
                );
            }
        }
    }
    harness.end().await;
}

/// A flood of the most expensive requests by one person does not delay answers to others.
#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_dear_requests_by_one_person_is_not_felt_by_others() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let shared = harness.server.shared();
    let moves: String = (1..60)
        .map(|round| format!("{round}. Nb1-c3 Nb8-c6 Nc3-b1 Nc6-b8 "))
        .collect();
    let text = format!("Game: abstract\n\n{moves}");
    let flood = (0..120).map(|index| {
        let shared = shared.clone();
        let one = match index % 3 {
            0 => form(CAROL, &text),
            1 => command(CAROL, &thread, "export", &[]),
            _ => command(CAROL, &thread, "explore", &[("line", "Nb1-c3 Pa7-a6")]),
        };
        async move { shared.deliver(one).await }
    });
    let (outcomes, (first, second)) = tokio::join!(futures_util::future::join_all(flood), async {
        let first = harness.play(ALICE, &thread, "Nb1-c3").await;
        let second = harness.play(BOB, &thread, "Pa7-a6").await;
        (first, second)
    });
    for played in [first, second] {
        assert!(is_board(&played.message) && !played.deferred, "{played:?}");
    }
    let held = outcomes.iter().filter(|outcome| {
        let message = outcome.message.as_ref();
        message.is_some_and(|message| content(message).contains("too fast"))
    });
    let burst = usize::try_from(RateLimit::ASKING.burst).unwrap();
    assert!(held.count() >= 120 - 2 * burst);
    harness.end().await;
}
