//! Tests of `/games`: one line a game, the most urgent first, and games that are over.

use rookery::app::{MatchRef, NewGame};
use rookery::match_state::UserId;
use serde_json::{Value, json};

use crate::explore::{asked, challenge};
use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, content, has_button, is_board, is_private,
    mentioned,
};
use crate::kill::becomes;

/// Lets Alice, as White, begin a game with Bob in the channel for games, on this clock.
async fn begun(harness: &Harness, game: u32, clock: &str) {
    let options = [("side", "white"), ("place", "here"), ("clock", clock)];
    let table = harness.open(&options).await;
    harness.click(BOB, &table, "Join").await;
    let name = format!("· game {game}");
    let is_its_board = |m: &Value| is_board(m) && content(m).contains(&name);
    harness.message(ALICE, GAMES, is_its_board).await;
}

/// "One line a game: number, opponents, deadline, and a link to its home; first those that wait for the player, by
/// their deadlines; then the others by theirs."
#[tokio::test(flavor = "multi_thread")]
async fn each_game_is_one_line_and_the_most_urgent_is_first() {
    let harness = Harness::unhurried().await;
    for (game, clock) in (1..).zip(["14", "untimed", "1", "3"]) {
        begun(&harness, game, clock).await;
    }
    let moved = [("move", "Nb1-c3"), ("game", "3")];
    harness.command(ALICE, GAMES, "move", &moved).await;
    let table = harness
        .open(&[("opponent", CAROL), ("place", "here")])
        .await;
    // The line leads to the table's message, which is known after the answer.
    let known = "SELECT table_message IS NOT NULL FROM game WHERE id = 5";
    becomes(&harness, known, 1).await;
    let own = harness.command(ALICE, GAMES, "games", &[]).await.message;
    assert!(is_private(&own) && mentioned(&own).is_empty(), "{own}");
    let lines: Vec<&str> = content(&own).lines().collect();
    let home = format!("https://discord.com/channels/2000000000000000001/{GAMES}");
    let is_of = |line: &str, game: u32, address: &str| {
        line.starts_with(&format!("[Abstract Chess {game}]({address}) · <@"))
    };
    assert_eq!(lines[0], "**Your turn**");
    for (line, game) in lines[1..4].iter().zip([4, 1, 2]) {
        assert!(is_of(line, game, &home) && line.contains(BOB), "{line}");
    }
    let ends = |line: &str| line.contains(" · <t:") && line.ends_with(":R>");
    assert!(lines[1..4].iter().all(|line| ends(line)), "{lines:?}");
    assert_eq!(lines[4], "**Others to move**");
    assert!(is_of(lines[5], 3, &home) && ends(lines[5]), "{lines:?}");
    assert_eq!(lines[6], "**Tables**");
    let message = table["id"].as_str().unwrap();
    assert!(
        is_of(lines[7], 5, &format!("{home}/{message}")),
        "{lines:?}"
    );
    assert!(
        lines[7].contains("waiting for players, closes <t:"),
        "{lines:?}"
    );
    assert_eq!(lines.len(), 8);
    // The invited see that the table waits for them.
    let invited = harness.command(CAROL, GAMES, "games", &[]).await.message;
    assert!(content(&invited).contains("you are invited"), "{invited}");
    // Whoever reads the menu by ear hears the same order.
    let labels: Vec<Value> = own["components"][0]["components"][0]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["value"].clone())
        .collect();
    assert_eq!(labels, ["4", "1", "2", "3", "5"]);
    harness.end().await;
}

/// Uses `/games` with a person among its options.
async fn games_with(harness: &Harness, user: &str, player: &str, show: &str) -> Value {
    let options = json!([
        {"name": "show", "type": 3, "value": show},
        {"name": "game", "type": 3, "value": "abstract"},
        {"name": "player", "type": 6, "value": player},
    ]);
    let asked = json!({
        "user": user, "channel": GAMES, "kind": "command", "command": "games", "options": options,
    });
    harness.interact(asked).await.message
}

async fn give_up(harness: &Harness, user: &str, game: &str) {
    let sure = harness.command(user, GAMES, "resign", &[("game", game)]);
    let sure = sure.await.message;
    harness.click(user, &sure, "Yes, I give up").await;
}

/// "Finished games do not vanish: `/games` lists them with whom, the result and when, the last to end first."
#[tokio::test(flavor = "multi_thread")]
async fn games_that_are_over_are_found_again() {
    let harness = Harness::with_clock().await;
    for game in 1..=3 {
        begun(&harness, game, "14").await;
    }
    give_up(&harness, ALICE, "2").await;
    harness.pass(60).await;
    give_up(&harness, BOB, "1").await;
    let running = harness.command(ALICE, GAMES, "games", &[]).await.message;
    assert!(content(&running).contains("Chess 3]"), "{running}");
    let over = harness
        .click(ALICE, &running, "Finished games")
        .await
        .message;
    assert_eq!(over["id"], running["id"]);
    let line = |game: u32, other: &str, result: &str| {
        let home = format!("https://discord.com/channels/2000000000000000001/{GAMES}");
        format!("[Abstract Chess {game}]({home}) · <@{other}> · {result}, <t:")
    };
    let lines: Vec<&str> = content(&over).lines().collect();
    assert_eq!((lines.len(), lines[0]), (3, "**Finished**"), "{over}");
    assert!(lines[1].starts_with(&line(1, BOB, "you won")), "{over}");
    assert!(lines[2].starts_with(&line(2, BOB, "you lost")), "{over}");
    let shown = harness.pick(ALICE, &over, "2:").await.message;
    assert!(
        content(&shown).contains("(White): White resigned"),
        "{shown}"
    );
    let back = harness.click(ALICE, &over, "Running games").await.message;
    assert_eq!(content(&back), content(&running));

    // Of one game, or with one person.
    let with = games_with(&harness, BOB, ALICE, "finished").await;
    assert!(
        content(&with).contains(&line(2, ALICE, "you won")),
        "{with}"
    );
    let none = games_with(&harness, ALICE, CAROL, "finished").await;
    assert_eq!(content(&none), "You have no such games.");
    let running = harness.click(ALICE, &none, "Running games").await.message;
    assert_eq!(content(&running), "You have no such games.");
    let own = games_with(&harness, ALICE, BOB, "running").await;
    assert!(
        content(&own).contains("Chess 3]") && !content(&own).contains("Chess 1]"),
        "{own}"
    );

    // A profile leads to the games that the asker has played in, and to no others.
    let profile = async |user: &str, of: &str| {
        let asked = json!({
            "user": user, "channel": GAMES, "kind": "command", "command": "profile",
            "options": [{"name": "player", "type": 6, "value": of}],
        });
        harness.interact(asked).await.message
    };
    let seen = profile(ALICE, ALICE).await;
    assert!(
        content(&seen).contains(&format!("Last games:\n{}", line(1, BOB, "you won"))),
        "{seen}"
    );
    let seen = profile(BOB, ALICE).await;
    assert!(content(&seen).contains(&format!(
        "Last games with you:\n{}",
        line(1, ALICE, "you lost")
    )));
    let seen = profile(CAROL, ALICE).await;
    assert!(!content(&seen).contains("Last games"), "{seen}");
    harness.end().await;
}

