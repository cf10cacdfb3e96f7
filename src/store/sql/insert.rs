//! Statements that insert several rows, to save a round trip for each.

use sqlx::AssertSqlSafe;

use super::{Query, query};

/// Most rows in one statement.
pub(in crate::store) const ROWS: usize = 16;

/// Returns a statement that inserts so many rows, made from one that inserts a single row. Each number of rows is
/// prepared only once.
pub(in crate::store) fn insert_rows<'q>(one: &'static str, rows: usize) -> Query<'q> {
    // Only numbers are added to a text of the program.
    query(AssertSqlSafe(text(one, rows)))
}

fn text(one: &str, rows: usize) -> String {
    let values = one
        .find("VALUES (")
        .map_or(one.len(), |at| at + "VALUES ".len());
    let end = one[values..]
        .find(')')
        .map_or(one.len(), |at| values + at + 1);
    let columns = one[values..end].matches('$').count();
    let mut text = one[..end].to_owned();
    for row in 1..rows {
        let values = (1..=columns).map(|column| format!("${}", row * columns + column));
        text.push_str(&format!(", ({})", values.collect::<Vec<_>>().join(", ")));
    }
    text.push_str(&one[end..]);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_each_row_have_numbers_of_their_own() {
        let one = "INSERT INTO t (a, b) VALUES ($1, $2) ON CONFLICT (a) DO NOTHING";
        assert_eq!(text(one, 1), one);
        let three =
            "INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4), ($5, $6) ON CONFLICT (a) DO NOTHING";
        assert_eq!(text(one, 3), three);
    }
}
