//! Months of leagues and events at once in shifted time: every season closes on its day, nobody is paired more often than
//! the format says, and every point has its game, however often the bot dies meanwhile.
//!
//!     cargo bench --bench months -- [--store sqlite|postgres] [--people 200] [--leagues 12] [--events 30] [--months 3]
//!         [--seed 1]
//!
//! People sign up, withdraw, go on vacation, make random moves and resign; some are slow, and one in five vanishes on
//! some day, half of whom come back after some weeks. The bot looks at what is due a few times a day. Posts and notices
//! fail now and then, and the process is lost between any two steps of its duties and of a move: their future is dropped
//! after a random number of polls, and a new process starts on the same database, at once or hours later.
//!
//! The seed decides what people do; where exactly a duty is cut also depends on the machine.
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;
#[path = "months/record.rs"]
mod record;
// A test that runs this bench has its own copy.
#[allow(dead_code)]
#[path = "../tests/scratch/mod.rs"]
mod scratch;
#[path = "../tests/postgres/mod.rs"]
#[allow(dead_code, reason = "another bench uses the rest of it")]
mod server;

use std::collections::BTreeSet;
use std::future::{pending, poll_fn};
use std::ops::Range;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Instant;

use driver::{number, only_listed, word};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use record::{Record, check};
use rookery::app::{
    App, AppError, Chance, Clock, MatchRef, NewEvent, NewLeague, Place, Request, Sent, Sources,
    TournamentPhase, Vacations,
};
use rookery::games::GAMES;
use rookery::match_state::{ChannelId, DAY, GameId, GuildId, Pace, Terms, UserId};
use rookery::rules::{Game, Options};
use rookery::store::{Database, Part, PhaseName, StoredTournament};
use rookery::tournament::{Month, TournamentId};
use sqlx::Connection as _;

const GUILD: GuildId = GuildId(500);
const ADMIN: UserId = UserId(1);
/// First of the people, whose accounts are old.
const PEOPLE: u64 = 1_000;
/// January of 2027.
const FIRST: Month = Month(2027 * 12);
/// One in so many duties is cut, and one in so many requests.
const CUTS: (u32, u32) = (10, 400);

#[derive(Clone, Copy)]
enum Duty {
    Timers,
    Posts,
    Notices,
}

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let (people, leagues) = (number("--people", 200, 10), number("--leagues", 12, 1));
    let (events, months) = (number("--events", 30, 2), number("--months", 3, 1));
    let seed = number("--seed", 1, 1);
    let postgres = word("--store").is_some_and(|store| store == "postgres");
    let folder = scratch::folder();
    let server = postgres.then(|| server::Server::start().expect("PostgreSQL is not installed"));
    let place = match &server {
        None => folder.path().join("rookery.db").display().to_string(),
        Some(server) => {
            let address = server::address(server.socket(), "months");
            let mut connection = sqlx::PgConnection::connect(&address).await.unwrap();
            let made = sqlx::query("CREATE SCHEMA months").execute(&mut connection);
            made.await.unwrap();
            address
        }
    };
    let begun = Instant::now();
    let end = Month(FIRST.0 + i32::try_from(months).unwrap()).starts();
    let mut world = Box::pin(World::new(place, seed, (people, leagues), end)).await;
    Box::pin(world.open_events(events)).await;
    while world.now() < end + DAY {
        Box::pin(world.step()).await;
    }
    println!(
        "seed {seed}: {people} people, {leagues} leagues and {events} events for {months} months; {} kills, {} of them \
         within a duty; {} moves, {} refused",
        world.kills, world.cuts, world.moves, world.refused,
    );
    let (app, record) = (world.app, world.record.into_inner().unwrap());
    let seasons: Vec<i64> = world.seasons.into_iter().collect();
    let events: Vec<i64> = world.guests.iter().map(|(id, ..)| id.0).collect();
    Box::pin(check(&app, &record, (&seasons, &events), end)).await;
    record.print_pings(world.people.len(), &(FIRST.starts()..end));
    let took = begun.elapsed().as_secs();
    println!("{took} s; load of the machine {}", driver::load());
    app.stop().await;
}

