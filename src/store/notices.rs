//! Notices: the outbox, which of its notices are sent next, the posts that channels ask for, and who cannot be reached.

pub(super) mod bulletin;
pub(super) mod daily_puzzle;
pub(super) mod outbox;
pub(super) mod overtaken;
pub(super) mod reach;
pub(super) mod unsent;
