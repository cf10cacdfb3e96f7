//! Names of games, variants and twists as people write them.

use crate::games::GAMES;
use crate::rules::{GameInfo, OptionSpec, Values};

/// Words that do not distinguish games.
const FILLERS: &[&str] = &["the", "chess", "game", "variant", "setup", "and", "with"];

/// Maximum number of words in the name of a game with its options.
const MOST_WORDS: usize = 24;

/// The meaning of a name.
#[derive(Debug)]
pub(super) struct Named {
    /// The options that it sets.
    pub settings: Vec<(&'static str, String)>,
    /// True for a name of the usual variant.
    pub usual: bool,
}

/// Returns the game and the options that a text names: `Four Towers`, `Tower Game (Chamber)`, `four-fold`. `None` if
/// any word is unknown.
pub(super) fn game(text: &str) -> Option<(&'static GameInfo, Named)> {
    let words = words(text);
    if words.len() > MOST_WORDS {
        return None;
    }
    let mut found: Vec<(usize, &'static GameInfo, Vec<String>)> = Vec::new();
    for kind in GAMES {
        let names = [kind.key.to_owned(), self::words(kind.name).concat()];
        let runs =
            (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
        let longest = runs
            .filter(|(from, to)| names.contains(&words[*from..*to].concat()))
            .max_by_key(|(from, to)| to - from);
        if let Some((from, to)) = longest {
            let rest = [&words[..from], &words[to..]].concat();
            found.push((to - from, kind, rest));
        }
    }
    let longest = found.iter().map(|(length, ..)| *length).max()?;
    found.retain(|(length, ..)| *length == longest);
    match found.as_slice() {
        [(_, kind, rest)] => Some((kind, settings(kind, rest)?)),
        _ => None,
    }
}

/// Reads the name of a variant or of twists, with or without the game's name.
pub(super) fn variant(kind: &'static GameInfo, text: &str) -> Option<Named> {
    let words = words(text);
    if words.len() > MOST_WORDS {
        return None;
    }
    settings(kind, &words).or_else(|| {
        let (named, settings) = game(text)?;
        (named.key == kind.key).then_some(settings)
    })
}

/// Returns the significant words of a name.
fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’'], "");
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && !FILLERS.contains(word));
    words
        .map(|word| if word == "4" { "four" } else { word }.to_owned())
        .collect()
}

/// Reads the options that words set; `None` if a word sets none, or two words set the same option differently.
fn settings(kind: &'static GameInfo, words: &[String]) -> Option<Named> {
    let mut named = Named {
        settings: Vec::new(),
        usual: false,
    };
    let mut rest = words;
    while !rest.is_empty() {
        let known = (1..=rest.len())
            .rev()
            .find_map(|length| Some((length, setting(kind, &rest[..length])?)));
        let (length, set) = known?;
        named.usual |= set.is_empty();
        for (key, value) in set {
            let joins = kind.twist_option().is_some_and(|(twist, _)| twist == key);
            match named.settings.iter_mut().find(|(known, _)| *known == key) {
                None => named.settings.push((key, value)),
                Some((_, set)) if joins => *set = format!("{set}+{value}"),
                Some((_, set)) if *set == value => {}
                Some(_) => return None,
            }
        }
        rest = &rest[length..];
    }
    Some(named)
}

/// Reads the options that one name of a variant, value or option sets; empty for the usual variant.
fn setting(kind: &'static GameInfo, name: &[String]) -> Option<Vec<(&'static str, String)>> {
    let joined = name.concat();
    let own = |settings: &[(&'static str, &'static str)]| {
        settings
            .iter()
            .map(|(key, value)| (*key, (*value).to_owned()))
            .collect()
    };
    for variant in kind.variants {
        let short = variant.name.split(" (").next().unwrap_or_default();
        let names = [
            words(variant.key).concat(),
            words(variant.name).concat(),
            words(short).concat(),
        ];
        if names.contains(&joined) {
            return Some(own(variant.options));
        }
    }
    let values: Vec<(&'static str, String)> = kind
        .options
        .iter()
        .flat_map(|spec| values(spec, &joined))
        .collect();
    if let [one] = values.as_slice() {
        return Some(vec![one.clone()]);
    }
    // `Mini Tower Game`: a word that occurs in the name of one variant only.
    let [word] = name else { return None };
    let mut having = kind
        .variants
        .iter()
        .filter(|variant| words(variant.name).contains(word));
    let only = having.next().filter(|_| having.next().is_none())?;
    Some(own(only.options))
}

/// Returns the values of an option that have this name, its words joined.
fn values(spec: &'static OptionSpec, name: &str) -> Vec<(&'static str, String)> {
    let values: &[(&str, &str)] = match spec.values {
        Values::OneOf(values) | Values::Joined { values, .. } => values,
        Values::Number { .. } => &[],
    };
    let key = words(spec.key).concat();
    let typed = spec.typed(name);
    let named = values.iter().filter(|(value, _)| match *value {
        "on" => name == key,
        "off" => name.strip_prefix("no") == Some(&key),
        value => words(value).concat() == name || value == typed,
    });
    named
        .map(|(value, _)| (spec.key, (*value).to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        let (kind, named) = game(text)?;
        let mut settings = named.settings;
        settings.sort();
        let settings = settings
            .iter()
            .map(|(key, value)| format!(" {key}={value}"));
        Some(format!("{}{}", kind.key, settings.collect::<String>()))
    }

    #[test]
    fn games_are_read_as_people_call_them() {
        for (text, game) in [
            ("abstract", "abstract"),
            ("Abstract Chess", "abstract"),
            ("Four-Fold Chess", "fourfold"),
            ("four-fold", "fourfold"),
            ("Four Fold", "fourfold"),
            ("4-fold chess", "fourfold"),
            ("FOURFOLD", "fourfold"),
            ("Four Seasons", "seasons"),
            ("four seasons chess", "seasons"),
            ("Four Towers", "towers"),
            ("4 towers", "towers"),
            ("Tower Game", "tower"),
            ("The Tower Game", "tower"),
            ("Tower Game (Chamber)", "tower board=chamber"),
            ("Mini Tower Game (The Chamber Game)", "tower board=chamber"),
            ("The Berlin Tower Game", "tower pawns=berlin"),
            ("Shogi Tower Game", "tower rules=shogi"),
            ("Tower Game, alternate setup", "tower setup=alternate"),
            (
                "Tower Game (Berlin, Atomic and Half)",
                "tower mutator=atomic+half pawns=berlin",
            ),
            ("Atomic Tower Game", "tower mutator=atomic"),
            ("Tower Game: Doppleganger", "tower mutator=doppelganger"),
            ("Marseillaise Tower Game", "tower mutator=marseillais"),
            (
                "Abstract Chess (Aronson's powers)",
                "abstract powers=aronson",
            ),
            (
                "Abstract Chess (Aronson’s powers, Move and transfer)",
                "abstract powers=aronson turn=double",
            ),
            ("Abstract Chess (no-repeat)", "abstract turn=no-repeat"),
            ("Four Seasons (with dice)", "seasons dice=on"),
            ("Four Seasons (dice, stakes)", "seasons dice=on stakes=on"),
            (
                "Four Seasons (removed, no stakes)",
                "seasons mated=removed stakes=off",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Some(game), "{text}");
        }
    }

    #[test]
    fn a_name_with_an_unknown_word_or_two_meanings_is_none() {
        for text in [
            "",
            "chess",
            "the game",
            "Four",
            "Tower Game foo",
            "Atomic Four Towers",
            "Four Towers Tower Game",
            "Tower Game (Chamber, Tower, xyz)",
            "Abstract Chess (Aronson's powers, Neto's rules xyz)",
            "Abstract Seasons",
            &"Tower Game (Chamber) ".repeat(1_000),
            "Tower Game (chamber standard berlin)",
            "Towerr",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
