//! Movement of the pieces, their bindings and distances, and the planar riders' two definitions against each other.

use std::collections::{HashMap, VecDeque};

use super::super::board::CubeSet;
use super::super::move_pattern::{DIAGONALS, MovePattern, ORTHOGONALS, TRIAGONALS, all_directions};
use super::super::pieces::Piece;
use super::super::riders::Table;
use super::reach::{Occupancy, reach};
use super::*;

/// The cubes that a piece alone on the board reaches by any number of moves, with how many it takes.
fn distances(move_pattern: MovePattern, pairs: &str, from: Cube) -> HashMap<Cube, u32> {
    let rules = Rules::of(&resolved(pairs)).unwrap();
    let table = Table::of(move_pattern, rules.bottom(), &rules);
    let mut found = HashMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(cube) = queue.pop_front() {
        let next = found[&cube] + 1;
        let goals = reach(table, rules.space, false, cube, |other| {
            if other == cube {
                Occupancy::Blocked
            } else {
                Occupancy::Empty
            }
        });
        for goal in goals.iter() {
            found.entry(goal).or_insert_with(|| {
                queue.push_back(goal);
                next
            });
        }
    }
    found
}

fn cube(name: &str) -> Cube {
    Cube::parse(name).unwrap()
}

#[test]
fn there_are_26_directions() {
    // Inventor's page: "three major directions ... Totalling 26 single directions": 6, 12 and 8.
    assert_eq!(
        (ORTHOGONALS.len(), DIAGONALS.len(), TRIAGONALS.len()),
        (6, 12, 8)
    );
    let mut all = all_directions();
    all.sort_by_key(|way| (way.column, way.row, way.rank));
    all.dedup();
    assert_eq!(all.len(), 26);
}

#[test]
fn only_directed_move_patterns_differ_by_side() {
    // Both sides share the table of a move pattern that knows no forward.
    for pairs in ["", "riders=tripunch", "pawns=berlin", "rules=shogi"] {
        let rules = Rules::of(&resolved(pairs)).unwrap();
        for (role, promoted) in Role::ALL
            .into_iter()
            .flat_map(|role| [(role, false), (role, true)])
        {
            let piece = Piece {
                promoted,
                ..Piece::new(Seat::WHITE, role)
            };
            let move_pattern = piece.move_pattern(&rules);
            let up = move_pattern.vectors();
            let [up, down] = [up.clone(), up.downward()].map(|vectors| {
                let mut all = [vectors.steps, vectors.slides];
                for ways in &mut all {
                    ways.sort_by_key(|way| (way.column, way.row, way.rank));
                }
                all
            });
            assert_eq!(up != down, move_pattern.is_directed(), "{move_pattern:?}");
        }
    }
}

#[test]
fn leapers_have_24_leaps_each() {
    // Inventor's page: one step orthogonally then one diagonally (knight), one orthogonally then one triagonally
    // (captain), one diagonally then one triagonally (jester), each away from where it came.
    for (move_pattern, first, second, length) in [
        (MovePattern::Knight, &ORTHOGONALS[..], &DIAGONALS[..], 5),
        (MovePattern::Captain, &ORTHOGONALS[..], &TRIAGONALS[..], 6),
        (MovePattern::Jester, &DIAGONALS[..], &TRIAGONALS[..], 9),
    ] {
        let mut two_steps: Vec<_> = first
            .iter()
            .flat_map(|one| second.iter().map(move |other| one.plus(*other)))
            .filter(|leap| leap.dot(*leap) == length)
            .collect();
        let key = |leap: &super::super::board::Vector| (leap.column, leap.row, leap.rank);
        two_steps.sort_by_key(key);
        two_steps.dedup();
        let mut leaps = move_pattern.vectors().steps;
        leaps.sort_by_key(key);
        assert_eq!(leaps.len(), 24, "{move_pattern:?}");
        assert_eq!(leaps, two_steps, "{move_pattern:?}");
    }
}

#[test]
fn bishops_and_captains_control_half_of_the_board() {
    // Inventor's page: "Each one of the four Bishops and four Captains control 50% of the board."
    for (move_pattern, cubes) in [
        (MovePattern::Bishop, ["ce1", "de1", "cd1", "dd1"]),
        (MovePattern::Captain, ["ad1", "bd1", "ac1", "bc1"]),
    ] {
        for from in cubes {
            let found = distances(move_pattern, "", cube(from));
            assert_eq!(found.len(), 100, "{move_pattern:?} {from}");
            let parity = |cube: &Cube| (cube.column() + cube.row() + cube.rank()) % 2;
            assert!(found.keys().all(|goal| parity(goal) == parity(&cube(from))));
        }
    }
}

