//! Tables of lines, compared with a walk from square to square.

use super::super::board::{SquareSet, TowerSet};
use super::*;

/// Returns the squares in a direction, one step after the other.
fn walk(from: Square, direction: Direction, knights: TowerSet) -> Vec<Square> {
    std::iter::successors(from.step(direction, knights), |at| {
        at.step(direction, knights)
    })
    .collect()
}

/// Figure 8: "as if the four arenas are lined up perfectly". For every set of knights on towers, a line is a row of
/// steps, and its sight ends at the first piece.
#[test]
fn lines_are_rows_of_steps() {
    for knights in TowerSet::every() {
        for from in Square::all() {
            for direction in Direction::ALL {
                let line = walk(from, direction, knights);
                assert_eq!(
                    line.iter().copied().collect::<SquareSet>(),
                    from.ray(direction, knights)
                );
                assert_eq!(
                    from.sight(direction, knights, SquareSet::EMPTY).len() as usize,
                    line.len()
                );
                for (far, at) in line.iter().enumerate() {
                    let occupied = line[far..].iter().copied().collect();
                    let seen: SquareSet = line[..=far].iter().copied().collect();
                    assert_eq!(from.sight(direction, knights, occupied), seen);
                    let between: SquareSet = line[..far].iter().copied().collect();
                    assert!(
                        from.lines_to(*at, knights)
                            .any(|found| found == (direction, between))
                    );
                    assert!(at.origins(knights).contains(from));
                }
            }
        }
    }
}

/// Two squares have no other lines between them, and only lines and leaps lead from one to the other.
#[test]
fn there_are_no_other_lines() {
    for knights in TowerSet::every() {
        for from in Square::all() {
            for to in Square::all() {
                let lines = Direction::ALL
                    .into_iter()
                    .filter(|direction| walk(from, *direction, knights).contains(&to))
                    .count();
                assert_eq!(from.lines_to(to, knights).count(), lines);
                let leads = lines > 0 || from.leaps().contains(to);
                assert_eq!(to.origins(knights).contains(from), leads, "{from} {to}");
            }
        }
    }
}
