//! Routes of threads and their members.

use serde_json::{Value, json};

use super::super::channel::{Place, Thread, thread_member};
use super::super::checks::{At, Problems};
use super::super::gateway::GUILDS;
use super::super::message::Post;
use super::super::payloads::{self, BOT, GUILD};
use super::super::state::State;
use super::{ApiError, Call, Reply};

/// Maximum number of active threads.
const ACTIVE: usize = 1000;
/// Maximum number of threads kept, archived ones included.
const KEPT: usize = 2000;

/// Returns the minutes of silence before a thread is archived, if a body names them.
pub(crate) fn auto_archive(problems: &mut Problems, body: &Value) -> Option<u64> {
    let given = &body["auto_archive_duration"];
    if given.is_null() {
        return None;
    }
    let minutes = given
        .as_u64()
        .filter(|minutes| [60, 1440, 4320, 10_080].contains(minutes));
    if minutes.is_none() {
        problems.add(
            &At::root().key("auto_archive_duration"),
            "BASE_TYPE_CHOICES",
            "Value must be one of (60, 1440, 4320, 10080).",
        );
    }
    minutes
}

pub(crate) fn create(
    state: &mut State,
    parent: u64,
    message: Option<u64>,
    call: &Call,
) -> Result<Reply, ApiError> {
    let body = &call.body;
    let channel = state
        .channels
        .get(&parent)
        .ok_or_else(ApiError::unknown_channel)?;
    if !matches!(channel.place, Place::Text { .. }) {
        return Err(
            ApiError::plain(400, 50024, "Cannot execute action on this channel type").blamed(),
        );
    }
    if let Some(message) = message {
        channel
            .message(message)
            .filter(|message| message.to.is_none())
            .ok_or_else(ApiError::unknown_message)?;
        if state.channels.contains_key(&message) {
            return Err(ApiError::plain(
                400,
                160_004,
                "A thread has already been created for this message",
            )
            .blamed());
        }
    }
    let root = At::root();
    let mut problems = Problems::default();
    let name = problems.required_text(&root.key("name"), &body["name"], 1, 100);
    let slow = problems.integer(
        &root.key("rate_limit_per_user"),
        &body["rate_limit_per_user"],
        0,
        21_600,
    );
    let minutes = auto_archive(&mut problems, body);
    // A thread without a message is private by default (API reference, "Start Thread without Message").
    let kind = body["type"].as_u64().unwrap_or(12);
    if message.is_none() && !matches!(kind, 11 | 12) {
        problems.add(
            &root.key("type"),
            "BASE_TYPE_CHOICES",
            "Value of field \"type\" must be one of (11, 12).",
        );
    }
    if !problems.is_empty() {
        return Err(ApiError::form(&problems));
    }
    let active = state
        .channels
        .values()
        .filter(|channel| channel.thread().is_some_and(|thread| !thread.archived))
        .count();
    if active >= ACTIVE {
        return Err(ApiError::plain(
            400,
            160_006,
            "Maximum number of active threads reached",
        ));
    }
    let id = message.unwrap_or_else(|| state.snowflake());
    let thread = Thread {
        parent,
        owner: BOT,
        private: message.is_none() && kind == 12,
        archived: false,
        locked: false,
        auto_archive: minutes.unwrap_or(1440),
        archive_changed: payloads::now(),
        slow: slow.unwrap_or(0).unsigned_abs(),
        members: vec![BOT],
    };
    let shape = state.thread(id, &name.unwrap_or_default(), thread);
    forget_oldest(state);
    Ok(Reply::created(shape))
}

/// Drops the threads that have been archived longest, so that the world stays small.
fn forget_oldest(state: &mut State) {
    let threads = state
        .channels
        .values()
        .filter(|channel| channel.thread().is_some())
        .count();
    let mut archived: Vec<(u64, u64)> = state
        .channels
        .values()
        .filter_map(|channel| Some((channel.thread()?, channel.id)))
        .filter(|(thread, _)| thread.archived)
        .map(|(thread, id)| (thread.archive_changed, id))
        .collect();
    archived.sort_unstable();
    for (_, id) in archived.into_iter().take(threads.saturating_sub(KEPT)) {
        state.forget_channel(id);
    }
}