/// Does work until it has been polled so many times, or the process dies; `None` if it is dropped then.
async fn cut<Work: Future>(
    polls: u32,
    work: Work,
    dies: impl Fn() -> bool,
) -> Option<Work::Output> {
    let (mut work, mut left) = (Box::pin(work), polls);
    poll_fn(move |context| {
        left = left.saturating_sub(1);
        match work.as_mut().poll(context) {
            Poll::Pending if left == 0 || dies() => Poll::Ready(None),
            polled => polled.map(Some),
        }
    })
    .await
}

/// Returns the outcome, or never, if the process dies meanwhile.
async fn or_never<Outcome>(outcome: Option<Outcome>) -> Outcome {
    match outcome {
        Some(outcome) => outcome,
        None => pending().await,
    }
}

/// Returns the key of a game, another one for each number.
fn key(number: u64) -> String {
    let number = usize::try_from(number).unwrap();
    GAMES[number % GAMES.len()].key.to_owned()
}

pub fn by(user: UserId, channel: ChannelId) -> Request {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    Request {
        user,
        place: Place {
            guild: Some(GUILD),
            channel,
            outside: false,
        },
        interaction: NUMBER.fetch_add(1, Ordering::SeqCst),
        sent: Sent::now(),
    }
}

async fn open(place: &str, now: &Arc<AtomicI64>, seed: u64) -> App {
    let (now, dice) = (Arc::clone(now), Mutex::new(ChaCha8Rng::seed_from_u64(seed)));
    let sources = Sources {
        clock: Clock::new(move || now.load(Ordering::SeqCst)),
        chance: Chance::new(move |count| dice.lock().unwrap().random_range(0..count)),
    };
    App::start(Database::read(place).unwrap(), sources)
        .await
        .unwrap()
}

/// Returns the board of a match, by replaying its stored events.
async fn board(app: &App, game: GameId) -> Box<dyn Game> {
    let stored = app.store().load_whole(game).await.unwrap();
    let kind = rookery::games::find(&stored.row.key).unwrap();
    let options: Options = serde_json::from_str(&stored.row.options).unwrap();
    let mut board = kind.new_game(&options).unwrap();
    for event in stored.events {
        let played = ["moved", "answered", "rolled", "resigned", "timedout"];
        let is_played = played.contains(&event.record.kind.as_str());
        if let Some(text) = event.record.text.filter(|_| is_played) {
            board.play(&text).unwrap();
        }
    }
    board
}

struct Person {
    user: UserId,
    /// The leagues whose seasons the person signs up for.
    leagues: [u64; 2],
    away: Range<i64>,
    /// True for somebody who seldom looks at the games.
    slow: bool,
}

/// The bot and the people.
struct World {
    place: String,
    app: App,
    now: Arc<AtomicI64>,
    dice: ChaCha8Rng,
    record: Mutex<Record>,
    people: Vec<Person>,
    leagues: u64,
    seasons: BTreeSet<i64>,
    /// The events, each with its channel and the people who want to take part.
    guests: Vec<(TournamentId, ChannelId, BTreeSet<UserId>)>,
    kills: u32,
    /// Kills within a duty.
    cuts: u32,
    moves: u32,
    refused: u32,
}

impl World {
    async fn new(place: String, seed: u64, (people, leagues): (u64, u64), end: i64) -> World {
        let now = Arc::new(AtomicI64::new(FIRST.starts() - 12 * DAY));
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let app = open(&place, &now, seed).await;
        for league in 0..leagues {
            let new = NewLeague {
                game: key(league),
                options: Options::new(),
                vacations: [Vacations::Run, Vacations::Stop][usize::from(league % 3 > 0)],
            };
            let started = app.start_league(by(ADMIN, ChannelId(900 + league)), new);
            started.await.unwrap();
        }
        let person = |number: u64| {
            let from = dice.random_range(FIRST.starts()..end);
            let weeks = dice.random_range(2..5);
            Person {
                user: UserId(PEOPLE + number),
                leagues: [number % leagues, dice.random_range(0..leagues)],
                away: match number % 10 {
                    0 => from..i64::MAX,
                    5 => from..from + weeks * 7 * DAY,
                    _ => 0..0,
                },
                slow: dice.random_range(0..15) == 0,
            }
        };
        World {
            people: (0..people).map(person).collect(),
            place,
            app,
            now,
            dice,
            record: Mutex::default(),
            leagues,
            seasons: BTreeSet::new(),
            guests: Vec::new(),
            kills: 0,
            cuts: 0,
            moves: 0,
            refused: 0,
        }
    }

