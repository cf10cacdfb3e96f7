//! Interactions sent to an address of the bot's, as Discord sends them where an application has one: by POST and signed,
//! and none over the gateway.

use std::time::Duration;

use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::Value;

use super::payloads;
use super::state::{SharedState, State};

/// How long Discord waits for an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// What signs for the application. It is another one at each start.
pub(crate) struct Signer(Ed25519KeyPair);

impl Signer {
    pub(crate) fn new() -> Self {
        let seed: [u8; 32] = rand::random();
        Signer(Ed25519KeyPair::from_seed_unchecked(&seed).expect("any 32 bytes are a seed"))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl SharedState {
    /// The application's public key, in hexadecimal digits.
    #[must_use]
    pub fn public_key(&self) -> String {
        hex(self.inner.signer.0.public_key().as_ref())
    }

    /// The signature of a request with this timestamp and body, in hexadecimal digits.
    #[must_use]
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        let message = [timestamp.as_bytes(), body].concat();
        hex(self.inner.signer.0.sign(&message).as_ref())
    }

    /// Sends interactions to this address from now on, in the gateway's place; `None` over the gateway again.
    pub fn post_to(&self, address: Option<String>) {
        self.lock().endpoint = address;
    }

    /// Tells the bot of an interaction.
    pub(crate) fn tell_bot(&self, state: &mut State, payload: &Value) {
        match state.endpoint.clone() {
            None => state.dispatch("INTERACTION_CREATE", payload, 0),
            Some(address) => {
                let (world, body) = (self.clone(), payload.to_string());
                tokio::spawn(async move { world.post(&address, body).await });
            }
        }
    }

    /// Answers come by the callback, so the request itself is only acknowledged.
    async fn post(&self, address: &str, body: String) {
        let timestamp = (payloads::now() / 1_000).to_string();
        let signature = self.sign(&timestamp, body.as_bytes());
        let sent = reqwest::Client::new()
            .post(address)
            .header("content-type", "application/json")
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
            .timeout(PATIENCE)
            .body(body)
            .send()
            .await;
        match sent {
            Ok(answer) if answer.status().as_u16() == 202 => {}
            Ok(answer) => {
                let sentence = format!("an interaction was met with HTTP {}", answer.status());
                self.lock().violate(sentence);
            }
            // The bot may be gone; then nobody answers, and the page says so.
            Err(error) => tracing::debug!(%error, "an interaction could not be delivered"),
        }
    }
}
