//! Tests of records of games: ratings, game texts and moving pictures.

use crate::harness::{ANN, BOB, CY, TestApp, challenge, four, legal, match_view};
use rookery::app::{MatchRef, OfferKind};
use rookery::match_state::{DAY, GameId, Pace, Terms};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn ratings_count_games_of_two_people_after_the_second_move_of_each() {
    let harness = TestApp::new().await;
    let short = harness.begun(challenge()).await;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        harness.play(user, short, text).await;
    }
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(short))
        .await
        .unwrap();
    assert!(harness.app.profile(BOB).await.unwrap().ratings.is_empty());
    let game = harness.begun(challenge()).await;
    harness.moves(game, [ANN, BOB], 10).await;
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    let (ann, bob) = (
        harness.app.profile(ANN).await.unwrap(),
        harness.app.profile(BOB).await.unwrap(),
    );
    assert!(bob.ratings[0].1.rating > 1600.0 && ann.ratings[0].1.rating < 1400.0);
    assert_eq!((bob.ratings[0].1.won, ann.ratings[0].1.lost), (1, 1));
    assert_eq!((bob.finished, bob.reliability()), (2, Some(100)));
    let ladder = harness
        .app
        .ladder(harness.by(CY), "abstract")
        .await
        .unwrap();
    assert_eq!(
        ladder
            .players
            .iter()
            .map(|(user, _)| *user)
            .collect::<Vec<_>>(),
        [BOB, ANN]
    );
}

#[tokio::test]
async fn a_game_text_is_brought_in_and_says_the_same_again() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        harness.play(user, game, text).await;
    }
    harness
        .app
        .resign(harness.by(BOB), MatchRef::Game(game))
        .await
        .unwrap();
    let dice = harness.seated(four(true)).await;
    for _ in 0..6 {
        let at = match_view(&harness, dice).await;
        let moves = legal(&harness.app, dice).await;
        harness.play(at.next[0].1, dice, &moves[0]).await;
    }
    let next = match_view(&harness, dice).await.next[0].1;
    harness
        .app
        .resign(harness.by(next), MatchRef::Game(dice))
        .await
        .unwrap();
    for game in [game, dice] {
        let before = harness
            .app
            .history(harness.by(ANN), MatchRef::Game(game))
            .await
            .unwrap();
        let copy = harness
            .app
            .import(harness.by(CY), &before.file)
            .await
            .unwrap();
        assert!(copy.seats.iter().all(|(_, user)| *user == Some(CY)));
        let after = harness
            .app
            .history(harness.by(CY), MatchRef::Game(copy.game))
            .await
            .unwrap();
        assert_eq!(moves_of(&before.file), moves_of(&after.file));
        assert_eq!(match_view(&harness, game).await.scene, copy.scene);
    }
    for text in [
        "",
        "hello",
        "Game: ludo\n\n1. x",
        "Game: abstract\nRules: 1\n\n1. Pe2-e9",
        "Game: abstract\nRules: 999\n\n",
        // Without an empty line after the headers.
        "Game: abstract\n1. Pe2-e9",
        "Game: abstract\nhello",
        "Game: abstract 1. f2+g1",
        "1. f2+g1\nGame: abstract",
    ] {
        let refused = harness.app.import(harness.by(CY), text).await.unwrap_err();
        assert!(!refused.to_string().is_empty());
    }
    let close = "Game: abstract\n1. f2+g1";
    let copy = harness.app.import(harness.by(CY), close).await.unwrap();
    assert_eq!(copy.moves, 1);
}

