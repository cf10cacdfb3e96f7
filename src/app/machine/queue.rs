//! The machine's threads, a few of low priority, and the queue of searches for them.
//!
//! Moves go before hints, and hints before reviews; among moves those on the emptiest boards go first, since they take
//! the shortest time.

use std::collections::BinaryHeap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// Maximum number of waiting searches; beyond it hints and reviews are refused.
const CAPACITY: usize = 256;

/// The kind of a search, ordered by urgency; the least goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::app) enum Urgency {
    /// A move on a board with this number of pieces.
    Move(usize),
    /// A hint that a player waits for.
    Hint,
    /// A review of a whole game.
    Review,
}

/// The reason why a search failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Failed {
    /// Too many searches wait.
    Full,
    /// The search panicked.
    Crashed,
    /// The bot is stopping.
    Stopped,
}

type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

/// A waiting search.
struct Waiting {
    urgency: Urgency,
    number: u64,
    work: Work,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    /// Orders for a heap that yields its greatest first: the most urgent, among equals the oldest.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |one: &Self| (one.urgency, one.number);
        key(other).cmp(&key(self))
    }
}

#[derive(Default)]
struct Jobs {
    waiting: BinaryHeap<Waiting>,
    next: u64,
    threads: usize,
    idle: usize,
}

#[derive(Default)]
struct Shared {
    jobs: Mutex<Jobs>,
    wake: Condvar,
    stop: AtomicBool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does queued work until the queue is stopped.
    fn work(&self) {
        lower_priority();
        let mut jobs = self.lock();
        loop {
            if self.stop.load(Ordering::SeqCst) {
                return;
            }
            if let Some(job) = jobs.waiting.pop() {
                drop(jobs);
                (job.work)(&self.stop);
                jobs = self.lock();
                continue;
            }
            jobs.idle += 1;
            jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            jobs.idle -= 1;
        }
    }
}

/// The queue of searches and its threads, which are started when there is work.
pub(in crate::app) struct Queue {
    shared: Arc<Shared>,
    most: usize,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Queue")
    }
}

impl Default for Queue {
    /// Returns a queue with one thread for every two processors, at least one.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Queue {
            shared: Arc::default(),
            most: (processors / 2).max(1),
        }
    }
}

impl Queue {
    /// Waits for a turn and does `work`, which is given a flag that is set when the bot stops; its result is dropped
    /// then.
    pub async fn think<T: Send + 'static>(
        &self,
        urgency: Urgency,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let (give, take) = oneshot::channel();
        let work: Work = Box::new(move |stop| {
            // The caller may have gone away.
            if give.is_closed() {
                return;
            }
            let done = catch_unwind(AssertUnwindSafe(|| work(stop)));
            let _ = give.send(done.map_err(|_| Failed::Crashed));
        });
        self.add(urgency, work)?;
        let done = take.await.unwrap_or(Err(Failed::Stopped));
        if self.shared.stop.load(Ordering::SeqCst) {
            return Err(Failed::Stopped);
        }
        done
    }

    fn add(&self, urgency: Urgency, work: Work) -> Result<(), Failed> {
        let mut jobs = self.shared.lock();
        if self.shared.stop.load(Ordering::SeqCst) {
            return Err(Failed::Stopped);
        }
        // Moves are always taken: the code that looks them up bounds their number.
        let owed = matches!(urgency, Urgency::Move(_));
        if !owed && jobs.waiting.len() >= CAPACITY {
            return Err(Failed::Full);
        }
        let number = jobs.next;
        jobs.next += 1;
        jobs.waiting.push(Waiting {
            urgency,
            number,
            work,
        });
        if jobs.idle == 0 && jobs.threads < self.most {
            let shared = Arc::clone(&self.shared);
            let name = format!("machine-{}", jobs.threads);
            let made = std::thread::Builder::new()
                .name(name)
                .stack_size(STACK)
                .spawn(move || shared.work());
            match made {
                Ok(_) => jobs.threads += 1,
                Err(error) if jobs.threads > 0 => {
                    tracing::warn!(%error, "no further thread for the machine can be made");
                }
                Err(error) => {
                    tracing::error!(%error, "no thread for the machine can be made");
                    jobs.waiting.clear();
                    return Err(Failed::Stopped);
                }
            }
        }
        drop(jobs);
        self.shared.wake.notify_one();
        Ok(())
    }

    /// Stops every search at its next look at the flag, and takes no new ones.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.lock().waiting.clear();
        self.shared.wake.notify_all();
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Stack of a thread in bytes: a search goes dozens of plies deep, each with its board on the stack.
const STACK: usize = 16 << 20;

/// Lowers the thread's priority, so that answers to people go first when the processors are busy.
fn lower_priority() {
    // On Linux each thread has a separate priority; this sets the calling thread's.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "the machine thinks with the usual priority");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn one_thread() -> Queue {
        Queue {
            shared: Arc::default(),
            most: 1,
        }
    }

    /// Occupies the only thread until the sender is used.
    async fn busy(queue: &Queue) -> mpsc::Sender<()> {
        let (release, wait) = mpsc::channel::<()>();
        let (begin, begun) = oneshot::channel();
        let work = move |_: &AtomicBool| {
            let _ = begin.send(());
            let _ = wait.recv();
        };
        queue
            .add(
                Urgency::Review,
                Box::new(move |stop: &AtomicBool| work(stop)),
            )
            .unwrap();
        begun.await.unwrap();
        release
    }

    #[tokio::test]
    async fn moves_go_before_hints_before_looks_back_and_small_boards_first() {
        let queue = one_thread();
        let release = busy(&queue).await;
        let (order, done) = mpsc::channel();
        for urgency in [
            Urgency::Review,
            Urgency::Hint,
            Urgency::Move(90),
            Urgency::Move(7),
            Urgency::Move(32),
        ] {
            let order = order.clone();
            let work = move |_: &AtomicBool| order.send(urgency).unwrap();
            queue.add(urgency, Box::new(work)).unwrap();
        }
        release.send(()).unwrap();
        let last = queue.think(Urgency::Review, |_| ()).await;
        assert_eq!(last, Ok(()));
        let seen: Vec<Urgency> = done.try_iter().collect();
        let sorted = [
            Urgency::Move(7),
            Urgency::Move(32),
            Urgency::Move(90),
            Urgency::Hint,
            Urgency::Review,
        ];
        assert_eq!(seen, sorted);
    }

    #[tokio::test]
    async fn it_is_bounded_and_outlives_a_panic() {
        let queue = one_thread();
        let release = busy(&queue).await;
        for _ in 0..CAPACITY {
            queue.add(Urgency::Hint, Box::new(|_| {})).unwrap();
        }
        assert_eq!(queue.think(Urgency::Hint, |_| ()).await, Err(Failed::Full));
        release.send(()).unwrap();
        // The panic is reported on the thread's own output.
        while queue.shared.lock().waiting.len() == CAPACITY {
            tokio::task::yield_now().await;
        }
        let crashed = queue
            .think(Urgency::Move(1), |_| panic!("on purpose"))
            .await;
        assert_eq!(crashed, Err::<(), _>(Failed::Crashed));
        assert_eq!(queue.think(Urgency::Move(1), |_| 7).await, Ok(7));
        queue.stop();
        assert_eq!(
            queue.think(Urgency::Move(1), |_| 7).await,
            Err(Failed::Stopped)
        );
    }
}
