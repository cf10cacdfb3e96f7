//! A PostgreSQL server for one run of tests: Debian's, in a temporary folder, reached by a socket there and no port.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Set to `required`, a missing PostgreSQL fails the tests in place of skipping them.
const REQUIRED: &str = "ROOKERY_POSTGRES";

/// A server that ends with this value.
pub struct Server {
    folder: TempDir,
    process: Child,
}

impl Server {
    /// Starts a server; `None` where PostgreSQL is not installed.
    pub fn start() -> Option<Server> {
        let Some(programs) = programs() else {
            let required = std::env::var(REQUIRED).is_ok_and(|value| value == "required");
            assert!(!required, "PostgreSQL is not installed");
            eprintln!("PostgreSQL is not installed (Debian: postgresql): its tests are skipped.");
            return None;
        };
        let folder = crate::scratch::folder();
        let user = user(&folder);
        let data = folder.path().join("data");
        let made = user
            .run(&programs.join("initdb"))
            .args(["-A", "trust", "-U", "rookery", "--no-sync", "--locale=C"])
            .args(["-E", "UTF8", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(made.success(), "initdb failed");
        let mut process = user
            .run(&programs.join("postgres"))
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(folder.path())
            .args(["-c", "listen_addresses="])
            // The machine does not fail while tests run, and they kill clients only.
            .args(["-c", "fsync=off", "-c", "max_connections=200"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let ready = lines
            .by_ref()
            .any(|line| line.unwrap().contains("ready to accept connections"));
        assert!(ready, "the server ended at its start");
        // It would stop at a pipe that nobody reads.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Server { folder, process })
    }

    /// Where its socket is.
    pub fn socket(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let id = self.process.id().to_string();
        // At once: nobody wants what is in it.
        let _ = Command::new("kill").args(["-QUIT", &id]).status();
        let _ = self.process.wait();
    }
}

/// The address of a schema of a server's one database.
pub fn address(socket: &Path, schema: &str) -> String {
    let socket = socket.display();
    format!("postgres:///postgres?host={socket}&user=rookery&options[search_path]={schema}")
}

/// The folder of the newest PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    folders.filter(|bin| bin.join("initdb").is_file()).max()
}

/// Whom the server runs as: it refuses to run as root.
struct User(Option<(u32, u32)>);

fn user(folder: &TempDir) -> User {
    if folder.path().metadata().unwrap().uid() != 0 {
        return User(None);
    }
    let number = |flag| {
        let id = Command::new("id").args([flag, "postgres"]).output();
        let text = String::from_utf8(id.unwrap().stdout).unwrap();
        // Without the package's user, the one whom nothing belongs to.
        text.trim().parse().unwrap_or(65_534)
    };
    let (user, group) = (number("-u"), number("-g"));
    chown(folder.path(), Some(user), Some(group)).unwrap();
    User(Some((user, group)))
}

impl User {
    /// A program that ends when the test does.
    fn run(&self, program: &Path) -> Command {
        let mut command = Command::new("setpriv");
        if let User(Some((user, group))) = self {
            command
                .arg(format!("--reuid={user}"))
                .arg(format!("--regid={group}"))
                .arg("--clear-groups");
        }
        command.arg("--pdeathsig=KILL").arg(program);
        command
    }
}
