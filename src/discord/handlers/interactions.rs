//! Dispatch of interactions: reads what a delivered interaction asks for, carries it out, and returns the answer.

use futures_util::future::BoxFuture;
use serenity::model::Permissions;
use serenity::model::application::{CommandInteraction, ComponentInteraction, ModalInteraction};
use serenity::model::channel::PartialChannel;
use serenity::model::guild::Member;
use serenity::model::id::{ChannelId as Channel, GuildId as Guild, InteractionId};
use serenity::model::user::User;

use super::{Answer, Asker, CustomId, Handlers, InvokedFrom, MatchRef, refused};
use crate::app::{AppError, OfferKind, Place, Request, Sent};
use crate::discord::commands::{self, claim, context_menu, draw};
use crate::discord::custom_id::At;
use crate::discord::permissions::{TO_THREAD, missing};
use crate::discord::reply::{self, Reply};
use crate::discord::suggestion::Suggestion;
use crate::discord::surroundings::Surroundings;
use crate::discord::{request, texts};
use crate::match_state::{ChannelId, GuildId, UserId};

impl Handlers {
    /// Answers a slash command.
    pub async fn handle_command(&self, command: &CommandInteraction, sent: Sent) -> Answer {
        tracing::debug!(command = command.data.name, "asked");
        let asker = self.asker_of_command(command, sent);
        for user in command.data.resolved.users.values() {
            self.met(UserId(user.id.get()), display_name(user));
        }
        if let Some(option) = commands::without_choice(&command.data) {
            return Answer::say(Reply::private(texts::not_a_choice(option)));
        }
        let answer = match commands::given(&command.data) {
            Some(given) => (given.run)(self, asker, &command.data).await,
            None => context_menu::run(self, asker, &command.data).await,
        };
        answer.unwrap_or_else(super::refused)
    }

    /// Answers a command that came with a file, given the file's text or the reason why it is missing.
    pub async fn handle_attached_file(
        &self,
        command: &CommandInteraction,
        sent: Sent,
        text: Result<String, String>,
    ) -> Answer {
        let asker = self.asker_of_command(command, sent);
        match text {
            Ok(text) => self.import(asker, &text).await,
            Err(sentence) => Answer::say(Reply::private(sentence)),
        }
    }

    /// Answers a click on a button or a choice from a menu.
    pub async fn handle_component(&self, component: &ComponentInteraction, sent: Sent) -> Answer {
        let asker = self.asker(
            (component.id, sent),
            &component.user,
            (component.guild_id, Surroundings::of_component(component)),
            component.app_permissions,
            component.channel_id,
            component.channel.as_ref(),
            reply::is_private(&component.message),
            component.member.as_ref(),
        );
        match request::component(&component.data.custom_id, &component.data.kind) {
            Some(custom_id) => {
                self.component(asker, custom_id, &component.message.content)
                    .await
            }
            None => Answer::say(Reply::private(texts::UNKNOWN_BUTTON)),
        }
    }