#[test]
fn merchants_control_52_or_48_cubes() {
    // Inventor's page: "The two Merchants which start in the same bishop-color cube as the friendly king control each
    // 26% of the board (52 cubes.) Each of the other two control 24% of the board (48 cubes.)"
    let parity = |cube: Cube| (cube.column() + cube.row() + cube.rank()) % 2;
    let mut counts = Vec::new();
    for from in ["bb1", "cb1", "ba1", "ca1"] {
        let found = distances(MovePattern::Merchant, "", cube(from));
        let expected = if parity(cube(from)) == parity(cube("cc1")) {
            52
        } else {
            48
        };
        assert_eq!(found.len(), expected, "{from}");
        counts.push(expected);
        // Ruling: the parities of column + row and of column + rank.
        let binding = |cube: Cube| {
            (
                (cube.column() + cube.row()) % 2,
                (cube.column() + cube.rank()) % 2,
            )
        };
        assert!(
            found
                .keys()
                .all(|goal| binding(*goal) == binding(cube(from)))
        );
    }
    counts.sort_unstable();
    assert_eq!(counts, [48, 48, 52, 52]);
}

#[test]
fn a_toroidal_bishop_is_bound_to_nothing() {
    // Inventor's page: "The Bishops (and probably the other color-bound pieces) are no longer colorbound."
    for move_pattern in [
        MovePattern::Bishop,
        MovePattern::Merchant,
        MovePattern::Captain,
    ] {
        let found = distances(move_pattern, "edges=toroidal", cube("cc1"));
        assert_eq!(found.len(), 200, "{move_pattern:?}");
    }
}

#[test]
fn jesters_need_3_2_and_5_moves_to_their_neighbours() {
    // Inventor's page: "A Jester, for example, needs 3 steps to go to an triagonally adjacent cube; 2 to a diagonally
    // adjacent cube; 5 to an orthogonally adjacent cube."
    let found = distances(MovePattern::Jester, "", cube("cc4"));
    for (directions, steps) in [
        (&TRIAGONALS[..], 3),
        (&DIAGONALS[..], 2),
        (&ORTHOGONALS[..], 5),
    ] {
        let space = Rules::of(&resolved("")).unwrap().space;
        for way in directions {
            let neighbour = space.shift(cube("cc4"), *way).unwrap();
            assert_eq!(found[&neighbour], steps, "{neighbour}");
        }
    }
}

#[test]
fn generals_have_17_14_and_18_cubes() {
    // Inventor's page: the gold general "Moves to 14 cells", the silver "Moves to 17 cells"; uranium is the gold
    // general enhanced "to move to all directions sideways", four more.
    for (piece, count) in [("S", 17), ("G", 14), ("+P", 18), ("+G", 18), ("+J", 18)] {
        let game = placed("rules=shogi", &format!("{piece}cc5 Kaa1 kee9"), "b - 0");
        assert_eq!(
            legal(&*game, &format!("{piece}cc5")).len(),
            count,
            "{piece}"
        );
        // They look the same from the other side, turned over.
        let piece = piece.to_ascii_lowercase();
        let game = placed("rules=shogi", &format!("{piece}cc5 Kaa1 kee9"), "w - 0");
        let texts = legal(&*game, &format!("{}cc5", piece.to_ascii_uppercase()));
        assert_eq!(texts.len(), count, "{piece}");
        let down = texts.iter().filter(|mv| mv.ends_with('4')).count();
        assert_eq!(
            down, 9,
            "{piece}: all nine squares of the next level, which is below"
        );
    }
}

#[test]
fn silver_goes_forward_or_diagonally_and_gold_forward_or_orthogonally() {
    let game = placed("rules=shogi", "Scc5 Kaa1 kee9", "b - 0");
    let level: Vec<String> = goals(&*game, "Scc5")
        .into_iter()
        .filter(|goal| !goal.ends_with('6'))
        .collect();
    assert_eq!(
        level,
        ["bb5", "bc4", "bd5", "cb4", "cd4", "db5", "dc4", "dd5"]
    );
    let game = placed("rules=shogi", "Gcc5 Kaa1 kee9", "b - 0");
    let level: Vec<String> = goals(&*game, "Gcc5")
        .into_iter()
        .filter(|goal| !goal.ends_with('6'))
        .collect();
    assert_eq!(level, ["bc5", "cb5", "cc4", "cd5", "dc5"]);
}

