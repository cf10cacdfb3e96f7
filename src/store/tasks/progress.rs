//! Users' progress in courses, the puzzles they were set, and their puzzle ratings.

use crate::match_state::{Rating, UserId};
use crate::store::sql::postgres::hold_puzzle;
use crate::store::sql::{self, Connection, query};
use crate::store::{Store, StoreError, narrow, signed};

/// The state of a puzzle for a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleState {
    /// The puzzle waits for a move.
    Open,
    /// The user has solved the puzzle.
    Solved,
    /// The user has asked for the solution.
    Shown,
}

impl PuzzleState {
    const ALL: [PuzzleState; 3] = [PuzzleState::Open, PuzzleState::Solved, PuzzleState::Shown];

    /// Returns the stored form.
    fn key(self) -> &'static str {
        match self {
            PuzzleState::Open => "open",
            PuzzleState::Solved => "solved",
            PuzzleState::Shown => "shown",
        }
    }

    fn read(key: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|state| state.key() == key);
        found.ok_or_else(|| StoreError::Damaged(format!("the state of a puzzle is {key}")))
    }
}

/// A puzzle that a user was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRow {
    /// The moves made, the opponent's included, as canonical texts.
    pub line: Vec<String>,
    /// True if a wrong answer was given or the solution was shown.
    pub missed: bool,
    /// The state.
    pub state: PuzzleState,
}

impl PuzzleRow {
    /// Number of moves made.
    pub fn plies(&self) -> u8 {
        u8::try_from(self.line.len()).unwrap_or(u8::MAX)
    }
}

/// The effects of a rated answer on a user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedAnswer {
    /// The user's rating before the answer.
    pub before: Rating,
    /// The user's rating after the answer.
    pub after: Rating,
    /// Number of puzzles solved in a row without a miss, this one included.
    pub streak: u32,
    /// The most puzzles that the user has ever solved in a row.
    pub best_streak: u32,
}

impl Store {
    /// Returns the number of positions that a user has done in each course, with the courses' keys.
    ///
    /// # Errors
    /// The database failed.
    pub async fn tutorials(&self, user: UserId) -> Result<Vec<(String, u8)>, StoreError> {
        let rows = query("SELECT key, step FROM tutorial WHERE \"user\" = $1")
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter()
            .map(|row| Ok((row.try_get("key")?, narrow(row.try_get("step")?, "a step")?)))
            .collect()
    }

    /// Records that a user has reached a position of a course; earlier progress is never lost.
    ///
    /// # Errors
    /// The database failed.
    pub async fn reach_step(
        &self,
        user: UserId,
        key: &str,
        step: u8,
        at: i64,
    ) -> Result<(), StoreError> {
        query(
            "INSERT INTO tutorial (\"user\", key, step, at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (\"user\", key) DO UPDATE SET step = max(tutorial.step, excluded.step), at = excluded.at",
        )
        .bind(signed(user.0))
        .bind(key)
        .bind(step)
        .bind(at)
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }

    /// Returns the puzzles that a user was set, the latest first.
    ///
    /// # Errors
    /// The database failed.
    pub async fn puzzles_met(&self, user: UserId) -> Result<Vec<(u64, PuzzleState)>, StoreError> {
        let rows = query("SELECT id, state FROM puzzle WHERE \"user\" = $1 ORDER BY at DESC")
            .bind(signed(user.0))
            .fetch_all(&mut self.read().await?)
            .await?;
        rows.iter()
            .map(|row| {
                let id = unhex(&row.try_get::<String>("id")?)?;
                Ok((id, PuzzleState::read(&row.try_get::<String>("state")?)?))
            })
            .collect()
    }

    /// Returns a puzzle that a user was set; `None` if the user was not.
    ///
    /// # Errors
    /// The database failed.
    pub async fn puzzle(&self, user: UserId, id: u64) -> Result<Option<PuzzleRow>, StoreError> {
        let row = query("SELECT line, missed, state FROM puzzle WHERE \"user\" = $1 AND id = $2")
            .bind(signed(user.0))
            .bind(hex(id))
            .fetch_optional(&mut self.read().await?)
            .await?;
        row.map(|row| {
            let line: String = row.try_get("line")?;
            Ok(PuzzleRow {
                line: line.split_whitespace().map(str::to_owned).collect(),
                missed: row.flag("missed")?,
                state: PuzzleState::read(&row.try_get::<String>("state")?)?,
            })
        })
        .transpose()
    }

    /// Sets a user a puzzle, unless it was set before.
    ///
    /// # Errors
    /// The database failed.
    pub async fn begin_puzzle(
        &self,
        user: UserId,
        id: u64,
        key: &str,
        at: i64,
    ) -> Result<(), StoreError> {
        query(
            "INSERT INTO puzzle (\"user\", id, key, line, missed, state, at) VALUES ($1, $2, $3, '', 0, 'open', $4) \
             ON CONFLICT (\"user\", id) DO NOTHING",
        )
        .bind(signed(user.0))
        .bind(hex(id))
        .bind(key)
        .bind(at)
        .execute(&mut self.write().await?)
        .await?;
        Ok(())
    }

