//! Tests of ratings that mean something: which matches count for them, in which order a leaderboard lists them, and who
//! learns of the change.

use rookery::app::{MatchRef, MatchView, Moderator, NotifyBy, OfferKind, Preferences, Scope, Side};
use rookery::match_state::{DAY, GameId, Moderation, RatingChange, Terms, Uncounted, UserId};

use crate::harness::{ANN, BOB, CY, TestApp, challenge, match_view, on, pass, per_move, sent};

/// The changes by a first win.
const GAIN: [RatingChange; 2] = [
    RatingChange {
        user: ANN,
        before: 1_500,
        after: 1_338,
    },
    RatingChange {
        user: BOB,
        before: 1_500,
        after: 1_662,
    },
];

/// Lets Ann give up a match with Bob after so many moves; returns what is shown then.
async fn given_up(harness: &TestApp, terms: Terms, moves: usize) -> MatchView {
    let game = harness.begun(on(terms)).await;
    harness.moves(game, [ANN, BOB], moves).await;
    resign(harness, game).await
}

async fn resign(harness: &TestApp, game: GameId) -> MatchView {
    let which = MatchRef::Game(game);
    harness.app.resign(harness.by(ANN), which).await.unwrap()
}

/// Returns the number of a player's matches that have counted.
async fn counted(harness: &TestApp, user: UserId) -> u32 {
    let profile = harness.app.profile(user).await.unwrap();
    profile.ratings.iter().map(|(_, one)| one.matches()).sum()
}

#[tokio::test]
async fn a_match_given_up_or_timed_out_before_the_tenth_move_does_not_count() {
    let harness = TestApp::new().await;
    let terms = per_move(1, true);
    let over = given_up(&harness, terms, 9).await;
    assert_eq!((over.ratings.len(), counted(&harness, BOB).await), (0, 0));
    assert_eq!(over.uncounted, Some(Uncounted::TooShort));
    let late = harness.begun(on(terms)).await;
    harness.moves(late, [ANN, BOB], 8).await;
    pass(&harness, DAY).await;
    assert_eq!(counted(&harness, BOB).await, 0);
    // It counts for whether people stay.
    assert_eq!(harness.app.profile(ANN).await.unwrap().abandoned, 1);
    let over = given_up(&harness, terms, 10).await;
    assert_eq!((over.ratings.as_slice(), over.uncounted), (&GAIN[..], None));
    assert_eq!(counted(&harness, BOB).await, 1);
    // What the players end together counts after two moves of each.
    let drawn = harness.begun(on(terms)).await;
    harness.moves(drawn, [ANN, BOB], 4).await;
    for user in [ANN, BOB] {
        let (by, which) = (harness.by(user), MatchRef::Game(drawn));
        harness.app.offer(by, which, OfferKind::Draw).await.unwrap();
    }
    assert_eq!(counted(&harness, BOB).await, 2);
}

