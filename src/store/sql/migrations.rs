//! The migrations of `migrations/sqlite` and `migrations/postgres`, as embedded by `migrations/build.rs`.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

// SQLITE and POSTGRES: the name of each file without `.sql`, and its text.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Returns the migrations that make an SQLite database, or bring an older one up to date.
pub fn sqlite() -> Migrator {
    migrator(SQLITE)
}

/// Returns the migrations that make a PostgreSQL database, or bring an older one up to date.
pub fn postgres() -> Migrator {
    migrator(POSTGRES)
}

fn migrator(files: &[(&'static str, &'static str)]) -> Migrator {
    let migrations = files.iter().filter_map(|&(name, sql)| {
        let (version, description) = name.split_once('_')?;
        Some(Migration::new(
            version.parse().ok()?,
            description.replace('_', " ").into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        ))
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The embedded migrations equal those that sqlx reads from the folders. With other descriptions or checksums they
    /// would not fit databases that sqlx's own macro has made.
    #[tokio::test]
    async fn what_is_embedded_is_what_sqlx_finds_in_the_folders() {
        for (folder, embedded) in [("sqlite", sqlite()), ("postgres", postgres())] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("migrations")
                .join(folder);
            let found = Migrator::new(path.as_path()).await.unwrap();
            let plain = |migrator: &Migrator| -> Vec<_> {
                let each = migrator.iter().cloned();
                each.map(|it| {
                    (
                        it.version,
                        it.description,
                        it.migration_type,
                        it.checksum,
                        it.no_tx,
                    )
                })
                .collect()
            };
            assert!(found.iter().len() > 5, "{folder}");
            assert_eq!(plain(&embedded), plain(&found), "{folder}");
        }
    }
}
