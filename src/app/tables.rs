//! Finding an opponent: the open seats that somebody can take, and tables of which the game is not chosen yet.
//!
//! Such a table names several games; the one who joins chooses one of them or leaves it to chance. Two people who look for
//! an opponent at the same time and would both play a game are seated together at once.

use super::listing::{choices, title_of_row};
use super::{App, AppError, MatchView, NewGame, Request};
use crate::games;
use crate::match_state::{GameId, GuildId, Terms, UserId};
use crate::rules::{GameInfo, Options};
use crate::store::{Row, TableRow};

/// How many tables are shown at a time: each has a button of its own.
const PAGE: u32 = 5;

/// How many pages can be turned: nobody reads on after a hundred tables.
const PAGES: u32 = 20;

/// How many open tables are looked at for somebody who seeks an opponent.
const CANDIDATES: u32 = 50;

/// What the permission to find a server's tables from elsewhere is kept under.
const SHARED: &str = "shared";

/// An open table at which anyone may take a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant; or the names of those of which it becomes one.
    pub title: String,
    /// Who has waited there longest.
    pub opener: Option<UserId>,
    /// How long the players may think.
    pub terms: Option<Terms>,
    /// When the table closes, in seconds of the Unix epoch.
    pub until: Option<i64>,
    /// How many seats anyone may take.
    pub free: u8,
    /// Whether it is in another server.
    pub far: bool,
    /// Whether the asker opened it.
    pub mine: bool,
}

/// A page of open tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTables {
    /// The tables.
    pub tables: Vec<OpenTable>,
    /// Which page it is, from 0.
    pub page: u32,
    /// Whether there is another one after it.
    pub more: bool,
}

/// What looking for an opponent came to.
#[derive(Clone, Debug)]
pub enum SeekOutcome {
    /// Somebody looked for the same: the asker has joined them.
    Paired(Box<MatchView>),
    /// A table waits for somebody.
    Waits(Box<MatchView>),
}

