//! Reads suggestions that were picked and typed on. On Discord a picked suggestion is shown in the field as its label,
//! and is sent as its text only if nothing is typed after it: otherwise the bot receives the label and the typing.

use crate::rules::{Choice, Entry};

/// Separators between a choice's text and the remarks in its label. No canonical text contains one, as it has no
/// spaces.
const SEPARATORS: [&str; 3] = [": ", " · ", " ("];

/// Number of suggestions that Discord shows.
const SHOWN: usize = 25;

/// Longest text that is examined, in bytes: a label and a move.
const LONGEST: usize = 600;

/// A text with a label taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unlabelled {
    /// The text begins with an offered label: here is the label's text, and what follows the label.
    Picked(String),
    /// The text contains something like the remarks of a label: here is the text before them.
    Cut(String),
}

/// Returns the text before the first remark, such as `g1` of `g1: two-stack`; the whole text if it has none.
pub fn bare(text: &str) -> &str {
    let text = text.trim();
    SEPARATORS
        .iter()
        .filter_map(|separator| text.find(separator))
        .min()
        .map_or(text, |cut| text[..cut].trim_end())
}

/// Reads a text that may contain a label; `None` if it contains none.
pub fn unlabelled<P: Entry>(position: &P, typed: &str) -> Option<Unlabelled> {
    let typed = typed.trim();
    let head = bare(typed);
    if head == typed || head.is_empty() || typed.len() > LONGEST {
        return None;
    }
    let mut offered = position.complete("", SHOWN);
    offered.extend(position.complete(head, SHOWN));
    Some(
        picked(&offered, typed)
            .map_or_else(|| Unlabelled::Cut(head.to_owned()), Unlabelled::Picked),
    )
}

/// Replaces the longest offered label that a text begins with by its choice's text.
fn picked(offered: &[Choice], typed: &str) -> Option<String> {
    let (text, rest) = offered
        .iter()
        .filter_map(|choice| Some((choice, typed.strip_prefix(choice.label.trim())?)))
        .min_by_key(|(_, rest)| rest.len())
        .map(|(choice, rest)| (&choice.text, rest))?;
    Some(format!("{text}{}", rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::rules::{Game, Options, RuleErrorKind};

    fn choice(text: &str, label: &str) -> Choice {
        Choice {
            text: text.to_owned(),
            label: label.to_owned(),
            whole: false,
        }
    }

    #[test]
    fn remarks_begin_at_the_first_separator() {
        for (label, text) in [
            ("g1: two-stack, like a knight (2 moves)", "g1"),
            ("h6+g7 (2→1, 4→5)", "h6+g7"),
            ("d4>e5: 3 ways to go", "d4>e5"),
            ("Rb1-b4 · check to Red", "Rb1-b4"),
            // Colons and brackets of the notation itself have no space around them.
            ("d4>e5:PK", "d4>e5:PK"),
            ("roll:3", "roll:3"),
            ("I:Na3-b4,...", "I:Na3-b4,..."),
            ("g8(Q)", "g8(Q)"),
            (" Ng1-f3 ", "Ng1-f3"),
        ] {
            assert_eq!(bare(label), text, "{label}");
        }
    }

    #[test]
    fn the_longest_label_gives_way_to_its_text() {
        let offered = [
            choice("g1", "g1: a knight"),
            choice("g1>", "g1: a knight and more"),
        ];
        let after = |typed: &str| picked(&offered, typed);
        assert_eq!(after("g1: a knight f3"), Some("g1f3".to_owned()));
        assert_eq!(after("g1: a knight and moref3"), Some("g1>f3".to_owned()));
        assert_eq!(after("g1: a bishop f3"), None);
    }

    /// Returns positions of every game, some plies from the start.
    fn positions() -> Vec<Box<dyn Game>> {
        let mut found = Vec::new();
        for kind in GAMES {
            let mut game = kind.new_game(&Options::new()).unwrap();
            for ply in 0..6 {
                if ply % 5 == 0 {
                    found.push(game.boxed_clone());
                }
                let legal = game.legal();
                let Some(mv) = legal.get(ply * 37 % legal.len().max(1)) else {
                    break;
                };
                game.play(mv).unwrap();
            }
        }
        found
    }

    /// A picked suggestion that is sent as its label is read as its move.
    #[test]
    fn the_label_of_a_move_is_that_move() {
        for game in positions() {
            for prefix in game.complete("", SHOWN) {
                for offered in game.complete(&prefix.text, 4) {
                    if !offered.whole || offered.label.contains('…') {
                        continue;
                    }
                    let label = offered.label.trim();
                    // A label in display notation may fit several moves; then the reader asks which.
                    match game.parse_move(label) {
                        Ok(text) => assert_eq!(text, offered.text, "{label}"),
                        Err(refused) => {
                            let alike = !label.starts_with(&offered.text)
                                || refused.kind == RuleErrorKind::Ambiguous;
                            assert!(alike, "{label}: {refused}");
                        }
                    }
                }
            }
        }
    }

    /// A picked piece can be typed on.
    #[test]
    fn a_picked_piece_can_be_typed_on() {
        let mut tried = 0;
        for game in positions() {
            let legal = game.legal();
            for prefix in game.complete("", SHOWN) {
                let offered = game.complete(&prefix.text, SHOWN);
                let same = game.complete(&prefix.label, SHOWN);
                assert_eq!(offered, same, "{}", prefix.label);
                let labelled = prefix.label != prefix.text;
                let rests = legal.iter().filter_map(|mv| {
                    let rest = mv.strip_prefix(&prefix.text)?;
                    (labelled && !rest.is_empty()).then_some((mv, rest))
                });
                for (mv, rest) in rests.take(1) {
                    for gap in ["", " "] {
                        let typed = format!("{}{gap}{rest}", prefix.label);
                        assert_eq!(
                            game.parse_move(&typed).as_deref(),
                            Ok(mv.as_str()),
                            "{typed}"
                        );
                    }
                    tried += 1;
                }
            }
        }
        assert!(tried > 20, "{tried}");
    }

    /// A text that says more than a move has, but is no label, is refused.
    #[test]
    fn what_is_refused_stays_refused() {
        for game in positions() {
            let legal = game.legal();
            for mv in legal.iter().take(3) {
                for typed in [format!("{mv}=Z (x)"), ": x".to_owned()] {
                    assert!(game.parse_move(&typed).is_err(), "{typed}");
                }
            }
        }
    }
}
