//! The worked examples, one for each ruling that could be read otherwise.

use super::{after, legal, placed, started, status};
use crate::engine::unseen;
use crate::rules::{Seat, Viewer};

/// So many empty ranks, as a placement writes them.
fn ranks(count: usize) -> String {
    vec!["5/5/5/5/5"; count].join("|")
}

/// Suicide: who can capture must, and kings are pieces like others.
#[test]
fn in_suicide_captures_are_compulsory() {
    let text = "5/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/3p1/5/5/5|5/5/2K2/5/R4 w - - 0";
    let game = placed("mutator=suicide", text);
    assert_eq!(game.legal(), ["Kcc1xdd2", "Raa1xaa4"]);
    assert!(!game.check());
}

/// Suicide: who has pieces but no move wins with fewer pieces; as many on both sides is a draw.
#[test]
fn in_suicide_a_stuck_side_with_fewer_pieces_has_won() {
    let few = "4n/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/p4|5/5/5/5/P4|5/5/5/5/5 w - - 0";
    assert_eq!(status("mutator=suicide", few, ""), "won:white:stalemate");
    let equal = few.replacen("4n", "5", 1);
    assert_eq!(status("mutator=suicide", &equal, ""), "draw:stalemate");
    let none = format!("4n/5/5/5/5|{} w - - 0", ranks(7));
    assert_eq!(status("mutator=suicide", &none, ""), "won:white:gave-all");
}

/// Extinction: promoting the last pawn leaves no pawns; if both sides lack a kind the mover has won.
#[test]
fn in_extinction_the_mover_wins_where_both_lack_a_kind() {
    let text = format!(
        "4j/2m2/1bk1c/5/r4|5/3n1/p4/5/1P3|{}|4J/5/2K2/5/RBMNC w - - 0",
        ranks(5)
    );
    assert_eq!(status("mutator=extinction", &text, ""), "ongoing");
    assert_eq!(
        status("mutator=extinction", &text, "Pba7xaa8=R"),
        "won:white:extinction"
    );
    assert!(
        placed("mutator=extinction", &text)
            .parse_move("Pba7xaa8=K")
            .is_ok()
    );
    assert!(
        placed("mutator=extinction", &text)
            .parse_move("Pba7xaa8=F")
            .is_err()
    );
}

/// Atomic: the 26 neighbours of the cube where the captor arrives, pawns apart.
#[test]
fn in_atomic_a_capture_explodes_all_but_pawns_around() {
    let text = "5/5/5/5/k4|5/5/2r2/5/5|5/2b2/5/5/5|5/2p2/2p2/1n3/5|5/3m1/5/5/5|5/5/5/5/5|5/5/2R2/5/5|5/5/5/5/4K w - - 9";
    assert_eq!(
        after("mutator=atomic", text, "Rcc2xcc5"),
        "5/5/5/5/k4|5/5/2r2/5/5|5/5/5/5/5|5/2p2/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/4K b - - 0"
    );
}

/// Atomic: exploding the enemy king wins, even out of check; nobody may explode his own, and the king captures nothing.
#[test]
fn in_atomic_kings_explode() {
    let text = format!(
        "4k/4n/5/5/5|5/5/5/5/5|{}|5/5/4R/5/5|5/5/5/r4/K4 w - - 0",
        ranks(4)
    );
    let mut game = placed("mutator=atomic", &text);
    assert!(game.check());
    assert!(game.parse_move("Kaa1xab1").is_err());
    let text = format!("4k/4n/4R/5/5|{}|5/5/5/r4/K4 w - - 0", ranks(6));
    game = placed("mutator=atomic", &text);
    game.play("Rec8xed8").unwrap();
    assert_eq!(
        game.status().to_text(game.kind()),
        "won:white:royal-captured"
    );
    // The same position can be read: the side to move may have no king.
    assert_eq!(
        placed("mutator=atomic", &game.text()).status(),
        game.status()
    );
}

