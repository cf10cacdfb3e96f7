//! The draw of a round. A round robin follows Berger's tables. A Swiss round is paired from the top: each player gets
//! the nearest allowed opponent with whom everybody else can still be paired, so that nothing is tried in vain. Tables
//! of four are improved by exchanges until no exchange makes people meet more evenly.

use super::matching::all_can_be_paired;
use super::{Format, Pairing, Player, counts, standings};

/// The most games of one colour that a player may have more than of the other.
const IMBALANCE: i32 = 2;

/// Number of arrangements from which the tables of a round are improved; the best is taken.
const STARTS: usize = 24;

/// A pairing of a new round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A game; the players in turn order.
    Game(Vec<usize>),
    /// A round off, which counts as a win.
    Bye(usize),
    /// A game that is not played because one player has withdrawn.
    Walkover {
        /// The player who gets the points.
        winner: usize,
        /// The player who has withdrawn.
        loser: usize,
    },
}

impl Drawn {
    /// Returns the players in turn order.
    pub fn players(&self) -> Vec<usize> {
        match self {
            Drawn::Game(players) => players.clone(),
            Drawn::Bye(player) => vec![*player],
            Drawn::Walkover { winner, loser } => vec![*winner, *loser],
        }
    }

    /// Returns the places of a bye or a walkover, which no match decides.
    pub fn placings(&self) -> Option<Vec<u8>> {
        match self {
            Drawn::Game(_) => None,
            Drawn::Bye(_) => Some(vec![1]),
            Drawn::Walkover { .. } => Some(vec![1, 2]),
        }
    }
}

/// Draws a round, counted from 1, after all earlier ones; `None` if nobody can be paired any more.
pub fn draw_round(
    format: Format,
    players: &[Player],
    earlier: &[Pairing],
    round: u8,
) -> Option<Vec<Drawn>> {
    if players.iter().filter(|one| one.left.is_none()).count() < 2 {
        return None;
    }
    match format {
        Format::RoundRobin | Format::DoubleRoundRobin => Some(round_robin(format, players, round)),
        Format::Swiss => swiss(players, earlier, round),
        Format::Tables => tables(players, earlier),
    }
}

/// Draws a round of Berger's tables, with the colours exchanged once all have met. With an odd number the round off gives
/// nothing, since everybody has one.
fn round_robin(format: Format, players: &[Player], round: u8) -> Vec<Drawn> {
    let around = players.len() + players.len() % 2 - 1;
    let turn = usize::from(round.saturating_sub(1));
    let (turn, have_met) = (turn % around, turn >= around);
    let mut drawn = Vec::new();
    for step in 0..=around / 2 {
        let one = (turn + step) % around;
        let (white, black) = match (step, turn % 2) {
            (0, 0) => (one, around),
            (0, _) => (around, one),
            (step, _) if step % 2 == 1 => (one, (turn + around - step) % around),
            _ => ((turn + around - step) % around, one),
        };
        let (white, black) = match have_met {
            true => (black, white),
            false => (white, black),
        };
        let (Some(first), Some(second)) = (players.get(white), players.get(black)) else {
            continue;
        };
        let half = |player: &Player| counts(format, players.len(), player);
        drawn.extend(match (first.left, second.left) {
            (None, None) => Some(Drawn::Game(vec![white, black])),
            (None, Some(_)) if half(second) => Some(Drawn::Walkover {
                winner: white,
                loser: black,
            }),
            (Some(_), None) if half(first) => Some(Drawn::Walkover {
                winner: black,
                loser: white,
            }),
            _ => None,
        });
    }
    drawn
}

/// The earlier games of each player.
struct Past {
    /// Number of games of every two players.
    met: Vec<Vec<u32>>,
    /// Games with the first turn less those with the second.
    balance: Vec<i32>,
    /// True if the last game was with the first turn.
    first_last: Vec<bool>,
    byes: Vec<u32>,
    /// Number of games in each of four seats.
    seats: Vec<[u32; 4]>,
}

