//! Refusals: moves that a mutator forbids, and sentences that name its rule.

use super::super::super::board::Cube;
use super::super::super::pieces::Role;
use super::super::super::position::TowerGame;
use super::super::of;
use super::{KIND, options, placed, refusal, started};
use crate::rules::RuleErrorKind;

#[test]
fn refusals_name_the_rule_of_the_mutator() {
    let rest = ["5/5/5/5/5"; 6].join("|");
    let duty = format!("5/5/2r2/5/5|{rest}|5/5/2K2/5/R3n w - - 0");
    let game = placed("mutator=suicide", &duty);
    assert!(refusal(&*game, "Raa1-aa2").contains("if you can capture, you must"));
    let alice = format!("4k/5/5/5/5|{rest}|5/5/5/n*4/K4 w - - 0");
    let game = placed("mutator=alice", &alice);
    assert!(refusal(&*game, "Kaa1-ab1").contains("board B"));
    let half = format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - - 0");
    let game = placed("mutator=half", &half);
    assert!(refusal(&*game, "Raa1-da1").contains("half as far"));
    let benedict = format!("4k/5/5/5/5|{rest}|4K/5/5/5/R2n1 w - - 0");
    let game = placed("mutator=benedict", &benedict);
    assert!(refusal(&*game, "Raa1-da1").contains("nothing is captured"));
    let game = started("mutator=anywhere");
    assert!(refusal(&*game, "Pcc2-cc4").contains("every piece is placed"));
    assert!(refusal(&*game, "R@cc1").contains("king is placed first"));
    let atomic = format!("4k/5/5/5/5|{rest}|5/5/5/n4/K3R w - - 0");
    let game = placed("mutator=atomic", &atomic);
    assert!(refusal(&*game, "Kaa1xab1").contains("Atomic"));
    // Fusion: "No compound joins anybody and nobody joins a compound"; pawns are joined by nobody, nor is one's own
    // kind.
    let compound = format!("4k/5/5/5/5|{rest}|4K/5/5/RR2F/(MN)3B w - - 0");
    let game = placed("mutator=fusion", &compound);
    for (mv, why) in [
        ("MNaa1&ab1", "a compound joins nobody"),
        ("Rab1&aa1", "nobody joins a compound"),
        ("Rab1&bb1", "of different kinds"),
        ("Bea1&eb1", "pawns and fools are not joined"),
    ] {
        let refused = refusal(&*game, mv);
        assert!(refused.contains(why), "{mv}: {refused}");
    }
    // The letters of a compound are read in any order.
    assert_eq!(game.parse_move("NMaa1-ba3").unwrap(), "MNaa1-ba3");
    let hands = format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - - P1 0");
    let game = placed("mutator=crazyhouse", &hands);
    assert!(refusal(&*game, "P@aa8").contains("first or last level"));
    assert!(refusal(&*game, "N@cc4").contains("Crazyhouse"));
    assert!(refusal(&*started("mutator=bughouse"), "A:N@cc4").contains("Bughouse"));
    assert!(refusal(&*started("mutator=bughouse"), "B:Pcc2-cc4").contains("board A"));
    let held = format!(
        "4k/5/5/5/5|5/5/5/5/P4|{}|5/5/5/5/K4 w - - B1p1 - 0",
        ["5/5/5/5/5"; 5].join("|")
    );
    let game = placed("mutator=hostage", &held);
    let exchange = refusal(&*game, "P:B@cc4");
    assert_eq!(exchange, "For a pawn you get only a pawn, not a bishop.");
    let home = held.replace("B1p1", "B1");
    let promoted = refusal(&*placed("mutator=hostage", &home), "Paa7-aa8=R");
    assert!(promoted.contains("only a piece of its side"), "{promoted}");
    let doubles = "4k/5/5/5/5|5/5/4n/5/5|5/5/5/5/5|5/5/5/5/nbn2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0";
    let game = placed("mutator=doppelganger", doubles);
    for wrong in ["Raa1xaa5", "Raa1xaa5:ba5"] {
        let question = refusal(&*game, wrong);
        assert!(
            question.contains("Which other piece goes too? Raa1xaa5:ca5"),
            "{question}"
        );
    }
}

