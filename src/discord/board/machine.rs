//! Buttons about the machine, hints, and the review of a game.

use serenity::builder::CreateButton;
use serenity::model::application::ButtonStyle;

use super::correspondence;
use super::parts::{Readers, board_button};
use crate::app::{Explored, FirstHint, Hint, MatchView, OfferKind, Phase, ReviewNote, SoloResult};
use crate::discord::custom_id::{At, CustomId, MachineAction};
use crate::discord::markdown::{CONTENT, cut};
use crate::discord::reply::{File, MenuOption, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::engine::Level;
use crate::match_state::{GameId, UserId};
use crate::scene::{Badge, Scene};

/// The number of the level against which a game goes on after a review.
const USUAL: u8 = 3;

fn machine_button(
    custom_id: MachineAction,
    label: &str,
    style: ButtonStyle,
) -> Option<CreateButton> {
    button(&CustomId::Machine(custom_id), label, style)
}

/// Returns the machine's level in a match of one person against it alone.
pub(super) fn opponent(match_view: &MatchView) -> Option<&'static Level> {
    let mut people: Vec<UserId> = Vec::new();
    let mut levels = Vec::new();
    for (_, user) in &match_view.seats {
        let user = (*user)?;
        match user.machine_level() {
            Some(level) => levels.push(level),
            None if people.contains(&user) => {}
            None => people.push(user),
        }
    }
    let strongest = levels.into_iter().max_by_key(|level| level.number);
    strongest.filter(|_| people.len() == 1)
}

/// True if the game has begun and is over.
fn is_over(match_view: &MatchView) -> bool {
    let begun = match_view.seats.iter().all(|(_, user)| user.is_some());
    matches!(match_view.phase, Phase::Over { .. }) && begun
}

/// Returns the button of an open table that gives its free seats to the machine.
pub fn fill(match_view: &MatchView) -> Option<CreateButton> {
    let label = if match_view.seats.len() > 2 {
        texts::BUTTON_MACHINES
    } else {
        texts::BUTTON_MACHINE
    };
    let game = match_view.game;
    machine_button(MachineAction::Levels(game), label, ButtonStyle::Primary)
}

/// Returns the person who has played alone against the machine, and their result in a sentence; `None` while the game
/// goes on.
pub(super) fn card(match_view: &MatchView) -> Option<(UserId, String)> {
    let result = match_view.result?;
    let seats = match_view.seats.iter().zip(0..);
    let (user, seat) = seats
        .filter_map(|((_, user), seat)| Some(((*user)?, seat)))
        .find(|(user, _)| !user.is_machine())?;
    // Of four sides some go out earlier, and their turns are not counted.
    let length = match match_view.seats.len() {
        2 => texts::Length::Moves((match_view.moves + 1).saturating_sub(seat) / 2),
        _ => texts::Length::Rounds(match_view.rounds),
    };
    let level = opponent(match_view)?;
    let words = texts::solo_result(user, result, level, match_view.rivals, length);
    Some((user, words))
}

/// Returns the buttons below the board of a match against the machine, or of any match that is over.
pub fn row(match_view: &MatchView, readers: Readers) -> Vec<Option<CreateButton>> {
    let (game, ply) = (match_view.game, match_view.ply);
    let opponent = opponent(match_view);
    if is_over(match_view) {
        let step = |by: i16| {
            let number = u8::try_from(i16::from(opponent?.number) + by).ok()?;
            match_view
                .levels
                .iter()
                .find(|level| level.number == number)
        };
        let again = |level: Option<&'static Level>, label: fn(&Level) -> String| {
            let level = level?;
            let custom_id = MachineAction::Again { game, level };
            machine_button(custom_id, &label(level), ButtonStyle::Primary)
        };
        let (won, lost) = match match_view.result {
            Some(SoloResult::Won) => (true, false),
            Some(SoloResult::Lost) => (false, true),
            Some(SoloResult::Drawn) | None => (false, false),
        };
        let same = match_view
            .levels
            .iter()
            .find(|level| Some(*level) == opponent);
        let review = match_view.last.as_ref().map(|_| {
            machine_button(
                MachineAction::Review(game),
                texts::BUTTON_REVIEW,
                ButtonStyle::Secondary,
            )
        });
        let play_out = opponent.filter(|_| match_view.given_up).map(|level| {
            let custom_id = MachineAction::GoOn { game, ply, level };
            machine_button(custom_id, texts::BUTTON_PLAY_OUT, ButtonStyle::Secondary)
        });
        return vec![
            play_out.flatten(),
            again(step(1).filter(|_| !lost), texts::button_level_up),
            again(same, texts::button_again),
            again(step(-1).filter(|_| !won), texts::button_level_down),
            review.flatten(),
        ];
    }
    let turns = match_view.next.iter().any(|(_, user)| !user.is_machine());
    if matches!(match_view.phase, Phase::Playing) && opponent.is_some() && turns {
        let back = readers == Readers::All
            && correspondence::has_moved(match_view, |user| !user.is_machine());
        let kind = OfferKind::Takeback;
        let back = back.then(|| {
            button(
                &CustomId::Offer { game, ply, kind },
                texts::BUTTON_TAKEBACK,
                ButtonStyle::Secondary,
            )
        });
        return vec![
            (!match_view.hides)
                .then(|| {
                    machine_button(
                        MachineAction::Hint(At { game, ply }),
                        texts::BUTTON_HINT,
                        ButtonStyle::Secondary,
                    )
                })
                .flatten(),
            back.flatten(),
        ];
    }
    Vec::new()
}

