//! Tests of the other actions with every twist: plans and moves tried in private, export and import, moving pictures,
//! the sheet of pieces; consequences of a move, a second move of a turn, a hand, a second board, hidden pieces.

use rookery::app::{MatchRef, NewGame, Rounds, Side};
use rookery::games::GAMES;
use rookery::match_state::{GameId, UserId};
use rookery::render::{self, Theme};
use rookery::rules::{Game, GameInfo, Seat};
use rookery::scene::View;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, board, match_view};

/// Player of each seat.
const PLAYERS: [UserId; 4] = [ANN, BOB, CY, DEE];
/// The user who imports games.
const READER: UserId = UserId(105);
/// Moves that are tried, and then played.
const LINE: usize = 8;
/// Interval between tested pairs; each twist in none of these is tested in one more.
const EVERY: usize = 4;

/// Returns every twist alone, and some of the pairs.
fn twists(kind: &'static GameInfo) -> Vec<String> {
    let (pairs, mut found): (Vec<String>, Vec<String>) =
        (kind.twists().into_iter()).partition(|twist| twist.contains('+'));
    let mut some: Vec<&String> = pairs.iter().step_by(EVERY).collect();
    for pair in &pairs {
        let is_tried = |twist| {
            some.iter()
                .any(|pair| pair.split('+').any(|one| one == twist))
        };
        if !pair.split('+').all(is_tried) {
            some.push(pair);
        }
    }
    found.extend(some.into_iter().cloned());
    found
}

async fn begun(harness: &TestApp, kind: &'static GameInfo, twist: &str) -> GameId {
    let options = kind.twisted(twist);
    let four = kind.under(&options).seats.len() == 4;
    let new = NewGame {
        game: kind.key.to_owned(),
        options,
        opponents: if four { Vec::new() } else { vec![BOB] },
        seat: Some(Seat(0)),
        terms: None,
    };
    if four {
        harness.seated(new).await
    } else {
        harness.begun(new).await
    }
}

/// Returns a move of the side to move, preferably one that takes or drops a piece.
fn some_move(game: &dyn Game, ply: usize) -> String {
    let legal = game.legal();
    let lively = legal.iter().filter(|mv| mv.contains(['x', '@', '&']));
    let lively: Vec<&String> = lively.collect();
    let from = |list: &[&String]| list[ply * 37 % list.len()].clone();
    if lively.is_empty() {
        from(&legal.iter().collect::<Vec<_>>())
    } else {
        from(&lively)
    }
}

/// Returns a line of moves from a position, and the position after it.
fn line(game: &dyn Game) -> (Vec<String>, Box<dyn Game>) {
    let mut after = game.boxed_clone();
    let mut line = Vec::new();
    while line.len() < LINE && !after.status().is_over() {
        let mv = some_move(after.as_ref(), line.len());
        after.play(&mv).unwrap();
        line.push(mv);
    }
    (line, after)
}

/// Checks that a line is shown as it would be played, and not stored; an illegal move in it is named.
async fn explores(harness: &TestApp, game: GameId, twist: &str) {
    let which = MatchRef::Game(game);
    let now = board(&harness.app, game).await;
    let (moves, after) = line(now.as_ref());
    let tried = harness
        .app
        .explore(harness.by(ANN), which, &moves, LINE)
        .await;
    let tried = tried.unwrap_or_else(|refusal| panic!("{twist}: {refusal}"));
    assert_eq!(tried.line, moves, "{twist}");
    assert_eq!(tried.at, moves.len(), "{twist}");
    let view = View {
        from: Some(Seat(0)),
        ..View::default()
    };
    assert_eq!(tried.scene, after.scene(&view), "{twist}");
    assert!(
        !tried.alt.is_empty() && tried.alt.chars().count() <= 1_024,
        "{twist}"
    );
    let still = board(&harness.app, game).await;
    assert_eq!(still.text(), now.text(), "{twist}: a line was kept");
    let mut wrong = moves;
    // Some lines end the game at once.
    let last = wrong.len() - 1;
    wrong[last] = "zz9".to_owned();
    let refused = harness
        .app
        .explore(harness.by(ANN), which, &wrong, LINE)
        .await;
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains(&wrong.len().to_string()) || refused.contains("zz9"),
        "{twist}: {refused}"
    );
}

