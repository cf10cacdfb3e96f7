//! What players do beside the board: offers, plans, notes, lines tried in private; records of it; and game texts.

use std::sync::atomic::Ordering;

use crate::house::{ANN, BOB, CY, DEE, House, challenge, four, legal, shown, whys};
use rookery::app::{OfferKind, Phase, Which, Why};
use rookery::table::{DAY, GameId, Pace, Terms};

async fn position(house: &House, game: GameId) -> String {
    let file = house.app.history(house.by(ANN), Which::Game(game));
    let file = file.await.unwrap().file;
    file.split_once("\n\n").unwrap().1.to_owned()
}

#[tokio::test]
async fn a_draw_needs_both_survives_a_restart_and_ends_with_the_position() {
    let mut house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    whys(&house).await;
    let offered = house
        .app
        .offer(house.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    assert_eq!(offered.offers[0].awaited, [BOB]);
    let asked = Why::Offer {
        kind: OfferKind::Draw,
        user: ANN,
    };
    assert_eq!(whys(&house).await, [(Some(BOB), asked)]);
    house = house.restart().await;
    assert_eq!(shown(&house, game).await.offers, offered.offers);
    // It goes with the move, and whoever answers it by moving declines it.
    let moved = house.play(ANN, game, "Ng1-f3").await;
    assert_eq!(moved.offers, offered.offers);
    house = house.restart().await;
    assert_eq!(shown(&house, game).await.offers, offered.offers);
    let answered = house.play(BOB, game, "Ng8-f6").await;
    assert!(answered.offers.is_empty());
    assert!(shown(&house, game).await.offers.is_empty());

    house.play(ANN, game, "Nf3-g1").await;
    house
        .app
        .offer(house.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let stranger = house.app.offer(house.by(CY), which, OfferKind::Draw).await;
    assert!(stranger.unwrap_err().to_string().contains("You don't play"));
    let declined = house
        .app
        .decline(house.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    assert!(declined.offers.is_empty());
    let again = house
        .app
        .offer(house.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap_err();
    assert!(
        again.to_string().starts_with("The draw was declined"),
        "{again}"
    );
    house.play(BOB, game, "Nb8-c6").await;
    house
        .app
        .offer(house.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    let over = house
        .app
        .offer(house.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let ending = "A draw: the players agreed.".to_owned();
    assert_eq!(over.phase, Phase::Over { ending });
}

#[tokio::test]
async fn a_draw_of_four_needs_all_still_in_and_no_absent_player_blocks_it() {
    let house = House::new().await;
    let terms = Terms {
        pace: Pace::PerMove { days: 1 },
        hard: false,
        open: 7,
        machine: None,
    };
    let game = house.four(terms).await;
    let which = Which::Game(game);
    house.app.resign(house.by(DEE), which).await.unwrap();
    house
        .app
        .offer(house.by(BOB), which, OfferKind::Draw)
        .await
        .unwrap();
    let asked = house
        .app
        .offer(house.by(CY), which, OfferKind::Draw)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [ANN], "who has left is not asked");
    // Ann is excused, and is absent after that: what the others have agreed to needs her no more.
    for _ in 0..2 {
        house.now.fetch_add(DAY, Ordering::SeqCst);
        house.app.tick().await.unwrap();
    }
    let over = shown(&house, game).await;
    assert!(matches!(over.phase, Phase::Over { .. }));
    let place = |user| house.app.profile(user);
    assert_eq!(place(DEE).await.unwrap().placings[0].1, [(4, 1)]);
    assert_eq!(place(ANN).await.unwrap().placings[0].1, [(1, 1)]);
    assert!(place(ANN).await.unwrap().ratings.is_empty());
}

#[tokio::test]
async fn a_move_is_taken_back_freely_within_a_minute_and_else_by_consent() {
    let mut house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    let before = shown(&house, game).await;
    house.now.fetch_add(DAY, Ordering::SeqCst);
    house.app.beat().await.unwrap();
    let moved = house.play(ANN, game, "Ng1-f3").await;
    house.now.fetch_add(60, Ordering::SeqCst);
    let back = house
        .app
        .offer(house.by(ANN), which, OfferKind::Takeback)
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
    let now = house.now.load(Ordering::SeqCst);
    assert_eq!(back.timer.unwrap().at, now + 6 * DAY);
    let stale = house
        .app
        .play(house.by(BOB), Which::At(game, moved.ply), "Pe7-e6")
        .await;
    assert!(
        stale
            .unwrap_err()
            .to_string()
            .contains("White took back a move")
    );

    // After a minute, or an answer, the opponent must agree.
    house.play(ANN, game, "Pe2-e3").await;
    house.play(BOB, game, "Pe7-e6").await;
    let asked = house
        .app
        .offer(house.by(ANN), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(asked.offers[0].awaited, [BOB]);
    let back = house
        .app
        .offer(house.by(BOB), which, OfferKind::Takeback)
        .await
        .unwrap();
    assert_eq!(back.scene, before.scene);
    assert_eq!(back.next[0].1, ANN);

    // Replays and checkpoints after it are right.
    let mut last = None;
    for round in 0..24 {
        let user = if round % 2 == 0 { ANN } else { BOB };
        let moves = legal_now(&house, game).await;
        last = Some(house.play(user, game, &moves[round % moves.len()]).await);
        if round % 5 == 0 {
            let back = house
                .app
                .offer(house.by(user), which, OfferKind::Takeback)
                .await
                .unwrap();
            house = house.restart().await;
            let after = shown(&house, game).await;
            assert_eq!(
                (after.scene, after.last, after.timer),
                (back.scene, back.last, back.timer)
            );
            let moves = legal_now(&house, game).await;
            last = Some(house.play(user, game, &moves[0]).await);
        }
    }
    let last = last.unwrap();
    house = house.restart().await;
    let after = shown(&house, game).await;
    assert_eq!(
        (after.scene, after.last, after.ply),
        (last.scene, last.last, last.ply)
    );
    assert!(!position(&house, game).await.contains("Ng1-f3 Pe2-e3"));
}

/// The legal moves by the public record, in which nothing that was taken back stands.
async fn legal_now(house: &House, game: GameId) -> Vec<String> {
    let row = house.app.store().row(game).await.unwrap();
    let mut board = rookery::games::find(&row.key)
        .unwrap()
        .new_game(&Default::default())
        .unwrap();
    for text in position(house, game).await.split_whitespace() {
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
    let house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    let early = house
        .app
        .offer(house.by(ANN), which, OfferKind::Rematch)
        .await
        .unwrap_err();
    assert!(early.to_string().contains("when the game is over"));
    house.app.resign(house.by(ANN), which).await.unwrap();
    let asked = house
        .app
        .offer(house.by(BOB), which, OfferKind::Rematch)
        .await
        .unwrap();
    assert_eq!(
        (asked.game, &asked.offers[0].awaited[..]),
        (game, &[ANN][..])
    );
    let begun = house
        .app
        .offer(house.by(ANN), which, OfferKind::Rematch)
        .await
        .unwrap();
    assert_ne!(begun.game, game);
    assert_eq!((begun.seats[0].1, begun.seats[1].1), (Some(BOB), Some(ANN)));
    assert_eq!(begun.phase, Phase::Playing);
    let row = house.app.store().row(game).await.unwrap();
    assert_eq!(row.rematch, Some(begun.game));
}

#[tokio::test]
async fn what_only_chance_or_leaving_can_do_is_no_move_of_a_players() {
    let house = House::new().await;
    let game = house.seated(four(true)).await;
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
            .filter_map(|seat| start.departure(seat)),
    );
    assert!(texts.len() > 5);
    let before = shown(&house, game).await;
    assert!(!before.told.is_empty(), "the first throw is told");
    for text in texts {
        for text in [text.clone(), text.to_uppercase(), format!(" {text} ")] {
            let (user, which) = (before.next[0].1, Which::Game(game));
            let refused = house.app.play(house.by(user), which, &text).await;
            assert!(refused.is_err(), "{text}");
        }
    }
    assert_eq!(shown(&house, game).await.ply, before.ply);
}

#[tokio::test]
async fn notes_are_private_and_sealed_comments_open_at_the_end() {
    let house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    house
        .app
        .add_note(house.by(ANN), which, "watch the c file", false)
        .await
        .unwrap();
    let mine = house
        .app
        .add_note(house.by(ANN), which, "I am lost", true)
        .await
        .unwrap();
    assert_eq!(mine.len(), 2);
    assert!(
        house
            .app
            .notes(house.by(BOB), which)
            .await
            .unwrap()
            .is_empty()
    );
    let stranger = house.app.add_note(house.by(CY), which, "ha", true).await;
    assert!(stranger.unwrap_err().to_string().contains("those who play"));
    let theft = house.app.remove_note(house.by(BOB), game, mine[0].id).await;
    assert!(theft.is_err());
    house.app.resign(house.by(ANN), which).await.unwrap();
    let open = house.app.notes(house.by(BOB), which).await.unwrap();
    assert_eq!(
        open.iter()
            .map(|note| note.text.as_str())
            .collect::<Vec<_>>(),
        ["I am lost"]
    );
}

#[tokio::test]
async fn a_line_is_tried_in_private_and_changes_nothing() {
    let house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    let line: Vec<String> = ["ng1f3", "Pe7-e6", "Nf3-g5"].map(str::to_owned).to_vec();
    let whole = house
        .app
        .explore(house.by(BOB), which, &line, 9)
        .await
        .unwrap();
    assert_eq!((whole.at, whole.line[0].as_str()), (3, "Ng1-f3"));
    let part = house
        .app
        .explore(house.by(BOB), which, &line, 1)
        .await
        .unwrap();
    assert_ne!(part.scene, whole.scene);
    assert_eq!(part.line, whole.line);
    let mut wrong = line.clone();
    wrong.push("Ke8-e2".to_owned());
    let refused = house
        .app
        .explore(house.by(BOB), which, &wrong, 0)
        .await
        .unwrap_err();
    assert!(
        refused.to_string().starts_with("Move 4 of the line: "),
        "{refused}"
    );
    assert_eq!(shown(&house, game).await.last, None);
}

#[tokio::test]
async fn ratings_count_games_of_two_people_after_the_second_move_of_each() {
    let house = House::new().await;
    let short = house.begun(challenge()).await;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        house.play(user, short, text).await;
    }
    house
        .app
        .resign(house.by(ANN), Which::Game(short))
        .await
        .unwrap();
    assert!(house.app.profile(BOB).await.unwrap().ratings.is_empty());
    let game = house.begun(challenge()).await;
    for (user, text) in [
        (ANN, "Ng1-f3"),
        (BOB, "Nb8-c6"),
        (ANN, "Nf3-g1"),
        (BOB, "Nc6-b8"),
    ] {
        house.play(user, game, text).await;
    }
    house
        .app
        .resign(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    let (ann, bob) = (
        house.app.profile(ANN).await.unwrap(),
        house.app.profile(BOB).await.unwrap(),
    );
    assert!(bob.ratings[0].1.rating > 1600.0 && ann.ratings[0].1.rating < 1400.0);
    assert_eq!((bob.ratings[0].1.won, ann.ratings[0].1.lost), (1, 1));
    assert_eq!((bob.finished, bob.reliability()), (2, Some(100)));
    let ladder = house.app.ladder(house.by(CY), "abstract").await.unwrap();
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
    let house = House::new().await;
    let game = house.begun(challenge()).await;
    for (user, text) in [(ANN, "Ng1-f3"), (BOB, "Nb8-c6"), (ANN, "Nf3-g1")] {
        house.play(user, game, text).await;
    }
    house
        .app
        .resign(house.by(BOB), Which::Game(game))
        .await
        .unwrap();
    let dice = house.seated(four(true)).await;
    for _ in 0..6 {
        let at = shown(&house, dice).await;
        let moves = legal(&house.app, dice).await;
        house.play(at.next[0].1, dice, &moves[0]).await;
    }
    let next = shown(&house, dice).await.next[0].1;
    house
        .app
        .resign(house.by(next), Which::Game(dice))
        .await
        .unwrap();
    for game in [game, dice] {
        let before = house
            .app
            .history(house.by(ANN), Which::Game(game))
            .await
            .unwrap();
        let copy = house.app.import(house.by(CY), &before.file).await.unwrap();
        assert!(copy.seats.iter().all(|(_, user)| *user == Some(CY)));
        let after = house
            .app
            .history(house.by(CY), Which::Game(copy.game))
            .await
            .unwrap();
        assert_eq!(moves_of(&before.file), moves_of(&after.file));
        assert_eq!(shown(&house, game).await.scene, copy.scene);
    }
    for text in [
        "",
        "hello",
        "Game: ludo\n\n1. x",
        "Game: abstract\nRules: 1\n\n1. Pe2-e9",
        "Game: abstract\nRules: 999\n\n",
    ] {
        let refused = house.app.import(house.by(CY), text).await.unwrap_err();
        assert!(!refused.to_string().is_empty());
    }
}

/// The moves of a text that is brought in are judged like any others: one of a piece of the other side ends the import,
/// and no match begins.
#[tokio::test]
async fn a_game_text_moves_nobody_elses_piece() {
    let house = House::new().await;
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
        let refused = house.app.import(house.by(CY), &file(moves)).await;
        assert!(refused.is_err(), "{moves}");
    }
    let copy = house
        .app
        .import(house.by(CY), &file("1. Nb3-c5 Nd10-c8"))
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
    let mut house = House::new().await;
    let mut new = challenge();
    new.terms = Some(Terms {
        pace: Pace::PerMove { days: 1 },
        hard: false,
        open: 7,
        machine: None,
    });
    let game = house.begun(new).await;
    let which = Which::Game(game);
    let film = async |house: &House, from, to| {
        let rounds = rookery::app::Rounds { from, to };
        let film = house.app.scenes(house.by(CY), which, rounds, 400).await;
        film.unwrap()
    };
    let mut scenes = vec![shown(&house, game).await.scene];
    scenes.push(house.play(ANN, game, "Ng1-f3").await.scene);
    scenes.push(house.play(BOB, game, "Nb8-c6").await.scene);
    let both = async |house: &House| {
        for user in [ANN, BOB] {
            let offer = house.app.offer(house.by(user), which, OfferKind::Takeback);
            offer.await.unwrap();
        }
    };
    // A move, and the other's time runs out, who is given a day and goes on vacation; then the move is taken back.
    house.play(ANN, game, "Pe2-e3").await;
    house.now.fetch_add(DAY, Ordering::SeqCst);
    house.app.beat().await.unwrap();
    house.app.tick().await.unwrap();
    house.app.gift(house.by(ANN), which).await.unwrap();
    house.app.begin_vacation(house.by(BOB), 3).await.unwrap();
    both(&house).await;
    assert_eq!(shown(&house, game).await.next[0].1, ANN);
    let whole = film(&house, None, None).await;
    assert_eq!((&whole.scenes, whole.to), (&scenes, 1));
    // Taken back again and again, far and near.
    house.play(ANN, game, "Pa2-a3").await;
    house.play(BOB, game, "Pa7-a6").await;
    both(&house).await;
    scenes.push(house.play(ANN, game, "Pb2-b3").await.scene);
    scenes.push(house.play(BOB, game, "Pb7-b6").await.scene);
    scenes.push(house.play(ANN, game, "Pd2-d3").await.scene);
    house = house.restart().await;
    let whole = film(&house, None, None).await;
    assert_eq!((whole.positions, whole.from, whole.to), (6, 1, 3));
    assert_eq!(whole.scenes, scenes);
    let part = film(&house, Some(2), Some(2)).await;
    assert_eq!(part.scenes, scenes[2..=4]);
    assert_eq!((part.from, part.to), (2, 2));
    let file = house.app.history(house.by(ANN), which).await.unwrap().file;
    let copy = house.app.import(house.by(CY), &file).await.unwrap();
    assert_eq!(copy.scene, scenes[5], "and the text brings in the same");
}

/// A takeback is free for a minute, and consent is bound to the position it was asked in.
#[tokio::test]
async fn a_minute_later_a_takeback_is_asked_for_and_holds_for_this_position_alone() {
    let house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    house.play(ANN, game, "Ng1-f3").await;
    house.now.fetch_add(61, Ordering::SeqCst);
    let takeback = OfferKind::Takeback;
    let asked = house.app.offer(house.by(ANN), which, takeback).await;
    let asked = asked.unwrap();
    assert_eq!(asked.offers[0].awaited, [BOB]);
    // Bob answers the move instead: what was asked is void, and the button says so.
    house.play(BOB, game, "Nb8-c6").await;
    assert!(shown(&house, game).await.offers.is_empty());
    let stale = Which::At(game, asked.ply);
    let late = house.app.offer(house.by(BOB), stale, takeback).await;
    assert!(late.unwrap_err().to_string().contains("since then"));
    // A minute is not free once somebody has answered.
    house.play(ANN, game, "Pe2-e3").await;
    house.play(BOB, game, "Pe7-e6").await;
    let asked = house.app.offer(house.by(ANN), which, takeback).await;
    assert_eq!(asked.unwrap().offers[0].awaited, [BOB]);
    let back = house.app.offer(house.by(BOB), which, takeback).await;
    let back = back.unwrap();
    assert_eq!(
        (back.last.unwrap().display, back.next[0].1),
        ("Nb8-c6".to_owned(), ANN)
    );
}
