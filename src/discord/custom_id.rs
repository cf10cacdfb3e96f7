//! What a button or a select menu asks for when it is used, and how its `custom_id` says so.
//!
//! A `custom_id` carries everything: the version, the game, the ply it was made at, the way walked through a
//! guided menu. Nothing is remembered in between, so buttons outlive restarts. People can forge one; it is read
//! strictly, and what it asks for is checked like anything else that somebody asks for.

mod command;
mod machine;
mod task;

use std::fmt;

use crate::app::{OfferKind, PlanEdit};
use crate::match_state::{GameId, UserId};
use crate::rules::Seat;

pub use command::CommandPress;
pub use machine::MachinePress;
pub use task::{TaskPress, typed};

/// The version of the scheme; raised when a `custom_id` changes its meaning.
const VERSION: &str = "r1";

/// Discord's limit for a `custom_id`, in characters.
pub const LIMIT: usize = 100;

/// What stands for any game.
pub const ANY: &str = "any";

/// What stands for asking which game.
const ASK: &str = "ask";

/// What can be done with a line of a plan, as it is written.
const EDITS: [(&str, PlanEdit); 4] = [
    ("out", PlanEdit::Out),
    ("first", PlanEdit::First),
    ("up", PlanEdit::Up),
    ("down", PlanEdit::Down),
];

/// What a menu on an open table's message changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSetting {
    /// The named variant.
    Variant,
    /// How long the players may think.
    Clock,
    /// The opener's side.
    Side,
    /// The first twist.
    Twist,
    /// The second.
    SecondTwist,
}

/// What a table's menus change, as it is written.
const SETTINGS: [(&str, TableSetting); 5] = [
    ("variant", TableSetting::Variant),
    ("clock", TableSetting::Clock),
    ("side", TableSetting::Side),
    ("twist", TableSetting::Twist),
    ("twist2", TableSetting::SecondTwist),
];

impl TableSetting {
    fn read(text: &str) -> Option<TableSetting> {
        let known = SETTINGS.iter().find(|(name, _)| *name == text);
        known.map(|(_, setting)| *setting)
    }
}

