//! Profiles of players: ratings and placings by game, and reliability.

use futures_util::future::BoxFuture;

use crate::app::{App, AppError, Request, SeasonPlace, Vacation};
use crate::games;
use crate::match_state::{GameId, Rating, RatingChange, UserId};

/// Maximum number of players on a leaderboard.
const LEADERBOARD_LENGTH: u32 = 20;

/// The record of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The player.
    pub user: UserId,
    /// Ratings by game (its name), for games of two.
    pub ratings: Vec<(String, Rating)>,
    /// Number of matches at each place, by game (its name), for games of more than two without teams.
    pub placings: Vec<(String, Vec<(u8, u32)>)>,
    /// The rating at puzzles; `None` before the first.
    pub puzzles: Option<Rating>,
    /// Levels of the machine that the player has beaten, by game (its name).
    pub beaten: Vec<(String, Vec<u8>)>,
    /// Number of matches played to the end.
    pub finished: u32,
    /// Number of matches lost by running out of time.
    pub abandoned: u32,
    /// The player's place in the last season.
    pub season: Option<SeasonPlace>,
    /// The player's vacation and what is left of its budget, so that opponents know how long they may have to wait.
    pub vacation: Vacation,
}

/// The strongest players of a game in a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Leaderboard {
    /// The game's name.
    pub name: String,
    /// The players, the strongest first.
    pub players: Vec<(UserId, Rating)>,
    /// The rank, from 1, and rating of the user who asks; `None` before the first rated match.
    pub asker: Option<(u32, Rating)>,
}

impl Profile {
    /// Returns the percentage of matches played to the end; `None` before the first.
    pub fn reliability(&self) -> Option<u32> {
        let all = self.finished + self.abandoned;
        (self.finished * 100).checked_div(all)
    }
}

impl App {
    /// Returns what an ended match has changed in its players' ratings. A result is shown without them rather than not
    /// at all.
    pub(in crate::app) async fn rating_changes(&self, game: GameId) -> Vec<RatingChange> {
        let changes = self.store.rating_changes(game).await;
        changes.unwrap_or_else(|error| {
            tracing::warn!(game = game.0, %error, "a result is shown without the ratings");
            Vec::new()
        })
    }

    /// Returns a player's record.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub fn profile(&self, user: UserId) -> BoxFuture<'_, Result<Profile, AppError>> {
        Box::pin(async move {
            let ratings = self.store.ratings(user).await?;
            let mut placings: Vec<(String, Vec<(u8, u32)>)> = Vec::new();
            for (key, place, times) in self.store.placings(user).await? {
                // A game of two that two pairs can also play has no places: a pair wins or loses, as its rating shows.
                if games::find(&key).is_some_and(|kind| kind.seats.len() <= 2) {
                    continue;
                }
                let name = name(&key);
                match placings.last_mut() {
                    Some((last, places)) if *last == name => places.push((place, times)),
                    _ => placings.push((name, vec![(place, times)])),
                }
            }
            let mut beaten: Vec<(String, Vec<u8>)> = Vec::new();
            for (key, level) in self.store.beaten(user).await? {
                let name = name(&key);
                match beaten.last_mut() {
                    Some((last, levels)) if *last == name => levels.push(level),
                    _ => beaten.push((name, vec![level])),
                }
            }
            let (finished, abandoned) = self.store.reliability(user).await?;
            Ok(Profile {
                user,
                ratings: ratings
                    .into_iter()
                    .map(|(key, rating)| (name(&key), rating))
                    .collect(),
                placings,
                puzzles: self.puzzle_rating(user).await?,
                beaten,
                finished,
                abandoned,
                season: self.season_place(user).await?,
                vacation: self.vacation(user).await?,
            })
        })
    }

    /// Returns the strongest players of a game among those who have played it in the user's server, at most 20, and the
    /// user's rank among all of them.
    ///
    /// # Errors
    /// The request does not come from a server; no such game, or one of more than two, which has no ratings.
    pub async fn ladder(&self, request: Request, key: &str) -> Result<Leaderboard, AppError> {
        let guild = request.place.guild.ok_or_else(|| {
            AppError::Plain(
                "Only servers have a leaderboard: use `/leaderboard` in one.".to_owned(),
            )
        })?;
        let kind =
            games::find(key).ok_or_else(|| AppError::Plain("There is no such game.".to_owned()))?;
        if kind.seats.len() > 2 {
            return Err(AppError::Plain(format!(
                "{} is not rated: places count there, and `/profile` shows them.",
                kind.name
            )));
        }
        Ok(Leaderboard {
            name: kind.name.to_owned(),
            players: self.store.strongest(key, guild, LEADERBOARD_LENGTH).await?,
            asker: self.store.rank(key, guild, request.user).await?,
        })
    }
}

fn name(key: &str) -> String {
    games::find(key).map_or_else(|| key.to_owned(), |kind| kind.name.to_owned())
}
