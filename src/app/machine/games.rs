//! Games against the machine: new ones, at an open table, again, one level up or down, and from a position.

use std::time::Duration;

use super::ASLEEP;
use crate::app::error::{impossible, over_bound};
use crate::app::lobby::rematch::open_options;
use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::loaded::Replayed;
use crate::app::matches::opening::{begin_if_full, first_of_colour, keep_options};
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::gave_up;
use crate::app::matches::throws::resolve_chance;
use crate::app::texts::ONE_LEVEL;
use crate::app::transfer::{Placed, replay};
use crate::app::view::log::LogEvent;
use crate::app::{App, AppError, Chance, MatchView, NewGame, Request, view::record};
use crate::engine::{Level, unseen};
use crate::games;
use crate::match_state::{Audience, Event, GameId, MatchState, Phase, UserId};
use crate::notation::excerpt;
use crate::rules::{Options, Seat};
use crate::store::Bounds;

/// A game against the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineGame {
    /// The game's key.
    pub game: String,
    /// The game's options, unresolved.
    pub options: Options,
    /// The person's seat; `None` for the seat that moves first.
    pub seat: Option<Seat>,
    /// The machine's level.
    pub level: &'static Level,
    /// True if only its player sees the game.
    pub private: bool,
}

const NOT_OVER: &str = "This game is not over yet.";

impl App {
    /// Begins a game against the machine, which holds every other seat. It has no clocks and is not rated.
    ///
    /// # Errors
    /// Unknown game, bad options, a seat that the game does not have; more games against the machine than one person
    /// may have.
    pub async fn play_machine(
        &self,
        request: Request,
        new: MachineGame,
    ) -> Result<MatchView, AppError> {
        let base = games::find(&new.game).ok_or_else(|| {
            AppError::Plain(format!(
                "There is no game called \"{}\".",
                excerpt(&new.game)
            ))
        })?;
        if new
            .seat
            .is_some_and(|seat| seat.index() >= base.seats.len())
        {
            return Err(AppError::Plain(format!("{} has no such seat.", base.name)));
        }
        let kind = base.under(&new.options);
        let options = keep_options(kind, &new.options)?;
        let game = kind.new_game(&options)?;
        must_be_played(game.hides(), new.level)?;
        let seat = match new.seat {
            None => game.turn(),
            Some(seat) if kind.seats.len() > base.seats.len() => {
                first_of_colour(base, seat, kind).unwrap_or(Seat(0))
            }
            Some(seat) => seat,
        };
        let place = Placed {
            practice: false,
            ..self.placed(request, new.private)
        };
        let seated = seated(kind.seats.len(), request.user, seat, new.level);
        let begin = |pending: &mut PendingMatch, chance: &Chance| resolve_chance(pending, chance);
        self.open_with(request, untimed(kind.key, options), seated, place, begin)
            .await
    }

    /// Gives the free seats of the user's open table to the machine.
    ///
    /// # Errors
    /// Somebody else has opened the table, it is not open, or its seats are kept for the invited; more games against
    /// the machine than one person may have.
    pub async fn fill_with_machines(
        &self,
        request: Request,
        game: GameId,
        level: &'static Level,
    ) -> Result<MatchView, AppError> {
        self.must_be_new(request).await?;
        let user = request.user;
        let since = self.sources.clock.now() - ASLEEP;
        let most = self.limits.machines;
        if self.store.machine_games(user, since).await? >= most {
            return Err(AppError::Plain(over_bound(crate::store::Bound::Machines(
                most,
            ))));
        }
        self.change(
            Trigger::Request(request),
            game,
            Precondition::Any,
            move |pending, chance| {
                must_be_played(pending.loaded.hides, level)?;
                for _ in 0..free_places(&pending.loaded.state, user)? {
                    let joined = Event::Joined {
                        user: UserId::machine(level),
                        wish: None,
                    };
                    pending.add(joined, None).map_err(impossible)?;
                }
                begin_if_full(pending, chance)
            },
        )
        .await
    }

