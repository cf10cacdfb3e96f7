//! The lock that keeps a second bot off a database. Two bots would send everything twice, and each would take the
//! other's changes for its own.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::private;
use crate::store::StoreError;

/// The sole right of this process to run a bot on a database, held until it is dropped or the process ends in any way.
/// Processes that only read or copy a database need none.
#[derive(Debug)]
pub struct Lock {
    /// A file that is locked while it is open. SQLite's own file is left alone: opening and closing it here would drop
    /// SQLite's locks.
    _file: File,
}

impl Lock {
    /// Locks a database for this process, by a file next to it whose name ends in `.lock`. Every link to the database
    /// leads to the same lock ([`real_file`]).
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another bot runs on the database; [`StoreError::Unusable`] if the file cannot be made.
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
            // Some file systems have no locks: no other bot can be kept out there.
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, file = %path.display(), "the database cannot be locked");
            }
        }
        // The number only serves the refusal's sentence: another bot is refused even without it.
        let _ = file
            .set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Lock { _file: file })
    }
}

/// Returns the path of a database's file with every link followed, even before the file exists. SQLite derives the
/// names of its other files from this path, so the file must have only one.
///
/// # Errors
/// [`StoreError::Unusable`] if a link leads nowhere, the folder cannot be found, or the file has several names.
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

/// Returns the path of the lock file of a database.
fn path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}
