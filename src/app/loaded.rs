//! A match with its game on the board: the table and the game, led through the same events side by side.

use serde::{Deserialize, Serialize};

use super::machine::beaten;
use super::offer::kept_offers;
use super::sight::{Before, Board, MadeMove, MoveTexts};
use super::texts::{ending_sentence, log_texts, seat_label, sentence};
use super::unreplayable::{Cause, ReplayError, UnreplayableGame, unknown_kind};
use crate::games;
use crate::match_state::{
    Audience, ChannelId, Ending, Event, Expiry, GameId, Location, MatchError, MatchState,
    Moderation, Phase, UserId,
};
use crate::rules::{GameInfo, Options, Played, RuleError, Seat};
use crate::store::{
    self, Commit, EventRow, FormerPlans, OfferRow, PhaseName, PlanChange, Row, Stored,
};

/// A checkpoint is kept whenever the number of events passes a multiple of this.
const STRIDE: u32 = 16;

/// How many checkpoints of a match are kept.
const CHECKPOINTS: usize = 2;

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
    /// What followed the last move by itself.
    pub told: Vec<String>,
    /// Why the board cannot be worked out; `game` only stands in its place then.
    pub lost: Option<ReplayError>,
}

/// What one event comes to for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogEntry {
    /// Its ply.
    pub ply: u32,
    /// The round it belongs to.
    pub round: u32,
    /// What it was.
    pub what: LogEvent,
}

