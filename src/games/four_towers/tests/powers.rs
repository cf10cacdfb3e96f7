//! Powers of the towers, one by one.

use super::*;
use crate::rules::Counting;

/// "They can't capture other pieces when their move either starts or ends on a square in any of the four arenas."
#[test]
fn marshall_keeps_rooks_knights_and_marshalls_from_capturing_others() {
    let starts = set("Mg4 Rf3 bf8");
    assert!(!starts.allows("Rf3xf8"), "starts near the tower");
    let ends = set("Mg4 Rc3 be3 kk9");
    assert!(!ends.allows("Rc3xe3"), "ends near the tower");
    let away = set("Mg4 Rc3 bc7");
    assert!(away.allows("Rc3xc7"));
    let each_other = set("Mg4 Rc3 ne3");
    assert!(
        each_other.allows("Rc3xe3"),
        "though they can continue to capture one another"
    );
}

/// "They can't be captured while in any of these arenas - except, as already noted, by one another."
#[test]
fn marshall_keeps_others_from_capturing_rooks_knights_and_marshalls() {
    let position = set("Mg4 Qe3 Bd2 rf4 Pe2 Kd4 nd3");
    assert!(!position.allows("Qe3xf4"));
    assert!(!position.allows("Qe3xd3"));
    assert!(!position.allows("Kd4xd3"));
    // The tower itself is in no arena, and pieces elsewhere are not protected.
    assert!(black("Mg4 qg7").allows("Qg7xg4"));
    assert!(set("Mg4 Qe3 rb6").allows("Qe3xb6"));
    // A queen is no marshall: only the whole piece counts.
    assert!(set("Mg4 Qe3 qf4").allows("Qe3xf4"));
    // A rook that leaves the queen counts as a rook.
    assert!(!set("Mg4 Qe3 qe4").allows("Re3xe4"));
    assert!(set("Mg4 Qe3 qe4").allows("Qe3xe4"));
}

/// A marshall's power also prevents checks by these captures.
#[test]
fn marshall_takes_checks_away() {
    assert!(!set("Kg1 rg3 mg4 kk9").check());
    assert!(set("Kg1 rg3 kk9").check());
    assert!(set("Kg1 qg3 mg4 kk9").check());
}

/// "Knights can still attach to rooks or vice-versa, but knights can't attach to queens or bishops."
#[test]
fn marshall_forbids_attachments_with_bishops() {
    let position = set("Mg4 Nf3 Re5 Bd2 Qh2");
    assert!(position.allows("Nf3&e5"));
    assert!(!position.allows("Nf3&d2"));
    assert!(!position.allows("Nf3&h2"));
    let elsewhere = set("Mg4 Na3 Bb5");
    assert!(elsewhere.allows("Na3&b5"));
}

/// "Nor can knights or rooks be detached from compound pieces other than marshalls."
#[test]
fn marshall_forbids_detachments() {
    let position = set("Mg4 We3");
    for part in ["R", "N", "M"] {
        assert!(position.moves_of(&format!("{part}e3")).is_empty(), "{part}");
    }
    for part in ["B", "Q", "C"] {
        assert!(
            !position.moves_of(&format!("{part}e3")).is_empty(),
            "{part}"
        );
    }
    let marshall = set("Mg4 Me3");
    assert!(!marshall.moves_of("Re3").is_empty() && !marshall.moves_of("Ne3").is_empty());
    // The tower is in no arena.
    assert!(!set("Md5 Wg4").moves_of("Rg4").is_empty());
}

/// "Knights move and capture like bishops, and bishops move and capture like knights. This applies only to knights
/// and bishops whose moves start in any of the four arenas"; "but no compound pieces".
#[test]
fn cardinal_switches_simple_knights_and_bishops() {
    let position = set("Cd5 Nb4 Be3 Ce6 Nh2");
    assert_eq!(
        position.moves_of("Nb4"),
        [
            "-a3", "-a5", "-c3", "-c5", "-d2", "-d6", "-e7", "-f8", "-g9", "-h10"
        ]
    );
    assert_eq!(
        position.moves_of("Be3"),
        ["-c4", "-f5", "-g2", "-g4", "~d5"]
    );
    assert!(position.allows("Nh2-i4"), "starts elsewhere");
    assert!(
        position.allows("Ne6-g7") && position.allows("Be6-f7"),
        "parts are not switched"
    );
    // Check follows the switch.
    assert!(set("Kb6 nd4 cg4").check(), "like a bishop");
    assert!(!set("Kc6 nd4 cg4").check(), "not like a knight");
}

