//! Which match somebody means, and that match, led to where it stands.

use std::sync::Arc;

use super::listing::{LISTED, is_outdated, list, location};
use super::loaded::LoadedMatch;
use super::log::LogEntry;
use super::match_texts::since_sentence;
use super::unreplayable::ReplayError;
use super::{App, AppError, MatchRef, Purpose, Request, think};
use crate::match_state::{self, Audience, GameId, UserId};
use crate::store::{Listing, PhaseName, Row};

impl App {
    /// The match that is meant, and how many events it has: what a button made from it must carry.
    ///
    /// # Errors
    /// No such match, none here, or several.
    pub async fn suggestions(
        &self,
        request: Request,
        which: MatchRef,
        purpose: Purpose,
    ) -> Result<(GameId, u32), AppError> {
        let game = self.which(request, which, purpose).await?;
        Ok((game, self.store.row(game).await?.ply))
    }

    /// The match that is meant.
    ///
    /// # Errors
    /// None is here, or several are.
    pub async fn which(
        &self,
        request: Request,
        which: MatchRef,
        purpose: Purpose,
    ) -> Result<GameId, AppError> {
        match which {
            MatchRef::Game(game) | MatchRef::At(game, _) => Ok(game),
            MatchRef::Here => self.here(request, purpose).await,
        }
    }

    /// The match of this place, or else the asker's only one. Tables that have not begun and analysis boards count
    /// only where no game is being played that can be meant.
    async fn here(&self, request: Request, purpose: Purpose) -> Result<GameId, AppError> {
        let user = request.user;
        let place = request.place.channel;
        let here = self.store.games_at(place, LISTED).await?;
        let here = self.store.listed(&here).await?;
        let own_here: Vec<Listing> = if here.len() < LISTED as usize {
            let mine = here.iter().filter(|one| one.company.includes(user));
            mine.cloned().collect()
        } else {
            let mine = self.store.own_games_at(user, place, LISTED).await?;
            self.store.listed(&mine).await?
        };
        let own_played_here = played(&own_here);
        if let [only] = &own_played_here[..] {
            return Ok(only.row.game);
        }
        let own = self.store.own_games(user, LISTED).await?;
        let own = self.store.listed(&own).await?;
        let last_over = self.store.last_over_at(place).await?;
        if purpose == Purpose::Look {
            // An open table here counts only where no running game of the asker's can be meant.
            let elsewhere = !played(&own).is_empty();
            match (&played(&here)[..], &here[..], last_over) {
                ([only], ..) => return Ok(only.row.game),
                ([], [], Some(over)) => return Ok(over),
                ([], [], None) => {}
                ([], _, _) if elsewhere => {}
                ([], [only], _) => return Ok(only.row.game),
                ([], _, Some(over)) => return Ok(over),
                ([], several, None) | (several, ..) => {
                    let seen = self.without_hidden(several.to_vec(), user).await?;
                    return Err(AppError::WhichGame(list(&seen, user)));
                }
            }
        }
        let waits = |listings: &[Listing]| -> Vec<Listing> {
            let waiting = listings.iter().filter(|one| one.company.awaits(user));
            waiting.cloned().collect()
        };
        // What is nearest first: here, then anywhere; of several, those that wait for the asker.
        for listings in [&own_played_here, &played(&own), &own_here, &own] {
            let mut suggestions = match purpose {
                Purpose::Resign => Vec::new(),
                Purpose::Move | Purpose::Look => waits(listings),
            };
            if suggestions.is_empty() {
                suggestions.clone_from(listings);
            }
            match &suggestions[..] {
                [] => {}
                [only] => return Ok(only.row.game),
                several if purpose == Purpose::Move && waits(several).is_empty() => {
                    return Err(AppError::Plain(
                        "It is not your turn in any of your games. `/games` lists them.".to_owned(),
                    ));
                }
                several => return Err(AppError::WhichGame(list(several, user))),
            }
        }
        // The one here that others play: moving in it is refused with the reason.
        match (&played(&here)[..], &here[..], last_over) {
            ([only], ..) | ([], [only], _) => Ok(only.row.game),
            (.., Some(over)) => Ok(over),
            _ => Err(AppError::Plain(
                "You play no game at the moment, and none lives here. `/new` opens one.".to_owned(),
            )),
        }
    }

