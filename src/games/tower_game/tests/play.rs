//! Castling, en passant, promotion, check, the endings, and the sample game.

use super::super::board::CubeSet;
use super::super::moves::{Move, MoveKind};
use super::*;

/// White's king and rooks unmoved, with some more pieces.
fn castling(more: &str) -> Box<dyn Game> {
    placed(
        "",
        &format!("Kcc1 Raa1 Rae1 Rea1 Ree1 kcc8 Pcc2 pcc7 {more}"),
        "w AA,AE,EA,EE - 0",
    )
}

#[test]
fn the_seeds_sample_game() {
    // Inventor's page: "1. cc4 cb5 2. ccxcb5 cc5 3. cbxcc6 e.p. dbJcd6 In the last move, Black moved his db Jester to
    // cd6".
    let mut game = started("", "");
    let mut canonical = Vec::new();
    for text in ["cc4", "cb5", "ccxcb5", "cc5", "cbxcc6 e.p.", "dbJcd6"] {
        canonical.push(game.play(text).unwrap().canonical);
    }
    assert_eq!(
        canonical,
        [
            "Pcc2-cc4", "Pcb7-cb5", "Pcc4xcb5", "Pcc7-cc5", "Pcb5xcc6", "Jdb8-cd6"
        ]
    );
    // The captured pawn is gone from cc5, and the ec jester could have gone to cd6 too.
    let text = game.text();
    assert_eq!(
        text.split(' ').next().unwrap(),
        "rnmmr/ccmmn/cckjj/nbb1j/rbbnr|ppppp/ppppp/pp1pp/pp1pp/ppppp|5/2j2/2P2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|\
         PPPPP/PPPPP/PP1PP/PPPPP/PPPPP|RNBBR/CCBBN/CCKJJ/NMMJJ/RMMNR"
    );
    let before = started("", "cc4 cb5 ccxcb5 cc5 cbxcc6");
    assert_eq!(
        before
            .legal()
            .iter()
            .filter(|mv| mv.starts_with('J') && mv.ends_with("cd6"))
            .count(),
        2
    );
}

#[test]
fn the_king_castles_to_each_of_four_corners() {
    // Inventor's page: "Castling is done by moving the King to one of the corner cubes and putting the Rook in the cube
    // the King has passed."
    for (corner, passed) in [("aa", "bb"), ("ae", "bd"), ("ea", "db"), ("ee", "dd")] {
        let mut game = castling("");
        let played = game.play(&format!("K{corner}1")).unwrap();
        assert_eq!(played.canonical, format!("Kcc1-{corner}1"));
        let rest: Vec<String> = ["aa", "ae", "ea", "ee"]
            .iter()
            .filter(|other| **other != corner)
            .map(|other| format!("R{other}1"))
            .collect();
        assert_eq!(
            game.text(),
            text_of(
                "",
                &format!("K{corner}1 R{passed}1 {} kcc8 Pcc2 pcc7", rest.join(" ")),
                "b - - 1"
            )
        );
    }
}

#[test]
fn black_castles_on_the_last_rank() {
    let pieces = "Kcc1 kcc8 raa8 rae8 rea8 ree8";
    for (corner, passed) in [("aa", "bb"), ("ae", "bd"), ("ea", "db"), ("ee", "dd")] {
        let mut game = placed("", pieces, "b aa,ae,ea,ee - 0");
        game.play(&format!("Kcc8-{corner}8")).unwrap();
        assert!(game.text().contains(" w - - 1"));
        assert_eq!(game.parse_move("Kcc1-cc2").unwrap(), "Kcc1-cc2");
        let after = TowerGame::from_text(&resolved(""), &game.text()).unwrap();
        let rook = after.get(Cube::parse(&format!("{passed}8")).unwrap());
        assert_eq!(rook.map(|piece| piece.letter()), Some("R".into()));
    }
}

#[test]
fn castling_needs_king_and_rook_unmoved() {
    let mut game = castling("");
    for mv in ["Raa1-aa2", "Pcc7-cc6", "Raa2-aa1", "Pcc6-cc5"] {
        game.play(mv).unwrap();
    }
    assert_eq!(legal(&*game, "Kcc1-aa1").len(), 0);
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 1);
    assert!(refusal(&*game, "Kcc1-aa1").contains("has moved"));
    let mut game = castling("");
    for mv in ["Kcc1-cb1", "Pcc7-cc6", "Kcb1-cc1", "Pcc6-cc5"] {
        game.play(mv).unwrap();
    }
    assert!(game.text().contains(" w - - "));
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 0);
}

