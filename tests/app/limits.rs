//! Tests of limits on one person's games and requests, and of invitations.

use rookery::app::{AppError, Limits, MatchRef, MatchView, NewGame, OfferKind, Preferences};
use rookery::match_state::{Audience, GameId, UserId};

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, open_seat, pass};

/// Starts a bot with these limits.
async fn harness(limits: Limits) -> TestApp {
    let mut harness = TestApp::new().await;
    harness.app = harness.app.clone().with_limits(limits);
    harness
}

fn invites(user: UserId) -> NewGame {
    NewGame {
        opponents: vec![user],
        ..challenge()
    }
}

/// Returns the reason of a refusal.
fn refused(done: Result<MatchView, AppError>) -> String {
    match done {
        Err(AppError::Plain(sentence)) => sentence,
        other => panic!("not refused: {other:?}"),
    }
}

async fn exists(harness: &TestApp, game: i64) -> bool {
    harness.app.store().row(GameId(game)).await.is_ok()
}

/// The limit of tables also holds for simultaneous requests: the last place is given once.
#[tokio::test]
async fn a_sixth_table_is_refused_however_quickly_it_is_asked_for() {
    let harness = harness(Limits::default()).await;
    let asked = (0..20).map(|_| harness.app.open(harness.by(ANN), open_seat()));
    let opened = futures_util::future::join_all(asked).await;
    assert_eq!(opened.iter().filter(|done| done.is_ok()).count(), 5);
    for done in opened.into_iter().filter(|done| done.is_err()) {
        assert!(refused(done).contains("5 open tables"));
    }
    assert!(!exists(&harness, 6).await);
    // Others can, and Ann can once another player has joined one of hers or she has closed it.
    harness
        .app
        .open(harness.by(BOB), open_seat())
        .await
        .unwrap();
    harness
        .app
        .join(harness.by(BOB), GameId(1), None)
        .await
        .unwrap();
    harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
    harness.app.close(harness.by(ANN), GameId(2)).await.unwrap();
    harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
    let sixth = harness.app.open(harness.by(ANN), open_seat()).await;
    assert!(refused(sixth).contains("5 open tables"));
}

/// The opener of a table is the one in its record, also if its options come first in it.
#[tokio::test]
async fn tables_of_teams_count_as_their_openers() {
    let harness = harness(Limits::default()).await;
    let (game, key, value) = crate::teams::twist();
    let open = || {
        let new = NewGame {
            game: game.to_owned(),
            options: [(key, value)].into_iter().collect(),
            opponents: vec![BOB],
            ..open_seat()
        };
        harness.app.open(harness.by(ANN), new)
    };
    for _ in 0..3 {
        open().await.unwrap();
    }
    assert!(refused(open().await).contains("has not answered 3"));
    for _ in 0..2 {
        let new = NewGame {
            game: game.to_owned(),
            options: [(key, value)].into_iter().collect(),
            ..open_seat()
        };
        harness.app.open(harness.by(ANN), new).await.unwrap();
    }
    let sixth = harness.app.open(harness.by(ANN), open_seat()).await;
    assert!(refused(sixth).contains("5 open tables"));
}

/// Each invitation counts towards the limit, whatever happens to its table.
#[tokio::test]
async fn nobody_is_invited_again_and_again() {
    let mut harness = harness(Limits::default()).await;
    for _ in 0..10 {
        let opened = harness
            .app
            .open(harness.by(ANN), invites(BOB))
            .await
            .unwrap();
        harness
            .app
            .close(harness.by(ANN), opened.game)
            .await
            .unwrap();
    }
    let more = harness.app.open(harness.by(ANN), invites(BOB)).await;
    assert!(refused(more).contains("10 times"));
    assert!(!exists(&harness, 11).await);
    harness
        .app
        .open(harness.by(ANN), invites(CY))
        .await
        .unwrap();
    harness
        .app
        .open(harness.by(CY), invites(BOB))
        .await
        .unwrap();
    // A day later there is room again, and no count of the day before is stored.
    harness = day_later(harness).await;
    harness
        .app
        .open(harness.by(ANN), invites(BOB))
        .await
        .unwrap();
    let mut database = crate::harness::sql(&harness.database()).await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM usage WHERE what = 'invite'")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(kept, 1);
}

