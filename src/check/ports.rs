//! Checks of the ports that the program listens at.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};

use super::finding::{Finding, Weight, found};
use super::health::is_running;
use crate::config::{Config, no_listener};

const SANDBOX: &str = "ROOKERY_SANDBOX_PORT";

/// Returns what keeps this process from listening at each port of a start, with the setting that names the port.
fn taken(config: &Config) -> Vec<(&'static str, String)> {
    let here = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut ports = Vec::new();
    if let Some(port) = config.metrics_port {
        ports.push(("ROOKERY_METRICS_PORT", here(port)));
    }
    if config.roles.http {
        ports.push(("ROOKERY_HTTP", config.http));
    }
    if config.token.is_none() {
        ports.push((SANDBOX, here(config.sandbox_port)));
    }
    let tried = ports.into_iter().map(|(setting, address)| {
        let error = TcpListener::bind(address).err()?;
        Some((setting, no_listener(setting, address, &error)))
    });
    tried.flatten().collect()
}

/// Returns why a port of a start cannot be listened at; `None` if all can be.
pub fn taken_port(config: &Config) -> Option<String> {
    let mut taken = taken(config).into_iter();
    taken.next().map(|(_, sentence)| sentence)
}

/// Reports the ports of a start that cannot be listened at. A bot that runs holds them rightly.
pub(super) async fn look(config: &Config) -> Vec<Finding> {
    let taken = taken(config);
    if taken.is_empty() || is_running(&config.database).await {
        return Vec::new();
    }
    let findings = taken.into_iter().map(|(setting, sentence)| {
        // Without a token only the sandbox would start.
        let weight = if setting == SANDBOX {
            Weight::Doubtful
        } else {
            Weight::Wrong
        };
        found(weight, "ports", format!("{sentence}."))
    });
    findings.collect()
}
