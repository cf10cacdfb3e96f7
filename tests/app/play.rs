//! The use cases, from opening a table to the last word of a match, without Discord and without pixels.

use crate::house::{ANN, BOB, CY, House, challenge, open_seat};
use rookery::app::{NewGame, Phase, Purpose, Refusal, Side, Which};
use rookery::rules::{Options, Seat};
use rookery::table::{ChannelId, GameId, UserId};

#[tokio::test]
async fn two_people_meet_play_and_one_wins() {
    let house = House::new().await;
    let opened = house.app.open(house.by(ANN), challenge()).await.unwrap();
    assert_eq!(
        opened.phase,
        Phase::Open {
            invited: vec![BOB],
            empty: 1
        }
    );
    assert_eq!(opened.seats[0], ("White".to_owned(), Some(ANN)));
    let begun = house
        .app
        .join(house.by(BOB), opened.game, None)
        .await
        .unwrap();
    assert_eq!(begun.phase, Phase::Playing);
    assert_eq!(begun.next, vec![(Seat::WHITE, ANN)]);
    assert_eq!(begun.seats[1], ("Black".to_owned(), Some(BOB)));

    // Typed leniently, stored canonically, told in words.
    let moved = house.play(ANN, begun.game, "ng1f3").await;
    let last = moved.last.clone().unwrap();
    assert_eq!((last.seat.as_str(), last.number), ("White", 1));
    assert_eq!(moved.next, vec![(Seat::BLACK, BOB)]);
    // The seed's fastest way: the royal stone walks out and is taken.
    let mut shown = moved;
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
        shown = house.play(user, begun.game, text).await;
    }
    assert_eq!(
        shown.phase,
        Phase::Over {
            ending: "White wins: the royal stone was captured.".to_owned()
        }
    );
    assert!(shown.next.is_empty());
    assert!(house.app.games(house.by(ANN)).await.unwrap().is_empty());

    let history = house
        .app
        .history(house.by(CY), Which::Game(begun.game))
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

