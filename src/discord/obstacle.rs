//! Obstacles on the way to Discord. Each has one sentence, which says what to do about it wherever it is met.

use std::error::Error as StdError;
use std::io;
use std::iter::successors;
use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::DATE;
use rustls::{CertificateError, Error as TlsError};
use serde_json::Value;
use serenity::http::{Http, HttpError, LightMethod, Request, Route};

use super::http::said;
use crate::config::PORTAL;

/// Longest wait for the answer to a single request.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The code that serenity gives to an error that is not written in Discord's form.
const UNREADABLE: isize = -1;

/// A reason why a request to Discord has no answer, or none that helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Discord does not know the token.
    Token,
    /// The server's name cannot be looked up.
    Name,
    /// No connection can be made, or it is cut.
    Connection,
    /// There is no answer in time.
    Silence,
    /// The certificate is not valid yet, or not any more, by this machine's clock.
    Clock,
    /// The certificate is issued by an authority that is not trusted.
    Certificate,
    /// The answer is not Discord's.
    Foreign,
    /// Discord fails, with this HTTP status.
    Failure(u16),
    /// There were too many requests.
    TooMany,
    /// Discord refuses the request.
    Refused {
        /// HTTP status.
        status: u16,
        /// Discord's reason.
        said: String,
    },
}

impl Obstacle {
    /// Returns the obstacle behind an error.
    pub fn of(error: &serenity::Error) -> Obstacle {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                let status = response.status_code.as_u16();
                match status {
                    429 => Obstacle::TooMany,
                    500..=599 => Obstacle::Failure(status),
                    300..=399 => Obstacle::Foreign,
                    _ if response.error.code == UNREADABLE => Obstacle::Foreign,
                    401 => Obstacle::Token,
                    _ => Obstacle::Refused {
                        status,
                        said: said(error),
                    },
                }
            }
            serenity::Error::Http(HttpError::Request(error)) => Obstacle::of_connection(error),
            serenity::Error::Json(_) | serenity::Error::Decode(..) => Obstacle::Foreign,
            _ => Obstacle::Connection,
        }
    }

    fn of_connection(error: &reqwest::Error) -> Obstacle {
        for cause in causes(error) {
            if let Some(TlsError::InvalidCertificate(fault)) = cause.downcast_ref() {
                return match fault {
                    CertificateError::Expired
                    | CertificateError::ExpiredContext { .. }
                    | CertificateError::NotValidYet
                    | CertificateError::NotValidYetContext { .. } => Obstacle::Clock,
                    _ => Obstacle::Certificate,
                };
            }
            // The type of this error is private to hyper.
            if cause.to_string() == "dns error" {
                return Obstacle::Name;
            }
        }
        if error.is_timeout() {
            Obstacle::Silence
        } else if error.is_decode() {
            Obstacle::Foreign
        } else {
            Obstacle::Connection
        }
    }

    /// Returns the sentence, without its full stop. `server` is Discord, or the address of the server in its place.
    pub fn sentence(&self, server: &str) -> String {
        match self {
            Obstacle::Token => format!(
                "{server} does not know the token: make a new one on the page \"Bot\" of your application at {PORTAL} \
                 and put it into DISCORD_TOKEN"
            ),
            Obstacle::Name => format!(
                "{server} cannot be reached (its name cannot be looked up): check the network, and this machine's name \
                 server"
            ),
            Obstacle::Connection => format!(
                "{server} cannot be reached (no connection): check the network, and that no firewall keeps this machine \
                 from discord.com, port 443"
            ),
            Obstacle::Silence => format!(
                "{server} cannot be reached (no answer): check the network, and that no firewall keeps this machine from \
                 discord.com, port 443"
            ),
            Obstacle::Clock => format!(
                "{server}'s certificate is not valid at the time of this machine's clock ({:.0}): set the clock",
                Timestamp::now()
            ),
            Obstacle::Certificate => format!(
                "{server}'s certificate is not from an authority that this program trusts, so something else answers in \
                 its place: have the network's proxy let discord.com through unopened"
            ),
            Obstacle::Foreign => format!(
                "something else than {server} answers, such as the network's login page or proxy: log in to the network, \
                 or have it let discord.com through"
            ),
            Obstacle::Failure(status) => format!(
                "{server} fails (HTTP {status}): try again in a few minutes; https://discordstatus.com says if it is known"
            ),
            Obstacle::TooMany => format!(
                "{server} takes no more requests for now (HTTP 429): wait a few minutes, and look if something starts the \
                 bot again and again"
            ),
            Obstacle::Refused { said, .. } => format!(
                "{server} refuses the bot ({said}): look at {PORTAL} whether the application is still there and Discord \
                 has not restricted it"
            ),
        }
    }

    /// Returns the sentence for a request about the application's commands.
    pub fn sentence_of_commands(&self, server: &str) -> String {
        match self {
            Obstacle::Refused { said, .. } => format!(
                "{server} does not let the bot register its commands ({said}): look at {PORTAL} whether Discord has \
                 restricted the application, and use a token of that application"
            ),
            other => other.sentence(server),
        }
    }
}

/// Returns an error and what caused it. The source of an I/O error skips the error inside it.
fn causes<'e>(
    error: &'e (dyn StdError + 'static),
) -> impl Iterator<Item = &'e (dyn StdError + 'static)> {
    successors(Some(error), |error: &&'e (dyn StdError + 'static)| {
        let error = *error;
        let inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        match inner {
            Some(inner) => Some(inner as &(dyn StdError + 'static)),
            None => error.source(),
        }
    })
}

/// Sends a single request; returns the answer and the time of Discord's clock.
///
/// # Errors
/// There is no answer, or a refusal. The error itself is dropped, since it can contain an address.
pub async fn ask_with_time(
    http: &Http,
    route: Route<'_>,
) -> Result<(Value, Option<Timestamp>), Obstacle> {
    let asked = async {
        let response = http.request(Request::new(route, LightMethod::Get)).await?;
        let date = response.headers().get(DATE).and_then(|date| {
            let date = rfc2822::DateTimeParser::new().parse_timestamp(date.to_str().ok()?);
            date.ok()
        });
        let value: Value = response.json().await?;
        serenity::Result::Ok((value, date))
    };
    match tokio::time::timeout(TIMEOUT, asked).await {
        Ok(answered) => answered.map_err(|error| Obstacle::of(&error)),
        Err(_) => Err(Obstacle::Silence),
    }
}

/// Sends a single request; returns the answer.
///
/// # Errors
/// Those of [`ask_with_time`].
pub async fn ask(http: &Http, route: Route<'_>) -> Result<Value, Obstacle> {
    ask_with_time(http, route).await.map(|(value, _)| value)
}
