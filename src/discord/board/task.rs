//! Lessons and puzzles: the message of a task, and the menus that lead to a move in it.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::menu::{self, ChoicePage};
use crate::app::{Progress, PuzzlePost, SoloTask, TaskState, TaskSteps, TaskView};
use crate::discord::custom_id::{CustomId, Path, TaskAction, TaskMenu};
use crate::discord::reply::{self, File, MenuOption, Reply, button, buttons};
use crate::discord::texts;
use crate::rules::GameInfo;

/// Shows a task, its picture, and what can be done with it.
pub fn task_view(task_view: &TaskView, drawn: Option<Vec<u8>>) -> Reply {
    let mut lines = vec![format!("**{}**", task_view.heading)];
    lines.extend(task_view.lines.iter().cloned());
    if is_last(task_view) && task_view.state == TaskState::Done {
        lines.push(texts::learn_end(task_view.then));
    }
    let mut reply = Reply::private(lines.join("\n")).row(match task_view.state {
        TaskState::Open | TaskState::Missed => open(task_view),
        TaskState::Done => done(task_view),
    });
    attach(&mut reply, &task_view.alt, drawn);
    reply
}

fn task(
    custom_id: TaskAction,
    label: &str,
    style: ButtonStyle,
) -> Option<serenity::builder::CreateButton> {
    button(&CustomId::Task(custom_id), label, style)
}

fn open(task_view: &TaskView) -> Option<CreateActionRow> {
    let choose = TaskAction::Choose {
        task: task_view.task.clone(),
        path: Path::default(),
        page: 0,
    };
    let common = [
        task(choose, texts::BUTTON_CHOOSE, ButtonStyle::Primary),
        task(
            TaskAction::Type(task_view.task.clone()),
            texts::BUTTON_TYPE,
            ButtonStyle::Primary,
        ),
    ];
    let aside = match &task_view.task {
        SoloTask::Exercise { key, step } => {
            let back = step.checked_sub(1).and_then(|step| {
                let key = key.clone();
                task(
                    TaskAction::Show(SoloTask::Exercise { key, step }),
                    texts::BUTTON_LESSON_BACK,
                    ButtonStyle::Secondary,
                )
            });
            let skip = TaskAction::Skip {
                key: key.clone(),
                step: step + 1,
            };
            let skip = task(skip, texts::BUTTON_SKIP, ButtonStyle::Secondary);
            [back, skip]
        }
        SoloTask::Puzzle { id, ply } => {
            let solution = TaskAction::Solution { id: *id, ply: *ply };
            let next = task(solution, texts::BUTTON_SOLUTION, ButtonStyle::Secondary);
            [next, None]
        }
    };
    let larger = TaskAction::Larger(task_view.task.clone());
    let larger = task(larger, texts::BUTTON_LARGER, ButtonStyle::Secondary);
    buttons(common.into_iter().chain(aside).chain([larger]))
}

fn done(task_view: &TaskView) -> Option<CreateActionRow> {
    let (custom_id, label) = match &task_view.task {
        SoloTask::Exercise { key, .. } if is_last(task_view) => {
            let first = |key: &str| {
                let key = key.to_owned();
                TaskAction::Show(SoloTask::Exercise { key, step: 0 })
            };
            let game = task_view.key.to_owned();
            let then = task_view.then.map(|course| {
                let further = first(course.key);
                task(further, texts::BUTTON_FURTHER, ButtonStyle::Primary)
            });
            return buttons([
                task(
                    TaskAction::Play(game),
                    texts::BUTTON_FIRST_GAME,
                    ButtonStyle::Success,
                ),
                then.flatten(),
                task(
                    first(key),
                    texts::BUTTON_LESSON_AGAIN,
                    ButtonStyle::Secondary,
                ),
            ]);
        }
        SoloTask::Exercise { key, step } => (
            TaskAction::Show(SoloTask::Exercise {
                key: key.clone(),
                step: step + 1,
            }),
            texts::BUTTON_NEXT_LESSON,
        ),
        SoloTask::Puzzle { id, .. } => {
            let key = Some(task_view.key.to_owned());
            return buttons([
                task(
                    TaskAction::Next(key),
                    texts::BUTTON_NEXT_PUZZLE,
                    ButtonStyle::Success,
                ),
                task(
                    TaskAction::Another(*id),
                    texts::BUTTON_ANOTHER_PUZZLE,
                    ButtonStyle::Secondary,
                ),
            ]);
        }
    };
    buttons([task(custom_id, label, ButtonStyle::Success)])
}

fn is_last(task_view: &TaskView) -> bool {
    matches!(task_view.task, SoloTask::Exercise { step, .. } if step + 1 >= task_view.of)
}

