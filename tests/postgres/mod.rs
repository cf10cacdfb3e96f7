//! A PostgreSQL server for one run of tests: Debian's, in a temporary folder, reached by a socket there and no port.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// Variable that fails the tests without PostgreSQL if set to `required`, instead of skipping them.
const REQUIRED: &str = "ROOKERY_POSTGRES";

/// A server that ends with this value.
pub struct Server {
    folder: TempDir,
    command: Command,
    process: Child,
    programs: PathBuf,
    user: User,
}

impl Server {
    /// Starts a server; `None` if PostgreSQL is not installed.
    pub fn start() -> Option<Server> {
        // The machine does not fail while tests run, they kill clients only, and the tables stay small.
        Server::with(&[
            "fsync=off",
            "full_page_writes=off",
            "wal_level=minimal",
            "max_wal_senders=0",
            "autovacuum=off",
        ])
    }

    /// Starts a server that survives a crash of the machine.
    pub fn durable() -> Option<Server> {
        Server::with(&[])
    }

    /// Starts a server that also listens at a port of 127.0.0.1, where it asks the user `zoe` for a password.
    pub fn listening() -> Option<(Server, u16)> {
        let programs = installed()?;
        let (folder, user) = initialised(&programs);
        let rules = folder.path().join("data/pg_hba.conf");
        let trusted = std::fs::read_to_string(&rules).unwrap();
        let asked = format!("host all zoe 127.0.0.1/32 scram-sha-256\n{trusted}");
        std::fs::write(rules, asked).unwrap();
        let [port, _] = free_ports();
        let port_setting = format!("port={port}");
        let settings = ["listen_addresses=127.0.0.1", "fsync=off", &port_setting];
        Some((Server::run(programs, folder, user, &settings), port))
    }

    fn with(settings: &[&str]) -> Option<Server> {
        let programs = installed()?;
        let (folder, user) = initialised(&programs);
        let settings = [&["listen_addresses=", "max_connections=200"], settings].concat();
        Some(Server::run(programs, folder, user, &settings))
    }

    /// Starts a primary at a port of 127.0.0.1, which commits only what its standby has written down; and that standby,
    /// at another port. `None` if PostgreSQL is not installed.
    pub fn pair() -> Option<[(Server, u16); 2]> {
        let programs = installed()?;
        let (folder, user) = initialised(&programs);
        let ports = free_ports();
        let [here, there] = ports.map(|port| format!("port={port}"));
        let common = [
            "listen_addresses=127.0.0.1",
            "fsync=off",
            "max_connections=50",
        ];
        let settings = [&common[..], &[&here, "synchronous_standby_names=*"]].concat();
        let primary = Server::run(programs.clone(), folder, user, &settings);
        let (folder, user) = place();
        let copied = user
            .run(&programs.join("pg_basebackup"))
            .args(["-R", "-c", "fast", "--no-sync", "-d"])
            .arg(format!("host=127.0.0.1 user=rookery {here}"))
            .arg("-D")
            .arg(folder.path().join("data"))
            .status()
            .unwrap();
        assert!(copied.success(), "pg_basebackup failed");
        let settings = [&common[..], &[&there]].concat();
        let standby = Server::run(programs, folder, user, &settings);
        let [here, there] = ports;
        Some([(primary, here), (standby, there)])
    }

    fn run(programs: PathBuf, folder: TempDir, user: User, settings: &[&str]) -> Server {
        let mut command = user.run(&programs.join("postgres"));
        command
            .arg("-D")
            .arg(folder.path().join("data"))
            .arg("-k")
            .arg(folder.path())
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .stderr(Stdio::piped());
        Server {
            process: Server::begin(&mut command).expect("the server ended at its start"),
            command,
            folder,
            programs,
            user,
        }
    }

    /// Starts the process and waits until it accepts connections; `None` if it ends before.
    fn begin(command: &mut Command) -> Option<Child> {
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        // A standby is "ready to accept read-only connections".
        let ready = lines
            .by_ref()
            .any(|line| line.unwrap().contains("ready to accept"));
        if !ready {
            process.wait().unwrap();
            return None;
        }
        // It would block on a pipe that nobody reads.
        std::thread::spawn(move || lines.for_each(drop));
        Some(process)
    }

    /// Restarts a killed server. It refuses to start as long as the last of the earlier processes holds their memory.
    pub fn revive(&mut self) {
        let begun = (0..100).find_map(|_| Server::begin(&mut self.command));
        self.process = begun.expect("the server ended at each start");
    }

    /// Kills it with all its processes at once, as a loss of power does.
    pub fn kill(&mut self) {
        let id = self.process.id().to_string();
        let children = Command::new("pgrep").args(["-P", &id]).output().unwrap();
        let children = String::from_utf8(children.stdout).unwrap();
        self.process.kill().unwrap();
        // One of them may have ended by itself.
        let _ = Command::new("kill")
            .arg("-KILL")
            .args(children.split_whitespace())
            .status();
        self.process.wait().unwrap();
    }

    /// Returns the server's process and those that it has started.
    pub fn processes(&self) -> Vec<u32> {
        let id = self.process.id();
        let children = Command::new("pgrep").args(["-P", &id.to_string()]).output();
        let children = String::from_utf8(children.unwrap().stdout).unwrap();
        let children = children.split_whitespace().map(|id| id.parse().unwrap());
        children.chain([id]).collect()
    }

