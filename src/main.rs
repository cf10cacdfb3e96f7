//! The command line: arguments, then configuration, then one thing to run.

use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rookery::rules_cli;

/// Unusual chess by correspondence, on Discord.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// The rules of the games, for programs that check them.
    #[command(subcommand)]
    Rules(rules_cli::Command),
}

fn main() -> ExitCode {
    let Command::Rules(command) = Arguments::parse().command;
    let input = BufReader::new(io::stdin());
    let mut output = BufWriter::new(io::stdout().lock());
    match rules_cli::run(command, input, &mut output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("rookery: {failure}");
            ExitCode::FAILURE
        }
    }
}