/// Benedict: the piece that moved turns what it attacks, and not what stands behind.
#[test]
fn in_benedict_the_piece_that_moved_turns_what_it_attacks() {
    let text = "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/5|5/5/5/p4/2n1b|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 5";
    assert_eq!(
        after("mutator=benedict", text, "Raa1-aa4"),
        "4k/5/5/5/5|5/5/5/5/P4|5/5/5/5/5|5/5/5/5/5|5/5/5/P4/R1N1b|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5 b - - 0"
    );
}

/// Crazyhouse: 7 moves with the king and 150 drops of a pawn.
#[test]
fn in_crazyhouse_a_pawn_drops_on_any_empty_cube_but_first_and_last_rank() {
    let text = format!("4k/5/5/5/5|{}|5/5/5/5/K4 w - - P1 0", ranks(6));
    assert_eq!(placed("mutator=crazyhouse", &text).legal().len(), 157);
}

/// Hostage: exchanges on any of the 198 empty cubes; the given piece waits on its owner's airfield.
#[test]
fn in_hostage_pieces_are_exchanged() {
    let text = format!("4k/5/5/5/5|{}|5/5/5/5/K4 w - - B1n1 - 0", ranks(6));
    let game = placed("mutator=hostage", &text);
    assert_eq!(legal(&*game, "N:B@").len(), 198);
    assert_eq!(game.legal().len(), 205);
    assert_eq!(
        after("mutator=hostage", &text, "N:B@cc4"),
        format!(
            "4k/5/5/5/5|{}|5/5/2B2/5/5|{}|5/5/5/5/K4 b - - - n1 0",
            ranks(3),
            ranks(2)
        )
    );
    // Typed without its signs.
    assert_eq!(game.parse_move("n:bcc4").unwrap(), "N:B@cc4");
}

/// Hostage: without a piece to change places with, a pawn may not enter the last rank.
#[test]
fn in_hostage_a_pawn_needs_a_held_piece_to_be_promoted() {
    let text = |prison: &str| {
        format!(
            "5/5/5/5/4k|5/5/P4/5/5|{}|5/5/5/5/K4 w - - {prison} - 0",
            ranks(5)
        )
    };
    assert!(legal(&*placed("mutator=hostage", &text("P1")), "Pac7").is_empty());
    let game = placed("mutator=hostage", &text("R1P1").replace("R1P1", "P1R1"));
    assert_eq!(legal(&*game, "Pac7"), ["Pac7-ac8=R"]);
    let reached = after("mutator=hostage", &text("R1"), "Pac7-ac8=R");
    assert!(reached.ends_with(" b - - P1 - 0"), "{reached}");
}

/// Doppelganger: a capture takes another piece of the kind along, the captor's choice.
#[test]
fn in_doppelganger_the_captor_chooses_the_double() {
    let text = "4k/5/5/5/5|5/5/4n/5/5|5/5/5/5/5|5/5/5/5/nbn2|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4 w - - 0";
    let game = placed("mutator=doppelganger", text);
    let captures: Vec<String> = (game.legal().into_iter())
        .filter(|mv| mv.contains('x'))
        .collect();
    assert_eq!(captures, ["Raa1xaa5:ca5", "Raa1xaa5:ec7"]);
    assert_eq!(game.parse_move("aa1aa5:ec7").unwrap(), "Raa1xaa5:ec7");
}

/// Magnetic: the nearest friend flies away, the nearest enemy comes beside; kings shield.
#[test]
fn in_magnetic_friends_fly_and_enemies_come() {
    let text = "4k/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|5/5/5/5/5|5/2N2/n2R1/5/2r2|5/5/5/5/5|5/5/2K2/5/M4|5/5/2b2/5/5 w - - 0";
    assert_eq!(
        after("mutator=magnetic", text, "Maa2-cc4"),
        "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2p2/5/5|2N2/5/1nM1R/2r2/5|5/5/5/5/5|5/5/2K2/5/5|5/5/2b2/5/5 b - - 1"
    );
}

