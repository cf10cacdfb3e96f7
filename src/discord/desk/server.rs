//! What a server's admin sets.

use super::{Answer, Asker, Desk};
use crate::app::Refusal;
use crate::discord::reply::Reply;
use crate::discord::request::ServerAsked;
use crate::discord::server::ServerSettings;
use crate::discord::texts;
use crate::games;

impl Desk {
    pub(super) async fn server(&self, asker: Asker, asked: ServerAsked) -> Result<Answer, Refusal> {
        let guild = asker.request.place.guild;
        let Some(guild) = guild else {
            return Err(Refusal::Plain(texts::NOT_A_SERVER.to_owned()));
        };
        let mut settings = ServerSettings::load(&self.app, Some(guild)).await?;
        let before = settings.clone();
        match asked {
            ServerAsked::Show => {}
            ServerAsked::Role { game, role } => {
                let role = role.map_or_else(String::new, |role| role.to_string());
                let key = format!("role:{game}");
                self.app.store().set(guild.0, &key, &role).await?;
            }
            ServerAsked::Tables { here, channel } => {
                settings.here = here.unwrap_or(settings.here);
                settings.channel = channel.unwrap_or(settings.channel);
            }
        }
        if settings != before {
            settings.save(&self.app, guild).await?;
        }
        let mut roles = Vec::new();
        for kind in games::GAMES {
            let role = ServerSettings::role(&self.app, Some(guild), kind.key).await?;
            roles.extend(role.map(|role| (kind.name, role)));
        }
        let text = texts::server_settings(settings.channel, settings.here, &roles);
        Ok(Answer::say(Reply::private(text)))
    }
}