#[test]
fn a_rook_captured_on_its_corner_castles_no_more() {
    let mut game = placed("", "Kcc1 Raa1 Ree1 kcc8 raa8", "b AA,EE - 0");
    game.play("Raa8xaa1").unwrap();
    assert!(game.text().ends_with(" w EE - 0"));
}

#[test]
fn castling_needs_the_cube_passed_empty() {
    let game = castling("Ndd1");
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 0);
    assert!(refusal(&*game, "Kcc1-ee1").contains("dd1 is in the way"));
    // An enemy there is in the way as well.
    assert_eq!(legal(&*castling("ndd1"), "Kcc1-ee1").len(), 0);
}

#[test]
fn castling_is_forbidden_in_out_of_and_through_check() {
    // "Normal restrictions apply."
    let game = castling("rcb5 Ncb2");
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 1, "nothing is attacked");
    // The king, by a knight on cd3.
    let game = castling("ncd3");
    assert!(game.check());
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 0);
    assert!(refusal(&*game, "Kcc1-ee1").contains("attacked by"));
    // The cube passed, by a rook above it.
    let game = castling("rdd5");
    assert!(!game.check());
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 0);
    assert!(refusal(&*game, "Kcc1-ee1").contains("attacks the square passed dd1"));
    assert_eq!(legal(&*game, "Kcc1-aa1").len(), 1);
    // The corner, by a rook above it.
    let game = castling("ree5");
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 0);
    assert!(refusal(&*game, "Kcc1-ee1").contains("attacks the corner ee1"));
}

#[test]
fn nobody_castles_on_a_toroidal_board() {
    // Inventor's page: "Castling is abolished."
    let mut game = started("edges=toroidal", "");
    assert!(game.text().contains(" w - - 0"));
    game.play("Pbb2-bb3").unwrap();
    let game = placed("edges=toroidal", "Kcc1 Ree1 kcc8", "w - - 0");
    assert!(refusal(&*game, "O-B").contains("toroidal"));
    assert!(refusal(&*game, "Kcc1-ee1").contains("no castling"));
}

#[test]
fn the_tripunch_king_castles_with_the_bases() {
    let game = placed("riders=tripunch", "Kcc1 Ree1 kac8", "w EE - 0");
    assert_eq!(legal(&*game, "Kcc1-ee1").len(), 1);
}

#[test]
fn pawns_step_and_double_step() {
    let game = placed("", "Kaa1 kee8 Pcc2 Pdd3", "w - - 0");
    assert_eq!(goals(&*game, "Pcc2"), ["cc3", "cc4"]);
    assert_eq!(goals(&*game, "Pdd3"), ["dd4"], "not from another level");
    let game = placed("", "Kaa1 kee8 Pcc2 pcc4", "w - - 0");
    assert_eq!(goals(&*game, "Pcc2"), ["cc3"], "not onto a piece");
    let game = placed("", "Kaa1 kee8 Pcc2 pcc3", "w - - 0");
    assert!(goals(&*game, "Pcc2").is_empty(), "not over one");
    let game = placed("board=chamber", "Kaa1 kee5 Pcc2 pdd4", "b - - 0");
    assert_eq!(
        goals(&*game, "Pdd4"),
        ["dd2", "dd3"],
        "chamber: from level 4"
    );
}

#[test]
fn a_pawn_captures_eight_ways() {
    // Inventor's page: "It moves to capture one step diagonally or triagonally forward."
    let around = ["bb", "cb", "db", "bc", "dc", "bd", "cd", "dd"];
    let enemies: Vec<String> = around.iter().map(|file| format!("n{file}5")).collect();
    let game = placed(
        "",
        &format!("Kaa1 kee8 Pcc4 ncc5 {}", enemies.join(" ")),
        "w - - 0",
    );
    assert_eq!(legal(&*game, "Pcc4x").len(), 8);
    assert_eq!(legal(&*game, "Pcc4").len(), 8, "not straight ahead");
}

