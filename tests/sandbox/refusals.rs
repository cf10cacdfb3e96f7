//! Requests that Discord refuses, refused in Discord's words.
//!
//! Each row is one thing that Discord's API reference forbids (or that Discord was seen to refuse), and the place and
//! name of its error.

use serde_json::{Value, json};

use super::client::{ALICE, BOB, GENERAL, Gateway, Sandbox, text};
use rookery::sandbox::payloads::{BOT, FILE_LIMIT};

fn row(children: Value) -> Value {
    json!({"type": 1, "components": children})
}

fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "x", "custom_id": id})
}

fn select(options: Value) -> Value {
    json!({"type": 3, "custom_id": "s", "options": options})
}

fn options(count: usize) -> Value {
    (0..count)
        .map(|n| json!({"label": n.to_string(), "value": n.to_string()}))
        .collect()
}

/// Returns the `_errors` code at a place of an error object.
pub fn code_at(answer: &Value, path: &str) -> String {
    let place = path
        .split('.')
        .filter(|key| !key.is_empty())
        .fold(&answer["errors"], |place, key| &place[key]);
    place["_errors"][0]["code"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// Returns bodies of messages, each with the place of the error and its name.
fn bad_messages() -> Vec<(Value, &'static str, &'static str)> {
    let rows = |rows: Value| json!({"components": rows});
    let one = |component: Value| rows(json!([row(json!([component]))]));
    let embed = |embed: Value| json!({"embeds": [embed]});
    let long = |count: usize| "x".repeat(count);
    let fields: Value = (0..26)
        .map(|_| json!({"name": "n", "value": "v"}))
        .collect();
    let in_row = "components.0.components.0";
    let six = (0..6).map(|n| button(&n.to_string())).collect::<Value>();
    vec![
        (
            json!({"content": long(2001)}),
            "content",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (json!({"content": 7}), "content", "STRING_TYPE_CONVERT"),
        (
            json!({"content": "x", "nonce": long(26)}),
            "nonce",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            json!({"content": "x", "flags": 64}),
            "flags",
            "MESSAGE_FLAGS_INVALID",
        ),
        (
            json!({"content": "x", "flags": 1}),
            "flags",
            "MESSAGE_FLAGS_INVALID",
        ),
        (
            json!({"content": "x", "tts": 1}),
            "tts",
            "BOOLEAN_TYPE_CONVERT",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["all"]}}),
            "allowed_mentions.parse",
            "BASE_TYPE_CHOICES",
        ),
        (
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "allowed_mentions.users",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        // Rows: five at most, none empty, nothing else at the top.
        (
            rows(
                (0..6)
                    .map(|n| row(json!([button(&n.to_string())])))
                    .collect(),
            ),
            "components",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            rows(json!([row(json!([]))])),
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            rows(json!([{"type": 1}])),
            "components.0.components",
            "BASE_TYPE_REQUIRED",
        ),
        (
            rows(json!([button("b")])),
            "components.0.type",
            "BASE_TYPE_CHOICES",
        ),
        (
            rows(json!([row(six)])),
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            rows(json!([row(json!([button("b"), select(options(2))]))])),
            "components.0",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            rows(json!([row(json!([button("b"), button("b")]))])),
            "components.0.components.1.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            rows(json!([
                row(json!([button("b")])),
                row(json!([button("b")]))
            ])),
            "components.1.components.0.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            one(json!({"type": 4, "custom_id": "t", "style": 1, "label": "t"})),
            "components.0.components.0.type",
            "BASE_TYPE_CHOICES",
        ),
        // Buttons.
        (
            one(button("")),
            "components.0.components.0.custom_id",
            "BASE_TYPE_REQUIRED",
        ),
        (
            one(button(&long(101))),
            "components.0.components.0.custom_id",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            one(json!({"type": 2, "style": 1, "label": long(81), "custom_id": "b"})),
            "components.0.components.0.label",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            one(json!({"type": 2, "style": 7, "label": "x", "custom_id": "b"})),
            "components.0.components.0.style",
            "BASE_TYPE_CHOICES",
        ),
        (
            one(json!({"type": 2, "style": 1, "custom_id": "b"})),
            in_row,
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
        ),
        (
            one(
                json!({"type": 2, "style": 1, "label": "x", "custom_id": "b", "url": "https://x.example"}),
            ),
            in_row,
            "BUTTON_COMPONENT_INVALID_URL",
        ),
        (
            one(json!({"type": 2, "style": 5, "label": "x"})),
            "components.0.components.0.url",
            "BASE_TYPE_REQUIRED",
        ),
        (
            one(
                json!({"type": 2, "style": 5, "label": "x", "url": "https://x.example", "custom_id": "b"}),
            ),
            in_row,
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        // Menus: 1 to 25 options, each value once.
        (
            one(select(options(26))),
            "components.0.components.0.options",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            one(select(json!([]))),
            "components.0.components.0.options",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            one(json!({"type": 3, "custom_id": "s"})),
            "components.0.components.0.options",
            "BASE_TYPE_REQUIRED",
        ),
        (
            one(select(
                json!([{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]),
            )),
            "components.0.components.0.options.1.value",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            one(select(json!([{"label": long(101), "value": "1"}]))),
            "components.0.components.0.options.0.label",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            one(
                json!({"type": 3, "custom_id": "s", "options": options(2), "placeholder": long(151)}),
            ),
            "components.0.components.0.placeholder",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            one(json!({"type": 3, "custom_id": "s", "options": options(2), "max_values": 3})),
            "components.0.components.0.max_values",
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
        ),
        (
            one(json!({"type": 3, "custom_id": "s", "options": options(3), "min_values": 2})),
            "components.0.components.0.min_values",
            "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
        ),
        // Embeds.
        (
            embed(json!({"title": long(257)})),
            "embeds.0.title",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            embed(json!({"description": long(4097)})),
            "embeds.0.description",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            embed(json!({"footer": {"text": long(2049)}})),
            "embeds.0.footer.text",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            embed(json!({"title": "t", "fields": fields})),
            "embeds.0.fields",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            embed(json!({"fields": [{"name": "", "value": "v"}]})),
            "embeds.0.fields.0.name",
            "BASE_TYPE_REQUIRED",
        ),
        (
            embed(json!({"fields": [{"name": "n", "value": long(1025)}]})),
            "embeds.0.fields.0.value",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            embed(json!({"color": 1})),
            "embeds.0.description",
            "BASE_TYPE_REQUIRED",
        ),
        (
            embed(json!({"image": {"url": "ftp://x"}})),
            "embeds.0.image.url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            embed(json!({"image": {"url": "attachment://nothing.png"}})),
            "embeds.0.image.url",
            "ATTACHMENT_NOT_FOUND",
        ),
        (
            json!({"embeds": [{"description": long(3001)}, {"description": long(3000)}]}),
            "embeds",
            "MAX_EMBED_SIZE_EXCEEDED",
        ),
        (
            json!({"embeds": (0..11).map(|_| json!({"title": "t"})).collect::<Value>()}),
            "embeds",
            "BASE_TYPE_BAD_LENGTH",
        ),
        // Files.
        (
            json!({"content": "x", "attachments": [{"id": 0}]}),
            "attachments.0.id",
            "ATTACHMENT_NOT_FOUND",
        ),
        (
            json!({"content": "x", "attachments": [{"id": "x"}]}),
            "attachments.0.id",
            "NUMBER_TYPE_COERCE",
        ),
    ]
}

