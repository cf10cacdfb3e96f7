//! The bot's error log while the tests run.

use std::io::{self, Write};
use std::sync::{Mutex, Once, PoisonError};

use tracing_subscriber::filter::LevelFilter;

static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static START: Once = Once::new();

struct Keep;

impl Write for Keep {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
        lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Begins to collect errors logged by every test of this process.
pub fn keep() {
    START.call_once(|| {
        tracing_subscriber::fmt()
            .with_max_level(LevelFilter::ERROR)
            .with_ansi(false)
            .with_writer(|| Keep)
            .init();
    });
}

/// True if a line contains all of these parts.
pub fn has(parts: &[&str]) -> bool {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&lines)
        .lines()
        .any(|line| parts.iter().all(|part| line.contains(part)))
}
