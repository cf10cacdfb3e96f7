//! Embeds the migrations in the library: each folder next to this file becomes a list of its files, in order.
//!
//! `sqlx::migrate!` would do so too, but has sqlx built a second time with all its dependencies.

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
            // Migrations must have equal bytes everywhere, though git may check out text with other line ends.
            let text = fs::read_to_string(&path)?.replace("\r\n", "\n");
            let _ = writeln!(source, "    ({stem:?}, {text:?}),");
        }
        let _ = writeln!(source, "];");
    }
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("migrations.rs"), source)
}
