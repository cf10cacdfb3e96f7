//! A match as messages: the table that waits for players, the board for everyone, the board from one's own side, the
//! guided menus, the lists. Pure: pictures come in drawn.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::press::{Path, Press};
use super::reply::{self, File, OPTIONS, Reply, button, buttons, cut, menu};
use super::texts;
use crate::app::{History, Listed, Phase, Shown, Steps};
use crate::rules::{Kind, Lesson, Rejection, Seat};
use crate::scene::{Mark, Scene};
use crate::table::{GameId, UserId};

/// The pictures of a [`Shown`], as far as they could be drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The board.
    pub board: Option<Vec<u8>>,
    /// Where the last move happened.
    pub closeup: Option<Vec<u8>>,
}

/// Longest list of matches in one message.
const LISTED: usize = 15;

/// The message of a table that waits for players.
pub fn table(shown: &Shown, drawn: Drawn, thread: bool) -> Reply {
    let mut lines = vec![texts::heading(&shown.title, shown.game)];
    let (invited, empty) = match &shown.phase {
        Phase::Open { invited, empty } => (invited.as_slice(), open_to_anyone(invited, *empty)),
        _ => (&[][..], 0),
    };
    if let (Phase::Open { .. }, Some(opener)) = (&shown.phase, shown.opener) {
        lines.push(texts::table_opened(opener, invited));
    }
    lines.extend(
        shown
            .seats
            .iter()
            .filter_map(|(name, user)| Some(texts::sits(name, (*user)?))),
    );
    let seated = |user: &UserId| shown.seats.iter().any(|(_, other)| other == &Some(*user));
    let waiting: Vec<UserId> = shown
        .guests
        .iter()
        .copied()
        .filter(|user| !seated(user))
        .collect();
    if !waiting.is_empty() {
        lines.push(texts::at_table(&waiting));
    }
    lines.extend(shown.standing.iter().cloned());
    match &shown.phase {
        Phase::Open { .. } => lines.push(texts::table_waiting(invited, empty)),
        Phase::Playing => {}
        Phase::Over { ending } if ending.is_empty() => lines.push(texts::TABLE_CLOSED.to_owned()),
        Phase::Over { ending } => lines.push(texts::over(ending)),
    }
    let mut reply = Reply::public(lines.join("\n"));
    if matches!(shown.phase, Phase::Open { .. }) {
        let game = shown.game;
        let take = |seat: Option<Seat>, label: &str| {
            button(
                &Press::Join { game, seat, thread },
                label,
                ButtonStyle::Success,
            )
        };
        let leave = button(
            &Press::Leave { game, thread },
            if invited.is_empty() {
                texts::BUTTON_LEAVE
            } else {
                texts::BUTTON_DECLINE
            },
            ButtonStyle::Secondary,
        );
        // Where several seats are open, one may choose among those that nobody holds.
        let open: Vec<_> = shown
            .seats
            .iter()
            .enumerate()
            .filter(|(_, (_, user))| user.is_none())
            .filter_map(|(index, (name, _))| {
                let seat = Seat(u8::try_from(index).ok()?);
                take(Some(seat), &texts::button_seat(name))
            })
            .collect();
        reply = if shown.seats.len() > 2 && open.len() > 1 && invited.is_empty() {
            reply
                .row(buttons(open.into_iter().map(Some)))
                .row(buttons([take(None, texts::BUTTON_ANY_SEAT), leave]))
        } else {
            let label = if invited.is_empty() {
                texts::BUTTON_JOIN
            } else {
                texts::BUTTON_ACCEPT
            };
            reply.row(buttons([take(None, label), leave, rules_button(shown)]))
        };
        reply.pings = invited.to_vec();
    }
    pictures(&mut reply, shown, drawn);
    reply
}

/// How many of the empty seats are not kept for the invited.
fn open_to_anyone(invited: &[UserId], empty: u8) -> u8 {
    empty.saturating_sub(u8::try_from(invited.len()).unwrap_or(u8::MAX))
}

