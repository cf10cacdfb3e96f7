//! Pieces, dragons, check and the end of the game.

use super::*;
use crate::games::four_towers::powers::Powers;
use crate::rules::{Counting, Game, GameWithHistory};

/// Pawns: "in addition to moving forward and capturing on the forward diagonals, they can move (but not capture)
/// exactly one square sideways."
#[test]
fn pawns_move_forward_sideways_and_capture_diagonally() {
    let position = set("Pf5 rg6 ne5 kk9");
    assert_eq!(position.moves_of("Pf5"), ["-f6", "-g5", "xg6"]);
    assert_eq!(set("Pf5 nf6 kk9").moves_of("Pf5"), ["-e5", "-g5"]);
}

/// Double steps: "on a square where one of the pawns of its side started", or "behind the starting pawn position".
#[test]
fn pawns_double_step_from_and_behind_their_start() {
    let white = [
        ("a", 4),
        ("b", 4),
        ("c", 4),
        ("d", 4),
        ("e", 3),
        ("f", 3),
        ("g", 3),
        ("h", 3),
        ("i", 3),
    ];
    for at in Square::all() {
        let name = at.to_string();
        let expected = white
            .iter()
            .any(|(file, top)| name.starts_with(file) && at.rank() < *top);
        assert_eq!(
            super::super::board::is_double_step_square(Seat::WHITE, at),
            expected,
            "{name}"
        );
        assert_eq!(
            super::super::board::is_double_step_square(Seat::BLACK, at.rotated()),
            expected
        );
    }
    assert!(set("Pe2").allows("Pe2-e4") && !set("Pe2 ne3").allows("Pe2-e4"));
}

/// "Files c through k for the white pawns, and files a through i for the black pawns."
#[test]
fn promotion_squares_are_the_last_of_each_file() {
    let names = |seat: Seat| {
        let mut names: Vec<String> = Square::all()
            .filter(|at| super::super::board::is_promotion_square(seat, *at))
            .map(|at| at.to_string())
            .collect();
        names.sort();
        names
    };
    assert_eq!(
        names(Seat::WHITE),
        ["c11", "d11", "e11", "f10", "g10", "h10", "i9", "j9", "k9"]
    );
    assert_eq!(
        names(Seat::BLACK),
        ["a3", "b3", "c3", "d2", "e2", "f2", "g1", "h1", "i1"]
    );
}

/// Lancers: "it doesn't leap; the first square must be vacant"; "a lancer can never back up".
#[test]
fn lancers_do_not_leap() {
    assert_eq!(
        set("Lf5 pf6 ng6 kk9").moves_of("Lf5"),
        ["-d5", "-d7", "-e5", "-e6", "-g5", "-h5", "xf6", "xg6"]
    );
}

/// "The familiar pieces move and capture in the expected manner"; "There is no castling."
#[test]
fn officers_move_as_in_chess() {
    assert_eq!(set("Nf6").moves_of("Nf6").len(), 8);
    assert_eq!(set("Kf6").moves_of("Kf6").len(), 8);
    let rook = set("Rf6 pf8 Pd6");
    assert_eq!(
        rook.moves_of("Rf6"),
        [
            "-e6", "-f2", "-f3", "-f4", "-f5", "-f7", "-g6", "-h6", "-i6", "-j6", "xf8"
        ]
    );
    assert_eq!(
        set("Mf6").moves_of("Mf6").len(),
        set("Rf6").texts().len() + 8
    );
}

/// "You can't attach a knight to a cardinal"; "two compound pieces can never attach"; no kings, dragons or lancers.
#[test]
fn attachments_need_different_parts_and_a_simple_piece() {
    assert!(!set("Nf5 Cg7").allows("Nf5&g7"));
    assert!(set("Rf5 Cf7").allows("Rf5&f7"));
    assert!(!set("Qf5 Mf7").allows("Qf5&f7"));
    assert!(!set("Rf5 Kf7").allows("Rf5&f7") && !set("Rf5 Pf7").allows("Rf5&f7"));
    assert!(!set("Pf5 Lf6").allows("Pf5&f6") && !set("Lf5 Lf6").allows("Lf5&f6"));
    assert!(
        set("Pf5 Pg6").allows("Pf5&g6"),
        "by the capturing kind of movement"
    );
    assert!(set("Re5 Bd5").allows("Re5&d5"), "on a tower, too");
}

