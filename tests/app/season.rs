//! Tests of leagues and their seasons: signing up, divisions, closing, promotion, and what happens when people, channels,
//! servers and processes go.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rookery::app::{
    App, MatchRef, NewLeague, Posted, SeasonView, TournamentPhase, TournamentPost,
    TournamentPostKind, Vacations,
};
use rookery::match_state::{DAY, GameId, Moderation, UserId};
use rookery::rules::Options;
use rookery::tournament::{Format, Month, POINT, Promotion, TournamentId};

use crate::events::{kinds, moderator, posted, refusal, run};
use crate::harness::{ANN, BOB, CY, DEE, HOUR, TestApp, all_sent, four, legal, open_seat, pass};

const MOE: UserId = UserId(777);

/// November of 2026.
const NOVEMBER: Month = Month(2026 * 12 + 10);
const DECEMBER: Month = Month(NOVEMBER.0 + 1);

fn people(count: u64) -> Vec<UserId> {
    (0..count).map(|number| UserId(101 + number)).collect()
}

fn league(vacations: Vacations) -> NewLeague {
    NewLeague {
        game: open_seat().game,
        options: Options::new(),
        vacations,
    }
}

/// A league of a game of four.
fn league_of_four() -> NewLeague {
    NewLeague {
        game: four(false).game,
        options: four(false).options,
        vacations: Vacations::Stop,
    }
}

fn now(harness: &TestApp) -> i64 {
    harness.now.load(Ordering::SeqCst)
}

/// Passes time up to this moment, a day at a time, and does what is due; returns the posts.
async fn to(harness: &TestApp, at: i64) -> Vec<TournamentPost> {
    let mut posts = Vec::new();
    while now(harness) < at {
        pass(harness, (at - now(harness)).min(DAY)).await;
        // A season makes its divisions due, and the next season.
        for _ in 0..2 {
            posts.extend(run(harness).await);
        }
    }
    posts
}

/// Starts a bot on the tenth of November, with a league; returns its first season, that of December.
async fn started(new: NewLeague) -> (TestApp, TournamentId) {
    let harness = TestApp::new().await;
    pass(&harness, NOVEMBER.starts() + 9 * DAY - now(&harness)).await;
    let season = harness
        .app
        .start_league(harness.by(MOE), new)
        .await
        .unwrap();
    assert_eq!(
        (season.month, season.phase),
        (DECEMBER, TournamentPhase::Open)
    );
    (harness, season.id)
}

async fn join(harness: &TestApp, id: TournamentId, users: &[UserId]) {
    for user in users {
        let joined = harness.app.enter_season(harness.by(*user), id).await;
        joined.unwrap();
    }
}

/// Starts a bot with a league whose first season has begun with these people.
async fn begun(users: &[UserId], vacations: Vacations) -> (TestApp, TournamentId) {
    let (harness, id) = started(league(vacations)).await;
    join(&harness, id, users).await;
    to(&harness, DECEMBER.starts()).await;
    (harness, id)
}

async fn season(harness: &TestApp, id: TournamentId) -> SeasonView {
    harness.app.season(harness.by(MOE), id).await.unwrap()
}

/// The season of the channel for which people sign up.
async fn open_one(harness: &TestApp) -> TournamentId {
    let seasons = harness.app.seasons_here(harness.by(MOE)).await.unwrap();
    assert_eq!(seasons[0].phase, TournamentPhase::Open);
    seasons[0].id
}

/// The matches of a season that go on, each with its players in turn order.
fn games(season: &SeasonView) -> Vec<(GameId, Vec<UserId>)> {
    let divisions = season.divisions.iter();
    let games = divisions.flat_map(|division| {
        let event = &division.event;
        let going = event.pairings.iter().filter(|one| one.points.is_none());
        going.filter_map(|one| {
            let users = one.players.iter();
            let users = users.filter_map(|number| event.players[*number].user);
            Some((one.game?, users.collect()))
        })
    });
    games.collect()
}

