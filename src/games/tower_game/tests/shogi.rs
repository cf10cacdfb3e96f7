//! Drops, promotion, endings and repetition of the Shogi Tower Game.

use super::super::shogi::repetition;
use super::*;
use crate::rules::{Occurrence, Reason};

#[test]
fn captures_go_to_the_hand_unpromoted() {
    // Ruling, "The Drops rules are exactly as in Shogi".
    let mut game = placed("rules=shogi", "Kaa1 kee9 Rcc4 +pcc6", "b - 0");
    let played = game.play("Rcc4xcc6").unwrap();
    assert_eq!(played.canonical, "Rcc4xcc6");
    assert_eq!(
        game.text(),
        text_of("rules=shogi", "Kaa1 kee9 Rcc6", "w P1 0")
    );
}

#[test]
fn a_piece_in_hand_is_dropped_on_any_empty_cube() {
    let game = placed("rules=shogi", "Kaa1 kee9 pcc5", "b G2R1s1 0");
    assert_eq!(legal(&*game, "R@").len(), 225 - 3);
    assert_eq!(legal(&*game, "G@").len(), 225 - 3);
    assert!(legal(&*game, "S@").is_empty(), "that is White's");
    let mut game = game;
    let played = game.play("G@cc4").unwrap();
    assert_eq!(played.words, "Gold general from the hand to cc4");
    assert_eq!(
        game.text(),
        text_of("rules=shogi", "Kaa1 kee9 pcc5 Gcc4", "w G1R1s1 0")
    );
}

#[test]
fn nothing_is_dropped_where_it_could_never_move() {
    let game = placed("rules=shogi", "Kaa1 kee8", "b P1L1N1C1J1S1 0");
    for (letter, highest) in [
        ('P', '8'),
        ('L', '8'),
        ('N', '7'),
        ('C', '7'),
        ('J', '7'),
        ('S', '9'),
    ] {
        let top = legal(&*game, &format!("{letter}@"))
            .iter()
            .filter_map(|mv| mv.chars().last())
            .max();
        assert_eq!(top, Some(highest), "{letter}");
    }
    assert!(refusal(&*game, "N@bb8").contains("never move again"));
    let game = placed("rules=shogi", "Kaa1 kee8", "w p1n1 0");
    let lowest = |prefix: &str| {
        legal(&*game, prefix)
            .iter()
            .filter_map(|mv| mv.chars().last())
            .min()
    };
    assert_eq!((lowest("P@"), lowest("N@")), (Some('2'), Some('3')));
}

#[test]
fn two_pawns_on_a_file_are_forbidden() {
    // Inventor's page: "the no-double pawn rule".
    let game = placed("rules=shogi", "Kaa1 kee9 Pcc4 +Pdd4 pbb6", "b P1 0");
    let files: Vec<String> = legal(&*game, "P@cc");
    assert!(files.is_empty());
    assert!(refusal(&*game, "P@cc7").contains("nifu"));
    assert!(refusal(&*game, "P@cc7").contains("cc4"));
    // A promoted pawn does not count, nor does the enemy's.
    assert_eq!(legal(&*game, "P@dd").len(), 7);
    assert_eq!(legal(&*game, "P@bb").len(), 7);
}

#[test]
fn a_dropped_pawn_may_not_mate_but_a_moved_pawn_may() {
    // Inventor's page: "the no-checkmate pawn drop". The king on aa9 is hemmed in by his own lances and generals.
    let hem = "kaa9 lba9 lab9 lbb9 sba8 sab8 gbb8 Kee1 Rdd2";
    let dropped = placed("rules=shogi", &format!("{hem} Gab7"), "b P1L1 0");
    // The pawn on aa8 would be protected by the gold on ab7, and nothing of White's can take it.
    let mated = dropped.parse_move("P@aa8");
    let status = |mut game: Box<dyn Game>, mv: &str| {
        game.play(mv).unwrap();
        game.status().to_text(&KIND)
    };
    // The silvers below him do not go sideways, the gold does not go aslant.
    assert_eq!(
        mated.unwrap_err().sentence,
        "A pawn may not be dropped to give checkmate."
    );
    // A lance may.
    assert_eq!(status(dropped, "L@aa8"), "won:black:checkmate");
    // And so may a pawn that moves there.
    let moved = placed("rules=shogi", &format!("{hem} Gab7 Paa7"), "b - 0");
    assert_eq!(status(moved, "Paa7-aa8"), "won:black:checkmate");
    // A pawn's drop that the king can answer is legal.
    let unprotected = placed("rules=shogi", hem, "b P1 0");
    assert_eq!(unprotected.parse_move("P@aa8").unwrap(), "P@aa8");
}

