//! Texts of games that last for months: clocks, offers, plans, thinking, records, settings.

use super::{ago, channel, people, person, seat};
use crate::app::{DeclinedOffer, OfferKind, Offered};
use crate::discord::suggestion::Suggestion;
use crate::match_state::{DAY, GameId, Pace, Rating, RatingChange, Terms, Uncounted, UserId};
use crate::notation::excerpt;
use crate::rules::wording;

/// Refuses a text that is not a clock for a match.
pub fn not_a_clock(typed: &str) -> String {
    format!(
        "“{}” is not a clock that I have. A clock is a number of days or weeks per move (1, 2, 3, 5, 7, 10 or 14 days), a \
         bank such as `7+1/14` (7 days, plus 1 per move, 14 at most), or `untimed`.",
        excerpt(typed)
    )
}

/// Refuses a text that is not quiet hours.
pub fn not_quiet_hours(typed: &str) -> String {
    format!(
        "I couldn't read “{}”: quiet hours are two full hours of the day, such as `22-7` or `10pm-7am`, or `off`.",
        excerpt(typed)
    )
}

/// Refuses a name that no time zone has.
pub fn no_zone(typed: &str) -> String {
    format!(
        "There is no time zone called “{typed}”. Write a city such as `Rome`, a zone such as `Europe/Rome`, or full hours from \
         UTC such as `UTC+2`."
    )
}

/// Asks which of several time zones of the same name the user means.
pub fn which_zone(typed: &str, zones: &[String]) -> String {
    format!(
        "“{typed}” could be several time zones: {}. Write one of them.",
        wording::listed(zones)
    )
}

// -- clocks

/// Returns the suggested clocks.
pub fn clocks() -> Vec<Suggestion> {
    let mut clocks = vec![Suggestion::new(
        "Bank: 7 days, plus 1 per move (14 at most)",
        "7+1/14",
    )];
    clocks.extend(crate::match_state::DAYS_PER_MOVE.iter().map(|days| {
        Suggestion::new(
            format!("{} per move", days_of(i64::from(*days))),
            days.to_string(),
        )
    }));
    clocks.push(Suggestion::new("Untimed", "untimed"));
    clocks
}

fn days_of(days: i64) -> String {
    if days == 1 {
        "1 day".to_owned()
    } else {
        format!("{days} days")
    }
}

/// Describes the terms of a match with two seats.
pub fn terms(terms: &Terms) -> String {
    table_terms(terms, 2)
}

/// Describes the terms of a match with so many seats. With more than two, a player who runs out of time is excused
/// once; the next time, anyone may take over the seat.
pub fn table_terms(terms: &Terms, seats: usize) -> String {
    let mut lines = vec![clock(terms, seats)];
    lines.extend(terms.stand_in().map(super::machine::stand_in));
    if terms.rests {
        lines.push(RESTS.to_owned());
    }
    if terms.runs {
        lines.push(RUNS.to_owned());
    }
    lines.extend(fewer_people(terms));
    if terms.unrated {
        lines.push(UNRATED.to_owned());
    }
    lines.join(" ")
}

/// The clocks rest at weekends.
pub const RESTS: &str = "The clocks rest on Saturdays and Sundays (UTC).";

/// The clocks run on in vacations.
pub const RUNS: &str = "Vacations don't stop the clocks.";

/// Describes a game of four for fewer people; `None` for one seat each.
fn fewer_people(terms: &Terms) -> Option<String> {
    let who = match terms.people? {
        2 => "Two people play: each leads two sides that face each other",
        _ => "Three people play: who opened the table leads two sides that face each other",
    };
    Some(format!(
        "{who}, moves for both, and wins with either. The rules stay the same: one of your sides can capture and mate the other."
    ))
}

/// The match changes no rating.
pub const UNRATED: &str = "Unrated: this game changes nobody's rating.";

