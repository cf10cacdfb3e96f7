//! A match with its game on the board: the state of seats and clocks, and the game; the same events are applied to both.

mod partial;

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::listing::{choices, location};
use super::log::{LogEntry, LogEvent};
use super::log_texts;
use super::sight::{Before, Board, MadeMove};
use super::texts::{ending_sentence, seat_label};
use super::unreplayable::{Cause, ReplayError};
use crate::games;
use crate::match_state::{
    Audience, ChannelId, Ending, Event, Expiry, GameId, Location, MatchError, MatchState, Phase,
    UserId,
};
use crate::rules::{GameInfo, Options, Played, Seat};
use crate::store::{self, EventRow, Row, Stored};

/// A match with its game.
#[derive(Clone, Debug)]
pub(super) struct LoadedMatch {
    pub id: GameId,
    pub kind: &'static GameInfo,
    pub options: Options,
    pub home: Option<ChannelId>,
    /// The games of which its open table becomes one; empty where the game is known.
    pub choices: Vec<&'static GameInfo>,
    /// Where it is shown, and to whom.
    pub location: Location,
    pub opened: i64,
    /// The version of the rules that it is known to keep to.
    pub rules: u32,
    pub state: MatchState,
    /// The game; at an open table, its starting position as far as it is known.
    pub game: Board,
    /// Whether its rules hide something until the end.
    pub hides: bool,
    pub last: Option<MadeMove>,
    /// What happened before the last move, where that was an answer made at once.
    pub before: Vec<Before>,
    /// The boards after the moves that the machine made before the last one without anybody else's between: what those
    /// marked is marked on the board, too. Empty where it does not move several times in a row.
    pub earlier_boards: Vec<Board>,
    /// What has followed since the last move, one sentence each.
    pub remarks: Vec<String>,
    /// That of them which tells of the throw that the next move must follow: the position in words says it as well.
    pub throw: Option<String>,
    /// Why the board cannot be worked out; `game` only stands in its place then.
    pub replay_error: Option<ReplayError>,
    /// When the position, the turn or the open table last changed, by this process's clock that nobody sets; `None` where that
    /// is not known, or long ago.
    pub changed: Option<Instant>,
}

/// What a checkpoint keeps besides the game.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "table")]
    state: MatchState,
    options: Options,
}

impl LoadedMatch {
    /// A match to which nothing has happened yet.
    pub fn blank(row: &Row) -> Result<LoadedMatch, ReplayError> {
        let unknown = || ReplayError {
            ply: 0,
            text: None,
            cause: Cause::UnknownGame(row.key.clone()),
            detail: row.key.clone(),
        };
        LoadedMatch::of_kind(games::find(&row.key).ok_or_else(unknown)?, row)
    }

    /// The same, of a game that is known already.
    pub fn of_kind(kind: &'static GameInfo, row: &Row) -> Result<LoadedMatch, ReplayError> {
        let bad = |detail: String| ReplayError {
            ply: 0,
            text: None,
            cause: Cause::BadOptions,
            detail,
        };
        let options: Options =
            serde_json::from_str(&row.options).map_err(|error| bad(error.to_string()))?;
        let game = kind
            .new_game(&options)
            .map_err(|error| bad(error.to_string()))?;
        Ok(LoadedMatch::beginning(
            game.kind(),
            row,
            options,
            Board::new(game),
        ))
    }

    fn beginning(kind: &'static GameInfo, row: &Row, options: Options, game: Board) -> LoadedMatch {
        LoadedMatch {
            id: row.game,
            kind,
            hides: game.umpire().hides(),
            game,
            options,
            home: row.home,
            choices: choices(row),
            location: location(row),
            opened: row.opened,
            rules: row.rules,
            state: MatchState::new(kind.seats.len()),
            last: None,
            before: Vec::new(),
            earlier_boards: Vec::new(),
            remarks: Vec::new(),
            throw: None,
            replay_error: None,
            changed: None,
        }
    }

    /// A stored match, replayed from its checkpoint to its last event; what the events came to; and checkpoints in the
    /// place of damaged ones.
    pub fn replay(
        stored: &Stored,
    ) -> Result<(LoadedMatch, Vec<LogEntry>, Vec<store::Checkpoint>), ReplayError> {
        LoadedMatch::blank(&stored.row)?.replay_events(stored)
    }

    /// Replays the events on this match.
    pub fn replay_events(
        self,
        stored: &Stored,
    ) -> Result<(LoadedMatch, Vec<LogEntry>, Vec<store::Checkpoint>), ReplayError> {
        self.replay_events_with(stored, |_, _| {})
    }

