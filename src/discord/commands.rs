//! The slash commands, made from the table of games, and whether the registered ones still are what they should be.

use serde_json::{Map, Value};
use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::Permissions;
use serenity::model::application::{
    CommandData, CommandOptionType, CommandType, InstallationContext, InteractionContext,
};

use super::texts;
use crate::discord::markdown::cut;
use crate::rules::{GameInfo, OptionSpec, Values};

pub mod claim;
pub mod explore;
mod export;
mod import;
mod leaderboard;
mod note;
mod offers;
mod own_file;
pub mod plan;
mod play;
pub mod privacy_moderation;
mod profile;
pub mod server;
mod settings;
mod substitute;
mod task;
mod terms;
pub mod vacation;

pub use own_file::{Press, SlashCommand};

/// The commands that stand in one file each.
static OWN: &[&SlashCommand] = &[
    &claim::COMMAND,
    &vacation::COMMAND,
    &offers::DRAW,
    &offers::TAKEBACK,
    &offers::REMATCH,
    &substitute::COMMAND,
    &plan::COMMAND,
    &explore::COMMAND,
    &note::COMMAND,
    &settings::COMMAND,
    &profile::COMMAND,
    &leaderboard::COMMAND,
    &export::COMMAND,
    &import::COMMAND,
];

/// Choices of one option, Discord's limit.
const CHOICES: usize = 25;
/// The largest whole number an option can have: what a double holds exactly.
const LARGEST: u64 = 1 << 53;

/// The names of options, as commands are registered and read with.
pub mod name {
    /// Who is invited.
    pub const OPPONENT: &str = "opponent";
    /// One's own seat.
    pub const SIDE: &str = "side";
    /// A named set of options.
    pub const VARIANT: &str = "variant";
    /// Where the match is to live.
    pub const PLACE: &str = "place";
    /// Which match.
    pub const GAME: &str = "game";
    /// The move.
    pub const MOVE: &str = "move";
    /// The piece to look at.
    pub const PIECE: &str = "piece";
    /// The first move of a range.
    pub const FROM: &str = "from";
    /// The last move of a range.
    pub const TO: &str = "to";
    /// A page of rules.
    pub const TOPIC: &str = "topic";
    /// How long the players may think.
    pub const CLOCK: &str = "clock";
    /// What happens when a player has thought too long.
    pub const FLAG: &str = "flag";
    /// How many days a table waits.
    pub const WAIT: &str = "wait";
    /// The value of `flag` that lets the opponents decide.
    pub const SOFT: &str = "soft";
    /// The value of `flag` that lets the clock alone decide.
    pub const HARD: &str = "hard";
    /// What is to be done.
    pub const ACTION: &str = "action";
    /// Lines of a plan, or moves to try.
    pub const LINE: &str = "line";
    /// Whether something is to be forgotten.
    pub const FORGET: &str = "forget";
    /// Whether lines are added to a plan.
    pub const ADD: &str = "add";
    /// The number of a note to take out.
    pub const REMOVE: &str = "remove";
    /// A file.
    pub const FILE: &str = "file";
    /// What is to be noted.
    pub const TEXT: &str = "text";
    /// Whether a note is opened at the end.
    pub const SEALED: &str = "sealed";
    /// A person.
    pub const PLAYER: &str = "player";
    /// How one is told.
    pub const TELL: &str = "tell";
    /// Hours of peace.
    pub const QUIET: &str = "quiet";
    /// A time zone.
    pub const ZONE: &str = "zone";
    /// The hour of the daily message.
    pub const DIGEST: &str = "digest";
    /// Whether a move is shown before it is made.
    pub const PREVIEW: &str = "preview";
    /// Whether the only move is made by itself.
    pub const FORCED: &str = "forced";
    /// Whether one's games may bring puzzles.
    pub const PUZZLES: &str = "puzzles";
    /// Who may invite one.
    pub const INVITATIONS: &str = "invitations";
    /// Nobody.
    pub const NOBODY: &str = "nobody";
    /// Anyone.
    pub const ANYONE: &str = "anyone";
    /// Somebody who is not to invite one any more.
    pub const BLOCK: &str = "block";
    /// Somebody who may again.
    pub const UNBLOCK: &str = "unblock";
    /// On, in choices of three.
    pub const ON: &str = "on";
    /// Off, in choices of three.
    pub const OFF: &str = "off";
    /// As for everyone, in choices of three.
    pub const USUAL: &str = "usual";
    /// A role.
    pub const ROLE: &str = "role";
    /// A channel.
    pub const CHANNEL: &str = "channel";
    /// Whether tables are posted where they are opened.
    pub const ANYWHERE: &str = "anywhere";
    /// The value of `place` for the channel itself.
    pub const HERE: &str = "here";
    /// The value of `place` for a thread.
    pub const THREAD: &str = "thread";
    /// The level of the machine that takes over a seat which is left.
    pub const MACHINES: &str = "machines";
    /// How well the machine plays.
    pub const LEVEL: &str = "level";
    /// The subcommand of `/new` for several games at once.
    pub const ANY: &str = "any";
    /// Whether tables can be found from other servers.
    pub const SHARED: &str = "shared";
    /// The value of `side` that leaves it to chance.
    pub const RANDOM: &str = "random";
}

