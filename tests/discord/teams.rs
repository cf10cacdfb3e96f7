//! Tests of a game of two teams of two, from the twist that makes it to the rematch; and of the menus of the twists.

use serde_json::{Value, json};

use crate::four::{PLAYERS, resign};
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, Harness, components, content, has_button, is_board, is_private,
    mentioned, picture,
};

/// Returns the menu whose placeholder begins so.
fn menu(message: &Value, placeholder: &str) -> Option<Value> {
    components(message).into_iter().find(|component| {
        component["placeholder"]
            .as_str()
            .is_some_and(|text| text.starts_with(placeholder))
    })
}

/// Returns the values of a menu.
fn values(menu: &Value) -> Vec<&str> {
    let options = menu["options"].as_array().unwrap().iter();
    options
        .map(|option| option["value"].as_str().unwrap())
        .collect()
}

/// Takes a value of a menu; returns the message once it shows the value.
async fn take(
    harness: &Harness,
    message: &Value,
    (placeholder, value): (&str, &str),
    says: &str,
) -> Value {
    let found = menu(message, placeholder).unwrap_or_else(|| panic!("{placeholder}: {message}"));
    harness
        .interact(json!({
            "user": ALICE, "channel": message["channel_id"], "kind": "component", "message": message["id"],
            "custom_id": found["custom_id"], "values": [value],
        }))
        .await;
    let same = |m: &Value| m["id"] == message["id"] && content(m).contains(says);
    harness.message(ALICE, GAMES, same).await
}

#[tokio::test(flavor = "multi_thread")]
async fn twists_are_added_by_menus_that_offer_only_what_goes_together() {
    let harness = Harness::new().await;
    let table = harness.open_game("the-tower-game", &[]).await;
    let variant = ("Change the variant", "chamber");
    let chamber = take(&harness, &table, variant, "(Chamber)").await;
    let first = menu(&chamber, "Add a twist").unwrap();
    assert!(values(&first).contains(&"suicide") && !values(&first).contains(&"none"));
    let described = &first["options"][0]["description"];
    assert!(!described.as_str().unwrap().is_empty(), "{first}");
    assert!(menu(&chamber, "Add a second").is_none(), "{chamber}");

    let twist = ("Add a twist", "atomic");
    let atomic = take(&harness, &chamber, twist, "Chamber, Atomic)").await;
    let second = menu(&atomic, "Add a second twist").unwrap();
    let offered = values(&second);
    assert!(
        offered.contains(&"half") && offered.contains(&"suicide"),
        "{offered:?}"
    );
    for apart in ["alice", "bughouse", "fusion", "atomic"] {
        assert!(!offered.contains(&apart), "{apart}: {offered:?}");
    }
    let twist = ("Add a second twist", "half");
    let both = take(&harness, &atomic, twist, "Atomic and Half").await;
    // Another first twist keeps a second one that goes with it, and drops one that does not.
    let twist = ("Twist: Atomic", "magnetic");
    let other = take(&harness, &both, twist, "Half and Magnetic").await;
    let twist = ("Twist: Half", "fusion");
    let fusion = take(&harness, &other, twist, "Chamber, Fusion)").await;
    take(&harness, &fusion, ("Twist: Fusion", "none"), "(Chamber)").await;

    let typed = [("mutator", "atomic+alice")];
    let refused = harness.open_game("the-tower-game", &typed).await;
    assert!(
        is_private(&refused) && content(&refused).contains("do not go together"),
        "{refused}"
    );
    harness.end().await;
}

/// Opens a table for two teams, at which Alice has the first seat; returns its message.
async fn table_of_teams(harness: &Harness) -> Value {
    let table = harness
        .open_game("the-tower-game", &[("side", "black")])
        .await;
    let free = "White-a (free) and Black-b (free), against White-b (free) and Black-a (free)";
    let teams = take(harness, &table, ("Add a twist", "bughouse"), free).await;
    assert!(content(&teams).contains("(Bughouse)"), "{teams}");
    assert!(menu(&teams, "Add a second").is_none(), "{teams}");
    let side = ("Change your side", "0");
    take(harness, &teams, side, &format!("White-a (<@{ALICE}>)")).await
}

