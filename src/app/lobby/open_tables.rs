//! Finding an opponent: open seats, and tables whose game is not chosen yet.
//!
//! Such a table names several games; the player who joins chooses one of them or leaves it to chance. Two people who
//! look for an opponent at the same time and share a game are seated together at once.

use crate::app::view::listing::{choices, title_of_row};
use crate::app::{App, AppError, MatchView, NewGame, Request};
use crate::games;
use crate::match_state::{GameId, GuildId, Terms, UserId};
use crate::rules::{GameInfo, Options};
use crate::store::{PhaseName, Row, SearchedPlaces, TableRow};

/// Number of tables on a page, each with a button.
const PAGE: u32 = 5;

/// Maximum number of pages.
const PAGES: u32 = 20;

/// Number of open tables considered for a user who seeks an opponent.
const CANDIDATES: u32 = 50;

/// The key under which a server's permission to list its tables elsewhere is stored.
const SHARED: &str = "shared";

/// An open table at which anyone may take a seat, or a match being played with a seat that anyone may take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTable {
    /// The match.
    pub game: GameId,
    /// The game's name with its variant; or the names of the games from which it will choose one.
    pub title: String,
    /// The guest who has waited longest.
    pub opener: Option<UserId>,
    /// The table's terms.
    pub terms: Option<Terms>,
    /// The time at which the table closes, in seconds of the Unix epoch.
    pub until: Option<i64>,
    /// Number of seats that anyone may take.
    pub free: u8,
    /// True for a table in another server.
    pub far: bool,
    /// True for a table that the user opened, and a match in which the user plays or has played.
    pub mine: bool,
    /// The number of moves made, if this is a match being played with a seat that anyone may take over.
    pub begun: Option<u32>,
}

/// The entries of a list of open tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entries {
    /// Seats of matches being played that anyone may take over, and open tables.
    SeatsAndTables,
    /// Such seats alone.
    Seats,
}

/// A page of open tables and offered seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTables {
    /// The entries listed.
    pub entries: Entries,
    /// The tables.
    pub tables: Vec<OpenTable>,
    /// The number of the page, from 0.
    pub page: u32,
    /// True if another page follows.
    pub more: bool,
}

/// The result of looking for an opponent.
#[derive(Clone, Debug)]
pub enum SeekOutcome {
    /// A game with another user who looked for the same; this user has joined that user's table.
    Paired(Box<MatchView>),
    /// A new table waits for an opponent.
    Waits(Box<MatchView>),
}

