//! What a server's admin sets.

use super::{Answer, Asker, Handlers};
use crate::app::{AppError, BulletinKind};
use crate::discord::reply::Reply;
use crate::discord::request::{self, ServerCommand};
use crate::discord::server::ServerSettings;
use crate::discord::texts;
use crate::games;
use crate::match_state::ChannelId;

impl Handlers {
    pub(super) async fn server(
        &self,
        asker: Asker,
        parsed: ServerCommand,
    ) -> Result<Answer, AppError> {
        let guild = asker.request.place.server();
        let Some(guild) = guild else {
            return Err(AppError::Plain(texts::NOT_A_SERVER.to_owned()));
        };
        super::privacy_moderation::must_manage(asker)?;
        let mut settings = ServerSettings::load(&self.app, Some(guild)).await?;
        let before = settings.clone();
        match parsed {
            ServerCommand::Show => {}
            ServerCommand::Role { game, role } => {
                self.app.set_role(guild, &game, role).await?;
            }
            ServerCommand::Clock(said) => {
                let usual = self.app.usual_terms(Some(guild)).await?;
                let terms = request::terms(&said, usual).map_err(AppError::Plain)?;
                self.app
                    .set_usual_terms(guild, terms.unwrap_or(usual))
                    .await?;
            }
            ServerCommand::Bulletin { kind, channel } => {
                let channel = channel.map(ChannelId);
                self.app.set_bulletin(guild, kind, channel).await?;
            }
            ServerCommand::Puzzles { channel } => {
                let channel = channel.map(ChannelId);
                self.app.set_daily_puzzle(guild, channel).await?;
            }
            ServerCommand::Tables {
                here,
                channel,
                shared,
            } => {
                if let Some(shared) = shared {
                    self.app.share(guild, shared).await?;
                }
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
        let shared = texts::server_shared(self.app.is_shared(Some(guild)).await?);
        let bulletins = texts::server_bulletins(
            self.app.bulletin(guild, BulletinKind::Results).await?,
            self.app.bulletin(guild, BulletinKind::Digest).await?,
        );
        let puzzles = texts::server_puzzles(self.app.daily_puzzle(guild).await?);
        let text = [text, clock, shared, bulletins, puzzles].join("\n");
        Ok(Answer::say(Reply::private(text)))
    }
}
