//! Tests of events, tournaments in a channel: signing up, rounds, posts, withdrawals, corrections, and what happens when
//! people, channels, servers and processes go.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rookery::app::{
    AppError, EventPlayer, MatchRef, Moderator, NewEvent, Posted, Scope, TournamentPhase,
    TournamentPost, TournamentPostKind, TournamentView,
};
use rookery::match_state::{DAY, GameId, GuildId, Pace, Terms, UserId};
use rookery::rules::Options;
use rookery::tournament::{Format, POINT, TournamentId};

use crate::harness::{ANN, BOB, CY, DEE, HOUR, TestApp, all_sent, four, open_seat, pass};
use crate::statements::Statements;

mod together;

const HERE: GuildId = GuildId(500);
const MOE: UserId = UserId(777);
const FOUR: [UserId; 4] = [ANN, BOB, CY, DEE];

/// Numbers of messages.
static MESSAGES: AtomicU64 = AtomicU64::new(1);

fn new_event() -> NewEvent {
    NewEvent {
        game: open_seat().game,
        options: Options::new(),
        terms: Terms {
            pace: Pace::PerMove { days: 2 },
            ..Terms::default()
        },
        rounds: None,
        wait: 7,
    }
}

/// Starts a bot in a server that allows events, when the accounts of its people are old enough.
async fn allowed() -> TestApp {
    let harness = TestApp::new().await;
    pass(&harness, 1_800_000_000).await;
    harness.app.set_events(HERE, true).await.unwrap();
    harness
}

/// Does what is due, with this outcome of each post; returns the posts.
pub(crate) async fn posted(harness: &TestApp, outcome: Option<Posted>) -> Vec<TournamentPost> {
    let posts = Mutex::new(Vec::new());
    let send = |post: TournamentPost| {
        let done = outcome.unwrap_or_else(|| {
            Posted::Done(
                post.message
                    .unwrap_or_else(|| MESSAGES.fetch_add(1, Ordering::SeqCst)),
            )
        });
        posts.lock().unwrap().push(post);
        async move { done }
    };
    harness.app.run_tournaments(send).await.unwrap();
    let mut posts = posts.into_inner().unwrap();
    posts.retain(|post| post.kind != TournamentPostKind::Look);
    posts
}

pub(crate) async fn run(harness: &TestApp) -> Vec<TournamentPost> {
    posted(harness, None).await
}

pub(crate) fn kinds(posts: &[TournamentPost]) -> Vec<TournamentPostKind> {
    posts.iter().map(|post| post.kind).collect()
}

/// Opens an event that these people join, before anything is posted.
async fn joined(harness: &TestApp, new: NewEvent, people: &[UserId]) -> TournamentId {
    let event = harness.app.open_event(harness.by(ANN), new).await.unwrap();
    for user in people {
        let entered = harness.app.enter_event(harness.by(*user), event.id).await;
        entered.unwrap();
    }
    event.id
}

/// Opens an event that these people join, and posts its list.
async fn signed_up(harness: &TestApp, new: NewEvent, people: &[UserId]) -> TournamentId {
    let id = joined(harness, new, people).await;
    run(harness).await;
    id
}

/// Opens an event with these people and begins its first round.
async fn begun(harness: &TestApp, people: &[UserId]) -> TournamentId {
    let id = signed_up(harness, new_event(), people).await;
    harness.app.start_event(harness.by(ANN), id).await.unwrap();
    run(harness).await;
    id
}

async fn event(harness: &TestApp, id: TournamentId) -> TournamentView {
    harness.app.event(harness.by(MOE), id).await.unwrap()
}

/// The matches of the current round, each with its players.
async fn games(harness: &TestApp, id: TournamentId) -> Vec<(GameId, Vec<UserId>)> {
    let event = event(harness, id).await;
    let current = event.pairings.iter().filter(|one| one.round == event.round);
    current
        .filter_map(|one| {
            let users = one
                .players
                .iter()
                .filter_map(|number| event.players[*number].user);
            Some((one.game?, users.collect()))
        })
        .collect()
}