fn clock(terms: &Terms, seats: usize) -> String {
    let pace = match terms.pace {
        Pace::PerMove { days } => format!("{} per move", days_of(i64::from(days))),
        Pace::Bank { days, add: 0, .. } => {
            format!("{} for all moves", days_of(i64::from(days)))
        }
        Pace::Bank { days, add, cap } => format!(
            "{}, plus {add} per move ({cap} at most)",
            days_of(i64::from(days))
        ),
        Pace::Untimed => return "Untimed: think as long as you like.".to_owned(),
    };
    let end = match (seats > 2, terms.hard) {
        // The machine takes the seat at once.
        (true, _) if terms.machine.is_some() => {
            "If you run out twice, the machine takes your seat."
        }
        (true, true) => {
            "If you run out twice, anyone may take over your seat. If nobody does, you are out after three days."
        }
        (true, false) => {
            "If you run out twice, anyone may take over your seat. If nobody does, you are out after ten days at the latest."
        }
        (false, true) => "If you run out, you lose.",
        (false, false) => {
            "If you run out, your opponent may claim the win. If nobody claims it, it is given after seven days."
        }
    };
    format!("Clock: {pace}. {end}")
}

/// Names the time at which a table closes.
pub fn table_until(at: i64) -> String {
    format!("The table closes {} if nobody joins.", ago(at))
}

/// Names the time at which the player to move runs out of time.
pub fn move_until(at: i64) -> String {
    format!("⏳ Move by <t:{at}:f> ({}).", ago(at))
}

/// Reports that the player to move has run out of time, and that anyone may take over the seat.
pub fn window(seat_name: &str, at: i64) -> String {
    format!(
        "⌛ {} has run out of time. Anyone may take over the seat until {}.",
        seat(seat_name),
        ago(at)
    )
}

/// Reports that a seat is offered by its player, or opened by a moderator.
pub fn vacant(seat_name: &str, freed: bool) -> String {
    let seat = seat(seat_name);
    match freed {
        true => format!("🪑 Anyone may take over {seat}: a moderator has decided so."),
        false => format!("🪑 {seat} wants to leave: anyone may take over the seat."),
    }
}

/// Reports that the machine keeps a seat, for whom, and from what time on anyone may take it over.
pub fn seat_kept(seat_name: &str, user: UserId, until: Option<i64>) -> String {
    let (seat, user) = (seat(seat_name), person(user));
    match until {
        Some(until) => format!(
            "🪑 The machine plays {seat} for {user}, who can take the seat back. Anyone can {}.",
            ago(until)
        ),
        None => format!("🪑 The machine plays {seat} for {user}: anyone may take over the seat."),
    }
}

/// Reports that a player is on vacation.
pub fn away(seat_name: &str, until: i64) -> String {
    format!("🏖️ {} is on vacation until <t:{until}:D>.", seat(seat_name))
}

/// Lists the time left to each seat, in seconds and in turn order.
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

pub const BUTTON_TAKEBACK: &str = "Take back";
pub const BUTTON_REMATCH: &str = "Rematch";
pub const BUTTON_EXPLORE: &str = "Explore";

/// Labels the button that takes over a seat.
pub fn button_take(seat_name: &str) -> String {
    format!("Take over {}", seat(seat_name))
}

/// Labels the button that agrees to an offer.
pub fn button_agree(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "Agree to a draw",
        OfferKind::Takeback => "Allow the takeback",
        OfferKind::Rematch => "Accept the rematch",
    }
}

/// Labels the button that declines an offer.
pub fn button_decline(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Draw => "No draw",
        OfferKind::Takeback => "No takeback",
        OfferKind::Rematch => "No rematch",
    }
}

/// Describes an offer: its author, the users who agree, and those who have not answered.
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
        text.push_str(&format!("; waiting for {}", people(&offer.awaited)));
    }
    text.push('.');
    let fewer = offer.kind == OfferKind::Rematch && offer.agreed.len() > 1;
    if fewer && !offer.awaited.is_empty() {
        text.push_str(" Those who agreed can open the table with `/rematch` again; the other seats are then open to anyone.");
    }
    text
}

