//! The setups, the shuffle's count and its fairness, and the options that cannot go together.

use super::super::options::ARRANGEMENTS;
use super::super::pieces::Board;
use super::super::shuffle::{FirstRank, arrangement, number_of_seed, ways};
use super::*;

#[test]
fn the_starting_positions_are_the_seeds() {
    // The position text of the original setup.
    assert_eq!(
        started("", "").text(),
        "rnmmr/ccmmn/cckjj/nbbjj/rbbnr|ppppp/ppppp/ppppp/ppppp/ppppp|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|\
         PPPPP/PPPPP/PPPPP/PPPPP/PPPPP|RNBBR/CCBBN/CCKJJ/NMMJJ/RMMNR w AA,AE,EA,EE,aa,ae,ea,ee - 0"
    );
    // Alternate: "Black's setup mirror's white", without an exchange of bishops and merchants.
    assert_eq!(
        started("setup=alternate", "").text(),
        "rnbmr/bmjcn/jckbm/nbmjc/rjcnr|ppppp/ppppp/ppppp/ppppp/ppppp|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|\
         PPPPP/PPPPP/PPPPP/PPPPP/PPPPP|RNBMR/BMJCN/JCKBM/NBMJC/RJCNR w AA,AE,EA,EE,aa,ae,ea,ee - 0"
    );
}

#[test]
fn the_chamber_has_the_same_pieces_on_five_ranks() {
    // Inventor's page: "Exactly the same game with the same pieces which move in the same way, but in 5 ranks instead
    // of 8."
    assert_eq!(
        started("board=chamber", "").text(),
        "rnmmr/ccmmn/cckjj/nbbjj/rbbnr|ppppp/ppppp/ppppp/ppppp/ppppp|5/5/5/5/5|PPPPP/PPPPP/PPPPP/PPPPP/PPPPP|\
         RNBBR/CCBBN/CCKJJ/NMMJJ/RMMNR w AA,AE,EA,EE,aa,ae,ea,ee - 0"
    );
}

#[test]
fn shogi_stands_as_the_seed_draws_it_and_black_begins() {
    // Ruling: White's ranks are Black's turned by 180 degrees, so that merchants face rook and bishop.
    let game = started("rules=shogi", "");
    assert_eq!(game.turn(), Seat::BLACK);
    assert_eq!(
        game.text(),
        "lncjl/jsgsn/cgkgc/nsgsj/ljcnl|3b1/m4/5/4r/1m3|ppppp/ppppp/ppppp/ppppp/ppppp|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|\
         PPPPP/PPPPP/PPPPP/PPPPP/PPPPP|3M1/R4/5/4M/1B3|LNCJL/JSGSN/CGKGC/NSGSJ/LJCNL b - 0"
    );
}

#[test]
fn first_moves_are_counted() {
    // Worked examples: 91 in original and alternate.
    for (pairs, count) in [("", 91), ("setup=alternate", 91)] {
        assert_eq!(started(pairs, "").legal().len(), count, "{pairs}");
    }
}

#[test]
fn the_piece_density_is_one_half() {
    // Inventor's page: "The piece density of the board is 50%. Like in standard chess."
    let game = TowerGame::start(Rules::of(&resolved("")).unwrap(), Effects::default()).unwrap();
    assert_eq!(game.all_pieces().count() * 2, 200);
}

/// Pawns of both sides that no friend protects.
fn unprotected(pairs: &str) -> Vec<String> {
    let game = TowerGame::start(Rules::of(&resolved(pairs)).unwrap(), Effects::default()).unwrap();
    let mut found = Vec::new();
    for (rank, seat) in [(1, Seat::WHITE), (6, Seat::BLACK)] {
        for cube in game.rules.space.cubes().filter(|cube| cube.rank() == rank) {
            if game
                .attackers(cube, Board::A, seat, game.occupied())
                .next()
                .is_none()
            {
                found.push(cube.to_string());
            }
        }
    }
    found
}

#[test]
fn pawns_are_protected_as_the_seed_says() {
    // Inventor's page, alternate setup: "In this arrangement, all pawns are protected at least once."
    assert!(unprotected("setup=alternate").is_empty());
    // Worked examples: in the original setup exactly these two are not.
    assert_eq!(unprotected(""), ["ec2", "ac7"]);
}

