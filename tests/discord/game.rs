//! Tests of a whole game, with common mistakes and repeated requests on the way.

use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GAMES, GENERAL, Harness, button, content, has_button, is_board, is_private,
    mentioned, picture,
};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game_of_abstract_chess() {
    let harness = Harness::new().await;
    let table = harness.open(&[("opponent", BOB), ("side", "white")]).await;
    assert!(content(&table).contains("invites"), "{table}");
    assert_eq!(mentioned(&table), [BOB]);
    picture(&table).await;

    // A user who was not invited cannot take the reserved seat.
    let refused = harness.click(CAROL, &table, "Accept").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("kept"),
        "{refused}"
    );

    let joined = harness.click(BOB, &table, "Accept").await.message;
    assert_eq!(joined["id"], table["id"], "the table's own message changes");
    assert!(!has_button(&joined, "Accept"));
    let again = harness.people(
        "interact",
        json!({
            "user": BOB, "channel": GAMES, "kind": "component", "message": table["id"],
            "custom_id": button(&table, "Accept"), "wait": true,
        }),
    );
    assert_eq!(again.await.0, 400, "the button is gone");

    let (thread, board) = harness.first_board().await;
    assert_eq!(mentioned(&board), [ALICE]);
    assert!(content(&board).contains("your turn"));
    let alt = picture(&board).await;
    assert!(
        alt.contains("White to move") && alt.contains("royal stone e1"),
        "{alt}"
    );

    // Autocomplete: pieces first, then whole moves that the parser accepts.
    let pieces = harness
        .complete(ALICE, &thread, "move", &[("move", "")])
        .await;
    assert!((10..=25).contains(&pieces.len()), "{pieces:?}");
    let moves = harness
        .complete(ALICE, &thread, "move", &[("move", "Nb1")])
        .await;
    assert!(
        moves.iter().any(|(_, value)| value == "Nb1-c3"),
        "{moves:?}"
    );
    assert!(moves.len() <= 25);
    let others = harness
        .complete(BOB, &thread, "move", &[("move", "N")])
        .await;
    let [(why, value)] = &others[..] else {
        panic!("{others:?}");
    };
    assert!(why.contains("not yours") && value == "no move", "{why}");
    // A suggestion may stay on the screen: the answer is right whatever the reason was.
    let taken = harness.play(BOB, &thread, value).await.message;
    assert!(
        is_private(&taken) && content(&taken).starts_with("That is not a move"),
        "{taken}"
    );

    // Mistakes are explained in private, with the reason, and change nothing.
    let before = harness.public(&thread).await;
    let refused = harness.play(ALICE, &thread, "Bc1-c5").await.message;
    assert!(
        is_private(&refused) && content(&refused).contains("c1"),
        "{refused}"
    );
    let not_his = harness.play(BOB, &thread, "Pa7-a6").await.message;
    assert!(
        is_private(&not_his) && content(&not_his).contains("not yours"),
        "{not_his}"
    );
    let not_hers = harness.play(CAROL, &thread, "Nb1-c3").await.message;
    assert!(
        is_private(&not_hers) && content(&not_hers).contains("owner of a seat"),
        "{not_hers}"
    );
    let nonsense = harness
        .play(ALICE, &thread, "**@everyone** <@1>`")
        .await
        .message;
    assert!(is_private(&nonsense), "{nonsense}");
    assert!(!content(&nonsense).contains("@everyone") && !content(&nonsense).contains("<@"));
    assert_eq!(harness.public(&thread).await, before);

    // A move: one callback with picture, words, display notation and the next player.
    let moved = harness.play(ALICE, &thread, "nb1c3").await;
    assert!(!moved.deferred);
    let first = moved.message;
    assert!(
        is_board(&first) && content(&first).contains("`Nc3`") || content(&first).contains("c3")
    );
    assert_eq!(mentioned(&first), [BOB]);
    let alt = picture(&first).await;
    assert!(alt.contains("Black to move"), "{alt}");

    // From a direct message: the mover sees the board there, and it goes to the thread.
    let direct = harness.direct(BOB).await;
    let played = harness.play(BOB, &direct, "a7-a6").await.message;
    assert!(
        !is_private(&played),
        "nobody else reads along in direct messages"
    );
    assert!(
        content(&played).contains(&format!("<#{thread}>")),
        "{played}"
    );
    picture(&played).await;
    let posted = harness
        .message(ALICE, &thread, |m| {
            is_board(m) && mentioned(m) == [ALICE] && m["id"] != board["id"]
        })
        .await;
    assert!(content(&posted).contains("a6"));

    // From another channel: privately there, and in the thread for all.
    let played = harness.play(ALICE, GENERAL, "Nc3-d5").await.message;
    assert!(
        is_private(&played) && content(&played).contains(&thread),
        "{played}"
    );
    harness
        .message(CAROL, &thread, |m| is_board(m) && content(m).contains("d5"))
        .await;
    assert!(harness.messages(BOB, GENERAL).await.is_empty());

    // A button of an older board reports the changes since.
    let stale = harness.click(BOB, &first, "Choose a move").await.message;
    assert!(
        is_private(&stale) && content(&stale).contains("d5"),
        "{stale}"
    );
    let view = harness.click(BOB, &first, "My side").await.message;
    assert!(
        is_private(&view) && content(&view).contains("moved on"),
        "{view}"
    );
    picture(&view).await;

    harness.play(BOB, &thread, "a5").await;
    let capture = harness.play(ALICE, &thread, "Nd5xc7").await.message;
    assert!(
        content(&capture).contains("⚠️"),
        "the royal stone on e8 is in danger: {capture}"
    );
    harness.play(BOB, &thread, "a4").await;
    let won = harness.play(ALICE, &thread, "Nc7xe8").await.message;
    assert!(content(&won).contains("(White) beats"), "{won}");
    assert_eq!(mentioned(&won), [BOB], "that it is over");
    assert!(!has_button(&won, "Resign") && has_button(&won, "Moves"));
    picture(&won).await;
    let late = harness.play(BOB, &thread, "a3").await.message;
    assert!(
        is_private(&late) && content(&late).contains("over"),
        "{late}"
    );

    let history = harness.click(CAROL, &won, "Moves").await.message;
    assert!(
        is_private(&history) && content(&history).contains("1."),
        "{history}"
    );
    assert_eq!(history["attachments"][0]["filename"], "moves.txt");

    // One request for each answer: every move made at home was one callback with the picture in it.
    let requests = harness.server.shared().requests();
    for request in &requests {
        if request.body.get("content").is_some() || request.body["data"].get("content").is_some() {
            let data = if request.body["data"].is_object() {
                &request.body["data"]
            } else {
                &request.body
            };
            assert_eq!(
                data["allowed_mentions"]["parse"],
                json!([]),
                "{}",
                request.path
            );
        }
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_delivery_and_a_second_click_do_nothing_twice() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let id = "1999999999999999999";
    let play = |wait: bool| {
        json!({
            "user": ALICE, "channel": thread, "kind": "command", "command": "move", "id": id, "wait": wait,
            "options": [{"name": "move", "type": 3, "value": "Nb1-c3"}],
        })
    };
    let (_, answer) = harness.people("interact", play(true)).await;
    assert_eq!(answer["state"], "answered");
    let before = harness.public(&thread).await.len();
    let (_, _) = harness.people("interact", play(false)).await;
    // Bob's move comes after the repetition and finds the game as it was.
    let replied = harness.play(BOB, &thread, "Pa7-a6").await.message;
    assert!(is_board(&replied), "{replied}");
    assert_eq!(harness.public(&thread).await.len(), before + 1);

    // Two clicks on one confirming button: one resignation.
    let asked = harness.resign(ALICE, &replied).await.message;
    assert!(
        is_private(&asked) && content(&asked).contains("give up"),
        "{asked}"
    );
    let yes = button(&asked, "Yes, I give up");
    let (one, two) = tokio::join!(
        harness.press(ALICE, &asked, &yes),
        harness.press(ALICE, &asked, &yes)
    );
    assert_eq!([&one.state, &two.state], ["answered"; 2], "{one:?} {two:?}");
    let over = |message: &serde_json::Value| content(message).contains("White resigned");
    harness.message(CAROL, &thread, over).await;
    let boards = harness.public(&thread).await;
    assert_eq!(boards.iter().filter(|message| over(message)).count(), 1);
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn resigning_asks_once_more_and_only_players_can() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    let more = harness.click(CAROL, &board, "More").await.message;
    assert!(
        is_private(&more) && !has_button(&more, "Resign") && has_button(&more, "Explore"),
        "{more}"
    );
    let watched = harness.command(CAROL, &thread, "board", &[]).await.message;
    for label in [
        "Choose a move",
        "More",
        "Resign",
        "Offer a draw",
        "Take back",
    ] {
        assert!(!has_button(&watched, label), "{label}: {watched}");
    }
    assert!(
        !has_button(&board, "Resign"),
        "under a public move: {board}"
    );
    // Before their first move players have none to take back.
    let more = harness.click(ALICE, &board, "More").await.message;
    assert!(
        has_button(&more, "Resign") && !has_button(&more, "Take back"),
        "{more}"
    );
    let refused = harness.command(CAROL, &thread, "resign", &[]).await.message;
    assert!(
        is_private(&refused) && !has_button(&refused, "Yes, I give up"),
        "{refused}"
    );
    let asked = harness.command(BOB, &thread, "resign", &[]).await.message;
    let kept = harness.click(BOB, &asked, "No, play on").await.message;
    assert_eq!(kept["id"], asked["id"]);
    assert!(!has_button(&kept, "Yes, I give up"));

    // The game goes on while Bob hesitates: his old button reports it instead of resigning.
    let asked = harness.command(BOB, &thread, "resign", &[]).await.message;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    let stale = harness.click(BOB, &asked, "Yes, I give up").await.message;
    assert!(
        is_private(&stale) && content(&stale).contains("c3"),
        "{stale}"
    );

    let refused = harness.play(BOB, &thread, "Nb8-b5").await.message;
    let over = crate::four::resign(&harness, BOB, &thread).await;
    assert!(
        !is_private(&over) && content(&over).contains("(Black): Black resigned"),
        "{over}"
    );
    // A move that was suggested before cannot be shown any more, for the reason that holds now.
    let late = harness.click(BOB, &refused, "Show Nb8-c6").await.message;
    assert!(
        is_private(&late) && content(&late).contains("is over. White wins: Black resigned"),
        "{late}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_boards_rules_and_help_are_private_and_work_anywhere() {
    let harness = Harness::new().await;
    let empty = harness.command(BOB, GENERAL, "games", &[]).await.message;
    assert!(content(&empty).contains("/new"), "{empty}");
    let (thread, _) = harness.begin().await;
    let direct = harness.direct(ALICE).await;
    for place in [thread.as_str(), GENERAL, direct.as_str()] {
        let list = harness.command(ALICE, place, "games", &[]).await.message;
        assert!(
            is_private(&list) && content(&list).contains("**Your turn**"),
            "{list}"
        );
        let shown = harness.pick(ALICE, &list, "1").await.message;
        assert!(is_private(&shown));
        let alt = picture(&shown).await;
        assert!(alt.contains("White to move"));
        let marked = harness
            .command(ALICE, place, "board", &[("piece", "Nb1")])
            .await
            .message;
        assert!(
            is_private(&marked) && !content(&marked).contains("no piece"),
            "{marked}"
        );
        // Marks in the picture are described above it and in its description.
        let goes = "Two-stack b1 can go to c3 and a3";
        assert!(content(&marked).contains(goes), "{marked}");
        assert!(picture(&marked).await.contains(goes));
        let unmarked = harness
            .command(ALICE, place, "board", &[("piece", "z9")])
            .await
            .message;
        assert!(content(&unmarked).contains("no piece"), "{unmarked}");
        let moves = harness
            .command(ALICE, place, "history", &[("game", "1")])
            .await
            .message;
        assert!(content(&moves).contains("No move"), "{moves}");
        let bad = harness
            .command(ALICE, place, "history", &[("game", "<@1>")])
            .await
            .message;
        assert!(
            is_private(&bad) && content(&bad).contains("`game`"),
            "{bad}"
        );
        let help = harness.command(ALICE, place, "help", &[]).await.message;
        assert!(
            is_private(&help) && content(&help).contains("/move"),
            "{help}"
        );
    }
    // The board from the other side differs from the public one.
    let own = harness.command(BOB, &thread, "board", &[]).await.message;
    let alices = harness.command(ALICE, &thread, "board", &[]).await.message;
    let bytes = |message: &Value| {
        let url = message["attachments"][0]["url"]
            .as_str()
            .unwrap()
            .to_owned();
        async move { reqwest::get(url).await.unwrap().bytes().await.unwrap() }
    };
    assert_ne!(bytes(&own).await, bytes(&alices).await);

    // The `game` option completes itself.
    let mut games = harness
        .complete(ALICE, GENERAL, "history", &[("game", "")])
        .await;
    assert_eq!(games.len(), 1);
    let (name, value) = games.remove(0);
    assert!(
        name.contains("Abstract Chess") && name.contains("Bob") && value == "1",
        "{name}"
    );

    // Rules: the page of the game here, turned over and chosen from the menu.
    let first = harness.command(CAROL, &thread, "rules", &[]).await.message;
    assert!(
        is_private(&first) && content(&first).contains("Abstract Chess"),
        "{first}"
    );
    let second = harness.click(CAROL, &first, "Next ▶").await.message;
    assert_eq!(second["id"], first["id"]);
    assert_ne!(second["content"], first["content"]);
    let back = harness.click(CAROL, &second, "◀ Previous").await.message;
    assert_eq!(back["content"], first["content"]);
    let topics = harness
        .complete(
            CAROL,
            GENERAL,
            "rules",
            &[("topic", ""), ("game", "abstract")],
        )
        .await;
    assert!(topics.len() > 1, "{topics:?}");
    let (_, key) = &topics[topics.len() - 1];
    let page = harness
        .command(
            CAROL,
            GENERAL,
            "rules",
            &[("game", "abstract"), ("topic", key)],
        )
        .await
        .message;
    assert!(is_private(&page));
    let unknown = harness
        .command(
            CAROL,
            GENERAL,
            "rules",
            &[("game", "abstract"), ("topic", "@everyone")],
        )
        .await
        .message;
    assert!(
        content(&unknown).contains("no page") && !content(&unknown).contains("@everyone"),
        "{unknown}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_can_be_left_closed_and_played_in_the_channel_itself() {
    let harness = Harness::new().await;
    let table = harness.open(&[]).await;
    let not_there = harness.click(CAROL, &table, "Close table").await.message;
    assert!(is_private(&not_there), "{not_there}");
    let twice = harness.click(ALICE, &table, "Join").await.message;
    assert!(
        is_private(&twice) && content(&twice).contains("already"),
        "{twice}"
    );
    let closed = harness.click(ALICE, &table, "Close table").await.message;
    assert!(!has_button(&closed, "Join"), "{closed}");

    let table = harness.open(&[("place", "here"), ("side", "black")]).await;
    harness.click(BOB, &table, "Join").await;
    let board = harness.message(CAROL, GAMES, is_board).await;
    assert_eq!(
        mentioned(&board),
        [BOB, ALICE],
        "White begins, and Alice is told that it has begun"
    );
    assert_eq!(harness.thread().await, None);
    let moved = harness.play(BOB, GAMES, "Nb1-c3").await.message;
    assert!(is_board(&moved));

    // Two games at once in one channel: a move must name its game, unless it is legal in only one of them.
    let oneself = harness.open(&[("opponent", ALICE)]).await;
    assert!(
        is_private(&oneself) && content(&oneself).contains("You can't invite yourself"),
        "{oneself}"
    );
    let table = harness.open(&[("place", "here"), ("side", "white")]).await;
    harness.click(BOB, &table, "Join").await;
    harness
        .message(CAROL, GAMES, |message| {
            is_board(message) && content(message).contains("game 3")
        })
        .await;
    let which = harness.play(ALICE, GAMES, "Pa7-a2").await.message;
    assert!(
        is_private(&which) && content(&which).contains("`game`"),
        "{which}"
    );
    let shown = harness.play(ALICE, GAMES, "Pa7-a6").await.message;
    assert!(
        is_private(&shown) && content(&shown).contains("game 2"),
        "{shown}"
    );
    let notice = harness
        .command(ALICE, GAMES, "move", &[("move", "Pa7-a6"), ("game", "2")])
        .await
        .message;
    assert!(is_board(&notice), "{notice}");
    harness.end().await;
}
