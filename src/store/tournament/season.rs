//! Seasons of leagues. Each is the row of a tournament, from which its divisions, the rows with the matches, are made;
//! and each opens the next, in one transaction, so that a league neither stops nor goes on twice.

use super::row::{TournamentPhase, TournamentRow, numbers};
use super::{must_change, replace_entrants};
use crate::match_state::{ChannelId, GuildId, UserId};
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Store, StoreError, narrow, signed, unsigned};
use crate::tournament::{Month, Promotion, TournamentId};

/// A league's first season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSeason {
    /// The server.
    pub guild: GuildId,
    /// The channel.
    pub channel: ChannelId,
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The terms of each match.
    pub terms: String,
    /// The month.
    pub month: Month,
    /// The time of opening, in seconds of the Unix epoch.
    pub opened: i64,
}

/// A division to store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDivision {
    /// The players, by number.
    pub users: Vec<UserId>,
    /// Number of rounds.
    pub rounds: u8,
}

/// A player's place at the end of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalPlace {
    /// The player's number in the division.
    pub number: usize,
    /// The place, from 1, which others can share.
    pub place: u8,
    /// The direction in which the player goes.
    pub goes: Promotion,
}

/// A division at the end of its season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosedDivision {
    /// The division.
    pub row: TournamentRow,
    /// Its players, the first first.
    pub places: Vec<FinalPlace>,
    /// The open pairings, by round and board, each with the places that count.
    pub fixed: Vec<((u8, u8), Vec<u8>)>,
}

/// A player in the first place of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The season.
    pub season: TournamentId,
    /// Its month.
    pub month: Month,
    /// The player; `None` once erased.
    pub user: Option<UserId>,
}

impl Store {
    /// Stores the first season of a league, once for a request; `None` if a league goes on in the channel.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn open_league(&self, new: &NewSeason) -> Result<Option<TournamentId>, StoreError> {
        let mut transaction = self.begin_once("league").await?;
        let id = query_scalar::<i64>(
            "INSERT INTO tournament (guild, channel, key, options, terms, opened, starts, due, month, followed) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $6, $8, 0) ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind(signed(new.guild.0))
        .bind(signed(new.channel.0))
        .bind(&new.key)
        .bind(&new.options)
        .bind(&new.terms)
        .bind(new.opened)
        .bind(new.month.starts())
        .bind(i64::from(new.month.0))
        .fetch_optional(&mut transaction)
        .await?;
        if id.is_some() {
            transaction.commit().await?;
        }
        Ok(id.map(TournamentId))
    }

    /// Opens the sign-up for the season that follows another one, unless none will.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn follow_season(
        &self,
        row: &TournamentRow,
        (next, previous): (Month, Option<TournamentId>),
        now: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let changed = query("UPDATE tournament SET followed = 1, version = version + 1 WHERE id = $1 AND version = $2 AND followed = 0")
            .bind(row.id.0)
            .bind(row.version)
            .execute(&mut transaction)
            .await?;
        must_change(changed)?;
        query(
            "INSERT INTO tournament (guild, channel, key, options, terms, opened, starts, due, month, previous, followed) \
             SELECT guild, channel, key, options, terms, $2, $3, $2, $4, $5, 0 FROM tournament WHERE id = $1",
        )
        .bind(row.id.0)
        .bind(now)
        .bind(next.starts())
        .bind(i64::from(next.0))
        .bind(previous.map(|previous| previous.0))
        .execute(&mut transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// Lets no further season of a channel's league open, and ends an open sign-up; false if no league goes on there.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn stop_league(&self, channel: ChannelId, now: i64) -> Result<bool, StoreError> {
        let changed = self
            .write_once(
                "stop",
                query(
                    "UPDATE tournament SET phase = CASE WHEN phase = 'open' THEN 'cancelled' ELSE phase END, \
                     followed = 1, version = version + 1, signup_stale = 1, due = $2 WHERE channel = $1 AND followed = 0",
                )
                .bind(signed(channel.0))
                .bind(now),
            )
            .await?;
        Ok(changed > 0)
    }

