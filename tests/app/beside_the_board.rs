//! What players do beside the board: offers, plans, notes, lines tried in private; records of it; and game texts.

use std::sync::atomic::Ordering;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, four, legal, match_view, whys};
use rookery::app::{MatchRef, NotificationKind, OfferKind, Phase};
use rookery::match_state::{DAY, GameId, Pace, Terms};

async fn position(harness: &TestApp, game: GameId) -> String {
    let file = harness.app.history(harness.by(ANN), MatchRef::Game(game));
    let file = file.await.unwrap().file;
    file.split_once("\n\n").unwrap().1.to_owned()
}

#[tokio::test]
async fn a_draw_needs_both_survives_a_restart_and_ends_with_the_position() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    whys(&harness).await;
    let offered = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    assert_eq!(offered.offers[0].awaited, [BOB]);
    let asked = NotificationKind::Offer {
        kind: OfferKind::Draw,
        user: ANN,
    };
    assert_eq!(whys(&harness).await, [(Some(BOB), asked)]);
    harness = harness.restart().await;
    assert_eq!(match_view(&harness, game).await.offers, offered.offers);
    // It goes with the move, and the one who answers it by moving declines it.
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.offers, offered.offers);
    harness = harness.restart().await;
    assert_eq!(match_view(&harness, game).await.offers, offered.offers);
    let answered = harness.play(BOB, game, "Ng8-f6").await;
    assert!(answered.offers.is_empty());
    assert!(match_view(&harness, game).await.offers.is_empty());

    harness.play(ANN, game, "Nf3-g1").await;
    harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let stranger = harness
        .app
        .offer(harness.by(CY), which, OfferKind::Draw)
        .await;
    assert!(stranger.unwrap_err().to_string().contains("You don't play"));
    let declined = harness
        .app
        .decline(harness.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    assert!(declined.offers.is_empty());
    let again = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap_err();
    assert!(
        again.to_string().starts_with("The draw was declined"),
        "{again}"
    );
    harness.play(BOB, game, "Nb8-c6").await;
    harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    let over = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let ending = "A draw: the players agreed.".to_owned();
    assert_eq!(over.phase, Phase::Over { ending });
}

#[tokio::test]
async fn a_draw_of_four_needs_all_still_in_and_no_absent_player_blocks_it() {
    let harness = TestApp::new().await;
    let terms = Terms {
        pace: Pace::PerMove { days: 1 },
        hard: false,
        open: 7,
        machine: None,
    };
    let game = harness.four(terms).await;
    let which = MatchRef::Game(game);
    harness.app.resign(harness.by(DEE), which).await.unwrap();
    harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    let asked = harness
        .app
        .offer(harness.by(CY), which, OfferKind::Draw)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [ANN], "who has left is not asked");
    // Ann is excused, and is absent after that: what the others have agreed to needs her no more.
    for _ in 0..2 {
        harness.now.fetch_add(DAY, Ordering::SeqCst);
        harness.app.tick().await.unwrap();
    }
    let over = match_view(&harness, game).await;
    assert!(matches!(over.phase, Phase::Over { .. }));
    let place = |user| harness.app.profile(user);
    assert_eq!(place(DEE).await.unwrap().placings[0].1, [(4, 1)]);
    assert_eq!(place(ANN).await.unwrap().placings[0].1, [(1, 1)]);
    assert!(place(ANN).await.unwrap().ratings.is_empty());
}

