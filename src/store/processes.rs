//! Several processes on one database: what each of them is at work on, and which of them holds the gateway.

pub(super) mod claim;
pub(super) mod lease;
