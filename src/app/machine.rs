//! The machine as an opponent: games against it, and its moves.
//!
//! What it owes is stored nowhere: a match in which it is its turn waits for it. Such matches are looked up at the
//! start, after every answer and at every tick, thought about in the [`queue`], off the way of every answer, and written
//! only if nothing has happened meanwhile; so a kill loses no move and no move is made twice.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Notify;
use tokio::time::sleep;

use super::change::{Precondition, Trigger};
use super::consent::consent;
use super::loaded::LoadedMatch;
use super::moves::{make_move, resign};
use super::seats::still_in;
use super::{App, AppError, OfferKind, Request, run_blocking};
use crate::engine::{self, Level, unseen};
use crate::match_state::{DAY, GameId, Phase};
use crate::rules::{Game, Seat, Viewer};
use crate::scene::{Scene, View};
use crate::store::{ClaimKind, OfferRow};

mod games;
mod hint;
mod memory;
mod queue;
mod review;

pub use games::MachineGame;
pub use hint::{FirstHint, Hint};
pub(super) use memory::Machine;
pub(super) use queue::{Failed, Urgency};
pub use review::{Review, ReviewNote};

/// After how long without a move a game against the machine counts no more among those of its player, in seconds.
pub(super) const ASLEEP: i64 = 14 * DAY;

/// How many matches are thought about or wait for a thread at a time; the others wait where they are stored.
const IN_WORK: usize = 64;

/// How long an answer to a person is waited for before the machine moves, in seconds.
const LONGEST_ANSWER: i64 = 30;

/// How often the machine may find no move in a match, until it resigns.
const FAILURES: u32 = 2;

/// How many positions are looked at where nobody plays any more but the machine.
const NODES_AMONG_MACHINES: u64 = 1_000;

/// After how many moves of a match the machine gives up where nobody plays any more but itself.
const MOST_MOVES_AMONG_MACHINES: u32 = 1_000;

/// How many positions are looked at to judge an offered draw: somebody waits for the answer.
const JUDGED: u64 = 5_000;

/// How many positions are looked at where somebody asks the machine to resign.
const PROOF: u64 = 20_000;

/// The machine accepts a draw from this level on.
const DRAWS_FROM: u8 = 3;

/// The machine accepts a draw where it values its position below this, in hundredths of a pawn.
const DRAWS_BELOW: i32 = -50;

/// The number of a match that is not stored yet.
const NEW: GameId = GameId(0);

impl App {
    /// A request is about to bring a match to the machine's turn: its answer goes out first.
    pub(super) fn hold_machine(&self, request: Option<Request>, loaded: &LoadedMatch) {
        let Some(request) = request else {
            self.machine.nudge.notify_one();
            return;
        };
        if loaded
            .state
            .turn()
            .is_some_and(|turn| loaded.state.is_machine(turn))
        {
            let held = (self.sources.clock.now(), loaded.id);
            self.machine
                .lock()
                .answers
                .insert(request.interaction, held);
        }
    }

    /// The match that a request has made has a number now.
    pub(super) fn hold_machine_in(&self, request: Request, game: GameId) {
        if let Some((_, held)) = self.machine.lock().answers.get_mut(&request.interaction) {
            *held = game;
        }
    }

    /// An answer has gone out.
    pub(super) fn release_machine(&self, interaction: u64) {
        if self.machine.lock().answers.remove(&interaction).is_some() {
            self.machine.nudge.notify_one();
        }
    }

