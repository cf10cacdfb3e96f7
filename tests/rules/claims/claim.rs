//! The table of claims, and their proofs by moves, counts and pictures.

use std::collections::{BTreeMap, VecDeque};
use std::sync::LazyLock;

use rookery::rules::{Exercise, Game, GameInfo, Options};
use rookery::scene::{Mark, Scene, View};

use super::pieces;

/// A sentence, and a proof of it.
pub struct Claim {
    /// The game's key.
    pub game: &'static str,
    /// The title of a lesson, or the key of a page of the rules.
    pub at: &'static str,
    /// The sentence or a part of it.
    pub says: &'static str,
    /// Options of the position, `key=value` with spaces between.
    pub options: &'static str,
    /// The position; empty for that of the lesson, or for the start of a game.
    pub position: &'static str,
    /// Moves in order, each legal, and signs for what they prove: see [`Claim::prove`].
    pub proof: &'static str,
}

/// The claims of `claims.txt`.
pub static CLAIMS: LazyLock<Vec<Claim>> = LazyLock::new(|| {
    let lines = include_str!("../claims.txt").lines();
    let claims = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, at, says, options, position, proof] = fields[..] else {
            panic!("{line}");
        };
        Claim {
            game,
            at,
            says,
            options,
            position,
            proof,
        }
    });
    claims.collect()
});

impl Claim {
    /// Asserts the claim. The moves are played in order; a last one that begins with `!` must be refused, and one that
    /// begins with `?` is legal and not played. `+` says that the side then to move is in check, `#` that the game is
    /// over, and `=piece@square` what is then on a square (`=@d5` for nothing). `%8@d5` counts the legal moves from a
    /// square, `&52@bb1` the squares that its piece can ever reach, that one too, while nobody else moves, and
    /// `^5@cc4-cc5` the fewest moves that it takes from one square to another. `*26` counts the marks of the page's
    /// diagram but that of the piece shown, `*.6` the dots, `*x12` the crosses and `*o8` the rings, and `~85` the
    /// squares. A `_` in a move is a space.
    pub fn prove(
        &self,
        kind: &'static GameInfo,
        exercise: Option<&Exercise>,
        page: Option<&Scene>,
    ) {
        let given = self
            .options
            .split_whitespace()
            .filter_map(|pair| pair.split_once('='));
        let name = format!("{} {}: {}", kind.key, self.at, self.says);
        let mut game = match (exercise, self.position) {
            (Some(exercise), "") => exercise.game(kind).unwrap(),
            (None, "") => kind.new_game(&given.collect()).unwrap(),
            (_, position) => kind
                .from_position(&given.collect::<Options>(), position)
                .unwrap_or_else(|why| panic!("{name}: {why}")),
        };
        for step in self.proof.split_whitespace() {
            match step.split_at(1) {
                ("!", text) => assert!(game.parse_move(text).is_err(), "{name}: {text} is legal"),
                ("?", text) => {
                    assert!(game.parse_move(text).is_ok(), "{name}: {text} is not legal")
                }
                ("%", place) => {
                    let (number, square) = place.split_once('@').unwrap();
                    let from = |text: &String| named(text).first() == Some(&square);
                    let found = game.legal().into_iter().filter(from).count();
                    assert_eq!(found.to_string(), number, "{name}: {square}");
                }
                ("&", place) => {
                    let (number, square) = place.split_once('@').unwrap();
                    let found = distances(&*game, square).len();
                    assert_eq!(found.to_string(), number, "{name}: {square}");
                }
                ("^", path) => {
                    let (number, path) = path.split_once('@').unwrap();
                    let (from, to) = path.split_once('-').unwrap();
                    let found = distances(&*game, from).get(to).copied();
                    assert_eq!(
                        found.map(|moves| moves.to_string()).as_deref(),
                        Some(number),
                        "{name}: {path}"
                    );
                }
                ("+", "") => assert!(game.check(), "{name}: no check"),
                ("-", "") => assert!(!game.check(), "{name}: check"),
                ("#", "") => assert!(game.status().is_over(), "{name}: not over"),
                ("=", place) => {
                    let (piece, square) = place.split_once('@').unwrap();
                    let there = pieces(&game.scene(&View::default()));
                    let there = there.get(square).map_or("", String::as_str);
                    let wanted = piece.replace('_', " ");
                    assert_eq!(there, wanted, "{name}: {square}");
                }
                ("*" | "~", number) => {
                    let sign = number.trim_end_matches(|c: char| c.is_ascii_digit());
                    let grids = page.into_iter().flat_map(|scene| &scene.grids);
                    let cells = grids.flat_map(|grid| grid.cells.iter().flatten());
                    let marked = |mark: &Mark| match sign {
                        "." => *mark == Mark::Reach,
                        "x" => *mark == Mark::Special,
                        "o" => *mark == Mark::Capture,
                        _ => matches!(mark, Mark::Reach | Mark::Special | Mark::Capture),
                    };
                    let all = step.starts_with('~');
                    let counted = cells.filter(|cell| all || cell.marks.iter().any(marked));
                    assert_eq!(counted.count().to_string(), number[sign.len()..], "{name}");
                }
                _ => {
                    let played = game.play(&step.replace('_', " "));
                    assert!(played.is_ok(), "{name}: {step}: {played:?}");
                }
            }
        }
    }
}

/// Returns the squares that a move names, in order.
fn named(text: &str) -> Vec<&str> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_lowercase()) {
        let from = rest[at..].trim_start_matches('x');
        let letters = from.find(|c: char| !c.is_ascii_lowercase());
        let end = letters.and_then(|at| {
            let digits = from[at..].find(|c: char| !c.is_ascii_digit());
            let end = digits.map_or(from.len(), |digits| at + digits);
            (end > at).then_some(end)
        });
        let (square, after) = from.split_at(end.or(letters).unwrap_or(from.len()));
        squares.extend(end.map(|_| square));
        rest = after;
    }
    squares
}

/// Returns the number of moves that the piece on a square needs to each square, while nobody else moves.
fn distances(game: &dyn Game, start: &str) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::from([(start.to_owned(), 0)]);
    let mut left = VecDeque::from([(start.to_owned(), game.boxed_clone())]);
    let text = game.text();
    let mover = text.split(' ').nth(1).unwrap();
    while let Some((square, game)) = left.pop_front() {
        let moves = found[&square] + 1;
        for text in game.legal() {
            let [from, to] = named(&text)[..] else {
                continue;
            };
            if from != square || found.contains_key(to) {
                continue;
            }
            let mut after = game.boxed_clone();
            after.play(&text).unwrap();
            let position = after.text();
            let mut fields: Vec<&str> = position.split(' ').collect();
            fields[1] = mover;
            if let Ok(again) = game.kind().from_position(game.options(), &fields.join(" ")) {
                found.insert(to.to_owned(), moves);
                left.push_back((to.to_owned(), again));
            }
        }
    }
    found
}
