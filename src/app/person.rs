//! People: preferences, profile, notes, tips, and all that is kept about a person.

pub(super) mod note;
pub(super) mod preferences;
pub(super) mod privacy;
pub(super) mod profile;
pub(super) mod tips;