/// What an event was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LogEvent {
    /// Somebody came to or left the open table.
    Table(String),
    /// The game began.
    Began,
    /// A move, or the answer to one that was `planned`.
    Moved {
        seat: Seat,
        texts: MoveTexts,
        planned: bool,
    },
    /// Chance; `lost` where it lost the player the turn.
    Rolled {
        canonical: String,
        display: String,
        lost: bool,
    },
    /// A resignation, with the move text by which the seat left a game that goes on.
    Resigned { seat: Seat, text: Option<String> },
    /// A seat lost by time, with the move text by which it left a game that goes on.
    TimedOut { seat: Seat, text: Option<String> },
    /// A move was taken back: the match goes on from event `to`.
    Undone { seat: Seat, to: u32 },
    /// Something beside the board, in words.
    Beside(String),
    /// The end, in one sentence.
    Ended(String),
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
            told: Vec::new(),
            lost: None,
        }
    }

    /// A stored match, led from its checkpoint to its last event; what the events came to; and checkpoints in the
    /// place of damaged ones.
    pub fn replay(
        stored: &Stored,
    ) -> Result<(LoadedMatch, Vec<LogEntry>, Vec<store::Checkpoint>), ReplayError> {
        LoadedMatch::blank(&stored.row)?.led(stored)
    }

    /// A whole stored match of which [`LoadedMatch::replay`] has found that its board cannot be worked out: up to there with
    /// its board, and then without it. What the record says is told as it stands there.
    pub fn replay_lost(stored: &Stored, lost: &ReplayError) -> (LoadedMatch, Vec<LogEntry>) {
        let mut lines = Vec::new();
        let loaded = LoadedMatch::lost_with(stored, lost, |_, line| lines.push(line.clone()));
        (loaded, lines)
    }

    /// The same; after each event `show` is given the match and what the event came to.
    pub fn lost_with(
        stored: &Stored,
        lost: &ReplayError,
        mut show: impl FnMut(&LoadedMatch, &LogEntry),
    ) -> LoadedMatch {
        let row = &stored.row;
        let mut loaded = LoadedMatch::blank(row).unwrap_or_else(|_| {
            let kind = games::find(&row.key).unwrap_or_else(|| unknown_kind(stored));
            let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
            let game = UnreplayableGame::of(kind, options.clone(), lost);
            let mut loaded = LoadedMatch::beginning(kind, row, options, Board::new(Box::new(game)));
            loaded.lost = Some(lost.clone());
            loaded
        });
        let mut earlier = Earlier::of(stored);
        for row in &stored.events {
            if row.ply > loaded.state.ply() + 1 {
                loaded.lose_board(lost);
                loaded.state.skip_to(row.ply.saturating_sub(1));
            }
            loaded.give_back(stored, row.outage);
            earlier.keep(&loaded, row.at);
            if row.ply >= lost.ply {
                // What is refused may have been half done.
                let before = loaded.clone();
                let line = loaded.take(row, &earlier).unwrap_or_else(|_| {
                    loaded = before;
                    loaded.lose_board(lost);
                    loaded.take_without_board(row)
                });
                show(&loaded, &line);
            } else if let Ok(line) = loaded.take(row, &earlier) {
                show(&loaded, &line);
            }
        }
        if loaded.state.ply() != stored.row.ply {
            loaded.lose_board(lost);
            loaded.state.skip_to(stored.row.ply);
        }
        if lost.ply > stored.row.ply {
            loaded.lose_board(lost);
        }
        loaded.end_as_stored(&stored.row);
        loaded.give_back(stored, i64::MAX);
        loaded
    }

    /// Puts the stand-in in the place of the game.
    fn lose_board(&mut self, lost: &ReplayError) {
        if self.lost.is_none() {
            let after = UnreplayableGame::after(self.game.umpire().boxed_clone(), lost);
            self.game = Board::new(Box::new(after));
            self.lost = Some(lost.clone());
        }
    }

    /// A match whose record of its end is damaged is over all the same.
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

    /// The match led through its events.
    pub fn led(
        self,
        stored: &Stored,
    ) -> Result<(LoadedMatch, Vec<LogEntry>, Vec<store::Checkpoint>), ReplayError> {
        self.led_with(stored, |_, _| {})
    }

    /// The match led through its events; after each `show` is given the match and what the event came to.
    pub fn led_with(
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

    /// Lets a stored event happen, or says why it cannot; then the match is not to be used any more.
    fn take(&mut self, row: &EventRow, earlier: &Earlier) -> Result<LogEntry, ReplayError> {
        let hides = self.hides;
        let lost = |cause: Cause, detail: String| ReplayError {
            ply: row.ply,
            // Everybody is told which.
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
        // A record that does not fit by itself is damaged, whatever the rules say.
        self.state
            .step(&event, row.at)
            .map_err(|fault| damaged(format!("{fault:?}")))?;
        self.apply(&event, row.at)
            .map_err(|detail| lost(Cause::Refused, detail))
    }

    /// Counts a stored event that cannot happen to the board, or not at all.
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
                told: Vec::new(),
                announced: Vec::new(),
            };
            self.tell(&event, Some(played))
        });
        LogEntry {
            ply: row.ply,
            round: self.state.round(),
            what: what.unwrap_or_else(|| LogEvent::Beside("something happened".to_owned())),
        }
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

    /// Gives back the outages up to this number.
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
        self.lost.clone_from(&earlier.lost);
        self.before.clear();
        self.told = vec![log_texts::took_back(&seat_label(self.kind, seat))];
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
    fn checkpoint(&self) -> Option<store::Checkpoint> {
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

    /// Lets an event happen, or says why it cannot; then the match is not to be used any more.
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

    /// Lets an event happen whose move text, if it has one, has been played already.
    pub fn note(
        &mut self,
        event: &Event,
        played: Option<Played>,
        at: i64,
    ) -> Result<LogEntry, MatchError> {
        if let Event::Drawn { text } = event {
            self.set_options(text);
        }
        if let (Event::Began { .. }, None) = (event, &self.lost) {
            let game = self.kind.new_game(&self.options);
            self.game = Board::new(game.map_err(|_| MatchError::Nonsense)?);
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
            return Err(MatchError::Nonsense);
        }
        Ok(LogEntry {
            ply: self.state.ply(),
            round: self.state.round(),
            what: self.tell(event, played),
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
        if self.lost.is_none() {
            self.hides = game.hides();
            self.game = Board::new(game);
        }
    }

    /// Keeps what is to be shown of an event.
    fn tell(&mut self, event: &Event, played: Option<Played>) -> LogEvent {
        let played = played.unwrap_or_else(|| Played {
            canonical: String::new(),
            display: String::new(),
            words: String::new(),
            told: Vec::new(),
            announced: Vec::new(),
        });
        match event {
            Event::Moved { seat, .. } | Event::Answered { seat, .. } => {
                let at_once = matches!(event, Event::Answered { .. });
                match &self.last {
                    // What came before the answer is told too, and first.
                    Some(last) if at_once => {
                        self.before.push(Before::Played(last.clone()));
                        self.before.extend(self.told.drain(..).map(Before::Told));
                    }
                    // So is what the machine played for another seat just before.
                    Some(last) if self.state.is_machine(*seat) && self.is_machines(&last.seat) => {
                        self.before.push(Before::Played(last.clone()));
                        self.before.extend(self.told.drain(..).map(Before::Told));
                    }
                    _ => self.before.clear(),
                }
                let texts = MoveTexts::of(*seat, &played);
                self.last = Some(MadeMove {
                    seat: seat_label(self.kind, *seat),
                    number: self.state.round(),
                    at_once,
                    texts: texts.clone(),
                });
                self.told = played.told;
                LogEvent::Moved {
                    seat: *seat,
                    texts,
                    planned: matches!(event, Event::Answered { .. }),
                }
            }
            Event::Rolled { .. } => {
                let lost = !played.told.is_empty();
                self.told.push(sentence(&played.words));
                self.told.extend(played.told);
                LogEvent::Rolled {
                    canonical: played.canonical,
                    display: played.display,
                    lost,
                }
            }
            Event::Resigned { seat, text, .. } => {
                // Where it ends the game, the ending says it.
                if text.is_some() {
                    self.told
                        .push(log_texts::resigns(&seat_label(self.kind, *seat)));
                }
                self.told.extend(played.told);
                LogEvent::Resigned {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            Event::Ended { ending } => LogEvent::Ended(ending_sentence(self.kind, ending)),
            Event::Began { .. } => LogEvent::Began,
            Event::Joined { .. } => LogEvent::Table("somebody joined".to_owned()),
            Event::Wished { .. } => LogEvent::Table("somebody wanted another seat".to_owned()),
            Event::Declined { .. } => LogEvent::Table("an invitation was declined".to_owned()),
            Event::Left { .. } => LogEvent::Table("somebody left the table".to_owned()),
            Event::Opened { .. } | Event::Invited { .. } => {
                LogEvent::Table("the table was opened".to_owned())
            }
            Event::Drawn { .. } | Event::Seated { .. } => {
                LogEvent::Table("the seats were given out".to_owned())
            }
            Event::TimedOut { seat, text, .. } => {
                if text.is_some() {
                    let seat = seat_label(self.kind, *seat);
                    self.told
                        .push(log_texts::of_seat(log_texts::TIMED_OUT, &seat));
                }
                self.told.extend(played.told);
                LogEvent::TimedOut {
                    seat: *seat,
                    text: text.clone(),
                }
            }
            // `LoadedMatch::undo` tells it.
            Event::Undone { seat, to } => LogEvent::Undone {
                seat: *seat,
                to: *to,
            },
            Event::Agreed { .. } => LogEvent::Table("the table was opened".to_owned()),
            Event::Flagged { seat } => self.aside(*seat, log_texts::TIMED_OUT),
            Event::Excused { seat, .. } => self.beside(*seat, log_texts::EXCUSED),
            Event::Vacated { seat, user: None } => self.aside(*seat, log_texts::VACATED),
            Event::Vacated {
                seat,
                user: Some(_),
            } => self.aside(*seat, log_texts::OFFERED),
            Event::Kept { seat } => self.beside(*seat, log_texts::KEPT),
            Event::Substituted { seat, .. } => self.beside(*seat, log_texts::SUBSTITUTED),
            Event::Gifted { seat, seconds, .. } => self.beside(*seat, &log_texts::gifted(*seconds)),
            Event::Away { seat, .. } => self.aside(*seat, log_texts::AWAY),
            Event::Back { seat } => self.beside(*seat, log_texts::BACK),
            Event::Unreachable { seat, .. } => self.beside(*seat, log_texts::UNREACHABLE),
            Event::Reached { seat } => self.beside(*seat, log_texts::REACHED),
            Event::Moderated {
                deed: Moderation::Free,
                seat: Some(seat),
                ..
            } => self.beside(*seat, log_texts::FREED),
            Event::Moderated { .. } => LogEvent::Beside("a moderator intervened".to_owned()),
            Event::Erased { .. } => LogEvent::Beside("a player had their data erased".to_owned()),
        }
    }

    /// Whether the machine holds the seat that is called so for people.
    fn is_machines(&self, label: &str) -> bool {
        let mut seats = self.kind.all_seats();
        seats.any(|seat| self.state.is_machine(seat) && seat_label(self.kind, seat) == label)
    }

    /// What happened beside the board; it is told after the last move until the next one.
    fn beside(&mut self, seat: Seat, what: &str) -> LogEvent {
        self.told
            .push(log_texts::of_seat(what, &seat_label(self.kind, seat)));
        self.aside(seat, what)
    }

    /// What happened beside the board and is shown with it as long as it lasts: it is not told once more.
    fn aside(&self, seat: Seat, what: &str) -> LogEvent {
        LogEvent::Beside(format!("{} {what}", seat_label(self.kind, seat)))
    }

    /// Whether nobody but its player sees it and nobody else is told of it.
    pub fn is_private(&self) -> bool {
        self.location.audience == Some(Audience::Players)
    }

    /// What has run out at `now` (seconds of the Unix epoch). Nothing does while the board is lost and nobody can move.
    pub fn expired(&self, now: i64) -> Option<Expiry> {
        self.state.expired(now).filter(|_| self.lost.is_none())
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

/// Where a match is shown, and to whom.
pub(super) fn location(row: &Row) -> Location {
    Location {
        guild: row.guild,
        channel: row.channel,
        home: row.home,
        posted: row.sign.map(|(channel, _)| channel),
        audience: row.audience,
        shared: row.shared,
        outside: row.outside,
    }
}

/// The games of which the open table becomes one.
pub(super) fn choices(row: &Row) -> Vec<&'static GameInfo> {
    let keys = row.choices.as_deref().unwrap_or_default().split(',');
    keys.filter_map(games::find).collect()
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

/// A match that events have just happened to, and those events, not yet stored.
#[derive(Debug)]
pub(super) struct PendingMatch {
    pub loaded: LoadedMatch,
    pub events: Vec<Event>,
    /// The match before them.
    pub was: MatchState,
    pub at: i64,
    /// The match as it was on the way, at the last multiples of [`STRIDE`]: the newest may be later than the move that
    /// has to be told again when the match is loaded.
    checkpoints: Vec<store::Checkpoint>,
    /// What became of the players' plans.
    pub plans: Vec<PlanChange>,
    /// What players are to be told of their plans, in private.
    pub lapsed: Vec<(UserId, String)>,
    /// What is left of the plans as they were before.
    pub former: Option<FormerPlans>,
    /// Those whose plans are put back.
    pub put_back: Vec<UserId>,
    /// What must still be offered, and in which match, where it happens because of that.
    pub offered: Option<(GameId, Vec<OfferRow>)>,
    /// Whether the table has become one of its games.
    became: bool,
    /// Who has come to it from where it is not shown.
    pub remote: Vec<UserId>,
}

impl PendingMatch {
    /// Of a match as it stands.
    pub fn of(loaded: LoadedMatch, at: i64) -> Self {
        PendingMatch {
            was: loaded.state.clone(),
            loaded,
            events: Vec::new(),
            at,
            checkpoints: Vec::new(),
            plans: Vec::new(),
            lapsed: Vec::new(),
            former: None,
            put_back: Vec::new(),
            offered: None,
            became: false,
            remote: Vec::new(),
        }
    }

    /// Makes the table that could become one of several games a table of this one, with these options.
    pub fn become_one(
        &mut self,
        kind: &'static GameInfo,
        options: Options,
    ) -> Result<(), RuleError> {
        let loaded = &mut self.loaded;
        let game = kind.new_game(&options)?;
        loaded.hides = game.hides();
        loaded.game = Board::new(game);
        (loaded.kind, loaded.options, loaded.rules) = (kind, options, kind.rules_version);
        loaded.choices.clear();
        self.became = true;
        Ok(())
    }

    /// Lets an event happen whose move text, if any, has been played already.
    pub fn add(&mut self, event: Event, played: Option<Played>) -> Result<(), MatchError> {
        let before = self.loaded.state.ply();
        self.loaded.note(&event, played, self.at)?;
        self.events.push(event);
        self.keep(before);
        Ok(())
    }

    /// Takes back the move of `seat` that followed `earlier` and was made at `moved`.
    pub fn undo(
        &mut self,
        earlier: &LoadedMatch,
        seat: Seat,
        moved: i64,
    ) -> Result<(), MatchError> {
        let before = self.loaded.state.ply();
        self.loaded.undo(earlier, seat, moved, self.at)?;
        self.events.push(Event::Undone {
            seat,
            to: earlier.state.ply(),
        });
        self.keep(before);
        Ok(())
    }

    /// Keeps a checkpoint of the match if it has passed a multiple of [`STRIDE`] since ply `before`.
    fn keep(&mut self, before: u32) {
        let state = &self.loaded.state;
        if *state.phase() == Phase::Playing && state.ply() / STRIDE > before / STRIDE {
            if self.checkpoints.len() == CHECKPOINTS {
                self.checkpoints.remove(0);
            }
            self.checkpoints.extend(self.loaded.checkpoint());
        }
    }

    /// All of it as an addition to the store.
    pub fn commit(&self, interaction: Option<u64>, lessons: Vec<(UserId, String)>) -> Commit {
        let state = &self.loaded.state;
        Commit {
            at: self.at,
            outage: self.was.outage(),
            events: self.events.iter().map(Event::record).collect(),
            interaction,
            summary: match_summary(state, self.at),
            checkpoints: match state.phase() {
                Phase::Playing if self.loaded.lost.is_none() => self.checkpoints.clone(),
                Phase::Playing | Phase::Open | Phase::Over(_) => Vec::new(),
            },
            lessons,
            postings: Vec::new(),
            abandoned: self.abandoned(),
            moved: self.movers(),
            plans: self.plans.clone(),
            rated: state
                .rated(self.loaded.kind)
                .map(|rated| (self.loaded.kind.key.to_owned(), rated)),
            former: self.former.clone(),
            options: self.changed_options(),
            became: self.became.then(|| {
                let kind = self.loaded.kind;
                (kind.key.to_owned(), kind.rules_version)
            }),
            remote: self.remote.clone(),
            offered: self.offered.clone(),
            kept: kept_offers(self),
            beaten: beaten(&self.loaded),
        }
    }

    /// The options, where the table's were changed; lists read them without a replay.
    fn changed_options(&self) -> Option<String> {
        let drawn = |event: &Event| matches!(event, Event::Drawn { .. });
        let open = self.loaded.state.phase() == &Phase::Open;
        let changed = self.became || (open && self.events.iter().any(drawn));
        changed
            .then(|| serde_json::to_string(&self.loaded.options).ok())
            .flatten()
    }

    /// Who has left by thinking too long: lost by time, or was replaced meanwhile.
    fn abandoned(&self) -> Vec<UserId> {
        let left = self.events.iter().filter_map(|event| match event {
            Event::TimedOut { seat, .. } => self.was.owner(*seat),
            Event::Substituted { seat, .. } if self.was.is_absent(*seat) || self.vacates(*seat) => {
                self.was.owner(*seat)
            }
            _ => None,
        });
        left.collect()
    }

    /// Whether a seat is for anyone by these events because its player has thought too long.
    fn vacates(&self, seat: Seat) -> bool {
        self.events.contains(&Event::Vacated { seat, user: None })
    }

    fn movers(&self) -> Vec<UserId> {
        let moved = self.events.iter().filter_map(|event| match event {
            Event::Moved { user, .. } => Some(*user),
            _ => None,
        });
        moved.collect()
    }
}

/// How a match stands, as the store keeps it for its lists.
fn match_summary(state: &MatchState, now: i64) -> store::MatchSummary {
    let (phase, ending) = match state.phase() {
        Phase::Open => (PhaseName::Open, None),
        Phase::Playing => (PhaseName::Playing, None),
        Phase::Over(ending) => (PhaseName::Over, Some(ending)),
    };
    // What a moderator or a correction of the rules ended counts for nobody.
    let counted = ending.filter(|ending| !ending.is_by_correction() && !ending.is_moderated());
    let results = counted.map_or_else(Vec::new, |ending| {
        let pairs = ending.quarters.iter().zip(&ending.placings);
        pairs
            .map(|(quarters, placing)| (*quarters, *placing))
            .collect()
    });
    let here = state.guests().iter();
    let here = here.map(|guest| (guest.user, guest.wish.map(|seat| seat.0), false));
    let asked = state.invited().iter().map(|user| (*user, None, true));
    store::MatchSummary {
        ply: state.ply(),
        phase,
        ending: ending.map(Ending::to_text),
        since: state.since(),
        moves: state.moves(),
        tenures: state.tenures().to_vec(),
        awaited: state.turn().into_iter().map(|seat| seat.0).collect(),
        results,
        guests: here.chain(asked).collect(),
        changed: state.changed(),
        free: match state.phase() {
            Phase::Open => {
                let taken = state.guests().len() + state.invited().len();
                let taken = u8::try_from(taken).unwrap_or(u8::MAX);
                state.size().saturating_sub(taken)
            }
            Phase::Playing | Phase::Over(_) => 0,
        },
        timer: state
            .timer()
            .map(|timer| (timer.runs, timer.at, timer.next(now))),
    }
}