/// Shows the guided menu of a task at a step.
pub fn task_steps(steps: &TaskSteps, page: usize, drawn: Option<Vec<u8>>) -> Reply {
    let task_view = &steps.task_view;
    let mut lines = vec![format!("**{}**", task_view.heading)];
    lines.extend(task_view.lines.last().cloned());
    let choose = |path: Path, page: usize| TaskAction::Choose {
        task: task_view.task.clone(),
        path,
        page: u16::try_from(page).unwrap_or(u16::MAX),
    };
    let path = Path(steps.walk.path.clone());
    let back = match steps.walk.back() {
        None => TaskAction::Show(task_view.task.clone()),
        Some(back) => choose(Path(back.to_vec()), 0),
    };
    let back = task(back, texts::BUTTON_BACK, ButtonStyle::Secondary);
    let mut rows: Vec<CreateActionRow> = Vec::new();
    if steps.walk.whole {
        lines.push(texts::would_be(&steps.display));
        lines.push(steps.words.clone());
        lines.extend(menu::only(&steps.walk));
        let go = TaskAction::Go {
            task: task_view.task.clone(),
            path: path.clone(),
        };
        rows.extend(buttons([
            task(go, texts::BUTTON_PLAY_IT, ButtonStyle::Success),
            back,
        ]));
    } else {
        lines.extend(menu::so_far(&steps.walk));
        let shown = ChoicePage::new(&steps.walk.choices, page);
        lines.extend(shown.lines());
        let pick = TaskAction::Pick {
            task: task_view.task.clone(),
            path: path.clone(),
        };
        rows.extend(shown.menu(&CustomId::Task(pick), texts::CHOOSE_PLACEHOLDER));
        let turn = |target: Option<usize>, label: &str| {
            task(choose(path.clone(), target?), label, ButtonStyle::Secondary)
        };
        rows.extend(buttons([
            turn(shown.previous(), texts::BUTTON_PREVIOUS),
            turn(shown.next(), texts::BUTTON_NEXT),
            back,
        ]));
    }
    let mut reply = Reply::private(lines.join("\n"));
    reply.rows = rows;
    attach(&mut reply, &steps.alt, drawn);
    reply
}

/// Asks whether the user means this move, of which they typed only a square.
pub fn task_asked(
    task_view: &TaskView,
    text: String,
    display: &str,
    words: String,
    drawn: Option<Vec<u8>>,
) -> Reply {
    let lines = [
        format!("**{}**", task_view.heading),
        texts::would_be(display),
        words,
        texts::BARE_SQUARE.to_owned(),
    ];
    let own = || task_view.task.clone();
    let answer = TaskAction::Answer { task: own(), text };
    let back = TaskAction::Show(own());
    let mut reply = Reply::private(lines.join("\n")).row(buttons([
        task(answer, texts::BUTTON_PLAY_IT, ButtonStyle::Success),
        task(back, texts::BUTTON_BACK, ButtonStyle::Secondary),
    ]));
    attach(&mut reply, &task_view.alt, drawn);
    reply
}

/// Lists the courses, with a button for each: first courses in rows before those that come after them.
pub fn tutorials(all: &[Progress]) -> Reply {
    let mut lines = vec![texts::LEARN.to_owned()];
    lines.extend(all.iter().map(texts::progress));
    let mut reply = Reply::private(lines.join("\n"));
    let (further, first): (Vec<&Progress>, Vec<&Progress>) =
        all.iter().partition(|one| one.further);
    let rows = [
        (first, ButtonStyle::Primary),
        (further, ButtonStyle::Secondary),
    ];
    for (courses, style) in rows {
        for five in courses.chunks(5) {
            let row = five.iter().map(|one| {
                let (key, step) = (one.key.to_owned(), one.next());
                let show = TaskAction::Show(SoloTask::Exercise { key, step });
                task(show, &texts::course(one), style)
            });
            reply.rows.extend(buttons(row));
        }
    }
    reply
}

/// Explains the bot, with a menu of games to play at once and one of games to learn, a line about each.
pub fn help(games: &[&'static GameInfo], all: &[Progress]) -> Reply {
    let play = games
        .iter()
        .map(|kind| MenuOption::new(kind.key, kind.name).about(kind.summary));
    let learn = all.iter().map(|one| {
        let value = TaskAction::lesson(one.key, one.next());
        MenuOption::new(value, texts::course(one)).about(one.about)
    });
    let menu = |of| CustomId::Task(TaskAction::Menu(of));
    Reply::private(texts::help(games))
        .row(reply::menu(&menu(TaskMenu::Play), texts::PLAY_A_GAME, play))
        .row(reply::menu(
            &menu(TaskMenu::Learn),
            texts::LEARN_A_GAME,
            learn,
        ))
}

/// Builds the post of a puzzle of the day, which everybody solves on a private board. The post notifies nobody.
pub fn puzzle_post(post: &PuzzlePost, drawn: Option<Vec<u8>>) -> Reply {
    let mut reply = Reply::public(texts::puzzle_of_the_day(post)).row(buttons([task(
        TaskAction::Solve(post.id),
        texts::BUTTON_SOLVE,
        ButtonStyle::Primary,
    )]));
    reply.silent = true;
    attach(&mut reply, &post.alt, drawn);
    reply
}

fn attach(reply: &mut Reply, alt: &str, drawn: Option<Vec<u8>>) {
    match drawn {
        Some(bytes) => reply.files.push(File {
            name: "board.png",
            bytes,
            alt: alt.to_owned(),
        }),
        None => reply.content = format!("{}\n{}", reply.content, texts::no_picture(alt)),
    }
}
