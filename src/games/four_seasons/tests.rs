//! Each rule of the leaflet and each ruling, by name.

use super::KIND;
use super::board::{BLACK, GREEN, RED, WHITE};
use crate::rules::{Game, Options};

const START: &str = "gK,gR,gP>,2,wP<,wR,wK/gN,gB,gP>,2,wP<,wB,wN/gPv,gPv,4,wPv,wPv/8/8/rP^,rP^,4,bP^,bP^/\
rN,rB,rP>,2,bP<,bB,bN/rK,rR,rP>,2,bP<,bR,bK g grbw - 0";

fn options(pairs: &[(&str, &str)]) -> Options {
    pairs.iter().copied().collect()
}

fn at(text: &str) -> Box<dyn Game> {
    KIND.from_position(&Options::new(), text).unwrap()
}

fn with(pairs: &[(&str, &str)], text: &str) -> Box<dyn Game> {
    KIND.from_position(&options(pairs), text).unwrap()
}

fn status(game: &dyn Game) -> String {
    game.status().to_text(&KIND)
}

fn targets(game: &dyn Game, origin: &str) -> Vec<String> {
    game.legal()
        .into_iter()
        .filter(|mv| &mv[1..3] == origin)
        .map(|mv| mv[4..].to_owned())
        .collect()
}

#[test]
fn start_has_seven_moves_and_nobody_threatens_anybody() {
    // Document, vectors.
    let game = KIND.new_game(&Options::new()).unwrap();
    assert_eq!(game.text(), START);
    assert_eq!(game.legal().len(), 7);
    let position =
        super::FourSeasons::parse(&KIND.resolve(&Options::new()).unwrap(), START).unwrap();
    for (from, piece) in position.board.pieces() {
        for to in super::moves::strikes(&position.board, from) {
            let there = position.board.get(to);
            assert!(
                there.is_none_or(|there| there.owner == piece.owner),
                "{from} threatens {to}"
            );
        }
    }
}

#[test]
fn the_bishops_squares_never_meet() {
    // Document, vectors.
    let bishops = [(1, 6), (1, 1), (6, 1), (6, 6)];
    let mut orbits: Vec<Vec<(i8, i8)>> = Vec::new();
    for start in bishops {
        let mut orbit = vec![start];
        let mut next = 0;
        while let Some(&(x, y)) = orbit.get(next) {
            for (dx, dy) in [(2, 2), (2, -2), (-2, 2), (-2, -2)] {
                let to = (x + dx, y + dy);
                if (0..8).contains(&to.0) && (0..8).contains(&to.1) && !orbit.contains(&to) {
                    orbit.push(to);
                }
            }
            next += 1;
        }
        orbits.push(orbit);
    }
    for (index, orbit) in orbits.iter().enumerate() {
        assert!(
            orbits[index + 1..]
                .iter()
                .flatten()
                .all(|square| !orbit.contains(square))
        );
    }
}

#[test]
fn array_exchanged_swaps_rook_and_knight() {
    let game = KIND.new_game(&options(&[("array", "exchanged")])).unwrap();
    assert!(
        game.text().starts_with("gK,gN,gP>,2,wP<,wN,wK/gR,gB,"),
        "{}",
        game.text()
    );
    assert!(game.text().contains("/rR,rB,rP>,2,bP<,bB,bR/rK,rN,"));
}

#[test]
fn play_goes_anticlockwise_in_the_order_of_the_seasons() {
    // Rule 3.
    let mut game = KIND.new_game(&Options::new()).unwrap();
    for (seat, mv) in [
        (GREEN, "a6a5"),
        (RED, "c1d1"),
        (BLACK, "h3h4"),
        (WHITE, "f8e8"),
        (GREEN, "b6b5"),
    ] {
        assert_eq!(game.turn(), seat);
        game.play(mv).unwrap();
    }
}