/// Moves of an imported text are judged like any others: a move of the other side's piece ends the import, and no match
/// begins.
#[tokio::test]
async fn a_game_text_moves_nobody_elses_piece() {
    let harness = TestApp::new().await;
    let file = |moves: &str| {
        let rules = rookery::games::find("towers").unwrap().rules_version;
        format!("Game: towers\nRules: {rules}\nResult: ongoing\n\n{moves}\n")
    };
    for moves in [
        "1. Nd10-e8",
        "1. Nb3-c5 Nc5-d7",
        "1. Nb3-c5 Nd10-c8 2. Nc8-b6",
        "1. Nb3-c5 Pa4-a5",
    ] {
        let refused = harness.app.import(harness.by(CY), &file(moves)).await;
        assert!(refused.is_err(), "{moves}");
    }
    let copy = harness
        .app
        .import(harness.by(CY), &file("1. Nb3-c5 Nd10-c8"))
        .await;
    assert_eq!(copy.unwrap().game, GameId(1), "no match was begun before");
}

/// Returns the entries without remarks.
fn moves_of(file: &str) -> Vec<String> {
    let moves = file.split_once("\n\n").unwrap().1;
    let bare = moves.split('{').next().unwrap();
    bare.split_whitespace()
        .filter(|word| !word.ends_with('.'))
        .map(str::to_owned)
        .collect()
}

/// A film shows the game as it was played: moves taken back are left out, also if the clock has struck or a player has
/// gone on vacation in between.
#[tokio::test]
async fn a_film_leaves_out_what_was_taken_back() {
    let mut harness = TestApp::new().await;
    let mut new = challenge();
    new.terms = Some(Terms {
        pace: Pace::PerMove { days: 1 },
        ..Terms::default()
    });
    let game = harness.begun(new).await;
    let which = MatchRef::Game(game);
    let film = async |harness: &TestApp, from, to| {
        let rounds = rookery::app::Rounds { from, to };
        let film = harness.app.scenes(harness.by(CY), which, rounds, 400).await;
        film.unwrap()
    };
    let mut scenes = vec![match_view(&harness, game).await.scene];
    scenes.push(harness.play(ANN, game, "Ng1-f3").await.scene);
    scenes.push(harness.play(BOB, game, "Nb8-c6").await.scene);
    let both = async |harness: &TestApp| {
        for user in [ANN, BOB] {
            let offer = harness
                .app
                .offer(harness.by(user), which, OfferKind::Takeback);
            offer.await.unwrap();
        }
    };
    // After a move, the other player runs out of time, is given a day and goes on vacation; then the move is taken
    // back.
    harness.play(ANN, game, "Pe2-e3").await;
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    harness.app.tick().await.unwrap();
    harness.app.gift(harness.by(ANN), which).await.unwrap();
    harness
        .app
        .begin_vacation(harness.by(BOB), 3)
        .await
        .unwrap();
    both(&harness).await;
    assert_eq!(match_view(&harness, game).await.next[0].1, ANN);
    let whole = film(&harness, None, None).await;
    assert_eq!((&whole.scenes, whole.to), (&scenes, 1));
    // Taken back again and again, far and near.
    harness.play(ANN, game, "Pa2-a3").await;
    harness.play(BOB, game, "Pa7-a6").await;
    both(&harness).await;
    scenes.push(harness.play(ANN, game, "Pb2-b3").await.scene);
    scenes.push(harness.play(BOB, game, "Pb7-b6").await.scene);
    scenes.push(harness.play(ANN, game, "Pd2-d3").await.scene);
    harness = harness.restart().await;
    let whole = film(&harness, None, None).await;
    assert_eq!((whole.positions, whole.from, whole.to), (6, 1, 3));
    assert_eq!(whole.scenes, scenes);
    let part = film(&harness, Some(2), Some(2)).await;
    assert_eq!(part.scenes, scenes[2..=4]);
    assert_eq!((part.from, part.to), (2, 2));
    let file = harness
        .app
        .history(harness.by(ANN), which)
        .await
        .unwrap()
        .file;
    let copy = harness.app.import(harness.by(CY), &file).await.unwrap();
    assert_eq!(copy.scene, scenes[5], "and the text brings in the same");
}
