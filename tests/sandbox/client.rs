//! Two bare clients: one for the API and the sandbox's own routes, one for the gateway.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::multipart::{Form, Part};
use rookery::sandbox::{Limits, Server, Setup, payloads};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub const ALICE: u64 = payloads::PEOPLE[0].0;
pub const BOB: u64 = payloads::PEOPLE[1].0;
pub const GENERAL: u64 = payloads::GENERAL;
/// Alice's direct messages with the bot.
pub const ALICES: u64 = 5_000_000_000_000_000_001;

/// A server that allows a second and a half for first answers, and a client for it.
pub struct Sandbox {
    pub server: Server,
    pub http: reqwest::Client,
}

impl Sandbox {
    pub async fn start() -> Sandbox {
        Sandbox::with(Limits::default()).await
    }

    pub async fn with(limits: Limits) -> Sandbox {
        let setup = Setup {
            limits,
            ..Setup::default()
        };
        let server = Server::start(setup).await.unwrap();
        Sandbox {
            server,
            http: reqwest::Client::new(),
        }
    }

    /// Sends an API request with the bot's token; returns status and body.
    pub async fn api(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.server.api_base());
        let mut request = self
            .http
            .request(method.parse().unwrap(), url)
            .header("authorization", format!("Bot {}", self.server.token()));
        if !body.is_null() {
            request = request.json(&body);
        }
        answer(request).await
    }

    /// Sends an API request as a form with files; returns status and body.
    pub async fn form(
        &self,
        method: &str,
        path: &str,
        body: &Value,
        files: &[(&str, &str, Vec<u8>)],
    ) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.server.api_base());
        let mut form = Form::new().text("payload_json", body.to_string());
        for (part, name, bytes) in files {
            let file = Part::bytes(bytes.clone()).file_name((*name).to_owned());
            form = form.part((*part).to_owned(), file);
        }
        let request = self
            .http
            .request(method.parse().unwrap(), url)
            .header("authorization", format!("Bot {}", self.server.token()))
            .multipart(form);
        answer(request).await
    }

    /// Sends a request to the sandbox's own routes.
    pub async fn people(&self, what: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/sandbox/{what}", self.server.api_base());
        answer(self.http.post(url).json(&body)).await
    }

    /// Returns the messages of a channel, as a user sees them.
    pub async fn seen(&self, user: u64, channel: u64) -> Vec<Value> {
        let url = format!("{}/sandbox/state?user={user}", self.server.api_base());
        let (_, state) = answer(self.http.get(url)).await;
        state["messages"][channel.to_string()]
            .as_array()
            .cloned()
            .unwrap_or_default()
    }

    /// Registers a few commands.
    pub async fn register(&self) {
        let commands = json!([
            {"name": "play", "description": "Plays.", "options": [
                {"type": 3, "name": "move", "description": "A move.", "autocomplete": true, "required": true},
                {"type": 6, "name": "against", "description": "Whom."},
                {"type": 4, "name": "days", "description": "How long.", "min_value": 1, "max_value": 14},
            ]},
            {"name": "look", "description": "Looks."},
        ]);
        let path = format!("/applications/{}/commands", payloads::BOT);
        let (status, registered) = self.api("PUT", &path, commands).await;
        assert_eq!(status, 200, "{registered}");
    }

    /// Lets Alice use `/look`; returns its interaction's snowflake and token, as the gateway reports them.
    pub async fn look(&self, gateway: &mut Gateway) -> (String, String) {
        self.act(gateway, json!({"user": ALICE.to_string(), "channel": GENERAL.to_string(), "kind": "command", "command": "look"}))
            .await
    }

    /// Lets a user act; returns the interaction's snowflake and token, as the gateway reports them.
    pub async fn act(&self, gateway: &mut Gateway, what: Value) -> (String, String) {
        let (status, done) = self.people("interact", what).await;
        assert_eq!(status, 200, "{done}");
        let event = gateway.event("INTERACTION_CREATE").await;
        assert_eq!(event["id"], done["interaction"]);
        (text(&event["id"]), text(&event["token"]))
    }

    /// Answers an interaction.
    pub async fn callback(&self, (id, token): &(String, String), body: Value) -> (u16, Value) {
        self.api(
            "POST",
            &format!("/interactions/{id}/{token}/callback"),
            body,
        )
        .await
    }
}

async fn answer(request: reqwest::RequestBuilder) -> (u16, Value) {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let body = response.bytes().await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// A bare gateway connection.
pub struct Gateway {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub session: String,
    pub seq: u64,
}

impl Gateway {
    /// Connects and receives the hello.
    pub async fn connect(server: &Server) -> Gateway {
        let url = format!("ws://{}/gateway?v=10&encoding=json", server.address());
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        let mut gateway = Gateway {
            socket,
            session: String::new(),
            seq: 0,
        };
        let hello = gateway.next().await.unwrap();
        assert_eq!(hello["op"], 10);
        gateway
    }

    /// Connects and identifies.
    pub async fn identify(server: &Server, intents: u64) -> Gateway {
        let mut gateway = Gateway::connect(server).await;
        gateway.send(identify(server.token(), intents)).await;
        let ready = gateway.event("READY").await;
        gateway.session = text(&ready["session_id"]);
        gateway
    }

    pub async fn send(&mut self, payload: Value) {
        self.socket
            .send(Message::Text(payload.to_string().into()))
            .await
            .unwrap();
    }

    pub async fn send_text(&mut self, text: &str) {
        self.socket
            .send(Message::Text(text.to_owned().into()))
            .await
            .unwrap();
    }

    /// Returns the next payload, or the close code (0 if the connection is just cut).
    pub async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(5), self.socket.next())
                .await
                .expect("the gateway should have said something");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    let payload: Value = serde_json::from_str(&text).unwrap();
                    if let Some(seq) = payload["s"].as_u64() {
                        self.seq = seq;
                    }
                    return Ok(payload);
                }
                Some(Ok(Message::Close(close))) => {
                    return Err(close.map_or(0, |close| close.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    /// Returns the close code that ends the connection.
    pub async fn close_code(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }

    /// Returns the data of the next event of that name.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload = self.next().await.unwrap();
            if payload["t"] == name {
                return payload["d"].clone();
            }
        }
    }
}

pub fn identify(token: &str, intents: u64) -> Value {
    json!({"op": 2, "d": {
        "token": token, "intents": intents, "shard": [0, 1],
        "properties": {"os": "linux", "browser": "test", "device": "test"},
    }})
}
