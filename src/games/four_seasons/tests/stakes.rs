//! Payments into the pool, and its winners.

use super::*;

fn ledger(game: &dyn Game) -> serde_json::Value {
    game.extra()
        .into_iter()
        .find(|(key, _)| *key == "ledger")
        .unwrap()
        .1
}

#[test]
fn stakes_are_paid_for_losses_checks_and_mates() {
    let stakes = [
        ("stakes", "on"),
        ("stake_capture", "2"),
        ("stake_check", "3"),
        ("stake_mate", "5"),
        ("stake_entry", "10"),
    ];
    // Only the sides that are in pay the entry.
    let text = "gK,7/8/8/8/6,gR,1/1,rN,6/7,gR/rK,5,rP^,1 g gr - 0";
    let mut game = with(&stakes, text);
    assert_eq!(
        ledger(&*game)["paid"],
        serde_json::json!({"green": 10, "red": 10, "black": 0, "white": 0})
    );
    // The rook takes a pawn and threatens the king; the knight can move between.
    game.play("Rg4xg1").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 10 + 2 + 3);
    // With a pawn in place of the knight it is mate, and the pawn is paid for.
    let mut game = with(&stakes, &text.replace("rN", "rPv"));
    game.play("Rg4xg1").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 10 + 2 + 3 + 5);
    assert_eq!(ledger(&*game)["pool"], 30);
    assert_eq!(
        ledger(&*game)["won"],
        serde_json::json!({"green": 30}),
        "the winner takes the pool"
    );
    assert_eq!(KIND.new_game(&Options::new()).unwrap().extra().len(), 0);
}

#[test]
fn the_pool_is_split_on_a_draw_the_rest_from_green_on() {
    let stakes = [("stakes", "on"), ("stake_entry", "5")];
    let mut three = with(&stakes, "gK,6,wK/8/8/3,xP^,4/8/8/8/7,rK g grw - 299");
    three.play("a8b8").unwrap();
    assert_eq!(status(&*three), "draw:no-progress");
    let book = ledger(&*three);
    assert_eq!(book["pool"], 15);
    assert_eq!(
        book["won"],
        serde_json::json!({"green": 5, "red": 5, "white": 5})
    );
    let mut two = with(
        &[("stakes", "on"), ("stake_entry", "3")],
        "gK,7/8/8/3,xP^,4/8/8/8/7,wK w gw - 199",
    );
    two.play("Kg1").unwrap();
    assert_eq!(
        ledger(&*two)["won"],
        serde_json::json!({"green": 3, "white": 3})
    );
}

#[test]
fn a_new_threat_is_paid_once_a_move_and_only_by_a_new_piece() {
    let stakes = [("stakes", "on")];
    // The rook on e5 already threatens; moving along the file is no new threat.
    let text = "gK,7/8/8/4,gR,3/8/8/8/4,rK,3 g gr - 0";
    let mut game = with(&stakes, text);
    game.play("Re5-e4").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 0);
    // A discovered double threat is one payment.
    let text = "gK,7/8/8/4,gR,3/8/4,gN,3/8/4,rK,3 g gr - 0";
    let mut game = with(&stakes, text);
    game.play("Ne3-c2").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 1);
}

#[test]
fn checkpoints_keep_the_ledger_and_the_former_owners() {
    let pairs = [("stakes", "on")];
    let mut game = with(
        &pairs,
        "gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0",
    );
    game.play("Rg4-g1").unwrap();
    let again = game.resume(&game.checkpoint()).unwrap();
    assert_eq!(again.text(), game.text());
    assert_eq!(again.extra(), game.extra());
    assert_eq!(again.status_lines(), game.status_lines());
    let view = crate::scene::View::default();
    assert_eq!(again.scene(&view), game.scene(&view));
}

#[test]
fn a_draw_by_agreement_splits_the_pool_and_ranks_those_who_are_out() {
    // With a draw the pool is split among those still in.
    let text = "gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0";
    let mut game = with(&[("stakes", "on"), ("stake_entry", "5")], text);
    game.play("drop:white").unwrap();
    game.play("Rg4-g1").unwrap();
    assert_eq!(game.placings(), None, "it goes on");
    game.agree();
    assert_eq!(status(&*game), "draw:agreement");
    assert_eq!(game.placings(), Some(vec![1, 3, 1, 4]));
    let pool = ledger(&*game);
    assert_eq!(pool["pool"], 22, "four entries, a check and a piece");
    assert_eq!(pool["won"], serde_json::json!({"green": 11, "black": 11}));
    assert!(game.legal().is_empty() && game.resign_move(GREEN).is_none());
}

/// An open table and the first board say what is paid; what costs nothing is left out.
#[test]
fn stakes_are_explained_in_one_line() {
    let line = |pairs: &[(&str, &str)]| {
        let game = KIND.new_game(&options(pairs)).unwrap();
        let mut topics = game.topics().into_iter();
        topics
            .find(|topic| topic.key == "seasons.stakes")
            .unwrap()
            .line
    };
    assert_eq!(
        line(&[("stakes", "on")]),
        "This is for play money. You pay into the pool: 1 for each piece that you lose, 1 when your king is newly attacked \
         and 1 for each piece that you have left when mated. The winner takes it."
    );
    assert_eq!(
        line(&[
            ("stakes", "on"),
            ("stake_check", "0"),
            ("stake_mate", "0"),
            ("stake_entry", "5")
        ]),
        "This is for play money. You pay into the pool: 5 at the start and 1 for each piece that you lose. The winner takes it."
    );
}
