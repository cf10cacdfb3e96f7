//! The option `options` of `/new`, `/event new` and `/season start`: settings of a game in one text such as
//! `board=chamber pawns=berlin`.
//!
//! A command with more than a dozen options is hard to use, above all on a phone.

use std::collections::BTreeMap;

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::name;
use super::slash_command::text_of;
use crate::app::AppError;
use crate::discord::suggestion::Suggestion;
use crate::games;
use crate::notation::excerpt;
use crate::rules::wording::listed;
use crate::rules::{GameInfo, OptionSpec, Options, Values};

/// The most settings for which a game has separate options in `/new`; a game with more has them in one text.
const APART: usize = 4;

/// Chooses the options that a text can set.
type Among = fn(&GameInfo, &OptionSpec) -> bool;

/// True if an option of a game is part of `/new`'s text. Twists have separate options: many tables are opened for one.
pub fn is_together(kind: &GameInfo, spec: &OptionSpec) -> bool {
    kind.options.len() > APART && !matches!(spec.values, Values::Joined { .. })
}

/// Returns the option of `/new` that holds these settings; `None` if there are no settings.
pub(super) fn together(specs: &[&OptionSpec]) -> Option<CreateCommandOption> {
    specs.first()?;
    let examples = specs.iter().filter_map(|spec| match spec.values {
        Values::OneOf([_, (value, _), ..]) => Some(format!("{}={value}", spec.key)),
        _ => None,
    });
    let examples: Vec<String> = examples.take(2).collect();
    let about = format!("Finer rules, such as {}", examples.join(" "));
    let option = CreateCommandOption::new(CommandOptionType::String, name::OPTIONS, about);
    Some(option.set_autocomplete(true).max_length(200))
}

/// Returns the values in a typed text by their keys. A value that only one option has may come without its key.
///
/// # Errors
/// A part is no option of the game, or an option is set twice. The game itself checks the values.
pub(super) fn read(kind: &GameInfo, text: &str) -> Result<BTreeMap<&'static str, String>, String> {
    let mut found = BTreeMap::new();
    for part in parts(kind, text, is_together) {
        let (spec, value) =
            setting(kind, &part, is_together).ok_or_else(|| unknown(kind, &part, is_together))?;
        if found.insert(spec.key, value).is_some() {
            return Err(twice(spec.key));
        }
    }
    Ok(found)
}

/// Returns the option of a command that is for any game, whose text [`chosen`] reads.
pub(super) fn whole() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::OPTIONS,
        "A variant, or finer rules such as board=chamber",
    )
    .set_autocomplete(true)
    .max_length(200)
}

/// Returns the key of the game that a command names, with its options.
///
/// # Errors
/// An unknown game, or those of [`read_all`].
pub(super) fn chosen(options: &[CommandDataOption]) -> Result<(String, Options), AppError> {
    let game = text_of(options, name::GAME);
    let kind = games::find(&game).ok_or_else(|| AppError::Plain(games::unknown(&game)))?;
    let read = read_all(kind, &text_of(options, name::OPTIONS));
    Ok((game, read.map_err(AppError::Plain)?))
}

/// Returns the options in a typed text that can name a variant and set any option of the game, such as
/// `chamber mutator=atomic`.
///
/// # Errors
/// A part is neither, a second variant is named, an option is set twice or against the variant, or the game refuses the
/// values.
fn read_all(kind: &GameInfo, text: &str) -> Result<Options, String> {
    let any: Among = |_, _| true;
    let mut options = Options::new();
    let mut named = None;
    for part in parts(kind, text, any) {
        let mut variants = kind.variants.iter();
        let set: Vec<(&str, String)> = match variants.find(|variant| variant.key == part) {
            Some(variant) => {
                if named.replace(variant.name).is_some() {
                    return Err("Name one variant, not two.".to_owned());
                }
                let pairs = variant.options.iter();
                pairs
                    .map(|(key, value)| (*key, (*value).to_owned()))
                    .collect()
            }
            None => {
                let found = setting(kind, &part, any).ok_or_else(|| neither(kind, &part))?;
                vec![(found.0.key, typed(found.0, &found.1))]
            }
        };
        for (key, value) in set {
            if options.get(key).is_some() {
                return Err(twice(key));
            }
            options.set(key, value);
        }
    }
    let resolved = kind.resolve(&options);
    resolved
        .map(|_| options)
        .map_err(|refused| refused.sentence)
}

/// Returns the refusal of a part that is neither a variant nor a setting.
fn neither(kind: &GameInfo, part: &str) -> String {
    let variants: Vec<&str> = kind.variants.iter().map(|variant| variant.key).collect();
    let options = unknown(kind, part, |_, _| true);
    match variants.is_empty() {
        true => options,
        false => format!("{options} Its variants: {}.", listed(&variants)),
    }
}

