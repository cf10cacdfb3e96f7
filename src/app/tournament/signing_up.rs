//! Holding a tournament: whether a server allows it, opening one, signing up, withdrawing, starting and cancelling.

use super::loaded::Tournament;
use super::view::{TournamentView, no_event};
use crate::app::matches::opening::keep_options;
use crate::app::texts::mention;
use crate::app::{App, AppError, Moderator, Request};
use crate::games;
use crate::match_state::{DAY, GuildId, Pace, Terms, UserId};
use crate::rules::{GameInfo, Options};
use crate::store::{Entering, NewTournament, Part, TournamentPhase};
use crate::tournament::{Format, TournamentId};

/// The key under which a server's permission for events is stored.
const EVENTS: &str = "events";

/// The least age of an account that takes part, in seconds.
const OLD_ENOUGH: i64 = 7 * DAY;

/// The most events of one organiser that are not over.
const MOST_HELD: i64 = 3;

/// The longest time in which people can sign up, in days.
const LONGEST_WAIT: u32 = 30;

/// The fewest and the most rounds that an organiser can choose.
pub const EVENT_ROUNDS: (u8, u8) = (4, 7);

/// The beginning of Discord's time, in milliseconds of the Unix epoch.
const DISCORD: i64 = 1_420_070_400_000;

/// A new event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// The game's key.
    pub game: String,
    /// The game's options, unresolved.
    pub options: Options,
    /// The terms of each match, of which the clock is kept.
    pub terms: Terms,
    /// The number of rounds, where it can be chosen.
    pub rounds: Option<u8>,
    /// Days until the first round begins.
    pub wait: u32,
}

/// Returns the game of events or leagues, which `what` names, and its options as they are stored.
///
/// # Errors
/// An unknown game, one between teams, or options that it refuses.
pub(super) fn game_of(
    what: &str,
    key: &str,
    options: &Options,
) -> Result<(&'static GameInfo, String), AppError> {
    let base = games::find(key).ok_or_else(|| AppError::Plain(games::unknown(key)))?;
    let kind = base.under(options);
    if !kind.teams.is_empty() {
        return plain(&format!(
            "There are no {what} of games between teams: choose a game where each plays alone."
        ));
    }
    let options = keep_options(kind, options)?;
    let stored = serde_json::to_string(&options).map_err(|_| AppError::Internal)?;
    Ok((kind, stored))
}

pub(super) fn plain<T>(sentence: &str) -> Result<T, AppError> {
    Err(AppError::Plain(sentence.to_owned()))
}

