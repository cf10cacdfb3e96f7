//! Choice among the moves of a position: iterative deepening until the limits are reached, with the care of a level.

use rustc_hash::FxHashSet;

use super::level::{Care, LEVELS, Level};
use super::mate_in_two::MateInTwo;
use super::search::Searcher;
use super::{Found, Limits, Line, PROVEN, Request, Search, SplitMix64, WIN};
use crate::rules::Status;

/// Upper bound of the search depth, in plies.
const DEEPEST: u8 = 60;

/// Lowest level that never overlooks a win in one move.
const SEES_WINS: u8 = 3;

/// Lowest level that searches every reply for a win in two moves, in games of two seats.
const SEES_WINS_IN_TWO: u8 = 6;

/// Number of positions that the search for wins in two moves tries for each node of the limit. They are not evaluated,
/// and cost less than nodes.
const POSITIONS_A_NODE: u64 = 3;

/// Upper bound of the positions that the search for wins in two moves tries.
const MOST_POSITIONS: u64 = 60_000;

/// Lead from which a weak level plays at a strong one, in hundredths of a pawn: more than a queen.
const WON: i32 = 1_200;

/// The level at which it plays then.
const ENDS_GAMES: &Level = &LEVELS[5];

/// A move that can be played, and its value.
struct Candidate<P: Search> {
    mv: P::Move,
    after: P,
    /// Value for the mover; exact if it can affect which of the best moves is played.
    value: i32,
}

/// Searches a position with a side to move. `seen` are digests of the game's earlier positions, `ply` is the number of
/// moves made; it determines the random numbers together with the seed. `None` if no move is legal, or chance decides
/// first.
pub fn search<P: Search>(
    position: &P,
    seats: usize,
    seen: &FxHashSet<u128>,
    ply: u64,
    request: &Request<'_>,
) -> Option<Found> {
    if !position.chance().is_empty() {
        return None;
    }
    let request = &Request {
        level: request.level.map(|level| {
            let lead = position.evaluation().of(position.turn(), seats);
            playing(level, lead, seats)
        }),
        ..*request
    };
    let mut rng = SplitMix64::new(request.seed, ply);
    let limits = limits_of(request, seats, position.cost());
    let mut searcher = Searcher::<P>::new(position.turn(), seats, limits, seen);
    let mut candidates = candidates(position, seats, request);
    if candidates.is_empty() {
        return None;
    }
    let care = request.level.map_or(Care::Careful, |level| {
        level.care(seats, position.lapses(), &mut rng)
    });
    if care == Care::Random {
        let index = usize::try_from(rng.below(candidates.len() as u64)).unwrap_or(0);
        let chosen = &candidates[index];
        return Some(Found {
            text: position.write(&chosen.mv),
            best: vec![line(position, &searcher, chosen, 0)],
            depth: 0,
            nodes: 0,
            complete: false,
        });
    }
    let blind = match care {
        Care::Careless => overlook(&mut candidates, position.overlooked(), &mut rng),
        _ => Vec::new(),
    };
    best_first(&mut candidates);
    let noise = request.level.map_or(0, |level| level.noise);
    let exact = Exact {
        noise,
        best: request.best.max(1),
        forced: request.best <= 1 && request.only.is_none(),
    };
    let in_two = seats == 2 && exact.forced && limits.depth >= 3 && sees_in_two(position, request);
    let most = limits.nodes.saturating_mul(POSITIONS_A_NODE);
    let mut look = MateInTwo::new(position.turn(), most.min(MOST_POSITIONS), limits.stop);
    let depth = if in_two && wins_in_two(&mut look, &mut candidates) {
        3
    } else {
        deepen(position, &mut searcher, &mut candidates, limits, exact)
    };
    candidates.extend(blind);
    best_first(&mut candidates);
    let chosen = choose(&candidates, noise, &mut rng);
    let best = candidates.iter().take(exact.best);
    Some(Found {
        text: position.write(&candidates[chosen].mv),
        best: best
            .map(|candidate| line(position, &searcher, candidate, depth))
            .collect(),
        depth,
        nodes: searcher.nodes + look.looked().div_ceil(POSITIONS_A_NODE),
        complete: !searcher.incomplete && !position.has_unlisted_moves(),
    })
}

