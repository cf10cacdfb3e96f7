//! What moderators may do, and whom a bar keeps from a server's tables.

use crate::house::{ANN, BOB, CY, DEE, House, challenge, four, legal, open_seat, shown, whys};
use rookery::app::{Moderator, OfferKind, Phase, Refusal, Request, Scope, Side, Which, Why};
use rookery::rules::Seat;
use rookery::table::{GuildId, Moderation, UserId};

/// A moderator who plays nowhere.
const MOE: UserId = UserId(777);

fn moderator(house: &House) -> Moderator {
    Moderator {
        request: house.by(MOE),
        scope: Scope::Server,
    }
}

fn refusal<T: std::fmt::Debug>(answer: Result<T, Refusal>) -> String {
    answer.unwrap_err().to_string()
}

/// A server's bar holds for every way to its tables, and for nothing that has begun.
#[tokio::test]
async fn who_is_barred_sits_down_nowhere_in_that_server_and_plays_on() {
    let house = House::new().await;
    let app = &house.app;
    let kept = "keeps you from the tables";
    let running = house.begun(challenge()).await;
    let over = house.begun(challenge()).await;
    app.resign(house.by(ANN), Which::Game(over)).await.unwrap();
    let open = app.open(house.by(CY), open_seat()).await.unwrap().game;
    let seated = house.seated(four(false)).await;
    app.offer_seat(house.by(DEE), Which::Game(seated))
        .await
        .unwrap();
    let of_two = app.open(house.by(CY), four(false)).await.unwrap().game;
    app.join(house.by(BOB), of_two, None).await.unwrap();
    let own = app.open(house.by(BOB), open_seat()).await.unwrap().game;

    assert!(app.bar(moderator(&house), BOB).await.unwrap());
    assert!(!app.bar(moderator(&house), BOB).await.unwrap());

    // He has left the tables that wait: others can come to them.
    assert!(matches!(shown(&house, own).await.phase, Phase::Over { .. }));
    assert_eq!(shown(&house, of_two).await.guests, [CY]);
    let opened = app.open(house.by(BOB), open_seat()).await;
    assert!(refusal(opened).contains(kept));
    let joined = app.join(house.by(BOB), open, None).await;
    assert!(refusal(joined).contains(kept));
    let invited = app.open(house.by(ANN), challenge()).await;
    assert!(refusal(invited).contains("keeps <@102> from the tables"));
    let rematch = || app.offer(house.by(ANN), Which::Game(over), OfferKind::Rematch);
    rematch().await.unwrap();
    let agreed = app.offer(house.by(BOB), Which::Game(over), OfferKind::Rematch);
    assert!(refusal(agreed.await).contains(kept));
    // An analysis board is nobody's table.
    let text = app.history(house.by(ANN), Which::Game(over)).await.unwrap();
    assert!(app.import(house.by(BOB), &text.file).await.is_ok());
    // Bob plays in the match of four already; whoever does not is kept from its free seat too.
    app.bar(moderator(&house), UserId(105)).await.unwrap();
    let taken = app.take_seat(house.by(UserId(105)), seated, None).await;
    assert!(refusal(taken).contains(kept));

    // What has begun goes on.
    house.play(ANN, running, "Ng1-f3").await;
    house.play(BOB, running, "Nb8-c6").await;
    // The table's server counts, not where he asks from; elsewhere he is as welcome as anybody.
    let direct = Request {
        place: rookery::app::Place {
            guild: None,
            ..house.by(BOB).place
        },
        ..house.by(BOB)
    };
    assert!(refusal(app.join(direct, open, None).await).contains(kept));
    let mut elsewhere = house.by(BOB);
    elsewhere.place.guild = Some(GuildId(501));
    app.open(elsewhere, open_seat()).await.unwrap();

    let bars = app.bars(moderator(&house)).await.unwrap();
    assert_eq!(bars.len(), 2);
    assert_eq!(bars[0].moderator, Some(MOE));
    // A bar outlives the erasure of who is barred, without naming them, and a moderator can end it.
    app.erase(BOB).await.unwrap();
    let bars = app.bars(moderator(&house)).await.unwrap();
    assert!(bars.iter().any(|bar| bar.user.is_none()));
    let opened = app.open(house.by(BOB), open_seat()).await;
    assert!(refusal(opened).contains(kept));
    assert!(app.allow(moderator(&house), BOB).await.unwrap());
    assert!(!app.allow(moderator(&house), BOB).await.unwrap());
    app.open(house.by(BOB), open_seat()).await.unwrap();
}

