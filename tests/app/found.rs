//! Finding an opponent: open tables and who sees them, several games at once, results and the weekly digest.

use std::sync::Mutex;

use rookery::app::{
    BulletinKind, Delivery, MatchRef, MatchView, Notice, NotificationKind, Phase, Place, Request,
    Sought,
};
use rookery::match_state::{Audience, ChannelId, DAY, GameId, GuildId, UserId};

use crate::harness::{
    ANN, BOB, CY, DEE, HOUR, TestApp, all_sent, challenge, four, legal, open_seat, pass,
};

const HERE: GuildId = GuildId(500);
const AWAY: GuildId = GuildId(501);
const NEWS: ChannelId = ChannelId(700);

/// Somebody in another server.
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

/// Somebody opens a table, and everyone in the server may read where.
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
    let page = harness.app.tables(request, 0).await.unwrap();
    page.tables.iter().map(|table| table.game).collect()
}

fn waits(sought: Sought) -> MatchView {
    match sought {
        Sought::Waits(match_view) => *match_view,
        Sought::Paired(match_view) => panic!("paired: {match_view:?}"),
    }
}

fn paired(sought: Sought) -> MatchView {
    match sought {
        Sought::Paired(match_view) => *match_view,
        Sought::Waits(match_view) => panic!("waits: {match_view:?}"),
    }
}

async fn seek(harness: &TestApp, request: Request, keys: &[&str]) -> Sought {
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
    // One that is meant for somebody has no seat for anybody else.
    let invited = app.open(harness.by(ANN), challenge()).await.unwrap();
    public(&harness, invited.game).await;
    let wide = app.open(harness.by(CY), four(false)).await.unwrap();
    public(&harness, wide.game).await;

    let page = app.tables(harness.by(BOB), 0).await.unwrap();
    let seen: Vec<_> = page.tables.iter().map(|one| (one.game, one.free)).collect();
    assert_eq!(seen, [(wide.game, 3), (open, 1)]);
    assert!(!page.more);
    let first = &page.tables[1];
    assert_eq!(
        (first.opener, first.mine, first.far),
        (Some(ANN), false, false)
    );
    assert!(first.terms.is_some() && first.until.is_some());
    assert!(app.tables(harness.by(ANN), 0).await.unwrap().tables[1].mine);
    let inside = listed(&harness, harness.at(BOB, 950)).await;
    assert_eq!(inside, [wide.game, secret.game, open]);
    // A table that fills, and one that closes, are found no more.
    app.join(harness.by(BOB), open, None).await.unwrap();
    app.close(harness.by(CY), wide.game).await.unwrap();
    assert_eq!(listed(&harness, harness.by(BOB)).await, []);
    // An invitation that is declined leaves the seat to anyone; here it closes the table.
    app.leave(harness.by(BOB), invited.game).await.unwrap();
}

#[tokio::test]
async fn the_list_is_paged() {
    let harness = TestApp::new().await;
    let mut games = Vec::new();
    for _ in 0..7 {
        games.insert(0, table(&harness, ANN).await);
    }
    let first = harness.app.tables(harness.by(BOB), 0).await.unwrap();
    let second = harness.app.tables(harness.by(BOB), 1).await.unwrap();
    assert!(first.more && !second.more);
    let shown = first.tables.iter().chain(&second.tables);
    let shown: Vec<GameId> = shown.map(|table| table.game).collect();
    assert_eq!(shown, games);
    let beyond = harness.app.tables(harness.by(BOB), u32::MAX).await.unwrap();
    assert!(beyond.tables.is_empty() && !beyond.more);
}