#[test]
fn promotion_in_the_last_three_ranks_is_optional() {
    // Inventor's page: "upon reaching the last three ranks ... optional unless the piece is immobile"; ruling: a move
    // that begins or ends there.
    let game = placed("rules=shogi", "Kaa1 kee9 Gcc6", "b - 0");
    assert_eq!(
        legal(&*game, "Gcc6-cc7"),
        ["Gcc6-cc7", "Gcc6-cc7=+"],
        "the gold general promotes too"
    );
    assert_eq!(legal(&*game, "Gcc6-cb6"), ["Gcc6-cb6"]);
    let game = placed("rules=shogi", "Kaa1 kee9 Rcc7", "b - 0");
    assert_eq!(
        legal(&*game, "Rcc7-cc2"),
        ["Rcc7-cc2", "Rcc7-cc2=+"],
        "leaving the zone"
    );
    let game = placed("rules=shogi", "Kcc6 kee9 +Rdd7", "b - 0");
    assert!(!game.legal().iter().any(|mv| mv.ends_with('+')));
    let game = placed("rules=shogi", "Kaa1 kee9 gcc4", "w - 0");
    assert_eq!(
        legal(&*game, "Gcc4-cc3").len(),
        2,
        "White's zone is levels 3 to 1"
    );
}

#[test]
fn promotion_is_compulsory_for_what_could_never_move_again() {
    let game = placed(
        "rules=shogi",
        "Kaa1 kee9 Pab8 Lac8 Ncc6 Cdc6 Jcb6 Nea7",
        "b - 0",
    );
    assert_eq!(legal(&*game, "Pab8"), ["Pab8-ab9=+"]);
    assert_eq!(legal(&*game, "Lac8"), ["Lac8-ac9=+"]);
    for piece in ["Ncc6", "Cdc6", "Jcb6"] {
        let texts = legal(&*game, piece);
        assert!(!texts.is_empty());
        assert!(texts.iter().all(|mv| mv.ends_with("8=+")), "{texts:?}");
    }
    assert!(legal(&*game, "Nea7").iter().all(|mv| mv.ends_with("9=+")));
    assert!(refusal(&*game, "Pab8-ab9=").contains("must be promoted"));
}

#[test]
fn promoted_pieces_are_spelt_with_a_plus() {
    let mut game = placed("rules=shogi", "Kaa1 kee9 Paa6 Rcc7", "b - 0");
    assert_eq!(game.parse_move("aa7=+").unwrap(), "Paa6-aa7=+");
    assert_eq!(game.parse_move("aa7=").unwrap(), "Paa6-aa7");
    assert_eq!(
        game.parse_move("aa7").unwrap_err().suggestions,
        ["Paa6-aa7", "Paa6-aa7=+"],
        "whether to promote must be said"
    );
    for mv in ["Paa6-aa7=+", "Kee9-ed9"] {
        game.play(mv).unwrap();
    }
    assert_eq!(game.parse_move("+Paa7-ab7").unwrap(), "+Paa7-ab7");
    assert!(game.text().contains("+P"));
}

