//! Tests of draws, takebacks and rematches: the last consent is stored together with its result, an answered request is
//! carried out whatever fails afterwards, and they also work at a table of four.

use rookery::app::{AppError, MatchRef, MatchView, NewGame, OfferKind, Phase, Request};
use rookery::match_state::{DAY, GameId, UserId};
use rookery::rules::Seat;

use crate::harness::{
    ANN, BOB, CY, DEE, TestApp, challenge, four, legal, match_view, per_move, sent_kinds, sql,
};

async fn run(harness: &TestApp, statement: &'static str) {
    let mut connection = sql(&harness.database()).await;
    sqlx::query(statement)
        .execute(&mut connection)
        .await
        .unwrap();
}

async fn offer(harness: &TestApp, user: UserId, game: GameId, kind: OfferKind) -> MatchView {
    let offered = harness
        .app
        .offer(harness.by(user), MatchRef::Game(game), kind)
        .await;
    offered.unwrap_or_else(|refusal| panic!("{kind:?} of {user:?}: {refusal}"))
}

async fn decline(
    harness: &TestApp,
    user: UserId,
    game: GameId,
    kind: OfferKind,
) -> Result<MatchView, AppError> {
    let which = MatchRef::Game(game);
    harness.app.decline(harness.by(user), which, kind).await
}

fn is_over(match_view: &MatchView) -> bool {
    matches!(match_view.phase, Phase::Over { .. })
}

/// Lets the player to move make a move.
async fn move_on(harness: &TestApp, game: GameId) -> MatchView {
    let (_, user) = match_view(harness, game).await.next[0];
    let moves = legal(&harness.app, game).await;
    harness.play(user, game, &moves[moves.len() / 2]).await
}

/// Makes every later read of the offers fail.
const UNREADABLE_AFTER_A_MOVE: &str = "CREATE TRIGGER spoil AFTER UPDATE OF ply ON game BEGIN \
     INSERT OR IGNORE INTO offer (game, kind, seat, ply, user, at) VALUES (new.id, 'odd', 999, new.ply, 1, 1); END";
const UNREADABLE_AFTER_AN_OFFER: &str = "CREATE TRIGGER spoil AFTER INSERT ON offer WHEN new.seat < 999 BEGIN \
     INSERT OR IGNORE INTO offer (game, kind, seat, ply, user, at) VALUES (new.game, 'odd', 999, new.ply, 1, 1); END";

#[tokio::test]
async fn what_was_stored_is_answered_whatever_cannot_be_read_afterwards() {
    let harness = TestApp::new().await;
    let (game, asked) = (harness.game().await.game, harness.game().await.game);
    run(&harness, UNREADABLE_AFTER_A_MOVE).await;
    let moved = harness.play(ANN, game, "Nb1-c3").await;
    assert_eq!(moved.last.unwrap().display.as_deref(), Some("Nb1-c3"));
    // A table is opened, and a match begins.
    let opened = harness.app.open(harness.by(ANN), challenge()).await;
    opened.unwrap();
    run(&harness, "DROP TRIGGER spoil").await;
    run(&harness, "DELETE FROM offer").await;
    run(&harness, UNREADABLE_AFTER_AN_OFFER).await;
    let offered = offer(&harness, BOB, asked, OfferKind::Draw).await;
    assert_eq!(offered.offers[0].awaited, [ANN]);
    run(&harness, "DELETE FROM offer WHERE seat = 999").await;
    let declined = decline(&harness, ANN, asked, OfferKind::Draw).await;
    assert!(declined.unwrap().offers.is_empty());
    run(&harness, "DROP TRIGGER spoil").await;
    run(&harness, "DELETE FROM offer").await;
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(asked))
        .await
        .unwrap();
    offer(&harness, ANN, asked, OfferKind::Rematch).await;
    run(&harness, UNREADABLE_AFTER_A_MOVE).await;
    let rematch = offer(&harness, BOB, asked, OfferKind::Rematch).await;
    assert_eq!(rematch.phase, Phase::Playing);
}

