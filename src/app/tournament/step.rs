//! The next step in a tournament: in an event, in a season, which signs people up, posts and closes, and in a division of
//! a season, whose matches all begin at once.

use super::loaded::Tournament;
use crate::match_state::DAY;
use crate::store::{Part, SeasonRow, TournamentPhase, TournamentRow};
use crate::tournament::{Format, division_sizes};

/// Shortest time between two edits of a crosstable, in seconds.
const EDIT_EVERY: i64 = 3_600;

/// Time before its start at which the sign-up for a season opens, in seconds.
const SIGNUP: i64 = 7 * DAY;

/// Time after its start until which a season can begin, in seconds: its matches must end before it does.
pub(super) const LATEST: i64 = 2 * DAY;

/// Time without a move after which a player is withdrawn from a division, in seconds.
pub(super) const SILENCE: i64 = 3 * DAY;

/// The kind of a post of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentPostKind {
    /// No post: whether the channel can be used.
    Look,
    /// The message for signing up.
    SignUp,
    /// The pairings of the current round.
    Round,
    /// The crosstable, or the table of a season.
    Crosstable,
    /// The first places, at the end.
    Closing,
}

/// The next step in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Post(TournamentPostKind, Option<u64>),
    /// The first round can begin, or a season.
    Begin,
    /// The next round can be drawn, or all of a division.
    Draw,
    End(TournamentPhase),
    /// A season ends, with the places of its divisions.
    Close,
    /// The sign-up for the season after this one opens.
    Follow,
    /// A player has gone: erased, or without a move in a match.
    Withdraw(usize),
    /// The players of a division are looked at: those who have withdrawn resign, those who have made no move are gone.
    CallPlayers,
    /// A pause until this time, or until something happens.
    Wait(Option<i64>),
}

/// The consequence for players who have made no move.
pub(super) enum Silent {
    /// A player has been silent for too long.
    Gone(usize),
    /// None until this time, if ever.
    Until(Option<i64>),
}

/// Decides what is due in a tournament at `now`, in seconds of the Unix epoch.
pub(super) fn next(tournament: &Tournament, now: i64) -> Step {
    match tournament.row().part {
        Part::Event => next_of_event(tournament, now),
        Part::Season(season) => next_of_season(tournament, season, now),
        Part::Division { .. } => next_of_division(tournament, now),
    }
}

/// The next edit of a crosstable: whether it is due, or when it will be.
struct Edit {
    due: bool,
    at: Option<i64>,
}

impl Edit {
    fn of(row: &TournamentRow, now: i64) -> Edit {
        let at = row.drawn.map_or(now, |drawn| drawn + EDIT_EVERY);
        Edit {
            due: row.crosstable_stale && at <= now,
            at: row.crosstable_stale.then_some(at),
        }
    }
}

/// Returns the time at which a running season closes, whether or not anything can be posted; `None` for anything else,
/// and once that time has come.
pub(super) fn closes_after(row: &TournamentRow, now: i64) -> Option<i64> {
    match (row.part, row.phase) {
        (Part::Season(season), TournamentPhase::Playing) => {
            Some(season.month.ends()).filter(|ends| *ends > now)
        }
        _ => None,
    }
}

