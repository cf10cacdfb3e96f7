//! Conditional moves: what a player wants to answer, for any number of seats, entered beforehand and for their eyes
//! alone. "If Bxe5 then Qxe5; any other capture on e5: Rxe5."
//!
//! A plan has lines, separated by semicolons or line ends; of several that fit the first is played. A line is
//! `if CONDITION then ANSWER`, or shorter `CONDITION: ANSWER`, and may go on with `then if CONDITION then ANSWER`.
//! Where several players move before it is the planner's turn again, their conditions are joined by `and`, in the
//! order of play; those left out may be anything. A condition is a move, `any move`, or `any capture on e5`.

use serde::{Deserialize, Serialize};

use super::live::{Ahead, Live};
use super::lobby::impossible;
use super::play::{let_chance_decide, play_text, seats_of};
use super::words::{fault_sentence, seat_label};
use super::{App, Chance, Purpose, Refusal, Request, Which, think};
use crate::notation::excerpt;
use crate::rules::{Game, Seat};
use crate::store::{PlanChange, PlanRow};
use crate::table::{Event, Fault, GameId, Phase, UserId};

/// How many lines a plan may have.
const LINES: usize = 20;

/// How many answers a line may have.
const STEPS: usize = 10;

/// How many moves are made by themselves in a row, at most.
const RUN: usize = 60;

/// How many moves that a condition allows are tried to see whether the answer fits any of them.
const TRIED: usize = 200;

/// How many moves are tried for a whole plan: a long one that leaves all open would keep a processor for seconds.
const TRIALS: usize = 5_000;

/// A player's plan for a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which match.
    pub game: GameId,
    /// How many events it had.
    pub ply: u32,
    /// Its lines as they are understood, in the order in which they are tried.
    pub lines: Vec<String>,
}

/// What somebody else must have played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Condition {
    /// This move, in canonical text.
    Move(String),
    /// Any capture on this square.
    CaptureOn(String),
    /// Any move.
    Any,
}

/// What is answered when the conditions are met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Step {
    /// By those who move before the planner's next turn, in order; what is missing may be anything.
    conditions: Vec<Condition>,
    /// In canonical text where it could be checked, as typed otherwise.
    answer: String,
}

/// What is left of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Line {
    steps: Vec<Step>,
    /// How many moves of others have met the first step's conditions already.
    seen: usize,
}

impl Condition {
    fn fits(&self, canonical: &str) -> bool {
        match self {
            Condition::Move(text) => text == canonical,
            Condition::CaptureOn(square) => captures_on(canonical, square),
            Condition::Any => true,
        }
    }
}

/// Whether a move, or a part of a composite one, takes something on a square.
fn captures_on(canonical: &str, square: &str) -> bool {
    canonical.split(',').any(|part| {
        part.split_once('x').is_some_and(|(_, to)| {
            let to = to.split('=').next().unwrap_or(to);
            to == square
        })
    })
}

impl App {
    /// Puts a plan in the place of the asker's former one; an empty text forgets it. Every line is checked as it is
    /// entered.
    ///
    /// # Errors
    /// Not a player; it is their own turn; a line cannot be read or is against the rules (the sentence says which);
    /// the match has gone on.
    pub async fn plan(&self, request: Request, which: Which, text: &str) -> Result<Plan, Refusal> {
        let game = self.which(request, which, Purpose::Resign).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        if let Which::At(_, ply) = which
            && !live.table.is_fresh(ply)
        {
            return Err(self.stale(game, ply, request.user).await);
        }
        let seat = planner(&live, request)?;
        let (user, ply) = (request.user, live.table.ply());
        let text = text.to_owned();
        let rows = think(move || read_plan(&live, seat, user, &text)).await??;
        match self.store.plan(game, ply, user, &rows).await {
            Err(crate::store::StoreError::Changed) => {
                return Err(self.stale(game, ply, user).await);
            }
            done => done?,
        }
        Ok(Plan {
            game,
            ply,
            lines: rows.into_iter().map(|row| row.text).collect(),
        })
    }

