//! A match in lists: its title and the contents of its row.

use crate::app::texts::{any_of, ending_sentence, title};
use crate::app::{Listed, Phase};
use crate::games;
use crate::match_state::{Ending, Outcome, UserId};
use crate::rules::{GameInfo, Options, Seat};
use crate::store::{Listing, Participants, PhaseName, Row};

/// Number of matches in a list, plus one that shows that there are more.
pub(in crate::app) const LISTED: u32 = 26;

/// Returns matches as lines of a person's list.
pub(in crate::app) fn list(listings: &[Listing], user: UserId) -> Vec<Listed> {
    let lines = listings.iter().map(|listing| line(listing, user));
    lines.collect()
}

pub(in crate::app) fn line(listing: &Listing, user: UserId) -> Listed {
    let Listing { row, participants } = listing;
    let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
    let kind = games::find(&row.key).map(|kind| kind.under(&options));
    let awaited = |seat: &u8| participants.awaited.contains(seat);
    let next: Vec<UserId> = participants
        .seats
        .iter()
        .filter(|(seat, _)| awaited(seat))
        .map(|(_, user)| *user)
        .collect();
    let mut others: Vec<UserId> = Vec::new();
    let seated = participants.seats.iter().map(|(_, user)| user);
    for other in seated
        .chain(&participants.guests)
        .chain(&participants.invited)
    {
        if *other != user && !others.contains(other) {
            others.push(*other);
        }
    }
    let phase = match row.phase {
        PhaseName::Open => Phase::open(row.free, participants.invited.clone()),
        PhaseName::Playing => Phase::Playing,
        PhaseName::Over => Phase::Over {
            ending: match (kind, row.ending.as_deref().and_then(Ending::from_text)) {
                (Some(kind), Some(ending)) => ending_sentence(kind, &ending),
                _ => "The game is over.".to_owned(),
            },
        },
    };
    Listed {
        game: row.game,
        ply: row.ply,
        title: title_of_row(row),
        others,
        result: result(row, kind, participants, user),
        phase,
        mine: next.contains(&user),
        invited: participants.invited.contains(&user),
        next,
        since: row.since,
        moves: row.moves,
        guild: row.guild,
        home: row.home,
        table: row.table_message,
        deadline: row.deadline,
    }
}

/// Returns a user's own result in a match that is over; `None` if it has none.
fn result(
    row: &Row,
    kind: Option<&GameInfo>,
    participants: &Participants,
    user: UserId,
) -> Option<String> {
    let (kind, ending) = (kind?, Ending::from_text(row.ending.as_deref()?)?);
    let decided = matches!(
        ending.outcome(kind)?,
        Outcome::Decided(_)
            | Outcome::WonByLeaving { .. }
            | Outcome::OverByLeaving(_)
            | Outcome::OneLeader
            | Outcome::OnlyMachines
    );
    let (held, others): (Vec<_>, Vec<_>) = participants
        .seats
        .iter()
        .partition(|(_, holder)| *holder == user);
    let side: Vec<Seat> = held
        .iter()
        .flat_map(|(seat, _)| kind.side(Seat(*seat)))
        .collect();
    let places = side
        .iter()
        .filter_map(|seat| ending.placings.get(seat.index()));
    let place = *places.min().filter(|_| decided && !others.is_empty())?;
    let mut all = kind.all_seats().zip(&ending.placings);
    let shared = all.any(|(seat, place)| *place == 1 && !side.contains(&seat));
    let two = kind.seats.len() <= 2 || !kind.teams.is_empty();
    Some(match place {
        1 if !shared => "you won".to_owned(),
        1 => "a draw".to_owned(),
        _ if two => "you lost".to_owned(),
        place => format!("place {place}"),
    })
}

/// Returns the title of a match; the game's key if the game is unknown.
pub(in crate::app) fn title_of(key: &str, options: &Options) -> String {
    games::find(key).map_or_else(|| key.to_owned(), |kind| title(kind, options))
}

/// Returns the title of a match in lists.
pub(in crate::app) fn title_of_row(row: &Row) -> String {
    let choices = choices(row);
    if !choices.is_empty() {
        return any_of(&choices);
    }
    let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
    title_of(&row.key, &options)
}

/// Returns the games from which an open table will choose one.
pub(in crate::app) fn choices(row: &Row) -> Vec<&'static GameInfo> {
    let keys = row.choices.as_deref().unwrap_or_default().split(',');
    keys.filter_map(games::find).collect()
}

/// True if a match was played under another version of the rules.
pub(in crate::app) fn is_outdated(row: &Row) -> bool {
    games::find(&row.key).is_some_and(|kind| kind.rules_version != row.rules)
}
