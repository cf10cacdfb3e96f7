//! Opening a table, coming to it, leaving it, and the beginning of a match.

use serenity::model::application::CommandDataOption;

use super::{Answer, Asker, Desk, Drawn, First, Then};
use crate::app::{NewGame, Phase, Refusal, Shown};
use crate::discord::reply::Reply;
use crate::discord::server::ServerSettings;
use crate::discord::{board, request, texts};
use crate::table::{GameId, UserId};

impl Desk {
    pub(super) async fn open(
        &self,
        asker: Asker,
        mut new: NewGame,
        thread: Option<bool>,
        said: &[CommandDataOption],
    ) -> Result<Answer, Refusal> {
        let settings = ServerSettings::load(&self.app, asker.request.place.guild).await?;
        let lobby = settings.lobby(asker.here());
        let usual = self.app.usual_terms(asker.request.place.guild).await?;
        new.terms = request::terms(said, usual).map_err(Refusal::Plain)?;
        let shown = self.app.open(asker.request, new).await?;
        // Until it has a thread, the match lives where its table is.
        self.settle(shown.game, lobby).await;
        let drawn = self.draw(&shown).await;
        let can_thread = asker.can_thread || lobby != asker.here();
        let thread = thread.unwrap_or(!settings.here) && can_thread;
        if !matches!(shown.phase, Phase::Open { .. }) {
            // Who invited only themselves needs nobody to come.
            let begin = self.begin(asker, &shown, drawn, thread && asker.can_thread);
            return Ok(Answer {
                first: First::Say(board::begun(&shown)),
                then: Some(begin),
                keep: Some(asker.here()),
            });
        }
        let table = board::table(&shown, drawn, thread);
        if lobby == asker.here() {
            return Ok(Answer {
                keep: Some(lobby),
                ..Answer::say(table)
            });
        }
        let words = texts::table_elsewhere(shown.game, lobby);
        Ok(Answer {
            then: Some(Then::Post {
                home: lobby,
                reply: table,
            }),
            ..Answer::say(Reply::private(words))
        })
    }

    pub(super) async fn join(
        &self,
        asker: Asker,
        game: GameId,
        seat: Option<crate::rules::Seat>,
        thread: bool,
    ) -> Result<Answer, Refusal> {
        let shown = self.app.join(asker.request, game, seat).await?;
        let drawn = self.draw(&shown).await;
        if !matches!(shown.phase, Phase::Open { .. }) {
            let thread = thread && asker.can_thread;
            return Ok(Answer {
                first: First::Update(board::begun(&shown)),
                then: Some(self.begin(asker, &shown, drawn, thread)),
                keep: None,
            });
        }
        Ok(Answer::update(board::table(&shown, drawn, thread)))
    }

    pub(super) async fn leave(
        &self,
        asker: Asker,
        game: GameId,
        thread: bool,
    ) -> Result<Answer, Refusal> {
        let shown = self.app.leave(asker.request, game).await?;
        let drawn = self.draw(&shown).await;
        Ok(Answer::update(board::table(&shown, drawn, thread)))
    }

    /// A match begins where its table is.
    pub(super) fn begin(&self, asker: Asker, shown: &Shown, drawn: Drawn, thread: bool) -> Then {
        let mut players: Vec<UserId> = shown.seats.iter().filter_map(|(_, user)| *user).collect();
        players.dedup();
        let players: Vec<String> = players
            .into_iter()
            .filter_map(|user| self.name(user))
            .collect();
        let mut reply = board::board(shown, drawn);
        // Whoever has come last does not know yet where the match is played.
        if shown
            .next
            .iter()
            .any(|(_, user)| *user == asker.request.user)
        {
            reply.pings.push(asker.request.user);
            reply.pings.dedup();
            reply.silent = false;
        }
        Then::Begin {
            game: shown.game,
            channel: asker.here(),
            thread: thread.then(|| texts::thread_name(&shown.title, shown.game, &players)),
            reply,
        }
    }
}
