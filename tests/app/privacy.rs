//! Tests of privacy: people can see what is stored about them, and an erasure leaves no trace of them while the others
//! play on.

use std::path::Path;

use crate::harness::{
    ANN, BOB, CY, DEE, TestApp, challenge, four, legal, open_seat, sent_kinds, sources, sql,
};
use rookery::app::{App, MatchRef, NewGame, NotificationKind, Phase, Preferences};
use rookery::match_state::{GameId, UserId};
use rookery::rules::Seat;
use sqlx::{AssertSqlSafe, Row};

const EVE: UserId = UserId(812_345_678_901_234_567);
const FAY: UserId = UserId(912_345_678_901_234_567);

/// Returns every column of every table that holds a person's id, as a number or within a text.
async fn traces(database: &Path, user: UserId) -> Vec<String> {
    let mut connection = sql(database).await;
    let columns = "SELECT found.name AS \"table\", field.name AS \"column\" FROM sqlite_schema AS found \
                   JOIN pragma_table_info(found.name) AS field WHERE found.type = 'table' ORDER BY 1, 2";
    let columns = sqlx::query(columns)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let mut traces = Vec::new();
    for row in columns {
        let (table, column): (String, String) = (row.get("table"), row.get("column"));
        let holds = format!(
            "SELECT count(*) FROM \"{table}\" WHERE instr(CAST(\"{column}\" AS TEXT), ?) > 0"
        );
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(holds))
            .bind(user.0.to_string())
            .fetch_one(&mut connection)
            .await
            .unwrap();
        if count > 0 {
            traces.push(format!("{table}.{column}"));
        }
    }
    traces
}

/// Lists which of these texts, or an id, the database's files have in any place, used or not.
fn traces_in_files(database: &Path, user: UserId, texts: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut file = database.as_os_str().to_owned();
        file.push(end);
        let bytes = std::fs::read(&file).unwrap_or_default();
        let has = |wanted: &[u8]| bytes.windows(wanted.len()).any(|some| some == wanted);
        let texts = texts.iter().map(|text| text.to_string());
        for text in texts.chain([user.0.to_string()]) {
            if has(text.as_bytes()) {
                found.push(format!("{end}: {text}"));
            }
        }
        if has(&user.0.to_be_bytes()) {
            found.push(format!("{end}: the id as SQLite writes numbers"));
        }
    }
    found
}

/// Erased data is in neither free pages, nor free parts of pages, nor the write-ahead log (SQLite's file format, 1.5,
/// 1.6 and 4.1), while the bot runs and after it.
#[tokio::test]
async fn the_files_hold_nothing_of_an_erased_person() {
    const NOTE: &str = "what Eve thinks";
    const ZONE: &str = "Europe/Rome";
    let mut harness = TestApp::in_a_file().await;
    let life = life(&harness).await;
    // Rows of hers between those of others, of all lengths: they are moved from page to page.
    for number in 0..120_usize {
        let user = [EVE, BOB, EVE][number % 3];
        let text = format!("{}{number}", [NOTE, "another's "][usize::from(user == BOB)])
            .repeat(1 + number % 29);
        let note = harness
            .app
            .add_note(harness.by(user), MatchRef::Game(life.two), &text, false);
        note.await.unwrap();
        if number % 7 == 0 {
            let gone = harness.app.store().notes(life.two, BOB).await.unwrap();
            let of_bob = gone.iter().find(|note| note.user == BOB);
            if let Some(note) = of_bob {
                let store = harness.app.store();
                store.forget_note(life.two, BOB, note.id).await.unwrap();
            }
        }
    }
    let before = traces_in_files(&harness.database(), EVE, &[NOTE, ZONE]);
    assert!(before.len() >= 4, "{before:?}");
    let reading = harness.app.count_kept(EVE);
    assert!(!reading.await.unwrap().is_empty());
    harness.app.erase(EVE).await.unwrap();
    let after = traces_in_files(&harness.database(), EVE, &[NOTE, ZONE]);
    assert_eq!(after, Vec::<String>::new());
    // Repeated erasures delay nobody: the file is rewritten once an hour, and at a start.
    let due = "SELECT next FROM upkeep WHERE job = 'scrub'";
    assert_eq!(harness.numbers(due).await, [1], "done");
    harness.app.erase(EVE).await.unwrap();
    assert_eq!(harness.numbers(due).await, [0], "noted");
    let text = legal(&harness.app, life.four).await.swap_remove(0);
    harness.play(BOB, life.four, &text).await;
    harness = harness.restart().await;
    let after = traces_in_files(&harness.database(), EVE, &[NOTE, ZONE]);
    assert_eq!(after, Vec::<String>::new());
}

