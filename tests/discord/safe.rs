//! Tests that no single press plays a move that was not shown first, and that a text that is no move is answered with
//! suggestions.

use serde_json::json;

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, Harness, components, content, has_button, is_board, is_private,
    picture,
};

/// Lets Alice play White in a game of Four Towers against Bob; returns the thread.
async fn towers(harness: &Harness) -> String {
    let table = harness.open_game("four-towers", &[("side", "white")]).await;
    harness.click(BOB, &table, "Join").await;
    harness.first_board().await.0
}

#[tokio::test(flavor = "multi_thread")]
async fn words_that_are_no_moves_are_answered_with_the_command_or_the_rule() {
    let harness = Harness::new().await;
    let thread = towers(&harness).await;
    let before = harness.public(&thread).await;
    for (typed, wanted) in [
        ("resign", "`/resign`"),
        ("Draw", "`/draw`"),
        ("undo", "`/takeback`"),
        ("takeback", "`/takeback`"),
        ("help", "`/help`"),
        ("castle", "no castling in this game"),
        ("O-O", "no castling in this game"),
        ("xyzzy", "does not read as a move"),
    ] {
        // The answer does not depend on the turn.
        let who = if typed == "resign" { BOB } else { ALICE };
        let answer = harness.play(who, &thread, typed).await.message;
        assert!(
            is_private(&answer) && content(&answer).contains(wanted),
            "{typed}: {answer}"
        );
        assert_eq!(components(&answer), [] as [serde_json::Value; 0], "{typed}");
        assert!(!content(&answer).contains("Did you mean"), "{typed}");
    }
    // No piece can go to this empty square, and no other is offered instead.
    let answer = harness.play(ALICE, &thread, "e8").await.message;
    assert!(is_private(&answer), "{answer}");
    assert_eq!(
        components(&answer),
        [] as [serde_json::Value; 0],
        "{answer}"
    );
    assert_eq!(harness.public(&thread).await, before);
    harness.end().await;
}

/// A list without matches has the reason as its only line, and sends the typed text.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_says_why_it_is_empty() {
    let harness = Harness::new().await;
    let thread = towers(&harness).await;
    for (user, typed, why) in [
        (ALICE, "N d10 c8", "The knight on d10 is Black's"),
        (ALICE, "g3 g9", "g9"),
        (BOB, "N d10 c8", "not yours"),
    ] {
        let typed = [("move", typed)];
        let offered = harness.complete(user, &thread, "move", &typed).await;
        let [(line, sent)] = &offered[..] else {
            panic!("{typed:?}: {offered:?}");
        };
        assert!(line.contains(why), "{line}");
        let refused = harness.play(user, &thread, sent).await.message;
        assert!(is_private(&refused), "{refused}");
        assert!(!has_button(&refused, "Play it"), "{refused}");
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggestion_is_shown_before_it_is_played() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let before = harness.public(&thread).await;
    // Previews are off by default here: suggestions are still shown first.
    let asked = harness.play(ALICE, &thread, "Nb1-b3").await.message;
    let offered: Vec<_> = components(&asked);
    assert!((1..=10).contains(&offered.len()), "{asked}");
    for button in &offered {
        let label = button["label"].as_str().unwrap();
        assert!(
            label.starts_with("Show Nb1") || label.contains("b3"),
            "{label}"
        );
    }
    let id = offered[0]["custom_id"].as_str().unwrap();
    let shown = harness.press(ALICE, &asked, id).await.message;
    assert_eq!(shown["id"], asked["id"], "in its own place");
    assert!(
        is_private(&shown) && has_button(&shown, "Play it"),
        "{shown}"
    );
    picture(&shown).await;
    assert_eq!(harness.public(&thread).await, before, "nothing was played");
    let closed = harness.click(ALICE, &shown, "Play it").await.message;
    assert_eq!(closed["components"], json!([]), "{closed}");
    harness
        .message(BOB, &thread, |m| {
            is_board(m) && content(m).contains("played")
        })
        .await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_square_alone_asks_before_a_piece_goes_there_that_is_no_pawn() {
    let harness = Harness::new().await;
    let thread = towers(&harness).await;
    let asked = harness.play(ALICE, &thread, "d2").await.message;
    assert!(
        is_private(&asked) && has_button(&asked, "Play it"),
        "{asked}"
    );
    assert!(
        content(&asked).contains("d2") && content(&asked).contains("only a square"),
        "{asked}"
    );
    // With its letter the piece goes at once, as Alice has set it.
    let played = harness.play(ALICE, &thread, "Nb3&d2").await.message;
    assert!(is_board(&played), "{played}");
    harness.end().await;
}

/// Every way to a move, for a user with previews: nothing is public before the press below the preview.
#[tokio::test(flavor = "multi_thread")]
async fn with_previews_on_no_way_to_a_move_makes_it_unseen() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    harness
        .command(ALICE, &thread, "settings", &[("preview", "on")])
        .await;
    let before = harness.public(&thread).await;
    let shown = |message: &serde_json::Value, button: &str| {
        assert!(is_private(message), "{message}");
        assert!(content(message).contains("c3"), "{message}");
        assert!(has_button(message, button), "{button}: {message}");
    };
    // Typed, and picked from the suggestions of the option.
    let offered = harness
        .complete(ALICE, &thread, "move", &[("move", "Nb1-c")])
        .await;
    let (_, picked) = offered.first().expect("a suggestion").clone();
    for text in ["Nb1-c3", picked.as_str()] {
        let preview = harness.play(ALICE, &thread, text).await.message;
        shown(&preview, "Play it");
        assert_eq!(harness.public(&thread).await, before, "{text}");
    }
    // By the menus: the last choice shows the board after the move and asks.
    let menu = harness.click(ALICE, &board, "Choose a move").await.message;
    let to = harness.pick(ALICE, &menu, "b1").await.message;
    harness.pick(ALICE, &to, "Nb1-c3").await;
    let ready = harness
        .message(ALICE, &thread, |m| {
            m["id"] == menu["id"] && content(m).contains("Your move would be")
        })
        .await;
    shown(&ready, "Play it");
    let alt = picture(&ready).await;
    assert!(alt.contains("Black to move"), "the board after it: {alt}");
    assert_eq!(harness.public(&thread).await, before, "the menus");
    // Tried on a private board.
    let tried = harness
        .command(ALICE, &thread, "explore", &[("line", "Nb1-c3")])
        .await
        .message;
    shown(&tried, "Play Nb1-c3");
    assert_eq!(harness.public(&thread).await, before, "exploring");
    // A suggestion instead of the refused move.
    let refused = harness.play(ALICE, &thread, "Nb1-b3").await.message;
    let offered = components(&refused);
    let id = offered[0]["custom_id"].as_str().unwrap();
    let seen = harness.press(ALICE, &refused, id).await.message;
    assert!(has_button(&seen, "Play it"), "{seen}");
    assert_eq!(harness.public(&thread).await, before, "a suggestion");
    harness.end().await;
}

