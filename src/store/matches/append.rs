//! Adding events to a match, with everything that follows from them, in one transaction.

use futures_util::future::BoxFuture;
use serde_json::json;

use super::commit::{Commit, MatchSummary, Opening};
use super::due::last_outage;
use super::offer::{lapse, must_be, must_be_new};
use crate::match_state::{Audience, ChannelId, GameId, Record};
use crate::store::notices::outbox::post;
use crate::store::people::limit::Opened;
use crate::store::sql::insert::{ROWS, insert_rows};
use crate::store::sql::{Connection, list, query, query_scalar};
use crate::store::tournament::result::note_result;
use crate::store::{
    ATTEMPTS, PhaseName, Store, StoreError, Until, matches::checkpoint, signed, sql::postgres,
};
use crate::tournament::TournamentId;

impl Store {
    /// Stores a new match.
    ///
    /// # Errors
    /// [`StoreError::Repeated`], [`StoreError::Bound`].
    pub async fn open_game(
        &self,
        opening: &Opening,
        commit: &Commit,
    ) -> Result<Opened, StoreError> {
        for _ in 1..ATTEMPTS {
            match self.open_once(opening, commit).await {
                // A new match cannot have changed: two transactions got in each other's way.
                Err(StoreError::Changed) if opening.rematch_of.is_none() => {}
                done => return done,
            }
        }
        self.open_once(opening, commit).await
    }

    fn open_once<'a>(
        &'a self,
        opening: &'a Opening,
        commit: &'a Commit,
    ) -> BoxFuture<'a, Result<Opened, StoreError>> {
        Box::pin(async move {
            let mut transaction = self.begin_until(commit.until).await?;
            let mut mention = true;
            if let Some(bounds) = &opening.bounds {
                crate::store::people::limit::keep(&mut transaction, bounds, commit.at).await?;
                if let Some(asked) = &bounds.mention {
                    mention = crate::store::people::limit::take_mention(
                        &mut transaction,
                        asked,
                        commit.at,
                    )
                    .await?;
                }
            }
            let game = insert_row(&mut transaction, opening, commit.at).await?;
            if let Some(before) = opening.rematch_of {
                let first = query("UPDATE game SET rematch = $1 WHERE id = $2 AND rematch IS NULL")
                    .bind(game.0)
                    .bind(before.0)
                    .execute(&mut transaction)
                    .await?;
                if first != 1 {
                    return Err(StoreError::Changed);
                }
            }
            add_first(&mut transaction, game, commit).await?;
            if let Some(before) = opening.rematch_of {
                query("DELETE FROM offer WHERE game = $1")
                    .bind(before.0)
                    .execute(&mut transaction)
                    .await?;
            }
            transaction.commit().await?;
            Ok(Opened { game, mention })
        })
    }

    /// Stores the home of a match.
    ///
    /// # Errors
    /// [`StoreError::NoGame`].
    pub async fn set_home(&self, game: GameId, home: ChannelId) -> Result<(), StoreError> {
        let done = query("UPDATE game SET home = $1 WHERE id = $2")
            .bind(signed(home.0))
            .bind(game.0)
            .execute(&mut self.write().await?)
            .await?;
        one_match(done, game)
    }

    /// Stores the message (a snowflake) of a channel that shows a match's open table.
    ///
    /// # Errors
    /// [`StoreError::NoGame`].
    pub async fn set_lobby_message(
        &self,
        game: GameId,
        channel: ChannelId,
        message: u64,
    ) -> Result<(), StoreError> {
        let done = query("UPDATE game SET table_channel = $1, table_message = $2 WHERE id = $3")
            .bind(signed(channel.0))
            .bind(signed(message))
            .bind(game.0)
            .execute(&mut self.write().await?)
            .await?;
        one_match(done, game)
    }

    /// True if a request has been carried out before.
    ///
    /// # Errors
    /// The database failed.
    pub async fn is_repeated(&self, interaction: u64) -> Result<bool, StoreError> {
        let mut connection = self.read().await?;
        match must_be_new(&mut connection, interaction).await {
            Err(StoreError::Repeated) => Ok(true),
            done => done.map(|()| false),
        }
    }
}

/// Inserts the row of a new match, within a transaction.
pub(in crate::store) async fn insert_row(
    connection: &mut Connection,
    opening: &Opening,
    at: i64,
) -> Result<GameId, StoreError> {
    let id = query_scalar::<i64>(
            "INSERT INTO game (key, options, rules, guild, channel, opened, ply, phase, since, moves, audience, practice, \
             shared, outside, choices) VALUES ($1, $2, $3, $4, $5, $6, 0, 'open', $7, 0, $8, $9, $10, $11, $12) RETURNING id",
        )
        .bind(&opening.key)
        .bind(&opening.options)
        .bind(opening.rules)
        .bind(opening.guild.map(|guild| signed(guild.0)))
        .bind(signed(opening.channel.0))
        .bind(at)
        .bind(at)
        .bind(opening.audience.map(Audience::key))
        .bind(opening.practice)
        .bind(opening.shared)
        .bind(opening.outside)
        .bind(opening.choices.as_deref())
        .fetch_one(connection)
        .await?;
    Ok(GameId(id))
}