impl fmt::Display for TableSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = SETTINGS.iter().find(|(_, setting)| setting == self);
        f.write_str(known.map_or("", |(name, _)| name))
    }
}

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

    /// The way without its last step.
    pub fn back(&self) -> Path {
        let mut steps = self.0.clone();
        steps.pop();
        Path(steps)
    }

    fn parse(text: &str) -> Option<Path> {
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
pub enum CustomId {
    /// Take a seat, `None` for any; `thread` tells whether the match is to get a thread of its own when it starts.
    Join {
        /// Which table.
        game: GameId,
        /// Which seat.
        seat: Option<Seat>,
        /// Whether a thread is wanted.
        thread: bool,
    },
    /// Take a seat at a table that becomes one of several games; `None` leaves it to chance which.
    JoinAs {
        /// Which table.
        game: GameId,
        /// The key of the game it becomes.
        key: Option<String>,
        /// Whether a thread is wanted.
        thread: bool,
    },
    /// Take a seat at a table that is shown in a list, far from its message.
    Sit {
        /// Which table.
        game: GameId,
        /// The key of the game it becomes, where there are several, or [`ANY`]; `None` asks for it.
        key: Option<String>,
    },
    /// See a page of the open tables, from 0.
    Tables {
        /// Which page.
        page: u32,
    },
    /// A select menu of games to play with anybody: its values are their keys.
    SeekMenu,
    /// Play one of these games with anybody: the values of that menu that were taken.
    Seek {
        /// The games' keys.
        keys: Vec<String>,
    },
    /// Decline an invitation, or leave a table; where nobody else waits at it, it is closed.
    Leave {
        /// Which table.
        game: GameId,
        /// Whether a thread is wanted when it starts.
        thread: bool,
    },
    /// Close one's own table, the one who waits at it.
    Close {
        /// Which table.
        game: GameId,
    },
    /// See the board from one's own side.
    View {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
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
    /// See what else can be done about a match: resigning, offers, trying moves.
    More {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// A menu that changes an open table.
    TableMenu {
        /// Which table.
        game: GameId,
        /// Whether a thread is wanted when it starts.
        thread: bool,
        /// What it changes.
        setting: TableSetting,
    },
    /// Change an open table: the value of its menu that was taken.
    SetTable {
        /// Which table.
        game: GameId,
        /// Whether a thread is wanted when it starts.
        thread: bool,
        /// What is changed.
        setting: TableSetting,
        /// To what.
        value: String,
    },
    /// Open a table of a game and invite somebody to it.
    Challenge {
        /// The game's key.
        key: String,
        /// Who is invited.
        user: UserId,
    },
    /// Show what a suggested move would do, before it is made.
    See {
        /// Which match.
        game: GameId,
        /// The ply it was suggested at.
        ply: u32,
        /// The move, in canonical text.
        text: String,
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
    /// Play the move of this text (a suggestion after a refused one).
    Play {
        /// Which match.
        game: GameId,
        /// The ply the suggestion was made at.
        ply: u32,
        /// The move.
        text: String,
    },
    /// See the board in parts, each large.
    Larger {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Go on to another part.
    Part {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// Which part, from 0.
        part: u16,
    },
    /// See the sheet of the pieces.
    Pieces {
        /// In which match.
        game: GameId,
    },
    /// A select menu of the pieces of a match; its value is the piece.
    PieceMenu {
        /// In which match.
        game: GameId,
    },
    /// See one piece by itself.
    Piece {
        /// In which match.
        game: GameId,
        /// Which piece of the sheet, from 0.
        piece: u16,
    },
    /// Turn to another page of one's list of matches.
    Games {
        /// Which page, from 0.
        page: u16,
    },
    /// List the moves.
    Moves {
        /// Which match.
        game: GameId,
    },
    /// Ask to give up; answered by a confirming button.
    Resign {
        /// Which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Give up indeed.
    ResignYes {
        /// Which match.
        game: GameId,
        /// The ply the confirming button was made at.
        ply: u32,
    },
    /// Something about the machine.
    Machine(MachinePress),
    /// A button of a command that stands in one file.
    Own(CommandPress),
    /// Never mind.
    Cancel,
    /// Open a game's rules.
    Learn {
        /// The game's key.
        key: String,
    },
    /// Turn to a page of a game's rules, from 0.
    Rules {
        /// The game's key.
        key: String,
        /// Which page.
        page: u16,
    },
    /// A select menu of a game's rules: its value is the page.
    RulesMenu {
        /// The game's key.
        key: String,
        /// Which of the menus of a message, from 0: one holds 25 pages.
        menu: u8,
    },
    /// Offer something, or agree to it.
    Offer {
        /// In which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// What.
        kind: OfferKind,
    },
    /// Decline what is offered.
    Decline {
        /// In which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// What.
        kind: OfferKind,
    },
    /// Take over a seat.
    Take {
        /// In which match.
        game: GameId,
        /// Which seat.
        seat: Seat,
    },
    /// Open a private board to try moves on.
    Explore {
        /// Of which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// Step to a place in the line that the message shows.
    Look {
        /// Of which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
        /// After how many moves.
        at: u16,
    },
    /// A select menu of what can be tried next: its value begins with `=` for a whole move, or `~` for a part of one.
    TryMenu {
        /// Of which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
        /// After how many moves of the line.
        at: u16,
        /// What has been chosen of the next move.
        typed: String,
    },
    /// Try this next: as the menu's value has it.
    Try {
        /// Of which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
        /// After how many moves of the line.
        at: u16,
        /// What.
        text: String,
    },
    /// Play the first move of the line that the message shows.
    PlayLine {
        /// In which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
    },
    /// Make a plan of the line that the message shows.
    PlanLine {
        /// In which match.
        game: GameId,
        /// The ply the line begins at.
        ply: u32,
    },
    /// See one's plan.
    Planned {
        /// For which match.
        game: GameId,
    },
    /// A select menu of the lines of one's plan: its value is a line's number.
    PlanMenu {
        /// For which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
    },
    /// See what can be done with a line of one's plan.
    PlanPick {
        /// For which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
    },
    /// Do that with a line of one's plan.
    PlanEdit {
        /// For which match.
        game: GameId,
        /// The ply of the message.
        ply: u32,
        /// The line's number.
        line: i64,
        /// What.
        edit: PlanEdit,
    },
    /// Have what is kept about oneself erased indeed.
    Erase,
    /// End a match indeed, as a moderator.
    EndGame {
        /// Which match.
        game: GameId,
        /// The ply the confirming button was made at.
        ply: u32,
    },
    /// Leave everything as it is.
    Nothing,
    /// A select menu of one's matches: its value is the match to show.
    Show,
    /// Something of lessons and puzzles.
    Task(TaskPress),
}

impl CustomId {
    /// The `custom_id`, or `None` where it would be longer than Discord allows.
    pub fn id(&self) -> Option<String> {
        let text = self.to_string();
        (text.chars().count() <= LIMIT).then_some(text)
    }

    /// Reads a `custom_id`; `None` where it is none of ours.
    pub fn parse(id: &str) -> Option<CustomId> {
        if id.chars().count() > LIMIT {
            return None;
        }
        let rest = id.strip_prefix(VERSION)?.strip_prefix(':')?;
        let (verb, rest) = rest.split_once(':').unwrap_or((rest, ""));
        let custom_id = match verb {
            "join" => {
                let [game, seat, thread] = fields(rest)?;
                CustomId::Join {
                    game: match_number(game)?,
                    seat: match seat {
                        "any" => None,
                        seat => Some(Seat(number(seat)?)),
                    },
                    thread: wants_thread(thread)?,
                }
            }
            "joinas" => {
                let [game, key, thread] = fields(rest)?;
                CustomId::JoinAs {
                    game: match_number(game)?,
                    key: chosen(key, ANY),
                    thread: wants_thread(thread)?,
                }
            }
            "sit" => {
                let [game, key] = fields(rest)?;
                CustomId::Sit {
                    game: match_number(game)?,
                    key: chosen(key, ASK),
                }
            }
            "tables" => CustomId::Tables {
                page: number(rest)?,
            },
            "seekmenu" => CustomId::SeekMenu,
            "leave" => {
                let [game, thread] = fields(rest)?;
                CustomId::Leave {
                    game: match_number(game)?,
                    thread: wants_thread(thread)?,
                }
            }
            "close" => {
                let game = match_number(rest)?;
                CustomId::Close { game }
            }
            "start" => {
                let (game, ply) = at(rest)?;
                CustomId::Start { game, ply }
            }
            "another" => {
                let (game, ply) = at(rest)?;
                CustomId::Another { game, ply }
            }
            "learn" => CustomId::Learn {
                key: rest.to_owned(),
            },
            "view" => {
                let (game, ply) = at(rest)?;
                CustomId::View { game, ply }
            }
            "choose" | "pick" => {
                let [game, ply, path, page] = fields(rest)?;
                let (game, ply, path, page) = (
                    match_number(game)?,
                    number(ply)?,
                    Path::parse(path)?,
                    number(page)?,
                );
                if verb == "choose" {
                    CustomId::Choose {
                        game,
                        ply,
                        path,
                        page,
                    }
                } else {
                    CustomId::Pick {
                        game,
                        ply,
                        path,
                        page,
                    }
                }
            }
            "go" => {
                let [game, ply, path] = fields(rest)?;
                CustomId::Go {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    path: Path::parse(path)?,
                }
            }
            "play" => {
                let mut parts = rest.splitn(3, ':');
                CustomId::Play {
                    game: match_number(parts.next()?)?,
                    ply: number(parts.next()?)?,
                    text: parts.next().filter(|text| !text.is_empty())?.to_owned(),
                }
            }
            "larger" => {
                let (game, ply) = at(rest)?;
                CustomId::Larger { game, ply }
            }
            "part" => {
                let [game, ply, part] = fields(rest)?;
                CustomId::Part {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    part: number(part)?,
                }
            }
            "pieces" => CustomId::Pieces {
                game: match_number(rest)?,
            },
            "piecemenu" => CustomId::PieceMenu {
                game: match_number(rest)?,
            },
            "piece" => {
                let [game, piece] = fields(rest)?;
                CustomId::Piece {
                    game: match_number(game)?,
                    piece: number(piece)?,
                }
            }
            "games" => CustomId::Games {
                page: number(rest)?,
            },
            "tablemenu" => {
                let [game, thread, setting] = fields(rest)?;
                CustomId::TableMenu {
                    game: match_number(game)?,
                    thread: wants_thread(thread)?,
                    setting: TableSetting::read(setting)?,
                }
            }
            "settable" => {
                let mut parts = rest.splitn(4, ':');
                CustomId::SetTable {
                    game: match_number(parts.next()?)?,
                    thread: wants_thread(parts.next()?)?,
                    setting: TableSetting::read(parts.next()?)?,
                    value: parts.next()?.to_owned(),
                }
            }
            "challenge" => {
                let [key, user] = fields(rest)?;
                CustomId::Challenge {
                    key: key.to_owned(),
                    user: UserId(number(user)?),
                }
            }
            "more" => {
                let (game, ply) = at(rest)?;
                CustomId::More { game, ply }
            }
            "see" => {
                let mut parts = rest.splitn(3, ':');
                CustomId::See {
                    game: match_number(parts.next()?)?,
                    ply: number(parts.next()?)?,
                    text: parts.next().filter(|text| !text.is_empty())?.to_owned(),
                }
            }
            "moves" => CustomId::Moves {
                game: match_number(rest)?,
            },
            "resign" => {
                let (game, ply) = at(rest)?;
                CustomId::Resign { game, ply }
            }
            "resigned" => {
                let (game, ply) = at(rest)?;
                CustomId::ResignYes { game, ply }
            }
            "m" => CustomId::Machine(MachinePress::parse(rest)?),
            "cancel" => CustomId::Cancel,
            "erase" => CustomId::Erase,
            "nothing" => CustomId::Nothing,
            "endgame" => {
                let (game, ply) = at(rest)?;
                CustomId::EndGame { game, ply }
            }
            "rules" => {
                let [key, page] = fields(rest)?;
                CustomId::Rules {
                    key: key.to_owned(),
                    page: number(page)?,
                }
            }
            "lessons" => {
                let [key, menu] = fields(rest)?;
                CustomId::RulesMenu {
                    key: key.to_owned(),
                    menu: number(menu)?,
                }
            }
            "show" => CustomId::Show,
            "offer" | "decline" => {
                let [game, ply, kind] = fields(rest)?;
                let (game, ply) = (match_number(game)?, number(ply)?);
                let kind = OfferKind::ALL.into_iter().find(|one| one.key() == kind)?;
                if verb == "offer" {
                    CustomId::Offer { game, ply, kind }
                } else {
                    CustomId::Decline { game, ply, kind }
                }
            }
            "take" => {
                let [game, seat] = fields(rest)?;
                CustomId::Take {
                    game: match_number(game)?,
                    seat: Seat(number(seat)?),
                }
            }
            "explore" => {
                let (game, ply) = at(rest)?;
                CustomId::Explore { game, ply }
            }
            "look" => {
                let [game, ply, at] = fields(rest)?;
                CustomId::Look {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    at: number(at)?,
                }
            }
            "try" | "tried" => {
                let mut parts = rest.splitn(4, ':');
                let game = match_number(parts.next()?)?;
                let (ply, at) = (number(parts.next()?)?, number(parts.next()?)?);
                let text = parts.next()?.to_owned();
                if verb == "try" {
                    let typed = text;
                    CustomId::TryMenu {
                        game,
                        ply,
                        at,
                        typed,
                    }
                } else {
                    CustomId::Try {
                        game,
                        ply,
                        at,
                        text,
                    }
                }
            }
            "playline" => {
                let (game, ply) = at(rest)?;
                CustomId::PlayLine { game, ply }
            }
            "planline" => {
                let (game, ply) = at(rest)?;
                CustomId::PlanLine { game, ply }
            }
            "planned" => CustomId::Planned {
                game: match_number(rest)?,
            },
            "planmenu" => {
                let (game, ply) = at(rest)?;
                CustomId::PlanMenu { game, ply }
            }
            "planpick" => {
                let [game, ply, line] = fields(rest)?;
                CustomId::PlanPick {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    line: number(line)?,
                }
            }
            "planedit" => {
                let [game, ply, line, edit] = fields(rest)?;
                CustomId::PlanEdit {
                    game: match_number(game)?,
                    ply: number(ply)?,
                    line: number(line)?,
                    edit: EDITS.iter().find(|(name, _)| *name == edit)?.1,
                }
            }
            _ => match TaskPress::parse(verb, rest) {
                Some(press) => CustomId::Task(press),
                None => CustomId::Own(CommandPress::parse(verb, rest)?),
            },
        };
        // Anything that would be written differently is not ours: leading zeros, further fields.
        (custom_id.to_string() == id).then_some(custom_id)
    }
}

impl CustomId {
    /// The match that it is about; `None` where it is about none, or where that takes more than the `custom_id`.
    pub fn game(&self) -> Option<GameId> {
        match self {
            CustomId::View { game, .. }
            | CustomId::Moves { game }
            | CustomId::Start { game, .. }
            | CustomId::More { game, .. }
            | CustomId::Join { game, .. }
            | CustomId::JoinAs { game, .. }
            | CustomId::Close { game }
            | CustomId::Resign { game, .. }
            | CustomId::Play { game, .. }
            | CustomId::Explore { game, .. }
            | CustomId::Offer { game, .. } => Some(*game),
            _ => None,
        }
    }
}

/// Whether a button or menu opens a table.
pub fn opens_table(id: &str) -> bool {
    let custom_id = CustomId::parse(id);
    matches!(
        custom_id,
        Some(CustomId::SeekMenu | CustomId::Challenge { .. })
    )
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            CustomId::Task(task) => write!(f, "{task}"),
            CustomId::Join { game, seat, thread } => {
                let thread = thread_letter(*thread);
                match seat {
                    None => write!(f, "join:{}:any:{thread}", game.0),
                    Some(seat) => write!(f, "join:{}:{}:{thread}", game.0, seat.0),
                }
            }
            CustomId::JoinAs { game, key, thread } => write!(
                f,
                "joinas:{}:{}:{}",
                game.0,
                key.as_deref().unwrap_or(ANY),
                thread_letter(*thread)
            ),
            CustomId::Sit { game, key } => {
                write!(f, "sit:{}:{}", game.0, key.as_deref().unwrap_or(ASK))
            }
            CustomId::Tables { page } => write!(f, "tables:{page}"),
            CustomId::SeekMenu => f.write_str("seekmenu"),
            CustomId::Seek { keys } => write!(f, "seek:{}", keys.join(",")),
            CustomId::Leave { game, thread } => {
                write!(f, "leave:{}:{}", game.0, thread_letter(*thread))
            }
            CustomId::Close { game } => write!(f, "close:{}", game.0),
            CustomId::Start { game, ply } => write!(f, "start:{}:{ply}", game.0),
            CustomId::Another { game, ply } => write!(f, "another:{}:{ply}", game.0),
            CustomId::Learn { key } => write!(f, "learn:{key}"),
            CustomId::View { game, ply } => write!(f, "view:{}:{ply}", game.0),
            CustomId::Choose {
                game,
                ply,
                path,
                page,
            } => write!(f, "choose:{}:{ply}:{path}:{page}", game.0),
            CustomId::Pick {
                game,
                ply,
                path,
                page,
            } => write!(f, "pick:{}:{ply}:{path}:{page}", game.0),
            CustomId::Go { game, ply, path } => write!(f, "go:{}:{ply}:{path}", game.0),
            CustomId::Play { game, ply, text } => write!(f, "play:{}:{ply}:{text}", game.0),
            CustomId::Larger { game, ply } => write!(f, "larger:{}:{ply}", game.0),
            CustomId::Part { game, ply, part } => write!(f, "part:{}:{ply}:{part}", game.0),
            CustomId::Pieces { game } => write!(f, "pieces:{}", game.0),
            CustomId::PieceMenu { game } => write!(f, "piecemenu:{}", game.0),
            CustomId::Piece { game, piece } => write!(f, "piece:{}:{piece}", game.0),
            CustomId::Games { page } => write!(f, "games:{page}"),
            CustomId::TableMenu {
                game,
                thread,
                setting,
            } => write!(
                f,
                "tablemenu:{}:{}:{setting}",
                game.0,
                thread_letter(*thread)
            ),
            CustomId::SetTable {
                game,
                thread,
                setting,
                value,
            } => write!(
                f,
                "settable:{}:{}:{setting}:{value}",
                game.0,
                thread_letter(*thread)
            ),
            CustomId::Challenge { key, user } => write!(f, "challenge:{key}:{}", user.0),
            CustomId::More { game, ply } => write!(f, "more:{}:{ply}", game.0),
            CustomId::See { game, ply, text } => write!(f, "see:{}:{ply}:{text}", game.0),
            CustomId::Moves { game } => write!(f, "moves:{}", game.0),
            CustomId::Resign { game, ply } => write!(f, "resign:{}:{ply}", game.0),
            CustomId::ResignYes { game, ply } => write!(f, "resigned:{}:{ply}", game.0),
            CustomId::Machine(custom_id) => write!(f, "m:{custom_id}"),
            CustomId::Cancel => f.write_str("cancel"),
            CustomId::Erase => f.write_str("erase"),
            CustomId::Nothing => f.write_str("nothing"),
            CustomId::EndGame { game, ply } => write!(f, "endgame:{}:{ply}", game.0),
            CustomId::Rules { key, page } => write!(f, "rules:{key}:{page}"),
            CustomId::RulesMenu { key, menu } => write!(f, "lessons:{key}:{menu}"),
            CustomId::Show => f.write_str("show"),
            CustomId::Offer { game, ply, kind } => {
                write!(f, "offer:{}:{ply}:{}", game.0, kind.key())
            }
            CustomId::Decline { game, ply, kind } => {
                write!(f, "decline:{}:{ply}:{}", game.0, kind.key())
            }
            CustomId::Own(press) => write!(f, "{press}"),
            CustomId::Take { game, seat } => write!(f, "take:{}:{}", game.0, seat.0),
            CustomId::Explore { game, ply } => write!(f, "explore:{}:{ply}", game.0),
            CustomId::Look { game, ply, at } => write!(f, "look:{}:{ply}:{at}", game.0),
            CustomId::TryMenu {
                game,
                ply,
                at,
                typed,
            } => write!(f, "try:{}:{ply}:{at}:{typed}", game.0),
            CustomId::Try {
                game,
                ply,
                at,
                text,
            } => write!(f, "tried:{}:{ply}:{at}:{text}", game.0),
            CustomId::PlayLine { game, ply } => write!(f, "playline:{}:{ply}", game.0),
            CustomId::PlanLine { game, ply } => write!(f, "planline:{}:{ply}", game.0),
            CustomId::Planned { game } => write!(f, "planned:{}", game.0),
            CustomId::PlanMenu { game, ply } => write!(f, "planmenu:{}:{ply}", game.0),
            CustomId::PlanPick { game, ply, line } => write!(f, "planpick:{}:{ply}:{line}", game.0),
            CustomId::PlanEdit {
                game,
                ply,
                line,
                edit,
            } => {
                let known = EDITS.iter().find(|(_, one)| one == edit);
                let edit = known.map_or("", |(name, _)| name);
                write!(f, "planedit:{}:{ply}:{line}:{edit}", game.0)
            }
        }
    }
}

/// Whether a thread is wanted, as one letter: a thread, or here.
fn thread_letter(thread: bool) -> &'static str {
    if thread { "t" } else { "h" }
}

fn wants_thread(letter: &str) -> Option<bool> {
    match letter {
        "t" => Some(true),
        "h" => Some(false),
        _ => None,
    }
}

/// The game that is chosen, unless this word stands in its place.
fn chosen(key: &str, unless: &str) -> Option<String> {
    (key != unless).then(|| key.to_owned())
}

/// Exactly `N` fields.
fn fields<const N: usize>(text: &str) -> Option<[&str; N]> {
    text.split(':').collect::<Vec<_>>().try_into().ok()
}

/// A match and a ply.
fn at(text: &str) -> Option<(GameId, u32)> {
    let [game, ply] = fields(text)?;
    Some((match_number(game)?, number(ply)?))
}

/// The number of a match, as the store counts them: from 1.
fn match_number(text: &str) -> Option<GameId> {
    number::<i64>(text).filter(|id| *id > 0).map(GameId)
}

/// A number written in digits only.
fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests;