/// Lets the player with the higher number resign in each match for which this holds.
async fn resign(harness: &TestApp, id: TournamentId, holds: impl Fn(&[UserId]) -> bool) {
    for (game, mut users) in games(&season(harness, id).await) {
        users.sort_unstable();
        if holds(&users) {
            for user in &users[1..] {
                let which = MatchRef::Game(game);
                harness.app.resign(harness.by(*user), which).await.unwrap();
            }
        }
    }
}

/// Plays the first moves of every match.
async fn move_all(harness: &TestApp, id: TournamentId) {
    for (game, users) in games(&season(harness, id).await) {
        for user in users {
            let text = legal(&harness.app, game).await.swap_remove(0);
            harness.play(user, game, &text).await;
        }
    }
}

/// The users of each division, by their places.
fn order(season: &SeasonView) -> Vec<Vec<UserId>> {
    let divisions = season.divisions.iter();
    let order = divisions.map(|division| {
        let lines = division.event.standings.iter();
        let users = lines.filter_map(|line| division.event.players[line.player].user);
        users.collect()
    });
    order.collect()
}

fn all_posts(posts: &[TournamentPost], kind: TournamentPostKind) -> usize {
    let new = posts.iter().filter(|post| post.message.is_none());
    new.filter(|post| post.kind == kind).count()
}

/// A year of a league: each month has one list, one table and one closing post, all games begin on the 1st, every season
/// closes on its day, two go up and two down, and newcomers come in at the end. The bot is restarted every month.
#[tokio::test]
async fn a_year_of_a_league() {
    use TournamentPostKind::{Closing, Crosstable, SignUp};
    let (mut harness, first) = started(league(Vacations::Stop)).await;
    let users = people(13);
    let mut id = first;
    let mut expected: Vec<UserId> = Vec::new();
    let mut month = DECEMBER;
    let (mut lists, mut tables, mut closed) = (0, 0, 0);
    for number in 0..12 {
        lists += all_posts(&run(&harness).await, SignUp);
        // The thirteenth joins in the third month, and one is missing in the fifth.
        let joined = users.iter().copied().enumerate();
        let joined: Vec<UserId> = joined
            .filter(|(at, _)| (*at < 12 || number >= 2) && !(number == 4 && *at == 6))
            .map(|(_, user)| user)
            .collect();
        join(&harness, id, &joined).await;
        let before = to(&harness, month.starts() - 1).await;
        assert!(
            season(&harness, id).await.divisions.is_empty(),
            "not before noon"
        );
        let begins = [before, to(&harness, month.starts()).await].concat();
        closed += all_posts(&begins, Closing);
        tables += all_posts(&begins, Crosstable);
        assert_eq!(closed, number, "the month before has closed");
        let running = season(&harness, id).await;
        assert_eq!(
            (running.phase, running.month),
            (TournamentPhase::Playing, month)
        );
        let seated = order(&running);
        if number > 0 {
            let returned: Vec<UserId> = expected
                .iter()
                .copied()
                .filter(|user| joined.contains(user))
                .collect();
            let together: BTreeSet<UserId> = seated[0].iter().copied().collect();
            let above: BTreeSet<UserId> = returned.iter().copied().take(seated[0].len()).collect();
            assert_eq!(together, above, "month {number}");
        }
        let sum: usize = seated
            .iter()
            .map(|users| users.len() * (users.len() - 1) / 2)
            .sum();
        assert_eq!(games(&running).len(), sum, "all games begin at once");
        harness = harness.restart().await;
        // Who is lower in the list wins, so that everybody travels.
        resign(&harness, id, |_| true).await;
        tables += all_posts(&run(&harness).await, Crosstable);
        let week = month.ends() - 7 * DAY;
        let quiet = to(&harness, week - HOUR).await;
        tables += all_posts(&quiet, Crosstable);
        assert_eq!(all_posts(&quiet, SignUp), 0, "no list before the last week");
        lists += all_posts(&to(&harness, week).await, SignUp);
        let done = season(&harness, id).await;
        let divisions = order(&done);
        for division in &done.divisions {
            let points: u32 = division
                .event
                .standings
                .iter()
                .map(|line| line.points)
                .sum();
            assert_eq!(
                points as usize,
                division.event.pairings.len() * 3 * POINT as usize
            );
        }
        let moved = done.divisions.iter().map(|division| &division.goes);
        let (up, down) = moved.flatten().fold((0, 0), |(up, down), goes| match goes {
            Promotion::Up => (up + 1, down),
            Promotion::Down => (up, down + 1),
            Promotion::Stays => (up, down),
        });
        assert_eq!((up, down), (2, 2));
        expected = rookery::tournament::next_order(&divisions);
        let next = open_one(&harness).await;
        assert_ne!(next, id);
        let list = season(&harness, next).await;
        assert_eq!(list.last.len(), joined.len(), "those who played are asked");
        harness = harness.restart().await;
        (id, month) = (next, month.next());
    }
    to(&harness, month.starts()).await;
    let winners = harness.app.past_seasons(harness.by(MOE)).await.unwrap();
    let months: BTreeSet<i32> = winners.iter().map(|winner| winner.month.0).collect();
    assert_eq!(months.len(), 12);
    assert_eq!((lists, tables, closed), (13, 12, 11));
    // Nobody joined for the thirteenth month: the month has none, and the next list opens as usual.
    let seasons = harness.app.seasons_here(harness.by(MOE)).await.unwrap();
    assert_eq!(seasons[0].phase, TournamentPhase::Cancelled);
    let opened = to(&harness, month.ends() - 7 * DAY).await;
    assert_eq!(all_posts(&opened, SignUp), 1);
    let list = season(&harness, open_one(&harness).await).await;
    assert_eq!(list.month, month.next());
    assert!(!list.last.is_empty(), "the last month played counts");
}

