//! A match with the events about to be committed, and everything stored with them.

use super::loaded::LoadedMatch;
use super::seats::{still_in, vacant};
use crate::app::OfferKind;
use crate::app::person::preferences::Players;
use crate::app::view::sight::Board;
use crate::match_state::{Ending, Event, GameId, MatchError, MatchState, Phase, UserId};
use crate::rules::{GameInfo, Options, Played, RuleError, Seat};
use crate::store::{
    self, Commit, FormerPlans, KeptOffers, OfferRow, PhaseName, PlanChange, Posting, Until,
};

/// Number of checkpoints kept of a match.
const CHECKPOINTS: usize = 2;

/// Number of events between checkpoints.
const STRIDE: u32 = 16;

/// A match after events that are not stored yet, with those events.
#[derive(Clone, Debug)]
pub(in crate::app) struct PendingMatch {
    pub loaded: LoadedMatch,
    pub events: Vec<Event>,
    /// The state before the events.
    pub was: MatchState,
    /// The seats that were still in before the events; empty unless a game of more than two goes on.
    pub still_in: Vec<Seat>,
    pub at: i64,
    /// Checkpoints at the last multiples of [`STRIDE`]. The newest may be later than the move that must be shown again
    /// when the match is loaded.
    checkpoints: Vec<store::Checkpoint>,
    /// Changes of the players' plans.
    pub plans: Vec<PlanChange>,
    /// Private notifications to players about their plans.
    pub lapsed: Vec<(UserId, String)>,
    /// The plans before the change, kept for a takeback, or put back by one.
    pub former: Option<FormerPlans>,
    /// Users whose plans are put back.
    pub put_back: Vec<UserId>,
    /// The offers that must still be in force in a match, if the change depends on them.
    pub offered: Option<(GameId, Vec<OfferRow>)>,
    /// True if the table has become one of its games.
    became: bool,
    /// The data read about its players.
    pub players: Players,
    /// True if the match may have offers.
    pub offers: bool,
    /// Users who joined from a place in which the match is not shown.
    pub remote: Vec<UserId>,
    /// The time by which storing must begin.
    pub until: Option<Until>,
}

impl PendingMatch {
    /// Returns a match without new events.
    pub fn of(loaded: LoadedMatch, at: i64) -> Self {
        let more = loaded.state.size() > 2 && *loaded.state.phase() == Phase::Playing;
        PendingMatch {
            was: loaded.state.clone(),
            still_in: if more { still_in(&loaded) } else { Vec::new() },
            loaded,
            events: Vec::new(),
            at,
            checkpoints: Vec::new(),
            plans: Vec::new(),
            lapsed: Vec::new(),
            former: None,
            put_back: Vec::new(),
            offered: None,
            became: false,
            players: Players::default(),
            offers: true,
            remote: Vec::new(),
            until: None,
        }
    }

    /// Returns the number of events before the change that the match's home has been told: none before a game begins.
    pub fn told(&self) -> u32 {
        match self.was.phase() {
            Phase::Open => 0,
            Phase::Playing | Phase::Over(_) => self.was.ply(),
        }
    }

    /// Turns a table for several games into a table of this one, with these options.
    pub fn become_one(
        &mut self,
        kind: &'static GameInfo,
        options: Options,
    ) -> Result<(), RuleError> {
        let loaded = &mut self.loaded;
        let game = kind.new_game(&options)?;
        loaded.hides = game.hides();
        loaded.game = Board::new(game);
        (loaded.kind, loaded.options, loaded.rules) = (kind, options, kind.rules_version);
        loaded.choices.clear();
        self.became = true;
        Ok(())
    }

    /// Applies an event whose move text, if any, has been played already.
    pub fn add(&mut self, event: Event, played: Option<Played>) -> Result<(), MatchError> {
        let before = self.loaded.state.ply();
        self.loaded.note(&event, played, self.at)?;
        self.events.push(event);
        self.keep(before);
        Ok(())
    }

    /// Takes back the move of `seat` that followed `earlier` and was made at `moved`.
    pub fn undo(
        &mut self,
        earlier: &LoadedMatch,
        seat: Seat,
        moved: i64,
    ) -> Result<(), MatchError> {
        let before = self.loaded.state.ply();
        self.loaded.undo(earlier, seat, moved, self.at)?;
        self.events.push(Event::Undone {
            seat,
            to: earlier.state.ply(),
        });
        self.keep(before);
        Ok(())
    }