    /// The asker's plan for a match.
    ///
    /// # Errors
    /// No such match.
    pub async fn planned(&self, request: Request, which: Which) -> Result<Plan, Refusal> {
        let game = self.which(request, which, Purpose::Look).await?;
        let live = self.live(game).await?;
        self.must_be_visible(request, &live)?;
        let ply = live.table.ply();
        let rows = self.store.plans(game).await?;
        let mine = rows.into_iter().filter(|row| row.user == request.user);
        Ok(Plan {
            game,
            ply,
            lines: mine.map(|row| row.text).collect(),
        })
    }
}

/// The seat for which the asker plans: the one of theirs that moves next.
fn planner(live: &Live, request: Request) -> Result<Seat, Refusal> {
    let mut mine = seats_of(live, request)?;
    mine.retain(|seat| !live.table.is_out(*seat));
    let turn = live.table.turn().unwrap_or(Seat(0));
    if mine.contains(&turn) {
        return Err(Refusal::Plain(
            "It is your turn: a plan is for what you answer to the others' moves.".to_owned(),
        ));
    }
    let size = live.table.size().max(1);
    mine.into_iter()
        .min_by_key(|seat| (seat.0 + size - turn.0) % size)
        .ok_or_else(|| Refusal::Plain(fault_sentence(live, request.user, Fault::Out)))
}

/// The lines of a plan, checked against the game.
fn read_plan(live: &Live, seat: Seat, user: UserId, text: &str) -> Result<Vec<PlanRow>, Refusal> {
    let lines: Vec<&str> = text
        .split([';', '\n'])
        .map(|line| line.trim().trim_end_matches('.'))
        .filter(|line| !line.is_empty())
        .collect();
    if lines.len() > LINES {
        return Err(Refusal::Plain(format!("A plan has at most {LINES} lines.")));
    }
    let mut trials = TRIALS;
    lines
        .into_iter()
        .map(|text| {
            let steps = read_line(live.game.as_ref(), seat, text, &mut trials)
                .map_err(|why| Refusal::Plain(format!("\"{}\": {why}", excerpt(text))))?;
            let text = written(&steps);
            let line = Line { steps, seen: 0 };
            Ok(PlanRow {
                id: 0,
                user,
                line: serde_json::to_string(&line).map_err(|_| Refusal::Internal)?,
                text,
            })
        })
        .collect()
}

/// One line, played through on a copy as far as it says what is played.
fn read_line(
    game: &dyn Game,
    seat: Seat,
    text: &str,
    trials: &mut usize,
) -> Result<Vec<Step>, Refusal> {
    const FORM: &str =
        "Write a line as `if their move then your move`, or shorter `their move: your move`.";
    let form = || Refusal::Plain(FORM.to_owned());
    let mut board = Some(game.boxed_clone());
    let mut steps = Vec::new();
    for (conditions, answer) in split(text).ok_or_else(form)? {
        let mut read = Vec::new();
        // What the conditions allow that do not name one move: the positions in which the answer is tried.
        let mut boards: Vec<Box<dyn Game>> = board.iter().cloned().collect();
        let known = board.is_some();
        for condition in conditions {
            let condition = read_condition(&condition);
            match (&condition, board.as_mut()) {
                (Condition::Move(text), Some(one)) => {
                    must_be_others(one.as_ref(), seat)?;
                    let played = play_text(one.as_mut(), text)?;
                    read.push(Condition::Move(played.canonical));
                    boards = vec![one.clone()];
                }
                (Condition::Move(_), None) => {
                    return Err(Refusal::Plain(
                        "After a condition that leaves the move open, only such conditions can follow.".to_owned(),
                    ));
                }
                (open, _) => {
                    boards = allowed(&boards, open, trials)?;
                    if known && boards.is_empty() {
                        return Err(Refusal::Plain(
                            "No legal move meets the condition.".to_owned(),
                        ));
                    }
                    board = None;
                    read.push(condition);
                }
            }
        }
        // Those whose moves are left out may play anything.
        let mut round = 0;
        while boards
            .iter()
            .any(|board| board.turn() != seat && !board.status().is_over())
        {
            round += 1;
            if round > game.kind().seats.len() {
                break;
            }
            boards.retain(|board| board.turn() != seat);
            boards = allowed(&boards, &Condition::Any, trials)?;
            board = None;
        }
        let mut refused = None;
        let mut answered = None;
        for mut after in boards {
            if after.turn() != seat || !after.chance().is_empty() {
                continue;
            }
            spend(trials)?;
            match play_text(after.as_mut(), &answer) {
                Ok(played) => {
                    answered = Some((after, played.canonical));
                    break;
                }
                Err(why) => refused = refused.or(Some(why)),
            }
        }
        let answer = match (answered, refused, board.is_some(), known) {
            (Some((after, canonical)), _, true, _) => {
                board = Some(after);
                canonical
            }
            // It fits at least one of the moves that are left open; which one comes is seen then.
            (Some((_, canonical)), _, false, _) => canonical,
            (None, _, _, false) => answer,
            (None, Some(why), _, true) => return Err(why),
            (None, None, _, true) => {
                return Err(Refusal::Plain(
                    "It would not be your turn then, or a die is thrown before: nothing can be planned there."
                        .to_owned(),
                ));
            }
        };
        steps.push(Step {
            conditions: read,
            answer,
        });
        if steps.len() > STEPS {
            return Err(Refusal::Plain(format!(
                "A line has at most {STEPS} answers."
            )));
        }
    }
    Ok(steps)
}