/// A wizard gives off R, B, N, Q, M or C, and a detachment may capture.
#[test]
fn wizards_give_off_every_part() {
    let position = set("Wf5 rf7 kk9");
    for (text, rest) in [
        ("Rf5-f6", Role::Cardinal),
        ("Bf5-g6", Role::Marshall),
        ("Nf5-g7", Role::Queen),
        ("Qf5xf7", Role::Knight),
        ("Mf5xf7", Role::Bishop),
        ("Cf5-g6", Role::Rook),
    ] {
        assert_eq!(position.after(text).role_on("f5"), Some(rest), "{text}");
    }
}

/// Memories start empty, and with both empty dragons cannot move.
#[test]
fn dragons_begin_without_movement() {
    assert!(start().moves_of("Di1").is_empty());
    assert!(set("Df5").texts().is_empty());
}

/// "If white has just moved a knight and black a rook, all of the dragons now have the ability to move like either."
#[test]
fn dragons_move_like_both_last_moves() {
    let position = set("Df5 Na3 rk8 kk9").remembering("N", "R");
    assert!(position.allows("Df5-g7") && position.allows("Df5-f6"));
    assert!(!position.allows("Df5-g6"));
}

/// "Recent moves by dragons, pawns, and lancers are ignored"; a compound teaches all its parts, a king its step.
#[test]
fn dragons_learn_from_kings_and_compounds() {
    let position = set("Df5 Pa4 Lb3 Qc3 Ki3 kk9").remembering("N", "-");
    assert_eq!(position.after("Pa4-a5").white_memory(), "N");
    assert_eq!(position.after("Lb3-b4").white_memory(), "N");
    assert_eq!(position.after("Df5-g7").white_memory(), "N");
    assert_eq!(position.after("Qc3-c4").white_memory(), "RB");
    assert_eq!(position.after("Ki3-i4").white_memory(), "K");
}

/// "In an attachment or detachment move, the piece that moves is the one whose move the dragon copies."
#[test]
fn dragons_learn_the_part_that_moved() {
    assert_eq!(set("Ba3 Rb4").after("Ba3&b4").white_memory(), "B");
    assert_eq!(set("Qa3").after("Ra3-a4").white_memory(), "R");
    assert_eq!(set("Wa3").after("Ma3-a4").white_memory(), "RN");
    assert_eq!(set("Nb4 Rd5").after("Nb4~d5").white_memory(), "N");
    assert_eq!(
        set("Qb4 rd5").after("Bb4-c7").white_memory(),
        "B",
        "a direct move"
    );
}

/// The dragon pin: a move that would give an enemy dragon a check to the mover's king is illegal.
#[test]
fn dragon_pin() {
    let position = set("Kg1 Na3 Rc3 df3 kk9");
    assert!(!position.check());
    assert!(
        !position.allows("Na3-b5"),
        "the dragon on f3 is a knight's move from g1"
    );
    assert!(position.allows("Rc3-c4"));
    // A check by a dragon is answered by moving another piece.
    let checked = position.remembering("N", "-");
    assert!(checked.check());
    assert!(checked.allows("Rc3-c4") && !checked.allows("Na3-b5"));
}

/// A move gives check by what it teaches the mover's dragons.
#[test]
fn dragons_give_check_by_learning() {
    assert!(set("Df8 Na3 kg10").after("Na3-b5").check());
}

const MATED: Status = Status::Won {
    winner: Seat::BLACK,
    reason: Reason::Checkmate,
};

/// Checkmate wins.
#[test]
fn checkmate_wins() {
    let mated = set("rg1 rg2 Ki1 kk9");
    assert_eq!(mated.status(), MATED);
    assert!(mated.texts().is_empty());
    assert_eq!(set("rg1 rg3 Ki1 kk9").status(), Status::Ongoing);
}

/// Checkmate requires that every return fails too.
#[test]
fn checkmate_needs_every_return_to_fail() {
    let mated = set("Ka3 ra5 rb8 cd5 kk9");
    assert_eq!(mated.status(), MATED);
    let returning = mated.returning(Role::Rook, Tower::D5);
    assert_eq!(returning.status(), Status::Ongoing);
    assert_eq!(returning.texts(), ["@a4"]);
}

/// Checkmate requires that every rearrangement fails too.
#[test]
fn checkmate_needs_every_rearrangement_to_fail() {
    assert_eq!(set("Ki2 Pd5 Pf3 pd4 qd2 rg1 rg3 kk9").status(), MATED);
    let wizard = set("Ki2 Wd5 Pf3 pd4 qd2 rg1 rg3 kk9");
    assert_eq!(wizard.texts(), Vec::<String>::new());
    assert_eq!(wizard.status(), Status::Ongoing);
    assert_eq!(wizard.rearrangements(), [Arena::parse("II").unwrap()]);
    assert!(!wizard.after("II:Pf3-e2").in_check(Seat::WHITE));
}