/// A profile names the place in the last season; the league can be stopped, and another be started.
#[tokio::test]
async fn a_stopped_league_plays_its_season_to_the_end() {
    let users = people(12);
    let (harness, id) = begun(&users, Vacations::Stop).await;
    let app = &harness.app;
    let second = app
        .start_league(harness.by(MOE), league(Vacations::Stop))
        .await;
    assert!(refusal(second).contains("A league goes on"));
    resign(&harness, id, |_| true).await;
    let place = app.season_place(ANN).await.unwrap().unwrap();
    assert_eq!((place.place, place.goes), (Some(1), None));
    to(&harness, DECEMBER.ends() - 6 * DAY).await;
    let next = open_one(&harness).await;
    join(&harness, next, &[ANN]).await;
    app.stop_league(harness.by(MOE)).await.unwrap();
    assert!(refusal(app.stop_league(harness.by(MOE)).await).contains("No league"));
    run(&harness).await;
    assert_eq!(
        season(&harness, next).await.phase,
        TournamentPhase::Cancelled
    );
    assert!(refusal(app.enter_season(harness.by(BOB), next).await).contains("any more"));
    let posts = to(&harness, DECEMBER.ends()).await;
    assert_eq!(all_posts(&posts, TournamentPostKind::Closing), 1);
    let place = app.season_place(ANN).await.unwrap().unwrap();
    assert_eq!((place.place, place.division, place.of), (Some(1), 1, 6));
    assert_eq!(place.goes, Some(Promotion::Stays));
    let posts = to(&harness, DECEMBER.ends() + 70 * DAY).await;
    assert!(
        posts.iter().all(|post| post.message.is_some()),
        "{:?}",
        kinds(&posts)
    );
    app.start_league(harness.by(MOE), league(Vacations::Stop))
        .await
        .unwrap();
}

/// Few people: two make no season, three and four meet twice, nine make one division; late comers are refused.
#[tokio::test]
async fn few_people_make_one_division_or_none() {
    let (harness, id) = begun(&people(2), Vacations::Stop).await;
    assert_eq!(season(&harness, id).await.phase, TournamentPhase::Cancelled);
    for count in [3, 4, 9] {
        let (harness, id) = begun(&people(count), Vacations::Stop).await;
        let running = season(&harness, id).await;
        assert_eq!(running.divisions.len(), 1);
        let twice = if count < 5 { 2 } else { 1 };
        let all = usize::try_from(count * (count - 1) / 2).unwrap() * twice;
        assert_eq!(games(&running).len(), all);
        let colours: BTreeSet<Vec<UserId>> = games(&running)
            .into_iter()
            .map(|(_, users)| users)
            .collect();
        assert_eq!(colours.len(), all, "never twice with the same colours");
        let late = harness.app.enter_season(harness.by(MOE), id).await;
        assert!(refusal(late).contains("any more"));
    }
}

