//! The people and places of the sandbox, in the shapes that Discord gives them.
//!
//! Key for key as in Discord's reference (API v10); in the tests, serenity and twilight both read them.

use serde_json::{Map, Value, json};

/// The server that the bot is a member of.
pub const GUILD: u64 = 2_000_000_000_000_000_001;
/// A server that the bot is no member of: people who have installed the bot for themselves use it there.
pub const ELSEWHERE: u64 = 2_000_000_000_000_000_002;
/// The channel `#lounge` of [`ELSEWHERE`].
pub const LOUNGE: u64 = 3_000_000_000_000_000_003;
/// A group of the first three people, without the bot.
pub const GROUP: u64 = 3_000_000_000_000_000_004;
/// Direct messages between the first two people, without the bot.
pub const FRIENDS: u64 = 3_000_000_000_000_000_005;
/// The channel `#general`.
pub const GENERAL: u64 = 3_000_000_000_000_000_001;
/// The channel `#games`.
pub const GAMES: u64 = 3_000_000_000_000_000_002;
/// The bot: its application and its user have the same snowflake, as for every application since 2016.
pub const BOT: u64 = 1_000_000_000_000_000_001;
/// The people, in the order in which the page lists them.
pub const PEOPLE: [(u64, &str); 4] = [
    (4_000_000_000_000_000_001, "Alice"),
    (4_000_000_000_000_000_002, "Bob"),
    (4_000_000_000_000_000_003, "Carol"),
    (4_000_000_000_000_000_004, "Dave"),
];
/// Maximum size of a file that an application may send, in bytes: 10 MiB.
pub const FILE_LIMIT: usize = 10 * 1024 * 1024;

const JOINED: &str = "2024-01-01T00:00:00.000000+00:00";
/// Permissions of an ordinary member: commands, threads, messages, files; neither administrator nor manager.
const MEMBER: u64 = 2_248_473_465_835_073;
/// Permissions of the server's owner: also `ADMINISTRATOR` and `MANAGE_GUILD`.
const OWNER: u64 = MEMBER | 1 << 3 | 1 << 5;

/// Start of Discord's snowflakes, in milliseconds of the Unix epoch.
const SNOWFLAKE_EPOCH: u64 = 1_420_070_400_000;

/// Returns the smallest snowflake of a millisecond of the Unix epoch.
pub(crate) fn snowflake_at(milliseconds: u64) -> u64 {
    milliseconds.saturating_sub(SNOWFLAKE_EPOCH) << 22
}

/// Returns the time at which a snowflake was made, as Discord writes times.
pub(crate) fn timestamp_of(snowflake: u64) -> String {
    timestamp((snowflake >> 22) + SNOWFLAKE_EPOCH)
}

/// Returns the present time in milliseconds of the Unix epoch.
pub(crate) fn now() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
}