#[tokio::test]
async fn of_the_matches_of_two_people_four_a_month_count() {
    let harness = TestApp::new().await;
    // The month begins: 1 February 2027, 00:00 UTC.
    harness
        .now
        .store(1_801_440_000, std::sync::atomic::Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    for number in 1..=6 {
        let over = given_up(&harness, per_move(14, false), 10).await;
        assert_eq!(over.ratings.is_empty(), number > 4, "{number}");
        let often = (number > 4).then_some(Uncounted::PlayedOften);
        assert_eq!(over.uncounted, often, "{number}");
        assert_eq!(counted(&harness, ANN).await, number.min(4));
        pass(&harness, DAY).await;
    }
    // Against somebody else it counts.
    let mut new = on(per_move(14, false));
    new.opponents = vec![CY];
    let other = harness.app.open(harness.by(ANN), new).await.unwrap().game;
    harness.app.join(harness.by(CY), other, None).await.unwrap();
    harness.moves(other, [ANN, CY], 10).await;
    assert_eq!(resign(&harness, other).await.ratings.len(), 2);
    // Up to the last second of the month, and from the first of the next.
    let late = harness.begun(on(per_move(14, false))).await;
    let next = harness.begun(on(per_move(14, false))).await;
    for game in [late, next] {
        harness.moves(game, [ANN, BOB], 10).await;
    }
    harness
        .now
        .store(1_803_859_199, std::sync::atomic::Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    assert_eq!(resign(&harness, late).await.ratings, []);
    harness
        .now
        .fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    assert_eq!(resign(&harness, next).await.ratings.len(), 2);
    assert_eq!(counted(&harness, BOB).await, 5);
}

/// `rated: no` holds for the match and its rematch, after a restart too; everything else counts as ever.
#[tokio::test]
async fn an_unrated_match_and_its_rematch_change_no_rating() {
    let mut harness = TestApp::new().await;
    let terms = Terms {
        unrated: true,
        ..per_move(3, false)
    };
    let table = harness.app.open(harness.by(ANN), on(terms)).await.unwrap();
    assert_eq!(table.terms, Some(terms), "told before anyone joins");
    let game = table.game;
    harness.app.join(harness.by(BOB), game, None).await.unwrap();
    harness.moves(game, [ANN, BOB], 10).await;
    harness = harness.restart().await;
    let over = resign(&harness, game).await;
    assert_eq!((over.terms, over.ratings), (Some(terms), Vec::new()));
    let mut rematch = None;
    for user in [ANN, BOB] {
        let (by, which) = (harness.by(user), MatchRef::Game(game));
        let offered = harness.app.offer(by, which, OfferKind::Rematch).await;
        rematch = Some(offered.unwrap());
    }
    let rematch = rematch.unwrap();
    assert_ne!(rematch.game, game);
    assert_eq!(rematch.terms, Some(terms));
    harness.moves(rematch.game, [BOB, ANN], 10).await;
    resign(&harness, rematch.game).await;
    let profile = harness.app.profile(ANN).await.unwrap();
    assert!(profile.ratings.is_empty(), "{:?}", profile.ratings);
    assert_eq!(profile.finished, 2);
    let export = harness.app.history(harness.by(ANN), MatchRef::Game(game));
    let file = export.await.unwrap().file;
    assert!(file.contains("soft open:7 unrated"), "{file}");
    assert_eq!(Terms::from_text(&terms.to_string()), Some(terms));
    for bad in [
        "move:3 soft open:7 unrated unrated",
        "move:3 soft open:7 rated",
    ] {
        assert_eq!(Terms::from_text(bad), None, "{bad}");
    }
}

/// The result tells the change to everybody, and whoever is notified of it alone, theirs.
#[tokio::test]
async fn a_result_tells_what_it_changes() {
    let harness = TestApp::new().await;
    let direct = Preferences {
        notify_by: NotifyBy::Direct,
        ..Preferences::default()
    };
    harness.app.prefer(harness.by(BOB), direct).await.unwrap();
    let over = given_up(&harness, per_move(3, false), 10).await;
    assert_eq!(over.ratings, GAIN);
    assert_eq!(match_view(&harness, over.game).await.ratings, GAIN);
    let told = sent(&harness).await;
    let texts: Vec<&str> = told
        .iter()
        .filter(|notice| notice.to == Some(BOB))
        .flat_map(|notice| notice.items.iter().map(|item| item.text.as_str()))
        .collect();
    let ended = "Black wins: White resigned. Your rating: 1500 → 1662.";
    assert!(texts.contains(&ended), "{texts:?}");
    // What is done after the end counts nothing again.
    let moderator = Moderator {
        request: harness.by(UserId(777)),
        scope: Scope::Server,
    };
    let (which, hide) = (MatchRef::Game(over.game), Moderation::Hide);
    harness
        .app
        .moderate(moderator, which, hide, None)
        .await
        .unwrap();
    assert_eq!(counted(&harness, BOB).await, 1);
    let own = harness.app.show(harness.by(ANN), which, Side::Own, None);
    assert_eq!(own.await.unwrap().ratings, GAIN);
}

/// One win of a newcomer is above nobody whose rating is proven: the order is by what a rating is at least.
#[tokio::test]
async fn a_leaderboard_is_in_the_order_of_what_a_rating_is_at_least() {
    let harness = TestApp::new().await;
    given_up(&harness, per_move(3, false), 10).await;
    let mut new = challenge();
    new.opponents = vec![CY];
    let other = harness.app.open(harness.by(ANN), new).await.unwrap().game;
    harness.app.join(harness.by(CY), other, None).await.unwrap();
    harness.moves(other, [ANN, CY], 10).await;
    resign(&harness, other).await;
    harness
        .execute("UPDATE rating SET rating = 1622, deviation = 100 WHERE \"user\" = 103")
        .await;
    let ladder = harness.app.ladder(harness.by(BOB), "abstract");
    let ladder = ladder.await.unwrap();
    let order: Vec<UserId> = ladder.players.iter().map(|(user, _)| *user).collect();
    assert_eq!(order, [CY, BOB, ANN]);
    assert_eq!(ladder.asker.map(|(place, _)| place), Some(2));
    let provisional: Vec<bool> = (ladder.players.iter())
        .map(|(_, rating)| rating.is_provisional())
        .collect();
    assert_eq!(provisional, [false, true, true]);
}