    fn now(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.dice.random_range(0..count) == 0
    }

    /// Opens events of all games, for few people and for many.
    async fn open_events(&mut self, count: u64) {
        self.app.set_events(GUILD, true).await.unwrap();
        let all = self.people.len() as u64;
        for event in 0..count {
            let days = self.dice.random_range(1..4);
            let terms = Terms {
                pace: Pace::PerMove { days },
                ..Terms::default()
            };
            let new = NewEvent {
                game: key(event),
                options: Options::new(),
                terms,
                rounds: [None, Some(5)][usize::from(event % 7 == 3)],
                wait: self.dice.random_range(3..20),
            };
            let (channel, holder) = (ChannelId(2_000 + event), UserId(PEOPLE + event % all));
            let opened = self.app.open_event(by(holder, channel), new).await.unwrap();
            let most = [9, 9, 20, 9, 20, 44][usize::try_from(event).unwrap() % 6];
            let people = 0..self.dice.random_range(4..most);
            let guests = people.map(|_| UserId(PEOPLE + self.dice.random_range(0..all)));
            self.guests.push((opened.id, channel, guests.collect()));
        }
    }

    /// Lets some hours pass: the bot does what is due, and people do what they like.
    async fn step(&mut self) {
        let passed = self.dice.random_range(DAY / 8..=3 * DAY / 8);
        self.now.fetch_add(passed, Ordering::SeqCst);
        for duty in [Duty::Timers, Duty::Posts, Duty::Notices] {
            loop {
                let polls = self.polls(CUTS.0);
                if self.does(duty, polls).await {
                    break;
                }
                self.cuts += 1;
                self.die().await;
            }
        }
        while self.app.upkeep().await.unwrap() {}
        self.sign_up().await;
        let mut held: Vec<TournamentId> = self.guests.iter().map(|(id, ..)| *id).collect();
        for season in self.seasons.clone() {
            let divisions = self.app.store().divisions(TournamentId(season)).await;
            held.extend(divisions.unwrap());
        }
        for id in held {
            self.play(id).await;
        }
        for number in 0..self.people.len() {
            if self.one_in(700) {
                let (user, days) = (self.people[number].user, self.dice.random_range(3..25));
                let _ = self.app.begin_vacation(by(user, ChannelId(1)), days).await;
            }
        }
        if self.one_in(6) {
            self.die().await;
        }
    }

    /// Returns the polls after which work is dropped: a random number for one in so many, else more than it needs.
    fn polls(&mut self, one_in: u32) -> u32 {
        let most = 1 << self.dice.random_range(1..12);
        match self.one_in(one_in) {
            true => self.dice.random_range(1..=most),
            false => u32::MAX,
        }
    }

    /// Does a duty of the scheduler or the notifier; false if it was cut.
    async fn does(&self, duty: Duty, polls: u32) -> bool {
        let record = || self.record.lock().unwrap();
        let work = async {
            match duty {
                Duty::Timers => {
                    self.app.beat().await.unwrap();
                    self.app.run_due_timers().await.unwrap();
                }
                Duty::Posts => {
                    let send = |post| or_never(record().post(post, self.now()));
                    let mut looks = 0;
                    while self.app.run_tournaments(send).await.unwrap() > 0 {
                        record().note_done();
                        looks += 1;
                        assert!(looks < 100, "something is due again and again");
                    }
                }
                Duty::Notices => {
                    let send = |notice| or_never(record().notice(notice, self.now()));
                    self.app.deliver(send).await.unwrap();
                }
            }
        };
        cut(polls, work, || record().dies).await.is_some()
    }

