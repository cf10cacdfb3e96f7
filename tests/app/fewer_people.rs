//! Tests of tables of Four Seasons for two and three people ("Four Seasons for two and three people", house ruling).

use rookery::app::{AppError, MatchRef, MatchView, NewGame, OfferKind, Phase};
use rookery::match_state::{GameId, Terms, UserId};
use rookery::rules::Seat;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, four, match_view, per_move};

const GREEN: Seat = Seat(0);
const RED: Seat = Seat(1);
const BLACK: Seat = Seat(2);

/// Moves after which Green's knight captures Black's pawn.
const OWN_CAPTURE: &str =
    "Na7-c6 Pb3-b4 Ph3-h4 Pf8-e8 Nc6-e5 Pa3-a4 Ph4-h5 Pf7-e7 Ne5-g4 Pa4-a5 Pf1-e1 Pg6-g5 Ng4xf2";

/// Returns a table of four seats for so many people.
fn table(people: u8, seat: Option<Seat>) -> NewGame {
    NewGame {
        seat,
        terms: Some(Terms {
            people: Some(people),
            ..per_move(3, false)
        }),
        ..four(false)
    }
}

fn owners(view: &MatchView) -> Vec<Option<UserId>> {
    view.seats.iter().map(|(_, user)| *user).collect()
}

async fn opened(harness: &TestApp, new: NewGame) -> MatchView {
    harness.app.open(harness.by(ANN), new).await.unwrap()
}

async fn join(
    harness: &TestApp,
    user: UserId,
    game: GameId,
    seat: Option<Seat>,
) -> Result<MatchView, AppError> {
    harness.app.join(harness.by(user), game, seat).await
}

async fn resign(harness: &TestApp, user: UserId, game: GameId) -> MatchView {
    let resigned = harness.app.resign(harness.by(user), MatchRef::Game(game));
    resigned.await.unwrap()
}

/// "Two people: each leads two seats that face each other diagonally."
#[tokio::test]
async fn each_of_two_people_leads_two_sides_that_face_each_other() {
    let harness = TestApp::new().await;
    for seat in [None, Some(GREEN), Some(RED)] {
        let table = opened(&harness, table(2, seat)).await;
        let Phase::Open { empty, invited } = &table.phase else {
            panic!("{:?}", table.phase)
        };
        assert_eq!((*empty, invited.len(), table.guests.len()), (1, 0, 1));
        if seat == Some(RED) {
            let refused = join(&harness, BOB, table.game, Some(Seat(3))).await;
            assert!(refused.is_err(), "Ann has White with Red");
        }
        let begun = join(&harness, BOB, table.game, None).await.unwrap();
        assert_eq!(begun.phase, Phase::Playing);
        let owners = owners(&begun);
        let pair = [owners[0], owners[1]];
        assert_eq!(owners[2..], pair, "{owners:?}");
        assert!(pair.contains(&Some(ANN)) && pair.contains(&Some(BOB)));
        if let Some(seat) = seat {
            assert_eq!(owners[seat.index()], Some(ANN));
        }
        assert!(join(&harness, CY, table.game, None).await.is_err());
    }
}

/// "Three: who opens leads two armies, said before anybody joins"; the table's next opener leads two then.
#[tokio::test]
async fn of_three_people_the_opener_leads_two_sides() {
    let harness = TestApp::new().await;
    let opened = opened(&harness, table(3, Some(BLACK))).await;
    let game = opened.game;
    assert_eq!(owners(&opened), [Some(ANN), None, Some(ANN), None]);
    let one = join(&harness, BOB, game, None).await.unwrap();
    assert!(
        matches!(one.phase, Phase::Open { empty: 1, .. }),
        "{:?}",
        one.phase
    );
    let left = harness.app.leave(harness.by(ANN), game).await.unwrap();
    assert_eq!(
        (left.opener, left.guests.as_slice()),
        (Some(BOB), &[BOB][..])
    );
    let harness = harness.restart().await;
    for user in [CY, DEE] {
        join(&harness, user, game, None).await.unwrap();
    }
    let begun = match_view(&harness, game).await;
    assert_eq!(begun.phase, Phase::Playing);
    let owners = owners(&begun);
    let bobs = (0..4).filter(|seat| owners[*seat] == Some(BOB));
    let bobs: Vec<usize> = bobs.collect();
    assert_eq!((bobs.len(), bobs[1] - bobs[0]), (2, 2), "{owners:?}");
    assert!(owners.contains(&Some(CY)) && owners.contains(&Some(DEE)));
}