#[test]
fn rule_4_the_men_move() {
    let on = |piece: &str| format!("gK,7/8/8/3,{piece},4/8/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*at(&on("rP^")), "d5"), ["d6"]);
    assert_eq!(targets(&*at(&on("rP>")), "d5"), ["e5"]);
    assert_eq!(targets(&*at(&on("rPv")), "d5"), ["d4"]);
    assert_eq!(targets(&*at(&on("rP<")), "d5"), ["c5"]);
    assert_eq!(targets(&*at(&on("rB")), "d5"), ["b3", "b7", "f3", "f7"]);
    assert_eq!(targets(&*at(&on("rQ")), "d5"), ["c4", "c6", "e4", "e6"]);
    assert_eq!(targets(&*at(&on("rN")), "d5").len(), 8);
    assert_eq!(targets(&*at(&on("rR")), "d5").len(), 14);
    assert_eq!(
        targets(&*at("gK,7/8/8/3,rK,4/8/8/8/8 r gr - 0"), "d5").len(),
        8
    );
}

#[test]
fn rule_4_the_bishop_jumps() {
    let game = at("gK,7/8/2,rPv,1,gPv,3/3,rB,4/8/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*game, "d5"), ["b3", "b7", "f3", "f7"]);
}

#[test]
fn rule_6_a_pawn_on_the_far_edge_becomes_a_queen() {
    let mut game = at("gK,7/5,rP>,2/8/8/6,rP>,1/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*game, "g4"), ["h4=Q"]);
    assert!(targets(&*game, "f7") == ["g7"]);
    game.play("h4").unwrap();
    assert!(game.text().contains("7,rQ"));
    let capturing = at("6,wPv,wK/6,bP>,1/8/8/8/8/8/bK,7 b bw - 0");
    assert!(
        capturing.legal().iter().all(|mv| mv != "Pg7xh8=Q"),
        "a king is never captured (rule 9)"
    );
    let capturing = at("wK,6,wN/6,bP>,1/8/8/8/8/8/bK,7 b bw - 0");
    assert!(capturing.legal().contains(&"Pg7xh8=Q".to_owned()));
}

#[test]
fn rule_7_pawns_capture_diagonally_forward_in_their_own_direction() {
    let game = at("gK,7/8/2,gN,gN,gN,3/2,gN,rP>,gN,3/2,gN,gN,gN,3/8/8/7,rK r gr - 0");
    assert_eq!(targets(&*game, "d5"), ["e4", "e6"]);
}

#[test]
fn rule_9_a_move_must_not_leave_the_king_threatened() {
    let pinned = at("3,gR,3,gK/8/3,rR,4/8/8/8/8/3,rK,4 r gr - 0");
    assert!(targets(&*pinned, "d6").iter().all(|to| to.starts_with('d')));
    let sentence = pinned.parse_move("Rd6-a6").unwrap_err().sentence;
    assert_eq!(
        sentence,
        "The rook on d6 can't go to a6: that would expose your king on d1 to Green's rook on d8."
    );
    let king = at("3,gR,3,gK/8/8/8/8/8/8/2,rK,5 r gr - 0");
    assert_eq!(
        king.parse_move("Kd1").unwrap_err().sentence,
        "The king can't go to d1: Green's rook on d8 would threaten it there."
    );
}

#[test]
fn a_king_is_never_captured() {
    // Rule 9: threatened, not captured.
    let game = at("gK,7/8/8/8/8/8/rR,7/7,rK r gr - 0");
    assert!(game.legal().iter().all(|mv| !mv.contains("xa8")));
    assert!(
        game.parse_move("Ra2xa8")
            .unwrap_err()
            .sentence
            .starts_with("A king is never captured")
    );
}

#[test]
fn rules_10_and_11_the_mated_king_goes_and_the_conqueror_takes_the_men() {
    let mut game = at("gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0");
    let played = game.play("Rg4-g1").unwrap();
    assert_eq!(
        played.told,
        ["Red is checkmated and is out; Green takes over one piece."]
    );
    assert_eq!(game.turn(), BLACK);
    assert!(
        game.text().contains("1,gPv"),
        "the pawn keeps its facing: {}",
        game.text()
    );
    assert!(game.text().contains(" b gbw - 0"), "{}", game.text());
}

#[test]
fn mated_removed_takes_the_men_off_the_board() {
    let text = "gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0";
    let mut game = with(&[("mated", "removed")], text);
    game.play("Rg4-g1").unwrap();
    assert!(
        game.text()
            .starts_with("gK,6,wK/8/8/8/8/7,bK/7,gR/6,gR,1 b gbw"),
        "{}",
        game.text()
    );
}

#[test]
fn rule_13_the_conqueror_is_the_first_backwards_in_turn_order() {
    // Both Green and Black threaten Red's king: going backwards from Red, Green comes first. Reading the text applies
    // the mate.
    let text = "gK,6,wK/gR,6,bK/8/8/8/3,rN,4/gR,7/rK,6,bR r grbw - 0";
    let game = at(text);
    assert_eq!(
        game.text(),
        "gK,6,wK/gR,6,bK/8/8/8/3,gN,4/gR,7/7,bR b gbw - 0"
    );
    // By Black and White: White comes first.
    let text = "wK,6,gK/wR,6,bK/8/8/8/3,rN,4/wR,7/rK,6,bR r grbw - 0";
    assert!(at(text).text().contains("3,wN,4"));
}

#[test]
fn mate_is_judged_at_the_victims_own_turn_and_may_be_lifted() {
    // Green threatens Black's king with mate; Red moves between and may take the rook.
    let text = "gK,3,gR,3/8/8/8/rK,7/3,rN,4/1,gR,6/7,bK g grb - 0";
    let mut lifted = at(text);
    assert!(lifted.play("Re8-e1").unwrap().told.is_empty());
    assert_eq!(lifted.turn(), RED);
    lifted.play("Nd3xe1").unwrap();
    assert_eq!(lifted.turn(), BLACK);
    let mut left = at(text);
    left.play("Re8-e1").unwrap();
    let played = left.play("Ka4-a5").unwrap();
    assert_eq!(played.told, ["Black is checkmated by Green and is out."]);
    assert_eq!(left.turn(), GREEN);
}

#[test]
fn last_player_with_a_king_wins() {
    // Rule 12.
    let mut game = at("gK,7/8/8/8/6,gR,1/8/7,gR/rK,7 g gr - 0");
    game.play("Rg4-g1").unwrap();
    assert_eq!(status(&*game), "won:green:last-standing");
    assert!(game.legal().is_empty());
    assert_eq!(game.placings(), Some(vec![1, 2, 3, 3]));
}

#[test]
fn a_player_who_cannot_move_passes() {
    // Ruling: not threatened and no legal move.
    let mut game = at("7,gK/8/8/8/8/1,gR,6/7,gR/rK,7 g gr - 0");
    let played = game.play("Rh2-g2").unwrap();
    assert_eq!(
        played.told,
        ["Red has no legal move and is not in check: the turn passes."]
    );
    assert_eq!(
        game.turn(),
        GREEN,
        "a player alone against one who must pass simply moves again"
    );
    assert!(
        game.text().ends_with(" g gr - 1"),
        "passes do not count: {}",
        game.text()
    );
}

#[test]
fn nobody_can_move_is_a_draw() {
    // Ruling, step 3: both kings are walled in by own pawns that face each other in pairs.
    let text = "gK,gP>,gP<,5/gPv,gP>,gP<,5/gP^,7/8/8/7,rPv/5,rP>,rP<,rP^/5,rP>,rP<,rK g gr - 0";
    assert_eq!(status(&*at(text)), "draw:stalemate");
    assert_eq!(at(text).turn(), GREEN, "the first player looked at");
    assert_eq!(at(&text.replace(" g gr", " r gr")).turn(), RED);
    assert_eq!(at(text).placings(), Some(vec![1, 1, 3, 3]));
}

#[test]
fn dropping_out_freezes_the_men() {
    let mut game = KIND.new_game(&Options::new()).unwrap();
    assert!(
        game.legal().iter().all(|mv| !mv.starts_with("drop")),
        "never listed"
    );
    assert_eq!(game.parse_move("drop:red").unwrap(), "drop:red");
    game.play("drop:red").unwrap();
    assert_eq!(game.turn(), GREEN, "a drop by another side leaves the turn");
    assert!(game.text().contains("xN,xB,xP>"), "{}", game.text());
    assert!(game.text().contains(" g gbw - 0"));
    assert!(
        game.parse_move("drop:red")
            .unwrap_err()
            .sentence
            .contains("out already")
    );
    game.play("drop:green").unwrap();
    assert_eq!(game.turn(), BLACK);
    game.play("drop:white").unwrap();
    assert_eq!(status(&*game), "won:black:last-standing");
    assert_eq!(game.placings(), Some(vec![3, 4, 1, 2]));
    assert!(game.parse_move("drop:black").is_err());
}

#[test]
fn frozen_men_threaten_nothing_block_and_may_be_captured() {
    let game = at("gK,7/8/8/8/xR,2,xN,4/8/8/rR,6,rK r gr - 0");
    let rook = targets(&*game, "a1");
    assert!(
        rook.contains(&"a4".to_owned()) && !rook.contains(&"a5".to_owned()),
        "{rook:?}"
    );
    let game = at("gK,7/8/8/8/8/8/8/rK,2,xR,4 r gr - 0");
    assert!(!game.check());
    assert!(targets(&*game, "a1").contains(&"b1".to_owned()));
}

#[test]
fn dice_are_entries_and_say_what_moves() {
    // Rules 14 to 16.
    let dice = options(&[("dice", "on")]);
    let mut game = KIND.new_game(&dice).unwrap();
    assert_eq!(
        game.legal(),
        ["roll:1", "roll:2", "roll:3", "roll:4", "roll:5", "roll:6"]
    );
    assert!(game.text().ends_with(" g grbw ? 0"));
    assert!(
        game.parse_move("a6a5")
            .unwrap_err()
            .sentence
            .contains("rolled before")
    );
    game.play("roll:1").unwrap();
    assert!(game.text().contains(" 1 0"));
    assert!(game.legal().iter().all(|mv| mv.starts_with('P')));
    assert!(
        game.parse_move("Nb5")
            .unwrap_err()
            .sentence
            .contains("The die shows 1")
    );
    game.play("a5").unwrap();
    assert_eq!(game.turn(), RED);
    // Rule 16: no queen on the board.
    let played = game.play("roll:5").unwrap();
    assert_eq!(played.told, ["Red has no queen: the turn is lost."]);
    assert_eq!(game.turn(), BLACK);
    assert!(game.text().ends_with(" b grbw ? 0"));
}

#[test]
fn a_threatened_king_whose_roll_saves_nothing_stays_threatened() {
    let mut game = with(&[("dice", "on")], "gK,7/8/8/8/gR,7/8/7,rN/rK,7 r gr ? 0");
    assert!(game.check());
    let played = game.play("roll:3").unwrap();
    assert_eq!(
        played.told,
        ["Red has no knight's move that saves the king: the turn is lost."]
    );
    assert_eq!(game.turn(), GREEN);
}

#[test]
fn a_text_after_a_roll_loses_the_turn_when_nothing_fits() {
    let game = with(&[("dice", "on")], &START.replace("- 0", "5 0"));
    assert!(game.text().ends_with(" r grbw ? 0"), "{}", game.text());
    assert!(
        with(&[("dice", "on")], START)
            .text()
            .ends_with(" g grbw ? 0"),
        "- is read as ?"
    );
}

#[test]
fn with_dice_lost_turns_do_not_count_as_occurrences() {
    let mut game = KIND.new_game(&options(&[("dice", "on")])).unwrap();
    for _ in 0..6 {
        for _ in 0..4 {
            game.play("roll:5").unwrap();
        }
    }
    assert_eq!(status(&*game), "ongoing");
}

#[test]
fn without_dice_the_third_occurrence_draws() {
    let mut game = at("gK,7/8/8/8/8/8/8/7,rK g gr - 0");
    for mv in [
        "a8b8", "h1g1", "b8a8", "g1h1", "a8b8", "h1g1", "b8a8", "g1h1",
    ] {
        assert_eq!(status(&*game), "ongoing");
        game.play(mv).unwrap();
    }
    assert_eq!(status(&*game), "draw:repetition");
}

#[test]
fn no_progress_is_a_hundred_for_each_player_still_in() {
    let mut game = at("gK,7/8/8/8/8/8/8/7,rK g gr - 199");
    game.play("a8b8").unwrap();
    assert_eq!(status(&*game), "draw:no-progress");
    let four = at(&START.replace(" 0", " 399"));
    assert_eq!(status(&*four), "ongoing");
    assert_eq!(
        status(&*at(&START.replace(" 0", " 400"))),
        "draw:no-progress"
    );
}

fn ledger(game: &dyn Game) -> serde_json::Value {
    game.extra()
        .into_iter()
        .find(|(key, _)| *key == "ledger")
        .unwrap()
        .1
}

#[test]
fn stakes_are_paid_for_losses_checks_and_mates() {
    let stakes = [
        ("stakes", "on"),
        ("stake_capture", "2"),
        ("stake_check", "3"),
        ("stake_mate", "5"),
        ("stake_entry", "10"),
    ];
    // Only the sides that are in pay the entry.
    let text = "gK,7/8/8/8/6,gR,1/1,rN,6/7,gR/rK,5,rP^,1 g gr - 0";
    let mut game = with(&stakes, text);
    assert_eq!(
        ledger(&*game)["paid"],
        serde_json::json!({"green": 10, "red": 10, "black": 0, "white": 0})
    );
    // The rook takes a pawn and threatens the king; the knight can come between.
    game.play("Rg4xg1").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 10 + 2 + 3);
    // With a pawn for the knight it is mate, and the pawn is paid for.
    let mut game = with(&stakes, &text.replace("rN", "rPv"));
    game.play("Rg4xg1").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 10 + 2 + 3 + 5);
    assert_eq!(ledger(&*game)["pool"], 30);
    assert_eq!(
        ledger(&*game)["won"],
        serde_json::json!({"green": 30}),
        "the winner takes the pool"
    );
    assert_eq!(KIND.new_game(&Options::new()).unwrap().extra().len(), 0);
}

#[test]
fn the_pool_is_split_on_a_draw_the_rest_from_green_on() {
    let stakes = [("stakes", "on"), ("stake_entry", "5")];
    let mut three = with(&stakes, "gK,6,wK/8/8/8/8/8/8/7,rK g grw - 299");
    three.play("a8b8").unwrap();
    assert_eq!(status(&*three), "draw:no-progress");
    let book = ledger(&*three);
    assert_eq!(book["pool"], 15);
    assert_eq!(
        book["won"],
        serde_json::json!({"green": 5, "red": 5, "white": 5})
    );
    let mut two = with(
        &[("stakes", "on"), ("stake_entry", "3")],
        "gK,7/8/8/8/8/8/8/7,wK w gw - 199",
    );
    two.play("Kg1").unwrap();
    assert_eq!(
        ledger(&*two)["won"],
        serde_json::json!({"green": 3, "white": 3})
    );
}

#[test]
fn a_new_threat_is_paid_once_a_move_and_only_by_a_new_man() {
    let stakes = [("stakes", "on")];
    // The rook on e5 threatens already; moving it along the file is no new threat.
    let text = "gK,7/8/8/4,gR,3/8/8/8/4,rK,3 g gr - 0";
    let mut game = with(&stakes, text);
    game.play("Re5-e4").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 0);
    // A discovered double threat is one payment.
    let text = "gK,7/8/8/4,gR,3/8/4,gN,3/8/4,rK,3 g gr - 0";
    let mut game = with(&stakes, text);
    game.play("Ne3-c2").unwrap();
    assert_eq!(ledger(&*game)["paid"]["red"], 1);
}

