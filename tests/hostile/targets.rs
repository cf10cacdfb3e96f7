//! Targets: each makes an input out of any bytes, and judges the result. A fuzzer grows the bytes (`.ci/fuzz`);
//! `cargo bench --bench hostile` changes good ones at random.

use std::cell::RefCell;
use std::collections::HashMap;

use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options};
use serde_json::json;

use super::harness::{Harness, PEOPLE};
use super::texts::{self, walk};

/// A part of the program that takes hostile input.
pub struct Target {
    /// Name on the command line.
    pub name: &'static str,
    /// Judges one input.
    ///
    /// # Panics
    /// Panics if a promise is broken.
    pub run: fn(&[u8]),
    /// Good inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All parts that take strangers' input or data that may be damaged.
pub const TARGETS: &[Target] = &[
    Target {
        name: "notation",
        run: |bytes| on_board(bytes, texts::notation),
        seeds: || of_boards(|board| board.legal().into_iter().step_by(7).take(6).collect()),
    },
    Target {
        name: "position",
        run: |bytes| {
            on_board(bytes, |board, text| {
                texts::position(board.kind(), board.options(), text)
            })
        },
        seeds: || of_boards(|board| vec![board.text()]),
    },
    Target {
        name: "checkpoint",
        run: |bytes| on_board(bytes, texts::checkpoint),
        seeds: || of_boards(|board| vec![board.checkpoint()]),
    },
    Target {
        name: "options",
        run: options,
        seeds: option_seeds,
    },
    Target {
        name: "import",
        run: |bytes| in_town(|harness| harness.send(&harness.import(PEOPLE[4], &text(bytes)))),
        seeds: import_seeds,
    },
    Target {
        name: "plan",
        run: plan,
        seeds: plan_seeds,
    },
    Target {
        name: "custom-id",
        run: press,
        seeds: press_seeds,
    },
    Target {
        name: "interaction",
        run: |bytes| {
            in_town(|harness| {
                harness.deliver(&text(bytes));
            });
        },
        seeds: interaction_seeds,
    },
];

/// Positions of each game to type at.
const WALKS: u8 = 24;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn kind(byte: u8) -> &'static GameInfo {
    GAMES[usize::from(byte) % GAMES.len()]
}

/// Judges a text on a board: the first byte is the game, the second the position, the rest the text.
fn on_board(bytes: &[u8], judge: impl Fn(&dyn Game, &str)) {
    type Boards = HashMap<(usize, u8), Box<dyn Game>>;
    thread_local! {
        static BOARDS: RefCell<Boards> = RefCell::default();
    }
    let [game, seed, rest @ ..] = bytes else {
        return;
    };
    let game = usize::from(*game) % GAMES.len();
    let board = BOARDS.with_borrow_mut(|boards| {
        boards
            .entry((game, seed % WALKS))
            .or_insert_with_key(|(game, seed)| walk(GAMES[*game], u64::from(*seed)))
            .clone()
    });
    judge(board.as_ref(), &text(rest));
}

fn of_boards(texts: impl Fn(&dyn Game) -> Vec<String>) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (game, kind) in (0_u8..).zip(GAMES) {
        for seed in 0..WALKS {
            let board = walk(kind, u64::from(seed));
            seeds.extend(
                texts(board.as_ref())
                    .iter()
                    .map(|text| [&[game, seed], text.as_bytes()].concat()),
            );
        }
    }
    seeds
}

/// Judges options: the first byte is the game, the rest lines of `KEY=VALUE`.
fn options(bytes: &[u8]) {
    let [game, rest @ ..] = bytes else {
        return;
    };
    let rest = text(rest);
    let pairs: Options = rest
        .lines()
        .filter_map(|line| line.split_once('='))
        .collect();
    texts::options(kind(*game), &pairs);
}

fn option_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (game, kind) in (0_u8..).zip(GAMES) {
        for variant in kind.variants {
            let lines: Vec<String> = variant
                .options
                .iter()
                .map(|(key, value)| format!("{key}={value}"))
                .collect();
            seeds.push([&[game], lines.join("\n").as_bytes()].concat());
        }
        for spec in kind.options {
            seeds.push([&[game], format!("{}=1", spec.key).as_bytes()].concat());
        }
    }
    seeds
}

fn in_town(visit: impl FnOnce(&Harness)) {
    thread_local! {
        static TOWN: Harness = Harness::new();
    }
    TOWN.with(visit);
}

fn import_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for kind in GAMES {
        for seed in 0..4 {
            let board = walk(kind, seed);
            let mut again = kind.new_game(board.options()).unwrap();
            let mut moves = Vec::new();
            for _ in 0..6 {
                let outcomes = again.chance();
                let legal = if outcomes.is_empty() {
                    again.legal()
                } else {
                    outcomes
                };
                let Some(first) = legal.get(legal.len() / 2) else {
                    break;
                };
                again.play(first).unwrap();
                moves.push(first.clone());
            }
            let options: String = board
                .options()
                .iter()
                .map(|(key, value)| format!("Option: {key}={value}\n"))
                .collect();
            let text = format!(
                "Game: {}\nRules: {}\n{options}Clock: bank 7+1/14\nResult: ongoing\n\n1. {} {{a remark}}\n",
                kind.key,
                kind.rules_version,
                moves.join(" ")
            );
            seeds.push(text.into_bytes());
        }
    }
    seeds
}

