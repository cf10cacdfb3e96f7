//! Plans, or conditional moves: a player's answers to moves of any number of seats, entered beforehand and kept
//! private. "If Bxe5 then Qxe5; any other capture on e5: Rxe5."
//!
//! A plan has lines, separated by semicolons or line ends; the first that fits is played. A line is `if CONDITION then
//! ANSWER`, or shorter `CONDITION: ANSWER`, and may go on with `then if CONDITION then ANSWER`. If several players move
//! before the planner's next turn, their conditions are joined by `and`, in the order of play; a missing condition
//! accepts any move. A condition is a move, `any move`, or `any capture on e5`.
//!
//! In games with dice a line leaves every throw open: an answer is accepted if it is legal after some throw, and is
//! played if it is legal after the actual one. Otherwise the next line that fits is tried, so that a plan can have a
//! line for each throw; if none is left, the player is notified.

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::plan::line::{LINES, Line};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::seats_of;
use crate::app::{App, AppError, MatchRef, Purpose, Request, run_blocking};
use crate::match_state::{GameId, UserId};
use crate::rules::digest;
use crate::store::{PlanRow, StoreError};

mod follow;
mod line;
mod read;

pub(in crate::app) use follow::follow;

/// A player's plan for a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The match.
    pub game: GameId,
    /// The match's number of events.
    pub ply: u32,
    /// The remaining lines, in the order in which they are tried.
    pub lines: Vec<PlanLine>,
    /// True if a die decides which answers are legal when the time comes.
    pub dice: bool,
    /// The first line, counted from 0, that fits any move and has lines after it: those are tried only if its answer is
    /// not legal.
    pub catch_all: Option<usize>,
}

/// A line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// The line's number, which changes whenever the plan does.
    pub id: i64,
    /// The line's text as understood.
    pub text: String,
}

/// A change of one line of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlanEdit {
    /// Removes the line.
    Out,
    /// Moves the line to the front.
    First,
    /// Moves the line up by one.
    Up,
    /// Moves the line down by one.
    Down,
}

impl App {
    /// Replaces the user's plan; an empty text deletes it. Every line is checked.
    ///
    /// # Errors
    /// Not a player; it is the user's turn; a line cannot be read or is against the rules (the sentence names it); the
    /// match has gone on.
    pub fn plan<'a>(
        &'a self,
        request: Request,
        which: MatchRef,
        text: &'a str,
    ) -> BoxFuture<'a, Result<Plan, AppError>> {
        Box::pin(async move {
            let text = text.to_owned();
            self.change_plan(request, which, move |loaded, _| {
                read::plan(loaded, request, &text)
            })
            .await
        })
    }

    /// Adds lines to the end of the user's plan; the existing lines stay as they are.
    ///
    /// # Errors
    /// Those of [`App::plan`].
    pub async fn add_to_plan(
        &self,
        request: Request,
        which: MatchRef,
        text: &str,
    ) -> Result<Plan, AppError> {
        let text = text.to_owned();
        self.change_plan(request, which, move |loaded, mut rows| {
            rows.extend(read::plan(loaded, request, &text)?);
            Ok(rows)
        })
        .await
    }

    /// Removes or moves a line of the user's plan.
    ///
    /// # Errors
    /// Not a player; no such line in the current plan; the match has gone on.
    pub async fn edit_plan(
        &self,
        request: Request,
        which: MatchRef,
        line: i64,
        edit: PlanEdit,
    ) -> Result<Plan, AppError> {
        self.change_plan(request, which, move |_, mut rows| {
            let at = (0..rows.len()).find(|at| number(&rows, *at) == line);
            let at = at.ok_or_else(|| {
                AppError::Plain(
                    "That line is not in your plan any more. `/plan` shows what is.".to_owned(),
                )
            })?;
            let row = rows.remove(at);
            match edit {
                PlanEdit::Out => {}
                PlanEdit::First => rows.insert(0, row),
                PlanEdit::Up => rows.insert(at.saturating_sub(1), row),
                PlanEdit::Down => rows.insert((at + 1).min(rows.len()), row),
            }
            Ok(rows)
        })
        .await
    }

    /// Returns the user's plan for a match that the user plays: a match that is only over here, or a table that was
    /// closed, has none.
    ///
    /// # Errors
    /// No such match, no match of the user's, or several that fit.
    pub async fn planned(&self, request: Request, which: MatchRef) -> Result<Plan, AppError> {
        let game = self.find_match(request, which, Purpose::Own).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        self.plan_of(request.user, game).await
    }

    /// Replaces the user's lines by the result of `change`, unless the match has gone on.
    async fn change_plan<F>(
        &self,
        request: Request,
        which: MatchRef,
        change: F,
    ) -> Result<Plan, AppError>
    where
        F: FnOnce(&LoadedMatch, Vec<PlanRow>) -> Result<Vec<PlanRow>, AppError> + Send + 'static,
    {
        let user = request.user;
        let game = self.find_match(request, which, Purpose::Own).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        match which {
            MatchRef::At(_, ply) if !loaded.state.is_fresh(ply) => {
                return Err(self.stale(game, ply, user).await);
            }
            MatchRef::At(..) => {}
            MatchRef::Here | MatchRef::Game(_) => self.must_have_seen(request, &loaded).await?,
        }
        seats_of(&loaded, request)?;
        let ply = loaded.state.ply();
        let mut before = self.store.plans(game).await?;
        before.retain(|row| row.user == user);
        let rows = run_blocking(move || change(&loaded, before)).await??;
        if rows.len() > LINES {
            return Err(read::too_many_lines());
        }
        match self.asked(request).plan(game, ply, user, &rows).await {
            Err(StoreError::Changed) => return Err(self.stale(game, ply, user).await),
            done => done?,
        }
        self.plan_of(user, game).await
    }

    async fn plan_of(&self, user: UserId, game: GameId) -> Result<Plan, AppError> {
        let loaded = self.load(game).await?;
        let rows = self.store.plans(game).await?;
        let mine: Vec<PlanRow> = rows.into_iter().filter(|row| row.user == user).collect();
        let (mut lines, mut catch_all) = (Vec::new(), None);
        for (index, row) in mine.iter().enumerate() {
            // A line that cannot be read is never played, but it can be seen and removed.
            let line: Option<Line> = serde_json::from_str(&row.line).ok();
            if line.as_ref().is_some_and(Line::is_ready) {
                catch_all.get_or_insert(index);
            }
            lines.push(PlanLine {
                id: number(&mine, index),
                text: line.map_or_else(|| row.text.clone(), |line| line.written()),
            });
        }
        Ok(Plan {
            game,
            ply: loaded.state.ply(),
            catch_all: catch_all.filter(|index| index + 1 < lines.len()),
            lines,
            dice: loaded
                .kind
                .new_game(&loaded.options)
                .is_ok_and(|start| !start.chance().is_empty()),
        })
    }
}

/// Returns the number of a line of this plan, a digest of the whole plan: it changes whenever the plan does, and
/// reveals nothing about others' plans.
fn number(plan: &[PlanRow], at: usize) -> i64 {
    let lines: Vec<&str> = plan.iter().map(|row| row.line.as_str()).collect();
    let number = digest(&format!("{at}\n{}", lines.join("\n"))) >> 65;
    i64::try_from(number).unwrap_or_default()
}