/// Lets the second player of each running match of the round resign.
async fn resign_all(harness: &TestApp, id: TournamentId) {
    for (game, users) in games(harness, id).await {
        // An erased player has none to resign for, and a match may be over already.
        if let Some(user) = users.last() {
            let which = MatchRef::Game(game);
            let _ = harness.app.resign(harness.by(*user), which).await;
        }
    }
}

pub(crate) fn refusal<T: std::fmt::Debug>(answer: Result<T, AppError>) -> String {
    answer.unwrap_err().to_string()
}

fn points(event: &TournamentView, user: UserId) -> u32 {
    let line = event
        .standings
        .iter()
        .find(|line| event.players[line.player].user == Some(user));
    line.unwrap().points
}

pub(crate) fn moderator(harness: &TestApp, user: UserId) -> Moderator {
    Moderator {
        request: harness.by(user),
        scope: Scope::Server,
    }
}

/// A whole event of four: each post comes once, each round after the one before, and the crosstable changes at most once
/// an hour.
#[tokio::test]
async fn an_event_goes_from_its_list_to_its_closing_post() {
    use TournamentPostKind::{Closing, Crosstable, Round, SignUp};
    let mut harness = allowed().await;
    let new = harness
        .app
        .open_event(harness.by(ANN), new_event())
        .await
        .unwrap();
    assert_eq!((new.phase, new.players.len()), (TournamentPhase::Open, 0));
    let first = run(&harness).await;
    assert_eq!(kinds(&first), [SignUp]);
    assert!(first[0].nonce.len() <= 25 && first[0].message.is_none());
    assert!(run(&harness).await.is_empty(), "nothing is due");
    for user in FOUR {
        harness
            .app
            .enter_event(harness.by(user), new.id)
            .await
            .unwrap();
    }
    let edited = run(&harness).await;
    assert_eq!(kinds(&edited), [SignUp]);
    assert_eq!(edited[0].event.players.len(), 4);
    assert!(edited[0].message.is_some(), "the same message");
    harness
        .app
        .start_event(harness.by(ANN), new.id)
        .await
        .unwrap();
    let begins = run(&harness).await;
    assert_eq!(kinds(&begins), [Round, SignUp, Crosstable]);
    // Each match's first board is posted where the event is held, and mentions its players.
    let boards = all_sent(&harness).await;
    assert_eq!(boards.len(), 2, "{boards:#?}");
    let mut rounds = vec![games(&harness, new.id).await];
    let mut posts = Vec::new();
    for _ in 0..20 {
        resign_all(&harness, new.id).await;
        posts.extend(run(&harness).await);
        rounds.push(games(&harness, new.id).await);
        pass(&harness, HOUR / 2).await;
        posts.extend(run(&harness).await);
        harness = harness.restart().await;
    }
    let closed = event(&harness, new.id).await;
    assert_eq!(
        (closed.phase, closed.round, closed.rounds),
        (TournamentPhase::Over, 3, 3)
    );
    let times = |kind| posts.iter().filter(|post| post.kind == kind).count();
    assert_eq!((times(Round), times(Closing)), (2, 1));
    assert!(times(Crosstable) <= 4, "{:?}", kinds(&posts));
    let last = posts.iter().rfind(|post| post.kind == Crosstable).unwrap();
    assert_eq!(
        last.event.standings, closed.standings,
        "the final table is shown"
    );
    let sum: u32 = closed.standings.iter().map(|line| line.points).sum();
    assert_eq!(sum, 6 * 3 * POINT);
    assert!(run(&harness).await.is_empty());
    // Another one can be held now.
    signed_up(&harness, new_event(), &[ANN]).await;
}

