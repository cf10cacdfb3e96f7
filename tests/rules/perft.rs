//! Tests of perft counts against numbers found by other programs: one plain text file for each game in `tests/perft/`,
//! each with the source of its numbers.
//!
//! A file consists of lines. `#` begins a comment. `game KEY` names the game; `position TEXT` (or `position start`)
//! begins a new block, after `options KEY=VALUE ...` if it has any; `DEPTH COUNT` is a number to match;
//! `moves TEXT ...` are played from the position first.

use std::fs;
use std::path::Path;

use rookery::games;
use rookery::rules::{Game, Options};

/// A block of a file: the position that counting begins from.
#[derive(Clone, Default)]
struct Block {
    game: String,
    options: Options,
    position: Option<String>,
}

impl Block {
    fn begin(&self) -> Box<dyn Game> {
        let kind = games::find(&self.game).unwrap_or_else(|| panic!("no game {:?}", self.game));
        match &self.position {
            Some(text) => kind.from_position(&self.options, text),
            None => kind.new_game(&self.options),
        }
        .unwrap_or_else(|rejection| panic!("{} {:?}: {rejection}", self.game, self.position))
    }
}

/// Checks every number of a file, and returns how many there were.
fn check(path: &Path) -> usize {
    let mut block = Block::default();
    let mut game = None;
    let mut checked = 0;
    for (number, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
        let place = format!("{}:{}", path.display(), number + 1);
        let line = line.split('#').next().unwrap_or_default().trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "game" => rest.clone_into(&mut block.game),
            "options" => {
                block.options = rest
                    .split_whitespace()
                    .map(|option| option.split_once('=').unwrap())
                    .collect();
            }
            "position" => {
                block.position = (rest != "start").then(|| rest.to_owned());
                game = Some(block.begin());
            }
            "moves" => {
                let game = game.as_mut().unwrap();
                for text in rest.split_whitespace() {
                    game.play(text)
                        .unwrap_or_else(|rejection| panic!("{place}: {text}: {rejection}"));
                }
            }
            depth => {
                let depth: u32 = depth.parse().unwrap_or_else(|_| panic!("{place}: {line}"));
                let count: u64 = rest.parse().unwrap_or_else(|_| panic!("{place}: {line}"));
                let game = game.as_ref().unwrap();
                assert_eq!(game.perft(depth), count, "{place}: {game:?} depth {depth}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn every_table_is_met() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    // Each game has a separate thread: the tables are independent.
    std::thread::scope(|scope| {
        for path in &files {
            scope.spawn(move || assert!(check(path) > 0, "{} is empty", path.display()));
        }
    });
}

/// Counts by playing texts, on a new game after each move.
fn counted_by_playing(game: &dyn Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = game.legal();
    legal
        .iter()
        .map(|text| {
            let mut next = game.boxed_clone();
            next.play(text).unwrap();
            counted_by_playing(&*next, depth - 1)
        })
        .sum()
}

/// A game that ends by repetition goes no further, whether the position occurred twice before the count or within it.
#[test]
fn what_a_repetition_ends_is_not_counted_on() {
    let kind = games::find("abstract").unwrap();
    let mut game = kind
        .from_position(&Options::new(), "k7/8/8/8/8/8/8/K7 w - 0")
        .unwrap();
    let there_and_back = ["Ka1-b1", "Ka8-b8", "Kb1-a1", "Kb8-a8"];
    for _ in 0..2 {
        for text in there_and_back {
            assert!(!game.status().is_over());
            for depth in 1..=4 {
                let expected = counted_by_playing(&*game, depth);
                assert_eq!(game.perft(depth), expected, "{game:?} depth {depth}");
            }
            game.play(text).unwrap();
        }
    }
    assert!(game.status().is_over(), "the third time");
    assert_eq!(game.perft(1), 0);
}

/// A game that ends for lack of progress goes no further.
#[test]
fn what_ends_without_progress_is_not_counted_on() {
    let kind = games::find("abstract").unwrap();
    let position = "k7/p7/8/8/8/8/8/K7 b - 198";
    let game = kind.from_position(&Options::new(), position).unwrap();
    let expected = counted_by_playing(&*game, 3);
    assert_eq!(game.perft(3), expected);
    let endless = kind
        .from_position(&Options::new(), &position.replace("198", "0"))
        .unwrap();
    assert!(
        expected < endless.perft(3),
        "only the single stone's moves lead on"
    );
}
