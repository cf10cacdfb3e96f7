//! Within a layer no file imports, on any way, a file that imports it: each can be read after those that it names.
//!
//! What a parent module re-exports of its children is an import of the child. A parent's own re-exports are no imports.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::{Kept, is_in, is_test, production, sources, stripped};

type Path = Vec<String>;

/// The modules of a layer with their code.
fn modules(layer: &str) -> BTreeMap<Path, String> {
    let files = sources().into_iter();
    let files = files.filter(|(file, _)| is_in(file, layer) && !is_test(file));
    let module = |(file, source): (String, String)| {
        let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
        let code = stripped(&source, Kept::Code);
        (
            path.split('/').map(str::to_owned).collect(),
            production(&code).to_owned(),
        )
    };
    files.map(module).collect()
}

/// The paths that a `use` tree names.
fn paths(prefix: &[String], tree: &str, found: &mut Vec<Path>) {
    let tree = tree.trim();
    let (head, inner) = match tree.split_once('{') {
        Some((head, inner)) => (head, inner.strip_suffix('}')),
        None => (tree.split(" as ").next().unwrap_or(tree), None),
    };
    let mut path = prefix.to_vec();
    path.extend(
        head.split("::")
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(str::to_owned),
    );
    let Some(inner) = inner else {
        found.push(path);
        return;
    };
    let (mut depth, mut from) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                paths(&path, &inner[from..at], found);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !inner[from..].trim().is_empty() {
        paths(&path, &inner[from..], found);
    }
}

/// The `use` trees of a source: those that re-export, and the others. Then the rest of the code.
fn imports(code: &str) -> (Vec<Path>, Vec<Path>, String) {
    let (mut exported, mut imported, mut rest) = (Vec::new(), Vec::new(), String::new());
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
            &mut exported
        } else {
            &mut imported
        };
        let tree = statement[at + 4..].trim_end_matches(';');
        paths(
            &[],
            &tree.split_whitespace().collect::<Vec<_>>().join(" "),
            list,
        );
    }
    (exported, imported, rest)
}

/// The paths in code that begin at the root or at a parent; those of visibilities are no imports.
fn inline(code: &str) -> Vec<Path> {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.replace("(in crate::", "(")
        .split(|c: char| !part(c))
        .filter(|word| word.starts_with("crate::") || word.starts_with("super::"))
        .map(|word| word.split("::").map(str::to_owned).collect())
        .collect()
}

/// The path from the root of the crate.
fn absolute(module: &[String], path: &[String]) -> Path {
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
    at.extend_from_slice(rest);
    at
}

/// Who imports whom in a layer.
fn graph(layer: &str) -> BTreeMap<Path, BTreeSet<Path>> {
    let modules = modules(layer);
    let read: BTreeMap<&Path, _> = modules
        .iter()
        .map(|(path, code)| (path, imports(code)))
        .collect();
    let mut facade: BTreeMap<Path, Path> = BTreeMap::new();
    for (module, (exported, ..)) in &read {
        for path in exported {
            let mut name = module.to_vec();
            name.extend(path.last().cloned());
            let path = if modules.contains_key(&absolute(module, &path[..1])) {
                absolute(module, path)
            } else {
                continue;
            };
            facade.insert(name, path);
        }
    }
    let target = |from: &Path, path: &Path| {
        let mut path = absolute(from, path);
        while let Some(other) = facade.get(&path) {
            path.clone_from(other);
        }
        while !path.is_empty() && !modules.contains_key(&path) {
            path.pop();
        }
        (!path.is_empty() && path != *from).then_some(path)
    };
    let mut graph = BTreeMap::new();
    for (module, (_, imported, rest)) in &read {
        let names = imported.iter().cloned().chain(inline(rest));
        let to: BTreeSet<Path> = names.filter_map(|path| target(module, &path)).collect();
        graph.insert((*module).clone(), to);
    }
    graph
}

/// A way from a module back to itself.
fn circle(graph: &BTreeMap<Path, BTreeSet<Path>>) -> Option<Vec<String>> {
    /// Whether nothing that can be reached from here leads back; `way` is how we came.
    fn visit<'g>(
        graph: &'g BTreeMap<Path, BTreeSet<Path>>,
        at: &'g Path,
        way: &mut Vec<&'g Path>,
        done: &mut BTreeSet<&'g Path>,
    ) -> bool {
        if way.contains(&at) {
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
fn no_file_of_a_layer_imports_one_that_imports_it() {
    for layer in ["rules", "app", "discord", "games/tower_game"] {
        let graph = graph(layer);
        let edges: usize = graph.values().map(BTreeSet::len).sum();
        assert!(edges > graph.len() / 2, "{layer}: imports were found");
        assert_eq!(circle(&graph), None, "{layer}");
    }
}

#[test]
fn a_circle_is_found() {
    let path = |name: &str| vec![name.to_owned()];
    let to = |names: &[&str]| names.iter().map(|name| path(name)).collect();
    let mut graph = BTreeMap::from([(path("a"), to(&["b"])), (path("b"), to(&["c"]))]);
    assert_eq!(circle(&graph), None);
    graph.insert(path("c"), to(&["b"]));
    assert!(circle(&graph).is_some());
}