/// Refusals of those who may neither hold nor join an event; they change nothing.
#[tokio::test]
async fn who_may_hold_and_join_an_event() {
    let harness = TestApp::new().await;
    let app = &harness.app;
    pass(&harness, 1_800_000_000).await;
    let off = app.open_event(harness.by(ANN), new_event()).await;
    assert!(refusal(off).contains("Events are off"));
    app.set_events(HERE, true).await.unwrap();
    let untimed = NewEvent {
        terms: Terms {
            pace: Pace::Untimed,
            ..Terms::default()
        },
        ..new_event()
    };
    assert!(refusal(app.open_event(harness.by(ANN), untimed).await).contains("needs a clock"));
    let many = NewEvent {
        rounds: Some(9),
        ..new_event()
    };
    assert!(refusal(app.open_event(harness.by(ANN), many).await).contains("4 to 7 rounds"));
    let unknown = NewEvent {
        game: "chess".to_owned(),
        ..new_event()
    };
    assert!(app.open_event(harness.by(ANN), unknown).await.is_err());
    let id = signed_up(&harness, new_event(), &[ANN, BOB]).await;
    let second = app.open_event(harness.by(BOB), new_event()).await;
    assert!(refusal(second).contains("under way in this channel"));
    assert!(refusal(app.enter_event(harness.by(BOB), id).await).contains("already"));
    // Made an hour ago.
    let made = 1_800_000_000 + 1_000_000 - HOUR - 1_420_070_400;
    let fresh = UserId((u64::try_from(made).unwrap() * 1_000) << 22);
    assert!(refusal(app.enter_event(harness.by(fresh), id).await).contains("less than a week"));
    app.bar(moderator(&harness, MOE), CY).await.unwrap();
    assert!(refusal(app.enter_event(harness.by(CY), id).await).contains("stopped you"));
    // A bar takes people off the list.
    app.bar(moderator(&harness, MOE), BOB).await.unwrap();
    let shown = event(&harness, id).await;
    let players: Vec<_> = shown.players.iter().map(|player| player.user).collect();
    assert_eq!(players, [Some(ANN)]);
    assert!(refusal(app.start_event(harness.by(BOB), id).await).contains("Only <@101>"));
    assert!(refusal(app.start_event(harness.by(ANN), id).await).contains("at least 3"));
    assert!(refusal(app.cancel_event(harness.by(DEE), id, None).await).contains("Only <@101>"));
    let elsewhere = rookery::app::Request {
        place: rookery::app::Place {
            guild: Some(GuildId(501)),
            ..harness.by(DEE).place
        },
        ..harness.by(DEE)
    };
    assert!(refusal(app.enter_event(elsewhere, id).await).contains("no event here"));
    let none = app.enter_event(harness.by(DEE), TournamentId(99)).await;
    assert!(refusal(none).contains("no event here"));
    assert_eq!(event(&harness, id).await, shown);
    let cancelled = app
        .cancel_event(harness.by(MOE), id, Some(moderator(&harness, MOE)))
        .await;
    assert_eq!(cancelled.unwrap().phase, TournamentPhase::Cancelled);
    assert!(refusal(app.enter_event(harness.by(DEE), id).await).contains("any more"));
    assert!(refusal(app.leave_event(harness.by(ANN), id).await).contains("no part"));
    assert_eq!(kinds(&run(&harness).await), [TournamentPostKind::SignUp]);
}

/// An event whose time comes begins by itself, or is cancelled without enough people.
#[tokio::test]
async fn an_event_starts_when_its_time_comes() {
    let harness = allowed().await;
    let few = signed_up(&harness, new_event(), &[ANN, BOB]).await;
    pass(&harness, 7 * DAY).await;
    run(&harness).await;
    assert_eq!(event(&harness, few).await.phase, TournamentPhase::Cancelled);
    let enough = signed_up(&harness, new_event(), &[ANN, BOB, CY]).await;
    pass(&harness, 7 * DAY).await;
    run(&harness).await;
    let begun = event(&harness, enough).await;
    assert_eq!(
        (begun.phase, begun.round, begun.rounds),
        (TournamentPhase::Playing, 1, 3)
    );
    assert_eq!(
        games(&harness, enough).await.len(),
        1,
        "one has a round off"
    );
}

