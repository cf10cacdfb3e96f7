//! Interactions sent to the bot's own address: posted with a signature, and none over the gateway, as Discord does for
//! an application that has such an address.

use futures_util::FutureExt as _;
use ring::signature::KeyPair as _;
use serde_json::Value;

use super::payloads;
use super::state::{Endpoint, SharedState, State};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl SharedState {
    /// Returns the application's public key in hexadecimal digits.
    #[must_use]
    pub fn public_key(&self) -> String {
        hex(self.inner.signer.0.public_key().as_ref())
    }

    /// Returns the signature of a request with this timestamp and body, in hexadecimal digits.
    #[must_use]
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        let message = [timestamp.as_bytes(), body].concat();
        hex(self.inner.signer.0.sign(&message).as_ref())
    }

    /// Sends later interactions to these addresses in turn, instead of the gateway; over the gateway again if the list
    /// is empty.
    pub fn post_to(&self, addresses: Vec<String>) {
        let endpoints = addresses
            .into_iter()
            .map(|address| Endpoint { address, taken: 0 });
        self.lock().endpoints = endpoints.collect();
    }

    /// Returns the number of interactions that each address has taken.
    #[must_use]
    pub fn taken(&self) -> Vec<u64> {
        let state = self.lock();
        state.endpoints.iter().map(|one| one.taken).collect()
    }

    /// Sends an interaction to the bot, over the gateway or to the next of its addresses.
    pub(crate) fn send_to_bot(&self, state: &mut State, payload: &Value) {
        if state.endpoints.is_empty() {
            return state.dispatch("INTERACTION_CREATE", payload, 0);
        }
        state.posted += 1;
        // If an address cannot be reached, the next one is tried, as by a web server before several processes.
        let (count, first) = (state.endpoints.len(), state.posted);
        let in_turn = (first..first + count).map(|turn| {
            let number = turn % count;
            (number, state.endpoints[number].address.clone())
        });
        let in_turn: Vec<_> = in_turn.collect();
        let (shared, body) = (self.clone(), payload.to_string());
        let posting = async move {
            for (number, address) in in_turn {
                if shared.post(number, &address, &body).await {
                    return;
                }
            }
        };
        tokio::spawn(posting.boxed());
    }

    /// Posts an interaction, whose answer comes by the callback. Returns false if nobody could be reached.
    async fn post(&self, number: usize, address: &str, body: &str) -> bool {
        let timestamp = (payloads::now() / 1_000).to_string();
        let signature = self.sign(&timestamp, body.as_bytes());
        let sent = reqwest::Client::new()
            .post(address)
            .header("content-type", "application/json")
            .header("x-signature-ed25519", signature)
            .header("x-signature-timestamp", timestamp)
            .timeout(self.limits().first_answer)
            .body(body.to_owned())
            .send()
            .await;
        match sent {
            Ok(answer) if answer.status().as_u16() == 202 => {
                if let Some(endpoint) = self.lock().endpoints.get_mut(number) {
                    endpoint.taken += 1;
                }
            }
            Ok(answer) => {
                let sentence = format!("an interaction was met with HTTP {}", answer.status());
                self.lock().violate(sentence);
            }
            // The bot may be gone; then the interaction fails, and the page reports it.
            Err(error) => {
                tracing::debug!(%error, "an interaction could not be delivered");
                return !error.is_connect();
            }
        }
        true
    }
}
