//! Tests of games imported from a file, of any length.

use rookery::app::{MatchRef, Request};
use rookery::games;
use rookery::match_state::{Ending, GameId};
use rookery::rules::{Game, GameInfo, Options};
use serde_json::json;

use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, Outcome, asker, content, is_board, is_private,
};

/// Returns the text of a game of at least so many characters, and its last move: pieces move to and fro.
fn long(characters: usize) -> (String, String) {
    let kind = games::find("abstract").unwrap();
    let mut game = kind.new_game(&Options::new()).unwrap();
    let mut text = format!("Game: abstract\nRules: {}\n\n1. ", kind.rules_version);
    let mut last = String::new();
    let mut draw: usize = 7;
    while text.len() < characters {
        let moves = game.legal();
        draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let at = (draw >> 33) % moves.len();
        // No captures, and nothing that ends the game.
        let Some(mv) = (0..moves.len())
            .map(|more| &moves[(at + more) % moves.len()])
            .filter(|mv| !mv.contains('x'))
            .find(|mv| {
                let mut after = game.clone();
                after.play(mv).is_ok() && !after.status().is_over()
            })
        else {
            break;
        };
        last.clone_from(mv);
        game.play(mv).unwrap();
        text.push_str(&format!("{last} "));
    }
    (text, last)
}

async fn import(harness: &Harness, name: &str, bytes: Vec<u8>) -> Outcome {
    let file = harness.upload(CAROL, name, bytes).await;
    import_in(harness, GENERAL, &file).await
}

