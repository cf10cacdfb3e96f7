//! Tournaments: their rows, players and pairings. Each change of the schedule names the version it was made for, so
//! that of two processes one is refused; a round is stored in one transaction with its matches.

pub(in crate::store) mod result;
mod row;
mod season;
mod signing_up;

use crate::match_state::{GameId, UserId};
use crate::store::matches::append::{add_first, insert_row};
use crate::store::matches::commit::{Commit, Opening};
use crate::store::sql::{Connection, query, query_scalar};
use crate::store::{ClaimKind, Store, StoreError, narrow, signed};
use crate::tournament::TournamentId;

pub use row::{
    EntrantRow, PairingRow, Part, SeasonRow, StoredTournament, TournamentPhase, TournamentRow,
};
pub use season::{ClosedDivision, FinalPlace, NewDivision, NewSeason, Winner};
pub use signing_up::{Entering, NewTournament};

use result::note_result;
use row::{numbers, read_entrant, read_pairing, read_row};

/// A pairing to store, and the match that it opens.
#[derive(Clone, Debug)]
pub struct NewPairing {
    /// The numbers of the players, in turn order.
    pub players: Vec<usize>,
    /// The places of a bye or a walkover.
    pub fixed: Option<Vec<u8>>,
    /// The match.
    pub opens: Option<(Opening, Commit)>,
}

/// A post of a tournament that has been sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The message for signing up, with its snowflake.
    SignUp(u64),
    /// The pairings of a round.
    Round(u8),
    /// The crosstable, with its snowflake.
    Crosstable(u64),
    /// The closing post.
    Closing,
}

/// Fails if another process has changed the tournament.
fn must_change(changed: u64) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::Changed),
        _ => Ok(()),
    }
}

