//! From a match to what is shown of it.

use super::loaded::LoadedMatch;
use super::match_texts::alt;
use super::seats::seats;
use super::sight::Sight;
use super::texts::{any_of, title};
use super::twists::twists;
use super::unreplayable::ReplayError;
use super::{MatchView, Phase};
use crate::engine::unseen;
use crate::match_state::{self, UserId};
use crate::scene::View;

/// The match as it is to be shown to somebody.
pub(super) fn match_view(loaded: &LoadedMatch, sight: Sight, view: &View) -> MatchView {
    // The one who plays against the machine alone is the one who looks.
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
    let guests: Vec<UserId> = loaded
        .state
        .guests()
        .iter()
        .map(|guest| guest.user)
        .collect();
    let phase = match loaded.state.phase() {
        match_state::Phase::Open => Phase::Open {
            invited: loaded.state.invited().to_vec(),
            empty: u8::try_from(loaded.kind.seats.len().saturating_sub(guests.len()))
                .unwrap_or(u8::MAX),
        },
        match_state::Phase::Playing => Phase::Playing,
        match_state::Phase::Over(_) => Phase::Over {
            ending: loaded.ending().unwrap_or_default(),
        },
    };
    let over = matches!(phase, Phase::Over { .. });
    let seen = loaded.seen_by(sight);
    let mut scene = seen.scene(view);
    if phase != Phase::Playing && !seen.status().is_over() {
        // It has not begun, or somebody has given up, or all agreed: nobody is to move.
        scene.turn = None;
    }
    // Before the game begins nothing is in force yet, and after somebody gave up nothing is any more.
    let standing = if phase == Phase::Playing || seen.status().is_over() {
        seen.status_lines()
    } else {
        Vec::new()
    };
    let announcement = seen.announcement().filter(|_| phase == Phase::Playing);
    let lost = loaded.lost.as_ref().map(ReplayError::sentence);
    let alone = *loaded.state.phase() == match_state::Phase::Open && guests.len() == 1;
    MatchView {
        teams: loaded.kind.teams,
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
        told: announcement
            .into_iter()
            .chain(loaded.told.iter().cloned())
            .collect(),
        next: loaded.next(),
        before: (loaded.before.iter())
            .flat_map(|before| before.seen_by(sight))
            .collect(),
        warnings: match loaded.state.turn() {
            Some(_) => (seen.check_warning().into_iter())
                .chain(seen.exposed())
                .collect(),
            None => Vec::new(),
        },
        reach: None,
        status_lines: if loaded.choices.is_empty() {
            lost.into_iter().chain(standing).collect()
        } else {
            Vec::new()
        },
        lessons: Vec::new(),
        scene,
        alt: alt(loaded, sight, &title),
        title,
        terms: loaded.state.terms(),
        timer: loaded.state.timer().filter(|_| loaded.lost.is_none()),
        clocks: Vec::new(),
        offers: Vec::new(),
        mention: Vec::new(),
        hidden: loaded.state.is_hidden(),
        role: None,
        private: loaded.is_private(),
        hides: loaded.hides && !over,
        levels: unseen::levels(loaded.hides),
        secret: sight != loaded.public_sight(),
        posted: false,
        moves: loaded.state.moves(),
        choices: loaded.choices.iter().map(|kind| kind.key).collect(),
        outside: loaded.location.outside,
    }
}
