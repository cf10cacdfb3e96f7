//! Draws, takebacks and rematches: what the last consent brings is stored together with it, what was answered is done
//! whatever fails afterwards, and at a table of four they can come about.

use rookery::app::{OfferKind, Phase, Refusal, Request, Shown, Which, Why};
use rookery::rules::Seat;
use rookery::table::{DAY, GameId, UserId};

use crate::house::{ANN, BOB, CY, DEE, House, challenge, legal, per_move, shown, sql, whys};

async fn run(house: &House, statement: &'static str) {
    let mut connection = sql(&house.database()).await;
    sqlx::query(statement)
        .execute(&mut connection)
        .await
        .unwrap();
}

async fn offer(house: &House, user: UserId, game: GameId, kind: OfferKind) -> Shown {
    let offered = house
        .app
        .offer(house.by(user), Which::Game(game), kind)
        .await;
    offered.unwrap_or_else(|refusal| panic!("{kind:?} of {user:?}: {refusal}"))
}

async fn decline(
    house: &House,
    user: UserId,
    game: GameId,
    kind: OfferKind,
) -> Result<Shown, Refusal> {
    let which = Which::Game(game);
    house.app.decline(house.by(user), which, kind).await
}

fn is_over(shown: &Shown) -> bool {
    matches!(shown.phase, Phase::Over { .. })
}

/// Whoever is to move moves.
async fn move_on(house: &House, game: GameId) -> Shown {
    let (_, user) = shown(house, game).await.next[0];
    let moves = legal(&house.app, game).await;
    house.play(user, game, &moves[moves.len() / 2]).await
}

/// Every later read of what is offered fails.
const UNREADABLE_AFTER_A_MOVE: &str = "CREATE TRIGGER spoil AFTER UPDATE OF ply ON game BEGIN \
     INSERT OR IGNORE INTO offer (game, kind, seat, ply, user, at) VALUES (new.id, 'odd', 999, new.ply, 1, 1); END";
const UNREADABLE_AFTER_AN_OFFER: &str = "CREATE TRIGGER spoil AFTER INSERT ON offer WHEN new.seat < 999 BEGIN \
     INSERT OR IGNORE INTO offer (game, kind, seat, ply, user, at) VALUES (new.game, 'odd', 999, new.ply, 1, 1); END";

#[tokio::test]
async fn what_was_stored_is_answered_whatever_cannot_be_read_afterwards() {
    let house = House::new().await;
    let (game, asked) = (house.game().await.game, house.game().await.game);
    run(&house, UNREADABLE_AFTER_A_MOVE).await;
    let moved = house.play(ANN, game, "Nb1-c3").await;
    assert_eq!(moved.last.unwrap().display, "Nb1-c3");
    // A table is opened, and a match begins.
    let opened = house.app.open(house.by(ANN), challenge()).await;
    opened.unwrap();
    run(&house, "DROP TRIGGER spoil").await;
    run(&house, "DELETE FROM offer").await;
    run(&house, UNREADABLE_AFTER_AN_OFFER).await;
    let offered = offer(&house, BOB, asked, OfferKind::Draw).await;
    assert_eq!(offered.offers[0].awaited, [ANN]);
    run(&house, "DELETE FROM offer WHERE seat = 999").await;
    let declined = decline(&house, ANN, asked, OfferKind::Draw).await;
    assert!(declined.unwrap().offers.is_empty());
    run(&house, "DROP TRIGGER spoil").await;
    run(&house, "DELETE FROM offer").await;
    house
        .app
        .resign(house.by(ANN), Which::Game(asked))
        .await
        .unwrap();
    offer(&house, ANN, asked, OfferKind::Rematch).await;
    run(&house, UNREADABLE_AFTER_A_MOVE).await;
    let rematch = offer(&house, BOB, asked, OfferKind::Rematch).await;
    assert_eq!(rematch.phase, Phase::Playing);
}

const NO_END: &str = "CREATE TRIGGER no_end BEFORE UPDATE OF phase ON game WHEN new.phase = 'over' BEGIN \
     SELECT raise(ABORT, 'no end'); END";

