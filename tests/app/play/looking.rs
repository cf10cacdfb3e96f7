//! Tests of finding a match, its picture in words, completion, lists and the text file.

use super::plain;
use crate::harness::{ANN, BOB, CY, TestApp, challenge, open_seat};
use rookery::app::{AppError, MatchRef, Phase, Purpose, Side};
use rookery::match_state::{ChannelId, UserId};

#[tokio::test]
async fn the_match_is_found_from_the_thread_or_as_the_only_one_that_waits() {
    let harness = TestApp::new().await;
    let none = harness
        .app
        .play(harness.by(ANN), MatchRef::Here, "Pe2-e3")
        .await;
    assert!(plain(none).contains("You have no game at the moment"));

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
    // In other players' thread, the reason.
    let stranger = harness
        .app
        .play(harness.at(CY, 11), MatchRef::Here, "Pa7-a6");
    assert!(plain(stranger.await).starts_with("You don't play in game 1"));
    let watching = harness
        .app
        .show(harness.at(CY, 11), MatchRef::Here, Side::Own, None);
    assert_eq!(watching.await.unwrap().game, one);

    // A player of another match watches here: whatever they do is meant for this match.
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
    let meant = async |purpose| {
        let app = &harness.app;
        app.find_match(from_there, MatchRef::Here, purpose).await
    };
    for purpose in [Purpose::Look, Purpose::Own, Purpose::Move] {
        assert_eq!(meant(purpose).await.unwrap(), watched);
    }
    harness.play(BOB, two, "Pe7-e6").await;
    harness.play(ANN, two, "Pa2-a3").await;

    // A channel may hold several matches: a look finds the waiting one.
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
async fn the_picture_is_described_in_at_most_1024_characters() {
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
async fn the_player_to_move_is_warned_of_a_danger_to_the_royal_stone() {
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
    // The royal stone is in danger, but White is to move and need not fear.
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
    // Bob is invited to the fourth.
    let list = harness.app.games(harness.by(BOB)).await.unwrap();
    assert_eq!(list[0].game, games[0]);
    assert!(list.iter().any(|line| line.game == invited.game
        && line.phase
            == Phase::Open {
                invited: vec![BOB],
                empty: 1
            }));

    let offered = harness
        .app
        .complete_game(harness.by(ANN), "abs", true, &|_| None)
        .await;
    assert_eq!(offered.len(), 4);
    let offered = harness
        .app
        .complete_game(harness.by(ANN), "2", true, &|_| None)
        .await;
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

/// A move that is tried says how it would end the game; a check that it gives is in its words, and no danger.
#[tokio::test]
async fn a_tried_move_tells_of_its_end_and_warns_of_no_check_that_it_gives() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    for (user, text) in [
        (ANN, "Pe2-e3"),
        (BOB, "Pe7-e6"),
        (ANN, "Pe3-e4"),
        (BOB, "Ke8-e7"),
        (ANN, "Pa2-a3"),
        (BOB, "Ke7-f6"),
        (ANN, "Pa3-a4"),
        (BOB, "Kf6-f5"),
    ] {
        harness.play(user, game, text).await;
    }
    let tried = |text: &str| {
        let (line, request) = (vec![text.to_owned()], harness.by(ANN));
        let app = &harness.app;
        async move { app.explore(request, MatchRef::Game(game), &line, 1).await }
    };
    let wins = tried("Pe4xf5").await.unwrap();
    let last = wins.words.last().map(String::as_str);
    assert_eq!(last, Some("White wins: the royal stone was captured."));
    let waits = tried("Pa4-a5").await.unwrap();
    assert_eq!(waits.warnings, [] as [String; 0]);
    let told = waits.words.last().unwrap();
    assert!(told.contains("danger"), "{told}");
}
