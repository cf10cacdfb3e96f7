//! Every answer of the bot, from the interaction as the gateway delivers it to the messages to send, with the
//! notifications that follow from it; without pictures. The same people ask the same things of a database with a few
//! games and of one with many, in turns, so that other load on the machine affects both alike.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use rookery::app::{App, Delivery, Limits, MatchRef, NewGame, Sources};
use rookery::discord::dry_run::{DryRun, DryRunOutcome};
use rookery::games::GAMES;
use rookery::match_state::{Audience, GameId, UserId};
use rookery::rules::{Game, Options, Seat};
use serde_json::json;

use super::questions::{
    Names, Question, command, import, moderate, moderate_person, new, play, questions, typed,
};
use super::{
    ANN, BOB, BUSY, CHANNEL, Copies, GUILD, begin, long_game, multiply, next, number_from, rate,
    request,
};

/// Size of the large database.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub games: i64,
    /// Number of matches being played.
    pub live: i64,
    /// Number of those that one person plays.
    pub busy: i64,
    pub people: i64,
    /// Rounds of questions.
    pub rounds: usize,
}

/// The cost of one question, in milliseconds.
#[derive(Clone, Debug)]
pub struct Figure {
    pub name: String,
    /// Median from question to answer, among few games and among many.
    pub median: [f64; 2],
    /// Processor time for each, of all threads.
    pub processor: [f64; 2],
    /// True if it is the engine's search for a move.
    pub searches: bool,
}

/// A bot, and the games that are played with it.
struct Side {
    app: App,
    bot: DryRun,
    /// Match that goes on.
    game: GameId,
    board: Box<dyn Game>,
    /// Match that is over.
    over: GameId,
    /// Commands that were used.
    asked: BTreeSet<String>,
    /// The last answer.
    answer: String,
}

impl Side {
    /// Lets Ann ask.
    async fn ask(&mut self, question: &Question) {
        self.asked_by(ANN, question).await;
    }

    /// Lets a user ask, and delivers the notifications that follow.
    async fn asked_by(&mut self, user: UserId, question: &Question) {
        self.asked.extend(question.command());
        let payload = payload(user, question);
        // The future of an answer is large, and a test's stack is small.
        let outcome = Box::pin(self.bot.handle(&payload)).await;
        let delivered = self.app.deliver(|_| async { Delivery::Done }).await;
        delivered.unwrap();
        self.answer = answered(outcome);
    }

    /// Returns the newest of Ann's games that are not over.
    async fn newest(&self) -> GameId {
        let games = self.app.store().games_of(ANN).await.unwrap();
        let newest = games.iter().map(|row| row.game).max().unwrap();
        assert_ne!(newest, self.game, "nothing was opened: {}", self.answer);
        newest
    }

    /// Returns the user whose turn it is in the match that goes on.
    fn turn(&self) -> UserId {
        if self.board.turn() == Seat(0) {
            ANN
        } else {
            BOB
        }
    }

    /// Makes a move in the match that goes on.
    async fn play(&mut self) {
        let (user, text) = (self.turn(), next(&mut self.board).unwrap());
        let number = self.game.0.to_string();
        let options = [("move", text.as_str()), ("game", number.as_str())];
        self.asked_by(user, &command("move", &options)).await;
    }
}

/// Returns the whole interaction, from a user who may do everything in the server.
fn payload(user: UserId, question: &Question) -> String {
    const ADMINISTRATOR: &str = "8";
    let number = request(user).interaction;
    let someone = json!({"id": user.0.to_string(), "username": "someone", "discriminator": "0",
                         "global_name": null, "avatar": null});
    let interaction = json!({
        "version": 1, "id": number.to_string(), "application_id": "1", "token": "t", "type": question.kind,
        "app_permissions": "0", "attachment_size_limit": 1, "channel_id": CHANNEL.0.to_string(),
        "guild_id": GUILD.0.to_string(), "data": question.data, "entitlements": [], "locale": "en-US",
        "member": {"user": someone, "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00",
                   "deaf": false, "mute": false, "flags": 0, "permissions": ADMINISTRATOR},
    });
    json!({"op": 0, "s": 1, "t": "INTERACTION_CREATE", "d": interaction}).to_string()
}

/// Both databases, and the figures.
struct Bench {
    sides: [Side; 2],
    rounds: usize,
    figures: Vec<Figure>,
}

