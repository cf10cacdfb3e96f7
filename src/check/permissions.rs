//! Checks of the bot's permissions in its servers and in the channels that admins have chosen for tables.

use serde_json::Value;
use serenity::http::{Http, Route};
use serenity::model::Permissions;

use super::ask::ask;
use super::finding::{Finding, Weight, found};

const ABOUT: &str = "permissions";

/// Permissions that the bot needs in a server to answer with a picture and to give a match a separate thread.
const NEEDED: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channels"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    // The bot looks for an answer whose receipt was lost, and makes a thread below it.
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (Permissions::CREATE_PUBLIC_THREADS, "Create Public Threads"),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "Send Messages in Threads",
    ),
];

/// Checks every server of the bot, and the channels `(server, channel)` that admins have chosen there. `me` is the
/// bot's snowflake.
pub async fn look(http: &Http, me: u64, channels: &[(u64, u64)]) -> Vec<Finding> {
    let Ok(guilds) = ask(http, Route::UserMeGuilds).await else {
        return vec![found(
            Weight::Doubtful,
            ABOUT,
            "the list of the bot's servers could not be fetched.",
        )];
    };
    let guilds = guilds.as_array().cloned().unwrap_or_default();
    if guilds.is_empty() {
        return vec![found(
            Weight::Doubtful,
            ABOUT,
            "the bot is in no server yet: invite it.",
        )];
    }
    let mut findings = Vec::new();
    for guild in &guilds {
        let held = bits(&guild["permissions"]);
        let name = guild["name"].as_str().unwrap_or("a server");
        let missing = missing(held);
        if !missing.is_empty() {
            findings.push(found(
                Weight::Doubtful,
                ABOUT,
                format!(
                    "in \"{name}\" the bot lacks {}: give its role these permissions.",
                    missing.join(", ")
                ),
            ));
        }
        let Some(id) = snowflake(&guild["id"]) else {
            continue;
        };
        for (_, channel) in channels.iter().filter(|(of, _)| *of == id) {
            let before = if missing.is_empty() {
                &[][..]
            } else {
                &missing
            };
            findings.extend(in_channel(http, me, (id, name), held, *channel, before).await);
        }
    }
    if findings.is_empty() {
        let sentence = format!(
            "the bot has what it needs in its servers ({}), and in the channels chosen for tables ({}).",
            guilds.len(),
            channels.len()
        );
        findings.push(found(Weight::Good, ABOUT, sentence));
    }
    findings
}

/// Reports the permissions that a channel takes away, except those in `reported`, which the whole server lacks.
async fn in_channel(
    http: &Http,
    me: u64,
    (guild, name): (u64, &str),
    held: Permissions,
    channel: u64,
    reported: &[&str],
) -> Option<Finding> {
    let wrong = |sentence: String| Some(found(Weight::Doubtful, ABOUT, sentence));
    let route = Route::Channel {
        channel_id: channel.max(1).into(),
    };
    let shape = match ask(http, route).await {
        Ok(shape) => shape,
        Err(Some(403 | 404)) => {
            return wrong(format!(
                "in \"{name}\" tables go to a channel (<#{channel}>) that is not there any more or that the bot cannot \
                 see: choose another with `/server tables`, or let it see that one."
            ));
        }
        Err(_) => {
            return wrong(format!(
                "in \"{name}\" the channel for tables (<#{channel}>) could not be looked at."
            ));
        }
    };
    let route = Route::GuildMember {
        guild_id: guild.max(1).into(),
        user_id: me.max(1).into(),
    };
    let roles: Vec<u64> = match ask(http, route).await {
        Ok(member) => {
            let roles = member["roles"].as_array().cloned().unwrap_or_default();
            roles.iter().filter_map(snowflake).collect()
        }
        Err(_) => Vec::new(),
    };
    let overwrites = shape["permission_overwrites"].as_array();
    let overwrites = overwrites.map_or(&[][..], Vec::as_slice);
    let mut missing = missing(within(held, overwrites, guild, &roles, me));
    missing.retain(|name| !reported.contains(name));
    if missing.is_empty() {
        return None;
    }
    let channel = shape["name"].as_str().unwrap_or("a channel");
    wrong(format!(
        "in \"{name}\" the channel #{channel}, where tables are posted, takes from the bot: {}. Allow its role these \
         there.",
        missing.join(", ")
    ))
}

