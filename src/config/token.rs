//! The bot's token, and what is pasted in its place.

use std::fmt;

use super::ConfigError;

/// The address at which Discord shows people their applications.
pub const PORTAL: &str = "https://discord.com/developers/applications";

/// A bot's token. It is never shown: neither `Debug` nor any error writes it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Reads a token as Discord's developer portal shows it. Spaces and quotation marks around it, `Bot ` and
    /// `DISCORD_TOKEN=` before it are dropped.
    ///
    /// # Errors
    /// The text is something else. Discord alone knows if it is a token, so only what certainly is none is refused.
    pub fn new(text: &str) -> Result<Self, ConfigError> {
        let text = bare(text);
        match mistaken(text) {
            None => Ok(Token(text.to_owned())),
            Some(what) => Err(ConfigError(format!(
                "DISCORD_TOKEN is {what} and not a bot's token: reset the token on the page \"Bot\" of your application \
                 at {PORTAL} and copy it."
            ))),
        }
    }

    /// Returns the token itself, for the one place that sends it to Discord.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}

/// Returns a text without what copying can bring along.
fn bare(text: &str) -> &str {
    let brought = |c: char| {
        let is_quote = matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’');
        c.is_whitespace() || is_quote || matches!(c, '\u{200b}' | '\u{feff}')
    };
    let mut text = text.trim_matches(brought);
    for before in ["DISCORD_TOKEN=", "Bot ", "bot "] {
        let rest = text.strip_prefix(before).unwrap_or(text);
        text = rest.trim_matches(brought);
    }
    text
}

/// Returns what a text is that is certainly no token.
fn mistaken(text: &str) -> Option<&'static str> {
    let is_word = |part: &str| {
        part.bytes()
            .all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_')
    };
    let parts: Vec<&str> = text.split('.').collect();
    if text.is_empty() {
        Some("empty")
    } else if text.starts_with("https://") || text.starts_with("http://") {
        Some("an address")
    } else if !text.bytes().all(|c| c.is_ascii_graphic()) {
        Some("a text with spaces, line breaks or signs that no token has")
    } else if text.len() == 64 && text.bytes().all(|c| c.is_ascii_hexdigit()) {
        Some("a public key")
    } else if (17..=20).contains(&text.len()) && text.bytes().all(|c| c.is_ascii_digit()) {
        Some("an application's id")
    } else if text.len() == 32 && is_word(text) {
        Some("a client secret")
    } else if parts.len() == 2 && parts[0].len() >= 20 {
        Some("a part of a token")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three parts, as every token has; good for nothing.
    const TOKEN: &str = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.Gabcde.0123456789-abcdefghijklmnopqrstuvwxyz_A";

    #[test]
    fn what_copying_brings_along_is_dropped() {
        for pasted in [
            format!("{TOKEN}\n"),
            format!("  {TOKEN}\r\n"),
            format!("\n{TOKEN}"),
            format!("Bot {TOKEN}"),
            format!("bot  {TOKEN}"),
            format!("\"{TOKEN}\""),
            format!("'Bot {TOKEN}'"),
            format!("“{TOKEN}”"),
            format!("DISCORD_TOKEN={TOKEN}"),
            format!("DISCORD_TOKEN=\"Bot {TOKEN}\"\n"),
            format!("\u{feff}{TOKEN}\u{200b}\u{a0}"),
        ] {
            assert_eq!(Token::new(&pasted).unwrap().expose(), TOKEN, "{pasted:?}");
        }
    }

    #[test]
    fn what_is_pasted_in_place_of_a_token_is_named_and_never_repeated() {
        let key = "0123456789abcdef".repeat(4);
        let secret = "aB3-_".repeat(6) + "xy";
        let (begin, _) = TOKEN.rsplit_once('.').unwrap();
        let cut = TOKEN.replace(".G", ".\nG");
        for (pasted, named) in [
            ("", "empty"),
            (" \n", "empty"),
            (&key, "public key"),
            ("1234567890123456789", "application's id"),
            (&secret, "client secret"),
            (begin, "a part of a token"),
            (&cut, "line breaks"),
            ("schlüssel", "signs that no token has"),
            ("https://discord.com/oauth2/authorize", "an address"),
        ] {
            let said = Token::new(pasted).unwrap_err().to_string();
            assert!(
                said.contains(named) && said.contains("page \"Bot\""),
                "{said}"
            );
            assert!(pasted.trim().is_empty() || !said.contains(pasted), "{said}");
        }
    }
}