#[test]
fn a_side_without_a_move_loses() {
    // Ruling, as in Shogi.
    let game = placed("rules=shogi", "kaa9 Kbc9 Rba5 Rbc6 Gaa7", "w - 0");
    assert!(!game.check());
    assert_eq!(game.status().to_text(&KIND), "won:black:stalemate");
    // With anything in hand there is a move.
    let game = placed("rules=shogi", "kaa9 Kbc9 Rba5 Rbc6 Gaa7", "w p1 0");
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn the_fourth_occurrence_draws() {
    let mut game = placed("rules=shogi", "Kaa1 kee9 Gcc4", "b - 0");
    for _ in 0..3 {
        assert_eq!(game.status(), Status::Ongoing);
        for mv in ["Gcc4-cb4", "Kee9-ed9", "Gcb4-cc4", "Ked9-ee9"] {
            game.play(mv).unwrap();
        }
    }
    assert_eq!(game.status().to_text(&KIND), "draw:repetition");
}

#[test]
fn perpetual_check_loses() {
    // The rook checks along column and row without end; the king steps between two cubes.
    let mut game = placed("rules=shogi", "Kaa1 kee9 Rce5", "b - 0");
    game.play("Rce5-ee5").unwrap();
    for _ in 0..3 {
        assert_eq!(game.status(), Status::Ongoing);
        for mv in ["Kee9-de9", "Ree5-de5", "Kde9-ee9", "Rde5-ee5"] {
            assert!(game.play(mv).is_ok(), "{mv}");
        }
    }
    assert_eq!(game.status().to_text(&KIND), "won:white:repetition");
}

#[test]
fn one_quiet_turn_between_makes_it_a_draw() {
    let seen = |position: u128, check: bool, turn: Seat| Occurrence {
        position,
        check,
        turn,
    };
    let cycle = |quiet_round: Option<usize>| {
        let mut history = vec![seen(1, true, Seat::WHITE)];
        for round in 0..3 {
            history.push(seen(2, false, Seat::BLACK));
            history.push(seen(3, quiet_round != Some(round), Seat::WHITE));
            history.push(seen(4, false, Seat::BLACK));
            history.push(seen(1, true, Seat::WHITE));
        }
        repetition(&history)
    };
    assert_eq!(
        cycle(None),
        Some(Status::Won {
            winner: Seat::WHITE,
            reason: Reason::Repetition
        })
    );
    for round in 0..3 {
        assert_eq!(cycle(Some(round)), Some(Status::Drawn(Reason::Repetition)));
    }
}

#[test]
fn no_progress_counts_everything_but_captures_pawns_promotions_and_drops() {
    let count = |game: &dyn Game| game.text().rsplit(' ').next().map(str::to_owned);
    let pieces = "Kaa1 kee9 Gcc6 +Pbb5 Pdd4 Rec4 pec6";
    for (mv, after) in [
        ("Gcc6-cb6", "8"),
        ("Gcc6-cc7=+", "0"),
        ("+Pbb5-bb6", "8"),
        ("Pdd4-dd5", "0"),
        ("Rec4xec6", "0"),
        ("N@cc3", "0"),
    ] {
        let mut game = placed("rules=shogi", pieces, "b N1 7");
        game.play(mv).unwrap();
        assert_eq!(count(&*game).as_deref(), Some(after), "{mv}");
    }
}

/// Different pieces become the same general: the refusal tells which it was where the text names another. A piece in
/// hand is not missing.
#[test]
fn refusals_know_generals_and_hands() {
    let game = placed("rules=shogi", "Kaa1 kee9 +Pac5 ncc5", "b N1 0");
    assert_eq!(
        refusal(&*game, "+Lac5-ac6"),
        "The piece on ac5 is a uranium general that was a pawn, not a uranium general that was a lance."
    );
    assert!(refusal(&*game, "Pac5-ac6").contains("a uranium general, not a pawn"));
    assert_eq!(
        refusal(&*game, "Nxcc5"),
        "Black has no knight on the board, only in hand: a drop is written N@cc5."
    );
    assert_eq!(refusal(&*game, "Ccc4"), "Black has no captain.");
}
