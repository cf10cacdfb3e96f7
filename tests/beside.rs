//! What players do beside the board: offers, plans, notes, lines tried in private; records of it; and game texts.

#![allow(clippy::unwrap_used)]

mod house;

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use house::{ANN, BOB, CY, DEE, House, challenge, four, legal};
use rookery::app::{Delivery, OfferKind, Phase, Preferences, Shown, Side, Which, Why};
use rookery::table::{DAY, GameId, Pace, Terms, UserId};

async fn shown(house: &House, game: GameId) -> Shown {
    let show = house
        .app
        .show(house.by(ANN), Which::Game(game), Side::Public, None);
    show.await.unwrap()
}

async fn position(house: &House, game: GameId) -> String {
    let file = house.app.history(house.by(ANN), Which::Game(game));
    let file = file.await.unwrap().file;
    file.split_once("\n\n").unwrap().1.to_owned()
}

/// Every reason for which somebody is told something, with whom.
async fn whys(house: &House) -> Vec<(Option<UserId>, Why)> {
    let told = Mutex::new(Vec::new());
    let send = |notice: rookery::app::Notice| {
        let items = notice.items.into_iter().map(|item| (notice.to, item.why));
        told.lock().unwrap().extend(items);
        async { Delivery::Done }
    };
    house.app.deliver(send).await.unwrap();
    told.into_inner().unwrap()
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
    house.play(ANN, game, "Ng1-f3").await;
    assert!(shown(&house, game).await.offers.is_empty());

    house
        .app
        .offer(house.by(ANN), which, OfferKind::Draw)
        .await
        .unwrap();
    let stranger = house.app.offer(house.by(CY), which, OfferKind::Draw).await;
    assert!(
        stranger
            .unwrap_err()
            .to_string()
            .contains("You do not play")
    );
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
    // Ann is excused, and is absent after that: what is offered needs her no more.
    for _ in 0..2 {
        house.now.fetch_add(DAY, Ordering::SeqCst);
        house.app.tick().await.unwrap();
    }
    assert!(shown(&house, game).await.offers[0].awaited.is_empty());
    let over = house
        .app
        .offer(house.by(CY), which, OfferKind::Draw)
        .await
        .unwrap();
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
async fn a_plan_answers_at_once_and_says_when_it_cannot() {
    let mut house = House::new().await;
    let game = house.begun(challenge()).await;
    let which = Which::Game(game);
    let own = house
        .app
        .plan(house.by(ANN), which, "e6: e3")
        .await
        .unwrap_err();
    assert!(own.to_string().starts_with("It is your turn"), "{own}");
    for (text, why) in [
        ("if e3 then e3", "e3"),
        ("if Ke1-e4 then e6", "if Ke1-e4 then e6"),
        ("hello", "Write a line as"),
        ("then then then", "Write a line as"),
        (":", "Write a line as"),
    ] {
        let refused = house
            .app
            .plan(house.by(BOB), which, text)
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(why), "{text}: {refused}");
    }
    let text =
        "if Ng1-f3 then Nb8-c6 then if Nf3-g1 then Nc6-b8; Pe2-e3: Pe7-e6; any other move: Pa7-a6";
    let plan = house.app.plan(house.by(BOB), which, text).await.unwrap();
    assert_eq!(plan.lines[2], "if any move then Pa7-a6");
    assert!(
        house
            .app
            .planned(house.by(ANN), which)
            .await
            .unwrap()
            .lines
            .is_empty(),
        "private"
    );
    house = house.restart().await;
    whys(&house).await;
    let played = house.play(ANN, game, "Ng1-f3").await;
    assert_eq!(played.next[0].1, ANN);
    assert_eq!(played.last.as_ref().unwrap().display, "Nb8-c6");
    assert_eq!(played.told[0], "White played Ng1-f3.");
    assert_eq!(
        played.mention,
        [] as [UserId; 0],
        "nobody is called to a board they have seen"
    );
    // Time is credited as for any move.
    assert_eq!(played.clocks[1].left, Some(8 * DAY));
    let played = house.play(ANN, game, "Nf3-g1").await;
    assert_eq!(played.last.as_ref().unwrap().display, "Nc6-b8");
    assert!(
        house
            .app
            .planned(house.by(BOB), which)
            .await
            .unwrap()
            .lines
            .is_empty()
    );
    let after = house.restart().await;
    assert_eq!(shown(&after, game).await.told, played.told);
    house = after;

    let waiting = house.play(ANN, game, "Pe2-e3").await;
    assert_eq!(waiting.next[0].1, BOB);
    house.play(BOB, game, "Pe7-e6").await;
    house
        .app
        .plan(house.by(BOB), which, "Pa2-a3: Pa7-a6")
        .await
        .unwrap();
    whys(&house).await;
    house.play(ANN, game, "Ph2-h3").await;
    let told = whys(&house).await;
    assert!(
        matches!(&told[..], [(Some(BOB), Why::PlanLapsed { because })] if because.contains("did not foresee")),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_plan_at_a_table_of_four_waits_for_all_whose_turn_comes_before() {
    let house = House::new().await;
    let game = house.four(Terms::default()).await;
    let which = Which::Game(game);
    let first = legal(&house.app, game).await[0].clone();
    // Dee answers whatever the three before her play.
    let mut board = rookery::games::find(&four(false).game)
        .unwrap()
        .new_game(&four(false).options)
        .unwrap();
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(board.legal()[0].clone());
        board.play(others.last().unwrap()).unwrap();
    }
    let answer = board.legal()[0].clone();
    let line = format!(
        "if {} and any move and {} then {answer}",
        others[0], others[2]
    );
    let plan = house.app.plan(house.by(DEE), which, &line).await;
    let refused = plan.unwrap_err().to_string();
    assert!(refused.contains("leaves the move open"), "{refused}");
    let line = format!(
        "if {} and {} and any move then {answer}",
        others[0], others[1]
    );
    house.app.plan(house.by(DEE), which, &line).await.unwrap();
    assert_eq!(first, others[0]);
    for (user, text) in [(ANN, &others[0]), (BOB, &others[1])] {
        house.play(user, game, text).await;
    }
    let played = house.play(CY, game, &others[2]).await;
    assert_eq!(played.next[0].1, ANN, "Dee has answered");
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
async fn the_only_move_is_made_for_who_wants_that() {
    let house = House::new().await;
    let wish = Preferences {
        forced: true,
        ..Preferences::default()
    };
    house.app.prefer(house.by(BOB), wish.clone()).await.unwrap();
    assert_eq!(house.app.preferences(BOB).await.unwrap(), wish);
    let game = house.begun(challenge()).await;
    // Several moves are possible: nothing is made by itself.
    assert_eq!(house.play(ANN, game, "Ng1-f3").await.next[0].1, BOB);
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

/// The entries without remarks.
fn moves_of(file: &str) -> Vec<String> {
    let moves = file.split_once("\n\n").unwrap().1;
    let bare = moves.split('{').next().unwrap();
    bare.split_whitespace()
        .filter(|word| !word.ends_with('.'))
        .map(str::to_owned)
        .collect()
}