    /// Makes a standby the primary, and waits until it is.
    pub fn promote(&self) {
        let promoted = self
            .user
            .run(&self.programs.join("pg_ctl"))
            .args(["promote", "-w", "-s", "-D"])
            .arg(self.folder.path().join("data"))
            .status()
            .unwrap();
        assert!(promoted.success());
    }

    /// Returns the folder of its socket.
    pub fn socket(&self) -> &Path {
        self.folder.path()
    }
}

/// PgBouncer in front of a server; it ends with this value.
pub struct Pooler {
    process: Child,
    /// Port on 127.0.0.1.
    pub port: u16,
    _folder: TempDir,
}

impl Pooler {
    /// Starts one with this `pool_mode` before a server that has the port `at`; `None` if PgBouncer is not installed.
    pub fn start(server: &Server, at: u16, mode: &str) -> Option<Pooler> {
        let program = Path::new("/usr/sbin/pgbouncer");
        if !program.is_file() {
            eprintln!("PgBouncer is not installed (Debian: pgbouncer): its tests are skipped.");
            return None;
        }
        let (folder, user) = place();
        let [port, _] = free_ports();
        let file = |name: &str| folder.path().join(name).display().to_string();
        let settings = format!(
            "[databases]\n* = host={} port={at}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n\
             auth_type = trust\nauth_file = {}\npool_mode = {mode}\npidfile = {}\n",
            server.socket().display(),
            file("users"),
            file("pid"),
        );
        std::fs::write(file("users"), "\"rookery\" \"\"\n").unwrap();
        std::fs::write(file("settings"), settings).unwrap();
        let mut command = user.run(program);
        command.arg(file("settings")).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let up = lines
            .by_ref()
            .any(|line| line.unwrap().contains("process up"));
        assert!(up, "PgBouncer ended at its start");
        std::thread::spawn(move || lines.for_each(drop));
        Some(Pooler {
            process,
            port,
            _folder: folder,
        })
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.process.try_wait(), Ok(Some(_))) {
            return;
        }
        let id = self.process.id().to_string();
        // At once: its contents are not needed.
        let _ = Command::new("kill").args(["-QUIT", &id]).status();
        let _ = self.process.wait();
    }
}

/// Returns the address of a schema of a server's one database.
pub fn address(socket: &Path, schema: &str) -> String {
    let socket = socket.display();
    format!("postgres:///postgres?host={socket}&user=rookery&options=-c%20search_path%3D{schema}")
}

/// Returns the folder of the newest PostgreSQL's programs; `None` if it is not installed and not required.
fn installed() -> Option<PathBuf> {
    let programs = programs();
    if programs.is_none() {
        let required = std::env::var(REQUIRED).is_ok_and(|value| value == "required");
        assert!(!required, "PostgreSQL is not installed");
        eprintln!("PostgreSQL is not installed (Debian: postgresql): its tests are skipped.");
    }
    programs
}

/// Returns an empty folder for a server, and the user that the server runs as.
fn place() -> (TempDir, User) {
    let folder = crate::scratch::folder();
    let user = user(&folder);
    (folder, user)
}

/// Returns a folder with an empty database, and the user that the server runs as. The database is copied from one that
/// is made once for all runs of tests.
fn initialised(programs: &Path) -> (TempDir, User) {
    let (folder, user) = place();
    let data = folder.path().join("data");
    let version = programs.parent().and_then(Path::file_name).unwrap();
    let pattern = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("postgresql-{}", version.to_string_lossy()));
    if copied(&pattern, &data) {
        return (folder, user);
    }
    let made = user
        .run(&programs.join("initdb"))
        .args(["-A", "trust", "-U", "rookery", "--no-sync", "--locale=C"])
        .args(["-E", "UTF8", "-D"])
        .arg(&data)
        .stdout(Stdio::null())
        .status()
        .unwrap();
    assert!(made.success(), "initdb failed");
    // Another test may have made it meanwhile.
    let own = pattern.with_extension(folder.path().file_name().unwrap());
    if copied(&data, &own) && std::fs::rename(&own, &pattern).is_err() {
        let _ = std::fs::remove_dir_all(&own);
    }
    (folder, user)
}

/// Copies a database that no server has open, with its owner and permissions; false if it does not exist.
fn copied(from: &Path, to: &Path) -> bool {
    let copy = || Command::new("cp").arg("-a").args([from, to]).status();
    from.is_dir() && copy().unwrap().success()
}

/// Returns two free ports.
fn free_ports() -> [u16; 2] {
    let bound = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    bound.map(|listener| listener.local_addr().unwrap().port())
}

/// Returns the folder of the newest PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    folders.filter(|bin| bin.join("initdb").is_file()).max()
}

/// The user that the server runs as, since it refuses to run as root.
struct User(Option<(u32, u32)>);

fn user(folder: &TempDir) -> User {
    if folder.path().metadata().unwrap().uid() != 0 {
        return User(None);
    }
    let number = |flag| {
        let id = Command::new("id").args([flag, "postgres"]).output();
        let text = String::from_utf8(id.unwrap().stdout).unwrap();
        // Without the package's user, the user that owns nothing.
        text.trim().parse().unwrap_or(65_534)
    };
    let (user, group) = (number("-u"), number("-g"));
    chown(folder.path(), Some(user), Some(group)).unwrap();
    User(Some((user, group)))
}

impl User {
    /// Returns a command for a program that ends when the test does.
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