/// Off unless set; both servers must want it.
#[tokio::test]
async fn tables_are_found_from_another_server_only_where_both_allow_it() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let before = table(&harness, ANN).await;
    assert_eq!(listed(&harness, away(&harness, BOB)).await, []);
    let refused = app.join(away(&harness, BOB), before, None).await;
    assert!(refused.unwrap_err().to_string().contains("no game"));

    app.share(AWAY, true).await.unwrap();
    assert_eq!(listed(&harness, away(&harness, BOB)).await, []);
    app.share(HERE, true).await.unwrap();
    let after = table(&harness, ANN).await;
    assert_eq!(listed(&harness, away(&harness, BOB)).await, [after, before]);
    app.share(AWAY, false).await.unwrap();
    assert_eq!(listed(&harness, away(&harness, BOB)).await, []);
    // Where there is no server to ask, the one of the table decides.
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
        ..direct
    };
    assert_eq!(listed(&harness, direct).await, [after, before]);

    // Who has come from elsewhere is told of each turn by direct message, never where they cannot read.
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
    app.share(HERE, false).await.unwrap();
    assert_eq!(listed(&harness, direct).await, []);
    // The match that has begun goes on for both.
    let elsewhere = Request {
        interaction: 999_002,
        ..away(&harness, BOB)
    };
    app.play(elsewhere, MatchRef::Game(before), "Ng8-f6")
        .await
        .unwrap();

    // An erasure leaves no trace of who came from where.
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

    // Not with oneself, and not with somebody who wants something else.
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

    // What was paired is as safe as any match.
    let harness = harness.restart().await;
    let row = harness.app.store().row(begun.game).await.unwrap();
    assert_eq!((row.key.as_str(), row.choices), ("towers", None));
    let again = crate::harness::match_view(&harness, begun.game).await;
    assert_eq!((again.key, again.moves), ("towers", 1));
    let waiting = crate::harness::match_view(&harness, other.game).await;
    assert_eq!(waiting.choices, ["fourfold"]);
}

/// An open table without any wish of its opener's is as good as somebody who seeks that game.
#[tokio::test]
async fn whoever_seeks_joins_an_open_table_of_a_game_they_would_play() {
    let harness = TestApp::new().await;
    let open = table(&harness, ANN).await;
    let begun = paired(seek(&harness, harness.by(BOB), &["towers", "abstract"]).await);
    assert_eq!((begun.game, begun.key), (open, "abstract"));
}

#[tokio::test]
async fn whoever_joins_a_table_of_several_games_chooses_or_leaves_it_to_chance() {
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
    // The chance of the tests is the last.
    let drawn = app.join(harness.by(BOB), table.game, None).await.unwrap();
    assert_eq!(drawn.key, "towers");
    let refused = app
        .seek(harness.by(BOB), &["seasons".to_owned(), "chess".to_owned()])
        .await;
    assert!(refused.unwrap_err().to_string().contains("at least one"));
}

/// Of many who seek at the same moment no two wait for each other.
#[tokio::test(flavor = "multi_thread")]
async fn seekers_of_the_same_moment_find_each_other() {
    let harness = TestApp::new().await;
    let requests: Vec<Request> = (0..10).map(|n| harness.by(UserId(300 + n))).collect();
    let mut seeking = Vec::new();
    for request in requests {
        let app = harness.app.clone();
        seeking.push(tokio::spawn(async move {
            let sought = app.seek(request, &["abstract".to_owned()]).await.unwrap();
            matches!(sought, Sought::Paired(_))
        }));
    }
    let mut paired = 0;
    for one in seeking {
        paired += u32::from(one.await.unwrap());
    }
    let open = harness.app.store().census().await.unwrap()[0].1;
    assert_eq!((paired, open), (5, 0));
}

/// Ann and Bob play a game that everyone may see, and Ann gives up.
async fn ended(harness: &TestApp, winner: UserId, loser: UserId) -> GameId {
    let new = rookery::app::NewGame {
        opponents: vec![winner],
        ..challenge()
    };
    let opened = harness.app.open(harness.by(loser), new).await.unwrap();
    let game = opened.game;
    public(harness, game).await;
    harness
        .app
        .join(harness.by(winner), game, None)
        .await
        .unwrap();
    harness.play(loser, game, "Ng1-f3").await;
    harness.play(winner, game, "Ng8-f6").await;
    let resigned = harness.app.resign(harness.by(loser), MatchRef::Game(game));
    resigned.await.unwrap();
    harness.answer().await;
    game
}

