//! What happens by itself when time passes: deadlines, reminders, and silence. Deadlines are stored and looked up;
//! whatever they bring is written once, together with what is to be told of it.

use std::future::Future;
use std::time::Duration;

use super::change::{By, Since};
use super::live::Ahead;
use super::lobby::impossible;
use super::notice::{Delivery, NAGS, Notice, Why, posting};
use super::offer::{agree, is_agreed};
use super::play::drop_out;
use super::{App, Refusal};
use crate::store::StoreError;
use crate::table::{DAY, Due, Ending, Event, Expiry, GameId, UserId};

/// How often the bot looks what is due and notes that it runs.
pub const TICK: Duration = Duration::from_secs(10);

/// From how long on a time in which the bot did not run is given back, in seconds. Sending many notices may take a while.
pub(super) const GRACE: i64 = 120;

/// How many matches are looked up at a time.
const BATCH: u32 = 100;

/// For how long a match that cannot be read is left alone, in seconds.
const LATER: i64 = 3_600;

impl App {
    /// Keeps the time until `stop`: notes that the bot runs, lets happen what is due, and hands to `send` what people
    /// are to be told. A gap (the machine slept) is given back to every clock.
    pub async fn keep_time<F, Sent>(&self, send: F, stop: impl Future<Output = ()>)
    where
        F: Fn(Notice) -> Sent,
        Sent: Future<Output = Delivery>,
    {
        let mut stop = std::pin::pin!(stop);
        loop {
            if let Err(error) = self.keep_up(&send).await {
                tracing::error!(%error, "what is due could not be dealt with; it is tried again");
            }
            tokio::select! {
                () = &mut stop => return,
                () = tokio::time::sleep(TICK) => {}
            }
        }
    }

    async fn keep_up<F, Sent>(&self, send: &F) -> Result<(), Refusal>
    where
        F: Fn(Notice) -> Sent,
        Sent: Future<Output = Delivery>,
    {
        self.wake().await?;
        self.tick().await?;
        self.deliver(send).await?;
        Ok(())
    }

    /// Notes that the bot runs, and gives back the time in which it did not.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn wake(&self) -> Result<(), Refusal> {
        let now = self.sources.clock.now();
        if let Some(outage) = self.store.wake(now, GRACE).await? {
            tracing::info!(
                seconds = outage.until - outage.since,
                "time in which the bot did not run is given back"
            );
            self.recent.clear();
        }
        Ok(())
    }

    /// Notes that the bot runs.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn beat(&self) -> Result<(), Refusal> {
        Ok(self.store.beat(self.sources.clock.now()).await?)
    }

    /// Lets happen what is due, in every match. Gives back in how many something was done.
    ///
    /// # Errors
    /// [`Refusal::Internal`]: the store failed. A match that cannot be dealt with is left alone for an hour.
    pub async fn tick(&self) -> Result<usize, Refusal> {
        self.upgrade_some().await;
        let mut done = 0;
        // A match in which somebody is always quicker does not hold up the others for ever.
        let mut tries = 0;
        loop {
            let now = self.sources.clock.now();
            let due = self.store.due(now, BATCH).await?;
            if due.is_empty() {
                return Ok(done);
            }
            for game in due {
                match self.fire(game).await {
                    Ok(()) => done += 1,
                    // Somebody was quicker: what is due is looked up again.
                    Err(Refusal::Stale(_)) if tries < BATCH => tries += 1,
                    Err(refusal) => {
                        tracing::error!(game = game.0, %refusal, "a match that is due is put off");
                        self.store.put_off(game, now + LATER).await?;
                    }
                }
            }
        }
    }

    /// When something is due next, in seconds of the Unix epoch.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn next_due(&self) -> Result<Option<i64>, Refusal> {
        Ok(self.store.next_due().await?)
    }

    /// Lets happen what is due in one match.
    async fn fire(&self, game: GameId) -> Result<(), Refusal> {
        let now = self.sources.clock.now();
        let live = self.live(game).await?;
        // Nobody can move: no time runs out, and nobody is reminded.
        if live.lost.is_some() {
            return Ok(self.store.put_off(game, now + DAY).await?);
        }
        let table = &live.table;
        let Some(timer) = table.timer() else {
            tracing::error!(game = game.0, "a match is due and has no timer");
            return Err(Refusal::Internal);
        };
        if table.expired(now).is_some() {
            let offers = self.store.offers(game).await?;
            let run_out = move |ahead: &mut Ahead, _: &_| {
                let expiry = ahead.live.table.expired(ahead.at);
                let expiry = expiry.ok_or_else(|| Refusal::Stale(String::new()))?;
                run_out(ahead, expiry)?;
                // A vote that only the absent player had not answered waits no longer.
                match expiry {
                    Expiry::Vacate(_) if is_agreed(&ahead.live, &offers) => agree(ahead),
                    _ => Ok(()),
                }
            };
            self.change(By::Clock, game, Since::Any, run_out).await?;
            return Ok(());
        }
        let mut postings = Vec::new();
        if let (Some(percent), Some((_, user))) = (timer.reminded(now), live.next().first()) {
            let asked = self.store.nagged(*user).await?;
            let why = Why::Reminder {
                percent,
                deadline: timer.at,
            };
            // Whoever thinks for long in a match without clocks is not counted down.
            let why = if timer.due == Due::Silence {
                Why::Turn
            } else {
                why
            };
            if asked < NAGS {
                let mut posting = posting(Some(*user), &why, now);
                posting.nags = true;
                postings.push(posting);
            }
        }
        let due = (now, timer.next(now));
        match self.store.remind(game, table.ply(), due, &postings).await {
            Err(StoreError::Changed) => Err(Refusal::Stale(String::new())),
            done => Ok(done?),
        }
    }
}

/// What comes of a timer that has run out.
fn run_out(ahead: &mut Ahead, expiry: Expiry) -> Result<(), Refusal> {
    let owner = |seat| ahead.live.table.owner(seat).unwrap_or(UserId(0));
    let event = match expiry {
        Expiry::Close => Event::Ended {
            ending: Ending::closed(),
        },
        Expiry::Abandon => Event::Ended {
            ending: Ending::by_silence(ahead.live.game.as_ref()),
        },
        Expiry::Excuse(seat) => Event::Excused {
            seat,
            user: owner(seat),
        },
        Expiry::Vacate(seat) => Event::Vacated { seat, user: None },
        Expiry::Flag(seat) => Event::Flagged { seat },
        Expiry::TimeOut(seat) => {
            let out = |text, next| Event::TimedOut {
                seat,
                claimed: None,
                text,
                next,
            };
            return drop_out(ahead, seat, "timeout", out);
        }
    };
    ahead.add(event, None).map_err(impossible)
}
