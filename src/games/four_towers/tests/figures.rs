//! Figures 3 to 11 of the inventor's page.

use super::*;

/// Figure 3, first claim: the lancer on g5 takes the pawn that went from i8 to i6, on i7.
#[test]
fn figure_3_lancer_takes_a_pawn_in_passing() {
    let position = black("Lg5 Le5 Ld9 pi8 lf6 lg9");
    let after = position.after("Pi8-i6");
    assert_eq!(after.field(4), "i7>i6");
    let taken = after.after("Lg5xi7");
    assert_eq!(taken.role_on("i6"), None);
    assert_eq!(taken.role_on("i7"), Some(Role::Lancer));
}

/// Figure 3, second claim: the lancer on f6 takes the lancer that went from e5 to c7, on d6.
#[test]
fn figure_3_lancer_takes_a_lancer_sideways_in_passing() {
    let after = set("Lg5 Le5 Ld9 pi8 lf6 lg9").after("Le5-c7");
    assert_eq!(after.field(4), "d6>c7");
    let taken = after.after("Lf6xd6");
    assert_eq!(taken.role_on("c7"), None);
    assert_eq!(taken.role_on("d6"), Some(Role::Lancer));
}

/// Figure 3, third claim: if either of the lancers on d9 and g9 goes two squares towards the other, it can be taken
/// "either in the normal way or en passant".
#[test]
fn figure_3_lancers_side_by_side_take_either_way() {
    let white = set("Lg5 Le5 Ld9 pi8 lf6 lg9").after("Ld9-f9");
    assert!(white.allows("Lg9xf9"));
    assert_eq!(white.after("Lg9xe9").role_on("f9"), None);
    let black = black("Lg5 Le5 Ld9 pi8 lf6 lg9").after("Lg9-e9");
    assert!(black.allows("Ld9xe9"));
    assert_eq!(black.after("Ld9xf9").role_on("e9"), None);
}

/// Figure 4: all the attachments and detachments between its two halves.
#[test]
fn figure_4_pieces_attach_and_detach() {
    let before = "nc10 rf10 ci9 Pe6 Lf6 Wb5 Qh5 Mg3";
    let rook = black(before).after("Rf10&c10");
    assert_eq!(rook.role_on("c10"), Some(Role::Marshall));
    assert_eq!(rook.role_on("f10"), None);
    let bishop = black(before).after("Bi9-g7");
    assert_eq!(bishop.role_on("g7"), Some(Role::Bishop));
    assert_eq!(bishop.role_on("i9"), Some(Role::Knight));
    let cardinal = set(before).after("Cb5-a3");
    assert_eq!(cardinal.role_on("a3"), Some(Role::Cardinal));
    assert_eq!(cardinal.role_on("b5"), Some(Role::Rook));
    let knight = set(before).after("Ng3&h5");
    assert_eq!(knight.role_on("h5"), Some(Role::Wizard));
    assert_eq!(knight.role_on("g3"), Some(Role::Rook));
    let pawn = set(before).after("Pf6&e6");
    assert_eq!(pawn.role_on("e6"), Some(Role::Lancer));
    assert_eq!(pawn.role_on("f6"), Some(Role::Pawn));
}

/// Figure 5 (its "h8 tower" is h7): the knight on g5 moves four times and ends on f10.
#[test]
fn figure_5_a_knight_moves_four_times() {
    let position = black("dh7 ng5");
    let after = position.after("Ng5-i6,Ni6-j8,Nj8-h9,Nh9-f10");
    assert_eq!(after.role_on("f10"), Some(Role::Knight));
    assert_eq!(after.board.of(Seat::BLACK).len(), 2);
    assert_eq!(after.field(3), "N");
    // "This move is possible because the intermediate squares (which must be vacant) are all in different arenas."
    assert!(!black("dh7 ng5 pj8").allows("Ng5-i6,Ni6-j8,Nj8-h9,Nh9-f10"));
    assert!(!position.allows("Ng5-e6,Ne6-g5"));
}