/// Half of bishops and captains, and merchant binding, of a file on one rank (the parities of column + row +
/// rank, and of column + row and column + rank).
fn bindings(file: usize) -> (usize, usize) {
    let (column, row) = (file % 5, file / 5);
    ((column + row) % 2, (column + row) % 2 * 2 + column % 2)
}

/// True if the inventor's page allows a first rank in the Shuffle Tower Game.
fn is_allowed(rank: &FirstRank) -> bool {
    let files = |role: Role| (0..25).filter(move |file| rank[*file] == role);
    let halves = |role: Role| {
        let odd = files(role).filter(|file| bindings(*file).0 == 1).count();
        (files(role).count() - odd, odd)
    };
    let mut merchants: Vec<usize> = files(Role::Merchant).map(|file| bindings(file).1).collect();
    merchants.sort_unstable();
    rank[12] == Role::King
        && [0, 4, 20, 24].iter().all(|file| rank[*file] == Role::Rook)
        && merchants == [0, 1, 2, 3]
        && halves(Role::Bishop) == (2, 2)
        && halves(Role::Captain) == (2, 2)
        && files(Role::Knight).count() == 4
        && files(Role::Jester).count() == 4
}

#[test]
fn the_seeds_three_shuffles_are_allowed() {
    // Inventor's page: "Some possible starting positions", rows e to a.
    for rows in [
        ["RMBBR", "CMNCM", "BNKJC", "CNBNJ", "RJMJR"],
        ["RNCCR", "NNJCC", "NJKJM", "BBJMM", "RBBMR"],
        ["RBJBR", "JCNCM", "BMKNM", "NMNBC", "RJJCR"],
    ] {
        let mut rank = [Role::Pawn; 25];
        for (file, place) in rank.iter_mut().enumerate() {
            let letter = rows[4 - file / 5].as_bytes()[file % 5];
            *place = Role::of_letter(char::from(letter)).unwrap();
        }
        assert!(is_allowed(&rank), "{rows:?}");
    }
}

#[test]
fn the_number_of_arrangements_is_counted_without_enumerating() {
    // Ruling: 4,572,288,000; the inventor's 326,592,000 is smaller by exactly 14. Counted here file by file: how many
    // ways there are to go on depends only on which merchant bindings are taken and how many of each piece remain.
    use std::collections::HashMap;
    // Merchant bindings taken (4 bits), bishops and captains left on each half, knights and jesters left.
    type Left = (u8, [u8; 2], [u8; 2], u8, u8);
    let mut ways: HashMap<Left, u64> = HashMap::from([((0, [2; 2], [2; 2], 4, 4), 1)]);
    for file in (0..25).filter(|file| ![0, 4, 12, 20, 24].contains(file)) {
        let (half, binding) = bindings(file);
        let mut next: HashMap<Left, u64> = HashMap::new();
        for ((taken, bishops, captains, knights, jesters), count) in ways {
            let mut go_on = |left: Left| *next.entry(left).or_default() += count;
            if taken >> binding & 1 == 0 {
                go_on((taken | 1 << binding, bishops, captains, knights, jesters));
            }
            if bishops[half] > 0 {
                let mut fewer = bishops;
                fewer[half] -= 1;
                go_on((taken, fewer, captains, knights, jesters));
            }
            if captains[half] > 0 {
                let mut fewer = captains;
                fewer[half] -= 1;
                go_on((taken, bishops, fewer, knights, jesters));
            }
            if knights > 0 {
                go_on((taken, bishops, captains, knights - 1, jesters));
            }
            if jesters > 0 {
                go_on((taken, bishops, captains, knights, jesters - 1));
            }
        }
        ways = next;
    }
    let complete = ways[&(15, [0; 2], [0; 2], 0, 0)];
    assert_eq!(complete, 4_572_288_000);
    assert_eq!(complete, ARRANGEMENTS);
    assert_eq!(complete, 14 * 326_592_000);
}

/// Splitmix64 from a fixed seed: the same numbers in every run.
struct Draw(u64);

impl Draw {
    /// An arrangement's number. The remainder favours no number by more than one part in four thousand million.
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % ARRANGEMENTS
    }
}

