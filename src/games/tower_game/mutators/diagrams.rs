//! Boards for the pages of the mutators.

use super::super::options::Rules;
use super::{Effects, Mutated, bughouse};
use crate::rules::{Depict, Hidden, Options, Seat, Viewer};
use crate::scene::{Grid, Scene, View};

/// The slices of these ranks of a position after some moves, with what a piece can do marked.
pub fn diagram(
    mutator: &str,
    position: &str,
    moves: &str,
    reach: &str,
    ranks: &[u8],
) -> Option<Scene> {
    let given: Options = [("mutator", mutator), ("board", "chamber")]
        .into_iter()
        .collect();
    let view = View {
        reach: (!reach.is_empty()).then(|| reach.to_owned()),
        from: Some(Seat::WHITE),
        ..View::default()
    };
    if mutator == bughouse::KEY {
        return of_four(&given, position, moves, &view, ranks);
    }
    let options = super::super::KIND.resolve(&given).ok()?;
    let rules = Rules::of(&options).ok()?;
    let effects = Effects::of(mutator, &rules).ok()?;
    let mut game = Mutated::read_position(rules, effects, position).ok()?;
    let mut last = None;
    for text in moves.split_whitespace() {
        let mv = game.read_move(text).ok()?;
        game.make(&mv);
        last = Some(mv);
    }
    // As White sees it, where pieces are hidden.
    let game = game.seen_by(Viewer::Seat(Seat::WHITE));
    Some(part(game.scene(last.as_ref(), &view), ranks))
}

/// The two boards of four players: the first as it is after the first of the moves, which is marked, the second as it is after
/// all, when the piece that was captured can be dropped.
fn of_four(
    given: &Options,
    position: &str,
    moves: &str,
    view: &View,
    ranks: &[u8],
) -> Option<Scene> {
    let mut game = super::super::KIND.from_position(given, position).ok()?;
    let mut moves = moves.split_whitespace();
    game.play(moves.next()?).ok()?;
    let captured = game.scene(&View::default());
    for text in moves {
        game.play(text).ok()?;
    }
    let dropping = game.scene(&View {
        from: None,
        ..view.clone()
    });
    let mut scene = Scene {
        grids: Vec::new(),
        ..dropping.clone()
    };
    for rank in ranks {
        for (board, shown) in [(0, &captured), (1, &dropping)] {
            let wanted = |grid: &&Grid| grid.board == board && rank_of(grid) == Some(*rank);
            scene.grids.push(shown.grids.iter().find(wanted)?.clone());
        }
    }
    Some(part(scene, ranks))
}

/// The slices of these ranks, two in a row, without whose turn it is. Of two boards the same rank of both is in one row, the
/// first board's on the left.
fn part(mut scene: Scene, ranks: &[u8]) -> Scene {
    scene
        .grids
        .retain(|grid| rank_of(grid).is_some_and(|rank| ranks.contains(&rank)));
    for grid in &mut scene.grids {
        // What is told apart by its heading keeps its place.
        grid.board = 0;
    }
    scene.turn = None;
    scene.columns = 2;
    scene
}

fn rank_of(grid: &Grid) -> Option<u8> {
    grid.badge.as_ref()?.text.parse().ok()
}
