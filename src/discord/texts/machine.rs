//! Texts about the machine: games against it, hints, reviews.

use super::{person, seat};
use crate::app::{FirstHint, Hint, ReviewNote, ReviewStep, SoloResult};
use crate::discord::markdown::{code, cut};
use crate::engine::{Level, Overview};
use crate::match_state::{GameId, UserId};
use crate::notation::excerpt;
use crate::rules::{GameInfo, wording};

pub const BUTTON_MACHINE: &str = "Play the machine";
pub const BUTTON_MACHINES: &str = "Fill with machines";
pub const BUTTON_HINT: &str = "Hint";
pub const BUTTON_HINT_MOVE: &str = "Show the move";
pub const BUTTON_PLAY_OUT: &str = "Play it out";
pub const BUTTON_REVIEW: &str = "What could I have done better?";

pub const MACHINE_ASK_LEVEL: &str = "How well should the machine play?";
pub const MACHINE_LEVELS: &str = "Choose a level";
pub const MACHINE_JOINED: &str = "The machine takes the free seats and the game begins.";
pub const MACHINE_AGAIN: &str = "A new game begins.";
pub const SHOWN: &str = "Everybody here sees this board now, and none of your next moves.";
pub const NO_THREAD_HERE: &str =
    "A thread can't be made here: leave `place` out, or choose \"Right here\".";
pub const HINT_STALE: &str = "This hint was for an earlier position. Ask for a new one.";
pub const REVIEWING: &str = "I'm looking through your moves. This can take a minute or two.";
pub const REVIEW_PICTURE: &str =
    "The picture goes round: your move, the answer to it, and the better move.";
pub const REVIEW_MADE: &str = "You played";
pub const REVIEW_ANSWER: &str = "The answer";
pub const REVIEW_BETTER: &str = "Better";
pub const REVIEW_NOTHING: &str = "I found no move of yours that lost much. Well played!";

/// Names a level, as in a menu.
pub fn level(level: &Level) -> String {
    format!("{} {}", level.number, level.name)
}

/// Describes a level in a few words.
pub fn level_about(level: &Level) -> &'static str {
    match level.number {
        1 => "for your very first games: it overlooks nearly everything",
        2 => "overlooks a lot",
        3 => "overlooks something every few moves",
        4 => "thinks two moves ahead, sometimes overlooks one",
        5 => "thinks two moves ahead, seldom overlooks anything",
        6 => "thinks four moves ahead",
        7 => "strong",
        _ => "as strong as it gets; takes a few seconds",
    }
}

/// The length of a game against the machine.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// Number of the person's moves.
    Moves(u32),
    /// Number of rounds, where the sides have different numbers of moves.
    Rounds(u32),
}

/// Reports the result of a person against a number of machines of one level.
pub fn solo_result(
    user: UserId,
    result: SoloResult,
    level: &'static Level,
    rivals: usize,
    length: Length,
) -> String {
    let user = person(user);
    let opponent = match rivals {
        ..=1 => person(UserId::machine(level)),
        2 => format!("two {}s (level {})", level.name, level.number),
        _ => format!("three {}s (level {})", level.name, level.number),
    };
    let after = match length {
        Length::Moves(1) => " in one move".to_owned(),
        Length::Moves(moves) => format!(" in {moves} moves"),
        Length::Rounds(1) => " in one round".to_owned(),
        Length::Rounds(rounds) => format!(" in {rounds} rounds"),
    };
    match result {
        SoloResult::Won => format!("{user}, you beat {opponent}{after}!"),
        SoloResult::Drawn => format!("{user}, you drew with {opponent}{after}."),
        SoloResult::Lost if rivals > 1 => format!("{user}, the machines beat you this time."),
        SoloResult::Lost => format!("{user}, {opponent} beat you this time."),
    }
}

/// Labels the button for another game at the same level.
pub fn button_again(level: &Level) -> String {
    format!("Again: {}", level.name)
}

/// Labels the button for another game at a higher level.
pub fn button_level_up(level: &Level) -> String {
    format!("One level up: {}", level.name)
}

/// Labels the button for another game at a lower level.
pub fn button_level_down(level: &Level) -> String {
    format!("One level down: {}", level.name)
}

/// Names the machine that takes over a seat if its player leaves, and says who can have the seat again.
pub fn stand_in(user: UserId) -> String {
    format!(
        "If a player leaves, {} takes over. The player can take the seat back at any time, and after three days anyone can.",
        person(user)
    )
}

/// Reports that the machine is to move.
pub fn machine_thinks(user: UserId, seat_name: &str) -> String {
    format!("{seat_name} ({}) is thinking.", super::in_brackets(user))
}

pub fn no_twist(kind: &GameInfo) -> String {
    format!("{} has no twists.", kind.name)
}

