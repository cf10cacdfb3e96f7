//! A season prepared for showing, and a player's place in one.

use super::loaded::Tournament;
use super::view::TournamentView;
use crate::app::view::listing::title_of;
use crate::app::{App, AppError};
use crate::match_state::{ChannelId, GuildId, Terms, UserId};
use crate::store::{Part, TournamentPhase};
use crate::tournament::{Division, Month, Promotion, Standing, TournamentId, standings};

/// A season as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonView {
    /// The season.
    pub id: TournamentId,
    /// The server.
    pub guild: GuildId,
    /// The channel in which it is held.
    pub channel: ChannelId,
    /// The game's name with its variant.
    pub title: String,
    /// The month.
    pub month: Month,
    /// The terms of each match.
    pub terms: Terms,
    /// Number of seats of the game.
    pub seats: usize,
    /// The phase.
    pub phase: TournamentPhase,
    /// The people who have signed up; `None` for the erased.
    pub players: Vec<Option<UserId>>,
    /// The people who played in the season before to its end, or play in it, and have not signed up for this one.
    pub last: Vec<UserId>,
    /// The divisions, the first first; none before the start.
    pub divisions: Vec<DivisionView>,
}

/// A division of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DivisionView {
    /// The number, from 1.
    pub number: usize,
    /// Its matches and standings.
    pub event: TournamentView,
    /// The direction in which each line of the standings goes, or would go.
    pub goes: Vec<Promotion>,
}

/// A player's place in a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonPlace {
    /// The month.
    pub month: Month,
    /// The game's name with its variant.
    pub title: String,
    /// The division, from 1.
    pub division: usize,
    /// Number of the division's players.
    pub of: usize,
    /// The place, from 1; `None` if the player withdrew so early that no game counts.
    pub place: Option<u8>,
    /// The direction in which the player goes; `None` while the season runs.
    pub goes: Option<Promotion>,
}

impl App {
    /// Returns the view of a tournament that is a season; `None` for any other.
    pub(super) async fn season_of(
        &self,
        tournament: &Tournament,
    ) -> Result<Option<SeasonView>, AppError> {
        let row = tournament.row();
        let Part::Season(season) = row.part else {
            return Ok(None);
        };
        let players = tournament.stored.entrants.iter();
        let players: Vec<Option<UserId>> = players.map(|one| one.user).collect();
        let mut last = Vec::new();
        if let (Some(previous), TournamentPhase::Open) = (season.previous, row.phase) {
            for division in self.load_divisions(previous).await? {
                let stayed = division.stored.entrants.iter();
                let stayed = stayed.filter(|one| one.left.is_none());
                let absent = stayed.filter(|one| !players.contains(&one.user));
                last.extend(absent.filter_map(|one| one.user));
            }
        }
        let loaded = self.load_divisions(row.id).await?;
        let of = loaded.len();
        let mut divisions = Vec::with_capacity(of);
        for (number, division) in loaded.iter().enumerate() {
            let event = self.tournament_view(division).await?;
            let size = event.standings.len();
            let place = Division { number, of, size };
            divisions.push(DivisionView {
                number: number + 1,
                goes: (0..size).map(|rank| place.promotion(rank)).collect(),
                event,
            });
        }
        Ok(Some(SeasonView {
            id: row.id,
            guild: row.guild,
            channel: row.channel,
            title: title_of(&row.key, &tournament.options),
            month: season.month,
            terms: Terms::from_text(&row.terms).unwrap_or_default(),
            seats: tournament.kind.seats.len(),
            phase: row.phase,
            players,
            last,
            divisions,
        }))
    }

    /// Returns a player's place in the last season that has begun with them.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn season_place(&self, user: UserId) -> Result<Option<SeasonPlace>, AppError> {
        let Some(id) = self.store.last_division(user).await? else {
            return Ok(None);
        };
        let division = self.load_tournament(id).await?;
        let Part::Division { season, number } = division.row().part else {
            return Ok(None);
        };
        let list = standings(division.format, &division.players, &division.pairings);
        let number_of = division.number(user);
        let Some(rank) = list.iter().position(|line| Some(line.player) == number_of) else {
            return Ok(None);
        };
        let Standing { place, counts, .. } = list[rank];
        let own = Division {
            number: usize::from(number).saturating_sub(1),
            of: self.store.divisions(season).await?.len(),
            size: list.len(),
        };
        let is_over = division.row().phase == TournamentPhase::Over;
        Ok(Some(SeasonPlace {
            month: Month::at(division.row().starts),
            title: title_of(&division.row().key, &division.options),
            division: usize::from(number),
            of: list.len(),
            place: counts.then_some(place),
            goes: is_over.then(|| own.promotion(rank)),
        }))
    }
}