/// Judges a plan: the first byte is the match, the rest the plan of its first player, whose turn it is not.
fn plan(bytes: &[u8]) {
    let [game, rest @ ..] = bytes else {
        return;
    };
    let game = usize::from(*game) % GAMES.len() + 1;
    in_town(|harness| {
        let options = [("line", &*text(rest)), ("game", &*game.to_string())];
        harness.send(&harness.command(PEOPLE[0], "plan", &options));
        // Judge it as a line to try out, too.
        harness.send(&harness.command(PEOPLE[1], "explore", &options));
    });
}

fn plan_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (game, kind) in (0_u8..).zip(GAMES) {
        let mut board = Harness::board(kind);
        let theirs = board.legal()[0].clone();
        board.play(&theirs).unwrap();
        let mine = board.legal().first().cloned().unwrap_or_default();
        for line in [
            format!("if {theirs} then {mine}"),
            format!("{theirs}: {mine}"),
            format!("any move: {mine}; any capture on e5: {mine}"),
            format!("{theirs} and any: {mine} then if any then {mine}"),
            format!("{theirs} {mine}"),
        ] {
            seeds.push([&[game], line.as_bytes()].concat());
        }
    }
    seeds
}

/// Judges a button: the first byte is the user, the rest the `custom_id` and after a line end a menu's choice.
fn press(bytes: &[u8]) {
    let [who, rest @ ..] = bytes else {
        return;
    };
    let user = PEOPLE[usize::from(*who) % PEOPLE.len()];
    let rest = text(rest);
    let (id, value) = match rest.split_once('\n') {
        Some((id, value)) => (id, Some(value)),
        None => (&*rest, None),
    };
    in_town(|harness| harness.send(&harness.press(user, id, value)));
}

fn press_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (who, id) in (0_u8..).zip([
        "join:1:any:t",
        "leave:1:h",
        "view:1:3",
        "start:1:5",
        "choose:1:5:0-1:0",
        "pick:1:5:0:0\n1",
        "go:1:5:0-0",
        "play:1:5:Pa7-a6",
        "moves:1",
        "resign:1:5",
        "cancel",
        "learn:abstract",
        "rules:abstract:1",
        "lessons:abstract:0\n1",
        "offer:1:5:draw",
        "decline:1:5:draw",
        "claim:1:5",
        "gift:1:5",
        "take:2:1",
        "explore:1:5",
        "look:1:5:0",
        "try:1:5:0:\n=Pa7-a6",
        "tried:1:5:0:~N",
        "playline:1:5",
        "planline:1:5",
        "show\n1",
    ]) {
        for game in 1..=GAMES.len() {
            let id = id.replace(":1:", &format!(":{game}:"));
            seeds.push([&[who % 6], format!("r1:{id}").as_bytes()].concat());
        }
    }
    seeds
}

fn interaction_seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    in_town(|harness| {
        let user = PEOPLE[4];
        let mut all = vec![
            harness.import(user, "Game: abstract\n\n1. Nb1-c3"),
            harness.press(user, "r1:view:1:3", None),
            harness.press(user, "r1:show", Some("1")),
            harness.interaction(
                2,
                user,
                json!({"id": "1", "name": "new", "type": 1, "options": [
                    {"name": "abstract-chess", "type": 1, "options": [
                        {"name": "opponent", "type": 6, "value": "102"},
                        {"name": "clock", "type": 3, "value": "7+1/14"},
                    ]},
                ], "resolved": {"users": {"102": {"id": "102", "username": "b", "discriminator": "0",
                                                  "global_name": null, "avatar": null}}}}),
            ),
            harness.interaction(
                4,
                user,
                json!({"id": "1", "name": "move", "type": 1, "options": [
                    {"name": "move", "type": 3, "value": "N", "focused": true},
                    {"name": "game", "type": 3, "value": "1"},
                ]}),
            ),
            harness.interaction(
                2,
                user,
                json!({"id": "1", "name": "server", "type": 1, "options": [
                    {"name": "tables", "type": 1, "options": [{"name": "place", "type": 3, "value": "here"}]},
                ]}),
            ),
            harness.interaction(
                2,
                user,
                json!({"id": "1", "name": "moderate", "type": 1, "options": [
                    {"name": "free", "type": 1, "options": [
                        {"name": "player", "type": 6, "value": "102"},
                        {"name": "game", "type": 3, "value": "1"},
                    ]},
                ]}),
            ),
            harness.interaction(
                2,
                user,
                json!({"id": "1", "name": "privacy", "type": 1, "options": [
                    {"name": "show", "type": 1, "options": []},
                ]}),
            ),
        ];
        for (name, options) in [
            ("move", &[("move", "Nb1-c3"), ("game", "1")][..]),
            ("board", &[("piece", "Nb1")]),
            ("games", &[]),
            ("history", &[("game", "2")]),
            ("rules", &[("game", "abstract"), ("topic", "x")]),
            ("resign", &[]),
            ("help", &[]),
            ("draw", &[]),
            ("takeback", &[]),
            ("claim", &[("action", "gift")]),
            ("substitute", &[("action", "offer")]),
            ("vacation", &[]),
            ("plan", &[("line", "any: Nb1-c3")]),
            ("explore", &[("line", "Nb1-c3")]),
            ("note", &[("text", "a note")]),
            (
                "settings",
                &[
                    ("tell", "direct"),
                    ("quiet", "22-7"),
                    ("zone", "Europe/Lisbon"),
                ],
            ),
            ("profile", &[]),
            ("leaderboard", &[("game", "abstract")]),
            ("export", &[("game", "3")]),
            ("import", &[]),
        ] {
            all.push(harness.command(user, name, options));
        }
        seeds.extend(all.iter().map(|one| one.to_string().into_bytes()));
    });
    seeds
}
