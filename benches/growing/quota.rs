//! A quota of processor time for a process, by Linux's control groups (version 1 or 2; needs root). If each worker has
//! a small share of a processor, a machine with few processors shows the gain of one more worker.

use std::fs;
use std::path::{Path, PathBuf};

use super::driver::Bot;

/// Microseconds after which a quota begins again: few, so that a process that has used it up need not wait long.
const PERIOD: u64 = 10_000;

/// A control group with one process in it. It is removed when dropped, which the process must not outlive.
pub struct Quota(PathBuf);

impl Quota {
    /// Leaves a process so many percent of one processor.
    ///
    /// # Panics
    ///
    /// Panics if there are no control groups, or this process may not change them.
    pub fn limit(bot: &Bot, percent: u64) -> Quota {
        let process = bot.0.id();
        let quota = PERIOD * percent / 100;
        let name = format!("rookery-bench-{process}");
        let root = Path::new("/sys/fs/cgroup");
        let (folder, settings) = if root.join("cpu").exists() {
            let period = ("cpu.cfs_period_us", PERIOD.to_string());
            let quota = ("cpu.cfs_quota_us", quota.to_string());
            (root.join("cpu").join(name), vec![period, quota])
        } else {
            write(&root.join("cgroup.subtree_control"), "+cpu");
            let both = ("cpu.max", format!("{quota} {PERIOD}"));
            (root.join(name), vec![both])
        };
        fs::create_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for (file, value) in settings {
            write(&folder.join(file), &value);
        }
        write(&folder.join("cgroup.procs"), &process.to_string());
        Quota(folder)
    }
}

impl Drop for Quota {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

fn write(file: &Path, value: &str) {
    fs::write(file, value).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
