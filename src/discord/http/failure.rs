//! Failures of requests: whether to retry, and how to log them.

use serenity::http::HttpError;

/// The error for a successful response that Discord would not send.
pub const NOT_DISCORDS: &str = "something else than Discord has answered";

/// The longest word of Discord's reason that is logged, in characters, and the most words.
const LONGEST_WORD: usize = 24;
const WORDS: usize = 20;

/// The way to continue after a failure.
#[derive(Clone, Copy)]
pub enum RetryDecision {
    /// Trying again may help. `unsure` is true if the request may have been carried out nevertheless.
    Again { unsure: bool },
    /// There were too many requests: trying again helps after a while.
    Limited,
    /// Trying again cannot help.
    Final,
}

/// The status of a request that was one too many.
pub const TOO_MANY: u16 = 429;

pub fn verdict(error: &serenity::Error) -> RetryDecision {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            match response.status_code.as_u16() {
                TOO_MANY => RetryDecision::Limited,
                // A redirection comes from a server in front of Discord, which passes on nothing then.
                300..=399 | 408 => RetryDecision::Again { unsure: false },
                500..=599 => RetryDecision::Again { unsure: true },
                _ => RetryDecision::Final,
            }
        }
        serenity::Error::Http(HttpError::Request(_))
        | serenity::Error::Io(_)
        | serenity::Error::Json(_)
        | serenity::Error::Other(NOT_DISCORDS) => RetryDecision::Again { unsure: true },
        _ => RetryDecision::Final,
    }
}

/// Returns Discord's code of an error.
pub fn code(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            Some(response.error.code)
        }
        _ => None,
    }
}

/// Returns an error in words, without its address, which may hold a token, and without a foreign response, which may
/// quote it.
pub fn said(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let (status, error) = (response.status_code.as_u16(), &response.error);
            match error.code {
                1.. => format!(
                    "HTTP {status}, code {}: {}",
                    error.code,
                    safe(&error.message)
                ),
                _ => format!("HTTP {status}, with a reason that cannot be read"),
            }
        }
        serenity::Error::Http(HttpError::Request(error)) => {
            if error.is_timeout() {
                "the request timed out".to_owned()
            } else if error.is_connect() {
                "no connection".to_owned()
            } else {
                "the connection failed".to_owned()
            }
        }
        serenity::Error::Http(_) | serenity::Error::Url(_) => "the request failed".to_owned(),
        serenity::Error::Io(_) => "the connection failed".to_owned(),
        serenity::Error::Json(_) | serenity::Error::Decode(..) => NOT_DISCORDS.to_owned(),
        other => other.to_string(),
    }
}

/// Returns those words of a response that cannot be an address or a token.
fn safe(text: &str) -> String {
    let safe = text.split_whitespace().filter(|word| {
        word.chars().count() <= LONGEST_WORD
            && !word.contains(['/', '\\', '%'])
            && !word.chars().any(char::is_control)
    });
    safe.take(WORDS).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_an_address_or_a_token_is_not_repeated() {
        let token = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEy";
        for (text, repeated) in [
            ("Missing Permissions", "Missing Permissions"),
            (
                &format!("Nothing at /interactions/5/{token}/callback here"),
                "Nothing at here",
            ),
            (&format!("Unknown {token}"), "Unknown"),
            ("https:%2F%2Fdiscord.com no", "no"),
        ] {
            assert_eq!(safe(text), repeated);
        }
    }
}
