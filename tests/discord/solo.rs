//! Tests of private games against the machine: one message that its player alone sees, changed with every turn.

use rookery::match_state::{Audience, GameId};
use rookery::sandbox::Raw;
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, components, content, has_button, is_private,
    picture,
};
use crate::machine::begin;

/// Begins a game that only Alice sees.
async fn alone(harness: &Harness, channel: &str, game: &str, more: Value) -> Value {
    begin(harness, channel, game, 1, more).await
}

/// Returns the message with the same snowflake, as Alice sees it now.
async fn again(harness: &Harness, message: &Value, is_it: impl Fn(&Value) -> bool) -> Value {
    let channel = message["channel_id"].as_str().unwrap();
    let same = |other: &Value| other["id"] == message["id"] && is_it(other);
    harness.message(ALICE, channel, same).await
}

/// Waits for the machine's move in the message of a game, which comes with the answer or after it.
async fn machines_turn(harness: &Harness, message: &Value) -> Value {
    let moved = |now: &Value| {
        content(now).contains("(Hatchling, level 1) played") && !menus(now).is_empty()
    };
    again(harness, message, moved).await
}

fn menus(message: &Value) -> Vec<Value> {
    let menus = components(message).into_iter();
    menus.filter(|one| one["type"] == 3).collect()
}

/// Takes the first option of the last menu.
async fn take_first(harness: &Harness, message: &Value) -> Value {
    take_first_of(harness, message, &menus(message).pop().unwrap()).await
}

/// Takes the first option of a menu.
async fn take_first_of(harness: &Harness, message: &Value, menu: &Value) -> Value {
    let value = &menu["options"][0]["value"];
    let picked = json!({
        "user": ALICE, "channel": message["channel_id"], "kind": "component", "message": message["id"],
        "custom_id": menu["custom_id"], "values": [value],
    });
    harness.interact(picked).await.message
}

/// Fills in the form behind "Type a move".
async fn typed(harness: &Harness, message: &Value, text: &str) -> Value {
    crate::learn::typed(harness, ALICE, message, text).await
}

/// An hour's play against the machine without `place` is one message for its player, in a channel, in direct messages
/// and in a group; the answer to each move has the machine's, and nobody else sees anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_machine_is_one_message_for_its_player() {
    let harness = Harness::unhurried().await;
    let direct = harness.direct(ALICE).await;
    for channel in [GENERAL, direct.as_str(), crate::outside::GROUP] {
        let public = harness.public(channel).await.len();
        let first = alone(&harness, channel, "abstract", json!([])).await;
        assert_eq!(is_private(&first), channel != direct, "{first}");
        assert!(content(&first).contains("You win by capturing"), "{first}");
        picture(&first).await;
        // The piece, where it goes, and the move: three steps.
        let piece = take_first_of(&harness, &first, &menus(&first)[0]).await;
        assert_eq!(menus(&piece).len(), 2, "the piece can be changed: {piece}");
        let whole = take_first(&harness, &piece).await;
        assert!(!content(&whole).contains("Nobody else"), "{whole}");
        let answered = harness.click(ALICE, &whole, "Play it").await.message;
        assert_eq!(answered["id"], first["id"], "in its place");
        let answered = machines_turn(&harness, &first).await;
        let words = content(&answered);
        assert!(
            words.contains(&format!("White (<@{ALICE}>) played"))
                && words.contains("(Hatchling, level 1) played")
                && words.contains("it is your turn"),
            "{words}"
        );
        picture(&answered).await;
        // The same piece again: its moves are one step away.
        let again = take_first(&harness, &answered).await;
        assert!(has_button(&again, "Play it"), "{again}");
        // A move is typed in the same message, too.
        let board = harness.click(ALICE, &again, "Board").await.message;
        let moved = typed(&harness, &board, "Pg2-g3").await;
        assert_eq!(moved["id"], first["id"], "in its place");
        assert!(content(&moved).contains("`Pg2-g3`"), "{moved}");
        let moved = machines_turn(&harness, &first).await;
        let refused = typed(&harness, &moved, "Ka1-a9").await;
        assert_ne!(refused["id"], first["id"], "the board stays");
        harness.caught_up().await;
        if channel != direct {
            assert_eq!(
                harness.public(channel).await.len(),
                public,
                "nothing is posted"
            );
            let seen = harness.messages(BOB, channel).await;
            assert!(seen.iter().all(|message| message["id"] != first["id"]));
        }
    }
    for game in 1..=3 {
        let row = harness.app().store().row(GameId(game)).await.unwrap();
        assert_eq!((row.audience, row.home), (Some(Audience::Players), None));
    }
    harness.end().await;
}