/// The number of an arrangement, found without [`arrangement`]: the choices it shows, as digits of mixed radix.
fn number_of(rank: &FirstRank) -> u64 {
    let mut free: Vec<usize> = (0..25)
        .filter(|file| !matches!(rank[*file], Role::Rook | Role::King))
        .collect();
    let mut number = 0;
    // Both letters even, both odd, then even column with odd row, then the other.
    for (column, row) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
        let files: Vec<usize> = free
            .iter()
            .copied()
            .filter(|file| (file % 5 % 2, file / 5 % 2) == (column, row))
            .collect();
        let place = files.iter().position(|file| rank[*file] == Role::Merchant);
        number = number * files.len() as u64 + place.unwrap() as u64;
    }
    free.retain(|file| rank[*file] != Role::Merchant);
    let mut choose = |number: u64, role: Role, half: Option<usize>| {
        let files: Vec<usize> = free
            .iter()
            .copied()
            .filter(|file| half.is_none_or(|half| bindings(*file).0 == half))
            .collect();
        let wanted = files.iter().filter(|file| rank[**file] == role).count();
        // How many combinations come before it in lexicographic order.
        let (mut before, mut left) = (0, wanted);
        for (index, file) in files.iter().enumerate() {
            if left == 0 {
                break;
            }
            if rank[*file] == role {
                left -= 1;
            } else {
                before += ways(files.len() - index - 1, left - 1);
            }
        }
        free.retain(|file| {
            rank[*file] != role || half.is_some_and(|half| bindings(*file).0 != half)
        });
        number * ways(files.len(), wanted) + before
    };
    for role in [Role::Bishop, Role::Captain] {
        for half in [0, 1] {
            number = choose(number, role, Some(half));
        }
    }
    choose(number, Role::Knight, None)
}

#[test]
fn every_number_is_an_allowed_arrangement_of_its_own() {
    // What turns an arrangement back into its number shows that no two numbers share one.
    let mut draw = Draw(20_070_503);
    let numbers = (0..3_000).map(|_| draw.number());
    for number in numbers.chain([0, 1, 69, 70, ARRANGEMENTS / 2, ARRANGEMENTS - 1]) {
        let rank = arrangement(number);
        assert!(is_allowed(&rank), "{number}: {rank:?}");
        assert_eq!(number_of(&rank), number);
    }
}

/// Each seed has a different arrangement, so that uniform seeds give uniform arrangements. Two arrangements have 9.25
/// files of 25 in common on average (king and rooks always, the others by the chances below), and so have those of
/// neighbouring seeds.
#[test]
fn neighbouring_seeds_have_arrangements_that_are_not_alike() {
    let numbers: std::collections::BTreeSet<u64> = (0..20_000).map(number_of_seed).collect();
    assert_eq!(numbers.len(), 20_000);
    assert!(numbers.iter().all(|number| *number < ARRANGEMENTS));
    let rank = |seed: u64| arrangement(number_of_seed(seed));
    let alike: usize = (0..1_000)
        .map(|seed| {
            let (one, next) = (rank(seed), rank(seed + 1));
            one.iter()
                .zip(&next)
                .filter(|(one, next)| one == next)
                .count()
        })
        .sum();
    assert!((8_500..10_500).contains(&alike), "{alike} in 1,000 pairs");
}

