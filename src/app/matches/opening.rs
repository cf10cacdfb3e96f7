//! The beginning of a match: its row, its options, its seats.

use super::loaded::LoadedMatch;
use super::pending::PendingMatch;
use crate::app::error::impossible;
use crate::app::view::showing::public_view;
use crate::app::{AppError, Chance, MatchView, run_blocking};
use crate::games;
use crate::match_state::{Event, GameId, Phase, UserId};
use crate::rules::{GameInfo, Options, Seat};
use crate::store::{Opening, PhaseName, Row};

/// Maximum number of draws of a starting option that the game may refuse: if half of all are refused, a table fails to
/// begin once in 2^100.
const DRAWS: u32 = 100;
/// Makes a match that is not stored yet by applying `happens`, and a view of it.
pub(in crate::app) async fn new_match(
    row: Row,
    now: i64,
    happens: impl FnOnce(&mut PendingMatch) -> Result<(), AppError> + Send + 'static,
) -> Result<(PendingMatch, MatchView), AppError> {
    run_blocking(move || {
        let loaded = LoadedMatch::blank(&row)
            .map_err(|replay_error| AppError::Plain(replay_error.sentence()))?;
        let mut pending = PendingMatch::of(loaded, now);
        happens(&mut pending)?;
        let match_view = public_view(&pending.loaded, now);
        Ok((pending, match_view))
    })
    .await?
}

/// Returns the row of a match that is not stored yet. The store assigns its id.
pub(in crate::app) fn blank_row(opening: &Opening, now: i64) -> Row {
    Row {
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
        changed: 0,
        deadline: None,
        due: None,
        rematch: None,
        table_message: None,
        audience: opening.audience,
        free: 0,
        shared: opening.shared,
        outside: opening.outside,
        choices: opening.choices.clone(),
    }
}

/// Gives out seats by wish and by lot, draws the options that chance must set, and begins the game.
pub(in crate::app) fn begin(pending: &mut PendingMatch, chance: &Chance) -> Result<(), AppError> {
    let loaded = &pending.loaded;
    let kind = loaded.kind;
    let mut free = loaded.state.free_seats();
    chance.shuffle(&mut free);
    let mut events = loaded.state.seating(&free);
    let mut options = loaded.options.clone();
    if let Some((key, count)) = drawn_option(kind, &options)? {
        // A game may refuse a start, such as one that begins with a check. Then another is drawn, so that all allowed
        // starts stay equally likely.
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

/// Begins the game once every place is taken, and draws the chance before the first move.
pub(in crate::app) fn begin_if_full(
    pending: &mut PendingMatch,
    chance: &Chance,
) -> Result<(), AppError> {
    if pending.loaded.state.guests().len() < pending.loaded.kind.seats.len() {
        return Ok(());
    }
    begin(pending, chance)?;
    super::throws::resolve_chance(pending, chance)
}

/// Returns the options to store, with defaults filled in, so that a later default changes nothing; the option that
/// chance sets is left out.
pub(in crate::app) fn keep_options(
    kind: &'static GameInfo,
    given: &Options,
) -> Result<Options, AppError> {
    let resolved = kind.resolve(given)?;
    if let Some((key, (other, value))) = kind.without_effect(&resolved) {
        return Err(AppError::Plain(format!(
            "The option {key} has an effect only with {other} {value}: leave {key} out, or choose {other} {value} too."
        )));
    }
    // Refuses what the game itself finds impossible, before anybody is invited.
    kind.new_game(&resolved)?;
    let drawn = drawn_option(kind, given)?;
    let kept = resolved
        .iter()
        .filter(|(key, _)| drawn.is_none_or(|(drawn, _)| drawn != *key));
    Ok(kept.collect())
}

/// Returns the first seat that has the colour of `seat`, a seat of the same game without the options that add seats.
pub(in crate::app) fn first_of_colour(
    base: &GameInfo,
    seat: Seat,
    kind: &GameInfo,
) -> Option<Seat> {
    let colour = base.seat_name(seat);
    let mut seats = kind.all_seats();
    seats.find(|seat| kind.seat_name(*seat).starts_with(colour))
}

/// Returns the option that chance must set; `None` if it is set already.
pub(in crate::app) fn drawn_option(
    kind: &'static GameInfo,
    options: &Options,
) -> Result<Option<(&'static str, u64)>, AppError> {
    let drawn = (kind.chance_option)(&kind.resolve(options)?);
    Ok(drawn.filter(|(key, _)| options.get(key).is_none()))
}

/// Records options that change the number of seats as the first event. The table may later change to another number,
/// and replaying the earlier wishes for seats needs the size that it had.
pub(in crate::app) fn note_seats(pending: &mut PendingMatch) -> Result<(), AppError> {
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

/// Stops the clocks of players on vacation in a match that has just begun.
pub(in crate::app) fn excuse_absent(
    pending: &mut PendingMatch,
    absent: &[(UserId, i64)],
) -> Result<(), AppError> {
    let state = &pending.loaded.state;
    if *state.phase() != Phase::Playing || !state.heeds_vacations() {
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
