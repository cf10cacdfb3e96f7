//! Moderation of a server's matches and tables. The caller decides who is a moderator; this module decides which
//! matches a moderator may touch.

use futures_util::future::BoxFuture;

use crate::app::error::{impossible, no_game};
use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::still_in;
use crate::app::matches::texts::fault_sentence;
use crate::app::texts::mention;
use crate::app::view::listing::{LISTED, list, title_of_row};
use crate::app::view::showing::public_view;
use crate::app::{App, AppError, Listed, MatchRef, MatchView, Place, Purpose, Request};
use crate::match_state::{
    Audience, Ending, Event, GameId, GuildId, MatchError, Moderation, Phase, UserId,
};
use crate::rules::Seat;
use crate::store::{Bar, Listing, PhaseName, Row};

/// Number of a server's newest matches that are searched for suggestions.
const SEARCHED: u32 = 100;

/// Maximum number of suggestions.
const CHOICES: usize = 25;

/// Maximum number of bars listed.
const BARS: u32 = 50;

/// The reach of a moderator's authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The whole server.
    Server,
    /// The channel of the request: its tables and matches, but nobody's access to the server.
    Channel,
}

/// A moderator's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moderator {
    /// The request.
    pub request: Request,
    /// The moderator's authority in its place.
    pub scope: Scope,
}

impl Moderator {
    /// Returns the server if the moderator's authority covers it.
    fn server(&self) -> Result<GuildId, AppError> {
        let guild = self.request.place.guild.ok_or_else(only_in_servers)?;
        match self.scope {
            Scope::Server => Ok(guild),
            Scope::Channel => Err(AppError::Plain(
                "That needs the permission to moderate members or to manage the server.".to_owned(),
            )),
        }
    }

    /// Refuses a match of another server, or one outside the moderator's channel.
    fn must_reach(&self, row: &Row) -> Result<(), AppError> {
        let place = self.request.place;
        let guild = place.guild.ok_or_else(only_in_servers)?;
        if row.guild != Some(guild) {
            return Err(no_game(row.game));
        }
        if self.scope == Scope::Channel && !is_here(row, place) {
            return Err(AppError::Plain(format!(
                "Game {} is not in this channel: to moderate it from here needs the permission to moderate members or \
                 to manage the server.",
                row.game.0
            )));
        }
        Ok(())
    }
}

/// True if a match was opened or is shown in the channel of a request.
fn is_here(row: &Row, place: Place) -> bool {
    row.channel == place.channel || row.home == Some(place.channel)
}

fn only_in_servers() -> AppError {
    AppError::Plain("Only servers have moderators: use `/moderate` in one.".to_owned())
}

impl App {
    /// Returns a view of the running match that a moderator means, for the question before it is ended.
    ///
    /// # Errors
    /// No such match in the moderator's server or channel, or it is not being played.
    pub async fn to_be_ended(
        &self,
        moderator: Moderator,
        which: MatchRef,
    ) -> Result<MatchView, AppError> {
        let game = self.moderated_row(moderator, which).await?.game;
        let loaded = self.load(game).await?;
        must_be_played(&loaded, moderator.request.user)?;
        Ok(public_view(&loaded, self.sources.clock.now()))
    }

    /// Returns the row of the match that a moderator means: without a name the one of this channel, and none of the
    /// moderator's own elsewhere.
    async fn moderated_row(&self, moderator: Moderator, which: MatchRef) -> Result<Row, AppError> {
        let request = moderator.request;
        let game = self.find_match(request, which, Purpose::Look).await?;
        let row = self.store.row(game).await?;
        moderator.must_reach(&row)?;
        if which == MatchRef::Here && !is_here(&row, request.place) {
            return Err(AppError::Plain(
                "No game is played in this channel: say which one with the `game` option."
                    .to_owned(),
            ));
        }
        Ok(row)
    }

    /// Returns the matches that a moderator can mean for an action, at most 25: those of the channel first, running ones
    /// before ended ones, the newest first. A number finds any of the server, words only the newest.
    ///
    /// # Errors
    /// The place is no server.
    pub async fn complete_moderated(
        &self,
        moderator: Moderator,
        action: Option<Moderation>,
        typed: &str,
    ) -> Result<Vec<Listed>, AppError> {
        let place = moderator.request.place;
        let guild = place.guild.ok_or_else(only_in_servers)?;
        let typed = typed.trim().trim_start_matches('#').to_lowercase();
        let mut games = self.store.games_at(place.channel, LISTED).await?;
        games.extend(self.store.games_of_server(guild, SEARCHED).await?);
        games.extend(typed.parse().map(GameId));
        games.sort_unstable_by(|one, other| other.cmp(one));
        games.dedup();
        let mut listings = self.store.listed(&games).await?;
        listings.retain(|Listing { row, .. }| {
            let fits = || title_of_row(row).to_lowercase().contains(&typed);
            row.audience != Some(Audience::Players)
                && moderator.must_reach(row).is_ok()
                && suits(action, row.phase)
                && (row.game.0.to_string().starts_with(&typed) || fits())
        });
        listings.sort_by_key(|Listing { row, .. }| {
            (!is_here(row, place), row.phase == PhaseName::Over)
        });
        listings.truncate(CHOICES);
        Ok(list(&listings, moderator.request.user))
    }

