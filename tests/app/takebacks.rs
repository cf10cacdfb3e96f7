//! Tests of takebacks: a takeback undoes the last move of the player who asked, and the events after it, in any order
//! of seats and answers. The player who asked is stored with the offer, as is the order in which the others agreed.

use std::sync::atomic::Ordering;

use rookery::app::{MachineGame, MatchRef, MatchView, NewGame, OfferKind, Phase};
use rookery::games::GAMES;
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Options, Seat};
use rookery::scene::Token;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, four, match_view, per_move};
use crate::machine::level;

const EVE: UserId = UserId(105);

async fn offer(harness: &TestApp, user: UserId, game: GameId, kind: OfferKind) -> MatchView {
    let which = MatchRef::Game(game);
    let offered = harness.app.offer(harness.by(user), which, kind).await;
    offered.unwrap_or_else(|refusal| panic!("{kind:?} of {user:?}: {refusal}"))
}

async fn has_no_move(harness: &TestApp, user: UserId, game: GameId) {
    let which = MatchRef::Game(game);
    let asked = harness
        .app
        .offer(harness.by(user), which, OfferKind::Takeback)
        .await;
    let refusal = asked.unwrap_err().to_string();
    assert_eq!(refusal, "You have no move to take back.");
}

/// Lets the player to move, a person, make a suggested move.
async fn a_move(harness: &TestApp, game: GameId) -> UserId {
    let (which, user) = (
        MatchRef::Game(game),
        match_view(harness, game).await.next[0].1,
    );
    let mut typed = String::new();
    for _ in 0..4 {
        let offered = harness.app.complete_move(harness.by(user), which, &typed);
        typed = offered.await.unwrap().first().expect("a move").text.clone();
        if harness
            .app
            .play(harness.by(user), which, &typed)
            .await
            .is_ok()
        {
            return user;
        }
    }
    panic!("no move was found from {typed}");
}

/// Lets the machine make all its moves.
async fn machines(harness: &TestApp) {
    harness.answer().await;
    while harness.app.make_machine_moves().await.unwrap() > 0 {}
}

/// Returns the piece of each cell.
fn pieces(match_view: &MatchView) -> Vec<Option<Token>> {
    let grids = match_view.scene.grids.iter();
    let cells = grids.flat_map(|grid| grid.cells.iter().flatten());
    cells.map(|cell| cell.token.clone()).collect()
}

/// Passes enough time that no move can be taken back without asking.
fn a_while(harness: &TestApp) {
    harness.now.fetch_add(61, Ordering::SeqCst);
}

#[tokio::test]
async fn against_the_machine_ones_own_move_is_taken_back_from_any_seat() {
    let mut harness = TestApp::new().await;
    for kind in GAMES {
        for seat in kind.all_seats() {
            let new = MachineGame {
                game: kind.key.to_owned(),
                options: Options::new(),
                seat: Some(seat),
                level: level(1),
                private: false,
            };
            let begun = harness.app.play_machine(harness.by(ANN), new).await;
            let game = begun.unwrap().game;
            machines(&harness).await;
            // The machine's first move is not Ann's to take back.
            has_no_move(&harness, ANN, game).await;
            let mut boards = Vec::new();
            for _ in 0..2 {
                boards.push(match_view(&harness, game).await);
                a_move(&harness, game).await;
                machines(&harness).await;
            }
            // Twice within a second, with a restart of the bot in between.
            for before in boards.into_iter().rev() {
                let back = offer(&harness, ANN, game, OfferKind::Takeback).await;
                assert!(pieces(&back) == pieces(&before), "{} {seat:?}", kind.key);
                assert_eq!(back.next, [(seat, ANN)], "{}", kind.key);
                harness = harness.restart().await;
                let after = match_view(&harness, game).await;
                assert!(pieces(&after) == pieces(&before), "{}", kind.key);
            }
            has_no_move(&harness, ANN, game).await;
        }
    }
}

#[tokio::test]
async fn between_two_it_is_the_move_of_who_asked_also_when_answered_within_the_same_second() {
    let mut harness = TestApp::new().await;
    for (asker, other) in [(ANN, BOB), (BOB, ANN)] {
        for restarts in [false, true] {
            let game = harness.begun(challenge()).await;
            let mut before = None;
            for _ in 0..3 {
                let seen = match_view(&harness, game).await;
                if a_move(&harness, game).await == asker {
                    before = Some(seen);
                }
            }
            a_while(&harness);
            // A repeated request is one request.
            for _ in 0..2 {
                let asked = offer(&harness, asker, game, OfferKind::Takeback).await;
                assert_eq!(asked.offers[0].by, asker);
                assert_eq!(asked.offers[0].awaited, [other]);
            }
            if restarts {
                harness = harness.restart().await;
            }
            let back = offer(&harness, other, game, OfferKind::Takeback).await;
            let before = before.unwrap();
            assert!(pieces(&back) == pieces(&before), "{asker:?}");
            assert_eq!(back.next[0].1, asker);
        }
    }
}

/// Begins a match of four with two people in these seats, and the machine in the others.
async fn with_machines(harness: &TestApp, ann: Seat, bob: Seat) -> GameId {
    let new = NewGame {
        seat: Some(ann),
        ..four(false)
    };
    let game = harness.app.open(harness.by(ANN), new).await.unwrap().game;
    let joined = harness.app.join(harness.by(BOB), game, Some(bob)).await;
    joined.unwrap();
    let filled = harness
        .app
        .fill_with_machines(harness.by(ANN), game, level(1));
    assert_eq!(filled.await.unwrap().phase, Phase::Playing);
    machines(harness).await;
    game
}