/// The preview describes in words what the move leaves in danger, which the picture only rings; a safe move has no
/// warning.
#[tokio::test(flavor = "multi_thread")]
async fn a_preview_says_in_words_what_the_move_loses() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    for (user, mv) in [
        (ALICE, "Pa2-a3"),
        (BOB, "Pe7-e6"),
        (ALICE, "Pa3-a4"),
        (BOB, "Qd8-h4"),
    ] {
        assert!(is_board(&harness.play(user, &thread, mv).await.message));
    }
    let always = [("preview", "on")];
    harness.command(ALICE, &thread, "settings", &always).await;
    let danger = "White's royal stone on e1 is in danger: the six-stack on h4 can take it.";
    let opened = harness.play(ALICE, &thread, "Pf2-f3").await.message;
    assert!(has_button(&opened, "Play it"), "{opened}");
    assert_eq!(content(&opened).matches(danger).count(), 1, "{opened}");
    assert!(picture(&opened).await.contains(danger));
    let closed = harness.play(ALICE, &thread, "Pg2-g3").await.message;
    assert!(has_button(&closed, "Play it"), "{closed}");
    assert!(!content(&closed).contains("danger"), "{closed}");
    harness.end().await;
}

/// A refusal names its game if the user plays several, so that its reason is not taken for that of another game.
#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_names_its_game_where_several_could_have_been_meant() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let alone = [("move", "Nb1-b3"), ("game", "1")];
    let alone = harness.command(ALICE, GAMES, "move", &alone).await.message;
    assert!(!content(&alone).contains("game 1"), "the only one: {alone}");
    let options = [("side", "white"), ("place", "here")];
    let table = harness.open(&options).await;
    harness.click(CAROL, &table, "Join").await;
    harness.message(ALICE, GAMES, is_board).await;
    for (game, with) in [("1", BOB), ("2", CAROL)] {
        let tried = [("move", "Nb1-b3"), ("game", game)];
        let direct = harness.direct(ALICE).await;
        let refused = harness.command(ALICE, &direct, "move", &tried).await;
        let about = format!("**Abstract Chess** · game {game} with <@{with}>:\n");
        let said = content(&refused.message);
        assert!(said.starts_with(&about), "{said}");
        // The reason and the suggestions are those of one game alone.
        assert_eq!(said.strip_prefix(&about), Some(content(&alone)), "{said}");
    }
    // In a game's own thread there is no other.
    let here = harness.play(ALICE, &thread, "Nb1-b3").await.message;
    assert_eq!(content(&here), content(&alone));
    harness.end().await;
}

/// A typed move that fits one of a user's waiting games is shown in that game, and in no other.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_fits_one_of_several_games_is_shown_in_it() {
    let harness = Harness::new().await;
    towers(&harness).await;
    let never = [("preview", "off")];
    harness.command(ALICE, GAMES, "settings", &never).await;
    let options = [("side", "white"), ("place", "here")];
    let table = harness.open(&options).await;
    harness.click(CAROL, &table, "Join").await;
    harness.message(ALICE, GAMES, is_board).await;
    let direct = harness.direct(ALICE).await;
    let shown = harness.play(ALICE, &direct, "Pd4-e4").await.message;
    let said = content(&shown);
    assert!(said.starts_with("**Four Towers** · game 1"), "{said}");
    assert!(said.contains("several games"), "{said}");
    // If it is a move in two of them, or in none, the bot asks which game.
    let table = harness.open(&options).await;
    harness.click(BOB, &table, "Join").await;
    harness
        .message(ALICE, GAMES, |m| {
            is_board(m) && content(m).contains("game 3")
        })
        .await;
    for text in ["Pa2-a3", "Pa2-a6"] {
        let asked = harness.play(ALICE, &direct, text).await.message;
        assert!(content(&asked).contains("say which"), "{asked}");
    }
    let made = harness.click(ALICE, &shown, "Play it").await.message;
    assert!(content(&made).contains("Played"), "{made}");
    harness.end().await;
}
