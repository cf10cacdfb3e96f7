//! Databases as earlier versions wrote them (`databases/`, named by the last migration that those versions had): every
//! match in them can be gone on with, looked at, or has ended.

use rookery::app::{OfferKind, Phase, Rounds, Shown, Side, Which};
use rookery::store::PhaseName;
use rookery::table::{GameId, UserId};

use crate::house::{ANN, BOB, CY, DEE, House, sql};

const FIRST: &str = include_str!("databases/0001.sql");
const MONTHS: &str = include_str!("databases/0002.sql");
const TABLES: &str = include_str!("databases/0003.sql");
const PEOPLE: &str = include_str!("databases/0015.sql");

async fn games(house: &House) -> Vec<GameId> {
    let mut connection = sql(&house.database()).await;
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM game ORDER BY id")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    ids.into_iter().map(GameId).collect()
}

async fn look(house: &House, game: GameId) -> Shown {
    let which = Which::Game(game);
    let shown = house.app.show(house.by(ANN), which, Side::Public, None);
    shown
        .await
        .unwrap_or_else(|refusal| panic!("game {}: {refusal}", game.0))
}

/// A move of whoever is to move, as somebody finds it who takes what is offered.
async fn move_on(house: &House, shown: &Shown) -> Shown {
    let (which, user) = (Which::Game(shown.game), shown.next[0].1);
    let mut typed = String::new();
    for _ in 0..4 {
        let offered = house.app.complete_move(house.by(user), which, &typed).await;
        typed = offered.first().expect("a move").text.clone();
        if let Ok(moved) = house.app.play(house.by(user), which, &typed).await {
            return moved;
        }
    }
    panic!("game {}: no move was found from {typed}", shown.game.0)
}

/// Every match of the database is what its phase says, and the bot can go on with it.
async fn goes_on(mut house: House) -> House {
    for game in games(&house).await {
        let row = house.app.store().row(game).await.unwrap();
        let seen = look(&house, game).await;
        let which = Which::Game(game);
        let history = house.app.history(house.by(ANN), which).await.unwrap();
        assert!(history.file.contains(&format!("game {}", game.0)));
        match (row.phase, &seen.phase) {
            (PhaseName::Open, Phase::Open { invited, .. }) => {
                let guest = invited.first().copied().unwrap_or(UserId(7));
                let begun = house.app.join(house.by(guest), game, None).await.unwrap();
                assert_eq!(begun.phase, Phase::Playing);
                move_on(&house, &begun).await;
            }
            (PhaseName::Playing, Phase::Playing) => {
                assert_eq!((seen.ply, seen.since), (row.ply, row.since));
                let moved = move_on(&house, &seen).await;
                assert!(moved.ply > seen.ply);
                assert!(look(&house, game).await.standing == moved.standing);
            }
            // Its rules were corrected since.
            (PhaseName::Playing, Phase::Over { .. }) => {
                let row = house.app.store().row(game).await.unwrap();
                assert!(row.ending.unwrap().starts_with("over:correction"));
            }
            (PhaseName::Over, Phase::Over { .. }) => {
                let rounds = Rounds::default();
                let film = house.app.scenes(house.by(ANN), which, rounds, 100).await;
                assert!(film.unwrap().positions > 1);
            }
            phases => panic!("game {}: {phases:?}", game.0),
        }
    }
    house = house.restart().await;
    for game in games(&house).await {
        look(&house, game).await;
    }
    house
}

#[tokio::test]
async fn matches_of_every_earlier_schema_go_on() {
    for dump in [FIRST, MONTHS, TABLES, PEOPLE] {
        let house = goes_on(House::found(dump).await).await;
        for user in [ANN, BOB, CY] {
            house.app.games(house.by(user)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn matches_of_every_earlier_schema_go_on_when_their_rules_were_raised() {
    for dump in [FIRST, MONTHS, TABLES, PEOPLE] {
        let house = House::found(dump).await;
        let mut connection = sql(&house.database()).await;
        sqlx::query("UPDATE game SET rules = 0")
            .execute(&mut connection)
            .await
            .unwrap();
        drop(connection);
        goes_on(house.restart().await).await;
    }
}

#[tokio::test]
async fn offers_plans_notes_and_vacations_of_earlier_versions_are_still_there() {
    const OVER: GameId = GameId(1);
    const PLAYED: GameId = GameId(3);
    for dump in [MONTHS, TABLES, PEOPLE] {
        let house = House::found(dump).await;
        let offers = look(&house, PLAYED).await.offers;
        assert_eq!((offers[0].kind, offers[0].by), (OfferKind::Draw, BOB));
        let which = Which::Game(PLAYED);
        let plan = house.app.planned(house.by(ANN), which).await.unwrap();
        assert_eq!(plan.lines[0].text, "if Nb8-c6 then Nc3-b1");
        assert_eq!(
            house.app.notes(house.by(BOB), which).await.unwrap().len(),
            2
        );
        assert!(house.app.vacation(DEE).await.unwrap().until.is_some());
        let over = house.app.offer(house.by(ANN), which, OfferKind::Draw).await;
        assert!(matches!(over.unwrap().phase, Phase::Over { .. }));
        let which = Which::Game(OVER);
        let rematch = house.app.offer(house.by(BOB), which, OfferKind::Rematch);
        assert_eq!(rematch.await.unwrap().phase, Phase::Playing);
    }
}