fn must_be_others(game: &dyn Game, seat: Seat) -> Result<(), Refusal> {
    if game.turn() == seat {
        return Err(Refusal::Plain(
            "It would be your own turn there: a condition is a move of somebody else.".to_owned(),
        ));
    }
    Ok(())
}

/// One more move is tried.
fn spend(trials: &mut usize) -> Result<(), Refusal> {
    *trials = trials.checked_sub(1).ok_or_else(|| {
        Refusal::Plain(
            "The plan leaves so much open that I cannot try it all out: write fewer lines or conditions."
                .to_owned(),
        )
    })?;
    Ok(())
}

/// The positions after every move that an open condition allows, up to a number.
fn allowed(
    boards: &[Box<dyn Game>],
    condition: &Condition,
    trials: &mut usize,
) -> Result<Vec<Box<dyn Game>>, Refusal> {
    let mut after = Vec::new();
    for board in boards {
        for text in board.legal() {
            if after.len() >= TRIED {
                return Ok(after);
            }
            if !condition.fits(&text) {
                continue;
            }
            spend(trials)?;
            let mut next = board.clone();
            if next.play(&text).is_ok() {
                after.push(next);
            }
        }
    }
    Ok(after)
}

/// The conditions and answers of a line, as texts; `None` where it has not the form of one.
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

