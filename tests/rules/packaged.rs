//! Tests of what a package installs besides the program, and of the first screen that its user sees.

use std::process::Command;

use rookery::config::SETTINGS;

/// Returns what the program prints.
fn printed(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"));
    let output = program.args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Commands and the options of one of them, as help tells them.
const COMMANDS: &[&str] = &["bot", "sandbox", "check", "backup", "render", "--health"];

#[test]
fn help_fits_a_screen() {
    for arguments in [&["help"][..], &["--help"], &["-h"]] {
        let help = printed(arguments);
        assert!(help.lines().count() < 24, "{help}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn the_version_is_the_packages_and_may_name_a_commit_and_its_date() {
    let version = printed(&["--version"]);
    let plain = concat!("rookery ", env!("CARGO_PKG_VERSION"));
    let expected = match (option_env!("ROOKERY_COMMIT"), option_env!("ROOKERY_DATE")) {
        (Some(commit), Some(date)) => format!("{plain} ({commit}, {date})\n"),
        _ => format!("{plain}\n"),
    };
    assert_eq!(version, expected);
}

/// The man page has each command with its options, and each setting.
#[test]
fn the_man_page_has_every_command_and_setting() {
    let page = printed(&["generate", "man"]);
    assert!(page.contains(".TH rookery 1 "), "{page}");
    // Hyphens are escaped in roff.
    let page = page.replace("\\-", "-");
    for name in COMMANDS.iter().chain(SETTINGS) {
        assert!(page.contains(name), "{name} is missing");
    }
    assert!(page.contains("rookery rules perft"), "{page}");
    assert!(!page.contains("rookery generate"), "it is hidden");
    let gap = page.lines().any(|line| line.trim().is_empty());
    assert!(!gap, "an empty line is a gap in roff");
}

#[test]
fn each_shell_completes_the_commands_that_help_lists() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["generate", shell]);
        for name in COMMANDS {
            let name = name.trim_start_matches('-');
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(!script.contains("generate"), "{shell}: it is hidden");
    }
}