    /// Ends the leagues of a channel in which nothing can be posted: nothing is due there any more.
    ///
    /// # Errors
    /// The database failed.
    pub async fn end_leagues(&self, channel: ChannelId) -> Result<(), StoreError> {
        query(
            "UPDATE tournament SET phase = CASE WHEN phase = 'over' THEN 'over' ELSE 'cancelled' END, followed = 1, \
             version = version + 1, due = NULL WHERE channel = $1 AND (month IS NOT NULL OR season IS NOT NULL) \
             AND (phase IN ('open', 'playing') OR due IS NOT NULL OR followed = 0)",
        )
        .bind(signed(channel.0))
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }

    /// Ends the signing up for a season, whose divisions are stored with their players, without matches.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn divide_season(
        &self,
        row: &TournamentRow,
        divisions: &[NewDivision],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let changed = query(
            "UPDATE tournament SET phase = 'playing', round = 1, rounds = 1, version = version + 1, signup_stale = 1, \
             crosstable_stale = 1 WHERE id = $1 AND version = $2 AND phase = 'open'",
        )
        .bind(row.id.0)
        .bind(row.version)
        .execute(&mut transaction)
        .await?;
        must_change(changed)?;
        let all: Vec<UserId> = divisions.iter().flat_map(|one| one.users.clone()).collect();
        replace_entrants(&mut transaction, row.id, &all).await?;
        for (number, division) in (1_i64..).zip(divisions) {
            let id = query_scalar::<i64>(
                "INSERT INTO tournament (guild, channel, key, options, terms, opened, starts, phase, rounds, due, season, \
                 division) SELECT guild, channel, key, options, terms, $2, starts, 'playing', $3, $2, id, $4 \
                 FROM tournament WHERE id = $1 RETURNING id",
            )
            .bind(row.id.0)
            .bind(now)
            .bind(division.rounds)
            .bind(number)
            .fetch_one(&mut transaction)
            .await?;
            replace_entrants(&mut transaction, TournamentId(id), &division.users).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Ends a season with the places of its players, all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn close_season(
        &self,
        row: &TournamentRow,
        divisions: &[ClosedDivision],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for division in divisions {
            end(&mut transaction, &division.row).await?;
            query("UPDATE tournament SET due = NULL WHERE id = $1")
                .bind(division.row.id.0)
                .execute(&mut transaction)
                .await?;
            for ((round, board), placings) in &division.fixed {
                query(
                    "UPDATE pairing SET fixed = $4 WHERE tournament = $1 AND round = $2 AND board = $3",
                )
                .bind(division.row.id.0)
                .bind(*round)
                .bind(*board)
                .bind(numbers(placings))
                .execute(&mut transaction)
                .await?;
            }
            for (rank, place) in (0_i64..).zip(&division.places) {
                let goes: i64 = match place.goes {
                    Promotion::Up => 1,
                    Promotion::Stays => 0,
                    Promotion::Down => -1,
                };
                query(
                    "UPDATE entrant SET place = $3, rank = $4, goes = $5 WHERE tournament = $1 AND number = $2",
                )
                .bind(division.row.id.0)
                .bind(i64::try_from(place.number).unwrap_or(-1))
                .bind(place.place)
                .bind(rank)
                .bind(goes)
                .execute(&mut transaction)
                .await?;
            }
        }
        end(&mut transaction, row).await?;
        Ok(transaction.commit().await?)
    }

    /// Returns the divisions of a season, in order.
    ///
    /// # Errors
    /// The database failed.
    pub async fn divisions(&self, season: TournamentId) -> Result<Vec<TournamentId>, StoreError> {
        let ids =
            query_scalar::<i64>("SELECT id FROM tournament WHERE season = $1 ORDER BY division")
                .bind(season.0)
                .fetch_all(&mut self.read().await?)
                .await?;
        Ok(ids.into_iter().map(TournamentId).collect())
    }

    /// Returns the newest seasons of a channel, the newest first, at most two: of those two one can be open.
    ///
    /// # Errors
    /// The database failed.
    pub async fn seasons_in(&self, channel: ChannelId) -> Result<Vec<TournamentId>, StoreError> {
        let ids = query_scalar::<i64>(
            "SELECT id FROM tournament WHERE channel = $1 AND month IS NOT NULL ORDER BY id DESC LIMIT 2",
        )
        .bind(signed(channel.0))
        .fetch_all(&mut self.read().await?)
        .await?;
        Ok(ids.into_iter().map(TournamentId).collect())
    }

    /// Returns the division of a season in which a user plays.
    ///
    /// # Errors
    /// The database failed.
    pub async fn division_of(
        &self,
        season: TournamentId,
        user: UserId,
    ) -> Result<Option<TournamentId>, StoreError> {
        let id = query_scalar::<i64>(
            "SELECT tournament.id FROM tournament CROSS JOIN entrant WHERE tournament.season = $1 \
             AND entrant.tournament = tournament.id AND entrant.\"user\" = $2",
        )
        .bind(season.0)
        .bind(signed(user.0))
        .fetch_optional(&mut self.read().await?)
        .await?;
        Ok(id.map(TournamentId))
    }

    /// Returns the last division in which a user plays or has played.
    ///
    /// # Errors
    /// The database failed.
    pub async fn last_division(&self, user: UserId) -> Result<Option<TournamentId>, StoreError> {
        let id = query_scalar::<i64>(
            "SELECT tournament.id FROM entrant CROSS JOIN tournament WHERE entrant.\"user\" = $1 \
             AND tournament.id = entrant.tournament AND tournament.season IS NOT NULL \
             AND tournament.phase IN ('playing', 'over') ORDER BY tournament.id DESC LIMIT 1",
        )
        .bind(signed(user.0))
        .fetch_optional(&mut self.read().await?)
        .await?;
        Ok(id.map(TournamentId))
    }

    /// Returns the players of each division of a season in the order of its end; `None` for those erased since.
    ///
    /// # Errors
    /// The database failed.
    pub async fn season_order(
        &self,
        season: TournamentId,
    ) -> Result<Vec<Vec<Option<UserId>>>, StoreError> {
        let rows = query(
            "SELECT tournament.division, entrant.\"user\" FROM tournament CROSS JOIN entrant WHERE tournament.season = $1 \
             AND entrant.tournament = tournament.id AND entrant.rank IS NOT NULL \
             ORDER BY tournament.division, entrant.rank",
        )
        .bind(season.0)
        .fetch_all(&mut self.read().await?)
        .await?;
        let mut divisions: Vec<(i64, Vec<Option<UserId>>)> = Vec::new();
        for row in &rows {
            let division: i64 = row.try_get("division")?;
            let user: Option<i64> = row.try_get("user")?;
            let user = user.map(|user| UserId(unsigned(user)));
            match divisions.last_mut() {
                Some((last, users)) if *last == division => users.push(user),
                _ => divisions.push((division, vec![user])),
            }
        }
        Ok(divisions.into_iter().map(|(_, users)| users).collect())
    }

    /// Returns the winners of the first division in a channel's closed seasons, the newest season first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn winners_in(
        &self,
        channel: ChannelId,
        most: u32,
    ) -> Result<Vec<Winner>, StoreError> {
        let rows = query(
            "SELECT season.id, season.month, entrant.\"user\" FROM tournament AS season \
             CROSS JOIN tournament AS division CROSS JOIN entrant \
             WHERE season.channel = $1 AND season.month IS NOT NULL AND season.phase = 'over' \
             AND division.season = season.id AND division.division = 1 \
             AND entrant.tournament = division.id AND entrant.place = 1 ORDER BY season.id DESC, entrant.rank LIMIT $2",
        )
        .bind(signed(channel.0))
        .bind(most)
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                let user: Option<i64> = row.try_get("user")?;
                Ok(Winner {
                    season: TournamentId(row.try_get("id")?),
                    month: Month(narrow(row.try_get("month")?, "a month")?),
                    user: user.map(|user| UserId(unsigned(user))),
                })
            })
            .collect()
    }
}

/// Marks a season or a division as over, within a transaction.
async fn end(connection: &mut Connection, row: &TournamentRow) -> Result<(), StoreError> {
    let changed = query(
        "UPDATE tournament SET phase = $3, version = version + 1, signup_stale = 1, crosstable_stale = 1 \
         WHERE id = $1 AND version = $2 AND phase = 'playing'",
    )
    .bind(row.id.0)
    .bind(row.version)
    .bind(TournamentPhase::Over.key())
    .execute(connection)
    .await?;
    must_change(changed)
}