/// Every bad message is refused as a message, as an answer and as a follow-up; each is counted.
#[tokio::test]
async fn bad_messages_are_refused_everywhere() {
    let sandbox = Sandbox::start().await;
    sandbox.register().await;
    let mut gateway = Gateway::identify(&sandbox.server, 0).await;
    let path = format!("/channels/{GENERAL}/messages");
    let mut looks = Vec::new();
    for (mut body, place, code) in bad_messages() {
        if body["allowed_mentions"].is_null() {
            body["allowed_mentions"] = json!({"parse": []});
        }
        let (status, answer) = sandbox.api("POST", &path, body.clone()).await;
        assert_eq!(
            (status, &answer["code"]),
            (400, &json!(50035)),
            "{body}\n{answer}"
        );
        assert_eq!(code_at(&answer, place), code, "{body}\n{answer}");
        if body["flags"] == 64 {
            continue;
        }
        let look = sandbox.look(&mut gateway).await;
        let (status, answer) = sandbox
            .callback(&look, json!({"type": 4, "data": body}))
            .await;
        assert_eq!(status, 400, "{body}");
        assert_eq!(code_at(&answer, &format!("data.{place}")), code, "{answer}");
        looks.push(look);
    }
    let seen = sandbox.server.shared().violations();
    assert_eq!(seen.len(), 2 * bad_messages().len() - 1, "{seen:#?}");
    assert!(
        seen[0].contains("content: Must be 2000 or fewer in length."),
        "{}",
        seen[0]
    );
    assert_eq!(
        sandbox.seen(ALICE, GENERAL).await,
        Vec::<Value>::new(),
        "nothing was sent"
    );

    // A refused answer is no answer: the interaction can still be answered properly.
    let good = json!({"type": 4, "data": {"content": "x", "allowed_mentions": {"parse": []}}});
    let look = looks.last().unwrap();
    assert_eq!(sandbox.callback(look, good).await.0, 204);
    let follow = format!("/webhooks/{BOT}/{}", look.1);
    let (status, answer) = sandbox
        .api("POST", &follow, json!({"content": "x".repeat(2001)}))
        .await;
    assert_eq!(
        (status, code_at(&answer, "content").as_str()),
        (400, "BASE_TYPE_MAX_LENGTH")
    );
}

