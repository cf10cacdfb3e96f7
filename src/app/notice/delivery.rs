//! Sending notices: several at a time, each in a separate place, so that a request that hangs holds up no other. One
//! addressee, a person or a match's home, gets one notice at a time, in order, even if several processes send.

use std::collections::VecDeque;
use std::future::{Future, ready};
use std::pin::pin;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use super::Prepared;
use super::kinds::{Delivery, Notice, TRIES};
use crate::app::deadlines::health::Task;
use crate::app::meanwhile::meanwhile;
use crate::app::{App, AppError};
use crate::match_state::{DAY, GameId, UserId};
use crate::store::{ClaimKind, NextUnsent, SendOutcome, UnsentNotice};

/// Maximum number of notices sent at the same time. Discord accepts 50 requests a second in all, and a request that
/// hangs is given up after half a minute.
const PLACES: usize = 16;

/// Time for which other processes respect a claim of this one. A process that is suspended longer finds the claim taken
/// over.
const CLAIMED: Duration = Duration::from_secs(60);

/// An addressee, who gets one notice at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Addressee {
    User(UserId),
    Home(GameId),
}

impl Addressee {
    fn of(unsent: &UnsentNotice) -> Self {
        match unsent.user {
            Some(user) => Addressee::User(user),
            None => Addressee::Home(unsent.game),
        }
    }

    /// Returns the claim to hold while something is sent to the addressee.
    fn claim(self) -> (ClaimKind, i64) {
        match self {
            Addressee::User(user) => (ClaimKind::Person, user.0.cast_signed()),
            Addressee::Home(game) => (ClaimKind::Home, game.0),
        }
    }
}

/// The messages for one addressee, in order, each with the rows that it covers.
struct Batch {
    to: Addressee,
    messages: Vec<(Notice, Vec<UnsentNotice>)>,
    /// The time of the addressee's claim, or a time before it.
    claimed: Instant,
}

/// The notices found but not yet begun, and the addressees being sent to.
struct Queue {
    /// Notices of the last look, in order, each for a different addressee who is not busy.
    found: VecDeque<NextUnsent>,
    /// Time of that look.
    claimed: Instant,
    busy: Vec<Addressee>,
}

impl Queue {
    fn new() -> Queue {
        Queue {
            found: VecDeque::new(),
            claimed: Instant::now(),
            busy: Vec::new(),
        }
    }

    /// Marks the addressee as free.
    fn release(&mut self, to: Addressee) {
        self.busy.retain(|other| *other != to);
    }
}

/// The outcome of taking the next notice.
enum Found {
    /// The end of the queue: no notice is left.
    Nothing,
    /// A notice not to be sent now; its outcome is recorded.
    Left,
    /// Messages to send now.
    Batch(Batch),
}

/// An addressee whose messages have been sent, and whether the results could be recorded.
type Done = (Addressee, Result<(), AppError>);

/// Logs that the result of a notice could not be recorded.
fn report(noted: Result<(), AppError>) {
    if let Err(refusal) = noted {
        tracing::error!(%refusal, "the result of a notice could not be noted; it is sent again");
    }
}

impl App {
    /// Sends the waiting notices until none is left: hands each to `send` and marks it as sent after success. A notice
    /// that is sent again after a crash has the same nonce. Returns the number of messages handed over.
    ///
    /// # Errors
    /// [`AppError::Internal`]: the result of a notice could not be recorded.
    pub async fn deliver<F, Sent>(&self, send: F) -> Result<usize, AppError>
    where
        F: Fn(Notice) -> Sent,
        Sent: Future<Output = Delivery>,
    {
        let begin = |batch| self.send_batch(batch, &send, || ready(()), Duration::ZERO);
        let mut handed = 0;
        let mut queue = Queue::new();
        let mut places = FuturesUnordered::new();
        loop {
            while places.len() < PLACES {
                let (ended, begun) = self.begin_one(&mut queue, &mut places, begin).await;
                for noted in ended {
                    noted?;
                }
                match begun? {
                    Some(messages) => handed += messages,
                    None => break,
                }
            }
            let Some((to, noted)) = places.next().await else {
                return Ok(handed);
            };
            queue.release(to);
            noted?;
        }
    }

