//! Tests of the draw and the standings: whole tournaments with random results and withdrawals.

use std::collections::BTreeSet;

use super::*;

/// Numbers that look random, the same in every run.
pub(super) struct Numbers(pub u64);

impl Numbers {
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % count
    }

    fn placings(&mut self, players: usize) -> Vec<u8> {
        match (players, self.below(3)) {
            (1, _) => vec![1],
            (2, 0) => vec![1, 2],
            (2, 1) => vec![2, 1],
            (2, _) => vec![1, 1],
            (_, 0) => vec![1, 2, 2, 4],
            (_, 1) => vec![3, 1, 4, 2],
            (_, _) => vec![1, 1, 1, 4],
        }
    }
}

/// Plays a whole tournament, in which about one in `leaving` people withdraws in a round.
fn played(format: Format, people: usize, seed: u64, leaving: usize) -> (Vec<Player>, Vec<Pairing>) {
    let mut numbers = Numbers(seed * 2 + 1);
    let mut players = vec![Player::default(); people];
    let mut pairings: Vec<Pairing> = Vec::new();
    for round in 1..=format.rounds(people, None) {
        let Some(drawn) = draw_round(format, &players, &pairings, round) else {
            break;
        };
        for drawn in &drawn {
            let players = drawn.players();
            let placings = drawn.placings();
            let placings = placings.unwrap_or_else(|| numbers.placings(players.len()));
            pairings.push(Pairing {
                round,
                players,
                outcome: Outcome::Placed(placings),
            });
        }
        for (number, player) in players.iter_mut().enumerate() {
            if leaving > 0 && player.left.is_none() && numbers.below(leaving) == 0 {
                let own = pairings.iter().filter(|one| one.players.contains(&number));
                player.left = Some(u8::try_from(own.count()).unwrap());
            }
        }
    }
    (players, pairings)
}

fn meetings(people: usize, pairings: &[Pairing]) -> Vec<Vec<u32>> {
    let mut met = vec![vec![0; people]; people];
    for pairing in pairings {
        for one in &pairing.players {
            for other in pairing.players.iter().filter(|other| *other != one) {
                met[*one][*other] += 1;
            }
        }
    }
    met
}

/// No two people meet twice, none has two rounds off, colours differ by at most two, and everybody who takes part
/// is in each round; for 3 to 64 people, with and without withdrawals.
#[test]
fn rounds_of_two_keep_their_promises() {
    for people in 3..=MOST_PLAYERS {
        for (seed, leaving) in [(1, 0), (2, 0), (3, 12), (4, 5)] {
            let format = Format::of(2, people);
            let (_, pairings) = played(format, people, seed * 100 + people as u64, leaving);
            let met = meetings(people, &pairings);
            assert!(met.iter().flatten().all(|times| *times <= 1), "{people}");
            for player in 0..people {
                let own = || {
                    pairings
                        .iter()
                        .filter(move |one| one.players.contains(&player))
                };
                assert!(own().filter(|one| one.is_bye()).count() <= 1, "{people}");
                let games = || own().filter(|one| one.players.len() == 2);
                let first = games().filter(|one| one.players[0] == player).count();
                let difference = first.abs_diff(games().count() - first);
                // Walkovers have no colours.
                let is_fair = match format {
                    Format::RoundRobin => leaving > 0 || difference <= 1,
                    _ => difference <= 2,
                };
                assert!(is_fair, "{people}: {difference}");
                let mut rounds: Vec<u8> = own().map(|one| one.round).collect();
                let all = rounds.len();
                rounds.dedup();
                assert_eq!(rounds.len(), all, "twice in a round");
            }
            if leaving == 0 {
                let rounds = format.rounds(people, None);
                let games = usize::from(rounds) * (people / 2);
                let two = pairings.iter().filter(|one| one.players.len() == 2);
                assert_eq!(two.count(), games, "{people}: every round is full");
            }
            if format == Format::RoundRobin && leaving == 0 {
                let whole = |(one, row): (usize, &Vec<u32>)| {
                    row.iter()
                        .enumerate()
                        .all(|(other, met)| (one == other) == (*met == 0))
                };
                assert!(met.iter().enumerate().all(whole), "{people}: all have met");
            }
        }
    }
}

/// Every point is explained by a pairing, and the order by what decides it.
#[test]
fn every_point_is_explained_by_a_game() {
    for people in (3..=24).chain([33, 48, MOST_PLAYERS]) {
        for (seats, leaving) in [(2, 0), (2, 6), (4, 0), (4, 8)] {
            if people < Format::fewest(seats) {
                continue;
            }
            let format = Format::of(seats, people);
            let (players, pairings) = played(format, people, 7 + people as u64, leaving);
            let list = standings(format, &players, &pairings);
            assert_eq!(list.len(), people);
            let counted = |one: &Pairing| {
                let mut players = one.players.iter().map(|player| &players[*player]);
                players.all(|player| counts(format, people, player))
            };
            for standing in &list {
                let own = pairings.iter().filter(|one| counted(one));
                let won = own.filter_map(|one| {
                    let at = one.players.iter().position(|who| *who == standing.player)?;
                    Some(one.points()[at])
                });
                assert_eq!(standing.points, won.sum::<u32>(), "{people}");
            }
            for pair in list.windows(2) {
                let key =
                    |one: &Standing| (one.counts, one.points, one.direct, one.berger, one.wins);
                assert!(key(&pair[0]) >= key(&pair[1]), "{people}");
                let shared = key(&pair[0]) == key(&pair[1]);
                assert_eq!(shared, pair[0].place == pair[1].place, "{people}");
            }
        }
    }
}

