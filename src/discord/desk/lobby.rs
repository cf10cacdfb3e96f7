//! Opening a table, coming to it, leaving it, and the beginning of a match.

use serenity::model::application::CommandDataOption;

use super::{Answer, Asker, Desk, Drawn, First, Then};
use crate::app::{NewGame, Phase, Refusal, Shown, Side, TableChange, Which};
use crate::discord::press::TableSetting;
use crate::discord::reply::Reply;
use crate::discord::server::ServerSettings;
use crate::discord::{board, request, texts};
use crate::rules::Options;
use crate::table::{DAY, GameId, Pace, Terms, UserId};

/// After how long a silence Discord archives a thread of ours, in seconds.
const SLEEPS: i64 = 7 * DAY;

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
        let game = shown.game;
        if lobby == asker.here() {
            return Ok(Answer {
                keep: Some(lobby),
                ..Answer::say(table).and(Then::Sign {
                    game,
                    channel: lobby,
                })
            });
        }
        let words = texts::table_elsewhere(game, lobby);
        Ok(Answer::say(Reply::private(words)).and(Then::Table {
            game,
            lobby,
            reply: table,
        }))
    }

    /// Changes a table that nobody has come to yet, by a menu of its message.
    pub(super) async fn change_table(
        &self,
        asker: Asker,
        (game, thread): (GameId, bool),
        setting: TableSetting,
        value: &str,
    ) -> Result<Answer, Refusal> {
        let unknown = || Refusal::Plain(texts::UNKNOWN_BUTTON.to_owned());
        let change = match setting {
            TableSetting::Variant => TableChange::Variant(value.to_owned()),
            TableSetting::Clock => TableChange::Clock(Terms {
                pace: request::pace(value).map_err(|_| unknown())?,
                ..Terms::default()
            }),
            TableSetting::Side if value == crate::discord::commands::name::RANDOM => {
                TableChange::Side(None)
            }
            TableSetting::Side => {
                let seat = value.parse().map_err(|_| unknown())?;
                TableChange::Side(Some(crate::rules::Seat(seat)))
            }
        };
        match self.app.change_table(asker.request, game, change).await {
            Ok(shown) => {
                let drawn = self.draw(&shown).await;
                let channel = asker.here();
                Ok(Answer::update(board::table(&shown, drawn, thread))
                    .and(Then::Sign { game, channel }))
            }
            Err(refusal) => self.missed(asker, game, refusal).await,
        }
    }

    /// Opens a table of a game with somebody invited to it.
    pub(super) async fn challenge(
        &self,
        asker: Asker,
        key: String,
        user: UserId,
    ) -> Result<Answer, Refusal> {
        let new = NewGame {
            game: key,
            options: Options::new(),
            opponents: vec![user],
            seat: None,
            terms: None,
        };
        self.open(asker, new, None, &[]).await
    }

    pub(super) async fn join(
        &self,
        asker: Asker,
        game: GameId,
        seat: Option<crate::rules::Seat>,
        thread: bool,
    ) -> Result<Answer, Refusal> {
        let shown = match self.app.join(asker.request, game, seat).await {
            Ok(shown) => shown,
            Err(refusal) => return self.missed(asker, game, refusal).await,
        };
        let drawn = self.draw(&shown).await;
        if !matches!(shown.phase, Phase::Open { .. }) {
            let thread = thread && asker.can_thread;
            return Ok(Answer {
                first: First::Update(board::begun(&shown)),
                then: Some(self.begin(asker, &shown, drawn, thread)),
                keep: None,
            });
        }
        let table = Answer::update(board::table(&shown, drawn, thread));
        let channel = asker.here();
        Ok(table.and(Then::Sign { game, channel }))
    }

    pub(super) async fn leave(
        &self,
        asker: Asker,
        game: GameId,
        thread: bool,
    ) -> Result<Answer, Refusal> {
        match self.app.leave(asker.request, game).await {
            Ok(shown) => {
                let drawn = self.draw(&shown).await;
                Ok(Answer::update(board::table(&shown, drawn, thread)))
            }
            Err(refusal) => self.missed(asker, game, refusal).await,
        }
    }

    pub(super) async fn close(&self, asker: Asker, game: GameId) -> Result<Answer, Refusal> {
        match self.app.close(asker.request, game).await {
            Ok(shown) => Ok(Answer::update(board::settled(&shown))),
            Err(refusal) => self.missed(asker, game, refusal).await,
        }
    }

    /// A table cannot be come to or left. Where it is not open any more, its message should have lost its buttons:
    /// now it does.
    async fn missed(
        &self,
        asker: Asker,
        game: GameId,
        refusal: Refusal,
    ) -> Result<Answer, Refusal> {
        let Refusal::Plain(words) = &refusal else {
            return Err(refusal);
        };
        let look = self
            .app
            .show(asker.request, Which::Game(game), Side::Public, None);
        let sign = self.app.store().row(game).await?.sign;
        match (look.await, sign) {
            (Ok(shown), Some((channel, message))) if !matches!(shown.phase, Phase::Open { .. }) => {
                let settle = Then::Settle {
                    channel,
                    message,
                    reply: board::settled(&shown),
                };
                Ok(Answer::say(Reply::private(words)).and(settle))
            }
            _ => Err(refusal),
        }
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
        let sleeps = shown.terms.is_some_and(|terms| match terms.pace {
            Pace::PerMove { days } | Pace::Bank { cap: days, .. } => i64::from(days) * DAY > SLEEPS,
            Pace::Untimed => true,
        });
        if thread && sleeps {
            let words = texts::thread_sleeps(shown.game);
            reply.content = format!("{}\n{words}", reply.content);
        }
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