/// How a game is called as a subcommand of `/new`: its name in lower case, words joined by `-`.
pub fn subcommand(kind: &GameInfo) -> String {
    let mut slug = String::new();
    for word in kind
        .name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    slug.chars().take(32).collect()
}

/// How an option of a game is called in `/new`: its key, unless one of the options that every game has is called so.
pub fn option_name(spec: &OptionSpec) -> String {
    let taken = [
        name::OPPONENT,
        name::SIDE,
        name::VARIANT,
        name::PLACE,
        name::CLOCK,
        name::FLAG,
        name::WAIT,
        name::MACHINES,
    ];
    if taken.contains(&spec.key) {
        format!("option_{}", spec.key)
    } else {
        spec.key.to_owned()
    }
}

/// How the option for the further opponents is called, from 0: `opponent`, `opponent2`, `opponent3`.
pub fn opponent_name(index: usize) -> String {
    match index {
        0 => name::OPPONENT.to_owned(),
        index => format!("{}{}", name::OPPONENT, index + 1),
    }
}

/// Everywhere: in servers, in direct messages with the bot, and in groups and messages between friends.
pub fn anywhere() -> Vec<InteractionContext> {
    let mut contexts = among_others();
    contexts.insert(1, InteractionContext::BotDm);
    contexts
}

/// Where there are others to play with.
fn among_others() -> Vec<InteractionContext> {
    vec![
        InteractionContext::Guild,
        InteractionContext::PrivateChannel,
    ]
}

/// Who installs the bot for a command that can be used there: people too, unless it is about a server that has the bot.
fn installed(contexts: &[InteractionContext]) -> Vec<InstallationContext> {
    if contexts.contains(&InteractionContext::PrivateChannel) {
        vec![InstallationContext::Guild, InstallationContext::User]
    } else {
        vec![InstallationContext::Guild]
    }
}

/// The option that names a match.
fn which() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::GAME,
        texts::OPTION_WHICH_GAME,
    )
    .set_autocomplete(true)
    .max_length(100)
}

/// The command that was given, if it is one of those that stand in one file.
pub fn own(data: &CommandData) -> Option<&'static SlashCommand> {
    let is_typed = data.kind == CommandType::ChatInput;
    OWN.iter()
        .copied()
        .find(|own| is_typed && own.name == data.name)
}

/// What answers a press of a button that is one of theirs.
pub fn press(button: &str) -> Option<Press> {
    let mut buttons = OWN.iter().filter_map(|own| own.buttons.as_ref());
    let of = buttons.find(|buttons| buttons.names.contains(&button))?;
    Some(of.press)
}

