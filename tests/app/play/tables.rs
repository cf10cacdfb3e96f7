//! Tests of tables: who can take which seat, and who cannot.

use super::plain;
use crate::harness::{ANN, BOB, CY, HOUR, TestApp, challenge, four, match_view, open_seat, pass};
use rookery::app::{AppError, MatchRef, NewGame, Phase, Side, TableChange};
use rookery::match_state::{DAY, Pace, Terms, UserId};
use rookery::rules::{Options, Seat, Values};

#[tokio::test]
async fn an_open_seat_is_for_the_first_who_takes_it() {
    let harness = TestApp::new().await;
    let opened = harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
    assert_eq!(opened.guests, vec![ANN]);
    assert_eq!(
        opened.phase,
        Phase::Open {
            invited: vec![],
            empty: 1
        }
    );
    let own = harness.app.join(harness.by(ANN), opened.game, None).await;
    assert_eq!(plain(own), "You are at this table already.");
    let taken = harness
        .app
        .join(harness.by(BOB), opened.game, Some(Seat::WHITE))
        .await;
    assert_eq!(plain(taken), "White is taken. Choose another seat.");
    let early = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(opened.game), "Pe2-e3")
        .await;
    assert_eq!(
        plain(early),
        "Game 1 has not begun: it waits for one more player."
    );
    let joined = harness
        .app
        .join(harness.by(BOB), opened.game, Some(Seat::BLACK))
        .await
        .unwrap();
    assert_eq!(joined.phase, Phase::Playing);
    let late = harness.app.join(harness.by(CY), opened.game, None).await;
    assert_eq!(plain(late), "Game 1 has begun already.");
}

/// A player at an open table can change to a free seat without leaving; not to the same seat or a taken one, and not if
/// they have several.
#[tokio::test]
async fn who_sits_at_a_table_can_change_seats() {
    let harness = TestApp::new().await;
    let (green, red, black) = (Seat(0), Seat(1), Seat(2));
    let table = NewGame {
        opponents: Vec::new(),
        seat: Some(green),
        ..four(false)
    };
    let opened = harness.app.open(harness.by(ANN), table).await.unwrap();
    let join = async |user, seat| {
        harness
            .app
            .join(harness.by(user), opened.game, Some(seat))
            .await
    };
    join(BOB, red).await.unwrap();
    assert_eq!(
        plain(join(BOB, red).await),
        "You are at this table already."
    );
    assert_eq!(
        plain(join(BOB, green).await),
        "Green is taken. Choose another seat."
    );
    let moved = join(BOB, black).await.unwrap();
    let seated = |seat: Seat| moved.seats[seat.index()].1;
    assert_eq!((seated(red), seated(black)), (None, Some(BOB)));
    assert_eq!(moved.guests, vec![ANN, BOB]);
    join(CY, red).await.unwrap();

    // Matches of earlier versions have people with several places.
    let table = NewGame {
        seat: Some(green),
        ..four(false)
    };
    let opened = harness.app.open(harness.by(ANN), table).await.unwrap();
    let placed = format!(
        "INSERT INTO event (game, ply, at, kind, \"user\") SELECT id, ply + 1, opened, 'joined', {} FROM game WHERE id = {1}; \
         UPDATE game SET ply = ply + 1, changed = ply + 1 WHERE id = {1}",
        ANN.0, opened.game.0
    );
    harness.execute(&placed).await;
    let several = harness
        .app
        .join(harness.by(ANN), opened.game, Some(red))
        .await;
    assert_eq!(plain(several), "You are at this table already.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_want_the_last_seat_at_once_one_gets_it() {
    let harness = TestApp::new().await;
    for _ in 0..5 {
        let opened = harness
            .app
            .open(harness.by(ANN), open_seat())
            .await
            .unwrap();
        let (one, two) = tokio::join!(
            harness.app.join(harness.by(BOB), opened.game, None),
            harness.app.join(harness.by(CY), opened.game, None),
        );
        assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
        let lost = if one.is_ok() { two } else { one };
        assert!(plain(lost).ends_with("has begun already."));
    }
}

#[tokio::test]
async fn a_place_kept_for_the_invited_is_for_them_alone() {
    let harness = TestApp::new().await;
    let opened = harness
        .app
        .open(harness.by(ANN), challenge())
        .await
        .unwrap();
    let other = harness.app.join(harness.by(CY), opened.game, None).await;
    assert_eq!(
        plain(other),
        "The open seats at this table are kept for the players who were invited."
    );
    // They may answer from anywhere, also from direct messages.
    let mut far = harness.at(BOB, 4_711);
    far.place.guild = None;
    let joined = harness.app.join(far, opened.game, None).await.unwrap();
    assert_eq!(joined.phase, Phase::Playing);
}

#[tokio::test]
async fn a_declined_challenge_is_closed_and_an_opener_can_close_their_table() {
    let harness = TestApp::new().await;
    let closed = Phase::Over {
        ending: "The table was closed before the game began.".to_owned(),
    };
    let opened = harness
        .app
        .open(harness.by(ANN), challenge())
        .await
        .unwrap();
    let stranger = harness.app.leave(harness.by(CY), opened.game).await;
    assert_eq!(plain(stranger), "You are not at the table of game 1.");
    let declined = harness
        .app
        .leave(harness.by(BOB), opened.game)
        .await
        .unwrap();
    assert_eq!(declined.phase, closed);

    let opened = harness
        .app
        .open(harness.by(ANN), open_seat())
        .await
        .unwrap();
    let left = harness
        .app
        .leave(harness.by(ANN), opened.game)
        .await
        .unwrap();
    assert_eq!(left.phase, closed);
    let late = harness.app.join(harness.by(BOB), opened.game, None).await;
    assert_eq!(
        plain(late),
        "Game 2 is over. The table was closed before the game began."
    );
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());

    let begun = harness.game().await;
    let refused = harness.app.leave(harness.by(BOB), begun.game).await;
    assert_eq!(
        plain(refused),
        "Game 3 has begun: only `/resign` leaves it now."
    );
}