/// The four places of a table give seven points in all, however they are shared.
#[test]
fn shared_places_share_the_points() {
    let table = |placings: &[u8]| Pairing {
        round: 1,
        players: vec![0, 1, 2, 3],
        outcome: Outcome::Placed(placings.to_vec()),
    };
    assert_eq!(table(&[1, 2, 3, 4]).points(), [48, 24, 12, 0]);
    assert_eq!(table(&[1, 1, 3, 4]).points(), [36, 36, 12, 0]);
    assert_eq!(table(&[1, 1, 1, 4]).points(), [28, 28, 28, 0]);
    assert_eq!(table(&[1, 1, 1, 1]).points(), [21; 4]);
    assert_eq!(table(&[4, 2, 2, 1]).points(), [0, 18, 18, 48]);
    assert_eq!(points_text(28), "2⅓");
    assert_eq!(points_text(21), "1¾");
    assert_eq!(points_text(0), "0");
    assert_eq!(points_text(6), "½");
}

/// Evenness of tables in four rounds: of five people two meet three times at most, of seven or more twice. A second
/// round off comes only when everybody has had one.
#[test]
fn tables_of_four_are_even() {
    for people in [4, 5, 6, 7, 8, 9, 11, 12, 16, 18, 20, 32, 48, 64] {
        let (_, pairings) = played(Format::Tables, people, people as u64, 0);
        let met = meetings(people, &pairings);
        let most = match people {
            4 => 4,
            5 | 6 => 3,
            _ => 2,
        };
        let times = met.iter().flatten().copied().max();
        assert!(times <= Some(most), "{people}: {times:?}");
        let byes = |player: usize| {
            let own = pairings.iter().filter(|one| one.players == [player]);
            own.count()
        };
        let byes: Vec<usize> = (0..people).map(byes).collect();
        let (least, most) = (byes.iter().min(), byes.iter().max());
        assert!(
            most <= least.map(|least| least + 1).as_ref(),
            "{people}: {byes:?}"
        );
    }
}

#[test]
fn equal_points_are_decided_by_the_direct_game_first() {
    let players = [Player::default(); 4];
    let game = |round, one, other, placings: [u8; 2]| Pairing {
        round,
        players: vec![one, other],
        outcome: Outcome::Placed(placings.to_vec()),
    };
    // 0 and 1 have two wins each, and 1 has beaten 0; 2 and 3 have one each, and 2 has beaten 3.
    let games = [
        game(1, 0, 3, [1, 2]),
        game(1, 1, 2, [2, 1]),
        game(2, 0, 2, [1, 2]),
        game(2, 3, 1, [2, 1]),
        game(3, 0, 1, [2, 1]),
        game(3, 2, 3, [2, 1]),
    ];
    let order: Vec<usize> = standings(Format::RoundRobin, &players, &games)
        .iter()
        .map(|one| one.player)
        .collect();
    assert_eq!(order, [1, 0, 3, 2]);
}

/// A withdrawal before half of the games leaves no trace; later the rest is lost.
#[test]
fn who_leaves_a_round_robin_early_leaves_no_trace() {
    let mut players = vec![Player::default(); 5];
    players[4].left = Some(1);
    let lost = Pairing {
        round: 1,
        players: vec![4, 0],
        outcome: Outcome::Placed(vec![2, 1]),
    };
    let list = standings(Format::RoundRobin, &players, std::slice::from_ref(&lost));
    assert!(list.iter().all(|one| one.points == 0));
    assert_eq!((list[4].player, list[4].counts), (4, false));
    let names = |drawn: &Drawn| drawn.players().contains(&4);
    for round in 2..=5 {
        let drawn = draw_round(Format::RoundRobin, &players, &[], round).unwrap();
        assert!(!drawn.iter().any(names), "{drawn:?}");
    }
    players[4].left = Some(2);
    let list = standings(Format::RoundRobin, &players, &[lost]);
    assert_eq!(list[0].points, 3 * POINT);
    let walkovers =
        (3..=5).flat_map(|round| draw_round(Format::RoundRobin, &players, &[], round).unwrap());
    let walkovers = walkovers.filter(|one| matches!(one, Drawn::Walkover { loser: 4, .. }));
    assert!(walkovers.count() >= 2);
}

/// Edmonds' algorithm finds out the same as trying everything.
#[test]
fn whether_all_can_be_paired_is_decided_rightly() {
    fn tried(free: &[usize], allowed: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((one, rest)) = free.split_first() else {
            return true;
        };
        rest.iter().any(|other| {
            let left: Vec<usize> = rest.iter().copied().filter(|free| free != other).collect();
            allowed(*one, *other) && tried(&left, allowed)
        })
    }
    let mut numbers = Numbers(9);
    let mut found = [0, 0];
    for round in 0..3_000 {
        let (size, density) = (round % 5 * 2 + 2, round % 7 + 2);
        let mut edges = BTreeSet::new();
        for one in 0..size {
            for other in 0..one {
                if numbers.below(density) == 0 {
                    edges.extend([(one, other), (other, one)]);
                }
            }
        }
        let allowed = |one: usize, other: usize| edges.contains(&(one, other));
        let all: Vec<usize> = (0..size).collect();
        let expected = tried(&all, &allowed);
        assert_eq!(
            matching::all_can_be_paired(size, &allowed),
            expected,
            "{edges:?}"
        );
        found[usize::from(expected)] += 1;
    }
    assert!(found[0] > 300 && found[1] > 300, "{found:?}");
}

/// The draw's time is bounded: 64 people whose every earlier meeting makes the last pairs hard to find.
#[test]
fn the_largest_draw_takes_no_long_search() {
    let begun = std::time::Instant::now();
    for seed in 0..4 {
        let (_, pairings) = played(Format::Swiss, MOST_PLAYERS, seed, 0);
        assert_eq!(pairings.len(), 7 * 32);
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