fn bulletins(sent: Vec<Notice>) -> Vec<Notice> {
    let is_one = |notice: &Notice| {
        matches!(
            notice.items[0].why,
            NotificationKind::Result { .. } | NotificationKind::Weekly { .. }
        )
    };
    sent.into_iter().filter(is_one).collect()
}

#[tokio::test]
async fn results_go_to_the_channel_that_asks_for_them_and_hidden_games_do_not() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let results = BulletinKind::Results;
    ended(&harness, BOB, ANN).await;
    assert!(
        bulletins(all_sent(&harness).await).is_empty(),
        "nobody has asked"
    );
    app.set_bulletin(HERE, results, Some(NEWS)).await.unwrap();
    let game = ended(&harness, BOB, ANN).await;
    let sent = bulletins(all_sent(&harness).await);
    let [notice] = &sent[..] else {
        panic!("{sent:#?}");
    };
    assert_eq!((notice.channel, notice.to), (Some(NEWS), None));
    assert_eq!(notice.items[0].game, game);
    // One of a private channel, and one that a moderator has hidden before it was told.
    let secret = app
        .open(harness.at(ANN, 950), challenge())
        .await
        .unwrap()
        .game;
    let channel = Audience::Channel;
    app.store().note_audience(secret, channel).await.unwrap();
    app.join(harness.at(BOB, 950), secret, None).await.unwrap();
    harness.play(ANN, secret, "Ng1-f3").await;
    app.resign(harness.by(BOB), MatchRef::Game(secret))
        .await
        .unwrap();
    assert!(bulletins(all_sent(&harness).await).is_empty());
    app.set_bulletin(HERE, results, None).await.unwrap();
    ended(&harness, BOB, ANN).await;
    assert!(bulletins(all_sent(&harness).await).is_empty(), "turned off");
}

#[tokio::test]
async fn a_channel_that_is_gone_is_turned_off_and_one_that_fails_is_not() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let results = BulletinKind::Results;
    app.set_bulletin(HERE, results, Some(NEWS)).await.unwrap();
    ended(&harness, BOB, ANN).await;
    let tries = Mutex::new(0);
    let failing = |notice: Notice| {
        let bulletin = notice.channel == Some(NEWS);
        *tries.lock().unwrap() += u32::from(bulletin);
        let done = if bulletin {
            Delivery::Failed
        } else {
            Delivery::Done
        };
        async move { done }
    };
    app.deliver(failing).await.unwrap();
    assert_eq!(*tries.lock().unwrap(), 1);
    assert_eq!(app.bulletin(HERE, results).await.unwrap(), Some(NEWS));
    pass(&harness, HOUR).await;
    let gone = |notice: Notice| {
        let bulletin = notice.channel == Some(NEWS);
        let done = if bulletin {
            Delivery::Gone
        } else {
            Delivery::Done
        };
        async move { done }
    };
    app.deliver(gone).await.unwrap();
    assert_eq!(app.bulletin(HERE, results).await.unwrap(), None);
    assert_eq!(app.waiting().await.unwrap().lost_channels, 1);
}

