//! Tests that a refusal is true and useful: for every game, variant, twist and pair of twists, in positions of random
//! games, texts that miss a legal move by little are refused, and the refusal is checked against the position.
//!
//! A near miss has another sign, promotion, piece, origin, goal or cube after the colon, a piece that is not there, or
//! two moves in one. Each refusal is checked:
//!
//! - its suggestions are legal now, and never the refused text;
//! - every square that it names is on the board, and every piece that it names with its square is there;
//! - it contradicts nothing: no "a rook, not a rook", no "has no knight" if one is on the board or in hand;
//! - a text with a promotion is not called unreadable;
//! - if no sign makes a move legal, the sign does not change the reason.

use std::collections::BTreeSet;

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options, RuleError, RuleErrorKind};

use super::super::contract::settings;
use super::super::twists::twists;
use super::part::{Part, parts, square};
use super::{COMPOSITE, Words};

/// Plies of a game that is played for its positions.
const PLIES: usize = 24;
/// Positions of each game without twists.
const POSITIONS: usize = 100;
/// Plies of a game with one twist, and with two.
const TWISTED: [usize; 2] = [16, 5];
/// Most faults that are shown.
const SHOWN: usize = 10;
/// Letters of which no game has all, so that some name no piece.
const LETTERS: &str = "KQRBNPCJMFWLDSGZ";

/// The refusals of one position, and facts about it.
struct Judge<'g> {
    game: &'g dyn Game,
    /// Words for pieces.
    nouns: BTreeSet<String>,
    /// Letters of the pieces.
    letters: BTreeSet<String>,
    refused: usize,
    faults: Vec<String>,
}

impl<'g> Judge<'g> {
    fn new(game: &'g dyn Game) -> Self {
        let names = game.piece_names();
        let mut nouns: BTreeSet<String> = names.iter().map(|piece| piece.name.clone()).collect();
        nouns.extend([
            "stack".to_owned(),
            "piece".to_owned(),
            "royal stone".to_owned(),
        ]);
        Judge {
            game,
            nouns,
            letters: names.into_iter().map(|piece| piece.letter).collect(),
            refused: 0,
            faults: Vec::new(),
        }
    }

    /// Returns the name of the piece on a square, lower case.
    fn standing(&self, square: &str) -> Option<String> {
        let said = self.game.reach(square)?;
        let end = said.find(&format!(" {square} "))?;
        Some(said[..end].to_lowercase())
    }

    /// Checks the refusal of a text; `None` if it is accepted.
    fn judge(&mut self, text: &str) -> Option<RuleError> {
        let refusal = self.game.parse_move(text).err()?;
        self.refused += 1;
        let about = || {
            let options: Vec<_> = self.game.options().iter().collect();
            format!(
                "{text:?}: {} {:?}\n{} {options:?} {}",
                refusal.sentence,
                refusal.suggestions,
                self.game.kind().key,
                self.game.text()
            )
        };
        let wrong = (refusal.suggestions.iter())
            .find(|it| *it == text || self.game.parse_move(it).as_ref() != Ok(it))
            .map(|it| format!("suggests {it}"))
            .or_else(|| self.untrue(text, &refusal));
        if let Some(wrong) = wrong {
            self.faults.push(format!("{wrong}: {}", about()));
        }
        Some(refusal)
    }

