//! Tests of moderators' rights, and of a bar from a server's tables.

use crate::harness::{
    ANN, BOB, CY, DEE, TestApp, challenge, four, legal, match_view, open_seat, sent_kinds, together,
};
use rookery::app::{
    AppError, MatchRef, Moderator, NotificationKind, OfferKind, Phase, Request, Scope, Side,
};
use rookery::match_state::{GuildId, Moderation, UserId};
use rookery::rules::Seat;

/// A moderator who plays nowhere.
const MOE: UserId = UserId(777);

fn moderator(harness: &TestApp) -> Moderator {
    Moderator {
        request: harness.by(MOE),
        scope: Scope::Server,
    }
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, AppError>) -> String {
    answer.unwrap_err().to_string()
}

/// A server's bar holds for every way to its tables, and for nothing that has begun.
#[tokio::test]
async fn who_is_barred_sits_down_nowhere_in_that_server_and_plays_on() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let kept = "stopped you from joining games";
    let running = harness.begun(challenge()).await;
    let over = harness.begun(challenge()).await;
    app.resign(harness.by(ANN), MatchRef::Game(over))
        .await
        .unwrap();
    let open = app.open(harness.by(CY), open_seat()).await.unwrap().game;
    let seated = harness.seated(four(false)).await;
    app.offer_seat(harness.by(DEE), MatchRef::Game(seated))
        .await
        .unwrap();
    let of_two = app.open(harness.by(CY), four(false)).await.unwrap().game;
    app.join(harness.by(BOB), of_two, None).await.unwrap();
    let own = app.open(harness.by(BOB), open_seat()).await.unwrap().game;

    assert!(app.bar(moderator(&harness), BOB).await.unwrap());
    assert!(!app.bar(moderator(&harness), BOB).await.unwrap());

    // He has left the waiting tables: others can join them.
    assert!(matches!(
        match_view(&harness, own).await.phase,
        Phase::Over { .. }
    ));
    assert_eq!(match_view(&harness, of_two).await.guests, [CY]);
    let opened = app.open(harness.by(BOB), open_seat()).await;
    assert!(refusal(opened).contains(kept));
    let joined = app.join(harness.by(BOB), open, None).await;
    assert!(refusal(joined).contains(kept));
    let invited = app.open(harness.by(ANN), challenge()).await;
    assert!(refusal(invited).contains("has stopped <@102> from joining"));
    let rematch = || app.offer(harness.by(ANN), MatchRef::Game(over), OfferKind::Rematch);
    rematch().await.unwrap();
    let agreed = app.offer(harness.by(BOB), MatchRef::Game(over), OfferKind::Rematch);
    assert!(refusal(agreed.await).contains(kept));
    // An analysis board is no table.
    let text = app
        .history(harness.by(ANN), MatchRef::Game(over))
        .await
        .unwrap();
    assert!(app.import(harness.by(BOB), &text.file).await.is_ok());
    // Bob already plays in the match of four; a barred user who does not is kept from its free seat too.
    app.bar(moderator(&harness), UserId(105)).await.unwrap();
    let taken = app.take_seat(harness.by(UserId(105)), seated, None).await;
    assert!(refusal(taken).contains(kept));

    // A match that has begun continues.
    harness.play(ANN, running, "Ng1-f3").await;
    harness.play(BOB, running, "Nb8-c6").await;
    // The table's server counts, not the server he asks from; elsewhere he is not barred.
    let direct = Request {
        place: rookery::app::Place {
            guild: None,
            ..harness.by(BOB).place
        },
        ..harness.by(BOB)
    };
    assert!(refusal(app.join(direct, open, None).await).contains(kept));
    let mut elsewhere = harness.by(BOB);
    elsewhere.place.guild = Some(GuildId(501));
    app.open(elsewhere, open_seat()).await.unwrap();

    let bars = app.bars(moderator(&harness)).await.unwrap();
    assert_eq!(bars.len(), 2);
    assert_eq!(bars[0].moderator, Some(MOE));
    // A bar outlives the erasure of the barred user, without naming them, and a moderator can end it.
    app.erase(BOB).await.unwrap();
    let bars = app.bars(moderator(&harness)).await.unwrap();
    assert!(bars.iter().any(|bar| bar.user.is_none()));
    let opened = app.open(harness.by(BOB), open_seat()).await;
    assert!(refusal(opened).contains(kept));
    assert!(app.allow(moderator(&harness), BOB).await.unwrap());
    assert!(!app.allow(moderator(&harness), BOB).await.unwrap());
    app.open(harness.by(BOB), open_seat()).await.unwrap();
}