/// Plays on from the match's position: the next player has planned an answer to the move, and it is played at once.
async fn plans(harness: &TestApp, game: GameId, twist: &str, hides: bool) {
    let which = MatchRef::Game(game);
    let now = board(&harness.app, game).await;
    // A move after which another player moves, and the answer to it.
    let mut after = now.boxed_clone();
    let first = some_move(now.as_ref(), 1);
    after.play(&first).unwrap();
    if after.status().is_over() || after.turn() == now.turn() {
        return;
    }
    let answer = some_move(after.as_ref(), 3);
    let [mover, planner] = [&now, &after].map(|game| PLAYERS[game.turn().index()]);
    if hides {
        let text = format!("if {first} then {answer}");
        let refused = harness.app.plan(harness.by(planner), which, &text).await;
        let refused = refused.unwrap_err().to_string();
        assert!(
            refused.contains("any move: your move"),
            "{twist}: {refused}"
        );
    }
    let condition = if hides { "any move" } else { first.as_str() };
    let text = format!("if {condition} then {answer}");
    let planned = harness.app.plan(harness.by(planner), which, &text).await;
    let planned = planned.unwrap_or_else(|refusal| panic!("{twist}: {refusal}"));
    assert_eq!(planned.lines.len(), 1, "{twist}");
    assert!(
        planned.lines[0].text.contains(&answer),
        "{twist}: {:?}",
        planned.lines
    );
    harness.play(mover, game, &first).await;
    after.play(&answer).unwrap();
    let stands = board(&harness.app, game).await;
    assert_eq!(
        stands.text(),
        after.text(),
        "{twist}: {first} was not answered with {answer}"
    );
    let left = harness
        .app
        .planned(harness.by(planner), which)
        .await
        .unwrap();
    assert!(left.lines.is_empty(), "{twist}");
}

#[tokio::test]
async fn plans_and_tries_know_every_twist() {
    let harness = TestApp::new().await;
    for kind in GAMES {
        for twist in &twists(kind) {
            let game = begun(&harness, kind, twist).await;
            let hides = board(&harness.app, game).await.hides();
            if hides {
                let now = board(&harness.app, game).await;
                let (moves, _) = line(now.as_ref());
                let which = MatchRef::Game(game);
                let refused = harness
                    .app
                    .explore(harness.by(ANN), which, &moves, LINE)
                    .await;
                assert!(refused.is_err(), "{twist}: a line shows where pieces are");
            } else {
                explores(&harness, game, twist).await;
            }
            plans(&harness, game, twist, hides).await;
            // Again after a capture or a drop.
            let now = board(&harness.app, game).await;
            let (moves, after) = line(now.as_ref());
            for mv in &moves {
                let user = match_view(&harness, game).await.next[0].1;
                harness.play(user, game, mv).await;
            }
            if after.status().is_over() {
                continue;
            }
            if !hides {
                explores(&harness, game, twist).await;
            }
            plans(&harness, game, twist, hides).await;
        }
    }
}

/// Returns the moves of a game text.
fn moves_of(file: &str) -> Vec<String> {
    let (_, moves) = file.split_once("\n\n").unwrap();
    let bare = moves.split('{').next().unwrap();
    let words = bare.split_whitespace();
    words
        .filter(|word| !word.ends_with('.'))
        .map(str::to_owned)
        .collect()
}

