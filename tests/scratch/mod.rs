//! Where tests keep their databases.

use std::path::Path;

use tempfile::TempDir;

/// A folder that is gone with the test: in memory where the system offers that, as Linux does.
///
/// Hundreds of tests at once wait for a disk that still writes down what the build made, and a commit there has taken
/// longer than the five seconds after which the bot says that the database is busy.
pub fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    tempfile::tempdir_in(memory)
        .or_else(|_| tempfile::tempdir())
        .expect("no folder for temporary files can be made")
}
