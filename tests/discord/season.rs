//! Tests of seasons over the socket: from `/season start` to the closing post, and buttons pressed by people who may not.

use rookery::app::{MatchRef, Request};
use rookery::match_state::{DAY, GameId, UserId};
use rookery::tournament::{Month, TournamentId};
use serde_json::{Value, json};

use crate::forged::{forge, seen};
use crate::harness::{
    ALICE, BOB, CAROL, DAVE, GAMES, Harness, asker, button, content, has_button, has_picture,
    is_board, is_private, mentioned,
};
use crate::kill::becomes;

const PEOPLE: [&str; 4] = [ALICE, BOB, CAROL, DAVE];

/// The fifth person, who uses no command here.
const EVE: &str = "4000000000000000005";

async fn season(harness: &Harness, user: &str, sub: &str, options: Value) -> Value {
    let asked = harness.subcommand(user, GAMES, "season", sub, options);
    asked.await.message
}

async fn start(harness: &Harness, user: &str) -> Value {
    let options = json!([{"name": "game", "type": 3, "value": "abstract"}]);
    season(harness, user, "start", options).await
}

/// True for a public list in which people sign up for a month.
fn is_list(message: &Value, month: &str) -> bool {
    content(message).starts_with(&format!("**Season of {month}"))
        && has_button(message, "Join")
        && !is_private(message)
}

fn eve() -> Request {
    asker(EVE)
}

/// The numbers of the games that go on in a user's list.
fn going(list: &Value) -> Vec<String> {
    let lines = content(list)
        .lines()
        .filter(|line| line.contains("still going in <#"));
    let games = lines.filter_map(|line| {
        let (_, rest) = line.split_once(" · game ")?;
        Some(rest.split_once(',')?.0.to_owned())
    });
    games.collect()
}

