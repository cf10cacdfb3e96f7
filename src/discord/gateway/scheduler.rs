//! Unasked work of the bot, in seven tasks that do not wait for each other: they record that the bot runs, carry out what
//! is due in matches, make the machine's moves, send notices, post puzzles of the day, hold events, and look for puzzles
//! in matches that have ended.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Bot;
use crate::app::{
    Delivery, Destination, Item, Notice, NotificationKind, Posted, PuzzlePost, TournamentPost,
    TournamentPostKind,
};
use crate::config::Roles;
use crate::discord::http::{SendError, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, delivery};
use crate::discord::reply::Reply;
use crate::match_state::ChannelId;
use crate::store::StoreError;

/// The longest time for one attempt to send a notice, all its requests included.
const ATTEMPT: Duration = Duration::from_secs(30);

/// The interval at which notices of other processes are looked for, which send this one no signal.
const FROM_OTHERS: Duration = Duration::from_secs(1);

/// The pause before a task that has crashed is begun again.
const AGAIN: Duration = Duration::from_secs(1);

/// A task of the scheduler, run again and again with a pause.
type Task = fn(Bot, Duration) -> BoxFuture<'static, ()>;

impl Bot {
    /// Runs those of the seven tasks that belong to the roles of this process, each every `pause`, until this is dropped.
    /// Notices are also looked for after every answer.
    pub async fn run_scheduler(&self, pause: Duration, roles: Roles) {
        // The machine moves where people are answered: its move must not be shown before the answer to theirs.
        let tasks: [(bool, &str, Task); 7] = [
            (roles.scheduler, "puzzles", Bot::post_puzzles),
            (roles.scheduler, "events", Bot::hold_events),
            (roles.scheduler, "mining", Bot::mine_puzzles),
            (roles.answers(), "machine", Bot::make_machine_moves),
            (roles.answers(), "heartbeat", Bot::record_heartbeats),
            (roles.scheduler, "deadlines", Bot::run_due_timers),
            (roles.notifier, "notices", Bot::run_notices),
        ];
        let own = tasks.into_iter().filter(|(own, ..)| *own);
        join_all(own.map(|(_, name, task)| self.supervise(name, task, pause))).await;
    }

    /// Runs a task that never ends, and begins it again should it crash. The task ends when this is dropped.
    async fn supervise(&self, name: &str, task: Task, pause: Duration) {
        loop {
            let mut running = JoinSet::new();
            running.spawn(task(self.clone(), pause));
            if let Some(Err(error)) = running.join_next().await {
                tracing::error!(name, task = %error.id(), "a task of the scheduler crashed; it is begun again");
            }
            sleep(AGAIN).await;
        }
    }

