//! Tests of the licences of all packages that Rookery is built from, as Cargo knows them. They are a test, not another
//! tool, so that `cargo test` reports a new dependency's licence without installing anything.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Licences allowed in the program, and known problems of other packages, as `cargo deny` reads them.
const DENY: &str = include_str!("../../deny.toml");

/// Returns the licences that the program's packages may have.
fn permissive() -> Vec<&'static str> {
    let (_, list) = DENY.split_once("\nallow = [\n").unwrap();
    let (list, _) = list.split_once("\n]").unwrap();
    list.lines()
        .map(|line| line.trim().trim_matches([',', '"']))
        .collect()
}

/// Further licences allowed for packages that only tests and benches use, since those are not distributed.
const FOR_TESTS: &[&str] = &["MPL-2.0", "NCSA"];

/// True if a licence expression offers a listed licence. `OR` binds weaker than `AND`; older packages write `/` for
/// `OR`.
fn is_allowed(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let holds = any_of(&mut words, allowed);
    holds && words.next().is_none()
}

type Words<'t> = std::iter::Peekable<std::str::SplitWhitespace<'t>>;

fn any_of(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut holds = all_of(words, allowed);
    while words.next_if_eq(&"OR").is_some() {
        holds |= all_of(words, allowed);
    }
    holds
}

fn all_of(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut holds = one(words, allowed);
    while words.next_if_eq(&"AND").is_some() {
        holds &= one(words, allowed);
    }
    holds
}

fn one(words: &mut Words<'_>, allowed: &dyn Fn(&str) -> bool) -> bool {
    match words.next() {
        Some("(") => {
            let holds = any_of(words, allowed);
            words.next() == Some(")") && holds
        }
        Some(name) => {
            let name = match words.next_if_eq(&"WITH").and_then(|_| words.next()) {
                Some(exception) => format!("{name} WITH {exception}"),
                None => name.to_owned(),
            };
            allowed(&name)
        }
        None => false,
    }
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    let permissive = permissive();
    let allowed = |name: &str| permissive.contains(&name);
    for good in [
        "MIT",
        "MIT/Apache-2.0",
        "GPL-3.0 OR MIT",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "GPL-3.0 AND LGPL-2.1 OR ISC",
    ] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "MIT AND (GPL-2.0 OR AGPL-3.0)",
        "GPL-2.0 WITH Classpath-exception",
        "(MIT",
        "MIT)",
        "MIT Apache-2.0 GPL",
    ] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

/// Returns Cargo's metadata of every package for every platform. If some were never fetched (`.ci/run` fetches them
/// all), of the packages that this machine builds.
fn metadata() -> Value {
    let stated = |more: &[&str]| {
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked", "--offline"])
            .args(more)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap()
    };
    let mut output = stated(&[]);
    if !output.status.success() {
        let host = host();
        output = stated(&["--filter-platform", &host]);
        eprintln!("only the packages for {host} are looked at: the others were never fetched");
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the machine's target triple.
fn host() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.unwrap().to_owned()
}

/// Returns the packages whose licences are not listed, the number of packages, and the number of those that ship.
fn wrong(metadata: &Value) -> (Vec<String>, usize, usize) {
    let id = |value: &Value| value.as_str().unwrap().to_owned();
    let nodes: BTreeMap<String, &Value> = metadata["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| (id(&node["id"]), node))
        .collect();
    // A package reached from the root without a step for tests only is in the program, or builds it.
    let root = id(&metadata["resolve"]["root"]);
    let mut shipped = BTreeSet::from([root.clone()]);
    let mut open = vec![root];
    while let Some(package) = open.pop() {
        for dependency in nodes[&package]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            let next = id(&dependency["pkg"]);
            if kinds.iter().any(|kind| kind["kind"] != "dev") && shipped.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    let mut wrong = Vec::new();
    let permissive = permissive();
    let packages = metadata["packages"].as_array().unwrap();
    for package in packages {
        let id = id(&package["id"]);
        // Cargo also lists packages that only other platforms need, although they are filtered out.
        if !nodes.contains_key(&id) {
            continue;
        }
        let name = format!("{} {}", package["name"], package["version"]);
        let licence = package["license"].as_str().unwrap_or_default();
        let ships = shipped.contains(&id);
        let allowed =
            |name: &str| permissive.contains(&name) || (!ships && FOR_TESTS.contains(&name));
        if !is_allowed(licence, &allowed) {
            wrong.push(format!("{name}: {licence:?}"));
        }
    }
    (wrong, nodes.len(), shipped.len())
}

#[test]
fn everything_that_rookery_is_built_from_may_be() {
    let (wrong, packages, shipped) = wrong(&metadata());
    assert!(packages > 200 && shipped > 100, "they were found");
    assert!(wrong.is_empty(), "not on the list of licences: {wrong:#?}");
}

/// Everything in the lock file is checked, if everything was fetched.
#[test]
fn nothing_in_the_lock_file_is_left_out() {
    let lock = include_str!("../../Cargo.lock");
    let locked = lock.lines().filter(|line| *line == "[[package]]").count();
    let metadata = metadata();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap().len();
    let filtered = metadata["packages"].as_array().unwrap().len() < locked;
    assert!(filtered || nodes == locked, "{nodes} of {locked}");
}

/// The check finds a changed licence and a forbidden package: it is not blind.
#[test]
fn what_may_not_be_is_found_wherever_it_comes_in() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let place = |name: &str| {
        let found = packages.iter().position(|package| package["name"] == name);
        found.unwrap_or_else(|| panic!("no {name}"))
    };
    // A direct dependency, an indirect one, a build dependency, and one for tests.
    for name in ["serenity", "libsqlite3-sys", "cc", "proptest"] {
        for licence in ["GPL-3.0", "MIT AND AGPL-3.0", ""] {
            let mut forbidden = metadata.clone();
            forbidden["packages"][place(name)]["license"] = licence.into();
            let (wrong, ..) = wrong(&forbidden);
            assert!(
                wrong.len() == 1 && wrong[0].contains(name),
                "{name} under {licence:?}: {wrong:?}"
            );
        }
    }
    // A licence for tests only may not ship.
    for (name, found) in [("serenity", 1), ("proptest", 0)] {
        let mut forbidden = metadata.clone();
        forbidden["packages"][place(name)]["license"] = "MPL-2.0".into();
        assert_eq!(wrong(&forbidden).0.len(), found, "{name}");
    }
}

/// An exception for an advisory names one version of a package, has a reason and a date, and ends when that version
/// goes.
#[test]
fn each_exception_from_an_advisory_is_still_of_use() {
    let lock = include_str!("../../Cargo.lock");
    let exceptions: Vec<_> = DENY
        .lines()
        .filter(|line| line.contains("{ id = "))
        .collect();
    for exception in &exceptions {
        let reason = exception.split_once("reason = \"").unwrap().1;
        let (package, reason) = reason.split_once(": ").unwrap();
        let (name, version) = package.split_once(' ').unwrap();
        let locked = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(
            lock.contains(&locked),
            "{package} is no part of it any more"
        );
        let date = reason
            .rsplit_once(". ")
            .unwrap()
            .1
            .trim_end_matches("\" },");
        assert!(date.len() == 10 && date.starts_with("20"), "{exception}");
    }
    assert!(!exceptions.is_empty());
    for line in lock.lines().filter(|line| line.starts_with("source = ")) {
        let source = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        assert_eq!(line, source);
    }
}
