//! The options that choose the terms of a match.

use serenity::builder::CreateCommandOption;
use serenity::model::application::CommandOptionType;

use super::name;

/// The options of `/new` that say how long the players may think.
pub fn terms() -> Vec<CreateCommandOption> {
    vec![clock(), flag(), wait()]
}

/// How long the players may think: one of the suggestions, or a bank of one's own.
pub fn clock() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::CLOCK,
        "Time to think: days or weeks per move, a bank such as 7+1/14, or untimed",
    )
    .set_autocomplete(true)
    .max_length(60)
}

/// What happens when somebody has thought too long.
pub fn flag() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::FLAG,
        "What happens when somebody runs out of time",
    )
    .add_string_choice(
        "The opponent decides: claim, give a day, or wait",
        name::SOFT,
    )
    .add_string_choice("The clock decides: they lose", name::HARD)
}

/// Whether the match counts for the ratings.
pub fn rated() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::RATED,
        "Does the game count for your ratings? (yes if you don't say)",
    )
    .add_string_choice("Yes, it counts", name::YES)
    .add_string_choice("No, just for fun", name::NO)
}

/// How many days a table waits for players.
pub fn wait() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::Integer,
        name::WAIT,
        "How many days the table waits for players",
    )
    .min_int_value(1)
    .max_int_value(30)
}
