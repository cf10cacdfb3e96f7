//! The kind of place that an interaction comes from.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use serenity::model::application::{
    AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, CommandInteraction,
    ComponentInteraction, Interaction, InteractionContext,
};
use serenity::model::id::{ChannelId, GuildId};

/// The kind of place that a person asks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surroundings {
    /// A server that the bot is a member of.
    Server,
    /// Direct messages with the bot.
    Direct,
    /// A server or a group without the bot, or messages between friends: the bot can only answer.
    Outside,
}

impl Surroundings {
    /// Returns the place of a command, or of a suggestion for one.
    pub fn of_command(command: &CommandInteraction) -> Self {
        let owners = &command.authorizing_integration_owners;
        Surroundings::of(command.context, owners, command.guild_id)
    }

    /// Returns the place of a button or a menu.
    pub fn of_component(component: &ComponentInteraction) -> Self {
        let owners = &component.authorizing_integration_owners;
        Surroundings::of(component.context, owners, component.guild_id)
    }

    /// Returns the place by its context and the installations. In a server that has not installed the bot, but where
    /// the asker has, the bot is no member.
    fn of(
        context: Option<InteractionContext>,
        owners: &AuthorizingIntegrationOwners,
        guild: Option<GuildId>,
    ) -> Self {
        let by_person = |owner: &AuthorizingIntegrationOwner| {
            matches!(owner, AuthorizingIntegrationOwner::UserInstall(_))
        };
        let by_server = |owner: &AuthorizingIntegrationOwner| {
            matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
        };
        match context {
            Some(InteractionContext::PrivateChannel) => Surroundings::Outside,
            Some(InteractionContext::BotDm) => Surroundings::Direct,
            _ if guild.is_none() => Surroundings::Direct,
            _ if owners.0.iter().any(by_person) && !owners.0.iter().any(by_server) => {
                Surroundings::Outside
            }
            _ => Surroundings::Server,
        }
    }
}

/// The most channels that are remembered.
const MOST: usize = 10_000;

/// The channels in which the bot can only answer, as learnt from commands and buttons there. serenity 0.12 does not
/// read it of forms, each of which follows one of these in the same channel. After a restart in between, a form is
/// taken for one from a place that the bot is a member of: what it would post there is refused, and is sent another
/// way.
#[derive(Debug, Default)]
pub struct OutsideChannels(Mutex<HashSet<ChannelId>>);

impl OutsideChannels {
    /// Returns the place that an interaction comes from, and remembers it for forms.
    pub fn surroundings(&self, interaction: &Interaction) -> Surroundings {
        let (channel, surroundings) = match interaction {
            Interaction::Command(command) | Interaction::Autocomplete(command) => {
                (command.channel_id, Surroundings::of_command(command))
            }
            Interaction::Component(component) => {
                (component.channel_id, Surroundings::of_component(component))
            }
            Interaction::Modal(form) if self.contains(form.channel_id) => {
                return Surroundings::Outside;
            }
            Interaction::Modal(form) => {
                let owners = AuthorizingIntegrationOwners::default();
                return Surroundings::of(None, &owners, form.guild_id);
            }
            _ => return Surroundings::Direct,
        };
        self.note(channel, surroundings);
        surroundings
    }

    fn contains(&self, channel: ChannelId) -> bool {
        let channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        channels.contains(&channel)
    }

    fn note(&self, channel: ChannelId, surroundings: Surroundings) {
        let mut channels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if surroundings != Surroundings::Outside {
            channels.remove(&channel);
            return;
        }
        if channels.len() >= MOST {
            channels.clear();
        }
        channels.insert(channel);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// An interaction of that type (2 is a command, 5 a form) from a channel.
    fn interaction(kind: u8, channel: &str, more: &Value) -> Interaction {
        let mut data = json!({
            "id": "5", "application_id": "6", "type": kind, "token": "t", "version": 1, "channel_id": channel,
            "locale": "en-US", "entitlements": [], "app_permissions": "0", "attachment_size_limit": 1,
            "user": {"id": "7", "username": "ann", "discriminator": "0", "avatar": null},
            "data": {"id": "8", "name": "import", "type": 1, "custom_id": "r1:import", "components": []},
        });
        for (key, value) in more.as_object().unwrap() {
            data[key] = value.clone();
        }
        serde_json::from_value(data).unwrap()
    }

    #[test]
    fn a_form_comes_from_where_the_last_command_of_its_channel_came_from() {
        let channels = OutsideChannels::default();
        let at =
            |kind, channel, more: Value| channels.surroundings(&interaction(kind, channel, &more));
        assert_eq!(at(5, "20", json!({})), Surroundings::Direct);
        assert_eq!(at(2, "20", json!({"context": 2})), Surroundings::Outside);
        assert_eq!(at(5, "20", json!({})), Surroundings::Outside);
        // Other channels are not affected.
        assert_eq!(at(5, "21", json!({})), Surroundings::Direct);
        // Nor is this one, once the bot is a member there.
        assert_eq!(at(2, "20", json!({"context": 1})), Surroundings::Direct);
        assert_eq!(at(5, "20", json!({})), Surroundings::Direct);
    }

    #[test]
    fn no_more_channels_are_remembered_than_there_is_room_for() {
        let channels = OutsideChannels::default();
        for channel in 1..=MOST as u64 + 1 {
            channels.note(ChannelId::new(channel), Surroundings::Outside);
        }
        assert!(channels.contains(ChannelId::new(MOST as u64 + 1)));
        assert!(channels.0.lock().unwrap().len() <= MOST);
    }
}