    /// Removes a player's sealed notes about a match that is over; before, nobody but the player reads them.
    async fn remove_notes(
        &self,
        request: Request,
        row: &Row,
        player: Option<UserId>,
    ) -> Result<(), AppError> {
        let game = row.game;
        if row.phase != PhaseName::Over {
            return Err(AppError::Plain(format!(
                "Game {} is not over: nobody else can read a player's notes about it yet.",
                game.0
            )));
        }
        let removed = match player {
            Some(player) => {
                let store = self.asked(request);
                store.forget_sealed_notes(game, player).await?
            }
            None => 0,
        };
        if removed == 0 {
            return Err(AppError::Plain(format!(
                "They have opened no notes about game {}.",
                game.0
            )));
        }
        Ok(())
    }

    /// Does something with a match of the moderator's server and notifies the players. [`Moderation::Free`] opens every
    /// seat of `player`, [`Moderation::Notes`] removes the notes of `player`. `MatchRef::At` names the ply at which a
    /// confirming button was made.
    ///
    /// # Errors
    /// No such match in the moderator's server or channel; the match's state does not allow it.
    pub async fn moderate(
        &self,
        moderator: Moderator,
        which: MatchRef,
        action: Moderation,
        player: Option<UserId>,
    ) -> Result<MatchView, AppError> {
        let request = moderator.request;
        let row = self.moderated_row(moderator, which).await?;
        if action == Moderation::Notes {
            self.remove_notes(request, &row, player).await?;
        }
        let since = match which {
            MatchRef::At(_, ply) => Precondition::Ply(ply),
            MatchRef::Here | MatchRef::Game(_) => Precondition::Any,
        };
        self.change(
            Trigger::Moderator(request),
            row.game,
            since,
            move |pending, _| intervene(pending, request.user, action, player),
        )
        .await
    }

    /// Bars a user from a server's tables: the user can neither open, join or be invited to one there, nor take over a
    /// seat, and leaves those whose games have not begun. Running matches go on. False if the user was barred already.
    ///
    /// # Errors
    /// The moderator's authority does not cover the server; moderators cannot bar themselves.
    pub async fn bar(&self, moderator: Moderator, user: UserId) -> Result<bool, AppError> {
        let guild = moderator.server()?;
        let by = moderator.request.user;
        if user == by {
            return Err(AppError::Plain(
                "You can't stop yourself from joining games: just don't join any.".to_owned(),
            ));
        }
        let now = self.sources.clock.now();
        let new = self
            .asked(moderator.request)
            .bar(guild, user, by, now)
            .await?;
        for row in self.store.games_of(user).await? {
            if row.guild == Some(guild) && row.phase == PhaseName::Open {
                self.withdraw(row.game, user).await?;
            }
        }
        for (event, held_in) in self.store.tournaments_of(user).await? {
            if held_in == guild {
                self.store.leave_signup(event, user, now).await?;
            }
        }
        Ok(new)
    }

    /// Lifts the bar on a user; false if the user was not barred.
    ///
    /// # Errors
    /// The moderator's authority does not cover the server; moderators cannot lift a bar on themselves.
    pub async fn allow(&self, moderator: Moderator, user: UserId) -> Result<bool, AppError> {
        if user == moderator.request.user {
            return Err(AppError::Plain(
                "You can't do that for yourself: ask another moderator.".to_owned(),
            ));
        }
        Ok(self
            .asked(moderator.request)
            .allow(moderator.server()?, user)
            .await?)
    }

    /// Returns the bars of the server, with their moderators and times, the latest first, at most 50.
    ///
    /// # Errors
    /// The moderator's authority does not cover the server.
    pub async fn bars(&self, moderator: Moderator) -> Result<Vec<Bar>, AppError> {
        Ok(self.store.bars(moderator.server()?, BARS).await?)
    }

