//! A loaded match: its state (seats and clocks) and its game, both changed by the same events.

mod partial;
mod takebacks;

use std::time::Instant;

use serde::{Deserialize, Serialize};

pub(in crate::app) use takebacks::Takebacks;

use super::unreplayable::{Cause, ReplayError};
use crate::app::texts::{ending_sentence, seat_label};
use crate::app::view::listing::choices;
use crate::app::view::log::{LogEntry, LogEvent};
use crate::app::view::log_texts;
use crate::app::view::match_view::Remark;
use crate::app::view::sight::{Before, Board, MadeMove};
use crate::games;
use crate::match_state::{
    Audience, ChannelId, Ending, Event, Expiry, GameId, Location, MatchError, MatchState, Phase,
    UserId,
};
use crate::rules::{GameInfo, Options, Played, Seat};
use crate::store::{self, EventRow, Row, Stored};

/// A match with its game.
#[derive(Clone, Debug)]
pub(in crate::app) struct LoadedMatch {
    pub id: GameId,
    pub kind: &'static GameInfo,
    pub options: Options,
    pub home: Option<ChannelId>,
    /// The games from which its open table will choose one; empty if the game is known.
    pub choices: Vec<&'static GameInfo>,
    /// The place in which it is shown, and its audience.
    pub location: Location,
    pub opened: i64,
    /// The version of the rules that it is known to follow.
    pub rules: u32,
    pub state: MatchState,
    /// The game; at an open table, the initial position as far as it is known.
    pub game: Board,
    /// True if the rules hide something until the end.
    pub hides: bool,
    pub last: Option<MadeMove>,
    /// Events shown before the last move, if that was made automatically, or by the machine right after another of its
    /// seats.
    pub before: Vec<Before>,
    /// The boards after the machine's latest consecutive moves in a match of more than two; the board shows their marks
    /// too. Empty unless the machine moves several times in a row.
    pub earlier_boards: Vec<Board>,
    /// Events since the last move.
    pub remarks: Vec<Remark>,
    /// The remark about the throw that the next move must follow; the position in words repeats it.
    pub throw: Option<String>,
    /// The reason why the board cannot be worked out; `game` is then only a stand-in.
    pub replay_error: Option<ReplayError>,
    /// Time of the last change of the position, the turn or the open table, by this process's monotonic clock; `None`
    /// if unknown or long ago.
    pub changed: Option<Instant>,
}

/// A match after a replay of its record.
pub(in crate::app) struct Replayed {
    pub loaded: LoadedMatch,
    /// The log entries of what was replayed and not taken back.
    pub lines: Vec<LogEntry>,
    /// Checkpoints to replace damaged ones.
    pub mended: Vec<store::Checkpoint>,
}

/// The contents of a checkpoint besides the game.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "table")]
    state: MatchState,
    options: Options,
}

impl LoadedMatch {
    /// Returns a match before its first event.
    pub fn blank(row: &Row) -> Result<LoadedMatch, ReplayError> {
        let unknown = || ReplayError {
            ply: 0,
            text: None,
            cause: Cause::UnknownGame(row.key.clone()),
            detail: row.key.clone(),
        };
        LoadedMatch::of_kind(games::find(&row.key).ok_or_else(unknown)?, row)
    }

    /// Returns a match of a known game before its first event.
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
            location: row.location(),
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

    /// Replays a stored match from its checkpoint to its last event.
    pub fn replay(stored: &Stored) -> Result<Replayed, ReplayError> {
        LoadedMatch::blank(&stored.row)?.replay_events(stored)
    }

    /// Replays the stored events on this match.
    pub fn replay_events(self, stored: &Stored) -> Result<Replayed, ReplayError> {
        self.replay_events_with(stored, |_, _| {})
    }

    /// Replays the stored events on this match; calls `show` after each that was not taken back with the match and its
    /// log entry.
    pub fn replay_events_with(
        self,
        stored: &Stored,
        mut show: impl FnMut(&LoadedMatch, &LogEntry),
    ) -> Result<Replayed, ReplayError> {
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
        let mut takebacks = Takebacks::of(&stored.events);
        for row in &stored.events {
            let ply = row.ply;
            if ply != loaded.state.ply() + 1 {
                return Err(damaged(loaded.state.ply() + 1));
            }
            loaded.give_back(stored, row.outage);
            takebacks.keep(&loaded.state, row.at);
            let Some(line) = loaded.take(row, &takebacks)? else {
                continue;
            };
            show(&loaded, &line);
            lines.push(line);
            if stored.damaged.contains(&ply) {
                mended.extend(loaded.checkpoint());
            }
        }
        if loaded.state.ply() != stored.row.ply {
            return Err(damaged(loaded.state.ply() + 1));
        }
        // A match that went on in a dead position is drawn after its next move.
        let over = matches!(loaded.state.phase(), Phase::Over(ending) if ending.is_of_rules());
        loaded.game.umpire_mut().heed_dead(over);
        loaded.give_back(stored, i64::MAX);
        loaded.state.has_seen(stored.outage);
        Ok(Replayed {
            loaded,
            lines,
            mended,
        })
    }

