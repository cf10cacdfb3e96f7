//! One bot on one database. Two would tell everything twice, and each would take what the other wrote for its own.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::StoreError;
use crate::private;

/// That this process alone runs a bot on a database, until it is dropped or the process ends, however it ends. The one who
/// only reads a database or copies it needs none.
#[derive(Debug)]
pub struct Lock {
    /// Locked for as long as it is open. SQLite's own file is left alone: closing it once more would undo SQLite's locks.
    _file: File,
}

impl Lock {
    /// Locks a database for this process, by a file beside it whose name ends in `.lock`.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another bot runs on it; [`StoreError::Unusable`] where the file cannot be made.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        let unusable = |cause: String| StoreError::Unusable {
            place: database.into(),
            cause,
        };
        if let Some(folder) = database.parent() {
            private::make_folder(folder).map_err(|error| unusable(error.to_string()))?;
        }
        let path = path(database);
        let mut file = private::open_file(&path)
            .map_err(|error| unusable(format!("{} cannot be made: {error}", path.display())))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let process = fs::read_to_string(&path).unwrap_or_default();
                return Err(StoreError::InUse {
                    place: database.into(),
                    process: process.trim().parse().ok(),
                });
            }
            // Not every file system has locks: then nobody can be kept out.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, file = %path.display(), "the database cannot be locked");
            }
        }
        // For the sentence alone: without it, another bot is refused as well.
        let _ = file
            .set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock { _file: file })
    }
}

/// The file that is locked for a database.
fn path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
