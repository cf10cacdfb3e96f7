//! Rate limits: headers on every answer, and refusals if a test demands them.
//!
//! Buckets are by method, route and major parameter (channel, guild, webhook), as on Discord; answers to interactions
//! have none. The figures were observed on Discord, which publishes none.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderValue};

use super::super::payloads;
use super::{ApiError, Call};

/// Number of buckets above which expired ones are dropped.
const KEPT: usize = 1000;

/// Uses of each bucket.
#[derive(Default)]
pub(crate) struct Buckets {
    used: HashMap<String, (u32, Instant)>,
    /// Number of requests in the present second, and its end.
    all: Option<(u32, Instant)>,
}

/// Period of the limit of all requests together.
const SECOND: Duration = Duration::from_secs(1);

/// A request's share of its bucket.
pub(crate) struct Share {
    bucket: String,
    limit: u32,
    used: u32,
    left: Duration,
}

impl Buckets {
    /// Counts a request against the limit of all requests together; returns the refusal if there were more than `limit`
    /// within a second. Answers to interactions are exempt.
    pub(crate) fn take_global(&mut self, call: &Call, limit: u32) -> Option<ApiError> {
        if call.path.starts_with("/interactions/") || call.path.starts_with("/webhooks/") {
            return None;
        }
        let now = Instant::now();
        let (used, end) = match self.all {
            Some((used, end)) if end > now => (used.saturating_add(1), end),
            Some(_) | None => (1, now + SECOND),
        };
        self.all = Some((used, end));
        (used > limit).then(|| ApiError::limited_globally(end.duration_since(now)))
    }

    /// Counts a request in its bucket; returns `None` for routes without a limit.
    pub(crate) fn take(&mut self, call: &Call) -> Option<Share> {
        let (bucket, limit, window) = bucket(call)?;
        let (now, window) = (Instant::now(), Duration::from_secs(window));
        if self.used.len() > KEPT {
            self.used.retain(|_, (_, end)| *end > now);
        }
        let (used, end) = self.used.entry(bucket.clone()).or_insert((0, now + window));
        if *end <= now {
            (*used, *end) = (0, now + window);
        }
        *used = used.saturating_add(1);
        Some(Share {
            bucket,
            limit,
            used: *used,
            left: end.duration_since(now),
        })
    }
}

fn bucket(call: &Call) -> Option<(String, u32, u64)> {
    let parts: Vec<&str> = call.path.trim_matches('/').split('/').collect();
    let (limit, window) = match (call.method.as_str(), parts.as_slice()) {
        (_, ["interactions", ..]) => return None,
        ("POST", ["channels", _, "messages"]) => (5, 5),
        (_, ["channels", _, "messages", ..]) => (5, 5),
        (_, ["webhooks", ..]) => (5, 2),
        ("PATCH", ["channels", _]) => (5, 5),
        ("POST", ["users", "@me", "channels"]) => (10, 10),
        ("PUT", ["applications", _, ..]) => (2, 60),
        _ => (50, 1),
    };
    let named: Vec<&str> = parts
        .iter()
        .enumerate()
        .map(|(index, part)| {
            // Only the first parameter of a path separates buckets.
            if index > 1 && part.chars().all(|c| c.is_ascii_digit()) {
                "id"
            } else {
                *part
            }
        })
        .collect();
    Some((
        format!("{} {}", call.method, named.join("/")),
        limit,
        window,
    ))
}

impl Share {
    /// Returns the refusal if the bucket is used up.
    pub(crate) fn refusal(&self) -> Option<ApiError> {
        (self.used > self.limit).then(|| ApiError::limited(self.left))
    }

    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let reset = Duration::from_millis(payloads::now()) + self.left;
        // A digest of the bucket's name, as opaque as Discord's.
        let digest = self
            .bucket
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        let fields = [
            ("x-ratelimit-limit", self.limit.to_string()),
            (
                "x-ratelimit-remaining",
                self.limit.saturating_sub(self.used).to_string(),
            ),
            ("x-ratelimit-reset", format!("{:.3}", reset.as_secs_f64())),
            (
                "x-ratelimit-reset-after",
                format!("{:.3}", self.left.as_secs_f64()),
            ),
            ("x-ratelimit-bucket", format!("{digest:016x}")),
        ];
        for (name, value) in fields {
            if let Ok(value) = HeaderValue::from_str(&value) {
                headers.insert(name, value);
            }
        }
        if self.used > self.limit {
            headers.insert("x-ratelimit-scope", HeaderValue::from_static("user"));
        }
    }
}
