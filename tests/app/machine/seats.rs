//! Tests of seats that the machine takes, keeps and cannot be given.

use super::{going_on, level, machine_moves, play};
use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, four, open_seat, pass, per_move};
use rookery::app::{AppError, MatchRef, NewGame, Phase, Side};
use rookery::match_state::{DAY, Ending, Terms, UserId};
use rookery::rules::Seat;
use rookery::scene::Mark;

#[tokio::test]
async fn the_opener_gives_free_seats_of_four_to_the_machine_and_the_others_keep_their_clocks() {
    let harness = TestApp::new().await;
    let opened = harness.app.open(harness.by(ANN), four(true)).await.unwrap();
    let game = opened.game;
    harness
        .app
        .join(harness.by(BOB), game, Some(Seat(2)))
        .await
        .unwrap();
    let by_bob = harness
        .app
        .fill_with_machines(harness.by(BOB), game, level(1));
    assert!(matches!(by_bob.await, Err(AppError::Plain(_))));
    let filled = harness
        .app
        .fill_with_machines(harness.by(ANN), game, level(1));
    assert_eq!(filled.await.unwrap().phase, Phase::Playing);
    harness.answer().await;
    let mut movers = Vec::new();
    for _ in 0..4 {
        harness.app.make_machine_moves().await.unwrap();
        let match_view =
            harness
                .app
                .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        let match_view = match_view.await.unwrap();
        let Some((_, user)) = match_view.next.first().copied() else {
            break;
        };
        assert!(match_view.timer.is_some(), "a person's clock runs");
        movers.push(user);
        let text = going_on(&harness.app, game).await;
        harness.play(user, game, &text).await;
    }
    assert!(movers.contains(&ANN) && movers.contains(&BOB), "{movers:?}");
    assert!(machine_moves(&harness, game).await >= 2);
    // Seats kept for an invited player cannot be taken by others.
    let kept = harness
        .app
        .open(harness.by(ANN), challenge())
        .await
        .unwrap();
    let filled = harness
        .app
        .fill_with_machines(harness.by(ANN), kept.game, level(1));
    assert!(filled.await.is_err());
    let open = harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
    let filled = harness
        .app
        .fill_with_machines(harness.by(ANN), open.game, level(1));
    let filled = filled.await.unwrap();
    assert!(
        filled.timer.is_none(),
        "nobody waits for a machine or because of it"
    );
}

#[tokio::test]
async fn a_seat_that_is_left_goes_to_the_machine_where_the_terms_say_so() {
    let harness = TestApp::new().await;
    let terms = Terms {
        machine: Some(2),
        ..per_move(1, false)
    };
    assert_eq!(Terms::from_text(&terms.to_string()), Some(terms));
    let game = harness.four(terms).await;
    let which = MatchRef::Game(game);
    // A player who wants to leave does so, and nobody waits.
    harness
        .app
        .offer_seat(harness.by(BOB), which)
        .await
        .unwrap();
    let stand_in = UserId::machine(level(2));
    let owner = async |seat: usize| {
        let match_view = harness.app.show(harness.by(ANN), which, Side::Public, None);
        match_view.await.unwrap().seats[seat].1
    };
    assert_eq!(owner(1).await, Some(stand_in));
    let refused = harness
        .app
        .take_seat(harness.by(UserId(777)), game, Some(Seat(1)));
    assert!(refused.await.is_err());
    // A player who is out of time is excused once, and then the machine plays for them.
    pass(&harness, DAY).await;
    assert_eq!(owner(0).await, Some(ANN));
    pass(&harness, 2 * DAY).await;
    assert_eq!(owner(0).await, Some(stand_in));
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 2);
    let profile = harness.app.profile(ANN).await.unwrap();
    assert_eq!(profile.abandoned, 1);
}