/// Whoever makes no move for three days is withdrawn, and the games are void; a vacation that stops clocks protects.
#[tokio::test]
async fn who_never_moves_is_withdrawn_after_three_days() {
    for vacations in [Vacations::Stop, Vacations::Run] {
        let (harness, id) = begun(&people(6), vacations).await;
        let app = &harness.app;
        app.begin_vacation(harness.by(DEE), 10).await.unwrap();
        for (game, users) in games(&season(&harness, id).await) {
            if users[0] != CY && users[0] != DEE {
                let text = legal(app, game).await.swap_remove(0);
                harness.play(users[0], game, &text).await;
            }
        }
        to(&harness, DECEMBER.starts() + 3 * DAY - 1).await;
        let withdrawn = |season: &SeasonView| -> Vec<UserId> {
            let players = season.divisions[0].event.players.iter();
            let gone = players.filter(|player| player.withdrew);
            gone.filter_map(|player| player.user).collect()
        };
        assert_eq!(withdrawn(&season(&harness, id).await), []);
        to(&harness, DECEMBER.starts() + 3 * DAY).await;
        let after = season(&harness, id).await;
        let mut gone = withdrawn(&after);
        gone.sort_unstable();
        match vacations {
            Vacations::Stop => assert_eq!(gone, [CY]),
            Vacations::Run => assert_eq!(gone, [CY, DEE]),
        }
        let line = |user: UserId| {
            let event = &after.divisions[0].event;
            let mut lines = event.standings.iter();
            *lines
                .find(|line| event.players[line.player].user == Some(user))
                .unwrap()
        };
        assert!(!line(CY).counts, "all games are void");
        assert!(games(&after).iter().all(|(_, users)| !users.contains(&CY)));
    }
}

/// The clocks fit the month, and a game that a vacation has kept open counts as drawn and goes on.
#[tokio::test]
async fn an_open_game_counts_as_drawn_on_the_closing_day() {
    let (harness, id) = begun(&people(5), Vacations::Stop).await;
    move_all(&harness, id).await;
    harness
        .app
        .begin_vacation(harness.by(ANN), 30)
        .await
        .unwrap();
    let with_ann = |users: &[UserId]| users.contains(&ANN);
    resign(&harness, id, |users| !with_ann(users)).await;
    let open = games(&season(&harness, id).await);
    let of_ann: Vec<GameId> = open.iter().map(|(game, _)| *game).collect();
    assert_eq!(of_ann.len(), 4);
    let posts = to(&harness, DECEMBER.ends()).await;
    assert_eq!(all_posts(&posts, TournamentPostKind::Closing), 1);
    let closed = season(&harness, id).await;
    assert_eq!(closed.phase, TournamentPhase::Over);
    let event = &closed.divisions[0].event;
    let going: Vec<GameId> = event
        .pairings
        .iter()
        .filter(|one| one.points == Some(vec![POINT, POINT]))
        .filter_map(|one| one.game)
        .collect();
    assert!(!going.is_empty(), "Ann's turn has stopped");
    let standings = event.standings.clone();
    for game in going {
        let resigned = harness.app.resign(harness.by(ANN), MatchRef::Game(game));
        resigned.await.unwrap();
    }
    run(&harness).await;
    assert_eq!(
        season(&harness, id).await.divisions[0].event.standings,
        standings
    );
    let correction = harness
        .app
        .correct_result(moderator(&harness, MOE), of_ann[0], [1, 2]);
    assert!(refusal(correction.await).contains("closed"));
}

