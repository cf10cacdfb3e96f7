//! Rulings, one test each.

use super::*;
use crate::rules::Counting;

/// Lancers capture sideways an enemy lancer and nothing else.
#[test]
fn lancers_capture_only_lancers_sideways() {
    let position = set("Lf5 lg5 pe5 kk9");
    assert!(position.allows("Lf5xg5"));
    assert!(!position.allows("Lf5xe5"));
    assert!(set("Lf5 pf7 rh7 kk9").allows("Lf5xf7") && set("Lf5 rh7 kk9").allows("Lf5xh7"));
}

/// Lancers do not capture a pawn sideways en passant.
#[test]
fn lancers_do_not_take_pawns_sideways_in_passing() {
    let after = black("Lf8 pg9 kk9").after("Pg9-g7");
    assert_eq!(after.field(4), "g8>g7");
    assert!(!after.allows("Lf8xg8"));
    let lancer = black("Lf8 lg9 kk9").after("Lg9-g7");
    assert!(lancer.allows("Lf8xg8"));
}

/// A double step that ended in an attachment gives no en passant.
#[test]
fn a_double_step_into_an_attachment_gives_no_en_passant() {
    let after = set("Pe3 Pe5 pd5 kk9").after("Pe3&e5");
    assert_eq!(after.role_on("e5"), Some(Role::Lancer));
    assert_eq!(after.field(4), "-");
}

/// Every two-square move of a lancer gives en passant, in any direction, capturing or not.
#[test]
fn every_two_square_lancer_move_gives_en_passant() {
    for (text, passed) in [
        ("Lf5-f7", "f6>f7"),
        ("Lf5-d7", "e6>d7"),
        ("Lf5xh7", "g6>h7"),
        ("Lf5xd5", "e5>d5"),
    ] {
        let after = set("Lf5 rh7 ld5 kk9").after(text);
        assert_eq!(after.field(4), passed, "{text}");
    }
    assert_eq!(set("Lf5 kk9").after("Lf5-f6").field(4), "-");
}

/// A promotion gives no en passant: no lancer is left on the destination.
#[test]
fn a_promoted_lancer_gives_no_en_passant() {
    assert_eq!(set("Lf8 ke11").after("Lf8-f10=Q").field(4), "-");
}

/// A lancer's swap over two squares gives en passant.
#[test]
fn a_lancers_swap_gives_en_passant() {
    let after = set("Le2 Rg4 kk9").after("Le2~g4");
    assert_eq!(after.field(4), "f3>g4");
    assert_eq!(after.role_on("e2"), Some(Role::Rook));
}

/// Several entries with one square passed: a capture there takes each that could be taken alone.
#[test]
fn a_capture_in_passing_takes_all_that_passed() {
    let mut both = black("Lg6 Le5 pe6 kk9");
    both.passed.add(square("f5"), square("g6"));
    both.passed.add(square("f5"), square("e5"));
    let after = both.after("Pe6xf5");
    assert_eq!(after.role_on("g6"), None);
    assert_eq!(after.role_on("e5"), None);
    assert_eq!(after.role_on("f5"), Some(Role::Pawn));
}

/// A pawn detaching from a lancer may capture en passant.
#[test]
fn a_detaching_pawn_takes_in_passing() {
    let after = black("Lf7 pg9 kk9").after("Pg9-g7");
    let taken = after.after("Pf7xg8");
    assert_eq!(taken.role_on("g7"), None);
    assert_eq!(taken.role_on("f7"), Some(Role::Pawn));
    assert_eq!(taken.role_on("g8"), Some(Role::Pawn));
}

/// En passant is possible only in the very next turn.
#[test]
fn en_passant_passes() {
    let after = black("Pf7 Ka3 pg9 kk9").after("Pg9-g7");
    assert!(after.allows("Pf7xg8"));
    let later = after.after("Ka3-a4").after("Kk9-k8");
    assert!(!later.allows("Pf7xg8"));
}

/// A lancer may also move to the square passed without capturing: the operator distinguishes the two moves.
#[test]
fn quiet_and_in_passing_are_two_moves() {
    let after = black("Lg5 pi8 kk9").after("Pi8-i6");
    assert!(after.allows("Lg5-i7") && after.allows("Lg5xi7"));
    assert_eq!(after.after("Lg5-i7").role_on("i6"), Some(Role::Pawn));
}

