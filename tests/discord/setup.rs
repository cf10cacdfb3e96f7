//! Tests of `rookery setup`: in a pseudo-terminal and without one, against the sandbox's server. The token appears
//! nowhere but in the file.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};

use rookery::sandbox::{FaultKind, OddBody};
use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::harness::{Harness, TIMEOUT};

/// A token in Discord's form that no server knows.
const UNKNOWN: &str = "MTAwMDAwMDAwMDAwMDAwMDAwMQ.Gabcde.0123456789-abcdefghijklmnopqrstuvwxyz_A";

const INVITE: &str = "https://discord.com/oauth2/authorize?client_id=1000000000000000001&scope=bot+applications.commands\
                      &permissions=309237763072";

fn setup(harness: &Harness, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookery"));
    command
        .arg("setup")
        .args(arguments)
        .env_clear()
        .env("ROOKERY_DISCORD_API", harness.server.api_base())
        .current_dir(harness.folder.path());
    command
}

fn settings(harness: &Harness) -> PathBuf {
    harness.folder.path().join(".env")
}

/// A program whose terminal is a pseudo-terminal.
struct Terminal {
    child: Child,
    /// The side of the person who types and looks.
    keys: fs::File,
    screen: Receiver<Vec<u8>>,
    shown: String,
    read: usize,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Terminal {
    /// Starts a program in a terminal, which Ctrl+C reaches.
    fn start(command: &Command) -> Terminal {
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let name = ptsname(&keys, Vec::new()).unwrap();
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
        let screen = rustix::fs::open(&name, flags, Mode::empty()).unwrap();
        let screen = fs::File::from(screen);
        // Makes the terminal that of the program.
        let mut inside = Command::new("setsid");
        inside.args(["--ctty", "--wait"]).arg(command.get_program());
        inside.args(command.get_args()).env_clear();
        for (name, value) in command.get_envs() {
            inside.env(name, value.unwrap());
        }
        let child = inside
            .env("PATH", "/usr/bin:/bin")
            .current_dir(command.get_current_dir().unwrap())
            .stdin(screen.try_clone().unwrap())
            .stdout(screen.try_clone().unwrap())
            .stderr(screen)
            .spawn()
            .unwrap();
        let keys = fs::File::from(keys);
        let mut seen = keys.try_clone().unwrap();
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // It fails once nobody has the other side open.
            while let Ok(count) = seen.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            child,
            keys,
            screen: receiver,
            shown: String::new(),
            read: 0,
        }
    }

    /// Waits for a text that has not been waited for.
    fn until(&mut self, text: &str) {
        loop {
            if let Some(at) = self.shown[self.read..].find(text) {
                self.read += at + text.len();
                return;
            }
            match self.screen.recv_timeout(TIMEOUT) {
                Ok(bytes) => self.shown += &String::from_utf8(bytes).unwrap(),
                Err(_) => panic!("{text:?} is not shown: {}", self.shown),
            }
        }
    }

    fn types(&mut self, text: &str) {
        self.keys.write_all(text.as_bytes()).unwrap();
    }

    /// Waits for the end; returns how it ended, and everything that was shown.
    fn end(mut self) -> (ExitStatus, String) {
        while let Ok(bytes) = self.screen.recv_timeout(TIMEOUT) {
            self.shown += &String::from_utf8(bytes).unwrap();
        }
        (self.child.wait().unwrap(), std::mem::take(&mut self.shown))
    }
}

/// Runs what waits for a terminal, while the sandbox's server goes on.
async fn in_terminal<T: Send + 'static>(
    command: Command,
    talk: impl FnOnce(Terminal) -> T + Send + 'static,
) -> T {
    let talking = tokio::task::spawn_blocking(move || talk(Terminal::start(&command)));
    talking.await.unwrap()
}