/// Clocks that vacations do not stop run out, and the record has no vacation.
#[tokio::test]
async fn clocks_run_on_in_vacations_where_the_league_says_so() {
    let (harness, id) = begun(&people(5), Vacations::Run).await;
    move_all(&harness, id).await;
    harness
        .app
        .begin_vacation(harness.by(ANN), 30)
        .await
        .unwrap();
    to(&harness, DECEMBER.starts() + 14 * DAY).await;
    let after = season(&harness, id).await;
    let open = games(&after);
    assert!(open.iter().all(|(_, users)| users[0] != ANN), "{open:?}");
    let away = harness.numbers("SELECT count(*) FROM event WHERE kind = 'away'");
    assert_eq!(away.await, [0]);
}

/// A withdrawal late in a season gives the opponents who are left a win each, and the league's list forgets nobody else.
#[tokio::test]
async fn a_withdrawal_voids_early_games_and_loses_late_ones() {
    let (harness, id) = begun(&people(5), Vacations::Stop).await;
    let app = &harness.app;
    let division = app.own_division(harness.by(BOB), id).await.unwrap().id;
    app.leave_event(harness.by(BOB), division).await.unwrap();
    resign(&harness, id, |users| {
        users.contains(&CY) && !users.contains(&DEE)
    })
    .await;
    app.leave_event(harness.by(CY), division).await.unwrap();
    run(&harness).await;
    let after = season(&harness, id).await.divisions.swap_remove(0).event;
    let points: BTreeMap<UserId, u32> = after
        .standings
        .iter()
        .filter_map(|line| Some((after.players[line.player].user?, line.points)))
        .collect();
    assert_eq!(points[&BOB], 0);
    assert_eq!(points[&DEE], 3 * POINT, "{points:?}");
    let counts: Vec<bool> = after.standings.iter().map(|line| line.counts).collect();
    assert_eq!(counts, [true, true, true, true, false]);
    assert!(refusal(app.own_division(harness.by(MOE), id).await).contains("don't play"));
}

/// Erasing a person in a running season withdraws them and leaves the row without a name; on the list they are
/// forgotten, and after the end the place is nobody's.
#[tokio::test]
async fn an_erased_person_leaves_no_name_in_a_season() {
    let users = people(6);
    let (harness, id) = begun(&users, Vacations::Stop).await;
    harness.app.erase(BOB).await.unwrap();
    run(&harness).await;
    let after = season(&harness, id).await;
    let players = &after.divisions[0].event.players;
    assert!(
        players
            .iter()
            .any(|player| player.user.is_none() && player.withdrew)
    );
    assert!(games(&after).iter().all(|(_, users)| users.len() == 2));
    resign(&harness, id, |_| true).await;
    to(&harness, DECEMBER.ends() - 6 * DAY).await;
    let next = open_one(&harness).await;
    assert!(!season(&harness, next).await.last.contains(&BOB));
    join(&harness, next, &[ANN, CY, DEE, users[4], users[5]]).await;
    harness.app.erase(CY).await.unwrap();
    assert_eq!(season(&harness, next).await.players.len(), 4);
    to(&harness, DECEMBER.ends()).await;
    let running = season(&harness, next).await;
    assert_eq!(order(&running)[0].len(), 4);
    for user in [BOB, CY] {
        let kept = harness.app.count_kept(user).await.unwrap();
        assert!(kept.is_empty(), "{kept:?}");
    }
}

/// A bar takes people off the list, and ends no game that has begun; a hidden game counts, and nothing leads to it.
#[tokio::test]
async fn bars_and_hidden_games_in_a_season() {
    let (harness, id) = started(league(Vacations::Stop)).await;
    let app = &harness.app;
    join(&harness, id, &people(7)).await;
    app.bar(moderator(&harness, MOE), BOB).await.unwrap();
    assert!(refusal(app.enter_season(harness.by(BOB), id).await).contains("stopped you"));
    to(&harness, DECEMBER.starts()).await;
    assert_eq!(order(&season(&harness, id).await)[0].len(), 6);
    let before = games(&season(&harness, id).await);
    app.bar(moderator(&harness, MOE), CY).await.unwrap();
    run(&harness).await;
    assert_eq!(games(&season(&harness, id).await), before);
    let (game, users) = before[0].clone();
    let which = MatchRef::Game(game);
    app.resign(harness.by(users[1]), which).await.unwrap();
    let hide = app.moderate(moderator(&harness, MOE), which, Moderation::Hide, None);
    hide.await.unwrap();
    let event = season(&harness, id).await.divisions.swap_remove(0).event;
    assert!(event.pairings.iter().all(|one| one.game != Some(game)));
    let number = event
        .players
        .iter()
        .position(|one| one.user == Some(users[0]));
    let line = event
        .standings
        .iter()
        .find(|line| Some(line.player) == number);
    assert_eq!(line.unwrap().points, 3 * POINT);
    // A moderator who does not play corrects a result while the season runs.
    let corrected = app
        .correct_result(moderator(&harness, MOE), game, [2, 1])
        .await;
    assert_eq!(corrected.unwrap().placings, [2, 1]);
    assert!(
        app.cancel_event(harness.by(MOE), event.id, Some(moderator(&harness, MOE)))
            .await
            .is_err()
    );
    assert!(
        app.event(harness.by(MOE), id).await.is_err(),
        "a season is no event"
    );
}