#[tokio::test]
async fn seats_without_a_wish_are_drawn_by_lot_and_stay_as_drawn() {
    let harness = TestApp::new().await;
    let mut new = challenge();
    new.seat = None;
    let opened = harness
        .app
        .open(harness.by(ANN), new.clone())
        .await
        .unwrap();
    assert!(opened.seats.iter().all(|(_, owner)| owner.is_none()));
    let begun = harness
        .app
        .join(harness.by(BOB), opened.game, None)
        .await
        .unwrap();
    let owners: Vec<_> = begun.seats.iter().map(|(_, owner)| *owner).collect();
    assert_eq!(owners, vec![Some(ANN), Some(BOB)]);
    // The joining player's wish decides for both.
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    let begun = harness
        .app
        .join(harness.by(BOB), opened.game, Some(Seat::WHITE))
        .await
        .unwrap();
    let harness = harness.restart().await;
    let match_view = harness
        .app
        .show(
            harness.by(CY),
            MatchRef::Game(begun.game),
            Side::Public,
            None,
        )
        .await
        .unwrap();
    let owners: Vec<_> = match_view.seats.iter().map(|(_, owner)| *owner).collect();
    assert_eq!(owners, vec![Some(BOB), Some(ANN)]);
}

#[tokio::test]
async fn what_cannot_be_opened_is_refused_with_the_reason() {
    let harness = TestApp::new().await;
    let mut new = challenge();
    new.game = "ludo`@everyone".to_owned();
    let unknown = plain(harness.app.open(harness.by(ANN), new).await);
    assert!(
        unknown.starts_with("There is no game called \"ludoeveryone\". The games: abstract"),
        "{unknown}"
    );

    let mut new = challenge();
    new.options.set("powers", "magic");
    let option = harness.app.open(harness.by(ANN), new).await;
    assert!(matches!(option, Err(AppError::Rules(_))), "{option:?}");

    let mut new = challenge();
    new.opponents = vec![BOB, CY];
    assert_eq!(
        plain(harness.app.open(harness.by(ANN), new).await),
        "Abstract Chess has 2 seats: invite at most 1 besides yourself."
    );

    let mut new = challenge();
    new.seat = Some(Seat(2));
    assert_eq!(
        plain(harness.app.open(harness.by(ANN), new).await),
        "Abstract Chess has no such seat."
    );
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());
}