/// A press on an earlier board plays nothing: the board as it is now takes its place, with the reason. `/board` brings
/// the message back, and a press works after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn an_earlier_message_is_renewed_by_a_press() {
    let mut harness = Harness::unhurried().await;
    let first = alone(&harness, GENERAL, "abstract", json!([])).await;
    let game = [("game", "1")];
    let moved = harness.play(ALICE, GENERAL, "Ng1-f3").await.message;
    assert!(is_private(&moved), "{moved}");
    machines_turn(&harness, &moved).await;
    let events = harness.app().store().row(GameId(1)).await.unwrap().ply;
    let renewed = take_first(&harness, &first).await;
    assert_eq!(renewed["id"], first["id"], "in its place");
    assert!(
        content(&renewed).contains("I did not do that: since then"),
        "{renewed}"
    );
    harness.stop_bot().await;
    harness.start_bot().await;
    harness.ready().await;
    let piece = take_first(&harness, &renewed).await;
    let board = harness.click(ALICE, &piece, "Board").await.message;
    assert_eq!(board["id"], first["id"]);
    assert!(has_button(&board, "Type a move"), "{board}");
    let brought = harness.command(ALICE, GENERAL, "board", &game).await;
    assert!(has_button(&brought.message, "Type a move") && is_private(&brought.message));
    let row = harness.app().store().row(GameId(1)).await.unwrap();
    assert_eq!(row.ply, events, "nothing was played");
    // Nobody else reaches it by its number.
    for number in ["1", "77"] {
        let other = harness
            .command(BOB, GENERAL, "board", &[("game", number)])
            .await
            .message;
        assert!(content(&other).contains("There is no game"), "{other}");
    }
    harness.end().await;
}

/// A move of the machine that takes longer than an answer waits follows in the same message.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_answer_of_the_machine_follows_in_the_same_message() {
    let harness = Harness::unhurried().await;
    let first = begin(&harness, GENERAL, "abstract", 8, json!([])).await;
    let moved = typed(&harness, &first, "f2+g2").await;
    assert!(content(&moved).contains("is thinking"), "{moved}");
    assert!(
        menus(&moved).is_empty() && has_button(&moved, "Board"),
        "{moved}"
    );
    let answered = again(&harness, &first, |m| content(m).contains("it is your turn")).await;
    assert!(content(&answered).contains("`f2+g2`"), "{answered}");
    picture(&answered).await;
    harness.end().await;
}