#[test]
fn checkpoints_keep_the_ledger_and_the_former_owners() {
    let pairs = [("stakes", "on")];
    let mut game = with(
        &pairs,
        "gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0",
    );
    game.play("Rg4-g1").unwrap();
    let again = game.resume(&game.checkpoint()).unwrap();
    assert_eq!(again.text(), game.text());
    assert_eq!(again.extra(), game.extra());
    assert_eq!(again.status_lines(), game.status_lines());
    let view = crate::scene::View::default();
    assert_eq!(again.scene(&view), game.scene(&view));
}

#[test]
fn bad_positions_are_refused() {
    for (text, why) in [
        (START.replace("grbw", "gbrw"), "turn order"),
        (START.replace(" g ", " x "), "turn"),
        (START.replace("grbw", "rbw").replace(" g ", " r "), "king"),
        (START.replace("gK", "gQ"), "king"),
        (
            START
                .replace("gPv,gPv,4", "gPv,gP<,4")
                .replace("gPv,gP<", "gP<,gPv"),
            "far edge",
        ),
        (START.replace("- 0", "3 0"), "Without dice"),
        (START.replace(" 0", " x"), "whole number"),
        (START.replace("gR", "zR"), "a piece that is none"),
        (START.replace("/8/8/", "/8/7/"), "does not fill"),
        (
            "xK,7/8/8/8/8/8/8/gK,6,rK g gr - 0".to_owned(),
            "never frozen",
        ),
    ] {
        let rejection = KIND.from_position(&Options::new(), &text).unwrap_err();
        assert!(
            rejection.sentence.contains(why),
            "{text}: {}",
            rejection.sentence
        );
    }
}

