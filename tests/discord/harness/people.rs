//! Users' actions in the sandbox: commands, buttons, menus and forms.

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::*;

impl Harness {
    /// Sends a request to the sandbox's own routes.
    pub fn people<'a>(&'a self, what: &'a str, body: Value) -> BoxFuture<'a, (u16, Value)> {
        Box::pin(async move {
            let url = format!("{}/sandbox/{what}", self.server.api_base());
            let response = self.http.post(url).json(&body).send().await.unwrap();
            (response.status().as_u16(), response.json().await.unwrap())
        })
    }

    /// Uploads a file for a command; returns its name for the command.
    pub fn upload<'a>(
        &'a self,
        user: &'a str,
        name: &'a str,
        bytes: Vec<u8>,
    ) -> BoxFuture<'a, String> {
        Box::pin(async move {
            let url = format!("{}/sandbox/upload", self.server.api_base());
            let request = self.http.post(url).query(&[("user", user), ("name", name)]);
            let response = request.body(bytes).send().await.unwrap();
            let answer: Value = response.json().await.unwrap();
            answer["attachment"]["id"].as_str().unwrap().to_owned()
        })
    }

    /// Sends an API request that the bot would not make.
    pub fn api<'a>(&'a self, path: &'a str, body: Value) -> BoxFuture<'a, Value> {
        Box::pin(async move {
            let url = format!("{}/api/v10{path}", self.server.api_base());
            let request = self
                .http
                .post(url)
                .header("authorization", format!("Bot {}", self.server.token()))
                .json(&body);
            request.send().await.unwrap().json().await.unwrap()
        })
    }

    /// Deletes a message that everybody sees.
    pub fn delete<'a>(&'a self, message: &'a Value) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let id = |key: &str| message[key].as_str().unwrap().to_owned();
            let path = format!("/channels/{}/messages/{}", id("channel_id"), id("id"));
            let url = format!("{}/api/v10{path}", self.server.api_base());
            let token = format!("Bot {}", self.server.token());
            let request = self.http.delete(url).header("authorization", token);
            assert!(request.send().await.unwrap().status().is_success());
        })
    }

    pub fn interact(&self, mut body: Value) -> BoxFuture<'_, Outcome> {
        Box::pin(async move {
            body["wait"] = json!(true);
            let (status, answer) = self.people("interact", body.clone()).await;
            assert_eq!(status, 200, "{body}: {answer}");
            Outcome {
                message: answer["message"].clone(),
                state: answer["state"].as_str().unwrap_or_default().to_owned(),
                deferred: answer["deferred"] == true,
            }
        })
    }

    /// Uses a command with text options.
    pub fn command(
        &self,
        user: &str,
        channel: &str,
        command: &str,
        options: &[(&str, &str)],
    ) -> BoxFuture<'_, Outcome> {
        self.interact(json!({
            "user": user, "channel": channel, "kind": "command", "command": command, "options": texts(options),
        }))
    }

    pub fn play(&self, user: &str, channel: &str, mv: &str) -> BoxFuture<'_, Outcome> {
        self.command(user, channel, "move", &[("move", mv)])
    }

    /// Returns the suggestions for the first option.
    pub fn complete<'a>(
        &'a self,
        user: &'a str,
        channel: &'a str,
        command: &'a str,
        options: &'a [(&'a str, &'a str)],
    ) -> BoxFuture<'a, Vec<(String, String)>> {
        Box::pin(async move {
            let mut options = texts(options);
            options[0]["focused"] = json!(true);
            let (status, answer) = self
            .people(
                "interact",
                json!({
                    "user": user, "channel": channel, "kind": "autocomplete", "command": command,
                    "options": options,
                }),
            )
            .await;
            assert_eq!(status, 200, "{answer}");
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            answer["choices"]
                .as_array()
                .unwrap()
                .iter()
                .map(|choice| (text(&choice["name"]), text(&choice["value"])))
                .collect()
        })
    }

    pub fn press(&self, user: &str, message: &Value, custom_id: &str) -> BoxFuture<'_, Outcome> {
        self.interact(json!({
            "user": user, "channel": message["channel_id"], "kind": "component", "message": message["id"],
            "custom_id": custom_id,
        }))
    }

    /// Presses the button with that label.
    pub fn click(&self, user: &str, message: &Value, label: &str) -> BoxFuture<'_, Outcome> {
        self.press(user, message, &button(message, label))
    }

    /// Asks to resign by the button behind "More".
    pub fn resign<'a>(&'a self, user: &'a str, message: &'a Value) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let more = self.click(user, message, "More").await.message;
            self.click(user, &more, "Resign").await
        })
    }

    /// Offers a draw and confirms it, in the match's channel; returns the board that shows it.
    pub fn offer_draw<'a>(&'a self, user: &'a str, channel: &'a str) -> BoxFuture<'a, Value> {
        Box::pin(async move {
            let asked = self.command(user, channel, "draw", &[]).await.message;
            assert!(is_private(&asked), "{asked}");
            self.click(user, &asked, "Yes, offer a draw").await;
            let is_newer = |message: &Value| message["id"].as_str() > asked["id"].as_str();
            let shows = |message: &Value| content(message).contains("offers a draw");
            self.message(user, channel, |m| is_newer(m) && is_board(m) && shows(m))
                .await
        })
    }

    /// Takes the option of the message's menu whose label begins so.
    pub fn pick<'a>(
        &'a self,
        user: &'a str,
        message: &'a Value,
        label: &'a str,
    ) -> BoxFuture<'a, Outcome> {
        Box::pin(async move {
            let is_it = |option: &&Value| option["label"].as_str().unwrap().starts_with(label);
            let menus = components(message);
            let menus = menus.iter().filter(|component| component["type"] == 3);
            // Of several menus the last asks, and those before it are answered.
            let (menu, option) = menus
                .rev()
                .find_map(|menu| {
                    let options = menu["options"].as_array().unwrap();
                    Some((menu, options.iter().find(is_it)?))
                })
                .unwrap_or_else(|| panic!("no option {label}: {message}"));
            self.interact(json!({
            "user": user, "channel": message["channel_id"], "kind": "component", "message": message["id"],
            "custom_id": menu["custom_id"], "values": [option["value"]],
        }))
        .await
        })
    }

    /// Lets Alice open a table of Abstract Chess as White and Bob join; returns the thread and the message with its
    /// first board.
    pub fn begin(&self) -> BoxFuture<'_, (String, Value)> {
        Box::pin(async move {
            let table = self.open(&[("side", "white")]).await;
            let joined = self.click(BOB, &table, "Join").await;
            assert_eq!(joined.state, "answered");
            self.first_board().await
        })
    }

    /// Waits for a thread, the newest if there are several, and for a board in it.
    pub fn first_board(&self) -> BoxFuture<'_, (String, Value)> {
        Box::pin(async move {
            let begun = Instant::now();
            let thread = loop {
                let changes = self.server.shared().changes();
                if let Some(thread) = self.thread().await {
                    break thread;
                }
                assert!(begun.elapsed() < TIMEOUT, "no thread");
                self.changed_since(changes).await;
            };
            let board = self.message(ALICE, &thread, is_board).await;
            (thread, board)
        })
    }

    /// Lets Alice open a table of Abstract Chess in the channel for games.
    pub fn open<'a>(&'a self, options: &'a [(&'a str, &'a str)]) -> BoxFuture<'a, Value> {
        self.open_game("abstract-chess", options)
    }

    /// Lets Alice open a table in the channel for games.
    pub fn open_game<'a>(
        &'a self,
        game: &'a str,
        options: &'a [(&'a str, &'a str)],
    ) -> BoxFuture<'a, Value> {
        Box::pin(async move {
            let opened = self
                .subcommand(ALICE, GAMES, "new", game, texts(options))
                .await;
            assert_eq!(opened.state, "answered");
            if !opened.deferred {
                return opened.message;
            }
            // On a slow machine the answer is private text first, and the table a message after it.
            let is_newer = |message: &Value| message["id"].as_str() > opened.message["id"].as_str();
            let is_table = |message: &Value| has_button(message, "Join") && is_newer(message);
            self.message(ALICE, GAMES, is_table).await
        })
    }

    /// Uses a command's subcommand.
    pub fn subcommand(
        &self,
        user: &str,
        channel: &str,
        command: &str,
        sub: &str,
        options: Value,
    ) -> BoxFuture<'_, Outcome> {
        self.interact(json!({
            "user": user, "channel": channel, "kind": "command", "command": command,
            "options": [{"name": sub, "type": 1, "options": options}],
        }))
    }
}

fn texts(options: &[(&str, &str)]) -> Value {
    options
        .iter()
        .map(|(name, value)| json!({"name": name, "type": if *name == "opponent" { 6 } else { 3 }, "value": value}))
        .collect()
}
