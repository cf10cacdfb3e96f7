//! Tests that hidden pieces stay hidden until the end: the same match is played twice, with moves of Alice's that the
//! umpire describes equally, and everything sent to anybody else must be equal, pictures to the byte.

use std::time::Duration;

use rookery::sandbox::Raw;
use serde_json::{Value, json};

use super::transcript::{read, without_snowflakes};
use super::{begin, played, position};
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, components, content, has_button, is_board,
    is_private,
};

/// Channel of a server without the bot, and group of friends.
const OUTSIDE: &[&str] = &["3000000000000000003", "3000000000000000004"];
/// A server that the match is not in.
const ELSEWHERE: &str = "2000000000000000666";
const ADMINISTRATOR: u64 = 1 << 3;

/// Buttons with a final effect, or that show nothing of the match.
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

/// Number of buttons and menu options pressed, one after the other.
const PRESSED: usize = 24;

/// Returns the direct messages about a user's turn, once there are so many.
async fn notified(harness: &Harness, user: &str, count: usize) -> Vec<Value> {
    let direct = harness.direct(user).await;
    let begun = std::time::Instant::now();
    loop {
        let changes = harness.server.shared().changes();
        let mut messages = harness.messages(user, &direct).await;
        messages.retain(|message| content(message).contains("your turn"));
        if messages.len() >= count {
            return messages;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{messages:#?}");
        harness.changed_since(changes).await;
    }
}

/// Returns the last message that only this user sees.
async fn last_private(harness: &Harness, user: &str, channel: &str) -> Value {
    let messages = harness.messages(user, channel).await;
    messages.into_iter().rfind(is_private).unwrap_or_default()
}

/// Returns a late answer: a separate message after another, or a change of the private one that was pressed.
async fn late(harness: &Harness, user: &str, pressed: &Value, before: &Value) -> Value {
    let channel = pressed["channel_id"].as_str().unwrap();
    let begun = std::time::Instant::now();
    loop {
        let changes = harness.server.shared().changes();
        let messages = harness.messages(user, channel).await;
        let new = messages.iter().rfind(|message| is_private(message));
        if let Some(new) = new.filter(|new| new["id"] != before["id"]) {
            return new.clone();
        }
        let same = |message: &&Value| message["id"] == pressed["id"];
        let changed = messages.iter().find(same).filter(|now| *now != pressed);
        if let Some(changed) = changed.filter(|_| is_private(pressed)) {
            return changed.clone();
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{pressed}");
        harness.changed_since(changes).await;
    }
}

/// Returns the public moving pictures in a channel.
async fn films(harness: &Harness, channel: &str) -> Vec<Value> {
    let mut public = harness.public(channel).await;
    public.retain(|message| message["attachments"][0]["filename"] == "game.gif");
    public
}

/// Returns the moving picture shown after `before` others. On a busy machine its answer is private text, and the
/// picture comes as a separate message.
async fn film_after(harness: &Harness, channel: &str, before: usize) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let changes = harness.server.shared().changes();
        if let Some(film) = films(harness, channel).await.into_iter().nth(before) {
            return film;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "no moving picture"
        );
        harness.changed_since(changes).await;
    }
}

/// Presses everything reachable from a message, and reads every answer.
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
            let channel = message["channel_id"].as_str().unwrap();
            let before = last_private(harness, user, channel).await;
            let outcome = harness
                .interact(json!({
                    "user": user, "channel": message["channel_id"], "kind": "component",
                    "message": message["id"], "custom_id": id, "values": values,
                }))
                .await;
            let mut answer = outcome.message;
            if outcome.deferred && (answer == message || !is_private(&answer)) {
                answer = late(harness, user, &message, &before).await;
            }
            seen.push(format!("{user} {label}: {}", read(&answer).await));
            if !answer.is_null() {
                assert!(is_private(&answer), "{label}: {answer}");
                let same = answer["id"] == message["id"];
                open.insert(0, answer);
                if same {
                    // A button of the old message may be gone.
                    break;
                }
            }
        }
    }
}