/// Returns the level that plays with a lead, in hundredths of a pawn: a weak level that is far ahead of the only opponent
/// plays at a strong one, so that the game ends.
pub(super) fn playing(level: &'static Level, lead: i32, seats: usize) -> &'static Level {
    if seats == 2 && level.is_weak() && lead > WON {
        ENDS_GAMES
    } else {
        level
    }
}

/// Returns true if the search first looks for a win in two moves, unless the game may be drawn before that.
fn sees_in_two<P: Search>(position: &P, request: &Request<'_>) -> bool {
    let level = request
        .level
        .is_some_and(|level| level.number >= SEES_WINS_IN_TWO);
    level && position.no_progress() + 3 < position.no_progress_limit()
}

/// Searches for a move that wins with the next one, and sets its value. Returns true if one exists.
fn wins_in_two<P: Search>(look: &mut MateInTwo<'_, P>, candidates: &mut [Candidate<P>]) -> bool {
    if candidates
        .iter()
        .any(|candidate| candidate.value == WIN - 1)
    {
        return false;
    }
    // Checks leave few replies to try.
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_cached_key(|index| !candidates[*index].after.check());
    let forced = |index: &usize| look.is_forced(&candidates[*index].after);
    let found = order.into_iter().find(forced);
    if let Some(index) = found {
        candidates[index].value = WIN - 3;
    }
    found.is_some()
}

/// Lower bound to which a game's cost may reduce the nodes of a level.
const LEAST_NODES: u64 = 20_000;

/// Returns the requested limits, bounded by those of the level in a game with this cost.
fn limits_of<'r>(request: &Request<'r>, seats: usize, cost: u64) -> Limits<'r> {
    match request.level {
        None => request.limits,
        Some(level) => Limits {
            nodes: (request.limits.nodes)
                .min(level.nodes.min(LEAST_NODES).max(level.nodes / cost.max(1))),
            depth: request.limits.depth.min(level.plies(seats)),
            ..request.limits
        },
    }
}

/// Returns the moves to choose from, each with its static evaluation.
fn candidates<P: Search>(position: &P, seats: usize, request: &Request<'_>) -> Vec<Candidate<P>> {
    let mut moves = position.legal_moves();
    moves.extend(position.unlisted());
    if let Some(only) = request.only {
        moves.retain(|mv| position.write(mv) == only);
        if moves.is_empty() {
            // The move is legal but in neither list.
            moves.extend(position.exact(only));
        }
    }
    let mover = position.turn();
    let sees_wins = request.level.is_none_or(|level| level.number >= SEES_WINS);
    let candidate = |mv| {
        let mut after = position.clone();
        after.play(&mv);
        let wins = sees_wins
            && matches!(after.status(), Status::Won { winner, .. } if position.is_together(winner, mover));
        let value = if wins {
            WIN - 1
        } else {
            after.evaluation().of(mover, seats)
        };
        Candidate { mv, after, value }
    };
    moves.into_iter().map(candidate).collect()
}

/// Removes the candidates that a careless player overlooks and returns them; never a move that wins at once.
fn overlook<P: Search>(
    candidates: &mut Vec<Candidate<P>>,
    overlooked: u16,
    rng: &mut SplitMix64,
) -> Vec<Candidate<P>> {
    let all = std::mem::take(candidates).into_iter();
    let (blind, seen) =
        all.partition(|candidate| rng.happens(overlooked) && candidate.value < WIN - 1);
    *candidates = seen;
    blind
}

/// Sorts the candidates, the best first; equal values keep their order.
fn best_first<P: Search>(candidates: &mut [Candidate<P>]) {
    candidates.sort_by_cached_key(|candidate| -candidate.value);
}