    /// Returns the first false statement of a refusal.
    fn untrue(&self, text: &str, refusal: &RuleError) -> Option<String> {
        let sentence = refusal.sentence.as_str();
        let is_plain = !text.contains(['>', ':', ',', '@']) && Part::of(text).is_some();
        if refusal.kind == RuleErrorKind::Unreadable && is_plain {
            return Some("it reads".to_owned());
        }
        let promotion = text.split_once('=').map_or("", |(_, letter)| letter);
        let strange = promotion.len() == 1 && !self.letters.contains(promotion);
        if strange && is_plain && !sentence.contains(&format!("no piece called {promotion}")) {
            return Some(format!("there is no {promotion}"));
        }
        let bare = |name: &str| {
            let name = name.rsplit_once(" is ").map_or(name, |(_, name)| name);
            let articles = ["your ", "a ", "an "];
            let name = articles.iter().find_map(|it| name.strip_prefix(it));
            name.map(str::to_owned)
        };
        for part in sentence.split(['.', ';', ':']) {
            if let Some((one, other)) = part.split_once(", not ")
                && let (Some(one), Some(other)) = (bare(one), bare(other))
                && one == other
            {
                return Some("the same twice".to_owned());
            }
        }
        let words: Vec<&str> = sentence
            .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '\''))
            .filter(|word| !word.is_empty())
            .collect();
        for word in &words {
            if square(word) == word.len() && !self.is_square(word) {
                return Some(format!("no square {word}"));
            }
        }
        for at in 1..words.len().saturating_sub(1) {
            let (on, place) = (words[at], words[at + 1]);
            if on != "on" || square(place) != place.len() {
                continue;
            }
            if let Some(wrong) = self.misplaced(&words[..at], place, (text, sentence)) {
                return Some(wrong);
            }
        }
        let side = self.game.kind().seat_name(self.game.turn());
        let none = sentence.to_lowercase();
        let none = none.strip_prefix(&format!("{side} has no "));
        if let Some(name) = none.and_then(|rest| rest.strip_suffix('.'))
            && self.nouns.contains(name)
            && self.has(side, name)
        {
            return Some(format!("{side} has a {name}"));
        }
        None
    }

    /// True if a side has a piece of that name, on the board or next to it.
    fn has(&self, side: &str, name: &str) -> bool {
        let words = self.game.alt_text(10_000).to_lowercase();
        let own = words.split(&format!("{side}: ")).nth(1).unwrap_or_default();
        let own = own.split('.').next().unwrap_or_default();
        let held = self.game.status_lines().join(" ").to_lowercase();
        let held = held
            .split(&format!("{side} has in hand: "))
            .nth(1)
            .unwrap_or_default();
        let held = held.split('.').next().unwrap_or_default();
        let is_named = |list: &str| {
            list.split(|c: char| !(c.is_ascii_alphabetic() || c == '-'))
                .any(|word| word.trim_end_matches('s') == name)
        };
        // A promoted piece is another piece.
        is_named(&own.replace(&format!("promoted {name}"), "")) || is_named(held)
    }

    /// Returns the piece that is not on a square, though the words before " on " say so.
    fn misplaced(
        &self,
        before: &[&str],
        place: &str,
        (text, sentence): (&str, &str),
    ) -> Option<String> {
        let before = before.join(" ").to_lowercase();
        let standing = self.standing(place);
        let named = |noun: &&String| before == **noun || before.ends_with(&format!(" {noun}"));
        let noun = self
            .nouns
            .iter()
            .filter(named)
            .max_by_key(|noun| noun.len());
        let is_there = standing
            .as_ref()
            .is_some_and(|it| before.ends_with(it.as_str()));
        let noun = noun.filter(|_| !is_there)?;
        let head = before[..before.len() - noun.len()].trim_end();
        let article = head.rsplit(' ').next().unwrap_or_default();
        // "needs a bishop on d5"; or what the mover would do or suffer on its new square.
        let supposes = ["would", "attack", "threat"];
        let is_supposed = text.contains(place) && supposes.iter().any(|it| sentence.contains(it));
        let is_open = matches!(article, "a" | "an" | "no") || is_supposed;
        let is_general = standing.is_some() && matches!(noun.as_str(), "piece" | "stack");
        (!is_open && !is_general).then(|| format!("the {noun} is not on {place}"))
    }

    fn is_square(&self, name: &str) -> bool {
        let read = self.game.parse_move(name);
        read.err()
            .is_none_or(|refusal| refusal.kind != RuleErrorKind::Unreadable)
    }
}

/// Returns texts that miss a legal move by little.
fn near_misses(text: &str, other: &str, words: &Words, dice: &mut ChaCha8Rng) -> Vec<String> {
    let mut texts = Vec::new();
    let letter = |dice: &mut ChaCha8Rng| LETTERS.chars().choose(dice).unwrap();
    for op in words.ops.iter().chain(&['x', '-', '@']) {
        texts.push(text.replacen(['-', 'x', '&', '@', '~', '>', '+'], &op.to_string(), 1));
    }
    let unpromoted = text.split('=').next().unwrap_or(text);
    texts.push(format!("{unpromoted}={}", letter(dice)));
    texts.push(format!("{unpromoted}=Q"));
    if let Some((head, _)) = text.rsplit_once(':') {
        texts.push(format!("{head}:{}", Words::any(&words.squares, dice)));
        texts.push(head.to_owned());
    }
    texts.push(format!("{text},{other}"));
    if let Some(part) = parts(text).into_iter().next() {
        let mut put = |part: Part| texts.push(part.text());
        for (letter, from, to) in [
            (true, false, false),
            (false, true, false),
            (false, false, true),
            (true, true, true),
        ] {
            let mut miss = part.clone();
            if letter {
                miss.letter = Words::any(&words.letters, dice);
            }
            if from {
                miss.from = Words::any(&words.squares, dice);
            }
            if to {
                miss.to = Words::any(&words.squares, dice);
            }
            put(miss);
        }
        let any = Words::any(&words.squares, dice);
        texts.push(format!("{}{any}", letter(dice)));
        texts.push(format!("{}{any}", part.letter));
        texts.push(format!("{}@{any}", letter(dice)));
        texts.push(format!("{}{any}", part.from));
        texts.push(part.from.clone());
    }
    texts
}

