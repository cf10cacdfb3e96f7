//! Contract tests of every game's hooks, and of results that the search must find in every game.

use std::collections::BTreeSet;

use super::*;
use crate::games::GAMES;
use crate::rules::{Game, Options, Seat, Status};

mod overview;

fn request(nodes: u64, depth: u8) -> Request<'static> {
    Request::strongest(Limits {
        depth,
        ..Limits::nodes(nodes)
    })
}

/// Returns every variant of every game at its start.
fn starts() -> Vec<Box<dyn Game>> {
    let mut starts = Vec::new();
    for kind in GAMES {
        let variants = kind.variants.iter().map(|variant| variant.options);
        let options: BTreeSet<&[(&str, &str)]> = variants.chain([&[][..]]).collect();
        for options in options {
            starts.push(kind.new_game(&options.iter().copied().collect()).unwrap());
        }
    }
    starts
}

/// Plays the outcomes of chance at random.
fn roll(game: &mut Box<dyn Game>, rng: &mut SplitMix64) {
    loop {
        let outcomes = game.chance();
        if outcomes.is_empty() {
            return;
        }
        let outcome = &outcomes[rng.below(outcomes.len() as u64) as usize];
        game.play(outcome).unwrap();
    }
}

/// Plays `plies` moves at random; `None` if the game ends before.
fn played(start: &dyn Game, plies: u32, rng: &mut SplitMix64) -> Option<Box<dyn Game>> {
    let mut game = start.boxed_clone();
    for _ in 0..plies {
        roll(&mut game, rng);
        let legal = game.legal();
        if legal.is_empty() {
            return None;
        }
        let text = legal[rng.below(legal.len() as u64) as usize].clone();
        game.play(&text).unwrap();
    }
    roll(&mut game, rng);
    (!game.status().is_over()).then_some(game)
}

/// Every level plays a legal move within the budget in every position, and the same one for the same request.
#[test]
fn every_level_plays_legal_moves_and_the_same_again() {
    let mut rng = SplitMix64::new(7, 0);
    for start in starts() {
        for plies in [0, 20] {
            let Some(game) = played(&*start, plies, &mut rng) else {
                continue;
            };
            for level in [&LEVELS[0], &LEVELS[4], &LEVELS[5]] {
                let request = Request {
                    level: Some(level),
                    seed: u64::from(plies),
                    ..request(600, u8::MAX)
                };
                let found = game.search(&request).unwrap();
                assert_eq!(game.parse_move(&found.text).as_ref(), Ok(&found.text));
                // Level 6 may spend as many nodes again on a win in two moves.
                assert!(found.nodes <= 1_201, "{} nodes", found.nodes);
                for line in &found.best {
                    let mut after = game.boxed_clone();
                    for text in &line.line {
                        after.play(text).unwrap();
                    }
                }
                assert_eq!(game.search(&request), Some(found), "{game:?}");
            }
        }
    }
}

/// The hooks agree with the rules, in positions of random games of every variant.
#[test]
fn the_hooks_agree_with_the_rules() {
    let mut rng = SplitMix64::new(5, 0);
    for start in starts() {
        for _ in 0..2 {
            let mut game = start.boxed_clone();
            for _ in 0..40 {
                roll(&mut game, &mut rng);
                let legal = game.legal();
                if legal.is_empty() {
                    break;
                }
                game.check_search();
                let text = &legal[rng.below(legal.len() as u64) as usize];
                game.play(text).unwrap();
            }
        }
    }
}

/// A finished game has no move to search for, nor does one in which a die must be thrown.
#[test]
fn nothing_is_searched_where_nobody_can_move() {
    for start in starts() {
        assert_eq!(
            start.search(&request(100, 1)).is_none(),
            !start.chance().is_empty() || start.status().is_over(),
            "{start:?}"
        );
    }
}

