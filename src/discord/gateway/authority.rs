//! Refusals for which Discord must be asked first: a bar on somebody whom the moderator may not bar, and a channel in
//! which the bot may not post. An interaction tells the permissions of its user and of the bot in its own channel, but
//! neither which of two roles is the higher nor what the bot may do in another channel.

use serenity::http::Route;
use serenity::model::Permissions;
use serenity::model::application::CommandInteraction;

use super::Bot;
use crate::discord::permissions::{
    OF_ADMINS, OF_MODERATORS, TO_POST, missing, of_roles, rank, snowflake, snowflakes, within,
};
use crate::discord::surroundings::Surroundings;
use crate::discord::{commands, texts};
use crate::match_state::{ChannelId, GuildId, UserId};

impl Bot {
    /// Returns the sentence with which a command is refused because of roles or of the bot's permissions. A command
    /// that its user may not give is refused elsewhere.
    pub(super) async fn refusal(&self, command: &CommandInteraction) -> Option<String> {
        let guild = GuildId(command.guild_id?.get());
        let holds = command.member.as_ref()?.permissions.unwrap_or_default();
        if Surroundings::of_command(command) != Surroundings::Server {
            return None;
        }
        let is = |known: &commands::SlashCommand| command.data.name == known.name;
        let options = &command.data.options;
        let here = (ChannelId(command.channel_id.get()), TO_POST);
        let posts = if is(&commands::moderate::COMMAND) {
            let user = commands::moderate::barred(options)?;
            let may = holds.intersects(OF_MODERATORS) && command.user.id != user.0;
            return match may {
                true => self.cannot_bar(command, guild, user).await,
                false => None,
            };
        } else if is(&commands::event::COMMAND) {
            commands::event::opens(options).then_some(here)
        } else if is(&commands::season::COMMAND) {
            commands::season::opens(options).then_some(here)
        } else if is(&commands::server::COMMAND) && holds.intersects(OF_ADMINS) {
            commands::server::posted_in(options)
        } else {
            None
        };
        let (channel, needed) = posts?;
        let held = match command.app_permissions {
            Some(held) if command.channel_id == channel.0 => Some(held),
            _ => {
                let me = self.http.application_id()?;
                self.held_in(guild, channel, me.get()).await
            }
        };
        let Some(held) = held else {
            return Some(texts::ROLES_UNKNOWN.to_owned());
        };
        let missing = missing(held, needed);
        (!missing.is_empty()).then(|| texts::may_not_post(channel, &missing))
    }

    /// Returns the reason why a moderator may not bar a user: the bot, the owner, an administrator unless it is the
    /// owner who asks, a member who may manage the server if the moderator may not, or one of the same or a higher rank.
    /// Users who are no members have no rank.
    async fn cannot_bar(
        &self,
        command: &CommandInteraction,
        guild: GuildId,
        user: UserId,
    ) -> Option<String> {
        let resolved = &command.data.resolved;
        let is_bot = resolved
            .users
            .get(&user.0.into())
            .is_some_and(|user| user.bot);
        let me = self.http.application_id();
        if is_bot || me.is_some_and(|me| me.get() == user.0) {
            return Some(texts::BOTS_JOIN_NOTHING.to_owned());
        }
        let (by, member) = (
            command.member.as_ref()?,
            resolved.members.get(&user.0.into())?,
        );
        let route = Route::Guild {
            guild_id: guild.0.max(1).into(),
        };
        let Ok(server) = self.get(route).await else {
            return Some(texts::ROLES_UNKNOWN.to_owned());
        };
        let owner = snowflake(&server["owner_id"]).map(UserId);
        if owner == Some(UserId(command.user.id.get())) {
            return None;
        }
        if owner == Some(user) {
            return Some(texts::owns_the_server(user));
        }
        let theirs = member.permissions.unwrap_or_default();
        if theirs.administrator() {
            return Some(texts::is_administrator(user));
        }
        let manages = |held: Permissions| held.intersects(OF_ADMINS);
        let roles = |roles: &[serenity::model::id::RoleId]| {
            let roles: Vec<u64> = roles.iter().map(|role| role.get()).collect();
            rank(&server["roles"], &roles)
        };
        let below = roles(&member.roles) < roles(&by.roles);
        let overruled = manages(theirs) && !manages(by.permissions.unwrap_or_default());
        (!below || overruled).then(|| texts::outranks(user))
    }

    /// Returns the permissions of the bot, with this snowflake, in a channel; none where it sees no such channel of the
    /// server. `None` if Discord does not answer.
    async fn held_in(&self, guild: GuildId, channel: ChannelId, me: u64) -> Option<Permissions> {
        let guild_id = guild.0.max(1).into();
        let member = Route::GuildMember {
            guild_id,
            user_id: me.max(1).into(),
        };
        let (shape, roles, member) = tokio::join!(
            self.shape(channel.0),
            self.get(Route::GuildRoles { guild_id }),
            self.get(member),
        );
        let shape = match shape {
            Ok(shape) if snowflake(&shape["guild_id"]) == Some(guild.0) => shape,
            Ok(_) | Err(Some(403 | 404)) => return Some(Permissions::empty()),
            Err(_) => return None,
        };
        let held = snowflakes(&member.ok()?["roles"]);
        let in_server = of_roles(&roles.ok()?, guild.0, &held);
        let overwrites = shape["permission_overwrites"].as_array()?;
        Some(within(in_server, overwrites, guild.0, &held, me))
    }
}
