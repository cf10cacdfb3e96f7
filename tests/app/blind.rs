//! Tests by playing whole games from words alone: the turn and the pieces from the description of the picture, a
//! piece's moves from the sentence about it. The words agree exactly with the rules.

use std::collections::BTreeSet;

use rookery::app::{MatchRef, MatchView, NewGame, Phase, Side};
use rookery::games::GAMES;
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Game, GameInfo, Options, Seat};

use crate::harness::{ANN, BOB, CY, DEE, TestApp, board};

/// Turns of a game before a player resigns.
const TURNS: usize = 14;

/// True if a word names a square: everything before the first digit is a file of one or two small letters.
fn is_square(word: &str) -> bool {
    let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = &word[letters..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|c| c.is_ascii_digit())
}

/// Returns the squares that a sentence names, in order.
fn squares(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| is_square(word))
        .map(str::to_owned)
        .collect()
}

/// Returns the cubes of the Tower that a sentence about a drop names, also by their levels:
/// `any empty square of levels 3 to 6`.
fn empty_cubes(sentence: &str, taken: &BTreeSet<String>) -> Vec<String> {
    let mut cubes = squares(sentence);
    for part in sentence.split("any empty square of level").skip(1) {
        let mut numbers = part.split(|c: char| !c.is_ascii_digit());
        let mut number = || numbers.find_map(|number| number.parse::<u8>().ok());
        let several = part.starts_with('s');
        let first = number().unwrap();
        let last = if several { number().unwrap() } else { first };
        for rank in first..=last {
            let files = ('a'..='e').flat_map(|one| ('a'..='e').map(move |two| (one, two)));
            let named = files.map(|(one, two)| format!("{one}{two}{rank}"));
            cubes.extend(named.filter(|cube| !taken.contains(cube)));
        }
    }
    cubes.sort();
    cubes
}

/// Returns the seat to move, which the description of the picture names once.
fn turn(kind: &GameInfo, alt: &str) -> Seat {
    let named: Vec<Seat> = kind
        .all_seats()
        .filter(|seat| {
            let name = kind.seat_name(*seat);
            let name = name[..1].to_uppercase() + &name[1..];
            let times = alt.matches(&format!("{name} to move.")).count();
            assert!(times < 2, "{alt}");
            times == 1
        })
        .collect();
    let [seat] = named[..] else {
        panic!("{alt}");
    };
    seat
}

/// Returns the piece that must move, as the description names it after a throw.
fn thrown(alt: &str) -> Option<&str> {
    alt.split_once(" must move.")?.0.rsplit(' ').next()
}

/// Asserts that no sentence occurs twice in the description, nor the throw's sentence of what must move.
fn said_once(kind: &GameInfo, alt: &str, seat: Seat) {
    let mut sentences: Vec<&str> = alt.split(". ").collect();
    let all = sentences.len();
    sentences.sort_unstable();
    sentences.dedup();
    assert_eq!(sentences.len(), all, "{alt}");
    if let Some(piece) = thrown(alt) {
        let name = kind.seat_name(seat);
        let name = name[..1].to_uppercase() + &name[1..];
        let throw = format!("({piece}). {name} to move.");
        assert!(!alt.contains(&throw), "{alt}");
    }
}

/// Returns the squares of a side's pieces, as far as the description names each of them.
fn pieces(kind: &GameInfo, alt: &str, seat: Seat) -> Vec<String> {
    let name = kind.seat_name(seat);
    let name = name[..1].to_uppercase() + &name[1..];
    let army = alt
        .split(&format!("{name}: "))
        .nth(1)
        .or_else(|| alt.split(&format!("{name} (")).nth(1))
        .unwrap_or_else(|| panic!("no {name} in {alt}"));
    squares(army.split(". ").next().unwrap_or(army))
}

/// Returns the squares that a piece can go to and take on, from the sentence about it.
fn reach(sentence: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut goes = BTreeSet::new();
    let mut takes = BTreeSet::new();
    for part in sentence.trim_end_matches('.').split("; it ") {
        match part.split_once("can go to ") {
            Some((_, to)) => goes.extend(squares(to)),
            None => {
                if let Some((_, on)) = part.split_once("can take on ") {
                    takes.extend(squares(on));
                }
            }
        }
    }
    (goes, takes)
}

/// Returns the squares that a piece can go to and take on by the rules, for plain steps and captures only.
fn allowed(game: &dyn Game, from: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let of = |op: char| {
        let legal = game.legal();
        legal
            .iter()
            .filter(|text| !text.contains(','))
            .filter_map(|text| {
                let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '+');
                let to = bare.strip_prefix(from)?.strip_prefix(op)?;
                Some(to.split('=').next().unwrap_or(to).to_owned())
            })
            .collect::<BTreeSet<String>>()
    };
    (of('-'), of('x'))
}

/// Returns the letters of the pieces in a side's hand, from the description; the letter of each piece is on the sheet.
fn held(rules: &dyn Game, side: &str, alt: &str) -> Vec<String> {
    let side = side[..1].to_uppercase() + &side[1..];
    let shown = alt.split(&format!("{side} has in hand: ")).nth(1);
    let Some(words) = shown.and_then(|rest| rest.split('.').next()) else {
        return Vec::new();
    };
    let specimens = rules.specimens();
    let held = words.split([',', ' ']).filter_map(|word| {
        let name = word.strip_suffix('s').unwrap_or(word);
        Some(
            specimens
                .iter()
                .find(|one| one.name == name)?
                .letter
                .clone(),
        )
    });
    held.collect()
}

