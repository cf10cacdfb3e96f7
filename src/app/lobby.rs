//! Opening a table, coming to it, leaving it, and the beginning of the game.

use super::change::{Precondition, Trigger};
use super::loaded::PendingMatch;
use super::texts::fault_sentence;
use super::transfer::{blank_row, new_match};
use super::{App, AppError, Chance, MatchView, NewGame, Request};
use crate::games;
use crate::match_state::{Event, GameId, MatchError, Phase, Terms, UserId};
use crate::notation::excerpt;
use crate::rules::wording::listed;
use crate::rules::{GameInfo, Options, Seat};
use crate::store::Opening;

impl App {
    pub(super) async fn open_table(
        &self,
        request: Request,
        mut new: NewGame,
        choices: &[&'static GameInfo],
    ) -> Result<MatchView, AppError> {
        self.must_be_new(request).await?;
        let base = games::find(&new.game).ok_or_else(|| unknown_game(&new.game))?;
        let kind = base.under(&new.options);
        if kind.seats.len() > base.seats.len() {
            new.seat = new.seat.and_then(|seat| first_of_colour(base, seat, kind));
        }
        let (user, place) = (request.user, request.place);
        must_fit(kind, user, &new)?;
        let guild = place.guild;
        self.must_be_admitted(guild, &[user], user).await?;
        self.must_be_admitted(guild, &new.opponents, user).await?;
        let stored = keep_options(kind, &new.options)?;
        let terms = match new.terms {
            Some(terms) => terms,
            None => self.usual_terms(place.server()).await?,
        };
        terms.check().map_err(AppError::Plain)?;
        let mut invited = new.opponents.clone();
        invited.retain(|other| *other != user);
        self.must_take_invitations(user, &invited).await?;
        let role = self.role(place.server(), kind.key).await?;
        let mention = place.server().filter(|_| {
            // Only where seats are left for anyone, and where it is known of which game.
            role.is_some() && 1 + new.opponents.len() < kind.seats.len() && choices.is_empty()
        });
        let mention = mention.map(|guild| (guild, kind.key));
        let absent = self.on_vacation(user).await?;
        let opening = Opening {
            key: kind.key.to_owned(),
            options: serde_json::to_string(&stored).map_err(|_| AppError::Internal)?,
            rules: kind.rules_version,
            guild,
            channel: place.channel,
            rematch_of: None,
            audience: place.audience(),
            bounds: Some(self.table_bounds(request, invited, mention)),
            practice: false,
            shared: self.is_shared(place.server()).await?,
            outside: place.outside,
            choices: (!choices.is_empty()).then(|| keys(choices)),
        };
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let row = blank_row(&opening, now);
        let (pending, mut match_view) = new_match(row, now, move |pending| {
            note_seats(pending)?;
            take_places(pending, user, &new, terms)
                .map_err(|fault| AppError::Plain(fault_sentence(&pending.loaded, user, fault)))?;
            begin_if_full(pending, &chance)?;
            excuse_absent(pending, &absent)
        })
        .await?;
        if mention.is_some() {
            match_view.role = role;
        }
        self.keep_new(request, &opening, pending, match_view).await
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
        self.must_have_room(user).await?;
        let loaded = self.load(game).await?;
        let location = loaded.location;
        // Somebody who is invited may accept by direct message and is there all the same.
        let remote = location.shared
            && location.guild != request.place.server()
            && !loaded.state.invited().contains(&user);
        self.must_be_admitted(loaded.location.guild, &[user], user)
            .await?;
        let mut absent = self.on_vacation(user).await?;
        for guest in loaded.state.guests() {
            absent.extend(self.on_vacation(guest.user).await?);
        }
        self.at_table(request, game, move |pending, chance| {
            if let Some(lost) = &pending.loaded.lost {
                return Err(AppError::Plain(lost.sentence()));
            }
            choose_game(pending, key.as_deref(), chance)?;
            if remote {
                pending.remote.push(user);
            }
            let joining = pending.loaded.state.joining(user, seat);
            let joined = joining.and_then(|event| pending.add(event, None));
            joined
                .map_err(|fault| AppError::Plain(fault_sentence(&pending.loaded, user, fault)))?;
            begin_if_full(pending, chance)?;
            excuse_absent(pending, &absent)
        })
        .await
    }

    pub(super) async fn leave_table(
        &self,
        request: Request,
        game: GameId,
    ) -> Result<MatchView, AppError> {
        let user = request.user;
        self.at_table(request, game, move |pending, _| {
            let leaving = pending.loaded.state.leaving(user);
            let left = leaving.and_then(|events| {
                let mut events = events.into_iter();
                events.try_for_each(|event| pending.add(event, None))
            });
            left.map_err(|fault| too_late(pending, user, fault))
        })
        .await
    }

    pub(super) async fn close_table(
        &self,
        request: Request,
        game: GameId,
    ) -> Result<MatchView, AppError> {
        let user = request.user;
        self.at_table(request, game, move |pending, _| {
            let closing = pending.loaded.state.closing(user);
            let closed = closing.and_then(|event| pending.add(event, None));
            closed.map_err(|fault| too_late(pending, user, fault))
        })
        .await
    }

    /// Lets something happen at an open table.
    pub(super) async fn at_table<F>(
        &self,
        request: Request,
        game: GameId,
        apply: F,
    ) -> Result<MatchView, AppError>
    where
        F: Fn(&mut PendingMatch, &Chance) -> Result<(), AppError> + Clone + Send + 'static,
    {
        self.must_be_new(request).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        self.change(Trigger::Request(request), game, Precondition::Any, apply)
            .await
    }
}

/// The first seat of a game whose colour is that of a seat of the same game without the options that give it more seats.
fn first_of_colour(base: &GameInfo, seat: Seat, kind: &GameInfo) -> Option<Seat> {
    let colour = base.seat_name(seat);
    let mut seats = kind.all_seats();
    seats.find(|seat| kind.seat_name(*seat).starts_with(colour))
}

/// Where options give the game another number of seats, they are the first event. The table may be changed to
/// another number later, and what was wished for before must be replayed at a table of the size that it had.
pub(super) fn note_seats(pending: &mut PendingMatch) -> Result<(), AppError> {
    let kind = pending.loaded.kind;
    let usual = games::find(kind.key).map_or(0, |base| base.seats.len());
    if kind.seats.len() == usual {
        return Ok(());
    }
    let texts = pending.loaded.options.iter();
    let texts: Vec<String> = texts.map(|(key, value)| format!("{key}={value}")).collect();
    let text = texts.join(" ");
    pending.add(Event::Drawn { text }, None).map_err(impossible)
}

/// The keys of games, as they are stored.
fn keys(games: &[&'static GameInfo]) -> String {
    let keys: Vec<&str> = games.iter().map(|kind| kind.key).collect();
    keys.join(",")
}

/// A table that can become one of several games becomes the one of that key, or any of them.
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

/// Why a table cannot be left or closed.
fn too_late(pending: &PendingMatch, user: UserId, fault: MatchError) -> AppError {
    AppError::Plain(match fault {
        MatchError::NotOpen if pending.loaded.ending().is_none() => format!(
            "Game {} has begun: to leave it now is to resign.",
            pending.loaded.id.0
        ),
        fault => fault_sentence(&pending.loaded, user, fault),
    })
}

/// How often chance is asked for a start before a match is refused one: where half of all are refused, a table fails
/// to begin once in 2^100.
const DRAWS: u32 = 100;

/// Options with every default filled in, so that a later default changes nothing; what chance is to set is left out.
pub(super) fn keep_options(kind: &'static GameInfo, given: &Options) -> Result<Options, AppError> {
    let resolved = kind.resolve(given)?;
    if let Some((key, (other, value))) = kind.without_effect(&resolved) {
        return Err(AppError::Plain(format!(
            "The option {key} has an effect only with {other} {value}: leave {key} out, or choose {other} {value} too."
        )));
    }
    // Refuses what the game itself finds impossible, before anybody is asked to come.
    kind.new_game(&resolved)?;
    let drawn = drawn_option(kind, given)?;
    let kept = resolved
        .iter()
        .filter(|(key, _)| drawn.is_none_or(|(drawn, _)| drawn != *key));
    Ok(kept.collect())
}

/// The option that chance must set; none where it is set already.
pub(super) fn drawn_option(
    kind: &'static GameInfo,
    options: &Options,
) -> Result<Option<(&'static str, u64)>, AppError> {
    let drawn = (kind.draws)(&kind.resolve(options)?);
    Ok(drawn.filter(|(key, _)| options.get(key).is_none()))
}

fn unknown_game(key: &str) -> AppError {
    let known: Vec<&str> = games::GAMES.iter().map(|kind| kind.key).collect();
    AppError::Plain(format!(
        "There is no game called \"{}\". The games: {}.",
        excerpt(key),
        known.join(", ")
    ))
}

/// Refuses a table that could never be filled as it is asked for.
fn must_fit(kind: &GameInfo, opener: UserId, new: &NewGame) -> Result<(), AppError> {
    let seats = kind.seats.len();
    if new.opponents.len() >= seats {
        return Err(AppError::Plain(format!(
            "{} has {seats} seats: invite at most {} besides yourself.",
            kind.name,
            seats - 1
        )));
    }
    let mut others: Vec<UserId> = new.opponents.clone();
    others.retain(|user| *user != opener);
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

/// The opener sits down, the invited are called, and who invited themselves takes that place too.
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
    for user in &new.opponents {
        let event = if *user == opener {
            Event::Joined {
                user: opener,
                wish: None,
            }
        } else {
            Event::Invited { user: *user }
        };
        pending.add(event, None)?;
    }
    Ok(())
}

/// The clocks of players on vacation wait for them, in a match that has just begun.
fn excuse_absent(pending: &mut PendingMatch, absent: &[(UserId, i64)]) -> Result<(), AppError> {
    if *pending.loaded.state.phase() != Phase::Playing {
        return Ok(());
    }
    for (user, until) in absent {
        for seat in pending.loaded.state.seats_of(*user) {
            let away = Event::Away {
                seat,
                until: *until,
            };
            pending.add(away, None).map_err(impossible)?;
        }
    }
    Ok(())
}

/// Once every place is taken, the game begins and chance decides what comes before the first move.
pub(super) fn begin_if_full(pending: &mut PendingMatch, chance: &Chance) -> Result<(), AppError> {
    if pending.loaded.state.guests().len() < pending.loaded.kind.seats.len() {
        return Ok(());
    }
    begin(pending, chance)?;
    super::play::resolve_chance(pending, chance)
}

/// Seats are given out by wish and by lot, chance sets the options that it must, and the game begins.
pub(super) fn begin(pending: &mut PendingMatch, chance: &Chance) -> Result<(), AppError> {
    let loaded = &pending.loaded;
    let kind = loaded.kind;
    let mut free = loaded.state.free_seats();
    chance.shuffle(&mut free);
    let mut events = loaded.state.seating(&free);
    let mut options = loaded.options.clone();
    if let Some((key, count)) = drawn_option(kind, &options)? {
        // A game may refuse a start, such as one that begins with a check: then chance is asked again, and every start
        // that is allowed stays as likely as any other.
        for _ in 0..DRAWS {
            options.set(key, chance.below(count).to_string());
            if kind.new_game(&options).is_ok() {
                break;
            }
        }
        events.push(Event::Drawn {
            text: format!("{key}={}", options.get(key).unwrap_or_default()),
        });
    }
    let next = kind.new_game(&options)?.turn();
    events.push(Event::Began { next });
    for event in events {
        pending.add(event, None).map_err(impossible)?;
    }
    Ok(())
}

/// A fault of an event that was made to fit.
pub(super) fn impossible(fault: MatchError) -> AppError {
    tracing::error!(?fault, "an event of our own making does not fit the match");
    AppError::Internal
}