fn plain<T: std::fmt::Debug>(refused: Result<T, Refusal>) -> String {
    match refused {
        Err(Refusal::Plain(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

fn stale<T: std::fmt::Debug>(refused: Result<T, Refusal>) -> String {
    match refused {
        Err(Refusal::Stale(sentence)) => sentence,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_open_seat_is_for_whoever_comes_first() {
    let house = House::new().await;
    let opened = house.app.open(house.by(ANN), open_seat()).await.unwrap();
    assert_eq!(opened.guests, vec![ANN]);
    assert_eq!(
        opened.phase,
        Phase::Open {
            invited: vec![],
            empty: 1
        }
    );
    let own = house.app.join(house.by(ANN), opened.game, None).await;
    assert_eq!(plain(own), "You sit at this table already.");
    let taken = house
        .app
        .join(house.by(BOB), opened.game, Some(Seat::WHITE))
        .await;
    assert_eq!(plain(taken), "White is taken. Choose another seat.");
    let early = house
        .app
        .play(house.by(ANN), Which::Game(opened.game), "Pe2-e3")
        .await;
    assert_eq!(
        plain(early),
        "Game 1 has not begun: it waits for one more player."
    );
    let joined = house
        .app
        .join(house.by(BOB), opened.game, Some(Seat::BLACK))
        .await
        .unwrap();
    assert_eq!(joined.phase, Phase::Playing);
    let late = house.app.join(house.by(CY), opened.game, None).await;
    assert_eq!(plain(late), "Game 1 has begun already.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_want_the_last_seat_at_once_one_gets_it() {
    let house = House::new().await;
    for _ in 0..5 {
        let opened = house.app.open(house.by(ANN), open_seat()).await.unwrap();
        let (one, two) = tokio::join!(
            house.app.join(house.by(BOB), opened.game, None),
            house.app.join(house.by(CY), opened.game, None),
        );
        assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
        let lost = if one.is_ok() { two } else { one };
        assert!(plain(lost).ends_with("has begun already."));
    }
}

#[tokio::test]
async fn a_place_kept_for_the_invited_is_for_them_alone() {
    let house = House::new().await;
    let opened = house.app.open(house.by(ANN), challenge()).await.unwrap();
    let other = house.app.join(house.by(CY), opened.game, None).await;
    assert_eq!(
        plain(other),
        "The open seats at this table are kept for the players who were invited."
    );
    // They may answer from anywhere, also from direct messages.
    let mut far = house.at(BOB, 4_711);
    far.place.guild = None;
    let joined = house.app.join(far, opened.game, None).await.unwrap();
    assert_eq!(joined.phase, Phase::Playing);
}

#[tokio::test]
async fn a_declined_challenge_is_closed_and_an_opener_can_close_their_table() {
    let house = House::new().await;
    let closed = Phase::Over {
        ending: "The table was closed before the game began.".to_owned(),
    };
    let opened = house.app.open(house.by(ANN), challenge()).await.unwrap();
    let stranger = house.app.leave(house.by(CY), opened.game).await;
    assert_eq!(plain(stranger), "You are not at the table of game 1.");
    let declined = house.app.leave(house.by(BOB), opened.game).await.unwrap();
    assert_eq!(declined.phase, closed);

    let opened = house.app.open(house.by(ANN), open_seat()).await.unwrap();
    let left = house.app.leave(house.by(ANN), opened.game).await.unwrap();
    assert_eq!(left.phase, closed);
    let late = house.app.join(house.by(BOB), opened.game, None).await;
    assert_eq!(
        plain(late),
        "Game 2 is over. The table was closed before the game began."
    );
    assert!(house.app.games(house.by(ANN)).await.unwrap().is_empty());

    let begun = house.game().await;
    let refused = house.app.leave(house.by(BOB), begun.game).await;
    assert_eq!(
        plain(refused),
        "Game 3 has begun: to leave it now is to resign."
    );
}

#[tokio::test]
async fn whoever_invites_themselves_plays_both_sides() {
    let house = House::new().await;
    let mut new = challenge();
    new.opponents = vec![ANN];
    let begun = house.app.open(house.by(ANN), new).await.unwrap();
    assert_eq!(begun.phase, Phase::Playing);
    assert_eq!(begun.seats[1].1, Some(ANN));
    house.play(ANN, begun.game, "Pe2-e3").await;
    let shown = house.play(ANN, begun.game, "Pe7-e6").await;
    assert_eq!(shown.next, vec![(Seat::WHITE, ANN)]);
}

#[tokio::test]
async fn seats_without_a_wish_are_drawn_by_lot_and_stay_as_drawn() {
    let house = House::new().await;
    let mut new = challenge();
    new.seat = None;
    let opened = house.app.open(house.by(ANN), new.clone()).await.unwrap();
    assert!(opened.seats.iter().all(|(_, owner)| owner.is_none()));
    let begun = house
        .app
        .join(house.by(BOB), opened.game, None)
        .await
        .unwrap();
    let owners: Vec<_> = begun.seats.iter().map(|(_, owner)| *owner).collect();
    assert_eq!(owners, vec![Some(ANN), Some(BOB)]);
    // The wish of the one who joins decides for both.
    let opened = house.app.open(house.by(ANN), new).await.unwrap();
    let begun = house
        .app
        .join(house.by(BOB), opened.game, Some(Seat::WHITE))
        .await
        .unwrap();
    let house = house.restart().await;
    let shown = house
        .app
        .show(house.by(CY), Which::Game(begun.game), Side::Public, None)
        .await
        .unwrap();
    let owners: Vec<_> = shown.seats.iter().map(|(_, owner)| *owner).collect();
    assert_eq!(owners, vec![Some(BOB), Some(ANN)]);
}

#[tokio::test]
async fn what_cannot_be_opened_is_refused_with_the_reason() {
    let house = House::new().await;
    let mut new = challenge();
    new.game = "ludo`@everyone".to_owned();
    let unknown = plain(house.app.open(house.by(ANN), new).await);
    assert!(
        unknown.starts_with("There is no game called \"ludoeveryone\". The games: abstract"),
        "{unknown}"
    );

    let mut new = challenge();
    new.options.set("powers", "magic");
    let option = house.app.open(house.by(ANN), new).await;
    assert!(matches!(option, Err(Refusal::Rules(_))), "{option:?}");

    let mut new = challenge();
    new.opponents = vec![BOB, CY];
    assert_eq!(
        plain(house.app.open(house.by(ANN), new).await),
        "Abstract Chess has 2 seats: invite at most 1 besides yourself."
    );

    let mut new = challenge();
    new.seat = Some(Seat(2));
    assert_eq!(
        plain(house.app.open(house.by(ANN), new).await),
        "Abstract Chess has no such seat."
    );
    assert!(house.app.games(house.by(ANN)).await.unwrap().is_empty());
}

#[tokio::test]
async fn only_the_owner_of_the_seat_to_move_moves() {
    let house = House::new().await;
    let game = house.game().await.game;
    let which = Which::Game(game);
    let other = house.app.play(house.by(CY), which, "Pe2-e3").await;
    assert_eq!(
        plain(other),
        "You don't play in game 1: only the owner of a seat can move for it."
    );
    let early = house.app.play(house.by(BOB), which, "Pe7-e6").await;
    assert_eq!(plain(early), "It is White's turn in game 1, not yours.");
    house.play(ANN, game, "Pe2-e3").await;
    let twice = house.app.play(house.by(ANN), which, "Pe3-e4").await;
    let twice = plain(twice);
    assert!(
        twice.starts_with("It is Black's turn in game 1, not yours. Your move "),
        "{twice}"
    );
    let other = house.app.resign(house.by(CY), which).await;
    assert!(plain(other).starts_with("You don't play in game 1"));
    let nowhere = house.app.play(house.by(ANN), Which::Game(GameId(99)), "e3");
    assert_eq!(plain(nowhere.await), "There is no game 99.");
}

#[tokio::test]
async fn a_move_against_the_rules_is_refused_with_the_reason_and_changes_nothing() {
    let house = House::new().await;
    let begun = house.game().await;
    let which = Which::Game(begun.game);
    for text in ["Pe2-e5", "", "🏰🏰🏰", "Ng1-f3,h2+g2", &"x".repeat(5_000)] {
        let refused = house.app.play(house.by(ANN), which, text).await;
        let Err(Refusal::Rules(rejection)) = refused else {
            panic!("{text}: {refused:?}")
        };
        assert!(!rejection.sentence.is_empty());
    }
    let shown = house
        .app
        .show(house.by(ANN), which, Side::Public, None)
        .await
        .unwrap();
    assert_eq!((shown.ply, shown.last), (begun.ply, None));
}

#[tokio::test]
async fn a_stale_button_says_what_has_changed() {
    let house = House::new().await;
    let begun = house.game().await;
    let (game, ply) = (begun.game, begun.ply);
    house.play(ANN, game, "Ng1-f3").await;
    let confirm = house.app.resign(house.by(BOB), Which::At(game, ply)).await;
    assert_eq!(
        stale(confirm),
        "I did not do that: since then White played Ng1-f3. It is your turn."
    );
    house.play(BOB, game, "Pe7-e6").await;
    let old = house
        .app
        .play(house.by(BOB), Which::At(game, ply), "Pa7-a6")
        .await;
    assert_eq!(
        stale(old),
        "I did not do that: since then White played Ng1-f3, Black played Pe7-e6. It is White's turn."
    );
    let fresh = house
        .app
        .play(house.by(ANN), Which::At(game, ply + 2), "Nf3-g5");
    assert_eq!(fresh.await.unwrap().ply, ply + 3);
    // A look is never stale.
    let look = house
        .app
        .show(house.by(CY), Which::At(game, ply), Side::Own, None);
    assert_eq!(look.await.unwrap().ply, ply + 3);
    house
        .app
        .resign(house.by(ANN), Which::At(game, ply + 3))
        .await
        .unwrap();
    let late = house
        .app
        .resign(house.by(BOB), Which::At(game, ply + 3))
        .await;
    assert_eq!(
        stale(late),
        "I did not do that: since then White resigned. The game is over. Black wins: White resigned."
    );
}

#[tokio::test]
async fn who_resigns_loses_and_the_match_is_over() {
    let house = House::new().await;
    let game = house.game().await.game;
    house.play(ANN, game, "Ng1-f3").await;
    // Not only on one's own turn.
    let shown = house
        .app
        .resign(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    assert_eq!(
        shown.phase,
        Phase::Over {
            ending: "Black wins: White resigned.".to_owned()
        }
    );
    // The ending says it.
    assert_eq!(shown.told, [] as [String; 0]);
    assert_eq!(shown.last.unwrap().display, "Ng1-f3");
    let moved = house
        .app
        .play(house.by(BOB), Which::Game(game), "Pe7-e6")
        .await;
    assert_eq!(plain(moved), "Game 1 is over. Black wins: White resigned.");
    let history = house
        .app
        .history(house.by(ANN), Which::Game(game))
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
    let house = House::new().await;
    let none = house.app.play(house.by(ANN), Which::Here, "Pe2-e3").await;
    assert!(plain(none).contains("You play no game at the moment"));

    let (one, two) = (house.game().await.game, house.game().await.game);
    house.app.settle(one, ChannelId(11)).await.unwrap();
    house.app.settle(two, ChannelId(22)).await.unwrap();
    // From the thread.
    let here = house
        .app
        .play(house.at(ANN, 22), Which::Here, "Pe2-e3")
        .await
        .unwrap();
    assert_eq!((here.game, here.home), (two, Some(ChannelId(22))));
    // The only one that waits, from anywhere.
    let anywhere = house
        .app
        .play(house.at(ANN, 77), Which::Here, "Pd2-d3")
        .await
        .unwrap();
    assert_eq!(anywhere.game, one);
    // None waits; then two do.
    let none = house.app.play(house.at(ANN, 77), Which::Here, "Pa2-a3");
    assert_eq!(
        plain(none.await),
        "It is not your turn in any of your games. `/games` lists them."
    );
    let several = house.app.play(house.at(BOB, 77), Which::Here, "Pa7-a6");
    let Err(Refusal::WhichGame(list)) = several.await else {
        panic!("two games wait for Bob")
    };
    assert_eq!(list.len(), 2);
    // In a thread of others, the reason.
    let stranger = house.app.play(house.at(CY, 11), Which::Here, "Pa7-a6");
    assert!(plain(stranger.await).starts_with("You don't play in game 1"));
    let watching = house
        .app
        .show(house.at(CY, 11), Which::Here, Side::Own, None);
    assert_eq!(watching.await.unwrap().game, one);

    // Who plays elsewhere and watches here: the look is at the one, the move goes to the other.
    let watched = house
        .app
        .open(house.by(CY), open_seat())
        .await
        .unwrap()
        .game;
    house
        .app
        .join(house.by(UserId(7)), watched, None)
        .await
        .unwrap();
    house.app.settle(watched, ChannelId(33)).await.unwrap();
    let from_there = house.at(ANN, 33);
    let meant = async |purpose| {
        let meant = house.app.meant(from_there, Which::Here, purpose).await;
        meant.map(|(game, _)| game)
    };
    assert_eq!(meant(Purpose::Look).await.unwrap(), watched);
    assert!(matches!(
        meant(Purpose::Resign).await,
        Err(Refusal::WhichGame(list)) if list.len() == 2
    ));
    house.play(BOB, two, "Pe7-e6").await;
    assert_eq!(meant(Purpose::Move).await.unwrap(), two);
    house.play(ANN, two, "Pa2-a3").await;

    // A channel may hold several: the one that waits is meant.
    house.app.settle(two, ChannelId(11)).await.unwrap();
    house.play(BOB, one, "Pe7-e6").await;
    let waits = house.app.play(house.at(ANN, 11), Which::Here, "Pa2-a3");
    assert_eq!(waits.await.unwrap().game, one);
    let look = house
        .app
        .show(house.at(CY, 11), Which::Here, Side::Public, None);
    assert!(matches!(look.await, Err(Refusal::WhichGame(list)) if list.len() == 2));

    // A thread whose match is over still shows it.
    house.app.settle(two, ChannelId(22)).await.unwrap();
    house
        .app
        .resign(house.at(ANN, 22), Which::Here)
        .await
        .unwrap();
    let over = house
        .app
        .history(house.at(ANN, 22), Which::Here)
        .await
        .unwrap();
    assert_eq!(over.game, two);
}

#[tokio::test]
async fn a_match_is_not_shown_to_other_servers() {
    let house = House::new().await;
    let game = house.game().await.game;
    let mut far = house.by(CY);
    far.place.guild = None;
    far.place.channel = ChannelId(1);
    let look = house.app.show(far, Which::Game(game), Side::Public, None);
    assert_eq!(plain(look.await), "There is no game 1 here.");
    let history = house.app.history(far, Which::Game(game)).await;
    assert_eq!(plain(history), "There is no game 1 here.");
    // Its players see it from everywhere.
    far.user = BOB;
    let look = house.app.show(far, Which::Game(game), Side::Own, None);
    assert_eq!(look.await.unwrap().game, game);
}

#[tokio::test]
async fn the_picture_is_told_in_at_most_1024_characters() {
    let house = House::new().await;
    let mut shown = house.game().await;
    assert!(shown.alt.contains("White to move"), "{}", shown.alt);
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Pe7-e6"), (ANN, "Nf3-g5")] {
        shown = house.play(user, shown.game, text).await;
        let length = shown.alt.chars().count();
        assert!((100..=1_024).contains(&length), "{length}");
        assert!(shown.alt.contains("to move"), "{}", shown.alt);
    }
    let words = shown.last.unwrap().words;
    assert!(
        shown.alt.contains(words.trim_end_matches('.')),
        "{}",
        shown.alt
    );
    assert!(shown.alt.contains("g5"), "{}", shown.alt);
}

#[tokio::test]
async fn a_danger_to_the_royal_stone_is_told_to_who_is_to_move() {
    let house = House::new().await;
    let game = house.game().await.game;
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
        house.play(user, game, text).await;
    }
    let safe = house
        .app
        .show(house.by(BOB), Which::Game(game), Side::Own, None)
        .await
        .unwrap();
    assert_eq!(safe.warnings, [] as [String; 0]);
    house.play(BOB, game, "Kf6-f5").await;
    // It stands in danger, but White is to move and need not fear.
    let shown = house.play(ANN, game, "Pa4-a5").await;
    let [danger] = &shown.warnings[..] else {
        panic!("{:?}", shown.warnings);
    };
    assert!(shown.alt.contains(danger), "{danger}");
}

#[tokio::test]
async fn completion_offers_at_most_25_and_only_on_ones_turn() {
    let house = House::new().await;
    let game = house.game().await.game;
    let which = Which::Game(game);
    let pieces = house.app.complete_move(house.by(ANN), which, "").await;
    assert!(!pieces.is_empty() && pieces.len() <= 25);
    let moves = house.app.complete_move(house.by(ANN), which, "2").await;
    assert_eq!(moves.len(), 25);
    for choice in pieces.iter().chain(&moves) {
        assert!((1..=100).contains(&choice.label.chars().count()));
        assert!((1..=100).contains(&choice.text.chars().count()));
    }
    let exact = house.app.complete_move(house.by(ANN), which, "Ng1").await;
    assert!(exact.iter().any(|choice| choice.text == "Ng1-f3"));
    for waiting in [BOB, CY] {
        let offered = house.app.complete_move(house.by(waiting), which, "").await;
        assert!(offered.is_empty());
    }
    let nonsense = house.app.complete_move(house.by(ANN), which, "🏰").await;
    assert!(nonsense.is_empty());
}

#[tokio::test]
async fn lists_put_first_what_waits_longest_for_the_asker() {
    let house = House::new().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(house.game().await.game);
        house.now.fetch_add(60, std::sync::atomic::Ordering::SeqCst);
    }
    let invited = house.app.open(house.by(ANN), challenge()).await.unwrap();
    house.play(ANN, games[0], "Ng1-f3").await;
    let list = house.app.games(house.by(ANN)).await.unwrap();
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
    let list = house.app.games(house.by(BOB)).await.unwrap();
    assert_eq!(list[0].game, games[0]);
    assert!(list.iter().any(|line| line.game == invited.game
        && line.phase
            == Phase::Open {
                invited: vec![BOB],
                empty: 1
            }));

    let offered = house.app.complete_game(house.by(ANN), "abs").await;
    assert_eq!(offered.len(), 4);
    let offered = house.app.complete_game(house.by(ANN), "2").await;
    assert_eq!(offered[0].game, games[1]);
}

#[tokio::test]
async fn the_text_file_replays_to_the_same_position() {
    let house = House::new().await;
    let game = house.game().await.game;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Pe7-e6"), (ANN, "a1+b1")] {
        house.play(user, game, text).await;
    }
    let history = house
        .app
        .history(house.by(ANN), Which::Game(game))
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
    let shown = house
        .app
        .show(house.by(ANN), Which::Game(game), Side::Public, None)
        .await
        .unwrap();
    assert_eq!(board.scene(&Default::default()), shown.scene);
}

/// A start that the game refuses is drawn again: options under which many starts are refused still make a match.
#[tokio::test]
async fn a_refused_start_is_drawn_again() {
    let house = House::new().await;
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
        let shown = house.app.open(house.by(ANN), new).await.unwrap();
        assert_eq!(shown.phase, Phase::Playing);
    }
}
