//! A snapshot of the world in a folder, kept between two starts: channels, threads, messages and their files.
//!
//! Interactions, sessions and commands are not kept: on Discord they do not outlive a connection either, or the bot
//! makes them again. Changes of the last second before a crash may be missing; the matches themselves are in the bot's
//! own database.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use super::channel::Channel;
use super::state::{File, SharedState, State, UPLOADED};
use crate::private;

/// Pause between two looks for changes to write.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Serialize, Deserialize)]
struct Kept {
    last: u64,
    /// The base of the addresses in the messages; the next start may have another port.
    base: String,
    channels: BTreeMap<u64, Channel>,
    files: BTreeMap<u64, File>,
}

/// A folder with a world in it.
#[derive(Clone)]
pub(crate) struct SnapshotFolder {
    folder: PathBuf,
    /// The lock file, locked as long as a server uses the folder; the mutex is held while writing.
    lock: Arc<Mutex<fs::File>>,
}

impl SnapshotFolder {
    /// Takes a folder for this server alone, making it if it does not exist.
    ///
    /// # Errors
    /// Fails if the folder cannot be made, or another sandbox uses it.
    pub(crate) fn new(folder: PathBuf) -> anyhow::Result<SnapshotFolder> {
        let files = folder.join("files");
        private::make_folder(&files)
            .with_context(|| format!("the folder {} cannot be made", files.display()))?;
        let path = folder.join("lock");
        let lock = private::open_file(&path)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        let since = Instant::now();
        // A sandbox that is just stopping may still be writing.
        while lock.try_lock().is_err() {
            if since.elapsed() > PAUSE {
                bail!("another sandbox uses the folder {}", folder.display());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let lock = Arc::new(Mutex::new(lock));
        Ok(SnapshotFolder { folder, lock })
    }

    fn shared(&self) -> PathBuf {
        self.folder.join("world.json")
    }

    fn file(&self, id: u64) -> PathBuf {
        self.folder.join("files").join(id.to_string())
    }

    /// Fills the world from the folder, if it holds a snapshot.
    ///
    /// # Errors
    /// Fails if the folder cannot be read, or holds something else.
    pub(crate) fn load(&self, shared: &SharedState) -> anyhow::Result<()> {
        let path = self.shared();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be read", path.display()));
            }
        };
        let foreign = || {
            format!(
                "{} is not a world of the sandbox: remove it to begin with an empty one",
                path.display()
            )
        };
        let before: Kept = serde_json::from_str(&text).with_context(foreign)?;
        let mut state = shared.lock();
        let text = text.replace(
            &format!("\"{}/attachments/", before.base),
            &format!("\"{}/attachments/", state.base),
        );
        let kept: Kept = serde_json::from_str(&text).with_context(foreign)?;
        state.last = kept.last;
        state.channels.extend(kept.channels);
        for (id, mut file) in kept.files {
            // A missing file leaves a message without its picture, nothing worse.
            if let Ok(bytes) = fs::read(self.file(id)) {
                file.bytes = bytes.into();
                state.keep(id, file);
            }
        }
        Ok(())
    }

    /// Writes the world whenever it has changed, without end.
    pub(crate) async fn watch(self, shared: SharedState) {
        let mut seen = 0;
        loop {
            tokio::time::sleep(PAUSE).await;
            let changes = shared.lock().changes;
            if changes == seen {
                continue;
            }
            let (snapshot_folder, shared) = (self.clone(), shared.clone());
            let saved = tokio::task::spawn_blocking(move || snapshot_folder.save(&shared)).await;
            match saved {
                Ok(Ok(())) => seen = changes,
                Ok(Err(error)) => {
                    tracing::warn!(target: "rookery::sandbox", "the world is not kept: {error:#}")
                }
                Err(error) => {
                    tracing::warn!(target: "rookery::sandbox", %error, "the world is not kept")
                }
            }
        }
    }

    /// Writes the world: first new files, then the world that names them; then removes files without a message.
    ///
    /// # Errors
    /// Fails if the folder cannot be written.
    pub(crate) fn save(&self, shared: &SharedState) -> anyhow::Result<()> {
        let _writing = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = {
            let state = shared.lock();
            Kept::of(&state)
        };
        for (id, file) in &kept.files {
            let path = self.file(*id);
            if !path.exists() {
                write(&path, &file.bytes)?;
            }
        }
        write(&self.shared(), serde_json::to_string(&kept)?.as_bytes())?;
        for entry in fs::read_dir(self.folder.join("files"))? {
            let path = entry?.path();
            let id = path
                .file_name()
                .and_then(|name| name.to_str()?.parse::<u64>().ok());
            if id.is_none_or(|id| !kept.files.contains_key(&id)) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

impl Kept {
    fn of(state: &State) -> Kept {
        Kept {
            last: state.last,
            base: state.base.clone(),
            channels: state.channels.clone(),
            // The bot has already read files attached to a command.
            files: state
                .files
                .iter()
                .filter(|(_, file)| file.message != UPLOADED)
                .map(|(id, file)| (*id, file.clone()))
                .collect(),
        }
    }
}

/// Writes a file as a whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let half = path.with_extension("half");
    fs::write(&half, bytes).with_context(|| format!("{} cannot be written", half.display()))?;
    fs::rename(&half, path).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(())
}
