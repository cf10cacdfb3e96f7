//! The lobby: tables that are opened, changed, found, joined and left, and the beginning of the game.

pub(super) mod open_tables;
pub(super) mod rematch;
pub(super) mod substitute;
pub(super) mod table_change;
pub(super) mod twists;

use futures_util::future::BoxFuture;

use crate::app::lobby::rematch::open_options;
use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::opening::{
    begin_if_full, blank_row, excuse_absent, first_of_colour, keep_options, new_match, note_seats,
};
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::can_reopen;
use crate::app::matches::texts::fault_sentence;
use crate::app::{App, AppError, Chance, MatchView, NewGame, Request, mention};
use crate::games;
use crate::match_state::{ChannelId, Event, GameId, MatchError, MatchState, Phase, Terms, UserId};
use crate::rules::wording::listed;
use crate::rules::{GameInfo, Options, Seat};
use crate::store::Opening;

/// The answer to opening again a table that was not closed.
const NOT_CLOSED: &str = "This table was not closed: `/new` opens another.";

/// The answer to an invitation of oneself.
const INVITES_ONESELF: &str = "You can't invite yourself: choose somebody else, or nobody. `/play` starts a game against the machine.";

impl App {
    /// Records the message (a snowflake) in a channel that shows a match's open table.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_lobby_message(
        &self,
        game: GameId,
        channel: ChannelId,
        message: u64,
    ) -> Result<(), AppError> {
        Ok(self.store.set_lobby_message(game, channel, message).await?)
    }

    /// Records the home of a match, a thread or channel.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_home(&self, game: GameId, home: ChannelId) -> Result<(), AppError> {
        Ok(self.store.set_home(game, home).await?)
    }

    /// Takes a seat at an open table, any if `seat` is `None`. The match starts when the last seat is taken.
    ///
    /// # Errors
    /// The table is full, closed or meant for others; the user sits there already.
    pub fn join(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> BoxFuture<'_, Result<MatchView, AppError>> {
        Box::pin(async move { self.join_table(request, game, seat, None).await })
    }

    /// Opens a table. The opener sits down; the invited must accept.
    ///
    /// # Errors
    /// Unknown game, bad options, a seat that the game does not have, more players than seats; an invited person who is
    /// named twice, takes no invitations or is the opener; more tables, games or invitations than one person may have.
    pub fn open(
        &self,
        request: Request,
        new: NewGame,
    ) -> BoxFuture<'_, Result<MatchView, AppError>> {
        self.open_table(request, new, &[], None)
    }

    /// Opens a table like one that the user had opened and that was closed: with its game, options, terms and side.
    /// Everybody who had joined it or had not answered is invited.
    ///
    /// # Errors
    /// Somebody else opened it; it was not closed, or a moderator closed it; it was opened again already; those of
    /// [`App::open`].
    pub async fn open_again(&self, request: Request, game: GameId) -> Result<MatchView, AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let state = &loaded.state;
        if !can_reopen(&loaded) {
            return Err(AppError::Plain(NOT_CLOSED.to_owned()));
        }
        let user = request.user;
        if let Some(opener) = state.opener().filter(|opener| *opener != user) {
            return Err(AppError::Plain(format!(
                "Only {} can open this table again. `/new` opens a table for you.",
                mention(opener)
            )));
        }
        if let Some(again) = self.store.row(game).await?.rematch {
            return Err(AppError::Plain(format!(
                "This table was opened again already: it is game {}.",
                again.0
            )));
        }
        let (guests, invited) = state.closed_with();
        let mut opponents: Vec<UserId> = guests.iter().map(|guest| guest.user).collect();
        opponents.extend(invited);
        opponents.retain(|other| *other != user && !other.is_machine() && !other.is_erased());
        let own = guests.iter().find(|guest| guest.user == user);
        let usual = games::find(loaded.kind.key).map(|base| base.seats.len());
        let new = NewGame {
            game: loaded.kind.key.to_owned(),
            options: open_options(&loaded)?,
            opponents,
            seat: own
                .and_then(|guest| guest.wish)
                .filter(|_| usual == Some(loaded.kind.seats.len())),
            terms: state.terms(),
        };
        self.open_table(request, new, &loaded.choices, Some(game))
            .await
    }

    /// Opens a table; of one of `choices` if there are any, in the place of the closed table `before`.
    pub(super) fn open_table<'a>(
        &'a self,
        request: Request,
        mut new: NewGame,
        choices: &'a [&'static GameInfo],
        before: Option<GameId>,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            self.must_be_new(request).await?;
            let base =
                games::find(&new.game).ok_or_else(|| AppError::Plain(games::unknown(&new.game)))?;
            let kind = base.under(&new.options);
            if kind.seats.len() > base.seats.len() {
                new.seat = new.seat.and_then(|seat| first_of_colour(base, seat, kind));
            }
            let (user, place) = (request.user, request.place);
            must_fit(kind, user, &new)?;
            must_have_sides(kind, &new)?;
            let guild = place.guild;
            self.must_be_admitted(guild, &[user], user).await?;
            self.must_be_admitted(guild, &new.opponents, user).await?;
            let stored = keep_options(kind, &new.options)?;
            let terms = match new.terms {
                Some(terms) => terms,
                None => self.usual_terms(place.server()).await?,
            };
            terms.check().map_err(AppError::Plain)?;
            let invited = new.opponents.clone();
            self.must_take_invitations(user, &invited).await?;
            let role = self.role(place.server(), kind.key).await?;
            let mention = place.server().filter(|_| {
                // The role is mentioned only if seats are left for anyone and the game is known.
                role.is_some()
                    && 1 + new.opponents.len() < people_at(kind, &new)
                    && choices.is_empty()
            });
            let mention = mention.map(|guild| (guild, kind.key));
            let opening = Opening {
                key: kind.key.to_owned(),
                options: serde_json::to_string(&stored).map_err(|_| AppError::Internal)?,
                rules: kind.rules_version,
                guild,
                channel: place.channel,
                rematch_of: before,
                audience: place.audience(),
                bounds: Some(self.table_bounds(request, invited, mention)),
                practice: false,
                shared: self.is_shared(place.server()).await?,
                outside: place.outside,
                choices: (!choices.is_empty()).then(|| keys(choices)),
            };
            let now = self.sources.clock.now();
            let row = blank_row(&opening, now);
            let (pending, mut match_view) = new_match(row, now, move |pending| {
                note_seats(pending)?;
                take_places(pending, user, &new, terms)
                    .map_err(|fault| AppError::Plain(fault_sentence(&pending.loaded, user, fault)))
            })
            .await?;
            if mention.is_some() {
                match_view.role = role;
            }
            self.keep_new(request, &opening, pending, match_view).await
        })
    }

    pub(super) async fn join_table(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
        key: Option<String>,
    ) -> Result<MatchView, AppError> {
        let user = request.user;
        self.must_be_new(request).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        self.must_have_room(user).await?;
        let location = loaded.location;
        // An invited person may accept by direct message without being remote.
        let remote = location.shared
            && location.guild != request.place.server()
            && !loaded.state.invited().contains(&user);
        self.must_be_admitted(loaded.location.guild, &[user], user)
            .await?;
        let mut absent = self.on_vacation(user).await?;
        for guest in loaded.state.guests() {
            absent.extend(self.on_vacation(guest.user).await?);
        }
        self.change(
            Trigger::Request(request),
            game,
            Precondition::Any,
            move |pending, chance| {
                if let Some(replay_error) = &pending.loaded.replay_error {
                    return Err(AppError::Plain(replay_error.sentence()));
                }
                choose_game(pending, key.as_deref(), chance)?;
                if remote {
                    pending.remote.push(user);
                }
                let joining = pending.loaded.state.joining(user, seat);
                let joined = joining.and_then(|event| pending.add(event, None));
                joined.map_err(|fault| {
                    AppError::Plain(fault_sentence(&pending.loaded, user, fault))
                })?;
                begin_if_full(pending, chance)?;
                excuse_absent(pending, &absent)
            },
        )
        .await
    }

    /// Declines an invitation or leaves an open table. The opener's table passes to the guest who has waited longest,
    /// or is closed if nobody waits.
    ///
    /// # Errors
    /// The match has started; the user is not at the table.
    pub async fn leave(&self, request: Request, game: GameId) -> Result<MatchView, AppError> {
        self.change_guests(request, game, MatchState::leaving).await
    }

    /// Closes the user's own open table.
    ///
    /// # Errors
    /// The match has started; somebody else has opened the table.
    pub async fn close(&self, request: Request, game: GameId) -> Result<MatchView, AppError> {
        self.change_guests(request, game, |state, user| Ok(vec![state.closing(user)?]))
            .await
    }

    /// Applies the events of leaving or closing an open table.
    async fn change_guests(
        &self,
        request: Request,
        game: GameId,
        events: fn(&MatchState, UserId) -> Result<Vec<Event>, MatchError>,
    ) -> Result<MatchView, AppError> {
        let user = request.user;
        self.change(
            Trigger::Request(request),
            game,
            Precondition::Any,
            move |pending, _| {
                let events = events(&pending.loaded.state, user);
                let added = events.and_then(|events| {
                    let mut events = events.into_iter();
                    events.try_for_each(|event| pending.add(event, None))
                });
                added.map_err(|fault| too_late(pending, user, fault))
            },
        )
        .await
    }
}

