//! Games against the machine, hints, and looking back.

use super::{Answer, Asker, Desk, First, Then, Used};
use crate::app::{Purpose, Refusal, Request, Which};
use crate::discord::press::MachinePress;
use crate::discord::reply::Reply;
use crate::discord::request::PlayAsked;
use crate::discord::{board, texts};
use crate::table::GameId;

impl Desk {
    pub(super) async fn play_asked(
        &self,
        asker: Asker,
        asked: PlayAsked,
    ) -> Result<Answer, Refusal> {
        match asked {
            PlayAsked::Play(new) => {
                let mut shown = self.app.play_machine(asker.request, new).await?;
                self.settle(shown.game, asker.here()).await;
                shown.home = Some(asker.here());
                let drawn = self.draw(&shown).await;
                Ok(Answer {
                    first: First::Say(board::board(&shown, drawn)),
                    then: None,
                    keep: Some(asker.here()),
                })
            }
            PlayAsked::Hint(which) => {
                let meant = self.app.meant(asker.request, which, Purpose::Move);
                let (game, ply) = meant.await?;
                self.hint(asker, game, ply).await
            }
        }
    }

    pub(super) async fn press_machine(
        &self,
        asker: Asker,
        press: MachinePress,
    ) -> Result<Answer, Refusal> {
        match press {
            MachinePress::Levels { game } => {
                self.app.may_fill(asker.request, game).await?;
                Ok(Answer::say(board::levels(game)))
            }
            MachinePress::Fill { game, level } => {
                let shown = self.app.fill_with_machines(asker.request, game, level);
                let (shown, done) = (shown.await?, texts::MACHINE_JOINED);
                let words = texts::done_elsewhere;
                Ok(self
                    .announce(asker, &shown, done, words, Used::Question)
                    .await)
            }
            MachinePress::Again { game, level } => {
                let shown = self.app.play_machine_again(asker.request, game, level);
                let (shown, done) = (shown.await?, texts::MACHINE_AGAIN);
                let words = texts::done_elsewhere;
                Ok(self.announce(asker, &shown, done, words, Used::Words).await)
            }
            MachinePress::Hint { game, ply } => self.hint(asker, game, ply).await,
            MachinePress::HintMove { game, ply } => self.hint_move(asker, game, ply).await,
            MachinePress::Review { game } => {
                self.app.may_review(asker.request, game).await?;
                let request = asker.request;
                Ok(Answer::say(Reply::private(texts::REVIEWING))
                    .and(Then::Review { request, game }))
            }
            MachinePress::GoOn { game, ply, level } => {
                let shown = self.app.go_on_from(asker.request, game, ply, level);
                let (shown, done) = (shown.await?, texts::MACHINE_AGAIN);
                let words = texts::done_elsewhere;
                Ok(self.announce(asker, &shown, done, words, Used::Words).await)
            }
            // `request::press` has turned it into what it chooses.
            MachinePress::LevelMenu { .. } => {
                Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON)))
            }
        }
    }

    async fn hint(&self, asker: Asker, game: GameId, ply: u32) -> Result<Answer, Refusal> {
        let hint = self.app.hint(asker.request, Which::At(game, ply)).await?;
        Ok(Answer::say(board::hint(&hint)))
    }

    /// The move that a hint is about, in its place.
    async fn hint_move(&self, asker: Asker, game: GameId, ply: u32) -> Result<Answer, Refusal> {
        let hint = self.app.hint(asker.request, Which::At(game, ply)).await?;
        let line = [hint.text.clone()];
        let explored = self
            .app
            .explore(asker.request, Which::Game(game), &line, 1)
            .await?;
        if explored.ply != hint.ply {
            return Err(Refusal::Stale(texts::HINT_STALE.to_owned()));
        }
        let drawn = self.picture(&explored.scene).await;
        Ok(Answer::update(board::hint_move(&hint, &explored, drawn)))
    }

    /// The moves that cost the asker most in a game that is over: for their eyes alone.
    pub async fn review(&self, request: Request, game: GameId) -> Reply {
        let review = match self.app.review(request, game).await {
            Ok(review) => review,
            Err(refusal) => return Reply::private(refusal.to_string()),
        };
        if review.notes.is_empty() {
            return Reply::private(texts::REVIEW_NOTHING);
        }
        let mut drawn = Vec::new();
        for note in &review.notes {
            drawn.push(self.picture(&note.scene).await);
        }
        board::review(&review.title, game, &review.notes, drawn, review.level)
    }
}
