//! Whatever Discord may send by its description of its API is understood, or does not matter.
//! `ROOKERY_DESCRIBED=all` puts every value into every field; without it each field has some of them.

use rookery::app::{App, Sources};
use rookery::discord::dry_run::{DryRun, DryRunOutcome};
use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::harness::{ALICE, BOB, GAMES, Harness, content, is_private, mentioned};
use crate::openapi::Description;

const SERVER: &str = "2000000000000000001";

/// Returns replacements for a value: every type of JSON, and numbers and texts of every size.
fn others() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(9_007_199_254_740_991_u64),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
        json!(0.5),
        json!(""),
        json!("x"),
        json!("36893488147419103232"),
        json!("9".repeat(5_000)),
        json!([]),
        json!([null, {"x": [1]}]),
        json!({}),
        json!({"x": {"id": -1}}),
    ]
}

/// Returns the places of all fields inside a value, as JSON pointers, with those inside lists.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let fields: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        Value::Array(all) => all
            .iter()
            .enumerate()
            .map(|(number, value)| (number.to_string(), value))
            .collect(),
        _ => return,
    };
    for (key, value) in fields {
        let place = format!("{at}/{key}");
        places(value, &place, found);
        found.push(place);
    }
}

fn without(value: &Value, place: &str) -> Value {
    let mut value = value.clone();
    let (parent, key) = place.rsplit_once('/').unwrap();
    match value.pointer_mut(parent) {
        Some(Value::Object(fields)) => drop(fields.remove(key)),
        Some(Value::Array(all)) => drop(all.remove(key.parse().unwrap())),
        _ => {}
    }
    value
}

/// Returns a command as Discord describes it, with all optional members.
fn command(discord: &Description) -> Value {
    let by_id = |value: Value| json!({"4000000000000000001": value});
    let mut member = discord.sample("GuildMemberResponse", 3);
    member["permissions"] = json!("2248473465835073");
    member["user"]["id"] = json!(ALICE);
    let mut channel = discord.sample("GuildChannelResponse", 2);
    channel["type"] = json!(0);
    json!({
        "id": "5", "application_id": "6", "type": 2, "token": "t", "version": 1,
        "guild": discord.sample("UserGuildResponse", 2), "guild_id": SERVER, "guild_locale": "en-US",
        "channel": channel, "channel_id": GAMES, "member": member, "locale": "en-US",
        "app_permissions": "2248473465835073", "attachment_size_limit": 10_485_760, "context": 0,
        "authorizing_integration_owners": {"0": SERVER}, "entitlements": [discord.sample("EntitlementResponse", 2)],
        "data": {"id": "9", "name": "help", "type": 1, "options": [], "guild_id": SERVER, "resolved": {
            "users": by_id(discord.sample("UserResponse", 2)),
            "members": by_id(discord.sample("GuildMemberResponse", 2)),
            "roles": by_id(discord.sample("GuildRoleResponse", 2)),
            "channels": by_id(discord.sample("GuildChannelResponse", 1)),
            "messages": by_id(discord.sample("MessageResponse", 2)),
            "attachments": by_id(discord.sample("MessageAttachmentResponse", 1)),
        }},
    })
}

/// Returns a click as Discord describes it, on a message with all optional members.
fn click(discord: &Description) -> Value {
    let mut sent = command(discord);
    sent["type"] = json!(3);
    sent["data"] = json!({"id": 1, "custom_id": "r1:cancel", "component_type": 2});
    sent["message"] = discord.sample("MessageResponse", 3);
    sent["message"]["flags"] = json!(64);
    sent
}

/// True for a field that names the request, its user or its place: other fields are optional.
fn is_needed(place: &str) -> bool {
    matches!(
        place,
        "/id"
            | "/type"
            | "/token"
            | "/guild_id"
            | "/member"
            | "/member/user"
            | "/member/user/id"
            | "/data"
            | "/data/name"
            | "/data/type"
            | "/data/options"
            | "/data/target_id"
            | "/data/custom_id"
            | "/data/component_type"
            | "/message"
            | "/message/id"
    )
}

