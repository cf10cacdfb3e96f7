//! What arrives over the gateway, and what is done with it: from an event to a desk, and from its answer to the wire.

mod audience;
mod fallback;
mod scheduler;

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use serenity::builder::{CreateInteractionResponse, CreateInteractionResponseMessage};
use serenity::http::{Http, LightMethod, Request as HttpRequest, Route};
use serenity::model::application::{
    CommandInteraction, ComponentInteraction, Interaction as Received, ModalInteraction,
};
use serenity::model::id::{ApplicationId, InteractionId};
use serenity::model::user::User;
use tokio::sync::{Notify, RwLock};
use tokio::task::JoinError;

use super::dependencies::Dependencies;
use super::fair_queue::{self, FairQueue};
use super::handlers::{Answer, FollowUp, Keep, Response, Shared};
use super::http::{DiscordHttp, Interaction, SendError, said};
use super::rate_limit::Buckets;
use super::replace::may_replace;
use super::reply::{self, Reply};
use super::surroundings::{OutsideChannels, Surroundings};
use super::unreadable::Unreadable;
use super::{commands, custom_id, request, texts};
use crate::app::{FallbackFor, LONGEST_TEXT};
use crate::games;
use crate::match_state::{ChannelId, GameId, GuildId, UserId};
use crate::metrics::{FailureKind, InteractionKind, Metrics};

/// How long an answer may take before it is deferred: Discord waits three seconds for a first answer, and the way
/// there and back takes its part.
const PATIENCE: Duration = Duration::from_millis(1800);
/// How many interactions are remembered, so that a repeated delivery is not answered twice.
const REMEMBERED: usize = 4096;

/// Everything that answers need; shared by all events.
#[derive(Clone)]
pub struct Bot {
    handlers: Shared,
    discord_http: DiscordHttp,
    http: Arc<Http>,
    seen: Arc<Mutex<Seen>>,
    asking: Arc<Mutex<Buckets>>,
    typing: Arc<Mutex<Buckets>>,
    /// Whose turn it is with commands, buttons and forms.
    asking_lanes: Arc<FairQueue>,
    /// Whose turn it is with suggestions.
    typing_lanes: Arc<FairQueue>,
    metrics: Metrics,
    registered: Arc<AtomicBool>,
    /// In which channels it can only answer.
    outside: Arc<OutsideChannels>,
    /// Which channels everyone may read, as far as it was looked up lately.
    audiences: Arc<Mutex<audience::Known>>,
    /// Wakes the task that sends notices.
    told: Arc<Notify>,
    /// Held for reading by every answer under way; the one who can write knows that none is.
    under_way: Arc<RwLock<()>>,
}

/// The interactions that were delivered lately.
#[derive(Default)]
struct Seen {
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl Seen {
    /// Whether this is the first time.
    fn first_time(&mut self, id: u64) -> bool {
        if !self.known.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.known.remove(&oldest);
        }
        true
    }
}

impl Bot {
    /// Answers by way of `http` what the desk decides.
    pub fn new(handlers: Shared, http: Arc<Http>, dependencies: &Dependencies) -> Self {
        Bot {
            handlers,
            discord_http: DiscordHttp::new(Arc::clone(&http), dependencies.metrics.refusals()),
            http,
            seen: Arc::default(),
            asking: Arc::new(Mutex::new(Buckets::new(dependencies.asking))),
            typing: Arc::new(Mutex::new(Buckets::new(dependencies.typing))),
            asking_lanes: Arc::new(FairQueue::new(fair_queue::ASKING)),
            typing_lanes: Arc::new(FairQueue::new(fair_queue::TYPING)),
            metrics: dependencies.metrics.clone(),
            registered: Arc::default(),
            outside: Arc::default(),
            audiences: Arc::default(),
            told: Arc::default(),
            under_way: Arc::default(),
        }
    }

