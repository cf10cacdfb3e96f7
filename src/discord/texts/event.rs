//! Texts of tournaments, which players call events.

use super::naming::{channel, footer, person};
use super::tables::short_clock;
use crate::app::{Corrected, EventPlayer, TournamentPhase, TournamentView};
use crate::match_state::UserId;
use crate::tournament::{Format, points_text};

pub const BUTTON_ENTER: &str = "Join";
pub const BUTTON_WITHDRAW: &str = "Withdraw";
pub const BUTTON_START: &str = "Start now";
pub const BUTTON_CANCEL_EVENT: &str = "Cancel";
pub const BUTTON_TABLE: &str = "Table";
pub const BUTTON_MINE: &str = "My games";
pub const BUTTON_WITHDRAW_YES: &str = "Yes, withdraw";
pub const BUTTON_CANCEL_YES: &str = "Yes, cancel it";
pub const MENU_EVENT_GAMES: &str = "Look at a game";

pub const EVENT_POSTED: &str = "I'm posting your event in this channel.";
pub const EVENT_STARTS: &str = "The first round is being drawn.";
pub const EVENT_LEFT: &str = "You take no part in the event any more.";
pub const EVENT_CANCELLED: &str = "The event is cancelled. Its games go on like any others.";
pub const WITHDRAW_SURE: &str = "Do you want to withdraw from the event? You lose your open game in it, and play no further ones. It counts for your rating as always.";
pub const CANCEL_SURE: &str = "Do you want to cancel the event? There will be no further rounds and no final table; games that have begun go on like any others.";
pub const NO_EVENT_GAMES: &str = "You have no games in this event.";

/// Most lines of a list of players.
const LINES: usize = 40;
/// Places named at the end.
const FIRST: usize = 5;

/// Reports whether events may be held in a server.
pub fn server_events(on: bool) -> String {
    match on {
        true => "Events can be held here: `/event new`.".to_owned(),
        false => "No events are held here.".to_owned(),
    }
}

/// Returns the heading of a message about a tournament.
fn event_heading(event: &TournamentView, more: &str) -> String {
    format!("**Event: {}**{more}", event.title)
}

/// Names those who take part.
pub(super) fn taking_part(users: &[String]) -> String {
    match users.len() {
        0 => "Nobody takes part yet.".to_owned(),
        1 => format!("1 person takes part: {}", users.join(", ")),
        count => format!("{count} people take part: {}", users.join(", ")),
    }
}

/// Names a player; an erased one is not mentioned.
pub fn event_player(player: EventPlayer) -> String {
    player
        .user
        .map_or_else(|| "an erased person".to_owned(), person)
}

fn number_of(event: &TournamentView, number: usize) -> String {
    let player = event.players.get(number);
    player.map_or_else(String::new, |player| event_player(*player))
}

/// Returns how a tournament is played, with the people who take part so far.
fn form(event: &TournamentView) -> String {
    let rounds = event.rounds;
    match event.format {
        Format::RoundRobin if event.players.len() < 3 && event.phase == TournamentPhase::Open => {
            "Up to eight people: everybody plays everybody else once. More: four to seven rounds against people with \
             about the same points."
                .to_owned()
        }
        Format::RoundRobin => format!("Everybody plays everybody else once: {rounds} rounds."),
        Format::DoubleRoundRobin => "Everybody plays everybody else twice, once with each colour.".to_owned(),
        Format::Swiss => format!("{rounds} rounds against people with about the same points; nobody twice."),
        Format::Tables => format!("{rounds} rounds at tables of four, with other people each time where possible."),
    }
}

fn points_rule(event: &TournamentView) -> &'static str {
    match event.seats {
        2 => "A win is 3 points, a draw 1.",
        _ => "The places at a table are 4, 2, 1 and 0 points; shared places share them.",
    }
}

/// Returns the message for signing up.
pub fn sign_up(event: &TournamentView) -> String {
    let mut lines = vec![event_heading(event, "")];
    let organiser = event.organiser;
    let by = organiser.map_or_else(|| "an erased person".to_owned(), person);
    match event.phase {
        TournamentPhase::Open => {
            lines.push(format!(
                "{by} holds an event. Starts <t:{}:R>, or when {by} starts it.",
                event.starts
            ));
            lines.push(format!("{} {}", form(event), points_rule(event)));
            lines.push(format!(
                "{} The clock decides: out of time loses.",
                clock(event)
            ));
        }
        TournamentPhase::Playing => {
            lines.push(format!("The event of {by} has begun. {}", form(event)))
        }
        TournamentPhase::Over => lines.push(format!("The event of {by} is over.")),
        TournamentPhase::Cancelled => lines.push(format!("The event of {by} was cancelled.")),
    }
    let users: Vec<String> = event.players.iter().copied().map(event_player).collect();
    lines.push(taking_part(&users));
    if event.phase == TournamentPhase::Open {
        lines.push(footer(
            "Games count for the ratings. If you lose on time before the tenth move, you are taken out.",
        ));
    }
    lines.join("\n")
}

fn clock(event: &TournamentView) -> String {
    short_clock(&event.terms)
}

