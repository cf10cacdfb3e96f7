//! Search of a game for positions that make good puzzles: exactly one first move leads to the goal.
//!
//! A mate is proven: a full-width search to its depth finds no other first move that mates in time, and the game has
//! no legal moves there that the search did not try. A win of material, and a move that alone keeps the balance, are
//! judged twice, the second time with eight times the effort. A puzzle whose solution captures the most that can be
//! captured is a warm-up.

use std::fmt;

use super::notes::IllegalMoveError;
use super::point::shown_gain;
use super::{Found, Limits, Line, Request, Theme};
use crate::rules::{Game, Options, Reason, RuleError, Status};

/// Upper bound of the length of a mate, in the solver's moves.
const LONGEST_MATE: i32 = 3;

/// Upper bound of the nodes of a proof.
const PROOF: u64 = 400_000;

/// Number of nodes for judging an answer that is no mate.
const JUDGED: u64 = 20_000;

/// Upper bound of the plies of a line that wins material, for each seat.
const PLIES_A_SEAT: usize = 3;

/// Values that make a move a puzzle, in hundredths of a pawn.
struct Thresholds {
    /// Gain of a win.
    wins: i32,
    /// Lead over the next best move.
    clear: i32,
    /// Loss that still keeps the balance.
    kept: i32,
    /// Least loss by every move that does not keep the balance.
    lost: i32,
}

/// Returns the values that make a move a puzzle in a game with a number of seats. With more than two seats the others
/// gain only a part of a seat's loss.
fn thresholds(seats: usize) -> Thresholds {
    let (wins, clear, kept, lost) = if seats > 2 {
        (80, 50, 30, 100)
    } else {
        (300, 250, 100, 350)
    };
    Thresholds {
        wins,
        clear,
        kept,
        lost,
    }
}

/// The goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// A mate in this number of the solver's moves.
    Mate(i32),
    /// A gain of material, in hundredths of a pawn.
    Wins(i32),
    /// The balance is kept; every other move loses at least so much, in hundredths of a pawn.
    Saves(i32),
}

impl PuzzleKind {
    /// Returns true for the goal of one kind, whatever the value; mates are of one kind if they are equally long.
    pub fn is_like(self, other: PuzzleKind) -> bool {
        match (self, other) {
            (PuzzleKind::Mate(one), PuzzleKind::Mate(other)) => one == other,
            (PuzzleKind::Wins(_), PuzzleKind::Wins(_)) => true,
            (PuzzleKind::Saves(_), PuzzleKind::Saves(_)) => true,
            _ => false,
        }
    }
}

/// A position in which exactly one first move leads to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position text.
    pub position: String,
    /// Number of moves of the game that lead to the position.
    pub ply: usize,
    /// The expected moves, the solver's first, as canonical texts; the last one makes the point.
    pub solution: Vec<String>,
    /// The goal.
    pub kind: PuzzleKind,
    /// The theme.
    pub theme: Theme,
}

/// Returns the puzzles in a game, in the order of its moves.
///
/// # Errors
/// The rules refuse a move.
pub fn puzzles(
    start: &dyn Game,
    moves: &[String],
    limits: Limits<'_>,
) -> Result<Vec<Puzzle>, IllegalMoveError> {
    let mut game = start.boxed_clone();
    let mut puzzles = Vec::new();
    for (ply, text) in moves.iter().enumerate() {
        puzzles.extend(puzzle(&*game, ply, limits));
        game.play(text)
            .map_err(|rejection| IllegalMoveError { ply, rejection })?;
    }
    puzzles.extend(puzzle(&*game, moves.len(), limits));
    Ok(puzzles)
}