/// Returns the keys of games as they are stored.
fn keys(games: &[&'static GameInfo]) -> String {
    let keys: Vec<&str> = games.iter().map(|kind| kind.key).collect();
    keys.join(",")
}

/// Turns a table for one of several games into the game of this key, or a random one of them.
fn choose_game(
    pending: &mut PendingMatch,
    key: Option<&str>,
    chance: &Chance,
) -> Result<(), AppError> {
    let choices = &pending.loaded.choices;
    if choices.is_empty() || *pending.loaded.state.phase() != Phase::Open {
        return Ok(());
    }
    let kind = match key {
        Some(key) => choices.iter().find(|kind| kind.key == key),
        None => usize::try_from(chance.below(choices.len() as u64))
            .ok()
            .and_then(|at| choices.get(at)),
    };
    let kind = *kind.ok_or_else(|| {
        let names: Vec<&str> = choices.iter().map(|kind| kind.name).collect();
        AppError::Plain(format!(
            "This table is for {}: choose one of them.",
            listed(&names)
        ))
    })?;
    let options = keep_options(kind, &Options::new())?;
    Ok(pending.become_one(kind, options)?)
}

/// Returns the reason why a table cannot be left or closed.
fn too_late(pending: &PendingMatch, user: UserId, fault: MatchError) -> AppError {
    AppError::Plain(match fault {
        MatchError::NotOpen if pending.loaded.ending().is_none() => format!(
            "Game {} has begun: only `/resign` leaves it now.",
            pending.loaded.id.0
        ),
        fault => fault_sentence(&pending.loaded, user, fault),
    })
}

/// Refuses a table that could never be filled.
fn must_fit(kind: &GameInfo, opener: UserId, new: &NewGame) -> Result<(), AppError> {
    let seats = kind.seats.len();
    if new.opponents.len() >= seats {
        return Err(AppError::Plain(format!(
            "{} has {seats} seats: invite at most {} besides yourself.",
            kind.name,
            seats - 1
        )));
    }
    if new.opponents.contains(&opener) {
        return Err(AppError::Plain(INVITES_ONESELF.to_owned()));
    }
    let mut others: Vec<UserId> = new.opponents.clone();
    let all = others.len();
    others.sort_unstable();
    others.dedup();
    if others.len() < all {
        return Err(AppError::Plain(
            "You have invited the same player twice: one seat each.".to_owned(),
        ));
    }
    if new.opponents.iter().any(|user| user.is_machine()) {
        return Err(AppError::Plain(
            "The machine cannot be invited: `/play` starts a game against it.".to_owned(),
        ));
    }
    if let Some(seat) = new.seat
        && seat.index() >= seats
    {
        return Err(AppError::Plain(format!("{} has no such seat.", kind.name)));
    }
    Ok(())
}

/// Returns the number of people for whom a table is meant.
fn people_at(kind: &GameInfo, new: &NewGame) -> usize {
    let people = new.terms.and_then(|terms| terms.people);
    people.map_or(kind.seats.len(), usize::from)
}

/// Refuses a number of people that the game cannot have, and more invitations than people.
fn must_have_sides(kind: &GameInfo, new: &NewGame) -> Result<(), AppError> {
    let people = people_at(kind, new);
    if people == kind.seats.len() {
        return Ok(());
    }
    if kind.seats.len() != 4 || !kind.teams.is_empty() {
        return Err(AppError::Plain(format!(
            "{} cannot be played by {people} people: leave people out.",
            kind.name
        )));
    }
    if new.opponents.len() >= people {
        return Err(AppError::Plain(format!(
            "With {people} people you can invite at most {} besides yourself.",
            people - 1
        )));
    }
    Ok(())
}

/// Seats the opener and invites the others.
fn take_places(
    pending: &mut PendingMatch,
    opener: UserId,
    new: &NewGame,
    terms: Terms,
) -> Result<(), MatchError> {
    let opened = Event::Opened {
        user: opener,
        wish: new.seat,
    };
    pending.add(opened, None)?;
    pending.add(Event::Agreed { terms }, None)?;
    for user in new.opponents.iter().copied() {
        pending.add(Event::Invited { user }, None)?;
    }
    Ok(())
}
