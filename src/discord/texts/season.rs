//! Texts of leagues and their seasons.

use super::event::{event_player, places, taking_part};
use super::naming::{footer, people, person};
use super::tables::short_clock;
use crate::app::{
    DivisionView, EventPlayer, SeasonPlace, SeasonView, TournamentPhase, TournamentView, Winner,
};
use crate::match_state::UserId;
use crate::rules::wording::ordinal;
use crate::tournament::{
    Format, Month, Player, Promotion, Standing, TournamentId, counts, points_text,
};

pub const BUTTON_SEASON_DIVISION: &str = "Division";
pub const MENU_PAST: &str = "Look at a month's table";

pub const LEAGUE_STARTED: &str =
    "The league is on: I'm posting the list for its first season in this channel.";
pub const LEAGUE_STOPPED: &str =
    "The league ends here. A season that has begun is played to its end, and no further one opens.";
pub const SEASON_LEFT: &str = "You take no part in this season any more.";
pub const NO_PAST: &str = "No season has ended in this channel yet.";

/// The most names with which a list keeps its rules.
const MOST_WITH_RULES: usize = 50;
/// The most names of a list.
const MOST_NAMED: usize = 70;

/// Places named at the end of a season: of the first division, and of each other.
const NAMED: (usize, usize) = (5, 3);

/// Labels the button by which a player withdraws from a month's season.
pub fn button_withdraw_from(month: Month) -> String {
    format!("Withdraw from {}", month.name())
}

/// Asks a player of a division whether they withdraw, and says if their games count.
pub fn season_withdraw_sure(division: &TournamentView, user: UserId) -> String {
    let is_own = |number: &usize| division.players[*number].user == Some(user);
    let own = (division.pairings.iter()).filter(|one| one.players.iter().any(is_own));
    let own: Vec<_> = own.collect();
    let finished = own.iter().filter(|one| one.points.is_some()).count();
    let all = own.len();
    let gone = Player {
        left: Some(u8::try_from(finished).unwrap_or(u8::MAX)),
    };
    let counted = match division.format {
        format if !counts(format, division.players.len(), &gone) => {
            "fewer than half, so none counts here for anybody"
        }
        Format::Swiss | Format::Tables => "these count",
        _ => "at least half, so all count",
    };
    format!(
        "Do you want to withdraw from this season? You lose all your open games in it. You have finished {finished} of \
         {all}: {counted}. For your rating they count as always."
    )
}

/// Names a month with its year.
pub fn month_name(month: Month) -> String {
    format!("{} {}", month.name(), month.year())
}

/// Names a division.
pub fn division_name(number: usize) -> String {
    format!("{BUTTON_SEASON_DIVISION} {number}")
}

fn season_heading(season: &SeasonView, more: &str) -> String {
    let month = month_name(season.month);
    format!("**Season of {month}: {}**{more}", season.title)
}

fn users_listed(users: impl Iterator<Item = UserId>) -> String {
    users.map(person).collect::<Vec<_>>().join(", ")
}

/// Returns the message for signing up.
pub fn season_sign_up(season: &SeasonView) -> String {
    let mut lines = vec![season_heading(season, "")];
    let starts = season.month.starts();
    // A message of Discord holds the names first, then the rules.
    let named = season.players.len() + season.last.len();
    match season.phase {
        TournamentPhase::Open => {
            lines.push(format!(
                "Sign up until <t:{starts}:f> (<t:{starts}:R>), when all games begin at once. The season closes <t:{}:f>.",
                season.month.ends()
            ));
            if named <= MOST_WITH_RULES {
                lines.push(division_rule(season).to_owned());
                lines.push(open_rule(season.seats).to_owned());
                let clock = short_clock(&season.terms);
                lines.push(format!("{clock} The clock decides: out of time loses."));
            }
        }
        TournamentPhase::Playing => lines.push("This season has begun.".to_owned()),
        TournamentPhase::Over => lines.push("This season is over.".to_owned()),
        TournamentPhase::Cancelled if season.players.len() < Format::fewest(season.seats) => {
            let least = if season.seats > 2 { "four" } else { "three" };
            lines.push(format!(
                "There is no season this month: fewer than {least} people signed up."
            ));
        }
        TournamentPhase::Cancelled => {
            lines.push("There is no season this month: it could not begin.".to_owned());
        }
    }
    let users: Vec<String> = season
        .players
        .iter()
        .map(|user| event_player(player(*user)))
        .collect();
    lines.push(match users.len() {
        _ if season.phase == TournamentPhase::Open => taking_part(&users),
        0 => "Nobody signed up.".to_owned(),
        1 => format!("1 person signed up: {}", users.join(", ")),
        count => format!("{count} people signed up: {}", users.join(", ")),
    });
    if season.phase == TournamentPhase::Open {
        if !season.last.is_empty() && named <= MOST_NAMED {
            let last = users_listed(season.last.iter().copied());
            lines.push(format!("You played before, {last}: join again?"));
        }
        lines.push(footer(
            "Games count for the ratings. If it is your turn and you make no first move for three days, you are taken \
             out.",
        ));
    }
    lines.join("\n")
}

