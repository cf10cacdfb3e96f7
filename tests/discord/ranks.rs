//! Tests of what roles forbid a moderator, of what a moderator is suggested, and of notes that a moderator removes.

use rookery::match_state::{GuildId, UserId};
use rookery::sandbox::{FaultKind, Raw};
use serde_json::{Value, json};

use crate::harness::{ALICE, BOB, CAROL, DAVE, GAMES, GENERAL, Harness, content, is_private};
use crate::moderate::{begun, forged, member, over, refusal};

const SERVER: &str = "2000000000000000001";
const BOT: &str = "1000000000000000001";
const ADMINISTRATOR: u64 = 1 << 3;
const MANAGE_GUILD: u64 = 1 << 5;
const MANAGE_MESSAGES: u64 = 1 << 13;
const MODERATE_MEMBERS: u64 = 1 << 40;
const LOW: &str = "71";
const MIDDLE: &str = "72";
const HIGH: &str = "73";

fn with_roles(mut member: Value, roles: &[&str]) -> Value {
    member["roles"] = json!(roles);
    member
}

/// Returns a bar by one member on another, as Discord sends it.
fn bar(by: (&str, u64, &[&str]), on: (&str, u64, &[&str])) -> Raw {
    let player = json!([{"name": "player", "type": 6, "value": on.0}]);
    let mut raw = forged(by.0, GENERAL, "moderate", "bar", player);
    let mut barred = with_roles(member(on.0, on.1), on.2);
    let user = barred["user"].take();
    barred.as_object_mut().unwrap().remove("user");
    raw.data["resolved"] = json!({"users": {on.0: user}, "members": {on.0: barred}});
    over(raw, json!({"member": with_roles(member(by.0, by.1), by.2)}))
}

/// "An account can only kick/ban accounts with a lesser role than its top role" (serenity's documentation of Discord's
/// permission hierarchy): a bar keeps to the same order.
#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_bars_only_members_of_a_lower_rank() {
    let harness = Harness::unhurried().await;
    let shared = harness.server.shared();
    let role = |id: &str, position: u8| json!({"id": id, "position": position, "permissions": "0"});
    let path = format!("/guilds/{SERVER}");
    let roles = [
        role(SERVER, 0),
        role(LOW, 1),
        role(MIDDLE, 2),
        role(HIGH, 3),
    ];
    shared.pretend(
        &path,
        json!({"id": SERVER, "owner_id": ALICE, "roles": roles}),
    );
    let is_barred = async |user: &str| {
        let (guild, user) = (
            GuildId(SERVER.parse().unwrap()),
            UserId(user.parse().unwrap()),
        );
        harness.app().store().is_barred(guild, user).await.unwrap()
    };
    let moderator = (DAVE, MODERATE_MEMBERS, &[LOW, MIDDLE][..]);
    let manager = (DAVE, MANAGE_GUILD, &[MIDDLE][..]);
    let admin = (DAVE, ADMINISTRATOR, &[HIGH][..]);
    for (by, on, why) in [
        (admin, (ALICE, 0, &[][..]), "owns this server"),
        (
            admin,
            (BOB, ADMINISTRATOR, &[LOW][..]),
            "only its owner can",
        ),
        (
            moderator,
            (BOB, MANAGE_GUILD, &[LOW][..]),
            "may manage the server",
        ),
        (moderator, (BOB, 0, &[MIDDLE][..]), "highest role is above"),
        (
            moderator,
            (BOB, 0, &[HIGH, LOW][..]),
            "highest role is above",
        ),
        (manager, (BOB, 0, &[HIGH][..]), "highest role is above"),
        (
            (DAVE, MODERATE_MEMBERS, &[][..]),
            (BOB, 0, &[][..]),
            "highest role is above",
        ),
        (admin, (BOT, 0, &[][..]), "Bots don't join games"),
        (moderator, (DAVE, 0, &[][..]), "can't stop yourself"),
    ] {
        let said = refusal(shared.deliver(bar(by, on)).await);
        assert!(said.contains(why), "{by:?} {on:?}: {said}");
        assert!(!is_barred(on.0).await, "{by:?} {on:?}");
    }
    // Without an answer of Discord's nobody is barred, and a user without the permission hears that at once.
    shared.fault(&format!("GET {path}"), FaultKind::Status(500), 1);
    let said = refusal(shared.deliver(bar(moderator, (BOB, 0, &[LOW]))).await);
    assert!(said.contains("try again"), "{said}");
    let asked = || {
        let requests = shared.requests();
        let of_server = requests.iter().filter(|request| request.path == path);
        of_server.count()
    };
    let before = asked();
    let said = refusal(
        shared
            .deliver(bar((BOB, MANAGE_MESSAGES, &[HIGH]), (CAROL, 0, &[])))
            .await,
    );
    assert!(said.contains("moderate members"), "{said}");
    assert_eq!(asked(), before);

    for (by, on) in [
        (moderator, (BOB, 0, &[LOW][..])),
        (
            (ALICE, ADMINISTRATOR, &[][..]),
            (CAROL, ADMINISTRATOR, &[HIGH][..]),
        ),
    ] {
        let said = refusal(shared.deliver(bar(by, on)).await);
        assert!(said.contains("can't join games here any more"), "{said}");
        assert!(is_barred(on.0).await);
    }
    // A bar is no matter of the barred.
    let own = json!([{"name": "player", "type": 6, "value": CAROL}]);
    let allow = forged(CAROL, GENERAL, "moderate", "allow", own);
    let member = json!({"member": member(CAROL, ADMINISTRATOR)});
    let said = refusal(shared.deliver(over(allow, member)).await);
    assert!(said.contains("ask another moderator"), "{said}");
    assert!(is_barred(CAROL).await);
    // One request is enough to know who ranks higher.
    let before = asked();
    shared.deliver(bar(moderator, (BOB, 0, &[LOW]))).await;
    assert_eq!(asked(), before + 1);
    harness.end().await;
}