/// Promotion is compulsory, to eight roles, however a pawn or lancer ends its move.
#[test]
fn promotion_by_every_way_that_promotes() {
    let kinds = ["=B", "=C", "=D", "=M", "=N", "=Q", "=R", "=W"];
    let all = |to: &str| kinds.map(|kind| format!("{to}{kind}"));
    let pawn = set("Pd10 re11 ka3");
    let mut expected = [all("-d11"), all("xe11")].concat();
    expected.extend(["-c10".to_owned(), "-e10".to_owned()]);
    expected.sort();
    assert_eq!(pawn.moves_of("Pd10"), expected);
    assert!(set("Pf9 ka3").allows("Pf9-f10=D"));
    assert!(
        set("Lf8 ka3").allows("Lf8-h10=W"),
        "a lancer becomes one piece"
    );
    assert!(set("Lf9 ka3").allows("Pf9-f10=N"), "a detachment");
    assert!(set("Pf7 re8 ka3").allows("Pf7-g10=Q"), "a direct move");
    assert!(
        set("De8 Pf9 Rb6 ka3").allows("Pf9-f10=R,Rb6-c6"),
        "a step of a multi-move"
    );
    // Sideways from one promotion square to the next.
    assert!(set("Pf10 ka3").allows("Pf10-g10=Q"));
    // Black promotes on the opposite squares.
    let black = black("pd3 pf3 Kk9 ka5");
    assert!(black.allows("Pd3-d2=Q") && !black.allows("Pd3-d2"));
    assert!(black.allows("Pf3-e3"));
}

/// En passant onto a promotion square promotes.
#[test]
fn promotion_in_passing() {
    let mut diagonal = set("Ph8 pi8 ka3");
    diagonal.passed.add(square("i9"), square("i8"));
    assert!(diagonal.after("Ph8xi9=M").role_on("i8").is_none());
}

/// A piece put on a promotion square by a swap, a rearrangement or a return does not promote.
#[test]
fn being_put_there_promotes_nothing() {
    let swap = set("Pe8 Bg10 ka3");
    assert_eq!(swap.after("Bg10~e8").role_on("g10"), Some(Role::Pawn));
    let rearranged = set("We8 Pd9 ka3").after("VII:Pd9-d11");
    assert_eq!(rearranged.role_on("d11"), Some(Role::Pawn));
    let returned = set("re8 ka3")
        .returning(Role::Pawn, Tower::E8)
        .after("@c11");
    assert_eq!(returned.role_on("c11"), Some(Role::Pawn));
    // A lancer's swap does not promote either.
    let lancer = set("Le8 Rg10 ka3").after("Le8~g10");
    assert_eq!(lancer.role_on("g10"), Some(Role::Lancer));
}

/// An attachment on a promotion square makes a plain lancer.
#[test]
fn attachment_on_a_promotion_square_makes_a_lancer() {
    let position = set("Pd10 Pd11 ka3");
    assert_eq!(
        position.after("Pd10&d11").role_on("d11"),
        Some(Role::Lancer)
    );
}

/// Swaps with a piece of the same role, by a pawn, by a detachment or without a tower are refused.
#[test]
fn swaps_that_are_none() {
    assert!(!set("Rd5 Rd7").allows("Rd7~d5"));
    assert!(!set("Pd5 Rd7 Pd4").allows("Pd4~d5"));
    assert!(
        set("Pd5 Rd7").allows("Rd7~d5"),
        "by the other piece's movement"
    );
    assert!(
        !set("Nd5 Qd7").allows("Rd7~d5"),
        "a detachment may not be a swap"
    );
    assert!(!set("Ra3 Ba5").allows("Ra3~a5"));
    assert!(!set("Rg4 Kd5").allows("Kd5~g4"));
    assert!(set("Rd5 Ke5").allows("Ke5~d5"));
    // The king's far captures allow no swap, and neither do direct moves.
    assert!(!set("Kd5 Rd8").allows("Kd5~d8") && set("Kd5 Rd8").allows("Rd8~d5"));
    assert!(!set("Rd5 Bg4 Ra3 Qf2").allows("Ra3~d5"));
}

