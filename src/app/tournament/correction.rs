//! Corrections of results by a server's moderators. An organiser has no say in results.

use crate::app::{App, AppError, Moderator};
use crate::match_state::{GameId, UserId};
use crate::store::{Part, TournamentPhase};
use crate::tournament::TournamentId;

/// A corrected result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrected {
    /// The tournament.
    pub id: TournamentId,
    /// The players of the match, in turn order.
    pub players: Vec<Option<UserId>>,
    /// The place of each; all 0 if the match counts for nobody.
    pub placings: Vec<u8>,
}

impl App {
    /// Sets the places of a match of an event or a division of the channel, whatever the match's own result. `placings` are
    /// two places from 1, or zeros for a match that counts for nobody.
    ///
    /// # Errors
    /// No such match in the tournament; the moderator plays in it or holds the tournament; a match of more than two.
    pub async fn correct_result(
        &self,
        moderator: Moderator,
        game: GameId,
        placings: [u8; 2],
    ) -> Result<Corrected, AppError> {
        let request = moderator.request;
        let foreign = || {
            AppError::Plain(format!(
                "Game {} is not one of this channel's event or season.",
                game.0
            ))
        };
        let id = self.store.tournament_of(game).await?.ok_or_else(foreign)?;
        let tournament = self.event_of(request, id).await?;
        if tournament.row().channel != request.place.channel {
            return Err(foreign());
        }
        let is_division = matches!(tournament.row().part, Part::Division { .. });
        if is_division && tournament.row().phase != TournamentPhase::Playing {
            return Err(AppError::Plain(
                "This season is closed, and its places count for the next one.".to_owned(),
            ));
        }
        if tournament.row().organiser == Some(request.user) {
            return Err(AppError::Plain(
                "You hold this event: ask a moderator who doesn't.".to_owned(),
            ));
        }
        let mut rows = tournament.stored.pairings.iter();
        let row = rows.find(|row| row.game == Some(game));
        let row = row.ok_or_else(foreign)?;
        if row.players.len() != placings.len() {
            return Err(AppError::Plain(
                "Only results of games between two people can be corrected.".to_owned(),
            ));
        }
        let players: Vec<Option<UserId>> = row
            .players
            .iter()
            .map(|number| {
                tournament
                    .stored
                    .entrants
                    .get(*number)
                    .and_then(|one| one.user)
            })
            .collect();
        if players.contains(&Some(request.user)) {
            return Err(AppError::Plain(
                "You play in that game: ask another moderator.".to_owned(),
            ));
        }
        let now = self.sources.clock.now();
        self.asked(request)
            .correct_pairing(id, game, &placings, now)
            .await?;
        Ok(Corrected {
            id,
            players,
            placings: placings.to_vec(),
        })
    }
}
