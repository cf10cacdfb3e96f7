//! Ports that cannot be listened at.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;

/// Returns why nothing can listen at an address, and what helps; `setting` is the setting that names it.
pub fn no_listener(setting: &str, address: SocketAddr, error: &Error) -> String {
    match error.kind() {
        ErrorKind::AddrInUse => format!(
            "another program listens at {address}: stop that one, or set {setting} to another port"
        ),
        ErrorKind::AddrNotAvailable => {
            format!("{address} is no address of this machine: correct {setting}")
        }
        ErrorKind::PermissionDenied => {
            format!("this user may not listen at {address}: set {setting} to a port from 1024 on")
        }
        _ => format!("nothing can listen at {address} ({error}): set {setting} to another address"),
    }
}
