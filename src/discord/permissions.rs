//! Permissions of a server's members, as Discord computes them: from their roles, and in a channel from its overwrites.
//! Discord's answers are read as plain JSON.

use std::cmp::Reverse;

use serde_json::Value;
use serenity::model::Permissions;

/// Permissions that the bot needs in a server to answer with a picture and to give a match a separate thread, with
/// their names in Discord's settings.
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

/// Permissions without which the bot cannot post a board.
pub const TO_POST: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::ATTACH_FILES);

/// Permissions without which the bot cannot give a match a separate thread.
pub const TO_THREAD: Permissions =
    Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS);

/// Permissions that the link asks for by which a server invites the bot: the needed ones, and that of showing links.
pub const INVITED: Permissions = TO_POST
    .union(TO_THREAD)
    .union(Permissions::READ_MESSAGE_HISTORY)
    .union(Permissions::EMBED_LINKS);

/// Permissions of which one makes an admin.
pub const OF_ADMINS: Permissions = Permissions::ADMINISTRATOR.union(Permissions::MANAGE_GUILD);

/// Permissions of which one makes a moderator of the whole server.
pub const OF_MODERATORS: Permissions = OF_ADMINS.union(Permissions::MODERATE_MEMBERS);

/// Returns the names of those of the wanted permissions that the bot needs and that are not held.
pub fn missing(held: Permissions, wanted: Permissions) -> Vec<&'static str> {
    if held.administrator() {
        return Vec::new();
    }
    NEEDED
        .iter()
        .filter(|(needed, _)| wanted.contains(*needed) && !held.contains(*needed))
        .map(|(_, name)| *name)
        .collect()
}

/// Returns the permissions that a member with these roles has in a server, whose snowflake is that of `@everyone`.
pub fn of_roles(roles: &Value, everyone: u64, held: &[u64]) -> Permissions {
    let roles = roles.as_array().into_iter().flatten();
    roles
        .filter(|role| {
            snowflake(&role["id"]).is_some_and(|id| id == everyone || held.contains(&id))
        })
        .fold(Permissions::empty(), |all, role| {
            all | bits(&role["permissions"])
        })
}

/// Returns the permissions held in a channel. Its overwrites apply in three steps: for everyone, for the roles
/// together, for the member; within a step an allowance outweighs a ban.
pub fn within(
    held: Permissions,
    overwrites: &[Value],
    everyone: u64,
    roles: &[u64],
    member: u64,
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
    step(held, &|id| id == member)
}

/// Returns the rank of a member with these roles: the place of the highest, of two in one place the older one. A member
/// without roles has the lowest rank.
pub fn rank(roles: &Value, held: &[u64]) -> Option<impl Ord + use<>> {
    let roles = roles.as_array().into_iter().flatten();
    roles
        .filter_map(|role| {
            let id = snowflake(&role["id"]).filter(|id| held.contains(id))?;
            Some((role["position"].as_i64().unwrap_or_default(), Reverse(id)))
        })
        .max()
}

/// Reads permissions as Discord writes them, a number in a string. Those that Discord numbers beyond 64 are not used.
pub fn bits(value: &Value) -> Permissions {
    let bits = value.as_str().and_then(|bits| bits.parse::<u128>().ok());
    let known = bits.and_then(|bits| u64::try_from(bits & u128::from(u64::MAX)).ok());
    known.map_or(Permissions::empty(), Permissions::from_bits_truncate)
}

/// Reads a snowflake.
pub fn snowflake(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok()
}

/// Reads a list of snowflakes.
pub fn snowflakes(value: &Value) -> Vec<u64> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(snowflake).collect()
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
    fn an_invitation_asks_for_all_that_is_needed() {
        assert!(INVITED.contains(all()));
    }

    #[test]
    fn what_is_missing_is_named_and_administrators_lack_nothing() {
        let files = Permissions::ATTACH_FILES;
        assert!(missing(all(), all()).is_empty());
        assert_eq!(missing(all() - files, all()), ["Attach Files"]);
        assert!(missing(all() - files, Permissions::SEND_MESSAGES).is_empty());
        assert!(missing(Permissions::ADMINISTRATOR, all()).is_empty());
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
        assert!(missing(admin, all()).is_empty());
    }

    /// The lower snowflake makes the higher of two roles in one place ("Permission Hierarchy" and "Sorting Roles" in
    /// Discord's reference).
    #[test]
    fn the_highest_role_decides_and_of_two_in_one_place_the_older() {
        let roles = json!([
            {"id": "1", "position": 0}, {"id": "7", "position": 2}, {"id": "8", "position": 2},
            {"id": "9", "position": 1},
        ]);
        let rank = |held: &[u64]| rank(&roles, held);
        assert!(rank(&[9, 8]) > rank(&[9]));
        assert!(rank(&[7]) > rank(&[8]));
        assert!(rank(&[8]) == rank(&[8, 9]));
        assert!(rank(&[9]) > rank(&[]));
        assert!(rank(&[]) == rank(&[404]));
    }
}
