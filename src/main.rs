//! The command line: arguments, then configuration, then one thing to run.

fn main() {}