/// Magnetic, Alice and Benedict have no en passant; other impossible pawn moves are refused as in the plain game.
#[test]
fn what_pawns_cannot_do_names_the_rule() {
    let passed = "4k/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|5/5/5/2P2/5|5/5/5/5/5|5/5/5/5/P4|5/5/5/5/5|4K/5/5/5/5 b - - 0";
    for (mutator, why) in [
        ("magnetic", "Magnetic: there is no en passant"),
        ("alice", "Alice: there is no en passant"),
        ("benedict", "Benedict: nothing is captured"),
        ("half", "only on the turn right after"),
    ] {
        let mut game = placed(&format!("mutator={mutator}"), passed);
        game.play("Pcc7-cc5").unwrap();
        if mutator == "half" {
            assert!(game.parse_move("Pcb5xcc6").is_ok(), "{mutator}");
            game.play("Kee1-ee2").unwrap();
            game.play("Kee8-ee7").unwrap();
        }
        let refused = refusal(&*game, "Pcb5xcc6");
        assert!(refused.contains(why), "{mutator}: {refused}");
        assert!(refusal(&*game, "Pcb5-cb4").contains("never go back"));
        assert!(refusal(&*game, "Paa3-aa5").contains("starting level"));
    }
    // "On the first rank they have the double step too."
    let first = format!(
        "4k/5/5/5/5|{}|4K/5/5/5/P4 w - - 0",
        ["5/5/5/5/5"; 6].join("|")
    );
    let game = placed("mutator=magnetic", &first);
    assert!(game.parse_move("Paa1-aa3").is_ok());
    let game = placed("mutator=magnetic", passed);
    assert!(!game.legal().contains(&"Pcc7-cc4".to_owned()));
    let third = first.replacen("5/5/5/5/5|4K/5/5/5/P4", "5/5/5/5/P4|4K/5/5/5/5", 1);
    let third = third.replacen("5/5/5/5/5|5/5/5/5/P4", "5/5/5/5/P4|5/5/5/5/5", 1);
    assert!(refusal(&*placed("mutator=magnetic", &third), "Paa3-aa5").contains("level 1 or 2"));
}

/// The goal without check: pawns become kings, and no fools, which are no kind of the starting army.
#[test]
fn extinction_says_why_there_are_no_fools() {
    let army = "rbmnc/j3k/5/5/5|5/5/2P2/p4/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|RBMNC/J3K/5/5/5 w - - 0";
    let game = placed("mutator=extinction", army);
    let refused = refusal(&*game, "Pcc7-cc8=F");
    assert!(
        refused.starts_with("Extinction: a pawn cannot become a fool."),
        "{refused}"
    );
    assert!(refused.contains("Pcc7-cc8=K"), "{refused}");
    assert!(game.parse_move("Pcc7-cc8=K").is_ok());
}

/// "A first move that gives check ends the turn"; en passant with the second move only "right after another such
/// capture".
#[test]
fn marseillais_says_why_a_second_move_is_refused() {
    let start = "4k/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|5/5/5/2P2/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|R4/5/3K1/5/5 b - - 1 0";
    let mut game = placed("mutator=marseillais", start);
    game.play("Pcc7-cc5").unwrap();
    assert!(game.parse_move("Pcb5xcc6").is_ok());
    let mut quiet = game.clone();
    quiet.play("Kdc1-dd1").unwrap();
    assert!(quiet.parse_move("Pcb5-cb6").is_ok());
    let refused = refusal(&*quiet, "Pcb5xcc6");
    assert!(
        refused.contains("Marseillais: en passant is possible with the first move of a turn"),
        "{refused}"
    );
    let quiet_turn = refusal(&*game, "Kee8-ee7");
    assert!(!quiet_turn.contains("Marseillais"), "{quiet_turn}");
    game.play("Rae1-ee1").unwrap();
    let refused = refusal(&*game, "Kdc1-dd1");
    assert!(
        refused.contains("A first move that gives check ends the turn."),
        "{refused}"
    );
}

