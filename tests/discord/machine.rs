//! Tests of games against the machine over the connection.

use rookery::match_state::GameId;
use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::four::game_of_four;
use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, Outcome, button, components, content, has_button,
    is_board, is_private, mentioned, picture,
};

/// Lets Alice begin a game against the machine that everybody in the channel sees.
pub async fn play(harness: &Harness, channel: &str, game: &str, level: u8, more: Value) -> Value {
    let mut options = vec![json!({"name": "place", "type": 3, "value": "here"})];
    options.extend(more.as_array().cloned().unwrap_or_default());
    begin(harness, channel, game, level, json!(options)).await
}

/// Lets Alice begin a game against the machine.
pub async fn begin(harness: &Harness, channel: &str, game: &str, level: u8, more: Value) -> Value {
    let mut options = vec![
        json!({"name": "game", "type": 3, "value": game}),
        json!({"name": "level", "type": 4, "value": level}),
    ];
    options.extend(more.as_array().cloned().unwrap_or_default());
    let begun = harness
        .interact(json!({
            "user": ALICE, "channel": channel, "kind": "command", "command": "play", "options": options,
        }))
        .await;
    assert_eq!(begun.state, "answered");
    begun.message
}

/// Returns the number of a game, from a board's heading.
fn number(message: &Value) -> u32 {
    let (_, rest) = content(message).split_once("game ").expect("a heading");
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// Waits for the machine's own board after a message.
async fn answer(harness: &Harness, channel: &str, after: &Value, name: &str) -> Value {
    let after: u64 = after["id"].as_str().unwrap().parse().unwrap();
    let later = |message: &Value| {
        let id: u64 = message["id"].as_str().unwrap().parse().unwrap();
        id > after && is_board(message) && content(message).contains(&format!("({name}, level"))
    };
    harness.message(ALICE, channel, later).await
}

fn forged(user: &str, message: &Value, id: &str) -> Raw {
    Raw {
        kind: 3,
        user: user.parse().unwrap(),
        channel: message["channel_id"].as_str().unwrap().parse().unwrap(),
        data: json!({"component_type": 2, "custom_id": id}),
        over: json!({"message": message}),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_answers_with_a_post_of_its_own_after_the_players() {
    let harness = Harness::new().await;
    let direct = harness.direct(ALICE).await;
    for channel in [GENERAL, direct.as_str()] {
        let first = play(&harness, channel, "abstract", 1, json!([])).await;
        assert!(
            is_board(&first) && content(&first).contains("Hatchling (level 1, Black)"),
            "{first}"
        );
        let moved = harness.play(ALICE, channel, "Nb1-c3").await.message;
        assert!(is_board(&moved), "{moved}");
        assert!(content(&moved).contains("is thinking."), "{moved}");
        // There is nothing to choose before it has answered.
        assert!(!has_button(&moved, "Choose a move"), "{moved}");
        let answer = answer(&harness, channel, &moved, "Hatchling").await;
        picture(&answer).await;
        assert!(
            content(&answer).contains("(Hatchling, level 1) played"),
            "{answer}"
        );
        if channel == GENERAL {
            assert_eq!(mentioned(&answer), [ALICE], "{answer}");
        }
        let game = number(&answer).to_string();
        let hint = harness
            .command(ALICE, channel, "hint", &[("game", &game)])
            .await
            .message;
        assert!(content(&hint).contains('💡'), "{hint}");
        harness.click(ALICE, &hint, "Show the move").await;
        let move_shown = harness
            .message(ALICE, channel, |m| has_button(m, "Play it"))
            .await;
        picture(&move_shown).await;
        let played = harness.click(ALICE, &move_shown, "Play it").await;
        assert_eq!(played.state, "answered");
        harness
            .message(ALICE, channel, |m| {
                is_board(m) && content(m).contains("is thinking.")
            })
            .await;
        harness
            .app()
            .resign(crate::harness::asker(ALICE), rookery::app::MatchRef::Here)
            .await
            .ok();
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_takes_an_open_seat_and_the_loser_may_look_back_and_go_on() {
    let harness = Harness::new().await;
    let table = harness.open(&[("side", "white"), ("place", "here")]).await;
    let refused = harness.click(BOB, &table, "Play the machine").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("/play"),
        "{refused}"
    );
    let levels = harness
        .click(ALICE, &table, "Play the machine")
        .await
        .message;
    assert!(is_private(&levels), "{levels}");
    let joined = harness.pick(ALICE, &levels, "2 Fledgling").await.message;
    assert!(content(&joined).contains("The machine takes"), "{joined}");
    let board = harness.message(ALICE, GAMES, is_board).await;
    assert!(
        content(&board).contains("Fledgling (level 2, Black)"),
        "{board}"
    );
    harness
        .message(ALICE, GAMES, |m| {
            m["id"] == table["id"] && !has_button(m, "Join")
        })
        .await;
    let moved = harness.play(ALICE, GAMES, "Nb1-c3").await.message;
    let reply = answer(&harness, GAMES, &moved, "Fledgling").await;
    let sure = harness.resign(ALICE, &reply).await.message;
    harness.click(ALICE, &sure, "Yes, I give up").await;
    let last = harness
        .message(ALICE, GAMES, |m| {
            has_button(m, "What could I have done better?")
        })
        .await;
    let stranger = harness
        .click(CAROL, &last, "What could I have done better?")
        .await;
    assert!(is_private(&stranger.message) && content(&stranger.message).contains("did not play"));
    let looking = harness
        .click(ALICE, &last, "What could I have done better?")
        .await
        .message;
    assert!(is_private(&looking), "{looking}");
    harness
        .message(ALICE, GAMES, |m| {
            is_private(m) && content(m).contains("Well played")
        })
        .await;
    // A game from its position names its origin: the id is that of the button below a note.
    let stored = harness.app().store().load_whole(GameId(1)).await.unwrap();
    let mut moved = stored
        .events
        .iter()
        .filter(|row| row.record.kind == "moved");
    let ply = moved.next().unwrap().ply;
    let again = forged(ALICE, &last, &format!("r1:m:goon:1:{ply}:1"));
    let again = harness.server.shared().deliver(again).await;
    let again = again.message.unwrap();
    assert!(
        content(&again).contains("This game goes on from move 1 of game 1."),
        "{again}"
    );
    let up = harness
        .click(ALICE, &last, "Again: Fledgling")
        .await
        .message;
    assert!(content(&up).contains("Fledgling (level 2, White)"), "{up}");
    let twice = harness
        .click(ALICE, &last, "One level down: Hatchling")
        .await
        .message;
    assert!(is_private(&twice), "{twice}");
    harness.end().await;
}

/// The look back at a game has a message for each costly move: a numbered sentence about the move, the answer to it and
/// the better move, and a moving picture of the three boards.
#[tokio::test(flavor = "multi_thread")]
async fn a_look_back_shows_the_mistake_the_answer_and_the_better_move() {
    let harness = Harness::new().await;
    let mut board = play(&harness, GENERAL, "abstract", 1, json!([])).await;
    // The queen takes the first piece on the way to c8, which others guard, whatever the machine has played.
    let (queen, takes) = (
        &["Qd1-g4"][..],
        &["Qg4xd7", "Qg4xc8", "Qg4xe6", "Qg4xf5"][..],
    );
    for texts in [&["Pe2-e3"][..], queen, takes] {
        for text in texts {
            let moved = harness.play(ALICE, GENERAL, text).await.message;
            if is_board(&moved) {
                board = answer(&harness, GENERAL, &moved, "Hatchling").await;
                break;
            }
        }
    }
    let sure = harness.resign(ALICE, &board).await.message;
    harness.click(ALICE, &sure, "Yes, I give up").await;
    let back = "What could I have done better?";
    let last = harness.message(ALICE, GENERAL, |m| has_button(m, back));
    harness.click(ALICE, &last.await, back).await;
    let shown = harness
        .message(ALICE, GENERAL, |m| {
            is_private(m) && content(m).contains("**1** You played `Q")
        })
        .await;
    for part in [
        "**Move ",
        "**2** The answer `",
        "six-stack on",
        "**3** Better `",
    ] {
        assert!(content(&shown).contains(part), "{part}: {shown}");
    }
    let [file] = &shown["attachments"].as_array().unwrap()[..] else {
        panic!("{shown}");
    };
    assert_eq!(file["content_type"], "image/gif", "{shown}");
    let alt = file["description"].as_str().unwrap();
    assert!(alt.starts_with("1: ") && alt.contains(" 2: ") && alt.contains(" 3: "));
    let go_on = components(&shown);
    let go_on = go_on[0]["label"].as_str().unwrap();
    assert!(go_on.starts_with("Play on from move "), "{shown}");
    harness.end().await;
}

/// A takeback is offered from the player's own first move on: the machine begins if a person plays the second side.
#[tokio::test(flavor = "multi_thread")]
async fn take_back_is_offered_from_ones_own_first_move_on() {
    let harness = Harness::new().await;
    let black = json!([{"name": "side", "type": 3, "value": "Black"}]);
    let begun = play(&harness, GENERAL, "abstract", 1, black).await;
    let first = answer(&harness, GENERAL, &begun, "Hatchling").await;
    assert!(
        has_button(&first, "Hint") && !has_button(&first, "Take back"),
        "{first}"
    );
    let moved = harness.play(ALICE, GENERAL, "Nb8-c6").await.message;
    let second = answer(&harness, GENERAL, &moved, "Hatchling").await;
    assert!(has_button(&second, "Take back"), "{second}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forged_about_the_machine_is_refused_in_private_and_changes_nothing() {
    let harness = Harness::unhurried().await;
    let (thread, board) = harness.begin().await;
    let before = harness.public(&thread).await;
    for id in [
        "r1:m:hint:1:0",
        "r1:m:move:1:0",
        "r1:m:review:1",
        "r1:m:levels:1",
        "r1:m:fill:1:3",
        "r1:m:again:1:3",
        "r1:m:goon:1:9:3",
        "r1:m:fill:1:9",
        "r1:m:menu:1",
        "r1:m:hint:77:0",
        "r1:m:line:1:0:0",
        "r1:m:",
        "r1:m:fill:1:03",
        "r1:taskplay:nothing",
        "r1:learn:nothing",
        "r1:learn:tower:nothing",
        "r1:learn:abstract:atomic",
    ] {
        for user in [ALICE, BOB, CAROL] {
            let pressed = harness
                .server
                .shared()
                .deliver(forged(user, &board, id))
                .await;
            let message = pressed.message.expect(id);
            assert!(is_private(&message), "{id}: {message}");
        }
    }
    let Outcome { message, .. } = harness.command(ALICE, &thread, "hint", &[]).await;
    assert!(
        is_private(&message) && content(&message).contains("another person"),
        "{message}"
    );
    assert_eq!(harness.public(&thread).await, before);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn variants_and_sides_are_suggested_and_the_machine_moves_first_where_it_has_the_first_side()
{
    let harness = Harness::new().await;
    let options = json!([{"name": "side", "type": 3, "value": "black"}]);
    let first = play(&harness, GAMES, "abstract", 1, options).await;
    answer(&harness, GAMES, &first, "Hatchling").await;
    let bad = json!([{"name": "side", "type": 3, "value": "purple"}]);
    let refused = play(&harness, GAMES, "abstract", 1, bad).await;
    assert!(
        is_private(&refused) && content(&refused).contains("White"),
        "{refused}"
    );
    assert!(!button(&first, "My side").is_empty());
    harness.end().await;
}

/// The Tower Game of somebody who has not said which is the Chamber; a variant or a twist that is typed is kept.
#[tokio::test(flavor = "multi_thread")]
async fn the_tower_game_without_a_variant_is_the_chamber() {
    let harness = Harness::new().await;
    let typed = |name: &str, value: &str| json!([{"name": name, "type": 3, "value": value}]);
    for (more, heading) in [
        (json!([]), "(Chamber)"),
        (typed("variant", "toroidal"), "(Toroidal)"),
        (typed("twist", "atomic"), "(Atomic)"),
        (typed("variant", "original"), "**The Tower Game** ·"),
    ] {
        let board = play(&harness, GAMES, "tower", 1, more).await;
        assert!(content(&board).contains(heading), "{board}");
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_machine_plays_with_a_twist() {
    let harness = Harness::new().await;
    let typed = [("twist", "atom"), ("game", "tower")];
    let offered = harness.complete(ALICE, GAMES, "play", &typed).await;
    let [(label, value)] = &offered[..] else {
        panic!("{offered:?}");
    };
    assert_eq!(value, "atomic");
    // A suggestion that is typed on comes back as its label.
    for typed in [value, label] {
        let twist = json!([{"name": "twist", "type": 3, "value": typed}]);
        let board = play(&harness, GAMES, "tower", 1, twist).await;
        assert!(content(&board).contains("(Atomic)"), "{board}");
    }
    // A twist for four players.
    let four = json!([
        {"name": "twist", "type": 3, "value": "bughouse"},
        {"name": "side", "type": 3, "value": "black"},
    ]);
    let board = play(&harness, GAMES, "tower", 1, four).await;
    let seated = format!("<@{ALICE}> (Black-");
    assert!(content(&board).contains(&seated), "{board}");
    let typed = [("twist", ""), ("game", "abstract")];
    let offered = harness.complete(ALICE, GAMES, "play", &typed).await;
    assert!(offered.is_empty(), "{offered:?}");
    for (game, typed, why) in [
        ("abstract", "atomic", "Abstract Chess has no twists"),
        ("tower", "unknown", "cannot be \"unknown\""),
    ] {
        let twist = json!([{"name": "twist", "type": 3, "value": typed}]);
        let refused = play(&harness, GAMES, game, 1, twist).await;
        assert!(
            is_private(&refused) && content(&refused).contains(why),
            "{refused}"
        );
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_weak_machine_plays_on_whether_it_is_offered_a_draw_or_told_that_it_has_lost() {
    let harness = Harness::new().await;
    play(&harness, GENERAL, "abstract", 1, json!([])).await;
    for (command, words) in [("draw", "does not agree to a draw"), ("claim", "plays on")] {
        let mut refused = harness
            .command(ALICE, GENERAL, command, &[("game", "1")])
            .await
            .message;
        if command == "draw" {
            let yes = "Yes, offer a draw";
            refused = harness.click(ALICE, &refused, yes).await.message;
        }
        assert!(
            is_private(&refused) && content(&refused).contains(words),
            "{command}: {refused}"
        );
    }
    // Neither has changed anything: the first move is still to be made.
    let moved = harness.play(ALICE, GENERAL, "Nb1-c3").await.message;
    assert!(is_board(&moved), "{moved}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn machines_take_the_free_seats_of_four_and_move_till_it_is_the_players_turn_again() {
    let harness = Harness::new().await;
    let options = [("side", "green"), ("place", "here")];
    let table = harness.open_game(&game_of_four(), &options).await;
    let levels = harness
        .click(ALICE, &table, "Fill with machines")
        .await
        .message;
    let joined = harness.pick(ALICE, &levels, "1 Hatchling").await.message;
    assert!(content(&joined).contains("The machine takes"), "{joined}");
    let turn = |m: &Value| is_board(m) && has_button(m, "Hint");
    harness.message(ALICE, GAMES, turn).await;
    let moved = harness.play(ALICE, GAMES, "Na7-c6").await.message;
    assert!(content(&moved).contains("is thinking."), "{moved}");
    let again = answer(&harness, GAMES, &moved, "Hatchling").await;
    assert!(!content(&again).is_empty());
    let after: u64 = moved["id"].as_str().unwrap().parse().unwrap();
    let mine = harness
        .message(ALICE, GAMES, |m| {
            let id: u64 = m["id"].as_str().unwrap().parse().unwrap();
            id > after && is_board(m) && mentioned(m) == [ALICE] && has_button(m, "Hint")
        })
        .await;
    assert!(content(&mine).contains("your turn"), "{mine}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_given_for_the_line_that_is_tried_where_nobody_else_plays() {
    let harness = Harness::new().await;
    play(&harness, GENERAL, "abstract", 1, json!([])).await;
    let line = [("game", "1"), ("line", "Nb1-c3")];
    let tried = harness.command(ALICE, GENERAL, "explore", &line).await;
    harness.click(ALICE, &tried.message, "Hint").await;
    let notice = |m: &Value| is_private(m) && content(m).contains("A good move here is");
    harness.message(ALICE, GENERAL, notice).await;
    harness.end().await;

    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let tried = harness.command(ALICE, &thread, "explore", &[]).await;
    assert!(!has_button(&tried.message, "Hint"), "{}", tried.message);
    harness.end().await;
}

/// A table whose game is to have a thread has it also if the opener lets the machine play.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_machines_fill_begins_in_the_thread_of_its_table() {
    let harness = Harness::new().await;
    let options = [("side", "green"), ("place", "thread")];
    let table = harness.open_game(&game_of_four(), &options).await;
    let filling = harness.click(ALICE, &table, "Fill with machines");
    let levels = filling.await.message;
    let joined = harness.pick(ALICE, &levels, "1 Hatchling").await.message;
    assert!(content(&joined).contains("The machine takes"), "{joined}");
    let (thread, first) = harness.first_board().await;
    assert_eq!(mentioned(&first), [ALICE], "{first}");
    harness.play(ALICE, &thread, "Na7-c6").await;
    let turns = |m: &Value| is_board(m) && has_button(m, "Hint") && m["id"] != first["id"];
    harness.message(ALICE, &thread, turns).await;
    let in_channel = harness.public(GAMES).await;
    assert!(!in_channel.iter().any(is_board), "{in_channel:#?}");
    let settled = |m: &Value| m["id"] == table["id"] && content(m).contains("the game begins");
    let settled = harness.message(ALICE, GAMES, settled).await;
    assert_eq!(settled["components"], json!([]), "{settled}");
    harness.end().await;
}
