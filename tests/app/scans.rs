//! Tests that no statement of the store reads a whole growing table. Every statement is read from the source, so that
//! none is forgotten, and SQLite explains its plan for it.

use std::fs;
use std::path::Path;

use crate::harness::{TestApp, sql};
use rookery::match_state::UserId;
use sqlx::Row;

/// Tables with few rows, however many games there are.
const SMALL: [&str; 4] = ["heartbeat", "census", "upkeep", "outage"];

/// Files whose statements are for the operator alone and read everything, whose statements SQLite does not read, or
/// that are a test.
const WHOLE: [&str; 8] = [
    "claim.rs",
    "effort.rs",
    "examine.rs",
    "lease.rs",
    "move_store.rs",
    "one_statement.rs",
    "postgres.rs",
    "primary.rs",
];

/// Beginnings of statements, and the plans that SQLite may use for them although they look like a full scan: one entry
/// of the wanted order; the references to a new row, which it checks only while one is missing.
const ALLOWED: [(&str, &str); 9] = [
    (
        "SELECT due FROM game WHERE due IS NOT NULL ORDER BY due LIMIT 1",
        "SCAN game USING",
    ),
    ("SELECT max(id) FROM game", "SEARCH game"),
    ("INSERT INTO game ", "SCAN "),
    // Stopped clocks, once at a start; and their number, up to a bound.
    ("SELECT game, \"user\", since, stopped", "SCAN unreachable"),
    (
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM outbox",
        "SCAN unreachable",
    ),
    // An erasure, which leaves nothing out.
    ("UPDATE outbox SET why = replace", "SCAN outbox"),
    ("UPDATE bar SET ", "SCAN bar"),
    (
        "DELETE FROM usage WHERE \"user\" = $1 OR whom",
        "SCAN usage",
    ),
    ("UPDATE setting SET value = json_set", "SCAN setting"),
];

/// Returns the string literals of a source text, as the compiler reads them, without those of its tests.
fn literals(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or(source);
    let mut literals = Vec::new();
    let mut letters = code.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().find(|letter| *letter == '\n');
            }
            '"' => {
                let mut literal = String::new();
                while let Some(letter) = letters.next() {
                    match letter {
                        '"' => break,
                        '\\' => match letters.next() {
                            Some('\n') => while letters.next_if(|c| c.is_whitespace()).is_some() {},
                            Some('n') => literal.push('\n'),
                            Some(letter) => literal.push(letter),
                            None => {}
                        },
                        letter => literal.push(letter),
                    }
                }
                literals.push(literal);
            }
            _ => {}
        }
    }
    literals
}

/// Returns every statement of the store, with its file.
fn statements() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let mut paths = vec![folder.with_extension("rs"), folder];
    let mut statements = Vec::new();
    while let Some(file) = paths.pop() {
        if file.is_dir() {
            let inside = fs::read_dir(&file).unwrap();
            paths.extend(inside.map(|entry| entry.unwrap().path()));
            continue;
        }
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        if WHOLE.contains(&name.as_str()) {
            continue;
        }
        for literal in literals(&fs::read_to_string(&file).unwrap()) {
            let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "];
            // A statement with a table's name to fill in reads the rows of one person, by an index of each table.
            let is_whole = !literal.contains('{');
            if is_whole && verbs.iter().any(|verb| literal.starts_with(verb)) {
                statements.push((name.clone(), literal));
            }
        }
    }
    statements
}

#[tokio::test]
async fn no_statement_reads_a_whole_table() {
    let harness = TestApp::new().await;
    let mut connection = sql(&harness.database()).await;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '_sqlx%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let statements = statements();
    assert!(statements.len() > 60, "{} were found", statements.len());
    let mut wrong = Vec::new();
    for (file, statement) in statements {
        let explain = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
        let steps = sqlx::query(explain).fetch_all(&mut connection).await;
        let steps = steps.unwrap_or_else(|error| panic!("{file}: {statement}: {error}"));
        for step in &steps {
            let step: String = step.get("detail");
            let mut words = step.split(' ');
            let (Some(how), Some(table)) = (words.next(), words.next()) else {
                continue;
            };
            // The lowest or highest of a column is "searched" without an index, too.
            let whole = how == "SCAN" || (how == "SEARCH" && words.next().is_none());
            let grows = tables.iter().any(|one| one == table) && !SMALL.contains(&table);
            let allowed = ALLOWED
                .iter()
                .any(|(begin, with)| statement.starts_with(begin) && step.starts_with(with));
            if whole && grows && !allowed {
                wrong.push(format!("{file}: {statement}: {step}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// In PostgreSQL a bare `user` is a function that returns the name of the logged-in user; `placing` is a word of its
/// grammar; and it knows neither `?` nor `OR IGNORE`.
#[test]
fn every_statement_is_one_that_both_databases_understand() {
    for (file, statement) in statements() {
        let words =
            statement.split(|letter: char| !(letter.is_alphanumeric() || "_.\"'".contains(letter)));
        let bare = words
            .into_iter()
            .any(|word| ["user", "placing"].contains(&word));
        let foreign = ["?", "INSERT OR", " IS ?", "IS NOT $"];
        let foreign = foreign.into_iter().any(|text| statement.contains(text));
        assert!(!bare && !foreign, "{file}: {statement}");
    }
}

/// The ids of the machine's levels are numbers in SQL, which cannot use `UserId::MACHINES`.
#[test]
fn the_machines_ids_in_sql_are_those_of_its_levels() {
    let ids: Vec<String> = UserId::MACHINES.map(|id| id.to_string()).collect();
    let (first, last) = (&ids[0], &ids[ids.len() - 1]);
    let forms = [
        format!("BETWEEN {first} AND {last}"),
        format!("IN ({})", ids.join(", ")),
        // In comments.
        format!("{first} to {last}"),
    ];
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let mut texts = statements();
    for file in fs::read_dir(migrations).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            texts.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
    let mut found = 0;
    for (place, text) in texts {
        let mut rest = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for form in &forms {
            found += rest.matches(form.as_str()).count();
            rest = rest.replace(form.as_str(), "");
        }
        let number = rest
            .split(|letter: char| !letter.is_ascii_digit())
            .find(|word| word.len() == first.len() && word.starts_with("4000"));
        assert_eq!(number, None, "{place}: {rest}");
    }
    assert!(found >= 10, "{found}");
}

#[test]
fn literals_are_read_as_the_compiler_reads_them() {
    let source = "// \"no\"\nlet a = \"SELECT \\\n    1\"; let b = \"say \\\"x\\\"\"; #[cfg(test)] let c = \"no\";";
    assert_eq!(literals(source), ["SELECT 1", "say \"x\""]);
}
