//! Tests of a game of four, from the empty table to its end.

use rookery::games;
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, Harness, content, has_button, is_board, is_private, mentioned,
    picture, unnamed,
};

/// Moves from the start after which White, at their own turn, is mated by Red's bishop and Green's knight.
pub const MATE_BY_TWO: &str =
    "Na7-c6 Na2-c3 Bg2-e4 Pf7-e7 Nc6-d8 Bb2-d4 Be4xc2 Pe7-d7 Nd8-f7 Bd4-f6 Nh2-f3";

/// Returns the name of the game of four in `/new`.
pub fn game_of_four() -> String {
    let kind = games::GAMES
        .iter()
        .find(|kind| kind.seats.len() == 4)
        .unwrap();
    kind.name.to_lowercase().replace(' ', "-")
}

/// Lets Alice, Bob, Carol and Dave take the seats in turn order; returns the thread.
pub async fn sit_down(harness: &Harness, options: &[(&str, &str)]) -> String {
    let is_rule = |key: &str| ["dice", "stakes"].contains(&key);
    let (rules, others): (Vec<_>, Vec<_>) = options.iter().partition(|(key, _)| is_rule(key));
    let rules: Vec<String> = rules
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let rules = rules.join(" ");
    let mut options: Vec<(&str, &str)> = vec![("side", "green")];
    options.extend(others);
    if !rules.is_empty() {
        options.push(("options", &rules));
    }
    let table = harness.open_game(&game_of_four(), &options).await;
    harness.click(BOB, &table, "Play Red").await;
    harness.click(CAROL, &table, "Play Black").await;
    harness.click(DAVE, &table, "Play White").await;
    harness.first_board().await.0
}

/// Opens a table at which Bob has two seats, Alice one, and the fourth is open, with a day for a move; returns its
/// message. Dave is free to join later.
pub async fn two_seats_for_bob(harness: &Harness) -> Value {
    let options = json!([
        {"name": "side", "type": 3, "value": "red"},
        {"name": "clock", "type": 3, "value": "1"},
    ]);
    let table = harness
        .subcommand(BOB, GAMES, "new", &game_of_four(), options)
        .await
        .message;
    // A user cannot take a second seat, which matches of earlier versions have.
    let path = format!("sqlite://{}", harness.database().display());
    let mut connection = SqliteConnection::connect(&path).await.unwrap();
    let second = format!(
        "INSERT INTO event (game, ply, at, kind, user) SELECT id, ply + 1, opened, 'joined', {BOB} FROM game WHERE id = 1; \
         UPDATE game SET ply = ply + 1, changed = ply + 1, free = free - 1 WHERE id = 1"
    );
    let second = sqlx::raw_sql(sqlx::AssertSqlSafe(second));
    second.execute(&mut connection).await.unwrap();
    harness.click(ALICE, &table, "Play Green").await.message
}

pub const PLAYERS: [&str; 4] = [ALICE, BOB, CAROL, DAVE];

#[tokio::test(flavor = "multi_thread")]
async fn mated_by_two_conquered_and_left_until_one_is_left() {
    let harness = Harness::new().await;
    let thread = sit_down(&harness, &[]).await;
    let mut last = Value::Null;
    for (mv, user) in MATE_BY_TWO.split_whitespace().zip(PLAYERS.iter().cycle()) {
        last = harness.play(user, &thread, mv).await.message;
        assert!(is_board(&last), "{mv}: {last}");
        assert!(content(&last).contains("Order of play:"), "{last}");
    }
    // One reply: the move, the mate it settles, and the turn after that.
    let text = unnamed(&last);
    let order: Vec<usize> = [
        "Nh2-f3",
        "White is checkmated and is out; Red takes over 7 pieces.",
        "it is your turn",
        "Order of play: **Green** → Red → Black.",
        "White is out, conquered by Red.",
    ]
    .iter()
    .map(|part| {
        text.find(part)
            .unwrap_or_else(|| panic!("{part} is missing: {text}"))
    })
    .collect();
    assert!(order.is_sorted(), "{text}");
    assert_eq!(
        mentioned(&last),
        [DAVE, ALICE],
        "White's turn is passed over, and White is told"
    );
    picture(&last).await;
    let out = harness.play(DAVE, &thread, "Pd7-c7").await.message;
    assert!(is_private(&out), "{out}");

    let left = resign(&harness, ALICE, &thread).await;
    assert!(
        content(&left).contains("Green has left; the pieces are frozen."),
        "{left}"
    );
    assert_eq!(mentioned(&left), [BOB]);
    // Red moves a piece that was White's.
    let moved = harness.play(BOB, &thread, "Pd7xc8").await.message;
    assert!(is_board(&moved), "{moved}");
    // A departure does not win the game for all others: it goes on until one is left.
    let won = resign(&harness, CAROL, &thread).await;
    assert!(content(&won).contains("Red wins"), "{won}");
    assert!(!has_button(&won, "Resign"));
    harness.end().await;
}