    /// Replays the events on this match; after each `show` is given the match and what the event came to.
    pub fn replay_events_with(
        self,
        stored: &Stored,
        mut show: impl FnMut(&LoadedMatch, &LogEntry),
    ) -> Result<(LoadedMatch, Vec<LogEntry>, Vec<store::Checkpoint>), ReplayError> {
        let damaged = |ply: u32| ReplayError {
            ply,
            text: None,
            cause: Cause::Damaged,
            detail: format!("the record breaks off at event {ply}"),
        };
        let mut loaded = self;
        if let Some(checkpoint) = &stored.checkpoint {
            loaded.resume(checkpoint)?;
        }
        let mut lines = Vec::new();
        let mut mended = Vec::new();
        let mut earlier = Earlier::of(stored);
        for row in &stored.events {
            let ply = row.ply;
            if ply != loaded.state.ply() + 1 {
                return Err(damaged(loaded.state.ply() + 1));
            }
            loaded.give_back(stored, row.outage);
            earlier.keep(&loaded, row.at);
            let line = loaded.take(row, &earlier)?;
            show(&loaded, &line);
            lines.push(line);
            if stored.damaged.contains(&ply) {
                mended.extend(loaded.checkpoint());
            }
        }
        if loaded.state.ply() != stored.row.ply {
            return Err(damaged(loaded.state.ply() + 1));
        }
        loaded.give_back(stored, i64::MAX);
        loaded.state.has_seen(stored.outage);
        Ok((loaded, lines, mended))
    }

    /// Applies a stored event, or says why it cannot; then the match is not to be used any more.
    fn take(&mut self, row: &EventRow, earlier: &Earlier) -> Result<LogEntry, ReplayError> {
        let hides = self.hides;
        let lost = |cause: Cause, detail: String| ReplayError {
            ply: row.ply,
            // Everybody reads which.
            text: (!hides)
                .then(|| Event::from_record(&row.record)?.move_text())
                .flatten(),
            cause,
            detail,
        };
        let damaged = |detail: String| lost(Cause::Damaged, detail);
        let event = Event::from_record(&row.record)
            .ok_or_else(|| damaged(format!("\"{}\" is not known", row.record.kind)))?;
        if let Event::Undone { seat, to } = event {
            let (before, moved) = earlier
                .take(to)
                .ok_or_else(|| damaged(format!("event {to} is not there to go back to")))?;
            return self
                .undo(&before, seat, moved, row.at)
                .map_err(|fault| damaged(format!("{fault:?}")));
        }
        // A record that contradicts itself is damaged, whatever the rules say.
        self.state
            .step(&event, row.at)
            .map_err(|fault| damaged(format!("{fault:?}")))?;
        self.apply(&event, row.at)
            .map_err(|detail| lost(Cause::Refused, detail))
    }

    /// Whether the record has led to where the game itself says that it stands: a match that is played goes on and
    /// waits for a move, and one that its rules have ended is ended by them in the same way.
    pub fn agrees(&self) -> bool {
        let of_rules = Ending::of_game(self.game.umpire());
        match self.state.phase() {
            Phase::Open => true,
            Phase::Playing => of_rules.is_none() && self.game.umpire().chance().is_empty(),
            Phase::Over(ending) if ending.is_of_rules() => of_rules.as_ref() == Some(ending),
            Phase::Over(_) => true,
        }
    }

    /// Adds the outages up to this number to the clocks.
    fn give_back(&mut self, stored: &Stored, last: i64) {
        for outage in &stored.outages {
            if outage.id <= last {
                self.state.give_back(outage.id, outage.since, outage.until);
            }
        }
    }

    /// Takes back the move of `seat` that followed `earlier`, this match as it was, and was made at `moved`.
    pub fn undo(
        &mut self,
        earlier: &LoadedMatch,
        seat: Seat,
        moved: i64,
        at: i64,
    ) -> Result<LogEntry, MatchError> {
        let state = self.state.undo(&earlier.state, seat, moved, at)?;
        let to = earlier.state.ply();
        self.state = state;
        self.game = earlier.game.clone();
        self.last.clone_from(&earlier.last);
        self.replay_error.clone_from(&earlier.replay_error);
        self.before.clear();
        self.earlier_boards.clear();
        self.remarks = vec![log_texts::took_back(&seat_label(self.kind, seat))];
        Ok(LogEntry {
            ply: self.state.ply(),
            round: self.state.round(),
            what: LogEvent::Undone { seat, to },
        })
    }

    fn resume(&mut self, checkpoint: &store::Checkpoint) -> Result<(), ReplayError> {
        let bad = || ReplayError {
            ply: checkpoint.ply,
            text: None,
            cause: Cause::Checkpoint,
            detail: "the checkpoint is damaged".to_owned(),
        };
        let saved: Saved = serde_json::from_str(&checkpoint.standing).map_err(|_| bad())?;
        if saved.state.ply() != checkpoint.ply {
            return Err(bad());
        }
        let start = self.kind.new_game(&saved.options).map_err(|_| bad())?;
        self.hides = start.hides();
        self.game = Board::new(start.resume(&checkpoint.position).map_err(|_| bad())?);
        self.state = saved.state;
        self.options = saved.options;
        Ok(())
    }