    /// Waits until no answer is under way, at most as long as `patience`.
    pub async fn finish(&self, patience: Duration) {
        if tokio::time::timeout(patience, self.under_way.write())
            .await
            .is_err()
        {
            tracing::warn!("stopping although some answers are still under way");
        }
    }

    /// Registers the commands, if those that are registered are not what they should be.
    async fn register(&self, application: ApplicationId) -> serenity::Result<()> {
        let route = Route::Commands {
            application_id: application,
        };
        let registered: Vec<Value> = self
            .http
            .fire(HttpRequest::new(route, LightMethod::Get))
            .await?;
        let wanted = commands::all(games::GAMES);
        if !commands::changed(&registered, &wanted) {
            tracing::debug!("the registered commands are up to date");
            return Ok(());
        }
        self.http.create_global_commands(&wanted).await?;
        tracing::info!(commands = wanted.len(), "registered the commands");
        Ok(())
    }

    /// A session has begun: sees to it, aside, that the application's commands are registered, once.
    pub fn ready(&self, application: ApplicationId) {
        // Whatever is sent by an interaction's token needs it.
        self.http.set_application_id(application);
        self.metrics.connected();
        if self.registered.swap(true, Ordering::SeqCst) {
            return;
        }
        let bot = self.clone();
        tokio::spawn(async move {
            for pause in [1, 5, 30, 120] {
                match bot.register(application).await {
                    Ok(()) => return,
                    Err(error) => {
                        bot.discord_http.note(&error);
                        tracing::error!(
                            reason = said(&error),
                            "the commands could not be registered"
                        );
                    }
                }
                tokio::time::sleep(Duration::from_secs(pause)).await;
            }
            bot.registered.store(false, Ordering::SeqCst);
        });
    }

    /// Takes a delivered interaction.
    pub async fn receive(&self, received: Received) {
        let _under_way = Arc::clone(&self.under_way).read_owned().await;
        let first_time = {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.first_time(received.id().get())
        };
        if !first_time {
            tracing::debug!(interaction = received.id().get(), "delivered again");
            return;
        }
        let surroundings = self.outside.surroundings(&received);
        self.welcome(&received, surroundings).await;
        match received {
            Received::Command(command)
                if self.is_too_much(InteractionKind::Command, &command.user) =>
            {
                self.slow_down(command.id, command.token).await;
            }
            Received::Command(command) => self.command(command, surroundings).await,
            Received::Autocomplete(command)
                if self.is_too_much(InteractionKind::Autocomplete, &command.user) =>
            {
                let to = Interaction::new(command.id, command.token);
                self.discord_http.suggest(&to, Vec::new()).await;
            }
            Received::Autocomplete(command) => self.autocomplete(command).await,
            Received::Component(component)
                if self.is_too_much(InteractionKind::Component, &component.user) =>
            {
                self.slow_down(component.id, component.token).await;
            }
            Received::Component(component) => self.component(component, surroundings).await,
            Received::Modal(form) if self.is_too_much(InteractionKind::Component, &form.user) => {
                self.slow_down(form.id, form.token).await;
            }
            Received::Modal(form) => self.form(form, surroundings).await,
            other => {
                tracing::error!(kind = ?other.kind(), "an interaction of a kind that nothing asks for");
            }
        }
    }

    /// Counts what somebody asks for; true where it is more than they may.
    fn is_too_much(&self, kind: InteractionKind, user: &User) -> bool {
        self.metrics.asked(kind);
        let buckets = match kind {
            InteractionKind::Autocomplete => &self.typing,
            _ => &self.asking,
        };
        let may = {
            let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
            buckets.take(UserId(user.id.get()), Instant::now())
        };
        if !may {
            self.metrics.held_back(kind);
        }
        !may
    }

    /// Tells somebody who asked too much at a time.
    async fn slow_down(&self, id: InteractionId, token: String) {
        let to = Interaction::new(id, token);
        let reply = Reply::private(texts::SLOWER);
        if let Err(error) = self.discord_http.answer(&to, &reply.first()).await {
            tracing::debug!(%error, "an answer could not be given");
        }
    }