const NO_END: &str = "CREATE TRIGGER no_end BEFORE UPDATE OF phase ON game WHEN new.phase = 'over' BEGIN \
     SELECT raise(ABORT, 'no end'); END";

/// The last consent and its result are one write, so that the process cannot end between two.
#[tokio::test]
async fn the_last_consent_is_stored_together_with_what_it_brings_or_not_at_all() {
    let mut harness = TestApp::new().await;
    let game = harness.game().await.game;
    let offered = offer(&harness, ANN, game, OfferKind::Draw).await;
    run(&harness, NO_END).await;
    let agreed = harness
        .app
        .offer(harness.by(BOB), MatchRef::Game(game), OfferKind::Draw)
        .await;
    assert!(matches!(agreed, Err(AppError::Internal)), "{agreed:?}");
    harness = harness.restart().await;
    let seen = match_view(&harness, game).await;
    assert_eq!(seen.offers, offered.offers, "Bob has not agreed");
    run(&harness, "DROP TRIGGER no_end").await;
    assert!(is_over(&offer(&harness, BOB, game, OfferKind::Draw).await));
}

async fn twice(harness: &TestApp, request: Request, game: GameId, kind: OfferKind) {
    let again = harness.app.offer(request, MatchRef::Game(game), kind).await;
    assert!(matches!(again, Err(AppError::Repeated)), "{again:?}");
}

#[tokio::test]
async fn an_offer_or_an_answer_that_is_delivered_twice_works_once() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let asking = harness.by(ANN);
    harness
        .app
        .offer(asking, which, OfferKind::Draw)
        .await
        .unwrap();
    twice(&harness, asking, game, OfferKind::Draw).await;
    let declining = harness.by(BOB);
    harness
        .app
        .decline(declining, which, OfferKind::Draw)
        .await
        .unwrap();
    let again = harness.app.decline(declining, which, OfferKind::Draw).await;
    assert!(matches!(again, Err(AppError::Repeated)), "{again:?}");
    twice(&harness, asking, game, OfferKind::Draw).await;
    assert!(match_view(&harness, game).await.offers.is_empty());
    // Bob has declined, and may ask himself.
    offer(&harness, BOB, game, OfferKind::Draw).await;
    let agreeing = harness.by(ANN);
    harness
        .app
        .offer(agreeing, which, OfferKind::Draw)
        .await
        .unwrap();
    twice(&harness, agreeing, game, OfferKind::Draw).await;
    assert!(is_over(&match_view(&harness, game).await));
}

#[tokio::test]
async fn of_two_last_consents_at_once_one_ends_the_match() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    offer(&harness, ANN, game, OfferKind::Draw).await;
    offer(&harness, DEE, game, OfferKind::Draw).await;
    let (bob, cy) = tokio::join!(
        offer(&harness, BOB, game, OfferKind::Draw),
        offer(&harness, CY, game, OfferKind::Draw),
    );
    assert!(is_over(&bob) || is_over(&cy));
    assert!(is_over(&match_view(&harness, game).await));
}

#[tokio::test]
async fn an_answer_to_an_offer_of_a_position_that_is_gone_is_refused_with_what_has_happened() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.play(ANN, game, "Nb1-c3").await;
    let asked = offer(&harness, ANN, game, OfferKind::Draw).await;
    harness.play(BOB, game, "Nb8-c6").await;
    let at = MatchRef::At(game, asked.ply);
    for answer in [
        harness
            .app
            .offer(harness.by(BOB), at, OfferKind::Draw)
            .await,
        harness
            .app
            .decline(harness.by(BOB), at, OfferKind::Draw)
            .await,
    ] {
        let Err(AppError::Stale(sentence)) = answer else {
            panic!("{answer:?}")
        };
        assert!(sentence.contains("Nb8-c6"), "{sentence}");
    }
}

