//! The program itself, as a separate process that connects to the sandbox.

use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::harness::Harness;

/// The program while it runs; it does not outlive the test.
pub struct Program {
    child: Child,
    log: PathBuf,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    /// Starts `rookery bot` with these settings besides token, address and database; returns it when it is ready.
    pub async fn start(harness: &Harness, settings: &[(&str, &str)]) -> Program {
        // A killed bot seems to be there until its connection is seen to be gone.
        let shared = harness.server.shared();
        harness
            .until("no bot is there", || !shared.bot_online())
            .await;
        let log = harness.folder.path().join("log");
        let child = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .arg("bot")
            .env_clear()
            .env("DISCORD_TOKEN", harness.server.token())
            .env("ROOKERY_DISCORD_API", harness.server.api_base())
            .env("ROOKERY_DATABASE", harness.database())
            .envs(settings.iter().copied())
            .current_dir(harness.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let program = Program { child, log };
        harness.ready().await;
        program
    }

    /// Returns its log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal: `TERM`, `INT`.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Returns how it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Waits for its end.
    pub async fn end(&mut self) -> ExitStatus {
        loop {
            if let Some(status) = self.ended() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