/// Judges near misses in the positions of a random game.
fn play_out(
    kind: &'static GameInfo,
    options: &Options,
    start: Option<&str>,
    plies: usize,
    dice: &mut ChaCha8Rng,
    sum: &mut Sum,
) {
    let mut game = match start {
        Some(text) => kind.from_position(options, text).unwrap(),
        None => kind.new_game(options).unwrap(),
    };
    let mut words = Words::default();
    for ply in 0..plies {
        let legal = game.legal();
        let (Some(one), Some(other)) = (legal.choose(dice), legal.choose(dice)) else {
            break;
        };
        words.learn(&legal);
        if !game.hides() && game.chance().is_empty() && (ply % 3 == 2 || plies < 10) {
            let mut judge = Judge::new(&*game);
            for text in near_misses(one, other, &words, dice) {
                judge.judge(&text);
            }
            for (text, about) in [("O-O", "castl"), ("0-0-0", ""), ("roll:7", "")] {
                let refusal = judge.judge(text);
                let says = |it: &RuleError| {
                    it.kind == RuleErrorKind::Ambiguous
                        || it.sentence.to_lowercase().contains(about)
                };
                assert!(refusal.as_ref().is_none_or(says), "{text}: {refusal:?}");
            }
            judge.same_whatever_the_sign(&legal, &words, dice);
            sum.positions += 1;
            sum.refused += judge.refused;
            sum.faults.append(&mut judge.faults);
        }
        let mv = one.clone();
        game.play(&mv).unwrap();
    }
}

/// The judgement of one game.
#[derive(Default)]
struct Sum {
    positions: usize,
    refused: usize,
    faults: Vec<String>,
}

impl Sum {
    fn check(&self, key: &str, positions: usize) {
        let Sum {
            positions: judged,
            refused,
            faults,
        } = self;
        let first = &faults[..faults.len().min(SHOWN)];
        assert!(
            faults.is_empty(),
            "{} in {key}:\n{}",
            faults.len(),
            first.join("\n\n")
        );
        assert!(
            *judged >= positions && *refused >= 10 * judged,
            "{key}: {judged} {refused}"
        );
    }
}

impl Judge<'_> {
    /// Checks that a wrong sign does not hide the reason if no sign makes a move legal.
    fn same_whatever_the_sign(&mut self, legal: &[String], words: &Words, dice: &mut ChaCha8Rng) {
        for _ in 0..12 {
            let from = match legal.choose(dice).map(|text| parts(text)).as_deref() {
                Some([part, ..]) if dice.random_ratio(1, 2) => part.from.clone(),
                _ => Words::any(&words.squares, dice),
            };
            let to = Words::any(&words.squares, dice);
            let goes = |text: &String| {
                let ends = |part: &Part| part.from == from && part.to == to;
                parts(text).iter().any(ends)
            };
            if from.is_empty() || legal.iter().any(goes) {
                continue;
            }
            let letter = if dice.random_ratio(1, 2) {
                String::new()
            } else {
                Words::any(&words.letters, dice)
            };
            let texts = ["-", "x"].map(|sign| format!("{letter}{from}{sign}{to}"));
            let refusals = texts.each_ref().map(|text| self.judge(text));
            if let [Some(one), Some(other)] = &refusals
                && one.sentence != other.sentence
            {
                let place = format!("{} {}", self.game.kind().key, self.game.text());
                self.faults
                    .push(format!("by sign: {texts:?} {place}\n{one}\n{other}"));
            }
        }
    }
}

#[test]
fn refusals_are_true() {
    let played = std::thread::scope(|scope| {
        let games: Vec<_> = GAMES
            .iter()
            .map(|kind| {
                scope.spawn(|| {
                    let mut dice = ChaCha8Rng::seed_from_u64(2030);
                    let settings = settings(kind, &mut dice);
                    let mut sum = Sum::default();
                    while sum.positions < POSITIONS {
                        for options in &settings {
                            play_out(kind, options, None, PLIES, &mut dice, &mut sum);
                        }
                        for (_, text) in COMPOSITE.iter().filter(|(key, _)| *key == kind.key) {
                            play_out(
                                kind,
                                &Options::new(),
                                Some(text),
                                PLIES,
                                &mut dice,
                                &mut sum,
                            );
                        }
                    }
                    (kind.key, sum)
                })
            })
            .collect();
        games
            .into_iter()
            .map(|game| {
                game.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect::<Vec<_>>()
    });
    for (key, sum) in played {
        sum.check(key, POSITIONS);
    }
}

#[test]
fn refusals_are_true_with_twists() {
    let mut dice = ChaCha8Rng::seed_from_u64(2031);
    let mut sum = Sum::default();
    for (kind, options, count) in twists() {
        play_out(
            kind,
            &options,
            None,
            TWISTED[count - 1],
            &mut dice,
            &mut sum,
        );
    }
    sum.check("twists", 100);
}
