//! Every answer of the bot, from the interaction as the gateway delivers it to what is to be sent, with the notices
//! that follow from it; without pictures. The same people ask the same things of a database with a few games and of
//! one with many, in turns, so that what else the machine does concerns both alike.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rookery::app::{App, Delivery, MatchRef, NewGame, Sources};
use rookery::discord::dry_run::{DryRun, DryRunOutcome};
use rookery::games::GAMES;
use rookery::match_state::{Audience, GameId, UserId};
use rookery::rules::{Game, Options};
use serde_json::{Value, json};

use super::{ANN, BOB, BUSY, CHANNEL, Copies, GUILD, begin, multiply, next, rate, request};

/// How large the large database is.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub games: i64,
    /// How many of them are being played.
    pub live: i64,
    /// How many of these one person plays.
    pub busy: i64,
    pub people: i64,
    /// How often everything is asked.
    pub rounds: usize,
}

/// What one question cost, in milliseconds.
#[derive(Clone, Debug)]
pub struct Figure {
    pub name: String,
    /// The median from question to answer, among few games and among many.
    pub median: [f64; 2],
    /// Processor time for each, of all threads.
    pub processor: [f64; 2],
}

/// A bot, and the games that are played with it.
struct Side {
    app: App,
    bot: DryRun,
    /// The game that goes on.
    game: GameId,
    board: Box<dyn Game>,
    /// A game that is over.
    over: GameId,
}

/// What is asked: by whom, and what Discord sends.
struct Question {
    user: UserId,
    kind: u64,
    data: Value,
}

impl Side {
    /// Asks, and tells people what they are to be told of it.
    async fn ask(&self, question: &Question) -> DryRunOutcome {
        let heard = self.bot.hear(&payload(question)).await;
        let told = self.app.deliver(|_| async { Delivery::Done }).await;
        told.unwrap();
        heard
    }
}

/// The whole interaction.
fn payload(question: &Question) -> String {
    let number = request(question.user).interaction;
    let someone = json!({"id": question.user.0.to_string(), "username": "someone", "discriminator": "0",
                         "global_name": null, "avatar": null});
    let interaction = json!({
        "version": 1, "id": number.to_string(), "application_id": "1", "token": "t", "type": question.kind,
        "app_permissions": "0", "attachment_size_limit": 1, "channel_id": CHANNEL.0.to_string(),
        "guild_id": GUILD.0.to_string(), "data": question.data, "entitlements": [], "locale": "en-US",
        "member": {"user": someone, "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00",
                   "deaf": false, "mute": false, "flags": 0, "permissions": "0"},
    });
    json!({"op": 0, "s": 1, "t": "INTERACTION_CREATE", "d": interaction}).to_string()
}

fn command(user: UserId, name: &str, options: &[(&str, &str)]) -> Question {
    let options: Vec<Value> = options
        .iter()
        .map(|(name, value)| json!({"name": name, "type": 3, "value": value}))
        .collect();
    Question {
        user,
        kind: 2,
        data: json!({"id": "1", "name": name, "type": 1, "options": options}),
    }
}

/// Somebody types into an option.
fn typing(user: UserId, name: &str, option: &str, typed: &str) -> Question {
    let option = json!({"name": option, "type": 3, "value": typed, "focused": true});
    Question {
        user,
        kind: 4,
        data: json!({"id": "1", "name": name, "type": 1, "options": [option]}),
    }
}

/// What is asked again and again, by its name.
fn questions(game: GameId, over: GameId) -> Vec<(String, Question)> {
    let (key, game, over) = (GAMES[0].key, game.0.to_string(), over.0.to_string());
    let (running, ended) = (("game", game.as_str()), ("game", over.as_str()));
    let mut all = Vec::new();
    let mut ask = |name: &str, question| all.push((name.to_owned(), question));
    for (name, options) in [
        ("help", &[][..]),
        ("games", &[]),
        ("tables", &[]),
        ("board", &[]),
        ("board", &[running]),
        ("board", &[ended]),
        ("history", &[running]),
        ("history", &[ended]),
        ("gif", &[ended]),
        ("export", &[ended]),
        ("rules", &[("game", key)]),
        ("plan", &[running]),
        ("plan", &[running, ("line", "Ng1-f3 Nb8-c6")]),
        ("note", &[running]),
        ("note", &[running, ("text", "a thought")]),
        ("explore", &[running]),
        ("claim", &[running]),
        ("takeback", &[running]),
        ("substitute", &[running]),
        ("rematch", &[running]),
        ("settings", &[]),
        ("settings", &[("preview", "off")]),
        ("vacation", &[]),
        ("profile", &[]),
        ("leaderboard", &[("game", key)]),
        ("resign", &[running]),
        ("import", &[]),
    ] {
        let named: Vec<&str> = options.iter().map(|(name, _)| *name).collect();
        let over = if options.contains(&ended) {
            ", ended"
        } else {
            ""
        };
        ask(
            &format!("/{name} {}{over}", named.join(" ")),
            command(ANN, name, options),
        );
    }
    ask("typing a game", typing(ANN, "board", "game", ""));
    ask("typing a game's number", typing(ANN, "board", "game", "1"));
    ask("typing a game's name", typing(ANN, "board", "game", key));
    ask("typing a move", typing(ANN, "move", "move", "N"));
    for (name, question) in [
        ("/games", command(BUSY, "games", &[])),
        ("/board", command(BUSY, "board", &[])),
        ("/profile", command(BUSY, "profile", &[])),
        ("typing a game", typing(BUSY, "board", "game", "")),
        ("typing a game's number", typing(BUSY, "board", "game", "1")),
        ("typing a game's name", typing(BUSY, "board", "game", key)),
        ("typing a move", typing(BUSY, "move", "move", "N")),
    ] {
        ask(&format!("{name}, by the busiest"), question);
    }
    all
}

