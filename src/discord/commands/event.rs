//! `/event`: holds an event, a tournament in a channel, shows it, and corrects its results.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{CommandDataOption, CommandOptionType, InteractionContext};

use super::slash_command::{text_of, used};
use super::{SlashCommand, game_choice, game_options, name, terms};
use crate::app::{AppError, EVENT_ROUNDS, NewEvent};
use crate::discord::handlers::{Answer, Asker, Handlers, moderator};
use crate::discord::markdown::{cut, plain};
use crate::discord::reply::Reply;
use crate::discord::{request, texts};
use crate::match_state::GameId;
use crate::rules::GameInfo;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "event",
    about: "Hold an event in this channel: several people, rounds, a table",
    contexts: || vec![InteractionContext::Guild],
    options: |command, games| subcommands(command, games),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

const NEW: &str = "new";
const SHOW: &str = "show";
const CORRECT: &str = "correct";

/// Days until an event starts by itself, if its organiser does not say.
const WAIT: u32 = 7;

/// The choices of a corrected result, each with its words and the places of the two players.
const RESULTS: [(&str, &str, [u8; 2]); 4] = [
    ("first", "The player named first wins", [1, 2]),
    ("second", "The player named second wins", [2, 1]),
    ("draw", "A draw", [1, 1]),
    ("nobody", "The game counts for nobody", [0, 0]),
];

fn subcommands(command: CreateCommand, games: &[&'static GameInfo]) -> CreateCommand {
    let option = CreateCommandOption::new;
    let sub = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
    };
    let (fewest, most) = EVENT_ROUNDS;
    let new = sub(NEW, "Hold an event: I post a list that people join")
        .add_sub_option(game_choice(games, "Which game").required(true))
        .add_sub_option(game_options::whole())
        .add_sub_option(terms::clock())
        .add_sub_option(
            option(
                CommandOptionType::Integer,
                name::ROUNDS,
                "How many rounds if not everybody plays everybody (as many as fit if you don't say)",
            )
            .min_int_value(u64::from(fewest))
            .max_int_value(u64::from(most)),
        )
        .add_sub_option(
            option(
                CommandOptionType::Integer,
                name::START,
                "Days until it starts by itself (7 if you don't say; you can start it earlier)",
            )
            .min_int_value(1)
            .max_int_value(30),
        );
    let results = RESULTS.into_iter().fold(
        option(CommandOptionType::String, name::RESULT, "The right result").required(true),
        |option, (key, words, _)| option.add_string_choice(words, key),
    );
    let correct = sub(
        CORRECT,
        "For moderators: correct a result of this channel's event, with a public note",
    )
    .add_sub_option(
        option(
            CommandOptionType::Integer,
            name::NUMBER,
            "The number of the game",
        )
        .min_int_value(1)
        .required(true),
    )
    .add_sub_option(results)
    .add_sub_option(
        option(
            CommandOptionType::String,
            name::NOTE,
            "Why; everybody in the channel reads it",
        )
        .max_length(200)
        .required(true),
    );
    let show = sub(
        SHOW,
        "This channel's event: its table, your games, withdrawing",
    );
    command.set_options(vec![new, show, correct])
}

/// True if the command holds an event, for which the bot posts in its channel.
pub fn opens(options: &[CommandDataOption]) -> bool {
    options.first().is_some_and(|sub| sub.name == NEW)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (sub, inside) = used(options)?;
    match sub {
        NEW => {
            handlers.must_be_seen(asker)?;
            let usual = handlers
                .app
                .usual_terms(asker.request.place.server())
                .await?;
            let terms = request::terms(inside, usual).map_err(AppError::Plain)?;
            let (game, options) = game_options::chosen(inside)?;
            let event = NewEvent {
                game,
                options,
                terms: terms.unwrap_or(usual),
                rounds: request::number(inside, name::ROUNDS)
                    .map(|rounds| u8::try_from(rounds).unwrap_or(u8::MAX)),
                wait: request::number(inside, name::START).unwrap_or(WAIT),
            };
            handlers.app.open_event(asker.request, event).await?;
            Ok(Answer::say(Reply::private(texts::EVENT_POSTED)))
        }
        SHOW => {
            let event = handlers.app.event_here(asker.request).await?;
            Ok(Answer::say(handlers.own_event(asker, &event)))
        }
        CORRECT => {
            let moderator = moderator(asker)?;
            let unknown = || AppError::Plain(texts::UNKNOWN_COMMAND.to_owned());
            let number = request::number(inside, name::NUMBER).ok_or_else(unknown)?;
            let result = text_of(inside, name::RESULT);
            let result = RESULTS.into_iter().find(|(key, ..)| *key == result);
            let (_, _, placings) = result.ok_or_else(unknown)?;
            let note = plain(&text_of(inside, name::NOTE)).replace('\n', " ");
            let game = GameId(i64::from(number));
            let corrected = handlers
                .app
                .correct_result(moderator, game, placings)
                .await?;
            let words = texts::corrected(&corrected, asker.request.user, game.0, &cut(&note, 600));
            Ok(Answer {
                keep: asker.keep(asker.here()),
                ..Answer::say(Reply::public(words))
            })
        }
        _ => Err(AppError::Plain(texts::UNKNOWN_COMMAND.to_owned())),
    }
}