    async fn command(&self, command: CommandInteraction, surroundings: Surroundings) {
        let to = Interaction::new(command.id, command.token.clone());
        // After the answer, so that nobody waits for it.
        let lanes = Arc::clone(&self.asking_lanes);
        let user = UserId(command.user.id.get());
        let opens_in = command
            .guild_id
            .filter(|_| matches!(command.data.name.as_str(), "new" | "play"))
            .filter(|_| surroundings == Surroundings::Server);
        let handlers = Arc::clone(&self.handlers);
        let discord_http = self.discord_http.clone();
        let work = async move {
            match request::file(&command.data) {
                Some(file) => {
                    let text = discord_http.fetch(&file, LONGEST_TEXT).await;
                    let _place = lanes.enter(user).await;
                    handlers.handle_attached_file(&command, text).await
                }
                None => {
                    let _place = lanes.enter(user).await;
                    handlers.handle_command(&command).await
                }
            }
        };
        self.converse(InteractionKind::Command, to, None, work)
            .await;
        if let Some(guild) = opens_in {
            self.note_audiences(GuildId(guild.get())).await;
        }
    }

    async fn component(&self, component: ComponentInteraction, surroundings: Surroundings) {
        let to = Interaction::new(component.id, component.token.clone());
        let message = component.message.id.get();
        let opens_in = component.guild_id.filter(|_| {
            surroundings == Surroundings::Server
                && custom_id::opens_table(&component.data.custom_id)
        });
        let handlers = Arc::clone(&self.handlers);
        let lanes = Arc::clone(&self.asking_lanes);
        let work = async move {
            let _place = lanes.enter(UserId(component.user.id.get())).await;
            let may_replace = may_replace(&component);
            let answer = handlers.handle_component(&component).await;
            if may_replace { answer } else { answer.aside() }
        };
        self.converse(InteractionKind::Component, to, Some(message), work)
            .await;
        if let Some(guild) = opens_in {
            self.note_audiences(GuildId(guild.get())).await;
        }
    }

    /// A form that was filled in.
    async fn form(&self, form: ModalInteraction, surroundings: Surroundings) {
        let to = Interaction::new(form.id, form.token.clone());
        let handlers = Arc::clone(&self.handlers);
        let lanes = Arc::clone(&self.asking_lanes);
        let work = async move {
            let _place = lanes.enter(UserId(form.user.id.get())).await;
            handlers.handle_modal(&form, surroundings).await
        };
        self.converse(InteractionKind::Component, to, None, work)
            .await;
    }

    async fn autocomplete(&self, command: CommandInteraction) {
        let to = Interaction::new(command.id, command.token.clone());
        let handlers = Arc::clone(&self.handlers);
        let begun = Instant::now();
        let lanes = Arc::clone(&self.typing_lanes);
        let work = async move {
            let _place = lanes.enter(UserId(command.user.id.get())).await;
            handlers.handle_autocomplete(&command).await
        };
        // It cannot be deferred: rather nothing than too late.
        let choices = match in_time(PATIENCE, work).await {
            Ok(choices) => choices.unwrap_or_default(),
            Err(error) => {
                self.metrics.trouble(FailureKind::Crash);
                tracing::error!(task = %error.id(), "suggesting crashed");
                Vec::new()
            }
        };
        self.discord_http.suggest(&to, choices).await;
        self.metrics
            .answered(InteractionKind::Autocomplete, begun.elapsed());
    }

