//! What a server's admin sets.

use super::{Answer, Asker, Desk};
use crate::app::Refusal;
use crate::discord::reply::Reply;
use crate::discord::request::{self, ServerAsked};
use crate::discord::server::ServerSettings;
use crate::discord::texts;
use crate::games;

impl Desk {
    pub(super) async fn server(&self, asker: Asker, asked: ServerAsked) -> Result<Answer, Refusal> {
        let guild = asker.request.place.guild;
        let Some(guild) = guild else {
            return Err(Refusal::Plain(texts::NOT_A_SERVER.to_owned()));
        };
        super::care::must_manage(asker)?;
        let mut settings = ServerSettings::load(&self.app, Some(guild)).await?;
        let before = settings.clone();
        match asked {
            ServerAsked::Show => {}
            ServerAsked::Role { game, role } => {
                self.app.set_role(guild, &game, role).await?;
            }
            ServerAsked::Clock(said) => {
                let usual = self.app.usual_terms(Some(guild)).await?;
                let terms = request::terms(&said, usual).map_err(Refusal::Plain)?;
                self.app
                    .set_usual_terms(guild, terms.unwrap_or(usual))
                    .await?;
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
            let role = self.app.role(Some(guild), kind.key).await?;
            roles.extend(role.map(|role| (kind.name, role)));
        }
        let text = texts::server_settings(settings.channel, settings.here, &roles);
        let clock = texts::server_clock(&self.app.usual_terms(Some(guild)).await?);
        Ok(Answer::say(Reply::private(format!("{text}\n{clock}"))))
    }
}
