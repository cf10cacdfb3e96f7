//! Tests that README and the documents list what the program knows, that their links lead somewhere, and that their
//! pictures show what the program draws today.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gif::{ColorOutput, DecodeOptions};
use rookery::app::Limits;
use rookery::config::SETTINGS;
use rookery::setup;

use super::rules_cli::batch;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap()
}

/// Returns README, the changelog and everything in `docs/`, by their paths.
fn documents() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(root().join("docs")).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .chain([root().join("README.md"), root().join("CHANGELOG.md")])
        .collect();
    files.sort();
    assert!(files.len() > 5, "{files:?}");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// Returns the addresses that a document leads to.
fn links(text: &str) -> impl Iterator<Item = &str> {
    [("](", ')'), ("src=\"", '"')]
        .into_iter()
        .flat_map(move |(before, after)| {
            let parts = text.split(before).skip(1);
            parts.filter_map(move |part| Some(part.split_once(after)?.0))
        })
}

/// Returns the anchor of a heading, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c => (c.is_alphanumeric() || c == '-').then_some(c),
    });
    kept.collect()
}

#[test]
fn every_link_of_a_document_leads_somewhere() {
    let mut found = 0;
    for (path, text) in documents() {
        let here = links(&text).filter(|link| !link.contains("://"));
        for link in here {
            let (file, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.with_file_name(file),
            };
            assert!(target.exists(), "{}: {link}", path.display());
            if !place.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|heading| anchor(heading) == place);
                assert!(is_there, "{}: {link}", path.display());
            }
            found += 1;
        }
    }
    assert!(found > 15, "{found} were found");
}

/// A file that is moved or renamed is so in the documents, too.
#[test]
fn every_file_that_a_document_names_is_there() {
    // What the recipes add.
    let examples = [
        "src/discord/commands/last.rs",
        "src/games/tower_game/mutators/retreat.rs",
    ];
    let mut found = 0;
    for (path, text) in documents() {
        let quoted = text.split('`').skip(1).step_by(2);
        let begins = |name: &&str| {
            let mut folders = ["src/", "tests/", "benches/", "docs/", ".ci/"].iter();
            folders.any(|folder| name.starts_with(folder)) && !examples.contains(name)
        };
        for name in quoted.filter(begins) {
            let file = name.split(' ').next().unwrap();
            assert!(root().join(file).exists(), "{}: {name}", path.display());
            found += 1;
        }
    }
    assert!(found > 15, "{found} were found");
}

/// The cells of the rows of a text's tables whose first cell begins with a backquote and these signs.
fn rows<'t>(text: &'t str, begin: &str) -> Vec<Vec<&'t str>> {
    let begin = format!("| `{begin}");
    let rows = text.lines().filter(|line| line.starts_with(&begin));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn the_settings_are_those_of_the_program_with_their_usual_values() {
    let (operating, example) = (text("docs/operating.md"), text(".env.example"));
    let listed: BTreeMap<&str, &str> = [rows(&operating, "ROOKERY_"), rows(&operating, "DISCORD_")]
        .concat()
        .into_iter()
        .map(|row| (row[0].trim_matches('`'), row[1].trim_matches('`')))
        .collect();
    let values = example.lines().filter_map(|line| {
        let (name, value) = line.strip_prefix('#')?.split_once('=')?;
        SETTINGS.contains(&name).then_some((name, value))
    });
    // The numbers that Prometheus finds begin with the same letters.
    let settings = listed.into_iter().filter(|(name, _)| !name.is_empty());
    let settings: BTreeMap<_, _> = settings.collect();
    assert_eq!(settings, values.collect());
    assert_eq!(settings.len(), SETTINGS.len());
}

#[test]
fn the_links_of_the_bot_are_those_that_setup_prints() {
    let operating = text("docs/operating.md");
    for link in [setup::invite("ID"), setup::user_install("ID")] {
        assert!(operating.contains(&format!("`{link}`")), "{link}");
    }
}

#[test]
fn the_limits_of_one_person_are_those_of_the_program() {
    let commands = text("docs/commands.md");
    let words: Vec<&str> = commands.split_whitespace().collect();
    let commands = words.join(" ");
    let limits = Limits::default();
    for limit in [
        format!("{} open tables", limits.tables),
        format!("{} games (`ROOKERY_GAMES_PER_PERSON`)", limits.games),
        format!("{} games against the machine", limits.machines),
        format!("{} unanswered invitations", limits.invitations),
        format!("{} notes", limits.notes),
        format!("import {} games", limits.imports_a_day),
        format!("begin {} games a day", limits.begun_a_day),
        format!("{} moves and other events", limits.events),
        format!("{} moves can be taken back", limits.takebacks),
    ] {
        assert!(commands.contains(&limit), "{limit}");
    }
}

#[test]
fn every_bench_is_listed() {
    let (measurements, manifest) = (text("docs/measurements.md"), text("Cargo.toml"));
    let benches = manifest.split("[[bench]]").skip(1);
    let names: Vec<&str> = benches
        .map(|bench| bench.split('"').nth(1).unwrap())
        .collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let is_listed = measurements.contains(&format!("`{name}`"));
        assert!(is_listed, "{name}");
    }
}

