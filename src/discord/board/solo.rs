//! The message of a private match against the machine: one for the whole game, changed with every turn.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::menu::moves;
use super::parts::{
    Readers, RenderedBoard, board_button, explore_button, learn_button, more_button, moves_button,
    pictures, rules_button,
};
use super::{correspondence, larger, machine, text};
use crate::app::{FirstHint, MatchView, Phase, SoloResult, Steps};
use crate::discord::custom_id::{At, CustomId, GuideAction, MachineAction};
use crate::discord::reply::{Reply, button, buttons};
use crate::discord::texts;
use crate::match_state::UserId;

/// True for a private match against the machine.
pub fn is_solo(match_view: &MatchView) -> bool {
    match_view.private && machine::opponent(match_view).is_some()
}

/// Returns what has happened in a match since its last board, in one line.
pub fn news(match_view: &MatchView) -> String {
    texts::in_one_line(&text::happened(match_view, 0))
}

/// Builds the message, with `notes` first. `steps` are the player's next choices, `None` if it is not their turn;
/// `hint` is one that they have asked for.
pub fn solo(
    match_view: &MatchView,
    (steps, hint): (Option<&Steps>, Option<&FirstHint>),
    drawn: RenderedBoard,
    notes: &[String],
) -> Reply {
    let mut lines = notes.to_vec();
    lines.extend(hint.map(texts::first_hint));
    let mut reply = Reply::private(text::whole(match_view, &lines));
    reply.rows = match (&match_view.phase, steps) {
        (Phase::Playing, Some(steps)) => own_turn(match_view, steps, hint),
        (Phase::Playing, _) => machines_turn(match_view),
        _ => over(match_view),
    };
    pictures(&mut reply, match_view, drawn);
    reply
}

/// Returns the public post of a private match's board. It has no buttons, since only its player can use them.
pub fn shown(match_view: &MatchView, drawn: RenderedBoard) -> Reply {
    let mut reply = Reply::public(text::whole(match_view, &[]));
    reply.silent = true;
    pictures(&mut reply, match_view, drawn);
    reply
}

/// Returns the actions on a private match that are not below its board.
pub fn more(match_view: &MatchView, user: UserId, among_others: bool) -> Reply {
    let (game, ply) = (match_view.game, match_view.ply);
    let heading = texts::heading(&match_view.title, game);
    let explore = (!match_view.hides)
        .then(|| explore_button(match_view))
        .flatten();
    let show = CustomId::Machine(MachineAction::Show(game));
    let show = button(&show, texts::BUTTON_SHOW, ButtonStyle::Secondary);
    let resign = CustomId::Resign(At { game, ply });
    let resign = button(&resign, texts::BUTTON_RESIGN, ButtonStyle::Danger);
    Reply::private(format!("{heading}\n{}", texts::MORE))
        .row(buttons([
            explore,
            larger::pieces_button(match_view),
            moves_button(match_view),
            rules_button(match_view),
        ]))
        .row(buttons(
            correspondence::proposals(match_view, user)
                .into_iter()
                .chain([
                    show.filter(|_| among_others),
                    resign,
                    board_button(match_view.game),
                ]),
        ))
}

/// Returns the menu of the player's moves, and the buttons below it.
fn own_turn(
    match_view: &MatchView,
    steps: &Steps,
    hint: Option<&FirstHint>,
) -> Vec<CreateActionRow> {
    let (game, ply) = (match_view.game, match_view.ply);
    let typed = CustomId::Guide(GuideAction::Type(At { game, ply }));
    let ask = CustomId::Machine(MachineAction::Hint(At { game, ply }));
    let hint = match hint {
        Some(hint) => machine::hint_move_button(hint),
        None => button(&ask, texts::BUTTON_HINT, ButtonStyle::Secondary),
    };
    let is_first = (match_view.moves as usize) < match_view.seats.len();
    let learn = is_first.then(|| learn_button(match_view));
    let mut rows = moves(steps);
    rows.extend(correspondence::rows(match_view, Readers::Player));
    rows.extend(buttons([
        button(&typed, texts::BUTTON_TYPE, ButtonStyle::Secondary),
        hint.filter(|_| !match_view.hides),
        larger::button(match_view),
        more_button(match_view),
        learn.flatten(),
    ]));
    rows
}

/// Returns the buttons while the machine thinks.
fn machines_turn(match_view: &MatchView) -> Vec<CreateActionRow> {
    buttons([
        board_button(match_view.game),
        larger::button(match_view),
        more_button(match_view),
    ])
    .into_iter()
    .collect()
}

/// Returns the buttons that follow a game.
fn over(match_view: &MatchView) -> Vec<CreateActionRow> {
    let game = match_view.game;
    let show = CustomId::Machine(MachineAction::Show(game));
    let follow = buttons(machine::row(match_view, Readers::Player));
    let lost = match_view.result == Some(SoloResult::Lost);
    let learn = lost.then(|| learn_button(match_view));
    let look = buttons([
        larger::button(match_view),
        moves_button(match_view),
        rules_button(match_view),
        learn.flatten(),
        button(&show, texts::BUTTON_SHOW, ButtonStyle::Secondary),
    ]);
    follow.into_iter().chain(look).collect()
}