impl App {
    /// True if events may be held in a server.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn allows_events(&self, guild: GuildId) -> Result<bool, AppError> {
        let set = self.store.setting(guild.0, EVENTS).await?;
        Ok(set.as_deref() == Some("on"))
    }

    /// Sets whether events may be held in a server; those that are under way go on. The caller checks who may do so.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_events(&self, guild: GuildId, on: bool) -> Result<(), AppError> {
        let value = if on { "on" } else { "off" };
        Ok(self.store.set(guild.0, EVENTS, value).await?)
    }

    /// Opens a tournament in the channel of the request. Its message for signing up follows.
    ///
    /// # Errors
    /// The server does not allow events, or one is under way in the channel; a game or terms for which there are none;
    /// a barred organiser, or one with too new an account or too many events.
    pub async fn open_event(
        &self,
        request: Request,
        new: NewEvent,
    ) -> Result<TournamentView, AppError> {
        self.must_be_new(request).await?;
        let Some(guild) = request.place.server() else {
            return plain("Events are held in servers that I am a member of.");
        };
        if !self.allows_events(guild).await? {
            return plain(
                "Events are off in this server. An admin can turn them on: `/server events`.",
            );
        }
        let user = request.user;
        self.must_be_admitted(Some(guild), &[user], user).await?;
        self.must_be_old_enough(user)?;
        let (kind, options) = game_of("events", &new.game, &new.options)?;
        if new.terms.pace == Pace::Untimed {
            return plain(
                "An event needs a clock, so that every round ends: choose days for each move, or a bank.",
            );
        }
        let terms = Terms {
            pace: new.terms.pace,
            rests: new.terms.rests,
            hard: true,
            ..Terms::default()
        };
        terms.check().map_err(AppError::Plain)?;
        let (fewest, most) = EVENT_ROUNDS;
        if new
            .rounds
            .is_some_and(|rounds| !(fewest..=most).contains(&rounds))
        {
            return Err(AppError::Plain(format!(
                "An event has {fewest} to {most} rounds, or as many as fit."
            )));
        }
        if !(1..=LONGEST_WAIT).contains(&new.wait) {
            return Err(AppError::Plain(format!(
                "An event can wait 1 to {LONGEST_WAIT} days for people; you can start it earlier."
            )));
        }
        if self.store.tournaments_held(user).await? >= MOST_HELD {
            return Err(AppError::Plain(format!(
                "You hold {MOST_HELD} events that are not over, which is the limit."
            )));
        }
        let opened = self.sources.clock.now();
        let stored = NewTournament {
            guild,
            channel: request.place.channel,
            organiser: user,
            key: kind.key.to_owned(),
            options,
            terms: terms.to_string(),
            wanted: new.rounds,
            opened,
            starts: opened + i64::from(new.wait) * DAY,
        };
        match self.asked(request).open_tournament(&stored).await? {
            Some(id) => self.event_view(id).await,
            None => plain(
                "An event is under way in this channel. Hold yours in another channel or thread.",
            ),
        }
    }

    /// Returns the newest tournament of the channel of a request.
    ///
    /// # Errors
    /// There is none.
    pub async fn event_here(&self, request: Request) -> Result<TournamentView, AppError> {
        let id = self.store.tournament_in(request.place.channel).await?;
        self.event_view(id.ok_or_else(no_event)?).await
    }

    /// Returns a tournament of the server of a request.
    ///
    /// # Errors
    /// There is no such one in that server.
    pub async fn event(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        let tournament = self.event_of(request, id).await?;
        self.tournament_view(&tournament).await
    }

    async fn event_view(&self, id: TournamentId) -> Result<TournamentView, AppError> {
        let tournament = self.load_tournament(id).await?;
        self.tournament_view(&tournament).await
    }

    /// Reads an event or a division of the server of a request.
    pub(super) async fn event_of(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<Tournament, AppError> {
        let tournament = self.load_tournament(id).await?;
        let is_season = matches!(tournament.row().part, Part::Season(_));
        if request.place.server() != Some(tournament.row().guild) || is_season {
            return Err(no_event());
        }
        Ok(tournament)
    }

    /// Signs the user up.
    ///
    /// # Errors
    /// Nobody can sign up any more, or every place is taken; a barred user, or one with too new an account.
    pub async fn enter_event(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        let tournament = self.event_of(request, id).await?;
        self.enter(request, &tournament, "event").await?;
        self.event_view(id).await
    }

    /// Signs the user up for an event or a season, which `what` names.
    pub(super) async fn enter(
        &self,
        request: Request,
        tournament: &Tournament,
        what: &str,
    ) -> Result<(), AppError> {
        let (row, user) = (tournament.row(), request.user);
        self.must_be_admitted(Some(row.guild), &[user], user)
            .await?;
        self.must_be_old_enough(user)?;
        let now = self.sources.clock.now();
        let store = self.asked(request);
        match store.enter_tournament(row.id, user, now).await? {
            Entering::Done => Ok(()),
            Entering::Already => plain("You take part already."),
            Entering::Full => plain(&format!("Every place in this {what} is taken.")),
            Entering::Closed => plain(&format!("Nobody can join this {what} any more.")),
        }
    }

    /// Withdraws the user: off the list before the start; afterwards open matches are lost, and no further ones begin.
    ///
    /// # Errors
    /// The user takes no part, or all is over.
    pub async fn leave_event(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        self.event_of(request, id).await?;
        if !self.withdraw_from_event(id, request.user).await? {
            return plain("You take no part in this event.");
        }
        self.event_view(id).await
    }

    /// Withdraws a user from a tournament; false if the user takes no part in it.
    pub(in crate::app) async fn withdraw_from_event(
        &self,
        id: TournamentId,
        user: UserId,
    ) -> Result<bool, AppError> {
        let now = self.sources.clock.now();
        let tournament = self.load_tournament(id).await?;
        let Some(number) = tournament.number(user) else {
            return Ok(false);
        };
        match tournament.row().phase {
            TournamentPhase::Open => Ok(self.store.leave_signup(id, user, now).await?),
            TournamentPhase::Playing => {
                let left = tournament.finished(number);
                self.store.withdraw_entrant(id, number, left, now).await?;
                // Pressed again, this resigns what a failure has left.
                self.resign_all(&tournament, number).await?;
                Ok(true)
            }
            TournamentPhase::Over | TournamentPhase::Cancelled => Ok(false),
        }
    }

    /// Resigns what a player has open in a tournament.
    async fn resign_all(&self, tournament: &Tournament, number: usize) -> Result<(), AppError> {
        let entrant = tournament.stored.entrants.get(number);
        if let Some(user) = entrant.and_then(|entrant| entrant.user) {
            for game in tournament.open_games(number) {
                self.withdraw(game, user).await?;
            }
        }
        Ok(())
    }

    /// Lets the first round begin now.
    ///
    /// # Errors
    /// The user is not the organiser; too few people take part; it has begun.
    pub async fn start_event(
        &self,
        request: Request,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        let tournament = self.event_of(request, id).await?;
        must_hold(&tournament, request.user, "start")?;
        let fewest = Format::fewest(tournament.kind.seats.len());
        if tournament.players.len() < fewest {
            return Err(AppError::Plain(format!(
                "An event of this game needs at least {fewest} people. So far there are {}.",
                tournament.players.len()
            )));
        }
        let now = self.sources.clock.now();
        match self.asked(request).start_tournament(id, now).await? {
            true => self.event_view(id).await,
            false => plain("This event has begun already."),
        }
    }

    /// Cancels a tournament, as its organiser or as a moderator; its matches go on as any others.
    ///
    /// # Errors
    /// The user is neither; it is over.
    pub async fn cancel_event(
        &self,
        request: Request,
        id: TournamentId,
        moderator: Option<Moderator>,
    ) -> Result<TournamentView, AppError> {
        let tournament = self.event_of(request, id).await?;
        if moderator.is_none() {
            must_hold(&tournament, request.user, "cancel")?;
        }
        let now = self.sources.clock.now();
        match self.asked(request).cancel_tournament(id, now).await? {
            true => self.event_view(id).await,
            false => plain("This event is over already."),
        }
    }

    /// Refuses an account made lately: second accounts are new ones.
    fn must_be_old_enough(&self, user: UserId) -> Result<(), AppError> {
        let made = i64::try_from(user.0 >> 22).unwrap_or_default() + DISCORD;
        // An id from the future is none of Discord's, but the sandbox's.
        let age = self.sources.clock.now() - made / 1_000;
        if (0..OLD_ENOUGH).contains(&age) {
            return plain(
                "Your Discord account is less than a week old: events are for older ones.",
            );
        }
        Ok(())
    }
}

/// Refuses everybody but the organiser.
fn must_hold(tournament: &Tournament, user: UserId, what: &str) -> Result<(), AppError> {
    match tournament.row().organiser {
        Some(organiser) if organiser == user => Ok(()),
        Some(organiser) => Err(AppError::Plain(format!(
            "Only {} can {what} this event.",
            mention(organiser)
        ))),
        None => Err(AppError::Plain(format!(
            "Its organiser is gone: a moderator can {what} this event, or it goes on by itself."
        ))),
    }
}