/// Magnetic: a pawn pushed to its last rank becomes what the mover says.
#[test]
fn in_magnetic_a_pushed_pawn_is_promoted() {
    let text = format!(
        "4k/5/5/5/5|{}|5/5/1P3/5/5|{}|1R3/5/5/5/K4 w - - 7",
        ranks(3),
        ranks(2)
    );
    let text = text.replace("1R3/5/5/5/K4", "5/5/R4/5/K4");
    let game = placed("mutator=magnetic", &text);
    assert_eq!(legal(&*game, "Rac1-bc1").len(), 7);
    let reached = after("mutator=magnetic", &text, "Rac1-bc1=J");
    assert!(
        reached.starts_with("4k/5/1J3/5/5|") && reached.ends_with(" b - - 0"),
        "{reached}"
    );
}

/// Alice: the two boards are judged each by itself.
#[test]
fn in_alice_each_board_is_judged_by_itself() {
    let text = format!("4k/5/5/r*4/1r3|{}|5/5/5/5/K4 w - - 0", ranks(6));
    assert_eq!(
        placed("mutator=alice", &text).legal(),
        ["Kaa1-aa2", "Kaa1-bb1", "Kaa1-bb2"]
    );
    assert!(after("mutator=alice", &text, "Kaa1-aa2").contains("|5/5/5/5/K*4|"));
}

/// Half: a rook goes half as far, rounded up.
#[test]
fn in_half_riders_go_half_as_far() {
    let text = format!("4k/5/5/5/5|{}|4K/5/5/5/R4 w - - 0", ranks(6));
    let game = placed("mutator=half", &text);
    assert_eq!(
        legal(&*game, "R"),
        [
            "Raa1-aa2", "Raa1-aa3", "Raa1-aa4", "Raa1-aa5", "Raa1-ab1", "Raa1-ac1", "Raa1-ba1",
            "Raa1-ca1"
        ]
    );
}

/// Half: leapers keep 12 of 24: two ranks forward, one rank back, and the knight a quarter-turned level leap.
#[test]
fn in_half_leapers_keep_half_of_their_leaps() {
    for letter in ["N", "C", "J"] {
        let text = format!(
            "4k/5/5/5/5|{}|5/5/2{letter}2/5/5|{}|K4/5/5/5/5 w - - 0",
            ranks(3),
            ranks(2)
        );
        let game = placed("mutator=half", &text);
        assert_eq!(legal(&*game, letter).len(), 12, "{letter}");
    }
}

/// Fusion: a royal compound does not ride over attacked cubes, though it may go one step.
#[test]
fn in_fusion_a_royal_compound_does_not_ride_over_attacked_cubes() {
    let text = "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1r3|5/5/5/5/5|5/5/5/5/(KR)4 w - - 0";
    let game = placed("mutator=fusion", text);
    let whole = legal(&*game, "KRaa1");
    assert!(whole.contains(&"KRaa1-aa2".to_owned()) && whole.contains(&"KRaa1-ae1".to_owned()));
    assert!(
        !whole
            .iter()
            .any(|mv| mv.starts_with("KRaa1-aa") && mv != "KRaa1-aa2")
    );
    assert!(
        !whole.iter().any(|mv| mv.starts_with("KRaa1-ba")),
        "{whole:?}"
    );
}

/// Marseillais: a first move that gives check ends the turn.
#[test]
fn in_marseillais_a_check_ends_the_turn() {
    let text = "4n/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/1R3|5/5/5/5/4K w - - 2 0";
    let checked = after("mutator=marseillais", text, "Rba2-aa2");
    assert!(checked.ends_with(" b - - 2 1"), "{checked}");
    let quiet = after("mutator=marseillais", text, "Rba2-ba3");
    assert!(quiet.ends_with(" w - - 1 1"), "{quiet}");
}

