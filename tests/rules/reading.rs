//! Tests that a typed text is read as the intended move, asked about or refused: for random positions of every game,
//! option set and twist, legal moves in every form that people write, and texts that are nearly one of these.
//! `ROOKERY_READING=20` tests twenty times as many positions.
//!
//! Source: the rules core README, "Input is lenient".

use std::collections::BTreeMap;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options, PieceName, RuleErrorKind, Viewer};

use super::contract::settings;

mod named;

/// Positions of each game, over all its settings and twists.
const POSITIONS: usize = 48;
/// Plies between two tested positions.
const STEP: usize = 4;
/// Moves of a position that are written in every form.
const MOVES: usize = 3;

/// Numbers of texts of one kind that were read, asked about and refused.
#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    read: usize,
    asked: usize,
    refused: usize,
    /// Texts read as the move of a pawn that leaves the file of the small letter that the text begins with.
    filed: usize,
}

type Tallies = BTreeMap<&'static str, Tally>;

/// A canonical text of one piece's move, in its parts.
#[derive(Clone, Debug, PartialEq)]
struct Parts {
    board: String,
    letter: String,
    from: String,
    op: char,
    to: String,
    promotion: String,
}

impl Parts {
    /// Takes a text apart; `None` for throws of dice, and for moves with further parts.
    fn of(game: &dyn Game, text: &str) -> Option<Parts> {
        let boards = game.kind().seats.len() == 4 && text.get(1..2) == Some(":");
        let (board, rest) = text.split_at(if boards { 2 } else { 0 });
        let cut =
            |text: &str, keep: fn(char) -> bool| text.find(|c| !keep(c)).unwrap_or(text.len());
        let (letter, rest) = rest.split_at(cut(rest, |c| c.is_ascii_uppercase() || c == '+'));
        let square = |text: &str| {
            let file = cut(text, |c| c.is_ascii_lowercase());
            file + cut(&text[file..], |c| c.is_ascii_digit())
        };
        let (from, rest) = rest.split_at(square(rest));
        let op = rest.chars().next().filter(|op| "-x&~>+@".contains(*op))?;
        let (to, rest) = rest[1..].split_at(square(&rest[1..]));
        let promotion = rest.strip_prefix('=').unwrap_or_default();
        let whole = rest.is_empty() || promotion.chars().count() == 1;
        (whole && !to.is_empty()).then(|| Parts {
            board: board.to_owned(),
            letter: letter.to_owned(),
            from: from.to_owned(),
            op,
            to: to.to_owned(),
            promotion: promotion.to_owned(),
        })
    }

    fn file(&self) -> &str {
        self.from.trim_end_matches(|c: char| c.is_ascii_digit())
    }

    /// Returns the text of a promotion.
    fn becoming(&self) -> String {
        match self.promotion.as_str() {
            "" => String::new(),
            letter => format!("={letter}"),
        }
    }
}

/// A position, with tallies of how it reads texts.
struct Sample<'g> {
    game: &'g dyn Game,
    legal: &'g [String],
    tallies: &'g mut Tallies,
}