    /// Answers a click on a button or a choice from a menu. `message` is the text of the message that it is on.
    fn component<'a>(
        &'a self,
        asker: Asker,
        custom_id: CustomId,
        message: &'a str,
    ) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            let game = custom_id.game();
            let done = match custom_id {
                CustomId::Lobby(action) => self.lobby_action(asker, action).await,
                CustomId::Guide(action) => self.guide_action(asker, action).await,
                CustomId::Plan(action) => self.plan_action(asker, action).await,
                CustomId::Task(action) => self.task_action(asker, action).await,
                CustomId::Event { button, event } => self.event_action(asker, button, event).await,
                CustomId::Season { button, season } => {
                    self.season_action(asker, button, season).await
                }
                CustomId::Machine(action) => self.machine_action(asker, action, message).await,
                CustomId::Explore(action) => self.explore_action(asker, action, message).await,
                CustomId::Claim(at) => {
                    claim::claim(self, asker, at.which(), InvokedFrom::Board).await
                }
                CustomId::ClaimConfirmed(at) => {
                    claim::claim(self, asker, at.which(), InvokedFrom::Question).await
                }
                CustomId::Gift(at) => {
                    claim::give(self, asker, at.which(), InvokedFrom::Board).await
                }
                CustomId::AskDraw(at) => draw::ask(self, asker, at.which()).await,
                CustomId::OfferDraw(at) => {
                    let (kind, used) = (OfferKind::Draw, InvokedFrom::Question);
                    self.offer(asker, at.which(), kind, used).await
                }
                CustomId::Board(game) => self.board_again(asker, game).await,
                CustomId::View(At { game, ply }) => {
                    let which = MatchRef::Game(game);
                    self.own_board(asker, which, None, Some(ply)).await
                }
                CustomId::More(At { game, .. }) => self.more(asker, game).await,
                CustomId::See { game, ply, text } => self.see(asker, game, ply, &text).await,
                CustomId::Play { game, ply, text } => {
                    self.make_move(asker, (game, ply), &text, InvokedFrom::Question)
                        .await
                }
                CustomId::Larger(at) => {
                    let larger = self.larger(asker, at.which(), None).await;
                    larger.map(Answer::say)
                }
                CustomId::Part { game, ply, part } => {
                    let (which, part) = (MatchRef::At(game, ply), usize::from(part));
                    let larger = self.larger(asker, which, Some(part)).await;
                    larger.map(Answer::update)
                }
                CustomId::Pieces(game) => self.pieces(asker, game).await,
                CustomId::Piece { game, piece } => {
                    self.piece(asker, game, usize::from(piece)).await
                }
                CustomId::Games { page, filter } => {
                    self.games(asker, filter, page).await.map(Answer::update)
                }
                CustomId::Moves(game) => self.history(asker, MatchRef::Game(game)).await,
                CustomId::Resign(at) => self.resign(asker, at.which()).await,
                CustomId::ResignConfirmed(at) => self.resign_confirmed(asker, at.which()).await,
                CustomId::Cancel => Ok(Answer::update(Reply::private(texts::NOT_RESIGNED))),
                CustomId::Erase => self.erase(asker).await,
                CustomId::EndGame(At { game, ply }) => self.end_game(asker, game, ply).await,
                CustomId::Nothing => Ok(self.nothing_done(asker)),
                CustomId::Learn { key, twists } => {
                    self.page(&key, 0, &twists).await.map(Answer::say)
                }
                CustomId::Rules { key, page } => {
                    let page = self.page(&key, usize::from(page), &[]).await;
                    page.map(Answer::update)
                }
                CustomId::Offer { game, ply, kind } => {
                    let which = MatchRef::At(game, ply);
                    self.offer(asker, which, kind, InvokedFrom::Board).await
                }
                CustomId::Decline { game, ply, kind } => {
                    self.decline(asker, MatchRef::At(game, ply), kind).await
                }
                CustomId::Take { game, seat } => self.take_seat(asker, game, Some(seat)).await,
                // Menus, which `request::component` has turned into the chosen actions.
                CustomId::PieceMenu(_)
                | CustomId::RulesMenu { .. }
                | CustomId::Show
                | CustomId::SeasonMenu => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
            };
            match done {
                Err(AppError::Stale(reason)) => {
                    let renewed = self.renewed(asker, game, &reason).await;
                    renewed.unwrap_or_else(|| refused(AppError::Stale(reason)))
                }
                done => done.unwrap_or_else(refused),
            }
        })
    }

    /// Answers a form that was filled in.
    pub fn handle_modal<'a>(
        &'a self,
        form: &'a ModalInteraction,
        sent: Sent,
        surroundings: Surroundings,
    ) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            let asker = self.asker(
                (form.id, sent),
                &form.user,
                (form.guild_id, surroundings),
                form.app_permissions,
                form.channel_id,
                form.channel.as_ref(),
                form.message.as_deref().is_some_and(reply::is_private),
                form.member.as_ref(),
            );
            if let Some((task, text)) = request::task_form(&form.data) {
                return self.typed_task(asker, &task, &text).await;
            }
            if let Some(((game, ply), text)) = request::move_form(&form.data) {
                return self.typed_move(asker, game, ply, &text).await;
            }
            match request::form(&form.data) {
                Some(text) => self.import(asker, &text).await,
                None => Answer::say(Reply::private(texts::UNKNOWN_BUTTON)),
            }
        })
    }

    /// Returns suggestions for a person who is typing.
    pub async fn handle_autocomplete(
        &self,
        command: &CommandInteraction,
        sent: Sent,
    ) -> Vec<Suggestion> {
        let asker = self.asker_of_command(command, sent);
        match request::typing(&command.data) {
            Some(typing) => self.suggest(asker, typing).await,
            None => Vec::new(),
        }
    }

    fn asker_of_command(&self, command: &CommandInteraction, sent: Sent) -> Asker {
        self.asker(
            (command.id, sent),
            &command.user,
            (command.guild_id, Surroundings::of_command(command)),
            command.app_permissions,
            command.channel_id,
            command.channel.as_ref(),
            false,
            command.member.as_deref(),
        )
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "each kind of interaction has them as members"
    )]
    fn asker(
        &self,
        (id, sent): (InteractionId, Sent),
        user: &User,
        (guild, surroundings): (Option<Guild>, Surroundings),
        held: Option<Permissions>,
        channel: Channel,
        shape: Option<&PartialChannel>,
        in_private: bool,
        member: Option<&Member>,
    ) -> Asker {
        let user_id = UserId(user.id.get());
        self.met(user_id, display_name(user));
        let has_threads = surroundings == Surroundings::Server
            && request::can_thread(shape.map(|channel| channel.kind));
        let may_thread = held.is_none_or(|held| missing(held, TO_THREAD).is_empty());
        Asker {
            request: Request {
                user: user_id,
                place: Place {
                    guild: guild.map(|guild| GuildId(guild.get())),
                    channel: ChannelId(channel.get()),
                    outside: surroundings == Surroundings::Outside,
                },
                interaction: id.get(),
                sent,
            },
            surroundings,
            can_thread: has_threads && may_thread,
            lacks_thread: has_threads && !may_thread,
            in_private,
            holds: member
                .and_then(|member| member.permissions)
                .unwrap_or_default(),
        }
    }
}

/// Returns a user's name outside servers.
fn display_name(user: &User) -> &str {
    user.global_name.as_deref().unwrap_or(&user.name)
}