/// Returns the permissions held in a channel. Its overwrites apply in three steps: for everyone, for the roles
/// together, for the bot itself; within a step an allowance outweighs a ban.
fn within(
    held: Permissions,
    overwrites: &[Value],
    everyone: u64,
    roles: &[u64],
    me: u64,
) -> Permissions {
    if held.administrator() {
        return held;
    }
    let step = |held: Permissions, whose: &dyn Fn(u64) -> bool| {
        let of_these = overwrites
            .iter()
            .filter(|one| snowflake(&one["id"]).is_some_and(whose));
        let (mut allow, mut deny) = (Permissions::empty(), Permissions::empty());
        for one in of_these {
            allow |= bits(&one["allow"]);
            deny |= bits(&one["deny"]);
        }
        (held - deny) | allow
    };
    let held = step(held, &|id| id == everyone);
    let held = step(held, &|id| id != everyone && roles.contains(&id));
    step(held, &|id| id == me)
}

/// Reads permissions as Discord writes them: a number in a string.
fn bits(value: &Value) -> Permissions {
    let bits = value.as_str().and_then(|bits| bits.parse().ok());
    bits.map_or(Permissions::empty(), Permissions::from_bits_truncate)
}

fn snowflake(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok()
}

/// Returns the names of needed permissions that are not held.
fn missing(held: Permissions) -> Vec<&'static str> {
    if held.administrator() {
        return Vec::new();
    }
    NEEDED
        .iter()
        .filter(|(needed, _)| !held.contains(*needed))
        .map(|(_, name)| *name)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn all() -> Permissions {
        let each = NEEDED.iter().map(|(one, _)| *one);
        each.fold(Permissions::empty(), |all, one| all | one)
    }

    #[test]
    fn what_is_missing_is_named_and_administrators_lack_nothing() {
        assert!(missing(all()).is_empty());
        assert_eq!(missing(all() - Permissions::ATTACH_FILES), ["Attach Files"]);
        assert!(missing(Permissions::ADMINISTRATOR).is_empty());
    }

    /// Overwrites apply in Discord's order: everyone, roles, the member; an allowance outweighs only bans of the same
    /// step.
    #[test]
    fn a_channel_takes_and_gives_in_discords_order() {
        const EVERYONE: u64 = 1;
        const ROLE: u64 = 2;
        const OTHER: u64 = 3;
        const ME: u64 = 4;
        let send = Permissions::SEND_MESSAGES;
        let over = |id: u64, allow: Permissions, deny: Permissions| {
            json!({"id": id.to_string(), "type": 0, "allow": allow.bits().to_string(),
                   "deny": deny.bits().to_string()})
        };
        let (none, yes) = (Permissions::empty(), true);
        for (overwrites, sends) in [
            (vec![], yes),
            (vec![over(EVERYONE, none, send)], false),
            (
                vec![over(EVERYONE, none, send), over(ROLE, send, none)],
                yes,
            ),
            (vec![over(OTHER, none, send)], yes),
            (vec![over(ROLE, none, send), over(ME, send, none)], yes),
            (vec![over(ROLE, send, none), over(ME, none, send)], false),
        ] {
            let held = within(all(), &overwrites, EVERYONE, &[ROLE], ME);
            assert_eq!(held.contains(send), sends, "{overwrites:?}");
        }
        let banned = [over(EVERYONE, none, all())];
        let admin = within(Permissions::ADMINISTRATOR, &banned, EVERYONE, &[], ME);
        assert!(missing(admin).is_empty());
    }
}
