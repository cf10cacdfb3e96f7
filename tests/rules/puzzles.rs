//! Tests of the built-in puzzles: every one can be played and has its theme, and a sample is proven again. The bench
//! `puzzles` proves all.

use std::collections::{BTreeMap, HashSet};

use rookery::engine::puzzles::{
    self as search, PuzzleKind, Verdict, is_biggest_capture, judge, read,
};
use rookery::engine::{Limits, Theme};
use rookery::games::puzzles::Listed;
use rookery::games::{GAMES, puzzles};
use rookery::rules::{Options, Seat, Status};

/// Fewest puzzles of a game, and of a family of mutators.
const OF_A_GAME: usize = 60;
const OF_A_FAMILY: usize = 10;

/// Families of the Tower Game's mutators: what follows a capture or a move, hands, what wins, movement, two moves, and
/// joined pieces. Kriegspiel has none, for a puzzle shows every piece; Bughouse none, for its other board and its
/// partner go on; Anywhere none, for once the pieces stand it is the plain game.
const FAMILIES: [&[&str]; 6] = [
    &["atomic", "benedict", "doppelganger"],
    &["crazyhouse", "hostage"],
    &["extinction", "suicide"],
    &["alice", "half", "magnetic"],
    &["marseillais"],
    &["fusion"],
];

#[test]
fn every_line_of_the_files_is_a_puzzle_of_its_own() {
    for kind in GAMES.iter().filter(|kind| !kind.puzzles.is_empty()) {
        let lines = kind.puzzles.lines();
        let (heads, puzzles): (Vec<_>, Vec<_>) = lines.partition(|line| line.starts_with('#'));
        assert!(
            heads.iter().any(|head| head.contains("--seed")),
            "{}",
            kind.key
        );
        assert_eq!(read(kind.puzzles).len(), puzzles.len(), "{}", kind.key);
        assert!(kind.puzzles.len() < 150_000, "{}", kind.key);
    }
    let ids: HashSet<u64> = puzzles::all().iter().map(|listed| listed.id).collect();
    assert_eq!(ids.len(), puzzles::all().len());
}

#[test]
fn every_game_and_family_of_mutators_has_puzzles() {
    for kind in GAMES {
        let of_game = puzzles::all().iter().filter(|one| one.kind.key == kind.key);
        let mut themes: BTreeMap<Theme, usize> = BTreeMap::new();
        of_game.for_each(|one| *themes.entry(one.puzzle.theme).or_default() += 1);
        println!("{}: {themes:?}", kind.key);
        assert!(themes.values().sum::<usize>() >= OF_A_GAME, "{}", kind.key);
        assert!(themes.len() >= 3, "{}: {themes:?}", kind.key);
    }
    for family in FAMILIES {
        let is_of = |listed: &&Listed| {
            let mutator = listed.options.get("mutator");
            mutator.is_some_and(|mutator| family.contains(&mutator))
        };
        let count = puzzles::all().iter().filter(is_of).count();
        println!("{family:?}: {count}");
        assert!(count >= OF_A_FAMILY, "{family:?}: {count}");
    }
}

/// The solution can be played, ends where its point is made, and a mate ends with a win of the side to move.
#[test]
fn solutions_lead_to_their_goal() {
    for listed in puzzles::all() {
        let position = &listed.puzzle.position;
        let mut game = listed.game().unwrap();
        let solver: Seat = game.turn();
        let point = game.point(&listed.puzzle.solution);
        for text in &listed.puzzle.solution {
            game.play(text)
                .unwrap_or_else(|why| panic!("{position}: {text}: {why}"));
        }
        let plies = listed.puzzle.solution.len();
        match listed.puzzle.kind {
            PuzzleKind::Mate(moves) => {
                assert_eq!(plies, 2 * moves as usize - 1, "{position}");
                let won = matches!(game.status(), Status::Won { winner, .. } if winner == solver);
                assert!(won, "{position}: {:?}", game.status());
            }
            PuzzleKind::Wins(_) => {
                let point = point.map_or(1, |point| point.plies);
                assert_eq!(plies, point, "{position}");
            }
            PuzzleKind::Saves(_) => assert_eq!(plies, 1, "{position}"),
        }
    }
}

/// At most a tenth of a game's puzzles are solved by the capture that takes the most. Those are the warm-ups, and every
/// other puzzle has the theme that its line proves.
#[test]
fn themes_are_proven_by_their_lines() {
    for kind in GAMES {
        let of_game = || puzzles::all().iter().filter(|one| one.kind.key == kind.key);
        let mut greedy = 0;
        for listed in of_game() {
            let (game, puzzle) = (listed.game().unwrap(), &listed.puzzle);
            let proven = search::theme(&*game, puzzle);
            assert_eq!(proven, Some(puzzle.theme), "{}: {puzzle}", kind.key);
            let is_greedy = is_biggest_capture(&*game, &puzzle.solution[0]);
            assert_eq!(is_greedy, puzzle.theme == Theme::Material, "{puzzle}");
            greedy += usize::from(is_greedy);
        }
        assert!(greedy * 10 <= of_game().count(), "{}: {greedy}", kind.key);
    }
}