    /// Gives the answer that `work` comes to: at once where it is quick, deferred where it is not. `message` is the
    /// one that the button is on.
    async fn converse(
        &self,
        kind: InteractionKind,
        to: Interaction,
        message: Option<u64>,
        work: impl Future<Output = Answer> + Send + 'static,
    ) {
        // In a task of its own, so that a crash becomes a sentence.
        let begun = Instant::now();
        let mut work = tokio::spawn(work);
        let mut deferred = false;
        let done = match tokio::time::timeout(PATIENCE, &mut work).await {
            Ok(done) => done,
            Err(_) => {
                deferred = match self.discord_http.defer(&to, message.is_some()).await {
                    Ok(()) => true,
                    Err(error) => {
                        tracing::warn!(%error, "could not defer an answer");
                        false
                    }
                };
                work.await
            }
        };
        let answer = done.unwrap_or_else(|error| {
            self.metrics.trouble(FailureKind::Crash);
            tracing::error!(task = %error.id(), "answering crashed");
            Answer::say(Reply::private(texts::CRASHED))
        });
        let Answer { first, then, keep } = answer;
        // What everybody is shown comes with the first answer, or with what follows it.
        let (mut match_view, follows) =
            (keep.is_some(), then.as_ref().is_some_and(FollowUp::shows));
        let sent = if deferred {
            self.late(&to, message.is_some(), &first).await
        } else {
            let sent = match &first {
                Response::Say(reply) => self.discord_http.answer(&to, &reply.first()).await,
                Response::Update(reply) => self.discord_http.answer(&to, &reply.update()).await,
                Response::Wait => self.discord_http.wait(&to).await,
                Response::Form => self.discord_http.answer(&to, &reply::form()).await,
                Response::Ask(question) => self.discord_http.answer(&to, &question.form()).await,
                Response::Nothing => Ok(()),
            };
            sent.map(|()| None)
        };
        // The message that the answer is in: the one of the button where that was changed, one that was just made, or else
        // the original answer.
        let mut place = message.filter(|_| !matches!(first, Response::Say(_)));
        // Somebody may be to be told of what has just happened.
        self.told.notify_one();
        match (sent, &first, keep) {
            (Ok(made), ..) => {
                self.metrics.answered(kind, begun.elapsed());
                place = place.or(made);
            }
            // The answer tells of something that has happened, so it must be seen.
            (Err(error), Response::Say(reply), Some(Keep::Post(channel)))
                if !matches!(error, SendError::Already) =>
            {
                tracing::warn!(%error, "an answer is posted as a message instead");
                let nonce = format!("{}k", to.id);
                match self.discord_http.post(channel, reply, &nonce).await {
                    Ok(made) => place = Some(made),
                    Err(error) => {
                        match_view = false;
                        self.metrics.trouble(FailureKind::Unsent);
                        tracing::error!(%error, channel = channel.0, "an answer could not be given at all");
                    }
                }
            }
            (Err(error), ..) => {
                match_view = false;
                self.metrics.trouble(FailureKind::Unsent);
                tracing::warn!(%error, "an answer could not be given");
            }
        }
        if let Some(then) = then {
            let posted = self.afterwards(&to, place, then).await;
            match_view = if follows { posted } else { match_view };
        }
        self.handlers.app().answered(to.id.get(), match_view).await;
        if !match_view {
            self.told.notify_one();
        }
    }

    /// Gives an answer after it was deferred.
    /// Gives back the snowflake of a message that had to be made for it.
    async fn late(
        &self,
        to: &Interaction,
        button: bool,
        first: &Response,
    ) -> Result<Option<u64>, SendError> {
        let edited = match (first, button) {
            (Response::Update(reply), _) => self.discord_http.edit(to, reply).await,
            // The message of the button stays as it is.
            (Response::Say(reply), true) => {
                return self.discord_http.follow(to, reply).await.map(Some);
            }
            (Response::Say(reply), false) if reply.private => {
                self.discord_http.edit(to, reply).await
            }
            // What was deferred privately stays private, and everybody gets a message of their own.
            (Response::Say(reply), false) => {
                let noted = self
                    .discord_http
                    .edit(to, &Reply::private(texts::DONE))
                    .await;
                if let Err(error) = noted {
                    tracing::warn!(%error, "a deferred answer could not be closed");
                }
                return self.discord_http.follow(to, reply).await.map(Some);
            }
            // It was said already that it takes a while.
            (Response::Wait, _) => Ok(()),
            // A form cannot come late.
            (Response::Form | Response::Ask(_), _) => {
                Err(SendError::Failed("a form came too late".to_owned()))
            }
            (Response::Nothing, false) => {
                self.discord_http
                    .edit(to, &Reply::private(texts::DONE))
                    .await
            }
            (Response::Nothing, true) => Ok(()),
        };
        edited.map(|()| None)
    }

