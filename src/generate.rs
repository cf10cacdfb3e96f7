//! `rookery generate`: the man page and the shells' completions, for packages.

use std::io::{self, Write};

use clap::{Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, roman};

use crate::config::explained;

/// Files that Rookery reads and writes, each with its purpose.
const FILES: &[(&str, &str)] = &[
    (
        ".env",
        "Settings, in the working directory, as lines NAME=value. It can hold the token: its owner alone should read it.",
    ),
    (
        "/etc/rookery.env",
        "Settings of the service that Debian's package installs.",
    ),
    (
        "rookery-data/",
        "The database and its copies, below the working directory, unless ROOKERY_DATABASE says otherwise.",
    ),
    (
        "/var/lib/rookery/",
        "Working directory of the service that Debian's package installs.",
    ),
];

/// A file that a package installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Artefact {
    /// The man page, in roff.
    Man,
    /// Completions for bash.
    Bash,
    /// Completions for zsh.
    Zsh,
    /// Completions for fish.
    Fish,
}

/// Writes a file that describes the command line `command`.
///
/// # Errors
/// The output cannot be written to.
pub fn run(artefact: Artefact, command: Command, output: &mut dyn Write) -> io::Result<()> {
    let shell = match artefact {
        Artefact::Man => return man(command, output),
        Artefact::Bash => Shell::Bash,
        Artefact::Zsh => Shell::Zsh,
        Artefact::Fish => Shell::Fish,
    };
    // Completions would offer hidden commands.
    let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
    let mut command = Command::new("rookery").subcommands(shown.cloned());
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "rookery", &mut text);
    output.write_all(&text)
}

/// Writes the man page: all commands, settings and files on one page.
fn man(mut command: Command, output: &mut dyn Write) -> io::Result<()> {
    command.build();
    let date = option_env!("ROOKERY_DATE").unwrap_or_default();
    let page = Man::new(command.clone()).manual("Rookery").date(date);
    page.render_title(output)?;
    page.render_name_section(output)?;
    page.render_synopsis_section(output)?;
    let mut rest = Roff::new();
    rest.control("SH", ["DESCRIPTION"]);
    rest.text([roman(
        "Rookery is a Discord bot for playing unusual chess by correspondence. Without a command it starts the bot if \
         DISCORD_TOKEN is set, and otherwise the sandbox: a chat like Discord on this machine.",
    )]);
    rest.control("SH", ["COMMANDS"]);
    describe(&command, &mut rest);
    rest.control("SH", ["ENVIRONMENT"]);
    rest.text([roman(
        "A setting is an environment variable, or a line of a file .env in the working directory; the environment wins.",
    )]);
    for setting in explained() {
        let name = [bold(setting.name), roman("="), roman(setting.value)];
        let shown = if setting.value.is_empty() { 1 } else { 3 };
        entry(&mut rest, &name[..shown], setting.text);
    }
    rest.control("SH", ["FILES"]);
    for (path, purpose) in FILES {
        entry(&mut rest, &[bold(*path)], purpose);
    }
    rest.control("SH", ["EXIT STATUS"]);
    rest.text([roman(
        "0 if all went well, 1 with a sentence on the error stream if not, 2 if the arguments are wrong.",
    )]);
    rest.to_writer(output)
}

/// Adds the commands inside a command, each with its usage, its explanation and its options.
fn describe(command: &Command, page: &mut Roff) {
    let inner = command.get_subcommands();
    for inner in inner.filter(|inner| !inner.is_hide_set() && inner.get_name() != "help") {
        if inner.has_subcommands() {
            describe(inner, page);
            continue;
        }
        let usage = inner.clone().render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").to_owned();
        let about = inner.get_long_about().or(inner.get_about());
        let about = about.map(ToString::to_string).unwrap_or_default();
        entry(page, &[bold(usage)], &about);
        page.control("RS", []);
        let arguments = inner.get_arguments();
        for argument in arguments.filter(|one| !one.is_hide_set() && one.get_id() != "help") {
            let help = argument.get_long_help().or(argument.get_help());
            let help = help.map(ToString::to_string).unwrap_or_default();
            entry(page, &[bold(argument.to_string())], &help);
        }
        page.control("RE", []);
    }
}

/// Adds a term and its explanation.
fn entry(page: &mut Roff, term: &[Inline], text: &str) {
    page.control("TP", []);
    page.text(term);
    // An empty line would be a gap.
    let words: Vec<&str> = text.split_whitespace().collect();
    page.text([roman(words.join(" "))]);
}
