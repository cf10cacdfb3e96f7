//! From what Discord delivers to what somebody asks for. Pure: nothing is looked up and nothing is sent.

use serenity::model::application::{
    ActionRowComponent, ButtonKind, CommandData, CommandDataOption, CommandDataOptionValue,
    CommandType, ComponentInteractionDataKind, ModalInteractionData,
};
use serenity::model::channel::ChannelType;

mod file;
mod play;
mod privacy_moderation;
mod terms;

use super::commands::{self, name};
use super::custom_id::{self, CustomId};
use super::{reply, texts};
use crate::app::{BulletinKind, MatchRef, NewGame, Rounds, SoloTask};
use crate::match_state::{GameId, UserId};
use crate::notation::{bare, excerpt};
use crate::rules::{GameInfo, Options, Seat, Values};

pub use file::{AttachedFile, file};
pub use play::PlayAsked;
pub use privacy_moderation::{ModerateCommand, PrivacyCommand};
pub(super) use terms::integer;
pub use terms::{pace, terms};

/// What a slash command asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open a table, in a thread of its own if `thread`.
    New {
        /// The table.
        new: NewGame,
        /// Whether a thread is wanted; `None` is what the server's admin has set.
        thread: Option<bool>,
        /// What was said of the clock; the terms are made of it and of what is usual in the server.
        terms: Vec<CommandDataOption>,
    },
    /// Something about the machine.
    Play(PlayAsked),
    /// Change what holds for the tables of a server.
    Server(ServerCommand),
    /// See what is kept about oneself, or have it erased.
    Privacy(PrivacyCommand),
    /// Intervene as a moderator.
    Moderate(ModerateCommand),
    /// Choose a game to invite somebody to.
    Challenge(UserId),
    /// Make a move.
    Move {
        /// In which match.
        which: MatchRef,
        /// What was typed.
        text: String,
    },
    /// See the board.
    Board {
        /// Of which match.
        which: MatchRef,
        /// The piece whose moves are to be marked.
        piece: Option<String>,
    },
    /// List the open tables.
    Tables,
    /// Choose games to play with anybody.
    Seek,
    /// List one's matches.
    Games,
    /// List the moves.
    History {
        /// Of which match.
        which: MatchRef,
    },
    /// See the moves as a moving picture.
    Gif {
        /// Of which match.
        which: MatchRef,
        /// Which of its moves.
        rounds: Rounds,
    },
    /// Read the rules.
    Rules {
        /// The game's key; `None` is that of the match here.
        game: Option<String>,
        /// The page's key or title.
        topic: Option<String>,
    },
    /// Give up.
    Resign {
        /// Which match.
        which: MatchRef,
    },
    /// To learn a game, or solve a puzzle.
    Task(TaskAsked),
    /// How to play here.
    Help,
}

/// What somebody asks for of lessons and puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TaskAsked {
    /// To go on with the lessons of a game; without one, to see how far one is.
    Learn {
        /// The game's key.
        game: Option<String>,
        /// A move in the lesson that comes next.
        text: Option<String>,
    },
    /// A puzzle.
    Puzzle {
        /// The game's key; `None` of any game.
        game: Option<String>,
    },
}

/// What a server's admin asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerCommand {
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

/// What autocomplete asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Autocomplete {
    /// Moves.
    Move {
        /// In which match.
        which: MatchRef,
        /// What was typed so far.
        typed: String,
    },
    /// Pieces to look at.
    Piece {
        /// In which match.
        which: MatchRef,
        /// What was typed so far.
        typed: String,
    },
    /// One's matches.
    Game {
        /// What was typed so far.
        typed: String,
    },
    /// Clocks.
    Clock {
        /// What was typed so far.
        typed: String,
    },
    /// Values of an option of a game that is being opened.
    Option {
        /// The game's subcommand.
        game: String,
        /// The option's name.
        option: String,
        /// What was typed so far.
        typed: String,
    },
    /// Time zones.
    Zone {
        /// What was typed so far.
        typed: String,
    },
    /// The few values that an option can have, as `(name, value)`.
    Fixed {
        /// All of them.
        pairs: Vec<(String, String)>,
        /// What was typed so far.
        typed: String,
    },
    /// Pages of a game's rules.
    Topic {
        /// The game's key, if it is chosen already.
        game: Option<String>,
        /// What was typed so far.
        typed: String,
    },
}