    /// Kills the process. A new one starts when the claims of this one have run out, or hours later.
    async fn die(&mut self) {
        self.kills += 1;
        self.app.stop().await;
        self.record.lock().unwrap().note_death();
        let gone = match self.one_in(4) {
            true => self.dice.random_range(3_600..9 * 3_600),
            false => 61,
        };
        self.now.fetch_add(gone, Ordering::SeqCst);
        self.app = open(&self.place, &self.now, self.dice.random()).await;
    }

    fn is_there(&mut self, user: UserId) -> bool {
        let person = &self.people[usize::try_from(user.0 - PEOPLE).unwrap()];
        let (is_here, slow) = (!person.away.contains(&self.now()), person.slow);
        is_here && (!slow || self.one_in(9))
    }

    async fn tournament(&self, id: TournamentId) -> StoredTournament {
        self.app.store().tournament(id).await.unwrap().unwrap()
    }

    /// Lets people join and leave the lists of seasons and events.
    async fn sign_up(&mut self) {
        for league in 0..self.leagues {
            let channel = ChannelId(900 + league);
            let own = self
                .people
                .iter()
                .filter(|one| one.leagues.contains(&league));
            let own: Vec<UserId> = own.map(|one| one.user).collect();
            for id in self.app.store().seasons_in(channel).await.unwrap() {
                self.seasons.insert(id.0);
                let row = self.tournament(id).await.row;
                if row.phase != TournamentPhase::Open {
                    continue;
                }
                for user in &own {
                    // Refused if they are on the list already, or not.
                    if self.is_there(*user) && self.one_in(8) {
                        let _ = self.app.enter_season(by(*user, channel), id).await;
                    } else if self.one_in(300) {
                        let _ = self.app.leave_season_list(by(*user, channel), id).await;
                    }
                }
            }
        }
        for (id, channel, guests) in self.guests.clone() {
            for user in guests {
                let is_open = self.tournament(id).await.row.phase == TournamentPhase::Open;
                if is_open && self.is_there(user) && self.one_in(4) {
                    let _ = self.app.enter_event(by(user, channel), id).await;
                }
            }
        }
    }

    /// Lets people play the matches of an event or a division.
    async fn play(&mut self, id: TournamentId) {
        let StoredTournament {
            row,
            entrants,
            pairings,
        } = self.tournament(id).await;
        let (looks, resigns) = match row.part {
            Part::Event => (0.7, 4),
            _ => (0.35, 9),
        };
        for pairing in pairings {
            let phase = pairing.played.map(|one| one.phase);
            let game = pairing.game.filter(|_| phase == Some(PhaseName::Playing));
            let Some(game) = game.filter(|_| self.dice.random_bool(looks)) else {
                continue;
            };
            let board = board(&self.app, game).await;
            let user = entrants[pairing.players[board.turn().index()]].user;
            let Some(user) = user.filter(|user| self.is_there(*user)) else {
                continue;
            };
            let mut moves = board.legal();
            let text = moves.swap_remove(self.dice.random_range(0..moves.len()));
            let (request, which) = (by(user, row.channel), MatchRef::Game(game));
            let (polls, app) = (self.polls(CUTS.1), self.app.clone());
            match cut(polls, app.play(request, which, &text), || false).await {
                None => self.die().await,
                Some(Err(AppError::Internal)) => panic!("{text} in {game:?} fails"),
                Some(Err(_)) => self.refused += 1,
                Some(Ok(shown)) => {
                    self.moves += 1;
                    self.answer(request, shown.mention).await;
                    let request = by(user, row.channel);
                    if self.one_in(resigns)
                        && let Ok(shown) = self.app.resign(request, which).await
                    {
                        self.answer(request, shown.mention).await;
                    }
                }
            }
        }
        if row.phase == TournamentPhase::Playing && self.one_in(400) {
            let user = entrants[self.dice.random_range(0..entrants.len())].user;
            // Refused if all is over meanwhile.
            let _ = self
                .app
                .leave_event(by(user.unwrap(), row.channel), id)
                .await;
        }
    }

    async fn answer(&self, request: Request, mention: Vec<UserId>) {
        let (interaction, now) = (request.interaction, self.now());
        self.record
            .lock()
            .unwrap()
            .answer(interaction, mention, now);
        self.app.answered(interaction, true).await;
    }
}
