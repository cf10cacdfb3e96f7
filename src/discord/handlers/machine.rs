//! Games against the machine, hints, and reviews.

use super::{Answer, Asker, FollowUp, Handlers, InvokedFrom};
use crate::app::{AppError, MatchRef, MatchView, Phase, Remark, Request};
use crate::discord::commands::explore::line_of;
use crate::discord::custom_id::{At, MachineAction};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::match_state::GameId;

impl Handlers {
    pub(super) async fn machine_action(
        &self,
        asker: Asker,
        custom_id: MachineAction,
        message: &str,
    ) -> Result<Answer, AppError> {
        match custom_id {
            MachineAction::Levels(game) => {
                let levels = self.app.may_fill(asker.request, game).await?;
                Ok(Answer::say(board::levels(game, levels)))
            }
            MachineAction::Fill { game, level } => {
                let match_view = self.app.fill_with_machines(asker.request, game, level);
                self.filled(asker, &match_view.await?).await
            }
            MachineAction::Again { game, level } => {
                let match_view = self.app.play_machine_again(asker.request, game, level);
                let (match_view, done) = (match_view.await?, texts::MACHINE_AGAIN);
                let words = texts::done_elsewhere;
                Ok(self
                    .announce(asker, &match_view, done, words, InvokedFrom::Words)
                    .await)
            }
            MachineAction::Hint(At { game, ply }) => self.hint(asker, game, ply).await,
            MachineAction::Show(game) => self.show_everybody(asker, game).await,
            MachineAction::HintMove(At { game, ply }) => self.hint_move(asker, game, ply).await,
            MachineAction::Review(game) => {
                self.app.may_review(asker.request, game).await?;
                let request = asker.request;
                Ok(Answer::say(Reply::private(texts::REVIEWING))
                    .and(FollowUp::Review { request, game }))
            }
            MachineAction::GoOn { game, ply, level } => {
                let went_on = self.app.go_on_from(asker.request, game, ply, level);
                let (mut match_view, number) = went_on.await?;
                let (ply, text) = (match_view.ply, texts::goes_on_from(game, number));
                let from = Remark {
                    ply,
                    text,
                    lasts: false,
                };
                match_view.remarks.insert(0, from);
                let (done, words) = (texts::MACHINE_AGAIN, texts::done_elsewhere);
                Ok(self
                    .announce(asker, &match_view, done, words, InvokedFrom::Words)
                    .await)
            }
            MachineAction::HintLine { game, ply, at } => {
                let mut line = line_of(message);
                line.truncate(usize::from(at));
                let which = MatchRef::At(game, ply);
                let hint = self.app.hint(asker.request, which, &line).await?;
                Ok(Answer::say(Reply::private(texts::hint_line(&hint))))
            }
            // A menu, which `request::component` has turned into the chosen action.
            MachineAction::LevelMenu(_) => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        }
    }

    /// Shows a table whose free seats the machine has taken. A game that has begun is played where its table says.
    async fn filled(&self, asker: Asker, match_view: &MatchView) -> Result<Answer, AppError> {
        let row = self.app.store().row(match_view.game).await?;
        let done = texts::MACHINE_JOINED;
        if row.outside || match_view.phase != Phase::Playing {
            let words = texts::done_elsewhere;
            let announced = self.announce(asker, match_view, done, words, InvokedFrom::Question);
            return Ok(announced.await);
        }
        let drawn = self.draw(match_view).await;
        let mut then = self.begins_there(match_view, &row, drawn);
        let user = asker.request.user;
        if let FollowUp::BeginThere { reply, .. } = &mut then
            && match_view.next.iter().any(|(_, next)| *next == user)
        {
            // The opener does not know yet where the match is played.
            reply.pings = vec![user];
            reply.silent = false;
        }
        Ok(Answer::update(Reply::private(done)).and(then))
    }

    pub(in crate::discord) async fn hint(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
    ) -> Result<Answer, AppError> {
        let hint = self
            .app
            .first_hint(asker.request, MatchRef::At(game, ply))
            .await?;
        let in_place = self.solo_hint(asker, &hint).await;
        Ok(in_place.unwrap_or_else(|| Answer::say(board::first_hint(&hint))))
    }

    /// Shows the move that a hint is about, in place of the hint.
    async fn hint_move(&self, asker: Asker, game: GameId, ply: u32) -> Result<Answer, AppError> {
        let hint = self
            .app
            .hint(asker.request, MatchRef::At(game, ply), &[])
            .await?;
        let line = [hint.text.clone()];
        let explored = self
            .app
            .explore(asker.request, MatchRef::Game(game), &line, 1)
            .await?;
        if explored.ply != hint.ply {
            return Err(AppError::Stale(texts::HINT_STALE.to_owned()));
        }
        let drawn = self.picture(&explored.scene).await;
        Ok(Answer::update(board::hint_move(&hint, &explored, drawn)))
    }

    /// Returns the moves that cost the asker most in a game that is over, a message each, for the asker alone.
    pub async fn review(&self, request: Request, game: GameId) -> Vec<Reply> {
        let review = match self.app.review(request, game).await {
            Ok(review) => review,
            Err(refusal) => return vec![Reply::private(refusal.to_string())],
        };
        if review.notes.is_empty() {
            return vec![Reply::private(texts::REVIEW_NOTHING)];
        }
        let mut drawn = Vec::new();
        for note in &review.notes {
            drawn.push(self.short_gif(board::review_frames(note)).await);
        }
        board::review(&review.title, game, &review.notes, drawn, review.level)
    }
}
