//! The words of games that last for months: clocks, offers, plans, thinking, records, settings.

use super::{ago, channel, people, person, seat};
use crate::app::{Ladder, Note, OfferKind, Offered, Plan, Preferences, Profile, Tell};
use crate::discord::commands::vacation;
use crate::discord::markdown::{code, cut, plain};
use crate::match_state::{DAY, GameId, Pace, Rating, Terms, UserId};

// -- the commands; descriptions have at most 100 characters

pub const COMMAND_DRAW: &str = "Offer a draw, or agree to one that is offered";
pub const COMMAND_TAKEBACK: &str =
    "Take back your last move: free within a minute, then your opponent must agree";
pub const COMMAND_REMATCH: &str = "Propose another game with the same people and options";
pub const COMMAND_SUBSTITUTE: &str = "Take over a seat that is offered, or offer your own";
pub const COMMAND_PLAN: &str =
    "Plan answers that I play for you if your opponent plays what you expect";
pub const COMMAND_EXPLORE: &str = "Try moves on a private board";
pub const COMMAND_NOTE: &str = "Notes about a game, for your eyes only or sealed until it is over";
pub const COMMAND_SETTINGS: &str = "How you are told of things, quiet hours, previews";
pub const COMMAND_PROFILE: &str = "Ratings, places and reliability of a player";
pub const COMMAND_LEADERBOARD: &str = "The strongest players of a game in this server";
pub const COMMAND_EXPORT: &str = "The text of a game, to keep or to import again";
pub const COMMAND_IMPORT: &str = "Open a game from its text on a private analysis board";

pub const OPTION_CLOCK: &str = "Time to think: days per move, a bank such as 7+1/14, or untimed";
pub const OPTION_FLAG: &str = "What happens when somebody runs out of time";
pub const OPTION_WAIT: &str = "How many days the table waits for players";
pub const CHOICE_SOFT: &str = "the opponent decides: claim, give a day, or wait";
pub const CHOICE_HARD: &str = "the clock decides: they lose";
pub const OPTION_SUBSTITUTE_ACTION: &str = "What to do (take over a seat if you don't say)";
pub const CHOICE_TAKE: &str = "take over a seat";
pub const CHOICE_OFFER: &str = "offer my seat";
pub const CHOICE_KEEP: &str = "keep my seat after all";
pub const OPTION_PLAN_LINE: &str = "if their move then your move; further lines after a semicolon";
pub const OPTION_PLAN_ADD: &str =
    "Add the lines to your plan, tried before those it has; otherwise they replace it";
pub const OPTION_PLAN_FORGET: &str = "Forget the plan";
pub const OPTION_EXPLORE_LINE: &str = "Moves to begin with, with spaces between them";
pub const OPTION_NOTE_TEXT: &str = "What to note; leave it out to read your notes";
pub const OPTION_NOTE_SEALED: &str = "Show it to everybody once the game is over";
pub const OPTION_NOTE_REMOVE: &str = "Take out the note of this number";
pub const OPTION_IMPORT_FILE: &str =
    "The file that /export made; leave it out to paste the text into a form";
pub const OPTION_TELL: &str = "How you are told that it is your turn";
pub const OPTION_QUIET: &str = "Hours without messages, such as 22-7; or off";
pub const OPTION_ZONE: &str = "Your time zone, such as Europe/Rome";
pub const OPTION_DIGEST: &str = "The hour of the daily message";
pub const OPTION_PREVIEW: &str = "Whether you see a move before it is played";
pub const OPTION_FORCED: &str = "Whether I play your move when it is the only legal one";
pub const CHOICE_ON: &str = "always";
pub const CHOICE_OFF: &str = "never";
pub const CHOICE_PREVIEW_USUAL: &str = "in my first games of a kind";
pub const OPTION_INVITATIONS: &str = "Who can invite you to a game";
pub const CHOICE_ANYONE: &str = "anyone I have not blocked";
pub const CHOICE_NOBODY: &str = "nobody";
pub const OPTION_BLOCK: &str = "Somebody who can't invite you any more; they are not told";
pub const OPTION_UNBLOCK: &str = "Somebody who can invite you again";
pub const OPTION_PLAYER: &str = "Whose profile (yours if you don't say)";
pub const OPTION_LADDER_GAME: &str = "Which game's players";

