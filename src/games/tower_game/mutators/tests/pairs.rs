//! Pairs of mutators: which go together, and that every allowed combination plays.

use super::{allowed_pairs, options, placed, started};
use crate::rules::RuleErrorKind;
use crate::scene::View;

use super::super::super::KIND;
use super::TABLE;

/// "Two go together when they change different things and neither takes away what the other needs": 40 pairs.
#[test]
fn forty_pairs_are_allowed() {
    let pairs = allowed_pairs();
    assert_eq!(pairs.len(), 40, "{pairs:?}");
    for (index, one) in TABLE.iter().enumerate() {
        for other in &TABLE[index + 1..] {
            let (here, there) = (one.key(), other.key());
            let refused = |value: String| {
                let rejection = KIND.new_game(&options(&format!("mutator={value}"))).err();
                rejection.map(|rejection| (rejection.kind, rejection.sentence))
            };
            let (one_way, other_way) = (
                refused(format!("{here}+{there}")),
                refused(format!("{there}+{here}")),
            );
            assert_eq!(one_way, other_way);
            if let Some((kind, sentence)) = one_way {
                assert_eq!(kind, RuleErrorKind::BadOptions);
                assert!(
                    sentence.contains(&one.name()) || sentence.contains(&other.name()),
                    "{sentence}"
                );
            }
        }
    }
}

/// The option takes one, or two in any order; not three, not one twice, not an unknown one.
#[test]
fn the_option_takes_one_or_two() {
    let game = started("mutator=half+atomic");
    assert_eq!(game.options().get("mutator"), Some("atomic+half"));
    for wrong in [
        "atomic+atomic",
        "atomic+half+marseillais",
        "none+half",
        "+",
        "half+",
        "chess",
    ] {
        let rejection = KIND
            .new_game(&options(&format!("mutator={wrong}")))
            .unwrap_err();
        assert_eq!(rejection.kind, RuleErrorKind::BadOptions, "{wrong}");
    }
}

/// Mutators refuse the options of the game that they do not go with.
#[test]
fn some_options_are_refused() {
    for wrong in [
        "mutator=atomic rules=shogi",
        "mutator=magnetic edges=toroidal",
        "mutator=half riders=tripunch",
        "mutator=fusion riders=tripunch",
        "mutator=kriegspiel edges=toroidal",
        "mutator=kriegspiel riders=tripunch",
        "mutator=anywhere setup=alternate",
        "mutator=suicide board=chamber edges=toroidal riders=tripunch",
    ] {
        let rejection = KIND.new_game(&options(wrong)).unwrap_err();
        assert_eq!(rejection.kind, RuleErrorKind::BadOptions, "{wrong}");
    }
    for right in [
        "mutator=atomic edges=toroidal pawns=berlin",
        "mutator=alice riders=tripunch planar=hook board=chamber",
        "mutator=hostage+marseillais setup=shuffle seed=17",
        "mutator=anywhere+half edges=toroidal",
    ] {
        assert!(KIND.new_game(&options(right)).is_ok(), "{right}");
    }
}

/// Every pair, some plies at random in the chamber: texts read back, lists are accepted, the search keeps its promises.
#[test]
fn every_pair_plays() {
    let mut state = 2007_u32;
    for pair in allowed_pairs() {
        let chosen = format!("mutator={pair} board=chamber");
        let mut game = started(&chosen);
        // The first fifty are spent on placing.
        let plies = if pair.contains("anywhere") { 66 } else { 31 };
        for ply in 0..plies {
            let legal = game.legal();
            if legal.is_empty() {
                assert!(game.status().is_over(), "{pair}: {}", game.text());
                break;
            }
            if ply % 15 == 0 {
                let read = KIND.from_position(&options(&chosen), &game.text());
                let read =
                    read.unwrap_or_else(|rejection| panic!("{pair} {}: {rejection}", game.text()));
                assert_eq!(read.legal(), legal, "{pair}: {}", game.text());
                assert_eq!(read.text(), game.text());
                game.check_search();
                game.scene(&View::default());
                assert!(game.alt_text(1024).chars().count() <= 1024);
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let captures: Vec<&String> = legal.iter().filter(|mv| mv.contains('x')).collect();
            let text = match captures.get((state >> 8) as usize % captures.len().max(1)) {
                Some(text) if state >> 30 != 0 => (*text).clone(),
                _ => legal[(state >> 8) as usize % legal.len()].clone(),
            };
            let played = game
                .play(&text)
                .unwrap_or_else(|rejection| panic!("{pair} {text}: {rejection}"));
            assert_eq!(played.canonical, text);
        }
    }
}

/// Marseillais: "a first move ... that ends the game" ends the turn, so nobody moves once a king has gone.
#[test]
fn a_first_move_that_ends_the_game_has_no_second() {
    let rest = ["5/5/5/5/5"; 6].join("|");
    for (mutator, mv, seen) in [
        ("magnetic", "Raa1xaa8", "b - - 2 0"),
        ("atomic", "Raa1xaa7", "b - - 2 0"),
        ("benedict", "Raa1-aa2", "b - - 2 0"),
    ] {
        let above = match mutator {
            "atomic" => "5/5/5/5/k4|5/5/5/5/p4",
            _ => "5/5/5/5/k4|5/5/5/5/5",
        };
        let rest = rest.replacen("5/5/5/5/5|", "", 1);
        let text = format!("{above}|{rest}|4K/5/5/5/R4 w - - 2 0");
        let pairs = format!("mutator={mutator}+marseillais");
        let mut game = placed(&pairs, &text);
        game.play(mv).unwrap();
        assert_eq!(
            game.status().to_text(game.kind()),
            "won:white:royal-captured",
            "{mutator}: {}",
            game.text()
        );
        assert!(game.text().ends_with(seen), "{mutator}: {}", game.text());
        assert!(game.legal().is_empty(), "{mutator}");
        // A quiet first move has its second.
        let mut game = placed(&pairs, &text);
        game.play("Kee1-ed1").unwrap();
        assert!(
            game.text().contains(" w - - 1 "),
            "{mutator}: {}",
            game.text()
        );
        assert!(!game.legal().is_empty(), "{mutator}");
    }
}