/// Reads a command.
///
/// # Errors
/// One sentence for the one who gave it.
pub fn command(data: &CommandData, games: &[&'static GameInfo]) -> Result<Command, String> {
    let options = &data.options;
    match data.kind {
        CommandType::User => return on_user(data),
        CommandType::Message => return on_message(data),
        _ => {}
    }
    match data.name.as_str() {
        "new" if options.first().is_some_and(|sub| sub.name == name::ANY) => Ok(Command::Seek),
        "new" => new_game(data, games),
        "tables" => Ok(Command::Tables),
        "move" => Ok(Command::Move {
            which: which(options)?,
            text: string(options, name::MOVE).unwrap_or_default().to_owned(),
        }),
        "board" => Ok(Command::Board {
            which: which(options)?,
            piece: string(options, name::PIECE).and_then(square),
        }),
        "games" => Ok(Command::Games),
        "history" => Ok(Command::History {
            which: which(options)?,
        }),
        "gif" => Ok(Command::Gif {
            which: which(options)?,
            rounds: Rounds {
                from: number(options, name::FROM),
                to: number(options, name::TO),
            },
        }),
        "rules" => Ok(Command::Rules {
            game: string(options, name::GAME).map(str::to_owned),
            topic: string(options, name::TOPIC)
                .map(str::trim)
                .filter(|topic| !topic.is_empty())
                .map(str::to_owned),
        }),
        "server" => server(options),
        "privacy" => privacy_moderation::privacy(options).map(Command::Privacy),
        "moderate" => privacy_moderation::moderate(options).map(Command::Moderate),
        "resign" => Ok(Command::Resign {
            which: which(options)?,
        }),
        "learn" => Ok(Command::Task(TaskAsked::Learn {
            game: string(options, name::GAME).map(str::to_owned),
            text: string(options, name::MOVE).map(str::to_owned),
        })),
        "puzzle" => Ok(Command::Task(TaskAsked::Puzzle {
            game: string(options, name::GAME).map(str::to_owned),
        })),
        "help" => Ok(Command::Help),
        _ => match play::read(data, games) {
            Some(parsed) => parsed.map(Command::Play),
            None => Err(texts::UNKNOWN_COMMAND.to_owned()),
        },
    }
}

/// A command of a user's context menu.
fn on_user(data: &CommandData) -> Result<Command, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    if data.name != texts::MENU_CHALLENGE {
        return Err(unknown());
    }
    let target = data.target_id.ok_or_else(unknown)?;
    let user = data.resolved.users.get(&target.to_user_id());
    if user.is_some_and(|user| user.bot) {
        return Err(texts::BOTS_DO_NOT_PLAY.to_owned());
    }
    Ok(Command::Challenge(UserId(target.get())))
}

/// A command of a message's context menu: it is about the match that the message shows, or else the one here.
fn on_message(data: &CommandData) -> Result<Command, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let target = data.target_id.ok_or_else(unknown)?.to_message_id();
    let match_view = data.resolved.messages.get(&target);
    let rows = match_view
        .into_iter()
        .flat_map(|message| &message.components);
    let game = rows
        .flat_map(|row| &row.components)
        .find_map(|component| match component {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => CustomId::parse(custom_id)?.game(),
                _ => None,
            },
            _ => None,
        });
    let which = game.map_or(MatchRef::Here, MatchRef::Game);
    match data.name.as_str() {
        texts::MENU_BOARD => Ok(Command::Board { which, piece: None }),
        texts::MENU_MOVES => Ok(Command::History { which }),
        _ => Err(unknown()),
    }
}

/// Reads what is being typed; `None` where nothing can be suggested.
pub fn typing(data: &CommandData) -> Option<Autocomplete> {
    let focused = data.autocomplete()?;
    let typed = focused.value.to_owned();
    // The `game` option may be half typed or nonsense while another option is being typed.
    let which = which(&data.options).unwrap_or(MatchRef::Here);
    match (data.name.as_str(), focused.name) {
        ("rules", name::TOPIC) => Some(Autocomplete::Topic {
            game: string(&data.options, name::GAME).map(str::to_owned),
            typed,
        }),
        ("play", name::VARIANT | name::SIDE) => Some(Autocomplete::Fixed {
            pairs: play::suggestions(data, crate::games::GAMES, focused.name == name::SIDE),
            typed,
        }),
        (_, name::CLOCK) => Some(Autocomplete::Clock { typed }),
        ("new", option) => Some(Autocomplete::Option {
            game: data.options.first()?.name.clone(),
            option: option.to_owned(),
            typed,
        }),
        (_, name::ZONE) => Some(Autocomplete::Zone { typed }),
        (_, name::MOVE) => Some(Autocomplete::Move { which, typed }),
        (_, name::PIECE) => Some(Autocomplete::Piece { which, typed }),
        (_, name::GAME) => Some(Autocomplete::Game { typed }),
        _ => None,
    }
}