    /// A match as it stands. One that the rules in force do not allow to go on is ended first.
    pub(super) async fn load(&self, game: GameId) -> Result<Arc<LoadedMatch>, AppError> {
        loop {
            let (row, outage) = self.store.row_and_outage(game).await?;
            if let Some(loaded) = self.load_as_of(&row, outage).await? {
                return Ok(loaded);
            }
        }
    }

    /// A match of which this is the row, where `outage` is the number of the last outage; `None` where somebody else has
    /// ended it meanwhile, and its row is another.
    pub(super) async fn load_as_of(
        &self,
        row: &Row,
        outage: i64,
    ) -> Result<Option<Arc<LoadedMatch>>, AppError> {
        let kept = self.recent.get(row.game, row.ply);
        // Of an outage that another process has noted no event tells.
        let kept = kept.filter(|loaded| loaded.state.outage() >= outage);
        if let Some(loaded) = kept {
            if loaded.location == location(row) {
                return Ok(Some(loaded));
            }
            let mut moved = LoadedMatch::clone(&loaded);
            moved.home = row.home;
            moved.location = location(row);
            let moved = Arc::new(moved);
            self.recent.put(Arc::clone(&moved));
            return Ok(Some(moved));
        }
        let (loaded, _) = self.replay(row.game, None).await?;
        let corrected = loaded
            .replay_error
            .as_ref()
            .is_some_and(ReplayError::is_by_correction);
        if corrected && *loaded.state.phase() == match_state::Phase::Playing {
            return self.end_by_correction(loaded).await;
        }
        let loaded = Arc::new(loaded);
        self.recent.put(Arc::clone(&loaded));
        Ok(Some(loaded))
    }

    /// A match led from its last checkpoint, or from one no later than `since`, to where it stands; with what
    /// happened on the way.
    pub(super) async fn replay(
        &self,
        game: GameId,
        since: Option<u32>,
    ) -> Result<(LoadedMatch, Vec<LogEntry>), AppError> {
        let stored = self.store.load(game, since).await?;
        if is_outdated(&stored.row) {
            return self.replay_whole(game, Vec::new()).await;
        }
        let begun = stored.checkpoint.as_ref().map(|checkpoint| checkpoint.ply);
        let mut damaged = stored.damaged.clone();
        let replayed = think(move || LoadedMatch::replay(&stored)).await?;
        match replayed {
            Ok((loaded, lines, _)) if damaged.is_empty() => return Ok((loaded, lines)),
            // The checkpoint may be at fault, whatever it says of itself: the events decide.
            Err(_) => damaged.extend(begun),
            Ok(_) => {}
        }
        if !damaged.is_empty() {
            tracing::warn!(game = game.0, plies = ?damaged, "checkpoints damaged, made again");
        }
        self.replay_whole(game, damaged).await
    }

    /// That a match has gone on since it had `ply` events, and how.
    pub(super) async fn stale(&self, game: GameId, ply: u32, user: UserId) -> AppError {
        match self.replay(game, Some(ply)).await {
            Ok((loaded, lines)) => {
                let since: Vec<LogEntry> =
                    lines.into_iter().filter(|line| line.ply > ply).collect();
                AppError::Stale(since_sentence(&loaded, &since, user))
            }
            Err(refusal) => refusal,
        }
    }

    /// Refuses a look at a match that is shown elsewhere: in another server, in somebody's direct messages, or in a
    /// channel that not everyone in the server may read.
    pub(super) fn must_be_visible(
        &self,
        request: Request,
        loaded: &LoadedMatch,
    ) -> Result<(), AppError> {
        let user = request.user;
        let state = &loaded.state;
        let plays = state.tenures().iter().any(|tenure| tenure.user == user)
            || state.guests().iter().any(|guest| guest.user == user)
            || state.invited().contains(&user)
            || state.opener() == Some(user);
        let place = request.place;
        let near = loaded.location.is_visible_from(place.guild, place.channel);
        let found =
            *state.phase() == match_state::Phase::Open && loaded.location.is_found_anywhere();
        if plays || found || (near && !state.is_hidden()) {
            return Ok(());
        }
        if near {
            return Err(AppError::Plain(format!(
                "A moderator has hidden game {}: only those who play in it can see it.",
                loaded.id.0
            )));
        }
        Err(AppError::Plain(format!(
            "There is no game {} here.",
            loaded.id.0
        )))
    }
}

/// The matches that are being played with others.
fn played(listings: &[Listing]) -> Vec<Listing> {
    let played = |one: &&Listing| {
        one.row.phase == PhaseName::Playing && one.row.audience != Some(Audience::Players)
    };
    listings.iter().filter(played).cloned().collect()
}