    /// Sends notices without end: looks for them every `pause`, and when `nudge` fires unless the store knows that the
    /// outbox is unchanged. Calls `hold` before each batch and keeps its result until the outcome is recorded.
    pub async fn deliver_always<F, Sent, H, Held>(
        &self,
        send: F,
        hold: H,
        nudge: &Notify,
        pause: Duration,
    ) where
        F: Fn(Notice) -> Sent,
        Sent: Future<Output = Delivery>,
        H: Fn() -> Held,
        Held: Future,
    {
        let begin = |batch| self.send_batch(batch, &send, &hold, pause);
        let mut queue = Queue::new();
        let mut places = FuturesUnordered::new();
        let mut rests = Instant::now();
        loop {
            while places.len() < PLACES && rests <= Instant::now() {
                let (ended, begun) = self.begin_one(&mut queue, &mut places, begin).await;
                ended.into_iter().for_each(report);
                match begun {
                    Ok(Some(_)) => {}
                    Ok(None) => break,
                    Err(refusal) => {
                        tracing::error!(%refusal, "no notices can be looked up; it is tried again");
                        // Until the next attempt other processes may have claimed these.
                        queue.found.clear();
                        rests = Instant::now() + pause;
                    }
                }
            }
            self.task_health.note_run(Task::Notices);
            let mut again = pin!(sleep_until((Instant::now() + pause).max(rests)));
            loop {
                tokio::select! {
                    Some((to, noted)) = places.next(), if !places.is_empty() => {
                        queue.release(to);
                        report(noted);
                        break;
                    }
                    () = nudge.notified() => {
                        if self.store.take_outbox_changed() {
                            break;
                        }
                    }
                    () = &mut again => break,
                }
            }
        }
    }

    /// Looks for the next notice while those in `places` go on, and starts sending it with `begin`.
    ///
    /// Returns whether the results of those that ended during the look could be recorded, and the number of messages
    /// begun; `None` if nothing is left to send.
    async fn begin_one<Place: Future<Output = Done>>(
        &self,
        queue: &mut Queue,
        places: &mut FuturesUnordered<Place>,
        begin: impl Fn(Batch) -> Place,
    ) -> (Vec<Result<(), AppError>>, Result<Option<usize>, AppError>) {
        let mut ended = Vec::new();
        let free = PLACES.saturating_sub(places.len());
        let found = meanwhile(self.take_one(queue, free), places, &mut ended).await;
        // A place that ended during the look may have left more to send than the look could find.
        let look_again = !ended.is_empty();
        let noted = ended.into_iter().map(|(to, noted)| {
            queue.release(to);
            noted
        });
        let noted = noted.collect();
        let begun = found.map(|found| match found {
            Found::Nothing if !look_again => None,
            Found::Nothing | Found::Left => Some(0),
            Found::Batch(batch) => {
                let messages = batch.messages.len();
                queue.busy.push(batch.to);
                places.push(begin(batch));
                Some(messages)
            }
        });
        (noted, begun)
    }