/// The process can end between any two writes: there are no two.
#[tokio::test]
async fn the_last_consent_is_stored_together_with_what_it_brings_or_not_at_all() {
    let mut house = House::new().await;
    let game = house.game().await.game;
    let offered = offer(&house, ANN, game, OfferKind::Draw).await;
    run(&house, NO_END).await;
    let agreed = house
        .app
        .offer(house.by(BOB), Which::Game(game), OfferKind::Draw)
        .await;
    assert!(matches!(agreed, Err(Refusal::Internal)), "{agreed:?}");
    house = house.restart().await;
    let seen = shown(&house, game).await;
    assert_eq!(seen.offers, offered.offers, "Bob has not agreed");
    run(&house, "DROP TRIGGER no_end").await;
    assert!(is_over(&offer(&house, BOB, game, OfferKind::Draw).await));
}

async fn twice(house: &House, request: Request, game: GameId, kind: OfferKind) {
    let again = house.app.offer(request, Which::Game(game), kind).await;
    assert!(matches!(again, Err(Refusal::Repeated)), "{again:?}");
}

#[tokio::test]
async fn an_offer_or_an_answer_that_is_delivered_twice_works_once() {
    let house = House::new().await;
    let game = house.game().await.game;
    let which = Which::Game(game);
    let asking = house.by(ANN);
    house
        .app
        .offer(asking, which, OfferKind::Draw)
        .await
        .unwrap();
    twice(&house, asking, game, OfferKind::Draw).await;
    let declining = house.by(BOB);
    house
        .app
        .decline(declining, which, OfferKind::Draw)
        .await
        .unwrap();
    let again = house.app.decline(declining, which, OfferKind::Draw).await;
    assert!(matches!(again, Err(Refusal::Repeated)), "{again:?}");
    twice(&house, asking, game, OfferKind::Draw).await;
    assert!(shown(&house, game).await.offers.is_empty());
    // Bob has said no, and may ask himself.
    offer(&house, BOB, game, OfferKind::Draw).await;
    let agreeing = house.by(ANN);
    house
        .app
        .offer(agreeing, which, OfferKind::Draw)
        .await
        .unwrap();
    twice(&house, agreeing, game, OfferKind::Draw).await;
    assert!(is_over(&shown(&house, game).await));
}

#[tokio::test]
async fn of_two_last_consents_at_once_one_ends_the_match() {
    let house = House::new().await;
    let game = house.four(per_move(3, false)).await;
    offer(&house, ANN, game, OfferKind::Draw).await;
    offer(&house, DEE, game, OfferKind::Draw).await;
    let (bob, cy) = tokio::join!(
        offer(&house, BOB, game, OfferKind::Draw),
        offer(&house, CY, game, OfferKind::Draw),
    );
    assert!(is_over(&bob) || is_over(&cy));
    assert!(is_over(&shown(&house, game).await));
}

#[tokio::test]
async fn an_answer_to_an_offer_of_a_position_that_is_gone_is_refused_with_what_has_happened() {
    let house = House::new().await;
    let game = house.game().await.game;
    house.play(ANN, game, "Nb1-c3").await;
    let asked = offer(&house, ANN, game, OfferKind::Draw).await;
    house.play(BOB, game, "Nb8-c6").await;
    let at = Which::At(game, asked.ply);
    for answer in [
        house.app.offer(house.by(BOB), at, OfferKind::Draw).await,
        house.app.decline(house.by(BOB), at, OfferKind::Draw).await,
    ] {
        let Err(Refusal::Stale(sentence)) = answer else {
            panic!("{answer:?}")
        };
        assert!(sentence.contains("Nb8-c6"), "{sentence}");
    }
}

#[tokio::test]
async fn at_a_table_of_four_consents_to_a_draw_stand_for_a_round() {
    let mut house = House::new().await;
    let game = house.four(per_move(3, false)).await;
    offer(&house, ANN, game, OfferKind::Draw).await;
    offer(&house, CY, game, OfferKind::Draw).await;
    // Ann's goes with her move; nobody else's move takes it back.
    for _ in 0..2 {
        let agreed = move_on(&house, game).await.offers.remove(0).agreed;
        assert_eq!(agreed, [ANN, CY]);
    }
    house = house.restart().await;
    offer(&house, BOB, game, OfferKind::Draw).await;
    let asked = shown(&house, game).await;
    assert_eq!(asked.offers[0].awaited, [DEE]);
    // Cy moves, and has not offered it again: it is not Cy's wish any more.
    let moved = move_on(&house, game).await;
    assert_eq!(moved.offers[0].agreed, [ANN, BOB]);
    assert_eq!(shown(&house, game).await.offers, moved.offers);
    offer(&house, CY, game, OfferKind::Draw).await;
    assert!(is_over(&offer(&house, DEE, game, OfferKind::Draw).await));
}