/// The ways of being told, with their meanings.
pub const TELL: [(&str, &str); 4] = [
    ("channel", "a mention where the game is played"),
    ("direct", "a direct message"),
    ("digest", "one direct message a day"),
    ("nothing", "nothing"),
];

pub const NOT_AN_HOUR: &str = "An hour is a number from 0 to 23.";
pub const NOT_HOURS: &str = "Write quiet hours as two hours of the day, such as `22-7`, or `off`.";
pub const NOT_A_CLOCK: &str = "A clock is a number of days per move (1, 2, 3, 5, 7, 10 or 14), a bank such as \
    `7+1/14` (7 days, plus 1 per move, 14 at most), or `untimed`.";

// -- clocks

/// The clocks that are suggested, as `(what it means, what is typed)`.
pub fn clocks() -> Vec<(String, String)> {
    let mut clocks = vec![(
        "bank: 7 days, plus 1 per move (14 at most)".to_owned(),
        "7+1/14".to_owned(),
    )];
    clocks.extend(crate::match_state::DAYS_PER_MOVE.iter().map(|days| {
        (
            format!("{} per move", days_of(i64::from(*days))),
            days.to_string(),
        )
    }));
    clocks.push(("untimed".to_owned(), "untimed".to_owned()));
    clocks
}

fn days_of(days: i64) -> String {
    if days == 1 {
        "1 day".to_owned()
    } else {
        format!("{days} days")
    }
}

/// The terms of a match.
pub fn terms(terms: &Terms) -> String {
    let clock = clock(terms);
    match terms.stand_in() {
        Some(user) => format!("{clock} {}", super::stand_in(user)),
        None => clock,
    }
}

fn clock(terms: &Terms) -> String {
    let pace = match terms.pace {
        Pace::PerMove { days } => format!("{} per move", days_of(i64::from(days))),
        Pace::Bank { days, add, cap } => format!(
            "{}, plus {add} per move ({cap} at most)",
            days_of(i64::from(days))
        ),
        Pace::Untimed => return "Untimed: think as long as you like.".to_owned(),
    };
    let end = if terms.hard {
        "If you run out, you lose."
    } else {
        "If you run out, your opponent may claim the win."
    };
    format!("Clock: {pace}. {end}")
}

/// Until when a table waits.
pub fn table_until(at: i64) -> String {
    format!("The table closes {} if nobody joins.", ago(at))
}

/// Until when the player to move can think.
pub fn move_until(at: i64) -> String {
    format!("⏳ Move by <t:{at}:f> ({}).", ago(at))
}

/// The time of the player to move is over, and anyone may take over.
pub fn window(seat_name: &str, at: i64) -> String {
    format!(
        "⌛ {} has run out of time. Anyone may take over the seat until {}.",
        seat(seat_name),
        ago(at)
    )
}

/// A seat is offered.
pub fn vacant(seat_name: &str) -> String {
    format!(
        "🪑 {} wants to leave: anyone may take over the seat.",
        seat(seat_name)
    )
}

/// A player is on vacation.
pub fn away(seat_name: &str, until: i64) -> String {
    format!("🏖️ {} is on vacation until <t:{until}:D>.", seat(seat_name))
}

/// What the seats have left, in turn order.
pub fn banks(banks: &[(String, i64)]) -> String {
    let banks: Vec<String> = banks
        .iter()
        .map(|(name, left)| format!("{} {}", seat(name), span(*left)))
        .collect();
    format!("Time left: {}", banks.join(", "))
}

fn span(seconds: i64) -> String {
    let (days, hours) = (seconds / DAY, seconds % DAY / 3600);
    match (days, hours) {
        (0, hours) => format!("{hours} h"),
        (days, 0) => format!("{days} d"),
        (days, hours) => format!("{days} d {hours} h"),
    }
}

pub const BUTTON_DRAW: &str = "Offer a draw";
pub const BUTTON_TAKEBACK: &str = "Take back";
pub const BUTTON_REMATCH: &str = "Rematch";
pub const BUTTON_EXPLORE: &str = "Explore";

/// The button that takes over a seat.
pub fn button_take(seat_name: &str) -> String {
    format!("Take over {}", seat(seat_name))
}