#[tokio::test]
async fn a_move_is_taken_back_freely_within_a_minute_and_else_by_consent() {
    let mut harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let before = match_view(&harness, game).await;
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    let moved = harness.play(ANN, game, "Ng1-f3").await;
    harness.now.fetch_add(60, Ordering::SeqCst);
    let back = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(
        (back.scene.clone(), &back.last),
        (before.scene.clone(), &before.last)
    );
    assert_eq!(back.next, before.next);
    assert_eq!(
        back.ply,
        moved.ply + 1,
        "nothing is taken out of the record"
    );
    // The clock is not refreshed by it: what was left is left.
    let now = harness.now.load(Ordering::SeqCst);
    assert_eq!(back.timer.unwrap().at, now + 6 * DAY);
    let stale = harness
        .app
        .play(harness.by(BOB), MatchRef::At(game, moved.ply), "Pe7-e6")
        .await;
    assert!(
        stale
            .unwrap_err()
            .to_string()
            .contains("White took back a move")
    );

    // After a minute, or an answer, the opponent must agree.
    harness.play(ANN, game, "Pe2-e3").await;
    harness.play(BOB, game, "Pe7-e6").await;
    let asked = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [BOB]);
    let back = harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(back.scene, before.scene);
    assert_eq!(back.next[0].1, ANN);

    // Replays and checkpoints after it are right.
    let mut last = None;
    for round in 0..24 {
        let user = if round % 2 == 0 { ANN } else { BOB };
        let moves = legal_now(&harness, game).await;
        last = Some(harness.play(user, game, &moves[round % moves.len()]).await);
        if round % 5 == 0 {
            let back = harness
                .app
                .offer(harness.by(user), which, OfferKind::Takeback)
                .await
                .unwrap();
            harness = harness.restart().await;
            let after = match_view(&harness, game).await;
            assert_eq!(
                (after.scene, after.last, after.timer),
                (back.scene, back.last, back.timer)
            );
            let moves = legal_now(&harness, game).await;
            last = Some(harness.play(user, game, &moves[0]).await);
        }
    }
    let last = last.unwrap();
    harness = harness.restart().await;
    let after = match_view(&harness, game).await;
    assert_eq!(
        (after.scene, after.last, after.ply),
        (last.scene, last.last, last.ply)
    );
    assert!(!position(&harness, game).await.contains("Ng1-f3 Pe2-e3"));
}

/// The legal moves by the public record, in which nothing that was taken back stands.
async fn legal_now(harness: &TestApp, game: GameId) -> Vec<String> {
    let row = harness.app.store().row(game).await.unwrap();
    let mut board = rookery::games::find(&row.key)
        .unwrap()
        .new_game(&Default::default())
        .unwrap();
    for text in position(harness, game).await.split_whitespace() {
        if !text.ends_with('.') {
            board.play(text).unwrap();
        }
    }
    // No captures, so that nothing ends early.
    board
        .legal()
        .into_iter()
        .filter(|text| !text.contains('x'))
        .collect()
}

#[tokio::test]
async fn a_rematch_changes_seats_and_is_opened_once() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let early = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Rematch)
        .await
        .unwrap_err();
    assert!(early.to_string().contains("when the game is over"));
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    let asked = harness
        .app
        .offer(harness.by(BOB), which, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(
        (asked.game, &asked.offers[0].awaited[..]),
        (game, &[ANN][..])
    );
    let begun = harness
        .app
        .offer(harness.by(ANN), which, OfferKind::Rematch)
        .await
        .unwrap();
    assert_ne!(begun.game, game);
    assert_eq!((begun.seats[0].1, begun.seats[1].1), (Some(BOB), Some(ANN)));
    assert_eq!(begun.phase, Phase::Playing);
    let row = harness.app.store().row(game).await.unwrap();
    assert_eq!(row.rematch, Some(begun.game));
}

