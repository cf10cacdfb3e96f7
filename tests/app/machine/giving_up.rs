//! Tests of games that the machine gives up, and that are played out.

use std::collections::HashMap;

use super::{
    against, board, going_on, level, machine_for_bob, make_move, play, ranked, well_or_badly,
};
use crate::harness::{ANN, TestApp, match_view};
use rookery::app::{MachineGame, MatchRef, MatchView, OfferKind, Phase, SoloResult};
use rookery::engine::giving_up::{TURNS, has_nothing_to_try, is_behind, lead, takes_draw};
use rookery::engine::{Limits, Request};
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Game, Seat};

/// Lets Ann make a good move.
async fn good_move(harness: &TestApp, game: GameId) {
    let now = board(&harness.app, game).await;
    let limits = Limits {
        depth: 2,
        ..Limits::nodes(2_000)
    };
    let found = now.search(&Request::strongest(limits)).unwrap();
    harness.play(ANN, game, &found.text).await;
}

/// Lets Ann make a good move and the machine answer it. Returns true if the game goes on.
async fn exchange(harness: &TestApp, game: GameId) -> bool {
    good_move(harness, game).await;
    harness.app.make_machine_moves().await.unwrap();
    match_view(harness, game).await.phase == Phase::Playing
}

/// At levels 1 to 3 the machine gives up what has been hopeless for six of its turns (house ruling), and says so; the
/// win counts, and the game is played out in another one, which it does not give up.
#[tokio::test]
async fn a_weak_machine_gives_up_what_is_hopeless_and_plays_it_out() {
    let harness = TestApp::new().await;
    let game = play(&harness, "fourfold", 1).await;
    let mut behind = 0;
    let over = loop {
        good_move(&harness, game).await;
        let now = board(&harness.app, game).await;
        behind = match is_behind(&*now, Seat(1)) {
            true => behind + 1,
            false => 0,
        };
        harness.app.make_machine_moves().await.unwrap();
        let after = match_view(&harness, game).await;
        if after.phase != Phase::Playing {
            break after;
        }
    };
    assert!(behind >= TURNS, "{behind} turns");
    let remarks = over.remarks.iter().map(|remark| remark.text.as_str());
    assert_eq!(
        remarks.collect::<Vec<_>>(),
        ["Hatchling (level 1) gives up."]
    );
    assert!(over.given_up);
    let profile = harness.app.profile(ANN).await.unwrap();
    assert_eq!(profile.beaten, [("Four-Fold Chess".to_owned(), vec![1])]);
    let last = board(&harness.app, game).await;
    let on = harness
        .app
        .go_on_from(harness.by(ANN), game, over.ply, level(1));
    let (on, _) = on.await.unwrap();
    let machine = UserId::machine(level(1));
    assert_eq!(on.next, [(Seat(1), machine)]);
    assert_eq!(board(&harness.app, on.game).await.text(), last.text());
    harness.answer().await;
    harness.app.make_machine_moves().await.unwrap();
    for _ in 0..2 * TURNS {
        let text = going_on(&harness.app, on.game).await;
        harness.play(ANN, on.game, &text).await;
        assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
        let shown = match_view(&harness, on.game).await;
        assert!(!shown.given_up, "{shown:?}");
        if shown.phase != Phase::Playing {
            break;
        }
    }
    // The record of the game that was given up is as it was.
    assert_eq!(match_view(&harness, game).await.phase, over.phase);
}

/// Returns a match in which Black, behind for six turns with nothing to try, was played by the machine at a level, after
/// its turn.
async fn hopeless(number: u8) -> MatchView {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let mut behind = 0;
    loop {
        let now = board(&harness.app, game).await;
        if now.turn() == Seat(1) {
            behind = if is_behind(&*now, Seat(1)) {
                behind + 1
            } else {
                0
            };
            if behind >= TURNS && has_nothing_to_try(&*now) {
                break;
            }
        }
        well_or_badly(&harness, game, &*now).await;
    }
    let harness = machine_for_bob(harness, number).await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
    match_view(&harness, game).await
}

/// Level 3 gives up and level 4 plays on (house ruling).
#[tokio::test]
async fn level_4_plays_on() {
    let over = hopeless(3).await;
    assert!(over.given_up, "{over:?}");
    let on = hopeless(4).await;
    assert_eq!(on.phase, Phase::Playing);
    // One event, a move, in place of a remark and a resignation.
    assert_eq!(on.ply + 1, over.ply);
    assert!(on.remarks.is_empty(), "{on:?}");
}

/// From level 3 on the machine accepts a draw where it is worse; after 100 moves of each side every level does so unless
/// it is better, levels 1 to 3 unless by more than a rook, so that nobody must play on where nothing happens (house
/// ruling).
#[test]
fn a_draw_is_accepted_where_nobody_gets_on() {
    for (number, value, moves, is_accepted) in [
        (3, -51, 20, true),
        (3, -50, 20, false),
        (2, -51, 20, false),
        (2, 9, 199, false),
        (1, 600, 200, true),
        (3, 600, 199, false),
        (3, 601, 200, false),
        (4, 51, 200, false),
        (8, 50, 200, true),
        (8, 51, 200, false),
    ] {
        let accepts = takes_draw(level(number), moves, || value);
        assert_eq!(
            accepts, is_accepted,
            "level {number}, {value} after {moves}"
        );
    }
    // No position is searched for an answer that does not depend on it.
    assert!(!takes_draw(level(2), 199, || unreachable!()));
}