/// Returns the suggestions for the game of a moderator's action.
async fn suggested(harness: &Harness, channel: &str, action: &str, typed: &str) -> Vec<Value> {
    let game = json!({"name": "game", "type": 3, "value": typed, "focused": true});
    let mut raw = forged(ALICE, channel, "moderate", action, json!([game]));
    raw.kind = 4;
    let outcome = harness.server.shared().deliver(raw).await;
    let choices = outcome.choices.unwrap();
    let choices = choices.as_array().unwrap().iter();
    choices.map(|choice| choice["value"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_is_suggested_the_games_of_the_server() {
    let harness = Harness::unhurried().await;
    let (thread, _) = begun(&harness).await;
    let of_others = harness.subcommand(BOB, GENERAL, "new", "four-fold-chess", json!([]));
    of_others.await;
    // A game of Carol's alone is no matter of the server's.
    let alone = [("game", "abstract")];
    harness.command(CAROL, GENERAL, "play", &alone).await;

    let in_thread = suggested(&harness, &thread, "hide", "").await;
    assert_eq!(in_thread, ["1"]);
    assert_eq!(suggested(&harness, GENERAL, "close", "").await, ["2"]);
    assert_eq!(suggested(&harness, GENERAL, "close", "fold").await, ["2"]);
    assert_eq!(suggested(&harness, GENERAL, "end", "").await, ["1"]);
    assert_eq!(suggested(&harness, GENERAL, "end", "tower").await, [""; 0]);
    assert_eq!(suggested(&harness, GENERAL, "notes", "").await, [""; 0]);
    // Of the channel first, though it is older.
    let third = harness.subcommand(BOB, GAMES, "new", "abstract-chess", json!([]));
    third.await;
    let closed = suggested(&harness, GENERAL, "close", "").await;
    assert_eq!(closed, ["2", "4"]);
    // What has ended stays within reach, and other members are suggested nothing.
    let end = json!([{"name": "game", "type": 3, "value": "1"}]);
    let asked = harness.subcommand(ALICE, GENERAL, "moderate", "end", end);
    let asked = asked.await.message;
    harness.click(ALICE, &asked, "Yes, end it").await;
    assert_eq!(suggested(&harness, GENERAL, "hide", "").await, ["1"]);
    assert_eq!(suggested(&harness, GENERAL, "end", "").await, [""; 0]);
    let commands = harness.server.shared().commands();
    let moderate = commands
        .iter()
        .find(|command| command["name"] == "moderate");
    let described = moderate.unwrap().to_string();
    assert!(!described.contains("your games"), "{described}");
    // Without a name, no game of another channel is meant.
    let hide = harness.subcommand(ALICE, GENERAL, "moderate", "hide", json!([]));
    let said = hide.await.message;
    assert!(
        is_private(&said) && !content(&said).contains("hidden"),
        "{said}"
    );
    harness.end().await;
}

/// "A sealed insult is opened to all when the match ends": a moderator removes it, and nobody learns what it was.
#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_removes_opened_notes_and_leaves_a_trace_without_a_name() {
    let harness = Harness::unhurried().await;
    let (thread, _) = begun(&harness).await;
    let note = async |user: &str, text: &str, sealed: bool| {
        let options = json!([
            {"name": "text", "type": 3, "value": text}, {"name": "sealed", "type": 5, "value": sealed},
        ]);
        let noted = harness.interact(json!({
            "user": user, "channel": thread, "kind": "command", "command": "note", "options": options,
        }));
        noted.await;
    };
    note(BOB, "what an oaf", true).await;
    note(BOB, "remember the knight", false).await;
    note(CAROL, "well played", true).await;
    let remove = async || {
        let of_bob = json!([{"name": "player", "type": 6, "value": BOB}]);
        let done = harness.subcommand(ALICE, &thread, "moderate", "notes", of_bob);
        let done = done.await.message;
        assert!(is_private(&done), "{done}");
        content(&done).to_owned()
    };
    assert!(remove().await.contains("is not over"));
    let board = harness.command(BOB, &thread, "resign", &[]).await.message;
    harness.click(BOB, &board, "Yes, I give up").await;
    let read = async |user: &str| {
        let notes = harness.command(user, &thread, "note", &[]).await.message;
        content(&notes).to_owned()
    };
    assert!(read(DAVE).await.contains("what an oaf"));
    let done = remove().await;
    assert!(done.contains("are removed"), "{done}");
    let (everybody, own) = (read(DAVE).await, read(BOB).await);
    assert!(
        !everybody.contains("oaf") && everybody.contains("well played"),
        "{everybody}"
    );
    assert!(
        !own.contains("oaf") && own.contains("remember the knight"),
        "{own}"
    );
    let history = harness.command(DAVE, &thread, "history", &[]).await.message;
    let trace = content(&history).lines().find(|line| line.contains("note"));
    let trace = trace.unwrap_or_else(|| panic!("{history}"));
    assert!(trace.contains("A moderator removed a note"), "{trace}");
    assert!(!trace.contains(ALICE) && !trace.contains(BOB), "{trace}");
    let again = remove().await;
    assert!(again.contains("opened no notes"), "{again}");
    harness.end().await;
}
