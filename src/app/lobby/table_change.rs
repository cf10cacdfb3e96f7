//! Changing a table before anybody else has joined it: its variant, its twists, its clock, the opener's side.

use super::twists::{can_be, twists_of};
use crate::app::error::impossible;
use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::opening::{drawn_option, keep_options};
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::texts::{EMPTY_TABLE, fault_sentence};
use crate::app::{App, AppError, MatchView, Request, mention};
use crate::match_state::{Event, GameId, Pace, Phase, Terms, UserId};
use crate::rules::{GameInfo, Options, Seat};

/// A change of a table that nobody else has joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableChange {
    /// Sets the variant with this key; the twists stay.
    Variant(String),
    /// Sets the twist at this place, counted from 0; `None` removes it.
    Twist(usize, Option<String>),
    /// Sets the time limits; the other terms stay.
    Clock(Pace),
    /// Sets the opener's side; `None` for a random one.
    Side(Option<Seat>),
}

impl App {
    /// Changes a table at which only its opener sits.
    ///
    /// # Errors
    /// The game has begun, somebody else opened the table, or somebody has joined it; no such variant or seat.
    pub async fn change_table(
        &self,
        request: Request,
        game: GameId,
        change: TableChange,
    ) -> Result<MatchView, AppError> {
        let user = request.user;
        self.change(
            Trigger::Request(request),
            game,
            Precondition::Any,
            move |pending, _| {
                must_be_alone(pending, user)?;
                if !pending.loaded.choices.is_empty() && !matches!(change, TableChange::Clock(_)) {
                    return Err(AppError::Plain(
                        "The game is chosen when somebody joins; only the clock can change before."
                            .to_owned(),
                    ));
                }
                match &change {
                    TableChange::Variant(key) => choose_variant(pending, key),
                    TableChange::Twist(place, value) => {
                        choose_twist(pending, *place, value.as_deref())
                    }
                    TableChange::Clock(pace) => {
                        let before = pending.loaded.state.terms().unwrap_or_default();
                        let terms = Terms {
                            pace: *pace,
                            rests: before.rests && *pace != Pace::Untimed,
                            ..before
                        };
                        terms.check().map_err(AppError::Plain)?;
                        pending
                            .add(Event::Agreed { terms }, None)
                            .map_err(impossible)
                    }
                    TableChange::Side(wish) => {
                        let wished = Event::Wished { user, wish: *wish };
                        pending.add(wished, None).map_err(|fault| {
                            AppError::Plain(fault_sentence(&pending.loaded, user, fault))
                        })
                    }
                }
            },
        )
        .await
    }
}

/// Refuses a change of a table that is not the user's, or that others have joined as it was.
fn must_be_alone(pending: &PendingMatch, user: UserId) -> Result<(), AppError> {
    let state = &pending.loaded.state;
    let refuse = |sentence: String| Err(AppError::Plain(sentence));
    if *state.phase() != Phase::Open {
        return refuse(
            "The game has begun: its rules and its clock can't change any more.".to_owned(),
        );
    }
    match state.opener() {
        Some(opener) if opener == user => {}
        Some(opener) => {
            return refuse(format!("Only {} can change this table.", mention(opener)));
        }
        None => return refuse(EMPTY_TABLE.to_owned()),
    }
    if state.guests().iter().any(|guest| guest.user != user) {
        return refuse("Somebody has joined already, so the table stays as it is.".to_owned());
    }
    Ok(())
}

/// Sets the options of a variant, keeps the twists, and sets all others to their defaults.
fn choose_variant(pending: &mut PendingMatch, key: &str) -> Result<(), AppError> {
    let kind = pending.loaded.kind;
    let variant = kind.variants.iter().find(|variant| variant.key == key);
    let variant = variant
        .ok_or_else(|| AppError::Plain(format!("{} has no such variant any more.", kind.name)))?;
    let mut wanted: Options = variant.options.iter().copied().collect();
    if let Some((spec, _)) = kind.twist_option()
        && let Some(value) = pending.loaded.options.get(spec)
    {
        wanted.set(spec, value);
    }
    choose_options(pending, &wanted)
}

/// Adds, replaces or removes a twist. The second one stays if it can be combined with the new first one.
fn choose_twist(
    pending: &mut PendingMatch,
    place: usize,
    value: Option<&str>,
) -> Result<(), AppError> {
    let (kind, options) = (pending.loaded.kind, &pending.loaded.options);
    let gone = || AppError::Plain(format!("{} has no such twist any more.", kind.name));
    let (key, _) = kind.twist_option().ok_or_else(gone)?;
    let mut chosen = twists_of(kind, options);
    match (place, value) {
        (0, None) => chosen.clear(),
        (0, Some(value)) => {
            let second = chosen.get(1).map(|second| format!("{value}+{second}"));
            let second = second.filter(|both| can_be(kind, options, both));
            chosen = vec![second.unwrap_or_else(|| value.to_owned())];
        }
        (_, None) => chosen.truncate(1),
        (_, Some(value)) => {
            chosen.truncate(1);
            chosen.push(value.to_owned());
        }
    }
    let mut wanted = options.clone();
    if chosen.is_empty() {
        wanted.unset(key);
    } else {
        wanted.set(key, chosen.join("+"));
    }
    choose_options(pending, &wanted)
}

/// Sets the table's options to these, and all others to their defaults.
fn choose_options(pending: &mut PendingMatch, wanted: &Options) -> Result<(), AppError> {
    let kind = pending.loaded.kind;
    let kept = keep_options(kind, wanted)?;
    make_seats(pending, kind.under(wanted))?;
    // Unsets the option that chance must set.
    let drawn = drawn_option(kind, wanted)?.map(|(key, _)| key);
    let mut texts: Vec<String> = kept
        .iter()
        .filter(|(key, value)| !pending.loaded.options.is(key, value))
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    texts.extend(
        drawn
            .filter(|key| pending.loaded.options.get(key).is_some())
            .map(|key| format!("{key}=")),
    );
    if texts.is_empty() {
        return Ok(());
    }
    let text = texts.join(" ");
    pending.add(Event::Drawn { text }, None).map_err(impossible)
}

/// Changes the number of seats of the table; wishes for seats are dropped, since those were other seats.
fn make_seats(pending: &mut PendingMatch, kind: &GameInfo) -> Result<(), AppError> {
    let state = &pending.loaded.state;
    if kind.seats.len() == usize::from(state.size()) {
        return Ok(());
    }
    let (guests, invited) = (state.guests().to_vec(), state.invited().len());
    if guests.len() + invited > kind.seats.len() || guests.len() == kind.seats.len() {
        return Err(AppError::Plain(format!(
            "That game has {} seats, and more players have a place at this table.",
            kind.seats.len()
        )));
    }
    for guest in guests.iter().filter(|guest| guest.wish.is_some()) {
        let user = guest.user;
        let wished = Event::Wished { user, wish: None };
        pending.add(wished, None).map_err(impossible)?;
    }
    Ok(())
}
