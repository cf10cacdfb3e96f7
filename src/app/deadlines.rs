//! Clocks and what runs out: claims and given time, timers that expire, vacations, and the scheduler.

pub(super) mod claim;
pub(super) mod expiry;
pub(super) mod health;
pub(super) mod schedule;
pub(super) mod vacation;
