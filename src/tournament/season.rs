//! Seasons: the months of a league, its divisions, and who goes up and down between them.

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};

use super::{Drawn, Format, Outcome, Pairing, Player, draw_round};

/// A day, in seconds.
const DAY: i64 = 86_400;

/// The most people of a division, one more if there is only one.
const LARGEST: usize = 8;

/// The most people who meet each other twice.
const TWICE: usize = 4;

/// Number of people who change places at each border between two divisions, in each direction.
const EXCHANGED: usize = 2;

/// Rounds of a division of a game of four.
const TABLE_ROUNDS: u8 = 4;

/// The shortest time in which people can sign up for a new league's first season, in seconds.
const SHORTEST: i64 = 3 * DAY;

/// Names of the months.
const NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A month of the calendar, counted from January of the year 0. Its season begins and ends on the 1st at noon, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(pub i32);

impl Month {
    /// Returns the month whose season runs at `at`, in seconds of the Unix epoch.
    pub fn at(at: i64) -> Month {
        let time = Timestamp::from_second(at).unwrap_or_default();
        let day: civil::Date = time.to_zoned(TimeZone::UTC).date();
        let month = Month(i32::from(day.year()) * 12 + i32::from(day.month()) - 1);
        match at < month.starts() {
            true => Month(month.0 - 1),
            false => month,
        }
    }

    /// Returns the first month whose season starts after `at`, in seconds of the Unix epoch.
    pub fn after(at: i64) -> Month {
        Month::at(at).next()
    }

    /// Returns the month of the first season of a league that is started at `now`, in seconds of the Unix epoch.
    pub fn first_of_league(now: i64) -> Month {
        Month::after(now + SHORTEST)
    }

    /// Returns the following month.
    pub fn next(self) -> Month {
        Month(self.0 + 1)
    }

    /// Returns the start of the month's season, in seconds of the Unix epoch.
    pub fn starts(self) -> i64 {
        let year = i16::try_from(self.year()).unwrap_or(i16::MAX);
        let month = i8::try_from(self.0.rem_euclid(12) + 1).unwrap_or(1);
        let noon = civil::Date::new(year, month, 1)
            .and_then(|day| day.at(12, 0, 0, 0).to_zoned(TimeZone::UTC));
        noon.map_or(i64::MAX, |noon| noon.timestamp().as_second())
    }

    /// Returns the end of the month's season, in seconds of the Unix epoch.
    pub fn ends(self) -> i64 {
        self.next().starts()
    }

    /// Returns the year.
    pub fn year(self) -> i32 {
        self.0.div_euclid(12)
    }

    /// Returns the month's name.
    pub fn name(self) -> &'static str {
        let month = usize::try_from(self.0.rem_euclid(12)).unwrap_or_default();
        NAMES.get(month).copied().unwrap_or_default()
    }
}

/// The direction in which a player leaves a division at the end of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// To the division above.
    Up,
    /// Nowhere.
    Stays,
    /// To the division below.
    Down,
}

/// A division of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// Its number, counted from 0 for the first.
    pub number: usize,
    /// Number of divisions of the season.
    pub of: usize,
    /// Number of its players.
    pub size: usize,
}

impl Division {
    /// Returns where the player with this rank, counted from 0, goes.
    pub fn promotion(self, rank: usize) -> Promotion {
        if rank < EXCHANGED && self.number > 0 {
            Promotion::Up
        } else if rank + EXCHANGED >= self.size && self.number + 1 < self.of {
            Promotion::Down
        } else {
            Promotion::Stays
        }
    }
}

/// Returns the number of people in each division of a season, that of the first division first; none if there are too
/// few people.
pub fn division_sizes(seats: usize, people: usize) -> Vec<usize> {
    if people < Format::fewest(seats) {
        return Vec::new();
    }
    let only = if seats == 2 { LARGEST + 1 } else { LARGEST };
    let count = match people <= only {
        true => 1,
        false => people.div_ceil(LARGEST),
    };
    let size = |number| people / count + usize::from(number < people % count);
    (0..count).map(size).collect()
}

/// Returns the order of people for the next season: the divisions one after the other, each in its order, and at each
/// border those who go up before those who go down.
pub fn next_order<P: Copy>(divisions: &[Vec<P>]) -> Vec<P> {
    let mut order = divisions.concat();
    let mut border = 0;
    for pair in divisions.windows(2) {
        border += pair[0].len();
        let (down, up) = (EXCHANGED.min(pair[0].len()), EXCHANGED.min(pair[1].len()));
        order[border - down..border + up].rotate_left(down);
    }
    order
}