#[tokio::test]
async fn what_only_chance_or_leaving_can_do_is_no_move_of_a_players() {
    let harness = TestApp::new().await;
    let game = harness.seated(four(true)).await;
    let board = |options| {
        rookery::games::find(&four(true).game)
            .unwrap()
            .new_game(options)
            .unwrap()
    };
    let start = board(&four(true).options);
    let mut texts = start.chance();
    texts.extend(
        start
            .kind()
            .all_seats()
            .filter_map(|seat| start.resign_move(seat)),
    );
    assert!(texts.len() > 5);
    let before = match_view(&harness, game).await;
    assert!(!before.remarks.is_empty(), "the first throw is told");
    for text in texts {
        for text in [text.clone(), text.to_uppercase(), format!(" {text} ")] {
            let (user, which) = (before.next[0].1, MatchRef::Game(game));
            let refused = harness.app.play(harness.by(user), which, &text).await;
            assert!(refused.is_err(), "{text}");
        }
    }
    assert_eq!(match_view(&harness, game).await.ply, before.ply);
}

#[tokio::test]
async fn notes_are_private_and_sealed_comments_open_at_the_end() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    harness
        .app
        .add_note(harness.by(ANN), which, "watch the c file", false)
        .await
        .unwrap();
    let mine = harness
        .app
        .add_note(harness.by(ANN), which, "I am lost", true)
        .await
        .unwrap();
    assert_eq!(mine.len(), 2);
    assert!(
        harness
            .app
            .notes(harness.by(BOB), which)
            .await
            .unwrap()
            .is_empty()
    );
    let stranger = harness
        .app
        .add_note(harness.by(CY), which, "ha", true)
        .await;
    assert!(stranger.unwrap_err().to_string().contains("those who play"));
    let theft = harness
        .app
        .remove_note(harness.by(BOB), game, mine[0].id)
        .await;
    assert!(theft.is_err());
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    let open = harness.app.notes(harness.by(BOB), which).await.unwrap();
    assert_eq!(
        open.iter()
            .map(|note| note.text.as_str())
            .collect::<Vec<_>>(),
        ["I am lost"]
    );
}

#[tokio::test]
async fn a_line_is_tried_in_private_and_changes_nothing() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    let line: Vec<String> = ["ng1f3", "Pe7-e6", "Nf3-g5"].map(str::to_owned).to_vec();
    let whole = harness
        .app
        .explore(harness.by(BOB), which, &line, 9)
        .await
        .unwrap();
    assert_eq!((whole.at, whole.line[0].as_str()), (3, "Ng1-f3"));
    let part = harness
        .app
        .explore(harness.by(BOB), which, &line, 1)
        .await
        .unwrap();
    assert_ne!(part.scene, whole.scene);
    assert_eq!(part.line, whole.line);
    let mut wrong = line.clone();
    wrong.push("Ke8-e2".to_owned());
    let refused = harness
        .app
        .explore(harness.by(BOB), which, &wrong, 0)
        .await
        .unwrap_err();
    assert!(
        refused.to_string().starts_with("Move 4 of the line: "),
        "{refused}"
    );
    assert_eq!(match_view(&harness, game).await.last, None);
}

#[tokio::test]
async fn ratings_count_games_of_two_people_after_the_second_move_of_each() {
    let harness = TestApp::new().await;
    let short = harness.begun(challenge()).await;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        harness.play(user, short, text).await;
    }
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(short))
        .await
        .unwrap();
    assert!(harness.app.profile(BOB).await.unwrap().ratings.is_empty());
    let game = harness.begun(challenge()).await;
    for (user, text) in [
        (ANN, "Ng1-f3"),
        (BOB, "Nb8-c6"),
        (ANN, "Nf3-g1"),
        (BOB, "Nc6-b8"),
    ] {
        harness.play(user, game, text).await;
    }
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    let (ann, bob) = (
        harness.app.profile(ANN).await.unwrap(),
        harness.app.profile(BOB).await.unwrap(),
    );
    assert!(bob.ratings[0].1.rating > 1600.0 && ann.ratings[0].1.rating < 1400.0);
    assert_eq!((bob.ratings[0].1.won, ann.ratings[0].1.lost), (1, 1));
    assert_eq!((bob.finished, bob.reliability()), (2, Some(100)));
    let ladder = harness
        .app
        .ladder(harness.by(CY), "abstract")
        .await
        .unwrap();
    assert_eq!(
        ladder
            .players
            .iter()
            .map(|(user, _)| *user)
            .collect::<Vec<_>>(),
        [BOB, ANN]
    );
}

