//! Tests that the figures of README and of `docs/measurements.md` are those that the benches printed, as `.ci/figures` has
//! recorded them.

use std::path::Path;

/// Returns the rows of the tables that a line `<!-- figures -->` marks, without their heads.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let sections = text.split("<!-- figures -->").skip(1);
    let rows = sections.flat_map(|section| {
        let table = section.lines().skip_while(|line| !line.starts_with('|'));
        table.take_while(|line| line.starts_with('|')).skip(2)
    });
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

/// Returns the texts between backquotes.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Returns the text with each run of blanks as one, since the benches print columns.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_figure_of_a_document_was_printed_by_a_bench() {
    // How many rows each has at least.
    for (document, least) in [("README.md", 3), ("docs/measurements.md", 30)] {
        check(document, least);
    }
}

fn check(document: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(folder.join(document)).unwrap();
    let rows = rows(&text);
    assert!(rows.len() >= least, "{document}: {rows:?}");
    for row in rows {
        let [goal, measured, name] = row[..] else {
            panic!("{row:?}");
        };
        let [name] = quoted(name)[..] else {
            panic!("{goal}: which file of benches/figures?");
        };
        let path = folder.join(format!("benches/figures/{name}.txt"));
        let printed = std::fs::read_to_string(&path);
        let printed = printed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let figures = quoted(measured);
        assert!(!figures.is_empty(), "{goal}: no figure is quoted");
        for figure in figures {
            let found = plain(&printed).contains(&plain(figure));
            assert!(found, "{goal}: the bench has not printed {figure:?}");
        }
    }
}
