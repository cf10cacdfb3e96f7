//! A tournament prepared for showing.

use super::loaded::Tournament;
use crate::app::view::listing::title_of;
use crate::app::{App, AppError};
use crate::match_state::{ChannelId, GameId, GuildId, Terms, UserId};
use crate::store::{PairingRow, Part, TournamentPhase};
use crate::tournament::{
    Format, Outcome, POINT, Pairing, Standing, TournamentId, points_text, standings,
};

/// A tournament as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentView {
    /// The tournament.
    pub id: TournamentId,
    /// The server.
    pub guild: GuildId,
    /// The channel in which it is held.
    pub channel: ChannelId,
    /// The game's name with its variant.
    pub title: String,
    /// The organiser; `None` once erased.
    pub organiser: Option<UserId>,
    /// The terms of each match.
    pub terms: Terms,
    /// The form that it has with the people who take part.
    pub format: Format,
    /// Number of seats of the game.
    pub seats: usize,
    /// True for a division of a season, whose games begin all at once.
    pub is_division: bool,
    /// The phase.
    pub phase: TournamentPhase,
    /// The time from which the first round may begin, in seconds of the Unix epoch.
    pub starts: i64,
    /// The round being played, from 1; 0 before the first.
    pub round: u8,
    /// Number of rounds; before the start, as many as there would be.
    pub rounds: u8,
    /// The players, by number.
    pub players: Vec<EventPlayer>,
    /// The standings, the first place first.
    pub standings: Vec<Standing>,
    /// Headings of the crosstable's columns of results.
    pub columns: Vec<String>,
    /// The results of each line of the standings, in the order of the columns.
    pub cells: Vec<Vec<String>>,
    /// The pairings, in order; matches that moderators hide without their number.
    pub pairings: Vec<PairingView>,
}

/// A player of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    /// The user; `None` once erased.
    pub user: Option<UserId>,
    /// True if the player has withdrawn.
    pub withdrew: bool,
}

/// A pairing as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingView {
    /// The round, from 1.
    pub round: u8,
    /// The numbers of the players, in turn order.
    pub players: Vec<usize>,
    /// The match; `None` for a bye, a walkover or a hidden match.
    pub game: Option<GameId>,
    /// The match's home, a thread or channel, unless the match is hidden.
    pub home: Option<ChannelId>,
    /// The points of each player; `None` while the match goes on.
    pub points: Option<Vec<u32>>,
}

impl App {
    /// Returns the view of a tournament.
    ///
    /// # Errors
    /// No such tournament.
    pub(super) async fn tournament_view(
        &self,
        tournament: &Tournament,
    ) -> Result<TournamentView, AppError> {
        let games = tournament.stored.pairings.iter();
        let games: Vec<GameId> = games.filter_map(|pairing| pairing.game).collect();
        let hidden = self.store.hidden(&games).await?;
        Ok(view(tournament, &hidden))
    }

    /// Reads a tournament.
    ///
    /// # Errors
    /// No such tournament.
    pub(super) async fn load_tournament(&self, id: TournamentId) -> Result<Tournament, AppError> {
        let stored = self.store.tournament(id).await?;
        Tournament::of(stored.ok_or_else(no_event)?)
    }
}

/// Returns the answer about an event that does not exist here.
pub(super) fn no_event() -> AppError {
    AppError::Plain("There is no event here. `/event new` holds one.".to_owned())
}

