//! Position texts and pictures.

use super::*;

#[test]
fn bad_positions_are_refused() {
    for (text, why) in [
        (START.replace("grbw", "gbrw"), "turn order"),
        (START.replace(" g ", " x "), "turn"),
        (START.replace("grbw", "rbw").replace(" g ", " r "), "king"),
        (START.replace("gK", "gQ"), "king"),
        (
            START
                .replace("gPv,gPv,4", "gPv,gP<,4")
                .replace("gPv,gP<", "gP<,gPv"),
            "far edge",
        ),
        (START.replace("- 0", "3 0"), "Without dice"),
        (START.replace(" 0", " x"), "whole number"),
        (START.replace("gR", "zR"), "a piece that is none"),
        (START.replace("/8/8/", "/8/7/"), "does not fill"),
        (
            "xK,7/8/8/8/8/8/8/gK,6,rK g gr - 0".to_owned(),
            "never frozen",
        ),
    ] {
        let rejection = KIND.from_position(&Options::new(), &text).unwrap_err();
        assert!(
            rejection.sentence.contains(why),
            "{text}: {}",
            rejection.sentence
        );
    }
}

#[test]
fn the_board_turns_to_every_side() {
    let game = KIND.new_game(&Options::new()).unwrap();
    for seat in [GREEN, RED, BLACK, WHITE] {
        let view = crate::scene::View {
            from: Some(seat),
            ..Default::default()
        };
        let scene = game.scene(&view);
        let corner = scene.grids[0].cells[7 * 8]
            .as_ref()
            .unwrap()
            .token
            .as_ref()
            .unwrap();
        assert_eq!(corner.figure, crate::scene::Figure::King);
        assert_eq!(
            corner.army,
            scene::army(Some(seat)),
            "own corner is at the lower left"
        );
        let pawn = scene.grids[0].cells[7 * 8 + 2]
            .as_ref()
            .unwrap()
            .token
            .as_ref()
            .unwrap();
        assert_eq!(pawn.facing, Some(crate::scene::Facing::Right));
    }
}

/// Descriptions name a pawn's direction instead of its sign in position texts.
#[test]
fn pawns_are_described_by_the_way_they_go() {
    let words = at(START).alt_text(1024);
    for way in [
        "pawns (to rank 1) a6 b6",
        "pawns (to file h) c7 c8",
        "pawns (to rank 8) a3 b3",
        "pawns (to file a) f1 f2",
    ] {
        assert!(words.contains(way), "{way}: {words}");
    }
    assert!(!words.contains("6v"), "{words}");
}

#[test]
fn every_page_that_has_a_piece_has_a_diagram() {
    for lesson in (KIND.lessons)() {
        let wants = [
            "overview",
            "king",
            "rook",
            "knight",
            "bishop",
            "queen",
            "pawn",
            "check",
            "leaving",
            "diagonals",
        ];
        assert_eq!(
            lesson.diagram.is_some(),
            wants.contains(&lesson.key),
            "{}",
            lesson.key
        );
        assert!(lesson.text.len() <= 1800);
    }
}

#[test]
fn the_picture_tells_who_took_over_whom_and_who_left() {
    let mut game = at("gK,6,wK/8/8/8/6,gR,1/1,rPv,5,bK/7,gR/rK,7 g grbw - 0");
    game.play("drop:white").unwrap();
    game.play("Rg4-g1").unwrap();
    let scene = game.scene(&crate::scene::View::default());
    let texts: Vec<&str> = scene
        .trays
        .iter()
        .flat_map(|tray| &tray.items)
        .map(|item| item.text.as_str())
        .collect();
    assert_eq!(
        texts,
        [
            "Green",
            "Red",
            "Black",
            "White",
            "White left",
            "Green took over Red"
        ]
    );
}

/// The sheet of pieces has no traces of the moves of the current game.
#[test]
fn the_sheet_of_pieces_is_the_same_after_a_move() {
    let mut game = KIND.new_game(&Options::new()).unwrap();
    let scenes = |game: &dyn Game| -> Vec<crate::scene::Scene> {
        let specimens = game.specimens().into_iter();
        specimens.map(|one| one.scene).collect()
    };
    let before = scenes(&*game);
    assert_eq!(before.len(), 6);
    game.play("Na7-c6").unwrap();
    assert_eq!(scenes(&*game), before);
}

/// The picture of a partly entered move marks the destinations of the chosen piece, from the chooser's side; a text
/// that names no square has no picture.
#[test]
fn the_picture_of_a_chosen_piece_marks_where_it_can_go() {
    let game = KIND.new_game(&Options::new()).unwrap();
    let view = crate::scene::View {
        from: Some(GREEN),
        ..Default::default()
    };
    let reach = crate::scene::View {
        reach: Some("a7".to_owned()),
        ..view.clone()
    };
    let choice = game.choices("").options.into_iter();
    let chosen = choice.map(|choice| choice.text).find(|text| text == "Na7");
    let shown = game.preview(&chosen.unwrap(), &view).unwrap();
    assert_eq!(shown, game.scene(&reach));
    assert_ne!(shown, game.scene(&view));
    for nonsense in ["", "N", "Nz9", "roll:3", "ä7"] {
        assert_eq!(game.preview(nonsense, &view), None, "{nonsense}");
    }
}