/// The leader of the last sides wins with all of them, and the same people begin a rematch with the other sides.
#[tokio::test]
async fn who_leads_every_side_that_is_left_wins() {
    let harness = TestApp::new().await;
    let table = opened(&harness, table(2, Some(GREEN))).await;
    let game = table.game;
    join(&harness, BOB, game, None).await.unwrap();
    let after = resign(&harness, BOB, game).await;
    assert_eq!(after.phase, Phase::Playing, "one side of Bob's is left");
    let over = resign(&harness, BOB, game).await;
    let Phase::Over { ending } = &over.phase else {
        panic!("{:?}", over.phase)
    };
    assert!(
        ending.starts_with("One player leads every side"),
        "{ending}"
    );
    let results = format!(
        "SELECT count(*) FROM seat WHERE game = {} AND placing = 1 AND quarters = 4",
        game.0
    );
    assert_eq!(harness.numbers(&results).await, [2], "Green and Black");
    for user in [ANN, BOB] {
        let offer = harness
            .app
            .offer(harness.by(user), MatchRef::Game(game), OfferKind::Rematch);
        offer.await.unwrap();
    }
    let rematch = harness.app.store().row(game).await.unwrap().rematch;
    let again = match_view(&harness, rematch.unwrap()).await;
    let other = [Some(BOB), Some(ANN), Some(BOB), Some(ANN)];
    assert_eq!(
        (owners(&again), &again.phase),
        (other.to_vec(), &Phase::Playing)
    );
    assert_eq!(again.terms.unwrap().people, Some(2));
}

/// A game of two, a team and more invitations than people are refused before anything is stored.
#[tokio::test]
async fn only_a_game_of_four_has_fewer_people() {
    let harness = TestApp::new().await;
    let terms = table(2, None).terms;
    let two = NewGame {
        terms,
        ..challenge()
    };
    let many = NewGame {
        opponents: vec![BOB, CY],
        ..table(2, None)
    };
    for new in [two, many, table(1, None), table(5, None)] {
        let refused = harness.app.open(harness.by(ANN), new).await;
        assert!(matches!(refused, Err(AppError::Plain(_))), "{refused:?}");
    }
    assert_eq!(harness.numbers("SELECT count(*) FROM game").await, [0]);
}

/// "A partner's man is not taken by oneself? It is: the rules do not change, the owner is warned in the preview."
#[tokio::test]
async fn a_move_that_costs_ones_other_side_a_piece_is_warned_of() {
    let harness = TestApp::new().await;
    let table = opened(&harness, table(2, Some(GREEN))).await;
    let game = table.game;
    join(&harness, BOB, game, None).await.unwrap();
    let line = OWN_CAPTURE.split(' ').collect::<Vec<_>>();
    let (last, before) = line.split_last().unwrap();
    for (mv, user) in before.iter().zip([ANN, BOB].iter().cycle()) {
        harness.play(*user, game, mv).await;
    }
    let tried = |text: &str| {
        let line = vec![text.to_owned()];
        let request = harness.by(ANN);
        let app = &harness.app;
        async move { app.explore(request, MatchRef::Game(game), &line, 1).await }
    };
    let warned = tried(last).await.unwrap().warnings;
    let expected = "This costs Black pieces, and that side is yours too.";
    assert!(warned.iter().any(|line| line == expected), "{warned:?}");
    let other = tried("Pb6-b5").await.unwrap().warnings;
    assert!(
        !other.iter().any(|line| line.contains("yours too")),
        "{other:?}"
    );
    harness.play(ANN, game, last).await;
}
