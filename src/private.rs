//! Files and folders that only their owner can read: games, plans and notes are nobody else's on this machine.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Makes a folder, and those above it, where there is not one: those that are made are open to their owner alone (0700).
///
/// # Errors
/// It cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Ok(());
    }
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Makes a new, empty file that its owner alone may read and write (0600).
///
/// # Errors
/// It exists already ([`io::ErrorKind::AlreadyExists`]) or cannot be made.
pub fn make_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options.open(path)
}

/// Opens a file for writing without changing what is in it; where there is not one, it is made as [`make_file`] does.
///
/// # Errors
/// It cannot be opened or made.
pub fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    options.open(path)
}