/// Every command.
pub fn all(games: &[&'static GameInfo]) -> Vec<CreateCommand> {
    let command = |name: &str, about: &str, contexts: Vec<InteractionContext>| {
        CreateCommand::new(name)
            .kind(CommandType::ChatInput)
            .description(about)
            .integration_types(installed(&contexts))
            .contexts(contexts)
    };
    let mut commands = Vec::new();
    if !games.is_empty() {
        // A table needs people to sit at it, so it is opened where others can see it.
        commands.push(
            command("new", texts::COMMAND_NEW, among_others()).set_options(
                games
                    .iter()
                    .take(CHOICES - 1)
                    .map(|kind| new_game(kind))
                    .chain([CreateCommandOption::new(
                        CommandOptionType::SubCommand,
                        name::ANY,
                        texts::COMMAND_NEW_ANY,
                    )])
                    .collect(),
            ),
        );
        commands.push(command("tables", texts::COMMAND_TABLES, anywhere()));
    }
    commands.push(
        command("move", texts::COMMAND_MOVE, anywhere())
            .add_option(
                CreateCommandOption::new(CommandOptionType::String, name::MOVE, texts::OPTION_MOVE)
                    .required(true)
                    .set_autocomplete(true)
                    .max_length(200),
            )
            .add_option(which()),
    );
    commands.push(
        command("board", texts::COMMAND_BOARD, anywhere())
            .add_option(
                CreateCommandOption::new(
                    CommandOptionType::String,
                    name::PIECE,
                    texts::OPTION_PIECE,
                )
                .set_autocomplete(true)
                .max_length(100),
            )
            .add_option(which()),
    );
    commands.push(command("games", texts::COMMAND_GAMES, anywhere()));
    commands.push(command("history", texts::COMMAND_HISTORY, anywhere()).add_option(which()));
    let number = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::Integer, name, about)
            .min_int_value(1)
            .max_int_value(99_999)
    };
    commands.push(
        command("gif", texts::COMMAND_GIF, anywhere())
            .add_option(number(name::FROM, texts::OPTION_FROM))
            .add_option(number(name::TO, texts::OPTION_TO))
            .add_option(which()),
    );
    commands.push(
        command("rules", texts::COMMAND_RULES, anywhere())
            .add_option(games.iter().take(CHOICES).fold(
                CreateCommandOption::new(
                    CommandOptionType::String,
                    name::GAME,
                    texts::OPTION_RULES_GAME,
                ),
                |option, kind| option.add_string_choice(kind.name, kind.key),
            ))
            .add_option(
                CreateCommandOption::new(
                    CommandOptionType::String,
                    name::TOPIC,
                    texts::OPTION_TOPIC,
                )
                .set_autocomplete(true)
                .max_length(100),
            ),
    );
    commands.push(command("resign", texts::COMMAND_RESIGN, anywhere()).add_option(which()));
    commands.push(
        command(
            "server",
            texts::COMMAND_SERVER,
            vec![InteractionContext::Guild],
        )
        .default_member_permissions(Permissions::MANAGE_GUILD)
        .set_options(server::subcommands(games)),
    );
    let own = OWN.iter();
    commands.extend(own.map(|own| {
        let made = command(own.name, own.about, (own.contexts)());
        (own.options)(made, games)
    }));
    commands.extend(play::all(games, command, which));
    commands.extend(privacy_moderation::all(command, which));
    commands.extend(task::all(games, command));
    commands.push(command("help", texts::COMMAND_HELP, anywhere()));
    let menu = |name: &str, kind: CommandType, contexts: Vec<InteractionContext>| {
        CreateCommand::new(name)
            .kind(kind)
            .integration_types(installed(&contexts))
            .contexts(contexts)
    };
    commands.push(menu(
        texts::MENU_CHALLENGE,
        CommandType::User,
        among_others(),
    ));
    for name in [texts::MENU_BOARD, texts::MENU_MOVES] {
        commands.push(menu(name, CommandType::Message, anywhere()));
    }
    commands
}

/// The subcommand of `/new` for one game.
fn new_game(kind: &'static GameInfo) -> CreateCommandOption {
    let mut options = Vec::new();
    for index in 0..kind.seats.len().saturating_sub(1) {
        options.push(CreateCommandOption::new(
            CommandOptionType::User,
            opponent_name(index),
            texts::OPTION_OPPONENT,
        ));
    }
    if !kind.variants.is_empty() {
        options.push(kind.variants.iter().take(CHOICES).fold(
            CreateCommandOption::new(
                CommandOptionType::String,
                name::VARIANT,
                texts::OPTION_VARIANT,
            ),
            |option, variant| option.add_string_choice(short(variant.name), variant.key),
        ));
    }
    options.extend(kind.options.iter().map(game_option));
    options.push(
        kind.seats.iter().fold(
            CreateCommandOption::new(CommandOptionType::String, name::SIDE, texts::OPTION_SIDE)
                .add_string_choice(texts::CHOICE_RANDOM, name::RANDOM),
            |option, seat| option.add_string_choice(texts::seat(seat), *seat),
        ),
    );
    options.push(
        CreateCommandOption::new(CommandOptionType::String, name::PLACE, texts::OPTION_PLACE)
            .add_string_choice(texts::CHOICE_THREAD, name::THREAD)
            .add_string_choice(texts::CHOICE_HERE, name::HERE),
    );
    options.extend(terms::terms());
    if kind.seats.len() > 2 {
        options.push(play::level(name::MACHINES, texts::OPTION_MACHINES));
    }
    options.truncate(CHOICES);
    CreateCommandOption::new(
        CommandOptionType::SubCommand,
        subcommand(kind),
        short(kind.summary),
    )
    .set_sub_options(options)
}

