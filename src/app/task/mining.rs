//! Mining puzzles: every match that has ended here is searched, position by position, if its players agree.
//!
//! A match's entry in the list of matches to search is stored with its end and deleted when the puzzles found are
//! stored: a process that is killed in between searches the match again, and finds the same puzzles.

use crate::app::machine::{Failed, Urgency};
use crate::app::matches::loaded::{LoadedMatch, Replayed};
use crate::app::view::log::LogEntry;
use crate::app::{App, AppError, run_blocking, view::record};
use crate::engine::puzzles::{Puzzle, puzzle};
use crate::engine::{Limits, Theme};
use crate::games;
use crate::games::puzzles::{Listed, find};
use crate::match_state::GameId;
use crate::rules::Game;
use crate::store::{ClaimKind, MinedPuzzle, PhaseName};

/// Maximum number of puzzles kept per game: `/puzzle` reads them all to choose one.
const MOST_OF_A_KEY: usize = 200;

/// Maximum number of puzzles from one match, and minimum number of plies between two of them.
const MOST_OF_A_MATCH: usize = 5;
const APART: u32 = 4;

/// Maximum number of positions of a match that are searched: its last ones in a very long match.
const LOOKED_AT: usize = 300;

/// A position of the match, with the number of events that led to it.
type Position = (u32, Box<dyn Game>);

impl App {
    /// Searches one match that has ended; false if none is left. It takes long, and gives way to all other searches.
    ///
    /// # Errors
    /// [`AppError::Internal`]: the database failed.
    pub async fn mine_puzzles(&self) -> Result<bool, AppError> {
        let now = self.sources.clock.now();
        let failing = self.failing.left_alone(now);
        let Some(game) = self.store.puzzle_source(&failing, now).await? else {
            return Ok(false);
        };
        let mined = self.mined_from(game).await;
        let kept = match mined {
            Ok(Some(mined)) => {
                self.failing.recovered(game);
                self.store
                    .keep_mined(game, &mined)
                    .await
                    .map_err(AppError::from)
            }
            // The bot is stopping, or too many searches wait for the machine: the match is searched later.
            Ok(None) => Ok(()),
            Err(refusal) => {
                let seconds = self.failing.leave_alone(game, now);
                tracing::error!(game = game.0, %refusal, seconds, "a match could not be looked through for puzzles");
                Ok(())
            }
        };
        self.store.release(ClaimKind::Source, &[game.0]).await;
        kept.map(|()| true)
    }

    /// Returns the puzzles of a match; `None` if the machine has no time now.
    async fn mined_from(&self, game: GameId) -> Result<Option<Vec<MinedPuzzle>>, AppError> {
        let row = self.store.row(game).await?;
        let full = self.store.mined_puzzles(&row.key).await?.len() >= MOST_OF_A_KEY;
        if full || row.phase != PhaseName::Over || !self.agree_to_puzzles(game).await? {
            return Ok(Some(Vec::new()));
        }
        let Replayed { loaded, lines, .. } = self.replay(game, Some(0)).await?;
        if loaded.hides || loaded.replay_error.is_some() {
            return Ok(Some(Vec::new()));
        }
        let (kind, options) = (loaded.kind, loaded.options.clone());
        let positions = run_blocking(move || positions(&loaded, &lines)).await??;
        let mut mined: Vec<MinedPuzzle> = Vec::new();
        let mut next = 0;
        let nodes = self.limits.mining_nodes;
        for (ply, board) in positions {
            if ply < next || mined.len() == MOST_OF_A_MATCH {
                continue;
            }
            // One search a position, so that more urgent ones go in between.
            let looked = self.machine.queue().think(Urgency::Review, move |stop| {
                puzzle(&*board, 0, Limits::nodes(nodes).until(stop))
            });
            let found = match looked.await {
                Ok(Some(found)) if found.theme != Theme::Material => found,
                Ok(_) => continue,
                Err(Failed::Full | Failed::Stopped) => return Ok(None),
                Err(Failed::Crashed) => return Err(AppError::Internal),
            };
            let listed = Listed::new(kind, options.clone(), found);
            if find(listed.id).is_none() && stands_alone(&listed) {
                next = ply + APART;
                mined.push(MinedPuzzle {
                    id: listed.id,
                    key: kind.key.to_owned(),
                    options: serde_json::to_string(&listed.options)
                        .map_err(|_| AppError::Internal)?,
                    line: listed.puzzle.to_string(),
                });
            }
        }
        Ok(Some(mined))
    }

    /// True if everybody who played in a match lets its positions become puzzles: a single person against the machine
    /// unless they have refused, several people if each has agreed.
    async fn agree_to_puzzles(&self, game: GameId) -> Result<bool, AppError> {
        let mut people = self.store.seat_holders(game).await?;
        people.retain(|user| !user.is_machine());
        if people.is_empty() {
            return Ok(false);
        }
        let usual = people.len() == 1;
        for user in people {
            // An erased person cannot be asked.
            if user.is_erased() || !self.preferences(user).await?.puzzles.unwrap_or(usual) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the positions of a match in which a player was to move, without those that were taken back.
fn positions(loaded: &LoadedMatch, lines: &[LogEntry]) -> Result<Vec<Position>, AppError> {
    let mut board = loaded.kind.new_game(&loaded.options)?;
    // The match is over, so everything is visible.
    let sight = loaded.public_sight();
    let mut positions = Vec::new();
    for line in record::entries_in_force(lines) {
        let Some(text) = record::played(line, sight) else {
            continue;
        };
        if board.chance().is_empty() {
            positions.push((line.ply, board.clone()));
        }
        board.play(text)?;
    }
    if !board.status().is_over() && board.chance().is_empty() {
        // A player resigned or ran out of time, although there may have been a way out.
        positions.push((loaded.state.ply(), board));
    }
    let skipped = positions.len().saturating_sub(LOOKED_AT);
    Ok(positions.split_off(skipped))
}

/// True if the position text holds everything that the solution needs: a puzzle begins from it, without the game
/// before.
fn stands_alone(listed: &Listed) -> bool {
    let Ok(mut game) = listed.game() else {
        return false;
    };
    listed
        .puzzle
        .solution
        .iter()
        .all(|text| game.play(text).is_ok())
}

/// Returns a mined puzzle for solving; `None` if this version of the program cannot read it.
pub(in crate::app) fn listed_from(mined: &MinedPuzzle) -> Option<Listed> {
    let kind = games::find(&mined.key)?;
    let options = serde_json::from_str(&mined.options).ok()?;
    let listed = Listed::new(kind, options, Puzzle::parse(&mined.line)?);
    (listed.id == mined.id).then_some(listed)
}
