//! Tests of finding an opponent: open tables and who sees them, several games at once, results and the weekly digest.

use rookery::app::{
    Entries, MatchRef, MatchView, NotificationKind, Phase, Place, Request, SeekOutcome, Sent,
};
use rookery::match_state::{Audience, ChannelId, GameId, GuildId, UserId};

use crate::harness::{ANN, BOB, CY, TestApp, all_sent, challenge, four, legal, open_seat};

mod bulletins;
mod offered;

const HERE: GuildId = GuildId(500);
const AWAY: GuildId = GuildId(501);
const NEWS: ChannelId = ChannelId(700);

/// Returns a request from another server.
fn away(harness: &TestApp, user: UserId) -> Request {
    Request {
        place: Place {
            guild: Some(AWAY),
            channel: ChannelId(901),
            outside: false,
        },
        ..harness.by(user)
    }
}

/// Lets a user open a table whose channel everyone in the server may read.
async fn table(harness: &TestApp, user: UserId) -> GameId {
    let opened = harness.app.open(harness.by(user), open_seat()).await;
    let game = opened.unwrap().game;
    public(harness, game).await;
    game
}

async fn public(harness: &TestApp, game: GameId) {
    let store = harness.app.store();
    store.note_audience(game, Audience::Server).await.unwrap();
}

async fn listed(harness: &TestApp, request: Request) -> Vec<GameId> {
    let page = harness
        .app
        .tables(request, Entries::SeatsAndTables, 0)
        .await
        .unwrap();
    page.tables.iter().map(|table| table.game).collect()
}

fn waits(sought: SeekOutcome) -> MatchView {
    match sought {
        SeekOutcome::Waits(match_view) => *match_view,
        SeekOutcome::Paired(match_view) => panic!("paired: {match_view:?}"),
    }
}

fn paired(sought: SeekOutcome) -> MatchView {
    match sought {
        SeekOutcome::Paired(match_view) => *match_view,
        SeekOutcome::Waits(match_view) => panic!("waits: {match_view:?}"),
    }
}

async fn seek(harness: &TestApp, request: Request, keys: &[&str]) -> SeekOutcome {
    let keys: Vec<String> = keys.iter().map(|key| (*key).to_owned()).collect();
    harness.app.seek(request, &keys).await.unwrap()
}

#[tokio::test]
async fn open_seats_are_listed_where_everyone_may_read_and_nowhere_else() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let open = table(&harness, ANN).await;
    // Only those in a private channel see its tables, wherever else they ask.
    let secret = app.open(harness.at(ANN, 950), open_seat()).await.unwrap();
    app.set_home(secret.game, ChannelId(950)).await.unwrap();
    let store = app.store();
    let channel = Audience::Channel;
    store.note_audience(secret.game, channel).await.unwrap();
    // A table for an invited player has no seat for anybody else.
    let invited = app.open(harness.by(ANN), challenge()).await.unwrap();
    public(&harness, invited.game).await;
    let wide = app.open(harness.by(CY), four(false)).await.unwrap();
    public(&harness, wide.game).await;

    let page = app
        .tables(harness.by(BOB), Entries::SeatsAndTables, 0)
        .await
        .unwrap();
    let seen: Vec<_> = page.tables.iter().map(|one| (one.game, one.free)).collect();
    assert_eq!(seen, [(wide.game, 3), (open, 1)]);
    assert!(!page.more);
    let first = &page.tables[1];
    assert_eq!(
        (first.opener, first.mine, first.far),
        (Some(ANN), false, false)
    );
    assert!(first.terms.is_some() && first.until.is_some());
    assert!(
        app.tables(harness.by(ANN), Entries::SeatsAndTables, 0)
            .await
            .unwrap()
            .tables[1]
            .mine
    );
    let inside = listed(&harness, harness.at(BOB, 950)).await;
    assert_eq!(inside, [wide.game, secret.game, open]);
    // A table that fills, or closes, is found no more.
    app.join(harness.by(BOB), open, None).await.unwrap();
    app.close(harness.by(CY), wide.game).await.unwrap();
    assert_eq!(listed(&harness, harness.by(BOB)).await, []);
    // A declined invitation leaves the seat to anyone; here it closes the table.
    app.leave(harness.by(BOB), invited.game).await.unwrap();
}

