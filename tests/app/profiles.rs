//! Tests that profiles and leaderboards read counters which agree with a full count, whatever happened.

use std::collections::BTreeMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rookery::app::{MatchRef, Moderator, OfferKind, Scope};
use rookery::match_state::{DAY, GameId, Moderation, UserId};
use sqlx::SqliteConnection;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, legal, on, pass, per_move, sql};

const GAMES: usize = 40;

type Rows = Vec<(i64, String, i64, i64)>;

async fn rows(connection: &mut SqliteConnection, query: &'static str) -> Rows {
    let rows = sqlx::query_as(query).fetch_all(connection).await;
    rows.unwrap()
}

/// Counts everything that is stored, and compares.
async fn must_be_counted(harness: &TestApp) {
    let mut connection = sql(&harness.database()).await;
    // Places in ended matches of more than two, against somebody.
    let placed = rows(
        &mut connection,
        "SELECT seat.user, game.key, seat.placing, count(*) FROM seat JOIN game ON game.id = seat.game \
         WHERE seat.user > 0 AND seat.placing IS NOT NULL AND seat.until IS NULL AND game.phase = 'over' \
         AND (SELECT count(DISTINCT number) FROM seat AS other WHERE other.game = seat.game) > 2 \
         AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.user <> seat.user) \
         GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
    )
    .await;
    let counted =
        "SELECT user, key, placing, times FROM placing_count WHERE times <> 0 ORDER BY 1, 2, 3";
    assert_eq!(rows(&mut connection, counted).await, placed);
    // Matches with a move that were played to the end against somebody; and those left by running out of time.
    let done = rows(
        &mut connection,
        "SELECT user, '', sum(finished), sum(abandoned) FROM (\
         SELECT DISTINCT seat.user, seat.game, 1 AS finished, 0 AS abandoned FROM seat JOIN game ON game.id = seat.game \
         WHERE seat.user > 0 AND seat.until IS NULL AND game.phase = 'over' AND game.moves > 0 \
         AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = seat.game AND other.user <> seat.user) \
         AND NOT EXISTS (SELECT 1 FROM abandoned WHERE abandoned.user = seat.user AND abandoned.game = seat.game) \
         UNION ALL SELECT user, game, 0, 1 FROM abandoned) GROUP BY user ORDER BY user",
    )
    .await;
    let counted = "SELECT user, '', finished, abandoned FROM reliability WHERE finished + abandoned <> 0 ORDER BY user";
    assert_eq!(rows(&mut connection, counted).await, done);
    // A player's place is the number of stronger players, and of those as strong with a lower id.
    let members: Vec<(i64, f64)> = sqlx::query_as(
        "SELECT user, rating FROM member WHERE guild = 500 AND key = 'abstract' AND rating IS NOT NULL \
         ORDER BY rating DESC, user",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    for (place, (user, _)) in (1_u32..).zip(members) {
        let user = UserId(user.unsigned_abs());
        let ladder = harness
            .app
            .ladder(harness.by(user), "abstract")
            .await
            .unwrap();
        assert_eq!(ladder.asker.unwrap().0, place, "{user:?}");
    }
}

/// Causes one random action, or passes time; a refused action changes nothing.
async fn happen(harness: &TestApp, rng: &mut impl Rng, games: &BTreeMap<GameId, Vec<UserId>>) {
    let (game, players) = games.iter().nth(rng.random_range(0..games.len())).unwrap();
    let (game, which) = (*game, MatchRef::Game(*game));
    let user = players[rng.random_range(0..players.len())];
    let moderator = Moderator {
        request: harness.by(UserId(777)),
        scope: Scope::Server,
    };
    let app = &harness.app;
    match rng.random_range(0..16) {
        0 => drop(app.resign(harness.by(user), which).await),
        1 => drop(app.offer(harness.by(user), which, OfferKind::Draw).await),
        2 => drop(
            app.offer(harness.by(user), which, OfferKind::Takeback)
                .await,
        ),
        3 => drop(app.moderate(moderator, which, Moderation::End, None).await),
        4 => drop(app.moderate(moderator, which, Moderation::Hide, None).await),
        5 => drop(app.offer_seat(harness.by(user), which).await),
        6 => drop(app.take_seat(harness.by(UserId(105)), game, None).await),
        7 => drop(app.close(harness.by(user), game).await),
        8 => pass(harness, DAY / 2).await,
        _ => {
            let moves = legal(app, game).await;
            if let Some(text) = moves.get(rng.random_range(0..moves.len().max(1))) {
                for user in players {
                    drop(app.play(harness.by(*user), which, text).await);
                }
            }
        }
    }
}

#[tokio::test]
async fn counters_say_what_counting_everything_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let harness = TestApp::new().await;
    let mut games = BTreeMap::new();
    for number in 0..GAMES {
        let terms = per_move(3, number % 2 == 0);
        let (game, players) = match number % 4 {
            0 => (harness.four(terms).await, vec![ANN, BOB, CY, DEE]),
            1 => {
                // Against nobody but oneself, which counts for nothing.
                let alone = harness.app.import(harness.by(CY), "Game: abstract\n\n");
                (alone.await.unwrap().game, vec![CY])
            }
            _ => (harness.begun(on(terms)).await, vec![ANN, BOB]),
        };
        games.insert(game, players);
        for _ in 0..5 {
            happen(&harness, &mut rng, &games).await;
        }
        if number % 8 == 7 {
            must_be_counted(&harness).await;
        }
    }
    // The days end what goes on, and then one of the players is erased.
    for _ in 0..8 {
        pass(&harness, 2 * DAY).await;
    }
    let of_four = harness.four(per_move(3, false)).await;
    for user in [DEE, CY, BOB] {
        let resigned = harness
            .app
            .resign(harness.by(user), MatchRef::Game(of_four));
        resigned.await.unwrap();
    }
    must_be_counted(&harness).await;
    let profile = harness.app.profile(ANN).await.unwrap();
    let all = profile.finished > 0 && profile.abandoned > 0 && !profile.placings.is_empty();
    assert!(all, "{profile:?}");
    harness.app.erase(BOB).await.unwrap();
    must_be_counted(&harness).await;
    let gone = harness.app.profile(BOB).await.unwrap();
    assert_eq!(
        (gone.finished, gone.abandoned, gone.placings.len()),
        (0, 0, 0)
    );
    // He has resigned his running matches, so Ann may have more, and never less.
    let left = harness.app.profile(ANN).await.unwrap();
    assert!(left.finished >= profile.finished && left.placings >= profile.placings);
}
