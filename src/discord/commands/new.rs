//! `/new`: opens a table.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{
    CommandData, CommandDataOption, CommandDataOptionValue, CommandOptionType,
};

use super::{CHOICES, LARGEST, SlashCommand, among_others, game_options, name, play, terms};
use crate::app::{AppError, NewGame};
use crate::discord::custom_id::Home;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::markdown::cut;
use crate::discord::{board, request, texts};
use crate::games;
use crate::match_state::UserId;
use crate::rules::wording::capital;
use crate::rules::{GameInfo, OptionSpec, Options, Values};

const OPPONENT_TWICE: &str = "You invited the same person twice.";

pub static COMMAND: SlashCommand = SlashCommand {
    name: "new",
    about: "Open a table: choose a game, invite somebody or leave the seat open",
    contexts: among_others,
    options: |command, games| subcommands(command, games),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, data)),
};

/// Adds a subcommand for each game, and one for any of them.
fn subcommands(command: CreateCommand, games: &[&'static GameInfo]) -> CreateCommand {
    let sub = CommandOptionType::SubCommand;
    let any = CreateCommandOption::new(
        sub,
        name::ANY,
        "Any opponent, any of the games that you choose",
    );
    let games = games.iter().take(CHOICES - 1).map(|kind| new_game(kind));
    command.set_options(games.chain([any]).collect())
}

/// Returns the name of a game's subcommand of `/new`: the game's name in lower case, words joined by `-`.
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

/// Returns the name of a game's option in `/new`: its key, prefixed if every game has an option of that name.
pub fn option_name(spec: &OptionSpec) -> String {
    let taken = [
        name::OPPONENT,
        name::SIDE,
        name::VARIANT,
        name::OPTIONS,
        name::PLACE,
        name::CLOCK,
        name::FLAG,
        name::WAIT,
        name::MACHINES,
        name::RATED,
        name::WEEKENDS,
        name::PEOPLE,
    ];
    if taken.contains(&spec.key) {
        format!("option_{}", spec.key)
    } else {
        spec.key.to_owned()
    }
}

/// Returns the name of the option for an opponent, from index 0: `opponent`, `opponent2`, `opponent3`.
pub fn opponent_name(index: usize) -> String {
    match index {
        0 => name::OPPONENT.to_owned(),
        index => format!("{}{}", name::OPPONENT, index + 1),
    }
}

/// Returns the subcommand of `/new` for one game.
fn new_game(kind: &'static GameInfo) -> CreateCommandOption {
    let mut options = Vec::new();
    for index in 0..kind.seats.len().saturating_sub(1) {
        options.push(CreateCommandOption::new(
            CommandOptionType::User,
            opponent_name(index),
            "Who to invite; leave it out and anyone can join",
        ));
    }
    if !kind.variants.is_empty() {
        options.push(kind.variants.iter().take(CHOICES).fold(
            CreateCommandOption::new(
                CommandOptionType::String,
                name::VARIANT,
                "Which version of the game; the menus below the table can change it, too",
            ),
            |option, variant| option.add_string_choice(capital(&short(variant.name)), variant.key),
        ));
    }
    options.push(
        kind.seats.iter().fold(
            CreateCommandOption::new(
                CommandOptionType::String,
                name::SIDE,
                "Your side (random if you don't say)",
            )
            .add_string_choice(capital(texts::CHOICE_RANDOM), name::RANDOM),
            |option, seat| option.add_string_choice(texts::seat(seat), *seat),
        ),
    );
    options.push(
        CreateCommandOption::new(
            CommandOptionType::String,
            name::PLACE,
            "Where to play (a new thread if you don't say)",
        )
        .add_string_choice(capital(texts::CHOICE_THREAD), name::THREAD)
        .add_string_choice("Right here", name::HERE),
    );
    options.extend(terms::terms());
    if kind.seats.len() == 2 {
        options.push(terms::rated());
    }
    if kind.seats.len() > 2 {
        options.push(terms::people());
        options.push(play::level(name::MACHINES, "The level of the machine that takes over a seat if its player leaves (nobody if you don't say)"));
    }
    // Rare options come last: the menus below the table offer variants and twists, too.
    let (together, apart): (Vec<&OptionSpec>, Vec<&OptionSpec>) = kind
        .options
        .iter()
        .partition(|spec| game_options::is_together(kind, spec));
    options.extend(apart.into_iter().map(game_option));
    options.extend(game_options::together(&together));
    options.truncate(CHOICES);
    CreateCommandOption::new(
        CommandOptionType::SubCommand,
        subcommand(kind),
        short(kind.summary),
    )
    .set_sub_options(options)
}

/// Returns an option of `/new` for one option of a game.
fn game_option(spec: &OptionSpec) -> CreateCommandOption {
    let (name, about) = (option_name(spec), short(spec.about));
    match spec.values {
        Values::OneOf(values) if values.len() <= CHOICES => values.iter().enumerate().fold(
            CreateCommandOption::new(CommandOptionType::String, name, about),
            |option, (index, (value, meaning))| {
                option.add_string_choice(option_choice(value, meaning, index == 0), *value)
            },
        ),
        Values::OneOf(_) => {
            CreateCommandOption::new(CommandOptionType::String, name, about).max_length(100)
        }
        // Several values are typed with a plus between them, so they are suggested, not listed.
        Values::Joined { .. } => CreateCommandOption::new(CommandOptionType::String, name, about)
            .set_autocomplete(true)
            .max_length(100),
        Values::Number { min, max, .. } if max <= LARGEST => {
            CreateCommandOption::new(CommandOptionType::Integer, name, about)
                .min_int_value(min)
                .max_int_value(max)
        }
        // Numbers that a double cannot hold are typed as text.
        Values::Number { .. } => {
            CreateCommandOption::new(CommandOptionType::String, name, about).max_length(20)
        }
    }
}

/// Cuts a text to at most 100 characters, Discord's limit for descriptions and names of choices.
fn short(text: &str) -> String {
    cut(text, 100)
}

async fn run(handlers: &Handlers, asker: Asker, data: &CommandData) -> Result<Answer, AppError> {
    if data
        .options
        .first()
        .is_some_and(|sub| sub.name == name::ANY)
    {
        return Ok(Answer::say(board::seek()));
    }
    let Asked { new, home, terms } = read(data, games::GAMES).map_err(AppError::Plain)?;
    handlers.open(asker, new, home, &terms).await
}

/// The user's request for a table.
#[derive(Debug)]
struct Asked {
    /// The table.
    new: NewGame,
    /// The match's home; `None` follows the server's setting.
    home: Option<Home>,
    /// The options about the clock; with the server's usual terms they make the terms of the match.
    terms: Vec<CommandDataOption>,
}

fn read(data: &CommandData, games: &[&'static GameInfo]) -> Result<Asked, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let given = data.options.first().ok_or_else(unknown)?;
    let kind = games
        .iter()
        .find(|kind| subcommand(kind) == given.name)
        .ok_or_else(unknown)?;
    let CommandDataOptionValue::SubCommand(given) = &given.value else {
        return Err(unknown());
    };
    let opponents = read_opponents(data, kind, given)?;
    let options = read_options(kind, given)?;
    let seat = match request::string(given, name::SIDE) {
        None | Some(name::RANDOM) => None,
        Some(side) => Some(kind.seat_named(side).ok_or_else(unknown)?),
    };
    Ok(Asked {
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
                let terms = [
                    name::CLOCK,
                    name::FLAG,
                    name::WAIT,
                    name::MACHINES,
                    name::RATED,
                    name::WEEKENDS,
                    name::PEOPLE,
                ];
                terms.contains(&option.name.as_str())
            })
            .cloned()
            .collect(),
        home: request::home(given),
    })
}

