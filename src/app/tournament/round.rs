//! The next rounds of a tournament: their draw, and the matches that begin with them.

use super::loaded::Tournament;
use crate::app::matches::change::Trigger;
use crate::app::matches::opening::{begin, blank_row, excuse_absent, new_match};
use crate::app::matches::throws::resolve_chance;
use crate::app::notice::kinds::posting;
use crate::app::transfer::sit;
use crate::app::{App, AppError, NotificationKind};
use crate::match_state::{Terms, UserId};
use crate::store::{Commit, NewPairing, Opening, Part, StoreError};
use crate::tournament::{Drawn, draw_division, draw_round};

impl App {
    /// Stores the next round with its matches, unless another process was quicker. False if nobody can be paired any
    /// more.
    pub(super) async fn open_round(&self, tournament: &Tournament) -> Result<bool, AppError> {
        let row = tournament.row();
        let round = row.round.saturating_add(1);
        let (format, players) = (tournament.format, &tournament.players);
        match draw_round(format, players, &tournament.pairings, round) {
            Some(drawn) => self.open_rounds(tournament, &[drawn]).await.map(|()| true),
            None => Ok(false),
        }
    }

    /// Stores all rounds of a division with their matches, unless another process was quicker.
    pub(super) async fn open_division(&self, division: &Tournament) -> Result<(), AppError> {
        let rounds = draw_division(division.format, division.players.len());
        self.open_rounds(division, &rounds).await
    }

    async fn open_rounds(
        &self,
        tournament: &Tournament,
        rounds: &[Vec<Drawn>],
    ) -> Result<(), AppError> {
        let mut stored = Vec::with_capacity(rounds.len());
        for round in rounds {
            let mut pairings = Vec::with_capacity(round.len());
            for drawn in round {
                let opens = match drawn {
                    Drawn::Game(players) => Some(self.new_event_match(tournament, players).await?),
                    Drawn::Bye(_) | Drawn::Walkover { .. } => None,
                };
                pairings.push(NewPairing {
                    fixed: drawn.placings(),
                    players: drawn.players(),
                    opens,
                });
            }
            stored.push(pairings);
        }
        match self.store.open_rounds(tournament.row(), &stored).await {
            Err(StoreError::Changed) => Ok(()),
            done => Ok(done?),
        }
    }

    /// Returns a match of these players, to be stored with the round. Its board is posted in the tournament's channel
    /// and mentions them.
    async fn new_event_match(
        &self,
        tournament: &Tournament,
        players: &[usize],
    ) -> Result<(Opening, Commit), AppError> {
        let row = tournament.row();
        let users = players.iter().map(|number| {
            let entrant = tournament.stored.entrants.get(*number);
            entrant.and_then(|entrant| entrant.user)
        });
        let seated: Vec<UserId> = users.collect::<Option<_>>().ok_or(AppError::Internal)?;
        let opener = *seated.first().ok_or(AppError::Internal)?;
        let opening = Opening {
            key: row.key.clone(),
            options: row.options.clone(),
            rules: tournament.kind.rules_version,
            guild: Some(row.guild),
            channel: row.channel,
            rematch_of: None,
            audience: None,
            bounds: None,
            practice: false,
            shared: false,
            outside: false,
            choices: None,
        };
        let mut absent = Vec::new();
        for user in &seated {
            absent.extend(self.on_vacation(*user).await?);
        }
        let terms = Terms::from_text(&row.terms).unwrap_or_default();
        let (now, chance) = (self.sources.clock.now(), self.sources.chance.clone());
        let blank = blank_row(&opening, now);
        let (pending, _) = new_match(blank, now, move |pending| {
            sit(pending, &seated, opener, Some(terms))?;
            begin(pending, &chance)?;
            resolve_chance(pending, &chance)?;
            excuse_absent(pending, &absent)
        })
        .await?;
        let (mut postings, mention) = self.postings(&pending, Trigger::Aside).await?;
        let board = NotificationKind::Board {
            mention,
            told: 0,
            thread: matches!(row.part, Part::Division { .. }),
        };
        postings.push(posting(None, &board, now));
        let (_, commit) = pending.into_commit(None, Vec::new(), postings);
        Ok((opening, commit))
    }
}
