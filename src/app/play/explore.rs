//! Private analysis: moves tried for all sides on a copy of the board; nothing is stored.

use std::sync::Arc;

use super::moves::play_text;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::seats::{is_alone, own_side, seat_to_move};
use crate::app::matches::texts::position_words;
use crate::app::texts::{HIDDEN_UNTIL_END, ending_sentence, seat_label, sentence, title};
use crate::app::view::sight::{SeenGame, Sight};
use crate::app::{App, AppError, MatchRef, Purpose, Request, Side, run_blocking};
use crate::engine::Hanging;
use crate::match_state::{Ending, GameId, UserId};
use crate::notation::excerpt;
use crate::rules::{Choice, RuleError, Seat};
use crate::scene::{Army, Scene, View};

/// Maximum number of moves in a line.
const LONGEST: usize = 60;

/// A line of moves on a copy of the board.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The match.
    pub game: GameId,
    /// The match's number of events: until it changes, the move found can be played with `MatchRef::At`.
    pub ply: u32,
    /// The game's name with its variant.
    pub title: String,
    /// The line in canonical texts, with chance outcomes as they were given.
    pub line: Vec<String>,
    /// The line in display notation.
    pub display: Vec<String>,
    /// Number of moves of the line that are on the board.
    pub at: usize,
    /// The last move on the board in words, with what followed automatically.
    pub words: Vec<String>,
    /// The seat to move on the board; `None` if the game would be over.
    pub turn: Option<Seat>,
    /// Possible outcomes of chance, which is next; empty if a player moves.
    pub chance: Vec<String>,
    /// Warnings of pieces in danger, for the player to move and for the others.
    pub warnings: Vec<String>,
    /// True if the user may get a hint for the next move: only if nobody else plays.
    pub helped: bool,
    /// True in a private match against the machine.
    pub solo: bool,
    /// The picture, from the user's side.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
}

/// A board on which a line has been played.
pub(in crate::app) struct Tried {
    pub board: SeenGame,
    line: Vec<String>,
    display: Vec<String>,
    words: Vec<String>,
}

impl App {
    /// Plays a leniently read line of moves on a copy of the board and shows it after the first `at` moves, or after
    /// all if there are fewer.
    ///
    /// # Errors
    /// No such match here, or it is over or not begun; a move of the line is against the rules (the sentence names its
    /// number).
    pub async fn explore(
        &self,
        request: Request,
        which: MatchRef,
        line: &[String],
        at: usize,
    ) -> Result<Explored, AppError> {
        let game = self.find_match(request, which, Purpose::Look).await?;
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        explored(loaded, request, line.to_vec(), at).await
    }

    /// Returns suggestions for the next move of a line: at most 25.
    pub async fn complete_line(
        &self,
        request: Request,
        which: MatchRef,
        line: &[String],
        typed: &str,
    ) -> Vec<Choice> {
        let offered = async {
            let game = self.find_match(request, which, Purpose::Look).await?;
            let loaded = self.load(game).await?;
            self.must_be_visible(request, &loaded)?;
            let (line, typed) = (line.to_vec(), typed.to_owned());
            let sight = loaded.sight_of(request.user);
            if !sight.is_whole() {
                return Err(AppError::Plain(HIDDEN_UNTIL_END.to_owned()));
            }
            run_blocking(move || {
                Ok(tried(&loaded.seen_by(sight), &line)?
                    .board
                    .complete(&typed, 25))
            })
            .await?
        };
        let offered: Result<Vec<Choice>, AppError> = offered.await;
        let mut offered = offered.unwrap_or_default();
        offered.retain(|choice| (1..=100).contains(&choice.text.chars().count()));
        offered
    }
}

/// Returns a line on a copy of a match's board, after the first `at` moves.
pub(in crate::app) async fn explored(
    loaded: Arc<LoadedMatch>,
    request: Request,
    line: Vec<String>,
    at: usize,
) -> Result<Explored, AppError> {
    let view = View {
        from: own_side(&loaded, request.user, Side::Own),
        ..View::default()
    };
    let sight = loaded.sight_of(request.user);
    if !sight.is_whole() {
        return run_blocking(move || asked(&loaded, request, sight, &line)).await?;
    }
    run_blocking(move || {
        let seen = loaded.seen_by(sight);
        let whole = tried(&seen, &line)?;
        let at = at.min(whole.line.len());
        let part = tried(&seen, whole.line.get(..at).unwrap_or_default())?;
        let board = part.board;
        let shown = board.scene(&view);
        let own = (at == 1).then(|| own_loss(&loaded, request.user, &seen.scene(&view), &shown));
        let mover = seen.turn();
        let mine = loaded.state.owner(mover) == Some(request.user);
        let lost = (at == 1 && mine).then(|| loses(&loaded, mover, &board));
        let title = title(loaded.kind, &loaded.options);
        let over = board.status().is_over();
        let mut words = part.words;
        // A check that the move gives is no danger to its player.
        let (given, danger) = match loaded.state.owner(board.turn()) == Some(request.user) {
            true => (None, board.check_warning()),
            false => (board.check_warning(), None),
        };
        words.extend(given);
        let (others, partner) = match loaded.kind.teams.is_empty() {
            true => (board.exposed(), Vec::new()),
            false => (Vec::new(), board.exposed()),
        };
        words.extend(others);
        let ending = Ending::of_game(&*board);
        words.extend(ending.map(|ending| ending_sentence(loaded.kind, &ending)));
        let about = match part.line.join(" ") {
            line if line.is_empty() => format!("{title}, the board as it is now."),
            line => format!("{title}, after these moves were tried: {line}."),
        };
        Ok(Explored {
            game: loaded.id,
            ply: loaded.state.ply(),
            line: whole.line,
            display: whole.display,
            at,
            words,
            turn: (!over).then(|| board.turn()),
            helped: !over && board.chance().is_empty() && is_alone(&loaded, request.user),
            solo: loaded.is_solo(),
            chance: board.chance(),
            warnings: danger
                .into_iter()
                .chain(partner)
                .chain(own.flatten())
                .chain(lost.flatten())
                .collect(),
            scene: shown,
            alt: position_words(&board, &about),
            title,
        })
    })
    .await?
}