/// What the table's message becomes once the match has begun: the board is elsewhere, or follows.
pub fn begun(shown: &Shown) -> Reply {
    let players: Vec<String> = shown
        .seats
        .iter()
        .filter_map(|(name, user)| {
            Some(format!(
                "{} ({})",
                texts::person((*user)?),
                texts::seat(name)
            ))
        })
        .collect();
    Reply::public(format!(
        "{}\n{}",
        texts::heading(&shown.title, shown.game),
        texts::table_started(&texts::list(&players))
    ))
}

/// The board for everyone: the last move, whose turn it is, and the picture.
pub fn board(shown: &Shown, drawn: Drawn) -> Reply {
    let mut reply = Reply::public(story(shown, &[]));
    reply.pings = shown.next.iter().map(|(_, user)| *user).collect();
    reply.pings.sort_unstable();
    reply.pings.dedup();
    reply.rows.extend(row(shown, true));
    pictures(&mut reply, shown, drawn);
    reply
}

/// The board for one pair of eyes; `notes` come first.
pub fn own(shown: &Shown, drawn: Drawn, notes: &[String]) -> Reply {
    let mut reply = Reply::private(story(shown, notes));
    reply.rows.extend(row(shown, false));
    pictures(&mut reply, shown, drawn);
    reply
}

/// The text of a board's message.
fn story(shown: &Shown, notes: &[String]) -> String {
    let mut lines = notes.to_vec();
    lines.push(texts::heading(&shown.title, shown.game));
    match &shown.last {
        Some(last) => {
            let player = shown
                .seats
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(&last.seat))
                .and_then(|(_, user)| *user);
            lines.push(texts::move_made(
                &texts::seat(&last.seat),
                player,
                &last.display,
                &last.words,
            ));
        }
        None if matches!(shown.phase, Phase::Playing) => {
            lines.push(texts::FIRST_BOARD.to_owned());
        }
        None => {}
    }
    lines.extend(shown.told.iter().cloned());
    lines.extend(shown.standing.iter().cloned());
    lines.extend(shown.lessons.iter().map(|line| texts::lesson(line)));
    // The end of the message is what must not be cut off: whose turn it is, or how it ended.
    let end = match &shown.phase {
        Phase::Over { ending } => texts::over(ending),
        Phase::Open { invited, empty } => {
            texts::table_waiting(invited, open_to_anyone(invited, *empty))
        }
        Phase::Playing => {
            let mut end = Vec::new();
            if let Some(danger) = &shown.danger {
                end.push(texts::danger(danger));
            }
            let next: Vec<(String, UserId)> = shown
                .next
                .iter()
                .map(|(seat, user)| {
                    let name = shown.seats.get(seat.index()).map(|(name, _)| name.as_str());
                    (texts::seat(name.unwrap_or_default()), *user)
                })
                .collect();
            if !next.is_empty() {
                end.push(texts::your_turn(&next));
            }
            end.join("\n")
        }
    };
    let room = reply::CONTENT.saturating_sub(end.encode_utf16().count() + 1);
    let mut text = cut(&lines.join("\n"), room);
    if !end.is_empty() {
        text.push('\n');
        text.push_str(&end);
    }
    text
}

fn rules_button(shown: &Shown) -> Option<serenity::builder::CreateButton> {
    let key = shown.key.to_owned();
    button(
        &Press::Learn { key },
        texts::BUTTON_RULES,
        ButtonStyle::Secondary,
    )
}

/// The buttons below a board.
fn row(shown: &Shown, public: bool) -> Option<CreateActionRow> {
    let (game, ply) = (shown.game, shown.ply);
    let playing = matches!(shown.phase, Phase::Playing);
    let choose = Press::Start { game, ply };
    buttons([
        playing
            .then(|| button(&choose, texts::BUTTON_CHOOSE, ButtonStyle::Primary))
            .flatten(),
        public
            .then(|| {
                button(
                    &Press::View { game, ply },
                    texts::BUTTON_VIEW,
                    ButtonStyle::Secondary,
                )
            })
            .flatten(),
        button(
            &Press::Moves { game },
            texts::BUTTON_MOVES,
            ButtonStyle::Secondary,
        ),
        rules_button(shown),
        playing
            .then(|| {
                button(
                    &Press::Resign { game, ply },
                    texts::BUTTON_RESIGN,
                    ButtonStyle::Danger,
                )
            })
            .flatten(),
    ])
}