/// A deleted channel ends the league, and nothing more is posted.
#[tokio::test]
async fn a_deleted_channel_ends_the_league() {
    let (harness, id) = begun(&people(5), Vacations::Stop).await;
    resign(&harness, id, |_| true).await;
    pass(&harness, HOUR).await;
    let tried = posted(&harness, Some(Posted::Gone)).await;
    assert_eq!(tried.len(), 1, "{:?}", kinds(&tried));
    assert_eq!(season(&harness, id).await.phase, TournamentPhase::Cancelled);
    assert!(to(&harness, DECEMBER.ends() + 40 * DAY).await.is_empty());
    let started = harness
        .app
        .start_league(harness.by(MOE), league(Vacations::Stop));
    started.await.unwrap();
}

/// While the bot is away nothing begins; a running season still closes on its day, the posts follow, and after two weeks
/// the league is ended.
#[tokio::test]
async fn a_season_closes_on_its_day_while_the_bot_is_away() {
    let away = |harness: TestApp, days: i64| async move {
        for _ in 0..days * 24 {
            pass(&harness, HOUR).await;
            posted(&harness, Some(Posted::Failed)).await;
        }
        harness
    };
    let (harness, id) = begun(&people(5), Vacations::Stop).await;
    resign(&harness, id, |_| true).await;
    to(&harness, DECEMBER.ends() - 4 * DAY).await;
    let next = open_one(&harness).await;
    join(&harness, next, &people(5)).await;
    let harness = away(harness, 4).await;
    assert_eq!(season(&harness, id).await.phase, TournamentPhase::Over);
    let harness = away(harness, 1).await;
    assert!(
        season(&harness, next).await.divisions.is_empty(),
        "nothing has begun"
    );
    let back = to(&harness, DECEMBER.ends() + DAY + 7 * HOUR).await;
    assert_eq!(all_posts(&back, TournamentPostKind::Closing), 1);
    assert_eq!(
        season(&harness, next).await.divisions.len(),
        1,
        "in time for the clocks"
    );
    let harness = away(harness, 19).await;
    assert_eq!(
        season(&harness, next).await.phase,
        TournamentPhase::Cancelled
    );
    assert!(to(&harness, DECEMBER.ends() + 80 * DAY).await.is_empty());
}

/// A game of four: tables in divisions, four rounds at once; at the end those who still play at a table share its places.
#[tokio::test]
async fn games_of_four_are_played_at_tables() {
    let (harness, id) = started(league_of_four()).await;
    join(&harness, id, &people(8)).await;
    to(&harness, DECEMBER.starts()).await;
    let running = season(&harness, id).await;
    let event = &running.divisions[0].event;
    assert_eq!((event.format, event.rounds), (Format::Tables, 4));
    assert_eq!(games(&running).len(), 8);
    move_all(&harness, id).await;
    for user in people(8) {
        harness
            .app
            .begin_vacation(harness.by(user), 30)
            .await
            .unwrap();
    }
    let (game, users) = games(&running)[0].clone();
    harness
        .app
        .resign(harness.by(users[3]), MatchRef::Game(game))
        .await
        .unwrap();
    to(&harness, DECEMBER.ends()).await;
    let closed = season(&harness, id).await;
    assert_eq!(closed.phase, TournamentPhase::Over);
    let event = &closed.divisions[0].event;
    let table = event.pairings.iter().find(|one| one.game == Some(game));
    let points = table.unwrap().points.clone().unwrap();
    assert_eq!(points, [28, 28, 28, 0], "{points:?}");
    let sum: u32 = event.standings.iter().map(|line| line.points).sum();
    assert_eq!(sum, 8 * 7 * POINT);
}