/// Resigns, and confirms it; returns the public board.
pub async fn resign(harness: &Harness, user: &str, thread: &str) -> Value {
    let asked = harness.command(user, thread, "resign", &[]).await.message;
    let closed = harness.click(user, &asked, "Yes, I give up").await.message;
    assert_eq!(closed["components"], json!([]), "{closed}");
    harness
        .message(user, thread, |m| {
            is_board(m) && content(m).contains("resign") && m["id"].as_str() > asked["id"].as_str()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_and_stakes_are_in_every_reply() {
    let harness = Harness::new().await;
    let thread = sit_down(&harness, &[("dice", "on"), ("stakes", "on")]).await;
    let mut board = harness.message(ALICE, &thread, is_board).await;
    for _ in 0..6 {
        let text = content(&board).to_owned();
        assert!(text.contains(" throws "), "{text}");
        assert!(text.contains("Pool: "), "{text}");
        // The player to move is named last: others may have lost their throws before.
        let turn = text
            .lines()
            .find(|line| line.contains("it is your turn"))
            .unwrap();
        let mover = PLAYERS
            .into_iter()
            .find(|user| turn.contains(user))
            .unwrap();
        let moves = harness
            .complete(mover, &thread, "move", &[("move", "")])
            .await;
        let menu = harness
            .complete(mover, &thread, "move", &[("move", &moves[0].1)])
            .await;
        let mv = menu
            .iter()
            .map(|(_, value)| value)
            .find(|value| value.contains(['-', 'x']))
            .unwrap();
        board = harness.play(mover, &thread, mv).await.message;
        assert!(is_board(&board), "{board}");
    }
    harness.end().await;
}

/// The list of moves has each throw in words and names the turn lost by it; the stored text of a throw is not shown.
/// The post has each sentence once.
#[tokio::test(flavor = "multi_thread")]
async fn the_history_of_a_game_with_dice_says_who_threw_what_and_lost_the_turn() {
    let harness = Harness::with_dice(&[5, 5, 5, 5, 3, 3]).await;
    let thread = sit_down(&harness, &[("dice", "on")]).await;
    let begun = harness.message(ALICE, &thread, is_board).await;
    let mut sentences: Vec<&str> = content(&begun).split(". ").collect();
    let all = sentences.len();
    sentences.sort_unstable();
    sentences.dedup();
    assert_eq!(sentences.len(), all, "{begun}");
    harness.play(ALICE, &thread, "Na7-c6").await;
    let history = harness.command(DAVE, &thread, "history", &[]).await.message;
    let said = content(&history);
    for seat in ["Green", "Red", "Black", "White"] {
        let lost = format!("[{seat} throws 5: queen, turn lost]");
        assert_eq!(said.matches(&lost).count(), 1, "{said}");
    }
    assert!(
        said.contains("[Green throws 3: knight] Na7-c6 [Red throws 3: knight]"),
        "{said}"
    );
    assert!(!said.contains("roll"), "{said}");
    harness.end().await;
}

/// A table for two people says so before anybody joins, and one button gives the two sides that are left.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_the_game_of_four() {
    let harness = Harness::new().await;
    let options = json!([
        {"name": "side", "type": 3, "value": "green"},
        {"name": "people", "type": 4, "value": 2},
    ]);
    let opened = harness
        .subcommand(ALICE, GAMES, "new", &game_of_four(), options)
        .await;
    let table = opened.message;
    let text = content(&table);
    for part in [
        "is looking for an opponent.",
        "Two people play: each leads two sides that face each other",
        "One more player can join.",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    assert!(!has_button(&table, "Play Red"), "{table}");
    harness.click(BOB, &table, "Join").await;
    let (thread, _) = harness.first_board().await;
    for (mv, user) in MATE_BY_TWO
        .split_whitespace()
        .zip([ALICE, BOB].iter().cycle())
    {
        let last = harness.play(user, &thread, mv).await.message;
        assert!(is_board(&last), "{mv}: {last}");
    }
    harness.end().await;
}

/// The reason why a seat is open is the true one: its player wants to leave, or a moderator has decided so.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_a_moderator_opens_is_not_said_to_be_left_by_its_player() {
    let harness = Harness::unhurried().await;
    let thread = sit_down(&harness, &[]).await;
    let of_bob = json!([{"name": "player", "type": 6, "value": BOB}]);
    let freed = harness.subcommand(ALICE, &thread, "moderate", "free", of_bob);
    let freed = freed.await.message;
    assert!(is_private(&freed), "{freed}");
    let told =
        |m: &Value| content(m).contains("can be taken over by anyone: a moderator has decided");
    let told = harness.message(BOB, &thread, told).await;
    assert_eq!(mentioned(&told), [BOB], "{told}");
    let board = harness.command(CAROL, &thread, "board", &[]).await.message;
    let text = content(&board);
    let decided = "Anyone may take over Red: a moderator has decided so.";
    assert!(
        text.contains(decided) && !text.contains("wants to leave"),
        "{board}"
    );
    let offer = [("action", "offer")];
    let offered = harness.command(CAROL, &thread, "substitute", &offer).await;
    let text = content(&offered.message);
    let offers = format!("Black (<@{CAROL}>) offers the seat to anyone.");
    assert!(text.contains(&offers), "{offered:?}");
    let board = harness.command(CAROL, &thread, "board", &[]).await.message;
    let text = content(&board);
    assert!(
        text.contains("Black wants to leave") && text.contains(decided),
        "{board}"
    );
    for message in harness.messages(BOB, &thread).await {
        let text = content(&message);
        assert!(!text.contains("Red wants to leave"), "{message}");
    }
    harness.end().await;
}

/// The machine keeps a seat for its player, who takes it back with the button of any board; the table says so before.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_the_machine_keeps_is_taken_back() {
    let harness = Harness::unhurried().await;
    let options = json!([
        {"name": "side", "type": 3, "value": "green"}, {"name": "machines", "type": 4, "value": 1},
    ]);
    let table = harness.subcommand(ALICE, GAMES, "new", &game_of_four(), options);
    let table = table.await.message;
    let text = content(&table);
    assert!(
        text.contains("If you run out twice, the machine takes your seat."),
        "{table}"
    );
    assert!(text.contains("can take the seat back"), "{table}");
    for (user, seat) in [
        (BOB, "Play Red"),
        (CAROL, "Play Black"),
        (DAVE, "Play White"),
    ] {
        harness.click(user, &table, seat).await;
    }
    let (thread, _) = harness.first_board().await;
    let offer = [("action", "offer")];
    let left = harness.command(BOB, &thread, "substitute", &offer).await;
    let left = left.message;
    let kept = format!("in place of <@{BOB}>, who can take the seat back.");
    assert!(content(&left).contains(&kept), "{left}");
    // Nobody who plays already can have it.
    let refused = harness.click(CAROL, &left, "Take over Red").await.message;
    assert!(is_private(&refused), "{refused}");
    let back = harness.click(BOB, &left, "Take over Red").await.message;
    let text = content(&back);
    assert!(text.contains(&format!("<@{BOB}> plays Red now")), "{back}");
    assert!(!text.contains("The machine plays Red"), "{back}");
    harness.end().await;
}
