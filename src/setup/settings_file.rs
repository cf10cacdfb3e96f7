//! The file of settings that a setup writes: all at once, and with every other line as it was.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::config::{EXAMPLE, parse_file};
use crate::private;

/// A file of settings; a new one begins as the example.
#[derive(Debug)]
pub(super) struct SettingsFile {
    path: PathBuf,
    text: String,
    settings: BTreeMap<String, String>,
    is_changed: bool,
}

impl SettingsFile {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or has a line that is no setting.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let (text, is_changed) = match fs::read_to_string(path) {
            Ok(text) => (text, false),
            Err(error) if error.kind() == ErrorKind::NotFound => (EXAMPLE.to_owned(), true),
            Err(error) => return Err(unusable(path, "read", &error)),
        };
        Ok(SettingsFile {
            settings: parse_file(path, &text)?,
            path: path.to_owned(),
            text,
            is_changed,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the value of a setting, unless it is empty.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let value = self.settings.get(name).map(|value| value.trim());
        value.filter(|value| !value.is_empty())
    }

    /// Sets a setting: in its line, else in the comment that shows it, else in a new line.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let sets = |line: &str| {
            let line = line.trim();
            let line = line.strip_prefix("export ").unwrap_or(line);
            let pair = line.split_once('=');
            pair.is_some_and(|(before, _)| before.trim() == name)
        };
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        // The last of several lines counts.
        let line = lines.iter().rposition(|line| sets(line)).or_else(|| {
            lines.iter().position(|line| {
                let shown = line.strip_prefix('#').unwrap_or_default();
                shown.starts_with(name) && sets(shown)
            })
        });
        let new = format!("{name}={value}");
        match line {
            Some(at) => lines[at] = new,
            None => lines.push(new),
        }
        self.text = lines.join("\n") + "\n";
        self.settings.insert(name.to_owned(), value.to_owned());
        self.is_changed = true;
    }

    /// Writes the file, readable by its owner alone; returns false if it has everything already. The new file takes the
    /// old one's place when it is whole.
    ///
    /// # Errors
    /// It cannot be written; then the old one is as it was.
    pub(super) fn write(&self) -> anyhow::Result<bool> {
        let is_private =
            fs::metadata(&self.path).is_ok_and(|file| file.permissions().mode() & 0o077 == 0);
        if !self.is_changed && is_private {
            return Ok(false);
        }
        // A link stays one.
        let target = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let name = target.file_name().context("--file names no file")?;
        let mut draft = name.to_owned();
        draft.push(format!(".{}", std::process::id()));
        let draft = target.with_file_name(draft);
        let placed = write_new(&draft, &target, &self.text).and_then(|()| {
            fs::rename(&draft, &target)?;
            let folder = target
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        });
        placed.map_err(|error| {
            // It may not have been made.
            let _ = fs::remove_file(&draft);
            unusable(&self.path, "written", &error)
        })?;
        Ok(true)
    }
}

/// Writes a new file with the owner of the old one.
fn write_new(draft: &Path, old: &Path, text: &str) -> io::Result<()> {
    let mut file = private::make_file(draft)?;
    if let Ok(old) = fs::metadata(old) {
        let own = file.metadata()?;
        if (own.uid(), own.gid()) != (old.uid(), old.gid()) {
            fchown(&file, Some(old.uid()), Some(old.gid()))?;
        }
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn unusable(path: &Path, done: &str, error: &io::Error) -> anyhow::Error {
    anyhow!(
        "{} cannot be {done} ({error}): correct its permissions or those of its folder, run this as its owner, or name \
         another file with --file",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of a file after a setting was set in it.
    fn with(text: &str, name: &str, value: &str) -> String {
        let folder = crate::scratch::folder();
        let path = folder.path().join("settings");
        fs::write(&path, text).unwrap();
        let mut file = SettingsFile::read(&path).unwrap();
        file.set(name, value);
        assert!(file.write().unwrap());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let files = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(files, 1, "no draft is left");
        fs::read_to_string(&path).unwrap()
    }

    #[test]
    fn a_setting_takes_its_line_and_the_others_stay() {
        for (before, after) in [
            ("", "A=new\n"),
            ("# first\nB=1\n", "# first\nB=1\nA=new\n"),
            ("B=1", "B=1\nA=new\n"),
            ("A=old\nB=1\n", "A=new\nB=1\n"),
            ("#A=\nB=1\n", "A=new\nB=1\n"),
            ("#A=shown\nA=old\n", "#A=shown\nA=new\n"),
            ("A=1\nA=2\n", "A=1\nA=new\n"),
            ("  export A = 'old'\n", "A=new\n"),
            ("# A=prose\nAB=1\n", "# A=prose\nAB=1\nA=new\n"),
        ] {
            assert_eq!(with(before, "A", "new"), after, "{before:?}");
        }
    }

    #[test]
    fn a_new_file_is_the_example_with_the_setting_in_its_line() {
        let folder = crate::scratch::folder();
        let path = folder.path().join(".env");
        let mut file = SettingsFile::read(&path).unwrap();
        file.set("DISCORD_TOKEN", "a.b.c");
        file.write().unwrap();
        let expected = EXAMPLE.replace("#DISCORD_TOKEN=\n", "DISCORD_TOKEN=a.b.c\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    }

    #[test]
    fn a_link_stays_a_link() {
        let folder = crate::scratch::folder();
        let (path, target) = (folder.path().join("link"), folder.path().join("target"));
        fs::write(&target, "A=1\n").unwrap();
        std::os::unix::fs::symlink(&target, &path).unwrap();
        let mut file = SettingsFile::read(&path).unwrap();
        file.set("A", "2");
        file.write().unwrap();
        assert!(path.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "A=2\n");
    }
}