#[tokio::test]
async fn a_moderator_reaches_the_matches_of_their_server_or_channel_and_no_others() {
    let house = House::new().await;
    let app = &house.app;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    let before = app.store().row(game).await.unwrap();
    let mut of_another = moderator(&house);
    of_another.request.place.guild = Some(GuildId(501));
    let mut direct = moderator(&house);
    direct.request.place.guild = None;
    let of_a_channel = Moderator {
        request: house.at(MOE, 901),
        scope: Scope::Channel,
    };
    for deed in Moderation::ALL {
        let refused = app.moderate(of_another, which, deed, Some(ANN)).await;
        assert!(refusal(refused).contains("no game 1 in this server"));
        let refused = app.moderate(direct, which, deed, Some(ANN)).await;
        assert!(refusal(refused).contains("Moderators are those of a server"));
        let refused = app.moderate(of_a_channel, which, deed, Some(ANN)).await;
        assert!(refusal(refused).contains("not in this channel"));
    }
    for refused in [
        app.bar(of_a_channel, BOB).await,
        app.allow(of_a_channel, BOB).await,
        app.bar(moderator(&house), MOE).await,
    ] {
        refusal(refused);
    }
    assert_eq!(app.store().row(game).await.unwrap(), before);
    // In their own channel they can.
    let of_its_channel = Moderator {
        request: house.at(MOE, 900),
        scope: Scope::Channel,
    };
    app.moderate(of_its_channel, which, Moderation::End, None)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_game_that_a_moderator_ends_counts_for_nobody_and_its_players_are_told() {
    let house = House::new().await;
    let app = &house.app;
    let game = house.begun(challenge()).await;
    for (user, text) in [
        (ANN, "Ng1-f3"),
        (BOB, "Nb8-c6"),
        (ANN, "Nf3-g1"),
        (BOB, "Nc6-b8"),
    ] {
        house.play(user, game, text).await;
    }
    whys(&house).await;
    let which = Which::Game(game);
    let close = app.moderate(moderator(&house), which, Moderation::Close, None);
    assert!(refusal(close.await).contains("has begun"));
    let ended = app.moderate(moderator(&house), which, Moderation::End, None);
    let Phase::Over { ending } = ended.await.unwrap().phase else {
        panic!("it goes on");
    };
    assert!(ending.contains("ended by a moderator"), "{ending}");
    let told = whys(&house).await;
    let board = Why::Board {
        mention: vec![ANN, BOB],
    };
    assert_eq!(told, [(None, board)]);
    for user in [ANN, BOB] {
        let profile = app.profile(user).await.unwrap();
        assert!(profile.ratings.is_empty(), "{profile:?}");
    }
    let history = app.history(house.by(ANN), which).await.unwrap();
    assert_eq!(history.lines.last().unwrap(), "Ended by a moderator.");
    let again = app.moderate(moderator(&house), which, Moderation::End, None);
    assert!(refusal(again.await).contains("is over"));
    let stored = app.store().load_whole(game).await.unwrap();
    let by = stored
        .events
        .iter()
        .find(|row| row.record.kind == "moderated")
        .unwrap();
    assert_eq!(by.record.user, Some(MOE));

    // A table that waits is closed, and those who wait are told.
    let open = app.open(house.by(ANN), challenge()).await.unwrap().game;
    let end = app.moderate(moderator(&house), Which::Game(open), Moderation::End, None);
    assert!(refusal(end.await).contains("has not begun"));
    let hide = app.moderate(moderator(&house), Which::Game(open), Moderation::Hide, None);
    assert!(refusal(hide.await).contains("has not begun"));
    app.moderate(
        moderator(&house),
        Which::Game(open),
        Moderation::Close,
        None,
    )
    .await
    .unwrap();
    let mut told = whys(&house).await;
    told.retain(|(_, why)| *why == Why::Closed);
    assert_eq!(told, [(Some(ANN), Why::Closed), (Some(BOB), Why::Closed)]);
}

#[tokio::test]
async fn a_hidden_game_is_seen_by_its_players_alone() {
    let mut house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    house
        .app
        .settle(game, house.by(ANN).place.channel)
        .await
        .unwrap();
    let hidden = house
        .app
        .moderate(moderator(&house), which, Moderation::Hide, None);
    assert!(hidden.await.unwrap().hidden);
    let told = whys(&house).await;
    let why = Why::Moderated {
        deed: Moderation::Hide,
    };
    for user in [ANN, BOB] {
        assert!(told.contains(&(Some(user), why.clone())), "{told:?}");
    }
    house = house.restart().await;
    let app = &house.app;
    for stranger in [CY, MOE] {
        let seen = app
            .show(house.by(stranger), which, Side::Public, None)
            .await;
        assert!(refusal(seen).contains("has hidden game"));
        refusal(
            app.show(house.by(stranger), Which::Here, Side::Public, None)
                .await,
        );
        refusal(app.history(house.by(stranger), which).await);
        assert!(app.complete_game(house.by(stranger), "").await.is_empty());
    }
    assert_eq!(app.complete_game(house.by(ANN), "").await.len(), 1);
    // The players go on, and whose turn it is hears of it without a board for everybody.
    let moved = house.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.mention, []);
    assert_eq!(whys(&house).await, [(Some(BOB), Why::Turn)]);
    let twice = house
        .app
        .moderate(moderator(&house), which, Moderation::Hide, None);
    assert!(refusal(twice.await).contains("hidden already"));
    house
        .app
        .moderate(moderator(&house), which, Moderation::Show, None)
        .await
        .unwrap();
    let seen = house.app.show(house.by(CY), which, Side::Public, None);
    seen.await.unwrap();
}

