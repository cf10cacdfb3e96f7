//! The bot: takes an interaction, has the handlers make its answer, and sends the answer.

mod audience;
mod authority;
mod discord_clock;
mod fallback;
mod follow_up;
mod in_time;
mod respond;
mod scheduler;
mod seen;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::Value;
use serenity::builder::{CreateInteractionResponse, CreateInteractionResponseMessage};
use serenity::http::{Http, LightMethod, Request as HttpRequest, Route};
use serenity::model::application::{
    CommandInteraction, ComponentInteraction, Interaction as Received, ModalInteraction,
};
use serenity::model::id::{ApplicationId, InteractionId};
use serenity::model::user::User;
use tokio::sync::{Notify, RwLock};

use in_time::in_time;
use seen::Seen;

use super::dependencies::Dependencies;
use super::fair_queue::{self, FairQueue};
use super::handlers::{Answer, Shared};
use super::http::{DiscordHttp, Interaction};
use super::obstacle::Obstacle;
use super::rate_limit::Buckets;
use super::received::Unreadable;
use super::replace::may_replace;
use super::reply::{self, Reply};
use super::surroundings::{OutsideChannels, Surroundings};
use super::{commands, custom_id, request, texts};
use crate::app::{LONGEST_TEXT, Sent};
use crate::games;
use crate::match_state::{Audience, ChannelId, GuildId, UserId};
use crate::metrics::{FailureKind, InteractionKind, Metrics};

/// The state that answers need; shared by all events.
#[derive(Clone)]
pub struct Bot {
    handlers: Shared,
    discord_http: DiscordHttp,
    http: Arc<Http>,
    seen: Arc<Mutex<Seen>>,
    asking: Arc<Mutex<Buckets>>,
    typing: Arc<Mutex<Buckets>>,
    /// The turns of commands, buttons and forms.
    asking_lanes: Arc<FairQueue>,
    /// The turns of suggestions.
    typing_lanes: Arc<FairQueue>,
    /// The time after which an unfinished answer is deferred.
    defer_after: Duration,
    /// The time after a request was sent within which storing its changes must begin.
    begin_within: Duration,
    metrics: Metrics,
    registered: Arc<AtomicBool>,
    /// The channels in which the bot can only answer.
    outside: Arc<OutsideChannels>,
    /// The channels looked up lately, with who may read them.
    audiences: Arc<Mutex<HashMap<ChannelId, (Audience, Instant)>>>,
    /// Wakes the task that sends notices.
    outbox_filled: Arc<Notify>,
    /// The lock that every answer under way holds for reading: it can be taken for writing only if there are none.
    under_way: Arc<RwLock<()>>,
}

impl Bot {
    /// Creates a bot that sends the handlers' answers by `http`.
    pub fn new(handlers: Shared, http: Arc<Http>, dependencies: &Dependencies) -> Self {
        Bot {
            handlers,
            discord_http: DiscordHttp::new(
                Arc::clone(&http),
                dependencies.metrics.refusals(),
                dependencies.answer_times,
            ),
            http,
            seen: Arc::default(),
            asking: Arc::new(Mutex::new(Buckets::new(dependencies.asking))),
            typing: Arc::new(Mutex::new(Buckets::new(dependencies.typing))),
            asking_lanes: Arc::new(FairQueue::new(fair_queue::ASKING)),
            typing_lanes: Arc::new(FairQueue::new(fair_queue::TYPING)),
            defer_after: dependencies.answer_times.defer_after,
            begin_within: dependencies.answer_times.begin_within,
            metrics: dependencies.metrics.clone(),
            registered: Arc::default(),
            outside: Arc::default(),
            audiences: Arc::default(),
            outbox_filled: Arc::default(),
            under_way: Arc::default(),
        }
    }

    /// Waits until no answer is under way, at most as long as `defer_after`.
    pub async fn finish(&self, defer_after: Duration) {
        if tokio::time::timeout(defer_after, self.under_way.write())
            .await
            .is_err()
        {
            tracing::warn!("stopping although some answers are still under way");
        }
    }