/// Adds the first events of a new match, within a transaction.
pub(in crate::store) async fn add_first(
    connection: &mut Connection,
    game: GameId,
    commit: &Commit,
) -> Result<(), StoreError> {
    // A new match was open during no outage, so it begins with the number of the last one.
    let commit = &Commit {
        outage: last_outage(connection).await?,
        ..commit.clone()
    };
    add(connection, game, commit).await
}

/// Fails if the row of a match was missing, so that nothing was written.
fn one_match(changed: u64, game: GameId) -> Result<(), StoreError> {
    match changed {
        0 => Err(StoreError::NoGame(game)),
        _ => Ok(()),
    }
}

/// Adds events to a match with everything that follows from them, within a transaction. The first statement locks the
/// match and checks that its state is the one the commit was made for, so the slower of two commits fails before it
/// writes anything.
///
/// # Errors
/// The errors of [`Store::append`].
pub(in crate::store) fn add<'a>(
    connection: &'a mut Connection,
    game: GameId,
    commit: &'a Commit,
) -> BoxFuture<'a, Result<(), StoreError>> {
    Box::pin(async move {
        let over = commit.phase_before == PhaseName::Over;
        if over {
            // Few events come after the end (the match is hidden, a user is erased), but they can change what it counts
            // for.
            postgres::hold(connection, game).await?;
            crate::store::people::rating::count(connection, game, -1).await?;
        }
        let offered = write_match(connection, game, commit).await?;
        if let Some((offered_in, offers)) = &commit.offered {
            must_be(connection, *offered_in, offers).await?;
        }
        insert_events(
            connection,
            game,
            commit.before(),
            (commit.at, commit.outage),
            commit.interaction,
            &commit.events,
        )
        .await?;
        if let Some(options) = &commit.options {
            query("UPDATE game SET options = $1 WHERE id = $2")
                .bind(options)
                .bind(game.0)
                .execute(&mut *connection)
                .await?;
        }
        if let Some(seats) = commit.offered_seats {
            query("UPDATE game SET free = $1 WHERE id = $2")
                .bind(seats)
                .bind(game.0)
                .execute(&mut *connection)
                .await?;
        }
        let agreed = commit.events.iter().rev().find_map(Record::terms);
        if let Some(terms) = agreed {
            query("UPDATE game SET rests = $1 WHERE id = $2")
                .bind(terms.rests)
                .bind(game.0)
                .execute(&mut *connection)
                .await?;
        }
        if let Some((key, rules)) = &commit.became {
            query("UPDATE game SET key = $1, rules = $2, choices = NULL WHERE id = $3")
                .bind(key)
                .bind(*rules)
                .bind(game.0)
                .execute(&mut *connection)
                .await?;
        }
        super::open_tables::note_remote(connection, game, &commit.remote).await?;
        write_seats(connection, game, commit).await?;
        if commit.phase_before == PhaseName::Open {
            write_guests(connection, game, &commit.summary).await?;
        }
        if offered {
            let changed = commit.summary.changed;
            lapse(connection, game, changed, commit.kept.as_ref()).await?;
        }
        super::plan::change(connection, &commit.plans).await?;
        if let Some(former) = &commit.former {
            super::plan::former(connection, game, former).await?;
        }
        write_players(connection, game, commit).await?;
        if commit.summary.phase == PhaseName::Over {
            crate::store::people::rating::count(connection, game, 1).await?;
        }
        post(connection, game, commit.summary.ply, &commit.postings).await?;
        write_checkpoints(connection, game, commit).await
    })
}

/// Updates the row of a match that goes on, if the events may be added: it has as many events as the commit expects,
/// its clocks are up to date (`$2` is the number of the last outage), and no offer was answered by the same request.
/// The statement waits for a process that holds the match, and then sees its result; while it runs no outage is stored.
/// It changes nothing after `$12`, in milliseconds of the server's clock, since it may have been held up on its way.
/// Columns that keep their value are left out, so that SQLite need not look at their indexes.
const GOES_ON: &str = "UPDATE game SET ply = $1, outage = $2, since = $3, moves = $4, changed = $5, runs = $6, \
     deadline = $7, due = $8, changed_at = CASE WHEN changed < $5 THEN CAST(unixepoch('subsec') * 1000 AS BIGINT) \
     ELSE changed_at END \
     WHERE id = $9 AND ply = $10 AND (SELECT coalesce(max(id), 0) FROM outage) = $2 \
     AND NOT EXISTS (SELECT 1 FROM answered WHERE interaction = $11) \
     AND CAST(unixepoch('subsec') * 1000 AS BIGINT) <= $12 AND phase = 'playing' RETURNING offered";

