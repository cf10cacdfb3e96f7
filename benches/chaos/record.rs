//! The judge of the bench: compares requests and their answers with the database.

use std::collections::BTreeMap;

use rookery::sandbox::Outcome;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};

/// A move sent by a user.
#[derive(Clone, Debug)]
pub struct Sent {
    pub game: i64,
    pub text: String,
    /// Least and greatest number of moves made when it was sent: the position that its sender has seen is one of these.
    pub seen: (usize, usize),
    pub outcome: Outcome,
}

/// The answer to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A board for everybody.
    Made,
    /// A refusal: nothing was done.
    Refused,
    /// Any other answer, or none.
    Unknown,
}

impl Sent {
    fn said(&self) -> &str {
        let message = self.outcome.message.as_ref();
        message.map_or("", |one| one["content"].as_str().unwrap_or_default())
    }

    pub fn answer(&self) -> Answer {
        let said = self.said();
        let refused = [
            "nothing was changed",
            "I did not do that",
            "does not read",
            "not your turn",
        ];
        if super::driver::is_board(&self.outcome) {
            Answer::Made
        } else if refused.iter().any(|words| said.contains(words)) {
            Answer::Refused
        } else {
            Answer::Unknown
        }
    }
}

/// The moves of every match in order, each with the number of the request that made it.
pub type Moves = BTreeMap<i64, Vec<(String, Option<u64>)>>;

/// Returns rows of numbers and texts, from either database.
async fn rows(place: &str, question: &str) -> Vec<(i64, String, Option<i64>)> {
    let question = AssertSqlSafe(question.to_owned());
    if place.starts_with("postgres") {
        let mut connection = PgConnection::connect(place).await.unwrap();
        let rows = sqlx::query(question)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        rows.iter()
            .map(|row| (row.get(0), row.get(1), row.get(2)))
            .collect()
    } else {
        let mut connection = SqliteConnection::connect(&format!("sqlite://{place}"))
            .await
            .unwrap();
        let rows = sqlx::query(question)
            .fetch_all(&mut connection)
            .await
            .unwrap();
        rows.iter()
            .map(|row| (row.get(0), row.get(1), row.get(2)))
            .collect()
    }
}

pub async fn moves(place: &str) -> Moves {
    let question = "SELECT game, text, interaction FROM event WHERE kind IN ('moved', 'rolled') ORDER BY game, ply";
    let mut moves = Moves::new();
    for (game, text, interaction) in rows(place, question).await {
        let interaction = interaction.map(i64::cast_unsigned);
        moves.entry(game).or_default().push((text, interaction));
    }
    moves
}

/// Returns every fault, a sentence each.
pub async fn faults(place: &str, sent: &[Sent]) -> Vec<String> {
    let mut faults = Vec::new();
    let moves = moves(place).await;
    let mut made: BTreeMap<u64, (i64, usize)> = BTreeMap::new();
    for (game, moves) in &moves {
        for (number, (_, interaction)) in moves.iter().enumerate() {
            if let Some(interaction) = interaction
                && let Some(before) = made.insert(*interaction, (*game, number))
            {
                faults.push(format!(
                    "request {interaction} made {before:?} and {game}, {number}"
                ));
            }
        }
    }
    for one in sent {
        let interaction = one.outcome.interaction;
        let there = made.get(&interaction);
        let (first, last) = one.seen;
        match there {
            Some((_, number)) if !(first..=last).contains(number) => faults.push(format!(
                "game {}: {} was sent after {first} to {last} moves and made after {number} (request {interaction}): {:?}",
                one.game, one.text, moves[&one.game]
            )),
            Some(_) if one.answer() == Answer::Refused => faults.push(format!(
                "game {}: {} was refused and is there (request {interaction}): {}",
                one.game,
                one.text,
                one.said()
            )),
            None if one.answer() == Answer::Made => faults.push(format!(
                "game {}: {} was answered and is not there (request {interaction})",
                one.game, one.text
            )),
            _ => {}
        }
    }
    // A notification of one turn exists once, whatever its result.
    let twice = "SELECT game, CAST(\"user\" AS TEXT) || ' ' || why || ' after ' || CAST(ply AS TEXT), count(*) \
        FROM outbox WHERE \"user\" IS NOT NULL GROUP BY game, \"user\", why, ply HAVING count(*) > 1";
    for (game, what, _) in rows(place, twice).await {
        faults.push(format!("game {game}: told twice: {what}"));
    }
    faults
}