/// Numbers the players of a tournament anew, within a transaction.
async fn replace_entrants(
    connection: &mut Connection,
    id: TournamentId,
    order: &[UserId],
) -> Result<(), StoreError> {
    query("DELETE FROM entrant WHERE tournament = $1")
        .bind(id.0)
        .execute(&mut *connection)
        .await?;
    for (number, user) in (0_i64..).zip(order) {
        query("INSERT INTO entrant (tournament, number, \"user\") VALUES ($1, $2, $3)")
            .bind(id.0)
            .bind(number)
            .bind(signed(user.0))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Stores a pairing of a round and board with its match, within a transaction.
async fn add_pairing(
    connection: &mut Connection,
    id: TournamentId,
    (round, board): (i64, i64),
    pairing: &NewPairing,
) -> Result<(), StoreError> {
    let mut opened = None;
    if let Some((opening, commit)) = &pairing.opens {
        let game = insert_row(connection, opening, commit.at).await?;
        add_first(connection, game, commit).await?;
        query("UPDATE game SET home = channel, tournament = $2 WHERE id = $1")
            .bind(game.0)
            .bind(id.0)
            .execute(&mut *connection)
            .await?;
        opened = Some(game.0);
    }
    query(
        "INSERT INTO pairing (tournament, round, board, game, players, fixed) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(id.0)
    .bind(round)
    .bind(board)
    .bind(opened)
    .bind(numbers(&pairing.players))
    .bind(pairing.fixed.as_ref().map(numbers))
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// Returns a tournament with its players and pairings; `None` if there is no such one.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tournament(
        &self,
        id: TournamentId,
    ) -> Result<Option<StoredTournament>, StoreError> {
        let mut snapshot = self.snapshot().await?;
        let row = query("SELECT * FROM tournament WHERE id = $1")
            .bind(id.0)
            .fetch_optional(&mut snapshot)
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let entrants =
            query("SELECT \"user\", left_after FROM entrant WHERE tournament = $1 ORDER BY number")
                .bind(id.0)
                .fetch_all(&mut snapshot)
                .await?;
        let pairings = query(
            "SELECT pairing.*, game.phase, game.moves, game.since, game.ending, game.home FROM pairing LEFT JOIN game ON game.id = pairing.game \
             WHERE pairing.tournament = $1 ORDER BY pairing.round, pairing.board",
        )
        .bind(id.0)
        .fetch_all(&mut snapshot)
        .await?;
        let seats = query(
            "SELECT seat.game, seat.number, seat.\"placing\" FROM pairing JOIN seat ON seat.game = pairing.game \
             WHERE pairing.tournament = $1 AND seat.tenure = 1 AND seat.until IS NULL ORDER BY seat.game, seat.number",
        )
        .bind(id.0)
        .fetch_all(&mut snapshot)
        .await?;
        let mut pairings: Vec<PairingRow> = pairings
            .iter()
            .map(read_pairing)
            .collect::<Result<_, _>>()?;
        for seat in &seats {
            let game = GameId(seat.try_get("game")?);
            let number = narrow(seat.try_get("number")?, "a seat")?;
            let place: Option<i64> = seat.try_get("placing")?;
            let place = place.map(|place| narrow(place, "a place")).transpose()?;
            let mut of = pairings.iter_mut();
            if let Some(pairing) = of.find(|pairing| pairing.game == Some(game)) {
                pairing.placings.push((number, place));
            }
        }
        Ok(Some(StoredTournament {
            row: read_row(&row)?,
            entrants: entrants
                .iter()
                .map(read_entrant)
                .collect::<Result<_, _>>()?,
            pairings,
        }))
    }

    /// Returns the tournaments due at `now` (seconds of the Unix epoch), the longest due first, at most `most`. If
    /// several processes share the database, they are claimed for this one, which gives each back with
    /// [`Store::release`].
    ///
    /// # Errors
    /// The database failed.
    pub async fn due_tournaments(
        &self,
        now: i64,
        most: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let due = self.fetch_due_tournaments(now, most).await?;
        if !self.is_shared() || due.is_empty() {
            return Ok(due);
        }
        let ids = due.iter().map(|id| id.0).collect();
        let own = self.claim(ClaimKind::Tournament, ids, now).await?;
        Ok(due.into_iter().filter(|id| own.contains(&id.0)).collect())
    }

    async fn fetch_due_tournaments(
        &self,
        now: i64,
        most: u32,
    ) -> Result<Vec<TournamentId>, StoreError> {
        let ids = query_scalar::<i64>(
            "SELECT id FROM tournament WHERE due IS NOT NULL AND due <= $1 ORDER BY due LIMIT $2",
        )
        .bind(now)
        .bind(most)
        .fetch_all(&mut self.read().await?)
        .await?;
        Ok(ids.into_iter().map(TournamentId).collect())
    }

    /// Begins the rounds of a tournament, with its players numbered anew in this order.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn begin_tournament(
        &self,
        row: &TournamentRow,
        order: &[UserId],
        rounds: u8,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let changed = query(
            "UPDATE tournament SET phase = 'playing', rounds = $3, version = version + 1, signup_stale = 1, \
             crosstable_stale = 1 WHERE id = $1 AND version = $2 AND phase = 'open'",
        )
        .bind(row.id.0)
        .bind(row.version)
        .bind(rounds)
        .execute(&mut transaction)
        .await?;
        must_change(changed)?;
        replace_entrants(&mut transaction, row.id, order).await?;
        Ok(transaction.commit().await?)
    }

    /// Stores the next rounds with their matches, all or nothing.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn open_rounds(
        &self,
        row: &TournamentRow,
        rounds: &[Vec<NewPairing>],
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        let first = i64::from(row.round) + 1;
        let last = i64::from(row.round) + i64::try_from(rounds.len()).unwrap_or(i64::MAX);
        let changed = query(
            "UPDATE tournament SET round = $3, version = version + 1, crosstable_stale = 1 \
             WHERE id = $1 AND version = $2 AND phase = 'playing'",
        )
        .bind(row.id.0)
        .bind(row.version)
        .bind(last)
        .execute(&mut transaction)
        .await?;
        must_change(changed)?;
        for (round, pairings) in (first..).zip(rounds) {
            for (board, pairing) in (1_i64..).zip(pairings) {
                let place = (round, board);
                add_pairing(&mut transaction, row.id, place, pairing).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    /// Ends a tournament: after its last round, or before as cancelled.
    ///
    /// # Errors
    /// [`StoreError::Changed`].
    pub async fn end_tournament(
        &self,
        row: &TournamentRow,
        phase: TournamentPhase,
    ) -> Result<(), StoreError> {
        let changed = query(
            "UPDATE tournament SET phase = $3, version = version + 1, signup_stale = 1 WHERE id = $1 AND version = $2",
        )
        .bind(row.id.0)
        .bind(row.version)
        .bind(phase.key())
        .execute(&mut self.write().await?)
        .await?;
        must_change(changed)
    }

    /// Ends a tournament in whose channel nothing can be posted: nothing is due any more.
    ///
    /// # Errors
    /// The database failed.
    pub async fn give_up_tournament(&self, id: TournamentId) -> Result<(), StoreError> {
        query(
            "UPDATE tournament SET phase = CASE WHEN phase = 'over' THEN 'over' ELSE 'cancelled' END, \
             version = version + 1, due = NULL WHERE id = $1",
        )
        .bind(id.0)
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }

    /// Records at `now` (seconds of the Unix epoch) that a post was sent. A message is up to date if nothing has
    /// changed since this version.
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_sent(
        &self,
        row: &TournamentRow,
        sent: Sent,
        now: i64,
    ) -> Result<(), StoreError> {
        let (id, version) = (row.id.0, row.version);
        let noted = match sent {
            Sent::SignUp(message) => query(
                "UPDATE tournament SET signup = $2, failing = NULL, \
                 signup_stale = CASE WHEN version = $3 THEN 0 ELSE signup_stale END WHERE id = $1",
            )
            .bind(id)
            .bind(signed(message))
            .bind(version),
            Sent::Round(round) => query(
                "UPDATE tournament SET posted = max(posted, $2), failing = NULL WHERE id = $1",
            )
            .bind(id)
            .bind(round),
            Sent::Crosstable(message) => query(
                "UPDATE tournament SET crosstable = $2, failing = NULL, drawn = $4, \
                 crosstable_stale = CASE WHEN version = $3 THEN 0 ELSE crosstable_stale END WHERE id = $1",
            )
            .bind(id)
            .bind(signed(message))
            .bind(version)
            .bind(now),
            Sent::Closing => {
                query("UPDATE tournament SET closed = 1, failing = NULL WHERE id = $1").bind(id)
            }
        };
        noted.execute(&mut self.write().await?).await?;
        Ok(())
    }

    /// Records that posts have failed since `now` or longer, and tries again at `again` (seconds of the Unix epoch).
    ///
    /// # Errors
    /// The database failed.
    pub async fn note_failing(
        &self,
        id: TournamentId,
        now: i64,
        again: i64,
    ) -> Result<(), StoreError> {
        query("UPDATE tournament SET failing = coalesce(failing, $2), due = $3 WHERE id = $1")
            .bind(id.0)
            .bind(now)
            .bind(again)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Sets when something is due next in a tournament, unless it has changed since this version.
    ///
    /// # Errors
    /// The database failed.
    pub async fn set_due(&self, row: &TournamentRow, due: Option<i64>) -> Result<(), StoreError> {
        query("UPDATE tournament SET due = $3 WHERE id = $1 AND version = $2")
            .bind(row.id.0)
            .bind(row.version)
            .bind(due)
            .execute(&mut self.write().await?)
            .await?;
        Ok(())
    }

    /// Withdraws a player from the rounds of a tournament, after so many finished games; false if the player takes no
    /// part.
    ///
    /// # Errors
    /// The database failed.
    pub async fn withdraw_entrant(
        &self,
        id: TournamentId,
        number: usize,
        left: u8,
        now: i64,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.begin().await?;
        note_result(&mut transaction, id, now).await?;
        let changed = query(
            "UPDATE entrant SET left_after = $3 WHERE tournament = $1 AND number = $2 AND left_after IS NULL",
        )
        .bind(id.0)
        .bind(i64::try_from(number).unwrap_or(-1))
        .bind(left)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Ok(changed > 0)
    }

    /// Returns the tournament of a match.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tournament_of(&self, game: GameId) -> Result<Option<TournamentId>, StoreError> {
        let id = query_scalar::<i64>("SELECT tournament FROM pairing WHERE game = $1")
            .bind(game.0)
            .fetch_optional(&mut self.read().await?)
            .await?;
        Ok(id.map(TournamentId))
    }

    /// Sets the places of a pairing by a moderator's decision, once for a request.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Late`].
    pub async fn correct_pairing(
        &self,
        id: TournamentId,
        game: GameId,
        placings: &[u8],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.begin_once("correction").await?;
        note_result(&mut transaction, id, now).await?;
        query("UPDATE pairing SET fixed = $2, corrected = 1 WHERE game = $1")
            .bind(game.0)
            .bind(numbers(placings))
            .execute(&mut transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}