/// Updates the row of a match that begins, ends or is not being played, under the conditions of [`GOES_ON`]. The text
/// is written out in full since `tests/app/scans.rs` reads each statement from its literal.
const TURNS: &str = "UPDATE game SET ply = $1, outage = $2, since = $3, moves = $4, changed = $5, runs = $6, \
     deadline = $7, due = $8, changed_at = CASE WHEN changed < $5 THEN CAST(unixepoch('subsec') * 1000 AS BIGINT) \
     ELSE changed_at END, phase = $13, ending = $14, free = $15 \
     WHERE id = $9 AND ply = $10 AND (SELECT coalesce(max(id), 0) FROM outage) = $2 \
     AND NOT EXISTS (SELECT 1 FROM answered WHERE interaction = $11) \
     AND CAST(unixepoch('subsec') * 1000 AS BIGINT) <= $12 RETURNING offered, tournament";

/// Updates the match's row if its state is the one the commit was made for. Returns true if the match may have offers.
async fn write_match(
    connection: &mut Connection,
    game: GameId,
    commit: &Commit,
) -> Result<bool, StoreError> {
    let summary = &commit.summary;
    let goes_on = commit.goes_on();
    let update = query(if goes_on { GOES_ON } else { TURNS })
        .bind(summary.ply)
        .bind(commit.outage)
        .bind(summary.since)
        .bind(summary.moves)
        .bind(summary.changed)
        .bind(summary.timer.map(|timer| timer.runs))
        .bind(summary.timer.map(|timer| timer.at))
        .bind(summary.due)
        .bind(game.0)
        .bind(commit.before())
        .bind(commit.interaction.map(signed))
        .bind(Until::there(commit.until));
    let update = if goes_on {
        update
    } else {
        update
            .bind(summary.phase.key())
            .bind(summary.ending.as_deref())
            .bind(summary.free)
    };
    match update.fetch_optional(connection).await? {
        Some(row) => {
            // A move in a match that goes on concerns no tournament.
            let tournament: Option<i64> = match goes_on {
                true => None,
                false => row.try_get("tournament")?,
            };
            if let Some(tournament) = tournament {
                note_result(connection, TournamentId(tournament), commit.at).await?;
            }
            Ok(row.flag("offered")?)
        }
        None => {
            let refused = refused(connection, commit.interaction).await?;
            Until::in_time(commit.until)?;
            Err(refused)
        }
    }
}

/// Returns the reason why nothing was added: the request has been carried out before, or another commit was quicker.
async fn refused(
    connection: &mut Connection,
    interaction: Option<u64>,
) -> Result<StoreError, StoreError> {
    if let Some(interaction) = interaction {
        must_be_new(connection, interaction).await?;
    }
    Ok(StoreError::Changed)
}

