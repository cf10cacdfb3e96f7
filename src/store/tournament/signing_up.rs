//! Signing up for a tournament, which an organiser opens, starts or cancels.

use super::result::note_result;
use crate::match_state::{ChannelId, GuildId, UserId};
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{Store, StoreError, signed, unsigned};
use crate::tournament::{MOST_PLAYERS, TournamentId};

/// The description of a new tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTournament {
    /// The server.
    pub guild: GuildId,
    /// The channel in which it is held.
    pub channel: ChannelId,
    /// The organiser.
    pub organiser: UserId,
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The terms of each match.
    pub terms: String,
    /// The number of rounds, if the organiser asks for one.
    pub wanted: Option<u8>,
    /// The time of opening, in seconds of the Unix epoch.
    pub opened: i64,
    /// The time from which the first round may begin, in seconds of the Unix epoch.
    pub starts: i64,
}

/// The result of signing up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entering {
    /// The user takes part.
    Done,
    /// The user took part already.
    Already,
    /// Every place is taken.
    Full,
    /// The list is closed.
    Closed,
}

impl Store {
    /// Stores a new tournament, once for a request; `None` if another one runs in the channel.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn open_tournament(
        &self,
        new: &NewTournament,
    ) -> Result<Option<TournamentId>, StoreError> {
        let mut transaction = self.begin_once("tournament").await?;
        let id = query_scalar::<i64>(
            "INSERT INTO tournament (guild, channel, \"user\", key, options, terms, wanted, opened, starts, due) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $8) ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind(signed(new.guild.0))
        .bind(signed(new.channel.0))
        .bind(signed(new.organiser.0))
        .bind(&new.key)
        .bind(&new.options)
        .bind(&new.terms)
        .bind(new.wanted)
        .bind(new.opened)
        .bind(new.starts)
        .fetch_optional(&mut transaction)
        .await?;
        if id.is_some() {
            transaction.commit().await?;
        }
        Ok(id.map(TournamentId))
    }

    /// Returns the newest event of a channel.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tournament_in(
        &self,
        channel: ChannelId,
    ) -> Result<Option<TournamentId>, StoreError> {
        let id = query_scalar::<i64>(
            "SELECT id FROM tournament WHERE channel = $1 AND month IS NULL AND season IS NULL ORDER BY id DESC LIMIT 1",
        )
        .bind(signed(channel.0))
        .fetch_optional(&mut self.read().await?)
        .await?;
        Ok(id.map(TournamentId))
    }

    /// Returns the number of tournaments of an organiser that are not over.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tournaments_held(&self, organiser: UserId) -> Result<i64, StoreError> {
        let held = query_scalar::<i64>(
            "SELECT count(*) FROM tournament WHERE \"user\" = $1 AND phase IN ('open', 'playing')",
        )
        .bind(signed(organiser.0))
        .fetch_one(&mut self.read().await?)
        .await?;
        Ok(held)
    }

    /// Signs a user up, once for a request.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn enter_tournament(
        &self,
        id: TournamentId,
        user: UserId,
        now: i64,
    ) -> Result<Entering, StoreError> {
        let mut transaction = self.begin_once("entrant").await?;
        if !change_list(&mut transaction, id, now).await? {
            return Ok(Entering::Closed);
        }
        let (count, next) = {
            let row = query(
                "SELECT count(*) AS entrants, coalesce(max(number) + 1, 0) AS next FROM entrant WHERE tournament = $1",
            )
            .bind(id.0)
            .fetch_one(&mut transaction)
            .await?;
            (row.try_get::<i64>("entrants")?, row.try_get::<i64>("next")?)
        };
        if usize::try_from(count).is_ok_and(|count| count >= MOST_PLAYERS) {
            return Ok(Entering::Full);
        }
        let entered = query(
            "INSERT INTO entrant (tournament, number, \"user\") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(id.0)
        .bind(next)
        .bind(signed(user.0))
        .execute(&mut transaction)
        .await?;
        if entered == 0 {
            return Ok(Entering::Already);
        }
        transaction.commit().await?;
        Ok(Entering::Done)
    }

    /// Takes a user off the list of an open tournament; false if the user is not on it.
    ///
    /// # Errors
    /// The database failed.
    pub async fn leave_signup(
        &self,
        id: TournamentId,
        user: UserId,
        now: i64,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        if !change_list(&mut transaction, id, now).await? {
            return Ok(false);
        }
        let gone = query("DELETE FROM entrant WHERE \"user\" = $2 AND tournament = $1")
            .bind(id.0)
            .bind(signed(user.0))
            .execute(&mut transaction)
            .await?;
        transaction.commit().await?;
        Ok(gone > 0)
    }

    /// Returns the tournaments in which a user takes part and that are not over, with their servers.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tournaments_of(
        &self,
        user: UserId,
    ) -> Result<Vec<(TournamentId, GuildId)>, StoreError> {
        let rows = query(
            "SELECT tournament.id, tournament.guild FROM entrant CROSS JOIN tournament \
             WHERE entrant.\"user\" = $1 AND tournament.id = entrant.tournament AND entrant.left_after IS NULL \
             AND tournament.phase IN ('open', 'playing')",
        )
        .bind(signed(user.0))
        .fetch_all(&mut self.read().await?)
        .await?;
        rows.iter()
            .map(|row| {
                let guild = GuildId(unsigned(row.try_get("guild")?));
                Ok((TournamentId(row.try_get("id")?), guild))
            })
            .collect()
    }

    /// Lets the first round begin at `now` (seconds of the Unix epoch); false if nobody can sign up any more.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn start_tournament(&self, id: TournamentId, now: i64) -> Result<bool, StoreError> {
        let changed = self
            .write_once(
                "start",
                query(
                    "UPDATE tournament SET starts = $2, due = $2, version = version + 1 WHERE id = $1 AND phase = 'open' \
                     AND month IS NULL",
                )
                .bind(id.0)
                .bind(now),
            )
            .await?;
        Ok(changed > 0)
    }

    /// Cancels an event that is not over; false if it is.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn cancel_tournament(&self, id: TournamentId, now: i64) -> Result<bool, StoreError> {
        let mut transaction = self.begin_once("cancel").await?;
        let changed = query(
            "UPDATE tournament SET phase = 'cancelled', version = version + 1, signup_stale = 1, due = $2 \
             WHERE id = $1 AND phase IN ('open', 'playing') AND month IS NULL AND season IS NULL",
        )
        .bind(id.0)
        .bind(now)
        .execute(&mut transaction)
        .await?;
        note_result(&mut transaction, id, now).await?;
        transaction.commit().await?;
        Ok(changed > 0)
    }
}

/// Marks the list of an open tournament as changed, and locks its row, so that nobody else changes the list meanwhile;
/// false if the list is closed.
async fn change_list(
    connection: &mut Connection,
    id: TournamentId,
    now: i64,
) -> Result<bool, StoreError> {
    let open = query(
        "UPDATE tournament SET version = version + 1, signup_stale = 1, due = $2 WHERE id = $1 AND phase = 'open'",
    )
    .bind(id.0)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(open > 0)
}
