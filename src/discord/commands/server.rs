//! `/server`: lets an admin change a server's settings.

use serenity::builder::CreateCommandOption;
use serenity::model::Permissions;
use serenity::model::application::{
    CommandDataOption, CommandDataOptionValue, CommandOptionType, InteractionContext,
};
use serenity::model::channel::ChannelType;

use super::{SlashCommand, game_choice, name};
use crate::app::{AppError, BulletinKind};
use crate::discord::custom_id::Home;
use crate::discord::handlers::{Answer, Asker, Handlers, must_manage};
use crate::discord::permissions::{TO_POST, TO_THREAD};
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
    about: "Where tables and results are posted here, and who is mentioned",
    contexts: || vec![InteractionContext::Guild],
    options: |command, games| {
        command
            .default_member_permissions(Permissions::MANAGE_GUILD)
            .set_options(subcommands(games))
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

/// Shows the settings.
const SHOW: &str = "show";
/// Sets the role that is mentioned when a table opens.
const ROLE: &str = "role";
/// Sets the terms of tables opened without any.
const CLOCK: &str = "clock";
/// Sets where tables are posted and matches are played.
const TABLES: &str = "tables";
/// Sets the channel for results.
const RESULTS: &str = "results";
/// Sets the channel for the weekly digest.
const DIGEST: &str = "digest";
/// Sets whether events may be held.
const EVENTS: &str = "events";
/// Sets the channel for daily puzzles.
const PUZZLES: &str = "puzzles";

/// Returns all subcommands.
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
        sub(
            EVENTS,
            "Let people hold events in this server, or stop them",
        )
        .add_sub_option(
            option(
                CommandOptionType::String,
                name::ALLOWED,
                "On: anybody can hold one; off (the usual): nobody. Those under way go on",
            )
            .add_string_choice(capital(name::ON), name::ON)
            .add_string_choice(capital(name::OFF), name::OFF)
            .required(true),
        ),
    ]
}

/// Returns the subcommand that sets where tables are posted and matches are played.
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
    let mut note = None;
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
        Setting::Events { on } => app.set_events(guild, on).await?,
        Setting::Puzzles { channel } => {
            let channel = channel.map(ChannelId);
            app.set_daily_puzzle(guild, channel).await?;
        }
        Setting::Tables {
            home,
            channel,
            shared,
        } => {
            if let Some(shared) = shared {
                app.set_tables_shared(guild, shared).await?;
            }
            settings.here = home.unwrap_or(settings.home()) == Home::Here;
            settings.channel = channel.unwrap_or(settings.channel);
            if home == Some(Home::Thread) && asker.lacks_thread {
                note = Some(texts::NO_THREADS);
            }
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
    let text = server_settings(&settings, &roles);
    let clock = texts::server_clock(&handlers.app.usual_terms(Some(guild)).await?);
    let shared = texts::server_shared(handlers.app.is_shared(Some(guild)).await?);
    let bulletins = texts::server_bulletins(
        handlers.app.bulletin(guild, BulletinKind::Results).await?,
        handlers.app.bulletin(guild, BulletinKind::Digest).await?,
    );
    let puzzles = texts::server_puzzles(handlers.app.daily_puzzle(guild).await?);
    let events = texts::server_events(handlers.app.allows_events(guild).await?);
    let mut lines = vec![text, clock, shared, bulletins, puzzles, events];
    lines.extend(note.map(str::to_owned));
    let text = lines.join("\n");
    Ok(Answer::say(Reply::private(text)))
}

/// The admin's request.
enum Setting {
    /// Shows the settings.
    Show,
    /// Sets the role that is mentioned when a table of a game opens.
    Role {
        /// The game's key.
        game: String,
        /// The role's snowflake; `None` for no mention.
        role: Option<u64>,
    },
    /// Sets the terms of tables opened without any; an option left out keeps its value.
    Clock(Vec<CommandDataOption>),
    /// Sets where tables are posted and matches are played; `None` keeps a value.
    Tables {
        /// The home of matches.
        home: Option<Home>,
        /// The channel where tables are posted: `Some(None)` is wherever they are opened.
        channel: Option<Option<u64>>,
        /// True if tables can be found from other servers.
        shared: Option<bool>,
    },
    /// Sets whether events may be held.
    Events {
        /// True if they may.
        on: bool,
    },
    /// Sets the channel for daily puzzles.
    Puzzles {
        /// The channel; `None` for no posts.
        channel: Option<u64>,
    },
    /// Sets the channel for a bulletin.
    Bulletin {
        /// The kind of bulletin.
        kind: BulletinKind,
        /// The channel; `None` for no posts.
        channel: Option<u64>,
    },
}

/// Returns the channel in which the bot would post from now on, and the permissions that it needs there; `None` if the
/// command sets no channel.
pub fn posted_in(options: &[CommandDataOption]) -> Option<(ChannelId, Permissions)> {
    let (channel, needed) = match read(options).ok()? {
        Setting::Bulletin { channel, .. } | Setting::Puzzles { channel } => (channel?, TO_POST),
        Setting::Tables { channel, home, .. } => match home {
            Some(Home::Thread) => (channel??, TO_POST | TO_THREAD),
            _ => (channel??, TO_POST),
        },
        Setting::Show | Setting::Role { .. } | Setting::Clock(_) | Setting::Events { .. } => {
            return None;
        }
    };
    Some((ChannelId(channel), needed))
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
            home: request::home(inside),
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
        EVENTS => Setting::Events {
            on: match request::string(inside, name::ALLOWED) {
                Some(name::ON) => true,
                Some(name::OFF) => false,
                _ => return Err(unknown()),
            },
        },
        PUZZLES => Setting::Puzzles {
            channel: channel(inside),
        },
        _ => return Err(unknown()),
    })
}

/// Returns the chosen channel.
fn channel(options: &[CommandDataOption]) -> Option<u64> {
    match request::value(options, name::CHANNEL)? {
        CommandDataOptionValue::Channel(channel) => Some(channel.get()),
        _ => None,
    }
}

/// Returns the settings of a server in words. `roles` are games' names, each with its role.
fn server_settings(settings: &ServerSettings, roles: &[(&str, u64)]) -> String {
    let tables = match settings.channel {
        Some(channel) => format!("Tables are posted in <#{channel}>."),
        None => "Tables are posted where they are opened.".to_owned(),
    };
    let place = match settings.home() {
        Home::Here => CHOICE_CHANNEL,
        Home::Thread => texts::CHOICE_THREAD,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A forged value neither allows events nor ends them.
    #[test]
    fn events_are_set_to_on_or_off_and_nothing_else() {
        let read_as = |value: &str| {
            let allowed = serde_json::json!({"name": "allowed", "type": 3, "value": value});
            let sub = serde_json::json!([{"name": "events", "type": 1, "options": [allowed]}]);
            read(&serde_json::from_value::<Vec<_>>(sub).unwrap())
        };
        assert!(matches!(read_as("on"), Ok(Setting::Events { on: true })));
        assert!(matches!(read_as("off"), Ok(Setting::Events { on: false })));
        for forged in ["maybe", "ON", ""] {
            assert!(read_as(forged).is_err(), "{forged}");
        }
    }
}
