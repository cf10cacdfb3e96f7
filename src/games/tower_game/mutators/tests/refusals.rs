//! What must be refused, and that the sentence names the mutator's rule.

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
    // Fusion: "No compound joins anybody and nobody joins a compound"; pawns are joined by nobody, nor is one's own kind.
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
    assert!(refusal(&*game, "P@aa8").contains("first or last rank"));
    assert!(refusal(&*game, "N@cc4").contains("Crazyhouse"));
    assert!(refusal(&*started("mutator=bughouse"), "A:N@cc4").contains("Bughouse"));
    assert!(refusal(&*started("mutator=bughouse"), "B:Pcc2-cc4").contains("board A"));
    let held = format!(
        "4k/5/5/5/5|5/5/5/5/P4|{}|5/5/5/5/K4 w - - B1p1 - 0",
        ["5/5/5/5/5"; 5].join("|")
    );
    let game = placed("mutator=hostage", &held);
    let exchange = refusal(&*game, "P:B@cc4");
    assert!(exchange.contains("of no higher value"), "{exchange}");
    let home = held.replace("B1p1", "B1");
    let promoted = refusal(&*placed("mutator=hostage", &home), "Paa7-aa8=R");
    assert!(
        promoted.contains("only a piece of its own side"),
        "{promoted}"
    );
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

/// Magnetic, Alice and Benedict know no en passant; what else a pawn cannot do is refused as in the plain game.
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
        assert!(refusal(&*game, "Paa3-aa5").contains("starting rank"));
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
    assert!(refusal(&*placed("mutator=magnetic", &third), "Paa3-aa5").contains("rank 1 or 2"));
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

/// "A first move that gives check ends the turn"; en passant with the second move only "right after another such capture".
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
