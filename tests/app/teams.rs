//! Tests of games of two teams: shared wins and losses, consent, and tables whose number of seats changes.

use rookery::app::{MatchRef, MatchView, NewGame, OfferKind, Phase, TableChange};
use rookery::games::GAMES;
use rookery::match_state::{DAY, GameId, Terms, UserId};
use rookery::rules::{Options, Seat};

use crate::harness::{ANN, BOB, CY, DEE, HOUR, TestApp, legal, match_view, pass, per_move};

/// Returns the game of two that a twist turns into one of two teams: its key, the option, the twist.
pub fn twist() -> (&'static str, &'static str, &'static str) {
    for kind in GAMES {
        let Some((key, values)) = kind.twist_option() else {
            continue;
        };
        let mut values = values.iter().map(|(value, _)| *value);
        if let Some(value) = values.find(|value| !kind.under(&kind.twisted(value)).teams.is_empty())
        {
            return (kind.key, key, value);
        }
    }
    panic!("there is a game of two teams")
}

fn teams(terms: Terms, seat: u8) -> NewGame {
    let (game, key, value) = twist();
    NewGame {
        game: game.to_owned(),
        options: [(key, value)].into_iter().collect(),
        opponents: Vec::new(),
        seat: Some(Seat(seat)),
        terms: Some(terms),
    }
}

/// Lets every player move, `rounds` times.
async fn play_rounds(harness: &TestApp, game: GameId, rounds: usize) {
    for _ in 0..4 * rounds {
        let (_, user) = match_view(harness, game).await.next[0];
        let moves = legal(&harness.app, game).await;
        harness.play(user, game, &moves[moves.len() / 3]).await;
    }
}

fn ending(match_view: &MatchView) -> &str {
    match &match_view.phase {
        Phase::Over { ending } => ending,
        other => panic!("{other:?}"),
    }
}

/// "A seat that resigns or runs out of time loses for both partners"; "ratings are of the pair's mean".
#[tokio::test]
async fn lost_time_loses_for_both_partners() {
    let harness = TestApp::new().await;
    let game = harness.seated(teams(per_move(1, true), 0)).await;
    play_rounds(&harness, game, 3).await;
    let harness = harness.restart().await;
    // Excused once, then anyone may take the seat over, then lost.
    for days in [1, 1, 3] {
        pass(&harness, days * DAY + HOUR).await;
    }
    let over = match_view(&harness, game).await;
    assert_eq!(
        ending(&over),
        "Black-a and White-b win: White-a ran out of time."
    );
    for (user, won) in [(ANN, 0), (DEE, 0), (BOB, 1), (CY, 1)] {
        let profile = harness.app.profile(user).await.unwrap();
        let (_, rating) = &profile.ratings[0];
        assert_eq!((rating.won, rating.lost), (won, 1 - won), "{user:?}");
        assert!((rating.rating > 1500.0) == (won == 1), "{user:?}");
    }
}

/// "A draw needs all four, a takeback all four."
#[tokio::test]
async fn all_four_agree_to_a_draw_and_a_takeback() {
    let harness = TestApp::new().await;
    let game = harness.seated(teams(per_move(3, false), 0)).await;
    play_rounds(&harness, game, 1).await;
    let before = harness.app.show(
        harness.by(ANN),
        MatchRef::Game(game),
        rookery::app::Side::Public,
        None,
    );
    let before = before.await.unwrap().scene;
    let moves = legal(&harness.app, game).await;
    harness.play(ANN, game, &moves[0]).await;
    pass(&harness, HOUR).await;
    for (kind, users) in [
        (OfferKind::Takeback, [ANN, DEE, BOB]),
        (OfferKind::Draw, [CY, ANN, DEE]),
    ] {
        let last = if kind == OfferKind::Draw { BOB } else { CY };
        for user in users {
            let offer = harness
                .app
                .offer(harness.by(user), MatchRef::Game(game), kind);
            let offered = offer.await.unwrap();
            assert!(!offered.offers.is_empty(), "{kind:?} waits for the others");
        }
        let offer = harness
            .app
            .offer(harness.by(last), MatchRef::Game(game), kind);
        let agreed = offer.await.unwrap();
        if kind == OfferKind::Takeback {
            assert_eq!((agreed.scene, agreed.next[0].1), (before.clone(), ANN));
        } else {
            assert_eq!(ending(&agreed), "A draw: the players agreed.");
        }
    }
}