    /// Takes the next notice for an addressee who is not busy; if none is left of the last look, looks for as many as
    /// there are `free` places. Only a notice that cannot be prepared is put off.
    fn take_one<'a>(
        &'a self,
        queue: &'a mut Queue,
        free: usize,
    ) -> BoxFuture<'a, Result<Found, AppError>> {
        Box::pin(async move {
            let now = self.sources.clock.now();
            if queue.found.is_empty() {
                let (mut users, mut games) = (Vec::new(), Vec::new());
                for addressee in &queue.busy {
                    match addressee {
                        Addressee::User(user) => users.push(*user),
                        Addressee::Home(game) => games.push(*game),
                    }
                }
                queue.claimed = Instant::now();
                let found = self.store.next_unsent(now, &users, &games, free).await?;
                queue.found.extend(found);
            }
            let unsent = match queue.found.pop_front() {
                None => return Ok(Found::Nothing),
                Some(NextUnsent::Notice(unsent)) => unsent,
                Some(NextUnsent::Unreadable(notice)) => {
                    let later = self.put_aside(notice, now);
                    self.store.record_outcome(&[notice], later, now).await?;
                    return Ok(Found::Left);
                }
            };
            if unsent.tries >= TRIES {
                tracing::error!(
                    notice = unsent.id,
                    "a notice was begun again and again and never finished"
                );
                let claimed = Some(Addressee::of(&unsent).claim());
                self.note(&[&unsent], Delivery::Failed, now, claimed)
                    .await?;
                return Ok(Found::Left);
            }
            match self.made_ready(&unsent, queue.claimed, now).await {
                Ok(Some(batch)) => return Ok(Found::Batch(batch)),
                Ok(None) => {}
                Err(refusal) => {
                    tracing::error!(notice = unsent.id, %refusal, "a notice could not be made ready and is put off");
                    self.note(&[&unsent], Delivery::Failed, now, None).await?;
                }
            }
            self.release_claim(Addressee::of(&unsent)).await;
            Ok(Found::Left)
        })
    }

    /// Puts off a stored notice that cannot be read, for a day.
    pub(in crate::app) fn put_aside(&self, notice: i64, now: i64) -> SendOutcome {
        tracing::error!(
            notice,
            "a stored notice cannot be read and is put aside for a day"
        );
        self.task_health.note_put_aside();
        SendOutcome::Again(now + DAY)
    }

    /// Lets other processes send to the addressee.
    async fn release_claim(&self, to: Addressee) {
        let (kind, id) = to.claim();
        self.store.release(kind, &[id]).await;
    }

    /// Returns the message of a notice, or the digest of a daily one; `None` if it must not be sent now, which is
    /// recorded.
    async fn made_ready(
        &self,
        unsent: &UnsentNotice,
        claimed: Instant,
        now: i64,
    ) -> Result<Option<Batch>, AppError> {
        if self.is_late(claimed, CLAIMED / 2) {
            return Ok(None);
        }
        let to = Addressee::of(unsent);
        let messages = match self.prepare(unsent, now).await? {
            Prepared::Leave(outcome) => {
                self.store
                    .record_outcome(&[unsent.id], outcome, now)
                    .await?;
                return Ok(None);
            }
            Prepared::Send(notice) => vec![(notice, vec![unsent.clone()])],
            Prepared::Collect(user) => {
                let mut list = Vec::new();
                for unsent in self.store.unsent_of(user, now).await? {
                    // A notice that cannot be prepared is put off on its turn.
                    if let Ok(Prepared::Collect(_)) = self.prepare(&unsent, now).await {
                        list.push(unsent);
                    }
                }
                let digest = self.digest(user, &list, now).await?;
                let others = list.iter().map(|other| other.id);
                let others: Vec<i64> = others.filter(|id| *id != unsent.id).collect();
                self.store.count_tries(&others).await?;
                vec![(digest, list)]
            }
        };
        Ok(Some(Batch {
            to,
            messages,
            claimed,
        }))
    }

    /// True if the claim is older than `most` and other processes share the database: they can take it over after
    /// [`CLAIMED`].
    fn is_late(&self, claimed: Instant, most: Duration) -> bool {
        self.store.is_shared() && claimed.elapsed() > most
    }

    /// Sends the messages for one addressee and records each result. If that fails, waits for `rest`, since the same
    /// message would be sent again.
    async fn send_batch<F, Sent, H, Held>(
        &self,
        batch: Batch,
        send: &F,
        hold: H,
        rest: Duration,
    ) -> Done
    where
        F: Fn(Notice) -> Sent,
        Sent: Future<Output = Delivery>,
        H: Fn() -> Held,
        Held: Future,
    {
        let held = hold().await;
        let mut messages = batch.messages.into_iter().peekable();
        while let Some((notice, rows)) = messages.next() {
            // Enough of the claim must be left to send it.
            if self.is_late(batch.claimed, CLAIMED / 2) {
                self.release_claim(batch.to).await;
                break;
            }
            let done = send(notice).await;
            // Failures are left to the other process then.
            if self.is_late(batch.claimed, CLAIMED) && done != Delivery::Done {
                self.release_claim(batch.to).await;
                break;
            }
            let now = self.sources.clock.now();
            let rows: Vec<&UnsentNotice> = rows.iter().collect();
            let last = messages.peek().is_none().then(|| batch.to.claim());
            if let Err(refusal) = self.note(&rows, done, now, last).await {
                self.release_claim(batch.to).await;
                drop(held);
                sleep(rest).await;
                return (batch.to, Err(refusal));
            }
        }
        (batch.to, Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::notice::kinds::digest_delay;

    /// Ten thousand people's daily messages spread over twenty minutes, each person's at the same time every day.
    #[test]
    fn daily_messages_are_spread_over_twenty_minutes() {
        let made = |n: u64| UserId(((1_000_000_000 + n * 86_399_983) << 22) | (n % 7));
        let mut minutes = [0; 20];
        for n in 0..10_000 {
            let delay = digest_delay(made(n));
            assert_eq!(delay, digest_delay(made(n)));
            minutes[usize::try_from(delay / 60).unwrap()] += 1;
        }
        assert!(
            minutes.iter().all(|count| (350..=650).contains(count)),
            "{minutes:?}"
        );
    }
}