/// Marseillais, Berlin: where two pawns have passed the same cube, the captor names the one that is taken.
#[test]
fn in_marseillais_the_captor_names_the_berlin_pawn() {
    let text = format!(
        "5/5/5/5/k4|5/5/5/5/5|5/5/5/5/5|5/3p1/2P2/1p3/5|5/5/5/5/5|{}|5/5/5/5/4K w - cc6>bb5,cc6>dd5 2 0",
        ranks(2)
    );
    let game = placed("mutator=marseillais pawns=berlin", &text);
    assert_eq!(legal(&*game, "Pcc5x"), ["Pcc5xcc6:bb5", "Pcc5xcc6:dd5"]);
    let taken = after("mutator=marseillais pawns=berlin", &text, "Pcc5xcc6:dd5");
    // After such a capture the second move may be another.
    assert!(taken.ends_with(" w - - 1 0"), "{taken}");
}

/// Anywhere: the king is placed first, in the own half, and no king may be attacked meanwhile.
#[test]
fn in_anywhere_pieces_are_placed() {
    let mut game = started("mutator=anywhere");
    assert_eq!(game.legal().len(), 75);
    assert!(game.legal().iter().all(|mv| mv.starts_with("K@")));
    game.play("K@cc4").unwrap();
    assert!(game.parse_move("K@cc5").is_err());
    game.play("K@cc8").unwrap();
    assert!(game.parse_move("R@aa1").is_ok());
    assert!(game.parse_move("P@aa1").is_err());
    assert!(!game.check());
}

/// Suicide and tripunch: all that can be done at the start is capturing.
#[test]
fn in_suicide_planar_riders_must_capture_at_once() {
    let game = started("mutator=suicide riders=tripunch");
    assert_eq!(game.legal().len(), 10);
    assert!(game.legal().iter().all(|mv| mv.contains('x')));
}

/// Bughouse: what is captured on one board goes, in its own colour, to the partner's hand on the other.
#[test]
fn in_bughouse_captures_go_to_the_partner() {
    let board =
        "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/n4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/R4";
    let taken =
        "4k/5/5/5/5|5/5/5/5/p4|5/5/5/5/5|5/5/5/5/R4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5";
    let text = format!("{board} {board} wa - - - - - - 0");
    assert_eq!(
        after("mutator=bughouse", &text, "A:Raa1xaa5"),
        format!("{taken} {board} wb - - - - - n1 0")
    );
    let game = placed(
        "mutator=bughouse",
        &format!("{taken} {board} bb - - - - - n1 0"),
    );
    assert!(legal(&*game, "B:N@").len() > 100);
    assert!(game.parse_move("A:Raa5-aa6").is_err());
    assert_eq!(started("mutator=bughouse").perft(1), 91);
}

/// Kriegspiel: the umpire says what went where, and the lines of a check as the king sees them.
#[test]
fn in_kriegspiel_the_umpire_names_lines() {
    let text = "4k/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2m2/5/5|5/3R1/5/5/5|5/5/2K2/5/5 b - - 0";
    let mut game = placed("mutator=kriegspiel", text);
    game.play("Mcc3xdd2").unwrap();
    let extra = |game: &dyn crate::rules::Game, key: &str| {
        let found = game.extra().into_iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| value).unwrap()
    };
    assert_eq!(
        extra(&*game, "said"),
        serde_json::json!(["piece gone on dd2", "check column+row+rank", "check rank"])
    );
    let views = extra(&*game, "views");
    assert!(!views["white"].as_str().unwrap().contains('r'), "{views}");
    assert!(views["white"].as_str().unwrap().contains('K'), "{views}");
    assert!(!views["black"].as_str().unwrap().contains('K'), "{views}");
    // The king may ask for every step, and hears no reason.
    let asks = extra(&*game, "asks");
    assert!(
        asks.as_array()
            .unwrap()
            .contains(&serde_json::json!("Kcc1cc2")),
        "{asks}"
    );
    assert_eq!(super::refusal(&*game, "Kcc1-cc2"), "No.");
    assert_eq!(
        game.parse_move("Ncc1-cc2").unwrap_err().sentence,
        "Nonsense."
    );
    // What everybody is shown tells nothing, and a player is shown their own side.
    let shown = |viewer| {
        let seen = game.seen_by(viewer);
        let scene = seen.scene(&crate::scene::View::default());
        let cells = (scene.grids.iter()).flat_map(|grid| grid.cells.iter().flatten());
        let pieces = cells.filter(|cell| cell.token.is_some()).count();
        (pieces, seen.alt_text(1024))
    };
    let (pieces, words) = shown(Viewer::Public);
    assert_eq!(pieces, 0);
    assert!(!words.contains("king") && !words.contains("dd1"), "{words}");
    let (pieces, words) = shown(Viewer::Seat(Seat::WHITE));
    assert_eq!(pieces, 1);
    assert!(
        words.contains("king cc1") && words.contains("Black: hidden."),
        "{words}"
    );
    assert_eq!(shown(Viewer::Umpire).0, 4);
}