/// A list of one person's games stays one on its further pages.
#[tokio::test(flavor = "multi_thread")]
async fn further_pages_list_the_same_choice_of_games() {
    let harness = Harness::unhurried().await;
    let app = harness.app();
    for game in 1..=12 {
        let new = NewGame {
            opponents: vec![UserId(if game < 12 { BOB } else { CAROL }.parse().unwrap())],
            ..challenge()
        };
        let table = app.open(asked(ALICE, game * 10), new).await.unwrap().game;
        let other = if game < 12 { BOB } else { CAROL };
        app.join(asked(other, game * 10 + 1), table, None)
            .await
            .unwrap();
        let resigned = app.resign(asked(ALICE, game * 10 + 2), MatchRef::Game(table));
        resigned.await.unwrap();
    }
    let count = |message: &Value| content(message).matches("Abstract Chess").count();
    let first = games_with(&harness, ALICE, BOB, "finished").await;
    assert_eq!(count(&first), 10, "{first}");
    let second = harness.click(ALICE, &first, "Next ▶").await.message;
    assert_eq!(
        count(&second),
        1,
        "the game with Carol is not listed: {second}"
    );
    assert!(!has_button(&second, "Next ▶"), "{second}");
    harness.end().await;
}

/// "`game:carol` finds the game whose label reads 'with Carol'; finished games are suggested after the running ones, and
/// never where a command needs a running one."
#[tokio::test(flavor = "multi_thread")]
async fn suggested_games_are_found_by_people_and_finished_ones_where_they_can_be_looked_at() {
    let harness = Harness::unhurried().await;
    for game in 1..=2 {
        begun(&harness, game, "14").await;
    }
    let invite = [("opponent", CAROL), ("place", "here")];
    let table = harness.open(&invite).await;
    harness.click(CAROL, &table, "Accept").await;
    give_up(&harness, ALICE, "1").await;
    let numbers = async |command: &str, typed: &str| -> Vec<String> {
        let options = [("game", typed)];
        let offered = harness.complete(ALICE, GAMES, command, &options).await;
        offered.into_iter().map(|(_, number)| number).collect()
    };
    let labels = harness
        .complete(ALICE, GAMES, "gif", &[("game", "CAROL")])
        .await;
    assert!(labels[0].0.contains("with Carol"), "{labels:?}");
    assert_eq!(numbers("move", "carol").await, ["3"]);
    assert_eq!(numbers("board", "with bob").await, ["2", "1"]);
    for command in [
        "board", "gif", "export", "history", "explore", "note", "rematch",
    ] {
        let all = numbers(command, "").await;
        assert!(all.len() == 3 && all[2] == "1", "{command}: {all:?}");
        assert_eq!(numbers(command, "1").await, ["1"], "{command}");
    }
    for command in [
        "move",
        "draw",
        "resign",
        "takeback",
        "claim",
        "plan",
        "substitute",
    ] {
        let all = numbers(command, "").await;
        assert!(
            all.len() == 2 && !all.contains(&"1".to_owned()),
            "{command}: {all:?}"
        );
        assert!(numbers(command, "1").await.is_empty(), "{command}");
    }
    harness.end().await;
}

/// "Where `move` suggests nothing because several games fit, the one suggestion shown says why, and is no move."
#[tokio::test(flavor = "multi_thread")]
async fn a_move_without_a_game_is_asked_for_its_game() {
    let harness = Harness::unhurried().await;
    for game in 1..=2 {
        begun(&harness, game, "14").await;
    }
    let offered = harness
        .complete(ALICE, GENERAL, "move", &[("move", "Nc")])
        .await;
    let [(label, value)] = &offered[..] else {
        panic!("{offered:?}");
    };
    assert!(label.contains("several games"), "{label}");
    for options in [
        vec![("move", value.as_str())],
        vec![("move", value), ("game", "1")],
    ] {
        let refused = harness
            .command(ALICE, GENERAL, "move", &options)
            .await
            .message;
        assert!(is_private(&refused), "{refused}");
        assert!(
            content(&refused).contains("nothing was played"),
            "{refused}"
        );
        assert!(
            refused["components"].as_array().is_none_or(Vec::is_empty),
            "{refused}"
        );
    }
    harness.end().await;
}
