//! The schedule of tournaments: what is due in one is decided from its rows alone, one step after another, so that any
//! process goes on where another died. A post that is sent again after a kill has the same nonce, of which Discord makes
//! one message; a round that two processes draw is stored once.

use std::future::Future;

use super::loaded::Tournament;
use super::view::TournamentView;
use crate::app::{App, AppError};
use crate::match_state::{DAY, UserId};
use crate::store::{ClaimKind, SentPost, StoreError, TournamentPhase};
use crate::tournament::{Format, TournamentId};

/// Number of tournaments looked up at a time.
const BATCH: u32 = 20;

/// Most steps in one tournament at a time; the rest follows at the next look.
const STEPS: usize = 16;

/// Shortest time between two edits of a crosstable, in seconds.
const EDIT_EVERY: i64 = 3_600;

/// Shortest and longest delay before a failed post is tried again, in seconds.
const AGAIN: (i64, i64) = (60, 6 * 3_600);

/// Time after which a tournament whose posts fail is ended, in seconds.
const GIVE_UP_AFTER: i64 = 14 * DAY;

/// A post of a tournament, or a look at its channel.
#[derive(Clone, Debug)]
pub struct TournamentPost {
    /// The kind.
    pub kind: TournamentPostKind,
    /// The nonce of a new message; at most 25 characters, Discord's limit.
    pub nonce: String,
    /// The message to edit (a snowflake); `None` for a new one.
    pub message: Option<u64>,
    /// The tournament.
    pub event: TournamentView,
}

/// The kind of a post of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentPostKind {
    /// No post: whether the channel can be used.
    Look,
    /// The message for signing up.
    SignUp,
    /// The pairings of the current round.
    Round,
    /// The crosstable.
    Crosstable,
    /// The first places, at the end.
    Closing,
}

/// The result of an attempt to post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// The post was sent, as this message.
    Done(u64),
    /// The channel is deleted.
    Gone,
    /// A failure that may pass, such as the bot's removal from the server.
    Failed,
}

/// The next step in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Post(TournamentPostKind, Option<u64>),
    /// The first round can begin.
    Begin,
    /// The next round can be drawn.
    Draw,
    End(TournamentPhase),
    /// A player has gone: erased, or without a move in a match.
    Withdraw(usize),
    /// A pause until this time, or until something happens.
    Wait(Option<i64>),
}

impl App {
    /// Does what is due in tournaments, with `send` for posts, and records each result. Returns the number of
    /// tournaments looked at.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn run_tournaments<F, Sending>(&self, send: F) -> Result<usize, AppError>
    where
        F: Fn(TournamentPost) -> Sending,
        Sending: Future<Output = Posted>,
    {
        let due = self
            .store
            .due_tournaments(self.sources.clock.now(), BATCH)
            .await?;
        let mut done = Ok(());
        for id in &due {
            let one = self.run_tournament(*id, &send).await;
            self.store.release(ClaimKind::Tournament, &[id.0]).await;
            if one.is_err() {
                // It must not keep the others waiting.
                let now = self.sources.clock.now();
                self.store.note_failing(*id, now, now + AGAIN.0).await?;
            }
            done = done.and(one);
        }
        done.map(|()| due.len())
    }

    async fn run_tournament<F, Sending>(&self, id: TournamentId, send: &F) -> Result<(), AppError>
    where
        F: Fn(TournamentPost) -> Sending,
        Sending: Future<Output = Posted>,
    {
        for _ in 0..STEPS {
            let tournament = self.load_tournament(id).await?;
            let (row, now) = (tournament.row().clone(), self.sources.clock.now());
            if row.failing.is_some_and(|since| now - since > GIVE_UP_AFTER) {
                tracing::warn!(tournament = id.0, "an event whose posts fail is ended");
                return Ok(self.store.give_up_tournament(id).await?);
            }
            let step = next(&tournament, now);
            let (kind, message) = match step {
                Step::Post(kind, message) => (kind, message),
                Step::Begin | Step::Draw => (TournamentPostKind::Look, None),
                Step::End(phase) => {
                    unless_changed(self.store.end_tournament(&row, phase).await)?;
                    continue;
                }
                Step::Withdraw(number) => {
                    let left = tournament.finished(number);
                    self.store.withdraw_entrant(id, number, left, now).await?;
                    continue;
                }
                Step::Wait(due) => return Ok(self.store.set_due(&row, due).await?),
            };
            let post = TournamentPost {
                kind,
                nonce: nonce(&tournament, kind),
                message,
                event: self.tournament_view(&tournament).await?,
            };
            let sent = match send(post).await {
                Posted::Done(sent) => sent,
                Posted::Gone => return Ok(self.store.give_up_tournament(id).await?),
                Posted::Failed => {
                    let since = row.failing.unwrap_or(now);
                    let again = ((now - since) / 2).clamp(AGAIN.0, AGAIN.1);
                    return Ok(self.store.note_failing(id, now, now + again).await?);
                }
            };
            let noted = match kind {
                TournamentPostKind::SignUp => SentPost::SignUp(sent),
                TournamentPostKind::Round => SentPost::Round(row.round),
                TournamentPostKind::Crosstable => SentPost::Crosstable(sent),
                TournamentPostKind::Closing => SentPost::Closing,
                TournamentPostKind::Look if step == Step::Begin => {
                    self.begin_rounds(&tournament).await?;
                    continue;
                }
                TournamentPostKind::Look => {
                    self.next_round(&tournament).await?;
                    continue;
                }
            };
            self.store.note_sent(&row, noted, now).await?;
        }
        Ok(())
    }

