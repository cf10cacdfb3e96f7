//! Tests of access: buttons forged by people who do not play, strangers from another server, and a channel that not
//! everyone may read.

use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, TIMEOUT, content, is_private,
};
use crate::hostile::{ELSEWHERE, STRANGER, member, must_be_fit, ply, press, runner, sample};

#[tokio::test(flavor = "multi_thread")]
async fn forged_buttons_do_nothing_for_others() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    let before = ply(&harness).await;
    let shared = harness.server.shared();
    // Carol does not play; Bob does, and it is his turn, but these buttons are stale, or of no game.
    let mut ids: Vec<String> = [
        "r1:play:1:0:Pa7-a6",
        "r1:play:1:4294967295:Pa7-a6",
        "r1:play:99999:1:Pa7-a6",
        "r1:go:1:0:0",
        "r1:go:1:0:65535-65535-65535",
        "r1:resigned:1:0",
        "r1:resigned:77:0",
        "r1:join:1:any:t",
        "r1:join:1:250:t",
        "r1:leave:1:t",
        "r1:pick:1:0::0",
        "r1:rules:abstract:65535",
        "r1:rules:../../etc/passwd:0",
        "r1:learn:' OR 1=1 --",
        "r1:learn:@everyone",
        "r1:lessons:abstract:0",
        "r1:show",
        "r2:play:1:0:Pa7-a6",
        "r1:",
        "r1",
        "",
        "r1:play:-1:0:x",
        "r1:play:9223372036854775808:0:x",
    ]
    .map(str::to_owned)
    .to_vec();
    let mut runner = runner(1);
    let forged = "r1:(join|leave|view|start|choose|pick|go|play|moves|resign|resigned|rules|show)(:[-0-9a-z@<>]{0,6}){0,5}";
    for _ in 0..40 {
        ids.push(sample(&mut runner, &forged));
    }
    ids.push(format!("r1:play:1:0:{}", "♞".repeat(80)));
    for id in &ids {
        for (user, data) in [
            (CAROL, json!({"component_type": 2, "custom_id": id})),
            (
                CAROL,
                json!({"component_type": 3, "custom_id": id, "values": ["0"]}),
            ),
        ] {
            let outcome = shared.deliver(press(user, &thread, &board, data)).await;
            assert!(outcome.answered, "{id}: {outcome:?}");
            must_be_fit(&outcome, id);
        }
    }
    assert_eq!(ply(&harness).await, before, "nothing happened to the match");
    // The player to move cannot use a button of another position either.
    for id in ["r1:play:1:0:Pa7-a6", "r1:resigned:1:0", "r1:go:1:1:0"] {
        let data = json!({"component_type": 2, "custom_id": id});
        let outcome = shared.deliver(press(BOB, &thread, &board, data)).await;
        assert!(
            outcome.answered && is_private(&outcome.message.unwrap()),
            "{id}"
        );
    }
    assert_eq!(ply(&harness).await, before);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_from_another_server_is_shown_nothing_of_a_match() {
    let harness = Harness::unhurried().await;
    let (_, board) = harness.begin().await;
    let shared = harness.server.shared();
    for id in [
        "r1:view:1:0",
        "r1:moves:1",
        "r1:start:1:0",
        "r1:choose:1:3::0",
        "r1:resign:1:0",
        "r1:play:1:0:Pa2-a3",
        "r1:go:1:0:0",
        "r1:resigned:1:1",
        "r1:join:1:any:t",
        "r1:leave:1:t",
    ] {
        let mut raw = press(
            CAROL,
            GAMES,
            &board,
            json!({"component_type": 2, "custom_id": id}),
        );
        raw.user = STRANGER;
        raw.over["member"] = member(STRANGER, "Mallory");
        raw.over["guild_id"] = json!(ELSEWHERE);
        raw.over["channel_id"] = json!("3000000000000000666");
        raw.over["channel"] = Value::Null;
        let outcome = shared.deliver(raw).await;
        let message = outcome.message.expect(id);
        let said = content(&message);
        assert!(said.contains("There is no game"), "{id}: {said}");
        assert!(message["attachments"].as_array().unwrap().is_empty());
    }
    harness.end().await;
}