/// A win in one move is found at depth 1 in every game: random games lead to positions in which, by the rules, some
/// move wins.
#[test]
fn a_win_in_one_is_taken() {
    let mut rng = SplitMix64::new(11, 0);
    let mut wins = 0;
    for start in starts() {
        for _ in 0..6 {
            let mut game = start.boxed_clone();
            for _ in 0..120 {
                roll(&mut game, &mut rng);
                let legal = game.legal();
                if legal.is_empty() {
                    break;
                }
                let mover = game.turn();
                let text = legal[rng.below(legal.len() as u64) as usize].clone();
                let mut after = game.boxed_clone();
                after.play(&text).unwrap();
                if matches!(after.status(), Status::Won { winner, .. } if winner == mover) {
                    let found = game.search(&request(100_000, 2)).unwrap();
                    let mut won = game.boxed_clone();
                    won.play(&found.text).unwrap();
                    assert!(
                        matches!(won.status(), Status::Won { winner, .. } if winner == mover),
                        "{game:?}: {} does not win, {text} does",
                        found.text
                    );
                    assert_eq!(found.best[0].mate(), Some(1), "{game:?}");
                    wins += 1;
                    break;
                }
                game = after;
            }
        }
    }
    assert!(wins >= 5, "only {wins} games came to a win");
}

/// A set stop flag ends the search at once, still with a legal move; from level 6 on it also ends the search for wins
/// in two moves.
#[test]
fn a_search_stops_when_it_is_asked_to() {
    let stop = AtomicBool::new(true);
    for start in starts() {
        if !start.chance().is_empty() {
            continue;
        }
        for level in [None, Level::numbered(8)] {
            let found = start
                .search(&Request {
                    limits: Limits {
                        stop: Some(&stop),
                        ..Limits::nodes(u64::MAX)
                    },
                    level,
                    ..request(1, 1)
                })
                .unwrap();
            assert!(found.nodes < 300, "{} nodes", found.nodes);
            assert!(start.parse_move(&found.text).is_ok());
        }
    }
}

/// A lost turn may return at once if no other seat can move (rules 13 and 16 of Four Seasons): the search then looks
/// at one throw, not at throw after throw.
#[test]
fn throws_that_lose_the_turn_again_and_again_end_the_line() {
    let kind = crate::games::find("seasons").unwrap();
    // Green, who cannot move and is not threatened, passes; Red has only a king and two rooks to throw for.
    let text = "gK,7/7,rR/8/8/8/8/8/rK,rR,6 r gr 6 0";
    let dice: Options = [("dice", "on")].into_iter().collect();
    let mut game = kind.from_position(&dice, text).unwrap();
    let turn = game.turn();
    let found = game.search(&request(20_000, 2)).unwrap();
    assert!(found.nodes < 2_000, "{found:?}");
    game.play(&found.best[0].text).unwrap();
    assert_eq!(game.turn(), turn);
    assert_eq!(game.chance().len(), 6);
}

/// A weak machine overlooks moves, determined by the seed.
#[test]
fn a_seed_decides_what_is_overlooked() {
    let game = GAMES[0].new_game(&Options::new()).unwrap();
    let texts: BTreeSet<String> = (0..20)
        .map(|seed| {
            let request = Request {
                level: Some(&LEVELS[0]),
                seed,
                ..request(1_000, u8::MAX)
            };
            game.search(&request).unwrap().text
        })
        .collect();
    assert!(texts.len() > 3, "{texts:?}");
}

/// A game may scale a level's frequency of weak turns: of careless ones, 240 in 1,000 for level 3, and of random ones,
/// as many for level 2.
#[test]
fn a_game_may_ask_for_more_weak_turns() {
    let mut rng = SplitMix64::new(3, 4);
    for (percent, expected) in [
        (0, 0),
        (100, 2_400),
        (165, 3_960),
        (200, 4_800),
        (u16::MAX, 10_000),
    ] {
        let careless = Lapses::new(percent, 100);
        let random = Lapses::new(100, percent);
        for (level, percent, weak) in [
            (2, careless, level::Care::Careless),
            (1, random, level::Care::Random),
        ] {
            let care = (0..10_000).map(|_| LEVELS[level].care(2, percent, &mut rng));
            let count = care.filter(|care| *care == weak).count();
            assert!(count.abs_diff(expected) <= 200, "{count} at {percent:?}");
            assert!(count == expected || (1..10_000).contains(&expected));
        }
    }
}

#[test]
fn lots_are_even() {
    let mut rng = SplitMix64::new(3, 4);
    let mut counts = [0_u32; 10];
    for _ in 0..10_000 {
        counts[rng.below(10) as usize] += 1;
    }
    assert!(
        counts.iter().all(|count| (850..1_150).contains(count)),
        "{counts:?}"
    );
    assert!(!SplitMix64::new(1, 1).happens(0) && SplitMix64::new(1, 1).happens(1_000));
}