impl Format {
    /// Returns the form of a division.
    pub fn of_division(seats: usize, people: usize) -> Format {
        match (seats, people) {
            (2, ..=TWICE) => Format::DoubleRoundRobin,
            (2, _) => Format::RoundRobin,
            _ => Format::Tables,
        }
    }

    /// Returns the number of rounds of a division.
    pub fn division_rounds(self, people: usize) -> u8 {
        self.rounds(people, Some(TABLE_ROUNDS))
    }
}

/// Draws all rounds of a division with so many people.
pub fn draw_division(format: Format, people: usize) -> Vec<Vec<Drawn>> {
    let players = vec![Player::default(); people];
    let mut earlier: Vec<Pairing> = Vec::new();
    let mut rounds = Vec::new();
    for round in 1..=format.division_rounds(people) {
        let drawn = draw_round(format, &players, &earlier, round).unwrap_or_default();
        earlier.extend(drawn.iter().map(|drawn| Pairing {
            round,
            players: drawn.players(),
            outcome: Outcome::Going,
        }));
        rounds.push(drawn);
    }
    rounds
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::civil::date;

    use super::super::MOST_PLAYERS;
    use super::*;
    use crate::tournament::tests::Numbers;

    /// Noon of a day, in seconds of the Unix epoch.
    fn noon(year: i16, month: i8, day: i8) -> i64 {
        let noon = date(year, month, day).at(12, 0, 0, 0);
        noon.to_zoned(TimeZone::UTC)
            .unwrap()
            .timestamp()
            .as_second()
    }

    fn month(year: i32, month: i32) -> Month {
        Month(year * 12 + month - 1)
    }

    /// Every moment belongs to one season, which begins on a 1st at noon: at the ends of months and years, and in leap
    /// years.
    #[test]
    fn a_season_is_a_month_from_noon_to_noon() {
        for (at, expected) in [
            (noon(2027, 1, 1) - 1, month(2026, 12)),
            (noon(2027, 1, 1), month(2027, 1)),
            (noon(2027, 1, 31), month(2027, 1)),
            (noon(2027, 2, 1) - 1, month(2027, 1)),
            (noon(2027, 2, 28), month(2027, 2)),
            (noon(2027, 3, 1) - 1, month(2027, 2)),
            (noon(2028, 2, 29), month(2028, 2)),
            (noon(2028, 3, 1), month(2028, 3)),
            (noon(2027, 12, 31), month(2027, 12)),
            (noon(2028, 1, 1) - 1, month(2027, 12)),
        ] {
            assert_eq!(Month::at(at), expected, "{at}");
        }
        let mut at = Month::at(noon(2026, 11, 5));
        for _ in 0..500 {
            let length = at.ends() - at.starts();
            assert!((28..=31).contains(&(length / DAY)) && length % DAY == 0);
            assert_eq!(Month::at(at.starts()), at);
            assert_eq!(Month::at(at.ends()), at.next());
            assert_eq!(Month::after(at.starts()), at.next());
            at = at.next();
        }
        assert_eq!(month(2028, 2).ends() - month(2028, 2).starts(), 29 * DAY);
        assert_eq!(
            (month(2027, 12).name(), month(2027, 12).year()),
            ("December", 2027)
        );
        // Whatever was typed, there is an answer.
        for at in [i64::MIN, 0, i64::MAX] {
            assert!(Month::at(at).starts() < i64::MAX);
        }
    }

    #[test]
    fn a_new_league_leaves_three_days_to_sign_up() {
        let first = Month::first_of_league;
        assert_eq!(first(noon(2026, 11, 10)), month(2026, 12));
        assert_eq!(first(noon(2026, 11, 28) - 1), month(2026, 12));
        assert_eq!(first(noon(2026, 11, 28) + 1), month(2027, 1));
        assert_eq!(first(noon(2026, 12, 31)), month(2027, 2));
    }

    #[test]
    fn divisions_have_five_to_eight_people() {
        for people in 0..=MOST_PLAYERS {
            let sizes = division_sizes(2, people);
            let sum: usize = sizes.iter().sum();
            match people {
                ..=2 => assert!(sizes.is_empty()),
                3..=9 => assert_eq!(sizes, [people]),
                _ => assert!(sizes.iter().all(|size| (5..=8).contains(size)), "{people}"),
            }
            assert!(people < 3 || sum == people);
            assert!(sizes.is_sorted_by(|one, other| one >= other));
            let sizes = division_sizes(4, people);
            assert_eq!(sizes.is_empty(), people < 4);
            assert!(sizes.iter().all(|size| (4..=8).contains(size)), "{people}");
            assert!(people < 4 || sizes.iter().sum::<usize>() == people);
        }
    }

    /// Years of seasons with random results, in which people come and go: nobody is lost or twice in a season, whoever
    /// went up is above whoever came down, and all others keep their order.
    #[test]
    fn promotion_and_relegation_keep_everybody() {
        for people in 3..=MOST_PLAYERS {
            let mut numbers = Numbers(people as u64 * 2 + 1);
            let mut order: Vec<usize> = (0..people).collect();
            let mut newest = people;
            for _ in 0..12 {
                let sizes = division_sizes(2, order.len());
                let mut rest = &order[..];
                let mut divisions = Vec::new();
                for size in &sizes {
                    let (own, others) = rest.split_at(*size);
                    let mut ranked = own.to_vec();
                    // The order of a season's end.
                    ranked.sort_by_key(|_| numbers.below(1_000));
                    divisions.push(ranked);
                    rest = others;
                }
                assert!(rest.is_empty());
                let next = next_order(&divisions);
                let all: BTreeSet<usize> = next.iter().copied().collect();
                assert_eq!((all.len(), next.len()), (order.len(), order.len()));
                let place = |who: usize| next.iter().position(|one| *one == who).unwrap();
                let goes: Vec<Vec<Promotion>> = divisions
                    .iter()
                    .enumerate()
                    .map(|(number, own)| {
                        let division = Division {
                            number,
                            of: divisions.len(),
                            size: own.len(),
                        };
                        (0..own.len())
                            .map(|rank| division.promotion(rank))
                            .collect()
                    })
                    .collect();
                let mut before = 0;
                for (at, own) in divisions.iter().enumerate() {
                    for (who, goes) in own.iter().zip(&goes[at]) {
                        // The division that a place belongs to, of divisions of these sizes.
                        let mut left = place(*who);
                        let now = sizes.iter().position(|size| match left < *size {
                            true => true,
                            false => {
                                left -= size;
                                false
                            }
                        });
                        let expected = match goes {
                            Promotion::Up => at - 1,
                            Promotion::Stays => at,
                            Promotion::Down => at + 1,
                        };
                        assert_eq!(now, Some(expected), "{people}");
                    }
                    let stay = own.iter().zip(&goes[at]);
                    let stay = stay.filter(|(_, goes)| **goes == Promotion::Stays);
                    let places: Vec<usize> = stay.map(|(who, _)| place(*who)).collect();
                    assert!(places.is_sorted(), "{people}: the order is kept");
                    for (who, goes) in own.iter().zip(&goes[at]) {
                        if *goes == Promotion::Up {
                            assert!(place(*who) < before, "{people}");
                        }
                    }
                    before += own.len();
                }
                let count =
                    |wanted: Promotion| goes.iter().flatten().filter(|one| **one == wanted).count();
                assert_eq!(count(Promotion::Up), (sizes.len() - 1) * 2);
                assert_eq!(count(Promotion::Down), (sizes.len() - 1) * 2);
                // Some leave, and newcomers follow at the end.
                order = next;
                order.retain(|_| numbers.below(6) > 0);
                while order.len() < 3 || (order.len() < MOST_PLAYERS && numbers.below(4) > 0) {
                    order.push(newest);
                    newest += 1;
                }
            }
        }
    }

    /// All meet once, or twice with both colours; nobody has two more games with one colour than with the other.
    #[test]
    fn the_games_of_a_division_are_all_drawn() {
        for people in 3..=9 {
            let format = Format::of_division(2, people);
            let rounds = draw_division(format, people);
            let games: Vec<Vec<usize>> = rounds.iter().flatten().map(Drawn::players).collect();
            let all: BTreeSet<&Vec<usize>> = games.iter().collect();
            assert_eq!(all.len(), games.len());
            let times = if people <= 4 { 2 } else { 1 };
            assert_eq!(games.len(), times * people * (people - 1) / 2, "{people}");
            for player in 0..people {
                let first = games.iter().filter(|game| game[0] == player).count();
                let second = games.iter().filter(|game| game[1] == player).count();
                assert_eq!(first + second, times * (people - 1));
                assert!(first.abs_diff(second) <= 2 - times, "{people}");
            }
        }
        for people in 4..=8 {
            let rounds = draw_division(Format::of_division(4, people), people);
            assert_eq!(rounds.len(), 4);
            for round in &rounds {
                let seated = round.iter().flat_map(Drawn::players);
                assert_eq!(seated.collect::<BTreeSet<_>>().len(), people, "{people}");
            }
        }
    }
}
