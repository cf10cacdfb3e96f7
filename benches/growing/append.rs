//! The store's share of a move: the commit of a usual one, without reading and judging it.

use std::time::{Duration, Instant};

use rookery::app::App;
use rookery::match_state::{Due, Record, Timer, UserId};
use rookery::store::{Commit, MatchSummary, PhaseName, Posting, StoreError};

use super::Played;
use super::many::request;

/// Adds one event to a match, as a plain move does; returns the time it took.
pub async fn append(app: &App, played: &mut Played) -> Duration {
    let before = match played.ply {
        Some(ply) => ply,
        None => app.store().row(played.game).await.unwrap().ply,
    };
    let ply = before + 1;
    let (turn, next) = ((before % 2) as u8, (ply % 2) as u8);
    let [mover, other] = [turn, next].map(|seat| played.players[usize::from(seat)]);
    let now = 1_800_000_000 + i64::from(ply);
    let interaction = request(mover).interaction;
    let commit = Commit {
        at: now,
        outage: 0,
        phase_before: PhaseName::Playing,
        seated: false,
        events: vec![Record {
            kind: "moved".to_owned(),
            seat: Some(turn),
            user: Some(mover),
            text: Some("c2-c3".to_owned()),
            next: Some(next),
        }],
        interaction: Some(interaction),
        until: None,
        summary: MatchSummary {
            ply,
            phase: PhaseName::Playing,
            ending: None,
            since: now,
            moves: ply,
            tenures: Vec::new(),
            awaited: vec![next],
            results: Vec::new(),
            guests: Vec::new(),
            invited: Vec::new(),
            changed: ply,
            free: 0,
            timer: Some(Timer {
                due: Due::Clock,
                runs: now,
                at: now + 604_800,
                rests: false,
            }),
            due: Some(now + 302_400),
        },
        options: None,
        offered_seats: None,
        became: None,
        remote: Vec::new(),
        checkpoints: Vec::new(),
        lessons: Vec::new(),
        postings: vec![notice(other, interaction, now)],
        abandoned: Vec::new(),
        moved: Vec::new(),
        plans: Vec::new(),
        rated: None,
        former: None,
        offered: None,
        kept: None,
        beaten: None,
        puzzles: false,
    };
    let begun = Instant::now();
    // Of two that wait for each other the server refuses one, as a change that came too late; it is tried again, as the
    // program does.
    loop {
        match app.store().append(played.game, &commit).await {
            Err(StoreError::Changed) => {}
            done => break done.unwrap(),
        }
    }
    played.ply = Some(ply);
    begun.elapsed()
}

/// Returns the notification that the player to move would get if the answer to the move did not arrive.
fn notice(user: UserId, interaction: u64, now: i64) -> Posting {
    Posting {
        user: Some(user),
        why: r#"{"kind":"turn"}"#.to_owned(),
        at: now,
        ready: now + 30,
        nags: false,
        cover: Some(interaction),
        refused: 0,
    }
}