/// Checkmate requires that every multi-move fails too: here only the king's two steps, through check, save it.
#[test]
fn checkmate_needs_every_multi_move_to_fail() {
    let position = black("Lf10 Md5 Nh8 Qe11 de8 ke10");
    assert!(position.check() && position.texts().is_empty());
    assert_eq!(position.status(), Status::Ongoing);
    assert!(position.allows("Ke10-f9,Kf9-f8"));
    // Here only a multi-move of four steps saves the king.
    let four = black("Mf3 Qi3 Re2 ca3 dd5 kg1 me6 wh1");
    assert!(four.check() && four.texts().is_empty());
    assert_eq!(four.status(), Status::Ongoing);
    assert!(four.allows("Me6-e4,Ca3-d6,Me4-g4,Cd6-h2"));
    let mated = black("Mf3 Qi3 Re2 ca3 pd5 kg1 me6 wh1");
    assert!(mated.status().is_over());
}

/// A single listed move is the only move only if no unlisted move exists.
#[test]
fn the_only_move_listed_need_not_be_the_only_one() {
    let only = |position: FourTowers| {
        let game = GameWithHistory::begin(&KIND, &Options::new(), position.clone());
        (position.texts().len(), game.only_move())
    };
    let mated = set("Ka3 ra5 rb8 cd5 kk9");
    let returning = mated.returning(Role::Rook, Tower::D5);
    assert_eq!(only(returning), (1, Some("@a4".to_owned())));
    // No move is listed here, but one exists; a dragon on a tower may give several steps at once.
    let wizard = set("Ki2 Wd5 Pf3 pd4 qd2 rg1 rg3 kk9");
    assert!(wizard.has_unlisted_moves() && set("Ka3 kk9 Dd5").has_unlisted_moves());
    assert!(!set("Ki2 Pd5 Pf3 pd4 qd2 rg1 rg3 kk9").has_unlisted_moves());
    assert!(!set("Ka3 kk9 Dc8").has_unlisted_moves(), "no tower");
    // Wherever a dragon or wizard is added, the return is the only move only if no other is listed or composed.
    for at in Square::all() {
        for letter in ["D", "W"] {
            let more = format!("{letter}{at}");
            if ["a3", "a5", "b8", "d5", "k9"].contains(&&more[1..]) {
                continue;
            }
            let position = set(&format!("Ka3 ra5 rb8 cd5 kk9 {more}"));
            let position = position.returning(Role::Rook, Tower::D5);
            let composed = position.has_unlisted_moves();
            let (listed, alone) = only(position);
            assert_eq!(alone.is_some(), listed == 1 && !composed, "{more}");
        }
    }
}

/// Stalemate is a draw, and counts every kind of move.
#[test]
fn stalemate_draws() {
    let stalemate = Status::Drawn(Reason::Stalemate);
    assert_eq!(set("Ka3 rb8 rh4 kk9").status(), stalemate);
    assert_eq!(set("Ka3 rb8 rh4 kk9 Pa4 pa5 pb5").status(), Status::Ongoing);
    // A dragon with empty memories can still move directly.
    assert_eq!(set("Ka3 rb8 rh4 kk9 Dc8").status(), stalemate);
    assert_eq!(set("Ka3 rb8 rh4 kk9 Dc8 bd5").status(), Status::Ongoing);
}

/// Steps listed without trying them leave the king out of check, in many positions in check and out of it.
#[test]
fn steps_that_are_not_tried_leave_the_king_out_of_check() {
    let (mut kept, mut forbidden) = (0, 0);
    for seed in 0..8_usize {
        let start = KIND.new_game(&Options::new()).unwrap();
        let mut position = FourTowers::of_position_text(&start.text()).unwrap();
        for ply in 0..150 {
            let listed = position.listed();
            let steps = position.pseudo_steps(&Powers::of(&position.board));
            let (safe, unsafe_steps): (Vec<Move>, Vec<Move>) = steps
                .into_iter()
                .map(Move::Step)
                .partition(|mv| position.is_safe_after(mv));
            let of_steps = listed.iter().filter(|mv| matches!(mv, Move::Step(_)));
            assert!(of_steps.eq(&safe), "{}", position.to_text());
            kept += safe.len();
            forbidden += unsafe_steps.len();
            if listed.is_empty() {
                break;
            }
            position.make(&listed[(seed + 1) * (ply + 7) * 31 % listed.len()]);
        }
    }
    assert!(kept > 10_000 && forbidden > 1_000, "{kept} {forbidden}");
}
