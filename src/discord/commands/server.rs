//! `/server`: what an admin sets for a server.

use serenity::builder::CreateCommandOption;
use serenity::model::Permissions;
use serenity::model::application::{
    CommandDataOption, CommandDataOptionValue, CommandOptionType, InteractionContext,
};
use serenity::model::channel::ChannelType;

use super::{SlashCommand, game_choice, name};
use crate::app::{AppError, BulletinKind};
use crate::discord::handlers::{Answer, Asker, Handlers, must_manage};
use crate::discord::reply::Reply;
use crate::discord::server::ServerSettings;
use crate::discord::{request, texts};
use crate::games;
use crate::match_state::ChannelId;
use crate::rules::GameInfo;
use crate::rules::wording::capital;

const CHOICE_CHANNEL: &str = "in the channel itself";
const NOT_A_SERVER: &str = "That can only be set in a server.";

pub static COMMAND: SlashCommand = SlashCommand {
    name: "server",
    about: "Where tables and results are posted here, and who is told",
    contexts: || vec![InteractionContext::Guild],
    options: |command, games| {
        command
            .default_member_permissions(Permissions::MANAGE_GUILD)
            .set_options(subcommands(games))
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
    components: None,
};

/// What a server's admin sees.
const SHOW: &str = "show";
/// The role that is mentioned when a table opens.
const ROLE: &str = "role";
/// The terms of tables opened without any.
const CLOCK: &str = "clock";
/// Where tables are posted and matches are played.
const TABLES: &str = "tables";
/// Where results are posted.
const RESULTS: &str = "results";
/// Where the weekly digest is posted.
const DIGEST: &str = "digest";
/// Where a puzzle a day is posted.
const PUZZLES: &str = "puzzles";

/// All of them.
fn subcommands(games: &[&'static GameInfo]) -> Vec<CreateCommandOption> {
    let sub = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
    };
    let option = CreateCommandOption::new;
    let which = game_choice(games, "Tables of which game").required(true);
    let posted_in = || {
        option(
            CommandOptionType::Channel,
            name::CHANNEL,
            "Where to post; leave it out to stop",
        )
        .channel_types(vec![ChannelType::Text, ChannelType::News])
    };
    vec![
        sub(
            RESULTS,
            "Post results in a channel; without a channel, stop",
        )
        .add_sub_option(posted_in()),
        sub(
            DIGEST,
            "Post the week in games in a channel; without a channel, stop",
        )
        .add_sub_option(posted_in()),
        sub(
            PUZZLES,
            "Post a puzzle a day in a channel; without a channel, stop",
        )
        .add_sub_option(posted_in()),
        sub(SHOW, "What is set for this server"),
        sub(ROLE, "Mention a role when a table of a game opens")
            .add_sub_option(which)
            .add_sub_option(option(
                CommandOptionType::Role,
                name::ROLE,
                "The role to mention; leave it out to stop mentioning one",
            )),
        sub(
            CLOCK,
            "How long players may think if a table does not say otherwise",
        )
        .add_sub_option(super::terms::clock())
        .add_sub_option(super::terms::flag())
        .add_sub_option(super::terms::wait()),
        tables(),
    ]
}

/// Where tables are posted and matches are played.
fn tables() -> CreateCommandOption {
    let option = CreateCommandOption::new;
    option(
        CommandOptionType::SubCommand,
        TABLES,
        "Where tables are posted and games are played",
    )
    .add_sub_option(
        option(
            CommandOptionType::String,
            name::PLACE,
            "Where games are played if a table does not say otherwise",
        )
        .add_string_choice(capital(texts::CHOICE_THREAD), name::THREAD)
        .add_string_choice(capital(CHOICE_CHANNEL), name::HERE),
    )
    .add_sub_option(
        option(
            CommandOptionType::Channel,
            name::CHANNEL,
            "Post every table in this channel",
        )
        .channel_types(vec![ChannelType::Text]),
    )
    .add_sub_option(option(
        CommandOptionType::Boolean,
        name::ANYWHERE,
        "Post tables in the channel where they are opened",
    ))
    .add_sub_option(option(
        CommandOptionType::Boolean,
        name::SHARED,
        "Show this server's open tables in other servers, and theirs here (off if never set)",
    ))
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let guild = asker.request.place.server();
    let Some(guild) = guild else {
        return Err(AppError::Plain(NOT_A_SERVER.to_owned()));
    };
    must_manage(asker)?;
    let app = handlers.app.for_request(asker.request);
    let mut settings = ServerSettings::load(&app, Some(guild)).await?;
    let before = settings.clone();
    match read(options).map_err(AppError::Plain)? {
        Setting::Show => {}
        Setting::Role { game, role } => {
            app.set_role(guild, &game, role).await?;
        }
        Setting::Clock(said) => {
            let usual = app.usual_terms(Some(guild)).await?;
            let terms = request::terms(&said, usual).map_err(AppError::Plain)?;
            app.set_usual_terms(guild, terms.unwrap_or(usual)).await?;
        }
        Setting::Bulletin { kind, channel } => {
            let channel = channel.map(ChannelId);
            app.set_bulletin(guild, kind, channel).await?;
        }
        Setting::Puzzles { channel } => {
            let channel = channel.map(ChannelId);
            app.set_daily_puzzle(guild, channel).await?;
        }
        Setting::Tables {
            here,
            channel,
            shared,
        } => {
            if let Some(shared) = shared {
                app.share(guild, shared).await?;
            }
            settings.here = here.unwrap_or(settings.here);
            settings.channel = channel.unwrap_or(settings.channel);
        }
    }
    if settings != before {
        settings.save(&app, guild).await?;
    }
    let mut roles = Vec::new();
    for kind in games::GAMES {
        let role = handlers.app.role(Some(guild), kind.key).await?;
        roles.extend(role.map(|role| (kind.name, role)));
    }
    let text = server_settings(settings.channel, settings.here, &roles);
    let clock = texts::server_clock(&handlers.app.usual_terms(Some(guild)).await?);
    let shared = texts::server_shared(handlers.app.is_shared(Some(guild)).await?);
    let bulletins = texts::server_bulletins(
        handlers.app.bulletin(guild, BulletinKind::Results).await?,
        handlers.app.bulletin(guild, BulletinKind::Digest).await?,
    );
    let puzzles = texts::server_puzzles(handlers.app.daily_puzzle(guild).await?);
    let text = [text, clock, shared, bulletins, puzzles].join("\n");
    Ok(Answer::say(Reply::private(text)))
}

/// What a server's admin asks for.
enum Setting {
    /// To see what is set.
    Show,
    /// To mention a role when a table of a game opens; `None` mentions nobody any more.
    Role {
        /// The game's key.
        game: String,
        /// The role's snowflake.
        role: Option<u64>,
    },
    /// To have these terms where none are chosen; what is not said is as before.
    Clock(Vec<CommandDataOption>),
    /// To have tables and matches somewhere; what is `None` stays as it is.
    Tables {
        /// Whether matches are played in the channel itself.
        here: Option<bool>,
        /// Where tables are posted: `Some(None)` is wherever they are opened.
        channel: Option<Option<u64>>,
        /// Whether tables can be found from other servers.
        shared: Option<bool>,
    },
    /// To have a puzzle a day posted in a channel; `None` nowhere any more.
    Puzzles {
        /// The channel.
        channel: Option<u64>,
    },
    /// To have results or a weekly digest posted in a channel; `None` nowhere any more.
    Bulletin {
        /// Which of them.
        kind: BulletinKind,
        /// The channel.
        channel: Option<u64>,
    },
}

fn read(options: &[CommandDataOption]) -> Result<Setting, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let given = options.first().ok_or_else(unknown)?;
    let CommandDataOptionValue::SubCommand(inside) = &given.value else {
        return Err(unknown());
    };
    Ok(match given.name.as_str() {
        SHOW => Setting::Show,
        ROLE => Setting::Role {
            game: request::string(inside, name::GAME)
                .ok_or_else(unknown)?
                .to_owned(),
            role: match request::value(inside, name::ROLE) {
                Some(CommandDataOptionValue::Role(role)) => Some(role.get()),
                _ => None,
            },
        },
        CLOCK => Setting::Clock(inside.clone()),
        TABLES => Setting::Tables {
            here: request::string(inside, name::PLACE).map(|place| place == name::HERE),
            shared: request::boolean(inside, name::SHARED),
            channel: match (
                request::value(inside, name::CHANNEL),
                request::boolean(inside, name::ANYWHERE),
            ) {
                (_, Some(true)) => Some(None),
                (Some(CommandDataOptionValue::Channel(channel)), _) => Some(Some(channel.get())),
                _ => None,
            },
        },
        RESULTS => Setting::Bulletin {
            kind: BulletinKind::Results,
            channel: channel(inside),
        },
        DIGEST => Setting::Bulletin {
            kind: BulletinKind::Digest,
            channel: channel(inside),
        },
        PUZZLES => Setting::Puzzles {
            channel: channel(inside),
        },
        _ => return Err(unknown()),
    })
}

/// The channel that was chosen.
fn channel(options: &[CommandDataOption]) -> Option<u64> {
    match request::value(options, name::CHANNEL)? {
        CommandDataOptionValue::Channel(channel) => Some(channel.get()),
        _ => None,
    }
}

/// What is set for a server. `roles` are games' names with the role of each.
fn server_settings(channel: Option<u64>, here: bool, roles: &[(&str, u64)]) -> String {
    let tables = match channel {
        Some(channel) => format!("Tables are posted in <#{channel}>."),
        None => "Tables are posted where they are opened.".to_owned(),
    };
    let place = if here {
        CHOICE_CHANNEL
    } else {
        texts::CHOICE_THREAD
    };
    let mut lines = vec![
        "**This server**".to_owned(),
        tables,
        format!("Games are played {place}, unless their opener says otherwise."),
    ];
    lines.extend(roles.iter().map(|(game, role)| {
        format!(
            "{game}: {} is mentioned when a table opens.",
            texts::role_mention(*role)
        )
    }));
    lines.join("\n")
}
