//! Finding the match that a request means.

use futures_util::future::BoxFuture;

use crate::app::view::listing::{LISTED, line, list};
use crate::app::{App, AppError, Listed, MatchRef, Purpose, Request};
use crate::match_state::{Audience, ChannelId, GameId, UserId};
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
            let here = self.matches_at(request).await?;
            let own_here = self.own_matches_at(request, &here).await?;
            if let [only] = &played(&own_here)[..] {
                return Ok(only.row.game);
            }
            let near = self.near(request, here, own_here).await?;
            if purpose == Purpose::Look {
                match near.to_look_at() {
                    Meant::One(game) => return Ok(game),
                    Meant::Several(several) => {
                        let seen = self.without_hidden(several, user).await?;
                        return Err(AppError::WhichGame(list(&seen, user)));
                    }
                    Meant::Nothing => {}
                }
            }
            match near.own_match(user, purpose)? {
                Some(game) => Ok(game),
                None => near.of_others(),
            }
        })
    }

    /// Returns the matches at a request's place.
    async fn matches_at(&self, request: Request) -> Result<Vec<Listing>, AppError> {
        let place = request.place.channel;
        let here = self.store.games_here(request.user, place, LISTED).await?;
        self.listed_at(&here, place).await
    }

    /// Returns the user's matches at a request's place, of which `here` are all or, if there are many, some.
    async fn own_matches_at(
        &self,
        request: Request,
        here: &[Listing],
    ) -> Result<Vec<Listing>, AppError> {
        let (user, place) = (request.user, request.place.channel);
        if here.len() < LISTED as usize {
            let mine = here.iter().filter(|one| one.participants.includes(user));
            return Ok(mine.cloned().collect());
        }
        let mine = self.store.own_games_at(user, place, LISTED).await?;
        self.listed_at(&mine, place).await
    }

    /// Returns those of some matches that are at a place.
    async fn listed_at(
        &self,
        games: &[GameId],
        place: ChannelId,
    ) -> Result<Vec<Listing>, AppError> {
        let mut listings = self.store.listed(games).await?;
        listings.retain(|one| is_at(one, place));
        Ok(listings)
    }

    /// Returns what can be meant at a request's place. In the thread of a match, nothing from elsewhere.
    async fn near(
        &self,
        request: Request,
        here: Vec<Listing>,
        own_here: Vec<Listing>,
    ) -> Result<Near, AppError> {
        let place = request.place.channel;
        let last_over = self.store.last_over_at(place).await?;
        let in_thread = self.is_thread(place, &here, last_over).await?;
        let own = if in_thread {
            own_here.clone()
        } else {
            let own = self.store.own_games(request.user, LISTED).await?;
            self.store.listed(&own).await?
        };
        Ok(Near {
            here,
            own_here,
            own,
            last_over,
            in_thread,
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

/// The matches among which a request means one.
struct Near {
    /// Matches at the place of the request.
    here: Vec<Listing>,
    /// The user's matches at that place.
    own_here: Vec<Listing>,
    /// The user's matches at every place that can be meant.
    own: Vec<Listing>,
    /// The last match that ended at the place.
    last_over: Option<GameId>,
    /// True if the place is the thread of a match.
    in_thread: bool,
}

/// The match that a request means.
enum Meant {
    /// This match.
    One(GameId),
    /// One of these: the user must say which.
    Several(Vec<Listing>),
    /// No match so far.
    Nothing,
}

impl Near {
    /// Returns the match of the place that a request to look at one means, also if the user does not play in it. An
    /// open table counts only if no running game of the user's can be meant.
    fn to_look_at(&self) -> Meant {
        let elsewhere = !played(&self.own).is_empty();
        match (&played(&self.here)[..], &self.here[..], self.last_over) {
            ([only], ..) => Meant::One(only.row.game),
            ([], [], Some(over)) => Meant::One(over),
            ([], [], None) => Meant::Nothing,
            ([], _, _) if elsewhere => Meant::Nothing,
            ([], [only], _) => Meant::One(only.row.game),
            ([], _, Some(over)) => Meant::One(over),
            ([], several, None) | (several, ..) => Meant::Several(several.to_vec()),
        }
    }

    /// Returns the user's match that is meant: the nearest, here and then anywhere; among several, a single one in which
    /// the user is to move. No table is meant in a thread while a game is played there.
    ///
    /// # Errors
    /// Several that fit; for a move, several of which none waits for the user.
    fn own_match(&self, user: UserId, purpose: Purpose) -> Result<Option<GameId>, AppError> {
        let nearest = [
            &played(&self.own_here),
            &played(&self.own),
            &self.own_here,
            &self.own,
        ];
        let counted = if self.in_thread && !played(&self.here).is_empty() {
            &nearest[..1]
        } else {
            &nearest[..]
        };
        let Some(listings) = counted.iter().find(|listings| !listings.is_empty()) else {
            return Ok(None);
        };
        let waiting: Vec<Listing> = match purpose {
            Purpose::Own => Vec::new(),
            Purpose::Move | Purpose::Look => {
                let waiting = listings.iter().filter(|one| one.participants.awaits(user));
                waiting.cloned().collect()
            }
        };
        match (&waiting[..], &listings[..]) {
            ([only], _) | ([], [only]) => Ok(Some(only.row.game)),
            ([], _) if purpose == Purpose::Move => Err(AppError::Plain(
                "It is not your turn in any of your games. `/games` lists them.".to_owned(),
            )),
            ([], several) | (several, _) => Err(AppError::WhichGame(list(several, user))),
        }
    }

    /// Returns the match of others at the place: a move in it is refused with the reason.
    fn of_others(&self) -> Result<GameId, AppError> {
        match (&played(&self.here)[..], &self.here[..], self.last_over) {
            ([only], ..) | ([], [only], _) => Ok(only.row.game),
            (.., Some(over)) => Ok(over),
            _ => Err(AppError::Plain(
                "You have no game at the moment, and none is played here. `/new` opens one."
                    .to_owned(),
            )),
        }
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