/// Once a week, never twice, and not at all where nothing has happened; after a long absence one and not several.
#[tokio::test]
async fn a_digest_tells_of_the_week_once() {
    let mut harness = TestApp::new().await;
    let digest = BulletinKind::Digest;
    harness
        .app
        .set_bulletin(HERE, digest, Some(NEWS))
        .await
        .unwrap();
    pass(&harness, 8 * DAY).await;
    harness.app.run_due_timers().await.unwrap();
    assert!(
        bulletins(all_sent(&harness).await).is_empty(),
        "a quiet week"
    );

    let game = ended(&harness, BOB, ANN).await;
    table(&harness, CY).await;
    let mut digests = Vec::new();
    for _ in 0..8 {
        harness.app.run_due_timers().await.unwrap();
        // Killed after it was written and before it was sent, it is sent all the same.
        harness = harness.restart().await;
        harness.app.run_due_timers().await.unwrap();
        digests.extend(bulletins(all_sent(&harness).await));
        if !digests.is_empty() {
            break;
        }
        pass(&harness, DAY).await;
    }
    let [notice] = &digests[..] else {
        panic!("{digests:#?}");
    };
    assert_eq!(notice.channel, Some(NEWS));
    let text = &notice.items[0].text;
    for part in [
        "One game ended.",
        "Longest game: <@101> and <@102> at Abstract Chess",
        &format!("`/gif game:{}`", game.0),
        "New here: <@101> and <@102>. Welcome!",
        "One table waits for an opponent: `/tables`",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The same week is over; a month later there is one for the month's last week at most.
    harness.app.run_due_timers().await.unwrap();
    assert!(bulletins(all_sent(&harness).await).is_empty());
    ended(&harness, DEE, CY).await;
    pass(&harness, 3 * DAY).await;
    pass(&harness, 20 * DAY).await;
    harness.app.run_due_timers().await.unwrap();
    harness.app.run_due_timers().await.unwrap();
    assert!(bulletins(all_sent(&harness).await).len() <= 1);
}

/// A place where the bot can only answer: nothing is sent there by itself, and turns are told by direct message.
#[tokio::test]
async fn nothing_is_posted_where_the_bot_can_only_answer() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let there = |user| Request {
        place: Place {
            guild: None,
            channel: ChannelId(990),
            outside: true,
        },
        ..harness.by(user)
    };
    let opened = app.open(there(ANN), open_seat()).await.unwrap();
    app.set_home(opened.game, ChannelId(990)).await.unwrap();
    assert!(opened.outside);
    assert_eq!(listed(&harness, there(BOB)).await, [opened.game]);
    app.join(there(BOB), opened.game, None).await.unwrap();
    harness.answer().await;
    all_sent(&harness).await;
    let moved = app
        .play(there(ANN), MatchRef::Here, "Ng1-f3")
        .await
        .unwrap();
    assert_eq!(moved.mention, [BOB], "the answer mentions him there");
    harness.answer().await;
    for notice in all_sent(&harness).await {
        assert_eq!(
            (notice.to, notice.channel),
            (Some(BOB), None),
            "{notice:#?}"
        );
    }
    // From elsewhere nothing is shown there; whoever is killed before the answer leaves nobody in the dark.
    app.play(harness.by(BOB), MatchRef::Game(opened.game), "Ng8-f6")
        .await
        .unwrap();
    let sent = all_sent(&harness).await;
    assert_eq!(sent.len(), 1);
    assert_eq!((sent[0].to, sent[0].channel), (Some(ANN), None));
    app.play(there(ANN), MatchRef::Here, "Nb1-c3")
        .await
        .unwrap();
    harness
        .now
        .fetch_add(60, std::sync::atomic::Ordering::SeqCst);
    let harness = harness.restart().await;
    let sent = all_sent(&harness).await;
    assert!(sent.iter().any(|notice| notice.to == Some(BOB)));
    assert!(
        sent.iter().all(|notice| notice.channel.is_none()),
        "{sent:#?}"
    );
    // Who takes no direct messages has been mentioned there: their clock runs.
    let which = MatchRef::Game(opened.game);
    let blocked = |_: Notice| async { Delivery::Blocked };
    let there = Request {
        place: Place {
            guild: None,
            channel: ChannelId(990),
            outside: true,
        },
        ..harness.by(BOB)
    };
    harness.app.play(there, which, "Nb8-c6").await.unwrap();
    harness.answer().await;
    harness.app.deliver(blocked).await.unwrap();
    // What would have been sent without the answer is taken away when it would be due.
    harness
        .now
        .fetch_add(60, std::sync::atomic::Ordering::SeqCst);
    harness.app.deliver(blocked).await.unwrap();
    assert_eq!(harness.app.waiting().await.unwrap().notices, 0);
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    pass(&harness, 2 * DAY).await;
    let sent = all_sent(&harness).await;
    assert!(
        sent.iter().all(|notice| notice.channel.is_none()),
        "{sent:#?}"
    );
}
