//! Actions of the buttons and menus of a move's guided entry.

use std::fmt;

use super::{at, fields, match_number, number};
use crate::match_state::GameId;

/// A path through the choices of a guided menu: at each step the index of the answer, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<u16>);

impl Path {
    /// Returns the path with one more step.
    pub fn then(&self, index: u16) -> Path {
        let mut steps = self.0.clone();
        steps.push(index);
        Path(steps)
    }

    pub(super) fn parse(text: &str) -> Option<Path> {
        if text.is_empty() {
            return Some(Path::default());
        }
        text.split('-').map(number).collect::<Option<_>>().map(Path)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("-")?;
            }
            write!(f, "{step}")?;
        }
        Ok(())
    }
}

/// A step in the guided menu of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuideAction {
    /// Opens the guided menu in the place of a move that was shown before it is made.
    Another {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Opens the guided menu.
    Start {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Shows the choices at `path`.
    Choose {
        /// The match.
        game: GameId,
        /// The ply at which the menu was opened.
        ply: u32,
        /// The path so far.
        path: Path,
        /// The index of the page of answers, from 0.
        page: u16,
    },
    /// A select menu of the guided entry; its value is the index of the answer at `path`.
    Pick {
        /// The match.
        game: GameId,
        /// The ply at which the menu was opened.
        ply: u32,
        /// The path so far.
        path: Path,
        /// The index of the page that is shown; it tells apart the menus of one message.
        page: u16,
    },
    /// Opens the form in which a move is typed, and is the form's `custom_id`.
    Type {
        /// The match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Plays the move at the end of `path`.
    Go {
        /// The match.
        game: GameId,
        /// The ply at which the menu was opened.
        ply: u32,
        /// The path to the move.
        path: Path,
    },
}

impl GuideAction {
    /// Reads the text after the version; `None` if it is not an action of the guided entry.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<GuideAction> {
        Some(match verb {
            "start" => {
                let (game, ply) = at(rest)?;
                GuideAction::Start { game, ply }
            }
            "another" => {
                let (game, ply) = at(rest)?;
                GuideAction::Another { game, ply }
            }
            "type" => {
                let (game, ply) = at(rest)?;
                GuideAction::Type { game, ply }
            }
            "choose" => {
                let [game, ply, path, page] = fields(rest)?;
                GuideAction::Choose {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    path: Path::parse(path)?,
                    page: number(page)?,
                }
            }
            "pick" => {
                let [game, ply, path, page] = fields(rest)?;
                GuideAction::Pick {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    path: Path::parse(path)?,
                    page: number(page)?,
                }
            }
            "go" => {
                let [game, ply, path] = fields(rest)?;
                GuideAction::Go {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    path: Path::parse(path)?,
                }
            }
            _ => return None,
        })
    }

    /// Returns the action of a value chosen in this menu; `None` if it is no menu or the value is no number.
    pub(super) fn chosen(self, value: &str) -> Option<GuideAction> {
        match self {
            GuideAction::Pick {
                game, ply, path, ..
            } => Some(GuideAction::Choose {
                game,
                ply,
                path: path.then(number(value)?),
                page: 0,
            }),
            _ => None,
        }
    }

    /// True for a menu.
    pub(super) fn is_of_menu(&self) -> bool {
        matches!(self, GuideAction::Pick { .. })
    }
}

impl fmt::Display for GuideAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuideAction::Start { game, ply } => write!(f, "start:{}:{ply}", game.0),
            GuideAction::Another { game, ply } => write!(f, "another:{}:{ply}", game.0),
            GuideAction::Type { game, ply } => write!(f, "type:{}:{ply}", game.0),
            GuideAction::Choose {
                game,
                ply,
                path,
                page,
            } => write!(f, "choose:{}:{ply}:{path}:{page}", game.0),
            GuideAction::Pick {
                game,
                ply,
                path,
                page,
            } => write!(f, "pick:{}:{ply}:{path}:{page}", game.0),
            GuideAction::Go { game, ply, path } => write!(f, "go:{}:{ply}:{path}", game.0),
        }
    }
}
