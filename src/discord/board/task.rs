//! Lessons and puzzles: a task as it stands, and the menus that lead to a move in it.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use super::menu::ChoicePage;
use crate::app::{Posed, Progress, PuzzlePost, SoloTask, TaskState, TaskSteps};
use crate::discord::custom_id::{CustomId, Path, TaskPress};
use crate::discord::reply::{File, Reply, button, buttons};
use crate::discord::texts;

/// A task, its picture, and what can be done with it.
pub fn posed(posed: &Posed, drawn: Option<Vec<u8>>) -> Reply {
    let mut lines = vec![format!("**{}**", posed.heading)];
    lines.extend(posed.lines.iter().cloned());
    if is_last(posed) && posed.state == TaskState::Done {
        lines.push(texts::LEARN_END.to_owned());
    }
    let mut reply = Reply::private(lines.join("\n")).row(match posed.state {
        TaskState::Open | TaskState::Missed => open(posed),
        TaskState::Done => done(posed),
    });
    attach(&mut reply, &posed.alt, drawn);
    reply
}

fn task(
    custom_id: TaskPress,
    label: &str,
    style: ButtonStyle,
) -> Option<serenity::builder::CreateButton> {
    button(&CustomId::Task(custom_id), label, style)
}

fn open(posed: &Posed) -> Option<CreateActionRow> {
    let choose = TaskPress::Choose {
        task: posed.task.clone(),
        path: Path::default(),
        page: 0,
    };
    let common = [
        task(choose, texts::BUTTON_CHOOSE, ButtonStyle::Primary),
        task(
            TaskPress::Type(posed.task.clone()),
            texts::BUTTON_TYPE,
            ButtonStyle::Primary,
        ),
    ];
    let aside = match &posed.task {
        SoloTask::Exercise { key, step } => {
            let back = step.checked_sub(1).and_then(|step| {
                let key = key.clone();
                task(
                    TaskPress::Show(SoloTask::Exercise { key, step }),
                    texts::BUTTON_LESSON_BACK,
                    ButtonStyle::Secondary,
                )
            });
            let skip = (step + 1 < posed.of).then(|| TaskPress::Skip {
                key: key.clone(),
                step: step + 1,
            });
            let skip = skip.and_then(|skip| task(skip, texts::BUTTON_SKIP, ButtonStyle::Secondary));
            [back, skip]
        }
        SoloTask::Puzzle { id, ply } => {
            let solution = TaskPress::Solution { id: *id, ply: *ply };
            let next = task(solution, texts::BUTTON_SOLUTION, ButtonStyle::Secondary);
            [next, None]
        }
    };
    buttons(common.into_iter().chain(aside))
}

fn done(posed: &Posed) -> Option<CreateActionRow> {
    let (custom_id, label) = match &posed.task {
        SoloTask::Exercise { key, .. } if is_last(posed) => (
            TaskPress::Show(SoloTask::Exercise {
                key: key.clone(),
                step: 0,
            }),
            texts::BUTTON_LESSON_AGAIN,
        ),
        SoloTask::Exercise { key, step } => (
            TaskPress::Show(SoloTask::Exercise {
                key: key.clone(),
                step: step + 1,
            }),
            texts::BUTTON_NEXT_LESSON,
        ),
        SoloTask::Puzzle { .. } => (
            TaskPress::Next {
                key: Some(posed.key.to_owned()),
            },
            texts::BUTTON_NEXT_PUZZLE,
        ),
    };
    buttons([task(custom_id, label, ButtonStyle::Success)])
}

fn is_last(posed: &Posed) -> bool {
    matches!(posed.task, SoloTask::Exercise { step, .. } if step + 1 >= posed.of)
}

/// The guided menu of a task where it stands.
pub fn task_steps(steps: &TaskSteps, path: &Path, page: usize, drawn: Option<Vec<u8>>) -> Reply {
    let posed = &steps.posed;
    let mut lines = vec![format!("**{}**", posed.heading)];
    lines.extend(posed.lines.last().cloned());
    let choose = |path: Path, page: usize| TaskPress::Choose {
        task: posed.task.clone(),
        path,
        page: u16::try_from(page).unwrap_or(u16::MAX),
    };
    let back = match path.0.is_empty() {
        true => TaskPress::Show(posed.task.clone()),
        false => choose(path.back(), 0),
    };
    let back = task(back, texts::BUTTON_BACK, ButtonStyle::Secondary);
    let mut rows: Vec<CreateActionRow> = Vec::new();
    if steps.whole {
        lines.push(texts::ready(&steps.text));
        let go = TaskPress::Go {
            task: posed.task.clone(),
            path: path.clone(),
        };
        rows.extend(buttons([
            task(go, &texts::button_play(&steps.text), ButtonStyle::Success),
            back,
        ]));
    } else {
        if !steps.text.is_empty() {
            lines.push(texts::so_far(&steps.text));
        }
        lines.extend(steps.reach.iter().cloned());
        let shown = ChoicePage::new(&steps.choices, page);
        lines.extend(shown.lines());
        let pick = TaskPress::Pick {
            task: posed.task.clone(),
            path: path.clone(),
        };
        rows.extend(shown.menu(&CustomId::Task(pick)));
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
    attach(&mut reply, &posed.alt, drawn);
    reply
}

/// The guided first games, with a button for each.
pub fn tutorials(all: &[Progress]) -> Reply {
    let mut lines = vec![texts::LEARN.to_owned()];
    lines.extend(all.iter().map(texts::progress));
    let mut reply = Reply::private(lines.join("\n"));
    for five in all.chunks(5) {
        let row = five.iter().map(|one| {
            let step = if one.done < one.of { one.done } else { 0 };
            let key = one.key.to_owned();
            task(
                TaskPress::Show(SoloTask::Exercise { key, step }),
                one.name,
                ButtonStyle::Primary,
            )
        });
        reply.rows.extend(buttons(row));
    }
    reply
}

/// A puzzle of the day, which everybody solves on a board of their own. It rings nobody.
pub fn puzzle_post(post: &PuzzlePost, drawn: Option<Vec<u8>>) -> Reply {
    let mut reply = Reply::public(texts::puzzle_of_the_day(post)).row(buttons([task(
        TaskPress::Solve { id: post.id },
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
