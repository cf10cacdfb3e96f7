//! Rows of a tournament: itself, its players, its pairings.

use crate::match_state::{ChannelId, GameId, GuildId, UserId};
use crate::store::sql;
use crate::store::{PhaseName, StoreError, narrow, unsigned};
use crate::tournament::{Month, TournamentId};

/// The phase of a tournament, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentPhase {
    /// People sign up.
    Open,
    /// Rounds are played.
    Playing,
    /// All rounds are over.
    Over,
    /// The tournament was ended before its last round.
    Cancelled,
}

impl TournamentPhase {
    const ALL: [TournamentPhase; 4] = [
        TournamentPhase::Open,
        TournamentPhase::Playing,
        TournamentPhase::Over,
        TournamentPhase::Cancelled,
    ];

    /// Returns the stored form.
    pub(super) fn key(self) -> &'static str {
        match self {
            TournamentPhase::Open => "open",
            TournamentPhase::Playing => "playing",
            TournamentPhase::Over => "over",
            TournamentPhase::Cancelled => "cancelled",
        }
    }
}

/// The part of a league that a tournament is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// None: an event.
    Event,
    /// A season: those who sign up, and the posts.
    Season(SeasonRow),
    /// A division, with its matches.
    Division {
        /// The season.
        season: TournamentId,
        /// The number, from 1.
        number: u8,
    },
}

/// A season of a league.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeasonRow {
    /// The month.
    pub month: Month,
    /// The season played before, from which the order comes.
    pub previous: Option<TournamentId>,
    /// True once the next season's sign-up is open, or none will be.
    pub followed: bool,
}

/// A row of the table of tournaments; times are in seconds of the Unix epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentRow {
    /// The tournament.
    pub id: TournamentId,
    /// The part of a league that it is.
    pub part: Part,
    /// The server.
    pub guild: GuildId,
    /// The channel in which it is held.
    pub channel: ChannelId,
    /// The organiser; `None` once erased, and of a league.
    pub organiser: Option<UserId>,
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The terms of each match.
    pub terms: String,
    /// The number of rounds that the organiser asked for.
    pub wanted: Option<u8>,
    /// The time of opening.
    pub opened: i64,
    /// The time from which the first round may begin.
    pub starts: i64,
    /// The phase.
    pub phase: TournamentPhase,
    /// The round being played, from 1; 0 before the first.
    pub round: u8,
    /// Number of rounds; 0 before the first.
    pub rounds: u8,
    /// Number of changes, those of the matches included.
    pub version: i64,
    /// The last round whose pairings have been posted.
    pub posted: u8,
    /// The message for signing up.
    pub signup: Option<u64>,
    /// True if that message is out of date.
    pub signup_stale: bool,
    /// The message with the crosstable.
    pub crosstable: Option<u64>,
    /// True if that message is out of date.
    pub crosstable_stale: bool,
    /// The time of its last edit.
    pub drawn: Option<i64>,
    /// True if the closing post was sent.
    pub closed: bool,
    /// The time since which posts have failed.
    pub failing: Option<i64>,
}

/// A player of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntrantRow {
    /// The user; `None` once erased.
    pub user: Option<UserId>,
    /// Number of games finished before the withdrawal; `None` if the user takes part.
    pub left: Option<u8>,
}

/// A match of a pairing, as far as the store knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRow {
    /// The phase.
    pub phase: PhaseName,
    /// Number of moves.
    pub moves: u32,
    /// The beginning of the turn, in seconds of the Unix epoch.
    pub since: i64,
    /// The ending in machine notation.
    pub ending: Option<String>,
    /// The home.
    pub home: Option<ChannelId>,
}

/// A pairing, with what the store knows of its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairingRow {
    /// The round, from 1.
    pub round: u8,
    /// The place in the round, from 1.
    pub board: u8,
    /// The match; `None` for a bye or a walkover.
    pub game: Option<GameId>,
    /// The numbers of the players, in turn order.
    pub players: Vec<usize>,
    /// The places that do not come from the match.
    pub fixed: Option<Vec<u8>>,
    /// True if a moderator has corrected the result.
    pub corrected: bool,
    /// The match.
    pub played: Option<PlayedRow>,
    /// The place of each seat of an ended match that its first holder still holds.
    pub placings: Vec<(u8, Option<u8>)>,
}

/// A tournament with its players and pairings as of one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTournament {
    /// The row.
    pub row: TournamentRow,
    /// The players, by number.
    pub entrants: Vec<EntrantRow>,
    /// The pairings, in order.
    pub pairings: Vec<PairingRow>,
}

