//! Tests of games against the machine: its moves, its answers to offers, their limit, hints and reviews.

use std::time::Duration;

use futures_util::future::join_all;
use rookery::app::{App, Limits, MachineGame, MatchRef, NotificationKind, OfferKind, Phase, Side};
use rookery::engine::{self, Level};
use rookery::games::GAMES;
use rookery::match_state::{DAY, GameId, UserId};
use rookery::rules::{Game, Options, Seat};

use crate::harness::{ANN, BOB, TestApp, board, pass, sent, sql};

mod giving_up;
mod seats;

pub fn level(number: u8) -> &'static Level {
    Level::numbered(number).unwrap()
}

fn against(game: &str, number: u8) -> MachineGame {
    MachineGame {
        game: game.to_owned(),
        options: Options::new(),
        seat: None,
        level: level(number),
        private: false,
    }
}

/// Lets Ann begin a game, and delivers her answer.
pub async fn play(harness: &TestApp, game: &str, number: u8) -> GameId {
    let begun = harness
        .app
        .play_machine(harness.by(ANN), against(game, number));
    let match_view = begun.await.unwrap();
    assert_eq!(match_view.phase, Phase::Playing);
    harness.answer().await;
    match_view.game
}

/// Returns a move that does not end the game.
async fn going_on(app: &App, game: GameId) -> String {
    let now = board(app, game).await;
    let legal = now.legal();
    let mut moves = legal.into_iter();
    let goes_on = |mv: &String| {
        let mut after = now.boxed_clone();
        after.play(mv).is_ok() && !after.status().is_over()
    };
    moves.find(goes_on).unwrap()
}

/// Returns how often the machine has moved in a match.
async fn machine_moves(harness: &TestApp, game: GameId) -> usize {
    let stored = harness.app.store().load_whole(game).await.unwrap();
    let events = stored.events.iter();
    let its = events.filter(|event| {
        let user = event.record.user;
        event.record.kind == "moved" && user.is_some_and(UserId::is_machine)
    });
    its.count()
}

#[tokio::test]
async fn in_every_game_the_machine_answers_each_move_once_and_no_clock_runs() {
    let harness = TestApp::new().await;
    for kind in GAMES {
        let game = play(&harness, kind.key, 1).await;
        let others = kind.seats.len() - 1;
        for round in 1..=2 {
            assert_eq!(
                harness.app.make_machine_moves().await.unwrap(),
                0,
                "{}",
                kind.key
            );
            let text = going_on(&harness.app, game).await;
            harness.play(ANN, game, &text).await;
            let made = harness.app.make_machine_moves().await.unwrap();
            assert_eq!(made, others, "{} {round}", kind.key);
            assert_eq!(
                machine_moves(&harness, game).await,
                round * others,
                "{}",
                kind.key
            );
        }
        let row = harness.app.store().row(game).await.unwrap();
        assert_eq!((row.deadline, row.due), (None, None), "{}", kind.key);
        let match_view = harness
            .app
            .show(harness.by(ANN), MatchRef::Game(game), Side::Own, None);
        let match_view = match_view.await.unwrap();
        assert_eq!(match_view.next, [(Seat(0), ANN)], "{}", kind.key);
        // A year later no time has run out.
        pass(&harness, 365 * DAY).await;
        assert_eq!(
            harness.app.store().row(game).await.unwrap().ply,
            match_view.ply
        );
    }
}

#[tokio::test]
async fn the_machine_moves_when_the_answer_is_out_and_not_before() {
    let harness = TestApp::new().await;
    let game = play(&harness, "abstract", 1).await;
    let request = harness.by(ANN);
    let text = going_on(&harness.app, game).await;
    let played = harness.app.play(request, MatchRef::Game(game), &text);
    played.await.unwrap();
    assert_eq!(
        harness.app.make_machine_moves().await.unwrap(),
        0,
        "the answer is under way"
    );
    harness.app.answered(request.interaction, true).await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
    // An answer without confirmation does not stop the machine for good.
    let text = going_on(&harness.app, game).await;
    let played = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(game), &text);
    played.await.unwrap();
    pass(&harness, 60).await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
}

#[tokio::test]
async fn a_move_that_is_owed_at_a_kill_is_made_once_after_it_and_is_the_same_one() {
    let mut texts = Vec::new();
    for killed in [false, true] {
        let mut harness = TestApp::new().await;
        let game = play(&harness, "abstract", 2).await;
        let text = going_on(&harness.app, game).await;
        let played = harness
            .app
            .play(harness.by(ANN), MatchRef::Game(game), &text);
        played.await.unwrap();
        if killed {
            // The restarted bot does not remember the answer either.
            harness = harness.restart().await;
        } else {
            harness.answer().await;
        }
        assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
        assert_eq!(harness.app.make_machine_moves().await.unwrap(), 0);
        assert_eq!(machine_moves(&harness, game).await, 1);
        let stored = harness.app.store().load_whole(game).await.unwrap();
        texts.push(stored.events.last().unwrap().record.text.clone());
    }
    assert_eq!(texts[0], texts[1], "the same match and ply, the same move");
}

