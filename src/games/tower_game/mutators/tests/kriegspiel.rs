//! The worked examples of Kriegspiel: the umpire's announcements, and each viewer's view.

use super::{placed, ranks, refusal, started};
use crate::engine::unseen;
use crate::rules::{Game, RuleErrorKind, Seat, Viewer};

/// Kriegspiel: the umpire announces the cube of a capture, and the lines of a check as the king sees them.
#[test]
fn in_kriegspiel_the_umpire_names_lines() {
    let text = "4k/5/2r2/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/2m2/5/5|5/3R1/5/5/5|5/5/2K2/5/5 b - - 0";
    let mut game = placed("mutator=kriegspiel", text);
    game.play("Mcc3xdd2").unwrap();
    let extra = |game: &dyn Game, key: &str| {
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
    // The king may ask for every step, and gets no reason.
    let asks = extra(&*game, "asks");
    assert!(
        asks.as_array()
            .unwrap()
            .contains(&serde_json::json!("Kcc1cc2")),
        "{asks}"
    );
    assert_eq!(refusal(&*game, "Kcc1-cc2"), "No.");
    assert_eq!(
        game.parse_move("Ncc1-cc2").unwrap_err().sentence,
        "Nonsense."
    );
    // The public view reveals no piece, and a player sees the own side.
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

/// Kriegspiel: a view depends on no hidden piece: positions that differ only in hidden pieces, with the same
/// announcements, look alike and offer the same moves.
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
    // The owner of the piece sees it.
    let black = Viewer::Seat(Seat::BLACK);
    assert!(everything(&position("r4"), black) != everything(&position("4r"), black));
}

/// Kriegspiel: a player is offered the moves that the umpire lists as asks, and a refused try has no reason.
#[test]
fn in_kriegspiel_a_player_is_offered_what_may_be_asked() {
    let mut game = started("mutator=kriegspiel");
    for mv in ["Pcb3-cb4", "Pcd6-cd5", "Ncb1-dc2", "Pdd6-dd5"] {
        let seen = game.seen_by(Viewer::Seat(game.turn()));
        let asks = |game: &dyn Game| {
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

/// Kriegspiel: a machine knows no more than its player. In positions that differ only in hidden pieces, with the same
/// announcements, it tries the same moves in the same order, and plays the same move where possible.
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
    // Other viewers have no tries.
    assert!(placed("r4").seen_by(Viewer::Public).tries(0).is_empty());
}

/// Kriegspiel: playable moves are among the machine's tries, so it always moves; and it pursues an announced capture.
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

/// Kriegspiel: players read in plain words how many captures the pawns have; programs read the umpire's own line.
#[test]
fn the_captures_of_pawns_are_announced_in_plain_words() {
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

/// A text that fits several own moves asks for one of those that may be asked. They depend on the own pieces alone:
/// the question does not change with the other side's pieces.
#[test]
fn a_text_that_could_be_several_own_moves_is_asked_about() {
    let rest = ["5/5/5/5/5"; 6].join("|");
    let own = "R4/5/2K2/5/R4 w AA,AE - 0";
    let empty = format!("4k/5/5/5/5|{rest}|{own}");
    let other = empty.replacen("5/5/5/5/5|", "5/r4/5/1n3/5|", 1);
    for (text, suggested) in [
        ("Rac1", ["Raa1ac1", "Rae1ac1"]),
        ("O-O", ["Kcc1aa1", "Kcc1ae1"]),
    ] {
        let refusals = [&empty, &other].map(|position| {
            placed("mutator=kriegspiel", position)
                .parse_move(text)
                .unwrap_err()
        });
        assert_eq!(refusals[0], refusals[1], "{text}");
        assert_eq!(refusals[0].kind, RuleErrorKind::Ambiguous, "{text}");
        assert_eq!(refusals[0].suggestions, suggested, "{text}");
    }
    let game = placed("mutator=kriegspiel", &empty);
    for text in ["Rcc4", "Ncc4", "O-N"] {
        let refused = game.parse_move(text).unwrap_err();
        assert_eq!(
            (refused.sentence.as_str(), refused.suggestions.len()),
            ("Nonsense.", 0),
            "{text}"
        );
    }
}