/// Reads a press of a button, or a choice from a menu; `None` where it is none of ours.
pub fn component(custom_id: &str, kind: &ComponentInteractionDataKind) -> Option<CustomId> {
    let custom_id = CustomId::parse(custom_id)?;
    match kind {
        ComponentInteractionDataKind::Button => (!custom_id.is_of_menu()).then_some(custom_id),
        ComponentInteractionDataKind::StringSelect { values } => custom_id.chosen(values),
        _ => None,
    }
}

/// The text of a match in the form for it.
pub fn form(data: &ModalInteractionData) -> Option<String> {
    (data.custom_id == reply::IMPORT)
        .then(|| field(data))
        .flatten()
}

/// The task that a form answers, and the move in it.
pub fn task_form(data: &ModalInteractionData) -> Option<(SoloTask, String)> {
    Some((custom_id::typed(&data.custom_id)?, field(data)?))
}

/// What was written into a form.
fn field(data: &ModalInteractionData) -> Option<String> {
    let fields = data.components.iter().flat_map(|row| &row.components);
    fields.into_iter().find_map(|field| match field {
        ActionRowComponent::InputText(field) => field.value.clone(),
        _ => None,
    })
}

/// Whether a match begun from this kind of channel can have a thread of its own there.
pub fn can_thread(channel: Option<ChannelType>) -> bool {
    matches!(channel, Some(ChannelType::Text | ChannelType::News))
}

fn new_game(data: &CommandData, games: &[&'static GameInfo]) -> Result<Command, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let given = data.options.first().ok_or_else(unknown)?;
    let kind = games
        .iter()
        .find(|kind| commands::subcommand(kind) == given.name)
        .ok_or_else(unknown)?;
    let CommandDataOptionValue::SubCommand(given) = &given.value else {
        return Err(unknown());
    };
    let mut opponents = Vec::new();
    for index in 0..kind.seats.len().saturating_sub(1) {
        let Some(user) = user(given, &commands::opponent_name(index)) else {
            continue;
        };
        if data
            .resolved
            .users
            .get(&serenity::model::id::UserId::new(user.0.max(1)))
            .is_some_and(|user| user.bot)
        {
            return Err(texts::BOTS_DO_NOT_PLAY.to_owned());
        }
        // Who invites themselves plays that side too.
        if opponents.contains(&user) {
            return Err(texts::OPPONENT_TWICE.to_owned());
        }
        opponents.push(user);
    }
    let mut options = Options::new();
    if let Some(key) = string(given, name::VARIANT) {
        let variant = kind
            .variants
            .iter()
            .find(|variant| variant.key == key)
            .ok_or_else(unknown)?;
        for (key, value) in variant.options {
            options.set(*key, *value);
        }
    }
    for spec in kind.options {
        if let Some(value) = scalar(given, &commands::option_name(spec)) {
            // A suggestion that is typed on stands there as its label.
            let value = match spec.values {
                Values::Joined { .. } => bare(&value).to_lowercase(),
                _ => value,
            };
            // A variant is made of options: what contradicts it would make it another one in silence.
            let named = !matches!(spec.values, Values::Number { .. });
            if named && options.get(spec.key).is_some_and(|set| set != value) {
                return Err(texts::not_that_variant(spec.key, options.get(spec.key)));
            }
            options.set(spec.key, value);
        }
    }
    let seat = match string(given, name::SIDE) {
        None | Some(name::RANDOM) => None,
        Some(side) => Some(seat(kind, side).ok_or_else(unknown)?),
    };
    Ok(Command::New {
        new: NewGame {
            game: kind.key.to_owned(),
            options,
            opponents,
            seat,
            terms: None,
        },
        terms: given
            .iter()
            .filter(|option| {
                let terms = [name::CLOCK, name::FLAG, name::WAIT, name::MACHINES];
                terms.contains(&option.name.as_str())
            })
            .cloned()
            .collect(),
        thread: string(given, name::PLACE).map(|place| place != name::HERE),
    })
}

fn server(options: &[CommandDataOption]) -> Result<Command, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let given = options.first().ok_or_else(unknown)?;
    let CommandDataOptionValue::SubCommand(inside) = &given.value else {
        return Err(unknown());
    };
    Ok(Command::Server(match given.name.as_str() {
        commands::server::SHOW => ServerCommand::Show,
        commands::server::ROLE => ServerCommand::Role {
            game: string(inside, name::GAME).ok_or_else(unknown)?.to_owned(),
            role: match value(inside, name::ROLE) {
                Some(CommandDataOptionValue::Role(role)) => Some(role.get()),
                _ => None,
            },
        },
        commands::server::CLOCK => ServerCommand::Clock(inside.clone()),
        commands::server::TABLES => ServerCommand::Tables {
            here: string(inside, name::PLACE).map(|place| place == name::HERE),
            shared: boolean(inside, name::SHARED),
            channel: match (
                value(inside, name::CHANNEL),
                boolean(inside, name::ANYWHERE),
            ) {
                (_, Some(true)) => Some(None),
                (Some(CommandDataOptionValue::Channel(channel)), _) => Some(Some(channel.get())),
                _ => None,
            },
        },
        commands::server::RESULTS => ServerCommand::Bulletin {
            kind: BulletinKind::Results,
            channel: channel(inside),
        },
        commands::server::DIGEST => ServerCommand::Bulletin {
            kind: BulletinKind::Digest,
            channel: channel(inside),
        },
        commands::server::PUZZLES => ServerCommand::Puzzles {
            channel: channel(inside),
        },
        _ => return Err(unknown()),
    }))
}