/// The button that agrees.
pub fn button_agree(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "Agree to a draw",
        OfferKind::Takeback => "Allow the takeback",
        OfferKind::Rematch => "Accept the rematch",
    }
}

/// The button that declines.
pub fn button_decline(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "No draw",
        OfferKind::Takeback => "No takeback",
        OfferKind::Rematch => "No rematch",
    }
}

/// What is offered, who agrees, and who is waited for.
pub fn offered(offer: &Offered) -> String {
    let agreed: Vec<UserId> = offer
        .agreed
        .iter()
        .copied()
        .filter(|user| *user != offer.by)
        .collect();
    let mut text = format!("🤝 {} {}", person(offer.by), offer.kind.offered());
    if !agreed.is_empty() {
        text.push_str(&format!("; {} agreed", people(&agreed)));
    }
    if !offer.awaited.is_empty() {
        text.push_str(&format!("; {} to answer", people(&offer.awaited)));
    }
    text.push('.');
    let fewer = offer.kind == OfferKind::Rematch && offer.agreed.len() > 1;
    if fewer && !offer.awaited.is_empty() {
        text.push_str(" Those who agreed can open the table with `/rematch` again; the other seats are then open to anyone.");
    }
    text
}

/// Something was done from elsewhere, and the board is where the match lives.
pub fn done_elsewhere(home: crate::match_state::ChannelId) -> String {
    format!("Done. The board is in {}.", channel(home))
}

// -- plans, exploring, previews, notes

/// A player's plan.
pub fn plan(plan: &Plan) -> String {
    let game = plan.game.0;
    if plan.lines.is_empty() {
        return format!(
            "You have no plan in game {game}. `/plan line: if their move then your move` makes one; only you see it."
        );
    }
    let dice = if plan.dice {
        "\n-# An answer is played if the die allows it; otherwise the next line that fits is tried."
    } else {
        ""
    };
    let lines: Vec<String> = (1..)
        .zip(&plan.lines)
        .map(|(number, line)| format!("{number}. {}", code(&line.text)))
        .collect();
    let lines = cut(&lines.join("\n"), 1700);
    format!("Your plan in game {game}, tried in this order and seen by nobody else:\n{lines}{dice}")
}

/// One line of a player's plan, about to be changed.
pub fn plan_line(game: GameId, number: usize, text: &str) -> String {
    let text = cut(text, 1500);
    format!(
        "Line {number} of your plan in game {}: {}",
        game.0,
        code(&text)
    )
}

/// A line of a plan in a menu.
pub fn plan_option(number: usize, text: &str) -> String {
    cut(&format!("{number}. {text}"), 100)
}

pub const PLAN_PLACEHOLDER: &str = "Change a line …";
pub const BUTTON_PLAN_FIRST: &str = "Try it first";
pub const BUTTON_PLAN_UP: &str = "Earlier";
pub const BUTTON_PLAN_DOWN: &str = "Later";
pub const BUTTON_PLAN_OUT: &str = "Take it out";
pub const BUTTON_PLAN_BACK: &str = "Back to the plan";

/// The words before the line of a private board. The line itself stands in the message between backticks, and is read
/// from there again.
pub const LINE: &str = "Line: ";
pub const LINE_EMPTY: &str =
    "The board as it stands. Choose a move to try, for either side; nobody else sees it.";
pub const TRY_PLACEHOLDER: &str = "Try a move …";
pub const BUTTON_STEP_BACK: &str = "◀";
pub const BUTTON_STEP_ON: &str = "▶";
pub const BUTTON_PLAN: &str = "Make it a plan";
pub const LINE_STALE: &str =
    "The game has moved on since this board was opened: `/explore` opens a new one.";
pub const NOTHING_TO_PLAN: &str =
    "A plan needs an opponent's move and then your answer: try both on the board first.";
pub const NOT_YOUR_LINE: &str = "Only the players of this game can play or plan it.";

/// Where a private board is in its line.
pub fn line_at(at: usize, of: usize) -> String {
    format!("After move {at} of {of}.")
}

/// Before a move is made.
pub const PREVIEW: &str = "Your move before it is played. Nobody else has seen it.";
pub const BUTTON_PLAY_IT: &str = "Play it";
pub const BUTTON_TRY_ANOTHER: &str = "Try another";
pub const PREVIEW_HINT: &str =
    "-# I ask in your first games of a kind; `/settings preview:` changes that.";