async fn day_later(harness: TestApp) -> TestApp {
    pass(&harness, 24 * 3600).await;
    harness
}

#[tokio::test]
async fn invitations_without_an_answer_are_bounded_for_those_who_get_them() {
    let harness = harness(Limits::default()).await;
    for user in 1000..1020 {
        let opened = harness
            .app
            .open(harness.by(UserId(user)), invites(BOB))
            .await;
        opened.unwrap();
    }
    let more = harness.app.open(harness.by(ANN), invites(BOB)).await;
    assert!(refused(more).contains("too many invitations"));
    harness.app.leave(harness.by(BOB), GameId(1)).await.unwrap();
    harness
        .app
        .open(harness.by(ANN), invites(BOB))
        .await
        .unwrap();
}

#[tokio::test]
async fn one_who_takes_no_invitations_is_not_invited() {
    let harness = harness(Limits::default()).await;
    let wish = |no_invitations, blocked| Preferences {
        no_invitations,
        blocked,
        ..Preferences::default()
    };
    let choose = async |wish| harness.app.prefer(harness.by(BOB), wish).await;
    choose(wish(true, Vec::new())).await.unwrap();
    let one = refused(harness.app.open(harness.by(ANN), invites(BOB)).await);
    choose(wish(false, vec![ANN])).await.unwrap();
    let other = refused(harness.app.open(harness.by(ANN), invites(BOB)).await);
    assert_eq!(one, other, "why is Bob's to know");
    assert!(!exists(&harness, 1).await);
    harness
        .app
        .open(harness.by(CY), invites(BOB))
        .await
        .unwrap();
    // A player who blocked somebody can still invite them.
    harness
        .app
        .open(harness.by(BOB), invites(ANN))
        .await
        .unwrap();
    for wrong in [vec![BOB], (1000..1101).map(UserId).collect()] {
        assert!(choose(wish(false, wrong)).await.is_err());
    }
}

#[tokio::test]
async fn games_under_way_of_one_person_are_bounded_by_the_operator() {
    let limits = Limits {
        games: 3,
        ..Limits::default()
    };
    let harness = harness(limits).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(harness.begun(invites(BOB)).await);
    }
    for user in [ANN, BOB] {
        let more = harness.app.open(harness.by(user), open_seat()).await;
        assert!(refused(more).contains("You have 3 games"));
    }
    let table = harness
        .app
        .open(harness.by(CY), open_seat())
        .await
        .unwrap()
        .game;
    let joined = harness.app.join(harness.by(BOB), table, None).await;
    assert!(refused(joined).contains("You have 3 games"));
    let brought = harness.app.import(harness.by(ANN), "Game: abstract").await;
    assert!(refused(brought).contains("You have 3 games"));
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(games[0]))
        .await
        .unwrap();
    harness
        .app
        .join(harness.by(BOB), table, None)
        .await
        .unwrap();
    harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
}

#[tokio::test]
async fn imports_are_one_at_a_time_and_so_many_a_day() {
    let harness = harness(Limits::default()).await;
    let text = "Game: abstract\nClock: 1\n\n1. Nb1-c3 Nb8-c6";
    let asked = (0..8).map(|_| harness.app.import(harness.by(ANN), text));
    let brought = futures_util::future::join_all(asked).await;
    let (read, waiting): (Vec<_>, Vec<_>) = brought.into_iter().partition(Result::is_ok);
    assert_eq!((read.len(), waiting.len()), (1, 7));
    for done in waiting {
        assert!(refused(done).contains("still being read"));
    }
    let match_view = read.into_iter().next().unwrap().unwrap();
    assert!(
        match_view.private
            && match_view.mention.is_empty()
            && match_view.clocks.iter().all(|c| c.left.is_none())
    );
    let row = harness.app.store().row(match_view.game).await.unwrap();
    assert_eq!((row.home, row.guild), (None, None));
    assert_eq!(row.audience, Some(Audience::Players));
    // A refused request does not count.
    assert!(
        harness
            .app
            .import(harness.by(ANN), "no game")
            .await
            .is_err()
    );
    for _ in 1..20 {
        let brought = harness.app.import(harness.by(ANN), "Game: abstract").await;
        brought.unwrap();
    }
    let more = harness.app.import(harness.by(ANN), "Game: abstract").await;
    assert!(refused(more).contains("tomorrow"));
    harness
        .app
        .import(harness.by(DEE), "Game: abstract")
        .await
        .unwrap();
    pass(&harness, 24 * 3600).await;
    harness
        .app
        .import(harness.by(ANN), "Game: abstract")
        .await
        .unwrap();
}

