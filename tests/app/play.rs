//! The use cases, from opening a table to the last word of a match, without Discord and without pixels.

use crate::harness::{ANN, BOB, CY, TestApp, challenge, open_seat};
use rookery::app::{AppError, MatchRef, NewGame, Phase, Purpose, Side};
use rookery::match_state::{ChannelId, GameId, UserId};
use rookery::rules::{Options, Seat};

#[tokio::test]
async fn two_people_meet_play_and_one_wins() {
    let harness = TestApp::new().await;
    let opened = harness
        .app
        .open(harness.by(ANN), challenge())
        .await
        .unwrap();
    assert_eq!(
        opened.phase,
        Phase::Open {
            invited: vec![BOB],
            empty: 1
        }
    );
    assert_eq!(opened.seats[0], ("White".to_owned(), Some(ANN)));
    let begun = harness
        .app
        .join(harness.by(BOB), opened.game, None)
        .await
        .unwrap();
    assert_eq!(begun.phase, Phase::Playing);
    assert_eq!(begun.next, vec![(Seat::WHITE, ANN)]);
    assert_eq!(begun.seats[1], ("Black".to_owned(), Some(BOB)));

    // Typed leniently, stored canonically, told in words.
    let moved = harness.play(ANN, begun.game, "ng1f3").await;
    let last = moved.last.clone().unwrap();
    assert_eq!((last.seat.as_str(), last.number), ("White", 1));
    assert_eq!(moved.next, vec![(Seat::BLACK, BOB)]);
    // The seed's fastest way: the royal stone walks out and is taken.
    let mut match_view = moved;
    for (user, text) in [
        (BOB, "Pe7-e6"),
        (ANN, "Nf3-g5"),
        (BOB, "Ke8-e7"),
        (ANN, "Pa2-a3"),
        (BOB, "Ke7-f6"),
        (ANN, "Pa3-a4"),
        (BOB, "Kf6-f5"),
        (ANN, "Pa4-a5"),
        (BOB, "Kf5-f4"),
        (ANN, "Pe2-e3"),
        (BOB, "Pa7-a6"),
        (ANN, "Pe3xf4"),
    ] {
        match_view = harness.play(user, begun.game, text).await;
    }
    assert_eq!(
        match_view.phase,
        Phase::Over {
            ending: "White wins: the royal stone was captured.".to_owned()
        }
    );
    assert!(match_view.next.is_empty());
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());

    let history = harness
        .app
        .history(harness.by(CY), MatchRef::Game(begun.game))
        .await
        .unwrap();
    assert_eq!(history.lines.len(), 7);
    assert_eq!(history.lines[0], "1. Ng1-f3 Pe7-e6");
    assert!(
        history
            .file
            .contains("Result: won:white:royal-captured 4,0 1,2\n")
    );
    assert!(history.file.contains("7. Pe3xf4"));
}

