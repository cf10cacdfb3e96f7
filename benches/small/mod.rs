//! The small mode of benches, for tests.

/// True if a test runs the bench, to see that it works, without figures. `cargo bench` passes `--bench` to its
/// programs; `cfg(test)` holds in both.
pub fn in_small() -> bool {
    !std::env::args().any(|argument| argument == "--bench")
}