    /// The match as it stands, as a checkpoint; `None` where it cannot be written.
    pub(super) fn checkpoint(&self) -> Option<store::Checkpoint> {
        let saved = Saved {
            state: self.state.clone(),
            options: self.options.clone(),
        };
        Some(store::Checkpoint {
            ply: self.state.ply(),
            standing: serde_json::to_string(&saved).ok()?,
            position: self.game.umpire().checkpoint(),
        })
    }

    /// Applies an event, or says why it cannot; then the match is not to be used any more.
    pub fn apply(&mut self, event: &Event, at: i64) -> Result<LogEntry, String> {
        let played = event
            .move_text()
            .map(|text| self.replayed(&text))
            .transpose()?;
        self.note(event, played, at)
            .map_err(|fault| format!("{fault:?}"))
    }

    /// Plays a stored move text, which must mean itself.
    fn replayed(&mut self, text: &str) -> Result<Played, String> {
        let played = self.game.umpire_mut().play(text);
        let played = played.map_err(|error| error.to_string())?;
        if played.canonical == text {
            Ok(played)
        } else if self.hides {
            Err("a move is read as another one".to_owned())
        } else {
            Err(format!("{text} is read as {}", played.canonical))
        }
    }

    /// Applies an event whose move text, if it has one, has been played already.
    pub fn note(
        &mut self,
        event: &Event,
        played: Option<Played>,
        at: i64,
    ) -> Result<LogEntry, MatchError> {
        if let Event::Drawn { text } = event {
            self.set_options(text);
        }
        if let (Event::Began { .. }, None) = (event, &self.replay_error) {
            let game = self.kind.new_game(&self.options);
            self.game = Board::new(game.map_err(|_| MatchError::Inconsistent)?);
        }
        let (state, _) = self.state.step(event, at)?;
        self.state = state;
        if matches!(event, Event::Ended { ending } if ending.is_agreement()) {
            self.game.umpire_mut().agree();
        }
        if event
            .next()
            .is_some_and(|next| next != self.game.umpire().turn())
        {
            return Err(MatchError::Inconsistent);
        }
        Ok(LogEntry {
            ply: self.state.ply(),
            round: self.state.round(),
            what: self.log_event(event, played),
        })
    }

    /// Takes in options that were chosen at the open table or drawn by chance, `key=value` each with spaces between, an
    /// empty value for the default. Some change how many seats there are.
    fn set_options(&mut self, text: &str) {
        for (key, value) in text.split(' ').filter_map(|pair| pair.split_once('=')) {
            if value.is_empty() {
                self.options.unset(key);
            } else {
                self.options.set(key, value);
            }
        }
        let Ok(game) = self.kind.new_game(&self.options) else {
            return;
        };
        self.kind = game.kind();
        self.state.set_size(self.kind.seats.len());
        // The table shows the board that the game would begin with.
        if self.replay_error.is_none() {
            self.hides = game.hides();
            self.game = Board::new(game);
        }
    }

    /// Whether nobody but its player sees it and nobody else is notified of it.
    pub fn is_private(&self) -> bool {
        self.location.audience == Some(Audience::Players)
    }

    /// What has run out at `now` (seconds of the Unix epoch). Nothing does while the board is lost and nobody can move.
    pub fn expired(&self, now: i64) -> Option<Expiry> {
        self.state
            .expired(now)
            .filter(|_| self.replay_error.is_none())
    }

    /// How the match ended, in one sentence.
    pub fn ending(&self) -> Option<String> {
        match self.state.phase() {
            Phase::Over(ending) => Some(ending_sentence(self.kind, ending)),
            Phase::Open | Phase::Playing => None,
        }
    }

    /// Who is to move.
    pub fn next(&self) -> Vec<(Seat, UserId)> {
        let turn = self.state.turn();
        turn.and_then(|seat| Some((seat, self.state.owner(seat)?)))
            .into_iter()
            .collect()
    }
}

/// The states of a match that moves taken back lead to.
struct Earlier {
    wanted: Vec<u32>,
    kept: Vec<(LoadedMatch, i64)>,
}

impl Earlier {
    fn of(stored: &Stored) -> Self {
        let undone = stored
            .events
            .iter()
            .filter_map(|row| match Event::from_record(&row.record) {
                Some(Event::Undone { to, .. }) => Some(to),
                _ => None,
            });
        Earlier {
            wanted: undone.collect(),
            kept: Vec::new(),
        }
    }

    /// Keeps the match as it is just before an event at `next`, if it will be gone back to.
    fn keep(&mut self, loaded: &LoadedMatch, next: i64) {
        if self.wanted.contains(&loaded.state.ply()) {
            self.kept.push((loaded.clone(), next));
        }
    }

    fn take(&self, to: u32) -> Option<(LoadedMatch, i64)> {
        let kept = self
            .kept
            .iter()
            .find(|(loaded, _)| loaded.state.ply() == to)?;
        Some(kept.clone())
    }
}
