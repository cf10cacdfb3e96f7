//! Tests of the built-in puzzles: every one can be played, and a sample is proven again. The bench `puzzles` proves
//! all.

use std::collections::HashSet;

use rookery::engine::puzzles::{PuzzleKind, Verdict, judge, read};
use rookery::games::{GAMES, puzzles};
use rookery::rules::{Options, Seat, Status};

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

/// The solution can be played, and a mate ends with a win of the side to move.
#[test]
fn solutions_lead_to_their_goal() {
    for listed in puzzles::all() {
        let position = &listed.puzzle.position;
        let mut game = listed
            .kind
            .from_position(&Options::new(), position)
            .unwrap();
        let solver: Seat = game.turn();
        for text in &listed.puzzle.solution {
            game.play(text)
                .unwrap_or_else(|why| panic!("{position}: {text}: {why}"));
        }
        if let PuzzleKind::Mate(moves) = listed.puzzle.kind {
            assert_eq!(
                listed.puzzle.solution.len(),
                2 * moves as usize - 1,
                "{position}"
            );
            let won = matches!(game.status(), Status::Won { winner, .. } if winner == solver);
            assert!(won, "{position}: {:?}", game.status());
        }
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
        let game = listed
            .kind
            .from_position(&Options::new(), position)
            .unwrap();
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
