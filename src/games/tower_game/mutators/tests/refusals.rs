//! What must be refused, and that the sentence names the mutator's rule.

use super::{KIND, options, placed, refusal, started};
use crate::rules::RuleErrorKind;

#[test]
fn refusals_name_the_rule_of_the_mutator() {
    let rest = ["5/5/5/5/5"; 6].join("|");
    let duty = format!("5/5/2r2/5/5|{rest}|5/5/2K2/5/R3n w - - 0");
    let game = placed("mutator=suicide", &duty);
    assert!(refusal(&*game, "Raa1-aa2").contains("who can capture must"));
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