pub fn no_variant(kind: &GameInfo, typed: &str) -> String {
    let names: Vec<String> = kind
        .variants
        .iter()
        .map(|variant| variant.name.to_owned())
        .collect();
    if names.is_empty() {
        return format!("{} has no variants.", kind.name);
    }
    format!(
        "{} has no variant \"{}\". It has {}.",
        kind.name,
        excerpt(typed),
        wording::listed(&names)
    )
}

pub fn no_side(kind: &GameInfo, typed: &str) -> String {
    let names: Vec<String> = kind.seats.iter().map(|name| seat(name)).collect();
    format!(
        "{} has no side \"{}\". It has {}.",
        kind.name,
        excerpt(typed),
        wording::listed(&names)
    )
}

/// Returns the first part of a hint: what there is to see, without a move.
pub fn first_hint(hint: &FirstHint) -> String {
    let Overview {
        wins,
        only,
        attacked,
        danger,
        gain,
    } = &hint.overview;
    let mut lines: Vec<String> = hint.danger.iter().cloned().collect();
    if *only {
        lines.push("You have only one move.".to_owned());
    } else if *wins {
        lines.push("You can win the game with your next move.".to_owned());
    } else {
        if *attacked {
            lines.push("Find the best way out of the attack.".to_owned());
        }
        if let Some((piece, by)) = danger {
            lines.push(format!(
                "Your {} on {} is in danger: the {} on {} can take it.",
                piece.name, piece.square, by.name, by.square
            ));
        }
        match gain {
            Some((piece, true)) => lines.push(format!(
                "The {} on {} can be taken, and nothing can take back.",
                piece.name, piece.square
            )),
            Some((piece, false)) => lines.push(format!(
                "The {} on {} can be taken, and it is worth more than what takes it.",
                piece.name, piece.square
            )),
            None => {}
        }
        if lines.is_empty() {
            lines.push(
                "Nothing of yours is in danger, and nothing can be won at once. Find a better square for a piece."
                    .to_owned(),
            );
        }
    }
    format!("💡 {}", lines.join("\n"))
}

/// Returns the second part of a hint: the move and the reason for it.
pub fn hint_move(hint: &Hint, display: &str, words: &str) -> String {
    let why = match hint.loses {
        Some(moves) => format!("It holds out longest: you lose in {moves} moves at best."),
        None => hint.sentence.clone(),
    };
    let words = if words.is_empty() {
        String::new()
    } else {
        format!(": {words}")
    };
    format!("💡 {}{words}\n{why}", code(display))
}

/// Suggests a move that continues a line, with the reason for it.
pub fn hint_line(hint: &Hint) -> String {
    match hint.loses {
        Some(moves) => format!(
            "💡 {} holds out longest here: the mate comes in {moves} moves at best.",
            code(&hint.text)
        ),
        None => format!(
            "💡 A good move here is {}. {}",
            code(&hint.text),
            hint.sentence
        ),
    }
}

/// Returns what a costly move lost, the answer to it, and the better move, a numbered sentence each, as the pictures
/// are numbered.
pub fn review_note(note: &ReviewNote) -> String {
    let cost = match note.lost {
        lost if lost >= 10_000 && note.allows_mate => {
            "It let your opponent force a win.".to_owned()
        }
        lost if lost >= 10_000 => "It missed a forced win.".to_owned(),
        lost => format!("It cost about {} pawns.", (lost + 50) / 100),
    };
    let step = |step: &ReviewStep, number: u8, what: &str| {
        let line = format!("**{number}** {what} {}. {}", code(&step.display), step.why);
        line.trim_end().to_owned()
    };
    let made = step(&note.made, 1, REVIEW_MADE);
    let answer = note
        .answer
        .iter()
        .map(|answer| step(answer, 2, REVIEW_ANSWER));
    let better = step(&note.better, 3, REVIEW_BETTER);
    let lines = [format!("**Move {}**: {cost}", note.number), made];
    let lines: Vec<String> = lines.into_iter().chain(answer).chain([better]).collect();
    cut(&lines.join("\n"), 1_500)
}

/// Returns the heading above the first of the moves that lost much.
pub fn review(title: &str, game: GameId, count: usize) -> String {
    let what = match count {
        1 => "This is the move that cost you most.".to_owned(),
        _ => format!("These are the {count} moves that cost you most, a message each."),
    };
    format!("{}\n{what} {REVIEW_PICTURE}", super::heading(title, game))
}

/// Labels the button that goes on from a move.
pub fn button_go_on(number: u32) -> String {
    format!("Play on from move {number}")
}

/// Names the match, and the move of it, from which a new match goes on.
pub fn goes_on_from(game: GameId, number: u32) -> String {
    format!("This game goes on from move {number} of game {}.", game.0)
}

/// Lists the levels that a player has beaten in a game.
pub fn beaten(name: &str, levels: &[u8]) -> String {
    let levels: Vec<String> = levels
        .iter()
        .filter_map(|number| Level::numbered(*number))
        .map(|level| format!("{} (level {})", level.name, level.number))
        .collect();
    format!("{name}: has beaten {}", wording::listed(&levels))
}