impl App {
    /// The open tables that the asker can join, the newest first: those of their server that everyone there may see,
    /// those of their channel, and those of other servers where both servers allow it.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn tables(&self, request: Request, page: u32) -> Result<OpenTables, AppError> {
        let page = page.min(PAGES - 1);
        let place = request.place;
        let far = self.sees_other_servers(request).await?;
        let shown = (page * PAGE, PAGE + 1);
        let mut rows = self
            .store
            .open_tables(place.guild, place.channel, far, shown)
            .await?;
        let more = rows.len() > PAGE as usize && page + 1 < PAGES;
        rows.truncate(PAGE as usize);
        let tables = rows.iter().map(|row| open_table(row, request.user));
        Ok(OpenTables {
            tables: tables.collect(),
            page,
            more,
        })
    }

    /// Whether tables of other servers are shown to the asker: where their own server lets its tables be found, and where
    /// there is no server to ask.
    async fn sees_other_servers(&self, request: Request) -> Result<bool, AppError> {
        match request.place.guild.filter(|_| !request.place.outside) {
            Some(guild) => self.is_shared(Some(guild)).await,
            None => Ok(true),
        }
    }

    /// Whether a server lets its tables be found from other servers.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn is_shared(&self, guild: Option<GuildId>) -> Result<bool, AppError> {
        let Some(guild) = guild else {
            return Ok(false);
        };
        let set = self.store.setting(guild.0, SHARED).await?;
        Ok(set.as_deref() == Some("1"))
    }

    /// Lets the tables of a server be found from other servers, or from none. Who may do that is for the caller to know.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn share(&self, guild: GuildId, shared: bool) -> Result<(), AppError> {
        Ok(self.store.share_tables(guild, shared).await?)
    }

    /// Takes any seat at an open table. Where it can become one of several games, `key` is the one that the asker
    /// chooses; `None` leaves it to chance.
    ///
    /// # Errors
    /// As [`App::join`]; the table cannot become that game.
    pub async fn join_as(
        &self,
        request: Request,
        game: GameId,
        key: Option<&str>,
    ) -> Result<MatchView, AppError> {
        self.join_table(request, game, None, key.map(str::to_owned))
            .await
    }

    /// Looks for anybody who would play one of these games: joins the one who waits with one of them, or opens a table that
    /// becomes one of them.
    ///
    /// # Errors
    /// None of the games is for two; more tables or games than one person may have.
    pub async fn seek(&self, request: Request, keys: &[String]) -> Result<SeekOutcome, AppError> {
        let kinds: Vec<&'static GameInfo> = pairable()
            .filter(|kind| keys.iter().any(|key| key == kind.key))
            .collect();
        let Some(first) = kinds.first() else {
            return Err(AppError::Plain("Choose at least one game.".to_owned()));
        };
        // Two who ask at the same moment must not both find nobody.
        let _alone = self.seeking.lock().await;
        self.must_be_new(request).await?;
        let terms = self.usual_terms(request.place.server()).await?;
        if let Some(match_view) = self.pair(request, &kinds, terms).await? {
            return Ok(SeekOutcome::Paired(Box::new(match_view)));
        }
        let new = NewGame {
            game: first.key.to_owned(),
            options: Options::new(),
            opponents: Vec::new(),
            seat: None,
            terms: Some(terms),
        };
        let match_view = self.open_table(request, new, &kinds).await?;
        // From now on the one who seeks in the same channel finds it, before it is known who else may see it.
        if let Err(refusal) = self.set_home(match_view.game, request.place.channel).await {
            tracing::warn!(game = match_view.game.0, %refusal, "a table has not been given its home");
        }
        Ok(SeekOutcome::Waits(Box::new(match_view)))
    }

    /// Joins the one who has waited longest of those who would play one of these games on these terms.
    async fn pair(
        &self,
        request: Request,
        kinds: &[&'static GameInfo],
        terms: Terms,
    ) -> Result<Option<MatchView>, AppError> {
        let (user, place) = (request.user, request.place);
        let far = self.sees_other_servers(request).await?;
        let shown = (0, CANDIDATES);
        let mut rows = self
            .store
            .open_tables(place.guild, place.channel, far, shown)
            .await?;
        rows.sort_by_key(|table| (table.far, table.row.game));
        for table in rows {
            let Some(opener) = table.opener.filter(|opener| *opener != user) else {
                continue;
            };
            let theirs = table.terms.as_deref().and_then(Terms::from_text);
            let same =
                theirs.is_some_and(|theirs| (theirs.pace, theirs.hard) == (terms.pace, terms.hard));
            let common = common(&table.row, kinds);
            if !same || common.is_empty() || self.avoid(user, opener).await? {
                continue;
            }
            let at = self.sources.chance.below(common.len() as u64);
            let kind = usize::try_from(at).ok().and_then(|at| common.get(at));
            let key = kind.map(|kind| kind.key);
            match self.join_as(request, table.row.game, key).await {
                Ok(match_view) => return Ok(Some(match_view)),
                // Somebody was quicker, or the table is not for the asker.
                Err(AppError::Plain(_) | AppError::Stale(_)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(None)
    }

    /// Whether one of two people takes no invitations from the other.
    async fn avoid(&self, one: UserId, other: UserId) -> Result<bool, AppError> {
        let blocks = |blocked: &[UserId], user| blocked.contains(&user);
        Ok(blocks(&self.preferences(one).await?.blocked, other)
            || blocks(&self.preferences(other).await?.blocked, one))
    }
}

/// The games that two people can be seated together for.
pub fn pairable() -> impl Iterator<Item = &'static GameInfo> {
    let games = games::GAMES.iter().copied();
    games.filter(|kind| kind.seats.len() == 2)
}

/// The games that a table can become, or already is without any wish of its opener's, and that are among `kinds`.
fn common(row: &Row, kinds: &[&'static GameInfo]) -> Vec<&'static GameInfo> {
    let mut offered = choices(row);
    if row.choices.is_none()
        && let Some(kind) = games::find(&row.key)
        && serde_json::from_str::<Options>(&row.options).is_ok_and(|options| {
            super::opening::keep_options(kind, &Options::new()).ok() == Some(options)
        })
    {
        offered.push(kind);
    }
    offered.retain(|kind| kinds.iter().any(|one| one.key == kind.key));
    offered
}

fn open_table(table: &TableRow, user: UserId) -> OpenTable {
    let row = &table.row;
    OpenTable {
        game: row.game,
        title: title_of_row(row),
        opener: table.opener,
        terms: table.terms.as_deref().and_then(Terms::from_text),
        until: row.deadline,
        free: row.free,
        far: table.far,
        mine: table.opener == Some(user),
    }
}