impl Sample<'_> {
    fn name(&self) -> String {
        format!("{} {:?}", self.game.text(), self.game.options())
    }

    /// Reads a text of a kind; `is_meant` is true for a canonical text that the writer can have intended.
    fn try_text(&mut self, kind: &'static str, text: &str, is_meant: impl Fn(&str) -> bool) {
        let tally = self.tallies.entry(kind).or_default();
        match self.game.parse_move(text) {
            Ok(canonical) => {
                tally.read += 1;
                if is_meant(&canonical) {
                    return;
                }
                let parts = Parts::of(self.game, &canonical);
                let filed = parts.is_some_and(|parts| {
                    let letter = text.chars().next().unwrap_or_default();
                    kind == "small letter"
                        && parts.letter == "P"
                        && parts.file().starts_with(letter)
                        && !parts.to.starts_with(parts.file())
                });
                assert!(filed, "{kind}: {text:?} plays {canonical}: {}", self.name());
                let tally = self.tallies.entry(kind).or_default();
                tally.read -= 1;
                tally.filed += 1;
            }
            Err(refusal) => {
                match refusal.kind {
                    RuleErrorKind::Ambiguous => tally.asked += 1,
                    _ => tally.refused += 1,
                }
                assert!(refusal.sentence.len() > 2, "{text:?}");
                // Hidden pieces do not change which texts are unreadable or ambiguous.
                if self.game.hides() && refusal.kind != RuleErrorKind::Illegal {
                    let seen = self.game.seen_by(Viewer::Seat(self.game.turn()));
                    assert_eq!(seen.parse_move(text), Err(refusal), "{text:?}");
                }
            }
        }
    }

    /// Reads a text that names a whole move, however it is decorated.
    fn must(&mut self, kind: &'static str, text: &str, meant: &str) {
        let read = self.game.parse_move(text);
        assert_eq!(
            read.as_deref(),
            Ok(meant),
            "{kind}: {text:?}: {}",
            self.name()
        );
        self.tallies.entry(kind).or_default().read += 1;
    }

    /// Reads a text that is no move, and checks that the refusal names the unreadable part.
    fn must_not(&mut self, kind: &'static str, text: &str, named: &str) {
        match self.game.parse_move(text) {
            Ok(canonical) => panic!("{kind}: {text:?} plays {canonical}: {}", self.name()),
            Err(refusal) => assert!(
                refusal.sentence.contains(named),
                "{text:?}: {}: {}",
                refusal.sentence,
                self.name()
            ),
        }
        self.tallies.entry(kind).or_default().refused += 1;
    }

    fn names_of(&self, letter: &str) -> Vec<String> {
        let names = self.game.piece_names().into_iter();
        let of_letter = names.filter(|piece| piece.letter == letter);
        of_letter.map(|piece| piece.name).collect()
    }

    /// Reads a whole move as it is copied, decorated and changed by phones.
    fn dressed(&mut self, meant: &str) {
        let full = |text: &str| -> String {
            let wide = |c: char| char::from_u32(c as u32 + 0xfee0).filter(|_| c.is_ascii_graphic());
            text.chars().map(|c| wide(c).unwrap_or(c)).collect()
        };
        let digits = |text: &str, zero: u32| -> String {
            let other = |c: char| c.to_digit(10).and_then(|it| char::from_u32(zero + it));
            text.chars().map(|c| other(c).unwrap_or(c)).collect()
        };
        let figure = |text: &str| -> String {
            let figures = [
                ('K', '♔'),
                ('Q', '♛'),
                ('R', '♖'),
                ('B', '♝'),
                ('N', '♘'),
                ('P', '♟'),
            ];
            let of = |c: char| figures.iter().find(|(letter, _)| *letter == c);
            let shown = |c: char| of(c).map_or(c.to_string(), |(_, it)| format!("{it}\u{fe0e}"));
            text.chars().map(shown).collect()
        };
        for text in [
            meant.to_owned(),
            format!("  {meant}\n"),
            format!("**{meant}**"),
            format!("__{meant}__"),
            format!("||{meant}||"),
            format!("`{meant}`"),
            format!("```{meant}```"),
            format!("~~{meant}~~"),
            format!("({meant})"),
            format!("[{meant}]"),
            format!("‘{meant}’"),
            format!("“{meant}”."),
            format!("'{meant}'"),
            format!("«{meant}»"),
            format!("> {meant}"),
            format!("1. {meant}"),
            format!("12.{meant}"),
            format!("12... {meant}"),
            format!("1… {meant}"),
            format!("7) {meant}"),
            format!("…{meant}"),
            format!("{meant}!?"),
            format!("{meant}‼️"),
            format!("{meant}⁉"),
            format!("{meant}#"),
            format!("{meant} ±"),
            format!("{meant} $14"),
            format!("\u{202a}{meant}\u{202c}"),
            meant.chars().flat_map(|c| [c, '\u{200b}']).collect(),
            full(meant),
            digits(meant, 0x660),
            digits(meant, 0x6f0),
            digits(meant, 0x1d7ec),
            figure(meant),
            meant.replace('a', "а").replace('e', "е").replace('c', "с"),
            meant.replace('x', "×"),
            meant.replace('x', "х"),
        ] {
            self.must("dressed", &text, meant);
        }
        // A dash occurs only between squares.
        if meant.matches('-').count() == 1 {
            for dash in [
                "–", "—", "--", "->", "→", " - ", "−", "‑", "➡️", "-->", " to ", " ",
            ] {
                self.must("dashes", &meant.replace('-', dash), meant);
            }
        }
        for sign in ["%", "ß", "★", "😀", "é", "_", "|"] {
            let named = match sign {
                "_" => "underscore",
                "|" => "vertical bar",
                other => other,
            };
            // The umpire answers unreadable texts in the same way.
            self.must_not("odd sign", &format!("{meant}{sign}"), named);
        }
    }

    /// Reads a move of one piece in short forms and in words.
    fn written(&mut self, meant: &str, parts: &Parts) {
        let Parts {
            board,
            letter,
            from,
            op,
            to,
            ..
        } = parts;
        let becoming = parts.becoming();
        let takes = if *op == 'x' { "x" } else { "" };
        let drop = *op == '@';
        let lower = letter.to_lowercase();
        let is_meant = |read: &str| read == meant;
        let plain = "-x@".contains(*op);
        let at = if drop { "@" } else { "" };
        let short: Vec<String> = vec![
            format!("{board}{letter}{at}{takes}{to}{becoming}"),
            format!("{board}{letter}{at}{to}{becoming}"),
            format!("{board}{letter}{from}{at}{to}{becoming}"),
            format!("{board}{letter}{from}{at}{takes}{to}{becoming}"),
            format!("{board} {letter} {from} {at}{takes} {to} {becoming}"),
        ];
        for text in &short {
            self.try_text("short", text, is_meant);
        }
        if plain && !letter.is_empty() && !letter.starts_with('+') {
            for text in &short {
                self.try_text(
                    "small letter",
                    &text.replacen(letter.as_str(), &lower, 1),
                    is_meant,
                );
            }
        }
        if !drop && !from.is_empty() {
            let file = parts.file();
            let rank = &from[file.len()..];
            for text in [
                format!("{board}{letter}{file}{takes}{to}{becoming}"),
                format!("{board}{letter}{rank}{takes}{to}{becoming}"),
                format!("{board}{file}{letter}{takes}{to}{becoming}"),
                format!("{board}{from}{takes}{to}{becoming}"),
                format!("{board}{from} {to} {becoming}"),
                format!("{board}{from}{op}{to}{becoming}"),
            ] {
                self.try_text("origin", &text, is_meant);
            }
            if letter == "P" {
                for text in [
                    format!("{board}{takes}{to}{becoming}"),
                    format!("{board}{file}{takes}{to}{becoming}"),
                    format!("{board}{file}x{to}{becoming} e.p."),
                ] {
                    self.try_text("pawn", &text, is_meant);
                }
            }
        }
        for name in self.names_of(letter) {
            let deed = match op {
                'x' => "takes",
                _ => "to",
            };
            let spelt = |square: &str| {
                const NUMBERS: [&str; 16] = [
                    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
                    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
                ];
                let rank = square.trim_start_matches(|c: char| c.is_ascii_lowercase());
                let file = square.strip_suffix(rank).unwrap_or_default();
                match rank.parse::<usize>() {
                    Ok(number) => format!("{file} {}", NUMBERS[number - 1]),
                    Err(_) => square.to_owned(),
                }
            };
            let capital = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
            let words = if drop {
                vec![
                    format!("{board}drop a {name} on {to}"),
                    format!("{board}{name} @ {to}"),
                ]
            } else {
                vec![
                    format!("{board}{name} {from} {deed} {to} {becoming}"),
                    format!("{board}{capital} from {from} {deed} {to} {becoming}."),
                    format!(
                        "{board}the {name} on {from} {deed} {} {becoming}",
                        spelt(to)
                    ),
                    format!(
                        "{board}{name} {} {deed} {} {becoming} check",
                        spelt(from),
                        spelt(to)
                    ),
                    format!("{board}{name} {deed} {to} {becoming}"),
                    format!("{board}{name} {to}{becoming}"),
                    format!("{board}{name} {deed} {} {becoming} checkmate", spelt(to)),
                ]
            };
            for text in words {
                self.try_text("words", &text, is_meant);
            }
            let misspelt = format!("{board}{}z {from} {to}", &name[..name.len() - 1]);
            self.try_text("misspelt", &misspelt, |_| false);
        }
    }

    /// Reads any piece on any square, and other texts that are nearly moves.
    fn near_misses(&mut self, squares: &[String], dice: &mut ChaCha8Rng) {
        let board = match self.game.kind().seats.len() {
            4 if self.legal[0].get(1..2) == Some(":") => self.legal[0][..2].to_owned(),
            _ => String::new(),
        };
        for PieceName { name, letter } in self.game.piece_names() {
            let Some(to) = squares.choose(dice) else {
                break;
            };
            let Some(other) = squares.choose(dice) else {
                break;
            };
            let game = self.game;
            let says = |read: &str| {
                Parts::of(game, read).is_some_and(|parts| parts.letter == letter && parts.to == *to)
            };
            for text in [
                format!("{letter}{to}"),
                format!("{letter}x{to}"),
                format!("{letter} {to}"),
                format!("{letter}{to}+"),
                format!("{letter}{other}{to}"),
                format!("{letter}{other}-{to}"),
                format!("{}{to}", letter.to_uppercase()),
                format!("{name} {to}"),
                format!("{name} to {to}"),
                format!("{name} takes {to}"),
                format!("{} from {other} to {to}", name.to_uppercase()),
            ] {
                // Four Towers puts the returning piece on a square by its letter alone.
                self.try_text("any piece", &format!("{board}{text}"), says);
            }
            self.try_text("letter", &letter, |_| false);
            self.try_text("letter", &format!("{letter}@"), |_| false);
            self.try_text("letter", &name, |_| false);
        }
        for scrap in [
            "", " ", "0", "O", "o", "x", "@", "-", "+", "=", "#", "&", "~", ">", ":", ",", "a",
            "b", "c", "d", "k", "p", "K", "N", "P", "1", "12", "0-", "O-", "x@", "e.p.", "check",
            "to",
        ] {
            self.must_not("scrap", scrap, "");
        }
        // Another sign of a whole move: the move read agrees with the typed text.
        let Some(meant) = self.legal.choose(dice) else {
            return;
        };
        let mut signs: Vec<char> = meant.chars().collect();
        let at = dice.random_range(0..signs.len());
        signs[at] = *b"KQRBNPMCJabcdefgh12345678-x&~>+@=".choose(dice).unwrap() as char;
        let text: String = signs.into_iter().collect();
        let game = self.game;
        let Some(said) = Parts::of(game, &text) else {
            self.try_text("mistyped", &text, |_| true);
            return;
        };
        self.try_text("mistyped", &text, |read| {
            let Some(done) = Parts::of(game, read) else {
                return said.op == '>';
            };
            read.eq_ignore_ascii_case(&text)
                || (said.letter.is_empty() || said.letter == done.letter)
                    && (said.from.is_empty() || said.from == done.from)
                    && said.to == done.to
                    && (said.op == done.op || game.hides())
        });
    }
}

