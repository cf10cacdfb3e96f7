//! Games against the machine: its moves, what it says to offers, how many there may be, hints and looking back.

use rookery::app::{
    App, Limits, MachineGame, NewGame, OfferKind, Phase, Refusal, Side, Which, Why,
};
use rookery::engine::{self, Level};
use rookery::games::GAMES;
use rookery::rules::{Options, Seat};
use rookery::table::{DAY, GameId, Terms, UserId};

use crate::house::{ANN, BOB, House, board, challenge, four, open_seat, pass, per_move, sent, sql};

pub fn level(number: u8) -> &'static Level {
    Level::numbered(number).unwrap()
}

fn against(game: &str, number: u8) -> MachineGame {
    MachineGame {
        game: game.to_owned(),
        options: Options::new(),
        seat: None,
        level: level(number),
    }
}

/// Ann begins a game, and her answer is out.
pub async fn play(house: &House, game: &str, number: u8) -> GameId {
    let begun = house.app.play_machine(house.by(ANN), against(game, number));
    let shown = begun.await.unwrap();
    assert_eq!(shown.phase, Phase::Playing);
    house.answer().await;
    shown.game
}

/// A move that does not end the game.
async fn going_on(app: &App, game: GameId) -> String {
    let now = board(app, game).await;
    let legal = now.legal();
    let mut moves = legal.into_iter();
    let goes_on = |mv: &String| {
        let mut after = now.boxed_clone();
        after.play(mv).is_ok() && !after.status().is_over()
    };
    moves.find(goes_on).unwrap()
}

/// How often the machine has moved in a match.
async fn machine_moves(house: &House, game: GameId) -> usize {
    let stored = house.app.store().load_whole(game).await.unwrap();
    let events = stored.events.iter();
    let its = events.filter(|event| {
        let user = event.record.user;
        event.record.kind == "moved" && user.is_some_and(UserId::is_machine)
    });
    its.count()
}

#[tokio::test]
async fn in_every_game_the_machine_answers_each_move_once_and_no_clock_runs() {
    let house = House::new().await;
    for kind in GAMES {
        let game = play(&house, kind.key, 1).await;
        let others = kind.seats.len() - 1;
        for round in 1..=2 {
            assert_eq!(
                house.app.make_machine_moves().await.unwrap(),
                0,
                "{}",
                kind.key
            );
            let text = going_on(&house.app, game).await;
            house.play(ANN, game, &text).await;
            let made = house.app.make_machine_moves().await.unwrap();
            assert_eq!(made, others, "{} {round}", kind.key);
            assert_eq!(
                machine_moves(&house, game).await,
                round * others,
                "{}",
                kind.key
            );
        }
        let row = house.app.store().row(game).await.unwrap();
        assert_eq!((row.deadline, row.due), (None, None), "{}", kind.key);
        let shown = house
            .app
            .show(house.by(ANN), Which::Game(game), Side::Own, None);
        let shown = shown.await.unwrap();
        assert_eq!(shown.next, [(Seat(0), ANN)], "{}", kind.key);
        // A year later nothing has run out.
        pass(&house, 365 * DAY).await;
        assert_eq!(house.app.store().row(game).await.unwrap().ply, shown.ply);
    }
}

#[tokio::test]
async fn the_machine_moves_when_the_answer_is_out_and_not_before() {
    let house = House::new().await;
    let game = play(&house, "abstract", 1).await;
    let request = house.by(ANN);
    let text = going_on(&house.app, game).await;
    let played = house.app.play(request, Which::Game(game), &text);
    played.await.unwrap();
    assert_eq!(
        house.app.make_machine_moves().await.unwrap(),
        0,
        "the answer is under way"
    );
    house.app.answered(request.interaction, true).await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 1);
    // An answer of which nothing is heard does not stop it for good.
    let text = going_on(&house.app, game).await;
    let played = house.app.play(house.by(ANN), Which::Game(game), &text);
    played.await.unwrap();
    pass(&house, 60).await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 1);
}

