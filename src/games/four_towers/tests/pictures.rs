//! Scenes, descriptions and pages of the rules.

use super::super::lessons;
use super::*;
use crate::rules::{Depict, Describe};
use crate::scene::{Ground, Mark, Scene, View};

fn marked(scene: &Scene, mark: Mark) -> usize {
    scene.grids[0]
        .cells
        .iter()
        .flatten()
        .filter(|cell| cell.marks.contains(&mark))
        .count()
}

/// The scene has the board's outline: 85 cells, four of them towers, arenas in two tints.
#[test]
fn the_picture_has_the_boards_outline() {
    let scene = start().scene(None, &View::default());
    let cells: Vec<_> = scene.grids[0].cells.iter().flatten().collect();
    assert_eq!(cells.len(), 85);
    let count = |ground: Ground| cells.iter().filter(|cell| cell.ground == ground).count();
    assert_eq!(count(Ground::Tower), 4);
    assert_eq!(count(Ground::Light) + count(Ground::Dark), 45);
    assert_eq!(count(Ground::PaleLight) + count(Ground::PaleDark), 36);
    // "I'd suggest making the towers white squares, so that the corners are black."
    let turned = start().scene(
        None,
        &View {
            from: Some(Seat::BLACK),
            ..View::default()
        },
    );
    assert_ne!(scene, turned);
    assert_eq!(
        scene.grids[0].cells[2].as_ref().unwrap().ground,
        Ground::Dark
    );
}

#[test]
fn the_picture_shows_powers_returns_and_checks() {
    let position = set("Kg1 rg3 qd5 Nh7 Dc9 kk9")
        .returning(Role::Queen, Tower::D5)
        .remembering("R", "N");
    let scene = position.scene(None, &View::default());
    let texts: Vec<&str> = scene
        .trays
        .iter()
        .flat_map(|tray| &tray.items)
        .map(|item| item.text.as_str())
        .collect();
    assert_eq!(
        texts,
        ["d5: king is safe", "h7: lines bend", "queen from d5"]
    );
    assert!(scene.trays[1].items[0].token.as_ref().unwrap().ghost);
    assert_eq!(marked(&scene, Mark::Danger), 1);
    assert!(
        scene.grids[0]
            .labels
            .iter()
            .any(|label| label.text == "rook + knight")
    );
    assert_eq!(scene.turn.unwrap().detail, "check");
    let mated = set("rg1 rg2 Ki1 kk9").scene(None, &View::default());
    let turn = mated.turn.unwrap();
    assert_eq!(
        (turn.text.as_str(), turn.detail.as_str()),
        ("Black wins", "checkmate")
    );
}

#[test]
fn the_picture_marks_reach_and_the_last_move() {
    let position = set("Rd5 Qe4 Nb4 pe6 kk9");
    let reach = position.scene(
        None,
        &View {
            reach: Some("b4".to_owned()),
            ..View::default()
        },
    );
    assert_eq!(
        marked(&reach, Mark::Special),
        1,
        "attaching and swapping, on d5"
    );
    let mv = position.exact("Nb4~d5").unwrap();
    let last = position.after("Nb4~d5").scene(Some(&mv), &View::default());
    assert_eq!((marked(&last, Mark::From), marked(&last, Mark::To)), (1, 1));
}

#[test]
fn words_tell_the_position() {
    let position = set("Kg1 rg3 Nd5 kk9").remembering("RN", "-");
    let words = position.alt_text(1024);
    assert_eq!(
        words,
        "Dragons move like White's last piece (rook, knight). Moves of pawns, lancers and dragons don't count. Towers: White's knight on d5. White: king g1, knight d5. Black: king k9, rook g3."
    );
    assert!(start().alt_text(1024).chars().count() <= 1024);
}

#[test]
fn standing_and_topics_name_the_powers() {
    let position = set("Kg1 rd5 Wh7 kk9").returning(Role::Bishop, Tower::D5);
    let standing = position.status_lines();
    assert!(
        standing[0]
            .starts_with("Black's rook on d5: any piece in the arenas around it may move directly")
    );
    assert!(standing[1].starts_with("White's wizard on h7"));
    assert!(standing[2].starts_with("Dragons have no move yet"));
    assert!(standing[3].starts_with("White may return the bishop taken on d5"));
    let keys: Vec<String> = position
        .topics()
        .into_iter()
        .map(|topic| topic.key)
        .collect();
    assert_eq!(keys, ["towers.rook", "towers.wizard", "towers.return"]);
}

/// Every move has its own description.
#[test]
fn moves_are_described() {
    let position = set("Rd5 Be8 Mb4 Be3 Wh7 ng7 Pd10 kk9");
    for (text, words) in [
        ("Rd5-d4", "Rook d5 to d4."),
        (
            "Nb4&e3",
            "The knight leaves the marshall on b4 and moves directly and attaches to the bishop on e3, making a cardinal.",
        ),
        ("Mb4-b5", "Marshall b4 to b5."),
        ("Wh7xg7", "Wizard h7 takes the knight on g7."),
        ("Pd10-d11=Q", "Pawn d10 to d11 and becomes a queen."),
    ] {
        let mv = position.exact(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(position.describe(&mv), words);
    }
    let multi = black("dh7 ng5");
    let mv = multi.exact("Ng5-i6,Ni6-j8").unwrap();
    assert_eq!(
        multi.describe(&mv),
        "Black makes two moves in one turn: the knight from g5 to i6 and the knight from i6 to j8."
    );
    let wizard = set("Wd5 Na3 Rb4");
    let mv = wizard.exact("I:Na3-b4,Rb4-a3").unwrap();
    assert_eq!(
        wizard.describe(&mv),
        "White rearranges arena I: the knight from a3 to b4 and the rook from b4 to a3."
    );
}

/// The rules have a page for every role, every power and every kind of move; each fits a message and has a diagram.
#[test]
fn the_rules_are_taught_page_by_page() {
    let pages = lessons::lessons();
    assert_eq!(pages[0].key, "overview");
    for role in Role::ALL {
        for key in [role.name().to_owned(), format!("tower {role}")] {
            assert!(pages.iter().any(|page| page.key == key), "{key}");
        }
    }
    for key in [
        "board",
        "attach",
        "detach",
        "swap",
        "return",
        "notation",
        "ending",
        "en passant",
    ] {
        assert!(pages.iter().any(|page| page.key == key), "{key}");
    }
    for page in &pages {
        assert!(page.text.chars().count() <= 1800, "{}", page.key);
        assert!(page.diagram.is_some(), "{}", page.key);
    }
}

/// Every page has a diagram, so every turn that a page plays is legal.
#[test]
fn every_page_of_rules_has_a_picture() {
    for page in super::super::lessons::lessons() {
        assert!(page.diagram.is_some(), "{}", page.key);
    }
}
