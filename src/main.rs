//! The command line: arguments, then configuration, then one thing to run.

use std::fmt::Display;
use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use rookery::{render_cli, rules_cli};

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
    /// The picture of a position, as a PNG file.
    Render(render_cli::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Rules(command) => {
            let input = BufReader::new(io::stdin());
            let mut output = BufWriter::new(io::stdout().lock());
            ended(rules_cli::run(command, input, &mut output))
        }
        Command::Render(arguments) => ended(render_cli::run(&arguments)),
    }
}

/// Tells a failure on standard error.
fn ended(result: Result<(), impl Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("rookery: {failure}");
            ExitCode::FAILURE
        }
    }
}
