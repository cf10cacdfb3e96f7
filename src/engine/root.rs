//! Choosing among the moves of a position: iterative deepening until the limits are reached, and the care of a level.

use rustc_hash::FxHashSet;

use super::level::Care;
use super::mate_in_two::MateInTwo;
use super::search::Searcher;
use super::{Found, Limits, Line, PROVEN, Request, Search, SplitMix64, WIN};
use crate::rules::Status;

/// How deep a search goes at most, in plies.
const DEEPEST: u8 = 60;

/// From which level on a win in one move is never overlooked.
const SEES_WINS: u8 = 3;

/// From which level on every reply is looked at for a win in two moves, in games of two seats.
const SEES_WINS_IN_TWO: u8 = 6;

/// How many positions are looked at for that for each node of the limit, which then is as good as searched once more. They
/// are not judged, and cost less.
const POSITIONS_A_NODE: u64 = 3;

/// How many positions are looked at for that at most.
const MOST_POSITIONS: u64 = 60_000;

/// A move that can be played, and what is known of it.
struct Candidate<P: Search> {
    mv: P::Move,
    after: P,
    /// Its value for the mover; exact where it can matter which of the best moves is played.
    value: i32,
}

/// Searches a position that somebody is to move in. `seen` are digests of the positions that the game has been in, and
/// `ply` is how many moves have been made: the random numbers follow from it and the seed. `None` where there is no
/// legal move, or chance is to decide first.
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
    let mut rng = SplitMix64::new(request.seed, ply);
    let limits = limits_of(request, seats, position.cost());
    let mut searcher = Searcher::<P>::new(position.turn(), seats, limits, seen);
    let mut candidates = candidates(position, seats, request);
    if candidates.is_empty() {
        return None;
    }
    let care = request.level.map_or(Care::Careful, |level| {
        level.care(seats, position.careless(), &mut rng)
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
    let (won, looked) = if in_two {
        wins_in_two(position, &mut candidates, limits)
    } else {
        (false, 0)
    };
    let depth = if won {
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
        nodes: searcher.nodes + looked,
        complete: !searcher.incomplete && !position.has_unlisted_moves(),
    })
}

/// Whether a win in two moves is looked for before all else: not where the game may be drawn before it comes.
fn sees_in_two<P: Search>(position: &P, request: &Request<'_>) -> bool {
    let level = request
        .level
        .is_some_and(|level| level.number >= SEES_WINS_IN_TWO);
    level && position.no_progress() + 3 < position.no_progress_limit()
}

/// Looks for a move that wins with the one after it, and gives it its value: whether there is one, and how many nodes the
/// look was worth.
fn wins_in_two<P: Search>(
    position: &P,
    candidates: &mut [Candidate<P>],
    limits: Limits<'_>,
) -> (bool, u64) {
    if candidates
        .iter()
        .any(|candidate| candidate.value == WIN - 1)
    {
        return (false, 0);
    }
    let limit = limits
        .nodes
        .saturating_mul(POSITIONS_A_NODE)
        .min(MOST_POSITIONS);
    let mut look = MateInTwo::new(position.turn(), limit, limits.stop);
    // A check leaves few replies to look at.
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_cached_key(|index| !candidates[*index].after.check());
    let forced = |index: &usize| look.is_forced(&candidates[*index].after);
    let found = order.into_iter().find(forced);
    if let Some(index) = found {
        candidates[index].value = WIN - 3;
    }
    (found.is_some(), look.looked().div_ceil(POSITIONS_A_NODE))
}

/// The most positions of a level that no game's cost makes fewer.
const LEAST_NODES: u64 = 20_000;

/// The limits that are asked for, and no more than those of the level in a game whose positions cost so much.
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

/// The moves to choose from, each with its static evaluation.
fn candidates<P: Search>(position: &P, seats: usize, request: &Request<'_>) -> Vec<Candidate<P>> {
    let mut moves = position.legal_moves();
    moves.extend(position.unlisted());
    if let Some(only) = request.only {
        moves.retain(|mv| position.write(mv) == only);
        if moves.is_empty() {
            // One of the many that neither list holds.
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

/// Takes out some of the candidates, those that a careless player does not see; never a move that wins at once.
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

/// Puts the best candidates first; those of the same value stay in order.
fn best_first<P: Search>(candidates: &mut [Candidate<P>]) {
    candidates.sort_by_cached_key(|candidate| -candidate.value);
}

/// Which of the candidates, the best first, is played: each misjudged by up to `noise` either way.
fn choose<P: Search>(candidates: &[Candidate<P>], noise: i32, rng: &mut SplitMix64) -> usize {
    let mut chosen = 0;
    // A win that is proven is not misjudged.
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

/// For which moves the exact value matters.
#[derive(Clone, Copy)]
struct Exact {
    /// By how much a value may be misjudged either way.
    noise: i32,
    /// How many of the best moves are asked for.
    best: usize,
    /// Whether a move that is the only one is played without a deeper search: not where its value is asked for.
    forced: bool,
}

/// Iterative deepening. Leaves the candidates in order, the best first. Returns the depth of the last complete
/// iteration.
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
            let is_first = values.is_empty();
            let value = if candidate.value == WIN - 1 {
                // It wins at once.
                WIN - 1
            } else {
                searcher.value_of(position, &candidate.after, depth, alpha, is_first)
            };
            if searcher.stopped {
                break;
            }
            values.push(value);
        }
        // An iteration that was broken off counts as far as it went: the best move of the one before was searched first.
        // At depth 1 those that were not reached keep their static evaluation.
        let complete = values.len() == candidates.len();
        for (candidate, value) in candidates.iter_mut().zip(&values) {
            candidate.value = *value;
        }
        if complete {
            best_first(candidates);
            reached = depth;
        } else {
            if reached > 0 {
                // What the others have from the iteration before is mostly no more than a bound, and must not come before
                // a value that has just been found.
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

/// The value that the next move must beat for its exact value to matter.
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
