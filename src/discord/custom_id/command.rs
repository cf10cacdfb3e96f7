//! Buttons and menus of the slash commands' own files.

use std::fmt;

use super::{fields, match_number, number};
use crate::match_state::GameId;

/// Claims against a player who has run out of time; boards of a match have this button, too.
pub const CLAIM: &str = "claim";
/// Gives a day to a player who has run out of time; boards of a match have this button, too.
pub const GIFT: &str = "gift";
/// Asks before a draw is offered; a match has this button, too, behind "More".
pub const ASK_DRAW: &str = "askdraw";
/// Opens a private board to try moves on; boards of a match have this button, too.
pub const EXPLORE: &str = "explore";
/// Plays the first move of the line that the message shows; a move shown before it is made has this button, too.
pub const PLAY_LINE: &str = "playline";

/// The fields of a name's `custom_id` after the match and the ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// No fields.
    Bare,
    /// A place in a line.
    At,
    /// A place in a line and a text, which may be empty and hold any character.
    AtAndText,
}

/// The kind of control that a name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// A button.
    Button,
    /// A menu, whose value becomes the text of the action with this name.
    Menu(&'static str),
    /// A value of a menu, never a button.
    Choice,
}

/// The names that are read; each command's file repeats its own.
const NAMES: [(&str, Shape, Control); 11] = [
    (CLAIM, Shape::Bare, Control::Button),
    ("yesclaim", Shape::Bare, Control::Button),
    (GIFT, Shape::Bare, Control::Button),
    (ASK_DRAW, Shape::Bare, Control::Button),
    ("offerdraw", Shape::Bare, Control::Button),
    (EXPLORE, Shape::Bare, Control::Button),
    ("look", Shape::At, Control::Button),
    ("try", Shape::AtAndText, Control::Menu("tried")),
    ("tried", Shape::AtAndText, Control::Choice),
    (PLAY_LINE, Shape::Bare, Control::Button),
    ("planline", Shape::Bare, Control::Button),
];

/// A click on a button of a slash command's own file, or a choice from a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandAction {
    /// The button's name: one of `NAMES`.
    pub button: &'static str,
    /// The match.
    pub game: GameId,
    /// The ply of the message.
    pub ply: u32,
    /// Number of moves of a line after which the position is shown; 0 if the button names no place.
    pub at: u16,
    /// The text that is chosen or has been typed; empty if the button carries no text.
    pub text: String,
}

impl CommandAction {
    /// Returns a button that carries only the match and the ply.
    pub fn new(button: &'static str, game: GameId, ply: u32) -> Self {
        CommandAction {
            button,
            game,
            ply,
            at: 0,
            text: String::new(),
        }
    }

    /// Reads the text after the version; `None` if it is not the action of a command's own file.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<Self> {
        let (button, shape, _) = NAMES.into_iter().find(|(name, ..)| *name == verb)?;
        let (rest, text) = match shape {
            Shape::AtAndText => {
                let at = rest.match_indices(':').nth(2)?.0;
                (&rest[..at], &rest[at + 1..])
            }
            Shape::Bare | Shape::At => (rest, ""),
        };
        let (game, ply, at) = match shape {
            Shape::Bare => {
                let [game, ply] = fields(rest)?;
                (game, ply, "0")
            }
            Shape::At | Shape::AtAndText => {
                let [game, ply, at] = fields(rest)?;
                (game, ply, at)
            }
        };
        Some(CommandAction {
            at: number(at)?,
            text: text.to_owned(),
            ..CommandAction::new(button, match_number(game)?, number(ply)?)
        })
    }

    /// Returns the action of a value chosen in this menu; `None` if it is no menu.
    pub(super) fn chosen(self, value: &str) -> Option<Self> {
        match self.control() {
            Control::Menu(button) => Some(CommandAction {
                button,
                text: value.to_owned(),
                ..self
            }),
            Control::Button | Control::Choice => None,
        }
    }

    /// True for a menu, and for an action that only a menu asks for, never a button.
    pub(super) fn is_of_menu(&self) -> bool {
        self.control() != Control::Button
    }

    fn name(&self) -> Option<(&str, Shape, Control)> {
        NAMES.into_iter().find(|(name, ..)| *name == self.button)
    }

    fn shape(&self) -> Shape {
        self.name().map_or(Shape::Bare, |(_, shape, _)| shape)
    }

    fn control(&self) -> Control {
        self.name().map_or(Control::Button, |(.., control)| control)
    }
}

impl fmt::Display for CommandAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.button, self.game.0, self.ply)?;
        match self.shape() {
            Shape::Bare => Ok(()),
            Shape::At => write!(f, ":{}", self.at),
            Shape::AtAndText => write!(f, ":{}:{}", self.at, self.text),
        }
    }
}
