//! Databases that earlier versions wrote, and matches that cannot be replayed: raised rules, unknown games, damage.

use rookery::app::{Film, OfferKind, Phase, Refusal, Rounds, Shown, Which, Why};
use rookery::table::{DAY, GameId};

use crate::house::{
    ANN, BOB, CY, House, four, legal, on, open_seat, pass, per_move, shown, sql, whys,
};

/// Changes rows behind the bot's back, and starts it again.
async fn damaged(house: House, changes: &[(&'static str, GameId)]) -> House {
    let mut connection = sql(&house.database()).await;
    for (change, game) in changes {
        let done = sqlx::query(*change)
            .bind(game.0)
            .execute(&mut connection)
            .await
            .unwrap();
        assert!(done.rows_affected() > 0, "{change}");
    }
    drop(connection);
    house.restart().await
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

async fn opening(house: &House, game: GameId) {
    for (user, text) in [
        (ANN, "Nb1-c3"),
        (BOB, "Nb8-c6"),
        (ANN, "Ng1-f3"),
        (BOB, "Ng8-f6"),
    ] {
        house.play(user, game, text).await;
    }
}

async fn rules(house: &House, game: GameId) -> u32 {
    house.app.store().row(game).await.unwrap().rules
}

async fn film(house: &House, game: GameId) -> Result<Film, Refusal> {
    let film = house
        .app
        .scenes(house.by(ANN), Which::Game(game), Rounds::default(), 100);
    film.await
}

fn is_over(shown: &Shown) -> bool {
    matches!(shown.phase, Phase::Over { .. })
}

#[tokio::test]
async fn a_match_that_the_rules_in_force_allow_goes_on_under_them() {
    let mut house = House::new().await;
    let (playing, over, four_play) = (
        house.game().await.game,
        house.game().await.game,
        house.four(per_move(3, false)).await,
    );
    for game in [playing, over] {
        opening(&house, game).await;
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
            house.play(user, game, text).await;
        }
    }
    let first = legal(&house.app, four_play).await;
    house.play(ANN, four_play, &first[0]).await;
    house
        .app
        .resign(house.by(ANN), Which::Game(over))
        .await
        .unwrap();
    let before = [
        shown(&house, playing).await,
        shown(&house, over).await,
        shown(&house, four_play).await,
    ];
    let games = [playing, over, four_play];
    house = damaged(house, &games.map(|game| (EARLIER_RULES, game))).await;
    for (game, before) in games.into_iter().zip(before) {
        let after = shown(&house, game).await;
        assert_eq!((after.scene, after.phase), (before.scene, before.phase));
        assert_eq!((after.ply, after.next), (before.ply, before.next));
        assert!(
            rules(&house, game).await > 0,
            "the rules in force are noted"
        );
    }
    assert!(house.app.games(house.by(BOB)).await.unwrap().len() >= 2);
    house = house.restart().await;
    let again = shown(&house, playing).await;
    let mover = again.next[0].1;
    let moves = legal(&house.app, playing).await;
    house.play(mover, playing, &moves[0]).await;
}

#[tokio::test]
async fn a_match_that_the_rules_in_force_do_not_allow_ends_for_nobody_and_its_players_hear_of_it() {
    let mut house = House::new().await;
    let (corrected, well) = (house.game().await.game, house.game().await.game);
    for game in [corrected, well] {
        opening(&house, game).await;
    }
    whys(&house).await;
    house = damaged(house, &[(EARLIER_RULES, corrected), (FORBIDDEN, corrected)]).await;
    // Nobody has asked for it.
    house.app.tick().await.unwrap();
    let row = house.app.store().row(corrected).await.unwrap();
    assert!(row.ending.unwrap().starts_with("over:correction"));
    let told = whys(&house).await;
    assert!(
        told.iter().any(|(to, why)| to.is_none()
            && matches!(why, Why::Board { mention } if mention.contains(&ANN) && mention.contains(&BOB))),
        "{told:?}"
    );
    let seen = shown(&house, corrected).await;
    let Phase::Over { ending } = &seen.phase else {
        panic!("{:?}", seen.phase)
    };
    assert!(
        ending.contains("The rules of Abstract Chess were corrected")
            && ending.contains("counts for nobody"),
        "{ending}"
    );
    assert!(
        seen.standing[0].contains("last position before Ng1-h8"),
        "{:?}",
        seen.standing
    );
    // The picture is the one of the move before.
    let half = house.game().await.game;
    house.play(ANN, half, "Nb1-c3").await;
    let sound = house.play(BOB, half, "Nb8-c6").await;
    assert_eq!(seen.scene.grids, sound.scene.grids);
    let history = house
        .app
        .history(house.by(ANN), Which::Game(corrected))
        .await
        .unwrap();
    assert!(history.file.contains("Ng1-h8") && history.file.contains("Rules: 0"));
    assert!(history.lines.len() == 2, "{:?}", history.lines);
    assert_eq!(film(&house, corrected).await.unwrap().positions, 3);
    for user in [ANN, BOB] {
        assert!(house.app.profile(user).await.unwrap().ratings.is_empty());
    }
    // What is over stays over, whatever the rules say later; the others go on.
    house = house.restart().await;
    assert!(is_over(&shown(&house, corrected).await));
    house.play(ANN, well, "Nf3-g1").await;
}

#[tokio::test]
async fn a_four_seat_match_that_ends_by_a_correction_counts_for_no_placing() {
    let mut house = House::new().await;
    let game = house.four(per_move(3, false)).await;
    let first = legal(&house.app, game).await;
    house.play(ANN, game, &first[0]).await;
    house = damaged(
        house,
        &[
            (EARLIER_RULES, game),
            (
                "UPDATE event SET text = 'x' WHERE game = ? AND kind = 'moved'",
                game,
            ),
        ],
    )
    .await;
    assert!(is_over(&shown(&house, game).await));
    let ann = house.app.profile(ANN).await.unwrap();
    assert!(ann.placings.is_empty(), "{:?}", ann.placings);
}

#[tokio::test]
async fn an_ended_match_keeps_its_result_whatever_the_rules_in_force_say() {
    let mut house = House::new().await;
    let game = house.game().await.game;
    opening(&house, game).await;
    let over = house.app.resign(house.by(ANN), Which::Game(game)).await;
    let over = over.unwrap();
    house = damaged(house, &[(EARLIER_RULES, game), (FORBIDDEN, game)]).await;
    let seen = shown(&house, game).await;
    assert_eq!(seen.phase, over.phase);
    assert_eq!(seen.ply, over.ply);
    assert_eq!(house.app.profile(BOB).await.unwrap().ratings[0].1.won, 1);
}

/// What needs no board goes on, moves are refused with the reason, and nobody's clock runs.
#[tokio::test]
async fn a_match_whose_board_is_lost_is_listed_shown_and_can_be_left() {
    let mut house = House::new().await;
    let mut games = Vec::new();
    for _ in 0..7 {
        let game = house.begun(on(per_move(1, true))).await;
        opening(&house, game).await;
        games.push(game);
    }
    whys(&house).await;
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
    house = damaged(house, &rows).await;
    house = damaged(house, &[(FORBIDDEN, games[6])]).await;
    assert_eq!(house.app.games(house.by(ANN)).await.unwrap().len(), 7);
    // Days later nobody has lost by the clock.
    for _ in 0..5 {
        pass(&house, DAY / 2).await;
    }
    assert_eq!(whys(&house).await, []);
    for (change, game, why) in changes {
        let which = Which::Game(game);
        let seen = shown(&house, game).await;
        assert!(
            seen.standing[0].contains(why),
            "{change}: {:?}",
            seen.standing
        );
        assert!(seen.alt.chars().count() <= 1_024);
        assert_eq!(seen.phase, Phase::Playing, "{change}");
        for user in [ANN, BOB] {
            let refused = house.app.play(house.by(user), which, "Nf3-g1").await;
            assert!(refused.is_err(), "{change}");
        }
        let mover = seen.next[0].1;
        let refused = house.app.play(house.by(mover), which, "Nf3-g1").await;
        assert!(refused.unwrap_err().to_string().contains(why), "{change}");
        assert!(
            house
                .app
                .complete_move(house.by(mover), which, "N")
                .await
                .is_empty()
        );
        let history = house.app.history(house.by(BOB), which).await.unwrap();
        assert!(
            history.file.contains("Nb8-c6"),
            "{change}: {}",
            history.file
        );
        assert!(
            film(&house, game)
                .await
                .is_ok_and(|film| film.positions > 1)
                == (why.contains("damaged") || why.contains("99")),
            "{change}"
        );
        let over = house.app.resign(house.by(BOB), which).await.unwrap();
        assert!(is_over(&over), "{change}");
        assert!(is_over(&shown(&house, game).await));
    }
    house = house.restart().await;
    for game in games {
        assert!(is_over(&shown(&house, game).await));
    }
    assert!(house.app.games(house.by(ANN)).await.unwrap().is_empty());
}

#[tokio::test]
async fn an_open_table_of_a_game_that_is_not_known_takes_nobody_and_can_be_closed() {
    let mut house = House::new().await;
    let (table, four_seats) = (
        house
            .app
            .open(house.by(ANN), open_seat())
            .await
            .unwrap()
            .game,
        house
            .app
            .open(house.by(ANN), four(false))
            .await
            .unwrap()
            .game,
    );
    house = damaged(house, &[(UNKNOWN_GAME, table), (UNKNOWN_GAME, four_seats)]).await;
    for game in [table, four_seats] {
        let joined = house.app.join(house.by(CY), game, None).await;
        assert!(joined.unwrap_err().to_string().contains("does not know"));
        let closed = house.app.close(house.by(ANN), game).await.unwrap();
        assert!(is_over(&closed));
    }
}

#[tokio::test]
async fn two_can_agree_to_a_draw_though_their_board_is_lost() {
    let mut house = House::new().await;
    let game = house.game().await.game;
    opening(&house, game).await;
    house = damaged(house, &[(FORBIDDEN, game)]).await;
    for user in [ANN, BOB] {
        let offer = house
            .app
            .offer(house.by(user), Which::Game(game), OfferKind::Draw);
        offer.await.unwrap();
    }
    let seen = shown(&house, game).await;
    let ending = "A draw: the players agreed.".to_owned();
    assert_eq!(seen.phase, Phase::Over { ending });
}