/// A record is always read as a whole, so it is bounded. A match with as many events as it can have is ended.
#[tokio::test]
async fn the_events_of_a_match_and_the_moves_taken_back_in_it_are_bounded() {
    let harness = harness(Limits {
        takebacks: 2,
        ..Limits::default()
    })
    .await;
    let app = &harness.app;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    // One in each turn needs nobody's consent.
    for (text, reply) in [("Nb1-c3", "Nb8-c6"), ("Ng1-f3", "Ng8-f6")] {
        harness.play(ANN, game, text).await;
        let taken = app.offer(harness.by(ANN), which, OfferKind::Takeback).await;
        taken.unwrap();
        harness.play(ANN, game, text).await;
        harness.play(BOB, game, reply).await;
    }
    harness.play(ANN, game, "Nc3-b1").await;
    let taken = app.offer(harness.by(ANN), which, OfferKind::Takeback).await;
    let said = refused(taken);
    assert!(said.starts_with("2 moves have been taken back"), "{said}");

    // The longest game of four people, with a die thrown in each turn and a day given in each, has room.
    assert!(Limits::default().events >= 5_000);
    let full = Limits {
        events: app.store().row(game).await.unwrap().ply + 1,
        ..Limits::default()
    };
    let app = harness.app.clone().with_limits(full);
    app.play(harness.by(BOB), which, "Nc6-b8").await.unwrap();
    let said = refused(app.play(harness.by(ANN), which, "Nb1-c3").await);
    assert!(
        said.contains("moves and other events, which is the limit"),
        "{said}"
    );
    app.resign(harness.by(ANN), which).await.unwrap();
}

/// The limit of notes also holds for simultaneous ones; removing a note makes room for another.
#[tokio::test]
async fn notes_of_one_person_are_bounded_in_all_their_games_together() {
    let harness = harness(Limits {
        notes: 5,
        ..Limits::default()
    })
    .await;
    for _ in 0..2 {
        harness
            .app
            .open(harness.by(ANN), open_seat())
            .await
            .unwrap();
    }
    let note = |user, game| {
        let which = MatchRef::Game(GameId(game));
        harness
            .app
            .add_note(harness.by(user), which, "a note", false)
    };
    let written = (0..12).map(|number| note(ANN, 1 + number % 2));
    let written = futures_util::future::join_all(written).await;
    assert_eq!(written.iter().filter(|done| done.is_ok()).count(), 5);
    for done in written.into_iter().filter(Result::is_err) {
        let Err(AppError::Plain(sentence)) = done else {
            panic!("{done:?}");
        };
        assert!(sentence.contains("5 notes in all your games"), "{sentence}");
    }
    note(BOB, 1).await.unwrap();
    let which = MatchRef::Game(GameId(1));
    let mine = harness.app.notes(harness.by(ANN), which).await.unwrap();
    let removed = harness
        .app
        .remove_note(harness.by(ANN), GameId(1), mine[0].id);
    removed.await.unwrap();
    note(ANN, 2).await.unwrap();
    assert!(note(ANN, 2).await.is_err());
}

/// Each match counts towards the daily limit, whatever happens to it.
#[tokio::test]
async fn games_are_begun_so_many_times_a_day() {
    let harness = harness(Limits {
        begun_a_day: 3,
        ..Limits::default()
    })
    .await;
    for game in 1..=3 {
        harness
            .app
            .open(harness.by(ANN), open_seat())
            .await
            .unwrap();
        harness
            .app
            .close(harness.by(ANN), GameId(game))
            .await
            .unwrap();
    }
    let fourth = harness.app.open(harness.by(ANN), open_seat()).await;
    assert!(refused(fourth).contains("begun 3 games"));
    assert!(!exists(&harness, 4).await);
    harness
        .app
        .open(harness.by(BOB), open_seat())
        .await
        .unwrap();
    pass(&harness, 24 * 3600).await;
    harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
}