#[tokio::test]
async fn a_game_text_is_brought_in_and_says_the_same_again() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        harness.play(user, game, text).await;
    }
    harness
        .app
        .resign(harness.by(BOB), MatchRef::Game(game))
        .await
        .unwrap();
    let dice = harness.seated(four(true)).await;
    for _ in 0..6 {
        let at = match_view(&harness, dice).await;
        let moves = legal(&harness.app, dice).await;
        harness.play(at.next[0].1, dice, &moves[0]).await;
    }
    let next = match_view(&harness, dice).await.next[0].1;
    harness
        .app
        .resign(harness.by(next), MatchRef::Game(dice))
        .await
        .unwrap();
    for game in [game, dice] {
        let before = harness
            .app
            .history(harness.by(ANN), MatchRef::Game(game))
            .await
            .unwrap();
        let copy = harness
            .app
            .import(harness.by(CY), &before.file)
            .await
            .unwrap();
        assert!(copy.seats.iter().all(|(_, user)| *user == Some(CY)));
        let after = harness
            .app
            .history(harness.by(CY), MatchRef::Game(copy.game))
            .await
            .unwrap();
        assert_eq!(moves_of(&before.file), moves_of(&after.file));
        assert_eq!(match_view(&harness, game).await.scene, copy.scene);
    }
    for text in [
        "",
        "hello",
        "Game: ludo\n\n1. x",
        "Game: abstract\nRules: 1\n\n1. Pe2-e9",
        "Game: abstract\nRules: 999\n\n",
    ] {
        let refused = harness.app.import(harness.by(CY), text).await.unwrap_err();
        assert!(!refused.to_string().is_empty());
    }
}

/// The moves of a text that is brought in are judged like any others: one of a piece of the other side ends the import,
/// and no match begins.
#[tokio::test]
async fn a_game_text_moves_nobody_elses_piece() {
    let harness = TestApp::new().await;
    let file = |moves: &str| {
        let rules = rookery::games::find("towers").unwrap().rules_version;
        format!("Game: towers\nRules: {rules}\nResult: ongoing\n\n{moves}\n")
    };
    for moves in [
        "1. Nd10-e8",
        "1. Nb3-c5 Nc5-d7",
        "1. Nb3-c5 Nd10-c8 2. Nc8-b6",
        "1. Nb3-c5 Pa4-a5",
    ] {
        let refused = harness.app.import(harness.by(CY), &file(moves)).await;
        assert!(refused.is_err(), "{moves}");
    }
    let copy = harness
        .app
        .import(harness.by(CY), &file("1. Nb3-c5 Nd10-c8"))
        .await;
    assert_eq!(copy.unwrap().game, GameId(1), "no match was begun before");
}

/// The entries without remarks.
fn moves_of(file: &str) -> Vec<String> {
    let moves = file.split_once("\n\n").unwrap().1;
    let bare = moves.split('{').next().unwrap();
    bare.split_whitespace()
        .filter(|word| !word.ends_with('.'))
        .map(str::to_owned)
        .collect()
}