#[tokio::test]
async fn every_field_may_be_of_every_type_and_size_or_missing() {
    let Some(discord) = Description::get() else {
        return;
    };
    let folder = crate::scratch::folder();
    let app = App::start(folder.path().join("rookery.db"), Sources::system());
    let bot = DryRun::new(app.await.unwrap());
    let ask = async |sent: &Value, by_gateway: bool| {
        let payload = json!({"op": 0, "s": 1, "t": "INTERACTION_CREATE", "d": sent}).to_string();
        match by_gateway {
            true => bot.handle_event(&payload).await,
            false => bot.handle(&payload).await,
        }
    };
    let all = std::env::var("ROOKERY_DESCRIBED").is_ok();
    let mut tried = 0;
    for (whole, by_gateway) in [command(discord), click(discord)]
        .into_iter()
        .flat_map(|whole| [(whole.clone(), false), (whole, true)])
    {
        let answer = ask(&whole, by_gateway).await;
        assert!(
            matches!(answer, DryRunOutcome::Answered(user, _) if user.0.to_string() == ALICE),
            "{answer:?}"
        );
        let mut found = Vec::new();
        places(&whole, "", &mut found);
        assert!(found.len() > 250, "{}", found.len());
        for (number, place) in found.into_iter().enumerate() {
            // What serenity cannot read is read in the same way at the gateway: fewer will do there.
            let every = match (all, is_needed(&place), by_gateway) {
                (true, _, false) | (false, true, _) => 1,
                (true, _, true) => 3,
                (false, false, false) => 16,
                (false, false, true) => 64,
            };
            let mut changed: Vec<Value> = others()
                .into_iter()
                .enumerate()
                .filter(|(value, _)| (value + number).is_multiple_of(every))
                .map(|(_, other)| {
                    let mut sent = whole.clone();
                    *sent.pointer_mut(&place).unwrap() = other;
                    sent
                })
                .collect();
            if all || number.is_multiple_of(if by_gateway { 8 } else { 2 }) {
                changed.push(without(&whole, &place));
            }
            for sent in changed {
                tried += 1;
                let said = ask(&sent, by_gateway).await;
                let what = &sent.pointer(&place).map(|value| value.to_string());
                let what: Option<String> =
                    what.as_ref().map(|text| text.chars().take(40).collect());
                let what = (&place, what, by_gateway);
                if !is_needed(&place) {
                    // A click on a public message is answered separately: with the same text, and not in its place.
                    assert_eq!(said, answer, "{what:?}");
                } else if let DryRunOutcome::Answered(user, _) = said {
                    // serenity reads a number as a snowflake, too.
                    let named = sent["member"]["user"]["id"].to_string();
                    assert_eq!(named.trim_matches('"'), user.0.to_string(), "{what:?}");
                }
            }
        }
    }
    assert!(tried > if all { 10_000 } else { 1_000 }, "{tried}");
}

/// Users whose flags exceed 32 bits can play, over the gateway and in Discord's answers.
#[tokio::test(flavor = "multi_thread")]
async fn people_with_flags_beyond_32_bits_play_and_are_invited() {
    let harness = Harness::new().await;
    let user = |id: &str, name: &str| {
        json!({
            "id": id, "username": name, "discriminator": "0", "avatar": null, "global_name": name,
            "flags": 9_007_199_254_740_991_u64, "public_flags": 9_007_199_254_740_991_u64,
        })
    };
    let member = |of: Value| {
        json!({
            "user": of, "roles": [], "permissions": "36893488147419103232", "deaf": false, "mute": false,
            "flags": 9_007_199_254_740_991_u64, "joined_at": "2024-01-01T00:00:00.000000+00:00",
        })
    };
    let invitation = Raw {
        kind: 2,
        user: ALICE.parse().unwrap(),
        channel: GAMES.parse().unwrap(),
        data: json!({
            "id": "9", "name": "new", "type": 1,
            "options": [{"name": "abstract-chess", "type": 1, "options": [
                {"name": "opponent", "type": 6, "value": BOB},
            ]}],
            "resolved": {"users": {BOB: user(BOB, "bob")}, "members": {BOB: member(json!(null))}},
        }),
        over: json!({"member": member(user(ALICE, "alice"))}),
    };
    let answered = harness.server.shared().deliver(invitation).await;
    let table = answered.message.expect("a table");
    assert!(mentioned(&table).contains(&BOB), "{}", content(&table));
    harness.end().await;
}