/// "They mimic the type of movement the knight or bishop has actually made."
#[test]
fn cardinal_confuses_dragons() {
    assert_eq!(set("Cd5 Nb4").after("Nb4-a3").white_memory(), "B");
    assert_eq!(set("Cd5 Be3").after("Be3-f5").white_memory(), "N");
    assert_eq!(set("Cd5 Nh2").after("Nh2-i4").white_memory(), "N");
}

/// "Her king becomes invulnerable to check in the four adjacent arenas. The king can move into check freely."
#[test]
fn queen_shelters_her_king() {
    let position = set("Qg4 Kf3 rf8 rd2 kk9");
    assert!(!position.check());
    assert!(position.allows("Kf3-e2"), "into check freely");
    // "It's illegal to move the queen off of the tower, and any enemy move that removes the queen from the tower is a
    // check."
    assert!(!position.allows("Qg4-h5") && !position.allows("Qg4-g5"));
    assert!(
        position.allows("Qg4-f4"),
        "where she stands in the check's way"
    );
    assert!(black("Qg4 Kf3 rf8 bi6 kk9").after("Bi6xg4").check());
    // The power ends outside these arenas, and does not shelter the enemy's king.
    assert!(set("Qg4 Ka3 ra5 kk9").check());
    assert!(set("qg4 Kf3 rf8 kk9").check());
}

/// "When a king begins his move on a tower, he can capture like a queen ... If he leaves the tower with a non-capturing
/// move, however, he moves normally."
#[test]
fn king_captures_far_from_a_tower() {
    let free = set("Kd5 pd8 pf7");
    assert!(free.allows("Kd5xd8") && free.allows("Kd5xf7"));
    assert!(!free.allows("Kd5-d7") && free.allows("Kd5-d6"));
    assert_eq!(free.after("Kd5xd8").white_memory(), "K");
    // A king on a tower also checks the other king at a distance.
    assert!(black("Kd5 kd8").check());
    assert!(!black("Kd6 kd8").check());
}

/// "Both friendly and enemy pawns in the four adjacent arenas can make double-square advances."
#[test]
fn pawn_lets_pawns_double_step() {
    let position = set("Pd5 Pf5 pb7");
    assert!(position.allows("Pf5-f7"));
    assert!(!set("Pf5").allows("Pf5-f7"));
    assert_eq!(position.after("Pf5-f7").field(4), "f6>f7");
    assert!(black("Pd5 Pf5 pc6 kk9").allows("Pc6-c4"));
    // Pawns that detach there double-step too.
    assert!(set("pd5 Lf5").allows("Pf5-f7"));
    // A pawn on a tower is in no arena.
    assert!(!position.allows("Pd5-d7"));
}

/// "All of the pawns and lancers in the four adjacent arenas, both friendly and enemy, gain the ability to make a
/// non-capturing move of exactly one square backward."
#[test]
fn lancer_lets_pawns_step_back() {
    let position = set("ld5 Pf6 Le6 pf5 kk9");
    assert!(!position.allows("Pf6xf5"));
    assert!(position.allows("Le6-e5"));
    assert!(!position.allows("Le6-e4"), "exactly one square");
    assert!(set("ld5 Pf6").allows("Pf6-f5"));
    assert!(!set("Pf6").allows("Pf6-f5"));
}

/// "Any or all of the pieces belonging to the player within a given arena can be freely repositioned"; "Rearrangement
/// can't be used to capture".
#[test]
fn wizard_rearranges_one_arena() {
    let position = set("Wd5 Na3 Rb4 Kc3 nc5 Dc4");
    let after = position.after("I:Na3-c4,Rb4-a4,Kc3-b4,Dc4-a3");
    assert_eq!(after.role_on("a3"), Some(Role::Dragon));
    assert_eq!(after.role_on("b4"), Some(Role::King));
    assert_eq!(after.role_on("c4"), Some(Role::Knight));
    assert_eq!(after.role_on("a4"), Some(Role::Rook));
    assert_eq!(after.white_memory(), "-", "it is ignored by the dragons");
    assert!(!position.allows("I:Na3-c5"), "an enemy stands there");
    assert!(!position.allows("I:Na3-b4"), "a friend stays there");
    assert!(!position.allows("I:Na3-d2"), "another arena");
    assert!(
        !black("Wd5 nc5 kk9").allows("I:Nc5-c4"),
        "the owner's alone"
    );
    assert!(
        !set("Wd5 Rh2").allows("III:Rh2-h3"),
        "the tower touches I, II, IV and V"
    );
}

