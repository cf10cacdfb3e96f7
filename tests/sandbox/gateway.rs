//! Tests of the gateway: sessions, heartbeats, and how they end (API reference, "Gateway").

use std::sync::Arc;
use std::time::Duration;

use rookery::sandbox::{Limits, payloads};
use serde_json::{Value, json};
use serenity::all::{
    Builder as _, Context, CreateInteractionResponse, CreateInteractionResponseMessage,
    EventHandler, GatewayIntents, HttpBuilder, Interaction, Ready, ResumedEvent,
};
use tokio::sync::mpsc;

use super::client::{ALICE, GENERAL, Gateway, Sandbox, identify, text};

async fn closes_with(sandbox: &Sandbox, payload: Value) -> u16 {
    let mut gateway = Gateway::connect(&sandbox.server).await;
    gateway.send(payload).await;
    gateway.close_code().await
}

/// "Gateway Close Event Codes": the codes are Discord's.
#[tokio::test]
async fn close_codes_are_discords() {
    let sandbox = Sandbox::start().await;
    let token = sandbox.server.token().to_owned();
    let resume = json!({"op": 6, "d": {"token": token, "session_id": "x"}});
    assert_eq!(closes_with(&sandbox, json!({"op": 99})).await, 4001);
    assert_eq!(closes_with(&sandbox, json!({"op": 3, "d": {}})).await, 4003);
    assert_eq!(
        closes_with(&sandbox, identify("not the token", 0)).await,
        4004
    );
    assert_eq!(closes_with(&sandbox, resume).await, 4007);
    assert_eq!(closes_with(&sandbox, identify(&token, 1 << 40)).await, 4013);
    assert_eq!(closes_with(&sandbox, identify(&token, 1 << 15)).await, 4014);
    let mut sharded = identify(&token, 0);
    sharded["d"]["shard"] = json!([1, 1]);
    assert_eq!(closes_with(&sandbox, sharded).await, 4010);
    let mut gateway = Gateway::connect(&sandbox.server).await;
    gateway.send_text("{").await;
    assert_eq!(gateway.close_code().await, 4002);
    let mut twice = Gateway::identify(&sandbox.server, 0).await;
    twice.send(identify(&token, 0)).await;
    assert_eq!(twice.close_code().await, 4005);
    let mut busy = Gateway::identify(&sandbox.server, 0).await;
    for _ in 0..121 {
        busy.send(json!({"op": 1, "d": null})).await;
    }
    assert_eq!(busy.close_code().await, 4008);
}

/// "Sharding": a bot in many servers must use shards, and each shard receives only the events of its servers.
#[tokio::test]
async fn a_bot_must_be_split_where_that_is_demanded() {
    let sandbox = Sandbox::start().await;
    sandbox.register().await;
    let shared = sandbox.server.shared();
    shared.demand_shards(2);
    let (_, asked) = sandbox.api("GET", "/gateway/bot", Value::Null).await;
    assert_eq!(asked["shards"], 2);
    let token = sandbox.server.token().to_owned();
    assert_eq!(closes_with(&sandbox, identify(&token, 0)).await, 4011);
    let mut shards = Vec::new();
    for number in 0..2 {
        let mut identify = identify(&token, 0);
        identify["d"]["shard"] = json!([number, 2]);
        let mut gateway = Gateway::connect(&sandbox.server).await;
        gateway.send(identify).await;
        let ready = gateway.event("READY").await;
        assert_eq!(ready["shard"], json!([number, 2]));
        shards.push((gateway, ready["guilds"].as_array().unwrap().len()));
    }
    assert_eq!(shared.shards(), [(0, 2), (1, 2)]);
    let (_, asked) = sandbox.api("GET", "/gateway/bot", Value::Null).await;
    assert_eq!(asked["session_start_limit"]["remaining"], 997);
    let own = usize::try_from((payloads::GUILD >> 22) % 2).unwrap();
    assert_eq!((shards[own].1, shards[1 - own].1), (1, 0));
    sandbox.look(&mut shards[own].0).await;
    shared.fail_connections(rookery::sandbox::ConnectionFault::Close(4000));
    for (gateway, _) in &mut shards {
        assert_eq!(gateway.close_code().await, 4000);
    }
    shared.refuse_identifies(4000, 1);
    let mut again = identify(&token, 0);
    again["d"]["shard"] = json!([0, 2]);
    assert_eq!(closes_with(&sandbox, again).await, 4000);
    assert_eq!((shared.identifies(), shared.resumes()), (4, 0));
}