/// The next start finishes an interrupted erasure, and removes what an earlier version left in the file.
#[tokio::test]
async fn what_was_erased_before_leaves_the_file_by_the_next_start() {
    let mut harness = TestApp::in_a_file().await;
    life(&harness).await;
    let mut connection = sql(&harness.database()).await;
    // As SQLite deletes without secure deletion.
    for statement in [
        "PRAGMA secure_delete = OFF",
        "DELETE FROM note",
        "INSERT INTO upkeep (job, next, last) VALUES ('scrub', 0, 0)",
    ] {
        sqlx::query(statement)
            .execute(&mut connection)
            .await
            .unwrap();
    }
    drop(connection);
    let left = |harness: &TestApp| traces_in_files(&harness.database(), FAY, &["what Eve thinks"]);
    assert!(left(&harness).iter().any(|trace| trace.contains("thinks")));
    harness = harness.restart().await;
    assert!(!left(&harness).iter().any(|trace| trace.contains("thinks")));
}

/// Eve's matches and data: a match with Bob, one of four, one that is over, a table of hers, one that she is invited
/// to, one that she and Fay have left, and everything else that can be stored.
struct Life {
    two: GameId,
    four: GameId,
    over: GameId,
    own: GameId,
    invited: GameId,
    left: GameId,
}

async fn life(harness: &TestApp) -> Life {
    let app = &harness.app;
    // She may not invite a user who goes on blocking her under no name.
    let keeps_away = Preferences {
        blocked: vec![CY, EVE],
        ..Preferences::default()
    };
    app.prefer(harness.by(ANN), keeps_away).await.unwrap();
    let against = |user| NewGame {
        opponents: vec![user],
        ..challenge()
    };
    let over = app.open(harness.by(ANN), against(EVE)).await.unwrap().game;
    app.join(harness.by(EVE), over, None).await.unwrap();
    harness.moves(over, [ANN, EVE], 10).await;
    app.resign(harness.by(ANN), MatchRef::Game(over))
        .await
        .unwrap();

    let four = app.open(harness.by(EVE), four(false)).await.unwrap().game;
    for (seat, user) in [(1, BOB), (2, CY), (3, DEE)] {
        let joined = app.join(harness.by(user), four, Some(Seat(seat))).await;
        joined.unwrap();
    }
    // Long enough for a checkpoint.
    for _ in 0..5 {
        for user in [EVE, BOB, CY, DEE] {
            let text = legal(app, four).await.swap_remove(0);
            harness.play(user, four, &text).await;
        }
    }

    let two = app.open(harness.by(EVE), challenge()).await.unwrap().game;
    app.join(harness.by(BOB), two, None).await.unwrap();
    harness.play(EVE, two, "Ng1-f3").await;
    let line = "Pa7-a6: Nf3-g1";
    app.plan(harness.by(EVE), MatchRef::Game(two), line)
        .await
        .unwrap();
    for sealed in [false, true] {
        let note = app.add_note(
            harness.by(EVE),
            MatchRef::Game(two),
            "what Eve thinks",
            sealed,
        );
        note.await.unwrap();
    }
    app.offer(
        harness.by(EVE),
        MatchRef::Game(two),
        rookery::app::OfferKind::Draw,
    )
    .await
    .unwrap();

    let own = app.open(harness.by(EVE), open_seat()).await.unwrap().game;
    let invited = app.open(harness.by(ANN), against(EVE)).await.unwrap().game;
    let left = app
        .open(harness.by(ANN), crate::harness::four(false))
        .await
        .unwrap()
        .game;
    for user in [EVE, FAY] {
        app.join(harness.by(user), left, None).await.unwrap();
    }
    for user in [EVE, FAY] {
        app.leave(harness.by(user), left).await.unwrap();
    }
    let chosen = Preferences {
        zone: "Europe/Rome".to_owned(),
        ..Preferences::default()
    };
    app.prefer(harness.by(EVE), chosen).await.unwrap();
    app.begin_vacation(harness.by(EVE), 2).await.unwrap();
    Life {
        two,
        four,
        over,
        own,
        invited,
        left,
    }
}