/// No game goes on among machines alone (house ruling): the last person's seat keeps the place in which it went out.
#[tokio::test]
async fn a_game_of_four_ends_with_its_last_person() {
    let harness = TestApp::new().await;
    let terms = Terms {
        machine: Some(2),
        ..per_move(1, false)
    };
    let game = play(&harness, "seasons", 1).await;
    let resigned = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await;
    let mut ends = vec![(resigned.unwrap(), [4, 1, 1, 1])];
    let game = harness.four(terms).await;
    for user in [BOB, CY, DEE] {
        harness
            .app
            .offer_seat(harness.by(user), MatchRef::Game(game))
            .await
            .unwrap();
    }
    let offered = harness
        .app
        .offer_seat(harness.by(ANN), MatchRef::Game(game));
    let refusal = offered.await.unwrap_err().to_string();
    assert!(refusal.contains("`/resign` ends it"), "{refusal}");
    let resigned = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await;
    ends.push((resigned.unwrap(), [4, 1, 1, 1]));
    // The last person's second timeout: the stand-in takes no seat of a game in which it would be alone.
    let game = harness.four(terms).await;
    for user in [CY, DEE] {
        harness
            .app
            .offer_seat(harness.by(user), MatchRef::Game(game))
            .await
            .unwrap();
    }
    harness
        .app
        .resign(harness.by(BOB), MatchRef::Game(game))
        .await
        .unwrap();
    pass(&harness, DAY).await;
    pass(&harness, 2 * DAY).await;
    let shown = harness
        .app
        .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None)
        .await;
    ends.push((shown.unwrap(), [3, 4, 1, 1]));
    for (match_view, placings) in ends {
        assert!(matches!(match_view.phase, Phase::Over { .. }));
        harness.answer().await;
        assert_eq!(harness.app.make_machine_moves().await.unwrap(), 0);
        let stored = harness.app.store().load_whole(match_view.game).await;
        let ending = stored.unwrap().row.ending.unwrap();
        let ending = Ending::from_text(&ending).unwrap();
        assert_eq!(ending.how, "over:machines");
        assert_eq!(ending.placings, placings);
        let history = harness
            .app
            .history(harness.by(BOB), MatchRef::Game(match_view.game))
            .await
            .unwrap();
        harness
            .app
            .import(harness.by(BOB), &history.file)
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn one_who_is_erased_leaves_the_machine_alone() {
    let harness = TestApp::new().await;
    let game = play(&harness, "abstract", 1).await;
    let text = going_on(&harness.app, game).await;
    harness.play(ANN, game, &text).await;
    harness.app.erase(ANN).await.unwrap();
    harness.answer().await;
    assert_eq!(harness.app.make_machine_moves().await.unwrap(), 0);
    let match_view = harness
        .app
        .show(harness.by(BOB), MatchRef::Game(game), Side::Public, None);
    let match_view = match_view.await.unwrap();
    assert!(matches!(match_view.phase, Phase::Over { .. }));
    let history = harness
        .app
        .history(harness.by(BOB), MatchRef::Game(game))
        .await
        .unwrap();
    assert!(
        history.file.contains("Hatchling (level 1)"),
        "{}",
        history.file
    );
    // The record of a game against the machine can be imported again.
    harness
        .app
        .import(harness.by(BOB), &history.file)
        .await
        .unwrap();
}

#[tokio::test]
async fn nobody_can_invite_the_machine_by_its_number() {
    let harness = TestApp::new().await;
    let new = NewGame {
        opponents: vec![UserId::machine(level(8))],
        ..challenge()
    };
    assert!(harness.app.open(harness.by(ANN), new).await.is_err());
}

/// Several machines move between two moves of a person, and one picture shows it all.
#[tokio::test]
async fn the_board_marks_what_every_machine_has_moved_since_a_person_did() {
    let harness = TestApp::new().await;
    let game = play(&harness, "seasons", 1).await;
    let marked = async |what: Mark| {
        let which = MatchRef::Game(game);
        let shown = harness.app.show(harness.by(ANN), which, Side::Own, None);
        let scene = shown.await.unwrap().scene;
        let cells = scene.grids[0].cells.iter().flatten();
        cells.filter(|cell| cell.marks.contains(&what)).count()
    };
    let text = going_on(&harness.app, game).await;
    harness.play(ANN, game, &text).await;
    assert_eq!((marked(Mark::From).await, marked(Mark::To).await), (1, 1));
    harness.app.make_machine_moves().await.unwrap();
    assert_eq!(machine_moves(&harness, game).await, 3);
    assert_eq!((marked(Mark::From).await, marked(Mark::To).await), (3, 3));
    let text = going_on(&harness.app, game).await;
    harness.play(ANN, game, &text).await;
    assert_eq!((marked(Mark::From).await, marked(Mark::To).await), (1, 1));
}

/// The machine keeps a seat for its player, who can take it back at any time; after three days anybody else can have it
/// (house ruling). Nobody gets a seat of others in a game in which they have played.
#[tokio::test]
async fn a_seat_that_the_machine_keeps_is_its_players_first_and_then_anybodys() {
    let harness = TestApp::new().await;
    let terms = Terms {
        machine: Some(1),
        ..per_move(14, false)
    };
    let game = harness.four(terms).await;
    let which = MatchRef::Game(game);
    let stranger = UserId(777);
    let leave = async |user| {
        let left = harness.app.offer_seat(harness.by(user), which);
        left.await.unwrap()
    };
    let take = async |user, seat: Option<u8>| {
        let taken = harness
            .app
            .take_seat(harness.by(user), game, seat.map(Seat));
        let taken = taken.await.map(|taken| taken.seats);
        taken.map_err(|refusal| refusal.to_string())
    };
    leave(BOB).await;
    leave(CY).await;
    for seat in [None, Some(1)] {
        let refused = take(stranger, seat).await.unwrap_err();
        assert!(refused.contains("keeps this seat for <@102>"), "{refused}");
    }
    let of_another = take(DEE, Some(2)).await.unwrap_err();
    assert!(of_another.contains("somebody new"), "{of_another}");
    assert_eq!(take(BOB, None).await.unwrap()[1].1, Some(BOB));
    // Whoever leaves again is waited for again, and the other seat is anybody's by then.
    pass(&harness, 2 * DAY).await;
    leave(BOB).await;
    pass(&harness, DAY + 1).await;
    assert!(take(stranger, Some(1)).await.is_err());
    assert_eq!(take(stranger, None).await.unwrap()[2].1, Some(stranger));
    let late = take(CY, None).await.unwrap_err();
    assert!(late.contains("somebody new"), "{late}");
    assert_eq!(take(BOB, Some(1)).await.unwrap()[1].1, Some(BOB));
    leave(BOB).await;
    let kept = harness.app.show(harness.by(ANN), which, Side::Public, None);
    let kept = kept.await.unwrap().clocks[1].kept_for;
    assert!(matches!(kept, Some((BOB, Some(_)))), "{kept:?}");
}