/// Asks for the level that takes the free seats of a table.
pub fn levels(game: GameId, levels: &[Level]) -> Reply {
    let choices = levels.iter().map(|level| {
        MenuOption::new(level.number.to_string(), texts::level(level))
            .about(texts::level_about(level))
    });
    let custom_id = CustomId::Machine(MachineAction::LevelMenu(game));
    Reply::private(texts::MACHINE_ASK_LEVEL).row(menu(&custom_id, texts::MACHINE_LEVELS, choices))
}

/// Shows the first part of a hint: what there is to see, without a move.
pub fn first_hint(hint: &FirstHint) -> Reply {
    Reply::private(texts::first_hint(hint)).row(buttons([hint_move_button(hint)]))
}

/// Returns the button that shows the move of a hint.
pub(super) fn hint_move_button(hint: &FirstHint) -> Option<CreateButton> {
    let (game, ply) = (hint.game, hint.ply);
    machine_button(
        MachineAction::HintMove(At { game, ply }),
        texts::BUTTON_HINT_MOVE,
        ButtonStyle::Secondary,
    )
}

/// Shows the move that a hint suggests, with the board after it.
pub fn hint_move(hint: &Hint, explored: &Explored, drawn: Option<Vec<u8>>) -> Reply {
    let display = explored.display.last().map_or("", String::as_str);
    let words = explored.words.first().map_or("", String::as_str);
    let play = CustomId::Play {
        game: hint.game,
        ply: hint.ply,
        text: hint.text.clone(),
    };
    let mut reply = Reply::private(texts::hint_move(hint, display, words)).row(buttons([
        button(&play, texts::BUTTON_PLAY_IT, ButtonStyle::Success),
        board_button(hint.game).filter(|_| explored.solo),
    ]));
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "hint.png",
            bytes,
            alt: explored.alt.clone(),
        });
    }
    reply
}

/// Returns the frames of a note's moving picture, each with its number and what it shows.
pub fn review_frames(note: &ReviewNote) -> Vec<Scene> {
    let made = (1, texts::REVIEW_MADE, Some(&note.made));
    let answer = (2, texts::REVIEW_ANSWER, note.answer.as_ref());
    let better = (3, texts::REVIEW_BETTER, Some(&note.better));
    let steps = [made, answer, better].into_iter();
    let frames = steps.filter_map(|(number, what, step)| {
        let mut scene = step?.scene.clone();
        let (text, note) = (number.to_string(), what.to_owned());
        match (&mut scene.turn, scene.grids.first_mut()) {
            (Some(turn), _) => {
                turn.text = format!("{text}: {note}");
                turn.detail.clear();
            }
            (None, Some(grid)) => {
                let lit = true;
                grid.badge = Some(Badge { text, note, lit });
            }
            (None, None) => {}
        }
        Some(scene)
    });
    frames.collect()
}

/// Shows the moves that cost a player most, a message each with a moving picture.
pub fn review(
    title: &str,
    game: GameId,
    notes: &[ReviewNote],
    drawn: Vec<Option<Vec<u8>>>,
    level: Option<&'static Level>,
) -> Vec<Reply> {
    let level = level.or_else(|| Level::numbered(USUAL));
    let mut heading = Some(texts::review(title, game, notes.len()));
    let shown = notes.iter().zip(drawn).map(|(note, bytes)| {
        let lines = heading.take().into_iter().chain([texts::review_note(note)]);
        let lines: Vec<String> = lines.collect();
        let mut reply = Reply::private(cut(&lines.join("\n"), CONTENT));
        match bytes {
            Some(bytes) => reply.files.push(File {
                name: "review.gif",
                bytes,
                alt: note.alt.clone(),
            }),
            None => reply.content = format!("{}\n{}", reply.content, texts::no_picture(&note.alt)),
        }
        let go_on = level.map(|level| {
            let (ply, label) = (note.ply, texts::button_go_on(note.number));
            let custom_id = MachineAction::GoOn { game, ply, level };
            machine_button(custom_id, &label, ButtonStyle::Secondary)
        });
        reply.row(buttons([go_on.flatten()]))
    });
    shown.collect()
}
