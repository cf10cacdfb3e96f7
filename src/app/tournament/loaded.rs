//! A tournament as it was stored, with the results of its matches.

use crate::app::AppError;
use crate::games;
use crate::match_state::{Ending, GameId, Leaving, Outcome as MatchOutcome, UserId};
use crate::rules::{GameInfo, Options};
use crate::store::{PairingRow, Part, PhaseName, StoredTournament, TournamentRow};
use crate::tournament::{Format, Outcome, Pairing, Player};

/// Number of moves before which a loss on time is a forfeit.
const TEN: u32 = 10;

/// A tournament with the results of its matches.
#[derive(Clone, Debug)]
pub(in crate::app) struct Tournament {
    pub stored: StoredTournament,
    /// The game, with its options.
    pub kind: &'static GameInfo,
    pub options: Options,
    pub format: Format,
    pub players: Vec<Player>,
    /// The pairings, each in the place of its stored row.
    pub pairings: Vec<Pairing>,
}

impl Tournament {
    /// Reads a stored tournament.
    ///
    /// # Errors
    /// [`AppError::Internal`] if its game is not known any more, or a pairing names a player that it does not have.
    pub fn of(stored: StoredTournament) -> Result<Tournament, AppError> {
        let row = &stored.row;
        let options: Options = serde_json::from_str(&row.options).map_err(|_| unreadable(row))?;
        let base = games::find(&row.key).ok_or_else(|| unreadable(row))?;
        let kind = base.under(&options);
        let players: Vec<Player> = stored
            .entrants
            .iter()
            .map(|entrant| Player { left: entrant.left })
            .collect();
        let mut numbers = stored.pairings.iter().flat_map(|row| &row.players);
        if numbers.any(|number| *number >= players.len()) {
            return Err(unreadable(row));
        }
        let pairings = stored.pairings.iter().map(pairing).collect();
        Ok(Tournament {
            format: match stored.row.part {
                Part::Division { .. } => Format::of_division(kind.seats.len(), players.len()),
                Part::Event | Part::Season(_) => Format::of(kind.seats.len(), players.len()),
            },
            stored,
            kind,
            options,
            players,
            pairings,
        })
    }

    pub fn row(&self) -> &TournamentRow {
        &self.stored.row
    }

    /// Returns the number of a user among the players.
    pub fn number(&self, user: UserId) -> Option<usize> {
        let mut entrants = self.stored.entrants.iter();
        entrants.position(|entrant| entrant.user == Some(user))
    }

    /// True if every match of the current round is over.
    pub fn is_round_over(&self) -> bool {
        let round = self.row().round;
        let mut current = self.pairings.iter().filter(|one| one.round == round);
        current.all(|one| one.outcome != Outcome::Going)
    }

    /// Returns the number of matches that a player has finished, forfeits of the player left out.
    pub fn finished(&self, number: usize) -> u8 {
        let pairs = self.stored.pairings.iter().zip(&self.pairings);
        let own = pairs.filter(|(row, one)| {
            let over = one.players.contains(&number) && one.outcome != Outcome::Going;
            over && self.forfeited_by(row) != Some(number)
        });
        u8::try_from(own.count()).unwrap_or(u8::MAX)
    }

    /// Returns the player who has lost a match on time before its tenth move.
    pub fn forfeited_by(&self, row: &PairingRow) -> Option<usize> {
        let played = row.played.as_ref()?;
        if played.phase != PhaseName::Over || played.moves >= TEN {
            return None;
        }
        match Ending::from_text(played.ending.as_deref()?)?.outcome(self.kind)? {
            MatchOutcome::WonByLeaving {
                winner,
                how: Leaving::Timeout,
            } => {
                let loser = self.kind.opponent(winner)?;
                row.players.get(loser.index()).copied()
            }
            _ => None,
        }
    }

    /// Returns the first player of those who take part who is erased or has forfeited a match.
    pub fn gone(&self) -> Option<usize> {
        let mut here = self.here();
        here.find(|number| {
            let is_erased = self.stored.entrants[*number].user.is_none();
            let mut rows = self.stored.pairings.iter();
            is_erased || rows.any(|row| self.forfeited_by(row) == Some(*number))
        })
    }

    /// Returns the players who take part.
    fn here(&self) -> impl Iterator<Item = usize> + '_ {
        let players = self.players.iter().enumerate();
        players.filter_map(|(number, player)| player.left.is_none().then_some(number))
    }

    /// Returns the matches under way of players who have withdrawn, each with the number of such a player.
    pub fn left_open(&self) -> Vec<(usize, GameId)> {
        let entrants = self.stored.entrants.iter().enumerate();
        let left = entrants.filter(|(_, one)| one.left.is_some() && one.user.is_some());
        let games = left.flat_map(|(number, _)| {
            let open = self.open_games(number).into_iter();
            open.map(move |game| (number, game))
        });
        games.collect()
    }

    /// Returns the players who have made no move, each with the beginning of the longest turn of theirs; `None` if it
    /// has not been their turn yet.
    pub fn silent(&self) -> Vec<(usize, Option<i64>)> {
        let mut silent = Vec::new();
        for number in self.here() {
            let (mut moved, mut since) = (false, None);
            for row in &self.stored.pairings {
                let seat = row.players.iter().position(|one| *one == number);
                let (Some(seat), Some(played)) = (seat, &row.played) else {
                    continue;
                };
                let before = usize::try_from(played.moves).unwrap_or(usize::MAX);
                moved |= before > seat;
                if before == seat && played.phase == PhaseName::Playing {
                    since = Some(since.map_or(played.since, |at: i64| at.min(played.since)));
                }
            }
            if !moved {
                silent.push((number, since));
            }
        }
        silent
    }

    /// Returns the matches that a player has not finished.
    pub fn open_games(&self, number: usize) -> Vec<GameId> {
        let pairs = self.stored.pairings.iter().zip(&self.pairings);
        pairs
            .filter(|(_, one)| one.outcome == Outcome::Going && one.players.contains(&number))
            .filter_map(|(row, _)| row.game)
            .collect()
    }
}

fn unreadable(row: &TournamentRow) -> AppError {
    tracing::error!(tournament = row.id.0, "a stored tournament cannot be read");
    AppError::Internal
}

/// Returns the result of a stored pairing. A seat that somebody else has taken over has the last place.
fn pairing(row: &PairingRow) -> Pairing {
    let seats = row.players.len();
    let outcome = match (&row.fixed, &row.played) {
        (Some(fixed), _) if fixed.contains(&0) => Outcome::Void,
        (Some(fixed), _) => Outcome::Placed(fixed.clone()),
        (None, None) => Outcome::Void,
        (None, Some(played)) if played.phase == PhaseName::Over => {
            let last = u8::try_from(seats).unwrap_or(u8::MAX);
            let place = |seat: usize| {
                let mut of = row.placings.iter();
                of.find(|(number, _)| usize::from(*number) == seat)
                    .and_then(|(_, place)| *place)
            };
            match (0..seats).all(|seat| place(seat).is_none()) {
                true => Outcome::Void,
                false => {
                    Outcome::Placed((0..seats).map(|seat| place(seat).unwrap_or(last)).collect())
                }
            }
        }
        (None, Some(_)) => Outcome::Going,
    };
    Pairing {
        round: row.round,
        players: row.players.clone(),
        outcome,
    }
}