/// "Rate Limits": the global limit has a separate header; answers to interactions are exempt.
#[tokio::test]
async fn the_global_limit_is_named_by_its_header() {
    let sandbox = Sandbox::with(Limits {
        enforce_rates: true,
        global: 3,
        ..Limits::default()
    })
    .await;
    let url = format!("{}/api/v10/users/@me", sandbox.server.api_base());
    let mut refused = None;
    for _ in 0..5 {
        let request = sandbox.http.get(&url);
        let token = format!("Bot {}", sandbox.server.token());
        let response = request.header("authorization", token).send().await.unwrap();
        if response.status() == 429 {
            refused = Some(response);
            break;
        }
    }
    let refused = refused.unwrap();
    assert_eq!(refused.headers()["x-ratelimit-global"], "true");
    assert_eq!(refused.headers()["x-ratelimit-scope"], "global");
    assert_eq!(refused.headers()["retry-after"], "1");
    let body: Value = serde_json::from_slice(&refused.bytes().await.unwrap()).unwrap();
    assert_eq!(body["global"], true);
    assert!((0.0..=1.0).contains(&body["retry_after"].as_f64().unwrap()));
}

/// A bot that sends no heartbeats is disconnected, and can resume (4009 is among the codes that allow it).
#[tokio::test]
async fn a_silent_bot_is_cut_off_and_resumes() {
    let sandbox = Sandbox::with(Limits {
        heartbeat: Duration::from_millis(300),
        ..Limits::default()
    })
    .await;
    let mut gateway = Gateway::identify(&sandbox.server, 0).await;
    gateway.send(json!({"op": 1, "d": 1})).await;
    assert_eq!(gateway.next().await.unwrap()["op"], 11);
    assert_eq!(gateway.close_code().await, 4009);
    assert!(!sandbox.server.shared().bot_online());
    let mut again = Gateway::connect(&sandbox.server).await;
    let resume = json!({"op": 6, "d": {
        "token": sandbox.server.token(), "session_id": gateway.session, "seq": gateway.seq,
    }});
    again.send(resume).await;
    again.event("RESUMED").await;
}

/// Events missed while the connection was down are sent again, in order, before `RESUMED`; seq numbers go on.
#[tokio::test]
async fn resume_tells_what_was_missed() {
    let sandbox = Sandbox::start().await;
    sandbox.register().await;
    let mut gateway = Gateway::identify(&sandbox.server, 0).await;
    let seq = gateway.seq;
    sandbox.people("gateway", json!({"do": "drop"})).await;
    assert_eq!(gateway.close_code().await, 0);
    let look = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "look"});
    let (_, first) = sandbox.people("interact", look.clone()).await;
    let (_, second) = sandbox.people("interact", look).await;
    let mut again = Gateway::connect(&sandbox.server).await;
    let resume = |session: &str, seq: u64| json!({"op": 6, "d": {"token": sandbox.server.token(), "session_id": session, "seq": seq}});
    again.send(resume(&gateway.session, seq)).await;
    let missed = again.next().await.unwrap();
    assert_eq!(
        (&missed["t"], &missed["d"]["id"]),
        (&json!("INTERACTION_CREATE"), &first["interaction"])
    );
    assert_eq!(missed["s"], seq + 1);
    assert_eq!(
        again.next().await.unwrap()["d"]["id"],
        second["interaction"]
    );
    assert_eq!(again.next().await.unwrap()["t"], "RESUMED");

    let mut stranger = Gateway::connect(&sandbox.server).await;
    stranger.send(resume("no such session", 1)).await;
    let invalid = stranger.next().await.unwrap();
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(false)));

    // Op 9 ends the session: it cannot be resumed.
    sandbox.people("gateway", json!({"do": "invalidate"})).await;
    assert_eq!(again.next().await.unwrap()["op"], 9);
    let mut late = Gateway::connect(&sandbox.server).await;
    late.send(resume(&gateway.session, seq)).await;
    assert_eq!(late.next().await.unwrap()["op"], 9);
}