#[test]
fn the_board_turns_to_every_side() {
    let game = KIND.new_game(&Options::new()).unwrap();
    for seat in [GREEN, RED, BLACK, WHITE] {
        let view = crate::scene::View {
            from: Some(seat),
            ..Default::default()
        };
        let scene = game.scene(&view);
        let corner = scene.grids[0].cells[7 * 8]
            .as_ref()
            .unwrap()
            .token
            .as_ref()
            .unwrap();
        assert_eq!(corner.figure, crate::scene::Figure::King);
        assert_eq!(
            corner.army,
            super::scene::army(Some(seat)),
            "own corner is at the lower left"
        );
        let pawn = scene.grids[0].cells[7 * 8 + 2]
            .as_ref()
            .unwrap()
            .token
            .as_ref()
            .unwrap();
        assert_eq!(pawn.facing, Some(crate::scene::Facing::Right));
    }
}

#[test]
fn every_page_that_has_a_man_has_a_diagram() {
    for lesson in (KIND.lessons)() {
        let wants = [
            "overview", "king", "rook", "knight", "bishop", "queen", "pawn", "check", "leaving",
        ];
        assert_eq!(
            lesson.diagram.is_some(),
            wants.contains(&lesson.key),
            "{}",
            lesson.key
        );
        assert!(lesson.text.len() <= 1800);
    }
}