/// A season of five people, as they see it: the list, games in threads, the table, the closing post.
#[tokio::test(flavor = "multi_thread")]
async fn five_people_play_a_season_to_its_end() {
    let harness = Harness::with_clock().await;
    // The harness begins in January of 2027.
    let february = Month(2027 * 12 + 1);
    let mut now = 1_800_000_000;
    let refused = start(&harness, BOB).await;
    assert!(
        is_private(&refused) && content(&refused).contains("Manage Server"),
        "{refused}"
    );
    // The list posted below is the first: none of these has started a league.
    for (typed, why) in [("board=tower", "board"), ("powers=sideways", "powers")] {
        let options = json!([
            {"name": "game", "type": 3, "value": "abstract"},
            {"name": "options", "type": 3, "value": typed},
        ]);
        let refused = season(&harness, ALICE, "start", options).await;
        assert!(
            is_private(&refused) && content(&refused).contains(why),
            "{refused}"
        );
    }
    let started = start(&harness, ALICE).await;
    assert!(
        is_private(&started) && content(&started).contains("The league is on"),
        "{started}"
    );
    let list = harness
        .message(ALICE, GAMES, |m| is_list(m, "February 2027"))
        .await;
    assert!(mentioned(&list).is_empty(), "{list}");
    let id = button(&list, "Join").rsplit(':').next().unwrap().to_owned();
    for user in PEOPLE {
        let joined = harness.click(user, &list, "Join").await.message;
        assert_eq!(joined["id"], list["id"], "the list itself changes");
        // The message itself may be edited to an older state for a moment.
        let name = format!("<@{user}>");
        assert!(harness.has_answered(&name), "{name}: {joined}");
    }
    let again = harness.click(DAVE, &list, "Join").await.message;
    assert!(
        is_private(&again) && content(&again).contains("already"),
        "{again}"
    );
    becomes(&harness, "SELECT signup_stale FROM tournament", 0).await;
    // Buttons that nobody was given do nothing, nor do those of an event.
    let before = seen(&harness, GAMES, &list).await;
    for word in ["withdraw", "withdrawn", "mine", "division"] {
        for number in [id.as_str(), "99"] {
            let pressed = forge(&harness, DAVE, &list, &format!("r1:season:{word}:{number}")).await;
            assert!(is_private(&pressed.message.expect(word)));
        }
    }
    for word in ["start", "cancelled", "withdrawn", "join"] {
        let pressed = forge(&harness, DAVE, &list, &format!("r1:event:{word}:{id}")).await;
        assert!(is_private(&pressed.message.expect(word)));
    }
    assert_eq!(seen(&harness, GAMES, &list).await, before);
    let season_id = TournamentId(id.parse().unwrap());
    let store = harness.app().store();
    store
        .enter_tournament(season_id, UserId(EVE.parse().unwrap()), now)
        .await
        .unwrap();

    harness.pass(february.starts() - now).await;
    now = february.starts();
    let is_table = |m: &Value| has_button(m, "My games") && has_picture(m) && !is_private(m);
    let table = harness.message(ALICE, GAMES, is_table).await;
    assert!(mentioned(&table).is_empty());
    let words = table["attachments"][0]["description"].as_str().unwrap();
    assert!(
        words.contains("Table of the season of February 2027"),
        "{words}"
    );
    // Each game has a thread below its board.
    becomes(
        &harness,
        "SELECT count(*) FROM game WHERE home <> channel",
        10,
    )
    .await;
    // Its name has the players, but nobody has heard Eve's.
    let state = harness.state(ALICE).await;
    let channels = state["channels"].as_array().unwrap().iter();
    let threads = channels.filter(|channel| channel["type"] == 11);
    let names: Vec<&str> = threads.filter_map(|one| one["name"].as_str()).collect();
    let named = names.iter().filter(|name| name.contains(" – "));
    assert_eq!((names.len(), named.count()), (10, 6), "{names:?}");
    let of_two = |name: &&str| name.contains("alice") && name.contains("bob");
    let of_two = names.iter().filter(|name| of_two(&&*name.to_lowercase()));
    assert_eq!(of_two.count(), 1, "{names:?}");
    let boards = harness.public(GAMES).await;
    assert_eq!(boards.iter().filter(|m| is_board(m)).count(), 10);
    let own = harness.click(CAROL, &table, "My games").await.message;
    assert!(is_private(&own) && going(&own).len() == 4, "{own}");
    let division = harness.click(CAROL, &table, "Division").await.message;
    assert!(
        is_private(&division) && has_picture(&division),
        "{division}"
    );
    let heading = content(&division).lines().next().unwrap();
    assert_eq!(
        heading,
        "**Season of February 2027: Abstract Chess** · Division 1"
    );
    // Alice wins everything, then Bob.
    let games: Vec<i64> = {
        let mut connection = crate::kill::database(&harness).await;
        let of_eve = format!("SELECT game FROM seat WHERE user = {EVE}");
        sqlx::query_scalar(sqlx::AssertSqlSafe(of_eve))
            .fetch_all(&mut connection)
            .await
            .unwrap()
    };
    for game in games {
        let which = MatchRef::Game(GameId(game));
        harness.app().resign(eve(), which).await.unwrap();
    }
    for user in [DAVE, CAROL, BOB] {
        let own = harness.click(user, &table, "My games").await.message;
        for game in going(&own) {
            let asked = harness
                .command(user, GAMES, "resign", &[("game", &game)])
                .await;
            harness.click(user, &asked.message, "Yes, I give up").await;
        }
    }
    let sure = harness
        .click(BOB, &table, "Withdraw from February")
        .await
        .message;
    assert!(has_button(&sure, "Yes, withdraw"), "{sure}");
    let told = content(&sure).contains("You have finished 4 of 4: at least half, so all count.");
    assert!(told, "{sure}");

    harness.pass(february.ends() - 7 * DAY - now).await;
    now = february.ends() - 7 * DAY;
    let next = harness
        .message(ALICE, GAMES, |m| is_list(m, "March 2027"))
        .await;
    assert!(content(&next).contains("You played before"), "{next}");
    assert!(
        mentioned(&next).contains(&ALICE) && mentioned(&next).contains(&DAVE),
        "{next}"
    );
    let shown = season(&harness, DAVE, "show", json!([])).await;
    assert!(
        is_private(&shown) && has_picture(&shown) && has_button(&shown, "Join"),
        "{shown}"
    );
    harness.pass(february.ends() - now).await;
    let closing = harness
        .message(ALICE, GAMES, |m| content(m).contains("it is over"))
        .await;
    assert_eq!(mentioned(&closing), [ALICE], "{closing}");
    assert!(
        content(&closing).contains("1. <@4000000000000000001> (12)"),
        "{closing}"
    );
    let profile = harness.command(BOB, GAMES, "profile", &[]).await.message;
    let place = "Season of February, Abstract Chess: 2nd of 5 in division 1";
    assert!(content(&profile).contains(place), "{profile}");
    let past = season(&harness, BOB, "past", json!([])).await;
    assert!(
        content(&past).contains("February 2027: won by <@4000000000000000001>"),
        "{past}"
    );
    let none = |m: &Value| content(m).contains("There is no season this month");
    harness.message(ALICE, GAMES, none).await;
    let messages = harness.public(GAMES).await;
    let closings = messages
        .iter()
        .filter(|m| content(m).contains("it is over"));
    assert_eq!(
        (
            closings.count(),
            messages.iter().filter(|m| is_table(m)).count()
        ),
        (1, 1)
    );
    let stopped = season(&harness, ALICE, "stop", json!([])).await;
    assert!(
        content(&stopped).contains("no further one opens"),
        "{stopped}"
    );
    harness.end().await;
}