#[tokio::test]
async fn of_four_it_is_the_move_of_who_asked_with_the_machine_in_any_seat() {
    let harness = TestApp::new().await;
    let seats = || (0..4).map(Seat);
    for (ann, bob) in seats().flat_map(|ann| seats().map(move |bob| (ann, bob))) {
        if ann == bob {
            continue;
        }
        let (asker, other) = if ann.0 % 2 == 0 {
            (ANN, BOB)
        } else {
            (BOB, ANN)
        };
        let game = with_machines(&harness, ann, bob).await;
        let mut before = None;
        for _ in 0..3 {
            let seen = match_view(&harness, game).await;
            if a_move(&harness, game).await == asker {
                before = Some(seen);
            }
            machines(&harness).await;
        }
        a_while(&harness);
        let asked = offer(&harness, asker, game, OfferKind::Takeback).await;
        assert_eq!(asked.offers[0].by, asker, "{ann:?} {bob:?}");
        assert_eq!(asked.offers[0].awaited, [other]);
        let back = offer(&harness, other, game, OfferKind::Takeback).await;
        let before = before.unwrap();
        assert!(pieces(&back) == pieces(&before), "{ann:?} {bob:?}");
        assert_eq!(back.next, before.next);
    }
}

/// Consent belongs to the request of the player who asked, and lapses with it.
#[tokio::test]
async fn what_somebody_asked_for_who_is_gone_becomes_nobody_elses_wish() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    let which = MatchRef::Game(game);
    for _ in 0..4 {
        a_move(&harness, game).await;
    }
    a_while(&harness);
    for kind in [OfferKind::Takeback, OfferKind::Draw] {
        offer(&harness, BOB, game, kind).await;
        offer(&harness, CY, game, kind).await;
    }
    harness
        .app
        .offer_seat(harness.by(BOB), which)
        .await
        .unwrap();
    let taken = harness.app.take_seat(harness.by(EVE), game, Some(Seat(1)));
    assert_eq!(taken.await.unwrap().offers, []);
    for kind in [OfferKind::Takeback, OfferKind::Draw] {
        let asked = offer(&harness, DEE, game, kind).await;
        let asked = asked.offers.iter().find(|offer| offer.kind == kind);
        let asked = asked.unwrap();
        assert_eq!((asked.by, &asked.agreed[..]), (DEE, &[DEE][..]));
        assert_eq!(asked.awaited, [ANN, EVE, CY]);
    }
}

#[tokio::test]
async fn who_offers_a_draw_and_who_agrees_is_kept_in_its_order() {
    let mut harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    let order = [DEE, BOB, CY, ANN];
    for (said, user) in (1..).zip(&order[..3]) {
        let asked = offer(&harness, *user, game, OfferKind::Draw).await;
        let asked = &asked.offers[0];
        assert_eq!((asked.by, &asked.agreed[..]), (DEE, &order[..said]));
        harness = harness.restart().await;
    }
    let over = offer(&harness, ANN, game, OfferKind::Draw).await;
    assert!(matches!(over.phase, Phase::Over { .. }));
}

/// Runs the migration of offers that were stored without their order, on the database of the test.
async fn migrate(harness: &TestApp) {
    let migration = match harness.place().file() {
        Some(_) => include_str!("../../migrations/sqlite/0042_who_asked.sql"),
        None => include_str!("../../migrations/postgres/0012_who_asked.sql"),
    };
    let (_column, rows) = migration.split_once(";\n").unwrap();
    harness.execute("UPDATE offer SET place = 0").await;
    harness.execute(rows).await;
}

/// The machine requests nothing; of two people within one second the requester is unknown, so no move is taken back.
#[tokio::test]
async fn offers_of_earlier_versions_are_a_persons_and_takebacks_are_nobodys_guess() {
    let harness = TestApp::new().await;
    let with_machines = with_machines(&harness, Seat(2), Seat(1)).await;
    for _ in 0..3 {
        a_move(&harness, with_machines).await;
        machines(&harness).await;
    }
    let people = harness.four(per_move(3, false)).await;
    for _ in 0..4 {
        a_move(&harness, people).await;
    }
    a_while(&harness);
    offer(&harness, ANN, with_machines, OfferKind::Takeback).await;
    for kind in [OfferKind::Takeback, OfferKind::Draw] {
        offer(&harness, CY, people, kind).await;
        offer(&harness, BOB, people, kind).await;
    }
    migrate(&harness).await;
    let kept = match_view(&harness, with_machines).await.offers;
    assert_eq!((kept[0].kind, kept[0].by), (OfferKind::Takeback, ANN));
    let kept = match_view(&harness, people).await.offers;
    assert_eq!(kept.len(), 1);
    assert_eq!((kept[0].kind, kept[0].by), (OfferKind::Draw, BOB));
    assert_eq!(kept[0].agreed, [BOB, CY]);
    // A second apart it is known.
    harness.execute("DELETE FROM offer").await;
    offer(&harness, CY, people, OfferKind::Takeback).await;
    harness.now.fetch_add(1, Ordering::SeqCst);
    offer(&harness, BOB, people, OfferKind::Takeback).await;
    migrate(&harness).await;
    let kept = match_view(&harness, people).await.offers;
    assert_eq!((kept[0].by, &kept[0].agreed[..]), (CY, &[CY, BOB][..]));
}
