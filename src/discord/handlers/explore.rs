//! Thinking in private: moves tried on a board of one's own, played or made a plan, and a move seen before it is made.

use super::play::Show;
use super::{Answer, Asker, Handlers, InvokedFrom};
use crate::app::{AppError, MatchRef, MatchView, Side};
use crate::discord::custom_id::ExplorePress;
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::match_state::GameId;
use crate::notation::is_bare_square;

impl Handlers {
    /// `message` is the text of the message that the button is on.
    pub(super) async fn press_explore(
        &self,
        asker: Asker,
        press: ExplorePress,
        message: &str,
    ) -> Result<Answer, AppError> {
        match press {
            ExplorePress::Open { game, .. } => {
                let which = MatchRef::Game(game);
                let board = self.explore(asker, which, &[], 0, "").await;
                board.map(Answer::say)
            }
            ExplorePress::Look { game, ply, at } => {
                let (which, line) = (MatchRef::At(game, ply), board::line_of(message));
                let board = self.explore(asker, which, &line, usize::from(at), "").await;
                board.map(Answer::update)
            }
            ExplorePress::Try {
                game,
                ply,
                at,
                text,
            } => {
                self.try_move(asker, (game, ply), usize::from(at), &text, message)
                    .await
            }
            ExplorePress::PlayLine { game, ply } => {
                self.play_line(asker, (game, ply), message).await
            }
            ExplorePress::PlanLine { game, ply } => {
                self.plan_line(asker, (game, ply), message).await
            }
            // A menu, which `request::component` has turned into what it chooses.
            ExplorePress::TryMenu { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        }
    }

    /// A private board with a line on it, after `at` of its moves; `typed` is what has been chosen of the next.
    pub(super) async fn explore(
        &self,
        asker: Asker,
        which: MatchRef,
        line: &[String],
        at: usize,
        typed: &str,
    ) -> Result<Reply, AppError> {
        let request = asker.request;
        let explored = self.app.explore(request, which, line, at).await?;
        if let MatchRef::At(_, ply) = which
            && ply < explored.ply
            && !line.is_empty()
        {
            return Err(AppError::Stale(texts::LINE_STALE.to_owned()));
        }
        let game = MatchRef::Game(explored.game);
        let part = explored.line.get(..explored.at).unwrap_or_default();
        let next = if explored.turn.is_some() && explored.chance.is_empty() {
            self.app.complete_line(request, game, part, typed).await
        } else {
            Vec::new()
        };
        let match_view = self.app.show(request, game, Side::Own, None).await?;
        let plays = match_view
            .seats
            .iter()
            .any(|(_, user)| *user == Some(request.user));
        let mine = plays.then(|| Self::is_next(asker, &match_view));
        let drawn = self.picture(&explored.scene).await;
        Ok(board::explored(&explored, typed, &next, mine, drawn))
    }

    /// The next move of a line, or a part of one, taken from the menu of a private board.
    pub(super) async fn try_move(
        &self,
        asker: Asker,
        (game, ply): (GameId, u32),
        at: usize,
        text: &str,
        message: &str,
    ) -> Result<Answer, AppError> {
        let which = MatchRef::At(game, ply);
        let mut line = board::line_of(message);
        line.truncate(at);
        let reply = match text.strip_prefix('=') {
            Some(whole) => {
                line.push(whole.to_owned());
                let at = line.len();
                self.explore(asker, which, &line, at, "").await?
            }
            None => {
                let typed = text.strip_prefix('~').unwrap_or_default();
                self.explore(asker, which, &line, at, typed).await?
            }
        };
        Ok(Answer::update(reply))
    }

    /// Plays the first move of the line.
    pub(super) async fn play_line(
        &self,
        asker: Asker,
        (game, ply): (GameId, u32),
        message: &str,
    ) -> Result<Answer, AppError> {
        let line = board::line_of(message);
        let first = line.first();
        let first = first.ok_or_else(|| AppError::Plain(texts::LINE_EMPTY.to_owned()))?;
        self.make_move(asker, MatchRef::At(game, ply), first, InvokedFrom::Question)
            .await
    }

    /// Makes a plan of the line.
    pub(super) async fn plan_line(
        &self,
        asker: Asker,
        (game, ply): (GameId, u32),
        message: &str,
    ) -> Result<Answer, AppError> {
        let request = asker.request;
        let which = MatchRef::At(game, ply);
        let line = board::line_of(message);
        let match_view = self
            .app
            .show(request, MatchRef::Game(game), Side::Own, None)
            .await?;
        let mine = |index: usize| {
            let seat = match_view.seats.get(index);
            seat.is_some_and(|(_, user)| *user == Some(request.user))
        };
        if !match_view
            .seats
            .iter()
            .any(|(_, user)| *user == Some(request.user))
        {
            return Err(AppError::Plain(texts::NOT_YOUR_LINE.to_owned()));
        }
        let mut steps: Vec<String> = Vec::new();
        let mut conditions: Vec<&str> = Vec::new();
        for (at, mv) in line.iter().enumerate() {
            let explored = self.app.explore(request, which, &line, at).await?;
            let own = explored.turn.is_some_and(|seat| mine(seat.index()));
            if !own {
                conditions.push(mv);
            } else if conditions.is_empty() {
                return Err(AppError::Plain(texts::NOTHING_TO_PLAN.to_owned()));
            } else {
                steps.push(format!("if {} then {mv}", conditions.join(" and ")));
                conditions.clear();
            }
        }
        if steps.is_empty() {
            return Err(AppError::Plain(texts::NOTHING_TO_PLAN.to_owned()));
        }
        // What was planned before still holds; the new line is tried first.
        let line = steps.join(" then ");
        let plan = self.app.add_to_plan(request, which, &line).await?;
        Ok(Answer::update(board::plan(&plan)))
    }

    /// A move before it is made, where it is to be shown first; `None` where it is to be made at once, and where it
    /// cannot be made: the reason is told when it is tried.
    pub(super) async fn preview(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
        show: Show,
    ) -> Result<Option<Answer>, AppError> {
        let suggestions = self
            .app
            .suggestions(asker.request, which, crate::app::Purpose::Move)
            .await;
        let Ok((game, _)) = suggestions else {
            return Ok(None);
        };
        let match_view: MatchView = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None)
            .await?;
        let stale = matches!(which, MatchRef::At(_, ply) if ply != match_view.ply);
        if stale || !Self::is_next(asker, &match_view) {
            return Ok(None);
        }
        let (wanted, first) = self.previews(asker, &match_view).await?;
        let line = [text.to_owned()];
        let Ok(explored) = self
            .app
            .explore(asker.request, MatchRef::Game(game), &line, 1)
            .await
        else {
            return Ok(None);
        };
        let hasty = is_bare_square(text) && !explored.line.iter().all(|mv| mv.starts_with('P'));
        if show == Show::AsSet && !wanted && !hasty {
            return Ok(None);
        }
        let hint = match (wanted && first, hasty) {
            (true, _) => Some(texts::PREVIEW_HINT),
            (false, true) => Some(texts::BARE_SQUARE),
            (false, false) => None,
        };
        let drawn = self.picture(&explored.scene).await;
        Ok(board::preview(&explored, &match_view, hint, drawn).map(Answer::say))
    }
}