/// Hints, the other actions and the question before a resignation appear in the message, and "Board" leads back. The
/// last board names its player, the result and what comes next.
#[tokio::test(flavor = "multi_thread")]
async fn everything_about_the_game_is_in_its_message() {
    let harness = Harness::unhurried().await;
    let first = alone(&harness, GENERAL, "abstract", json!([])).await;
    let hint = harness.click(ALICE, &first, "Hint").await.message;
    assert_eq!(hint["id"], first["id"]);
    assert!(
        content(&hint).contains('💡') && !menus(&hint).is_empty(),
        "{hint}"
    );
    let shown = harness.click(ALICE, &hint, "Show the move").await.message;
    assert_eq!(shown["id"], first["id"]);
    assert!(
        has_button(&shown, "Play it") && has_button(&shown, "Board"),
        "{shown}"
    );
    let more = harness.click(ALICE, &shown, "Board").await.message;
    let more = harness.click(ALICE, &more, "More").await.message;
    assert_eq!(more["id"], first["id"]);
    let sure = harness.click(ALICE, &more, "Resign").await.message;
    assert_eq!(sure["id"], first["id"]);
    let board = harness.click(ALICE, &sure, "No, play on").await.message;
    assert!(has_button(&board, "Type a move"), "{board}");
    let sure = harness.resign(ALICE, &board).await.message;
    let over = harness.click(ALICE, &sure, "Yes, I give up").await.message;
    assert_eq!(over["id"], first["id"]);
    assert!(
        content(&over).contains(&format!(
            "<@{ALICE}>, Hatchling (level 1) beat you this time."
        )),
        "{over}"
    );
    assert!(has_button(&over, "Again: Hatchling") && !has_button(&over, "One level up: Fledgling"));
    let next = harness
        .click(ALICE, &over, "Again: Hatchling")
        .await
        .message;
    assert!(
        is_private(&next) && has_button(&next, "Hint") | has_button(&next, "Board"),
        "{next}"
    );
    harness.caught_up().await;
    assert!(
        harness.public(GENERAL).await.is_empty(),
        "nothing is posted"
    );
    harness.end().await;
}

/// "Show everybody" posts the board once, without buttons; the game stays private.
#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_shown_to_others_only_by_its_button() {
    let harness = Harness::unhurried().await;
    let first = alone(&harness, GENERAL, "abstract", json!([])).await;
    let more = harness.click(ALICE, &first, "More").await.message;
    let kept = harness.click(ALICE, &more, "Show everybody").await.message;
    assert_eq!(kept["id"], first["id"]);
    let post = harness
        .message(CAROL, GENERAL, |m| content(m).contains("Abstract Chess"))
        .await;
    assert!(!is_private(&post) && components(&post).is_empty(), "{post}");
    picture(&post).await;
    let after = typed(&harness, &kept, "Pg2-g3").await;
    assert_eq!(after["id"], first["id"]);
    harness.caught_up().await;
    assert_eq!(harness.public(GENERAL).await.len(), 1);
    harness.end().await;
}