fn view(tournament: &Tournament, hidden: &[GameId]) -> TournamentView {
    let row = tournament.row();
    let (format, people) = (tournament.format, tournament.players.len());
    let list = standings(format, &tournament.players, &tournament.pairings);
    let rounds = match row.phase {
        TournamentPhase::Open => format.rounds(people.max(2), row.wanted),
        _ => row.rounds,
    };
    let columns = match format {
        Format::RoundRobin | Format::DoubleRoundRobin => {
            (1..=people).map(|place| place.to_string()).collect()
        }
        _ => (1..=row.round).map(|round| round.to_string()).collect(),
    };
    TournamentView {
        id: row.id,
        guild: row.guild,
        channel: row.channel,
        title: title_of(&row.key, &tournament.options),
        organiser: row.organiser,
        terms: Terms::from_text(&row.terms).unwrap_or_default(),
        format,
        seats: tournament.kind.seats.len(),
        is_division: matches!(row.part, Part::Division { .. }),
        phase: row.phase,
        starts: row.starts,
        round: row.round,
        rounds,
        players: tournament
            .stored
            .entrants
            .iter()
            .map(|entrant| EventPlayer {
                user: entrant.user,
                withdrew: entrant.left.is_some(),
            })
            .collect(),
        cells: list
            .iter()
            .map(|line| cells(tournament, &list, line))
            .collect(),
        columns,
        pairings: tournament
            .stored
            .pairings
            .iter()
            .zip(&tournament.pairings)
            .map(|(row, one)| {
                let game = row.game.filter(|game| !hidden.contains(game));
                PairingView {
                    round: one.round,
                    players: one.players.clone(),
                    game,
                    home: game.and(row.played.as_ref()).and_then(|played| played.home),
                    points: (one.outcome != Outcome::Going).then(|| one.points()),
                }
            })
            .collect(),
        standings: list,
    }
}

/// Returns the results of one line of the crosstable.
fn cells(tournament: &Tournament, list: &[Standing], line: &Standing) -> Vec<String> {
    let pairs = || tournament.stored.pairings.iter().zip(&tournament.pairings);
    let of = |number: usize| pairs().filter(move |(_, one)| one.players.contains(&number));
    if matches!(
        tournament.format,
        Format::RoundRobin | Format::DoubleRoundRobin
    ) {
        let against = |other: &Standing| {
            if other.player == line.player {
                return "■".to_owned();
            }
            let games = of(line.player);
            games
                .filter(|(_, one)| one.players.contains(&other.player))
                .map(|(row, one)| result(tournament, row, one, line.player))
                .collect::<String>()
        };
        return list.iter().map(against).collect();
    }
    let in_round = |round: u8| {
        let mut games = of(line.player).filter(|(_, one)| one.round == round);
        let Some((row, one)) = games.next() else {
            return "–".to_owned();
        };
        if one.is_bye() {
            return "bye".to_owned();
        }
        let own = result(tournament, row, one, line.player);
        if one.players.len() > 2 {
            return own;
        }
        let opponent = one.players.iter().find(|other| **other != line.player);
        let place = list
            .iter()
            .position(|other| Some(&other.player) == opponent);
        let colour = if one.players.first() == Some(&line.player) {
            "w"
        } else {
            "b"
        };
        format!("{}{colour}{own}", place.map_or(0, |place| place + 1))
    };
    (1..=tournament.row().round).map(in_round).collect()
}

/// Returns a player's result of a pairing in one or two signs: `1`, `½`, `0`; `+` and `-` for a forfeit; at a table of
/// four the points.
fn result(tournament: &Tournament, row: &PairingRow, one: &Pairing, player: usize) -> String {
    let at = one.players.iter().position(|other| *other == player);
    let points = at.and_then(|at| one.points().get(at).copied());
    let points = points.unwrap_or_default();
    let unplayed = row.game.is_none() || tournament.forfeited_by(row).is_some();
    let sign = match &one.outcome {
        Outcome::Going => "·".to_owned(),
        Outcome::Void => "×".to_owned(),
        Outcome::Placed(_) if one.players.len() > 2 => points_text(points),
        Outcome::Placed(_) => match points / POINT {
            3 if unplayed => "+".to_owned(),
            0 if unplayed => "-".to_owned(),
            3 => "1".to_owned(),
            0 => "0".to_owned(),
            _ => "½".to_owned(),
        },
    };
    if row.corrected {
        format!("{sign}*")
    } else {
        sign
    }
}