#[tokio::test]
async fn a_moderator_reaches_the_matches_of_their_server_or_channel_and_no_others() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let before = app.store().row(game).await.unwrap();
    let mut of_another = moderator(&harness);
    of_another.request.place.guild = Some(GuildId(501));
    let mut direct = moderator(&harness);
    direct.request.place.guild = None;
    let of_a_channel = Moderator {
        request: harness.at(MOE, 901),
        scope: Scope::Channel,
    };
    for action in Moderation::ALL {
        let refused = app.moderate(of_another, which, action, Some(ANN)).await;
        assert!(refusal(refused).contains("no game 1 here"));
        let refused = app.moderate(direct, which, action, Some(ANN)).await;
        assert!(refusal(refused).contains("Only servers have moderators"));
        let refused = app.moderate(of_a_channel, which, action, Some(ANN)).await;
        assert!(refusal(refused).contains("not in this channel"));
    }
    for refused in [
        app.bar(of_a_channel, BOB).await,
        app.allow(of_a_channel, BOB).await,
        app.bar(moderator(&harness), MOE).await,
    ] {
        refusal(refused);
    }
    assert_eq!(app.store().row(game).await.unwrap(), before);
    // In their own channel they can.
    let of_its_channel = Moderator {
        request: harness.at(MOE, 900),
        scope: Scope::Channel,
    };
    app.moderate(of_its_channel, which, Moderation::End, None)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_game_that_a_moderator_ends_counts_for_nobody_and_its_players_are_notified() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let game = harness.begun(challenge()).await;
    for (user, text) in [
        (ANN, "Ng1-f3"),
        (BOB, "Nb8-c6"),
        (ANN, "Nf3-g1"),
        (BOB, "Nc6-b8"),
    ] {
        harness.play(user, game, text).await;
    }
    sent_kinds(&harness).await;
    let which = MatchRef::Game(game);
    let close = app.moderate(moderator(&harness), which, Moderation::Close, None);
    assert!(refusal(close.await).contains("has begun"));
    let ended = app.moderate(moderator(&harness), which, Moderation::End, None);
    let Phase::Over { ending } = ended.await.unwrap().phase else {
        panic!("it goes on");
    };
    assert!(ending.contains("ended by a moderator"), "{ending}");
    let notices = sent_kinds(&harness).await;
    assert!(
        matches!(&notices[..], [(None, NotificationKind::Board { mention, .. })] if *mention == [ANN, BOB]),
        "{notices:?}"
    );
    for user in [ANN, BOB] {
        let profile = app.profile(user).await.unwrap();
        assert!(profile.ratings.is_empty(), "{profile:?}");
    }
    let history = app.history(harness.by(ANN), which).await.unwrap();
    assert_eq!(history.lines.last().unwrap(), "Ended by a moderator.");
    let again = app.moderate(moderator(&harness), which, Moderation::End, None);
    assert!(refusal(again.await).contains("is over"));
    let stored = app.store().load_whole(game).await.unwrap();
    let by = stored
        .events
        .iter()
        .find(|row| row.record.kind == "moderated")
        .unwrap();
    assert_eq!(by.record.user, Some(MOE));

    // A waiting table is closed, and those who wait are notified.
    let open = app.open(harness.by(ANN), challenge()).await.unwrap().game;
    let end = app.moderate(
        moderator(&harness),
        MatchRef::Game(open),
        Moderation::End,
        None,
    );
    assert!(refusal(end.await).contains("has not begun"));
    let hide = app.moderate(
        moderator(&harness),
        MatchRef::Game(open),
        Moderation::Hide,
        None,
    );
    assert!(refusal(hide.await).contains("has not begun"));
    app.moderate(
        moderator(&harness),
        MatchRef::Game(open),
        Moderation::Close,
        None,
    )
    .await
    .unwrap();
    let mut notices = sent_kinds(&harness).await;
    notices.retain(|(_, why)| matches!(why, NotificationKind::Together { .. }));
    assert_eq!(
        notices,
        [(None, together(NotificationKind::Closed, &[ANN, BOB]))]
    );
}

