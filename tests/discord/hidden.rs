//! A game in which pieces are hidden (Kriegspiel). Nobody learns before the end what is hidden from them, whatever they
//! ask for: the same match is played twice, with moves of Alice's that the umpire says the same of, and all that anybody
//! else is sent must be the same, pictures to the byte. After the end everything is shown.

use std::time::Duration;

use rookery::discord::{Dependencies, RateLimit};
use rookery::games;
use rookery::rules::{Game, Options};
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, components, content, has_button, is_board,
    is_private,
};

/// Buttons that say something for good, or that show nothing of the match.
const NOT_PRESSED: &[&str] = &[
    "Rules",
    "Yes, I give up",
    "Offer a draw",
    "Take back",
    "Rematch",
    "Join",
    "Leave table",
    "Close table",
    "Play it",
];

/// How many buttons and menu options somebody presses, one after the other.
const PRESSED: usize = 24;

fn position() -> Box<dyn Game> {
    let options: Options = [("mutator", "kriegspiel")].into_iter().collect();
    games::find("tower").unwrap().new_game(&options).unwrap()
}

/// What the umpire lists as what the side to move may ask.
fn asks(game: &dyn Game) -> Vec<String> {
    let extra = game.extra();
    let (_, asks) = extra.iter().find(|(key, _)| *key == "asks").unwrap();
    let asks = asks.as_array().unwrap().iter();
    asks.map(|ask| ask.as_str().unwrap().to_owned()).collect()
}

/// A match of Kriegspiel between Alice, who is White, and Bob; its thread.
async fn begin() -> (Harness, String) {
    let mut harness = Harness::empty().await;
    harness.set_clock(rookery::app::Clock::new(|| 1_800_000_000));
    let means = Dependencies {
        asking: RateLimit::BOUNDLESS,
        typing: RateLimit::BOUNDLESS,
        look: Duration::from_millis(50),
        ..Dependencies::default()
    };
    harness.start_with(means).await;
    let options = [("side", "white"), ("mutator", "kriegspiel")];
    let table = harness.open_game("the-tower-game", &options).await;
    assert!(
        content(&table).to_lowercase().contains("kriegspiel"),
        "{table}"
    );
    harness.click(BOB, &table, "Join").await;
    let (thread, board) = harness.first_board().await;
    assert!(
        content(&board).to_lowercase().contains("kriegspiel"),
        "{board}"
    );
    (harness, thread)
}

/// A message as it is read: its text, what can be pressed, and its files to the byte; long numbers (snowflakes) left out.
async fn read(message: &Value) -> String {
    let mut lines = vec![content(message).to_owned()];
    for component in components(message) {
        lines.push(format!(
            "{} {} {}",
            component["label"], component["custom_id"], component["options"]
        ));
    }
    for file in message["attachments"].as_array().into_iter().flatten() {
        let bytes = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
        let bytes = bytes.bytes().await.unwrap();
        let digest = rookery::rules::digest(
            &bytes
                .iter()
                .map(|byte| char::from(*byte))
                .collect::<String>(),
        );
        lines.push(format!(
            "{} {} {} bytes {digest:x}",
            file["filename"],
            file["description"],
            bytes.len()
        ));
    }
    let text = lines.join("\n");
    let parts = text.split_inclusive(|letter: char| !letter.is_ascii_digit());
    parts
        .map(|part| {
            let digits = part.chars().filter(char::is_ascii_digit).count();
            if digits >= 17 {
                "#".to_owned() + &part[digits..]
            } else {
                part.to_owned()
            }
        })
        .collect()
}

