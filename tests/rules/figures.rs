//! Tests that README's figures are those that the benches printed, as `.ci/figures` has recorded them.

use std::path::Path;

/// Returns the rows of the table below `heading`, without its head.
fn rows<'t>(text: &'t str, heading: &str) -> Vec<Vec<&'t str>> {
    let section = text.split(heading).nth(1).unwrap();
    let table = section.lines().skip_while(|line| !line.starts_with('|'));
    let table = table.take_while(|line| line.starts_with('|')).skip(2);
    table
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
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
fn every_figure_of_the_readme_was_printed_by_a_bench() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let rows = rows(&readme, "<!-- figures -->");
    assert!(rows.len() >= 5, "{rows:?}");
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