#[tokio::test]
async fn consents_to_a_draw_are_void_when_somebody_leaves() {
    let house = House::new().await;
    let game = house.four(per_move(3, false)).await;
    offer(&house, ANN, game, OfferKind::Draw).await;
    offer(&house, BOB, game, OfferKind::Draw).await;
    house
        .app
        .resign(house.by(DEE), Which::Game(game))
        .await
        .unwrap();
    assert!(shown(&house, game).await.offers.is_empty());
    let over = offer(&house, CY, game, OfferKind::Draw).await;
    assert_eq!(over.phase, Phase::Playing);
}

#[tokio::test]
async fn a_rematch_that_was_withdrawn_can_be_proposed_again_and_nobody_is_told_twice() {
    let house = House::new().await;
    let game = house.game().await.game;
    house
        .app
        .resign(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    whys(&house).await;
    offer(&house, ANN, game, OfferKind::Rematch).await;
    assert_eq!(whys(&house).await.len(), 1);
    decline(&house, ANN, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert!(shown(&house, game).await.offers.is_empty());
    offer(&house, ANN, game, OfferKind::Rematch).await;
    assert_eq!(whys(&house).await, []);
    // What the other one has declined is another matter.
    decline(&house, BOB, game, OfferKind::Rematch)
        .await
        .unwrap();
    let again = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Rematch)
        .await;
    assert!(again.unwrap_err().to_string().contains("was declined"));
    offer(&house, BOB, game, OfferKind::Rematch).await;
    let rematch = offer(&house, ANN, game, OfferKind::Rematch).await;
    assert_eq!(rematch.phase, Phase::Playing);
}

/// A match of four that is over.
async fn four_over(house: &House) -> GameId {
    let game = house.four(per_move(3, false)).await;
    for user in [ANN, BOB, CY, DEE] {
        offer(house, user, game, OfferKind::Draw).await;
    }
    game
}

#[tokio::test]
async fn a_rematch_of_four_is_opened_with_those_who_want_it() {
    let house = House::new().await;
    let game = four_over(&house).await;
    offer(&house, BOB, game, OfferKind::Rematch).await;
    whys(&house).await;
    let asked = decline(&house, ANN, game, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [CY, DEE]);
    let declined = Why::Declined {
        kind: OfferKind::Rematch,
        user: ANN,
    };
    assert_eq!(whys(&house).await, [(Some(BOB), declined)]);
    offer(&house, CY, game, OfferKind::Rematch).await;
    let table = decline(&house, DEE, game, OfferKind::Rematch)
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
    // Everybody moves on by one seat.
    assert_eq!(table.seats[0].1, Some(BOB));
    assert_eq!(table.seats[1].1, Some(CY));
    house
        .app
        .join(house.by(DEE), table.game, Some(Seat(2)))
        .await
        .unwrap();
    let stranger = UserId(777);
    let begun = house.app.join(house.by(stranger), table.game, None).await;
    assert_eq!(begun.unwrap().phase, Phase::Playing);
    assert_eq!(
        house.app.store().row(game).await.unwrap().rematch,
        Some(table.game)
    );
}

#[tokio::test]
async fn a_rematch_of_four_need_not_wait_for_those_who_say_nothing() {
    let house = House::new().await;
    let game = four_over(&house).await;
    offer(&house, ANN, game, OfferKind::Rematch).await;
    // One alone opens nothing.
    let alone = offer(&house, ANN, game, OfferKind::Rematch).await;
    assert_eq!(alone.game, game);
    offer(&house, BOB, game, OfferKind::Rematch).await;
    house
        .now
        .fetch_add(DAY, std::sync::atomic::Ordering::SeqCst);
    let table = offer(&house, ANN, game, OfferKind::Rematch).await;
    assert_ne!(table.game, game);
    assert!(matches!(table.phase, Phase::Open { empty: 2, .. }));
    let late = house
        .app
        .offer(house.by(CY), Which::Game(game), OfferKind::Rematch)
        .await;
    let sentence = late.unwrap_err().to_string();
    assert!(
        sentence.contains(&format!("is game {}", table.game.0)),
        "{sentence}"
    );
}

#[tokio::test]
async fn a_rematch_of_four_that_everybody_wants_begins() {
    let house = House::new().await;
    let game = four_over(&house).await;
    for user in [ANN, BOB, CY] {
        offer(&house, user, game, OfferKind::Rematch).await;
    }
    let begun = offer(&house, DEE, game, OfferKind::Rematch).await;
    assert_eq!(begun.phase, Phase::Playing);
}