/// A withdrawal from tables resigns once: while the others play on, nothing is due, and whoever makes no move is still
/// found.
#[tokio::test]
async fn who_withdraws_from_tables_resigns_once() {
    let (harness, id) = started(league_of_four()).await;
    join(&harness, id, &people(8)).await;
    to(&harness, DECEMBER.starts()).await;
    let division = season(&harness, id).await.divisions[0].event.id;
    let left = harness.app.leave_event(harness.by(BOB), division).await;
    left.unwrap();
    for _ in 0..3 {
        run(&harness).await;
    }
    let look = harness.app.run_tournaments(|_| async { Posted::Done(7) });
    assert_eq!(look.await.unwrap(), 0, "something is due again and again");
    to(&harness, DECEMBER.starts() + 4 * DAY).await;
    let event = season(&harness, id).await.divisions.swap_remove(0).event;
    let gone = event.players.iter().filter(|player| player.withdrew);
    assert!(gone.count() > 1, "nobody has moved: {:?}", event.players);
}

/// Whoever has moved is not silent, though somebody with an earlier turn at the table has left before moving.
#[tokio::test]
async fn a_move_counts_though_another_has_left_the_table_before() {
    let (harness, id) = started(league_of_four()).await;
    join(&harness, id, &people(4)).await;
    to(&harness, DECEMBER.starts()).await;
    let running = season(&harness, id).await;
    let (game, users) = games(&running).swap_remove(0);
    let division = running.divisions[0].event.id;
    let left = harness.app.leave_event(harness.by(users[0]), division);
    left.await.unwrap();
    for user in &users[1..3] {
        let text = legal(&harness.app, game).await.swap_remove(0);
        harness.play(*user, game, &text).await;
    }
    to(&harness, DECEMBER.starts() + 4 * DAY).await;
    let event = season(&harness, id).await.divisions.swap_remove(0).event;
    let here = |user: &UserId| {
        let mut players = event.players.iter();
        players.any(|player| player.user == Some(*user) && !player.withdrew)
    };
    let here: Vec<bool> = users[..3].iter().map(here).collect();
    assert_eq!(here, [false, true, true]);
}

/// A first board of a season's game asks for a thread, and mentions both players once.
#[tokio::test]
async fn the_boards_of_a_season_ask_for_threads() {
    use rookery::app::NotificationKind;
    let (harness, id) = begun(&people(5), Vacations::Stop).await;
    let boards = all_sent(&harness).await;
    let in_threads = boards.iter().filter(|notice| {
        let why = &notice.items[0].why;
        matches!(why, NotificationKind::Board { thread: true, mention, .. } if mention.len() == 2)
    });
    assert_eq!((in_threads.count(), boards.len()), (10, 10), "{boards:#?}");
    assert_eq!(games(&season(&harness, id).await).len(), 10);
}

/// Posts of all runs, as their nonces; the run stops forever at a post for which this holds.
async fn killed(
    harness: &TestApp,
    sent: &Mutex<Vec<(TournamentPostKind, String)>>,
    at: TournamentPostKind,
) -> bool {
    let reached = AtomicUsize::new(0);
    let send = |post: TournamentPost| {
        let (stops, message) = (post.kind == at, post.message);
        if message.is_none() && post.kind != TournamentPostKind::Look {
            sent.lock().unwrap().push((post.kind, post.nonce));
        }
        reached.fetch_add(usize::from(stops), Ordering::SeqCst);
        async move {
            if stops {
                std::future::pending::<()>().await;
            }
            Posted::Done(message.unwrap_or(7))
        }
    };
    let stopped = async {
        while reached.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
    };
    tokio::select! {
        biased;
        done = harness.app.run_tournaments(send) => { done.unwrap(); false }
        () = stopped => true,
    }
}

