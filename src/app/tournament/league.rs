//! A channel's league: starting and stopping it, signing up for its seasons, withdrawing, and looking at them.

use super::loaded::Tournament;
use super::season_view::SeasonView;
use super::signing_up::{game_of, plain};
use super::view::TournamentView;
use crate::app::{App, AppError, Request};
use crate::match_state::{Pace, Terms};
use crate::rules::Options;
use crate::store::{NewSeason, Part, TournamentPhase, Winner};
use crate::tournament::{Month, TournamentId};

/// The most winners in the list of earlier seasons.
const WINNERS: u32 = 48;

/// The effect of a player's vacation on the clocks of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vacations {
    /// The clocks stop, as everywhere.
    Stop,
    /// The clocks run on.
    Run,
}

/// A new league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLeague {
    /// The game's key.
    pub game: String,
    /// The game's options, unresolved.
    pub options: Options,
    /// The effect of vacations.
    pub vacations: Vacations,
}

fn no_season() -> AppError {
    AppError::Plain(
        "There is no season here. An admin can start a league: `/season start`.".to_owned(),
    )
}

impl App {
    /// Starts a league in the channel of the request. The message for signing up follows. The caller checks who may do so.
    ///
    /// # Errors
    /// A league goes on in the channel; a game for which there are none.
    pub async fn start_league(
        &self,
        request: Request,
        new: NewLeague,
    ) -> Result<SeasonView, AppError> {
        self.must_be_new(request).await?;
        let Some(guild) = request.place.server() else {
            return plain("Leagues are held in servers that I am a member of.");
        };
        let (kind, options) = game_of("leagues", &new.game, &new.options)?;
        // The clocks of all players together end a game before its season.
        let days = if kind.seats.len() == 2 { 13 } else { 6 };
        let terms = Terms {
            pace: Pace::Bank {
                days,
                add: 0,
                cap: days,
            },
            hard: true,
            runs: new.vacations == Vacations::Run,
            ..Terms::default()
        };
        terms.check().map_err(AppError::Plain)?;
        let opened = self.sources.clock.now();
        let stored = NewSeason {
            guild,
            channel: request.place.channel,
            key: kind.key.to_owned(),
            options,
            terms: terms.to_string(),
            month: Month::first_of_league(opened),
            opened,
        };
        match self.asked(request).open_league(&stored).await? {
            Some(id) => self.season(request, id).await,
            None => plain("A league goes on in this channel. `/season stop` ends it."),
        }
    }

    /// Lets no further season open in the channel of the request. The caller checks who may do so.
    ///
    /// # Errors
    /// No league goes on there.
    pub async fn stop_league(&self, request: Request) -> Result<(), AppError> {
        let now = self.sources.clock.now();
        let store = self.asked(request);
        match store.stop_league(request.place.channel, now).await? {
            true => Ok(()),
            false => plain("No league goes on in this channel."),
        }
    }

    /// Returns a season of the server of a request.
    ///
    /// # Errors
    /// There is no such one in that server.
    pub async fn season(&self, request: Request, id: TournamentId) -> Result<SeasonView, AppError> {
        let tournament = self.season_for(request, id).await?;
        let season = self.season_of(&tournament).await?;
        season.ok_or_else(no_season)
    }

    /// Reads a season of the server of a request.
    async fn season_for(&self, request: Request, id: TournamentId) -> Result<Tournament, AppError> {
        let stored = self.store.tournament(id).await?.ok_or_else(no_season)?;
        let is_season = matches!(stored.row.part, Part::Season(_));
        if !is_season || request.place.server() != Some(stored.row.guild) {
            return Err(no_season());
        }
        Tournament::of(stored)
    }

    /// Returns the newest seasons of the channel of a request: one that has begun, and one for which people sign up.
    ///
    /// # Errors
    /// The channel has none.
    pub async fn seasons_here(&self, request: Request) -> Result<Vec<SeasonView>, AppError> {
        let mut seasons = Vec::new();
        for id in self.store.seasons_in(request.place.channel).await? {
            let season = self.season(request, id).await?;
            let is_open = season.phase == TournamentPhase::Open;
            seasons.push(season);
            if !is_open {
                break;
            }
        }
        match seasons.is_empty() {
            true => Err(no_season()),
            false => Ok(seasons),
        }
    }

    /// Returns the winners of the closed seasons of the channel of a request, the newest season first.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn past_seasons(&self, request: Request) -> Result<Vec<Winner>, AppError> {
        let channel = request.place.channel;
        Ok(self.store.winners_in(channel, WINNERS).await?)
    }

    /// Signs the user up.
    ///
    /// # Errors
    /// Nobody can sign up any more, or every place is taken; a barred user, or one with too new an account.
    pub async fn enter_season(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<SeasonView, AppError> {
        let tournament = self.season_for(request, id).await?;
        // At noon of the 1st the list is closed, even if nothing could begin yet.
        if tournament.row().starts <= self.sources.clock.now() {
            return plain("Nobody can join this season any more.");
        }
        self.enter(request, &tournament, "season").await?;
        self.season(request, id).await
    }

    /// Takes the user off the list of a season that has not begun.
    ///
    /// # Errors
    /// The user is not on it.
    pub async fn leave_season_list(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<SeasonView, AppError> {
        self.season_for(request, id).await?;
        let now = self.sources.clock.now();
        match self.store.leave_signup(id, request.user, now).await? {
            true => self.season(request, id).await,
            false => plain("You are not on the list of this season."),
        }
    }

    /// Returns the division of a season in which the user plays.
    ///
    /// # Errors
    /// The user plays in none.
    pub async fn own_division(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        self.season_for(request, id).await?;
        match self.store.division_of(id, request.user).await? {
            Some(division) => self.event(request, division).await,
            None => plain("You don't play in this season."),
        }
    }
}