/// A few mates in one of every game: the expected move solves it, and no other listed move does.
#[test]
fn a_sample_of_mates_has_one_solution() {
    let mates = puzzles::all()
        .iter()
        .filter(|listed| listed.puzzle.kind == PuzzleKind::Mate(1));
    for listed in mates.step_by(12) {
        let position = &listed.puzzle.position;
        let game = listed.game().unwrap();
        let solving: Vec<String> = game
            .legal()
            .into_iter()
            .filter(|text| {
                let mut after = game.boxed_clone();
                after.play(text).unwrap();
                matches!(after.status(), Status::Won { winner, .. } if winner == game.turn())
            })
            .collect();
        assert_eq!(solving, listed.puzzle.solution, "{position}");
    }
}

/// A few puzzles that are no mates: the search finds the same only move, goal and theme again.
#[test]
fn a_sample_of_the_others_is_found_again() {
    let others = puzzles::all()
        .iter()
        .filter(|listed| !matches!(listed.puzzle.kind, PuzzleKind::Mate(_)));
    for listed in others.step_by(40) {
        let puzzle = &listed.puzzle;
        let game = listed.game().unwrap();
        let again = search::puzzle(&*game, 0, Limits::nodes(8_000)).expect(&puzzle.position);
        assert_eq!(again.solution[0], puzzle.solution[0], "{puzzle}");
        assert!(again.kind.is_like(puzzle.kind), "{puzzle}");
        assert_eq!(again.theme, puzzle.theme, "{puzzle}");
    }
}

/// Lines of earlier versions have no theme: a mate is one, and the rest are warm-ups.
#[test]
fn lines_without_a_theme_are_read() {
    let position = "r3k3/pp6/8/8/8/3p4/8/K2Q4 w - 0";
    for (goal, theme) in [("mate 2", Theme::Mate), ("wins 300", Theme::Material)] {
        let line = format!("{goal}\t{position}\tQd1xd3");
        let puzzle = search::Puzzle::parse(&line).unwrap();
        assert_eq!(puzzle.theme, theme);
        assert_eq!(puzzle.to_string(), format!("{line}\t{theme}"));
        let with_options = format!("{puzzle}\tpowers=aronson,turn=double");
        let [(options, again)] = &read(&with_options)[..] else {
            panic!("{with_options}");
        };
        assert_eq!((options.get("turn"), again), (Some("double"), &puzzle));
    }
    for line in ["wins 1\tx\ty\tluck", "wins 1\tx", "1\tx\ty\tfork\ta"] {
        assert_eq!(read(line), [], "{line}");
    }
}

/// An answer is judged by its effect: here two rooks can give mate, and either solves the puzzle.
#[test]
fn another_answer_that_solves_it_is_right() {
    let kind = GAMES.iter().find(|kind| kind.key == "towers").unwrap();
    let position = "3/6/8k/R9/10/9/10/2RR6/9/6/K2 w - - - - 0";
    let game = kind.from_position(&Options::new(), position).unwrap();
    let verdict = |text| judge(&*game, PuzzleKind::Mate(1), 1, Some("Rc4-c9"), text);
    assert_eq!(verdict("Rc4-c9"), Ok(Verdict::Solved));
    assert_eq!(verdict("Rd4-d9"), Ok(Verdict::Solved));
    assert!(matches!(verdict("Rd4-d3"), Ok(Verdict::Wrong(Some(_)))));
    assert!(verdict("Rd4-e6").is_err());
}

/// A move that attacks two pieces is a fork only if one of them is captured next; the biggest capture is a warm-up.
#[test]
fn a_fork_is_told_from_a_capture() {
    let kind = GAMES.iter().find(|kind| kind.key == "abstract").unwrap();
    // A stack of two moves like a knight: from c5 it attacks a6's and e6's stacks and nothing can take it.
    let position = "7k/8/r3r3/8/8/1N6/8/K7 w - 0";
    let game = kind.from_position(&Options::new(), position).unwrap();
    let line = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    let point = game.point(&line(&["Nb3-c5", "Ra6-a8", "Nc5xe6"])).unwrap();
    assert_eq!(
        (point.theme, point.plies, point.pieces.len()),
        (Theme::Fork, 3, 2)
    );
    assert_eq!(game.point(&line(&["Nb3-c5", "Ra6-a8", "Nc5-d3"])), None);
    let taking = kind
        .from_position(&Options::new(), "7k/8/r3r3/2N5/8/8/8/K7 w - 0")
        .unwrap();
    assert!(is_biggest_capture(&*taking, "Nc5xe6"));
    assert!(!is_biggest_capture(&*game, "Nb3-c5"));
}