/// Reads the invited opponents.
fn read_opponents(
    data: &CommandData,
    kind: &GameInfo,
    given: &[CommandDataOption],
) -> Result<Vec<UserId>, String> {
    let mut opponents = Vec::new();
    for index in 0..kind.seats.len().saturating_sub(1) {
        let Some(user) = request::user(given, &opponent_name(index)) else {
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
        if opponents.contains(&user) {
            return Err(OPPONENT_TWICE.to_owned());
        }
        opponents.push(user);
    }
    Ok(opponents)
}

/// Returns the options of the game: the variant's, and those that the user gave.
fn read_options(kind: &GameInfo, given: &[CommandDataOption]) -> Result<Options, String> {
    let mut options = Options::new();
    if let Some(key) = request::string(given, name::VARIANT) {
        let variant = kind
            .variants
            .iter()
            .find(|variant| variant.key == key)
            .ok_or_else(|| texts::UNKNOWN_COMMAND.to_owned())?;
        for (key, value) in variant.options {
            options.set(*key, *value);
        }
    }
    let mut together = game_options::read(
        kind,
        request::string(given, name::OPTIONS).unwrap_or_default(),
    )?;
    for spec in kind.options {
        let value = if game_options::is_together(kind, spec) {
            together.remove(spec.key)
        } else {
            scalar(given, &option_name(spec))
        };
        if let Some(value) = value {
            let value = game_options::typed(spec, &value);
            // An option that contradicts the variant would silently turn it into another one.
            let named = !matches!(spec.values, Values::Number { .. });
            if named && options.get(spec.key).is_some_and(|set| set != value) {
                return Err(not_that_variant(spec.key, options.get(spec.key)));
            }
            options.set(spec.key, value);
        }
    }
    Ok(options)
}

/// Returns a text or a whole number, as text.
fn scalar(options: &[CommandDataOption], name: &str) -> Option<String> {
    match request::value(options, name)? {
        CommandDataOptionValue::String(text) => Some(text.clone()),
        CommandDataOptionValue::Integer(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the name of a choice for a value of a game's option.
fn option_choice(value: &str, meaning: &str, default: bool) -> String {
    let usual = if default { " (usual)" } else { "" };
    let room = 100 - usual.len();
    let text = if meaning.is_empty() {
        value.to_owned()
    } else {
        format!("{value}: {meaning}")
    };
    format!("{}{usual}", cut(&text, room))
}

/// Returns the refusal of an option that contradicts the chosen variant.
fn not_that_variant(key: &str, set: Option<&str>) -> String {
    format!(
        "That variant already sets {key} to {}: leave out the variant, or the option {key}.",
        set.unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::rules::{RuleError, Seat, Variant};

    static KIND: GameInfo = GameInfo {
        key: "plain",
        name: "Plain Game",
        credit: "nobody, 2026",
        summary: "A game for tests",
        goal: "You win.",
        seats: &["white", "black"],
        teams: &[],
        rules_version: 1,
        options: &[
            OptionSpec {
                key: "board",
                about: "which board",
                values: Values::OneOf(&[("a", "first"), ("b", "second")]),
            },
            OptionSpec {
                key: "seed",
                about: "a number",
                values: Values::Number {
                    min: 0,
                    max: 99,
                    default: 0,
                },
            },
        ],
        variants: &[Variant {
            key: "odd",
            name: "Odd",
            options: &[("board", "b"), ("seed", "3")],
        }],
        reasons: &[],
        start: |_, _| Err(RuleError::options("No.")),
        read: |_, _, _| Err(RuleError::options("No.")),
        chance_option: |_| None,
        lessons: Vec::new,
        sections: &[],
        tutorial: &[],
        puzzles: "",
    };

    fn new(options: Value) -> Result<Asked, String> {
        let data = serde_json::from_value(json!({
            "id": "1", "name": "new", "type": 1,
            "options": [{"name": "plain-game", "type": 1, "options": options}],
            "resolved": {"users": {
                "8": {"id": "8", "username": "bob", "bot": false},
                "9": {"id": "9", "username": "robot", "bot": true},
            }},
        }))
        .unwrap();
        read(&data, &[&KIND])
    }

    #[test]
    fn a_table_is_read_with_its_variant_and_what_was_said_besides() {
        let Ok(Asked { new, home, .. }) = new(json!([
            {"name": "opponent", "type": 6, "value": "8"},
            {"name": "variant", "type": 3, "value": "odd"},
            {"name": "seed", "type": 4, "value": 5},
            {"name": "side", "type": 3, "value": "black"},
            {"name": "place", "type": 3, "value": "here"},
        ])) else {
            panic!("not read")
        };
        assert_eq!(new.opponents, [UserId(8)]);
        assert_eq!(new.seat, Some(Seat::BLACK));
        assert_eq!(
            new.options,
            [("board", "b"), ("seed", "5")].into_iter().collect()
        );
        assert_eq!(home, Some(Home::Here));
    }

    #[test]
    fn a_bare_table_is_open_random_and_where_the_server_has_it() {
        let Ok(Asked { new, home, .. }) = new(json!([])) else {
            panic!("not read")
        };
        assert_eq!(new.game, "plain");
        assert!(new.opponents.is_empty() && new.seat.is_none() && home.is_none());
        assert_eq!(new.options, Options::new());
    }

    #[test]
    fn nobody_plays_against_a_bot() {
        let invited = new(json!([{"name": "opponent", "type": 6, "value": "9"}]));
        assert_eq!(invited.unwrap_err(), texts::BOTS_DO_NOT_PLAY);
    }

    #[test]
    fn unknown_games_are_refused() {
        let other = json!([{"name": "chess", "type": 1, "options": []}]);
        for options in [json!([]), other] {
            let data = json!({"id": "1", "name": "new", "type": 1, "options": options});
            let data = serde_json::from_value(data).unwrap();
            let refused = read(&data, &[&KIND]).err();
            assert_eq!(refused.as_deref(), Some(texts::UNKNOWN_COMMAND));
        }
    }

    #[test]
    fn options_of_a_wrong_type_do_not_panic() {
        for (kind, value) in [
            (4, json!(3)),
            (5, json!(true)),
            (10, json!(0.5)),
            (6, json!("8")),
        ] {
            for option in ["opponent", "variant", "board", "seed", "side", "place"] {
                let _ = new(json!([{"name": option, "type": kind, "value": value}]));
            }
        }
    }
}
