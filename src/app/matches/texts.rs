//! Sentences about a match in its current state.

use super::loaded::LoadedMatch;
use crate::app::mention;
use crate::app::texts::{ALT_LIMIT, FREED, cut, seat_label};
use crate::app::view::log::{LogEntry, LogEvent};
use crate::app::view::sight::{SeenGame, Sight};
use crate::match_state::{GameId, MatchError, Phase, UserId};
use crate::rules::Seat;

/// The reason why a table without an opener can be neither closed nor changed.
pub(in crate::app) const EMPTY_TABLE: &str = "Nobody sits at this table.";

/// Returns the reason why something cannot be done, addressed to `user`.
pub(in crate::app) fn fault_sentence(
    loaded: &LoadedMatch,
    user: UserId,
    fault: MatchError,
) -> String {
    let game = loaded.id.0;
    match fault {
        MatchError::NotOpen => match loaded.ending() {
            Some(ending) => over(loaded.id, &ending),
            None => format!("Game {game} has begun already."),
        },
        MatchError::NotBegun => match loaded.state.places() {
            0 => format!("Game {game} has not begun: somebody who was invited has not answered."),
            1 => format!("Game {game} has not begun: it waits for one more player."),
            more => format!("Game {game} has not begun: it waits for {more} more players."),
        },
        MatchError::Over => over(loaded.id, &loaded.ending().unwrap_or_default()),
        MatchError::AlreadyHere => "You are at this table already.".to_owned(),
        MatchError::NoSuchSeat => format!("{} has no such seat.", loaded.kind.name),
        MatchError::SeatTaken(seat) => format!(
            "{} is taken. Choose another seat.",
            seat_label(loaded.kind, seat)
        ),
        MatchError::NoPlace => "Every seat at this table is taken.".to_owned(),
        MatchError::Kept => {
            "The open seats at this table are kept for the players who were invited.".to_owned()
        }
        MatchError::NotHere => format!("You are not at the table of game {game}."),
        MatchError::NotTheirTable => match loaded.state.opener() {
            Some(opener) => format!(
                "Only {} can close this table. You can leave it.",
                mention(opener)
            ),
            None => EMPTY_TABLE.to_owned(),
        },
        MatchError::NotAPlayer => {
            format!("You don't play in game {game}: only the owner of a seat can move for it.")
        }
        MatchError::NotTheirTurn => {
            let turn = loaded.state.turn().unwrap_or(Seat(0));
            let last = match (&loaded.last, loaded.state.mover()) {
                (Some(last), Some(mover)) if loaded.state.owner(mover) == Some(user) => {
                    let display = last.texts.display(loaded.sight_of(user));
                    display.map(|display| format!(" You already played {display}."))
                }
                _ => None,
            };
            format!(
                "It is {} turn in game {game}, not yours.{}",
                possessive(&seat_label(loaded.kind, turn)),
                last.unwrap_or_default()
            )
        }
        MatchError::Out => "You are out of this game already.".to_owned(),
        MatchError::NotFlagged => format!("In game {game} nobody has run out of time."),
        MatchError::Freed => FREED.to_owned(),
        MatchError::NotVacant => format!("No seat of game {game} is offered at the moment."),
        MatchError::Inconsistent => "That cannot be done in this game now.".to_owned(),
    }
}

/// Returns the sentence that a match is over, with its ending.
pub(in crate::app) fn over(game: GameId, ending: &str) -> String {
    format!("Game {} is over. {ending}", game.0)
}

fn possessive(name: &str) -> String {
    if name.ends_with('s') {
        format!("{name}'")
    } else {
        format!("{name}'s")
    }
}