/// A withdrawal loses the open match; early in a round robin it leaves no trace, later the rest is lost without games.
#[tokio::test]
async fn a_withdrawal_loses_what_is_open() {
    let harness = allowed().await;
    let id = begun(&harness, &FOUR).await;
    let (_, users) = games(&harness, id).await.remove(0);
    let [gone, other] = [users[0], users[1]];
    harness.app.leave_event(harness.by(gone), id).await.unwrap();
    let left = event(&harness, id).await;
    assert_eq!(
        (points(&left, other), points(&left, gone)),
        (0, 0),
        "it is void"
    );
    resign_all(&harness, id).await;
    run(&harness).await;
    let next = games(&harness, id).await;
    assert_eq!(next.len(), 1, "{next:?}");
    assert!(!next[0].1.contains(&gone));
    // The second to go has finished two of three: the rest counts for the opponents.
    resign_all(&harness, id).await;
    run(&harness).await;
    let third = games(&harness, id).await;
    let (_, users) = third[0].clone();
    harness
        .app
        .leave_event(harness.by(users[0]), id)
        .await
        .unwrap();
    run(&harness).await;
    let over = event(&harness, id).await;
    assert_eq!(over.phase, TournamentPhase::Over);
    assert!(points(&over, users[1]) >= 3 * POINT);
    assert!(refusal(harness.app.leave_event(harness.by(users[0]), id).await).contains("no part"));
}

/// A player who never moves loses by the clock, and is taken out of the event.
#[tokio::test]
async fn a_forfeit_takes_the_player_out() {
    let harness = allowed().await;
    let id = begun(&harness, &FOUR).await;
    let before = games(&harness, id).await;
    pass(&harness, 2 * DAY + HOUR).await;
    run(&harness).await;
    let after = event(&harness, id).await;
    for (_, users) in &before {
        let out = |user: UserId| {
            let mut players = after.players.iter();
            players.any(|player: &EventPlayer| player.user == Some(user) && player.withdrew)
        };
        assert!(out(users[0]) && !out(users[1]), "{after:#?}");
    }
    assert!(
        after.cells.iter().flatten().all(|cell| cell != "1"),
        "{:?}",
        after.cells
    );
    // Two are left: they meet once more if they have not, and then it is over.
    for _ in 0..4 {
        resign_all(&harness, id).await;
        run(&harness).await;
    }
    assert_eq!(event(&harness, id).await.phase, TournamentPhase::Over);
}

/// An erased player's row and points remain, without the person; open sign-ups forget the person altogether.
#[tokio::test]
async fn an_erased_person_leaves_points_and_no_name() {
    let harness = allowed().await;
    let id = begun(&harness, &FOUR).await;
    resign_all(&harness, id).await;
    run(&harness).await;
    resign_all(&harness, id).await;
    run(&harness).await;
    let before = event(&harness, id).await;
    let number = before
        .players
        .iter()
        .position(|one| one.user == Some(BOB))
        .unwrap();
    let line = |event: &TournamentView| {
        *event
            .standings
            .iter()
            .find(|line| line.player == number)
            .unwrap()
    };
    let waiting = {
        let new = harness.at(ANN, 901);
        let opened = harness.app.open_event(new, new_event()).await.unwrap();
        harness
            .app
            .enter_event(harness.by(BOB), opened.id)
            .await
            .unwrap();
        opened.id
    };
    harness.app.erase(BOB).await.unwrap();
    run(&harness).await;
    let after = event(&harness, id).await;
    assert_eq!(
        after.players[number],
        EventPlayer {
            user: None,
            withdrew: true
        }
    );
    assert_eq!(line(&after).points, line(&before).points);
    assert!(event(&harness, waiting).await.players.is_empty());
    let kept = harness.app.count_kept(BOB).await.unwrap();
    assert!(kept.is_empty(), "{kept:?}");
    // The organiser can be erased, too: the event goes on.
    harness.app.erase(ANN).await.unwrap();
    resign_all(&harness, id).await;
    run(&harness).await;
    let over = event(&harness, id).await;
    assert_eq!((over.organiser, over.phase), (None, TournamentPhase::Over));
}

/// A bar ends nobody's match, but no further one begins.
#[tokio::test]
async fn a_barred_player_finishes_the_match_and_plays_no_other() {
    let harness = allowed().await;
    let id = begun(&harness, &FOUR).await;
    let (game, users) = games(&harness, id).await.remove(0);
    let barred = users[0];
    harness
        .app
        .bar(moderator(&harness, MOE), barred)
        .await
        .unwrap();
    run(&harness).await;
    assert!(
        !event(&harness, id)
            .await
            .players
            .iter()
            .any(|one| one.withdrew)
    );
    let resigned = harness
        .app
        .resign(harness.by(users[1]), MatchRef::Game(game))
        .await;
    resigned.unwrap();
    resign_all(&harness, id).await;
    run(&harness).await;
    let after = event(&harness, id).await;
    assert_eq!(after.round, 2);
    assert!(
        after
            .players
            .iter()
            .any(|one| one.user == Some(barred) && one.withdrew)
    );
    assert!(
        games(&harness, id)
            .await
            .iter()
            .all(|(_, users)| !users.contains(&barred))
    );
}