#[test]
fn en_passant_by_all_eight_capturing_ways() {
    // Ruling: "by a pawn whose capturing move reaches the cube passed".
    for file in ["bb", "cb", "db", "bc", "dc", "bd", "cd", "dd"] {
        let pieces = format!("Kaa1 kee8 Pcc2 p{file}4");
        let mut game = placed("", &pieces, "w - - 0");
        game.play("cc4").unwrap();
        assert!(game.text().contains(" b - cc3 0"));
        let capture = format!("P{file}4xcc3");
        assert_eq!(legal(&*game, &capture).len(), 1, "{capture}");
        let mut taken = game.boxed_clone();
        let played = taken.play(&capture).unwrap();
        assert!(played.words.contains("en passant"), "{}", played.words);
        assert_eq!(taken.text(), text_of("", "Kaa1 kee8 pcc3", "w - - 0"));
        // On the next turn only.
        for mv in ["Kee8-ee7", "Kaa1-aa2"] {
            game.play(mv).unwrap();
        }
        assert_eq!(legal(&*game, &capture).len(), 0);
        assert!(refusal(&*game, &capture).contains("right after"));
    }
}

#[test]
fn one_step_leaves_no_en_passant() {
    let mut game = placed("", "Kaa1 kee8 Pcc2 pcb4", "w - - 0");
    game.play("cc3").unwrap();
    // The pawn itself can be captured on cc3, as usual.
    assert!(game.text().contains(" b - - 0"));
    let mut game = placed("", "Kaa1 kee8 Ncc2 pcb4", "w - - 0");
    game.play("Ncc2-cd4").unwrap();
    assert!(game.text().contains(" b - - 1"));
}

#[test]
fn en_passant_may_not_open_a_line_to_the_king() {
    // Both pawns leave the fifth rank at once, and the rook sees the king.
    let game = placed("", "Kac5 Pbc5 pcc7 rec5 kee8", "b - - 0");
    let mut game = game;
    game.play("Pcc7-cc5").unwrap();
    assert_eq!(legal(&*game, "Pbc5xcc6").len(), 0);
    assert!(refusal(&*game, "Pbc5xcc6").contains("expose the king on ac5 to the rook on ec5"));
    // Without the rook it is legal.
    let mut game = placed("", "Kac5 Pbc5 pcc7 kee8", "b - - 0");
    game.play("Pcc7-cc5").unwrap();
    assert_eq!(legal(&*game, "Pbc5xcc6").len(), 1);
}

#[test]
fn berlin_pawns_are_the_other_way_round() {
    // Inventor's page: "The Pawns move without capturing one forward step diagonally or triagonally. The move to
    // capture one step orthogonally forward."
    let game = placed("pawns=berlin", "Kaa1 kee8 Pcc4 ncc5 nbb5", "w - - 0");
    let texts = legal(&*game, "Pcc4");
    assert_eq!(
        texts.len(),
        8,
        "seven free ways aslant, one capture straight ahead"
    );
    assert!(texts.contains(&"Pcc4xcc5".to_owned()));
    assert!(!texts.iter().any(|mv| mv.contains("bb5")));
    // From its starting rank twice the same way: eight times one or two.
    let game = placed("pawns=berlin", "Kaa1 kee8 Pcc2", "w - - 0");
    assert_eq!(legal(&*game, "Pcc2-").len(), 16);
    let game = placed("pawns=berlin", "Kaa1 kee8 Pcc2 ndd3", "w - - 0");
    let texts = goals(&*game, "Pcc2");
    assert!(
        !texts.contains(&"ee4".to_owned()),
        "the square passed must be empty"
    );
    assert!(texts.contains(&"aa4".to_owned()));
}

#[test]
fn berlin_en_passant_by_all_eight_double_steps() {
    // Ruling: "en passant by a pawn whose straight capture reaches the cube passed".
    for (passed, ends) in [
        ("bb", "aa"),
        ("cb", "ca"),
        ("db", "ea"),
        ("bc", "ac"),
        ("dc", "ec"),
        ("bd", "ae"),
        ("cd", "ce"),
        ("dd", "ee"),
    ] {
        let pieces = format!("Kaa1 kee8 Pcc2 p{passed}4");
        let mut game = placed("pawns=berlin", &pieces, "w - - 0");
        game.play(&format!("Pcc2-{ends}4")).unwrap();
        assert!(
            game.text().contains(&format!(" b - {passed}3>{ends}4 0")),
            "{}",
            game.text()
        );
        let capture = format!("P{passed}4x{passed}3");
        assert_eq!(legal(&*game, &capture).len(), 1, "{capture}");
        game.play(&capture).unwrap();
        assert_eq!(
            game.text(),
            text_of("pawns=berlin", &format!("Kaa1 kee8 p{passed}3"), "w - - 0")
        );
    }
}

