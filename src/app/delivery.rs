//! Sending notices: several at a time, each in a place of its own, so that one whose request hangs holds up no other.
//! One person is sent one notice at a time, in order; so is one match's home, also where several processes send.

use std::collections::VecDeque;
use std::future::{Future, ready};
use std::pin::pin;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until};

use super::notice::Prepared;
use super::notification::{Delivery, Notice, TRIES};
use super::task_health::Task;
use super::{App, AppError};
use crate::match_state::{DAY, GameId, UserId};
use crate::store::{ClaimKind, NextUnsent, SendOutcome, UnsentNotice};

/// How many notices are sent at the same time. Discord takes 50 requests a second in all, and one that hangs is given
/// up after half a minute.
const PLACES: usize = 16;

/// How long others leave alone what this process has claimed. One that was stopped for longer finds that another has taken
/// its place.
const CLAIMED: Duration = Duration::from_secs(60);

/// Who is sent only one notice at a time.
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

    /// What is claimed while something is sent to them.
    fn claim(self) -> (ClaimKind, i64) {
        match self {
            Addressee::User(user) => (ClaimKind::Person, user.0.cast_signed()),
            Addressee::Home(game) => (ClaimKind::Home, game.0),
        }
    }
}

/// The messages for one addressee, in order, each with the rows that it tells.
struct Batch {
    to: Addressee,
    messages: Vec<(Notice, Vec<UnsentNotice>)>,
    /// When the addressee was claimed, or before.
    claimed: Instant,
}

/// What is to be sent, and to whom something is being sent.
struct Queue {
    /// What was found last and has not been begun, in order, each to somebody else; none of them is busy.
    found: VecDeque<NextUnsent>,
    /// When it was looked for.
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

    /// Nothing is on its way to the addressee any more.
    fn release(&mut self, to: Addressee) {
        self.busy.retain(|other| *other != to);
    }
}

/// What taking the next notice came to.
enum Found {
    /// There is not one.
    Nothing,
    /// One that is not to be sent now, which is noted.
    Left,
    /// This is to be sent.
    Batch(Batch),
}

/// Does `work` while the futures in `places` go on; the results of those that end are added to `ended`.
///
/// One of them may hold the connection that `work` waits for, and nobody else makes it go on and give it back.
async fn meanwhile<T, Place: Future>(
    work: impl Future<Output = T>,
    places: &mut FuturesUnordered<Place>,
    ended: &mut Vec<Place::Output>,
) -> T {
    let mut work = pin!(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            Some(result) = places.next(), if !places.is_empty() => ended.push(result),
        }
    }
}

/// What became of the messages for one addressee: whether it could be noted.
type Done = (Addressee, Result<(), AppError>);

/// Says so where it could not be noted what became of a notice.
fn report(noted: Result<(), AppError>) {
    if let Err(refusal) = noted {
        tracing::error!(%refusal, "it could not be noted what became of a notice; it is sent again");
    }
}

impl App {
    /// Sends what people are to be sent and have not been, until nothing is left: each notice is handed to `send`, and
    /// noted as sent when that has gone well. What is sent again after a crash in between has the same nonce. Returns
    ///  how many were handed over.
    ///
    /// # Errors
    /// [`AppError::Internal`]: it could not be noted what became of a notice.
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

    /// Sends notices for ever: looks for them every `pause`, and whenever `nudge` says that there may be some and the store
    /// does not know that there are none. `hold` is asked before each and what it gives is kept until it is noted what
    /// became of it.
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
                        // Until then others may have claimed what was found.
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

    /// Looks for the next notice while those in `places` go on, and begins to send it there with `begin`. Returns
    /// whether it could be noted what became of those that ended meanwhile, and how many messages it has begun to send;
    /// `None` where there is nothing more to send.
    async fn begin_one<Place: Future<Output = Done>>(
        &self,
        queue: &mut Queue,
        places: &mut FuturesUnordered<Place>,
        begin: impl Fn(Batch) -> Place,
    ) -> (Vec<Result<(), AppError>>, Result<Option<usize>, AppError>) {
        let mut ended = Vec::new();
        let free = PLACES.saturating_sub(places.len());
        let found = meanwhile(self.take_one(queue, free), places, &mut ended).await;
        // What ended since may have left more to send than the look could see.
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

    /// Takes what is to be sent next, to nobody who is busy; where nothing is left of what was found, as much is looked
    /// for as there are places `free`. What cannot be made ready is put off alone.
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
                    "a notice was begun again and again and never came to an end"
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

    /// What becomes of a stored notice that cannot be read.
    pub(super) fn put_aside(&self, notice: i64, now: i64) -> SendOutcome {
        tracing::error!(
            notice,
            "a stored notice cannot be read and is put aside for a day"
        );
        self.task_health.note_put_aside();
        SendOutcome::Again(now + DAY)
    }

    /// Another process may send something to the addressee now.
    async fn release_claim(&self, to: Addressee) {
        let (kind, id) = to.claim();
        self.store.release(kind, &[id]).await;
    }

    /// The message of a notice, or all of a daily one; `None` where it is not to be sent now, which is noted.
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
                    // One that cannot be made ready is put off when it is its turn.
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

    /// Whether what was claimed then has been so for longer than `most`, and another process can claim it after [`CLAIMED`].
    fn is_late(&self, claimed: Instant, most: Duration) -> bool {
        self.store.is_shared() && claimed.elapsed() > most
    }

    /// Sends the messages for one addressee and notes what became of each. Where that cannot be noted it waits for
    /// `rest`, since the same would be sent again.
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
            // There must be time to send it.
            if self.is_late(batch.claimed, CLAIMED / 2) {
                self.release_claim(batch.to).await;
                break;
            }
            let done = send(notice).await;
            // What did not go well is then for the other process to see.
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
    use crate::app::notification::digest_delay;

    /// The daily messages of ten thousand people are not all sent in the same minute, and each comes at the same time
    /// every day.
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
