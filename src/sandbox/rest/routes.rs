//! The table of routes.

use serde_json::{Value, json};

use super::super::payloads::{self, BOT, GUILD};
use super::super::state::{SharedState, State};
use super::{ApiError, Call, Reply, callback, channels, commands, messages, threads, webhooks};

/// Reads a snowflake in a path.
fn id(text: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| {
        ApiError::plain(
            400,
            50035,
            &format!("Invalid Form Body: Value \"{text}\" is not snowflake."),
        )
        .blamed()
    })
}

/// Checks that an application in a path is the bot's own.
fn own_application(text: &str) -> Result<(), ApiError> {
    if id(text)? == BOT {
        Ok(())
    } else {
        Err(ApiError::plain(
            403,
            20012,
            "You are not authorized to perform this action on this application",
        )
        .blamed())
    }
}

fn own_guild(text: &str) -> Result<(), ApiError> {
    if id(text)? == GUILD {
        Ok(())
    } else {
        Err(ApiError::plain(404, 10004, "Unknown Guild"))
    }
}

/// Finds the route of a request and carries it out.
pub(crate) fn carry_out(shared: &SharedState, call: &mut Call) -> Result<Reply, ApiError> {
    let path = call.path.clone();
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let method = call.method.to_string();
    let call = &*call;
    let mut state = shared.lock();
    let state = &mut *state;
    // An interaction's token suffices by itself.
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["gateway"]) => return Ok(Reply::ok(json!({"url": gateway(shared)}))),
        ("POST", ["interactions", interaction, token, "callback"]) => {
            return callback::answer(shared, state, id(interaction)?, token, call);
        }
        (_, ["webhooks", application, token, rest @ ..]) => {
            own_application(application)?;
            return webhooks::route(shared, state, &method, token, rest, call);
        }
        _ => {}
    }
    if !call.bot {
        return Err(ApiError::unauthorized());
    }
    if method == "GET"
        && let Some(pretence) = state.pretences.get(&path)
    {
        return Ok(Reply::ok(pretence.clone()));
    }
    if let ["channels", channel, ..] = parts.as_slice()
        && let Some(place) = state.channels.get(&id(channel)?)
        && place.is_outside()
    {
        return Err(ApiError::plain(403, 50001, "Missing Access").blamed());
    }
    match (method.as_str(), parts.as_slice()) {
        ("GET", ["gateway", "bot"]) => Ok(Reply::ok(json!({
            "url": gateway(shared), "shards": state.demands.shards,
            "session_start_limit": {
                "total": 1000, "remaining": state.demands.sessions_left, "reset_after": 86_400_000, "max_concurrency": 1,
            },
        }))),
        ("GET", ["oauth2", "applications", "@me"]) => Ok(application(shared, state)),
        (_, ["applications", rest @ ..]) => of_application(shared, state, &method, rest, call),
        ("GET", ["users", "@me"]) => Ok(Reply::ok(payloads::user(BOT).unwrap_or_default())),
        ("GET", ["users", "@me", "guilds"]) => Ok(Reply::ok(json!([{
            "id": GUILD.to_string(), "name": "The Rookery", "icon": null, "banner": null, "owner": false,
            "permissions": payloads::permissions(BOT).to_string(), "features": [],
        }]))),
        ("POST", ["users", "@me", "channels"]) => channels::open_direct(state, call),
        ("GET", ["users", user]) => payloads::user(id(user)?)
            .map(Reply::ok)
            .ok_or_else(|| ApiError::plain(404, 10013, "Unknown User")),
        (_, ["guilds", guild, rest @ ..]) => {
            own_guild(guild)?;
            in_guild(state, &method, rest)
        }
        (_, ["channels", channel, rest @ ..]) => {
            let channel = id(channel)?;
            match rest {
                ["messages", rest @ ..] => of_messages(state, &method, channel, rest, call),
                _ => of_channel(state, &method, channel, rest, call),
            }
        }
        _ => Err(no_such_route()),
    }
}

