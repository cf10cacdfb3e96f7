//! Help: hints in a game in which nobody is helped against somebody else, and what a player could have done better.

use rookery::app::{HintReason, Which};
use rookery::table::UserId;

use crate::house::{ANN, BOB, House, board};
use crate::machine::{badly_played, level, play};

#[tokio::test]
async fn hints_are_for_those_who_play_against_nobody_else() {
    let house = House::new().await;
    let others = house.game().await.game;
    for user in [ANN, BOB] {
        let refused = house.app.hint(house.by(user), Which::Game(others)).await;
        let refusal = refused.unwrap_err().to_string();
        assert!(refusal.contains("another person"), "{refusal}");
    }
    let game = play(&house, "abstract", 1).await;
    let refused = house.app.hint(house.by(BOB), Which::Game(game)).await;
    assert!(refused.is_err());
    let hint = house
        .app
        .hint(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    assert!(board(&house.app, game).await.legal().contains(&hint.text));
    assert_eq!(hint.reason, HintReason::Best);
    assert!(hint.piece.is_some());
    house.play(ANN, game, &hint.text).await;
    assert!(
        house
            .app
            .hint(house.by(ANN), Which::Game(game))
            .await
            .is_err(),
        "not her turn"
    );
}

#[tokio::test]
async fn whoever_has_played_badly_is_shown_what_was_better() {
    let (house, game) = badly_played(5).await;
    let machine = house.by(UserId::machine(level(5)));
    assert!(
        house.app.may_review(house.by(ANN), game).await.is_err(),
        "it is not over"
    );
    house
        .app
        .resign(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    assert!(house.app.review(house.by(BOB), game).await.is_err());
    let review = house.app.review(machine, game).await.unwrap();
    assert!((1..=3).contains(&review.notes.len()), "{:?}", review.notes);
    let note = &review.notes[0];
    assert!(note.lost >= 300 && note.made != note.better && !note.words.is_empty());
    let before: Vec<u32> = review.notes.iter().map(|note| note.ply).collect();
    assert!(before.is_sorted());
}