/// Runs a setup without a terminal; returns how it ended, and what it said.
async fn piped(mut command: Command, input: &str) -> (bool, String) {
    let input = input.to_owned();
    let running = tokio::task::spawn_blocking(move || {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // It may end without reading.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    });
    let output: Output = running.await.unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.success(), said)
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_terminal_a_token_becomes_a_bot_that_runs_and_is_never_shown() {
    let harness = Harness::empty().await;
    let token = harness.server.token().to_owned();
    let pasted = token.clone();
    let (keys, ended) = std::sync::mpsc::channel();
    let talking = in_terminal(setup(&harness, &[]), move |mut terminal| {
        terminal.until("Token (it is not shown): ");
        terminal.types("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n");
        terminal.until("a public key");
        terminal.until("Token (it is not shown): ");
        terminal.types(&format!("{UNKNOWN}\n"));
        terminal.until("does not know the token");
        terminal.until("Token (it is not shown): ");
        terminal.types(&format!(" \"Bot {pasted}\" \n"));
        terminal.until(INVITE);
        terminal.until("/applications/1000000000000000001/installation");
        terminal.until("Start the bot now? [Y/n] ");
        terminal.types("\n");
        let _: () = ended.recv().unwrap();
        terminal.types("\u{3}");
        terminal.end()
    });
    let (talked, ()) = tokio::join!(talking, async {
        harness.ready().await;
        keys.send(()).unwrap();
    });
    let (status, shown) = talked;
    assert!(status.success(), "{shown}");
    for secret in [&token, UNKNOWN, "0123456789abcdef"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    let file = fs::read_to_string(settings(&harness)).unwrap();
    assert!(
        file.contains(&format!("\nDISCORD_TOKEN={token}\n")),
        "{file}"
    );
    let mode = fs::metadata(settings(&harness))
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o600);
    harness.server.stop().await;
}

/// Ctrl+C while the token is typed ends it, and the terminal shows again what is typed.
#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_setup_has_written_nothing_and_leaves_a_terminal_that_shows() {
    let harness = Harness::empty().await;
    let (status, shown, shows) = in_terminal(setup(&harness, &[]), |mut terminal| {
        terminal.until("Token (it is not shown): ");
        terminal.types("a-part-of-it");
        terminal.types("\u{3}");
        terminal.until("stopped");
        let modes = rustix::termios::tcgetattr(&terminal.keys)
            .unwrap()
            .local_modes;
        let shows = modes.contains(rustix::termios::LocalModes::ECHO);
        let (status, shown) = terminal.end();
        (status, shown, shows)
    })
    .await;
    assert!(!status.success() && shows, "{shown}");
    assert!(!shown.contains("a-part-of-it"), "{shown}");
    assert!(!settings(&harness).exists());
    harness.server.stop().await;
}

/// A token in the file is kept or replaced as its owner says; the other lines stay.
#[tokio::test(flavor = "multi_thread")]
async fn in_a_terminal_a_token_in_the_file_is_replaced_only_if_its_owner_says_so() {
    let harness = Harness::empty().await;
    let token = harness.server.token().to_owned();
    let before = format!("# mine\nDISCORD_TOKEN={UNKNOWN}\nROOKERY_LOG=warn\n");
    fs::write(settings(&harness), &before).unwrap();
    let shown = in_terminal(setup(&harness, &[]), move |mut terminal| {
        terminal.until("Keep it? [Y/n] ");
        terminal.types("maybe\n");
        terminal.until("Keep it? [Y/n] ");
        terminal.types("n\n");
        terminal.until("Token (it is not shown): ");
        terminal.types(&format!("{token}\n"));
        terminal.until("Start the bot now? [Y/n] ");
        terminal.types("n\n");
        terminal.end().1
    })
    .await;
    let token = harness.server.token();
    assert!(
        !shown.contains(token) && !shown.contains(UNKNOWN),
        "{shown}"
    );
    assert!(shown.contains("rookery bot"), "{shown}");
    let after = before.replace(UNKNOWN, token);
    assert_eq!(fs::read_to_string(settings(&harness)).unwrap(), after);
    // The token that is good is kept.
    let shown = in_terminal(
        setup(&harness, &["--database", "games.db"]),
        |mut terminal| {
            terminal.until("Keep it? [Y/n] ");
            terminal.types("\n");
            terminal.until(INVITE);
            terminal.until("Start the bot now? [Y/n] ");
            // The end of input.
            terminal.types("\u{4}");
            terminal.end().1
        },
    )
    .await;
    let after = format!("{after}ROOKERY_DATABASE=games.db\n");
    assert_eq!(
        fs::read_to_string(settings(&harness)).unwrap(),
        after,
        "{shown}"
    );
    // Another database is not replaced without a word.
    let shown = in_terminal(
        setup(&harness, &["--database", "others.db"]),
        |mut terminal| {
            terminal.until("Keep it? [Y/n] ");
            terminal.types("\n");
            terminal.until("another ROOKERY_DATABASE. Replace it? [y/N] ");
            terminal.types("\n");
            terminal.end().1
        },
    )
    .await;
    assert!(shown.contains("nothing was changed"), "{shown}");
    assert_eq!(fs::read_to_string(settings(&harness)).unwrap(), after);
    harness.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_terminal_the_token_comes_from_the_environment_or_standard_input() {
    let harness = Harness::empty().await;
    let token = harness.server.token();
    let line = format!("DISCORD_TOKEN={token}\n");
    let file = || fs::read_to_string(settings(&harness)).unwrap();
    let mut by_environment = setup(&harness, &["--yes"]);
    by_environment.env("DISCORD_TOKEN", token);
    let (well, said) = piped(by_environment, "").await;
    assert!(well && said.contains(INVITE), "{said}");
    assert!(!said.contains(token) && file().contains(&line), "{said}");

    // Nothing is changed where all is there.
    let (well, said) = piped(setup(&harness, &[]), "").await;
    assert!(well && said.contains("already"), "{said}");

    fs::write(settings(&harness), format!("DISCORD_TOKEN={UNKNOWN}\n")).unwrap();
    let (well, said) = piped(setup(&harness, &[]), &format!("{token}\n")).await;
    assert!(!well && said.contains("--yes"), "{said}");
    assert!(!said.contains(token) && file().contains(UNKNOWN), "{said}");
    let (well, said) = piped(setup(&harness, &["--yes"]), &format!("\"{token}\"\n")).await;
    assert!(well && file() == line, "{said}");

    let other = harness.folder.path().join("rookery.env");
    let arguments = ["--file", other.to_str().unwrap()];
    let (well, said) = piped(setup(&harness, &arguments), token).await;
    assert!(
        well && said.contains("systemctl enable --now rookery"),
        "{said}"
    );
    assert!(fs::read_to_string(other).unwrap().contains(&line));

    fs::remove_file(settings(&harness)).unwrap();
    let (well, said) = piped(setup(&harness, &["--yes"]), "").await;
    assert!(!well && said.contains("there is no token"), "{said}");
    assert!(!settings(&harness).exists());
    harness.server.stop().await;
}

/// A text that is no token is named, and neither repeated nor written.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_token_is_named_and_nothing_is_written() {
    let harness = Harness::empty().await;
    let key = harness.server.shared().public_key();
    let secret = "Ab-_".repeat(8);
    let cut = UNKNOWN.replace('.', ".\n");
    for (pasted, named) in [
        (key.as_str(), "a public key"),
        ("1000000000000000001", "an application's id"),
        (&secret, "a client secret"),
        (UNKNOWN.rsplit_once('.').unwrap().0, "a part of a token"),
        (&cut, "line breaks"),
        ("two words", "spaces"),
        (UNKNOWN, "does not know the token"),
    ] {
        let (well, said) = piped(setup(&harness, &["--yes"]), pasted).await;
        assert!(!well && said.contains(named), "{named}: {said}");
        assert!(!said.contains(pasted), "{named}: {said}");
        assert!(!settings(&harness).exists(), "{named}");
    }
    harness.server.stop().await;
}

/// A setup that cannot write, or whose process is killed, leaves the old file.
#[tokio::test(flavor = "multi_thread")]
async fn the_file_is_the_old_one_or_the_new_one_at_any_time() {
    let harness = Harness::empty().await;
    let token = harness.server.token();
    let old = format!("DISCORD_TOKEN={UNKNOWN}\n# {}\n", "-".repeat(3_000));
    let new = old.replace(UNKNOWN, token);
    fs::write(settings(&harness), &old).unwrap();
    // No file may grow beyond a kilobyte, as on a full disk.
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" setup --yes"])
        .arg(env!("CARGO_BIN_EXE_rookery"))
        .env_clear()
        .env("ROOKERY_DISCORD_API", harness.server.api_base())
        .env("DISCORD_TOKEN", token)
        .current_dir(harness.folder.path());
    let (well, said) = piped(full, "").await;
    assert!(!well && said.contains(".env cannot be written"), "{said}");
    assert_eq!(fs::read_to_string(settings(&harness)).unwrap(), old);
    let files = fs::read_dir(harness.folder.path()).unwrap().count();
    assert_eq!(files, 1, "no draft is left");

    let mut killed = 0;
    for pause in 0..12 {
        fs::write(settings(&harness), &old).unwrap();
        let mut command = setup(&harness, &["--yes"]);
        let command = command.env("DISCORD_TOKEN", token).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(4 * pause)).await;
        let _ = child.kill();
        let ended = tokio::task::spawn_blocking(move || child.wait().unwrap());
        killed += u32::from(!ended.await.unwrap().success());
        let file = fs::read_to_string(settings(&harness)).unwrap();
        assert!(file == old || file == new, "{file}");
    }
    assert!(killed > 0);
    harness.server.stop().await;
}

/// A fault other than the token's ends in `rookery check`'s words, and the bot is not started.
#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_the_bot_from_starting_is_said() {
    let harness = Harness::empty().await;
    let token = harness.server.token();
    let nowhere = ["--yes", "--database", "/proc/rookery/rookery.db"];
    let (well, said) = piped(setup(&harness, &nowhere), token).await;
    let parts = [
        "WRONG database",
        "no file can be made in /proc",
        "cannot start yet",
    ];
    assert!(
        !well && parts.iter().all(|part| said.contains(part)),
        "{said}"
    );
    let wrong = ["--yes", "--database", "postgres://ann:secret@host:port/"];
    let (well, said) = piped(setup(&harness, &wrong), token).await;
    assert!(
        !well && said.contains("--database cannot be read"),
        "{said}"
    );
    assert!(!said.contains("secret"), "{said}");
    let shared = harness.server.shared();
    let page = FaultKind::Odd(200, OddBody::Page);
    shared.fault("GET /oauth2/applications/@me", page, 1);
    let (well, said) = piped(setup(&harness, &["--yes"]), token).await;
    assert!(!well && said.contains("login page"), "{said}");
    harness.server.stop().await;
}
