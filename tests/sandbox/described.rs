//! Tests of the layer that checks requests against Discord's description of its API: it accepts what serenity writes,
//! and finds errors.

use rookery::sandbox::Recorded;
use serde_json::{Value, json};
use serenity::all::{
    Builder as _, ButtonStyle, ChannelId, CommandOptionType, CreateActionRow,
    CreateAllowedMentions, CreateAttachment, CreateButton, CreateCommand, CreateCommandOption,
    CreateEmbed, CreateInputText, CreateInteractionResponse, CreateInteractionResponseMessage,
    CreateMessage, CreateModal, CreateThread, EditAttachments, EditInteractionResponse,
    EditMessage, EditThread, HttpBuilder, InputTextStyle,
};

use super::client::{ALICE, GENERAL, Gateway, Sandbox};
use super::openapi;

/// Requests written by serenity's builders all fit Discord's description, open and closed, and the server takes them.
#[tokio::test]
async fn serenitys_requests_fit_the_description() {
    let sandbox = Sandbox::start().await;
    let http = HttpBuilder::new(sandbox.server.token())
        .application_id(rookery::sandbox::payloads::BOT.into())
        .proxy(sandbox.server.api_base())
        .ratelimiter_disabled(true)
        .build();
    let option = CreateCommandOption::new(CommandOptionType::String, "move", "A move.")
        .set_autocomplete(true)
        .required(true);
    let command = CreateCommand::new("play")
        .description("Plays.")
        .add_option(option);
    let look = CreateCommand::new("look").description("Looks.");
    let registered = http.create_global_commands(&[command, look]).await.unwrap();
    assert_eq!(registered.len(), 2);
    assert_eq!(http.get_global_commands().await.unwrap().len(), 2);
    http.get_current_application_info().await.unwrap();
    http.get_bot_gateway().await.unwrap();

    let mut gateway = Gateway::identify(&sandbox.server, 0).await;
    let rows = vec![CreateActionRow::Buttons(vec![
        CreateButton::new("a").label("Board"),
        CreateButton::new("b")
            .label("Resign")
            .style(ButtonStyle::Danger)
            .disabled(true),
    ])];
    let nobody = CreateAllowedMentions::new;
    let look = sandbox.look(&mut gateway).await;
    let file = CreateAttachment::bytes(super::gateway::picture(), "a.png").description("a board");
    let message = CreateInteractionResponseMessage::new()
        .content("here")
        .allowed_mentions(nobody())
        .components(rows.clone())
        .embed(CreateEmbed::new().title("t").image("attachment://a.png"))
        .add_file(file.clone());
    respond(&http, &look, CreateInteractionResponse::Message(message)).await;
    let message = sandbox.seen(ALICE, GENERAL).await.remove(0);
    assert_eq!(message["embeds"][0]["image"]["width"], 4);

    let token = &look.1;
    let edit = EditInteractionResponse::new()
        .content("there")
        .allowed_mentions(nobody())
        .attachments(EditAttachments::new().add(file.clone()));
    let edited = http
        .edit_original_interaction_response(token, &edit, vec![file.clone()])
        .await
        .unwrap();
    assert_eq!(
        (edited.content.as_str(), edited.attachments.len()),
        ("there", 1)
    );
    let press = json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "component",
        "message": message["id"], "custom_id": "a"});
    let pressed = sandbox.act(&mut gateway, press.clone()).await;
    let modal = CreateModal::new("m", "Your move").components(vec![CreateActionRow::InputText(
        CreateInputText::new(InputTextStyle::Short, "Move", "t"),
    )]);
    respond(&http, &pressed, CreateInteractionResponse::Modal(modal)).await;
    let pressed = sandbox.act(&mut gateway, press).await;
    let update = CreateInteractionResponseMessage::new()
        .content("updated")
        .allowed_mentions(nobody())
        .components(rows);
    respond(
        &http,
        &pressed,
        CreateInteractionResponse::UpdateMessage(update),
    )
    .await;

    let channel = ChannelId::new(GENERAL);
    let message = CreateMessage::new().content("x").add_file(file);
    let message = message.allowed_mentions(nobody());
    let sent = message.execute(&http, (channel, None)).await.unwrap();
    let edit = EditMessage::new().content("y").allowed_mentions(nobody());
    edit.execute(&http, (channel, sent.id, None)).await.unwrap();
    let thread = CreateThread::new("a game");
    let thread = thread.execute(&http, (channel, Some(sent.id)));
    let thread = thread.await.unwrap();
    let archived = EditThread::new().archived(true);
    archived.execute(&http, thread.id).await.unwrap();
    let public = serenity::all::ChannelType::PublicThread;
    let thread = CreateThread::new("another").kind(public);
    thread.execute(&http, (channel, None)).await.unwrap();
    let recipient = json!({"recipient_id": ALICE.to_string()});
    let direct = http.create_private_channel(&recipient).await.unwrap();
    let message = CreateMessage::new().content("unmentioned");
    message.execute(&http, (direct.id, None)).await.unwrap();

    let shared = sandbox.server.shared();
    assert_eq!(
        shared.violations().len(),
        1,
        "the last message has no allowed_mentions: {:?}",
        shared.violations()
    );
    assert_eq!(openapi::faults(&shared.requests()), Vec::<String>::new());
}

async fn respond(
    http: &serenity::http::Http,
    (id, token): &(String, String),
    response: CreateInteractionResponse,
) {
    let id = serenity::all::InteractionId::new(id.parse().unwrap());
    response.execute(http, (id, token)).await.unwrap();
}

/// Errors are found, by their place; members that Discord does not know are found if the schemas are closed.
#[test]
fn the_description_finds_what_is_wrong() {
    let request = |path: &str, body: Value| Recorded {
        method: "POST".to_owned(),
        path: path.to_owned(),
        body,
        files: Vec::new(),
        status: 200,
        answer: Value::Null,
    };
    let Some(description) = openapi::Description::get() else {
        return;
    };
    let callback = "/interactions/1/t/callback";
    let faults = |request: Recorded| description.faults_of(&request).join("\n");
    let answer = |data: Value| request(callback, json!({"type": 4, "data": data}));
    assert_eq!(faults(answer(json!({"content": "x"}))), "");
    assert!(faults(answer(json!({"content": 7}))).contains("/data"));
    assert!(faults(answer(json!({"contents": "x"}))).contains("(closed)"));
    let choices: Value = (0..26)
        .map(|n| json!({"name": "n", "value": n.to_string()}))
        .collect();
    let choices = json!({"type": 8, "data": {"choices": choices}});
    assert!(faults(request(callback, choices)).contains("/data"));
    assert!(faults(request("/channels/1/nothing", json!({}))).contains("no such request"));
}