/// Returns the stored form of a list of numbers.
pub(super) fn numbers<N: ToString>(list: impl IntoIterator<Item = N>) -> String {
    let words: Vec<String> = list.into_iter().map(|number| number.to_string()).collect();
    words.join(" ")
}

fn read_numbers<N: std::str::FromStr>(text: &str) -> Result<Vec<N>, StoreError> {
    let numbers = text.split(' ').map(str::parse);
    let numbers: Result<Vec<N>, _> = numbers.collect();
    numbers.map_err(|_| StoreError::Damaged(format!("the numbers of a pairing are {text}")))
}

pub(super) fn read_row(row: &sql::Row) -> Result<TournamentRow, StoreError> {
    let snowflake = |column: &str| -> Result<Option<u64>, StoreError> {
        Ok(row.try_get::<Option<i64>>(column)?.map(unsigned))
    };
    let number = |column: &str| narrow(row.try_get(column)?, column);
    let phase: String = row.try_get("phase")?;
    let phase = TournamentPhase::ALL
        .into_iter()
        .find(|one| one.key() == phase);
    let wanted: Option<i64> = row.try_get("wanted")?;
    let id = |column: &str| -> Result<Option<TournamentId>, StoreError> {
        Ok(row.try_get::<Option<i64>>(column)?.map(TournamentId))
    };
    let month: Option<i64> = row.try_get("month")?;
    let part = match (month, id("season")?) {
        (Some(month), _) => Part::Season(SeasonRow {
            month: Month(narrow(month, "a month")?),
            previous: id("previous")?,
            followed: row.flag("followed")?,
        }),
        (None, Some(season)) => Part::Division {
            season,
            number: number("division")?,
        },
        (None, None) => Part::Event,
    };
    Ok(TournamentRow {
        id: TournamentId(row.try_get("id")?),
        part,
        guild: GuildId(unsigned(row.try_get("guild")?)),
        channel: ChannelId(unsigned(row.try_get("channel")?)),
        organiser: snowflake("user")?.map(UserId),
        key: row.try_get("key")?,
        options: row.try_get("options")?,
        terms: row.try_get("terms")?,
        wanted: wanted
            .map(|rounds| narrow(rounds, "the rounds"))
            .transpose()?,
        opened: row.try_get("opened")?,
        starts: row.try_get("starts")?,
        phase: phase.ok_or_else(|| StoreError::Damaged("the phase of a tournament".to_owned()))?,
        round: number("round")?,
        rounds: number("rounds")?,
        version: row.try_get("version")?,
        posted: number("posted")?,
        signup: snowflake("signup")?,
        signup_stale: row.flag("signup_stale")?,
        crosstable: snowflake("crosstable")?,
        crosstable_stale: row.flag("crosstable_stale")?,
        drawn: row.try_get("drawn")?,
        closed: row.flag("closed")?,
        failing: row.try_get("failing")?,
    })
}

pub(super) fn read_entrant(row: &sql::Row) -> Result<EntrantRow, StoreError> {
    let user: Option<i64> = row.try_get("user")?;
    let left: Option<i64> = row.try_get("left_after")?;
    Ok(EntrantRow {
        user: user.map(|user| UserId(unsigned(user))),
        left: left
            .map(|left| narrow(left, "a number of games"))
            .transpose()?,
    })
}

pub(super) fn read_pairing(row: &sql::Row) -> Result<PairingRow, StoreError> {
    let fixed: Option<String> = row.try_get("fixed")?;
    let phase: Option<String> = row.try_get("phase")?;
    let played = match phase {
        Some(phase) => Some(PlayedRow {
            phase: PhaseName::read(&phase)?,
            moves: narrow(row.try_get("moves")?, "the number of moves")?,
            since: row.try_get("since")?,
            ending: row.try_get("ending")?,
            home: row
                .try_get::<Option<i64>>("home")?
                .map(|home| ChannelId(unsigned(home))),
        }),
        None => None,
    };
    Ok(PairingRow {
        round: narrow(row.try_get("round")?, "a round")?,
        board: narrow(row.try_get("board")?, "a board")?,
        game: row.try_get::<Option<i64>>("game")?.map(GameId),
        players: read_numbers(&row.try_get::<String>("players")?)?,
        fixed: fixed.map(|text| read_numbers(&text)).transpose()?,
        corrected: row.flag("corrected")?,
        played,
        placings: Vec::new(),
    })
}