/// Checks that the record of a match has these moves, and can be imported as an equal match.
async fn brought_in(harness: &TestApp, game: GameId, twist: &str, moves: &[String]) {
    let which = MatchRef::Game(game);
    let history = harness.app.history(harness.by(ANN), which).await.unwrap();
    assert!(history.file.contains(twist), "{twist}: {}", history.file);
    assert_eq!(moves_of(&history.file), moves, "{twist}");
    let copy = harness
        .app
        .import(harness.by(READER), &history.file)
        .await
        .unwrap_or_else(|refusal| panic!("{twist}: {refusal}\n{}", history.file));
    assert!(
        copy.seats.iter().all(|(_, user)| *user == Some(READER)),
        "{twist}"
    );
    let (was, is) = (
        board(&harness.app, game).await,
        board(&harness.app, copy.game).await,
    );
    assert_eq!(was.text(), is.text(), "{twist}");
    let again = harness
        .app
        .history(harness.by(READER), MatchRef::Game(copy.game))
        .await
        .unwrap();
    assert_eq!(moves_of(&again.file), moves, "{twist}");
    // An illegal move ends the import, and nothing is stored.
    let last = moves.last().unwrap();
    let wrong = history.file.replacen(last.as_str(), "Kaa1-ee8", 1);
    let refused = harness.app.import(harness.by(READER), &wrong).await;
    assert!(refused.is_err(), "{twist}: {wrong}");
}

/// Checks that the moving picture has the start and every move, and ends with the match's position; draws its last
/// step.
async fn filmed(harness: &TestApp, game: GameId, twist: &str, moves: usize) {
    let which = MatchRef::Game(game);
    let rounds = Rounds::default();
    let film = harness
        .app
        .scenes(harness.by(CY), which, rounds, render::MOST_FRAMES);
    let film = film
        .await
        .unwrap_or_else(|refusal| panic!("{twist}: {refusal}"));
    assert_eq!(film.scenes.len(), moves + 1, "{twist}");
    assert!(
        film.alt.contains(" as a moving picture. At its end: "),
        "{twist}: {}",
        film.alt
    );
    let shown = harness
        .app
        .show(harness.by(CY), which, Side::Public, None)
        .await
        .unwrap();
    let [.., before, last] = &film.scenes[..] else {
        panic!("{twist}: {} scenes", film.scenes.len());
    };
    assert_eq!(last.grids.len(), shown.scene.grids.len(), "{twist}");
    let gif = render::gif(&[before.clone(), last.clone()], Theme::Dark, usize::MAX).unwrap();
    assert!(gif.file.starts_with(b"GIF89a"), "{twist}");
    assert_eq!(gif.frames, 2, "{twist}");
}

/// Checks that the sheet has each of the pieces, in words and in the picture.
async fn explained(harness: &TestApp, game: GameId, twist: &str) {
    let which = MatchRef::Game(game);
    let (title, sheet) = harness.app.pieces(harness.by(CY), which).await.unwrap();
    for name in twist.split('+') {
        assert!(title.to_lowercase().contains(name), "{twist}: {title}");
    }
    assert!(sheet.entries.len() >= 8, "{twist}: {}", sheet.words);
    assert!(!sheet.scene.grids.is_empty(), "{twist}");
    assert!(sheet.words.contains("Knight"), "{twist}: {}", sheet.words);
}

/// Checks that with hidden pieces the record has no moves of the other side before the end, and cannot be imported.
async fn keeps_hidden(harness: &TestApp, game: GameId, twist: &str, moves: &[String]) {
    let which = MatchRef::Game(game);
    let history = harness.app.history(harness.by(ANN), which).await.unwrap();
    for mv in moves.iter().skip(1).step_by(2) {
        assert!(!history.file.contains(mv), "{twist}: {}", history.file);
    }
    let refused = harness
        .app
        .import(harness.by(READER), &history.file)
        .await
        .unwrap_err();
    assert!(!refused.to_string().is_empty(), "{twist}");
    harness.app.resign(harness.by(ANN), which).await.unwrap();
}

#[tokio::test]
async fn records_moving_pictures_and_sheets_know_every_twist() {
    let harness = TestApp::new().await;
    for kind in GAMES {
        for twist in &twists(kind) {
            let game = begun(&harness, kind, twist).await;
            let now = board(&harness.app, game).await;
            let (moves, _) = line(now.as_ref());
            for mv in &moves {
                let user = match_view(&harness, game).await.next[0].1;
                harness.play(user, game, mv).await;
            }
            if now.hides() {
                keeps_hidden(&harness, game, twist, &moves).await;
            }
            brought_in(&harness, game, twist, &moves).await;
            filmed(&harness, game, twist, moves.len()).await;
            explained(&harness, game, twist).await;
        }
    }
}