/// A hidden game's result counts, and nothing leads to it; one that a moderator ends counts for nobody until it is
/// corrected, by a moderator who does not play in it.
#[tokio::test]
async fn moderators_hide_and_correct_results() {
    use rookery::match_state::Moderation;
    let harness = allowed().await;
    let app = &harness.app;
    let id = begun(&harness, &FOUR).await;
    let [(first, users), (second, others)] = games(&harness, id).await.try_into().unwrap();
    app.resign(harness.by(users[1]), MatchRef::Game(first))
        .await
        .unwrap();
    let moe = || moderator(&harness, MOE);
    app.moderate(moe(), MatchRef::Game(first), Moderation::Hide, None)
        .await
        .unwrap();
    let hidden = event(&harness, id).await;
    assert_eq!(points(&hidden, users[0]), 3 * POINT);
    assert!(hidden.pairings.iter().all(|one| one.game != Some(first)));
    app.moderate(moe(), MatchRef::Game(second), Moderation::End, None)
        .await
        .unwrap();
    let ended = event(&harness, id).await;
    assert_eq!(
        (points(&ended, others[0]), points(&ended, others[1])),
        (0, 0)
    );
    let own = app
        .correct_result(moderator(&harness, others[0]), second, [1, 2])
        .await;
    let own = refusal(own);
    assert!(
        own.contains("You play in that game") || others[0] == ANN,
        "{own}"
    );
    let holder = app
        .correct_result(moderator(&harness, ANN), second, [1, 2])
        .await;
    assert!(refusal(holder).contains("You hold this event"));
    let foreign = app.correct_result(moe(), GameId(999), [1, 2]).await;
    assert!(refusal(foreign).contains("not one of"));
    app.correct_result(moe(), second, [2, 1]).await.unwrap();
    let corrected = event(&harness, id).await;
    assert_eq!(points(&corrected, others[1]), 3 * POINT);
    assert!(corrected.cells.iter().flatten().any(|cell| cell == "1*"));
    app.correct_result(moe(), second, [0, 0]).await.unwrap();
    assert_eq!(points(&event(&harness, id).await, others[1]), 0);
}

/// A deleted channel ends the event, and nothing more is posted.
#[tokio::test]
async fn a_deleted_channel_ends_the_event() {
    let harness = allowed().await;
    let id = begun(&harness, &FOUR).await;
    resign_all(&harness, id).await;
    let tried = posted(&harness, Some(Posted::Gone)).await;
    assert!(tried.len() <= 1, "{tried:?}");
    let ended = event(&harness, id).await;
    assert_eq!((ended.phase, ended.round), (TournamentPhase::Cancelled, 1));
    pass(&harness, 30 * DAY).await;
    assert!(run(&harness).await.is_empty());
}

/// While the bot is not in the server, nothing begins; it goes on when the bot is back, or is ended after two weeks.
#[tokio::test]
async fn nothing_begins_while_the_bot_is_away() {
    let harness = allowed().await;
    let id = begun(&harness, &FOUR).await;
    resign_all(&harness, id).await;
    for _ in 0..13 * 24 {
        posted(&harness, Some(Posted::Failed)).await;
        pass(&harness, HOUR).await;
    }
    assert_eq!(event(&harness, id).await.round, 1);
    pass(&harness, 6 * HOUR).await;
    let back = run(&harness).await;
    assert!(
        kinds(&back).contains(&TournamentPostKind::Round),
        "{:?}",
        kinds(&back)
    );
    assert_eq!(event(&harness, id).await.round, 2);
    resign_all(&harness, id).await;
    for _ in 0..15 * 24 {
        posted(&harness, Some(Posted::Failed)).await;
        pass(&harness, HOUR).await;
    }
    let ended = event(&harness, id).await;
    assert_eq!((ended.round, ended.phase), (2, TournamentPhase::Cancelled));
    assert!(run(&harness).await.is_empty());
}

