//! Reading the lines of a plan, and checking them on copies of the board as they are entered.

use super::line::{Condition, LINES, Line, Step, planner};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::play::moves::play_text;
use crate::app::{AppError, Request};
use crate::notation::excerpt;
use crate::rules::{Game, Seat};
use crate::store::PlanRow;

/// Maximum number of answers in a line.
const STEPS: usize = 10;

/// Maximum number of possible positions considered at a line's first answer, and at each later one.
const TRIED: (usize, usize) = (200, 20);

/// Maximum number of dice thrown before somebody can move: after so many lost turns nothing can be planned.
const THROWS: usize = 8;

/// Maximum number of moves tried for a whole plan, so that a long one that leaves everything open does not keep a
/// processor busy.
const TRIALS: usize = 5_000;

type Boards = Vec<Box<dyn Game>>;

/// Returns the refusal of a plan with too many lines.
pub(super) fn too_many_lines() -> AppError {
    AppError::Plain(format!("A plan has at most {LINES} lines."))
}

/// Reads the lines of a plan and checks them against the game.
pub(super) fn plan(
    loaded: &LoadedMatch,
    request: Request,
    text: &str,
) -> Result<Vec<PlanRow>, AppError> {
    let lines: Vec<&str> = text
        .split([';', '\n'])
        .map(|line| line.trim().trim_end_matches('.'))
        .filter(|line| !line.is_empty())
        .collect();
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    if lines.len() > LINES {
        return Err(too_many_lines());
    }
    let seat = planner(loaded, request)?;
    let sight = loaded.sight_of(request.user);
    let seen = loaded.seen_by(sight);
    let mut trials = TRIALS;
    lines
        .into_iter()
        .map(|text| {
            let steps = if sight.is_whole() {
                steps(&*seen, seat, text, &mut trials)
            } else {
                unseen(text)
            };
            let steps =
                steps.map_err(|why| AppError::Plain(format!("\"{}\": {why}", excerpt(text))))?;
            let line = Line { steps, seen: 0 };
            Ok(PlanRow {
                id: 0,
                user: request.user,
                line: serde_json::to_string(&line).map_err(|_| AppError::Internal)?,
                text: line.written(),
            })
        })
        .collect()
}

/// Reads a line where the others' moves are hidden: it may depend on none of them, and its answers are checked only
/// when they are tried.
fn unseen(text: &str) -> Result<Vec<Step>, AppError> {
    let plain = |sentence: &str| AppError::Plain(sentence.to_owned());
    let parts = split(text).ok_or_else(|| plain("Write a line as `any move: your move`."))?;
    if parts.len() > STEPS {
        return Err(plain("That is too long."));
    }
    let step = |(conditions, answer): (Vec<String>, String)| {
        let conditions: Vec<Condition> = conditions.iter().map(|text| condition(text)).collect();
        if conditions.iter().any(|read| *read != Condition::Any) {
            return Err(plain(
                "You don't see the others' moves in this game, so a plan cannot depend on them. Write a line as \
                 `any move: your move`.",
            ));
        }
        Ok(Step {
            conditions,
            answer: excerpt(&answer),
        })
    };
    parts.into_iter().map(step).collect()
}