/// Attaches the pictures, or says that there is none.
fn pictures(reply: &mut Reply, shown: &Shown, drawn: Drawn) {
    match drawn.board {
        Some(bytes) => {
            reply.files.push(File {
                name: "board.png",
                bytes,
                alt: shown.alt.clone(),
            });
            if let Some(bytes) = drawn.closeup {
                reply.files.push(File {
                    name: "closeup.png",
                    bytes,
                    alt: texts::closeup(shown.last.as_ref().map(|last| last.display.as_str())),
                });
            }
        }
        None => {
            let room = reply::CONTENT.saturating_sub(reply.content.encode_utf16().count() + 1);
            let words = cut(&texts::no_picture(&reply::plain(&shown.alt)), room);
            reply.content = format!("{}\n{words}", reply.content);
        }
    }
}

/// The guided menu where it stands.
pub fn steps(steps: &Steps, path: &Path, page: usize, drawn: Option<Vec<u8>>) -> Reply {
    let (game, ply) = (steps.game, steps.ply);
    let mut lines = vec![texts::heading(&steps.title, game)];
    let mut rows: Vec<CreateActionRow> = Vec::new();
    let choose = |path: Path, page: usize| Press::Choose {
        game,
        ply,
        path,
        page: u16::try_from(page).unwrap_or(u16::MAX),
    };
    let back = (!path.0.is_empty())
        .then(|| {
            button(
                &choose(path.back(), 0),
                texts::BUTTON_BACK,
                ButtonStyle::Secondary,
            )
        })
        .flatten();
    if steps.whole {
        lines.push(texts::ready(&steps.text));
        let go = Press::Go {
            game,
            ply,
            path: path.clone(),
        };
        let again = (path.0.len() > 1)
            .then(|| {
                button(
                    &choose(Path::default(), 0),
                    texts::BUTTON_START_AGAIN,
                    ButtonStyle::Secondary,
                )
            })
            .flatten();
        rows.extend(buttons([
            button(&go, &texts::button_play(&steps.text), ButtonStyle::Success),
            back,
            again,
        ]));
    } else {
        if !steps.text.is_empty() {
            lines.push(texts::so_far(&steps.text));
        }
        let options = &steps.choices.options;
        let pages = options.len().div_ceil(OPTIONS).max(1);
        let page = page.min(pages - 1);
        if options.is_empty() {
            lines.push(texts::NOTHING_TO_CHOOSE.to_owned());
        } else if !steps.choices.prompt.is_empty() {
            lines.push(steps.choices.prompt.clone());
        }
        if pages > 1 {
            lines.push(texts::page(page, pages));
        }
        let pick = Press::Pick {
            game,
            ply,
            path: path.clone(),
            page: u16::try_from(page).unwrap_or(u16::MAX),
        };
        let shown = options
            .iter()
            .enumerate()
            .skip(page * OPTIONS)
            .take(OPTIONS)
            .map(|(index, choice)| (index.to_string(), choice.label.clone(), String::new()));
        match menu(&pick, texts::CHOOSE_PLACEHOLDER, shown) {
            Some(menu) => rows.push(menu),
            None if !options.is_empty() => lines.push(texts::PATH_TOO_LONG.to_owned()),
            None => {}
        }
        let turn = |target: Option<usize>, label: &str| {
            button(
                &choose(path.clone(), target?),
                label,
                ButtonStyle::Secondary,
            )
        };
        rows.extend(buttons([
            turn(page.checked_sub(1), texts::BUTTON_PREVIOUS),
            turn((page + 1 < pages).then_some(page + 1), texts::BUTTON_NEXT),
            back,
        ]));
    }
    let mut reply = Reply::private(lines.join("\n"));
    reply.rows = rows;
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "preview.png",
            bytes,
            alt: steps.alt.clone(),
        });
    }
    reply
}