/// Returns the events of `lines` and the current state of the match, addressed to `user`.
pub(in crate::app) fn since_sentence(
    loaded: &LoadedMatch,
    lines: &[LogEntry],
    user: UserId,
) -> String {
    const MOST: usize = 3;
    let sight = loaded.sight_of(user);
    let parts: Vec<String> = lines
        .iter()
        .filter_map(|line| match &line.what {
            LogEvent::Moved { seat, texts, .. } => {
                let seat = seat_label(loaded.kind, *seat);
                Some(match texts.display(sight) {
                    Some(display) => format!("{seat} played {display}"),
                    None => format!("{seat} has moved"),
                })
            }
            LogEvent::Rolled { display, .. } => Some(display.clone()),
            LogEvent::Resigned { seat, .. } => {
                Some(format!("{} resigned", seat_label(loaded.kind, *seat)))
            }
            LogEvent::TimedOut { seat, .. } => Some(format!(
                "{} ran out of time",
                seat_label(loaded.kind, *seat)
            )),
            LogEvent::Undone { seat, .. } => Some(format!(
                "{} took back a move",
                seat_label(loaded.kind, *seat)
            )),
            LogEvent::Table(what) | LogEvent::Beside(what) => Some(what.clone()),
            LogEvent::Began => Some("the game began".to_owned()),
            LogEvent::Ended(_) => None,
        })
        .collect();
    let mut parts: Vec<String> = parts;
    parts.dedup();
    let skipped = parts.len().saturating_sub(MOST);
    let mut parts = parts.split_off(skipped);
    if skipped > 0 {
        parts.insert(0, "more has happened; the latest:".to_owned());
    }
    if let Some(ending) = loaded.ending() {
        return format!("I did not do that: the game is over. {ending}");
    }
    let now = match loaded.state.turn() {
        Some(seat) if loaded.state.owner(seat) == Some(user) => "It is your turn.".to_owned(),
        Some(seat) => format!("It is {} turn.", possessive(&seat_label(loaded.kind, seat))),
        None => "The game has not begun yet.".to_owned(),
    };
    if parts.is_empty() {
        return format!("I did not do that: the game has changed since. {now}");
    }
    let parts = parts.join(", ").replace("latest:, ", "latest: ");
    format!("I did not do that: since then {parts}. {now}")
}

/// Returns the picture in words: last move, turn, danger, and the position piece by piece as far as there is room.
pub(in crate::app) fn alt(loaded: &LoadedMatch, sight: Sight, title: &str) -> String {
    let mut text = format!("{title}, game {}.", loaded.id.0);
    let mut say = |words: &str| {
        if !words.is_empty() {
            text.push(' ');
            text.push_str(words);
        }
    };
    if let Some(last) = &loaded.last {
        let texts = &last.texts;
        match texts.words(sight).or_else(|| texts.display(sight)) {
            Some(words) => {
                let words = words.trim_end_matches('.');
                say(&format!("{}, move {}: {words}.", last.seat, last.number));
            }
            None => say(&format!("{} has made move {}.", last.seat, last.number)),
        }
    }
    // Sentences about what followed the move automatically: throws, mates, seats that left.
    let going = *loaded.state.phase() == Phase::Playing;
    let said = loaded.throw.as_ref().filter(|_| going);
    let remarks = loaded.remarks.iter().map(|remark| &remark.text);
    // Mentions and times are not shown in a description as in a message.
    let plain = remarks.filter(|line| Some(*line) != said && !line.contains('<'));
    for line in plain {
        say(line);
    }
    match (loaded.state.phase(), loaded.state.turn()) {
        (Phase::Open, _) => say("The starting position; the game has not begun."),
        (_, Some(_)) => {}
        _ => say(&loaded.ending().unwrap_or_default()),
    }
    if let Some(replay_error) = &loaded.replay_error {
        say(&replay_error.sentence());
    }
    match_words(loaded, &loaded.seen_by(sight), &text)
}

/// Returns `about` followed by a match's board in words, as somebody sees it; as [`position_words`] does, but the turn
/// and what is in danger only while the match is played.
pub(in crate::app) fn match_words(loaded: &LoadedMatch, seen: &SeenGame, about: &str) -> String {
    match loaded.state.phase() {
        Phase::Playing => position_words(seen, about),
        Phase::Open | Phase::Over(_) => with_pieces(seen, about),
    }
}

/// Returns `about` followed by the board in words: the turn, what is in danger, and the pieces on their squares. At
/// most [`ALT_LIMIT`] characters; the position gets the room that is left.
pub(in crate::app) fn position_words(game: &SeenGame, about: &str) -> String {
    let mut text = about.trim_end().to_owned();
    let mut say = |words: &str| {
        text.push(' ');
        text.push_str(words);
    };
    if !game.status().is_over() {
        let turn = seat_label(game.kind(), game.turn());
        say(&format!("{turn} to move."));
        if let Some(said) = game.announcement() {
            say(&said);
        }
        for warning in game.check_warning().into_iter().chain(game.exposed()) {
            say(&warning);
        }
    }
    with_pieces(game, &text)
}

/// Returns `about` followed by the pieces on their squares, as far as there is room.
fn with_pieces(game: &SeenGame, about: &str) -> String {
    let text = about.trim_end();
    let room = ALT_LIMIT.saturating_sub(text.chars().count() + 1);
    let position = game.alt_text(room);
    cut(&format!("{text} {position}"), ALT_LIMIT)
}
