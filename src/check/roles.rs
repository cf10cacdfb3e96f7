//! Checks that Discord sends interactions to where this process receives them.

use serde_json::Value;
use serenity::http::{Http, Route};
use serenity::model::id::ApplicationId;

use super::finding::{Finding, Weight, found};
use crate::config::{Config, PublicKey, Roles};
use crate::discord::ask;

const ABOUT: &str = "roles";

/// Names this process's roles, and those that other processes must take.
pub(super) fn own(roles: Roles) -> Finding {
    let beside = match (roles.answers(), roles.scheduler, roles.notifier) {
        (true, true, true) => "",
        (false, ..) => {
            "; another one must be gateway or http, or nobody is answered and no clock runs"
        }
        (true, false, true) => "; another one must be scheduler, or no time runs out",
        (true, true, false) => "; another one must be notifier, or no messages are sent",
        (true, false, false) => {
            "; others must be scheduler and notifier, or no time runs out and no messages are sent"
        }
    };
    found(
        Weight::Good,
        ABOUT,
        format!("this process is {roles}{beside}."),
    )
}

/// Compares this process with the application's settings at Discord: its key, the address for interactions, and the
/// commands, which the bot must be able to register.
pub(super) async fn of_application(http: &Http, config: &Config, server: &str) -> Vec<Finding> {
    if !config.roles.answers() {
        return Vec::new();
    }
    let Ok(application) = ask(http, Route::Oauth2ApplicationCurrent).await else {
        let sentence = "Discord cannot be asked where it sends interactions to.";
        return vec![found(Weight::Doubtful, ABOUT, sentence)];
    };
    let mut findings = Vec::new();
    if config.roles.http {
        findings.push(key(&application, config.public_key));
    }
    findings.push(address(&application, config));
    let id = application["id"].as_str().and_then(|id| id.parse().ok());
    let application_id = ApplicationId::new(id.unwrap_or(1).max(1));
    if let Err(obstacle) = ask(http, Route::Commands { application_id }).await {
        let sentence = format!("{}.", obstacle.sentence_of_commands(server));
        findings.push(found(Weight::Wrong, "commands", sentence));
    }
    findings
}

fn key(application: &Value, ours: Option<PublicKey>) -> Finding {
    let theirs = application["verify_key"].as_str().and_then(PublicKey::read);
    if theirs.is_some() && theirs == ours {
        let sentence = "DISCORD_PUBLIC_KEY is the key of the token's application.";
        return found(Weight::Good, ABOUT, sentence);
    }
    found(
        Weight::Wrong,
        ABOUT,
        "DISCORD_PUBLIC_KEY is not the key of the token's application: copy \"Public Key\" from its page \"General \
         Information\".",
    )
}

/// Compares the application's address for interactions with this process's roles. If an address is set, Discord sends
/// every interaction there and none over the gateway.
fn address(application: &Value, config: &Config) -> Finding {
    let address = application["interactions_endpoint_url"].as_str();
    let http = config.http;
    match (address, config.roles.gateway, config.roles.http) {
        (None, true, _) => found(
            Weight::Good,
            ABOUT,
            "Discord sends interactions over the gateway.",
        ),
        (None, false, _) => found(
            Weight::Doubtful,
            ABOUT,
            format!(
                "Discord sends interactions over the gateway, so nothing arrives here: once this runs, set \
                 \"Interactions Endpoint URL\" on the application's page \"General Information\" to an https address \
                 that a web server passes on to http://{http}/interactions."
            ),
        ),
        (Some(address), _, true) => found(
            Weight::Good,
            ABOUT,
            format!(
                "Discord sends interactions to {address}, which must be passed on to http://{http}/interactions."
            ),
        ),
        (Some(address), _, false) => found(
            Weight::Wrong,
            ABOUT,
            format!(
                "Discord sends interactions to {address} and none over the gateway: empty \"Interactions Endpoint URL\" \
                 on the application's page \"General Information\", or give this process the role http."
            ),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The finding for a set of roles names the roles that other processes must take.
    #[test]
    fn what_other_processes_must_be_is_said() {
        let said = |roles: &str| own(Roles::read(roles).unwrap()).sentence;
        for whole in ["gateway,scheduler,notifier", "http,scheduler,notifier"] {
            assert_eq!(said(whole), format!("this process is {whole}."));
        }
        for (roles, missing) in [
            ("gateway", "scheduler and notifier"),
            ("http,scheduler", "another one must be notifier"),
            ("http,notifier", "another one must be scheduler"),
            ("scheduler", "gateway or http"),
            ("scheduler,notifier", "gateway or http"),
        ] {
            assert!(said(roles).contains(missing), "{}", said(roles));
        }
    }
}