    /// Applies a stored event; `None` for one that was taken back, of which only the state knows. After an error the
    /// match must not be used.
    fn take(
        &mut self,
        row: &EventRow,
        takebacks: &Takebacks,
    ) -> Result<Option<LogEntry>, ReplayError> {
        let hides = self.hides;
        let lost = |cause: Cause, detail: String| ReplayError {
            ply: row.ply,
            // An error text is read by everybody, so it names no hidden move.
            text: (!hides)
                .then(|| Event::from_record(&row.record)?.move_text())
                .flatten(),
            cause,
            detail,
        };
        let damaged = |detail: String| lost(Cause::Damaged, detail);
        let event = Event::from_record(&row.record)
            .ok_or_else(|| damaged(format!("\"{}\" is not known", row.record.kind)))?;
        let cancelled = takebacks.is_cancelled(row.ply);
        if let Event::Undone { seat, to } = event {
            let (before, moved) = takebacks
                .state_after(to)
                .ok_or_else(|| damaged(format!("event {to} is not there to go back to")))?;
            // The moves that it takes back were not played, so the board has not changed since.
            let line = self
                .undo_state(before, seat, *moved, row.at)
                .map_err(|fault| damaged(format!("{fault:?}")))?;
            return Ok((!cancelled).then_some(line));
        }
        // A record that contradicts itself is damaged, whatever the rules say.
        let (state, _) = self
            .state
            .step(&event, row.at)
            .map_err(|fault| damaged(format!("{fault:?}")))?;
        if cancelled {
            self.state = state;
            return Ok(None);
        }
        self.apply(&event, row.at)
            .map(Some)
            .map_err(|detail| lost(Cause::Refused, detail))
    }

    /// True if state and game agree after a replay: a match under way waits for a move, and one that ended by its rules
    /// ended in the same way.
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

    /// Takes back the move of `seat` that followed `earlier`, this match as it was before, and was made at `moved`.
    pub fn undo(
        &mut self,
        earlier: &LoadedMatch,
        seat: Seat,
        moved: i64,
        at: i64,
    ) -> Result<LogEntry, MatchError> {
        let line = self.undo_state(&earlier.state, seat, moved, at)?;
        self.game = earlier.game.clone();
        self.last.clone_from(&earlier.last);
        self.throw.clone_from(&earlier.throw);
        self.replay_error.clone_from(&earlier.replay_error);
        Ok(line)
    }

    /// Takes back a move in everything but the board and what is shown of its last move.
    fn undo_state(
        &mut self,
        earlier: &MatchState,
        seat: Seat,
        moved: i64,
        at: i64,
    ) -> Result<LogEntry, MatchError> {
        self.state = self.state.undo(earlier, seat, moved, at)?;
        let to = earlier.ply();
        self.before.clear();
        self.earlier_boards.clear();
        self.remarks.clear();
        self.remark(log_texts::took_back(&seat_label(self.kind, seat)));
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
        let mut start = self.kind.new_game(&saved.options).map_err(|_| bad())?;
        start.overlook_dead();
        self.hides = start.hides();
        self.game = Board::new(start.resume(&checkpoint.position).map_err(|_| bad())?);
        self.state = saved.state;
        self.options = saved.options;
        Ok(())
    }

    /// Returns the match as a checkpoint; `None` if it cannot be written.
    pub(in crate::app) fn checkpoint(&self) -> Option<store::Checkpoint> {
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

    /// Applies an event. After an error the match must not be used.
    pub fn apply(&mut self, event: &Event, at: i64) -> Result<LogEntry, String> {
        let played = event
            .move_text()
            .map(|text| self.replayed(&text))
            .transpose()?;
        self.note(event, played, at)
            .map_err(|fault| format!("{fault:?}"))
    }

    /// Plays a stored move text, whose canonical text must be the same.
    fn replayed(&mut self, text: &str) -> Result<Played, String> {
        let game = self.game.umpire_mut();
        game.overlook_dead();
        let played = game.play(text);
        let played = played.map_err(|error| error.to_string())?;
        if played.canonical == text {
            Ok(played)
        } else if self.hides {
            Err("a move is read as another one".to_owned())
        } else {
            Err(format!("{text} is read as {}", played.canonical))
        }
    }

    /// Applies an event whose move text, if any, has been played already.
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

    /// Sets options chosen at the open table or drawn by chance: `key=value` pairs separated by spaces, with an empty
    /// value for the default. Some options change the number of seats.
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
        // The table shows the initial board that the game would have.
        if self.replay_error.is_none() {
            self.hides = game.hides();
            self.game = Board::new(game);
        }
    }

    /// True if only its player sees it and nobody else is notified.
    pub fn is_private(&self) -> bool {
        self.location.audience == Some(Audience::Players)
    }

    /// True for a private match against the machine.
    pub fn is_solo(&self) -> bool {
        self.is_private() && self.state.only_person().is_some()
    }

    /// Returns the timer that has run out at `now` (seconds of the Unix epoch). None runs out while the board cannot be
    /// worked out, since nobody can move then.
    pub fn expired(&self, now: i64) -> Option<Expiry> {
        self.state
            .expired(now)
            .filter(|_| self.replay_error.is_none())
    }

    /// Returns the ending in one sentence.
    pub fn ending(&self) -> Option<String> {
        match self.state.phase() {
            Phase::Over(ending) => Some(ending_sentence(self.kind, ending)),
            Phase::Open | Phase::Playing => None,
        }
    }

    /// Returns the seat to move and its player.
    pub fn next(&self) -> Vec<(Seat, UserId)> {
        let turn = self.state.turn();
        turn.and_then(|seat| Some((seat, self.state.owner(seat)?)))
            .into_iter()
            .collect()
    }
}
