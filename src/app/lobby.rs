//! Opening a table, coming to it, leaving it, and the beginning of the game.

use std::sync::Arc;

use super::live::{Ahead, Live};
use super::look::shown;
use super::words::{alt, fault_sentence};
use super::{App, Chance, NewGame, Refusal, Request, Shown, think};
use crate::games;
use crate::notation::excerpt;
use crate::rules::{Kind, Options, Seat};
use crate::scene::View;
use crate::store::{Opening, PhaseName, Row, StoreError};
use crate::table::{Event, Fault, GameId, UserId};

/// How often something that can go together with whatever happens at the same moment is tried again.
pub(super) const ATTEMPTS: usize = 8;

impl App {
    pub(super) async fn open_table(
        &self,
        request: Request,
        new: NewGame,
    ) -> Result<Shown, Refusal> {
        self.must_be_new(request).await?;
        let kind = games::find(&new.game).ok_or_else(|| unknown_game(&new.game))?;
        let user = request.user;
        must_fit(kind, user, &new)?;
        let stored = keep_options(kind, &new.options)?;
        let opening = Opening {
            key: kind.key.to_owned(),
            options: serde_json::to_string(&stored).map_err(|_| Refusal::Internal)?,
            rules: kind.rules_version,
            guild: request.place.guild,
            channel: request.place.channel,
        };
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let row = Row {
            // The store gives the number; nothing below depends on it.
            game: GameId(0),
            key: opening.key.clone(),
            options: opening.options.clone(),
            rules: opening.rules,
            guild: opening.guild,
            channel: opening.channel,
            home: None,
            opened: now,
            ply: 0,
            phase: PhaseName::Open,
            ending: None,
            since: now,
            moves: 0,
        };
        let (mut ahead, mut shown) = think(move || -> Result<(Ahead, Shown), Refusal> {
            let live = Live::blank(&row).map_err(|error| Refusal::Plain(format!("{error}.")))?;
            let mut ahead = Ahead::of(live, now);
            take_places(&mut ahead, user, &new)
                .map_err(|fault| Refusal::Plain(fault_sentence(&ahead.live, user, fault)))?;
            begin_if_full(&mut ahead, &chance)?;
            let shown = shown(&ahead.live, &View::default());
            Ok((ahead, shown))
        })
        .await??;
        let (lessons, learnt) = self.lessons(&ahead.live).await?;
        let addition = ahead.addition(Some(request.interaction), learnt);
        let game = self.store.open_game(&opening, &addition).await?;
        ahead.live.id = game;
        (shown.game, shown.lessons) = (game, lessons);
        shown.alt = alt(&ahead.live, &shown.title);
        self.recent.put(Arc::new(ahead.live));
        Ok(shown)
    }