/// Returns the puzzle in a position, if it makes one that is worth showing: neither the capture of a royal piece in
/// danger, nor a gain that is invisible on the board after the solution, nor one without a theme. Warm-ups are included.
pub fn puzzle(game: &dyn Game, ply: usize, limits: Limits<'_>) -> Option<Puzzle> {
    let (kind, first) = goal(game, limits)?;
    let mut puzzle = Puzzle {
        position: game.text(),
        ply,
        solution: vec![first],
        kind,
        theme: Theme::Material,
    };
    match kind {
        PuzzleKind::Mate(_) => puzzle.solution = mating_line(game, &puzzle)?,
        PuzzleKind::Wins(_) => puzzle.solution = winning_line(game, &puzzle.solution[0], limits)?,
        PuzzleKind::Saves(_) => {}
    }
    puzzle.theme = theme(game, &puzzle)?;
    if let PuzzleKind::Wins(_) = kind {
        let plies = point_made(game, &puzzle);
        puzzle.solution.truncate(plies);
        let (solver, now) = (game.turn(), game.evaluation(game.turn()));
        let after = after(game, &puzzle.solution)?;
        if after.evaluation(solver) < now + shown_gain(game.kind().seats.len()) {
            return None;
        }
    }
    Some(puzzle)
}

/// Returns the goal in a position and the only first move that reaches it.
fn goal(game: &dyn Game, limits: Limits<'_>) -> Option<(PuzzleKind, String)> {
    let look = |limits| {
        game.search(&Request {
            best: 2,
            ..Request::strongest(limits)
        })
    };
    let found = look(limits)?;
    let [best, ..] = &found.best[..] else {
        return None;
    };
    let text = best.text.clone();
    if let Some(moves) = best.mate() {
        if !(1..=LONGEST_MATE).contains(&moves) {
            return None;
        }
        let plies = u8::try_from(2 * moves - 1).ok()?;
        let proof = look(Limits {
            depth: plies,
            nodes: PROOF,
            full_width: true,
            ..limits
        })?;
        return proves(&proof, &text, moves, plies).then_some((PuzzleKind::Mate(moves), text));
    }
    let judged = |found: &Found| judged(game, found);
    let first = judged(&found)?;
    let again = look(Limits {
        nodes: limits.nodes.saturating_mul(8),
        ..limits
    })?;
    let kind = judged(&again)?;
    (kind.is_like(first) && again.best.first()?.text == text).then_some((kind, text))
}

/// Returns the goal that a search of a position promises for its best move and no other, unless it is a mate.
fn judged(game: &dyn Game, found: &Found) -> Option<PuzzleKind> {
    // A position with a single move has nothing to find.
    let [best, second, ..] = &found.best[..] else {
        return None;
    };
    let values = thresholds(game.kind().seats.len());
    let now = game.evaluation(game.turn());
    let (gain, lost) = (best.value - now, now - second.value);
    if best.mate().is_some() || best.value - second.value < values.clear {
        None
    } else if gain >= values.wins && second.mate().is_none() {
        Some(PuzzleKind::Wins(gain))
    } else if (-values.kept..values.wins).contains(&gain) && lost >= values.lost {
        Some(PuzzleKind::Saves(lost))
    } else {
        None
    }
}

/// Returns the theme of a puzzle whose solution is known; `None` if it has none.
pub fn theme(game: &dyn Game, puzzle: &Puzzle) -> Option<Theme> {
    let first = puzzle.solution.first()?;
    if puzzle.kind == PuzzleKind::Mate(1) && game.motif(first) != Some(Theme::Twist) {
        let end = after(game, &puzzle.solution)?.status();
        let taken = |reason| matches!(reason, Reason::RoyalCaptured | Reason::Own(_));
        if matches!(end, Status::Won { reason, .. } if taken(reason)) {
            return None;
        }
    }
    if is_biggest_capture(game, first) {
        return Some(Theme::Material);
    }
    match puzzle.kind {
        PuzzleKind::Mate(_) => Some(game.motif(first).unwrap_or(Theme::Mate)),
        PuzzleKind::Saves(_) => Some(Theme::Saving),
        PuzzleKind::Wins(_) => Some(game.point(&puzzle.solution)?.theme),
    }
}

/// Returns the number of plies of the solution in which a win of material makes its point.
fn point_made(game: &dyn Game, puzzle: &Puzzle) -> usize {
    match puzzle.theme {
        Theme::Material => 1,
        _ => (game.point(&puzzle.solution)).map_or(puzzle.solution.len(), |point| point.plies),
    }
}