async fn phase(harness: &TestApp, game: GameId) -> Phase {
    crate::harness::match_view(harness, game).await.phase
}

#[tokio::test]
async fn nothing_of_an_erased_person_is_left_and_the_others_play_on() {
    let mut harness = TestApp::new().await;
    let life = life(&harness).await;
    let before = traces(&harness.database(), EVE).await;
    for column in [
        "checkpoint.standing",
        "event.user",
        "guest.user",
        "lesson.user",
        "note.user",
        "offer.user",
        "outbox.why",
        "plan.user",
        "rating.user",
        "seat.user",
        "setting.owner",
        "setting.value",
        "vacation.user",
    ] {
        let there = before.iter().any(|trace| trace == column);
        // Not every game of four has rules to show.
        assert!(there || column == "lesson.user", "{column}: {before:#?}");
    }
    let counted = harness.app.count_kept(EVE).await.unwrap();
    let exported: serde_json::Value =
        serde_json::from_str(&harness.app.export_kept(EVE).await.unwrap()).unwrap();
    for kept in &counted {
        let rows = exported["tables"][&kept.table].as_array().unwrap();
        assert_eq!(rows.len(), kept.count as usize, "{}", kept.table);
    }
    assert_eq!(exported["tables"]["note"][0]["text"], "what Eve thinks");
    assert!(!exported.to_string().contains(&FAY.0.to_string()));
    sent_kinds(&harness).await;

    // Fay too, in one of whose matches Eve has sat at the same table.
    harness.app.erase(EVE).await.unwrap();
    harness.app.erase(FAY).await.unwrap();

    let kept = harness.app.preferences(ANN).await.unwrap().blocked;
    assert_eq!(kept, [CY]);
    for user in [EVE, FAY] {
        let after = traces(&harness.database(), user).await;
        assert_eq!(after, Vec::<String>::new());
    }
    assert_eq!(harness.app.count_kept(EVE).await.unwrap(), []);
    // Nobody waits without end, and those concerned are notified; Eve is not.
    let notices = sent_kinds(&harness).await;
    assert!(
        notices.contains(&(Some(BOB), NotificationKind::Ended))
            || notices.iter().any(|(to, why)| {
                to.is_none()
                    && matches!(why, NotificationKind::Board { mention, .. } if mention.contains(&BOB))
            }),
        "{notices:?}"
    );
    for (to, _) in &notices {
        assert!(
            !to.is_some_and(|to| to == EVE || to.is_erased()),
            "{notices:?}"
        );
    }
    for _ in 0..2 {
        assert!(matches!(
            phase(&harness, life.two).await,
            Phase::Over { .. }
        ));
        assert!(matches!(
            phase(&harness, life.own).await,
            Phase::Over { .. }
        ));
        // A declined invitation that was the only one closes its table.
        assert!(matches!(
            phase(&harness, life.invited).await,
            Phase::Over { .. }
        ));
        assert!(matches!(
            phase(&harness, life.left).await,
            Phase::Open { .. }
        ));
        let match_view = crate::harness::match_view(&harness, life.four).await;
        assert!(matches!(match_view.phase, Phase::Playing));
        assert!(match_view.seats[0].1.is_some_and(UserId::is_erased));
        assert!(match_view.mention.iter().all(|user| !user.is_erased()));
        // All of it can still be read from the events alone.
        harness = harness.restart().await;
    }
    // Bob moves: it is his turn since Eve has left.
    let text = legal(&harness.app, life.four).await.swap_remove(0);
    harness.play(BOB, life.four, &text).await;
    // The record names nobody, nor do the others' exports.
    for game in [life.over, life.two, life.four, life.left] {
        let history = harness
            .app
            .history(harness.by(ANN), MatchRef::Game(game))
            .await;
        let file = history.unwrap().file;
        assert!(!file.contains(&EVE.0.to_string()), "{file}");
        assert!(!file.contains(&u64::MAX.to_string()), "{file}");
    }
    for user in [ANN, BOB] {
        let theirs = harness.app.export_kept(user).await.unwrap();
        assert!(!theirs.contains(&EVE.0.to_string()), "{theirs}");
    }
    let notes = harness
        .app
        .notes(harness.by(BOB), MatchRef::Game(life.two))
        .await;
    assert_eq!(notes.unwrap(), [], "sealed comments are gone too");
    // A game with an erased player has no rematch.
    let rematch = harness.app.offer(
        harness.by(BOB),
        MatchRef::Game(life.two),
        rookery::app::OfferKind::Rematch,
    );
    let refused = rematch.await.unwrap_err().to_string();
    assert!(refused.contains("left for good"), "{refused}");
}