/// Kriegspiel: what somebody is shown depends on nothing that is hidden from them: positions that differ only in hidden
/// pieces, and of which the umpire says the same, look the same and offer the same.
#[test]
fn in_kriegspiel_what_is_hidden_changes_nothing_that_is_shown() {
    let position = |queen: &str| {
        format!(
            "4k/5/5/5/5|{queen}/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/4P/5|5/5/5/5/5|5/5/2K2/5/R4 w - - 0"
        )
    };
    let everything = |text: &str, viewer: Viewer| {
        let game = placed("mutator=kriegspiel", text);
        let seen = game.seen_by(viewer);
        let scenes: Vec<_> = ["", "aa1", "ed3", "cc1", "aa7", "ea7"]
            .into_iter()
            .map(|reach| {
                seen.scene(&crate::scene::View {
                    reach: (!reach.is_empty()).then(|| reach.to_owned()),
                    ..Default::default()
                })
            })
            .collect();
        let words = [
            vec![seen.alt_text(1024), seen.text(), seen.checkpoint()],
            seen.announced(),
            seen.status_lines(),
            seen.legal(),
            seen.check_warning().into_iter().collect(),
            ["", "R", "Raa1", "ed3", "a", "Raa1-aa8", "Ped3-de4"]
                .into_iter()
                .flat_map(|typed| seen.complete(typed, 25))
                .map(|choice| format!("{} {}", choice.text, choice.label))
                .collect(),
            ["", "R", "Raa1", "Kcc1", "Ped3"]
                .into_iter()
                .flat_map(|partial| seen.choices(partial).options)
                .map(|choice| format!("{} {}", choice.text, choice.label))
                .collect(),
        ];
        (scenes, words)
    };
    for viewer in [Viewer::Public, Viewer::Seat(Seat::WHITE)] {
        let one = everything(&position("r4"), viewer);
        for queen in ["4r", "1b3", "5"] {
            assert!(
                everything(&position(queen), viewer) == one,
                "{queen} {viewer:?}"
            );
        }
    }
    // The one whose piece it is sees it.
    let black = Viewer::Seat(Seat::BLACK);
    assert!(everything(&position("r4"), black) != everything(&position("4r"), black));
}

/// Kriegspiel: what a player is offered is what the umpire lists as what may be asked, and a try that is refused is
/// answered without a reason.
#[test]
fn in_kriegspiel_a_player_is_offered_what_may_be_asked() {
    let mut game = started("mutator=kriegspiel");
    for mv in ["Pcb3-cb4", "Pcd6-cd5", "Ncb1-dc2", "Pdd6-dd5"] {
        let seen = game.seen_by(Viewer::Seat(game.turn()));
        let asks = |game: &dyn crate::rules::Game| {
            let found = game.extra().into_iter().find(|(key, _)| *key == "asks");
            found.map(|(_, asks)| asks)
        };
        assert_eq!(asks(&*seen), asks(&*game), "{mv}");
        if game.play(mv).is_err() {
            let first = game.legal().into_iter().next().unwrap();
            game.play(&first).unwrap();
        }
    }
}

