//! Messages that show a move before it is made.

use serenity::model::application::ButtonStyle;

use super::parts::board_button;
use crate::app::{Explored, MovePreview, PreviewHint};
use crate::discord::custom_id::{At, CustomId, ExploreAction, GuideAction};
use crate::discord::reply::{File, Reply, button, buttons};
use crate::discord::texts;

/// The words before the line of a private board. The line itself follows in the message between backticks; the
/// buttons read it from there.
pub const LINE: &str = "Line: ";

/// Shows a move before it is made, with the button that makes it.
pub fn preview(preview: &MovePreview, drawn: Option<Vec<u8>>) -> Reply {
    let explored = &preview.explored;
    let (game, ply) = (explored.game, explored.ply);
    let text = explored.line.concat();
    let display = explored.display.first().map_or("", String::as_str);
    let mut lines = vec![
        texts::heading(&explored.title, game),
        texts::ready(display, explored.solo),
    ];
    lines.extend(explored.words.iter().cloned());
    lines.extend(explored.warnings.iter().map(|line| texts::danger(line)));
    lines.extend(preview.hint.map(|hint| match hint {
        PreviewHint::FirstGames => texts::PREVIEW_HINT.to_owned(),
        PreviewHint::BareSquare => texts::BARE_SQUARE.to_owned(),
        PreviewHint::OnlyMatch => texts::ONLY_MATCH.to_owned(),
    }));
    let whole = format!("{}`{text}`", LINE);
    let green = ButtonStyle::Success;
    let play = button(
        &CustomId::Play { game, ply, text },
        texts::BUTTON_PLAY_IT,
        green,
    )
    .or_else(|| {
        // A text too long for a button is read from the message.
        lines.push(whole);
        button(
            &CustomId::Explore(ExploreAction::Play(At { game, ply })),
            texts::BUTTON_PLAY_IT,
            green,
        )
    });
    let mut reply = Reply::private(lines.join("\n")).row(buttons([
        play,
        button(
            &CustomId::Guide(GuideAction::Another(At { game, ply })),
            texts::BUTTON_ANOTHER,
            ButtonStyle::Secondary,
        ),
        explored.solo.then(|| board_button(game)).flatten(),
        (!preview.hides)
            .then(|| {
                button(
                    &CustomId::Explore(ExploreAction::Open(At { game, ply })),
                    texts::BUTTON_EXPLORE,
                    ButtonStyle::Secondary,
                )
            })
            .flatten(),
    ]));
    attach(&mut reply, explored, drawn);
    reply
}

/// Attaches the board after the moves of a line.
pub fn attach(reply: &mut Reply, explored: &Explored, drawn: Option<Vec<u8>>) {
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "preview.png",
            bytes,
            alt: explored.alt.clone(),
        });
    }
}
