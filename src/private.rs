//! Files and folders that only their owner can read, since games, plans and notes are private on this machine.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

/// Creates a folder and its missing parents, readable by their owner alone (0700).
///
/// # Errors
/// The folder cannot be created.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() {
        return Ok(());
    }
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Creates a new, empty file that its owner alone may read and write (0600).
///
/// # Errors
/// The file exists already ([`io::ErrorKind::AlreadyExists`]) or cannot be created.
pub fn make_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options.open(path)
}

/// Opens a file for writing without changing its contents; a missing file is created as by [`make_file`].
///
/// # Errors
/// The file cannot be opened or created.
pub fn open_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    options.open(path)
}