/// A bot that dies at every kind of post, and at every look before something begins, goes on where it stopped: each post
/// has one nonce, each division its games once.
#[tokio::test]
async fn a_season_goes_on_where_a_dead_process_stopped() {
    use TournamentPostKind::{Closing, Crosstable, Look, Round, SignUp};
    let (mut harness, id) = started(league(Vacations::Stop)).await;
    let sent = Mutex::new(Vec::new());
    for (moment, dies) in [
        (0, vec![SignUp]),
        (DECEMBER.starts(), vec![Look, Crosstable, Look, Look]),
        (DECEMBER.ends() - 7 * DAY, vec![SignUp, SignUp]),
        (DECEMBER.ends(), vec![Closing, SignUp]),
    ] {
        if moment > 0 {
            let gap = moment - now(&harness);
            pass(&harness, gap).await;
        }
        for kind in dies {
            if killed(&harness, &sent, kind).await {
                harness = harness.restart().await;
                harness.now.fetch_add(61, Ordering::SeqCst);
            }
        }
        for _ in 0..3 {
            // No post is of this kind.
            assert!(!killed(&harness, &sent, Round).await);
        }
        if moment == 0 {
            join(&harness, id, &people(11)).await;
        } else if moment == DECEMBER.starts() {
            let running = season(&harness, id).await;
            assert_eq!(games(&running).len(), 15 + 10);
            resign(&harness, id, |_| true).await;
        }
    }
    let closed = season(&harness, id).await;
    assert_eq!(closed.phase, TournamentPhase::Over);
    let sent = sent.into_inner().unwrap();
    for kind in [SignUp, Crosstable, Closing] {
        let nonces: Vec<&String> = sent
            .iter()
            .filter(|one| one.0 == kind)
            .map(|one| &one.1)
            .collect();
        let different: BTreeSet<&&String> = nonces.iter().collect();
        let expected = if kind == SignUp { 2 } else { 1 };
        assert_eq!(different.len(), expected, "{kind:?}: {nonces:?}");
        assert!(nonces.len() > expected, "{kind:?}: it died there");
    }
}

/// Two processes on one database hold a season: each post is sent once, each division begins once, and it closes once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "run by another test, which starts a server"]
async fn two_processes_hold_one_season() {
    let Some((harness, other)) = crate::postgres::on_a_server::two().await else {
        return;
    };
    pass(&harness, NOVEMBER.starts() + 9 * DAY - now(&harness)).await;
    let started = harness
        .app
        .start_league(harness.by(MOE), league(Vacations::Stop));
    let id = started.await.unwrap().id;
    join(&harness, id, &people(12)).await;
    let sent = Mutex::new(Vec::new());
    let both = async |app: &App| {
        let send = |post: TournamentPost| {
            if post.kind != TournamentPostKind::Look && post.message.is_none() {
                sent.lock().unwrap().push(post.nonce);
            }
            async {
                tokio::task::yield_now().await;
                Posted::Done(7)
            }
        };
        app.run_tournaments(send).await.unwrap();
    };
    for at in [
        DECEMBER.starts() - DAY,
        DECEMBER.starts(),
        DECEMBER.starts() + HOUR,
        DECEMBER.ends() - 6 * DAY,
        DECEMBER.ends(),
    ] {
        pass(&harness, at - now(&harness)).await;
        for _ in 0..4 {
            tokio::join!(both(&harness.app), both(&other));
        }
        if at == DECEMBER.starts() + HOUR {
            assert_eq!(games(&season(&harness, id).await).len(), 30);
            resign(&harness, id, |_| true).await;
        }
    }
    assert_eq!(season(&harness, id).await.phase, TournamentPhase::Over);
    let mut sent = sent.into_inner().unwrap();
    let all = sent.len();
    assert_eq!(all, 4, "two lists, a table, a closing post: {sent:?}");
    sent.sort();
    sent.dedup();
    assert_eq!(sent.len(), all, "a post was sent twice: {sent:?}");
    other.stop().await;
}
