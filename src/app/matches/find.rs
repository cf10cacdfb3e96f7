//! Finding the match that a request means.

use futures_util::future::BoxFuture;

use crate::app::view::listing::{LISTED, line, list};
use crate::app::{App, AppError, Listed, MatchRef, Purpose, Request};
use crate::match_state::{Audience, ChannelId, GameId};
use crate::store::{Listing, PhaseName, Row};

impl App {
    /// Returns the match that a request means and its number of events, for buttons made from it.
    ///
    /// # Errors
    /// No such match, no match here, or several that fit.
    pub async fn game_and_ply(
        &self,
        request: Request,
        which: MatchRef,
        purpose: Purpose,
    ) -> Result<(GameId, u32), AppError> {
        let game = self.find_match(request, which, purpose).await?;
        Ok((game, self.store.row(game).await?.ply))
    }

    /// Returns the match that a request means.
    ///
    /// # Errors
    /// No match here, or several that fit.
    pub async fn find_match(
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

    /// Returns the match that a request means, and refuses a repeated request.
    ///
    /// A repeated request that names no match is refused before the search, since its first run may have changed the
    /// result. One that names a match is refused when it would change that match.
    ///
    /// # Errors
    /// [`AppError::Repeated`]; no match here, or several that fit.
    pub async fn find_match_once(
        &self,
        request: Request,
        which: MatchRef,
        purpose: Purpose,
    ) -> Result<GameId, AppError> {
        if matches!(which, MatchRef::Here) {
            self.must_be_new(request).await?;
        }
        self.find_match(request, which, purpose).await
    }

    /// Returns a match as a line of a list if the place does not identify the match: the user plays several games with
    /// others, and this is not the only one here.
    pub(in crate::app) async fn among_several(
        &self,
        request: Request,
        game: GameId,
    ) -> Result<Option<Listed>, AppError> {
        let own = self.store.own_games(request.user, LISTED).await?;
        let own = played(&self.store.listed(&own).await?);
        let place = request.place.channel;
        let here = own.iter().filter(|one| is_at(one, place));
        let here: Vec<GameId> = here.map(|one| one.row.game).collect();
        if own.len() < 2 || here == [game] {
            return Ok(None);
        }
        let meant = own.iter().find(|one| one.row.game == game);
        Ok(meant.map(|one| line(one, request.user)))
    }

    /// Returns the match of this place, or else the user's only one. Tables and analysis boards count only if no
    /// running game can be meant.
    fn here(&self, request: Request, purpose: Purpose) -> BoxFuture<'_, Result<GameId, AppError>> {
        Box::pin(async move {
            let user = request.user;
            let place = request.place.channel;
            let here = self.store.games_here(user, place, LISTED).await?;
            let mut here = self.store.listed(&here).await?;
            here.retain(|one| is_at(one, place));
            let own_here: Vec<Listing> = if here.len() < LISTED as usize {
                let mine = here.iter().filter(|one| one.participants.includes(user));
                mine.cloned().collect()
            } else {
                let mine = self.store.own_games_at(user, place, LISTED).await?;
                let mut mine = self.store.listed(&mine).await?;
                mine.retain(|one| is_at(one, place));
                mine
            };
            let own_played_here = played(&own_here);
            if let [only] = &own_played_here[..] {
                return Ok(only.row.game);
            }
            let last_over = self.store.last_over_at(place).await?;
            // In the thread of a match nothing from elsewhere is meant.
            let in_thread = self.is_thread(place, &here, last_over).await?;
            let own = match in_thread {
                true => own_here.clone(),
                false => {
                    let own = self.store.own_games(user, LISTED).await?;
                    self.store.listed(&own).await?
                }
            };
            if purpose == Purpose::Look {
                // An open table here counts only if no running game of the user's can be meant.
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
                let waiting = listings.iter().filter(|one| one.participants.awaits(user));
                waiting.cloned().collect()
            };
            // Nearest first: here, then anywhere; among several, those that wait for the user. No table is meant in a
            // thread while a game is played there.
            let nearest = [&own_played_here, &played(&own), &own_here, &own];
            let several = match in_thread && !played(&here).is_empty() {
                true => &nearest[..1],
                false => &nearest[..],
            };
            for listings in several {
                let mut candidates = match purpose {
                    Purpose::Own => Vec::new(),
                    Purpose::Move | Purpose::Look => waits(listings),
                };
                if candidates.is_empty() {
                    candidates = (*listings).clone();
                }
                match &candidates[..] {
                    [] => {}
                    [only] => return Ok(only.row.game),
                    several if purpose == Purpose::Move && waits(several).is_empty() => {
                        return Err(AppError::Plain(
                            "It is not your turn in any of your games. `/games` lists them."
                                .to_owned(),
                        ));
                    }
                    several => return Err(AppError::WhichGame(list(several, user))),
                }
            }
            // A match of others here: a move in it is refused with the reason.
            match (&played(&here)[..], &here[..], last_over) {
                ([only], ..) | ([], [only], _) => Ok(only.row.game),
                (.., Some(over)) => Ok(over),
                _ => Err(AppError::Plain(
                    "You have no game at the moment, and none is played here. `/new` opens one."
                        .to_owned(),
                )),
            }
        })
    }

    /// True if a place is the thread of a match: matches are played or have ended there, and none of them was opened
    /// there.
    async fn is_thread(
        &self,
        place: ChannelId,
        here: &[Listing],
        last_over: Option<GameId>,
    ) -> Result<bool, AppError> {
        let playing = here.iter().map(|one| &one.row);
        let playing =
            playing.filter(|row| row.phase == PhaseName::Playing && row.home == Some(place));
        let mut rows: Vec<Row> = playing.cloned().collect();
        if let Some(over) = last_over {
            rows.push(self.store.row(over).await?);
        }
        let apart = |row: &Row| {
            let posted = row.table_message.map(|(channel, _)| channel);
            row.channel != place && posted != Some(place)
        };
        Ok(!rows.is_empty() && rows.iter().all(apart))
    }
}

/// Returns the matches being played with others, people or machines.
fn played(listings: &[Listing]) -> Vec<Listing> {
    let played = |one: &&Listing| {
        one.row.phase == PhaseName::Playing
            && (one.row.audience != Some(Audience::Players) || is_solo(one))
    };
    listings.iter().filter(played).cloned().collect()
}

/// True for a private match against the machine.
fn is_solo(one: &Listing) -> bool {
    let mut seats = one.participants.seats.iter();
    one.row.audience == Some(Audience::Players) && seats.any(|(_, user)| user.is_machine())
}

/// True if a match is shown in a channel, or if it is private and was begun there.
fn is_at(one: &Listing, place: ChannelId) -> bool {
    one.row.home == Some(place) || (is_solo(one) && one.row.channel == place)
}
