//! Folders for the databases of tests.

use std::path::Path;

use tempfile::TempDir;

/// Creates a folder that is deleted with the test: in memory if the system offers that, as Linux does.
///
/// Hundreds of tests at once would wait for a disk that still writes what the build made, longer than the bot waits for
/// its database.
pub fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    tempfile::tempdir_in(memory)
        .or_else(|_| tempfile::tempdir())
        .expect("no folder for temporary files can be made")
}
