//! A move put together step by step, for those who do not type.

use super::live::Live;
use super::play::seat_to_move;
use super::words::{ALT_LIMIT, cut, title};
use super::{App, Purpose, Refusal, Request, Steps, Which, think};
use crate::rules::{Choices, Seat};
use crate::scene::View;

impl App {
    pub(super) async fn walk(
        &self,
        request: Request,
        which: Which,
        path: &[u16],
    ) -> Result<Steps, Refusal> {
        let game = self.which(request, which, Purpose::Move).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        if let Which::At(_, then) = which
            && !live.table.is_fresh(then)
        {
            return Err(self.stale(game, then, request.user).await);
        }
        let seat = seat_to_move(&live, request)?;
        let path = path.to_vec();
        think(move || steps(&live, seat, &path)).await?
    }
}

/// The choices at the end of the way. A whole move ends it.
fn steps(live: &Live, seat: Seat, path: &[u16]) -> Result<Steps, Refusal> {
    let (mut text, mut whole) = (String::new(), false);
    let mut choices = live.game.choices("");
    for step in path {
        let taken = choices
            .options
            .into_iter()
            .nth(usize::from(*step))
            .ok_or_else(|| {
                Refusal::Stale("There is no such choice any more. Please begin again.".to_owned())
            })?;
        (text, whole) = (taken.text, taken.whole);
        choices = if whole {
            Choices::default()
        } else {
            live.game.choices(&text)
        };
    }
    let view = View {
        from: Some(seat),
        ..View::default()
    };
    let title = title(live.kind, &live.options);
    let preview = if text.is_empty() {
        None
    } else {
        live.game.preview(&text, &view)
    };
    Ok(Steps {
        game: live.id,
        ply: live.table.ply(),
        alt: cut(
            &format!(
                "{title}, game {}, with {text} so far. {}",
                live.id.0,
                live.game.words(ALT_LIMIT)
            ),
            ALT_LIMIT,
        ),
        title,
        text,
        whole,
        choices,
        preview,
    })
}