#[tokio::test]
async fn at_a_table_of_four_consents_to_a_draw_stand_for_a_round() {
    let mut harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    offer(&harness, ANN, game, OfferKind::Draw).await;
    offer(&harness, CY, game, OfferKind::Draw).await;
    // Ann's goes with her move; nobody else's move takes it back.
    for _ in 0..2 {
        let agreed = move_on(&harness, game).await.offers.remove(0).agreed;
        assert_eq!(agreed, [ANN, CY]);
    }
    harness = harness.restart().await;
    offer(&harness, BOB, game, OfferKind::Draw).await;
    let asked = match_view(&harness, game).await;
    assert_eq!(asked.offers[0].awaited, [DEE]);
    // Cy moves without offering it again, which withdraws Cy's offer.
    let moved = move_on(&harness, game).await;
    assert_eq!(moved.offers[0].agreed, [ANN, BOB]);
    assert_eq!(match_view(&harness, game).await.offers, moved.offers);
    offer(&harness, CY, game, OfferKind::Draw).await;
    assert!(is_over(&offer(&harness, DEE, game, OfferKind::Draw).await));
}

#[tokio::test]
async fn consents_to_a_draw_are_void_when_somebody_leaves() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    offer(&harness, ANN, game, OfferKind::Draw).await;
    offer(&harness, BOB, game, OfferKind::Draw).await;
    harness
        .app
        .resign(harness.by(DEE), MatchRef::Game(game))
        .await
        .unwrap();
    assert!(match_view(&harness, game).await.offers.is_empty());
    let over = offer(&harness, CY, game, OfferKind::Draw).await;
    assert_eq!(over.phase, Phase::Playing);
}

#[tokio::test]
async fn a_rematch_that_was_withdrawn_can_be_proposed_again_and_nobody_is_notified_twice() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    sent_kinds(&harness).await;
    let asked = offer(&harness, ANN, game, OfferKind::Rematch).await;
    assert_eq!(asked.mention, [BOB]);
    decline(&harness, ANN, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert!(match_view(&harness, game).await.offers.is_empty());
    let again = offer(&harness, ANN, game, OfferKind::Rematch).await;
    assert_eq!(again.mention, [] as [UserId; 0]);
    assert_eq!(sent_kinds(&harness).await, []);
    // An offer that another player has declined is a separate matter.
    decline(&harness, BOB, game, OfferKind::Rematch)
        .await
        .unwrap();
    let again = harness
        .app
        .offer(harness.by(ANN), MatchRef::Game(game), OfferKind::Rematch)
        .await;
    assert!(again.unwrap_err().to_string().contains("was declined"));
    offer(&harness, BOB, game, OfferKind::Rematch).await;
    let rematch = offer(&harness, ANN, game, OfferKind::Rematch).await;
    assert_eq!(rematch.phase, Phase::Playing);
}

/// Begins a match of four and ends it.
async fn four_over(harness: &TestApp) -> GameId {
    let game = harness.four(per_move(3, false)).await;
    for user in [ANN, BOB, CY, DEE] {
        offer(harness, user, game, OfferKind::Draw).await;
    }
    game
}

