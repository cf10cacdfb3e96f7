//! One bot on one database. Two would tell everything twice, and each would take what the other wrote for its own.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::MetadataExt as _;
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
    /// Locks a database for this process, by a file next to it whose name ends in `.lock`. The file has one, whichever
    /// links lead to it ([`real_file`]).
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
        let path = path(&real_file(database)?);
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

/// The path of a database's file with every link followed, where it is or will be made. SQLite keeps what was written last
/// under a name made of it, and so it must be one alone.
///
/// # Errors
/// [`StoreError::Unusable`] where a link leads nowhere, the folder cannot be found, or the file has several names.
pub fn real_file(database: &Path) -> Result<PathBuf, StoreError> {
    let unusable = |cause: String| StoreError::Unusable {
        place: database.into(),
        cause,
    };
    let found = match fs::canonicalize(database) {
        Ok(found) => found,
        Err(_) if database.symlink_metadata().is_ok_and(|it| it.is_symlink()) => {
            return Err(unusable(
                "it is a link to a file that is not there".to_owned(),
            ));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let folder = match database.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            let name = database.file_name().unwrap_or_default();
            let folder = fs::canonicalize(folder).map_err(|error| unusable(error.to_string()))?;
            return Ok(folder.join(name));
        }
        Err(error) => return Err(unusable(error.to_string())),
    };
    let names = fs::metadata(&found).map_or(1, |file| file.nlink());
    if found.is_file() && names > 1 {
        return Err(unusable(format!(
            "the file has {names} names (hard links), and what is written under one of them is missing under the others: \
             remove all but one"
        )));
    }
    Ok(found)
}

/// The file that is locked for a database.
fn path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
