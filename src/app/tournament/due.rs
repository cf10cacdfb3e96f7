//! The schedule of tournaments: what is due in one is decided from its rows alone, one step after another, so that any
//! process goes on where another died. A post that is sent again after a kill has the same nonce, of which Discord makes
//! one message; a round that two processes draw is stored once.

use std::future::Future;

use super::loaded::Tournament;
use super::season_view::SeasonView;
use super::step::{Silent, Step, TournamentPostKind, closes_after, next};
use super::view::TournamentView;
use crate::app::{App, AppError};
use crate::match_state::{DAY, UserId};
use crate::store::{ClaimKind, Part, SentPost, StoreError, TournamentPhase};
use crate::tournament::{Format, TournamentId};

/// Number of tournaments looked up at a time.
const BATCH: u32 = 20;

/// Most steps in one tournament at a time; the rest follows at the next look.
const STEPS: usize = 16;

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
    /// The season, if the post is one of a league.
    pub season: Option<SeasonView>,
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
            let fails_for_long = row.failing.is_some_and(|since| now - since > GIVE_UP_AFTER);
            // A division posts nothing, and ends with its season.
            if fails_for_long && !matches!(row.part, Part::Division { .. }) {
                tracing::warn!(tournament = id.0, "an event whose posts fail is ended");
                return self.give_up(&tournament).await;
            }
            let step = next(&tournament, now);
            let (kind, message) = match step {
                Step::Post(kind, message) => (kind, message),
                Step::Begin | Step::Draw => (TournamentPostKind::Look, None),
                Step::Close => {
                    self.close_season(&tournament).await?;
                    continue;
                }
                Step::Follow => {
                    self.follow_season(&tournament).await?;
                    continue;
                }
                Step::CallPlayers if self.resign_for_those_gone(&tournament).await? => continue,
                Step::CallPlayers => match self.silent_for_long(&tournament).await? {
                    Silent::Gone(number) => {
                        let left = tournament.finished(number);
                        self.store.withdraw_entrant(id, number, left, now).await?;
                        continue;
                    }
                    Silent::Until(again) => return Ok(self.store.set_due(&row, again).await?),
                },
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
                season: match kind {
                    TournamentPostKind::Look => None,
                    _ => self.season_of(&tournament).await?,
                },
            };
            let sent = match send(post).await {
                Posted::Done(sent) => sent,
                Posted::Gone => return self.give_up(&tournament).await,
                Posted::Failed => {
                    let since = row.failing.unwrap_or(now);
                    let again = now + ((now - since) / 2).clamp(AGAIN.0, AGAIN.1);
                    let again = again.min(closes_after(&row, now).unwrap_or(again));
                    return Ok(self.store.note_failing(id, now, again).await?);
                }
            };
            let noted = match kind {
                TournamentPostKind::SignUp => SentPost::SignUp(sent),
                TournamentPostKind::Round => SentPost::Round(row.round),
                TournamentPostKind::Crosstable => SentPost::Crosstable(sent),
                TournamentPostKind::Closing => SentPost::Closing,
                TournamentPostKind::Look if step == Step::Begin => {
                    match row.part {
                        Part::Season(season) => self.begin_season(&tournament, season).await?,
                        _ => self.begin_rounds(&tournament).await?,
                    }
                    continue;
                }
                TournamentPostKind::Look => {
                    match row.part {
                        Part::Division { .. } => self.open_division(&tournament).await?,
                        _ => self.next_round(&tournament).await?,
                    }
                    continue;
                }
            };
            self.store.note_sent(&row, noted, now).await?;
        }
        Ok(())
    }

    /// Ends a tournament in whose channel nothing can be posted, with the whole league if it is a part of one.
    async fn give_up(&self, tournament: &Tournament) -> Result<(), AppError> {
        let row = tournament.row();
        let given_up = match row.part {
            Part::Event => self.store.give_up_tournament(row.id).await,
            Part::Season(_) | Part::Division { .. } => self.store.end_leagues(row.channel).await,
        };
        Ok(given_up?)
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
pub(super) fn unless_changed(done: Result<(), StoreError>) -> Result<(), AppError> {
    match done {
        Err(StoreError::Changed) => Ok(()),
        done => Ok(done?),
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
