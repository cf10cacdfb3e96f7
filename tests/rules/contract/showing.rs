//! Tests of words and pictures.

use super::*;

/// Words for a picture keep to Discord's limit of 1,024 characters, and to smaller limits.
#[test]
fn words_keep_to_their_limit() {
    for sample in SAMPLES.iter() {
        for limit in [0, 1, 2, 10, 100, 400, 1024] {
            let words = sample.game.alt_text(limit);
            assert!(words.chars().count() <= limit, "{limit}: {words}");
            assert!(!words.is_empty() || limit < 10, "{}", sample.name());
            assert!(!words.contains(": ."), "an empty list: {words}");
        }
        let danger = sample.game.check_warning();
        assert!(
            danger.is_none_or(|line| line.chars().count() <= 300),
            "{}",
            sample.name()
        );
        for line in sample.game.status_lines() {
            assert!((1..=300).contains(&line.chars().count()), "{line}");
        }
        for topic in sample.game.topics() {
            assert!(topic.key.starts_with(sample.kind.key), "{topic:?}");
            assert!((1..=300).contains(&topic.line.chars().count()), "{topic:?}");
        }
        if sample.kind.seats.len() > 2 && sample.game.status().is_over() {
            let placings = sample.game.placings().unwrap();
            assert_eq!(placings.len(), sample.kind.seats.len(), "{}", sample.name());
            assert!(placings.contains(&1), "{}", sample.name());
        }
    }
}

/// Moves marked in a picture are also described in words.
fn check_reach(scene: &Scene, said: Option<&str>, square: &str) {
    let marks = scene.grids.iter().flat_map(|grid| &grid.cells).flatten();
    let mut marks = marks.flat_map(|cell| &cell.marks);
    let shown = marks.any(|mark| matches!(mark, Mark::Reach | Mark::Capture | Mark::Special));
    let described = said.is_some_and(|said| said.contains(" can "));
    assert_eq!(shown, described, "{square}: {said:?}");
}

pub(super) fn check_scene(scene: &Scene, name: &str) {
    let at_most = |limit: usize, text: &str| {
        assert!(text.chars().count() <= limit, "{text:?}: {name}");
    };
    assert!(!scene.grids.is_empty() && scene.columns >= 1, "{name}");
    assert!((24..=120).contains(&scene.cell), "{name}");
    for grid in &scene.grids {
        assert_eq!(
            grid.cells.len(),
            usize::from(grid.width) * usize::from(grid.height),
            "{name}"
        );
        assert!(grid.scale > 0.0 && grid.scale <= 2.0, "{name}");
        if let Some(badge) = &grid.badge {
            at_most(4, &badge.text);
            at_most(24, &badge.note);
        }
        for label in &grid.labels {
            at_most(24, &label.text);
            let (width, height) = (f32::from(grid.width), f32::from(grid.height));
            assert!(
                (-1.0..=width + 1.0).contains(&label.x) && (-1.0..=height + 1.0).contains(&label.y),
                "{label:?}: {name}"
            );
        }
        for token in grid
            .cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.token.as_ref())
        {
            at_most(3, &token.count);
            assert!(token.pips.is_none_or(|pips| pips <= 3), "{name}");
        }
    }
    for tray in &scene.trays {
        at_most(24, &tray.title);
        for item in &tray.items {
            at_most(24, &item.text);
        }
    }
    if let Some(turn) = &scene.turn {
        at_most(24, &turn.text);
        at_most(32, &turn.detail);
    }
}

/// A ring around a piece in danger is accompanied by a warning in words.
#[test]
fn what_a_picture_rings_is_warned_of_in_words() {
    let mut rings = 0;
    for sample in SAMPLES
        .iter()
        .filter(|sample| !sample.game.status().is_over())
    {
        let scene = sample.game.scene(&View::default());
        let mut cells = scene.grids.iter().flat_map(|grid| &grid.cells).flatten();
        if cells.any(|cell| cell.marks.contains(&Mark::Danger)) {
            rings += 1;
            let warned = sample.game.check_warning().is_some() || !sample.game.exposed().is_empty();
            assert!(warned, "{}: {}", sample.name(), sample.game.text());
        }
    }
    assert!(rings > 0, "no position has a piece in danger");
}

/// The note of whose turn it is shows a piece of the game.
#[test]
fn a_piece_of_the_game_shows_whose_turn_it_is() {
    for kind in GAMES {
        let game = kind.new_game(&Options::new()).unwrap();
        let Some(turn) = game.scene(&View::default()).turn else {
            continue;
        };
        let specimens = game.specimens();
        let mut grids = specimens.iter().flat_map(|one| &one.scene.grids);
        let is_shown = |grid: &Grid| {
            let mut tokens = grid
                .cells
                .iter()
                .flatten()
                .filter_map(|it| it.token.as_ref());
            tokens.any(|token| token.figure == turn.figure)
        };
        assert!(grids.any(is_shown), "{}: {:?}", kind.key, turn.figure);
    }
}

/// Texts and numbers of scenes keep to the bounds documented in [`rookery::scene`].
#[test]
fn scenes_keep_to_their_form() {
    let mut dice = ChaCha8Rng::seed_from_u64(2017);
    for sample in SAMPLES.iter() {
        let name = sample.name();
        let mut views = vec![View::default()];
        for seat in sample.kind.all_seats().chain([Seat(250)]) {
            views.push(View {
                from: Some(seat),
                ..View::default()
            });
        }
        for layout in ["wide", "no such layout"] {
            views.push(View {
                layout: Some(layout.to_owned()),
                ..View::default()
            });
        }
        for choice in sample.game.choices("").options {
            let square: String = choice
                .text
                .trim_start_matches(|letter: char| !letter.is_lowercase())
                .to_owned();
            let said = sample.game.reach(&square);
            let square = View {
                reach: Some(square),
                ..View::default()
            };
            check_reach(&sample.game.scene(&square), said.as_deref(), &name);
            views.push(square);
        }
        for reach in hostile(sample, &mut dice) {
            views.push(View {
                reach: Some(reach.to_owned()),
                ..View::default()
            });
        }
        for view in &views {
            check_scene(&sample.game.scene(view), &name);
        }
    }
}

/// The public picture never turns by itself: it is the first seat's.
#[test]
fn the_public_picture_is_the_first_seats() {
    for sample in SAMPLES.iter() {
        let first = View {
            from: Some(Seat(0)),
            ..View::default()
        };
        if sample.kind.seats.len() == 2 {
            assert_eq!(
                sample.game.scene(&View::default()),
                sample.game.scene(&first),
                "{}",
                sample.name()
            );
        }
    }
}