    /// The matches in which the machine is to move and nobody works at it, without those of `working`.
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
            // One that is being stored at this moment is not to be taken for one that waits.
            return Ok(Vec::new());
        }
        except.extend(self.failing.left_alone(now));
        let room = u32::try_from(IN_WORK.saturating_sub(working.len())).unwrap_or_default();
        Ok(self.store.owed_by_machine(&except, room, now).await?)
    }

    /// Makes every move that the machine owes and that no answer goes before. Returns how many it has made.
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

    /// Makes the machine's moves for ever: looks for them every `pause`, and whenever an answer has gone out.
    /// `outbox_filled` is woken when one has put something into the outbox.
    pub async fn make_machine_moves_always(&self, outbox_filled: &Notify, pause: Duration) {
        let mut working: Vec<GameId> = Vec::new();
        let mut thoughts = FuturesUnordered::new();
        loop {
            match self.owed(&working).await {
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
            tokio::select! {
                Some((game, moved)) = thoughts.next(), if !thoughts.is_empty() => {
                    working.retain(|other| *other != game);
                    if moved {
                        outbox_filled.notify_one();
                    }
                }
                () = self.machine.nudge.notified() => {}
                () = sleep(pause) => {}
            }
        }
    }

    /// Makes the machine's move in a match, if it is its turn; says whether it did.
    async fn machine_moves_in(&self, game: GameId) -> bool {
        let moved = self.machine_move(game).await;
        self.store.release(ClaimKind::Machine, &[game.0]).await;
        match moved {
            Ok(moved) => {
                self.failing.recovered(game);
                moved
            }
            // Somebody did something meanwhile: it is thought about as it stands then.
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
        let text = self.thought_of(&loaded, level).await?;
        let moved = self
            .change(Trigger::Machine, game, ply, move |pending, _| match &text {
                Some(text) => make_move(pending, seat, user, text),
                None => resign(pending, seat, user),
            })
            .await;
        moved.map(|match_view| {
            if match_view.phase == super::Phase::Playing {
                return;
            }
            self.machine.lock().failures.remove(&game);
        })?;
        Ok(true)
    }

    /// The move to be made; `None` where it gives up because it has found none too often.
    async fn thought_of(
        &self,
        loaded: &Arc<LoadedMatch>,
        level: &'static Level,
    ) -> Result<Option<String>, AppError> {
        let game = loaded.id;
        let board = loaded.game.umpire().boxed_clone();
        let ply = loaded.state.ply();
        let pieces = run_blocking({
            // How many are hidden must not show in how long the machine waits for its turn to think.
            let seen = board.seen_by(Viewer::Public);
            move || pieces(&seen.scene(&View::default()))
        })
        .await?;
        let people = still_in(loaded);
        let people = people.iter().any(|seat| !loaded.state.is_machine(*seat));
        if !people && loaded.state.moves() > MOST_MOVES_AMONG_MACHINES {
            return Ok(None);
        }
        let nodes = level.nodes.min(if people {
            u64::MAX
        } else {
            NODES_AMONG_MACHINES
        });
        let seed = game.0.cast_unsigned();
        let work = move |stop: &AtomicBool| {
            if board.hides() {
                unseen::choose(board.as_ref(), seed, ply)
            } else {
                choose(board.as_ref(), level, nodes, seed, stop)
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

    /// What the machine says to something that is offered, one row for each of its seats: it takes back whatever it is
    /// asked to, plays again, and agrees to a draw where it stands worse.
    ///
    /// # Errors
    /// It declines.
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
                    super::texts::mention(user)
                )));
            }
            votes.push(consent(loaded, kind.key(), user, seat, now));
        }
        Ok(votes)
    }

    /// The machine resigns if somebody who plays against it alone asks it to and it has proven that it will be mated;
    /// `None` in any other match.
    ///
    /// # Errors
    /// It plays on.
    pub(super) async fn ask_machine_to_resign(
        &self,
        request: Request,
        game: GameId,
        since: Precondition,
    ) -> Result<Option<super::MatchView>, AppError> {
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
                super::texts::mention(user)
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
                super::texts::mention(user)
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
        // Where pieces are hidden, a search would see them.
        if loaded.hides || level.number < DRAWS_FROM || *loaded.state.phase() != Phase::Playing {
            return Ok(false);
        }
        let board = loaded.game.umpire().boxed_clone();
        let value = run_blocking(move || value_for(board.as_ref(), seat, JUDGED)).await?;
        Ok(value < DRAWS_BELOW)
    }
}

/// The machine's move in a position; `None` where the game is over or waits for chance.
fn choose(
    game: &dyn Game,
    level: &'static Level,
    nodes: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Option<String> {
    let found = game.search(&engine::Request {
        limits: engine::Limits {
            depth: level.plies(game.kind().seats.len()),
            stop: Some(stop),
            ..engine::Limits::nodes(nodes)
        },
        level: Some(level),
        seed,
        best: 1,
        only: None,
    });
    found.map(|found| found.text)
}

/// What a position is worth to a seat, in hundredths of a pawn: with two seats by a short search, else by the board.
fn value_for(game: &dyn Game, seat: Seat, nodes: u64) -> i32 {
    if game.kind().seats.len() > 2 {
        return game.evaluation(seat);
    }
    let limits = engine::Limits::nodes(nodes);
    let found = game.search(&engine::Request::strongest(limits));
    let best = found.as_ref().and_then(|found| found.best.first());
    match best {
        Some(best) if game.turn() == seat => best.value,
        Some(best) => -best.value,
        None => game.evaluation(seat),
    }
}

/// How many pieces a picture shows on its boards.
fn pieces(scene: &Scene) -> usize {
    let cells = scene
        .grids
        .iter()
        .flat_map(|grid| grid.cells.iter().flatten());
    cells
        .filter(|cell| cell.token.as_ref().is_some_and(|token| !token.ghost))
        .count()
}