/// Makes both databases in a folder and measures. `said` is called with the progress. Also returns the commands that
/// were used, as [`super::questions::paths`] writes them.
pub async fn measure(
    folder: &Path,
    sizes: Sizes,
    said: impl Fn(&str),
) -> (Vec<Figure>, BTreeSet<String>) {
    let paths = ["few.db", "many.db"].map(|name| folder.join(name));
    let (game, board, over) = prepare(&paths, sizes, &said).await;
    let mut sides = Vec::new();
    for path in &paths {
        // No person imports or begins as many games a day as this bench.
        let limits = Limits {
            imports_a_day: u32::MAX,
            begun_a_day: u32::MAX,
            ..Limits::default()
        };
        let app = App::start(path, Sources::system()).await.unwrap();
        let app = app.with_limits(limits);
        // Work that is already due is done, so that no answer has to do it.
        app.tick().await.unwrap();
        app.deliver(|_| async { Delivery::Done }).await.unwrap();
        sides.push(Side {
            bot: DryRun::new(app.clone()),
            app,
            game,
            board: board.clone(),
            over,
            asked: BTreeSet::new(),
            answer: String::new(),
        });
    }
    let mut bench = Bench {
        sides: sides.try_into().ok().unwrap(),
        rounds: sizes.rounds,
        figures: Vec::new(),
    };
    Box::pin(bench.questions(game, over)).await;
    Box::pin(bench.moves()).await;
    Box::pin(bench.tables()).await;
    Box::pin(bench.machine()).await;
    Box::pin(bench.rest()).await;
    for side in &bench.sides {
        side.app.stop().await;
    }
    let asked = bench.sides.into_iter().flat_map(|side| side.asked);
    (bench.figures, asked.collect())
}

impl Bench {
    /// Measures questions that can be asked again and again; the user with the most games asks those that list games.
    async fn questions(&mut self, game: GameId, over: GameId) {
        let names = Names {
            game: game.0,
            over: over.0,
            channel: CHANNEL.0,
            other: BOB.0,
        };
        for (name, question) in questions(names) {
            self.turns(&name, async |side| side.ask(&question).await)
                .await;
        }
        let mut lists = ["games", "board", "profile"]
            .map(|name| (format!("/{name}"), command(name, &[])))
            .to_vec();
        lists.extend(typed());
        for (name, question) in lists {
            let name = format!("{name}, by the busiest");
            self.turns(&name, async |side| {
                side.asked_by(BUSY, &question).await;
            })
            .await;
        }
    }

    /// Measures moves of the match that goes on.
    async fn moves(&mut self) {
        self.turns("/move", async |side| side.play().await).await;
        self.laps(["/draw", "/move instead"], async |side, watch| {
            let number = side.game.0.to_string();
            let draw = command("draw", &[("game", &number)]);
            side.asked_by(side.turn(), &draw).await;
            watch.lap();
            side.play().await;
        })
        .await;
    }

    /// Measures tables and moderators' commands.
    async fn tables(&mut self) {
        /// A user who plays nothing.
        const CY: u64 = 104;
        for kind in GAMES {
            let (open, close) = (new(kind), format!("/moderate close, {}", kind.key));
            self.laps(
                [&format!("/new {}", kind.key), &close],
                async |side, watch| {
                    side.ask(&open).await;
                    watch.lap();
                    let table = side.newest().await;
                    watch.begin();
                    side.ask(&moderate("close", table.0)).await;
                },
            )
            .await;
        }
        self.laps(["/moderate hide", "/moderate show"], async |side, watch| {
            side.ask(&moderate("hide", side.over.0)).await;
            watch.lap();
            side.ask(&moderate("show", side.over.0)).await;
        })
        .await;
        self.laps(["/moderate bar", "/moderate allow"], async |side, watch| {
            side.ask(&moderate_person("bar", CY)).await;
            watch.lap();
            side.ask(&moderate_person("allow", CY)).await;
        })
        .await;
    }

    /// Measures games against the machine, which does not move here.
    async fn machine(&mut self) {
        let play = play(GAMES[0], GAMES[0].seats[0]);
        let names = ["/play", "/moderate end", "resigning"];
        self.laps(names, async |side, watch| {
            side.ask(&play).await;
            watch.lap();
            let game = side.newest().await;
            watch.begin();
            // The command asks for confirmation.
            side.ask(&moderate("end", game.0)).await;
            watch.lap();
            let which = MatchRef::Game(game);
            side.app.resign(request(ANN), which).await.unwrap();
        })
        .await;
        for side in &mut self.sides {
            side.ask(&play).await;
        }
        self.turns("/hint in a game against the machine", async |side| {
            let number = side.newest().await.0.to_string();
            side.ask(&command("hint", &[("game", &number)])).await;
        })
        .await;
        self.turns("\"Show the move\" below a hint: the search", async |side| {
            let which = MatchRef::Game(side.newest().await);
            side.app.hint(request(ANN), which, &[]).await.unwrap();
        })
        .await;
        // Not a command, but the machine at work for a player who presses the button.
        if let Some(hint) = self.figures.last_mut() {
            hint.searches = true;
        }
    }

    /// Measures work that follows from no command, and importing, which leaves games behind.
    async fn rest(&mut self) {
        self.turns("looking what is due, with the heartbeat", async |side| {
            side.app.wake().await.unwrap();
            side.app.tick().await.unwrap();
        })
        .await;
        self.turns("counting the games", async |side| {
            side.app.store().census().await.unwrap();
        })
        .await;
        let (texts, _) = long_game(40);
        let import = import(&format!("Game: {}\n\n{}", GAMES[0].key, texts.join(" ")));
        self.turns("bringing in a game of 40 moves", async |side| {
            side.ask(&import).await;
        })
        .await;
    }

    /// Does something so often on both sides in turns, after once without measuring.
    async fn turns(&mut self, name: &str, mut act: impl AsyncFnMut(&mut Side)) {
        self.laps([name], async |side, _| act(side).await).await;
    }

