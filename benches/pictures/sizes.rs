//! The largest picture of every variant and of every option by itself: random games, from every side, in both themes,
//! with and without the moves of a piece marked, in every layout.

use rookery::games::{self, GAMES};
use rookery::render::{Theme, png};
use rookery::rules::{Game, GameInfo, Options, Values};
use rookery::scene::View;

use super::walk::walk;

/// Plies between two pictures; the last position is always drawn.
const STEP: usize = 9;
/// Plies of a game.
const PLIES: usize = 100;

/// A Shogi endgame with every kind of piece in both hands, and one with nearly everything still on the boards.
const SHOGI: &[&str] = &[
    "4k/5/5/5/5|5/2g2/5/5/5|5/5/3p1/5/5|5/5/5/5/5|5/5/2P2/5/5|5/5/5/5/5|5/R4/5/5/4M|5/5/5/5/5|5/5/5/5/K4 \
     b P9L4N4C4J4S4G2B1M1R1p9l4n2c2j2s2g1 0",
];

pub fn sizes(games: u64) {
    println!("the largest PNG file in bytes, of {games} random games each:");
    for kind in GAMES {
        for (name, options) in setups(kind) {
            let mut largest = Largest::default();
            for seed in 0..games {
                let positions = walk(kind, &options, seed, PLIES);
                let last = positions.len() - 1;
                for (ply, game) in positions.iter().enumerate() {
                    if ply % STEP == 0 || ply == last {
                        largest.look(game.as_ref(), &format!("ply {ply} of game {seed}"));
                    }
                }
            }
            if options.is("rules", "shogi") {
                for text in SHOGI {
                    let kind = games::find(kind.key).unwrap();
                    let game = kind.from_position(&options, text).unwrap();
                    largest.look(game.as_ref(), text);
                }
            }
            println!("  {} {name}: {}, {}", kind.key, largest.bytes, largest.what);
        }
    }
}

/// Returns the variants, and every option by itself in each of its values.
fn setups(kind: &GameInfo) -> Vec<(String, Options)> {
    let variants = kind.variants.iter().map(|variant| {
        let options: Options = variant.options.iter().copied().collect();
        (variant.key.to_owned(), options)
    });
    let mut setups: Vec<(String, Options)> = variants.collect();
    for spec in kind.options {
        if let Values::OneOf(values) | Values::Joined { values, .. } = spec.values {
            for (value, _) in values {
                let options: Options = [(spec.key, *value)].into_iter().collect();
                if kind.resolve(&options).is_ok() {
                    setups.push((format!("{}={value}", spec.key), options));
                }
            }
        }
    }
    if setups.is_empty() {
        setups.push(("as it is".to_owned(), Options::new()));
    }
    setups
}

#[derive(Default)]
struct Largest {
    bytes: usize,
    what: String,
}

impl Largest {
    fn look(&mut self, game: &dyn Game, what: &str) {
        let seats: Vec<_> = game.kind().all_seats().map(Some).collect();
        // Origins of the first and the last listed move: a text that is no square marks nothing.
        let moves = game.legal();
        let square = |text: &String| {
            let start = text.find(|c: char| c.is_ascii_lowercase())?;
            let rest = &text[start..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric());
            Some(rest[..end.unwrap_or(rest.len())].to_owned())
        };
        let reaches = [None, moves.last().and_then(square)];
        for from in seats {
            for reach in &reaches {
                for layout in [None, Some("wide".to_owned())] {
                    let view = View {
                        from,
                        reach: reach.clone(),
                        layout: layout.clone(),
                    };
                    for scene in [game.scene(&view)] {
                        for theme in [Theme::Dark, Theme::Light] {
                            let bytes = png(&scene, theme).unwrap().len();
                            if bytes > self.bytes {
                                self.bytes = bytes;
                                self.what = format!(
                                    "{what}, {theme:?}, from {from:?}, reach {reach:?}, layout {layout:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