#[test]
fn promotion_is_compulsory_to_seven_pieces() {
    // Inventor's page: "Pawns promote upon reaching their eighth rank to any piece in the starting setup, or a
    // Fool(F)."
    let game = placed("", "Kaa1 kee1 Pcc7", "w - - 0");
    assert_eq!(
        legal(&*game, "Pcc7"),
        ["B", "C", "F", "J", "M", "N", "R"].map(|letter| format!("Pcc7-cc8={letter}"))
    );
    // Tripunch: "promotion to a Fool is no longer necessary".
    let game = placed("riders=tripunch", "Kaa1 kee1 Pcc7", "w - - 0");
    assert_eq!(legal(&*game, "Pcc7").len(), 6);
    assert_eq!(legal(&*game, "Pcc7-cc8=F").len(), 0);
    // Chamber: rank 5 and rank 1.
    let game = placed("board=chamber", "Kaa1 kee3 Pcc4 paa4 pcc2", "b - - 0");
    assert_eq!(legal(&*game, "Pcc2-cc1=").len(), 7);
    // By capturing too.
    let mut game = placed("", "Kaa1 kee1 Pcc7 ndd8", "w - - 0");
    let played = game.play("ccxdd8=F").unwrap();
    assert_eq!(played.canonical, "Pcc7xdd8=F");
    assert!(played.words.ends_with("becomes a fool"), "{}", played.words);
    assert_eq!(game.text(), text_of("", "Kaa1 kee1 Fdd8", "b - - 0"));
}

#[test]
fn a_fool_is_a_king_that_may_be_taken() {
    // Inventor's page: "moves like the King, but is not subject to check or checkmate, and is capturable".
    let game = placed("", "Kaa1 kee8 Fcc4 rcc7 pcb5", "w - - 0");
    assert!(!game.check());
    assert_eq!(legal(&*game, "Fcc4").len(), 26);
    let game = placed("", "Kaa1 kee8 Fcc4 rcc7", "b - - 0");
    assert_eq!(legal(&*game, "Rcc7xcc4").len(), 1);
}

#[test]
fn checkmate_wins() {
    let game = placed("", "kaa8 Kdd6 Rdb6 Rcd6 Rac7 Faa7", "b - - 0");
    assert!(game.check());
    assert!(game.legal().is_empty());
    assert_eq!(game.status().to_text(&KIND), "won:white:checkmate");
    // The king could not take the fool: the rook on ac7 protects it. Without that rook he can.
    let game = placed("", "kaa8 Kdd6 Rdb6 Rcd6 Faa7", "b - - 0");
    assert_eq!(game.status(), Status::Ongoing);
}

#[test]
fn stalemate_counts_three_quarters() {
    // Inventor's page: "Stalemate in this variant is not a draw, but not a full win either. It gets 3/4 in tournament
    // counts."
    let game = placed("", "kaa8 Kab6 Rbb8 Rbc5 Rcd4 Fcb7", "b - - 0");
    assert!(!game.check());
    assert!(game.legal().is_empty());
    let status = game.status();
    assert_eq!(status, Status::Stalemate { by: Seat::WHITE });
    assert_eq!(status.to_text(&KIND), "stalemate:white");
    assert_eq!(
        (status.quarters(Seat::WHITE), status.quarters(Seat::BLACK)),
        (Some(3), Some(1))
    );
}

#[test]
fn the_third_occurrence_and_200_plies_draw() {
    let mut game = placed("", "Kaa1 kee8 Raa2", "w - - 0");
    for _ in 0..2 {
        assert_eq!(game.status(), Status::Ongoing);
        for mv in ["Raa2-ab2", "Kee8-ee7", "Rab2-aa2", "Kee7-ee8"] {
            game.play(mv).unwrap();
        }
    }
    assert_eq!(game.status().to_text(&KIND), "draw:repetition");
    let mut game = placed("", "Kaa1 kee8 Raa2", "w - - 199");
    game.play("Raa2-ab2").unwrap();
    assert_eq!(game.status().to_text(&KIND), "draw:no-progress");
    // A pawn's move begins the count again.
    let mut game = placed("", "Kaa1 kee8 Raa2 Pcc3", "w - - 199");
    game.play("Pcc3-cc4").unwrap();
    assert_eq!(game.status(), Status::Ongoing);
    assert!(game.text().ends_with(" b - - 0"));
}

