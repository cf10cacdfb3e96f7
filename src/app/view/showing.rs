//! From a match to its view.

use super::sight::{SeenGame, Sight};
use crate::app::lobby::twists::{twists, twists_of};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::{can_reopen, gave_up, seats, still_in, vacant};
use crate::app::matches::texts::alt;
use crate::app::matches::unreplayable::ReplayError;
use crate::app::texts::{any_of, mention, title};
use crate::app::{MatchView, Phase, Remark, SeatClock, SoloResult};
use crate::engine::unseen;
use crate::match_state::{self, Uncounted, UserId};
use crate::rules::wording::listed;
use crate::rules::{Options, Seat};
use crate::scene::{Mark, Scene, View};

/// Returns the public view of a match at `now` (seconds of the Unix epoch), without its offers.
pub(in crate::app) fn public_view(loaded: &LoadedMatch, now: i64) -> MatchView {
    match_view(loaded, loaded.public_sight(), &View::default(), now)
}

/// Returns the view of a match for a viewer with this sight.
pub(in crate::app) fn match_view(
    loaded: &LoadedMatch,
    sight: Sight,
    view: &View,
    now: i64,
) -> MatchView {
    // In a match against the machine alone the board is turned to its only person.
    let person = loaded.state.only_person();
    let own = person.and_then(|user| loaded.state.seats_of(user).first().copied());
    let view = &View {
        from: view.from.or(own),
        ..view.clone()
    };
    let title = if loaded.choices.is_empty() {
        title(loaded.kind, &loaded.options)
    } else {
        any_of(&loaded.choices)
    };
    let guests = loaded.state.guests().iter().map(|guest| guest.user);
    let mut guests: Vec<UserId> = guests.collect();
    // A person who leads two sides is named once.
    guests.dedup_by(|one, other| one == other && !one.is_machine());
    let phase = phase(loaded);
    let over = matches!(phase, Phase::Over { .. });
    let seen = loaded.seen_by(sight);
    let scene = scene(loaded, &seen, sight, view);
    let announcement = seen.announcement().filter(|_| phase == Phase::Playing);
    let alone = *loaded.state.phase() == match_state::Phase::Open && guests.len() == 1;
    MatchView {
        teams: loaded.kind.teams,
        twisted: twists_of(loaded.kind, &loaded.options),
        twists: if alone {
            twists(loaded.kind, &loaded.options)
        } else {
            Vec::new()
        },
        game: loaded.id,
        ply: loaded.state.ply(),
        key: loaded.kind.key,
        seats: seats(loaded),
        opener: loaded.state.opener(),
        guests,
        phase,
        home: loaded.home,
        since: loaded.state.since(),
        last: loaded.last.as_ref().map(|last| last.seen_by(sight)),
        remarks: announcement
            .map(|text| Remark {
                ply: loaded.state.changed(),
                text,
                lasts: false,
            })
            .into_iter()
            .chain(loaded.remarks.iter().cloned())
            .collect(),
        told: 0,
        changed: loaded.state.changed(),
        next: loaded.next(),
        before: (loaded.before.iter())
            .flat_map(|before| before.seen_by(sight))
            .collect(),
        warnings: warnings(loaded, &seen),
        reach: None,
        status_lines: status_lines(loaded, &seen),
        lessons: peculiarities(loaded, &seen),
        scene,
        alt: alt(loaded, sight, &title),
        title,
        terms: loaded.state.terms(),
        timer: loaded
            .state
            .timer()
            .filter(|_| loaded.replay_error.is_none()),
        clocks: clocks(loaded, now),
        offers: Vec::new(),
        new_offers: Vec::new(),
        ratings: Vec::new(),
        uncounted: (loaded.state.is_too_short_to_count(loaded.kind)).then_some(Uncounted::TooShort),
        declined: None,
        mention: Vec::new(),
        hidden: loaded.state.is_hidden(),
        role: None,
        private: loaded.is_private(),
        hides: loaded.hides && !over,
        given_up: gave_up(loaded).is_some(),
        can_reopen: can_reopen(loaded),
        result: solo_result(loaded),
        decided: decided(loaded),
        levels: unseen::levels(loaded.hides),
        secret: sight != loaded.public_sight(),
        posted: false,
        moves: loaded.state.moves(),
        rounds: loaded.state.round(),
        rivals: rivals(loaded),
        choices: loaded.choices.iter().map(|kind| kind.key).collect(),
        outside: loaded.location.outside,
    }
}

/// Returns the picture of a match, with the marks of all machine moves since a person moved.
fn scene(loaded: &LoadedMatch, seen: &SeenGame, sight: Sight, view: &View) -> Scene {
    let mut scene = seen.scene(view);
    for board in &loaded.earlier_boards {
        mark_moves_of(&board.seen_by(sight).scene(view), &mut scene);
    }
    if *loaded.state.phase() != match_state::Phase::Playing && !seen.status().is_over() {
        // The match has not begun, or ended by resignation or agreement: nobody is to move.
        scene.turn = None;
    }
    scene
}