impl Past {
    fn of(players: usize, earlier: &[Pairing]) -> Past {
        let mut past = Past {
            met: vec![vec![0; players]; players],
            balance: vec![0; players],
            first_last: vec![false; players],
            byes: vec![0; players],
            seats: vec![[0; 4]; players],
        };
        for pairing in earlier {
            if let [alone] = pairing.players[..] {
                past.byes[alone] += 1;
            }
            for (seat, &player) in pairing.players.iter().enumerate() {
                for &other in pairing.players.iter().filter(|other| **other != player) {
                    past.met[player][other] += 1;
                }
                if let Some(count) = past.seats[player].get_mut(seat) {
                    *count += 1;
                }
                if pairing.players.len() == 2 {
                    past.balance[player] += if seat == 0 { 1 } else { -1 };
                    past.first_last[player] = seat == 0;
                }
            }
        }
        past
    }

    /// True if two players may meet: they have not, and one of them can have each colour.
    fn may_meet(&self, one: usize, other: usize) -> bool {
        let both = |sign: i32| {
            let [one, other] = [one, other].map(|player| sign * self.balance[player]);
            one >= IMBALANCE && other >= IMBALANCE
        };
        self.met[one][other] == 0 && !both(1) && !both(-1)
    }

    /// Returns two players in turn order; `one` is the higher of them.
    fn coloured(&self, one: usize, other: usize, swap: bool) -> Vec<usize> {
        let wish = |player: usize| (self.balance[player], self.first_last[player]);
        let first = match wish(one).cmp(&wish(other)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => !swap,
        };
        if first {
            vec![one, other]
        } else {
            vec![other, one]
        }
    }
}

/// Returns the players who take part, the highest first, each with the points.
fn ranked(format: Format, players: &[Player], earlier: &[Pairing]) -> Vec<(usize, u32)> {
    let mut ranked: Vec<(usize, u32)> = standings(format, players, earlier)
        .iter()
        .filter(|standing| players[standing.player].left.is_none())
        .map(|standing| (standing.player, standing.points))
        .collect();
    ranked.sort_by_key(|(player, points)| (std::cmp::Reverse(*points), *player));
    ranked
}

fn swiss(players: &[Player], earlier: &[Pairing], round: u8) -> Option<Vec<Drawn>> {
    let past = Past::of(players.len(), earlier);
    let mut left = ranked(Format::Swiss, players, earlier);
    let can_go_on = |left: &[(usize, u32)]| {
        all_can_be_paired(left.len(), &|one, other| {
            past.may_meet(left[one].0, left[other].0)
        })
    };
    let without = |left: &[(usize, u32)], gone: &[usize]| -> Vec<(usize, u32)> {
        let stays = |one: &&(usize, u32)| !gone.contains(&one.0);
        left.iter().filter(stays).copied().collect()
    };
    let mut drawn = Vec::new();
    if left.len() % 2 == 1 {
        let rested = left.iter().rev().map(|(player, _)| *player);
        let bye = rested
            .filter(|player| past.byes[*player] == 0)
            .find(|player| can_go_on(&without(&left, &[*player])))?;
        left = without(&left, &[bye]);
        drawn.push(Drawn::Bye(bye));
    }
    if !can_go_on(&left) {
        return None;
    }
    let mut board = usize::from(round);
    while let Some(&(one, points)) = left.first() {
        // The upper half of those with the same points meets the lower half.
        let equal = left.iter().filter(|(_, theirs)| *theirs == points).count();
        let mut others: Vec<(usize, (usize, u32))> =
            left.iter().copied().enumerate().skip(1).collect();
        others.sort_by_key(|(at, (other, theirs))| {
            let clash = past.balance[one] * past.balance[*other] > 0;
            (points - theirs, clash, at.abs_diff(equal / 2))
        });
        let other = others
            .into_iter()
            .map(|(_, (other, _))| other)
            .find(|&other| {
                past.may_meet(one, other) && can_go_on(&without(&left, &[one, other]))
            })?;
        drawn.push(Drawn::Game(past.coloured(
            one,
            other,
            board.is_multiple_of(2),
        )));
        board += 1;
        left = without(&left, &[one, other]);
    }
    // A round off is named last.
    if matches!(drawn.first(), Some(Drawn::Bye(_))) {
        drawn.rotate_left(1);
    }
    Some(drawn)
}