/// An option that names in brackets what it needs has no effect without it: no table is opened for it, in any game.
#[tokio::test]
async fn an_option_without_effect_is_refused_with_what_it_needs() {
    let harness = TestApp::new().await;
    let mut tried: u64 = 0;
    for kind in rookery::games::GAMES {
        for spec in kind.options {
            let Some((other, value)) = spec.needs() else {
                continue;
            };
            let unusual = match spec.values {
                Values::OneOf(values) | Values::Joined { values, .. } => values[1].0.to_owned(),
                Values::Number { default, .. } => (default + 1).to_string(),
            };
            let open = async |options: &[(&str, &str)]| {
                let new = NewGame {
                    game: kind.key.to_owned(),
                    options: options.iter().copied().collect(),
                    opponents: Vec::new(),
                    ..challenge()
                };
                harness.app.open(harness.by(UserId(100 + tried)), new).await
            };
            let refused = plain(open(&[(spec.key, &unusual)]).await);
            let wanted = format!("only with {other} {value}");
            assert!(refused.contains(&wanted), "{}: {refused}", spec.key);
            let opened = open(&[(spec.key, &unusual), (other, value)]).await;
            assert!(opened.is_ok(), "{}: {opened:?}", spec.key);
            tried += 1;
        }
    }
    assert!(tried >= 2, "{tried}");
}

/// A start that the game refuses is drawn again: options under which many starts are refused still make a match.
#[tokio::test]
async fn a_refused_start_is_drawn_again() {
    let harness = TestApp::new().await;
    let (kind, options) = rookery::games::GAMES
        .iter()
        .find_map(|kind| {
            let mut options = Options::new();
            for (key, value) in [
                ("setup", "shuffle"),
                ("board", "chamber"),
                ("riders", "tripunch"),
            ] {
                kind.options.iter().find(|spec| spec.key == key)?;
                options.set(key, value);
            }
            Some((kind, options))
        })
        .unwrap();
    let refused = (0..40u64).filter(|seed| {
        let mut options = options.clone();
        options.set("seed", (seed * 104_729_000).to_string());
        kind.new_game(&options).is_err()
    });
    assert!(
        refused.count() > 5,
        "many starts of these options are refused"
    );
    for _ in 0..20 {
        let new = NewGame {
            game: kind.key.to_owned(),
            options: options.clone(),
            opponents: vec![BOB],
            seat: None,
            terms: None,
        };
        let game = harness.begun(new).await;
        assert_eq!(match_view(&harness, game).await.phase, Phase::Playing);
    }
}

/// "A change of a table changes what was chosen and nothing else": neither the other terms nor its waiting time.
#[tokio::test]
async fn the_clock_of_a_table_changes_alone() {
    let harness = TestApp::new().await;
    let terms = Terms {
        pace: Pace::PerMove { days: 3 },
        hard: true,
        open: 20,
        machine: Some(4),
        ..Terms::default()
    };
    let new = NewGame {
        terms: Some(terms),
        ..four(false)
    };
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    let waits = opened.timer.unwrap();
    for pace in [
        Pace::PerMove { days: 1 },
        Pace::Untimed,
        Pace::BANK,
        Pace::PerMove { days: 7 },
    ] {
        pass(&harness, 6 * HOUR).await;
        let change = TableChange::Clock(pace);
        let changed = harness
            .app
            .change_table(harness.by(ANN), opened.game, change);
        let changed = changed.await.unwrap();
        assert_eq!(changed.terms, Some(Terms { pace, ..terms }));
        assert_eq!(changed.timer, Some(waits), "{pace:?}");
        let row = harness.app.store().row(opened.game).await.unwrap();
        assert_eq!(row.deadline, Some(waits.at));
    }
    let refused = harness
        .app
        .change_table(
            harness.by(ANN),
            opened.game,
            TableChange::Clock(Pace::PerMove { days: 4 }),
        )
        .await;
    assert!(plain(refused).contains("1, 2, 3, 5, 7, 10 or 14 days"));
    // The table closes at its original time.
    let harness = harness.restart().await;
    assert_eq!(match_view(&harness, opened.game).await.timer, Some(waits));
    pass(&harness, 19 * DAY - HOUR).await;
    let open = match_view(&harness, opened.game).await.phase;
    assert!(matches!(open, Phase::Open { .. }));
    pass(&harness, HOUR).await;
    let closed = match_view(&harness, opened.game).await.phase;
    assert!(matches!(closed, Phase::Over { .. }), "{closed:?}");
}

#[tokio::test]
async fn nobody_invites_themselves() {
    let harness = TestApp::new().await;
    let tables = [
        (challenge(), vec![ANN]),
        (four(false), vec![ANN]),
        (four(false), vec![BOB, ANN]),
    ];
    for (new, opponents) in tables {
        let new = NewGame { opponents, ..new };
        let refused = harness.app.open(harness.by(ANN), new).await;
        assert!(plain(refused).starts_with("You can't invite yourself"));
    }
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());
}