/// "Gateway Intents": with none, a bot receives interactions and nothing else.
#[tokio::test]
async fn intents_choose_what_is_sent() {
    let sandbox = Sandbox::start().await;
    sandbox.register().await;
    let mut deaf = Gateway::identify(&sandbox.server, 0).await;
    let mut keen = Gateway::identify(&sandbox.server, 1 << 0 | 1 << 9 | 1 << 12).await;
    let guild = keen.event("GUILD_CREATE").await;
    assert_eq!(guild["id"], payloads::GUILD.to_string());
    let said = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "content": "good morning"});
    sandbox.people("say", said).await;
    let event = keen.event("MESSAGE_CREATE").await;
    assert_eq!(
        event["content"], "",
        "others' words need the message content intent"
    );
    sandbox.look(&mut keen).await;
    let next = deaf.next().await.unwrap();
    assert_eq!(next["t"], "INTERACTION_CREATE");
    assert_eq!(next["s"], 2, "READY is 1, and nothing came between");
}

/// Reads a payload by twilight's model of that event. `GatewayEvent` would cover all of Discord's events, most of which
/// are never sent here, and would be slow to compile.
fn read_by_twilight(payload: &Value) {
    use twilight_model::gateway::payload::incoming::*;

    fn read<T: serde::de::DeserializeOwned>(data: &Value) -> Option<serde_json::Error> {
        T::deserialize(data).err()
    }
    assert_eq!(payload["op"], 0, "{payload}");
    assert!(payload["s"].is_u64(), "{payload}");
    let data = &payload["d"];
    let error = match payload["t"].as_str().unwrap() {
        "READY" => read::<Ready>(data),
        "GUILD_CREATE" => read::<GuildCreate>(data),
        "MESSAGE_CREATE" => read::<MessageCreate>(data),
        "MESSAGE_UPDATE" => read::<MessageUpdate>(data),
        "MESSAGE_DELETE" => read::<MessageDelete>(data),
        "THREAD_CREATE" => read::<ThreadCreate>(data),
        "THREAD_UPDATE" => read::<ThreadUpdate>(data),
        "THREAD_MEMBERS_UPDATE" => read::<ThreadMembersUpdate>(data),
        "THREAD_DELETE" => read::<ThreadDelete>(data),
        "INTERACTION_CREATE" => read::<InteractionCreate>(data),
        _ => panic!("not read yet: {payload}"),
    };
    assert!(error.is_none(), "{error:?}\n{payload}");
}

/// twilight reads every payload of the gateway, field by field.
#[tokio::test]
async fn twilight_reads_every_payload() {
    let sandbox = Sandbox::start().await;
    sandbox.register().await;
    let mut gateway = Gateway::connect(&sandbox.server).await;
    gateway
        .send(identify(sandbox.server.token(), 1 << 0 | 1 << 9 | 1 << 12))
        .await;
    let path = format!("/channels/{GENERAL}/messages");
    let rows = json!([
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Board", "custom_id": "b"}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "who"}]},
    ]);
    let body = json!({
        "content": "a board", "components": rows, "embeds": [{"title": "t", "image": {"url": "attachment://a.png"}}],
        "attachments": [{"id": 0, "description": "a board"}], "allowed_mentions": {"parse": []},
    });
    let png = picture();
    let (status, sent) = sandbox
        .form("POST", &path, &body, &[("files[0]", "a.png", png)])
        .await;
    assert_eq!(status, 200, "{sent}");
    let message = text(&sent["id"]);
    let thread = format!("{path}/{message}/threads");
    let (status, _) = sandbox
        .api("POST", &thread, json!({"name": "a game"}))
        .await;
    assert_eq!(status, 201);
    let member = format!("/channels/{message}/thread-members/{ALICE}");
    assert_eq!(sandbox.api("PUT", &member, Value::Null).await.0, 204);
    let (user, channel) = (ALICE.to_string(), GENERAL.to_string());
    let press = |id: &str, values: Value| json!({"user": user, "channel": channel, "kind": "component", "message": message, "custom_id": id, "values": values});
    let acts = [
        json!({"user": user, "channel": channel, "kind": "command", "command": "play", "options": [
            {"name": "move", "type": 3, "value": "e4"}, {"name": "against", "type": 6, "value": user}]}),
        json!({"user": user, "channel": super::client::ALICES.to_string(), "kind": "command", "command": "look"}),
        press("b", Value::Null),
        press("who", json!([user])),
        json!({"user": user, "channel": message, "kind": "command", "command": "look"}),
    ];
    for act in acts {
        let (status, done) = sandbox.people("interact", act).await;
        assert_eq!(status, 200, "{done}");
    }
    let shared = sandbox.server.shared();
    let (server, http) = (sandbox.server.api_base(), sandbox.http.clone());
    let completing = tokio::spawn(async move {
        let body = json!({"user": user, "channel": channel, "kind": "autocomplete", "command": "play",
            "options": [{"name": "move", "type": 3, "value": "e", "focused": true}]});
        http.post(format!("{server}/sandbox/interact"))
            .json(&body)
            .send()
            .await
    });
    assert_eq!(
        sandbox
            .api("DELETE", &format!("/channels/{message}"), Value::Null)
            .await
            .0,
        200
    );
    assert_eq!(
        sandbox
            .api("DELETE", &format!("{path}/{message}"), Value::Null)
            .await
            .0,
        204
    );
    let mut seen = std::collections::BTreeSet::new();
    let mut interactions = 0;
    while interactions < 6 || !seen.contains("MESSAGE_DELETE") {
        let payload = gateway.next().await.unwrap();
        read_by_twilight(&payload);
        interactions += usize::from(payload["t"] == "INTERACTION_CREATE");
        seen.insert(text(&payload["t"]));
    }
    completing.abort();
    for event in [
        "READY",
        "GUILD_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "THREAD_MEMBERS_UPDATE",
        "THREAD_DELETE",
    ] {
        assert!(seen.contains(event), "{event} was never told: {seen:?}");
    }
    assert_eq!(shared.violations(), Vec::<String>::new());
}