#[tokio::test]
async fn a_rematch_of_four_is_opened_with_those_who_want_it() {
    let harness = TestApp::new().await;
    let game = four_over(&harness).await;
    offer(&harness, BOB, game, OfferKind::Rematch).await;
    sent_kinds(&harness).await;
    let asked = decline(&harness, ANN, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [CY, DEE]);
    // The board in the answer reports it to the player who proposed.
    let declined = asked.declined.unwrap();
    assert_eq!((declined.by, declined.withdrawn), (ANN, false));
    assert_eq!(declined.agreed, [BOB]);
    assert_eq!(asked.mention, [BOB]);
    assert_eq!(sent_kinds(&harness).await, []);
    offer(&harness, CY, game, OfferKind::Rematch).await;
    let table = decline(&harness, DEE, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert_ne!(table.game, game);
    assert_eq!(
        table.phase,
        Phase::Open {
            invited: Vec::new(),
            empty: 2
        }
    );
    // Every player moves on by one seat.
    assert_eq!(table.seats[0].1, Some(BOB));
    assert_eq!(table.seats[1].1, Some(CY));
    harness
        .app
        .join(harness.by(DEE), table.game, Some(Seat(2)))
        .await
        .unwrap();
    let stranger = UserId(777);
    let begun = harness
        .app
        .join(harness.by(stranger), table.game, None)
        .await;
    assert_eq!(begun.unwrap().phase, Phase::Playing);
    assert_eq!(
        harness.app.store().row(game).await.unwrap().rematch,
        Some(table.game)
    );
}

/// Plays a match of four with these people and the machine in the other seats, in the order of the seats, to its end.
async fn over_with_machines(harness: &TestApp, people: [Option<UserId>; 4]) -> GameId {
    let mut seats = (0..).map(Seat).zip(people);
    let (seat, opener) = seats.find_map(|(seat, user)| Some((seat, user?))).unwrap();
    let new = NewGame {
        seat: Some(seat),
        ..four(false)
    };
    let opened = harness.app.open(harness.by(opener), new).await.unwrap();
    for (seat, user) in seats {
        let Some(user) = user else { continue };
        let joined = harness
            .app
            .join(harness.by(user), opened.game, Some(seat))
            .await;
        joined.unwrap();
    }
    if people.contains(&None) {
        let level = rookery::engine::Level::numbered(1).unwrap();
        let filled = harness
            .app
            .fill_with_machines(harness.by(opener), opened.game, level);
        filled.await.unwrap();
    }
    for user in people.into_iter().flatten() {
        let which = MatchRef::Game(opened.game);
        harness.app.resign(harness.by(user), which).await.unwrap();
        if is_over(&match_view(harness, opened.game).await) {
            break;
        }
    }
    opened.game
}

/// "The opener is who asked": in any seat, in any order of consent, at any second, and never a machine.
#[tokio::test]
async fn the_table_of_a_rematch_is_that_of_who_asked() {
    let harness = TestApp::new().await;
    for people in [
        [Some(ANN), Some(BOB), Some(CY), None],
        [None, Some(BOB), Some(CY), Some(ANN)],
        [Some(CY), None, Some(ANN), Some(BOB)],
    ] {
        let game = over_with_machines(&harness, people).await;
        offer(&harness, BOB, game, OfferKind::Rematch).await;
        let asked = offer(&harness, ANN, game, OfferKind::Rematch).await;
        assert_eq!(
            (asked.offers[0].by, &asked.offers[0].awaited[..]),
            (BOB, &[CY][..])
        );
        let table = decline(&harness, CY, game, OfferKind::Rematch)
            .await
            .unwrap();
        assert_eq!(table.opener, Some(BOB), "{people:?}");
        let open = Phase::Open {
            invited: Vec::new(),
            empty: 1,
        };
        assert_eq!(table.phase, open);
        assert!(table.timer.is_some() && table.terms.is_some());
        // Only its opener closes it, or lets the machine play.
        let refused = harness.app.close(harness.by(ANN), table.game).await;
        assert!(refused.unwrap_err().to_string().contains("Only"));
        // The opener leaves: the table passes to the other person, not a machine, and closes when they leave too.
        let left = harness
            .app
            .leave(harness.by(BOB), table.game)
            .await
            .unwrap();
        assert_eq!(left.opener, Some(ANN), "{people:?}");
        let closed = harness
            .app
            .leave(harness.by(ANN), table.game)
            .await
            .unwrap();
        assert!(is_over(&closed), "{people:?}");
    }
}

/// A rematch whose requester withdraws passes to the next person who asked.
#[tokio::test]
async fn a_rematch_goes_on_without_who_asked() {
    let harness = TestApp::new().await;
    let game = over_with_machines(&harness, [None, Some(CY), Some(BOB), Some(ANN)]).await;
    for user in [BOB, ANN] {
        offer(&harness, user, game, OfferKind::Rematch).await;
    }
    let withdrawn = decline(&harness, BOB, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(withdrawn.offers[0].by, ANN);
    let table = offer(&harness, CY, game, OfferKind::Rematch).await;
    assert_eq!((table.opener, table.guests[0]), (Some(ANN), ANN));
    let level = rookery::engine::Level::numbered(1).unwrap();
    let filled = harness
        .app
        .fill_with_machines(harness.by(ANN), table.game, level);
    assert_eq!(filled.await.unwrap().phase, Phase::Playing);
    // If only the machine has agreed, the request is dropped.
    let game = over_with_machines(&harness, [None, Some(CY), Some(BOB), Some(ANN)]).await;
    offer(&harness, CY, game, OfferKind::Rematch).await;
    let withdrawn = decline(&harness, CY, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(withdrawn.offers, []);
}

/// A table of an earlier version whose opener is a machine belongs to the first person seated.
#[tokio::test]
async fn a_table_that_a_machine_has_opened_can_be_closed() {
    let harness = TestApp::new().await;
    let new = NewGame {
        seat: None,
        ..four(false)
    };
    let table = harness.app.open(harness.by(ANN), new).await.unwrap();
    harness
        .app
        .join(harness.by(BOB), table.game, None)
        .await
        .unwrap();
    let machine = UserId::machine(rookery::engine::Level::numbered(3).unwrap());
    let by_machine = format!(
        "UPDATE event SET user = {} WHERE game = {} AND kind = 'opened'",
        machine.0, table.game.0
    );
    harness.execute(&by_machine).await;
    let harness = harness.restart().await;
    assert_eq!(match_view(&harness, table.game).await.opener, Some(BOB));
    let closed = harness.app.close(harness.by(BOB), table.game).await;
    assert!(is_over(&closed.unwrap()));
}

#[tokio::test]
async fn a_rematch_of_four_need_not_wait_for_those_who_say_nothing() {
    let harness = TestApp::new().await;
    let game = four_over(&harness).await;
    offer(&harness, ANN, game, OfferKind::Rematch).await;
    // A single request opens nothing.
    let alone = offer(&harness, ANN, game, OfferKind::Rematch).await;
    assert_eq!(alone.game, game);
    offer(&harness, BOB, game, OfferKind::Rematch).await;
    harness
        .now
        .fetch_add(DAY, std::sync::atomic::Ordering::SeqCst);
    let table = offer(&harness, ANN, game, OfferKind::Rematch).await;
    assert_ne!(table.game, game);
    assert!(matches!(table.phase, Phase::Open { empty: 2, .. }));
    let late = harness
        .app
        .offer(harness.by(CY), MatchRef::Game(game), OfferKind::Rematch)
        .await;
    let sentence = late.unwrap_err().to_string();
    assert!(
        sentence.contains(&format!("is game {}", table.game.0)),
        "{sentence}"
    );
}

#[tokio::test]
async fn a_rematch_of_four_that_everybody_wants_begins() {
    let harness = TestApp::new().await;
    let game = four_over(&harness).await;
    for user in [ANN, BOB, CY] {
        offer(&harness, user, game, OfferKind::Rematch).await;
    }
    let begun = offer(&harness, DEE, game, OfferKind::Rematch).await;
    assert_eq!(begun.phase, Phase::Playing);
}

/// A move reads the offers only if the match is flagged to have some: the flag is set with the first offer, and cleared
/// when the last has lapsed.
#[tokio::test]
async fn a_match_says_whether_anything_may_be_offered_in_it() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let said = async || {
        harness
            .numbers("SELECT offered FROM game UNION ALL SELECT count(*) FROM offer")
            .await
    };
    move_on(&harness, game).await;
    assert_eq!(said().await, [0, 0]);
    offer(&harness, ANN, game, OfferKind::Draw).await;
    assert_eq!(said().await, [1, 1]);
    // The other player declines it by moving.
    move_on(&harness, game).await;
    assert_eq!(said().await, [0, 0]);
}