/// Returns the value of an option that a user typed, or took from the suggestions and extended.
pub(super) fn typed(spec: &OptionSpec, text: &str) -> String {
    let Values::Joined { values, .. } = spec.values else {
        return spec.typed(text);
    };
    let meaning = |value: &str| {
        let last = value.rsplit('+').next()?.trim().to_lowercase();
        let known = values.iter().find(|(value, _)| *value == last);
        known.map(|(_, meaning)| *meaning)
    };
    spec.typed(without_remark(text, meaning))
}

/// Returns suggestions for an unfinished text: the settings that its last part may become.
pub fn suggest(kind: &'static GameInfo, typed: &str) -> Vec<Suggestion> {
    let typed = typed.to_lowercase();
    let (before, part) = match typed.rsplit_once([' ', ',']) {
        Some((before, part)) => (before.trim(), part),
        None => ("", typed.as_str()),
    };
    let Ok(set) = read(kind, before) else {
        return Vec::new();
    };
    let options: Options = set
        .iter()
        .map(|(key, value)| (*key, value.clone()))
        .collect();
    let mut suggestions = Vec::new();
    for spec in kind.options.iter().filter(|spec| is_together(kind, spec)) {
        let has_effect = spec
            .needs()
            .is_none_or(|(key, value)| options.is(key, value));
        if set.contains_key(spec.key) || !has_effect {
            continue;
        }
        for (value, label, meaning) in values(spec) {
            let setting = format!("{}={value}", spec.key);
            let mut wanted = options.clone();
            wanted.set(spec.key, value);
            let meant = setting.contains(part) || meaning.contains(part);
            if meant && kind.new_game(&wanted).is_ok() {
                let whole = |setting: &str| format!("{before} {setting}").trim().to_owned();
                let name = whole(&format!("{}={label}", spec.key));
                suggestions.push(Suggestion::new(
                    format!("{name}: {meaning}"),
                    whole(&setting),
                ));
            }
        }
    }
    suggestions
}

/// Returns the suggestions for an option: value, label and meaning. A number is suggested with its default value.
fn values(spec: &OptionSpec) -> Vec<(String, String, &'static str)> {
    match spec.values {
        Values::OneOf(values) => {
            let others = values.iter().skip(1);
            let line = |(value, meaning): &(&str, &'static str)| {
                ((*value).to_owned(), (*value).to_owned(), *meaning)
            };
            others.map(line).collect()
        }
        Values::Number { min, max, default } => {
            vec![(default.to_string(), format!("{min}-{max}"), spec.about)]
        }
        Values::Joined { .. } => Vec::new(),
    }
}

/// Returns a text without the remark of a suggestion, in case the user typed on after taking one, which keeps its
/// label. Only exactly that remark after the colon is removed.
pub(super) fn without_remark(text: &str, meaning: impl Fn(&str) -> Option<&'static str>) -> &str {
    let is_remark = |remark: &str, meaning: &str| {
        let (remark, meaning) = (remark.trim().to_lowercase(), meaning.to_lowercase());
        let cut = remark.strip_suffix('…');
        remark == meaning || cut.is_some_and(|begun| meaning.starts_with(begun))
    };
    match text.split_once(": ") {
        Some((value, remark))
            if meaning(value).is_some_and(|meaning| is_remark(remark, meaning)) =>
        {
            value
        }
        _ => text,
    }
}