#[test]
fn shogi_leapers_go_two_ranks_forward() {
    // Inventor's page: "they are restricted to a very forward move. Every move MUST advance them two ranks."
    for (piece, goals_of_it) in [
        ("N", vec!["bc5", "cb5", "cd5", "dc5"]),
        ("C", vec!["bb5", "bd5", "db5", "dd5"]),
        (
            "J",
            vec!["ab5", "ad5", "ba5", "be5", "da5", "de5", "eb5", "ed5"],
        ),
    ] {
        let game = placed("rules=shogi", &format!("{piece}cc3 Kaa1 kee9"), "b - 0");
        assert_eq!(
            goals(&*game, &format!("{piece}cc3")),
            goals_of_it,
            "{piece}"
        );
    }
}

#[test]
fn promoted_riders_step_like_a_king() {
    // Inventor's page: "Second rank pieces add the Jeweled General's move (moves and is notated like a Tower King) to
    // their moves."
    for (piece, riding) in [("R", 4 * 2 + 8), ("B", 12 * 2), ("M", 8 * 2)] {
        let plain = placed("rules=shogi", &format!("{piece}cc5 Kab1 kde9"), "b - 0");
        let unpromoted = legal(&*plain, &format!("{piece}cc5-"));
        let unpromoted = unpromoted.iter().filter(|mv| !mv.ends_with('+')).count();
        assert_eq!(unpromoted, riding, "{piece}");
        let crowned = placed("rules=shogi", &format!("+{piece}cc5 Kab1 kde9"), "b - 0");
        let steps = 26
            - match piece {
                "R" => 6,
                "B" => 12,
                _ => 8,
            };
        assert_eq!(
            legal(&*crowned, &format!("+{piece}cc5-")).len(),
            riding + steps,
            "{piece}"
        );
    }
}

#[test]
fn a_toroidal_slide_stops_before_its_own_cube() {
    // Ruling: a piece may not end where it began, and two ways to one cube are one move.
    let game = placed("edges=toroidal", "Rcc4 Kab1 kde8", "w - - 0");
    let texts = goals(&*game, "Rcc4");
    // Four others in its row, four in its column, seven in its file.
    assert_eq!(texts.len(), 4 + 4 + 7);
    let mut once = texts.clone();
    once.dedup();
    assert_eq!(texts, once);
    assert!(!texts.contains(&"cc4".to_owned()));
}

#[test]
fn toroidal_edges_wrap_columns_and_rows_but_not_ranks() {
    let game = placed("edges=toroidal", "Kaa1 Pcc3 kcc8", "w - - 0");
    let texts = goals(&*game, "Kaa1");
    // Eight around it on rank 1, nine above.
    assert_eq!(texts.len(), 17);
    assert!(texts.contains(&"ee1".to_owned()) && texts.contains(&"ee2".to_owned()));
    assert!(!texts.iter().any(|goal| goal.ends_with('8')));
}

#[test]
fn an_area_must_be_empty_but_for_its_corners() {
    // Ruling `area`: a base from aa1 to cc1 needs ba, ca, ab, bb, cb, ac and bc empty.
    let base = |blocker: &str| {
        let game = placed(
            "riders=tripunch",
            &format!("Raa1 Kee1 kee8 {blocker}"),
            "w - - 0",
        );
        goals(&*game, "Raa1").contains(&"cc1".to_owned())
    };
    assert!(base(""));
    for on in ["ba1", "ca1", "ab1", "bb1", "cb1", "ac1", "bc1"] {
        assert!(!base(&format!("N{on}")), "{on}");
    }
    assert!(base("Ndd1"));
    assert!(base("Nbb2"));
}

#[test]
fn a_hook_needs_only_its_path() {
    // Ruling `hook`: along one direction and then the other; either arm may come first.
    let base = |blockers: &str| {
        let game = placed(
            "riders=tripunch planar=hook",
            &format!("Raa1 Kee1 kee8 {blockers}"),
            "w - - 0",
        );
        goals(&*game, "Raa1").contains(&"cc1".to_owned())
    };
    assert!(base("Nbb1"));
    assert!(base("Nbb1 Nba1"), "up the rows first");
    assert!(base("Nbb1 Nbc1"), "along the columns first");
    assert!(!base("Nba1 Nab1"));
    assert!(!base("Nca1 Nac1"));
}

