//! Tests every value that a game's joined option can have, alone and in the pairs that go together, in all uses of a
//! game: machine moves, hints, pictures from every seat, words, the sheet of pieces, export and import, checkpoints,
//! pages of the rules.

use rookery::engine::{Level, Limits, Request};
use rookery::games::GAMES;
use rookery::match_state::Ending;
use rookery::render::{self, Theme};
use rookery::rules::sheet::sheet;
use rookery::rules::{Game, GameInfo, Options};
use rookery::scene::View;

/// Plies that the machine plays in a game with one twist, and with two.
const PLIES: [usize; 2] = [20, 2];
/// Positions that it searches: its moves need not be good.
const NODES: u64 = 20;

/// Returns the options of every twist and of every pair that can be opened, with the number of twists.
pub fn twists() -> Vec<(&'static GameInfo, Options, usize)> {
    let all = GAMES.iter().flat_map(|kind| {
        let twists = kind.twists().into_iter();
        twists.map(|value| (*kind, kind.twisted(&value), value.split('+').count()))
    });
    all.collect()
}

/// Returns a move of the weakest machine, which is legal.
fn machine_move(game: &dyn Game, seed: u64) -> Option<String> {
    let level = Level::numbered(1);
    let found = game.search(&Request {
        level,
        seed,
        ..Request::strongest(Limits::nodes(NODES))
    })?;
    assert!(game.legal().contains(&found.text), "{}", game.text());
    Some(found.text)
}

/// Calls everything that messages about a match need from its game.
fn look(game: &dyn Game) {
    let text = game.text();
    for seat in game.kind().all_seats().map(Some).chain([None]) {
        let view = View {
            from: seat,
            ..View::default()
        };
        let scene = game.scene(&view);
        assert!(
            scene.grids.iter().any(|grid| !grid.cells.is_empty()),
            "{text}"
        );
    }
    for limit in [1_000, 300, 40] {
        let words = game.alt_text(limit);
        assert!(
            (1..=limit).contains(&words.chars().count()),
            "{limit}: {text}"
        );
    }
    let choices = game.choices("");
    if let Some(choice) = choices.options.first().filter(|choice| !choice.whole) {
        let more = game.choices(&choice.text);
        assert!(!more.options.is_empty(), "{}: {text}", choice.text);
        game.preview(&choice.text, &View::default());
    }
    // Moves marked in a picture are also described in words.
    if let Some(text) = game.legal().last() {
        let key = match (text.find('@'), text.find(|c: char| c.is_ascii_digit())) {
            (Some(at), _) => text[..=at].to_lowercase(),
            (None, Some(digit)) => text[..=digit]
                .trim_start_matches(|c: char| !c.is_ascii_lowercase())
                .to_owned(),
            (None, None) => panic!("{text}"),
        };
        let said = game.reach(&key);
        assert!(
            said.as_ref().is_some_and(|said| said.contains(" can ")),
            "{text}: {said:?} in {}",
            game.text()
        );
    }
    assert!(
        game.status().is_over() || !game.complete("", 25).is_empty(),
        "{text}"
    );
}

/// Replays a game from its record, and resumes a checkpoint of it.
fn look_at_record(kind: &'static GameInfo, options: &Options, game: &dyn Game, moves: &[String]) {
    let mut again = kind.new_game(options).unwrap();
    for text in moves {
        assert_eq!(again.play(text).unwrap().canonical, *text);
    }
    assert_eq!((again.text(), again.status()), (game.text(), game.status()));
    let resumed = again.resume(&game.checkpoint()).unwrap();
    assert_eq!(
        (resumed.text(), resumed.legal()),
        (game.text(), game.legal())
    );
    let read = kind.from_position(options, &game.text()).unwrap();
    assert_eq!(
        (read.text(), read.kind().seats),
        (game.text(), game.kind().seats)
    );
    for ending in Ending::beside_the_rules(game) {
        assert!(ending.outcome(game.kind()).is_some(), "{ending:?}");
    }
}

#[test]
fn every_twist_and_pair_serves_all_that_asks_of_a_game() {
    let twists = twists();
    assert!(twists.len() >= 50, "{} twists and pairs", twists.len());
    for (kind, options, count) in &twists {
        let mut game = kind.new_game(options).unwrap();
        let pieces = sheet(game.as_ref());
        assert!(!pieces.words.is_empty() && !pieces.scene.grids.is_empty());
        let mut moves = Vec::new();
        for ply in 0..PLIES[count - 1] {
            if ply % 5 == 0 {
                look(game.as_ref());
            }
            let Some(text) = machine_move(game.as_ref(), ply as u64) else {
                assert!(game.status().is_over(), "{}", game.text());
                break;
            };
            let why = game.why(&text, None).unwrap();
            assert!(game.reason(&why).ends_with(['.', '!']), "{}", game.text());
            game.play(&text).unwrap();
            moves.push(text);
        }
        look_at_record(kind, options, game.as_ref(), &moves);
    }
}

/// Each twist has a page in the rules, a hint, a picture, and a step of a moving picture.
#[test]
fn every_twist_is_drawn_explained_and_helped_with() {
    for (kind, options, count) in twists() {
        if count > 1 {
            continue;
        }
        let mut game = kind.new_game(&options).unwrap();
        let (_, value) = options.iter().next().unwrap();
        let page = (kind.lessons)().into_iter().find(|page| page.key == value);
        assert!(page.is_some(), "no page {value}");
        let request = Request::strongest(Limits::nodes(NODES));
        let found = game
            .search(&request)
            .unwrap()
            .best
            .into_iter()
            .next()
            .unwrap();
        assert!(game.why(&found.text, found.mate()).is_some(), "{value}");
        assert!(game.legal().contains(&found.text), "{value}");
        let before = game.scene(&View::default());
        game.play(&found.text).unwrap();
        let scenes = [before, game.scene(&View::default())];
        assert!(render::png(&scenes[1], Theme::Dark).is_ok(), "{value}");
        let moving = render::gif(&scenes, Theme::Dark, usize::MAX).unwrap();
        assert!(moving.file.starts_with(b"GIF89a"), "{value}");
    }
}