/// Reports an offer that was just declined or withdrawn, to the users who had agreed.
pub fn declined(offer: &DeclinedOffer) -> String {
    let (by, kind) = (person(offer.by), offer.kind);
    let said = match offer.withdrawn {
        true => format!("{by} withdrew {}.", kind.proposal()),
        false => format!("{by} declined {}.", kind.name()),
    };
    if offer.agreed.is_empty() {
        return format!("🤝 {said}");
    }
    format!("🤝 {}: {said}", people(&offer.agreed))
}

/// Confirms an action from elsewhere, and links the match's home, where the board is.
pub fn done_elsewhere(home: crate::match_state::ChannelId) -> String {
    format!("Done. The board is in {}.", channel(home))
}

// -- previews

pub const PREVIEW_HINT: &str = "-# I show each move first in your first games of each kind; `/settings preview:` changes that.";

// -- settings, records

/// Returns the changes of the players' ratings by a match; `None` if it did not count.
pub fn rating_changes(changes: &[RatingChange]) -> Option<String> {
    let change =
        |one: &RatingChange| format!("{} {} → {}", person(one.user), one.before, one.after);
    let each: Vec<String> = changes.iter().map(change).collect();
    (!each.is_empty()).then(|| format!("Ratings: {}.", each.join(", ")))
}

/// Returns the changes of the winner's and the loser's rating, whom the sentence before names in this order.
pub fn both_ratings(won: &RatingChange, lost: &RatingChange) -> String {
    let change = |one: &RatingChange| format!("{} → {}", one.before, one.after);
    format!("Ratings: {} and {}.", change(won), change(lost))
}

/// Says who has beaten whom, and how ("Black resigned.").
pub fn beats(winner: &str, loser: &str, how: &str) -> String {
    format!("{winner} beats {loser}: {how}")
}

/// Says why a match counts for no rating.
pub fn uncounted(why: Uncounted) -> &'static str {
    match why {
        Uncounted::TooShort => "It was too short to count for your ratings.",
        Uncounted::PlayedOften => {
            "It does not count for your ratings: four of your games with each other have counted this month."
        }
    }
}

/// Returns a rating, its uncertainty, and the results behind it.
pub fn rated(rating: &Rating) -> String {
    let provisional = if rating.is_provisional() {
        ", provisional"
    } else {
        ""
    };
    // The uncertainty shrinks as games are added; twice the deviation covers the true rating nearly always.
    format!(
        "{:.0} ± {:.0}{provisional} ({} won, {} drawn, {} lost)",
        rating.rating,
        2.0 * rating.deviation,
        rating.won,
        rating.drawn,
        rating.lost
    )
}

pub const IMPORT_TITLE: &str = "Import a game";
pub const IMPORT_FIELD: &str = "The text of the game, as /export writes it";

// -- notifications

/// Returns a notification about a match, addressed to `to`.
pub fn notice(to: &[UserId], title: &str, game: GameId, text: &str) -> String {
    let to = match to {
        [] => String::new(),
        _ => format!("{}: ", people(to)),
    };
    format!("{to}**{title}** · game {}: {text}", game.0)
}

/// Links the match's home, below a direct message.
pub fn home_line(home: crate::match_state::ChannelId) -> String {
    format!("It is played in {}.", channel(home))
}

/// Begins the daily message.
pub fn digest(waiting: usize, urgent: usize) -> String {
    let games = match waiting {
        0 => "no game waits for you".to_owned(),
        1 => "1 game waits for you".to_owned(),
        waiting => format!("{waiting} games wait for you"),
    };
    match urgent {
        0 => format!("**Today**: {games}."),
        urgent => format!("**Today**: {games}, {urgent} urgent."),
    }
}

/// The last line of the daily message.
pub const DIGEST_END: &str = "`/games` lists all your games.";

/// Describes the usual terms of a server.
pub fn server_clock(usual: &Terms) -> String {
    format!(
        "{} A table waits {}.",
        terms(usual),
        days_of(i64::from(usual.open))
    )
}

/// Refuses a file that is too large to be the text of a game; both sizes are in bytes.
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