/// Makes moves of Ann's and Bob's that leave neither better, to positions seen least often, until so many have been made.
async fn play_evenly(harness: &TestApp, game: GameId, moves: usize) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for _ in 0..moves {
        let now = board(&harness.app, game).await;
        let mut even = ranked(&*now);
        even.retain(|(value, _)| value.abs() <= 150);
        let after = |text: &str| {
            let mut after = now.boxed_clone();
            after.play(text).unwrap();
            after.text()
        };
        let times = |text: &str| seen.get(&after(text)).copied().unwrap_or(0);
        let (_, text) = even.iter().min_by_key(|(_, text)| times(text)).unwrap();
        make_move(harness, game, &*now, text).await;
        *seen.entry(after(text)).or_default() += 1;
    }
}

/// Somebody who offers a draw after 100 moves of each side has it from a weak machine, and not before (house ruling).
#[tokio::test]
async fn a_weak_machine_agrees_to_a_late_draw() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    play_evenly(&harness, game, 199).await;
    let harness = machine_for_bob(harness, 1).await;
    let draw = || (harness.app).offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Draw);
    let refused = draw().await.unwrap_err().to_string();
    assert!(
        refused.ends_with("does not agree to a draw: it plays on."),
        "{refused}"
    );
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
    let over = draw().await.unwrap();
    assert!(matches!(over.phase, Phase::Over { .. }), "{:?}", over.phase);
}

/// The lead of one of the last two sides is what the other is behind, whatever those that are out had; an evaluation
/// compares with these too, so that both of two sides look ahead.
#[test]
fn the_last_two_of_four_are_not_both_ahead() {
    let kind = rookery::games::find("seasons").unwrap();
    let options = [("bare", "out")].into_iter().collect();
    let mut game = kind.new_game(&options).unwrap();
    for seat in [Seat(1), Seat(2)] {
        let resignation = game.resign_move(seat).unwrap();
        game.play(&resignation).unwrap();
    }
    let leads = [Seat(0), Seat(3)].map(|seat| lead(&*game, seat));
    assert_eq!(leads[0], -leads[1]);
    let values = [Seat(0), Seat(3)].map(|seat| game.evaluation(seat));
    assert!(values.iter().all(|value| *value > 0), "{values:?}");
}

/// Returns the number of sides that are left.
fn sides_left(board: &dyn Game) -> usize {
    let kind = board.kind();
    let left = (kind.all_seats()).filter(|seat| board.resign_move(*seat).is_some());
    left.count()
}

/// Returns a move that takes nothing and leaves the next side nothing to try; it differs from turn to turn.
fn quiet(now: &dyn Game, turn: usize) -> Option<String> {
    let is_quiet = |text: &String| {
        let mut after = now.boxed_clone();
        after.play(text).is_ok() && !after.status().is_over() && has_nothing_to_try(&*after)
    };
    let moves = (now.legal().into_iter()).filter(|text| !text.contains('x'));
    let moves: Vec<String> = moves.filter(is_quiet).collect();
    moves.get(turn % moves.len().max(1)).cloned()
}

/// Plays a quick game of Ann's against machines to its end. She leaves the last side in peace, so that it does not lose
/// its last piece.
async fn quick_game(harness: &TestApp) -> MatchView {
    let quick = MachineGame {
        options: [("bare", "out")].into_iter().collect(),
        ..against("seasons", 1)
    };
    let begun = harness.app.play_machine(harness.by(ANN), quick).await;
    let game = begun.unwrap().game;
    harness.answer().await;
    for turn in 0..150 {
        let now = board(&harness.app, game).await;
        let hopeless = |seat: Seat| now.resign_move(seat).is_some() && is_behind(&*now, seat);
        let last = sides_left(&*now) == 2 && (1..4).map(Seat).any(hopeless);
        match quiet(&*now, turn).filter(|_| last) {
            Some(text) => {
                harness.play(ANN, game, &text).await;
                harness.app.make_machine_moves().await.unwrap();
            }
            None => _ = exchange(harness, game).await,
        }
        if match_view(harness, game).await.phase != Phase::Playing {
            break;
        }
    }
    match_view(harness, game).await
}

/// In Four Seasons a weak machine gives up what is hopeless once its side and one more are left (house ruling). The
/// person has won, and the game is played out from the position in which the machine gave up.
#[tokio::test]
async fn the_last_machine_of_four_seasons_gives_up() {
    let harness = TestApp::new().await;
    // In a game whose last two sides go out at once nothing is given up.
    let mut over = quick_game(&harness).await;
    while !over.given_up {
        assert!(over.game.0 < 10, "no machine has given up");
        over = quick_game(&harness).await;
    }
    let game = over.game;
    assert!(over.remarks[0].text.ends_with(" resigns."), "{over:?}");
    assert_eq!(over.result, Some(SoloResult::Won));
    let last = board(&harness.app, game).await;
    let placings = last.placings().unwrap();
    assert_eq!(placings.iter().filter(|place| **place > 2).count(), 2);
    let on = harness
        .app
        .go_on_from(harness.by(ANN), game, over.ply, level(1));
    let (on, _) = on.await.unwrap();
    assert_eq!(on.phase, Phase::Playing);
    let now = board(&harness.app, on.game).await;
    assert_eq!(sides_left(&*now), 2);
    assert!(is_behind(&*now, now.turn()));
}
