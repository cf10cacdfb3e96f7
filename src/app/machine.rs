//! The machine as an opponent: its games and its moves.
//!
//! The moves that it owes are not stored: a match whose turn is the machine's waits for it. Such matches are looked up
//! at the start, after every answer and at every tick; the [`queue`] searches for the moves without delaying any
//! answer. A move is stored only if the match has not changed meanwhile, so a kill loses no move and no move is made
//! twice.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::still_in;
use crate::app::meanwhile::meanwhile;
use crate::app::offer::consent::consent;
use crate::app::play::moves::{make_move, resign};
use crate::app::{App, AppError, OfferKind, Request, run_blocking};
use crate::engine::giving_up::{takes_draw, value_for};
use crate::engine::{self, Level, unseen};
use crate::match_state::{DAY, GameId, Phase};
use crate::rules::{Game, Seat, Viewer};
use crate::scene::{Scene, View};
use crate::store::{ClaimKind, OfferRow};

mod games;
mod giving_up;
mod hint;
mod memory;
mod queue;
mod review;

pub use games::MachineGame;
pub use hint::{FirstHint, Hint};
pub(super) use memory::Machine;
pub(super) use queue::{Failed, Urgency};
pub use review::{Review, ReviewNote, ReviewStep};

/// Time without a move after which a game against the machine does not count towards its player's limit, in seconds.
pub(super) const ASLEEP: i64 = 14 * DAY;

/// Maximum number of matches in the queue or in a search at a time; the others wait in the store.
const IN_WORK: usize = 64;

/// Maximum time for which the machine waits for an answer to a person before it moves, in seconds.
const LONGEST_ANSWER: i64 = 30;

/// Time after which a match is looked at again while somebody waits for the machine's move in it.
const LOOKED_AGAIN: Duration = Duration::from_secs(1);

/// Number of failures to find a move in a match after which the machine resigns.
const FAILURES: u32 = 2;

/// Number of positions searched to judge an offered draw, while a person waits.
const JUDGED: u64 = 5_000;

/// Number of positions searched when a person asks the machine to resign.
const PROOF: u64 = 20_000;

/// The id of a match that is not stored yet.
const NEW: GameId = GameId(0);

impl App {
    /// Lets the answer to a request go out before the machine's move that the request brings about.
    pub(super) fn hold_machine(&self, request: Option<Request>, loaded: &LoadedMatch) {
        let Some(request) = request else {
            self.machine.nudge.notify_one();
            return;
        };
        // The answer in a private match waits for the machine, not the other way round.
        if machine_is_to_move(loaded) && !loaded.is_private() {
            let held = (self.sources.clock.now(), loaded.id);
            self.machine
                .lock()
                .answers
                .insert(request.interaction, held);
        }
    }

    /// Records the id that a request's new match was given.
    pub(super) fn hold_machine_in(&self, request: Request, game: GameId) {
        if let Some((_, held)) = self.machine.lock().answers.get_mut(&request.interaction) {
            *held = game;
        }
    }

    /// Waits until it is no machine's turn in a match, at most as long as `longest`. Returns false if it still is.
    ///
    /// # Errors
    /// [`AppError::Internal`]; the board cannot be worked out.
    pub async fn machine_has_moved(
        &self,
        game: GameId,
        longest: Duration,
    ) -> Result<bool, AppError> {
        let waiting = async {
            self.machine.nudge.notify_one();
            let mut moved = self.machine.moved.subscribe();
            loop {
                if !machine_is_to_move(&*self.load(game).await?) {
                    return Ok(());
                }
                // Only a move in this match is worth a look: hundreds may wait. Another process tells nobody.
                let here = async { while moved.recv().await.is_ok_and(|other| other != game) {} };
                let _ = timeout(LOOKED_AGAIN, here).await;
            }
        };
        match timeout(longest, waiting).await {
            Ok(moved) => moved.map(|()| true),
            Err(_) => Ok(false),
        }
    }

    /// Returns the matches in which the machine must move and nobody works on it, except those of `working`.
    async fn owed(&self, working: &[GameId]) -> Result<Vec<GameId>, AppError> {
        let now = self.sources.clock.now();
        let mut except = working.to_vec();
        {
            let mut known = self.machine.lock();
            known
                .answers
                .retain(|_, (since, _)| (0..LONGEST_ANSWER).contains(&(now - *since)));
            except.extend(known.answers.values().map(|(_, game)| *game));
        }
        if except.contains(&NEW) {
            // A match that is being stored at this moment could be among those found.
            return Ok(Vec::new());
        }
        except.extend(self.failing.left_alone(now));
        let room = u32::try_from(IN_WORK.saturating_sub(working.len())).unwrap_or_default();
        Ok(self.store.owed_by_machine(&except, room, now).await?)
    }