#[test]
fn a_pinned_piece_may_move_within_its_pin() {
    let game = placed("", "Kcc1 Rcc3 rcc6 kee8", "w - - 0");
    assert_eq!(goals(&*game, "Rcc3"), ["cc2", "cc4", "cc5", "cc6"]);
    assert!(refusal(&*game, "Rcc3-dc3").contains("pinned"));
    assert!(refusal(&*game, "Rcc3-dc3").contains("king on cc1 to the rook on cc6"));
}

#[test]
fn two_pieces_in_an_area_shield_a_king_together() {
    // A base on cc5 sees the king over the area of its plane; either piece may leave, not both.
    let game = placed("riders=tripunch", "Kaa1 Nba1 Ncb1 rcc1 kee8", "w - - 0");
    assert!(!legal(&*game, "Nba1-").is_empty());
    let mut game = placed("riders=tripunch", "Kaa1 Ncb1 rcc1 kee8", "w - - 0");
    let away = legal(&*game, "Ncb1");
    assert!(away.iter().all(|mv| {
        let goal = &mv[5..];
        ["ba1", "ca1", "ab1", "bb1", "ac1", "bc1", "cc1"].contains(&goal)
    }));
    assert!(refusal(&*game, "Ncb1-cd2").contains("base on cc1"));
    assert!(game.play("Kaa1-aa2").is_ok());
}

#[test]
fn the_cubes_of_each_side_are_those_with_its_pieces() {
    // The counts are kept next to the pieces: after quiet moves, captures, drops, castling, en passant and promotions.
    let mut special = 0;
    for pairs in ["", "pawns=berlin", "board=chamber", "rules=shogi"] {
        let mut game =
            TowerGame::start(Rules::of(&resolved(pairs)).unwrap(), Effects::default()).unwrap();
        let mut state = 5_u32;
        for _ in 0..200 {
            let moves = game.legal_moves();
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let any = moves.get((state >> 8) as usize % moves.len().max(1));
            let rare = |mv: &&Move| {
                mv.kind == MoveKind::Castles
                    || mv.is_en_passant()
                    || mv.promotion.is_some()
                    || mv.plus
            };
            let Some(mv) = moves.iter().find(rare).or(any) else {
                break;
            };
            special += u32::from(rare(&mv));
            game.play(mv);
            for seat in [Seat::WHITE, Seat::BLACK] {
                let is_own = |cube: &Cube| game.get(*cube).is_some_and(|piece| piece.seat == seat);
                let cubes: CubeSet = game.rules.space.cubes().filter(is_own).collect();
                assert_eq!(game.side(seat), cubes, "{pairs}");
            }
        }
    }
    assert!(special >= 10, "{special} special moves");
}

/// Moves listed without a trial are the moves that a trial of each leaves: in many positions, in check and out of it.
#[test]
fn moves_that_are_not_tried_leave_the_king_out_of_check() {
    for pairs in ["", "riders=tripunch", "edges=toroidal"] {
        let (mut kept, mut forbidden) = (0, 0);
        for seed in 0..4_usize {
            let mut game = started(pairs, "");
            for ply in 0..120 {
                let position = TowerGame::from_text(&resolved(pairs), &game.text()).unwrap();
                let seat = position.turn();
                let (safe, exposing): (Vec<Move>, Vec<Move>) =
                    position.pseudo_moves().into_iter().partition(|mv| {
                        let mut after = position.clone();
                        after.make(mv);
                        !after.in_check(seat)
                    });
                assert_eq!(position.legal(), safe, "{}", game.text());
                kept += safe.len();
                forbidden += exposing.len();
                let listed = game.legal();
                let Some(mv) = listed.get((seed + 1) * (ply + 7) * 31 % listed.len().max(1)) else {
                    break;
                };
                game.play(mv).unwrap();
            }
        }
        assert!(
            kept > 10_000 && forbidden > 100,
            "{pairs} {kept} {forbidden}"
        );
    }
}
