//! Tables: opening, joining and leaving one, and the beginning of its match.

use serenity::model::application::CommandDataOption;

use super::{Answer, Asker, FollowUp, Handlers, RenderedBoard, Response};
use crate::app::{AppError, Entries, MatchRef, MatchView, NewGame, Phase, Side, TableChange};
use crate::discord::custom_id::{Home, LobbyAction, TableSetting};
use crate::discord::reply::Reply;
use crate::discord::server::ServerSettings;
use crate::discord::{board, request, texts};
use crate::match_state::{DAY, GameId, Pace, UserId};
use crate::rules::Options;
use crate::store::Row;

/// The silence after which Discord archives one of the bot's threads, in seconds.
const THREAD_SLEEPS_AFTER: i64 = 7 * DAY;

/// Returns the twist that a menu's value names; `None` for the line that removes it.
fn twist(value: &str) -> Option<String> {
    (value != board::NO_TWIST).then(|| value.to_owned())
}

/// Returns the answer to a button that is not on the message of the table it has changed: that message is changed, too.
fn from_afar(row: &Row, own: Reply, table: Reply) -> Answer {
    let answer = Answer::update(own);
    match row.table_message {
        _ if row.outside => answer.and(FollowUp::Here { reply: table }),
        Some((channel, message)) => answer.and(FollowUp::ReplaceTable {
            channel,
            message,
            reply: table,
        }),
        None => answer,
    }
}

