//! A position together with the history that repetition needs: the one implementation of [`Game`].

mod reading;

use serde::{Deserialize, Serialize};

use super::{
    Choice, Choices, Counting, Depict, Describe, Entry, Game, GameInfo, GameResult, Hidden,
    Occurrence, Options, PieceName, Played, Reason, RuleError, Seat, Status, Topic, Viewer, digest,
};
use crate::engine::{self, Search};
use crate::notation;
use crate::scene::{Scene, View};

/// The traits that a game must implement to be played.
pub trait Playable: Counting + Entry + Describe + Depict + Hidden + Search {}

impl<P: Counting + Entry + Describe + Depict + Hidden + Search> Playable for P {}

/// A match's game of `P`, with its history.
#[derive(Clone, Debug)]
pub struct GameWithHistory<P: Playable> {
    kind: &'static GameInfo,
    options: Options,
    position: P,
    last: Option<P::Move>,
    history: Vec<Occurrence>,
    status: Status,
    /// True while a record is replayed whose game went on in a dead position.
    overlooks_dead: bool,
}

/// The stored form of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    rules: u32,
    position: String,
    /// Result of [`Position::extra_state`](super::Position::extra_state).
    #[serde(default)]
    memory: String,
    /// Digest in hexadecimal, check, seat to move.
    history: Vec<(String, bool, u8)>,
}

impl<P: Playable> GameWithHistory<P> {
    /// Returns a game that begins with `position`, which is its own first occurrence.
    pub fn begin(kind: &'static GameInfo, options: &Options, position: P) -> Self {
        let mut game = GameWithHistory {
            kind,
            options: options.clone(),
            position,
            last: None,
            history: Vec::new(),
            status: Status::Ongoing,
            overlooks_dead: false,
        };
        game.update_status();
        game
    }

    /// Returns a game that begins with a position text: [`GameInfo::read`] of most games.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition), with what is wrong.
    pub fn from_text(kind: &'static GameInfo, options: &Options, text: &str) -> GameResult {
        let position = P::from_text(options, text)?;
        Ok(Box::new(Self::begin(kind, options, position)))
    }

    /// Returns the current position.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Records the position as an occurrence and judges the game: a win precedes stalemate, stalemate a
    /// dead position, that repetition, and repetition no progress.
    fn update_status(&mut self) {
        if self.position.counts_as_occurrence() {
            let digest = digest(&self.position.repetition_key());
            self.history.push(occurrence(&self.position, digest));
        }
        self.judge();
    }

    fn judge(&mut self) {
        self.status = self.judge_status();
        if self.status.is_over() {
            self.position.ended(self.status);
        }
    }

    fn judge_status(&self) -> Status {
        let status = self.position.status();
        if status.is_over() {
            return status;
        }
        if !self.overlooks_dead && self.position.is_dead() {
            return Status::Drawn(Reason::Dead);
        }
        ended_by_count(&self.position, &self.history).unwrap_or(Status::Ongoing)
    }

    fn moves(&self) -> Vec<P::Move> {
        if self.status.is_over() {
            Vec::new()
        } else {
            self.position.legal_moves()
        }
    }
}

impl<P: Playable> Game for GameWithHistory<P> {
    fn kind(&self) -> &'static GameInfo {
        self.kind
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Seat {
        self.position.turn()
    }

    fn status(&self) -> Status {
        self.status
    }

    fn check(&self) -> bool {
        self.position.check()
    }

    fn legal(&self) -> Vec<String> {
        let mut texts: Vec<(u64, String)> = self
            .moves()
            .iter()
            .map(|mv| {
                let text = self.position.write(mv);
                (first_bytes(&text), text)
            })
            .collect();
        texts.sort_unstable();
        texts.into_iter().map(|(_, text)| text).collect()
    }

    fn has_unlisted_moves(&self) -> bool {
        !self.status.is_over() && self.position.has_unlisted_moves()
    }

    fn only_move(&self) -> Option<String> {
        if self.hides() {
            return None;
        }
        let moves = self.moves();
        let [only] = &moves[..] else {
            return None;
        };
        (!self.has_unlisted_moves()).then(|| self.position.write(only))
    }

    fn parse_move(&self, text: &str) -> Result<String, RuleError> {
        Ok(self.position.write(&self.read(text)?))
    }

    fn square_named(&self, text: &str) -> Option<String> {
        self.square_of(text)
    }

    fn names_square(&self, text: &str) -> bool {
        self.position
            .is_square(&notation::strip(text).to_ascii_lowercase())
    }

