//! `/note`: keeps a user's notes about a game, private or sealed until it is over.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::{match_of, text_of};
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, MatchRef, Note, Purpose};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::markdown::{cut, legible, plain};
use crate::discord::reply::{File, Reply};
use crate::discord::request;
use crate::discord::texts::person;
use crate::match_state::{GameId, UserId};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "note",
    about: "Notes about a game, for your eyes only or sealed until it is over",
    contexts: anywhere,
    options: |command, _| {
        let [text, sealed, remove] = options();
        command
            .add_option(text)
            .add_option(sealed)
            .add_option(remove)
            .add_option(which())
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn options() -> [CreateCommandOption; 3] {
    let option = CreateCommandOption::new;
    let text = "What to note; leave it out to read your notes";
    let sealed = "Show it to everybody once the game is over";
    let remove = "Remove the note with this number";
    [
        option(CommandOptionType::String, name::TEXT, text).max_length(1500),
        option(CommandOptionType::Boolean, name::SEALED, sealed),
        option(CommandOptionType::Integer, name::REMOVE, remove)
            .min_int_value(1)
            .max_int_value(999),
    ]
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let which = match_of(options)?;
    let game = app.find_match(request, which, Purpose::Look).await?;
    let text = text_of(options, name::TEXT);
    let removed = request::number(options, name::REMOVE);
    if !text.is_empty() && removed.is_some() {
        return Err(AppError::Plain(ONE_AT_A_TIME.to_owned()));
    }
    let notes = if let Some(number) = removed {
        remove(handlers, asker, game, number).await?
    } else if text.is_empty() {
        app.notes(request, MatchRef::Game(game)).await?
    } else {
        let sealed = request::boolean(options, name::SEALED) == Some(true);
        app.add_note(request, MatchRef::Game(game), &text, sealed)
            .await?
    };
    Ok(Answer::say(board(game, &notes, request.user)))
}

const ONE_AT_A_TIME: &str =
    "Write a note or remove one, not both: leave out `text` or `remove`. Nothing was changed.";

/// Removes one of the user's own notes, by the number with which it is shown.
async fn remove(
    handlers: &Handlers,
    asker: Asker,
    game: GameId,
    number: u32,
) -> Result<Vec<Note>, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let notes = app.notes(request, MatchRef::Game(game)).await?;
    let mine: Vec<i64> = notes
        .iter()
        .filter(|note| note.by == request.user)
        .map(|note| note.id)
        .collect();
    let at = usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1);
    let id = at.and_then(|at| mine.get(at)).copied();
    let id = id.ok_or_else(|| AppError::Plain(no_note(number, mine.len())))?;
    app.remove_note(request, game, id).await
}

/// Shows the notes about a match that a user may read, with a file if a message does not hold all of them.
fn board(game: GameId, notes: &[Note], reader: UserId) -> Reply {
    let (text, all) = texts(game, notes, reader);
    let mut reply = Reply::private(text);
    reply.files.extend(all.map(|all| File {
        name: "notes.txt",
        bytes: all.into_bytes(),
        alt: String::new(),
    }));
    reply
}

/// The most UTF-16 units of notes in a message; this leaves room for one more heading line.
const NOTES: usize = 1_850;

/// Returns the latest notes about a match, as many as a message holds, and if these are not all, the text of a file
/// with all of them.
fn texts(game: GameId, notes: &[Note], reader: UserId) -> (String, Option<String>) {
    if notes.is_empty() {
        let none = format!(
            "You have no notes about game {}. `/note text:` writes one.",
            game.0
        );
        return (none, None);
    }
    let mut number = 0;
    let heads: Vec<String> = notes
        .iter()
        .map(|note| {
            if note.by == reader {
                number += 1;
                format!("{number}.")
            } else {
                format!("• {}:", person(note.by))
            }
        })
        .collect();
    let head = format!(
        "Notes about game {} (🔏 opened for everybody at the end; `/note remove:` removes one of yours):",
        game.0
    );
    let line = |(head, note): (&String, &Note)| {
        let sealed = if note.sealed { " 🔏" } else { "" };
        format!("{head} <t:{}:d>{sealed} {}", note.at, plain(&note.text))
    };
    // The latest notes matter most.
    let mut latest: Vec<String> = Vec::new();
    let mut room = NOTES.saturating_sub(head.encode_utf16().count());
    for pair in heads.iter().zip(notes).rev() {
        let line = line(pair);
        let length = line.encode_utf16().count() + 1;
        if length > room {
            if latest.is_empty() {
                latest.push(cut(&line, room));
            }
            break;
        }
        room -= length;
        latest.push(line);
    }
    let shown = latest.len();
    latest.reverse();
    let text = latest.join("\n");
    let whole = heads.iter().zip(notes).next_back().map(line);
    if shown == notes.len() && (shown > 1 || whole.as_ref() == Some(&text)) {
        return (format!("{head}\n{text}"), None);
    }
    let all = heads.iter().zip(notes).map(|(head, note)| {
        let at = jiff::Timestamp::from_second(note.at).unwrap_or_default();
        let sealed = if note.sealed { " (sealed)" } else { "" };
        format!(
            "{head} {}{sealed}\n{}\n",
            at.strftime("%Y-%m-%d %H:%M UTC"),
            legible(&note.text)
        )
    });
    let file = all.collect::<Vec<_>>().join("\n");
    let text = format!(
        "{head}\n*The latest of {}; the file has all of them.*\n{text}",
        notes.len()
    );
    (text, Some(file))
}

/// Returns the refusal of a number that no note has.
fn no_note(number: u32, of: usize) -> String {
    match of {
        0 => "You have no notes about this game.".to_owned(),
        1 => format!("You have no note {number} about this game: there is one."),
        of => format!("You have no note {number} about this game: there are {of}."),
    }
}
