//! Messages that the bot sent, as Discord has them, and the final checks of posts, pairings and points.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rookery::app::{
    App, Delivery, Notice, NotificationKind, Posted, TournamentPhase, TournamentPost,
    TournamentPostKind,
};
use rookery::match_state::{DAY, Ending, UserId};
use rookery::store::{PairingRow, Part, PhaseName, StoredTournament};
use rookery::tournament::TournamentId;

use super::{ADMIN, by};

/// One in so many messages fails.
const FAILS: u32 = 41;
/// The bot dies after one in so many posts, and in so many notices, before it learns that they were sent.
const DIES: (u32, u32) = (19, 397);

/// Messages of the bot.
#[derive(Default)]
pub struct Record {
    count: u32,
    /// True if the bot dies now.
    pub dies: bool,
    /// The posts by tournament, kind and round, each with its nonce and the time of its first sending.
    posts: BTreeMap<(i64, u8, u8), (String, i64)>,
    /// Nonces of posts whose sending the bot has recorded.
    noted: BTreeSet<String>,
    /// The nonce of the post under way.
    last: Option<String>,
    repeated: u32,
    notices: BTreeSet<String>,
    answers: BTreeSet<u64>,
    pings: BTreeMap<(i64, UserId), u32>,
}

impl Record {
    fn one_in(&mut self, count: u32) -> bool {
        self.count += 1;
        self.count.is_multiple_of(count)
    }

    fn ring(&mut self, users: impl IntoIterator<Item = UserId>, now: i64) {
        for user in users {
            *self.pings.entry((now.div_euclid(DAY), user)).or_default() += 1;
        }
    }

    /// Records that the bot knows its last post, since it does one thing after the other.
    pub fn note_done(&mut self) {
        self.noted.extend(self.last.take());
    }

    /// Records that the bot died: it may not know its last post.
    pub fn note_death(&mut self) {
        (self.last, self.dies) = (None, false);
    }

    /// Takes a post; `None` if the bot dies before it learns the outcome.
    pub fn post(&mut self, post: TournamentPost, now: i64) -> Option<Posted> {
        self.note_done();
        let id = post.event.id.0;
        if self.one_in(FAILS) {
            return Some(Posted::Failed);
        }
        let message = u64::try_from(id).unwrap() * 10 + post.kind as u64;
        if post.kind == TournamentPostKind::Look || post.message.is_some() {
            return Some(Posted::Done(message));
        }
        assert!(!self.noted.contains(&post.nonce), "made twice: {post:?}");
        let is_round = post.kind == TournamentPostKind::Round;
        let key = (id, post.kind as u8, u8::from(is_round) * post.event.round);
        let known = self.posts.get(&key).map(|(nonce, _)| nonce == &post.nonce);
        assert_ne!(known, Some(false), "a post has two nonces: {post:?}");
        self.repeated += u32::from(known.is_some());
        self.last = Some(post.nonce.clone());
        if known.is_none() {
            self.posts.insert(key, (post.nonce, now));
            match (post.kind, post.season) {
                (TournamentPostKind::SignUp, Some(season)) => self.ring(season.last, now),
                (TournamentPostKind::Closing, Some(season)) => {
                    for event in season.divisions.into_iter().map(|one| one.event) {
                        let lines = event.standings.iter();
                        let first = lines.filter(|line| line.place == 1 && line.counts);
                        self.ring(
                            first.filter_map(|line| event.players[line.player].user),
                            now,
                        );
                    }
                }
                _ => {}
            }
        }
        self.dies = self.one_in(DIES.0);
        (!self.dies).then_some(Posted::Done(message))
    }

    /// Takes a notice; `None` if the bot dies before it learns the outcome.
    pub fn notice(&mut self, notice: Notice, now: i64) -> Option<Delivery> {
        if self.one_in(FAILS) {
            return Some(Delivery::Failed);
        }
        // An answer is found in the channel, and Discord drops what has a known nonce.
        let answer = notice.fallback_for.map(|answer| answer.interaction);
        let is_there = answer.is_some_and(|answer| self.answers.contains(&answer));
        if !is_there
            && self.notices.insert(notice.nonce)
            && notice.changes.is_none()
            && !notice.silent
        {
            let mut users: BTreeSet<UserId> = notice.to.into_iter().collect();
            for item in notice.items {
                match item.why {
                    NotificationKind::Board { mention, .. } => users.extend(mention),
                    NotificationKind::Together { users: all, .. } => users.extend(all),
                    _ => {}
                }
            }
            self.ring(users, now);
        }
        self.dies |= self.one_in(DIES.1);
        (!self.dies).then_some(Delivery::Done)
    }

