//! Parts of several messages about a match: the pictures, and buttons below them.

use serenity::builder::CreateButton;
use serenity::model::application::ButtonStyle;

use crate::app::{MatchView, Phase};
use crate::discord::custom_id::{At, CustomId, ExploreAction, GuideAction, TaskAction};
use crate::discord::markdown::{CONTENT, cut, plain};
use crate::discord::reply::{File, Reply, button};
use crate::discord::texts;
use crate::match_state::GameId;

/// The pictures of a [`MatchView`]; absent where drawing failed.
#[derive(Clone, Debug, Default)]
pub struct RenderedBoard {
    /// The board.
    pub board: Option<Vec<u8>>,
}

/// The readers of a board, by whom its buttons are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Readers {
    /// Everybody in the channel.
    All,
    /// A player.
    Player,
    /// A user who does not play, or not any more.
    Spectator,
}

/// Attaches the pictures, or reports that there is no picture.
pub(super) fn pictures(reply: &mut Reply, match_view: &MatchView, drawn: RenderedBoard) {
    match drawn.board {
        Some(bytes) => {
            reply.files.push(File {
                name: "board.png",
                bytes,
                alt: match_view.alt.clone(),
            });
        }
        None => {
            let room = CONTENT.saturating_sub(reply.content.encode_utf16().count() + 1);
            let words = cut(&texts::no_picture(&plain(&match_view.alt)), room);
            reply.content = format!("{}\n{words}", reply.content);
        }
    }
}

/// Returns the button that shows the board of a private match as it is now, in the place of its message's contents.
pub(super) fn board_button(game: GameId) -> Option<CreateButton> {
    let board = CustomId::Board(game);
    button(&board, texts::BUTTON_BOARD, ButtonStyle::Secondary)
}

pub(super) fn rules_button(match_view: &MatchView) -> Option<CreateButton> {
    let key = match_view.key.to_owned();
    let twists = match_view.twisted.clone();
    button(
        &CustomId::Learn { key, twists },
        texts::BUTTON_RULES,
        ButtonStyle::Secondary,
    )
}

/// Returns the button that begins the game's lessons; `None` for a game with twists, which they do not teach.
pub(super) fn learn_button(match_view: &MatchView) -> Option<CreateButton> {
    let key = match_view.key.to_owned();
    let learn = CustomId::Task(TaskAction::Learn(key));
    let taught = match_view.twisted.is_empty();
    button(&learn, texts::BUTTON_LEARN, ButtonStyle::Secondary).filter(|_| taught)
}

pub(super) fn view_button(match_view: &MatchView) -> Option<CreateButton> {
    let (game, ply) = (match_view.game, match_view.ply);
    let view = CustomId::View(At { game, ply });
    button(&view, texts::BUTTON_VIEW, ButtonStyle::Secondary)
}

pub(super) fn moves_button(match_view: &MatchView) -> Option<CreateButton> {
    let game = match_view.game;
    let moves = CustomId::Moves(game);
    button(&moves, texts::BUTTON_MOVES, ButtonStyle::Secondary)
}

pub(super) fn explore_button(match_view: &MatchView) -> Option<CreateButton> {
    let (game, ply) = (match_view.game, match_view.ply);
    let explore = CustomId::Explore(ExploreAction::Open(At { game, ply }));
    button(&explore, texts::BUTTON_EXPLORE, ButtonStyle::Secondary)
}

/// Returns the button that leads through the menus to a move; `None` while a machine thinks.
pub(super) fn choose_button(match_view: &MatchView) -> Option<CreateButton> {
    let mut next = match_view.next.iter();
    let waits_for_machine = !match_view.next.is_empty() && next.all(|(_, user)| user.is_machine());
    if waits_for_machine || !matches!(match_view.phase, Phase::Playing) {
        return None;
    }
    let (game, ply) = (match_view.game, match_view.ply);
    let choose = CustomId::Guide(GuideAction::Start(At { game, ply }));
    button(&choose, texts::BUTTON_CHOOSE, ButtonStyle::Primary)
}

pub(super) fn more_button(match_view: &MatchView) -> Option<CreateButton> {
    let (game, ply) = (match_view.game, match_view.ply);
    let more = CustomId::More(At { game, ply });
    button(&more, texts::BUTTON_MORE, ButtonStyle::Secondary)
}