/// A rearrangement must change the position: exchanging like pieces does not.
#[test]
fn wizard_rearranges_something() {
    let position = set("Wd5 Na3 Nb4 Rc3");
    assert!(!position.allows("I:Na3-b4,Nb4-a3"));
    assert!(position.allows("I:Na3-b4,Nb4-a3,Rc3-c4"));
    let extra = position.extra();
    assert_eq!(extra[0].1, serde_json::json!(["I"]));
    // Two like pieces on all squares without an enemy.
    let full = "Wd5 Na3 Nb3 pc3 pa4 pb4 pc4 pa5 pb5 pc5 kk9";
    assert_eq!(set(full).extra()[0].1, serde_json::json!([]));
}

/// A rearrangement may not leave the mover's king in check, and may end a check.
#[test]
fn wizard_rearrangements_answer_checks() {
    let position = set("Wd5 Ka3 Nb4 ra5 kk9");
    assert!(position.check());
    assert!(position.allows("I:Nb4-a4"));
    assert!(position.allows("I:Ka3-b3"));
    assert!(!position.allows("I:Nb4-c4"));
}

/// "Each of the four pieces must start its move in one of the four arenas touching the tower, and each must start
/// its move in a different arena"; "none of the moves are capturing moves".
#[test]
fn dragon_gives_multi_moves() {
    let position = set("Dd5 Na3 Nb3 Bd2 Pc6 De5 pc5 Ph3");
    assert!(position.allows("Na3-b5,Bd2-e3,Pc6-c7"));
    assert!(position.allows("Na3-b5"), "alone it is an ordinary move");
    assert!(!position.allows("Na3-b5,Nb3-d4"), "both from arena I");
    assert!(!position.allows("Nb3xc5,Bd2-e3"), "no captures");
    assert!(
        !position.allows("Na3-b5,Ph3-h4"),
        "arena III does not touch d5"
    );
    assert_eq!(
        position.extra()[1].1,
        serde_json::json!([["I", "II", "IV", "V"]])
    );
}

/// "The player's other dragon may not participate."
#[test]
fn dragon_takes_no_part_in_its_multi_move() {
    let position = set("Dd5 De5 Na3").remembering("R", "-");
    assert!(position.allows("De5-e6"));
    assert!(!position.allows("Na3-b5,De5-e6"));
}

/// "One may need to be moved in order to unblock another. One of the moves in a multi-piece move may leave the
/// player's own king in check, provided it is not in check after all of the pieces being moved are moved."
#[test]
fn dragon_multi_moves_unblock_and_pass_through_check() {
    let blocked = set("Dd5 Rc3 Pd3 kk9");
    assert!(blocked.allows("Pd3-d4,Rc3-f3"));
    assert!(!blocked.allows("Rc3-f3,Pd3-d4"));
    // The rook on e3 is pinned to the king on e2 until the knight moves between.
    let pinned = set("Dg4 Ke2 Re3 Ng6 re9 kk9");
    assert!(!pinned.allows("Re3-f3"));
    assert!(pinned.allows("Re3-f3,Ng6-e5"));
}

/// The side's memory becomes the union of all pieces moved; pawns alone change nothing.
#[test]
fn dragon_learns_all_of_a_multi_move() {
    let position = set("Dd5 Na3 Bd2 Pc6 Pe5").remembering("K", "-");
    assert_eq!(position.after("Na3-b5,Bd2-e3").white_memory(), "BN");
    assert_eq!(position.after("Pc6-c7,Pe5-e6").white_memory(), "K");
    assert_eq!(position.after("Pc6-c7,Na3-b5").white_memory(), "N");
}