/// Reads a line and plays it through on copies: every condition and every answer must be legal in some position that
/// the steps before it can reach.
fn steps(
    game: &dyn Game,
    seat: Seat,
    text: &str,
    trials: &mut usize,
) -> Result<Vec<Step>, AppError> {
    const FORM: &str =
        "Write a line as `if their move then your move`, or shorter `their move: your move`.";
    let form = || AppError::Plain(FORM.to_owned());
    let plain = |sentence: &str| Err(AppError::Plain(sentence.to_owned()));
    let mut boards = vec![game.boxed_clone()];
    let mut steps: Vec<Step> = Vec::new();
    for (conditions, answer) in split(text).ok_or_else(form)? {
        if steps.len() == STEPS {
            return Err(AppError::Plain(format!(
                "A line has at most {STEPS} answers."
            )));
        }
        let most = if steps.is_empty() { TRIED.0 } else { TRIED.1 };
        let mut read = Vec::new();
        for condition in conditions {
            boards = thrown(boards, most);
            boards.retain(|board| !board.status().is_over());
            if boards.is_empty() {
                return plain("The game would be over by then.");
            }
            boards.retain(|board| board.turn() != seat);
            if boards.is_empty() {
                return plain(
                    "It would be your own turn there: a condition is a move of somebody else.",
                );
            }
            match self::condition(&condition) {
                Condition::Move(text) => {
                    let (after, canonical) = played(&boards, &text, trials)?;
                    boards = after;
                    read.push(Condition::Move(canonical));
                }
                open => {
                    boards = allowed(&boards, &open, most, trials)?;
                    if boards.is_empty() {
                        return plain("No legal move meets the condition.");
                    }
                    read.push(open);
                }
            }
        }
        // Players whose conditions are missing may play anything.
        for _ in 0..game.kind().seats.len() {
            boards = thrown(boards, most);
            boards.retain(|board| !board.status().is_over());
            let (ready, waiting): (Boards, Boards) =
                boards.into_iter().partition(|board| board.turn() == seat);
            boards = ready;
            boards.extend(allowed(&waiting, &Condition::Any, most, trials)?);
        }
        boards.retain(|board| {
            board.turn() == seat && board.chance().is_empty() && !board.status().is_over()
        });
        if boards.is_empty() {
            return plain("It would not be your turn then: there is nothing to answer.");
        }
        let (after, canonical) = played(&boards, &answer, trials)?;
        boards = thin(after, TRIED.1);
        steps.push(Step {
            conditions: read,
            answer: canonical,
        });
    }
    Ok(steps)
}

/// Plays a leniently read move in each of these positions; returns the positions after it and its canonical text.
///
/// If a step captures in some of them only, the text that is legal in most of them counts. A text that means different
/// steps is refused as ambiguous.
fn played(
    boards: &[Box<dyn Game>],
    text: &str,
    trials: &mut usize,
) -> Result<(Boards, String), AppError> {
    let mut readings: Vec<(String, Boards)> = Vec::new();
    let mut refused: Vec<(String, usize, AppError)> = Vec::new();
    for board in boards {
        spend(trials)?;
        let mut after = board.clone();
        match play_text(after.as_mut(), text) {
            Ok(played) => match readings
                .iter_mut()
                .find(|(text, _)| *text == played.canonical)
            {
                Some((_, boards)) => boards.push(after),
                None => readings.push((played.canonical, vec![after])),
            },
            Err(why) => {
                let sentence = why.to_string();
                match refused.iter_mut().find(|(same, ..)| *same == sentence) {
                    Some((_, times, _)) => *times += 1,
                    None => refused.push((sentence, 1, why)),
                }
            }
        }
    }
    // A canonical text means itself.
    if let Some(itself) = readings.iter().position(|(read, _)| read == text.trim()) {
        let (text, after) = readings.swap_remove(itself);
        return Ok((after, text));
    }
    let step = |text: &str| text.replace(['-', 'x'], "");
    if let [(first, _), others @ ..] = &readings[..]
        && let Some((other, _)) = others.iter().find(|(text, _)| step(text) != step(first))
    {
        return Err(AppError::Plain(format!(
            "That could be {first} or {other}, as the game goes: write the whole move."
        )));
    }
    // The first of those that are equally frequent.
    let most = readings.into_iter().reduce(|best, other| {
        if other.1.len() > best.1.len() {
            other
        } else {
            best
        }
    });
    if let Some((text, after)) = most {
        return Ok((after, text));
    }
    let why = refused
        .into_iter()
        .reduce(|best, other| if other.1 > best.1 { other } else { best });
    Err(why.map_or(AppError::Internal, |(_, _, why)| why))
}

/// Returns the positions after every throw of the dice that precedes the next move. A turn lost by a throw goes to the
/// next player, who throws.
fn thrown(mut boards: Boards, most: usize) -> Boards {
    for _ in 0..THROWS {
        let (ready, due): (Boards, Boards) = boards
            .into_iter()
            .partition(|board| board.chance().is_empty());
        boards = ready;
        // Throws are left out as a whole, so that every number is tried for those that remain.
        let faces = due.first().map_or(1, |board| board.chance().len().max(1));
        let room = most.saturating_sub(boards.len()) / faces;
        for board in thin(due, room.max(1)) {
            for outcome in board.chance() {
                let mut next = board.clone();
                if next.play(&outcome).is_ok() {
                    boards.push(next);
                }
            }
        }
        if boards.iter().all(|board| board.chance().is_empty()) {
            break;
        }
    }
    boards.retain(|board| board.chance().is_empty());
    boards
}