    /// Stores a puzzle's state after an answer and, with `first`, rates the user and the puzzle; `first` is the rating of
    /// a puzzle that nobody has tried. Returns the effects on the user.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if the puzzle's state is not `before` any more.
    pub async fn answer_puzzle(
        &self,
        user: UserId,
        id: u64,
        before: &PuzzleRow,
        after: &PuzzleRow,
        at: i64,
        first: Option<Rating>,
    ) -> Result<Option<RatedAnswer>, StoreError> {
        let mut transaction = self.begin_once("puzzle").await?;
        let written = query(
            "UPDATE puzzle SET line = $1, missed = $2, state = $3, at = $4 \
             WHERE \"user\" = $5 AND id = $6 AND line = $7 AND missed = $8 AND state = $9",
        )
        .bind(after.line.join(" "))
        .bind(after.missed)
        .bind(after.state.key())
        .bind(at)
        .bind(signed(user.0))
        .bind(hex(id))
        .bind(before.line.join(" "))
        .bind(before.missed)
        .bind(before.state.key())
        .execute(&mut transaction)
        .await?;
        if written != 1 {
            return Err(StoreError::Changed);
        }
        let solved = after.state == PuzzleState::Solved;
        let ratings = match first {
            Some(first) => Some(rate(&mut transaction, user, id, solved, first).await?),
            None => None,
        };
        transaction.commit().await?;
        Ok(ratings)
    }

    /// Returns a user's puzzle rating; `None` before the first puzzle.
    ///
    /// # Errors
    /// The database failed.
    pub async fn puzzler(&self, user: UserId) -> Result<Option<Rating>, StoreError> {
        let row = query("SELECT * FROM puzzler WHERE \"user\" = $1")
            .bind(signed(user.0))
            .fetch_optional(&mut self.read().await?)
            .await?;
        row.as_ref().map(read_puzzler).transpose()
    }
}

/// Rates a puzzle as a match between the user and the puzzle.
async fn rate(
    connection: &mut Connection,
    user: UserId,
    id: u64,
    solved: bool,
    first: Rating,
) -> Result<RatedAnswer, StoreError> {
    hold_puzzle(connection, user, &hex(id), first).await?;
    let own = query("SELECT * FROM puzzler WHERE \"user\" = $1")
        .bind(signed(user.0))
        .fetch_optional(&mut *connection)
        .await?;
    let (own, streak, best_streak) = match &own {
        Some(row) => (
            read_puzzler(row)?,
            narrow(row.try_get("streak")?, "puzzles solved in a row")?,
            narrow(row.try_get("best_streak")?, "puzzles solved in a row")?,
        ),
        None => (Rating::default(), 0_u32, 0_u32),
    };
    let streak = if solved { streak.saturating_add(1) } else { 0 };
    let best_streak = streak.max(best_streak);
    let row = query("SELECT * FROM puzzle_rating WHERE id = $1")
        .bind(hex(id))
        .fetch_optional(&mut *connection)
        .await?;
    let puzzle = match row {
        Some(row) => Rating {
            rating: row.try_get("rating")?,
            deviation: row.try_get("deviation")?,
            volatility: row.try_get("volatility")?,
            ..Rating::default()
        },
        None => first,
    };
    let (after, puzzle) = Rating::played(own, puzzle, if solved { 4 } else { 0 });
    query(
        "INSERT INTO puzzler (\"user\", rating, deviation, volatility, won, lost, streak, best_streak) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
         ON CONFLICT (\"user\") DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, won = excluded.won, lost = excluded.lost, streak = excluded.streak, \
         best_streak = excluded.best_streak",
    )
    .bind(signed(user.0))
    .bind(after.rating)
    .bind(after.deviation)
    .bind(after.volatility)
    .bind(after.won)
    .bind(after.lost)
    .bind(streak)
    .bind(best_streak)
    .execute(&mut *connection)
    .await?;
    query(
        "INSERT INTO puzzle_rating (id, rating, deviation, volatility) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility",
    )
    .bind(hex(id))
    .bind(puzzle.rating)
    .bind(puzzle.deviation)
    .bind(puzzle.volatility)
    .execute(&mut *connection)
    .await?;
    Ok(RatedAnswer {
        before: own,
        after,
        streak,
        best_streak,
    })
}

fn read_puzzler(row: &sql::Row) -> Result<Rating, StoreError> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        won: narrow(row.try_get("won")?, "puzzles solved")?,
        lost: narrow(row.try_get("lost")?, "puzzles missed")?,
        ..Rating::default()
    })
}

/// Returns the stored form of a puzzle's id.
pub(in crate::store) fn hex(id: u64) -> String {
    format!("{id:016x}")
}

/// Reads the stored form of a puzzle's id.
pub(in crate::store) fn unhex(text: &str) -> Result<u64, StoreError> {
    u64::from_str_radix(text, 16).map_err(|_| StoreError::Damaged(format!("a puzzle is {text}")))
}