fn next_of_season(tournament: &Tournament, season: SeasonRow, now: i64) -> Step {
    use TournamentPostKind::{Closing, Crosstable, SignUp};
    let row = tournament.row();
    let (edit, ends) = (Edit::of(row, now), season.month.ends());
    let is_begun = row.phase != TournamentPhase::Open;
    if is_begun && !season.followed && now >= ends - SIGNUP {
        return Step::Follow;
    }
    let follows = (is_begun && !season.followed).then_some(ends - SIGNUP);
    let stale_signup = row.signup.filter(|_| row.signup_stale);
    match row.phase {
        // Whoever signs up can do so until the start, even if nothing can be posted.
        TournamentPhase::Open if now >= row.starts => {
            let people = tournament.players.len();
            let divisions = division_sizes(tournament.kind.seats.len(), people);
            match divisions.is_empty() || now > row.starts + LATEST {
                true => Step::End(TournamentPhase::Cancelled),
                false => Step::Begin,
            }
        }
        TournamentPhase::Open if row.signup.is_none() || row.signup_stale => {
            Step::Post(SignUp, row.signup)
        }
        TournamentPhase::Open => Step::Wait(Some(row.starts)),
        TournamentPhase::Playing if now >= ends => Step::Close,
        TournamentPhase::Over if !row.closed => Step::Post(Closing, None),
        TournamentPhase::Cancelled => match stale_signup {
            Some(message) => Step::Post(SignUp, Some(message)),
            None => Step::Wait(follows),
        },
        TournamentPhase::Playing | TournamentPhase::Over => {
            if let Some(message) = stale_signup {
                return Step::Post(SignUp, Some(message));
            }
            if edit.due {
                return Step::Post(Crosstable, row.crosstable);
            }
            let closes = (row.phase == TournamentPhase::Playing).then_some(ends);
            Step::Wait([edit.at, follows, closes].into_iter().flatten().min())
        }
    }
}

fn next_of_division(tournament: &Tournament, now: i64) -> Step {
    let row = tournament.row();
    if row.phase != TournamentPhase::Playing {
        return Step::Wait(None);
    }
    if row.round == 0 {
        return match now > row.starts + LATEST {
            true => Step::Wait(None),
            false => Step::Draw,
        };
    }
    match tournament.gone() {
        Some(number) => Step::Withdraw(number),
        None if tournament.left_open().is_empty() && tournament.silent().is_empty() => {
            Step::Wait(None)
        }
        None => Step::CallPlayers,
    }
}

fn next_of_event(tournament: &Tournament, now: i64) -> Step {
    use TournamentPostKind::{Closing, Crosstable, Round, SignUp};
    let row = tournament.row();
    let Edit {
        due: edits_crosstable,
        at: later,
    } = Edit::of(row, now);
    match row.phase {
        TournamentPhase::Open if row.signup.is_none() => Step::Post(SignUp, None),
        TournamentPhase::Open if row.starts <= now => {
            let fewest = Format::fewest(tournament.kind.seats.len());
            match tournament.players.len() < fewest {
                true => Step::End(TournamentPhase::Cancelled),
                false => Step::Begin,
            }
        }
        TournamentPhase::Open if row.signup_stale => Step::Post(SignUp, row.signup),
        TournamentPhase::Open => Step::Wait(Some(row.starts)),
        TournamentPhase::Playing => {
            if let Some(number) = tournament.gone() {
                return Step::Withdraw(number);
            }
            let mut current = tournament.stored.pairings.iter();
            let is_played = current.any(|one| one.round == row.round && one.game.is_some());
            // After withdrawals a round may have no game.
            if row.posted < row.round && is_played {
                return Step::Post(Round, None);
            }
            if tournament.is_round_over() {
                return match row.round < row.rounds {
                    true => Step::Draw,
                    false => Step::End(TournamentPhase::Over),
                };
            }
            match (row.signup_stale, row.signup) {
                (true, Some(message)) => Step::Post(SignUp, Some(message)),
                _ if edits_crosstable => Step::Post(Crosstable, row.crosstable),
                _ => Step::Wait(later),
            }
        }
        TournamentPhase::Over if !row.closed => Step::Post(Closing, None),
        TournamentPhase::Over | TournamentPhase::Cancelled => {
            let has_crosstable = row.crosstable.is_some() || row.phase == TournamentPhase::Over;
            match (row.signup_stale, row.signup) {
                (true, Some(message)) => Step::Post(SignUp, Some(message)),
                _ if has_crosstable && edits_crosstable => Step::Post(Crosstable, row.crosstable),
                _ if has_crosstable => Step::Wait(later),
                _ => Step::Wait(None),
            }
        }
    }
}