/// Direct moves are open to "all of the pieces, both friendly and enemy (including pawns)", without capturing, from
/// the arenas that touch the tower.
#[test]
fn rook_gives_direct_moves_to_any_piece() {
    let position = set("Rd5 Ka5 Pb3 De3 Lf3 pe7 kk9");
    assert!(position.allows("Ka5-b8") && position.allows("Ka5-d4"));
    assert!(position.allows("Pb3-e2") && position.allows("Pb3-c6"));
    assert!(position.allows("De3-f6"), "with both memories empty");
    assert!(position.allows("Lf3-g6"));
    let capture = set("rd5 Pb5 pf7 pe4 kk9");
    assert!(!capture.allows("Pb5xe4") && !capture.allows("Pb5xf7"));
}

/// A direct move may end on a friend it can attach to.
#[test]
fn direct_moves_attach() {
    let position = set("Rd5 Nb5 Be4 Pc5 Pf4");
    assert_eq!(position.after("Nb5&e4").role_on("e4"), Some(Role::Cardinal));
    assert_eq!(position.after("Pc5&f4").role_on("f4"), Some(Role::Lancer));
    assert!(!set("Rd5 Nb5 Ne4").allows("Nb5&e4"));
}

/// A direct move is a single hop with one tower; with two it goes on over any of their links through empty squares.
#[test]
fn direct_moves_go_on_with_two_towers() {
    let one = set("Rd5 Qb4");
    assert!(one.allows("Qb4-e3") && one.allows("Qb4-c7"));
    assert!(!one.allows("Qb4-f6"), "two hops");
    let two = set("Rd5 rg4 Pb4");
    assert!(two.allows("Pb4-f6") && two.allows("Pb4-i5") && two.allows("Pb4-h2"));
    assert!(!set("Rd5 rg4 Pb4 nf6 ne3 nc7").allows("Pb4-h2"));
}

/// Pieces on a tower are in no arena and make no direct moves by the other towers.
#[test]
fn direct_moves_start_in_arenas() {
    let position = set("Rd5 Bg4");
    assert_eq!(
        position.moves_of("Rd5").len() + position.moves_of("Bg4").len(),
        position.texts().len()
    );
    assert!(!position.allows("Bg4-d5"));
}

/// A knight bends lines only past its own tower, and only orthogonally: "it's as if the four arenas are lined up
/// perfectly".
#[test]
fn knight_bends_lines_past_its_own_tower_alone() {
    let position = set("Ng4 Rb4 Bd4");
    assert!(position.allows("Rb4-c4") && position.allows("Bd4-e5"));
    assert!(!position.allows("Rb4-d3"), "I and II are not touched by g4");
    let up = set("Ng4 Rd3");
    assert!(
        up.allows("Rd3-e5") && !up.allows("Rd3-d5"),
        "never another tower in between"
    );
    // Steps that start on a tower are unchanged.
    let tower = set("Ng4 Rd5");
    assert!(tower.allows("Rd5-d4") && tower.allows("Rd5-e5"));
}

/// The lines of a dragon and of a king on a tower bend as well; so do double and straight-back steps.
#[test]
fn knight_bends_every_orthogonal_step() {
    let dragon = set("Ng4 Df3").remembering("R", "-");
    assert!(dragon.allows("Df3-g5") && !dragon.allows("Df3-f5"));
    let pawn = set("Ng4 Pe3");
    assert!(pawn.allows("Pe3-f5") && !pawn.allows("Pe3-e5"));
    assert_eq!(pawn.after("Pe3-f5").field(4), "e4>f5");
    let lancer = set("Ng4 Lf2");
    assert!(lancer.allows("Lf2-g1") && !lancer.allows("Lf2-g2"));
    let back = set("Ng4 ld5 Pf5 kk9");
    assert!(back.allows("Pf5-e4") && !back.allows("Pf5-f4"));
}

/// Effects in force when the turn starts govern the moves; those after it govern check.
#[test]
fn powers_after_the_move_govern_check() {
    // The marshall leaving its tower lets the rook give check.
    let position = set("Kg1 Mg4 rg3 kk9");
    assert!(!position.check());
    assert!(!position.allows("Mg4-e4"));
    // A knight that moves to a tower bends a checking line away from the king.
    let bent = set("Kh5 ng6 Ne3 re5 kk9");
    assert!(bent.check());
    assert!(!bent.after("Ne3-g4").clone().in_check(Seat::WHITE));
}