    fn play(&mut self, text: &str) -> Result<Played, RuleError> {
        let mv = self.read(text)?;
        let canonical = self.position.write(&mv);
        let mut display = self.position.display(&mv);
        let words = self.position.describe(&mv);
        let by_chance = !self.position.chance().is_empty();
        let mover = self.position.turn();
        let consequences = self.position.play(&mv);
        self.last = Some(mv);
        self.update_status();
        match self.status {
            Status::Won {
                reason: Reason::Checkmate,
                ..
            } => display.push('#'),
            // A throw gives no check: the seat to move was in check before it.
            Status::Ongoing if !by_chance && self.position.gives_check(mover) => {
                display.push('+');
            }
            _ => {}
        }
        Ok(Played {
            canonical,
            display,
            words,
            consequences,
            announced: self.position.announced(),
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.status.is_over() => 0,
            _ => count_sequences(&self.position, &mut self.history.clone(), depth),
        }
    }

    fn choices(&self, partial: &str) -> Choices {
        if self.status.is_over() {
            Choices::default()
        } else {
            self.position.choices(partial)
        }
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        if self.status.is_over() {
            Vec::new()
        } else {
            self.completed(typed, limit)
        }
    }

    fn scene(&self, view: &View) -> Scene {
        let mut scene = self.position.scene(self.last.as_ref(), view);
        // The position alone shows neither that it is repeated or dead, nor an agreement.
        if let (Status::Drawn(reason), Some(turn)) = (self.status, scene.turn.as_mut())
            && !self.position.status().is_over()
        {
            (turn.text, turn.detail) = ("Drawn".to_owned(), reason.remark());
        }
        scene
    }

    fn specimens(&self) -> Vec<super::Specimen> {
        self.position.specimens()
    }

    fn sheet_note(&self) -> String {
        self.position.sheet_note()
    }

    fn piece_names(&self) -> Vec<PieceName> {
        self.position.piece_names()
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        self.position.preview(partial, view)
    }

    fn alt_text(&self, limit: usize) -> String {
        self.position.alt_text(limit)
    }

    fn check_warning(&self) -> Option<String> {
        if self.status.is_over() {
            None
        } else {
            self.position.check_warning()
        }
    }

    fn exposed(&self) -> Vec<String> {
        if self.status.is_over() {
            Vec::new()
        } else {
            self.position.exposed()
        }
    }

    fn reach(&self, square: &str) -> Option<String> {
        if self.status.is_over() {
            return None;
        }
        let reach = self.position.reach(square)?;
        Some(reach.sentence())
    }

    fn status_lines(&self) -> Vec<String> {
        if self.status.is_over() {
            self.position.results()
        } else {
            self.position.status_lines()
        }
    }

    fn topics(&self) -> Vec<Topic> {
        self.position.topics()
    }

    fn chance(&self) -> Vec<String> {
        if self.status.is_over() {
            Vec::new()
        } else {
            self.position.chance()
        }
    }

    fn resign_move(&self, seat: Seat) -> Option<String> {
        if self.status.is_over() {
            None
        } else {
            self.position.resign_move(seat)
        }
    }

    fn placings(&self) -> Option<Vec<u8>> {
        self.position.placings()
    }

    fn overlook_dead(&mut self) {
        self.overlooks_dead = true;
    }

    fn heed_dead(&mut self, at_once: bool) {
        self.overlooks_dead = false;
        if at_once && !self.status.is_over() {
            self.judge();
        }
    }

    fn agree(&mut self) {
        if !self.status.is_over() {
            self.status = Status::Drawn(Reason::Agreement);
            self.position.ended(self.status);
        }
    }

    fn hides(&self) -> bool {
        !self.status.is_over() && self.position.hides()
    }

    fn seen_by(&self, viewer: Viewer) -> Box<dyn Game> {
        if viewer == Viewer::Umpire || !self.hides() {
            return self.boxed_clone();
        }
        let last = self.last.as_ref();
        Box::new(GameWithHistory {
            kind: self.kind,
            options: self.options.clone(),
            position: self.position.seen_by(viewer),
            last: last
                .filter(|mv| self.position.shows_move(mv, viewer))
                .cloned(),
            history: Vec::new(),
            status: self.status,
            overlooks_dead: self.overlooks_dead,
        })
    }

    fn tries(&self, seed: u64) -> Vec<String> {
        self.position.tries(seed)
    }

    fn announced(&self) -> Vec<String> {
        self.position.announced()
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        self.position.extra()
    }

    fn text(&self) -> String {
        self.position.to_text()
    }

    fn checkpoint(&self) -> String {
        let history = self
            .history
            .iter()
            .map(|seen| (format!("{:032x}", seen.position), seen.check, seen.turn.0))
            .collect();
        let checkpoint = Checkpoint {
            rules: self.kind.rules_version,
            position: self.position.to_text(),
            memory: self.position.extra_state(),
            history,
        };
        serde_json::to_string(&checkpoint).unwrap_or_default()
    }

    fn resume(&self, checkpoint: &str) -> Result<Box<dyn Game>, RuleError> {
        let damaged = || RuleError::position("The checkpoint is damaged.");
        let checkpoint: Checkpoint = serde_json::from_str(checkpoint).map_err(|_| damaged())?;
        if checkpoint.rules != self.kind.rules_version {
            return Err(damaged());
        }
        let history = checkpoint
            .history
            .into_iter()
            .map(|(position, check, turn)| {
                let position = u128::from_str_radix(&position, 16).ok()?;
                Some(Occurrence {
                    position,
                    check,
                    turn: Seat(turn),
                })
            })
            .collect::<Option<Vec<_>>>()
            .ok_or_else(damaged)?;
        let mut position = P::from_text(&self.options, &checkpoint.position)?;
        position.restore_extra_state(&checkpoint.memory)?;
        let mut game = GameWithHistory {
            kind: self.kind,
            options: self.options.clone(),
            position,
            last: None,
            history,
            status: Status::Ongoing,
            overlooks_dead: self.overlooks_dead,
        };
        game.judge();
        Ok(Box::new(game))
    }

    fn search(&self, request: &engine::Request<'_>) -> Option<engine::Found> {
        if self.status.is_over() {
            return None;
        }
        let seen = self.history.iter().map(|seen| seen.position).collect();
        let seats = self.kind.seats.len();
        let ply = self.history.len() as u64;
        engine::root::search(&self.position, seats, &seen, ply, request)
    }

    fn overview(&self) -> Option<engine::Overview> {
        if self.status.is_over() {
            return None;
        }
        engine::overview::overview(&self.position)
    }

    fn hanging(&self, seat: Seat) -> Option<engine::Hanging> {
        (!self.status.is_over()).then(|| engine::overview::hanging(&self.position, seat))?
    }

    fn why(&self, text: &str, mate: Option<i32>) -> Option<engine::Why> {
        let mv = self.read(text).ok()?;
        Some(engine::why::of_move(&self.position, &mv, mate))
    }

    fn gains(&self) -> Vec<(String, i32)> {
        let gain = |mv: &P::Move| (self.position.write(mv), self.position.stakes(mv).gain);
        self.moves().iter().map(gain).collect()
    }

    fn motif(&self, text: &str) -> Option<engine::Theme> {
        let mv = self.read(text).ok()?;
        self.position.motif(&mv)
    }

    fn point(&self, line: &[String]) -> Option<engine::Point> {
        engine::point::of_line(&self.position, self.kind.seats.len(), line)
    }

    fn reason(&self, why: &engine::Why) -> String {
        self.position.reason(why)
    }

    fn evaluation(&self, seat: Seat) -> i32 {
        self.position.evaluation().of(seat, self.kind.seats.len())
    }

    #[cfg(test)]
    fn check_search(&self) {
        engine::contract::check(&self.position);
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// Returns the occurrence of a reached position whose repetition key has this digest.
fn occurrence(position: &impl Playable, digest: u128) -> Occurrence {
    Occurrence {
        position: digest,
        check: position.check(),
        turn: position.turn(),
    }
}

/// Decides if repetition or lack of progress ends the game; `history` includes this position. `None` if it goes on.
fn ended_by_count(position: &impl Playable, history: &[Occurrence]) -> Option<Status> {
    let repeated = position
        .counts_as_occurrence()
        .then(|| position.repetition(history))
        .flatten();
    let without_progress = position.no_progress() >= position.no_progress_limit();
    repeated.or(without_progress.then_some(Status::Drawn(Reason::NoProgress)))
}

/// Returns the first eight bytes of a text as a number: texts that differ there sort as these numbers do.
fn first_bytes(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let known = text.len().min(bytes.len());
    bytes[..known].copy_from_slice(&text.as_bytes()[..known]);
    u64::from_be_bytes(bytes)
}

/// Returns the number of sequences of `depth` moves, at least 1, from an ongoing position, the last in `history`.
///
/// A position that itself ends the game lists no moves, so only endings by count need to be judged.
fn count_sequences<P: Playable>(position: &P, history: &mut Vec<Occurrence>, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let reached = history.len();
    let mut sum = 0;
    for mv in &moves {
        let mut next = position.clone();
        next.play(mv);
        // Before the last move a new position need not be recorded: it repeats no other, and no later one repeats it.
        // The newest in `history` is then one that the game went on from, which ends nothing now either. Its key need
        // not be written if no earlier position had the same seat to move.
        let may_repeat = |seen: &Occurrence| seen.turn == next.turn();
        if next.counts_as_occurrence() && (depth > 2 || history.iter().any(may_repeat)) {
            let digest = digest(&next.repetition_key());
            let is_noted = depth > 2 || history.iter().any(|seen| seen.position == digest);
            history.extend(is_noted.then(|| occurrence(&next, digest)));
        }
        if ended_by_count(&next, history).is_none() {
            sum += count_sequences(&next, history, depth - 1);
        }
        history.truncate(reached);
    }
    sum
}
