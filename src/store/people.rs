//! People and servers: their settings, ratings, vacations, limits and moderation, and the erasure of a person.

pub(super) mod audience;
pub(super) mod limit;
pub(super) mod moderation;
pub(super) mod privacy;
pub(super) mod rating;
pub(super) mod settings;
pub(super) mod vacation;