#[tokio::test]
async fn a_move_that_is_owed_at_a_kill_is_made_once_after_it_and_is_the_same_one() {
    let mut texts = Vec::new();
    for killed in [false, true] {
        let mut house = House::new().await;
        let game = play(&house, "abstract", 2).await;
        let text = going_on(&house.app, game).await;
        let played = house.app.play(house.by(ANN), Which::Game(game), &text);
        played.await.unwrap();
        if killed {
            // Nothing is remembered of the answer either.
            house = house.restart().await;
        } else {
            house.answer().await;
        }
        assert_eq!(house.app.make_machine_moves().await.unwrap(), 1);
        assert_eq!(house.app.make_machine_moves().await.unwrap(), 0);
        assert_eq!(machine_moves(&house, game).await, 1);
        let stored = house.app.store().load_whole(game).await.unwrap();
        texts.push(stored.events.last().unwrap().record.text.clone());
    }
    assert_eq!(texts[0], texts[1], "the same match and ply, the same move");
}

#[tokio::test]
async fn only_the_board_tells_of_the_machines_move_and_mentions_nobody_but_the_player() {
    let house = House::new().await;
    let game = play(&house, "abstract", 1).await;
    house
        .app
        .settle(game, rookery::table::ChannelId(900))
        .await
        .unwrap();
    assert_eq!(sent(&house).await, []);
    let text = going_on(&house.app, game).await;
    house.play(ANN, game, &text).await;
    house.app.make_machine_moves().await.unwrap();
    let notices = sent(&house).await;
    let [notice] = &notices[..] else {
        panic!("{notices:?}");
    };
    assert_eq!(notice.to, None);
    assert_eq!(notice.items[0].why, Why::Board { mention: vec![ANN] });
}

#[tokio::test]
async fn the_machine_takes_back_its_answer_with_the_move_and_plays_again_at_once() {
    let house = House::new().await;
    let game = play(&house, "abstract", 1).await;
    let first = going_on(&house.app, game).await;
    house.play(ANN, game, &first).await;
    house.app.make_machine_moves().await.unwrap();
    pass(&house, 3_600).await;
    let back = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Takeback);
    let shown = back.await.unwrap();
    assert_eq!(
        (&shown.next[..], &shown.last),
        (&[(Seat(0), ANN)][..], &None)
    );
    house.answer().await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 0);
    // Also while it thinks.
    let played = house.app.play(house.by(ANN), Which::Game(game), &first);
    played.await.unwrap();
    let back = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Takeback);
    back.await.unwrap();
    house.answer().await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 0);
    // It declines a draw of a game that has hardly begun, at every level.
    let draw = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Draw);
    let refusal = draw.await.unwrap_err().to_string();
    assert!(refusal.contains("Hatchling (level 1)"), "{refusal}");
    house
        .app
        .resign(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    let again = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Rematch);
    let again = again.await.unwrap();
    assert_eq!(again.phase, Phase::Playing);
    assert_ne!(again.game, game);
    assert_eq!(again.next[0].1, UserId::machine(level(1)), "sides change");
    assert!(again.timer.is_none() && again.terms.is_none());
    house.answer().await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 1);
}

/// A match between Ann and Bob that becomes one between Ann and the machine: White has played well, Black badly.
pub async fn badly_played(number: u8) -> (House, GameId) {
    let house = House::new().await;
    let game = house.game().await.game;
    for ply in 0..12 {
        let now = board(&house.app, game).await;
        let found = now
            .search(&engine::Request {
                best: if ply % 2 == 0 { 1 } else { 200 },
                ..engine::Request::strongest(engine::Limits {
                    depth: 2,
                    ..engine::Limits::nodes(2_000)
                })
            })
            .unwrap();
        let line = if ply % 2 == 0 {
            found.best.first()
        } else {
            found.best.last()
        };
        let user = if ply % 2 == 0 { ANN } else { BOB };
        let text = line.unwrap().text.clone();
        let mut after = now.boxed_clone();
        after.play(&text).unwrap();
        if after.status().is_over() {
            break;
        }
        house.play(user, game, &text).await;
    }
    let machine = UserId::machine(level(number));
    let mut connection = sql(&house.database()).await;
    for table in ["event", "seat"] {
        let change = format!(
            "UPDATE {table} SET user = {} WHERE user = {}",
            machine.0, BOB.0
        );
        sqlx::query(sqlx::AssertSqlSafe(change))
            .execute(&mut connection)
            .await
            .unwrap();
    }
    drop(connection);
    (house.restart().await, game)
}