/// "A knight can't be swapped off of a tower by a rook or by any other piece moving as a rook."
#[test]
fn no_rook_swaps_a_knight_off_a_tower() {
    assert!(
        set("Nd5 Rd7 Bb7")
            .moves_of("Rd7")
            .iter()
            .all(|text| text != "~d5")
    );
    assert!(set("Nd5 Bb7").allows("Bb7~d5"));
    assert!(
        set("Nd5 Bb7").allows("Bb7&d5"),
        "both may be legal, and the text tells them apart"
    );
}

/// The backward step of the lancer's power also attaches, detaches a pawn and swaps a lancer.
#[test]
fn the_step_back_attaches_detaches_and_swaps() {
    assert!(set("ld5 Pf6 Pf5").allows("Pf6&f5"));
    assert!(set("ld5 Lf6").allows("Pf6-f5"));
    assert!(set("ld5 Lg5 Rg4").allows("Lg5~g4"));
}

/// A multi-move contains no attachment, detachment, swap, direct move or capture.
#[test]
fn multi_moves_have_ordinary_steps_alone() {
    let position = set("Dd5 Na3 Rb5 Ce3 Pc6 re8 Rf3 ng5");
    assert!(position.allows("Na3-c4,Pc6-c7"));
    for text in [
        "Na3&b5,Pc6-c7",
        "Pc6-c7,Ne3-f5",
        "Na3-d4,Pc6-f5",
        "Ce3xg5,Pc6-c7",
    ] {
        assert!(!position.allows(text), "{text}");
    }
}

/// A multi-move reads the powers again before each of its steps.
#[test]
fn multi_moves_look_at_the_towers_again() {
    // The knight moves to g4 and bends the pawn's way.
    let bent = set("Dd5 Ne5 Pf4");
    assert!(!bent.allows("Ne5-g4,Pf4-f5"));
    assert!(bent.allows("Ne5-g4,Pf4-g5"));
    assert!(!bent.allows("Pf4-g5,Ne5-g4"));
}

/// A multi-move may end in the position it started from; only the memory changes.
#[test]
fn multi_moves_may_come_back() {
    let position = set("Dd5 Rc3 kk9");
    let after = position.after("Rc3-d3,Rd3-c3");
    assert_eq!(after.placement(), position.placement());
    assert_eq!(after.white_memory(), "R");
}

/// Every double step in a multi-move gives en passant, unless the pawn moved on or the square passed is occupied.
#[test]
fn multi_moves_give_en_passant() {
    let position = set("Dd5 Pb4 Pe3 Nb7 kk9");
    assert_eq!(position.after("Pb4-b6,Pe3-e5").field(4), "b5>b6,e4>e5");
    assert_eq!(position.after("Pb4-b6,Pb6-c6").field(4), "-");
    assert_eq!(position.after("Pe3-e5,Nb7-a5").field(4), "e4>e5");
    let taken = set("Dd5 Pe3 Nc6 Bb6 kk9");
    assert_eq!(taken.after("Pe3-e5,Nc6-d4").field(4), "e4>e5");
    let stands = set("Dd5 Pe3 Nd6 kk9");
    assert_eq!(stands.after("Pe3-e5,Nd6-e4").field(4), "-");
}

/// A part may detach by a direct move, and the marshall's power applies to it.
#[test]
fn parts_leave_by_direct_moves() {
    let position = set("Rd5 Mb4 Be3");
    let after = position.after("Nb4-c7");
    assert_eq!(after.role_on("b4"), Some(Role::Rook));
    assert_eq!(position.after("Nb4&e3").role_on("e3"), Some(Role::Cardinal));
    assert!(!set("Rd5 Mg4 Ce3").allows("Ne3-b4"));
    assert!(set("Rd5 Mg4 Ce3").allows("Be3-b4"));
    assert!(!set("Rd5 Mg4 Nb4 Be3").allows("Nb4&e3"));
}

/// Every link may be used repeatedly with rooks or bishops on two or more towers, also two links of one tower.
#[test]
fn direct_moves_use_links_again_and_again() {
    // Two hops round d5 are possible because g4 is occupied too.
    assert!(set("Rd5 bg4 Qb4").allows("Qb4-f6"));
    assert!(set("Rd5 Be8 Qb4").allows("Qb4-g9"));
}