/// A typed move that fits two games is asked about, and a button shows it in the game that is meant; nothing is played
/// by the question. A game in the channel with somebody else is one of the two.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_fits_two_games_is_asked_about() {
    let harness = Harness::unhurried().await;
    let table = harness.open(&[("side", "white"), ("place", "here")]).await;
    harness.click(BOB, &table, "Join").await;
    harness
        .message(ALICE, GAMES, |m| has_button(m, "Choose a move"))
        .await;
    alone(&harness, GAMES, "abstract", json!([])).await;
    let before = [1, 2].map(|game| harness.app().store().row(GameId(game)));
    let before = futures_util::future::try_join_all(before).await.unwrap();
    let asked = harness.play(ALICE, GAMES, "Pg2-g3").await.message;
    assert!(is_private(&asked), "{asked}");
    let labels: Vec<String> = components(&asked)
        .iter()
        .map(|one| one["label"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(labels.len(), 2, "{asked}");
    let mine = labels
        .iter()
        .find(|label| label.contains("game 2"))
        .unwrap();
    let shown = harness.click(ALICE, &asked, mine).await.message;
    assert!(
        content(&shown).contains("game 2") && has_button(&shown, "Play it"),
        "{shown}"
    );
    let now = [1, 2].map(|game| harness.app().store().row(GameId(game)));
    let now = futures_util::future::try_join_all(now).await.unwrap();
    assert_eq!(before, now, "nothing is played by asking");
    // A text that is no move there is refused with its reason.
    let asked = harness.play(ALICE, GAMES, "Ng1-g9").await.message;
    let shown = harness
        .click(ALICE, &asked, &labels_of(&asked)[0])
        .await
        .message;
    assert!(
        is_private(&shown) && !content(&shown).contains("not your turn"),
        "{shown}"
    );
    harness.end().await;
}

fn labels_of(message: &Value) -> Vec<String> {
    let labels = components(message).into_iter();
    labels
        .filter_map(|one| Some(one["label"].as_str()?.to_owned()))
        .collect()
}

/// Against the machine a move is shown with the piece that it would lose, and to what; against a person it is not.
#[tokio::test(flavor = "multi_thread")]
async fn a_preview_names_the_piece_that_hangs() {
    let harness = Harness::unhurried().await;
    let always = [("preview", "on")];
    harness.command(ALICE, GENERAL, "settings", &always).await;
    let first = alone(&harness, GENERAL, "tower", json!([])).await;
    let safe = typed(&harness, &first, "Paa2-aa3").await;
    assert!(has_button(&safe, "Play it"), "{safe}");
    assert!(!content(&safe).contains("could then be taken"), "{safe}");
    let board = harness.click(ALICE, &safe, "Board").await.message;
    let shown = typed(&harness, &board, "Nda1-db3").await;
    let danger = "Your knight on db3 could then be taken by the pawn on";
    assert!(content(&shown).contains(danger), "{shown}");
    let options = [("side", "white"), ("variant", "chamber"), ("place", "here")];
    let table = harness.open_game("the-tower-game", &options).await;
    harness.click(BOB, &table, "Join").await;
    harness
        .message(ALICE, GAMES, |m| has_button(m, "Choose a move"))
        .await;
    let game = [("move", "Nda1-db3"), ("game", "2")];
    let shown = harness.command(ALICE, GAMES, "move", &game).await.message;
    assert!(has_button(&shown, "Play it"), "{shown}");
    assert!(!content(&shown).contains(danger), "{shown}");
    harness.end().await;
}

/// Buttons, forms and menus of a private game are of no use to others, and what they do not offer is refused; a form
/// that was opened at an earlier position plays nothing. Nothing changes by any of them.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_private_game_does_not_offer_is_refused() {
    let harness = Harness::unhurried().await;
    let first = alone(&harness, GENERAL, "abstract", json!([])).await;
    let form = crate::learn::open_form(&harness, ALICE, &first).await;
    typed(&harness, &first, "Pg2-g3").await;
    let board = machines_turn(&harness, &first).await;
    let row = async || harness.app().store().row(GameId(1)).await.unwrap();
    let before = row().await;
    let late = crate::learn::fill_in(&harness, ALICE, &board, &form, "Pa2-a3").await;
    assert!(
        content(&late).contains("I did not do that: since then"),
        "{late}"
    );
    let ply = before.ply;
    let shared = harness.server.shared();
    let sent = async |user: &str, data: Value| {
        let raw = Raw {
            kind: 3,
            user: user.parse().unwrap(),
            channel: GENERAL.parse().unwrap(),
            data,
            over: json!({"message": board}),
        };
        let message = shared.deliver(raw).await.message.unwrap();
        assert!(is_private(&message), "{message}");
        content(&message).to_owned()
    };
    let press = |id: &str| json!({"component_type": 2, "custom_id": id});
    let pick =
        |id: &str, value: &str| json!({"component_type": 3, "custom_id": id, "values": [value]});
    for data in [
        press("r1:m:show:1"),
        press("r1:board:1"),
        pick(&format!("r1:pick:1:{ply}::0"), "0"),
        press(&format!("r1:m:hint:1:{ply}")),
    ] {
        let words = sent(BOB, data.clone()).await;
        assert!(words.contains("There is no game"), "{data}: {words}");
    }
    for data in [
        pick("r1:taskgames:play", "chess"),
        pick("r1:taskgames:play", "Tower:1"),
        pick("r1:taskgames:learn", "abstract"),
        pick("r1:taskgames:learn", "e.abstract.200"),
        pick("r1:taskgames:learn", "p.000000000000004d.0"),
        press("r1:taskgames:play"),
        press("r1:type:2:1:1"),
    ] {
        let words = sent(ALICE, data.clone()).await;
        assert!(
            !words.contains("game 2") && !words.contains("lesson 1 of"),
            "{data}: {words}"
        );
    }
    let forged = [("game", "abstract"), ("place", "nowhere")]
        .map(|(name, value)| json!({"name": name, "type": 3, "value": value}));
    let raw = Raw {
        kind: 2,
        user: ALICE.parse().unwrap(),
        channel: GENERAL.parse().unwrap(),
        data: json!({"id": "1", "name": "play", "type": 1, "options": forged}),
        over: json!({}),
    };
    let refused = shared.deliver(raw).await.message.unwrap();
    assert!(is_private(&refused), "{refused}");
    assert_eq!(row().await, before, "nothing changed");
    assert!(
        harness.app().store().row(GameId(2)).await.is_err(),
        "nothing began"
    );
    assert!(
        harness.public(GENERAL).await.is_empty(),
        "nothing was posted"
    );
    harness.end().await;
}

