//! No file imports, on any way, a file that imports it: each can be read after those that it names.
//!
//! A path is followed from the name with which it begins: `crate`, `super`, a child module, or a module that a `use`
//! brought in. What a module takes from another by `use` and a third names there is an import of the other by the third.
//! A module imports nothing where it declares a child or re-exports what a child has. Methods of traits cannot be seen.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::{Kept, is_test, production, sources, stripped};

type Path = Vec<String>;

/// Traits that by default read a game's moves with `notation`, which knows the game by these traits.
const DEFAULTS: [&str; 2] = ["rules::entry", "rules::notation"];

/// The paths of a module's `use` items, each with its name there, and all other paths in its code.
#[derive(Default)]
struct Module {
    exported: Vec<(Path, String)>,
    imported: Vec<(Path, String)>,
    paths: Vec<Path>,
}

/// The modules of the crate.
struct Modules {
    modules: BTreeMap<Path, Module>,
    /// The path behind each name that a `use` gives to a module: others may name it there.
    doors: BTreeMap<Path, Path>,
}

/// The paths that a `use` tree names, and the name of each in the file.
fn read_tree(prefix: &[String], tree: &str, found: &mut Vec<(Path, String)>) {
    let tree = tree.trim();
    let (head, inner) = match tree.split_once('{') {
        Some((head, inner)) => (head, inner.strip_suffix('}')),
        None => (tree, None),
    };
    let (head, name) = match head.split_once(" as ") {
        Some((head, name)) => (head, Some(name.trim().to_owned())),
        None => (head, None),
    };
    let mut path = prefix.to_vec();
    path.extend(split(head));
    let Some(inner) = inner else {
        path.pop_if(|last| last == "self");
        let name = name.or_else(|| path.last().cloned());
        found.extend(name.map(|name| (path, name)));
        return;
    };
    let (mut depth, mut from) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                read_tree(&path, &inner[from..at], found);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        read_tree(&path, &inner[from..], found);
    }
}

fn split(path: &str) -> impl Iterator<Item = String> {
    let parts = path.split("::").map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned)
}

/// Reads what a module's code imports. The paths of visibilities are no imports.
fn read(code: &str) -> Module {
    let mut module = Module::default();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let Some(at) = statement.rfind("use ").filter(|&at| {
            let before = statement[..at].chars().next_back();
            before.is_none_or(char::is_whitespace)
        }) else {
            rest.push_str(statement);
            continue;
        };
        rest.push_str(&statement[..at]);
        let line = statement[..at].rsplit('\n').next().unwrap_or_default();
        let list = if line.contains("pub") {
            &mut module.exported
        } else {
            &mut module.imported
        };
        let tree = statement[at + 4..].trim_end_matches(';');
        let tree: Vec<_> = tree.split_whitespace().collect();
        read_tree(&[], &tree.join(" "), list);
    }
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    while let Some(at) = rest.find("(in ") {
        let end = rest[at..].find(')').map_or(rest.len(), |end| at + end);
        rest.replace_range(at..end, "(");
    }
    let words = rest.split(|c: char| !part(c));
    let words = words.filter(|word| word.contains("::") && !word.starts_with("::"));
    module.paths = words.map(|word| split(word).collect()).collect();
    module
}

impl Modules {
    /// Reads the source.
    fn of_crate() -> Self {
        let files = sources().into_iter();
        let files = files.filter(|(file, _)| !is_test(file) && file != "lib.rs");
        Self::new(files.map(|(file, source)| {
            let code = stripped(&source, Kept::Code);
            (file, production(&code).to_owned())
        }))
    }

    fn new(files: impl Iterator<Item = (String, String)>) -> Self {
        let modules = files.map(|(file, code)| {
            let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
            (path.split('/').map(str::to_owned).collect(), read(&code))
        });
        let modules = modules.collect();
        let mut all = Self {
            modules,
            doors: BTreeMap::new(),
        };
        let mut doors = BTreeMap::new();
        for (at, module) in &all.modules {
            for (path, name) in module.imported.iter().chain(&module.exported) {
                if let Some(path) = all.absolute(at, path).filter(|_| name != "*") {
                    doors.insert([&at[..], std::slice::from_ref(name)].concat(), path);
                }
            }
        }
        all.doors = doors;
        all
    }

