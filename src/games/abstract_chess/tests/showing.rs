//! Pictures, sentences and choices.

use super::*;

/// Returns the marks on a square of a scene as White sees it.
fn marks<'s>(scene: &'s Scene, square: &str) -> &'s [Mark] {
    let [file, rank] = square.as_bytes() else {
        panic!("{square}")
    };
    let index = usize::from(b'8' - rank) * 8 + usize::from(file - b'a');
    &scene.grids[0].cells[index].as_ref().unwrap().marks
}

#[test]
fn the_picture_marks_moves_dangers_and_reach() {
    let mut game = at("7k/6T1/7N/8/1r6/2r5/8/K7 w - 0");
    game.play("h6+g7").unwrap();
    let scene = game.scene(&View::default());
    assert_eq!(marks(&scene, "h6"), [Mark::From]);
    assert_eq!(marks(&scene, "g7"), [Mark::To]);
    assert_eq!(marks(&scene, "h8"), [Mark::Danger]);
    assert_eq!(marks(&scene, "a1"), []);
    let ground = |index: usize| scene.grids[0].cells[index].as_ref().unwrap().ground;
    assert_eq!(
        (ground(56), ground(63)),
        (Ground::Dark, Ground::Light),
        "a1 is dark"
    );
    let reach = View {
        reach: Some("c1".to_owned()),
        ..View::default()
    };
    let scene = at("7k/8/8/8/8/p7/3P4/2B1K3 w - 0").scene(&reach);
    assert_eq!(marks(&scene, "c1"), [Mark::Chosen]);
    assert_eq!(marks(&scene, "b2"), [Mark::Reach]);
    assert_eq!(marks(&scene, "a3"), [Mark::Capture]);
    assert_eq!(marks(&scene, "d2"), [Mark::Special]);
}

#[test]
fn the_picture_turns_to_black() {
    let game = new_game();
    let turned = game.scene(&View {
        from: Some(Seat::BLACK),
        ..View::default()
    });
    let mut cells = game.scene(&View::default()).grids[0].cells.clone();
    cells.reverse();
    assert_eq!(turned.grids[0].cells, cells);
    assert_eq!(turned.grids[0].labels[0].text, "h");
}

#[test]
fn the_board_in_words() {
    let game = at("7k/8/8/8/8/2R5/1P5P/K7 w - 0");
    assert_eq!(
        game.alt_text(1024),
        "White: royal stone a1; four-stack c3; single stones b2 h2. Black: royal stone h8."
    );
    assert_eq!(game.alt_text(10), "White: ro…");
}

#[test]
fn choices_go_from_piece_to_move_to_transfer() {
    let game = with(&[("turn", "double")], "7k/8/8/8/8/8/7P/K5NP w - 3");
    let texts = |partial: &str| -> Vec<String> {
        game.choices(partial)
            .options
            .into_iter()
            .map(|choice| choice.text)
            .collect()
    };
    assert_eq!(texts(""), ["Ka1", "Ng1", "Ph2"]);
    assert_eq!(texts("Ng1")[..2], ["Ng1-h3", "Ng1-h3,"]);
    assert_eq!(texts("Ng1-f3,"), ["Ng1-f3,h1", "Ng1-f3,h2"]);
    assert_eq!(texts("Ng1-f3,h1"), ["Ng1-f3,h1+h2"]);
    let labels = game.choices("Ng1-f3,h1").options;
    assert_eq!(labels[0].label, "Ng1-f3,h1+h2 (1→0, 1→2)");
}

/// The game has no check, and so no sign for one.
#[test]
fn no_sign_tells_of_a_royal_stone_in_danger() {
    let text = "7k/6T1/7N/8/1r6/2r5/8/K7 w - 0";
    let mut game = KIND.from_position(&Options::new(), text).unwrap();
    let display = game.play("h6+g7").unwrap().display;
    assert!(game.check() && !display.ends_with('+'), "{display}");
}