    /// Refuses users who are barred from a server's tables. The sentence addresses `asker` as "you".
    pub(in crate::app) fn must_be_admitted<'a>(
        &'a self,
        guild: Option<GuildId>,
        users: &'a [UserId],
        asker: UserId,
    ) -> BoxFuture<'a, Result<(), AppError>> {
        Box::pin(async move {
            let Some(guild) = guild else {
                return Ok(());
            };
            for user in users {
                if self.store.is_barred(guild, *user).await? {
                    return Err(AppError::Plain(if *user == asker {
                        "A moderator has stopped you from joining games in this server. You can finish the games that \
                     you play, but you can't open, join or take over any."
                        .to_owned()
                    } else {
                        format!(
                            "A moderator has stopped {} from joining games in this server.",
                            mention(*user)
                        )
                    }));
                }
            }
            Ok(())
        })
    }

    /// Removes matches from a list that moderators hide, except those that the user takes part in.
    pub(in crate::app) async fn without_hidden(
        &self,
        mut listings: Vec<Listing>,
        user: UserId,
    ) -> Result<Vec<Listing>, AppError> {
        let games: Vec<GameId> = listings.iter().map(|listing| listing.row.game).collect();
        let hidden = self.store.hidden(&games).await?;
        listings.retain(|one| !hidden.contains(&one.row.game) || one.participants.includes(user));
        Ok(listings)
    }
}

/// True if a match in this phase can be meant for an action.
fn suits(action: Option<Moderation>, phase: PhaseName) -> bool {
    match action {
        None => true,
        Some(Moderation::Close) => phase == PhaseName::Open,
        Some(Moderation::End | Moderation::Free) => phase == PhaseName::Playing,
        Some(Moderation::Hide | Moderation::Show) => phase != PhaseName::Open,
        Some(Moderation::Notes) => phase == PhaseName::Over,
    }
}

/// Applies a moderator's action and its consequences.
fn intervene(
    pending: &mut PendingMatch,
    moderator: UserId,
    action: Moderation,
    player: Option<UserId>,
) -> Result<(), AppError> {
    let loaded = &pending.loaded;
    let game = loaded.id.0;
    let no = |sentence: String| Err(AppError::Plain(sentence));
    let mut seats = vec![None];
    let mut ending = None;
    match action {
        Moderation::Close => match loaded.state.phase() {
            Phase::Open => ending = Some(Ending::closed_by_moderator()),
            Phase::Playing => {
                return no(format!("Game {game} has begun: `/moderate end` ends it."));
            }
            Phase::Over(_) => return no(fault_sentence(loaded, moderator, MatchError::Over)),
        },
        Moderation::End => {
            must_be_played(loaded, moderator)?;
            ending = Some(Ending::by_moderator(loaded.game.umpire()));
        }
        // Nobody could join a table that nobody sees.
        Moderation::Hide if *loaded.state.phase() == Phase::Open => {
            must_be_played(loaded, moderator)?
        }
        Moderation::Hide if loaded.state.is_hidden() => {
            return no(format!("Game {game} is hidden already."));
        }
        Moderation::Show if !loaded.state.is_hidden() => {
            return no(format!("Game {game} is not hidden."));
        }
        Moderation::Hide | Moderation::Show | Moderation::Notes => {}
        Moderation::Free => {
            must_be_played(loaded, moderator)?;
            seats = seats_to_free(loaded, player)?
                .into_iter()
                .map(Some)
                .collect();
        }
    }
    for seat in seats {
        let moderated = Event::Moderated {
            user: moderator,
            action,
            seat,
        };
        pending.add(moderated, None).map_err(impossible)?;
    }
    match ending {
        Some(ending) => pending
            .add(Event::Ended { ending }, None)
            .map_err(impossible),
        None => Ok(()),
    }
}

fn must_be_played(loaded: &LoadedMatch, user: UserId) -> Result<(), AppError> {
    match loaded.state.phase() {
        Phase::Playing => Ok(()),
        Phase::Open => Err(AppError::Plain(format!(
            "Game {} has not begun: `/moderate close` closes its table.",
            loaded.id.0
        ))),
        Phase::Over(_) => Err(AppError::Plain(fault_sentence(
            loaded,
            user,
            MatchError::Over,
        ))),
    }
}

/// Returns the seats of a player that could be opened to anyone.
fn seats_to_free(loaded: &LoadedMatch, player: Option<UserId>) -> Result<Vec<Seat>, AppError> {
    let game = loaded.id.0;
    if loaded.state.size() <= 2 {
        return Err(AppError::Plain(
            "In a game of two nobody takes over a seat: `/moderate end` ends it.".to_owned(),
        ));
    }
    let still = still_in(loaded);
    let mut seats = player.map_or_else(Vec::new, |player| loaded.state.seats_of(player));
    seats.retain(|seat| still.contains(seat));
    if seats.is_empty() {
        return Err(AppError::Plain(format!(
            "They have no seat in game {game} any more."
        )));
    }
    seats.retain(|seat| !loaded.state.is_freed(*seat));
    if seats.is_empty() {
        return Err(AppError::Plain(format!(
            "Anyone may take over their seat in game {game} already."
        )));
    }
    Ok(seats)
}
