//! A move put together step by step, for those who do not type.

use super::live::Live;
use super::play::seat_to_move;
use super::words::{position_words, sentence, title};
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
    let about = if text.is_empty() {
        format!("{title}, game {}.", live.id.0)
    } else {
        format!("{title}, game {}, with {text} chosen so far.", live.id.0)
    };
    let reach = live.game.reach(&reach_key(&text)).filter(|_| !whole);
    let effects = if whole {
        effects(live, &text)
    } else {
        Vec::new()
    };
    let preview = if text.is_empty() {
        None
    } else {
        live.game.preview(&text, &view)
    };
    Ok(Steps {
        game: live.id,
        ply: live.table.ply(),
        alt: position_words(
            live.game.as_ref(),
            &[about.as_str(), &reach.clone().unwrap_or_default()].join(" "),
            true,
        ),
        reach,
        effects,
        title,
        text,
        whole,
        choices,
        preview,
    })
}

/// What a whole move does, and what it leaves in danger.
fn effects(live: &Live, text: &str) -> Vec<String> {
    let mut after = live.game.clone();
    let Ok(played) = after.play(text) else {
        return Vec::new();
    };
    let mut lines = vec![sentence(&played.words)];
    lines.extend(played.told);
    lines.extend(after.danger());
    lines.extend(after.exposed());
    lines
}

/// What a piece's choice or typed name asks to see the moves of: `Ng1` stands on `g1`, `+Rcc5` on `cc5`.
pub(super) fn reach_key(text: &str) -> String {
    let bare = text
        .trim()
        .trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '+');
    let named = if bare.is_empty() || bare.starts_with('@') {
        text.trim()
    } else {
        bare
    };
    named.to_lowercase()
}