#[tokio::test]
async fn only_the_board_tells_of_the_machines_move_and_mentions_nobody_but_the_player() {
    let harness = TestApp::new().await;
    let game = play(&harness, "abstract", 1).await;
    harness
        .app
        .set_home(game, rookery::match_state::ChannelId(900))
        .await
        .unwrap();
    assert_eq!(sent(&harness).await, []);
    let text = going_on(&harness.app, game).await;
    harness.play(ANN, game, &text).await;
    harness.app.make_machine_moves().await.unwrap();
    let notices = sent(&harness).await;
    let [notice] = &notices[..] else {
        panic!("{notices:?}");
    };
    assert_eq!(notice.to, None);
    let why = &notice.items[0].why;
    assert!(matches!(why, NotificationKind::Board { mention, .. } if *mention == [ANN]));
}

#[tokio::test]
async fn the_machine_takes_back_its_answer_with_the_move_and_plays_again_at_once() {
    let harness = TestApp::new().await;
    let game = play(&harness, "abstract", 1).await;
    let first = going_on(&harness.app, game).await;
    harness.play(ANN, game, &first).await;
    harness.app.make_machine_moves().await.unwrap();
    pass(&harness, 3_600).await;
    let back = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Takeback);
    let match_view = back.await.unwrap();
    assert_eq!(
        (&match_view.next[..], &match_view.last),
        (&[(Seat(0), ANN)][..], &None)
    );
    harness.answer().await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 0);
    // Also while it thinks.
    let played = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(game), &first);
    played.await.unwrap();
    let back = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Takeback);
    back.await.unwrap();
    harness.answer().await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 0);
    // It declines a draw of a game that has hardly begun, at every level.
    let draw = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Draw);
    let refusal = draw.await.unwrap_err().to_string();
    assert!(refusal.contains("Hatchling (level 1)"), "{refusal}");
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    let again = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Rematch);
    let again = again.await.unwrap();
    assert_eq!(again.phase, Phase::Playing);
    assert_ne!(again.game, game);
    assert_eq!(again.next[0].1, UserId::machine(level(1)), "sides change");
    assert!(again.timer.is_none() && again.terms.is_none());
    harness.answer().await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
}

/// Returns the moves that do not end the game, with their values for the side to move in a search two plies deep, the
/// best first.
fn ranked(now: &dyn Game) -> Vec<(i32, String)> {
    let limits = engine::Limits {
        depth: 2,
        ..engine::Limits::nodes(2_000)
    };
    let found = now.search(&engine::Request {
        best: 200,
        ..engine::Request::strongest(limits)
    });
    let mut lines: Vec<(i32, String)> = (found.unwrap().best.into_iter())
        .map(|line| (line.value, line.text))
        .collect();
    lines.retain(|(_, text)| {
        let mut after = now.boxed_clone();
        after.play(text).is_ok() && !after.status().is_over()
    });
    lines
}

/// Makes a move of Ann's or Bob's.
async fn make_move(harness: &TestApp, game: GameId, now: &dyn Game, text: &str) {
    let user = if now.turn() == Seat::WHITE { ANN } else { BOB };
    harness.play(user, game, text).await;
}

/// Makes a good move of White's or a bad one of Black's.
async fn well_or_badly(harness: &TestApp, game: GameId, now: &dyn Game) {
    let moves = ranked(now);
    let (_, text) = match now.turn() {
        Seat::WHITE => moves.first(),
        _ => moves.last(),
    }
    .unwrap();
    make_move(harness, game, now, text).await;
}

/// Gives Bob's seat, and his moves, to the machine.
async fn machine_for_bob(harness: TestApp, number: u8) -> TestApp {
    let machine = UserId::machine(level(number));
    let mut connection = sql(&harness.database()).await;
    for table in ["event", "seat"] {
        let change = format!(
            "UPDATE {table} SET user = {} WHERE user = {}",
            machine.0, BOB.0
        );
        sqlx::query(sqlx::AssertSqlSafe(change))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    drop(connection);
    harness.restart().await
}

/// Begins a match between Ann and Bob that becomes one between Ann and the machine: White has played well, Black badly.
pub async fn badly_played(number: u8) -> (TestApp, GameId) {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    for _ in 0..12 {
        let now = board(&harness.app, game).await;
        well_or_badly(&harness, game, &*now).await;
    }
    (machine_for_bob(harness, number).await, game)
}

#[tokio::test]
async fn a_machine_that_stands_worse_agrees_to_a_draw_from_level_3_on() {
    let (harness, game) = badly_played(2).await;
    let draw = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Draw);
    draw.await.unwrap_err();
    let (harness, game) = badly_played(3).await;
    let draw = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Draw);
    let match_view = draw.await.unwrap();
    assert!(
        matches!(match_view.phase, Phase::Over { .. }),
        "{:?}",
        match_view.phase
    );
}