#[tokio::test]
async fn a_hidden_game_is_seen_by_its_players_alone() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    harness
        .app
        .set_home(game, harness.by(ANN).place.channel)
        .await
        .unwrap();
    let hidden = harness
        .app
        .moderate(moderator(&harness), which, Moderation::Hide, None);
    assert!(hidden.await.unwrap().hidden);
    let notices = sent_kinds(&harness).await;
    let why = NotificationKind::Moderated {
        action: Moderation::Hide,
    };
    let both = together(why, &[ANN, BOB]);
    assert!(notices.contains(&(None, both)), "{notices:?}");
    harness = harness.restart().await;
    let app = &harness.app;
    for stranger in [CY, MOE] {
        let seen = app
            .show(harness.by(stranger), which, Side::Public, None)
            .await;
        assert!(refusal(seen).contains("has hidden game"));
        refusal(
            app.show(harness.by(stranger), MatchRef::Here, Side::Public, None)
                .await,
        );
        refusal(app.history(harness.by(stranger), which).await);
        assert!(
            app.complete_game(harness.by(stranger), "", true, &|_| None)
                .await
                .is_empty()
        );
    }
    assert_eq!(
        app.complete_game(harness.by(ANN), "", true, &|_| None)
            .await
            .len(),
        1
    );
    // The players go on, and the player to move is notified without a board for everybody.
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.mention, []);
    assert_eq!(
        sent_kinds(&harness).await,
        [(Some(BOB), NotificationKind::Turn)]
    );
    let twice = harness
        .app
        .moderate(moderator(&harness), which, Moderation::Hide, None);
    assert!(refusal(twice.await).contains("hidden already"));
    harness
        .app
        .moderate(moderator(&harness), which, Moderation::Show, None)
        .await
        .unwrap();
    let seen = harness.app.show(harness.by(CY), which, Side::Public, None);
    seen.await.unwrap();
}

#[tokio::test]
async fn a_freed_seat_is_taken_over_and_cannot_be_kept() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let two = harness.begun(challenge()).await;
    let of_two = app.moderate(
        moderator(&harness),
        MatchRef::Game(two),
        Moderation::Free,
        Some(ANN),
    );
    assert!(refusal(of_two.await).contains("game of two"));
    let game = harness.seated(four(false)).await;
    let which = MatchRef::Game(game);
    let free = |user| app.moderate(moderator(&harness), which, Moderation::Free, Some(user));
    assert!(refusal(free(MOE).await).contains("no seat"));
    let freed = free(BOB).await.unwrap();
    assert!(freed.clocks[1].vacant);
    assert!(refusal(free(BOB).await).contains("already"));
    let notices = sent_kinds(&harness).await;
    assert!(
        notices.iter().any(|(_, why)| matches!(why, NotificationKind::Board { mention, .. } if mention.contains(&BOB))),
        "{notices:?}"
    );
    let kept = app.keep_seat(harness.by(BOB), which).await;
    assert!(refusal(kept).contains("A moderator has opened your seat"));
    // He plays on until a substitute comes.
    for user in [ANN, BOB] {
        let text = legal(app, game).await.swap_remove(0);
        harness.play(user, game, &text).await;
    }
    let taken = app.take_seat(harness.by(MOE), game, Some(Seat(1))).await;
    assert_eq!(taken.unwrap().seats[1].1, Some(MOE));
    let again = app.take_seat(harness.by(BOB), game, None).await;
    refusal(again);
}

/// An exported game is imported with its ending, also if a moderator has ended it: of two and of four.
#[tokio::test]
async fn a_game_that_a_moderator_ended_is_imported_as_it_was_exported() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    let of_two = harness.begun(challenge()).await;
    harness.play(ANN, of_two, "Ng1-f3").await;
    let of_four = harness.seated(four(false)).await;
    for game in [of_two, of_four] {
        let which = MatchRef::Game(game);
        let end = app.moderate(moderator(&harness), which, Moderation::End, None);
        end.await.unwrap();
        let text = app.history(harness.by(ANN), which).await.unwrap().file;
        let imported = app.import(harness.by(ANN), &text).await.unwrap();
        let Phase::Over { ending } = imported.phase else {
            panic!("it goes on: {text}");
        };
        assert!(ending.contains("ended by a moderator"), "{ending}");
    }
}