/// Returns settings of a game that the contract knows, and each twist alone; in a larger run, all pairs of twists.
fn all_settings(kind: &'static GameInfo, times: usize, dice: &mut ChaCha8Rng) -> Vec<Options> {
    let mut all = settings(kind, dice);
    let twists = kind.twists().into_iter();
    let tried = twists.filter(|value| times > 1 || !value.contains('+'));
    all.extend(tried.map(|value| kind.twisted(&value)));
    all
}

/// Tests the positions of one game.
fn look(kind: &'static GameInfo, times: usize) -> Tallies {
    let mut dice = ChaCha8Rng::seed_from_u64(1912);
    let mut tallies = Tallies::new();
    let settings = all_settings(kind, times, &mut dice);
    let each = (times * POSITIONS).div_ceil(settings.len());
    for options in &settings {
        let mut options = kind.resolve(options).unwrap();
        if let Some((key, many)) = (kind.chance_option)(&options) {
            options.set(key, dice.random_range(0..many.min(1_000)).to_string());
        }
        let mut game = kind.new_game(&options).unwrap();
        let mut squares: Vec<String> = Vec::new();
        let mut looked = 0;
        for ply in 0.. {
            let legal = game.legal();
            if legal.is_empty() || looked == each {
                break;
            }
            let found = legal.iter().filter_map(|text| Parts::of(&*game, text));
            squares.extend(found.map(|parts| parts.to));
            squares.sort_unstable();
            squares.dedup();
            if ply % STEP == 0 && game.chance().is_empty() {
                looked += 1;
                let mut sample = Sample {
                    game: &*game,
                    legal: &legal,
                    tallies: &mut tallies,
                };
                sample.near_misses(&squares, &mut dice);
                for (count, meant) in legal.sample(&mut dice, MOVES).enumerate() {
                    if count == 0 {
                        sample.dressed(meant);
                    }
                    if let Some(parts) = Parts::of(sample.game, meant) {
                        sample.written(meant, &parts);
                    }
                }
            }
            let captures: Vec<&String> = legal.iter().filter(|text| text.contains('x')).collect();
            let mv = match captures.choose(&mut dice) {
                Some(capture) if dice.random_ratio(1, 3) => (*capture).clone(),
                _ => legal.choose(&mut dice).unwrap().clone(),
            };
            game.play(&mv).unwrap();
        }
    }
    tallies
}

