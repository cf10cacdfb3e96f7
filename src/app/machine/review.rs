//! The review of a game for one player: that player's costliest moves, and better ones.

use std::sync::Arc;

use super::Urgency;
use super::hint::not_now;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::texts::{ALT_LIMIT, cut, title};
use crate::app::view::log::LogEvent;
use crate::app::{App, AppError, Request, run_blocking, view::record};
use crate::engine::notes::{Mistake, note};
use crate::engine::{Level, Limits, PROVEN};
use crate::match_state::{GameId, Phase};
use crate::rules::{Game, Seat};
use crate::scene::{Scene, View};

/// Maximum number of moves shown.
const MOST: usize = 3;

/// Maximum number of a player's moves that are judged: the last ones of a very long game.
const LOOKED_AT: usize = 150;

/// A review of a player's moves.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game's name with its variant.
    pub title: String,
    /// The player's costliest moves, in the order in which they were made.
    pub notes: Vec<ReviewNote>,
    /// The level of the machine that the game was played against.
    pub level: Option<&'static Level>,
}

/// A costly move.
#[derive(Clone, Debug)]
pub struct ReviewNote {
    /// The event of the move.
    pub ply: u32,
    /// The number of the move as shown to people.
    pub number: u32,
    /// The move made, in display notation.
    pub made: String,
    /// The better move, in display notation.
    pub better: String,
    /// The better move in words.
    pub words: String,
    /// The cost of the move in hundredths of a pawn; 10,000 and more for a lost forced win.
    pub lost: i32,
    /// True if the move let the opponents force a win.
    pub allows_mate: bool,
    /// The board after the better move, from the player's side.
    pub scene: Scene,
    /// The board in words: at most 1,024 characters.
    pub alt: String,
}

/// A position in which the player moved.
struct Before {
    board: Box<dyn Game>,
    ply: u32,
    number: u32,
    seat: Seat,
    text: String,
    made: String,
}

impl App {
    /// Refuses a review to a user who cannot have one.
    ///
    /// # Errors
    /// The user has not played in the match, or it is not over.
    pub async fn may_review(&self, request: Request, game: GameId) -> Result<(), AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        may_review(&loaded, request)
    }

    /// Returns the user's costliest moves in a match that is over: at most three. The search takes long, and gives way
    /// to all others.
    ///
    /// # Errors
    /// The user has not played in the match or made no move, it is not over, or another review or import of the user's
    /// is under way.
    pub async fn review(&self, request: Request, game: GameId) -> Result<Review, AppError> {
        let _one = self.importing.occupy(request.user).ok_or_else(|| {
            AppError::Plain("I'm still busy with what you asked for before.".to_owned())
        })?;
        let (loaded, lines) = self.replay(game, Some(0)).await?;
        self.must_be_visible(request, &loaded)?;
        may_review(&loaded, request)?;
        let loaded = Arc::new(loaded);
        let lines: Vec<_> = record::entries_in_force(&lines)
            .into_iter()
            .cloned()
            .collect();
        let replayed = Arc::clone(&loaded);
        let mut befores = run_blocking(move || befores(&replayed, &lines, request)).await??;
        if befores.is_empty() {
            return Err(AppError::Plain(
                "You made no move in this game, so there is nothing to look back at.".to_owned(),
            ));
        }
        let skipped = befores.len().saturating_sub(LOOKED_AT);
        befores.drain(..skipped);
        let nodes = self.limits.review_nodes;
        let mut notes = Vec::new();
        for before in befores {
            // One search a move, so that more urgent ones go in between.
            let looked = self.machine.queue().think(Urgency::Review, move |stop| {
                let limits = Limits {
                    stop: Some(stop),
                    ..Limits::nodes(nodes)
                };
                judged(&before, limits)
            });
            notes.extend(looked.await.map_err(not_now)?);
        }
        notes.sort_by_key(|note| (-note.lost, note.ply));
        notes.truncate(MOST);
        notes.sort_by_key(|note| note.ply);
        let mut levels = loaded.kind.all_seats().filter_map(|seat| {
            let owner = loaded.state.owner(seat)?;
            owner.machine_level()
        });
        Ok(Review {
            title: title(loaded.kind, &loaded.options),
            notes,
            level: levels.next(),
        })
    }
}

fn may_review(loaded: &LoadedMatch, request: Request) -> Result<(), AppError> {
    if !matches!(loaded.state.phase(), Phase::Over(_)) {
        return Err(AppError::Plain(
            "You can look back at your moves when the game is over.".to_owned(),
        ));
    }
    let played = loaded.state.tenures().iter();
    if played.into_iter().all(|held| held.user != request.user) {
        return Err(AppError::Plain(
            "You did not play in this game: only its players can look back at their own moves."
                .to_owned(),
        ));
    }
    Ok(())
}

/// Returns the positions in which the user moved for a seat that the user held.
fn befores(
    loaded: &LoadedMatch,
    lines: &[crate::app::view::log::LogEntry],
    request: Request,
) -> Result<Vec<Before>, AppError> {
    let mut board = loaded.kind.new_game(&loaded.options)?;
    let held = |seat: Seat, ply: u32| {
        loaded.state.tenures().iter().any(|held| {
            let during = held.from < ply && held.until.is_none_or(|until| ply < until);
            held.seat == seat && held.user == request.user && during
        })
    };
    let sight = loaded.sight_of(request.user);
    let mut befores = Vec::new();
    for line in lines {
        let text = record::played(line, sight);
        if let LogEvent::Moved { seat, texts, .. } = &line.what {
            // The match is over: nothing is hidden.
            let (Some(canonical), Some(display)) = (text, texts.display(sight)) else {
                return Err(AppError::Internal);
            };
            if held(*seat, line.ply) {
                befores.push(Before {
                    board: board.clone(),
                    ply: line.ply,
                    number: line.round,
                    seat: *seat,
                    text: canonical.to_owned(),
                    made: display.to_owned(),
                });
            }
        }
        if let Some(text) = text {
            board.play(text)?;
        }
    }
    Ok(befores)
}

/// Returns the note on one move; `None` if the move was good enough.
fn judged(before: &Before, limits: Limits<'_>) -> Option<ReviewNote> {
    let board = before.board.as_ref();
    let found = note(board, 0, &before.text, limits)?;
    let mut after = board.boxed_clone();
    let better = after.play(&found.better).ok()?;
    let view = View {
        from: Some(before.seat),
        ..View::default()
    };
    let lost = if found.kind == Mistake::Blunder {
        found.lost
    } else {
        found.lost.max(PROVEN)
    };
    let alt = format!(
        "After the better move {}. {}",
        better.display,
        after.alt_text(ALT_LIMIT)
    );
    Some(ReviewNote {
        ply: before.ply,
        number: before.number,
        made: before.made.clone(),
        better: better.display,
        words: better.words,
        lost,
        allows_mate: found.kind == Mistake::AllowsMate,
        scene: after.scene(&view),
        alt: cut(&alt, ALT_LIMIT),
    })
}