/// Returns a PNG of four by two pixels.
pub fn picture() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 2);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[0; 8]).unwrap();
    drop(writer);
    bytes
}

/// An event of a serenity bot, reported to the test.
#[derive(Debug, PartialEq)]
enum ClientEvent {
    Ready,
    Resumed,
    Command(String),
}

struct Bot {
    tell: mpsc::UnboundedSender<ClientEvent>,
}

#[serenity::async_trait]
impl EventHandler for Bot {
    async fn ready(&self, _: Context, _: Ready) {
        self.tell.send(ClientEvent::Ready).unwrap();
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        self.tell.send(ClientEvent::Resumed).unwrap();
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let Interaction::Command(command) = interaction else {
            return;
        };
        let message = CreateInteractionResponseMessage::new()
            .content("here it is")
            .allowed_mentions(serenity::all::CreateAllowedMentions::new());
        CreateInteractionResponse::Message(message)
            .execute(&context.http, (command.id, &command.token))
            .await
            .unwrap();
        self.tell
            .send(ClientEvent::Command(command.data.name))
            .unwrap();
    }
}

/// serenity's own client identifies, resumes after a cut and after op 7, and notices a connection that acknowledges no
/// heartbeats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serenity_lives_through_everything() {
    let sandbox = Sandbox::with(Limits {
        heartbeat: Duration::from_millis(400),
        ..Limits::default()
    })
    .await;
    sandbox.register().await;
    let http = HttpBuilder::new(sandbox.server.token())
        .proxy(sandbox.server.api_base())
        .ratelimiter_disabled(true)
        .build();
    let gateway = http.get_gateway().await.unwrap();
    assert!(gateway.url.starts_with("ws://127.0.0.1"));
    let (tell, mut event) = mpsc::unbounded_channel();
    let mut client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::empty())
        .event_handler_arc(Arc::new(Bot { tell }))
        .await
        .unwrap();
    let running = tokio::spawn(async move { client.start().await });
    let mut next = async || {
        tokio::time::timeout(Duration::from_secs(15), event.recv())
            .await
            .unwrap()
            .unwrap()
    };
    assert_eq!(next().await, ClientEvent::Ready);
    let look = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "look", "wait": true});
    // A connection that acknowledges no heartbeats makes serenity begin again, after the five seconds between two
    // identifies.
    for (fault, then) in [
        ("drop", ClientEvent::Resumed),
        ("reconnect", ClientEvent::Resumed),
        ("silent", ClientEvent::Ready),
    ] {
        sandbox.people("gateway", json!({"do": fault})).await;
        assert_eq!(next().await, then, "{fault}");
        let (status, answer) = sandbox.people("interact", look.clone()).await;
        assert_eq!(
            (status, &answer["state"]),
            (200, &json!("answered")),
            "{answer}"
        );
        assert_eq!(answer["message"]["content"], "here it is");
        assert_eq!(next().await, ClientEvent::Command("look".to_owned()));
    }
    running.abort();
    assert_eq!(sandbox.server.shared().violations(), Vec::<String>::new());
}
