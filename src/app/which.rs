//! Which match somebody means, and that match, led to where it stands.

use std::sync::Arc;

use super::live::{Line, Live, Unreadable};
use super::words::{ending_sentence, since_sentence, title};
use super::{App, Listed, Phase, Purpose, Refusal, Request, Which, think};
use crate::games;
use crate::rules::Options;
use crate::store::{PhaseName, Row};
use crate::table::{Ending, GameId, UserId};

impl App {
    /// The match that is meant.
    pub(super) async fn which(
        &self,
        request: Request,
        which: Which,
        purpose: Purpose,
    ) -> Result<GameId, Refusal> {
        match which {
            Which::Game(game) | Which::At(game, _) => Ok(game),
            Which::Here => self.here(request, purpose).await,
        }
    }

    /// The match of this place, or else the asker's only one.
    async fn here(&self, request: Request, purpose: Purpose) -> Result<GameId, Refusal> {
        let user = request.user;
        let here = self.store.games_at(request.place.channel).await?;
        let own = self.store.games_of(user).await?;
        let own_here: Vec<Row> = here
            .iter()
            .filter(|row| own.iter().any(|own| own.game == row.game))
            .cloned()
            .collect();
        if purpose == Purpose::Look && own_here.len() != 1 {
            match &here[..] {
                [] => {}
                [only] => return Ok(only.game),
                _ => {
                    let seen = self.without_hidden(here, user).await?;
                    return Err(self.say_which(&seen, user).await?);
                }
            }
            if let Some(over) = self.store.last_over_at(request.place.channel).await? {
                return Ok(over);
            }
        }
        let awaiting = self.store.awaiting(user).await?;
        let waits = |rows: &[Row]| -> Vec<Row> {
            let waiting = rows.iter().filter(|row| awaiting.contains(&row.game));
            waiting.cloned().collect()
        };
        // What is nearest first: here, then anywhere; of several, those that wait for the asker.
        for rows in [&own_here, &own] {
            let mut meant = match purpose {
                Purpose::Resign => Vec::new(),
                Purpose::Move | Purpose::Look => waits(rows),
            };
            if meant.is_empty() {
                meant.clone_from(rows);
            }
            if purpose == Purpose::Resign && meant.len() > 1 {
                meant.retain(|row| row.phase == PhaseName::Playing);
            }
            match &meant[..] {
                [] => {}
                [only] => return Ok(only.game),
                several if purpose == Purpose::Move && waits(several).is_empty() => {
                    return Err(Refusal::Plain(
                        "It is not your turn in any of your games. `/games` lists them.".to_owned(),
                    ));
                }
                several => return Err(self.say_which(several, user).await?),
            }
        }
        // The one here that others play: moving in it is refused with the reason.
        if let [only] = &here[..] {
            return Ok(only.game);
        }
        if let Some(over) = self.store.last_over_at(request.place.channel).await? {
            return Ok(over);
        }
        Err(Refusal::Plain(
            "You play no game at the moment, and none lives here. `/new` opens one.".to_owned(),
        ))
    }

    async fn say_which(&self, rows: &[Row], user: UserId) -> Result<Refusal, Refusal> {
        Ok(Refusal::WhichGame(self.list(rows, user).await?))
    }

    /// Matches as lines of somebody's list.
    pub(super) async fn list(&self, rows: &[Row], user: UserId) -> Result<Vec<Listed>, Refusal> {
        let mut list = Vec::with_capacity(rows.len());
        for row in rows {
            list.push(self.listed(row, user).await?);
        }
        Ok(list)
    }

    async fn listed(&self, row: &Row, user: UserId) -> Result<Listed, Refusal> {
        let company = self.store.company(row.game).await?;
        let kind = games::find(&row.key);
        let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
        let awaited = |seat: &u8| company.awaited.contains(seat);
        let next: Vec<UserId> = company
            .seats
            .iter()
            .filter(|(seat, _)| awaited(seat))
            .map(|(_, user)| *user)
            .collect();
        let mut others: Vec<UserId> = Vec::new();
        let seated = company.seats.iter().map(|(_, user)| user);
        for other in seated.chain(&company.guests).chain(&company.invited) {
            if *other != user && !others.contains(other) {
                others.push(*other);
            }
        }
        let phase = match row.phase {
            PhaseName::Open => Phase::Open {
                empty: kind.map_or(0, |kind| {
                    u8::try_from(kind.seats.len().saturating_sub(company.guests.len()))
                        .unwrap_or(u8::MAX)
                }),
                invited: company.invited,
            },
            PhaseName::Playing => Phase::Playing,
            PhaseName::Over => Phase::Over {
                ending: match (kind, row.ending.as_deref().and_then(Ending::from_text)) {
                    (Some(kind), Some(ending)) => ending_sentence(kind, &ending),
                    _ => "The game is over.".to_owned(),
                },
            },
        };
        Ok(Listed {
            game: row.game,
            title: kind.map_or_else(|| row.key.clone(), |kind| title(kind, &options)),
            others,
            phase,
            mine: next.contains(&user),
            next,
            since: row.since,
            moves: row.moves,
            home: row.home,
            deadline: row.deadline,
        })
    }