/// Returns the index of the candidate to play, given the best first: each is misjudged by up to `noise` in either
/// direction.
fn choose<P: Search>(candidates: &[Candidate<P>], noise: i32, rng: &mut SplitMix64) -> usize {
    let mut chosen = 0;
    // A proven win is not misjudged.
    if noise > 0 && candidates[0].value < PROVEN {
        let mut most = i32::MIN;
        for (index, candidate) in candidates.iter().enumerate() {
            let span = u64::try_from(2 * noise + 1).unwrap_or(1);
            let misjudged = i32::try_from(rng.below(span)).unwrap_or(0) - noise;
            if candidate.value + misjudged > most {
                most = candidate.value + misjudged;
                chosen = index;
            }
        }
    }
    chosen
}

/// Conditions under which the exact value of a move matters.
#[derive(Clone, Copy)]
struct Exact {
    /// Maximal error of a value in either direction.
    noise: i32,
    /// Number of best moves requested.
    best: usize,
    /// True if a single move is played without a deeper search, since its value is not requested.
    forced: bool,
}

/// Searches by iterative deepening and leaves the candidates in order, the best first. Returns the depth of the last
/// complete iteration.
fn deepen<P: Search>(
    position: &P,
    searcher: &mut Searcher<'_, P>,
    candidates: &mut [Candidate<P>],
    limits: Limits<'_>,
    exact: Exact,
) -> u8 {
    let mut reached = 0;
    for depth in 1..=limits.depth.clamp(1, DEEPEST) {
        let mut values: Vec<i32> = Vec::with_capacity(candidates.len());
        for candidate in candidates.iter() {
            let alpha = threshold(&values, exact);
            let value = if candidate.value == WIN - 1 {
                // The move wins at once.
                WIN - 1
            } else {
                searcher.value_of(position, &candidate.after, depth, alpha)
            };
            if searcher.stopped {
                break;
            }
            values.push(value);
        }
        // An interrupted iteration counts as far as it went: the best move of the previous one was searched first. At
        // depth 1 moves that were not reached keep their static evaluation.
        let complete = values.len() == candidates.len();
        for (candidate, value) in candidates.iter_mut().zip(&values) {
            candidate.value = *value;
        }
        if complete {
            best_first(candidates);
            reached = depth;
        } else {
            if reached > 0 {
                // Values from the previous iteration are mostly bounds, and must not precede a value that was just
                // found.
                let least = 2 * exact.noise + 1;
                let most = values
                    .iter()
                    .max()
                    .map_or(WIN, |best| best.saturating_sub(least));
                for candidate in &mut candidates[values.len()..] {
                    candidate.value = candidate.value.min(most);
                }
            }
            best_first(candidates);
            break;
        }
        let decided = candidates.first().is_some_and(|first| {
            let plies = i32::from(depth);
            first.value >= WIN - plies || first.value <= plies - WIN
        });
        if decided || (candidates.len() == 1 && exact.forced) {
            break;
        }
    }
    reached
}

/// Returns the value that the next move must exceed for its exact value to matter.
fn threshold(values: &[i32], exact: Exact) -> i32 {
    let mut sorted: Vec<i32> = values.to_vec();
    sorted.sort_unstable_by_key(|value| -value);
    let kept = sorted.get(exact.best - 1).copied();
    let near = sorted
        .first()
        .map(|best| best.saturating_sub(2 * exact.noise + 1).max(-WIN));
    match (kept, near) {
        (Some(kept), Some(near)) if exact.noise > 0 => kept.min(near),
        (Some(kept), _) => kept,
        _ => -WIN,
    }
}

fn line<P: Search>(
    position: &P,
    searcher: &Searcher<'_, P>,
    candidate: &Candidate<P>,
    depth: u8,
) -> Line {
    let text = position.write(&candidate.mv);
    let plies = usize::from(depth.saturating_sub(1));
    let mut line = vec![text.clone()];
    line.extend(searcher.principal_variation(&candidate.after, plies));
    Line {
        text,
        value: candidate.value,
        line,
    }
}