    fn record_heartbeats(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            loop {
                if let Err(error) = self.handlers.app().heartbeat().await {
                    tracing::error!(%error, "it could not be noted that the bot runs; it is tried again");
                }
                sleep(pause).await;
            }
        })
    }

    fn run_due_timers(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            loop {
                {
                    let _under_way = Arc::clone(&self.under_way).read_owned().await;
                    match self.handlers.app().run_due_timers().await {
                        Ok(0) => {}
                        Ok(_) => self.outbox_filled.notify_one(),
                        Err(error) => {
                            tracing::error!(%error, "what is due could not be dealt with; it is tried again");
                        }
                    }
                    if let Err(error) = self.delete_reminders().await {
                        tracing::error!(%error, "old reminders could not be deleted; it is tried again");
                    }
                }
                sleep(pause).await;
            }
        })
    }

    fn make_machine_moves(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let app = self.handlers.app();
            app.make_machine_moves_always(&self.outbox_filled, pause)
                .await;
        })
    }

    fn run_notices(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let send = |notice| self.attempt(notice);
            let hold = || Arc::clone(&self.under_way).read_owned();
            let app = self.handlers.app();
            let pause = if app.store().is_shared() {
                pause.min(FROM_OTHERS)
            } else {
                pause
            };
            app.deliver_always(send, hold, &self.outbox_filled, pause)
                .await;
        })
    }

    fn post_puzzles(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let app = self.handlers.app();
            loop {
                {
                    let _under_way = Arc::clone(&self.under_way).read_owned().await;
                    let posted = app.post_puzzles(|post| self.attempt_puzzle(post)).await;
                    if let Err(error) = posted {
                        tracing::error!(%error, "puzzles of the day could not be posted; it is tried again");
                    }
                }
                sleep(pause).await;
            }
        })
    }

    fn hold_events(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let app = self.handlers.app();
            loop {
                {
                    let _under_way = Arc::clone(&self.under_way).read_owned().await;
                    match app.run_tournaments(|post| self.attempt_event(post)).await {
                        Ok(0) => {}
                        // A round has begun, perhaps.
                        Ok(_) => self.outbox_filled.notify_one(),
                        Err(error) => {
                            tracing::error!(%error, "an event could not go on; it is tried again");
                        }
                    }
                }
                sleep(pause).await;
            }
        })
    }

    fn mine_puzzles(self, pause: Duration) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            loop {
                if let Err(error) = self.handlers.app().mine_puzzles().await {
                    tracing::error!(%error, "puzzles could not be looked for; it is tried again");
                }
                sleep(pause).await;
            }
        })
    }

    /// Attempts once to post a puzzle.
    fn attempt_puzzle(&self, post: PuzzlePost) -> BoxFuture<'_, Delivery> {
        Box::pin(async move {
            let sent = async {
                let reply = self.handlers.puzzle_post(&post).await;
                let http = &self.discord_http;
                http.send(None, Some(post.channel), &reply, &post.nonce)
                    .await
            };
            timeout(ATTEMPT, sent).await.unwrap_or(Delivery::Failed)
        })
    }

    /// Attempts once to post for an event, or to look at its channel.
    fn attempt_event(&self, post: TournamentPost) -> BoxFuture<'_, Posted> {
        Box::pin(async move {
            let channel = post.event.channel;
            let sent = async {
                if post.kind == TournamentPostKind::Look {
                    return match self.shape(channel.0).await {
                        Ok(_) => Posted::Done(0),
                        Err(Some(404)) => Posted::Gone,
                        Err(_) => Posted::Failed,
                    };
                }
                let reply = self.handlers.event_post(&post).await;
                let http = &self.discord_http;
                let sent = match post.message {
                    Some(message) => {
                        let replaced = http.replace(channel, message, &reply).await;
                        replaced.map(|()| message)
                    }
                    None => http.post(channel, &reply, &post.nonce).await,
                };
                match (sent, post.message) {
                    (Ok(message), _) => Posted::Done(message),
                    (Err(SendError::Refused(UNKNOWN_CHANNEL, _)), _) => Posted::Gone,
                    // Somebody has deleted the message, which is not posted again.
                    (Err(SendError::Refused(UNKNOWN_MESSAGE, _)), Some(message)) => {
                        Posted::Done(message)
                    }
                    (Err(error), _) => {
                        tracing::warn!(%error, "a post of an event could not be sent");
                        Posted::Failed
                    }
                }
            };
            let posted = timeout(ATTEMPT, sent).await.unwrap_or(Posted::Failed);
            if let (TournamentPostKind::Round, Posted::Done(_)) = (post.kind, posted) {
                self.note_audiences(post.event.guild).await;
            }
            posted
        })
    }

    /// Attempts once to send a notice, with a separate time limit.
    fn attempt(&self, notice: Notice) -> BoxFuture<'_, Delivery> {
        Box::pin(async move {
            match timeout(ATTEMPT, self.send(&notice)).await {
                Ok(done) => done,
                Err(_) => {
                    tracing::warn!(
                        nonce = notice.nonce,
                        "a notice could not be sent in time; it is tried again"
                    );
                    Delivery::Failed
                }
            }
        })
    }

    async fn send(&self, notice: &Notice) -> Delivery {
        if let Some(done) = self.without_message(notice).await {
            return done;
        }
        let reply = match self.handlers.notice(notice).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return Delivery::Gone,
            Err(refusal) => {
                tracing::warn!(nonce = notice.nonce, %refusal, "the message of a notice could not be made");
                return Delivery::Failed;
            }
        };
        let channel = notice.channel.filter(|_| notice.way == Destination::Home);
        if let (Some(channel), Some(message)) = (channel, notice.changes) {
            return self.discord_http.change(channel, message, &reply).await;
        }
        let http = &self.discord_http;
        let first = notice
            .items
            .first()
            .filter(|item| matches!(item.why, NotificationKind::Board { thread: true, .. }));
        if let (Some(item), Some(channel)) = (first, channel) {
            let begun = self.begin_in_thread(item, channel, &reply, &notice.nonce);
            return begun.await;
        }
        let Some(reminder) = notice.reminder else {
            return http.send(notice.to, channel, &reply, &notice.nonce).await;
        };
        let sent = http.sent(notice.to, channel, &reply, &notice.nonce).await;
        if let Ok((channel, message)) = sent
            && let Err(error) = self
                .handlers
                .app()
                .reminded_by(reminder, channel, message)
                .await
        {
            tracing::warn!(%error, "the message of a reminder is not known and stays");
        }
        delivery(sent.map(drop))
    }

    /// Sends a match's first board, and makes the thread below it in which the match goes on, where the bot may.
    async fn begin_in_thread(
        &self,
        item: &Item,
        channel: ChannelId,
        board: &Reply,
        nonce: &str,
    ) -> Delivery {
        match self.discord_http.post(channel, board, nonce).await {
            Ok(message) => {
                let name = self.handlers.thread_name_of(item).await;
                let made = self.give_thread(item.game, channel, Ok(message), &name);
                made.await;
                if let Some(guild) = item.guild {
                    self.note_audiences(guild).await;
                }
                Delivery::Done
            }
            Err(error) => delivery(Err(error)),
        }
    }

    /// Deletes the messages of reminders that have done their work.
    async fn delete_reminders(&self) -> Result<(), StoreError> {
        let store = self.handlers.app().store();
        for shown in store.overtaken_reminders().await? {
            let deleted = self.discord_http.delete(shown.channel, shown.message).await;
            if matches!(deleted, Delivery::Done | Delivery::Gone) {
                store.forget_reminder(shown.id).await?;
            }
        }
        Ok(())
    }
}