/// How long notes in a message may be, in UTF-16 units: there is room left for a heading of one more line.
const NOTES: usize = 1_850;

/// Notes about a match: as many of the latest as a message holds, and where those are not all, all of them as the text
/// of a file.
pub fn notes(game: GameId, notes: &[Note], reader: UserId) -> (String, Option<String>) {
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
        "Notes about game {} (🔏 opened for everybody at the end; `/note remove:` takes one of yours out):",
        game.0
    );
    let line = |(head, note): (&String, &Note)| {
        let sealed = if note.sealed { " 🔏" } else { "" };
        format!("{head} <t:{}:d>{sealed} {}", note.at, plain(&note.text))
    };
    // The latest are what is looked for.
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
    let match_view = latest.len();
    latest.reverse();
    let text = latest.join("\n");
    let whole = heads.iter().zip(notes).next_back().map(line);
    if match_view == notes.len() && (match_view > 1 || whole.as_ref() == Some(&text)) {
        return (format!("{head}\n{text}"), None);
    }
    let all = heads.iter().zip(notes).map(|(head, note)| {
        let at = jiff::Timestamp::from_second(note.at).unwrap_or_default();
        let sealed = if note.sealed { " (sealed)" } else { "" };
        format!(
            "{head} {}{sealed}\n{}\n",
            at.strftime("%Y-%m-%d %H:%M UTC"),
            note.text
        )
    });
    let file = all.collect::<Vec<_>>().join("\n");
    let text = format!(
        "{head}\n*The latest of {}; the file has all of them.*\n{text}",
        notes.len()
    );
    (text, Some(file))
}

// -- settings, records

/// What somebody has chosen.
pub fn preferences(chosen: &Preferences) -> String {
    let tell = match chosen.tell {
        Tell::Channel => TELL[0].1,
        Tell::Direct => TELL[1].1,
        Tell::Digest => TELL[2].1,
        Tell::Nothing => TELL[3].1,
    };
    let quiet = match chosen.quiet {
        Some((from, until)) => {
            format!("from {from}:00 to {until}:00, except when your time would run out soon after")
        }
        None => "none".to_owned(),
    };
    let preview = match chosen.preview {
        Some(true) => CHOICE_ON,
        Some(false) => CHOICE_OFF,
        None => CHOICE_PREVIEW_USUAL,
    };
    let forced = if chosen.forced {
        "I play them for you"
    } else {
        "you play them yourself"
    };
    let invitations = match (chosen.no_invitations, &chosen.blocked[..]) {
        (true, []) => "from nobody".to_owned(),
        (true, blocked) => format!("from nobody; blocked: {}", people(blocked)),
        (false, []) => "from anyone".to_owned(),
        (false, blocked) => format!("from anyone but {}", people(blocked)),
    };
    let text = format!(
        "**Your settings**\nYour turn: {tell}.\nQuiet hours: {quiet} ({}).\nDaily message: at {}:00, if you have \
         chosen it.\nMoves shown before they are played: {preview}.\nForced moves: {forced}.\nInvitations: {invitations}.",
        plain(&chosen.zone),
        chosen.digest
    );
    cut(&text, 2000)
}

/// What a player has done.
pub fn profile(profile: &Profile) -> String {
    let mut lines = vec![format!("**{}**", person(profile.user))];
    lines.extend(
        profile
            .ratings
            .iter()
            .map(|(name, rating)| format!("{name}: {}", rated(rating))),
    );
    lines.extend(profile.placings.iter().map(|(name, places)| {
        let places: Vec<String> = places
            .iter()
            .map(|(place, times)| format!("{times} × place {place}"))
            .collect();
        format!("{name}: {}", places.join(", "))
    }));
    if let Some(rating) = &profile.puzzles {
        lines.push(format!(
            "Puzzles: {} ({} solved, {} missed)",
            rating.rating.round(),
            rating.won,
            rating.lost
        ));
    }
    let beaten = profile.beaten.iter();
    lines.extend(beaten.map(|(name, levels)| super::beaten(name, levels)));
    if lines.len() == 1 {
        lines.push("No finished game yet.".to_owned());
    }
    if let Some(percent) = profile.reliability() {
        lines.push(format!(
            "Reliability: {percent} % ({} finished, {} left by time).",
            profile.finished, profile.abandoned
        ));
    }
    let left = vacation::left(&profile.vacation);
    lines.push(match profile.vacation.until {
        Some(until) => format!("On vacation until <t:{until}:D>. {left}"),
        None => left,
    });
    lines.join("\n")
}

