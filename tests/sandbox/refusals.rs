//! What Discord refuses, refused in Discord's words.
