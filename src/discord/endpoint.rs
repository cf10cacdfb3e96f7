//! Interactions that Discord sends by HTTP to an address of the bot, instead of over the gateway.
//!
//! A request's signature is checked before anything in it is read; Discord itself sends wrong ones now and then, to see
//! them refused. Each interaction is acknowledged with 202 at once and answered by the callback, as over the gateway,
//! so that all later steps are the same. Encryption is left to the web server in front.

pub mod serve;

use std::net::SocketAddr;

use anyhow::{Context as _, anyhow, bail};
use serenity::http::{Http, Route};
use serenity::model::id::ApplicationId;
use tokio::net::TcpListener;

use super::obstacle::ask;
use crate::config::{PublicKey, no_listener};

/// The address where Discord's requests arrive, and the key that verifies their signatures.
#[derive(Debug)]
pub struct Endpoint {
    pub(super) listener: TcpListener,
    pub(super) key: PublicKey,
}

impl Endpoint {
    /// Listens at an address; port 0 is any free one.
    ///
    /// # Errors
    /// The address is taken, or is not one of this machine.
    pub async fn bind(address: SocketAddr, key: PublicKey) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(address).await;
        let listener =
            listener.map_err(|error| anyhow!(no_listener("ROOKERY_HTTP", address, &error)))?;
        Ok(Endpoint { listener, key })
    }

    /// Returns the address at which the endpoint listens.
    ///
    /// # Errors
    /// The operating system does not report it.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Asks Discord for the application, and checks that it has this endpoint's key.
    ///
    /// # Errors
    /// Discord cannot be reached, refuses the token, or reports another key.
    pub(super) async fn application(
        &self,
        http: &Http,
        server: &str,
    ) -> anyhow::Result<ApplicationId> {
        let asked = ask(http, Route::Oauth2ApplicationCurrent).await;
        let application = asked.map_err(|obstacle| anyhow!(obstacle.sentence(server)))?;
        if application["verify_key"].as_str().and_then(PublicKey::read) != Some(self.key) {
            bail!(
                "DISCORD_PUBLIC_KEY is not the key of the token's application: copy \"Public Key\" from its page \
                 \"General Information\""
            );
        }
        let id = application["id"].as_str().and_then(|id| id.parse().ok());
        let id: u64 = id.context("Discord names no application")?;
        Ok(ApplicationId::new(id.max(1)))
    }
}