    /// Returns the levels at which the user can let the machine play at a table.
    ///
    /// # Errors
    /// Those of [`App::fill_with_machines`] about the table.
    pub async fn may_fill(
        &self,
        request: Request,
        game: GameId,
    ) -> Result<&'static [Level], AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        free_places(&loaded.state, request.user)?;
        Ok(unseen::levels(loaded.hides))
    }

    /// Begins another game like one that is over, against the machine at that level, with everybody one seat further.
    ///
    /// # Errors
    /// The user has not played it alone against the machine, or it is not over, or was played again already; more games
    /// against the machine than one person may have.
    pub async fn play_machine_again(
        &self,
        request: Request,
        game: GameId,
        level: &'static Level,
    ) -> Result<MatchView, AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let (user, state) = (request.user, &loaded.state);
        if !matches!(state.phase(), Phase::Over(_)) {
            return Err(AppError::Plain(NOT_OVER.to_owned()));
        }
        if state.only_person() != Some(user) {
            return Err(not_alone());
        }
        must_be_played(loaded.hides, level)?;
        let row = self.store.row(game).await?;
        if let Some(rematch) = row.rematch {
            return Err(AppError::Plain(format!(
                "You have played again already: it is game {}.",
                rematch.0
            )));
        }
        let size = usize::from(state.size());
        let held = state.seats_of(user).first().copied().unwrap_or(Seat(0));
        let seat = Seat(u8::try_from((held.index() + size - 1) % size).unwrap_or_default());
        let place = Placed {
            opener: user,
            guild: row.guild,
            channel: row.channel,
            audience: row.audience,
            outside: row.outside,
            rematch_of: Some(game),
            bounds: Some(self.machine_bounds(request)),
            practice: false,
        };
        let new = untimed(loaded.kind.key, open_options(&loaded)?);
        let seated = seated(size, user, seat, level);
        let begin = |pending: &mut PendingMatch, chance: &Chance| resolve_chance(pending, chance);
        let match_view = self.open_with(request, new, seated, place, begin).await?;
        self.settled(match_view, row.home).await
    }

    /// Begins a game against the machine from a position of one that is over: the position before the move at `ply`, or
    /// the last one, after all moves, if the machine gave up. Also returns the number of that move as shown to people.
    ///
    /// # Errors
    /// The user did not hold the seat to move there, or the game is not over; more games against the machine than one
    /// person may have.
    pub async fn go_on_from(
        &self,
        request: Request,
        game: GameId,
        ply: u32,
        level: &'static Level,
    ) -> Result<(MatchView, u32), AppError> {
        let Replayed { loaded, lines, .. } = self.replay(game, Some(0)).await?;
        self.must_be_visible(request, &loaded)?;
        if !matches!(loaded.state.phase(), Phase::Over(_)) {
            return Err(AppError::Plain(NOT_OVER.to_owned()));
        }
        let sight = loaded.sight_of(request.user);
        let (mut moves, mut moved) = (Vec::new(), None);
        let mine = loaded.state.seats_of(request.user);
        for line in record::entries_in_force(&lines) {
            let text = match &line.what {
                LogEvent::Moved { texts, .. } => texts.canonical(sight).map(str::to_owned),
                LogEvent::Rolled { canonical, .. } => Some(canonical.clone()),
                LogEvent::Resigned { seat, .. } if gave_up(&loaded) == Some(*seat) => {
                    moved = mine.first().map(|seat| (*seat, line.round));
                    break;
                }
                LogEvent::Resigned { text, .. } | LogEvent::TimedOut { text, .. } => text.clone(),
                _ => None,
            };
            if line.ply == ply {
                moved = match line.what {
                    LogEvent::Moved { seat, .. } => Some((seat, line.round)),
                    _ => None,
                };
                break;
            }
            moves.extend(text);
        }
        let (seat, number) = moved
            .filter(|(seat, _)| mine.contains(seat))
            .ok_or_else(|| AppError::Plain("You did not move there in that game.".to_owned()))?;
        let row = self.store.row(game).await?;
        let place = self.placed(request, loaded.is_private());
        // The board as it was set up, with the options that chance set.
        let new = untimed(loaded.kind.key, loaded.options.clone());
        // The user did not choose this level: a game that the machine does not play at it gets the next level below.
        let mut levels = unseen::levels(loaded.hides).iter();
        let level = levels
            .rfind(|other| other.number <= level.number)
            .unwrap_or(level);
        let seated = seated(loaded.kind.seats.len(), request.user, seat, level);
        let match_view = self
            .open_with(request, new, seated, place, move |pending, chance| {
                replay(pending, &moves, Duration::MAX)?;
                resolve_chance(pending, chance)
            })
            .await?;
        let home = row.home.filter(|_| row.guild == request.place.guild);
        let home = home.or(Some(request.place.channel));
        let home = home.filter(|_| !loaded.is_private());
        Ok((self.settled(match_view, home).await?, number))
    }

    /// Sets the home of a new match.
    async fn settled(
        &self,
        match_view: MatchView,
        home: Option<crate::match_state::ChannelId>,
    ) -> Result<MatchView, AppError> {
        if let Some(home) = home
            && let Err(refusal) = self.set_home(match_view.game, home).await
        {
            // The match is stored: moves can be made from anywhere, and it lives where its board is shown.
            tracing::warn!(game = match_view.game.0, %refusal, "a game has not been given its home");
        }
        Ok(MatchView { home, ..match_view })
    }

    /// Returns the placing of a practice match in the channel of the request. A private one belongs to no server.
    fn placed(&self, request: Request, private: bool) -> Placed {
        let place = request.place;
        let audience = match private {
            true => Some(Audience::Players),
            false => place.audience(),
        };
        Placed {
            opener: request.user,
            guild: place.guild.filter(|_| !private),
            channel: place.channel,
            audience,
            outside: place.outside && !private,
            rematch_of: None,
            bounds: Some(self.machine_bounds(request)),
            practice: true,
        }
    }

    /// Returns the bounds on a match against the machine.
    pub(in crate::app) fn machine_bounds(&self, request: Request) -> Bounds {
        let since = self.sources.clock.now() - ASLEEP;
        Bounds {
            // Matches with other people do not count here.
            games: u32::MAX,
            machines: Some((self.limits.machines, since)),
            ..self.bounds(request)
        }
    }
}