/// A note on a queen left to be captured names the better move; the position after it is a puzzle for the other side.
#[test]
fn a_blunder_is_noted_and_makes_a_puzzle() {
    let kind = GAMES[0];
    // Six stones move like a queen: on d7 the royal stone captures them.
    let start = "r3k3/pp6/8/8/8/3p4/8/K2Q4 w - 0";
    let game = kind.from_position(&Options::new(), start).unwrap();
    let moves = ["Qd1-g4", "Ke8-e7", "Qg4-d7"].map(str::to_owned);
    let notes = notes::notes(&*game, &moves[..], Limits::nodes(5_000)).unwrap();
    let noted: Vec<(usize, Seat)> = notes.iter().map(|note| (note.ply, note.seat)).collect();
    assert!(noted.contains(&(2, Seat(0))), "{notes:?}");
    let puzzles = puzzles::puzzles(&*game, &moves[..], Limits::nodes(5_000)).unwrap();
    let last = puzzles.last().unwrap();
    assert_eq!(
        (last.ply, last.solution[0].as_str()),
        (3, "Ke7xd7"),
        "{puzzles:?}"
    );
    let refused = notes::notes(&*game, &["Qd1-d9".to_owned()], Limits::nodes(10)).unwrap_err();
    assert_eq!(refused.ply, 0);
}

/// A full-width search agrees with the usual one about mates, and reports where it is no proof.
#[test]
fn a_full_look_proves_a_mate() {
    let kind = GAMES[0];
    let game = kind
        .from_position(&Options::new(), "4k3/8/8/8/8/8/8/K3R3 w - 0")
        .unwrap();
    let found = game
        .search(&Request {
            best: 2,
            ..Request::strongest(Limits {
                depth: 1,
                full_width: true,
                ..Limits::nodes(100_000)
            })
        })
        .unwrap();
    assert!(found.complete);
    assert_eq!(found.best[0].mate(), Some(1));
    assert_eq!(found.best[1].mate(), None);
}

/// Each reason occurs in a position that has it, with its key and squares.
#[test]
fn reasons_come_from_the_boards() {
    let kind = GAMES[0];
    for (position, text, key, squares) in [
        // Four stones move like a rook, two like a knight, one like a pawn, three like a bishop.
        ("4k3/8/8/8/8/8/8/K3R3 w - 0", "Re1xe8", "mate", &[][..]),
        (
            "r3k3/8/8/8/8/8/8/R2K4 w - 0",
            "Ra1xa8",
            "takes-free",
            &["a8"],
        ),
        (
            "r2k4/2p5/1n6/8/8/8/8/R2K4 w - 0",
            "Ra1xa8",
            "takes",
            &["a8"],
        ),
        (
            "r3k3/8/8/3N4/8/8/8/K7 w - 0",
            "Nd5-c7",
            "forks",
            &["c7", "e8", "a8"],
        ),
        (
            "4k3/8/8/8/8/1p6/2R5/7K w - 0",
            "Rc2-c5",
            "saves",
            &["c2", "b3"],
        ),
        ("3rk3/8/8/8/8/8/8/R2K4 w - 0", "Kd1-e2", "safe", &["e2"]),
        ("4k3/8/8/8/8/7p/8/K3N3 w - 0", "Ne1-g2", "equal", &["g2"]),
        (
            "4k3/8/8/7n/8/8/8/K5R1 w - 0",
            "Rg1-h1",
            "attacks",
            &["h1", "h5"],
        ),
    ] {
        let game = kind.from_position(&Options::new(), position).unwrap();
        let mate = (key == "mate").then_some(1);
        let why = game.why(text, mate).unwrap();
        assert_eq!(
            (why.key(), &why.squares()[..]),
            (
                key,
                &squares
                    .iter()
                    .map(|at| (*at).to_owned())
                    .collect::<Vec<_>>()[..]
            ),
            "{position}: {why:?}"
        );
    }
}

