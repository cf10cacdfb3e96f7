//! What kind of place an interaction comes from.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use serenity::model::application::{AuthorizingIntegrationOwners, Interaction};
use serenity::model::id::ChannelId;

use super::handlers::Surroundings;
use super::request;

/// Most channels that are remembered.
const MOST: usize = 10_000;

/// The channels in which the bot can only answer, as commands and buttons from there have said. serenity 0.12 does not
/// read it of forms, each of which follows one of these in the same channel. After a restart in between a form is taken
/// for one from a place that the bot is a member of: what it would post there is refused, and is sent another way.
#[derive(Debug, Default)]
pub struct OutsideChannels(Mutex<HashSet<ChannelId>>);

impl OutsideChannels {
    /// What kind of place an interaction comes from, which is remembered for forms.
    pub fn surroundings(&self, interaction: &Interaction) -> Surroundings {
        let (channel, surroundings) = match interaction {
            Interaction::Command(command) | Interaction::Autocomplete(command) => (
                command.channel_id,
                request::surroundings(
                    command.context,
                    &command.authorizing_integration_owners,
                    command.guild_id,
                ),
            ),
            Interaction::Component(component) => (
                component.channel_id,
                request::surroundings(
                    component.context,
                    &component.authorizing_integration_owners,
                    component.guild_id,
                ),
            ),
            Interaction::Modal(form) if self.contains(form.channel_id) => {
                return Surroundings::Outside;
            }
            Interaction::Modal(form) => {
                let owners = AuthorizingIntegrationOwners::default();
                return request::surroundings(None, &owners, form.guild_id);
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