#[tokio::test]
async fn a_machine_that_stands_worse_agrees_to_a_draw_from_level_3_on() {
    let (house, game) = badly_played(2).await;
    let draw = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Draw);
    draw.await.unwrap_err();
    let (house, game) = badly_played(3).await;
    let draw = house
        .app
        .offer(house.by(ANN), Which::Game(game), OfferKind::Draw);
    let shown = draw.await.unwrap();
    assert!(
        matches!(shown.phase, Phase::Over { .. }),
        "{:?}",
        shown.phase
    );
}

#[tokio::test]
async fn ten_games_against_the_machine_and_those_that_sleep_do_not_count() {
    let house = House::new().await;
    let limited = house.app.clone().with_limits(Limits::default());
    let mut last = None;
    for _ in 0..10 {
        let begun = limited.play_machine(house.by(ANN), against("abstract", 1));
        last = Some(begun.await.unwrap().game);
    }
    let begin = || limited.play_machine(house.by(ANN), against("abstract", 1));
    let refusal = begin().await.unwrap_err().to_string();
    assert!(
        refusal.contains("10 games against the machine"),
        "{refusal}"
    );
    // They are no games against people.
    assert_eq!(house.app.store().games_under_way(ANN).await.unwrap(), 0);
    pass(&house, 15 * DAY).await;
    begin().await.unwrap();
    // One that has slept goes on at the next move.
    house.answer().await;
    let last = last.unwrap();
    let text = going_on(&house.app, last).await;
    house.play(ANN, last, &text).await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 1);
}

#[tokio::test]
async fn a_win_is_remembered_and_nothing_is_rated() {
    let house = House::new().await;
    for (practice, number) in [(false, 2), (true, 3)] {
        let mut game = play(&house, "abstract", number).await;
        for _ in 0..3 {
            let text = going_on(&house.app, game).await;
            house.play(ANN, game, &text).await;
            house.app.make_machine_moves().await.unwrap();
        }
        if practice {
            house
                .app
                .resign(house.by(ANN), Which::Game(game))
                .await
                .unwrap();
            let stored = house.app.store().load_whole(game).await.unwrap();
            let moved = stored
                .events
                .iter()
                .filter(|event| event.record.user == Some(ANN));
            let moved = moved
                .filter(|event| event.record.kind == "moved")
                .nth(1)
                .unwrap();
            let on = house
                .app
                .go_on_from(house.by(ANN), game, moved.ply, level(number));
            let on = on.await.unwrap();
            assert_eq!(on.next[0].1, ANN);
            game = on.game;
            let other = house.app.go_on_from(house.by(BOB), game, 1, level(1)).await;
            assert!(other.is_err());
        }
        // As the machine does that finds no move.
        let machine = house.by(UserId::machine(level(number)));
        house.app.resign(machine, Which::Game(game)).await.unwrap();
    }
    let profile = house.app.profile(ANN).await.unwrap();
    assert_eq!(profile.beaten, [("Abstract Chess".to_owned(), vec![2])]);
    assert!(
        profile.ratings.is_empty() && profile.finished == 0,
        "{profile:?}"
    );
    let machine = house.app.profile(UserId::machine(level(2))).await.unwrap();
    assert!(machine.ratings.is_empty() && machine.beaten.is_empty());
    let ladder = house.app.ladder(house.by(ANN), "abstract").await.unwrap();
    assert!(ladder.players.is_empty() && ladder.asker.is_none());
}

#[tokio::test]
async fn one_level_up_and_down_begin_another_game_once() {
    let house = House::new().await;
    let game = play(&house, "abstract", 1).await;
    let up = || house.app.play_machine_again(house.by(ANN), game, level(2));
    assert!(up().await.is_err(), "it is not over");
    house
        .app
        .resign(house.by(ANN), Which::Game(game))
        .await
        .unwrap();
    let stranger = house.app.play_machine_again(house.by(BOB), game, level(2));
    assert!(stranger.await.is_err());
    let shown = up().await.unwrap();
    assert_eq!(shown.next[0].1, UserId::machine(level(2)));
    assert!(up().await.is_err(), "it has been played again");
}