    /// Takes an answer, which rings those whom it mentions.
    pub fn answer(&mut self, interaction: u64, mention: Vec<UserId>, now: i64) {
        self.answers.insert(interaction);
        self.ring(mention, now);
    }

    /// Prints the pings of a person and day.
    pub fn print_pings(&self, people: usize, time: &Range<i64>) {
        let days = time.start / DAY..time.end / DAY;
        let all = people * usize::try_from(days.end - days.start).unwrap();
        let pings = self.pings.iter().filter(|((day, _), _)| days.contains(day));
        let mut counts: Vec<u32> = pings.map(|(_, count)| *count).collect();
        let none = all - counts.len();
        counts.resize(all, 0);
        counts.sort_unstable();
        println!(
            "pings a person and day: mean {:.2}, 99th percentile {}, most {}; none on {} % of the days",
            f64::from(counts.iter().sum::<u32>()) / all as f64,
            counts[all * 99 / 100],
            counts[all - 1],
            none * 100 / all,
        );
    }
}

/// Returns the points of these places in twelfths: of a round off, of two players, of a table of four.
fn points(places: &[u8]) -> Vec<u32> {
    let of = |own: &u8| {
        let equal = places.iter().filter(|other| *other == own).count();
        let better = places.iter().filter(|other| *other < own).count();
        match (places.len(), better, equal) {
            (2, 0, 2) => 12,
            (1 | 2, 0, _) => 36,
            (2, ..) => 0,
            _ => [48, 24, 12, 0][better..better + equal].iter().sum::<u32>() / equal as u32,
        }
    };
    places.iter().map(of).collect()
}

/// Sums of the checks.
#[derive(Default)]
struct Sums {
    tables: u32,
    matches: u32,
    points: u32,
    /// Number of pairings by what has given their points.
    reasons: BTreeMap<&'static str, u32>,
}

/// Returns the places that a pairing has given by its match, and the reason. A match under way gives none.
async fn places(app: &App, pairing: &PairingRow, closes: Option<i64>) -> (Vec<u8>, &'static str) {
    let Some(game) = pairing.game else {
        let fixed = pairing.fixed.clone().unwrap_or_default();
        match fixed[..] {
            [1] => return (fixed, "rounds off"),
            [1, 2] => return (fixed, "walkovers"),
            _ => panic!("points without a match: {pairing:?}"),
        }
    };
    let stored = app.store().load_whole(game).await.unwrap();
    let mut events = stored.events.iter();
    let ended = events
        .find(|event| event.record.kind == "ended")
        .map(|event| event.at);
    if let (Some(fixed), Some(closes)) = (&pairing.fixed, closes) {
        assert!(
            ended.is_none_or(|ended| ended >= closes),
            "not the result of {game:?}"
        );
        let first = fixed.iter().filter(|place| **place == 1).count();
        assert!(
            fixed
                .iter()
                .all(|place| *place == 1 || usize::from(*place) == first + 1)
        );
        return (fixed.clone(), "open on the closing day");
    }
    assert_eq!(pairing.fixed, None, "nobody corrects results here");
    let Some(ending) = stored.row.ending.filter(|_| ended.is_some()) else {
        return (Vec::new(), "under way");
    };
    let ending = Ending::from_text(&ending).unwrap();
    let reason = match ending.how.rsplit(':').next() {
        Some("resignation") => "resigned",
        Some("timeout") => "lost on time",
        _ => "played to the end",
    };
    (ending.placings, reason)
}