    pub(super) async fn join_table(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Shown, Refusal> {
        let user = request.user;
        self.at_table(request, game, move |ahead, chance| {
            let joining = ahead.live.table.joining(user, seat);
            let joined = joining.and_then(|event| ahead.add(event, None));
            joined.map_err(|fault| Refusal::Plain(fault_sentence(&ahead.live, user, fault)))?;
            begin_if_full(ahead, chance)
        })
        .await
    }

    pub(super) async fn leave_table(
        &self,
        request: Request,
        game: GameId,
    ) -> Result<Shown, Refusal> {
        let user = request.user;
        self.at_table(request, game, move |ahead, _| {
            let leaving = ahead.live.table.leaving(user);
            let left = leaving.and_then(|events| {
                let mut events = events.into_iter();
                events.try_for_each(|event| ahead.add(event, None))
            });
            left.map_err(|fault| {
                Refusal::Plain(match fault {
                    Fault::NotOpen if ahead.live.ending().is_none() => format!(
                        "Game {} has begun: to leave it now is to resign.",
                        ahead.live.id.0
                    ),
                    fault => fault_sentence(&ahead.live, user, fault),
                })
            })
        })
        .await
    }

    /// Lets something happen at an open table; where somebody else was quicker, it is tried again with what they
    /// did.
    async fn at_table<F>(&self, request: Request, game: GameId, happen: F) -> Result<Shown, Refusal>
    where
        F: Fn(&mut Ahead, &Chance) -> Result<(), Refusal> + Clone + Send + 'static,
    {
        self.must_be_new(request).await?;
        for _ in 0..ATTEMPTS {
            let live = self.live(game).await?;
            self.must_be_visible(request, &live)?;
            let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
            let happen = happen.clone();
            let (ahead, shown) = think(move || -> Result<(Ahead, Shown), Refusal> {
                let mut ahead = Ahead::of(Live::clone(&live), now);
                happen(&mut ahead, &chance)?;
                let shown = shown(&ahead.live, &View::default());
                Ok((ahead, shown))
            })
            .await??;
            match self.commit(request, ahead, shown).await {
                Err(StoreError::Changed) => {}
                done => return Ok(done?),
            }
        }
        Err(StoreError::Changed.into())
    }
}

/// Options with every default filled in, so that a later default changes nothing; what chance is to set is left out.
fn keep_options(kind: &'static Kind, given: &Options) -> Result<Options, Refusal> {
    let resolved = kind.resolve(given)?;
    // Refuses what the game itself finds impossible, before anybody is asked to come.
    kind.new_game(&resolved)?;
    let drawn = drawn_option(kind, given)?;
    let kept = resolved
        .iter()
        .filter(|(key, _)| drawn.is_none_or(|(drawn, _)| drawn != *key));
    Ok(kept.collect())
}

/// The option that chance must set; none where it is set already.
fn drawn_option(
    kind: &'static Kind,
    options: &Options,
) -> Result<Option<(&'static str, u64)>, Refusal> {
    let drawn = (kind.draws)(&kind.resolve(options)?);
    Ok(drawn.filter(|(key, _)| options.get(key).is_none()))
}

fn unknown_game(key: &str) -> Refusal {
    let known: Vec<&str> = games::GAMES.iter().map(|kind| kind.key).collect();
    Refusal::Plain(format!(
        "There is no game called \"{}\". The games: {}.",
        excerpt(key),
        known.join(", ")
    ))
}

/// Refuses a table that could never be filled as it is asked for.
fn must_fit(kind: &Kind, opener: UserId, new: &NewGame) -> Result<(), Refusal> {
    let seats = kind.seats.len();
    if new.opponents.len() >= seats {
        return Err(Refusal::Plain(format!(
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
        return Err(Refusal::Plain(
            "You have invited the same player twice: one seat each.".to_owned(),
        ));
    }
    if let Some(seat) = new.seat
        && seat.index() >= seats
    {
        return Err(Refusal::Plain(format!("{} has no such seat.", kind.name)));
    }
    Ok(())
}

/// The opener sits down, the invited are called, and who invited themselves takes that place too.
fn take_places(ahead: &mut Ahead, opener: UserId, new: &NewGame) -> Result<(), Fault> {
    let opened = Event::Opened {
        user: opener,
        wish: new.seat,
    };
    ahead.add(opened, None)?;
    for user in &new.opponents {
        let event = if *user == opener {
            Event::Joined {
                user: opener,
                wish: None,
            }
        } else {
            Event::Invited { user: *user }
        };
        ahead.add(event, None)?;
    }
    Ok(())
}

/// Once every place is taken: seats are given out by wish and by lot, chance sets what it must, and the game begins.
pub(super) fn begin_if_full(ahead: &mut Ahead, chance: &Chance) -> Result<(), Refusal> {
    let live = &ahead.live;
    let kind = live.kind;
    if live.table.guests().len() < kind.seats.len() {
        return Ok(());
    }
    let mut free = live.table.free_seats();
    chance.shuffle(&mut free);
    let mut events = live.table.seating(&free);
    let mut options = live.options.clone();
    if let Some((key, count)) = drawn_option(kind, &options)? {
        let value = chance.below(count).to_string();
        events.push(Event::Drawn {
            text: format!("{key}={value}"),
        });
        options.set(key, value);
    }
    let next = kind.new_game(&options)?.turn();
    events.push(Event::Began { next });
    for event in events {
        ahead.add(event, None).map_err(impossible)?;
    }
    super::play::let_chance_decide(ahead, chance)
}

/// A fault of an event that was made to fit.
pub(super) fn impossible(fault: Fault) -> Refusal {
    tracing::error!(?fault, "an event of our own making does not fit the match");
    Refusal::Internal
}