/// Makes both databases in a folder and measures. `said` is told what is being done.
pub async fn measure(folder: &Path, sizes: Sizes, said: impl Fn(&str)) -> Vec<Figure> {
    let paths = ["few.db", "many.db"].map(|name| folder.join(name));
    let (game, board, over) = prepare(&paths, sizes, &said).await;
    let mut sides = Vec::new();
    for path in &paths {
        let app = App::start(path, Sources::system()).await.unwrap();
        // What is due by now, so that no answer has to do it.
        app.tick().await.unwrap();
        app.deliver(|_| async { Delivery::Done }).await.unwrap();
        sides.push(Side {
            bot: DryRun::new(app.clone()),
            app,
            game,
            board: board.clone(),
            over,
        });
    }
    let mut figures = Vec::new();
    for (name, question) in questions(sides[0].game, sides[0].over) {
        let figure = turns(
            name,
            sizes.rounds,
            &mut sides,
            async |side: &mut Side, _| {
                answered(side.ask(&question).await);
            },
        );
        figures.push(figure.await);
    }
    let players = [ANN, BOB];
    let figure = turns(
        "/move".to_owned(),
        sizes.rounds,
        &mut sides,
        async |side: &mut Side, round| {
            let text = next(&mut side.board);
            let number = side.game.0.to_string();
            let options = [("move", text.as_str()), ("game", number.as_str())];
            answered(
                side.ask(&command(players[round % 2], "move", &options))
                    .await,
            );
        },
    );
    figures.push(figure.await);
    let figure = turns(
        "/draw, and a move instead".to_owned(),
        sizes.rounds,
        &mut sides,
        async |side: &mut Side, round| {
            let number = side.game.0.to_string();
            let user = players[(sizes.rounds + round) % 2];
            answered(side.ask(&command(user, "draw", &[("game", &number)])).await);
            let text = next(&mut side.board);
            let options = [("move", text.as_str()), ("game", number.as_str())];
            answered(side.ask(&command(user, "move", &options)).await);
        },
    );
    figures.push(figure.await);
    let name = "/new, and the table is closed".to_owned();
    let new = json!({"id": "1", "name": "new", "type": 1, "options": [
        {"name": subcommand(), "type": 1, "options": []}]});
    let figure = turns(
        name,
        sizes.rounds,
        &mut sides,
        async |side: &mut Side, _| {
            let question = Question {
                user: ANN,
                kind: 2,
                data: new.clone(),
            };
            answered(side.ask(&question).await);
            let games = side.app.store().games_of(ANN).await.unwrap();
            let table = games.iter().map(|row| row.game).max().unwrap();
            assert_ne!(table, side.game, "no table was opened");
            side.app.close(request(ANN), table).await.unwrap();
        },
    );
    figures.push(figure.await);
    let figure = turns(
        "looking what is due, with the heartbeat".to_owned(),
        sizes.rounds,
        &mut sides,
        async |side: &mut Side, _| {
            side.app.wake().await.unwrap();
            side.app.tick().await.unwrap();
        },
    );
    figures.push(figure.await);
    let figure = turns(
        "counting the games".to_owned(),
        sizes.rounds,
        &mut sides,
        async |side: &mut Side, _| {
            side.app.store().census().await.unwrap();
        },
    );
    figures.push(figure.await);
    for side in &sides {
        side.app.stop().await;
    }
    figures
}

/// Makes the databases; gives the game that goes on, its board, and one that is over.
async fn prepare(
    paths: &[PathBuf; 2],
    sizes: Sizes,
    said: &impl Fn(&str),
) -> (GameId, Box<dyn Game>, GameId) {
    let [few, many] = paths;
    let app = App::start(few, Sources::system()).await.unwrap();
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
    app.share(GUILD, true).await.unwrap();
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

/// An answer in words or with a board; never that something went wrong.
fn answered(heard: DryRunOutcome) {
    match heard {
        DryRunOutcome::Suggested(..) => {}
        DryRunOutcome::Answered(_, bodies) => {
            let text = json!(bodies).to_string();
            assert!(!text.contains("Something went wrong"), "{text}");
        }
        other => panic!("nothing was answered: {other:?}"),
    }
}

/// The subcommand of `/new` that opens a table of the first game.
fn subcommand() -> String {
    let name = GAMES[0].name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// Does something so often on both sides in turns, after once for nothing.
async fn turns(
    name: String,
    rounds: usize,
    sides: &mut [Side],
    mut act: impl AsyncFnMut(&mut Side, usize),
) -> Figure {
    let mut took = [const { Vec::new() }; 2];
    let mut processor = [0.0; 2];
    for round in 0..=rounds {
        for (index, side) in sides.iter_mut().enumerate() {
            let (begun, before) = (Instant::now(), processor_time());
            act(side, round).await;
            if round > 0 {
                took[index].push(begun.elapsed().as_secs_f64() * 1e3);
                processor[index] += processor_time() - before;
            }
        }
    }
    Figure {
        name,
        median: took.map(|mut took| {
            took.sort_by(f64::total_cmp);
            took.get(took.len() / 2).copied().unwrap_or_default()
        }),
        processor: processor.map(|sum| sum / rounds as f64),
    }
}

/// The processor time of all threads of this process so far, in milliseconds.
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
