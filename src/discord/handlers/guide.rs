//! The guided entry of a move: choosing it part by part.

use super::{Answer, Asker, Handlers, InvokedFrom};
use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::{GuidePress, Path};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};

impl Handlers {
    pub(super) async fn press_guide(
        &self,
        asker: Asker,
        press: GuidePress,
    ) -> Result<Answer, AppError> {
        match press {
            GuidePress::Start { game, ply } => {
                let which = MatchRef::At(game, ply);
                let steps = self.choose(asker, which, &Path::default(), 0).await;
                steps.map(Answer::say)
            }
            GuidePress::Another { game, ply } => {
                let which = MatchRef::At(game, ply);
                let steps = self.choose(asker, which, &Path::default(), 0).await;
                steps.map(Answer::update)
            }
            GuidePress::Choose {
                game,
                ply,
                path,
                page,
            } => {
                let which = MatchRef::At(game, ply);
                let steps = self.choose(asker, which, &path, page).await;
                steps.map(Answer::update)
            }
            GuidePress::Go { game, ply, path } => {
                let which = MatchRef::At(game, ply);
                let steps = self.app.steps(asker.request, which, &path.0).await?;
                if !steps.whole {
                    let steps = self.choose(asker, which, &path, 0).await;
                    return steps.map(Answer::update);
                }
                self.make_move(asker, which, &steps.text, InvokedFrom::Question)
                    .await
            }
            // A menu, which `request::component` has turned into what it chooses.
            GuidePress::Pick { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
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
        Ok(board::steps(&steps, path, usize::from(page), drawn))
    }
}
