//! Tests of databases from earlier versions, and of matches that cannot be replayed: raised rules, unknown games,
//! damage.

use rookery::app::{
    AppError, Frames, MatchRef, MatchView, NewGame, NotificationKind, OfferKind, Phase, Rounds,
};
use rookery::match_state::{DAY, GameId};
use rookery::rules::{Options, Reason, Status};

use crate::harness::{
    ANN, BOB, CY, TestApp, four, legal, match_view, on, open_seat, pass, per_move, sent_kinds, sql,
};

/// Changes rows past the bot, and restarts it.
async fn damaged(harness: TestApp, changes: &[(&'static str, GameId)]) -> TestApp {
    let mut connection = sql(&harness.database()).await;
    for (change, game) in changes {
        let done = sqlx::query(*change)
            .bind(game.0)
            .execute(&mut connection)
            .await
            .unwrap();
        assert!(done.rows_affected() > 0, "{change}");
    }
    drop(connection);
    harness.restart().await
}

const EARLIER_RULES: &str = "UPDATE game SET rules = 0 WHERE id = ?";
const LATER_RULES: &str = "UPDATE game SET rules = 99 WHERE id = ?";
const UNKNOWN_GAME: &str = "UPDATE game SET key = 'gone' WHERE id = ?";
const BAD_OPTIONS: &str = "UPDATE game SET options = '{\"dice\":\"maybe\"}' WHERE id = ?";
const NO_OPTIONS: &str = "UPDATE game SET options = '{' WHERE id = ?";
/// A move that no rules of that game have ever allowed.
const FORBIDDEN: &str = "UPDATE event SET text = 'Ng1-h8' WHERE game = ? AND text = 'Ng1-f3'";
const GAP: &str = "DELETE FROM event WHERE game = ? AND text = 'Ng1-f3'";
const NO_SUCH_EVENT: &str =
    "UPDATE event SET kind = 'teleported' WHERE game = ? AND text = 'Ng1-f3'";

async fn opening(harness: &TestApp, game: GameId) {
    for (user, text) in [
        (ANN, "Nb1-c3"),
        (BOB, "Nb8-c6"),
        (ANN, "Ng1-f3"),
        (BOB, "Ng8-f6"),
    ] {
        harness.play(user, game, text).await;
    }
}

async fn rules(harness: &TestApp, game: GameId) -> u32 {
    harness.app.store().row(game).await.unwrap().rules
}

async fn film(harness: &TestApp, game: GameId) -> Result<Frames, AppError> {
    let film = harness.app.scenes(
        harness.by(ANN),
        MatchRef::Game(game),
        Rounds::default(),
        100,
    );
    film.await
}

fn is_over(match_view: &MatchView) -> bool {
    matches!(match_view.phase, Phase::Over { .. })
}

#[tokio::test]
async fn a_match_that_the_rules_in_force_allow_goes_on_under_them() {
    let mut harness = TestApp::new().await;
    let (playing, over, four_play) = (
        harness.game().await.game,
        harness.game().await.game,
        harness.four(per_move(3, false)).await,
    );
    for game in [playing, over] {
        opening(&harness, game).await;
        // Far enough for a checkpoint.
        for (user, text) in [
            (ANN, "Nc3-b1"),
            (BOB, "Nc6-b8"),
            (ANN, "Nf3-g1"),
            (BOB, "Nf6-g8"),
            (ANN, "Ng1-f3"),
            (BOB, "Ng8-h6"),
            (ANN, "Nb1-a3"),
            (BOB, "Nb8-a6"),
        ] {
            harness.play(user, game, text).await;
        }
    }
    let first = legal(&harness.app, four_play).await;
    harness.play(ANN, four_play, &first[0]).await;
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(over))
        .await
        .unwrap();
    let before = [
        match_view(&harness, playing).await,
        match_view(&harness, over).await,
        match_view(&harness, four_play).await,
    ];
    let games = [playing, over, four_play];
    harness = damaged(harness, &games.map(|game| (EARLIER_RULES, game))).await;
    for (game, before) in games.into_iter().zip(before) {
        let after = match_view(&harness, game).await;
        assert_eq!((after.scene, after.phase), (before.scene, before.phase));
        assert_eq!((after.ply, after.next), (before.ply, before.next));
        assert!(
            rules(&harness, game).await > 0,
            "the rules in force are noted"
        );
    }
    assert!(harness.app.games(harness.by(BOB)).await.unwrap().len() >= 2);
    harness = harness.restart().await;
    let again = match_view(&harness, playing).await;
    let mover = again.next[0].1;
    let moves = legal(&harness.app, playing).await;
    harness.play(mover, playing, &moves[0]).await;
}

#[tokio::test]
async fn a_match_that_the_rules_in_force_do_not_allow_ends_for_nobody_and_its_players_hear_of_it() {
    let mut harness = TestApp::new().await;
    let (corrected, well) = (harness.game().await.game, harness.game().await.game);
    for game in [corrected, well] {
        opening(&harness, game).await;
    }
    sent_kinds(&harness).await;
    harness = damaged(
        harness,
        &[(EARLIER_RULES, corrected), (FORBIDDEN, corrected)],
    )
    .await;
    // No user has asked for it.
    harness.app.tick().await.unwrap();
    let row = harness.app.store().row(corrected).await.unwrap();
    assert!(row.ending.unwrap().starts_with("over:correction"));
    let notices = sent_kinds(&harness).await;
    assert!(
        notices.iter().any(|(to, why)| to.is_none()
            && matches!(why, NotificationKind::Board { mention, .. } if mention.contains(&ANN) && mention.contains(&BOB))),
        "{notices:?}"
    );
    let seen = match_view(&harness, corrected).await;
    let Phase::Over { ending } = &seen.phase else {
        panic!("{:?}", seen.phase)
    };
    assert!(
        ending.contains("The rules of Abstract Chess were corrected")
            && ending.contains("counts for nobody"),
        "{ending}"
    );
    assert!(
        seen.status_lines[0].contains("last position before Ng1-h8"),
        "{:?}",
        seen.status_lines
    );
    // The picture is the one of the move before.
    let half = harness.game().await.game;
    harness.play(ANN, half, "Nb1-c3").await;
    let sound = harness.play(BOB, half, "Nb8-c6").await;
    assert_eq!(seen.scene.grids, sound.scene.grids);
    let history = harness
        .app
        .history(harness.by(ANN), MatchRef::Game(corrected))
        .await
        .unwrap();
    assert!(history.file.contains("Ng1-h8") && history.file.contains("Rules: 0"));
    assert!(history.lines.len() == 2, "{:?}", history.lines);
    assert_eq!(film(&harness, corrected).await.unwrap().positions, 3);
    for user in [ANN, BOB] {
        assert!(harness.app.profile(user).await.unwrap().ratings.is_empty());
    }
    // A finished match stays so, whatever later rules say; the others go on.
    harness = harness.restart().await;
    assert!(is_over(&match_view(&harness, corrected).await));
    harness.play(ANN, well, "Nf3-g1").await;
}

#[tokio::test]
async fn a_four_seat_match_that_ends_by_a_correction_counts_for_no_placing() {
    let mut harness = TestApp::new().await;
    let game = harness.four(per_move(3, false)).await;
    let first = legal(&harness.app, game).await;
    harness.play(ANN, game, &first[0]).await;
    harness = damaged(
        harness,
        &[
            (EARLIER_RULES, game),
            (
                "UPDATE event SET text = 'x' WHERE game = ? AND kind = 'moved'",
                game,
            ),
        ],
    )
    .await;
    assert!(is_over(&match_view(&harness, game).await));
    let ann = harness.app.profile(ANN).await.unwrap();
    assert!(ann.placings.is_empty(), "{:?}", ann.placings);
}

#[tokio::test]
async fn an_ended_match_keeps_its_result_whatever_the_rules_in_force_say() {
    let mut harness = TestApp::new().await;
    let game = harness.game().await.game;
    opening(&harness, game).await;
    // Ten moves, so that the match counts for the ratings.
    for (white, black) in [("a2-a3", "a7-a6"), ("b2-b3", "b7-b6"), ("d2-d3", "d7-d6")] {
        harness.play(ANN, game, &format!("P{white}")).await;
        harness.play(BOB, game, &format!("P{black}")).await;
    }
    let over = harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await;
    let over = over.unwrap();
    harness = damaged(harness, &[(EARLIER_RULES, game), (FORBIDDEN, game)]).await;
    let seen = match_view(&harness, game).await;
    assert_eq!(seen.phase, over.phase);
    assert_eq!(seen.ply, over.ply);
    assert_eq!(harness.app.profile(BOB).await.unwrap().ratings[0].1.won, 1);
}

/// Actions that need no board work, moves are refused with the reason, and no clock runs.
#[tokio::test]
async fn a_match_whose_board_is_lost_is_listed_shown_and_can_be_left() {
    let mut harness = TestApp::new().await;
    let mut games = Vec::new();
    for _ in 0..7 {
        let game = harness.begun(on(per_move(1, true))).await;
        opening(&harness, game).await;
        games.push(game);
    }
    sent_kinds(&harness).await;
    let changes = [
        (UNKNOWN_GAME, games[0], "does not know the game \"gone\""),
        (BAD_OPTIONS, games[1], "options of this game cannot be read"),
        (NO_OPTIONS, games[2], "options of this game cannot be read"),
        (FORBIDDEN, games[3], "is damaged at event"),
        (GAP, games[4], "is damaged at event"),
        (NO_SUCH_EVENT, games[5], "is damaged at event"),
        (LATER_RULES, games[6], "version 99 of the rules"),
    ];
    let rows: Vec<_> = changes
        .iter()
        .map(|(change, game, _)| (*change, *game))
        .collect();
    harness = damaged(harness, &rows).await;
    harness = damaged(harness, &[(FORBIDDEN, games[6])]).await;
    assert_eq!(harness.app.games(harness.by(ANN)).await.unwrap().len(), 7);
    // Days later nobody has lost by the clock.
    for _ in 0..5 {
        pass(&harness, DAY / 2).await;
    }
    assert_eq!(sent_kinds(&harness).await, []);
    for (change, game, why) in changes {
        let which = MatchRef::Game(game);
        let seen = match_view(&harness, game).await;
        assert!(
            seen.status_lines[0].contains(why),
            "{change}: {:?}",
            seen.status_lines
        );
        assert!(seen.alt.chars().count() <= 1_024);
        assert_eq!(seen.phase, Phase::Playing, "{change}");
        for user in [ANN, BOB] {
            let refused = harness.app.play(harness.by(user), which, "Nf3-g1").await;
            assert!(refused.is_err(), "{change}");
        }
        let mover = seen.next[0].1;
        let refused = harness.app.play(harness.by(mover), which, "Nf3-g1").await;
        assert!(refused.unwrap_err().to_string().contains(why), "{change}");
        assert!(
            harness
                .app
                .complete_move(harness.by(mover), which, "N")
                .await
                .is_ok_and(|offered| offered.is_empty())
        );
        let history = harness.app.history(harness.by(BOB), which).await.unwrap();
        assert!(
            history.file.contains("Nb8-c6"),
            "{change}: {}",
            history.file
        );
        assert!(
            film(&harness, game)
                .await
                .is_ok_and(|film| film.positions > 1)
                == (why.contains("damaged") || why.contains("99")),
            "{change}"
        );
        let over = harness.app.resign(harness.by(BOB), which).await.unwrap();
        assert!(is_over(&over), "{change}");
        assert!(is_over(&match_view(&harness, game).await));
    }
    harness = harness.restart().await;
    for game in games {
        assert!(is_over(&match_view(&harness, game).await));
    }
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_open_table_of_a_game_that_is_not_known_takes_nobody_and_can_be_closed() {
    let mut harness = TestApp::new().await;
    let (table, four_seats) = (
        harness
            .app
            .open(harness.by(ANN), open_seat())
            .await
            .unwrap()
            .game,
        harness
            .app
            .open(harness.by(ANN), four(false))
            .await
            .unwrap()
            .game,
    );
    harness = damaged(
        harness,
        &[(UNKNOWN_GAME, table), (UNKNOWN_GAME, four_seats)],
    )
    .await;
    for game in [table, four_seats] {
        let joined = harness.app.join(harness.by(CY), game, None).await;
        assert!(joined.unwrap_err().to_string().contains("does not know"));
        let closed = harness.app.close(harness.by(ANN), game).await.unwrap();
        assert!(is_over(&closed));
    }
}

#[tokio::test]
async fn two_can_agree_to_a_draw_though_their_board_is_lost() {
    let mut harness = TestApp::new().await;
    let game = harness.game().await.game;
    opening(&harness, game).await;
    harness = damaged(harness, &[(FORBIDDEN, game)]).await;
    for user in [ANN, BOB] {
        let offer = harness
            .app
            .offer(harness.by(user), MatchRef::Game(game), OfferKind::Draw);
        offer.await.unwrap();
    }
    let seen = match_view(&harness, game).await;
    let ending = "A draw: the players agreed.".to_owned();
    assert_eq!(seen.phase, Phase::Over { ending });
}

/// Returns moves of a game in the Chamber that leave the two kings alone, by captures wherever there is one.
fn until_kings_are_alone(options: &Options) -> Vec<String> {
    let kind = rookery::games::find("tower").unwrap();
    for seed in 1_u64.. {
        let (mut game, mut moves, mut random) = (kind.new_game(options).unwrap(), Vec::new(), seed);
        while !game.status().is_over() {
            let all = game.legal();
            let captures: Vec<&String> = all.iter().filter(|mv| mv.contains('x')).collect();
            let choice = if captures.is_empty() {
                all.iter().collect()
            } else {
                captures
            };
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let mv = choice[(random >> 33) as usize % choice.len()].clone();
            game.play(&mv).unwrap();
            moves.push(mv);
        }
        if game.status() == Status::Drawn(Reason::Dead) {
            return moves;
        }
    }
    unreachable!()
}

/// A game that went on in a dead position, as they did once, goes on after an upgrade and is drawn with its next move;
/// its players are told (house ruling).
#[tokio::test]
async fn a_running_game_that_is_dead_is_drawn_at_its_next_move() {
    let harness = TestApp::new().await;
    let options: Options = [("board", "chamber")].into_iter().collect();
    let moves = until_kings_are_alone(&options);
    let game = harness
        .begun(NewGame {
            game: "tower".to_owned(),
            options: options.clone(),
            ..on(per_move(3, false))
        })
        .await;
    let mut users = [ANN, BOB].into_iter().cycle();
    for mv in &moves {
        harness.play(users.next().unwrap(), game, mv).await;
    }
    let drawn = "A draw: no further moves could lead to anything else.";
    let ends = |view: &MatchView| matches!(&view.phase, Phase::Over { ending } if ending == drawn);
    let over = match_view(&harness, game).await;
    assert!(ends(&over), "{:?}", over.phase);
    let before = "UPDATE game SET rules = 5, phase = 'playing', ending = NULL, ply = ply - 1, changed = ply - 1 \
                  WHERE id = ?";
    let harness = damaged(
        harness,
        &[
            ("DELETE FROM event WHERE kind = 'ended' AND game = ?", game),
            (before, game),
            (
                "UPDATE seat SET live = 1, quarters = NULL, placing = NULL WHERE game = ?",
                game,
            ),
        ],
    )
    .await;
    let on = match_view(&harness, game).await;
    assert_eq!(
        (&on.phase, rules(&harness, game).await),
        (&Phase::Playing, 6)
    );
    sent_kinds(&harness).await;
    let mut board = rookery::games::find("tower").unwrap().new_game(&options);
    let board = board.as_mut().unwrap();
    board.overlook_dead();
    for mv in &moves {
        board.play(mv).unwrap();
    }
    let mv = board.legal().swap_remove(0);
    let after = harness.play(users.next().unwrap(), game, &mv).await;
    assert!(ends(&after), "{:?}", after.phase);
    assert!(
        after.mention.contains(&ANN) || after.mention.contains(&BOB),
        "{:?}",
        after.mention
    );
}