/// One option of a game.
fn game_option(spec: &OptionSpec) -> CreateCommandOption {
    let (name, about) = (option_name(spec), short(spec.about));
    match spec.values {
        Values::OneOf(values) if values.len() <= CHOICES => values.iter().enumerate().fold(
            CreateCommandOption::new(CommandOptionType::String, name, about),
            |option, (index, (value, meaning))| {
                option.add_string_choice(texts::option_choice(value, meaning, index == 0), *value)
            },
        ),
        Values::OneOf(_) => {
            CreateCommandOption::new(CommandOptionType::String, name, about).max_length(100)
        }
        // Several are typed with a plus between them, so they are suggested, not listed.
        Values::Joined { .. } => CreateCommandOption::new(CommandOptionType::String, name, about)
            .set_autocomplete(true)
            .max_length(100),
        Values::Number { min, max, .. } if max <= LARGEST => {
            CreateCommandOption::new(CommandOptionType::Integer, name, about)
                .min_int_value(min)
                .max_int_value(max)
        }
        // Digits that a double cannot hold are typed as text.
        Values::Number { .. } => {
            CreateCommandOption::new(CommandOptionType::String, name, about).max_length(20)
        }
    }
}

/// At most 100 characters, Discord's limit for descriptions and names of choices.
fn short(text: &str) -> String {
    cut(text, 100)
}

/// Whether what is registered differs from what should be. `registered` is Discord's answer, with its own additions.
pub fn changed(registered: &[Value], wanted: &[CreateCommand]) -> bool {
    let sorted = |commands: Vec<Value>| {
        let mut commands: Vec<String> = commands
            .iter()
            .map(|command| essence(command).to_string())
            .collect();
        commands.sort();
        commands
    };
    let wanted = wanted
        .iter()
        .filter_map(|command| serde_json::to_value(command).ok())
        .collect();
    sorted(registered.to_vec()) != sorted(wanted)
}

/// What a command says, without what Discord adds and without whatever equals its default.
fn essence(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let kept: Map<String, Value> = members
                .iter()
                .filter(|(key, _)| {
                    !matches!(
                        key.as_str(),
                        "id" | "application_id"
                            | "version"
                            | "guild_id"
                            | "name_localized"
                            | "description_localized"
                            | "dm_permission"
                    )
                })
                .map(|(key, value)| (key.clone(), essence(value)))
                .filter(|(key, value)| match value {
                    Value::Null | Value::Bool(false) => false,
                    // Context menus have no description; Discord gives them an empty one.
                    Value::String(text) => !text.is_empty(),
                    Value::Array(items) => !items.is_empty(),
                    Value::Object(members) => !members.is_empty(),
                    // A chat command is what a command is when it does not say.
                    Value::Number(number) => {
                        !(key == "type" && number.as_u64() == Some(1) && is_command(members))
                    }
                    _ => true,
                })
                .collect();
            Value::Object(kept)
        }
        Value::Array(items) => Value::Array(items.iter().map(essence).collect()),
        Value::Number(number) => number
            .as_f64()
            .filter(|number| number.fract() == 0.0 && number.abs() <= LARGEST as f64)
            .map_or_else(|| value.clone(), |number| Value::from(number as i64)),
        other => other.clone(),
    }
}

/// Whether these are the members of a command, not of an option.
fn is_command(members: &Map<String, Value>) -> bool {
    members.contains_key("contexts") || members.contains_key("integration_types")
}

#[cfg(test)]
mod tests;
