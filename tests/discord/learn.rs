//! Tests of lessons and puzzles: a whole guided first game with an interruption, and puzzles solved, missed and forged.

use rookery::engine::puzzles::{Verdict, judge};
use rookery::games::{self, puzzles};
use rookery::rules::Outcome as Judged;
use serde_json::{Value, json};

use crate::harness::{
    ALICE, BOB, CAROL, GENERAL, Harness, asker, button, components, content, has_button,
    is_private, picture,
};
use crate::machine::begin;

/// Returns a move that solves a lesson.
fn answer(key: &str, step: usize) -> String {
    let kind = games::find(key).unwrap();
    let exercise = &kind.tutorial[0].exercises[step];
    let game = exercise.game(kind).unwrap();
    let does = |text: &String| matches!(exercise.parse_move(kind, text), Ok(Judged::Done { .. }));
    game.legal().into_iter().find(does).unwrap()
}

/// Types a move into the form that a button opens.
pub async fn typed(harness: &Harness, user: &str, message: &Value, text: &str) -> Value {
    let opened = open_form(harness, user, message).await;
    fill_in(harness, user, message, &opened, text).await
}

pub async fn open_form(harness: &Harness, user: &str, message: &Value) -> Value {
    let press = json!({
        "user": user, "channel": message["channel_id"], "kind": "component", "message": message["id"],
        "custom_id": button(message, "Type a move"), "wait": true,
    });
    harness.people("interact", press).await.1
}

pub async fn fill_in(
    harness: &Harness,
    user: &str,
    message: &Value,
    opened: &Value,
    text: &str,
) -> Value {
    let modal: &Value = &opened["modal"];
    let fields = json!([{"type": 1, "components": [{
        "type": 4, "custom_id": components(modal)[0]["custom_id"], "value": text,
    }]}]);
    let form = json!({
        "user": user, "channel": message["channel_id"], "kind": "modal", "interaction": opened["interaction"],
        "custom_id": modal["custom_id"], "components": fields,
    });
    harness.interact(form).await.message
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guided_first_game_is_taken_up_again_where_it_was_left() {
    let mut harness = Harness::unhurried().await;
    let list = harness.command(ALICE, GENERAL, "learn", &[]).await.message;
    assert!(
        is_private(&list) && has_button(&list, "Abstract Chess"),
        "{list}"
    );

    let game = [("game", "abstract")];
    let first = harness
        .command(ALICE, GENERAL, "learn", &game)
        .await
        .message;
    assert!(
        is_private(&first) && content(&first).contains("lesson 1 of"),
        "{first}"
    );
    // A move that the rules refuse is explained in their words, and the lesson stays.
    let missed = typed(&harness, ALICE, &first, "Nd3-d5").await;
    assert_eq!(missed["id"], first["id"], "in its place");
    assert!(content(&missed).contains("knight") && content(&missed).contains("Your task"));
    // A legal move that misses the task has a reason, too.
    let missed = typed(&harness, ALICE, &missed, "Nd3-f4").await;
    assert!(content(&missed).contains("e5"), "{missed}");
    // For a move that the lesson does not know, the task is still repeated once.
    let missed = typed(&harness, ALICE, &missed, "Kb1-a1").await;
    let task = games::find("abstract").unwrap().tutorial[0].exercises[0].task;
    assert_eq!(content(&missed).matches(task).count(), 1, "{missed}");
    let done = typed(&harness, ALICE, &missed, &answer("abstract", 0)).await;
    let second = harness.click(ALICE, &done, "Next lesson").await.message;
    assert!(content(&second).contains("lesson 2 of"), "{second}");

    // The bot is stopped in between.
    harness.stop_bot().await;
    harness.start_bot().await;
    let second = harness
        .command(ALICE, GENERAL, "learn", &game)
        .await
        .message;
    assert!(content(&second).contains("lesson 2 of"), "{second}");
    // By menus: the piece, then its destination.
    let menu = harness.click(ALICE, &second, "Choose a move").await.message;
    let to = harness.pick(ALICE, &menu, "d4").await.message;
    // Marks in the picture are described, too.
    let marked = picture(&to).await;
    assert!(content(&to).contains("can"), "{to}");
    assert!(content(&to).to_lowercase().contains("d4 can"), "{to}");
    let ready = harness
        .pick(ALICE, &to, &answer("abstract", 1))
        .await
        .message;
    // A whole move is shown with the board after it.
    let shown = picture(&ready).await;
    assert_ne!(shown, marked);
    let done = harness.click(ALICE, &ready, "Play it").await.message;
    assert_eq!(shown, picture(&done).await);
    let mut shown = harness.click(ALICE, &done, "Next lesson").await.message;

    let count = games::find("abstract").unwrap().tutorial[0].exercises.len();
    let mut last = None;
    for step in 2..count {
        assert!(
            content(&shown).contains(&format!("lesson {} of", step + 1)),
            "{shown}"
        );
        let text = answer("abstract", step);
        let options = [("game", "abstract"), ("move", &text[..])];
        let done = harness
            .command(ALICE, GENERAL, "learn", &options)
            .await
            .message;
        assert!(content(&done).contains('✅'), "{done}");
        if step + 1 < count {
            shown = harness.click(ALICE, &done, "Next lesson").await.message;
        } else {
            assert!(has_button(&done, "Start again"), "{done}");
            last = Some(done);
        }
    }
    let list = harness.command(ALICE, GENERAL, "learn", &[]).await.message;
    assert!(
        content(&list).contains("**Abstract Chess**: done"),
        "{list}"
    );
    // Each user has their own progress, and nobody else has seen any of this.
    let bob = harness.command(BOB, GENERAL, "learn", &game).await.message;
    assert!(content(&bob).contains("lesson 1 of"), "{bob}");
    assert!(harness.public(GENERAL).await.is_empty());
    // The lessons end in a game against the weakest machine, with hints below its board.
    let board = harness
        .click(ALICE, &last.unwrap(), "Play the machine")
        .await;
    let board = board.message;
    assert!(is_private(&board), "{board}");
    assert!(content(&board).contains("level 1"), "{board}");
    assert!(has_button(&board, "Hint"), "{board}");
    harness.end().await;
}

/// Returns the puzzle that a message shows, by its buttons.
fn shown_puzzle(message: &Value) -> &'static puzzles::Listed {
    let id = button(message, "Type a move");
    let hex = id.split('.').nth(1).unwrap();
    puzzles::find(u64::from_str_radix(hex, 16).unwrap()).unwrap()
}