/// Uses every command that `user` can, also from elsewhere; collects the answers.
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
        ("substitute", "action", "offer"),
        ("substitute", "action", "keep"),
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
    let channels = [thread, GENERAL, direct.as_str()].into_iter();
    for channel in channels.chain(OUTSIDE.iter().copied()) {
        if OUTSIDE.contains(&channel) && !is_in(harness, user, channel).await {
            continue;
        }
        let asked = if channel == thread { HERE } else { &[] };
        for (command, option, value) in ANYWHERE.iter().chain(asked) {
            let mut options = vec![(*option, *value)];
            options.retain(|(name, _)| !name.is_empty());
            if channel != thread {
                options.push(("game", "1"));
            }
            let shown = match *command {
                "gif" => films(harness, channel).await.len(),
                _ => 0,
            };
            let mut answer = harness
                .command(user, channel, command, &options)
                .await
                .message;
            if *command == "gif" {
                answer = film_after(harness, channel, shown).await;
            }
            // Nobody can see a side's board by taking over its seat.
            if (user, *value) == (BOB, "offer") {
                let nobody = "In a game of two nobody can take over your seat";
                assert!(content(&answer).contains(nobody), "{answer}");
            }
            let answer = read(&answer).await;
            let about = without_snowflakes(&format!("/{command} {options:?} in {channel}"));
            seen.push(format!("{user} {about}: {answer}"));
        }
        if OUTSIDE.contains(&channel) {
            continue;
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
    for sub in ["show", "export"] {
        let outcome = harness
            .subcommand(user, GENERAL, "privacy", sub, json!([]))
            .await;
        let answer = read(&outcome.message).await;
        seen.push(format!("{user} /privacy {sub}: {answer}"));
    }
}

/// True if a user is in a channel of the sandbox.
async fn is_in(harness: &Harness, user: &str, channel: &str) -> bool {
    let channels = harness.state(user).await;
    channels.to_string().contains(channel)
}

/// Returns the bot's answer to a hand-made interaction.
async fn delivered(harness: &Harness, raw: Raw) -> String {
    let about = without_snowflakes(&format!("{}: {}", raw.data, raw.over["guild_id"]));
    let channel = raw.channel.to_string();
    let is_film = raw.data["name"] == "gif";
    let shown = if is_film {
        films(harness, &channel).await.len()
    } else {
        0
    };
    let mut outcome = harness.server.shared().deliver(raw).await;
    let late = |message: &Value| is_film && is_private(message) && content(message) == "Done.";
    if outcome.message.as_ref().is_some_and(late) {
        outcome.message = Some(film_after(harness, &channel, shown).await);
    }
    let answer = match &outcome.message {
        Some(message) => read(message).await,
        None => "no message".to_owned(),
    };
    format!("{about}: {answer} {:?}", outcome.choices)
}

/// Asks from another server, as its administrator, and as a user with all permissions in this one.
async fn ask_with_power(harness: &Harness, thread: &str, seen: &mut Vec<String>) {
    let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
    let game = || text("game", "1");
    let commands = [
        ("board", json!([game()])),
        ("board", json!([game(), text("piece", "ec3")])),
        ("history", json!([game()])),
        ("export", json!([game()])),
        ("explore", json!([game()])),
        ("gif", json!([game()])),
        ("hint", json!([game()])),
        ("move", json!([text("move", "Nec3-ed1"), game()])),
        ("plan", json!([game()])),
        ("games", json!([])),
        ("tables", json!([])),
        ("substitute", json!([game()])),
    ];
    let subcommands = [
        "hide", "board", "show", "free", "bar", "bars", "allow", "close", "end",
    ];
    for user in [BOB, DAVE] {
        let member = json!({
            "user": {"id": user, "username": "someone", "discriminator": "0", "global_name": null, "avatar": null},
            "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
            "permissions": ADMINISTRATOR.to_string(), "nick": null,
        });
        let elsewhere = json!({
            "guild_id": ELSEWHERE, "guild": {"features": [], "id": ELSEWHERE, "locale": "en-US"}, "member": member,
        });
        for over in [elsewhere, json!({"member": member})] {
            let raw = |kind: u64, data: Value| Raw {
                kind,
                user: user.parse().unwrap(),
                channel: thread.parse().unwrap(),
                data,
                over: over.clone(),
            };
            for (name, options) in &commands {
                let data = json!({"id": "1", "name": name, "type": 1, "options": options});
                seen.push(delivered(harness, raw(2, data)).await);
            }
            let typed = json!([{"name": "move", "type": 3, "value": "N", "focused": true}, game()]);
            let data = json!({"id": "1", "name": "move", "type": 1, "options": typed});
            seen.push(delivered(harness, raw(4, data)).await);
            for sub in subcommands {
                let options = match sub {
                    "free" | "bar" | "allow" => {
                        json!([{"name": "player", "type": 6, "value": DAVE}])
                    }
                    "bars" => json!([]),
                    _ => json!([game()]),
                };
                let data = match sub {
                    // While it is hidden from all but its players.
                    "board" => json!({"id": "1", "name": "board", "type": 1, "options": options}),
                    _ => json!({
                        "id": "1", "name": "moderate", "type": 1,
                        "options": [{"name": sub, "type": 1, "options": options}],
                    }),
                };
                seen.push(delivered(harness, raw(2, data)).await);
            }
        }
    }
}

/// Opens the entries of a message's own menu: "My board" and "Moves" of its match.
async fn open_menus(
    harness: &Harness,
    user: &str,
    thread: &str,
    board: &Value,
    seen: &mut Vec<String>,
) {
    let id = board["id"].as_str().unwrap();
    for name in ["My board", "Moves"] {
        let raw = Raw {
            kind: 2,
            user: user.parse().unwrap(),
            channel: thread.parse().unwrap(),
            data: json!({
                "id": "1", "name": name, "type": 3, "target_id": id, "resolved": {"messages": {id: board}},
            }),
            over: json!({}),
        };
        let outcome = harness.server.shared().deliver(raw).await;
        let shown = outcome.message.unwrap_or_default();
        assert!(is_private(&shown), "{name}: {shown}");
        seen.push(format!("{user} {name}: {}", read(&shown).await));
    }
}

/// Lets Alice allow Bob's takeback; collects the board posted then, and all direct messages.
async fn take_back(harness: &Harness, thread: &str, seen: &mut Vec<String>) {
    let asked = harness
        .message(CAROL, thread, |message| {
            has_button(message, "Allow the takeback")
        })
        .await;
    harness.click(ALICE, &asked, "Allow the takeback").await;
    let settled = |message: &Value| content(message).contains("took back");
    let back = harness.message(CAROL, thread, settled).await;
    seen.push(format!("taken back: {}", read(&back).await));
    let history = harness.command(BOB, thread, "history", &[]).await.message;
    seen.push(format!("after it: {}", read(&history).await));
}

/// Plays a match with these moves of Alice's; returns everything sent to others, Alice's view, and the bot's requests
/// to Discord.
async fn all_sent(own: [&str; 2], reply: &str) -> (Vec<String>, String, Vec<String>) {
    let (harness, thread) = begin().await;
    harness
        .command(BOB, GENERAL, "settings", &[("tell", "direct")])
        .await;
    // A channel that gets results, and the weekly digest.
    for what in ["results", "digest"] {
        let channel = json!([{"name": "channel", "type": 7, "value": GENERAL}]);
        let chosen = harness
            .subcommand(ALICE, GENERAL, "server", what, channel)
            .await;
        assert!(is_private(&chosen.message), "{chosen:?}");
    }
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
    let mut asked: Vec<String> = (harness.server.shared().requests().iter())
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
    // At the end, since others are notified of these.
    ask_with_power(&harness, &thread, &mut seen).await;
    for user in [BOB, CAROL, DAVE] {
        open_menus(&harness, user, &thread, &board, &mut seen).await;
    }
    for (user, command) in [(BOB, "draw"), (CAROL, "takeback"), (BOB, "takeback")] {
        let outcome = harness.command(user, &thread, command, &[]).await;
        seen.push(format!("{command}: {}", read(&outcome.message).await));
    }
    take_back(&harness, &thread, &mut seen).await;
    let alice = read(&alice).await;
    harness.end().await;
    (seen, alice, asked)
}

/// Returns two pairs of moves of White's knights which the umpire does not announce, and a move of Black's between
/// them.
pub fn variations() -> ([String; 2], [String; 2], String) {
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

/// The rules: each player sees their own pieces only, spectators none before the end; plans, previews and exports show
/// the asker's view, history their own moves and the announcements.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_what_is_hidden() {
    let (one, other, reply) = variations();
    let pair = |moves: &[String; 2]| moves.clone();
    let (one, other) = (pair(&one), pair(&other));
    let first = all_sent([&one[0], &one[1]], &reply);
    let second = all_sent([&other[0], &other[1]], &reply);
    let ((seen, own, asked), (again, different, asked_again)) = tokio::join!(first, second);
    for (line, other) in seen.iter().zip(&again) {
        assert_eq!(line, other);
    }
    assert_eq!(seen.len(), again.len());
    // As many requests of the same kinds: the number and recipients of messages reveal nothing either.
    assert_eq!(asked, asked_again);
    // The owner of the pieces sees them.
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