    /// The path from the root, if it begins at the root, at a parent or at a child.
    fn absolute(&self, module: &[String], path: &[String]) -> Option<Path> {
        let mut at = module.to_vec();
        let mut rest = path;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                "self" => {}
                _ => break,
            }
            rest = others;
        }
        let begins = rest.len() < path.len();
        at.extend(rest.first().cloned());
        if !begins && !self.modules.contains_key(&at) {
            return None;
        }
        at.extend_from_slice(rest.get(1..).unwrap_or_default());
        Some(at)
    }

    /// True if a module re-exports a child's item under one name.
    fn is_door(&self, module: &Path, path: &[String], name: &str) -> bool {
        let path = self.absolute(module, path);
        path.is_some_and(|path| path.len() > module.len() && path.starts_with(module))
            && name != "*"
    }

    /// The path of an item in the module that defines it. An inner module that takes a name from its file seems to take
    /// it from the file's parent, which may have taken it from there: such a name leads back to itself.
    fn behind_doors(&self, mut path: Path) -> Path {
        let mut seen = BTreeSet::new();
        while seen.insert(path.clone())
            && let Some((length, other)) = (1..=path.len()).rev().find_map(|length| {
                let other = self.doors.get(&path[..length])?;
                (!self.modules.contains_key(&path[..length])).then_some((length, other))
            })
        {
            path.splice(..length, other.iter().cloned());
        }
        path
    }

    /// The modules that each of them imports, without what is excepted.
    fn graph(&self) -> BTreeMap<Path, BTreeSet<Path>> {
        let graph = self.modules.iter().map(|(at, module)| {
            let by_default = DEFAULTS.contains(&at.join("::").as_str());
            let is_counted = |to: &Path| to != at && !(by_default && to[0] == "notation");
            let to = self.imported(at, module).into_iter();
            (at.clone(), to.filter(is_counted).collect())
        });
        graph.collect()
    }

    /// The modules that a module imports.
    fn imported(&self, at: &Path, module: &Module) -> BTreeSet<Path> {
        let mut found = Vec::new();
        let mut brought = BTreeMap::new();
        let exported = module.exported.iter();
        let exported = exported.filter(|(path, name)| !self.is_door(at, path, name));
        for (path, name) in module.imported.iter().chain(exported) {
            let Some(path) = self.absolute(at, path) else {
                continue;
            };
            let path = self.behind_doors(path);
            if self.modules.contains_key(&path) {
                brought.insert(name, path);
            } else {
                found.push(path);
            }
        }
        for path in &module.paths {
            let path = match brought.get(&path[0]) {
                Some(module) => Some([module, &path[1..]].concat()),
                None => self.absolute(at, path),
            };
            found.extend(path.map(|path| self.behind_doors(path)));
        }
        let module = |mut path: Path| {
            while !path.is_empty() && !self.modules.contains_key(&path) {
                path.pop();
            }
            (!path.is_empty()).then_some(path)
        };
        found.into_iter().filter_map(module).collect()
    }
}

/// A way from a module back to itself.
fn circle(graph: &BTreeMap<Path, BTreeSet<Path>>) -> Option<Vec<String>> {
    /// True if nothing that can be reached from here leads back; `way` is the way here.
    fn visit<'g>(
        graph: &'g BTreeMap<Path, BTreeSet<Path>>,
        at: &'g Path,
        way: &mut Vec<&'g Path>,
        done: &mut BTreeSet<&'g Path>,
    ) -> bool {
        if let Some(begin) = way.iter().position(|before| *before == at) {
            way.drain(..begin);
            way.push(at);
            return false;
        }
        if done.contains(at) {
            return true;
        }
        way.push(at);
        for next in graph.get(at).into_iter().flatten() {
            if !visit(graph, next, way, done) {
                return false;
            }
        }
        way.pop();
        done.insert(at);
        true
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| {
        let mut way = Vec::new();
        let leads_back = !visit(graph, start, &mut way, &mut done);
        leads_back.then(|| way.iter().map(|path| path.join("::")).collect())
    })
}

#[test]
fn no_file_imports_one_that_imports_it() {
    let graph = Modules::of_crate().graph();
    let edges: usize = graph.values().map(BTreeSet::len).sum();
    assert!(edges > 3 * graph.len(), "imports were found");
    assert_eq!(circle(&graph), None);
}

/// The circle of a crate of these files.
fn circle_of(files: &[(&str, &str)]) -> Option<Vec<String>> {
    let files = files.iter();
    let files = files.map(|&(file, code)| (file.to_owned(), code.to_owned()));
    circle(&Modules::new(files).graph())
}

#[test]
fn a_circle_is_found() {
    let leaf = ("a/leaf.rs", "pub struct Leaf;");
    let door = ("a.rs", "mod leaf; mod user;\npub use leaf::Leaf;");
    let user = ("a/user.rs", "use super::Leaf;");
    assert_eq!(circle_of(&[door, leaf, user]), None);

    for parent in [
        "mod user; struct A; fn f() { user::g() }",
        "mod user; struct A; use user::g;",
        "mod user; struct A; use self::user as other; fn f() { other::g() }",
    ] {
        for child in ["use super::A;", "fn f() { crate::a::A }"] {
            let files = [("a.rs", parent), ("a/user.rs", child)];
            assert!(circle_of(&files).is_some(), "{parent} {child}");
        }
    }
    let seen_above = ("a/user.rs", "pub(in super::super) fn g() {}");
    let door_of_user = ("a.rs", "mod user; struct A; use user::g;");
    assert_eq!(circle_of(&[door_of_user, seen_above]), None);

    let through_door = ("a/leaf.rs", "use super::user::g; pub struct Leaf;");
    assert!(circle_of(&[door, through_door, user]).is_some());
    let by_module = ("a/user.rs", "use crate::a; fn f() -> a::Leaf {}");
    assert!(circle_of(&[door, through_door, by_module]).is_some());
}

/// An inner module names a file's imports by `super`, which is read as the file's parent; this ends.
#[test]
fn a_name_that_leads_back_to_itself_is_followed_once() {
    let parent = ("a.rs", "mod user; pub use user::g;");
    let inner = "fn g() {} mod inner { use super::g; fn f() { g() } }";
    assert_eq!(circle_of(&[parent, ("a/user.rs", inner)]), None);
}