#[test]
fn a_mate_can_need_the_men_of_two_owners() {
    // Rule 10: Green's knight threatens Black's king, and Red's guards h1, where it could go.
    let text = "gK,gR,1,gP>,1,rP<,rR,1/1,gB,gP>,rP<,2,rB,rN/gPv,gPv,3,rB,rPv,rPv/8/8/rP^,rP^,3,gN,bP^,bP^/\
1,rK,bB,2,rN,bR,bK/1,rR,rP>,2,bP<,2 b grb - 0";
    let mated = at(text);
    assert_eq!(mated.status_lines()[1], "Black is out, conquered by Green.");
    let unguarded = at(&text.replace("2,rN,bR", "3,bR"));
    assert_eq!(unguarded.legal(), ["Kh2-h1"]);
    assert!(unguarded.check());
    let unthreatened = at(&text.replace("3,gN,bP", "4,bP"));
    assert!(!unthreatened.check());
}

#[test]
fn what_follows_one_move_is_told_in_order() {
    // Green mates Red; Black, walled in and not threatened, passes; White's throw is lost.
    let text = "gK,6,wK/8/8/8/4,gR,3/1,rPv,5,bPv/3,gR,1,bP>,bP<,bP^/rK,4,bP>,bP<,bK g grbw ? 0";
    let mut game = with(&[("dice", "on")], text);
    game.play("roll:4").unwrap();
    assert_eq!(
        game.play("Re4-e1").unwrap().told,
        [
            "Red is checkmated and is out; Green takes over one piece.",
            "Black has no legal move and is not in check: the turn passes.",
        ]
    );
    assert_eq!(game.turn(), WHITE);
    assert_eq!(
        game.play("roll:5").unwrap().told,
        ["White has no queen: the turn is lost."]
    );
    assert_eq!(game.turn(), GREEN);
}

