//! The buttons about the machine, hints, and looking back at a game.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use crate::app::{Explored, Hint, OfferKind, Phase, ReviewNote, Shown};
use crate::discord::press::{MachinePress, Press};
use crate::discord::reply::{self, File, Reply, button, buttons, cut, menu};
use crate::discord::texts;
use crate::engine::{LEVELS, Level};
use crate::table::{GameId, UserId};

/// The level from which a game goes on after a look back at it.
const USUAL: u8 = 3;

fn machine_button(press: MachinePress, label: &str, style: ButtonStyle) -> Option<CreateButton> {
    button(&Press::Machine(press), label, style)
}

/// The level of the machine, where one person plays against it alone.
fn opponent(shown: &Shown) -> Option<&'static Level> {
    let mut people: Vec<UserId> = Vec::new();
    let mut levels = Vec::new();
    for (_, user) in &shown.seats {
        let user = (*user)?;
        match user.machine_level() {
            Some(level) => levels.push(level),
            None if people.contains(&user) => {}
            None => people.push(user),
        }
    }
    let strongest = levels.into_iter().max_by_key(|level| level.number);
    strongest.filter(|_| people.len() == 1)
}

/// Whether it is a game that was begun and is over.
fn is_over(shown: &Shown) -> bool {
    let begun = shown.seats.iter().all(|(_, user)| user.is_some());
    matches!(shown.phase, Phase::Over { .. }) && begun
}

/// The button of an open table that gives its free seats to the machine.
pub fn fill(shown: &Shown) -> Option<CreateButton> {
    let label = if shown.seats.len() > 2 {
        texts::BUTTON_MACHINES
    } else {
        texts::BUTTON_MACHINE
    };
    let game = shown.game;
    machine_button(MachinePress::Levels { game }, label, ButtonStyle::Primary)
}

/// The rows below a board that the machine is the reason of.
pub fn rows(shown: &Shown, public: bool) -> Vec<CreateActionRow> {
    let (game, ply) = (shown.game, shown.ply);
    let opponent = opponent(shown);
    let mut rows = Vec::new();
    if is_over(shown) {
        let step = |by: i16| {
            let number = u8::try_from(i16::from(opponent?.number) + by).ok()?;
            Level::numbered(number)
        };
        let again = |level: Option<&'static Level>, label: fn(&Level) -> String| {
            let level = level?;
            let press = MachinePress::Again { game, level };
            machine_button(press, &label(level), ButtonStyle::Secondary)
        };
        let review = shown.last.as_ref().map(|_| {
            machine_button(
                MachinePress::Review { game },
                texts::BUTTON_REVIEW,
                ButtonStyle::Secondary,
            )
        });
        rows.extend(buttons([
            again(step(1), texts::button_level_up),
            again(step(-1), texts::button_level_down),
            review.flatten(),
        ]));
        return rows;
    }
    let turns = shown.next.iter().any(|(_, user)| !user.is_machine());
    if matches!(shown.phase, Phase::Playing) && opponent.is_some() && turns {
        let back = public && shown.last.is_some();
        let kind = OfferKind::Takeback;
        let back = back.then(|| {
            button(
                &Press::Offer { game, ply, kind },
                texts::BUTTON_TAKEBACK,
                ButtonStyle::Secondary,
            )
        });
        rows.extend(buttons([
            machine_button(
                MachinePress::Hint { game, ply },
                texts::BUTTON_HINT,
                ButtonStyle::Secondary,
            ),
            back.flatten(),
        ]));
    }
    rows
}

/// Asks for the level that takes the free seats of a table.
pub fn levels(game: GameId) -> Reply {
    let choices = LEVELS.iter().map(|level| {
        (
            level.number.to_string(),
            texts::level(level),
            texts::level_about(level).to_owned(),
        )
    });
    let press = Press::Machine(MachinePress::LevelMenu { game });
    Reply::private(texts::MACHINE_ASK_LEVEL).row(menu(&press, texts::MACHINE_LEVELS, choices))
}

/// What to look at.
pub fn hint(hint: &Hint) -> Reply {
    let (game, ply) = (hint.game, hint.ply);
    Reply::private(texts::hint(hint)).row(buttons([machine_button(
        MachinePress::HintMove { game, ply },
        texts::BUTTON_HINT_MOVE,
        ButtonStyle::Secondary,
    )]))
}

/// The move that a hint is about, with the board after it.
pub fn hint_move(hint: &Hint, explored: &Explored, drawn: Option<Vec<u8>>) -> Reply {
    let display = explored.display.last().map_or("", String::as_str);
    let words = explored.words.first().map_or("", String::as_str);
    let play = Press::Play {
        game: hint.game,
        ply: hint.ply,
        text: hint.text.clone(),
    };
    let mut reply = Reply::private(texts::hint_move(hint, display, words)).row(buttons([button(
        &play,
        texts::BUTTON_PLAY_HINT,
        ButtonStyle::Success,
    )]));
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "hint.png",
            bytes,
            alt: explored.alt.clone(),
        });
    }
    reply
}

/// The moves that cost somebody most, with a picture of each better one.
pub fn review(
    title: &str,
    game: GameId,
    notes: &[ReviewNote],
    drawn: Vec<Option<Vec<u8>>>,
    level: Option<&'static Level>,
) -> Reply {
    let mut lines = vec![texts::review(title, game, notes.len())];
    lines.extend(notes.iter().map(texts::review_note));
    let mut reply = Reply::private(cut(&lines.join("\n"), reply::CONTENT));
    let names = ["better1.png", "better2.png", "better3.png"];
    for ((note, name), bytes) in notes.iter().zip(names).zip(drawn) {
        reply.files.extend(bytes.map(|bytes| File {
            name,
            bytes,
            alt: note.alt.clone(),
        }));
    }
    let level = level.or_else(|| Level::numbered(USUAL));
    reply.row(buttons(notes.iter().map(|note| {
        let press = MachinePress::GoOn {
            game,
            ply: note.ply,
            level: level?,
        };
        machine_button(
            press,
            &texts::button_go_on(note.number),
            ButtonStyle::Secondary,
        )
    })))
}
