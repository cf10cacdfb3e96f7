//! Hostile input drawn at random: legal texts with something changed, and texts of any kind.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rookery::games::GAMES;
use rookery::rules::Values;
use serde_json::{Value, json};

use super::targets::TARGETS;
use super::texts::{checkpoint, notation, options, position, walk};

/// A change to a text: its position, its kind, and the new character.
type Edit = (prop::sample::Index, u8, char);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let letter = prop_oneof![
        4 => proptest::char::ranges(std::borrow::Cow::Borrowed(&['a'..='h', '0'..='9', 'A'..='Z'])),
        2 => prop::sample::select(vec!['-', 'x', '+', '@', ',', ':', '=', '>', '~', '&', '/', ' ', '(', '|', ';', '.']),
        1 => any::<char>(),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0_u8..5, letter), 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, what, letter) in edits {
        let place = at.index(letters.len() + 1);
        match what {
            0 => letters.insert(place, *letter),
            1 if place < letters.len() => {
                letters.remove(place);
            }
            2 if place < letters.len() => letters[place] = *letter,
            3 => letters.truncate(place),
            4 => {
                let copy: Vec<char> = letters[place..].to_vec();
                letters.extend(copy);
            }
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// Returns odd texts in the place of an option's value.
fn odd() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-hA-Z0-9@,:=>~&+x./| -]{0,16}",
        2 => "\\PC{0,24}",
        1 => any::<String>(),
        1 => (any::<char>(), 0_usize..20_000).prop_map(|(letter, count)| letter.to_string().repeat(count)),
    ]
}

/// Runs so many cases of every kind of input for every game.
///
/// # Errors
/// The smallest input found that breaks a promise.
pub fn run(cases: u32, seed: [u8; 32]) -> Result<(), String> {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    for kind in GAMES.iter().copied() {
        let named = |what: &str, error: String| format!("{}: {what}: {error}", kind.key);
        runner
            .run(
                &(
                    0_u64..64,
                    any::<prop::sample::Index>(),
                    edits(),
                    odd(),
                    any::<bool>(),
                ),
                |(seed, pick, edits, odd, wild)| {
                    let game = walk(kind, seed);
                    let legal = game.legal();
                    let text = match legal.get(pick.index(legal.len().max(1))) {
                        Some(mv) if !wild => edited(mv, &edits),
                        _ => odd,
                    };
                    notation(&*game, &text);
                    Ok::<_, TestCaseError>(())
                },
            )
            .map_err(|error| named("notation", error.to_string()))?;
        runner
            .run(
                &(0_u64..64, edits(), odd(), 0_u8..8),
                |(seed, edits, odd, wild)| {
                    let game = walk(kind, seed);
                    let text = if wild == 0 {
                        odd
                    } else {
                        edited(&game.text(), &edits)
                    };
                    position(kind, game.options(), &text);
                    Ok::<_, TestCaseError>(())
                },
            )
            .map_err(|error| named("position", error.to_string()))?;
        runner
            .run(&(0_u64..64, edits()), |(seed, edits)| {
                let game = walk(kind, seed);
                checkpoint(&*game, &edited(&game.checkpoint(), &edits));
                Ok::<_, TestCaseError>(())
            })
            .map_err(|error| named("checkpoint", error.to_string()))?;
        let keys: Vec<&'static str> = kind
            .options
            .iter()
            .map(|spec| spec.key)
            .chain(["nonsense"])
            .collect();
        let values: Vec<String> = kind
            .options
            .iter()
            .flat_map(|spec| match spec.values {
                Values::OneOf(values) | Values::Joined { values, .. } => values
                    .iter()
                    .map(|(value, _)| (*value).to_owned())
                    .collect(),
                Values::Number { min, max, .. } => {
                    vec![min.to_string(), max.to_string(), u64::MAX.to_string()]
                }
            })
            .chain(["".to_owned()])
            .collect();
        let value = prop_oneof![3 => prop::sample::select(values), 1 => odd()];
        let pairs = prop::collection::vec((prop::sample::select(keys), value), 0..6);
        runner
            .run(&pairs, |pairs| {
                options(kind, &pairs.into_iter().collect());
                Ok::<_, TestCaseError>(())
            })
            .map_err(|error| named("options", error.to_string()))?;
    }
    Ok(())
}