    /// Keeps a checkpoint if the match has passed a multiple of [`STRIDE`] since ply `before`.
    fn keep(&mut self, before: u32) {
        let state = &self.loaded.state;
        if *state.phase() == Phase::Playing && state.ply() / STRIDE > before / STRIDE {
            if self.checkpoints.len() == CHECKPOINTS {
                self.checkpoints.remove(0);
            }
            self.checkpoints.extend(self.loaded.checkpoint());
        }
    }

    /// Returns the match after the change, and the commit that stores it. `lessons` are the rules that its players will
    /// have been shown, `postings` the notices.
    pub fn into_commit(
        self,
        interaction: Option<u64>,
        lessons: Vec<(UserId, String)>,
        postings: Vec<Posting>,
    ) -> (LoadedMatch, Commit) {
        let (abandoned, moved) = (self.abandoned(), self.movers());
        let (options, kept) = (self.changed_options(), kept_offers(&self));
        let (puzzles, offered_seats) = (self.may_hold_puzzles(), self.offered_seats());
        let (state, kind) = (&self.loaded.state, self.loaded.kind);
        // What is added after the end, such as that a moderator hides the match, does not count it again.
        let ends = *self.was.phase() == Phase::Playing;
        let rated = ends.then(|| state.rated(kind)).flatten();
        let commit = Commit {
            at: self.at,
            outage: self.was.outage(),
            phase_before: phase_name(&self.was),
            seated: self.was.tenures() != state.tenures(),
            events: self.events.iter().map(Event::record).collect(),
            interaction,
            until: self.until,
            summary: match_summary(state, self.at),
            checkpoints: match state.phase() {
                Phase::Playing if self.loaded.replay_error.is_none() => self.checkpoints,
                Phase::Playing | Phase::Open | Phase::Over(_) => Vec::new(),
            },
            lessons,
            postings,
            abandoned,
            moved,
            plans: self.plans,
            rated: rated.map(|rated| (kind.key.to_owned(), rated)),
            former: self.former,
            offered_seats,
            options,
            became: (self.became).then(|| (kind.key.to_owned(), kind.rules_version)),
            remote: self.remote,
            offered: self.offered,
            kept,
            beaten: beaten(&self.loaded),
            puzzles,
        };
        (self.loaded, commit)
    }

    /// True if the match has just ended in a way that makes its positions worth searching for puzzles: by play, with
    /// nothing hidden.
    fn may_hold_puzzles(&self) -> bool {
        let loaded = &self.loaded;
        let Phase::Over(ending) = loaded.state.phase() else {
            return false;
        };
        let ends = *self.was.phase() == Phase::Playing;
        let by_play = !ending.is_moderated() && !ending.is_by_correction();
        ends && by_play && !loaded.hides && loaded.replay_error.is_none()
    }

    /// Returns the options if the table's have changed; lists read them without a replay.
    fn changed_options(&self) -> Option<String> {
        let drawn = |event: &Event| matches!(event, Event::Drawn { .. });
        let open = self.loaded.state.phase() == &Phase::Open;
        let changed = self.became || (open && self.events.iter().any(drawn));
        changed
            .then(|| serde_json::to_string(&self.loaded.options).ok())
            .flatten()
    }

    /// Returns the number of seats that anyone may take over, for lists of them, if it may have changed; none while a
    /// moderator hides the match.
    fn offered_seats(&self) -> Option<u8> {
        let state = &self.loaded.state;
        let offers = |state: &MatchState| (state.vacant(), state.is_hidden());
        if *state.phase() != Phase::Playing
            || (offers(&self.was) == offers(state) && state.vacant().is_empty())
        {
            return None;
        }
        let seats = if state.is_hidden() {
            0
        } else {
            vacant(&self.loaded).len()
        };
        u8::try_from(seats).ok()
    }

    /// Returns the players who left by timeout: they lost on time, or were replaced while late.
    fn abandoned(&self) -> Vec<UserId> {
        let left = self.events.iter().filter_map(|event| match event {
            Event::TimedOut { seat, .. } => self.was.owner(*seat),
            Event::Substituted { seat, .. } if self.was.is_absent(*seat) || self.vacates(*seat) => {
                self.was.owner(*seat)
            }
            _ => None,
        });
        left.collect()
    }

    /// True if these events open a seat to anyone because its player is out of time.
    fn vacates(&self, seat: Seat) -> bool {
        self.events.contains(&Event::Vacated { seat, user: None })
    }