/// Warns the leader of several sides of a move that costs one of them pieces.
fn own_loss(loaded: &LoadedMatch, user: UserId, before: &Scene, after: &Scene) -> Option<String> {
    loaded.state.terms()?.people?;
    let pieces = |scene: &Scene, army: Army| {
        let grids = scene.grids.iter();
        let cells = grids.flat_map(|grid| grid.cells.iter().flatten());
        let tokens = cells.filter_map(|cell| cell.token.as_ref());
        tokens
            .filter(|token| token.army == army && !token.ghost)
            .count()
    };
    let mut own = loaded.state.seats_of(user).into_iter();
    let loses = own.find(|seat| {
        let army = Army::of_seat(loaded.kind.seat_name(*seat));
        army.is_some_and(|army| pieces(after, army) < pieces(before, army))
    })?;
    Some(format!(
        "This costs {} pieces, and that side is yours too.",
        seat_label(loaded.kind, loses)
    ))
}

/// Warns of the piece that a seat loses after its move, in one sentence; `None` if another person plays, who gets no
/// such help either, or if pieces are hidden.
pub(in crate::app) fn loses(loaded: &LoadedMatch, seat: Seat, after: &SeenGame) -> Option<String> {
    loaded.state.only_person().filter(|_| !after.hides())?;
    after.hanging(seat).map(|hanging| hangs(&hanging))
}

/// Names the piece that a seat loses after its move, in one sentence for its player.
pub(in crate::app) fn hangs(hanging: &Hanging) -> String {
    let Hanging { piece, by, .. } = hanging;
    let besides = match hanging.besides {
        0 => String::new(),
        1 => " and another piece".to_owned(),
        besides => format!(" and {besides} other pieces"),
    };
    let way = hanging.way.as_ref().map(|way| format!(", {way}"));
    let way = way.unwrap_or_default();
    let why = match hanging.free {
        true => "and you could not take back",
        false => "which is worth less",
    };
    format!(
        "Your {} on {}{besides} could then be taken by the {} on {}{way}, {why}.",
        piece.name, piece.square, by.name, by.square
    )
}

/// Returns the single move that a player is about to try where pieces are hidden, on the board as that player sees it.
/// Longer lines cannot be tried there, and nothing shows whether the move is legal.
fn asked(
    loaded: &LoadedMatch,
    request: Request,
    sight: Sight,
    line: &[String],
) -> Result<Explored, AppError> {
    let [text] = line else {
        return Err(AppError::Plain(HIDDEN_UNTIL_END.to_owned()));
    };
    let seat = seat_to_move(loaded, request)?;
    let seen = loaded.seen_by(sight);
    // A move that can be read from the visible pieces alone is written as it is stored.
    let text = seen
        .parse_move(text)
        .unwrap_or_else(|_| text.trim().to_owned());
    let title = title(loaded.kind, &loaded.options);
    let view = View {
        from: Some(seat),
        ..View::default()
    };
    let about = format!("{title}, before {} is tried.", excerpt(&text));
    Ok(Explored {
        game: loaded.id,
        helped: false,
        solo: loaded.is_solo(),
        ply: loaded.state.ply(),
        line: vec![text.clone()],
        display: vec![text.clone()],
        at: 1,
        words: Vec::new(),
        turn: Some(seat),
        chance: Vec::new(),
        warnings: seen.check_warning().into_iter().collect(),
        scene: (seen.preview(&text, &view)).unwrap_or_else(|| seen.scene(&view)),
        alt: position_words(&seen, &about),
        title,
    })
}

/// Plays a line on a copy, with chance outcomes as the line gives them.
pub(in crate::app) fn tried(seen: &SeenGame, line: &[String]) -> Result<Tried, AppError> {
    if line.len() > LONGEST {
        return Err(AppError::Plain(format!(
            "A line has at most {LONGEST} moves."
        )));
    }
    let mut tried = Tried {
        board: seen.clone(),
        line: Vec::new(),
        display: Vec::new(),
        words: Vec::new(),
    };
    for (number, text) in (1..).zip(line) {
        let chance = tried.board.chance();
        let drawn = chance.iter().find(|outcome| *outcome == text.trim());
        let played = match drawn {
            Some(outcome) => tried.board.play(outcome).map_err(AppError::from),
            None => play_text(&mut *tried.board, text),
        };
        let played = played.map_err(|why| at_move(number, why))?;
        tried.line.push(played.canonical);
        tried.display.push(played.display);
        tried.words = vec![sentence(&played.words)];
        tried.words.extend(played.consequences);
    }
    Ok(tried)
}

/// Returns the refusal with the number of the move that it concerns.
fn at_move(number: usize, why: AppError) -> AppError {
    match why {
        AppError::Rules(why) => AppError::Rules(RuleError {
            sentence: format!("Move {number} of the line: {}", why.sentence),
            ..why
        }),
        AppError::Plain(why) => AppError::Plain(format!("Move {number} of the line: {why}")),
        other => other,
    }
}