/// Returns true if a move captures and no listed capture takes more: by the value of what is captured, or by the
/// evaluation right after the move. What a mutator changes besides counts as captured.
pub fn is_biggest_capture(game: &dyn Game, text: &str) -> bool {
    let mut gains = game.gains();
    let own = gains.iter().find(|(listed, _)| listed == text);
    let own = own.map_or(0, |(_, gain)| *gain);
    let is_twist = game.motif(text) == Some(Theme::Twist);
    if own <= 0 && !is_twist {
        return false;
    }
    gains.retain(|(_, gain)| *gain > 0 || is_twist);
    if own > 0 && gains.iter().all(|(_, gain)| *gain <= own) {
        return true;
    }
    let seat = game.turn();
    let value = |text: &str| {
        let after = after(game, &[text.to_owned()]);
        after.map_or(i32::MIN, |after| after.evaluation(seat))
    };
    let least = value(text);
    gains.iter().all(|(text, _)| value(text) <= least)
}

/// Returns the game after a line; `None` if the rules refuse one of its moves.
fn after(game: &dyn Game, line: &[String]) -> Option<Box<dyn Game>> {
    let mut after = game.boxed_clone();
    for text in line {
        after.play(text).ok()?;
    }
    Some(after)
}

/// Returns true if a full-width search proves that this move mates in time and no other does.
fn proves(proof: &Found, text: &str, moves: i32, plies: u8) -> bool {
    let [best, second, ..] = &proof.best[..] else {
        return false;
    };
    proof.complete
        && proof.depth >= plies
        && best.text == text
        && best.mate() == Some(moves)
        && second.mate().is_none()
}

/// The verdict on an answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer reaches the goal.
    Solved,
    /// The answer leads to the goal; this is the opponent's best reply, as canonical text.
    Right(String),
    /// The answer does not lead to the goal; this is the opponent's reply, as canonical text, `None` if the game is
    /// over.
    Wrong(Option<String>),
}

/// Judges an answer by search: every move that reaches the goal is right, expected or not. `left` is the number of the
/// solver's moves in which a mate must still be given; `expected` is the solution's move here.
///
/// # Errors
/// The rules refuse the move.
pub fn judge(
    game: &dyn Game,
    kind: PuzzleKind,
    left: i32,
    expected: Option<&str>,
    text: &str,
) -> Result<Verdict, RuleError> {
    let solver = game.turn();
    let text = game.parse_move(text)?;
    let mut after = game.boxed_clone();
    after.play(&text)?;
    let won = matches!(after.status(), Status::Won { winner, .. } if winner == solver);
    if won {
        return Ok(Verdict::Solved);
    }
    let verdict = match kind {
        PuzzleKind::Mate(_) if left <= 1 => Verdict::Wrong(reply(&*after).map(|line| line.text)),
        PuzzleKind::Mate(_) => {
            let defence = defence(&*after, left - 1);
            match defence.as_ref().and_then(Line::mate) {
                Some(mate) if mate < 0 && -mate < left => match defence {
                    Some(line) => Verdict::Right(line.text),
                    None => Verdict::Wrong(None),
                },
                _ => Verdict::Wrong(defence.map(|line| line.text)),
            }
        }
        _ if expected == Some(&text[..]) => Verdict::Solved,
        _ => {
            let made = game.search(&Request {
                only: Some(&text),
                ..Request::strongest(Limits::nodes(JUDGED))
            });
            let value = made
                .and_then(|made| made.best.first().map(|line| line.value))
                .unwrap_or(i32::MIN);
            let values = thresholds(game.kind().seats.len());
            let least = match kind {
                PuzzleKind::Saves(_) => -values.kept,
                _ => values.wins,
            };
            if value.saturating_sub(game.evaluation(solver)) >= least {
                Verdict::Solved
            } else {
                Verdict::Wrong(reply(&*after).map(|line| line.text))
            }
        }
    };
    Ok(verdict)
}

/// Returns the longest defence against a mate in at most so many moves of the attacker, searched to the full depth.
fn defence(game: &dyn Game, moves: i32) -> Option<Line> {
    let depth = u8::try_from(2 * moves).ok()?;
    let found = game.search(&Request::strongest(Limits {
        depth,
        full_width: true,
        ..Limits::nodes(PROOF)
    }))?;
    found.best.into_iter().next()
}