/// Waits until the audience of the first match is recorded.
async fn audience(harness: &Harness) -> rookery::match_state::Audience {
    let begun = std::time::Instant::now();
    loop {
        let game = rookery::match_state::GameId(1);
        let row = harness.app().store().row(game).await.unwrap();
        if let Some(audience) = row.audience {
            return audience;
        }
        assert!(begun.elapsed() < TIMEOUT, "it is not noted");
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Commands that name a match by its number, used by somebody who does not play in it.
const BY_NUMBER: [&str; 7] = [
    "board", "history", "export", "explore", "gif", "note", "claim",
];

/// A match of a channel that not everyone may read is visible there and to its players: not by its number elsewhere in
/// the same server, and not in suggestions.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_a_private_channel_is_not_seen_from_the_rest_of_the_server() {
    use rookery::match_state::Audience;
    let harness = Harness::unhurried().await;
    let shared = harness.server.shared();
    shared.pretend(
        &format!("/channels/{GAMES}"),
        json!({
            "id": GAMES, "type": 0, "guild_id": "2000000000000000001", "name": "games", "permission_overwrites": [
                {"id": "2000000000000000001", "type": 0, "allow": "0", "deny": "1024"},
            ],
        }),
    );
    let (thread, board) = harness.begin().await;
    assert_eq!(audience(&harness).await, Audience::Channel);
    for name in BY_NUMBER {
        let refused = harness.command(DAVE, GENERAL, name, &[("game", "1")]).await;
        let refused = refused.message;
        assert!(
            is_private(&refused) && content(&refused).contains("There is no game 1 here"),
            "{name}: {refused}"
        );
    }
    for id in ["r1:view:1:0", "r1:moves:1", "r1:explore:1:0", "r1:take:1:0"] {
        let data = json!({"component_type": 2, "custom_id": id});
        let outcome = shared.deliver(press(DAVE, GENERAL, &board, data)).await;
        let message = outcome.message.unwrap();
        assert!(
            content(&message).contains("There is no game 1 here"),
            "{id}"
        );
    }
    // Its players see it everywhere, and a reader of the channel sees it there.
    for (user, channel) in [
        (ALICE, GENERAL),
        (BOB, GENERAL),
        (DAVE, thread.as_str()),
        (DAVE, GAMES),
    ] {
        let shown = harness
            .command(user, channel, "board", &[("game", "1")])
            .await;
        assert!(content(&shown.message).contains("· game 1"), "{shown:?}");
    }
    let asked = harness.resign(ALICE, &board).await.message;
    harness.click(ALICE, &asked, "Yes, I give up").await;
    let offered = harness
        .complete(DAVE, GENERAL, "history", &[("game", "1")])
        .await;
    assert!(offered.is_empty(), "{offered:?}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_everyone_may_read_is_seen_from_the_whole_server() {
    use rookery::match_state::Audience;
    let harness = Harness::unhurried().await;
    let (_, board) = harness.begin().await;
    assert_eq!(audience(&harness).await, Audience::Server);
    for name in ["board", "history", "export", "explore"] {
        let shown = harness.command(DAVE, GENERAL, name, &[("game", "1")]).await;
        assert!(
            !content(&shown.message).contains("There is no game"),
            "{name}: {shown:?}"
        );
    }
    let asked = harness.resign(ALICE, &board).await.message;
    harness.click(ALICE, &asked, "Yes, I give up").await;
    let offered = harness
        .complete(DAVE, GENERAL, "history", &[("game", "1")])
        .await;
    assert_eq!(offered.len(), 1, "{offered:?}");
    harness.end().await;
}
