//! The review of a game for one player: that player's costliest moves, and better ones.

use std::sync::Arc;

use super::Urgency;
use super::hint::not_now;
use crate::app::matches::loaded::{LoadedMatch, Replayed};
use crate::app::play::explore::hangs;
use crate::app::texts::{ALT_LIMIT, cut, sentence, title};
use crate::app::view::log::LogEvent;
use crate::app::{App, AppError, Request, run_blocking, view::record};
use crate::engine::notes::{Mistake, Note, note};
use crate::engine::{self, Level, Limits, Named, PROVEN, Why};
use crate::match_state::{GameId, Phase};
use crate::rules::wording::listed;
use crate::rules::{Game, Seat};
use crate::scene::{Scene, View};

/// Maximum number of moves shown.
const MOST: usize = 3;

/// The reason for a better move that is only better than the move made.
const NOTHING_HANGS: &str = "After it your opponents could take nothing for gain.";

/// Maximum number of characters that describe one of a note's boards.
const PART: usize = 330;

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
    /// The cost of the move in hundredths of a pawn; 10,000 and more for a lost forced win.
    pub lost: i32,
    /// True if the move let the opponents force a win.
    pub allows_mate: bool,
    /// The move made.
    pub made: ReviewStep,
    /// The answer that punishes it; `None` if the game is over, or chance comes first.
    pub answer: Option<ReviewStep>,
    /// The better move.
    pub better: ReviewStep,
    /// The boards in words: at most 1,024 characters.
    pub alt: String,
}

/// A move of a note, with the board after it.
#[derive(Clone, Debug)]
pub struct ReviewStep {
    /// The move, in display notation.
    pub display: String,
    /// Its loss, punishment or gain, in whole sentences; empty if that is its cost alone.
    pub why: String,
    /// The board after the move, from the player's side.
    pub scene: Scene,
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
        let Replayed { loaded, lines, .. } = self.replay(game, Some(0)).await?;
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
        let mut costly = Vec::new();
        for before in befores {
            // One search a move, so that more urgent ones go in between.
            let looked = self.machine.queue().think(Urgency::Review, move |stop| {
                let limits = Limits::nodes(nodes).until(stop);
                let found = note(&*before.board, 0, &before.text, limits)?;
                Some((cost(&found), before, found))
            });
            costly.extend(looked.await.map_err(not_now)?);
        }
        costly.sort_by_key(|(lost, before, _)| (-lost, before.ply));
        costly.truncate(MOST);
        costly.sort_by_key(|(_, before, _)| before.ply);
        let mut notes = Vec::new();
        for (_, before, found) in costly {
            let shown = self.machine.queue().think(Urgency::Review, move |stop| {
                shown(&before, &found, Limits::nodes(nodes).until(stop))
            });
            notes.extend(shown.await.map_err(not_now)?);
        }
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

/// Returns the cost of a move; a forced win that was lost or allowed costs most.
fn cost(found: &Note) -> i32 {
    match found.kind {
        Mistake::Blunder => found.lost,
        _ => found.lost.max(PROVEN),
    }
}

/// Returns the note on a costly move with the answer to it, found by one more search.
fn shown(before: &Before, found: &Note, limits: Limits<'_>) -> Option<ReviewNote> {
    let board = before.board.as_ref();
    let view = View {
        from: Some(before.seat),
        ..View::default()
    };
    let played = |board: &dyn Game, text: &str| {
        let mut after = board.boxed_clone();
        let played = after.play(text).ok()?;
        Some((played, after))
    };
    let (_, after) = played(board, &before.text)?;
    let hanging = after.hanging(before.seat);
    let reply = after.search(&engine::Request::strongest(limits));
    let reply = reply.and_then(|found| found.best.into_iter().next());
    let answered = reply.and_then(|best| {
        let (answer, then) = played(&*after, &best.text)?;
        let why = after.why(&best.text, best.mate())?;
        let over = then.status().is_over();
        let punished = punishes(&why, before.seat, over);
        let why = punished.unwrap_or_else(|| sentence(&answer.words));
        Some((answer.display, why, then))
    });
    let (better, then) = played(board, &found.better)?;
    let mut alt = format!("1: {}", after.alt_text(PART));
    for (number, board) in answered
        .iter()
        .map(|(.., then)| (2, then))
        .chain([(3, &then)])
    {
        alt = format!("{alt} {number}: {}", board.alt_text(PART));
    }
    Some(ReviewNote {
        ply: before.ply,
        number: before.number,
        lost: cost(found),
        allows_mate: found.kind == Mistake::AllowsMate,
        made: ReviewStep {
            display: before.made.clone(),
            why: hanging.as_ref().map(hangs).unwrap_or_default(),
            scene: after.scene(&view),
        },
        answer: answered.map(|(display, why, then)| ReviewStep {
            display,
            why,
            scene: then.scene(&view),
        }),
        better: ReviewStep {
            display: better.display,
            why: match (&found.why, then.hanging(before.seat)) {
                (Why::Equal { .. }, None) => NOTHING_HANGS.to_owned(),
                _ => board.reason(&found.why),
            },
            scene: then.scene(&view),
        },
        alt: cut(&alt, ALT_LIMIT),
    })
}

/// Says for the seat that is answered what an answer does to it; `None` if that is nothing in particular.
fn punishes(why: &Why, seat: Seat, over: bool) -> Option<String> {
    let on = |piece: &Named| {
        let own = piece.seat == seat;
        own.then(|| format!("your {} on {}", piece.name, piece.square))
    };
    match why {
        Why::Mate { .. } if over => Some("It wins at once.".to_owned()),
        Why::Mate { moves: 2.. } => Some("It wins by force.".to_owned()),
        Why::Takes { piece, free: true } => {
            Some(format!("It takes {}, and you can't take back.", on(piece)?))
        }
        Why::Takes { piece, free: false } => Some(format!("It takes {}.", on(piece)?)),
        Why::Forks { pieces, .. } => {
            let pieces: Option<Vec<String>> = pieces.iter().map(on).collect();
            Some(format!("It attacks {} at once.", listed(&pieces?)))
        }
        Why::Attacks { piece, .. } => Some(format!("It attacks {}.", on(piece)?)),
        _ => None,
    }
}