    /// Returns the players who have moved and had reminders, whose count starts anew.
    fn movers(&self) -> Vec<UserId> {
        let moved = self.events.iter().filter_map(|event| match event {
            Event::Moved { user, .. } if !self.players.is_unreminded(*user) => Some(*user),
            _ => None,
        });
        moved.collect()
    }
}

fn phase_name(state: &MatchState) -> PhaseName {
    match state.phase() {
        Phase::Open => PhaseName::Open,
        Phase::Playing => PhaseName::Playing,
        Phase::Over(_) => PhaseName::Over,
    }
}

/// Returns the summary of a match that the store keeps for lists.
fn match_summary(state: &MatchState, now: i64) -> store::MatchSummary {
    let ending = match state.phase() {
        Phase::Open | Phase::Playing => None,
        Phase::Over(ending) => Some(ending),
    };
    // Endings by a moderator or by a correction of the rules count for nobody.
    let counted = ending.filter(|ending| !ending.is_by_correction() && !ending.is_moderated());
    let results = counted.map_or_else(Vec::new, |ending| {
        let pairs = ending.quarters.iter().zip(&ending.placings);
        pairs
            .map(|(quarters, placing)| (*quarters, *placing))
            .collect()
    });
    store::MatchSummary {
        ply: state.ply(),
        phase: phase_name(state),
        ending: ending.map(Ending::to_string),
        since: state.since(),
        moves: state.moves(),
        tenures: state.tenures().to_vec(),
        awaited: state.turn().into_iter().map(|seat| seat.0).collect(),
        results,
        guests: state.guests().to_vec(),
        invited: state.invited().to_vec(),
        changed: state.changed(),
        free: match state.phase() {
            Phase::Open => state.places(),
            Phase::Playing | Phase::Over(_) => 0,
        },
        timer: state.timer(),
        due: state.timer().map(|timer| timer.next(now)),
    }
}

/// Returns the person who has beaten the machine in a match that has just ended, with the game and the level, the
/// weakest of several. Endings by a moderator or by a correction of the rules do not count.
fn beaten(loaded: &LoadedMatch) -> Option<(UserId, String, u8)> {
    let Phase::Over(ending) = loaded.state.phase() else {
        return None;
    };
    if ending.is_moderated() || ending.is_by_correction() {
        return None;
    }
    let person = loaded
        .state
        .only_person()
        .filter(|user| !user.is_erased())?;
    let [seat] = loaded.state.seats_of(person)[..] else {
        return None;
    };
    let first = |other: Seat| ending.placings.get(other.index()) == Some(&1);
    let alone = loaded
        .kind
        .all_seats()
        .all(|other| first(other) == (other == seat));
    let won = ending.quarters.get(seat.index()) == Some(&4) || loaded.state.size() > 2;
    let levels = loaded.kind.all_seats().filter_map(|seat| {
        let owner = loaded.state.owner(seat)?;
        Some(owner.machine_level()?.number)
    });
    let level = levels.min()?;
    (alone && won).then(|| (person, loaded.kind.key.to_owned(), level))
}

/// Returns the offers that outlive the change: draws.
///
/// With two players a draw offer lasts until the other player moves, which declines it. With more it lasts until the
/// player who made it has had another turn and moved without repeating it; moves of the others take back no consent,
/// since an offer could never be complete otherwise. It can be withdrawn at any time, and lapses when a player leaves
/// or a move is taken back.
fn kept_offers(pending: &PendingMatch) -> Option<KeptOffers> {
    let state = &pending.loaded.state;
    if *state.phase() != Phase::Playing {
        return None;
    }
    let mut lapsed: Vec<(Seat, u32)> = Vec::new();
    let mut moved: Vec<Seat> = Vec::new();
    for event in &pending.events {
        let seat = match event {
            Event::Moved { seat, .. } | Event::Answered { seat, .. } => *seat,
            Event::Undone { .. } | Event::Resigned { .. } | Event::TimedOut { .. } => return None,
            _ => continue,
        };
        // An offer made during this turn goes with the move, as is usual at a board.
        let with_it = moved.is_empty() && pending.was.turn() == Some(seat);
        let before = if with_it {
            pending.was.changed()
        } else {
            state.changed()
        };
        lapsed.push((seat, before));
        moved.push(seat);
        if state.size() <= 2 {
            let others = (0..state.size()).map(Seat).filter(|other| *other != seat);
            lapsed.extend(others.map(|other| (other, state.changed())));
        }
    }
    Some(KeptOffers {
        kind: OfferKind::Draw.key().to_owned(),
        lapsed,
    })
}