/// Returns the pairings of the current round.
pub fn round(event: &TournamentView) -> String {
    let more = format!(" · round {} of {}", event.round, event.rounds);
    let mut lines = vec![event_heading(event, &more)];
    let current = event.pairings.iter().filter(|one| one.round == event.round);
    for pairing in current {
        let names: Vec<String> = pairing
            .players
            .iter()
            .map(|one| number_of(event, *one))
            .collect();
        let game = pairing
            .game
            .map_or_else(String::new, |game| format!(" · game {}", game.0));
        lines.push(match (&names[..], &pairing.points) {
            ([one], _) => format!("{one} has a round off, which counts as a win"),
            ([one, other], Some(_)) if pairing.game.is_none() => {
                format!("{one} wins without a game: {other} has withdrawn")
            }
            _ => format!("{}{game}", names.join(" – ")),
        });
    }
    lines.join("\n")
}

/// Returns the lines of the standings, each with its place.
pub(super) fn places(event: &TournamentView, most: usize) -> Vec<String> {
    let counted = event.standings.iter().filter(|line| line.counts);
    counted
        .take(most)
        .map(|line| {
            let name = number_of(event, line.player);
            let points = points_text(line.points);
            let ending = if line.points == crate::tournament::POINT {
                ""
            } else {
                "s"
            };
            // Discord would count on behind a number and a full stop, also where a place is shared.
            format!("**{}.** {name} · {points} point{ending}", line.place)
        })
        .collect()
}

/// Returns the text above a crosstable.
pub fn crosstable(event: &TournamentView) -> String {
    let more = match event.phase {
        TournamentPhase::Over => " · final table".to_owned(),
        TournamentPhase::Cancelled => " · cancelled".to_owned(),
        _ => format!(" · round {} of {}", event.round, event.rounds),
    };
    let mut lines = vec![event_heading(event, &more)];
    lines.extend(places(event, LINES));
    lines.join("\n")
}

/// Returns the closing post.
pub fn closing(event: &TournamentView) -> String {
    let mut lines = vec![event_heading(event, " · it is over")];
    lines.extend(places(event, FIRST));
    lines.join("\n")
}

/// Returns a crosstable in words, for people who cannot see it; `name` names the player of a number.
pub fn crosstable_alt(event: &TournamentView, name: &dyn Fn(usize) -> String) -> String {
    let lines = event.standings.iter().map(|line| {
        let (name, points) = (name(line.player), points_text(line.points));
        match line.counts {
            true => format!("{}. {name}, {points}", line.place),
            false => format!("{name} has withdrawn"),
        }
    });
    let lines: Vec<String> = lines.collect();
    let (title, lines) = (&event.title, lines.join("; "));
    match event.is_division {
        true => format!("Crosstable of a division in {title}: {lines}."),
        false => format!(
            "Crosstable of the event in {title} after {} of {} rounds: {lines}.",
            event.round, event.rounds
        ),
    }
}

/// Lists a user's games in a tournament.
pub fn own_games(event: &TournamentView, number: usize) -> String {
    let own = event
        .pairings
        .iter()
        .filter(|one| one.players.contains(&number));
    let lines = own.map(|pairing| {
        let others = pairing.players.iter().filter(|other| **other != number);
        let others: Vec<String> = others.map(|other| number_of(event, *other)).collect();
        let at = pairing.players.iter().position(|other| *other == number);
        let points = pairing.points.as_ref().zip(at);
        let points = points.and_then(|(points, at)| points.get(at).copied());
        let game = pairing
            .game
            .map_or_else(String::new, |game| format!(" · game {}", game.0));
        let thread = pairing.home.filter(|home| *home != event.channel);
        let result = match points {
            None => match thread {
                Some(thread) => format!("still going in {}", channel(thread)),
                None => "still going".to_owned(),
            },
            Some(points) => format!("points: {}", points_text(points)),
        };
        let (round, others) = (pairing.round, others.join(", "));
        match (others.is_empty(), event.is_division) {
            (true, _) => format!("Round {round}: a round off, {result}"),
            (false, true) => format!("Against {others}{game}, {result}"),
            (false, false) => format!("Round {round}: against {others}{game}, {result}"),
        }
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => NO_EVENT_GAMES.to_owned(),
        false => lines.join("\n"),
    }
}

/// Returns the public note about a corrected result; `note` is the moderator's own text, made safe.
pub fn corrected(corrected: &Corrected, moderator: UserId, game: i64, note: &str) -> String {
    let name = |at: usize| {
        let user = corrected.players.get(at).copied().flatten();
        user.map_or_else(|| "an erased person".to_owned(), person)
    };
    let result = match corrected.placings[..] {
        [1, 2] => format!("{} wins against {}", name(0), name(1)),
        [2, 1] => format!("{} wins against {}", name(1), name(0)),
        [1, 1] => format!("{} and {} draw", name(0), name(1)),
        _ => format!("it counts neither for {} nor for {}", name(0), name(1)),
    };
    format!(
        "{} has corrected the result of game {game} for the event: {result}.\n> {note}",
        person(moderator)
    )
}

/// Returns a summary of a tournament for one user.
pub fn event_summary(event: &TournamentView) -> String {
    let place = channel(event.channel);
    match event.phase {
        TournamentPhase::Open => sign_up(event),
        _ => format!("{}\n{} · {place}", crosstable(event), clock(event)),
    }
}