#[tokio::test]
async fn ten_games_against_the_machine_and_those_that_sleep_do_not_count() {
    let harness = TestApp::new().await;
    let limited = harness.app.clone().with_limits(Limits::default());
    let mut last = None;
    for _ in 0..10 {
        let begun = limited.play_machine(harness.by(ANN), against("abstract", 1));
        last = Some(begun.await.unwrap().game);
    }
    let begin = || limited.play_machine(harness.by(ANN), against("abstract", 1));
    let refusal = begin().await.unwrap_err().to_string();
    assert!(
        refusal.contains("10 games against the machine"),
        "{refusal}"
    );
    // Such games do not count as games against people.
    assert_eq!(harness.app.store().games_under_way(ANN).await.unwrap(), 0);
    pass(&harness, 15 * DAY).await;
    begin().await.unwrap();
    // A match without activity continues at the next move.
    harness.answer().await;
    let last = last.unwrap();
    let text = going_on(&harness.app, last).await;
    harness.play(ANN, last, &text).await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 1);
}

#[tokio::test]
async fn a_win_is_remembered_and_nothing_is_rated() {
    let harness = TestApp::new().await;
    for (practice, number) in [(false, 2), (true, 3)] {
        let mut game = play(&harness, "abstract", number).await;
        for _ in 0..3 {
            let text = going_on(&harness.app, game).await;
            harness.play(ANN, game, &text).await;
            harness.app.make_machine_moves().await.unwrap();
        }
        if practice {
            harness
                .app
                .resign(harness.by(ANN), MatchRef::Game(game))
                .await
                .unwrap();
            let stored = harness.app.store().load_whole(game).await.unwrap();
            let moved = stored
                .events
                .iter()
                .filter(|event| event.record.user == Some(ANN));
            let moved = moved
                .filter(|event| event.record.kind == "moved")
                .nth(1)
                .unwrap();
            let on = harness
                .app
                .go_on_from(harness.by(ANN), game, moved.ply, level(number));
            let (on, number) = on.await.unwrap();
            assert_eq!((on.next[0].1, number), (ANN, 2));
            game = on.game;
            let other = harness
                .app
                .go_on_from(harness.by(BOB), game, 1, level(1))
                .await;
            assert!(other.is_err());
        }
        // As the machine does if it finds no move.
        let machine = harness.by(UserId::machine(level(number)));
        harness
            .app
            .resign(machine, MatchRef::Game(game))
            .await
            .unwrap();
    }
    let profile = harness.app.profile(ANN).await.unwrap();
    assert_eq!(profile.beaten, [("Abstract Chess".to_owned(), vec![2])]);
    assert!(
        profile.ratings.is_empty() && profile.finished == 0,
        "{profile:?}"
    );
    let machine = harness
        .app
        .profile(UserId::machine(level(2)))
        .await
        .unwrap();
    assert!(machine.ratings.is_empty() && machine.beaten.is_empty());
    let ladder = harness
        .app
        .ladder(harness.by(ANN), "abstract")
        .await
        .unwrap();
    assert!(ladder.players.is_empty() && ladder.asker.is_none());
}

#[tokio::test]
async fn one_level_up_and_down_begin_another_game_once() {
    let harness = TestApp::new().await;
    let game = play(&harness, "abstract", 1).await;
    let up = || {
        harness
            .app
            .play_machine_again(harness.by(ANN), game, level(2))
    };
    assert!(up().await.is_err(), "it is not over");
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    let stranger = harness
        .app
        .play_machine_again(harness.by(BOB), game, level(2));
    assert!(stranger.await.is_err());
    let match_view = up().await.unwrap();
    assert_eq!(match_view.next[0].1, UserId::machine(level(2)));
    assert!(up().await.is_err(), "it has been played again");
}

/// Looking for the games in which it must move does not stop the moves that it is making, whose connection the look may
/// be waiting for.
#[tokio::test]
async fn the_machine_moves_in_many_games_at_once() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let mut games = Vec::new();
    for _ in 0..24 {
        let new = MachineGame {
            seat: Some(Seat(1)),
            private: true,
            ..against("abstract", 1)
        };
        games.push(app.play_machine(harness.by(ANN), new).await.unwrap().game);
    }
    let outbox_filled = tokio::sync::Notify::new();
    let waits = games
        .into_iter()
        .map(|game| app.machine_has_moved(game, Duration::from_secs(60)));
    tokio::select! {
        () = app.make_machine_moves_always(&outbox_filled, Duration::from_secs(1)) => {}
        moved = join_all(waits) => {
            assert!(moved.iter().all(|moved| matches!(moved, Ok(true))), "{moved:?}");
        }
    }
}
