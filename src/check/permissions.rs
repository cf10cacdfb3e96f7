//! Checks of the bot's permissions in its servers and in the channels that admins have chosen for tables.

use serenity::http::{Http, Route};
use serenity::model::Permissions;

use super::finding::{Finding, Weight, found};
use crate::discord::permissions::{bits, missing, snowflake, snowflakes, within};
use crate::discord::{Obstacle, ask};

const ABOUT: &str = "permissions";

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
        let missing = missing(held, Permissions::all());
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
        Err(Obstacle::Refused {
            status: 403 | 404, ..
        }) => {
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
        Ok(member) => snowflakes(&member["roles"]),
        Err(_) => Vec::new(),
    };
    let overwrites = shape["permission_overwrites"].as_array();
    let overwrites = overwrites.map_or(&[][..], Vec::as_slice);
    let held = within(held, overwrites, guild, &roles, me);
    let mut missing = missing(held, Permissions::all());
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
