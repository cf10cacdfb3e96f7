//! Matches as they are held and changed: found, loaded from the store, kept in memory, changed, committed.
//!
//! [`load`] gives a [`loaded`] match, from the [`cache`] or by replaying its events; [`change`] applies a request to a
//! [`pending`] copy of it and commits the copy.

pub(super) mod cache;
pub(super) mod change;
pub(super) mod failing;
pub(super) mod find;
pub(super) mod load;
pub(super) mod loaded;
pub(super) mod opening;
pub(super) mod pending;
pub(super) mod seats;
pub(super) mod texts;
pub(super) mod throws;
pub(super) mod unreplayable;
pub(super) mod upgrade;