/// `/help` fits a phone: a menu begins a game for its reader alone, and another goes on with the lessons.
#[tokio::test(flavor = "multi_thread")]
async fn help_leads_to_a_game_and_to_the_lessons() {
    let harness = Harness::unhurried().await;
    let help = harness.command(ALICE, GENERAL, "help", &[]).await.message;
    assert!(content(&help).split_whitespace().count() < 190, "{help}");
    let games = rookery::games::GAMES;
    let courses = games.iter().map(|kind| kind.tutorial.len()).sum();
    let expected = [games.len(), courses];
    assert_eq!(menus(&help).len(), expected.len());
    for (menu, count) in menus(&help).into_iter().zip(expected) {
        let options = menu["options"].as_array().unwrap();
        assert_eq!(options.len(), count);
        for option in options {
            let about = option["description"].as_str().unwrap_or_default();
            assert!(about.len() > 10, "{option}");
        }
    }
    let lesson = take_first(&harness, &help).await;
    assert!(content(&lesson).contains("lesson 1 of"), "{lesson}");
    let help = harness.command(ALICE, GENERAL, "help", &[]).await.message;
    let game = take_first_of(&harness, &help, &menus(&help)[0]).await;
    assert!(
        is_private(&game) && content(&game).contains("Hatchling (level 1"),
        "{game}"
    );
    harness.end().await;
}

/// With hidden pieces the message is the player's own board, on every turn.
#[tokio::test(flavor = "multi_thread")]
async fn ones_own_board_comes_with_each_turn_where_pieces_are_hidden() {
    let harness = Harness::unhurried().await;
    let twist = json!([{"name": "twist", "type": 3, "value": "kriegspiel"}, {"name": "variant", "type": 3, "value": "chamber"}]);
    let first = alone(&harness, GENERAL, "tower", twist).await;
    assert!(
        !has_button(&first, "Hint") && has_button(&first, "Type a move"),
        "{first}"
    );
    let mut message = first.clone();
    while !has_button(&message, "Play it") {
        message = take_first(&harness, &message).await;
    }
    let answered = harness.click(ALICE, &message, "Play it").await.message;
    assert_eq!(answered["id"], first["id"]);
    let alt = answered["attachments"][0]["description"].as_str().unwrap();
    assert!(alt.contains("White") && !alt.contains("Black: k"), "{alt}");
    harness.end().await;
}

/// `place:thread` begins the game in a thread that others can watch, and is refused where none can be made.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_in_a_thread_can_be_watched() {
    let harness = Harness::unhurried().await;
    let place = json!([{"name": "place", "type": 3, "value": "thread"}]);
    let begun = begin(&harness, GENERAL, "abstract", 1, place.clone()).await;
    assert!(!is_private(&begun), "{begun}");
    harness.caught_up().await;
    let thread = harness.thread().await.unwrap();
    let board = harness
        .message(CAROL, &thread, |m| has_button(m, "Choose a move"))
        .await;
    assert!(content(&board).contains("Hatchling"), "{board}");
    let direct = harness.direct(ALICE).await;
    let refused = begin(&harness, &direct, "abstract", 1, place).await;
    assert!(
        content(&refused).contains("A thread can't be made here"),
        "{refused}"
    );
    assert!(
        harness.app().store().row(GameId(2)).await.is_err(),
        "nothing was begun"
    );
    harness.end().await;
}