    /// Registers the commands, unless the registered ones are up to date.
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
        let request = HttpRequest::new(route, LightMethod::Put);
        let body = serde_json::to_vec(&wanted)?;
        self.http.fire::<Value>(request.body(Some(body))).await?;
        tracing::info!(commands = wanted.len(), "registered the commands");
        Ok(())
    }

    /// Handles the beginning of a session: starts a task that registers the application's commands, once.
    pub fn ready(&self, application: ApplicationId) {
        // Messages sent by an interaction's token need it.
        self.http.set_application_id(application);
        self.metrics.connected();
        if self.registered.swap(true, Ordering::SeqCst) {
            return;
        }
        let bot = self.clone();
        let registering = async move {
            for pause in [1, 5, 30, 120] {
                match bot.register(application).await {
                    Ok(()) => return,
                    Err(error) => {
                        bot.discord_http.note(&error);
                        let obstacle = Obstacle::of(&error);
                        tracing::error!("{}", obstacle.sentence_of_commands("Discord"));
                        // Another attempt would be refused, too.
                        if matches!(obstacle, Obstacle::Refused { .. }) {
                            break;
                        }
                    }
                }
                tokio::time::sleep(Duration::from_secs(pause)).await;
            }
            bot.registered.store(false, Ordering::SeqCst);
        };
        tokio::spawn(registering.boxed());
    }

    /// Takes a delivered interaction.
    pub fn receive(self, received: Received) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let _under_way = Arc::clone(&self.under_way).read_owned().await;
            let id = received.id().get();
            let first_time = {
                let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
                seen.first_time(id).then(|| seen.age(id))
            };
            let Some(age) = first_time else {
                tracing::debug!(interaction = id, "delivered again");
                return;
            };
            let sent = Sent::new(age, self.begin_within);
            let surroundings = self.outside.surroundings(&received);
            self.welcome(&received, surroundings).await;
            match received {
                Received::Command(command)
                    if self.is_too_much(InteractionKind::Command, &command.user) =>
                {
                    self.slow_down(command.id, command.token).await;
                }
                Received::Command(command) => self.command(command, sent, surroundings).await,
                Received::Autocomplete(command)
                    if self.is_too_much(InteractionKind::Autocomplete, &command.user) =>
                {
                    let to = Interaction::new(command.id, command.token);
                    self.discord_http.suggest(&to, Vec::new()).await;
                }
                Received::Autocomplete(command) => self.autocomplete(command, sent).await,
                Received::Component(component)
                    if self.is_too_much(InteractionKind::Component, &component.user) =>
                {
                    self.slow_down(component.id, component.token).await;
                }
                Received::Component(component) => {
                    self.component(component, sent, surroundings).await
                }
                Received::Modal(form)
                    if self.is_too_much(InteractionKind::Component, &form.user) =>
                {
                    self.slow_down(form.id, form.token).await;
                }
                Received::Modal(form) => self.form(form, sent, surroundings).await,
                other => {
                    tracing::error!(kind = ?other.kind(), "an interaction of a kind that nothing asks for");
                }
            }
        })
    }

    /// Counts a request; returns true if it exceeds the user's limit.
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

    /// Asks a user with too many requests to slow down.
    async fn slow_down(&self, id: InteractionId, token: String) {
        let to = Interaction::new(id, token);
        let reply = Reply::private(texts::SLOWER);
        if let Err(error) = self.discord_http.answer(&to, &reply.first(), &[]).await {
            tracing::debug!(%error, "an answer could not be given");
        }
    }

    async fn command(&self, command: CommandInteraction, sent: Sent, surroundings: Surroundings) {
        let to = Interaction::new(command.id, command.token.clone());
        // The channels are looked up after the answer, so that nobody waits for it.
        let lanes = Arc::clone(&self.asking_lanes);
        let user = UserId(command.user.id.get());
        let opens_in = command
            .guild_id
            .filter(|_| matches!(command.data.name.as_str(), "new" | "play"))
            .filter(|_| surroundings == Surroundings::Server);
        let bot = self.clone();
        let work = Box::pin(async move {
            if let Some(sentence) = bot.refusal(&command).await {
                return Answer::say(Reply::private(sentence));
            }
            let Bot {
                handlers,
                discord_http,
                ..
            } = bot;
            let import = Some(&command.data).filter(|data| data.name == request::IMPORT);
            match import.and_then(request::file) {
                Some(file) => {
                    let text = discord_http.fetch(&file, LONGEST_TEXT).await;
                    let _place = lanes.enter(user).await;
                    handlers.handle_attached_file(&command, sent, text).await
                }
                None => {
                    let _place = lanes.enter(user).await;
                    handlers.handle_command(&command, sent).await
                }
            }
        });
        self.respond_to(InteractionKind::Command, to, None, work)
            .await;
        if let Some(guild) = opens_in {
            self.note_audiences(GuildId(guild.get())).await;
        }
    }

    /// Handles the return of a user who could not be reached: the user's clocks go on, and a user who writes in direct
    /// messages can be reached there.
    async fn welcome(&self, received: &Received, surroundings: Surroundings) {
        let user = match received {
            Received::Command(command) | Received::Autocomplete(command) => &command.user,
            Received::Component(component) => &component.user,
            Received::Modal(form) => &form.user,
            _ => return,
        };
        let direct = surroundings == Surroundings::Direct;
        let (app, user) = (self.handlers.app(), UserId(user.id.get()));
        let mut done = app.came(user).await;
        if direct && !matches!(received, Received::Autocomplete(_)) {
            done = done.and(app.direct_opened(user).await);
        }
        if let Err(error) = done {
            tracing::warn!(%error, "it could not be noted that a player can be told again");
        }
    }

    async fn component(
        &self,
        component: ComponentInteraction,
        sent: Sent,
        surroundings: Surroundings,
    ) {
        let to = Interaction::new(component.id, component.token.clone());
        let message = component.message.id.get();
        let opens_in = component.guild_id.filter(|_| {
            surroundings == Surroundings::Server
                && custom_id::opens_table(&component.data.custom_id)
        });
        let handlers = Arc::clone(&self.handlers);
        let lanes = Arc::clone(&self.asking_lanes);
        let work = Box::pin(async move {
            let _place = lanes.enter(UserId(component.user.id.get())).await;
            let may_replace = may_replace(&component);
            let answer = handlers.handle_component(&component, sent).await;
            if may_replace { answer } else { answer.aside() }
        });
        self.respond_to(InteractionKind::Component, to, Some(message), work)
            .await;
        if let Some(guild) = opens_in {
            self.note_audiences(GuildId(guild.get())).await;
        }
    }

    /// Answers a form that was filled in.
    async fn form(&self, form: ModalInteraction, sent: Sent, surroundings: Surroundings) {
        let to = Interaction::new(form.id, form.token.clone());
        // A late answer, too, replaces the message that the form was opened from.
        let message = form.message.as_deref();
        let message = message.filter(|message| reply::is_private(message));
        let message = message.map(|message| message.id.get());
        let handlers = Arc::clone(&self.handlers);
        let lanes = Arc::clone(&self.asking_lanes);
        let work = Box::pin(async move {
            let _place = lanes.enter(UserId(form.user.id.get())).await;
            handlers.handle_modal(&form, sent, surroundings).await
        });
        self.respond_to(InteractionKind::Component, to, message, work)
            .await;
    }

    async fn autocomplete(&self, command: CommandInteraction, sent: Sent) {
        let to = Interaction::new(command.id, command.token.clone());
        let handlers = Arc::clone(&self.handlers);
        let begun = Instant::now();
        let lanes = Arc::clone(&self.typing_lanes);
        let work = async move {
            let _place = lanes.enter(UserId(command.user.id.get())).await;
            handlers.handle_autocomplete(&command, sent).await
        };
        // It cannot be deferred: better no suggestions than late ones.
        let choices = match in_time(self.defer_after, work).await {
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

    /// Answers an unreadable interaction, and logs it.
    pub fn unreadable(self, event: Unreadable) -> BoxFuture<'static, ()> {
        Box::pin(async move {
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
                    if let Err(error) = self.discord_http.answer(&to, &response, &[]).await {
                        tracing::warn!(%error, "an answer could not be given");
                    }
                }
            }
        })
    }
}