/// Waits for the board of the move with that number of its maker.
async fn posted(harness: &Harness, thread: &str, plies: usize) -> Vec<Value> {
    let whose = |message: &&Value| content(message).contains("has moved.");
    harness
        .message(CAROL, thread, |message| {
            is_board(message) && content(message).contains("has moved.")
        })
        .await;
    let begun = std::time::Instant::now();
    loop {
        let public = harness.public(thread).await;
        if public.iter().filter(whose).count() >= plies {
            return public;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{public:#?}");
        tokio::task::yield_now().await;
    }
}

/// Plays a move in private: the answer is for the mover alone, and the public board follows by itself.
async fn played(harness: &Harness, thread: &str, user: &str, mv: &str, plies: usize) -> Value {
    let outcome = harness.play(user, thread, mv).await;
    assert!(is_private(&outcome.message), "{outcome:?}");
    assert!(
        content(&outcome.message).contains(mv.trim_start_matches('P')),
        "{outcome:?}"
    );
    posted(harness, thread, plies).await;
    outcome.message
}

/// The direct messages that say whose turn it is, once there are so many.
async fn notified(harness: &Harness, user: &str, count: usize) -> Vec<Value> {
    let direct = harness.direct(user).await;
    let begun = std::time::Instant::now();
    loop {
        let mut messages = harness.messages(user, &direct).await;
        messages.retain(|message| content(message).contains("your turn"));
        if messages.len() >= count {
            return messages;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{messages:#?}");
        tokio::task::yield_now().await;
    }
}

/// Presses whatever there is to press from a message on, and reads every answer.
async fn press_everything(harness: &Harness, user: &str, message: Value, seen: &mut Vec<String>) {
    let mut open = vec![message];
    let mut pressed: Vec<String> = Vec::new();
    while let Some(message) = open.pop() {
        for component in components(&message) {
            let id = component["custom_id"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            let label = component["label"].as_str().unwrap_or_default();
            let last = label.starts_with("Play ") || NOT_PRESSED.contains(&label);
            if id.is_empty() || last || pressed.contains(&id) || pressed.len() == PRESSED {
                continue;
            }
            pressed.push(id.clone());
            let values: Vec<Value> = component["options"]
                .as_array()
                .map(|options| vec![options.first().unwrap()["value"].clone()])
                .unwrap_or_default();
            let outcome = harness
                .interact(json!({
                    "user": user, "channel": message["channel_id"], "kind": "component",
                    "message": message["id"], "custom_id": id, "values": values,
                }))
                .await;
            let mut answer = outcome.message;
            if outcome.deferred && !is_private(&answer) {
                // It came late, as a message of its own.
                let channel = message["channel_id"].as_str().unwrap();
                let messages = harness.messages(user, channel).await;
                answer = messages.into_iter().rfind(is_private).unwrap();
            }
            seen.push(format!("{user} {label}: {}", read(&answer).await));
            if !answer.is_null() {
                assert!(is_private(&answer), "{label}: {answer}");
                let same = answer["id"] == message["id"];
                open.insert(0, answer);
                if same {
                    // What was on it may be there no more.
                    break;
                }
            }
        }
    }
}

/// Everything that `user` can ask for by commands, also from elsewhere; what they were shown.
async fn ask_everything(harness: &Harness, user: &str, thread: &str, seen: &mut Vec<String>) {
    const HERE: &[(&str, &str, &str)] = &[
        ("board", "piece", "Ned1"),
        ("board", "piece", "ec3"),
        ("gif", "", ""),
        ("hint", "", ""),
        ("explore", "", ""),
        ("explore", "line", "Pac7-ac6"),
        ("plan", "line", "if Ned1-ec3 then Pac7-ac6"),
        ("plan", "line", "any move: Pac7-ac6"),
        ("plan", "", ""),
        ("note", "text", "what is hidden"),
        ("games", "", ""),
        ("profile", "", ""),
        ("move", "move", "Ned1-ec3"),
        ("move", "move", "Nec3-ed1"),
        ("move", "move", "x"),
        ("claim", "", ""),
        ("substitute", "", ""),
        ("resign", "", ""),
    ];
    const ANYWHERE: &[(&str, &str, &str)] = &[
        ("board", "", ""),
        ("history", "", ""),
        ("export", "", ""),
        ("move", "move", "Kcc1-cc2"),
        ("explore", "", ""),
    ];
    let direct = harness.direct(user).await;
    for channel in [thread, GENERAL, direct.as_str()] {
        let asked = if channel == thread { HERE } else { &[] };
        for (command, option, value) in ANYWHERE.iter().chain(asked) {
            let mut options = vec![(*option, *value)];
            options.retain(|(name, _)| !name.is_empty());
            if channel != thread {
                options.push(("game", "1"));
            }
            let outcome = harness.command(user, channel, command, &options).await;
            let answer = read(&outcome.message).await;
            seen.push(format!("{user} /{command} {options:?}: {answer}"));
        }
        for typed in ["", "N", "Ned1", "ec3", "x", "Kcc8", "Pac7"] {
            for (command, option) in [("move", "move"), ("board", "piece")] {
                let mut options = vec![(option, typed)];
                if channel != thread {
                    options.push(("game", "1"));
                }
                let offered = harness.complete(user, channel, command, &options).await;
                seen.push(format!("{user} {command} {typed}: {offered:?}"));
            }
        }
    }
}

/// All that anybody but Alice was sent while she played these moves, what she was shown, and what the bot has asked
/// Discord for.
async fn told(own: [&str; 2], reply: &str) -> (Vec<String>, String, Vec<String>) {
    let (harness, thread) = begin().await;
    harness
        .command(BOB, GENERAL, "settings", &[("tell", "direct")])
        .await;
    played(&harness, &thread, ALICE, own[0], 1).await;
    played(&harness, &thread, BOB, reply, 2).await;
    let alice = played(&harness, &thread, ALICE, own[1], 3).await;
    let mut seen = Vec::new();
    for message in notified(&harness, BOB, 2).await {
        seen.push(format!("notified: {}", read(&message).await));
    }
    let board = harness.message(CAROL, &thread, is_board).await;
    for user in [BOB, CAROL] {
        press_everything(&harness, user, board.clone(), &mut seen).await;
        ask_everything(&harness, user, &thread, &mut seen).await;
    }
    for channel in [&thread, GAMES, GENERAL] {
        for message in harness.public(channel).await {
            seen.push(format!("public: {}", read(&message).await));
        }
    }
    let mut asked: Vec<String> = (harness.server.world().requests().iter())
        .filter(|request| request.method != "GET" && request.path.starts_with("/channels"))
        .map(|request| {
            let path = request.path.split('/');
            let path: Vec<&str> = path
                .map(|part| if part.len() > 16 { "#" } else { part })
                .collect();
            let files = request
                .files
                .iter()
                .map(|(name, _, size)| format!("{name} {size}"));
            let files: Vec<String> = files.collect();
            format!("{} {} {files:?}", request.method, path.join("/"))
        })
        .collect();
    asked.sort_unstable();
    // At the end, since others are told of these.
    for (user, command) in [(BOB, "draw"), (BOB, "takeback"), (CAROL, "takeback")] {
        let outcome = harness.command(user, &thread, command, &[]).await;
        seen.push(format!("{command}: {}", read(&outcome.message).await));
    }
    let alice = read(&alice).await;
    harness.end().await;
    (seen, alice, asked)
}

/// Two pairs of moves of White's knights which the umpire says nothing of, and a move of Black's between them.
fn variations() -> ([String; 2], [String; 2], String) {
    let reply = "Ned8-dd6".to_owned();
    let mut found: Vec<[String; 2]> = Vec::new();
    let begins: Vec<String> = position().legal();
    for first in begins.iter().filter(|mv| mv.starts_with('N')) {
        let mut game = position();
        game.play(first).unwrap();
        game.play(&reply).unwrap();
        for second in game.legal().into_iter().filter(|mv| mv.starts_with('N')) {
            let mut after = game.boxed_clone();
            after.play(&second).unwrap();
            let distinct = found
                .iter()
                .all(|known| known[0] != *first && known[1] != second);
            if after.announced().is_empty() && distinct && !second.contains('x') {
                found.push([first.clone(), second]);
                break;
            }
        }
    }
    let other = found.pop().unwrap();
    (found.swap_remove(0), other, reply)
}

/// The rules: each player sees their own pieces only, spectators none before the end; plans, previews and exports show the
/// asker's view, history one's own moves and what was said.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_what_is_hidden() {
    let (one, other, reply) = variations();
    let pair = |moves: &[String; 2]| moves.clone();
    let (one, other) = (pair(&one), pair(&other));
    let first = told([&one[0], &one[1]], &reply);
    let second = told([&other[0], &other[1]], &reply);
    let ((seen, own, asked), (again, different, asked_again)) = tokio::join!(first, second);
    for (line, other) in seen.iter().zip(&again) {
        assert_eq!(line, other);
    }
    assert_eq!(seen.len(), again.len());
    // As many requests of the same kinds: nor does what is sent, and to whom, tell anything.
    assert_eq!(asked, asked_again);
    // The one whose pieces they are sees them.
    assert_ne!(own, different);
    assert!(own.contains(&one[1]), "{own}");
    for line in &seen {
        for mv in [&one[0], &one[1], &other[0], &other[1]] {
            // Bob has typed one of them himself.
            assert!(
                !line.contains(mv.as_str()) || line.contains("/move") || line.contains("/plan"),
                "{line}"
            );
        }
    }
}

/// The rules: "A move that is not legal is answered `No.` if it is among `asks`, else `Nonsense.`, to the asker alone and
/// with no reason; it costs nothing, and nobody else hears of it."
#[tokio::test(flavor = "multi_thread")]
async fn a_try_that_is_refused_is_answered_to_the_asker_alone() {
    let (harness, thread) = begin().await;
    // Moves until Black may ask for something that cannot be played.
    let mut game = position();
    let mut plies = 0;
    let try_refused = loop {
        let refused = asks(game.as_ref())
            .into_iter()
            .find(|ask| game.parse_move(ask).is_err());
        if let Some(refused) = refused {
            break refused;
        }
        let user = if plies % 2 == 0 { ALICE } else { BOB };
        let legal = game.legal();
        let mv = legal.iter().find(|mv| mv.starts_with('P')).unwrap();
        plies += 1;
        played(&harness, &thread, user, mv, plies).await;
        game.play(mv).unwrap();
        assert!(plies < 12, "no such position");
    };
    let user = if plies % 2 == 0 { ALICE } else { BOB };
    let public = harness.public(&thread).await;
    let before = harness.server.world().requests().len();
    for (text, answer) in [(try_refused.as_str(), "No."), ("Raa9-aa1", "Nonsense.")] {
        let refused = harness.play(user, &thread, text).await;
        assert!(
            is_private(&refused.message) && !refused.deferred,
            "{refused:?}"
        );
        assert_eq!(content(&refused.message), answer);
        assert!(components(&refused.message).is_empty(), "{refused:?}");
    }
    let sent = harness.server.world().requests();
    let sent: Vec<&str> = (sent.iter().skip(before))
        .filter(|request| request.method != "GET")
        .map(|request| request.path.split('/').nth(1).unwrap_or_default())
        .collect();
    assert_eq!(sent, ["interactions", "interactions"]);
    assert_eq!(harness.public(&thread).await.len(), public.len());
    // It costs nothing: it is still the same player's turn.
    let legal = game.legal();
    played(&harness, &thread, user, &legal[0], plies + 1).await;
    harness.end().await;
}

/// The rules: "after it everybody sees all".
#[tokio::test(flavor = "multi_thread")]
async fn after_the_end_everything_is_shown() {
    let (harness, thread) = begin().await;
    played(&harness, &thread, ALICE, "Ned1-ec3", 1).await;
    played(&harness, &thread, BOB, "Ned8-dd6", 2).await;
    let board = harness.message(ALICE, &thread, is_board).await;
    let empty = board["attachments"][0]["description"].as_str().unwrap();
    assert!(
        empty.contains("hidden") && !empty.contains("ec3"),
        "{empty}"
    );
    let history = harness
        .command(CAROL, &thread, "history", &[])
        .await
        .message;
    assert!(!content(&history).contains("Ned"), "{history}");
    let history = harness.command(BOB, &thread, "history", &[]).await.message;
    assert!(content(&history).contains("1. ? Ned8-dd6"), "{history}");

    let sure = harness.resign(BOB, &board).await.message;
    let over = harness.click(BOB, &sure, "Yes, I give up").await;
    assert_eq!(over.state, "answered");
    let last = harness
        .message(CAROL, &thread, |message| {
            is_board(message) && content(message).contains("resigned")
        })
        .await;
    let words = last["attachments"][0]["description"].as_str().unwrap();
    assert!(words.contains("ec3"), "{words}");
    let history = harness
        .command(CAROL, &thread, "history", &[])
        .await
        .message;
    assert!(
        content(&history).contains("1. Ned1-ec3 Ned8-dd6"),
        "{history}"
    );
    assert!(has_button(&last, "Moves"));
    let film = harness.command(CAROL, &thread, "gif", &[]).await.message;
    let words = film["attachments"][0]["description"].as_str().unwrap();
    assert!(words.contains("ec3"), "{words}");
    harness.end().await;
}

/// The machine knows where every piece is: it plays nothing in which something is hidden.
#[tokio::test(flavor = "multi_thread")]
async fn the_machine_plays_nothing_hidden() {
    let harness = Harness::new().await;
    let table = harness
        .open_game("the-tower-game", &[("mutator", "kriegspiel")])
        .await;
    let asked = harness.click(ALICE, &table, "Play the machine").await;
    assert!(is_private(&asked.message), "{asked:?}");
    assert!(content(&asked.message).contains("hidden"), "{asked:?}");
    harness.end().await;
}

/// The rules: plans show the asker's view. A plan depends on nothing that its maker does not see, and what it answers is
/// found out when it is tried.
#[tokio::test(flavor = "multi_thread")]
async fn a_plan_depends_on_nothing_that_is_hidden() {
    let (harness, thread) = begin().await;
    played(&harness, &thread, ALICE, "Ned1-ec3", 1).await;
    for line in [
        "if Ned8-dd6 then Nec3-eb5",
        "any capture on aa1: Nec3-eb5",
        "Nec3-eb5",
    ] {
        let refused = harness
            .command(ALICE, &thread, "plan", &[("line", line)])
            .await;
        assert!(is_private(&refused.message), "{refused:?}");
        assert!(content(&refused.message).contains("`any move: your move`"));
    }
    let line = "any move: Kcc1-aa8; any move: Nec3-eb5";
    let planned = harness
        .command(ALICE, &thread, "plan", &[("line", line)])
        .await
        .message;
    assert!(is_private(&planned) && content(&planned).contains("Nec3-eb5"));
    let moved = harness.play(BOB, &thread, "Ned8-dd6").await;
    assert!(is_private(&moved.message), "{moved:?}");
    let public = harness
        .message(CAROL, &thread, |message| {
            is_board(message) && content(message).contains("has moved at once")
        })
        .await;
    assert!(!content(&public).contains("eb5") && !content(&public).contains("dd6"));
    let history = harness
        .command(ALICE, &thread, "history", &[])
        .await
        .message;
    assert!(content(&history).contains("1. Ned1-ec3 ?"), "{history}");
    assert!(content(&history).contains("2. Nec3-eb5"), "{history}");
    harness.end().await;
}