/// A refused move: why, what may have been meant, and buttons that play it where the ply is known.
pub fn refused(rejection: &Rejection, at: Option<(GameId, u32)>) -> Reply {
    let mut lines = vec![rejection.sentence.clone()];
    let told = rejection
        .meant
        .iter()
        .all(|mv| rejection.sentence.contains(mv.as_str()));
    if !told {
        lines.push(texts::meant(&rejection.meant));
    }
    let mut reply = Reply::private(lines.join("\n"));
    if let Some((game, ply)) = at {
        let offered: Vec<_> = rejection
            .meant
            .iter()
            .take(10)
            .map(|mv| {
                let text = mv.clone();
                button(
                    &Press::Play { game, ply, text },
                    &texts::button_play(mv),
                    ButtonStyle::Secondary,
                )
            })
            .collect();
        for five in offered.chunks(5) {
            reply.rows.extend(buttons(five.iter().cloned()));
        }
    }
    reply
}

/// Somebody's matches; `name` gives the names of people as far as they are known.
pub fn games(listed: &[Listed], name: impl Fn(UserId) -> Option<String>) -> Reply {
    if listed.is_empty() {
        return Reply::private(texts::NO_GAMES);
    }
    let mut lines = vec![texts::YOUR_GAMES.to_owned()];
    lines.extend(listed.iter().take(LISTED).map(line));
    if listed.len() > LISTED {
        lines.push(texts::MORE_GAMES.to_owned());
    }
    Reply::private(lines.join("\n")).row(games_menu(listed, name))
}

/// Several matches could be meant.
pub fn which_game(listed: &[Listed]) -> Reply {
    let mut lines = vec![texts::WHICH_GAME.to_owned()];
    lines.extend(listed.iter().take(LISTED).map(line));
    Reply::private(lines.join("\n"))
}

fn line(listed: &Listed) -> String {
    let mentions = |users: &[UserId]| {
        texts::list(&users.iter().copied().map(texts::person).collect::<Vec<_>>())
    };
    match &listed.phase {
        Phase::Playing => texts::listed(
            listed.game,
            &listed.title,
            &mentions(&listed.others),
            listed.mine,
            &mentions(&listed.next),
            listed.since,
            listed.moves,
            listed.home,
        ),
        Phase::Open { .. } => texts::listed_open(listed.game, &listed.title, listed.home),
        Phase::Over { ending } => texts::listed_over(listed.game, &listed.title, ending),
    }
}

fn games_menu(
    listed: &[Listed],
    name: impl Fn(UserId) -> Option<String>,
) -> Option<CreateActionRow> {
    menu(
        &Press::Show,
        texts::SHOW_PLACEHOLDER,
        listed
            .iter()
            .map(|one| (one.game.0.to_string(), short(one, &name), String::new())),
    )
}

/// A match as one line of plain text.
pub fn short(listed: &Listed, name: &impl Fn(UserId) -> Option<String>) -> String {
    let others: Vec<String> = listed
        .others
        .iter()
        .filter_map(|user| name(*user))
        .collect();
    texts::listed_short(
        listed.game,
        &listed.title,
        &others,
        listed.mine,
        listed.moves,
    )
}