/// A field that the mutators forbid, and pieces that cannot be.
#[test]
fn bad_positions_are_refused() {
    let rest = ["5/5/5/5/5"; 6].join("|");
    for (mutator, text) in [
        ("alice", format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - cc3 0")),
        ("atomic", format!("4k/5/5/5/5|{rest}|4K/5/5/5/R*4 w - - 0")),
        ("atomic", format!("5/5/5/5/5|{rest}|4K/5/5/5/R4 w - - 0")),
        (
            "crazyhouse",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - - 0"),
        ),
        (
            "crazyhouse",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - - K1 0"),
        ),
        (
            "crazyhouse",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/F4 w - - - 0"),
        ),
        (
            "doppelganger",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/F4 w - - 0"),
        ),
        ("suicide", format!("4k/5/5/5/5|{rest}|4K/5/5/5/F4 w - - 0")),
        (
            "extinction",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/P4 w - - 0"),
        ),
        (
            "marseillais",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - - 3 0"),
        ),
        (
            "fusion",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/(BR)4 w - - 0"),
        ),
        (
            "fusion",
            format!("4k/5/5/5/5|{rest}|4K/5/5/5/(RP)4 w - - 0"),
        ),
        (
            "hostage",
            format!("4k/5/5/5/5|{rest}|5/5/2K2/5/R4 w AA - - - 0"),
        ),
        ("benedict", format!("5/5/5/5/5|{rest}|4K/5/5/5/R4 b - - 0")),
        ("half", format!("4k/5/5/5/5|{rest}|4K/5/5/5/R4 w - - - 0")),
    ] {
        let refused = KIND.from_position(&options(&format!("mutator={mutator}")), &text);
        let kind = refused
            .map(|game| game.text())
            .map_err(|rejection| rejection.kind);
        assert_eq!(kind, Err(RuleErrorKind::BadPosition), "{mutator} {text}");
    }
}

/// Refusals by cause: the pieces held, their worth, the place of the drop.
#[test]
fn hostage_says_what_is_wrong_with_an_exchange_or_a_drop() {
    let rest = ["5/5/5/5/5"; 5].join("|");
    let held = format!("4k/5/5/5/5|5/5/5/5/P4|{rest}|5/5/5/5/K4 w - - B1p1n1 - 0");
    let game = placed("mutator=hostage", &held);
    for (text, why) in [
        ("R:B@cc4", "White holds no rook to give back."),
        ("N:R@cc4", "Black holds no rook of White's."),
        ("P:B@cc4", "For a pawn you get only a pawn, not a bishop."),
        (
            "N:B@ee8",
            "Pieces are put on empty squares, and a king is on ee8.",
        ),
    ] {
        assert_eq!(refusal(&*game, text), why, "{text}");
    }
    assert_eq!(game.parse_move("N:B@cc4").unwrap(), "N:B@cc4");
    let (rules, effects) = of(&options("mutator=hostage")).unwrap();
    let position = TowerGame::read_position(rules, effects, &held).unwrap();
    let cube = Cube::parse("cc4").unwrap();
    let given_back = "only a piece that the other side has given back can be dropped.";
    assert_eq!(
        position.why_not_freed(Role::Rook, cube),
        format!("White has no rook to drop: {given_back}")
    );
    assert_eq!(
        position.why_not_freed(Role::Bishop, cube),
        format!(
            "White has no bishop to drop: {given_back} Black holds one; an exchange for it is written N:B@cc4."
        )
    );
    let pawns = held.replace("B1p1n1", "P1n1");
    let game = placed("mutator=hostage", &pawns);
    let last = refusal(&*game, "N:P@aa8");
    assert!(last.contains("first or last level"), "{last}");
    let stays = refusal(&*game, "Paa7-aa8=R");
    assert!(
        stays.contains("holds none of your pieces but pawns"),
        "{stays}"
    );
    let freed = held.replace("B1p1n1 -", "p1n1 B1");
    let game = placed("mutator=hostage", &freed);
    assert!(game.parse_move("B@cc4").is_ok());
    assert!(refusal(&*game, "Bxee8").contains("only among the freed pieces"));
}

/// The other cube is wrong: nothing there, another piece, the captured one, the last of its kind, no capture.
#[test]
fn doppelganger_says_what_is_wrong_with_the_other_cube() {
    let doubles = "4k/5/5/5/5|5/5/4n/5/5|5/5/5/5/5|5/5/5/5/nbn2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0";
    let game = placed("mutator=doppelganger", doubles);
    for (text, why) in [
        (
            "Raa1xaa5:ba5",
            "on ba5 is Black's bishop. Which other piece goes too? Raa1xaa5:ca5",
        ),
        ("Raa1xaa5:cc1", "on cc1 is nothing. Which other"),
        ("Raa1xaa5:aa5", "on aa5 is the captured one. Which other"),
        (
            "Raa1-aa2:ca5",
            "nothing is captured, and so no other square is named: Raa1-aa2.",
        ),
        (
            "Raa1-aa5:ca5",
            "That move is written otherwise: Raa1xaa5:ca5.",
        ),
    ] {
        let refused = refusal(&*game, text);
        assert!(refused.contains(why), "{text}: {refused}");
    }
    let last = "4k/5/5/5/5|5/5/5/2P2/5|5/5/5/5/5|5/5/5/5/nb3|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0";
    let game = placed("mutator=doppelganger", last);
    assert!(refusal(&*game, "Raa1xaa5:ba5").contains("that is Black's last knight"));
    assert!(refusal(&*game, "Pcb7-cb8=R:aa1").contains("that is White's last pawn"));
    assert!(
        refusal(&*game, "Pcb7-cb8=F").starts_with("Doppelganger: a pawn cannot become a fool.")
    );
}

/// Half names the knight's four level leaps, Fusion both parts' ways, Benedict that pawns never go diagonally,
/// Marseillais that a text is one move.
#[test]
fn refusals_name_what_holds_of_the_piece() {
    let rest = ["5/5/5/5/5"; 6].join("|");
    let half = placed(
        "mutator=half",
        &format!("4k/5/5/5/5|{rest}|4K/5/2N2/5/5 w - - 0"),
    );
    assert!(refusal(&*half, "Ncc1-eb1").contains("from cc to ed, be, ab and da"));
    for level in ["Ncc1-ed1", "Ncc1-be1", "Ncc1-ab1", "Ncc1-da1"] {
        assert!(half.parse_move(level).is_ok(), "{level}");
    }
    let fused = placed(
        "mutator=fusion",
        &format!("4k/5/5/5/5|{rest}|4K/5/5/5/(RN)4 w - - 0"),
    );
    let far = refusal(&*fused, "RNaa1-bb2");
    assert!(
        far.contains("A rook goes orthogonally") && far.contains("A knight changes"),
        "{far}"
    );
    let rest = ["5/5/5/5/5"; 5].join("|");
    let benedict = format!("4k/5/5/5/5|{rest}|5/5/2P2/5/5|4K/5/5/5/5 w - - 0");
    let benedict = placed("mutator=benedict", &benedict);
    for text in ["Pcc2-dd3", "Pcc2xcd3"] {
        let refused = refusal(&*benedict, text);
        assert!(
            refused.contains("never goes diagonally or triagonally"),
            "{text}: {refused}"
        );
    }
    let mut twice = started("mutator=marseillais");
    twice.play("Pcc2-cc4").unwrap();
    for text in [
        "Pcc7-cc5,Pdd7-dd5",
        "Pcc7-cc5 Pdd7-dd5",
        "Pcc7-cc5; Pdd7-dd5",
    ] {
        let refused = twice.parse_move(text).unwrap_err();
        assert!(
            refused.sentence.contains("make one move at a time"),
            "{text}: {refused}"
        );
        assert_eq!(refused.suggestions, ["Pcc7-cc5"], "{text}");
    }
    let crazy = format!("4k/5/5/5/5|5/5/5/5/5|{rest}|4K/5/5/5/R4 w - - N1 0");
    let crazy = placed("mutator=crazyhouse", &crazy);
    assert!(refusal(&*crazy, "Nxee8").contains("no knight on the board, only in hand"));
}

/// A wrong sign keeps the promotion that was named.
#[test]
fn a_wrong_sign_keeps_the_promotion() {
    let text = format!(
        "3r1/5/5/4k/5|2P2/5/5/5/5|{}|4K/5/5/5/5 w - - 0",
        ["5/5/5/5/5"; 5].join("|")
    );
    let game = placed("mutator=half", &text);
    let wrong = game.parse_move("Pce7-de8=J").unwrap_err();
    assert_eq!(wrong.suggestions, ["Pce7xde8=J"], "{wrong}");
    assert!(refusal(&*game, "Pce7xde8=Q").starts_with("There is no piece called Q here"));
}
