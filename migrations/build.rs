//! Embeds the migrations in the library: each folder next to this file becomes a list of its files, in order.
//!
//! `sqlx::migrate!` would do this too, but its macro builds a second copy of sqlx with all of its dependencies.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=migrations");
    let mut source = String::new();
    for database in ["sqlite", "postgres"] {
        // Cargo runs a build script in the package's folder.
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
            // Every build must embed the same bytes, although some checkouts have other line ends.
            let text = fs::read_to_string(&path)?.replace("\r\n", "\n");
            let _ = writeln!(source, "    ({stem:?}, {text:?}),");
        }
        let _ = writeln!(source, "];");
    }
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("migrations.rs"), source)
}
