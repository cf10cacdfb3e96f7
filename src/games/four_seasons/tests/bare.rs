//! The option `bare=out`: a lone king is out. Ruling of the house, after players of the field: the leaflet is silent,
//! and mate is hard to give.

use super::*;
use crate::engine::{LEVELS, Limits, Request};

const OUT: &[(&str, &str)] = &[("bare", "out")];

/// Red has a king and a pawn, which Green's knight can take.
const LAST_PAWN: &str = "gK,7/gN,7/2,rPv,5/8/8/8/6,bPv,1/3,rK,3,bK g grb - 0";

#[test]
fn a_side_whose_king_is_alone_is_out_when_the_turn_ends() {
    let mut game = with(OUT, LAST_PAWN);
    let played = game.play("Na7xc6").unwrap();
    assert_eq!(
        played.consequences,
        ["Red is out: Green took Red's last piece."]
    );
    assert_eq!(
        game.text(),
        "gK,7/8/2,gN,5/8/8/8/6,bPv,1/7,bK b gb - 0",
        "the king is removed, and the turn is Black's"
    );
    assert_eq!(
        game.status_lines()[1],
        "Red is out: Green took Red's last piece."
    );
    let again = game.resume(&game.checkpoint()).unwrap();
    assert_eq!(again.status_lines(), game.status_lines());
    let scene = game.scene(&crate::scene::View::default());
    let mut items = scene.trays.iter().flat_map(|tray| &tray.items);
    assert!(items.any(|item| item.text == "Green beat Red"));
    // As in the leaflet, the lone king plays on without the option.
    let mut usual = at(LAST_PAWN);
    assert!(usual.play("Na7xc6").unwrap().consequences.is_empty());
    assert_eq!(usual.turn(), RED);
}

#[test]
fn frozen_pieces_do_not_count_and_conquered_ones_do() {
    let frozen = LAST_PAWN.replace("6,bPv,1", "xR,5,bPv,1");
    let mut game = with(OUT, &frozen);
    game.play("Na7xc6").unwrap();
    assert!(game.text().contains(" b gb "), "{}", game.text());
    // A pawn that goes left is none that Red began with.
    let conquered = LAST_PAWN.replace("6,bPv,1", "2,rP<,3,bPv,1");
    let mut game = with(OUT, &conquered);
    assert!(game.play("Na7xc6").unwrap().consequences.is_empty());
    assert_eq!(game.turn(), RED);
}

#[test]
fn the_last_side_in_wins_and_places_are_as_for_mates() {
    let mut game = with(OUT, LAST_PAWN);
    game.play("Na7xc6").unwrap();
    game.play("Kh1-h2").unwrap();
    game.play("Nc6-e5").unwrap();
    game.play("Pg2-g1=Q").unwrap();
    game.play("Ne5-f3").unwrap();
    game.play("Kh2-h3").unwrap();
    assert_eq!(game.legal().iter().filter(|mv| mv.contains('x')).count(), 1);
    game.play("Nf3xg1").unwrap();
    assert_eq!(status(&*game), "won:green:last-standing");
    assert_eq!(game.placings(), Some(vec![1, 3, 2, 4]));
}

#[test]
fn the_king_that_goes_may_uncover_a_mate() {
    // Red's king blocks the first rank for Green's rook.
    let text = "gK,7/gN,7/2,rPv,5/8/8/8/6,bP^,bP^/gR,2,rK,3,bK g grb - 0";
    let mut game = with(OUT, text);
    assert_eq!(
        game.play("Na7xc6").unwrap().consequences,
        [
            "Red is out: Green took Red's last piece.",
            "Black is checkmated and is out; Green takes over 2 pieces."
        ]
    );
    assert_eq!(status(&*game), "won:green:last-standing");
}

#[test]
fn a_lone_king_guards_its_last_piece_until_the_turn_ends() {
    // Rule 9 holds for the move, and only afterwards is the king alone.
    let game = with(OUT, "7,gR/8/8/8/3,gK,4/2,rPv,5/1,rK,6/8 g gr - 0");
    let refusal = game.parse_move("Kd4xc3").unwrap_err();
    let why = "The king can't go to c3: Red's king on b2 would attack it there.";
    assert!(refusal.sentence.starts_with(why), "{refusal}");
}