/// Figure 6: with the rook on d5 the queen on e4 goes directly to f7 or b5, not to c8 or h3; with a bishop there to
/// c8, not to b5 or f7.
#[test]
fn figure_6_direct_moves_beside_and_across() {
    let rook = set("Rd5 Qe4");
    assert!(rook.allows("Qe4-f7") && rook.allows("Qe4-b5"));
    assert!(!rook.allows("Qe4-c8") && !rook.allows("Qe4-h3"));
    let bishop = set("Bd5 Qe4");
    assert!(bishop.allows("Qe4-c8"));
    assert!(!bishop.allows("Qe4-b5") && !bishop.allows("Qe4-f7"));
}

/// Figure 7: the pawn on b5 goes over f7 to g10, by the bishop on d5 and the enemy's rook on e8, and promotes.
#[test]
fn figure_7_a_pawn_goes_on_through_two_towers() {
    let position = set("Pb5 Bd5 re8");
    assert!(position.allows("Pb5-f7"));
    let after = position.after("Pb5-g10=Q");
    assert_eq!(after.role_on("g10"), Some(Role::Queen));
    assert!(!position.allows("Pb5-g10"), "promotion is compulsory");
    // Every square on the way must be vacant.
    assert!(!set("Pb5 Bd5 re8 nf7").allows("Pb5-g10=Q"));
}

/// Figure 8: the rook on e3 is refracted towards a4 and g10 by the knights on d5 and h7, not towards g3. (The figure
/// lacks the dot on e2.)
#[test]
fn figure_8_a_rook_is_refracted() {
    assert_eq!(
        set("Re3 Nd5 nh7").moves_of("Re3"),
        [
            "-a4", "-b4", "-c4", "-d3", "-e2", "-e4", "-f3", "-f5", "-f6", "-f7", "-g10", "-g3",
            "-g8", "-g9", "-h3", "-i3"
        ]
    );
}

/// Figure 9 (its last "g5" is f5): the pawn on f4 advances or captures to g5, captures on e5, and cannot advance to
/// f5; the king on i4 reaches h3 and not i3.
#[test]
fn figure_9_pawns_and_kings_are_refracted() {
    let quiet = set("Pf4 Ng4 Ki4");
    assert!(quiet.allows("Pf4-g5"));
    assert!(!quiet.allows("Pf4-f5"));
    assert!(quiet.allows("Ki4-h3"));
    assert!(!quiet.allows("Ki4-i3"));
    let capturing = set("Pf4 Ng4 Ki4 be5 bg5 nh3");
    assert!(capturing.allows("Pf4xe5") && capturing.allows("Pf4xg5"));
    assert!(!capturing.allows("Pf4-g5"));
    assert!(capturing.allows("Ki4xh3"));
}

/// Figure 10: the rook on g5 attacks neither knight; its lines go to b6 and f2.
#[test]
fn figure_10_rooks_do_not_reach_knights_on_towers() {
    let position = black("rg5 Nd5 Ng4");
    let moves = position.moves_of("Rg5");
    for to in ["-f5", "-e5", "-d6", "-c6", "-b6", "-f4", "-f3", "-f2"] {
        assert!(moves.iter().any(|text| text == to), "{to}");
    }
    assert!(!moves.iter().any(|text| text == "xd5" || text == "xg4"));
}

/// Figure 11: the bishop on e8 swaps with the knight on i4; the knight on b4 swaps with the rook on d5, by the
/// knight's move.
#[test]
fn figure_11_swaps_go_both_ways() {
    let position = set("Be8 Rd5 Nb4 Ni4");
    let one = position.after("Be8~i4");
    assert_eq!(one.role_on("e8"), Some(Role::Knight));
    assert_eq!(one.role_on("i4"), Some(Role::Bishop));
    let other = position.after("Nb4~d5");
    assert_eq!(other.role_on("d5"), Some(Role::Knight));
    assert_eq!(other.role_on("b4"), Some(Role::Rook));
    assert!(!position.allows("Rd5~b4"), "no rook moves so");
}