fn tables(players: &[Player], earlier: &[Pairing]) -> Option<Vec<Drawn>> {
    let past = Past::of(players.len(), earlier);
    let mut here: Vec<usize> = ranked(Format::Tables, players, earlier)
        .iter()
        .map(|(player, _)| *player)
        .collect();
    if here.len() < 4 {
        return None;
    }
    // Those with the fewest rounds off have the next one, the lowest first.
    let mut resting: Vec<usize> = here.iter().rev().copied().collect();
    resting.sort_by_key(|player| past.byes[*player]);
    resting.truncate(here.len() % 4);
    here.retain(|player| !resting.contains(player));
    here.sort_unstable();
    let arranged = (0..STARTS).map(|start| improved(&past, spread(&here, start)));
    let best = arranged.min_by_key(|order| cost(&past, order))?;
    let games = best
        .chunks_exact(4)
        .map(|four| Drawn::Game(seated(&past, four)));
    let byes = resting.iter().map(|player| Drawn::Bye(*player));
    Some(games.chain(byes).collect())
}

/// Returns the players in another order for each start.
fn spread(players: &[usize], start: usize) -> Vec<usize> {
    let count = players.len();
    let coprime =
        |step: &usize| (2..=*step).all(|by| !(step.is_multiple_of(by) && count.is_multiple_of(by)));
    let step = (1..).filter(coprime).nth(start).unwrap_or(1);
    (0..count).map(|at| players[at * step % count]).collect()
}

/// Returns how often the people at each table have met, squared; a table is four in a row.
fn cost(past: &Past, order: &[usize]) -> u32 {
    let players = 0..order.len();
    players.map(|at| cost_at(past, order, at)).sum()
}

/// Returns how often the player at a place has met the others of the table, squared.
fn cost_at(past: &Past, order: &[usize], at: usize) -> u32 {
    let table = &order[at / 4 * 4..][..4];
    let met = |other: &usize| past.met[order[at]][*other].pow(2);
    table.iter().map(met).sum()
}

/// Exchanges people between tables until no exchange helps.
fn improved(past: &Past, mut order: Vec<usize>) -> Vec<usize> {
    loop {
        let mut better = false;
        for one in 0..order.len() {
            for other in (one / 4 + 1) * 4..order.len() {
                let both =
                    |order: &[usize]| cost_at(past, order, one) + cost_at(past, order, other);
                let before = both(&order);
                order.swap(one, other);
                if both(&order) < before {
                    better = true;
                } else {
                    order.swap(one, other);
                }
            }
        }
        if !better {
            return order;
        }
    }
}

/// Returns four players in the turn order in which each has sat least often.
fn seated(past: &Past, four: &[usize]) -> Vec<usize> {
    let mut best = four.to_vec();
    let worth = |order: &[usize]| -> u32 {
        let seats = order.iter().enumerate();
        seats
            .map(|(seat, player)| {
                past.seats[*player]
                    .get(seat)
                    .map_or(0, |count| 2 * count + 1)
            })
            .sum()
    };
    let mut order = four.to_vec();
    for number in 0..24_usize {
        // The digits of a number in the factorial system choose a permutation.
        order.copy_from_slice(four);
        order.swap(0, number % 4);
        order.swap(1, 1 + number / 4 % 3);
        order.swap(2, 2 + number / 12);
        if worth(&order) < worth(&best) {
            best.copy_from_slice(&order);
        }
    }
    best
}