/// Returns the number of places at an open table that its opener may give to the machine.
fn free_places(state: &MatchState, user: UserId) -> Result<u8, AppError> {
    let refuse = |why: &str| Err(AppError::Plain(why.to_owned()));
    if *state.phase() != Phase::Open {
        return refuse("This table is not open any more.");
    }
    if state.opener() != Some(user) {
        return refuse(
            "Only the person who opened the table can let the machine play. `/play` starts your own game.",
        );
    }
    match state.places() {
        0 => refuse(
            "The seats are kept for the people you invited. `/play` starts a game against the machine.",
        ),
        places => Ok(places),
    }
}

/// Refuses a level at which the machine does not play: games that hide pieces have only the first.
fn must_be_played(hides: bool, level: &Level) -> Result<(), AppError> {
    if unseen::levels(hides).contains(level) {
        return Ok(());
    }
    Err(AppError::Plain(ONE_LEVEL.to_owned()))
}

/// Returns the refusal for a user who did not play alone against the machine.
fn not_alone() -> AppError {
    AppError::Plain("You have not played this game against the machine alone.".to_owned())
}

/// Returns the player of each seat: the person, and the machine everywhere else.
fn seated(seats: usize, user: UserId, seat: Seat, level: &Level) -> Vec<UserId> {
    let at = |index: usize| index == seat.index();
    let each = (0..seats).map(|index| {
        if at(index) {
            user
        } else {
            UserId::machine(level)
        }
    });
    each.collect()
}

/// Returns a new match without clocks.
fn untimed(key: &str, options: Options) -> NewGame {
    NewGame {
        game: key.to_owned(),
        options,
        opponents: Vec::new(),
        seat: None,
        terms: None,
    }
}
