//! Tests of databases as earlier versions wrote them (`databases/`, named by the newest migration of each version):
//! every match in them can be continued, viewed, or has ended.

use rookery::app::{BulletinKind, Entries, MatchRef, MatchView, OfferKind, Phase, Rounds, Side};
use rookery::match_state::{ChannelId, GameId, GuildId, UserId};
use rookery::store::PhaseName;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, sql};

const FIRST: &str = include_str!("databases/0001.sql");
const MONTHS: &str = include_str!("databases/0002.sql");
const TABLES: &str = include_str!("databases/0003.sql");
const COUNTED: &str = include_str!("databases/0015.sql");
const LEARNT: &str = include_str!("databases/0023.sql");
const SEATS: &str = include_str!("databases/0025.sql");
const DAILY: &str = include_str!("databases/0030.sql");
const MINED: &str = include_str!("databases/0040.sql");

/// All of them, the oldest first. Of the later ones only the rows are stored, with the migration that made the tables.
const EARLIER: [(&str, Option<i64>); 8] = [
    (FIRST, None),
    (MONTHS, None),
    (TABLES, None),
    (COUNTED, None),
    (LEARNT, None),
    (SEATS, Some(25)),
    (DAILY, Some(30)),
    (MINED, Some(40)),
];

async fn games(harness: &TestApp) -> Vec<GameId> {
    let mut connection = sql(&harness.database()).await;
    let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM game ORDER BY id")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    ids.into_iter().map(GameId).collect()
}

async fn look(harness: &TestApp, game: GameId) -> MatchView {
    let which = MatchRef::Game(game);
    let match_view = harness.app.show(harness.by(ANN), which, Side::Public, None);
    match_view
        .await
        .unwrap_or_else(|refusal| panic!("game {}: {refusal}", game.0))
}

/// Makes a move for the player to move, chosen from the suggestions.
async fn move_on(harness: &TestApp, match_view: &MatchView) -> MatchView {
    let (which, user) = (MatchRef::Game(match_view.game), match_view.next[0].1);
    let mut typed = String::new();
    for _ in 0..4 {
        let offered = harness
            .app
            .complete_move(harness.by(user), which, &typed)
            .await
            .unwrap();
        typed = offered.first().expect("a move").text.clone();
        if let Ok(moved) = harness.app.play(harness.by(user), which, &typed).await {
            return moved;
        }
    }
    panic!("game {}: no move was found from {typed}", match_view.game.0)
}

/// Checks that every match of the database is in its stored phase, and that the bot can continue it.
async fn goes_on(mut harness: TestApp) -> TestApp {
    for game in games(&harness).await {
        let row = harness.app.store().row(game).await.unwrap();
        let seen = look(&harness, game).await;
        let which = MatchRef::Game(game);
        let history = harness.app.history(harness.by(ANN), which).await.unwrap();
        assert!(history.file.contains(&format!("game {}", game.0)));
        match (row.phase, &seen.phase) {
            (PhaseName::Open, Phase::Open { invited, .. }) => {
                let guest = invited.first().copied().unwrap_or(UserId(7));
                let begun = harness
                    .app
                    .join(harness.by(guest), game, None)
                    .await
                    .unwrap();
                assert_eq!(begun.phase, Phase::Playing);
                move_on(&harness, &begun).await;
            }
            (PhaseName::Playing, Phase::Playing) => {
                assert_eq!((seen.ply, seen.since), (row.ply, row.since));
                let moved = move_on(&harness, &seen).await;
                assert!(moved.ply > seen.ply);
                assert!(look(&harness, game).await.status_lines == moved.status_lines);
            }
            // Its rules were corrected since.
            (PhaseName::Playing, Phase::Over { .. }) => {
                let row = harness.app.store().row(game).await.unwrap();
                assert!(row.ending.unwrap().starts_with("over:correction"));
            }
            (PhaseName::Over, Phase::Over { .. }) => {
                let rounds = Rounds::default();
                let film = harness
                    .app
                    .scenes(harness.by(ANN), which, rounds, 100)
                    .await;
                match film {
                    Ok(film) => assert!(film.positions > 1),
                    Err(refusal) => assert_eq!(seen.moves, 0, "{refusal}"),
                }
            }
            phases => panic!("game {}: {phases:?}", game.0),
        }
    }
    harness = harness.restart().await;
    for game in games(&harness).await {
        look(&harness, game).await;
    }
    harness
}