/// Returns the message with the puzzle of a game that Carol gets.
async fn puzzle_of(harness: &Harness, game: &str) -> Value {
    let game = [("game", game)];
    let set = harness.command(CAROL, GENERAL, "puzzle", &game).await;
    set.message
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_judged_counted_and_never_set_again() {
    let harness = Harness::unhurried().await;
    let set = puzzle_of(&harness, "towers").await;
    assert!(
        is_private(&set) && content(&set).contains("to move"),
        "{set}"
    );
    let listed = shown_puzzle(&set);
    let puzzle = &listed.puzzle;
    let board = listed.game().unwrap();
    // A text that is no move of the game does not count.
    let refused = typed(&harness, CAROL, &set, "a1-a1").await;
    assert!(content(&refused).contains('❌'), "{refused}");
    let before = harness
        .command(CAROL, GENERAL, "profile", &[])
        .await
        .message;
    assert!(!content(&before).contains("Puzzles:"), "{before}");
    // A legal move that does not solve it: the first one counts.
    let left = match puzzle.kind {
        rookery::engine::puzzles::PuzzleKind::Mate(moves) => moves,
        _ => 1,
    };
    let expected = Some(&puzzle.solution[0][..]);
    let wrong = |text: &String| {
        let verdict = judge(&*board, puzzle.kind, left, expected, text);
        matches!(verdict, Ok(Verdict::Wrong(_)))
    };
    let wrong = board.legal().into_iter().find(wrong).unwrap();
    let missed = typed(&harness, CAROL, &set, &wrong).await;
    assert!(content(&missed).contains("does not do it"), "{missed}");
    let words = board.boxed_clone().play(&wrong).unwrap().words;
    let words = rookery::rules::wording::small(words.trim_end_matches('.'));
    assert!(content(&missed).contains(&format!("({words})")), "{missed}");
    let counted = harness
        .command(CAROL, GENERAL, "profile", &[])
        .await
        .message;
    assert!(
        content(&counted).contains("0 solved, 1 missed"),
        "{counted}"
    );
    // Another person's puzzle cannot be answered.
    let id = button(&missed, "Show the solution");
    let own = harness.command(BOB, GENERAL, "learn", &[]).await.message;
    let forged = harness.server.shared();
    let forged = forged
        .deliver(rookery::sandbox::Raw {
            kind: 3,
            user: BOB.parse().unwrap(),
            channel: GENERAL.parse().unwrap(),
            data: json!({"component_type": 2, "custom_id": id}),
            over: json!({"message": own}),
        })
        .await;
    let forged = forged.message.unwrap();
    assert!(content(&forged).contains("somebody else"), "{forged}");
    // The right moves, to the end; the opponent's replies are played in between.
    let mut shown = missed;
    for text in puzzle.solution.iter().step_by(2) {
        shown = typed(&harness, CAROL, &shown, text).await;
        assert!(content(&shown).contains("is right"), "{shown}");
        if has_button(&shown, "Next puzzle") {
            break;
        }
    }
    let next = harness.click(CAROL, &shown, "Next puzzle").await.message;
    assert_ne!(shown_puzzle(&next).id, listed.id);
    // An unfinished puzzle comes again until it is solved; its solution can be requested.
    let again = puzzle_of(&harness, "towers").await;
    assert_eq!(shown_puzzle(&again).id, shown_puzzle(&next).id);
    let solution = harness
        .click(CAROL, &again, "Show the solution")
        .await
        .message;
    assert!(content(&solution).contains("The solution"), "{solution}");
    harness.end().await;
}

/// The solver alone sees the streak, and another puzzle of the kind has the theme of the last one.
#[tokio::test(flavor = "multi_thread")]
async fn puzzles_solved_in_a_row_are_counted_and_more_of_a_kind_offered() {
    let harness = Harness::unhurried().await;
    // There are as many of its kind as are set here.
    let of_towers = || puzzles::all().iter().filter(|it| it.kind.key == "towers");
    let has_three = |theme| of_towers().filter(|it| it.puzzle.theme == theme).count() > 2;
    let first = of_towers().find(|it| has_three(it.puzzle.theme)).unwrap();
    let begun = harness.app().begin_puzzle(asker(CAROL), first.id).await;
    begun.unwrap();
    let mut shown = puzzle_of(&harness, "towers").await;
    let mut themes = Vec::new();
    for count in 1..=2 {
        let listed = shown_puzzle(&shown);
        themes.push(listed.puzzle.theme);
        for text in listed.puzzle.solution.iter().step_by(2) {
            shown = typed(&harness, CAROL, &shown, text).await;
            if has_button(&shown, "Another of this kind") {
                break;
            }
        }
        let said = content(&shown);
        assert!(said.contains("Your puzzle rating: "), "{shown}");
        let streak = "2 in a row, your best is 2.";
        assert_eq!(said.contains(streak), count == 2, "{shown}");
        let button = "Another of this kind";
        shown = harness.click(CAROL, &shown, button).await.message;
    }
    themes.push(shown_puzzle(&shown).puzzle.theme);
    themes.dedup();
    assert_eq!(themes.len(), 1, "{themes:?}");
    let profile = harness.command(CAROL, GENERAL, "profile", &[]).await;
    let profile = profile.message;
    assert!(
        content(&profile).contains("2 solved, 0 missed"),
        "{profile}"
    );
    assert!(!content(&profile).contains("in a row"), "{profile}");
    harness.end().await;
}

/// The last lesson can be skipped as the others, and leads where its solution leads.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_can_be_skipped_to_their_end() {
    let harness = Harness::unhurried().await;
    let game = [("game", "fourfold")];
    let mut shown = harness
        .command(ALICE, GENERAL, "learn", &game)
        .await
        .message;
    let count = games::find("fourfold").unwrap().tutorial[0].exercises.len();
    for step in 0..count {
        let number = format!("lesson {} of {count}", step + 1);
        assert!(content(&shown).contains(&number), "{shown}");
        shown = harness.click(ALICE, &shown, "Skip").await.message;
    }
    assert!(
        has_button(&shown, "Play the machine") && !has_button(&shown, "Skip"),
        "{shown}"
    );
    assert!(content(&shown).contains("level 1"), "{shown}");
    // The next course is offered there, and `/learn` goes on with it: a wrong legal move has its own sentence.
    let further = harness.click(ALICE, &shown, "Further lessons").await;
    let further = further.message;
    let heading = "further lesson 1 of";
    assert!(content(&further).contains(heading), "{further}");
    let on = harness.command(ALICE, GENERAL, "learn", &game).await;
    assert_eq!(content(&on.message), content(&further));
    let course = &games::find("fourfold").unwrap().tutorial[1];
    let (game, first) = ([("game", course.key)], &course.exercises[0]);
    let missed = typed(&harness, ALICE, &further, first.mistakes[0].example).await;
    let said = content(&missed);
    assert!(said.contains(first.mistakes[0].reason), "{missed}");
    let done = typed(&harness, ALICE, &missed, "Ph14xg15=Q").await;
    let second = harness.click(ALICE, &done, "Next lesson").await.message;
    assert!(content(&second).contains("further lesson 2 of"), "{second}");
    let on = harness.command(ALICE, GENERAL, "learn", &game).await;
    assert_eq!(content(&on.message), content(&second));
    let list = harness.command(ALICE, GENERAL, "learn", &[]).await.message;
    assert!(
        content(&list).contains("**Four-Fold Chess**: done"),
        "{list}"
    );
    let of = course.exercises.len();
    let kept = format!("Further: 1 of {of} lessons done");
    assert!(content(&list).contains(&kept), "{list}");
    assert!(has_button(&list, "Four-Fold Chess: further"), "{list}");
    // Somebody new to the Tower Game is offered the small board first.
    let game = [("game", "tower")];
    let mut shown = harness.command(BOB, GENERAL, "learn", &game).await.message;
    while has_button(&shown, "Skip") {
        shown = harness.click(BOB, &shown, "Skip").await.message;
    }
    let board = harness.click(BOB, &shown, "Play the machine").await.message;
    assert!(content(&board).contains("(Chamber"), "{board}");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_a_puzzle_is_shown_in_parts_beside_it() {
    let harness = Harness::unhurried().await;
    let set = puzzle_of(&harness, "towers").await;
    let part = harness.click(CAROL, &set, "Larger").await.message;
    assert!(is_private(&part), "{part}");
    assert_ne!(part["id"], set["id"], "the puzzle stays where it is");
    let first = picture(&part).await;
    let others = components(&part);
    let other = others.iter().find(|button| button["style"] == 2).unwrap();
    let id = other["custom_id"].as_str().unwrap();
    let next = harness.press(CAROL, &part, id).await.message;
    assert_eq!(next["id"], part["id"], "in its place");
    assert_ne!(picture(&next).await, first);
    // Nobody sees another's puzzle by its button.
    let own = harness.command(BOB, GENERAL, "learn", &[]).await.message;
    let forged = harness.server.shared();
    let forged = forged
        .deliver(rookery::sandbox::Raw {
            kind: 3,
            user: BOB.parse().unwrap(),
            channel: GENERAL.parse().unwrap(),
            data: json!({"component_type": 2, "custom_id": button(&set, "Larger")}),
            over: json!({"message": own}),
        })
        .await;
    let forged = forged.message.unwrap();
    assert!(content(&forged).contains("somebody else"), "{forged}");
    harness.end().await;
}

/// A button of a course or a lesson that there is not does nothing, and is no progress.
#[tokio::test(flavor = "multi_thread")]
async fn forged_buttons_of_courses_are_no_progress() {
    let harness = Harness::new().await;
    let options = [("game", "abstractmore")];
    let lesson = harness.command(ALICE, GENERAL, "learn", &options).await;
    let lesson = lesson.message;
    assert!(
        content(&lesson).contains("further lesson 1 of 7"),
        "{lesson}"
    );
    let skip = button(&lesson, "Skip");
    for (part, forged) in [
        ("abstractmore", "abstractless"),
        ("abstractmore", "Abstractmore"),
        ("abstractmore:", "abstractmore:9"),
    ] {
        let id = skip.replacen(part, forged, 1);
        assert_ne!(id, skip);
        let shared = harness.server.shared();
        let answered = shared
            .deliver(rookery::sandbox::Raw {
                kind: 3,
                user: ALICE.parse().unwrap(),
                channel: GENERAL.parse().unwrap(),
                data: json!({"component_type": 2, "custom_id": id}),
                over: json!({"message": lesson}),
            })
            .await;
        let message = answered.message.unwrap_or_default();
        assert!(!content(&message).contains("lesson 2"), "{id}: {message}");
    }
    let all = harness.command(ALICE, GENERAL, "learn", &[]).await.message;
    assert!(content(&all).contains("Further: 7 lessons"), "{all}");
    harness.end().await;
}

/// The bot asks about a bare square to which no pawn goes: a slip would be judged as an answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_bare_square_is_asked_about_before_it_is_judged() {
    let harness = Harness::unhurried().await;
    let set = puzzle_of(&harness, "abstract").await;
    let listed = shown_puzzle(&set);
    let board = listed.game().unwrap();
    let files = 'a'..='h';
    let mut squares = files.flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}")));
    let (square, meant) = squares
        .find_map(|square| {
            let meant = board.parse_move(&square).ok()?;
            (!meant.starts_with('P')).then_some((square, meant))
        })
        .expect("a square that only one piece can go to");
    let asked = typed(&harness, CAROL, &set, &square).await;
    assert_eq!(asked["id"], set["id"], "in its place");
    assert!(
        content(&asked).contains("You named only a square"),
        "{asked}"
    );
    let profile = async || {
        let shown = harness.command(CAROL, GENERAL, "profile", &[]).await;
        content(&shown.message).contains("Puzzles:")
    };
    assert!(!profile().await, "nothing is judged yet");
    let back = harness.click(CAROL, &asked, "Back").await.message;
    assert!(has_button(&back, "Type a move"), "{back}");
    let asked = typed(&harness, CAROL, &back, &square).await;
    let judged = harness.click(CAROL, &asked, "Play it").await.message;
    let display = &board.boxed_clone().play(&meant).unwrap().display;
    assert!(
        content(&judged).contains(&format!("`{display}`")),
        "{judged}"
    );
    assert!(
        content(&judged).contains(['✅', '❌']) && profile().await,
        "{judged}"
    );
    harness.end().await;
}

