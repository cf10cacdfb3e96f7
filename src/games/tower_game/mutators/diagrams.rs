//! Boards for the pages of the mutators.

use super::super::options::Rules;
use super::{Effects, Mutated};
use crate::rules::{Depict, Hidden, Options, Seat, Viewer};
use crate::scene::{Scene, View};

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
    let view = View {
        reach: (!reach.is_empty()).then(|| reach.to_owned()),
        from: Some(Seat::WHITE),
        ..View::default()
    };
    // As White sees it, where pieces are hidden.
    let game = game.seen_by(Viewer::Seat(Seat::WHITE));
    let mut scene = game.scene(last.as_ref(), &view);
    scene.grids.retain(|grid| {
        let rank = grid
            .badge
            .as_ref()
            .and_then(|badge| badge.text.parse::<u8>().ok());
        rank.is_some_and(|rank| ranks.contains(&rank))
    });
    scene.turn = None;
    scene.columns = 2;
    Some(scene)
}
