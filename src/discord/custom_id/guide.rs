//! What the buttons and menus of the guided entry of a move ask for.

use std::fmt;

use super::{at, fields, match_number, number};
use crate::match_state::GameId;

/// A way through the choices of a guided menu: at each step the index of the answer, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<u16>);

impl Path {
    /// The way with one more step.
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

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GuideAction {
    /// Open the guided menu in the place of a move that was shown before it is made.
    Another {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Open the guided menu.
    Start {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Walk the guided menu: what can be chosen at `path`, from page `page` on.
    Choose {
        /// Which match.
        game: GameId,
        /// The ply the menu was opened at.
        ply: u32,
        /// The way so far.
        path: Path,
        /// Which page of answers, from 0.
        page: u16,
    },
    /// A select menu of the guided entry: its value is the index of the answer at `path`.
    Pick {
        /// Which match.
        game: GameId,
        /// The ply the menu was opened at.
        ply: u32,
        /// The way so far.
        path: Path,
        /// The page that is shown; it tells apart menus of one message.
        page: u16,
    },
    /// Play the move at the end of `path`.
    Go {
        /// Which match.
        game: GameId,
        /// The ply the menu was opened at.
        ply: u32,
        /// The way to the move.
        path: Path,
    },
}

impl GuideAction {
    /// Reads what follows the version; `None` where it is not one of these.
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

    /// What a value taken from its menu asks for; `None` where it is no menu or the value is no number.
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

    /// Whether it is a menu.
    pub(super) fn is_of_menu(&self) -> bool {
        matches!(self, GuideAction::Pick { .. })
    }
}

impl fmt::Display for GuideAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuideAction::Start { game, ply } => write!(f, "start:{}:{ply}", game.0),
            GuideAction::Another { game, ply } => write!(f, "another:{}:{ply}", game.0),
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
