//! The duties of a season besides its posts: it begins with all its divisions, opens the sign-up for the next one, and
//! closes on its day, whatever is still open.

use super::due::unless_changed;
use super::loaded::Tournament;
use super::step::{SILENCE, Silent};
use crate::app::matches::seats::still_in;
use crate::app::{App, AppError};
use crate::match_state::{DAY, Event, GameId, Rating, Terms, UserId};
use crate::rules::Seat;
use crate::store::{
    ClosedDivision, FinalPlace, NewDivision, Part, SeasonRow, StoredTournament, TournamentPhase,
};
use crate::tournament::{
    Division, Format, Month, Outcome, TournamentId, division_sizes, next_order, standings,
};

impl App {
    /// Ends the signing up and makes the divisions: by the order of the season before, newcomers after them by rating.
    /// Users who have been barred meanwhile stay out. Lots decide the players' numbers.
    pub(super) async fn begin_season(
        &self,
        tournament: &Tournament,
        season: SeasonRow,
    ) -> Result<(), AppError> {
        let row = tournament.row();
        let mut order: Vec<UserId> = Vec::new();
        if let Some(previous) = season.previous {
            let before = self.load_tournament(previous).await?;
            if before.row().phase == TournamentPhase::Playing {
                self.close_season(&before).await?;
            }
            let divisions = self.store.season_order(previous).await?;
            order.extend(next_order(&divisions).into_iter().flatten());
        }
        let mut users: Vec<UserId> = Vec::new();
        for user in tournament.stored.entrants.iter().filter_map(|one| one.user) {
            if !self.store.is_barred(row.guild, user).await? {
                users.push(user);
            }
        }
        order.retain(|user| users.contains(user));
        users.retain(|user| !order.contains(user));
        order.extend(self.by_rating(users, tournament.kind.key).await?);
        let seats = tournament.kind.seats.len();
        let mut divisions = Vec::new();
        for size in division_sizes(seats, order.len()) {
            let mut users: Vec<UserId> = order.drain(..size).collect();
            self.sources.chance.shuffle(&mut users);
            let format = Format::of_division(seats, size);
            divisions.push(NewDivision {
                rounds: format.division_rounds(size),
                users,
            });
        }
        if divisions.is_empty() {
            let cancelled = TournamentPhase::Cancelled;
            return unless_changed(self.store.end_tournament(row, cancelled).await);
        }
        let now = self.sources.clock.now();
        unless_changed(self.store.divide_season(row, &divisions, now).await)
    }

    /// Returns users with the highest rating first; lots decide between equal ones.
    async fn by_rating(&self, mut users: Vec<UserId>, key: &str) -> Result<Vec<UserId>, AppError> {
        self.sources.chance.shuffle(&mut users);
        let mut rated = Vec::with_capacity(users.len());
        for user in users {
            let ratings = self.store.ratings(user).await?;
            let own = ratings.into_iter().find(|(of, _)| of == key);
            rated.push((user, own.map_or_else(Rating::default, |(_, rating)| rating)));
        }
        rated.sort_by(|(_, one), (_, other)| other.rating.total_cmp(&one.rating));
        Ok(rated.into_iter().map(|(user, _)| user).collect())
    }

    /// Opens the sign-up for the next season.
    pub(super) async fn follow_season(&self, tournament: &Tournament) -> Result<(), AppError> {
        let row = tournament.row();
        let Part::Season(season) = row.part else {
            return Err(AppError::Internal);
        };
        let now = self.sources.clock.now();
        // After a long outage a month that has begun is left out.
        let next = season.month.next().max(Month::after(now));
        let previous = match row.phase {
            TournamentPhase::Cancelled => season.previous,
            _ => Some(row.id),
        };
        let followed = self.store.follow_season(row, (next, previous), now);
        unless_changed(followed.await)
    }

    /// Closes a season: what is still open counts as drawn, and the places are stored with who goes up and down.
    pub(super) async fn close_season(&self, season: &Tournament) -> Result<(), AppError> {
        let divisions = self.load_divisions(season.row().id).await?;
        let of = divisions.len();
        let mut closed = Vec::with_capacity(of);
        for (number, mut division) in divisions.into_iter().enumerate() {
            let mut fixed = Vec::new();
            for at in 0..division.pairings.len() {
                if division.pairings[at].outcome == Outcome::Going {
                    let placings = self.open_places(&division, at).await;
                    let row = &division.stored.pairings[at];
                    fixed.push(((row.round, row.board), placings.clone()));
                    division.pairings[at].outcome = Outcome::Placed(placings);
                }
            }
            let list = standings(division.format, &division.players, &division.pairings);
            let place = Division {
                number,
                of,
                size: list.len(),
            };
            let places = list.iter().enumerate().map(|(rank, line)| FinalPlace {
                number: line.player,
                place: line.place,
                goes: place.promotion(rank),
            });
            closed.push(ClosedDivision {
                places: places.collect(),
                row: division.stored.row,
                fixed,
            });
        }
        unless_changed(self.store.close_season(season.row(), &closed).await)
    }