fn thread(state: &State, id: u64) -> Result<&Thread, ApiError> {
    let channel = state
        .channels
        .get(&id)
        .ok_or_else(ApiError::unknown_channel)?;
    channel.thread().ok_or_else(|| {
        ApiError::plain(400, 50024, "Cannot execute action on this channel type").blamed()
    })
}

pub(crate) fn members(state: &State, id: u64) -> Result<Reply, ApiError> {
    let members: Vec<Value> = thread(state, id)?
        .members
        .iter()
        .map(|user| thread_member(id, *user))
        .collect();
    Ok(Reply::ok(json!(members)))
}

/// Serves `GET`, `PUT` or `DELETE` of a thread's member.
pub(crate) fn member(
    state: &mut State,
    method: &str,
    id: u64,
    user: u64,
) -> Result<Reply, ApiError> {
    let known = thread(state, id)?;
    let inside = known.members.contains(&user);
    if known.archived && method != "GET" {
        return Err(ApiError::plain(400, 50083, "Thread is archived"));
    }
    if user != BOT && !payloads::is_person(user) {
        return Err(ApiError::plain(404, 10007, "Unknown Member").blamed());
    }
    match method {
        "GET" if inside => return Ok(Reply::ok(thread_member(id, user))),
        "GET" => return Err(ApiError::plain(404, 10007, "Unknown Member")),
        "PUT" | "DELETE" => {}
        _ => return Err(ApiError::plain(405, 0, "405: Method Not Allowed").blamed()),
    }
    let joins = method == "PUT";
    if joins == inside {
        return Ok(Reply::nothing());
    }
    let count = {
        let Some(thread) = state
            .channels
            .get_mut(&id)
            .and_then(|channel| channel.thread_mut())
        else {
            return Err(ApiError::unknown_channel());
        };
        if joins {
            thread.members.push(user);
        } else {
            thread.members.retain(|member| *member != user);
        }
        thread.members.len()
    };
    let mut data =
        json!({"id": id.to_string(), "guild_id": GUILD.to_string(), "member_count": count});
    if joins {
        let mut added = thread_member(id, user);
        added["member"] = payloads::guild_member(user).unwrap_or_default();
        data["added_members"] = json!([added]);
    } else {
        data["removed_member_ids"] = json!([user.to_string()]);
    }
    state.dispatch("THREAD_MEMBERS_UPDATE", &data, GUILDS);
    state.announce(id, "THREAD_UPDATE");
    if joins && user != BOT {
        let body = json!({"content": "", "allowed_mentions": {"parse": []}});
        state.post(Post {
            channel: id,
            author: BOT,
            to: None,
            // The announcement "added somebody to the thread".
            kind: 1,
            body: &body,
            uploads: &[],
            more: json!({"mentions": [payloads::user(user)]}),
        });
    }
    Ok(Reply::nothing())
}

pub(crate) fn active(state: &State) -> Reply {
    Reply::ok(listing(state, |thread| !thread.archived))
}

pub(crate) fn archived(state: &State, parent: u64, private: bool) -> Result<Reply, ApiError> {
    if !state.channels.contains_key(&parent) {
        return Err(ApiError::unknown_channel());
    }
    let wanted =
        |thread: &Thread| thread.parent == parent && thread.archived && thread.private == private;
    let mut found = listing(state, wanted);
    found["has_more"] = json!(false);
    Ok(Reply::ok(found))
}

fn listing(state: &State, wanted: impl Fn(&Thread) -> bool) -> Value {
    let found: Vec<_> = state
        .channels
        .values()
        .rev()
        .filter(|channel| channel.thread().is_some_and(&wanted))
        .collect();
    let threads: Vec<Value> = found.iter().map(|channel| channel.shape()).collect();
    let members: Vec<Value> = found
        .iter()
        .filter(|channel| {
            channel
                .thread()
                .is_some_and(|thread| thread.members.contains(&BOT))
        })
        .map(|channel| thread_member(channel.id, BOT))
        .collect();
    json!({"threads": threads, "members": members})
}