fn rated(rating: &Rating) -> String {
    // A rating is the less certain the fewer games it comes from; twice the deviation covers it nearly always.
    format!(
        "{:.0} ± {:.0} ({} won, {} drawn, {} lost)",
        rating.rating,
        2.0 * rating.deviation,
        rating.won,
        rating.drawn,
        rating.lost
    )
}

/// The strongest players of a game, and where `asker` stands.
pub fn ladder(ladder: &Ladder, asker: UserId) -> String {
    let name = &ladder.name;
    if ladder.players.is_empty() {
        return format!("Nobody here has finished a rated game of {name} yet.");
    }
    let own = match &ladder.asker {
        Some((place, rating)) => format!("You are number {place}: {}", rated(rating)),
        None => format!("You have not finished a rated game of {name} here yet."),
    };
    let mut lines = vec![format!("**{name}**")];
    // The asker's own line must not be what is cut off.
    let mut room = 1900 - own.encode_utf16().count();
    let mut listed = false;
    for (place, (user, rating)) in (1..).zip(&ladder.players) {
        let mark = if *user == asker { " ← you" } else { "" };
        let line = format!("{place}. {} {}{mark}", person(*user), rated(rating));
        let size = line.encode_utf16().count() + 1;
        if size > room {
            break;
        }
        room -= size;
        listed |= *user == asker;
        lines.push(line);
    }
    // Somebody who is on the list is marked there.
    if !listed {
        lines.push(own);
    }
    lines.join("\n")
}

pub const EXPORTED: &str = "The text of the game. `/import` opens it again.";
/// There is no note of that number.
pub fn no_note(number: u32, of: usize) -> String {
    match of {
        0 => "You have no notes about this game.".to_owned(),
        1 => format!("You have no note {number} about this game: there is one."),
        of => format!("You have no note {number} about this game: there are {of}."),
    }
}

/// A file is too large to be the text of a game.
pub fn file_too_large(size: u64, most: usize) -> String {
    format!(
        "That file has {} kB; the text of a game has at most {}. Nothing was imported.",
        size.div_ceil(1000),
        most / 1000
    )
}

pub const FILE_NOT_TEXT: &str =
    "That file is not a text, so it can't be a game. `/export` writes one that you can import.";
pub const FILE_UNREACHABLE: &str =
    "I couldn't fetch that file from Discord. Please attach it again.";
/// Below a game that was brought in.
pub const IMPORTED: &str =
    "Your analysis board: only you see it and no clock runs. `/gif` shows it to everybody here.";
pub const IMPORT_TITLE: &str = "Bring in a game";
pub const IMPORT_FIELD: &str = "The text of the game, as /export writes it";

// -- what is told

/// A notice about a match, for `to`.
pub fn notice(to: Option<UserId>, title: &str, game: GameId, text: &str) -> String {
    let to = to
        .map(|user| format!("{}: ", person(user)))
        .unwrap_or_default();
    format!("{to}**{title}** (game {}): {text}", game.0)
}

/// Where the match lives, below a direct message.
pub fn lives_in(home: crate::match_state::ChannelId) -> String {
    format!("It is played in {}.", channel(home))
}

/// The daily message, or a part of it: each of `items` is one line, and all of them fit.
pub fn digest(waiting: u32, urgent: u32, items: &[String]) -> String {
    let games = if waiting == 1 {
        "1 game waits".to_owned()
    } else {
        format!("{waiting} games wait")
    };
    format!(
        "**Today**: {games} for you, {urgent} urgent.\n{}\n`/games` lists them all.",
        items.join("\n")
    )
}

/// The usual terms of a server.
pub fn server_clock(usual: &Terms) -> String {
    format!(
        "{} A table waits {}.",
        terms(usual),
        days_of(i64::from(usual.open))
    )
}