#[tokio::test]
async fn what_was_interrupted_is_finished_by_erasing_again() {
    let harness = TestApp::new().await;
    let life = life(&harness).await;
    let mut connection = sql(&harness.database()).await;
    let fault = format!(
        "CREATE TRIGGER fault BEFORE INSERT ON event WHEN NEW.kind = 'erased' AND NEW.game = {} \
         BEGIN SELECT RAISE(ABORT, 'killed'); END",
        life.two.0
    );
    sqlx::query(AssertSqlSafe(fault))
        .execute(&mut connection)
        .await
        .unwrap();
    assert!(harness.app.erase(EVE).await.is_err());
    // The match in which it failed is unchanged: she has not even resigned.
    assert!(matches!(phase(&harness, life.two).await, Phase::Playing));
    assert!(
        traces(&harness.database(), EVE)
            .await
            .contains(&"seat.user".to_owned())
    );
    sqlx::query("DROP TRIGGER fault")
        .execute(&mut connection)
        .await
        .unwrap();
    let harness = harness.restart().await;
    harness.app.erase(EVE).await.unwrap();
    assert!(matches!(
        phase(&harness, life.two).await,
        Phase::Over { .. }
    ));
    harness.app.erase(EVE).await.unwrap();
    assert_eq!(traces(&harness.database(), EVE).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_bot_that_runs_brings_nobody_back_who_was_erased_beside_it() {
    let harness = TestApp::new().await;
    let life = life(&harness).await;
    // The bot has the current match in its cache.
    crate::harness::match_view(&harness, life.four).await;
    let other = App::beside(&harness.database(), sources(&harness.now))
        .await
        .unwrap();
    other.erase(EVE).await.unwrap();
    other.stop().await;
    let match_view = crate::harness::match_view(&harness, life.four).await;
    assert!(match_view.seats[0].1.is_some_and(UserId::is_erased));
    for user in [BOB, CY, DEE, BOB, CY, DEE] {
        let text = legal(&harness.app, life.four).await.swap_remove(0);
        harness.play(user, life.four, &text).await;
    }
    assert_eq!(traces(&harness.database(), EVE).await, Vec::<String>::new());
    let nothing = harness.folder.path().join("nothing.db");
    assert!(App::beside(&nothing, sources(&harness.now)).await.is_err());
    assert!(!nothing.exists());
}