/// A process that dies after a post and before recording it leaves it due: it is sent again with the same nonce, and the
/// round is not drawn again.
#[tokio::test]
async fn a_post_that_was_not_noted_is_repeated_with_its_nonce() {
    let harness = allowed().await;
    let id = signed_up(&harness, new_event(), &FOUR).await;
    harness.app.start_event(harness.by(ANN), id).await.unwrap();
    let killed = Mutex::new(None);
    let send = |post: TournamentPost| {
        let is_round = post.kind == TournamentPostKind::Round;
        if is_round {
            *killed.lock().unwrap() = Some(post.nonce);
        }
        async move {
            if is_round {
                std::future::pending::<()>().await;
            }
            Posted::Done(1)
        }
    };
    tokio::select! {
        biased;
        _ = harness.app.run_tournaments(send) => unreachable!("it never ends"),
        () = async {
            while killed.lock().unwrap().is_none() {
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        } => {}
    }
    let before = games(&harness, id).await;
    let harness = harness.restart().await;
    harness.now.fetch_add(61, Ordering::SeqCst);
    let again = run(&harness).await;
    let round: Vec<_> = again
        .iter()
        .filter(|post| post.kind == TournamentPostKind::Round)
        .collect();
    assert_eq!(round.len(), 1);
    assert_eq!(killed.into_inner().unwrap().as_ref(), Some(&round[0].nonce));
    assert_eq!(games(&harness, id).await, before);
}

/// Nine people play Swiss rounds; a game of four is played at tables, whose shared places share points.
#[tokio::test]
async fn larger_events_are_swiss_and_games_of_four_have_tables() {
    let harness = allowed().await;
    let nine: Vec<UserId> = (101..110).map(UserId).collect();
    let id = begun(&harness, &nine).await;
    let swiss = event(&harness, id).await;
    assert_eq!((swiss.format, swiss.rounds), (Format::Swiss, 4));
    for _ in 0..4 {
        resign_all(&harness, id).await;
        run(&harness).await;
    }
    let over = event(&harness, id).await;
    assert_eq!(over.phase, TournamentPhase::Over);
    let sum: u32 = over.standings.iter().map(|line| line.points).sum();
    assert_eq!(
        sum,
        4 * 5 * 3 * POINT,
        "four games and a round off in each of four rounds"
    );

    let tables = NewEvent {
        game: four(false).game,
        options: four(false).options,
        ..new_event()
    };
    let eight: Vec<UserId> = (101..109).map(UserId).collect();
    let id = signed_up(&harness, tables, &eight).await;
    harness.app.start_event(harness.by(ANN), id).await.unwrap();
    run(&harness).await;
    let tables = games(&harness, id).await;
    assert_eq!(
        tables
            .iter()
            .map(|(_, users)| users.len())
            .collect::<Vec<_>>(),
        [4, 4]
    );
    for (game, users) in tables {
        for user in &users[1..] {
            let resigned = harness
                .app
                .resign(harness.by(*user), MatchRef::Game(game))
                .await;
            resigned.unwrap();
        }
    }
    run(&harness).await;
    let second = event(&harness, id).await;
    assert_eq!((second.format, second.round), (Format::Tables, 2));
    let sum: u32 = second.standings.iter().map(|line| line.points).sum();
    assert_eq!(sum, 2 * 7 * POINT);
}

/// Whoever plays in no event pays nothing for events: neither a move nor the end of a match sends a statement about
/// them.
#[tokio::test]
async fn other_matches_send_no_statement_about_events() {
    let (statements, _listening) = Statements::listen();
    let harness = TestApp::new().await;
    let game = harness.begun(crate::harness::challenge()).await;
    statements.take();
    harness.moves(game, [ANN, BOB], 1).await;
    harness
        .app
        .resign(harness.by(BOB), MatchRef::Game(game))
        .await
        .unwrap();
    let sent = statements.take();
    let about = sent.iter().filter(|text| {
        ["tournament ", "entrant", "pairing"]
            .iter()
            .any(|table| text.contains(table))
    });
    assert_eq!(about.collect::<Vec<_>>(), Vec::<&String>::new());
}
