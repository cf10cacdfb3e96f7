//! Texts about matches that several modules share: titles, endings, names of seats and people, and helpers for
//! sentences.

use crate::match_state::{Ending, Leaving, Outcome, UserId};
use crate::rules::wording::{capital, listed, ordinal};
use crate::rules::{GameInfo, Options, Reason, Seat, Status, Values, Variant};

/// Maximum length of a picture's description on Discord, in characters.
pub(super) const ALT_LIMIT: usize = 1_024;

/// Returns a seat's name for people.
pub(super) fn seat_label(kind: &GameInfo, seat: Seat) -> String {
    capital(kind.seat_name(seat))
}

/// The sentence for a player whose seat a moderator has opened.
pub(super) const FREED: &str =
    "A moderator has opened your seat to anyone; you play on until somebody takes it.";

/// The reason why nothing can be tried on a board that is hidden in part.
pub(super) const HIDDEN_UNTIL_END: &str =
    "In this game you don't see every piece, so nothing can be tried out until it is over.";

/// The reason why the machine does not play a game at a level.
pub(super) const ONE_LEVEL: &str = "In this game pieces are hidden, from the machine too: it sees no more than its player may, so it can't look \
     ahead. It plays at level 1 only.";

/// The ending of a table that was closed.
pub(super) const NEVER_BEGAN: &str = "The table was closed before the game began.";

/// The ending of a table that a moderator closed.
pub(super) const CLOSED: &str = "The table was closed by a moderator before the game began.";

/// Returns a user's mention as Discord writes it; an erased person is not mentioned, and the machine is named by its
/// level.
pub fn mention(user: UserId) -> String {
    if let Some(level) = user.machine_level() {
        format!("{} (level {})", level.name, level.number)
    } else if user.is_erased() {
        "a player who left".to_owned()
    } else {
        format!("<@{}>", user.0)
    }
}

pub(super) fn is_moderated(ending: &str) -> bool {
    Ending::from_text(ending).is_some_and(|ending| ending.is_moderated())
}

/// Returns the title of a table for one of several games.
pub(super) fn any_of(choices: &[&'static GameInfo]) -> String {
    match choices {
        [only] => only.name.to_owned(),
        several => {
            let names: Vec<&str> = several.iter().map(|kind| kind.name).collect();
            format!("Any of these: {}", names.join(", "))
        }
    }
}

/// Returns a variant's name without its remark in brackets, since titles put the name in brackets.
fn short_name(variant: &Variant) -> &'static str {
    variant.name.split(" (").next().unwrap_or(variant.name)
}

/// Returns a game's name with its variant: the variant that its options make, or else the options that differ from the
/// defaults. The usual variant is not named.
pub(super) fn title(kind: &GameInfo, options: &Options) -> String {
    let Ok(options) = kind.resolve(options) else {
        return kind.name.to_owned();
    };
    let chosen = |options: &Options| -> Vec<(&'static str, String)> {
        let named = kind.options.iter().filter_map(|spec| match spec.values {
            // An option without effect is not named.
            Values::OneOf(_)
                if spec
                    .needs()
                    .is_some_and(|(key, value)| !options.is(key, value)) =>
            {
                None
            }
            Values::OneOf(_) => Some((spec.key, options.get(spec.key)?.to_owned())),
            Values::Joined { .. } => {
                let names = options.get(spec.key)?.split('+').map(capital);
                Some((spec.key, names.collect::<Vec<_>>().join(" and ")))
            }
            Values::Number { .. } => None,
        });
        named.collect()
    };
    let mine = chosen(&options);
    for variant in kind.variants {
        let made: Options = variant.options.iter().copied().collect();
        if kind.resolve(&made).is_ok_and(|made| chosen(&made) == mine) {
            return match variant.options {
                [] => kind.name.to_owned(),
                _ => format!("{} ({})", kind.name, short_name(variant)),
            };
        }
    }
    let usual = kind.resolve(&Options::new()).map(|usual| chosen(&usual));
    let usual = usual.unwrap_or_default();
    let differing: Vec<String> = mine
        .into_iter()
        .filter(|pair| !usual.contains(pair))
        .map(|(key, value)| {
            // An option that makes a variant by itself has that variant's name next to other options too.
            let mut variants = kind.variants.iter();
            let by_itself = variants.find(|one| one.options == [(key, value.as_str())]);
            (
                key,
                by_itself.map_or(value, |one| short_name(one).to_owned()),
            )
        })
        .map(|(key, value)| match value.as_str() {
            "on" => key.replace('_', " "),
            "off" => format!("no {}", key.replace('_', " ")),
            _ => value,
        })
        .collect();
    if differing.is_empty() {
        kind.name.to_owned()
    } else {
        format!("{} ({})", kind.name, differing.join(", "))
    }
}