/// Checks an event or a division, whose season closes at `closes`; returns the points, and whether they count.
async fn check_table(
    app: &App,
    stored: &StoredTournament,
    closes: Option<i64>,
    sums: &mut Sums,
) -> Vec<(bool, u32)> {
    let (row, people) = (&stored.row, stored.entrants.len());
    let seats = rookery::games::find(&row.key).unwrap().seats.len();
    let left = stored
        .entrants
        .iter()
        .filter(|one| one.left.is_some())
        .count();
    // The matches of somebody who meets everybody, and how often two people can meet.
    let (games, meetings) = match (seats, closes, people) {
        (2, Some(_), ..=4) => (2 * (people - 1), 2),
        (2, Some(_), _) | (2, None, ..=8) => (people - 1, 1),
        (2, ..) => (0, 1),
        _ => match closes.map_or(people - left, |_| people) {
            ..=4 => (0, row.rounds),
            5 | 6 => (0, row.rounds - 1),
            _ => (0, row.rounds / 2),
        },
    };
    let counts = |number: usize| {
        let left = stored.entrants[number].left;
        left.is_none_or(|left| usize::from(left) * 2 >= games)
    };
    let (mut met, mut seated, mut won) = (BTreeMap::new(), BTreeSet::new(), vec![0; people]);
    for pairing in &stored.pairings {
        let players = &pairing.players;
        assert!(
            seats > 2 || seated.insert(players),
            "twice: {pairing:?} of {row:?}"
        );
        for (at, one) in players.iter().enumerate() {
            for other in &players[at + 1..] {
                let times: &mut u8 = met.entry((one.min(other), one.max(other))).or_default();
                *times += 1;
                assert!(*times <= meetings, "too often: {pairing:?} of {row:?}");
            }
        }
        let (places, reason) = places(app, pairing, closes).await;
        *sums.reasons.entry(reason).or_default() += 1;
        sums.matches += u32::from(pairing.game.is_some());
        if players.iter().all(|number| counts(*number)) {
            for (number, points) in players.iter().zip(points(&places)) {
                won[*number] += points;
            }
        }
    }
    let shown = app.event(by(ADMIN, row.channel), row.id).await.unwrap();
    let shown = shown
        .standings
        .iter()
        .map(|line| (line.player, line.points, line.counts));
    let own = (0..people).map(|number| (number, won[number], counts(number)));
    assert_eq!(
        shown.collect::<BTreeSet<_>>(),
        own.collect(),
        "points without a match in {row:?}"
    );
    sums.tables += 1;
    sums.points += won.iter().sum::<u32>() / 12;
    (0..people)
        .map(|number| (counts(number), won[number]))
        .collect()
}

/// Checks all that must hold of the events, and of the seasons that close by the end; panics at a fault.
pub async fn check(app: &App, record: &Record, (seasons, events): (&[i64], &[i64]), end: i64) {
    use TournamentPostKind::{Closing, Crosstable, SignUp};
    let stored = async |id: i64| {
        app.store()
            .tournament(TournamentId(id))
            .await
            .unwrap()
            .unwrap()
    };
    let posted = |id: i64, kind| record.posts.get(&(id, kind as u8, 0)).map(|(_, at)| *at);
    let mut sums = Sums::default();
    let (mut closed, mut left_out, mut latest) = (0, 0, 0);
    for &id in seasons {
        let row = stored(id).await.row;
        let Part::Season(season) = row.part else {
            panic!("no season: {row:?}");
        };
        let ends = season.month.ends();
        if ends > end || row.phase == TournamentPhase::Cancelled {
            left_out += u32::from(ends <= end);
            continue;
        }
        assert_eq!(row.phase, TournamentPhase::Over, "{row:?}");
        let at = posted(id, Closing).filter(|at| (ends..ends + DAY).contains(at));
        latest = latest.max(at.unwrap_or_else(|| panic!("not closed on its day: {row:?}")) - ends);
        assert!(posted(id, SignUp).is_some() && posted(id, Crosstable).is_some());
        closed += 1;
        let order = app.store().season_order(row.id).await.unwrap();
        let divisions = app.store().divisions(row.id).await.unwrap();
        assert_eq!(order.len(), divisions.len());
        for (division, order) in divisions.into_iter().zip(order) {
            let division = stored(division.0).await;
            let won = check_table(app, &division, Some(ends), &mut sums).await;
            let number = |user| division.entrants.iter().position(|one| one.user == user);
            let won: Vec<_> = order
                .into_iter()
                .map(|user| won[number(user).unwrap()])
                .collect();
            assert!(
                won.len() == division.entrants.len() && won.is_sorted_by(|a, b| a >= b),
                "{won:?}"
            );
        }
    }
    println!(
        "{closed} seasons closed on their day, the last {:.1} hours after noon; {left_out} had too few people",
        latest as f64 / 3_600.0
    );
    assert!(closed > 0);
    let mut phases: BTreeMap<String, u32> = BTreeMap::new();
    for &id in events {
        let event = stored(id).await;
        check_table(app, &event, None, &mut sums).await;
        let mut played = event.pairings.iter().filter_map(|one| one.played.as_ref());
        match event.row.phase {
            TournamentPhase::Open => panic!("not begun: {:?}", event.row),
            TournamentPhase::Playing => assert!(played.any(|one| one.phase == PhaseName::Playing)),
            TournamentPhase::Over => assert!(posted(id, Closing).is_some()),
            TournamentPhase::Cancelled => {}
        }
        *phases.entry(format!("{:?}", event.row.phase)).or_default() += 1;
    }
    println!("events: {phases:?}");
    println!("no two people are paired more often than the form of their event says");
    println!(
        "{} points in {} tables of {} matches, all of a pairing with its result: {:?}",
        sums.points, sums.tables, sums.matches, sums.reasons
    );
    println!(
        "{} posts, each made once; {} were sent again after a kill, with their nonce",
        record.posts.len(),
        record.repeated
    );
}
