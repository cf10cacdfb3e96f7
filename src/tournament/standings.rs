//! Standings: points first; then the games of those with equal points against each other, if all of them have met;
//! then Sonneborn-Berger (the points of everybody beaten, and half of those drawn with); then wins. Places that are
//! still equal are shared.

use std::cmp::Reverse;

use super::{Format, Outcome, Pairing, Player};

/// A player's line in the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The player.
    pub player: usize,
    /// The place, counted from 1; equal for a shared one.
    pub place: u8,
    /// Points, in twelfths.
    pub points: u32,
    /// The scores in the games of those with equal points, doubled; 0 unless all of them have met.
    pub direct: u32,
    /// Sonneborn-Berger, doubled, in twelfths.
    pub berger: u32,
    /// Number of first places, byes left out.
    pub wins: u32,
    /// Number of pairings that have a result.
    pub games: u32,
    /// False if the player withdrew so early that no game counts.
    pub counts: bool,
}

/// True if the games of a player count: who leaves a round robin before half of the games leaves no trace in it.
pub fn counts(format: Format, players: usize, player: &Player) -> bool {
    let opponents = players.saturating_sub(1);
    let games = match format {
        Format::RoundRobin => opponents,
        Format::DoubleRoundRobin => 2 * opponents,
        Format::Swiss | Format::Tables => 0,
    };
    player
        .left
        .is_none_or(|left| usize::from(left) * 2 >= games)
}

/// Returns the standings, the first place first.
pub fn standings(format: Format, players: &[Player], pairings: &[Pairing]) -> Vec<Standing> {
    let counted = |player: usize| counts(format, players.len(), &players[player]);
    let games: Vec<&Pairing> = pairings
        .iter()
        .filter(|pairing| pairing.players.iter().all(|player| counted(*player)))
        .collect();
    let mut points = vec![0; players.len()];
    for game in &games {
        for (player, won) in game.players.iter().zip(game.points()) {
            points[*player] += won;
        }
    }
    let with = |player: usize| {
        let games = games
            .iter()
            .filter(move |game| game.players.contains(&player));
        games.filter(|game| matches!(game.outcome, Outcome::Placed(_)))
    };
    // The doubled score of each player against each other; `None` if they have not met.
    let mut scores = vec![vec![None; players.len()]; players.len()];
    for game in &games {
        for &player in &game.players {
            for &other in game.players.iter().filter(|other| **other != player) {
                if let Some(score) = game.score(player, other) {
                    *scores[player][other].get_or_insert(0_u32) += score;
                }
            }
        }
    }
    let direct = |player: usize| {
        let equal: Vec<usize> = (0..players.len())
            .filter(|other| points[*other] == points[player] && counted(*other))
            .collect();
        let met = |one: usize, other: usize| one == other || scores[one][other].is_some();
        let all_met = equal
            .iter()
            .all(|one| equal.iter().all(|other| met(*one, *other)));
        let others = equal.iter().filter(|_| all_met);
        others.filter_map(|other| scores[player][*other]).sum()
    };
    let berger = |player: usize| {
        let others = scores[player].iter().zip(&points);
        others
            .map(|(score, points)| score.unwrap_or(0) * points)
            .sum()
    };
    let wins = |player: usize| {
        let won = with(player).filter(|game| !game.is_bye() && game.is_won_by(player));
        u32::try_from(won.count()).unwrap_or(u32::MAX)
    };
    let mut list: Vec<Standing> = (0..players.len())
        .map(|player| Standing {
            player,
            place: 0,
            points: points[player],
            direct: direct(player),
            berger: berger(player),
            wins: wins(player),
            games: u32::try_from(with(player).count()).unwrap_or(u32::MAX),
            counts: counted(player),
        })
        .collect();
    let order = |one: &Standing| {
        let Standing {
            counts,
            points,
            direct,
            berger,
            wins,
            ..
        } = *one;
        Reverse((counts, points, direct, berger, wins))
    };
    list.sort_by_key(|one| (order(one), one.player));
    let mut place = 0;
    for at in 0..list.len() {
        if at == 0 || order(&list[at]) != order(&list[at - 1]) {
            place = u8::try_from(at + 1).unwrap_or(u8::MAX);
        }
        list[at].place = place;
    }
    list
}

impl Pairing {
    /// True if a player has the first place alone.
    fn is_won_by(&self, player: usize) -> bool {
        let others = self.players.iter().filter(|other| **other != player);
        let mut scores = others.map(|other| self.score(player, *other));
        scores.all(|score| score == Some(2))
    }
}