#[tokio::test]
async fn a_freed_seat_is_taken_over_and_cannot_be_kept() {
    let house = House::new().await;
    let app = &house.app;
    let two = house.begun(challenge()).await;
    let of_two = app.moderate(
        moderator(&house),
        Which::Game(two),
        Moderation::Free,
        Some(ANN),
    );
    assert!(refusal(of_two.await).contains("game of two"));
    let game = house.seated(four(false)).await;
    let which = Which::Game(game);
    let free = |user| app.moderate(moderator(&house), which, Moderation::Free, Some(user));
    assert!(refusal(free(MOE).await).contains("no seat"));
    let freed = free(BOB).await.unwrap();
    assert!(freed.clocks[1].vacant);
    assert!(refusal(free(BOB).await).contains("already"));
    let why = Why::Moderated {
        deed: Moderation::Free,
    };
    assert!(whys(&house).await.contains(&(Some(BOB), why)));
    let kept = app.keep_seat(house.by(BOB), which).await;
    assert!(refusal(kept).contains("A moderator has opened your seat"));
    // He plays on until somebody comes.
    for user in [ANN, BOB] {
        let text = legal(app, game).await.swap_remove(0);
        house.play(user, game, &text).await;
    }
    let taken = app.take_seat(house.by(MOE), game, Some(Seat(1))).await;
    assert_eq!(taken.unwrap().seats[1].1, Some(MOE));
    let again = app.take_seat(house.by(BOB), game, None).await;
    refusal(again);
}