/// A request without a user does nothing, and is not answered as somebody else's.
#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_is_named_nothing_is_done() {
    let harness = Harness::new().await;
    let shared = harness.server.shared();
    let before = harness.public(GAMES).await;
    for over in [
        json!({"member": {"user": {"id": 7.5, "username": "alice"}, "permissions": "8"}}),
        json!({"member": {"user": {"username": "alice"}, "permissions": "8"}}),
        json!({"member": {"permissions": "8"}}),
        json!({"member": 0}),
        json!({"member": "", "user": {"id": ALICE, "username": "alice"}}),
    ] {
        let raw = Raw {
            kind: 2,
            user: ALICE.parse().unwrap(),
            channel: GAMES.parse().unwrap(),
            data: json!({
                "id": "9", "name": "new", "type": 1, "options": [{"name": "abstract-chess", "type": 1, "options": []}],
            }),
            over: over.clone(),
        };
        let answered = shared.deliver(raw).await;
        let message = answered.message.expect("a sentence");
        assert!(is_private(&message), "{over}");
        assert!(content(&message).contains("could"), "{}", content(&message));
    }
    assert_eq!(harness.public(GAMES).await, before);
    let games = harness
        .app()
        .store()
        .row(rookery::match_state::GameId(1))
        .await;
    assert!(games.is_err(), "no table was opened");
    harness.end().await;
}

/// A name can reverse the text after it, or hide: in a thread's title it does not.
#[tokio::test(flavor = "multi_thread")]
async fn a_name_turns_nothing_round_and_hides_nothing() {
    let harness = Harness::new().await;
    let shared = harness.server.shared();
    let named = |id: &str, name: &str| {
        let user = json!({"id": id, "username": name, "global_name": name, "discriminator": "0", "avatar": null});
        json!({"member": {"user": user, "roles": [], "permissions": "8", "deaf": false, "mute": false, "flags": 0}})
    };
    let raw = |kind, user: &str, data, over| Raw {
        kind,
        user: user.parse().unwrap(),
        channel: GAMES.parse().unwrap(),
        data,
        over,
    };
    let table = harness.open(&[("side", "white")]).await;
    let help = json!({"id": "9", "name": "help", "type": 1, "options": []});
    let alice = named(ALICE, "al\u{202e}ice\u{200b}\u{2066}");
    shared.deliver(raw(2, ALICE, help, alice)).await;
    let mut bob = named(BOB, "\u{202e}\u{feff}bob\u{e0041}");
    bob["message"] = table.clone();
    let join = crate::harness::button(&table, "Join");
    let pressed = json!({"component_type": 2, "custom_id": join});
    shared.deliver(raw(3, BOB, pressed, bob)).await;
    let (thread, _) = harness.first_board().await;
    let state = harness.state(ALICE).await;
    let threads = state["channels"].as_array().unwrap().iter();
    let title = threads
        .filter(|one| one["id"] == json!(thread))
        .map(|one| one["name"].to_string());
    let title: String = title.collect();
    assert!(
        title.contains("alice – bob") || title.contains("bob – alice"),
        "{title:?}"
    );
    harness.end().await;
}
