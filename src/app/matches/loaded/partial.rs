//! A match whose board cannot be worked out: what its record still shows.

use super::{LoadedMatch, Replayed, Takebacks};
use crate::app::matches::unreplayable::{ReplayError, UnreplayableGame, unknown_kind};
use crate::app::view::log::{LogEntry, LogEvent};
use crate::app::view::sight::Board;
use crate::games;
use crate::match_state::{Ending, Event, Phase};
use crate::rules::{Options, Played};
use crate::store::{EventRow, PhaseName, Row, Stored};

impl LoadedMatch {
    /// Replays a whole stored match although [`LoadedMatch::replay`] has failed: with its board up to the error, then
    /// without it. After the error the log shows what the record says.
    pub fn replay_partly(stored: &Stored, replay_error: &ReplayError) -> Replayed {
        let mut lines = Vec::new();
        let loaded = LoadedMatch::replay_partly_with(stored, replay_error, |_, line| {
            lines.push(line.clone())
        });
        Replayed {
            loaded,
            lines,
            mended: Vec::new(),
        }
    }

    /// Replays as [`LoadedMatch::replay_partly`] does, and calls `show` after each event with the match and its log
    /// entry.
    pub fn replay_partly_with(
        stored: &Stored,
        replay_error: &ReplayError,
        mut show: impl FnMut(&LoadedMatch, &LogEntry),
    ) -> LoadedMatch {
        let row = &stored.row;
        let mut loaded = LoadedMatch::blank(row).unwrap_or_else(|_| {
            let kind = games::find(&row.key).unwrap_or_else(|| unknown_kind(stored));
            let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
            let game = UnreplayableGame::of(kind, options.clone(), replay_error);
            let mut loaded = LoadedMatch::beginning(kind, row, options, Board::new(Box::new(game)));
            loaded.replay_error = Some(replay_error.clone());
            loaded
        });
        let mut takebacks = Takebacks::of(&stored.events);
        for row in &stored.events {
            if row.ply > loaded.state.ply() + 1 {
                loaded.lose_board(replay_error);
                loaded.state.skip_to(row.ply.saturating_sub(1));
            }
            loaded.give_back(stored, row.outage);
            takebacks.keep(&loaded.state, row.at);
            if row.ply >= replay_error.ply {
                // A refused event may have been applied in part.
                let before = loaded.clone();
                let line = loaded.take(row, &takebacks).unwrap_or_else(|_| {
                    loaded = before;
                    loaded.lose_board(replay_error);
                    Some(loaded.take_without_board(row))
                });
                if let Some(line) = line {
                    show(&loaded, &line);
                }
            } else if let Ok(Some(line)) = loaded.take(row, &takebacks) {
                show(&loaded, &line);
            }
        }
        if loaded.state.ply() != stored.row.ply {
            loaded.lose_board(replay_error);
            loaded.state.skip_to(stored.row.ply);
        }
        if replay_error.ply > stored.row.ply {
            loaded.lose_board(replay_error);
        }
        loaded.end_as_stored(&stored.row);
        loaded.give_back(stored, i64::MAX);
        loaded
    }

    /// Replaces the game by a stand-in.
    fn lose_board(&mut self, replay_error: &ReplayError) {
        if self.replay_error.is_none() {
            let after = UnreplayableGame::after(self.game.umpire().boxed_clone(), replay_error);
            self.game = Board::new(Box::new(after));
            self.replay_error = Some(replay_error.clone());
        }
    }

    /// Ends a match that is over by its row although the record of its end is damaged.
    fn end_as_stored(&mut self, row: &Row) {
        if row.phase != PhaseName::Over || matches!(self.state.phase(), Phase::Over(_)) {
            return;
        }
        let stored = row.ending.as_deref().and_then(Ending::from_text);
        let ending = match self.state.phase() {
            Phase::Open => Ending::closed(),
            _ => stored.unwrap_or_else(|| Ending::by_silence(self.game.umpire())),
        };
        if let Ok((state, _)) = self.state.step(&Event::Ended { ending }, row.since) {
            self.state = state;
            self.state.skip_to(row.ply);
        }
    }

    /// Counts a stored event that cannot be applied to the board, or not at all.
    fn take_without_board(&mut self, row: &EventRow) -> LogEntry {
        let event = Event::from_record(&row.record);
        if let Some(Event::Drawn { text }) = &event {
            self.set_options(text);
        }
        let stepped = event.as_ref().map(|event| self.state.step(event, row.at));
        match stepped {
            Some(Ok((state, _))) => self.state = state,
            _ => self.state.skip_to(row.ply),
        }
        let what = event.map(|event| {
            let text = event.move_text().unwrap_or_default();
            let played = Played {
                canonical: text.clone(),
                display: text.clone(),
                words: text,
                consequences: Vec::new(),
                announced: Vec::new(),
            };
            self.log_event(&event, Some(played))
        });
        LogEntry {
            ply: row.ply,
            round: self.state.round(),
            what: what.unwrap_or_else(|| LogEvent::Beside("something happened".to_owned())),
        }
    }
}