#[test]
fn every_file_gets_every_piece_as_often_as_it_must() {
    // A uniform number must make a uniform arrangement. On the half with 8 free files a merchant, a bishop and a
    // captain each have probability 1/4 of a file, a knight and a jester 1/8; on the half with 12 they have 1/6 and
    // 1/4. Chi-square with four degrees of freedom exceeds 27.9 in one of 80,000 cases; there are twenty files.
    const DRAWS: u32 = 24_000;
    let mut draw = Draw(20_070_628);
    let mut counts = [[0_u32; 5]; 25];
    let mut side_by_side = [0_u32; 2];
    let kinds = [
        Role::Merchant,
        Role::Bishop,
        Role::Captain,
        Role::Knight,
        Role::Jester,
    ];
    for _ in 0..DRAWS {
        let rank = arrangement(draw.number());
        for (file, role) in rank.iter().enumerate() {
            if let Some(kind) = kinds.iter().position(|kind| kind == role) {
                counts[file][kind] += 1;
            }
        }
        side_by_side[usize::from(rank[1] == Role::Knight && rank[2] == Role::Knight)] += 1;
    }
    for file in (0..25).filter(|file| ![0, 4, 12, 20, 24].contains(file)) {
        let shares = if bindings(file).0 == 0 {
            [0.25, 0.25, 0.25, 0.125, 0.125]
        } else {
            [1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 0.25, 0.25]
        };
        let chi_square: f64 = counts[file]
            .iter()
            .zip(shares)
            .map(|(&seen, share)| {
                let expected = f64::from(DRAWS) * share;
                (f64::from(seen) - expected).powi(2) / expected
            })
            .sum();
        assert!(
            chi_square < 27.9,
            "file {file}: {chi_square}, {:?}",
            counts[file]
        );
    }
    // Two knights side by side on ba and ca, one file of each half: of the eight files left for knights and jesters two
    // are on the first half and six on the second, so 1/4 * 1/2 * (4 * 3) / (8 * 7).
    let expected = f64::from(DRAWS) * 0.125 * 12.0 / 56.0;
    let off = (f64::from(side_by_side[1]) - expected).powi(2) / expected;
    assert!(off < 15.0, "{side_by_side:?}, expected {expected}");
}

#[test]
fn chance_draws_the_seed_of_a_shuffle_only() {
    assert_eq!(
        (KIND.chance_option)(&resolved("setup=shuffle")),
        Some(("seed", 4_572_288_000))
    );
    assert_eq!((KIND.chance_option)(&resolved("")), None);
    assert_eq!((KIND.chance_option)(&resolved("rules=shogi")), None);
    let game = started("setup=shuffle seed=1234567890", "");
    assert_eq!(
        game.text(),
        started("setup=shuffle seed=1234567890", "").text()
    );
    assert_ne!(
        game.text(),
        started("setup=shuffle seed=1234567891", "").text()
    );
    // "Black's position mirrors White's": the same files, the same pieces.
    let text = game.text();
    let ranks: Vec<&str> = text.split(' ').next().unwrap().split('|').collect();
    assert_eq!(ranks[0].to_ascii_uppercase(), ranks[7]);
    let refused = KIND.new_game(&options("setup=shuffle seed=4572288000"));
    assert_eq!(refused.unwrap_err().kind, RuleErrorKind::BadOptions);
}

#[test]
fn a_start_that_leaves_the_waiting_king_in_check_is_refused() {
    // Ruling: chamber + toroidal + tripunch, "jester-riders reach both kings".
    for pairs in combinations() {
        let begun = KIND.new_game(&options(&pairs));
        let impossible =
            pairs.contains("chamber") && pairs.contains("toroidal") && pairs.contains("tripunch");
        assert_eq!(begun.is_err(), impossible, "{pairs}");
        if let Err(rejection) = begun {
            assert_eq!(rejection.kind, RuleErrorKind::BadOptions);
            assert!(rejection.sentence.contains("jester-rider"), "{rejection}");
            assert!(rejection.sentence.contains("king on cc5"), "{rejection}");
        }
    }
}

#[test]
fn shogi_takes_no_other_option() {
    for pair in [
        "setup=alternate",
        "setup=shuffle",
        "seed=1",
        "board=chamber",
        "edges=toroidal",
        "pawns=berlin",
        "riders=tripunch",
        "planar=hook",
    ] {
        let rejection = KIND
            .new_game(&options(&format!("rules=shogi {pair}")))
            .unwrap_err();
        assert_eq!(rejection.kind, RuleErrorKind::BadOptions);
        let named = pair.replace('=', " ");
        assert!(rejection.sentence.contains(&named), "{rejection}");
    }
    assert!(KIND.new_game(&options("rules=shogi board=tower")).is_ok());
}

#[test]
fn every_named_variant_is_a_game() {
    let names: Vec<&str> = KIND.variants.iter().map(|variant| variant.key).collect();
    assert_eq!(
        names,
        [
            "chamber",
            "original",
            "alternate",
            "toroidal",
            "berlin",
            "tripunch",
            "shuffle",
            "shogi"
        ]
    );
    for variant in KIND.variants {
        let options: Options = variant.options.iter().copied().collect();
        assert!(KIND.new_game(&options).is_ok(), "{}", variant.key);
    }
}