/// A film shows the game as it was played: what was taken back is left out, also where the clock has struck or a player
/// has gone on vacation in between.
#[tokio::test]
async fn a_film_leaves_out_what_was_taken_back() {
    let mut harness = TestApp::new().await;
    let mut new = challenge();
    new.terms = Some(Terms {
        pace: Pace::PerMove { days: 1 },
        hard: false,
        open: 7,
        machine: None,
    });
    let game = harness.begun(new).await;
    let which = MatchRef::Game(game);
    let film = async |harness: &TestApp, from, to| {
        let rounds = rookery::app::Rounds { from, to };
        let film = harness.app.scenes(harness.by(CY), which, rounds, 400).await;
        film.unwrap()
    };
    let mut scenes = vec![match_view(&harness, game).await.scene];
    scenes.push(harness.play(ANN, game, "Ng1-f3").await.scene);
    scenes.push(harness.play(BOB, game, "Nb8-c6").await.scene);
    let both = async |harness: &TestApp| {
        for user in [ANN, BOB] {
            let offer = harness
                .app
                .offer(harness.by(user), which, OfferKind::Takeback);
            offer.await.unwrap();
        }
    };
    // A move, and the other's time runs out, who is given a day and goes on vacation; then the move is taken back.
    harness.play(ANN, game, "Pe2-e3").await;
    harness.now.fetch_add(DAY, Ordering::SeqCst);
    harness.app.beat().await.unwrap();
    harness.app.tick().await.unwrap();
    harness.app.gift(harness.by(ANN), which).await.unwrap();
    harness
        .app
        .begin_vacation(harness.by(BOB), 3)
        .await
        .unwrap();
    both(&harness).await;
    assert_eq!(match_view(&harness, game).await.next[0].1, ANN);
    let whole = film(&harness, None, None).await;
    assert_eq!((&whole.scenes, whole.to), (&scenes, 1));
    // Taken back again and again, far and near.
    harness.play(ANN, game, "Pa2-a3").await;
    harness.play(BOB, game, "Pa7-a6").await;
    both(&harness).await;
    scenes.push(harness.play(ANN, game, "Pb2-b3").await.scene);
    scenes.push(harness.play(BOB, game, "Pb7-b6").await.scene);
    scenes.push(harness.play(ANN, game, "Pd2-d3").await.scene);
    harness = harness.restart().await;
    let whole = film(&harness, None, None).await;
    assert_eq!((whole.positions, whole.from, whole.to), (6, 1, 3));
    assert_eq!(whole.scenes, scenes);
    let part = film(&harness, Some(2), Some(2)).await;
    assert_eq!(part.scenes, scenes[2..=4]);
    assert_eq!((part.from, part.to), (2, 2));
    let file = harness
        .app
        .history(harness.by(ANN), which)
        .await
        .unwrap()
        .file;
    let copy = harness.app.import(harness.by(CY), &file).await.unwrap();
    assert_eq!(copy.scene, scenes[5], "and the text brings in the same");
}

/// A takeback is free for a minute, and consent is bound to the position it was asked in.
#[tokio::test]
async fn a_minute_later_a_takeback_is_asked_for_and_holds_for_this_position_alone() {
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let which = MatchRef::Game(game);
    harness.play(ANN, game, "Ng1-f3").await;
    harness.now.fetch_add(61, Ordering::SeqCst);
    let takeback = OfferKind::Takeback;
    let asked = harness.app.offer(harness.by(ANN), which, takeback).await;
    let asked = asked.unwrap();
    assert_eq!(asked.offers[0].awaited, [BOB]);
    // Bob answers the move instead: what was asked is void, and the button says so.
    harness.play(BOB, game, "Nb8-c6").await;
    assert!(match_view(&harness, game).await.offers.is_empty());
    let stale = MatchRef::At(game, asked.ply);
    let late = harness.app.offer(harness.by(BOB), stale, takeback).await;
    assert!(late.unwrap_err().to_string().contains("since then"));
    // A minute is not free once somebody has answered.
    harness.play(ANN, game, "Pe2-e3").await;
    harness.play(BOB, game, "Pe7-e6").await;
    let asked = harness.app.offer(harness.by(ANN), which, takeback).await;
    assert_eq!(asked.unwrap().offers[0].awaited, [BOB]);
    let back = harness.app.offer(harness.by(BOB), which, takeback).await;
    let back = back.unwrap();
    assert_eq!(
        (back.last.unwrap().display, back.next[0].1),
        (Some("Nb8-c6".to_owned()), ANN)
    );
}