#[test]
fn cubes_of_an_area_off_the_board_do_not_count() {
    // Ruling: "Every cube ... that is on the board must be empty". From ea1 the way u = (1,1,1) and v = (-1,-1,1) both
    // leave the board at once, and their sum is two ranks straight up.
    let pieces = "Mea1 Pea2 Pdb2 Kae1 kee8";
    let game = placed("riders=tripunch", pieces, "w - - 0");
    assert!(goals(&*game, "Mea1").contains(&"ea3".to_owned()));
    // A hook walks on the board.
    let game = placed("riders=tripunch planar=hook", pieces, "w - - 0");
    assert!(!goals(&*game, "Mea1").contains(&"ea3".to_owned()));
}

#[test]
fn planes_are_counted() {
    // Ruling: base 12 pairs at 90 degrees; scientist 12 * (2 + 4) / 2 at 90 or 60; reporter 8 * 6 / 2.
    for (move_pattern, count) in [
        (MovePattern::Base, 12),
        (MovePattern::Scientist, 36),
        (MovePattern::Reporter, 24),
    ] {
        assert_eq!(
            move_pattern.vectors().planes.len(),
            count,
            "{move_pattern:?}"
        );
    }
}

#[test]
fn leap_riders_go_on_over_empty_cubes() {
    // Inventor's page: "leapers with leap-riders".
    let riders = |blocker: &str| {
        let game = placed(
            "riders=tripunch",
            &format!("Naa1 Kee1 kea8 {blocker}"),
            "w - - 0",
        );
        goals(&*game, "Naa1")
    };
    assert!(riders("").contains(&"ce1".to_owned()));
    assert!(!riders("Pbc2 Nbc1").contains(&"ce1".to_owned()));
    assert!(riders("nbc1").contains(&"bc1".to_owned()));
    assert!(!riders("nbc1").contains(&"ce1".to_owned()));
}

#[test]
fn reach_and_ways_agree() {
    // Written once forwards from a cube and once backwards from a target, the latter also as the paths that are kept:
    // on boards full of pieces at odd places they must tell of the same cubes, for every move pattern, edge and planar
    // rule.
    let mut state = 7_u32;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    for pairs in [
        "",
        "edges=toroidal",
        "riders=tripunch",
        "riders=tripunch edges=toroidal",
        "riders=tripunch planar=hook",
        "riders=tripunch planar=hook edges=toroidal",
        "board=chamber riders=tripunch",
        "board=chamber riders=tripunch edges=toroidal",
    ] {
        let rules = Rules::of(&resolved(pairs)).unwrap();
        let hook = pairs.contains("hook");
        for density in [3, 6, 20, 60] {
            let occupied: CubeSet = rules.space.cubes().filter(|_| next(density) == 0).collect();
            let from = rules
                .space
                .cubes()
                .nth(next(u32::from(rules.space.ranks) * 25) as usize);
            let from = from.unwrap();
            let mut occupied = occupied;
            occupied.insert(from);
            let taken: Vec<Cube> = occupied.iter().collect();
            for role in Role::ALL.into_iter().filter(|role| role.is_in(&rules)) {
                let table = Table::of(
                    Piece::new(Seat::WHITE, role).move_pattern(&rules),
                    rules.bottom(),
                    &rules,
                );
                let forwards = reach(table, rules.space, hook, from, |cube| {
                    if cube == from {
                        Occupancy::Blocked
                    } else if taken.contains(&cube) {
                        Occupancy::Enemy
                    } else {
                        Occupancy::Empty
                    }
                });
                let backwards = rules
                    .space
                    .cubes()
                    .filter(|to| *to != from)
                    .filter(|to| {
                        table
                            .paths_between(rules.space, from, *to)
                            .iter()
                            .any(|path| {
                                path.between(rules.space, from).is_some_and(|between| {
                                    between.intersection(occupied).is_empty()
                                })
                            })
                    })
                    .collect();
                assert_eq!(forwards, backwards, "{pairs} {role:?} {from}");
                let paths = table.paths(rules.space, from);
                let wanted = [CubeSet::ALL, occupied].map(|wanted| paths.reached(wanted, occupied));
                assert_eq!(wanted[0], forwards, "{pairs} {role:?} {from}");
                assert_eq!(wanted[1], forwards.intersection(occupied));
                assert!(rules.space.cubes().all(|to| {
                    paths.to(to).iter().any(|path| path.is_disjoint(occupied))
                        == forwards.contains(to)
                }));
            }
        }
    }
    assert_eq!(usize::from(PER_RANK), 25);
}