#[tokio::test]
async fn the_list_is_paged() {
    let harness = TestApp::new().await;
    let mut games = Vec::new();
    for _ in 0..7 {
        games.insert(0, table(&harness, ANN).await);
    }
    let first = harness
        .app
        .tables(harness.by(BOB), Entries::SeatsAndTables, 0)
        .await
        .unwrap();
    let second = harness
        .app
        .tables(harness.by(BOB), Entries::SeatsAndTables, 1)
        .await
        .unwrap();
    assert!(first.more && !second.more);
    let shown = first.tables.iter().chain(&second.tables);
    let shown: Vec<GameId> = shown.map(|table| table.game).collect();
    assert_eq!(shown, games);
    let beyond = harness
        .app
        .tables(harness.by(BOB), Entries::SeatsAndTables, u32::MAX)
        .await
        .unwrap();
    assert!(beyond.tables.is_empty() && !beyond.more);
}

/// Tables are found from another server only if both servers allow it; they do not by default.
#[tokio::test]
async fn tables_are_found_from_another_server_only_where_both_allow_it() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let before = table(&harness, ANN).await;
    assert_eq!(listed(&harness, away(&harness, BOB)).await, []);
    let refused = app.join(away(&harness, BOB), before, None).await;
    assert!(refused.unwrap_err().to_string().contains("no game"));

    app.set_tables_shared(AWAY, true).await.unwrap();
    assert_eq!(listed(&harness, away(&harness, BOB)).await, []);
    app.set_tables_shared(HERE, true).await.unwrap();
    let after = table(&harness, ANN).await;
    assert_eq!(listed(&harness, away(&harness, BOB)).await, [after, before]);
    app.set_tables_shared(AWAY, false).await.unwrap();
    assert_eq!(listed(&harness, away(&harness, BOB)).await, []);
    // Without a server in the request, the table's server decides.
    let direct = Request {
        place: Place {
            guild: None,
            channel: ChannelId(77),
            outside: false,
        },
        ..harness.by(BOB)
    };
    assert_eq!(listed(&harness, direct).await, [after, before]);
    // A table that not everyone may see is not shared.
    let secret = app.open(harness.at(ANN, 950), open_seat()).await.unwrap();
    let store = app.store();
    store
        .note_audience(secret.game, Audience::Channel)
        .await
        .unwrap();
    let direct = Request {
        interaction: 999_001,
        sent: Sent::now(),
        ..direct
    };
    assert_eq!(listed(&harness, direct).await, [after, before]);

    // A player from another server is notified of each turn by direct message, never in a channel they cannot read.
    let begun = app.join(direct, before, None).await.unwrap();
    assert_eq!(begun.phase, Phase::Playing);
    app.answered(direct.interaction, true).await;
    all_sent(&harness).await;
    harness.play(ANN, before, "Ng1-f3").await;
    let sent = all_sent(&harness).await;
    let [notice] = &sent[..] else {
        panic!("{sent:#?}");
    };
    assert_eq!((notice.to, notice.channel), (Some(BOB), None));
    assert_eq!(notice.items[0].why, NotificationKind::Turn);
    app.set_tables_shared(HERE, false).await.unwrap();
    assert_eq!(listed(&harness, direct).await, []);
    // The match that has begun continues for both.
    let elsewhere = Request {
        interaction: 999_002,
        sent: Sent::now(),
        ..away(&harness, BOB)
    };
    app.play(elsewhere, MatchRef::Game(before), "Ng8-f6")
        .await
        .unwrap();

    // An erasure leaves no trace of who came from which server.
    app.erase(BOB).await.unwrap();
    assert_eq!(store.remote_players(before).await.unwrap(), []);
    assert_eq!(app.count_kept(BOB).await.unwrap(), []);
}