/// Returns the best reply that a short search finds.
fn reply(game: &dyn Game) -> Option<Line> {
    let found = game.search(&Request::strongest(Limits::nodes(JUDGED / 4)))?;
    found.best.into_iter().next()
}

/// Returns the line that is expected after a move that wins material.
fn winning_line(game: &dyn Game, first: &str, limits: Limits<'_>) -> Option<Vec<String>> {
    let most = PLIES_A_SEAT * game.kind().seats.len() - 1;
    let mut game = game.boxed_clone();
    let mut line = vec![first.to_owned()];
    game.play(first).ok()?;
    while line.len() < most {
        let limits = Limits {
            nodes: JUDGED,
            ..limits
        };
        let Some(found) = game.search(&Request::strongest(limits)) else {
            break;
        };
        game.play(&found.text).ok()?;
        line.push(found.text);
    }
    Some(line)
}

/// Returns the whole solution of a mate. `None` if the search does not find the promised mate again.
fn mating_line(game: &dyn Game, puzzle: &Puzzle) -> Option<Vec<String>> {
    let PuzzleKind::Mate(moves) = puzzle.kind else {
        return None;
    };
    let mut game = game.boxed_clone();
    let mut text = puzzle.solution.first()?.clone();
    let mut line = Vec::new();
    for left in (1..=moves).rev() {
        let verdict = judge(&*game, puzzle.kind, left, None, &text).ok()?;
        game.play(&text).ok()?;
        line.push(text);
        match verdict {
            Verdict::Solved => return Some(line),
            Verdict::Wrong(_) => return None,
            Verdict::Right(reply) => {
                game.play(&reply).ok()?;
                line.push(reply);
            }
        }
        let depth = u8::try_from(2 * left - 3).ok()?;
        let found = game.search(&Request::strongest(Limits {
            depth,
            full_width: true,
            ..Limits::nodes(PROOF)
        }))?;
        text = found.text;
    }
    None
}

/// Writes a line of a file of puzzles: the goal, the position, the solution and the theme, separated by tabs.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PuzzleKind::Mate(moves) => write!(f, "mate {moves}")?,
            PuzzleKind::Wins(value) => write!(f, "wins {value}")?,
            PuzzleKind::Saves(value) => write!(f, "saves {value}")?,
        }
        let solution = self.solution.join(" ");
        write!(f, "\t{}\t{solution}\t{}", self.position, self.theme)
    }
}

impl Puzzle {
    /// Reads a line of a file of puzzles; `None` if it is malformed. A line without a theme is a mate or a warm-up.
    pub fn parse(line: &str) -> Option<Puzzle> {
        let mut fields = line.split('\t');
        let (kind, value) = fields.next()?.split_once(' ')?;
        let value = value.parse().ok()?;
        let (kind, usual) = match kind {
            "mate" => (PuzzleKind::Mate(value), Theme::Mate),
            "wins" => (PuzzleKind::Wins(value), Theme::Material),
            "saves" => (PuzzleKind::Saves(value), Theme::Saving),
            _ => return None,
        };
        let position = fields.next()?.to_owned();
        let solution: Vec<String> = fields.next()?.split(' ').map(str::to_owned).collect();
        let theme = fields.next().map_or(Some(usual), Theme::read)?;
        let whole = fields.next().is_none() && !solution.iter().any(String::is_empty);
        whole.then_some(Puzzle {
            position,
            ply: 0,
            solution,
            kind,
            theme,
        })
    }
}

/// Reads the puzzles of a file with their options, in its order. Lines that begin with `#` are comments on how the file
/// was made. A line may end in options, `key=value` joined by commas, after a further tab.
pub fn read(file: &str) -> Vec<(Options, Puzzle)> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    let puzzle = |line: &str| match line.rsplit_once('\t') {
        Some((puzzle, options)) if puzzle.matches('\t').count() == 3 => {
            Some((read_options(options)?, Puzzle::parse(puzzle)?))
        }
        _ => Some((Options::new(), Puzzle::parse(line)?)),
    };
    lines.filter_map(puzzle).collect()
}

/// Reads options, `key=value` joined by commas; `None` if they are malformed.
pub fn read_options(text: &str) -> Option<Options> {
    text.split(',')
        .map(|option| option.split_once('='))
        .collect()
}