async fn seen(harness: &TestApp, game: GameId, user: UserId, square: Option<&str>) -> MatchView {
    let which = MatchRef::Game(game);
    let match_view = harness.app.show(harness.by(user), which, Side::Own, square);
    match_view.await.unwrap()
}

/// Plays a game of one kind, and resigns at last. Returns how many pieces were dropped from a hand.
async fn play(kind: &'static GameInfo, options: Options) -> usize {
    let mut drops = 0;
    let harness = TestApp::new().await;
    let users = &[ANN, BOB, CY, DEE][..kind.seats.len()];
    let new = NewGame {
        game: kind.key.to_owned(),
        options,
        opponents: if users.len() == 2 {
            vec![BOB]
        } else {
            Vec::new()
        },
        seat: Some(Seat(0)),
        terms: None,
    };
    let game = match users.len() {
        2 => harness.begun(new).await,
        _ => harness.seated(new).await,
    };
    for number in 0..TURNS {
        let match_view = seen(&harness, game, ANN, None).await;
        if !matches!(match_view.phase, Phase::Playing) {
            return drops;
        }
        // The rules' own view of the game: with dice, after the throw.
        let rules = board(&harness.app, game).await;
        let seat = turn(kind, &match_view.alt);
        assert_eq!(seat, rules.turn(), "{}", match_view.alt);
        said_once(kind, &match_view.alt, seat);
        for warning in &match_view.warnings {
            assert!(
                match_view.alt.contains(warning),
                "{warning}: {}",
                match_view.alt
            );
        }
        let user = users[seat.index()];
        let mut moves: Vec<String> = Vec::new();
        for square in pieces(kind, &match_view.alt, seat) {
            let shown = seen(&harness, game, user, Some(&square)).await;
            let sentence = shown
                .reach
                .unwrap_or_else(|| panic!("{square}: {}", match_view.alt));
            assert!(shown.alt.contains(&sentence), "{}", shown.alt);
            // The sentence covers any piece of the board; the die decides which of them may move.
            if thrown(&match_view.alt)
                .is_some_and(|piece| !sentence.to_lowercase().starts_with(piece))
            {
                continue;
            }
            assert_eq!(
                reach(&sentence),
                allowed(rules.as_ref(), &square),
                "{}: {sentence}",
                kind.key
            );
            let (goes, takes) = reach(&sentence);
            // Captures first: they lead somewhere.
            moves.extend(takes.iter().map(|to| format!("{square}x{to}")));
            moves.sort_by_key(|text| !text.contains('x'));
            moves.extend(goes.iter().map(|to| format!("{square}-{to}")));
        }
        let every_piece = kind.all_seats();
        let taken: BTreeSet<String> = every_piece
            .flat_map(|seat| pieces(kind, &match_view.alt, seat))
            .collect();
        for letter in held(rules.as_ref(), kind.seat_name(seat), &match_view.alt) {
            let square = format!("{}@", letter.to_lowercase());
            let shown = seen(&harness, game, user, Some(&square)).await;
            let sentence = shown.reach.unwrap_or_else(|| panic!("{square}"));
            let legal = rules.legal();
            let drop = format!("{letter}@");
            let allowed = legal.iter().filter_map(|text| text.strip_prefix(&drop));
            let on: BTreeSet<&str> = allowed.collect();
            let words = empty_cubes(&sentence, &taken);
            assert_eq!(
                words.iter().map(String::as_str).collect::<BTreeSet<_>>(),
                on
            );
            if let Some(to) = words.get(number % words.len().max(1)) {
                moves.insert(0, format!("{drop}{to}"));
            }
        }
        assert!(!moves.is_empty(), "{}: {}", kind.key, match_view.alt);
        let chosen = if moves[0].contains(['x', '@']) {
            0
        } else {
            number * 7 % moves.len()
        };
        let text = match rules.parse_move(&moves[chosen]) {
            Ok(text) => text,
            // A pawn that must promote: the refusal shows how to write it.
            Err(refused) => refused.suggestions.first().cloned().expect("a promotion"),
        };
        drops += usize::from(text.contains('@'));
        harness.play(user, game, &text).await;
    }
    let given_up = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await;
    given_up.unwrap();
    // After the last turn, neither words nor picture name a side to move.
    let over = seen(&harness, game, BOB, None).await;
    if matches!(over.phase, Phase::Over { .. }) {
        assert!(!over.alt.contains("to move"), "{}", over.alt);
        assert_eq!(over.scene.turn, None, "{}", kind.key);
    }
    drops
}

#[tokio::test]
async fn a_game_of_each_kind_is_played_from_words_alone() {
    for kind in GAMES {
        play(kind, Options::new()).await;
    }
}

/// The die, too, is described in words.
#[tokio::test]
async fn a_game_of_four_with_dice_is_played_from_words_alone() {
    for kind in GAMES.iter().filter(|kind| kind.seats.len() == 4) {
        play(kind, [("dice", "on")].into_iter().collect()).await;
    }
}

#[tokio::test]
async fn shogi_in_the_tower_is_played_from_words_alone() {
    for kind in GAMES {
        for variant in kind
            .variants
            .iter()
            .filter(|variant| variant.key == "shogi")
        {
            play(kind, variant.options.iter().copied().collect()).await;
        }
    }
}

/// Additions of a twist are described as well: captured pieces that change sides, and the squares for their drops.
#[tokio::test]
async fn crazyhouse_in_the_tower_is_played_from_words_alone() {
    let kind = rookery::games::find("tower").unwrap();
    let options = [("board", "chamber"), ("mutator", "crazyhouse")];
    let drops = play(kind, options.into_iter().collect()).await;
    assert!(drops > 0, "nothing was dropped");
}
