//! Consistent copies of a database that is in use.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor};

use crate::private;
use crate::store::sql::Connection;
use crate::store::{BUSY, Database, Store, StoreError};

impl Store {
    /// Copies the database, as of one moment, to a new file.
    ///
    /// # Errors
    /// [`StoreError::Backup`] if the file exists already or cannot be written, or the database is PostgreSQL's.
    pub async fn backup(&self, copy: &Path) -> Result<(), StoreError> {
        match self.read().await? {
            Connection::Sqlite(mut reader) => copy_to(&mut reader, copy).await,
            Connection::Postgres(..) => Err(not_ours()),
        }
    }
}

/// Copies a database that another process may have open, as of one moment, to a new file.
///
/// # Errors
/// [`StoreError::Backup`] if there is no database or it is PostgreSQL's, or if the copy exists already or cannot be
/// written.
pub async fn backup(database: &Database, copy: &Path) -> Result<(), StoreError> {
    let Database::File(database) = database else {
        return Err(not_ours());
    };
    if !database.is_file() {
        return Err(StoreError::Backup(format!(
            "there is no database at {}.",
            database.display()
        )));
    }
    let options = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true)
        .busy_timeout(BUSY);
    let mut reader = SqliteConnection::connect_with(&options).await?;
    copy_to(&mut reader, copy).await?;
    reader.close().await?;
    Ok(())
}

/// Writes the copy under a temporary name and moves it to its place when it is complete and on the disk.
async fn copy_to(reader: &mut SqliteConnection, copy: &Path) -> Result<(), StoreError> {
    if copy.exists() {
        return Err(exists(copy));
    }
    let mut name = copy.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(name);
    let failed = |error: &dyn std::fmt::Display| {
        let _ = fs::remove_file(&part);
        StoreError::Backup(format!("{} cannot be written: {error}.", copy.display()))
    };
    let Some(target) = part.to_str() else {
        return Err(failed(&"its name is not text"));
    };
    let _ = fs::remove_file(&part);
    // SQLite fills an empty file and leaves its permissions unchanged.
    private::make_file(&part).map_err(|error| failed(&error))?;
    reader
        .execute(sqlx::query("VACUUM INTO ?").bind(target))
        .await
        .map_err(|error| failed(&error))?;
    fs::File::open(&part)
        .and_then(|file| file.sync_all())
        .map_err(|error| failed(&error))?;
    // A link, unlike a renaming, never replaces a file that appeared in the meantime.
    match fs::hard_link(&part, copy) {
        Ok(()) => fs::remove_file(&part).map_err(|error| failed(&error))?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let _ = fs::remove_file(&part);
            return Err(exists(copy));
        }
        // Some file systems have no links.
        Err(_) => fs::rename(&part, copy).map_err(|error| failed(&error))?,
    }
    let folder = match copy.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| failed(&error))
}

fn not_ours() -> StoreError {
    StoreError::Backup(
        "PostgreSQL has its own programs for that, for a database that is in use, too: pg_dump -Fc, for one."
            .to_owned(),
    )
}

fn exists(copy: &Path) -> StoreError {
    StoreError::Backup(format!(
        "{} exists already, and a backup never overwrites anything.",
        copy.display()
    ))
}
