//! Tests of long games: clocks, reminders, claims, offers, seats that change hands, and notifications.

use serde_json::{Value, json};

use crate::four;
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, button, content, has_button, has_picture,
    is_board, is_private, mentioned, picture,
};

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// Waits for a message of a channel with these words.
async fn says(harness: &Harness, channel: &str, words: &str) -> Value {
    harness
        .message(ALICE, channel, |message| content(message).contains(words))
        .await
}

/// Lets Alice open a table with these options and Bob join; returns the thread.
async fn begin(harness: &Harness, options: &[(&str, &str)]) -> String {
    let options: Vec<_> = [("side", "white")].iter().chain(options).copied().collect();
    let table = harness.open(&options).await;
    harness.click(BOB, &table, "Join").await;
    harness.first_board().await.0
}

/// Waits for the `count`th reminder, and checks that there are no more.
async fn reminded(harness: &Harness, thread: &str, count: usize) -> Value {
    says(harness, thread, "It is still your turn").await;
    let begun = std::time::Instant::now();
    loop {
        let messages = harness.public(thread).await;
        let mut reminders = messages
            .into_iter()
            .filter(|message| content(message).contains("still your turn"));
        let found = reminders.nth(count - 1);
        assert!(reminders.next().is_none(), "each is sent once");
        if let Some(found) = found {
            return found;
        }
        assert!(
            begun.elapsed().as_secs() < 20,
            "reminder {count} has not come"
        );
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_a_flag_a_day_given_and_a_claim() {
    let harness = Harness::with_clock().await;
    let table = harness.open(&[("side", "white"), ("clock", "2")]).await;
    assert!(
        content(&table).contains("Clock: 2 days per move"),
        "{table}"
    );
    harness.click(BOB, &table, "Join").await;
    let (thread, board) = harness.first_board().await;
    let end = 1_800_000_000 + 2 * DAY;
    assert!(content(&board).contains(&format!("<t:{end}:R>")), "{board}");

    // Three quarters of the time pass while the thread sleeps: the reminder wakes it and mentions only Alice.
    harness
        .people("archive", json!({"channel": thread, "archived": true}))
        .await;
    harness.pass(37 * HOUR).await;
    let reminder = reminded(&harness, &thread, 1).await;
    assert_eq!(mentioned(&reminder), [ALICE]);
    let state = harness.state(ALICE).await;
    let channels = state["channels"].as_array().unwrap();
    let woken = channels
        .iter()
        .find(|channel| channel["id"] == thread.as_str());
    assert_eq!(woken.unwrap()["thread_metadata"]["archived"], false);
    assert!(has_button(&reminder, "Choose a move"), "{reminder}");
    // The time is over: a post in its place says so, without the board that everybody knows, and only an opponent can
    // act on it.
    harness.pass(12 * HOUR).await;
    let flagged = harness
        .message(ALICE, &thread, |m| {
            is_board(m) && has_button(m, "Claim the win")
        })
        .await;
    assert!(!has_picture(&flagged), "{flagged}");
    let begun = std::time::Instant::now();
    let is_there = |m: &Value| m["id"] == reminder["id"];
    while harness.public(&thread).await.iter().any(is_there) {
        assert!(
            begun.elapsed().as_secs() < 20,
            "the reminder is still there"
        );
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
    let mut both = mentioned(&flagged);
    both.sort_unstable();
    assert_eq!(both, [ALICE, BOB]);
    // The button does not ask, so its message explains its effect.
    let warned = "The opponent may press **Claim the win**, which ends the game at once";
    assert!(content(&flagged).contains(warned), "{flagged}");
    let refused = harness
        .click(ALICE, &flagged, "Claim the win")
        .await
        .message;
    assert!(is_private(&refused), "{refused}");
    let refused = harness.click(CAROL, &flagged, "Give a day").await.message;
    assert!(is_private(&refused), "{refused}");
    let gift = harness.click(BOB, &flagged, "Give a day").await.message;
    assert!(
        is_board(&gift) && !has_button(&gift, "Claim the win"),
        "{gift}"
    );
    assert!(content(&gift).contains("gave White a day more"), "{gift}");
    assert_eq!(mentioned(&gift), [ALICE]);

    harness.pass(DAY + HOUR).await;
    let flagged = harness
        .message(ALICE, &thread, |m| {
            is_board(m) && has_button(m, "Claim the win") && m["id"] != flagged["id"]
        })
        .await;
    let over = harness.click(BOB, &flagged, "Claim the win").await.message;
    assert!(content(&over).contains("(Black) beats"), "{over}");
    assert_eq!(mentioned(&over), [ALICE]);
    harness.end().await;
}

/// The table says what happens to a win that nobody claims; whoever may claim it is reminded once, and then it is given.
#[tokio::test(flavor = "multi_thread")]
async fn a_win_that_nobody_claims_is_given_after_seven_days() {
    let harness = Harness::with_clock().await;
    let table = harness.open(&[("side", "white"), ("clock", "1")]).await;
    let clock = "Clock: 1 day per move. If you run out, your opponent may claim the win. If nobody claims it, it is given \
                 after seven days.";
    assert!(content(&table).contains(clock), "{table}");
    harness.click(BOB, &table, "Join").await;
    let (thread, _) = harness.first_board().await;
    harness.pass(DAY).await;
    let flagged = says(&harness, &thread, "The opponent may press").await;
    let given = 1_800_000_000 + 8 * DAY;
    let words = format!("the win is given <t:{given}:R> without a claim.");
    assert!(content(&flagged).contains(&words), "{flagged}");
    assert_eq!(mentioned(&flagged).len(), 2, "{flagged}");
    harness.pass(4 * DAY).await;
    let reminder = says(&harness, &thread, "White is still out of time.").await;
    let words = format!("or wait: you win <t:{given}:R> without a claim.");
    assert!(content(&reminder).contains(&words), "{reminder}");
    assert_eq!(mentioned(&reminder), [BOB]);
    assert!(has_button(&reminder, "Claim the win"), "{reminder}");
    harness.pass(3 * DAY).await;
    let over = says(
        &harness,
        &thread,
        "beats <@4000000000000000001> (White): White ran out of time.",
    )
    .await;
    assert_eq!(mentioned(&over).len(), 2, "{over}");
    let shown = harness.command(CAROL, GENERAL, "profile", &[]).await;
    assert!(!content(&shown.message).contains("Reliability"));
    let shown = harness.command(ALICE, GENERAL, "profile", &[]).await;
    let words = "Reliability: 0 % (0 finished, 1 lost by running out of time).";
    assert!(content(&shown.message).contains(words), "{shown:?}");
    harness.end().await;
}

/// A table and the list of tables say if a game counts; a result says what it changes, and a leaderboard which ratings
/// are provisional.
#[tokio::test(flavor = "multi_thread")]
async fn a_result_says_what_it_changes_and_a_table_that_nothing_will() {
    let harness = Harness::new().await;
    let unrated = harness.open(&[("rated", "no")]).await;
    let words = "Unrated: this game changes nobody's rating.";
    assert!(content(&unrated).contains(words), "{unrated}");
    let listed = harness.command(BOB, GAMES, "tables", &[]).await.message;
    assert!(content(&listed).contains(" Unrated."), "{listed}");
    let resting = harness
        .open(&[("weekends", "rest"), ("clock", "3"), ("side", "black")])
        .await;
    let words = "The clocks rest on Saturdays and Sundays (UTC).";
    assert!(content(&resting).contains(words), "{resting}");
    let listed = harness.command(BOB, GAMES, "tables", &[]).await.message;
    assert!(content(&listed).contains(" Rests at weekends."), "{listed}");
    let refused = harness
        .open(&[("weekends", "rest"), ("clock", "untimed")])
        .await;
    assert!(is_private(&refused), "{refused}");
    let rated = harness.open(&[("side", "white"), ("rated", "yes")]).await;
    assert!(!content(&rated).contains("nrated"), "{rated}");
    harness.click(BOB, &rated, "Join").await;
    let (thread, _) = harness.first_board().await;
    for file in ["a", "b", "c", "d", "e"] {
        for (user, from, to) in [(ALICE, 2, 3), (BOB, 7, 6)] {
            let text = format!("P{file}{from}-{file}{to}");
            let moved = harness.play(user, &thread, &text).await.message;
            assert!(is_board(&moved), "{text}: {moved}");
        }
    }
    let over = four::resign(&harness, ALICE, &thread).await;
    let words = format!(
        "<@{BOB}> (Black) beats <@{ALICE}> (White): White resigned. Ratings: 1500 → 1662 and 1500 → 1338."
    );
    assert!(content(&over).replace("**", "").contains(&words), "{over}");
    assert_eq!(mentioned(&over), [BOB]);
    let game = [("game", "abstract")];
    let ladder = harness.command(CAROL, GENERAL, "leaderboard", &game).await;
    let words = format!("1. <@{BOB}> 1662 ± 581, provisional (1 won, 0 drawn, 0 lost)");
    assert!(content(&ladder.message).contains(&words), "{ladder:?}");
    harness.end().await;
}

/// The command shows the possible claim and asks; nothing happens before the answer. The button below the board that
/// explains it claims at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_claim_by_command_is_asked_about_first() {
    let harness = Harness::with_clock().await;
    let thread = begin(&harness, &[("clock", "1")]).await;
    let claim = async |user, action: &[(&str, &str)]| {
        let asked = harness.command(user, &thread, "claim", action).await;
        asked.message
    };
    let early = claim(BOB, &[]).await;
    assert!(
        is_private(&early) && content(&early).contains("nobody has run out of time"),
        "{early}"
    );
    harness.pass(DAY + HOUR).await;
    let flagged = |m: &Value| is_board(m) && has_button(m, "Claim the win");
    harness.message(BOB, &thread, flagged).await;
    let own = claim(ALICE, &[]).await;
    assert!(content(&own).contains("your own turn"), "{own}");
    let before = harness.public(&thread).await;
    for action in [&[][..], &[("action", "claim")]] {
        let asked = claim(BOB, action).await;
        assert!(is_private(&asked), "{asked}");
        let words =
            "White has run out of time in game 1, Abstract Chess. Do you want to claim the win?";
        assert!(content(&asked).replace("**", "").contains(words), "{asked}");
        let no = harness.click(BOB, &asked, "No, wait").await.message;
        assert!(content(&no).contains("the game goes on"), "{no}");
    }
    let asked = claim(BOB, &[]).await;
    assert_eq!(harness.public(&thread).await, before);
    harness.click(BOB, &asked, "Give a day").await;
    let given = |m: &Value| is_board(m) && content(m).contains("gave White a day more");
    harness.message(ALICE, &thread, given).await;

    harness.pass(DAY + HOUR).await;
    let known: Vec<Value> = before.iter().map(|m| m["id"].clone()).collect();
    let again = |m: &Value| flagged(m) && !known.contains(&m["id"]);
    harness.message(BOB, &thread, again).await;
    let asked = claim(BOB, &[]).await;
    let closed = harness.click(BOB, &asked, "Yes, claim the win").await;
    assert!(is_private(&closed.message), "{closed:?}");
    let over = |m: &Value| is_board(m) && content(m).contains("(Black) beats");
    harness.message(ALICE, &thread, over).await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_without_the_bot_is_given_back() {
    let mut harness = Harness::with_clock().await;
    let thread = begin(&harness, &[("clock", "1"), ("flag", "hard")]).await;
    harness.stop_bot().await;
    harness.skip(3 * DAY);
    harness.start_bot().await;
    let board = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(is_board(&board), "no clock ran: {board}");
    harness.pass(DAY + HOUR).await;
    let over = says(&harness, &thread, "(White) beats").await;
    assert!(content(&over).contains("time"), "{over}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_ride_with_the_board_and_outlive_a_restart() {
    let mut harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    // A draw ends the game for good, so the command asks for confirmation first, and "no" changes nothing.
    let asked = harness.command(ALICE, &thread, "draw", &[]).await.message;
    assert!(
        is_private(&asked) && content(&asked).contains("Do you want to offer a draw"),
        "{asked}"
    );
    let no = harness.click(ALICE, &asked, "No, play on").await.message;
    assert!(content(&no).contains("the game goes on"), "{no}");
    let board = harness.command(BOB, &thread, "board", &[]).await.message;
    assert!(!content(&board).contains("offers a draw"), "{board}");
    let offered = harness.offer_draw(ALICE, &thread).await;
    let twice = harness.command(ALICE, &thread, "draw", &[]).await.message;
    assert!(content(&twice).contains("already"), "{twice}");
    // The opponent must agree.
    let agree = harness.command(BOB, &thread, "draw", &[]).await.message;
    assert!(
        is_private(&agree) && has_button(&agree, "Yes, agree to a draw"),
        "{agree}"
    );
    let own = harness
        .click(ALICE, &offered, "Agree to a draw")
        .await
        .message;
    assert!(
        !content(&own).contains("A draw:"),
        "one cannot agree with oneself: {own}"
    );
    // The offer goes with the move, and the opponent declines it by moving.
    let moved = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(has_button(&moved, "Agree to a draw"), "{moved}");
    let stale = harness
        .click(BOB, &offered, "Agree to a draw")
        .await
        .message;
    assert!(
        is_private(&stale) && content(&stale).contains("White played"),
        "{stale}"
    );
    let answered = harness.play(BOB, &thread, "Nb8-c6").await.message;
    assert!(!has_button(&answered, "Agree to a draw"), "{answered}");
    let stale = harness.click(BOB, &moved, "Agree to a draw").await.message;
    assert!(
        is_private(&stale) && content(&stale).contains("since then"),
        "{stale}"
    );

    let asked = harness.command(BOB, GENERAL, "draw", &[]).await.message;
    let offered = harness
        .click(BOB, &asked, "Yes, offer a draw")
        .await
        .message;
    assert!(
        is_private(&offered),
        "the offer is made where the game lives"
    );
    let offered = harness
        .message(ALICE, &thread, |m| {
            is_board(m) && content(m).contains(&format!("<@{BOB}> offers a draw"))
        })
        .await;
    harness.stop_bot().await;
    harness.start_bot().await;
    let board = harness.command(ALICE, &thread, "board", &[]).await.message;
    assert!(has_button(&board, "Agree to a draw"), "{board}");
    let drawn = harness
        .click(ALICE, &offered, "Agree to a draw")
        .await
        .message;
    assert!(content(&drawn).contains("A draw:"), "{drawn}");

    // A rematch with sides exchanged begins when both want it; the commands do what the buttons do.
    let asked = harness.click(ALICE, &drawn, "Rematch").await.message;
    let again = harness
        .click(BOB, &asked, "Accept the rematch")
        .await
        .message;
    assert!(
        is_board(&again) && content(&again).contains("game 2"),
        "{again}"
    );
    assert!(
        content(&again).contains(&format!("<@{BOB}> (White)")),
        "{again}"
    );
    let early = [("game", "2")];
    let early = harness
        .command(ALICE, &thread, "rematch", &early)
        .await
        .message;
    assert!(
        is_private(&early) && content(&early).contains("when the game is over"),
        "{early}"
    );
    crate::four::resign(&harness, BOB, &thread).await;
    let asked = [("game", "2")];
    let asked = harness
        .command(ALICE, &thread, "rematch", &asked)
        .await
        .message;
    assert!(
        is_board(&asked) && content(&asked).contains("proposes a rematch"),
        "{asked}"
    );
    let again = [("game", "2")];
    let again = harness
        .command(BOB, &thread, "rematch", &again)
        .await
        .message;
    assert!(
        content(&again).contains("game 3")
            && content(&again).contains(&format!("<@{ALICE}> (White)")),
        "{again}"
    );
    harness.end().await;
}

/// The board that shows an offer, or its refusal, mentions the people concerned: nothing else is posted.
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_and_its_refusal_are_posted_once() {
    let harness = Harness::with_clock().await;
    let thread = begin(&harness, &[]).await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    harness.pass(120).await;
    for (command, offers, declines, refusal) in [
        ("draw", "offers a draw", "No draw", "declined the draw."),
        (
            "takeback",
            "asks to take back a move",
            "No takeback",
            "declined taking back the move.",
        ),
    ] {
        let asked = match command {
            "draw" => harness.offer_draw(ALICE, &thread).await,
            _ => harness.command(ALICE, &thread, command, &[]).await.message,
        };
        assert_eq!(mentioned(&asked), [BOB], "{asked}");
        let no = harness.click(BOB, &asked, declines).await.message;
        let words = format!("<@{ALICE}>: <@{BOB}> {refusal}");
        assert!(content(&no).contains(&words), "{no}");
        assert_eq!(mentioned(&no), [ALICE], "{no}");
        harness.pass(120).await;
        harness.all_sent().await;
        let posted = harness.public(&thread).await;
        for words in [offers, refusal] {
            let times = posted.iter().filter(|m| content(m).contains(words)).count();
            assert_eq!(times, 1, "{words}: {posted:?}");
        }
    }
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_free_at_once_and_by_consent_later() {
    let harness = Harness::with_clock().await;
    let thread = begin(&harness, &[]).await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    harness.pass(30).await;
    let back = harness
        .command(ALICE, &thread, "takeback", &[])
        .await
        .message;
    assert!(content(&back).contains("took back a move"), "{back}");
    harness.play(ALICE, &thread, "Nb1-a3").await;
    harness.pass(120).await;
    let asked = harness
        .command(ALICE, &thread, "takeback", &[])
        .await
        .message;
    assert!(content(&asked).contains("asks to take back"), "{asked}");
    let no = harness.click(BOB, &asked, "No takeback").await.message;
    assert!(!has_button(&no, "Allow the takeback"), "{no}");
    let again = harness
        .command(ALICE, &thread, "takeback", &[])
        .await
        .message;
    assert!(
        is_private(&again) && content(&again).contains("declined"),
        "{again}"
    );
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_absent_player_is_excused_once_and_then_replaced() {
    let harness = Harness::with_clock().await;
    let table = four::two_seats_for_bob(&harness).await;
    harness
        .press(CAROL, &table, &button(&table, "Any seat"))
        .await;
    let (thread, _) = harness.first_board().await;
    harness.pass(DAY + HOUR).await;
    let excused = says(&harness, &thread, "gets one extension").await;
    assert!(is_board(&excused), "{excused}");
    harness.pass(DAY + HOUR).await;
    let vacated = harness
        .message(DAVE, &thread, |m| {
            is_board(m) && has_button(m, "Take over Green")
        })
        .await;
    // Expired remarks are not repeated with it.
    assert!(!content(&vacated).contains("one extension"), "{vacated}");
    // A draw vote does not wait for the absent.
    let vote = harness.offer_draw(BOB, &thread).await;
    let waits = format!("offers a draw; waiting for <@{CAROL}>");
    assert!(content(&vote).contains(&waits), "{vote}");
    let refused = harness
        .click(BOB, &vacated, "Take over Green")
        .await
        .message;
    assert!(is_private(&refused), "{refused}");
    let taken = harness
        .click(DAVE, &vacated, "Take over Green")
        .await
        .message;
    assert!(is_board(&taken), "{taken}");
    let played = harness.play(DAVE, &thread, "Na7-b5").await.message;
    assert!(is_board(&played), "{played}");
    says(&harness, &thread, "in place of").await;
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_messages_quiet_hours_and_a_blocked_door() {
    let harness = Harness::with_clock().await;
    let set = harness
        .command(
            BOB,
            GENERAL,
            "settings",
            &[("tell", "direct"), ("zone", "Europe/Rome")],
        )
        .await
        .message;
    assert!(
        is_private(&set) && content(&set).contains("Europe/Rome"),
        "{set}"
    );
    let bad = harness
        .command(BOB, GENERAL, "settings", &[("zone", "Atlantis")])
        .await
        .message;
    assert!(content(&bad).contains("no time zone"), "{bad}");
    let zones = harness
        .complete(BOB, GENERAL, "settings", &[("zone", "rome")])
        .await;
    assert!(
        zones.iter().any(|(_, zone)| zone == "Europe/Rome"),
        "{zones:?}"
    );

    let thread = begin(&harness, &[]).await;
    let moved = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert_eq!(
        mentioned(&moved),
        Vec::<&str>::new(),
        "Bob is told elsewhere"
    );
    assert_eq!(
        moved["flags"].as_u64().unwrap() & (1 << 12),
        1 << 12,
        "nobody is rung up"
    );
    let direct = harness.direct(BOB).await;
    let notice = harness
        .message(BOB, &direct, |m| content(m).contains("your turn"))
        .await;
    picture(&notice).await;
    assert!(
        content(&notice).contains(&thread) && has_button(&notice, "Choose a move"),
        "{notice}"
    );

    // Direct messages are refused: the notice is posted in the thread instead.
    harness
        .people("block", json!({"user": BOB, "blocked": true}))
        .await;
    harness.play(BOB, &thread, "Pa7-a6").await;
    harness.play(ALICE, &thread, "Nc3-d5").await;
    let notice = harness
        .message(BOB, &thread, |m| mentioned(m) == [BOB] && !is_board(m))
        .await;
    assert!(content(&notice).contains("your turn"), "{notice}");
    harness.stop_with_refusals().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vacation_stops_the_clock_and_everybody_sees_it() {
    let harness = Harness::with_clock().await;
    let thread = begin(&harness, &[("clock", "1"), ("flag", "hard")]).await;
    let away = harness
        .interact(json!({
            "user": ALICE, "channel": thread, "kind": "command", "command": "vacation",
            "options": [{"name": "days", "type": 4, "value": 5}],
        }))
        .await
        .message;
    assert!(
        is_private(&away) && content(&away).contains("25 of your 30 vacation days"),
        "{away}"
    );
    // Everybody can read it, and nobody is rung.
    let told = says(
        &harness,
        &thread,
        "(<@4000000000000000001>) is on vacation until",
    )
    .await;
    assert!(mentioned(&told).is_empty() && !has_picture(&told), "{told}");
    let board = harness.command(BOB, &thread, "board", &[]).await.message;
    assert!(content(&board).contains("White is on vacation"), "{board}");
    harness.pass(2 * DAY).await;
    let moved = harness.play(ALICE, &thread, "Nb1-c3").await.message;
    assert!(is_board(&moved), "{moved}");
    harness.end().await;
}