/// Returns a time as Discord writes it: `2026-11-21T10:00:00.123000+00:00`.
pub(crate) fn timestamp(milliseconds: u64) -> String {
    let (days, rest) = (milliseconds / 86_400_000, milliseconds % 86_400_000);
    // Days are turned into a date of the Gregorian calendar by 400-year eras that begin on 1 March of year 0.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 {
        march_month + 3
    } else {
        march_month - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (seconds, fraction) = (rest / 1000, rest % 1000);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{fraction:03}000+00:00",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// True if the user is one of the sandbox's people.
pub(crate) fn is_person(user: u64) -> bool {
    PEOPLE.iter().any(|(id, _)| *id == user)
}

/// Returns a user object; `None` for a stranger.
pub(crate) fn user(id: u64) -> Option<Value> {
    let (name, bot) = if id == BOT {
        ("Rookery", true)
    } else {
        (PEOPLE.iter().find(|(person, _)| *person == id)?.1, false)
    };
    Some(json!({
        "id": id.to_string(), "username": name.to_lowercase(), "discriminator": "0", "global_name": name,
        "avatar": null, "banner": null, "accent_color": null, "primary_guild": null,
        "bot": bot, "flags": 0, "public_flags": 0,
    }))
}

/// Returns a user's permissions in the server, as a bit set.
pub(crate) fn permissions(user: u64) -> u64 {
    if user == PEOPLE[0].0 { OWNER } else { MEMBER }
}

/// Returns a guild member without its user, as messages and resolved options carry it.
pub(crate) fn partial_member(id: u64) -> Value {
    json!({
        "avatar": null, "banner": null, "communication_disabled_until": null, "deaf": false, "flags": 0,
        "joined_at": JOINED, "mute": false, "nick": null, "pending": false, "premium_since": null,
        "roles": [], "permissions": permissions(id).to_string(),
    })
}

/// Returns a guild member; `None` for a stranger.
pub(crate) fn member(id: u64) -> Option<Value> {
    let mut member = partial_member(id);
    member["user"] = user(id)?;
    Some(member)
}

/// Returns a guild member as the guild lists it, without computed permissions.
pub(crate) fn guild_member(id: u64) -> Option<Value> {
    let mut member = member(id)?;
    member.as_object_mut()?.remove("permissions");
    Some(member)
}

/// The role `@Players`, which may be mentioned.
pub const PLAYERS: u64 = 5_000_000_000_000_000_001;

/// Returns the roles of the guild.
pub(crate) fn roles() -> Vec<Value> {
    let mut players = everyone();
    extend(
        &mut players,
        json!({"id": PLAYERS.to_string(), "name": "Players", "mentionable": true, "position": 1}),
    );
    vec![everyone(), players]
}

/// Returns the role `@everyone`, whose snowflake is the guild's.
fn everyone() -> Value {
    json!({
        "id": GUILD.to_string(), "name": "@everyone", "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "flags": 0, "hoist": false, "icon": null, "managed": false, "mentionable": false,
        "permissions": MEMBER.to_string(), "position": 0, "unicode_emoji": null,
    })
}

/// Returns the guild, without the keys that only `GUILD_CREATE` carries.
pub(crate) fn guild() -> Value {
    json!({
        "id": GUILD.to_string(), "name": "The Rookery", "owner_id": PEOPLE[0].0.to_string(),
        "afk_channel_id": null, "afk_timeout": 300, "application_id": null, "banner": null,
        "default_message_notifications": 0, "description": null, "discovery_splash": null, "emojis": [],
        "explicit_content_filter": 0, "features": [], "icon": null, "mfa_level": 0, "nsfw_level": 0, "nsfw": false,
        "preferred_locale": "en-US", "premium_progress_bar_enabled": false, "premium_subscription_count": 0,
        "premium_tier": 0, "public_updates_channel_id": null, "region": "deprecated", "roles": roles(),
        "rules_channel_id": null, "safety_alerts_channel_id": null, "splash": null, "stickers": [],
        "system_channel_flags": 0, "system_channel_id": null, "vanity_url_code": null, "verification_level": 0,
    })
}

/// Returns the guild as the gateway announces it, with these channels and threads.
pub(crate) fn guild_create(channels: Vec<Value>, threads: Vec<Value>) -> Value {
    let mut guild = guild();
    let members: Vec<Value> = std::iter::once(BOT)
        .chain(PEOPLE.iter().map(|(id, _)| *id))
        .filter_map(guild_member)
        .collect();
    extend(
        &mut guild,
        json!({
            "channels": channels, "threads": threads, "member_count": members.len(), "members": members,
            "guild_scheduled_events": [], "joined_at": JOINED, "large": false, "presences": [],
            "soundboard_sounds": [], "stage_instances": [], "unavailable": false, "voice_states": [],
        }),
    );
    guild
}

/// Returns the application, as `applications/@me` and `oauth2/applications/@me` answer it.
pub(crate) fn application(public_key: &str, endpoint: Option<&str>) -> Value {
    json!({
        "id": BOT.to_string(), "name": "Rookery", "icon": null, "description": "Unusual chess by correspondence.",
        "bot_public": true, "bot_require_code_grant": false, "flags": 0, "hook": true, "summary": "",
        "verify_key": public_key, "owner": user(PEOPLE[0].0), "team": null, "type": null,
        "bot": user(BOT), "redirect_uris": [], "rpc_origins": [], "tags": [],
        "interactions_endpoint_url": endpoint, "role_connections_verification_url": null,
        "integration_types_config": {"0": {}}, "approximate_guild_count": 1, "approximate_user_install_count": 0,
        "install_params": {"scopes": ["bot", "applications.commands"], "permissions": MEMBER.to_string()},
    })
}

/// Adds the keys of one object to another, and replaces those already there.
pub(crate) fn extend(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

/// Returns an object's keys; none for any other value.
pub(crate) fn keys(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

/// Returns a list's items; none for any other value.
pub(crate) fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Reads a snowflake written as text (or, leniently, as a number).
pub(crate) fn snowflake(value: &Value) -> Option<u64> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A snowflake holds its time. Discord's own example: 175928847299117063 was made on 2016-04-30 at 11:18:25.796 UTC
    /// (API reference, "Snowflakes").
    #[test]
    fn a_snowflake_tells_its_time() {
        assert_eq!(
            timestamp_of(175_928_847_299_117_063),
            "2016-04-30T11:18:25.796000+00:00"
        );
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(
            timestamp(951_782_400_000),
            "2000-02-29T00:00:00.000000+00:00"
        );
    }
}