    /// Does what follows an answer. Gives back whether what everybody is to see is where it belongs.
    async fn afterwards(&self, to: &Interaction, message: Option<u64>, then: FollowUp) -> bool {
        let (home, reply) = match then {
            FollowUp::Post { home, reply } => (home, reply),
            FollowUp::Table { game, lobby, reply } => {
                let made = self.post(to, lobby, reply).await;
                if let Some(made) = made {
                    self.handlers.set_lobby_message(game, lobby, made).await;
                }
                return made.is_some();
            }
            FollowUp::SetLobbyMessage { game, channel } => {
                let message = match message {
                    Some(message) => Ok(message),
                    None => self.discord_http.original(to).await,
                };
                match message {
                    Ok(message) => {
                        self.handlers
                            .set_lobby_message(game, channel, message)
                            .await
                    }
                    Err(error) => {
                        tracing::warn!(%error, "it is not known which message shows a table")
                    }
                }
                return true;
            }
            FollowUp::SetHome {
                channel,
                message,
                reply,
            } => {
                self.discord_http.change(channel, message, &reply).await;
                return true;
            }
            FollowUp::Here { reply } => {
                return match self.discord_http.follow(to, &reply).await {
                    Ok(_) => true,
                    Err(error) => {
                        tracing::warn!(%error, "a board could not follow an answer");
                        false
                    }
                };
            }
            FollowUp::BeginThere {
                game,
                channel,
                table,
                thread,
                reply,
            } => {
                let home = self.settle_table(game, channel, table, &thread).await;
                (home, reply)
            }
            FollowUp::Review { request, game } => {
                let reply = self.handlers.review(request, game).await;
                if let Err(error) = self.discord_http.follow(to, &reply).await {
                    tracing::warn!(%error, "a look back at a game could not be shown");
                }
                return true;
            }
            FollowUp::Gif { frames, ticket } => {
                let reply = self.handlers.render_gif(*frames, ticket).await;
                if let Err(error) = self.discord_http.edit(to, &reply).await {
                    tracing::warn!(%error, "a moving picture could not be shown");
                }
                return true;
            }
            FollowUp::Begin {
                game,
                channel,
                thread,
                reply,
            } => {
                let made = match thread {
                    Some(name) => {
                        let message = match message {
                            Some(message) => Ok(message),
                            None => self.discord_http.original(to).await,
                        };
                        self.give_thread(game, channel, message, &name).await
                    }
                    None => None,
                };
                (made.unwrap_or(channel), reply)
            }
        };
        self.post(to, home, reply).await.is_some()
    }

    /// Has the message of a table say that its game has begun, and gives the game the thread that the message asks for.
    /// Gives back where the game is played.
    async fn settle_table(
        &self,
        game: GameId,
        channel: ChannelId,
        table: Option<(u64, Reply)>,
        thread: &str,
    ) -> ChannelId {
        let Some((message, settled)) = table else {
            return channel;
        };
        // The thread is made before the buttons go that ask for it: a restart between the two still finds them.
        let made = if self.wants_thread(channel, message).await {
            self.give_thread(game, channel, Ok(message), thread).await
        } else {
            None
        };
        self.discord_http.change(channel, message, &settled).await;
        made.unwrap_or(channel)
    }