/// A return is the whole next turn, by the captured role, on an empty square of the tower's four arenas.
#[test]
fn returns_come_back_whole() {
    let position = black("nf6 Rd5 kk9").after("Nf6xd5");
    assert_eq!(position.field(5), "R@d5");
    assert!(position.allows("@c4") && position.allows("@g7"));
    assert!(!position.allows("@h4"), "arena VI does not touch d5");
    assert!(
        !position.allows("@d5"),
        "the tower is no square of an arena"
    );
    let after = position.after("@c4");
    assert_eq!(after.role_on("c4"), Some(Role::Rook));
    assert_eq!(after.white_memory(), "R");
    assert_eq!(after.field(5), "-");
    assert_eq!(after.field(6), "0");
    let compound = set("re8 ka3")
        .returning(Role::Wizard, Tower::E8)
        .after("@f8");
    assert_eq!(compound.role_on("f8"), Some(Role::Wizard));
    assert_eq!(compound.white_memory(), "RBN");
}

/// A return is possible only in the very next turn.
#[test]
fn returns_do_not_wait() {
    let position = black("nf6 Rd5 Pa4 kk9").after("Nf6xd5");
    let later = position.after("Pa4-a5").after("Kk9-k8");
    assert!(!later.allows("@c4"));
    assert_eq!(later.field(5), "-");
}

/// A return may give check, block a check or be forbidden by one; a capture off the towers allows no return.
#[test]
fn returns_and_checks() {
    let block = set("Ka5 rc5 nd5 kk9").returning(Role::Rook, Tower::D5);
    assert!(block.check());
    assert!(block.allows("@b5") && !block.allows("@b4"));
    let gives = set("Ka3 nd5 kb8")
        .returning(Role::Rook, Tower::D5)
        .after("@b6");
    assert!(gives.check());
    assert_eq!(black("nf6 Re4 kk9").after("Nf6xe4").field(5), "-");
}

/// A capture en passant allows no return: no enemy landed on the victim's square.
#[test]
fn no_return_after_en_passant() {
    let after = black("Lf5 lg6 kk9").after("Lg6-g4");
    assert_eq!(after.field(4), "g5>g4");
    assert_eq!(after.after("Lf5xg5").field(5), "-");
}

/// Returned knights and bishops count with their normal movement, wherever they are put.
#[test]
fn returned_knights_are_not_switched() {
    let position = set("nd5 ce8 kk9").returning(Role::Knight, Tower::D5);
    assert_eq!(position.after("@c7").white_memory(), "N");
}

/// A side without a king is never in check; a king is never captured.
#[test]
fn kings_may_be_missing_and_are_never_captured() {
    let position = set("Rf5 kf8");
    assert!(!position.check());
    assert!(!position.allows("Rf5xf8"));
    assert!(position.allows("Rf5-f7"));
}

/// The count without progress restarts with captures, moves by pawns and lancers of any kind, promotions and returns,
/// and not if other pieces displace pawns.
#[test]
fn progress_is_what_the_rules_list() {
    let counted = |mut position: FourTowers, text: &str| {
        position.no_progress = 7;
        position.after(text).field(6)
    };
    for (pieces, text) in [
        ("Re5 ne7", "Re5xe7"),
        ("Pa4", "Pa4-a5"),
        ("Pa4 Pb4", "Pa4&b4"),
        ("Lf5", "Pf5-f6"),
        ("Lf5", "Lf5-f6"),
        ("Rd5 Pb4", "Pb4-e3"),
        ("Dd5 Pb4 Re3", "Pb4-b5,Re3-e4"),
        ("Le2 Rg4", "Le2~g4"),
    ] {
        assert_eq!(counted(set(pieces), text), "0", "{text}");
    }
    for (pieces, text) in [
        ("Re5 ne7", "Re5-e6"),
        ("Pd5 Rd7", "Rd7~d5"),
        ("Le2 Bg4", "Bg4~e2"),
        ("Wd5 Pb4", "I:Pb4-b3"),
        ("Dd5 Na3 Re3", "Na3-b5,Re3-e4"),
    ] {
        assert_eq!(counted(set(pieces), text), "8", "{text}");
    }
}
