//! Tests that a text is played only if the rules allow it: for every game and variant, in thousands of positions, texts
//! in the form of the machine notation are accepted exactly if they are listed, or if they complete a listed text and
//! name the same piece, squares and action.
//!
//! The squares, letters, operators and promotions are those that the legal lists of the game have shown so far, so no
//! game is named here. In each position the test tries:
//!
//! - moves of the side that moved before, verbatim, and its pieces with any operator and destination;
//! - the mover's own pieces, and any letter on any square (most of them empty), in the same way;
//! - listed moves from another square, with and without the letter, and drops of any letter anywhere;
//! - composite texts: the legal ones that the guided choices lead to, with a part replaced by the other side's, and
//!   such parts joined to one text.
//!
//! A text in which a piece of the side not to move starts is refused, whatever else it says.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options, Seat};

use super::contract::settings;
use part::{Part, origins, parts, square};

mod part;
mod reasons;
mod twists;

/// Positions of each game, over all its settings.
const POSITIONS: usize = 450;
/// Most plies of a game.
const PLIES: usize = 40;

/// Starting positions, besides the usual one, with moves that are kept off the list; random play seldom reaches such
/// positions. By the key of the game.
const COMPOSITE: &[(&str, &str)] = &[(
    "towers",
    "dmk/rnbdcq/ppppppbnr/3w2pppp/6d3/9/3D6/PPPP2W3/RNBPPPPPP/QCDBNR/KMD w - - - - 0",
)];

/// Signs that the lists of one game have shown.
#[derive(Default)]
struct Words {
    letters: BTreeSet<String>,
    squares: BTreeSet<String>,
    ops: BTreeSet<char>,
    promotions: BTreeSet<String>,
}

impl Words {
    fn learn(&mut self, list: &[String]) {
        for part in list.iter().flat_map(|text| parts(text)) {
            self.letters.insert(part.letter);
            self.ops.insert(part.op);
            self.promotions.insert(part.promotion);
            self.squares.insert(part.from);
            self.squares.insert(part.to);
        }
        self.squares.remove("");
    }

    fn any(set: &BTreeSet<String>, dice: &mut ChaCha8Rng) -> String {
        set.iter().choose(dice).cloned().unwrap_or_default()
    }

    /// Returns any action of a named piece: any operator, destination and, now and then, promotion.
    fn any_move(&self, letter: &str, from: &str, dice: &mut ChaCha8Rng) -> Part {
        let op = self.ops.iter().choose(dice).copied().unwrap_or('-');
        Part {
            letter: letter.to_owned(),
            from: if op == '@' { "" } else { from }.to_owned(),
            op,
            to: Words::any(&self.squares, dice),
            promotion: if dice.random_ratio(1, 6) {
                Words::any(&self.promotions, dice)
            } else {
                String::new()
            },
        }
    }
}

/// A position, and what is known in it.
struct Sample<'g> {
    game: &'g dyn Game,
    legal: &'g [String],
    /// List of the turn before, if that was another side's.
    theirs: &'g [String],
    /// Squares of that list on which that side's pieces still are.
    held: BTreeSet<String>,
}

/// Numbers of refused and accepted texts of each kind.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    refused: usize,
    accepted: usize,
    /// Texts accepted, though not listed.
    unlisted: usize,
}