    /// Makes a thread below a message and notes it as where a match is played. `None` where it cannot be made, or the
    /// message could not be found: the match stays in the channel.
    async fn give_thread(
        &self,
        game: GameId,
        channel: ChannelId,
        message: Result<u64, SendError>,
        name: &str,
    ) -> Option<ChannelId> {
        let made = match message {
            Ok(message) => self.discord_http.thread(channel, message, name).await,
            Err(error) => Err(error),
        };
        match made {
            Ok(made) => {
                self.handlers.set_home(game, made).await;
                Some(made)
            }
            Err(error) => {
                tracing::warn!(%error, channel = channel.0, "no thread could be made: the match stays in the channel");
                None
            }
        }
    }

    /// Posts what follows an answer; where it cannot be posted, the asker is told so, and a notice tells the others.
    /// Gives back the snowflake of what was posted.
    async fn post(&self, to: &Interaction, home: ChannelId, mut reply: Reply) -> Option<u64> {
        let covered = FallbackFor {
            interaction: to.id.get(),
            ply: 0,
        };
        let nonce = covered.nonce();
        let error = match self.discord_http.post(home, &reply, &nonce).await {
            Ok(made) => return Some(made),
            Err(error) => error,
        };
        tracing::warn!(%error, channel = home.0, "a board could not be posted at its home");
        (reply.private, reply.silent) = (true, false);
        reply.pings.clear();
        reply.roles.clear();
        reply.content = format!("{}\n{}", texts::home_unreachable(home), reply.content);
        if let Err(error) = self.discord_http.follow(to, &reply).await {
            tracing::error!(%error, "a board could not be shown at all");
        }
        None
    }

    /// Answers an interaction that serenity could not read, and says so in the log.
    pub async fn unreadable(&self, event: Unreadable) {
        self.metrics.asked(InteractionKind::Unreadable);
        tracing::error!(
            interaction = event.id,
            kind = event.kind,
            "an interaction could not be read: Discord may have changed its shape"
        );
        let (Some(id), Some(token)) = (event.id, event.token) else {
            return;
        };
        let to = Interaction::new(InteractionId::new(id.max(1)), token);
        match event.kind {
            Some(4) => self.discord_http.suggest(&to, Vec::new()).await,
            _ => {
                let reply = CreateInteractionResponseMessage::new()
                    .content(texts::UNREADABLE)
                    .allowed_mentions(serenity::builder::CreateAllowedMentions::new())
                    .ephemeral(true);
                let response = CreateInteractionResponse::Message(reply);
                if let Err(error) = self.discord_http.answer(&to, &response).await {
                    tracing::warn!(%error, "an answer could not be given");
                }
            }
        }
    }
}

/// What `work` comes to within `patience`, in a task of its own; `None` where it takes longer, and then it is given up
/// rather than finished for nobody.
async fn in_time<T: Send + 'static>(
    patience: Duration,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<Option<T>, JoinError> {
    let mut task = tokio::spawn(work);
    match tokio::time::timeout(patience, &mut task).await {
        Ok(done) => done.map(Some),
        Err(_) => {
            task.abort();
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_takes_too_long_is_given_up() {
        // Dropped with the work that holds it.
        let (held, dropped) = tokio::sync::oneshot::channel::<()>();
        let work = async move {
            std::future::pending::<()>().await;
            drop(held);
        };
        let done = in_time(Duration::from_millis(1), work).await;
        assert_eq!(done.unwrap(), None);
        let dropped = tokio::time::timeout(Duration::from_secs(10), dropped).await;
        assert!(dropped.expect("it goes on for nobody").is_err());
        let quick = in_time(Duration::from_secs(60), async { 7 }).await;
        assert_eq!(quick.unwrap(), Some(7));
    }

    #[test]
    fn a_delivery_counts_once_and_old_ones_are_forgotten() {
        let mut seen = Seen::default();
        assert!(seen.first_time(1));
        assert!(!seen.first_time(1));
        for id in 2..=(REMEMBERED as u64 + 1) {
            assert!(seen.first_time(id));
        }
        assert_eq!(seen.known.len(), REMEMBERED);
        assert!(seen.first_time(1));
    }
}