impl Handlers {
    pub(super) async fn lobby_action(
        &self,
        asker: Asker,
        action: LobbyAction,
    ) -> Result<Answer, AppError> {
        match action {
            LobbyAction::Join { game, seat, home } => {
                let far = self.far_from_table(asker, game).await?;
                let joined = self.app.join(asker.request, game, seat).await;
                self.joined(asker, game, home, far, joined).await
            }
            LobbyAction::JoinAs { game, key, home } => {
                let far = self.far_from_table(asker, game).await?;
                let joined = self.app.join_as(asker.request, game, key.as_deref()).await;
                self.joined(asker, game, home, far, joined).await
            }
            LobbyAction::Sit { game, key } => self.sit(asker, game, key.as_deref()).await,
            LobbyAction::Tables { page } => self
                .tables(asker, Entries::SeatsAndTables, page)
                .await
                .map(Answer::update),
            LobbyAction::Seats { page } => self
                .tables(asker, Entries::Seats, page)
                .await
                .map(Answer::update),
            LobbyAction::Seek { keys } => self.seek(asker, &keys).await,
            LobbyAction::Leave { game, home } => self.leave(asker, game, home).await,
            LobbyAction::Close(game) => self.close(asker, game).await,
            LobbyAction::Reopen(game) => {
                self.must_be_seen(asker)?;
                let match_view = self.app.open_again(asker.request, game).await?;
                self.opened(asker, match_view, None).await
            }
            LobbyAction::SetTable {
                game,
                home,
                setting,
                value,
            } => self.change_table(asker, game, home, setting, &value).await,
            LobbyAction::Challenge { key, user } => self.challenge(asker, key, user).await,
            // Menus, which `request::component` has turned into the chosen actions.
            LobbyAction::SeekMenu | LobbyAction::TableMenu { .. } => {
                Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON)))
            }
        }
    }

    pub(in crate::discord) async fn open(
        &self,
        asker: Asker,
        mut new: NewGame,
        home: Option<Home>,
        said: &[CommandDataOption],
    ) -> Result<Answer, AppError> {
        self.must_be_seen(asker)?;
        let server = asker.request.place.server();
        let usual = self.app.usual_terms(server).await?;
        new.terms = request::terms(said, usual).map_err(AppError::Plain)?;
        let match_view = self.app.open(asker.request, new).await?;
        self.opened(asker, match_view, home).await
    }

    /// Shows a table that the asker has opened, where tables are posted.
    pub(super) async fn opened(
        &self,
        asker: Asker,
        mut match_view: MatchView,
        home: Option<Home>,
    ) -> Result<Answer, AppError> {
        let settings = ServerSettings::load(&self.app, asker.request.place.server()).await?;
        let lobby = settings.lobby(asker.here());
        // Until there is a thread, the match's home is the table's channel.
        self.set_home(match_view.game, lobby).await;
        if match_view.outside {
            let no_thread = (home == Some(Home::Thread)).then_some(texts::OUTSIDE_NO_THREAD);
            let words = no_thread.unwrap_or(texts::OUTSIDE);
            match_view.status_lines.push(words.to_owned());
        }
        let can_thread = asker.can_thread || lobby != asker.here();
        let wanted = home.unwrap_or(settings.home());
        let asked_for = wanted == Home::Thread && (home.is_some() || asker.lacks_thread);
        if asked_for && !can_thread && !match_view.outside {
            match_view.status_lines.push(texts::NO_THREAD.to_owned());
        }
        let drawn = self.draw(&match_view).await;
        let home = if can_thread { wanted } else { Home::Here };
        let table = board::table(&match_view, drawn, home);
        let game = match_view.game;
        // An answer to a menu that only the asker sees would refer to a message that others see as deleted.
        let from_menu = asker.in_private && asker.in_server();
        if lobby == asker.here() && !from_menu {
            return Ok(Answer {
                keep: asker.keep(lobby),
                ..Answer::say(table).and(FollowUp::SetLobbyMessage {
                    game,
                    channel: lobby,
                })
            });
        }
        let words = Reply::private(texts::table_elsewhere(game, lobby));
        let answer = if from_menu {
            Answer::update(words)
        } else {
            Answer::say(words)
        };
        Ok(answer.and(FollowUp::Table {
            game,
            lobby,
            reply: table,
        }))
    }

    /// Changes a table that nobody has joined yet, by a menu of its message.
    pub(super) async fn change_table(
        &self,
        asker: Asker,
        game: GameId,
        home: Home,
        setting: TableSetting,
        value: &str,
    ) -> Result<Answer, AppError> {
        let unknown = || AppError::Plain(texts::UNKNOWN_BUTTON.to_owned());
        let change = match setting {
            TableSetting::Variant => TableChange::Variant(value.to_owned()),
            TableSetting::Twist => TableChange::Twist(0, twist(value)),
            TableSetting::SecondTwist => TableChange::Twist(1, twist(value)),
            TableSetting::Clock => TableChange::Clock(request::pace(value).map_err(|_| unknown())?),
            TableSetting::Side if value == crate::discord::name::RANDOM => TableChange::Side(None),
            TableSetting::Side => {
                let seat = value.parse().map_err(|_| unknown())?;
                TableChange::Side(Some(crate::rules::Seat(seat)))
            }
        };
        let far = self.far_from_table(asker, game).await?;
        match self.app.change_table(asker.request, game, change).await {
            Ok(match_view) => {
                let drawn = self.draw(&match_view).await;
                if let Some(row) = far {
                    let user = asker.request.user;
                    let own = board::own_table(&match_view, drawn.clone(), &[], user);
                    let table = board::table(&match_view, drawn, home);
                    return Ok(from_afar(&row, own, table));
                }
                let channel = asker.here();
                Ok(Answer::update(board::table(&match_view, drawn, home))
                    .and(FollowUp::SetLobbyMessage { game, channel }))
            }
            Err(refusal) => self.missed(asker, game, refusal).await,
        }
    }

    /// Opens a table of a game with an invited user.
    pub(super) async fn challenge(
        &self,
        asker: Asker,
        key: String,
        user: UserId,
    ) -> Result<Answer, AppError> {
        let new = NewGame {
            game: key,
            options: Options::new(),
            opponents: vec![user],
            seat: None,
            terms: None,
        };
        self.open(asker, new, None, &[]).await
    }

    /// Returns the row of a table whose message does not hold the button: the asker called up a private message, or
    /// pressed it in another channel. `None` if the message holds it.
    async fn far_from_table(&self, asker: Asker, game: GameId) -> Result<Option<Row>, AppError> {
        let row = self.app.store().row(game).await?;
        let table = row.table_message.map(|(channel, _)| channel);
        let far = asker.in_private || table.is_some_and(|channel| channel != asker.here());
        Ok(far.then_some(row))
    }

    /// Shows a table that the asker joins by a button; `far` is its row if the button is not on its message.
    async fn joined(
        &self,
        asker: Asker,
        game: GameId,
        home: Home,
        far: Option<Row>,
        joined: Result<MatchView, AppError>,
    ) -> Result<Answer, AppError> {
        let match_view = match joined {
            Ok(match_view) => match_view,
            Err(refusal) => return self.missed(asker, game, refusal).await,
        };
        if far.is_some() {
            return self.seated(asker, &match_view).await;
        }
        let drawn = self.draw(&match_view).await;
        if !matches!(match_view.phase, Phase::Open { .. }) {
            let home = if asker.can_thread { home } else { Home::Here };
            let mut then = self.begin(asker, &match_view, drawn, home);
            let mut answer = board::begun(&match_view);
            if let FollowUp::Begin {
                table,
                thread: Some(_),
                ..
            } = &mut then
            {
                // A restart before there is a thread finds that one is wanted.
                *table = Some(answer);
                answer = board::begun_before_its_thread(&match_view);
            }
            return Ok(Answer {
                first: Response::Update(answer),
                then: Some(then),
                keep: None,
            });
        }
        let table = Answer::update(board::table(&match_view, drawn, home));
        let channel = asker.here();
        Ok(table.and(FollowUp::SetLobbyMessage { game, channel }))
    }

    pub(super) async fn leave(
        &self,
        asker: Asker,
        game: GameId,
        home: Home,
    ) -> Result<Answer, AppError> {
        let far = self.far_from_table(asker, game).await?;
        match self.app.leave(asker.request, game).await {
            Ok(match_view) => {
                let table = match match_view.phase {
                    Phase::Open { .. } => {
                        let drawn = self.draw(&match_view).await;
                        board::table(&match_view, drawn, home)
                    }
                    _ => board::settled(&match_view),
                };
                Ok(match far {
                    Some(row) => from_afar(&row, Reply::private(texts::table_left(game)), table),
                    None => Answer::update(table),
                })
            }
            Err(refusal) => self.missed(asker, game, refusal).await,
        }
    }

    pub(super) async fn close(&self, asker: Asker, game: GameId) -> Result<Answer, AppError> {
        let far = self.far_from_table(asker, game).await?;
        match self.app.close(asker.request, game).await {
            Ok(match_view) => {
                let table = board::settled(&match_view);
                let closed = Reply::private(table.content.clone());
                Ok(match far {
                    Some(row) => from_afar(&row, closed, table),
                    None => Answer::update(table),
                })
            }
            Err(refusal) => self.missed(asker, game, refusal).await,
        }
    }

    /// Returns the answer to a refused change of a table. If the table is not open any more, its message should have
    /// lost its buttons and loses them now.
    async fn missed(
        &self,
        asker: Asker,
        game: GameId,
        refusal: AppError,
    ) -> Result<Answer, AppError> {
        let AppError::Plain(words) = &refusal else {
            return Err(refusal);
        };
        let look = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Public, None);
        let shown = self.app.store().row(game).await?.table_message;
        match (look.await, shown) {
            // Only the answer can change it.
            (Ok(match_view), _)
                if match_view.outside && !matches!(match_view.phase, Phase::Open { .. }) =>
            {
                Ok(Answer::update(board::settled(&match_view)))
            }
            (Ok(match_view), Some((channel, message)))
                if !matches!(match_view.phase, Phase::Open { .. }) =>
            {
                let replace = FollowUp::ReplaceTable {
                    channel,
                    message,
                    reply: board::settled(&match_view),
                };
                Ok(Answer::say(Reply::private(words)).and(replace))
            }
            _ => Err(refusal),
        }
    }

    /// Answers the beginning of a match in a new thread.
    pub(in crate::discord) fn begun_in_thread(
        &self,
        asker: Asker,
        match_view: &MatchView,
        drawn: RenderedBoard,
    ) -> Answer {
        let mut then = self.begin(asker, match_view, drawn, Home::Thread);
        if let FollowUp::Begin { table, .. } = &mut then {
            *table = Some(board::begun(match_view));
        }
        Answer {
            keep: asker.keep(asker.here()),
            ..Answer::say(board::begun_before_its_thread(match_view)).and(then)
        }
    }

    /// Returns the follow-up that begins a match where its table is.
    pub(super) fn begin(
        &self,
        asker: Asker,
        match_view: &MatchView,
        drawn: RenderedBoard,
        home: Home,
    ) -> FollowUp {
        let mut reply = board::board(match_view, drawn);
        let sleeps = match_view.terms.is_some_and(|terms| match terms.pace {
            Pace::PerMove { days } | Pace::Bank { cap: days, .. } => {
                i64::from(days) * DAY > THREAD_SLEEPS_AFTER
            }
            Pace::Untimed => true,
        });
        if home == Home::Thread && sleeps {
            let words = texts::thread_sleeps(match_view.game);
            reply.content = format!("{} {words}", reply.content);
        }
        // The last player to join does not know yet where the match is played.
        if match_view
            .next
            .iter()
            .any(|(_, user)| *user == asker.request.user)
        {
            reply.pings.push(asker.request.user);
            reply.pings.dedup();
            reply.silent = false;
        }
        if match_view.outside {
            return FollowUp::Here { reply };
        }
        FollowUp::Begin {
            game: match_view.game,
            channel: asker.here(),
            table: None,
            thread: (home == Home::Thread).then(|| self.thread_name(match_view)),
            reply,
        }
    }
}
