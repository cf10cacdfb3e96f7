//! The guided entry of a move: choosing it part by part.

use super::{Answer, Asker, Handlers, InvokedFrom};
use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::{At, GuideAction, Path};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};

impl Handlers {
    pub(super) async fn guide_action(
        &self,
        asker: Asker,
        action: GuideAction,
    ) -> Result<Answer, AppError> {
        match action {
            GuideAction::Start(at) => {
                let steps = self.choose(asker, at.which(), &Path::default(), 0).await;
                steps.map(Answer::say)
            }
            GuideAction::Another(at) => {
                let steps = self.choose(asker, at.which(), &Path::default(), 0).await;
                steps.map(Answer::update)
            }
            GuideAction::Type(At { game, ply }) => Ok(Self::ask_for_move(game, ply)),
            GuideAction::Choose {
                game,
                ply,
                path,
                page,
            } => {
                let which = MatchRef::At(game, ply);
                let steps = self.choose(asker, which, &path, page).await;
                steps.map(Answer::update)
            }
            GuideAction::Go { game, ply, path } => {
                let which = MatchRef::At(game, ply);
                let steps = self.app.steps(asker.request, which, &path.0).await?;
                if !steps.walk.whole {
                    let steps = self.choose(asker, which, &path, 0).await;
                    return steps.map(Answer::update);
                }
                self.make_move(asker, (game, ply), &steps.walk.text, InvokedFrom::Question)
                    .await
            }
            // A menu, which `request::component` has turned into the chosen action.
            GuideAction::Pick { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        }
    }

    async fn choose(
        &self,
        asker: Asker,
        which: MatchRef,
        path: &Path,
        page: u16,
    ) -> Result<Reply, AppError> {
        let steps = self.app.steps(asker.request, which, &path.0).await?;
        let drawn = match &steps.preview {
            Some(scene) => self.picture(scene).await,
            None => None,
        };
        Ok(board::steps(&steps, usize::from(page), drawn))
    }
}
