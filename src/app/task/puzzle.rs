//! Puzzles for one person: choosing the next one, judging answers, and the person's rating.

use std::collections::HashSet;

use futures_util::future::BoxFuture;

use super::goal::{broken, closing, first_rating, goal, moves_left, start};
use super::mining::listed_from;
use super::view::{SoloTask, TaskState, TaskView, alt, gone, seen_by_mover};
use crate::app::texts::{seat_label, title};
use crate::app::{App, AppError, Request, run_blocking};
use crate::engine::puzzles::{Verdict, judge};
use crate::games::puzzles::{Listed, all, find};
use crate::games::{self, GAMES};
use crate::match_state::{Rating, UserId};
use crate::rules::wording::small;
use crate::rules::{Game, Played};
use crate::store::{PuzzleRow, PuzzleState, RatedAnswer};

/// Number of puzzles near a person's rating among which the next one is drawn.
const NEAR: usize = 8;

impl App {
    /// Returns the next puzzle for a person: one that is begun, or an unseen one near the person's rating. `key` is the
    /// game's, if one is chosen.
    ///
    /// # Errors
    /// No such game, or no puzzle is left.
    pub async fn next_puzzle(
        &self,
        request: Request,
        key: Option<&str>,
    ) -> Result<TaskView, AppError> {
        if key.is_some_and(|key| games::find(key).is_none()) {
            return Err(AppError::Plain("There is no such game.".to_owned()));
        }
        let met = self.store.puzzles_met(request.user).await?;
        let wanted = |listed: &Listed| key.is_none_or(|key| listed.kind.key == key);
        let begun = met.iter().find(|(_, state)| *state == PuzzleState::Open);
        let begun = match begun {
            Some((id, _)) => self.listed(*id).await?.filter(wanted),
            None => None,
        };
        if let Some(begun) = begun {
            let row = self.store.puzzle(request.user, begun.id).await?;
            let ply = row.map_or(0, |row| row.plies());
            return self.puzzle(request, begun.id, ply).await;
        }
        let none = "You have met all the puzzles that I have. More games make more puzzles.";
        self.unseen_puzzle(request, key, &met, |_| true, none).await
    }

    /// Sets a person another puzzle of the game and the theme of one: an unseen one near the person's rating.
    ///
    /// # Errors
    /// No such puzzle, or none of its kind is left.
    pub async fn another_puzzle(&self, request: Request, id: u64) -> Result<TaskView, AppError> {
        let listed = self.listed(id).await?.ok_or_else(gone)?;
        let theme = listed.puzzle.theme;
        let alike = |other: &Listed| other.puzzle.theme == theme;
        let none = "You have met all the puzzles of this kind. `/puzzle` sets you another kind.";
        let met = self.store.puzzles_met(request.user).await?;
        self.unseen_puzzle(request, Some(listed.kind.key), &met, alike, none)
            .await
    }

    /// Sets a person a puzzle near the person's rating that is not among those `met`, of the game with this key or of
    /// all games; `none` is the refusal if none is left.
    async fn unseen_puzzle(
        &self,
        request: Request,
        key: Option<&str>,
        met: &[(u64, PuzzleState)],
        wanted: impl Fn(&Listed) -> bool,
        none: &str,
    ) -> Result<TaskView, AppError> {
        let own = self.store.puzzler(request.user).await?.unwrap_or_default();
        let mined = self.mined(key).await?;
        let met: HashSet<u64> = met.iter().map(|(id, _)| *id).collect();
        let of_game = |listed: &&Listed| key.is_none_or(|key| listed.kind.key == key);
        let mut fresh: Vec<&Listed> = all()
            .iter()
            .filter(of_game)
            .chain(&mined)
            .filter(|listed| wanted(listed) && !met.contains(&listed.id))
            .collect();
        if fresh.is_empty() {
            return Err(AppError::Plain(none.to_owned()));
        }
        let far = |listed: &&Listed| (first_rating(&listed.puzzle).rating - own.rating).abs();
        // Puzzles of the same rating come in a random order, so that not everybody begins with the same one.
        self.sources.chance.shuffle(&mut fresh);
        fresh.sort_by(|one, other| far(one).total_cmp(&far(other)));
        fresh.truncate(NEAR);
        let drawn = *self.sources.chance.pick(&fresh).unwrap_or(&fresh[0]);
        self.begin_puzzle(request, drawn.id).await
    }

    /// Sets a person a certain puzzle; one seen before is in the state in which it was left.
    ///
    /// # Errors
    /// No such puzzle.
    pub async fn begin_puzzle(&self, request: Request, id: u64) -> Result<TaskView, AppError> {
        let listed = self.listed(id).await?.ok_or_else(gone)?;
        let now = self.sources.clock.now();
        self.store
            .begin_puzzle(request.user, id, listed.kind.key, now)
            .await?;
        let row = self.store.puzzle(request.user, id).await?;
        self.puzzle(request, id, row.map_or(0, |row| row.plies()))
            .await
    }

