//! How much one person may have and do, and who may invite them.

use rookery::app::{Limits, NewGame, Preferences, Refusal, Shown, Which};
use rookery::table::{Audience, GameId, UserId};

use crate::house::{ANN, BOB, CY, DEE, House, challenge, open_seat, pass};

/// A house with limits of its own.
async fn house(limits: Limits) -> House {
    let mut house = House::new().await;
    house.app = house.app.clone().with_limits(limits);
    house
}

fn invites(user: UserId) -> NewGame {
    NewGame {
        opponents: vec![user],
        ..challenge()
    }
}

/// Why something was refused.
fn refused(done: Result<Shown, Refusal>) -> String {
    match done {
        Err(Refusal::Plain(sentence)) => sentence,
        other => panic!("not refused: {other:?}"),
    }
}

async fn exists(house: &House, game: i64) -> bool {
    house.app.store().row(GameId(game)).await.is_ok()
}

/// Also what is asked for at the same moment: the last place is given once.
#[tokio::test]
async fn a_sixth_table_is_refused_however_quickly_it_is_asked_for() {
    let house = house(Limits::default()).await;
    let asked = (0..20).map(|_| house.app.open(house.by(ANN), open_seat()));
    let opened = futures_util::future::join_all(asked).await;
    assert_eq!(opened.iter().filter(|done| done.is_ok()).count(), 5);
    for done in opened.into_iter().filter(|done| done.is_err()) {
        assert!(refused(done).contains("5 open tables"));
    }
    assert!(!exists(&house, 6).await);
    // Others can, and Ann can once somebody has joined one of hers or she has closed it.
    house.app.open(house.by(BOB), open_seat()).await.unwrap();
    house
        .app
        .join(house.by(BOB), GameId(1), None)
        .await
        .unwrap();
    house.app.open(house.by(ANN), open_seat()).await.unwrap();
    house.app.close(house.by(ANN), GameId(2)).await.unwrap();
    house.app.open(house.by(ANN), open_seat()).await.unwrap();
    let sixth = house.app.open(house.by(ANN), open_seat()).await;
    assert!(refused(sixth).contains("5 open tables"));
}

/// Each invitation rings, whatever becomes of its table.
#[tokio::test]
async fn nobody_is_invited_again_and_again() {
    let mut house = house(Limits::default()).await;
    for _ in 0..10 {
        let opened = house.app.open(house.by(ANN), invites(BOB)).await.unwrap();
        house.app.close(house.by(ANN), opened.game).await.unwrap();
    }
    let more = house.app.open(house.by(ANN), invites(BOB)).await;
    assert!(refused(more).contains("10 times"));
    assert!(!exists(&house, 11).await);
    house.app.open(house.by(ANN), invites(CY)).await.unwrap();
    house.app.open(house.by(CY), invites(BOB)).await.unwrap();
    // A day later there is room again, and nothing of the day before is kept.
    house = day_later(house).await;
    house.app.open(house.by(ANN), invites(BOB)).await.unwrap();
    let mut database = crate::house::sql(&house.database()).await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM usage")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(kept, 1);
}

async fn day_later(house: House) -> House {
    pass(&house, 24 * 3600).await;
    house
}

#[tokio::test]
async fn invitations_without_an_answer_are_bounded_for_those_who_get_them() {
    let house = house(Limits::default()).await;
    for user in 1000..1020 {
        let opened = house.app.open(house.by(UserId(user)), invites(BOB)).await;
        opened.unwrap();
    }
    let more = house.app.open(house.by(ANN), invites(BOB)).await;
    assert!(refused(more).contains("too many invitations"));
    house.app.leave(house.by(BOB), GameId(1)).await.unwrap();
    house.app.open(house.by(ANN), invites(BOB)).await.unwrap();
}

#[tokio::test]
async fn whoever_takes_no_invitations_is_not_invited() {
    let house = house(Limits::default()).await;
    let wish = |no_invitations, blocked| Preferences {
        no_invitations,
        blocked,
        ..Preferences::default()
    };
    let choose = async |wish| house.app.prefer(house.by(BOB), wish).await;
    choose(wish(true, Vec::new())).await.unwrap();
    let one = refused(house.app.open(house.by(ANN), invites(BOB)).await);
    choose(wish(false, vec![ANN])).await.unwrap();
    let other = refused(house.app.open(house.by(ANN), invites(BOB)).await);
    assert_eq!(one, other, "why is Bob's to know");
    assert!(!exists(&house, 1).await);
    house.app.open(house.by(CY), invites(BOB)).await.unwrap();
    // Who blocked somebody can still invite them, and play against oneself needs nobody's leave.
    house.app.open(house.by(BOB), invites(ANN)).await.unwrap();
    house.app.open(house.by(BOB), invites(BOB)).await.unwrap();
    for wrong in [vec![BOB], (1000..1101).map(UserId).collect()] {
        assert!(choose(wish(false, wrong)).await.is_err());
    }
}

#[tokio::test]
async fn games_under_way_of_one_person_are_bounded_by_the_operator() {
    let limits = Limits {
        games: 3,
        ..Limits::default()
    };
    let house = house(limits).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(house.begun(invites(BOB)).await);
    }
    for user in [ANN, BOB] {
        let more = house.app.open(house.by(user), open_seat()).await;
        assert!(refused(more).contains("You have 3 games"));
    }
    let table = house
        .app
        .open(house.by(CY), open_seat())
        .await
        .unwrap()
        .game;
    let joined = house.app.join(house.by(BOB), table, None).await;
    assert!(refused(joined).contains("You have 3 games"));
    let brought = house.app.import(house.by(ANN), "Game: abstract").await;
    assert!(refused(brought).contains("You have 3 games"));
    house
        .app
        .resign(house.by(ANN), Which::Game(games[0]))
        .await
        .unwrap();
    house.app.join(house.by(BOB), table, None).await.unwrap();
    house.app.open(house.by(ANN), open_seat()).await.unwrap();
}

#[tokio::test]
async fn imports_are_one_at_a_time_and_so_many_a_day() {
    let house = house(Limits::default()).await;
    let text = "Game: abstract\nClock: 1\n\n1. Nb1-c3 Nb8-c6";
    let asked = (0..8).map(|_| house.app.import(house.by(ANN), text));
    let brought = futures_util::future::join_all(asked).await;
    let (read, waiting): (Vec<_>, Vec<_>) = brought.into_iter().partition(Result::is_ok);
    assert_eq!((read.len(), waiting.len()), (1, 7));
    for done in waiting {
        assert!(refused(done).contains("still being read"));
    }
    let shown = read.into_iter().next().unwrap().unwrap();
    assert!(
        shown.private && shown.mention.is_empty() && shown.clocks.iter().all(|c| c.left.is_none())
    );
    let row = house.app.store().row(shown.game).await.unwrap();
    assert_eq!((row.home, row.guild), (None, None));
    assert_eq!(row.audience, Some(Audience::Players));
    // One that is refused does not count.
    assert!(house.app.import(house.by(ANN), "no game").await.is_err());
    for _ in 1..20 {
        let brought = house.app.import(house.by(ANN), "Game: abstract").await;
        brought.unwrap();
    }
    let more = house.app.import(house.by(ANN), "Game: abstract").await;
    assert!(refused(more).contains("tomorrow"));
    house
        .app
        .import(house.by(DEE), "Game: abstract")
        .await
        .unwrap();
    pass(&house, 24 * 3600).await;
    house
        .app
        .import(house.by(ANN), "Game: abstract")
        .await
        .unwrap();
}