/// Kriegspiel: a machine knows what its player may know. Positions that differ only in what is hidden, and of which the
/// umpire says the same, make it try the same in the same order, and play the same where the same can be played.
#[test]
fn in_kriegspiel_the_machine_tries_the_same_whatever_is_hidden() {
    let placed = |hidden: &str| {
        let text = format!(
            "4k/5/5/5/5|{hidden}/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/4P/5|5/5/5/5/5|5/5/2K2/5/R4 w - - 0"
        );
        placed("mutator=kriegspiel", &text)
    };
    let tries = |hidden: &str, seed: u64| {
        placed(hidden)
            .seen_by(Viewer::Seat(Seat::WHITE))
            .tries(seed)
    };
    for seed in 0..8 {
        let first = tries("r4", seed);
        let chosen = unseen::choose(&*placed("r4"), seed, 3);
        assert!(first.len() > 20 && chosen.is_some());
        for hidden in ["4r", "1b3", "5"] {
            assert_eq!(tries(hidden, seed), first, "{hidden}");
            assert_eq!(placed(hidden).legal(), placed("r4").legal());
            assert_eq!(unseen::choose(&*placed(hidden), seed, 3), chosen);
        }
    }
    // Anybody else who looks has nothing to try with.
    assert!(placed("r4").seen_by(Viewer::Public).tries(0).is_empty());
}

/// Kriegspiel: what can be played is among what the machine tries, so it always moves; and a capture that was announced is
/// not left alone.
#[test]
fn in_kriegspiel_the_machine_moves_and_listens() {
    for options in ["mutator=kriegspiel", "mutator=kriegspiel+half"] {
        let mut game = started(options);
        let mut announced = 0;
        for ply in 0..50 {
            let mv = unseen::choose(&*game, 1, ply).unwrap();
            assert!(game.legal().contains(&mv), "{mv}");
            if game
                .announced()
                .iter()
                .any(|said| said.contains("pawns have"))
            {
                announced += 1;
                assert!(mv.contains(['x', '=']), "{mv} in {}", game.text());
            }
            game.play(&mv).unwrap();
            if game.status().is_over() {
                break;
            }
        }
        assert!(announced > 0);
        assert!(unseen::levels(game.hides()).len() == 1 || game.status().is_over());
    }
}

/// What waits beside the board is named for what it is: a piece in hand, one that is got for another, one that was freed.
#[test]
fn what_can_be_dropped_is_named_for_what_it_is() {
    let empty = ranks(6);
    for (mutator, beside, chosen, words) in [
        ("crazyhouse", "N1", "N@", "knight in hand can be dropped"),
        (
            "hostage",
            "B1n1 -",
            "N:B@",
            "bishop that you get can be dropped",
        ),
        ("hostage", "- N1", "N@", "freed knight can be dropped"),
    ] {
        let text = format!("4k/5/5/5/5|{empty}|5/5/5/5/K4 w - - {beside} 0");
        let game = placed(&format!("mutator={mutator}"), &text);
        let reach = game.reach(chosen).unwrap();
        assert!(reach.contains(words), "{mutator}: {reach}");
    }
}

/// Kriegspiel: players are told in plain words how many captures the pawns have; programs read the umpire's own.
#[test]
fn the_captures_of_pawns_are_told_in_plain_words() {
    for (black, umpire, words) in [
        (
            "5/5/5/1p3/5",
            "pawn tries 1",
            "White's pawns have 1 capture",
        ),
        (
            "5/5/p4/1p3/5",
            "pawn tries 2",
            "White's pawns have 2 captures",
        ),
    ] {
        let text = format!(
            "4k/5/5/5/5|{}|{black}|5/5/5/P4/5|5/5/5/5/5|5/5/5/5/K4 w - - 0",
            ranks(3)
        );
        let game = placed("mutator=kriegspiel", &text);
        let game = game.seen_by(Viewer::Public);
        assert!(
            game.announced().contains(&words.to_owned()),
            "{:?}",
            game.announced()
        );
        let extra = placed("mutator=kriegspiel", &text).extra();
        let (_, said) = extra.iter().find(|(key, _)| *key == "said").unwrap();
        assert_eq!(said, &serde_json::json!([umpire]));
    }
}
