//! How people are told, whatever happens in between: once, where and when they want it.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::house::{ANN, BOB, HOUR, House, challenge, on, pass, per_move, percent, sent, whys};
use rookery::app::{Delivery, Notice, Preferences, Tell, Way, Which, Why};
use rookery::table::DAY;

#[tokio::test]
async fn what_was_sent_when_the_bot_died_is_sent_again_under_the_same_nonce() {
    let mut house = House::new().await;
    house.begun(on(per_move(1, true))).await;
    sent(&house).await;
    pass(&house, DAY).await;
    let first = Mutex::new(Vec::new());
    let dying = house.app.deliver(|notice| {
        first.lock().unwrap().push(notice);
        // Discord has it; the bot dies before it hears so.
        std::future::pending()
    });
    let died = tokio::time::timeout(Duration::from_millis(100), dying).await;
    assert!(died.is_err());
    house = house.restart().await;
    let again = sent(&house).await;
    let first = first.into_inner().unwrap();
    assert_eq!(first, again);
    assert!(
        (1..=25).contains(&again[0].nonce.len()),
        "{}",
        again[0].nonce
    );
    assert!(sent(&house).await.is_empty());
}

#[tokio::test]
async fn a_refused_direct_message_is_told_at_home_and_quiet_hours_and_digests_wait() {
    let house = House::new().await;
    let prefer = |user, wishes: Preferences| house.app.prefer(house.by(user), wishes);
    let direct = Preferences {
        tell: Tell::Direct,
        ..Preferences::default()
    };
    prefer(BOB, direct.clone()).await.unwrap();
    let game = house.begun(on(per_move(14, false))).await;
    sent(&house).await;
    assert!(house.play(ANN, game, "Ng1-f3").await.mention.is_empty());
    let ways = Mutex::new(Vec::new());
    let send = |notice: Notice| {
        ways.lock()
            .unwrap()
            .push((notice.way, notice.nonce.clone()));
        let refused = notice.way == Way::Direct;
        async move {
            if refused {
                Delivery::Blocked
            } else {
                Delivery::Done
            }
        }
    };
    house.app.deliver(send).await.unwrap();
    let ways = ways.into_inner().unwrap();
    assert_eq!([ways[0].0, ways[1].0], [Way::Direct, Way::Home]);
    assert_ne!(ways[0].1, ways[1].1, "another message");

    // The clock began at 13:46:40 UTC; quiet from 12 to 18.
    prefer(
        ANN,
        Preferences {
            quiet: Some((12, 18)),
            ..direct
        },
    )
    .await
    .unwrap();
    house.play(BOB, game, "Nb8-c6").await;
    assert!(sent(&house).await.is_empty());
    house.now.fetch_add(5 * HOUR, Ordering::SeqCst);
    assert_eq!(whys(&house).await, [(Some(ANN), Why::Turn)]);

    // One message a day, in which what has lost its sense is left out.
    let digest = Preferences {
        tell: Tell::Digest,
        ..Preferences::default()
    };
    prefer(BOB, digest.clone()).await.unwrap();
    house.play(ANN, game, "Nf3-g1").await;
    house.play(BOB, game, "Nc6-b8").await;
    let others = [
        house.begun(on(per_move(14, false))).await,
        house.begun(on(per_move(1, false))).await,
    ];
    for other in others {
        house.play(ANN, other, "Ng1-f3").await;
    }
    let told = whys(&house).await;
    assert!(told.iter().all(|(to, _)| *to != Some(BOB)), "{told:?}");
    house.now.fetch_add(15 * HOUR, Ordering::SeqCst);
    let digests: Vec<Notice> = sent(&house)
        .await
        .into_iter()
        .filter(|notice| notice.to == Some(BOB))
        .collect();
    assert_eq!(digests.len(), 1);
    assert_eq!(digests[0].waiting, Some((2, 1)), "2 games, 1 urgent");
    assert!(digests[0].items.len() >= 2);
    let nothing = Preferences {
        tell: Tell::Nothing,
        ..Preferences::default()
    };
    prefer(ANN, nothing).await.unwrap();
    let odd = Preferences {
        zone: "Mars/Olympus".to_owned(),
        ..digest
    };
    let refused = prefer(BOB, odd).await.unwrap_err();
    assert!(refused.to_string().contains("no time zone"), "{refused}");
    assert!(
        house
            .play(BOB, others[0], "Nb8-c6")
            .await
            .mention
            .is_empty()
    );
    assert!(whys(&house).await.iter().all(|(to, _)| *to != Some(ANN)));
}

#[tokio::test]
async fn reminders_stop_for_who_does_not_come_back() {
    let house = House::new().await;
    for _ in 0..6 {
        house.begun(on(per_move(1, false))).await;
    }
    let mut reminders = 0;
    for _ in 0..26 {
        pass(&house, HOUR).await;
        reminders += whys(&house)
            .await
            .iter()
            .filter(|(_, why)| percent(why).is_some())
            .count();
    }
    assert_eq!(reminders, 9);
}

/// However much there is to tell, whoever wants one message a day gets one.
#[tokio::test]
async fn a_day_of_many_games_is_one_message() {
    let house = House::new().await;
    let digest = Preferences {
        tell: Tell::Digest,
        ..Preferences::default()
    };
    for user in [ANN, BOB] {
        house
            .app
            .prefer(house.by(user), digest.clone())
            .await
            .unwrap();
    }
    // More than are looked up at a time, of two people in turn.
    for _ in 0..60 {
        let game = house.begun(challenge()).await;
        house.play(ANN, game, "Ng1-f3").await;
        let which = Which::Game(game);
        let draw = rookery::app::OfferKind::Draw;
        house.app.offer(house.by(BOB), which, draw).await.unwrap();
    }
    assert!(sent(&house).await.is_empty());
    pass(&house, DAY).await;
    let told = sent(&house).await;
    let of = |user| {
        let mut mine = told.iter().filter(|notice| notice.to == Some(user));
        let one = mine.next().unwrap();
        assert!(mine.next().is_none(), "one message");
        one
    };
    assert_eq!(of(BOB).waiting, Some((60, 0)));
    assert_eq!(of(BOB).items.len(), 60);
    // Bob's offers; that he came was news of its own only where a table still waited.
    assert_eq!(of(ANN).items.len(), 60);
    assert!(sent(&house).await.is_empty());
}
