//! Whether a bench runs in small.

/// Whether a test runs the bench, which wants to know that it works and no figures. `cargo bench` gives `--bench` to
/// what it runs; `cfg(test)` holds in both.
pub fn in_small() -> bool {
    !std::env::args().any(|argument| argument == "--bench")
}