/// Empty messages have a separate code (50006), and so have oversized ones (40005).
#[tokio::test]
async fn empty_and_oversized_messages() {
    let sandbox = Sandbox::start().await;
    let path = format!("/channels/{GENERAL}/messages");
    for empty in [
        json!({}),
        json!({"content": " \n "}),
        json!({"embeds": [], "components": []}),
    ] {
        let (status, answer) = sandbox.api("POST", &path, empty).await;
        assert_eq!((status, &answer["code"]), (400, &json!(50006)));
    }
    let body = json!({"allowed_mentions": {"parse": []}});
    let large = vec![0; FILE_LIMIT + 1];
    let (status, answer) = sandbox
        .form("POST", &path, &body, &[("files[0]", "a.png", large)])
        .await;
    assert_eq!((status, &answer["code"]), (413, &json!(40005)));
    let fits = vec![0; FILE_LIMIT];
    let (status, _) = sandbox
        .form("POST", &path, &body, &[("files[0]", "a.png", fits)])
        .await;
    assert_eq!(status, 200);
    let described = json!({
        "attachments": [{"id": 0, "description": "x".repeat(1025)}], "allowed_mentions": {"parse": []},
    });
    let (status, answer) = sandbox
        .form("POST", &path, &described, &[("files[0]", "a.png", vec![1])])
        .await;
    assert_eq!(
        (
            status,
            code_at(&answer, "attachments.0.description").as_str()
        ),
        (400, "BASE_TYPE_MAX_LENGTH")
    );
    let edit = format!(
        "{path}/{}",
        text(&sandbox.seen(ALICE, GENERAL).await[0]["id"])
    );
    let (status, answer) = sandbox
        .api("PATCH", &edit, json!({"attachments": []}))
        .await;
    assert_eq!(
        (status, &answer["code"]),
        (400, &json!(50006)),
        "an edit may not empty a message"
    );
}

/// Values exactly at the limits are accepted.
#[tokio::test]
async fn what_is_just_allowed_is_allowed() {
    let sandbox = Sandbox::start().await;
    let rows: Value = (0..5)
        .map(|r| {
            row((0..5)
                .map(|b| button(&format!("{r}{b}{}", "x".repeat(98))))
                .collect())
        })
        .collect();
    let body = json!({
        "content": "🏰".repeat(2000), "components": rows, "allowed_mentions": {"parse": []},
        "embeds": [{"description": "x".repeat(4096)}, {"description": "x".repeat(1904)}], "nonce": "x".repeat(25),
    });
    let (status, answer) = sandbox
        .api("POST", &format!("/channels/{GENERAL}/messages"), body)
        .await;
    assert_eq!(status, 200, "{answer}");
    let body = json!({
        "components": [row(json!([select(options(25))]))], "attachments": [{"id": 0, "description": "x".repeat(1024)}],
        "embeds": [{"image": {"url": "attachment://a.png"}}], "allowed_mentions": {"parse": []},
    });
    let path = format!("/channels/{GENERAL}/messages");
    let (status, answer) = sandbox
        .form("POST", &path, &body, &[("files[0]", "a.png", vec![1])])
        .await;
    assert_eq!(status, 200, "{answer}");
    let shared = sandbox.server.shared();
    assert_eq!(shared.violations(), Vec::<String>::new());
}

/// `allowed_mentions` is optional on Discord; the sandbox counts a message without it as a violation.
#[tokio::test]
async fn forgotten_mentions_are_counted_but_sent() {
    let sandbox = Sandbox::start().await;
    let path = format!("/channels/{GENERAL}/messages");
    let (status, sent) = sandbox
        .api("POST", &path, json!({"content": format!("<@{ALICE}>")}))
        .await;
    assert_eq!(status, 200);
    assert_eq!(sent["mentions"][0]["id"], ALICE.to_string());
    let quiet = json!({"content": format!("<@{ALICE}> <@{BOB}>"), "allowed_mentions": {"users": [BOB.to_string()]}});
    let (_, sent) = sandbox.api("POST", &path, quiet).await;
    assert_eq!(sent["mentions"].as_array().unwrap().len(), 1);
    assert_eq!(sent["mentions"][0]["id"], BOB.to_string());
    let violations = sandbox.server.shared().violations();
    assert_eq!(
        violations,
        [format!("POST {path}: allowed_mentions is missing")]
    );
}
