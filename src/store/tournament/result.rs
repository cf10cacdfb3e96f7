//! Results that concern a tournament.

use crate::store::StoreError;
use crate::store::sql::{Connection, query};
use crate::tournament::TournamentId;

/// Makes a tournament due because one of its matches has a new result, and the season of a division with it, in the
/// transaction of the result.
pub(in crate::store) async fn note_result(
    connection: &mut Connection,
    id: TournamentId,
    at: i64,
) -> Result<(), StoreError> {
    query(
        "UPDATE tournament SET version = version + 1, crosstable_stale = 1, due = $2 \
         WHERE id IN ($1, (SELECT season FROM tournament WHERE id = $1)) AND round > 0",
    )
    .bind(id.0)
    .bind(at)
    .execute(connection)
    .await?;
    Ok(())
}