/// Returns the positions after the moves that an open condition allows, equally many from each board.
fn allowed(
    boards: &[Box<dyn Game>],
    condition: &Condition,
    most: usize,
    trials: &mut usize,
) -> Result<Boards, AppError> {
    let share = (most / boards.len().max(1)).max(1);
    let mut after = Vec::new();
    for board in boards {
        let mut texts = board.legal();
        texts.retain(|text| condition.fits(text));
        for text in thin(texts, share) {
            spend(trials)?;
            let mut next = board.clone();
            if next.play(&text).is_ok() {
                after.push(next);
            }
        }
    }
    Ok(after)
}

/// Counts one more tried move.
fn spend(trials: &mut usize) -> Result<(), AppError> {
    *trials = trials.checked_sub(1).ok_or_else(|| {
        AppError::Plain(
            "The plan leaves so much open that I cannot try it all out: write fewer lines or conditions."
                .to_owned(),
        )
    })?;
    Ok(())
}

/// Returns at most this number of elements, evenly spread.
fn thin<T>(mut list: Vec<T>, most: usize) -> Vec<T> {
    let of = list.len().max(1);
    if of > most {
        let mut at = 0;
        list.retain(|_| {
            at += 1;
            at * most / of > (at - 1) * most / of
        });
    }
    list
}

/// Splits a line into the texts of its conditions and answers; `None` if it does not have that form.
fn split(text: &str) -> Option<Vec<(Vec<String>, String)>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |word: &str, other: &str| word.eq_ignore_ascii_case(other);
    let mut steps = Vec::new();
    let mut rest = &words[..];
    while !rest.is_empty() {
        let begins = rest
            .iter()
            .take_while(|word| is(word, "if") || is(word, "then"));
        rest = rest.get(begins.count()..)?;
        // The conditions end at `then` or at a colon.
        let end = rest
            .iter()
            .position(|word| is(word, "then") || word.ends_with(':'))?;
        let (mut conditions, mut after) = rest.split_at(end);
        let mut last = String::new();
        let marker = *after.first()?;
        if let Some(before) = marker.strip_suffix(':') {
            last = before.to_owned();
        }
        after = after.get(1..)?;
        let mut joined: Vec<String> = vec![String::new()];
        if conditions.is_empty() && last.is_empty() {
            return None;
        }
        while let [word, more @ ..] = conditions {
            conditions = more;
            if is(word, "and") {
                joined.push(String::new());
            } else {
                let current = joined.last_mut()?;
                current.push_str(if current.is_empty() { "" } else { " " });
                current.push_str(word);
            }
        }
        let current = joined.last_mut()?;
        current.push_str(if current.is_empty() || last.is_empty() {
            ""
        } else {
            " "
        });
        current.push_str(&last);
        let end = after
            .iter()
            .position(|word| is(word, "then") || is(word, "if"))
            .unwrap_or(after.len());
        let answer = after.get(..end)?.join(" ");
        if answer.is_empty() || joined.iter().any(String::is_empty) {
            return None;
        }
        steps.push((joined, answer));
        rest = after.get(end..)?;
    }
    (!steps.is_empty()).then_some(steps)
}

fn condition(text: &str) -> Condition {
    let lower = text.trim().trim_end_matches(',').to_lowercase();
    let words: Vec<&str> = lower
        .split_whitespace()
        .filter(|word| *word != "other")
        .collect();
    match words[..] {
        ["any" | "*" | "otherwise" | "else" | "anything"] | ["any", "move"] => Condition::Any,
        ["any", "capture", "on", square] => Condition::CaptureOn(square.to_owned()),
        _ => Condition::Move(text.trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_thinned_evenly() {
        assert_eq!(thin((0..10).collect(), 5), [1, 3, 5, 7, 9]);
        assert_eq!(thin((0..7).collect::<Vec<_>>(), 3).len(), 3);
        assert_eq!(thin(vec![1, 2], 3), [1, 2]);
        assert!(thin(vec![1, 2], 0).is_empty());
    }

    #[test]
    fn conditions_are_read_as_people_write_them() {
        for any in [
            "any move",
            "Any other move",
            "anything",
            "otherwise",
            "else",
            "*",
        ] {
            assert_eq!(condition(any), Condition::Any, "{any}");
        }
        let capture = Condition::CaptureOn("e5".to_owned());
        assert_eq!(condition("any other capture on e5"), capture);
        assert_eq!(condition("Any capture on E5,"), capture);
        assert_eq!(condition("Bxe5"), Condition::Move("Bxe5".to_owned()));
    }
}