    /// Returns the puzzle with this id: one that comes with the program, or one mined here.
    async fn listed(&self, id: u64) -> Result<Option<Listed>, AppError> {
        if let Some(listed) = find(id) {
            return Ok(Some(listed.clone()));
        }
        let mined = self.store.mined_puzzle(id).await?;
        Ok(mined.as_ref().and_then(listed_from))
    }

    /// Returns the puzzles mined here, of the game with this key or of all games.
    async fn mined(&self, key: Option<&str>) -> Result<Vec<Listed>, AppError> {
        let mut all = Vec::new();
        for kind in GAMES {
            if key.is_none_or(|key| key == kind.key) {
                let mined = self.store.mined_puzzles(kind.key).await?;
                all.extend(mined.iter().filter_map(listed_from));
            }
        }
        Ok(all)
    }

    /// Returns a view of a person's puzzle in its current state.
    pub(in crate::app) async fn puzzle(
        &self,
        request: Request,
        id: u64,
        ply: u8,
    ) -> Result<TaskView, AppError> {
        let (listed, row) = self.own_puzzle(request, id, ply).await?;
        run_blocking(move || -> Result<TaskView, AppError> {
            let game = played(&listed, &row)?;
            let lines = vec![goal_line(&listed, &row)];
            let state = match row.state {
                PuzzleState::Open => TaskState::Open,
                PuzzleState::Solved | PuzzleState::Shown => TaskState::Done,
            };
            task_view(&listed, &row, &*game, lines, state)
        })
        .await?
    }

    /// Returns the position of a person's puzzle, if it is at the ply of the button.
    pub(in crate::app) async fn puzzle_game(
        &self,
        request: Request,
        id: u64,
        ply: u8,
    ) -> Result<Box<dyn Game>, AppError> {
        let (listed, row) = self.own_puzzle(request, id, ply).await?;
        run_blocking(move || played(&listed, &row)).await?
    }

    fn own_puzzle(
        &self,
        request: Request,
        id: u64,
        ply: u8,
    ) -> BoxFuture<'_, Result<(Listed, PuzzleRow), AppError>> {
        Box::pin(async move {
            let listed = self.listed(id).await?.ok_or_else(gone)?;
            let row = self.store.puzzle(request.user, id).await?;
            let row = row.ok_or_else(|| {
                AppError::Plain(
                    "This is somebody else's puzzle. `/puzzle` sets you your own.".to_owned(),
                )
            })?;
            if row.plies() != ply {
                return Err(AppError::Stale(
                    "You have gone on in this puzzle since then. `/puzzle` shows it as it is now."
                        .to_owned(),
                ));
            }
            Ok((listed, row))
        })
    }

    /// Judges a move in a person's puzzle by search, and plays the opponent's reply.
    pub(in crate::app) async fn answer_puzzle(
        &self,
        request: Request,
        id: u64,
        ply: u8,
        text: &str,
    ) -> Result<TaskView, AppError> {
        let (listed, row) = self.own_puzzle(request, id, ply).await?;
        if row.state != PuzzleState::Open {
            return self.puzzle(request, id, ply).await;
        }
        let first = first_rating(&listed.puzzle);
        let (before, text) = (row.clone(), text.to_owned());
        let judged = run_blocking(move || answered(&listed, before, &text)).await??;
        let Judged {
            task_view,
            row: after,
        } = judged;
        if after == row {
            return Ok(task_view);
        }
        let now = self.sources.clock.now();
        let rated = !row.missed && (after.missed || after.state == PuzzleState::Solved);
        let won = after.state == PuzzleState::Solved;
        let rating = self
            .asked(request)
            .answer_puzzle(request.user, id, &row, &after, now, rated.then_some(first))
            .await?;
        let mut task_view = task_view;
        if let Some(rated) = rating
            && won
        {
            task_view.lines.push(rating_line(&rated));
        }
        Ok(task_view)
    }

    /// Shows a person the solution of a puzzle, which then counts as missed.
    ///
    /// # Errors
    /// No such puzzle, or it has gone on.
    pub async fn show_solution(
        &self,
        request: Request,
        id: u64,
        ply: u8,
    ) -> Result<TaskView, AppError> {
        let (listed, row) = self.own_puzzle(request, id, ply).await?;
        if row.state != PuzzleState::Open {
            return self.puzzle(request, id, ply).await;
        }
        let after = PuzzleRow {
            state: PuzzleState::Shown,
            missed: true,
            ..row.clone()
        };
        let first = (!row.missed).then(|| first_rating(&listed.puzzle));
        let now = self.sources.clock.now();
        self.asked(request)
            .answer_puzzle(request.user, id, &row, &after, now, first)
            .await?;
        run_blocking(move || -> Result<TaskView, AppError> {
            let mut game = start(&listed)?;
            let mut lines = vec!["The solution:".to_owned()];
            for text in &listed.puzzle.solution {
                let seat = seat_label(listed.kind, game.turn());
                match game.play(text) {
                    Ok(played) => {
                        lines.push(format!("{seat} plays {}.", in_notation_and_words(&played)))
                    }
                    Err(_) => break,
                }
            }
            lines.push(closing(&listed));
            task_view(&listed, &after, &*game, lines, TaskState::Done)
        })
        .await?
    }

    /// Returns a person's rating at puzzles; `None` before the first.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn puzzle_rating(&self, user: UserId) -> Result<Option<Rating>, AppError> {
        Ok(self.store.puzzler(user).await?)
    }
}

