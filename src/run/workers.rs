//! Several processes of the bot behind a sandbox, as behind a web server that Discord sends to.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use futures_util::FutureExt as _;
use rustix::process::{Pid, Signal, kill_process};
use tokio::task::JoinHandle;

use crate::sandbox::{Server, SharedState};

/// Interval between checks that the processes run.
const LOOK: Duration = Duration::from_millis(200);

/// Time that each process has to finish its current work after being asked to end.
pub(super) const STOP_TIMEOUT: Duration = Duration::from_secs(12);

/// A process of the bot; 1 is the first.
struct Worker {
    number: usize,
    address: SocketAddr,
    process: Child,
}

/// Processes that are restarted when they end.
pub(super) struct Workers {
    running: Arc<Mutex<Vec<Worker>>>,
    watching: JoinHandle<()>,
    shared: SharedState,
}

fn lock(workers: &Mutex<Vec<Worker>>) -> MutexGuard<'_, Vec<Worker>> {
    workers.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workers {
    pub(super) fn start(server: &Server, count: u8) -> anyhow::Result<Workers> {
        let shared = server.shared();
        let program = std::env::current_exe().context("the program does not know where it is")?;
        // The other settings come from the environment, as this process's did.
        let mut command = Command::new(program);
        command
            .args(["bot", "--until-eof"])
            // This input is never written to; it ends with this process, however that ends, and so does the worker.
            .stdin(Stdio::piped())
            .env("DISCORD_TOKEN", server.token())
            .env("DISCORD_PUBLIC_KEY", shared.public_key())
            .env("ROOKERY_DISCORD_API", server.api_base())
            .env("ROOKERY_ROLES", "http,scheduler,notifier")
            .env("ROOKERY_METRICS_PORT", "");
        let mut workers = Vec::new();
        for number in 1..=usize::from(count) {
            let address = free_address()?;
            let worker = begin(&mut command, number, address);
            match worker {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    workers.iter_mut().for_each(end_at_once);
                    return Err(error);
                }
            }
        }
        let addresses = workers
            .iter()
            .map(|worker| format!("http://{}/interactions", worker.address));
        shared.post_to(addresses.collect());
        let running = Arc::new(Mutex::new(workers));
        let watching = tokio::spawn(watch(Arc::clone(&running), command).boxed());
        Ok(Workers {
            running,
            watching,
            shared,
        })
    }

    /// Asks all of them to end, waits until they have, and logs the result of each.
    pub(super) async fn stop(self) {
        self.watching.abort();
        // The task was aborted on purpose.
        let _ = self.watching.await;
        for worker in lock(&self.running).iter() {
            ask_to_end(&worker.process);
        }
        let ended = async {
            while lock(&self.running)
                .iter_mut()
                .any(|worker| matches!(worker.process.try_wait(), Ok(None)))
            {
                tokio::time::sleep(LOOK).await;
            }
        };
        if tokio::time::timeout(STOP_TIMEOUT, ended).await.is_err() {
            lock(&self.running).iter_mut().for_each(end_at_once);
        }
        for (number, taken) in (1..).zip(self.shared.taken()) {
            println!("Worker {number} has taken {taken} interactions.");
        }
    }
}

/// Returns a free address of this machine.
fn free_address() -> anyhow::Result<SocketAddr> {
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let address = bound.and_then(|listener| listener.local_addr());
    address.context("there is no free port")
}

fn begin(command: &mut Command, number: usize, address: SocketAddr) -> anyhow::Result<Worker> {
    let process = command
        .env("ROOKERY_HTTP", address.to_string())
        .spawn()
        .context("a worker cannot be started")?;
    println!("Worker {number} is process {} at {address}.", process.id());
    Ok(Worker {
        number,
        address,
        process,
    })
}

fn ask_to_end(process: &Child) {
    let id = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    // A process that has already ended need not be asked.
    if let Some(id) = id
        && let Err(error) = kill_process(id, Signal::TERM)
    {
        tracing::debug!(%error, "a worker has ended already");
    }
}

fn end_at_once(worker: &mut Worker) {
    // The process may have ended already.
    let _ = worker.process.kill();
    let _ = worker.process.wait();
}

/// Restarts processes that end, as a service manager does.
async fn watch(workers: Arc<Mutex<Vec<Worker>>>, mut command: Command) {
    loop {
        tokio::time::sleep(LOOK).await;
        for worker in lock(&workers).iter_mut() {
            let Ok(Some(status)) = worker.process.try_wait() else {
                continue;
            };
            println!(
                "Worker {} has ended ({status}) and is started again.",
                worker.number
            );
            match begin(&mut command, worker.number, worker.address) {
                Ok(again) => *worker = again,
                Err(error) => tracing::warn!("{error:#}"),
            }
        }
    }
}