/// The channel that was chosen.
fn channel(options: &[CommandDataOption]) -> Option<u64> {
    match value(options, name::CHANNEL)? {
        CommandDataOptionValue::Channel(channel) => Some(channel.get()),
        _ => None,
    }
}

pub(super) fn boolean(options: &[CommandDataOption], name: &str) -> Option<bool> {
    match value(options, name)? {
        CommandDataOptionValue::Boolean(set) => Some(*set),
        _ => None,
    }
}

/// The square of a piece that was typed or taken from the suggestions: `Ng1` stands on `g1`, `+Rcc5` on `cc5`.
fn square(text: &str) -> Option<String> {
    let text = bare(text);
    let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '+');
    let named = if bare.is_empty() { text } else { bare };
    (!named.is_empty()).then(|| named.to_lowercase())
}

fn seat(kind: &GameInfo, side: &str) -> Option<Seat> {
    kind.seat_named(side)
}

/// Which match a `game` option names; the one here where there is not one.
pub(super) fn which(options: &[CommandDataOption]) -> Result<MatchRef, String> {
    match string(options, name::GAME) {
        None => Ok(MatchRef::Here),
        Some(text) => game_number(text).map(MatchRef::Game).ok_or_else(|| {
            format!(
                "{} (I read “{}”.)",
                texts::WHICH_GAME_UNREADABLE,
                excerpt(text)
            )
        }),
    }
}

/// The number of a match at the beginning of a text: `12`, `#12`, `12: Chess with Bob`.
fn game_number(text: &str) -> Option<GameId> {
    let text = text.trim().trim_start_matches('#').trim_start();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if !rest.is_empty() && !rest.starts_with(':') {
        return None;
    }
    digits.parse().ok().filter(|id| *id > 0).map(GameId)
}

fn value<'a>(options: &'a [CommandDataOption], name: &str) -> Option<&'a CommandDataOptionValue> {
    options
        .iter()
        .find(|option| option.name == name)
        .map(|option| &option.value)
}

pub(super) fn string<'a>(options: &'a [CommandDataOption], name: &str) -> Option<&'a str> {
    match value(options, name)? {
        CommandDataOptionValue::String(text) => Some(text),
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value),
        _ => None,
    }
}

/// A whole number; what is too large or negative is no number of ours.
pub(super) fn number(options: &[CommandDataOption], name: &str) -> Option<u32> {
    match value(options, name)? {
        CommandDataOptionValue::Integer(number) => u32::try_from(*number).ok(),
        _ => None,
    }
}

/// A text or a whole number, as text.
fn scalar(options: &[CommandDataOption], name: &str) -> Option<String> {
    match value(options, name)? {
        CommandDataOptionValue::String(text) => Some(text.clone()),
        CommandDataOptionValue::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

pub(super) fn user(options: &[CommandDataOption], name: &str) -> Option<UserId> {
    match value(options, name)? {
        CommandDataOptionValue::User(user) => Some(UserId(user.get())),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
