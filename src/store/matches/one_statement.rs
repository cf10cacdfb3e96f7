//! The usual move as one statement of PostgreSQL's, to save the round trips of the six that [`append`] sends.
//!
//! After a usual move the match goes on with the same players in its seats, and the commit has none of the rarer parts:
//! an offer, a plan, a checkpoint. The statement has the guard of the first of those six. If the guard fails, the
//! statement changes nothing, and the six are sent, which also find out why a move cannot be added.

use serde_json::json;

use super::commit::{Commit, MatchSummary};
use crate::match_state::GameId;
use crate::store::sql::{Connection, list, query};
use crate::store::{Until, matches::append, signed};

/// Writes what [`append::add`] writes for such a commit, in the same order. It changes nothing in a match with offers,
/// and nothing if it is past `$17` by the server's clock, in milliseconds, when the match is locked.
const MOVE: &str = "WITH held AS (UPDATE game SET ply = $1, outage = $2, since = $3, moves = $4, changed = $5, runs = $6, \
     deadline = $7, due = $8, changed_at = CASE WHEN changed < $5 THEN CAST(unixepoch('subsec') * 1000 AS BIGINT) \
     ELSE changed_at END \
     WHERE id = $9 AND ply = $10 AND (SELECT coalesce(max(id), 0) FROM outage) = $2 \
     AND NOT EXISTS (SELECT 1 FROM answered WHERE interaction = $11) AND phase = 'playing' AND offered = 0 RETURNING id), \
    added AS (INSERT INTO event (game, ply, at, outage, kind, seat, \"user\", text, next, interaction) \
     SELECT id, $10 + number, $12, $2, kind, seat, \"user\", text, next, CASE number WHEN 1 THEN $11 END \
     FROM held, ROWS FROM (json_to_recordset(CAST($13 AS JSON)) \
      AS (kind TEXT, seat BIGINT, \"user\" BIGINT, text TEXT, next BIGINT)) WITH ORDINALITY \
      AS one (kind, seat, \"user\", text, next, number)), \
    turned AS (UPDATE seat SET stands = $3, awaited = CASE WHEN live = 1 AND number IN (SELECT value FROM json_each($14)) \
      THEN 1 ELSE 0 END FROM held WHERE game = held.id), \
    reminded AS (DELETE FROM nag USING held WHERE \"user\" IN (SELECT value FROM json_each($15))), \
    posted AS (INSERT INTO outbox (game, ply, \"user\", why, at, ready, cover, refused) \
     SELECT held.id, $1, \"user\", why, at, ready, cover, refused FROM held, json_to_recordset(CAST($16 AS JSON)) \
      AS one (\"user\" BIGINT, why TEXT, at BIGINT, ready BIGINT, cover BIGINT, refused BIGINT)) \
    SELECT id FROM held WHERE in_time($17)";

/// True if a commit is a usual move.
pub(in crate::store) fn fits(commit: &Commit) -> bool {
    // Every field is named, so that no new one can be forgotten here.
    let Commit {
        at: _,
        outage: _,
        phase_before: _,
        seated,
        events: _,
        interaction: _,
        until: _,
        summary: _,
        offered_seats: None,
        options: None,
        became: None,
        remote,
        checkpoints,
        lessons,
        postings,
        abandoned,
        moved: _,
        plans,
        rated: None,
        former: None,
        offered: None,
        // This field matters only if there are offers.
        kept: _,
        beaten: None,
        puzzles: false,
    } = commit
    else {
        return false;
    };
    let counts_reminders = postings.iter().any(|posting| posting.nags);
    commit.goes_on()
        && !(seated | counts_reminders)
        && remote.is_empty()
        && checkpoints.is_empty()
        && lessons.is_empty()
        && abandoned.is_empty()
        && plans.is_empty()
}

/// Makes a usual move and commits it. Returns false, with nothing changed, if the match is in another state than the
/// commit was made for, or has offers.
///
/// # Errors
/// The database failed. If the connection was cut, the move may or may not have been made.
pub(in crate::store) async fn make(
    connection: &mut Connection,
    game: GameId,
    commit: &Commit,
) -> Result<bool, sqlx::Error> {
    let MatchSummary {
        ply,
        since,
        moves,
        changed,
        timer,
        due,
        awaited,
        ..
    } = &commit.summary;
    let awaited: Vec<i64> = awaited.iter().map(|seat| i64::from(*seat)).collect();
    let moved: Vec<i64> = commit.moved.iter().map(|user| signed(user.0)).collect();
    let posted: Vec<_> = crate::store::notices::outbox::reachable(&commit.postings)
        .map(|posting| {
            json!({
                "user": posting.user.map(|user| signed(user.0)),
                "why": posting.why,
                "at": posting.at,
                "ready": posting.ready,
                "cover": posting.cover.map(signed),
                "refused": posting.refused,
            })
        })
        .collect();
    let made = query(MOVE)
        .bind(*ply)
        .bind(commit.outage)
        .bind(*since)
        .bind(*moves)
        .bind(*changed)
        .bind(timer.map(|timer| timer.runs))
        .bind(timer.map(|timer| timer.at))
        .bind(*due)
        .bind(game.0)
        .bind(commit.before())
        .bind(commit.interaction.map(signed))
        .bind(commit.at)
        .bind(append::events(&commit.events))
        .bind(list(&awaited))
        .bind(list(&moved))
        .bind(json!(posted).to_string())
        .bind(Until::there(commit.until))
        .finds(connection)
        .await;
    match made {
        // The request has been carried out before, or another commit has taken the ply.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        made => made,
    }
}