/// Every legal move has a reason in every variant: a sentence about squares of the board.
#[test]
fn every_move_has_a_reason() {
    let mut rng = SplitMix64::new(13, 0);
    for start in starts() {
        for plies in [1, 25] {
            let Some(game) = played(&*start, plies, &mut rng) else {
                continue;
            };
            let legal = game.legal();
            for _ in 0..4 {
                let text = &legal[rng.below(legal.len() as u64) as usize];
                let why = game.why(text, None).unwrap();
                let sentence = game.reason(&why);
                assert!(
                    sentence.ends_with('.') && !sentence.contains("  "),
                    "{sentence}"
                );
                assert!(
                    why.squares().iter().all(|square| !square.is_empty()),
                    "{why:?}"
                );
            }
            assert_eq!(game.why("nonsense", None), None);
        }
    }
}

/// A request has the same answer whatever the load of the machine: nodes are counted, not time.
#[test]
fn the_same_answer_alone_and_among_eight() {
    let mut rng = SplitMix64::new(17, 0);
    for kind in GAMES {
        let start = kind.new_game(&Options::new()).unwrap();
        let Some(game) = played(&*start, 12, &mut rng) else {
            continue;
        };
        let request = Request {
            level: Some(&LEVELS[6]),
            seed: 3,
            best: 2,
            ..request(1_500, u8::MAX)
        };
        let alone = game.search(&request);
        std::thread::scope(|scope| {
            let among: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| game.search(&request)))
                .collect();
            for thread in among {
                assert_eq!(thread.join().unwrap(), alone, "{game:?}");
            }
        });
    }
}

/// Games between the levels have legal moves only, in every variant.
#[test]
fn games_of_the_machine_are_legal() {
    let mut rng = SplitMix64::new(19, 0);
    for start in starts() {
        let mut game = start.boxed_clone();
        for ply in 0..12 {
            roll(&mut game, &mut rng);
            if game.status().is_over() {
                break;
            }
            let request = Request {
                level: Some(&LEVELS[ply % 8]),
                seed: rng.next(),
                ..request(1 + rng.below(120), u8::MAX)
            };
            let found = game.search(&request).unwrap();
            assert_eq!(
                game.parse_move(&found.text).as_ref(),
                Ok(&found.text),
                "{game:?}"
            );
            game.play(&found.text).unwrap();
        }
    }
}

/// An interrupted iteration plays a move whose value is known: the best of the last complete one is searched first,
/// and the values of the others were only bounds. Here the royal stone must be protected: all other moves lose it.
#[test]
fn a_broken_look_does_not_play_a_move_it_knows_nothing_of() {
    let kind = GAMES[0];
    let position = "4R3/2p3k1/2n2p2/5n2/4N3/2nN1P2/8/3K3B w - 0";
    let game = kind.from_position(&Options::new(), position).unwrap();
    for nodes in (200..6_000).step_by(97) {
        let found = game
            .search(&Request::strongest(Limits::nodes(nodes)))
            .unwrap();
        let mut after = game.boxed_clone();
        after.play(&found.text).unwrap();
        let loses = after.legal().iter().any(|reply| {
            let mut lost = after.boxed_clone();
            lost.play(reply).unwrap();
            matches!(
                lost.status(),
                Status::Won {
                    winner: Seat(1),
                    ..
                }
            )
        });
        assert!(!loses, "{} with {nodes} nodes", found.text);
    }
}

/// Notes, proofs and answers to puzzles request one move's value: it is searched to their depth.
#[test]
fn a_move_that_is_asked_for_alone_is_looked_at_to_the_full_depth() {
    let game = GAMES[0].new_game(&Options::new()).unwrap();
    let text = game.legal()[0].clone();
    let found = game.search(&Request {
        only: Some(&text),
        ..request(1_000_000, 3)
    });
    assert_eq!(found.unwrap().depth, 3);
}

/// A weak level that is ahead by more than a queen plays at level 6 between two (house ruling), and no other level does.
#[test]
fn a_weak_level_that_is_far_ahead_plays_at_a_strong_one() {
    for (number, lead, seats, expected) in [
        (1, 1_201, 2, 6),
        (3, 1_201, 2, 6),
        (3, 1_200, 2, 3),
        (1, -1_201, 2, 1),
        (4, 1_201, 2, 4),
        (1, 1_201, 4, 1),
    ] {
        let level = &LEVELS[number - 1];
        let playing = super::root::playing(level, lead, seats);
        assert_eq!(playing.number, expected, "level {number}, {lead}, {seats}");
    }
}