fn player(user: Option<UserId>) -> EventPlayer {
    EventPlayer {
        user,
        withdrew: false,
    }
}

fn division_rule(season: &SeasonView) -> &'static str {
    match season.seats {
        2 => {
            "Divisions of five to eight people: everybody plays everybody else in theirs, twice if only three or four \
             take part. A win is 3 points, a draw 1. Two go up and two down between divisions."
        }
        _ => {
            "Divisions of four to eight people, four rounds at tables of four. The places at a table are 4, 2, 1 and 0 \
             points. Two go up and two down between divisions."
        }
    }
}

/// Returns the rule for games that are open when a season closes.
fn open_rule(seats: usize) -> &'static str {
    match seats {
        2 => "A game that is still open then is a draw here, and goes on for the ratings.",
        _ => {
            "At a table that is still open then, those who play share the open places; it goes on for the ratings."
        }
    }
}

fn name_of(division: &DivisionView, line: &Standing) -> String {
    let player = division.event.players.get(line.player);
    player.map_or_else(String::new, |player| event_player(*player))
}

/// Returns the text above a season's table: every division in one line.
pub fn season_table(season: &SeasonView) -> String {
    let more = match season.phase {
        TournamentPhase::Over => " · final table".to_owned(),
        TournamentPhase::Cancelled => " · ended".to_owned(),
        _ => format!(" · until <t:{}:D>", season.month.ends()),
    };
    let mut lines = vec![season_heading(season, &more)];
    for division in &season.divisions {
        let lines_of = division.event.standings.iter();
        let names = lines_of
            .map(|line| format!("{} {}", name_of(division, line), points_text(line.points)));
        let names: Vec<String> = names.collect();
        lines.push(format!("{}{}", prefix(season, division), names.join(", ")));
    }
    lines.join("\n")
}

/// Names a division before its people; the only one is not named.
fn prefix(season: &SeasonView, division: &DivisionView) -> String {
    match season.divisions.len() {
        1 => String::new(),
        _ => format!("{}: ", division_name(division.number)),
    }
}

/// Returns the text above the crosstable of a division.
pub fn division_table(season: &SeasonView, division: &DivisionView) -> String {
    let more = format!(" · {}", division_name(division.number));
    let mut lines = vec![season_heading(season, &more)];
    lines.extend(places(&division.event, division.event.standings.len()));
    lines.join("\n")
}

/// Returns the closing post.
pub fn season_closing(season: &SeasonView) -> String {
    let mut lines = vec![season_heading(season, " · it is over")];
    for division in &season.divisions {
        let most = if division.number == 1 {
            NAMED.0
        } else {
            NAMED.1
        };
        let counted = division.event.standings.iter().filter(|line| line.counts);
        let names = counted.take(most).map(|line| {
            let points = points_text(line.points);
            format!("{}. {} ({points})", line.place, name_of(division, line))
        });
        let names: Vec<String> = names.collect();
        lines.push(format!("{}{}", prefix(season, division), names.join(", ")));
        for (goes, direction) in [(Promotion::Up, "Up"), (Promotion::Down, "Down")] {
            let moved = division.event.standings.iter().zip(&division.goes);
            let moved = moved.filter(|(_, one)| **one == goes);
            let names: Vec<String> = moved.map(|(line, _)| name_of(division, line)).collect();
            if !names.is_empty() {
                lines.push(format!("{direction}: {}", names.join(", ")));
            }
        }
    }
    lines.join("\n")
}