#[test]
fn several_lone_kings_in_a_text_go_in_the_order_of_rule_13() {
    // Each attacks the next in turn order, so the right-hand neighbour of the player who moved is the first.
    let text = "gK,6,wK/gR,6,wR/8/8/8/8/8/rK,6,bK g grbw - 0";
    for (text, first, placings) in [
        (text.to_owned(), "Red", vec![1, 4, 3, 2]),
        (text.replace(" g ", " b "), "Black", vec![1, 3, 4, 2]),
    ] {
        let mut game = with(OUT, &text);
        let lines = game.status_lines();
        assert_eq!(lines[1], format!("{first} is out: only the king was left."));
        game.play("drop:white").unwrap();
        assert_eq!(game.placings(), Some(placings));
    }
    assert!(at(text).text().contains(" g grbw "), "as in the leaflet");
}

#[test]
fn lone_kings_that_are_all_left_share_the_game() {
    let text = "gK,6,wK/8/8/8/8/8/8/7,bK g gbw - 0";
    let game = with(
        &[("bare", "out"), ("stakes", "on"), ("stake_entry", "5")],
        text,
    );
    assert_eq!(status(&*game), "draw:bare-kings");
    assert_eq!(game.placings(), Some(vec![1, 4, 1, 1]));
    assert_eq!(game.text(), text);
    let won = &game.extra()[0].1["won"];
    assert_eq!(
        *won,
        serde_json::json!({"green": 5, "black": 5, "white": 5})
    );
    assert_eq!(status(&*at(text)), "draw:dead");
}

#[test]
fn stakes_are_paid_as_for_a_mate_with_no_piece_left() {
    let stakes = [
        ("bare", "out"),
        ("stakes", "on"),
        ("stake_capture", "2"),
        ("stake_mate", "5"),
    ];
    let mut game = with(&stakes, &LAST_PAWN.replace("6,bPv,1", "8"));
    // Black's king is alone in the text: nothing is left to pay for.
    assert_eq!(game.extra()[0].1["pool"], 0);
    game.play("Na7xc6").unwrap();
    let book = &game.extra()[0].1;
    assert_eq!(
        book["paid"]["red"], 2,
        "the pawn, and no piece with the king"
    );
    assert_eq!(book["won"], serde_json::json!({"green": 2}));
}

#[test]
fn a_lost_side_does_not_throw() {
    let mut game = with(
        &[("bare", "out"), ("dice", "on")],
        &LAST_PAWN.replace(" - ", " 3 "),
    );
    game.play("Na7xc6").unwrap();
    assert_eq!(game.turn(), BLACK);
    assert_eq!(game.chance().len(), 6);
}

#[test]
fn lists_hints_and_the_machine_know_that_the_last_piece_wins() {
    let text = LAST_PAWN
        .replace(",3,bK g grb", ",4 g gr")
        .replace("6,bPv,1", "8");
    let game = with(OUT, &text);
    assert!(game.overview().unwrap().wins);
    assert!(!at(&text).overview().unwrap().wins);
    let request = Request {
        level: Some(&LEVELS[2]),
        ..Request::strongest(Limits::nodes(500))
    };
    let found = game.search(&request).unwrap();
    assert_eq!(found.text, "Na7xc6");
    let why = game.why("Na7xc6", found.best[0].mate()).unwrap();
    assert_eq!(game.reason(&why), "This puts an opponent out of the game.");
    let choices = game.complete("Nc6", 25);
    assert!(
        choices[0]
            .label
            .ends_with("takes Red's pawn on c6, puts Red out"),
        "{choices:?}"
    );
}

/// An open table shows the topics that its options add.
#[test]
fn each_option_is_explained_in_one_line_and_no_line_explains_the_default() {
    let keys = |pairs: &[(&str, &str)]| -> Vec<String> {
        let topics = with(pairs, START).topics().into_iter();
        topics.map(|topic| topic.key).collect()
    };
    let usual = keys(&[]);
    for (pairs, key) in [
        (OUT, "seasons.bare"),
        (&[("stakes", "on")][..], "seasons.stakes"),
        (&[("diagonals", "walls")][..], "seasons.walls"),
        (&[("conqueror", "last")][..], "seasons.last"),
    ] {
        let mut with_line = usual.clone();
        with_line.push(key.to_owned());
        assert_eq!(keys(pairs), with_line);
    }
    assert_eq!(KIND.variants[0].options, OUT, "offered first");
}

/// A side with one piece besides the king is named, since that piece may be taken even where it is guarded.
#[test]
fn the_last_pieces_are_named() {
    let line = |game: &dyn Game| game.status_lines().last().cloned().unwrap();
    let game = with(OUT, LAST_PAWN);
    assert_eq!(
        line(&*game),
        "One piece left: Green (knight a7), Red (pawn c6), Black (pawn g2). A side without it is out."
    );
    assert!(line(&*at(LAST_PAWN)).starts_with("Order of play"));
}