impl App {
    /// Returns the seats that the user can take: first those of matches being played that anyone may take over, then,
    /// if asked for, open tables; of each the newest first, those of the user's server that everyone there may see,
    /// those of the channel, and those of other servers if both servers allow it.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn tables(
        &self,
        request: Request,
        entries: Entries,
        page: u32,
    ) -> Result<OpenTables, AppError> {
        let page = page.min(PAGES - 1);
        let places = self.searched_places(request).await?;
        let (skip, most) = (page * PAGE, PAGE + 1);
        let seats = self.store.offered_seats(request.user, places, PAGES * PAGE);
        let mut rows = seats.await?;
        let before = skip.saturating_sub(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        rows = rows.split_off(rows.len().min(skip as usize));
        if entries == Entries::SeatsAndTables && rows.len() < most as usize {
            let rest = most - u32::try_from(rows.len()).unwrap_or(most);
            rows.extend(self.store.open_tables(places, (before, rest)).await?);
        }
        let more = rows.len() > PAGE as usize && page + 1 < PAGES;
        rows.truncate(PAGE as usize);
        let tables = rows.iter().map(|row| open_table(row, request.user));
        Ok(OpenTables {
            entries,
            tables: tables.collect(),
            page,
            more,
        })
    }

    /// Returns the places whose tables are shown to the user.
    async fn searched_places(&self, request: Request) -> Result<SearchedPlaces, AppError> {
        Ok(SearchedPlaces {
            guild: request.place.guild,
            channel: request.place.channel,
            other_servers: self.sees_other_servers(request).await?,
        })
    }

    /// True if tables of other servers are shown to the user: if the user's server lists its tables elsewhere, or there
    /// is no server.
    pub(super) async fn sees_other_servers(&self, request: Request) -> Result<bool, AppError> {
        match request.place.guild.filter(|_| !request.place.outside) {
            Some(guild) => self.is_shared(Some(guild)).await,
            None => Ok(true),
        }
    }

    /// True if a server lets its tables be found from other servers.
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

    /// Sets whether the tables of a server can be found from other servers. The caller checks who may do so.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_tables_shared(&self, guild: GuildId, shared: bool) -> Result<(), AppError> {
        Ok(self.store.set_tables_shared(guild, shared).await?)
    }

    /// Takes any seat at an open table. If the table is for several games, `key` names the one to play; `None` for a
    /// random one.
    ///
    /// # Errors
    /// Those of [`App::join`]; the table is not for that game.
    pub async fn join_as(
        &self,
        request: Request,
        game: GameId,
        key: Option<&str>,
    ) -> Result<MatchView, AppError> {
        self.join_table(request, game, None, key.map(str::to_owned))
            .await
    }

    /// Looks for an opponent at one of these games: joins a player who waits for one of them, or opens a table for
    /// them.
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
        // Two users who ask at the same moment must not both find nobody.
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
        let match_view = self.open_table(request, new, &kinds, None).await?;
        // With a home the table can be found by users in this channel, before its further audience is known.
        if let Err(refusal) = self.set_home(match_view.game, request.place.channel).await {
            tracing::warn!(game = match_view.game.0, %refusal, "a table has not been given its home");
        }
        Ok(SeekOutcome::Waits(Box::new(match_view)))
    }

    /// Joins the player who has waited longest for one of these games on these terms; tables of this server go first.
    async fn pair(
        &self,
        request: Request,
        kinds: &[&'static GameInfo],
        terms: Terms,
    ) -> Result<Option<MatchView>, AppError> {
        let user = request.user;
        let places = self.searched_places(request).await?;
        let mut rows = self.store.open_tables(places, (0, CANDIDATES)).await?;
        rows.sort_by_key(|table| (table.far, table.row.game));
        for table in rows {
            let Some(opener) = table.opener.filter(|opener| *opener != user) else {
                continue;
            };
            let theirs = table.terms.as_deref().and_then(Terms::from_text);
            let alike = |terms: Terms| (terms.pace, terms.hard, terms.unrated, terms.rests);
            let same = theirs.is_some_and(|theirs| alike(theirs) == alike(terms));
            let common = common(&table.row, kinds);
            if !same || common.is_empty() || self.avoid(user, opener).await? {
                continue;
            }
            let at = self.sources.chance.below(common.len() as u64);
            let kind = usize::try_from(at).ok().and_then(|at| common.get(at));
            let key = kind.map(|kind| kind.key);
            match self.join_as(request, table.row.game, key).await {
                Ok(match_view) => return Ok(Some(match_view)),
                // Another user was quicker, or the table is not for this one.
                Err(AppError::Plain(_) | AppError::Stale(_)) => {}
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(None)
    }

    /// True if one of two users has blocked the other.
    async fn avoid(&self, one: UserId, other: UserId) -> Result<bool, AppError> {
        let blocks = |blocked: &[UserId], user| blocked.contains(&user);
        Ok(blocks(&self.preferences(one).await?.blocked, other)
            || blocks(&self.preferences(other).await?.blocked, one))
    }
}

/// Returns the games for which two people can be seated together.
pub fn pairable() -> impl Iterator<Item = &'static GameInfo> {
    let games = games::GAMES.iter().copied();
    games.filter(|kind| kind.seats.len() == 2)
}

/// Returns the games among `kinds` that a table can choose, or that it is for without any other wish of its opener.
fn common(row: &Row, kinds: &[&'static GameInfo]) -> Vec<&'static GameInfo> {
    let mut offered = choices(row);
    if row.choices.is_none()
        && let Some(kind) = games::find(&row.key)
        && serde_json::from_str::<Options>(&row.options).is_ok_and(|options| {
            crate::app::matches::opening::keep_options(kind, &Options::new()).ok() == Some(options)
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
        begun: (row.phase == PhaseName::Playing).then_some(row.moves),
    }
}