#[test]
fn the_commands_of_the_front_page_are_those_that_every_change_must_pass() {
    let (readme, must_pass) = (text("README.md"), text(".ci/run"));
    for command in ["cargo run", "cargo test -- --test-threads 8"] {
        let is_told = readme.contains(&format!("\n    {command}\n"));
        assert!(is_told, "{command}");
    }
    assert!(must_pass.contains("\ncargo test -- --test-threads 8\n"));
}

/// Returns what `--help` prints for a command.
fn help(command: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_rookery"));
    let output = program.args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of the commands that a help lists.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| {
        let is_name = line.starts_with("  ") && !line.starts_with("   ");
        line.split_whitespace().next().filter(|_| is_name)
    });
    names.filter(|name| *name != "help").collect()
}

/// The words of a text that are long options.
fn flags(text: &str) -> BTreeSet<&str> {
    let flags = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    flags
        .filter(|word| {
            let name = word.strip_prefix("--").unwrap_or_default();
            !matches!(name, "" | "help" | "version") && !name.starts_with('-')
        })
        .collect()
}

#[test]
fn the_command_line_is_as_help_tells_it() {
    let document = text("docs/cli.md");
    let sections = document.split("\n### `").skip(1);
    // The usage of each command, and its options.
    let told: BTreeMap<&str, BTreeSet<&str>> = sections
        .map(|section| {
            let (usage, rest) = section.split_once('`').unwrap();
            (usage, flags(rest.split("\n## ").next().unwrap()))
        })
        .collect();
    let mut known = BTreeMap::new();
    let mut helps = Vec::new();
    for name in commands(&help(&[])) {
        let outer = help(&[name]);
        match &commands(&outer)[..] {
            [] => helps.push(outer),
            inner => helps.extend(inner.iter().map(|inner| help(&[name, inner]))),
        }
    }
    for help in &helps {
        let usage = help.split("Usage: ").nth(1).unwrap();
        let usage = usage.lines().next().unwrap();
        let usage = usage.replace("[OPTIONS] ", "").replace(" [OPTIONS]", "");
        let options = help.split("Options:\n").nth(1).unwrap_or_default();
        let options = options
            .lines()
            .filter(|line| line.trim_start().starts_with('-'));
        let options: BTreeSet<&str> = options.flat_map(flags).collect();
        known.insert(usage.replace(['<', '>'], ""), options);
    }
    let known = known
        .iter()
        .map(|(usage, options)| (&usage[..], options.clone()));
    assert_eq!(told, known.collect());
}

/// Examples run in a separate folder, since some write a file.
#[test]
fn every_example_of_the_command_line_works() {
    let folder = tempfile::tempdir().unwrap();
    let document = text("docs/cli.md");
    let lines = document.lines();
    let examples: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("    rookery "))
        .collect();
    assert!(examples.len() > 2, "{examples:?}");
    for example in examples {
        let mut shell = Command::new("sh");
        let line = format!("\"$PROGRAM\" {example}");
        let shell = shell.args(["-c", &line]).current_dir(folder.path());
        let output = shell.env("PROGRAM", env!("CARGO_BIN_EXE_rookery")).output();
        assert!(output.unwrap().status.success(), "{example}");
    }
    let line = document
        .lines()
        .find(|line| line.starts_with("    {\"id\":1,\"game\""));
    let answers = batch(line.unwrap().as_bytes());
    assert_eq!(answers[0]["try"][0]["ok"], true, "{answers:?}");
}

/// Returns a picture's frames: how long each is shown, where, and its pixels.
fn frames(path: &Path) -> Vec<(u16, [u16; 4], Vec<u8>)> {
    let file = fs::read(path).unwrap();
    if !file.starts_with(b"GIF") {
        let picture = image::load_from_memory(&file).unwrap().to_rgba8();
        let size = [picture.width(), picture.height()].map(|side| u16::try_from(side).unwrap());
        return vec![(0, [0, 0, size[0], size[1]], picture.into_raw())];
    }
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(&file[..]).unwrap();
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let place = [frame.left, frame.top, frame.width, frame.height];
        frames.push((frame.delay, place, frame.buffer.to_vec()));
    }
    frames
}

/// `.ci/pictures` makes them, of the program as it is.
#[test]
fn the_pictures_show_what_the_program_draws() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = Command::new(root().join(".ci/pictures"))
        .arg(folder.path())
        .env("PROGRAM", env!("CARGO_BIN_EXE_rookery"))
        .output()
        .unwrap();
    assert!(drawn.status.success(), "{drawn:?}");
    let names = |folder: &Path| -> BTreeSet<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    };
    let kept = root().join("docs/pictures");
    assert_eq!(
        names(&kept),
        names(folder.path()),
        "`.ci/pictures` draws these"
    );
    let documents = documents();
    for name in names(&kept) {
        let path = kept.join(&name);
        let is_same = frames(&path) == frames(&folder.path().join(&name));
        assert!(
            is_same,
            "docs/pictures/{name} is out of date: run .ci/pictures"
        );
        let most = if name.ends_with("gif") {
            400_000
        } else {
            60_000
        };
        assert!(fs::metadata(&path).unwrap().len() < most, "{name}");
        let mut shown = documents.iter().flat_map(|(_, text)| links(text));
        assert!(
            shown.any(|link| link.ends_with(&name)),
            "{name} is shown nowhere"
        );
    }
}