/// Seats all players in turn order; returns the thread.
async fn sit_down(harness: &Harness) -> String {
    let table = table_of_teams(harness).await;
    let partners = format!("White-a (<@{ALICE}>) and Black-b (free)");
    assert!(content(&table).contains(&partners), "{table}");
    harness.click(BOB, &table, "Play White-b").await;
    let joined = harness.click(DAVE, &table, "Play Black-b").await.message;
    let partners = format!("White-a (<@{ALICE}>) and Black-b (<@{DAVE}>)");
    assert!(content(&joined).contains(&partners), "{joined}");
    harness.click(CAROL, &joined, "Play Black-a").await;
    harness.first_board().await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn two_teams_play_lose_and_play_again_together() {
    let harness = Harness::new().await;
    let thread = sit_down(&harness).await;
    let early = harness.play(BOB, &thread, "Pcc2-cc4").await.message;
    assert!(is_private(&early), "{early}");
    let mut last = Value::Null;
    let moves = [
        "A:Pcc2-cc4",
        "Pcc2-cc4",
        "Pcc7-cc5",
        "b:Pcc7-cc5",
        "Pca2-ca4",
        "Pca2-ca4",
        "Pca7-ca5",
        "Pca7-ca5",
        // From the tenth move on a game that is given up counts.
        "Pcb2-cb3",
        "Pcb2-cb3",
        "Pcb7-cb6",
        "Pcb7-cb6",
    ];
    for (index, mv) in moves.iter().enumerate() {
        last = harness.play(PLAYERS[index % 4], &thread, mv).await.message;
        assert!(is_board(&last), "{mv}: {last}");
    }
    assert_eq!(mentioned(&last), [ALICE]);
    picture(&last).await;
    let own = harness.command(DAVE, &thread, "board", &[]).await.message;
    picture(&own).await;

    // Everybody must agree, partners too.
    let vote = harness.offer_draw(ALICE, &thread).await;
    let waits = format!("offers a draw; waiting for <@{BOB}>, <@{CAROL}> and <@{DAVE}>");
    assert!(content(&vote).contains(&waits), "{vote}");
    let over = resign(&harness, BOB, &thread).await;
    assert!(
        content(&over).contains("Black-b and White-a win: White-b resigned."),
        "{over}"
    );
    // Both partners have won.
    for (user, wanted) in [
        (ALICE, "1 won"),
        (DAVE, "1 won"),
        (BOB, "1 lost"),
        (CAROL, "1 lost"),
    ] {
        let profile = harness.command(user, GAMES, "profile", &[]).await.message;
        assert!(content(&profile).contains(wanted), "{wanted}: {profile}");
        // A pair has won or lost: there is no place.
        assert!(!content(&profile).contains(" place "), "{profile}");
    }
    let ladder = [("game", "tower")];
    let ladder = harness.command(CAROL, GAMES, "leaderboard", &ladder).await;
    assert!(
        PLAYERS
            .iter()
            .all(|user| content(&ladder.message).contains(user))
    );

    // Partners stay partners, and change colours.
    let mut again = harness.click(ALICE, &over, "Rematch").await.message;
    for user in [BOB, CAROL, DAVE] {
        again = harness
            .click(user, &again, "Accept the rematch")
            .await
            .message;
    }
    assert!(content(&again).contains("game 2"), "{again}");
    for (user, seat) in [
        (ALICE, "Black-a"),
        (DAVE, "White-b"),
        (CAROL, "White-a"),
        (BOB, "Black-b"),
    ] {
        let sits = format!("<@{user}> ({seat})");
        assert!(content(&again).contains(&sits), "{sits}: {again}");
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_teams_can_become_one_for_two_again() {
    let harness = Harness::new().await;
    let table = table_of_teams(&harness).await;
    let plain = take(
        &harness,
        &table,
        ("Twist: Bughouse", "none"),
        "Tower Game** ",
    )
    .await;
    assert!(
        has_button(&plain, "Join") && !has_button(&plain, "Play White-b"),
        "{plain}"
    );
    harness.click(BOB, &plain, "Join").await;
    let (thread, board) = harness.first_board().await;
    let white = if mentioned(&board) == [ALICE] {
        ALICE
    } else {
        BOB
    };
    let moved = harness.play(white, &thread, "Pcc2-cc4").await.message;
    assert!(is_board(&moved), "{moved}");
    harness.end().await;

    // The user who types it has the first seat of the colour.
    let harness = Harness::new().await;
    let options = [("mutator", "bughouse"), ("side", "black")];
    let table = harness.open_game("the-tower-game", &options).await;
    let sits = format!("Black-a (<@{ALICE}>)");
    assert!(content(&table).contains(&sits), "{table}");
    assert!(
        !has_button(&table, "Accept") && has_button(&table, "Play White-b"),
        "{table}"
    );
    let plain = take(
        &harness,
        &table,
        ("Twist: Bughouse", "none"),
        "Tower Game** ",
    )
    .await;
    assert!(has_button(&plain, "Join"), "{plain}");
    harness.end().await;
}