#[test]
fn a_draw_by_agreement_splits_the_pool_and_ranks_those_who_are_out() {
    // Document, "Stakes": with a draw the pool is split among those still in.
    let text = "gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0";
    let mut game = with(&[("stakes", "on"), ("stake_entry", "5")], text);
    game.play("drop:white").unwrap();
    game.play("Rg4-g1").unwrap();
    assert_eq!(game.placings(), None, "it goes on");
    game.agree();
    assert_eq!(status(&*game), "draw:agreement");
    assert_eq!(game.placings(), Some(vec![1, 3, 1, 4]));
    let pool = ledger(&*game);
    assert_eq!(pool["pool"], 22, "four entries, a check and a piece");
    assert_eq!(pool["won"], serde_json::json!({"green": 11, "black": 11}));
    assert!(game.legal().is_empty() && game.resign_move(GREEN).is_none());
}

#[test]
fn the_picture_tells_who_took_over_whom_and_who_left() {
    let mut game = at("gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0");
    game.play("drop:white").unwrap();
    game.play("Rg4-g1").unwrap();
    let scene = game.scene(&crate::scene::View::default());
    let texts: Vec<&str> = scene
        .trays
        .iter()
        .flat_map(|tray| &tray.items)
        .map(|item| item.text.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "Green",
            "Red",
            "Black",
            "White",
            "White left",
            "Green took over Red"
        ]
    );
}