/// A table of teams can become one of two and back; requested changes are replayed at a table of its size.
#[tokio::test]
async fn a_table_changes_its_seats_and_is_read_again() {
    let (key, option, value) = twist();
    for from_teams in [true, false] {
        let harness = TestApp::new().await;
        let mut new = teams(per_move(3, false), if from_teams { 3 } else { 1 });
        if !from_teams {
            new.options = Options::new();
        }
        let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
        let wanted = (!from_teams).then(|| value.to_owned());
        let change = TableChange::Twist(0, wanted);
        let changed = harness
            .app
            .change_table(harness.by(ANN), opened.game, change);
        let changed = changed.await.unwrap();
        let seats = if from_teams { 2 } else { 4 };
        assert_eq!(changed.seats.len(), seats, "{key} {option}");
        let harness = harness.restart().await;
        assert_eq!(match_view(&harness, opened.game).await.seats, changed.seats);
        for user in [BOB, CY, DEE].into_iter().take(seats - 1) {
            let joined = harness.app.join(harness.by(user), opened.game, None).await;
            joined.unwrap();
        }
        let harness = harness.restart().await;
        let begun = match_view(&harness, opened.game).await;
        assert!(matches!(begun.phase, Phase::Playing), "{begun:?}");
        let (_, user) = begun.next[0];
        let moves = legal(&harness.app, opened.game).await;
        harness.play(user, opened.game, &moves[0]).await;
    }
}

/// A table of teams stays one if more players are invited than a table of two has seats.
#[tokio::test]
async fn a_table_with_more_invited_than_seats_stays_as_it_is() {
    let harness = TestApp::new().await;
    let mut new = teams(per_move(3, false), 0);
    new.opponents = vec![BOB, CY];
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    let change = TableChange::Twist(0, None);
    let refused = harness
        .app
        .change_table(harness.by(ANN), opened.game, change);
    let refused = refused.await.unwrap_err();
    assert!(refused.to_string().contains("2 seats"), "{refused}");
    assert_eq!(match_view(&harness, opened.game).await.seats.len(), 4);
}

/// "A substitute takes a seat over as in Four Seasons": the partner stays, the newcomer decides and loses with them,
/// and the player who left has no part in the result.
#[tokio::test]
async fn a_substitute_comes_to_the_partners_side() {
    const EVE: UserId = UserId(105);
    let harness = TestApp::new().await;
    let game = harness.seated(teams(per_move(3, false), 0)).await;
    let which = MatchRef::Game(game);
    play_rounds(&harness, game, 1).await;
    // Dee, whose partner is Ann, wants to leave, and plays on until somebody comes.
    let offered = harness.app.offer_seat(harness.by(DEE), which).await;
    offered.unwrap();
    play_rounds(&harness, game, 1).await;
    for player in [ANN, BOB, DEE] {
        let refused = harness
            .app
            .take_seat(harness.by(player), game, Some(Seat(3)));
        let refused = refused.await.unwrap_err().to_string();
        assert!(refused.contains("somebody new"), "{player:?}: {refused}");
    }
    let refused = harness.app.take_seat(harness.by(EVE), game, Some(Seat(0)));
    assert!(refused.await.is_err(), "Ann has not offered hers");
    let taken = harness.app.take_seat(harness.by(EVE), game, Some(Seat(3)));
    let taken = taken.await.unwrap();
    assert_eq!(taken.seats[3].1, Some(EVE));
    assert_eq!(taken.teams, [[Seat(0), Seat(3)], [Seat(1), Seat(2)]]);
    let harness = harness.restart().await;

    // The player to move decides, with the hand and the board of the seat as they were.
    for user in [ANN, BOB, CY, EVE] {
        let moves = legal(&harness.app, game).await;
        harness.play(user, game, &moves[moves.len() / 2]).await;
    }
    let kind = OfferKind::Draw;
    let refused = harness.app.offer(harness.by(DEE), which, kind).await;
    assert!(refused.is_err(), "who has left agrees to nothing");
    for user in [ANN, BOB, EVE] {
        let offered = harness
            .app
            .offer(harness.by(user), which, kind)
            .await
            .unwrap();
        assert!(matches!(offered.phase, Phase::Playing), "{user:?}");
    }
    let refused = harness.app.play(harness.by(DEE), which, "zz9").await;
    assert!(refused.is_err());

    // She loses with her partner.
    let over = harness.app.resign(harness.by(ANN), which).await.unwrap();
    assert_eq!(ending(&over), "Black-a and White-b win: White-a resigned.");
    for (user, won, lost) in [(ANN, 0, 1), (EVE, 0, 1), (BOB, 1, 0), (CY, 1, 0)] {
        let profile = harness.app.profile(user).await.unwrap();
        let (_, rating) = &profile.ratings[0];
        assert_eq!((rating.won, rating.lost), (won, lost), "{user:?}");
    }
    let left = harness.app.profile(DEE).await.unwrap();
    assert!(left.ratings.is_empty(), "{:?}", left.ratings);
}
