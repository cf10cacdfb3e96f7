//! The result of a match, for a channel that asks for results.

use super::parts::{RenderedBoard, moves_button, pictures, view_button};
use super::{players, text};
use crate::app::{MatchView, Phase};
use crate::discord::reply::{Reply, buttons};
use crate::discord::texts;

/// Builds the result of a match, for a channel with that bulletin. The message notifies nobody.
pub fn result(match_view: &MatchView, drawn: RenderedBoard) -> Reply {
    let ending = match &match_view.phase {
        Phase::Over { ending } => ending.as_str(),
        Phase::Open { .. } | Phase::Playing => "",
    };
    let over = match match_view.decided {
        Some(_) if match_view.result.is_none() => text::over(match_view, ending).join(" "),
        _ => texts::players_result(&players(match_view), ending),
    };
    let (game, moves) = (match_view.game, match_view.moves);
    let text = texts::result(&match_view.title, game, &over, moves);
    let mut reply =
        Reply::public(text).row(buttons([view_button(match_view), moves_button(match_view)]));
    reply.silent = true;
    pictures(&mut reply, match_view, drawn);
    reply
}
