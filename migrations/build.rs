//! Embeds the migrations in the library: each folder beside this file becomes a list of its files, in their order.
//!
//! `sqlx::migrate!` does the same and has the whole of sqlx built a second time for it, with all that it stands on.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=migrations");
    let mut source = String::new();
    for database in ["sqlite", "postgres"] {
        // A build script runs in the package's folder.
        let files = fs::read_dir(Path::new("migrations").join(database))?;
        let mut paths = files
            .map(|file| Ok(file?.path()))
            .collect::<io::Result<Vec<_>>>()?;
        paths.retain(|path| path.extension().is_some_and(|end| end == "sql"));
        paths.sort();
        let name = database.to_uppercase();
        let _ = writeln!(source, "const {name}: &[(&str, &str)] = &[");
        for path in paths {
            let stem = path.file_stem().unwrap_or_default();
            // What is carried out has to have the same bytes everywhere, and some check out text with other ends of lines.
            let text = fs::read_to_string(&path)?.replace("\r\n", "\n");
            let _ = writeln!(source, "    ({stem:?}, {text:?}),");
        }
        let _ = writeln!(source, "];");
    }
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("migrations.rs"), source)
}