#[tokio::test]
async fn two_who_seek_an_opponent_for_a_game_they_share_are_paired_at_once() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let table = waits(seek(&harness, harness.by(ANN), &["abstract", "towers"]).await);
    public(&harness, table.game).await;
    assert_eq!(table.title, "Any of these: Abstract Chess, Four Towers");
    assert_eq!(table.choices, ["abstract", "towers"]);
    let games = app.games(harness.by(ANN)).await.unwrap();
    assert_eq!(games[0].title, table.title);

    // A player is not paired with themselves, nor with somebody who wants another game.
    let own = waits(seek(&harness, harness.by(ANN), &["towers"]).await);
    app.close(harness.by(ANN), own.game).await.unwrap();
    let other = waits(seek(&harness, harness.by(CY), &["fourfold"]).await);
    public(&harness, other.game).await;

    let begun = paired(seek(&harness, harness.by(BOB), &["tower", "towers"]).await);
    assert_eq!((begun.game, begun.key), (table.game, "towers"));
    assert_eq!(
        (&begun.phase, begun.title.as_str()),
        (&Phase::Playing, "Four Towers")
    );
    assert!(begun.choices.is_empty());
    let mover = begun.next[0].1;
    let moves = legal(app, begun.game).await;
    harness.play(mover, begun.game, &moves[0]).await;

    // A paired match survives a restart like any other.
    let harness = harness.restart().await;
    let row = harness.app.store().row(begun.game).await.unwrap();
    assert_eq!((row.key.as_str(), row.choices), ("towers", None));
    let again = crate::harness::match_view(&harness, begun.game).await;
    assert_eq!((again.key, again.moves), ("towers", 1));
    let waiting = crate::harness::match_view(&harness, other.game).await;
    assert_eq!(waiting.choices, ["fourfold"]);
}

/// An open table without further conditions is as good as a player who seeks that game.
#[tokio::test]
async fn one_who_seeks_joins_an_open_table_of_a_game_they_would_play() {
    let harness = TestApp::new().await;
    let open = table(&harness, ANN).await;
    let begun = paired(seek(&harness, harness.by(BOB), &["towers", "abstract"]).await);
    assert_eq!((begun.game, begun.key), (open, "abstract"));
}

#[tokio::test]
async fn one_who_joins_a_table_of_several_games_chooses_or_leaves_it_to_chance() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let table = waits(seek(&harness, harness.by(ANN), &["abstract", "tower", "towers"]).await);
    let refused = app
        .join_as(harness.by(BOB), table.game, Some("fourfold"))
        .await;
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("This table is for")
    );
    let chosen = app
        .join_as(harness.by(BOB), table.game, Some("tower"))
        .await;
    assert_eq!(chosen.unwrap().key, "tower");
    let late = app
        .join_as(harness.by(CY), table.game, Some("towers"))
        .await;
    assert!(late.is_err());
    let table = waits(seek(&harness, harness.by(ANN), &["abstract", "towers"]).await);
    // The chance of the tests is the last value.
    let drawn = app.join(harness.by(BOB), table.game, None).await.unwrap();
    assert_eq!(drawn.key, "towers");
    let refused = app
        .seek(harness.by(BOB), &["seasons".to_owned(), "chess".to_owned()])
        .await;
    assert!(refused.unwrap_err().to_string().contains("at least one"));
}

/// Players who seek at the same moment never wait for each other.
#[tokio::test(flavor = "multi_thread")]
async fn seekers_of_the_same_moment_find_each_other() {
    let harness = TestApp::new().await;
    let requests: Vec<Request> = (0..10).map(|n| harness.by(UserId(300 + n))).collect();
    let mut seeking = Vec::new();
    for request in requests {
        let app = harness.app.clone();
        seeking.push(tokio::spawn(async move {
            let sought = app.seek(request, &["abstract".to_owned()]).await.unwrap();
            matches!(sought, SeekOutcome::Paired(_))
        }));
    }
    let mut paired = 0;
    for one in seeking {
        paired += u32::from(one.await.unwrap());
    }
    let open = harness.app.store().census().await.unwrap()[0].1;
    assert_eq!((paired, open), (5, 0));
}