async fn import_in(harness: &Harness, channel: &str, file: &str) -> Outcome {
    harness
        .interact(json!({
            "user": CAROL, "channel": channel, "kind": "command", "command": "import",
            "options": [{"name": "file", "type": 11, "value": file}],
        }))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_game_is_brought_in_from_a_file() {
    let harness = Harness::new().await;
    let (text, last) = long(9_000);
    assert!(text.len() > 4_000, "more than a form takes");
    // As an editor of another system may have stored it.
    let kept = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let brought = import(&harness, "game.txt", kept.into_bytes())
        .await
        .message;
    assert!(
        is_private(&brought) && content(&brought).contains(&last),
        "{brought}"
    );

    // An exported game is imported again as an equal one.
    let exported = harness
        .command(CAROL, GENERAL, "export", &[("game", "1")])
        .await
        .message;
    let url = exported["attachments"][0]["url"].as_str().unwrap();
    let file = reqwest::get(url).await.unwrap().bytes().await.unwrap();
    assert!(file.len() > 4_000);
    let again = import(&harness, "game.txt", file.to_vec()).await.message;
    assert!(
        content(&again).contains("game 2") && content(&again).contains(&last),
        "{again}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_game_is_refused_with_the_reason() {
    let harness = Harness::new().await;
    let refused = async |name: &str, bytes: Vec<u8>| {
        let answer = import(&harness, name, bytes).await;
        assert_eq!(answer.state, "answered");
        assert!(is_private(&answer.message), "{answer:?}");
        content(&answer.message).to_owned()
    };
    let large = refused("game.txt", vec![b'x'; 200_001]).await;
    assert!(
        large.contains("201 kB") && large.contains("at most 200"),
        "{large}"
    );
    let picture = refused("board.png", vec![0x89, b'P', b'N', b'G', 0xff]).await;
    assert!(picture.contains("is not a text"), "{picture}");
    let letter = refused("letter.txt", b"Dear Carol,\nno game here.".to_vec()).await;
    assert!(letter.contains("not a game text of mine"), "{letter}");
    let empty = refused("game.txt", Vec::new()).await;
    assert!(empty.contains("not a game text of mine"), "{empty}");
    let wrong = b"Game: abstract\nRules: 1\n\n1. Pe2-e9".to_vec();
    let wrong = refused("game.txt", wrong).await;
    assert!(wrong.contains("Entry 1"), "{wrong}");
    // A missing empty line does not matter.
    let close = b"Game: abstract\nRules: 1\n1. Nb1-c3 Nb8-c6".to_vec();
    let close = refused("game.txt", close).await;
    assert!(
        close.contains("Black") && close.contains("Nb8-c6"),
        "{close}"
    );
    // Without a file the form is shown; another user's file is of no use to a bot that does not get it.
    let (status, answer) = harness
        .people(
            "interact",
            json!({
                "user": BOB, "channel": GENERAL, "kind": "command", "command": "import", "wait": true,
                "options": [{"name": "file", "type": 11, "value": "12345"}],
            }),
        )
        .await;
    assert_eq!(status, 400, "{answer}");
    let (_, form) = harness
        .people(
            "interact",
            json!({"user": BOB, "channel": GENERAL, "kind": "command", "command": "import", "wait": true}),
        )
        .await;
    assert!(form["modal"].is_object(), "{form}");
    harness.end().await;
}

/// An import is an analysis board: it takes over no thread and no channel, and only its importer sees anything of it.
#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_private_and_in_nobodys_way() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let text = b"Game: abstract\nClock: 1\n\n1. Nb1-c3 Pa7-a6".to_vec();
    for channel in [thread.as_str(), GENERAL, GENERAL] {
        let file = harness.upload(CAROL, "game.txt", text.clone()).await;
        let brought = import_in(&harness, channel, &file).await.message;
        assert!(is_private(&brought), "{brought}");
        assert!(content(&brought).contains("only you see it"), "{brought}");
        assert!(!content(&brought).contains("Clock:"), "{brought}");
        assert!(
            content(&brought).contains("left out the line Clock"),
            "{brought}"
        );
    }
    // The thread means the match that is played there, for everybody.
    for user in [BOB, CAROL, DAVE] {
        let board = harness.command(user, &thread, "board", &[]).await.message;
        assert!(content(&board).contains("· game 1"), "{user}: {board}");
    }
    assert!(is_board(
        &harness.play(ALICE, &thread, "Nb1-c3").await.message
    ));
    // No match lives in the channel.
    let board = harness.command(DAVE, GENERAL, "board", &[]).await.message;
    assert!(content(&board).contains("/new"), "{board}");
    // The importer can continue it in private, and nobody else.
    for (name, options) in [
        ("board", &[("game", "2")][..]),
        ("history", &[("game", "2")]),
        ("export", &[("game", "2")]),
        ("explore", &[("game", "2")]),
        ("gif", &[("game", "2")]),
    ] {
        for channel in [GENERAL, GAMES, thread.as_str()] {
            let refused = harness.command(DAVE, channel, name, options).await.message;
            assert!(
                is_private(&refused) && content(&refused).contains("There is no game 2 here"),
                "{name}: {refused}"
            );
        }
    }
    let before = harness.public(GENERAL).await.len();
    let moved = [("move", "Nc3-b1"), ("game", "2")];
    let moved = harness
        .command(CAROL, GENERAL, "move", &moved)
        .await
        .message;
    assert!(is_private(&moved), "{moved}");
    assert!(content(&moved).contains("Nc3-b1"), "{moved}");
    let answered = [("move", "Pa6-a5"), ("game", "2")];
    let answered = harness.command(CAROL, GENERAL, "move", &answered).await;
    let asked = harness.resign(CAROL, &answered.message).await;
    let given_up = harness.click(CAROL, &asked.message, "Yes, I give up").await;
    assert!(is_private(&given_up.message), "{given_up:?}");
    assert_eq!(harness.public(GENERAL).await.len(), before);
    let row = harness.app().store().row(GameId(2)).await.unwrap();
    assert_eq!((row.home, row.guild), (None, None));
    harness.end().await;
}

/// Returns the option sets of a game: every variant, every twist alone, and pairs of twists.
fn option_sets(kind: &'static GameInfo) -> Vec<Options> {
    let variants = kind
        .variants
        .iter()
        .map(|variant| variant.options.iter().copied().collect());
    let mut sets: Vec<Options> = std::iter::once(Options::new()).chain(variants).collect();
    let twists = kind.twists();
    let (alone, pairs): (Vec<_>, Vec<_>) = twists.iter().partition(|twist| !twist.contains('+'));
    let pairs = pairs.into_iter().step_by(7);
    sets.extend(
        alone
            .into_iter()
            .chain(pairs)
            .map(|twist| kind.twisted(twist)),
    );
    for options in &mut sets {
        let drawn = (kind.chance_option)(&kind.resolve(options).unwrap());
        if let Some((key, count)) = drawn {
            let mut seeds = (0..count).filter(|seed| {
                let mut with: Options = options.clone();
                with.set(key, seed.to_string());
                kind.new_game(&with).is_ok()
            });
            let seed = seeds.nth(5).unwrap();
            options.set(key, seed.to_string());
        }
    }
    sets
}

/// Plays a game of some random moves; returns it with its end, by the rules or by the players.
fn by_lot(
    kind: &'static GameInfo,
    options: &Options,
    mut draw: usize,
) -> (Vec<String>, Box<dyn Game>, Option<Ending>) {
    let mut lot = |count: usize| {
        draw = draw
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (draw >> 33) % count
    };
    let mut game = kind.new_game(options).unwrap();
    let mut moves = Vec::new();
    while moves.len() < 40 && !game.status().is_over() {
        let legal = game.legal();
        let mut mv = legal[lot(legal.len())].clone();
        if let Some(leave) = kind
            .all_seats()
            .find_map(|seat| game.resign_move(seat))
            .filter(|_| moves.len() == 17)
        {
            mv = leave;
        }
        // A listed move may still be one that only tries something.
        if game.play(&mv).is_ok() {
            moves.push(mv);
        }
    }
    let beside = Ending::beside_the_rules(game.as_ref());
    let ended =
        (!game.status().is_over() && lot(2) == 0).then(|| beside[lot(beside.len())].clone());
    (moves, game, ended)
}

/// Every export is imported again as an equal game, for every game and option set.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_exported_is_brought_in_again() {
    let harness = Harness::unhurried().await;
    let app = harness.app();
    let mut interaction = 100;
    let mut by_carol = || {
        interaction += 1;
        Request {
            interaction,
            ..asker(CAROL)
        }
    };
    let body = |file: &str| file.split_once("\n\n").unwrap().1.to_owned();
    let kept = |file: &str| -> Vec<String> {
        let names = ["Game: ", "Title: ", "Rules: ", "Option: ", "Result: "];
        let lines = file
            .lines()
            .filter(|line| names.iter().any(|name| line.starts_with(name)));
        lines.map(str::to_owned).collect()
    };
    let (mut over, mut games) = (0, 0);
    for kind in games::GAMES {
        for (number, options) in option_sets(kind).into_iter().enumerate() {
            let (moves, game, ended) = by_lot(kind, &options, number);
            let options = kind.resolve(&options).unwrap();
            let lines: String = options
                .iter()
                .map(|(key, value)| format!("Option: {key}={value}\n"))
                .collect();
            let result = ended.map_or_else(String::new, |ending| format!("Result: {ending}\n"));
            let text = format!("Game: {}\n{lines}{result}\n{}", kind.key, moves.join(" "));
            let first = app.import(by_carol(), &text).await;
            let first = first.unwrap_or_else(|why| panic!("{why}: {text}"));
            let history = app
                .history(by_carol(), MatchRef::Game(first.game))
                .await
                .unwrap();
            games += 1;
            if body(&history.file).contains('?') {
                let refused = app
                    .import(by_carol(), &history.file)
                    .await
                    .unwrap_err()
                    .to_string();
                assert!(refused.contains("hidden"), "{refused}: {}", history.file);
                continue;
            }
            over += usize::from(!history.file.contains("Result: ongoing"));
            let again = app.import(by_carol(), &history.file).await;
            let again = again.unwrap_or_else(|why| panic!("{why}: {}", history.file));
            let copied = app
                .history(by_carol(), MatchRef::Game(again.game))
                .await
                .unwrap();
            assert_eq!(body(&copied.file), body(&history.file), "{text}");
            assert_eq!(kept(&copied.file), kept(&history.file), "{text}");
            assert_eq!(again.scene, first.scene, "{text}");
            // A remark, a blank in every move and other line ends change nothing.
            let spoilt = history
                .file
                .replace('\n', "\r")
                .replacen("1. ", "1. {a remark} ", 1);
            let spoilt = app.import(by_carol(), &spoilt).await.unwrap();
            assert_eq!(spoilt.scene, first.scene, "{text}");
            drop(game);
        }
    }
    assert!(games > 40 && over > 10, "{games} {over}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_says_what_it_left_out_and_how_it_took_the_rest() {
    let harness = Harness::unhurried().await;
    let read = async |text: &str| {
        let answer = import(&harness, "game.pgn", text.as_bytes().to_vec())
            .await
            .message;
        assert!(is_private(&answer), "{answer}");
        content(&answer).to_owned()
    };
    // The inventor's own sample game.
    let sample = "[Event \"a cup\"]\n[White \"?\"]\n[Variant \"Tower Game\"]\n\n\
                  1. cc4 cb5 2. ccxcb5 $1 cc5 (2... dd5) 3. cbxcc6 e.p. {so} dbJcd6 1-0";
    let said = read(sample).await;
    for part in [
        "1 remark",
        "1 variation",
        "1 sign such as",
        "Event",
        "White",
        "took the result for a resignation",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let aronson = "Game: Abstract Chess\nVariant: aronson\n\n1. P e2 - e3 *";
    let said = read(aronson).await;
    assert!(
        said.contains("Aronson's powers") && said.contains("Pe2-e3"),
        "{said}"
    );
    let agreed = "```\nGame: four-fold\n\n1/2-1/2\n```";
    assert!(read(agreed).await.contains("agreement to a draw"));
    let games = harness.app().games(asker(CAROL)).await.unwrap().len();
    for (text, why) in [
        ("Game: abstract\nVariant: foo\n\n1. Nb1-c3", "Variant: foo"),
        (
            "Game: abstract\nHandicap: rook\n\n1. Nb1-c3",
            "Handicap: rook",
        ),
        (
            "Game: abstract\nVariant: aronson\nOption: powers=neto\n\n1. Nb1-c3",
            "contradict",
        ),
        (
            "Game: abstract\n\n1. Nb1-c3 {never closed Nb8-c6",
            "not closed",
        ),
        (
            "Game: abstract\n\n1. Nb1-c3 (1. Ng1-f3 Nb8-c6",
            "not closed",
        ),
        ("```\nGame: abstract\n\n1. Nb1-c3", "not closed"),
        (
            "Game: abstract\nResult: won:white:checkmate 4,0 1,2\n\n1. Nb1-c3",
            "cannot be one of this game",
        ),
        (
            "Game: abstract\nResult: won:white:resignation 4,0 1,2\n\n1. Nb1-c3 0-1",
            "is not the one of its moves",
        ),
        (
            "Game: abstract\nResult: won:white:resignation 4,0 1,2\n\n1. Nb1-c3 *",
            "is not the one of its moves",
        ),
        ("Game: abstract\n\n1. Nb1-c3 1-0 Nb8-c6", "After the result"),
        (
            "Game: abstract\n\n1. Nb1-c3 Nb8-c6 5. Nc3-b1",
            "are moves missing",
        ),
    ] {
        let sentence = read(text).await;
        assert!(sentence.contains(why), "{text}: {sentence}");
    }
    assert_eq!(
        harness.app().games(asker(CAROL)).await.unwrap().len(),
        games
    );
    harness.end().await;
}
