//! Slash commands: their list, made from the table of games, and whether they must be registered again.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};
use serenity::builder::CreateCommand;
use serenity::model::application::{
    CommandData, CommandDataOption, CommandDataOptionValue, CommandType,
};

use super::name;
use crate::rules::GameInfo;

mod board;
pub mod claim;
pub mod context_menu;
pub mod draw;
pub mod event;
pub mod explore;
mod export;
pub mod game_options;
mod games;
mod gif;
mod help;
mod hint;
mod history;
mod import;
mod leaderboard;
mod learn;
mod make_move;
pub mod moderate;
pub mod new;
mod note;
mod offers;
pub mod plan;
pub mod play;
mod privacy;
mod profile;
mod puzzle;
mod resign;
mod rules;
pub mod season;
pub mod server;
mod settings;
mod slash_command;
mod substitute;
mod tables;
mod terms;
pub mod vacation;

pub use slash_command::SlashCommand;

use slash_command::{CHOICES, LARGEST, among_others, anywhere, game_choice, installed, which};

/// The slash commands, each in its own file.
static COMMANDS: &[&SlashCommand] = &[
    &new::COMMAND,
    &tables::COMMAND,
    &make_move::COMMAND,
    &board::COMMAND,
    &games::COMMAND,
    &history::COMMAND,
    &gif::COMMAND,
    &rules::COMMAND,
    &resign::COMMAND,
    &server::COMMAND,
    &event::COMMAND,
    &season::COMMAND,
    &claim::COMMAND,
    &vacation::COMMAND,
    &draw::COMMAND,
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
    &play::COMMAND,
    &hint::COMMAND,
    &privacy::COMMAND,
    &moderate::COMMAND,
    &learn::COMMAND,
    &puzzle::COMMAND,
    &help::COMMAND,
];

/// Returns the slash command that a user gave.
pub fn given(data: &CommandData) -> Option<&'static SlashCommand> {
    let is_typed = data.kind == CommandType::ChatInput;
    COMMANDS
        .iter()
        .copied()
        .find(|command| is_typed && command.name == data.name)
}

/// The choices of every option that has some, by the command's name, the subcommands' and the option's.
static CHOICES_OF: LazyLock<HashMap<String, Vec<Value>>> = LazyLock::new(|| {
    fn add(choices: &mut HashMap<String, Vec<Value>>, path: &str, option: &Value) {
        let path = format!("{path} {}", option["name"].as_str().unwrap_or_default());
        for inside in option["options"].as_array().into_iter().flatten() {
            add(choices, &path, inside);
        }
        let values = option["choices"].as_array().into_iter().flatten();
        let values: Vec<Value> = values.map(|choice| choice["value"].clone()).collect();
        if !values.is_empty() {
            choices.insert(path, values);
        }
    }
    let mut choices = HashMap::new();
    for command in all(crate::games::GAMES) {
        add(
            &mut choices,
            "",
            &serde_json::to_value(command).unwrap_or_default(),
        );
    }
    choices
});

/// Returns the name of an option that was given a value which is none of its choices. Discord offers the choices of
/// the version that it knows, which may be another.
pub fn without_choice(data: &CommandData) -> Option<&str> {
    fn among<'a>(path: &str, options: &'a [CommandDataOption]) -> Option<&'a str> {
        options.iter().find_map(|option| {
            let path = format!("{path} {}", option.name);
            let given = match &option.value {
                CommandDataOptionValue::SubCommand(inside)
                | CommandDataOptionValue::SubCommandGroup(inside) => return among(&path, inside),
                CommandDataOptionValue::String(text) => Value::from(text.as_str()),
                CommandDataOptionValue::Integer(number) => Value::from(*number),
                CommandDataOptionValue::Number(number) => Value::from(*number),
                _ => return None,
            };
            let is_wrong = |choices: &Vec<Value>| !choices.contains(&given);
            let known = CHOICES_OF.get(&path);
            known.is_some_and(is_wrong).then_some(option.name.as_str())
        })
    }
    among(&format!(" {}", data.name), &data.options)
}

/// Returns every command, ready to be registered.
pub fn all(games: &[&'static GameInfo]) -> Vec<CreateCommand> {
    let registered = |command: &&SlashCommand| {
        let contexts = (command.contexts)();
        let made = CreateCommand::new(command.name)
            .kind(CommandType::ChatInput)
            .description(command.about)
            .integration_types(installed(&contexts))
            .contexts(contexts);
        (command.options)(made, games)
    };
    let typed = COMMANDS.iter().map(registered);
    typed.chain(context_menu::all()).collect()
}

/// True if the registered commands differ from the wanted ones, apart from additions that Discord makes.
pub fn changed(registered: &[Value], wanted: &[CreateCommand]) -> bool {
    let sorted = |commands: Vec<Value>| {
        let mut commands: Vec<String> = commands
            .iter()
            .map(|command| without_defaults(command).to_string())
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

/// Returns a command without Discord's additions and without values that equal their defaults.
fn without_defaults(value: &Value) -> Value {
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
                .map(|(key, value)| (key.clone(), without_defaults(value)))
                .filter(|(key, value)| match value {
                    Value::Null | Value::Bool(false) => false,
                    // Context menus have no description; Discord gives them an empty one.
                    Value::String(text) => !text.is_empty(),
                    Value::Array(items) => !items.is_empty(),
                    Value::Object(members) => !members.is_empty(),
                    // A command without a type is a slash command.
                    Value::Number(number) => {
                        !(key == "type" && number.as_u64() == Some(1) && is_command(members))
                    }
                    _ => true,
                })
                .collect();
            Value::Object(kept)
        }
        Value::Array(items) => Value::Array(items.iter().map(without_defaults).collect()),
        Value::Number(number) => number
            .as_f64()
            .filter(|number| number.fract() == 0.0 && number.abs() <= LARGEST as f64)
            .map_or_else(|| value.clone(), |number| Value::from(number as i64)),
        other => other.clone(),
    }
}

/// True for the members of a command, not of an option.
fn is_command(members: &Map<String, Value>) -> bool {
    members.contains_key("contexts") || members.contains_key("integration_types")
}

#[cfg(test)]
mod tests;
