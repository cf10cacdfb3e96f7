//! Options that set the terms of a match.

use serenity::builder::CreateCommandOption;
use serenity::model::application::CommandOptionType;

use super::name;

/// Returns the options of `/new` for the terms.
pub fn terms() -> Vec<CreateCommandOption> {
    vec![clock(), flag(), wait(), weekends()]
}

/// Returns the option for the time to think: one of the suggestions, or a custom bank.
pub fn clock() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::CLOCK,
        "Time to think: days or weeks per move, a bank such as 7+1/14, or untimed",
    )
    .set_autocomplete(true)
    .max_length(60)
}

/// Returns the option for what happens to a player who runs out of time.
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

/// Returns the option that says if the match counts for the ratings.
pub fn rated() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::RATED,
        "Does the game count for your ratings? (yes if you don't say)",
    )
    .add_string_choice("Yes, it counts", name::YES)
    .add_string_choice("No, just for fun", name::NO)
}

/// Returns the option that says if the clocks run at weekends.
pub fn weekends() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::WEEKENDS,
        "Do the clocks run on Saturdays and Sundays, UTC? (yes if you don't say)",
    )
    .add_string_choice("Yes, every day", name::RUN)
    .add_string_choice("No, they rest", name::REST)
}

/// Returns the option for the number of people in a game of four.
pub fn people() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::Integer,
        name::PEOPLE,
        "How many people play (four if you don't say)",
    )
    .add_int_choice("Two: each leads two sides that face each other", 2)
    .add_int_choice("Three: you lead two sides that face each other", 3)
    .add_int_choice("Four: one side each", 4)
}

/// Returns the option for the number of days that a table waits for players.
pub fn wait() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::Integer,
        name::WAIT,
        "How many days the table waits for players",
    )
    .min_int_value(1)
    .max_int_value(30)
}