/// Returns the ending of a match in one sentence, with the placings if more than two played.
pub(super) fn ending_sentence(kind: &GameInfo, ending: &Ending) -> String {
    let how = how_it_ended(kind, ending);
    let (two, teams) = (kind.seats.len() <= 2, !kind.teams.is_empty());
    if two || teams || ending.placings.is_empty() || ending.is_by_correction() {
        return how;
    }
    format!("{how} {}.", places(kind, &ending.placings))
}

/// Returns placings such as "1st: Red; 2nd: Black; 3rd: Green and White".
fn places(kind: &GameInfo, placings: &[u8]) -> String {
    let mut ranks = placings.to_vec();
    ranks.sort_unstable();
    ranks.dedup();
    let ranks = ranks.into_iter().map(|rank| {
        let seats = kind.all_seats().zip(placings);
        let seats = seats.filter(|(_, place)| **place == rank);
        let names: Vec<String> = seats.map(|(seat, _)| seat_label(kind, seat)).collect();
        format!("{}: {}", ordinal(rank), listed(&names))
    });
    ranks.collect::<Vec<_>>().join("; ")
}

fn how_it_ended(kind: &GameInfo, ending: &Ending) -> String {
    let name = |seat: Seat| seat_label(kind, seat);
    let others = |seat: Seat| match kind.opponent(seat) {
        Some(other) => name(other),
        None => "everybody else".to_owned(),
    };
    let win = |seat: Seat| match kind.partner(seat) {
        Some(partner) => format!("{} and {} win", name(seat), name(partner)),
        None => format!("{} wins", name(seat)),
    };
    // Only known endings are put into words: a record could hold anybody's text.
    match ending.outcome(kind) {
        Some(Outcome::Decided(Status::Won { winner, reason })) => {
            let why = why_won(reason, &others(winner));
            format!("{}: {why}.", win(winner))
        }
        Some(Outcome::Decided(Status::Drawn(reason))) => format!("A draw: {}.", why_drawn(reason)),
        Some(Outcome::Decided(Status::Stalemate { by })) => format!(
            "{by} stalemated {}: three quarters of a point for {by}, one quarter for {0}.",
            others(by),
            by = name(by),
        ),
        Some(Outcome::WonByLeaving { winner, how }) => {
            let other = others(winner);
            match how {
                Leaving::Resignation => format!("{}: {other} resigned.", win(winner)),
                Leaving::Timeout => format!("{}: {other} ran out of time.", win(winner)),
            }
        }
        Some(Outcome::OverByLeaving(_)) => "The game ended because a player left it.".to_owned(),
        Some(Outcome::Moderated) => {
            "The game was ended by a moderator and counts for nobody.".to_owned()
        }
        Some(Outcome::ClosedByModerator) => CLOSED.to_owned(),
        Some(Outcome::OneLeader) => {
            "One player leads every side that is left, and wins with them.".to_owned()
        }
        Some(Outcome::OnlyMachines) => {
            "The game ended because only machines were left in it.".to_owned()
        }
        Some(Outcome::Silence) => {
            "The game ended without a result: nobody had moved for a long time.".to_owned()
        }
        Some(Outcome::Correction) => format!(
            "The rules of {} were corrected, and this game cannot go on under them: it ended without a result and counts \
             for nobody.",
            kind.name
        ),
        Some(Outcome::Closed) => NEVER_BEGAN.to_owned(),
        Some(Outcome::Decided(Status::Ongoing)) | None => "The game has ended.".to_owned(),
    }
}

fn why_won(reason: Reason, other: &str) -> String {
    match reason {
        Reason::Checkmate => format!("{other} is checkmated"),
        Reason::RoyalCaptured => "the royal stone was captured".to_owned(),
        Reason::Stalemate => format!("{other} has no move left"),
        Reason::LastStanding => "nobody else is left".to_owned(),
        Reason::Repetition => "the position was repeated under check".to_owned(),
        Reason::Extinction
        | Reason::GaveAll
        | Reason::Dead
        | Reason::NoProgress
        | Reason::Agreement
        | Reason::Own(_) => why_drawn(reason),
    }
}

fn why_drawn(reason: Reason) -> String {
    match reason {
        Reason::Stalemate => "there is no move to make",
        Reason::Repetition => "the same position came up too often",
        Reason::Dead => "no further moves could lead to anything else",
        Reason::NoProgress => "too many moves without progress",
        Reason::Agreement => "the players agreed",
        Reason::Own(own) => own.words,
        Reason::Checkmate => "checkmate",
        Reason::RoyalCaptured => "the royal stones were captured",
        Reason::LastStanding => "nobody is left",
        Reason::Extinction => "every piece of a kind is gone",
        Reason::GaveAll => "no piece is left to give away",
    }
    .to_owned()
}

/// Returns the text cut to at most `limit` characters.
pub(super) fn cut(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.trim_end().to_owned();
    }
    let kept: String = text.chars().take(limit.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Returns the words with a capital letter and a full stop.
pub(super) fn sentence(words: &str) -> String {
    let stop = if words.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{stop}", capital(words))
}