/// Returns a season's table in words, for people who cannot see it; `name` names a player of a division.
pub fn season_table_alt(
    season: &SeasonView,
    name: &dyn Fn(&DivisionView, usize) -> String,
) -> String {
    let divisions = season.divisions.iter().map(|division| {
        let lines = division.event.standings.iter().zip(&division.goes);
        let lines = lines.map(|(line, goes)| {
            let goes = match goes {
                Promotion::Up => ", up",
                Promotion::Stays => "",
                Promotion::Down => ", down",
            };
            let name = name(division, line.player);
            format!("{}. {name}, {}{goes}", line.place, points_text(line.points))
        });
        let lines: Vec<String> = lines.collect();
        format!("{}: {}", division_name(division.number), lines.join("; "))
    });
    let divisions: Vec<String> = divisions.collect();
    format!(
        "Table of the season of {} in {}. {}.",
        month_name(season.month),
        season.title,
        divisions.join(". ")
    )
}

/// Returns the text of a channel's seasons for one user: the table of a season that has begun, the list for the next.
pub fn own_season(table: Option<&SeasonView>, list: Option<&SeasonView>) -> String {
    let texts = [table.map(season_table), list.map(season_sign_up)];
    let texts: Vec<String> = texts.into_iter().flatten().collect();
    texts.join("\n")
}

/// Returns the earlier seasons of a channel, each once with the winners of its first division.
pub fn past_seasons(winners: &[Winner]) -> Vec<(TournamentId, Month, String)> {
    let mut seasons: Vec<(TournamentId, Month, Vec<UserId>)> = Vec::new();
    for winner in winners {
        match seasons.last_mut() {
            Some((season, _, users)) if *season == winner.season => users.extend(winner.user),
            _ => seasons.push((
                winner.season,
                winner.month,
                winner.user.into_iter().collect(),
            )),
        }
    }
    let line = |(season, at, users): (TournamentId, Month, Vec<UserId>)| {
        let who = match users.is_empty() {
            true => "an erased person".to_owned(),
            false => people(&users),
        };
        (season, at, format!("{}: won by {who}", month_name(at)))
    };
    seasons.into_iter().map(line).collect()
}

/// Returns a player's place in a season, for the profile.
pub fn season_place(place: &SeasonPlace) -> String {
    let (of, division) = (place.of, place.division);
    let what = match place.place {
        Some(number) => format!("{} of {of} in division {division}", ordinal(number)),
        None => format!("withdrew from division {division}"),
    };
    let goes = match place.goes {
        None => " so far",
        Some(Promotion::Up) => ", goes up",
        Some(Promotion::Stays) => "",
        Some(Promotion::Down) => ", goes down",
    };
    format!(
        "Season of {}, {}: {what}{goes}",
        place.month.name(),
        place.title
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_state::{ChannelId, GuildId, Terms};

    fn open(players: u64, last: u64) -> SeasonView {
        let user = |number| UserId(1_000_000_000_000_000_000 + number);
        SeasonView {
            id: TournamentId(1),
            guild: GuildId(1),
            channel: ChannelId(1),
            title: "Four Seasons Chess (for stakes)".to_owned(),
            month: Month(2026 * 12 + 8),
            terms: Terms::default(),
            seats: 4,
            phase: TournamentPhase::Open,
            players: (0..players).map(|number| Some(user(number))).collect(),
            last: (players..players + last).map(user).collect(),
            divisions: Vec::new(),
        }
    }

    /// A list names everybody who takes part, within the 2,000 characters of a message: a long one leaves out its rules,
    /// and those who could join again once others fill it.
    #[test]
    fn a_list_fits_a_message() {
        for (players, last, called) in
            [(0, 64, true), (50, 0, true), (64, 0, true), (64, 63, false)]
        {
            let text = season_sign_up(&open(players, last));
            assert!(
                text.chars().count() <= 2_000,
                "{players} and {last}: {}",
                text.len()
            );
            let named = text.matches("<@").count() as u64;
            assert_eq!(named, if called { players + last } else { players });
        }
        assert!(season_sign_up(&open(5, 5)).contains("tables of four"));
    }

    /// A list without a season says which reason it has.
    #[test]
    fn a_month_without_a_season_has_one_reason() {
        let cancelled = |players| SeasonView {
            phase: TournamentPhase::Cancelled,
            ..open(players, 0)
        };
        assert!(season_sign_up(&cancelled(3)).contains("fewer than four people signed up"));
        assert!(season_sign_up(&cancelled(4)).contains("it could not begin"));
    }
}
