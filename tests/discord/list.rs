//! Tests of `/games`: one line a game, the most urgent first.

use serde_json::Value;

use crate::harness::{ALICE, BOB, CAROL, GAMES, Harness, content, is_board, is_private, mentioned};

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