#[test]
fn what_is_read_is_what_was_meant() {
    let times = std::env::var("ROOKERY_READING").ok();
    let times: usize = times.map_or(1, |times| times.parse().unwrap());
    let mut total = Tallies::new();
    let by_game: Vec<(&str, Tallies)> = std::thread::scope(|scope| {
        let looking: Vec<_> = (GAMES.iter())
            .map(|kind| (kind.key, scope.spawn(move || look(kind, times))))
            .collect();
        let finish = |handle: std::thread::ScopedJoinHandle<'_, Tallies>| {
            handle
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        (looking.into_iter())
            .map(|(key, handle)| (key, finish(handle)))
            .collect()
    });
    for (key, tallies) in by_game {
        for (kind, tally) in tallies {
            println!("{key}, {kind}: {tally:?}");
            let sum = total.entry(kind).or_default();
            sum.read += tally.read;
            sum.asked += tally.asked;
            sum.refused += tally.refused;
            sum.filed += tally.filed;
        }
    }
    println!("in all, none of them played as something else: {total:#?}");
    for kind in [
        "dressed",
        "dashes",
        "short",
        "small letter",
        "origin",
        "pawn",
        "words",
        "any piece",
    ] {
        assert!(total[kind].read > 50, "{kind}: {:?}", total[kind]);
    }
    for (kind, asked, refused) in [
        ("short", 20, 0),
        ("small letter", 20, 0),
        ("words", 20, 0),
        ("any piece", 20, 1_000),
        ("letter", 100, 100),
        ("misspelt", 0, 100),
    ] {
        let tally = total[kind];
        assert!(
            tally.asked >= asked && tally.refused >= refused,
            "{kind}: {tally:?}"
        );
    }
}
