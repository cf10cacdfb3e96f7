//! From what Discord delivers to what somebody asks for. Pure: nothing is looked up and nothing is sent.

use serenity::model::application::{
    CommandData, CommandDataOption, CommandDataOptionValue, ComponentInteractionDataKind,
};
use serenity::model::channel::ChannelType;

use super::commands::{self, name};
use super::press::Press;
use super::texts;
use crate::app::{NewGame, Which};
use crate::notation::excerpt;
use crate::rules::{Kind, Options, Seat};
use crate::table::{GameId, UserId};

/// What a slash command asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Open a table, in a thread of its own if `thread`.
    New {
        /// The table.
        new: NewGame,
        /// Whether a thread is wanted.
        thread: bool,
    },
    /// Make a move.
    Move {
        /// In which match.
        which: Which,
        /// What was typed.
        text: String,
    },
    /// See the board.
    Board {
        /// Of which match.
        which: Which,
        /// The piece whose moves are to be marked.
        piece: Option<String>,
    },
    /// List one's matches.
    Games,
    /// List the moves.
    History {
        /// Of which match.
        which: Which,
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
        which: Which,
    },
    /// How to play here.
    Help,
}

/// What autocomplete asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typing {
    /// Moves.
    Move {
        /// In which match.
        which: Which,
        /// What was typed so far.
        typed: String,
    },
    /// Pieces to look at.
    Piece {
        /// In which match.
        which: Which,
        /// What was typed so far.
        typed: String,
    },
    /// One's matches.
    Game {
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
pub fn command(data: &CommandData, games: &[&'static Kind]) -> Result<Asked, String> {
    let options = &data.options;
    match data.name.as_str() {
        "new" => new_game(data, games),
        "move" => Ok(Asked::Move {
            which: which(options)?,
            text: string(options, name::MOVE).unwrap_or_default().to_owned(),
        }),
        "board" => Ok(Asked::Board {
            which: which(options)?,
            piece: string(options, name::PIECE).and_then(square),
        }),
        "games" => Ok(Asked::Games),
        "history" => Ok(Asked::History {
            which: which(options)?,
        }),
        "rules" => Ok(Asked::Rules {
            game: string(options, name::GAME).map(str::to_owned),
            topic: string(options, name::TOPIC)
                .map(str::trim)
                .filter(|topic| !topic.is_empty())
                .map(str::to_owned),
        }),
        "resign" => Ok(Asked::Resign {
            which: which(options)?,
        }),
        "help" => Ok(Asked::Help),
        _ => Err(texts::UNKNOWN_COMMAND.to_owned()),
    }
}

/// Reads what is being typed; `None` where nothing can be suggested.
pub fn typing(data: &CommandData) -> Option<Typing> {
    let focused = data.autocomplete()?;
    let typed = focused.value.to_owned();
    // The `game` option may be half typed or nonsense while another option is being typed.
    let which = which(&data.options).unwrap_or(Which::Here);
    match (data.name.as_str(), focused.name) {
        ("rules", name::TOPIC) => Some(Typing::Topic {
            game: string(&data.options, name::GAME).map(str::to_owned),
            typed,
        }),
        (_, name::MOVE) => Some(Typing::Move { which, typed }),
        (_, name::PIECE) => Some(Typing::Piece { which, typed }),
        (_, name::GAME) => Some(Typing::Game { typed }),
        _ => None,
    }
}

/// Reads a press of a button, or a choice from a menu; `None` where it is none of ours.
pub fn press(custom_id: &str, kind: &ComponentInteractionDataKind) -> Option<Press> {
    let press = Press::parse(custom_id)?;
    let value = match kind {
        ComponentInteractionDataKind::Button => None,
        ComponentInteractionDataKind::StringSelect { values } => match values.as_slice() {
            [value] => Some(value.as_str()),
            _ => return None,
        },
        _ => return None,
    };
    let digits = |text: &str| {
        (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(())
    };
    match (press, value) {
        (
            Press::Pick {
                game, ply, path, ..
            },
            Some(value),
        ) => {
            digits(value)?;
            Some(Press::Choose {
                game,
                ply,
                path: path.then(value.parse().ok()?),
                page: 0,
            })
        }
        (Press::RulesMenu { key }, Some(value)) => {
            digits(value)?;
            Some(Press::Rules {
                key,
                page: value.parse().ok()?,
            })
        }
        (Press::Show, Some(value)) => Some(Press::View {
            game: game_number(value)?,
            ply: u32::MAX,
        }),
        (Press::Pick { .. } | Press::RulesMenu { .. } | Press::Show, None) => None,
        (_, Some(_)) => None,
        (press, None) => Some(press),
    }
}

/// Whether a match begun from this kind of channel can have a thread of its own there.
pub fn can_thread(channel: Option<ChannelType>) -> bool {
    matches!(channel, Some(ChannelType::Text | ChannelType::News))
}

fn new_game(data: &CommandData, games: &[&'static Kind]) -> Result<Asked, String> {
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
            options.set(spec.key, value);
        }
    }
    let seat = match string(given, name::SIDE) {
        None | Some(name::RANDOM) => None,
        Some(side) => Some(seat(kind, side).ok_or_else(unknown)?),
    };
    Ok(Asked::New {
        new: NewGame {
            game: kind.key.to_owned(),
            options,
            opponents,
            seat,
        },
        thread: string(given, name::PLACE) != Some(name::HERE),
    })
}

/// The square of a piece that was typed or taken from the suggestions: `Ng1` stands on `g1`, `+Rcc5` on `cc5`.
fn square(text: &str) -> Option<String> {
    let text = text.trim();
    let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '+');
    let named = if bare.is_empty() { text } else { bare };
    (!named.is_empty()).then(|| named.to_lowercase())
}

fn seat(kind: &Kind, side: &str) -> Option<Seat> {
    kind.seat_named(side)
}

/// Which match a `game` option names; the one here where there is none.
fn which(options: &[CommandDataOption]) -> Result<Which, String> {
    match string(options, name::GAME) {
        None => Ok(Which::Here),
        Some(text) => game_number(text).map(Which::Game).ok_or_else(|| {
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

fn string<'a>(options: &'a [CommandDataOption], name: &str) -> Option<&'a str> {
    match value(options, name)? {
        CommandDataOptionValue::String(text) => Some(text),
        CommandDataOptionValue::Autocomplete { value, .. } => Some(value),
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

fn user(options: &[CommandDataOption], name: &str) -> Option<UserId> {
    match value(options, name)? {
        CommandDataOptionValue::User(user) => Some(UserId(user.get())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{OptionSpec, Rejection, Values, Variant};
    use serde_json::{Value, json};

    static KIND: Kind = Kind {
        key: "plain",
        name: "Plain Game",
        credit: "nobody, 2026",
        summary: "A game for tests",
        seats: &["white", "black"],
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
        start: |_, _| Err(Rejection::options("No.")),
        read: |_, _, _| Err(Rejection::options("No.")),
        draws: |_| None,
        lessons: Vec::new,
    };

    fn data(value: Value) -> CommandData {
        serde_json::from_value(value).unwrap()
    }

    fn read(name: &str, options: Value) -> Result<Asked, String> {
        let data = data(json!({"id": "1", "name": name, "type": 1, "options": options}));
        command(&data, &[&KIND])
    }

    fn new(options: Value) -> Result<Asked, String> {
        let data = data(json!({
            "id": "1", "name": "new", "type": 1,
            "options": [{"name": "plain-game", "type": 1, "options": options}],
            "resolved": {"users": {
                "8": {"id": "8", "username": "bob", "bot": false},
                "9": {"id": "9", "username": "robot", "bot": true},
            }},
        }));
        command(&data, &[&KIND])
    }

    #[test]
    fn a_table_is_read_with_its_variant_and_what_was_said_besides() {
        let Ok(Asked::New { new, thread }) = new(json!([
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
        assert!(!thread);
    }

    #[test]
    fn a_bare_table_is_open_random_and_in_a_thread() {
        let Ok(Asked::New { new, thread }) = new(json!([])) else {
            panic!("not read")
        };
        assert_eq!(new.game, "plain");
        assert!(new.opponents.is_empty() && new.seat.is_none() && thread);
        assert_eq!(new.options, Options::new());
    }

    #[test]
    fn nobody_plays_against_a_bot() {
        let invited = new(json!([{"name": "opponent", "type": 6, "value": "9"}]));
        assert_eq!(invited.unwrap_err(), texts::BOTS_DO_NOT_PLAY);
    }

    #[test]
    fn the_game_option_is_a_number_or_what_autocomplete_shows() {
        let which = |text: &str| {
            read(
                "history",
                json!([{"name": "game", "type": 3, "value": text}]),
            )
        };
        for text in ["12", " #12 ", "12: Plain Game with Bob · 3 moves"] {
            assert_eq!(
                which(text),
                Ok(Asked::History {
                    which: Which::Game(GameId(12))
                })
            );
        }
        for text in ["", "x", "-1", "0", "12x", "99999999999999999999", "<@1>"] {
            let error = which(text).unwrap_err();
            assert!(error.contains("`game`") && !error.contains('<'), "{error}");
        }
        assert_eq!(
            read("history", json!([])),
            Ok(Asked::History { which: Which::Here })
        );
    }

    #[test]
    fn a_piece_is_meant_by_its_square() {
        for (typed, meant) in [
            ("g1", Some("g1")),
            (" Ng1 ", Some("g1")),
            ("+Rcc5", Some("cc5")),
            ("P", Some("p")),
            ("", None),
        ] {
            assert_eq!(square(typed).as_deref(), meant, "{typed}");
        }
    }

    #[test]
    fn unknown_commands_and_games_are_told() {
        assert_eq!(
            read("dance", json!([])).unwrap_err(),
            texts::UNKNOWN_COMMAND
        );
        assert_eq!(read("new", json!([])).unwrap_err(), texts::UNKNOWN_COMMAND);
        let other = json!([{"name": "chess", "type": 1, "options": []}]);
        assert_eq!(read("new", other).unwrap_err(), texts::UNKNOWN_COMMAND);
    }

    #[test]
    fn options_of_a_wrong_type_do_not_panic() {
        for name in ["move", "board", "history", "rules", "resign", "new"] {
            for (kind, value) in [
                (4, json!(3)),
                (5, json!(true)),
                (10, json!(0.5)),
                (6, json!("8")),
            ] {
                for option in ["move", "game", "piece", "topic"] {
                    let _ = read(
                        name,
                        json!([{"name": option, "type": kind, "value": value}]),
                    );
                }
            }
        }
    }

    #[test]
    fn autocomplete_is_read_while_the_game_is_half_typed() {
        let data = data(json!({"id": "1", "name": "move", "type": 1, "options": [
            {"name": "move", "type": 3, "value": "N", "focused": true},
            {"name": "game", "type": 3, "value": "ab"},
        ]}));
        assert_eq!(
            typing(&data),
            Some(Typing::Move {
                which: Which::Here,
                typed: "N".to_owned()
            })
        );
    }

    fn select(values: &[&str]) -> ComponentInteractionDataKind {
        ComponentInteractionDataKind::StringSelect {
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        }
    }

    #[test]
    fn a_choice_from_a_menu_is_a_step_further() {
        assert_eq!(
            press("r1:pick:1:2:3:0", &select(&["30"])),
            Press::parse("r1:choose:1:2:3-30:0")
        );
        assert_eq!(
            press("r1:lessons:plain", &select(&["2"])),
            Press::parse("r1:rules:plain:2")
        );
        assert_eq!(
            press("r1:show", &select(&["5"])),
            Some(Press::View {
                game: GameId(5),
                ply: u32::MAX
            })
        );
    }

    #[test]
    fn buttons_with_values_and_menus_without_are_forged() {
        let button = ComponentInteractionDataKind::Button;
        for id in ["r1:pick:1:2:3:0", "r1:lessons:plain", "r1:show"] {
            assert_eq!(press(id, &button), None);
            for values in [
                &[][..],
                &["x"],
                &["1", "2"],
                &["-1"],
                &["99999999999999999999"],
                &[""],
            ] {
                assert_eq!(press(id, &select(values)), None, "{id} {values:?}");
            }
        }
        assert_eq!(press("r1:cancel", &select(&["1"])), None);
        assert_eq!(press("r1:cancel", &button), Some(Press::Cancel));
    }
}