    /// Returns the places of a match that is still open: those who play share the first ones.
    async fn open_places(&self, division: &Tournament, at: usize) -> Vec<u8> {
        let row = &division.stored.pairings[at];
        let seats = row.players.len();
        let drawn = vec![1; seats];
        let (Some(game), true) = (row.game, seats > 2) else {
            return drawn;
        };
        match self.still_playing(division, game, &row.players).await {
            Ok(still) => {
                let others = still.iter().filter(|still| **still).count() + 1;
                let others = u8::try_from(others).unwrap_or(u8::MAX);
                let place = |still: &bool| if *still { 1 } else { others };
                still.iter().map(place).collect()
            }
            Err(error) => {
                tracing::warn!(game = game.0, %error, "an open match of a season counts as drawn");
                drawn
            }
        }
    }

    /// Returns for each player of a match whether it is still their seat, and not out.
    async fn still_playing(
        &self,
        division: &Tournament,
        game: GameId,
        players: &[usize],
    ) -> Result<Vec<bool>, AppError> {
        let loaded = self.load(game).await?;
        let still = still_in(&loaded);
        let seats = (0..).map(Seat).zip(players);
        let is_there = |(seat, number): (Seat, &usize)| {
            let user = division
                .stored
                .entrants
                .get(*number)
                .and_then(|one| one.user);
            still.contains(&seat) && user.is_some() && loaded.state.owner(seat) == user
        };
        Ok(seats.map(is_there).collect())
    }

    /// Lets those who have withdrawn from a division resign what they still play; false if they play nothing more. At a
    /// table a match goes on without them.
    pub(super) async fn resign_for_those_gone(
        &self,
        division: &Tournament,
    ) -> Result<bool, AppError> {
        let mut resigned = false;
        let StoredTournament {
            entrants, pairings, ..
        } = &division.stored;
        for (number, game) in division.left_open() {
            let row = pairings.iter().find(|row| row.game == Some(game));
            let (Some(row), Some(user)) = (row, entrants[number].user) else {
                continue;
            };
            let still = self.still_playing(division, game, &row.players).await?;
            let mut seats = row.players.iter().zip(still);
            if seats.any(|(player, still)| *player == number && still) {
                self.withdraw(game, user).await?;
                resigned = true;
            }
        }
        Ok(resigned)
    }

    /// Reads the divisions of a season, in order.
    pub(super) async fn load_divisions(
        &self,
        season: TournamentId,
    ) -> Result<Vec<Tournament>, AppError> {
        let mut divisions = Vec::new();
        for id in self.store.divisions(season).await? {
            divisions.push(self.load_tournament(id).await?);
        }
        Ok(divisions)
    }

    /// Decides about the players of a division who have made no move: whoever has not, though it has been their turn for
    /// three days, is gone. A vacation that stops clocks stops this, too.
    pub(super) async fn silent_for_long(&self, division: &Tournament) -> Result<Silent, AppError> {
        let terms = Terms::from_text(&division.row().terms).unwrap_or_default();
        let now = self.sources.clock.now();
        let mut again = None;
        for (number, since) in division.silent() {
            let entrant = division.stored.entrants.get(number);
            let Some(user) = entrant.and_then(|one| one.user) else {
                continue;
            };
            let end = match since {
                Some(since) if terms.runs => since + SILENCE,
                Some(since) => {
                    let vacation = self.vacation(user).await?.last_until();
                    since.max(vacation.unwrap_or(since)) + SILENCE
                }
                // A move makes nothing due.
                None => now + DAY,
            };
            if end <= now {
                if self.has_moved(division, number).await? {
                    continue;
                }
                return Ok(Silent::Gone(number));
            }
            again = Some(again.map_or(end, |again: i64| again.min(end)));
        }
        Ok(Silent::Until(again))
    }

    /// True if a player has made a move in a division. The number of moves does not tell at a table that others have left.
    async fn has_moved(&self, division: &Tournament, number: usize) -> Result<bool, AppError> {
        for row in &division.stored.pairings {
            let mut seats = (0..).map(Seat).zip(&row.players);
            let seat = seats.find(|(_, one)| **one == number);
            let (Some((own, _)), Some(game)) = (seat, row.game) else {
                continue;
            };
            let events = self.store.load_whole(game).await?.events;
            let mut events = (events.iter()).filter_map(|event| Event::from_record(&event.record));
            let is_own = |event: Event| match event {
                Event::Moved { seat, .. } | Event::Answered { seat, .. } => seat == own,
                _ => false,
            };
            if events.any(is_own) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