/// The result of an answer.
struct Judged {
    task_view: TaskView,
    row: PuzzleRow,
}

fn answered(listed: &Listed, row: PuzzleRow, text: &str) -> Result<Judged, AppError> {
    let game = played(listed, &row)?;
    let puzzle = &listed.puzzle;
    let mut after = game.boxed_clone();
    let made = match after.play(text) {
        Ok(made) => made,
        // An illegal move does not count as a try.
        Err(refused) => {
            let lines = vec![format!("❌ {}", refused.sentence), goal_line(listed, &row)];
            let task_view = task_view(listed, &row, &*game, lines, TaskState::Missed)?;
            return Ok(Judged { task_view, row });
        }
    };
    let expected = puzzle.solution.get(usize::from(row.plies()));
    let left = moves_left(puzzle.kind, row.plies());
    let verdict = judge(
        &*game,
        puzzle.kind,
        left,
        expected.map(String::as_str),
        &made.canonical,
    )?;
    let seat = seat_label(listed.kind, after.turn());
    let words = bare_words(&made);
    let right = format!("`{}` is right: {words}", made.display);
    let mut next = row.clone();
    let (shown, lines, state): (Box<dyn Game>, _, _) = match verdict {
        Verdict::Solved => {
            next.line.push(made.canonical);
            next.state = PuzzleState::Solved;
            let lines = vec![format!("✅ {right}. {}", closing(listed))];
            (after, lines, TaskState::Done)
        }
        Verdict::Right(reply) => {
            next.line.push(made.canonical);
            let answer = after.play(&reply).map_err(|_| broken())?;
            next.line.push(answer.canonical.clone());
            let lines = vec![
                format!(
                    "✅ {right}. {seat} plays {}.",
                    in_notation_and_words(&answer)
                ),
                goal_line(listed, &next),
            ];
            (after, lines, TaskState::Open)
        }
        Verdict::Wrong(reply) => {
            next.missed = true;
            let why = match reply.and_then(|reply| after.play(&reply).ok()) {
                Some(answer) => format!("{seat} answers {}.", in_notation_and_words(&answer)),
                None => "The game would be over.".to_owned(),
            };
            let lines = vec![
                format!(
                    "❌ `{}` ({words}) does not do it. {why} Try again.",
                    made.display
                ),
                goal_line(listed, &row),
            ];
            (game, lines, TaskState::Missed)
        }
    };
    let task_view = task_view(listed, &next, &*shown, lines, state)?;
    Ok(Judged {
        task_view,
        row: next,
    })
}

/// Returns a move in notation and in words, without a full stop.
fn in_notation_and_words(played: &Played) -> String {
    format!("`{}`: {}", played.display, bare_words(played))
}

fn bare_words(played: &Played) -> String {
    small(played.words.trim_end_matches('.'))
}

/// Returns the puzzle's position after the moves made in it.
fn played(listed: &Listed, row: &PuzzleRow) -> Result<Box<dyn Game>, AppError> {
    let mut game = start(listed)?;
    for text in &row.line {
        game.play(text).map_err(|_| gone())?;
    }
    Ok(game)
}

fn goal_line(listed: &Listed, row: &PuzzleRow) -> String {
    format!("**{}**", goal(listed, row.plies()))
}

/// Returns the effects of a rated answer in words.
fn rating_line(rated: &RatedAnswer) -> String {
    let (before, after) = (rated.before.rating.round(), rated.after.rating.round());
    let rating = format!("Your puzzle rating: {after} ({:+}).", after - before);
    match rated.streak {
        0..=1 => rating,
        streak => format!(
            "{rating} {streak} in a row, your best is {}.",
            rated.best_streak
        ),
    }
}

fn task_view(
    listed: &Listed,
    row: &PuzzleRow,
    game: &dyn Game,
    lines: Vec<String>,
    state: TaskState,
) -> Result<TaskView, AppError> {
    let heading = format!("{}, puzzle", title(listed.kind, &listed.options));
    // The board is shown from the solver's side, after the last move too.
    let view = seen_by_mover(&*start(listed)?);
    Ok(TaskView {
        task: SoloTask::Puzzle {
            id: listed.id,
            ply: row.plies(),
        },
        key: listed.kind.key,
        alt: alt(&heading, game),
        heading,
        lines,
        state,
        scene: game.scene(&view),
        of: 0,
        then: None,
    })
}