fn plain<T: std::fmt::Debug>(refused: Result<T, AppError>) -> String {
    match refused {
        Err(AppError::Plain(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

fn stale<T: std::fmt::Debug>(refused: Result<T, AppError>) -> String {
    match refused {
        Err(AppError::Stale(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_open_seat_is_for_whoever_comes_first() {
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
    assert_eq!(plain(own), "You sit at this table already.");
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
        "Game 3 has begun: to leave it now is to resign."
    );
}

#[tokio::test]
async fn whoever_invites_themselves_plays_both_sides() {
    let harness = TestApp::new().await;
    let mut new = challenge();
    new.opponents = vec![ANN];
    let begun = harness.app.open(harness.by(ANN), new).await.unwrap();
    assert_eq!(begun.phase, Phase::Playing);
    assert_eq!(begun.seats[1].1, Some(ANN));
    harness.play(ANN, begun.game, "Pe2-e3").await;
    let match_view = harness.play(ANN, begun.game, "Pe7-e6").await;
    assert_eq!(match_view.next, vec![(Seat::WHITE, ANN)]);
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
    // The wish of the one who joins decides for both.
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

#[tokio::test]
async fn only_the_owner_of_the_seat_to_move_moves() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let other = harness.app.play(harness.by(CY), which, "Pe2-e3").await;
    assert_eq!(
        plain(other),
        "You don't play in game 1: only the owner of a seat can move for it."
    );
    let early = harness.app.play(harness.by(BOB), which, "Pe7-e6").await;
    assert_eq!(plain(early), "It is White's turn in game 1, not yours.");
    harness.play(ANN, game, "Pe2-e3").await;
    let twice = harness.app.play(harness.by(ANN), which, "Pe3-e4").await;
    let twice = plain(twice);
    assert!(
        twice.starts_with("It is Black's turn in game 1, not yours. Your move "),
        "{twice}"
    );
    let other = harness.app.resign(harness.by(CY), which).await;
    assert!(plain(other).starts_with("You don't play in game 1"));
    let nowhere = harness
        .app
        .play(harness.by(ANN), MatchRef::Game(GameId(99)), "e3");
    assert_eq!(plain(nowhere.await), "There is no game 99.");
}

#[tokio::test]
async fn a_move_against_the_rules_is_refused_with_the_reason_and_changes_nothing() {
    let harness = TestApp::new().await;
    let begun = harness.game().await;
    let which = MatchRef::Game(begun.game);
    for text in ["Pe2-e5", "", "🏰🏰🏰", "Ng1-f3,h2+g2", &"x".repeat(5_000)] {
        let refused = harness.app.play(harness.by(ANN), which, text).await;
        let Err(AppError::Rules(rejection)) = refused else {
            panic!("{text}: {refused:?}")
        };
        assert!(!rejection.sentence.is_empty());
    }
    let match_view = harness
        .app
        .show(harness.by(ANN), which, Side::Public, None)
        .await
        .unwrap();
    assert_eq!((match_view.ply, match_view.last), (begun.ply, None));
}

#[tokio::test]
async fn a_stale_button_says_what_has_changed() {
    let harness = TestApp::new().await;
    let begun = harness.game().await;
    let (game, ply) = (begun.game, begun.ply);
    harness.play(ANN, game, "Ng1-f3").await;
    let confirm = harness
        .app
        .resign(harness.by(BOB), MatchRef::At(game, ply))
        .await;
    assert_eq!(
        stale(confirm),
        "I did not do that: since then White played Ng1-f3. It is your turn."
    );
    harness.play(BOB, game, "Pe7-e6").await;
    let old = harness
        .app
        .play(harness.by(BOB), MatchRef::At(game, ply), "Pa7-a6")
        .await;
    assert_eq!(
        stale(old),
        "I did not do that: since then White played Ng1-f3, Black played Pe7-e6. It is White's turn."
    );
    let fresh = harness
        .app
        .play(harness.by(ANN), MatchRef::At(game, ply + 2), "Nf3-g5");
    assert_eq!(fresh.await.unwrap().ply, ply + 3);
    // A look is never stale.
    let look = harness
        .app
        .show(harness.by(CY), MatchRef::At(game, ply), Side::Own, None);
    assert_eq!(look.await.unwrap().ply, ply + 3);
    harness
        .app
        .resign(harness.by(ANN), MatchRef::At(game, ply + 3))
        .await
        .unwrap();
    let late = harness
        .app
        .resign(harness.by(BOB), MatchRef::At(game, ply + 3))
        .await;
    assert_eq!(
        stale(late),
        "I did not do that: the game is over. Black wins: White resigned."
    );
}

#[tokio::test]
async fn who_resigns_loses_and_the_match_is_over() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.play(ANN, game, "Ng1-f3").await;
    // Not only on one's own turn.
    let match_view = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    assert_eq!(
        match_view.phase,
        Phase::Over {
            ending: "Black wins: White resigned.".to_owned()
        }
    );
    // The ending says it.
    assert_eq!(match_view.remarks, [] as [String; 0]);
    assert_eq!(match_view.last.unwrap().display.as_deref(), Some("Ng1-f3"));
    let moved = harness
        .app
        .play(harness.by(BOB), MatchRef::Game(game), "Pe7-e6")
        .await;
    assert_eq!(plain(moved), "Game 1 is over. Black wins: White resigned.");
    let history = harness
        .app
        .history(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    assert_eq!(history.lines, vec!["1. Ng1-f3 (White resigns)".to_owned()]);
    assert!(
        history
            .file
            .contains("Result: won:black:resignation 0,4 2,1\n")
    );
}

#[tokio::test]
async fn the_match_is_found_from_the_thread_or_as_the_only_one_that_waits() {
    let harness = TestApp::new().await;
    let none = harness
        .app
        .play(harness.by(ANN), MatchRef::Here, "Pe2-e3")
        .await;
    assert!(plain(none).contains("You play no game at the moment"));

    let (one, two) = (harness.game().await.game, harness.game().await.game);
    harness.app.set_home(one, ChannelId(11)).await.unwrap();
    harness.app.set_home(two, ChannelId(22)).await.unwrap();
    // From the thread.
    let here = harness
        .app
        .play(harness.at(ANN, 22), MatchRef::Here, "Pe2-e3")
        .await
        .unwrap();
    assert_eq!((here.game, here.home), (two, Some(ChannelId(22))));
    // The only one that waits, from anywhere.
    let anywhere = harness
        .app
        .play(harness.at(ANN, 77), MatchRef::Here, "Pd2-d3")
        .await
        .unwrap();
    assert_eq!(anywhere.game, one);
    // None waits; then two do.
    let none = harness
        .app
        .play(harness.at(ANN, 77), MatchRef::Here, "Pa2-a3");
    assert_eq!(
        plain(none.await),
        "It is not your turn in any of your games. `/games` lists them."
    );
    let several = harness
        .app
        .play(harness.at(BOB, 77), MatchRef::Here, "Pa7-a6");
    let Err(AppError::WhichGame(list)) = several.await else {
        panic!("two games wait for Bob")
    };
    assert_eq!(list.len(), 2);
    // In a thread of others, the reason.
    let stranger = harness
        .app
        .play(harness.at(CY, 11), MatchRef::Here, "Pa7-a6");
    assert!(plain(stranger.await).starts_with("You don't play in game 1"));
    let watching = harness
        .app
        .show(harness.at(CY, 11), MatchRef::Here, Side::Own, None);
    assert_eq!(watching.await.unwrap().game, one);

    // Who plays elsewhere and watches here: the look is at the one, the move goes to the other.
    let watched = harness
        .app
        .open(harness.by(CY), open_seat())
        .await
        .unwrap()
        .game;
    harness
        .app
        .join(harness.by(UserId(7)), watched, None)
        .await
        .unwrap();
    harness.app.set_home(watched, ChannelId(33)).await.unwrap();
    let from_there = harness.at(ANN, 33);
    let suggestions = async |purpose| {
        let suggestions = harness
            .app
            .suggestions(from_there, MatchRef::Here, purpose)
            .await;
        suggestions.map(|(game, _)| game)
    };
    assert_eq!(suggestions(Purpose::Look).await.unwrap(), watched);
    assert!(matches!(
        suggestions(Purpose::Resign).await,
        Err(AppError::WhichGame(list)) if list.len() == 2
    ));
    harness.play(BOB, two, "Pe7-e6").await;
    assert_eq!(suggestions(Purpose::Move).await.unwrap(), two);
    harness.play(ANN, two, "Pa2-a3").await;

    // A channel may hold several: the one that waits is meant.
    harness.app.set_home(two, ChannelId(11)).await.unwrap();
    harness.play(BOB, one, "Pe7-e6").await;
    let waits = harness
        .app
        .play(harness.at(ANN, 11), MatchRef::Here, "Pa2-a3");
    assert_eq!(waits.await.unwrap().game, one);
    let look = harness
        .app
        .show(harness.at(CY, 11), MatchRef::Here, Side::Public, None);
    assert!(matches!(look.await, Err(AppError::WhichGame(list)) if list.len() == 2));

    // A thread whose match is over still shows it.
    harness.app.set_home(two, ChannelId(22)).await.unwrap();
    harness
        .app
        .resign(harness.at(ANN, 22), MatchRef::Here)
        .await
        .unwrap();
    let over = harness
        .app
        .history(harness.at(ANN, 22), MatchRef::Here)
        .await
        .unwrap();
    assert_eq!(over.game, two);
}

#[tokio::test]
async fn a_match_is_not_shown_to_other_servers() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let mut far = harness.by(CY);
    far.place.guild = None;
    far.place.channel = ChannelId(1);
    let look = harness
        .app
        .show(far, MatchRef::Game(game), Side::Public, None);
    assert_eq!(plain(look.await), "There is no game 1 here.");
    let history = harness.app.history(far, MatchRef::Game(game)).await;
    assert_eq!(plain(history), "There is no game 1 here.");
    // Its players see it from everywhere.
    far.user = BOB;
    let look = harness.app.show(far, MatchRef::Game(game), Side::Own, None);
    assert_eq!(look.await.unwrap().game, game);
}

#[tokio::test]
async fn the_picture_is_told_in_at_most_1024_characters() {
    let harness = TestApp::new().await;
    let mut match_view = harness.game().await;
    assert!(
        match_view.alt.contains("White to move"),
        "{}",
        match_view.alt
    );
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Pe7-e6"), (ANN, "Nf3-g5")] {
        match_view = harness.play(user, match_view.game, text).await;
        let length = match_view.alt.chars().count();
        assert!((100..=1_024).contains(&length), "{length}");
        assert!(match_view.alt.contains("to move"), "{}", match_view.alt);
    }
    let words = match_view.last.unwrap().words;
    assert!(
        match_view.alt.contains(words.trim_end_matches('.')),
        "{}",
        match_view.alt
    );
    assert!(match_view.alt.contains("g5"), "{}", match_view.alt);
}

#[tokio::test]
async fn a_danger_to_the_royal_stone_is_told_to_who_is_to_move() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    // The royal stone of Black walks until White's single stone on e4 can take it.
    for (user, text) in [
        (ANN, "Pe2-e3"),
        (BOB, "Pe7-e6"),
        (ANN, "Pe3-e4"),
        (BOB, "Ke8-e7"),
        (ANN, "Pa2-a3"),
        (BOB, "Ke7-f6"),
        (ANN, "Pa3-a4"),
    ] {
        harness.play(user, game, text).await;
    }
    let safe = harness
        .app
        .show(harness.by(BOB), MatchRef::Game(game), Side::Own, None)
        .await
        .unwrap();
    assert_eq!(safe.warnings, [] as [String; 0]);
    harness.play(BOB, game, "Kf6-f5").await;
    // It stands in danger, but White is to move and need not fear.
    let match_view = harness.play(ANN, game, "Pa4-a5").await;
    let [danger] = &match_view.warnings[..] else {
        panic!("{:?}", match_view.warnings);
    };
    assert!(match_view.alt.contains(danger), "{danger}");
}

#[tokio::test]
async fn completion_offers_at_most_25_and_only_on_ones_turn() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let which = MatchRef::Game(game);
    let pieces = harness.app.complete_move(harness.by(ANN), which, "").await;
    let pieces = pieces.unwrap();
    assert!(!pieces.is_empty() && pieces.len() <= 25);
    let moves = harness.app.complete_move(harness.by(ANN), which, "2").await;
    let moves = moves.unwrap();
    assert_eq!(moves.len(), 25);
    for choice in pieces.iter().chain(&moves) {
        assert!((1..=100).contains(&choice.label.chars().count()));
        assert!((1..=100).contains(&choice.text.chars().count()));
    }
    let exact = harness
        .app
        .complete_move(harness.by(ANN), which, "Ng1")
        .await;
    assert!(exact.unwrap().iter().any(|choice| choice.text == "Ng1-f3"));
    for (waiting, why) in [(BOB, "not yours"), (CY, "don't play")] {
        let offered = harness
            .app
            .complete_move(harness.by(waiting), which, "")
            .await;
        let said = offered.unwrap_err().to_string();
        assert!(said.contains(why), "{said}");
    }
    let nonsense = harness
        .app
        .complete_move(harness.by(ANN), which, "🏰")
        .await;
    assert!(nonsense.unwrap().is_empty());
}

#[tokio::test]
async fn lists_put_first_what_waits_longest_for_the_asker() {
    let harness = TestApp::new().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(harness.game().await.game);
        harness
            .now
            .fetch_add(60, std::sync::atomic::Ordering::SeqCst);
    }
    let invited = harness
        .app
        .open(harness.by(ANN), challenge())
        .await
        .unwrap();
    harness.play(ANN, games[0], "Ng1-f3").await;
    let list = harness.app.games(harness.by(ANN)).await.unwrap();
    let order: Vec<_> = list.iter().map(|line| (line.game, line.mine)).collect();
    assert_eq!(
        order,
        vec![
            (games[1], true),
            (games[2], true),
            (games[0], false),
            (invited.game, false)
        ]
    );
    assert_eq!(list[0].since, 1_000_060);
    assert_eq!(list[0].others, vec![BOB]);
    assert_eq!((list[2].moves, list[2].since), (1, 1_000_180));
    assert_eq!(list[2].next, vec![BOB]);
    // Bob is asked to come to the fourth.
    let list = harness.app.games(harness.by(BOB)).await.unwrap();
    assert_eq!(list[0].game, games[0]);
    assert!(list.iter().any(|line| line.game == invited.game
        && line.phase
            == Phase::Open {
                invited: vec![BOB],
                empty: 1
            }));

    let offered = harness.app.complete_game(harness.by(ANN), "abs").await;
    assert_eq!(offered.len(), 4);
    let offered = harness.app.complete_game(harness.by(ANN), "2").await;
    assert_eq!(offered[0].game, games[1]);
}

#[tokio::test]
async fn the_text_file_replays_to_the_same_position() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Pe7-e6"), (ANN, "a1+b1")] {
        harness.play(user, game, text).await;
    }
    let history = harness
        .app
        .history(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    let (headers, moves) = history.file.split_once("\n\n").unwrap();
    assert!(headers.contains("Game: abstract\n"));
    assert!(headers.contains("Rules: 1\n"));
    assert!(headers.contains("Option: powers=neto\n"));
    assert!(headers.contains("Seat black: <@102>\n"));
    let kind = rookery::games::find("abstract").unwrap();
    let options = headers
        .lines()
        .filter_map(|line| line.strip_prefix("Option: ")?.split_once('='))
        .collect();
    let mut board = kind.new_game(&options).unwrap();
    for text in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        let played = board.play(text).unwrap();
        assert_eq!(played.canonical, text);
    }
    let match_view = harness
        .app
        .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None)
        .await
        .unwrap();
    assert_eq!(board.scene(&Default::default()), match_view.scene);
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
            opponents: vec![ANN],
            seat: None,
            terms: None,
        };
        let match_view = harness.app.open(harness.by(ANN), new).await.unwrap();
        assert_eq!(match_view.phase, Phase::Playing);
    }
}