#[tokio::test]
async fn matches_of_every_earlier_schema_go_on() {
    for (dump, newest) in EARLIER {
        let harness = goes_on(TestApp::found(dump, newest).await).await;
        for user in [ANN, BOB, CY] {
            harness.app.games(harness.by(user)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn matches_of_every_earlier_schema_go_on_when_their_rules_were_raised() {
    for (dump, newest) in EARLIER {
        let harness = TestApp::found(dump, newest).await;
        let mut connection = sql(&harness.database()).await;
        sqlx::query("UPDATE game SET rules = 0")
            .execute(&mut connection)
            .await
            .unwrap();
        drop(connection);
        goes_on(harness.restart().await).await;
    }
}

#[tokio::test]
async fn offers_plans_notes_and_vacations_of_earlier_versions_are_still_there() {
    const OVER: GameId = GameId(1);
    const PLAYED: GameId = GameId(3);
    for dump in [MONTHS, TABLES] {
        let harness = TestApp::found(dump, None).await;
        let offers = look(&harness, PLAYED).await.offers;
        assert_eq!((offers[0].kind, offers[0].by), (OfferKind::Draw, BOB));
        let which = MatchRef::Game(PLAYED);
        let plan = harness.app.planned(harness.by(ANN), which).await.unwrap();
        assert_eq!(plan.lines[0].text, "if Nb8-c6 then Nc3-b1");
        assert_eq!(
            harness
                .app
                .notes(harness.by(BOB), which)
                .await
                .unwrap()
                .len(),
            2
        );
        assert!(harness.app.vacation(DEE).await.unwrap().until.is_some());
        let over = harness
            .app
            .offer(harness.by(ANN), which, OfferKind::Draw)
            .await;
        assert!(matches!(over.unwrap().phase, Phase::Over { .. }));
        let which = MatchRef::Game(OVER);
        let rematch = harness
            .app
            .offer(harness.by(BOB), which, OfferKind::Rematch);
        assert_eq!(rematch.await.unwrap().phase, Phase::Playing);
    }
}

/// Counters of profiles are filled once in a database of an earlier version, which counted on request.
#[tokio::test]
async fn what_players_did_under_earlier_versions_counts() {
    let harness = TestApp::found(COUNTED, None).await;
    let mut counted = Vec::new();
    for user in [ANN, BOB, CY, DEE] {
        let profile = harness.app.profile(user).await.unwrap();
        let places = profile.placings.into_iter().flat_map(|(_, places)| places);
        let places: Vec<(u8, u32)> = places.collect();
        counted.push((profile.finished, profile.abandoned, places));
    }
    assert_eq!(
        counted,
        [
            (3, 1, vec![(1, 1)]),
            (4, 0, vec![(2, 1)]),
            (0, 0, vec![(3, 1)]),
            (0, 0, vec![(4, 1)]),
        ]
    );
}

/// Tables that were open under an earlier version are found: the seats without an invitation.
#[tokio::test]
async fn open_seats_of_earlier_versions_are_found() {
    let harness = TestApp::found(LEARNT, None).await;
    let page = harness
        .app
        .tables(harness.by(CY), Entries::SeatsAndTables, 0)
        .await
        .unwrap();
    let found: Vec<(i64, u8)> = page
        .tables
        .iter()
        .map(|table| (table.game.0, table.free))
        .collect();
    assert_eq!(found, [(16, 1)]);
}

/// Channels' subscriptions, daily puzzles and mined puzzles survive from the versions that had them.
#[tokio::test]
async fn bulletins_daily_puzzles_and_mined_puzzles_of_earlier_versions_are_still_there() {
    const HERE: GuildId = GuildId(500);
    for (dump, newest, daily, mined) in [
        (SEATS, 25, None, 0),
        (DAILY, 30, Some(903), 0),
        (MINED, 40, Some(903), 1),
    ] {
        let harness = TestApp::found(dump, Some(newest)).await;
        for (kind, channel) in [(BulletinKind::Results, 901), (BulletinKind::Digest, 902)] {
            let asked = harness.app.bulletin(HERE, kind).await.unwrap();
            assert_eq!(asked, Some(ChannelId(channel)), "{kind:?}");
        }
        let asked = harness.app.daily_puzzle(HERE).await.unwrap();
        assert_eq!(asked, daily.map(ChannelId));
        let puzzles = harness.app.store().mined_puzzles("abstract").await.unwrap();
        assert_eq!(puzzles.len(), mined);
    }
}
