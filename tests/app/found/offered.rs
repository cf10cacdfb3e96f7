//! Tests of the lists of seats that players of running games offer.

use rookery::app::{Entries, MatchRef, Moderator, OpenTables, Request, Scope};
use rookery::match_state::{ChannelId, GameId, Moderation, UserId};

use super::{AWAY, HERE, away, public, table};
use crate::harness::{ANN, BOB, CY, DEE, TestApp, legal, pass, per_move, sql};

const EVE: UserId = UserId(105);

async fn seats(harness: &TestApp, request: Request) -> OpenTables {
    harness
        .app
        .tables(request, Entries::Seats, 0)
        .await
        .unwrap()
}

async fn games(harness: &TestApp, request: Request) -> Vec<GameId> {
    let page = seats(harness, request).await;
    page.tables.iter().map(|table| table.game).collect()
}

async fn offer(harness: &TestApp, user: UserId, game: GameId) {
    let offered = harness
        .app
        .offer_seat(harness.by(user), MatchRef::Game(game));
    offered.await.unwrap();
}

async fn moves(harness: &TestApp, user: UserId, game: GameId) {
    let text = legal(&harness.app, game).await.swap_remove(0);
    harness.play(user, game, &text).await;
}

/// "Offered seats can be found: before open tables, until nobody offers one any more."
#[tokio::test]
async fn a_seat_is_listed_while_it_is_offered() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    public(&harness, game).await;
    assert_eq!(games(&harness, harness.by(EVE)).await, []);
    offer(&harness, DEE, game).await;
    // Moves change nothing about it, nor does another offer but the number.
    for user in [ANN, BOB] {
        moves(&harness, user, game).await;
    }
    offer(&harness, CY, game).await;
    let found = seats(&harness, harness.by(EVE)).await.tables.remove(0);
    assert_eq!((found.game, found.free, found.begun), (game, 2, Some(2)));
    assert!(!found.mine && !found.far && found.terms.is_some());
    assert!(seats(&harness, harness.by(ANN)).await.tables[0].mine);
    // With open tables, which are newer, the seats are first, on every page once.
    let mut all = vec![game];
    for _ in 0..6 {
        all.insert(1, table(&harness, ANN).await);
    }
    let mut listed = Vec::new();
    for page in 0..2 {
        let page = harness
            .app
            .tables(harness.by(EVE), Entries::SeatsAndTables, page)
            .await;
        listed.extend(page.unwrap().tables.iter().map(|table| table.game));
    }
    assert_eq!(listed, all);
    let kept = harness.app.keep_seat(harness.by(CY), MatchRef::Game(game));
    kept.await.unwrap();
    assert_eq!(seats(&harness, harness.by(EVE)).await.tables[0].free, 1);
    harness
        .app
        .take_seat(harness.by(EVE), game, None)
        .await
        .unwrap();
    assert_eq!(games(&harness, harness.by(UserId(777))).await, []);
}

/// A player who ran out of time twice has not offered the seat, but anyone may take it until the player moves.
#[tokio::test]
async fn a_seat_whose_player_is_out_of_time_is_listed_until_the_player_moves() {
    let harness = TestApp::new().await;
    let game = harness.four(per_move(1, false)).await;
    public(&harness, game).await;
    for _ in 0..2 {
        pass(&harness, 25 * 3_600).await;
    }
    assert_eq!(games(&harness, harness.by(EVE)).await, [game]);
    moves(&harness, ANN, game).await;
    assert_eq!(games(&harness, harness.by(EVE)).await, []);
}

/// "Elsewhere only where both servers allow it; a hidden or private game never."
#[tokio::test]
async fn offered_seats_are_found_only_where_open_tables_would_be() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    for server in [HERE, AWAY] {
        app.set_tables_shared(server, true).await.unwrap();
    }
    let game = harness.four(per_move(3, false)).await;
    app.set_home(game, ChannelId(950)).await.unwrap();
    offer(&harness, DEE, game).await;
    // Until everyone in the server may read there, it is found there alone.
    let (here, inside, far) = (harness.by(EVE), harness.at(EVE, 950), away(&harness, EVE));
    let set = async |audience: &str| {
        let mut connection = sql(&harness.database()).await;
        let audience = sqlx::query("UPDATE game SET audience = ?").bind(audience);
        audience.execute(&mut connection).await.unwrap();
    };
    for (audience, near) in [("channel", 1), ("players", 0)] {
        set(audience).await;
        assert_eq!(games(&harness, inside).await.len(), near, "{audience}");
        assert_eq!(games(&harness, here).await, [], "{audience}");
        assert_eq!(games(&harness, far).await, [], "{audience}");
    }
    set("server").await;
    assert_eq!(games(&harness, here).await, [game]);
    assert!(seats(&harness, far).await.tables[0].far);

    let moderator = Moderator {
        request: harness.by(UserId(666)),
        scope: Scope::Server,
    };
    let which = MatchRef::Game(game);
    let hidden = app.moderate(moderator, which, Moderation::Hide, None);
    hidden.await.unwrap();
    for request in [here, inside, far] {
        assert_eq!(games(&harness, request).await, []);
    }
    let refused = app.take_seat(away(&harness, EVE), game, None).await;
    assert!(refused.is_err());
    let moderator = Moderator {
        request: harness.by(UserId(666)),
        ..moderator
    };
    let shown = app.moderate(moderator, which, Moderation::Show, None);
    shown.await.unwrap();
    assert_eq!(games(&harness, far).await, [game]);

    // The setting counts as it is now, not as it was when the game began.
    for server in [HERE, AWAY] {
        app.set_tables_shared(server, false).await.unwrap();
        assert_eq!(games(&harness, far).await, [], "{server:?}");
        let refused = app.take_seat(away(&harness, EVE), game, None).await;
        assert!(refused.unwrap_err().to_string().contains("no game"));
        app.set_tables_shared(server, true).await.unwrap();
    }
    let taken = app
        .take_seat(away(&harness, EVE), game, None)
        .await
        .unwrap();
    assert_eq!(taken.seats[3].1, Some(EVE));
    let remote = app.store().remote_players(game).await.unwrap();
    assert_eq!(remote, [EVE], "notified by direct message");
}