    /// A match as it stands.
    pub(super) async fn live(&self, game: GameId) -> Result<Arc<Live>, Refusal> {
        let row = self.store.row(game).await?;
        if let Some(live) = self.recent.get(game, row.ply) {
            if live.home == row.home {
                return Ok(live);
            }
            let mut moved = Live::clone(&live);
            moved.home = row.home;
            let moved = Arc::new(moved);
            self.recent.put(Arc::clone(&moved));
            return Ok(moved);
        }
        let (live, _) = self.replay(game, None).await?;
        let live = Arc::new(live);
        self.recent.put(Arc::clone(&live));
        Ok(live)
    }

    /// A match led from its last checkpoint, or from one no later than `since`, to where it stands; with what
    /// happened on the way.
    pub(super) async fn replay(
        &self,
        game: GameId,
        since: Option<u32>,
    ) -> Result<(Live, Vec<Line>), Refusal> {
        let stored = self.store.load(game, since).await?;
        let begun = stored.checkpoint.as_ref().map(|checkpoint| checkpoint.ply);
        let damaged = stored.damaged.clone();
        let mut replayed = think(move || Live::replay(&stored)).await?;
        if begun.is_some() && replayed.is_err() {
            // The checkpoint may be at fault, whatever it says of itself: the events decide.
            let mut whole = self.store.load_whole(game).await?;
            whole.damaged = damaged.iter().copied().chain(begun).collect();
            tracing::warn!(game = game.0, plies = ?whole.damaged, "checkpoints damaged, made anew");
            replayed = think(move || Live::replay(&whole)).await?;
        } else if !damaged.is_empty() {
            tracing::warn!(game = game.0, plies = ?damaged, "checkpoints damaged, made anew");
        }
        let (live, lines, mended) = replayed.map_err(|error| unreadable(game, &error))?;
        for checkpoint in &mended {
            self.store.mend(game, checkpoint).await?;
        }
        Ok((live, lines))
    }

    /// That a match has gone on since it had `ply` events, and how.
    pub(super) async fn stale(&self, game: GameId, ply: u32, user: UserId) -> Refusal {
        match self.replay(game, Some(ply)).await {
            Ok((live, lines)) => {
                let since: Vec<Line> = lines.into_iter().filter(|line| line.ply > ply).collect();
                Refusal::Stale(since_sentence(&live, &since, user))
            }
            Err(refusal) => refusal,
        }
    }

    /// Refuses a look at a match of another server or of somebody's direct messages.
    pub(super) fn must_be_visible(&self, request: Request, live: &Live) -> Result<(), Refusal> {
        let user = request.user;
        let table = &live.table;
        let plays = table.tenures().iter().any(|tenure| tenure.user == user)
            || table.guests().iter().any(|guest| guest.user == user)
            || table.invited().contains(&user)
            || table.opener() == Some(user);
        let near = live.home == Some(request.place.channel)
            || (live.guild.is_some() && live.guild == request.place.guild);
        if plays || (near && !table.is_hidden()) {
            return Ok(());
        }
        if near {
            return Err(Refusal::Plain(format!(
                "A moderator has hidden game {}: only those who play in it can see it.",
                live.id.0
            )));
        }
        Err(Refusal::Plain(format!(
            "There is no game {} here.",
            live.id.0
        )))
    }
}

/// That a match cannot be gone on with; the log says more.
fn unreadable(game: GameId, error: &Unreadable) -> Refusal {
    tracing::error!(game = game.0, ?error, "a stored match cannot be read");
    Refusal::Plain(format!(
        "Game {} cannot be shown or played at the moment: {error}. Nothing of it is lost, and other games are not \
         concerned.",
        game.0
    ))
}