impl Sample<'_> {
    fn name(&self) -> String {
        format!("{} {}", self.game.kind().key, self.game.text())
    }

    /// Judges one text, and also plays it if that is cheap.
    fn judge(&self, text: &str, tally: &mut Tally) {
        let stranger = origins(text)
            .into_iter()
            .find(|from| self.held.contains(from));
        let composite = text.contains(',') || Part::of(text).is_none();
        match self.game.parse_move(text) {
            Ok(canonical) => {
                assert_eq!(
                    stranger,
                    None,
                    "{text:?} moves the other side's piece ({canonical}): {}",
                    self.name()
                );
                let listed = self.legal.binary_search(&canonical).is_ok();
                if let (Some(said), Some(done), false) =
                    (Part::of(text), Part::of(&canonical), composite)
                {
                    assert!(listed, "{text:?} plays {canonical}: {}", self.name());
                    // A quad may be named by a cell in it.
                    let by_cell = said.op == '>' && origins(&canonical).contains(&said.from);
                    assert!(
                        said.says(&done) || by_cell && said.to == done.to,
                        "{text:?} plays {canonical}: {}",
                        self.name()
                    );
                } else {
                    // Unlisted moves start from the mover's own squares, in each part.
                    let known = listed || self.game.has_unlisted_moves();
                    assert!(known, "{text:?} plays {canonical}: {}", self.name());
                    for from in origins(&canonical) {
                        assert!(
                            !self.held.contains(&from),
                            "{text:?} plays {canonical}: {}",
                            self.name()
                        );
                    }
                    tally.unlisted += usize::from(!listed);
                }
                tally.accepted += 1;
            }
            Err(_) => {
                assert!(
                    self.legal
                        .binary_search_by(|legal| legal.as_str().cmp(text))
                        .is_err(),
                    "{text:?} is listed and refused: {}",
                    self.name()
                );
                tally.refused += 1;
            }
        }
    }

    /// Returns texts to try here.
    fn texts(&self, words: &Words, dice: &mut ChaCha8Rng) -> Vec<String> {
        let mut texts = Vec::new();
        let pick = |list: &[String], dice: &mut ChaCha8Rng| {
            list.choose(dice).map(|text| (text.clone(), parts(text)))
        };
        for _ in 0..3 {
            if let Some((text, parts)) = pick(self.theirs, dice) {
                texts.push(text);
                if let Some(part) = parts.first() {
                    texts.push(words.any_move(&part.letter, &part.from, dice).text());
                }
            }
        }
        if let Some((text, parts)) = pick(self.legal, dice) {
            texts.push(text);
            if let Some(part) = parts.first() {
                texts.push(words.any_move(&part.letter, &part.from, dice).text());
                texts.extend(self.elsewhere(part, words, dice));
            }
        }
        let letter = Words::any(&words.letters, dice);
        texts.push(
            words
                .any_move(&letter, &Words::any(&words.squares, dice), dice)
                .text(),
        );
        texts
    }

    /// Returns the move from another square of the same rank, with the letter and without.
    fn elsewhere(&self, part: &Part, words: &Words, dice: &mut ChaCha8Rng) -> Vec<String> {
        let rank = |square: &str| {
            square
                .trim_start_matches(|c: char| c.is_ascii_lowercase())
                .to_owned()
        };
        let beside = words
            .squares
            .iter()
            .filter(|square| rank(square) == rank(&part.from) && **square != part.from)
            .choose(dice);
        let Some(from) = beside.filter(|_| part.op != '@') else {
            return Vec::new();
        };
        let lettered = Part {
            from: from.clone(),
            ..part.clone()
        };
        let bare = Part {
            letter: String::new(),
            ..lettered.clone()
        };
        vec![lettered.text(), bare.text()]
    }

    /// Returns a legal composite that the guided choices lead to, if there is one.
    fn guided(&self, dice: &mut ChaCha8Rng) -> Option<String> {
        let mut partial = String::new();
        for _ in 0..30 {
            let options = self.game.choices(&partial).options;
            // A longer composite is preferred.
            let longer: Vec<_> = options
                .iter()
                .filter(|choice| {
                    let is_piece = choice.text.contains(|c: char| c.is_ascii_digit());
                    !choice.whole && (choice.text.contains([',', ':']) || !is_piece)
                })
                .collect();
            let choice = match longer.choose(dice) {
                Some(choice) if partial.is_empty() || dice.random_ratio(2, 3) => choice,
                _ => options.choose(dice)?,
            };
            if choice.whole {
                return choice
                    .text
                    .contains([',', ':'])
                    .then(|| choice.text.clone());
            }
            partial.clone_from(&choice.text);
        }
        None
    }

    /// Returns composite texts with the other side's pieces in them.
    fn composites(&self, own: Option<&str>, dice: &mut ChaCha8Rng) -> Vec<String> {
        let mut texts: Vec<String> = own.map(str::to_owned).into_iter().collect();
        let foreign: Vec<&String> = self
            .theirs
            .iter()
            .filter(|text| origins(text).iter().any(|from| self.held.contains(from)))
            .collect();
        let Some(foreign) = foreign.choose(dice) else {
            return texts;
        };
        if let Some(own) = own {
            let (head, body) = own
                .split_once(':')
                .map_or(("", own), |(head, body)| (head, body));
            let mut pieces: Vec<&str> = body.split(',').collect();
            let at = dice.random_range(0..pieces.len());
            pieces[at] = foreign;
            let colon = if head.is_empty() { "" } else { ":" };
            texts.push(format!("{head}{colon}{}", pieces.join(",")));
            texts.push(format!("{own},{foreign}"));
        }
        if let Some(mine) = self.legal.choose(dice) {
            texts.push(format!("{mine},{foreign}"));
            texts.push(format!("{foreign},{mine}"));
        }
        texts
    }
}