fn read_condition(text: &str) -> Condition {
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

/// A line as it is understood.
fn written(steps: &[Step]) -> String {
    let condition = |condition: &Condition| match condition {
        Condition::Move(text) => text.clone(),
        Condition::CaptureOn(square) => format!("any capture on {square}"),
        Condition::Any => "any move".to_owned(),
    };
    let step = |step: &Step| {
        let conditions: Vec<String> = step.conditions.iter().map(condition).collect();
        format!("if {} then {}", conditions.join(" and "), step.answer)
    };
    let steps: Vec<String> = steps.iter().map(step).collect();
    steps.join(" then ")
}

/// A line of a plan while a match goes on.
struct Going {
    id: i64,
    user: UserId,
    line: Line,
    gone: bool,
    moved: bool,
}

/// Plays what has been planned, and the only move of those who want that, until somebody has to think.
pub(super) fn follow(
    ahead: &mut Ahead,
    rows: &[PlanRow],
    forced: &[UserId],
    chance: &Chance,
) -> Result<(), Refusal> {
    let mut going: Vec<Going> = rows
        .iter()
        .map(|row| {
            let line = serde_json::from_str(&row.line).ok();
            Going {
                id: row.id,
                user: row.user,
                gone: line.is_none(),
                line: line.unwrap_or(Line {
                    steps: Vec::new(),
                    seen: 0,
                }),
                moved: false,
            }
        })
        .collect();
    let mut looked = 0;
    for _ in 0..RUN {
        while let Some(event) = ahead.events.get(looked) {
            let event = event.clone();
            looked += 1;
            see(&mut going, &event, ahead);
        }
        let (Phase::Playing, Some(seat)) =
            (ahead.live.table.phase().clone(), ahead.live.table.turn())
        else {
            break;
        };
        let Some(user) = ahead.live.table.owner(seat) else {
            break;
        };
        let Some(played) =
            answer(&mut going, user, ahead).or_else(|| only_move(ahead, forced.contains(&user)))
        else {
            break;
        };
        let answered = Event::Answered {
            seat,
            user,
            text: played.canonical.clone(),
            next: ahead.live.game.turn(),
        };
        ahead.add(answered, Some(played)).map_err(impossible)?;
        let_chance_decide(ahead, chance)?;
    }
    if *ahead.live.table.phase() != Phase::Playing {
        going.iter_mut().for_each(|going| going.gone = true);
    }
    for going in going {
        if going.gone {
            ahead.plans.push(PlanChange::Gone { id: going.id });
        } else if going.moved {
            let line = serde_json::to_string(&going.line).map_err(|_| Refusal::Internal)?;
            ahead.plans.push(PlanChange::Kept { id: going.id, line });
        }
    }
    Ok(())
}

/// What an event makes of the lines: those of others' plans that foresaw it go on, the rest are gone.
fn see(going: &mut [Going], event: &Event, ahead: &mut Ahead) {
    let (user, text) = match event {
        Event::Moved { user, text, .. } | Event::Answered { user, text, .. } => (*user, text),
        // What was planned was planned for another position.
        Event::Undone { .. } | Event::Resigned { .. } | Event::TimedOut { .. } => {
            let mut told = Vec::new();
            for line in going.iter_mut().filter(|line| !line.gone) {
                line.gone = true;
                if !told.contains(&line.user) {
                    told.push(line.user);
                }
            }
            let because = "Your plan is dropped: the game has taken another course.";
            ahead
                .lapsed
                .extend(told.into_iter().map(|user| (user, because.to_owned())));
            return;
        }
        _ => return,
    };
    let planners: Vec<UserId> = going
        .iter()
        .filter(|line| !line.gone)
        .map(|line| line.user)
        .collect();
    for line in going.iter_mut().filter(|line| !line.gone) {
        line.moved = true;
        let Some(step) = line.line.steps.first() else {
            line.gone = true;
            continue;
        };
        if line.user == user {
            // An answer that was planned takes the line one step on; any other move of one's own ends it.
            let planned = step.answer == *text && line.line.seen >= step.conditions.len();
            line.line.steps.remove(0);
            line.line.seen = 0;
            line.gone = !planned || line.line.steps.is_empty();
            continue;
        }
        match step.conditions.get(line.line.seen) {
            Some(condition) if !condition.fits(text) => line.gone = true,
            Some(_) => line.line.seen += 1,
            None => {}
        }
    }
    for planner in planners {
        let left = going.iter().any(|line| line.user == planner && !line.gone);
        let told = ahead.lapsed.iter().any(|(user, _)| *user == planner);
        if planner != user && !left && !told {
            let because = format!(
                "Your plan did not foresee {text}: it is dropped, and it is for you to answer."
            );
            ahead.lapsed.push((planner, because));
        }
    }
}

/// The planned answer of the player to move, if the conditions of a line are met and the move is legal. It is played
/// on the board.
fn answer(going: &mut [Going], user: UserId, ahead: &mut Ahead) -> Option<crate::rules::Played> {
    for line in going.iter_mut() {
        if line.gone || line.user != user {
            continue;
        }
        let Some(step) = line.line.steps.first_mut() else {
            continue;
        };
        if line.line.seen < step.conditions.len() {
            continue;
        }
        match play_text(ahead.live.game.as_mut(), &step.answer) {
            Ok(played) => {
                step.answer.clone_from(&played.canonical);
                return Some(played);
            }
            Err(why) => {
                line.gone = true;
                let seat = ahead.live.table.turn().unwrap_or(Seat(0));
                let because = format!(
                    "Your planned answer {} for {} cannot be played: {why}",
                    step.answer,
                    seat_label(ahead.live.kind, seat)
                );
                ahead.lapsed.push((user, because));
            }
        }
    }
    None
}

/// The only legal move, where the player wants it made for them. It is played on the board.
fn only_move(ahead: &mut Ahead, wanted: bool) -> Option<crate::rules::Played> {
    if !wanted {
        return None;
    }
    let legal = ahead.live.game.legal();
    let [only] = &legal[..] else {
        return None;
    };
    play_text(ahead.live.game.as_mut(), only).ok()
}