/// Writes the effects of the events on players: reminder counts, departures, ratings, and the rules they were shown.
async fn write_players(
    connection: &mut Connection,
    game: GameId,
    commit: &Commit,
) -> Result<(), StoreError> {
    if !commit.moved.is_empty() {
        let moved: Vec<i64> = commit.moved.iter().map(|user| signed(user.0)).collect();
        query("DELETE FROM nag WHERE \"user\" IN (SELECT value FROM json_each($1))")
            .bind(list(&moved))
            .execute(&mut *connection)
            .await?;
    }
    for user in &commit.abandoned {
        crate::store::people::rating::abandon(connection, game, *user).await?;
    }
    if let Some(beaten) = &commit.beaten {
        super::machine::note_beaten(connection, game, beaten, commit.at).await?;
    }
    if commit.puzzles {
        crate::store::tasks::mined_puzzle::note_source(connection, game).await?;
    }
    if let Some((key, rated)) = &commit.rated {
        crate::store::people::rating::rate(connection, (game, key), rated, commit.at).await?;
    }
    for (user, topic) in &commit.lessons {
        query("INSERT INTO lesson (\"user\", topic) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(signed(user.0))
            .bind(topic)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn write_checkpoints(
    connection: &mut Connection,
    game: GameId,
    commit: &Commit,
) -> Result<(), StoreError> {
    for kept in &commit.checkpoints {
        checkpoint::write(connection, game, kept).await?;
    }
    if commit.summary.phase == PhaseName::Over {
        // A finished match is shown and replayed from its events, which change rarely.
        query("DELETE FROM checkpoint WHERE game = $1")
            .bind(game.0)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Inserts the events after ply `before` in a single statement, however many: an imported match has up to two thousand,
/// and all other writers wait for its transaction.
pub(in crate::store) async fn insert_events(
    connection: &mut Connection,
    game: GameId,
    before: u32,
    (at, outage): (i64, i64),
    interaction: Option<u64>,
    records: &[Record],
) -> Result<(), StoreError> {
    // Only the first row of a request bears its snowflake.
    let insert = connection.either(
        "INSERT INTO event (game, ply, at, outage, kind, seat, \"user\", text, next, interaction) \
         SELECT $1, $2 + 1 + key, $3, $6, value ->> 'kind', value ->> 'seat', value ->> 'user', value ->> 'text', \
         value ->> 'next', CASE key WHEN 0 THEN $4 END FROM json_each($5)",
        postgres::INSERT_EVENTS,
    );
    let inserted = query(insert)
        .bind(game.0)
        .bind(before)
        .bind(at)
        .bind(interaction.map(signed))
        .bind(events(records))
        .bind(outage)
        .execute(&mut *connection)
        .await;
    match inserted {
        Ok(rows) if rows == records.len() as u64 => Ok(()),
        Ok(_) => Err(refused(connection, interaction).await?),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            Err(refused(connection, interaction).await?)
        }
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
            Err(StoreError::NoGame(game))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns events as one parameter: JSON, which the statement turns into rows.
pub(in crate::store) fn events(records: &[Record]) -> String {
    let events = records.iter().map(|record| {
        json!({
            "kind": record.kind,
            "seat": record.seat,
            "user": record.user.map(|user| signed(user.0)),
            "text": record.text,
            "next": record.next,
        })
    });
    json!(events.collect::<Vec<_>>()).to_string()
}

async fn write_seats(
    connection: &mut Connection,
    game: GameId,
    commit: &Commit,
) -> Result<(), StoreError> {
    let summary = &commit.summary;
    if commit.goes_on() && !commit.seated {
        let awaited: Vec<i64> = summary
            .awaited
            .iter()
            .map(|seat| i64::from(*seat))
            .collect();
        query(
            "UPDATE seat SET stands = $2, awaited = CASE WHEN live = 1 AND number IN (SELECT value FROM json_each($3)) \
             THEN 1 ELSE 0 END WHERE game = $1",
        )
        .bind(game.0)
        .bind(summary.since)
        .bind(list(&awaited))
        .execute(connection)
        .await?;
        return Ok(());
    }
    let mut tenures_before = [0_u32; 256];
    for together in summary.tenures.chunks(ROWS) {
        let insert = insert_rows(
            "INSERT INTO seat (game, number, tenure, \"user\", since, until, live, awaited, stands, quarters, \"placing\") \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (game, number, tenure) DO UPDATE SET \
             until = excluded.until, live = excluded.live, awaited = excluded.awaited, stands = excluded.stands, \
             quarters = excluded.quarters, \"placing\" = excluded.placing",
            together.len(),
        );
        let rows = together.iter().fold(insert, |insert, tenure| {
            let number = tenure.seat.0;
            let count = &mut tenures_before[usize::from(number)];
            *count += 1;
            let held = tenure.until.is_none();
            let live = held && summary.phase == PhaseName::Playing;
            let result = summary.results.get(tenure.seat.index()).filter(|_| held);
            insert
                .bind(game.0)
                .bind(number)
                .bind(*count)
                .bind(signed(tenure.user.0))
                .bind(tenure.from)
                .bind(tenure.until)
                .bind(live)
                .bind(live && summary.awaited.contains(&number))
                .bind(summary.since)
                .bind(result.map(|(quarters, _)| *quarters))
                .bind(result.map(|(_, placing)| *placing))
        });
        rows.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn write_guests(
    connection: &mut Connection,
    game: GameId,
    summary: &MatchSummary,
) -> Result<(), StoreError> {
    query("DELETE FROM guest WHERE game = $1")
        .bind(game.0)
        .execute(&mut *connection)
        .await?;
    let guests = summary.guests.iter();
    let guests = guests.map(|guest| (guest.user, guest.wish.map(|seat| seat.0), false));
    let invited = summary.invited.iter().map(|user| (*user, None, true));
    let rows: Vec<_> = guests.chain(invited).collect();
    let mut number = 0_i64;
    for together in rows.chunks(ROWS) {
        let insert = insert_rows(
            "INSERT INTO guest (game, number, \"user\", wish, invited) VALUES ($1, $2, $3, $4, $5)",
            together.len(),
        );
        let rows = together
            .iter()
            .fold(insert, |insert, (user, wish, invited)| {
                number += 1;
                insert
                    .bind(game.0)
                    .bind(number)
                    .bind(signed(user.0))
                    .bind(*wish)
                    .bind(*invited)
            });
        rows.execute(&mut *connection).await?;
    }
    Ok(())
}