/// The moves of a match.
pub fn history(history: &History) -> Reply {
    let mut lines = vec![texts::heading(&history.title, history.game)];
    lines.extend(history.seats.iter().map(|(name, user)| {
        let who = user.map_or_else(|| texts::SEAT_OPEN.to_owned(), texts::person);
        format!("{}: {who}", texts::seat(name))
    }));
    if history.lines.is_empty() {
        lines.push(texts::NO_MOVES.to_owned());
    } else {
        let fixed = lines.join("\n").encode_utf16().count() + texts::HISTORY_CUT.len() + 20;
        let mut room = reply::CONTENT.saturating_sub(fixed);
        let mut shown: Vec<&str> = Vec::new();
        for line in history.lines.iter().rev() {
            let size = line.encode_utf16().count() + 1;
            if size > room {
                break;
            }
            room -= size;
            shown.push(line);
        }
        if shown.len() < history.lines.len() {
            lines.push(texts::HISTORY_CUT.to_owned());
        }
        shown.reverse();
        lines.push(format!("```\n{}\n```", shown.join("\n").replace('`', "'")));
    }
    let mut reply = Reply::private(lines.join("\n"));
    reply.files.push(File {
        name: "moves.txt",
        bytes: history.file.clone().into_bytes(),
        alt: String::new(),
    });
    reply
}

/// One page of a game's rules, with buttons to the neighbours and a menu of all.
pub fn lesson(kind: &Kind, lessons: &[Lesson], page: usize, drawn: Option<Vec<u8>>) -> Reply {
    let Some(lesson) = lessons.get(page) else {
        return Reply::private(texts::UNKNOWN_BUTTON);
    };
    let heading = if lesson.title == kind.name {
        format!("**{}**\n", kind.name)
    } else {
        format!("**{} – {}**\n", kind.name, lesson.title)
    };
    let footer = if lessons.len() > 1 {
        format!("\n-# {}", texts::page(page, lessons.len()))
    } else {
        String::new()
    };
    let room = reply::CONTENT.saturating_sub((heading.clone() + &footer).encode_utf16().count());
    let mut reply = Reply::private(format!("{heading}{}{footer}", cut(&lesson.text, room)));
    let to = |page: Option<usize>, label: &str| {
        let page = u16::try_from(page?).ok()?;
        let key = kind.key.to_owned();
        button(&Press::Rules { key, page }, label, ButtonStyle::Secondary)
    };
    if lessons.len() > 1 {
        // A menu holds 25 pages; the window moves along with the page that is shown.
        let first = page
            .saturating_sub(OPTIONS / 2)
            .min(lessons.len().saturating_sub(OPTIONS));
        let pages = lessons
            .iter()
            .enumerate()
            .skip(first)
            .map(|(index, lesson)| (index.to_string(), lesson.title.clone(), String::new()));
        let all = Press::RulesMenu {
            key: kind.key.to_owned(),
        };
        reply = reply
            .row(menu(&all, texts::RULES_PLACEHOLDER, pages))
            .row(buttons([
                to(page.checked_sub(1), texts::BUTTON_PREVIOUS),
                to(
                    (page + 1 < lessons.len()).then_some(page + 1),
                    texts::BUTTON_NEXT,
                ),
            ]));
    }
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "diagram.png",
            bytes,
            alt: texts::diagram(&lesson.title, kind.name),
        });
    }
    reply
}

/// The games that can be played here.
pub fn catalogue(games: &[&Kind]) -> Reply {
    let mut lines = vec![texts::RULES_GAMES.to_owned()];
    lines.extend(games.iter().map(|kind| texts::game_line(kind)));
    Reply::private(lines.join("\n"))
}

/// Whether a picture marks a piece that was asked about.
pub fn marks_a_piece(scene: &Scene) -> bool {
    let cells = scene
        .grids
        .iter()
        .flat_map(|grid| grid.cells.iter().flatten());
    cells
        .flat_map(|cell| &cell.marks)
        .any(|mark| *mark == Mark::Chosen)
}

/// Asks once more before giving up.
pub fn resign(shown: &Shown) -> Reply {
    let (game, ply) = (shown.game, shown.ply);
    Reply::private(texts::resign_sure(&shown.title, game)).row(buttons([
        button(
            &Press::ResignYes { game, ply },
            texts::BUTTON_RESIGN_YES,
            ButtonStyle::Danger,
        ),
        button(&Press::Cancel, texts::BUTTON_CANCEL, ButtonStyle::Secondary),
    ]))
}

#[cfg(test)]
mod tests;