/// Carries out a request about the application or its commands.
fn of_application(
    shared: &SharedState,
    state: &mut State,
    method: &str,
    rest: &[&str],
    call: &Call,
) -> Result<Reply, ApiError> {
    if let ("GET", ["@me"]) = (method, rest) {
        return Ok(application(shared, state));
    }
    let [own, rest @ ..] = rest else {
        return Err(no_such_route());
    };
    match (method, rest) {
        ("GET", []) => {
            own_application(own)?;
            Ok(application(shared, state))
        }
        (_, ["commands", rest @ ..]) => {
            own_application(own)?;
            commands::route(state, method, None, rest, call)
        }
        (_, ["guilds", guild, "commands", rest @ ..]) => {
            own_application(own)?;
            own_guild(guild)?;
            commands::route(state, method, Some(GUILD), rest, call)
        }
        _ => Err(no_such_route()),
    }
}

fn application(shared: &SharedState, state: &State) -> Reply {
    let endpoint = state.endpoint();
    Reply::ok(payloads::application(&shared.public_key(), endpoint))
}

/// Carries out a request about a channel or thread, its members or its pins.
fn of_channel(
    state: &mut State,
    method: &str,
    channel: u64,
    rest: &[&str],
    call: &Call,
) -> Result<Reply, ApiError> {
    match (method, rest) {
        ("GET", []) => channels::get(state, channel),
        ("PATCH", []) => channels::patch(state, channel, call),
        ("DELETE", []) => channels::delete(state, channel),
        ("POST", ["typing"]) => channels::typing(state, channel),
        ("POST", ["threads"]) => threads::create(state, channel, None, call),
        ("GET", ["threads", "archived", kind]) => {
            threads::archived(state, channel, *kind == "private")
        }
        ("GET", ["thread-members"]) => threads::members(state, channel),
        (_, ["thread-members", user]) => {
            let user = if *user == "@me" { BOT } else { id(user)? };
            threads::member(state, method, channel, user)
        }
        ("PUT" | "DELETE", ["pins", message]) => {
            messages::pin(state, channel, id(message)?, method == "PUT")
        }
        ("GET", ["pins"]) => messages::pins(state, channel),
        _ => Err(no_such_route()),
    }
}

/// Carries out a request about the messages of a channel.
fn of_messages(
    state: &mut State,
    method: &str,
    channel: u64,
    rest: &[&str],
    call: &Call,
) -> Result<Reply, ApiError> {
    match (method, rest) {
        ("GET", []) => messages::list(state, channel, call),
        ("POST", []) => messages::create(state, channel, call),
        ("GET", [message]) => messages::get(state, channel, id(message)?),
        ("PATCH", [message]) => messages::edit(state, channel, id(message)?, call),
        ("DELETE", [message]) => messages::delete(state, channel, id(message)?),
        ("POST", [message, "threads"]) => threads::create(state, channel, Some(id(message)?), call),
        ("PUT" | "DELETE", [message, "reactions", _, "@me"]) => {
            messages::get(state, channel, id(message)?).map(|_| Reply::nothing())
        }
        _ => Err(no_such_route()),
    }
}

fn gateway(shared: &SharedState) -> String {
    format!("ws://{}/gateway", shared.inner.address)
}

fn no_such_route() -> ApiError {
    ApiError::plain(404, 0, "404: Not Found").blamed()
}

fn in_guild(state: &State, method: &str, rest: &[&str]) -> Result<Reply, ApiError> {
    match (method, rest) {
        ("GET", []) => Ok(Reply::ok(payloads::guild())),
        ("GET", ["channels"]) => {
            let channels: Vec<Value> = state
                .channels
                .values()
                .filter(|channel| channel.in_guild() && channel.thread().is_none())
                .map(|channel| channel.shape())
                .collect();
            Ok(Reply::ok(json!(channels)))
        }
        ("GET", ["roles"]) => Ok(Reply::ok(json!(payloads::roles()))),
        ("GET", ["members", user]) => payloads::guild_member(id(user)?)
            .map(Reply::ok)
            .ok_or_else(|| ApiError::plain(404, 10007, "Unknown Member")),
        ("GET", ["threads", "active"]) => Ok(threads::active(state)),
        _ => Err(no_such_route()),
    }
}