    /// Draws lots for the players' numbers and ends the signing up. Users who have been barred meanwhile stay out.
    async fn begin_rounds(&self, tournament: &Tournament) -> Result<(), AppError> {
        let row = tournament.row();
        let mut order: Vec<UserId> = Vec::new();
        for user in tournament.stored.entrants.iter().filter_map(|one| one.user) {
            if !self.store.is_barred(row.guild, user).await? {
                order.push(user);
            }
        }
        let seats = tournament.kind.seats.len();
        if order.len() < Format::fewest(seats) {
            let cancelled = TournamentPhase::Cancelled;
            return unless_changed(self.store.end_tournament(row, cancelled).await);
        }
        self.sources.chance.shuffle(&mut order);
        let rounds = Format::of(seats, order.len()).rounds(order.len(), row.wanted);
        unless_changed(self.store.begin_tournament(row, &order, rounds).await)
    }

    /// Opens the next round, after those who have been barred are withdrawn; without anybody to pair, all is over.
    async fn next_round(&self, tournament: &Tournament) -> Result<(), AppError> {
        let row = tournament.row();
        for (number, entrant) in tournament.stored.entrants.iter().enumerate() {
            if let (Some(user), None) = (entrant.user, entrant.left)
                && self.store.is_barred(row.guild, user).await?
            {
                let (left, now) = (tournament.finished(number), self.sources.clock.now());
                self.store
                    .withdraw_entrant(row.id, number, left, now)
                    .await?;
                return Ok(());
            }
        }
        if self.open_round(tournament).await? {
            return Ok(());
        }
        unless_changed(self.store.end_tournament(row, TournamentPhase::Over).await)
    }
}

/// Takes a change that another process made first for done: the next step is decided anew.
fn unless_changed(done: Result<(), StoreError>) -> Result<(), AppError> {
    match done {
        Err(StoreError::Changed) => Ok(()),
        done => Ok(done?),
    }
}

/// Decides what is due in a tournament at `now`, in seconds of the Unix epoch.
fn next(tournament: &Tournament, now: i64) -> Step {
    use TournamentPostKind::{Closing, Crosstable, Round, SignUp};
    let row = tournament.row();
    let edit_at = row.drawn.map_or(now, |drawn| drawn + EDIT_EVERY);
    let edits_crosstable = row.crosstable_stale && edit_at <= now;
    let later = row.crosstable_stale.then_some(edit_at);
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
            let entrants = tournament.stored.entrants.iter().enumerate();
            let here = entrants.filter(|(_, entrant)| entrant.left.is_none());
            let mut gone = here.filter(|(number, entrant)| {
                let mut rows = tournament.stored.pairings.iter();
                entrant.user.is_none()
                    || rows.any(|row| tournament.forfeited_by(row) == Some(*number))
            });
            if let Some((number, _)) = gone.next() {
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

/// Returns the nonce of a post.
fn nonce(tournament: &Tournament, kind: TournamentPostKind) -> String {
    let row = tournament.row();
    let part = match kind {
        TournamentPostKind::Look => "l".to_owned(),
        TournamentPostKind::SignUp => "s".to_owned(),
        TournamentPostKind::Round => row.round.to_string(),
        TournamentPostKind::Crosstable => "t".to_owned(),
        TournamentPostKind::Closing => "c".to_owned(),
    };
    format!("e{:x}-{:x}.{part}", row.opened, row.id.0)
}
