//! A bot that is killed between moves and during them: what was answered is there, and nothing is half there.

use std::time::{Duration, Instant};

use rookery::app::{App, Place, Request, Sources, Which};
use rookery::games;
use rookery::rules::Game;
use rookery::table::{ChannelId, GameId, UserId};
use serde_json::json;

use crate::program::Program;
use crate::stage::{ALICE, GAMES, Stage, content, is_private};

/// The moves that the database holds.
async fn stored(stage: &Stage) -> Vec<String> {
    let app = App::start(&stage.database(), Sources::system())
        .await
        .unwrap();
    let request = Request {
        user: UserId(ALICE.parse().unwrap()),
        place: Place {
            guild: None,
            channel: ChannelId(1),
        },
        interaction: 1,
    };
    let history = app.history(request, Which::Game(GameId(1))).await.unwrap();
    app.stop().await;
    let mut moves = Vec::new();
    let (_, played) = history.file.split_once("\n\n").unwrap();
    for line in played.lines() {
        moves.extend(
            line.split_whitespace()
                .filter(|word| word.contains(['-', 'x', '+']) && !word.ends_with('.'))
                .map(str::to_owned),
        );
    }
    moves
}

/// A move that does not end the game, from that place in the list on.
fn going_on(game: &dyn Game, from: usize) -> String {
    let legal = game.legal();
    let mut moves = legal.iter().cycle().skip(from % legal.len());
    moves
        .find(|mv| {
            let mut after = game.boxed_clone();
            after.play(mv).unwrap();
            !after.status().is_over()
        })
        .unwrap()
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answered_move_is_lost_when_the_bot_is_killed() {
    let stage = Stage::empty().await;
    stage.prepare().await;
    let mut bot = Program::start(&stage, &[("ROOKERY_LOG", "warn")]).await;
    // Alice plays both sides, so that one person's moves are a whole game.
    stage
        .interact(json!({
            "user": ALICE, "channel": GAMES, "kind": "command", "command": "new",
            "options": [{"name": "abstract-chess", "type": 1, "options": [
                {"name": "opponent", "type": 6, "value": ALICE},
                {"name": "place", "type": 3, "value": "here"},
            ]}],
        }))
        .await;
    let kind = games::find("abstract").unwrap();
    let mut game = kind.new_game(&Default::default()).unwrap();
    let mut answered: Vec<String> = Vec::new();
    let begun = Instant::now();
    for round in 0..10_u64 {
        // Some rounds end between moves, the others while one is under way, each at another moment of it.
        for _ in 0..2 {
            let mv = going_on(game.as_ref(), usize::try_from(round).unwrap());
            let played = stage.play(ALICE, GAMES, &mv).await;
            // On a busy machine the answer may be late: then everybody sees the board, and the mover "Done.".
            let told = played.deferred || !is_private(&played.message);
            assert!(told, "{:?}", played.message);
            game.play(&mv).unwrap();
            answered.push(mv);
        }
        let mv = going_on(game.as_ref(), 0);
        let under_way = if round % 2 == 0 {
            let (_, sent) = stage
                .people(
                    "interact",
                    json!({
                        "user": ALICE, "channel": GAMES, "kind": "command", "command": "move",
                        "options": [{"name": "move", "type": 3, "value": mv}],
                    }),
                )
                .await;
            assert!(sent["interaction"].is_string());
            tokio::time::sleep(Duration::from_millis(round * 4)).await;
            true
        } else {
            false
        };
        drop(bot);
        let world = stage.server.world();
        stage.until("the bot is gone", || !world.bot_online()).await;

        let stored = stored(&stage).await;
        assert_eq!(
            stored[..answered.len()],
            answered,
            "every answered move is there"
        );
        let more = &stored[answered.len()..];
        match more {
            [] => {}
            [one] if under_way && *one == mv => {
                game.play(&mv).unwrap();
                answered.push(mv);
            }
            other => panic!("half a move, or one that nobody made: {other:?}"),
        }
        bot = Program::start(&stage, &[("ROOKERY_LOG", "warn")]).await;
    }
    let list = stage.command(ALICE, GAMES, "games", &[]).await.message;
    let count = format!("{} moves", answered.len());
    assert!(content(&list).contains(&count), "{list}");
    eprintln!("10 rounds in {:?}, {count}", begun.elapsed());

    // A polite stop ends the program by itself and cleanly.
    bot.signal("TERM");
    assert!(bot.end().await.success());
    stage.stop_with_faults().await;
}
