//! Boards for the pages of the mutators.

use super::super::mutators::{self, BUGHOUSE};
use super::super::position::TowerGame;
use super::super::table_of_four::TableOfFour;
use crate::rules::{Depict, Hidden, Notation, Options, Seat, Viewer};
use crate::scene::{Grid, Scene, View};

/// The slices of these ranks in a position after some moves, with a piece's moves marked.
pub fn diagram(
    mutator: &str,
    position: &str,
    moves: &str,
    reach: &str,
    ranks: &[u8],
) -> Option<Scene> {
    let options: Options = [("mutator", mutator), ("board", "chamber")]
        .into_iter()
        .collect();
    let view = View {
        reach: (!reach.is_empty()).then(|| reach.to_owned()),
        from: Some(Seat::WHITE),
        ..View::default()
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let (rules, effects) = mutators::of(&options).ok()?;
    if effects.has(BUGHOUSE) {
        let game = TableOfFour::read_text(rules, effects, position).ok()?;
        return of_four(game, &moves, &view, ranks);
    }
    let game = TowerGame::read_position(rules, effects, position).ok()?;
    let (game, last) = after(game, &moves)?;
    // As White sees it, where pieces are hidden.
    let game = game.seen_by(Viewer::Seat(Seat::WHITE));
    Some(part(game.scene(last.as_ref(), &view), ranks))
}

/// The position after some moves, and the last of them.
fn after<P: Notation>(mut game: P, moves: &[&str]) -> Option<(P, Option<P::Move>)> {
    let mut last = None;
    for text in moves {
        let mv = game.read(text).ok()?;
        game.play(&mv);
        last = Some(mv);
    }
    Some((game, last))
}

/// The two boards of four players: the first as it is after the first of the moves, which is marked, the second as it
/// is after all, when the piece that was captured can be dropped.
fn of_four(game: TableOfFour, moves: &[&str], view: &View, ranks: &[u8]) -> Option<Scene> {
    let (first, others) = moves.split_at_checked(1)?;
    let (game, last) = after(game, first)?;
    let captured = game.scene(last.as_ref(), &View::default());
    let (game, last) = after(game, others)?;
    let from = None;
    let dropping = game.scene(
        last.as_ref(),
        &View {
            from,
            ..view.clone()
        },
    );
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

/// The slices of these ranks, two in a row, without whose turn it is. Of two boards the same rank of both is in one
/// row, the first board's on the left.
fn part(mut scene: Scene, ranks: &[u8]) -> Scene {
    scene
        .grids
        .retain(|grid| rank_of(grid).is_some_and(|rank| ranks.contains(&rank)));
    for grid in &mut scene.grids {
        // A grid with a heading keeps its place.
        grid.board = 0;
    }
    scene.turn = None;
    scene.columns = 2;
    scene
}

fn rank_of(grid: &Grid) -> Option<u8> {
    grid.badge.as_ref()?.text.parse().ok()
}