/// Splits a text into the parts that set an option each.
fn parts(kind: &GameInfo, text: &str, among: Among) -> Vec<String> {
    let text = text.to_lowercase();
    // A suggestion explains its last setting.
    let meaning = |settings: &str| {
        let (spec, value) = setting(kind, settings.rsplit([' ', ',']).next()?, among)?;
        let mut values = values(spec).into_iter();
        let (_, _, meaning) =
            values.find(|(known, label, _)| *known == value || *label == value)?;
        settings.contains('=').then_some(meaning)
    };
    let text = without_remark(&text, meaning);
    let text = text.replace(": ", "=").replace(" = ", "=");
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// Returns the option that a part sets, and its value.
fn setting(kind: &GameInfo, part: &str, among: Among) -> Option<(&'static OptionSpec, String)> {
    let mut specs = kind.options.iter().filter(|spec| among(kind, spec));
    if let Some((key, value)) = part.split_once(['=', ':']) {
        let spec = specs.find(|spec| spec.key == key)?;
        return (!value.contains('=')).then(|| (spec, value.to_owned()));
    }
    let mut has = specs.filter(|spec| match spec.values {
        Values::OneOf(values) => values.iter().any(|(value, _)| *value == part),
        Values::Joined { .. } | Values::Number { .. } => false,
    });
    let only = has.next().filter(|_| has.next().is_none())?;
    Some((only, part.to_owned()))
}

fn twice(key: &str) -> String {
    format!("The option {key} is there twice.")
}

fn unknown(kind: &GameInfo, part: &str, among: Among) -> String {
    let specs = kind.options.iter().filter(|spec| among(kind, spec));
    let keys: Vec<String> = specs.map(|spec| spec.key.to_owned()).collect();
    if keys.is_empty() {
        return format!("{} has no such options.", kind.name);
    }
    format!(
        "{} has no option \"{}\". It has {}. Write them as key=value, with spaces between them.",
        kind.name,
        excerpt(part),
        listed(&keys)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn rich() -> &'static GameInfo {
        games::GAMES
            .iter()
            .copied()
            .find(|kind| kind.options.iter().any(|spec| spec.key == "planar"))
            .expect("the game with the most options")
    }

    #[test]
    fn settings_are_read_with_and_without_their_keys() {
        let read = read(rich(), " board=chamber, Berlin  seed:7 ").unwrap();
        let read: Vec<_> = read.iter().map(|(k, v)| (*k, v.as_str())).collect();
        assert_eq!(
            read,
            [("board", "chamber"), ("pawns", "berlin"), ("seed", "7")]
        );
        let label = "board=chamber pawns=berlin: diagonally, capturing straight ahead";
        assert_eq!(super::read(rich(), label).unwrap().len(), 2);
        assert!(super::read(rich(), "").unwrap().is_empty());
        // Only the remark of a suggestion may follow a colon.
        for bad in [
            "board=chamber: pawns=berlin",
            "board=chamber pawns=berlin: foo",
            "board=chamber foo",
            "board=chamber: five levels: the Mini Tower Game foo",
        ] {
            let read = super::read(rich(), bad);
            assert!(read.is_err(), "{bad}: {read:?}");
        }
        for spaced in ["board: chamber", "Board = chamber"] {
            assert_eq!(super::read(rich(), spaced).unwrap()["board"], "chamber");
        }
    }

    #[test]
    fn a_whole_text_names_a_variant_and_settings() {
        for kind in games::GAMES {
            assert_eq!(read_all(kind, " ").unwrap(), Options::new());
            for variant in kind.variants {
                let read = read_all(kind, variant.key).unwrap();
                assert_eq!(read, variant.options.iter().copied().collect());
                for junk in [" xyz", "!xyz", "; 1", " nonsense=1"] {
                    let text = format!("{}{junk}", variant.key);
                    assert!(read_all(kind, &text).is_err(), "{text}");
                }
                for option in kind.options {
                    let text = format!("{0}=1 {0}=2", option.key);
                    assert!(read_all(kind, &text).is_err(), "{text}");
                }
            }
        }
        let both = read_all(rich(), "chamber, Mutator=atomic").unwrap();
        assert_eq!(
            (both.get("board"), both.get("mutator")),
            (Some("chamber"), Some("atomic"))
        );
        for (text, why) in [
            ("board=tower chamber", "board is there twice"),
            ("chamber board=tower", "board is there twice"),
            ("chamber berlin", "one variant"),
            ("colour=red", "Its variants"),
        ] {
            let refused = read_all(rich(), text).unwrap_err();
            assert!(refused.contains(why), "{text}: {refused}");
        }
    }

    #[test]
    fn what_is_no_option_or_set_twice_is_refused() {
        let unknown = read(rich(), "colour=red").unwrap_err();
        assert!(
            unknown.contains("no option \"colour=red\"") && unknown.contains("board"),
            "{unknown}"
        );
        let twice = read(rich(), "board=chamber chamber").unwrap_err();
        assert_eq!(twice, "The option board is there twice.");
        // A twist has a separate option.
        assert!(read(rich(), "mutator=atomic").is_err());
    }

    #[test]
    fn suggestions_go_with_what_is_typed_already() {
        let values = |typed: &str| -> Vec<String> {
            suggest(rich(), typed)
                .into_iter()
                .map(|suggestion| suggestion.value)
                .collect()
        };
        assert!(values("").contains(&"board=chamber".to_owned()));
        assert_eq!(values("board=chamber ber"), ["board=chamber pawns=berlin"]);
        // It has an effect only with riders=tripunch.
        assert_eq!(values("planar"), ["riders=tripunch"]);
        assert_eq!(
            values("riders=tripunch planar"),
            ["riders=tripunch planar=hook"]
        );
        assert_eq!(values("setup=shuffle see"), ["setup=shuffle seed=0"]);
        // One value allows no other option.
        assert!(values("rules=shogi ").is_empty());
        for value in values("") {
            assert!(read(rich(), &value).is_ok(), "{value}");
        }
    }
}