/// Returns replacements for a part of an interaction.
fn replacement() -> impl Strategy<Value = Option<Value>> {
    let texts = prop::sample::select(vec![
        "",
        "0",
        "-1",
        "1",
        "18446744073709551615",
        "18446744073709551616",
        "@everyone <@101> <@&5> **`_#",
        "\u{202e}\u{0}\u{feff}\n",
        "' OR 1=1 --",
    ]);
    prop_oneof![
        2 => Just(None),
        1 => Just(Some(Value::Null)),
        1 => any::<bool>().prop_map(|set| Some(json!(set))),
        2 => any::<i64>().prop_map(|number| Some(json!(number))),
        1 => any::<f64>().prop_map(|number| Some(json!(number))),
        1 => prop_oneof![Just(json!([])), Just(json!({})), Just(json!([[[]]]))].prop_map(Some),
        4 => texts.prop_map(|text| Some(json!(text))),
        3 => odd().prop_map(|text| Some(json!(text))),
    ]
}

/// Returns the number of parts of a value, itself included.
fn parts(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(parts).sum(),
        Value::Object(members) => members.values().map(parts).sum(),
        _ => 0,
    }
}

/// Replaces the part of that number, or removes it.
fn replace(value: &mut Value, number: usize, by: Option<&Value>) {
    fn inside<'v>(
        items: impl Iterator<Item = (String, &'v mut Value)>,
        mut number: usize,
        by: Option<&Value>,
    ) -> Option<String> {
        for (key, item) in items {
            if number == 0 {
                match by {
                    Some(by) => *item = by.clone(),
                    None => return Some(key),
                }
                return None;
            }
            let size = parts(item);
            if number < size {
                replace(item, number, by);
                return None;
            }
            number -= size;
        }
        None
    }
    let Some(within) = number.checked_sub(1) else {
        *value = by.cloned().unwrap_or_default();
        return;
    };
    match value {
        Value::Array(items) => {
            let numbered = (0..).map(|index: usize| index.to_string());
            let gone = inside(numbered.zip(items.iter_mut()), within, by);
            if let Some(index) = gone.and_then(|index| index.parse::<usize>().ok()) {
                items.remove(index);
            }
        }
        Value::Object(members) => {
            let named = members.iter_mut().map(|(key, item)| (key.clone(), item));
            if let Some(key) = inside(named, within, by) {
                members.remove(&key);
            }
        }
        _ => {}
    }
}

/// Runs so many cases against every target: good inputs with something changed.
///
/// # Errors
/// The smallest input found that breaks a promise.
pub fn aim(cases: u32, seed: [u8; 32]) -> Result<(), String> {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, rng);
    for target in TARGETS {
        let seeds = (target.seeds)();
        let named = |error: String| format!("{}: {error}", target.name);
        runner
            .run(
                &(any::<prop::sample::Index>(), edits(), odd(), 0_u8..12),
                |(pick, edits, odd, wild)| {
                    let good = pick.get(&seeds);
                    let input = match wild {
                        0 => [&good[..good.len().min(1)], odd.as_bytes()].concat(),
                        _ => edited(&String::from_utf8_lossy(good), &edits).into_bytes(),
                    };
                    (target.run)(&input);
                    Ok::<_, TestCaseError>(())
                },
            )
            .map_err(|error| named(error.to_string()))?;
        let whole: Vec<Value> = seeds
            .iter()
            .filter_map(|seed| serde_json::from_slice(seed).ok())
            .collect();
        if whole.is_empty() {
            continue;
        }
        // Random changes of letters seldom leave valid JSON: here its parts are changed.
        let changes = prop::collection::vec((any::<prop::sample::Index>(), replacement()), 1..4);
        runner
            .run(
                &(any::<prop::sample::Index>(), changes),
                |(pick, changes)| {
                    let mut value = pick.get(&whole).clone();
                    for (part, by) in changes {
                        let number = part.index(parts(&value));
                        replace(&mut value, number, by.as_ref());
                    }
                    (target.run)(value.to_string().as_bytes());
                    Ok::<_, TestCaseError>(())
                },
            )
            .map_err(|error| named(error.to_string()))?;
    }
    Ok(())
}