#[tokio::test]
async fn the_opener_gives_free_seats_of_four_to_the_machine_and_the_others_keep_their_clocks() {
    let house = House::new().await;
    let opened = house.app.open(house.by(ANN), four(true)).await.unwrap();
    let game = opened.game;
    house
        .app
        .join(house.by(BOB), game, Some(Seat(2)))
        .await
        .unwrap();
    let by_bob = house.app.fill_with_machines(house.by(BOB), game, level(1));
    assert!(matches!(by_bob.await, Err(Refusal::Plain(_))));
    let filled = house.app.fill_with_machines(house.by(ANN), game, level(1));
    assert_eq!(filled.await.unwrap().phase, Phase::Playing);
    house.answer().await;
    let mut movers = Vec::new();
    for _ in 0..4 {
        house.app.make_machine_moves().await.unwrap();
        let shown = house
            .app
            .show(house.by(ANN), Which::Game(game), Side::Public, None);
        let shown = shown.await.unwrap();
        let Some((_, user)) = shown.next.first().copied() else {
            break;
        };
        assert!(shown.timer.is_some(), "a person's clock runs");
        movers.push(user);
        let text = going_on(&house.app, game).await;
        house.play(user, game, &text).await;
    }
    assert!(movers.contains(&ANN) && movers.contains(&BOB), "{movers:?}");
    assert!(machine_moves(&house, game).await >= 2);
    // Seats that are kept for somebody are nobody else's.
    let kept = house.app.open(house.by(ANN), challenge()).await.unwrap();
    let filled = house
        .app
        .fill_with_machines(house.by(ANN), kept.game, level(1));
    assert!(filled.await.is_err());
    let open = house.app.open(house.by(ANN), open_seat()).await.unwrap();
    let filled = house
        .app
        .fill_with_machines(house.by(ANN), open.game, level(1));
    let filled = filled.await.unwrap();
    assert!(
        filled.timer.is_none(),
        "nobody waits for a machine or because of it"
    );
}

#[tokio::test]
async fn a_seat_that_is_left_goes_to_the_machine_where_the_terms_say_so() {
    let house = House::new().await;
    let terms = Terms {
        machine: Some(2),
        ..per_move(1, false)
    };
    assert_eq!(Terms::from_text(&terms.to_string()), Some(terms));
    let game = house.four(terms).await;
    let which = Which::Game(game);
    // Whoever wants to go goes, and nobody waits.
    house.app.offer_seat(house.by(BOB), which).await.unwrap();
    let stand_in = UserId::machine(level(2));
    let owner = async |seat: usize| {
        let shown = house.app.show(house.by(ANN), which, Side::Public, None);
        shown.await.unwrap().seats[seat].1
    };
    assert_eq!(owner(1).await, Some(stand_in));
    let refused = house
        .app
        .take_seat(house.by(UserId(777)), game, Some(Seat(1)));
    assert!(refused.await.is_err());
    // Whoever thinks too long is excused once, and then it plays for them.
    pass(&house, DAY).await;
    assert_eq!(owner(0).await, Some(ANN));
    pass(&house, 2 * DAY).await;
    assert_eq!(owner(0).await, Some(stand_in));
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 2);
    let profile = house.app.profile(ANN).await.unwrap();
    assert_eq!(profile.abandoned, 1);
}

#[tokio::test]
async fn whoever_is_erased_leaves_the_machine_alone() {
    let house = House::new().await;
    let game = play(&house, "abstract", 1).await;
    let text = going_on(&house.app, game).await;
    house.play(ANN, game, &text).await;
    house.app.erase(ANN).await.unwrap();
    house.answer().await;
    assert_eq!(house.app.make_machine_moves().await.unwrap(), 0);
    let shown = house
        .app
        .show(house.by(BOB), Which::Game(game), Side::Public, None);
    let shown = shown.await.unwrap();
    assert!(matches!(shown.phase, Phase::Over { .. }));
    let history = house
        .app
        .history(house.by(BOB), Which::Game(game))
        .await
        .unwrap();
    assert!(
        history.file.contains("Hatchling (level 1)"),
        "{}",
        history.file
    );
    // What is kept of a game against the machine can be brought in again.
    house
        .app
        .import(house.by(BOB), &history.file)
        .await
        .unwrap();
}

#[tokio::test]
async fn nobody_can_invite_the_machine_by_its_number() {
    let house = House::new().await;
    let new = NewGame {
        opponents: vec![UserId::machine(level(8))],
        ..challenge()
    };
    assert!(house.app.open(house.by(ANN), new).await.is_err());
}