/// Plays at random and tries texts that must be refused in every position on the way.
fn play_out(
    kind: &'static GameInfo,
    options: &Options,
    position: Option<&str>,
    dice: &mut ChaCha8Rng,
    tally: &mut Tally,
) {
    let mut game = match position {
        Some(text) => kind.from_position(options, text).unwrap(),
        None => kind.new_game(options).unwrap(),
    };
    let until = tally.positions + PLIES;
    let mut words = Words::default();
    let mut before: Option<(Seat, Vec<String>, String)> = None;
    while tally.positions < until {
        let legal = game.legal();
        if legal.is_empty() {
            break;
        }
        words.learn(&legal);
        let (theirs, held) = match &before {
            Some((seat, list, mv)) if *seat != game.turn() => {
                // A second part may start from the end of the first.
                let first = |text: &String| match text.contains('>') {
                    true => origins(text),
                    false => origins(text).into_iter().take(1).collect(),
                };
                let mut held: BTreeSet<String> = list.iter().flat_map(first).collect();
                for part in parts(mv) {
                    held.remove(&part.from);
                    held.remove(&part.to);
                }
                for from in origins(mv) {
                    held.remove(&from);
                }
                held.remove("");
                (list.as_slice(), held)
            }
            _ => (&[][..], BTreeSet::new()),
        };
        let sample = Sample {
            game: &*game,
            legal: &legal,
            theirs,
            held,
        };
        let composite = (game.has_unlisted_moves() && dice.random_ratio(1, 2))
            .then(|| sample.guided(dice))
            .flatten();
        let mut texts = sample.texts(&words, dice);
        if composite.is_some() || dice.random_ratio(1, 8) {
            texts.extend(sample.composites(composite.as_deref(), dice));
        }
        for text in texts {
            sample.judge(&text, tally);
        }
        tally.positions += 1;
        let mv = match composite {
            Some(text) if dice.random_ratio(1, 4) => text,
            _ => legal.choose(dice).unwrap().clone(),
        };
        let seat = game.turn();
        game.play(&mv)
            .unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
        before = Some((seat, legal, mv));
    }
}

#[test]
fn a_text_is_played_only_if_the_rules_say_so() {
    let tallies: BTreeMap<&str, Tally> = std::thread::scope(|scope| {
        let played: Vec<_> = GAMES
            .iter()
            .map(|kind| {
                scope.spawn(|| {
                    let mut dice = ChaCha8Rng::seed_from_u64(2027);
                    let mut tally = Tally::default();
                    let settings = settings(kind, &mut dice);
                    while tally.positions < POSITIONS {
                        for options in &settings {
                            play_out(kind, options, None, &mut dice, &mut tally);
                        }
                        for (_, text) in COMPOSITE.iter().filter(|(key, _)| *key == kind.key) {
                            play_out(kind, &Options::new(), Some(text), &mut dice, &mut tally);
                        }
                    }
                    (kind.key, tally)
                })
            })
            .collect();
        played
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    for (key, tally) in &tallies {
        assert!(tally.accepted >= POSITIONS / 2, "{key}: {tally:?}");
        // In games whose pieces are only placed, a move of the other side is often open to both.
        assert!(tally.refused >= 3 * POSITIONS, "{key}: {tally:?}");
    }
    for (key, _) in COMPOSITE {
        assert!(tallies[key].unlisted > 20, "{key}: {tallies:?}");
    }
    println!("{tallies:?}");
}