/// A verdict that takes longer than Discord waits still replaces its task.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_verdict_takes_the_place_of_its_task_too() {
    let mut harness = Harness::unhurried().await;
    let game = [("game", "abstract")];
    let first = harness
        .command(ALICE, GENERAL, "learn", &game)
        .await
        .message;
    let form = open_form(&harness, ALICE, &first).await;
    harness.stop_bot().await;
    harness.be_late();
    harness.start_bot().await;
    fill_in(&harness, ALICE, &first, &form, "Nd3-f4").await;
    let judged = |m: &Value| content(m).contains('❌');
    let judged = harness.message(ALICE, GENERAL, judged).await;
    assert_eq!(judged["id"], first["id"], "{judged}");
    harness.end().await;
}

/// The first board of a game leads to its lessons, in a message that only the asker sees; a private game's message stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_board_leads_to_the_lessons() {
    let harness = Harness::new().await;
    let (thread, board) = harness.begin().await;
    let lesson = harness.click(CAROL, &board, "Learn").await.message;
    assert!(
        is_private(&lesson) && content(&lesson).contains("lesson 1 of"),
        "{lesson}"
    );
    let moved = harness.play(ALICE, &thread, "Pa2-a3").await.message;
    assert!(!has_button(&moved, "Learn"), "{moved}");

    let alone = begin(&harness, GENERAL, "abstract", 1, json!([])).await;
    let lesson = harness.click(ALICE, &alone, "Learn").await.message;
    assert!(
        lesson["id"] != alone["id"] && content(&lesson).contains("lesson 1 of"),
        "{lesson}"
    );
    harness.end().await;
}
