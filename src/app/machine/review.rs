//! Looking back at a game: the moves that cost a player most, and what was better. For that player alone.

use std::sync::Arc;

use super::Urgency;
use super::hint::not_now;
use crate::app::loaded::LoadedMatch;
use crate::app::log::LogEvent;
use crate::app::texts::{ALT_LIMIT, cut, title};
use crate::app::{App, AppError, Request, record, run_blocking};
use crate::engine::notes::{Mistake, note};
use crate::engine::{Level, Limits, PROVEN};
use crate::match_state::{GameId, Phase};
use crate::rules::{Game, Seat};
use crate::scene::{Scene, View};

/// How many moves are shown at most.
const MOST: usize = 3;

/// How many moves of a player are looked at: their last ones in a very long game.
const LOOKED_AT: usize = 150;

/// A look back at somebody's moves.
#[derive(Clone, Debug)]
pub struct Review {
    /// The game's name, with its variant.
    pub title: String,
    /// Their moves that cost most, in the order in which they were made.
    pub notes: Vec<ReviewNote>,
    /// The level of the machine that they played against.
    pub level: Option<&'static Level>,
}

/// A move that cost its player much.
#[derive(Clone, Debug)]
pub struct ReviewNote {
    /// The event that it was.
    pub ply: u32,
    /// The number of the move for people.
    pub number: u32,
    /// What was played, in display notation.
    pub made: String,
    /// What was better, in display notation.
    pub better: String,
    /// The better move in words.
    pub words: String,
    /// What it cost, in hundredths of a pawn; 10,000 and more where it was a forced win.
    pub lost: i32,
    /// Whether it let the opponents force a win.
    pub allows_mate: bool,
    /// The board after the better move, from the player's side.
    pub scene: Scene,
    /// That board in words: at most 1,024 characters.
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
    /// Whether somebody may look back at their moves in a match.
    ///
    /// # Errors
    /// They have not played in it, or it is not over.
    pub async fn may_review(&self, request: Request, game: GameId) -> Result<(), AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        may_review(&loaded, request)
    }

    /// The moves that cost the asker most in a match that is over: at most three. It takes long, and waits for whatever
    /// somebody else waits for.
    ///
    /// # Errors
    /// They have not played in it or made no move, it is not over, or they look back at a match already.
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
            // One thought a move, so that whatever is more urgent goes in between.
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

/// The positions in which somebody moved for a seat of theirs.
fn befores(
    loaded: &LoadedMatch,
    lines: &[crate::app::log::LogEntry],
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
            // It is over: nothing is hidden.
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

/// What there is to say of one move; nothing where it was good enough.
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