    /// Makes all moves that the machine owes and that need not wait for an answer. Returns the number made.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub fn make_machine_moves(&self) -> BoxFuture<'_, Result<usize, AppError>> {
        Box::pin(async move {
            let mut made = 0;
            loop {
                let owed = self.owed(&[]).await?;
                if owed.is_empty() {
                    return Ok(made);
                }
                for game in owed {
                    made += usize::from(self.machine_moves_in(game).await);
                }
            }
        })
    }

    /// Makes the machine's moves without end: looks for them every `pause`, and after every answer. Notifies
    /// `outbox_filled` after each move.
    pub async fn make_machine_moves_always(&self, outbox_filled: &Notify, pause: Duration) {
        let mut working: Vec<GameId> = Vec::new();
        let (mut thoughts, mut ended) = (FuturesUnordered::new(), Vec::new());
        loop {
            for (game, moved) in ended.drain(..) {
                working.retain(|other| *other != game);
                if moved {
                    outbox_filled.notify_one();
                }
            }
            match meanwhile(self.owed(&working), &mut thoughts, &mut ended).await {
                Ok(owed) => {
                    for game in owed {
                        working.push(game);
                        thoughts.push(async move { (game, self.machine_moves_in(game).await) });
                    }
                }
                Err(refusal) => {
                    tracing::error!(%refusal, "it is not known where the machine is to move; it is tried again");
                }
            }
            // A match in which the machine moved during the look may need the machine again, and was left out of it.
            if !ended.is_empty() {
                continue;
            }
            tokio::select! {
                Some(done) = thoughts.next(), if !thoughts.is_empty() => ended.push(done),
                () = self.machine.nudge.notified() => {}
                () = sleep(pause) => {}
            }
        }
    }

    /// Makes the machine's move in a match if it is its turn; true if it did.
    async fn machine_moves_in(&self, game: GameId) -> bool {
        let moved = self.machine_move(game).await;
        self.store.release(ClaimKind::Machine, &[game.0]).await;
        // Nobody may be waiting.
        let _ = self.machine.moved.send(game);
        match moved {
            Ok(moved) => {
                self.failing.recovered(game);
                moved
            }
            // The match has changed meanwhile: the search starts again from its new position.
            Err(AppError::Stale(_)) => false,
            Err(refusal) => {
                let seconds = self.failing.leave_alone(game, self.sources.clock.now());
                tracing::error!(game = game.0, %refusal, seconds, "the machine could not move and is tried again later");
                false
            }
        }
    }

    async fn machine_move(&self, game: GameId) -> Result<bool, AppError> {
        let loaded = self.load(game).await?;
        let Some((seat, user)) = loaded.next().first().copied() else {
            return Ok(false);
        };
        let Some(level) = user.machine_level() else {
            return Ok(false);
        };
        if let Some(replay_error) = &loaded.replay_error {
            return Err(AppError::Plain(replay_error.sentence()));
        }
        let ply = Precondition::Ply(loaded.state.ply());
        let text = match self.gives_up(&loaded, seat, level).await? {
            true => None,
            false => self.thought_of(&loaded, level).await?,
        };
        let moved = self
            .change(Trigger::Machine, game, ply, move |pending, _| match &text {
                Some(text) => make_move(pending, seat, user, text),
                None => resign(pending, seat, user),
            })
            .await;
        moved.map(|match_view| {
            if match_view.phase == crate::app::Phase::Playing {
                return;
            }
            self.machine.lock().failures.remove(&game);
        })?;
        Ok(true)
    }

    /// Returns the move to make; `None` if the machine resigns because it has failed to find one too often.
    async fn thought_of(
        &self,
        loaded: &Arc<LoadedMatch>,
        level: &'static Level,
    ) -> Result<Option<String>, AppError> {
        let game = loaded.id;
        let board = loaded.game.umpire().boxed_clone();
        let ply = loaded.state.ply();
        let pieces = run_blocking({
            // Only visible pieces count, so that the machine's delay does not reveal how many are hidden.
            let seen = board.seen_by(Viewer::Public);
            move || pieces(&seen.scene(&View::default()))
        })
        .await?;
        let seed = game.0.cast_unsigned();
        let work = move |stop: &AtomicBool| {
            if board.hides() {
                unseen::choose(board.as_ref(), seed, ply)
            } else {
                choose(board.as_ref(), level, seed, stop)
            }
        };
        let found = self.machine.queue.think(Urgency::Move(pieces), work).await;
        match found {
            Ok(Some(text)) => return Ok(Some(text)),
            Err(Failed::Stopped | Failed::Full) => return Err(AppError::Stale(String::new())),
            Ok(None) | Err(Failed::Crashed) => {}
        }
        let failures = {
            let mut known = self.machine.lock();
            let failures = known.failures.entry(game).or_default();
            *failures += 1;
            *failures
        };
        let first = loaded.game.umpire().legal().into_iter().next();
        tracing::error!(
            game = game.0,
            level = level.number,
            failures,
            crashed = found.is_err(),
            "the machine has found no move and plays the first legal one"
        );
        Ok(first.filter(|_| failures <= FAILURES))
    }

    /// Returns the machine's votes on an offer, one row for each of its seats: it agrees to any takeback and rematch,
    /// and to a draw if its position is worse.
    ///
    /// # Errors
    /// The machine declines the draw.
    pub(super) async fn machine_votes(
        &self,
        loaded: &LoadedMatch,
        kind: OfferKind,
        now: i64,
    ) -> Result<Vec<OfferRow>, AppError> {
        let seats = match kind {
            OfferKind::Rematch => loaded.kind.all_seats().collect(),
            OfferKind::Draw | OfferKind::Takeback => still_in(loaded),
        };
        let mut votes = Vec::new();
        for seat in seats {
            let Some(user) = loaded.state.owner(seat) else {
                continue;
            };
            let Some(level) = user.machine_level() else {
                continue;
            };
            if kind == OfferKind::Draw && !self.takes_draw(loaded, seat, level).await? {
                return Err(AppError::Plain(format!(
                    "{} does not agree to a draw: it plays on.",
                    crate::app::texts::mention(user)
                )));
            }
            votes.push(consent(loaded, kind.key(), user, seat, now));
        }
        Ok(votes)
    }

    /// Makes the machine resign if the person who plays alone against it asks, and a search proves that it will be
    /// mated; `None` in any other match.
    ///
    /// # Errors
    /// The machine plays on.
    pub(super) async fn ask_machine_to_resign(
        &self,
        request: Request,
        game: GameId,
        since: Precondition,
    ) -> Result<Option<crate::app::MatchView>, AppError> {
        let loaded = self.load(game).await?;
        let state = &loaded.state;
        if state.only_person() != Some(request.user) || *state.phase() != Phase::Playing {
            return Ok(None);
        }
        let mut machines = loaded
            .kind
            .all_seats()
            .filter(|seat| state.is_machine(*seat));
        let (Some(seat), None) = (machines.next(), machines.next()) else {
            return Err(AppError::Plain(
                "You can ask the machine to resign only in a game of two.".to_owned(),
            ));
        };
        let user = state.owner(seat).ok_or(AppError::Internal)?;
        if loaded.hides {
            return Err(AppError::Plain(format!(
                "{} plays on: it does not see every piece either.",
                crate::app::texts::mention(user)
            )));
        }
        if since.ply().is_none() {
            self.must_have_seen(request, &loaded).await?;
        }
        let ply = state.ply();
        let board = loaded.game.umpire().boxed_clone();
        let value = run_blocking(move || value_for(board.as_ref(), seat, PROOF)).await?;
        if value > -engine::PROVEN {
            return Err(AppError::Plain(format!(
                "{} plays on: it does not see that it is mated.",
                crate::app::texts::mention(user)
            )));
        }
        let since = Precondition::Ply(since.ply().unwrap_or(ply));
        let resigned = self.change(Trigger::Request(request), game, since, move |pending, _| {
            resign(pending, seat, user)
        });
        resigned.await.map(Some)
    }

    async fn takes_draw(
        &self,
        loaded: &LoadedMatch,
        seat: Seat,
        level: &Level,
    ) -> Result<bool, AppError> {
        // A search would see the hidden pieces.
        if loaded.hides || *loaded.state.phase() != Phase::Playing {
            return Ok(false);
        }
        let (board, level) = (loaded.game.umpire().boxed_clone(), *level);
        let moves = loaded.state.moves();
        let value = move || value_for(board.as_ref(), seat, JUDGED);
        run_blocking(move || takes_draw(&level, moves, value)).await
    }
}

/// True if it is a machine's turn.
fn machine_is_to_move(loaded: &LoadedMatch) -> bool {
    let turn = loaded.state.turn();
    *loaded.state.phase() == Phase::Playing
        && turn.is_some_and(|turn| loaded.state.is_machine(turn))
}

/// Returns the machine's move in a position; `None` if the game is over or waits for chance.
fn choose(game: &dyn Game, level: &'static Level, seed: u64, stop: &AtomicBool) -> Option<String> {
    let mut request = engine::Request::at_level(level, seed);
    request.limits = request.limits.until(stop);
    game.search(&request).map(|found| found.text)
}

/// Returns the number of pieces that a picture shows on its boards.
fn pieces(scene: &Scene) -> usize {
    let cells = scene
        .grids
        .iter()
        .flat_map(|grid| grid.cells.iter().flatten());
    cells
        .filter(|cell| cell.token.as_ref().is_some_and(|token| !token.ghost))
        .count()
}