    /// Does several things that follow each other on both sides in turns; each but the last ends a lap.
    async fn laps<const N: usize>(
        &mut self,
        names: [&str; N],
        mut act: impl AsyncFnMut(&mut Side, &mut Watch),
    ) {
        let mut took = [const { [const { Vec::new() }; 2] }; N];
        let mut processor = [[0.0; 2]; N];
        for round in 0..=self.rounds {
            for (index, side) in self.sides.iter_mut().enumerate() {
                let mut watch = Watch::start();
                Box::pin(act(side, &mut watch)).await;
                watch.lap();
                assert_eq!(watch.laps.len(), N, "{names:?}");
                if round > 0 {
                    for (lap, (time, used)) in watch.laps.into_iter().enumerate() {
                        took[lap][index].push(time);
                        processor[lap][index] += used;
                    }
                }
            }
        }
        for ((name, took), processor) in names.iter().zip(took).zip(processor) {
            self.figures.push(Figure {
                name: (*name).to_owned(),
                median: took.map(|mut took| {
                    took.sort_by(f64::total_cmp);
                    took.get(took.len() / 2).copied().unwrap_or_default()
                }),
                processor: processor.map(|sum| sum / self.rounds as f64),
                searches: false,
            });
        }
    }
}

/// Measures laps: the time and the processor time that each took, in milliseconds.
struct Watch {
    begun: Instant,
    before: f64,
    laps: Vec<(f64, f64)>,
}

impl Watch {
    fn start() -> Self {
        Watch {
            begun: Instant::now(),
            before: processor_time(),
            laps: Vec::new(),
        }
    }

    /// Begins a lap; the time since the last one ended does not count.
    fn begin(&mut self) {
        (self.begun, self.before) = (Instant::now(), processor_time());
    }

    /// Ends a lap, and begins the next.
    fn lap(&mut self) {
        let time = self.begun.elapsed().as_secs_f64() * 1e3;
        self.laps.push((time, processor_time() - self.before));
        self.begin();
    }
}

/// Makes the databases; returns the match that goes on, its board, and one that is over.
async fn prepare(
    paths: &[PathBuf; 2],
    sizes: Sizes,
    said: &impl Fn(&str),
) -> (GameId, Box<dyn Game>, GameId) {
    let [few, many] = paths;
    let app = App::start(few, Sources::system()).await.unwrap();
    number_from(few, 1_000).await;
    let (game, board) = begin(&app, 40).await;
    let (over, _) = begin(&app, 40).await;
    let (model, _) = begin(&app, 2).await;
    let (model_over, _) = begin(&app, 2).await;
    for ended in [over, model_over] {
        app.resign(request(ANN), MatchRef::Game(ended))
            .await
            .unwrap();
    }
    // Found from everywhere, so that those of other servers are in the list too.
    app.set_tables_shared(GUILD, true).await.unwrap();
    let new = NewGame {
        game: GAMES[0].key.to_owned(),
        options: Options::new(),
        opponents: Vec::new(),
        seat: None,
        terms: None,
    };
    let table = app.open(request(BOB), new).await.unwrap().game;
    let store = app.store();
    store.note_audience(table, Audience::Server).await.unwrap();
    app.deliver(|_| async { Delivery::Done }).await.unwrap();
    app.stop().await;
    let copies = |games, live, busy, people| {
        let live = Copies {
            of: model,
            count: live,
            people,
            busy,
        };
        let ended = Copies {
            of: model_over,
            count: games - live.count,
            busy: 0,
            ..live
        };
        let open = Copies {
            of: table,
            count: games / 10,
            busy: 0,
            ..live
        };
        [live, ended, open]
    };
    // As many as a list or a leaderboard shows, so that both answers say as much.
    const SHOWN: i64 = 40;
    multiply(few, &copies(2 * SHOWN, SHOWN, SHOWN, SHOWN)).await;
    rate(few, SHOWN).await;
    std::fs::copy(few, many).unwrap();
    let begun = Instant::now();
    let all = copies(sizes.games, sizes.live, sizes.busy, sizes.people);
    multiply(many, &all).await;
    rate(many, sizes.people).await;
    said(&format!(
        "{} games made in {:.0} s",
        sizes.games,
        begun.elapsed().as_secs_f64()
    ));
    (game, board, over)
}

/// Asserts that the answer has words or a board, and is not an error.
fn answered(outcome: DryRunOutcome) -> String {
    match outcome {
        DryRunOutcome::Suggested(..) => String::new(),
        DryRunOutcome::Answered(_, bodies) => {
            let text = json!(bodies).to_string();
            assert!(!text.contains("Something went wrong"), "{text}");
            text
        }
        other => panic!("nothing was answered: {other:?}"),
    }
}

/// Returns the processor time of all threads of this process so far, in milliseconds.
fn processor_time() -> f64 {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else {
        return 0.0;
    };
    let nanoseconds = threads.filter_map(|thread| {
        let stat = std::fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<f64>().ok()
    });
    nanoseconds.sum::<f64>() / 1e6
}