/// Copies the marks of the last move on an earlier board to a board of the same shape.
fn mark_moves_of(earlier: &Scene, scene: &mut Scene) {
    let shape = |scene: &Scene| -> Vec<(u8, u8)> {
        let grids = scene.grids.iter();
        grids.map(|grid| (grid.width, grid.height)).collect()
    };
    if shape(earlier) != shape(scene) {
        return;
    }
    let moved = |mark: &&Mark| matches!(mark, Mark::From | Mark::To);
    let cells = scene.grids.iter_mut().flat_map(|grid| &mut grid.cells);
    let before = earlier.grids.iter().flat_map(|grid| &grid.cells);
    for (cell, before) in cells.zip(before) {
        let (Some(cell), Some(before)) = (cell, before) else {
            continue;
        };
        if !cell.marks.iter().any(|mark| moved(&mark)) {
            let marks = before.marks.iter().filter(moved).copied();
            cell.marks.extend(marks.take(1));
        }
    }
}

/// Returns the phase of a match as it is shown.
fn phase(loaded: &LoadedMatch) -> Phase {
    match loaded.state.phase() {
        match_state::Phase::Open => {
            Phase::open(loaded.state.places(), loaded.state.invited().to_vec())
        }
        match_state::Phase::Playing => Phase::Playing,
        match_state::Phase::Over(_) => {
            let ending = loaded.ending().unwrap_or_default();
            let (_, missing) = loaded.state.closed_with();
            let missing = missing.iter().filter(|user| !user.is_erased());
            let missing: Vec<String> = missing.copied().map(mention).collect();
            Phase::Over {
                ending: match missing[..] {
                    [] => ending,
                    _ => format!("{ending} {} had not joined.", listed(&missing)),
                },
            }
        }
    }
}

/// Returns the result of the only person in a match against the machine.
fn solo_result(loaded: &LoadedMatch) -> Option<SoloResult> {
    let state = &loaded.state;
    let match_state::Phase::Over(ending) = state.phase() else {
        return None;
    };
    let seat = *state.seats_of(state.only_person()?).first()?;
    let places = ending.placings.iter();
    let shared = places.filter(|place| **place == 1).count();
    let side = loaded.kind.side(seat).count();
    Some(match ending.placings.get(seat.index())? {
        1 if shared <= side => SoloResult::Won,
        1 => SoloResult::Drawn,
        _ => SoloResult::Lost,
    })
}

/// Returns the number of opponents of each player: of those who lead several sides one.
fn rivals(loaded: &LoadedMatch) -> usize {
    let seats = loaded.kind.seats.len();
    let people = loaded.state.terms().and_then(|terms| terms.people);
    let sides = match people {
        Some(people) => usize::from(people),
        None => seats / loaded.kind.side(Seat(0)).count().max(1),
    };
    sides.saturating_sub(1)
}

/// Returns the winner and the loser of a match of two that is over.
fn decided(loaded: &LoadedMatch) -> Option<(Seat, Seat)> {
    let match_state::Phase::Over(ending) = loaded.state.phase() else {
        return None;
    };
    match ending.placings[..] {
        [1, 2] => Some((Seat(0), Seat(1))),
        [2, 1] => Some((Seat(1), Seat(0))),
        _ => None,
    }
}

/// Returns the clocks of the seats while the match is being played.
fn clocks(loaded: &LoadedMatch, now: i64) -> Vec<SeatClock> {
    let state = &loaded.state;
    if *state.phase() != match_state::Phase::Playing {
        return Vec::new();
    }
    let (still, vacant) = (still_in(loaded), vacant(loaded));
    let clocks = loaded.kind.all_seats().map(|seat| SeatClock {
        seat,
        left: state.bank(seat).filter(|_| state.is_timed(seat)),
        away_until: state.away_until(seat, now),
        absent: state.is_absent(seat),
        vacant: vacant.contains(&seat),
        freed: state.is_freed(seat),
        kept_for: state
            .kept_for(seat)
            .filter(|_| still.contains(&seat))
            .map(|(user, until)| (user, Some(until).filter(|until| now < *until))),
        out: !still.contains(&seat),
    });
    clocks.collect()
}

/// Returns the rules that an open table's options add to the game, one line each.
fn peculiarities(loaded: &LoadedMatch, seen: &SeenGame) -> Vec<String> {
    if *loaded.state.phase() != match_state::Phase::Open || !loaded.choices.is_empty() {
        return Vec::new();
    }
    let usual = loaded.kind.new_game(&Options::new());
    let usual = usual.map(|game| game.topics()).unwrap_or_default();
    let topics = seen.topics().into_iter();
    topics
        .filter(|topic| usual.iter().all(|usual| usual.key != topic.key))
        .map(|topic| topic.line)
        .collect()
}

/// Returns the warnings for the player to move.
fn warnings(loaded: &LoadedMatch, seen: &SeenGame) -> Vec<String> {
    if loaded.state.turn().is_none() {
        return Vec::new();
    }
    let check = seen.check_warning().into_iter();
    check.chain(seen.exposed()).collect()
}

/// Returns the rules in force: none before the game begins, and none after a resignation.
fn status_lines(loaded: &LoadedMatch, seen: &SeenGame) -> Vec<String> {
    if !loaded.choices.is_empty() {
        return Vec::new();
    }
    let mut lines = Vec::new();
    lines.extend(loaded.replay_error.as_ref().map(ReplayError::sentence));
    if *loaded.state.phase() == match_state::Phase::Playing || seen.status().is_over() {
        lines.extend(seen.status_lines());
    }
    lines
}
