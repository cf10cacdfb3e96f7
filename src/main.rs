//! The command line: arguments, then configuration, then one thing to run.

use std::fmt::Display;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser, Subcommand};
use rookery::config::{Config, FILE};
use rookery::run::{self, Until};
use rookery::setup::{self, Next};
use rookery::{check, generate, render_cli, rules_cli};
use tokio::runtime::Builder;

/// Version, with the commit and its date if they were given when the program was built.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    match (option_env!("ROOKERY_COMMIT"), option_env!("ROOKERY_DATE")) {
        (Some(commit), Some(date)) => format!("{version} ({commit}, {date})"),
        _ => version.to_owned(),
    }
});

/// Unusual chess by correspondence, on Discord.
#[derive(Parser)]
#[command(version = VERSION.as_str())]
struct Arguments {
    /// Command to run; the default is the bot if a token is set, else the sandbox.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Runs the bot on Discord, with the token in DISCORD_TOKEN.
    Bot {
        /// Stops when standard input ends, too: when the process that started it is gone.
        #[arg(long, hide = true)]
        until_eof: bool,
    },
    /// Asks for the token, writes the settings, and can start the bot.
    ///
    /// Without a terminal, the token is taken from DISCORD_TOKEN or read from standard input.
    Setup(setup::Arguments),
    /// Runs a chat like Discord on this machine, to play in a browser.
    Sandbox {
        /// Runs the bot as so many processes that share the PostgreSQL server of ROOKERY_DATABASE and take interactions
        /// by HTTP in turn.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
        workers: Option<u8>,
        /// Runs the chat alone, for a bot that is started separately with the settings it prints.
        #[arg(long, conflicts_with = "workers")]
        no_bot: bool,
    },
    /// Copies the database to a new file, also while the bot runs.
    Backup {
        /// File to write; it must not exist.
        file: PathBuf,
    },
    /// Moves everything from one database to another.
    ///
    /// From a file to a PostgreSQL server or back, while no bot runs on either.
    MoveStore {
        /// Current database: a file, or the address of a PostgreSQL server (its password is better kept in ~/.pgpass
        /// than written here).
        from: String,
        /// Empty database to move to; a file is created.
        to: String,
    },
    /// Erases what is kept about a person, also while the bot runs.
    ///
    /// The command `/privacy erase` in Discord does the same.
    Forget {
        /// Discord id of the person, a number ("Copy User ID" in Discord's developer mode).
        user: u64,
    },
    /// Says what is wrong with settings, token, database or permissions.
    ///
    /// It changes nothing.
    Check {
        /// Only says whether the bot that runs with these settings is alive.
        #[arg(long)]
        health: bool,
    },
    /// Runs the machine opponent for other programs, by JSON Lines.
    ///
    /// A line of standard input is a question, and gets a line as the answer.
    Engine,
    /// Queries the rules of the games, for programs that check them.
    #[command(subcommand)]
    Rules(rules_cli::Command),
    /// Draws the picture of a position, as a PNG file.
    Render(render_cli::Arguments),
    /// Prints a file that packages install.
    #[command(hide = true)]
    Generate {
        /// The file: the man page, or the completions of a shell.
        artefact: generate::Artefact,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Some(Command::Rules(command)) => {
            let input = BufReader::new(io::stdin());
            let mut output = BufWriter::new(io::stdout().lock());
            ended(rules_cli::run(command, input, &mut output))
        }
        Some(Command::Engine) => {
            let mut output = io::stdout().lock();
            ended(rules_cli::engine(io::stdin().lock(), &mut output))
        }
        Some(Command::Render(arguments)) => ended(render_cli::run(&arguments)),
        Some(Command::Generate { artefact }) => {
            let mut output = BufWriter::new(io::stdout().lock());
            ended(generate::run(artefact, Arguments::command(), &mut output))
        }
        Some(Command::Check { health }) => check(health),
        Some(Command::Setup(arguments)) => ended(in_runtime(set_up(&arguments))),
        command => match Config::load(Path::new(FILE)) {
            Ok(config) => ended(in_runtime(serve(command, &config))),
            Err(mistake) => ended(Err(mistake)),
        },
    }
}

/// Time that unfinished computations may take when everything else has ended.
const LEFT_OVER: Duration = Duration::from_secs(1);

/// Number of replays and pictures worked on at once: enough that long ones delay nobody, and no more, since each thread
/// needs memory.
const WORKERS: usize = 64;

fn in_runtime(work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(WORKERS)
        .build()
        .context("the program cannot start its threads")?;
    let served = runtime.block_on(work);
    // Without a limit, a position whose computation never ends would keep the process from ending.
    runtime.shutdown_timeout(LEFT_OVER);
    served
}

async fn serve(command: Option<Command>, config: &Config) -> Result<(), Failure> {
    config.start_logging();
    match command {
        Some(Command::Backup { file }) => run::backup(config, &file).await?,
        Some(Command::MoveStore { from, to }) => run::move_store(&from, &to).await?,
        Some(Command::Forget { user }) => run::forget(config, user).await?,
        Some(Command::Sandbox { no_bot: true, .. }) => run::sandbox_without_bot(config).await?,
        Some(Command::Sandbox { workers: None, .. }) => run::sandbox(config).await?,
        Some(Command::Sandbox {
            workers: Some(workers),
            ..
        }) => run::sandbox_with_workers(config, workers).await?,
        None if config.token.is_none() => {
            println!(
                "No DISCORD_TOKEN is set, so this is the sandbox: everything stays on this machine. `rookery setup` \
                 connects the bot to Discord."
            );
            run::sandbox(config).await?;
        }
        Some(Command::Bot { until_eof: true }) => run::bot(config, Until::SignalOrEof).await?,
        _ => run::bot(config, Until::Signal).await?,
    }
    Ok(())
}

async fn set_up(arguments: &setup::Arguments) -> Result<(), Failure> {
    if let Next::Start(config) = setup::run(arguments).await? {
        config.start_logging();
        run::bot(&config, Until::Signal).await?;
    }
    Ok(())
}

/// Prints the findings; fails if something is wrong.
#[tokio::main]
async fn check(health: bool) -> ExitCode {
    let file = Path::new(FILE);
    let config = Config::load(file);
    let findings = if health {
        vec![check::health(&config).await]
    } else {
        check::check(&config, file).await
    };
    for finding in &findings {
        println!("{finding}");
    }
    if findings
        .iter()
        .any(|finding| finding.weight == check::Weight::Wrong)
    {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// A failure with all its causes in one line.
struct Failure(anyhow::Error);

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Failure(error)
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#}", self.0)
    }
}

/// Reports a failure on standard error.
fn ended(result: Result<(), impl Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("rookery: {failure}");
            ExitCode::FAILURE
        }
    }
}
